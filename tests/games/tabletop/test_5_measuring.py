"""Rulebook 5.10 to 5.16, 7.8 to 7.10: ground measured the quick way is ground measured by shapely, on every edge too.

The tables are drawn at random from a seed; see ``tables_tabletop``.
"""

from __future__ import annotations

import itertools
import math
import random

import pytest
import shapely

from grognard.board.plane import HAIR, SLACK, Rect, ahead, circle, nearest
from grognard.games.tabletop.rules.figures import cover_from
from grognard.games.tabletop.world import ground as grounds
from grognard.games.tabletop.world.ground import Area, Ground, Hurdle, Patch, Stretch
from tables_tabletop import Mute, figure, oval, place, tables, way
from toolkit import interpreted
from toolkit_tabletop import Table, U, line, rect


def drawn(x: float, y: float, x2: float, y2: float) -> shapely.LineString:
    return shapely.LineString([(x, y), (x2, y2)])


# lines over one piece of ground


def lines_and_areas() -> list[tuple[Area, tuple[float, float, float, float]]]:
    found = []
    for ground, rng in tables(60):
        found += [(area, way(rng, ground)) for area in ground.areas for _ in range(12)]
    return found


def test_7_10_a_line_meets_a_piece_of_ground_where_its_outline_does() -> None:
    found = [(grounds.stops(area, *to), area.shape.intersects(drawn(*to))) for area, to in lines_and_areas()]
    assert {quick for quick, _ in found} == {True, False}
    assert all(quick == exact for quick, exact in found)


def test_7_10_a_wood_hides_what_is_more_than_two_centimetres_behind_its_edge() -> None:
    found = []
    for area, to in lines_and_areas():
        wood = area._replace(type="wood")
        found.append((grounds.hides(wood, *to), area.shape.intersection(drawn(*to)).length > 20 + SLACK))
        assert grounds.hides(area._replace(type="hill"), *to) == area.shape.intersects(drawn(*to))
    assert {quick for quick, _ in found} == {True, False}
    assert all(quick == exact for quick, exact in found)


@pytest.mark.parametrize(("deep", "hidden"), [(20, False), (20.5, False), (20.502, True), (21, True)])
def test_7_10_two_centimetres_of_wood_to_the_hair(deep: float, hidden: bool) -> None:
    for x, y, x2, y2 in ((200, 300, 200 + deep, 300), (100, 300, 200 + deep, 300), (300, 200 + deep, 300, 100)):
        square = rect("wood", 20, 20, 40, 40)
        (area,) = Table({"A-1": U(10, 10)}, terrain=[square]).world.ground.areas
        assert grounds.hides(area, x, y, x2, y2) is hidden
        assert grounds.hides(area, x2, y2, x, y) is hidden
        assert grounds.hides(area._replace(upright=False), x, y, x2, y2) is hidden


def test_7_10_what_is_clear_of_an_edge_is_told_without_the_outline() -> None:
    seen = set()
    for area, to in lines_and_areas():
        track, box, blind = drawn(*to), shapely.box(*area.bounds), area._replace(shape=None)
        if box.distance(track) > 1:
            assert not grounds.stops(blind, *to)
            seen.add("past")
        elif area.upright and box.buffer(-1).intersects(track):
            assert grounds.stops(blind, *to)
            seen.add("through")
        elif area.oval and abs(grounds._oval_depth(area.bounds, *to) - 1) > 0.01:
            assert grounds.stops(blind, *to) is bool(area.shape.intersects(track))
            seen.add("round")
        if area.upright:
            least, most = (box.buffer(by, join_style="mitre").intersection(track).length for by in (-0.01, 0.01))
            if most < 20.4 or (least > 20.6 and box.buffer(-1).intersects(track)):
                assert grounds.hides(blind._replace(type="wood"), *to) is (least > 20.6)
                seen.add(f"wood {least > 20.6}")
    assert seen == {"past", "through", "round", "wood True", "wood False"}


