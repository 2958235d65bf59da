"""The odds of an attack as a picture needs them: every modifier on a row, every outcome as a bar."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.odds import AttackOrder, Helper, odds_of
from grognard.games.russia1812.table.pen import Pen, Seen
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import SIDES
from grognard.kernel.action import Action
from grognard.kernel.forecast import assumptions, bars, unknown_rows
from grognard.kernel.odds import Given, Numbers, Unknown, mean, possible, spread
from grognard.kernel.pen import percent, percents
from grognard.kernel.tale import capital
from grognard.kernel.wire import Arrow, Forecast, ForecastRow, Host, IfHe, UnknownRow

TERMS: Final = (
    "units",
    "combined_arms",
    "weariness",
    "river",
    "fortress",
    "cover",
    "commander",
    "cards",
    "all_disrupted",
)
BARS: Final = {name: name for name in ("abort", "fail", "beaten", "tie", "won", "routed", "go")} | {"escaped": "slight"}


class AttackForecast(Forecast, kw_only=True):
    """An attack: the order, the commands spent on it, and the hits besides."""

    cc: int
    defender_cc: int
    mean_hits: dict[str, float]
    mean_difference: float
    order: dict[str, float]
    by_cc: list[float]
    may_escape: bool
    must_withdraw: float


def forecast(face: Seen, action: Action, given: Given) -> AttackForecast | None:
    """Rows, bars and a sentence."""
    s, side, pen = face.known, face.side, face.pen
    every = possible(lambda more: odds_of(s, side, action, more), given)
    if not every:
        return None
    odds = every[0]
    return AttackForecast(
        title=pen("forecast.title", odds.start, odds.target),
        subtitle=pen("forecast.commands", odds.cc, odds.defender_cc),
        heads=[pen("forecast.attack"), pen("forecast.defence")],
        cc=odds.cc,
        defender_cc=odds.defender_cc,
        rows=rows(odds, pen),
        bars=bars(odds.outcomes, spread([way.outcomes for way in every]), BARS, lambda n: pen(f"forecast.bar_{n}")),
        unknowns=named_unknowns(s, odds, pen),
        mean_hits={"defender": rounded(odds.hits_on_defender), "attacker": rounded(odds.hits_on_attacker)},
        mean_difference=rounded(odds.difference),
        order={key: float(chance) for key, chance in odds.order.items()},
        by_cc=[float(chance) for chance in odds.go_by_cc],
        may_escape=odds.may_escape,
        must_withdraw=float(odds.must_withdraw),
        switch="defender_cc",
        by_value=by_value(s, side, action, given, odds),
        by_head=pen("forecast.by_value"),
        places=scene_of(s, odds),
        helpers=arrows(s, side, odds),
        hosts=hosts(s, side, odds, pen),
        text=f"{text(every, pen)} {assumptions(odds.unknowns, pen)}".strip(),
    )


def named_unknowns(s: Campaign, odds: AttackOrder, pen: Pen) -> list[UnknownRow]:
    """What may still be chosen; the defender by his name."""
    found = unknown_rows(odds, pen)
    enemy = s.world.side_of[bits(s.stack[odds.target])[0]] if s.stack[odds.target] else -1
    led = s.leaders(odds.target, enemy) if enemy >= 0 else 0
    for row in found:
        if row.name == "defender_cc" and led:
            row.label = pen("unknown.if_he", max(bits(led), key=lambda u: s.world.cr[u]))
    return found


def by_value(s: Campaign, side: int, action: Action, given: Given, odds: AttackOrder) -> list[IfHe]:
    """[10.3] The chance to win for each number of Combat Commands the defender may commit."""
    free = {name: value for name, value in given.items() if name != "defender_cc"}
    most = next((unknown.most for unknown in odds.unknowns if unknown.name == "defender_cc"), 0)
    if not most or not odds.difference:
        return []
    found = []
    for value in range(most + 1):
        ways = possible(lambda more: odds_of(s, side, action, more), {**free, "defender_cc": value})
        wins = [way.order["go"] * way.attacker_wins for way in ways]
        found.append(IfHe(value=value, good=float(min(wins)), text=percents(min(wins), max(wins))))
    return found


def scene_of(s: Campaign, odds: AttackOrder) -> list[str]:
    """Attacker, target and all who may come."""
    names = s.world.grid.names
    helpers = [*odds.attack_support, *odds.defence_support]
    return [names[odds.start], names[odds.target], *[helper.hex for helper in helpers]]


def arrows(s: Campaign, side: int, odds: AttackOrder) -> list[Arrow]:
    """[10.4] [10.5] Who may come to the attacked hex, and how likely."""
    target = s.world.grid.names[odds.target]
    sides = ((side, odds.attack_support), (1 - side, odds.defence_support))
    return [
        Arrow(start=helper.hex, place=target, side=SIDES[who], tag=percent(helper.chance))
        for who, helpers in sides
        for helper in helpers
    ]


def hosts(s: Campaign, side: int, odds: AttackOrder, pen: Pen) -> list[Host]:
    """[10.1] Both stacks, as far as they are known, and the Combat Commands they spend of those they hold."""
    column = s.battle.units if s.battle is not None and s.battle.units else s.fighters(odds.start, side)
    stacks = [
        (side, odds.start, column | s.leaders(odds.start, side), odds.cc),
        (1 - side, odds.target, s.stack[odds.target], odds.defender_cc),
    ]
    return [_host(s, *stack, pen) for stack in stacks]


def _host(s: Campaign, side: int, place: int, pieces: int, spent: int, pen: Pen) -> Host:
    world = s.world
    led = sorted(bits(pieces & world.leaders[side]), key=lambda u: -world.cr[u])
    who = pen.unit(led[0]) if led else pen("tale.army", side)
    return Host(
        side=SIDES[side],
        name=capital(pen("tale.force", who, place)),
        pieces=[world.ids[u] for u in [*led, *[u for u in bits(pieces) if u not in led]]],
        spent=spent,
        held=s.cc[side],
        note=pen("forecast.spends", spent, s.cc[side]),
    )


def rounded(chances: Numbers) -> float:
    return round(float(mean(chances)), 2)


def text(every: Sequence[AttackOrder], pen: Pen) -> str:
    """The forecast in a sentence, for the ear: of what is assumed, and of what the enemy can make of it."""
    odds = every[0]
    go = percent(odds.order["go"])
    if odds.unexamined:
        return pen("forecast.text_unexamined", go, *odds.unexamined)
    if not odds.difference:
        return pen("forecast.text_empty", go)
    results = [{"won": way.attacker_wins, "tie": way.tie, "beaten": way.defender_wins} for way in every]
    hits = [[float(mean(chances)) for chances in (way.hits_on_defender, way.hits_on_attacker)] for way in every]
    chances = [promised(*between, odds.unknowns, pen) for between in spread(results).values()]
    struck = [decimals([row[role] for row in hits], pen) for role in (0, 1)]
    return pen("forecast.text", go, *chances, *struck)


def promised(low: Fraction, high: Fraction, unknowns: Sequence[Unknown], pen: Pen) -> str:
    """A chance, or its range; a certainty says that the enemy's choices do not change it, or what it does not count."""
    said = percents(low, high)
    theirs = [unknown for unknown in unknowns if not unknown.own]
    if low < 1 or not theirs:
        return said
    return pen("note.about" if any(unknown.least == unknown.most for unknown in theirs) else "note.whatever", said)


