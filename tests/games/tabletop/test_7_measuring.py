"""Rulebook 5.17, 5.18, 6.2, 7.10: what is measured between units the quick way is what the rule says in plain words.

The tables are drawn at random from a seed; see ``tables_tabletop``.
"""

from __future__ import annotations

import math
import random

import pytest
import shapely

from grognard.board.plane import HAIR, SLACK, Rect, ahead, aside, local, nearest, sines
from grognard.board.plane import edge as drawn_front
from grognard.board.plane import rect as rectangle
from grognard.games.tabletop.rules import charges, figures, fire, orders, sight
from grognard.games.tabletop.rules.figures import Pose, layout_of, pose, stand
from grognard.games.tabletop.rules.movement import paces as movement
from grognard.games.tabletop.rules.movement import pathing
from grognard.games.tabletop.rules.movement.room import Around, Neighbour, Room, Sides
from grognard.games.tabletop.world.formations import BY_ARM, layout, radius, widest
from grognard.games.tabletop.world.ground import _cut_once, lies_in, mostly_in
from grognard.games.tabletop.world.state import DESTROYED, GONE, READY, Battle, Contact
from grognard.games.tabletop.world.world import MOVE, ORDERS
from tables_tabletop import SEED, Mute, field, figure, place, table, way
from toolkit import interpreted
from toolkit_tabletop import Table, U, line, rect

# lines of sight


def test_7_10_a_line_meets_a_unit_where_its_outline_does() -> None:
    seen = set()
    for n in range(60):
        rng = random.Random(SEED + n)
        ground = table(rng)
        for _ in range(40):
            body, to = figure(rng, ground), way(rng, ground)
            if rng.random() < 0.4:  # from a corner or a middle, or to one
                (ax, ay), (bx, by) = rng.choice(body.corners), rng.choice([*body.corners, (body.x, body.y)])
                to = rng.choice([(ax, ay, *to[2:]), (*to[:2], bx, by), (ax, ay, bx, by)])
            exact = body.shape.intersects(shapely.LineString([to[:2], to[2:]]))
            assert sight.blocks(body, *to) is bool(exact)
            seen.add(exact)
    assert seen == {True, False}


@interpreted
def test_7_10_a_line_clear_of_the_edge_of_a_unit_is_told_without_its_polygon() -> None:
    seen = []
    for n in range(60):
        rng = random.Random(SEED + n)
        ground = table(rng)
        for _ in range(40):
            body, to = figure(rng, ground), way(rng, ground)
            track = shapely.LineString([to[:2], to[2:]])
            far, deep = body.shape.distance(track) > 1, body.shape.buffer(-1).intersects(track)
            if track.length and (far or deep):
                assert sight.blocks(Mute(*body.slab), *to) is deep
                seen.append(deep)
    assert 100 < sum(seen) < len(seen) - 100


@pytest.mark.parametrize("heading", [0, 900, 1800, 2700])
def test_7_10_a_line_along_the_side_of_a_unit_meets_it_and_a_millimetre_off_it_does_not(heading: int) -> None:
    body = Rect(300, 300, heading, 50, 50, 0, 60)
    for right, forward, right2, forward2, meets in (
        (25, 100, 25, -100, True),
        (26, 100, 26, -100, False),
        (-25, 100, -25, -100, True),
        (-26, 100, -26, -100, False),
        (-100, 0, 100, 0, True),
        (-100, 1, 100, 1, False),
        (-100, -30, 100, -30, True),
        (-100, -31, 100, -31, False),
        (0, 50, 0, 0, True),
        (0, 50, 0, 1, False),
        (0, -31, 0, -90, False),
        (0, -30, 0, -90, True),
        (25, 0, 100, 90, True),
        (26, 0, 100, 90, False),
        (-60, -20, 0, 40, False),  # past a corner
        (-60, -34, 0, 26, False),
        (-60, -36, 0, 24, True),
    ):
        a, b = aside(*ahead(300, 300, heading, forward), heading, right), ahead(300, 300, heading, forward2)
        b = aside(*b, heading, right2)
        assert sight.blocks(body, *a, *b) is meets, (right, forward, right2, forward2)
        assert sight.blocks(body, *b, *a) is meets, (right, forward, right2, forward2)


@pytest.mark.parametrize("heading", [0, 900, 1800, 2700])
def test_7_10_a_line_beside_a_unit_is_judged_to_less_than_a_hair(heading: int) -> None:
    """Half a hair inside its outline a line meets it, half a hair outside it does not; whichever way it runs."""
    body = Rect(300, 300, heading, 50, 50, 0, 60)
    half = HAIR / 2
    for wide, deep in ((25, 30), (-25, -30)):
        for more, meets in ((-half, True), (half, False)):
            side, end = (25 + more, more) if wide > 0 else (-25 - more, -30 - more)
            lines = [
                (side, 100.0, side, -100.0),  # along a flank
                (side, -10.0, 4 * side, -10.0),  # from a flank outward
                (-100.0, end, 100.0, end),  # along the front or the rear
                (0.0, end, 0.0, end + math.copysign(50, deep)),  # from there outward
            ]
            for right, forward, right2, forward2 in lines:
                a, b = at(heading, right, forward), at(heading, right2, forward2)
                exact = bool(body.shape.intersects(shapely.LineString([a, b])))
                assert exact is meets, (right, forward, right2, forward2)
                assert sight.blocks(body, *a, *b) is meets, (right, forward, right2, forward2)
                assert sight.blocks(body, *b, *a) is meets, (right, forward, right2, forward2)


