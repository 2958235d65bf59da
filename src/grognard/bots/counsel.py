"""Counsel: what a bot would do in somebody's place, why, and both in words.

``counsel`` plays one gesture of the bot in a match that the side imagines; ``told`` says it in a language::

    imagined = bots.shown(match, side)
    found = counsel(bots.make("colonel", "vanguard", side, "counsel"), imagined, side)
    if found is not None:
        hint = told(imagined, side, found, "en")
        print(hint.text, *hint.why)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

import msgspec

from grognard.bots import Bot
from grognard.bots.doctrine import GAMBLE, Doctrine, Why
from grognard.kernel.action import Action, Region
from grognard.kernel.face import Face
from grognard.kernel.forecast import chance_of
from grognard.kernel.i18n import Catalogue, read
from grognard.kernel.match import Match
from grognard.kernel.wire import Ahead, Forecast, Hint, Option, Rehearsal

LONGEST: Final = 24  # answers of one gesture
MOST: Final = 3  # reasons
LIKELIEST: Final = 3  # outcomes of a gamble that are told


class Counsel(msgspec.Struct, frozen=True):
    """A gesture, answer by answer, and why it is advised."""

    actions: list[str]
    why: list[Why]
    locale: str = ""  # where its messages are, if not in the game's catalogue


def counsel(bot: Bot, match: Match, side: str) -> Counsel | None:
    """What a bot would do, played out in a copy of a match that the side imagines: one gesture, or until dice fall.

    None where nothing is asked, or where a bot keeps its thoughts to itself. Of reasons of one kind (the word before
    the first underscore of their key) that of the last answer is told: ``order_attack`` gives way to ``order_few``.
    """
    if not isinstance(bot, Doctrine) or match.decision(side) is None:
        return None
    match = match.copy()
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
        if match.last_line.dice or before is None or way is None or _done(before, way, answer):
            break
    return Counsel(actions, list(why.values()), bot.locale)


class _Way(NamedTuple):
    """How far a choice in several steps has come, and of whom it is."""

    crumbs: list[str]
    name: str
    of: Any
    options: Sequence[Action]


def _way(match: Match, side: str) -> _Way | None:
    asked = match.decision(side)
    crumbs = match.game.face(match.state, match.sides.index(side), "en").crumbs() if asked is not None else []
    return None if asked is None else _Way(crumbs, asked.name, asked.args[0] if asked.args else None, asked.options)


def _done(before: _Way, after: _Way, answer: str) -> bool:
    """Whether another question is put than the next step of this choice."""
    bare = " " not in answer
    if all([option.text.startswith(f"{answer} ") for option in after.options]):
        return False  # the same answer is to be said more exactly
    if answer == "done" or not after.crumbs or len(after.crumbs) < len(before.crumbs):
        return True
    if after.crumbs == before.crumbs:
        return not bare or before.name == after.name or len(after.crumbs) == 1  # one alone says who acts, and no more
    another = before.crumbs[:1] != after.crumbs[:1] or (before.name == after.name and before.of != after.of)
    return bare and len(after.crumbs) == len(before.crumbs) and another


def _kind(key: str) -> str:
    return key.partition("_")[0]


# in words


def told(match: Match, side: str, found: Counsel, lang: str) -> Hint:
    """Counsel in words: what is to be done, step by step, and why. ``match`` is as the bot was shown it."""
    match = match.copy()
    steps: list[_Step] = []
    chances = ""
    for number, text in enumerate(found.actions):
        face = match.game.face(match.state, match.sides.index(side), lang)
        action = match.game.lexicon.parse(text)
        if any(key == GAMBLE and number in args for key, args in found.why):
            chances = _chances(match, face, action, lang)
        steps.append(_played(match, side, face, action, lang, last=number == len(found.actions) - 1))
    shown = [step.shown for step in steps]
    start = next((step.start or step.place for step in shown if step.start or step.place), None)
    why = [chances if key == GAMBLE else sentence(match, (key, args), lang, found.locale) for key, args in found.why]
    return Hint(
        text=" → ".join(_worth_saying(steps)),
        why=[said for said in why if said][:MOST],
        actions=found.actions,
        places=_places(shown),
        path=_path(shown, start),
        start=start,
        ahead=_ahead([step.ahead for step in steps if step.ahead is not None]),
    )


def _ahead(legs: list[Rehearsal]) -> Ahead | None:
    """Where a piece on an open table comes to by all its steps."""
    if not legs:
        return None
    return Ahead(unit=legs[-1].unit, pose=legs[-1].pose, way=[point for leg in legs for point in leg.way])


def _places(steps: list[Option]) -> list[str]:
    """All it is about, the goal last: that of the last answer about a place, else of the last."""
    every = [step.place for step in steps if step.place]
    goals = [step.place for step in steps if step.place and step.group == "place"]
    return list(dict.fromkeys([*[place for place in every if place not in goals[-1:]], *goals[-1:]]))


def _path(steps: list[Option], start: str | None) -> list[str]:
    """The way from where it starts; a single answer about a place is none."""
    found = [step.place for step in steps if step.place and step.group == "place"]
    picked = len(found) > 1 or any([step.group == "unit" for step in steps])
    return found[found[:1] == [start] :] if picked else []


def sentence(match: Match, why: Why, lang: str, locale: str = "") -> str:
    """A reason or an intent in words: ``counsel.KEY`` of the game's catalogue, or of a package of the bot's own."""
    key, args = why
    words = match.words
    if locale:
        own = {one: {**messages, **read(locale, one)} for one, messages in words.messages.items()}
        words = Catalogue(words.package, words.show, own)
    return words.say(f"counsel.{key}", tuple([tuple(a) if isinstance(a, list) else a for a in args]), lang)


class _Step(NamedTuple):
    """A step in words; ``spoken``: in those of what it did, that names who did it."""

    shown: Option
    spoken: bool
    ahead: Rehearsal | None


def _played(match: Match, side: str, face: Face[Any], action: Action, lang: str, last: bool) -> _Step:
    """A step in words, and the match after it; dice of the last step are not thrown: they are nobody's business."""
    by_hand = _by_hand(match, side, action)
    shown, spoken, ahead = face.describe(action), False, face.rehearse(action) if by_hand else None
    if by_hand or not last:
        events = match.play(side, action.text)
        spoken = by_hand and bool(events) and not match.last_line.dice
        if spoken:
            shown.label, shown.group = match.say(events[0], lang).rstrip("."), "number"
    return _Step(shown, spoken, ahead)


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


