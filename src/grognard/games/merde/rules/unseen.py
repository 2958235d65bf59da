"""Rulebook 19: what may lie under counters that show only their backs, as their enemy has to guess it.

He knows the squares, the Command marker beside each, who is lost and whom he sees: so he knows who lies there, not
where; and that the rest are decoys.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Final, NamedTuple

from grognard.board.squares import RIGHT, SECTOR, distance, farthest
from grognard.games.merde.rules.layout import holds_place
from grognard.games.merde.rules.messages import backable
from grognard.games.merde.rules.motion import SISTERS, knows, passable
from grognard.games.merde.rules.orders import settle_sector
from grognard.games.merde.rules.withdraw import FollowBack, GoBack
from grognard.games.merde.world.lexicon import (
    COLUMNS,
    GARRISON,
    GROUPS,
    LIMBERED,
    LINE,
    MARCH,
    MOVE_COLUMN,
    MOVES,
    OPEN,
    SUPPORT,
    UNLIMBERED,
)
from grognard.games.merde.world.pieces import ATTACK_LESS, Group, Piece, Squares
from grognard.games.merde.world.state import MOVING, Battle
from grognard.games.merde.world.world import ARTILLERY

Marker = tuple[int, int]  # [6.3] order and number of a Command marker
TRIES: Final = 20  # at random, before all ways are searched
AS_WRITTEN: Final = 6.0  # how much likelier a marker is that of the battle as written
UNLIKELY: Final = 0.01  # guns and companies on the march


class Place(NamedTuple):
    """Where one counter lies: on a square, or two that belong together."""

    squares: Squares
    marker: Marker
    formation: int = MARCH


class Unseen:
    """The hidden counters of a side, as its enemy knows them."""

    def __init__(self, s: Battle, side: int) -> None:
        self.s, self.side = s, side
        met = () if s.clash is None else (*s.clash.pieces, s.clash.counter, s.clash.first)
        hidden = [p for p in s.alive(side) if s.pieces[p].hidden and p not in met]
        self.marker_at = {sq: (s.group_of(p).order, s.group_of(p).number) for p in hidden for sq in s.pieces[p].squares}
        self.squares = sorted(self.marker_at)
        self.troops = [p for p in s.world.roster[side] if p in hidden]
        self.dealt = {p: (s.pieces[p].hand, s.pieces[p].dealt) for p in self.troops}
        self.wide = [p for p in self.troops if s.is_regiment(p) and len(s.world.stock(p).kinds) == 2]
        self.loose = [p for p in self.wide if all(knows(kind, OPEN) for kind in s.world.stock(p).kinds)]
        self.seen = [p for p in s.alive(side) if p not in hidden]
        self.lines = self._pairs(LINE) if self.wide else []
        self.opens = self._pairs(OPEN) if self.loose else []
        if hidden:
            self._forget(hidden)

    def _pairs(self, formation: int) -> list[Place]:
        """[13.3] [13.7] Squares that one regiment in line, or in open order, may hold."""
        s, found = self.s, []
        fit = [sq for sq in self.squares if passable(s, self.wide[0], formation, sq)]
        for one, other in combinations(fit, 2):
            together = abs(one - other) in (1, 64) if formation == LINE else distance(one, other) <= SISTERS
            if together and self.marker_at[one] == self.marker_at[other]:
                found.append(Place((one, other), self.marker_at[one], formation))
        return found

    def _forget(self, hidden: list[int]) -> None:
        """Groups nobody of whom is seen, and what is on the agenda about hidden counters."""
        s, first = self.s, self.side * GROUPS
        self.known = {s.pieces[p].group for p in self.seen}
        self.numbers = Counter([*self.marker_at.values(), *[(s.group(g).order, s.group(g).number) for g in self.known]])
        self.dead = {s.pieces[p].group for p in s.world.roster[self.side] if s.pieces[p].gone}
        self.dead |= {s.group(g).supports for g in self.known if self._told(g)}
        self.untold = [g for g in self.known if s.group(g).supports >= 0 and not self._told(g)]
        for g in range(first, first + GROUPS):
            if g not in self.known:
                s.groups[g] = Group(GARRISON, 0, 0, -1, 0) if g in self.dead else None
        s.rallied = [p for p in s.rallied if p not in hidden]
        s.steadied = [g for g in s.steadied if g // GROUPS != self.side or g in self.known]
        top = s.agenda[-1] if s.agenda else None
        self.about = top if getattr(top, "piece", -1) in hidden else None
        s.agenda = [frame for frame in s.agenda if frame is top or getattr(frame, "piece", -1) not in hidden]
        for p in hidden:
            s.pieces[p] = Piece()

    def _told(self, group: int) -> bool:
        """[19.1] Whom a support backs is told unless all of those lie hidden."""
        s, backed = self.s, self.s.group(group).supports
        members = s.members(backed) if backed >= 0 else []
        return backed >= 0 and not (members and all([p not in self.seen for p in members]))

    # laying them

    def lay(self, rng: random.Random) -> None:
        """Who lies where, in which group, and how he stands."""
        s = self.s
        for p in (*self.troops, *[p for p in s.world.decoy_slots[self.side] if p not in self.seen]):
            s.pieces[p] = Piece()
        for g in range(self.side * GROUPS, self.side * GROUPS + GROUPS):
            if g not in self.known and g not in self.dead:
                s.groups[g] = None
        places = self._places(rng)
        decoys = self._decoys(places, rng)
        held = self._assigned([place for place in places if place not in decoys], rng)
        self.of_marker: dict[Marker, int] = {
            (s.group(g).order, s.group(g).number): g for g in sorted(self.known) if s.group(g).order in MOVES
        }
        for p, place in held.items():
            self._stand(p, place, rng)
        for p, place in zip(s.world.decoy_slots[self.side], decoys, strict=False):
            s.pieces[p] = Piece(place.squares, MARCH, s.world.ahead[self.side], hidden=True, post=place.squares)
            s.pieces[p].group = self._group(p, place)
        self._back(rng)
        self._ask(rng)

    def _places(self, rng: random.Random) -> list[Place]:
        """[19.2] There are at most four decoys: what is more than the troops are regiments on two squares."""
        more, slots = len(self.squares) - len(self.troops), len(self.s.world.decoy_slots[self.side])
        sole = {sq for sq in self.squares if self._may_be_decoy(self.marker_at[sq])}
        least, likely = max(0, more - slots), max(0, more - min(slots, len(sole)))
        wanted = rng.randint(min(likely, len(self.wide)), min(more, len(self.wide), likely + 2))
        pairs, short = self._chosen(wanted, rng), more
        for _ in range(TRIES):
            tried = self._chosen(wanted, rng)
            wanting = more - len(tried) - len(sole - {sq for pair in tried for sq in pair.squares})
            if len(tried) >= least and wanting < short:
                pairs, short = tried, wanting
            if short <= 0:
                break
        if len(pairs) < least:
            pairs = self._searched([*self.lines, *self.opens], least, len(self.loose)) or pairs
        taken = {sq for pair in pairs for sq in pair.squares}
        return [*pairs, *[Place((sq,), self.marker_at[sq]) for sq in self.squares if sq not in taken]]

    def _chosen(self, wanted: int, rng: random.Random) -> list[Place]:
        """Pairs that do not touch each other: those first that cannot be decoys, lines before open order."""
        found: list[Place] = []
        taken: set[int] = set()
        loose = len(self.loose)
        pairs = rng.sample([*self.lines, *self.opens], len(self.lines) + len(self.opens))
        for pair in sorted(pairs, key=lambda pair: (self._may_be_decoy(pair.marker), pair.formation)):
            if len(found) < wanted and not taken & {*pair.squares} and (loose or pair.formation == LINE):
                found.append(pair)
                taken |= {*pair.squares}
                loose -= pair.formation == OPEN
        return found

    def _searched(self, pairs: list[Place], wanted: int, loose: int) -> list[Place] | None:
        """The same by trying everything."""
        if not wanted:
            return []
        for n, pair in enumerate(pairs):
            left = loose - (pair.formation == OPEN)
            rest = [other for other in pairs[n + 1 :] if not {*other.squares} & {*pair.squares}]
            found = self._searched(rest, wanted - 1, left) if left >= 0 else None
            if found is not None:
                return [pair, *found]
        return None

    def _decoys(self, places: list[Place], rng: random.Random) -> list[Place]:
        """[19.2] Each has a Command marker of its own: a garrison's, or a number that no other counter has."""
        count = len(places) - len(self.troops)
        alone = [place for place in places if len(place.squares) == 1]
        fitting = [place for place in alone if self._may_be_decoy(place.marker)]
        found = rng.sample(fitting, min(count, len(fitting)))
        others = [place for place in alone if place not in found]
        return sorted(found + rng.sample(others, count - len(found)))

    def _may_be_decoy(self, marker: Marker) -> bool:
        order = marker[0]
        return order == GARRISON or (order == MOVE_COLUMN and self.numbers[marker] == 1)

    def _assigned(self, places: list[Place], rng: random.Random) -> dict[int, Place]:
        """Who lies where: the places first that fewest could hold."""
        left = self.troops[:]
        found: dict[int, Place] = {}
        order = rng.sample(places, len(places))
        for place in sorted(order, key=lambda place: (-place.formation, place.marker[0] not in MOVES)):
            fit = left
            if len(place.squares) == 2:
                fit = [p for p in left if p in (self.wide if place.formation == LINE else self.loose)]
            who = rng.choices(fit, [self._likely(p, place) for p in fit])[0]
            left.remove(who)
            found[who] = place
        return dict(sorted(found.items()))

    def _likely(self, piece: int, place: Place) -> float:
        """Near where the battle as written has it, and with the order it has there."""
        stock, plan = self.s.world.stock(piece), self.s.world.plans[self.s.world.group_of[piece]]
        gap = distance(stock.squares[0], place.squares[0]) if stock.squares else 0
        found = 1 / (1 + gap) ** 2
        if plan is not None and (plan.order, plan.number) == place.marker:
            found *= AS_WRITTEN
        if place.marker[0] in MOVES and (stock.arm == ARTILLERY or holds_place(self.s, piece)):
            found *= UNLIKELY
        return found

    def _stand(self, piece: int, place: Place, rng: random.Random) -> None:
        """[13] Formation and front; he has all his men, and [10.2] is in command if his general is near."""
        s, stock = self.s, self.s.world.stock(piece)
        p = s.pieces[piece] = Piece(place.squares, place.formation, s.world.ahead[self.side], stock.men, hidden=True)
        p.hand, p.dealt = self.dealt[piece]
        if place.formation == LINE:
            p.facing, p.squares = _line(place.squares, s.world.ahead[self.side], rng)
        elif len(place.squares) == 1:
            p.formation = self._formation(piece, place, rng)
        p.post = p.squares
        p.group = self._group(piece, place)
        p.active = s.phase > MOVING or (s.phase == MOVING and place.marker[1] <= s.step)
        p.active = p.active and place.marker[0] in MOVES
        general = s.commander(s.leader(piece))
        p.out = s.turn > 0 and (general.square < 0 or farthest(general.square, p.squares) > general.radius)
        if p.out and s.is_regiment(piece):
            p.damage = ATTACK_LESS

    def _formation(self, piece: int, place: Place, rng: random.Random) -> int:
        s, stock, sq = self.s, self.s.world.stock(piece), place.squares[0]
        if stock.arm == ARTILLERY:
            stands = place.marker[0] == GARRISON or rng.random() < 0.5
            return UNLIMBERED if stands and passable(s, piece, UNLIMBERED, sq) else LIMBERED
        alone = len(stock.kinds) == 1 or stock.formation in COLUMNS
        return stock.formation if alone and passable(s, piece, stock.formation, sq) else MARCH

    # [6.1] groups

    def _group(self, piece: int, place: Place) -> int:
        """The group of a counter: that of its number; else the one of the battle as written, or one of its own."""
        s, world = self.s, self.s.world
        written = world.group_of.get(piece, -1)
        if place.marker[0] in MOVES:
            if place.marker not in self.of_marker:
                self.of_marker[place.marker] = self._new_group(written, place)
            return self.of_marker[place.marker]
        fits = written >= 0 and written not in self.dead and self._is(written, place.marker)
        if fits and all([s.arm(p) == s.arm(piece) for p in s.members(written)]):
            return written
        return self._new_group(written, place)

    def _new_group(self, written: int, place: Place) -> int:
        s, first = self.s, self.side * GROUPS
        free = [g for g in range(first, first + GROUPS) if s.groups[g] is None]
        if not free:
            alike = [g for g in range(first, first + GROUPS) if self._is(g, place.marker) and g not in self.dead]
            return alike[0] if alike else min(self.known)
        number = written if written in free else free[-1]
        plan = s.world.plans[written] if written >= 0 else None
        order, column, release = place.marker[0], (place.squares[0] & 63) // SECTOR, 0
        if plan is not None and plan.order == order:
            column, release = plan.column, plan.release
        s.groups[number] = Group(*place.marker, column, -1, release)
        return number

    def _is(self, group: int, marker: Marker) -> bool:
        found = self.s.groups[group]
        return found is not None and (found.order, found.number) == marker

    def _back(self, rng: random.Random) -> None:
        """[18.5] [18.7] Garrisons hold where they lie; supports back somebody they may, as written if that is so."""
        s, first = self.s, self.side * GROUPS
        fresh = [g for g in range(first, first + GROUPS) if s.groups[g] is not None and g not in self.known | self.dead]
        for g in fresh:
            settle_sector(s, g)
        waiting = [*self.untold, *[g for g in fresh if s.group(g).order == SUPPORT]]
        backed = backable(s, waiting[0]) if waiting else []  # all that are supports may back the same
        for g in waiting:
            able = [other for other in backed if g in fresh or other in fresh]
            plan = s.world.plans[g]
            written = s.world.group_ids.get((self.side, plan.supports or ""), -1) if plan is not None else -1
            s.group(g).supports = written if written in able else rng.choice(able) if able else -1

    # what is on the agenda

    def _ask(self, rng: random.Random) -> None:
        """[37.4] A question to the enemy about one of them may be about any that has an answer to it."""
        s, about = self.s, self.about
        if not isinstance(about, (GoBack, FollowBack)):
            return
        for p in rng.sample(self.troops, len(self.troops)):
            s.agenda.pop()
            s.push(GoBack(p, about.rout) if isinstance(about, GoBack) else FollowBack(p, ()))
            if s.agenda[-1].options(s, self.side):
                return


def _line(squares: Squares, ahead: int, rng: random.Random) -> tuple[int, Squares]:
    """[13.3] The front of a line on two squares, and which battalion stands on which."""
    facing = ahead if abs(squares[0] - squares[1]) == 1 else rng.choice((1, 3))
    one, other = squares
    return facing, (one, other) if other - one == RIGHT[facing] else (other, one)
