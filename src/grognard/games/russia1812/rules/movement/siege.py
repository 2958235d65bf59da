"""Rulebook 8.4: cities under siege; 15.1: they are declared."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN


def besieged(s: Campaign, side: int, h: int) -> bool:
    """[8.4] Siege: a single unit in a city next to two undisrupted enemies in one hex, no river between (R-8.4d, g)."""
    world = s.world
    if s.hidden and s.veil.sieges >= 0:
        return bool(s.veil.sieges >> h & 1)  # [15.1] R-15.1e: as it was declared
    if not world.city >> h & 1 or s.fighters(h, side).bit_count() != 1:
        return False
    for n in bits(world.near_level[h] & s.occ[1 - side]):
        if (s.fighters(n, 1 - side) & ~s.disrupted).bit_count() >= 2:
            return True
    return False


def sieges(s: Campaign) -> int:
    """[15.1] R-15.1e: which cities are under siege is declared."""
    found = 0
    for side in (FRENCH, RUSSIAN):
        for h in bits(s.occ[side] & s.world.city):
            if besieged(s, side, h):
                found |= 1 << h
    return found


def declared(s: Campaign) -> int:
    """[15.1] The sieges that everybody has been told of; open stacks need no telling."""
    return sieges(s) if s.hidden else 0


def tell_sieges(s: Campaign, before: int) -> None:
    """[15.1] R-15.1e: a siege that begins or ends because units are turned over face down is said aloud."""
    now = declared(s)
    for h in bits(before & ~now):
        s.emit("siege_raised", h)
    for h in bits(now & ~before):
        s.emit("siege_laid", h)
