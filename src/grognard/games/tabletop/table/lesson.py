"""A guided first turn: what to look at and what to try, question by question.

The steps hang on the question that is put, not on a script: whatever the pupil or the enemy does, there is something
to say. Texts are in the catalogue under ``lesson``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from grognard.games.tabletop.rules.movement.moves import GotoRegion
from grognard.games.tabletop.rules.odds import odds_of
from grognard.games.tabletop.table.describe import describe
from grognard.games.tabletop.table.pen import Pen
from grognard.games.tabletop.world.state import Battle
from grognard.games.tabletop.world.world import SIDES
from grognard.kernel.action import Action, Region
from grognard.kernel.lesson import place_of, plan, told

Json = dict[str, Any]
SEED: Final = "crossroads-1809"
LAST: Final = 3  # the turn after which the pupil needs no more telling
# Step, the question it belongs to, its rule. One question may have several steps; ``_step`` chooses.
STEPS: Final = (
    ("order", "GiveOrder", "3.1"),
    ("strategic", "Strategic", "5.6"),
    ("generals", "Generals", "3.8"),
    ("ride", "Ride", "5.4"),
    ("cavalry", "Troops", "4.4"),
    ("troops", "Troops", "5.7"),
    ("move", "MoveUnit", "5.9"),
    ("again", "MoveUnit", "5.8"),
    ("charge", "MoveUnit", "6.1"),
    ("late", "LateCharges", "6.10"),
    ("square", "EmergencySquare", "6.6"),
    ("evade", "Evade", "6.7"),
    ("pursue", "Pursue", "6.8"),
    ("fire", "DeclareFire", "7.12"),
    ("melee", "Melees", "8.15"),
    ("retreat", "RunAway", "9.4"),
    ("exploit", "Exploit", "8.12"),
)


def lesson(pen: Pen) -> Json:
    """The match a lesson is given in, and all its steps."""
    return plan(pen, STEPS, {}) | {
        "scenario": "crossroads",
        "options": {},
        "seats": {"french": "human", "coalition": "captain"},
        "side": "french",
        "seed": SEED,
    }


def lesson_step(s: Battle, side: int, pen: Pen) -> Json | None:
    """The step for the question now put to the side; None when it is not asked or the lesson is over."""
    frame = s.agenda[-1] if s.agenda else None
    if frame is None or side not in frame.to_act(s) or s.turn > LAST:
        return None
    options = list(frame.options(s, side))
    name = _step(s, type(frame).__name__, getattr(frame, "cavalry", False), options)
    place = place_of(STEPS, name)
    if place < 0:
        return None
    action = advice(s, side, name, options)
    hint = None
    if isinstance(action, Region):
        hint = pen("lesson.drag")
    elif action is not None:
        hint = describe(s, side, action, pen)["label"]
    tried = None if action is None or isinstance(action, Region) else action.text
    return told(pen, STEPS, place, hint, tried)


def _step(s: Battle, asked: str, cavalry: bool, options: Sequence[Action]) -> str:
    """Which step of a question's several fits the table."""
    if asked == "Troops":
        return "cavalry" if cavalry else "troops"
    if asked == "MoveUnit":
        if any(action.verb == "charge" for action in options):
            return "charge"
        return "again" if s.stepped else "move"
    return next((name for name, other, _ in STEPS if other == asked), "")


def advice(s: Battle, side: int, name: str, options: Sequence[Action]) -> Action | None:
    """A sound answer, not the best one; None where the pupil should choose for himself."""
    if name == "fire":
        shots = [action for action in options if action.verb == "fire"]
        return max(shots, key=lambda action: _percent(s, side, action), default=None)
    if name == "charge":
        charges = [action for action in options if action.verb == "charge"]
        return max(charges, key=lambda action: _winning(s, side, action))
    if name == "move":
        return next((action for action in options if isinstance(action, GotoRegion)), None)
    if name in ("order", "late", "strategic", "generals", "ride", "again"):
        return options[0] if name == "again" else next((o for o in options if o.verb in ("pass", "done", "stay")), None)
    return next((action for action in options if not isinstance(action, Region)), None)


def _percent(s: Battle, side: int, action: Action) -> int:
    odds = odds_of(s, side, action)
    return odds.blows[0].percent.total if odds else 0


def _winning(s: Battle, side: int, action: Action) -> float:
    odds = odds_of(s, side, action)
    return float(odds.wins[SIDES[side]]) if odds else 0.0
