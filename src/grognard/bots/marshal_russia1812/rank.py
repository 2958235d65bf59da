"""[16.2] [16.4] Commanders in the Advanced game: what they add where they can command the units they are with."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from grognard.board.hexes import bits
from grognard.games.russia1812.advanced import combat_commanders, command_cr, march_command
from grognard.games.russia1812.traits import NAPOLEON_MOST
from grognard.games.russia1812.world import World, world

STEADY: Final = ("napoleon_march", "davout_march")


def _seniors(w: World, leaders: int) -> int:
    """[16.4] Only the senior commander's character works."""
    highest = max([w.chiefs[c].rank for c in bits(leaders)], default=0)
    return sum([1 << c for c in bits(leaders) if w.chiefs[c].rank == highest])


@lru_cache(maxsize=50_000)
def stack_cr(edition: int, able: int, leaders: int) -> int:
    """[16.2] The CR of a stack, and [16.4] the factors its commander's character adds to an attack."""
    w = world(edition)
    troops = [w.troops[u] for u in bits(able)]
    found = combat_commanders(troops, [w.chiefs[c] for c in bits(leaders)])
    rating = max([command_cr(troops, chief) for chief in found], default=0)
    top = _seniors(w, leaders)
    if top & w.traits.get("napoleon_cf", 0):
        rating += min(NAPOLEON_MOST, able.bit_count())
    if top & w.traits.get("cavalry_attack", 0):
        rating += (able & w.cavalry).bit_count()
    return rating


@lru_cache(maxsize=50_000)
def column_bonus(edition: int, units: int, leaders: int) -> int:
    """[16.2] [16.4] What commanders who go along do to the attrition die of a march."""
    w = world(edition)
    found = march_command([w.troops[u] for u in bits(units)], [w.chiefs[c] for c in bits(leaders)])
    top = _seniors(w, leaders)
    if any(top & w.traits.get(name, 0) for name in STEADY):
        found -= 1
    if top and not top & ~w.traits.get("murat_march", 0):
        found += 1
    return found
