"""Rulebook 5 and 7.8 to 7.10 to their limits: ground, the price of steps, routes, sight and cover."""

from __future__ import annotations

import pytest
import shapely

from grognard.games.tabletop.rules import sight
from grognard.games.tabletop.rules.figures import cover_from, cover_of, disordered, footprint, garrison, pose
from grognard.games.tabletop.rules.movement import paces as movement
from grognard.games.tabletop.rules.movement import pathing
from grognard.games.tabletop.rules.movement.moves import GotoRegion, StepRegion
from grognard.games.tabletop.rules.movement.room import Room
from grognard.games.tabletop.world import data
from grognard.games.tabletop.world.ground import Hurdle, Stretch
from grognard.games.tabletop.world.world import MOVE
from toolkit_tabletop import Table, U, line, rect

FAR = {"B-1": U(900, 1180, 1800)}


def alone(unit: U, **more: object) -> Table:
    return Table({"A-1": unit, **FAR}, **more).moving("A-1")  # type: ignore[arg-type]


# ways over ground


def test_5_3_a_way_is_cut_where_the_ground_changes() -> None:
    ground = alone(
        U(900, 300),
        terrain=[
            rect("wood", 80, 35, 100, 40),
            rect("settlement", 80, 45, 100, 50),
            line("road", (90, 37), (90, 60), width=3),
        ],
    ).world.ground
    assert ground.stretches(900, 300, 0, 300, False) == [
        Stretch(50, "clear"),
        Stretch(100, "slow"),
        Stretch(150, "clear"),
        Stretch(200, "slow"),
        Stretch(300, "clear"),
    ]
    assert ground.stretches(900, 300, 0, 300, True) == [
        Stretch(50, "clear"),
        Stretch(70, "slow"),
        *[Stretch(n, "road") for n in (100, 150, 200, 300)],
    ]
    assert ground.stretches(300, 300, 0, 300, True) == [Stretch(300, "clear")]


def test_5_14_hurdles_lie_where_the_front_centre_crosses_them() -> None:
    ground = alone(
        U(900, 300),
        terrain=[
            line("wall", (80, 35), (100, 35)),
            line("hedge", (80, 40), (100, 40)),
            line("stream", (80, 45), (100, 45)),
        ],
    ).world.ground
    assert ground.hurdles(900, 300, 0, 200) == [Hurdle(50, 30, False), Hurdle(100, 30, False), Hurdle(150, 50, True)]
    assert ground.hurdles(900, 300, 0, 120) == [Hurdle(50, 30, False), Hurdle(100, 30, False)]
    assert ground.hurdles(300, 300, 0, 200) == []


def test_5_14_a_bridge_spares_the_stream() -> None:
    ground = [line("stream", (80, 35), (100, 35)), line("bridge", (90, 34), (90, 36), width=3)]
    t = alone(U(900, 300, formation="march"), terrain=ground).play("french", "advance 100")
    assert not t.unit("A-1").disordered
    t = alone(U(940, 300, formation="march"), terrain=ground).play("french", "advance 100")
    assert t.unit("A-1").disordered


def test_5_12_who_holds_a_settlement() -> None:
    """Half of the footprint in the area, or half of the area under it."""
    for y0, held in ((29, 0), (29.25, 0), (29.3, -1)):  # the footprint reaches from 28.5 to 30 cm
        t = Table({"A-1": U(900, 300), **FAR}, terrain=[rect("settlement", 80, y0, 100, 40)])
        assert garrison(t.s, t.u("A-1")) == held, y0
    small = Table({"A-1": U(900, 300), **FAR}, terrain=[rect("settlement", 89, 29.5, 91, 30.5)])
    assert garrison(small.s, small.u("A-1")) == 0
    horse = Table({"A-1": U(900, 300, 0, "light_cav"), **FAR}, terrain=[rect("settlement", 80, 20, 100, 40)])
    assert garrison(horse.s, horse.u("A-1")) == -1


def test_7_8_half_a_footprint_in_a_wood_is_covered() -> None:
    for y0, cover in ((29.25, "light"), (29.3, None)):
        t = Table({"A-1": U(900, 300), **FAR}, terrain=[rect("wood", 80, y0, 100, 40)])
        assert cover_of(t.s, t.u("A-1")) == cover, y0
    heavy = Table({"A-1": U(900, 300), **FAR}, terrain=[rect("wood", 80, 20, 100, 40, "heavy")])
    assert cover_of(heavy.s, heavy.u("A-1")) == "heavy"
    for given, cover in ((None, "heavy"), ("light", "light"), ("heavy", "heavy")):
        t = Table({"A-1": U(900, 300), **FAR}, terrain=[rect("settlement", 80, 20, 100, 40, given)])
        assert cover_of(t.s, t.u("A-1")) == cover


