"""After the battle: strength and flags turn by turn, what cards and markers did, and when it was decided.

Everything is rebuilt from the record: a fresh match is played again and looked at.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any, Final, NamedTuple, cast

from grognard.games.merde.artillery import pool
from grognard.games.merde.lexicon import PIECES, SIDES
from grognard.games.merde.odds import at_most
from grognard.games.merde.pen import Pen
from grognard.games.merde.skirmish import skirmish_pool
from grognard.games.merde.state import Battle
from grognard.games.merde.table import focus, row, table
from grognard.kernel.dice import Dice, DiceError
from grognard.kernel.frame import Event
from grognard.kernel.luck import Tally, tail
from grognard.kernel.match import Match
from grognard.kernel.record import Line

Json = dict[str, Any]
MEASURES: Final = ("strength", "flags", "removed")
DRAMA: Final = {
    "flag": 6, "cic_captured": 9, "general_lost": 5, "eliminated": 4, "battery_taken": 4, "routs": 3, "run_down": 3,
    "surrenders": 4, "leaves_field": 3, "dispersed": 3, "rear": 4, "bridge_destroyed": 3, "shelled_out": 2,
}  # fmt: skip
MOST: Final = 8  # turning points told
# A test told in the log: its kind, its rule, the places of piece or side, card and value, and of the result.
TESTS: Final = {
    "morale": ("33.2", 0, 2), "rally": ("37.1", 0, 2), "rout_test": ("37.2", 0, 2), "square_test": ("32.1", 0, 2),
    "delivery": ("21.5", 1, 3), "understanding": ("21.5", 1, 3),
}  # fmt: skip


class Sample(NamedTuple):
    """The field at the start of a turn or at the end; by side."""

    turn: int
    strength: tuple[int, int]
    flags: tuple[int, int]
    removed: tuple[int, int]


class Moment(NamedTuple):
    """Something worth telling: the action it came with, its turn, the event, its weight."""

    number: int
    turn: int
    event: Event
    weight: int


class Script(Dice):
    """Dice that fall as the record says."""

    def __init__(self) -> None:
        super().__init__()
        self.faces: tuple[int, ...] = ()
        self.next = 0

    def load(self, faces: tuple[int, ...]) -> None:
        self.faces, self.next = faces, 0

    def draw(self, sides: int) -> int:
        if self.next >= len(self.faces):
            raise DiceError("the record has too few dice")
        self.next += 1
        return self.faces[self.next - 1]


class Story:
    """What a second playing of the record has shown."""

    def __init__(self, match: Match) -> None:
        self.samples: list[Sample] = []
        self.moments: list[Moment] = []
        self.tally = Tally()
        self.dice = 0
        self.turn = 0
        self.match = self._replay(match)

    def _replay(self, match: Match) -> Match:
        record = match.record
        script = Script()
        script.load(record.opening)
        twin = Match(match.game, match.setup, script, [])
        for _, event in twin.log():
            self._read(cast(Battle, twin.state), 0, event)
        for number, line in enumerate(effective(record.lines), 1):
            script.load(line.dice)
            events = twin.play(line.side, line.text)
            self.dice += len(line.dice)
            for event in events:
                self._read(cast(Battle, twin.state), number, event)
        self.samples.append(sample(cast(Battle, twin.state)))
        return twin

    def _read(self, s: Battle, number: int, event: Event) -> None:
        if event.key == "turn":
            self.turn = cast(int, event.args[0])
            self.samples.append(sample(s))
        if event.key in DRAMA and self.turn:
            self.moments.append(Moment(number, self.turn, event, DRAMA[event.key]))
        found = chance_of(s, event)
        if found is not None:
            kind, side, chance, success = found
            self.tally.of(kind, side).chance(success, chance)


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


def effective(lines: list[Line]) -> list[Line]:
    """The lines that count: an undo takes back the last line of its side."""
    found: list[Line] = []
    for line in lines:
        if line.text == "undo":
            last = max(i for i, other in enumerate(found) if other.side == line.side)
            found.pop(last)
        else:
            found.append(line)
    return found


def sample(s: Battle) -> Sample:
    strength = [sum([s.pieces[p].strength for p in s.troops(side)]) for side in (0, 1)]
    return Sample(s.turn, (strength[0], strength[1]), (s.captured[0], s.captured[1]),
                  (s.removed[1] // 2, s.removed[0] // 2))  # fmt: skip


def chronicle(match: Match, pen: Pen) -> Json:
    """Everything the page after the game shows, in the reader's language."""
    story = Story(match)
    s = cast(Battle, story.match.state)
    return {
        "headline": headline(match, pen),
        "caption": pen("chronicle.caption", pen.translated(f"scenario.{s.world.id}", s.world.scenario.title), s.turn),
        "text": match.game.outcome_text(match.outcome, pen.language) if match.outcome else "",
        "decisions": len(effective(match.record.lines)),
        "dice": story.dice,
        "score": score_table(s, pen),
        "series": series(story.samples),
        "charts": charts(story.samples, pen),
        "luck": luck_rows(story, pen),
        "luck_verdict": verdict(story, pen),
        "turning_points": turning_points(story, pen),
    }


