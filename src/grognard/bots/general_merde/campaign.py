"""The campaign: a race for flags. Which group takes which, and who stays, weighed together."""

from __future__ import annotations

from functools import cached_property
from typing import Final, NamedTuple

from grognard.board.squares import SECTOR, mask_of, nearest, ring
from grognard.bots.general_merde.field import Field, Unit, heft, tied
from grognard.bots.general_merde.road import ASIDE, FAR, costs_of, fields, open_way
from grognard.games.merde.rules.messages import is_cic
from grognard.games.merde.rules.orders import off_column, triggered
from grognard.games.merde.world.lexicon import GARRISON, MOVES, RESERVE, SUPPORT
from grognard.games.merde.world.world import ARTILLERY, CAVALRY

STAY: Final = -1  # no new order
CARDS: Final = 9  # [2.3]
SOON: Final = 0.9  # what a flag is worth that falls a turn later
SPARE: Final = 0.35  # a flag beyond those that are needed
PASSED: Final = 3  # squares by which one must have passed an enemy to forget him
COMING: Final = 0.7  # an enemy who is sent to a column and not there yet
BESIDE: Final = 0.4  # one who waits near the flag, in another column
HAND: Final = 5  # so near
LOOSE: Final = 0.5  # an enemy who waits, before a flag of ours: he may be sent there
ON_THE_WAY: Final = 0.7  # who marches before a flag covers it less than who stands there
SCREEN: Final = 5
BARRED: Final = 4.0  # turns that it costs when the way to another column is barred
LEVEL: Final = 2  # rows before or behind one in which an enemy bars it
RUNS: Final = 4  # marches to a flag that lies open
OUTSIDE: Final = 0.012  # [10.1] a square by which a corps outgrows its general's radius
AGAIN: Final = 0.08  # a group on the march that is sent elsewhere
ANEW: Final = 0.005  # any new order
IDLE: Final = 0.05
RELEASE: Final = 2
NEAR: Final = 9
BATTLE: Final = 0.5  # men weigh more where they are many


class Corps(NamedTuple):
    """A group that could be sent somewhere."""

    group: int
    units: list[Unit]
    weight: float
    now: int  # the column it marches in, or STAY
    here: int  # the column it stands in
    line: int  # how far forward it is
    delay: float  # turns until a new order is understood


class Raid(NamedTuple):
    """What it is for a group to go for the flag of a column."""

    time: float
    against: float


