"""Who of a formation goes for which enemy, and from which hex: the best assault first, then what is left to do."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Final, NamedTuple

from grognard.board.hexes import bits
from grognard.bots.colonel_vanguard.gamble import assault_worth, prize
from grognard.games.vanguard.rules.stacking import may_stack
from grognard.games.vanguard.world.state import Battle

EACH: Final = 0.05  # sending one more unit into an assault must be worth something
MOST: Final = 6  # attackers in one assault
OPEN: Final = 0.3  # [12.2.1] an enemy next to an attacker who must be attacked too
KEPT: Final = 20_000  # parties that are remembered
RELIEF: Final = 0.15  # for each broken unit that an enemy holds fast


class Party(NamedTuple):
    """An assault on a hex: what it is worth, and who attacks from where."""

    worth: float
    hex: int
    posts: dict[int, int]  # unit -> the hex it attacks from


_known: Final[dict[tuple[object, ...], Party]] = {}  # the best parties, by all on which it depends


class Parties:
    """The assaults that some units could make together.

    ``ends``: where each may stand when it attacks; ``least``: what an assault must be worth.
    """

    def __init__(self, s: Battle, side: int, ends: Mapping[int, int], least: float) -> None:
        self._s, self._side, self._ends, self._least = s.copy() if ends else s, side, ends, least
        self._foes, self._hit = s.occ[1 - side], 0
        self._free = set(ends)
        self._weaker = {u: -s.pf(u) * s.eff(u) for u in ends}
        self.prey: dict[int, int] = {}  # unit -> the enemy hex it goes for
        self.posts: dict[int, int] = {}  # unit -> the hex from which it does
        self.worth: dict[int, float] = {}  # enemy hex -> what the assault is worth
        self._fast: dict[int, int] = {}
        self._found: dict[int, tuple[list[int], Party]] = {}  # enemy hex -> who may attack it first, and the best party
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
            changed = 1 << best.hex
            for u, at in best.posts.items():
                changed |= 1 << at | 1 << self._s.at[u]
                self.prey[u], self.posts[u] = best.hex, at
                self._s.put(u, at)
            self._free -= best.posts.keys()
            touched = self._touched(self._free) & ~self._hit
            self._forget(best.posts.keys(), changed)

    def _touched(self, units: set[int]) -> int:
        """The enemies that units can come next to."""
        near, found, ends = self._s.world.near, 0, 0
        for u in units:
            ends |= self._ends[u]
        for e in bits(self._foes):
            if ends & near[e]:
                found |= 1 << e
        return found

    def _forget(self, units: Set[int], changed: int) -> None:
        """What depends on units that are no longer free, or on hexes where somebody went, is to be found anew."""
        disc = self._s.world.grid.disc
        for e, (able, _) in list(self._found.items()):
            if disc(e, 2) & changed or not units.isdisjoint(able):
                del self._found[e]

    def _party(self, e: int) -> Party:
        """The best set of attackers for a hex: those who are there, then the strongest, as many as it pays to send."""
        if e in self._found:
            return self._found[e][1]
        s, ring = self._s, self._s.world.near[e]
        able = [u for u in self._free if self._ends[u] & ring]
        able.sort(key=lambda u: (not ring >> s.at[u] & 1, self._weaker[u], u))
        able = able[:MOST]
        key = self._situation(able, e)
        found = _known.get(key)
        if found is None:
            if len(_known) > KEPT:
                _known.clear()
            found = _known[key] = self._best_of(able, e)
        self._found[e] = able, found
        return found

    def _situation(self, able: list[int], e: int) -> tuple[object, ...]:
        """All on which it depends who attacks a hex best: most moves and questions elsewhere leave it as it was."""
        s, w, near = self._s, self._s.world, self._s.world.near[e]
        ring = tuple([s.stack[h] & w.units_of[self._side] for h in bits(near)])
        about = s.stack[e]
        for units in ring:
            about |= units
        loose = sum([1 << v for v in bits(about & ~s.stack[e]) if v in self._free and self._ends[v] != 1 << s.at[v]])
        ends = tuple([(u, self._ends[u] & near) for u in able])
        for u in able:
            about |= 1 << u
        orders = tuple([s.order_of(u) for u in bits((about if s.weather else s.stack[e]) & w.troops)])
        others = s.steady[1 - self._side] & w.grid.disc(e, 2) & ~self._hit
        return (
            *(w.number, e, s.stack[e], ring, loose, ends, orders, others, s.weather, prize(s, e)),
            *(s.disordered & about, s.routed & about, s.reduced & about, s.damaged & about, s.struck & about),
            (s.turned | s.fired) & s.stack[e],
        )

    def _best_of(self, able: list[int], e: int) -> Party:
        s, before = self._s, {u: self._s.at[u] for u in able}
        best = Party(-9.0, e, {})
        party: dict[int, int] = {}
        units = 0
        for u in able:
            at = self._post(u, e, units)
            if at < 0:
                continue
            if at != s.at[u]:
                s.put(u, at)
            party[u] = at
            units |= 1 << u
            worth = self._worth(party, units, e)
            if worth > best.worth:
                best = Party(worth, e, dict(party))
        for u, at in before.items():
            if at != s.at[u]:
                s.put(u, at)
        return best

    def _post(self, u: int, e: int, party: int) -> int:
        """The hex from which a unit would attack: with few other enemies next to it, not across water; -1 if none."""
        s, near = self._s, self._s.world.near
        fits = [h for h in bits(self._ends[u] & near[e]) if self._has_room(u, h, party)]
        others = s.steady[1 - self._side] & ~(1 << e) & ~self._hit
        return min(
            fits, key=lambda h: ((near[h] & others).bit_count(), (h, e) in s.world.wet, h != s.at[u], h), default=-1
        )

    def _has_room(self, u: int, h: int, party: int) -> bool:
        """[7.1] Whether a unit may end there: those who are still free may yet make room."""
        there = self._s.combat(h, self._side) & ~(1 << u)
        if not there:
            return True
        free = [v for v in bits(there & ~party) if v in self._free and self._ends[v] != 1 << h]
        return may_stack(self._s.world, (there | 1 << u) & ~sum([1 << v for v in free]))

    def _worth(self, party: Mapping[int, int], units: int, e: int) -> float:
        s, near = self._s, self._s.world.near
        reached = 0
        for at in party.values():
            reached |= near[at]
        uncovered = (reached & s.steady[1 - self._side] & ~(1 << e) & ~self._hit).bit_count()
        freed = RELIEF * self._held_fast(e) - EACH * len(party) - OPEN * uncovered
        return assault_worth(s, units, e) + freed

    def _held_fast(self, e: int) -> int:
        """[8.1] [15.3] Our broken units next to an enemy: where he stands they can neither rally nor go."""
        if e not in self._fast:
            s = self._s
            around = bits(s.world.near[e] & s.occ[self._side] if s.steady[1 - self._side] >> e & 1 else 0)
            self._fast[e] = sum((s.combat(h, self._side) & (s.disordered | s.routed)).bit_count() for h in around)
        return self._fast[e]
