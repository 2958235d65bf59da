"""[20.4] Why a square is dark while a plan is written: the reason of the whole march, not of its first step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.board.squares import nearest
from grognard.games.merde.rules import orders
from grognard.games.merde.rules.motion import stepped
from grognard.games.merde.rules.movement.plans import Sheet, halt_ban
from grognard.games.merde.table.describe import current
from grognard.games.merde.table.overlays import square_of
from grognard.games.merde.table.pen import Seen
from grognard.games.merde.table.shortcuts import reach
from grognard.games.merde.world.lexicon import OPEN
from grognard.games.merde.world.pieces import Scheme
from grognard.games.merde.world.state import Battle, surveying
from grognard.kernel.ban import Reason

BEYOND: Final = 8  # points that a plan may lack and still be told how many


def dark(
    face: Seen, place: str, hand: str = "", units: Sequence[str] | None = None, steps: Sequence[str] = ()
) -> list[Reason]:
    """Why the plan cannot lead there; nothing where none is written, or where the single step says it better."""
    s, goal = face.state, square_of(face.state.world, place)
    scheme = current(s, face.side)
    if goal is None or scheme is None or (scheme.formation == OPEN and len(scheme.squares) == 2):
        return []
    if goal in scheme.squares or nearest(scheme.squares, (goal,)) <= 1:
        return []
    return surveying(s, lambda s: _shut(s, face.side, scheme, goal))


def _shut(s: Battle, side: int, scheme: Scheme, goal: int) -> list[Reason]:
    sheet = Sheet(s, side, s.drafts[side], scheme)
    if sheet.bound is not None:
        return [sheet.bound]
    if scheme.whole:
        return [("15.3", "whole_turn", (scheme.piece,))]
    if sheet.enemy >> goal & 1:
        return [("20.8", "held_by_enemy", (goal,))]
    if sheet.friends >> goal & 1:
        return [("20.8", "ends_on_friend", (goal,))]
    near = reach(s, side, scheme)
    ban = halt_ban(s, side, sheet, s.drafts[side], near[goal][0]) if goal in near else None
    return [ban or _distance(s, side, scheme, goal)]


def _distance(s: Battle, side: int, scheme: Scheme, goal: int) -> Reason:
    """[14.1] Too far, by how much where it is not too far to say; [12.2] [20.6] or nothing leads there."""
    left = scheme.limit - scheme.spent[0]
    least = nearest(scheme.squares, (goal,))
    if least > left + BEYOND:
        return "14.1", "too_far", (scheme.piece, goal, least, left)
    longer = scheme.copy()
    longer.limit += BEYOND
    found = reach(s, side, longer)
    if goal in found:
        return "14.1", "march_costs", (scheme.piece, goal, found[goal][0].spent[0] - scheme.spent[0], left)
    rein = Sheet(s, side, s.drafts[side], scheme).rein
    ordered = orders.step_ban(s, scheme, stepped(scheme.squares, goal - scheme.squares[0]), False, scheme.squares, rein)
    return ordered or ("14.2", "no_way_there", (scheme.piece, goal))
