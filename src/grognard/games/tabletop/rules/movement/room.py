"""What is around a unit that moves, looked at once for all the steps that are tried from where it stands.

A room belongs to one moment: it is made for a question or a try and thrown away before anything has changed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.board.plane import SLACK, Rect, rect, sines
from grognard.games.tabletop.rules.figures import Pose, layout_of, pose
from grognard.games.tabletop.rules.orders import NEAR, keep_off
from grognard.games.tabletop.rules.sight import hidden, sees
from grognard.games.tabletop.world.formations import OPEN, Layout
from grognard.games.tabletop.world.state import DESTROYED, Battle, Body
from grognard.kernel.frame import Reason

FARTHEST: Final = 120  # [3.5] no rule keeps a unit farther than this from an enemy
STRATEGIC_DISTANCE: Final = 400
ELBOWS: Final = 4  # millimetres, beside a fiftieth of front or depth: what a step of a millimetre or a degree may need
FIRST_LOOK: Final = 100  # millimetres: most steps stay within
FAR_AWAY: Final = 100_000
UNKNOWN: Final = -100_000

Sides = tuple[int, int, int, int]  # half-millimetres to the left, right, front and back of a front centre
Box = tuple[float, float, float, float]  # from left to right and from back to front, millimetres, as a unit sees it


class Neighbour:
    """Another unit near the one that moves."""

    def __init__(self, friend: bool, other: int, body: Body) -> None:
        self.other = other
        self.body: Body = body
        self.friend = friend
        self.loose = body.formation == OPEN
        self._limit = -1

    def matters(self, s: Battle, u: int, area: Rect) -> bool:
        """Whether it stands in a piece of ground, or as an enemy too near to it."""
        foot = self.body.foot
        if self.friend:
            return foot.intersects(area)
        return not foot.apart(area, FARTHEST) and foot.within(area, self.limit(s, u))

    def presses(self, s: Battle, u: int, ground: Rect, more: float) -> bool:
        """Whether it may stand in the ground of a small step, or as an enemy too near to it, where places err by less
        than so many millimetres."""
        if self.friend:
            return self.body.core.gap(ground) < more
        return self.body.foot.gap(ground) < self.limit(s, u) + more

    def limit(self, s: Battle, u: int) -> int:
        """[5.17] How near the unit may come to this enemy."""
        if self._limit < 0:
            self._limit = keep_off(s, u, self.other)
        return self._limit


class Try(NamedTuple):
    """A step that was tried: the pose it leads to, and what forbids it (nothing: it is legal)."""

    pose: Pose
    reasons: list[Reason]


class Around(NamedTuple):
    """What may hinder a step: units near its ground, and whether the ground itself may."""

    others: list[Neighbour]
    ground: bool


def neighbours(s: Battle, u: int, p: Pose, reach: int) -> list[Neighbour]:
    """The units that a step within so many millimetres of a front centre could have to do with."""
    x, y, units, sides = p.x, p.y, s.units, s.world.sides
    shy = FARTHEST if s.world.units[u].cavalry else NEAR
    side, most = sides[u], reach + shy + s.world.widest
    west, east, south, north = x - most, x + most, y - most, y + most
    close = [v for v, unit in enumerate(units) if west <= unit.x <= east and south <= unit.y <= north]
    found = []
    for other in close:
        unit = units[other]
        if other == u or unit.status >= DESTROYED:
            continue
        friend, body = sides[other] == side, s.body(other)
        dx, dy, far = unit.x - x, unit.y - y, reach + 2 + body.radius + (0 if friend else shy)
        if dx * dx + dy * dy <= far * far:
            found.append(Neighbour(friend, other, body))
    return found


def clear_of_ground(s: Battle, u: int) -> int:
    """How far a unit's front centre is from the edge of the table and from ground that could stop it."""
    body = s.body(u)
    if body.clear < 0:
        body.clear = max(0, s.world.ground.clearance(body.x, body.y, s.world.units[u].arm))
    return body.clear


