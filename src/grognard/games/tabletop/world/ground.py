"""Rulebook 5.10 to 5.16 and 7.9: the ground of a table: what slows, hides, covers and stops. Lengths in millimetres."""

from __future__ import annotations

import itertools
import math
from functools import lru_cache
from typing import Final, NamedTuple

import shapely

from grognard.board.plane import HAIR, SLACK, Point, Rect, Shape, ahead, circle, nearest
from grognard.games.tabletop.world import data

ROAD: Final = "road"
SLOW: Final = "slow"
CLEAR: Final = "clear"
KEPT: Final = 20_000  # how many answers to a question are kept
WALL_COST: Final = 30
STREAM_COST: Final = 50
STEP: Final = 2  # millimetres: the ground under a place is that of so short a way
SEEN_INTO_WOODS: Final = 20
WOOD: Final = -1  # in place of the number of a hill or settlement
SPECK: Final = 1e-8  # millimetres: measuring errs by less
ROUNDNESS: Final = 0.002  # an ellipse of 72 corners is so near to a round one, measured by its half axes
WALL_REACH: Final = 10  # [7.8] a unit so near a wall or hedge is covered by it

Bounds = tuple[float, float, float, float]  # left, low, right, high


class Area(NamedTuple):
    """One piece of ground: its outline, the middle line of a wall, road or stream, and the upright box around it.

    ``upright``: it is that box; ``oval``: it is the ellipse in that box.
    """

    type: str
    name: str
    cover: str | None
    shape: Shape
    line: Shape | None
    bounds: Bounds
    upright: bool
    oval: bool


def stops(area: Area, x: float, y: float, x2: float, y2: float) -> bool:
    """Whether a straight line meets a piece of ground."""
    if not crossed(area.bounds, x, y, x2, y2, HAIR)[1]:
        return False
    if area.upright and crossed(area.bounds, x, y, x2, y2, -HAIR)[1]:
        return True
    if area.oval:
        depth = _oval_depth(area.bounds, x, y, x2, y2)
        if abs(depth - 1) > ROUNDNESS:
            return depth < 1
    return bool(area.shape.intersects(shapely.LineString([(x, y), (x2, y2)])))


def hides(area: Area, x: float, y: float, x2: float, y2: float) -> bool:
    """[7.10] Whether hill, wood or settlement stops a line of sight: of woods it takes more than 2 cm."""
    if area.type != "wood":
        return stops(area, x, y, x2, y2)
    most, length = SEEN_INTO_WOODS + SLACK, math.hypot(x2 - x, y2 - y)
    if area.upright:
        start, end = crossed(area.bounds, x, y, x2, y2, HAIR)
        if (end - start) * length < most:
            return False
        start, end = crossed(area.bounds, x, y, x2, y2, -HAIR)
        if (end - start) * length > most + HAIR:
            return True
    return bool(area.shape.intersection(shapely.LineString([(x, y), (x2, y2)])).length > most)


def crossed(box: Bounds, x: float, y: float, x2: float, y2: float, wider: float) -> tuple[float, float]:
    """The part of a line in a box made wider by so much, as shares of its length; (0, 0) where it passes by."""
    left, low, right, high = box[0] - wider, box[1] - wider, box[2] + wider, box[3] + wider
    if (x < left and x2 < left) or (x > right and x2 > right) or (y < low and y2 < low) or (y > high and y2 > high):
        return 0.0, 0.0
    start, end = _between(x, x2, left, right)
    if y != y2:
        first, last = _between(y, y2, low, high)
        start, end = max(start, first), min(end, last)
    return (start, end) if start <= end else (0.0, 0.0)


def _between(at: float, to: float, low: float, high: float) -> tuple[float, float]:
    """The part of a way along one axis between two bounds, as shares of its length."""
    if at == to:
        return 0.0, 1.0
    one, other = (low - at) / (to - at), (high - at) / (to - at)
    return (max(0.0, one), min(1.0, other)) if one < other else (max(0.0, other), min(1.0, one))


