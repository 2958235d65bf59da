"""The odds of a gamble as a picture needs them: every modifier on a row, every outcome as a bar, a sentence."""

from __future__ import annotations

from typing import Final

from grognard.games.merde.rules.combat.totals import TERM_RULES
from grognard.games.merde.rules.odds import Draw, odds_of
from grognard.games.merde.table.pen import Pen, Seen
from grognard.kernel.action import Action
from grognard.kernel.forecast import assumptions, bars, chance_of, unknown_rows
from grognard.kernel.odds import Given, Outcomes, Ranges, possible, spread
from grognard.kernel.wire import Bar, Forecast, ForecastRow, MoreBars

BARS: Final = {
    "none": "tie",
    "attack": "won",
    "marker": "won",
    "men": "routed",
    "hit": "won",
    "miss": "tie",
    "formed": "won",
    "rout": "beaten",
    "rallied": "won",
    "failed": "fail",
}


class DrawForecast(Forecast, kw_only=True):
    """What a marker drawn may bring, with its rule."""

    rule: str


def forecast(face: Seen, action: Action, given: Given) -> DrawForecast | None:
    """For the options that gamble; None for the others."""
    s, side, pen = face.state, face.side, face.pen
    every = possible(lambda more: odds_of(s, side, action, more), given)
    if not every:
        return None
    gamble = every[0]
    shown = _bars(gamble.outcomes, spread([way.outcomes for way in every]), pen)
    risk = gamble.strikes and gamble.risk
    return DrawForecast(
        title=pen(f"forecast.{gamble.kind if gamble.strikes else 'held'}"),
        rule=gamble.rule,
        heads=[pen("forecast.attack"), pen("forecast.defence")],
        rows=_rows(gamble, pen),
        bars=shown,
        more=[MoreBars(title=pen("forecast.risk"), bars=_bars(dict(risk), {}, pen))] if risk else [],
        unknowns=unknown_rows(gamble, pen),
        text=_text(gamble, shown, pen),
    )


def _bars(chances: Outcomes, ranges: Ranges, pen: Pen) -> list[Bar]:
    return bars(chances, ranges, BARS, lambda name: pen(f"forecast.bar_{name}"))


def _text(gamble: Draw, shown: list[Bar], pen: Pen) -> str:
    """The outcomes, and what is assumed."""
    parts = [pen("forecast.part", bar.label, chance_of(bar)) for bar in shown]
    return f"{'; '.join(parts)}. {assumptions(gamble.unknowns, pen)}".strip()


def _rows(gamble: Draw, pen: Pen) -> list[ForecastRow]:
    """[28.3] [28.4] The attack of the marker in hand against the defence, without the enemy's marker."""
    if not gamble.terms:
        return []
    marker = gamble.terms[-1].value
    ours, theirs = {term.key: term.value for term in gamble.terms[:-1]}, {t.key: t.value for t in gamble.against}
    answered = any([unknown.name == "marker" and unknown.most for unknown in gamble.unknowns])
    names = [*ours, *[name for name in theirs if name not in ours]]
    found = [_row(name, ours.get(name), theirs.get(name), pen) for name in names]
    spans = ("+1–6" if answered else None, _span(sum(theirs.values()), answered))
    found.append(ForecastRow(rule="26.1", label=pen("term.marker"), attack=f"+{marker}", defence=spans[0]))
    total = sum(ours.values()) + marker
    found.append(ForecastRow(rule="28.1", label=pen("term.total"), attack=total, defence=spans[1]))
    return found


def _span(base: int, armed: bool) -> str:
    return f"{base}–{base + 6}" if armed else str(base)


def _row(name: str, attack: int | None, defence: int | None, pen: Pen) -> ForecastRow:
    plain = name == "strength"
    return ForecastRow(
        rule=TERM_RULES.get(name, ""),
        label=pen(f"term.{name}"),
        attack=None if attack is None else attack if plain else f"{attack:+d}",
        defence=None if defence is None else defence if plain else f"{defence:+d}",
    )
