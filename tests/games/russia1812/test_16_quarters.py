"""Rulebook 16.13: the two-year campaign."""

import pytest

import grognard
from grognard import games
from grognard.board.hexes import bits
from grognard.games.russia1812.rules import trains
from grognard.games.russia1812.rules.advanced import cards, lodging, quarters, year1813
from grognard.games.russia1812.rules.advanced.politics import deserters
from grognard.games.russia1812.rules.advanced.reserve import missing_trains
from grognard.games.russia1812.rules.sequence import push_turn
from grognard.games.russia1812.table import track
from grognard.games.russia1812.table.pen import Pen
from grognard.games.russia1812.world.state import DEAD
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from grognard.kernel.game import SetupError
from grognard.server.snapshot import log_of
from toolkit1812 import Table

TWO_YEAR = {"advanced": True, "two_year": True}
EIGHT = ["2407", "2207", "2512", "2217", "1808", "2408", "2710", "2613"]
KIEV, MOSCOW, ST_PETERSBURG, WILNO, KOWNO, TILSIT = "1317", "0308", "1101", "1808", "2008", "2207"


def table(pieces=None, turn=7, **kw):
    options = TWO_YEAR | kw.pop("options", {})
    t = Table(pieces or {}, turn=turn, options=options, **kw)
    t.s.affairs.hands, t.s.affairs.decks = [[1], [2]], [[3, 4, 9], list(range(19, 36))]
    return t


def winter(pieces=None, dice=(1, 2, 6, 1, 1), **kw):
    """Into winter quarters at the end of turn 7; the dice: French losses, Napoleon, Russian returns, the deck."""
    t = table(pieces, **kw)
    t.roll(*dice, *[1] * 40)
    t.open(quarters.AskQuarters(FRENCH))
    return t.play("french", "quarters")


def lodge(t, side, hex_name=None):
    """Put every piece of a side on the first hex offered, or on the one named where it is open."""
    while t.asked == "Lodge" and t.to_act == (side,):
        options = t.options(side)
        t.play(side, next((o for o in options if o.endswith(f" {hex_name}")), options[0]))
    return t


# options and the offer


def test_16_13_options_that_make_no_sense_are_refused():
    game = games.load("russia1812")
    with pytest.raises(SetupError, match="Advanced"):
        game.set_up(None, {"two_year": True})
    with pytest.raises(SetupError, match="two-year"):
        game.set_up(None, {"advanced": True, "winter_quarters_window": "until_turn_7"})
    assert game.set_up(None, TWO_YEAR).options["two_year"] is True


def with_depots(turn, number, **kw):
    t = table(turn=turn, **kw)
    t.s.depots[FRENCH] = t.world.grid.mask(EIGHT[:number])
    return t


@pytest.mark.parametrize(("turn", "depots", "offered"), [(3, 7, False), (3, 8, True), (7, 0, True), (8, 8, False)])
def test_16_13_the_offer_comes_with_eight_depots_or_after_turn_7(turn, depots, offered):
    assert quarters.offer_due(with_depots(turn, depots).s) is offered


def test_16_13_the_offer_is_made_once_or_until_turn_7():
    t = with_depots(3, 8).open(quarters.AskQuarters(FRENCH)).play("french", "pass")
    assert not quarters.offer_due(t.s)
    t = with_depots(3, 8, options={"winter_quarters_window": "until_turn_7"})
    t.open(quarters.AskQuarters(FRENCH)).play("french", "pass")
    t.s.turn, t.s.depots[FRENCH] = 4, 0
    assert quarters.offer_due(t.s)
    t.s.turn = 8
    assert not quarters.offer_due(t.s)


def test_16_13_without_the_option_nobody_is_asked():
    t = Table({}, turn=7, options={"advanced": True})
    assert quarters.end_of_turn(t.s) == []


def test_16_13_declined_the_winter_comes():
    t = table(turn=10)
    t.s.affairs.offered = True
    t.s.begin_turn()
    assert t.s.winter


