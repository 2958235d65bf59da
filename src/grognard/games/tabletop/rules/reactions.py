"""Rulebook 6.6 to 6.8: what happens when a charge is declared: emergency square, the run up, evasion, pursuit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.board.plane import ahead
from grognard.games.tabletop.rules import charges
from grognard.games.tabletop.rules.figures import facing_pose, place, pose
from grognard.games.tabletop.rules.flight import fly, run_length
from grognard.games.tabletop.rules.movement.paces import straight_cost
from grognard.games.tabletop.world.formations import OPEN, SQUARE
from grognard.games.tabletop.world.state import NOBODY, REAR, SPENT, Battle, Step
from grognard.games.tabletop.world.world import MOVE, act
from grognard.kernel.action import Action

TRY: Final = act("try")
STAND: Final = act("stand")
EVADE: Final = act("evade")
PURSUE: Final = act("pursue")
HALT: Final = act("halt")


class Declared(Step):
    """[6.1] A charge is declared; infantry charged by cavalry may try to form square."""

    rule = "6.1"

    def __init__(self, side: int, u: int, target: int, impetus: bool = True) -> None:
        super().__init__(side)
        self.u = u
        self.target = target
        self.impetus = impetus

    def key(self) -> tuple[object, ...]:
        return ("Declared", self.side, self.u, self.target, self.impetus)

    def finish(self, state: Battle) -> None:
        charges.begin_charge(state, self.u, self.target, charges.plan_charge(state, self.u, self.target), self.impetus)
        state.push(EmergencySquare(1 - self.side, self.u, self.target))


class EmergencySquare(Step):
    """[6.6] Try to form square before the cavalry is there, or stand as one is."""

    rule = "6.6"

    def __init__(self, side: int, u: int, target: int) -> None:
        super().__init__(side)
        self.u = u
        self.target = target

    def key(self) -> tuple[object, ...]:
        return ("EmergencySquare", self.side, self.u, self.target)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        return [TRY, STAND] if charges.can_square(state, self.u, self.target) else []

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action is TRY:
            self.attempt(state)
        self.finish(state)

    def attempt(self, state: Battle) -> None:
        """[6.6] The D6: a square, or disorder."""
        unit = state.units[self.target]
        unit.tried = True
        needs, die = charges.NEEDS[state.info(self.target).klass], state.dice.d6()
        state.emit("square_die", self.target, die, needs)
        if die >= needs:
            place(state, self.target, pose(state, self.target)._replace(formation=SQUARE))
            state.emit("square_formed", self.target)
        else:
            state.disorder(self.target)

    def finish(self, state: Battle) -> None:
        """[6.1] The charger runs up to 1 cm; [6.6] before a square it stops at 5 cm and its charge is over."""
        if state.info(self.u).cavalry and state.in_square(self.target):
            charges.run_up(state, self.u, charges.SQUARE_STOP)
            state.units[self.u].target = NOBODY
            state.emit("charge_refused", self.u, self.target)
        else:
            charges.run_up(state, self.u, charges.STOP)

    def ask(self, state: Battle) -> tuple[object, ...]:
        return (self.target, self.u)


class Reactions(Step):
    """[6.7] Steps 6d and 7d: all charges of a side are declared; those who may evade are asked."""

    rule = "6.7"

    def finish(self, state: Battle) -> None:
        fresh = [u for u in state.own(self.side) if state.units[u].target >= 0 and u not in state.answered]
        state.answered += fresh
        charged = sorted({state.units[u].target for u in fresh})
        state.push(*[Evade(1 - self.side, t) for t in charged])


class Evade(Step):
    """[6.7] [6.8] A charged unit that may: evade, or stand."""

    rule = "6.7"

    def __init__(self, side: int, u: int) -> None:
        super().__init__(side)
        self.u = u

    def key(self) -> tuple[object, ...]:
        return ("Evade", self.side, self.u)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        able = state.units[self.u].on_table and charges.may_evade(state, self.u)
        if not able or not charges.chargers_of(state, self.u):
            return []
        return [EVADE] if state.units[self.u].fatigue == SPENT else [EVADE, STAND]  # [8.13]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action is EVADE:
            chasers = charges.chargers_of(state, self.u)
            evade(state, self.u, chasers[0])
            state.push(*[Pursue(1 - side, c) for c in chasers])

    def ask(self, state: Battle) -> tuple[object, ...]:
        return (self.u, charges.chargers_of(state, self.u)[0])


def evade(s: Battle, u: int, charger: int) -> None:
    """[6.8] One full move straight away from the charger, ending with its back to it."""
    start = s.spot(u)
    p = facing_pose(s, u, s.units[charger].facing)
    found = fly(s, u, p, run_length(s, u, p, MOVE, routed=False), through=s.units[u].formation == OPEN)
    place(s, u, found.pose)
    unit = s.units[u]
    unit.evaded = unit.moved = True
    unit.left = 0
    unit.target = NOBODY
    s.emit("evaded", u, found.mm)
    s.trace(u, start)


class Pursue(Step):
    """[6.8] The charger whose target has evaded may complete its move, and may catch it in the rear."""

    rule = "6.8"

    def __init__(self, side: int, u: int) -> None:
        super().__init__(side)
        self.u = u

    def key(self) -> tuple[object, ...]:
        return ("Pursue", self.side, self.u)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        return [PURSUE, HALT] if charges.pursuit_run(state, self.u) > 0 else []

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action is HALT or not caught(state, self.u):
            if action is PURSUE:
                run_on(state, self.u)
            self.finish(state)

    def finish(self, state: Battle) -> None:
        state.units[self.u].target = NOBODY

    def ask(self, state: Battle) -> tuple[object, ...]:
        return (self.u, state.units[self.u].target)


def caught(s: Battle, u: int) -> bool:
    """[6.8] Run on to 1 cm behind the evader, if what is left of the move reaches it."""
    unit = s.units[u]
    p = pose(s, u)
    meets = charges.contact_run(s, u, p, unit.target)
    if meets < 0 or straight_cost(s, u, p, meets) > p.left:
        return False
    mm = max(0, meets - charges.STOP)
    if fly(s, u, p, mm, through=False).mm < mm - 1:
        return False
    x, y = ahead(p.x, p.y, p.facing, mm)
    place(s, u, p._replace(x=x, y=y, left=p.left - straight_cost(s, u, p, mm)))
    unit.ran += mm
    unit.aspect = REAR
    s.emit("caught", u, unit.target)
    s.trace(u, (p.x, p.y))
    return True


def run_on(s: Battle, u: int) -> None:
    """[6.8] The rest of the move, straight on."""
    p = pose(s, u)
    found = fly(s, u, p, charges.pursuit_run(s, u), through=False)
    place(s, u, found.pose._replace(left=0))
    s.units[u].ran += found.mm
    s.emit("ran_on", u, found.mm)
    s.trace(u, (p.x, p.y))
