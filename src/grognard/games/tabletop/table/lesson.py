"""The guided first turns on the open table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.games.tabletop.rules.movement.moves import GotoRegion
from grognard.games.tabletop.rules.odds import odds_of
from grognard.games.tabletop.table.pen import Pen
from grognard.games.tabletop.world.state import Battle
from grognard.games.tabletop.world.world import SIDES
from grognard.kernel.action import Action, Region
from grognard.kernel.face import PenFace
from grognard.kernel.lesson import NONE, Advice, Lesson, LessonMatch, Step, first

LAST: Final = 3  # the turn after which the pupil needs no more telling
# Step, the question it belongs to, its rule. One question may have several steps; ``fitting`` chooses.
STEPS: Final = tuple(
    Step(*row)
    for row in (
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
)


class Crossroads(Lesson[Battle, Pen]):
    """The first three turns of a small battle, as the French."""

    steps = STEPS
    last = LAST
    match = LessonMatch(
        scenario="crossroads",
        options={},
        seats={"french": "human", "coalition": "captain"},
        side="french",
        seed="crossroads-1809",
    )

    def fitting(self, state: Battle, side: int, question: str, options: Sequence[Action]) -> str:
        if question == "Troops":
            return "cavalry" if getattr(state.agenda[-1], "cavalry", False) else "troops"
        if question == "MoveUnit":
            return "charge" if first(options, "charge") else "again" if state.stepped else "move"
        return self.step_of(question)

    def advice(self, face: PenFace[Battle, Pen], step: str, options: Sequence[Action]) -> Advice:
        state, side, pen = face.state, face.side, face.pen
        action = _advice(state, side, step, options)
        if action is None:
            return NONE
        if isinstance(action, Region):
            return Advice(pen("lesson.drag"))
        return Advice(face.describe(action).label, action.text)


LESSON: Final = Crossroads()


def _advice(s: Battle, side: int, name: str, options: Sequence[Action]) -> Action | None:
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
    odds = odds_of(s, side, action, {})
    return odds.blows[0].percent.total if odds else 0


def _winning(s: Battle, side: int, action: Action) -> float:
    odds = odds_of(s, side, action, {})
    return float(odds.chance(SIDES[side])) if odds else 0.0
