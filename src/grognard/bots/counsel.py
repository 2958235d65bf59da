"""Counsel: what a bot would do in somebody's place, why, and both in words.

``counsel`` plays one gesture of the bot in a match that the side imagines; ``told`` says it in a language::

    imagined = bots.shown(match, side)
    found = counsel(bots.make("colonel", "vanguard", side, "counsel"), imagined.copy(), side)
    if found is not None:
        hint = told(imagined, side, found, "en")
        print(hint.text, *hint.why)
"""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import Any, Final, NamedTuple

import msgspec

from grognard.bots import Bot
from grognard.bots.doctrine import GAMBLE, Doctrine, Why
from grognard.kernel.action import Action, Region
from grognard.kernel.face import Face
from grognard.kernel.forecast import chance_of
from grognard.kernel.match import Match
from grognard.kernel.wire import Forecast, Hint, Option

LONGEST: Final = 24  # answers of one gesture
MOST: Final = 3  # reasons
LIKELIEST: Final = 3  # outcomes of a gamble that are told


class Counsel(msgspec.Struct, frozen=True):
    """A gesture, answer by answer, and why it is advised."""

    actions: list[str]
    why: list[Why]


def counsel(bot: Bot, match: Match, side: str) -> Counsel | None:
    """What a bot would do, played out in a match that the side imagines: one whole gesture, or until dice fall.

    None where nothing is asked, or where a bot keeps its thoughts to itself. Of reasons of one kind (the word before
    the first underscore of their key) that of the last answer is told: ``order_attack`` gives way to ``order_few``.
    """
    if not isinstance(bot, Doctrine) or match.decision(side) is None:
        return None
    way = _way(match, side)
    actions: list[str] = []
    why: dict[str, Why] = {}  # by kind
    while len(actions) < LONGEST:
        answer = bot.think(match)
        for key, args in bot.why(match, answer):
            why[_kind(key)] = (key, (len(actions),) if key == GAMBLE else args)
        match.play(side, answer)
        actions.append(answer)
        before, way = way, _way(match, side)
        if match.last_line.dice or not way or _done(before, way, bare=" " not in answer):
            break
    return Counsel(actions, list(why.values()))


class _Way(NamedTuple):
    """How far a choice in several steps has come, and of whom it is."""

    crumbs: list[str]
    of: object


def _way(match: Match, side: str) -> _Way | None:
    asked = match.decision(side)
    crumbs = match.game.face(match.state, match.sides.index(side), "en").crumbs() if asked is not None else []
    return None if asked is None else _Way(crumbs, asked.args[0] if asked.args else None)


def _done(before: _Way | None, after: _Way, bare: bool) -> bool:
    """Whether another question is put than the next step of this choice; a ``bare`` answer may end one of several."""
    if before is None or not after.crumbs or after.crumbs == before.crumbs or len(after.crumbs) < len(before.crumbs):
        return True
    another = before.crumbs[:1] != after.crumbs[:1] or before.of != after.of
    return bare and len(after.crumbs) == len(before.crumbs) and another


def _kind(key: str) -> str:
    return key.partition("_")[0]


# in words


def told(match: Match, side: str, found: Counsel, lang: str) -> Hint:
    """Counsel in words: what is to be done, step by step, and why. ``match`` is as the bot was shown it."""
    steps: list[Option] = []
    chances = ""
    for number, text in enumerate(found.actions):
        face = match.game.face(match.state, match.sides.index(side), lang)
        action = match.game.lexicon.parse(text)
        if any(key == GAMBLE and number in args for key, args in found.why):
            chances = _chances(match, face, action, lang)
        steps.append(_played(match, side, face, action, lang, last=number == len(found.actions) - 1))
    path = [step.place for step in steps if step.place and step.group == "place"]
    why = [chances if key == GAMBLE else sentence(match, (key, args), lang) for key, args in found.why]
    return Hint(
        text=" → ".join(_worth_saying(steps)),
        why=[said for said in why if said][:MOST],
        actions=found.actions,
        places=list(dict.fromkeys([step.place for step in steps if step.place])),
        path=path if len(path) > 1 else [],
        start=next((step.start or step.place for step in steps if step.start or step.place), None),
    )


def sentence(match: Match, why: Why, lang: str) -> str:
    """A reason or an intent in words: ``counsel.KEY`` of the game's catalogue."""
    key, args = why
    return match.words.say(f"counsel.{key}", tuple([tuple(a) if isinstance(a, list) else a for a in args]), lang)


def _played(match: Match, side: str, face: Face[Any], action: Action, lang: str, last: bool) -> Option:
    """A step in words, and the match after it; dice of the last step are not thrown: they are nobody's business."""
    by_hand = _by_hand(match, side, action)
    shown = face.describe(action)
    if by_hand or not last:
        events = match.play(side, action.text)
        if by_hand and events and not match.last_line.dice:
            shown.label, shown.group = match.say(events[0], lang).rstrip("."), "number"
    return shown


def _chances(match: Match, face: Face[Any], action: Action, lang: str) -> str:
    """The likeliest outcomes of a gamble, as its forecast names them."""
    forecast: Forecast | None = face.forecast(action, {})
    if forecast is None or not forecast.bars:
        return ""
    best = sorted(forecast.bars, key=lambda bar: -bar.chance)[:LIKELIEST]
    shown = [f"{bar.label} {chance_of(bar)}" for bar in forecast.bars if bar in best]
    return match.words.say(f"counsel.{GAMBLE}", ("; ".join(shown),), lang)


def _by_hand(match: Match, side: str, action: Action) -> bool:
    """Whether an answer is one of a region, which has no words of its own."""
    options = match.options(side)
    return action not in options and any(isinstance(option, Region) for option in options)


def _worth_saying(steps: list[Option]) -> list[str]:
    """Of steps of one kind the last, of picked units all; that a choice is ended need not be said."""
    said: list[str] = []
    for _, group in groupby(steps, key=lambda step: step.verb):
        run = list(group)
        if run[0].group == "unit" and (said or len(run) > 1):
            names = [step.label.partition(",")[0] for step in run]
            fresh = [name for name in names if not said or name.split()[0] not in said[0]]
            said += [", ".join(fresh)] if fresh else []
        elif not said or run[0].group != "button" or run[-1].place:
            said.append(run[-1].label)
    return _named_once(said)


def _named_once(said: list[str]) -> list[str]:
    """``1/10th line → 1/10th line wheels → 1/10th line advances`` names who it is once."""
    found = said[:1]
    for before, after in pairwise(said):
        old, new = before.split(), after.split()
        same = next((n for n, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), len(old))
        if same == len(old) and found[-1] == before:
            found[-1] = after
        else:
            found.append(" ".join(new[same:]))
    return found