def test_7_8_a_wall_covers_within_a_centimetre_and_only_from_beyond() -> None:
    for y, cover in ((35.5, "light"), (36.5, "light"), (36.6, None)):  # its near edge is half a centimetre nearer
        t = Table({"A-1": U(900, 300), "B-1": U(900, round(y * 10), 1800)}, terrain=[line("wall", (80, 35), (100, 35))])
        assert cover_from(t.s, t.u("B-1"), t.u("A-1")) == cover, y
    hedge = line("hedge", (80, 33), (100, 33), cover="heavy")
    t = Table({"A-1": U(900, 500, 1800), "B-1": U(900, 362)}, terrain=[hedge])
    assert cover_from(t.s, t.u("B-1"), t.u("A-1")) is None  # it lies behind
    t.unit("A-1").y = 300
    assert cover_from(t.s, t.u("B-1"), t.u("A-1")) is None  # 1.2 cm from its rear
    t.unit("B-1").y = 355
    assert cover_from(t.s, t.u("B-1"), t.u("A-1")) == "heavy"


def test_5_13_half_a_footprint_stands_on_a_hill() -> None:
    for y0, hill in ((29.25, 0), (29.3, -1)):
        t = Table({"A-1": U(900, 300), **FAR}, terrain=[rect("hill", 80, y0, 100, 40)])
        assert t.world.ground.hill(footprint(t.s, t.u("A-1"))) == hill


def test_5_11_march_order_on_a_road_keeps_its_order_in_a_wood() -> None:
    wood, road = rect("wood", 80, 20, 100, 40), line("road", (90, 0), (90, 120), width=3)
    for unit, loose in (
        (U(900, 300), True),
        (U(900, 300, formation="march"), False),
        (U(950, 300, formation="march"), True),
        (U(900, 300, formation="column"), True),
        (U(900, 300, 0, "horse_art", "limbered", bases=2), False),
        (U(900, 300, 0, "light_inf", "open", bases=2), False),
    ):
        t = Table({"A-1": unit, **FAR}, terrain=[wood, road])
        assert disordered(t.s, t.u("A-1")) == loose, unit
    edge = Table({"A-1": U(900, 205), **FAR}, terrain=[wood])
    assert disordered(edge.s, edge.u("A-1"))  # any part of the footprint


# sight


def seen(a: U, b: U, *more: U, **table: object) -> bool:
    others = {f"B-{n}": unit for n, unit in enumerate(more, 2)}
    t = Table({"A-1": a, "B-1": b, **others}, **table)  # type: ignore[arg-type]
    return sight.sees(t.s, t.u("A-1"), t.u("B-1"))


def test_7_10_sixty_centimetres() -> None:
    assert seen(U(900, 300), U(900, 900, 1800))
    assert not seen(U(900, 300), U(900, 901, 1800))


def test_7_10_two_centimetres_of_wood() -> None:
    near = U(900, 300, 0, "line_inf", "column"), U(900, 600, 1800, "line_inf", "column")
    assert seen(*near, terrain=[rect("wood", 60, 40, 120, 42)])
    assert not seen(*near, terrain=[rect("wood", 60, 40, 120, 42.2)])


def test_7_10_hills_and_houses_do_not_hide_those_on_and_in_them() -> None:
    a, b = U(900, 300), U(900, 600, 1800)
    for kind in ("hill", "settlement"):
        assert not seen(a, b, terrain=[rect(kind, 60, 40, 120, 50)])
        assert seen(a, b, terrain=[rect(kind, 60, 40, 120, 65)]), kind
        assert seen(a, b, terrain=[rect(kind, 60, 25, 120, 45)]), kind


def test_7_10_one_clear_line_is_enough() -> None:
    a, b = U(900, 300), U(900, 600, 1800)
    assert not seen(a, b, U(900, 310, 1800, bases=6))
    assert seen(a, b, U(900, 310, 1800, bases=1))
    assert not seen(a, b, U(900, 590, 1800, bases=6))