def at(heading: int, right: float, forward: float) -> tuple[float, float]:
    """So far to the right and ahead of (300, 300) along a side of the table."""
    s, c = {0: (0, 1), 900: (1, 0), 1800: (0, -1), 2700: (-1, 0)}[heading]
    return 300 + right * c + forward * s, 300 + forward * c - right * s


def plainly_seen(s: Battle, u: int, target: int, body: Rect, over: bool) -> bool:
    """[7.10] As it is written: some line from the middle or an end of a front to the middle or a corner of another."""
    own, ground = s.body(u).foot, s.world.ground
    if own.shape.distance(body.shape) > sight.SIGHT + SLACK:
        return False
    unit = s.units[u]
    reach = max(0, s.layout(u).width // 2 - 12)
    eyes = [(unit.x, unit.y), *[aside(unit.x, unit.y, unit.facing, side) for side in (-reach, reach)]]
    corners = list(body.shape.exterior.coords[:4])
    marks = [((corners[0][0] + corners[2][0]) / 2, (corners[0][1] + corners[2][1]) / 2), *corners]
    others = [v for v, other in enumerate(s.units) if other.on_table and v not in (u, target)]
    bodies = [s.body(v).core.shape for v in others]
    if over and s.info(u).artillery and ground.hill(own) >= 0:
        near = [own.shape, body.shape]
        bodies = [shape for shape in bodies if min(shape.distance(end) for end in near) <= sight.OVERHEAD]
    hills = [area for i, area in enumerate(ground.hills) if i not in (ground.hill(own), ground.hill(body))]
    towns = [area for area in ground.settlements if not area.shape.intersects(own.shape | body.shape)]
    solid = bodies + [area.shape for area in [*hills, *towns]]
    for eye in eyes:
        for mark in marks:
            to = shapely.LineString([eye, mark])
            through = [area.shape.intersection(to).length for area in ground.woods]
            if not any(shape.intersects(to) for shape in solid) and max(through, default=0) <= 20 + SLACK:
                return True
    return False


def test_7_10_who_is_seen_is_seen_along_some_free_line() -> None:
    seen = {}
    for n in range(160):
        t = field(n, units=9, pieces=n % 5)
        t.s.units[4].status = (READY, READY, DESTROYED, GONE)[n % 4]
        for u, target in ((0, 1), (1, 0), (2, 3), (3, 8), (8, 5)):
            for over in (False, True):
                exact = plainly_seen(t.s, u, target, t.s.body(target).foot, over)
                assert sight.sees(t.s, u, target, over) == exact, (n, u, target)
                seen[exact] = seen.get(exact, 0) + 1
    assert min(seen.values()) > 200


def test_7_10_sight_ends_at_sixty_centimetres() -> None:
    for y, seen in ((900, True), (901, False)):
        t = Table({"A-1": U(900, 300), "B-1": U(900, y, 1800)})
        assert sight.sees(t.s, 0, 1) is seen


def test_7_10_guns_on_a_hill_fire_over_those_more_than_ten_centimetres_from_both() -> None:
    hill = rect("hill", 80, 20, 100, 32)
    for y, over in ((414, False), (415, True), (800, True), (801, False)):
        t = Table(
            {"A-1": U(900, 300, 0, "foot_art_medium", "unlimbered"), "B-1": U(900, 900, 1800), "B-2": U(900, y)},
            terrain=[hill],
        )
        assert sight.sees(t.s, 0, 1, True) is over, y
        assert not sight.sees(t.s, 0, 1)


def test_7_10_one_corner_beside_a_hill_is_enough() -> None:
    """Its front left corner alone is seen past the hill; a millimetre more of the hill, and nothing is."""
    for edge, seen in ((93.25, True), (93.35, False)):
        hill = rect("hill", 80, 50, edge, 55)
        t = Table({"A-1": U(900, 300, bases=1), "B-1": U(900, 600, 1800)}, terrain=[hill])
        assert sight.sees(t.s, 0, 1) is seen


def test_7_10_lines_are_looked_for_in_the_box_around_them_and_a_millimetre_more() -> None:
    assert sight._around([(10, 20), (13, -4), (11.5, 7)]) == (9, -5, 14, 21)
    t = Table({"A-1": U(900, 300), "B-1": U(900, 600, 1800), "A-2": U(200, 450, bases=2), "B-2": U(900, 450, bases=2)})
    for x, y, found in ((875, 300, True), (874, 300, False), (1025, 300, True), (1026, 300, False)):
        t.unit("B-2").x, t.unit("B-2").y = x, y
        assert sight._in_box(t.s, 0, t.u("B-1"), (899, 299, 1001, 601)) == [t.u("B-2")] * found
    for x, y, found in ((900, 299, False), (900, 300, True), (900, 615, True), (900, 616, False)):
        t.unit("B-2").x, t.unit("B-2").y = x, y
        assert sight._in_box(t.s, 0, t.u("B-1"), (899, 299, 1001, 601)) == [t.u("B-2")] * found
    t.unit("B-2").y = 500
    for status in (DESTROYED, GONE):
        t.unit("B-2").status = status
        assert sight._in_box(t.s, 0, t.u("B-1"), (899, 299, 1001, 601)) == []


def test_7_10_a_unit_is_seen_by_its_middle_and_its_corners() -> None:
    for n in range(20):
        body = field(n, units=1, pieces=0).s.body(0).foot
        middle, *corners = sight._marks(body)
        assert middle == pytest.approx((body.x, body.y), abs=HAIR)
        assert corners == body.corners


def spots(area: Rect, shape: figures.Layout, rng: random.Random) -> list[Rect]:
    """Footprints that lie wholly in an area."""
    found = []
    for _ in range(40):
        x, y = round(rng.gauss(area.x, area.ex / 2)), round(rng.gauss(area.y, area.ey / 2))
        body = stand(shape, Pose(x, y, rng.choice([0, 900, rng.randrange(3600)]), "line"))
        if area.shape.covers(body.shape):
            found.append(body)
    return found


def test_7_10_who_is_hidden_wherever_in_an_area_he_stands_is_seen_nowhere_in_it() -> None:
    hidden = 0
    for n in range(400):
        t, rng = field(n, units=9, pieces=4), random.Random(n)
        p, shape = pose(t.s, 1), t.s.layout(1)
        wide = shape.width + 30
        area = rectangle(p.x, p.y, p.facing, wide, wide, 30, 2 * shape.depth + 30)
        if sight.hidden(t.s, 0, 1, area):
            hidden += 1
            for body in [t.s.body(1).foot, *spots(area, shape, rng)]:
                assert not sight.sees_at(t.s, 0, 1, body)
    assert hidden > 40


def screened(*others: U, terrain: tuple[object, ...] = ()) -> bool:
    """Whether a unit that looks north is sure not to see another 40 cm away."""
    units = {"B-1": U(900, 300), "A-1": U(900, 700, 1800)} | {f"A-{n}": u for n, u in enumerate(others, 2)}
    t = Table(units, terrain=terrain)  # type: ignore[arg-type]
    return sight.hidden(t.s, t.u("B-1"), t.u("A-1"), rectangle(900, 700, 1800, 90, 90, 10, 40))


def test_7_10_one_hill_town_or_unit_across_all_lines_hides_for_certain() -> None:
    assert not screened()
    for kind in ("hill", "settlement", "works"):
        assert screened(terrain=(rect(kind, 80, 40, 100, 45),))
        assert not screened(terrain=(rect(kind, 80, 40, 90, 45),))  # only half of the lines
    assert not screened(terrain=(rect("wood", 80, 40, 100, 45),))  # of a wood it is not looked for
    assert not screened(terrain=(line("hill", (80, 42), (90, 40), (100, 42)),))  # nor of what is bent
    assert not screened(terrain=(rect("hill", 80, 60, 100, 69.6),))  # he could stand on it
    assert not screened(terrain=(rect("hill", 80, 20, 100, 32),))  # the looker stands on it
    assert screened(U(900, 500, bases=4))
    assert screened(U(900, 315, bases=4))
    assert screened(U(900, 670, bases=4))
    assert not screened(U(930, 500, bases=4))
    assert not screened(U(875, 500, bases=2), U(925, 500, bases=2))  # the two of them, but no single one


def test_7_10_what_a_front_sees_through_its_ends_it_sees() -> None:
    """The eyes are half a base within the ends of the front; a single base has them in its middle."""
    for bases, x, seen in ((4, 938, True), (4, 939, False), (1, 901, False), (1, 900, True)):
        t = Table({"A-1": U(900, 300, bases=bases), "B-1": U(x, 500, 1800, bases=1)}, terrain=[])
        eyes = sight._eyes(t.s, 0)
        assert eyes[0] == (900, 300)
        assert max(eye[0] for eye in eyes) == (938 if bases == 4 else 900)
        assert min(eye[0] for eye in eyes) == (862 if bases == 4 else 900)
        assert len(eyes) == (3 if bases == 4 else 1)
        assert any(eye[0] >= x for eye in eyes) is seen


# footprints


def test_5_19_a_footprint_and_the_ground_of_a_way_less_half_a_millimetre_all_round() -> None:
    shape, p = layout("inf", "line", 4), Pose(300, 200, 0, "line")
    assert stand(shape, p).bounds == (250, 185, 350, 200)
    assert figures.inner(shape, p).bounds == (250.5, 185.5, 349.5, 199.5)
    for mm, low, high in (
        (0, 185.5, 199.5),
        (1, 185.5, 200.5),
        (40, 185.5, 239.5),
        (-1, 184.5, 199.5),
        (-40, 145.5, 199.5),
    ):
        assert figures.sweep(shape, p, mm).bounds == (250.5, low, 349.5, high)
    east = p._replace(facing=900)
    assert figures.sweep(shape, east, 10).bounds == pytest.approx((285.5, 150.5, 309.5, 249.5))
    assert figures.sweep(shape, east, -10).bounds == pytest.approx((275.5, 150.5, 299.5, 249.5))


# nearness


def test_5_17_nobody_beyond_a_reach_has_a_part_within_it() -> None:
    seen = set()
    for n in range(200):
        t, rng = field(n, units=2, pieces=0), random.Random(n)
        unit = t.s.units[1]
        x, y, reach, limit = rng.randint(0, 600), rng.randint(0, 600), rng.randint(0, 120), rng.choice([0, 0, 20, 120])
        far = math.hypot(unit.x - x, unit.y - y)
        most = reach + limit + t.s.body(1).radius + 2
        assert figures.beyond(t.s, x, y, reach, 1, limit) is (far > most)
        if far > most:
            assert t.s.body(1).foot.distance_to(x, y) > reach + limit
        seen.add(far > most)
    assert seen == {True, False}


def test_5_17_the_quick_look_reaches_as_far_as_any_footprint() -> None:
    """The first look is by the table's sides: it must not pass over a unit that the second would find."""
    for arm, formations in BY_ARM.items():
        for formation in formations:
            for bases in (1, 2, 3, 4):
                shape = layout(arm, formation, bases)
                assert radius(shape) == shape.width // 2 + shape.depth + 1
                assert math.hypot(shape.width / 2, shape.depth) <= radius(shape)
                assert radius(shape) <= widest(arm, 4)
    t = Table({"A-1": U(300, 300)}, size=(200, 200))
    most = 50 + t.s.body(0).radius + 2
    for dx, dy in ((most, 0), (-most, 0), (0, most), (0, -most)):
        assert not figures.beyond(t.s, 300 + dx, 300 + dy, 50, 0, 0)
        assert not figures.beyond(t.s, 300 + dx, 300 + dy, 10, 0, 40)
        assert figures.beyond(t.s, 300 + dx + (dx > 0) - (dx < 0), 300 + dy + (dy > 0) - (dy < 0), 50, 0, 0)
        assert figures.beyond(t.s, 300 + 9 * dx, 300 + 9 * dy, 50, 0, 0)


# charges


def test_6_2_how_far_ahead_and_with_how_much_of_its_front_a_charge_meets() -> None:
    met = 0
    for n in range(700):
        t = field(n, units=2, pieces=0)
        p, width = pose(t.s, 0), t.s.layout(0).width
        if n % 3 == 0:  # straight before it, or beside its way
            facing = (p.facing + 1800) % 3600
            t.s.units[1].facing = facing
            t.s.units[1].x, t.s.units[1].y = aside(*ahead(p.x, p.y, p.facing, 100), p.facing, n % 130)
        body = t.s.body(1).foot
        corridor = shapely.Polygon(
            [(p.x + a, p.y + b) for a, b in [offset(p, a, b) for a, b in box(width / 2, charges.LONGEST, 1)]]
        )
        common = corridor.intersection(body.shape)
        run, across = charges._meets(t.s, 0, p, 1)
        if common.area < 1 - HAIR:
            assert (run, across) == (-1, 0.0)
        elif common.area > 1 + HAIR:
            seen = [local(p.x, p.y, p.facing, x, y) for x, y in common.exterior.coords]
            assert run == max(0, nearest(min(b for _, b in seen)))
            assert across == pytest.approx(max(a for a, _ in seen) - min(a for a, _ in seen), abs=1e-6)
            met += 1
    assert met > 100


def box(half: float, front: float, back: float) -> list[tuple[float, float]]:
    return [(-half, front), (half, front), (half, -back), (-half, -back)]


def offset(p: Pose, right: float, forward: float) -> tuple[float, float]:
    """So far to the right and ahead of a pose, on the table."""
    s, c = math.sin(math.radians(p.facing / 10)), math.cos(math.radians(p.facing / 10))
    return right * c + forward * s, forward * c - right * s


def test_6_2_the_quick_and_the_exact_meeting_agree_to_the_millimetre() -> None:
    for n in range(500):
        t = field(n, units=2, pieces=0)
        p, width = pose(t.s, 0), t.s.layout(0).width
        corridor = rectangle(p.x, p.y, p.facing, width, width, 2 * charges.LONGEST, 2)
        exact = charges._met(p, corridor, t.s.body(1).foot)
        assert charges._meets(t.s, 0, p, 1) == (exact[0], pytest.approx(exact[1], abs=1e-6))


@interpreted
def test_6_2_a_clear_meeting_is_told_without_polygons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(charges, "rect", Mute)
    met = 0
    for n in range(500):
        t = field(n, units=2, pieces=0)
        p, width = pose(t.s, 0), t.s.layout(0).width
        corridor = rectangle(p.x, p.y, p.facing, width, width, 2 * charges.LONGEST, 2)
        common = corridor.shape.intersection(t.s.body(1).foot.shape)
        run, across = charges._met(p, corridor, t.s.body(1).foot)
        ahead_ = min([local(p.x, p.y, p.facing, x, y)[1] for x, y in common.exterior.coords], default=0.0)
        limits = [abs(common.area - 1), abs(across - charges.BRUSH + 0.5), abs(2 * across - width)]
        if common.area > 1 and min([*limits, abs(ahead_ % 1 - 0.5)]) > 0.01:
            t.s.body(1).foot = Mute(*t.s.body(1).foot.slab)
            assert charges._meets(t.s, 0, p, 1)[0] == run
            met += 1
        elif corridor.shape.distance(t.s.body(1).foot.shape) > 1 and corridor.gap(t.s.body(1).foot) > 1:
            t.s.body(1).foot = Mute(*t.s.body(1).foot.slab)
            assert charges._meets(t.s, 0, p, 1) == (-1, 0.0)
    assert met > 25


@pytest.mark.parametrize(
    ("x", "run", "across"),
    [(900, 100, 100), (950, 100, 50), (850, 100, 50), (975, 100, 25), (999, 100, 1), (1000, -1, 0), (1003, -1, 0)],
)
def test_6_2_a_line_before_a_line_is_met_with_what_they_share(x: int, run: int, across: int) -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(x, 400, 1800)})
    assert charges._meets(t.s, 0, pose(t.s, 0), 1) == (run, across)


