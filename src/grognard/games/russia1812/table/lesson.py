"""The guided first turns of a campaign."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.command import best_cr
from grognard.games.russia1812.rules.odds import attack_odds, order_chances
from grognard.games.russia1812.table.pen import Pen
from grognard.games.russia1812.table.risk import march_range, normal_hexes, whole_column
from grognard.games.russia1812.world.state import Campaign
from grognard.kernel.action import Action
from grognard.kernel.face import PenFace
from grognard.kernel.lesson import NONE, Advice, Lesson, LessonMatch, Step, first
from grognard.kernel.odds import mean

LAST: Final = 2  # the turn after which the pupil needs no more telling
GOAL: Final = "1808"  # Wilno: where the first marches lead
# Step, the question it belongs to, its rule. One question may have several steps; ``fitting`` chooses.
STEPS: Final = tuple(
    Step(*row)
    for row in (
        ("deploy", "Deploy", "14.1"),
        ("depots", "FirstDepots", "6.1"),
        ("convert", "ConvertDepot", "7.1"),
        ("train_first", "PlaceTrain", "7.3"),
        ("train_more", "PlaceTrain", "7.4"),
        ("dummy", "PlaceTrain", "7.5"),
        ("make_depot", "MakeDepot", "7.7"),
        ("rally", "Rally", "8.1"),
        ("move_first", "MoveOrder", "8.2"),
        ("units", "MarchUnits", "8.4"),
        ("leaders", "MarchLeaders", "8.4"),
        ("route", "Route", "8.4"),
        ("risk", "Route", "8.5"),
        ("forced", "Route", "8.6"),
        ("attrition", "Attrition", "8.5"),
        ("move_more", "MoveOrder", "8.2"),
        ("attack", "AttackOrder", "10.1"),
        ("attack_units", "OrderUnits", "10.1"),
        ("commit", "CommitAttack", "10.2"),
        ("defence", "CommitDefence", "10.3"),
        ("support", "CallSupport", "10.4"),
        ("hits", "TakeHits", "11.17"),
        ("stand", "AskWithdraw", "11.10"),
        ("retreat", "Retreat", "11.11"),
        ("advance", "Advance", "11.12"),
        ("commander", "SendCommander", "12.1"),
        ("goal", "CommanderGoal", "12.1"),
        ("second_turn", "PlaceTrain", "7.4", LAST),
        ("reinforce", "Reinforce", "13.2", LAST),
    )
)
SAME_AS: Final = {
    "RallyUnits": "rally",
    "ChooseCover": "forced",
    "ExtraHit": "hits",
    "AskEscape": "stand",
    "PushOn": "retreat",
    "Overflow": "retreat",
    "PushLeaders": "retreat",
    "AdvanceLeaders": "advance",
    "Pursuit": "hits",
    "Shelter": "commander",
    "TakeOffDepots": "convert",
}


class Campaigning(Lesson[Campaign, Pen]):
    """The first two turns of 1812, as the French."""

    steps = STEPS
    same_as = SAME_AS
    last = LAST
    match = LessonMatch(
        scenario="historical",
        options={"edition": 2, "forage_russian": False},
        seats={"french": "human", "russian": "marshal"},
        side="french",
        seed="niemen-1812",
    )

    def fitting(self, state: Campaign, side: int, question: str, options: Sequence[Action]) -> str:
        s, m = state, state.march
        if question == "PlaceTrain":
            if not s.to_place[side]:
                return "dummy"
            if s.genuine[side]:
                return "train_more"
            return "train_first" if s.turn == 1 else "second_turn"
        if question == "MoveOrder":
            return "move_more" if s.moved & s.world.of_side[side] else "move_first"
        if question == "Route" and m is not None:
            if m.hexes < normal_hexes(s) - 1:
                return "route"
            return "risk" if m.hexes < normal_hexes(s) else "forced"
        return self.step_of(question)

    def advice(self, face: PenFace[Campaign, Pen], step: str, options: Sequence[Action]) -> Advice:
        state, side = face.state, face.side
        short = face.shortcuts() if step in ("deploy", "depots", "units") else []
        action = _advice(state, side, step, options)
        if action is None:
            return Advice(short[0].label, None, short[0].id) if short else NONE
        if short:
            return Advice(short[0].label, action.text, short[0].id)
        return Advice(face.describe(action).label, action.text)


LESSON: Final = Campaigning()


# advice: a sound move, not the best one


def _advice(s: Campaign, side: int, name: str, options: Sequence[Action]) -> Action | None:
    """An answer worth trying; None where the pupil should choose for himself."""
    if name in ("train_first", "train_more", "second_turn"):
        return _best_train(s, side, options)
    if name == "dummy":
        return first(options, "dummy", "done")
    if name in ("move_first", "move_more"):
        return max(
            (a for a in options if a.verb == "march"), key=lambda a: _march_worth(s, side, a.args[0]), default=None
        )
    if name in ("route", "risk", "forced"):
        return _next_step(s, side, options)
    if name == "leaders" and s.march is not None:
        return options[-1] if s.march.leaders else options[0]
    if name == "attack":
        return _best_attack(s, side, options)
    if name == "commit":
        return _enough(s, side, options)
    if name in ("commander", "goal"):
        return _lead_the_leaderless(s, side, options)
    if name in ("convert", "make_depot"):
        return options[-1]
    if name == "advance":
        return first(options, "all", "go")
    return options[0] if name in ("units", "attack_units", "support", "reinforce") else None


def _best_train(s: Campaign, side: int, options: Sequence[Action]) -> Action | None:
    """A stack that has none yet, the strongest first."""
    stacks = [a for a in options if a.verb == "train" and s.occ[side] >> a.args[0] & 1]
    return max(stacks, key=lambda a: (a.args[0] not in s.genuine[side], _strength(s, side, a.args[0])), default=None)


def _strength(s: Campaign, side: int, h: int) -> tuple[int, int]:
    near = s.world.grid.distance(h, s.world.grid.by_name[GOAL])
    return (s.fighters(h, side).bit_count() + best_cr(s, s.leaders(h, side)) - near, -h)


def _march_worth(s: Campaign, side: int, h: int) -> tuple[int, int]:
    reach = march_range(s, side, h, whole_column(s, side, h))
    return (int(bool(reach)), _strength(s, side, h)[0])


def _next_step(s: Campaign, side: int, options: Sequence[Action]) -> Action | None:
    """Towards Wilno while it costs no forced march; then halt."""
    m = s.march
    assert m is not None
    goal = s.world.grid.by_name[GOAL]
    steps = [a for a in options if a.verb == "march"]
    best = min(steps, key=lambda a: s.world.grid.distance(a.args[1], goal), default=None)
    halt = first(options, "halt")
    if halt is None:
        return best
    closer = best is not None and s.world.grid.distance(best.args[1], goal) < s.world.grid.distance(m.here, goal)
    return best if closer and m.hexes < normal_hexes(s) else halt


def _best_attack(s: Campaign, side: int, options: Sequence[Action]) -> Action | None:
    """The attack with the best mean difference, if it is one to win."""
    worth: dict[str, float] = {}
    for action in options:
        if action.verb == "attack":
            start, target = action.args
            odds = attack_odds(s, side, start, target, s.fighters(start, side), s.cc[side], 0)
            worth[action.text] = float(mean(odds.difference))
    best = max(worth, key=lambda text: worth[text], default="")
    if best and worth[best] >= 1:
        return next(action for action in options if action.text == best)
    return first(options, "decline")


def _enough(s: Campaign, side: int, options: Sequence[Action]) -> Action | None:
    """The fewest Combat Commands with the best chance to go ahead."""
    assert s.battle is not None
    cr = best_cr(s, s.leaders(s.battle.start, side))
    return max(options, key=lambda a: (order_chances(cr, a.args[0])["go"], -a.args[0]))


def _lead_the_leaderless(s: Campaign, side: int, options: Sequence[Action]) -> Action | None:
    """A commander whom another can spare, to a stack without one; else nobody."""
    lonely = [h for h in bits(s.occ[side]) if not s.leaders(h, side)]
    for action in options:
        if action.verb == "send" and len(action.args) == 2 and action.args[1] in lonely:
            return action
        if action.verb == "send" and len(action.args) == 1:
            here = s.at[action.args[0]]
            spare = s.leaders(here, side).bit_count() > 1
            if spare and any(s.world.grid.distance(here, h) <= 2 for h in lonely):
                return action
    return first(options, "pass")