@interpreted
def test_5_15_what_is_clear_of_an_edge_is_told_without_the_outline_of_a_patch() -> None:
    seen = set()
    for n in range(100):
        rng = random.Random(n)
        kinds = [rng.choice(["wood", "broken", "settlement"]) for _ in range(3)]
        corners = [(rng.randint(5, 45), rng.randint(5, 45)) for _ in kinds]
        forms = [rect(kind, x, y, x + 9, y + 9) for kind, (x, y) in zip(kinds, corners, strict=True)]
        ground = Table({"A-1": U(10, 10)}, terrain=forms, size=(60, 60)).world.ground
        shape, ground.slow.shape = ground.slow.shape, None
        for _ in range(20):
            body, (x, y) = figure(rng, ground), place(rng, ground)
            deep = any(inside(area, body.shape) for area in ground.areas)
            if all(inside(area, body.shape) or area.shape.distance(body.shape) > 2 for area in ground.areas):
                assert ground.slow.meets(Mute(*body.slab)) is deep
                seen.add(("meets", deep))
            spot = shapely.Point(x, y)
            if all(area.shape.exterior.distance(spot) > 1 for area in ground.areas):
                assert ground.slow.holds(x, y) is shape.contains(spot)
                seen.add(("holds", shape.contains(spot)))
    assert len(seen) == 4


def inside(area: Area, shape: shapely.Geometry) -> bool:
    return bool(area.shape.buffer(-1).intersects(shape))


def test_5_10_the_spans_of_a_way_through_upright_ground_are_told_without_its_outline() -> None:
    found = []
    for n in range(100):
        rng = random.Random(n)
        corners = [(rng.randint(5, 45), rng.randint(5, 45)) for _ in range(3)]
        forms = [rect("wood", x, y, x + 9, y + 9) for x, y in corners]
        ground = Table({"A-1": U(10, 10)}, terrain=forms, size=(60, 60)).world.ground
        shape, ground.slow.shape = ground.slow.shape, None
        for _ in range(20):
            x, y = rng.randint(0, 600), rng.randint(0, 600)
            goal = ahead(x, y, rng.randrange(3600), rng.randint(1, 300))
            track = shapely.LineString([(x, y), goal])
            grazes = [a for a in ground.areas if a.shape.distance(track) < 1 and not inside(a, track)]
            ends = [shapely.Point(x, y).distance(shapely.Point(c)) for c in shapely.get_coordinates(shape & track)]
            if not grazes and all(abs(end % 1 - 0.5) > 0.01 for end in ends):
                found.append(ground.slow.spans((x, y), goal))
                assert found[-1] == merged(grounds._spans(track, shape, x, y))
    assert sum(1 for spans in found if spans) > 100


HALF_A_HAIR = HAIR / 2


def shifted(kind: str, inward: float) -> Ground:
    """A piece of ground from 20 to 40 cm each way, every side of it so many millimetres farther in."""
    low, high = 20 + inward / 10, 40 - inward / 10
    return Table({"A-1": U(10, 10)}, terrain=[rect(kind, low, low, high, high)], size=(60, 60)).world.ground