def lies_in(area: Area, x: float, y: float) -> bool | None:
    """Whether a place lies in a piece of ground; None where its outline must say."""
    left, low, right, high = area.bounds
    if area.oval:
        away = math.hypot((2 * x - left - right) / (right - left), (2 * y - low - high) / (high - low))
        return None if abs(away - 1) <= ROUNDNESS else away < 1
    outside = max(left - x, x - right, low - y, y - high)
    return False if outside > HAIR else True if outside < -HAIR and area.upright else None


def mostly_in(area: Area, body: Rect) -> bool:
    """Whether at least half of a footprint lies in a piece of ground.

    More than half of it lies outside where its middle does, if the ground bends nowhere inward.
    """
    if convex(area):
        middle = lies_in(area, body.x, body.y)
        if middle is False:
            return False
        if middle and (_cut_once(area, body) or all([lies_in(area, x, y) for x, y in body.corners])):
            return True
    shape = body.shape
    return bool(2 * area.shape.intersection(shape).area >= shape.area)


def _cut_once(area: Area, body: Rect) -> bool:
    """Whether no more than one side of an upright piece of ground goes through a footprint: the half with its middle is
    the greater one."""
    if not area.upright:
        return False
    left, low, right, high = area.bounds
    west, south, east, north = body.bounds
    return (west < left + HAIR) + (south < low + HAIR) + (east > right - HAIR) + (north > high - HAIR) <= 1


def _oval_depth(box: Bounds, x: float, y: float, x2: float, y2: float) -> float:
    """How near a line comes to the middle of the ellipse in a box: 1 on its rim."""
    mx, my, rx, ry = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, (box[2] - box[0]) / 2, (box[3] - box[1]) / 2
    ax, ay, bx, by = (x - mx) / rx, (y - my) / ry, (x2 - mx) / rx, (y2 - my) / ry
    dx, dy = bx - ax, by - ay
    size = dx * dx + dy * dy
    share = max(0.0, min(1.0, -(ax * dx + ay * dy) / size)) if size else 0.0
    return math.hypot(ax + share * dx, ay + share * dy)


