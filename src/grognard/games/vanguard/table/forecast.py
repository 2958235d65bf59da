"""The odds of a gamble, ready to be drawn: every modifier with its rule, every result with its chance."""

from __future__ import annotations

from typing import Final

from grognard.games.vanguard.rules.assault.charts import BELOW
from grognard.games.vanguard.rules.odds import Throw, odds_of
from grognard.games.vanguard.table.pen import Pen, Seen
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.forecast import assumptions, bars, unknown_rows
from grognard.kernel.odds import NEVER, Given, Term, possible, spread
from grognard.kernel.pen import percent, signed
from grognard.kernel.wire import Forecast, ForecastRow

# Results from the worst for him who throws to the best, and how each is drawn.
STYLES: Final = {
    "AE": "beaten",
    "AD": "fail",
    "fail": "fail",
    "-": "tie",
    "NE": "tie",
    "EX": "abort",
    "D": "slight",
    "D1": "won",
    "DD": "slight",
    "pass": "won",
    "DR": "won",
    "1S": "routed",
    "DE": "routed",
    "gone": "slight",
}
TITLES: Final = {"guns": "assault", "charge": "charge"}


def forecast(face: Seen, action: Action, given: Given) -> Forecast | None:
    """For assaults and charges, bombardments, skirmish fire, and tries against initiative or efficiency."""
    s, side, pen = face.state, face.side, face.pen
    every = possible(lambda more: odds_of(s, side, action, more), given)
    if not every:
        return None
    odds = every[0]
    ranges = spread([way.outcomes for way in every])
    chances = dict.fromkeys(ranges, NEVER) | odds.outcomes
    said = "; ".join(notes(s, odds, pen))
    return Forecast(
        title=title(s, odds, action, pen),
        rows=rows(odds, pen),
        bars=bars(chances, ranges, STYLES, lambda result: result_text(result, pen)),
        unknowns=unknown_rows(odds, pen),
        text=". ".join(filter(None, (said, assumptions(odds.unknowns, pen)))) or None,
    )


def title(s: Battle, odds: Throw, action: Action, pen: Pen) -> str:
    """What is gambled on, and where."""
    form = next(f for f in s.world.lexicon.verbs[action.verb] if len(f) == len(action.args))
    places = [a for kind, a in zip(form, action.args, strict=True) if kind == "hex"]
    key = f"forecast.{TITLES.get(odds.kind, odds.kind)}"
    if places:
        return pen(f"{key}_at", pen.place(places[-1]))
    return pen(key)


def rows(odds: Throw, pen: Pen) -> list[ForecastRow]:
    """The strengths, every modifier, and the column they lead to."""
    if odds.kind in ("guns", "try", "test"):
        return []
    fire = odds.kind in ("bombardment", "skirmish")
    rule = odds.rule if fire else "12.5.1"
    points = ForecastRow(
        rule=rule, label=pen("forecast.factor" if fire else "forecast.points"), attack=odds.attack, defence=odds.defence
    )
    column = pen("forecast.below") if odds.column == BELOW else odds.column
    total = ForecastRow(
        rule="12.5.2" if not fire else rule, label=pen("forecast.column"), attack=column, defence=signed(odds.drm)
    )
    return [points, *[term_row(term, pen) for term in odds.terms], total]


def term_row(term: Term, pen: Pen) -> ForecastRow:
    """A modifier: for the attacker if it helps him, for the defender if not."""
    rule, key, value = term
    label = pen.first([f"term.{key}", f"terrain.{key}"])
    return ForecastRow(
        rule=rule,
        label=label,
        attack=signed(value) if value > 0 else None,
        defence=signed(value) if value < 0 else None,
    )


def result_text(result: str, pen: Pen) -> str:
    """``DR: retreat``; what has no code is said in words alone."""
    said = pen(f"result.{'none' if result == '-' else result}")
    return said if result in ("-", "pass", "fail", "gone") else f"{result}: {said}"


def notes(s: Battle, odds: Throw, pen: Pen) -> list[str]:
    """What else should be known: tests before an attack, what fire does to each unit."""
    by_id = s.world.roster.by_id
    found = [pen("forecast.attacks", pen.unit(by_id[name]), percent(chance)) for name, chance in odds.tests.items()]
    for name, effects in odds.effects.items():
        said = [f"{pen(f'effect.{effect}')} {percent(chance)}" for effect, chance in effects.items()]
        found.append(f"{pen.unit(by_id[name])}: {', '.join(said)}")
    if odds.kind == "guns":
        found.append(pen("forecast.guns_alone"))
    return found
