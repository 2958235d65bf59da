"""Rulebook 14 and 15: what a step or a change costs, and how the squares of a regiment change."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from grognard.board.squares import BITS, RIGHT, Field, adjacent, mask_of, ring
from grognard.games.merde.world import data
from grognard.games.merde.world.lexicon import (
    ATTACK,
    COLUMNS,
    FORMATIONS,
    LIMBERED,
    LINE,
    MARCH,
    MASS,
    OPEN,
    SQUARE,
    UNLIMBERED,
)
from grognard.games.merde.world.pieces import Squares
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import (
    ARTILLERY,
    CAVALRY,
    DECOY,
    INFANTRY,
    Change,
    Kind,
    Stock,
    Stride,
    Strides,
    Ways,
)

FORMS: Final = len(FORMATIONS)
MAPS: Final = 64  # tables of costs kept for one battle
NEVER: Final = 99  # a cost that nobody can pay
DECOY_PACE: Final = 4  # [19.2] a decoy marches like infantry in column
SPECIAL: Final = data.units().special_allowances
LIMBER: Final = data.units().change_costs.artillery_unlimber  # [15.1] to limber or unlimber, and to turn a battery
RIDE: Final = SPECIAL.commander  # [14.1] commanders
FORTRESS_ROOM: Final = 2  # [39.1] units
SISTERS: Final = 3  # [13.7] how far the battalions of open order may part


def base_allowance(stock: Stock, formation: int) -> int:
    """[14.1] [31.1] Movement points in a formation, before the weather: heavy and light troops differ."""
    if stock.arm == DECOY:
        return DECOY_PACE
    if formation in (SQUARE, MASS):
        points = SPECIAL.square if formation == SQUARE else SPECIAL.mass_column
        return points if stock.arm == INFANTRY else 0
    return min([kind.moves.get(formation, 0) for kind in stock.kinds])


def allowance(s: Battle, piece: int, formation: int) -> int:
    """[14.1] [17.2] Movement points of a formation in this weather: never below 1 for those who move at all."""
    stock = s.world.stocks[piece]
    assert stock is not None
    found = stock.paces.get((s.weather, formation), -1)
    if found < 0:
        found = stock.paces[(s.weather, formation)] = _pace(s, stock, formation)
    return found


def _pace(s: Battle, stock: Stock, formation: int) -> int:
    points = base_allowance(stock, formation)
    if not points or formation in (SQUARE, MASS, UNLIMBERED):
        return points
    moves = s.world.weathers[s.weather].move
    if stock.arm == DECOY or formation == LIMBERED:
        return max(1, points + moves["limbered" if formation == LIMBERED else "line_inf"])
    return max(1, min([kind.moves[formation] + moves[kind.klass] for kind in stock.kinds]))


# [14.3] steps


def passable(s: Battle, piece: int, formation: int, sq: int) -> bool:
    """[14.3] [14.4] Whether a formation may stand in a square."""
    return sq in grounds(s)[formation]


def grounds(s: Battle) -> list[frozenset[int]]:
    """[14.3] The squares where each formation may stand, while the bridges stand."""
    found = s.world.grounds.get(s.crossings)
    if found is None:
        if len(s.world.grounds) >= MAPS:
            s.world.grounds.clear()
        squares = s.world.field.squares
        found = [frozenset([sq for sq in squares if _passable(s, formation, sq)]) for formation in range(FORMS)]
        s.world.grounds[s.crossings] = found
    return found


def _passable(s: Battle, formation: int, sq: int) -> bool:
    """[13.2] [41.1] Bridges take march columns and limbered batteries alone."""
    world = s.world
    bit = 1 << sq
    if world.river & bit:
        return bool(s.crossings & bit) and formation in (MARCH, LIMBERED)
    if formation == UNLIMBERED:
        return not world.rough & bit  # [39.1] a fortress takes any arm
    return not (world.cover & bit and formation == LINE)


def entry_cost(s: Battle, piece: int, formation: int, start: int, goal: int) -> int:
    """[14.3] Movement points to step from a square into its neighbour; NEVER where that is not possible."""
    found = ways_from(s, piece, formation, start, ways(s, piece, formation)).get(goal, -1)
    return found if found >= 0 else _entry_cost(s, piece, formation, start, goal)


def ways(s: Battle, piece: int, formation: int) -> Ways:
    """[14.3] The costs of a formation, as far as they were asked for: the same while the bridges stand."""
    stock = s.world.stock(piece)
    pace = allowance(s, piece, formation) if stock.arm == ARTILLERY else 0
    key = (stock.arm, formation, pace, stock.light, s.crossings)
    found = s.world.ways.get(key)
    if found is None:
        if len(s.world.ways) >= MAPS:
            s.world.ways.clear()
        found = s.world.ways[key] = Ways()
    return found


def ways_from(s: Battle, piece: int, formation: int, start: int, known: Ways) -> dict[int, int]:
    """[14.3] What it costs to step from a square into each of its neighbours."""
    found = known.costs.get(start)
    if found is None:
        goals = s.world.field.near.get(start, ())
        if s.world.broken & s.world.field.box(start, 1):
            found = {goal: _entry_cost(s, piece, formation, start, goal) for goal in goals}
        else:
            found = dict.fromkeys(goals, 1)
        known.costs[start] = found
    return found


def strides(s: Battle, piece: int, formation: int, squares: Squares) -> Strides:
    """[14.3] [15.4] Every step that can be made from some squares, each at the dearer cost."""
    known = ways(s, piece, formation)
    found = known.strides.get(squares)
    if found is None:
        found = known.strides[squares] = Strides(_able(s, piece, formation, squares, known), ring(mask_of(squares)))
    return found


def _able(s: Battle, piece: int, formation: int, squares: Squares, known: Ways) -> list[Stride]:
    costs = ways_from(s, piece, formation, squares[0], known)
    if len(squares) == 1:
        return [(goal, (goal,), cost, BITS[goal]) for goal, cost in costs.items() if cost < NEVER]
    found: list[Stride] = []
    gap, others = squares[1] - squares[0], ways_from(s, piece, formation, squares[1], known)
    for goal, cost in costs.items():
        dearer = max(cost, others.get(goal + gap, NEVER))
        if dearer < NEVER:
            found.append((goal, (goal, goal + gap), dearer, BITS[goal] | BITS[goal + gap]))
    return found


def _entry_cost(s: Battle, piece: int, formation: int, start: int, goal: int) -> int:
    if not passable(s, piece, formation, goal) or river_corner(s, start, goal):
        return NEVER
    world, bit = s.world, 1 << goal
    if world.cover & bit and formation in (SQUARE, MASS):
        return NEVER  # they may be formed inside, not taken inside
    stock = world.stock(piece)
    cost = 1
    light = stock.light
    if world.hill & bit and not world.hill >> start & 1 and not light:
        cost = 2
    if world.cover & bit:
        cost = max(cost, cover_cost(s, piece, formation, stock, light))
    return cost


def cover_cost(s: Battle, piece: int, formation: int, stock: Stock, light: bool) -> int:
    """[14.3] [39.1] [40.1] Into a wood, settlement, farm or fortress."""
    if stock.arm == CAVALRY:
        return 4
    if stock.arm == ARTILLERY:
        return (allowance(s, piece, formation) + 1) // 2
    return 1 if light else 2


def river_corner(s: Battle, start: int, goal: int) -> bool:
    """[14.3] No diagonal step between two river squares that touch at a corner."""
    if start & 63 == goal & 63 or start >> 6 == goal >> 6:
        return False
    one, other = (start & ~63) | (goal & 63), (goal & ~63) | (start & 63)
    return bool(s.world.river >> one & 1 and s.world.river >> other & 1)


def step_cost(s: Battle, piece: int, formation: int, squares: Squares, moved: Squares) -> int:
    """[15.4] The dearer of the squares of a regiment that steps as a whole."""
    if len(squares) == 1:
        return entry_cost(s, piece, formation, squares[0], moved[0])
    return max([entry_cost(s, piece, formation, a, b) for a, b in zip(squares, moved, strict=True)])


def fortress_full(s: Battle, piece: int, sq: int) -> bool:
    """[39.1] A fortress holds at most two units."""
    if not s.world.fortress >> sq & 1:
        return False
    place = s.world.place_of[sq]
    side = 0 if piece < len(s.pieces) // 2 else 1
    units = sum([1 for men in s.pieces[piece].men if men])
    for p in s.troops(side):
        if p != piece and any(s.world.place_of.get(at) == place for at in s.pieces[p].squares):
            units += sum([1 for men in s.pieces[p].men if men])
    return units > FORTRESS_ROOM


def leaves_cover(s: Battle, piece: int, formation: int, start: int, goal: int) -> bool:
    """[14.5] Stepping off a bridge, or out of a wood, settlement, farm or fortress, disorders for this turn."""
    world = s.world
    if s.crossings & world.river & 1 << start and not s.crossings & world.river & 1 << goal:
        return True
    if not world.cover & 1 << start or world.cover & 1 << goal:
        return False
    stock = world.stock(piece)
    return not (formation == OPEN and stock.arm == INFANTRY)


# [15.1] changes


def front_cost(s: Battle, piece: int, formation: int) -> int:
    """[15.1] What it costs to turn to another front."""
    stock = s.world.stock(piece)
    found = stock.front_costs.get(formation, -1)
    if found < 0:
        found = stock.front_costs[formation] = _front_cost(stock, formation)
    return found


def _front_cost(stock: Stock, formation: int) -> int:
    if stock.arm == ARTILLERY:
        return LIMBER
    if stock.arm == DECOY or formation in (SQUARE, MASS):
        return NEVER
    column = "front_in_open" if formation == OPEN else "front_in_line" if formation == LINE else "front_in_column"
    return _dearest(stock, column)


def change_cost(s: Battle, piece: int, old: int, new: int) -> int:
    """[15.1] [15.5] What it costs to change formation; [13.8] to limber or unlimber. NEVER where it is not known."""
    stock = s.world.stock(piece)
    found = stock.change_costs.get((old, new), -1)
    if found < 0:
        found = stock.change_costs[(old, new)] = _change_cost(stock, old, new)
    return found


def _change_cost(stock: Stock, old: int, new: int) -> int:
    if stock.arm == ARTILLERY:
        return LIMBER
    if old in COLUMNS and new in COLUMNS:
        return _dearest(stock, "company_division_column")
    if SQUARE in (old, new) or MASS in (old, new):
        return _dearest(stock, "square")
    return _dearest(stock, "column_line")


def _dearest(stock: Stock, column: str) -> int:
    found = 0
    for kind in stock.kinds:
        cost = kind.changes.get(column)
        if cost is None:
            return NEVER
        found = max(found, cost)
    return found if stock.kinds else NEVER


def knows(kind: Kind, formation: int) -> bool:
    """[13] Whether troops of a kind use a formation."""
    if formation == ATTACK:
        return kind.attack_column
    if formation == SQUARE:
        return kind.arm == INFANTRY
    if formation == MASS:
        return kind.mass
    if formation == OPEN:
        return kind.light
    if kind.arm == ARTILLERY:
        return formation in (LIMBERED, UNLIMBERED)
    return formation in (MARCH, LINE) and kind.arm in (INFANTRY, CAVALRY)


def formations_of(s: Battle, piece: int) -> list[int]:
    """[13] The formations a piece can take."""
    stock = s.world.stock(piece)
    if stock.formations is None:
        stock.formations = [f for f in range(FORMS) if stock.kinds and all(knows(kind, f) for kind in stock.kinds)]
    return stock.formations


# [15.4] how the squares change


def turned(squares: Squares, formation: int, old: int, new: int, pivot: int) -> Squares:
    """[15.4] A line that wheels: the pivot stays, the other goes to the same hand of it; an about-turn moves nobody."""
    if formation != LINE or len(squares) == 1 or (new - old) % 4 == 2:
        return squares
    stays, other = squares[pivot], squares[1 - pivot]
    hand = RIGHT[new] if other - stays == RIGHT[old] else -RIGHT[new]
    return (stays, stays + hand) if pivot == 0 else (stays + hand, stays)


@lru_cache(maxsize=1 << 14)
def fronts(squares: Squares, formation: int, facing: int) -> list[Change]:
    """Every other front, for a line of two with either battalion as pivot (1 or 2)."""
    found: list[Change] = []
    for new in range(4):
        if new == facing:
            continue
        wheels = formation == LINE and len(squares) == 2 and (new - facing) % 4 != 2
        if not wheels:
            found.append(Change(squares, formation, new))
            continue
        for pivot in (0, 1):
            wheeled = turned(squares, formation, facing, new, pivot)
            found.append(Change(wheeled, formation, new, pivot + 1, (wheeled[1 - pivot],)))
    return found


def reformed(s: Battle, piece: int, squares: Squares, facing: int, old: int, new: int) -> list[Change]:
    """[15.4] The ways to take a formation from where the battalions stand."""
    two = len([men for men in s.pieces[piece].men if men]) == 2
    known, key = s.world.reforms, (squares, facing, new, two)
    found = known.get(key)
    if found is None:
        found = known[key] = reform(s.world.field, squares, facing, new, two)
    return found


def reform(field: Field, squares: Squares, facing: int, new: int, two: bool) -> list[Change]:
    """[15.4] The same on a field where nobody else is; ``two``: both battalions are there."""
    if not two or new in (LIMBERED, UNLIMBERED):
        return [Change(squares, new, facing)]
    if len(squares) == 2:
        if new in (LINE, OPEN):
            return _in_place(squares, facing, new)
        if not adjacent(squares[:1], squares[1:]):
            return []
        return [Change((sq,), new, facing, sq) for sq in squares]
    if new == LINE:
        sides = (squares[0] + RIGHT[facing], squares[0] - RIGHT[facing])
        return [Change((squares[0], sq), new, facing, sq, (sq,)) for sq in sides if field.has(sq)]
    if new == OPEN:
        return [Change((squares[0], sq), new, facing, sq, (sq,)) for sq in field.near[squares[0]]]
    return [Change(squares, new, facing)]


def _in_place(squares: Squares, facing: int, new: int) -> list[Change]:
    """Line and open order change into each other where the battalions stand; a line needs them side by side."""
    abreast = abs(squares[1] - squares[0]) == abs(RIGHT[facing])
    return [Change(squares, new, facing)] if new == OPEN or abreast else []


def stepped(squares: Squares, vector: int) -> Squares:
    return (squares[0] + vector,) if len(squares) == 1 else (squares[0] + vector, squares[1] + vector)
