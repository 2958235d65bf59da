"""Rulebook 9.2, 9.3 and 10: what a step costs, with and without roads. Costs are counted in halves of a point."""

from __future__ import annotations

from functools import cached_property
from heapq import heappop, heappush
from typing import Final

from grognard.board.hexes import DIRECTIONS, Sides, bits
from grognard.games.vanguard.rules.stacking import may_stack
from grognard.games.vanguard.world.roster import CLASSES, COALITION
from grognard.games.vanguard.world.world import MAJOR, MINOR, World

ALL: Final = 1000  # the whole allowance, and only as the first step
NO: Final = -1
NO_PATH: Final = 99_999
HEAVY: Final = frozenset(CLASSES.index(k) for k in ("light_cav", "heavy_cav", "foot_art", "horse_art"))
ARTILLERY: Final = frozenset(CLASSES.index(k) for k in ("foot_art", "horse_art"))
HILL_BY_ROAD: Final = 4  # what cavalry and guns pay in hills along minor roads and tracks

Step = tuple[int, int, bool]  # neighbour, cost, whether the mover must stop there


_grounds: dict[tuple[int, int, tuple[str, ...]], int] = {}


def ground_cost(world: World, klass: int, h: int) -> int:
    """[10.0] What a hex costs a class of unit; the same for all with the same terrains."""
    key = (world.number, klass, world.grounds[h])
    found = _grounds.get(key)
    if found is None:
        found = _grounds[key] = _cheapest_ground(world, klass, world.grounds[h])
    return found


def _cheapest_ground(world: World, klass: int, kinds: tuple[str, ...]) -> int:
    """[10.0] The mover picks the terrain that counts; R-45: the hill binds cavalry and guns unless there are houses."""
    costs = [world.tables.tec.hex[terrain].move[CLASSES[klass]] for terrain in kinds]
    if "no" in costs:
        return NO
    houses = "village" in kinds or "farm" in kinds
    if klass in HEAVY and "hill" in kinds and not houses:
        return ALL
    return min(2 * cost for cost in costs if isinstance(cost, int))


def step_cost(world: World, klass: int, a: int, b: int, column: bool, weather: int) -> Step | None:
    """[9.2] [9.3] One step; None where the ground forbids it."""
    base = ground_cost(world, klass, b)
    if base == NO:
        return None
    road = world.road.get((a, b), 9)
    if road <= 2:
        return (b, road_cost(world, base, road, column, weather), False)
    guns = klass in ARTILLERY
    woods = world.of_terrain["woods"]
    if guns and woods >> b & 1 and woods >> a & 1:
        return None  # [10.4] R-19
    if base == ALL:
        return (b, ALL, True)
    if (a, b) in world.wet:
        stream = world.tables.tec.hexside["stream"].move[CLASSES[klass]]
        assert isinstance(stream, int)
        base += 2 * stream
    return (b, base, guns and bool(woods >> b & 1))


def road_cost(world: World, base: int, road: int, column: bool, weather: int) -> int:
    """[9.3.1] R-15, R-16: along a road; [17.2.8] R-43: snow decides what a column pays on major and minor roads."""
    major = world.tables.tec.road.major
    normal = 2 * major.move_normal if road == MAJOR else HILL_BY_ROAD if base == ALL else base
    if not column:
        return normal
    if world.data.road_costs_by_weather and road <= MINOR:
        snow = world.data.road_costs_by_weather[str(weather)]
        return ALL if isinstance(snow, str) else int(2 * snow)
    return int(2 * major.move_column) if road == MAJOR else max(2, normal - 2)


