"""The general's own battle plan, where he may set up as he likes: who goes for which flag, and where all that stands.

The enemy is reckoned with as the scenario has him, and half of him as if he were anywhere.
"""

from __future__ import annotations

from itertools import count
from typing import Final, NamedTuple

from grognard.board.squares import SECTOR, farthest, nearest
from grognard.bots.general_merde.campaign import FEAR, SOON, race
from grognard.bots.general_merde.field import Field, Unit, heft
from grognard.bots.general_merde.worth import ground
from grognard.games.merde.rules.layout import Layout, flag_squares, free_spots, holds_place, start_formations
from grognard.games.merde.world.lexicon import GARRISON, GROUPS, MARCH, MOVE_COLUMN, RESERVE, SUPPORT, UNLIMBERED
from grognard.games.merde.world.pieces import Squares
from grognard.games.merde.world.world import ARTILLERY, CAVALRY
from grognard.kernel.action import Action

NOWHERE: Final = -1
KNOWN: Final = 0.5  # of the enemy: the share that is thought to stand as the scenario has it
WIDE: Final = 0.1  # [10.1] a square by which a corps outgrows its general's radius
BEHIND: Final = 2  # rows between the first line and the commander-in-chief
DEEP: Final = 0.3  # what a flag gains by a row between it and the enemy, in points of defence


class Body(NamedTuple):
    """Those of a group of the scenario, who stay together."""

    units: list[Unit]
    weight: float
    release: int
    backs: bool  # whether it supports another by the scenario
    column: int  # where the scenario sends it, or has it stand
    number: int

    @property
    def stays(self) -> bool:
        return self.units[0].arm == ARTILLERY or self.release > 0 or self.units[0].stock.stays


class Design(NamedTuple):
    """A whole battle plan."""

    layout: Layout
    worth: float


