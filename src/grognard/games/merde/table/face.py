"""The battle as the table shows it to one side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.games.merde.table.describe import describe
from grognard.games.merde.table.forecast import forecast
from grognard.games.merde.table.lesson import LESSON
from grognard.games.merde.table.margins import about, clock, crumbs, side_note, sidebar
from grognard.games.merde.table.overlays import BACKDROPS, overlays, sight
from grognard.games.merde.table.pen import Pen
from grognard.games.merde.table.shortcuts import shortcuts
from grognard.games.merde.table.stage import stage
from grognard.games.merde.world.lexicon import LEXICON
from grognard.games.merde.world.state import Battle, surveying
from grognard.kernel.action import Action
from grognard.kernel.face import PenFace
from grognard.kernel.wire import Clock, Forecast, LessonStep, Option, Overlays, Plan, Shortcut, Sidebar, Sight, Stage


class BattleFace(PenFace[Battle, Pen]):
    """One of the five battles, or one of the workshop."""

    def describe(self, action: Action) -> Option:
        return describe(self.state, self.side, action, self.pen)

    def crumbs(self) -> list[str]:
        return crumbs(self.state, self.side, self.pen)

    def backdrop(self) -> str | None:
        return BACKDROPS.get(type(self.state.agenda[-1]).__name__) if self.state.agenda else None

    def shortcuts(self) -> Sequence[Shortcut | Plan]:
        return shortcuts(self.state, self.side, self.pen)

    def about(self, place: str) -> list[str]:
        sq = self._square(place)
        return [] if sq is None else about(self.state, self.side, sq)

    def forecast(self, action: Action, given: Mapping[str, int]) -> Forecast | None:
        return forecast(self.state, self.side, action, given, self.pen)

    def lesson_step(self) -> LessonStep | None:
        return LESSON.tell(self.state, self.side, self.state.turn, self.pen)

    def clock(self) -> Clock:
        return clock(self.state, self.pen)

    def side_note(self, who: int) -> str:
        return side_note(self.state, who, self.pen)

    def overlays(self) -> Overlays:
        return surveying(self.state, lambda s: overlays(s, self.side, self.pen))

    def sight(self, place: str) -> Sight | None:
        sq = self._square(place)
        return None if sq is None else sight(self.state, sq, self.pen)

    def sidebar(self) -> Sidebar:
        return sidebar(self.state, self.side, self.pen)

    def stage(self) -> Stage | None:
        return surveying(self.state, lambda s: stage(s, self.side, self.pen))

    def _square(self, place: str) -> int | None:
        sq = LEXICON.index["square"].get(place)
        return sq if sq is not None and self.state.world.field.has(sq) else None