class Paces:
    """What steps cost one class of unit: for every hex the steps that its ground allows, and where they lead."""

    def __init__(self, world: World, klass: int, column: bool, weather: int) -> None:
        self.steps: list[tuple[Step, ...]] = [()] * world.grid.size
        for a in bits(world.hexes):
            steps = [step_cost(world, klass, a, b, column, weather) for b in bits(world.near[a])]
            self.steps[a] = tuple([step for step in steps if step is not None])
        self.near = [sum([world.bit[step[0]] for step in steps]) for steps in self.steps]
        self.prices = [_prices(world, steps) for steps in self.steps]  # by hex: what costs so much, but stops nobody
        most = max(world.roster.pm)
        self.within = [_within(world, steps, most) for steps in self.steps]  # by hex and points left: what can be paid
        every = [step for steps in self.steps for step in steps]
        self.cheapest = min([cost for _, cost, _ in every])
        self.halting = any([stop and cost != ALL for _, cost, stop in every])  # [10.4] besides whole moves
        self.tolls: dict[int, tuple[int, bool]] = {}  # what was asked of ``toll``, by both hexes
        self._grid = world.grid

    @cached_property
    def onward(self) -> list[tuple[int, Sides]]:
        """Costs in rising order, each with the hexsides that are crossed for it by who may go on from there."""
        return self._crossings(False)

    @cached_property
    def ending(self) -> list[tuple[int, Sides]]:
        """The same for hexsides behind which the ground stops whoever comes."""
        return self._crossings(True)

    def _crossings(self, last: bool) -> list[tuple[int, Sides]]:
        grid, found = self._grid, dict[int, list[int]]()
        for a, steps in enumerate(self.steps):
            for n, cost, stop in steps:
                if cost != ALL and stop == last:
                    found.setdefault(cost, [0] * DIRECTIONS)[grid.direction(a, n)] |= 1 << a
        return [(cost, Sides(grid.stride, out)) for cost, out in sorted(found.items())]

    def toll(self, a: int, n: int) -> tuple[int, bool]:
        """What the step from a to n costs, and whether it ends the move."""
        self.tolls[a << 12 | n] = found = _toll(self.steps[a], n)
        return found


def _prices(world: World, steps: tuple[Step, ...]) -> list[tuple[int, int]]:
    """Costs in rising order, each with the neighbours that it leads to, from which a mover may go on."""
    found: dict[int, int] = {}
    for n, cost, stop in steps:
        if not stop and cost != ALL:
            found[cost] = found.get(cost, 0) | world.bit[n]
    return sorted(found.items())


def _within(world: World, steps: tuple[Step, ...], most: int) -> list[int]:
    """For each number of points left, the neighbours that these steps lead to for no more."""
    found, paid = [], 0
    for left in range(most + 1):
        for n, cost, _ in steps:
            if cost == left:
                paid |= world.bit[n]
        found.append(paid)
    return found


_paces: dict[tuple[int, int, bool, int], Paces] = {}


def paces(world: World, klass: int, column: bool, weather: int) -> Paces:
    """[17.2.8] Weather changes what columns pay, nothing else."""
    key = (world.number, klass, column, weather if column and world.data.road_costs_by_weather else 0)
    found = _paces.get(key)
    if found is None:
        found = _paces[key] = Paces(world, klass, column, weather)
    return found


_standing: dict[tuple[int, int], int] = {}


def standing_room(world: World, klass: int) -> int:
    """[10.0] The hexes whose ground takes a class of unit."""
    key = (world.number, klass)
    found = _standing.get(key)
    if found is None:
        found = _standing[key] = sum([world.bit[h] for h in bits(world.hexes) if ground_cost(world, klass, h) != NO])
    return found


_nears: dict[int, list[list[int]]] = {}


def nears(world: World) -> list[list[int]]:
    """For every piece and every hex, the neighbours that the ground lets it enter."""
    found = _nears.get(world.number)
    if found is None:
        found = _nears[world.number] = [paces(world, klass, False, 0).near for klass in world.roster.klass]
    return found


def steps_from(world: World, klass: int, column: bool, weather: int) -> list[tuple[Step, ...]]:
    """For every hex the steps that its ground allows to a class of unit."""
    return paces(world, klass, column, weather).steps


def never_in_column(world: World, side: int) -> bool:
    """[17.1.4] Austrians never use march column."""
    return world.data.austrian_no_march_column and side == COALITION


