"""Rulebook 31.6: cavalry pursues those who rout."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.squares import adjacent, facing_to, sector
from grognard.games.merde.rules.cavalry.reach import points_left
from grognard.games.merde.rules.frames import Question
from grognard.games.merde.rules.motion import NEVER, allowance, entry_cost
from grognard.games.merde.rules.movement.resolve import enter_square
from grognard.games.merde.rules.orders import sector_of
from grognard.games.merde.world.lexicon import GARRISON, MARCH, MOVES, SUPPORT, make
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import CAVALRY, side_of
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban


def pursuits(s: Battle, side: int) -> list[Action]:
    """[31.6] Cavalry with points left and routed enemies it can reach."""
    routed = [q for q in s.troops(1 - side) if s.pieces[q].routed]
    if not routed:
        return []
    found: list[Action] = []
    for piece in s.troops(side):
        p = s.pieces[piece]
        if s.arm(piece) != CAVALRY or p.routed or p.retreated or p.out or in_contact_with_ordered(s, piece):
            continue  # [10.2] who is out of command halts
        if not _may_pursue(s, piece):
            continue
        reach = _gallop(s, piece)
        found += [make("pursue", piece, q) for q in routed if catches(s, piece, q, reach)]
    return found


def _may_pursue(s: Battle, piece: int) -> bool:
    """[20.2] [31.6] By its number, or by the free intervention in support or as a garrison; reserves wait."""
    order = s.order_of(piece)
    return order in MOVES or (order in (SUPPORT, GARRISON) and not s.intervened[side_of(piece)])


def in_contact_with_ordered(s: Battle, piece: int) -> bool:
    squares = s.pieces[piece].squares
    return any(not s.pieces[q].routed and adjacent(squares, s.pieces[q].squares) for q in s.troops(1 - side_of(piece)))


def _gallop(s: Battle, piece: int) -> dict[int, int]:
    """Squares a regiment in column reaches with the points it has left, and what each costs."""
    side = side_of(piece)
    points = points_left(s, piece)
    blocked = s.held(0) | s.held(1)
    zone = s.zoc(1 - side)
    if s.order_of(piece) == GARRISON:  # [18.5] it stays in its sector
        blocked |= sum([1 << sq for sq in s.world.field.squares if sector(sq) != sector_of(s, piece)])
    starts = s.pieces[piece].squares
    spent = dict.fromkeys(starts, 0)
    edge = list(starts)
    while edge:
        following = []
        for at in edge:
            if at not in starts and zone >> at & 1:
                continue
            for sq in s.world.field.near[at]:
                cost = spent[at] + entry_cost(s, piece, MARCH, at, sq)
                if cost <= points and not blocked >> sq & 1 and cost < spent.get(sq, 99):
                    spent[sq] = cost
                    following.append(sq)
        edge = following
    return spent


def catches(s: Battle, piece: int, target: int, reach: dict[int, int]) -> dict[int, int]:
    """[31.6] Squares next to a routed enemy, and his own, to which the points suffice; what each costs."""
    squares = s.pieces[target].squares
    near = [sq for at in squares for sq in s.world.field.near[at] if sq in reach]
    found = {sq: reach[sq] for sq in sorted(near, key=lambda sq: (reach[sq], sq))}
    for sq in squares:
        cost = _ride_down(s, piece, reach, sq)
        if cost:
            found[sq] = cost
    return found


def _ride_down(s: Battle, piece: int, reach: dict[int, int], goal: int) -> int:
    """[31.6] The points to ride onto the square of a routed enemy; 0 if they do not suffice."""
    zone = s.zoc(1 - side_of(piece))
    if s.order_of(piece) == GARRISON and sector(goal) != sector_of(s, piece):
        return 0
    costs = [
        reach[sq] + entry_cost(s, piece, MARCH, sq, goal)
        for sq in s.world.field.near[goal]
        if sq in reach and (not zone >> sq & 1 or not reach[sq])
    ]
    best = min(costs, default=NEVER)
    return best if best <= points_left(s, piece) else 0


class Overtake(Question):
    """[31.6] Where the cavalry that pursues comes to a stand: next to the routed enemy, or in his square."""

    rule = "31.6"

    def __init__(self, piece: int, target: int) -> None:
        super().__init__(side_of(piece))
        self.piece = piece
        self.target = target

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.piece, self.target)

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        return [make("catch", sq) for sq in catches(state, self.piece, self.target, _gallop(state, self.piece))]

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban(self.rule, "cannot_catch", self.unoffered(state, side, verb, *head))] if verb == "catch" else ()

    def apply(self, state: Battle, side: int, action: Action) -> None:
        pursue(state, self.piece, self.target, action.args[0])

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.piece, self.target)


def pursue(s: Battle, piece: int, target: int, at: int) -> None:
    """[31.6] The cavalry rides up to a routed enemy, or over him; he is lost."""
    p, square = s.pieces[piece], s.pieces[target].squares[0]
    if s.order_of(piece) not in MOVES:
        s.intervened[side_of(piece)] = True
    p.allowance = p.allowance or allowance(s, piece, p.formation)
    p.spent += catches(s, piece, target, _gallop(s, piece))[at]
    s.emit("pursues", piece, target)
    s.emit("eliminated", target)
    s.remove(target)
    if at not in p.squares:
        s.put(piece, (at,), MARCH, facing_to(p.squares[0], square, p.facing))
        enter_square(s, piece, at)
