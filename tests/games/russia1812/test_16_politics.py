"""Rulebook 16.8 to 16.12: the Ukraine, independence, Austrians, desertion and Sweden."""

import pytest

from grognard.games.russia1812.rules import victory
from grognard.games.russia1812.rules.advanced import politics
from grognard.games.russia1812.rules.combat.advance import AdvanceLeaders
from grognard.games.russia1812.rules.combat.retreat import Fall
from grognard.games.russia1812.rules.sequence import EndOfTurn
from grognard.games.russia1812.world.state import Attack
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from toolkit1812 import Table

ADVANCED = {"advanced": True}
KIEV, MOSCOW, ST_PETERSBURG = "1317", "0308", "1101"
THIRD = ("R-LAMB-C1", "R-3X-I1", "R-3OS-I1", "R-TORMASOV", "R-OSTENSACKEN")


def advanced(pieces, **kw):
    return Table(pieces, options=ADVANCED, **kw)


def enter_kiev(unit="F-V-I1", **kw):
    """A unit marches into Kiev with Poniatowski; the Third Army stands far away."""
    start = "1417"
    t = advanced(
        {unit: start, "F-PONIATOWSKI": start, "R-3X-I1": "0308", "R-TORMASOV": "0308", "R-AL-A3": "0308"},
        trains={start: 1},
        **kw,
    )
    t.wait("R-3OS-I1")
    t.movement("french")
    return t.play("french", f"march {start}", "lead F-PONIATOWSKI", f"march {start} {KIEV}", "halt")


# 16.8


@pytest.mark.parametrize(
    ("turn", "die", "rises"), [(5, 2, False), (5, 3, True), (6, 4, False), (9, 5, True), (10, 6, False)]
)
def test_16_8_v_corps_in_kiev_may_raise_the_ukraine(turn, die, rises):
    t = enter_kiev(turn=turn, dice=[die])
    assert (t.where("R-3X-I1") is None) is rises
    assert (t.where("R-TORMASOV") is None) is rises
    assert t.where("R-AL-A3") == "0308"
    assert ("ukraine_rises" in t.told) is rises
    assert t.s.affairs.rising == (turn if rises else -1)


def test_16_8_those_still_to_come_never_come_and_it_is_no_victory():
    t = enter_kiev(turn=3, dice=[6])
    assert t.s.at[t.unit("R-3OS-I1")] == -2
    assert t.s.affairs.outcasts >> t.unit("R-3IX-I1") & 1
    assert t.s.track == 12


def test_16_8_other_corps_and_poniatowski_alone_do_nothing():
    t = enter_kiev("F-III-I1", turn=3)
    assert t.s.affairs.rising == 0
    t = advanced({"F-PONIATOWSKI": KIEV})
    politics.at_kiev(t.s)
    assert t.s.affairs.rising == 0


def test_16_8_is_rolled_once():
    t = enter_kiev(turn=3, dice=[1])
    politics.at_kiev(t.s)
    assert t.told.count("ukraine_quiet") == 1


def test_16_8_the_basic_game_has_no_rising():
    t = Table({"F-V-I1": "1417", "F-PONIATOWSKI": "1417"}, trains={"1417": 1}).movement("french")
    t.play("french", "march 1417", "lead F-PONIATOWSKI", f"march 1417 {KIEV}", "halt")
    assert "ukraine_quiet" not in t.told
    assert "ukraine_rises" not in t.told


# 16.9


def risen(pieces, turn=5, risen_on=4):
    t = advanced(pieces, turn=turn)
    t.s.affairs.rising = risen_on
    return t.open(politics.Declare(0))


def test_16_9_the_offer_comes_the_turn_after_the_rising_and_only_then():
    assert risen({}).options("french") == ["pass", "declare"]
    assert risen({}, turn=6).asked == "Rest"
    assert risen({}, risen_on=-1).asked == "Rest"
    assert risen({}, risen_on=0).asked == "Rest"


