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
from grognard.kernel.wire import Json, Option, Plan, Shortcut


class BattleFace(PenFace[Battle, Pen]):
    """The miniatures as they stand."""

    def describe(self, action: Action) -> Option:
        return describe(self.state, self.side, action, self.pen)

    def region(self, region: Region) -> Json:
        return describe_region(self.state, region, self.pen)

    def areas(self) -> list[Json]:
        return areas(self.state, self.side, self.pen)

    def rehearse(self, action: Action) -> Json | None:
        return rehearse(self.state, self.side, action, self.pen)

    def crumbs(self) -> list[str]:
        return crumbs(self.state, self.side, self.pen)

    def shortcuts(self) -> Sequence[Shortcut | Plan]:
        return shortcuts(self.state, self.side, self.pen)

    def about(self, place: str) -> list[str]:
        return about(self.state, self.side, place)

    def forecast(self, action: Action, given: Mapping[str, int]) -> Json | None:
        return forecast(self.state, self.side, action, given, self.pen)

    def lesson_step(self) -> Json | None:
        return LESSON.tell(self.state, self.side, self.state.turn, self.pen)

    def clock(self) -> Json:
        return clock(self.state, self.pen)

    def side_note(self, who: int) -> str:
        return side_note(self.state, who, self.pen)

    def overlays(self) -> Json:
        return overlays(self.state, self.side, self.pen)

    def sidebar(self) -> Json:
        return sidebar(self.state, self.pen)
