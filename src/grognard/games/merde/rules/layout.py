"""Rulebook 5, 6, 18, 19.2 and 38.1: a battle plan as far as it is written, and what may be written next."""

from __future__ import annotations

from typing import Final

from grognard.board.squares import RIGHT, SECTOR, nearest
from grognard.games.merde.rules.motion import FORTRESS_ROOM, formations_of, passable
from grognard.games.merde.world import data
from grognard.games.merde.world.lexicon import (
    GARRISON,
    GROUPS,
    LINE,
    MARCH,
    MOVE_COLUMN,
    MOVE_LINE,
    OPEN,
    RESERVE,
    SUPPORT,
    make,
)
from grognard.games.merde.world.pieces import Draft, Squares
from grognard.games.merde.world.state import LAST_NUMBER, Battle
from grognard.games.merde.world.world import ARTILLERY, ENGINEERS
from grognard.kernel.action import Action

CHOICE: Final = 0  # stages
FLAGS: Final = 1
WORKS: Final = 2
TROOPS: Final = 3
STAFF: Final = 4
JOINING: Final = 5
ORDERING: Final = 6
DECOYING: Final = 7
WORK_PRICE: Final = 10  # [38.1] [44.1]
GROUP_SIZE: Final = 3  # [18.8]


class Layout:
    """[6.1] A battle plan as far as it is written."""

    def __init__(self) -> None:
        self.flags: list[int] = []
        self.forts: list[int] = []
        self.pontoons: list[int] = []
        self.works_done = False
        self.formation: dict[int, int] = {}
        self.facing: dict[int, int] = {}
        self.squares: dict[int, Squares] = {}
        self.posts: list[int] = []
        self.member: dict[int, int] = {}  # piece: place of its group
        self.orders: dict[int, tuple[int, int, int, int]] = {}  # group: order, number, column, backed
        self.half: list[int] = []  # an order being written: order, column
        self.decoys: list[int] = []
        self.decoy_orders: list[tuple[int, int]] = []  # order, number
        self.closed = False


# reading what was written


def layout(s: Battle, side: int, draft: Draft) -> Layout:
    """The plan that the notes of a draft make."""
    found = Layout()
    troops = s.world.roster[side]
    for kind, *args in draft.notes:
        if kind == FLAGS:
            found.flags.append(args[0])
        elif kind == WORKS:
            _read_work(found, args)
        elif kind == TROOPS:
            _read_troop(s, found, troops, args)
        elif kind == STAFF:
            found.posts.append(args[0])
        elif kind == JOINING:
            found.member[troops[len(found.member)]] = args[0]
        elif kind == ORDERING:
            _read_order(found, args)
        elif kind == DECOYING:
            _read_decoy(found, args)
    return found


def _read_work(found: Layout, args: list[int]) -> None:
    if args[0] < 0:
        found.works_done = True
    else:
        (found.forts if args[0] == 0 else found.pontoons).append(args[1])


def _read_troop(s: Battle, found: Layout, troops: tuple[int, ...], args: list[int]) -> None:
    piece = troops[len(found.squares)]
    if args[0] == 0:
        found.formation[piece] = args[1]
    elif args[0] == 1:
        found.facing[piece] = args[1]
    else:
        found.squares[piece] = spots(s, piece, found.formation[piece], found.facing[piece], args[1])


def _read_order(found: Layout, args: list[int]) -> None:
    what, value = args
    if what == 0:
        found.half = [value]
        if value in (GARRISON, RESERVE):
            _close_order(found, 0, -1)
    elif what == 1:
        found.half.append(value)
    elif what == 2:
        _close_order(found, value, -1)
    else:
        _close_order(found, 0, value)


def _close_order(found: Layout, number: int, backed: int) -> None:
    column = found.half[1] if len(found.half) > 1 else -1
    found.orders[len(found.orders)] = (found.half[0], number, column, backed)
    found.half = []


