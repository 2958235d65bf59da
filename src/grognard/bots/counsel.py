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
    begun = _crumbs(match, side)
    actions: list[str] = []
    why: list[Why] = []
    while len(actions) < LONGEST:
        answer = bot.think(match)
        why += [reason for reason in bot.why(match, answer) if reason not in why]
        match.play(side, answer)
        actions.append(answer)
        if match.last_line.dice or match.decision(side) is None or not _goes_on(begun, _crumbs(match, side)):
            break
    return Counsel(actions, why)


def _crumbs(match: Match, side: str) -> list[str]:
    return match.game.face(match.state, match.sides.index(side), "en").crumbs()


def _goes_on(begun: list[str], now: list[str]) -> bool:
    """Whether a question is a step of the choice in which the first was put: it has not led back to its beginning."""
    return now != begun and len(now) >= max(1, len(begun)) and now[:1] == (begun or now)[:1]