def test_6_2_a_charge_meets_nobody_more_than_a_metre_ahead_or_behind_its_front() -> None:
    """What lies up to a millimetre behind the front is met at once, if it is a square millimetre at least."""
    for x, y, facing, met in (
        (900, 1095, 1800, (995, 100)),
        (900, 1110, 1800, (-1, 0)),
        (900, 100, 0, (0, 100)),
        (900, 99, 0, (-1, 0)),
        (999, 100, 0, (0, 1)),
        (801, 100, 0, (0, 1)),
        (1000, 100, 0, (-1, 0)),
    ):
        t = Table({"A-1": U(900, 100), "B-1": U(x, y, facing)})
        assert charges._meets(t.s, 0, pose(t.s, 0), 1) == met, (x, y)


def test_6_2_the_way_of_a_charge_cuts_out_what_lies_before_its_front() -> None:
    def cut(left: float, right: float, low: float, high: float) -> set[tuple[float, float]]:
        return set(charges._clipped([(left, low), (right, low), (right, high), (left, high)], 5.0))

    assert cut(-9, 9, 10, 20) == {(-5, 10), (5, 10), (5, 20), (-5, 20)}
    assert cut(-5, 5, 10, 20) == {(-5, 10), (5, 10), (5, 20), (-5, 20)}
    assert cut(-2, 3, -9, 20) == {(-2, -1), (3, -1), (3, 20), (-2, 20)}
    assert cut(-2, 3, 990, 1010) == {(-2, 990), (3, 990), (3, 1000), (-2, 1000)}
    assert cut(6, 9, 10, 20) == cut(-9, -6, 10, 20) == cut(-2, 2, 1001, 1020) == cut(-2, 2, -9, -2) == set()
    assert set(charges._clipped([(0, 0), (10, 10), (0, 20)], 5.0)) == {(0, 0), (5, 5), (5, 15), (0, 20)}


