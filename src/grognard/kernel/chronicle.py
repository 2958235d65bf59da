"""The page after a game: what every game tells of a record played again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from grognard.kernel.frame import Event
from grognard.kernel.match import Match
from grognard.kernel.record import Line

Json = dict[str, Any]
MOST: Final = 8  # turning points told


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


def effective(lines: list[Line]) -> list[Line]:
    """The lines that count: an undo takes back the last line of its side."""
    found: list[Line] = []
    for line in lines:
        if line.text == "undo":
            found.pop(max(i for i, other in enumerate(found) if other.side == line.side))
        else:
            found.append(line)
    return found


def weightiest(moments: list[Moment]) -> list[Moment]:
    """The turning points, in their order."""
    best = sorted(moments, key=lambda moment: (-moment.weight, moment.number))[:MOST]
    return sorted(best, key=lambda moment: moment.number)


def page(match: Match, samples: list[Sample], language: str, **own: Any) -> Json:
    """What all chronicles tell alike, and the game's own: caption, score, charts, luck, turning points."""
    return own | {
        "text": match.game.outcome_text(match.outcome, language) if match.outcome else "",
        "decisions": len(effective(match.record.lines)),
        "series": series(samples, match.game.sides),
    }


def series(samples: list[Sample], sides: Sequence[str]) -> Json:
    """The bare numbers: one for each turn begun, and one for the end."""
    found: Json = {"turns": [sample.turn for sample in samples]}
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
) -> list[Json]:
    """The pictures, each with its measures: the first drawn through, the others dashed beneath. ``armies``: by side."""
    ticks = [str(sample.turn) for sample in samples]
    if len(ticks) > 1 and ticks[-1] == ticks[-2]:
        ticks[-1] = say("chronicle.end")
    dark = [i for i, sample in enumerate(samples) if sample.shaded]
    found = []
    for name, measures in pictures.items():
        lines = [
            {
                "side": side,
                "measure": measure,
                "dash": dash,
                "values": [max(0, sample.values[measure][who]) for sample in samples],
                "label": say(f"chronicle.line_{measure}", army, samples[-1].values[measure][who] if samples else 0),
            }
            for who, (side, army) in enumerate(armies.items())
            for dash, measure in enumerate(measures)
        ]
        found.append(
            {
                "id": name,
                "title": say(f"chronicle.chart_{name}"),
                "ticks": ticks,
                "lines": lines,
                "shade": [dark[0], dark[-1]] if dark else None,
                "shade_label": shade,
                "marks": [],
            }
        )
    return found
