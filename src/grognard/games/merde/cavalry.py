"""Rulebook 31: which cavalry may charge whom, and by which line; pursuit."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.board.squares import (
    RIGHT,
    adjacent,
    behind,
    distance,
    facing_to,
    nearest,
    sector,
)
from grognard.games.merde.lexicon import (
    GARRISON,
    LINE,
    MARCH,
    MASS,
    MOVES,
    OPEN,
    SQUARE,
    SUPPORT,
    make,
)
from grognard.games.merde.motion import NEVER, allowance, entry_cost, passable
from grognard.games.merde.orders import sector_of, triggered
from grognard.games.merde.pieces import Squares, living
from grognard.games.merde.plans import in_contact
from grognard.games.merde.resolve import enter_square
from grognard.games.merde.state import Battle
from grognard.games.merde.world import ARTILLERY, CAVALRY, INFANTRY, side_of
from grognard.kernel.action import Action
from grognard.kernel.frame import Reason

RUN: Final = 2  # [31.2] squares from which a charge starts
COUNTER_REACH: Final = 3  # [31.3]
SECOND: Final = {"heavy_cav": 4, "light_cav": 3}  # [31.6] to turn for a second charge
STEP_BACK: Final = 1
MOST: Final = 2  # [31.6] charges a regiment announces in a turn, the second one included
NEVER_MET: Final = -1


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
    return tuple([sq for at in p.squares for sq in behind(at, p.facing)
                  if passable(s, piece, MARCH, sq) and not taken >> sq & 1])  # fmt: skip


def lines(s: Battle, piece: int, target: int, origins: Squares) -> list[Line]:
    """[31.2] Straight or diagonal lines of two squares with a free square between."""
    found = []
    own = s.pieces[piece].squares
    taken = (s.held(0) | s.held(1)) & ~sum([1 << sq for sq in own])
    for start in origins:
        for goal in s.pieces[target].squares:
            if distance(start, goal) != RUN:
                continue
            across, along = (goal & 63) - (start & 63), (goal >> 6) - (start >> 6)
            if abs(across) == 1 or abs(along) == 1:
                continue
            mid = start + across // 2 + 64 * (along // 2)
            if not taken >> mid & 1 and passable(s, piece, MARCH, mid) and not s.world.cover >> mid & 1:
                found.append(Line(start, mid, goal))
    return found


def flank_squares(s: Battle, piece: int, target: int) -> Squares:
    """[31.5] Free squares on both flanks of the target that the two squadrons reach by two steps; () if not both."""
    q, p = s.pieces[target], s.pieces[piece]
    if not all(kind.light for kind in s.world.stock(piece).kinds) or living(p) < 2 or q.formation == SQUARE:
        return ()
    if s.arm(target) != INFANTRY or q.formation == MASS:
        return ()
    hand = RIGHT[q.facing]
    right = max(q.squares, key=lambda sq: _along(sq, hand)) + hand
    left = min(q.squares, key=lambda sq: _along(sq, hand)) - hand
    taken = s.held(0) | s.held(1)
    for sq in (right, left):
        if not passable(s, piece, OPEN, sq) or taken >> sq & 1 or s.world.cover >> sq & 1:
            return ()
        if not any(_two_steps(s, piece, start, sq, taken) for start in p.squares):
            return ()
    return (right, left)


def _along(sq: int, hand: int) -> int:
    x, y = sq & 63, sq >> 6
    return {1: x, -1: -x, 64: y, -64: -y}[hand]


def _two_steps(s: Battle, piece: int, start: int, goal: int, taken: int) -> bool:
    if distance(start, goal) != RUN:
        return False
    return any(distance(mid, goal) == 1 and passable(s, piece, OPEN, mid) and not taken >> mid & 1
                for mid in s.world.field.near[start])  # fmt: skip


def charges(s: Battle, piece: int) -> list[Action]:
    """[31.2] [31.5] [31.6] The charges a regiment with markers may announce in this sector's turn."""
    found: list[Action] = []
    if s.arm(piece) != CAVALRY:
        return found
    for target in s.troops(1 - side_of(piece)):
        if nearest(s.pieces[piece].squares, s.pieces[target].squares) > RUN + 1:
            continue
        if charge_ban(s, piece, target) is not None:
            continue
        for mid in sorted({line.mid for line in lines(s, piece, target, starts(s, piece))}):
            found.append(make("charge", piece, target, mid))
        if not s.pieces[piece].charged and flank_squares(s, piece, target):
            found.append(make("flanks", piece, target))
    return found


def why_not(s: Battle, action: Action) -> list[Reason]:
    piece, target = action.args[0], action.args[1]
    found = charge_ban(s, piece, target)
    if found is None and action.verb == "flanks":
        found = ("31.5", "no_flanks", (piece, target))
    return [found or ("31.2", "no_line", (piece, target))]


