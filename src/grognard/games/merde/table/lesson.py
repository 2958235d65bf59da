"""The guided first battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.games.merde.rules.combat.markers import blue, red
from grognard.games.merde.rules.movement.plans import COMMANDERS, EARLY, FIRST_GENERAL, GARRISONS
from grognard.games.merde.table.describe import current
from grognard.games.merde.table.pen import Pen
from grognard.games.merde.world.lexicon import MOVES
from grognard.games.merde.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.face import PenFace
from grognard.kernel.lesson import NONE, Advice, Lesson, LessonMatch, Step, first
from grognard.kernel.wire import Plan

LAST: Final = 4  # the turn after which the pupil needs no more telling
# Step, the question it belongs to, its rule. One question may have several steps; ``fitting`` chooses.
STEPS: Final = tuple(
    Step(*row)
    for row in (
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
)
SAME_AS: Final = {
    "CavalryClash": "charge",
    "Converge": "melee",
    "FollowBack": "retreat",
    "HorseBattery": "guns",
    "Meet": "countercharge",
    "ShelledOut": "retreat",
}


class MillRoad(Lesson[Battle, Pen]):
    """The first four turns of the teaching battle."""

    steps = STEPS
    same_as = SAME_AS
    last = LAST
    match = LessonMatch(
        scenario="teaching_mill_road",
        options={},
        seats={"army_a": "human", "army_b": "general"},
        side="army_a",
        seed="mill-road-1805",
    )

    def fitting(self, state: Battle, side: int, question: str, options: Sequence[Action]) -> str:
        draft = state.drafts[side]
        if question == "Movement":
            if draft.chosen >= FIRST_GENERAL:
                return "ride"
            scheme = current(state, side)
            if scheme is not None:
                return "plan" if state.order_of(scheme.piece) in MOVES else "support"
            return {EARLY: "generals", GARRISONS: "garrison", COMMANDERS: "commanders"}.get(state.step, "number")
        if question == "Guns":
            return "shots" if draft.stage else "guns"
        if question == "Skirmish":
            return "shoot" if draft.notes and draft.notes[-1][0] < 0 else "skirmish"
        return self.step_of(question)

    def advice(self, face: PenFace[Battle, Pen], step: str, options: Sequence[Action]) -> Advice:
        state, side = face.state, face.side
        short = [cut for cut in face.shortcuts() if not isinstance(cut, Plan)]
        if short:
            return Advice(short[0].label, None, short[0].id)
        action = _advice(state, side, step, options)
        return NONE if action is None else Advice(face.describe(action).label, action.text)


LESSON: Final = MillRoad()


def _advice(s: Battle, side: int, name: str, options: Sequence[Action]) -> Action | None:
    """An answer worth trying; None where the pupil should choose for himself."""
    if name in ("orders", "generals", "garrison", "commanders"):
        return first(options, "done")
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
    return first(options, verbs[name], "done") if name in verbs else None


def _best_marker(s: Battle, side: int, options: Sequence[Action]) -> Action | None:
    """The marker with the highest sum: a sound choice while the enemy's is unknown."""
    if s.clash is None:
        return None
    hand = next((s.pieces[p].hand for p in s.clash.pieces if p // 80 == side), ())
    marked = [a for a in options if len(a.args) == 1 and a.verb in ("fire", "turn") and a.args[0] <= len(hand)]
    return max(marked, key=lambda a: red(hand[a.args[0] - 1]) * 2 + blue(hand[a.args[0] - 1]), default=None)