def test_6_2_only_what_a_hair_could_change_is_measured_again() -> None:
    def certain(wide: float, deep: float, ahead_: float = 7.0, across: float = 40.0, width: int = 100) -> bool:
        """Of a triangle, and of a rectangle of the same area that begins beside the middle."""
        three = [(3.0, 7.0), (3.0 + wide, 7.0), (3.0, 7.0 + deep)]
        four = [(3.0, 7.0), (3.0 + wide, 7.0), (3.0 + wide, 7.0 + deep / 2), (3.0, 7.0 + deep / 2)]
        found = {charges._certain(met, ahead_, across, width) for met in (three, four)}
        (found_,) = found
        return found_

    assert [certain(2, deep) for deep in (0.6, 0.999, 1.0005, 1.002, 1.5)] == [False, False, False, True, True]
    for limit, width in ((11.5, 100), (50.0, 100), (37.5, 75)):
        assert not certain(9, 9, across=limit, width=width)
        assert certain(9, 9, across=limit + 0.002, width=width)
        assert certain(9, 9, across=limit - 0.002, width=width)
    assert certain(9, 9, across=100.0)
    assert certain(9, 9, across=12.5)
    assert [certain(9, 9, ahead_=at) for at in (7.4, 7.5, 7.6, 7.0)] == [True] * 4
    for at in (7.499999 - 0.4e-7, 7.499999 + 0.4e-7):
        assert not certain(9, 9, ahead_=at)


