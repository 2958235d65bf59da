"""Rulebook 4.5.6, 8.2.3 and 15.2: what an arrival next to them does to leaders and Routed units."""

from __future__ import annotations

from grognard.games.vanguard.rules.assault.retreat import RoutedByEnemy, garrison_gone
from grognard.games.vanguard.rules.leaders import escapes, overruns
from grognard.games.vanguard.world.moving import Move
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.frame import Frame


def arrivals(s: Battle, side: int, h: int, m: Move | None = None) -> list[Frame[Battle]]:
    """Units of a side have come to a hex: leaders there and next to it, and Routed enemies next to it."""
    other = 1 - side
    if not sum(s.world.around[h](s.stack)) & s.world.of_side[other]:  # every piece stands in one place only
        return []
    found = overruns(s, side, h)
    garrison_gone(s, h, side)
    routed = s.routed & s.world.of_side[other]
    for n in s.world.beside[h] if routed else ():
        units = s.combat(n, other) & routed & ~(0 if m is None else m.tested)
        if m is not None:
            m.tested |= units
        if units:
            found.append(RoutedByEnemy(other, n, units))
    return found + escapes(s, side, h)
