"""Movement: where each unit would best end, and the next step there."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from grognard.board.hexes import bits
from grognard.bots.colonel_vanguard.escort import Escort
from grognard.bots.colonel_vanguard.gamble import assault_worth, fire_worth, prize
from grognard.bots.colonel_vanguard.mind import Mind, Option
from grognard.bots.colonel_vanguard.picture import STORM, Picture, Piece
from grognard.bots.colonel_vanguard.plan import ENDGAME, Task
from grognard.bots.colonel_vanguard.roads import field
from grognard.games.vanguard.rules.movement.terrain import ALL, steps_from
from grognard.games.vanguard.world.roster import ADVANCE, ATTACK, DEFENCE, MANOEUVRE

PULL: Final = 0.1  # for each half point nearer to the goal
POST_PULL: Final = 0.15  # the same towards a post of one's own
WORTH_MOVING: Final = 0.05
PINNED: Final = 0.35  # next to an enemy whom one does not attack: nobody leaves such a hex (8.1) or finds room in it
CHARGED: Final = 0.4  # what the disorder after a charge costs
SAFE: Final = 5  # hexes from the nearest enemy


class Start(NamedTuple):
    """Where a move stands."""

    here: int
    spent: int
    column: bool
    hexes: int
    charge: bool = False


class Walk:
    """Every hex where a unit may end a move, as far as the view tells."""

    def __init__(self, p: Picture, x: Piece, start: Start) -> None:
        self.p, self.x, self.start = p, x, start
        w = p.world
        banned = w.data.austrian_no_march_column and x.side == 1
        self.column_ok = not x.leader and not banned and x.order in (ADVANCE, MANOEUVRE) and not start.charge
        self.plain = steps_from(w, x.klass, x.leader and not banned, p.weather)
        self.by_column = steps_from(w, x.klass, True, p.weather)
        self.enemies = p.occ[1 - p.side]
        alone = not p.stack.get(x.hex, 0) & ~(1 << x.u)
        self.friends = p.occ[p.side] & ~(1 << x.hex if alone else 0)
        self.most = 1 if p.weather == STORM or (not x.leader and x.order == DEFENCE) else 99
        self.shut = self.enemies | self._barred()
        self.ends = self._spread()

    def _barred(self) -> int:
        x, p = self.x, self.p
        if x.leader:
            return p.ezoc & ~self.friends
        shut = ~p.world.charge_ground if self.start.charge else 0
        if x.order == MANOEUVRE:
            return shut | p.ezoc
        if x.order == DEFENCE and not p.ezoc >> self.start.here & 1:
            return shut | p.ezoc & ~self.friends
        return shut

    def _spread(self) -> dict[int, str]:
        """Reachable ends and the first action on the way there."""
        s, p = self.start, self.p
        found: dict[int, str] = {}
        best: dict[tuple[int, bool], int] = {(s.here, s.column): s.spent}
        queue = deque([(s.here, s.column, s.spent, s.hexes, "")])
        while queue:
            h, column, spent, hexes, first = queue.popleft()
            if hexes >= self.most or (self._pinned(h) and not self.x.leader) or best[h, column] < spent:
                continue
            for then_column in self._manners(h, column):
                begin = first or ("column" if then_column and not column else "")
                for n, cost, halt in (self.by_column if then_column else self.plain)[h]:
                    paid = self._pay(h, n, cost, spent, hexes, then_column)
                    if paid < 0 or best.get((n, then_column), 9999) <= paid:
                        continue
                    best[n, then_column] = paid
                    lead = begin or f"go {p.world.grid.names[n]}"
                    if self._fits(n, then_column):
                        found.setdefault(n, lead)
                    if not halt and cost != ALL:
                        queue.append((n, then_column, paid, hexes + 1, lead))
        return found

    def _manners(self, h: int, column: bool) -> tuple[bool, ...]:
        if column:
            return (True,)
        may = self.column_ok and self.p.world.road_at[h] <= 1 and not (self.friends | self.p.ezoc) >> h & 1
        return (False, True) if may else (False,)

    def _pinned(self, h: int) -> bool:
        return self.x.order != DEFENCE and bool(self.p.ezoc >> h & 1)

    def _pay(self, h: int, n: int, cost: int, spent: int, hexes: int, column: bool) -> int:
        """The points spent after a step; -1 if it cannot be made."""
        if self.shut >> n & 1 or (column and (self.friends | self.p.ezoc) >> n & 1):
            return -1
        if self.start.charge and (h, n) in self.p.world.wet:
            return -1
        if cost == ALL:
            return -1 if hexes else self.x.pm
        return -1 if hexes and spent + cost > self.x.pm else spent + cost

    def _fits(self, n: int, column: bool) -> bool:
        if self.x.leader:
            return True
        return not (column and self.friends >> n & 1) and self.p.room(self.x.u, n)


# what a hex is worth


class Judge:
    """Judges ends of moves for the units of one task."""

    def __init__(self, p: Picture, task: Task) -> None:
        self.p, self.task = p, task
        self.kin = 0
        for x in task.units:
            self.kin |= 1 << x.hex
        general = p.general(task.f)
        self.call = p.world.grid.disc(general.hex, p.world.roster.radius[general.u] + 1) if general else 0

    def worth(self, x: Piece, h: int, charge: bool = False) -> float:
        """How good it is for a unit to stand there when the move is over."""
        total = self._pull(x, h) + self._hold(x, h) + self._command(x, h)
        if x.gun:
            return total + self._battery(x, h)
        return total + self._contact(x, h, charge)

    def _pull(self, x: Piece, h: int) -> float:
        post = x.u in self.task.posts
        away = field(self.p.world, x, self.task.target_of(x.u))[h]
        return -(POST_PULL if post else PULL) * min(200, away)

    def _hold(self, x: Piece, h: int) -> float:
        """Ground that counts, if nobody else of ours holds it; and cover for those who defend."""
        p = self.p
        others = any(y.u != x.u and not y.routed for y in p.mine.get(h, []))
        elsewhere = self.task.posts.get(x.u, h) != h
        total = 0.0 if others or elsewhere or h not in p.world.objectives or self._safe(h) else prize(p, h)
        if not self.task.taking and not elsewhere and p.world.shelters >> h & 1:
            total += 0.25
        return total

    def _safe(self, h: int) -> bool:
        """Ground behind the front: it is time to hold it when the end is near (``Plan.garrisons``)."""
        return self.task.taking and self.p.far[h] > SAFE and self.p.turn < self.p.last - ENDGAME

    def _command(self, x: Piece, h: int) -> float:
        """In reach of the General, or next to others of the formation; who is lost already must find the General.

        Who has a post out of his reach goes there without command, hex by hex.
        """
        if not self.call >> self.task.posts.get(x.u, x.hex) & 1 and x.u in self.task.posts:
            return 0.0
        near = (self.p.world.near[h] | 1 << h) & self.kin & ~(1 << x.hex)
        return 0.3 if self.call >> h & 1 or (near and not x.lost) else 0.0

    def _contact(self, x: Piece, h: int, charge: bool) -> float:
        """Next to the enemy: prey draws on, a stronger neighbour warns off."""
        p = self.p
        foes = p.world.near[h] & p.occ[1 - p.side]
        if not foes:
            return 0.0
        strikes = x.steady and x.order in (ADVANCE, ATTACK)
        gain = 0.0
        for e in bits(foes):
            if strikes and e in self.task.worth:
                own = self.task.prey.get(x.u) == e
                gain = max(gain, (0.8 if own else 0.5) + 0.3 * self.task.worth[e] + (0.4 if charge else 0.0))
        return gain - self._danger(x, h, foes, strikes)

    def _danger(self, x: Piece, h: int, foes: int, strikes: bool) -> float:
        p = self.p
        against = sum(
            y.pf
            for e in bits(foes)
            for y in p.foes[e]
            if y.steady and y.troops and not (strikes and e in self.task.worth)
        )
        if not against:
            return 0.0
        cover = 3 if p.world.shelters >> h & 1 and x.order == DEFENCE else 0
        support = x.pf + sum(y.pf for y in p.friends_within(h, 1) if y.u != x.u and y.troops) // 2
        broken = 0.5 if not x.steady else 0.0
        idle = PINNED if self.task.taking and not p.world.montebello else 0.0
        return broken + idle + max(0.0, 0.08 * (against - support - cover)) + (0.15 if x.order == ATTACK else 0.0)

    def _battery(self, x: Piece, h: int) -> float:
        """Guns: in range and sight, with infantry beside them, never alone next to the enemy."""
        p = self.p
        distance = p.far[h]
        covered = any(y.troops and y.steady for y in p.mine.get(h, []))
        total = 0.3 if covered else 0.0
        if distance <= 1:
            return total - (0.6 if covered else 2.0)
        reach = p.world.roster.range[x.u]
        if distance <= reach:
            wheat = bool(p.view["options"]["wheat_blocks_los"])
            seen = p.world.sight(h, wheat) & p.occ[1 - p.side] & p.world.grid.disc(h, reach)
            total += 0.5 if seen else 0.1
        return total - (0.3 if distance <= 2 and not covered else 0.0)


# the questions


def move_units(m: Mind) -> str:
    """[9.1] The next piece that gains by moving, those in front first; who is in houses then stays put (10.1)."""
    p = m.p
    task = m.plan.task(p.active)
    judge = Judge(p, task)
    gains: list[tuple[float, Option]] = []
    for option in sorted(m.verbs("move"), key=lambda o: _queue(m, task, o)):
        gain = move_gain(m, judge, option.units[0])
        if gain > WORTH_MOVING:
            return option.text
        gains.append((gain, option))
    stays = [o for o in m.verbs("stay") if o.units[0] not in task.prey]
    if stays:
        return stays[0].text
    if m.offers("done") or not gains:
        return m.say("done")
    return max(gains, key=lambda found: found[0])[1].text


def _queue(m: Mind, task: Task, option: Option) -> tuple[int, int, int]:
    """Who strikes goes first, then the head of the march, then those who enter, then the Officers."""
    x = m.p.by_number.get(option.units[0])
    if x is None:
        return (2, 0, option.units[0])
    if x.leader:
        return (3, 0, x.u)
    return (0 if x.u in task.prey else 1, task.away(x, task.target_of(x.u)), x.u)


def move_gain(m: Mind, judge: Judge, u: int) -> float:
    """What a piece gains by its best move."""
    p = m.p
    x = p.by_number.get(u)
    if x is None:
        return 1.0  # it enters the map
    if x.leader:
        escort = Escort(p, x, m.plan)
        ends = Walk(p, x, Start(x.hex, 0, False, 0)).ends
        return max((escort.worth(h) for h in ends), default=-9.0) - escort.worth(x.hex)
    if leaves(m, x) and p.world.exits >> x.hex & 1:
        return 1.0
    if rallies(p, x):
        return -1.0
    walk = Walk(p, x, Start(x.hex, 0, False, 0))
    return max((judge.worth(x, h) for h in walk.ends), default=-9.0) - judge.worth(x, x.hex)


def rallies(p: Picture, x: Piece) -> bool:
    """[15.3] Who is Disordered, out of the enemy's zone and not under Attack stands still to rally."""
    return x.disordered and not p.ezoc >> x.hex & 1 and x.order in (ADVANCE, DEFENCE)


