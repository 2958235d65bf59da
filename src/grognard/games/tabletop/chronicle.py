"""After the battle: how it went, turn by turn, what the dice did, and when it was decided.

Everything is rebuilt from the record: a fresh match is played again and looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from grognard.games.tabletop.luck import Audit, rows, verdict
from grognard.games.tabletop.pen import Pen
from grognard.games.tabletop.state import READY, Battle
from grognard.games.tabletop.table import focus, row, table
from grognard.games.tabletop.victory import holder, pm_lost, score
from grognard.games.tabletop.world import SIDES
from grognard.kernel.dice import Dice, DiceError
from grognard.kernel.frame import Event
from grognard.kernel.match import Match
from grognard.kernel.record import Line

Json = dict[str, Any]
DRAMA: Final = {"destroyed": 5, "general_lost": 6, "guns_taken": 4, "broke_through": 2, "won": 2, "shaken": 4,
                "left_table": 4}  # fmt: skip
MEASURES: Final = ("strength", "units", "points")
MOST: Final = 8  # turning points told


class Sample(NamedTuple):
    """The table at the start of a turn, or at the end; by side."""

    turn: int
    strength: tuple[int, int]  # morale points left, in per cent
    units: tuple[int, int]  # in hand
    points: tuple[int, int]


class Moment(NamedTuple):
    """Something worth telling: the action it came with, its turn, the event, its weight."""

    number: int
    turn: int
    event: Event
    weight: int


class Recorded(Dice):
    """Dice that fall as the record says."""

    def __init__(self) -> None:
        super().__init__()
        self.script: Sequence[int] = ()
        self.next = 0

    def load(self, script: Sequence[int]) -> None:
        self.script, self.next = script, 0

    def draw(self, sides: int) -> int:
        if self.next >= len(self.script):
            raise DiceError("the record has too few dice")
        self.next += 1
        return self.script[self.next - 1]


class Story:
    """What a second playing of the record has shown."""

    def __init__(self, match: Match) -> None:
        self.audit = Audit()
        self.samples: list[Sample] = []
        self.moments: list[Moment] = []
        self.dice = 0
        self.turn = 0
        self.match = self._replay(match)

    def _replay(self, match: Match) -> Match:
        dice = Recorded()
        record = match.record
        dice.load(record.opening)
        twin = Match(match.game, match.setup, dice, [])
        self.dice = len(record.opening)
        self._tell(twin, 0, [event for _, event in twin.log()])
        for number, line in enumerate(effective(record.lines), 1):
            dice.load(line.dice)
            self.dice += len(line.dice)
            self._tell(twin, number, twin.play(line.side, line.text))
        if twin.outcome is not None:
            self.samples.append(sample(twin.state))
        return twin

    def _tell(self, twin: Match, number: int, events: list[Event]) -> None:
        for event in events:
            self.audit.read(event)
            if event.key == "turn":
                self.turn += 1
                self.samples.append(sample(twin.state))
            if event.key in DRAMA:
                self.moments.append(Moment(number, self.turn, event, DRAMA[event.key]))


def effective(lines: list[Line]) -> list[Line]:
    """The lines that count: an undo takes the last one back."""
    found: list[Line] = []
    for line in lines:
        if line.text == "undo":
            found.pop()
        else:
            found.append(line)
    return found


def sample(s: object) -> Sample:
    assert isinstance(s, Battle)
    left = [100 - 100 * pm_lost(s, side) // s.world.start_pm[side] for side in (0, 1)]
    fit = [sum([s.units[u].status == READY for u in s.own(side)]) for side in (0, 1)]
    return Sample(s.turn, (left[0], left[1]), (fit[0], fit[1]), score(s))


def chronicle(match: Match, pen: Pen) -> Json:
    """Everything the page after the battle shows, in the reader's language."""
    story = Story(match)
    s = story.match.state
    assert isinstance(s, Battle)
    return {
        "headline": headline(match, pen),
        "caption": pen("chronicle.caption", pen(f"scenario.{pen.scenario}"), s.turn),
        "text": match.game.outcome_text(match.outcome, pen.language) if match.outcome else "",
        "decisions": len(effective(match.record.lines)),
        "dice": story.dice,
        "score": score_table(s, pen),
        "series": series(story.samples),
        "charts": charts(story.samples, story.moments, pen),
        "luck": rows(story.audit, pen),
        "luck_verdict": verdict(story.audit, pen),
        "turning_points": turning_points(story, pen),
    }


