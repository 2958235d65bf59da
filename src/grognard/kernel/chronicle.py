"""The page after a game: what every game tells of a record played again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final, Generic, NamedTuple, cast

from grognard.kernel.dice import ScriptedDice
from grognard.kernel.frame import Event, S
from grognard.kernel.match import Match
from grognard.kernel.pen import Pen
from grognard.kernel.record import RESIGN, standing
from grognard.kernel.restore import opened
from grognard.kernel.wire import Chart, ChartLine, ChartMark, Chronicle, LuckRow, LuckVerdict, Table, TurningPoint

MOST: Final = 8  # turning points told
PARAGRAPH: Final = 5  # of them in the story
SWING: Final = "swing"  # points that changed hands: what changed, and the score after


class Sample(NamedTuple):
    """The table at the start of a turn or at the end: every measure for both sides."""

    turn: int
    values: Mapping[str, tuple[int, int]]
    shaded: bool = False  # winter, foul weather


class Moment(NamedTuple):
    """Something worth telling: the action it came with, its turn, the event, its weight."""

    number: int
    turn: int
    event: Event
    weight: int


class Story(Generic[S]):
    """A record played once more and looked at: the table turn by turn, what is worth telling, what the dice did.

    A game says what it measures (``sample``), what an event tells of luck (``read``) and which events are dramatic.
    Where it counts ``points``, their changes are moments too, told as an event ``swing`` of our own.
    """

    drama: ClassVar[Mapping[str, int]] = {}  # events worth telling, and their weights
    loud: ClassVar[int] = 0  # points that change hands with something weightier than this are not told besides

    def __init__(self, match: Match) -> None:
        self.samples: list[Sample] = []
        self.moments: list[Moment] = []
        self.turn = 0
        record = match.record
        self.dice = len(record.opening) + sum(len(line.dice) for line in record.lines)
        script = self.script()
        self.match = opened(match.game, record, script)
        lines = standing(record.lines)
        self.decisions = len(lines)
        if self.match.length:  # by older rules until here: what happened then cannot be looked at
            self.turn = 1
            self.samples.append(self.sample(self.state))
        else:
            self._tell(0, [event for _, event in self.match.log()])
        for line in lines[self.match.length :]:
            script.load(line.dice)
            before = self.points(self.state)
            self.attend(self.state)
            events = self.match.play(line.side, line.text)
            self._tell(line.number, events)
            self._swing(line.number, before, events)
        if match.outcome is not None:
            self.samples.append(self.sample(self.state))

    # what a game says

    def sample(self, state: S) -> Sample:
        """The table as it is measured."""
        raise NotImplementedError

    def read(self, state: S, event: Event) -> None:
        """Count what an event tells of luck."""

    def points(self, state: S) -> tuple[int, int] | None:
        """The score of both sides, where it changes in play; None: it does not."""
        return None

    def script(self) -> ScriptedDice:
        """The dice that fall as the record says."""
        return ScriptedDice()

    def attend(self, state: S) -> None:
        """Look at the table before an action is played."""

    # what was seen

    @property
    def state(self) -> S:
        return cast(S, self.match.state)

    def _tell(self, number: int, events: list[Event]) -> None:
        for event in events:
            self.read(self.state, event)
            if event.opens_turn:
                self.turn += 1
                self.samples.append(self.sample(self.state))
            if event.key in self.drama and self.turn:
                self.moments.append(Moment(number, self.turn, event, self.drama[event.key]))

    def _swing(self, number: int, before: tuple[int, int] | None, events: list[Event]) -> None:
        after = self.points(self.state)
        if before is None or after is None:
            return
        change = (after[0] - before[0]) - (after[1] - before[1])
        quiet = all(self.drama.get(event.key, 0) <= self.loud for event in events)
        if change and quiet and self.turn:
            self.moments.append(Moment(number, self.turn, Event(SWING, (change, *after)), abs(change)))

    def point(self, moment: Moment, pen: Pen) -> TurningPoint:
        """A turning point as the page tells it."""
        about = self.match.game.focus(moment.event)
        return TurningPoint(
            n=moment.number,
            turn=moment.turn,
            side=about.side,
            title=pen("chronicle.when", moment.turn),
            text=self.match.say(moment.event, pen.language),
            places=about.places,
            rule=about.rule,
        )

    def _given_up(self, pen: Pen) -> str:
        """The headline of a match that a side gave up: points do not tell who won it."""
        outcome, game = self.match.outcome, self.match.game
        if outcome is None or outcome.level != RESIGN or outcome.winner is None:
            return ""
        names = [game.army_name(self.match.setup, side, pen.language) for side in game.sides]
        winner = game.sides.index(outcome.winner)
        return pen("chronicle.resigned", names[1 - winner], names[winner])

    def story(self, points: list[TurningPoint]) -> str:
        """The game in a paragraph: its weightiest moments in their order."""
        best = {moment.number for moment in weightiest(self.moments, PARAGRAPH)}
        told = dict.fromkeys(f"{point.title}: {point.text}" for point in points if point.n in best)
        return " ".join(told)

    def where(self, moment: Moment) -> list[str]:
        """The place a turning point is about: its own, or that of what was told with it."""
        told = [event for number, event in self.match.log() if number == moment.number]
        places = [self.match.game.focus(event).places for event in [moment.event, *told]]
        return next((found[-1:] for found in places if found), [])

    def page(
        self,
        pen: Pen,
        headline: str,
        caption: str,
        score: Table,
        charts: list[Chart],
        luck: list[LuckRow],
        luck_verdict: list[LuckVerdict],
        turning_points: list[TurningPoint],
    ) -> Chronicle:
        """The game's own, and what all chronicles tell alike."""
        match = self.match
        return Chronicle(
            headline=self._given_up(pen) or headline,
            caption=caption,
            story=self.story(turning_points),
            text=match.game.outcome_text(match.outcome, pen.language) if match.outcome else "",
            dice=self.dice,
            decisions=self.decisions,
            series=series(self.samples, match.game.sides),
            score=score,
            charts=charts,
            luck=luck,
            luck_verdict=luck_verdict,
            turning_points=turning_points,
        )


