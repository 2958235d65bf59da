"""Chapters 5 to 10 at their seams: what single lines measure, allow and stop."""

from __future__ import annotations

import random

import pytest
import shapely

from grognard.games.tabletop.rules import charges, fire, flight, melee, morale, orders, rally, sight
from grognard.games.tabletop.rules.movement import moves, pathing
from grognard.games.tabletop.rules.movement.pathing import Leg
from grognard.games.tabletop.rules.movement.room import Room
from grognard.games.tabletop.world import data
from grognard.games.tabletop.world.ground import CLEAR, SLOW, stops
from grognard.games.tabletop.world.state import RETREATING, ROUTED
from grognard.games.tabletop.world.world import act
from toolkit_tabletop import Table, U, rect

FOE = {"B-1": U(900, 1100, 1800)}


# [9.9] abandoned guns


def test_9_9_the_guns_of_the_second_side_are_taken_once_and_not_manned_again() -> None:
    t = Table({"B-1": U(900, 600, 1800, "foot_art_medium", "unlimbered", bases=2), "A-1": U(900, 599)})
    morale.fail(t.s, t.u("B-1"), ROUTED)
    t.unit("B-1").y = 645
    flight.take_parks(t.s)
    flight.take_parks(t.s)
    assert t.told.count("guns_taken") == 1
    t.unit("A-1").y = 300
    assert not rally.remanned(t.s, t.u("B-1"))
    t.s.parks = [park._replace(taken=-1) for park in t.s.parks]
    assert rally.remanned(t.s, t.u("B-1"))


# [8.10] [9.4] who falls back or runs


@pytest.mark.parametrize(("gap", "stops"), [(20, True), (60, True), (75, True), (200, False)])
def test_8_10_who_falls_back_stops_before_an_enemy_behind_him(gap: int, stops: bool) -> None:
    """Light cavalry falls back 11 cm or more: an enemy a little behind is not leapt over."""
    t = Table({"A-1": U(900, 600, 0, "light_cav", bases=2), "B-1": U(900, 500, 0, bases=1), "B-2": U(300, 1100, 1800)})
    rear = 600 - t.s.layout(t.u("A-1")).depth
    t.unit("B-1").y = rear - gap
    flight.fall_back(t.s, t.u("A-1"))
    free = Table({"A-1": U(900, 600, 0, "light_cav", bases=2), "B-2": U(300, 1100, 1800)})
    flight.fall_back(free.s, free.u("A-1"))
    ran = 600 - t.where("A-1")[1]
    assert (ran < 600 - free.where("A-1")[1]) is stops
    assert not stops or ran <= gap


def test_9_4_who_has_no_room_to_run_turns_his_back_all_the_same() -> None:
    t = Table({"A-1": U(900, 30), **FOE})
    t.unit("A-1").status = RETREATING
    t.compulsory().play("french", "face back")
    assert t.where("A-1")[2] == 1800
    assert t.where("A-1")[1] < 30


# [7.4] a square fires to all sides


@pytest.mark.parametrize("facing", [0, 900, 1800, 2700, 450])
def test_7_4_the_fronts_of_a_square_are_a_quarter_turn_apart(facing: int) -> None:
    t = Table({"A-1": U(900, 600, facing, formation="square"), **FOE})
    headings = [heading for _, _, heading, _ in sight.fronts(t.s, t.u("A-1"))]
    assert sorted(headings) == sorted([(facing + turn) % 3600 for turn in (0, 900, 1800, 2700)])


# [8.3] [8.6] melee


@pytest.mark.parametrize(("ran", "charged"), [(0, False), (1, True), (60, True)])
def test_8_6_one_millimetre_is_a_charge_and_standing_is_none(ran: int, charged: bool) -> None:
    t = Table({"A-1": U(900, 600), "B-1": U(900, 600, 1800)}).contact("A-1", "B-1")
    t.unit("A-1").ran = ran
    assert melee.just_charged(t.s, t.u("A-1")) is charged