@pytest.mark.parametrize(("inward", "meets"), [(-HALF_A_HAIR, True), (0, True), (HALF_A_HAIR, False)])
def test_5_15_ground_beside_a_line_a_place_or_a_figure_is_judged_to_less_than_a_hair(
    inward: float, meets: bool
) -> None:
    for kind in ("hill", "wood"):
        (area,) = shifted(kind, inward).areas
        for to in ((200, 100, 200, 500), (400, 100, 400, 500), (100, 200, 500, 200), (100, 400, 500, 400)):
            assert grounds.stops(area, *to) is meets
        for to in ((100, 300, 200, 300), (500, 300, 400, 300), (300, 100, 300, 200), (300, 500, 300, 400)):
            assert grounds.stops(area, *to) is meets
            assert grounds.stops(area, *to[2:], *to[:2]) is meets
    ground = shifted("impassable", inward)
    for x, y in ((200, 300), (400, 300), (300, 200), (300, 400), (200, 200), (400, 400)):
        assert ground.closed.holds(x, y) is meets
    for x, y in ((175, 300), (425, 300), (300, 200), (300, 430)):
        assert ground.closed.meets(Rect(x, y, 0, 50, 50, 0, 60)) is meets
        assert ground.closed.meets(Rect(x, y - 30, 1800, 50, 50, 0, 60)) is meets
    for x, y, heading in ((150, 150, 450), (450, 450, 2250), (150, 450, 1350), (450, 150, 3150)):  # at the corners
        (corner,) = {(200 if x < 300 else 400, 200 if y < 300 else 400)}
        reach = round(math.hypot(corner[0] - x, corner[1] - y) * 2)
        body = Rect(x, y, heading, 50, 50, reach, 0)
        assert ground.closed.meets(body) == ground.closed.shape.intersects(body.shape)


@pytest.mark.parametrize(("inward", "hidden"), [(-HALF_A_HAIR, True), (0, False), (HALF_A_HAIR, False)])
def test_7_10_two_centimetres_of_wood_are_judged_to_less_than_a_hair(inward: float, hidden: bool) -> None:
    (area,) = shifted("wood", inward).areas
    for to in ((100, 300, 220.5, 300), (500, 300, 379.5, 300), (300, 100, 300, 220.5), (300, 500, 300, 379.5)):
        assert (area.shape.intersection(drawn(*to)).length > 20.5) is hidden
        assert grounds.hides(area, *to) is hidden
        assert grounds.hides(area, *to[2:], *to[:2]) is hidden


def test_the_part_of_a_line_in_a_box_is_what_they_have_in_common() -> None:
    for area, to in lines_and_areas():
        box, cut = shapely.box(*area.bounds), drawn(*to)
        start, end = grounds.crossed(area.bounds, *to, 0)
        assert 0 <= start <= end <= 1
        assert (end - start) * cut.length == pytest.approx(box.intersection(cut).length, abs=1e-6)
        if end > start:
            middle = cut.interpolate((start + end) / 2, normalized=True)
            assert box.buffer(1e-6).contains(middle)
        wide = grounds.crossed(area.bounds, *to, 7)
        grown = shapely.box(*area.bounds).buffer(7, join_style="mitre")
        assert (wide[1] - wide[0]) * cut.length == pytest.approx(grown.intersection(cut).length, abs=1e-6)


def test_a_line_that_ends_on_the_side_of_a_box_meets_it_there() -> None:
    box = (0.0, 0.0, 100.0, 50.0)
    for x, y, x2, y2 in ((-10, 20, 0, 20), (120, 20, 100, 20), (30, -9, 30, 0), (30, 60, 30, 50), (-10, -10, 0, 0)):
        assert grounds.crossed(box, x, y, x2, y2, 0) == (1, 1)
        assert grounds.crossed(box, x2, y2, x, y, 0) == (0, 0)
    assert grounds.crossed(box, 0, 10, 0, 20, 0) == (0, 1)
    assert grounds.crossed(box, 10, 50, 20, 50, 0) == (0, 1)
    assert grounds.crossed(box, -20, -5, 20, -5, 0) == (0, 0)
    assert grounds.crossed(box, -10, 40, 10, 60, 0) == (0.5, 0.5)
    assert grounds.crossed(box, -10, 45, 10, 65, 0) == (0, 0)


def test_an_oval_is_round_by_its_half_axes() -> None:
    box = (0.0, 0.0, 200.0, 100.0)
    depth = grounds._oval_depth
    assert depth(box, 100, 50, 300, 50) == 0
    assert depth(box, 200, 50, 300, 50) == depth(box, 100, 0, 100, -50) == 1
    assert depth(box, 0, 150, 200, 150) == depth(box, 300, -50, 300, 300) == 2
    assert depth(box, 100, 75, 100, 75) == 0.5  # a line without length
    assert depth(box, 120, 60, 180, 90) == pytest.approx(math.hypot(0.2, 0.2))  # it begins nearest
    assert depth(box, 180, 90, 120, 60) == pytest.approx(math.hypot(0.2, 0.2))  # it ends nearest


