"""Rulebook 7.9 and 7.10: arcs of fire and lines of sight."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import shapely

from grognard.board.plane import HAIR, ONE, QUARTER, SLACK, Rect, Shape, ahead, aside, cosine, sines
from grognard.games.tabletop.rules.figures import footprint, garrison, held_by
from grognard.games.tabletop.world.formations import MASSE, SQUARE
from grognard.games.tabletop.world.ground import Area, Bounds, convex, hides, overlap, stops
from grognard.games.tabletop.world.state import DESTROYED, Battle, Body

SIGHT: Final = 600
Place = tuple[float, float]
OVERHEAD: Final = 100  # [7.10] guns on a hill fire over units farther than this from them and from the target
ROUNDED: Final = 2  # millimetres: more than the corners of a fan are rounded by
ARC: Final = {"inf": 450, "cav": 450, "art": 300}


@lru_cache(maxsize=5000)
def fan(x: int, y: int, heading: int, width: int, reach: int, angle: int) -> Shape:
    """The ground before a front of some width, so far and so many tenths of a degree to either side."""
    left, right = aside(x, y, heading, -(width // 2)), aside(x, y, heading, width // 2)
    slant = reach * ONE // cosine(angle)
    far_left = ahead(*left, heading - angle, slant)
    far_right = ahead(*right, heading + angle, slant)
    return shapely.Polygon([left, far_left, far_right, right])


def fronts(s: Battle, u: int) -> list[tuple[int, int, int, int]]:
    """[7.4] The sides from which a unit fires: (x, y, heading, width); a square and a masse have four."""
    body = s.body(u)
    if not body.fronts:
        body.fronts = _fronts(body)
    return body.fronts


def _fronts(body: Body) -> list[tuple[int, int, int, int]]:
    shape = body.layout
    if body.formation not in (SQUARE, MASSE):
        return [(body.x, body.y, body.facing, shape.width)]
    found = []
    for i in range(4):
        heading = (body.facing + i * QUARTER) % 3600
        width, depth = (shape.width, shape.depth) if i % 2 == 0 else (shape.depth, shape.width)
        x, y = ahead(*body.centre, heading, depth // 2)
        found.append((x, y, heading, width))
    return found


def arcs(s: Battle, u: int, reach: int) -> list[Shape]:
    """[7.9] The arcs of fire of a unit; a garrison fires all round."""
    if garrison(s, u) >= 0:
        return [footprint(s, u).shape.buffer(reach)]
    angle = ARC[s.info(u).arm]
    return [fan(x, y, heading, width, reach, angle) for x, y, heading, width in fronts(s, u)]


def side_toward(s: Battle, u: int, target: int, reach: int) -> int:
    """[7.4] [7.9] The side of a unit in whose arc a target lies (0: its front), or -1; a garrison: of its houses."""
    own, aim = s.body(u), s.body(target)
    held, body = held_by(s, own), aim.core
    if held >= 0:
        return s.world.ground.side_of(held, *aim.centre) if own.foot.within(body, reach) else -1
    angle = ARC[s.world.units[u].arm]
    if not own.fronts:
        own.fronts = _fronts(own)
    for i, (x, y, heading, width) in enumerate(own.fronts):
        sure = in_fan(body, x, y, heading, width, reach, angle)
        if sure or (sure is None and fan(x, y, heading, width, reach, angle).intersects(body.shape)):
            return i
    return -1


def in_fan(body: Rect, x: int, y: int, heading: int, width: int, reach: int, angle: int) -> bool | None:
    """Whether a footprint has a part in the ground before a front; None where its outline must say: it is rounded."""
    s, c = sines(heading)
    sa, ca = sines(angle)
    dx, dy = body.x - x, body.y - y
    right, along = dx * c - dy * s, dx * s + dy * c
    across, cos, sin = abs(right), c * body.c + s * body.s, s * body.c - c * body.s
    m, n = abs(cos), abs(sin)
    wide, deep = body.wide * m + body.deep * n, body.wide * n + body.deep * m
    beside = (across - width / 2) * ca - along * sa  # how far its middle is outside the nearer side of the fan
    apart = max(-along - deep, along - deep - reach)
    if apart > ROUNDED or beside - wide * ca - deep * sa > ROUNDED:
        return False
    if beside < -ROUNDED and ROUNDED < along < reach - ROUNDED:
        return True
    for hand in (1, -1):  # across the sides of the fan
        half = body.wide * abs(hand * ca * cos - sa * sin) + body.deep * abs(hand * ca * sin + sa * cos)
        apart = max(apart, (hand * right - width / 2) * ca - along * sa - half)
    far = width / 2 + reach * sa / ca
    for half, east, north in ((body.wide, cos, sin), (body.deep, -sin, cos)):  # and of the footprint
        middle, near, beyond = right * east + along * north, abs(east) * width / 2, abs(east) * far
        low, high = min(-near, reach * north - beyond), max(near, reach * north + beyond)
        apart = max(apart, low - middle - half, middle - half - high)
    return None if abs(apart) <= ROUNDED else apart < 0


def sees(s: Battle, u: int, target: int, over: bool = False) -> bool:
    """[7.10] A clear line, 60 cm at most, from somewhere along a unit's front (or its middle) to some part of another.

    ``over``: fire, so that guns on a hill count what they can fire over.
    """
    return sees_at(s, u, target, footprint(s, target), over)


def sees_at(s: Battle, u: int, target: int, body: Rect, over: bool = False) -> bool:
    """[7.10] The same for a unit that would stand there."""
    mine = s.body(u)
    own = mine.foot
    if not own.within(body, SIGHT + SLACK):
        return False
    eyes = mine.eyes or _eyes(s, u)
    around = _between(eyes, body)
    screens = s.world.ground.screens(own, body, around)
    if screens and any([_shuts(screen, _hull_lines(eyes, body.corners)) for screen in screens]):
        return False
    blockers = _blockers(s, u, target, body, over, around)
    if not screens and not blockers:
        return True
    marks = _marks(body)
    if _clear(eyes[0], marks[0], blockers, screens):
        return True
    lines = _hull_lines(eyes, body.corners)
    if any([_covers(blocker, lines) for blocker in blockers]):
        return False
    return any(_clear(eye, mark, blockers, screens) for eye in eyes for mark in marks)


def _clear(eye: Place, mark: Place, blockers: list[Rect], screens: list[Area]) -> bool:
    """Whether nothing stops the line from an eye to a mark."""
    for body in blockers:
        if blocks(body, eye[0], eye[1], mark[0], mark[1]):
            return False
    return not any([hides(area, eye[0], eye[1], mark[0], mark[1]) for area in screens])


def hidden(s: Battle, u: int, target: int, area: Rect) -> bool:
    """[7.10] Whether a single unit or a single piece of ground hides another unit, wherever in an area it stands.

    It meets every line from the eyes to the corners, and so all between them. Not every hidden unit is found so.
    """
    eyes, corners = _eyes(s, u), area.corners
    lines = _hull_lines(eyes, corners)
    around = _around([*eyes, *corners])
    for screen in s.world.ground.screens(s.body(u).foot, area, around):
        if not overlap(screen.bounds, area.bounds) and _shuts(screen, lines):
            return True
    return any([_covers(s.body(v).core, lines) for v in _in_box(s, u, target, around)])


def _hull_lines(eyes: list[Place], marks: list[Place]) -> list[tuple[Place, Place]]:
    """The lines from both ends of a front to some marks: what meets them all in one piece meets all between them."""
    return [(eye, mark) for eye in (eyes[1:] or eyes) for mark in marks]


def _shuts(screen: Area, lines: list[tuple[Place, Place]]) -> bool:
    """Whether a piece of ground stops all these lines, and what lies between them."""
    if screen.type == "wood" or not convex(screen):
        return False
    return all(stops(screen, eye[0], eye[1], mark[0], mark[1]) for eye, mark in lines)


def _covers(body: Rect, lines: list[tuple[Place, Place]]) -> bool:
    return all(blocks(body, eye[0], eye[1], mark[0], mark[1]) for eye, mark in lines)


def _around(places: list[Place]) -> Bounds:
    """The upright box around some places, a millimetre wider."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1


