"""Chapters 25 to 45 at their seams: what single lines about fights, charges, retreats and the solitaire army do."""

from __future__ import annotations

import pytest

import grognard
from grognard.board.squares import sector
from grognard.games.merde.rules import layout, messages, rally, support, victory, withdraw
from grognard.games.merde.rules.cavalry import charge, counter, pursuit, reach
from grognard.games.merde.rules.combat import damage, engage, fights, markers, melee, totals
from grognard.games.merde.rules.combat import exchange as combat
from grognard.games.merde.rules.combat.markers import marker_of
from grognard.games.merde.rules.fire import artillery, skirmish
from grognard.games.merde.rules.movement import plans
from grognard.games.merde.rules.solitaire import answers, contingencies, gunnery, marching
from grognard.games.merde.world import data
from grognard.games.merde.world.lexicon import FACINGS, FORMATIONS, LINE
from grognard.games.merde.world.pieces import Clash, Draft
from grognard.games.merde.world.state import Battle
from toolkit_merde import FACING, MOVING, Table, at

FOE = {"B1": ("AU_line", "march", "0822")}


# [25] [26] [27] who fights, who shoots


@pytest.mark.parametrize(
    ("own", "his", "able"),
    [
        ("FR_line", "AU_line", True),
        ("FR_line", "AU_foot_art", True),
        ("FR_foot_art", "AU_line", True),
        ("FR_foot_art", "AU_foot_art", False),
    ],
)
def test_25_1_a_fight_needs_a_regiment_on_one_side_at_least(own: str, his: str, able: bool) -> None:
    t = Table({"A1": (own, _shape(own), "0808"), "B1": (his, _shape(his), "0809")})
    assert bool(fights.fights(t.s)) is able


def _shape(counter: str) -> str:
    return "unlimbered" if counter.endswith("_art") else "march"


def test_26_3_a_regiment_gets_its_markers_once_and_pays_what_it_has_lost() -> None:
    t = Table(FACING, dice=[1] * 12).set("A1", less=1)
    size = markers.deal_size(t.s, t.piece("A1"))
    markers.give(t.s, t.piece("A1"))
    assert (t.look("A1").dealt, t.look("A1").less, len(t.look("A1").hand)) == (True, 0, size)
    assert markers.deal_size(t.s, t.piece("A1")) == size + 1
    assert [event.args for event in t.s.events if event.key == "dealt"] == [(t.piece("A1"), size)]


def test_26_2_who_has_been_dealt_markers_takes_nothing_back() -> None:
    t = Table(FACING)
    fights.Deal().reveal(t.s)
    assert t.s.revealed


def test_27_1_only_those_shoot_who_were_sent_out() -> None:
    t = Table(
        {
            "A1": ("FR_light", "march", "0808"),
            "A2": ("FR_line", "march", "0908"),
            "B1": ("AU_line", "march", "0811"),
            "B2": ("AU_line", "march", "1011"),
        },
        groups={"gA1": ("column", "A1", 1), "gA2": ("column", "A2", 2)},
    )
    t.set("A1", active=True).skirmish().play("army_a", "skirmish A1")
    t.play("army_a", "shoot B1")
    assert "done" in t.options("army_a")
    assert "skirmish A1" not in t.options("army_a")
    assert skirmish.next_shooter(t.s, 0, t.s.drafts[0]) is None


def test_27_4_only_those_who_were_sent_out_have_skirmished() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0508"), "A2": ("FR_light", "march", "0808"), "B1": ("AU_line", "march", "0811")},
        groups={"gA1": ("column", "A1", 2), "gA2": ("column", "A2", 1)},
    )
    t.roll(1, 2, 1, 2).skirmish().play("army_a", "skirmish A2")
    assert "skirmish_shot" in t.told
    assert [t.look(name).skirmished for name in ("A1", "A2", "B1")] == [False, True, False]


def test_27_3_a_regiment_shoots_with_the_numbers_of_its_first_battalion() -> None:
    for units, numbers in ((["GB_rifle", "FR_light"], (1, 2)), (["FR_light", "GB_rifle"], (1, 2, 3))):
        t = Table({"A1": (units, "march", "0808"), **FOE})
        assert skirmish.skirmish_pool(t.s, t.piece("A1")) == numbers


def test_30_4_a_shot_of_skirmishers_costs_a_damaged_regiment_a_marker_and_no_men() -> None:
    t = Table({"A1": ("FR_light", "march", "0808"), "B1": ("AU_line", "march", "0811")}, groups=MOVING)
    t.set("B1", damage=1).roll(1, 1, 1, 1)
    before = t.look("B1").men
    skirmish.resolve(t.s, [(t.piece("A1"), 0, t.piece("B1"))])
    assert t.look("B1").damage == 2
    assert t.look("B1").men == before


def test_27_3_a_shot_is_told_as_a_hit_only_when_both_numbers_are_equal() -> None:
    for first, second, hit in ((1, 1, 1), (1, 2, 0), (2, 1, 0)):
        t = Table({"A1": ("FR_light", "march", "0808"), "B1": ("AU_line", "march", "0811")}, groups=MOVING)
        t.roll(first, second, 1)
        skirmish.resolve(t.s, [(t.piece("A1"), 0, t.piece("B1"))])
        told = [event.args[2:] for event in t.s.events if event.key == "skirmish_shot"]
        assert told == [(first, second, hit)]
        assert (t.look("B1").damage > 0) == bool(hit)


def test_25_2_when_nobody_is_left_to_fight_no_sector_fights() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE})
    t.s.sector = 7
    t.open(fights.NextSector())
    assert (t.s.sector, t.asked) == (-1, "Rest")


@pytest.mark.parametrize(("turn", "over"), [(19, False), (20, True)])
def test_1_4_the_battle_ends_with_the_last_turn(turn: int, over: bool) -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, turn=turn)
    rally.EndOfTurn().run(t.s)
    assert (t.s.outcome is not None) is over


