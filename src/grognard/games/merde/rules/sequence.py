"""Rulebook 4: the turn."""

from __future__ import annotations

from grognard.games.merde.rules.combat.fights import Combat
from grognard.games.merde.rules.fire.artillery import Artillery
from grognard.games.merde.rules.fire.skirmish import SkirmishPhase
from grognard.games.merde.rules.frames import Then, ask, surveyed
from grognard.games.merde.rules.generals import Successor, bereft, command_check, leaderless, successors
from grognard.games.merde.rules.messages import Orders
from grognard.games.merde.rules.movement.plans import COMMANDERS, EARLY, asked, movers, of_step, steps_of
from grognard.games.merde.rules.movement.writing import Movement
from grognard.games.merde.rules.rally import Rally
from grognard.games.merde.rules.setup import Muster
from grognard.games.merde.rules.withdraw import GoBack
from grognard.games.merde.world.state import COMMANDING, MOVING, Battle


def begin(s: Battle) -> None:
    """The set-up, then turn after turn."""
    s.push(Muster(), Turn())


class Turn(Then):
    """[4.1] One turn: command, movement, artillery, skirmish, combat, rally."""

    rule = "4.1"

    def run(self, state: Battle) -> None:
        start_turn(state)
        state.push(
            OpenOrders(),
            CommandCheck(),
            Step(EARLY),
            BeginMovement(),
            Artillery(),
            SkirmishPhase(),
            Combat(),
            Rally(),
            Turn(),
        )


def start_turn(s: Battle) -> None:
    s.turn += 1
    for slot in s.world.everybody:
        if s.pieces[slot].squares:
            s.pieces[slot].new_turn()
    for general in s.generals:
        if general is not None:
            general.moved = False
    s.intervened = [False, False]
    s.open_turn(s.turn)
    s.enter_phase(COMMANDING)


class OpenOrders(Then):
    """[21.2] The question about new orders."""

    rule = "21.2"

    def run(self, state: Battle) -> None:
        state.push(*[Successor(g) for side in (0, 1) for g in successors(state, side)], WriteOrders())


class WriteOrders(Then):
    rule = "21.2"

    def run(self, state: Battle) -> None:
        ask(state, Orders())


class CommandCheck(Then):
    """[10.1] The command-radius check of step 0."""

    rule = "10.1"

    def run(self, state: Battle) -> None:
        command_check(state)


class Step(Then):
    """[20.1] One activation number, or one of the steps after number 12."""

    rule = "20.1"

    def key(self) -> tuple[object, ...]:
        return (type(self).__name__, self.side)

    def run(self, state: Battle) -> None:
        frame = Movement()
        if self.side == EARLY:
            state.step = EARLY
            ask(state, frame)
            return
        known = state.survey = surveyed(state, frame)
        try:
            step, known.sides = next_step(state, self.side)
            activate(state, step)
        finally:
            state.survey = None
        if step <= COMMANDERS:
            state.push(Step(step + 1))
            state.step = step
            state.emit("step", step)
            ask(state, frame)


def next_step(s: Battle, first: int) -> tuple[int, tuple[int, ...]]:
    """[20.1] The next step at which somebody plans, and who does; one beyond the last if there is none."""
    steps: set[int] = set(range(COMMANDERS)) if s.foggy else {*steps_of(s, 0), *steps_of(s, 1)}
    for step in sorted([step for step in {*steps, COMMANDERS} if first <= step]):
        sides = tuple([side for side in (0, 1) if asked(s, side, step)])
        if sides:
            return step, sides
    return COMMANDERS + 1, ()


def activate(s: Battle, step: int) -> None:
    """[20.3] [27.1] All who have the number of a usable group are activated, whether they are given a plan or not."""
    for side in (0, 1):
        if movers(s, side, step):
            for p in of_step(s, side, step):
                s.pieces[p].active = True


class BeginMovement(Then):
    """[4.1] Phase 1; [36.4] a corps that has lost its general falls back first."""

    rule = "36.4"

    def run(self, state: Battle) -> None:
        state.enter_phase(MOVING)
        leaving = [
            p
            for side in (0, 1)
            if bereft(state, side)
            for p in state.troops(side)
            if leaderless(state, p)
            and state.is_regiment(p)
            and not state.pieces[p].routed
            and not all(state.world.rear(side, sq) for sq in state.pieces[p].squares)
        ]
        state.push(*[GoBack(p, False) for p in leaving], Step(1))
