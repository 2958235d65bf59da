"""The odds of a gamble, ready to be drawn: every modifier with its rule, losses and tests with their exact chances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from grognard.games.tabletop.rules import morale
from grognard.games.tabletop.rules.fire import Percent
from grognard.games.tabletop.rules.odds import DESTROYED, RULES, Blow, Fate, Stroke, odds_of
from grognard.games.tabletop.table.pen import Pen, Seen
from grognard.games.tabletop.world.world import SIDES
from grognard.kernel.action import Action
from grognard.kernel.forecast import assumptions, bars, unknown_rows
from grognard.kernel.odds import Given, possible, spread
from grognard.kernel.pen import signed
from grognard.kernel.wire import Forecast, ForecastRow, MoreBars

TEST_STYLES: Final = {
    "not_tested": "won",
    morale.HOLD: "won",
    morale.RETREAT: "tie",
    morale.ROUT: "beaten",
    DESTROYED: "fail",
}
LOSS_STYLES: Final = ("tie", "won", "routed")


def forecast(face: Seen, action: Action, given: Given) -> Forecast | None:
    """For fire, charges, melees, emergency squares and distant orders."""
    s, side, pen = face.state, face.side, face.pen
    every = possible(lambda more: odds_of(s, side, action, more), given)
    if not every:
        return None
    odds = every[0]
    found = Forecast(
        title=pen(f"forecast.{odds.kind}"),
        rows=[],
        bars=bars(odds.outcomes, spread([way.outcomes for way in every]), styles(odds, side), namer(odds, pen)),
        unknowns=unknown_rows(odds, pen),
        text=text(odds, pen) or None,
    )
    if odds.kind not in ("order", "square"):
        blows = sorted(odds.blows, key=lambda blow: s.side(blow.unit) != side)
        found.title = title(odds, blows, pen)
        found.heads = heads(blows, pen)
        found.rows = rows(odds.kind, blows, pen)
        found.more = [part for fate in odds.fates for part in fate_bars(fate, pen, odds.kind != "fire")]
    return found


def styles(odds: Stroke, side: int) -> dict[str, str]:
    """How each outcome is drawn, the best for a side first."""
    if odds.kind == "fire":
        return {lost: LOSS_STYLES[min(int(lost), 2)] for lost in odds.outcomes}
    return {
        "success": "won",
        SIDES[side]: "won",
        "locked": "tie",
        "nobody": "abort",
        "refused": "slight",
        "evaded": "slight",
        "repelled": "fail",
        SIDES[1 - side]: "beaten",
        "failure": "beaten",
    }


def namer(odds: Stroke, pen: Pen) -> Callable[[str], str]:
    """The outcomes of a gamble in words."""
    ends = {"success": "yes", "failure": "no"}

    def name(outcome: str) -> str:
        if odds.kind == "fire":
            return pen("forecast.loses", int(outcome))
        return pen(f"forecast.{odds.kind}_{ends[outcome]}" if outcome in ends else f"forecast.wins_{outcome}")

    return name


def text(odds: Stroke, pen: Pen) -> str:
    """[6.1] What the charged unit may do to the charger before contact, and what is assumed of it."""
    blow = odds.defensive
    shot = "" if blow is None else pen("forecast.defensive", pen.unit(blow.unit), blow.percent.total)
    return f"{shot} {assumptions(odds.unknowns, pen)}".strip()


def title(odds: Stroke, blows: list[Blow], pen: Pen) -> str:
    first = blows[0]
    return pen(f"forecast.{odds.kind}", pen.unit(first.unit), pen.unit(first.target))


def heads(blows: list[Blow], pen: Pen) -> list[str]:
    """One column for each who strikes; more than two are told one below the other."""
    return [pen.unit(blow.unit) for blow in blows[:2]]


def rows(kind: str, blows: list[Blow], pen: Pen) -> list[ForecastRow]:
    """[7.1] [8.1] Bases, base value, every modifier, and the percentage they make."""
    rule = RULES[kind]
    columns = [blow.percent for blow in blows[:2]]
    found = [_row(pen("forecast.base"), "7.1" if kind == "fire" else "8.1", [str(p.base) for p in columns])]
    names = list(dict.fromkeys([name for p in columns for name, _ in p.terms]))
    for name in names:
        found.append(_row(pen(f"term.{name}"), rule, [_term(p, name) for p in columns]))
    found.append(_row(pen("forecast.bases"), "7.2" if kind == "fire" else "8.2", [f"× {p.bases}" for p in columns]))
    found.append(_row(pen("forecast.percent"), "7.1" if kind == "fire" else "8.1", [f"{p.total}%" for p in columns]))
    for blow in blows[2:]:
        label = pen("forecast.also", pen.unit(blow.unit), pen.unit(blow.target))
        found.append(_row(label, "8.1", [f"{blow.percent.total}%"]))
    return found


def _term(p: Percent, name: str) -> str | None:
    return next((signed(value) for term, value in p.terms if term == name), None)


def _row(label: str, rule: str, cells: Sequence[str | None]) -> ForecastRow:
    return ForecastRow(rule=rule, label=label, attack=cells[0], defence=cells[1] if len(cells) > 1 else None)


def fate_bars(fate: Fate, pen: Pen, losses: bool) -> list[MoreBars]:
    """What becomes of one unit: its losses where they are not shown already, and its test of morale if it takes one."""
    found = []
    if losses:
        parts = {str(lost): chance for lost, chance in fate.losses.items()}
        drawn = {lost: LOSS_STYLES[min(int(lost), 2)] for lost in parts}
        shown = bars(parts, {}, drawn, lambda lost: pen("forecast.loses", int(lost)))
        found.append(MoreBars(title=pen("forecast.losses_of", pen.unit(fate.unit)), bars=shown))
    if fate.results["not_tested"] < 1:
        tests = bars(fate.results, {}, TEST_STYLES, lambda name: pen(f"forecast.{name}"))
        found.append(MoreBars(title=pen("forecast.morale_of", pen.unit(fate.unit)), bars=tests))
    return found