def _between(eyes: list[Place], body: Rect) -> Bounds:
    """The same around some eyes and a footprint."""
    west, south, east, north = body.bounds
    for x, y in eyes:
        if x < west:
            west = x
        elif x > east:
            east = x
        if y < south:
            south = y
        elif y > north:
            north = y
    return west - 1, south - 1, east + 1, north + 1


def _eyes(s: Battle, u: int) -> list[Place]:
    """Whence a unit sees: the middle of its front, and half a base from either end."""
    body = s.body(u)
    if not body.eyes:
        reach = max(0, body.layout.width // 2 - 12)
        body.eyes = [(body.x, body.y)]
        if reach:
            body.eyes += [aside(body.x, body.y, body.facing, -reach), aside(body.x, body.y, body.facing, reach)]
    return body.eyes


def _marks(body: Rect) -> list[Place]:
    """Where a unit may be seen: its middle and its corners."""
    corners = body.corners
    middle = ((corners[0][0] + corners[2][0]) / 2, (corners[0][1] + corners[2][1]) / 2)
    return [middle, *corners]


def _in_box(s: Battle, u: int, target: int, around: Bounds) -> list[int]:
    """The other units with a part in a box."""
    left, low, right, high = around
    most, units = s.world.widest, s.units
    west, south, east, north = left - most, low - most, right + most, high + most
    close = [v for v, unit in enumerate(units) if west <= unit.x <= east and south <= unit.y <= north]
    found = []
    for other in close:
        if units[other].status >= DESTROYED or other in (u, target):
            continue
        foot = s.body(other).foot
        less = SLACK * (abs(foot.s) + abs(foot.c))  # half a millimetre less all round
        wide, deep = foot.ex - less, foot.ey - less
        if left <= foot.x + wide and foot.x - wide <= right and low <= foot.y + deep and foot.y - deep <= high:
            found.append(other)
    return found


def _blockers(s: Battle, u: int, target: int, b: Rect, over: bool, around: Bounds) -> list[Rect]:
    """The units that could stand in the way."""
    found = [s.body(other).core for other in _in_box(s, u, target, around)]
    a = s.body(u).foot
    if over and found and s.info(u).arm == "art" and s.world.ground.hill(a) >= 0:
        found = [body for body in found if body.within(a, OVERHEAD) or body.within(b, OVERHEAD)]
    return found


def blocks(body: Rect, x: float, y: float, x2: float, y2: float) -> bool:
    """Whether a line meets a footprint."""
    s, c, wide, deep = body.s, body.c, body.wide, body.deep
    px, py, qx, qy = x - body.x, y - body.y, x2 - body.x, y2 - body.y
    a, b, a2, b2 = px * c - py * s, px * s + py * c, qx * c - qy * s, qx * s + qy * c
    side, front = wide + HAIR, deep + HAIR
    if (a > side and a2 > side) or (a < -side and a2 < -side) or (b > front and b2 > front):
        return False
    if b < -front and b2 < -front:
        return False
    da, db = a2 - a, b2 - b
    cross = abs(a * db - b * da) - wide * abs(db) - deep * abs(da)
    hair = HAIR * (abs(da) + abs(db))
    if cross > hair:
        return False
    side, front = wide - HAIR, deep - HAIR
    if cross < -hair and min(a, a2) < side and max(a, a2) > -side and min(b, b2) < front and max(b, b2) > -front:
        return True
    return bool(body.shape.intersects(shapely.LineString([(x, y), (x2, y2)])))