def test_of_rectangles_and_upright_lines_the_box_is_the_whole_form() -> None:
    slanted, upright = line("wall", (10, 10), (20, 30)), line("wall", (10, 10), (10, 30))
    bent = line("wall", (10, 10), (20, 10), (20, 30))
    forms = [rect("hill", 10, 10, 30, 20), oval("hill", 30, 30, 5, 9), slanted, upright, bent]
    areas = Table({"A-1": U(10, 10)}, terrain=forms).world.ground.areas
    assert [area.upright for area in areas] == [True, False, False, True, False]
    assert [area.oval for area in areas] == [False, True, False, False, False]
    assert [grounds.convex(area) for area in areas] == [True, True, False, True, False]
    assert areas[1].shape.equals(circle(300, 300, 50, 90))
    assert areas[0].bounds == (100, 100, 300, 200)
    for area in areas:
        assert area.bounds == area.shape.bounds
        assert area.upright == area.shape.equals(shapely.box(*area.bounds))


# patches


def patches(ground: Ground) -> list[Patch]:
    return [ground.rough, ground.roads, ground.built, ground.narrow, ground.closed, ground.slow, ground.lines]


def test_5_15_a_figure_meets_ground_where_their_outlines_do() -> None:
    found = []
    for ground, rng in tables(60):
        for patch in patches(ground):
            assert patch.empty == patch.shape.is_empty
            for _ in range(12):
                body = figure(rng, ground)
                found.append((patch.meets(body), patch.shape.intersects(body.shape)))
    assert {quick for quick, _ in found} == {True, False}
    assert all(quick == exact for quick, exact in found)


def test_5_15_a_bridge_or_defile_opens_closed_ground() -> None:
    for ground, rng in tables(60):
        shut = [area.shape for area in ground.areas if area.type in ("river", "impassable")]
        through = [area.shape for area in ground.areas if area.type in ("bridge", "defile")]
        left = shapely.union_all(shut).difference(shapely.union_all(through))
        assert ground.closed.shape.equals(left)
        for _ in range(20):
            body = figure(rng, ground)
            assert ground.closed.meets(body) == left.intersects(body.shape)


def test_5_3_a_place_lies_in_ground_or_on_its_edge() -> None:
    found = []
    for ground, rng in tables(60):
        for patch in patches(ground):
            places = [place(rng, ground) for _ in range(10)]
            found += [(patch.holds(x, y), patch.shape.intersects(shapely.Point(x, y))) for x, y in places]
        x, y = place(rng, ground)
        assert ground.on_road(x, y) == ground.roads.shape.intersects(shapely.Point(x, y))
    assert {quick for quick, _ in found} == {True, False}
    assert all(quick == exact for quick, exact in found)


def test_5_10_the_spans_of_a_way_are_those_of_the_outline() -> None:
    met = 0
    for ground, rng in tables(80):
        for patch in patches(ground):
            for _ in range(6):
                x, y = place(rng, ground)
                goal = ahead(x, y, rng.choice([0, 900, 1800, rng.randrange(3600)]), rng.randint(1, 300))
                exact = merged(grounds._spans(shapely.LineString([(x, y), goal]), patch.shape, x, y))
                assert merged(patch.spans((x, y), goal)) == exact
                met += bool(exact)
    assert met > 100


def merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans that meet as one: where one piece of ground ends and the next begins is no matter."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def test_spans_are_joined_where_they_meet() -> None:
    assert grounds._merged([(0.5, 0.6), (0.0, 0.2), (0.2, 0.3), (0.25, 0.28)]) == [(0.0, 0.3), (0.5, 0.6)]
    assert grounds._merged([(0.1, 0.9), (0.2, 0.3)]) == [(0.1, 0.9)]
    assert grounds._merged([(0.0, 0.1), (0.5, 0.6), (0.55, 0.58)]) == [(0.0, 0.1), (0.5, 0.6)]
    assert grounds._merged([]) == []


