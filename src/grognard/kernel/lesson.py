"""A guided first turn: what to look at and what to try, question by question, until the pupil stands on his own.

The steps hang on the question that is put and on the table as it is, not on a script: whatever the pupil or the enemy
does, there is something to say. Texts are in the catalogue under ``lesson``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple

from grognard.kernel.action import Action
from grognard.kernel.frame import S
from grognard.kernel.pen import P
from grognard.kernel.wire import Json, LessonStep


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


class Lesson(Generic[S, P]):
    """The lesson of a game. ``match``: what it is given in, as ``Game.lesson`` tells it."""

    steps: tuple[Step, ...] = ()
    same_as: Mapping[str, str] = {}  # questions that a step of another one fits
    last: int = 1  # the turn after which the pupil needs no more telling
    match: Json = {}

    # what a game says

    def fitting(self, state: S, side: int, question: str, options: Sequence[Action]) -> str:
        """Which step of a question's several fits the table; empty: none."""
        return self.step_of(question)

    def advice(self, state: S, side: int, step: str, options: Sequence[Action], pen: P) -> Advice:
        """An answer worth trying: a sound one, not the best; none where the pupil should choose for himself."""
        return NONE

    # what is told

    def step_of(self, question: str) -> str:
        """The first step of a question."""
        found = [step.name for step in self.steps if step.question == question]
        return self.same_as.get(question) or (found[0] if found else "")

    def plan(self, pen: P) -> Json:
        """The match a lesson is given in, and all its steps."""
        steps = [
            {
                "id": step.name,
                "when": {"decision": step.question, "turn": step.turn},
                "text": pen(f"lesson.{step.name}"),
                "rule": step.rule,
                "hint": None,
            }
            for step in self.steps
        ]
        return {"title": pen("lesson.title"), "blurb": pen("lesson.blurb"), "steps": steps, **self.match}

    def tell(self, state: S, side: int, turn: int, pen: P) -> LessonStep | None:
        """The step for the question now put to the side; None when it is not asked or the lesson is over."""
        frame = state.agenda[-1] if state.agenda else None
        if frame is None or side not in frame.to_act(state) or turn > self.last:
            return None
        options = frame.options(state, side)
        name = self.fitting(state, side, type(frame).__name__, options)
        place = next((at for at, step in enumerate(self.steps) if step.name == name), -1)
        if place < 0:
            return None
        advice = self.advice(state, side, name, options, pen)
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
