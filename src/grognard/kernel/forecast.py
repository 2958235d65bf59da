"""A gamble as a picture needs it: its outcomes as bars, with what the enemy can still make of them, and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from grognard.kernel.odds import NEVER, Gamble, Ranges, Unknown
from grognard.kernel.pen import Pen, percent, percents
from grognard.kernel.wire import Bar, UnknownRow


def bars(
    chances: Mapping[str, Fraction], ranges: Ranges, styles: Mapping[str, str], label: Callable[[str], str]
) -> list[Bar]:
    """A bar for each outcome that can come, in the order of the styles; with its range where the enemy has a say."""
    found = []
    for name in [*[name for name in styles if name in chances], *[name for name in chances if name not in styles]]:
        low, high = ranges.get(name, (chances[name], chances[name]))
        if high == NEVER:
            continue
        bar = Bar(key=styles.get(name, name), label=label(name), chance=float(chances[name]), outcome=name)
        if low < high:
            bar.low, bar.high = float(low), float(high)
        found.append(bar)
    return found


def chance_of(bar: Bar) -> str:
    """The chance of a bar in words: a range where the enemy can still change it."""
    return percent(bar.chance) if bar.low is None or bar.high is None else percents(bar.low, bar.high)


def unknown_rows(gamble: Gamble, pen: Pen) -> list[UnknownRow]:
    """What may still be chosen, for the table: its range and what is assumed of it."""
    return [
        UnknownRow(
            name=unknown.name,
            label=pen(f"unknown.{unknown.name}"),
            least=unknown.least,
            most=unknown.most,
            assumed=unknown.assumed,
            own=unknown.own,
        )
        for unknown in gamble.unknowns
    ]


def assumptions(unknowns: Iterable[Unknown], pen: Pen) -> str:
    """Every assumption as a sentence."""
    return " ".join([assumption(unknown, pen) for unknown in unknowns])


def assumption(unknown: Unknown, pen: Pen) -> str:
    """``assumed.NAME_VALUE`` of the catalogue, or ``assumed.NAME`` with what is assumed, the least and the most."""
    keys = [f"assumed.{unknown.name}_{unknown.assumed}", f"assumed.{unknown.name}"]
    return pen.first(keys, unknown.assumed, unknown.least, unknown.most)