# French


def test_16_13_the_french_rally_and_lie_in_friendly_cities_or_those_with_a_depot():
    t = winter({"F-I-I1": "1709", "R-1V-I1": "0208"}, disrupted=["F-I-I1"], depots={"french": [WILNO]})
    cities = {o.split()[2] for o in t.options("french")}
    assert WILNO in cities
    assert TILSIT in cities
    assert KOWNO not in cities
    assert MOSCOW not in cities
    assert t.reasons("french", f"place F-I-I1 {KOWNO}") == ["16.13 no_quarters"]
    t.play("french", f"place F-I-I1 {WILNO}")
    assert t.where("F-I-I1") == WILNO
    assert not t.is_disrupted("F-I-I1")


def test_16_13_winter_reinforcements_and_the_late_ones_come_too():
    t = table({"F-I-I1": TILSIT})
    for name in ("F-VICTOR", "F-IX-C1", "F-IX-I1", "R-KG-I1", "R-KUTUZOV"):
        t.wait(name)
    t.roll(2, 2, 6, 1, 1, *[1] * 40).open(quarters.AskQuarters(FRENCH)).play("french", "quarters")
    lodge(t, "french", TILSIT)
    assert t.where("F-VICTOR") == TILSIT
    assert t.where("F-IX-C1") is not None
    assert t.where("F-IX-I1") is not None  # R-16.13d
    while t.asked != "Rest":
        side = t.to_act[0]
        t.play(side, t.options(side)[0])
    assert t.where("R-KUTUZOV") is not None
    assert t.where("R-KG-I1") is None  # in no list


def test_16_13_stacking_holds_in_quarters():
    names = [f"F-I-I{n}" for n in (1, 2, 3, 4)] + ["F-IG-I1", "F-IG-I2", "F-IG-I3"]
    t = winter(dict.fromkeys(names[:6], TILSIT) | {names[6]: "2308"})
    for _ in range(6):
        t.play("french", next(o for o in t.options("french") if o.endswith(TILSIT)))
    assert not [o for o in t.options("french") if o.endswith(TILSIT)]


def test_16_13_a_new_source_links_depots():
    t = winter({"F-I-I1": TILSIT, "R-1V-I1": "0208"}, depots={"french": [WILNO], "russian": ["0308"]})
    lodge(t, "french", TILSIT)
    assert t.asked == "ChooseSource"
    assert f"source {WILNO}" in t.options("french")
    assert t.reasons("french", f"source {MOSCOW}") == ["16.13 no_source"]
    before = trains.linked_hexes(t.s, FRENCH)
    t.play("french", f"source {WILNO}")
    after = trains.linked_hexes(t.s, FRENCH)
    assert not before >> t.hex(WILNO) & 1
    assert after >> t.hex(WILNO) & 1


def test_16_13_an_unfriendly_source_needs_its_river_free_of_russians():
    t = table({"R-1V-I1": KOWNO}, depots={"french": [WILNO]})
    assert not quarters.source_hexes(t.s) >> t.hex(WILNO) & 1
    t = table({"R-1V-I1": TILSIT}, depots={"french": [KOWNO, WILNO]})
    assert not quarters.source_hexes(t.s) >> t.hex(KOWNO) & 1  # R-16.13j: the Vilia ends there, the Niemen does not
    assert quarters.source_hexes(t.s) >> t.hex(WILNO) & 1
    t = table({"R-1V-I1": "1610"}, depots={"french": [WILNO]})
    assert quarters.source_hexes(t.s) >> t.hex(WILNO) & 1


