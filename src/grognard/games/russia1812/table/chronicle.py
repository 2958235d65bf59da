"""After the game: how it went, turn by turn, what the dice did, and when it was decided.

Everything is rebuilt from the record: a fresh match is played again and looked at.
"""

from __future__ import annotations

from typing import Any, Final

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.victory import score
from grognard.games.russia1812.table.luck import KINDS, Audit, Witness, verdict
from grognard.games.russia1812.table.margins import focus, points_table, table
from grognard.games.russia1812.table.pen import Pen
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN, SIDES
from grognard.kernel.chronicle import Moment, Sample, charts, effective, page, weightiest
from grognard.kernel.frame import Event
from grognard.kernel.match import Match

PICTURES: Final = {"points": ("points",), "units": ("units", "ready", "supplied")}
DRAMA: Final = {"decisive": 5, "capital_taken": 6, "capital_left": 4, "napoleon_lost": 9}


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


def sample(s: Campaign) -> Sample:
    alive = [sum(1 << u for u in bits(s.world.fighters[side]) if s.at[u] >= 0) for side in (FRENCH, RUSSIAN)]
    values = {
        "points": score(s),
        "units": (alive[0].bit_count(), alive[1].bit_count()),
        "ready": ((alive[0] & ~s.disrupted).bit_count(), (alive[1] & ~s.disrupted).bit_count()),
        "supplied": ((alive[0] & s.supplied).bit_count(), (alive[1] & s.supplied).bit_count()),
    }
    return Sample(s.turn, values, s.winter)


def _caption(s: Campaign) -> str:
    return "chronicle.caption_1813" if s.affairs.year == 1813 else "chronicle.caption"


def chronicle(match: Match, pen: Pen) -> dict[str, Any]:
    """Everything the page after the game shows, in the reader's language."""
    story = Story(match)
    s = story.match.state
    assert isinstance(s, Campaign)
    return page(
        match,
        story.samples,
        pen.language,
        headline=headline(match, pen),
        caption=pen(_caption(s), s.turn, s.turn) if s.turn else "",
        dice=story.dice,
        score=score_table(s, pen),
        charts=pictures(story, pen),
        luck=story.audit.rows(KINDS, SIDES, pen),
        luck_verdict=verdict(story.audit, pen),
        turning_points=turning_points(story, pen),
    )


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
    return table(
        "score", "14.7", head, [{"cells": line, "side": None, "hexes": [], "now": False} for line in lines], pen
    )


def pictures(story: Story, pen: Pen) -> list[dict[str, Any]]:
    """Points with the capitals beside them; units on the map with those in supply and in good order beneath."""
    armies = {side: pen(f"player.{side}") for side in SIDES}
    points, units = charts(story.samples, PICTURES, armies, pen, pen("chronicle.winter"))
    return [points | {"marks": marks(story.moments, pen)}, units]


def marks(moments: list[Moment], pen: Pen) -> list[dict[str, Any]]:
    """What is written beside the lines: the capitals. ``at`` is the place on the axis after that turn."""
    return [
        {"at": moment.turn, "turn": moment.turn, "label": pen(f"chronicle.{moment.event.key}", *moment.event.args)}
        for moment in moments
        if moment.event.key in ("capital_taken", "capital_left")
    ]


# turning points


def turning_points(story: Story, pen: Pen) -> list[dict[str, Any]]:
    return [point(story, moment, pen) for moment in weightiest(story.moments)]


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
    return {
        "n": moment.number,
        "turn": moment.turn,
        "side": SIDES[side],
        "title": title,
        "text": text,
        "hexes": hexes,
        "rule": rule,
    }
