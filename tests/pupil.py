"""A pupil and his enemy: lessons played without a server, by their own advice or otherwise."""

from __future__ import annotations

import random
from collections.abc import Iterator

from grognard import bots, games
from grognard.kernel.lesson import MAYBE, Lesson, scripted, tell
from grognard.kernel.match import Match, begin
from grognard.kernel.wire import LessonShown

LESSONS = [(game, lesson) for game in games.known() for lesson in games.load(game).lessons]


def lesson_match(game: str, name: str) -> tuple[Match, Lesson]:
    """A lesson as the server begins it."""
    found = games.load(game)
    lesson = found.lessons[name]
    setup = found.set_up(lesson.scenario, {**lesson.options, "lesson": name})
    return begin(found, setup, lesson.seed), lesson


class Class:
    """One lesson being given; the enemy answers as on the server."""

    def __init__(self, game: str, name: str) -> None:
        self.match, self.lesson = lesson_match(game, name)
        self.enemies = {
            side: bots.make(self.lesson.bot, game, side, self.lesson.id)
            for side in self.match.sides
            if side != self.lesson.side
        }

    def questions(self, most: int) -> Iterator[LessonShown]:
        """What is told at each question of the pupil, until the closing page or so many of them."""
        for _ in range(most):
            while self.match.outcome is None and self.lesson.side not in self.match.to_act:
                self.answer_for_the_enemy()
            told = self.told("en")
            yield told
            if told.closing is not None or self.match.outcome is not None:
                return

    def told(self, language: str) -> LessonShown:
        found = tell(self.match, self.lesson.side, language)
        assert found is not None
        return found

    def answer_for_the_enemy(self) -> None:
        side = self.match.to_act[0]
        written = scripted(self.match, side)
        self.match.play(side, bots.answer(self.enemies[side], self.match, side) if written is None else written)

    def obey(self, told: LessonShown) -> int:
        """Do as advised, as one gesture; how many answers it was."""
        return len([self.give(action) for action in told.actions if self.needed(action)])

    def needed(self, action: str) -> bool:
        return not action.endswith(MAYBE) or not self.match.why_not(self.lesson.side, action.removesuffix(MAYBE))

    def give(self, action: str) -> None:
        self.match.play(self.lesson.side, action.removesuffix(MAYBE))

    def stray(self, rng: random.Random) -> None:
        self.match.play(self.lesson.side, self.match.sample(self.lesson.side, rng))