def test_8_3_of_two_enemies_that_touch_as_much_the_first_listed_is_struck() -> None:
    t = Table({"A-1": U(900, 600), "B-1": U(850, 600, 1800), "B-2": U(950, 600, 1800)})
    t.contact("A-1", "B-2").contact("A-1", "B-1")
    assert melee.struck_enemies(t.s, t.u("A-1")) == [t.u("B-1")]
    t.unit("B-1").x = 825
    assert melee.struck_enemies(t.s, t.u("A-1")) == [t.u("B-2")]


@pytest.mark.parametrize("formation", ["square", "masse"])
def test_8_3_a_square_strikes_on_each_side_the_one_who_touches_most_of_it(formation: str) -> None:
    nations = ("AU", "GB")
    t = Table(
        {
            "A-1": U(900, 600, 0, formation=formation),
            "B-1": U(900, 600, 1800, bases=1),
            "B-2": U(900, 600, 1800, bases=1),
            "B-3": U(900, 600, 0, bases=1),
        },
        nations=nations,
    )
    shape = t.s.layout(t.u("A-1"))
    t.unit("B-1").x, t.unit("B-2").x = 900 - shape.width // 2 - 8, 900 + 10
    t.unit("B-1").y = t.unit("B-2").y = 601  # a millimetre away is contact
    t.unit("B-3").y = 600 - shape.depth
    for name in ("B-1", "B-2", "B-3"):
        t.contact(name, "A-1")
    assert melee.struck_enemies(t.s, t.u("A-1")) == [t.u("B-2"), t.u("B-3")]


# [8.12] following up


def test_8_12_victorious_infantry_may_advance_into_the_settlement_it_has_stormed() -> None:
    houses = rect("settlement", 84, 31, 96, 34, "heavy")
    t = Table({"A-1": U(900, 300), "A-2": U(930, 330, bases=1), **FOE}, terrain=[houses])
    t.unit("A-2").x, t.unit("A-2").y = 955, 335
    t.follow_up("A-1")
    assert t.rules("french", "advance 20") == []


# [5.8] the longest step


@pytest.mark.parametrize(
    ("verb", "hand", "beside"), [("wheel", 1, (960, 340)), ("shift", 1, (1015, 300)), ("back", 0, (900, 255))]
)
def test_5_9_the_longest_step_is_legal_and_one_more_is_not(verb: str, hand: int, beside: tuple[int, int]) -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(*beside, bases=1), **FOE})
    t.moving("A-1")
    region = moves.StepRegion(t.s, Room(t.s, t.u("A-1")), verb, hand)
    most = region.longest()
    assert most > moves.SMALLEST[verb]
    assert region.legal(most)
    assert not region.legal(most + 1)


# [6.2] [6.11] charges


def test_6_2_a_charge_needs_a_run_or_contact() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 300, 1800)})
    found = charges.plan_charge(t.s, t.u("A-1"), t.u("B-1"))
    assert (found.run, [rule for rule, _, _ in found.reasons]) == (0, [])
    t.unit("B-1").x = 1300
    assert [rule for rule, _, _ in charges.plan_charge(t.s, t.u("A-1"), t.u("B-1")).reasons][:1] == ["6.2"]


def test_5_20_where_no_way_is_legal_the_first_one_says_why() -> None:
    t = Table({"A-1": U(900, 300), **FOE})
    found = pathing.route(t.s, t.u("A-1"), 900, 900, 0)
    assert [rule for rule, _, _ in found.reasons] == ["5.8"]
    near = pathing.route(t.s, t.u("A-1"), 900, 340, 0)
    assert (near.reasons, near.end.y) == ([], 340)


# [5.9] steps


def test_5_9_a_step_of_one_to_the_right_is_written_so() -> None:
    for leg, text in (
        (Leg("shift", 1), "shift right 1"),
        (Leg("shift", -1), "shift left 1"),
        (Leg("wheel", 1), "wheel right 1"),
        (Leg("wheel", -300), "wheel left 300"),
        (Leg("advance", 1), "advance 1"),
        (Leg("turn", 0), "turn"),
    ):
        assert str(moves.written(leg)) == text
        assert moves.leg_of(moves.written(leg)) == leg


