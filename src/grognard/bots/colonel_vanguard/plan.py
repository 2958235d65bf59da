"""The plan: what each formation is after, whom it can beat now, and the order that serves it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final

from grognard.board.hexes import Nearness, bits
from grognard.bots.colonel_vanguard.campaign import AXES, DECISIVE, GOALS, POSTS, REAR
from grognard.bots.colonel_vanguard.gamble import passing
from grognard.bots.colonel_vanguard.look import enemy_far, steady, units_of, way
from grognard.bots.colonel_vanguard.parties import Parties
from grognard.games.vanguard.rules.battles.victory import holds
from grognard.games.vanguard.rules.movement.duties import begin_move
from grognard.games.vanguard.rules.movement.terrain import party_of
from grognard.games.vanguard.rules.movement.ways import Ways
from grognard.games.vanguard.world.roster import ADVANCE, ATTACK, DEFENCE, FRENCH, MANOEUVRE
from grognard.games.vanguard.world.state import MOVE_STEP, Battle

CONTACT: Final = 4  # from here on the enemy decides what to do
DRAGGED: Final = 0.6  # a unit that an order binds to attack and that has no part in an assault worth having
FREED: Final = 0.4  # a broken unit that may leave a zone of control
MENDED: Final = 0.45  # a broken unit that rallies
CHOOSY: Final = 0.25  # what an assault must be worth for those who choose where to attack
KEEN: Final = 0.1  # and for those who strike back
SALLY: Final = 1.4  # what its assaults must be worth for a formation that has ground to hold to leave it
EARLY: Final = 8  # turns before the last in which idle units go back to garrison the ground already taken
BEHIND: Final = 7  # hexes from the nearest enemy: a post farther off waits for its garrison
SPEARHEAD: Final = 12  # units that go for the place that decides the day
FRONT: Final = 6  # what it costs to send somebody back from the front, in points of strength
ENDGAME: Final = 5  # the same for all; and Neapolitans make for the towns
KEPT: Final = 2_000  # rides of leaders that are remembered


_rides: Final[dict[tuple[int, ...], int]] = {}  # where a leader may go, by all on which it depends


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
        self.judge: object = None  # of the places where its units may end (march.Judge)
        sent = garrisons if self.taking else {}
        ends = {u: self._ends(u) for u in self.troops if steady(self.s, u) and u not in sent}
        strikes = Parties(
            self.s, self.side, {u: hexes for u, hexes in ends.items() if hexes}, CHOOSY if self.taking else KEEN
        )
        self.prey, self.fronts, self.worth, self.gain = strikes.prey, strikes.posts, strikes.worth, strikes.gain

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
        return not self.s.occ[1 - self.side] >> h & 1 and self.plan.friends.off(h) < self.plan.far[h]

    def _places(self) -> list[str]:
        return REAR[self.name] if self.withdraws else POSTS[self.name]

    def _beaten(self) -> bool:
        """[17.2.12] When the redoubts are lost or the day is late, Neapolitans go back to the towns that count."""
        if self.taking or self.name not in REAR:
            return False
        taken = holds(self.s, FRENCH, self._hex(POSTS[self.name][0]))
        firm = [u for u in self.troops if steady(self.s, u)]
        return taken or self.s.turn >= self.w.last_turn - ENDGAME or 2 * len(firm) < len(self.troops)

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
        """A post of its own, the next place on the axis, or the goal itself."""
        if u in self.posts:
            return self.posts[u]
        if self.w.guns >> u & 1:
            return self._foremost
        if u in self.plan.spearhead():
            return self._next_place(u, self.plan.spearhead()[u])
        return self._next_place(u, self.target)

    @cached_property
    def _foremost(self) -> int:
        """Where its steady troops are nearest to the enemy: there its guns are wanted."""
        firm = [self.s.at[u] for u in self.troops if steady(self.s, u)]
        return min(firm, key=lambda h: (self.plan.far[h], h), default=self.target)

    def _next_place(self, u: int, target: int) -> int:
        """The next place on the axis to a target, or the target itself."""
        axis = AXES.get((self.name, self.w.grid.names[target]), [])
        places = [*map(self._hex, axis), target]
        for near, beyond in pairwise(places):
            if self.away(u, beyond) > way(self.s, u, beyond)[near]:
                return near
        return target

    # whom to strike

    def _ends(self, u: int) -> int:
        """The hexes from which a unit can attack somebody in this activation, or in the next."""
        s, here = self.s, 1 << self.s.at[u]
        if s.order_of(u) not in (ADVANCE, ATTACK) and s.active == self.f and s.phase >= MOVE_STEP:
            return 0
        front = self._front
        if self.plan.ezoc & here:
            return here & front
        if s.active != self.f or s.phase < MOVE_STEP:
            return self.w.grid.disc(s.at[u], self._stride(u)) & front & ~self.w.impassable
        if s.phase > MOVE_STEP or s.marched >> u & 1:
            return here & front
        party = party_of(self.w, 1 << u, s.weather)
        if self.plan.far[s.at[u]] > 1 + max(1, party.pm[0] // party.cheapest_in_column):
            return 0
        return (self.plan.reach(u) | here) & front

    @cached_property
    def _front(self) -> int:
        """The hexes next to the enemy."""
        foes = self.s.occ[1 - self.side]
        return self.w.grid.free.spread(foes) & ~foes

    def _stride(self, u: int) -> int:
        """How many hexes a unit goes on its way to an attack, roughly."""
        return max(1, int(self.w.roster.pm[u] * 0.5))

    # how

    def order(self) -> int:
        """The order that serves the purpose."""
        if not self.troops:
            return ADVANCE if self.taking else DEFENCE
        if self.taking:
            return self._order_to_take()
        if 2 * sum(not steady(self.s, u) for u in self.troops) > len(self.troops):
            return DEFENCE
        return self._order_to_hold()

    def _order_to_take(self) -> int:
        """What its assaults are worth with it, and what it does for those who are broken or still on the march."""
        return max((ADVANCE, ATTACK, DEFENCE), key=self._serves)

    def _serves(self, order: int) -> float:
        """What an order is worth: to those who strike, to those who are broken, and to those who march."""
        return self._striking(order) + sum(self._mending(u, order) for u in self._led) - self._delay(order)

    @cached_property
    def _led(self) -> list[int]:
        """Those whom the order of the formation binds."""
        return [u for u in self.troops if not self.s.lost >> u & 1]

    def _striking(self, order: int) -> float:
        """[12.2] Attack binds those next to an enemy to attack him, Advance asks for a test."""
        if order == DEFENCE or not self.prey:
            return 0.0
        if order == ADVANCE:
            return self.gain * sum(passing(self.s, u) for u in self.prey) / len(self.prey)
        bound = [u for u in self._led if steady(self.s, u) and u not in self.prey and self.plan.far[self.s.at[u]] == 1]
        return self.gain - DRAGGED * len(bound)

    def _mending(self, u: int, order: int) -> float:
        """[15.3] [8.1] The broken rally, but not with Attack; next to an enemy they first go back, with Defence."""
        s = self.s
        if steady(s, u):
            return 0.0
        if self.plan.ezoc >> s.at[u] & 1:
            return FREED if order == DEFENCE else 0.0
        return 0.0 if order == ATTACK else MENDED * passing(s, u)

    def _delay(self, order: int) -> float:
        """[9.3] [5.1.3] With Attack nobody marches in column, with Defence nobody goes farther than a hex."""
        on_way = [u for u in self._led if steady(self.s, u) and u not in self.posts and self.plan.far[self.s.at[u]] > 2]
        pace = {ADVANCE: 0.0, ATTACK: 0.03, DEFENCE: 0.1}[order]
        return pace * len(on_way)

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
        self.far = enemy_far(s, side)
        self.ezoc = s.zoc(1 - side)
        self._tasks: dict[int, Task] = {}
        self._reach: dict[int, int] = {}
        self._spearhead: dict[int, int] | None = None
        self.escorts: dict[int, object] = {}  # of leaders: their escort.Escort
        self.bound_for: dict[tuple[int, bool], int] = {}  # where a piece has set out for, by whether it charges
        self._garrisons: dict[int, int] | None = None

    @cached_property
    def friends(self) -> Nearness:
        """How far the nearest friend is from a hex."""
        return self.s.world.nearness(self.s.occ[self.side])

    def forget(self) -> None:
        """Nobody asks for this plan any more: what it holds that holds it is let go."""
        for task in self._tasks.values():
            task.judge = None
        self._tasks, self.escorts = {}, {}

    def task(self, f: int) -> Task:
        if f not in self._tasks:
            self._tasks[f] = Task(self, f)
        return self._tasks[f]

    def reach(self, u: int) -> int:
        """The hexes where a piece may end a move that begins now, and does its duty."""
        if u not in self._reach:
            found = self._ride(u) if self.s.world.leaders >> u & 1 else self._march(u)
            self._reach[u] = found & ~(1 << self.s.at[u])
        return self._reach[u]

    def _march(self, u: int) -> int:
        ways = Ways(self.s, begin_move(self.s, 1 << u))
        return ways.reach(False, ways.must_near())

    def _ride(self, u: int) -> int:
        """[8.2.2] Friends matter to a leader only within the enemy's zones of control: most of their moves do not."""
        s = self.s
        zone, friends = s.zoc(1 - s.side(u)), s.occ[s.side(u)]
        key = (s.world.number, u, s.at[u], s.weather, s.occ[1 - s.side(u)], zone, friends & zone)
        found = _rides.get(key)
        if found is None:
            if len(_rides) > KEPT:
                _rides.clear()
            found = _rides[key] = self._march(u)
        return found

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

    def spearhead(self) -> dict[int, int]:
        """Who must set out now for the place that decides the day, to be there before it is counted: unit -> place."""
        if self._spearhead is None:
            self._spearhead = {}
            s, (name, slack) = self.s, DECISIVE[self.s.world.montebello]
            place = s.world.grid.by_name[name]
            if self.side == FRENCH and not holds(s, FRENCH, place):
                troops = s.on_map(s.world.troops & s.world.of_side[FRENCH])
                days = self._days_to(place, [u for u in troops if steady(s, u)])
                able = sorted([(n, u) for u, n in days.items()])
                left = s.world.last_turn - s.turn + 1
                self._spearhead = {u: place for n, u in able[:SPEARHEAD] if left - n <= slack}
        return self._spearhead

    def _wardens(self) -> dict[int, int]:
        """[17.2.12] Of the cavalry of Naples the foremost on the road goes to 3418."""
        s = self.s
        far_end = next(reversed(s.world.keys), -1)
        if far_end < 0:
            return {}
        horse = s.on_map(s.world.horse & s.world.of_side[self.side] & ~s.routed)
        foremost = min(horse, key=lambda u: (way(s, u, far_end)[s.at[u]], u), default=-1)
        return {foremost: far_end} if foremost >= 0 else {}

    def _send(self, h: int, sent: dict[int, int]) -> None:
        s = self.s
        left = s.world.last_turn - s.turn + 1
        units = s.on_map(s.world.units & s.world.of_side[self.side] & ~s.routed & ~s.damaged)
        days = self._days_to(h, [u for u in units if u not in sent])
        able = [u for u, n in days.items() if n <= left and (s.at[u] == h or self._spared(u, left - n))]
        if able:
            sent[min(able, key=lambda u: (s.at[u] != h, self._cost(u) + 2 * days[u], u))] = h

    def _cost(self, u: int) -> int:
        """What the front loses with a unit that goes back: least with the broken, most with who is there."""
        near = FRONT if self.far[self.s.at[u]] <= CONTACT else 0
        return self.s.pf(u) + near - (0 if steady(self.s, u) else 3)

    def _spared(self, u: int, slack: int) -> bool:
        """Whether a unit may go back to a place: in the last moment anybody who is not next to an enemy."""
        late = slack <= 1 and self.far[self.s.at[u]] > 1
        return late or self._idle(u, self.s.world.last_turn - self.s.turn > ENDGAME)

    def _idle(self, u: int, early: bool) -> bool:
        """Who can be spared at the front: who is of no use there, or, late, who is not there or only half a unit."""
        s = self.s
        behind = self.far[s.at[u]] > CONTACT
        useless = bool((s.world.guns | s.lost) >> u & 1) or not steady(s, u)
        return (useless and behind) if early else (useless or behind or bool(s.reduced >> u & 1))

    def _days_to(self, h: int, units: Sequence[int]) -> dict[int, int]:
        """Turns to a place, roughly; who is lost makes one hex in each (5.3)."""
        s, found, ways = self.s, dict[int, int](), dict[tuple[int, int], list[int]]()
        klass, pm, distance = s.world.roster.klass, s.world.roster.pm, s.world.grid.distance
        for u in units:
            at, kind = s.at[u], (klass[u], pm[u])
            if s.lost >> u & 1:
                found[u] = distance(at, h)
            elif at == h:
                found[u] = 0
            else:
                costs = ways.get(kind) or ways.setdefault(kind, way(s, u, h))  # they are all of one side
                found[u] = 1 + costs[at] // max(1, pm[u])
        return found


def _ours(s: Battle, side: int) -> Battle:
    """The battle as it is when a formation of a side acts: then its assaults can be judged."""
    if s.active >= 0 and s.acting_side() == side:
        return s
    twin = s.copy()
    twin.active = next(f for f in s.world.formations if s.world.roster.formation_side[f] == side)
    twin.assaults, twin.struck = [], 0
    return twin
