"""Rulebook 16.4: special characteristics of commanders.

R-16.4f: where several commanders are equal in seniority the owner's choice is made for him, as it can only be one: the
one whose character serves him, or spares him.
"""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.command import rivals
from grognard.games.russia1812.rules.advanced.numbers import rivals_refuse
from grognard.games.russia1812.world.state import Campaign, March
from grognard.games.russia1812.world.world import World

NAPOLEON_MOST = 3  # [16.4] (5)


def seniors(w: World, leaders: int) -> int:
    """[16.4] The senior commanders of a stack: all those of the highest designation there."""
    highest = max([w.chiefs[c].rank for c in bits(leaders)], default=0)
    return sum([1 << c for c in bits(leaders) if w.chiefs[c].rank == highest])


def has(w: World, leaders: int, trait: str) -> bool:
    """A helpful characteristic works: one who has it is, or may be called, senior."""
    return bool(seniors(w, leaders) & w.traits.get(trait, 0))


def suffers(w: World, leaders: int, trait: str) -> bool:
    """A harmful characteristic works: nobody without it could be called senior."""
    top = seniors(w, leaders)
    return bool(top) and not top & ~w.traits.get(trait, 0)


def extra_factors(s: Campaign, units: int, leaders: int, attacking: bool) -> int:
    """[16.4] (3) (5) (7): combat factors that a commander adds, for undisrupted units that take part (R-16.4e)."""
    return factors(s.world, units & ~s.disrupted, leaders, attacking)


def factors(w: World, able: int, leaders: int, attacking: bool) -> int:
    """[16.4] (3) (5) (7): the same, of units in good order."""
    found = 0
    if has(w, leaders, "napoleon_cf"):
        found += min(NAPOLEON_MOST, able.bit_count())
    if attacking and has(w, leaders, "cavalry_attack"):  # R-16.4a: not twice
        found += (able & w.cavalry).bit_count()
    return found


def march_traits(w: World, along: int, sent_by: int, driven: bool) -> int:
    """[16.4] (4) (6): Napoleon or Davout all the way, -1; a column that Murat drives, +1."""
    steady = w.traits.get("napoleon_march", 0) | w.traits.get("davout_march", 0)
    return int(driven) - int(bool(seniors(w, along | sent_by) & along & steady))


def drives(w: World, stacked: int, going: int, sent_by: int) -> bool:
    """[16.4] (6): Murat, if he set the column in motion.

    R-16.4g: in the first edition, if the units begin their Move with him as senior of the hex, though he stays, or of
    the column.
    """
    if w.edition == 1:
        return suffers(w, stacked, "murat_march") or suffers(w, going, "murat_march")
    return suffers(w, sent_by, "murat_march")


def refuses_support(s: Campaign, helpers: int, main: int) -> bool:
    """[16.4] (1): the followers of one rival do not help another (first edition: they help nobody)."""
    ours, theirs = bits(rivals(s, helpers)), bits(rivals(s, main))
    ids = s.world.ids
    return rivals_refuse([ids[c] for c in ours], [ids[c] for c in theirs], s.edition)


def instigators(s: Campaign, m: March) -> int:
    """[16.4] R-16.4c: those who go along; if nobody does, the one who sends them, not Murat if it can be another."""
    if m.leaders:
        return m.leaders
    fresh = s.leaders(m.start, m.side) & ~s.moved
    others = fresh & ~s.world.traits.get("murat_march", 0)
    chosen = others or fresh
    return chosen & -chosen


def delayed(s: Campaign, m: March) -> bool:
    """[16.4] (2): whether Constantine is the senior commander of the stack, going along or not (R-16.4d)."""
    return suffers(s.world, s.leaders(m.start, m.side), "constantine_delay")
