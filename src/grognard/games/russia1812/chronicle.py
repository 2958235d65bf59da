"""After the game: how it went, turn by turn, what the dice did, and when it was decided.

Everything is rebuilt from the record: a fresh match is played again and looked at.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from grognard.board.hexes import bits
from grognard.games.russia1812.luck import KINDS, Audit, Witness, verdict
from grognard.games.russia1812.pen import Pen
from grognard.games.russia1812.state import Campaign
from grognard.games.russia1812.table import focus, points_table, table
from grognard.games.russia1812.victory import score
from grognard.games.russia1812.world import FRENCH, RUSSIAN, SIDES
from grognard.kernel.frame import Event
from grognard.kernel.match import Match
from grognard.kernel.record import Line

MEASURES: Final = ("points", "units", "ready", "supplied")
DRAMA: Final = {"decisive": 5, "capital_taken": 6, "capital_left": 4, "napoleon_lost": 9}
MOST: Final = 8  # turning points told


class Sample(NamedTuple):
    """The table at the start of a turn, after General Supply, or at the end; by side."""

    turn: int
    points: tuple[int, int]
    units: tuple[int, int]
    ready: tuple[int, int]  # undisrupted
    supplied: tuple[int, int]
    winter: bool = False


class Moment(NamedTuple):
    """Something worth telling: the action it came with, its turn, the event, its weight."""

    number: int
    turn: int
    event: Event
    weight: int


class Story:
    """What a second playing of the record has shown."""

    def __init__(self, match: Match) -> None:
        assert isinstance(match.state, Campaign)
        self.audit = Audit(match.state.edition)
        self.samples: list[Sample] = []
        self.moments: list[Moment] = []
        self.dice = 0
        self.turn = 0
        self.match = self._replay(match)

    def _replay(self, match: Match) -> Match:
        witness = Witness()
        record = match.record
        witness.load(record.opening)
        twin = Match(match.game, match.setup, witness, [])
        for number, line in enumerate(effective(record.lines), 1):
            assert isinstance(twin.state, Campaign)
            witness.state = twin.state
            witness.load(line.dice)
            before = score(twin.state)
            events = twin.play(line.side, line.text)
            self.dice += len(line.dice)
            self._tell(twin.state, number, events, witness)
            self._swing(twin.state, number, before, events)
        assert isinstance(twin.state, Campaign)
        if twin.outcome is not None:
            self.samples.append(sample(twin.state))
        return twin

    def _tell(self, s: Campaign, number: int, events: list[Event], witness: Witness) -> None:
        for event in events:
            self.audit.read(s, event, witness.seen)
            if event.key in ("turn", "turn_1813"):
                self.turn += 1
                self.samples.append(sample(s))
            if event.key in DRAMA:
                self.moments.append(Moment(number, self.turn, event, DRAMA[event.key]))

    def _swing(self, s: Campaign, number: int, before: tuple[int, int], events: list[Event]) -> None:
        """Points that changed hands: told as an event of our own, unless something louder happened with it."""
        french, russian = score(s)
        change = (french - before[FRENCH]) - (russian - before[RUSSIAN])
        quiet = not any(event.key in DRAMA for event in events)
        if change and quiet and self.turn:
            self.moments.append(Moment(number, self.turn, Event("swing", (change, french, russian)), abs(change)))


def effective(lines: list[Line]) -> list[Line]:
    """The lines that count: an undo takes the last one back."""
    found: list[Line] = []
    for line in lines:
        if line.text == "undo":
            found.pop()
        else:
            found.append(line)
    return found


def sample(s: Campaign) -> Sample:
    alive = [sum(1 << u for u in bits(s.world.fighters[side]) if s.at[u] >= 0) for side in (FRENCH, RUSSIAN)]
    return Sample(
        s.turn,
        score(s),
        (alive[0].bit_count(), alive[1].bit_count()),
        ((alive[0] & ~s.disrupted).bit_count(), (alive[1] & ~s.disrupted).bit_count()),
        ((alive[0] & s.supplied).bit_count(), (alive[1] & s.supplied).bit_count()),
        s.winter,
    )


def _caption(s: Campaign) -> str:
    return "chronicle.caption_1813" if s.affairs.year == 1813 else "chronicle.caption"


def chronicle(match: Match, pen: Pen) -> dict[str, Any]:
    """Everything the page after the game shows, in the reader's language."""
    story = Story(match)
    s = story.match.state
    assert isinstance(s, Campaign)
    return {
        "headline": headline(match, pen),
        "caption": pen(_caption(s), s.turn, s.turn) if s.turn else "",
        "text": match.game.outcome_text(match.outcome, pen.language) if match.outcome else "",
        "decisions": len(effective(match.record.lines)),
        "dice": story.dice,
        "score": score_table(s, pen),
        "series": series(story.samples),
        "charts": charts(story.samples, story.moments, pen),
        "luck": story.audit.rows(KINDS, SIDES, pen),
        "luck_verdict": verdict(story.audit, pen),
        "turning_points": turning_points(story, pen),
    }