def test_7_10_guns_on_a_hill_fire_over_units_ten_centimetres_away() -> None:
    hill = [rect("hill", 80, 20, 100, 31)]
    guns, foe = U(900, 300, 0, "foot_art_medium", "unlimbered", bases=1), U(900, 600, 1800)
    for y, clear in ((417, True), (414, False), (499, True), (501, False)):  # fronts of a friend 1.5 cm deep
        t = Table({"A-1": guns, "A-2": U(900, y, 0, bases=8), "B-1": foe}, terrain=hill)
        assert sight.sees(t.s, t.u("A-1"), t.u("B-1"), over=True) == clear, y
        assert not sight.sees(t.s, t.u("A-1"), t.u("B-1"))
    foot = Table({"A-1": U(900, 300), "A-2": U(900, 450, bases=8), "B-1": foe}, terrain=hill)
    assert not sight.sees(foot.s, foot.u("A-1"), foot.u("B-1"), over=True)


def test_7_9_the_arc_that_is_drawn_is_the_arc_that_counts() -> None:
    houses = [rect("settlement", 84, 26, 96, 31, "heavy")]
    t = Table({"A-1": U(900, 300, formation="column"), **FAR}, terrain=houses)
    assert [arc.covers(shapely.Point(900, 200)) for arc in sight.arcs(t.s, 0, 90)] == [True]  # all round
    t = Table({"A-1": U(900, 300), **FAR})
    (arc,) = sight.arcs(t.s, 0, 90)
    assert [arc.covers(shapely.Point(x, 340)) for x in (989, 991)] == [True, False]
    square = Table({"A-1": U(900, 300, formation="square"), **FAR})
    assert len(sight.arcs(square.s, 0, 90)) == 4


# steps


def test_5_9_wheels_to_half_a_circle() -> None:
    t = alone(U(900, 300, 0, bases=1))
    assert t.rules("french", "wheel right 1800") == []
    assert t.rules("french", "wheel right 1801") == ["5.9"]
    assert t.rules("french", "wheel left 1801") == ["5.9"]


def test_5_9_a_wheel_meets_what_stands_in_its_way() -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(930, 345, bases=1), **FAR}).moving("A-1")
    assert t.rules("french", "wheel left 600") == ["5.18"]
    assert t.rules("french", "wheel right 300") == []
    foe = Table({"A-1": U(900, 300), "B-1": U(960, 340, 1800, bases=1)}).moving("A-1")
    assert foe.rules("french", "wheel left 300") == ["5.17"]


def test_5_9_steps_sideways_and_back_look_at_the_way_too() -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(990, 300, bases=1), "A-3": U(900, 260), **FAR}).moving("A-1")
    assert t.rules("french", "shift right 40") == ["5.18"]
    assert t.rules("french", "shift right 27") == []
    assert t.rules("french", "shift left 40") == []
    assert t.rules("french", "back 30") == ["5.18"]
    assert t.rules("french", "back 25") == []


def test_5_17_nobody_backs_onto_an_enemy() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 250)}).moving("A-1")
    assert t.rules("french", "back 25") == []
    assert t.rules("french", "back 26") == ["5.17"]


def test_5_9_about_face_costs_three_centimetres_and_no_more_than_is_left() -> None:
    t = alone(U(900, 300)).play("french", "advance 111")
    assert t.rules("french", "turn") == ["5.8"]
    t = alone(U(900, 300)).play("french", "advance 110", "turn")
    assert t.unit("A-1").left == 0
    skirmishers = alone(U(900, 300, 0, "light_inf", "open")).play("french", "turn")
    assert skirmishers.unit("A-1").left == MOVE
    march = alone(U(900, 300, formation="march")).play("french", "turn")
    assert march.unit("A-1").left == MOVE


def test_5_9_a_change_needs_its_part_of_the_move_and_room() -> None:
    t = alone(U(900, 300)).play("french", "advance 71")
    assert t.rules("french", "form column") == ["5.8"]
    t = alone(U(900, 300)).play("french", "advance 70", "form column")
    assert t.unit("A-1").left == 0
    tight = Table({"A-1": U(900, 300, formation="column"), "A-2": U(960, 300, bases=2), **FAR}).moving("A-1")
    assert tight.rules("french", "form line") == ["5.18"]
    foe = Table({"A-1": U(900, 300, formation="column"), "B-1": U(950, 305, 1800, bases=1)}).moving("A-1")
    assert "5.17" in foe.rules("french", "form line")