def test_1_3_flags_that_were_taken_in_the_last_turn_count_before_the_points() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, turn=20)
    t.s.captured[0] = t.world.flags_needed
    rally.EndOfTurn().run(t.s)
    assert t.s.outcome is not None
    assert (t.s.outcome.winner, t.s.outcome.reason) == ("army_a", "flags")


@pytest.mark.parametrize(
    ("own", "his", "cards", "first"), [(1, 2, [], 0), (2, 1, [], 1), (1, 1, [3, 3, 7, 5], 0), (1, 1, [2, 6], 1)]
)
def test_25_3_the_lower_number_names_first_and_equal_ones_draw(
    own: int, his: int, cards: list[int], first: int
) -> None:
    t = Table(FACING, groups={"gA1": ("column", "A1", own), "gB1": ("column", "B1", his)}, dice=cards)
    t.s.sector = sector(at("0808"))
    t.s.agenda.clear()
    fights.Naming().run(t.s)
    (frame,) = t.s.agenda
    assert (type(frame), frame.side) == (fights.Name, first)
    assert [event.args for event in t.s.events if event.key == "cards"] == ([(*cards[-2:], first)] if cards else [])


def test_25_3_where_nobody_fights_any_more_no_card_is_drawn() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE})
    t.s.sector = sector(at("0808"))
    t.s.agenda.clear()
    fights.Naming().run(t.s)
    assert [frame.side for frame in t.s.agenda] == [0]


def test_25_4_a_sector_begins_with_no_pass() -> None:
    t = Table(FACING)
    t.s.passes = 1
    fights.begin_sector(t.s, 7)
    assert (t.s.sector, t.s.fought, t.s.passes) == (7, [7], 0)


# [28] [31] engagements and charges


@pytest.mark.parametrize("x", [7, 8])
def test_31_2_a_run_is_straight_or_diagonal_over_two_squares(x: int) -> None:
    start = at(f"{x:02d}08")
    for dx, dy, mid in ((2, 2, (1, 1)), (-2, 0, (-1, 0)), (0, -2, (0, -1)), (2, -2, (1, -1))):
        there = at(f"{x + dx:02d}{8 + dy:02d}")
        assert reach.halfway(start, there) == at(f"{x + mid[0]:02d}{8 + mid[1]:02d}")
    for dx, dy in ((1, 2), (2, 1), (1, 1), (3, 3), (-1, 2), (-2, -1), (0, 0)):
        assert reach.halfway(start, at(f"{x + dx:02d}{8 + dy:02d}")) == -1


@pytest.mark.parametrize("x", [7, 8])
def test_31_5_left_and_right_are_those_of_the_target(x: int) -> None:
    sq = at(f"{x:02d}09")
    assert [reach._along(sq, hand) for hand in (1, -1, 64, -64)] == [x, -x, 9, -9]


@pytest.mark.parametrize("x", [7, 8])
def test_28_2_the_square_straight_ahead_counts_before_the_one_across_a_corner(x: int) -> None:
    for dx in (-1, 0, 1):
        found = totals._crosswise(at(f"{x:02d}08"), (at(f"{x + dx:02d}09"),))
        assert found == (0 if dx == 0 else 1)
    assert totals._crosswise(at(f"{x:02d}08"), (at(f"{x + 1:02d}08"),)) == 0


def test_1_4_the_end_is_told_by_its_winner_or_as_a_draw() -> None:
    for winner, key in ((None, "draw"), (0, "victory"), (1, "victory")):
        t = Table({"A1": ("FR_line", "march", "0808"), **FOE})
        victory.finish(t.s, winner, "flags")
        assert [event.key for event in t.s.events] == [key]


def test_24_6_a_shot_is_told_with_both_its_numbers() -> None:
    t = Table({"A1": ("FR_foot_art", "unlimbered", "0808"), "B1": ("AU_line", "march", "0812")})
    t.s.shots = [(t.piece("A1"), artillery.AT_PIECE, t.piece("B1"), at("0812"), artillery.LONG, 1, 3)]
    drawn = artillery.pool(t.s, t.piece("A1"), artillery.LONG)[1]
    t.roll(2)
    artillery.fire_all(t.s)
    (told,) = [event.args for event in t.s.events if event.key == "shot"]
    assert told[3:] == (drawn, 1, 3, int(drawn in (1, 3)), artillery.LONG)


def test_31_2_of_a_counter_that_lies_hidden_nothing_is_told() -> None:
    t = Table({"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_line", "march", "0810")}, groups=MOVING)
    t.set("B1", hidden=True)
    action = t.game.lexicon.make("charge", t.piece("A1"), t.piece("B1"), at("0809"))
    assert fights.Name(0).why_not(t.s, action) == [("31.2", "no_line", (t.piece("A1"), t.piece("B1")))]


def test_31_6_a_second_charge_starts_behind_where_the_regiment_looks_from() -> None:
    t = Table({"A1": ("FR_light_cav", "march", "0808", "south"), "B1": ("AU_line", "march", "0811")}, groups=MOVING)
    t.hand("A1", (1, 1))
    for charged, found in ((0, []), (1, ["charge A1 B1 0810"])):
        t.set("A1", charged=charged)
        assert [str(action) for action in reach.charges(t.s, t.piece("A1"))] == found


def test_17_3_a_regiment_shoots_in_the_fog_like_its_first_battalion() -> None:
    for units, fire in ((["FR_line", "FR_light"], -2), (["FR_light", "FR_line"], -1)):
        t = Table({"A1": (units, "march", "0808"), "B1": ("AU_line", "march", "0809")}, weather="fog")
        found = totals.attack_terms(t.s, t.piece("A1"), t.piece("B1"), totals.Stance(attacked=False))
        assert ("weather", fire) in found


@pytest.mark.parametrize("charging", [[True, False], [False, True]])
def test_28_6_who_has_no_marker_left_does_not_charge(charging: list[bool]) -> None:
    t = Table(FACING)
    t.hand("B1" if charging[0] else "A1", (5, 3))
    t.s.clash = clash = Clash([t.piece("A1"), t.piece("B1")])
    clash.charging = charging[:]
    t.s.agenda.clear()
    engage.ChargeGoesOn().run(t.s)
    assert clash.charging == [False, False]
    assert "FireAgain" in [type(frame).__name__ for frame in t.s.agenda]