def test_shares_of_a_way_become_whole_millimetres_only_where_that_is_certain() -> None:
    assert grounds._whole([(0.1, 0.25)], 100) == [(10, 25)]
    assert grounds._whole([(0.101, 0.104)], 100) == []  # less than a millimetre
    assert grounds._whole([(0.0, 0.2), (0.5, 1.0)], 10) == [(0, 2), (5, 10)]
    edge = 0.499999
    assert grounds._whole([(edge / 10, 0.9)], 10) is None
    assert grounds._whole([(0.0, edge / 10 + 0.2)], 10) is None


def test_5_10_no_ground_of_a_patch_is_nearer_than_its_clearance() -> None:
    for ground, rng in tables(60):
        for patch in patches(ground):
            x, y = place(rng, ground)
            boxes = [shapely.box(*area.bounds) for area in parts(ground, patch)]
            gaps = [max(b[0] - x, x - b[2], b[1] - y, y - b[3]) for b in [box.bounds for box in boxes]]
            assert patch.clearance(x, y) == pytest.approx(min(gaps, default=math.inf))
            if not patch.empty:
                assert patch.shape.distance(shapely.Point(x, y)) >= patch.clearance(x, y) - 1e-9
            for reach in (0, 20, 60):
                square = shapely.box(x - reach, y - reach, x + reach, y + reach)
                assert patch.near(x, y, reach) == any(box.intersects(square) for box in boxes)


def parts(ground: Ground, patch: Patch) -> list[Area]:
    """The pieces of ground that a patch is made of."""
    types = {
        id(ground.rough): ("wood", "broken"),
        id(ground.roads): ("road", "bridge"),
        id(ground.built): ("settlement", "works"),
        id(ground.narrow): ("bridge", "defile"),
        id(ground.closed): ("river", "impassable"),
        id(ground.slow): ("wood", "broken", "settlement", "works"),
        id(ground.lines): ("wall", "hedge", "stream"),
    }
    return [area for area in ground.areas if area.type in types[id(patch)]]


# ways


def test_5_10_ways_within_reach_are_clear_where_no_ground_is_near() -> None:
    seen = set()
    for ground, rng in tables(60, 3):
        x, y = place(rng, ground)
        for reach, marching in itertools.product((5, 50, 150), (False, True)):
            square = shapely.box(x - reach - 1, y - reach - 1, x + reach + 1, y + reach + 1)
            slow, roads = parts(ground, ground.slow), parts(ground, ground.roads)
            lines = parts(ground, ground.lines)
            clear = not any(shapely.box(*area.bounds).intersects(square) for area in [*slow, *roads * marching])
            alone = clear and not any(shapely.box(*area.bounds).intersects(square) for area in lines)
            assert (ground.clear(x, y, reach, marching), ground.open_for(x, y, reach, marching)) == (clear, alone)
            seen.add((clear, alone))
    assert len(seen) == 3


def test_5_10_ground_within_a_millimetre_of_the_end_of_a_way_is_looked_at() -> None:
    forms = [rect("wood", 20, 20, 40, 40), line("road", (80, 20), (80, 40), width=2), line("wall", (60, 20), (60, 40))]
    ground = Table({"A-1": U(10, 10)}, terrain=forms).world.ground
    for reach in (0, 10, 50):
        for x, clear, alone in ((200, 1, True), (790, 0, True), (595, None, False)):
            near, far = x - reach - 1, x - reach - 2
            if clear is not None:
                assert not ground.clear(near, 300, reach, clear == 0)
                assert ground.clear(far, 300, reach, clear == 0)
            assert not ground.open_for(near, 300, reach, clear == 0)
            assert ground.open_for(far, 300, reach, clear == 0)
            assert alone or ground.clear(near, 300, reach, True)


