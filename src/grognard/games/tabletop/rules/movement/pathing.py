"""Rulebook 5.20: a whole move at one stroke: wheel, advance, wheel to a place and a facing; and how far one can get."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from grognard.board.plane import HALF, ahead, arc, bearing, length, swung, turned
from grognard.games.tabletop.rules.figures import Pose, layout_of, wheeled_front
from grognard.games.tabletop.rules.movement import paces as movement
from grognard.games.tabletop.rules.movement.room import Room
from grognard.games.tabletop.world.formations import MARCHING
from grognard.games.tabletop.world.ground import CLEAR, ROAD
from grognard.games.tabletop.world.state import Battle
from grognard.kernel.frame import Reason

NEAR_ENOUGH: Final = 2  # millimetres: wheels by whole tenths of a degree come no nearer
ROUNDS: Final = 8
SPOKE: Final = 150  # tenths of a degree between the ways tried to find the reach


class Leg(NamedTuple):
    """One step of a way: its verb and its number (a wheel or shift to the left is negative)."""

    verb: str
    amount: int


ABOUT: Final = Leg("turn", 0)


class Route(NamedTuple):
    """A way to a place: its steps, the pose it ends in, and what forbids it."""

    legs: list[Leg]
    end: Pose
    reasons: list[Reason]


def attempt(s: Battle, u: int, p: Pose, leg: Leg, room: Room | None = None) -> movement.Try:
    """[5.9] One step, tried; in a room, where nothing changes, once."""
    if room is None:
        return _tried(s, u, p, leg, Room(s, u))
    key = (p, leg.verb, leg.amount)
    found = room.tried.get(key)
    if found is None:
        found = room.tried[key] = _tried(s, u, p, leg, room)
    return found


def _tried(s: Battle, u: int, p: Pose, leg: Leg, room: Room) -> movement.Try:
    if leg.verb == "advance":
        return movement.advance(s, u, p, leg.amount, room)
    if leg.verb == "back":
        return movement.back(s, u, p, leg.amount, room)
    if leg.verb == "shift":
        return movement.shift(s, u, p, leg.amount, room)
    if leg.verb == "wheel":
        return movement.wheel(s, u, p, leg.amount, 0, room)
    return movement.turn(s, u, p, room)


def taken(s: Battle, u: int, p: Pose, leg: Leg) -> Pose:
    """[5.9] Where a step leads that is known to be legal."""
    if leg.verb == "advance":
        return movement.advanced(s, u, p, leg.amount)
    if leg.verb == "back":
        return movement.backed(s, u, p, leg.amount)
    if leg.verb == "shift":
        return movement.shifted(s, u, p, leg.amount)
    if leg.verb == "wheel":
        return movement.wheeled_to(s, u, p, leg.amount)
    return movement.about_faced(s, u, p)


def walk(s: Battle, u: int, p: Pose, legs: list[Leg], room: Room | None = None) -> Route:
    """All steps one after another; it stops at the first that is forbidden."""
    room = room or Room(s, u)
    for leg in legs:
        tried = attempt(s, u, p, leg, room)
        if tried.reasons:
            return Route(legs, tried.pose, tried.reasons)
        p = tried.pose
    return Route(legs, p, [])


def aim(s: Battle, u: int, p: Pose, x: int, y: int, facing: int) -> list[Leg]:
    """[5.20] Wheel, advance, wheel: the steps from a pose to a place and facing, each wheel about its own corner."""
    shape = layout_of(s, u, p)
    heading = bearing(x - p.x, y - p.y)
    start, goal = (p.x, p.y), (x, y)
    for _ in range(ROUNDS):
        first, last = turned(p.facing, heading), turned(heading, facing)
        start = wheeled_front(shape, p, first) if first else (p.x, p.y)
        goal = (x, y)
        if last:
            goal = swung(x, y, facing, shape.width // 2 if last > 0 else -(shape.width // 2), heading)
        better = bearing(goal[0] - start[0], goal[1] - start[1])
        if better == heading:
            break
        heading = better
    mm = length(goal[0] - start[0], goal[1] - start[1])
    legs = [Leg("wheel", turned(p.facing, heading)), Leg("advance", mm), Leg("wheel", turned(heading, facing))]
    return [leg for leg in legs if leg.amount]


def ways(s: Battle, u: int, p: Pose, x: int, y: int, facing: int, room: Room | None = None) -> Iterator[list[Leg]]:
    """[5.20] The ways that are tried: straight, sideways, wheels, with an about-face (first if it lies behind)."""
    right, forward = _offsets(p, x, y)
    if facing == p.facing:
        if abs(right) <= 1:
            if forward:
                yield [Leg("advance", forward)] if forward > 0 else [Leg("back", -forward)]
            if forward > 1:  # where rounding has made the way a millimetre too long
                yield [Leg("advance", forward - 1)]
        elif abs(forward) <= 1:
            yield [Leg("shift", right)]
    if forward < 0:
        yield from _turns(s, u, p, x, y, facing, room)
    wheels = aim(s, u, p, x, y, facing)
    if wheels:
        yield wheels
    if forward >= 0:
        yield from _turns(s, u, p, x, y, facing, room)


def _turns(s: Battle, u: int, p: Pose, x: int, y: int, facing: int, room: Room | None) -> Iterator[list[Leg]]:
    """[5.20] The ways with an about-face before or after the wheels."""
    behind = attempt(s, u, p, ABOUT, room)
    if not behind.reasons:
        yield [ABOUT, *aim(s, u, behind.pose, x, y, facing)]
        yield [*aim(s, u, p, *_about(s, u, p, x, y, facing)), ABOUT]


def _offsets(p: Pose, x: int, y: int) -> tuple[int, int]:
    """A place as the unit sees it: to the right, ahead; whole millimetres."""
    dx, dy = x - p.x, y - p.y
    ex, ey = ahead(0, 0, p.facing, 10_000)
    return round((dx * ey - dy * ex) / 10_000), round((dx * ex + dy * ey) / 10_000)


def _about(s: Battle, u: int, p: Pose, x: int, y: int, facing: int) -> tuple[int, int, int]:
    """The pose that an about-face turns into this one."""
    depth = layout_of(s, u, p).depth
    return *ahead(x, y, facing, -depth), (facing + HALF) % 3600


def route(s: Battle, u: int, x: int, y: int, facing: int, room: Room | None = None) -> Route:
    """[5.20] The first legal way to a place and facing; where none is legal, the first way and what forbids it."""
    room = room or Room(s, u)
    p = room.start
    found = passable(s, u, x, y, facing, room)
    if found is not None:
        return found
    tried = [walk(s, u, p, legs, room) for legs in ways(s, u, p, x, y, facing, room)]
    return next((way for way in tried if way.reasons), Route([], p, [("5.20", "no_way", (u,))]))


def passable(s: Battle, u: int, x: int, y: int, facing: int, room: Room) -> Route | None:
    """[5.20] The first legal way to a place and facing."""
    p = room.start
    for legs in ways(s, u, p, x, y, facing, room):
        if not _dear(s, u, p, legs):
            found = walk(s, u, p, legs, room)
            if not found.reasons and _arrives(found.end, x, y, facing):
                return found
    return None


def _dear(s: Battle, u: int, p: Pose, legs: list[Leg]) -> bool:
    """[5.8] Whether the rest of the move does not pay for some steps, were all the ground the best there is."""
    width, mm = layout_of(s, u, p).width, 0
    for verb, amount in legs:
        if verb == "wheel":
            mm += arc(width, amount)
        else:
            mm += amount if verb == "advance" else 2 * abs(amount)
    return mm * movement.rate(s, u, p, ROAD if p.formation in MARCHING else CLEAR) > p.left


def _arrives(end: Pose, x: int, y: int, facing: int) -> bool:
    return end.facing == facing and length(end.x - x, end.y - y) <= NEAR_ENOUGH


def spokes(s: Battle, u: int, step: int = SPOKE) -> list[Pose]:
    """Where wheels of every size and then the longest advance lead, from left to right: the rim of a unit's reach."""
    room = Room(s, u)
    left = _rim(s, u, -step, room)
    return [*reversed(left), straight(s, u, room.start, room), *_rim(s, u, step, room)]


def _rim(s: Battle, u: int, step: int, room: Room) -> list[Pose]:
    """The rim to one side, up to the first wheel that is not legal: a wider one is not either."""
    found: list[Pose] = []
    for angle in range(step, HALF if step > 0 else -HALF, step):
        tried = movement.wheel(s, u, room.start, angle, angle - step, room)
        if tried.reasons:
            break
        found.append(straight(s, u, tried.pose, room))
    return found


def straight(s: Battle, u: int, p: Pose, room: Room | None = None) -> Pose:
    """The end of the longest legal advance."""
    mm = movement.furthest(s, u, p, room)
    return movement.advanced(s, u, p, mm) if mm else p