class Patch:
    """All ground that has one effect: its outline, and the upright boxes around its parts."""

    def __init__(self, shape: Shape, parts: list[Area]) -> None:
        self.shape = shape
        self.empty = bool(shape.is_empty)
        self.boxes: list[tuple[float, float, float, float, bool]] = []  # middle, half the sides, whether it is the box
        for left, low, right, high, upright in [(*part.bounds, part.upright) for part in parts]:
            box = ((left + right) / 2, (low + high) / 2, (right - left) / 2, (high - low) / 2, upright)
            self.boxes.append(box)
        self._gaps: dict[tuple[float, float], float] = {}
        shapely.prepare(shape)

    def meets(self, r: Rect) -> bool:
        """Whether a rectangle has a point in common with it."""
        for x, y, wide, high, upright in self.boxes:
            dx, dy = r.x - x, r.y - y
            gap, strip = abs(dx) - wide - r.ex, abs(dy) - high - r.ey
            if strip > gap:
                gap = strip
            if gap > HAIR:
                continue
            if not upright:
                return bool(self.shape.intersects(r.shape))
            s, c = abs(r.s), abs(r.c)
            gap = max(
                gap,
                abs(dx * r.c - dy * r.s) - r.wide - wide * c - high * s,
                abs(dx * r.s + dy * r.c) - r.deep - wide * s - high * c,
            )
            if gap < -HAIR:
                return True
            if gap <= HAIR:
                return bool(self.shape.intersects(r.shape))
        return False

    def spans(self, start: Point, end: Point) -> list[tuple[int, int]]:
        """The parts of a straight way inside it, as whole distances from the start."""
        found: list[tuple[float, float]] = []
        sure = True
        for x, y, wide, high, upright in self.boxes:
            box = (x - wide, y - high, x + wide, y + high)
            if not crossed(box, *start, *end, HAIR)[1]:
                continue
            sure = upright and crossed(box, *start, *end, -HAIR)[1] > 0
            if not sure:
                break
            found.append(crossed(box, *start, *end, 0))
        whole = _whole(_merged(found), math.dist(start, end)) if sure else None
        return _spans(shapely.LineString([start, end]), self.shape, *start) if whole is None else whole

    def clearance(self, x: float, y: float) -> float:
        """No part of it is nearer to a place than this; of the same places it is asked again and again."""
        key = (x, y)
        found = self._gaps.get(key)
        if found is None:
            if len(self._gaps) > KEPT:
                self._gaps.clear()
            found = self._gaps[key] = self.measured(x, y)
        return found

    def measured(self, x: float, y: float) -> float:
        """The same, where nobody will ask again."""
        found = math.inf
        for mx, my, wide, high, _ in self.boxes:
            gap, strip = abs(x - mx) - wide, abs(y - my) - high
            if strip > gap:
                gap = strip
            if gap < found:
                found = gap
        return found

    def near(self, x: float, y: float, reach: float) -> bool:
        """Whether any of it may be so near to a place."""
        return self.clearance(x, y) <= reach

    def encloses(self, x: int, y: int, reach: int) -> bool:
        """Whether all within such a reach of a place is certain to lie in it."""
        for mx, my, wide, high, upright in self.boxes:
            if upright and abs(x - mx) + reach < wide and abs(y - my) + reach < high:
                return True
        return False

    def holds(self, x: int, y: int) -> bool:
        """Whether a place lies in it or on its edge."""
        for mx, my, wide, high, upright in self.boxes:
            gap = max(abs(x - mx) - wide, abs(y - my) - high)
            if gap < -HAIR and upright:
                return True
            if gap <= HAIR:
                return bool(self.shape.intersects(shapely.Point(x, y)))
        return False


class Stretch(NamedTuple):
    """A part of a straight way, up to so many millimetres from its start, over one kind of ground."""

    end: int
    kind: str


class Hurdle(NamedTuple):
    """A wall, hedge or stream across a way: where, what it costs, and whether it disorders."""

    at: int
    cost: int
    disorders: bool


def outline(form: data.Form) -> tuple[Shape, Shape | None]:
    """The polygon of a piece of ground, and its middle line if it is one."""
    if form.kind == "rect":
        return shapely.box(form.x0 * 10, form.y0 * 10, form.x1 * 10, form.y1 * 10), None
    if form.kind == "ellipse":
        return circle(round(form.x * 10), round(form.y * 10), round(form.rx * 10), round(form.ry * 10)), None
    line = shapely.LineString([(x * 10, y * 10) for x, y in form.points])
    return line.buffer(form.width * 5, cap_style="flat", join_style="mitre"), line


def _area(terrain: data.Terrain) -> Area:
    shape, line = outline(terrain.shape)
    left, low, right, high = shape.bounds
    upright = len(shape.exterior.coords) == 5 and math.isclose(shape.area, (right - left) * (high - low))
    oval = terrain.shape.kind == "ellipse"
    return Area(terrain.type, terrain.name, terrain.cover, shape, line, (left, low, right, high), upright, oval)


