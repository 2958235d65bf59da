"""The plan: what each formation is after, whom it can beat now, and the order that serves it."""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.bots.colonel_vanguard.campaign import GOALS, POSTS, REAR, VIA
from grognard.bots.colonel_vanguard.gamble import assault_worth
from grognard.bots.colonel_vanguard.look import enemy_far, points, steady, units_of, way
from grognard.games.vanguard.rules.battles.victory import holds
from grognard.games.vanguard.world.roster import ADVANCE, ATTACK, DEFENCE, FRENCH, MANOEUVRE
from grognard.games.vanguard.world.state import Battle

EACH: Final = 0.05  # sending one more unit into an assault must be worth something
CONTACT: Final = 4  # from here on the enemy decides what to do
MOST: Final = 6  # attackers in one assault
BENT: Final = 0.9  # what its assaults must be worth for a formation to be bound to attack [5.1.2]
SALLY: Final = 1.4  # and for one that has ground to hold
EARLY: Final = 8  # turns before the last in which idle units go back to garrison the ground already taken
BEHIND: Final = 7  # hexes from the nearest enemy: a post farther off waits for its garrison
ENDGAME: Final = 5  # the same for all; and Neapolitans make for the towns


class Task:
    """One formation's part: its goal or its posts, and its prey."""

    def __init__(self, plan: Plan, f: int) -> None:
        self.plan, self.s, self.f = plan, plan.s, f
        self.w, self.side = plan.s.world, plan.side
        self.name = self.w.roster.formations[f]
        self.units = units_of(self.s, f)
        self.troops = [u for u in self.units if self.w.troops >> u & 1]
        self.taking = self.side == FRENCH
        self.near = min((plan.far[self.s.at[u]] for u in self.troops if not self.s.routed >> u & 1), default=99)
        self.withdraws = self._beaten()
        self.target = self._goal()
        garrisons = plan.garrisons()
        self.posts = {u: garrisons[u] for u in self.units if u in garrisons}
        if not self.taking:
            self._assign(frozenset(garrisons.values()))
        self._parties: dict[tuple[int, ...], tuple[float, int, list[int]]] = {}
        self.prey: dict[int, int] = {}  # unit -> the enemy hex it goes for
        self.worth: dict[int, float] = {}  # enemy hex -> what the assault is worth
        self.judge: object = None  # of the places where its units may end (march.Judge)
        self.gain = self._hunt([u for u in self.troops if steady(self.s, u)])

    def _hex(self, name: str) -> int:
        return self.w.grid.by_name[name]

    # where to

    def _goal(self) -> int:
        """The first goal that is not in our power yet; once all are, the last."""
        if not self.taking:
            return self._hex(self._places()[0])
        goals = [self._hex(name) for name in GOALS[self.name]]
        return next((h for h in goals if not self._ours(h)), goals[-1])

    def _ours(self, h: int) -> bool:
        """Held, or passed by: empty, and we are nearer than any enemy. It gets its garrison in the end."""
        if holds(self.s, self.side, h):
            return True
        return not self.s.occ[1 - self.side] >> h & 1 and self.plan.friend_far[h] < self.plan.far[h]

    def _places(self) -> list[str]:
        return REAR[self.name] if self.withdraws else POSTS[self.name]

    def _beaten(self) -> bool:
        """[17.2.12] When the redoubts are lost or the day is late, Neapolitans go back to the towns that count."""
        if self.taking or self.name not in REAR:
            return False
        taken = sum(holds(self.s, FRENCH, h) for h in bits(self.w.redoubts))
        firm = [u for u in self.troops if steady(self.s, u)]
        return taken >= 2 or self.s.turn >= self.w.last_turn - ENDGAME or 2 * len(firm) < len(self.troops)

    def _assign(self, given: frozenset[int]) -> None:
        """Who stands on a post keeps it, the others get the nearest unit that is free; the rest gather at the first."""
        s, pm = self.s, self.w.roster.pm
        free = [u for u in self.troops if not s.routed >> u & 1 and u not in self.posts]
        posts = [h for h in map(self._hex, self._places()) if not self._held_by_others(h) and h not in given]
        posts = [h for h in posts if self._needed(h)]
        for settled in (True, False):
            for post in posts:
                able = [u for u in free if s.at[u] == post] if settled else free
                if able and post not in self.posts.values():
                    best = min(able, key=lambda u: (-(-self.away(u, post) // pm[u]), s.pf(u), u))
                    self.posts[best] = post
                    free.remove(best)

    def _needed(self, h: int) -> bool:
        """A post far behind the front gets its garrison when the enemy comes near, or the end: until then it waits."""
        return self.plan.far[h] <= BEHIND or self.s.turn >= self.w.last_turn - EARLY or not self.w.montebello

    def _held_by_others(self, h: int) -> bool:
        others = bits(self.s.troops(h, self.side) & ~self.w.troops_of[self.f])
        return any(steady(self.s, u) for u in others)

    def away(self, u: int, h: int) -> int:
        """The way from a unit to a hex, in halves of a point."""
        return way(self.s, u, h)[self.s.at[u]]

    def target_of(self, u: int) -> int:
        """A post of its own, a place on the way to the goal, or the goal itself."""
        if u in self.posts:
            return self.posts[u]
        goal, via = VIA.get(self.name, ("", ""))
        names, h = self.w.grid.names, self.s.at[u]
        ahead = h >= 0 and names[self.target] == goal and names[h][:2] < via[:2]
        return self._hex(via) if ahead else self.target

    # whom to strike

    def _hunt(self, pool: list[int]) -> float:
        """Share the units out among the enemies in reach, the best assault first; returns what all are worth."""
        total = 0.0
        pool = [u for u in pool if self.plan.far[self.s.at[u]] <= self._stride(u)]
        foes = self.s.occ[1 - self.side]
        hexes = [h for h in bits(foes) if any(self.reaches(u, h) for u in pool)] if pool else []
        while pool and hexes:
            worth, h, party = max((self._party(pool, h) for h in hexes), key=lambda found: (found[0], found[1]))
            if worth <= 0.1:
                break
            total += worth
            self.worth[h] = worth
            for u in party:
                self.prey[u] = h
            pool = [u for u in pool if u not in party]
            hexes.remove(h)
        return total

    def _party(self, pool: list[int], h: int) -> tuple[float, int, list[int]]:
        """The best set of attackers for a hex: the nearest first, as many as it pays to send."""
        able = [u for u in pool if self.reaches(u, h)]
        found = self._parties.get((h, *able))
        if found is None:
            found = self._parties[h, *able] = self._best_of(able, h)
        return found

    def _best_of(self, able: list[int], h: int) -> tuple[float, int, list[int]]:
        s = self.s
        near = sorted(able, key=lambda u: (self.w.grid.distance(s.at[u], h), -s.pf(u), u))
        best: tuple[float, int, list[int]] = (-9.0, h, [])
        party = 0
        for count, u in enumerate(near[: self._slots(h)], 1):
            party |= 1 << u
            worth = assault_worth(s, party, h) - EACH * count
            if worth > best[0]:
                best = (worth, h, near[:count])
        return best

    def _slots(self, h: int) -> int:
        open_sides = self.w.near[h] & ~self.s.occ[1 - self.side] & ~self.w.impassable
        return min(MOST, open_sides.bit_count() * (2 if self.w.montebello else 1))

    def reaches(self, u: int, h: int) -> bool:
        """Whether a unit can be next to an enemy hex this activation, roughly."""
        return self.w.grid.distance(self.s.at[u], h) <= self._stride(u)

    def _stride(self, u: int) -> int:
        """How far an enemy may be for a unit to strike at him; who is in a zone of control stays where he is."""
        return 1 if self.plan.ezoc >> self.s.at[u] & 1 else 1 + max(1, int(self.w.roster.pm[u] * 0.35))

    # how

    def order(self) -> int:
        """The order that serves the purpose."""
        if not self.troops:
            return ADVANCE if self.taking else DEFENCE
        if 2 * sum(not steady(self.s, u) for u in self.troops) > len(self.troops):
            return DEFENCE
        return self._order_to_take() if self.taking else self._order_to_hold()

    def _order_to_take(self) -> int:
        """Advance marches in column and strikes after a test; Attack is for when most of them are there."""
        s = self.s
        striking = sum(s.pf(u) for u in self.troops if u in self.prey)
        engaged = 4 * striking >= 3 * points(s, sum(1 << u for u in self.troops if steady(s, u)))
        shaken = 4 * sum(s.disordered >> u & 1 for u in self.troops) > len(self.troops)  # [15.3] Attack forbids rally
        return ATTACK if self.gain >= BENT and self.near <= CONTACT and engaged and not shaken else ADVANCE

    def _order_to_hold(self) -> int:
        if self.gain >= SALLY and self.near <= 3 and not self.withdraws:
            return ATTACK
        drift = [self.away(u, self.target_of(u)) for u in self.troops if u in self.posts]
        far_off = bool(drift) and max(drift) > 4
        pinned = any(self.plan.ezoc >> self.s.at[u] & 1 for u in self.troops)
        if far_off and (self.near > 3 or (self.withdraws and not pinned)):
            return MANOEUVRE
        return DEFENCE


class Plan:
    """The tasks of all own formations, made when they are asked for."""

    def __init__(self, s: Battle, side: int) -> None:
        self.s, self.side = _ours(s, side), side
        self.far, self.friend_far = enemy_far(s, side), enemy_far(s, 1 - side)
        self.ezoc = s.zoc(1 - side)
        self._tasks: dict[int, Task] = {}
        self.escorts: dict[int, object] = {}  # of leaders: their escort.Escort
        self._garrisons: dict[int, int] | None = None

    def task(self, f: int) -> Task:
        if f not in self._tasks:
            self._tasks[f] = Task(self, f)
        return self._tasks[f]

    def garrisons(self) -> dict[int, int]:
        """Unit -> place that counts and must not be left empty at the end: the weakest that can be there in time."""
        if self._garrisons is None:
            s, w = self.s, self.s.world
            self._garrisons = self._wardens() if self.side != FRENCH else {}
            if self.side == FRENCH and s.turn >= w.last_turn - EARLY:
                for h in sorted(w.objectives, key=lambda h: (-w.objectives[h], h)):
                    if self.far[h] > 1:
                        self._send(h, self._garrisons)
        return self._garrisons

    def _wardens(self) -> dict[int, int]:
        """[17.2.12] Of the cavalry of Naples the foremost on the road goes to 3418, the next to Morano."""
        s = self.s
        far_end = next(reversed(s.world.keys), -1)
        if far_end < 0:
            return {}
        horse = s.on_map(s.world.horse & s.world.of_side[self.side] & ~s.routed)
        horse.sort(key=lambda u: (way(s, u, far_end)[s.at[u]], u))
        return dict(zip(horse, reversed(s.world.keys), strict=False))

    def _send(self, h: int, sent: dict[int, int]) -> None:
        s = self.s
        left = s.world.last_turn - s.turn + 1
        able = s.on_map(s.world.units & s.world.of_side[self.side] & ~s.routed & ~s.damaged)
        able = [u for u in able if u not in sent and self._days(u, h) <= left]
        able = [u for u in able if s.at[u] == h or self._idle(u, left > ENDGAME + 1)]
        if able:
            best = min(
                able, key=lambda u: (s.at[u] != h, s.pf(u) + 2 * self._days(u, h) - (0 if steady(s, u) else 3), u)
            )
            sent[best] = h

    def _idle(self, u: int, early: bool) -> bool:
        """Who can be spared at the front: who is of no use there, or, late, who is not there or only half a unit."""
        s = self.s
        behind = self.far[s.at[u]] > CONTACT
        useless = bool((s.world.guns | s.lost) >> u & 1) or not steady(s, u)
        return (useless and behind) if early else (useless or behind or bool(s.reduced >> u & 1))

    def _days(self, u: int, h: int) -> int:
        """Turns to a place, roughly; who is lost makes one hex in each (5.3)."""
        s = self.s
        if s.lost >> u & 1:
            return s.world.grid.distance(s.at[u], h)
        return 0 if s.at[u] == h else 1 + way(s, u, h)[s.at[u]] // max(1, s.world.roster.pm[u])


def _ours(s: Battle, side: int) -> Battle:
    """The battle as it is when a formation of a side acts: then its assaults can be judged."""
    if s.active >= 0 and s.acting_side() == side:
        return s
    twin = s.copy()
    twin.active = next(f for f in s.world.formations if s.world.roster.formation_side[f] == side)
    twin.assaults, twin.struck = [], 0
    return twin
