"""The campaign, a race for flags: which group takes which, who guards one's own; all of them weighed together."""

from __future__ import annotations

from functools import cached_property
from typing import Final, NamedTuple

from grognard.board.squares import SECTOR, mask_of, nearest, ring, sector
from grognard.bots.general_merde.field import Field, Unit, heft, tied
from grognard.bots.general_merde.road import ASIDE, FAR, costs_of, fields, march_to, open_way
from grognard.games.merde.rules.messages import is_cic
from grognard.games.merde.rules.orders import off_column, triggered
from grognard.games.merde.world.lexicon import GARRISON, MOVES, RESERVE, SUPPORT
from grognard.games.merde.world.world import CAVALRY

STAY: Final = -1  # no new order
GUARD: Final = -2  # a reserve is made a garrison
CARDS: Final = 9  # [2.3]
RELEASE: Final = 2  # turns before reserves are thought of
NEAR: Final = 9  # two marches of infantry
RUNS: Final = 4  # marches to a flag that lies open
PASSED: Final = 3  # squares by which one must have passed an enemy to forget him
LEVEL: Final = 2  # rows before or behind one in which an enemy bars the way to another column
BARRED: Final = 4.0  # turns that this costs
HAND: Final = 5  # so near a flag one has a hand in what happens there
GUARDED: Final = 2  # so near one stands before it
COMING: Final = 0.7  # an enemy who is sent to a column and not there yet, as a share of one who is
BESIDE: Final = 0.4  # one near the flag, in another column
LOOSE: Final = 0.5  # one who waits, for a flag of ours: he may be sent there
COVERED: Final = 0.7  # how much who stands near a flag, or marches before it, covers it
SOON: Final = 0.9  # what a flag is worth that falls a turn later
SPARE: Final = 0.35  # one beyond those that are needed
FEAR: Final = 1.0  # what a flag of ours is worth
RISK: Final = 0.5  # the same when time runs out and one is behind
LAST_TURNS: Final = 6
OUTSIDE: Final = 0.012  # [10.1] a square by which a corps outgrows its general's radius
AGAIN: Final = 0.08  # a group on the march that is sent elsewhere
ANEW: Final = 0.005  # any new order
IDLE: Final = 0.05  # a group that has nothing to do where it stands


class Force(NamedTuple):
    """A group that could be sent somewhere."""

    group: int
    units: list[Unit]
    weight: float
    now: int  # the column whose flag it marches on, or STAY
    here: int  # the column it stands in
    line: int  # how far forward it is
    delay: float  # [21.5] turns until a new order is understood


class Raid(NamedTuple):
    """What it is for a group to go for the flag of a column: turns, and the weight of those in its way."""

    time: float
    against: float


class Threat(NamedTuple):
    """Who could come for a flag of ours: the weight of each and how far forward he is to us; the turns of the first."""

    foes: list[tuple[float, int]]
    weight: float
    soon: float


