"""Chapters 5 to 8 to the millimetre: what a limit still allows, how a charge is aimed, and what happens once a turn."""

from __future__ import annotations

import pytest
import shapely

from grognard.board.plane import ahead, aside, local
from grognard.games.tabletop.rules import charges, fire, sequence
from grognard.games.tabletop.rules.figures import (
    Pose,
    aspect_from,
    base_fronts,
    centre,
    cover_from,
    pose,
    side_met,
    wheeled,
)
from grognard.games.tabletop.rules.movement import moves, pathing
from grognard.games.tabletop.rules.movement import paces as movement
from grognard.games.tabletop.world import data
from grognard.games.tabletop.world.formations import layout
from grognard.games.tabletop.world.state import FLANK, FRONT
from toolkit import interpreted
from toolkit_tabletop import Table, U, line, rect

FAR = {"B-1": U(900, 1180, 1800)}


@pytest.mark.parametrize(
    ("place", "wheel"),
    [
        ((947, 512, 0), -294),
        ((799, 443, 0), 339),
        ((806, 525, 447), 40),
        ((933, 467, 28), -169),
        ((912, 529, 3519), -5),
        ((924, 512, 3503), -49),
        ((900, 450, 0), 0),
    ],
)
def test_6_2_a_charge_is_aimed_in_five_rounds_from_where_it_looks(place: tuple[int, int, int], wheel: int) -> None:
    """The corner it wheels about moves its front, so that the aim is taken again from there, five times at most."""
    t = Table({"A-1": U(*place), "B-1": U(900, 600, 1800)})
    assert charges.aim(t.s, 0, pose(t.s, 0), 1) == wheel


def test_6_6_an_emergency_square_is_tried_once_a_turn_even_by_who_has_left_his_square() -> None:
    t = Table({"A-1": U(900, 300, 0, "heavy_cav"), "B-1": U(900, 450, 1800), "A-2": U(400, 450, 900, "heavy_cav")})
    t.moving("A-1").play("french", "charge B-1").roll(6).play("coalition", "try")
    assert t.unit("B-1").formation == "square"
    t.moving("B-1").play("coalition", "form column", "end")
    t.unit("A-2").x = 700
    assert not charges.can_square(t.s, t.u("A-2"), t.u("B-1"))
    t.late().play("french", "charge A-2 B-1")
    assert t.asked == "Rest"  # nobody is asked about a square
    assert (t.unit("A-2").target, t.unit("B-1").formation) == (t.u("B-1"), "column")
    sequence.refresh(t.s)
    assert charges.can_square(t.s, t.u("A-2"), t.u("B-1"))


@pytest.mark.parametrize(
    ("limit", "inside", "outside"), [("range_short", "short", "long"), ("range_long", "long", None)]
)
def test_7_7_half_a_millimetre_more_than_a_range_is_forgiven(limit: str, inside: str, outside: str | None) -> None:
    kind = Table({"A-1": U(900, 300), **FAR}).s.info(0).type
    most = 10 * getattr(kind, limit)
    assert [fire.band(kind, most + more) for more in (0, 0.5, 0.501)] == [inside, inside, outside]


def test_5_17_a_shift_may_come_half_a_millimetre_nearer_than_the_limit() -> None:
    """Two bases are 5 cm broad, three 7.5 cm: between their flanks there is always half a millimetre."""
    for amount, rules in ((53, []), (54, ["5.17"])):
        t = Table({"A-1": U(800, 300, bases=2), "B-1": U(925, 300, bases=3)}).moving("A-1")
        assert t.rules("french", f"shift right {amount}") == rules, amount


def test_5_11_guns_are_looked_at_every_two_centimetres_of_their_way() -> None:
    """A road with a gap of less than two centimetres between two looks carries them; a road that ends does not."""
    wood = rect("wood", 80, 20, 100, 60)
    for ends, begins, rules in ((32.05, 33.95, []), (32.05, 34.05, ["5.11"]), (31.95, 33.95, ["5.11"])):
        roads = [line("road", (90, 10), (90, ends), width=3), line("road", (90, begins), (90, 60), width=3)]
        guns = U(900, 300, 0, "foot_art_medium", "limbered", bases=1)
        t = Table({"A-1": guns, **FAR}, terrain=[wood, *roads]).moving("A-1")
        assert t.rules("french", "advance 40") == rules, (ends, begins)