def test_16_13_of_several_rivers_one_free_of_russians_is_enough():
    """R-16.13l: Bialystok lies on the Niemen and on the Narew, which flows past Pultusk."""
    bialystok, pultusk, grodno = "2111", "2411", "2010"
    t = table({"R-1V-I1": pultusk}, depots={"french": [bialystok]})
    assert quarters.source_hexes(t.s) >> t.hex(bialystok) & 1
    t = table({"R-1V-I1": pultusk, "R-1V-I2": grodno}, depots={"french": [bialystok]})
    assert not quarters.source_hexes(t.s) >> t.hex(bialystok) & 1
    assert t.open(quarters.ChooseSource(FRENCH)).reasons("french", f"source {bialystok}") == ["16.13 no_source"]


def test_16_13_such_a_source_ends_when_none_of_its_rivers_is_free():
    bialystok, pultusk, grodno = "2111", "2411", "2010"
    t = table({"R-1V-I1": pultusk, "R-1V-I2": "0208"}, depots={"french": [bialystok]})
    t.open(quarters.ChooseSource(FRENCH)).play("french", f"source {bialystok}")
    t.s.put(t.unit("R-1V-I1"), t.hex("0208"))
    t.s.put(t.unit("R-1V-I2"), t.hex(grodno))
    assert t.s.affairs.source == t.hex(bialystok)  # the Narew is free again
    t.s.put(t.unit("R-1V-I1"), t.hex(pultusk))
    assert t.s.affairs.source < 0
    t.s.put(t.unit("R-1V-I2"), t.hex("0208"))
    assert t.s.affairs.source < 0


def test_16_13_who_found_no_room_when_due_never_returns():
    """R-16.13f: a unit without room has never arrived, so it is not among the eliminated of 1812."""
    t = Table({"F-I-I1": KIEV}, turn=5, options=TWO_YEAR)
    t.wait("R-3X-I2")
    t.cossacks()
    assert "no_room" in t.told
    t.s.at[t.unit("R-1V-I1")] = DEAD
    t.open(year1813.RussianWinter(RUSSIAN))
    assert not t.s.affairs.fallen >> t.unit("R-3X-I2") & 1
    assert t.s.affairs.fallen >> t.unit("R-1V-I1") & 1


@pytest.mark.parametrize(
    ("source", "city", "lost"),
    [
        (WILNO, KOWNO, True),
        (WILNO, WILNO, True),
        (WILNO, "1610", False),
        (TILSIT, TILSIT, True),
        ("2512", "2407", False),
    ],
)
def test_16_13_a_source_ends_for_good(source, city, lost):
    t = table({"R-1V-I1": "0208"}, depots={"french": [WILNO]}).open(quarters.ChooseSource(FRENCH))
    t.play("french", f"source {source}")
    t.s.put(t.unit("R-1V-I1"), t.hex(city))
    assert (t.s.affairs.source < 0) is lost
    t.s.put(t.unit("R-1V-I1"), t.hex("0208"))
    assert (t.s.affairs.source < 0) is lost


def test_16_13_winter_losses_take_allies_first_and_poles_with_the_french():
    pieces = {"F-VII-I1": TILSIT, "F-V-I1": TILSIT, "F-I-I1": TILSIT}
    t = table(pieces).roll(2, 3).open(quarters.WinterDice(FRENCH), quarters.WinterLoss(FRENCH))
    assert t.where("F-VII-I1") is None  # the only one to choose
    assert sorted(t.options("french")) == ["lose F-I-I1", "lose F-V-I1"]
    t.play("french", "lose F-V-I1")
    assert t.asked == "Rest"
    assert t.s.affairs.outcasts == 1 << t.unit("F-VII-I1") | 1 << t.unit("F-V-I1")  # R-16.13f
    t = table(pieces | {"F-VII-I2": TILSIT}).roll(1, 2).open(quarters.WinterDice(FRENCH), quarters.WinterLoss(FRENCH))
    assert t.reasons("french", "lose F-I-I1") == ["16.13 allies_first"]


