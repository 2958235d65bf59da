"""What bots were up to, turn by turn: a record played again, and each of them asked at its first question of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from grognard import bots
from grognard.bots.doctrine import AnyDoctrine, Why
from grognard.kernel.dice import ScriptedDice
from grognard.kernel.match import Match
from grognard.kernel.record import standing
from grognard.kernel.restore import opened


class Intent(NamedTuple):
    """What a side was up to in a turn, and after how many actions that was."""

    at: int
    turn: int
    side: str
    why: list[Why]


def intents(match: Match, players: Mapping[str, AnyDoctrine]) -> list[Intent]:
    """What these bots had in mind, in the order of play. They are shown what their side could know then.

    Nothing of it was kept: a bot thinks the same of the same position. Before the first turn nobody is asked.
    """
    record, script = match.record, ScriptedDice()
    past = opened(match.game, record, script)
    turn, asked, found = _turn(past), set[str](), list[Intent]()
    for line in standing(record.lines)[past.length :]:
        for side in past.to_act if turn else ():
            if side in players and side not in asked:
                asked.add(side)
                why = players[side].intent(bots.shown(past, side))
                found += [Intent(line.number - 1, turn, side, why)] if why else []
        script.load(line.dice)
        if any([event.opens_turn for event in past.play(line.side, line.text)]):
            turn = _turn(past)
            asked.clear()
    return found


def _turn(match: Match) -> int:
    return match.game.face(match.state, -1, "en").clock().turn
