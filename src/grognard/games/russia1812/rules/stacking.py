"""Rulebook 4.1: how much a hex holds."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import CAPACITY


def crowded(s: Campaign, hexes: int, load: int) -> int:
    """[4.1] Of these hexes, those that cannot take so much more, in halves."""
    loads, most = s.load, CAPACITY - load
    found = 0
    for h in bits(hexes):
        if loads[h] > most and (not s.raises_room or loads[h] + load > s.capacity(h)):
            found |= 1 << h
    return found
