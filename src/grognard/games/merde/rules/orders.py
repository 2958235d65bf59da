"""Rulebook 18: what its order lets a piece do."""

from __future__ import annotations

from grognard.board.squares import SECTOR, mask_of, nearest, ring, sector
from grognard.games.merde.rules.generals import leaderless
from grognard.games.merde.rules.motion import formations_of
from grognard.games.merde.rules.sight import seen_from
from grognard.games.merde.world.lexicon import ATTACK, GARRISON, MARCH, MOVE_COLUMN, MOVES, RESERVE, SUPPORT
from grognard.games.merde.world.pieces import Scheme, Squares
from grognard.games.merde.world.state import Battle, found_once
from grognard.games.merde.world.survey import Rein
from grognard.games.merde.world.world import ARTILLERY, CAVALRY, Stride, side_of
from grognard.kernel.frame import Reason

NEAR = 3  # [18.3] R-18a
SUPPORT_REACH = {CAVALRY: 6}
INFANTRY_REACH = 2


def home_sector(squares: Squares) -> int:
    """[18.5] The sector in which most of the squares stand."""
    counts: dict[int, int] = {}
    for sq in squares:
        counts[sector(sq)] = counts.get(sector(sq), 0) + 1
    return max(counts, key=lambda number: (counts[number], -number))


def settle_sector(s: Battle, group: int) -> None:
    """[18.5] Give a garrison the sector where most of its squares stand."""
    squares = tuple([sq for p in s.members(group) for sq in s.pieces[p].squares])
    if squares:
        s.group(group).sector = home_sector(squares)


def sector_of(s: Battle, piece: int) -> int:
    """The sector a garrison holds; a support that has become one holds the sector where it stands."""
    group = s.group_of(piece)
    return home_sector(s.pieces[piece].squares) if group.sector < 0 or group.order == SUPPORT else group.sector


def triggered(s: Battle, piece: int) -> bool:
    """[12.4] [18.5] Whether an enemy is in a garrison's sector or in its ZOC; the garrison is the whole group."""
    side = side_of(piece)
    own = sector_of(s, piece)
    enemies = s.held(1 - side)
    if enemies & ~s.world.field.off_sector[own]:
        return True
    guarded = 0
    for p in s.members(s.pieces[piece].group):
        if s.has_zoc(p):
            guarded |= mask_of(s.pieces[p].squares)
    return bool(enemies & ring(guarded))


@found_once
def rein_of(s: Battle, piece: int) -> Rein:
    """[18] What its order holds a piece to."""
    order = s.order_of(piece)
    own = sector_of(s, piece) if order == GARRISON else -1
    return Rein(order, s.group_of(piece).column, own, leaderless(s, piece) and s.is_regiment(piece))


def may_step(s: Battle, piece: int) -> Reason | None:
    """Why a piece may not take any step now, by its order."""
    p = s.pieces[piece]
    if p.routed:
        return ("37.5", "routed", (piece,))
    if p.out:
        return ("10.2", "out_of_command", (piece,))
    order = s.order_of(piece)
    if order == RESERVE:
        return ("18.6", "reserve", (piece,))
    if order == GARRISON and not (s.arm(piece) == ARTILLERY or astray(s, piece) or triggered(s, piece)):
        return ("18.5", "garrison", (piece,))
    if order == SUPPORT and s.group(s.head(p.group)).order == RESERVE:
        return ("18.7", "backs_reserve", (piece,))
    return None


def step_ban(
    s: Battle, scheme: Scheme, goals: Squares, back: bool, moving: Squares | None = None, held_to: Rein | None = None
) -> Reason | None:
    """[18.2] [18.4] [18.5] Why its order forbids a step. ``back``: it may go backwards, for it breaks contact;
    ``moving``: the squares that it steps from, all of it unless they are given; ``held_to``: what its order is.

    [36.4] Who waits for a new general does not leave the rear line.
    """
    piece = scheme.piece
    start = scheme.squares if moving is None else moving
    rein = rein_of(s, piece) if held_to is None else held_to
    if rein.waits and not all([s.world.rear(side_of(piece), sq) for sq in goals]):
        return ("36.4", "leaderless", (piece,))
    if rein.order in MOVES:
        return _march_ban(s, scheme, start, goals, back, rein.column)
    if rein.order == GARRISON:
        own = rein.sector
        if any([off_sector(goal, own) > off_sector(at, own) for at, goal in zip(start, goals, strict=True)]):
            return ("18.5", "leaves_sector", (piece,))
    return None


