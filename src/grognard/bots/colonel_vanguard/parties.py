"""Who of a formation goes for which enemy, and from which hex: the best assault first, then what is left to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from grognard.board.hexes import bits
from grognard.bots.colonel_vanguard.gamble import assault_worth
from grognard.games.vanguard.rules.stacking import may_stack
from grognard.games.vanguard.world.state import Battle

EACH: Final = 0.05  # sending one more unit into an assault must be worth something
MOST: Final = 6  # attackers in one assault
OPEN: Final = 0.3  # [12.2.1] an enemy next to an attacker who must be attacked too
RELIEF: Final = 0.15  # for each broken unit that an enemy holds fast


class Party(NamedTuple):
    """An assault on a hex: what it is worth, and who attacks from where."""

    worth: float
    hex: int
    posts: dict[int, int]  # unit -> the hex it attacks from


class Parties:
    """The assaults that some units could make together.

    ``ends``: where each may stand when it attacks; ``least``: what an assault must be worth.
    """

    def __init__(self, s: Battle, side: int, ends: Mapping[int, int], least: float) -> None:
        self._s, self._side, self._ends, self._least = s.copy(), side, ends, least
        self._foes, self._hit = s.occ[1 - side], 0
        self._free = set(ends)
        self.prey: dict[int, int] = {}  # unit -> the enemy hex it goes for
        self.posts: dict[int, int] = {}  # unit -> the hex from which it does
        self.worth: dict[int, float] = {}  # enemy hex -> what the assault is worth
        self._known: dict[tuple[int, ...], Party] = {}
        self._fast: dict[int, int] = {}
        self._share()

    @property
    def gain(self) -> float:
        return sum(self.worth.values())

    def _share(self) -> None:
        """The best assault gets those it needs; then the next of what is left."""
        touched = self._touched(self._free)
        while self._free and touched:
            best = max((self._party(h) for h in bits(touched)), key=lambda party: (party.worth, party.hex))
            if best.worth <= self._least:
                break
            self.worth[best.hex] = best.worth
            self._hit |= 1 << best.hex
            for u, at in best.posts.items():
                self.prey[u], self.posts[u] = best.hex, at
                self._s.put(u, at)
            self._free -= best.posts.keys()
            touched = self._touched(self._free) & ~self._hit

    def _touched(self, units: set[int]) -> int:
        """The enemies that units can come next to."""
        near, found = self._s.world.near, 0
        for e in bits(self._foes):
            if any(self._ends[u] & near[e] for u in units):
                found |= 1 << e
        return found

    def _party(self, e: int) -> Party:
        """The best set of attackers for a hex: those who are there, then the strongest, as many as it pays to send."""
        s, ring = self._s, self._s.world.near[e]
        able = [u for u in self._free if self._ends[u] & ring]
        able.sort(key=lambda u: (not ring >> s.at[u] & 1, -s.pf(u) * s.eff(u), u))
        key = (e, self._hit & s.world.grid.disc(e, 2), *able)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._best_of(able, e)
        return found

    def _best_of(self, able: list[int], e: int) -> Party:
        s, before = self._s, {u: self._s.at[u] for u in able}
        best = Party(-9.0, e, {})
        party: dict[int, int] = {}
        for u in able[:MOST]:
            at = self._post(u, e, party)
            if at < 0:
                continue
            s.put(u, at)
            party[u] = at
            worth = self._worth(party, e)
            if worth > best.worth:
                best = Party(worth, e, dict(party))
        for u, at in before.items():
            s.put(u, at)
        return best

    def _post(self, u: int, e: int, party: Mapping[int, int]) -> int:
        """The hex from which a unit would attack: with few other enemies next to it, not across water; -1 if none."""
        s, near = self._s, self._s.world.near
        fits = [h for h in bits(self._ends[u] & near[e]) if self._has_room(u, h, party)]
        others = s.steady[1 - self._side] & ~(1 << e) & ~self._hit
        return min(
            fits, key=lambda h: ((near[h] & others).bit_count(), (h, e) in s.world.wet, h != s.at[u], h), default=-1
        )

    def _has_room(self, u: int, h: int, party: Mapping[int, int]) -> bool:
        """[7.1] Whether a unit may end there: those who are still free may yet make room."""
        there = self._s.combat(h, self._side) & ~(1 << u)
        staying = sum(1 << v for v in bits(there) if v in party or v not in self._free or self._ends[v] == 1 << h)
        return may_stack(self._s.world, staying | 1 << u)

    def _worth(self, party: Mapping[int, int], e: int) -> float:
        s, near = self._s, self._s.world.near
        reached = 0
        for at in party.values():
            reached |= near[at]
        uncovered = (reached & s.steady[1 - self._side] & ~(1 << e) & ~self._hit).bit_count()
        freed = RELIEF * self._held_fast(e) - EACH * len(party) - OPEN * uncovered
        return assault_worth(s, sum(1 << u for u in party), e) + freed

    def _held_fast(self, e: int) -> int:
        """[8.1] [15.3] Our broken units next to an enemy: where he stands they can neither rally nor go."""
        if e not in self._fast:
            s = self._s
            around = bits(s.world.near[e] & s.occ[self._side] if s.steady[1 - self._side] >> e & 1 else 0)
            self._fast[e] = sum((s.combat(h, self._side) & (s.disordered | s.routed)).bit_count() for h in around)
        return self._fast[e]