def leaves(m: Mind, x: Piece) -> bool:
    """[17.2.1] R-40: who can do no more good goes off by the flags."""
    held = m.p.world.objectives.get(x.hex, 0)
    return not held and (not x.steady or "reduced" in x.flags) and m.plan.task(x.formation).withdraws


def move_leader(m: Mind) -> str:
    judge = Judge(m.p, m.plan.task(m.p.active))
    for option in m.verbs("move"):
        if move_gain(m, judge, option.units[0]) > WORTH_MOVING:
            return option.text
    return m.say("done")


def step(m: Mind) -> str:
    """[9.1] The next hex towards the best end; or stop, column, charge, fire, leave."""
    march, p = m.view["march"], m.p
    x = p.by_number.get(p.world.roster.by_id[march["units"][0]])
    if x is None or march["here"] is None:
        return m.say("column", m.options[0].text)
    special = _special(m, x)
    if special:
        return special
    worth = _scale(m, x, march["charge"])
    scores = {"stop": worth(p.hex(march["here"]))} if m.offers("stop") else {}
    for h, lead in Walk(p, x, _start(m)).ends.items():
        if m.offers(lead):
            scores[lead] = max(worth(h), scores.get(lead, -99.0))
    if scores:
        return max(scores, key=lambda text: (scores[text], text == "stop", text))
    steps = m.verbs("go")  # no end in sight that the picture knows of: the best hex that the rules offer
    return m.best(steps, lambda o: worth(o.hex)).text if steps else m.say("stop")


