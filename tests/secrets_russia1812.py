"""What 15.1 hides, exchanged: states that only the owner of the stacks can tell apart.

What must stay as it is has its own words here, not the game's: heights, markers, sieges, declared cavalry.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from grognard.board.hexes import bits
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from grognard.kernel.stored import contents

MARKS = ("forage", "forced", "fought_once", "fought_twice")
MASKS = ("disrupted", "supplied", "moved", "committed", "fed", *MARKS)
T = TypeVar("T")
Swap = Callable[[Campaign, int, random.Random | None], bool]
FAR = 4  # hexes beyond which cavalry is declared for no march


def swap_stacks(s: Campaign, side: int, chance: random.Random | None = None) -> bool:
    """Exchange something hidden in a side's stacks. False if there is nothing to exchange, or the enemy may ask."""
    if not s.hidden or s.affairs.hungry or type(s.agenda[-1]).__name__ == "CardLoss":
        return False
    start = s.turn + s.phase + len(s.agenda) + s.to_place[0]
    return any(SWAPS[(start + n) % len(SWAPS)](s, side, chance) for n in range(len(SWAPS)))


def mixed(found: Iterable[T], chance: random.Random | None) -> list[T]:
    """In the order of a generator, what it speaks of first; without one as they come."""
    all_of_them = list(found)
    if chance is not None:
        named = set(getattr(chance, "named", ()))
        chance.shuffle(all_of_them)
        all_of_them.sort(key=lambda one: named.isdisjoint(one if isinstance(one, tuple) else (one,)))
    return all_of_them


def quiet(s: Campaign, side: int) -> list[int]:
    """Hexes with combat units of a side where nothing is going on and nothing has been shown."""
    busy = {s.rally_at}
    if s.march is not None:
        busy |= {s.march.start, s.march.here}
    if s.battle is not None:
        busy |= {s.battle.start, s.battle.target, *s.battle.helpers[0], *s.battle.helpers[1]}
    return [h for h in bits(s.occ[side]) if h not in busy and not s.stack[h] & s.veil.shown]


def pairs(s: Campaign, side: int, one: int, other: int) -> Iterator[tuple[int, int]]:
    """Two pieces of different stacks, one of each kind; not one that the question itself is about."""
    hexes = quiet(s, side)
    asked = {value for name, value in contents(s.agenda[-1]).items() if name != "side" and isinstance(value, int)}
    one &= ~sum(1 << u for u in asked if u >= 0)
    other &= ~sum(1 << u for u in asked if u >= 0)
    for h in hexes:
        for other_h in hexes:
            if h != other_h:
                for u in bits(s.stack[h] & one):
                    for v in bits(s.stack[other_h] & other & ~(1 << u)):
                        yield u, v


def trade(s: Campaign, u: int, v: int) -> None:
    """Each piece takes the place and the state of the other."""
    a, b = s.at[u], s.at[v]
    s.at[u], s.at[v] = b, a
    s.stack[a] ^= 1 << u | 1 << v
    s.stack[b] ^= 1 << u | 1 << v
    for name in MASKS:
        mask = getattr(s, name)
        if (mask >> u & 1) != (mask >> v & 1):
            setattr(s, name, mask ^ (1 << u | 1 << v))
    s.refresh(a)
    s.refresh(b)


def trade_units(s: Campaign, side: int, chance: random.Random | None = None) -> bool:
    """Foot or guns against foot or guns."""
    kind = s.world.fighters[side] & ~s.world.cavalry
    for u, v in mixed(pairs(s, side, kind, kind), chance):
        trade(s, u, v)
        return True
    return False


def trade_horse(s: Campaign, side: int, chance: random.Random | None = None) -> bool:
    """Cavalry against cavalry, both in good order or neither: what is declared stays declared."""
    kind = s.world.fighters[side] & s.world.cavalry
    for u, v in mixed(pairs(s, side, kind, kind), chance):
        if s.disrupted >> u & 1 == s.disrupted >> v & 1:
            trade(s, u, v)
            return True
    return False


def trade_commanders(s: Campaign, side: int, chance: random.Random | None = None) -> bool:
    for u, v in mixed(pairs(s, side, s.world.leaders[side], s.world.leaders[side]), chance):
        trade(s, u, v)
        return True
    return False


def trade_cavalry(s: Campaign, side: int, chance: random.Random | None = None) -> bool:
    """Cavalry against foot, where nobody had to be told of cavalry."""
    if s.phase in (0, 2):
        return False
    enemies = bits(s.occ[1 - side])
    horse, foot = s.world.fighters[side] & s.world.cavalry, s.world.fighters[side] & ~s.world.cavalry
    for u, v in mixed(pairs(s, side, horse, foot), chance):
        if s.phase != 3 or all(s.world.grid.distance(s.at[p], e) >= FAR for p in (u, v) for e in enemies):
            trade(s, u, v)
            return True
    return False


def disorder(s: Campaign, side: int, chance: random.Random | None = None) -> bool:
    """A unit of foot is in disorder, or no longer."""
    for h in mixed(quiet(s, side), chance):
        for u in mixed(bits(s.stack[h] & s.world.fighters[side] & ~s.world.cavalry), chance):
            before = besieged_cities(s)
            s.disrupted ^= 1 << u
            if besieged_cities(s) == before:
                return True
            s.disrupted ^= 1 << u
    return False


def trade_dummy(s: Campaign, side: int, chance: random.Random | None = None) -> bool:
    """A dummy of one stack against a unit of another."""
    decoys = s.veil.decoys[side]
    for h in mixed(quiet(s, side), chance):
        for other in mixed(quiet(s, side), chance):
            for u in bits(s.stack[other] & s.world.fighters[side] & ~s.world.cavalry):
                if h != other and h in decoys and unmarked(s, u) and fits(s, side, other):
                    before = besieged_cities(s)
                    _dummy_for(s, side, u, h, other)
                    if besieged_cities(s) == before:
                        return True
                    _dummy_for(s, side, u, other, h)
    return False


def unmarked(s: Campaign, u: int) -> bool:
    return not any(getattr(s, name) >> u & 1 for name in MARKS)


def fits(s: Campaign, side: int, h: int) -> bool:
    """One dummy more and one unit fewer would do."""
    return s.veil.decoys[side].get(h, 0) + 1 <= s.fighters(h, side).bit_count() - 1


def _dummy_for(s: Campaign, side: int, u: int, goal: int, start: int) -> None:
    """A unit goes from one hex to another and a dummy the other way."""
    decoys = s.veil.decoys[side]
    decoys[goal] -= 1
    if not decoys[goal]:
        del decoys[goal]
    s.put(u, goal)
    decoys[start] = decoys.get(start, 0) + 1


def besieged_cities(s: Campaign) -> list[int]:
    """[8.4] A single unit in a city, two in good order next to it, no river between."""
    found = []
    for side in (FRENCH, RUSSIAN):
        for h in bits(s.occ[side] & s.world.city):
            around = [(s.fighters(n, 1 - side) & ~s.disrupted).bit_count() for n in bits(s.world.near_level[h])]
            if s.fighters(h, side).bit_count() == 1 and max(around, default=0) >= 2:
                found.append(h)
    return found


SWAPS: tuple[Swap, ...] = (trade_units, trade_dummy, disorder, trade_commanders, trade_cavalry)
