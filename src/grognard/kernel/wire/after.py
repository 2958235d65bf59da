"""What is told after the game: charts, luck, turning points, verified dice."""

from __future__ import annotations

from grognard.kernel.wire.base import Shape
from grognard.kernel.wire.snapshot import Ended, Missing, StreamShown
from grognard.kernel.wire.table import SideInfo, Table


class ChartLine(Shape):
    """A measure of a side, turn by turn."""

    side: str
    measure: str
    dash: int  # 0: drawn through
    values: list[int]
    label: str


class ChartMark(Shape):
    """Something written beside the lines of a chart."""

    at: int  # the place on the axis, after that turn
    turn: int
    label: str


class Chart(Shape):
    """Measures of both sides."""

    id: str
    title: str
    ticks: list[str]
    lines: list[ChartLine]
    shade: list[int] | None  # from here to there: winter, foul weather
    shade_label: str
    marks: list[ChartMark]


class LuckRow(Shape):
    """What came of one kind of dice against what was to be expected; ``better`` above zero is luck."""

    id: str
    side: str
    label: str
    rule: str
    tries: int
    rolled: int
    expected: float
    better: float


class LuckVerdict(Shape):
    """All dice of a side in a sentence."""

    side: str
    text: str
    dice: int | None = None
    mean: float | None = None
    better: float | None = None


class TurningPoint(Shape):
    """Something worth telling."""

    n: int  # the action it came with
    turn: int
    side: str | None
    title: str
    text: str
    places: list[str]
    rule: str | None


class IntentTold(Shape):
    """What a bot was up to in a turn."""

    n: int  # the action before which it was so minded
    turn: int
    side: str
    title: str
    text: list[str]


class Chronicle(Shape, kw_only=True):
    """A game told after its end."""

    headline: str = ""
    caption: str = ""
    text: str = ""
    story: str = ""  # the game in a paragraph
    dice: int = 0
    decisions: int = 0
    series: dict[str, list[int] | dict[str, list[int]]] = {}
    score: Table | None = None
    charts: list[Chart] = []
    luck: list[LuckRow] = []
    luck_verdict: list[LuckVerdict] = []
    turning_points: list[TurningPoint] = []


class StreamOpened(StreamShown):
    """What was promised of the dice, and what they came from."""

    seed: str | None


class Verified(Shape):
    """Whether the dice are those that were promised."""

    ok: bool
    dice: int
    fault: str | None
    streams: list[StreamOpened]


class Report(Chronicle, kw_only=True):
    """The page after a game."""

    match: str
    sides: list[SideInfo]
    ended: str  # when
    title: str
    game: str
    scenario: str
    outcome: Ended | None
    verified: Verified
    intents: list[IntentTold]  # of the sides that bots played
    missing: list[Missing]
