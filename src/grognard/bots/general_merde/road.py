"""Where a piece can come in a turn, action by action as the rules allow them, and how far a goal is."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import Final, NamedTuple

from grognard.board.squares import BITS, SECTOR, STRIDE, sector
from grognard.bots.general_merde.field import Field, Unit
from grognard.games.merde.rules.cavalry.square import shape_of
from grognard.games.merde.rules.motion import NEVER, allowance, entry_cost, knows
from grognard.games.merde.rules.movement.plans import (
    Sheet,
    add_change,
    changes_into,
    front_changes,
    halt_ban,
    new_scheme,
    open_strides,
    take_stride,
)
from grognard.games.merde.rules.orders import inside, off_column
from grognard.games.merde.world.lexicon import (
    ATTACK,
    FORMATIONS,
    LIMBERED,
    LINE,
    MARCH,
    MASS,
    OPEN,
    SQUARE,
    STEPS,
    UNLIMBERED,
)
from grognard.games.merde.world.pieces import Scheme, Squares
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import ARTILLERY, INFANTRY, Change, Entry, World
from grognard.kernel.action import Action
from grognard.kernel.part import copier

FAR: Final = 999
ASIDE: Final = 0.7  # [18.4] a square beside the column one is sent to: only inside one goes deep
DEPLOY: Final = 5  # lines and attack columns are formed where enemies are so near
PARK: Final = 9  # guns unlimber where they are so near after a march
again: Final = copier(Scheme)
FORMS: Final = (MARCH, ATTACK, LINE, LIMBERED, UNLIMBERED)


class Stand:
    """Where a piece would stand, by which plan, and what its owner writes to get there."""

    def __init__(
        self,
        squares: Squares,
        formation: int,
        facing: int,
        scheme: Scheme,
        acts: tuple[Action, ...] = (),
        last: tuple[Change, int] | None = None,
    ) -> None:
        self.squares, self.formation, self.facing = squares, formation, facing
        self.scheme = scheme  # all but the last change, if there is one
        self.acts = acts
        self.last = last  # a change of front that nothing follows, and its cost


def stand(scheme: Scheme, acts: tuple[Action, ...]) -> Stand:
    """Where a plan ends."""
    return Stand(scheme.squares, scheme.formation, scheme.facing, scheme, acts)


class Ground(NamedTuple):
    """What the cost of a step depends on, besides the squares."""

    world: World
    crossings: int
    arm: int
    light: bool
    points: int


_COSTS: dict[Ground, dict[int, dict[int, int]]] = {}
KEPT: Final = 64
FIELDS: Final = 256  # the same for each kind, column and side


def ground_of(s: Battle, unit: Unit) -> Ground:
    column = LIMBERED if unit.arm == ARTILLERY else MARCH
    points = allowance(s, unit.id, column) if unit.arm == ARTILLERY else 0
    return Ground(s.world, s.crossings, unit.arm, unit.stock.light, points)


def costs_of(s: Battle, unit: Unit) -> Ground:
    """[14.3] Every step of a column on a field, by start and goal, with its cost; worked out once for each kind."""
    ground = ground_of(s, unit)
    if ground not in _COSTS:
        if len(_COSTS) > KEPT:
            _COSTS.clear()
        column = LIMBERED if unit.arm == ARTILLERY else MARCH
        found: dict[int, dict[int, int]] = {}
        for start, around in s.world.field.near.items():
            costs = {goal: entry_cost(s, unit.id, column, start, goal) for goal in around}
            found[start] = {goal: cost for goal, cost in costs.items() if cost < NEVER}
        _COSTS[ground] = found
    return ground


class March(NamedTuple):
    """[18.2] [18.4] What binds a march: to its column, not deep before it is there, not back but where its flag is."""

    off: tuple[int, ...]  # how far each file of squares is from the column
    side: int
    world: World
    sectors: tuple[int, ...]  # where it may turn back

    def leads(self, start: int, goal: int) -> bool:
        """Whether a step may be a part of it."""
        world, outside = self.world, self.off[goal & 63]
        if outside > self.off[start & 63]:
            return False
        gain = world.forward(self.side, goal) - world.forward(self.side, start)
        if gain < 0:
            return sector(start) in self.sectors and sector(start) == sector(goal)
        return not (outside and gain and world.enemy_half(self.side, goal))


@lru_cache(maxsize=KEPT)
def march_to(world: World, side: int, column: int, flags: Squares) -> March:
    """The march into a column, to the flags that are there."""
    off = tuple([off_column(x, column) for x in range(STRIDE)])
    return March(off, side, world, tuple(sorted({sector(flag) for flag in flags})))


@lru_cache(maxsize=FIELDS)
def lanes(
    ground: Ground, march: March | None
) -> tuple[dict[int, list[tuple[int, int]]], dict[int, list[tuple[int, int]]]]:
    """Every step that may be a part of a march, with its cost: by start, and by goal."""
    costs = _COSTS[ground]
    there: dict[int, list[tuple[int, int]]] = {sq: [] for sq in costs}
    back: dict[int, list[tuple[int, int]]] = {sq: [] for sq in costs}
    for goal, around in ground.world.field.near.items():
        for start in around:
            cost = costs[start].get(goal, NEVER)
            if cost < NEVER and (march is None or march.leads(start, goal)):
                there[start].append((goal, cost))
                back[goal].append((start, cost))
    return there, back


@lru_cache(maxsize=FIELDS)
def fields(ground: Ground, goals: Squares, march: March | None = None) -> dict[int, int]:
    """Points from every square to the nearest goal, in column, whoever stands in the way; no others lead there."""
    back = lanes(ground, march)[1]
    found: dict[int, int] = {}
    heap = [(0, goal) for goal in goals]
    while heap:
        cost, at = heappop(heap)
        if at in found:
            continue
        found[at] = cost
        for sq, price in back[at]:
            if sq not in found:
                heappush(heap, (cost + price, sq))
    return found


def open_way(f: Field, unit: Unit, flag: int, most: int = FAR) -> int:
    """[12.2] [42.1] Points of a march to a flag past everybody who would stop it; FAR if that is more than ``most``."""
    ground, march = costs_of(f.s, unit), march_to(f.world, f.side, (flag & 63) // SECTOR, (flag,))
    there, least, start = lanes(ground, march)[0], fields(ground, (flag,), march), unit.squares[0]
    # least: with nobody there
    stops = f.stops & ~BITS[flag]
    known: set[int] = set()
    heap = [(least.get(start, FAR), 0, start)]
    while heap:
        whole, cost, at = heappop(heap)
        if whole > most:
            break
        if at == flag:
            return cost
        if at in known:
            continue
        known.add(at)
        for sq, price in there[at]:
            if sq not in known and not stops & BITS[sq]:
                heappush(heap, (cost + price + least.get(sq, FAR), cost + price, sq))
    return FAR


class Reach:
    """All that one piece can do in its turn."""

    def __init__(self, f: Field, unit: Unit, rooted: bool) -> None:
        self.s, self.unit, self.rooted = f.s, unit, rooted  # who is rooted takes no step
        self.column = f.s.group(unit.group).column if f.moves(unit) else -1
        self.draft = f.s.drafts[f.side]
        self.start = new_scheme(f.s, unit.id)
        self.sheet = Sheet(f.s, f.side, self.draft, self.start)
        self.gap = f.gap
        apart = f.nearest_foe(unit.squares) > self.start.allowance + PARK
        known = [form for form in FORMS if all(knows(kind, form) for kind in unit.stock.kinds)]
        self.columns = [form for form in known if form in (MARCH, LIMBERED) or (form == UNLIMBERED and not apart)]
        self.forms = [form for form in known if form != UNLIMBERED or not apart]
        self.best: list[dict[Squares, int]] = []  # the points for which it comes to some squares, by formation

    def stands(self) -> list[Stand]:
        """Everywhere it can come, not through friends, in the formations it fights in; first where it stands."""
        start = stand(self.start, ())
        self.best = [{} for _ in FORMATIONS]
        self.best[start.formation][start.squares] = 0
        found: list[Stand] = []
        heap: list[tuple[int, int, Stand]] = [(0, 0, start)]
        count = 0
        while heap:
            spent, _, at = heappop(heap)
            if self.best[at.formation][at.squares] < spent:
                continue
            found.append(at)
            for following in [*self._steps(at), *self._changes(at)]:
                spent, known = max(following.scheme.spent), self.best[following.formation]
                if spent < known.get(following.squares, FAR):  # nobody has come there for as few points
                    known[following.squares] = spent
                    count += 1
                    heappush(heap, (spent, count, following))
        return found

    def _steps(self, at: Stand) -> list[Stand]:
        scheme, spent = at.scheme, at.scheme.spent[0]
        if self.rooted or spent >= scheme.limit or True in scheme.stopped:
            return []
        known, taken = self.best[at.formation], self.sheet.taken
        ways = [
            stride
            for stride in self.sheet.strides(self.s, scheme, at.squares).able
            if not taken & stride[3] and spent + stride[2] < known.get(stride[1], FAR)
        ]
        found = []
        for stride in open_strides(self.s, self.sheet, scheme, -1, ways) if ways else ():
            following: Scheme = again(scheme)
            take_stride(self.sheet, following, -1, stride)
            found.append(Stand(stride[1], at.formation, at.facing, following, (*at.acts, STEPS[stride[0]])))
        return found

    def _changes(self, at: Stand) -> list[Stand]:
        """[15.4] Changes between column and line, limbered and unlimbered."""
        scheme, squares, found = at.scheme, at.squares, []
        spent, most = max(scheme.spent), scheme.allowance
        alone = len(squares) == 1  # then nothing but a line takes other squares
        forms = [
            form
            for form in (self.forms if self._near(squares) else self.columns)
            if form != at.formation and not (alone and form != LINE and spent >= self.best[form].get(squares, FAR))
        ]
        for action, change, cost in self._forming(at, forms) if forms else ():
            if min(spent + cost, most) < self.best[change.formation].get(change.squares, FAR):
                following: Scheme = again(scheme)
                add_change(self.s, following, change, cost)
                found.append(stand(following, (*at.acts, action)))
        return found

    def _near(self, squares: Squares) -> bool:
        """Whether enemies are so near that it matters how one fights."""
        return any([self.gap.get(sq, FAR) <= DEPLOY for sq in squares])

    def _forming(self, at: Stand, forms: list[int]) -> list[Entry]:
        """Lines are formed in one's own column alone: on the way there they are slow."""
        found = changes_into(self.s, self.sheet, at.scheme, forms)
        if LINE in forms and self.column >= 0:
            found = [row for row in found if row[1].formation != LINE or inside(row[1].squares, self.column)]
        return found

    # what may come last

    def turns(self, at: Stand) -> list[Stand]:
        """[15.1] The other fronts."""
        return self._last(at, front_changes(self.s, self.sheet, at.scheme))

    def huddles(self, at: Stand) -> list[Stand]:
        """[13.4] [13.5] Square, or mass column."""
        if self.unit.arm != INFANTRY or at.formation in (SQUARE, MASS, OPEN):
            return []
        return self._last(at, self._forming(at, [shape_of(self.s, self.unit.id)]))

    def _last(self, at: Stand, changes: list[Entry]) -> list[Stand]:
        return [
            Stand(change.squares, change.formation, change.facing, at.scheme, (*at.acts, action), (change, cost))
            for action, change, cost in changes
        ]

    def written(self, at: Stand) -> Scheme:
        """The whole plan."""
        if at.last is None:
            return at.scheme
        found: Scheme = again(at.scheme)
        add_change(self.s, found, *at.last)
        return found

    def may_end(self, at: Stand) -> bool:
        """[16.4] [18.7] [20.8] Whether a plan may end so."""
        return halt_ban(self.s, self.unit.side, self.sheet, self.draft, self.written(at)) is None