def headline(match: Match, pen: Pen) -> str:
    outcome = match.outcome
    if outcome is None:
        return pen("chronicle.open")
    ours, theirs = (outcome.score[side] for side in SIDES)
    if outcome.winner is None:
        return pen("chronicle.draw", ours, theirs)
    who = SIDES.index(outcome.winner)
    points = (ours, theirs) if who == 0 else (theirs, ours)
    return pen("chronicle.wins", pen.army(who), *points)


def score_table(s: Battle, pen: Pen) -> Json:
    """[12.2] The points explained: areas held, enemies destroyed."""
    lines = [row(pen("table.area", pen.objective(o)), *[area.points if holder(s, o) == side else "" for side in (0, 1)])
             for o, area in enumerate(s.world.objectives)]  # fmt: skip
    lines.append(row(pen("table.destroyed"), *[10 * pm_lost(s, 1 - w) // s.world.start_pm[1 - w] for w in (0, 1)]))
    found = table("points", "12.2", ["what"], [], pen)
    return found | {"head": [pen("table.what"), pen.army(0), pen.army(1)], "rows": [line["cells"] for line in lines],
                    "total": [pen("table.total"), *[str(n) for n in score(s)]]}  # fmt: skip


# charts


def series(samples: list[Sample]) -> Json:
    """The bare numbers: one for each turn begun, and one for the end."""
    found: Json = {"turns": [each.turn for each in samples]}
    for side, name in enumerate(SIDES):
        found[name] = {measure: [_read(each, measure)[side] for each in samples] for measure in MEASURES}
    return found


def _read(found: Sample, measure: str) -> tuple[int, int]:
    return {"strength": found.strength, "units": found.units, "points": found.points}[measure]


def charts(samples: list[Sample], moments: list[Moment], pen: Pen) -> list[Json]:
    """Strength in per cent; units in hand; points."""
    ticks = [str(each.turn) for each in samples]
    if len(ticks) > 1 and ticks[-1] == ticks[-2]:
        ticks[-1] = pen("chronicle.end")
    found = []
    for measure in MEASURES:
        lines = [
            {"side": side, "measure": measure, "dash": 0, "values": [_read(each, measure)[who] for each in samples],
             "label": pen("chronicle.line", pen.army(who), _read(samples[-1], measure)[who] if samples else 0)}
            for who, side in enumerate(SIDES)
        ]  # fmt: skip
        found.append({"id": measure, "title": pen(f"chronicle.chart_{measure}"), "ticks": ticks, "lines": lines,
                      "shade": None, "shade_label": "",
                      "marks": marks(moments, pen) if measure == "strength" else []})  # fmt: skip
    return found


def marks(moments: list[Moment], pen: Pen) -> list[Json]:
    """Generals lost and guns taken stand beside the lines."""
    return [{"at": moment.turn, "turn": moment.turn, "label": pen(f"chronicle.{moment.event.key}")}
            for moment in moments if moment.event.key in ("general_lost", "guns_taken")]  # fmt: skip


# turning points


def turning_points(story: Story, pen: Pen) -> list[Json]:
    """The weightiest moments, told in their order."""
    best = sorted(story.moments, key=lambda moment: (-moment.weight, moment.number))[:MOST]
    return [point(story, moment, pen) for moment in sorted(best, key=lambda moment: moment.number)]


def point(story: Story, moment: Moment, pen: Pen) -> Json:
    told = focus(story.match.words, moment.event)
    return {"n": moment.number, "turn": moment.turn, "side": told["side"] or "", "title": pen("chronicle.when",
            moment.turn), "text": story.match.say(moment.event, pen.language), "hexes": told["hex"],
            "rule": told["rule"]}  # fmt: skip
