"""A guided first turn: what to look at and what to try, question by question, until the player stands on his own.

The steps hang on the question that is put and on the table as it is, not on a script: whatever the pupil or the enemy
does, there is something to say. Texts are in the catalogue under ``lesson``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from grognard.games.vanguard.rules.odds import odds_of
from grognard.games.vanguard.table.describe import describe
from grognard.games.vanguard.table.pen import Pen
from grognard.games.vanguard.table.shortcuts import whole_moves
from grognard.games.vanguard.world.roster import ADVANCE
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.lesson import place_of, plan, told

SEED: Final = "via-emilia"
LAST: Final = 2  # the turn after which the pupil needs no more telling
STANDOFF: Final = 2  # hexes to keep from the enemy while the column is still coming up
# Step, the question it belongs to, its rule. One question may have several steps; ``_step`` chooses.
STEPS: Final = (
    ("enter", "Reinforce", "15.4"),
    ("adopt", "AdoptOrder", "5.1"),
    ("move_first", "MoveUnits", "9.1"),
    ("way", "Step", "9.2"),
    ("move_more", "MoveUnits", "4.4"),
    ("general", "MoveLeader", "4.1"),
    ("stack", "StackOrder", "11.3"),
    ("orders", "ChangeOrders", "5.2"),
    ("name", "Name", "6.1"),
    ("try", "GeneralTries", "5.2"),
    ("guns", "GunOrder", "11.0"),
    ("bombard", "Bombard", "11.4"),
    ("declare", "Declare", "12.2"),
    ("compose", "Compose", "12.4"),
    ("resolve", "Resolve", "12.5"),
    ("lead", "LeadAssault", "12.4"),
    ("evade", "Evade", "14.1"),
    ("repel", "Repel", "11.4"),
    ("retreat", "Retreat", "12.6"),
    ("advance", "Advance", "12.7"),
    ("escape", "Escape", "4.5"),
    ("rally", "Rally", "15.3"),
)


def lesson(pen: Pen) -> dict[str, Any]:
    """The match a lesson is given in, and all its steps."""
    return plan(pen, STEPS, {}) | {
        "scenario": "montebello",
        "options": {},
        "seats": {"french": "human", "coalition": "colonel"},
        "side": "french",
        "seed": SEED,
    }


def lesson_step(s: Battle, side: int, pen: Pen) -> dict[str, Any] | None:
    """The step for the question now put to the side; None when it is not asked or the lesson is over."""
    frame = s.agenda[-1] if s.agenda else None
    if frame is None or frame.side != side or s.turn > LAST:
        return None
    name = _step(s, type(frame).__name__)
    place = place_of(STEPS, name)
    if place < 0:
        return None
    hint, action = _hint(s, side, name, frame.options(s, side), pen)
    return told(pen, STEPS, place, hint, action)


def _step(s: Battle, asked: str) -> str:
    """Which step of a question's several fits the table."""
    if asked == "MoveUnits":
        return "move_more" if (s.marched | s.rode) & s.group() else "move_first"
    return next((name for name, question, _ in STEPS if question == asked), "")


def _hint(s: Battle, side: int, name: str, options: Sequence[Action], pen: Pen) -> tuple[str | None, str | None]:
    """What a sensible officer would do next: in words, and as an action."""
    if name == "way":
        plan = best_way(s, side, pen)
        if plan is not None:
            return plan["label"], plan["action"]
    action = _advice(s, side, name, options)
    return (None, None) if action is None else (describe(s, side, action, pen)["label"], action.text)


def best_way(s: Battle, side: int, pen: Pen) -> dict[str, Any] | None:
    """As near to the enemy as keeps the unit out of his reach, by the cheapest way."""
    plans = whole_moves(s, pen)
    far = s.world.far_from(s.occ[1 - side])
    by_name = s.world.grid.by_name
    return min(plans, key=lambda plan: (abs(far[by_name[plan["hex"]]] - STANDOFF), len(plan["path"])), default=None)


def _advice(s: Battle, side: int, name: str, options: Sequence[Action]) -> Action | None:
    """The action advised; None where the pupil should choose for himself."""
    if name == "adopt":
        return next((a for a in options if a.verb == "adopt" and a.args[0] == ADVANCE), None)
    if name in ("bombard", "declare"):
        return _best_gamble(s, side, options)
    wanted = {
        "enter": "all",
        "move_first": "move",
        "move_more": "move",
        "general": "move",
        "orders": "done",
        "try": "keep",
        "guns": "keep",
        "stack": "done",
        "compose": "go",
        "lead": "lead",
        "evade": "evade",
        "repel": "repel",
        "advance": "advance",
        "rally": "rally",
        "escape": "stay",
        "name": "activate",
    }.get(name)
    found = next((a for a in options if a.verb == wanted), None)
    return found or next((a for a in options if a.verb in ("all", "with")), None)


def _best_gamble(s: Battle, side: int, options: Sequence[Action]) -> Action | None:
    """The fire or assault most likely to tell; else to leave it."""
    worth: dict[str, float] = {}
    for action in options:
        odds = odds_of(s, side, action)
        if odds is not None:
            bad = sum(odds.results.get(code, 0) for code in ("-", "AE", "AD", "NE"))
            worth[action.text] = 1 - float(bad)
    best = max(worth, key=lambda text: worth[text], default="")
    if best and worth[best] >= 0.4:
        return next(action for action in options if action.text == best)
    return next((action for action in options if action.verb == "done"), None)