def test_26_2_who_has_named_all_his_regiments_has_answered() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0808"),
            "A2": ("FR_line", "march", "1008"),
            "B1": ("AU_line", "march", "0809"),
            "B2": ("AU_line", "march", "1009"),
        },
        groups={f"g{name}": ("reserve", name) for name in ("A1", "A2", "B1", "B2")},
    )
    t.s.sector = sector(at("0808"))
    t.secret(fights.Deal())
    deals = [text for text in t.options("army_a") if text.startswith("deal")]
    for text in deals[:-1]:
        t.play("army_a", text)
        assert "army_a" in t.to_act
    t.play("army_a", deals[-1])
    assert deals
    assert "army_a" not in t.to_act


def test_30_2_who_has_no_marker_to_lose_in_a_fight_loses_men() -> None:
    for hand, cause in (((), damage.MEN), (((3, 3),), damage.MARKER)):
        t = Table(FACING, dice=[1]).hand("B1", *hand).set("B1", damage=1)
        full = t.look("B1").men
        t.s.clash = Clash([t.piece("A1"), t.piece("B1")])
        combat.apply_damage(t.s, [0, 1])
        assert t.look("B1").damage == 2
        assert (t.look("B1").strength < sum(full)) is (cause == damage.MEN)
        assert t.s.tests == [(t.piece("B1"), cause)]


def test_28_6_a_battery_has_a_front_all_round_in_a_fight() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_foot_art", "unlimbered", "0809", "north")})
    t.hand("A1", (3, 3), (2, 4)).engage("A1", "B1")
    assert combat.clash_of(t.s).bearing == 0


@pytest.mark.parametrize(("kind", "able"), [("AU_line", True), ("AU_foot_art", False)])
def test_35_1_a_battery_attacks_nobody_in_a_fight(kind: str, able: bool) -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": (kind, _shape(kind), "0809")})
    t.s.clash = Clash([t.piece("A1"), t.piece("B1")])
    assert combat.may_attack(t.s, 0)
    assert combat.may_attack(t.s, 1) is able


def test_24_8_an_attack_that_is_too_weak_does_a_battery_nothing() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_foot_art", "unlimbered", "0809")}, terrain={"fortress": "0809"}
    )
    t.men("A1", 1, 0).set("A1", damage=1, skirmished=True)
    t.s.clash = Clash([t.piece("A1"), t.piece("B1")])
    weak = marker_of(1, 6)
    assert combat.strike(t.s, 0, totals.FIRE, [weak, -1]) == 0
    (told,) = [event.args for event in t.s.events if event.key == "attack"]
    assert told[5] < 0


def test_24_8_a_battery_stands_before_an_attacker_without_markers() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_foot_art", "unlimbered", "0809")})
    t.s.clash = Clash([t.piece("A1"), t.piece("B1")])
    assert combat.battery_falls(t.s)
    assert t.where("B1") == "0809"


def test_26_2_a_marker_that_is_not_there_is_refused_by_its_place() -> None:
    t = Table(FACING, groups={"gA1": ("reserve", "A1")}).hand("A1", (4, 5), (3, 3)).hand("B1", (5, 3), (3, 4))
    t.engage("A1", "B1")
    frame, make = t.s.agenda[-1], t.game.lexicon.make
    assert frame.refuse(t.s, 0, make("hold")) == [], "without a marker it may always hold"
    assert frame.refuse(t.s, 0, make("hold", 5)) == [("26.2", "no_such_marker", (5,))]
    assert frame.refuse(t.s, 0, make("fire", 5)) == [("26.2", "no_such_marker", (5,))]


@pytest.mark.parametrize("shape", ["limbered", "unlimbered", "march"])
def test_24_8_a_battery_that_is_reached_falls_or_falls_back(shape: str) -> None:
    kind = "AU_line" if shape == "march" else "AU_foot_art"
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": (kind, shape, "0809")}).hand("A1", (3, 3), (2, 4))
    t.s.clash = Clash([t.piece("A1"), t.piece("B1")])
    assert combat.battery_falls(t.s) is (kind == "AU_foot_art")
    assert (t.where("B1") == "") is (shape == "unlimbered")


def test_34_1_a_support_that_has_made_no_run_assaults() -> None:
    for charged, run in ((0, False), (1, True)):
        t = Table({"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_heavy_cav", "march", "0809")}, groups=MOVING)
        t.hand("A1", (3, 3), (2, 4)).hand("B1", (5, 3), (3, 4)).set("A1", charged=charged)
        t.s.clash = clash = Clash([t.piece("A1"), t.piece("B1")])
        clash.run = True
        charge.MetAgain().run(t.s)
        assert clash.run is run


def test_31_3_the_countercharge_is_met_where_it_has_ridden_to() -> None:
    t = Table(
        {
            "A1": ("FR_heavy_cav", "march", "0808"),
            "B1": ("AU_line", "march", "0810"),
            "B2": ("AU_heavy_cav", "march", "1010"),
        },
        groups=MOVING | {"gB2": ("column", "B2", 1)},
    )
    t.hand("A1", (3, 3), (2, 4)).hand("B1", (5, 3)).hand("B2", (4, 4)).set("B2", dealt=True)
    t.charge("A1", "B1", "0809").play("army_b", "counter B2")
    t.play("army_b", "meet 0909")
    assert t.where("B2") == "0909"
    assert combat.clash_of(t.s).spots == [(at("0809"),), (at("0909"),)]


def test_34_1_a_support_that_steps_in_has_fought_this_turn() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0807"), "B1": ("AU_line", "march", "0809")},
        groups=MOVING | {"gA2": ("support", "A2", "gA1")},
    )
    t.hand("B1", (4, 4)).roll(1)
    t.s.clash = Clash([t.piece("A1"), t.piece("B1")])
    t.s.note_spots()
    support.replace(t.s, 0, t.piece("A2"))
    fresh = t.look("A2")
    assert (fresh.dealt, fresh.engaged, fresh.steady, len(fresh.hand)) == (True, True, True, 1)
    assert (t.where("A2"), t.where("A1")) == ("0808", "0807")
    clash = combat.clash_of(t.s)
    assert (clash.armed[0], clash.volleys[0]) == (1, 0)  # [45.5]


