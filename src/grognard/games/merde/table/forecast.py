"""The odds of a gamble as a picture needs them: every modifier on a row, every outcome as a bar, a sentence."""

from __future__ import annotations

from typing import Final

from grognard.games.merde.rules.combat.markers import blue, red
from grognard.games.merde.rules.combat.totals import TERM_RULES
from grognard.games.merde.rules.odds import Draw, odds_of, strike_odds, unseen
from grognard.games.merde.table.pairing import Pair, blues, harm, pair, reds, rule_of, struck
from grognard.games.merde.table.pen import Pen, Seen
from grognard.games.merde.table.sector import foes
from grognard.games.merde.world.lexicon import NAMES
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import side_of
from grognard.kernel.action import Action
from grognard.kernel.forecast import assumptions, bars, chance_of, unknown_rows
from grognard.kernel.odds import NEVER, Given, Outcomes, Ranges, possible, spread
from grognard.kernel.pen import percent
from grognard.kernel.wire import Bar, Forecast, ForecastRow, IfHe, MoreBars

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
    """For the options that gamble, and for those that lead to a fight; None for the others."""
    s, side, pen = face.state, face.side, face.pen
    if action.verb in ("engage", "deal"):
        return of_pair(s, action, pen)
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


# [25.3] [26.2] a fight that has not begun


def of_pair(s: Battle, action: Action, pen: Pen) -> DrawForecast | None:
    """What the first blow would bring: against the enemy named, or against each that a regiment could name."""
    piece = action.args[0]
    enemies = [action.args[1]] if action.verb == "engage" else [foe for foe, _ in foes(s, piece)]
    if not enemies or not s.pieces[piece].squares:
        return None
    foe, *others = enemies
    dealt = action.verb == "engage"
    found, shown = pair(s, piece, foe), pair_bars(s, piece, foe, dealt, pen)
    more = [MoreBars(title=pen.piece(other), bars=pair_bars(s, piece, other, dealt, pen)) for other in others]
    if found.back is not None:
        more.append(MoreBars(title=pen("forecast.back"), bars=_bars(answered(s, piece, foe), {}, pen)))
    mine = sorted(set(reds(s, piece)), reverse=True) if s.pieces[piece].hand else []
    return DrawForecast(
        title=pen("forecast.pair", pen.piece(piece), pen.piece(foe)),
        subtitle=pen("forecast.first_blow", pen(f"bearing.{found.bearing}"), pen(f"forecast.step_{found.step}")),
        rule=rule_of(found),
        heads=[pen("forecast.attack"), pen("forecast.defence")],
        rows=pair_rows(s, piece, foe, found, pen),
        bars=shown,
        more=more,
        by_value=[by_marker(s, found, foe, number) for number in mine],
        by_head=pen("forecast.by_marker") if mine else None,
        text=pen("forecast.assumed_dealt" if dealt else "forecast.assumed_undealt"),
        places=[NAMES["square"][sq] for sq in around(s, piece, foe)],
    )


def around(s: Battle, piece: int, foe: int) -> list[int]:
    """The two, and all others who stand in the sector that fights: no card may lie on them."""
    ground = set(s.world.field.sector_squares(s.sector)) if s.sector >= 0 else set()
    others = [sq for side in (0, 1) for p in s.troops(side) for sq in s.pieces[p].squares if sq in ground]
    return [s.pieces[piece].squares[0], s.pieces[foe].squares[0], *others]


def pair_bars(s: Battle, piece: int, foe: int, dealt: bool, pen: Pen) -> list[Bar]:
    """The outcomes, from what comes of it without a marker of his to what comes of it with one."""
    found = pair(s, piece, foe)
    ways = [struck(found, reds(s, piece), blues(s, foe, dealt)), struck(found, reds(s, piece), [0])]
    ranges = spread(ways)
    return _bars(dict.fromkeys(ranges, NEVER) | ways[0], ranges, pen)


def answered(s: Battle, piece: int, foe: int) -> Outcomes:
    """[28.6] What a marker of his, turned at the same time, would do."""
    back = pair(s, piece, foe).back
    assert back is not None
    mine = [blue(m) for m in s.pieces[piece].hand or unseen(s, side_of(piece))]
    return strike_odds(back, [red(m) for m in unseen(s, side_of(foe))], mine)


def by_marker(s: Battle, found: Pair, foe: int, number: int) -> IfHe:
    """The chance to hurt him with one of the markers in hand."""
    chance = harm(struck(found, [number], blues(s, foe, True)))
    return IfHe(value=number, good=float(chance), text=percent(chance))


def pair_rows(s: Battle, piece: int, foe: int, found: Pair, pen: Pen) -> list[ForecastRow]:
    """[28.3] [28.4] Term by term, the markers as the numbers they may show."""
    ours, theirs = dict(found.blow.attack), dict(found.blow.defence)
    rows = [_row(name, ours.get(name), theirs.get(name), pen) for name in dict.fromkeys([*ours, *theirs])]
    mine, his = span(reds(s, piece)), span(blues(s, foe, bool(s.pieces[piece].hand)))
    rows.append(ForecastRow(rule="26.1", label=pen("term.marker"), attack=f"+{mine}", defence=f"+{his}"))
    sums = [
        span([sum(terms.values()) + n for n in numbers])
        for terms, numbers in ((ours, reds(s, piece)), (theirs, blues(s, foe, bool(s.pieces[piece].hand))))
    ]
    return [*rows, ForecastRow(rule="28.1", label=pen("term.total"), attack=sums[0], defence=sums[1])]


def span(numbers: list[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low}–{high}"