def test_16_13_each_one_costs_a_commander_but_never_napoleon():
    pieces = {"F-NEY": TILSIT, "F-DAVOUT": TILSIT, "F-NAPOLEON": TILSIT}
    t = (
        table(pieces)
        .roll(1, 3)
        .open(quarters.WinterDice(FRENCH), quarters.WinterLoss(FRENCH), quarters.LostCommander(FRENCH))
    )
    assert sorted(t.options("french")) == ["lose F-DAVOUT", "lose F-NEY"]
    assert t.reasons("french", "lose F-NAPOLEON") == ["16.13 no_commander_to_lose"]
    t.play("french", "lose F-NEY")
    assert t.asked == "Rest"


@pytest.mark.parametrize(
    ("die", "there", "away"), [(2, False, False), (3, False, True), (4, False, True), (5, True, False)]
)
def test_16_13_napoleon_in_winter(die, there, away):
    t = table({"F-NAPOLEON": TILSIT, "F-I-I1": TILSIT}).roll(die).open(quarters.NapoleonInWinter(FRENCH))
    assert (t.where("F-NAPOLEON") is not None) is there
    assert t.s.affairs.away is away
    assert t.match.outcome is None


@pytest.mark.parametrize(("die", "back"), [(4, False), (5, True)])
def test_16_13_napoleon_may_return_to_any_stack(die, back):
    t = table({"F-I-I1": TILSIT, "F-I-I2": "2512"}, turn=9)
    t.s.affairs.away = True
    t.roll(die).open(year1813.NapoleonReturns(FRENCH))
    assert (t.asked == "PlaceNapoleon") is back
    assert t.told[-1] == ("napoleon_returns" if back else "napoleon_away_still")
    if back:
        assert sorted(t.options("french")) == ["place F-NAPOLEON 2207", "place F-NAPOLEON 2512"]
        assert t.reasons("french", "place F-NAPOLEON 2407") == ["16.13 no_stack"]
        t.play("french", "place F-NAPOLEON 2512")
        assert t.where("F-NAPOLEON") == "2512"
        assert not t.s.affairs.away


# Russians


def russians(pieces, **kw):
    t = table(pieces, **kw)
    t.open(year1813.RussianWinter(RUSSIAN), lodging.Lodge(RUSSIAN))
    return t


def test_16_13_the_russians_rally_and_lie_in_winter_supply_away_from_the_french():
    t = russians({"R-1V-I1": "1708", "F-I-I1": "1610"}, disrupted=["R-1V-I1"], depots={"russian": ["1407", "1009"]})
    hexes = {o.split()[2] for o in t.options("russian")}
    grid = t.world.grid
    french = t.hex("1610")
    assert hexes
    assert all(grid.distance(t.hex(h), french) > 1 for h in hexes)
    assert all(min(grid.distance(t.hex(h), t.hex(d)) for d in ("1407", "1009")) <= 3 for h in hexes)
    t.play("russian", "place R-1V-I1 1009")
    assert not t.is_disrupted("R-1V-I1")


def test_16_13_not_in_a_city_downstream_of_the_new_source():
    for edition, closed in ((2, [KOWNO]), (1, [KOWNO])):
        t = table({}, edition=edition, depots={"russian": [KOWNO, WILNO]})
        t.s.affairs.source = t.hex("1808")
        assert [h for h in closed if lodging.forbidden_cities(t.s) >> t.hex(h) & 1] == closed
    second, first = table({}), table({}, edition=1)
    for t in (second, first):
        t.s.affairs.source = t.hex(KOWNO)
    differ = lodging.forbidden_cities(first.s) & ~lodging.forbidden_cities(second.s)
    assert differ


def test_16_13_without_a_depot_the_army_musters_at_the_great_cities():
    t = russians({"R-1V-I1": "1708", "R-1V-I2": "1708"})
    assert {o.split()[2] for o in t.options("russian")} >= {KIEV, MOSCOW, ST_PETERSBURG}