@pytest.mark.parametrize(
    ("shape", "squares", "men", "after"),
    [("line", "0808 0908", (4, 4), "march"), ("attack", "0808", (4, 0), "attack"), ("attack", "0808", (4, 4), "march")],
)
def test_34_1_the_tired_regiment_goes_back_in_column(
    shape: str, squares: str, men: tuple[int, int], after: str
) -> None:
    t = Table({"A1": ("FR_line", shape, squares), **FOE}).men("A1", *men)
    support._stand_down(t.s, t.piece("A1"), (at("0807"), at("0907")))
    assert (t.where("A1"), t.formation("A1")) == ("0807", after)


def test_29_4_every_marker_that_is_turned_strikes() -> None:
    t = Table(FACING).hand("A1", (4, 5))
    t.s.clash = Clash([t.piece("A1"), t.piece("B1")])
    t.set("A1", hand=(0,))  # the first marker of the bag
    t.s.drafts[0].notes = [(0,)]
    melee.MeleeRound().reveal(t.s)
    assert [event.args[0] for event in t.s.events if event.key == "attack"] == [t.piece("A1")]


@pytest.mark.parametrize("frame", [melee.ChargeExchange, melee.MeleeRound])
def test_29_3_a_marker_that_was_turned_is_not_taken_back(frame: type[melee.Exchange]) -> None:
    t = Table(FACING).hand("A1", (4, 5)).hand("B1", (5, 3))
    t.s.clash = Clash([t.piece("A1"), t.piece("B1")])
    frame().reveal(t.s)
    assert t.s.revealed


@pytest.mark.parametrize(("place", "free"), [("0808", False), ("0303", True)])
def test_29_7_a_square_into_which_another_has_come_is_not_entered(place: str, free: bool) -> None:
    t = Table(
        {"A1": ("FR_line", "march", place), "A2": ("FR_line", "march", "0806"), "B1": ("AU_line", "march", "0809")}
    )
    t.s.clash = clash = Clash([t.piece("A2"), t.piece("B1")])
    clash.spots = [(at("0808"),), (at("0809"),)]
    assert bool(combat.advance_goals(t.s, 1)) is free


def test_29_7_a_battalion_in_open_order_does_not_advance_away_from_its_sister() -> None:
    t = Table({"A1": ("FR_light", "open", "0811 0610"), "B1": ("AU_line", "march", "0822")})
    for goal, able in (("0812", True), ("0813", True), ("0814", False), ("1010", False)):
        assert combat._may_stand(t.s, t.piece("A1"), (at(goal), at("0610"))) is able


def test_31_3_the_path_of_a_charge_begins_where_the_charger_stood() -> None:
    for place, able in (("0805", True), ("0804", False)):
        t = Table(
            {
                "A1": ("FR_heavy_cav", "march", "0808"),
                "B1": ("AU_line", "march", "0810"),
                "B2": ("AU_heavy_cav", "march", place),
            },
            groups=MOVING | {"gB2": ("column", "B2", 1)},
        )
        t.hand("A1", (3, 3), (2, 4)).hand("B1", (5, 3))
        t.s.clash = clash = Clash([t.piece("A1"), t.piece("B1")])
        clash.start[0] = (at("0808"),)
        t.set("A1", squares=(at("0809"),))
        assert (counter.counterchargers(t.s) == [t.piece("B2")]) is able


def test_31_3_who_stands_next_to_the_charger_already_meets_him_there_first() -> None:
    t = Table(
        {"A1": ("FR_heavy_cav", "march", "0809"), "B2": ("AU_heavy_cav", "march", "0909")},
        groups={"gB2": ("column", "B2", 1)},
    )
    assert counter.meeting_squares(t.s, t.piece("B2"), t.piece("A1"))[:2] == (at("0909"), at("0808"))


def test_28_6_each_side_is_asked_about_its_own_regiment_and_its_enemy() -> None:
    t = Table(FACING).hand("A1", (4, 5), (3, 3)).hand("B1", (5, 3), (3, 4)).engage("A1", "B1")
    frame = t.s.agenda[-1]
    assert isinstance(frame, engage.FireStep)
    pair = (t.piece("A1"), t.piece("B1"))
    assert [frame.question(t.s, side) for side in (0, 1)] == [pair, pair[::-1]]


def test_31_7_a_charger_returns_in_the_formation_in_which_he_set_out() -> None:
    t = Table({"A1": ("FR_heavy_cav", "line", "0808 0908"), "B1": ("AU_line", "march", "0810")}, groups=MOVING)
    t.hand("A1", (1, 6), (1, 5)).hand("B1", (1, 1), (1, 2)).charge("A1", "B1", "0809")
    clash = combat.clash_of(t.s)
    assert (clash.start[0], clash.start_formation) == ((at("0808"), at("0908")), [LINE, 0])


def test_31_4_a_march_column_that_is_charged_shoots_worse() -> None:
    for shape, worse in (("march", True), ("line", False)):
        squares = "0810 0910" if shape == "line" else "0810"
        t = Table({"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_line", shape, squares)}, groups=MOVING)
        t.hand("A1", (1, 6), (1, 5)).hand("B1", (1, 1), (1, 2)).charge("A1", "B1", "0809")
        assert t.options("army_b") == ["fire 1", "fire 2", "pass"]
        t.play("army_b", "fire 1")
        shots = [attack for piece, _, _, attack, *_ in t.s.tale if piece == t.piece("B1")]
        assert [("march_column", -1) in attack for attack in shots] == [worse]
        assert [mine for *_, mine in t.s.tale] == [-1]  # the charger meets it without a marker