def _read_decoy(found: Layout, args: list[int]) -> None:
    if args[0] < 0:
        found.closed = True
    elif args[0] == 0:
        found.decoys.append(args[1])
    elif args[0] == 1 and args[1] == GARRISON:
        found.decoy_orders.append((GARRISON, 0))
    elif args[0] == 2:
        found.decoy_orders.append((MOVE_COLUMN, args[1]))


def spots(s: Battle, piece: int, formation: int, facing: int, sq: int) -> Squares:
    """[13] The squares of a piece set up on a square: in line and open order the second battalion to its right."""
    two = len(s.world.stock(piece).kinds) == 2
    return (sq, sq + RIGHT[facing]) if two and formation in (LINE, OPEN) else (sq,)


# what may be written next


def rear_squares(s: Battle, side: int) -> list[int]:
    """[6.2] The squares of the rear line, without rivers."""
    return [sq for sq in s.world.field.squares if s.world.rear(side, sq) and not s.world.river >> sq & 1]


def points_left(s: Battle, side: int, plan: Layout) -> int:
    """[38.1] What is left of the army's points for works."""
    army = s.world.scenario.sides[data.SIDES[side]]
    spent = sum([kind.points for p in s.world.roster[side] for kind in s.world.stock(p).kinds])
    spent += sum([s.world.officer(g).points for g in s.world.generals[side]])
    spent += WORK_PRICE * sum([len(t.squares) for t in s.world.scenario.terrain if t.side == data.SIDES[side]])
    return army.points_limit - spent - WORK_PRICE * (len(plan.forts) + len(plan.pontoons))


def flag_squares(s: Battle, side: int, place: int) -> list[int]:
    """[5.4] One flag in each sector of the rear line, from the owner's left."""
    column = place if side == 0 else s.world.field.columns - 1 - place
    wet = s.world.river & ~s.crossings
    return [
        sq
        for sq in s.world.field.squares
        if s.world.rear(side, sq) and not wet >> sq & 1 and (sq & 63) // SECTOR == column
    ]


def work_actions(s: Battle, side: int, plan: Layout) -> list[Action]:
    """[38.1] [39.1] Fortifications and pontoon bridges in the rear line, for ten points each."""
    if points_left(s, side, plan) < WORK_PRICE:
        return []
    built = s.forts | s.world.fortress
    for sq in plan.forts:
        built |= 1 << sq
    found = [make("fortify", sq) for sq in rear_squares(s, side) if not built >> sq & 1]
    wet = s.world.river & ~s.crossings
    found += [
        make("pontoon", sq)
        for sq in s.world.field.squares
        if s.world.rear(side, sq) and wet >> sq & 1 and sq not in plan.pontoons
    ]
    return found


def free_spots(s: Battle, side: int, plan: Layout, piece: int) -> list[int]:
    """[6.2] [13.1] Squares of the rear line where a piece in its formation finds room."""
    taken = {sq for squares in plan.squares.values() for sq in squares}
    formation, facing = plan.formation[piece], plan.facing[piece]
    found = []
    for sq in rear_squares(s, side):
        wanted = spots(s, piece, formation, facing, sq)
        if all(_fits(s, side, plan, piece, at, taken) for at in wanted):
            found.append(sq)
    return found


def _fits(s: Battle, side: int, plan: Layout, piece: int, sq: int, taken: set[int]) -> bool:
    formation = plan.formation[piece]
    if sq in taken or not s.world.field.has(sq) or not s.world.rear(side, sq) or s.world.river >> sq & 1:
        return False
    return passable(s, piece, formation, sq) and not _fortress_full(s, plan, piece, sq)


def _fortress_full(s: Battle, plan: Layout, piece: int, sq: int) -> bool:
    """[39.1] A fortress holds at most two units."""
    if not s.world.fortress >> sq & 1:
        return False
    place = s.world.place_of[sq]
    inside = [p for p, squares in plan.squares.items() if any(s.world.place_of.get(at) == place for at in squares)]
    return sum([len(s.world.stock(p).kinds) for p in [piece, *inside]]) > FORTRESS_ROOM


def start_formations(s: Battle, piece: int) -> list[int]:
    found = formations_of(s, piece)
    return found or [MARCH]