def test_5_9_a_step_of_nothing_is_none() -> None:
    t = Table({"A-1": U(900, 300), **FOE}).moving("A-1")
    for step in ("advance 0", "back 0", "wheel right 0", "shift left 0"):
        assert t.rules("french", step) == ["5.9"]
        assert [refusal.key for refusal in t.match.why_not("french", step)] == ["nothing"]


@pytest.mark.parametrize(
    ("bases", "angle", "friend", "free"), [(4, 600, (885, 360), (885, 440)), (8, 300, (835, 370), (835, 460))]
)
def test_5_18_a_wheel_meets_those_whom_its_outer_end_comes_to(
    bases: int, angle: int, friend: tuple[int, int], free: tuple[int, int]
) -> None:
    for place, rules in ((friend, ["5.18"]), (free, [])):
        t = Table({"A-1": U(900, 300, bases=bases), "A-2": U(*place, bases=1), **FOE}).moving("A-1")
        assert t.rules("french", f"wheel right {angle}") == rules


def test_5_4_a_unit_too_far_to_attach_to_says_by_how_much() -> None:
    t = Table({"A-1": U(900, 300), **FOE})
    general = t.s.generals[0]
    general.x, general.y = 900, 300 + 307
    assert orders.attach_reasons(t.s, 0, t.u("A-1")) == [("5.4", "ride_far", (0, 7))]
    general.y = 600
    assert orders.attach_reasons(t.s, 0, t.u("A-1")) == []


# [7.10] sight


@pytest.mark.parametrize(("there", "seen"), [((812, 900, 988), False), ((812, 988), True), ((812, 900), True)])
def test_7_10_who_stands_right_before_a_long_front_takes_its_sight(there: tuple[int, ...], seen: bool) -> None:
    """A line of eight bases looks from its middle and from near both ends."""
    screen = {f"A-{n}": U(x, 320, bases=1) for n, x in enumerate(there, 2)}
    t = Table({"A-1": U(900, 300, bases=8), **screen, "B-1": U(900, 620, 1800, bases=1)})
    assert sight.sees(t.s, t.u("A-1"), t.u("B-1")) is seen


# [6.6] both sides alike


def test_6_6_the_first_side_forms_square_before_the_cavalry_of_the_second() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 450, 1800, "heavy_cav"), "B-2": U(300, 900, 1800)}, dice=[4])
    t.moving("B-1").play("coalition", "charge A-1")
    assert (t.asked, t.to_act) == ("EmergencySquare", ("french",))
    t.play("french", "try")
    assert t.unit("A-1").formation == "square"


def test_3_5_the_very_first_unit_holds_cavalry_in_check_too() -> None:
    t = Table(
        {
            "A-1": U(900, 300, formation="square"),
            "A-2": U(300, 300),
            "B-1": U(900, 420, 1800, "light_cav", order="attack"),
        }
    )
    assert orders.held_in_check(t.s, t.u("B-1")) == t.u("A-1") == 0


@pytest.mark.parametrize(("formation", "bases", "count"), [("column", 3, 2), ("line", 3, 3), ("march", 3, 1)])
def test_7_2_only_the_first_rank_fires(formation: str, bases: int, count: int) -> None:
    t = Table({"A-1": U(900, 300, formation=formation, bases=bases), **FOE})
    assert fire.muzzle_count(t.s, t.u("A-1")) == count


@pytest.mark.parametrize(("mm", "rules"), [(-50, []), (0, []), (1, []), (2, ["3.6"]), (50, ["3.6"])])
def test_3_6_under_retreat_a_step_away_from_home_is_more_than_the_millimetre_of_rounding(
    mm: int, rules: list[str]
) -> None:
    t = Table({"A-1": U(900, 300, order="retreat"), **FOE})
    assert [rule for rule, *_ in orders.order_forbids(t.s, t.u("A-1"), (900, 300), (900, 300 + mm))] == rules