def test_31_7_a_charge_that_goes_on_wheels_into_line() -> None:
    t = Table(
        {"A1": ("FR_heavy_cav", "line", "0808 0809", "west"), "B1": ("AU_heavy_cav", "line", "0610 0710")},
        groups=MOVING,
    )
    t.hand("A1", (4, 4), (3, 3)).hand("B1", (5, 3), (3, 4))
    charge.go_on(t.s, t.piece("A1"), t.piece("B1"), (at("0709"), at("0809")))
    assert (t.where("A1"), FACINGS[t.look("A1").facing]) == ("0709 0809", "north")
    clash = combat.clash_of(t.s)
    assert (clash.run, clash.closed) == (True, True)  # [29.2] a charge with its run, no assault
    assert not engage.assault(t.s, t.piece("A1"), t.piece("B1"))
    assert (t.look("A1").charged, t.look("B1").engaged) == (1, True)


def test_31_3_the_first_regiment_of_an_army_countercharges_too() -> None:
    t = Table(
        {
            "A1": ("FR_heavy_cav", "march", "1010"),
            "A2": ("FR_line", "march", "0808"),
            "B1": ("AU_heavy_cav", "march", "0810"),
        },
        groups=MOVING | {"gB1": ("column", "B1", 1)},
    )
    t.hand("A1", (3, 3)).hand("A2", (2, 4)).hand("B1", (5, 3), (3, 4))
    t.charge("B1", "A2", "0809").play("army_a", "counter A1")
    while t.asked == "Meet":
        t.play("army_a", t.options("army_a")[0])
    assert t.asked == "CavalryClash"
    assert combat.clash_of(t.s).charging == [True, True]


def test_31_7_the_target_of_a_charge_that_goes_on_has_fought_this_turn() -> None:
    t = Table({"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_heavy_cav", "march", "0810")}, groups=MOVING)
    t.hand("A1", (4, 4), (3, 3)).hand("B1", (5, 3), (3, 4))
    charge.go_on(t.s, t.piece("A1"), t.piece("B1"), (at("0809"),))
    assert t.look("B1").engaged
    assert t.look("A1").charged == 1


def test_31_6_a_pursuer_has_the_points_of_his_formation_and_no_more() -> None:
    for before, after in ((0, None), (3, 3)):
        t = Table({"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_line", "march", "0810")}, groups=MOVING)
        t.set("B1", routed=True).set("A1", allowance=before)
        full = pursuit.allowance(t.s, t.piece("A1"), t.look("A1").formation)
        pursuit.pursue(t.s, t.piece("A1"), t.piece("B1"), at("0809"))
        assert full > 3
        assert t.look("A1").allowance == (full if after is None else after)


def test_31_6_a_pursuer_looks_from_his_first_square_at_the_enemy() -> None:
    t = Table({"A1": ("FR_heavy_cav", "line", "0808 0908"), "B1": ("AU_line", "march", "1109")}, groups=MOVING)
    t.set("B1", routed=True)
    pursuit.pursue(t.s, t.piece("A1"), t.piece("B1"), at("1009"))
    assert (t.where("A1"), FACINGS[t.look("A1").facing]) == ("1009", "east")


# [37] retreats


def test_14_5_only_who_is_in_order_and_keeps_it_is_disordered_on_the_way_back() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE})
    for face, rout, disorders in ((0, False, True), (0, True, False), (1, False, False), (1, True, False)):
        t.set("A1", damage=face)
        assert withdraw._ground(t.s, t.piece("A1"), rout).disorders is disorders


def test_14_5_a_step_out_of_a_wood_is_noted_on_the_way_back() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, terrain={"wood": "0808 0807"})
    for damaged, goal, noted in ((0, "0807", False), (0, "0707", True), (1, "0707", False)):
        ground = withdraw._ground(t.set("A1", damage=damaged).s, t.piece("A1"), False)
        wake = withdraw._wake(t.s, t.piece("A1"), 0, 0, ((at("0808"),), (at(goal),)), ground)
        assert bool(wake & withdraw.LEFT_COVER) is noted


def test_14_8_who_runs_into_an_enemy_zone_ends_on_no_friend() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0807"), "B1": ("AU_line", "march", "0806")}
    )
    found = withdraw.plan_retreat(t.s, t.piece("A1"), False)
    assert found.fate == "zone"
    assert {way.squares[0] for way in found.ways} == {at("0707"), at("0907")}


@pytest.mark.parametrize("side", [0, 1])
def test_20_9_an_enemy_general_is_a_prize_on_the_way_back_and_ones_own_is_none(side: int) -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0812")},
        generals={"AG1": ("silver", "0405", "A1"), "BG1": ("silver", "0415", "B1")},
    )
    ground = withdraw._ground(t.s, t.piece("AB"[side] + "1"), True)
    found = [bool(ground.prizes >> at(sq) & 1) for sq in ("0405", "0415")]
    assert found == [side == 1, side == 0]


def test_37_4_what_a_step_back_meets_lies_where_it_leads() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0807"), **FOE}, flags={"B1": "0806"})
    ground = withdraw._ground(t.s, t.piece("A1"), False)
    friend, flag = 1 << at("0807"), 1 << at("0806")
    first = withdraw._wake(t.s, t.piece("A1"), 0, ground.prizes, ((at("0808"),), (at("0807"),)), ground)
    assert (bool(first & friend), bool(first & flag)) == (True, True)
    second = withdraw._wake(t.s, t.piece("A1"), 0, first, ((at("0807"),), (at("0806"),)), ground)
    assert (bool(second & friend), bool(second & flag)) == (True, False)


def test_39_2_who_falls_back_out_of_a_place_is_not_counted_on() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, terrain={"farm": "0808"}).set("A1", shelled=2)
    t.open(withdraw.GoBack(t.piece("A1"), False))
    while t.asked == "GoBack":
        t.play("army_a", t.options("army_a")[0])
    assert t.where("A1") != "0808"
    assert t.look("A1").shelled == 0


def test_37_4_who_routs_already_or_is_gone_does_not_fall_back() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE})
    for fields, asked in (({}, ["GoBack", "FollowBack"]), ({"routed": True}, []), ({"squares": ()}, [])):
        t.s.agenda.clear()
        t.set("A1", **{"routed": False, **fields})
        withdraw.fall_back(t.s, t.piece("A1"))
        assert [type(frame).__name__ for frame in reversed(t.s.agenda)] == asked


