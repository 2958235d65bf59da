"""Rulebook 31: which cavalry may charge whom, and by which line."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.board.squares import RIGHT, behind, distance, facing_to, mask_of, nearest
from grognard.games.merde.rules.motion import NEVER, allowance, entry_cost, passable
from grognard.games.merde.rules.movement.plans import in_contact
from grognard.games.merde.rules.movement.resolve import enter_square
from grognard.games.merde.rules.orders import triggered
from grognard.games.merde.world.lexicon import GARRISON, LINE, MARCH, MASS, MOVES, OPEN, SQUARE, SUPPORT, make
from grognard.games.merde.world.pieces import Squares, living
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import ARTILLERY, CAVALRY, INFANTRY, side_of
from grognard.kernel.action import Action
from grognard.kernel.frame import Reason

RUN: Final = 2  # [31.2] squares from which a charge starts
COUNTER_REACH: Final = 3  # [31.3]
SECOND: Final = {"heavy_cav": 4, "light_cav": 3}  # [31.6] to turn for a second charge
STEP_BACK: Final = 1
MOST: Final = 2  # [31.6] charges a regiment announces in a turn, the second one included


class Line(NamedTuple):
    """[31.2] A line of charge: from where, through which square, at which square of the target."""

    start: int
    mid: int
    goal: int


def points_left(s: Battle, piece: int) -> int:
    """[20.13] Movement points a regiment has left."""
    p = s.pieces[piece]
    return (p.allowance or allowance(s, piece, p.formation)) - p.spent


def second_charge_cost(s: Battle, piece: int) -> int:
    return SECOND[s.world.stock(piece).kinds[0].klass] + STEP_BACK


# [31.2] who may charge whom


def charge_ban(s: Battle, piece: int, target: int) -> Reason | None:
    """[31.2] Why cavalry may not announce a charge at an enemy, wherever it stands."""
    p, q = s.pieces[piece], s.pieces[target]
    if s.arm(piece) != CAVALRY or not p.squares or p.routed or p.retreated:
        return ("31.2", "cannot_charge", (piece,))
    if not q.squares or q.routed or not (s.is_regiment(target) or s.arm(target) == ARTILLERY):
        return ("31.2", "no_charge_target", (target,))
    if any(s.world.cover >> sq & 1 for sq in q.squares):
        return ("31.2", "target_in_cover", (target,))
    if p.out:
        return ("10.2", "out_of_command", (piece,))
    if p.charged >= MOST:
        return ("31.6", "charged_twice", (piece,))
    if p.charged and points_left(s, piece) < second_charge_cost(s, piece):
        return ("31.6", "no_second_charge", (piece,))
    if not p.charged and in_contact(s, piece):
        return ("31.2", "charge_from_contact", (piece,))
    return _order_ban(s, piece, target)


def _order_ban(s: Battle, piece: int, target: int) -> Reason | None:
    """[31.2] Move orders, triggered garrisons; supports only against the shaken, by the free intervention."""
    order = s.order_of(piece)
    if order in MOVES or (order == GARRISON and triggered(s, piece)):
        return None
    if order != SUPPORT:
        return ("31.2", "charge_order", (piece,))
    q = s.pieces[target]
    if not q.retreated and q.men == s.world.stock(target).men:
        return ("31.2", "support_charges", (piece, target))
    if s.intervened[side_of(piece)] and not s.pieces[piece].charged:
        return ("20.2", "intervention_used", ())
    return None


def has_charge(s: Battle, piece: int, target: int) -> bool:
    """[25.1] Whether a cavalry regiment may announce a charge at an enemy."""
    if s.arm(piece) != CAVALRY or s.pieces[piece].charged:
        return False
    if nearest(s.pieces[piece].squares, s.pieces[target].squares) > RUN:
        return False
    return charge_ban(s, piece, target) is None and bool(lines(s, piece, target, s.pieces[piece].squares))


def starts(s: Battle, piece: int) -> Squares:
    """[31.6] Where a charge may start from: where it stands, or for a second one a free square behind it."""
    p = s.pieces[piece]
    if not p.charged:
        return p.squares
    taken = s.held(0) | s.held(1)
    return tuple(
        [sq for at in p.squares for sq in behind(at, p.facing) if passable(s, piece, MARCH, sq) and not taken >> sq & 1]
    )


def halfway(start: int, goal: int) -> int:
    """[31.2] The square between two that lie two squares apart on a straight or diagonal line; -1 if they do not."""
    across, along = (goal & 63) - (start & 63), (goal >> 6) - (start >> 6)
    if max(abs(across), abs(along)) != RUN or abs(across) == 1 or abs(along) == 1:
        return -1
    return start + across // 2 + 64 * (along // 2)


def _open_ground(s: Battle, piece: int, start: int, mid: int) -> bool:
    """[31.2] Whether the square between is free, passable and in no wood or place."""
    taken = (s.held(0) | s.held(1)) & ~mask_of(s.pieces[piece].squares)
    return not (taken | s.world.cover) >> mid & 1 and entry_cost(s, piece, MARCH, start, mid) < NEVER


def lines(s: Battle, piece: int, target: int, origins: Squares) -> list[Line]:
    """[31.2] Straight or diagonal lines of two squares with a free square between."""
    found = []
    for start in origins:
        for goal in s.pieces[target].squares:
            mid = halfway(start, goal)
            if mid >= 0 and _open_ground(s, piece, start, mid):
                found.append(Line(start, mid, goal))
    return found


def flank_squares(s: Battle, piece: int, target: int) -> Squares:
    """[31.5] Free squares on both flanks of the target, one for each squadron by a line of charge; () if not both."""
    q, p = s.pieces[target], s.pieces[piece]
    if not s.world.stock(piece).light or living(p) < 2 or s.arm(target) != INFANTRY or q.formation in (SQUARE, MASS):
        return ()
    hand = RIGHT[q.facing]
    right = max(q.squares, key=lambda sq: _along(sq, hand)) + hand
    left = min(q.squares, key=lambda sq: _along(sq, hand)) - hand
    taken = s.held(0) | s.held(1)
    if any(not passable(s, piece, OPEN, sq) or (taken | s.world.cover) >> sq & 1 for sq in (right, left)):
        return ()
    first, second = p.squares[0], p.squares[-1]
    for one, other in ((right, left), (left, right)):
        if _rides_to(s, piece, target, first, one) and _rides_to(s, piece, target, second, other):
            return (one, other)
    return ()


def _along(sq: int, hand: int) -> int:
    x, y = sq & 63, sq >> 6
    return {1: x, -1: -x, 64: y, -64: -y}[hand]


def _rides_to(s: Battle, piece: int, target: int, start: int, flank: int) -> bool:
    """[31.2] [31.5] Whether a squadron two squares from the target has a straight or diagonal run of two to a flank."""
    if nearest((start,), s.pieces[target].squares) != RUN:
        return False
    mid = halfway(start, flank)
    return mid >= 0 and _open_ground(s, piece, start, mid) and entry_cost(s, piece, OPEN, mid, flank) < NEVER


def charges(s: Battle, piece: int) -> list[Action]:
    """[31.2] [31.5] [31.6] The charges a regiment with markers may announce in this sector's turn."""
    if s.arm(piece) != CAVALRY:
        return []
    found: list[Action] = []
    for target in s.troops(1 - side_of(piece)):
        if nearest(s.pieces[piece].squares, s.pieces[target].squares) > RUN + 1:
            continue
        if charge_ban(s, piece, target) is not None:
            continue
        for mid in sorted({line.mid for line in lines(s, piece, target, starts(s, piece))}):
            found += [make("charge", piece, target, *run) for run in runs(s, piece, target, mid)]
        if not s.pieces[piece].charged and flank_squares(s, piece, target):
            found.append(make("flanks", piece, target))
    return found


