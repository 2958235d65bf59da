"""Rulebook 4: the sequence of a turn; 8.14: recovery at its end."""

from __future__ import annotations

from typing import Final

from grognard.games.tabletop.rules.figures import footprint
from grognard.games.tabletop.rules.fire import Fire
from grognard.games.tabletop.rules.melee import CloseToContact, EndOfMelees, Melees
from grognard.games.tabletop.rules.movement.moves import BeginLateCharges, Phase
from grognard.games.tabletop.rules.orders import RETREAT, NewOrders, replace_generals, shaken_commands
from grognard.games.tabletop.rules.rally import CompulsoryMoves, FollowUp, Rally
from grognard.games.tabletop.rules.victory import judge
from grognard.games.tabletop.world.state import FRESH, NOBODY, SPENT, Battle, Step
from grognard.games.tabletop.world.world import MOVE

QUIET: Final = 200  # [8.14] farther from every enemy
RESTED: Final = 2


def push_turn(s: Battle) -> None:
    """[4.1] The steps of a turn."""
    s.turn += 1
    s.open_turn(s.turn)
    refresh(s)
    replace_generals(s)
    s.push(NewOrders(), Rally(), CompulsoryMoves(), FollowUp(), Initiative())


def refresh(s: Battle) -> None:
    """[5.7] Every unit has a whole move again."""
    for unit in s.units:
        unit.left = MOVE
        unit.moved = unit.fired = unit.evaded = unit.fought = unit.hurt = False
        unit.tried = unit.turned = unit.deployed = unit.impetus = False
        unit.target, unit.aspect, unit.ran = NOBODY, 0, 0
    for general in s.generals:
        general.rode = False
    s.asked, s.answered = [], []


class Initiative(Step):
    """[4.5] Step 5: D6 and the rating of each army general; the higher is first; a tie goes to last turn's second."""

    rule = "4.5"

    def finish(self, state: Battle) -> None:
        state.enter_phase(5)
        totals = self.throw(state)
        while state.turn == 1 and totals[0] == totals[1]:
            totals = self.throw(state)
        if totals[0] != totals[1]:
            state.first = 0 if totals[0] > totals[1] else 1
        else:
            state.first = 1 - state.first
        state.emit("initiative", state.first)
        first, second = state.first, 1 - state.first
        state.push(
            Phase(first, 6), Phase(second, 7), BeginLateCharges(), Fire(), CloseToContact(), BeginMelees(), EndOfTurn()
        )

    def throw(self, state: Battle) -> list[int]:
        """[4.5] Both dice."""
        totals = []
        for side in (0, 1):
            general = state.generals[state.world.army_general(side)]
            die, rating = state.dice.d6(), 0 if general.lost else general.rating
            state.emit("initiative_die", side, die, rating, die + rating)
            totals.append(die + rating)
        return totals


class BeginMelees(Step):
    """[4.1] Step 11."""

    rule = "8.15"

    def finish(self, state: Battle) -> None:
        state.enter_phase(11)
        state.fought = []
        state.push(Melees(state.first), EndOfMelees())


class EndOfTurn(Step):
    """[4.1] [12.1] Step 12: recovery, shaken commands, victory, the next turn."""

    rule = "12.1"

    def finish(self, state: Battle) -> None:
        state.enter_phase(12)
        for u in range(len(state.units)):
            if state.units[u].on_table:
                recover(state, u)
        shaken_commands(state)
        outcome = judge(state)
        if outcome is None:
            push_turn(state)
            return
        state.outcome = outcome
        state.emit("ended", outcome.reason, *outcome.score.values())


def recover(s: Battle, u: int) -> None:
    """[8.14] Disorder goes after a full quiet turn; fatigue, one degree for two full turns far from the enemy."""
    unit = s.units[u]
    still = not unit.moved and unit.left == MOVE and not unit.fought and not s.engaged(u)
    quiet = still and unit.ready and not unit.fired and not unit.hurt and unit.since < s.turn
    if unit.disordered and quiet and unit.fatigue != SPENT:
        unit.disordered = False
        s.emit("reordered", u)
    if unit.fatigue == FRESH:
        return
    far = not any(footprint(s, u).within(footprint(s, other), QUIET) for other in s.enemies(u))
    unit.rest = unit.rest + 1 if still and far and unit.ready else 0
    if unit.rest == RESTED:
        unit.rest = 0
        unit.fatigue -= 1
        if unit.order == RETREAT:
            unit.order = NOBODY
        s.emit("rested", u, unit.fatigue)
