"""The battle as the table shows it: the whole table is open [4.3]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.games.tabletop.table.areas import areas
from grognard.games.tabletop.table.describe import describe, describe_region
from grognard.games.tabletop.table.forecast import forecast
from grognard.games.tabletop.table.lesson import LESSON
from grognard.games.tabletop.table.margins import about, clock, crumbs, side_note, sidebar
from grognard.games.tabletop.table.overlays import overlays
from grognard.games.tabletop.table.pen import Pen
from grognard.games.tabletop.table.rehearsal import rehearse
from grognard.games.tabletop.table.shortcuts import shortcuts
from grognard.games.tabletop.world.state import Battle
from grognard.kernel.action import Action, Region
from grognard.kernel.face import PenFace
from grognard.kernel.wire import (
    Clock,
    Forecast,
    LessonStep,
    Option,
    Overlays,
    Plan,
    Rehearsal,
    Shortcut,
    Sidebar,
    TableArea,
)
from grognard.kernel.wire import Region as RegionShown


class BattleFace(PenFace[Battle, Pen]):
    """The miniatures as they stand."""

    def describe(self, action: Action) -> Option:
        return describe(self.state, self.side, action, self.pen)

    def region(self, region: Region) -> RegionShown:
        return describe_region(self.state, region, self.pen)

    def areas(self) -> list[TableArea]:
        return areas(self.state, self.side, self.pen)

    def rehearse(self, action: Action) -> Rehearsal | None:
        return rehearse(self.state, self.side, action, self.pen)

    def crumbs(self) -> list[str]:
        return crumbs(self.state, self.side, self.pen)

    def shortcuts(self) -> Sequence[Shortcut | Plan]:
        return shortcuts(self.state, self.side, self.pen)

    def about(self, place: str) -> list[str]:
        return about(self.state, self.side, place)

    def forecast(self, action: Action, given: Mapping[str, int]) -> Forecast | None:
        return forecast(self.state, self.side, action, given, self.pen)

    def lesson_step(self) -> LessonStep | None:
        return LESSON.tell(self.state, self.side, self.state.turn, self.pen)

    def clock(self) -> Clock:
        return clock(self.state, self.pen)

    def side_note(self, who: int) -> str:
        return side_note(self.state, who, self.pen)

    def overlays(self) -> Overlays:
        return overlays(self.state, self.side, self.pen)

    def sidebar(self) -> Sidebar:
        return sidebar(self.state, self.pen)
