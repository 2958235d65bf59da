"""[16.2] [16.4] Commanders in the Advanced game: what they add where they can command the units they are with."""

from __future__ import annotations

from functools import lru_cache

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.numbers import combat_commanders, command_cr, march_command
from grognard.games.russia1812.rules.advanced.traits import drives, factors, march_traits
from grognard.games.russia1812.world.world import world


@lru_cache(maxsize=50_000)
def stack_cr(edition: int, able: int, leaders: int) -> int:
    """[16.2] The CR of a stack, and [16.4] the factors its commander's character adds to an attack."""
    w = world(edition)
    troops = [w.troops[u] for u in bits(able)]
    found = combat_commanders(troops, [w.chiefs[c] for c in bits(leaders)])
    rating = max([command_cr(troops, chief) for chief in found], default=0)
    return rating + factors(w, able, leaders, True)


@lru_cache(maxsize=50_000)
def column_bonus(edition: int, units: int, leaders: int, stacked: int) -> int:
    """[16.2] [16.4] What commanders do to the attrition die of a march: those who go along, and all of the hex."""
    w = world(edition)
    found = march_command([w.troops[u] for u in bits(units)], [w.chiefs[c] for c in bits(leaders)], edition)
    return found + march_traits(w, leaders, leaders, drives(w, stacked, leaders, leaders))