def test_5_9_the_smallest_wheel_on_offer_is_a_degree() -> None:
    t = Table({"A-1": U(900, 300), **FAR}).moving("A-1")
    regions = {o.verb: o for o in t.match.options("french") if isinstance(o, moves.StepRegion)}
    assert {verb: region.as_data()["min"] for verb, region in regions.items()} == moves.SMALLEST
    assert moves.SMALLEST == {"advance": 1, "back": 1, "shift": 1, "wheel": 10}
    degree = movement.arc(100, 10) * movement.rate(t.s, 0, pose(t.s, 0), "clear")
    for left, offered in ((degree, True), (degree - 1, False)):
        t.unit("A-1").left = left
        t.settle()
        wheels = [o for o in t.moving("A-1").match.options("french") if o.verb == "wheel"]
        assert bool(wheels) is offered


def test_5_9_a_wheel_in_a_crowd_is_on_offer_where_a_degree_is_legal() -> None:
    """A friend so near before its outer end that it can wheel a degree, or not even that."""
    for y, offered in ((316, True), (315, False)):
        t = Table({"A-1": U(900, 300), "A-2": U(955, y, bases=1, pm=2), **FAR}).moving("A-1")
        left = [
            o for o in t.match.options("french") if isinstance(o, moves.StepRegion) and o.text == "wheel left ANGLE"
        ]
        assert bool(left) is offered, y


def test_5_14_who_stands_on_a_wall_pays_nothing_for_standing() -> None:
    t = Table({"A-1": U(900, 300), **FAR}, terrain=[line("wall", (80, 30), (100, 30))])
    p = pose(t.s, 0)
    assert movement.straight_cost(t.s, 0, p, 0) == 0
    assert movement.straight_cost(t.s, 0, p, 1) > 0


def test_5_20_a_place_is_measured_to_the_millimetre_however_far() -> None:
    for facing, right, forward in ((0, 12_345, 23_456), (1800, -12_345, -23_456), (900, -23_456, 12_345)):
        assert pathing._offsets(Pose(700, 300, facing, "line"), 700 + 12_345, 300 + 23_456) == (right, forward)


def test_5_9_an_about_face_is_told_without_an_amount() -> None:
    t = Table({"A-1": U(900, 300, formation="march"), **FAR}).moving("A-1").play("french", "turn")
    (found,) = [event.args for _, event in t.match.log() if event.key == "step_turn"]
    assert found[1:] == (0, moves.LEFT)


def test_8_4_every_base_of_the_first_rank_has_its_own_part_of_the_front() -> None:
    t = Table({"A-1": U(900, 300, 0), "B-1": U(900, 600, 900, "light_inf", "open", bases=2)})
    fronts = [[(round(x, 6), round(y, 6)) for x, y in edge.coords] for edge in base_fronts(t.s, 0)]
    assert fronts == [[(850 + 25 * i, 300), (875 + 25 * i, 300)] for i in range(4)]
    fronts = [[(round(x, 6), round(y, 6)) for x, y in edge.coords] for edge in base_fronts(t.s, 1)]
    assert fronts == [[(900, 637.5), (900, 612.5)], [(900, 587.5), (900, 562.5)]]
    square = Table({"A-1": U(900, 300, 0, formation="square"), **FAR})
    (edge,) = base_fronts(square.s, 0)
    assert list(edge.coords) == [(880, 300), (920, 300)]


def slanting(low: int, *ground: data.Terrain) -> Table:
    """A column 7 mm before a slanting enemy; rocks keep it from standing flush, and from passing ``low``."""
    rocks = [rect("impassable", 92.7, 20, 100, 40), rect("impassable", 88, low / 10, 88.5, low / 10 + 1)]
    t = Table({"A-1": U(900, 300, formation="column"), "B-1": U(915, 328, 2440, bases=2)}, terrain=[*rocks, *ground])
    t.unit("A-1").target = t.u("B-1")
    return t


def test_6_11_where_it_cannot_stand_flush_a_charger_goes_straight_on_until_they_touch() -> None:
    for low, closed, y in ((400, True, 307), (307, True, 307), (306, True, 306), (305, True, 305), (304, False, 300)):
        t = slanting(low)
        assert charges.contact_run(t.s, 0, pose(t.s, 0), 1) == 7
        assert charges.close(t.s, 0) is closed
        assert t.where("A-1") == (900, y, 0)
    t = slanting(304)  # three millimetres short they would touch too, but so far back it is not looked for
    t.unit("B-1").y, t.unit("B-1").facing = 324, 2400
    there = pose(t.s, 0)._replace(y=304)
    assert charges.contact_run(t.s, 0, pose(t.s, 0), 1) == 7
    assert charges.touches(t.s, 0, there, 1)
    assert movement.place_reasons(t.s, 0, there) == []
    assert not charges.close(t.s, 0)
    t = slanting(400)
    t.unit("A-1").y = 306  # the last millimetre, and then none
    for _ in range(2):
        assert charges.close(t.s, 0)
        assert t.where("A-1") == (900, 307, 0)


