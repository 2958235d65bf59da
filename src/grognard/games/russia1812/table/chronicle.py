"""After the game: how it went, turn by turn, what the dice did, and when it was decided.

Everything is rebuilt from the record: a fresh match is played again and looked at.
"""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.victory import score
from grognard.games.russia1812.table.luck import KINDS, Audit, Witness, verdict
from grognard.games.russia1812.table.margins import points_table, row, table
from grognard.games.russia1812.table.pen import Pen
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN, SIDES
from grognard.kernel import chronicle
from grognard.kernel.chronicle import SWING, Moment, Sample, charts, marks, weightiest
from grognard.kernel.frame import Event
from grognard.kernel.match import Match
from grognard.kernel.tables import Cell
from grognard.kernel.wire import Chart, Chronicle, Table, TurningPoint

PICTURES: Final = {"points": ("points",), "units": ("units", "ready", "supplied")}


class Story(chronicle.Story[Campaign]):
    """The campaign, its dice seen as they fell."""

    drama = {"decisive": 5, "capital_taken": 6, "capital_left": 4, "napoleon_lost": 9}

    def __init__(self, match: Match) -> None:
        self.audit = Audit(match.setup.options["edition"])
        self.witness = Witness()
        super().__init__(match)

    def script(self) -> Witness:
        return self.witness

    def attend(self, state: Campaign) -> None:
        self.witness.state = state

    def read(self, state: Campaign, event: Event) -> None:
        self.audit.read(state, event, self.witness.seen)

    def points(self, state: Campaign) -> tuple[int, int]:
        return score(state)

    def sample(self, state: Campaign) -> Sample:
        return sample(state)


def sample(s: Campaign) -> Sample:
    alive = [sum(1 << u for u in bits(s.world.fighters[side]) if s.at[u] >= 0) for side in (FRENCH, RUSSIAN)]
    values = {
        "points": score(s),
        "units": (alive[0].bit_count(), alive[1].bit_count()),
        "ready": ((alive[0] & ~s.disrupted).bit_count(), (alive[1] & ~s.disrupted).bit_count()),
        "supplied": ((alive[0] & s.supplied).bit_count(), (alive[1] & s.supplied).bit_count()),
    }
    return Sample(s.turn, values, s.winter)


def tell(match: Match, pen: Pen) -> Chronicle:
    """Everything the page after the game shows, in the reader's language."""
    story = Story(match)
    s = story.state
    return story.page(
        pen,
        headline=headline(match, pen),
        caption=pen("chronicle.caption", s.turn, s.date) if s.turn else "",
        score=score_table(s, pen),
        charts=pictures(story, pen),
        luck=story.audit.rows(KINDS, SIDES, pen),
        luck_verdict=verdict(story.audit, pen),
        turning_points=[point(story, moment, pen) for moment in weightiest(story.moments)],
    )


def headline(match: Match, pen: Pen) -> str:
    """``The Russians win, 25 to 6``."""
    outcome = match.outcome
    if outcome is None or outcome.winner is None:
        return pen("chronicle.open")
    other = SIDES[1 - SIDES.index(outcome.winner)]
    return pen(f"chronicle.{outcome.winner}_win", outcome.score[outcome.winner], outcome.score[other])


# the score


def score_table(s: Campaign, pen: Pen) -> Table:
    """[14.7] The points explained: cities at home, cities taken, the battle track."""
    found: dict[str, list[int]] = {name: [0, 0] for name in ("home_french", "home_russian", "taken")}
    cities: dict[str, list[str]] = {name: [] for name in found}
    for h, value in s.world.vp_cities:
        owner = RUSSIAN if s.own_land(RUSSIAN) >> h & 1 else FRENCH
        holder = 1 - owner if s.pres[1 - owner] >> h & 1 else owner
        name = f"home_{SIDES[owner]}" if holder == owner else "taken"
        found[name][holder] += value
        cities[name].append(pen.town(h))
    lines: list[list[Cell]] = []
    for name, points in found.items():
        if any(points):
            lines.append([pen(f"chronicle.{name}", ", ".join(cities[name])), *[n or "" for n in points]])
    lines.append([pen("chronicle.track", s.track, s.world.track_max), "", s.track])
    lines.append([pen("table.total"), *score(s)])
    head = points_table(s, pen).head
    return table("score", "14.7", head, [row(*line) for line in lines], pen)


def pictures(story: Story, pen: Pen) -> list[Chart]:
    """Points with the capitals beside them; units on the map with those in supply and in good order beneath."""
    armies = {side: pen(f"player.{side}") for side in SIDES}
    points, units = charts(story.samples, PICTURES, armies, pen, pen("chronicle.winter"))
    points.marks = marks(story.moments, ("capital_taken", "capital_left"), pen)
    return [points, units]


def point(story: Story, moment: Moment, pen: Pen) -> TurningPoint:
    """A turning point, with the town it was about."""
    event, hexes = moment.event, story.where(moment)
    found = story.point(moment, pen)
    found.side = found.side or SIDES[FRENCH]
    if event.key == SWING:
        found.side = SIDES[FRENCH if event.number(0) > 0 else RUSSIAN]
        found.text = pen("chronicle.swing", abs(event.number(0)), *event.args[1:])
    elif event.key in ("capital_left", "napoleon_lost"):
        found.side = SIDES[RUSSIAN]
    where = f", {pen.town(pen.world.grid.by_name[hexes[0]])}" if hexes else ""
    found.title += where
    found.places = hexes
    found.rule = found.rule or "14.7"
    return found
