"""The odds of a gamble, ready to be drawn: every modifier with its rule, every result with its chance."""

from __future__ import annotations

from typing import Any, Final

from grognard.board.hexes import bits
from grognard.games.vanguard.assault import clash, defenders
from grognard.games.vanguard.chances import DICE, ground_for, gun_volley
from grognard.games.vanguard.charts import (
    BELOW,
    Clash,
    Term,
    Volley,
    attack_points,
    clash_column,
    clash_drm,
    clash_result,
    clash_terms,
    defence_points,
    fire_column,
    fire_result,
    fire_terms,
)
from grognard.games.vanguard.describe import planned
from grognard.games.vanguard.moving import Assault
from grognard.games.vanguard.pen import Pen, signed
from grognard.games.vanguard.skirmish import volley as skirmish_volley
from grognard.games.vanguard.state import Battle
from grognard.kernel.action import Action

Json = dict[str, Any]
RESULTS: Final = ("AE", "AD", "NE", "EX", "DD", "DR", "DE")
EFFECTS: Final = ("-", "D", "D1", "DR", "1S")
# How a result is drawn: by whom it hurts.
STYLES: Final = {"AE": "lost", "AD": "beaten", "NE": "tie", "EX": "both", "DD": "won_small", "DR": "won", "DE": "won",
                 "-": "tie", "D": "won_small", "D1": "won_small", "1S": "won"}  # fmt: skip


def forecast(s: Battle, side: int, action: Action, pen: Pen) -> Json | None:
    """For assaults declared, composed or about to be fought, for bombardments and for skirmish fire."""
    verb, args = action.verb, action.args
    if verb in ("bombard", "repel"):
        return fire_card(s, gun_volley(s, side, args, verb == "repel"), args[-1], pen)
    if verb == "shoot" and s.move is not None:
        return fire_card(s, skirmish_volley(s, bits(s.move.units)[0], args[0]), args[0], pen)
    fight = assault_of(s, action)
    return None if fight is None or not fight.attackers else assault_card(s, fight, pen)


def assault_of(s: Battle, action: Action) -> Assault | None:
    """The assault that an action is about, with what the action would add to it."""
    verb, args = action.verb, action.args
    if verb in ("assault", "resolve"):
        return planned(s, args[0])
    if verb in ("lead", "spare") and s.fight >= 0:
        trial = s.assaults[s.fight].copy()
        trial.general = verb == "lead"
        return trial
    composing = s.assaults[-1] if s.assaults else None
    if composing is None or type(s.agenda[-1]).__name__ != "Compose":
        return None
    trial = composing.copy()
    if verb == "with":
        trial.attackers |= 1 << args[0]
        trial.charge = trial.charge or bool(s.charging >> args[0] & 1)
        return trial
    if verb == "also":
        trial.targets |= 1 << args[0]
        return trial
    return trial if verb == "go" and not args else None


# assaults


def assault_card(s: Battle, a: Assault, pen: Pen) -> Json | None:
    """[12.5] Points, odds, modifiers and the chance of every result."""
    target = bits(a.targets)[0]
    if not defenders(s, a):
        return {"title": pen("forecast.assault", pen.place(target)), "rows": [], "bars": bars({"DE": 6}, RESULTS, pen),
                "text": pen("forecast.guns_alone")}  # fmt: skip
    fight = clash(s, a, *ground_for(s, a))
    tables = s.world.tables
    column = clash_column(tables, fight)
    counts: dict[str, int] = {}
    for die in DICE:
        result = clash_result(tables, fight, die)
        counts[result] = counts.get(result, 0) + 1
    rows = _points(s, fight, pen) + [term_row(term, pen) for term in clash_terms(tables, fight)]
    shown = pen("forecast.below") if column == BELOW else column
    rows.append({"rule": "12.5.1", "label": pen("forecast.column"), "attack": shown,
                 "defence": signed(clash_drm(tables, fight))})  # fmt: skip
    return {"title": pen("forecast.assault", pen.place(target)), "rows": rows, "bars": bars(counts, RESULTS, pen),
            "text": _doubt(s, a, pen)}  # fmt: skip


def _points(s: Battle, fight: Clash, pen: Pen) -> list[Json]:
    tables = s.world.tables
    return [{"rule": "12.5.1", "label": pen("forecast.points"), "attack": attack_points(tables, fight),
             "defence": defence_points(tables, fight)}]  # fmt: skip


def term_row(term: Term, pen: Pen) -> Json:
    """A modifier: for the attacker if it helps him, for the defender if not."""
    rule, key, value = term
    label = pen.first([f"term.{key}", f"terrain.{key}"])
    return {"rule": rule, "label": label, "attack": signed(value) if value > 0 else None,
            "defence": signed(value) if value < 0 else None}  # fmt: skip


def _doubt(s: Battle, a: Assault, pen: Pen) -> str | None:
    """[12.2.2] Units with Advance test before they attack."""
    doubtful = [u for u in bits(a.attackers) if s.order_of(u) == 0]
    return pen("forecast.tests_first", len(doubtful)) if doubtful and s.fight < 0 else None


def bars(counts: dict[str, int], order: tuple[str, ...], pen: Pen) -> list[Json]:
    """Results with their chance, from the worst for the attacker to the best."""
    return [
        {"key": STYLES[result], "label": f"{result}: {pen(f'result.{result_key(result)}')}", "chance": counts[result] / 6}
        for result in order
        if counts.get(result)
    ]


def result_key(result: str) -> str:
    return "none" if result == "-" else result


# fire


def fire_card(s: Battle, shot: Volley, target: int, pen: Pen) -> Json:
    """[11.4.3] [16.3.2] Column, modifiers and the chance of every result."""
    tables = s.world.tables
    chart = tables.infantry_fire if shot.skirmish else tables.bombardment
    counts: dict[str, int] = {}
    for die in DICE:
        result = fire_result(tables, shot, die)
        counts[result] = counts.get(result, 0) + 1
    rows: list[Json] = [{"rule": "11.4.3", "label": pen("forecast.factor"), "attack": shot.factor,
                         "defence": shot.target_pf}]  # fmt: skip
    rows += [term_row(term, pen) for term in fire_terms(tables, shot)]
    total = sum(term[2] for term in fire_terms(tables, shot))
    rows.append({"rule": "11.4.3", "label": pen("forecast.fire_column"),
                 "attack": chart.columns[fire_column(chart, shot.factor)], "defence": signed(total)})  # fmt: skip
    key = "forecast.skirmish" if shot.skirmish else "forecast.bombardment"
    return {"title": pen(key, pen.place(target)), "rows": rows, "bars": bars(counts, EFFECTS, pen),
            "text": pen("forecast.fire_note")}  # fmt: skip