class Party:
    """Pieces that move together, and what steps cost them in one weather: one entry a piece, in rising order."""

    def __init__(self, world: World, pieces: int, weather: int) -> None:
        r = world.roster
        self.units = bits(pieces)
        self.side = r.side_of[self.units[0]]
        self.leader = bool(pieces & world.leaders)
        self.no_column = self.leader or len(self.units) != 1 or never_in_column(world, self.side)  # [9.3]
        self.pm = [r.pm[u] for u in self.units]
        self.klasses = [r.klass[u] for u in self.units]
        by_road = self.leader and not never_in_column(world, self.side)
        plain = [paces(world, k, by_road, weather) for k in self.klasses]
        column = plain if self.no_column else [paces(world, k, True, weather) for k in self.klasses]
        self.tables = [each.steps for each in plain]
        self.column_tables = [each.steps for each in column]
        self.alike = len({(k, pm) for k, pm in zip(self.klasses, self.pm, strict=True)}) == 1  # all pay the same
        self.fits = may_stack(world, 0 if self.leader else pieces)
        self.paces = (plain[0], column[0])  # of the first of them, by whether it is in column
        self.cheapest = plain[0].cheapest
        self.cheapest_in_column = min(plain[0].cheapest, column[0].cheapest)
        self.halting = plain[0].halting

    def payable(self, a: int, column: bool, spent: int, hexes: int, shut: int) -> int:
        """[9.1.1] The neighbours that pieces who pay alike may enter; the first hex may always be entered."""
        paces = self.paces[column]
        if hexes:
            left = self.pm[0] - spent
            near = paces.within[a][left] if left > 0 else 0
        else:
            near = paces.near[a]
        return near ^ near & shut  # "near and not shut", without a negative number, which costs five times as much

    def pay(self, a: int, n: int, column: bool, spent: list[int]) -> tuple[list[int], bool]:
        """[9.1.1] What they have spent once they have gone from a to n, and whether the ground stops them there."""
        if self.alike:
            paces = self.paces[column]
            cost, stop = paces.tolls.get(a << 12 | n) or paces.toll(a, n)
            return [spent[0] + (self.pm[0] if cost == ALL else cost)] * len(spent), stop
        after: list[int] = []
        halt = False
        for table, pm, paid in zip(self.column_tables if column else self.tables, self.pm, spent, strict=True):
            cost, stop = _toll(table[a], n)
            after.append(paid + (pm if cost == ALL else cost))
            halt = halt or stop
        return after, halt


def _toll(steps: tuple[Step, ...], n: int) -> tuple[int, bool]:
    """Of the steps from a hex, what the one to n costs, and whether it ends the move."""
    for there, cost, stop in steps:
        if there == n:
            return cost, stop or cost == ALL
    raise KeyError(n)


_parties: dict[int, Party] = {}  # by the pieces, which tell the battle, and the weather


def party_of(world: World, pieces: int, weather: int) -> Party:
    key = pieces << 2 | weather
    found = _parties.get(key)
    if found is None:
        if len(_parties) > 5000:
            _parties.clear()
        found = _parties[key] = Party(world, pieces, weather)
    return found


def entry_cost(world: World, klass: int, h: int, by_road: bool, column: bool, weather: int) -> int:
    """[15.4] R-34: entering costs the entry hex, along its road where it is the listed one."""
    base = ground_cost(world, klass, h)
    if base == NO or not by_road or world.road_at[h] > 2:
        return base
    return road_cost(world, base, world.road_at[h], column, weather)


_levels: dict[tuple[int, int, int, int], list[int]] = {}


def path_levels(world: World, klass: int, pm: int, target: int) -> list[int]:
    """[17.1.5] For each number of points, the hexes from which the target costs less."""
    key = (world.number, klass, pm, target)
    found = _levels.get(key)
    if found is None:
        costs = path_costs(world, klass, pm, target)
        rings = [0] * (max([costs[h] for h in bits(world.hexes) if costs[h] < NO_PATH]) + 1)
        for h in bits(world.hexes):
            if costs[h] < NO_PATH:
                rings[costs[h]] |= 1 << h
        found = _levels[key] = [0]
        for ring in rings:
            found.append(found[-1] | ring)
    return found


_into: dict[tuple[int, int, int, bool], list[list[tuple[int, int]]]] = {}


def _ways_into(world: World, klass: int, pm: int, column: bool) -> list[list[tuple[int, int]]]:
    """For every hex, from where it can be entered and for how much."""
    key = (world.number, klass, pm, column)
    found = _into.get(key)
    if found is None:
        found = _into[key] = [[] for _ in range(world.grid.size)]
        for a, steps in enumerate(steps_from(world, klass, column, world.data.weather_start)):
            for b, cost, _ in steps:
                found[b].append((a, pm if cost == ALL else cost))
    return found


_paths: dict[tuple[int, int, int, int, bool], list[int]] = {}


def path_costs(world: World, klass: int, pm: int, target: int, column: bool = False) -> list[int]:
    """[17.1.5] R-38: from every hex to the target, by the unit's own class, without column, on an empty map.

    ``column``: along roads as in march column (9.3), by the weather of the first turn.
    """
    key = (world.number, klass, pm, target, column)
    found = _paths.get(key)
    if found is None:
        found = [NO_PATH] * world.grid.size
        found[target] = 0
        into = _ways_into(world, klass, pm, column)
        front = [(0, target)]
        while front:
            spent, b = heappop(front)
            for a, cost in into[b] if spent == found[b] else ():
                if spent + cost < found[a]:
                    found[a] = spent + cost
                    heappush(front, (spent + cost, a))
        _paths[key] = found
    return found
