"""Rulebook 5.19, 6.9 and 7.8: footprints, bases and what is measured between them.

Questions about poses; only ``place`` changes a state.
"""

from __future__ import annotations

from typing import Final

import shapely

from grognard.board.plane import (
    HALF,
    QUARTER,
    SLACK,
    Point,
    Rect,
    Shape,
    ahead,
    bearing,
    edge,
    local,
    outline,
    rect,
    rectangle,
    swung,
)
from grognard.games.tabletop.world.formations import MASSE, OPEN, SQUARE, Layout, layout
from grognard.games.tabletop.world.state import DESTROYED, FLANK, FRONT, NOBODY, REAR, UNASKED, Battle, Body
from grognard.games.tabletop.world.state import Pose as Pose

TOUCH: Final = 1.5  # millimetres: two footprints so near are in contact; both are rounded to the millimetre


def pose(s: Battle, u: int) -> Pose:
    unit = s.units[u]
    return Pose(unit.x, unit.y, unit.facing, unit.formation, unit.left, unit.turned, unit.disordered)


def layout_of(s: Battle, u: int, p: Pose) -> Layout:
    body = s.body(u)
    if p.formation == body.formation:
        return body.layout
    return layout(s.world.units[u].arm, p.formation, s.units[u].bases)


def stand(shape: Layout, p: Pose) -> Rect:
    """The footprint of a pose."""
    return rect(p.x, p.y, p.facing, shape.width, shape.width, 0, 2 * shape.depth)


def inner(shape: Layout, p: Pose) -> Rect:
    """The footprint less half a millimetre all round: two units overlap when these do."""
    return rect(p.x, p.y, p.facing, shape.width - 1, shape.width - 1, -1, 2 * shape.depth - 1)


def sweep(shape: Layout, p: Pose, mm: int) -> Rect:
    """The ground covered by a straight move of so many millimetres (behind, if negative)."""
    if mm >= 0:
        return rect(p.x, p.y, p.facing, shape.width - 1, shape.width - 1, 2 * mm - 1, 2 * shape.depth - 1)
    return rect(p.x, p.y, p.facing, shape.width - 1, shape.width - 1, -1, 2 * shape.depth - 2 * mm - 1)


def footprint(s: Battle, u: int) -> Rect:
    return s.body(u).foot


def core(s: Battle, u: int) -> Rect:
    return s.body(u).core


def centre(s: Battle, u: int) -> Point:
    return s.body(u).centre


def beyond(s: Battle, x: int, y: int, reach: int, other: int, limit: int) -> bool:
    unit = s.units[other]
    dx, dy = unit.x - x, unit.y - y
    most = reach + limit + s.world.widest
    if dx > most or -dx > most or dy > most or -dy > most:
        return True
    most += s.body(other).radius + 2 - s.world.widest
    return dx * dx + dy * dy > most * most


def enemies_near(s: Battle, u: int, mm: int) -> list[int]:
    """The enemies of whom a part may be so near to a unit, by the places of both and their sizes."""
    body, units = s.body(u), s.units
    x, y, reach = body.x, body.y, body.radius + mm
    most = reach + s.world.widest
    west, east, south, north = x - most, x + most, y - most, y + most
    foes = s.world.troops[1 - s.world.sides[u]]
    found = []
    for v in [v for v in foes if west <= units[v].x <= east and south <= units[v].y <= north]:
        unit = units[v]
        if unit.status < DESTROYED:
            dx, dy, far = unit.x - x, unit.y - y, reach + s.body(v).radius + 2
            if dx * dx + dy * dy <= far * far:
                found.append(v)
    return found


def distance(s: Battle, a: int, b: int) -> float:
    """Millimetres between the nearest points of two footprints."""
    return s.body(a).foot.distance(s.body(b).foot)


def front_edge(s: Battle, u: int) -> Shape:
    unit = s.units[u]
    width = s.layout(u).width
    return edge(unit.x, unit.y, unit.facing, width, width)


def base_fronts(s: Battle, u: int) -> list[Shape]:
    """The front edges of the front-rank bases, left to right."""
    unit = s.units[u]
    shape = s.layout(u)
    if unit.formation == SQUARE:
        return [edge(unit.x, unit.y, unit.facing, shape.width, shape.width)]
    return [edge(unit.x, unit.y, unit.facing, 25 - at, 25 + at) for at in shape.front]


Slab = tuple[int, int, int, int, int, int, int]  # the arguments of ``rectangle``


def slabs(s: Battle, u: int) -> list[Slab]:
    """Every base as a rectangle, front rank first: what is drawn. A square stands along its four sides."""
    body = s.body(u)
    if body.slabs is None:
        body.slabs = _slabs(s, u)
    return body.slabs


def _slabs(s: Battle, u: int) -> list[Slab]:
    unit = s.units[u]
    shape = s.layout(u)
    if unit.formation == SQUARE:
        return _square_slabs(s, u)
    found: list[Slab] = []
    gap = 2 if unit.formation == OPEN else 1
    for rank, number in enumerate(shape.ranks):
        x, y = ahead(unit.x, unit.y, unit.facing, -rank * shape.base_depth)
        for i in range(number):
            at = (2 * i - number + 1) * 25 * gap
            found.append((x, y, unit.facing, 25 - at, 25 + at, 0, 2 * shape.base_depth))
    return found


def _square_slabs(s: Battle, u: int) -> list[Slab]:
    unit = s.units[u]
    cx, cy = ahead(unit.x, unit.y, unit.facing, -20)
    found: list[Slab] = []
    for i in range(min(4, unit.bases)):
        facing = (unit.facing + i * QUARTER) % 3600
        x, y = ahead(cx, cy, facing, 20)
        found.append((x, y, facing, 25, 25, 0, 30))
    return found


