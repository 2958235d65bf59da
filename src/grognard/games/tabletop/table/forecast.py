"""The odds of a gamble, ready to be drawn: every modifier with its rule, losses and tests with their exact chances."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from grognard.games.tabletop.rules import morale
from grognard.games.tabletop.rules.fire import Percent
from grognard.games.tabletop.rules.odds import DESTROYED, Blow, Chances, Fate, Odds, Results, odds_of
from grognard.games.tabletop.table.pen import Pen
from grognard.games.tabletop.world.state import Battle
from grognard.games.tabletop.world.world import SIDES
from grognard.kernel.action import Action
from grognard.kernel.pen import signed
from grognard.kernel.wire import Json

RULES: Final = {"fire": "7.11", "melee": "8.5", "charge": "8.5", "order": "3.3", "square": "6.6"}
TEST_STYLES: Final = (
    ("not_tested", "won"),
    (morale.HOLD, "won"),
    (morale.RETREAT, "tie"),
    (morale.ROUT, "beaten"),
    (DESTROYED, "fail"),
)


def forecast(s: Battle, side: int, action: Action, pen: Pen) -> Json | None:
    """For fire, charges, melees, emergency squares and distant orders."""
    odds = odds_of(s, side, action)
    if odds is None:
        return None
    if odds.kind in ("order", "square"):
        return single(odds, pen)
    blows = sorted(odds.blows, key=lambda blow: s.side(blow.unit) != side)
    return {
        "title": title(odds, blows, pen),
        "heads": heads(blows, pen),
        "rows": rows(odds.kind, blows, pen),
        "bars": win_bars(odds.wins, side, pen) if odds.wins else loss_bars(blows[0].losses, pen),
        "more": [part for fate in odds.fates for part in fate_bars(fate, pen, odds.kind != "fire")],
        "text": defensive_text(odds.defensive, pen) if odds.defensive else None,
    }


def single(odds: Odds, pen: Pen) -> Json:
    """[3.3] [6.6] One die: it succeeds or not."""
    chance = odds.wins["success"]
    bars = [
        {"key": "won", "label": pen(f"forecast.{odds.kind}_yes"), "chance": chance},
        {"key": "beaten", "label": pen(f"forecast.{odds.kind}_no"), "chance": 1 - chance},
    ]
    return {
        "title": pen(f"forecast.{odds.kind}"),
        "rows": [],
        "bars": [bar for bar in bars if bar["chance"]],
        "text": None,
    }


def title(odds: Odds, blows: list[Blow], pen: Pen) -> str:
    first = blows[0]
    return pen(f"forecast.{odds.kind}", pen.unit(first.unit), pen.unit(first.target))


def heads(blows: list[Blow], pen: Pen) -> list[str]:
    """One column for each who strikes; more than two are told one below the other."""
    return [pen.unit(blow.unit) for blow in blows[:2]]


def rows(kind: str, blows: list[Blow], pen: Pen) -> list[Json]:
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


def _row(label: str, rule: str, cells: list[Any]) -> Json:
    return {"rule": rule, "label": label, "attack": cells[0], "defence": cells[1] if len(cells) > 1 else None}


def win_bars(wins: Results, side: int, pen: Pen) -> list[Json]:
    """[8.9] [8.10] [8.11] Who wins the round."""
    order = ((SIDES[side], "won"), ("locked", "tie"), ("nobody", "abort"), (SIDES[1 - side], "beaten"))
    return [
        {"key": style, "label": pen(f"forecast.wins_{name}"), "chance": wins[name]}
        for name, style in order
        if wins[name]
    ]


def loss_bars(losses: Chances, pen: Pen) -> list[Json]:
    """[7.5] [7.6] Morale points lost, and how likely."""
    styles = ("tie", "won", "routed")
    return [
        {"key": styles[min(lost, 2)], "label": pen("forecast.loses", lost), "chance": chance}
        for lost, chance in losses.items()
        if chance
    ]


def fate_bars(fate: Fate, pen: Pen, losses: bool) -> list[Json]:
    """What becomes of one unit: its losses where they are not shown already, and its test of morale if it takes one."""
    found = []
    if losses:
        found.append({"title": pen("forecast.losses_of", pen.unit(fate.unit)), "bars": loss_bars(fate.losses, pen)})
    tests = [
        {"key": style, "label": pen(f"forecast.{name}"), "chance": fate.results[name]}
        for name, style in TEST_STYLES
        if fate.results.get(name)
    ]
    if fate.results.get("not_tested", Fraction(0)) < 1:
        found.append({"title": pen("forecast.morale_of", pen.unit(fate.unit)), "bars": tests})
    return found


def defensive_text(blow: Blow, pen: Pen) -> str:
    """[6.1] What the charged unit may do to the charger before contact."""
    return pen("forecast.defensive", pen.unit(blow.unit), blow.percent.total)