def decimals(numbers: Sequence[float], pen: Pen) -> str:
    least, most = pen.tenth(min(numbers)), pen.tenth(max(numbers))
    return least if least == most else f"{least}–{most}"


def rows(odds: AttackOrder, pen: Pen) -> list[ForecastRow]:
    """[11.3] to [11.7] One row for each modifier that matters, then support, then the sum before the dice."""
    attack = {key: (rule, value) for rule, key, value in odds.attack}
    defence = {key: (rule, value) for rule, key, value in odds.defence}
    found: list[ForecastRow] = []
    for key in TERMS:
        ours, theirs = attack.get(key), defence.get(key)
        if key == "units" and (ours or theirs):
            found.append(ForecastRow((ours or theirs or ("", 0))[0], pen("term.units"), _plain(ours), _plain(theirs)))
        elif (ours and ours[1]) or (theirs and theirs[1]) or (key == "all_disrupted" and theirs):
            rule = ours[0] if ours and ours[1] else theirs[0] if theirs else ""
            found.append(ForecastRow(rule, pen(f"term.{key}"), _signed(ours), _signed(theirs)))
    found += [ForecastRow("10.4", _support(h, pen), f"{h.value:+d}", None) for h in odds.attack_support]
    found += [ForecastRow("10.5", _support(h, pen), None, f"{h.value:+d}") for h in odds.defence_support]
    if odds.unexamined:
        found.append(ForecastRow("15.1", pen("forecast.unexamined"), None, "{}–{}".format(*odds.unexamined)))
    if attack:
        sums = totals(odds)
        found.append(ForecastRow("11.8", pen("forecast.total"), sums[0], "?" if odds.unexamined else sums[1]))
    return found


def _plain(term: tuple[str, int] | None) -> int | None:
    return term[1] if term else None


def _signed(term: tuple[str, int] | None) -> str | None:
    return f"{term[1]:+d}" if term and term[1] else None


def _support(helper: Helper, pen: Pen) -> str:
    h = pen.world.grid.by_name[helper.hex]
    return pen("forecast.support", h, percent(helper.chance))


def totals(odds: AttackOrder) -> tuple[str, str]:
    """Both values before the dice: with no support, and up to what all of it would make them."""
    found = []
    for terms, helpers in ((odds.attack, odds.attack_support), (odds.defence, odds.defence_support)):
        base = sum(term[2] for term in terms)
        extra = [h.value for h in helpers if h.chance]
        low, high = base + sum(v for v in extra if v < 0), base + sum(v for v in extra if v > 0)
        found.append(str(low) if low == high else f"{low}–{high}")
    return found[0], found[1]
