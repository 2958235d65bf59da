"""Movement: where each unit would best end, and the next step there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple

from grognard.board.hexes import bits
from grognard.bots.colonel_vanguard.escort import Escort
from grognard.bots.colonel_vanguard.gamble import assault_worth, fire_worth, passing, prize
from grognard.bots.colonel_vanguard.look import around, firm, points, steady, way
from grognard.bots.colonel_vanguard.mind import Thought
from grognard.bots.colonel_vanguard.plan import ENDGAME, Task
from grognard.games.vanguard.rules.disorder.rally import rally_bans
from grognard.games.vanguard.rules.movement.duties import begin_move
from grognard.games.vanguard.rules.movement.ways import Ways
from grognard.games.vanguard.world.moving import Move
from grognard.games.vanguard.world.roster import ADVANCE, ATTACK, DEFENCE, MANOEUVRE
from grognard.kernel.action import Action
from grognard.kernel.ban import spared

PULL: Final = 0.1  # for each half point nearer to the goal
POST_PULL: Final = 0.15  # the same towards a post of one's own
HURRY: Final = 0.3  # and where there is no time to lose
ON_THE_WAY: Final = 0.4  # the share that a fight counts for those who have no time for it
ROUND_IT: Final = 2  # hexes from the place they go for
WORTH_MOVING: Final = 0.05
PINNED: Final = 0.35  # next to an enemy whom one does not attack: nobody leaves such a hex (8.1) or finds room in it
CHARGED: Final = 0.4  # what the disorder after a charge costs
AT_POST: Final = 2.0  # the place from which a unit is to attack
SAFE: Final = 5  # hexes from the nearest enemy
LED: Final = 0.3  # in command
GUNS_AT_BEST: Final = 0.8  # a battery among infantry with somebody in sight


# what a hex is worth


class Judge:
    """Judges ends of moves for the units of one task."""

    def __init__(self, task: Task) -> None:
        self.s, self.w, self.side, self.far, self.task = task.s, task.w, task.side, task.plan.far, task
        self._known: dict[tuple[int, int, bool], float] = {}
        self._ways: dict[int, tuple[float, list[int]]] = {}  # how strongly a unit is drawn, and the way from everywhere
        self._places = self.w.shelters | sum([1 << h for h in self.w.objectives])
        self.hurry = task.plan.spearhead()
        self.kin = 0
        for u in task.units:
            self.kin |= 1 << self.s.at[u]
        general = self.s.general(task.f)
        self.call = 0
        if general >= 0:
            self.call = self.w.grid.disc(self.s.at[general], self.w.roster.radius[general] + 1)

    def worth(self, u: int, h: int, charge: bool = False) -> float:
        """How good it is for a unit to stand there when the move is over."""
        found = self._known.get((u, h, charge))
        if found is None:
            found = self._known[u, h, charge] = self._weigh(u, h, charge)
        return found

    def most(self, u: int, h: int, charge: bool) -> float:
        """The same at best, which is sooner said: of most places only the way from there is looked at."""
        if self.far[h] <= 1 or self._places >> h & 1:
            return self.worth(u, h, charge)
        return self._pull(u, h) + LED + (GUNS_AT_BEST if self.w.guns >> u & 1 else 0.0)

    def _weigh(self, u: int, h: int, charge: bool) -> float:
        total = self._pull(u, h) + self._hold(u, h) + self._command(u, h)
        if self.w.guns >> u & 1:
            return total + self._battery(u, h)
        return total + self._contact(u, h, charge)

    def _pull(self, u: int, h: int) -> float:
        known = self._ways.get(u)
        if known is None:
            pull = HURRY if u in self.hurry else POST_PULL if u in self.task.posts else PULL
            known = self._ways[u] = pull, way(self.s, u, self.task.target_of(u))
        pull, left = known
        return -pull * min(200, left[h])

    def _hold(self, u: int, h: int) -> float:
        """Ground that counts, if nobody else of ours holds it; and cover for those who defend."""
        others = self.s.combat(h, self.side) & ~self.s.routed & ~(1 << u)
        elsewhere = self.task.posts.get(u, h) != h
        empty = others or elsewhere or h not in self.w.objectives or self._safe(h)
        total = 0.0 if empty else prize(self.s, h)
        if not self.task.taking and not elsewhere and self.w.shelters >> h & 1:
            total += 0.25
        return total

    def _safe(self, h: int) -> bool:
        """Ground behind the front: it is time to hold it when the end is near (``Plan.garrisons``)."""
        return self.task.taking and self.far[h] > SAFE and self.s.turn < self.w.last_turn - ENDGAME

    def _command(self, u: int, h: int) -> float:
        """In reach of the General, or next to others of the formation; who is lost already must find the General.

        Who has a post out of his reach goes there without command, hex by hex.
        """
        if u in self.task.posts and not self.call >> self.task.posts[u] & 1:
            return 0.0
        near = (self.w.near[h] | 1 << h) & self.kin & ~(1 << self.s.at[u])
        return LED if self.call >> h & 1 or (near and not self.s.lost >> u & 1) else 0.0

    def _contact(self, u: int, h: int, charge: bool) -> float:
        """Next to the enemy: prey draws on, a stronger neighbour warns off."""
        foes = self.w.near[h] & self.s.occ[1 - self.side]
        if not foes:
            return 0.0
        strikes = steady(self.s, u) and self.s.order_of(u) in (ADVANCE, ATTACK)
        prey = bits(foes) if strikes else []
        gain = max((self._strike(u, h, e, charge) for e in prey if e in self.task.worth), default=0.0)
        return gain + self._pursuit(u, h, foes) - self._danger(u, h, foes, strikes)

    def _strike(self, u: int, h: int, e: int, charge: bool) -> float:
        """Where an assault is worth making: most for those whom it needs, from where they are to make it."""
        own = self.task.prey.get(u) == e
        gain = AT_POST if own and self.task.fronts[u] == h else 0.7 if own else 0.5
        gain += 0.3 * self.task.worth[e] + (0.4 if charge else 0.0)
        return gain * (ON_THE_WAY if self._beside_the_way(u, e) else 1.0)

    def _beside_the_way(self, u: int, e: int) -> bool:
        """Whether a unit that must be somewhere in time would fight for something else."""
        return u in self.hurry and self.w.grid.distance(e, self.hurry[u]) > ROUND_IT

    def _pursuit(self, u: int, h: int, foes: int) -> float:
        """[15.2] The Routed to whom one comes test: who fails surrenders, and is gone for good."""
        s, here = self.s, self.s.at[u]
        fled = [e for e in bits(foes & ~self.w.near[here]) for e in bits(s.combat(e, 1 - self.side) & s.routed)]
        return sum(
            (1.0 - passing(s, e)) * (1 if s.reduced >> e & 1 or not self.w.roster.pf_reduced[e] else 2) for e in fled
        )

    def _danger(self, u: int, h: int, foes: int, strikes: bool) -> float:
        s = self.s
        idlers = [e for e in bits(foes) if not (strikes and e in self.task.worth)]
        against = sum(points(s, firm(s, s.combat(e, 1 - self.side))) for e in idlers)
        if not against:
            return 0.0
        cover = 3 if self.w.shelters >> h & 1 and s.order_of(u) == DEFENCE else 0
        support = s.pf(u) + points(s, around(s, self.side, h, 1) & self.w.troops & ~(1 << u)) // 2
        broken = 0.0 if steady(s, u) else 0.5
        idle = PINNED if self.task.taking and not self.w.montebello else 0.0
        keen = 0.15 if s.order_of(u) == ATTACK else 0.0
        return broken + idle + max(0.0, 0.08 * (against - support - cover)) + keen

    def _battery(self, u: int, h: int) -> float:
        """Guns: in range and sight, with infantry beside them, never alone next to the enemy."""
        s, distance = self.s, self.far[h]
        covered = firm(s, s.combat(h, self.side))
        total = 0.3 if covered else 0.0
        if distance <= 1:
            return total - (0.6 if covered else 2.0)
        reach = self.w.roster.range[u]
        if distance <= reach:
            seen = self.w.sight(h, s.wheat) & s.occ[1 - self.side] & self.w.grid.disc(h, reach)
            total += 0.5 if seen else 0.1
        return total - (0.3 if distance <= 2 and not covered else 0.0)


def judge_of(task: Task) -> Judge:
    """Who judges for a task, made once for a plan."""
    if not isinstance(task.judge, Judge):
        task.judge = Judge(task)
    return task.judge


# the questions


def move_units(m: Thought) -> str:
    """[9.1] The next piece that gains by moving, those in front first; who is in houses then stays put (10.1)."""
    task = m.plan.task(m.s.active)
    judge = judge_of(task)
    gains: list[tuple[float, Action]] = []
    for option in sorted(m.verbs("move"), key=lambda o: _queue(m, task, o.args[0])):
        gain = move_gain(m, judge, option.args[0])
        if gain > WORTH_MOVING:
            return option.text
        gains.append((gain, option))
    stays = [o for o in m.verbs("stay") if o.args[0] not in task.prey]
    if stays:
        return stays[0].text
    if m.offers("done") or not gains:
        return m.say("done")
    return max(gains, key=lambda found: found[0])[1].text


def _queue(m: Thought, task: Task, u: int) -> tuple[int, int, int]:
    """Who strikes goes first, then the head of the march, then those who enter, then the Officers."""
    if m.s.at[u] < 0:
        return (2, 0, u)
    if m.w.leaders >> u & 1:
        return (3, 0, u)
    return (0 if u in task.prey else 1, task.away(u, task.target_of(u)), u)


def move_gain(m: Thought, judge: Judge, u: int) -> float:
    """What a piece gains by its best move."""
    here = m.s.at[u]
    if here < 0:
        return 1.0  # it enters the map
    leader = bool(m.w.leaders >> u & 1)
    if not leader and leaves(m, u) and m.w.exits >> here & 1:
        return 1.0
    if not leader and rallies(m, u):
        return -1.0
    scale = _scale(m, u, judge)
    best, _ = next(_best_first(scale, m.plan.reach(u)), (-9.0, here))
    return best - scale.worth(here)


def rallies(m: Thought, u: int) -> bool:
    """[15.3] Who is Disordered and may rally stands still to do so; who has Manoeuvre is wanted elsewhere first."""
    if not m.s.disordered >> u & 1 or m.s.order_of(u) == MANOEUVRE:
        return False
    return bool(spared(rally_bans(m.s), 1 << u))


def leaves(m: Thought, u: int) -> bool:
    """[17.2.1] R-40: who can do no more good goes off by the flags."""
    if m.w.objectives.get(m.s.at[u], 0) or (steady(m.s, u) and not m.s.reduced >> u & 1):
        return False
    return m.plan.task(m.w.roster.formation_of[u]).withdraws


def move_leader(m: Thought) -> str:
    judge = judge_of(m.plan.task(m.s.active))
    for option in m.verbs("move"):
        if move_gain(m, judge, option.args[0]) > WORTH_MOVING:
            return option.text
    return m.say("done")


def step(m: Thought) -> str:
    """[9.1] The next hex towards the best end; or stop, column, charge, fire, leave."""
    move = m.s.move
    assert move is not None
    u = bits(move.units)[0]
    if move.here < 0:
        return m.say("column", m.options[0].text)
    special = _special(m, u)
    if special:
        return special
    scale = _scale(m, u, judge_of(m.plan.task(m.s.active)), move.charge)
    stop = scale.worth(move.here) if m.offers("stop") else -99.0
    bound = m.plan.bound_for.get((u, move.charge), -1)
    if bound >= 0 and bound != move.here and scale.worth(bound) > stop and (found := _lead(m, move, bound)):
        return found  # what was the best end of all is still the best of those that are left
    for value, h in _best_first(scale, _ends(m, move)):
        if value <= stop:
            break
        found = _lead(m, move, h)
        if found:
            m.plan.bound_for[u, move.charge] = h
            return found
    if m.offers("stop"):
        return "stop"
    return m.pick(m.verbs("go"), lambda o: scale.worth(o.args[0])) if m.verbs("go") else m.first()


def _ends(m: Thought, move: Move) -> int:
    """The hexes where the move may end by its duty, other than here and where it began."""
    if move.here == move.start and not (move.charge or move.column or move.halted or move.excused):
        return m.plan.reach(bits(move.units)[0])
    ways, left = Ways(m.s, move), 1 << move.here | (1 << move.start if move.start >= 0 else 0)
    return ways.reach(False, ways.must_near()) & ~left


def _lead(m: Thought, move: Move, end: int) -> str:
    """The first action on a straight way to an end; column where it gets there no other way."""
    ways = Ways(m.s, move)
    steps = {n: (spent, halt) for n, spent, halt in ways.next_steps()}

    def toll(option: Action) -> tuple[int, int]:
        """How far it is after a step, and what that costs."""
        n = option.args[0]
        return m.w.grid.distance(n, end), max(steps[n][0])

    for option in sorted(m.verbs("go"), key=toll):
        n = option.args[0]
        spent, halt = steps[n]
        if (n == end and ways.can_stop(n, spent)) or ways.ends_by(n, spent, halt) >> end & 1:
            return option.text
    return "column" if m.offers("column") else ""


class Scale(NamedTuple):
    """What places are worth to whoever moves, and what they are worth at best, which is sooner said."""

    worth: Callable[[int], float]
    most: Callable[[int], float]


def _scale(m: Thought, u: int, judge: Judge, charge: bool = False) -> Scale:
    if m.w.leaders >> u & 1:
        escort = m.plan.escorts.get(u) or m.plan.escorts.setdefault(u, Escort(m.settled, u, m.plan))
        assert isinstance(escort, Escort)
        return Scale(escort.worth, escort.most)

    return Scale(lambda h: judge.worth(u, h, charge), lambda h: judge.most(u, h, charge))


def _best_first(scale: Scale, hexes: int) -> Iterator[tuple[float, int]]:
    """Places by what they are worth, the best first; no more of them are weighed than need be."""
    left = [(-scale.most(h), -h, False) for h in bits(hexes)]
    heapify(left)
    while left:
        value, h, weighed = heappop(left)
        if weighed:
            yield -value, -h
        else:
            heappush(left, (-scale.worth(-h), h, True))


def _special(m: Thought, u: int) -> str:
    """Fire and step back, leave by a flag, declare a charge."""
    if m.verbs("back"):
        away = [o for o in m.verbs("back") if m.far[o.args[0]] > 1]
        return m.pick(away, lambda o: bool(m.w.shelters >> o.args[0] & 1)) if away else m.say("stop")
    if m.w.leaders >> u & 1:
        return ""
    shots = m.verbs("shoot")
    if shots and u not in m.plan.task(m.w.roster.formation_of[u]).prey:
        best = m.best(shots, lambda o: fire_worth(m.match.odds(m.side, o)))
        if fire_worth(m.match.odds(m.side, best)) > 0.05 or not m.offers("stop"):
            return best.text
    if m.offers("leave") and leaves(m, u):
        return "leave"
    return "charge" if m.offers("charge") and _charge_pays(m, u) else ""


def _charge_pays(m: Thought, u: int) -> bool:
    """[14.2] A charge doubles the horse, and leaves it Disordered: it must beat what the unit was to do."""
    s, task = m.s, m.plan.task(m.w.roster.formation_of[u])
    worth = max((assault_worth(s, 1 << u, e, True) for e in bits(_chargeable(m, u))), default=-9.0)
    instead = assault_worth(s, 1 << u, task.prey[u]) if u in task.prey else 0.0
    return worth - CHARGED > max(0.1, instead)


def _chargeable(m: Thought, u: int) -> int:
    """[14.2] The enemies whom a charge of the unit could reach."""
    move = begin_move(m.s, 1 << u)
    move.charge = True
    ways = Ways(m.s, move)
    found = ways.charge_targets(move.here, move.spent)
    for h in bits(ways.reach(False, False)):
        found |= m.w.near[h] & ways.enemies & m.w.charge_ground
    return found
