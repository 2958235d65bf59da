"""What is around a unit that moves, looked at once for all the steps that are tried from where it stands.

A room belongs to one moment: it is made for a question or a try and thrown away before anything has changed.
"""

from __future__ import annotations

import math
from typing import Final

from grognard.board.plane import SLACK, Rect, rect
from grognard.games.tabletop.rules.figures import WIDEST, Pose, layout_of, pose
from grognard.games.tabletop.rules.orders import keep_off
from grognard.games.tabletop.rules.sight import hidden, sees
from grognard.games.tabletop.world.formations import OPEN
from grognard.games.tabletop.world.state import DESTROYED, Battle, Body

FARTHEST: Final = 120  # [3.5] no rule keeps a unit farther than this from an enemy
STRATEGIC_DISTANCE: Final = 400
ELBOWS: Final = 2  # millimetres, beside a fiftieth of the front: what a step of a millimetre or a degree may need
FAR_AWAY: Final = 100_000
UNKNOWN: Final = -100_000


class Neighbour:
    """Another unit near the one that moves."""

    def __init__(self, s: Battle, u: int, other: int, body: Body) -> None:
        self.other = other
        self.body: Body = body
        self.friend = s.world.units[other].side == s.world.units[u].side
        self.loose = body.formation == OPEN
        self._limit = -1

    def matters(self, s: Battle, u: int, area: Rect) -> bool:
        """Whether it stands in a piece of ground, or as an enemy too near to it."""
        foot = self.body.foot
        if self.friend:
            return foot.intersects(area)
        return not foot.apart(area, FARTHEST) and foot.within(area, self.limit(s, u))

    def limit(self, s: Battle, u: int) -> int:
        """[5.17] How near the unit may come to this enemy."""
        if self._limit < 0:
            self._limit = keep_off(s, u, self.other)
        return self._limit


def neighbours(s: Battle, u: int, p: Pose, reach: int) -> list[Neighbour]:
    """The units that a step within so many millimetres of a front centre could have to do with."""
    x, y = p.x, p.y
    most = reach + FARTHEST + WIDEST
    found = []
    for other, unit in enumerate(s.units):
        dx, dy = unit.x - x, unit.y - y
        if dx > most or -dx > most or dy > most or -dy > most or unit.status >= DESTROYED or other == u:
            continue
        body = s.body(other)
        near = reach + FARTHEST + body.radius + 2
        if dx * dx + dy * dy <= near * near:
            found.append(Neighbour(s, u, other, body))
    return found


class Room:
    """The surroundings of one unit at one moment."""

    def __init__(self, s: Battle, u: int) -> None:
        self.s: Battle = s
        self.u = u
        self.start: Pose = pose(s, u)
        self._place: Pose = self.start
        self._reach = -1
        self._near: list[Neighbour] = []
        self._sighted: dict[int, bool] = {}
        self._clear = UNKNOWN
        self._watched = UNKNOWN
        self._watchers: list[tuple[int, Rect]] | None = None
        self._elbows = UNKNOWN

    def others(self, p: Pose, reach: int) -> list[Neighbour]:
        """The units to think of in a step within so many millimetres of a front centre."""
        if abs(p.x - self._place.x) + abs(p.y - self._place.y) + reach > self._reach:
            self._place, self._reach = p, reach
            self._near = neighbours(self.s, self.u, p, reach)
        return self._near

    def spares(self, p: Pose, reach: int) -> bool:
        """Whether a step that stays within so many millimetres of a front centre can meet nothing at all."""
        if self._clear == UNKNOWN:
            self._clear = self._clearance()
        return abs(p.x - self.start.x) + abs(p.y - self.start.y) + reach + 2 <= self._clear

    def hindrances(self, p: Pose, reach: int, area: Rect) -> list[Neighbour] | None:
        """Who stands in the ground of a step or too near to it; None: nobody, and the ground does not hinder either."""
        s, u = self.s, self.u
        found = [near for near in self.others(p, reach) if near.matters(s, u, area)]
        return None if not found and s.world.ground.free(area, s.world.units[u].arm) else found

    def _clearance(self) -> int:
        """How far around the front centre there is nothing that could hinder: no unit, no edge, no such ground."""
        s, u = self.s, self.u
        x, y = self.start.x, self.start.y
        info = s.world.units[u]
        found = s.world.ground.clearance(x, y, info.arm)
        for other, unit in enumerate(s.units):
            dx, dy = unit.x - x, unit.y - y
            most = found + FARTHEST + WIDEST
            if dx > most or -dx > most or dy > most or -dy > most or unit.status >= DESTROYED or other == u:
                continue
            away = math.isqrt(dx * dx + dy * dy) - s.body(other).radius - 1
            if s.world.units[other].side != info.side:
                away -= FARTHEST
            if away < found:
                found = away
        return found

    @property
    def easy(self) -> bool:
        """Whether no step of a millimetre or a degree, and no about-face, can meet anything."""
        if self._elbows == UNKNOWN:
            layout = self.s.layout(self.u)
            more = ELBOWS + layout.width // 50
            reach = layout.width // 2 + layout.depth + more + 1
            self._elbows = 1 if self.spares(self.start, reach) or self._has_elbow_room(more) else 0
        return self._elbows == 1

    def _has_elbow_room(self, more: int) -> bool:
        """Whether nothing reaches into the footprint with so many millimetres all round."""
        layout = self.s.layout(self.u)
        return self.hindrances(self.start, 2 * layout.width + layout.depth, self._elbow_area(more)) is None

    def _elbow_area(self, more: int) -> Rect:
        p, layout = self.start, self.s.layout(self.u)
        wide = layout.width + 2 * more
        return rect(p.x, p.y, p.facing, wide, wide, 2 * more, 2 * (layout.depth + more))

    def ahead(self, p: Pose, mm: int) -> Room:
        """The same room for those who look straight ahead only, no farther than so."""
        found = Room(self.s, self.u)
        found._clear, found._watched, found._watchers = self._clear, self._watched, self._watchers
        found._sighted = self._sighted
        layout = layout_of(self.s, self.u, p)
        reach = layout.width // 2 + layout.depth + mm + 1
        wide = layout.width + 6
        way = rect(p.x, p.y, p.facing, wide, wide, 2 * mm + 6, 2 * layout.depth + 6)
        found._place, found._reach = p, reach
        found._near = [near for near in self.others(p, reach) if near.matters(self.s, self.u, way)]
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
            own = self.s.body(self.u).foot
            for _, foe in self.watchers:
                away = max(abs(foe.x - own.x) - foe.ex, abs(foe.y - own.y) - foe.ey)
                self._watched = min(self._watched, int(away) - 2)
        return abs(p.x - self.start.x) + abs(p.y - self.start.y) + reach + STRATEGIC_DISTANCE + 4 <= self._watched

    @property
    def unseen(self) -> bool:
        """[5.6] Whether no step of a millimetre or a degree brings the unit near an enemy who could see it."""
        if self.unwatched(self.start, 2 * self.s.body(self.u).radius):
            return True
        area = self._elbow_area(ELBOWS + self.s.layout(self.u).width // 50)
        near = [other for other, foe in self.watchers if foe.within(area, STRATEGIC_DISTANCE + SLACK)]
        return all([hidden(self.s, other, self.u, area) for other in near])

    def sighted(self, other: int) -> bool:
        """[5.6] Whether an enemy sees the unit where it stands."""
        found = self._sighted.get(other)
        if found is None:
            found = self._sighted[other] = sees(self.s, other, self.u)
        return found
