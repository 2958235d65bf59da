"""A guided first battle: what to look at and what to try, question by question, until the pupil stands on his own.

The steps hang on the question that is put, not on a script: whatever the pupil or the enemy does, there is something
to say. Texts are in the catalogue under ``lesson``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from grognard.games.merde.rules.combat.markers import blue, red
from grognard.games.merde.rules.movement.plans import COMMANDERS, EARLY, FIRST_GENERAL, GARRISONS
from grognard.games.merde.table.describe import current, describe
from grognard.games.merde.table.pen import Pen
from grognard.games.merde.table.shortcuts import shortcuts
from grognard.games.merde.world.lexicon import MOVES
from grognard.games.merde.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.lesson import place_of, plan, told

Json = dict[str, Any]
SEED: Final = "mill-road-1805"
LAST: Final = 4  # the turn after which the pupil needs no more telling
# Step, the question it belongs to, its rule. One question may have several steps; ``_step`` chooses.
STEPS: Final = (
    ("orders", "Orders", "21.1"),
    ("generals", "Movement", "36.1"),
    ("number", "Movement", "20.1"),
    ("plan", "Movement", "20.4"),
    ("support", "Movement", "18.7"),
    ("ride", "Movement", "20.12"),
    ("garrison", "Movement", "20.11"),
    ("commanders", "Movement", "20.12"),
    ("guns", "Guns", "24.3"),
    ("shots", "Guns", "24.5"),
    ("skirmish", "Skirmish", "27.1"),
    ("shoot", "Skirmish", "27.2"),
    ("sector", "ChooseSector", "25.2"),
    ("deal", "Deal", "26.2"),
    ("name", "Name", "25.3"),
    ("fire", "FireStep", "28.6"),
    ("charge", "ChargeExchange", "29.3"),
    ("melee", "MeleeRound", "29.4"),
    ("countercharge", "Countercharge", "31.3"),
    ("shot_at_charge", "ShotAtCharge", "31.4"),
    ("square", "TrySquare", "32.1"),
    ("replace", "Replace", "34.1"),
    ("retreat", "GoBack", "37.4"),
    ("advance", "Advance", "29.7"),
    ("rally", "TryRally", "37.1"),
)
SAME_AS: Final = {
    "CavalryClash": "charge",
    "Converge": "melee",
    "FollowBack": "retreat",
    "HorseBattery": "guns",
    "Meet": "countercharge",
    "ShelledOut": "retreat",
}


def lesson(pen: Pen) -> Json:
    """The match a lesson is given in, and all its steps."""
    return plan(pen, STEPS, {}) | {
        "scenario": "teaching_mill_road",
        "options": {},
        "seats": {"army_a": "human", "army_b": "general"},
        "side": "army_a",
        "seed": SEED,
    }


def lesson_step(s: Battle, side: int, pen: Pen) -> Json | None:
    """The step for the question now put to the side; None when it is not asked or the lesson is over."""
    frame = s.agenda[-1] if s.agenda else None
    if frame is None or side < 0 or side not in frame.to_act(s) or s.turn > LAST:
        return None
    name = _step(s, side, type(frame).__name__)
    place = place_of(STEPS, name)
    if place < 0:
        return None
    short = [cut for cut in shortcuts(s, side, pen) if "path" not in cut]
    action = None if short else _advice(s, side, name, frame.options(s, side))
    hint = short[0]["label"] if short else describe(s, side, action, pen)["label"] if action is not None else None
    tried = action.text if action is not None else None
    return told(pen, STEPS, place, hint, tried, short[0]["id"] if short else None)


def _step(s: Battle, side: int, asked: str) -> str:
    """Which step of a question's several fits the field."""
    draft = s.drafts[side]
    if asked == "Movement":
        if draft.chosen >= FIRST_GENERAL:
            return "ride"
        scheme = current(s, side)
        if scheme is not None:
            return "plan" if s.order_of(scheme.piece) in MOVES else "support"
        return {EARLY: "generals", GARRISONS: "garrison", COMMANDERS: "commanders"}.get(s.step, "number")
    if asked == "Guns":
        return "shots" if draft.stage else "guns"
    if asked == "Skirmish":
        return "shoot" if draft.notes and draft.notes[-1][0] < 0 else "skirmish"
    return SAME_AS.get(asked) or next((name for name, other, _ in STEPS if other == asked), "")


def _advice(s: Battle, side: int, name: str, options: Sequence[Action]) -> Action | None:
    """An answer worth trying; None where the pupil should choose for himself."""
    if name in ("orders", "generals", "garrison", "commanders"):
        return _first(options, "done")
    if name in ("fire", "charge", "melee", "shot_at_charge"):
        return _best_marker(s, side, options)
    verbs = {
        "deal": "deal",
        "shots": "shots",
        "skirmish": "skirmish",
        "shoot": "shoot",
        "name": "engage",
        "square": "form",
        "replace": "replace",
        "advance": "advance",
        "rally": "rally",
        "countercharge": "counter",
    }
    return _first(options, verbs[name]) or _first(options, "done") if name in verbs else None


def _first(options: Sequence[Action], verb: str) -> Action | None:
    return next((action for action in options if action.verb == verb), None)


def _best_marker(s: Battle, side: int, options: Sequence[Action]) -> Action | None:
    """The marker with the highest sum: a sound choice while the enemy's is unknown."""
    if s.clash is None:
        return None
    hand = next((s.pieces[p].hand for p in s.clash.pieces if p // 80 == side), ())
    marked = [a for a in options if len(a.args) == 1 and a.verb in ("fire", "turn") and a.args[0] <= len(hand)]
    return max(marked, key=lambda a: red(hand[a.args[0] - 1]) * 2 + blue(hand[a.args[0] - 1]), default=None)
