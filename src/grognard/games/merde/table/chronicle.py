"""After the battle: strength and flags turn by turn, what cards and markers did, and when it was decided.

Everything is rebuilt from the record: a fresh match is played again and looked at.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Final, cast

from grognard.games.merde.rules.fire.artillery import pool
from grognard.games.merde.rules.fire.skirmish import skirmish_pool
from grognard.games.merde.rules.odds import at_most
from grognard.games.merde.table.margins import row, table
from grognard.games.merde.table.pen import Pen
from grognard.games.merde.world.lexicon import PIECES, SIDES
from grognard.games.merde.world.state import Battle
from grognard.kernel import chronicle
from grognard.kernel.chronicle import Moment, Sample, charts, weightiest
from grognard.kernel.frame import Event
from grognard.kernel.luck import Tally, tail
from grognard.kernel.match import Match
from grognard.kernel.wire import Chronicle, LuckRow, LuckVerdict, Table, TurningPoint

PICTURES: Final = {"strength": ("strength",), "flags": ("flags",), "removed": ("removed",)}
# A test told in the log: its kind, its rule, the places of piece or side, card and value, and of the result.
TESTS: Final = {
    "morale": ("33.2", 0, 2),
    "rally": ("37.1", 0, 2),
    "rout_test": ("37.2", 0, 2),
    "square_test": ("32.1", 0, 2),
    "delivery": ("21.5", 1, 3),
    "understanding": ("21.5", 1, 3),
}


class Story(chronicle.Story[Battle]):
    """One of the battles."""

    drama = {
        "flag": 6,
        "cic_captured": 9,
        "general_lost": 5,
        "eliminated": 4,
        "battery_taken": 4,
        "routs": 3,
        "run_down": 3,
        "surrenders": 4,
        "leaves_field": 3,
        "dispersed": 3,
        "rear": 4,
        "bridge_destroyed": 3,
        "shelled_out": 2,
    }

    def __init__(self, match: Match) -> None:
        self.tally = Tally()
        super().__init__(match)

    def read(self, state: Battle, event: Event) -> None:
        found = chance_of(state, event)
        if found is not None:
            kind, side, chance, success = found
            self.tally.of(kind, side).chance(success, chance)

    def sample(self, state: Battle) -> Sample:
        return sample(state)


def chance_of(s: Battle, event: Event) -> tuple[str, int, Fraction, bool] | None:
    """[2.3] A test or shot in the log: its kind, whose it is, how likely success was, whether it came."""
    args = event.args
    if event.key in TESTS:
        _, whose, at = TESTS[event.key]
        value, result = cast(int, args[at]), cast(int, args[at + 1])
        who = cast(int, args[0]) // PIECES if whose == 0 else cast(int, args[0])
        if event.key == "morale":
            return "morale", who, at_most(value), result == 0
        needed = value - 1 if event.key in ("rout_test", "square_test") else value
        kind = "orders" if event.key in ("delivery", "understanding") else event.key
        return kind, who, at_most(needed), bool(result)
    if event.key == "skirmish_shot":
        piece = cast(int, args[0])
        return "skirmish", piece // PIECES, Fraction(1, len(skirmish_pool(s, piece))), bool(args[4])
    if event.key in ("shot", "shot_bridge"):
        battery, numbers = cast(int, args[0]), {cast(int, args[4]), cast(int, args[5])}
        targets = len(pool(s, battery, cast(int, args[7])))
        return "artillery", battery // PIECES, Fraction(len(numbers), targets), bool(args[6])
    return None


def sample(s: Battle) -> Sample:
    strength = [sum([s.pieces[p].strength for p in s.troops(side)]) for side in (0, 1)]
    values = {
        "strength": (strength[0], strength[1]),
        "flags": (s.captured[0], s.captured[1]),
        "removed": (s.removed[1] // 2, s.removed[0] // 2),
    }
    return Sample(s.turn, values)


def tell(match: Match, pen: Pen) -> Chronicle:
    """Everything the page after the game shows, in the reader's language."""
    story = Story(match)
    s = story.state
    return story.page(
        pen,
        headline=headline(match, pen),
        caption=pen("chronicle.caption", pen.named(f"scenario.{s.world.id}", s.world.scenario.title), s.turn),
        score=score_table(s, pen),
        charts=charts(story.samples, PICTURES, {side: pen.side(who) for who, side in enumerate(SIDES)}, pen),
        luck=luck_rows(story, pen),
        luck_verdict=verdict(story, pen),
        turning_points=[point(story, moment, pen) for moment in weightiest(story.moments)],
    )


def headline(match: Match, pen: Pen) -> str:
    outcome = match.outcome
    if outcome is None:
        return pen("chronicle.open")
    if outcome.winner is None:
        return pen("chronicle.draw")
    return pen("chronicle.wins", pen.side(SIDES.index(outcome.winner)))


def score_table(s: Battle, pen: Pen) -> Table:
    """[1.1] [1.4] Flags, then points of what was removed."""
    rows = [
        row(pen("table.taken"), *s.captured),
        row(pen("table.needed"), s.world.flags_needed, s.world.flags_needed),
        row(pen("table.removed"), s.removed[1] // 2, s.removed[0] // 2),
    ]
    return table("flags", "1.4", ["", pen.side(0), pen.side(1)], rows, pen)


# luck


def luck_rows(story: Story, pen: Pen) -> list[LuckRow]:
    rules = {name: (rule, 1) for name, (rule, *_) in TESTS.items()}
    rules |= {"skirmish": ("27.3", 1), "artillery": ("24.5", 1), "orders": ("21.5", 1)}
    return story.tally.rows(dict(sorted(rules.items())), SIDES, pen)


def verdict(story: Story, pen: Pen) -> list[LuckVerdict]:
    """Each side's cards as a whole, and how rare so much luck is."""
    found = []
    for side in (0, 1):
        counts = [count for (_, who), count in story.tally.counts.items() if who == side]
        tries, variance = sum(count.tries for count in counts), float(sum(count.variance for count in counts))
        above = float(sum(count.rolled - count.expected for count in counts))
        luck = above / sqrt(variance) if variance else 0.0
        rare = round(1 / max(1e-6, tail(luck)))
        key = "even" if abs(luck) < 0.5 else "lucky" if luck > 0 else "unlucky"
        found.append(
            LuckVerdict(
                side=SIDES[side],
                text=pen(f"luck.{key}", pen.side(side), tries, f"{above:+.1f}", rare),
                dice=tries,
                mean=round(above, 2),
                better=round(luck, 2),
            )
        )
    return found


def point(story: Story, moment: Moment, pen: Pen) -> TurningPoint:
    found = story.point(moment, pen)
    found.rule = found.rule or "4.1"
    return found