def test_5_14_a_way_that_ends_or_begins_on_a_thin_wall_crosses_it() -> None:
    ground = Table({"A-1": U(10, 10)}, terrain=[line("wall", (20, 30), (40, 30), width=0.1)]).world.ground
    assert ground.hurdles(300, 250, 0, 50) == [Hurdle(50, 30, False)]
    assert ground.hurdles(300, 250, 0, 49) == []
    assert ground.hurdles(300, 300, 0, 10) == [Hurdle(0, 30, False)]


def test_5_10_a_corner_cut_by_less_than_half_a_millimetre_is_no_part_of_a_way() -> None:
    box = shapely.box(200, 200, 300, 300)
    cut = shapely.LineString([(150, 250.1), (250.1, 150)])
    assert 0 < cut.intersection(box).length < 0.5
    assert grounds._spans(cut, box, 150, 250) == []


def test_7_10_boxes_that_touch_overlap() -> None:
    box = (10.0, 10.0, 20.0, 20.0)
    for other in ((0, 10, 10, 20), (20, 10, 30, 20), (10, 0, 20, 10), (10, 20, 20, 30), (12, 12, 13, 13)):
        assert grounds.overlap(box, other)
        assert grounds.overlap(other, box)
    for other in ((0, 10, 9, 20), (21, 10, 30, 20), (10, 0, 20, 9), (10, 21, 20, 30)):
        assert not grounds.overlap(box, other)
        assert not grounds.overlap(other, box)


def test_7_4_half_a_millimetre_beside_the_middle_is_a_side() -> None:
    deep = Table({"A-1": U(10, 10)}, terrain=[rect("settlement", 10, 10, 20, 20.1)]).world.ground
    assert [deep.side_of(0, 150, y) for y in (150, 151)] == [2, 0]
    wide = Table({"A-1": U(10, 10)}, terrain=[rect("settlement", 10, 10, 20.1, 20)]).world.ground
    assert [wide.side_of(0, x, 150) for x in (150, 151)] == [3, 1]
    odd = Table({"A-1": U(10, 10)}, terrain=[rect("settlement", 10, 10, 20.05, 20)]).world.ground
    assert [odd.side_of(0, x, 150) for x in (150, 151)] == [3, 1]


def test_7_8_a_wall_covers_to_half_a_millimetre_more_than_a_centimetre() -> None:
    wall = line("wall", (80, 35.05), (100, 35.05))
    for y, cover in ((335, "light"), (334, None)):
        t = Table({"A-1": U(900, y), "B-1": U(900, 500, 1800)}, terrain=[wall])
        assert cover_from(t.s, 0, 1) == cover


def test_5_3_every_millimetre_of_a_way_is_of_the_kind_under_its_middle() -> None:
    for ground, rng in tables(100):
        x, y = place(rng, ground)
        heading, length, marching = rng.choice([0, 900, rng.randrange(3600)]), rng.randint(1, 250), rng.random() < 0.5
        found = ground.stretches(x, y, heading, length, marching)
        goal = ahead(x, y, heading, length)
        track = shapely.LineString([(x, y), goal])
        slow = grounds._spans(track, ground.slow.shape, x, y)
        roads = grounds._spans(track, ground.roads.shape, x, y) if marching else []
        assert found[-1].end == length
        assert [stretch.end for stretch in found] == sorted({stretch.end for stretch in found})
        for at in range(length):
            kind = next(stretch.kind for stretch in found if at < stretch.end)
            on_road = any(start <= at < end for start, end in roads)
            in_slow = any(start <= at < end for start, end in slow)
            assert kind == ("road" if on_road else "slow" if in_slow else "clear")


