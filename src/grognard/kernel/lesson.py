"""Lessons: a small position with dice that fall as written, a few steps, and at each an answer worth giving.

A lesson is a file, ``data/lessons/<id>.json`` of a game, and its words in the catalogues under ``lesson.<id>``. A match
is a lesson by its option ``lesson``: its record says so, and begins from the same position when it is played again. How
far the pupil has come follows from what has happened, so that it counts up, and back only when something is taken back.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from grognard.kernel.action import Region
from grognard.kernel.dice import SCRIPT
from grognard.kernel.frame import EVERYONE, Event
from grognard.kernel.wire import LessonInfo, LessonPage, LessonPoint, LessonShown, Value

if TYPE_CHECKING:
    from grognard.kernel.face import AnyFace
    from grognard.kernel.match import Entry, Match

OPTION: Final = "lesson"  # the option that makes a match a lesson
EVENT: Final = "@"  # before the key of an event
AHEAD: Final = "@@"  # before that of an event which begins its step even if those before it were never begun
MAYBE: Final = "?"  # after an action that may be given unasked
May = Callable[[tuple[str, ...]], bool]  # whether a gesture can be made now


class Advice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a good officer does next, as one gesture.

    Its words are ``lesson.<id>.do.<label>`` or those of its first action. It is advised once in a step unless
    ``often``, and only ``at`` a question if one is named. ``scripted``: why the game's own bot may do otherwise.
    """

    do: tuple[str, ...]
    at: str = ""
    often: bool = False
    label: str = ""
    place: str = ""
    scripted: str = ""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is taught next.

    ``after``: what begins it when its turn has come, beginnings of the pupil's answers or events (``@key 1 2``;
    ``@@key`` whenever it happens); ``at``: the questions that it speaks of; ``enemy``: how the enemy answers
    meanwhile, by question.
    """

    id: str
    rule: str = ""
    at: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    advice: tuple[Advice, ...] = ()
    enemy: Mapping[str, tuple[str, ...]] = {}


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole lesson.

    ``position`` is the game's own, none where the scenario is made for the lesson; ``ends``: what its last step waits
    for; ``veil``: the places that it is about; ``next``: the lessons to go on with.
    """

    id: str
    minutes: int
    scenario: str
    side: str
    bot: str
    dice: tuple[int, ...]
    steps: tuple[Step, ...]
    ends: tuple[str, ...]
    position: Mapping[str, Any] = {}
    options: Mapping[str, Value] = {}
    enemy: Mapping[str, tuple[str, ...]] = {}
    veil: tuple[str, ...] = ()
    next: tuple[str, ...] = ()

    @property
    def seed(self) -> str:
        """The dice as the record names them: first those of the script, then as they fall."""
        return " ".join([SCRIPT, *map(str, self.dice), self.id])

    def seats(self, sides: Iterable[str]) -> dict[str, str]:
        return {side: "human" if side == self.side else self.bot for side in sides}


class Place:
    """How far a pupil has come: the step he is at, whether all is done, and whether he went his own way just now."""

    def __init__(self, lesson: Lesson, match: Match) -> None:
        self.lesson = lesson
        self.step = 0
        self.done = match.outcome is not None
        self.strayed = False
        self.given: list[str] = []  # the pupil's answers
        self.before = 0  # those that were given before this step
        who = match.sides.index(lesson.side)
        for entry in match._line:
            self._follow(entry, who)

    def _follow(self, entry: Entry, who: int) -> None:
        if entry.side == who and entry.action is not None:
            text = entry.action.text
            self.strayed = bool(self.here.advice) and not any(_of(text, advice) for advice in self.near)
            self.given.append(text)
            self._pass(text)
        for event in entry.events:
            if event.to in (EVERYONE, who):
                self._pass(_written(event))

    @property
    def here(self) -> Step:
        return self.lesson.steps[self.step]

    @property
    def near(self) -> tuple[Advice, ...]:
        """The advice of this step, and of the one before: a gesture may begin the next step half-way."""
        return (*self.here.advice, *(self.lesson.steps[self.step - 1].advice if self.step else ()))

    def _pass(self, mark: str) -> None:
        """Something happened: does it begin the next step, or one farther ahead?"""
        ahead = self.lesson.steps[self.step + 1 :]
        for number, step in enumerate(ahead, self.step + 1):
            near = number == self.step + 1
            if any(_begins(mark, wanted) if near else _begins(EVENT + mark, wanted) for wanted in step.after):
                self.step, self.before = number, len(self.given)
                return
        if not ahead and any(_begins(mark, wanted) for wanted in self.lesson.ends):
            self.done = True

    def advice(self, question: str, may: May) -> tuple[Advice, tuple[str, ...]] | None:
        """The gesture to be made now, or the rest of one that was begun; None: the pupil chooses for himself."""
        for advice in self.near:
            for done in range(len(advice.do) - 1, 0, -1):
                rest = _from(advice.do[done:], may)
                if rest and tuple(self.given[-done:]) == tuple([word.removesuffix(MAYBE) for word in advice.do[:done]]):
                    return advice, rest
        for advice in self.here.advice:
            fresh = advice.often or advice.do[0] not in self.given[self.before :]
            if fresh and advice.at in ("", question) and may(advice.do):
                return advice, advice.do
        return None


def _from(rest: tuple[str, ...], may: May) -> tuple[str, ...]:
    """The rest of a gesture, from the first answer that can be given now; answers given unasked are passed over."""
    while rest and rest[0].endswith(MAYBE) and not may(rest[:1]):
        rest = rest[1:]
    return rest if may(rest) else ()


