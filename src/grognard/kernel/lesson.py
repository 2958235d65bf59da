"""A guided first turn: what to look at and what to try, question by question, until the pupil stands on his own.

The steps hang on the question that is put and on the table as it is, not on a script: whatever the pupil or the enemy
does, there is something to say. Texts are in the catalogue under ``lesson``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple

from grognard.kernel.action import Action
from grognard.kernel.frame import S
from grognard.kernel.pen import P
from grognard.kernel.wire import LessonStep, Value

if TYPE_CHECKING:
    from grognard.kernel.face import PenFace


class Step(NamedTuple):
    """What is told of a question, and the rule it comes from; ``turn``: when it is first told."""

    name: str
    question: str
    rule: str
    turn: int = 1


class Advice(NamedTuple):
    """What a sensible officer would do next: in words, as an action, or as one of the shortcuts."""

    hint: str | None = None
    action: str | None = None
    shortcut: str | None = None


NONE = Advice()


class LessonMatch(NamedTuple):
    """The match a lesson is given in: who sits where, which side the pupil plays, and its dice."""

    scenario: str
    options: dict[str, Value]
    seats: dict[str, str]
    side: str
    seed: str


class StepTold(NamedTuple):
    """A step in words: the question it belongs to, and when it is first told."""

    id: str
    decision: str
    turn: int
    text: str
    rule: str


class LessonPlan(NamedTuple):
    """A whole lesson."""

    title: str
    blurb: str
    steps: list[StepTold]
    match: LessonMatch


class Lesson(Generic[S, P]):
    """The lesson of a game, and the ``match`` it is given in."""

    steps: tuple[Step, ...] = ()
    same_as: Mapping[str, str] = {}  # questions that a step of another one fits
    last: int = 1  # the turn after which the pupil needs no more telling
    match: LessonMatch

    # what a game says

    def fitting(self, state: S, side: int, question: str, options: Sequence[Action]) -> str:
        """Which step of a question's several fits the table; empty: none."""
        return self.step_of(question)

    def advice(self, face: PenFace[S, P], step: str, options: Sequence[Action]) -> Advice:
        """An answer worth trying: a sound one, not the best; none where the pupil should choose for himself."""
        return NONE

    # what is told

    def step_of(self, question: str) -> str:
        """The first step of a question."""
        found = [step.name for step in self.steps if step.question == question]
        return self.same_as.get(question) or (found[0] if found else "")

    def plan(self, pen: P) -> LessonPlan:
        """The match a lesson is given in, and all its steps."""
        steps = [
            StepTold(step.name, step.question, step.turn, pen(f"lesson.{step.name}"), step.rule) for step in self.steps
        ]
        return LessonPlan(pen("lesson.title"), pen("lesson.blurb"), steps, self.match)

    def tell(self, face: PenFace[S, P], turn: int) -> LessonStep | None:
        """The step for the question now put to the side; None when it is not asked or the lesson is over."""
        state, side, pen = face.state, face.side, face.pen
        frame = state.agenda[-1] if state.agenda else None
        if frame is None or side not in frame.to_act(state) or turn > self.last:
            return None
        options = frame.options(state, side)
        name = self.fitting(state, side, type(frame).__name__, options)
        place = next((at for at, step in enumerate(self.steps) if step.name == name), -1)
        if place < 0:
            return None
        advice = self.advice(face, name, options)
        return LessonStep(
            id=name,
            text=pen(f"lesson.{name}"),
            hint=advice.hint,
            action=advice.action,
            shortcut=advice.shortcut,
            rule=self.steps[place].rule,
            step=place + 1,
            steps=len(self.steps),
        )


def first(options: Sequence[Action], *verbs: str) -> Action | None:
    """The first option of the first of these verbs that is on offer."""
    return next((action for verb in verbs for action in options if action.verb == verb), None)
