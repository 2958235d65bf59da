"""Counsel: what a bot would do in somebody's place, and why."""

from __future__ import annotations

import msgspec

from grognard.bots import Bot
from grognard.bots.doctrine import Doctrine, Why
from grognard.kernel.match import Match

LONGEST = 24  # answers of one gesture


class Counsel(msgspec.Struct, frozen=True):
    """A gesture, answer by answer, and why it is advised."""

    actions: list[str]
    why: list[Why]


def counsel(bot: Bot, match: Match, side: str) -> Counsel | None:
    """What a bot would do, played out in a match that the side imagines: one whole gesture, or until dice fall.

    None where nothing is asked, or where a bot keeps its thoughts to itself.
    """
    if not isinstance(bot, Doctrine) or match.decision(side) is None:
        return None
    way = _crumbs(match, side)
    actions: list[str] = []
    why: list[Why] = []
    while len(actions) < LONGEST:
        answer = bot.think(match)
        why += [reason for reason in bot.why(match, answer) if reason not in why]
        match.play(side, answer)
        actions.append(answer)
        before, way = way, [] if match.decision(side) is None else _crumbs(match, side)
        if match.last_line.dice or way == before or len(way) < max(1, len(before)):
            break  # another question than the next step of this choice
    return Counsel(actions, why)


def _crumbs(match: Match, side: str) -> list[str]:
    return match.game.face(match.state, match.sides.index(side), "en").crumbs()
