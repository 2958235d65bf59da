"""Where a piece can come in a turn, action by action, and how far a goal is."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import Final, NamedTuple

from grognard.board.squares import RIGHT, SECTOR, behind, sector
from grognard.bots.general_merde.picture import Command, Picture, Squares, Unit
from grognard.games.merde.rules.motion import LIMBER, NEVER, base_allowance, fronts, knows
from grognard.games.merde.rules.orders import off_column
from grognard.games.merde.world.lexicon import (
    ATTACK,
    COLUMNS,
    FACINGS,
    FORMATIONS,
    LIMBERED,
    LINE,
    MARCH,
    MASS,
    NAMES,
    OPEN,
    SQUARE,
    UNLIMBERED,
)
from grognard.games.merde.world.world import ARTILLERY, CAVALRY, INFANTRY, Stock, World

FAR: Final = 999
STRANGER: Final = 4  # the pace of a hidden counter
QUIET: Final = 9  # enemies farther off than this after a march do not matter: everybody stays in column
NAME: Final = NAMES["square"]


class Stand(NamedTuple):
    """Where a piece would stand, how, with which points spent, and what its owner writes to get there."""

    squares: Squares
    formation: int
    facing: int
    spent: int
    limit: int
    stopped: bool
    acts: tuple[str, ...]
    trail: tuple[tuple[int, Squares], ...]  # the points spent at each action, and the squares after it


def allowance(p: Picture, stock: Stock, formation: int) -> int:
    """[14.1] [17.2] Movement points of a formation in this weather."""
    points = base_allowance(stock, formation)
    if not points or formation in (SQUARE, MASS, UNLIMBERED):
        return points
    foot = stock.kinds[0].klass if stock.kinds else "line_inf"  # a decoy goes as infantry does
    klass = "limbered" if formation == LIMBERED else foot
    return max(1, points + p.world.weathers[p.weather].move[klass])


def pace(p: Picture, foe: Unit) -> int:
    """How far an enemy may march in a turn."""
    return allowance(p, foe.stock, MARCH) if foe.stock is not None else STRANGER


class Ground(NamedTuple):
    """What the cost of a step depends on: the field, the bridges that stand, and who steps."""

    world: World
    crossings: int
    arm: int
    light: bool
    half: int  # half the allowance of a limbered battery

    def passable(self, formation: int, sq: int) -> bool:
        bit = 1 << sq
        if self.world.river & bit:
            return bool(self.crossings & bit) and formation in (MARCH, LIMBERED)
        return not (self.world.cover & bit and formation in (LINE, UNLIMBERED))

    def entry(self, start: int, goal: int) -> int:
        """[14.3] Points to step from a square into its neighbour where the formation may stand there."""
        world = self.world
        corner = start & 63 != goal & 63 and start >> 6 != goal >> 6
        one, other = (start & ~63) | (goal & 63), (goal & ~63) | (start & 63)
        if corner and world.river >> one & 1 and world.river >> other & 1:
            return NEVER
        cost = 1
        if world.hill >> goal & 1 and not world.hill >> start & 1 and not self.light:
            cost = 2
        if world.cover >> goal & 1:
            inside = {CAVALRY: 4, ARTILLERY: self.half, INFANTRY: 1 if self.light else 2}
            cost = max(cost, inside[self.arm])
        return cost


def ground_of(p: Picture, stock: Stock) -> Ground:
    half = (allowance(p, stock, LIMBERED) + 1) // 2 if stock.arm == ARTILLERY else 0
    return Ground(p.world, p.crossings, stock.arm, stock.light, half)


@lru_cache(maxsize=64)
def steps(ground: Ground, formation: int) -> dict[int, dict[int, int]]:
    """Every step of a formation on a field, by start and goal, with its cost."""
    found: dict[int, dict[int, int]] = {}
    for start, around in ground.world.field.near.items():
        costs = {goal: ground.entry(start, goal) for goal in around if ground.passable(formation, goal)}
        found[start] = {goal: cost for goal, cost in costs.items() if cost < NEVER}
    return found


@lru_cache(maxsize=64)
def fields(ground: Ground, goals: Squares) -> dict[int, int]:
    """Points from every square to the nearest goal, in column, whoever stands in the way."""
    costs = steps(ground, LIMBERED if ground.arm == ARTILLERY else MARCH)
    found: dict[int, int] = {}
    heap = [(0, goal) for goal in goals]
    near = ground.world.field.near
    while heap:
        cost, at = heappop(heap)
        if at in found:
            continue
        found[at] = cost
        for sq in near[at]:
            if sq not in found and at in costs[sq]:
                heappush(heap, (cost + costs[sq][at], sq))
    return found


def change_cost(stock: Stock, old: int, new: int) -> int:
    """[15.1] What a change of formation costs."""
    if stock.arm == ARTILLERY:
        return LIMBER
    if old in COLUMNS and new in COLUMNS:
        return _dearest(stock, "company_division_column")
    if SQUARE in (old, new) or MASS in (old, new):
        return _dearest(stock, "square")
    return _dearest(stock, "column_line")


def front_cost(stock: Stock, formation: int) -> int:
    if stock.arm == ARTILLERY:
        return LIMBER
    if formation in (SQUARE, MASS):
        return NEVER
    return _dearest(stock, "front_in_line" if formation == LINE else "front_in_column")


def _dearest(stock: Stock, column: str) -> int:
    costs = [kind.changes.get(column) for kind in stock.kinds]
    return max([NEVER if cost is None else cost for cost in costs])


class Reach:
    """All that one piece can do in its turn."""

    def __init__(self, p: Picture, unit: Unit, order: Command, free: bool) -> None:
        assert unit.stock is not None
        self.p, self.unit, self.stock, self.order = p, unit, unit.stock, order
        self.free = free  # it may step at all
        self.friends = p.friends_held(unit)
        self.blocked = self.friends | p.enemy_held
        self.two = len([men for men in unit.men if men]) == 2
        self.bound = order.moves and unit.arm != ARTILLERY
        self.points = allowance(p, self.stock, unit.formation)
        quiet = p.nearest_foe(unit.squares) > self.points + QUIET
        self.forms = [
            f
            for f in ((MARCH, LIMBERED) if quiet else (MARCH, ATTACK, LINE, LIMBERED, UNLIMBERED))
            if all(knows(kind, f) for kind in unit.kinds)
        ]
        self.ground = ground_of(p, self.stock)

    def stands(self) -> list[Stand]:
        """Everywhere it can end, with the changes it can make there last."""
        unit = self.unit
        start = Stand(unit.squares, unit.formation, unit.facing, 0, self.points, False, (), ())
        best: dict[tuple[Squares, int], int] = {}
        found: list[Stand] = []
        heap: list[tuple[int, int, Stand]] = [(0, 0, start)]
        count = 0
        while heap:
            _, _, at = heappop(heap)
            key = (at.squares, at.formation)
            if key in best and best[key] <= at.spent:
                continue
            best[key] = at.spent
            if not any(sq in self.friends for sq in at.squares):
                found.append(at)
            for following in [*self._steps(at), *self._changes(at)]:
                count += 1
                heappush(heap, (following.spent, count, following))
        return found

    def _steps(self, at: Stand) -> list[Stand]:
        if not self.free or at.stopped or (len(at.squares) == 2 and at.formation != LINE):
            return []
        found = []
        zone = self.p.zone
        costs = steps(self.ground, at.formation)
        stepped = any(act.startswith("step") for act in at.acts)
        here = any(sq in zone for sq in (at.squares if stepped else (*at.squares, *self.unit.squares)))
        for first, cost in costs[at.squares[0]].items():
            goals: Squares = (first,)
            spent = at.spent + cost
            if len(at.squares) == 2:
                second = at.squares[1] + first - at.squares[0]
                goals, spent = (first, second), at.spent + max(cost, costs[at.squares[1]].get(second, NEVER))
            if spent > at.limit or any(sq in self.blocked for sq in goals) or not self._allowed(at, goals, here):
                continue
            stopped = any(sq in zone for sq in goals)
            found.append(
                at._replace(
                    squares=goals,
                    spent=spent,
                    stopped=stopped or here,
                    acts=(*at.acts, f"step {NAME[first]}"),
                    trail=(*at.trail, (spent, goals)),
                )
            )
        return found

    def _allowed(self, at: Stand, goals: Squares, here: bool) -> bool:
        """[18.2] [18.4] [20.6] What the order and enemy ZOCs allow."""
        p = self.p
        into = any(sq in p.zone for sq in goals)
        if here:
            back = all(goal in behind(sq, self.unit.facing) for sq, goal in zip(at.squares, goals, strict=True))
            return back and not into and not any(act.startswith("step") for act in at.acts)
        if not self.bound:
            return True
        if p.forward(goals[0]) < p.forward(at.squares[0]) and not self._roams(at.squares, goals):
            return False
        column = self.order.column
        if all((sq & 63) // SECTOR == column for sq in at.squares):
            return all((sq & 63) // SECTOR == column for sq in goals)
        nearer = all(off_column(b, column) <= off_column(a, column) for a, b in zip(at.squares, goals, strict=True))
        deeper = any(p.world.enemy_half(p.side, sq) and p.forward(sq) > p.forward(self.unit.squares[0]) for sq in goals)
        return nearer and not deeper and not into

    def _roams(self, squares: Squares, goals: Squares) -> bool:
        """[18.2] Inside a sector of its column with a flag to take it goes in all directions."""
        sectors = {sector(sq) for sq in (*squares, *goals)}
        return (
            len(sectors) == 1
            and (goals[0] & 63) // SECTOR == self.order.column
            and any(sector(flag) in sectors for flag in self.p.prizes)
        )

    def _kept(self, at: Stand, squares: Squares) -> bool:
        """[18.2] [18.5] [18.6] [20.6] Whether its order, and a ZOC it left, let a change put it on these squares."""
        zone = self.p.zone
        stepped = any(act.startswith("step") for act in at.acts)
        if stepped and any(sq in zone for sq in self.unit.squares) and any(sq in zone for sq in squares):
            return False
        if not self.free and self.unit.regiment:
            return any(sq in self.unit.post for sq in squares)
        if not self.bound:
            return True
        before = min([max([self.p.forward(sq) for sq in found]) for found in (self.unit.squares, at.squares)])
        return max([self.p.forward(sq) for sq in squares]) >= before or self._roams(at.squares, squares)

    def _changes(self, at: Stand) -> list[Stand]:
        """[15.4] Changes between column and line, limbered and unlimbered."""
        found = []
        for new in self.forms:
            cost = change_cost(self.stock, at.formation, new)
            if new == at.formation or cost >= NEVER:
                continue
            whole = cost > self.points and at.spent == 0
            if at.spent + cost > at.limit and not whole:
                continue
            for squares, act in self._shapes(at, new):
                if not all(self._room(at, sq, new) for sq in squares) or not self._kept(at, squares):
                    continue
                spent = self.points if whole else at.spent + cost
                limit = spent if whole else min(at.limit, allowance(self.p, self.stock, new))
                found.append(
                    at._replace(
                        squares=squares,
                        formation=new,
                        spent=spent,
                        limit=limit,
                        acts=(*at.acts, act),
                        trail=(*at.trail, (spent, squares)),
                    )
                )
        return found

    def _shapes(self, at: Stand, new: int) -> list[tuple[Squares, str]]:
        name = FORMATIONS[new]
        if not self.two or new in (LIMBERED, UNLIMBERED):
            return [(at.squares, f"form {name}")]
        if len(at.squares) == 2:
            return [((sq,), f"form {name} {NAME[sq]}") for sq in at.squares]
        if new != LINE:
            return [(at.squares, f"form {name}")]
        here, hand = at.squares[0], RIGHT[at.facing]
        return [
            ((here, sq), f"form {name} {NAME[sq]}") for sq in (here + hand, here - hand) if self.p.world.field.has(sq)
        ]

    def _room(self, at: Stand, sq: int, formation: int) -> bool:
        if not self.ground.passable(formation, sq) or (sq not in at.squares and sq in self.blocked):
            return False
        inside = (sq & 63) // SECTOR == self.order.column
        return not (self.bound and formation == LINE and not inside)

    # what may come last

    def turns(self, at: Stand) -> list[Stand]:
        """[15.1] The other fronts."""
        cost = front_cost(self.stock, at.formation)
        whole = cost > self.points and at.spent == 0
        if cost >= NEVER or (at.spent + cost > at.limit and not whole):
            return []
        found = []
        for change in fronts(at.squares, at.formation, at.facing):
            if (
                self.p.world.field.has_all(change.squares)
                and self._kept(at, change.squares)
                and all(self._room(at, sq, at.formation) for sq in change.squares)
            ):
                pivot = f" {change.chosen}" if change.chosen >= 0 else ""
                found.append(
                    at._replace(
                        squares=change.squares,
                        facing=change.facing,
                        spent=at.spent + cost,
                        trail=(*at.trail, (at.spent + cost, change.squares)),
                        acts=(*at.acts, f"front {FACINGS[change.facing]}{pivot}"),
                    )
                )
        return found

    def huddles(self, at: Stand) -> list[Stand]:
        """[13.4] [13.5] Square, or mass column."""
        if self.unit.arm != INFANTRY or at.formation in (SQUARE, MASS, OPEN):
            return []
        mass = all(kind.mass for kind in self.unit.kinds)
        new = MASS if mass else SQUARE
        cost = change_cost(self.stock, at.formation, new)
        if cost >= NEVER or (at.spent + cost > at.limit and not (cost > self.points and at.spent == 0)):
            return []
        return [
            at._replace(
                squares=squares,
                formation=new,
                spent=at.spent + cost,
                acts=(*at.acts, act),
                trail=(*at.trail, (at.spent + cost, squares)),
            )
            for squares, act in self._shapes(at, new)
            if self._kept(at, squares)
        ]