@pytest.mark.parametrize(("name", "away"), [("A1", "south"), ("B1", "north")])
def test_37_5_who_routs_turns_his_back_on_the_enemy(name: str, away: str) -> None:
    for rout, facing in ((True, away), (False, "north" if name == "A1" else "south")):
        t = Table({"A1": ("FR_line", "march", "0810"), "B1": ("AU_line", "march", "0813")})
        t.set(name, routed=rout).open(withdraw.GoBack(t.piece(name), rout))
        while t.asked == "GoBack":
            side = t.to_act[0]
            t.play(side, t.options(side)[0])
        assert FACINGS[t.look(name).facing] == facing


@pytest.mark.parametrize(
    ("kind", "rout", "found"), [("FR_line", False, True), ("FR_line", True, False), ("FR_foot_art", False, False)]
)
def test_42_1_only_a_regiment_in_order_looks_for_flags_on_its_way_back(kind: str, rout: bool, found: bool) -> None:
    t = Table({"A1": (kind, _shape(kind), "0808"), **FOE}, flags={"B1": "0912"})
    ground = withdraw._ground(t.s, t.piece("A1"), rout)
    assert bool(ground.prizes >> at("0912") & 1) is found


def test_37_4_one_square_before_the_edge_is_room_for_one_step() -> None:
    t = Table({"A1": ("FR_line", "march", "0801"), **FOE})
    found = withdraw.plan_retreat(t.s, t.piece("A1"), False)
    assert (found.fate, [way.squares for way in found.ways]) == ("go", [(at("0800"),)])


def test_37_4_who_has_no_way_back_has_had_his_retreat() -> None:
    t = Table({"A1": ("FR_line", "march", "0800"), **FOE})
    t.open(withdraw.GoBack(t.piece("A1"), False))
    assert (t.where("A1"), t.look("A1").retreated, t.asked) == ("0800", True, "Rest")
    assert "cannot_retreat" in t.told


@pytest.mark.parametrize("steady", [1, 0])
def test_37_3_a_shaken_group_tests_once_for_all(steady: int) -> None:
    pieces = {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0908"), **FOE}
    t = Table(pieces, groups={"gA1": ("column", "A1 A2", 1)}, generals={"AG0": ("silver", "0807")})
    group = t.look("A1").group
    t.s.group(group).shaken = True
    value = t.s.cic(0).value
    t.s.agenda.clear()
    t.roll(value if steady else value + 1)
    rally.steady(t.s, group)
    (told,) = [event.args for event in t.s.events if event.key == "steady"]
    assert told[1:] == (value if steady else value + 1, value, steady)
    assert t.s.group(group).shaken is not bool(steady)
    assert len(t.s.agenda) == (0 if steady else 2)


# [45] the army that the rulebook plays


def test_45_1_it_keeps_the_plan_of_the_scenario_and_lays_no_decoys() -> None:
    t = Table(FACING)
    answers.keep_the_plan(t.s, 1)
    plan = layout.layout(t.s, 1, t.s.drafts[1])
    assert (t.s.drafts[1].stage, plan.squares, plan.decoys) == (layout.DECOYING, {}, [])


def test_45_2_a_change_to_an_order_without_a_number_names_none() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0801"), "B1": ("AU_line", "march", "0812"), "B2": ("AU_line", "march", "0817")},
        groups={"gB1": ("column", "B1", 1), "gB2": ("reserve", "B2")},
    )
    group, cic = t.look("B2").group, t.world.generals[1][0]
    backing = answers._letter(t.s, 1, group, data.Change("gB2", "support", 1, None, "gB1"), cic)
    assert (backing.number, backing.supports) == (0, t.look("B1").group)
    for wanted, given in ((1, 2), (5, 5)):
        moving = answers._letter(t.s, 1, group, data.Change("gB2", "move_column", 1, wanted), cic)
        assert (moving.number, moving.supports) == (given, -1)