def charge_reason(s: Battle, verb: str, piece: int, target: int) -> Reason:
    """[31.2] [31.5] Why a charge, or one at both flanks, is not to be had."""
    found = charge_ban(s, piece, target)
    if found is None and verb == "flanks":
        found = ("31.5", "no_flanks", (piece, target))
    return found or ("31.2", "no_line", (piece, target))


def front_at(s: Battle, piece: int, target: int, mid: int) -> int:
    """[31.2] Where a charger who has come to a square looks: at the nearest square of his target."""
    squares = s.pieces[target].squares
    goal = min(squares, key=lambda sq: (distance(mid, sq), (sq & 63) != (mid & 63) and (sq >> 6) != (mid >> 6), sq))
    return facing_to(mid, goal, s.pieces[piece].facing)


def abreast(s: Battle, piece: int, target: int, mid: int) -> Squares:
    """[31.2] Line against line: the squares beside the first in which the second squadron may come up."""
    p, q = s.pieces[piece], s.pieces[target]
    if q.formation != LINE or living(q) < 2 or living(p) < 2 or not passable(s, piece, LINE, mid):
        return ()
    taken = (s.held(0) | s.held(1)) & ~mask_of(p.squares)
    hand = RIGHT[front_at(s, piece, target, mid)]
    return tuple([sq for sq in (mid + hand, mid - hand) if passable(s, piece, LINE, sq) and not taken >> sq & 1])


def runs(s: Battle, piece: int, target: int, mid: int) -> list[Squares]:
    """[31.2] How a charge may come up to a square: its owner chooses on which side of it, where it has two."""
    beside = abreast(s, piece, target, mid)
    return [(mid, sq) for sq in beside] if len(beside) > 1 else [(mid,)]


def ride_up(s: Battle, piece: int, target: int, run: Squares) -> None:
    """[31.2] The square between is the charger's; in line it needs two abreast, otherwise it comes in column."""
    facing = front_at(s, piece, target, run[0])
    beside = run[1:] or abreast(s, piece, target, run[0])[:1]
    arrive_at(s, piece, (run[0], *beside), LINE if beside else MARCH, facing)


def arrive_at(s: Battle, piece: int, squares: Squares, formation: int, facing: int) -> None:
    """[31.2] The squares are its own now; [42.1] with what it finds there."""
    before = s.pieces[piece].squares
    s.put(piece, squares, formation, facing)
    for sq in squares:
        if sq not in before:
            enter_square(s, piece, sq)