def test_6_11_who_storms_a_settlement_stands_flush_in_it_or_goes_straight_into_it() -> None:
    town = rect("settlement", 80, 25, 100, 60)
    t = Table({"A-1": U(900, 310, 50), "B-1": U(900, 320, 1800)}, terrain=[town])
    t.unit("A-1").target = t.u("B-1")
    assert charges.close(t.s, 0)
    assert t.where("A-1")[1:] == (320, 0)
    t = slanting(400, town)
    assert charges.close(t.s, 0)
    assert t.where("A-1") == (900, 307, 0)


def test_6_11_flush_it_stands_at_least_a_base_along_the_side_it_struck() -> None:
    for x, y, facing, charger, flush in (
        (985, 360, 0, U(0, 0), (975, 400, 0)),  # 15 mm of its front had met
        (815, 360, 0, U(0, 0), (825, 400, 0)),
        (960, 390, 0, U(0, 0), (960, 400, 0)),
        (840, 414, 900, U(0, 0, formation="column"), (850, 414, 900)),  # on the flank
        (840, 419, 900, U(0, 0, formation="column"), (850, 416, 900)),
        (840, 419, 900, U(0, 0, formation="march"), (850, 408, 900)),  # one base in the middle of it
    ):
        t = Table({"A-1": charger._replace(x=x, y=y, facing=facing), "B-1": U(900, 400, 1800)})
        found = charges.lined_up(t.s, 0, 1)
        assert (found.x, found.y, found.facing) == flush, (x, y)


def test_6_11_flush_is_reckoned_along_and_out_of_the_side() -> None:
    """As the rule says: from the middle of the target out to its side, and from there along it."""
    for n in range(150):
        facing, x, y = (n * 233) % 3600, 760 + (n * 37) % 280, 460 + (n * 53) % 280
        t = Table({"A-1": U(x, y, (n * 97) % 3600), "B-1": U(900, 600, facing)})
        cx, cy = centre(t.s, 1)
        middle = ahead(x, y, (n * 97) % 3600, -7)
        right, forward = local(cx, cy, facing, *middle)
        side = side_met(t.s, 1, *middle)
        along = (right, -forward, -right, forward)[side]
        half, out = ((50, 7.5), (7.5, 50))[side % 2]
        along = max(-half - 25, min(half + 25, along))
        normal = facing + 900 * side
        to = aside(*ahead(cx, cy, normal, round(out)), normal, round(along))
        assert charges.lined_up(t.s, 0, 1)[:3] == (*to, (normal + 1800) % 3600)


# the way of a charge


def test_6_2_a_friend_in_the_arc_of_the_wheel_bars_a_charge() -> None:
    """He stands clear of the charger before and after its wheel of 40 degrees, but not of the end of its front."""
    units = {"A-1": U(900, 300), "B-1": U(945, 372, 2200, bases=2)}
    t = Table(units)
    assert (charges.plan_charge(t.s, 0, 1).angle, charges.plan_charge(t.s, 0, 1).reasons) == (403, [])
    t = Table({**units, "A-2": U(852, 364, bases=1)})
    assert charges.plan_charge(t.s, 0, t.u("B-1")).reasons == [("6.2", "charge_blocked", (0, t.u("B-1"), t.u("A-2")))]
    mirrored = {"A-1": U(900, 300), "B-1": U(855, 372, 1400, bases=2)}
    t = Table(mirrored)
    assert (charges.plan_charge(t.s, 0, 1).angle, charges.plan_charge(t.s, 0, 1).reasons) == (-403, [])
    t = Table({**mirrored, "A-2": U(948, 364, bases=1)})
    assert charges.plan_charge(t.s, 0, t.u("B-1")).reasons == [("6.2", "charge_blocked", (0, t.u("B-1"), t.u("A-2")))]


def test_6_2_a_charge_must_be_able_to_stand_where_it_halts() -> None:
    horse = U(900, 300, 0, "heavy_cav", "column")
    for edge, rules in ((48, ["5.12"]), (49.1, [])):  # it halts at 490 mm
        t = Table({"A-1": horse, "B-1": U(900, 500, 1800)}, terrain=[rect("settlement", 88, edge, 92, 49.5)])
        assert [rule for rule, _, _ in charges.plan_charge(t.s, 0, 1).reasons] == rules, edge


def test_6_1_a_charge_from_less_than_a_centimetre_begins_where_it_stands() -> None:
    t = Table({"A-1": U(900, 15), "B-1": U(900, 24, 1800)})
    assert charges.plan_charge(t.s, 0, 1).reasons == []