def test_16_13_eliminated_units_return_but_not_the_outcasts():
    t = table({"R-1V-I1": "1708", "F-I-I1": MOSCOW}, depots={"russian": ["1407"]})
    t.s.affairs.outcasts = 1 << t.unit("R-3X-I1")
    year1813.RussianWinter(RUSSIAN).finish(t.s)
    assert not t.s.affairs.fallen >> t.unit("R-3X-I1") & 1
    assert not t.s.affairs.fallen >> t.unit("R-1V-I1") & 1
    t.roll(2, 3).open(year1813.RussianReturns(RUSSIAN), year1813.ReturnUnit(RUSSIAN))
    assert t.reasons("russian", f"place R-3X-I1 {KIEV}") == ["16.13 not_fallen"]
    assert t.reasons("russian", f"place R-BARCLAY {MOSCOW}") == ["16.13 no_quarters"]  # the French are there
    t.play("russian", f"place R-BARCLAY {KIEV}", f"place R-1II-I1 {ST_PETERSBURG}")
    assert t.asked == "Rest"
    assert (t.where("R-BARCLAY"), t.where("R-1II-I1")) == (KIEV, ST_PETERSBURG)


def test_16_13_russian_reserves_and_swedes():
    t = table()
    for name in ("R-CHICHAGOV", "R-CAU-I1", "R-KG-I1"):
        t.wait(name)
    t.open(year1813.RussianReserves(RUSSIAN), lodging.Lodge(RUSSIAN))
    seen = {}
    while t.asked == "Lodge":
        name = t.options("russian")[0].split()[1]
        seen[name] = {o.split()[2] for o in t.options("russian")}
        t.play("russian", t.options("russian")[0])
    assert set(seen) == {"R-CHICHAGOV", "R-CAU-I1", "S-SW-I1", "S-SW-C1", "S-COMMANDER"}
    assert KIEV in seen["R-CAU-I1"]
    assert KIEV not in seen["S-SW-I1"]
    assert ST_PETERSBURG in seen["S-SW-I1"]


def test_16_13_no_swedes_when_the_french_hold_st_petersburg():
    t = table({"F-NEY": ST_PETERSBURG}).open(year1813.RussianReserves(RUSSIAN), lodging.Lodge(RUSSIAN))
    assert not t.s.affairs.swedes


# 1813


def spring(pieces=None, **kw):
    t = table(pieces, **kw)
    t.s.affairs.year = 1813
    return t.roll(*[1] * 40).open(year1813.SpringComes())


def test_16_13_play_goes_on_with_turn_8_and_no_winter():
    t = spring()
    t.s.begin_turn()
    assert (t.s.turn, t.s.month(), t.s.table()) == (8, "May 1813", (14, 12))
    for _ in range(8):
        t.s.begin_turn()
        assert not t.s.winter
    assert (t.s.turn, t.s.month(), t.s.table()) == (16, "September 1813", (9, 12))
    assert t.s.first() == RUSSIAN


def test_16_13_the_decks_are_merged_without_card_24():
    t = spring()
    assert t.s.affairs.decks[0] == []
    assert sorted(t.s.affairs.decks[1]) == [3, 4, 9, *(n for n in range(19, 36) if n != 24)]
    t.s.begin_turn()
    t.open(cards.DrawCards())
    assert len(t.s.affairs.decks[1]) == 17


@pytest.mark.parametrize(("turn", "marked"), [(8, False), (9, False), (10, True)])
def test_16_13_no_forage_on_turns_8_and_9(turn, marked):
    t = spring({"F-I-I1": "1709"})
    t.s.turn = turn
    trains.mark_forage(t.s, FRENCH)
    assert bool(t.s.forage) is marked


def test_16_13_table_13_2_is_no_longer_used():
    t = spring()
    t.s.turn = 8
    t.wait("R-3OS-C1")
    assert t.cossacks().asked == "Rest"
    assert t.where("R-3OS-C1") is None