class Ground:
    """All ground of a table, sorted by what it does. What was measured once is kept."""

    def __init__(self, scenario: data.Scenario) -> None:
        self.width = round(scenario.table.width * 10)
        self.height = round(scenario.table.height * 10)
        self.board = shapely.box(-SLACK, -SLACK, self.width + SLACK, self.height + SLACK)
        self.areas = [_area(t) for t in scenario.terrain]
        self.hills = self._of("hill")
        self.woods = self._of("wood")
        self.settlements = self._of("settlement", "works")
        self.houses = [_patch([area]) for area in self.settlements]
        self.walls = self._of("wall", "hedge")
        self.streams = self._of("stream")
        self.lines = _patch([*self.walls, *self.streams])
        self.passes = self._of("bridge", "defile")
        self.rough = _patch(self._of("wood", "broken"))
        self.roads = _patch(self._of("road", "bridge"))
        self.built = _patch(self.settlements)
        self.narrow = _patch(self.passes)
        self.closed = self._closed()
        self.slow = _patch([*self._of("wood", "broken"), *self.settlements])
        uneven = [patch for patch in (self.slow, self.lines) if not patch.empty]
        self.uneven = (uneven, uneven if self.roads.empty else [*uneven, self.roads])  # for others, and on the march
        hiding = (*enumerate(self.hills), *[(WOOD, area) for area in self.woods], *enumerate(self.settlements))
        self._hiding = [(*area.bounds, n, area) for n, area in hiding]
        shut = [patch for patch in (self.closed, self.narrow, self.built) if not patch.empty]
        self.hindering: dict[str, list[Patch]] = {"inf": shut, "cav": shut, "art": [*shut, self.rough]}
        self._stretches = lru_cache(KEPT)(self._measure)
        self._hurdles = lru_cache(KEPT)(self._cross)
        self._held = lru_cache(KEPT)(self._hold)
        self._hill = lru_cache(KEPT)(self._climb)
        self._cover = lru_cache(KEPT)(self._shelter)

    def _of(self, *types: str) -> list[Area]:
        return [area for area in self.areas if area.type in types]

    def _closed(self) -> Patch:
        """[5.15] Rivers and impassable ground, open where a bridge or defile leads across."""
        shut = self._of("river", "impassable")
        if self.passes:
            shut = [area._replace(upright=False) for area in shut]
        return Patch(_union(shut).difference(_union(self.passes)), shut)

    # ways

    def clear(self, x: int, y: int, reach: int, marching: bool) -> bool:
        """Whether all ways of such a length from a place run over clear ground."""
        return not self.slow.near(x, y, reach + 1) and not (marching and self.roads.near(x, y, reach + 1))

    def under(self, x: int, y: int, heading: int, marching: bool) -> str:
        """The kind of ground under a place, or under the first step ahead of it."""
        on_road = marching and self.roads.near(x, y, STEP + 1)
        if not on_road:
            if not self.slow.near(x, y, STEP + 1):
                return CLEAR
            if self.slow.encloses(x, y, STEP + 1):
                return SLOW
        return self._stretches(x, y, heading, STEP, marching)[0].kind

    def open_for(self, x: int, y: int, reach: int, marching: bool) -> bool:
        """Whether they also cross neither wall nor stream."""
        return self.clear(x, y, reach, marching) and not self.lines.near(x, y, reach + 1)

    def stretches(self, x: int, y: int, heading: int, length: int, marching: bool) -> list[Stretch]:
        """[5.3] [5.10] The kinds of ground under a straight way of the front centre, in order."""
        if self.clear(x, y, length, marching):
            return [Stretch(length, CLEAR)]
        return self._stretches(x, y, heading, length, marching)

    def _measure(self, x: int, y: int, heading: int, length: int, marching: bool) -> list[Stretch]:
        goal = ahead(x, y, heading, length)
        slow = self.slow.spans((x, y), goal)
        roads = self.roads.spans((x, y), goal) if marching else []
        if not slow and not roads:
            return [Stretch(length, CLEAR)]
        marks: dict[int, None] = {0: None, length: None}
        for start, end in slow + roads:
            marks[start], marks[end] = None, None
        cuts = sorted(marks)
        found = []
        for start, end in itertools.pairwise(cuts):
            middle = (start + end) / 2
            kind = ROAD if _within(roads, middle) else SLOW if _within(slow, middle) else CLEAR
            found.append(Stretch(end, kind))
        return found

    def hurdles(self, x: int, y: int, heading: int, length: int) -> list[Hurdle]:
        """[5.14] Walls, hedges and streams that the front centre crosses; a bridge spares the stream."""
        return self._hurdles(x, y, heading, length) if self.lines.near(x, y, length + 1) else []

    def _cross(self, x: int, y: int, heading: int, length: int) -> list[Hurdle]:
        end = ahead(x, y, heading, length)
        if not any(crossed(area.line.bounds, x, y, *end, 1)[1] for area in (*self.walls, *self.streams) if area.line):
            return []
        way = shapely.LineString([(x, y), end])
        found = []
        for area in (*self.walls, *self.streams):
            stream = area.type == "stream"
            for point in _crossings(area.line, way) if area.line is not None else ():
                if not stream or not self.narrow.shape.intersects(point):
                    at = nearest(shapely.Point(x, y).distance(point))
                    found.append(Hurdle(at, STREAM_COST if stream else WALL_COST, stream))
        return sorted(found)

    # places

    def on_board(self, body: Rect) -> bool:
        gap = max(-body.x + body.ex, body.x + body.ex - self.width, -body.y + body.ey, body.y + body.ey - self.height)
        if abs(gap - SLACK) > HAIR:
            return gap < SLACK
        return bool(self.board.covers(body.shape))

    def free(self, area: Rect, arm: str) -> bool:
        """Whether an area is all on the table, and none of it ground that could stop an arm."""
        return self.on_board(area) and not any([patch.meets(area) for patch in self.hindering[arm]])

    def clearance(self, x: int, y: int, arm: str) -> int:
        """How far the edge of the table is from a place, and the nearest ground that could stop an arm."""
        found = float(min(x, y, self.width - x, self.height - y))
        for patch in self.hindering[arm]:
            away = patch.measured(x, y)
            if away < found:
                found = away
        return math.floor(found)

    def plain(self, x: int, y: int, marching: bool) -> float:
        """How far all ways from a place run over clear ground, and cross neither wall nor stream."""
        found = math.inf
        for patch in self.uneven[marching]:
            away = patch.measured(x, y)
            if away < found:
                found = away
        return found

    def shuts_near(self, x: int, y: int, reach: int) -> bool:
        """[5.5] [5.15] Whether closed ground or a defile may be so near to a place."""
        return self.closed.measured(x, y) <= reach or self.narrow.measured(x, y) <= reach

    def on_road(self, x: int, y: int) -> bool:
        return self.roads.holds(x, y)

    def settlement(self, body: Rect) -> int:
        """[5.12] [7.2] The settlement that a footprint holds: half of either lies in the other; -1 for none."""
        return self._held(body) if self.built.meets(body) else -1

    def _hold(self, body: Rect) -> int:
        for i, area in enumerate(self.settlements):
            if mostly_in(area, body):
                return i
            size = area.shape.area
            if 2 * body.area > size - HAIR and 2 * area.shape.intersection(body.shape).area >= size:
                return i
        return -1

    def touched_settlements(self, core: Rect) -> list[int]:
        """The settlements a footprint reaches into."""
        if not self.built.meets(core):
            return []
        return [i for i, houses in enumerate(self.houses) if houses.meets(core)]

    def side_of(self, area: int, x: int, y: int) -> int:
        """[7.4] The side of a settlement on which a place lies: 0 north, 1 east, 2 south, 3 west.

        The sides of the rectangle round it, parted by its diagonals drawn on; on a diagonal it is north or south.
        """
        left, low, right, high = self.settlements[area].bounds
        dx, dy = 2 * x - left - right, 2 * y - low - high
        if abs(dy) * (right - left) >= abs(dx) * (high - low):
            return 0 if dy >= 0 else 2
        return 1 if dx > 0 else 3

    def cover(self, body: Rect) -> str | None:
        """[7.8] The cover of a footprint at least half of which lies in a wood, a settlement or works."""
        return self._cover(body) if self.slow.meets(body) else None

    def _shelter(self, body: Rect) -> str | None:
        held = self.settlement(body)
        if held >= 0:
            return self.settlements[held].cover or "heavy"
        for area in self.woods:
            if mostly_in(area, body):
                return area.cover or "light"
        return None

    def lined(self, body: Rect) -> bool:
        """[7.8] Whether a wall or hedge may be near enough to cover a footprint."""
        reach = WALL_REACH + 2 * SLACK
        return any([_touches(area.bounds, body, reach) for area in self.walls])

    def wall_between(self, body: Rect, line: Shape) -> str | None:
        """[7.8] The cover of a wall or hedge that a unit lines and the enemy faces across."""
        for area in self.walls:
            between = area.line is not None and area.line.intersects(line)
            if between and area.shape.distance(body.shape) <= WALL_REACH + SLACK:
                return area.cover or "light"
        return None

    def hill(self, body: Rect) -> int:
        """[5.13] The hill a footprint stands on (half of it at least), or -1."""
        near = any([_touches(area.bounds, body) for area in self.hills])
        return self._hill(body) if near else -1

    def _climb(self, body: Rect) -> int:
        for i, area in enumerate(self.hills):
            if mostly_in(area, body):
                return i
        return -1

    def screens(self, a: Rect, b: Rect, around: Bounds) -> list[Area]:
        """[7.10] What may stop a line of sight between two footprints that runs inside a box: hills on which neither
        stands, woods, and settlements into which neither reaches."""
        west, south, east, north = around
        found: list[Area] = []
        for left, low, right, high, n, area in self._hiding:
            if left > east or right < west or low > north or high < south:
                continue
            if area.type == "hill":
                stood_on = n == self.hill(a) or n == self.hill(b)
            else:
                stood_on = n != WOOD and (self.houses[n].meets(a) or self.houses[n].meets(b))
            if not stood_on:
                found.append(area)
        return found