def test_6_2_an_enemy_already_touched_bars_the_charge_on_another() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(875, 308, 1800, bases=2), "B-2": U(930, 300, 1800, bases=2)})
    assert [rule for rule, _, _ in charges.plan_charge(t.s, 0, t.u("B-1")).reasons] == ["6.2"]
    t.unit("B-2").x = 990
    assert charges.plan_charge(t.s, 0, t.u("B-1")).reasons == []


def test_6_2_whoever_touches_the_front_can_be_charged_wherever_his_middle_is() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(985, 300, 1800)})
    assert abs(charges.aim(t.s, 0, pose(t.s, 0), 1)) > charges.WHEEL
    assert charges.contact_run(t.s, 0, pose(t.s, 0), 1) == 0
    assert charges.charge_targets(t.s, 0) == [1]


# what is offered


def test_2_2_two_bases_are_enough_for_a_line_and_a_square() -> None:
    for formation in ("line", "square"):
        for bases, rules in ((2, []), (1, ["2.2"])):
            t = Table({"A-1": U(900, 300, formation="column", bases=bases), **FAR})
            assert [rule for rule, _, _ in movement.form_reasons(t.s, 0, formation)] == rules


@interpreted
def test_5_20_the_reach_of_a_unit_is_drawn_from_where_it_stands_around_its_rim(monkeypatch: pytest.MonkeyPatch) -> None:
    t = Table({"A-1": U(900, 300), **FAR}).moving("A-1")
    goto = next(o for o in t.match.options("french") if isinstance(o, moves.GotoRegion))

    def drawn(*rim: tuple[int, int]) -> list[set[tuple[int, int]]]:
        monkeypatch.setattr(moves, "spokes", lambda s, u: [Pose(x, y, 0, "line") for x, y in rim])
        found = goto.worked_out()
        assert found["rim"] == [[x, y, 0] for x, y in rim]
        assert (found["from"], found["facing"], found["left_mm"]) == ([900, 300, 0], [0, 3599], 140)
        return [{(x, y) for x, y in polygon} for polygon in found["polygons"]]

    assert drawn((900, 440)) == []
    assert drawn((880, 440), (920, 440)) == [{(900, 300), (880, 440), (920, 440)}]
    assert drawn((880, 440), (880, 440)) == []
    crossed = drawn((850, 400), (950, 400), (850, 420), (950, 420))
    assert {corner for part in crossed for corner in part} >= {(900, 300), (850, 420), (950, 420)}
    assert all(shapely.Polygon(list(part)).is_valid for part in crossed)


# sides and corners


def test_6_9_the_garrison_of_the_first_settlement_has_no_flank_either() -> None:
    towns = [rect("settlement", 85, 28, 95, 31), rect("settlement", 20, 20, 30, 30)]
    t = Table({"A-1": U(900, 300), "B-1": U(250, 250)}, terrain=towns)
    assert aspect_from(t.s, 0, 1000, 293) == aspect_from(t.s, 1, 350, 243) == FRONT
    t.unit("A-1").x = 1200
    assert aspect_from(t.s, 0, 1300, 293) == FLANK


def test_6_11_the_side_over_which_a_place_lies_farthest_is_the_side_met() -> None:
    t = Table({"A-1": U(900, 300), **FAR})
    cx, cy = centre(t.s, 0)  # 10 mm over the right side; the front is 7.5 mm from the middle
    assert [side_met(t.s, 0, cx + 60, cy + forward) for forward in (16, 17, 18)] == [1, 1, 0]
    assert [side_met(t.s, 0, cx - 60, cy - back) for back in (16, 17, 18)] == [3, 3, 2]


def test_7_8_a_wall_somewhere_takes_nobody_his_wood() -> None:
    ground = [rect("wood", 80, 20, 100, 40), line("wall", (20, 80), (40, 80))]
    t = Table({"A-1": U(900, 300), "B-1": U(900, 600, 1800)}, terrain=ground)
    assert cover_from(t.s, 0, 1) == "light"
    assert cover_from(t.s, 1, 0) is None


def test_5_9_every_wheel_turns_about_its_own_corner() -> None:
    for n in range(200):
        facing, angle = (n * 181) % 3600, (1, -1, 2, -2, 300, -300)[n % 6]
        p, shape = Pose(500, 400, facing, "line"), layout("inf", "line", 4)
        corner = aside(500, 400, facing, 50 if angle > 0 else -50)
        there = aside(*corner, facing + angle, -50 if angle > 0 else 50)
        assert wheeled(shape, p, angle, 0)[:3] == (*there, (facing + angle) % 3600)