def test_6_2_a_meeting_of_less_than_a_square_millimetre_is_none() -> None:
    """A corner that reaches a little into the way: as deep as it is, it is twice as broad."""
    t = Table({"A-1": U(900, 300), "B-1": U(985, 400, 450, bases=2, formation="column")})
    areas = {}
    for x in range(960, 1000):
        t.unit("B-1").x = x
        corridor = shapely.box(850, 299, 950, 1300)
        areas[x] = corridor.intersection(t.s.body(1).foot.shape).area
        run, across = charges._meets(t.s, 0, pose(t.s, 0), 1)
        assert (across > 0) is (areas[x] >= 1), (x, areas[x])
        assert (run >= 0) is (areas[x] >= 1)
    assert any(0 < area < 1 for area in areas.values())
    assert any(1 <= area < 2 for area in areas.values())


# a room spares looks and forbids nothing of its own


class Bare(Room):
    """A room that knows nothing beforehand: every unit of the table is looked at for every step."""

    def hindrances(self, p: Pose, sides: Sides) -> Around | None:
        return Around(self.others(p, 0), True)

    def others(self, p: Pose, reach: int) -> list[Neighbour]:
        s = self.s
        side = s.side(self.u)
        there = [v for v, unit in enumerate(s.units) if unit.on_table and v != self.u]
        return [Neighbour(s.side(v) == side, v, s.body(v)) for v in there]

    @property
    def easy(self) -> bool:
        return False

    def unwatched(self, p: Pose, reach: int) -> bool:
        return False