@pytest.mark.parametrize(("die", "back"), [(2, 0), (3, 1), (5, 1), (6, 2)])
def test_16_13_units_of_1812_return_each_turn(die, back):
    t = spring()
    t.s.affairs.fallen = sum(1 << t.unit(n) for n in ("R-1V-I1", "R-1V-I2", "R-1II-I1"))
    t.roll(die).open(*quarters.end_of_turn(t.s))
    for name in ("R-1V-I1", "R-1V-I2")[:back]:
        t.play("russian", f"place {name} {KIEV}")
    assert t.asked == "Rest"
    assert sum(t.where(n) == KIEV for n in ("R-1V-I1", "R-1V-I2", "R-1II-I1")) == back


def test_16_13_the_price_of_the_reserve_ends_with_1812():
    t = table(turn=7)
    assert missing_trains(t.s) == 2
    assert missing_trains(spring().s) == 0


def test_16_13_no_chaos_and_desertion_from_turn_11_in_1813():
    t = spring({"F-V-I1": TILSIT})
    t.s.turn = 10
    assert not deserters(t.s)
    t.s.turn = 11
    assert deserters(t.s)


def test_16_13_a_whole_winter_keeps_depots_track_and_hands():
    pieces = {"F-I-I1": "1709", "F-NAPOLEON": "1709", "R-1V-I1": "1009", "R-BARCLAY": "1009"}
    t = winter(pieces, dice=(3, 3, 6, 1, 1), depots={"french": [WILNO], "russian": ["1009"]})
    t.s.track, t.s.lost_trains = 9, [1, 2]
    while t.asked != "Rest":
        side = t.to_act[0]
        t.play(side, t.options(side)[-1])
    assert (t.s.depots[0], t.s.depots[1]) == (1 << t.hex(WILNO), 1 << t.hex("1009"))
    assert (t.s.track, t.s.lost_trains, t.s.affairs.hands) == (9, [1, 2], [[1], [2]])
    assert t.s.turn == 7
    assert t.match.view("french")["politics"]["year"] == 1813


# the track


def clock(t):
    return Pen(t.match.game.words, "en", t.world)


def test_5_2_the_track_of_one_year_ends_in_winter():
    t = Table({}, turn=10)
    rows = track.track(t.s, clock(t))
    assert [row.turn for row in rows] == list(range(1, 17))
    assert {row.year for row in rows} == {1812}
    assert [row.turn for row in rows if row.winter] == list(range(11, 17))
    assert [row.turn for row in rows if row.now] == [10]
    months = [("June 1812", "Jun"), ("June 1812", "Jun"), ("July 1812", "Jul")]
    assert [(row.month, row.short) for row in rows[:3]] == months
    assert track.month_of(t.s, clock(t)) == rows[9].month
    t.s.turn = 17
    assert track.month_of(t.s, clock(t)) == ""


def test_16_13_the_track_of_two_years_rests_in_winter_quarters_until_may():
    t = table(turn=7)
    pen, a = clock(t), t.s.affairs
    assert [row.turn for row in track.track(t.s, pen)] == list(range(1, 17))
    assert not track.resting(t.s)
    a.year, a.last_turn = 1813, 7
    rows = track.track(t.s, pen)
    assert [(row.year, row.turn) for row in rows] == [
        *[(1812, turn) for turn in range(1, 8)],
        (1813, 0),
        *[(1813, turn) for turn in range(8, 17)],
    ]
    assert [row.turn for row in rows if row.winter] == [0]
    assert [(row.year, row.turn) for row in rows if row.now] == [(1813, 0)]
    assert (rows[7].month, rows[7].short, track.month_of(t.s, pen)) == ("Winter quarters", "Winter", "Winter quarters")
    assert track.resting(t.s)
    t.s.turn = 8
    assert not track.resting(t.s)
    assert [(row.year, row.turn) for row in track.track(t.s, pen) if row.now] == [(1813, 8)]
    assert track.month_of(t.s, pen) == rows[8].month == "May 1813"


