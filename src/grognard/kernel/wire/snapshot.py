"""What a seat sees of a match at one moment."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NotRequired, TypedDict

import msgspec

from grognard.kernel.wire.base import Json, Shape, Value
from grognard.kernel.wire.question import Decision
from grognard.kernel.wire.table import CardsShown, Clock, LessonShown, LogLine, Overlays, SideInfo, Stage, Way


class Piece(TypedDict):
    """A counter on the board."""

    id: str
    side: str
    place: NotRequired[str | None]
    kind: NotRequired[str]
    flags: NotRequired[list[str]]
    squares: NotRequired[list[str]]  # all places it takes, where it takes more than one


class View(TypedDict):
    """What a seat may know of the board, as the rules say it: plain data, which bots read too."""

    revision: int
    to_act: list[str]
    score: NotRequired[dict[str, float]]
    units: NotRequired[list[Piece]]
    backs: NotRequired[list[Piece]]  # stacks face down: how many counters, and whatever else is known of them
    generals: NotRequired[list[Piece]]  # where they are no units
    routes: NotRequired[list[Way]]  # always drawn, such as plans already written


class Stalled(Shape):
    """A bot that failed or never ended, and who could sit there instead."""

    side: str
    bot: str
    reason: str
    text: str
    bots: list[str]


class Waiting(Shape, rename={"sides": "for"}):
    """For whom the table waits."""

    sides: list[str]
    bot: bool
    since: int
    stalled: Stalled | None


class Points(Shape):
    """A side's points, then and now."""

    side: str
    before: float
    after: float


class Taken(Shape):
    """A place that counts has changed hands."""

    place: str
    name: str
    side: str
    points: float
    text: str


class Since(Shape):
    """What the seat has not answered yet: everything from here on happened since its last choice."""

    line: int  # of the log, counted from the beginning
    turn: int  # the first line of the turn before, where a turn began since; else -1
    points: list[Points] = []
    taken: list[Taken] = []


class Missing(Shape):
    """A part that could not be made."""

    part: str
    text: str


class OfferShown(Shape):
    """A side would end the match here and have it counted."""

    side: str
    declined: bool
    text: str


class StreamShown(Shape):
    """What was promised of the dice from this one on."""

    first: int
    commit: str


class DiceShown(Shape):
    """The dice; a chosen seed is known to all, another when the match is over."""

    streams: list[StreamShown]
    seed: str | None


class Ended(Shape):
    """How it ended."""

    winner: str | None
    level: str
    score: dict[str, int]
    reason: str
    text: str


class Snapshot(msgspec.Struct, forbid_unknown_fields=True):
    """What one seat sees of a match at one moment."""

    match: str
    revision: int
    seat: str | None
    lang: str
    title: str
    game: str
    scenario: str
    scenario_name: str
    options: dict[str, Value]
    sides: list[SideInfo]
    clock: Clock
    view: View
    decision: Decision | None
    waiting: Waiting | None
    sealed: bool  # it holds a bot's secrets: no record, no copy
    secrets: bool  # whether a side of this game may know what another may not
    missing: list[Missing]
    dice: DiceShown
    log: list[LogLine]
    since: Since | None
    can_undo: bool
    can_redo: bool
    can_settle: bool  # the match could be ended now and counted as it stands
    offer: OfferShown | None
    outcome: Ended | None
    overlays: Overlays
    cards: CardsShown | None
    stage: Stage | None
    lesson: LessonShown | None
    at: int | msgspec.UnsetType = msgspec.UNSET  # a position of the past, and how many there are
    length: int | msgspec.UnsetType = msgspec.UNSET


def pieces(view: Json) -> Iterator[Json]:
    """Everything on a board that a view tells of."""
    return chain.from_iterable([view.get(kind, ()) for kind in ("units", "generals", "backs")])