def test_5_3_ground_that_begins_after_a_millimetre_leaves_that_millimetre_clear() -> None:
    ground = Table({"A-1": U(10, 10)}, terrain=[rect("wood", 10, 10, 20, 20)]).world.ground
    assert ground.stretches(150, 99, 0, 30, False) == [Stretch(1, "clear"), Stretch(30, "slow")]
    assert ground.stretches(150, 100, 0, 30, False) == [Stretch(30, "slow")]
    assert ground.stretches(150, 199, 0, 30, False) == [Stretch(1, "slow"), Stretch(30, "clear")]


def test_5_14_each_wall_and_stream_that_a_way_crosses_is_a_hurdle() -> None:
    crossed = 0
    for ground, rng in tables(300):
        x, y = place(rng, ground)
        heading, length = rng.choice([0, 900, 1800, rng.randrange(3600)]), rng.randint(1, 400)
        track = shapely.LineString([(x, y), ahead(x, y, heading, length)])
        found = []
        for area in parts(ground, ground.lines):
            for point in points(area.line.intersection(track)):
                spared = area.type == "stream" and ground.narrow.shape.intersects(point)
                if not spared:
                    at = nearest(shapely.Point(x, y).distance(point))
                    found.append(Hurdle(at, 50 if area.type == "stream" else 30, area.type == "stream"))
        assert ground.hurdles(x, y, heading, length) == sorted(found)
        crossed += bool(found)
    assert crossed > 20


BENT = ((10, 10), (30, 20), (10, 30))  # it is crossed twice by whoever goes north past its bend


def test_5_14_a_bent_wall_is_paid_for_as_often_as_it_is_crossed() -> None:
    ground = Table({"A-1": U(10, 10)}, terrain=[line("wall", *BENT)]).world.ground
    assert ground.hurdles(200, 100, 0, 200) == [Hurdle(50, 30, False), Hurdle(150, 30, False)]
    assert ground.hurdles(200, 300, 1800, 200) == [Hurdle(50, 30, False), Hurdle(150, 30, False)]
    assert ground.hurdles(200, 100, 0, 100) == [Hurdle(50, 30, False)]
    assert ground.hurdles(250, 200, 900, 100) == [Hurdle(50, 30, False)]  # over the bend itself
    assert ground.hurdles(310, 100, 0, 200) == []


def test_5_14_a_bridge_over_one_reach_of_a_bent_stream_does_not_spare_the_other() -> None:
    bridge = line("bridge", (20, 13), (20, 17), width=3)
    ground = Table({"A-1": U(10, 10)}, terrain=[line("stream", *BENT), bridge]).world.ground
    assert ground.hurdles(200, 100, 0, 200) == [Hurdle(150, 50, True)]
    assert ground.hurdles(200, 100, 0, 100) == []


def test_5_14_a_way_along_a_wall_crosses_it_once() -> None:
    walls = [line("wall", (10, 10), (20, 10), (30, 10), (30, 20))]
    ground = Table({"A-1": U(10, 10)}, terrain=walls).world.ground
    assert ground.hurdles(150, 100, 900, 100) == [Hurdle(0, 30, False)]
    assert ground.hurdles(90, 100, 900, 300) == [Hurdle(10, 30, False)]


def points(met: shapely.Geometry) -> list[shapely.Geometry]:
    if met.is_empty:
        return []
    return list(met.geoms) if hasattr(met, "geoms") and met.geom_type == "MultiPoint" else [met]


# places


@interpreted
def test_5_16_a_figure_is_on_the_table_with_every_corner() -> None:
    seen = set()
    for ground, rng in tables(10, 0):
        for _ in range(150):
            body = figure(rng, ground)
            x, y, heading, *sides = body.slab
            if rng.random() < 0.6:
                x = rng.choice([0, 1, 7, ground.width, ground.width - 7, x])
                y = rng.choice([0, 1, 12, 15, ground.height, ground.height - 12, y])
            body = Rect(x, y, heading, *sides)
            within = bool(ground.board.covers(body.shape))
            assert ground.on_board(body) is within
            gap = min(ground.board.exterior.distance(shapely.Point(corner)) for corner in body.corners)
            if gap > 1:
                assert ground.on_board(Mute(*body.slab)) is within
            seen.add((within, gap > 1))
    assert len(seen) == 4