def test_16_9_cities_become_french_where_a_french_unit_stands():
    t = risen({"F-V-I1": "1808"}).play("french", "declare")
    wilno, minsk = t.hex("1808"), t.hex("1610")
    assert t.s.own_city(0) >> wilno & 1
    assert not t.s.own_city(1) >> wilno & 1
    assert not t.s.own_city(0) >> minsk & 1
    t.s.put(t.unit("F-V-I1"), minsk)
    assert t.s.own_city(0) >> minsk & 1
    assert t.s.own_city(0) >> wilno & 1
    assert victory.territory(t.s) == (7, 12)


def test_16_9_cities_beyond_the_line_stay_russian():
    t = risen({"F-V-I1": "1009"}).play("french", "declare")
    assert t.s.affairs.freed == 0


def test_16_9_a_freed_city_is_friendly_territory_without_forage():
    t = risen({"F-V-I1": "1808"}).play("french", "declare")
    assert t.s.own_land(0) >> t.hex("1808") & 1
    assert not t.world.arrival_hexes["W"] >> t.hex("1808") & 1  # R-16.9d: but no place for reinforcements
    t.active_supply()
    while t.asked != "Rest":
        side = t.to_act[0]
        t.play(side, next(o for o in t.options(side) if o in ("pass", "done")))
    assert "forage_marker" not in t.told


@pytest.mark.parametrize(("independent", "winner"), [(False, "french"), (True, "russian")])
def test_16_9_the_french_must_then_hold_every_city(independent, winner):
    t = advanced({"F-V-I1": MOSCOW, "F-V-I2": ST_PETERSBURG, "F-V-I3": KIEV}, turn=16)
    t.s.track = 0
    t.s.affairs.independence = independent
    t.s.affairs.year = 1812
    t.open(EndOfTurn())
    assert t.match.outcome.winner == winner


def test_16_9_all_cities_win():
    t = advanced({}, turn=16)
    units = iter(u for u in range(t.world.count) if t.world.fighters[0] >> u & 1)
    for h, _ in t.world.vp_cities:
        t.s.put(next(units), h)
    t.s.track = 12
    t.s.affairs.independence = True
    t.open(EndOfTurn())
    assert t.match.outcome.winner == "french"


def test_16_9_not_declared_changes_nothing():
    t = risen({"F-V-I1": "1808"}).play("french", "pass")
    assert t.s.affairs.freed == 0
    assert not t.s.affairs.independence


# 16.10


def austrians(*more, dice=()):
    pieces = {"F-AU-I1": "0517", "F-AU-I2": "0517", "R-1V-I1": "0416"}
    return advanced(pieces | dict.fromkeys(more, "0517"), dice=list(dice)).combat("french")


def test_16_10_austrians_alone_do_not_attack():
    t = advanced({"F-AU-I1": "0517", "F-AU-I2": "0517", "F-IV-I1": "0316", "R-1V-I1": "0416"}).combat("french")
    assert t.reasons("french", "attack 0517 0416") == ["16.10 unwilling"]
    assert t.options("french") == ["attack 0316 0416", "decline"]
    basic = Table({"F-AU-I1": "0517", "R-1V-I1": "0416"}).combat("french")
    assert "attack 0517 0416" in basic.options("french")


def test_16_10_stacked_with_others_they_do_whether_those_attack_or_not():
    t = austrians("F-VII-I1")
    t.play("french", "attack 0517 0416", "take F-AU-I1")
    assert "go" in t.options("french")
    t.play("french", "take F-VII-I1")
    assert "go" in t.options("french")


def test_16_10_a_commander_alone_is_no_company():
    pieces = {"F-AU-I1": "0517", "F-NEY": "0517", "F-IV-I1": "0316", "R-1V-I1": "0416"}
    t = advanced(pieces).combat("french")
    assert t.reasons("french", "attack 0517 0416") == ["16.10 unwilling"]