def roams(s: Battle, piece: int, squares: Squares, goals: Squares) -> bool:
    """[18.2] R-18c: inside a sector of its column with a flag to take a regiment goes in all directions."""
    own = sector(goals[0])
    if (goals[0] & 63) // SECTOR != s.group_of(piece).column or not any(
        [sector(flag) == own for flag in s.flags[1 - side_of(piece)]]
    ):
        return False
    return all([sector(sq) == own for sq in (*squares, *goals)])


def change_ban(s: Battle, scheme: Scheme, squares: Squares, rein: Rein) -> Reason | None:
    """[18.2] [18.5] Why its order forbids a change of front or formation that would leave it on these squares."""
    piece = scheme.piece
    if rein.order in MOVES:
        return _change_on_the_march(s, scheme, squares, rein.column)
    if rein.order == GARRISON:
        own = rein.sector
        out = max([off_sector(sq, own) for sq in scheme.squares])
        if any(off_sector(sq, own) > out for sq in squares if sq not in scheme.squares):
            return ("18.5", "leaves_sector", (piece,))
    return None


def _change_on_the_march(s: Battle, scheme: Scheme, squares: Squares, column: int) -> Reason | None:
    """[18.2] Not out of its column; R-18c: nor farther back than its foremost square was when the plan began."""
    piece = scheme.piece
    side = side_of(piece)
    if inside(scheme.squares, column) and not inside(squares, column):
        return ("18.2", "leaves_column", (piece, column + 1))
    if len(scheme.squares) == 1 and squares[0] == scheme.squares[0]:
        return None  # it spreads from where it stands
    if _foremost(s, side, squares) < _start_row(s, side, scheme) and not roams(s, piece, scheme.squares, squares):
        return ("18.2", "backwards", (piece,))
    return None


def _start_row(s: Battle, side: int, scheme: Scheme) -> int:
    """[18.2] R-18c: how far forward a plan began, or stands now if that is less."""
    return min([_foremost(s, side, s.pieces[scheme.piece].squares), _foremost(s, side, scheme.squares)])


def _foremost(s: Battle, side: int, squares: Squares) -> int:
    """How far forward the first of some squares is: they are numbered row by row."""
    return s.world.forward(side, max(squares) if side == 0 else min(squares))


def post_ban(s: Battle, scheme: Scheme, squares: Squares, rule: str) -> Reason | None:
    """[18.5] [18.6] R-18d: who may not step keeps at least one square of his post, whatever he changes."""
    post = s.pieces[scheme.piece].post
    driven_off = not any(sq in post for sq in scheme.squares)
    if any(sq in post for sq in squares) or (driven_off and all(sq in scheme.squares for sq in squares)):
        return None
    return (rule, "post", (scheme.piece,))


def _march_ban(s: Battle, scheme: Scheme, start: Squares, goals: Squares, back: bool, column: int) -> Reason | None:
    piece = scheme.piece
    side, world = side_of(piece), s.world
    retires = _retires(s, side, start, goals)
    if retires and not back and not roams(s, piece, scheme.squares, goals):
        return ("18.2", "backwards", (piece,))
    if inside(start, column):
        return None if inside(goals, column) else ("18.2", "leaves_column", (piece, column + 1))
    if any([off_column(goal, column) > off_column(at, column) for at, goal in zip(start, goals, strict=True)]):
        return ("18.4", "away_from_column", (piece, column + 1))
    first = s.pieces[piece].squares[0]
    for goal in goals:
        if world.enemy_half(side, goal) and world.forward(side, goal) > world.forward(side, first):
            return ("18.4", "deeper", (piece,))
    if s.apparent_zoc(1 - side) & mask_of(goals):
        return ("18.4", "avoid_zoc", (piece,))
    return None


def _retires(s: Battle, side: int, start: Squares, goals: Squares) -> bool:
    return s.world.forward(side, goals[0]) < s.world.forward(side, start[0])


