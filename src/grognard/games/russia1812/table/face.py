"""The campaign as the table shows it to one side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from grognard.games.russia1812.rules.optional.known import known
from grognard.games.russia1812.table.describe import describe
from grognard.games.russia1812.table.forecast import forecast
from grognard.games.russia1812.table.hand import cards
from grognard.games.russia1812.table.lesson import LESSON
from grognard.games.russia1812.table.margins import about, clock, crumbs, side_note, sidebar
from grognard.games.russia1812.table.overlays import overlays
from grognard.games.russia1812.table.pen import Pen
from grognard.games.russia1812.table.shortcuts import shortcuts
from grognard.games.russia1812.world.state import Campaign
from grognard.kernel.action import Action
from grognard.kernel.face import PenFace
from grognard.kernel.wire import CardsShown, Clock, Forecast, LessonStep, Option, Overlays, Plan, Shortcut, Sidebar


class CampaignFace(PenFace[Campaign, Pen]):
    """Everything is shown of what the side knows (15.1), and of nothing else."""

    @cached_property
    def known(self) -> Campaign:
        return known(self.state, self.side)

    def describe(self, action: Action) -> Option:
        return describe(self.known, self.side, action, self.pen)

    def crumbs(self) -> list[str]:
        return crumbs(self.known, self.side, self.pen)

    def shortcuts(self) -> Sequence[Shortcut | Plan]:
        return shortcuts(self.known, self.side, self.pen)

    def about(self, place: str) -> list[str]:
        h = self.state.world.grid.by_name.get(place)
        return [] if h is None else about(self.known, self.side, h)

    def forecast(self, action: Action, given: Mapping[str, int]) -> Forecast | None:
        return forecast(self.known, self.side, action, given, self.pen)

    def lesson_step(self) -> LessonStep | None:
        return LESSON.tell(self.state, self.side, self.state.turn, self.pen)

    def clock(self) -> Clock:
        return clock(self.state, self.pen)

    def side_note(self, who: int) -> str:
        return side_note(self.known, who, self.side, self.pen)

    def overlays(self) -> Overlays:
        return overlays(self.known, self.side)

    def sidebar(self) -> Sidebar:
        return sidebar(self.known, self.side, self.pen)

    def cards(self) -> CardsShown | None:
        return cards(self.state, self.side, self.pen)