class Room:
    """The surroundings of one unit at one moment."""

    def __init__(self, s: Battle, u: int) -> None:
        self.s: Battle = s
        self.u = u
        self.body: Body = s.body(u)
        self.start: Pose = pose(s, u)
        self._place: Pose = self.start
        self._reach = -1
        self._near: list[Neighbour] = []
        self._boxes: list[tuple[Neighbour, float, float, float, float]] = []
        self._boxed = -1  # the reach for which they were made
        self._lane = False  # whether it is made for who looks straight ahead only
        self._free = False  # and nothing of the ground could stop him
        self._sighted: dict[int, bool] = {}
        self._clear = UNKNOWN
        self._watched = UNKNOWN
        self._watchers: list[tuple[int, Rect]] | None = None
        self._spotters: list[tuple[int, Rect]] | None = None
        self._elbows: Around | None = None
        self._looked = False
        self.tried: dict[tuple[Pose, str, int], Try] = {}  # steps of ways that were tried
        self.furthest: dict[Pose, int] = {}  # and how far straight on leads from some poses
        self._twin: Room | None = None

    def beside(self, state: Battle) -> Room:
        """The same room in another state, one for all who ask."""
        if self._twin is None or self._twin.s is not state:
            self._twin = Room(state, self.u)
        return self._twin

    def layout(self, p: Pose) -> Layout:
        """How the unit stands in a pose."""
        return self.body.layout if p.formation == self.start.formation else layout_of(self.s, self.u, p)

    def others(self, p: Pose, reach: int) -> list[Neighbour]:
        """The units to think of in a step within so many millimetres of a front centre."""
        if abs(p.x - self._place.x) + abs(p.y - self._place.y) + reach > self._reach:
            self._place, self._reach = p, max(reach, FIRST_LOOK)
            self._near = neighbours(self.s, self.u, p, self._reach)
        return self._near

    def hindrances(self, p: Pose, sides: Sides) -> Around | None:
        """What stands in the ground of a step or too near to it; None: nobody, and the ground does not hinder either.

        Around where the unit stands neighbours are taken for the boxes around them.
        """
        if self._lane:
            return self._in_lane(p, sides)
        here, (left, right, front, back) = self.start, sides
        reach = ((left if left > right else right) + (front if front > back else back)) // 2 + 1
        if self._clear == UNKNOWN:
            self._clear = clear_of_ground(self.s, self.u)
        if p is here or (p.x == here.x and p.y == here.y and p.facing == here.facing):
            ground, others = reach > self._clear, self._inside(-left / 2, right / 2, -back / 2, front / 2, reach)
        else:
            most = abs(p.x - here.x) + abs(p.y - here.y) + reach + 2
            ground, others = most > self._clear, self._inside(-most, most, -most, most, most)
            if others:
                area = rect(p.x, p.y, p.facing, *sides)
                others = [near for near in others if near.matters(self.s, self.u, area)]
        if ground:
            area = rect(p.x, p.y, p.facing, *sides)
            ground = not self.s.world.ground.free(area, self.s.world.units[self.u].arm)
        return Around(others, ground) if others or ground else None

    def _in_lane(self, p: Pose, sides: Sides) -> Around | None:
        """The same for those who look straight ahead only."""
        s, u, area = self.s, self.u, rect(p.x, p.y, p.facing, *sides)
        others = [near for near in self._near if near.matters(s, u, area)]
        ground = not self._free and not s.world.ground.free(area, s.world.units[u].arm)
        return Around(others, ground) if others or ground else None

    def _inside(self, left: float, right: float, back: float, front: float, reach: int) -> list[Neighbour]:
        """Whose box meets a rectangle along the front, no corner of which is farther than ``reach``."""
        if reach > self._boxed:
            self._surround(reach)
        if not self._boxes:
            return []
        return [
            near
            for near, west, east, south, north in self._boxes
            if west <= right and east >= left and south <= front and north >= back
        ]

    def _surround(self, reach: int) -> None:
        """Put boxes around all neighbours within such a reach."""
        others, self._boxes = self.others(self.start, reach), []
        if others:
            s, c = sines(self.start.facing)
            self._boxes = [(near, *self.box(near, s, c)) for near in others]
        self._boxed = max(reach, FIRST_LOOK)

    def box(self, near: Neighbour, s: float, c: float) -> Box:
        """The box around a neighbour along the front of the unit, whose sine and cosine are given, and around what is
        too near to an enemy."""
        here, foot = self.start, near.body.foot
        dx, dy = foot.x - here.x, foot.y - here.y
        across, along = dx * c - dy * s, dx * s + dy * c
        m, n = abs(c * foot.c + s * foot.s), abs(s * foot.c - c * foot.s)
        more = SLACK if near.friend else near.limit(self.s, self.u) + SLACK
        wide, deep = foot.wide * m + foot.deep * n + more, foot.wide * n + foot.deep * m + more
        return across - wide, across + wide, along - deep, along + deep

    @property
    def easy(self) -> bool:
        """Whether no step of a millimetre or a degree, and no about-face, can meet anything."""
        return self.elbows is None

    @property
    def elbows(self) -> Around | None:
        """What such a step can meet at all."""
        if not self._looked:
            self._looked = True
            sides = self._elbow_sides()
            found = self.hindrances(self.start, sides)
            if found is not None:
                area = Rect(self.start.x, self.start.y, self.start.facing, *sides)
                others = [near for near in found.others if near.matters(self.s, self.u, area)]
                self._elbows = Around(others, found.ground) if others or found.ground else None
        return self._elbows

    def at_hand(self, sides: Sides) -> Around | None:
        """What stands in the ground of a step of a millimetre or a degree."""
        found = self.elbows
        return self.hindrances(self.start, sides) if found is not None and found.ground else found

    def _elbow_sides(self) -> Sides:
        """The footprint and as much around it as a step of a millimetre or a degree, or an about-face, may need."""
        layout = self.body.layout
        more = ELBOWS + max(layout.width, layout.depth) // 50
        wide = layout.width + 2 * more
        return wide, wide, 2 * more, 2 * (layout.depth + more)

    def ahead(self, p: Pose, mm: int) -> Room:
        """The same room for those who look straight ahead only, no farther than so."""
        found = Room(self.s, self.u)
        found._watched, found._watchers = self._watched, self._watchers
        found._sighted = self._sighted
        layout = self.layout(p)
        reach = layout.width // 2 + layout.depth + mm + 1
        wide = layout.width + 6
        way = rect(p.x, p.y, p.facing, wide, wide, 2 * mm + 6, 2 * layout.depth + 6)
        found._near = [near for near in self.others(p, reach) if near.matters(self.s, self.u, way)]
        found._lane, found._free = True, self.s.world.ground.free(way, self.s.world.units[self.u].arm)
        return found

    @property
    def watchers(self) -> list[tuple[int, Rect]]:
        """[5.6] The enemies, with their footprints."""
        if self._watchers is None:
            self._watchers = [(other, self.s.body(other).foot) for other in self.s.enemies(self.u)]
        return self._watchers

    def unwatched(self, p: Pose, reach: int) -> bool:
        """[5.6] Whether no enemy is so near that a strategic step within such a reach could be forbidden."""
        if self._watched == UNKNOWN:
            self._watched = FAR_AWAY
            own = self.body.foot
            for _, foe in self.watchers:
                away = max(abs(foe.x - own.x) - foe.ex, abs(foe.y - own.y) - foe.ey)
                self._watched = min(self._watched, int(away) - 2)
        return abs(p.x - self.start.x) + abs(p.y - self.start.y) + reach + STRATEGIC_DISTANCE + 4 <= self._watched

    @property
    def spotters(self) -> list[tuple[int, Rect]]:
        """[5.6] The enemies that could be near, and see the unit, after a step of a millimetre or a degree."""
        if self._spotters is None:
            self._spotters = []
            if not self.unwatched(self.start, 2 * self.body.radius):
                area = rect(self.start.x, self.start.y, self.start.facing, *self._elbow_sides())
                near = [each for each in self.watchers if each[1].within(area, STRATEGIC_DISTANCE + SLACK)]
                self._spotters = [each for each in near if not hidden(self.s, each[0], self.u, area)]
        return self._spotters

    def sighted(self, other: int) -> bool:
        """[5.6] Whether an enemy sees the unit where it stands."""
        found = self._sighted.get(other)
        if found is None:
            found = self._sighted[other] = sees(self.s, other, self.u)
        return found