def ride_up(s: Battle, piece: int, target: int, mid: int) -> None:
    """[31.2] The square between is the charger's; in line it needs two abreast, otherwise it comes in column."""
    p, q = s.pieces[piece], s.pieces[target]
    goal = min(q.squares, key=lambda sq: (distance(mid, sq), (sq & 63) != (mid & 63) and (sq >> 6) != (mid >> 6), sq))
    facing = facing_to(mid, goal, p.facing)
    squares: Squares = (mid,)
    formation = MARCH
    if q.formation == LINE and living(q) == 2 and living(p) == 2:
        taken = s.held(0) | s.held(1)
        for sq in (mid + RIGHT[facing], mid - RIGHT[facing]):
            free = not taken >> sq & 1 or sq in p.squares if sq >= 0 else False
            if free and passable(s, piece, LINE, sq) and passable(s, piece, LINE, mid):
                squares, formation = (mid, sq), LINE
                break
    s.put(piece, squares, formation, facing)


# [31.6] pursuit


def pursuits(s: Battle, side: int) -> list[Action]:
    """[31.6] Cavalry with points left and routed enemies it can reach."""
    routed = [q for q in s.troops(1 - side) if s.pieces[q].routed]
    found: list[Action] = []
    if not routed:
        return found
    for piece in s.troops(side):
        p = s.pieces[piece]
        if s.arm(piece) != CAVALRY or p.routed or p.retreated or in_contact_with_ordered(s, piece):
            continue
        if not _may_pursue(s, piece):
            continue
        reach = _gallop(s, piece)
        for q in routed:
            if _catch(s, reach, q) >= 0:
                found.append(make("pursue", piece, q))
                found += [make("pursue", piece, q, sq) for sq in s.pieces[q].squares if _ride_down(s, piece, reach, sq)]
    return found


def _may_pursue(s: Battle, piece: int) -> bool:
    """[20.2] [31.6] By its number, or by the free intervention in support or as a garrison; reserves wait."""
    order = s.order_of(piece)
    return order in MOVES or (order in (SUPPORT, GARRISON) and not s.intervened[side_of(piece)])


def in_contact_with_ordered(s: Battle, piece: int) -> bool:
    squares = s.pieces[piece].squares
    return any(not s.pieces[q].routed and adjacent(squares, s.pieces[q].squares)
                for q in s.troops(1 - side_of(piece)))  # fmt: skip


def _gallop(s: Battle, piece: int) -> dict[int, int]:
    """Squares a regiment in column reaches with the points it has left, and what each costs."""
    side = side_of(piece)
    points = points_left(s, piece)
    blocked = s.held(0) | s.held(1)
    zone = s.zoc(1 - side)
    if s.order_of(piece) == GARRISON:  # [18.5] it stays in its sector
        blocked |= sum([1 << sq for sq in s.world.field.squares if sector(sq) != sector_of(s, piece)])
    start = s.pieces[piece].squares[0]
    spent = {start: 0}
    edge = [start]
    while edge:
        following = []
        for at in edge:
            if at != start and zone >> at & 1:
                continue
            for sq in s.world.field.near[at]:
                cost = spent[at] + entry_cost(s, piece, MARCH, at, sq)
                if cost <= points and not blocked >> sq & 1 and cost < spent.get(sq, 99):
                    spent[sq] = cost
                    following.append(sq)
        edge = following
    return spent


def _catch(s: Battle, reach: dict[int, int], target: int) -> int:
    """The cheapest square next to a routed enemy; -1 if none is in reach."""
    near = [sq for at in s.pieces[target].squares for sq in s.world.field.near[at] if sq in reach]
    return min(near, key=lambda sq: (reach[sq], sq)) if near else NEVER_MET


def _ride_down(s: Battle, piece: int, reach: dict[int, int], goal: int) -> int:
    """[31.6] The points to ride onto the square of a routed enemy; 0 if they do not suffice."""
    zone = s.zoc(1 - side_of(piece))
    if s.order_of(piece) == GARRISON and sector(goal) != sector_of(s, piece):
        return 0
    costs = [reach[sq] + entry_cost(s, piece, MARCH, sq, goal) for sq in s.world.field.near[goal]
             if sq in reach and (not zone >> sq & 1 or not reach[sq])]  # fmt: skip
    best = min(costs, default=NEVER)
    return best if best <= points_left(s, piece) else 0


def pursue(s: Battle, action: Action) -> None:
    """[31.6] The cavalry rides up to a routed enemy, or over him; he is lost."""
    piece, target = action.args[0], action.args[1]
    p, square = s.pieces[piece], s.pieces[target].squares[0]
    if s.order_of(piece) not in MOVES:
        s.intervened[side_of(piece)] = True
    reach = _gallop(s, piece)
    at = action.args[2] if len(action.args) == 3 else _catch(s, reach, target)
    p.allowance = p.allowance or allowance(s, piece, p.formation)
    p.spent += reach[at] if at in reach else _ride_down(s, piece, reach, at)
    s.emit("pursues", piece, target)
    s.emit("eliminated", target)
    s.remove(target)
    if at not in p.squares:
        s.put(piece, (at,), MARCH, facing_to(p.squares[0], square, p.facing))
        enter_square(s, piece, at)
