"""Rulebook 45.3: how the army that the rulebook plays marches: the straightest way, its formations, its front."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Final

from grognard.board.squares import SECTOR, distance, mask_of, nearest
from grognard.games.merde.rules.motion import NEVER, knows, passable, stepped, ways, ways_from
from grognard.games.merde.rules.movement import plans
from grognard.games.merde.rules.orders import roams
from grognard.games.merde.rules.solitaire import gunnery
from grognard.games.merde.world.lexicon import ATTACK, LIMBERED, LINE, MARCH, MASS, MOVE_COLUMN, MOVES, SQUARE, SUPPORT
from grognard.games.merde.world.pieces import Scheme, Squares
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import ARTILLERY, CAVALRY, side_of

OFF_ROAD: Final = 999  # from here no way leads to the goal
ROADS: Final = 64  # kept for one battle
SLACK: Final = 6  # how far beyond its own square a road is worked out
CLOSE: Final = 3  # [45.3] [18.3] where attack columns are formed
Seen = Callable[[Battle, Squares, int, int], bool]  # whether a piece that stands and faces so has an enemy there
CHARGE: Final = 5  # [45.3] enemy cavalry as near as this keeps infantry in square


class Road:
    """[45.3] Straight towards its goals: what is left to pay from each square, round rivers and over bridges.

    [18.2] A moving group does not go back, but where it has a flag to take, and stays in its column once it is inside.
    """

    def __init__(self, s: Battle, piece: int, goals: Squares) -> None:
        self.goals = goals
        self.left = dict.fromkeys(goals, 0)
        column = s.group_of(piece).column
        here = s.pieces[piece].squares
        moving = s.order_of(piece) in MOVES
        bound = moving and all((sq & 63) // SECTOR == column for sq in here)
        formation = LIMBERED if s.arm(piece) == ARTILLERY else MARCH
        side, known = side_of(piece), ways(s, piece, formation)
        heap = [(0, sq) for sq in goals]
        end = OFF_ROAD
        while heap:
            cost, at = heappop(heap)
            if cost > self.left[at] or cost > end:
                continue
            end = min(end, cost + SLACK) if at in here else end
            front = s.world.forward(side, at) if moving else OFF_ROAD
            for sq in s.world.field.near[at]:
                if bound and (sq & 63) // SECTOR != column:
                    continue
                if s.world.forward(side, sq) > front and not roams(s, piece, (sq,), (at,)):
                    continue
                total = cost + ways_from(s, piece, formation, sq, known)[at]
                if total < min(NEVER * SECTOR, self.left.get(sq, OFF_ROAD)):
                    self.left[sq] = total
                    heappush(heap, (total, sq))

    def far(self, squares: Squares) -> tuple[int, int, int]:
        """What is left of the road from some squares, the distance, and how far they are off the straight line."""
        ends = [
            (distance(a, b), abs((a & 63) - (b & 63)) + abs((a >> 6) - (b >> 6))) for a in squares for b in self.goals
        ]
        return (min([self.left.get(sq, OFF_ROAD) for sq in squares]), *min(ends))


def road_to(s: Battle, piece: int, goals: Squares) -> Road:
    """The road of a piece to its goals; one that was worked out before where all is the same that it hangs on."""
    stock, p, group = s.world.stock(piece), s.pieces[piece], s.group_of(piece)
    troops = (stock.side, stock.arm, stock.light, s.weather, s.order_of(piece), group.column)
    key = (troops, p.squares, goals, s.crossings, tuple(s.flags[1 - stock.side]), stock.kinds)
    found, roads = s.world.roads.get(key), s.world.roads
    if not isinstance(found, Road):
        if len(roads) >= ROADS:
            roads.clear()
        found = roads[key] = Road(s, piece, goals)
    return found


def walk(s: Battle, side: int, scheme: Scheme, road: Road, pace: int, gap: int = 0) -> None:
    """Step by step nearer; the plan ends at the last place where it may. Nobody steps into the line of a first shot.

    ``gap``: how near the goals it stops. Cavalry that backs others stays behind them.
    """
    draft = s.drafts[side]
    lane = gunnery.lane(s, side, scheme.piece)
    rides_after = s.arm(scheme.piece) == CAVALRY and s.order_of(scheme.piece) == SUPPORT
    last = _foremost(s, side, road.goals) - 1 if rides_after else s.world.field.height
    legal = scheme.copy()
    while (len(scheme.squares) == 1 or scheme.formation == LINE) and nearest(scheme.squares, road.goals) > gap:
        sheet = plans.Sheet(s, side, draft, scheme)
        best = _best_step(s, sheet, scheme, road, pace, lane)
        if best < 0 or _foremost(s, side, stepped(scheme.squares, best - scheme.squares[0])) > max(
            last, _foremost(s, side, scheme.squares)
        ):
            break
        plans.add_step(s, sheet, scheme, -1, best)
        if plans.halt_ban(s, side, plans.Sheet(s, side, draft, scheme), draft, scheme) is None:
            legal = scheme.copy()
    _become(scheme, legal)


def _foremost(s: Battle, side: int, squares: Squares) -> int:
    return max([s.world.forward(side, sq) for sq in squares])


def _best_step(s: Battle, sheet: plans.Sheet, scheme: Scheme, road: Road, pace: int, lane: Squares) -> int:
    """The step that brings it nearest: not through friends if another does, straight ahead before slanting."""
    found, best = -1, (True, OFF_ROAD, 0, 0, 0)
    at, here = scheme.squares[0], road.far(scheme.squares)
    for goal in s.world.field.near[at] if scheme.spent[0] < pace else ():
        moved = stepped(scheme.squares, goal - at)
        if not s.world.field.has_all(moved) or road.far(moved) >= here or any(sq in lane for sq in moved):
            continue
        through = bool(sheet.friends & mask_of(moved))
        aside = abs((goal & 63) - (at & 63))
        worth = (through, *road.far(moved)[:2], aside, abs((goal >> 6) - (at >> 6)))
        if worth < best and plans.step_ban(s, sheet, scheme, -1, goal) is None:
            found, best = goal, worth
    return found


def _become(scheme: Scheme, other: Scheme) -> None:
    scheme.squares, scheme.formation, scheme.facing = other.squares, other.formation, other.facing
    scheme.spent, scheme.limit, scheme.stopped = other.spent[:], other.limit, other.stopped[:]
    scheme.whole, scheme.acts = other.whole, other.acts[:]


# lines and columns


def open_to_line(s: Battle, piece: int, squares: Squares, road: Road) -> bool:
    """Whether the ground lets a line go on along its road."""
    here = road.far(squares)
    for goal in s.world.field.near[squares[0]]:
        moved = stepped(squares, goal - squares[0])
        if road.far(moved) < here and all(passable(s, piece, LINE, sq) for sq in moved):
            return True
    return False


def break_square(s: Battle, side: int, scheme: Scheme) -> None:
    """[45.3] A square or mass column forms column again when no enemy cavalry is near."""
    if scheme.formation not in (SQUARE, MASS):
        return
    riders = [q for q in s.troops(1 - side) if s.arm(q) == CAVALRY and not s.pieces[q].routed]
    if not any(nearest(scheme.squares, s.pieces[q].squares) <= CHARGE for q in riders):
        _form(s, side, scheme, MARCH)


def attack_column(s: Battle, side: int, scheme: Scheme) -> None:
    """[45.3] Those who have attack columns form them within three squares of an enemy."""
    kinds = s.world.stock(scheme.piece).kinds
    if scheme.formation != MARCH or not all(kind.attack_column for kind in kinds):
        return
    if any(nearest(scheme.squares, s.pieces[q].squares) <= CLOSE for q in s.troops(1 - side)):
        _form(s, side, scheme, ATTACK)


def _form(s: Battle, side: int, scheme: Scheme, formation: int) -> None:
    sheet = plans.Sheet(s, side, s.drafts[side], scheme)
    for action, change, cost in plans.changes(s, sheet, scheme):
        if action.verb == "form" and action.args[0] == formation:
            plans.add_change(s, scheme, change, cost)
            return


def deploy_line(s: Battle, side: int, scheme: Scheme, road: Road | None) -> None:
    """[45.3] Those without an attack column deploy when the enemy is near, where a line can go on (or is to stand)."""
    kinds = s.world.stock(scheme.piece).kinds
    if scheme.formation != MARCH or all(kind.attack_column for kind in kinds) or not knows(kinds[0], LINE):
        return
    sheet = plans.Sheet(s, side, s.drafts[side], scheme)
    lane = gunnery.lane(s, side, scheme.piece)
    for action, change, cost in plans.changes(s, sheet, scheme):
        wanted = action.verb == "form" and action.args[0] == LINE and not any(sq in lane for sq in change.squares)
        if wanted and (road is None or open_to_line(s, scheme.piece, change.squares, road)):
            plans.add_change(s, scheme, change, cost)
            return


def fold(s: Battle, side: int, scheme: Scheme, road: Road, alone: bool) -> None:
    """[14.4] A line before a wood, a place or a bridge forms column.

    [18.1] So does one that is ordered to march in column, while no enemy is near.
    """
    order = s.order_of(scheme.piece)
    in_column = alone and order == MOVE_COLUMN
    if scheme.formation != LINE or (not in_column and open_to_line(s, scheme.piece, scheme.squares, road)):
        return
    if order not in MOVES and nearest(scheme.squares, road.goals) <= 2:
        return
    sheet = plans.Sheet(s, side, s.drafts[side], scheme)
    columns = [
        (road.far(change.squares), n, change, cost)
        for n, (action, change, cost) in enumerate(plans.changes(s, sheet, scheme))
        if action.verb == "form" and action.args[0] == MARCH
    ]
    if columns:
        _, _, change, cost = min(columns)
        plans.add_change(s, scheme, change, cost)


def face_enemy(s: Battle, side: int, scheme: Scheme) -> Scheme:
    """Turn to the enemy next to it, if none is in front and the points allow; or about, if he is near and behind."""
    near = [q for q in s.troops(1 - side) if nearest(scheme.squares, s.pieces[q].squares) == 1]
    if near:
        return (
            scheme
            if any(_ahead(s, scheme.squares, scheme.facing, q) for q in near)
            else _turned(s, side, scheme, near, _ahead)
        )
    close = [q for q in s.troops(1 - side) if nearest(scheme.squares, s.pieces[q].squares) <= CLOSE]
    if not close or any(not _behind(s, scheme.squares, scheme.facing, q) for q in close):
        return scheme
    return _turned(s, side, scheme, close, _before)


def _turned(s: Battle, side: int, scheme: Scheme, foes: list[int], wanted: Seen) -> Scheme:
    """The plan with a change of front after which it has one of them before it, if there is such a change."""
    draft = s.drafts[side]
    sheet = plans.Sheet(s, side, draft, scheme)
    lane = gunnery.lane(s, side, scheme.piece)
    for action, change, cost in plans.changes(s, sheet, scheme):
        if action.verb != "front" or any(sq in lane for sq in change.squares):
            continue
        if any(wanted(s, change.squares, change.facing, q) for q in foes):
            trial = scheme.copy()
            plans.add_change(s, trial, change, cost)
            if plans.halt_ban(s, side, sheet, draft, trial) is None:
                return trial
    return scheme


def _before(s: Battle, squares: Squares, facing: int, foe: int) -> bool:
    """Farther ahead of its rank than beside it."""
    ahead, aside = _bearing(s, squares, facing, foe)
    return ahead >= aside


def _behind(s: Battle, squares: Squares, facing: int, foe: int) -> bool:
    return _bearing(s, squares, facing, foe)[0] < 0


def _bearing(s: Battle, squares: Squares, facing: int, foe: int) -> tuple[int, int]:
    """How far ahead and how far aside the nearest of them is."""
    _, here, there = min([(distance(a, b), a, b) for a in squares for b in s.pieces[foe].squares])
    north, east = (there >> 6) - (here >> 6), (there & 63) - (here & 63)
    return ((north, abs(east)), (east, abs(north)), (-north, abs(east)), (-east, abs(north)))[facing]


def _ahead(s: Battle, squares: Squares, facing: int, foe: int) -> bool:
    step = (64, 1, -64, -1)[facing]
    right = (1, -64, -1, 64)[facing]
    front = {sq + step + hand for sq in squares for hand in (-right, 0, right)}
    return any(sq in front for sq in s.pieces[foe].squares)
