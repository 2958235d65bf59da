"""After the battle: how it went, turn by turn, what the dice did, and when it was decided.

Everything is rebuilt from the record: a fresh match is played again and looked at.
"""

from __future__ import annotations

from typing import Any, Final

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.battles.victory import score, stars
from grognard.games.vanguard.table.luck import KINDS, Audit, verdict
from grognard.games.vanguard.table.margins import focus, holder_of, row, table
from grognard.games.vanguard.table.pen import Pen
from grognard.games.vanguard.world.roster import SIDES
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.chronicle import Moment, Sample, charts, effective, page, weightiest
from grognard.kernel.dice import ScriptedDice
from grognard.kernel.frame import Event
from grognard.kernel.match import Match

PICTURES: Final = {"points": ("points",), "strength": ("strength", "ready")}
DRAMA: Final = {
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


class Story:
    """What a second playing of the record has shown."""

    def __init__(self, match: Match) -> None:
        assert isinstance(match.state, Battle)
        self.audit = Audit()
        self.samples: list[Sample] = []
        self.moments: list[Moment] = []
        self.dice = 0
        self.turn = 0
        self.match = self._replay(match)

    def _replay(self, match: Match) -> Match:
        record = match.record
        script = ScriptedDice(record.opening)
        twin = Match(match.game, match.setup, script, [])
        for _, event in twin.log(None):
            self._tell(twin, 0, event)
        for number, line in enumerate(effective(record.lines), 1):
            script.load(line.dice)
            before = score(battle(twin))
            events = twin.play(line.side, line.text)
            self.dice += len(line.dice)
            for event in events:
                self._tell(twin, number, event)
            self._swing(battle(twin), number, before, events)
        if twin.outcome is not None:
            self.samples.append(sample(battle(twin)))
        return twin

    def _tell(self, twin: Match, number: int, event: Event) -> None:
        self.audit.read(battle(twin), event)
        if event.key == "turn":
            self.turn += 1
            self.samples.append(sample(battle(twin)))
        if event.key in DRAMA:
            self.moments.append(Moment(number, self.turn, event, DRAMA[event.key]))

    def _swing(self, s: Battle, number: int, before: tuple[int, int], events: list[Event]) -> None:
        """Points that changed hands: told as an event of our own, unless something louder happened with it."""
        after = score(s)
        change = (after[0] - before[0]) - (after[1] - before[1])
        quiet = not any(DRAMA.get(event.key, 0) > 2 for event in events)
        if change and quiet and self.turn:
            self.moments.append(Moment(number, self.turn, Event("swing", (change, *after)), abs(change)))


def battle(match: Match) -> Battle:
    assert isinstance(match.state, Battle)
    return match.state


def sample(s: Battle) -> Sample:
    on_map = [[u for u in bits(s.world.troops & s.world.of_side[side]) if s.at[u] >= 0] for side in (0, 1)]
    strong = [sum(s.pf(u) for u in units) for units in on_map]
    ready = [sum(s.pf(u) for u in units if not s.level(u)) for units in on_map]
    values = {"points": score(s), "strength": (strong[0], strong[1]), "ready": (ready[0], ready[1])}
    return Sample(s.turn, values, s.weather > 1)


def chronicle(match: Match, pen: Pen) -> dict[str, Any]:
    """Everything the page after the game shows, in the reader's language."""
    story = Story(match)
    s = battle(story.match)
    return page(
        match,
        story.samples,
        pen.language,
        headline=headline(match, pen),
        caption=pen("chronicle.caption", pen(f"scenario.{s.world.scenario}"), s.turn),
        dice=story.dice,
        score=score_table(s, pen),
        charts=charts(story.samples, PICTURES, dict(zip(SIDES, pen.sides(), strict=True)), pen, pen("chronicle.foul")),
        luck=story.audit.rows(KINDS, SIDES, pen),
        luck_verdict=verdict(story.audit, pen),
        turning_points=turning_points(story, pen),
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


def score_table(s: Battle, pen: Pen) -> dict[str, Any]:
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


def turning_points(story: Story, pen: Pen) -> list[dict[str, Any]]:
    return [point(story, moment, pen) for moment in weightiest(lasting(story.moments))]


def lasting(moments: list[Moment]) -> list[Moment]:
    """Of points that go to and fro within a turn only the change that stays is told: the largest of its direction."""
    found = [moment for moment in moments if moment.event.key != "swing"]
    for turn in sorted({moment.turn for moment in moments}):
        swings = [moment for moment in moments if moment.turn == turn and moment.event.key == "swing"]
        net = sum(_change(moment) for moment in swings)
        same = [moment for moment in swings if _change(moment) * net > 0]
        if same:
            largest = max(same, key=lambda moment: moment.weight)
            found.append(largest._replace(weight=min(largest.weight, abs(net))))
    return found


def _change(moment: Moment) -> int:
    change = moment.event.args[0]
    assert isinstance(change, int)
    return change


def point(story: Story, moment: Moment, pen: Pen) -> dict[str, Any]:
    event, world = moment.event, pen.world
    log = [other for number, other in story.match.log(None) if number == moment.number]
    places = [focus(other)["hex"] for other in [event, *log]]
    hexes: list[str] = next((found[-1:] for found in places if found), [])
    if event.key == "swing":
        change = _change(moment)
        side: str | None = SIDES[0 if change > 0 else 1]
        text = pen("chronicle.swing", abs(change), *[str(n) for n in event.args[1:]])
    else:
        side = focus(event)["side"]
        text = story.match.say(event, pen.language)
    where = pen.place(world.grid.by_name[hexes[0]]) if hexes else ""
    title = pen("chronicle.when", moment.turn) + (f", {where}" if where else "")
    rule = focus(event)["rule"] or ("17.1.8" if world.montebello else "17.2.12")
    return {
        "n": moment.number,
        "turn": moment.turn,
        "side": side,
        "title": title,
        "text": text,
        "hexes": hexes,
        "rule": rule,
    }
