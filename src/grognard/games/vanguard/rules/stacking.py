"""Rulebook 7: who may stand together."""

from __future__ import annotations

from grognard.games.vanguard.world.state import Battle
from grognard.games.vanguard.world.world import World


def may_stack(world: World, units: int) -> bool:
    """[7.1] Whether these combat units may share a hex; [17.2.3] Campotenese has its own list."""
    if not units & (units - 1):
        return True
    found = world.companies.get(units)
    if found is None:
        found = world.companies[units] = _may_share(world, units)
    return found


def _may_share(world: World, units: int) -> bool:
    if units.bit_count() > 2:
        return False
    guns = units & world.guns
    if guns:
        return world.montebello or guns.bit_count() == 1
    low, high = (units & -units).bit_length() - 1, units.bit_length() - 1
    if world.roster.formation_of[low] != world.roster.formation_of[high]:
        return False
    if not units & ~world.horse:
        return True
    return world.montebello and not units & ~world.foot


def room(s: Battle, h: int, units: int) -> bool:
    """[7.1] R-65: whether these units of one side may end their move in a hex."""
    w = s.world
    others = s.stack[h] & w.units_of[w.roster.side_of[units.bit_length() - 1]] & ~(s.damaged | units)
    return (not others and not units & (units - 1)) or may_stack(w, others | units)