def test_16_10_disrupted_company_is_enough_for_support_but_not_for_an_attack():
    pieces = {"F-VII-I1": "0517", "F-AU-I1": "0417", "F-VII-I2": "0417", "R-1V-I1": "0416"}
    t = advanced(pieces, dice=[6], disrupted=["F-VII-I2"]).combat("french")
    assert t.reasons("french", "attack 0417 0416") == ["10.1 holds_disrupted"]
    t.play("french", "attack 0517 0416", "commit 4").play("russian", "commit 0")
    assert "call 0417" in t.options("french")


def test_16_10_austrians_alone_support_a_defence_but_no_attack():
    near = "0417"
    pieces = {"F-VII-I1": "0517", "F-AU-I1": near, "F-IV-I1": "0316", "R-1V-I1": "0416"}
    t = advanced(pieces, dice=[6]).combat("french")
    t.play("french", "attack 0517 0416", "commit 4")
    t.play("russian", "commit 0")
    assert t.reasons("french", f"call {near}") == ["16.10 unwilling"]


# 16.11


def test_16_11_from_turn_11_the_russians_remove_a_foreign_unit():
    pieces = {"F-V-I1": "1808", "F-VII-I1": "1808", "F-I-I1": "1808"}
    assert advanced(pieces, turn=10).open(politics.Desertion(1)).asked == "Rest"
    t = advanced(pieces, turn=11).open(politics.Desertion(1))
    assert sorted(t.options("russian")) == ["dismiss F-V-I1", "dismiss F-VII-I1"]
    assert t.reasons("russian", "dismiss F-I-I1") == ["16.11 no_contingent"]
    t.play("russian", "dismiss F-V-I1")
    assert t.where("F-V-I1") is None
    assert t.s.track == 12


@pytest.mark.parametrize("capital", [MOSCOW, ST_PETERSBURG])
def test_16_11_not_while_the_french_hold_a_capital(capital):
    t = advanced({"F-V-I1": "1808", "F-VII-I1": "1808", "F-NEY": capital}, turn=12)
    assert t.open(politics.Desertion(1)).asked == "Rest"


# 16.12


@pytest.mark.parametrize(("die", "come"), [(3, False), (4, True)])
def test_16_12_the_swedes_may_come_at_the_end_of_turn_6(die, come):
    t = advanced({}, turn=6, dice=[die]).cossacks()
    assert (t.asked == "Reinforce") is come
    if come:
        assert f"place S-SW-C1 {ST_PETERSBURG}" in t.options("russian")
        assert f"place S-COMMANDER {ST_PETERSBURG}" in t.options("russian")


def test_16_12_on_no_other_turn_and_not_in_the_basic_game():
    assert advanced({}, turn=7).cossacks().s.affairs.swedes is False
    t = Table({}, turn=6).cossacks()
    assert t.asked == "Rest"


def test_16_8_v_corps_may_come_to_kiev_by_an_advance():
    for corps, rolled in (("V", True), ("III", False)):
        unit = f"F-{corps}-I1"
        t = advanced({unit: "1417", "F-PONIATOWSKI": "1417"}, turn=3, dice=[6])
        t.s.battle = b = Attack(FRENCH, t.hex("1417"), t.hex(KIEV))
        b.units = b.column = 1 << t.unit(unit)
        b.fought = b.all_killed = True
        t.open(AdvanceLeaders(FRENCH))
        while t.asked == "AdvanceLeaders":
            t.play("french", next(o for o in t.options("french") if not o.startswith("lead")))
        assert t.where(unit) == KIEV
        assert bool({"ukraine_rises", "ukraine_quiet"} & set(t.told)) is rolled


def test_16_8_v_corps_may_come_to_kiev_by_a_withdrawal():
    t = advanced({"F-V-I1": "1417", "R-1V-I1": "1418"}, turn=3, dice=[6])
    t.s.battle = b = Attack(RUSSIAN, t.hex("1418"), t.hex("1417"))
    b.to_hex = t.hex(KIEV)
    t.open(Fall(FRENCH))
    assert t.where("F-V-I1") == KIEV
    assert {"ukraine_rises", "ukraine_quiet"} & set(t.told)