def test_45_3_without_a_flag_the_goal_is_the_middle_of_the_far_edge() -> None:
    for side, row in ((0, 23), (1, 0)):
        t = Table(
            {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0815")},
            groups={"gA1": ("column", "A1", 1), "gB1": ("column", "B1", 1)},
            weather="fog",
        )
        t.s.flags = [[], []]
        name = "AB"[side] + "1"
        assert answers.goals_of(t.s, side, t.piece(name)) == (at(f"09{row:02d}"),)


@pytest.mark.parametrize(("place", "near"), [("0815", True), ("0816", False)])
def test_45_2_a_column_has_collapsed_where_no_regiment_is_within_three_squares(place: str, near: bool) -> None:
    t = Table({"A1": ("FR_line", "march", "0812"), "B1": ("AU_line", "march", place)})
    assert contingencies.collapsed(t.s, 1, 1) is not near


@pytest.mark.parametrize(("place", "shape"), [("0813", "line"), ("0814", "march")])
def test_45_3_who_has_no_attack_column_deploys_within_five_squares(place: str, shape: str) -> None:
    t = Table({"A1": ("AU_line", "march", "0808"), "B1": ("FR_line", "march", place)}, groups=MOVING)
    scheme = answers.plan_of(t.s, 0, t.piece("A1"))
    assert FORMATIONS[scheme.formation] == shape


def test_45_3_a_line_before_an_enemy_in_a_wood_stays_a_line_where_it_touches_him() -> None:
    for place, shape in (("0809", "line"), ("0810", "march")):
        t = Table(
            {"A1": ("AU_line", "line", "0808 0908"), "B1": ("FR_line", "march", place)},
            groups=MOVING,
            terrain={"wood": "0609 0709 0809 0909 1009 1109"},
            flags={"B2": "0820"},
        )
        scheme = answers.plan_of(t.s, 0, t.piece("A1"))
        assert FORMATIONS[scheme.formation] == shape


def test_45_3_a_general_with_nothing_behind_his_group_stays() -> None:
    t = Table({"A1": ("FR_line", "march", "0800"), **FOE}, generals={"AG1": ("silver", "0805", "A1")}, groups=MOVING)
    assert answers.post_of(t.s, 0, t.general("AG1")) == -1


def test_45_3_a_battery_pays_half_its_points_for_a_wood_on_its_road() -> None:
    wood = " ".join([f"{x:02d}09" for x in range(18)])
    t = Table(
        {"A1": ("FR_foot_art", "limbered", "0808"), "A2": ("FR_line", "march", "0808"), **FOE}, terrain={"wood": wood}
    )
    for name, cost in (("A1", 2), ("A2", 2)):
        road = marching.Road(t.s, t.piece(name), (at("0810"),))
        assert road.left[at("0808")] == 1 + cost


def test_45_3_a_line_goes_on_where_one_step_nearer_is_open_to_all_of_it() -> None:
    for wood, able in (("0909 1009", True), ("0809 0909 1009", False), ("", True)):
        t = Table(
            {"A1": ("AU_line", "line", "0808 0908"), **FOE}, groups=MOVING, terrain={"wood": wood} if wood else {}
        )
        road = marching.Road(t.s, t.piece("A1"), (at("0812"),))
        assert marching.open_to_line(t.s, t.piece("A1"), t.look("A1").squares, road) is able


@pytest.mark.parametrize(
    ("name", "goal", "shape"), [("A1", "0810", "march"), ("A2", "0810", "line"), ("A2", "0812", "march")]
)
def test_45_3_a_support_close_behind_its_group_does_not_fold_before_a_wood(name: str, goal: str, shape: str) -> None:
    t = Table(
        {"A1": ("FR_line", "line", "0808 0908"), "A2": ("FR_line", "line", "0808 0908"), **FOE},
        groups=MOVING | {"gA2": ("support", "A2", "gA1")},
        terrain={"wood": "0609 0709 0809 0909 1009 1109"},
    )
    other = "A2" if name == "A1" else "A1"
    t.set(other, squares=(at("0303"), at("0403")))
    scheme = plans.new_scheme(t.s, t.piece(name))
    marching.fold(t.s, 0, scheme, marching.Road(t.s, t.piece(name), (at(goal),)), False)
    assert FORMATIONS[scheme.formation] == shape


def test_45_3_a_lane_is_kept_to_an_enemy_whom_only_friends_cover() -> None:
    for wood, squares in (("0910", ("0809", "0810", "0811")), ("0810", ()), ("0710", ("0809", "0810", "0811"))):
        t = Table(
            {"A1": ("FR_foot_art", "limbered", "0808"), "B1": ("AU_line", "march", "0812")}, terrain={"wood": wood}
        )
        assert gunnery._line_of_fire(t.s, 0, t.piece("A1")) == tuple([at(sq) for sq in squares])


def test_45_3_a_battery_takes_no_post_in_a_wood_or_a_river() -> None:
    for ground in ("wood", "river"):
        t = Table(
            {"A1": ("FR_line", "march", "0810"), "A9": ("FR_foot_art", "limbered", "0808"), **FOE},
            groups={"gA1": ("column", "A1", 1), "gA9": ("support", "A9", "gA1")},
            terrain={"hill": "0711 0811", ground: "0811"},
        )
        assert gunnery.hills(t.s, 0, t.piece("A9")) == (at("0711"),)


def test_45_3_a_line_forms_no_attack_column_before_the_enemy() -> None:
    for shape, squares, then in (("line", "0808 0908", "line"), ("march", "0808", "attack")):
        t = Table({"A1": ("FR_line", shape, squares), "B1": ("AU_line", "march", "0811")}, groups=MOVING)
        scheme = plans.new_scheme(t.s, t.piece("A1"))
        marching.attack_column(t.s, 0, scheme)
        assert FORMATIONS[scheme.formation] == then


@pytest.mark.parametrize(("place", "shape"), [("0810", "line"), ("0811", "march")])
def test_45_3_a_reserve_deploys_when_the_enemy_is_two_squares_away(place: str, shape: str) -> None:
    t = Table(
        {"A1": ("AU_line", "march", "0808"), "B1": ("FR_line", "march", place)}, groups={"gA1": ("reserve", "A1")}
    )
    assert FORMATIONS[answers.plan_of(t.s, 0, t.piece("A1")).formation] == shape


def test_45_3_only_a_garrison_goes_at_those_who_came_in() -> None:
    for order, found in (("garrison", (at("0809"),)), ("reserve", ())):
        t = Table(
            {"A1": ("FR_line", "march", "0807"), "B1": ("AU_line", "march", "0809")}, groups={"gA1": (order, "A1")}
        )
        assert answers.goals_of(t.s, 0, t.piece("A1")) == found


@pytest.mark.parametrize("active", [True, False])
def test_45_4_who_skirmishes_by_his_number_uses_no_intervention(active: bool) -> None:
    t = Table({"A1": ("FR_light", "march", "0808"), "B1": ("AU_line", "march", "0811")}, groups=MOVING)
    t.set("A1", active=active)
    answers.write_skirmish(t.s, 0)
    assert t.s.drafts[0].notes[0] == (-1, t.piece("A1"), 0)
    assert t.s.drafts[0].stage == (0 if active else 1)


def test_45_6_shaken_groups_are_steadied_when_nobody_is_left_to_rally() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0908"), **FOE})
    make = t.game.lexicon.make
    steady, done = make("steady", t.look("A1").group), make("done")
    assert answers.rally_all(t.s, 0, [steady, done]) is steady
    t.set("A2", damage=2).set("A1", damage=1)
    marked = [make("rally", t.piece("A1")), make("rally", t.piece("A2"))]
    assert answers.rally_all(t.s, 0, [*marked, steady, done]) is marked[1]


def test_45_5_cavalry_turns_a_marker_against_cavalry() -> None:
    t = Table(FACING, dice=[2]).hand("A1", (4, 5), (3, 3))
    t.s.clash = Clash([t.piece("A1"), t.piece("B1")])
    answers.write_clash(t.s, 0)
    answers.write_clash(t.s, 1)
    assert [draft.notes for draft in t.s.drafts] == [[(1,)], [(-1,)]]


def test_45_2_the_player_is_offered_the_changes_that_are_still_open() -> None:
    match = grognard.start("merde", "maida_1806", {"solitaire": "army_b"}, seed="changes")
    s = match.state
    assert isinstance(s, Battle)
    (change,) = contingencies.contingencies(s, 1)
    release = s.group(contingencies.group_of(s, 1, change)).release
    for turn, offered in ((release - 1, []), (release, [0])):
        s.turn = turn
        assert contingencies.open_contingencies(s, 0) == offered
        assert contingencies.open_contingencies(s, 1) == []
        offers = [str(action) for action in messages.Orders()._first(s, 0, Draft())]
        assert [text for text in offers if text.startswith("enemy")] == [f"enemy {n + 1}" for n in offered]
    contingencies.fire(s, 0)
    assert contingencies.open_contingencies(s, 0) == []


def test_45_3_a_moving_group_keeps_to_its_column_and_a_support_goes_where_it_must() -> None:
    pieces = {
        "A1": ("FR_line", "march", "0808"),
        "A2": ("FR_line", "march", "0807"),
        "B1": ("AU_line", "march", "0820"),
    }
    t = Table(pieces, groups=MOVING | {"gA2": ("support", "A2", "gA1")})
    for name, kept in (("A1", True), ("A2", False)):
        road = marching.Road(t.s, t.piece(name), (at("0820"),))
        assert all((sq & 63) // 6 == 1 for sq in road.left) is kept


@pytest.mark.parametrize("x", [7, 8])
def test_45_3_how_far_ahead_and_aside_an_enemy_is(x: int) -> None:
    t = Table({"A1": ("FR_line", "march", f"{x:02d}08"), **FOE})
    for dx, dy in ((0, 3), (1, 2), (-2, 1), (3, -1)):
        t.set("B1", squares=(at(f"{x + dx:02d}{8 + dy:02d}"),))
        found = [marching._bearing(t.s, t.look("A1").squares, facing, t.piece("B1")) for facing in range(4)]
        assert found == [(dy, abs(dx)), (dx, abs(dy)), (-dy, abs(dx)), (-dx, abs(dy))]


@pytest.mark.parametrize("x", [7, 8])
def test_45_3_a_road_is_measured_by_what_is_left_and_how_straight_it_is(x: int) -> None:
    t = Table({"A1": ("FR_line", "march", f"{x:02d}08"), **FOE}, groups=MOVING)
    road = marching.Road(t.s, t.piece("A1"), (at(f"{x + 1:02d}11"),))
    assert road.far((at(f"{x:02d}08"),)) == (3, 3, 4)
    assert road.far((at(f"{x + 1:02d}09"),)) == (2, 2, 2)
    scheme = plans.new_scheme(t.s, t.piece("A1"))
    sheet = plans.Sheet(t.s, 0, t.s.drafts[0], scheme)
    straight = marching.Road(t.s, t.piece("A1"), (at(f"{x:02d}11"),))
    assert marching._best_step(t.s, sheet, scheme, straight, 4, ()) == at(f"{x:02d}09")


@pytest.mark.parametrize("facing", range(4))
def test_45_3_before_it_are_the_three_squares_of_its_front(facing: int) -> None:
    t = Table({"A1": ("FR_line", "march", "0808", FACINGS[facing]), **FOE})
    front = (("0709", "0809", "0909"), ("0907", "0908", "0909"), ("0707", "0807", "0907"), ("0707", "0708", "0709"))[
        facing
    ]
    for place in ("0707", "0708", "0709", "0807", "0809", "0907", "0908", "0909"):
        t.set("B1", squares=(at(place),))
        ahead = marching._ahead(t.s, t.look("A1").squares, facing, t.piece("B1"))
        assert ahead is (place in front)


def test_45_3_who_makes_for_his_column_goes_no_deeper_than_his_first_battalion_stands() -> None:
    t = Table({"A1": ("FR_line", "line", "0809 0808", "east"), **FOE}, groups=MOVING)
    found = answers.column_ahead(t.s, 0, t.piece("A1"), 2)
    assert min(sq >> 6 for sq in found) == 9


@pytest.mark.parametrize("closed", ["friend", "enemy", ""])
def test_45_3_a_general_takes_no_post_that_is_held_or_in_an_enemy_zone(closed: str) -> None:
    others = {"friend": {"A2": ("FR_line", "march", "0709")}, "enemy": {"B1": ("AU_line", "march", "0608")}, "": {}}
    t = Table(
        {"A1": ("FR_line", "march", "0810"), **FOE, **others[closed]},
        generals={"AG1": ("silver", "0805", "A1")},
        groups=MOVING,
    )
    expected = {"friend": "0809", "enemy": "0809", "": "0709"}
    assert answers.post_of(t.s, 0, t.general("AG1")) == at(expected[closed])


@pytest.mark.parametrize("holder", ["A2", "B1"])
def test_45_3_a_battery_seeks_a_hill_on_which_nobody_stands(holder: str) -> None:
    for place, free in (("0815", 1), ("1515", 2)):
        t = Table(
            {
                "A1": ("FR_line", "march", "0810"),
                "A9": ("FR_foot_art", "limbered", "0808"),
                holder: ("FR_line", "march", place),
            },
            groups={"gA1": ("column", "A1", 1), "gA9": ("support", "A9", "gA1")},
            terrain={"hill": "0711 0811"},
        )
        t.set(holder, squares=(at("0811" if free == 1 else "1515"),))
        assert len(gunnery.hills(t.s, 0, t.piece("A9"))) == free


@pytest.mark.parametrize("facing", range(4))
def test_45_3_behind_is_what_lies_back_of_the_rank(facing: int) -> None:
    t = Table({"A1": ("FR_line", "march", "0808", FACINGS[facing]), **FOE})
    back = ("0807", "0708", "0809", "0908")[facing]
    beside = ("0908", "0807", "0708", "0809")[facing]
    for place, behind in ((back, True), (beside, False)):
        t.set("B1", squares=(at(place),))
        assert marching._behind(t.s, t.look("A1").squares, facing, t.piece("B1")) is behind
