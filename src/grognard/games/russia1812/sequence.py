"""Rulebook 5: the sequence of play."""

from __future__ import annotations

from grognard.games.russia1812.commands import CombatCommands, CommandersMovement, settle_commands
from grognard.games.russia1812.rally import RallyAndMovement
from grognard.games.russia1812.reinforcements import Cossacks
from grognard.games.russia1812.state import Campaign
from grognard.games.russia1812.supply import GeneralSupply
from grognard.games.russia1812.trains import ActiveSupply
from grognard.games.russia1812.victory import score, winner_of
from grognard.games.russia1812.world import LAST_TURN, SIDES
from grognard.kernel.frame import Frame, Outcome


def push_turn(s: Campaign) -> None:
    """[5.1] The phases of a turn, each finished by both players before the next begins."""
    s.begin_turn()
    settle_commands(s)
    s.emit("turn", s.turn)
    s.push(
        GeneralSupply(),
        ActiveSupply(),
        RallyAndMovement(),
        CombatCommands(),
        CommandersMovement(),
        Cossacks(),
        EndOfTurn(),
    )


class FirstTurn(Frame[Campaign]):
    """The game starts on turn 1."""

    rule = "14.3"

    def finish(self, state: Campaign) -> None:
        push_turn(state)


class EndOfTurn(Frame[Campaign]):
    """[5.2] Turns follow each other; [5.3] [14.4] after the sixteenth the points are counted."""

    rule = "5.3"

    def finish(self, state: Campaign) -> None:
        state.enter_phase(8)
        if state.turn < LAST_TURN:
            push_turn(state)
            return
        french, russian = score(state)
        winner = winner_of(french, russian)
        state.outcome = Outcome(SIDES[winner], "victory", {"french": french, "russian": russian}, "turn_16")
        state.emit("final_score", french, russian, winner)
