"""The battle as the table shows it to one side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.games.vanguard.table.describe import describe
from grognard.games.vanguard.table.forecast import forecast
from grognard.games.vanguard.table.lesson import LESSON
from grognard.games.vanguard.table.margins import about, clock, crumbs, side_note, sidebar
from grognard.games.vanguard.table.overlays import overlays, sight
from grognard.games.vanguard.table.pen import Pen
from grognard.games.vanguard.table.shortcuts import shortcuts
from grognard.games.vanguard.world.lexicon import sheet
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.face import PenFace
from grognard.kernel.wire import Clock, Forecast, LessonStep, Option, Overlays, Plan, Shortcut, Sidebar, Sight


class BattleFace(PenFace[Battle, Pen]):
    """Montebello or Campotenese."""

    def describe(self, action: Action) -> Option:
        return describe(self.state, self.side, action, self.pen)

    def crumbs(self) -> list[str]:
        return crumbs(self.state, self.side, self.pen)

    def shortcuts(self) -> Sequence[Shortcut | Plan]:
        return shortcuts(self.state, self.side, self.pen)

    def about(self, place: str) -> list[str]:
        h = sheet().by_name.get(place)
        return [] if h is None else about(self.state, self.side, h)

    def forecast(self, action: Action, given: Mapping[str, int]) -> Forecast | None:
        return forecast(self.state, self.side, action, given, self.pen)

    def lesson_step(self) -> LessonStep | None:
        return LESSON.tell(self.state, self.side, self.state.turn, self.pen)

    def clock(self) -> Clock:
        return clock(self.state, self.pen)

    def side_note(self, who: int) -> str:
        return side_note(self.state, who, self.side, self.pen)

    def overlays(self) -> Overlays:
        return overlays(self.state, self.side, self.pen)

    def sight(self, place: str) -> Sight | None:
        h = sheet().by_name.get(place)
        return None if h is None else sight(self.state, h, self.pen)

    def sidebar(self) -> Sidebar:
        return sidebar(self.state, self.side, self.pen)
