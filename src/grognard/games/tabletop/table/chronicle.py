"""After the battle: how it went, turn by turn, what the dice did, and when it was decided.

Everything is rebuilt from the record: a fresh match is played again and looked at.
"""

from __future__ import annotations

from typing import Final

from grognard.games.tabletop.rules.victory import holder, pm_lost, score
from grognard.games.tabletop.table.luck import Audit, rows, verdict
from grognard.games.tabletop.table.margins import row, table
from grognard.games.tabletop.table.pen import Pen
from grognard.games.tabletop.world.state import READY, Battle
from grognard.games.tabletop.world.world import SIDES
from grognard.kernel import chronicle
from grognard.kernel.chronicle import Moment, Sample, charts, marks, weightiest
from grognard.kernel.frame import Event
from grognard.kernel.match import Match
from grognard.kernel.wire import Chart, Chronicle, Table, TurningPoint

PICTURES: Final = {"strength": ("strength",), "units": ("units",), "points": ("points",)}


class Story(chronicle.Story[Battle]):
    """The battle on the table."""

    drama = {
        "destroyed": 5,
        "general_lost": 6,
        "guns_taken": 4,
        "broke_through": 2,
        "won": 2,
        "shaken": 4,
        "left_table": 4,
    }

    def __init__(self, match: Match) -> None:
        self.audit = Audit()
        super().__init__(match)

    def read(self, state: Battle, event: Event) -> None:
        self.audit.read(event)

    def sample(self, state: Battle) -> Sample:
        return sample(state)


def sample(s: Battle) -> Sample:
    left = [100 - 100 * pm_lost(s, side) // s.world.start_pm[side] for side in (0, 1)]
    fit = [sum([s.units[u].status == READY for u in s.own(side)]) for side in (0, 1)]
    return Sample(s.turn, {"strength": (left[0], left[1]), "units": (fit[0], fit[1]), "points": score(s)})


def tell(match: Match, pen: Pen) -> Chronicle:
    """Everything the page after the battle shows, in the reader's language."""
    story = Story(match)
    s = story.state
    return story.page(
        pen,
        headline=headline(match, pen),
        caption=pen("chronicle.caption", pen(f"scenario.{pen.scenario}"), s.turn),
        score=score_table(s, pen),
        charts=pictures(story, pen),
        luck=rows(story.audit, pen),
        luck_verdict=verdict(story.audit, pen),
        turning_points=[point(story, moment, pen) for moment in weightiest(story.moments)],
    )


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


def score_table(s: Battle, pen: Pen) -> Table:
    """[12.2] The points explained: areas held, enemies destroyed."""
    lines = [
        row(pen("table.area", pen.objective(o)), *[area.points if holder(s, o) == side else "" for side in (0, 1)])
        for o, area in enumerate(s.world.objectives)
    ]
    lines.append(row(pen("table.destroyed"), *[10 * pm_lost(s, 1 - w) // s.world.start_pm[1 - w] for w in (0, 1)]))
    found = table("points", "12.2", ["what"], lines, pen)
    found.head += [pen.army(0), pen.army(1)]
    found.total = [pen("table.total"), *[str(n) for n in score(s)]]
    return found


def pictures(story: Story, pen: Pen) -> list[Chart]:
    """Morale points left, in per cent, with generals lost and guns taken beside them; units in hand; points."""
    armies = {side: pen.army(who) for who, side in enumerate(SIDES)}
    strength, *others = charts(story.samples, PICTURES, armies, pen)
    strength.marks = marks(story.moments, ("general_lost", "guns_taken"), pen)
    return [strength, *others]


def point(story: Story, moment: Moment, pen: Pen) -> TurningPoint:
    found = story.point(moment, pen)
    found.side = found.side or ""
    return found
