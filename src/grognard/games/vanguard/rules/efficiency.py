"""Rulebook 13: efficiency tests."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.vanguard.world.state import Battle


def passes(die: int, efficiency: int, modifier: int = 0) -> bool:
    """[13.1] Die <= efficiency; [13.1.1] R-30: a natural 1 always passes, a natural 6 always fails."""
    if die == 1:
        return True
    return die != 6 and die + modifier <= efficiency


def leader_helps(s: Battle, u: int, h: int) -> bool:
    """[13.2] R-30: the commander-in-chief, or a General or Officer of the unit's formation, in its hex."""
    side = s.side(u)
    here = s.leaders(h, side)
    formation = s.world.roster.formation_of[u]
    return bool(here & (1 << s.world.cinc[side] | s.world.chiefs_of[formation]))


def modifier(s: Battle, u: int, h: int, extra: int = 0) -> int:
    return extra - 1 if leader_helps(s, u, h) else extra


def roll_stack(s: Battle, h: int, units: int, extra: int = 0) -> int:
    """[13.1.2] R-66: one die for the units of a hex, each against its own efficiency; the units that pass."""
    die = s.dice.d6()
    passed = 0
    for u in bits(units):
        if passes(die, s.eff(u), modifier(s, u, h, extra)):
            passed |= 1 << u
    s.emit("tested", units, s.spot(h), die, passed.bit_count(), units.bit_count())
    return passed
