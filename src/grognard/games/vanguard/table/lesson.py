"""The guided first turns of a battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.games.vanguard.rules.odds import odds_of
from grognard.games.vanguard.table.pen import Pen
from grognard.games.vanguard.table.shortcuts import whole_moves
from grognard.games.vanguard.world.roster import ADVANCE
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.face import PenFace
from grognard.kernel.lesson import NONE, Advice, Lesson, LessonMatch, Step, first
from grognard.kernel.wire import Plan

LAST: Final = 2  # the turn after which the pupil needs no more telling
STANDOFF: Final = 2  # hexes to keep from the enemy while the column is still coming up
# Step, the question it belongs to, its rule. One question may have several steps; ``fitting`` chooses.
STEPS: Final = tuple(
    Step(*row)
    for row in (
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
)


class Marching(Lesson[Battle, Pen]):
    """The first two turns of Montebello, as the French."""

    steps = STEPS
    last = LAST
    match = LessonMatch(
        scenario="montebello",
        options={},
        seats={"french": "human", "coalition": "colonel"},
        side="french",
        seed="via-emilia",
    )

    def fitting(self, state: Battle, side: int, question: str, options: Sequence[Action]) -> str:
        if question == "MoveUnits":
            return "move_more" if (state.marched | state.rode) & state.group() else "move_first"
        return self.step_of(question)

    def advice(self, face: PenFace[Battle, Pen], step: str, options: Sequence[Action]) -> Advice:
        state, side, pen = face.state, face.side, face.pen
        way = best_way(state, side, pen) if step == "way" else None
        if way is not None:
            return Advice(way.label, way.action)
        action = _advice(state, side, step, options)
        return NONE if action is None else Advice(face.describe(action).label, action.text)


LESSON: Final = Marching()


def best_way(s: Battle, side: int, pen: Pen) -> Plan | None:
    """As near to the enemy as keeps the unit out of his reach, by the cheapest way."""
    plans = whole_moves(s, pen)
    far = s.world.far_from(s.occ[1 - side])
    by_name = s.world.grid.by_name
    return min(plans, key=lambda plan: (abs(far[by_name[plan.place or ""]] - STANDOFF), len(plan.path)), default=None)


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
    }.get(name, "")
    return first(options, wanted) or next((a for a in options if a.verb in ("all", "with")), None)


def _best_gamble(s: Battle, side: int, options: Sequence[Action]) -> Action | None:
    """The fire or assault most likely to tell; else to leave it."""
    worth: dict[str, float] = {}
    for action in options:
        odds = odds_of(s, side, action, {})
        if odds is not None:
            worth[action.text] = 1 - float(odds.chance("-", "AE", "AD", "NE"))
    best = max(worth, key=lambda text: worth[text], default="")
    if best and worth[best] >= 0.4:
        return next(action for action in options if action.text == best)
    return first(options, "done")