def _of(text: str, advice: Advice) -> bool:
    return any(word.removesuffix(MAYBE) == text for word in advice.do)


def _written(event: Event) -> str:
    return " ".join([EVENT + event.key, *map(str, event.args)])


def _begins(mark: str, wanted: str) -> bool:
    if wanted.startswith(AHEAD) and not mark.startswith(AHEAD):
        wanted = wanted.removeprefix(EVENT)
    return mark == wanted or mark.startswith(wanted + " ")


def lesson_of(match: Match) -> Lesson | None:
    """The lesson that a match is, if it is one."""
    return match.game.lessons.get(str(match.setup.options.get(OPTION, "")))


def scripted(match: Match, side: str) -> str | None:
    """The enemy's answer as the lesson has it; None: his bot answers."""
    lesson = lesson_of(match)
    asked = match.decision(side)
    if lesson is None or asked is None or side == lesson.side:
        return None
    place = Place(lesson, match)
    if place.done:
        return None
    legal = {option.text for option in asked.options if not isinstance(option, Region)}
    written = (*place.here.enemy.get(asked.name, ()), *lesson.enemy.get(asked.name, ()))
    return next((text for text in written if text in legal), None)


class Teller:
    """A lesson told to a pupil in his language."""

    def __init__(self, match: Match, lesson: Lesson, language: str) -> None:
        self.match = match
        self.lesson = lesson
        self.language = language
        self.place = Place(lesson, match)

    def word(self, *key: str) -> str:
        return self.match.words.say(".".join([OPTION, *key]), (), self.language)

    def say(self, *key: str) -> str:
        return self.word(self.lesson.id, *key)

    def known(self, *key: str) -> bool:
        return ".".join([OPTION, *key]) in self.match.words.messages["en"]

    def shown(self, face: AnyFace) -> LessonShown:
        """What the table shows of the lesson now."""
        place, lesson = self.place, self.lesson
        asked = self.match.decision(lesson.side)
        fits = asked is not None and asked.name in place.here.at
        found = None if asked is None else self._advice(face, asked.name)
        names = [self.word("aim"), *[self.say(step.id, "name") for step in lesson.steps]]
        aside = "" if asked is None or fits or not self.known("ask", asked.name) else self.word("ask", asked.name)
        return LessonShown(
            id=lesson.id,
            title=self.say("title"),
            minutes=lesson.minutes,
            step=place.step + 2,  # the first is the aim
            steps=[LessonPoint(name=name) for name in names],
            text=self.say(place.here.id, "say"),
            why=self.say(place.here.id, "why"),
            rule=place.here.rule,
            aside=aside,
            strayed=place.strayed,
            hint=None if found is None else found[0],
            actions=[] if found is None else list(found[2]),
            action=None if found is None else found[2][0].removesuffix(MAYBE),
            place=None if found is None else found[1],
            veil=list(lesson.veil),
            opening=self._page("aim") if not place.given and not place.done else None,
            closing=self._page("end") if place.done else None,
        )

    def _advice(self, face: AnyFace, question: str) -> tuple[str, str | None, tuple[str, ...]] | None:
        found = None if self.place.done else self.place.advice(question, self._may)
        if found is None:
            return None
        advice, rest = found
        described = face.describe(self.match.game.lexicon.parse(rest[0].removesuffix(MAYBE)))
        label = self.say("do", advice.label) if advice.label else described.label
        return label, advice.place or described.place, rest

    def _may(self, gesture: tuple[str, ...]) -> bool:
        return may(self.match, self.lesson.side, gesture)

    def _page(self, which: str) -> LessonPage:
        lessons = self.match.game.lessons
        following = [info(self.match.words.say, lessons[name], self.language) for name in self.lesson.next]
        return LessonPage(text=self.say(which), next=following)


def may(match: Match, side: str, gesture: tuple[str, ...]) -> bool:
    """Whether a gesture can be made now; tried out with other dice, on a match that knows no more than the side."""
    first = gesture[0].removesuffix(MAYBE) if gesture else ""
    if match.why_not(side, first):
        return False
    if len(gesture) == 1:
        return True
    twin = match.imagine(side, random.Random(first))
    for word in gesture:
        text = word.removesuffix(MAYBE)
        if not twin.why_not(side, text):
            twin.play(side, text)
        elif not word.endswith(MAYBE):
            return False
    return True


def tell(match: Match, side: str, language: str) -> LessonShown | None:
    """What a side is told now; None where the match is no lesson, or not the side's."""
    lesson = lesson_of(match)
    if lesson is None or side != lesson.side:
        return None
    face = match.game.face(match.state, match.sides.index(side), language)
    return Teller(match, lesson, language).shown(face)


def info(say: Any, lesson: Lesson, language: str) -> LessonInfo:
    """A lesson as the lobby lists it; ``say``: of a catalogue."""
    title, blurb = (say(f"{OPTION}.{lesson.id}.{key}", (), language) for key in ("title", "blurb"))
    return LessonInfo(id=lesson.id, title=title, blurb=blurb, minutes=lesson.minutes, side=lesson.side)


def keys(lesson: Lesson) -> Iterator[str]:
    """Every message that a lesson needs."""
    for key in ("title", "blurb", "aim", "end"):
        yield f"{OPTION}.{lesson.id}.{key}"
    for step in lesson.steps:
        for key in ("name", "say", "why"):
            yield f"{OPTION}.{lesson.id}.{step.id}.{key}"
        for advice in step.advice:
            if advice.label:
                yield f"{OPTION}.{lesson.id}.do.{advice.label}"
