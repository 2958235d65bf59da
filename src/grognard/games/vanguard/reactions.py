"""Rulebook 4.5.6, 8.2.3 and 15.2: what an arrival next to them does to leaders and Routed units."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.vanguard.leaders import Escape, overruns
from grognard.games.vanguard.moving import Move
from grognard.games.vanguard.retreat import RoutedByEnemy, garrison_gone
from grognard.games.vanguard.state import Battle
from grognard.kernel.frame import Frame


def arrivals(s: Battle, side: int, h: int, m: Move | None = None) -> list[Frame[Battle]]:
    """Units of a side have come to a hex: leaders there and next to it, and Routed enemies next to it."""
    other = 1 - side
    found = overruns(s, side, h)
    garrison_gone(s, h, side)
    for n in bits(s.world.near[h]):
        for u in bits(s.combat(n, other) & s.routed):
            if m is None or not m.tested >> u & 1:
                if m is not None:
                    m.tested |= 1 << u
                found.append(RoutedByEnemy(other, u))
    for n in bits(s.world.near[h]):
        found += [Escape(other, leader, h) for leader in bits(s.leaders(n, other) & ~s.fled)]
    return found