def test_16_13_a_turn_of_1813_begins_like_any_other_and_by_its_own_month():
    t = table(turn=7)
    t.s.affairs.year, t.s.affairs.last_turn = 1813, 7
    t.s.events.clear()
    push_turn(t.s)
    opening = next(event for event in t.s.events if event.opens_turn)
    assert opening.args == (8, 181308)
    assert [t.match.say(opening, lang) for lang in ("en", "it")] == ["Turn 8, May 1813.", "Turno 8, maggio 1813."]
    t.s.affairs.year = 1812
    push_turn(t.s)
    assert t.match.say([event for event in t.s.events if event.opens_turn][-1]) == "Turn 9, October 1812."


def test_16_13_the_winter_dice_are_told_one_by_one():
    t = winter({"F-I-I1": WILNO, "F-AU-I1": WILNO}, dice=(3, 5, 6, 1, 1))
    assert t.s.winter is False
    lodge(t, "french")
    while "winter_losses" not in t.told:
        t.play("french", t.options("french")[-1])
    assert [event.args for _, event in t.match.log() if event.key == "winter_losses"] == [(3, 5, 4, 0)]


def test_16_13_russian_winter_supply_reaches_three_hexes_from_a_depot():
    t = table(depots={"russian": [MOSCOW]})
    found, moscow = lodging.winter_supply(t.s), 1 << t.hex(MOSCOW)
    within = [t.world.free.flood(moscow, n, t.world.passable[RUSSIAN]) for n in (2, 3)]
    assert found & within[1] & ~within[0]
    assert not found & ~within[1]
    t.s.depots[RUSSIAN] = 0
    assert lodging.winter_supply(t.s) == 0


def test_16_13_pieces_are_lodged_one_after_another():
    t = winter({"F-I-I1": WILNO, "F-I-I2": WILNO})
    first, place = t.options("french")[0].split()[1:]
    (other,) = {"F-I-I1", "F-I-I2"} - {first}
    assert t.reasons("french", f"place {other} {place}") == ["16.13 deploy_other"]
    assert t.reasons("french", f"place {first} {MOSCOW}") == ["16.13 no_quarters"]


def test_16_13_only_the_fallen_return():
    t = table({"R-1V-I2": MOSCOW})
    t.s.affairs.fallen, t.s.affairs.count = 1 << t.unit("R-1V-I1"), 1
    t.open(year1813.ReturnUnit(RUSSIAN))
    assert {option.split()[1] for option in t.options("russian") if option != "done"} == {"R-1V-I1"}
    before = t.world.ids[t.unit("R-1V-I1") - 1]
    assert t.reasons("russian", f"place {before} {MOSCOW}") == ["16.13 not_fallen"]
    assert t.reasons("russian", f"place R-1V-I2 {MOSCOW}") == ["16.13 not_fallen"]
    assert t.reasons("russian", f"place R-1V-I1 {WILNO}") == ["16.13 no_quarters"]


def test_16_13_who_finds_no_quarters_is_lost_the_first_piece_like_any_other():
    t = table({"F-IG-I1": MOSCOW, "F-IG-I2": MOSCOW})
    t.s.affairs.lodging = 1 << t.unit("F-IG-I1") | 1 << t.unit("F-IG-I2")
    t.s.pres[RUSSIAN] = t.world.hexes
    t.open(lodging.Lodge(FRENCH))
    assert t.asked == "Rest"
    assert t.s.affairs.lodging == 0
    assert [t.s.at[t.unit(name)] for name in ("F-IG-I1", "F-IG-I2")] == [DEAD, DEAD]


def test_16_13_losses_end_when_nobody_is_left_to_lose():
    t = table({"F-I-I1": TILSIT}).roll(6, 6).open(quarters.WinterDice(FRENCH), quarters.WinterLoss(FRENCH))
    assert (t.asked, t.where("F-I-I1"), t.s.affairs.count) == ("Rest", None, 0)
    t = table({"F-NAPOLEON": TILSIT}).roll(1, 1).open(quarters.WinterDice(FRENCH), quarters.LostCommander(FRENCH))
    assert (t.asked, t.where("F-NAPOLEON"), t.s.affairs.ones) == ("Rest", TILSIT, 0)


