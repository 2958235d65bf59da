"""Rulebook 8.4: what a column may enter: ground, enemies, room, and the grip of enemy cavalry."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_march import resting
from grognard.games.russia1812.rules.optional.capacity import fits_raised
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import CAPACITY, RUSSIAN


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


def can_march(s: Campaign, side: int, h: int) -> int:
    """[8.4] Points 1, 3 and [8.3]: the units of a stack that may still Move: in good order, supplied, not committed."""
    found = s.fighters(h, side) & s.supplied & ~s.disrupted & ~s.moved & ~s.committed
    return found & ~resting(s) if s.advanced else found


def barred_steps(
    s: Campaign, side: int, h: int, load: int, near: bool, column: int, room: int
) -> list[tuple[str, str, int]]:
    """The neighbours a column may not enter, rule by rule."""
    world = s.world
    around = world.near[h]
    full = 0
    for n in bits(around):
        if s.load[n] + load > CAPACITY and not (s.roomy and fits_raised(s, side, n, load, room)):
            full |= 1 << n
    found = [
        ("2.1" if side == RUSSIAN else "14.6", "impassable", around & ~world.passable[side]),
        ("8.4", "enemy_there", around & s.occ[1 - side]),
        ("4.1", "full", full & ~s.occ[1 - side]),
    ]
    if near:
        grip = around & controlled(s, side)
        for n in bits(grip & s.occ[side]):
            if covering(s, side, n, column):
                grip &= ~(1 << n)
        found.append(("8.4", "began_near_cavalry", grip))
    return found


def first_steps(s: Campaign, side: int, h: int, load: int, room: int) -> int:
    """The hexes a group of that load could enter first."""
    found = s.world.near[h]
    for _, _, shut in barred_steps(s, side, h, load, bool(s.began_near[side] >> h & 1), 0, room):
        found &= ~shut
    return found


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