def test_5_9_limbering_is_for_guns_that_are_not() -> None:
    t = alone(U(900, 300, 0, "horse_art", "unlimbered", bases=2))
    assert t.rules("french", "unlimber") == ["5.9"]
    assert alone(U(900, 300)).rules("french", "limber") == ["5.9"]
    t.play("french", "limber")
    assert (t.left("A-1"), t.unit("A-1").formation, t.unit("A-1").deployed) == (0.5, "limbered", False)
    t.play("french", "unlimber")
    assert (t.left("A-1"), t.unit("A-1").deployed) == (0, True)


def test_5_9_a_millimetre_of_room_is_a_step() -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(900, 316), "A-3": U(900, 284), "A-4": U(1001, 300), **FAR}).moving("A-1")
    for action in ("advance 1", "back 1", "shift right 1"):
        assert t.rules("french", action) == [], action
    for action in ("advance 2", "back 2", "shift right 2"):
        assert t.rules("french", action) == ["5.18"], action


def test_5_6_a_strategic_wheel_keeps_its_distance_and_the_column_may_turn_about() -> None:
    t = Table({"A-1": U(900, 200, 2700, formation="march", bases=12), "B-1": U(900, 620, 1800)}).phase("french")
    t.play("french", "strategic A-1")
    assert t.rules("french", "wheel left 900") == ["5.6"]
    assert t.rules("french", "wheel right 100") == []
    assert "turn" in t.options("french")


def test_5_9_nothing_is_no_step() -> None:
    t = alone(U(900, 300))
    for action in ("advance 0", "back 0", "shift left 0", "wheel right 0"):
        assert t.rules("french", action) == ["5.9"]


def test_5_18_nobody_ends_on_another_not_even_open_order() -> None:
    t = Table({"A-1": U(900, 300, 0, "light_inf", "open"), "A-2": U(900, 400), **FAR}).moving("A-1")
    assert t.rules("french", "advance 84") == []
    assert t.rules("french", "advance 90") == ["5.18"]
    assert t.rules("french", "advance 116") == []
    through = Table({"A-1": U(900, 300), "A-2": U(900, 350, 0, "light_inf", "open"), **FAR}).moving("A-1")
    assert through.rules("french", "advance 120") == []


def test_5_11_guns_do_not_cross_a_wood_either() -> None:
    wood = rect("wood", 80, 36, 100, 38, "light")
    t = alone(U(900, 300, 0, "horse_art", "limbered", bases=1), terrain=[wood])
    assert t.rules("french", "advance 200") == ["5.11"]
    crew = Table({"A-1": U(900, 300, 0, "horse_art", "unlimbered", bases=1), **FAR}, terrain=[wood])
    crew.unit("A-1").formation = "crew"
    assert crew.moving("A-1").rules("french", "advance 70") == []
    assert alone(U(900, 300), terrain=[wood]).rules("french", "advance 100") == []


def test_5_12_an_occupied_settlement_is_not_crossed() -> None:
    town = rect("settlement", 84, 34, 96, 37, "heavy")
    units = {"A-1": U(900, 300, formation="column"), "A-2": U(950, 365, bases=1), **FAR}
    assert Table(units, terrain=[town]).moving("A-1").rules("french", "advance 120") == ["5.12"]
    assert alone(units["A-1"], terrain=[town]).rules("french", "advance 120") == []


def test_5_6_a_strategic_move_keeps_its_distance_on_the_way() -> None:
    t = Table({"A-1": U(900, 200, 0, formation="march"), "B-1": U(900, 601, 1800)})
    assert movement.strategic_watcher(t.s, 0) == -1
    t.unit("B-1").y = 600
    assert movement.strategic_watcher(t.s, 0) == t.u("B-1")
    hidden = Table(
        {"A-1": U(900, 200, 0, formation="march"), "B-1": U(900, 500, 1800)}, terrain=[rect("hill", 60, 30, 120, 35)]
    )
    assert movement.strategic_watcher(hidden.s, 0) == -1


def test_5_6_strategic_moves_are_over_with_the_move() -> None:
    t = Table({"A-1": U(900, 100, formation="march"), "A-2": U(300, 100, formation="march"), **FAR}).phase("french")
    assert t.options("french") == ["strategic A-1", "strategic A-2", "done"]
    t.play("french", "strategic A-1")
    assert t.rules("french", "charge B-1") == ["6.2"]
    t.play("french", "advance 399", "end")
    assert (t.s.strategic, t.unit("A-1").moved) == (False, True)
    assert t.options("french") == ["strategic A-2", "done"]
    assert t.rules("french", "strategic A-1") == ["5.7"]
    t.play("french", "strategic A-2", "end")
    assert not t.unit("A-2").moved  # who did nothing may still charge late