def test_16_13_the_deck_of_1813_is_shuffled():
    t = table()
    t.s.dice = grognard.FastDice("spring")
    t.s.affairs.decks = [[3, 4, 9, 24], list(range(25, 36))]
    t.open(year1813.SpringComes())
    first, deck = t.s.affairs.decks
    assert (first, sorted(deck)) == ([], [3, 4, 9, *range(25, 36)])
    assert deck not in (sorted(deck), [3, 4, 9, *range(25, 36)])
    assert [event.args for event in t.s.events if event.key == "cards_shuffled"] == [(13,)]


def test_16_13_a_refusal_names_the_hex_without_a_stack():
    t = table({"F-I-I1": TILSIT, "F-I-I2": "2512"}, turn=9)
    t.open(year1813.PlaceNapoleon(FRENCH))
    assert [refusal.args for refusal in t.match.why_not("french", "place F-NAPOLEON 2407")] == [(t.hex("2407"),)]


def test_16_13_the_end_of_a_turn_brings_the_offer_and_in_1813_the_returns():
    def names(t):
        return [type(frame).__name__ for frame in quarters.end_of_turn(t.s)]

    assert names(table(turn=7)) == ["AskQuarters"]
    assert names(table(turn=6)) == []
    t = table(turn=9)
    t.s.affairs.year = 1813
    assert names(t) == ["TurnReturns", "ReturnUnit", "NapoleonReturns"]


@pytest.mark.parametrize("edition", [1, 2])
def test_16_13_the_new_source_itself_is_not_forbidden(edition):
    t = table(edition=edition)
    for source in t.world.baltic_flows:
        t.s.affairs.source = source
        assert not lodging.forbidden_cities(t.s) >> source & 1
    t.s.affairs.source = -1
    assert lodging.forbidden_cities(t.s) == 0


def test_16_13_markers_go_in_winter():
    t = table({"F-IG-I1": WILNO, "F-I-I1": WILNO})
    t.s.forage = t.s.moved = t.s.committed = 1 << t.unit("F-IG-I1") | 1 << t.unit("F-I-I1")
    quarters.begin_winter(t.s)
    assert (t.s.forage, t.s.moved, t.s.committed, t.s.supplied) == (0, 0, 0, 0)


def test_16_13_in_spring_nobody_is_left_to_lodge():
    t = table()
    t.s.affairs.lodging, t.s.affairs.mustering = 1 << t.unit("F-I-I1"), True
    t.roll(*[1] * 40).open(year1813.SpringComes())
    assert (t.s.affairs.lodging, t.s.affairs.mustering) == (0, False)


def test_16_13_only_the_swedes_muster_at_st_petersburg_alone():
    t = table()
    t.s.affairs.mustering = True
    first, last = bits(t.world.swedes)[0], bits(t.world.swedes)[-1]
    for u, swede in ((first, True), (last, True), (first - 1, False)):
        if t.world.side_of[u] == RUSSIAN:
            assert (not lodging.open_hexes(t.s, u) >> t.hex(MOSCOW) & 1) is swede


def test_16_13_the_table_tells_who_winters_in_a_line_and_nobody_is_the_usual_answer():
    t = lodge(winter({"F-III-I1": WILNO, "F-III-I2": WILNO, "F-NEY": WILNO}), "french")
    deeds = [line.deed for line in log_of(t.match, None, "en") if line.deed is not None]
    assert [(deed.kind, deed.side, deed.text) for deed in deeds if deed.kind == "lodging"] == [
        ("lodging", "french", "3 pieces go into winter quarters.")
    ]
    assert t.asked == "ChooseSource"
    face = t.match.game.face(t.s, FRENCH, "en")
    assert not any(face.describe(option).primary for option in t.match.options("french"))