@pytest.mark.parametrize(("hand", "x"), [("right", 948), ("left", 852)])
def test_5_18_a_wheel_meets_nobody_on_the_other_hand(hand: str, x: int) -> None:
    """The friend stands close before the corner on which it turns."""
    t = Table({"A-1": U(900, 300), "A-2": U(x, 320, bases=1), **FOE}).moving("A-1")
    assert t.rules("french", f"wheel {hand} 100") == []
    assert t.rules("french", f"wheel {'left' if hand == 'right' else 'right'} 100") == ["5.18"]


def test_6_1_who_is_charged_by_two_is_told_of_the_first() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(880, 330, 1800), "B-2": U(930, 330, 1800), "B-3": U(700, 400, 1800)})
    for name in ("B-1", "B-2"):
        t.unit(name).target = t.u("A-1")
    assert charges.pinned_by(t.s, t.u("A-1")) == [t.u("B-1"), t.u("B-2")]
    assert charges.target_reasons(t.s, t.u("A-1"), t.u("B-3")) == [("6.1", "pinned", (t.u("A-1"), t.u("B-1")))]
    assert charges.target_reasons(t.s, t.u("A-1"), t.u("B-2")) == []


def test_1_4_the_base_that_fires_stands_in_the_middle_of_each_side_of_a_square() -> None:
    t = Table({"A-1": U(900, 300, formation="square"), **FOE})
    shape = t.s.layout(t.u("A-1"))
    assert (shape.front, shape.ranks, shape.width) == ((0,), (1,), shape.depth)


def test_6_2_a_charge_that_would_wheel_too_far_says_by_how_many_degrees() -> None:
    t = Table({"A-1": U(900, 300, formation="column"), "B-1": U(970, 380, 2250)})
    found = charges.plan_charge(t.s, t.u("A-1"), t.u("B-1"))
    assert found.reasons == [("6.2", "charge_wheel", (t.u("A-1"), t.u("B-1"), 45))]


@pytest.mark.parametrize(("facing", "open_to"), [(0, True), (3600, False), (-1, False), (3599, True)])
def test_5_20_a_front_is_less_than_a_whole_turn(facing: int, open_to: bool) -> None:
    t = Table({"A-1": U(900, 300), **FOE}).moving("A-1")
    region = moves.GotoRegion(t.s, Room(t.s, t.u("A-1")))
    assert region.accepts(act("goto", 900, 340, facing)) is open_to


# measured by arithmetic, and by shapes


@pytest.mark.parametrize(
    "form",
    [
        data.Form(kind="ellipse", x=90, y=60, rx=20, ry=10),
        data.Form(kind="rect", x0=80, y0=50, x1=100, y1=60),
        data.Form(kind="polyline", points=[(80, 50), (95, 60), (100, 75)], width=3),
    ],
)
def test_7_10_a_line_is_stopped_by_the_ground_that_it_meets(form: data.Form) -> None:
    t = Table({"A-1": U(300, 300), **FOE}, terrain=[data.Terrain("hill", "hill", form, None)])
    (area,) = t.world.ground.hills
    chance, met = random.Random(7), 0
    for _ in range(400):
        x, y, x2, y2 = [chance.randrange(*ends) for ends in ((600, 1200), (400, 800), (600, 1200), (400, 800))]
        found = area.shape.intersects(shapely.LineString([(x, y), (x2, y2)]))
        assert stops(area, x, y, x2, y2) is found
        met += found
    assert 50 < met < 350


def test_5_10_woods_that_overlap_are_one_stretch_and_others_are_their_own() -> None:
    woods = [rect("wood", 80, low, 100, high) for low, high in ((40, 45), (50, 60), (55, 65))]
    t = Table({"A-1": U(900, 300), **FOE}, terrain=woods)
    found = [(stretch.end, stretch.kind) for stretch in t.world.ground.stretches(900, 300, 0, 400, False)]
    joined = [each for i, each in enumerate(found) if i + 1 == len(found) or found[i + 1][1] != each[1]]
    assert joined == [(100, CLEAR), (150, SLOW), (200, CLEAR), (350, SLOW), (400, CLEAR)]