def tether(s: Battle, scheme: Scheme, moving: Squares, rein: Rein) -> tuple[int, ...] | None:
    """[18.2] [18.4] [18.5] On what its order makes the steps depend of a piece out of enemy ZOCs, besides the ground:
    with the same tether the same steps are forbidden. A garrison's is its sector; of one that keeps to its column and
    does not go back, side and column; on its way to its column, its row, too. None: a flag or a lost general has a say.
    """
    if rein.waits:
        return None
    if rein.order not in MOVES:
        return (rein.sector,) if rein.order == GARRISON else ()
    piece = scheme.piece
    side, column = side_of(piece), rein.column
    if not inside(moving, column):
        return (side, column, s.pieces[piece].squares[0] >> 6)
    return None if _has_flag(s, side, scheme.squares) else (side, column)


def tethered(s: Battle, start: Squares, steps: list[Stride], tether: tuple[int, ...]) -> list[Stride] | None:
    """[18.2] [18.5] The steps that a tether leaves; None where each of them must be judged."""
    if not tether:
        return steps
    if len(tether) == 1:
        off = s.world.field.off_sector[tether[0]]
        return None if off & mask_of(start) else [step for step in steps if not step[3] & off]
    if len(tether) == 3:
        return None
    side, column = tether
    first, ahead, off = start[0] >> 6, 1 if side == 0 else -1, s.world.field.off_column[column]
    return [step for step in steps if ((step[0] >> 6) - first) * ahead >= 0 and not step[3] & off]


def out_of_bounds(s: Battle, scheme: Scheme, rein: Rein) -> int:
    """[18.2] [18.5] The squares that a piece may not take by a change while it is in its column or sector."""
    if rein.order in MOVES:
        return s.world.field.off_column[rein.column] if inside(scheme.squares, rein.column) else 0
    at_home = rein.order == GARRISON and all([sector(sq) == rein.sector for sq in scheme.squares])
    return s.world.field.off_sector[rein.sector] if at_home else 0


def doubts(s: Battle, scheme: Scheme, rein: Rein) -> list[bool]:
    """[18.2] [18.5] Of each square of a piece: whether its order may forbid a change that keeps it alone, for other
    reasons than the square that is taken."""
    squares = scheme.squares
    if rein.order == GARRISON:
        astray = any([sector(sq) != rein.sector for sq in squares])
        return [astray] * len(squares)
    if rein.order not in MOVES or len(squares) == 1:
        return [False] * len(squares)
    side = side_of(scheme.piece)
    before = _start_row(s, side, scheme)
    return [s.world.forward(side, sq) < before for sq in squares]


def _has_flag(s: Battle, side: int, squares: Squares) -> bool:
    """[18.2] Whether there is a flag to take in the sector where some squares begin."""
    own = sector(squares[0])
    return any([sector(flag) == own for flag in s.flags[1 - side]])