def headline(match: Match, pen: Pen) -> str:
    """``The Russians win, 25 to 6``."""
    outcome = match.outcome
    if outcome is None or outcome.winner is None:
        return pen("chronicle.open")
    other = SIDES[1 - SIDES.index(outcome.winner)]
    return pen(f"chronicle.{outcome.winner}_win", outcome.score[outcome.winner], outcome.score[other])


# the score


def score_table(s: Campaign, pen: Pen) -> dict[str, Any]:
    """[14.7] The points explained: cities at home, cities taken, the battle track."""
    found: dict[str, list[int]] = {name: [0, 0] for name in ("home_french", "home_russian", "taken")}
    cities: dict[str, list[str]] = {name: [] for name in found}
    for h, value in s.world.vp_cities:
        owner = RUSSIAN if s.own_land(RUSSIAN) >> h & 1 else FRENCH
        holder = 1 - owner if s.pres[1 - owner] >> h & 1 else owner
        name = f"home_{SIDES[owner]}" if holder == owner else "taken"
        found[name][holder] += value
        cities[name].append(pen.town(h))
    lines: list[list[object]] = []
    for name, points in found.items():
        if any(points):
            lines.append([pen(f"chronicle.{name}", ", ".join(cities[name])), *[n or "" for n in points]])
    lines.append([pen("chronicle.track", s.track, s.world.track_max), "", s.track])
    lines.append([pen("table.total"), *score(s)])
    head = points_table(s, pen)["head"]
    return table("score", "14.7", head, [{"cells": line, "side": None, "hexes": [], "now": False} for line in lines],
                 pen)  # fmt: skip


# charts


def series(samples: list[Sample]) -> dict[str, Any]:
    """The bare numbers: one for each turn begun, and one for the end."""
    found: dict[str, Any] = {"turns": [sample.turn for sample in samples]}
    for side, name in enumerate(SIDES):
        found[name] = {measure: [_read(sample, measure)[side] for sample in samples] for measure in MEASURES}
    return found


def _read(sample: Sample, measure: str) -> tuple[int, int]:
    return {"points": sample.points, "units": sample.units, "ready": sample.ready,
            "supplied": sample.supplied}[measure]  # fmt: skip


def charts(samples: list[Sample], moments: list[Moment], pen: Pen) -> list[dict[str, Any]]:
    """Two pictures: points; units on the map with those in supply and in good order dashed beneath."""
    ticks = [str(sample.turn) for sample in samples]
    if len(ticks) > 1 and ticks[-1] == ticks[-2]:
        ticks[-1] = pen("chronicle.end")
    cold = [i for i, sample in enumerate(samples) if sample.winter]
    found = []
    for name, measures in (("points", ("points",)), ("units", ("units", "ready", "supplied"))):
        lines = [
            {"side": side, "measure": measure, "dash": i, "label": pen(f"chronicle.line_{measure}",
             pen(f"player.{side}"), _read(samples[-1], measure)[who] if samples else 0),
             "values": [_read(sample, measure)[who] for sample in samples]}
            for who, side in enumerate(SIDES) for i, measure in enumerate(measures)
        ]  # fmt: skip
        found.append({"id": name, "title": pen(f"chronicle.chart_{name}"), "ticks": ticks, "lines": lines,
                      "shade": [cold[0], cold[-1]] if cold else None, "shade_label": pen("chronicle.winter"),
                      "marks": marks(moments, pen) if name == "points" else []})  # fmt: skip
    return found


def marks(moments: list[Moment], pen: Pen) -> list[dict[str, Any]]:
    """What is written beside the lines: the capitals. ``at`` is the place on the axis after that turn."""
    return [
        {"at": moment.turn, "turn": moment.turn, "label": pen(f"chronicle.{moment.event.key}", *moment.event.args)}
        for moment in moments
        if moment.event.key in ("capital_taken", "capital_left")
    ]


# turning points


def turning_points(story: Story, pen: Pen) -> list[dict[str, Any]]:
    """The weightiest moments, told in their order."""
    best = sorted(story.moments, key=lambda moment: (-moment.weight, moment.number))[:MOST]
    return [point(story, moment, pen) for moment in sorted(best, key=lambda moment: moment.number)]


def point(story: Story, moment: Moment, pen: Pen) -> dict[str, Any]:
    event, world = moment.event, pen.world
    log = [other for number, other in story.match.log() if number == moment.number]
    places = [focus(world, other)["hex"] for other in [event, *log]]
    hexes: list[str] = next((found[-1:] for found in places if found), [])
    if event.key == "swing":
        change = event.args[0]
        assert isinstance(change, int)
        side = FRENCH if change > 0 else RUSSIAN
        text = pen("chronicle.swing", abs(change), *event.args[1:])
    else:
        told = focus(world, event)["side"]
        side = SIDES.index(told) if told else FRENCH
        if event.key in ("capital_left", "napoleon_lost"):
            side = RUSSIAN
        text = story.match.say(event, pen.language)
    where = pen.town(world.grid.by_name[hexes[0]]) if hexes else ""
    title = pen("chronicle.when", moment.turn) + (f", {where}" if where else "")
    rule = focus(world, event)["rule"] or "14.7"
    return {"n": moment.number, "turn": moment.turn, "side": SIDES[side], "title": title, "text": text,
            "hexes": hexes, "rule": rule}  # fmt: skip
