"""Chapters 5 to 8 to the millimetre: what a limit still allows, how a charge is aimed, and what happens once a turn."""

from __future__ import annotations

import pytest

from grognard.games.tabletop.rules import charges, fire, sequence
from grognard.games.tabletop.rules.figures import Pose, base_fronts, pose
from grognard.games.tabletop.rules.movement import moves, pathing
from grognard.games.tabletop.rules.movement import paces as movement
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
    for facing, right, ahead in ((0, 12_345, 23_456), (1800, -12_345, -23_456), (900, -23_456, 12_345)):
        assert pathing._offsets(Pose(700, 300, facing, "line"), 700 + 12_345, 300 + 23_456) == (right, ahead)


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


def test_6_11_where_it_cannot_stand_flush_a_charger_goes_straight_on_until_they_touch() -> None:
    """A friend stands where the flush charger would: it keeps its own heading and closes on the nearest corner."""
    t = Table({"A-1": U(900, 300, formation="column"), "B-1": U(900, 311, 1900), "A-2": U(940, 309, 100, bases=1)})
    t.unit("A-1").target = t.u("B-1")
    assert charges.close(t.s, 0)
    x, y, facing = t.where("A-1")
    assert (x, facing) == (900, 0)
    assert 300 < y <= 311
