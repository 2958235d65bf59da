"""Rulebook 5: the sequence of play."""

from __future__ import annotations

from grognard.games.russia1812.rules.advanced.cards import DrawCards, prepare
from grognard.games.russia1812.rules.advanced.politics import start_of_turn
from grognard.games.russia1812.rules.advanced.quarters import end_of_turn
from grognard.games.russia1812.rules.commands import CombatCommands, CommandersMovement, settle_commands
from grognard.games.russia1812.rules.movement.rally import RallyAndMovement
from grognard.games.russia1812.rules.optional.unexamined import LayDummies
from grognard.games.russia1812.rules.reinforcements import Cossacks
from grognard.games.russia1812.rules.supply import GeneralSupply
from grognard.games.russia1812.rules.trains import ActiveSupply
from grognard.games.russia1812.rules.victory import score, winner_of
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, LAST_TURN, RUSSIAN, SIDES
from grognard.kernel.frame import Frame, Outcome

START = 9  # [5.1] the number of phase 0, the start of the turn (Advanced game and 15.1): 0 is the set-up


def push_turn(s: Campaign) -> None:
    """[5.1] The phases of a turn, each finished by both players before the next begins."""
    s.begin_turn()
    settle_commands(s)
    s.open_turn(s.turn, s.date)
    s.push(
        GeneralSupply(),
        ActiveSupply(),
        RallyAndMovement(),
        CombatCommands(),
        CommandersMovement(),
        Cossacks(),
        EndOfTurn(),
    )
    if s.advanced or s.hidden:
        s.enter_phase(START)
    if s.advanced:
        s.push(*start_of_turn(), DrawCards())
    if s.hidden:  # [15.1] R-15.1b
        s.veil.shown = 0
        s.push(LayDummies(s.first()), LayDummies(1 - s.first()))


class FirstTurn(Frame[Campaign]):
    """The game starts on turn 1."""

    rule = "14.3"

    def finish(self, state: Campaign) -> None:
        if state.advanced:
            prepare(state)
        push_turn(state)


class EndOfTurn(Frame[Campaign]):
    """[5.2] Turns follow each other; [5.3] [14.4] after the sixteenth the points are counted."""

    rule = "5.3"

    def finish(self, state: Campaign) -> None:
        state.enter_phase(8)
        if state.advanced:
            state.push(*end_of_turn(state), NextTurn())
        else:
            next_turn(state)


class NextTurn(Frame[Campaign]):
    """Advanced game: what the end of the turn asks is done."""

    rule = "5.3"

    def finish(self, state: Campaign) -> None:
        next_turn(state)


def next_turn(state: Campaign) -> None:
    """[5.2] [5.3] The next turn, or the final count."""
    if state.turn < LAST_TURN:
        push_turn(state)
        return
    outcome = state.outcome = count(state)
    assert outcome.winner is not None
    state.emit("final_score", outcome.score["french"], outcome.score["russian"], SIDES.index(outcome.winner))


def count(state: Campaign) -> Outcome:
    """[14.7] The final count, as the campaign stands."""
    french, russian = score(state)
    winner = winner_of(french, russian)
    if state.advanced and state.affairs.independence:  # [16.9] now the French must hold every city
        winner = FRENCH if russian == state.track else RUSSIAN
    return Outcome(SIDES[winner], "victory", {"french": french, "russian": russian}, "turn_16")
