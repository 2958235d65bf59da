"""The general's own battle plan, where he may set up as he likes: flags far back, every group before its goal.

The groups and the columns they march in are the scenario's: those that were reckoned out instead did worse.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import Final, NamedTuple

from grognard.board.squares import SECTOR, farthest, nearest
from grognard.bots.general_merde.field import Field, Unit, heft
from grognard.bots.general_merde.worth import ground
from grognard.games.merde.rules.layout import Layout, flag_squares, free_spots, start_formations
from grognard.games.merde.world.lexicon import GARRISON, GROUPS, MARCH, MOVE_COLUMN, RESERVE, SUPPORT, UNLIMBERED
from grognard.games.merde.world.pieces import Squares
from grognard.games.merde.world.state import LAST_NUMBER
from grognard.games.merde.world.world import ARTILLERY, CAVALRY
from grognard.kernel.action import Action

BEHIND: Final = 2  # rows between the first line and the commanders
DEEP: Final = 0.3  # what a flag gains by a row between it and the enemy, in points of defence
FIRST_LINE, BESIDE, SECOND_LINE, WAITING = range(4)  # in what order groups are given their places
Written = tuple[int, int, int, int]  # order, number, column, whom it backs


class Body(NamedTuple):
    """Those of a group of the scenario, who stay together."""

    units: list[Unit]
    column: int
    holds: bool  # a garrison, or one who waits for his turn [21.1]
    release: int

    @property
    def guns(self) -> bool:
        return self.units[0].arm == ARTILLERY

    @property
    def marches(self) -> bool:
        return not (self.holds or self.guns)

    @property
    def weight(self) -> float:
        return sum([heft(unit) for unit in self.units])

    @property
    def rank(self) -> int:
        """[24.2] Guns beside the first line, cavalry behind it, who waits and who holds on the flags."""
        if self.guns and not self.release:
            return BESIDE
        return WAITING if self.holds else SECOND_LINE if self.units[0].arm == CAVALRY else FIRST_LINE


class Setup:
    """A battle plan as it is made."""

    def __init__(self, f: Field) -> None:
        self.f, self.s, self.side = f, f.s, f.side
        self.plan = Layout()
        self.bodies = self._bodies()
        low, high = f.world.rear_rows[f.side]
        self.front = high - low

    def _bodies(self) -> list[Body]:
        """The groups of the scenario, in the order in which their first is asked about."""
        world, found = self.f.world, []
        for group in dict.fromkeys([world.group_of[p] for p in world.roster[self.side]]):
            units = [unit for unit in self.f.own if world.group_of.get(unit.id) == group]
            given = world.plans[group]
            assert given is not None
            release = given.release or 0
            holds = release > 0 or given.order == GARRISON or units[0].stock.stays
            found.append(Body(units, given.column, holds, release))
        return found

    def design(self) -> Layout | None:
        """The plan; none where the rear line has no room for it, or where the scenario lets one start before it."""
        f, plan = self.f, self.plan
        if any([not f.world.rear(self.side, sq) for unit in f.own for sq in unit.squares]):
            return None
        plan.flags = [self._flag(place) for place in range(f.world.field.columns)]
        if not all([self._stand(body) for body in sorted(self.bodies, key=lambda body: (body.rank, -body.weight))]):
            return None
        plan.member = {unit.id: place for place, body in enumerate(self.bodies) for unit in body.units}
        for general in f.world.generals[self.side]:
            plan.posts.append(self._post(general))
        self._order()
        return plan

    # where everybody stands

    def _flag(self, place: int) -> int:
        """[5.4] On good ground, far from the enemy."""
        f, among = self.f, flag_squares(self.s, self.side, place)
        return max(among, key=lambda sq: (ground(f, (sq,)) - DEEP * f.forward(sq), -abs((sq & 63) % SECTOR - 2), sq))

    def _stand(self, body: Body) -> bool:
        """[18.8] All of a group, side by side in its column; False where there is no room."""
        here: list[Squares] = []
        for unit in body.units:
            forms = start_formations(self.s, unit.id)
            self.plan.formation[unit.id] = next((form for form in (UNLIMBERED, MARCH) if form in forms), forms[0])
            self.plan.facing[unit.id] = self.f.world.ahead[self.side]
            spots = [sq for sq in free_spots(self.s, self.side, self.plan, unit.id) if self._near(sq, body, here)]
            if not spots:
                return False
            best = max(spots, key=lambda sq: self._spot(sq, body))
            self.plan.squares[unit.id] = (best,)
            here.append((best,))
        return True

    def _near(self, sq: int, body: Body, here: list[Squares]) -> bool:
        return (sq & 63) // SECTOR == body.column and (not here or min([nearest((sq,), at) for at in here]) <= 1)

    def _spot(self, sq: int, body: Body) -> tuple[float, ...]:
        """How good a square is: on the flag, or in the first or second row in the middle of the column."""
        if body.rank == WAITING:
            return (-min([nearest((flag,), (sq,)) for flag in self.plan.flags]), self.f.forward(sq), sq)
        row = self.front - (body.rank == SECOND_LINE)
        middle = body.column * SECTOR + (SECTOR - 1) / 2
        return (-abs(self.f.forward(sq) - row), -abs((sq & 63) - middle), sq)

    def _post(self, general: int) -> int:
        """[10.1] Where most of his troops are in reach, behind the lines."""
        f, squares = self.f, self.plan.squares
        cic, radius = f.is_cic(general), f.world.officer(general).radius
        own = [at for p, at in squares.items() if cic or f.world.stock(p).general == general]
        taken = {*chain(*squares.values()), *self.plan.posts}
        among = [
            sq
            for sq in f.world.field.squares
            if f.world.rear(self.side, sq) and sq not in taken and not f.world.river >> sq & 1
        ]

        def worth(sq: int) -> tuple[int, ...]:
            far = [farthest(sq, at) for at in own]
            return (sum([gap <= radius for gap in far]), -abs(f.forward(sq) + BEHIND - self.front), -sum(far), sq)

        return max(among, key=worth)

    # who does what

    @cached_property
    def heads(self) -> dict[int, int]:
        """The strongest group that marches, in each column."""
        ranked = sorted(enumerate(self.bodies), key=lambda body: body[1].weight)
        return {body.column: place for place, body in ranked if body.marches}

    def _order(self) -> None:
        """[18.1] Numbers in the order of the lines, so that nobody stands in the way of who follows."""
        marching = sorted([n for n, body in enumerate(self.bodies) if body.marches], key=lambda n: self.bodies[n].rank)
        numbers = {place: number for number, place in enumerate(marching[:LAST_NUMBER], 1)}
        for place, body in enumerate(self.bodies):
            self.plan.orders[place] = self._written(place, body, numbers.get(place, 0))

    def _written(self, place: int, body: Body, number: int) -> Written:
        """[18.5] [18.7] Everybody marches on his flag; guns follow the strongest in their column, or near it."""
        if number:
            return (MOVE_COLUMN, number, body.column, -1)
        near = min(self.heads, key=lambda column: abs(column - body.column), default=-1)
        if body.guns and not body.holds and near >= 0:
            return (SUPPORT, 0, body.column, self.heads[near])
        return (RESERVE if body.release else GARRISON, 0, body.column, -1)


# what the plan says to a question


def answer(f: Field, plan: Layout, options: Sequence[Action], written: Layout) -> str | None:
    """The option that the plan wants; None where it does not fit what is written."""
    for option in options:
        if option.args == _wanted(f, plan, option.verb, written):
            return option.text
    return None


def _wanted(f: Field, plan: Layout, verb: str, written: Layout) -> tuple[int, ...] | None:
    roster, place = f.world.roster[f.side], len(written.orders)
    if verb == "flag":
        return (plan.flags[len(written.flags)],)
    if verb == "fortify":
        return next(((sq,) for sq in plan.flags if sq not in written.forts), None)
    if verb in ("form", "front", "place"):
        piece = roster[len(written.squares)]
        return ({"form": plan.formation[piece], "front": plan.facing[piece], "place": plan.squares[piece][0]}[verb],)
    if verb == "post":
        return (plan.posts[len(written.posts)],)
    if verb == "join":
        group = plan.member[roster[len(written.member)]]
        return (f.side * GROUPS + group,) if group in written.member.values() else ()
    if verb in ("order", "target", "number", "back") and place in plan.orders:
        order, number, column, backed = plan.orders[place]
        return ({"order": order, "target": column + 1, "number": number, "back": f.side * GROUPS + backed}[verb],)
    return None
