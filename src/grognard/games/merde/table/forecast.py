"""The odds of a gamble as a picture needs them: every modifier on a row, every outcome as a bar, a sentence."""

from __future__ import annotations

from typing import Final

from grognard.games.merde.rules.cavalry.charge import ShotAtCharge
from grognard.games.merde.rules.combat import exchange as combat
from grognard.games.merde.rules.combat.markers import red
from grognard.games.merde.rules.combat.totals import attack_terms, defence_terms, total
from grognard.games.merde.rules.odds import Chances, Gamble, odds_of, stances_now
from grognard.games.merde.table.pen import Pen
from grognard.games.merde.table.stage import TERM_RULES
from grognard.games.merde.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.pen import percent
from grognard.kernel.wire import Json

CLASHES: Final = ("fire", "charge", "melee")
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
RULES: Final = {
    "fire": "28.6",
    "charge": "29.3",
    "melee": "29.4",
    "shot_short": "24.5",
    "shot_long": "24.5",
    "skirmish": "27.3",
    "square": "32.1",
    "rally": "37.1",
}


def forecast(s: Battle, side: int, action: Action, pen: Pen) -> Json | None:
    """For the options that gamble; None for the others."""
    gamble = odds_of(s, side, action)
    if gamble is None:
        return None
    clash = gamble.kind in CLASHES
    return {
        "title": pen(f"forecast.{gamble.kind if gamble.chances else 'held'}"),
        "rule": RULES[gamble.kind],
        "columns": [pen("forecast.attack"), pen("forecast.defence")],
        "rows": _rows(s, side, action, pen) if clash and gamble.chances else [],
        "bars": _bars(gamble.chances or gamble.risk, pen),
        "more": [{"title": pen("forecast.risk"), "bars": _bars(gamble.risk, pen)}]
        if gamble.chances and gamble.risk
        else [],
        "text": _text(gamble, pen),
    }


def _bars(chances: Chances, pen: Pen) -> list[Json]:
    return [
        {"key": BARS[name], "label": pen(f"forecast.bar_{name}"), "chance": float(chance)} for name, chance in chances
    ]


def _text(gamble: Gamble, pen: Pen) -> str:
    parts = [
        pen("forecast.part", pen(f"forecast.bar_{name}"), percent(chance))
        for name, chance in gamble.chances or gamble.risk
        if chance
    ]
    note = pen("forecast.unknown_marker") if gamble.kind in CLASHES else ""
    return f"{'; '.join(parts)}. {note}".strip()


def _rows(s: Battle, side: int, action: Action, pen: Pen) -> list[Json]:
    """[28.3] [28.4] The attack of the marker in hand against the defence, without the enemy's marker."""
    role = combat.role_of(s, side)
    clash = combat.clash_of(s)
    piece, foe = clash.pieces[role], clash.pieces[1 - role]
    stances = stances_now(s, role)
    attack = attack_terms(s, piece, foe, stances[0])
    defence = defence_terms(s, foe, piece, stances[1])
    marker = s.pieces[piece].hand[action.args[0] - 1]
    answered = bool(s.pieces[foe].hand) and not isinstance(s.agenda[-1], ShotAtCharge)
    ours, theirs = dict(attack), dict(defence)
    names = [*ours, *[name for name in theirs if name not in ours]]
    found = [_row(name, ours.get(name), theirs.get(name), pen) for name in names]
    found.append(
        {
            "rule": "26.1",
            "label": pen("term.marker"),
            "attack": f"+{red(marker)}",
            "defence": "+1–6" if answered else None,
        }
    )
    found.append(
        {
            "rule": "28.1",
            "label": pen("term.total"),
            "attack": total(attack) + red(marker),
            "defence": _span(total(defence), answered),
        }
    )
    return found


def _span(base: int, armed: bool) -> str:
    return f"{base}–{base + 6}" if armed else str(base)


def _row(name: str, attack: int | None, defence: int | None, pen: Pen) -> Json:
    plain = name == "strength"
    return {
        "rule": TERM_RULES.get(name, ""),
        "label": pen(f"term.{name}"),
        "attack": None if attack is None else attack if plain else f"{attack:+d}",
        "defence": None if defence is None else defence if plain else f"{defence:+d}",
    }