@pytest.mark.parametrize(("over", "on"), [(0, True), (1, True), (2, False)])
def test_5_16_half_a_millimetre_over_the_edge_is_forgiven(over: int, on: bool) -> None:
    """``over`` in half-millimetres: at exactly half a millimetre the figure is still on the table."""
    ground = Table({"A-1": U(10, 10)}, size=(60, 40)).world.ground
    assert ground.on_board(Rect(300, 400, 0, 50, 50, over, 30)) is on
    assert ground.on_board(Rect(300, 0, 1800, 50, 50, over, 30)) is on
    assert ground.on_board(Rect(25, 200, 0, 50 + over, 50, 0, 30)) is on
    assert ground.on_board(Rect(575, 200, 0, 50, 50 + over, 0, 30)) is on


def test_5_15_free_ground_is_on_the_table_and_stops_no_arm() -> None:
    seen = set()
    for ground, rng in tables(80, 4):
        for arm in ("inf", "cav", "art"):
            body = figure(rng, ground)
            hindering = [ground.closed, ground.narrow, ground.built, *[ground.rough] * (arm == "art")]
            free = ground.board.covers(body.shape) and not any(p.shape.intersects(body.shape) for p in hindering)
            assert ground.free(body, arm) == free
            seen.add((arm, free))
            x, y = place(rng, ground)
            gaps = [x, y, ground.width - x, ground.height - y, *[p.clearance(x, y) for p in hindering]]
            assert ground.clearance(x, y, arm) == math.floor(min(gaps))
    assert len(seen) == 6


def test_5_12_7_8_5_13_who_holds_what_by_the_share_of_his_ground() -> None:
    seen = set()
    for ground, rng in tables(150):
        for _ in range(6):
            body = figure(rng, ground)
            held, hill, cover = half_in(ground.settlements, body, True), half_in(ground.hills, body, False), None
            wood = half_in(ground.woods, body, False)
            if held >= 0:
                cover = ground.settlements[held].cover or "heavy"
            elif wood >= 0:
                cover = ground.woods[wood].cover or "light"
            assert (ground.settlement(body), ground.hill(body), ground.cover(body)) == (held, hill, cover)
            touched = [i for i, area in enumerate(ground.settlements) if area.shape.intersects(body.shape)]
            assert ground.touched_settlements(body) == touched
            seen |= {(held >= 0, "held"), (hill >= 0, "hill"), (cover, "cover"), (bool(touched), "touched")}
    assert len(seen) == 9


def half_in(areas: list[Area], body: Rect, either: bool) -> int:
    """The first area in which half of a body lies (or half of which lies in it, where either counts)."""
    for i, area in enumerate(areas):
        common = area.shape.intersection(body.shape).area
        least = min(area.shape.area, body.shape.area) if either else body.shape.area
        if area.shape.intersects(body.shape) and 2 * common >= least:
            return i
    return -1


def test_7_10_screens_are_hills_and_settlements_on_which_neither_stands_and_woods() -> None:
    seen: set[str] = set()
    for ground, rng in tables(120):
        for _ in range(5):
            a, b = figure(rng, ground), figure(rng, ground)
            boxes = [a.bounds, b.bounds]
            around = (*[min(s) for s in zip(*boxes, strict=True)][:2], *[max(s) for s in zip(*boxes, strict=True)][2:])
            box = shapely.box(*around)
            exact = []
            for i, area in enumerate(ground.hills):
                if i not in (half_in(ground.hills, a, False), half_in(ground.hills, b, False)):
                    exact.append(area)
            exact += ground.woods
            exact += [v for v in ground.settlements if not v.shape.intersects(a.shape | b.shape)]
            exact = [area for area in exact if shapely.box(*area.bounds).intersects(box)]
            assert ground.screens(a, b, around) == exact
            seen |= {area.type for area in exact}
    assert seen == {"hill", "wood", "settlement", "works"}
