"""Moves nobody chooses the way of: evasion, retreat, rout, falling back. Rulebook 6.8, 8.10, 9.8, 10.1, 10.4."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.board.plane import Rect, ahead, aside, rect
from grognard.games.tabletop.rules.figures import (
    TOUCH,
    Pose,
    beyond,
    core,
    facing_pose,
    footprint,
    layout_of,
    place,
    pose,
    stand,
    sweep,
)
from grognard.games.tabletop.rules.movement.paces import place_reasons, speed
from grognard.games.tabletop.rules.movement.room import Around, neighbours
from grognard.games.tabletop.rules.orders import NEAR
from grognard.games.tabletop.world.formations import MARCHING, OPEN, Layout, radius
from grognard.games.tabletop.world.ground import SLOW
from grognard.games.tabletop.world.state import DESTROYED, GONE, NOBODY, ROUTED, Battle, Park
from grognard.games.tabletop.world.world import MOVE

SIDESTEP: Final = 10
WIDEST: Final = 200
CAUGHT: Final = 10  # [9.8] a way shut within a centimetre


class Flight(NamedTuple):
    """Where a unit that runs straight comes to a halt, how far that is, and who or what stopped it."""

    pose: Pose
    mm: int
    enemy: bool
    off: bool
    crossed: list[int]


def run_length(s: Battle, u: int, p: Pose, parts: int, routed: bool) -> int:
    """[5.11] [10.1] How many millimetres straight ahead a part of a move pays for, rough ground at half speed."""
    kind = s.info(u).type
    ground = s.world.ground
    marching = p.formation in MARCHING
    most = 10 * speed(kind, p.formation, "road" if marching else "clear", routed=routed)
    left, start = parts, 0
    for stretch in ground.stretches(p.x, p.y, p.facing, most, marching):
        each = MOVE // (10 * speed(kind, p.formation, stretch.kind, routed=routed))
        each = 2 * each if stretch.kind == SLOW else each
        paid = left // each
        if paid < stretch.end - start:
            return start + paid
        left -= (stretch.end - start) * each
        start = stretch.end
    return start


def fly(s: Battle, u: int, p: Pose, mm: int, through: bool, leave: bool = False, backward: bool = False) -> Flight:
    """A straight run from a pose, as far as enemies, closed ground and the edge (unless it may ``leave``) let it.

    ``through``: friends are crossed (and named); else they stop it. Nobody ends on top of another: a little to the side
    if need be, or shorter.
    """
    free, enemy = _free_run(s, u, p, mm, through, leave, backward)
    others = neighbours(s, u, p, radius(layout_of(s, u, p)) + free + (WIDEST if through else 0) + 2)
    around = Around(others, True)
    for distance in range(free, -1, -5 if free > 40 else -1):
        for offset in _offsets(through):
            there = _moved(p, distance, offset, backward)
            if leave and distance == free and not s.world.ground.on_board(stand(layout_of(s, u, there), there)):
                return Flight(there, distance, False, True, _crossed(s, u, p, distance, backward))
            if not place_reasons(s, u, there, storming=True, around=around):
                return Flight(there, distance, enemy and distance < mm, False, _crossed(s, u, p, distance, backward))
    return Flight(pose(s, u), 0, enemy, False, [])


def _offsets(through: bool) -> list[int]:
    """[16.1] Sidesteps as small as possible, right before left."""
    if not through:
        return [0]
    return [0, *[sign * step for step in range(SIDESTEP, WIDEST, SIDESTEP) for sign in (1, -1)]]


def _moved(p: Pose, mm: int, offset: int, backward: bool) -> Pose:
    x, y = ahead(p.x, p.y, p.facing, -mm if backward else mm)
    if offset:
        x, y = aside(x, y, p.facing, offset)
    return p._replace(x=x, y=y)


def _free_run(s: Battle, u: int, p: Pose, mm: int, through: bool, leave: bool, backward: bool) -> tuple[int, bool]:
    """The longest run that nothing stops, and whether an enemy stops a longer one."""
    if not _stopped(s, u, p, mm, through, leave, backward):
        return mm, False
    low, high = 0, mm
    while high - low > 1:
        middle = (low + high) // 2
        if _stopped(s, u, p, middle, through, leave, backward):
            high = middle
        else:
            low = middle
    return low, _stopped(s, u, p, high, through, leave, backward) == "enemy"


def _stopped(s: Battle, u: int, p: Pose, mm: int, through: bool, leave: bool, backward: bool) -> str:
    shape = layout_of(s, u, p)
    swept = sweep(shape, p, -mm if backward else mm)
    for other, unit in enumerate(s.units):
        if other == u or not unit.on_table or beyond(s, p.x, p.y, radius(shape) + mm, other, NEAR):
            continue
        if s.side(other) != s.side(u):
            strip = _strip(shape, p, mm, backward)
            if _closer(footprint(s, other), swept, stand(shape, p)) or core(s, other).intersects(strip):
                return "enemy"
        elif not through and OPEN not in (p.formation, unit.formation) and core(s, other).intersects(swept):
            return "friend"
    if s.world.ground.closed.meets(swept):
        return "ground"
    if not leave:
        end = _moved(p, mm, 0, backward)
        if not s.world.ground.on_board(stand(shape, end)):
            return "edge"
    return ""


def _closer(enemy: Rect, swept: Rect, before: Rect) -> bool:
    """[5.17] Within a centimetre of an enemy, and nearer than it was."""
    return enemy.within(swept, NEAR) and enemy.distance(swept) < min(NEAR, enemy.distance(before))


def _strip(shape: Layout, p: Pose, mm: int, backward: bool) -> Rect:
    """The ground that a run newly covers: who has turned about among enemies may still run from them."""
    wide = shape.width - 1
    if backward:
        return rect(p.x, p.y, p.facing, wide, wide, -2 * shape.depth - 1, 2 * (shape.depth + mm))
    return rect(p.x, p.y, p.facing, wide, wide, 2 * mm, -1)


def _crossed(s: Battle, u: int, p: Pose, mm: int, backward: bool) -> list[int]:
    """The friends that a run goes through."""
    swept = sweep(layout_of(s, u, p), p, -mm if backward else mm)
    return [v for v in s.own(s.side(u)) if v != u and core(s, v).intersects(swept)]


def leave_table(s: Battle, u: int) -> None:
    """[10.2] A router that crosses the edge of the table is gone for good."""
    s.units[u].status = GONE
    _forget(s, u)
    s.emit("left_table", u)
    s.explain(*s.spot(u))


def destroy(s: Battle, u: int) -> None:
    """[1.5] A unit is destroyed; a general with it escapes to where it stood."""
    s.units[u].status = DESTROYED
    s.units[u].pm = 0
    _forget(s, u)
    s.emit("destroyed", u)
    s.explain(*s.spot(u))


def _forget(s: Battle, u: int) -> None:
    """Nobody fights, charges or rides with a unit that is off the table."""
    s.contacts = [c for c in s.contacts if u not in (c.attacker, c.defender)]
    s.winners = [w for w in s.winners if w != u]
    s.units[u].target = NOBODY
    for unit in s.units:
        if unit.target == u:
            unit.target = NOBODY
    for general in s.generals:
        if general.unit == u:
            general.unit = NOBODY


def homeward(s: Battle, u: int) -> Pose:
    """[10.1] A unit that has turned on its ground to run to its own edge."""
    return facing_pose(s, u, s.world.home[s.side(u)])


def disorder_crossed(s: Battle, crossed: list[int]) -> None:
    """[10.4] Friends that routers and retreaters run through fall into disorder."""
    for v in crossed:
        s.disorder(v)


def fall_back(s: Battle, u: int) -> None:
    """[8.10] Half a move straight back, facing the enemy."""
    p = pose(s, u)
    mm = 5 * speed(s.info(u).type, p.formation)
    found = fly(s, u, p, mm, through=False, backward=True)
    place(s, u, found.pose)
    s.emit("fell_back", u, found.mm)
    s.trace(u, (p.x, p.y))


def take_parks(s: Battle) -> None:
    """[9.9] [5.19] Abandoned guns fall to enemy infantry or cavalry in contact with them."""
    for i, park in enumerate(s.parks):
        if park.taken >= 0:
            continue
        guns = park_shape(s, park)
        for u in s.own(1 - s.side(park.unit)):
            if not s.info(u).artillery and s.units[u].status != ROUTED and footprint(s, u).within(guns, TOUCH):
                s.parks[i] = park._replace(taken=s.side(u))
                s.emit("guns_taken", park.unit, u)
                break


def park_shape(s: Battle, park: Park) -> Rect:
    """The ground of abandoned guns: that of the battery as it stood."""
    shape = layout_of(s, park.unit, Pose(0, 0, 0, "unlimbered"))
    return stand(shape, Pose(park.x, park.y, park.facing, "unlimbered"))