class Campaign:
    """Who goes where."""

    def __init__(self, f: Field) -> None:
        self.f = f
        self.able = [corps for g in f.groups if (corps := self._corps(g)) is not None]
        self.columns = sorted({(flag & 63) // SECTOR for flag in f.prizes})
        self.needed = max(1, f.world.flags_needed - f.s.captured[f.side])
        self.feared = max(1, f.world.flags_needed - f.s.captured[1 - f.side])
        self.raids = {(c.group, k): self._raid(c, k) for c in self.able for k in self.columns}
        self.threats = {flag: self._threat(flag) for flag in f.flags}

    def _corps(self, group: int) -> Corps | None:
        f, now = self.f, self.f.groups[group]
        units = [unit for unit in f.members(group) if not unit.routed]
        if not units or not units[0].regiment:
            return None
        marches = now.order in MOVES and not now.holding and bool(f.column_flags(now.column))
        general = f.s.leader(units[0].id)
        chance = 1.0 if is_cic(f.s, general) else min(1.0, f.s.commander(general).value / CARDS)
        line = max([f.forward(sq) for unit in units for sq in unit.squares])
        here = (units[0].squares[0] & 63) // SECTOR
        weight = sum([heft(unit) for unit in units])
        return Corps(group, units, weight, now.column if marches else STAY, here, line, 1 / chance - 1)

    def _raid(self, corps: Corps, column: int) -> Raid:
        f, unit = self.f, corps.units[-1]
        flags = tuple(f.column_flags(column))
        delay = 0.0 if corps.now == column else corps.delay
        pace = max(1, f.pace(unit))
        open_ = min([open_way(f, unit, flag, RUNS * pace) for flag in flags])
        if open_ < FAR:
            return Raid(max(1.0, open_ / pace) + delay, self._guards(flags))
        field = fields(costs_of(f.s, unit), flags)
        way = min([field.get(sq, FAR) + ASIDE * off_column(sq, column) for sq in unit.squares])
        time = max(1.0, way / pace) + delay + BARRED * self._barred(unit, column)
        return Raid(time, self._against(corps, column, flags))

    def _guards(self, flags: tuple[int, ...]) -> float:
        """Those who stand on a flag or next to it."""
        near = ring(mask_of(flags)) | mask_of(flags)
        return sum([heft(foe) for foe in self.f.fighters if mask_of(foe.squares) & near])

    def _barred(self, unit: Unit, column: int) -> bool:
        """[18.4] Whether an enemy stands in the way to another column: one goes there sideways, and not through his ZOC."""
        at = unit.squares[0]
        west, east = sorted((at & 63, column * SECTOR + SECTOR // 2))
        between = [foe.squares[0] for foe in self.f.fighters if west <= foe.squares[0] & 63 <= east]
        return off_column(at, column) > 0 and any([abs((sq >> 6) - (at >> 6)) <= LEVEL for sq in between])

    def _against(self, corps: Corps, column: int, flags: tuple[int, ...]) -> float:
        f, found = self.f, 0.0
        for foe in f.fighters:
            if f.forward(foe.squares[0]) < corps.line - PASSED:
                continue
            there = (foe.squares[0] & 63) // SECTOR == column
            sent = self.sent.get(foe.group, STAY) == column
            near = min([nearest((flag,), foe.squares) for flag in flags]) <= HAND
            found += heft(foe) * (1.0 if there else COMING if sent else BESIDE if near else 0.0)
        return found

    @cached_property
    def sent(self) -> dict[int, int]:
        """[6.3] The columns into which groups march, with those who support them."""
        found = {}
        for g, group in self.f.groups.items():
            head = self.f.s.group(group.supports) if group.order == SUPPORT and group.supports >= 0 else group
            alive = group.order != SUPPORT or any(unit.group == group.supports for unit in self.f.units.values())
            if alive and head.order in MOVES and not head.holding:
                found[g] = head.column
        return found

    def _threat(self, flag: int) -> tuple[list[tuple[float, int]], float]:
        """Who could come for a flag of ours, each with how far forward he stands as we see it; and when the first is there."""
        f, column = self.f, (flag & 63) // SECTOR
        found, soon = [], float(FAR)
        for foe in f.fighters:
            if f.forward(foe.squares[0]) < f.forward(flag) - 1 - SECTOR:
                continue
            sent = self.sent.get(foe.group, STAY)
            if sent >= 0 and sent != column:
                continue
            wait = max(0, f.groups[foe.group].release - f.turn) if tied(f, foe) else 0
            way = nearest((flag,), foe.squares)
            time = way / max(1, f.pace(foe)) + wait + (0 if sent == column else 1)
            found.append((heft(foe) * (1.0 if sent == column else LOOSE * SOON**time), f.forward(foe.squares[0])))
            soon = min(soon, time)
        return found, soon

    # what an allotment is worth

    def worth(self, sent: dict[int, int]) -> float:
        """What it is worth to send every group where it is sent (STAY: it keeps its order)."""
        gains: list[float] = []
        for column in self.columns:
            there = [c for c in self.able if self._column(c, sent) == column]
            if there:
                gains.append(self._gain(column, there))
        losses = [self._loss(flag, sent) for flag in self.f.flags]
        found = self._sum(gains, self.needed) - self._sum(losses, self.feared)
        for corps in self.able:
            column = sent[corps.group]
            if column != STAY and column != corps.now:
                found += IDLE if self._idle(corps) else -AGAIN if corps.now != STAY else -ANEW
                found -= OUTSIDE * self._outside(corps, column)
        return found

    def _idle(self, corps: Corps) -> bool:
        """Whether a group has nothing to do where it stands: it has taken its flag, or those whom it followed are gone."""
        now = self.f.groups[corps.group]
        if now.order == SUPPORT:
            return corps.group not in self.sent and not self.f.members(now.supports)
        return now.order == RESERVE or (now.order in MOVES and corps.now == STAY)

    def _column(self, corps: Corps, sent: dict[int, int]) -> int:
        found = sent[corps.group]
        return self.sent.get(corps.group, STAY) if found == STAY else found

    def _sum(self, parts: list[float], most: int) -> float:
        parts = sorted(parts, reverse=True)
        return (sum(parts[:most]) + SPARE * sum(parts[most:])) / most

    def _gain(self, column: int, there: list[Corps]) -> float:
        rows = [(c.weight, self.raids[c.group, column]) for c in there]
        weight = sum([w for w, _ in rows])
        against = sum([w * raid.against for w, raid in rows]) / weight
        times = [raid.time for _, raid in rows]
        time = min(times) if against < 1 else sum([w * raid.time for w, raid in rows]) / weight
        if time > self.f.left + 1:
            return 0.0
        return SOON**time * weight**2 / (weight**2 + against**2)

    def _loss(self, flag: int, sent: dict[int, int]) -> float:
        threats, soon = self.threats[flag]
        against = sum([weight for weight, _ in threats])
        if not against or soon > self.f.left + 1:
            return 0.0
        column, cover = (flag & 63) // SECTOR, 0.0
        for corps in self.able:
            goes = self._column(corps, sent)
            if goes == STAY:
                gap = min([nearest((flag,), unit.squares) for unit in corps.units])
                share = 1.0 if gap <= 2 else ON_THE_WAY if gap <= SCREEN else 0.0
            else:
                share = ON_THE_WAY if goes == column else 0.0
            if share:
                ahead = sum([weight for weight, line in threats if line + 1 >= corps.line])
                cover += share * corps.weight * ahead / against
        return SOON**soon * against**2 / (against**2 + cover**2)

    def _outside(self, corps: Corps, column: int) -> int:
        west, east, _, _, reach = self.f.spread(corps.units[0])
        return max(0, column * SECTOR + 3 - west - reach, east - column * SECTOR - 2 - reach)

    # the best of them

    def _choices(self, corps: Corps) -> list[int]:
        now = self.f.groups[corps.group]
        if now.release > self.f.turn:
            return [STAY]
        if now.order == SUPPORT and corps.units[0].arm != CAVALRY and self.f.members(now.supports):
            return [STAY]
        if now.order == RESERVE and self.f.turn <= RELEASE:
            return [STAY]
        if now.order == GARRISON and self._guards_well(corps):
            return [STAY]
        return [STAY, *[c for c in self.columns if c != corps.now]]

    def _guards_well(self, corps: Corps) -> bool:
        """Whether a garrison is wanted where it stands."""
        f = self.f
        if triggered(f.s, corps.units[0].id):
            return True
        flags = [flag for flag in f.flags if (flag & 63) // SECTOR == corps.here]
        if any([self._threatened(flag) for flag in flags]):
            return True
        return f.standing >= 0 and all([self.raids[corps.group, c].against > 0 for c in self.columns])

    def _threatened(self, flag: int) -> bool:
        """Whether an enemy is sent into the column of a flag, or stands where he may soon be on it."""
        column = (flag & 63) // SECTOR
        return self.f.danger(flag) <= NEAR or any(self.sent.get(foe.group, STAY) == column for foe in self.f.fighters)

    @cached_property
    def plan(self) -> dict[int, int]:
        """The column that every group is to be sent to; STAY: as it is."""
        sent = {corps.group: STAY for corps in self.able}
        best = self.worth(sent)
        while True:
            found = [
                (self.worth({**sent, corps.group: choice}), corps.group, choice)
                for corps in self.able
                for choice in self._choices(corps)
                if choice != sent[corps.group]
            ]
            worth, group, choice = max(found, default=(best, -1, STAY))
            if worth <= best + 1e-6:
                return sent
            best = worth
            sent[group] = choice
