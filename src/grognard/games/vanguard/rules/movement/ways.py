"""Rulebook 8 and 9: where a mover may go next, where it may stop, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.movement.terrain import (
    ALL,
    Step,
    entry_cost,
    never_in_column,
    party_of,
    path_costs,
    path_levels,
)
from grognard.games.vanguard.rules.stacking import may_stack
from grognard.games.vanguard.world.moving import ADVANCING, MARCHING, NO_DUTY, Move
from grognard.games.vanguard.world.roster import ADVANCE, ATTACK, DEFENCE, MANOEUVRE
from grognard.games.vanguard.world.state import Battle
from grognard.games.vanguard.world.world import World
from grognard.kernel.ban import ALL as EVERY
from grognard.kernel.ban import Ban

Node = tuple[int, bool, int]  # hex, in column, hexes entered (0, 1 or more)


def column_banned(s: Battle, side: int) -> bool:
    """[17.1.4] Austrians never use march column."""
    return never_in_column(s.world, side)


def may_open_order(s: Battle, u: int) -> bool:
    """[16.3] R-56: light infantry in good order with Advance or Manoeuvre; [17.2.7] not in a storm."""
    if not s.open_order or not s.world.light >> u & 1 or not s.sky.open_order or s.level(u):
        return False
    return s.order_of(u) in (ADVANCE, MANOEUVRE) and not s.fatigued >> u & 1 and not s.fired >> u & 1


def skirmish_targets(s: Battle, side: int, h: int) -> int:
    """[16.3] Adjacent enemy hexes with infantry or cavalry."""
    found = 0
    for n in bits(s.world.near[h] & s.occ[1 - side]):
        if s.troops(n, 1 - side):
            found |= 1 << n
    return found


def marchers(s: Battle, units: int, start: int) -> list[tuple[int, int, int]]:
    """[17.1.5] R-38: class, points and target of each of these units in a hex that must march and is not there yet."""
    w, r = s.world, s.world.roster
    found = []
    for u in bits(units & w.marchers):
        number = s.march_of(u)
        if number >= 0 and not w.march_goals[number] & w.bit[start]:
            found.append((r.klass[u], r.pm[u], w.march_target[number]))
    return found


def nearer_to(world: World, marcher: tuple[int, int, int], start: int) -> int:
    """[17.1.5] The hexes from which the target costs such a unit less than from where it starts."""
    levels, left = path_levels(world, *marcher), path_costs(world, *marcher)[start]
    return levels[min(left, len(levels) - 1)]


def ways_of(s: Battle, m: Move) -> Ways:
    """The ways of a move that is being made: what was found out for one step holds for the next (see ``Step``)."""
    known = m.ways
    if isinstance(known, Ways):
        return known
    m.ways = found = Ways(s, m)
    return found


def closed_to_leader(enemies: int, ezoc: int, friends: int, here: int) -> int:
    """[8.2.2] The hexes that a leader may not enter from a hex: enemies, and their zones where no friend is; from such
    a zone none at all."""
    alone = ezoc & here and not friends & here
    return enemies | (ezoc if alone else ezoc ^ ezoc & friends)


def ride_steps(s: Battle, m: Move) -> int:
    """[9.1] The hexes that a leader on the map may enter next, who flees from nobody: he may stop wherever he is."""
    world, side = s.world, m.side
    if m.halted or m.hexes >= world.skies[s.weather].max_hexes_moved:
        return 0
    shut = closed_to_leader(s.occ[1 - side], s.zoc(1 - side), s.occ[side], world.bit[m.here])
    return party_of(world, m.units, s.weather).payable(m.here, False, m.spent[0], m.hexes, shut)


class Ways:
    """The steps open to a move as it stands. Everything that depends on the board is looked up once."""

    barred: int = 0  # what the order keeps units out of
    # what is found out only when it is asked
    _bound: bool | None = None
    _levels: list[int] | None = None
    _marching: list[tuple[int, int, int]] | None = None
    _nearer: int = -1
    _pace: int = -1
    _nears: dict[tuple[int, bool], bool] | None = None  # by how far it has come and whether it is in column

    def __init__(self, s: Battle, move: Move) -> None:
        side, party = move.side, party_of(s.world, move.units, s.weather)
        self.s = s
        self.move = move
        self.party = party
        self.leader = leader = party.leader
        self.alike = party.alike and not move.charge  # one pays as all do, and they stop wherever there is room
        self.enemies = enemies = s.occ[1 - side]
        self.ezoc = ezoc = s.zoc(1 - side) if move.threat < 0 else self._zone_around(move)
        self.friends = s.occ[side]
        self.most = 1 if move.order == DEFENCE else s.world.skies[s.weather].max_hexes_moved  # [5.1.3] [17.2.7]
        if leader:
            self.halting = 0
            self.walls = closed_to_leader(enemies, ezoc, self.friends, 0)
            return
        here, order = move.here, move.order
        self.others = s.world.units_of[side] & ~(s.damaged | move.units)
        if here >= 0 and not s.stack[here] & self.others:
            bit = s.world.bit[here]
            self.friends = (self.friends | bit) ^ bit
        self.halting = ezoc  # [8.2.1]
        if order in (MANOEUVRE, DEFENCE):
            self.barred = self._barred_by_order()
            self.walls = enemies | self.barred
        else:
            self.walls = enemies

    def _zone_around(self, move: Move) -> int:
        """[8.2.3] The zones of control that a leader flees through: not of who enters his hex."""
        s = self.s
        steady = s.steady[1 - move.side]
        if move.threat == move.start:
            steady &= ~s.world.bit[move.start]
        return s.world.zone_of(steady) if s.sky.zoc else 0

    @property
    def units(self) -> tuple[int, ...]:
        return self.party.units

    @property
    def pm(self) -> list[int]:
        return self.party.pm

    @property
    def tables(self) -> list[list[tuple[Step, ...]]]:
        return self.party.tables

    @property
    def lurking(self) -> bool:
        """[16.3] One unit that may fire in open order."""
        return not self.leader and len(self.units) == 1 and may_open_order(self.s, self.units[0])

    def _barred_by_order(self) -> int:
        """[5.1] The hexes that an order keeps a unit out of."""
        m = self.move
        if m.order == MANOEUVRE:
            lurks = self.s.open_order and not m.column and self.lurking
            return self.ezoc & ~self._skirmish_ground() if lurks else self.ezoc
        return 0 if self._in_ezoc(m.here) else self.ezoc & ~self.friends

    def _skirmish_ground(self) -> int:
        """[16.3] Hexes next to somebody who can be fired at."""
        found = 0
        for h in bits(self.enemies):
            if self.s.troops(h, 1 - self.move.side):
                found |= self.s.world.near[h]
        return found

    def _in_ezoc(self, h: int) -> bool:
        return h >= 0 and bool(self.ezoc & self.s.world.bit[h])

    # single steps

    def closed(self, a: int, column: bool) -> int:
        """The hexes that may not be entered from a, whatever they cost."""
        if self.leader:
            here = self.s.world.bit[a] if a >= 0 else 0
            return closed_to_leader(self.enemies, self.ezoc, self.friends, here)
        return self.closed_to_units(column)

    def closed_to_units(self, column: bool) -> int:
        """[9.3.2] [14.2] The same for units, wherever they come from."""
        shut = self.walls | self.ezoc | self.friends if column else self.walls
        return shut | ~self.s.world.charge_ground if self.move.charge else shut

    def pinned(self, a: int) -> bool:
        """[8.1] A unit in a zone of control cannot leave it except with Defence."""
        return not self.leader and a >= 0 and bool(self.ezoc & self.s.world.bit[a]) and self.move.order != DEFENCE

    def steps(self, a: int, column: bool, spent: list[int], hexes: int) -> list[tuple[int, list[int], bool]]:
        """Every step from a: hex, points then spent, and whether the mover must stop there."""
        if hexes >= self.most or self.pinned(a):
            return []
        if self.alike:
            number = len(self.units)
            return [(n, [paid] * number, halt) for n, paid, halt in self._steps_alike(a, column, spent[0], hexes)]
        tables = self.party.column_tables if column else self.party.tables
        shut = self.closed(a, column)
        halting = 0 if self.leader else self.ezoc
        found = []
        for i, (n, _, _) in enumerate(tables[0][a]):
            if shut >> n & 1:
                continue
            if self.move.charge and (a, n) in self.s.world.wet:
                continue  # [14.2]
            paid = self._pay(tables, a, n, i, spent, hexes)
            if paid is not None:
                found.append((n, paid[0], paid[1] or bool(halting >> n & 1)))
        return found

    def _steps_alike(self, a: int, column: bool, spent: int, hexes: int) -> list[tuple[int, int, bool]]:
        """The same for pieces that pay alike and are not pinned."""
        pm, halting = self.party.pm[0], self.halting
        paid = self.party.payable(a, column, spent, hexes, self.closed(a, column))
        return [
            (n, spent + (pm if cost == ALL else cost), stop or cost == ALL or bool(halting >> n & 1))
            for n, cost, stop in self.party.paces[column].steps[a]
            if paid >> n & 1
        ]

    def _pay(
        self, tables: list[list[tuple[Step, ...]]], a: int, n: int, first: int, spent: list[int], hexes: int
    ) -> tuple[list[int], bool] | None:
        """[9.1.1] Each unit pays its own; the first hex may always be entered."""
        after: list[int] = []
        halt = False
        for i, table in enumerate(tables):
            step = table[a][first] if i == 0 else next((step for step in table[a] if step[0] == n), None)
            if step is None:
                return None
            cost, stop = step[1], step[2]
            if cost == ALL:
                if hexes:
                    return None
                cost, stop = self.pm[i], True
            if hexes and spent[i] + cost > self.pm[i]:
                return None
            after.append(spent[i] + cost)
            halt = halt or stop
        return after, halt

    def entries(self, column: bool) -> list[tuple[int, list[int], bool]]:
        """[15.4] R-34: the first step of a reinforcement; round a blocked flag by the nearest free edge."""
        s, m = self.s, self.move
        listed = m.fare
        goals = 1 << listed
        if (self.enemies | self.ezoc) >> listed & 1:
            goals = self._free_edges(listed) | goals & ~self._closed_entry(column)
        found = []
        for h in bits(goals):
            if column and self.friends >> h & 1:
                continue  # [9.3.2]
            costs = [
                entry_cost(
                    s.world, k, h, h == listed, column or (self.leader and not column_banned(s, m.side)), s.weather
                )
                for k in self.party.klasses
            ]
            if min(costs) >= 0:
                paid = [pm if cost == ALL else cost for cost, pm in zip(costs, self.pm, strict=True)]
                engaged = not self.leader and self._in_ezoc(h)
                found.append((h, paid, ALL in costs or engaged))
        return found

    def _closed_entry(self, column: bool) -> int:
        """R-34: the hexes where a reinforcement may not come in: among enemies, or a zone its order keeps it out of."""
        shut = self.enemies | self.barred
        if self.leader:
            shut |= self.ezoc & ~self.friends  # [8.2.2]
        return shut | self.ezoc if column else shut

    def _free_edges(self, listed: int) -> int:
        """R-34: the nearest edge hexes that are neither enemy-occupied nor in a zone of control."""
        world = self.s.world
        free = world.edge & ~self.enemies & ~self.ezoc & ~world.impassable
        for radius in range(1, 40):
            ring = world.grid.ring(listed, radius) & free
            if ring:
                return ring
        return 0

    def next_steps(self, in_column: bool = False) -> list[tuple[int, list[int], bool]]:
        """Every step that can be paid now; ``in_column``: once march column is taken."""
        m = self.move
        column = m.column or in_column
        if m.here < 0:
            return self.entries(column)
        return [] if m.halted else self.steps(m.here, column, m.spent, m.hexes)

    def step_to(self, n: int) -> tuple[list[int], bool]:
        """The points spent once the neighbour n has been entered, and whether the mover must stop there."""
        for h, spent, halt in self.next_steps():
            if h == n:
                return spent, halt
        raise KeyError(n)

    def price(self, n: int) -> list[int]:
        return self.step_to(n)[0]

    def halts(self, n: int) -> bool:
        return self.step_to(n)[1]

    # stopping

    def can_stop(self, h: int, spent: list[int]) -> bool:
        """Whether the move may end in a hex, duties apart."""
        m = self.move
        if self.leader:
            return m.threat < 0 or bool(self._away() >> h & 1)
        fits = self._fits_beside(h) if self.friends & self.s.world.bit[h] else self.party.fits
        return fits and (not m.charge or bool(self.charge_targets(h, spent)))

    def _away(self) -> int:
        """[4.5.6] Where a leader may stop: farther from whom he flees."""
        m, grid = self.move, self.s.world.grid
        return -1 if m.threat < 0 else ~grid.disc(m.threat, grid.distance(m.start, m.threat))

    def _ends_among(self, hexes: int) -> int:
        """Of some hexes, those where pieces who move alike may stop, duties apart."""
        if self.leader:
            return hexes & self._away() if self.move.threat >= 0 else hexes
        shared = hexes & self.friends
        found = hexes ^ shared if self.party.fits else 0
        if shared:
            world, stack, others, units = self.s.world, self.s.stack, self.others, self.move.units
            for h in bits(shared):  # as in ``_fits_beside``
                if may_stack(world, stack[h] & others | units):
                    found |= world.bit[h]
        return found

    def _fits_beside(self, h: int) -> bool:
        """[7.1] R-65: whether the units may end their move among the friends in a hex."""
        return may_stack(self.s.world, self.s.stack[h] & self.others | self.move.units)

    def _free_ends(self, hexes: int, column: bool) -> int:
        """Of some hexes, those where units may stop because nobody is there, and that they may enter from anywhere."""
        if self.leader or not self.party.fits:
            return 0
        return hexes & ~self.closed_to_units(column) & ~self.friends

    def charge_targets(self, h: int, spent: list[int]) -> int:
        """[14.2] R-54: adjacent enemy hexes that allow charges and that the points left suffice to enter."""
        world, found = self.s.world, 0
        for n in bits(world.near[h] & self.enemies & world.charge_ground):
            if (h, n) not in world.wet and all(
                any(step[0] == n and paid + step[1] <= pm for step in table[h])
                for table, paid, pm in zip(self.tables, spent, self.pm, strict=True)
            ):
                found |= 1 << n
        return found

    def goal(self) -> list[int]:
        """[5.1.1] [17.1.5] What must shrink: the way to the nearest enemy, or to the march target."""
        if self.move.duty == MARCHING:
            return path_costs(self.s.world, *self._marchers()[0])
        return self.s.world.far_from(self.enemies)

    def _closer(self) -> list[int]:
        """By how much is left to the goal, the hexes from which it is less: up to what can matter to this move."""
        found = self._levels
        if found is None:
            world = self.s.world
            if self.move.duty == MARCHING:
                found = path_levels(world, *self._marchers()[0])
            else:
                found = world.closer_to(self.enemies, self.move.far + self.party.pm[0] + 1)
            self._levels = found
        return found

    def nearer_hexes(self) -> int:
        """The hexes that are nearer than where the move began; to each that marches, to its own target (R-38)."""
        if self._nearer < 0:
            self._nearer = self._nearer_to_goals()
        return self._nearer

    def _nearer_to_goals(self) -> int:
        if self.move.duty != MARCHING:
            closer = self._closer()
            return closer[min(self.move.far, len(closer) - 1)]
        marching, found = self._marchers(), self.s.world.hexes
        if len(marching) == 1:
            closer = self._closer()
            return closer[min(self.move.far, len(closer) - 1)]
        for marcher in marching:
            found &= nearer_to(self.s.world, marcher, self.move.start)
        return found

    def _marchers(self) -> list[tuple[int, int, int]]:
        if self._marching is None:
            self._marching = marchers(self.s, self.move.units, self.move.start)
        return self._marching

    def nearer(self, h: int) -> bool:
        return bool(self.nearer_hexes() & self.s.world.bit[h])

    def bound(self) -> bool:
        """[5.1.1] R-48: whether this move must end nearer."""
        if self._bound is None:
            m, s = self.move, self.s
            self._bound = m.duty != NO_DUTY
            if m.duty == ADVANCING:
                counted = s.counted & m.peers & ~m.excused
                declines = (counted & m.units).bit_count()
                self._bound = not may_decline(
                    counted.bit_count(), (counted & s.nearer).bit_count(), still_to_move(s, counted), declines
                )
        return self._bound

    def may_end(self) -> bool:
        """Whether the mover may stop where it is: room, and its duty done or past doing."""
        m = self.move
        if not self.can_stop(m.here, m.spent):
            return False
        if m.duty == NO_DUTY or not self.bound() or self.nearer(m.here):
            return True
        return not self.comes_nearer(m.column)

    # looking ahead

    def may_column(self, here: int) -> bool:
        """[9.3] On a major or minor road, alone, with an order that allows it; [15.4] from off the map by the flag."""
        m = self.move
        if self.party.no_column or m.charge or m.order not in (ADVANCE, MANOEUVRE):
            return False
        h, shut = (here, self.friends) if here >= 0 else (m.fare, self.enemies)
        return self.s.world.road_at[h] <= 1 and not (shut | self.ezoc) >> h & 1

    def reach(self, first_only: bool, duty: bool) -> int:
        """The hexes where this move may still end (``duty``: and be nearer); with ``first_only`` just one of them."""
        m = self.move
        return 0 if m.halted else self._reach_from(m.here, m.column, m.spent, m.hexes, first_only, duty)

    def comes_nearer(self, column: bool) -> bool:
        """Whether this move may still end nearer, in march column or not."""
        nears = self._nears
        if nears is None:
            nears = self._nears = {}
        m = self.move
        known = nears.get((m.hexes, column))
        if known is None:
            known = not m.halted and bool(self._reach_from(m.here, column, m.spent, m.hexes, True, True))
            nears[m.hexes, column] = known
        return known

    def _reach_from(self, here: int, column: bool, spent: list[int], hexes: int, first_only: bool, duty: bool) -> int:
        if here >= 0 and self.alike:
            if self.pinned(here):
                return 0
            nearer = self.nearer_hexes() if duty else EVERY
            if first_only or self._may_run_short(spent[0], hexes):
                return self._reach_alike(here, column, spent[0], hexes, first_only, nearer, {})
            return self._reach_whole(here, column, spent[0], hexes, nearer)
        found = 0
        best: dict[Node, int] = {(here, column, min(hexes, 1)): sum(spent)}
        front = [(here, column, spent, hexes)]
        while front:
            h, in_column, paid, count = front.pop()
            for there, after, halt, then_column in self.onward(h, in_column, paid, count):
                node = (there, then_column, 1)
                if best.get(node, 1 << 30) <= sum(after):
                    continue
                best[node] = sum(after)
                if self.can_stop(there, after) and (not duty or self.nearer(there)):
                    found |= 1 << there
                    if first_only:
                        return found
                if not halt and not self._out_of_charge(there, after):
                    front.append((there, then_column, after, count + 1))
        return found

    def _out_of_charge(self, h: int, spent: list[int]) -> bool:
        """[14.2] Whether the points left to a charge do not suffice to enter any enemy hex that allows one."""
        if not self.move.charge:
            return False
        goals = self.enemies & self.s.world.charge_ground
        left = min([pm - paid for pm, paid in zip(self.pm, spent, strict=True)])
        steps = max(0, left) // self.party.cheapest
        return not self.s.world.closer_to(goals, steps + 1)[steps + 1] >> h & 1

    def _reach_alike(
        self, here: int, column: bool, spent: int, hexes: int, first_only: bool, nearer: int, best: dict[int, int]
    ) -> int:
        """The same for pieces on the map who pay alike, and only ends in some hexes. ``best``: the cheapest ways known
        to places from which nothing is found; where nothing is found from here either, those on the way are added."""
        found, party, pm, roads, most = 0, self.party, self.party.pm[0], self.s.world.road_at, self.most
        left = self.s.world.bit[here] if hexes else 0  # no end that is new
        halting = self.halting
        front = [(here, column, spent, hexes)]
        best[here << 2 | column << 1 | (hexes > 0)] = spent
        while front:
            h, in_column, paid, count = front.pop()
            if count >= most:
                continue
            choice = not in_column and roads[h] < 2 and not party.no_column and self.may_column(h)
            for then_column in (False, True) if choice else (in_column,):
                shut = self.closed(h, then_column) if then_column or self.leader else self.walls
                open_ = party.payable(h, then_column, paid, count, shut)
                ends = nearer if then_column != column else nearer & ~left if nearer < 0 else nearer ^ nearer & left
                if fresh := open_ & ends:
                    if fresh := fresh ^ fresh & found:
                        found |= self._ends_among(fresh)
                    if found and first_only:
                        return found
                paces, passed = party.paces[then_column], open_ ^ open_ & halting if halting else open_
                good = self._free_ends(ends, then_column) if passed and first_only and count + 1 < most else 0
                for cost, some in paces.prices[h] if passed else ():
                    some &= passed
                    after = paid + cost
                    if after >= pm:
                        break
                    if some and nearer != EVERY:
                        some &= self._within_reach(after)
                    for there in bits(some) if some else ():
                        if good and (at_once := paces.within[there][pm - after] & good):
                            return at_once
                        node = there << 2 | then_column << 1 | 1
                        if best.get(node, 1 << 30) > after:
                            best[node] = after
                            front.append((there, then_column, after, count + 1))
        return found

    def _may_run_short(self, spent: int, hexes: int) -> bool:
        """[5.1.3] [17.2.7] Whether the number of hexes may end this move before its points do."""
        party = self.party
        return self.most - hexes <= (party.pm[0] - spent) // min(party.cheapest, party.cheapest_in_column)

    def _reach_whole(self, here: int, column: bool, spent: int, hexes: int, nearer: int) -> int:
        """What ``_reach_alike`` finds with all ends, where points alone limit the move: by sets of hexes at once."""
        left = self.s.world.bit[here] if hexes else 0  # no end that is new
        fronts = [0] * self.party.pm[0]  # by the points spent: from where the move may go on
        entered = self._set_out(here, column, spent, hexes, fronts) | self._spread_out(column, fronts)
        found = self._ends_among(((entered | left) ^ left) & nearer)
        ground = 0 if column else self._column_ground()
        if ground:
            later = [front & ground for front in fronts]
            entered = self._set_out(here, True, spent, hexes, later) if ground >> here & 1 else 0
            found |= self._ends_among((entered | self._spread_out(True, later)) & nearer)
        return found

    def _set_out(self, here: int, column: bool, spent: int, hexes: int, fronts: list[int]) -> int:
        """The hexes that may be entered next, and among the fronts those from where it goes on."""
        party, halting = self.party, self.halting
        found = party.payable(here, column, spent, hexes, self.closed(here, column))
        for cost, some in party.paces[column].prices[here]:
            if spent + cost >= len(fronts):
                break
            some &= found
            fronts[spent + cost] |= some ^ some & halting
        return found

    def _spread_out(self, column: bool, fronts: list[int]) -> int:
        """The hexes that may be entered from the fronts on; of these those from where it goes on join the fronts."""
        paces, pm, halting = self.party.paces[column], len(fronts), self.halting
        shut = self.closed_to_units(True) if column else self.walls
        found = seen = 0
        for spent, front in enumerate(fronts):
            front ^= front & seen
            if not front:
                continue
            seen |= front
            for cost, sides in paces.onward:
                if spent + cost > pm:
                    break
                there = sides.spread(front)
                there ^= there & shut
                found |= there
                if spent + cost < pm:
                    fronts[spent + cost] |= there ^ there & halting
            for cost, sides in paces.ending:
                if spent + cost <= pm:
                    there = sides.spread(front)
                    found |= there ^ there & shut
        return found

    def _column_ground(self) -> int:
        """[9.3] The hexes on the map where this move may take march column: see ``may_column``."""
        if self.party.no_column or self.move.charge or self.move.order not in (ADVANCE, MANOEUVRE):
            return 0
        return self.s.world.paved & ~(self.friends | self.ezoc)

    def _within_reach(self, spent: int) -> int:
        """The hexes from which a move that has spent so much may still do its duty."""
        if self._pace < 0:
            self._pace = self._least_pace()
        if not self._pace:
            return EVERY
        closer, steps = self._closer(), self.move.far + (self.party.pm[0] - spent) // self._pace
        return closer[min(steps, len(closer) - 1)]

    def _least_pace(self) -> int:
        """The least that it may cost this move to bring its goal nearer by one."""
        m, party = self.move, self.party
        column = m.column or (not party.no_column and m.order in (ADVANCE, MANOEUVRE))
        if m.duty == MARCHING:
            return 0 if column else 1  # its goal is counted in points
        return party.cheapest_in_column if column else party.cheapest

    def ends_by(self, n: int, spent: list[int], halt: bool) -> int:
        """The hexes where this move may end once it has made a step (of ``next_steps``): there, or farther on."""
        found = 1 << n if self.can_stop(n, spent) else 0
        return (
            found if halt else found | self._reach_from(n, self.move.column, spent, self.move.hexes + 1, False, False)
        )

    def onward(self, here: int, column: bool, spent: list[int], hexes: int) -> list[tuple[int, list[int], bool, bool]]:
        """Steps with and without declaring column now."""
        ways = [column] if column or not self.may_column(here) else [False, True]
        found = []
        for in_column in ways:
            steps = self.entries(in_column) if here < 0 else self.steps(here, in_column, spent, hexes)
            found += [(n, after, halt, in_column) for n, after, halt in steps]
        return found

    def open_steps(self, in_column: bool = False) -> int:
        """The hexes that may be entered next without running into a dead end; ``in_column``: in march column."""
        m = self.move
        column = m.column or in_column
        if m.here < 0 or not self.alike:
            return self._open_each(column)
        if m.halted or m.hexes >= self.most or self.pinned(m.here):
            return 0
        shut = self.closed(m.here, column) if column or self.leader else self.walls
        open_ = self.party.payable(m.here, column, m.spent[0], m.hexes, shut)
        if self.leader and m.threat < 0:
            return open_  # as in ``ride_steps``
        if m.duty == NO_DUTY or not self.bound():
            return self._leading(open_, column, EVERY)
        found = self._leading(open_, column, self.nearer_hexes())
        if found:
            self._nears = {(m.hexes, column): True}
        elif not self.must_near(column):
            return self._leading(open_, column, EVERY)
        return found

    def _open_each(self, column: bool) -> int:
        """The same for units that do not pay alike or are about to enter the map."""
        duty = self.must_near(column)
        found = 0
        for n, spent, halt in self.next_steps(column):
            ends = (not duty or self.nearer(n)) and self.can_stop(n, spent)
            if ends or (not halt and self._reach_from(n, column, spent, self.move.hexes + 1, True, duty)):
                found |= self.s.world.bit[n]
        return found

    def _leading(self, open_: int, column: bool, nearer: int) -> int:
        """Of the hexes that may be entered next, those that are an end among some hexes or lead to one."""
        m, paces, pm = self.move, self.party.paces[column], self.party.pm[0]
        found = self._ends_among(open_ & nearer)
        passed = open_ ^ found
        passed ^= passed & self.halting
        if not passed or m.hexes + 1 >= self.most:
            return found
        good = self._free_ends(nearer, column)
        dead: dict[int, int] = {}  # ways that were found to lead nowhere
        for cost, some in paces.prices[m.here]:
            some &= passed
            spent = m.spent[0] + cost
            if spent >= pm:
                break
            if some and nearer != EVERY:
                some &= self._within_reach(spent)
            for n in bits(some) if some else ():
                left = pm - spent
                soon = paces.within[n][left] & good or (good and self._in_two_steps(n, column, left, good))
                if soon or self._leads_on(n, column, spent, nearer, dead):
                    found |= self.s.world.bit[n]
        return found

    def _in_two_steps(self, n: int, column: bool, left: int, good: int) -> bool:
        """Whether so many points suffice for a step to a hex beside one of the good ends, and into that."""
        if self.move.hexes + 2 >= self.most:
            return False
        paces, shut = self.party.paces[column], self.closed_to_units(column) | self.halting
        for cost, some in paces.prices[n]:
            if cost >= left:
                return False
            for h in bits(some ^ some & shut):
                if paces.within[h][left - cost] & good:
                    return True
        return False

    def _leads_on(self, n: int, column: bool, spent: int, nearer: int, dead: dict[int, int]) -> bool:
        """Whether there is a legal end farther on. ``dead``: ways that were found to lead nowhere."""
        if dead.get(n << 2 | column << 1 | 1, 1 << 30) <= spent:
            return False
        best: dict[int, int] = {}
        if self._reach_alike(n, column, spent, self.move.hexes + 1, True, nearer, best):
            return True
        if not self.party.halting:
            dead.update(best)
        return False

    def must_near(self, in_column: bool = False) -> bool:
        """Whether only ends nearer than the start are left to this move; ``in_column``: in march column."""
        if self.move.duty == NO_DUTY or not self.bound():
            return False
        m = self.move
        if self.nearer(m.here) and self.can_stop(m.here, m.spent):
            return True
        return self.comes_nearer(m.column or in_column)

    def can_move(self) -> bool:
        m = self.move
        return not (m.charge and self._out_of_charge(m.here, m.spent)) and bool(self.reach(True, False))

    # why not

    def bans(self) -> Iterable[Ban]:
        """The rules against entering a hex next; the last of them shuts all that are no open steps."""
        s, m = self.s, self.move
        if m.here < 0:
            yield from self._entry_bans()
            return
        yield Ban("9.1", "not_adjacent", ~s.world.near[m.here], (s.spot(m.here), s.spot))
        yield Ban("9.1.2", "enemy_there", self.enemies, (s.spot,), beside=True)
        if self.pinned(m.here):
            yield Ban("8.1", "pinned", EVERY, (s.spot(m.here),), beside=True)
        elif m.halted:
            yield Ban("9.1", "halted", EVERY, (s.spot(m.here),), beside=True)
        if m.hexes >= self.most:
            storm = m.hexes >= s.sky.max_hexes_moved
            rule, key = ("17.2.7", "storm") if storm else ("5.1.3", "one_hex_in_defence")
            yield Ban(rule, key, EVERY, (), beside=True)
        if self.leader:
            closed = self.closed(m.here, False) & ~self.enemies
            yield Ban("8.2.2", "leader_in_zoc", closed, (s.spot,), beside=True)
        else:
            yield from self._unit_bans()
        yield from self._price_bans()

    def _entry_bans(self) -> Iterable[Ban]:
        """[15.4] R-34: the flag is held by the enemy, lies in a zone that the order keeps off, or is another one."""
        s, shut = self.s, ~self.open_steps()
        yield Ban("15.4", "not_the_entry", shut & ~(1 << self.move.fare), (s.spot,))
        yield Ban("9.1.2", "enemy_there", shut & self.enemies, (s.spot,))
        if self.leader:
            yield Ban("8.2.2", "leader_in_zoc", shut, (s.spot,))
        else:
            yield from self._unit_bans(shut)
        yield Ban("7.1", "no_room_on", shut, (s.spot,))

    def _unit_bans(self, among: int = EVERY) -> Iterable[Ban]:
        """[5.1] [9.3.2] [14.2] What its order, march column or a charge keep a unit out of."""
        s, m = self.s, self.move
        rule, key = ("5.1.4", "manoeuvre_keeps_off") if m.order == MANOEUVRE else ("5.1.3", "defence_keeps_off")
        yield Ban(rule, key, among & self.barred, (s.spot,), beside=True)
        if m.column:
            yield Ban("9.3.2", "column_in_zoc", among & self.ezoc, (s.spot,), beside=True)
            yield Ban("9.3.2", "column_through_friends", among & self.friends, (s.spot,), beside=True)
        if m.charge:
            wet = sum(1 << n for n in bits(s.world.near[m.here]) if (m.here, n) in s.world.wet)
            yield Ban("14.2", "no_charge_ground", among & (wet | ~s.world.charge_ground), (s.spot,), beside=True)

    def _price_bans(self) -> Iterable[Ban]:
        """The ground closes it, the points do not suffice, or there would be no place to stop."""
        s, m = self.s, self.move
        tables = self.party.column_tables if m.column else self.party.tables
        ground = EVERY
        for table in tables:
            ground &= sum(1 << step[0] for step in table[m.here])
        yield Ban("10.0", "closed_ground", ~ground, (s.spot,))
        paid = sum(1 << n for n, _, _ in self.next_steps())
        whole = {step[0] for table in tables for step in table[m.here] if step[1] == ALL}
        yield Ban("10.2", "whole_move", sum(1 << n for n in whole) & ~paid, (s.spot,))
        yield Ban("9.1.1", "too_dear", ~paid, (s.spot,))
        if self.must_near():
            rule = "5.1.2" if m.order == ATTACK else "5.1.1"
            yield Ban(rule, "must_close_in", ~self.open_steps(), (s.spot,))
        yield Ban("7.1", "no_room_on", ~self.open_steps(), (s.spot,))


def still_to_move(s: Battle, counted: int) -> int:
    """R-48: counted units that have not moved."""
    return (counted & ~s.nearer & ~s.marched).bit_count()


def may_decline(counted: int, nearer: int, still: int, declines: int) -> bool:
    """[5.1.1] R-48: whether so many of the units still to move may end no nearer; half of the counted, rounded up."""
    return nearer + still - declines >= (counted + 1) // 2
