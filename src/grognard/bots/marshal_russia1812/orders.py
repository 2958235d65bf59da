"""The marches of a turn thought out together, as one problem: who goes where, so that all of them are fed.

[7.6] What binds the stacks is next turn's supply: abroad and outside a Depot city each wants a Train, and finds no
forage between two others. Every stack has the hexes that it can reach, each with its worth; the sum, less what hunger
will cost, is made as large as it gets by changing one order at a time.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812.column import (
    MOVING,
    Column,
    caretaker,
    famine,
    flying_column,
    garrison,
    keep_city,
    march_toll,
    marchers,
    may_leave,
    staying,
    value_of,
)
from grognard.bots.marshal_russia1812.french import scattered
from grognard.bots.marshal_russia1812.plan import Intention, Plan
from grognard.games.russia1812.rules.advanced.card_march import allowance
from grognard.games.russia1812.rules.trains import forage_turn, needs_forage
from grognard.games.russia1812.world.world import FRENCH, LAST_TURN

MOST_PLACES: Final = 16  # the best hexes of each column that are thought of
SWEEPS: Final = 4
RALLY_AND_MARCH: Final = 2  # Trains
HARDSHIP: Final = 4.0  # what a hungry stack is worth against the hexes that it could have marched
TRAIN_LACKING: Final = 6.0  # an order for which there is no Train
TRAIN_SPENT: Final = 0.3  # what a Train next turn is worth
MOST_JAMS: Final = 3  # so many columns insist on the place that they want
JAM: Final = 1.0  # if so much is lost on them where they go now
NEAR_BY: Final = 2
NEIGHBOURS: Final = 6  # so many may be shut in by who comes: they find no forage, and want no Train


def hardship(count: int) -> float:
    """[6.3] What it costs to march a stack to where it will starve: it is lost for the campaign, not for a turn."""
    return HARDSHIP * famine(count)


class Orders(NamedTuple):
    """A stack that may march: who goes, and what each hex would be worth to the column by itself."""

    column: Column
    start: int
    units: int
    leaders: int
    size: int
    load: int
    price: int  # Trains this turn
    places: dict[int, float]


class Board:
    """Where our units will stand, and what it will cost them."""

    def __init__(self, plan: Plan, orders: list[Orders]) -> None:
        p = self.p = plan.p
        self.orders = orders
        self.unopposed = scattered(plan)
        self.goals = {o.start: o.start for o in orders}
        self.count = {h: p.fighters(h, FRENCH).bit_count() for h in bits(p.occ[FRENCH])}
        self.load = {h: p.s.load[h] for h in self.count}
        self.held = sum([1 << h for h in self.count])  # the hexes where somebody will stand
        self.fed = p.depots[FRENCH] | plan.coming
        self.hungry_ground = p.world.russia & ~self.fed
        crowds = [p.edition == 2 and needs_forage(True, 1, near, False, False) for near in range(7)]
        self.crowded = crowds  # [7.6] by the number of neighbours: whether they are between others
        self.to_come = plan.trains_to_come()
        self.early = p.phase < MOVING
        self.trains = p.s.to_place[FRENCH] + sum(p.genuine.values()) - plan.coming.bit_count()
        hungry = self.hungry_ground if forage_turn(p.s) else 0
        self.hungry_stays = {o.start: self.hardship(self.count[o.start]) for o in orders if hungry >> o.start & 1}

    def hardship(self, count: int) -> float:
        """[6.3] What hunger costs a stack: less where there is no enemy army to beat later."""
        return famine(count) if self.unopposed else hardship(count)

    def move(self, o: Orders, goal: int) -> None:
        """Another goal for a column."""
        self.put(o, self.goals[o.start], -1)
        self.put(o, goal, 1)
        self.goals[o.start] = goal

    def put(self, o: Orders, h: int, sign: int) -> None:
        """A column comes to a hex, or is taken off it."""
        count = self.count[h] = self.count.get(h, 0) + sign * o.size
        self.load[h] = self.load.get(h, 0) + sign * o.load
        self.held = self.held | 1 << h if count else self.held & ~(1 << h)

    def worth(self) -> float:
        """The worth of all orders together, less the hunger of next turn and the Trains that there are not."""
        found = sum([o.places[self.goals[o.start]] for o in self.orders])
        if self.p.foraging:
            found -= self.hunger(*self.forage())
        return found - self.lacking()

    def forage(self) -> tuple[float, list[float]]:
        """[7.6] What forage will cost those between two others, and what each stack for which there is no Train."""
        near, held, count, crowded = self.p.world.near, self.held, self.count, self.crowded
        found, wants = 0.0, []
        for h in bits(held & self.hungry_ground):
            if crowded[(near[h] & held).bit_count()]:
                found += self.hardship(count[h])
            elif count[h] > 1:
                wants.append(self.hardship(count[h]))
        return found, wants

    def hunger(self, between: float, wants: list[float]) -> float:
        """[7.6] What forage will cost: the largest stacks get the Trains there are."""
        fed, number = max(0, self.to_come), len(wants)
        unfed = sum(sorted(wants, reverse=True)[fed:]) if number > fed else 0.0
        return between + unfed + TRAIN_SPENT * number

    def lacking(self) -> float:
        """[7.6] [8.2] Those who march have their Trains; who stays abroad is fed by what is left, the largest first."""
        return self._lack(*self._claims(None)) if self.early else 0.0

    def lacking_if(self, o: Orders) -> tuple[float, float]:
        """The same if a column stays, and if it goes."""
        if not self.early:
            return 0.0, 0.0
        left, wants = self._claims(o)
        stays = [*wants, self.hungry_stays[o.start]] if o.start in self.hungry_stays else wants
        return self._lack(left, stays), self._lack(left - o.price, wants)

    def _claims(self, but: Orders | None) -> tuple[int, list[float]]:
        """The Trains that are left, and what those who stay would suffer without one; ``but`` one column."""
        left, wants, goals = self.trains, list[float](), self.goals
        for o in self.orders:
            start = o.start
            if o is but:
                continue
            if goals[start] != start:
                left -= o.price
            elif start in self.hungry_stays:
                wants.append(self.hungry_stays[start])
        return left, wants

    @staticmethod
    def _lack(left: int, wants: list[float]) -> float:
        return TRAIN_LACKING * max(0, -left) + sum(sorted(wants, reverse=True)[max(0, left) :])

    def room(self, o: Orders, goal: int) -> bool:
        """[4.1] Whether a column finds room in a hex."""
        return self.goals[o.start] == goal or self.load.get(goal, 0) + o.load <= self.p.s.capacity(goal)


class Margin:
    """What a goal for one column is worth while the others keep theirs: as the board reckons it, but for all that is
    the same wherever the column goes."""

    def __init__(self, board: Board, o: Orders) -> None:
        self.board, self.o = board, o
        goal = board.goals[o.start]
        board.put(o, goal, -1)
        self.held, self.count = board.held, board.count.copy()
        self.between, self.wants = board.forage() if board.p.foraging else (0.0, [])
        self.stays, self.goes = board.lacking_if(o)
        board.put(o, goal, 1)
        self.hunger = board.hunger(self.between, self.wants) if board.p.foraging else 0.0
        least = self.hunger - TRAIN_SPENT * NEIGHBOURS if board.p.foraging else 0.0
        self.least = least + min(self.stays, self.goes)  # no goal costs the others less

    def worth(self, goal: int) -> float:
        """The worth of a goal."""
        o, board = self.o, self.board
        found = o.places[goal] - (self.stays if goal == o.start else self.goes)
        if not board.p.foraging:
            return found
        near = board.p.world.near[goal] & self.held if not self.held >> goal & 1 else 0
        if not (1 << goal | near) & board.hungry_ground:
            return found - self.hunger
        return found - board.hunger(*self._forage(goal))

    def _forage(self, goal: int) -> tuple[float, list[float]]:
        """[7.6] As ``Board.forage``: the column comes to where others stand, or between them."""
        board, held, near = self.board, self.held, self.board.p.world.near
        between, wants = self.between, self.wants
        come = 0 if held >> goal & 1 else 1
        for h in bits((1 << goal | near[goal] & held * come) & board.hungry_ground):
            around = (near[h] & held).bit_count()
            before, after = self.count.get(h, 0), self.count.get(h, 0) + self.o.size * (h == goal)
            crowd, crowds = board.crowded[around], board.crowded[around + come * (h != goal)]
            if (before, crowd) == (after, crowds):
                continue
            if crowd and before:
                between -= board.hardship(before)
            elif before > 1:
                wants = wants.copy()
                wants.remove(board.hardship(before))
            if crowds:
                between += board.hardship(after)
            elif after > 1:
                wants = [*wants, board.hardship(after)]
        return between, wants


def order_marches(plan: Plan) -> None:
    """What each of our stacks will do."""
    plan.ordered = True
    board = Board(plan, [o for h in bits(plan.p.occ[FRENCH]) if (o := orders_of(plan, h)) is not None])
    board.orders.sort(key=lambda o: (-o.size, o.start))
    best = _solve(board)
    if board.early and _barred(plan, board):
        best = _solve(board)
    if not plan.p.wanders:
        best = _unjam(board, best)
    for h in bits(plan.p.occ[FRENCH]):
        plan.intentions[h] = Intention(h, h, 0, 0, 0.0)
    for o in board.orders:
        goal = board.goals[o.start]
        if goal != o.start:
            board.move(o, o.start)
            plan.intentions[o.start] = Intention(o.start, goal, o.units, o.leaders, best - board.worth())
            board.move(o, goal)
    for h in bits(plan.p.occ[FRENCH]):
        flying = flying_column(plan, h)
        if flying.gain > plan.intentions[h].gain:
            plan.intentions[h] = flying


def _solve(board: Board) -> float:
    """The orders changed one by one until no other is better; what they are worth then."""
    settled = 0  # so many orders have been looked at since one was changed
    for _ in range(SWEEPS):
        for o in board.orders:
            settled = 1 if _improve(board, o) else settled + 1
            if settled >= len(board.orders):
                return board.worth()
    return board.worth()


def _unjam(board: Board, best: float) -> float:
    """[7.6] Columns that keep each other where they are: one of them insists on the place that it wants most, the
    others make the best of it, and that is kept if it is better for all. What the orders are worth then."""
    for o in sorted(board.orders, key=lambda o: (-_missed(board, o), o.start))[:MOST_JAMS]:
        if _missed(board, o) < JAM:
            continue
        kept = board.goals.copy()
        _insist(board, o, max(o.places, key=lambda goal: (o.places[goal], -goal)))
        worth = board.worth()
        if worth > best + 1e-9:
            best = worth
            continue
        for q in board.orders:
            if board.goals[q.start] != kept[q.start]:
                board.move(q, kept[q.start])
    return best


def _missed(board: Board, o: Orders) -> float:
    """What a column would gain if it were alone on the map."""
    return max(o.places.values()) - o.places[board.goals[o.start]]


def _insist(board: Board, o: Orders, goal: int) -> None:
    """[4.1] A column goes to a place; who finds no room there any more, and who stands near, thinks again."""
    p = board.p
    board.move(o, goal)
    for q in [q for q in board.orders if q is not o and board.goals[q.start] == goal]:
        if board.load[goal] > p.s.capacity(goal):
            _make_room(board, q, goal)
    if board.load[goal] > p.s.capacity(goal):
        board.move(o, o.start)
        return
    close = p.world.grid.disc(goal, NEAR_BY)
    near = [q for q in board.orders if q is not o and close & (1 << q.start | 1 << board.goals[q.start])]
    for q in near:
        _improve(board, q)


def _make_room(board: Board, q: Orders, goal: int) -> None:
    """Another place than this for a column."""
    margin = Margin(board, q)
    others = [h for h in q.places if h != goal and board.room(q, h)]
    if others:
        board.move(q, max(others, key=lambda h: (margin.worth(h), -h)))


def _barred(plan: Plan, board: Board) -> bool:
    """[4.1] Whether a way led through those who stay after all: then those columns do not think of it again."""
    going = sum([1 << o.start for o in board.orders if board.goals[o.start] != o.start])
    found = False
    for o in board.orders:
        o.column.leaving = going
        open_to = sum(o.column.rings(o.start, plan.pace(o.start, o.units)))
        for goal in [goal for goal in o.places if goal != o.start and not open_to >> goal & 1]:
            found = found or goal == board.goals[o.start]
            if goal == board.goals[o.start]:
                board.move(o, o.start)
            del o.places[goal]
    return found


def _improve(board: Board, o: Orders) -> bool:
    """The best goal for one column while the others keep theirs; whether it is another."""
    kept = chosen = board.goals[o.start]
    margin = Margin(board, o)
    best = margin.worth(kept)
    for goal, alone in o.places.items():
        if alone - margin.least > best and goal != chosen and board.room(o, goal):
            worth = margin.worth(goal)
            if worth > best + 1e-9:
                best, chosen = worth, goal
    if chosen != kept:
        board.move(o, chosen)
    return chosen != kept


def _shut_in(column: Column) -> bool:
    """[4.1] Whether a column finds no way towards its goal: a full stack does not pass a garrison of its own."""
    if column.goal is None:
        return False
    way = column.plan.distance(column.start, column.goal.hex)
    reach = sum(column.rings(column.start, allowance(column.p.s)))
    return way > 0 and not reach & column.plan.nearer(column.goal.hex, way)


def orders_of(plan: Plan, h: int) -> Orders | None:
    """[8.2] Who of a stack could march, and what each hex is worth to him; nobody without a commander or a Train."""
    p = plan.p
    if p.phase >= MOVING and h not in p.genuine:
        return None
    leaders = p.leaders(h, FRENCH) & ~p.moved
    if keep_city(plan, h):
        leaders &= ~caretaker(plan, h)
    leaders &= ~staying(plan, h)
    units = marchers(p, h)
    units &= ~garrison(plan, h, units)
    if not units or not leaders or not may_leave(plan, h, units):
        return None
    column = Column(plan, h, units, leaders)
    if units & (units - 1) and _shut_in(column):
        lighter = units & ~(1 << min(bits(units), key=lambda u: (value_of(p, u), u)))
        less = Column(plan, h, lighter, leaders)
        if not _shut_in(less):
            units, column = lighter, less
    places = {h: column.alone(h)}
    calm = ~(p.world.russia & plan.exposed)
    for steps, ring in enumerate(column.rings(h, plan.pace(h, units))):
        toll = march_toll(column, steps)
        if steps > allowance(p.s) and p.turn < LAST_TURN and not p.hunting:
            ring &= calm  # [11.2] who is tired fights at half his strength
        for goal, alone in column.weigh(ring & ~column.full & ~(1 << h)).items():
            places[goal] = alone - toll
    best = sorted(places, key=lambda goal: (-places[goal], goal))[:MOST_PLACES]
    price = RALLY_AND_MARCH if p.fighters(h, FRENCH) & p.disrupted else 1
    chosen = {goal: places[goal] for goal in (h, *best)}
    return Orders(column, h, units, leaders, units.bit_count(), p.world.load(units), price, chosen)