def _start(m: Mind) -> Start:
    march = m.view["march"]
    spent = int(2 * max(march["spent"]))
    begun = march["start"] != march["here"] or spent > 0
    return Start(m.p.hex(march["here"]), spent, march["column"], int(begun), march["charge"])


def _scale(m: Mind, x: Piece, charge: bool) -> Callable[[int], float]:
    """What a place is worth to whoever moves."""
    if x.leader:
        return Escort(m.p, x, m.plan).worth
    judge = Judge(m.p, m.plan.task(m.p.active))
    return lambda h: judge.worth(x, h, charge)


def _special(m: Mind, x: Piece) -> str:
    """Fire and step back, leave by a flag, declare a charge."""
    p = m.p
    if m.verbs("back"):
        away = [o for o in m.verbs("back") if p.far[o.hex] > 1]
        return m.best(away, lambda o: bool(p.world.shelters >> o.hex & 1)).text if away else m.say("stop")
    shots = m.verbs("shoot")
    if shots and x.u not in m.plan.task(x.formation).prey:
        best = m.best(shots, lambda o: fire_worth(p, x.pf, x.hex, o.hex, True))
        if fire_worth(p, x.pf, x.hex, best.hex, True) > 0.05 or not m.offers("stop"):
            return best.text
    if m.offers("leave") and not x.leader and leaves(m, x):
        return "leave"
    if m.offers("charge") and _charge_pays(m, x):
        return "charge"
    return ""


def _charge_pays(m: Mind, x: Piece) -> bool:
    """[14.2] A charge doubles the horse, and leaves it Disordered: it must beat what the unit was to do."""
    p, task = m.p, m.plan.task(x.formation)
    near = p.world.grid.disc(x.hex, max(1, x.pm // 2 - 1)) & p.occ[1 - p.side] & p.world.charge_ground
    worth = max((assault_worth(p, [x], e, True) for e in bits(near)), default=-9.0)
    instead = assault_worth(p, [x], task.prey[x.u]) if x.u in task.prey else 0.0
    return worth - CHARGED > max(0.1, instead)