# routes


@pytest.mark.parametrize(
    ("goal", "legs"),
    [
        ((900, 400, 0), [("advance", 100)]),
        ((900, 250, 0), [("back", 50)]),
        ((940, 300, 0), [("shift", 40)]),
        ((860, 300, 0), [("shift", -40)]),
    ],
)
def test_5_20_the_plainest_way_is_taken(goal: tuple[int, int, int], legs: list[tuple[str, int]]) -> None:
    t = alone(U(900, 300, formation="column"))
    found = pathing.route(t.s, 0, *goal)
    assert [tuple(leg) for leg in found.legs] == legs
    assert found.reasons == []
    assert (found.end.x, found.end.y, found.end.facing) == goal


def test_5_20_a_wheel_an_advance_and_a_wheel() -> None:
    t = alone(U(900, 300, formation="column"))
    found = pathing.route(t.s, 0, 950, 400, 300)
    assert [leg.verb for leg in found.legs] == ["wheel", "advance", "wheel"]
    assert found.end.facing == 300
    assert pathing.length(found.end.x - 950, found.end.y - 400) <= 2
    walked = alone(U(900, 300, formation="column")).play("french", "goto 950 400 300")
    assert walked.where("A-1") == (found.end.x, found.end.y, 300)
    assert walked.unit("A-1").left == found.end.left


def test_5_20_it_ends_within_two_millimetres() -> None:
    t = alone(U(900, 300, formation="column"))
    found = pathing.route(t.s, 0, 905, 351, 3211)
    assert found.reasons == []
    assert pathing.length(found.end.x - 905, found.end.y - 351) == 2


def test_5_20_the_last_wheel_is_about_its_own_corner() -> None:
    for goal in ((930, 400, 450), (870, 400, 3150), (930, 400, 0), (930, 380, 168)):
        t = alone(U(900, 300, formation="column")).play("french", f"goto {goal[0]} {goal[1]} {goal[2]}")
        x, y, facing = t.where("A-1")
        assert facing == goal[2]
        assert pathing.length(x - goal[0], y - goal[1]) <= 2, goal


def test_5_19_facings_are_tenths_of_a_circle() -> None:
    t = alone(U(900, 300, formation="column"))
    for facing in (3600, 4000):
        assert t.rules("french", f"goto 900 350 {facing}") == ["5.19"]
    assert t.rules("french", "goto 900 350 0") == []
    assert t.rules("french", "goto 900 300 3599") == []


def test_5_20_the_regions_offer_what_is_legal_and_no_more() -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(900, 400), **FAR}).moving("A-1")
    steps = {(o.verb, o.hand): o for o in t.match.options("french") if isinstance(o, StepRegion)}
    assert sorted(steps) == [("advance", 0), ("back", 0), ("shift", -1), ("shift", 1), ("wheel", -1), ("wheel", 1)]
    assert steps["advance", 0].longest() == 85
    assert steps["back", 0].longest() == 70
    assert (steps["shift", 1].longest(), steps["shift", -1].longest()) == (70, 70)
    for region in steps.values():
        found = region.as_data()
        assert found["stops"][-1] == found["max"]
        assert all(region.legal(amount) for amount in found["stops"])
    wheel = steps["wheel", 1]
    assert not wheel.legal(wheel.longest() + 1)
    assert wheel.longest() == 597  # there the friend ahead stands in the way; 802 could be paid for
    goto = next(o for o in t.match.options("french") if isinstance(o, GotoRegion))
    x, y, facing = (int(word) for word in goto.as_data()["examples"][0].split()[1:])
    assert (x, y, facing) == (900, 385, 0)
    assert [q.facing for q in pathing.spokes(t.s, 0)][:1] != [0]


def test_5_9_the_widest_wheel_is_what_the_move_pays_for() -> None:
    t = alone(U(900, 300))
    wheels = [o for o in t.match.options("french") if isinstance(o, StepRegion) and o.verb == "wheel"]
    assert [wheel.longest() for wheel in wheels] == [802, 802]
    assert t.rules("french", "wheel right 803") == ["5.8"]
    p = pose(t.s, 0)
    assert movement.span(p, p._replace(x=p.x + 30, y=p.y + 40)) == 50