def headline(match: Match, pen: Pen) -> str:
    outcome = match.outcome
    if outcome is None:
        return pen("chronicle.open")
    if outcome.winner is None:
        return pen("chronicle.draw")
    return pen("chronicle.wins", pen.side(SIDES.index(outcome.winner)))


def score_table(s: Battle, pen: Pen) -> Json:
    """[1.1] [1.4] Flags, then points of what was removed."""
    rows = [
        row(pen("table.taken"), *s.captured), row(pen("table.needed"), s.world.flags_needed, s.world.flags_needed),
        row(pen("table.removed"), s.removed[1] // 2, s.removed[0] // 2),
    ]  # fmt: skip
    return table("flags", "1.4", ["", pen.side(0), pen.side(1)], rows, pen)


# charts


def series(samples: list[Sample]) -> Json:
    """The bare numbers: one for each turn begun, and one for the end."""
    found: Json = {"turns": [sample.turn for sample in samples]}
    for side, name in enumerate(SIDES):
        found[name] = {measure: [_value(sample, measure)[side] for sample in samples] for measure in MEASURES}
    return found


def _value(sample: Sample, measure: str) -> tuple[int, int]:
    return {"strength": sample.strength, "flags": sample.flags, "removed": sample.removed}[measure]


def charts(samples: list[Sample], pen: Pen) -> list[Json]:
    """Two pictures: strength on the field; flags and points taken."""
    ticks = [str(sample.turn) for sample in samples]
    if len(ticks) > 1 and ticks[-1] == ticks[-2]:
        ticks[-1] = pen("chronicle.end")
    found = []
    for name, measures in (("strength", ("strength",)), ("taken", ("removed", "flags"))):
        lines = [
            {"side": side, "measure": measure, "dash": i, "values": [_value(each, measure)[who] for each in samples],
             "label": pen(f"chronicle.line_{measure}", pen.side(who), _value(samples[-1], measure)[who])}
            for who, side in enumerate(SIDES) for i, measure in enumerate(measures)
        ]  # fmt: skip
        found.append({"id": name, "title": pen(f"chronicle.chart_{name}"), "ticks": ticks, "lines": lines,
                      "shade": None, "shade_label": "", "marks": []})  # fmt: skip
    return found


# luck


def luck_rows(story: Story, pen: Pen) -> list[Json]:
    rules = {name: (rule, 1) for name, (rule, *_) in TESTS.items()}
    rules |= {"skirmish": ("27.3", 1), "artillery": ("24.5", 1), "orders": ("21.5", 1)}
    return story.tally.rows(dict(sorted(rules.items())), SIDES, pen)


def verdict(story: Story, pen: Pen) -> list[Json]:
    """Each side's cards as a whole, and how rare so much luck is."""
    found = []
    for side in (0, 1):
        counts = [count for (_, who), count in story.tally.counts.items() if who == side]
        tries, variance = sum(count.tries for count in counts), float(sum(count.variance for count in counts))
        above = float(sum(count.rolled - count.expected for count in counts))
        luck = above / sqrt(variance) if variance else 0.0
        rare = round(1 / max(1e-6, tail(luck)))
        key = "even" if abs(luck) < 0.5 else "lucky" if luck > 0 else "unlucky"
        found.append({"side": SIDES[side], "dice": tries, "mean": round(above, 2), "better": round(luck, 2),
                      "text": pen(f"luck.{key}", pen.side(side), tries, f"{above:+.1f}", rare)})  # fmt: skip
    return found


# turning points


def turning_points(story: Story, pen: Pen) -> list[Json]:
    """The weightiest moments, told in their order."""
    best = sorted(story.moments, key=lambda moment: (-moment.weight, moment.number))[:MOST]
    return [_point(story, moment, pen) for moment in sorted(best, key=lambda moment: moment.number)]


def _point(story: Story, moment: Moment, pen: Pen) -> Json:
    about = focus(pen.words, moment.event)
    return {"n": moment.number, "turn": moment.turn, "side": about["side"], "hexes": about["hex"],
            "title": pen("chronicle.when", moment.turn), "text": story.match.say(moment.event, pen.language),
            "rule": about["rule"] or "4.1"}  # fmt: skip