def columns_of(squares: Squares) -> set[int]:
    return {(sq & 63) // SECTOR for sq in squares}


class Setup:
    """The plan as it is made."""

    def __init__(self, f: Field) -> None:
        self.f, self.s, self.side = f, f.s, f.side
        self.width = f.world.field.columns
        self.bodies = self._bodies()
        self.foes = self._foes()
        self.needed = max(1, f.world.flags_needed)

    def _bodies(self) -> list[Body]:
        """The groups of the scenario, in the order in which their first is asked about."""
        world, found = self.f.world, []
        for group in dict.fromkeys([world.group_of[p] for p in world.roster[self.side]]):
            units = [unit for unit in self.f.own if world.group_of.get(unit.id) == group]
            given = world.plans[group]
            assert given is not None
            weight = sum([heft(unit) for unit in units if unit.regiment])
            release, backs = given.release or 0, given.order == SUPPORT
            found.append(Body(units, weight, release, backs, given.column, given.number))
        return found

    def _foes(self) -> list[float]:
        """What may be met in each column."""
        found = [0.0] * self.width
        for foe in self.f.fighters:
            group = self.f.groups[foe.group]
            head = self.f.s.group(group.supports) if group.order == SUPPORT else group
            weight = heft(foe) * SOON ** max(0, group.release)
            found[head.column] += KNOWN * weight
            for column in range(self.width):
                found[column] += (1 - KNOWN) * weight / self.width
        return found

    # which flags

    def worth(self, columns: list[int]) -> float:
        """What it is worth to have every group in a column."""
        ours, guards = [0.0] * self.width, [0.0] * self.width
        for body, column in zip(self.bodies, columns, strict=True):
            (guards if body.stays else ours)[column] += body.weight * SOON**body.release
        gains = [_odds(here, foe) for here, foe in zip(ours, self.foes, strict=True)]
        losses = [_odds(foe, here + guard) for here, guard, foe in zip(ours, guards, self.foes, strict=True)]
        return race(gains, self.needed) - FEAR * race(losses, self.needed) - WIDE * self._wide(columns)

    def _wide(self, columns: list[int]) -> int:
        """[10.1] By how many squares corps would be too wide for their generals."""
        found = 0
        for general in self.f.world.generals[self.side]:
            held = [c for body, c in zip(self.bodies, columns, strict=True) if body.units[0].stock.general == general]
            if held:
                room = 2 * self.f.world.officer(general).radius + 1
                found += max(0, (max(held) - min(held) + 1) * SECTOR - room - 2)
        return found

    def columns(self) -> list[int]:
        """The best column for every group, one change after another."""
        best = [body.column for body in self.bodies]
        worth = self.worth(best)
        while True:
            others = [[*best[:n], c, *best[n + 1 :]] for n in range(len(best)) for c in range(self.width)]
            top = max(others, key=self.worth)
            if self.worth(top) <= worth + 1e-6:
                return best
            best, worth = top, self.worth(top)

    # where everybody stands

    def design(self) -> Layout | None:
        """The plan; none where the rear line has no room for it, or where the scenario lets one start before it."""
        f = self.f
        if any([not f.world.rear(self.side, sq) for unit in f.own for sq in unit.squares]):
            return None
        columns, plan = self.columns(), Layout()
        plan.flags = [self._flag(place) for place in range(self.width)]
        for number in sorted(range(len(columns)), key=lambda n: self._rank(self.bodies[n])):
            if not self._stand(plan, self.bodies[number], columns[number]):
                return None
        plan.member = {unit.id: place for place, body in enumerate(self.bodies) for unit in body.units}
        plan.posts = [self._post(plan, general) for general in f.world.generals[self.side]]
        self._order(plan, columns)
        return plan

    def _flag(self, place: int) -> int:
        """[5.4] On good ground, far from the enemy."""
        f = self.f
        found = flag_squares(self.s, self.side, place)
        return max(found, key=lambda sq: (ground(f, (sq,)) - DEEP * f.forward(sq), -abs((sq & 63) % SECTOR - 2), sq))

    def _rank(self, body: Body) -> tuple[int, float]:
        """Who is given his place first: the first line, then guns beside it, then who is behind."""
        arm = body.units[0].arm
        return (2 if arm == CAVALRY or body.backs and arm != ARTILLERY else 1 if arm == ARTILLERY else 0), -body.weight

    def _stand(self, plan: Layout, body: Body, column: int) -> bool:
        """All of a group, side by side."""
        rear = body.release > 0 or self._rank(body)[0] == 2
        goal = plan.flags[column if self.side == 0 else self.width - 1 - column] if body.release > 0 else NOWHERE
        here: list[Squares] = []
        for unit in body.units:
            forms = start_formations(self.s, unit.id)
            plan.formation[unit.id] = next((form for form in (UNLIMBERED, MARCH) if form in forms), forms[0])
            plan.facing[unit.id] = self.f.world.ahead[self.side]
            spots = [
                sq
                for sq in free_spots(self.s, self.side, plan, unit.id)
                if (sq & 63) // SECTOR == column and (not here or min([nearest((sq,), at) for at in here]) <= 1)
            ]
            if not spots:
                return False
            best = max(spots, key=lambda sq: self._spot(sq, column, goal, rear))
            plan.squares[unit.id] = (best,)
            here.append((best,))
        return True

    def _spot(self, sq: int, column: int, goal: int, rear: bool) -> tuple[float, ...]:
        """How good a square is: on the flag, or in the first or second row in the middle of the column."""
        if goal != NOWHERE:
            return (-nearest((goal,), (sq,)), self.f.forward(sq))
        line = self.f.forward(sq) + 1
        row = -abs(line - (self._front - rear))
        return (row, -abs((sq & 63) - (column * SECTOR + (SECTOR - 1) / 2)), sq)

    @property
    def _front(self) -> int:
        low, high = self.f.world.rear_rows[self.side]
        return high - low + 1

    def _post(self, plan: Layout, general: int) -> int:
        """[10.1] Where most of his troops are in reach, and no nearer to the enemy than need be."""
        f = self.f
        cic, radius = f.is_cic(general), f.world.officer(general).radius
        own = [p for p in plan.squares if cic or f.world.stock(p).general == general]
        among = [sq for sq in f.world.field.squares if f.world.rear(self.side, sq) and not f.world.river >> sq & 1]

        def worth(sq: int) -> tuple[float, ...]:
            far = [farthest(sq, plan.squares[p]) for p in own]
            inside = sum([gap <= radius for gap in far])
            return (inside, -abs(f.forward(sq) + 1 + BEHIND - self._front), -sum(far), sq)

        taken = {at for squares in plan.squares.values() for at in squares} | set(plan.posts)
        return max([sq for sq in among if sq not in taken], key=worth)

    def _order(self, plan: Layout, columns: list[int]) -> None:
        """[18.1] Everybody marches on his flag; guns, and who backs others, follow the strongest there."""
        heads: dict[int, int] = {}
        for place, body in enumerate(self.bodies):
            if not body.stays and not body.backs:
                if columns[place] not in heads or body.weight > self.bodies[heads[columns[place]]].weight:
                    heads[columns[place]] = place
        free = count(1)
        for place, body in enumerate(self.bodies):
            plan.orders[place] = self._written(plan, place, body, columns[place], heads, free)

    def _written(
        self, plan: Layout, place: int, body: Body, column: int, heads: dict[int, int], free: count[int]
    ) -> tuple[int, int, int, int]:
        if body.release > 0:
            return (RESERVE, 0, column, -1)
        if holds_place(self.s, body.units[0].id):
            return (GARRISON, 0, column, -1)
        if body.units[0].arm == ARTILLERY or (body.backs and body.units[0].arm != CAVALRY):
            if column in heads:
                return (SUPPORT, 0, column, heads[column])
            if body.units[0].arm == ARTILLERY:
                near = min(heads, key=lambda other: abs(other - column), default=NOWHERE)
                return (SUPPORT, 0, column, heads[near]) if near != NOWHERE else (GARRISON, 0, column, -1)
        return (MOVE_COLUMN, next(free), column, -1)


def _odds(one: float, other: float) -> float:
    return one**2 / (one**2 + other**2) if one else 0.0


def answer(f: Field, plan: Layout, options: list[Action], written: Layout) -> str | None:
    """What the plan says to the question that is put; None where it does not fit what is written."""
    verb = options[0].verb if options[0].verb != "done" else ""
    wanted = _wanted(f, plan, verb, written)
    return next((option.text for option in options if option.verb == verb and option.args == wanted), None)


def _wanted(f: Field, plan: Layout, verb: str, written: Layout) -> tuple[int, ...] | None:
    side, roster = f.side, f.world.roster[f.side]
    if verb in ("fortify", "pontoon"):
        return next(((sq,) for sq in plan.flags if sq not in written.forts), None)
    if verb == "flag":
        return (plan.flags[len(written.flags)],)
    if verb in ("form", "front", "place"):
        piece = roster[len(written.squares)]
        return ({"form": plan.formation[piece], "front": plan.facing[piece], "place": plan.squares[piece][0]}[verb],)
    if verb == "post":
        return (plan.posts[len(written.posts)],)
    if verb == "join":
        place = plan.member[roster[len(written.member)]]
        return (side * GROUPS + place,) if place in written.member.values() else ()
    if verb in ("order", "target", "number", "back"):
        order, number, column, backed = plan.orders[len(written.orders)]
        return ({"order": order, "target": column + 1, "number": number, "back": side * GROUPS + backed}[verb],)
    return None
