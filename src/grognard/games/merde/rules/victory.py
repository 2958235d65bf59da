"""Rulebook 1 and 42: flags, the commander-in-chief, the turn limit."""

from __future__ import annotations

from typing import Final

from grognard.games.merde.rules.orders import settle_sector
from grognard.games.merde.rules.sight import uncover
from grognard.games.merde.world.lexicon import MOVES, SIDES
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import side_of
from grognard.kernel.frame import Outcome

MARGIN: Final = 10  # [1.4] a difference under this share of the points is a draw, in per cent


def take_flag(s: Battle, piece: int, sq: int) -> None:
    """[42.1] A regiment in an enemy flag square with no defender captures the flag, for good."""
    enemy = 1 - side_of(piece)
    if sq not in s.flags[enemy] or s.held(enemy) >> sq & 1:
        return
    uncover(s, piece)
    s.flags[enemy].remove(sq)
    s.captured[1 - enemy] += 1
    s.emit("flag", piece, sq, s.captured[1 - enemy], s.world.flags_needed)
    _hold_column(s, piece, sq)


def _hold_column(s: Battle, piece: int, sq: int) -> None:
    """[18.2] A group that has taken the last flag of its column holds as a garrison."""
    group = s.group_of(piece)
    column = (sq & 63) // 6
    if group.order not in MOVES or group.column != column or group.holding:
        return
    if not any((flag & 63) // 6 == column for flag in s.flags[1 - side_of(piece)]):
        group.holding = True
        settle_sector(s, s.pieces[piece].group)
        for p in s.members(s.pieces[piece].group):
            s.go_to(p, s.pieces[p].squares)  # [18.5] R-18d
        s.emit("holds", s.muster(s.pieces[piece].group))


def capture_cic(s: Battle, side: int, by: int) -> None:
    """[42.2] The commander-in-chief of a side is taken."""
    s.cic_lost[side] = True
    s.cic(side).square = -1
    s.emit("cic_captured", side, by)


def check_victory(s: Battle) -> bool:
    """[1.1] [1.2] [1.3] Whether a side has won by now; both at the same check is a draw."""
    if s.outcome is not None:
        return True
    needed, flags, lost = s.world.flags_needed, s.captured, s.cic_lost
    won = (flags[0] >= needed or lost[1], flags[1] >= needed or lost[0])
    if not (won[0] or won[1]):
        return False
    reason = "cic" if any(s.cic_lost) else "flags"
    if all(won):
        finish(s, None, reason)
    else:
        finish(s, 0 if won[0] else 1, reason)
    return True


def check_cic(s: Battle) -> bool:
    """[1.2] The loss of a CiC ends the battle at once; flags are counted at their own time [1.3]."""
    return check_victory(s) if any(s.cic_lost) else s.outcome is not None


def _outcome(s: Battle, winner: int | None, reason: str) -> Outcome:
    score = {name: s.captured[side] for side, name in enumerate(SIDES)}
    name = None if winner is None else SIDES[winner]
    return Outcome(name, "draw" if winner is None else "victory", score, reason)


def finish(s: Battle, winner: int | None, reason: str) -> None:
    s.outcome = _outcome(s, winner, reason)
    if winner is None:
        s.emit("draw", reason)
    else:
        s.emit("victory", winner, reason)


def time_is_up(s: Battle) -> None:
    """[1.4] After the last turn."""
    finish(s, _ahead(s), "turn_limit")


def count(s: Battle) -> Outcome:
    """[1.4] How the battle would end if its time were up."""
    return _outcome(s, _ahead(s), "turn_limit")


def _ahead(s: Battle) -> int | None:
    """[1.4] More flags, then more points removed; a small margin is a draw."""
    if s.captured[0] != s.captured[1]:
        return 0 if s.captured[0] > s.captured[1] else 1
    limit = max([army.points_limit for army in s.world.scenario.sides.values()])
    margin = s.removed[1] - s.removed[0]  # in halves of a point
    if abs(margin) * 100 < MARGIN * 2 * limit:
        return None
    return 0 if margin > 0 else 1