class Campaign:
    """Who goes where."""

    def __init__(self, f: Field) -> None:
        self.f = f
        self.forces = [force for g in f.groups if (force := self._force(g)) is not None]
        self.columns = sorted({(flag & 63) // SECTOR for flag in f.prizes})
        self.needed, self.feared = [max(1, f.world.flags_needed - f.s.captured[k]) for k in (f.side, 1 - f.side)]
        self.fear = RISK if f.standing < 0 and f.left <= LAST_TURNS else FEAR
        self.raids = {
            (force.group, column): self._raid(force, column) for force in self.forces for column in self.columns
        }
        self.threats = {flag: self._threat(flag) for flag in f.flags}
        self.covers: dict[tuple[int, int, int], float] = {}

    def _force(self, group: int) -> Force | None:
        f, now = self.f, self.f.groups[group]
        units = [unit for unit in f.members(group) if unit.regiment and not unit.routed]
        if not units:
            return None
        marches = now.order in MOVES and not now.holding and bool(f.column_flags(now.column))
        general = f.s.leader(units[0].id)
        chance = 1.0 if is_cic(f.s, general) else f.s.commander(general).value / CARDS
        line = max([f.forward(sq) for unit in units for sq in unit.squares])
        here, weight = (units[0].squares[0] & 63) // SECTOR, sum([heft(unit) for unit in units])
        return Force(group, units, weight, now.column if marches else STAY, here, line, 1 / chance - 1)

    # flags of the enemy

    def _raid(self, force: Force, column: int) -> Raid:
        """[42.1] Past everybody, if the flag lies open; else by the column, through all who stand there."""
        f, unit = self.f, force.units[-1]
        flags, pace = tuple(f.column_flags(column)), max(1, f.pace(unit))
        delay = 0.0 if force.now == column else force.delay
        barred = self._barred(unit, column)
        way = FAR if barred else min([open_way(f, unit, flag, RUNS * pace) for flag in flags])
        if way < FAR:
            held = mask_of(flags) | ring(mask_of(flags))
            return Raid(
                max(1.0, way / pace) + delay, sum([heft(foe) for foe in f.fighters if mask_of(foe.squares) & held])
            )
        field = fields(costs_of(f.s, unit), flags, march_to(f.world, f.side, column, flags))
        long = min([field.get(sq, FAR) + ASIDE * off_column(sq, column) for sq in unit.squares])
        return Raid(max(1.0, long / pace) + delay + BARRED * barred, self._against(force, column, flags))

    def _barred(self, unit: Unit, column: int) -> bool:
        """[18.4] Whether an enemy is in the way to another column: one goes there sideways, and not through his ZOC."""
        at = unit.squares[0]
        west, east = sorted((at & 63, column * SECTOR + SECTOR // 2))
        between = [foe.squares[0] for foe in self.f.fighters if west <= foe.squares[0] & 63 <= east]
        return off_column(at, column) > 0 and any([abs((sq >> 6) - (at >> 6)) <= LEVEL for sq in between])

    def _against(self, force: Force, column: int, flags: tuple[int, ...]) -> float:
        """Who stands in a column, is sent there, or is near its flag; not those whom one has passed."""
        found = 0.0
        for foe in self.f.fighters:
            if self.f.forward(foe.squares[0]) >= force.line - PASSED:
                there = (foe.squares[0] & 63) // SECTOR == column
                sent = self.sent.get(foe.group, STAY) == column
                near = min([nearest((flag,), foe.squares) for flag in flags]) <= HAND
                found += heft(foe) * (1.0 if there else COMING if sent else BESIDE if near else 0.0)
        return found

    @cached_property
    def sent(self) -> dict[int, int]:
        """[6.3] The columns into which the groups of both sides march, with those who support them."""
        f, found = self.f, {}
        standing = {unit.group for unit in f.units.values()}
        for g, group in f.groups.items():
            head = f.s.group(group.supports) if group.order == SUPPORT and group.supports in standing else group
            if head.order in MOVES and not head.holding:
                found[g] = head.column
        return found

    # one's own

    def _threat(self, flag: int) -> Threat:
        f, column = self.f, (flag & 63) // SECTOR
        found, soon = [], float(FAR)
        for foe in f.fighters:
            line, sent = f.forward(foe.squares[0]), self.sent.get(foe.group, STAY)
            if line < f.forward(flag) - 1 - SECTOR or sent not in (STAY, column):
                continue
            wait = max(0, f.groups[foe.group].release - f.turn) if tied(f, foe) else 0
            time = nearest((flag,), foe.squares) / max(1, f.pace(foe)) + wait + (sent == STAY)
            found.append((heft(foe) * (LOOSE * SOON**time if sent == STAY else 1.0), line))
            soon = min(soon, time)
        return Threat(found, sum([weight for weight, _ in found]), soon)

    def _cover(self, flag: int, force: Force, goes: int) -> float:
        """How much a group is before a flag of ours, standing or marching: only before those who have not passed it."""
        key = (flag, force.group, goes)
        if key not in self.covers:
            threat = self.threats[flag]
            gap = min([nearest((flag,), unit.squares) for unit in force.units])
            near = goes == (flag & 63) // SECTOR if goes != STAY else gap <= HAND
            share = 0.0 if not near else 1.0 if goes == STAY and gap <= GUARDED else COVERED
            ahead = sum([weight for weight, line in threat.foes if line + 1 >= force.line]) if share else 0.0
            self.covers[key] = share * force.weight * ahead / threat.weight if share else 0.0
        return self.covers[key]

    # what it is worth

    def worth(self, plan: dict[int, int]) -> float:
        """What it is worth to send every group where a plan sends it."""
        goes = [(force, self._goes(force, plan[force.group])) for force in self.forces]
        gains = [self._gain(column, [force for force, to in goes if to == column]) for column in self.columns]
        losses = [self._loss(flag, goes) for flag in self.f.flags]
        found = race(gains, self.needed) - self.fear * race(losses, self.feared)
        return found + sum([self.price(force, plan[force.group]) for force in self.forces])

    def _goes(self, force: Force, column: int) -> int:
        return self.sent.get(force.group, STAY) if column == STAY else column

    def price(self, force: Force, column: int) -> float:
        """What speaks for a new order itself, and against it."""
        if column in (STAY, force.now):
            return 0.0
        found = IDLE if self._idle(force) else -AGAIN if force.now != STAY else -ANEW
        return found - OUTSIDE * self._outside(force, column)

    def _idle(self, force: Force) -> bool:
        """Whether it has taken its flag, waits for orders, or those whom it followed are gone."""
        now = self.f.groups[force.group]
        if now.order == SUPPORT:
            return not self.f.members(now.supports)
        return now.order == RESERVE or (now.order in MOVES and force.now == STAY)

    def _outside(self, force: Force, column: int) -> int:
        """[10.1] By how many squares the corps would be too wide for its general."""
        west, east, _, _, reach = self.f.spread(force.units[0])
        return max(0, column * SECTOR + 3 - west - reach, east - column * SECTOR - 2 - reach)

    def _gain(self, column: int, there: list[Force]) -> float:
        """What these may expect of a column: one takes a flag that lies open, all of them one that does not."""
        if not there:
            return 0.0
        raids = [(force.weight, self.raids[force.group, column]) for force in there]
        weight = sum([force.weight for force in there])
        against = sum([share * raid.against for share, raid in raids]) / weight
        mean = sum([share * raid.time for share, raid in raids]) / weight
        return self._odds(weight, against, min([raid.time for _, raid in raids]) if against < 1 else mean)

    def _loss(self, flag: int, goes: list[tuple[Force, int]]) -> float:
        threat = self.threats[flag]
        if not threat.weight:
            return 0.0
        cover = sum([self._cover(flag, force, to) for force, to in goes])
        return self._odds(threat.weight, cover, threat.soon)

    def _odds(self, weight: float, against: float, time: float) -> float:
        """How likely a flag falls in time: men count by their square."""
        return SOON**time * weight**2 / (weight**2 + against**2) if time <= self.f.left + 1 else 0.0

    # the best of them

    def _choices(self, force: Force) -> list[int]:
        f, now = self.f, self.f.groups[force.group]
        bound = now.order == SUPPORT and force.units[0].arm != CAVALRY and f.members(now.supports)
        waits = now.order == RESERVE and f.turn <= RELEASE
        if now.release > f.turn or bound or waits or (now.order == GARRISON and self._wanted(force)):
            return []
        return [column for column in self.columns if column != force.now]

    def _wanted(self, force: Force) -> bool:
        """Whether a garrison is wanted where it is: enemies come, or no flag lies open and nothing presses."""
        f = self.f
        if triggered(f.s, force.units[0].id):
            return True
        if any([self._threatened(flag) for flag in f.flags if (flag & 63) // SECTOR == force.here]):
            return True
        return f.standing >= 0 and all([self.raids[force.group, column].against > 0 for column in self.columns])

    def _threatened(self, flag: int) -> bool:
        """Whether an enemy is sent into the column of a flag, or stands where he may soon be on it."""
        column = (flag & 63) // SECTOR
        return self.f.danger(flag) <= NEAR or any([self.sent.get(foe.group) == column for foe in self.f.fighters])

    def _guards(self, force: Force) -> bool:
        """[18.5] Whether a reserve has a flag in its sector to which enemies come: as a garrison it may go at them."""
        f, now = self.f, self.f.groups[force.group]
        if now.order != RESERVE or now.release > f.turn:
            return False
        own = {sector(unit.squares[0]) for unit in force.units}
        return any([sector(flag) in own and self._threatened(flag) for flag in f.flags])

    @cached_property
    def orders(self) -> dict[int, int]:
        """The columns to which groups are to be sent, the most important first; who is not named keeps his order."""
        plan = {force.group: STAY for force in self.forces}
        choices = [(force.group, column) for force in self.forces for column in self._choices(force)]
        found: dict[int, int] = {}
        best = self.worth(plan)
        while True:
            others = [(self.worth(plan | {group: to}), group, to) for group, to in choices if plan[group] != to]
            worth, group, column = max(others, default=(best, STAY, STAY))
            if worth <= best + 1e-6:
                return found | {
                    force.group: GUARD for force in self.forces if plan[force.group] == STAY and self._guards(force)
                }
            best = worth
            plan[group] = found[group] = column


def race(chances: list[float], needed: int) -> float:
    """[1.1] Those flags count that are needed, the likeliest first; the others little."""
    likely = sorted(chances, reverse=True)
    return (sum(likely[:needed]) + SPARE * sum(likely[needed:])) / needed


def allotment(f: Field) -> dict[int, int]:
    """The columns to which groups are to be sent."""
    if f.allotted is None:
        f.allotted = Campaign(f).orders
    return f.allotted
