"""Rulebook 16.2, 16.3: command. Who can lead whom, in combat and on the march."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.numbers import combat_commanders, command_cr, march_command, rival_cr
from grognard.games.russia1812.world.ranks import Chief, Troop
from grognard.games.russia1812.world.state import WAITING, Campaign

KUTUZOV_BY = 6  # [16.4] R-16.4b: rivalry ends with this turn at the latest


def rivalry(s: Campaign) -> bool:
    """[16.4] (1): whether Bagration, Barclay and Tormasov still quarrel: until Kutuzov is placed."""
    return s.advanced and s.turn <= KUTUZOV_BY and s.world.kutuzov >= 0 and s.at[s.world.kutuzov] == WAITING


def rivals(s: Campaign, pieces: int) -> int:
    return pieces & s.world.traits.get("army_rivalry", 0) if rivalry(s) else 0


def ratings(s: Campaign, leaders: int) -> list[int]:
    """The CRs of commanders stacked together, rivals among them worth nothing."""
    feud = rivals(s, leaders)
    return [rival_cr(s.world.cr[c], feud.bit_count(), False) if feud >> c & 1 else s.world.cr[c] for c in bits(leaders)]


def best_cr(s: Campaign, leaders: int) -> int:
    """[10.2] [10.4] [10.5] The highest CR of a stack, 0 without a commander."""
    return max(ratings(s, leaders), default=0) if s.advanced else s.world.best_cr(leaders)


def sum_cr(s: Campaign, leaders: int) -> int:
    """[8.1] The CRs of a stack together."""
    return sum(ratings(s, leaders)) if s.advanced else s.world.sum_cr(leaders)


def chiefs(s: Campaign, leaders: int) -> list[Chief]:
    """Commanders stacked together, with the CRs that count there."""
    return [s.world.chiefs[c]._replace(cr=cr) for c, cr in zip(bits(leaders), ratings(s, leaders), strict=True)]


def troops(s: Campaign, units: int) -> list[Troop]:
    return [s.world.troops[u] for u in bits(units)]


def combat_cr(s: Campaign, units: int, leaders: int) -> int:
    """[16.2] The CR a main stack adds in combat; -1 without a commander.

    R-16.2d: only undisrupted units count. R-16.2e: of equals the one who adds more leads.
    """
    if not leaders:
        return -1
    able = troops(s, units & ~s.disrupted)
    return max([command_cr(able, chief) for chief in combat_commanders(able, chiefs(s, leaders))], default=0)


def march_bonus(s: Campaign, units: int, leaders: int) -> int:
    """[16.2] -1 on the march if those who ride along all the way can command all the units; Murat never counts."""
    able: Sequence[Chief] = [s.world.chiefs[c] for c in bits(leaders) if c != s.world.murat]
    return march_command(troops(s, units), able, s.edition)
