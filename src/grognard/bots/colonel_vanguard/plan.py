"""The plan: what each formation is after, whom it can beat now, and the order that serves it."""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.bots.colonel_vanguard.campaign import GOALS, POSTS, REAR, VIA
from grognard.bots.colonel_vanguard.gamble import assault_worth
from grognard.bots.colonel_vanguard.picture import Picture, Piece
from grognard.bots.colonel_vanguard.roads import field
from grognard.games.vanguard.world.roster import ADVANCE, ATTACK, DEFENCE, FRENCH, MANOEUVRE

EACH: Final = 0.05  # sending one more unit into an assault must be worth something
CONTACT: Final = 4  # from here on the enemy decides what to do
MOST: Final = 6  # attackers in one assault
EARLY: Final = 8  # turns before the last in which idle units go back to garrison the ground already taken
ENDGAME: Final = 5  # the same for all; and Neapolitans make for the towns


class Task:
    """One formation's part: its goal or its posts, and its prey."""

    def __init__(self, p: Picture, f: int, garrisons: dict[int, int]) -> None:
        self.p = p
        self.f = f
        self.name = p.world.roster.formations[f]
        self.units = p.units_of(f)
        self.troops = [x for x in self.units if x.troops]
        self.taking = p.side == FRENCH
        self.near = min((p.far[x.hex] for x in self.troops if not x.routed), default=99)
        self.withdraws = self._beaten()
        self.target = self._goal()
        self.posts = {x.u: garrisons[x.u] for x in self.units if x.u in garrisons}
        if not self.taking:
            self._assign(frozenset(garrisons.values()))
        self.prey: dict[int, int] = {}  # unit -> the enemy hex it goes for
        self.worth: dict[int, float] = {}  # enemy hex -> what the assault is worth
        self.gain = self._hunt([x for x in self.troops if x.steady])

    # where to

    def _goal(self) -> int:
        """The first goal that is not in our power yet; once all are, the last."""
        if not self.taking:
            return self.p.hex(self._places()[0])
        goals = [self.p.hex(name) for name in GOALS[self.name]]
        return next((h for h in goals if not self._ours(h)), goals[-1])

    def _ours(self, h: int) -> bool:
        """Held, or passed by: empty, and we are nearer than any enemy. It gets its garrison in the end."""
        p = self.p
        return p.holds(p.side, h) or (not p.foes.get(h) and p.friend_far[h] < p.far[h])

    def _places(self) -> list[str]:
        return REAR[self.name] if self.withdraws else POSTS[self.name]

    def _beaten(self) -> bool:
        """[17.2.12] When the redoubts are lost or the day is late, Neapolitans go back to the towns that count."""
        if self.taking or self.name not in REAR:
            return False
        p = self.p
        taken = sum(p.holds(FRENCH, h) for h in bits(p.world.redoubts))
        steady = [x for x in self.troops if x.steady]
        return taken >= 2 or p.turn >= p.last - ENDGAME or 2 * len(steady) < len(self.troops)

    def _assign(self, given: frozenset[int]) -> None:
        """Who stands on a post keeps it, the others get the nearest unit that is free; the rest gather at the first."""
        free = [x for x in self.troops if not x.routed and x.u not in self.posts]
        posts = [h for h in map(self.p.hex, self._places()) if not self._held_by_others(h) and h not in given]
        for settled in (True, False):
            for post in posts:
                able = [x for x in free if x.hex == post] if settled else free
                if able and post not in self.posts.values():
                    best = min(able, key=lambda x: (-(-self.away(x, post) // x.pm), x.pf, x.u))
                    self.posts[best.u] = post
                    free.remove(best)

    def _held_by_others(self, h: int) -> bool:
        return any(y.formation != self.f and y.steady and y.troops for y in self.p.mine.get(h, []))

    def away(self, x: Piece, h: int) -> int:
        """The way from a unit to a hex, in halves of a point."""
        return field(self.p.world, x, h)[x.hex]

    def target_of(self, u: int) -> int:
        """A post of its own, a place on the way to the goal, or the goal itself."""
        if u in self.posts:
            return self.posts[u]
        goal, via = VIA.get(self.name, ("", ""))
        x, names = self.p.by_number.get(u), self.p.world.grid.names
        ahead = x is not None and names[self.target] == goal and names[x.hex][:2] < via[:2]
        return self.p.hex(via) if ahead else self.target

    # whom to strike

    def _hunt(self, pool: list[Piece]) -> float:
        """Share the units out among the enemies in reach, the best assault first; returns what all are worth."""
        total = 0.0
        pool = [x for x in pool if self.p.far[x.hex] <= self._stride(x)]
        foes = self.p.occ[1 - self.p.side]
        hexes = [h for h in bits(foes) if any(self.reaches(x, h) for x in pool)] if pool else []
        while pool and hexes:
            worth, h, party = max((self._party(pool, h) for h in hexes), key=lambda found: (found[0], found[1]))
            if worth <= 0.1:
                break
            total += worth
            self.worth[h] = worth
            for x in party:
                self.prey[x.u] = h
            pool = [x for x in pool if x not in party]
            hexes.remove(h)
        return total

    def _party(self, pool: list[Piece], h: int) -> tuple[float, int, list[Piece]]:
        """The best set of attackers for a hex: the nearest first, as many as it pays to send."""
        able = [x for x in pool if self.reaches(x, h)]
        able.sort(key=lambda x: (self.p.world.grid.distance(x.hex, h), -x.pf, x.u))
        best: tuple[float, int, list[Piece]] = (-9.0, h, [])
        for count in range(1, min(len(able), self._slots(h)) + 1):
            party = able[:count]
            worth = assault_worth(self.p, party, h) - EACH * count
            if worth > best[0]:
                best = (worth, h, party)
        return best

    def _slots(self, h: int) -> int:
        w = self.p.world
        open_sides = w.near[h] & ~self.p.occ[1 - self.p.side] & ~w.impassable
        return min(MOST, open_sides.bit_count() * (2 if w.montebello else 1))

    def reaches(self, x: Piece, h: int) -> bool:
        """Whether a unit can be next to an enemy hex this activation, roughly."""
        return self.p.world.grid.distance(x.hex, h) <= self._stride(x)

    def _stride(self, x: Piece) -> int:
        """How far an enemy may be for a unit to strike at him; who is in a zone of control stays where he is."""
        return 1 if self.p.ezoc >> x.hex & 1 else 1 + max(1, int(x.pm * 0.35))

    # how

    def order(self) -> int:
        """The order that serves the purpose."""
        if not self.troops:
            return ADVANCE if self.taking else DEFENCE
        if 2 * sum(not x.steady for x in self.troops) > len(self.troops):
            return DEFENCE
        return self._order_to_take() if self.taking else self._order_to_hold()

    def _order_to_take(self) -> int:
        """Advance marches in column and strikes after a test; Attack is for when most of them are there."""
        striking = sum(x.pf for x in self.troops if x.u in self.prey)
        engaged = 5 * striking >= 3 * sum(x.pf for x in self.troops if x.steady)
        shaken = 4 * sum(x.disordered for x in self.troops) > len(self.troops)  # [15.3] Attack does not let them rally
        return ATTACK if self.gain >= 0.6 and self.near <= CONTACT and engaged and not shaken else ADVANCE

    def _order_to_hold(self) -> int:
        if self.gain >= 1.0 and self.near <= 3 and not self.withdraws:
            return ATTACK
        drift = [self.away(x, self.target_of(x.u)) for x in self.troops if x.u in self.posts]
        far_off = bool(drift) and max(drift) > 4
        pinned = sum(bool(self.p.ezoc >> x.hex & 1) for x in self.troops)
        if far_off and (self.near > 3 or (self.withdraws and not pinned)):
            return MANOEUVRE
        return DEFENCE


class Plan:
    """The tasks of all own formations, made when they are asked for."""

    def __init__(self, p: Picture) -> None:
        self.p = p
        self._tasks: dict[int, Task] = {}
        self._garrisons: dict[int, int] | None = None

    def task(self, f: int) -> Task:
        if f not in self._tasks:
            self._tasks[f] = Task(self.p, f, self.garrisons())
        return self._tasks[f]

    def garrisons(self) -> dict[int, int]:
        """Unit -> place that counts and must not be left empty at the end: the weakest that can be there in time."""
        if self._garrisons is None:
            p = self.p
            self._garrisons = self._wardens() if p.side != FRENCH else {}
            if p.side == FRENCH and p.turn >= p.last - EARLY:
                for h in sorted(p.world.objectives, key=lambda h: (-p.world.objectives[h], h)):
                    if not p.foes.get(h) and p.far[h] > 1:
                        self._send(h, self._garrisons)
        return self._garrisons

    def _wardens(self) -> dict[int, int]:
        """[17.2.12] Of the cavalry of Naples the foremost on the road goes to 3418, the next to Morano."""
        p = self.p
        far_end = next(reversed(p.world.keys), -1)
        if far_end < 0:
            return {}
        horse = [x for x in p.pieces if x.side == p.side and x.horse and not x.routed]
        horse.sort(key=lambda x: (field(p.world, x, far_end)[x.hex], x.u))
        return {x.u: h for x, h in zip(horse, reversed(p.world.keys), strict=False)}

    def _send(self, h: int, sent: dict[int, int]) -> None:
        p = self.p
        left = p.last - p.turn + 1
        able = [x for x in p.pieces if x.side == p.side and not x.leader and not x.routed and x.u not in sent]
        able = [x for x in able if self._days(x, h) <= left and (x.hex == h or self._idle(x, left > ENDGAME + 1))]
        if able:
            best = min(able, key=lambda x: (x.hex != h, x.pf + 2 * self._days(x, h) - (0 if x.steady else 3), x.u))
            sent[best.u] = h

    def _idle(self, x: Piece, early: bool) -> bool:
        """Who can be spared at the front: who is of no use there, or, late, who is not there or only half a unit."""
        behind = self.p.far[x.hex] > CONTACT
        useless = x.gun or x.lost or not x.steady
        return (useless and behind) if early else (useless or behind or "reduced" in x.flags)

    def _days(self, x: Piece, h: int) -> int:
        """Turns to a place, roughly; who is lost makes one hex in each (5.3)."""
        if x.lost:
            return self.p.world.grid.distance(x.hex, h)
        return 0 if x.hex == h else 1 + field(self.p.world, x, h)[x.hex] // max(1, x.pm)