def tries(s: Battle, u: int, rng: random.Random, room: Room) -> list[tuple[str, movement.Try]]:
    """Steps of every kind, a few of each, and what forbids them."""
    p = room.start
    mm, angle = [rng.randint(1, 160) for _ in range(3)], [rng.randint(1, 1200) for _ in range(3)]
    found = [(f"advance {a}", movement.advance(s, u, p, a, room)) for a in [1, *mm]]
    found += [(f"back {a}", movement.back(s, u, p, a // 2 + 1, room)) for a in [1, *mm]]
    found += [(f"shift {a}", movement.shift(s, u, p, a, room)) for a in [1, -1, mm[0] // 2 + 1, -mm[1] // 2]]
    found += [(f"wheel {a}", movement.wheel(s, u, p, a, 0, room)) for a in [10, -10, angle[0], -angle[1], angle[2]]]
    found.append(("turn", movement.turn(s, u, p, room)))
    info = s.info(u)
    if info.artillery:
        found += [(f, movement.limber(s, u, p, f, room)) for f in ("limbered", "unlimbered")]
    else:
        found += [(f, movement.form(s, u, p, f, room)) for f in BY_ARM[info.arm]]
    return found


@interpreted
def test_5_9_a_room_lets_pass_what_may_pass_and_nothing_else() -> None:
    seen: set[str] = set()
    free = 0
    for n in range(220):
        t = field(n, units=3 + n % 3, pieces=n % 3)
        s, u = t.s, n % 2
        s.units[u].left = MOVE
        s.strategic = n % 4 == 0
        for (name, quick), (_, exact) in zip(
            tries(s, u, random.Random(n), Room(s, u)), tries(s, u, random.Random(n), Bare(s, u)), strict=True
        ):
            assert quick == exact, (n, name)
            seen |= {rule for rule, _, _ in exact.reasons}
            free += not exact.reasons
    assert {"5.5", "5.6", "5.8", "5.11", "5.12", "5.15", "5.16", "5.17", "5.18"} <= seen
    assert free > 200


@interpreted
def test_5_9_a_column_that_wheels_by_a_degree_swings_its_tail_against_a_neighbour() -> None:
    refused = set()
    for gap in range(9):
        t = Table({"A-1": U(900, 700, formation="march", bases=8), "A-2": U(928 + gap, 592, 900, bases=1)})
        t.s.units[0].left = MOVE
        for (name, quick), (_, exact) in zip(
            tries(t.s, 0, random.Random(gap), Room(t.s, 0)),
            tries(t.s, 0, random.Random(gap), Bare(t.s, 0)),
            strict=True,
        ):
            assert quick == exact, (gap, name)
            refused |= {(gap, name)} if exact.reasons else set()
    sideways = {gap for gap, name in refused if name in ("wheel 10", "wheel -10")}
    assert sideways, "no tail met anybody"
    assert len(sideways) < 9


@interpreted
def test_5_9_the_formations_on_offer_are_those_that_can_be_formed() -> None:
    seen = set()
    for n in range(150):
        t, rng = field(n, units=4, pieces=n % 3), random.Random(n)
        s, u = t.s, n % 2
        if s.info(u).artillery:
            continue
        cost = movement.change_cost(s, u)
        s.units[u].left = rng.choice([MOVE, cost, cost - 1])
        names = [f for f in BY_ARM[s.info(u).arm] if not movement.form(s, u, pose(s, u), f, Bare(s, u)).reasons]
        assert movement.forms(s, u, Room(s, u)) == names
        seen |= set(names)
    assert {"line", "column", "march", "square", "open"} <= seen


def test_5_8_the_rest_of_a_move_in_millimetres_of_the_ground_under_a_unit() -> None:
    for n in range(60):
        t = field(n, units=2, pieces=4)
        for left in (MOVE, MOVE // 3, 1):
            for strategic in (False, True):
                t.s.units[0].left, t.s.strategic = left, strategic
                p = pose(t.s, 0)
                each = movement.rate(t.s, 0, p, movement.ground_here(t.s, p))
                assert movement.reserve(t.s, 0) == left // each


def test_5_9_nobody_stands_in_ground_or_too_near_to_it_that_a_room_calls_vacant() -> None:
    vacant = wrong = 0
    for n in range(300):
        t, rng = field(n, units=6, pieces=n % 3), random.Random(n)
        s, room = t.s, Room(t.s, 0)
        p, shape = room.start, t.s.layout(0)
        sides = movement._around(shape, rng.randint(-60, 60), rng.randint(-60, 60))
        area = rectangle(p.x, p.y, p.facing, *sides)
        others = [Neighbour(s.side(v) == s.side(0), v, s.body(v)) for v in range(1, len(s.units))]
        exact = [near.other for near in others if near.matters(s, 0, area)]
        free = s.world.ground.free(area, s.info(0).arm)
        others, ground = room.hindrances(p, sides) or ([], False)
        assert ground is not free
        assert set(exact) <= {near.other for near in others}
        vacant += free and not others
        wrong += len(others) - len(exact)
        for near in others:
            left, right, back, front = room.box(near, *sines(p.facing))
            more = 0 if near.friend else near.limit(s, 0)
            grown = near.body.foot.shape.buffer(more).exterior.coords
            seen = [local(p.x, p.y, p.facing, x, y) for x, y in grown]
            assert left <= min(a for a, _ in seen) <= left + 1.5
            assert right - 1.5 <= max(a for a, _ in seen) <= right
            assert back <= min(b for _, b in seen) <= back + 1.5
            assert front - 1.5 <= max(b for _, b in seen) <= front
    assert 20 < vacant < 280
    assert wrong < vacant  # few boxes reach farther than who stands in them


def test_5_9_the_ground_around_a_step_holds_all_that_the_step_covers() -> None:
    for n in range(150):
        t, rng = field(n, units=1, pieces=0), random.Random(n)
        s, p = t.s, pose(t.s, 0)
        shape = layout_of(s, 0, p)
        mm, angle = rng.randint(1, 200), rng.choice([1, 300, 899, 900, 901, 1800, rng.randint(1, 1800)])
        for right, forward in ((0, mm), (0, -mm), (mm, 0), (-mm, 0), (0, 0)):
            around = rectangle(p.x, p.y, p.facing, *movement._around(shape, right, forward))
            x, y = aside(*ahead(p.x, p.y, p.facing, forward), p.facing, right)
            both = stand(shape, p).shape | stand(shape, p._replace(x=x, y=y)).shape
            assert around.shape.covers(both)
            assert around.area <= (shape.width + abs(right) + 6) * (shape.depth + abs(forward) + 6)
        for hand in (angle, -angle):
            around = rectangle(p.x, p.y, p.facing, *movement._around_wheel(shape, hand))
            on_the_way = [figures.wheeled(shape, p, a if hand > 0 else -a, 0) for a in [*range(0, angle, 37), angle]]
            assert all(around.shape.covers(stand(shape, q).shape) for q in on_the_way)
            assert around.area <= (2 * math.hypot(shape.width, shape.depth) + 12) ** 2


@interpreted
def test_5_9_the_smallest_steps_begin_where_they_are_legal() -> None:
    seen = set()
    for n in range(300):
        t, rng = field(n, units=3, pieces=n % 4), random.Random(n)
        s, u = t.s, 0
        s.units[u].left = rng.choice([MOVE, MOVE // 100, MOVE // 300, 1])
        s.units[u].order = n % len(ORDERS)
        room = Room(s, u)
        if not movement.unbound(s, u, room):
            continue
        for verb, hand, tried in (
            ("advance", 0, movement.advance(s, u, room.start, 1, Bare(s, u))),
            ("back", 0, movement.back(s, u, room.start, 1, Bare(s, u))),
            ("shift", 1, movement.shift(s, u, room.start, 1, Bare(s, u))),
            ("shift", -1, movement.shift(s, u, room.start, -1, Bare(s, u))),
            ("wheel", 1, movement.wheel(s, u, room.start, 10, 0, Bare(s, u))),
            ("wheel", -1, movement.wheel(s, u, room.start, -10, 0, Bare(s, u))),
        ):
            begins = (verb, hand) in movement.beginnings(s, u, room)
            assert begins is not bool(tried.reasons), (n, verb, hand, tried.reasons)
            seen |= {(verb, begins)} | {rule for rule, _, _ in tried.reasons}
    assert {(verb, begins) for verb in ("advance", "back", "shift", "wheel") for begins in (True, False)} <= seen
    assert "3.6" in seen


@interpreted
def test_5_8_the_longest_advance_is_the_longest_that_is_legal() -> None:
    stopped = 0
    for n in range(120):
        t = field(n, units=4, pieces=n % 3)
        s, u = t.s, n % 2
        s.units[u].left = MOVE
        p = pose(s, u)
        found = movement.furthest(s, u, p)
        legal = [not movement.advance(s, u, p, mm, Bare(s, u)).reasons for mm in range(1, 450)]
        if not legal[0]:
            assert found == 0
            continue
        first = legal.index(False)
        assert found >= first
        assert legal[found - 1]
        assert not legal[found]
        stopped += found < movement.affordable(s, u, p)
    assert stopped > 10


# who is met, aimed at and nearest


def test_6_2_whoever_is_abeam_is_met_neither_straight_ahead_nor_after_a_wheel() -> None:
    seen = set()
    for n in range(900):
        t = field(n, units=2, pieces=0)
        if n % 2:  # close by, and all round
            x, y, facing = t.s.units[0].x, t.s.units[0].y, t.s.units[0].facing
            t.s.units[1].x, t.s.units[1].y = ahead(x, y, facing + n * 29, 20 + n % 300)
        p = pose(t.s, 0)
        met = abs(charges.aim(t.s, 0, p, 1)) <= charges.WHEEL or charges.contact_run(t.s, 0, p, 1) >= 0
        abeam = charges.abeam(t.s, 0, 1)
        assert not (abeam and met), n
        seen.add((abeam, met))
    assert seen == {(True, False), (False, True), (False, False)}


def test_7_9_the_quick_arc_of_fire_is_the_drawn_one() -> None:
    seen = set()
    for n in range(900):
        t = field(n, units=2, pieces=0)
        unit, angle, reach = t.s.units[0], sight.ARC[t.s.info(0).arm], 60 + n % 400
        width, body = t.s.layout(0).width, t.s.body(1).core
        if n % 3 == 0:  # on the edge of the arc
            edge_of = aside(unit.x, unit.y, unit.facing, width // 2)
            t.s.units[1].x, t.s.units[1].y = ahead(*edge_of, unit.facing + angle, n % 500)
            body = t.s.body(1).core
        drawn = sight.fan(unit.x, unit.y, unit.facing, width, reach, angle).intersects(body.shape)
        quick = sight.in_fan(body, unit.x, unit.y, unit.facing, width, reach, angle)
        assert quick in (None, drawn), n
        seen.add((quick, bool(drawn)))
    assert seen == {(True, True), (False, False), (None, True), (None, False)}


def test_7_9_the_distance_of_a_fire_is_measured_from_the_front() -> None:
    for n in range(400):
        t = field(n, units=2, pieces=0)
        exact = min(drawn_front(x, y, h, w, w).distance(t.s.body(1).foot.shape) for x, y, h, w in sight.fronts(t.s, 0))
        assert fire.muzzle_distance(t.s, 0, 1) == pytest.approx(exact, abs=1e-6)
    t = Table({"A-1": U(900, 300), "B-1": U(900, 300 + 130, 1800)})
    assert fire.muzzle_distance(t.s, 0, 1) == 130.0
    limit = Table({"A-1": U(900, 300, bases=3), "B-1": U(1000, 330, 900, bases=3)})  # half a millimetre beside a base
    assert fire.muzzle_distance(limit.s, 0, 1) == drawn_front(900, 300, 0, 75, 75).distance(limit.s.body(1).foot.shape)


def test_3_5_the_nearest_is_the_first_of_those_who_are_as_near_as_can_be() -> None:
    ties = 0
    for n in range(400):
        t = field(n, units=7, pieces=0)
        body, others = t.s.body(0).foot, [t.s.body(v).foot for v in (1, 2, 3, 4, 5, 6, 1, 2, 3)]
        away = [body.shape.distance(other.shape) for other in others]
        assert body.nearest_of(others) == away.index(min(away))
        ties += away.count(min(away)) > 1
    assert ties > 10
    assert body.nearest_of([]) == -1
    assert body.nearest_of([others[0], others[0]]) == 0


def test_5_17_nobody_near_is_passed_over() -> None:
    passed = 0
    for n in range(300):
        t = field(n, units=8, pieces=0)
        own = t.s.body(0).foot
        for mm in (0, 10, 120, 300):
            found = figures.enemies_near(t.s, 0, mm)
            near = [v for v in t.s.enemies(0) if own.shape.distance(t.s.body(v).foot.shape) <= mm]
            assert set(near) <= set(found) <= set(t.s.enemies(0))
            passed += len(t.s.enemies(0)) - len(found)
    assert passed > 1000
    t.s.units[1].status = DESTROYED
    assert 1 not in figures.enemies_near(t.s, 0, 600)


@interpreted
def test_5_9_who_may_turn_about_is_whose_about_face_is_legal() -> None:
    seen = set()
    for n in range(240):
        t = field(n, units=5, pieces=n % 4)
        s, p = t.s, pose(t.s, 0)
        s.units[0].left = MOVE if n % 5 else 1
        legal = not movement.turn(s, 0, pose(s, 0), Bare(s, 0)).reasons
        assert movement.may_turn(s, 0, Room(s, 0)) is legal, n
        s.units[0].turned = True
        assert not movement.may_turn(s, 0, Room(s, 0))
        seen.add((legal, p.formation in movement.FREE_TO_TURN or s.info(0).cavalry))
    assert len(seen) == 4


def test_3_6_an_order_that_forbids_no_way_forbids_none() -> None:
    seen = set()
    for n in range(400):
        t, rng = field(n, units=2, pieces=0), random.Random(n)
        s, unit, mm = t.s, t.s.units[0], rng.choice([1, 20, 90])
        unit.order = n % len(ORDERS)
        gx, gy = s.world.goals[s.commands[s.info(0).command].objective]
        at = ahead(gx, gy, rng.randrange(3600), rng.choice([20, 148 - mm, 149 - mm, 150 - mm, 149, 150, 151, 400]))
        ways = [ahead(*at, heading, mm) for heading in range(0, 3600, 150)]
        free = all(not orders.order_forbids(s, 0, at, to) for to in ways)
        assert not orders.goes_freely(s, 0, at, mm) or free, n
        seen.add((s.order_of(0), orders.goes_freely(s, 0, at, mm)))
    assert {("attack", True), ("forward", True), ("defend", True), ("defend", False), ("retreat", False)} == seen


def test_7_7_who_may_be_aimed_at_is_he_against_whom_there_is_no_reason() -> None:
    seen = set()
    for n in range(240):
        s = field(n, units=4 + n % 3, pieces=n % 4).s
        s.contacts = [Contact(0, 1, 0, 0)] if n % 3 == 0 else []
        for u in range(len(s.units)):
            for target in s.enemies(u):
                reasons = fire.aim_reasons(s, u, target)
                assert fire.may_aim(s, u, target) == (not reasons), (n, u, target)
                seen |= {rule for rule, _, _ in reasons[:1]} or {""}
    assert seen == {"", "7.3", "7.7", "7.9", "7.10", "7.12"}


def test_7_7_short_range_is_out_of_the_question_only_where_it_is() -> None:
    far = 0
    for n in range(400):
        t = field(n, units=2, pieces=0)
        kind = t.s.info(0).type
        if fire._not_close(kind, t.s.body(0).foot, t.s.body(1).foot):
            far += 1
            assert fire.band(kind, fire.muzzle_distance(t.s, 0, 1)) != fire.SHORT
    assert 100 < far < 400


def test_7_8_half_of_a_footprint_is_told_by_its_middle_where_one_side_cuts_it() -> None:
    told = set()
    for n in range(300):
        rng, ground = random.Random(n), field(n, units=1).s.world.ground
        for area in ground.areas:
            body = figure(rng, ground)
            inside = 2 * area.shape.intersection(body.shape).area >= body.shape.area
            assert mostly_in(area, body) == inside, n
            if lies_in(area, body.x, body.y):
                told.add((_cut_once(area, body), inside))
    assert told >= {(True, True), (False, True), (False, False)}
    assert (True, False) not in told


def test_5_8_the_ground_under_a_place_is_that_of_the_first_step() -> None:
    kinds = set()
    for n in range(300):
        rng, ground = random.Random(n), field(n, units=1).s.world.ground
        (x, y), heading, marching = place(rng, ground), rng.randrange(3600), n % 2 == 0
        found = ground.under(x, y, heading, marching)
        assert found == ground._measure(x, y, heading, 2, marching)[0].kind, n
        kinds.add(found)
    assert kinds == {"clear", "slow", "road"}


def test_5_20_a_way_is_dear_only_where_the_move_does_not_pay_for_it() -> None:
    judged = set()
    for n in range(200):
        t = field(n, units=1, pieces=n % 4)
        s, rng, p = t.s, random.Random(n), pose(t.s, 0)
        s.units[0].left = MOVE
        room = Room(s, 0)
        x, y = ahead(p.x, p.y, rng.randrange(3600), rng.randint(0, 300))
        for legs in pathing.ways(s, 0, room.start, x, y, rng.randrange(3600), room):
            dear, legal = pathing._dear(s, 0, room.start, legs), not pathing.walk(s, 0, room.start, legs, room).reasons
            assert not (dear and legal), n
            judged.add((dear, legal))
    assert judged == {(True, False), (False, True), (False, False)}


def test_5_8_who_looks_straight_ahead_only_meets_there_what_he_meets_otherwise() -> None:
    met = set()
    for n in range(120):
        t = field(n, units=5, pieces=n % 3)
        s = t.s
        s.units[0].left = MOVE
        room = Room(s, 0)
        for p in (room.start, room.start._replace(y=room.start.y + 7, facing=(room.start.facing + 100) % 3600)):
            lane = room.ahead(p, 200)
            for mm in (1, 20, 77, 200):
                reasons = movement.advance(s, 0, p, mm, Room(s, 0)).reasons
                assert bool(movement.advance(s, 0, p, mm, lane).reasons) == bool(reasons), (n, mm)
                met.add(bool(reasons))
    assert met == {True, False}