def convex(area: Area) -> bool:
    """Whether the line between any two places of it lies in it, as far as is known."""
    return area.upright or area.oval


def overlap(a: Bounds, b: Bounds) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _touches(box: Bounds, body: Rect, reach: float = HAIR) -> bool:
    """Whether the box around a piece of ground and that around a footprint meet, or nearly."""
    ex, ey = body.ex + reach, body.ey + reach
    return box[0] <= body.x + ex and body.x - ex <= box[2] and box[1] <= body.y + ey and body.y - ey <= box[3]


def _patch(areas: list[Area]) -> Patch:
    return Patch(_union(areas), areas)


def _union(areas: list[Area]) -> Shape:
    return shapely.union_all([area.shape for area in areas])


def _crossings(line: Shape, way: Shape) -> list[Shape]:
    """[5.14] Where a way meets the middle line of a wall or stream; a part of the way along it counts once."""
    met = line.intersection(way)
    if met.geom_type == "MultiLineString":
        met = shapely.line_merge(met)
    if met.is_empty:
        return []
    return list(met.geoms) if hasattr(met, "geoms") else [met]


def _spans(way: Shape, area: Shape, x: int, y: int) -> list[tuple[int, int]]:
    """The parts of a way inside an area, as whole distances from its start."""
    met = area.intersection(way)
    parts = met.geoms if hasattr(met, "geoms") else [met]
    start = shapely.Point(x, y)
    found = []
    for part in parts:
        if part.geom_type == "LineString" and not part.is_empty:
            ends = sorted([nearest(start.distance(shapely.Point(c))) for c in part.coords])
            if ends[-1] > ends[0]:
                found.append((ends[0], ends[-1]))
    return found


def _merged(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Spans in order, those that meet made one."""
    found: list[tuple[float, float]] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _whole(spans: list[tuple[float, float]], length: float) -> list[tuple[int, int]] | None:
    """Shares of a way as whole distances; None where a hair more or less would be another millimetre."""
    found = []
    for span in spans:
        start, end = span[0] * length, span[1] * length
        if nearest(start - SPECK) != nearest(start + SPECK) or nearest(end - SPECK) != nearest(end + SPECK):
            return None
        if nearest(end) > nearest(start):
            found.append((nearest(start), nearest(end)))
    return found


def _within(spans: list[tuple[int, int]], at: float) -> bool:
    return any(start < at < end for start, end in spans)
