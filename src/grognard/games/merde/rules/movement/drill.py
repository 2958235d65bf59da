"""Rulebook 15: changes of front and formation as they are drilled, the same wherever a piece stands."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from grognard.board.squares import AROUND, SECTOR, Field, square
from grognard.games.merde.rules.motion import (
    NEVER,
    change_cost,
    formations_of,
    front_cost,
    fronts,
    grounds,
    reform,
    reformed,
)
from grognard.games.merde.world.lexicon import make
from grognard.games.merde.world.pieces import Scheme, Squares
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import ALL, DECOY, ENGINEERS, Change, Drill, Entry, Shift, Stock
from grognard.kernel.action import Action

PARADE: Final = Field(2 * SECTOR, 2 * SECTOR)
CENTRE: Final = square(SECTOR, SECTOR)  # of the parade ground: nothing is in the way there
APART: Final = 2  # how far from each other battalions stand that are not side by side
TURNS: Final = 1 << 14  # kept: the same few squares come again and again
NO_DRILLS: Final[list[Drill]] = []


def drills(s: Battle, scheme: Scheme) -> list[Drill]:
    """[15.1] Every change that a piece knows, fronts first, then formations; the ground has no say yet."""
    stock, men = s.world.stock(scheme.piece), s.pieces[scheme.piece].men
    squares = scheme.squares
    gap = squares[1] - squares[0] if len(squares) == 2 else 0
    if gap not in AROUND:
        gap = APART  # they must come together first, wherever they are
    key = (scheme.formation, scheme.facing, len(squares), gap, len(men) == 2 and 0 not in men)
    found = stock.drills.get(key)
    if found is None:
        able = stock.arm not in (DECOY, ENGINEERS)
        found = stock.drills[key] = _drills(s, stock, scheme, gap, key[-1]) if able else NO_DRILLS
    return found


def _drills(s: Battle, stock: Stock, scheme: Scheme, gap: int, both: bool) -> list[Drill]:
    piece, formation, facing = scheme.piece, scheme.formation, scheme.facing
    start = (CENTRE,) if len(scheme.squares) == 1 else (CENTRE, CENTRE + gap)
    found = []
    cost = front_cost(s, piece, formation)
    if cost != NEVER:
        found.append(_drill(cost, formation, start, [_front(change) for change in fronts(start, formation, facing)]))
    for new in formations_of(s, piece):
        cost = change_cost(s, piece, formation, new)
        if new != formation and cost != NEVER:
            ways = reform(PARADE, start, facing, new, both)
            found.append(_drill(cost, new, start, [(None if c.chosen >= 0 else make("form", new), c) for c in ways]))
    return found


def _front(change: Change) -> tuple[Action, Change]:
    words = (change.facing,) if change.chosen < 0 else (change.facing, change.chosen)
    return make("front", *words), change


def _drill(cost: int, formation: int, start: Squares, ways: list[tuple[Action | None, Change]]) -> Drill:
    shifts = [Shift(_kept(start, c.squares), c.fresh[0] - start[0] if c.fresh else 0, action) for action, c in ways]
    plain = [shift.action for shift in shifts if shift.action is not None and shift.kept == ALL and not shift.fresh]
    return Drill(cost, formation, plain if len(plain) == len(shifts) else None, shifts)


def _kept(start: Squares, squares: Squares) -> int:
    """Which of its squares a piece keeps."""
    stays = [place for place, sq in enumerate(start) if sq in squares]
    return ALL if len(stays) == len(start) else stays[0]


def menu(s: Battle, scheme: Scheme) -> list[Entry]:
    """[15.1] Every change that a piece knows and for which there is ground where it stands, with its cost."""
    piece, formation = scheme.piece, scheme.formation
    if s.arm(piece) in (DECOY, ENGINEERS):
        return []
    found = []
    cost = front_cost(s, piece, formation)
    for change in _on_ground(s, fronts(scheme.squares, formation, scheme.facing)) if cost != NEVER else ():
        found.append((*_front(change), cost))
    for new in formations_of(s, piece):
        cost = change_cost(s, piece, formation, new)
        if new == formation or cost == NEVER:
            continue
        for change in _on_ground(s, reformed(s, piece, scheme.squares, scheme.facing, formation, new)):
            words = (new,) if change.chosen < 0 else (new, change.chosen)
            found.append((make("form", *words), change, cost))
    return found


def _on_ground(s: Battle, changes: list[Change]) -> list[Change]:
    """[15.4] Those whose squares are passable for the formation."""
    ground = grounds(s)
    return [change for change in changes if ground[change.formation].issuperset(change.squares)]


def change_of(s: Battle, scheme: Scheme, action: Action) -> tuple[Change, int]:
    """The change that an action speaks of, and its cost."""
    piece, formation, word = scheme.piece, scheme.formation, action.args[0]
    if action.verb == "front":
        return _turns(scheme.squares, formation, scheme.facing)[action], front_cost(s, piece, formation)
    chosen = action.args[1] if len(action.args) == 2 else -1
    for way in reformed(s, piece, scheme.squares, scheme.facing, formation, word):
        if way.chosen == chosen:
            return way, change_cost(s, piece, formation, word)
    raise AssertionError(action.text)


@lru_cache(maxsize=TURNS)
def _turns(squares: Squares, formation: int, facing: int) -> dict[Action, Change]:
    """Every other front by its action."""
    return dict([_front(change) for change in fronts(squares, formation, facing)])