def joinable(s: Battle, side: int, plan: Layout) -> list[int]:
    """[18.8] Groups the next piece may join: of its arm, fewer than three, next to one of them."""
    piece = s.world.roster[side][len(plan.member)]
    found = []
    for place in range(max(plan.member.values(), default=-1) + 1):
        members = [p for p, at in plan.member.items() if at == place]
        alike = s.arm(members[0]) == s.arm(piece) and holds_place(s, members[0]) == holds_place(s, piece)
        if len(members) >= GROUP_SIZE or not alike:
            continue
        if any(nearest(plan.squares[piece], plan.squares[p]) <= 1 for p in members):
            found.append(place)
    return found


def order_choices(s: Battle, side: int, plan: Layout) -> list[int]:
    """[18.1] Orders for the group whose turn it is; [21.1] one that is released later waits in reserve."""
    place = len(plan.orders)
    if release_of(s, plan, place):
        return [RESERVE]
    first = next(p for p, at in plan.member.items() if at == place)
    if holds_place(s, first):
        return [GARRISON]
    arm = s.arm(first)
    backed = place in [order[3] for order in plan.orders.values()]
    found = [GARRISON, RESERVE]
    if not backed and backable(s, plan, place):
        found.append(SUPPORT)
    if arm != ARTILLERY and numbers_free(plan):
        found += [MOVE_COLUMN, MOVE_LINE]
    return sorted(found)


def holds_place(s: Battle, piece: int) -> bool:
    """[8.5] [38.2] Sharpshooter companies and engineers belong to a garrison; [18.5] so does position artillery."""
    return s.world.stock(piece).stays


def release_of(s: Battle, plan: Layout, place: int) -> int:
    """[21.1] The turn before which a group of the plan gets no orders: the latest that the scenario gives a member."""
    found = [s.world.plans[s.world.group_of[p]] for p, at in plan.member.items() if at == place]
    return max([given.release for given in found if given is not None], default=0)


def backable(s: Battle, plan: Layout, place: int) -> list[int]:
    """[18.7] Groups of infantry or cavalry that are no supports themselves."""
    found = []
    for other in range(max(plan.member.values()) + 1):
        arm = s.arm(next(p for p, at in plan.member.items() if at == other))
        if other != place and arm not in (ARTILLERY, ENGINEERS) and plan.orders.get(other, (0,))[0] != SUPPORT:
            found.append(other)
    return found


def numbers_free(plan: Layout) -> list[int]:
    """[18.1] Activation numbers not given yet."""
    taken = {order[1] for order in plan.orders.values()} | {number for _, number in plan.decoy_orders}
    return [n for n in range(1, LAST_NUMBER + 1) if n not in taken]


def stage_of(s: Battle, side: int, draft: Draft, plan: Layout) -> int:
    """What is asked next."""
    world = s.world
    if draft.stage == CHOICE:
        return CHOICE
    if draft.stage != DECOYING:
        if len(plan.flags) < world.field.columns:
            return FLAGS
        if not plan.works_done and work_actions(s, side, plan):
            return WORKS
        if len(plan.squares) < len(world.roster[side]):
            return TROOPS
        if len(plan.posts) < len(world.generals[side]):
            return STAFF
        if len(plan.member) < len(world.roster[side]):
            return JOINING
        if len(plan.orders) <= max(plan.member.values()):
            return ORDERING
    if s.foggy and not plan.closed and len(plan.decoy_orders) < len(world.decoy_slots[side]):
        return DECOYING
    return -1


def decoy_numbers(s: Battle, side: int, plan: Layout) -> list[int]:
    """[19.2] Numbers left for a decoy's Command marker."""
    taken = {number for _, number in plan.decoy_orders}
    if plan.orders:
        taken |= {order[1] for order in plan.orders.values()}
    else:
        taken |= {
            group.number for g in range(side * GROUPS, side * GROUPS + GROUPS) if (group := s.groups[g]) is not None
        }
    return [n for n in range(1, LAST_NUMBER + 1) if n not in taken]