def marks(moments: list[Moment], keys: Sequence[str], pen: Pen) -> list[ChartMark]:
    """What is written beside the lines of a chart."""
    return [
        ChartMark(at=moment.turn, turn=moment.turn, label=pen(f"chronicle.{moment.event.key}", *moment.event.args))
        for moment in moments
        if moment.event.key in keys
    ]


def weightiest(moments: list[Moment], most: int = MOST) -> list[Moment]:
    """The turning points, in their order."""
    best = sorted(moments, key=lambda moment: (-moment.weight, moment.number))[:most]
    return sorted(best, key=lambda moment: moment.number)


def series(samples: list[Sample], sides: Sequence[str]) -> dict[str, list[int] | dict[str, list[int]]]:
    """The bare numbers: one for each turn begun, and one for the end."""
    found: dict[str, list[int] | dict[str, list[int]]] = {"turns": [sample.turn for sample in samples]}
    measures = samples[0].values if samples else ()
    for who, side in enumerate(sides):
        found[side] = {measure: [sample.values[measure][who] for sample in samples] for measure in measures}
    return found


def charts(
    samples: list[Sample],
    pictures: Mapping[str, Sequence[str]],
    armies: Mapping[str, str],
    say: Callable[..., str],
    shade: str = "",
) -> list[Chart]:
    """The pictures, each with its measures: the first drawn through, the others dashed beneath. ``armies``: by side."""
    ticks = [str(sample.turn) for sample in samples]
    if len(ticks) > 1 and ticks[-1] == ticks[-2]:
        ticks[-1] = say("chronicle.end")
    dark = [i for i, sample in enumerate(samples) if sample.shaded]
    found = []
    for name, measures in pictures.items():
        lines = [
            ChartLine(
                side=side,
                measure=measure,
                dash=dash,
                values=[max(0, sample.values[measure][who]) for sample in samples],
                label=say(f"chronicle.line_{measure}", army, samples[-1].values[measure][who] if samples else 0),
            )
            for who, (side, army) in enumerate(armies.items())
            for dash, measure in enumerate(measures)
        ]
        found.append(
            Chart(
                id=name,
                title=say(f"chronicle.chart_{name}"),
                ticks=ticks,
                lines=lines,
                shade=[dark[0], dark[-1]] if dark else None,
                shade_label=shade,
                marks=[],
            )
        )
    return found
