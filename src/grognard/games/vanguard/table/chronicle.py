"""After the battle: how it went, turn by turn, what the dice did, and when it was decided.

Everything is rebuilt from the record: a fresh match is played again and looked at.
"""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.battles.victory import score, stars
from grognard.games.vanguard.table.luck import KINDS, Audit, verdict
from grognard.games.vanguard.table.margins import holder_of, row, table
from grognard.games.vanguard.table.pen import Pen
from grognard.games.vanguard.world.roster import SIDES
from grognard.games.vanguard.world.state import Battle
from grognard.kernel import chronicle
from grognard.kernel.chronicle import SWING, Moment, Sample, charts, weightiest
from grognard.kernel.frame import Event
from grognard.kernel.match import Match
from grognard.kernel.wire import Chronicle, Table, TurningPoint

PICTURES: Final = {"points": ("points",), "strength": ("strength", "ready")}


class Story(chronicle.Story[Battle]):
    """Montebello or Campotenese."""

    drama = {
        "lannes_lost": 9,
        "leader_lost": 5,
        "leader_taken": 5,
        "flag_taken": 4,
        "surrendered": 3,
        "march_cancelled": 3,
        "weather_turns": 2,
        "damaged": 2,
        "guns_taken": 2,
        "routed": 1,
    }
    loud = 2

    def __init__(self, match: Match) -> None:
        self.audit = Audit()
        super().__init__(match)

    def read(self, state: Battle, event: Event) -> None:
        self.audit.read(state, event)

    def points(self, state: Battle) -> tuple[int, int]:
        return score(state)

    def sample(self, state: Battle) -> Sample:
        return sample(state)


def sample(s: Battle) -> Sample:
    on_map = [[u for u in bits(s.world.troops & s.world.of_side[side]) if s.at[u] >= 0] for side in (0, 1)]
    strong = [sum(s.pf(u) for u in units) for units in on_map]
    ready = [sum(s.pf(u) for u in units if not s.level(u)) for units in on_map]
    values = {"points": score(s), "strength": (strong[0], strong[1]), "ready": (ready[0], ready[1])}
    return Sample(s.turn, values, s.weather > 1)


def tell(match: Match, pen: Pen) -> Chronicle:
    """Everything the page after the game shows, in the reader's language."""
    story = Story(match)
    s = story.state
    return story.page(
        pen,
        headline=headline(match, pen),
        caption=pen("chronicle.caption", pen(f"scenario.{s.world.scenario}"), s.turn),
        score=score_table(s, pen),
        charts=charts(story.samples, PICTURES, dict(zip(SIDES, pen.sides(), strict=True)), pen, pen("chronicle.foul")),
        luck=story.audit.rows(KINDS, SIDES, pen),
        luck_verdict=verdict(story.audit, pen),
        turning_points=[point(story, moment, pen) for moment in weightiest(lasting(story.moments))],
    )


def headline(match: Match, pen: Pen) -> str:
    """``The French win, 12 to 7``; at Campotenese only French points are counted."""
    outcome = match.outcome
    if outcome is None:
        return pen("chronicle.open")
    points = [outcome.score[side] for side in SIDES]
    if not pen.world.montebello:
        key = "chronicle.draw_campotenese" if outcome.winner is None else "chronicle.win_campotenese"
        army = pen.army(SIDES.index(outcome.winner)) if outcome.winner else ""
        return pen(key, army, points[0])
    if outcome.winner is None:
        return pen("chronicle.draw", *points)
    winner = SIDES.index(outcome.winner)
    return pen("chronicle.win", pen.army(winner), points[winner], points[1 - winner])


# the score


def score_table(s: Battle, pen: Pen) -> Table:
    """[17.1.8] [17.2.12] The points explained."""
    lines = []
    for h, value in s.world.objectives.items():
        holder = holder_of(s, h)
        if holder >= 0 and (s.world.montebello or holder == 0):
            lines.append(row(pen.place(h), *[value if holder == side else "" for side in (0, 1)], side=holder))
    if s.world.montebello:
        most = [score(s)[side] - stars(s, side) or "" for side in (0, 1)]
        lines.append(row(pen("chronicle.most_steps", s.steps_lost[1], s.steps_lost[0]), *most))
    else:
        steps = s.steps_lost[1] + s.leaders_lost[1] - s.steps_lost[0] - s.leaders_lost[0]
        lines.append(row(pen("chronicle.steps"), steps, ""))
        lines.append(row(pen("table.flags"), s.flags, ""))
    total = score(s)
    lines.append(row(pen("chronicle.total"), total[0], total[1] if s.world.montebello else ""))
    rule = "17.1.8" if s.world.montebello else "17.2.12"
    return table("score", rule, [pen("table.objective"), *pen.sides()], lines, pen)


# turning points


def lasting(moments: list[Moment]) -> list[Moment]:
    """Of points that go to and fro within a turn only the change that stays is told: the largest of its direction."""
    found = [moment for moment in moments if moment.event.key != SWING]
    for turn in sorted({moment.turn for moment in moments}):
        swings = [moment for moment in moments if moment.turn == turn and moment.event.key == SWING]
        net = sum(moment.event.number(0) for moment in swings)
        same = [moment for moment in swings if moment.event.number(0) * net > 0]
        if same:
            largest = max(same, key=lambda moment: moment.weight)
            found.append(largest._replace(weight=min(largest.weight, abs(net))))
    return found


def point(story: Story, moment: Moment, pen: Pen) -> TurningPoint:
    """A turning point, with the place it was about."""
    event, hexes = moment.event, story.where(moment)
    found = story.point(moment, pen)
    if event.key == SWING:
        found.side = SIDES[0 if event.number(0) > 0 else 1]
        found.text = pen("chronicle.swing", abs(event.number(0)), *[str(n) for n in event.args[1:]])
    where = f", {pen.place(pen.world.grid.by_name[hexes[0]])}" if hexes else ""
    found.title += where
    found.places = hexes
    found.rule = found.rule or ("17.1.8" if pen.world.montebello else "17.2.12")
    return found
