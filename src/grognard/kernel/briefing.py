"""The briefing: who somebody is at a table, what wins and how it stands, how long it takes, the shape of a turn.

Its sentences are the game's own (``briefing.<key>``, or ``briefing.<key>.<scenario>``); a game needs none of them.
"""

from __future__ import annotations

from grognard.kernel.face import AnyFace
from grognard.kernel.frame import EVERYONE
from grognard.kernel.match import Match
from grognard.kernel.wire import Briefing, BriefPhase, BriefSide

HOUR = 60


def briefing(match: Match, seat: str | None, language: str) -> Briefing:
    """What a seat (None: a spectator) is told before it plays."""
    game, setup = match.game, match.setup
    who = EVERYONE if seat is None else match.sides.index(seat)
    face = game.face(match.state, who, language)
    score = match.view(seat).get("score", {})
    sides = [
        BriefSide(side, game.army_name(setup, side, language), score.get(side, 0), face.side_note(n))
        for n, side in enumerate(match.sides)
    ]
    return Briefing(
        title=f"{game.short_name(language)}: {game.scenario_name(setup.scenario, language)}",
        you="" if seat is None else match.words.say("briefing.you_are", (sides[who].name,), language),
        about="" if seat is None else _own(match, f"about.{seat}", language),
        wins=_own(match, "wins", language),
        rule=_own(match, "rule", language),
        sides=sides,
        standing=_standing(match, face, language),
        long=_long(match, face, language),
        special=_own(match, "special", language),
        phases=_phases(match, face, language),
    )


def _own(match: Match, key: str, language: str) -> str:
    """A sentence of the game, the scenario's own before that of all."""
    general = match.game.word(f"briefing.{key}", "", language)
    return match.game.word(f"briefing.{key}.{match.setup.scenario}", general, language)


def _standing(match: Match, face: AnyFace, language: str) -> str:
    """Who would win if it ended now, as far as the reader may know."""
    verdict = None if match.outcome else match.game.verdict(face.state)
    if verdict is None:
        return ""
    if verdict.winner is None:
        return match.words.say("briefing.now_draw", (), language)
    return match.words.say("briefing.now_win", (match.game.army_name(match.setup, verdict.winner, language),), language)


def _long(match: Match, face: AnyFace, language: str) -> str:
    clock = face.clock()
    last = max([turn.turn for turn in clock.turns or ()], default=0)
    minutes = match.game.minutes.get(match.setup.scenario, match.game.minutes.get("", 0))
    if not last or not minutes:
        return _own(match, "long", language)
    left = max(1, round((last - max(0, clock.turn - 1)) * minutes / HOUR))
    return match.words.say("briefing.long_turns", (max(1, clock.turn), last, minutes, left), language)


def _phases(match: Match, face: AnyFace, language: str) -> list[BriefPhase]:
    game, now = match.game, face.clock().phase
    names = {number: game.word(f"phase.{number}", "", language) for number in game.phases}
    return [BriefPhase(name, number == now) for number, name in names.items() if name]
