"""Looking over a battlefield: who is around a hex, how strong and how steady, and how far it is to a place."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.movement.terrain import path_costs
from grognard.games.vanguard.rules.movement.ways import column_banned
from grognard.games.vanguard.world.state import Battle


def steady(s: Battle, u: int) -> bool:
    return not (s.disordered | s.routed) >> u & 1


def points(s: Battle, units: int) -> int:
    return sum(s.pf(u) for u in bits(units))


def firm(s: Battle, units: int) -> int:
    """Of some units the infantry and cavalry in good order."""
    return units & s.world.troops & ~s.disordered & ~s.routed


def around(s: Battle, side: int, h: int, reach: int) -> int:
    """A side's combat units within some hexes."""
    found = 0
    for n in bits(s.world.grid.disc(h, reach) & s.occ[side]):
        found |= s.combat(n, side)
    return found


def units_of(s: Battle, f: int) -> list[int]:
    """The combat units of a formation that are on the map."""
    return s.on_map(s.world.troops_of[f] & ~s.damaged)


def enemy_far(s: Battle, side: int) -> list[int]:
    """For each hex how far the nearest enemy of a side is."""
    return s.world.far_from(s.occ[1 - side])


def way(s: Battle, u: int, target: int) -> list[int]:
    """From every hex the way to a place in halves of a point, on an empty map, in column if the unit may."""
    r = s.world.roster
    return path_costs(s.world, r.klass[u], r.pm[u], target, not column_banned(s, s.side(u)))
