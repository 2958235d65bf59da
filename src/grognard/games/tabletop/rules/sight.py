"""Rulebook 7.9 and 7.10: arcs of fire and lines of sight."""

from __future__ import annotations

from typing import Final

import shapely

from grognard.board.plane import ONE, QUARTER, SLACK, Shape, ahead, aside, cosine
from grognard.games.tabletop.rules.figures import beyond, centre, core, footprint, garrison, radius
from grognard.games.tabletop.world.formations import MASSE, SQUARE
from grognard.games.tabletop.world.state import Battle

SIGHT: Final = 600
OVERHEAD: Final = 100  # [7.10] guns on a hill fire over units farther than this from them and from the target
ARC: Final = {"inf": 450, "cav": 450, "art": 300}


def fan(x: int, y: int, heading: int, width: int, reach: int, angle: int) -> Shape:
    """The ground before a front of some width, so far and so many tenths of a degree to either side."""
    left, right = aside(x, y, heading, -(width // 2)), aside(x, y, heading, width // 2)
    slant = reach * ONE // cosine(angle)
    far_left = ahead(*left, heading - angle, slant)
    far_right = ahead(*right, heading + angle, slant)
    return shapely.Polygon([left, far_left, far_right, right])


def fronts(s: Battle, u: int) -> list[tuple[int, int, int, int]]:
    """[7.4] The sides from which a unit fires: (x, y, heading, width); a square and a masse have four."""
    unit = s.units[u]
    shape = s.layout(u)
    if unit.formation not in (SQUARE, MASSE):
        return [(unit.x, unit.y, unit.facing, shape.width)]
    cx, cy = centre(s, u)
    found = []
    for i in range(4):
        heading = (unit.facing + i * QUARTER) % 3600
        width, depth = (shape.width, shape.depth) if i % 2 == 0 else (shape.depth, shape.width)
        x, y = ahead(cx, cy, heading, depth // 2)
        found.append((x, y, heading, width))
    return found


def arcs(s: Battle, u: int, reach: int) -> list[Shape]:
    """[7.9] The arcs of fire of a unit; a garrison fires all round."""
    if garrison(s, u) >= 0:
        return [footprint(s, u).buffer(reach)]
    angle = ARC[s.info(u).arm]
    return [fan(x, y, heading, width, reach, angle) for x, y, heading, width in fronts(s, u)]


def side_toward(s: Battle, u: int, target: int, reach: int) -> int:
    """[7.4] [7.9] The side of a unit in whose arc a target lies (0: its front), or -1; a garrison: of its houses."""
    body = core(s, target)
    held = garrison(s, u)
    if held >= 0:
        near = footprint(s, u).distance(body) <= reach
        return s.world.ground.side_of(held, *centre(s, target)) if near else -1
    for i, arc in enumerate(arcs(s, u, reach)):
        if arc.intersects(body):
            return i
    return -1


def sees(s: Battle, u: int, target: int, over: bool = False) -> bool:
    """[7.10] A clear line, 60 cm at most, from somewhere along a unit's front (or its middle) to some part of another.

    ``over``: fire, so that guns on a hill count what they can fire over.
    """
    return sees_at(s, u, target, footprint(s, target), over)


def sees_at(s: Battle, u: int, target: int, body: Shape, over: bool = False) -> bool:
    """[7.10] The same for a unit that would stand there."""
    ends = (footprint(s, u), body)
    if ends[0].distance(ends[1]) > SIGHT + SLACK:
        return False
    blockers = _blockers(s, u, target, body, over)
    ground = s.world.ground
    marks = _marks(body)
    for eye in _eyes(s, u):
        for mark in marks:
            line = shapely.LineString([eye, mark])
            if any(body.intersects(line) for body in blockers):
                continue
            if not ground.hides(line, ends):
                return True
    return False


def _eyes(s: Battle, u: int) -> list[tuple[int, int]]:
    unit = s.units[u]
    shape = s.layout(u)
    reach = max(0, shape.width // 2 - 12)
    found = [(unit.x, unit.y)]
    if reach:
        found += [aside(unit.x, unit.y, unit.facing, -reach), aside(unit.x, unit.y, unit.facing, reach)]
    return found


def _marks(body: Shape) -> list[tuple[float, float]]:
    """Where a unit may be seen: its middle and its corners."""
    corners = body.exterior.coords[:4]
    middle = ((corners[0][0] + corners[2][0]) / 2, (corners[0][1] + corners[2][1]) / 2)
    return [middle, *corners]


def _blockers(s: Battle, u: int, target: int, b: Shape, over: bool) -> list[Shape]:
    """The units that could stand in the way."""
    high = over and s.info(u).arm == "art" and s.world.ground.hill(footprint(s, u)) >= 0
    a = footprint(s, u)
    far = b.exterior.coords[0]
    middle = ((s.units[u].x + round(far[0])) // 2, (s.units[u].y + round(far[1])) // 2)
    reach = int(a.distance(b)) // 2 + radius(s.layout(u)) + 2 * radius(s.layout(target))
    found = []
    for other, unit in enumerate(s.units):
        if other in (u, target) or not unit.on_table or beyond(s, *middle, reach, other, 0):
            continue
        body = core(s, other)
        if high and body.distance(a) > OVERHEAD and body.distance(b) > OVERHEAD:
            continue
        found.append(body)
    return found