@pytest.mark.parametrize(("hand", "sign", "x"), [("left", -1, 95.024), ("right", 1, 84.975)])
def test_5_9_a_wheel_over_closed_ground_is_refused_whatever_was_asked_before(hand: str, sign: int, x: float) -> None:
    """A puddle that the rear corner touches at ten degrees, not before and not after."""
    t = alone(U(900, 300), terrain=[rect("river", x, 30.336, x + 0.001, 30.337)])
    assert t.rules("french", f"wheel {hand} 113") == ["5.15"]
    assert t.rules("french", f"wheel {'right' if hand == 'left' else 'left'} 113") == []
    for before in (1, 49, 50, 51, 99):
        wheel = StepRegion(t.s, Room(t.s, 0), "wheel", sign)
        assert wheel.legal(before)
        assert not wheel.legal(113)
        assert wheel.legal(before)
    assert not StepRegion(t.s, Room(t.s, 0), "wheel", sign).legal(113)
    wheel = StepRegion(t.s, Room(t.s, 0), "wheel", sign)
    assert not wheel.legal(100)
    assert wheel.legal(99)


def test_5_8_the_longest_advance_pays_for_walls_and_woods() -> None:
    strips = [rect("wood", 80, 32, 100, 33), rect("wood", 80, 36, 100, 37)]
    for ground, mm in (
        (strips, 120),
        ([line("wall", (80, 35), (100, 35))], 110),
        ([rect("wood", 80, 34, 100, 60)], 40 + 50),
        ([line("stream", (80, 35), (100, 35))], 90),
        ([], 140),
    ):
        t = alone(U(900, 300), terrain=ground)
        p = pose(t.s, 0)
        assert movement.furthest(t.s, 0, p) == mm
        assert movement.affordable(t.s, 0, p) == mm
    road = alone(U(900, 300, formation="march"), terrain=[line("road", (90, 0), (90, 120), width=3)])
    assert movement.furthest(road.s, 0, pose(road.s, 0)) == 240
    stuck = Table({"A-1": U(900, 300), "A-2": U(900, 315), **FAR})
    assert movement.furthest(stuck.s, 0, pose(stuck.s, 0)) == 0
    at_the_wall = alone(U(900, 300), terrain=[line("wall", (80, 43), (100, 43))])  # 13 cm to it, 3 to cross it
    assert movement.furthest(at_the_wall.s, 0, pose(at_the_wall.s, 0)) == 129
    assert movement.straight_cost(at_the_wall.s, 0, pose(at_the_wall.s, 0), 0) == 0
    spent = alone(U(900, 300)).play("french", "advance 140")
    assert movement.affordable(spent.s, 0, pose(spent.s, 0)) == 0


def test_5_2_speeds_of_march_order_by_ground() -> None:
    kinds = alone(U(900, 300)).world.types
    foot, guns = kinds["line_inf"], kinds["foot_art_medium"]
    assert [movement.speed(foot, "march", g) for g in ("clear", "road", "slow")] == [20, 24, 17]
    assert [movement.speed(guns, "limbered", g) for g in ("clear", "road", "slow")] == [14, 21, 14]
    assert movement.speed(guns, "unlimbered", "road") == 6
    assert movement.speed(foot, "masse") == movement.speed(foot, "column") == 17
    assert movement.speed(foot, "march", "road", strategic=True) == 48


def test_5_9_who_changes_for_a_quarter() -> None:
    for unit, nation, part in (
        (U(900, 300), "AU", 2),
        (U(900, 300), "FR", 4),
        (U(900, 300, 0, "rifles"), "AU", 4),
        (U(900, 300, 0, "heavy_cav"), "AU", 4),
    ):
        t = Table({"A-1": unit, **FAR}, nations=(nation, "GB"))
        assert movement.change_cost(t.s, 0) == MOVE // part


def test_15_1_an_oval_and_a_line_have_their_outline() -> None:
    t = Table(
        {"A-1": U(900, 300), **FAR},
        terrain=[
            data.Terrain("hill", "oval", data.Form(kind="ellipse", x=90, y=60, rx=10, ry=5)),
            line("road", (0, 10), (50, 10), width=4),
        ],
    )
    assert t.world.ground.areas[0].shape.bounds == pytest.approx((800, 550, 1000, 650))
    assert t.world.ground.areas[1].shape.bounds == pytest.approx((0, 80, 500, 120))
