"""Rulebook 5.10 to 5.16 and 7.9: the ground of a table: what slows, hides, covers and stops. Lengths in millimetres."""

from __future__ import annotations

import itertools
from typing import Final, NamedTuple

import shapely

from grognard.board.plane import SLACK, Point, Shape, ahead, circle, nearest
from grognard.games.tabletop.world import data

ROAD: Final = "road"
SLOW: Final = "slow"
CLEAR: Final = "clear"
WALL_COST: Final = 30
STREAM_COST: Final = 50
SEEN_INTO_WOODS: Final = 20
WALL_REACH: Final = 10  # [7.8] a unit so near a wall or hedge is covered by it


class Area(NamedTuple):
    """One piece of ground: its outline, and the middle line of a wall, road or stream."""

    type: str
    name: str
    cover: str | None
    shape: Shape
    line: Shape | None


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


class Ground:
    """All ground of a table, sorted by what it does."""

    def __init__(self, scenario: data.Scenario) -> None:
        self.width = round(scenario.table.width * 10)
        self.height = round(scenario.table.height * 10)
        self.board = shapely.box(-SLACK, -SLACK, self.width + SLACK, self.height + SLACK)
        self.areas = [Area(t.type, t.name, t.cover, *outline(t.shape)) for t in scenario.terrain]
        self.hills = self._of("hill")
        self.woods = self._of("wood")
        self.settlements = self._of("settlement", "works")
        self.walls = self._of("wall", "hedge")
        self.streams = self._of("stream")
        self.passes = self._of("bridge", "defile")
        self.rough = _union(self._of("wood", "broken"))
        self.roads = _union(self._of("road", "bridge"))
        self.built = _union(self.settlements)
        self.closed = _union(self._of("river", "impassable")).difference(_union(self.passes))
        self.narrow = _union(self.passes)
        self.slow = _union([*self._of("wood", "broken"), *self.settlements])
        for shape in (self.board, self.rough, self.roads, self.built, self.closed, self.narrow, self.slow):
            shapely.prepare(shape)

    def _of(self, *types: str) -> list[Area]:
        return [area for area in self.areas if area.type in types]

    # ways

    def stretches(self, x: int, y: int, heading: int, length: int, marching: bool) -> list[Stretch]:
        """[5.3] [5.10] The kinds of ground under a straight way of the front centre, in order."""
        way = _way(x, y, heading, length)
        if not self.slow.intersects(way) and not (marching and self.roads.intersects(way)):
            return [Stretch(length, CLEAR)]
        marks: dict[int, None] = {0: None, length: None}
        slow = _spans(way, self.slow, x, y)
        roads = _spans(way, self.roads, x, y) if marching else []
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
        if not self.walls and not self.streams:
            return []
        way = _way(x, y, heading, length)
        found = []
        for area in (*self.walls, *self.streams):
            met = area.line.intersection(way) if area.line is not None else None
            if met is None or met.is_empty:
                continue
            point = met.geoms[0] if hasattr(met, "geoms") else met
            if area.type == "stream" and self.narrow.intersects(point):
                continue
            at = nearest(shapely.Point(x, y).distance(point))
            stream = area.type == "stream"
            found.append(Hurdle(at, STREAM_COST if stream else WALL_COST, stream))
        return sorted(found)

    # places

    def on_board(self, shape: Shape) -> bool:
        return bool(self.board.covers(shape))

    def on_road(self, x: int, y: int) -> bool:
        return bool(self.roads.intersects(shapely.Point(x, y)))

    def settlement(self, shape: Shape) -> int:
        """[5.12] [7.2] The settlement that a footprint holds: half of either lies in the other; -1 for none."""
        if not self.built.intersects(shape):
            return -1
        for i, area in enumerate(self.settlements):
            common = area.shape.intersection(shape).area
            if 2 * common >= min(area.shape.area, shape.area):
                return i
        return -1

    def touched_settlements(self, core: Shape) -> list[int]:
        """The settlements a footprint reaches into."""
        if not self.built.intersects(core):
            return []
        return [i for i, area in enumerate(self.settlements) if area.shape.intersects(core)]

    def side_of(self, area: int, x: int, y: int) -> int:
        """[7.4] The side of a settlement on which a place lies: 0 north, 1 east, 2 south, 3 west.

        The sides of the rectangle round it, parted by its diagonals drawn on; on a diagonal it is north or south.
        """
        left, low, right, high = self.settlements[area].shape.bounds
        dx, dy = 2 * x - left - right, 2 * y - low - high
        if abs(dy) * (right - left) >= abs(dx) * (high - low):
            return 0 if dy >= 0 else 2
        return 1 if dx > 0 else 3

    def cover(self, shape: Shape) -> str | None:
        """[7.8] The cover of a footprint at least half of which lies in a wood, a settlement or works."""
        if not self.slow.intersects(shape):
            return None
        held = self.settlement(shape)
        if held >= 0:
            return self.settlements[held].cover or "heavy"
        for area in self.woods:
            if 2 * area.shape.intersection(shape).area >= shape.area:
                return area.cover or "light"
        return None

    def wall_between(self, shape: Shape, line: Shape) -> str | None:
        """[7.8] The cover of a wall or hedge that a unit lines and the enemy faces across."""
        for area in self.walls:
            between = area.line is not None and area.line.intersects(line)
            if between and area.shape.distance(shape) <= WALL_REACH + SLACK:
                return area.cover or "light"
        return None

    def hill(self, shape: Shape) -> int:
        """[5.13] The hill a footprint stands on (half of it at least), or -1."""
        for i, area in enumerate(self.hills):
            if area.shape.intersects(shape) and 2 * area.shape.intersection(shape).area >= shape.area:
                return i
        return -1

    def hides(self, line: Shape, ends: tuple[Shape, Shape]) -> bool:
        """[7.10] Hills, woods (more than 2 cm of them) and settlements stop a line of sight between two footprints."""
        for i, area in enumerate(self.hills):
            if area.shape.intersects(line) and self.hill(ends[0]) != i and self.hill(ends[1]) != i:
                return True
        for area in self.woods:
            if area.shape.intersects(line) and area.shape.intersection(line).length > SEEN_INTO_WOODS + SLACK:
                return True
        for area in self.settlements:
            inside = area.shape.intersects(ends[0]) or area.shape.intersects(ends[1])
            if area.shape.intersects(line) and not inside:
                return True
        return False


def _union(areas: list[Area]) -> Shape:
    return shapely.union_all([area.shape for area in areas])


def _way(x: int, y: int, heading: int, length: int) -> Shape:
    end: Point = ahead(x, y, heading, length)
    return shapely.LineString([(x, y), end])


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


def _within(spans: list[tuple[int, int]], at: float) -> bool:
    return any(start < at < end for start, end in spans)