def bases(s: Battle, u: int) -> list[Shape]:
    """Every base as a shape."""
    return [rectangle(*slab) for slab in slabs(s, u)]


def drawn(slab: Slab) -> tuple[Point, ...]:
    """A rectangle as its corners, for views."""
    return outline(*slab)


def ground_slab(s: Battle, u: int) -> Slab:
    """The footprint as a rectangle."""
    unit = s.units[u]
    shape = s.layout(u)
    return unit.x, unit.y, unit.facing, shape.width, shape.width, 0, 2 * shape.depth


def aspect_from(s: Battle, target: int, x: float, y: float) -> int:
    """[6.9] Where a point lies for a unit: before its front edge, behind it (flank), or behind its rear edge.

    A square, a bataillon-masse and a garrison have no flank.
    """
    body = s.body(target)
    if body.formation in (SQUARE, MASSE) or held_by(s, body) >= 0:
        return FRONT
    forward = local(body.x, body.y, body.facing, x, y)[1]
    if forward >= -SLACK:
        return FRONT
    return REAR if forward < -body.layout.depth - SLACK else FLANK


def side_met(s: Battle, target: int, x: float, y: float) -> int:
    """[6.11] [8.3] The side of a footprint over which a place lies: 0 front, 1 right, 2 rear, 3 left."""
    body = s.layout(target)
    right, forward = local(*centre(s, target), s.units[target].facing, x, y)
    wide, deep = body.width / 2, body.depth / 2
    over = (forward - deep, right - wide, -forward - deep, -right - wide)
    return over.index(max(over))


def garrison(s: Battle, u: int) -> int:
    """[5.12] [7.2] The settlement an infantry unit holds, or -1."""
    return held_by(s, s.body(u))


def held_by(s: Battle, body: Body) -> int:
    """[5.12] [7.2] The same by the ground that a unit takes."""
    if body.held < NOBODY:
        body.held = s.world.ground.settlement(body.foot)
    return body.held


def cover_of(s: Battle, u: int) -> str | None:
    """[7.8] The cover a unit has from all round."""
    body = s.body(u)
    if body.cover == UNASKED:
        body.cover = s.world.ground.cover(body.foot)
    return body.cover


def cover_from(s: Battle, u: int, other: int) -> str | None:
    """[7.8] The cover of a unit against another: its ground, or a wall or hedge between them."""
    body, ground = s.body(u), s.world.ground
    if body.cover == UNASKED:
        body.cover = ground.cover(body.foot)
    if body.cover is not None:
        return body.cover
    if body.lined < 0:
        body.lined = int(ground.lined(body.foot))
    if not body.lined:
        return None
    line = shapely.LineString([body.centre, (s.units[other].x, s.units[other].y)])
    return ground.wall_between(body.foot, line)


def disordered(s: Battle, u: int) -> bool:
    """[2.4] [5.11] In disorder: by what befell it, or while cavalry or close-order infantry is on rough ground."""
    unit = s.units[u]
    return unit.disordered or unit.status != 0 or astray(s, u, s.body(u))


def astray(s: Battle, u: int, body: Body) -> bool:
    """[5.11] Whether the ground alone disorders a unit where it stands."""
    if body.rough < 0:
        body.rough = int(in_rough(s, u, pose(s, u)))
    return body.rough == 1


def in_rough(s: Battle, u: int, p: Pose) -> bool:
    """[5.11] Cavalry or close-order infantry partly in a wood or on broken ground, unless on a road in march order."""
    ground = s.world.ground
    if s.world.units[u].arm == "art" or p.formation == "open":
        return False
    if not ground.rough.meets(inner(layout_of(s, u, p), p)):
        return False
    return not (p.formation == "march" and ground.on_road(p.x, p.y))


def toward(s: Battle, u: int, other: int) -> int:
    """The heading from one unit's centre to another's."""
    ax, ay = centre(s, u)
    bx, by = centre(s, other)
    return bearing(bx - ax, by - ay)


def about(shape: Layout, p: Pose) -> tuple[int, int, int]:
    """Front centre and facing of a pose turned about on its ground: the rear becomes the front."""
    return *ahead(p.x, p.y, p.facing, -shape.depth), (p.facing + HALF) % 3600


def wheeled(shape: Layout, p: Pose, angle: int, left: int) -> Pose:
    """[5.9] A wheel about a front corner: to the right (positive) about the right one. ``left``: of its move then."""
    x, y = wheeled_front(shape, p, angle)
    return Pose(x, y, (p.facing + angle) % 3600, p.formation, left, p.turned, p.disordered)


def wheeled_front(shape: Layout, p: Pose, angle: int) -> Point:
    """[5.9] Where its front centre is then."""
    half = shape.width // 2 if angle > 0 else -(shape.width // 2)
    return swung(p.x, p.y, p.facing, half, p.facing + angle)


def facing_pose(s: Battle, u: int, heading: int) -> Pose:
    """A unit turned on its centre to a heading."""
    p = pose(s, u)
    shape = layout_of(s, u, p)
    cx, cy = ahead(p.x, p.y, p.facing, -(shape.depth // 2))
    x, y = ahead(cx, cy, heading, shape.depth // 2)
    return p._replace(x=x, y=y, facing=heading % 3600)


def place(s: Battle, u: int, p: Pose) -> None:
    """Set a unit, and the generals who ride with it, on a pose."""
    unit = s.units[u]
    unit.x, unit.y, unit.facing, unit.formation = p.x, p.y, p.facing, p.formation
    unit.left, unit.turned = p.left, p.turned
    for g in s.general_with(u):
        s.generals[g].x, s.generals[g].y = p.x, p.y