def inside(squares: Squares, column: int) -> bool:
    """Whether all of them lie in a column of sectors."""
    if len(squares) == 1:
        return (squares[0] & 63) // SECTOR == column
    return all([(sq & 63) // SECTOR == column for sq in squares])


def off_column(sq: int, column: int) -> int:
    """How many squares lie between a square and a column of sectors."""
    return _beyond(sq & 63, column)


def off_sector(sq: int, number: int) -> int:
    """How many squares lie between a square and a sector."""
    row, column = divmod(number, 9)
    return max(_beyond(sq & 63, column), _beyond(sq >> 6, row))


def _beyond(place: int, strip: int) -> int:
    return max(0, strip * SECTOR - place, place - strip * SECTOR - SECTOR + 1)


def astray(s: Battle, piece: int) -> bool:
    """[18.5] Whether a garrison has been driven out of its sector."""
    own = sector_of(s, piece)
    return any([sector(sq) != own for sq in s.pieces[piece].squares])


# where a plan may end


def end_ban(s: Battle, scheme: Scheme, ends: dict[int, Squares], order: int) -> Reason | None:
    """[16.4] [18.5] [18.7] Why a plan may not end here, by its order. ``ends``: where friends of this number will
    stand."""
    piece = scheme.piece
    if order in MOVES:
        found = _attack_what_is_seen(s, scheme, "16.4")
        return None if found is None or _breaks_contact(s, scheme) else found
    if order == GARRISON and s.arm(piece) != ARTILLERY:
        return _attack_what_is_seen(s, scheme, "18.5")
    if order == SUPPORT:
        return support_ban(s, scheme, ends)
    return None


def _breaks_contact(s: Battle, scheme: Scheme) -> bool:
    """[20.6] Whether a plan that began in an enemy ZOC takes a step: that one leaves it to the rear."""
    zone = s.apparent_zoc(1 - side_of(scheme.piece))
    return any([act.step for act in scheme.acts]) and bool(zone & mask_of(s.pieces[scheme.piece].squares))


@found_once
def foe_of(s: Battle, piece: int) -> int:
    """[16.4] [18.5] The nearest enemy whom a moving group sees, or who is in a garrison's sector; -1: none."""
    rein = rein_of(s, piece)
    if rein.order == GARRISON:
        enemy = 1 - side_of(piece)
        there = s.held(enemy) & ~s.world.field.off_sector[rein.sector]
        enemies = [p for p in s.alive(enemy) if there & mask_of(s.pieces[p].squares)] if there else []
    else:
        enemies = seen_from(s, s.pieces[piece].group, rein.column)
    start = s.pieces[piece].squares
    return min(enemies, key=lambda p: (nearest(start, s.pieces[p].squares), p), default=-1)


def _attack_what_is_seen(s: Battle, scheme: Scheme, rule: str) -> Reason | None:
    """[16.4] R-16a: not farther from where the nearest enemy stands than at the start."""
    foe = foe_of(s, scheme.piece)
    if foe < 0:
        return None
    start = s.pieces[scheme.piece].squares
    if nearest(scheme.squares, s.pieces[foe].squares) > nearest(start, s.pieces[foe].squares):
        return (rule, "farther", (scheme.piece, s.pieces[foe].squares[0]))
    return None


def support_ban(s: Battle, scheme: Scheme, ends: dict[int, Squares]) -> Reason | None:
    """[18.7] A support ends beside or behind the group it backs, near it; or at least nearer than it was."""
    piece = scheme.piece
    side = side_of(piece)
    group = s.group_of(piece)
    members = [ends.get(p, s.pieces[p].squares) for p in s.members(group.supports)]
    if not members:
        return None
    stays = scheme.squares == s.pieces[piece].squares
    after = min([nearest(scheme.squares, squares) for squares in members])
    before = after if stays else min([nearest(s.pieces[piece].squares, squares) for squares in members])
    if s.arm(piece) == ARTILLERY:
        columns = [(sq & 63) // SECTOR for squares in members for sq in squares]
        here = (scheme.squares[0] & 63) // SECTOR
        if min([abs(here - column) for column in columns]) <= 1 or after < before:
            return None
        return ("18.7", "battery_column", (piece,))
    reach = reach_of(s, piece)
    if not stays:
        own = _foremost(s, side, scheme.squares)
        if own > _foremost(s, side, s.pieces[piece].squares) and own > max([_foremost(s, side, sq) for sq in members]):
            return ("18.7", "ahead_of_group", (piece,))
    if after > reach and after >= before:
        return ("18.7", "support_far", (piece, reach))
    return None


def reach_of(s: Battle, piece: int) -> int:
    """[18.7] How near to its group a support ends its movement."""
    return SUPPORT_REACH.get(s.arm(piece), INFANTRY_REACH)


def near_enemy(s: Battle, side: int, squares: Squares, enemies: int) -> bool:
    """[18.3] In the enemy half, or within three squares of an enemy; ``enemies``: all squares that are so near."""
    return any([s.world.enemy_half(side, sq) or enemies >> sq & 1 for sq in squares])


def close_up(s: Battle, piece: int, enemies: int | None = None) -> None:
    """[18.3] A group ordered to move in column takes its attack column near the enemy, where its nation has it."""
    p = s.pieces[piece]
    if p.formation != MARCH or p.routed or ATTACK not in formations_of(s, piece):
        return
    group, side = s.group_of(piece), side_of(piece)
    if group.order != MOVE_COLUMN or group.holding or s.world.river >> p.squares[0] & 1:
        return
    if not near_enemy(s, side, p.squares, s.around(1 - side, NEAR) if enemies is None else enemies):
        return
    p.formation = ATTACK
    s.tell_of(piece, "attack_column", piece, p.squares[0])


def cohesive(s: Battle, piece: int) -> bool:
    """[18.8] Whether a regiment stands within one square of another ordered member of its group."""
    p = s.pieces[piece]
    for other in s.members(p.group):
        if other != piece and not s.pieces[other].routed and nearest(p.squares, s.pieces[other].squares) <= 1:
            return True
    return False
