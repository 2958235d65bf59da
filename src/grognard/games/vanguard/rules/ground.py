"""Rulebook 10 in combat: which terrain of a hex counts, and whether its defenders profit from it."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.vanguard.world.roster import DEFENCE
from grognard.games.vanguard.world.state import Battle


def sheltered(s: Battle, h: int, side: int) -> bool:
    """[10.1] [17.2.6] R-73: all infantry and cavalry of the hex have Defence."""
    return all(s.order_of(u) == DEFENCE for u in bits(s.troops(h, side)))


def bombard_ground(s: Battle, h: int, side: int, picker: int, skirmish: bool = False) -> tuple[str, bool]:
    """[10.0] R-78: of several terrains the inactive player picks the one that suits him: it is no real choice."""
    shelter = sheltered(s, h, side)
    chart = s.world.tables.tec.hex
    worth: list[tuple[int, str]] = []
    for terrain in s.world.grounds[h]:
        ground = chart[terrain]
        drm = ground.fire_drm if skirmish else ground.bombard_drm
        worth.append((drm if shelter or not ground.needs_defence_order else 0, terrain))
    drm, terrain = min(worth) if picker == side else max(worth)
    return terrain, shelter