def _worth_saying(steps: list[_Step]) -> list[str]:
    """Of steps of one kind the last, of picked units all; that a choice is ended need not be said."""
    said: list[str] = []
    for _, group in groupby(steps, key=lambda step: step.shown.verb):
        *_, (last, spoken, _) = done = list(group)
        run = [step.shown for step in done]
        if last.group == "unit" and (said or len(run) > 1):
            names = [_short(step.label) for step in run]
            fresh = [name for name in names if not said or name.split()[0] not in said[0]]
            said += [", ".join(fresh)] if fresh else []
        elif spoken and said:
            said = _named_once(said, last.label)
        elif not said or last.group != "button" or last.place or " " in last.action:
            said.append(last.label)
    named_only = len(steps) > 1 and said == [steps[0].shown.label] and steps[0].shown.group == "unit"
    return [*said, steps[-1].shown.label] if named_only else said


def _short(label: str) -> str:
    """A name without what is said of it: ``Davout marches along, commander, CR 3``."""
    name = label.partition(", ")[0]
    return name if name.count("(") == name.count(")") else label


def _named_once(said: list[str], label: str) -> list[str]:
    """``1/10th line → 1/10th line wheels → 1/10th line advances`` names who it is once."""
    words, first = label.split(), said[0].split()
    same = next((n for n, (one, other) in enumerate(zip(first, words, strict=False)) if one != other), len(first))
    if same == len(first) and len(said) == 1:
        return [label]
    return [*said, " ".join(words[same:])]
