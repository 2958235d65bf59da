"""The odds of an attack as a picture needs them: every modifier on a row, every outcome as a bar."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from grognard.games.russia1812.rules.combat.advance import ROUT
from grognard.games.russia1812.rules.odds import Chances, Helper, Odds, attack_odds
from grognard.games.russia1812.table.pen import Pen
from grognard.games.russia1812.world.state import Campaign
from grognard.kernel.action import Action
from grognard.kernel.pen import percent
from grognard.kernel.wire import Json

TERMS: Final = ("units", "combined_arms", "weariness", "river", "fortress", "cover", "commander", "all_disrupted")


def odds_of(s: Campaign, side: int, action: Action, given: Mapping[str, int]) -> tuple[Odds, int, int] | None:
    """[10.2] The odds behind ``attack FROM TO`` (the whole stack) or ``commit N``, with start and target."""
    b = s.battle
    theirs = int(given.get("defender_cc", 0))
    if action.verb == "attack":
        start, target = action.args
        units = s.fighters(start, side)
        if not units or not s.world.near[start] >> target & 1:
            return None
        return attack_odds(s, side, start, target, units, int(given.get("cc", 0)), theirs), start, target
    if action.verb == "commit" and b is not None and b.side == side and not b.fought:
        return attack_odds(s, side, b.start, b.target, b.units, action.args[0], theirs), b.start, b.target
    return None


def forecast(s: Campaign, side: int, action: Action, given: Mapping[str, int], pen: Pen) -> Json | None:
    """Rows, bars and a sentence."""
    found = odds_of(s, side, action, given)
    if found is None:
        return None
    odds, start, target = found
    hits = {"defender": mean(odds.hits_on_defender), "attacker": mean(odds.hits_on_attacker)}
    return {
        "title": pen("forecast.title", start, target),
        "subtitle": pen("forecast.commands", odds.cc, odds.defender_cc),
        "columns": [pen("forecast.attack"), pen("forecast.defence")],
        "cc": odds.cc,
        "defender_cc": odds.defender_cc,
        "rows": rows(odds, pen),
        "bars": bars(odds, pen),
        "mean_hits": hits,
        "mean_difference": mean(odds.difference),
        "order": {key: float(chance) for key, chance in odds.order.items()},
        "by_cc": [float(chance) for chance in odds.go_by_cc],
        "may_escape": odds.may_escape,
        "must_withdraw": float(odds.must_withdraw),
        "text": text(odds, hits, pen),
    }


def mean(chances: Chances) -> float:
    return round(float(sum(value * chance for value, chance in chances.items())), 2)


def text(odds: Odds, hits: dict[str, float], pen: Pen) -> str:
    """The forecast in a sentence, for the ear."""
    go = percent(odds.order["go"])
    if odds.unexamined:
        return pen("forecast.text_unexamined", go, *odds.unexamined)
    if not odds.difference:
        return pen("forecast.text_empty", go)
    found = pen(
        "forecast.text",
        go,
        percent(odds.attacker_wins),
        percent(odds.tie),
        percent(odds.defender_wins),
        f"{hits['defender']:.1f}",
        f"{hits['attacker']:.1f}",
    )
    return f"{found} {pen('forecast.escape')}" if odds.may_escape else found


def rows(odds: Odds, pen: Pen) -> list[Json]:
    """[11.3] to [11.7] One row for each modifier that matters, then support, then the sum before the dice."""
    attack = {key: (rule, value) for rule, key, value in odds.attack}
    defence = {key: (rule, value) for rule, key, value in odds.defence}
    found: list[Json] = []
    for key in TERMS:
        ours, theirs = attack.get(key), defence.get(key)
        if key == "units" and (ours or theirs):
            found.append(row((ours or theirs or ("", 0))[0], pen("term.units"), _plain(ours), _plain(theirs)))
        elif (ours and ours[1]) or (theirs and theirs[1]) or (key == "all_disrupted" and theirs):
            rule = ours[0] if ours and ours[1] else theirs[0] if theirs else ""
            found.append(row(rule, pen(f"term.{key}"), _signed(ours), _signed(theirs)))
    found += [row("10.4", _support(h, pen), f"{h.value:+d}", None) for h in odds.attack_support]
    found += [row("10.5", _support(h, pen), None, f"{h.value:+d}") for h in odds.defence_support]
    if odds.unexamined:
        found.append(row("15.1", pen("forecast.unexamined"), None, "{}–{}".format(*odds.unexamined)))
    if attack:
        sums = totals(odds)
        found.append(row("11.8", pen("forecast.total"), sums[0], "?" if odds.unexamined else sums[1]))
    return found


def row(rule: str, label: str, attack: object, defence: object) -> Json:
    return {"rule": rule, "label": label, "attack": attack, "defence": defence}


def _plain(term: tuple[str, int] | None) -> int | None:
    return term[1] if term else None


def _signed(term: tuple[str, int] | None) -> str | None:
    return f"{term[1]:+d}" if term and term[1] else None


def _support(helper: Helper, pen: Pen) -> str:
    h = pen.world.grid.by_name[helper.hex]
    return pen("forecast.support", h, percent(helper.chance))


def totals(odds: Odds) -> tuple[str, str]:
    """Both values before the dice: with no support, and up to what all of it would make them."""
    found = []
    for terms, helpers in ((odds.attack, odds.attack_support), (odds.defence, odds.defence_support)):
        base = sum(term[2] for term in terms)
        extra = [h.value for h in helpers if h.chance]
        low, high = base + sum(v for v in extra if v < 0), base + sum(v for v in extra if v > 0)
        found.append(str(low) if low == high else f"{low}–{high}")
    return found[0], found[1]


def bars(odds: Odds, pen: Pen) -> list[Json]:
    """Every outcome of the order; the chances add up to one."""
    go = odds.order["go"]
    parts: list[tuple[str, Fraction]] = [("abort", odds.order["abort"]), ("fail", odds.order["fail"])]
    if odds.difference:
        close = sum((c for d, c in odds.difference.items() if 0 < d < ROUT), Fraction(0))
        parts += [
            ("beaten", odds.defender_wins * go),
            ("tie", odds.tie * go),
            ("won", close * go),
            ("routed", odds.must_withdraw * go),
        ]
    else:
        parts.append(("go", go))
    return [{"key": key, "label": pen(f"forecast.bar_{key}"), "chance": float(chance)} for key, chance in parts]
