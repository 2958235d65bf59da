"""Rulebook 8.4: what a column may enter: ground, enemies, room, and the grip of enemy cavalry."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_march import resting
from grognard.games.russia1812.rules.optional.capacity import fits_raised
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import CAPACITY, RUSSIAN
from grognard.kernel.ban import Ban, spared


def controlled(s: Campaign, side: int) -> int:
    """[8.4] Hexes next to undisrupted enemy cavalry, no river between; French cavalry controls no difficult ground."""
    world = s.world
    cavalry = s.cav[1 - side]
    found = world.controls[side].get(cavalry)
    if found is None:
        found = world.level.spread(cavalry)
        if side == RUSSIAN:
            found &= ~world.difficult  # [14.6]
        if len(world.controls[side]) > 20_000:
            world.controls[side].clear()
        world.controls[side][cavalry] = found
    return found


def covering(s: Campaign, side: int, h: int, column: int) -> int:
    """[8.4] R-8.4b: friendly combat units in a hex, not of the column, that have not moved and so could cover it."""
    return s.fighters(h, side) & ~column & ~s.moved


def unit_bans(s: Campaign) -> Iterable[Ban]:
    """[8.3] [8.4] Points 1 and 3: the units that may not make a Move any more."""
    if s.disrupted:
        yield Ban("3.3", "unit_disrupted", s.disrupted, beside=True)
    yield Ban("8.4", "unit_not_supplied", ~s.supplied, beside=True)
    if s.moved:
        yield Ban("8.3", "unit_moved", s.moved, beside=True)
    if s.committed:
        yield Ban("8.4", "unit_committed", s.committed, beside=True)
    if s.advanced:
        yield Ban("16.1", "card_halts", resting(s), beside=True)


def can_march(s: Campaign, side: int, h: int) -> int:
    """[8.4] The units of a stack that may still Move: in good order, supplied, not committed."""
    return spared(unit_bans(s), s.fighters(h, side))


def step_bans(s: Campaign, side: int, h: int, load: int, near: bool, column: int, room: int) -> Iterable[Ban]:
    """The neighbours a column may not enter, rule by rule."""
    world = s.world
    around, enemies = world.near[h], s.occ[1 - side]
    if around & ~world.passable[side]:
        yield Ban("2.1" if side == RUSSIAN else "14.6", "impassable", around & ~world.passable[side], beside=True)
    if around & enemies:
        yield Ban("8.4", "enemy_there", around & enemies, beside=True)
    full = 0
    for n in bits(around & ~enemies):
        if s.load[n] + load > CAPACITY and not (s.raises_room and fits_raised(s, side, n, load, room)):
            full |= 1 << n
    if full:
        yield Ban("4.1", "full", full, beside=True)
    if near:
        grip = around & controlled(s, side)
        for n in bits(grip & s.occ[side]):
            if covering(s, side, n, column):
                grip &= ~(1 << n)
        yield Ban("8.4", "began_near_cavalry", grip, beside=True)


def first_bans(s: Campaign, side: int, h: int, load: int, room: int) -> Iterable[Ban]:
    """The neighbours that a group of that load could not enter first."""
    return step_bans(s, side, h, load, bool(s.began_near[side] >> h & 1), 0, room)


def first_steps(s: Campaign, side: int, h: int, load: int, room: int) -> int:
    """The hexes a group of that load could enter first."""
    return spared(first_bans(s, side, h, load, room), s.world.near[h])


def lightest(s: Campaign, units: int) -> int:
    if units & s.world.veteran:
        return 2
    return 3 if units & s.world.line else 4


def reach(s: Campaign, side: int, here: int, steps: int, shut: int, first: int) -> list[int]:
    """[8.4] The hexes a column could come to, by the number of hexes marched: no enemies, and where his cavalry
    controls a hex it goes no further. ``shut`` is closed to it besides; ``first`` are the hexes of its next step."""
    grip = controlled(s, side)
    open_to = s.world.passable[side] & ~s.occ[1 - side] & ~shut & ~(1 << here)
    found = [1 << here]
    reached = front = 1 << here
    for step in range(steps):
        front = s.world.free.spread(front) & open_to & ~reached
        if step == 0:
            front &= first
        if not front:
            break
        found.append(front)
        reached |= front
        front &= ~grip
    return found


def unbound(s: Campaign, side: int, h: int, column: int) -> int:
    """[8.4] Point 7: where a column that begins next to enemy cavalry may step: out of its reach, or under cover."""
    grip = controlled(s, side)
    if not grip >> h & 1:
        return -1
    for n in bits(grip & s.occ[side] & s.world.near[h]):
        if covering(s, side, n, column):
            grip &= ~(1 << n)
    return ~grip
