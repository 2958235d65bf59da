"""Whether a sentence that says why not is true: compared with what the side sees, and with the numbers of the state.

``TRUTHS``: by game and by the key of the refusal, a test of match, side, place and refusal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.board.squares import SECTOR, distance
from grognard.games.merde.world.lexicon import NAMES
from grognard.kernel.decision import Refusal
from grognard.kernel.match import Match

Truth = Callable[[Match, str, str, Refusal], bool]


def standing(match: Match, side: str, place: str, own: bool) -> list[dict[str, Any]]:
    """One's own pieces, or the enemy's, that the side sees in a place."""
    units = match.view(side)["units"]
    return [
        unit
        for unit in units
        if (unit["side"] == side) == own and place in (unit.get("squares") or [unit.get("place")])
    ]


def enemy_there(match: Match, side: str, place: str, refusal: Refusal) -> bool:
    return bool(standing(match, side, place, own=False))


# vanguard


def named_hex(match: Match, place: str, argument: object) -> bool:
    s: Any = match.state
    return argument == s.spot(s.world.grid.by_name[place])


def out_of_reach(match: Match, side: str, place: str, refusal: Refusal) -> bool:
    """It names the hex, nobody is there, and the points are what is left of the move."""
    s: Any = match.state
    move, goal = s.move, s.world.grid.by_name[place]
    u = (move.units & -move.units).bit_length() - 1
    left = s.world.roster.pm[u] - (move.spent[0] if move.spent else 0)
    said = str(refusal.args[1]).replace("½", ".5")
    near = move.here >= 0 and s.world.grid.distance(move.here, goal) < 2
    return named_hex(match, place, refusal.args[0]) and float(said) == left / 2 and not near


def must_close_in(match: Match, side: str, place: str, refusal: Refusal) -> bool:
    """[5.1.1] [5.1.2] The unit has such an order, and there it would be no nearer to the enemy than it was."""
    s: Any = match.state
    goal = s.world.grid.by_name[place]
    ordered = {"5.1.1": 2, "5.1.2": 3}
    no_nearer = s.move.duty == 3 or s.world.far_off(s.occ[1 - s.move.side], goal) >= s.move.far
    return named_hex(match, place, refusal.args[0]) and no_nearer and refusal.rule in ordered


def keeps_off(match: Match, side: str, place: str, refusal: Refusal) -> bool:
    """[5.1.3] [5.1.4] [8.2.2] An enemy stands next to the hex."""
    s: Any = match.state
    grid = s.world.grid
    around = [
        grid.by_name[unit["place"]] for unit in match.view(side)["units"] if unit["side"] != side and unit["place"]
    ]
    near = any(grid.distance(h, grid.by_name[place]) <= 1 for h in around)
    return named_hex(match, place, refusal.args[0]) and near


def no_enemy(match: Match, side: str, place: str, refusal: Refusal) -> bool:
    return not standing(match, side, place, own=False)


# merde


def square(place: str) -> int:
    return NAMES["square"].index(place)


def scheme_of(match: Match, side: str) -> Any:
    s: Any = match.state
    draft = s.drafts[match.sides.index(side)]
    return draft.schemes[draft.chosen]


def too_far(match: Match, side: str, place: str, refusal: Refusal) -> bool:
    """[14.1] It names the square; it costs more than is left, and no less than a point a square."""
    _, goal, cost, left = refusal.args
    scheme = scheme_of(match, side)
    far = min(distance(sq, square(place)) for sq in scheme.squares)
    costs = isinstance(cost, int) and isinstance(left, int) and cost > left and cost >= far
    return goal == square(place) and costs and left == scheme.limit - scheme.spent[0]


def not_next(match: Match, side: str, place: str, refusal: Refusal) -> bool:
    squares = scheme_of(match, side).squares
    return refusal.args[1] == square(place) and distance(squares[0], square(place)) > 1


def friend_there(match: Match, side: str, place: str, refusal: Refusal) -> bool:
    """[20.8] A friend stands there, or will; of a line each battalion counts."""
    s: Any = match.state
    mine = {sq for plan in s.drafts[match.sides.index(side)].schemes.values() for sq in plan.squares}
    here = [
        NAMES["square"].index(sq)
        for unit in match.view(side)["units"]
        if unit["side"] == side
        for sq in unit.get("squares") or ()
    ]
    near = {square(place)} | {at for at in (*here, *mine) if distance(at, square(place)) <= 1}
    return bool(near & {*here, *mine})


def leaves_column(match: Match, side: str, place: str, refusal: Refusal) -> bool:
    """[18.2] One of its squares would lie in another column."""
    squares = scheme_of(match, side).squares
    there = [int(place[:2]) + (sq & 63) - (squares[0] & 63) for sq in squares]
    return any(x // SECTOR != int(str(refusal.args[1])) - 1 for x in there)


# the open table


def unit_of(match: Match, place: str) -> int:
    s: Any = match.state
    return next(u for u, info in enumerate(s.world.units) if info.id == place)


def cavalry_first(match: Match, side: str, place: str, refusal: Refusal) -> bool:
    """[4.4] The unit is none of the cavalry, and one of the cavalry may still move."""
    s: Any = match.state
    left = [action for action in match.options(side) if action.verb == "move"]
    riders = [s.info(s.world.unit_at[action.args[0]]).cavalry for action in left]
    return not s.info(unit_of(match, place)).cavalry and any(riders)


def moved_already(match: Match, side: str, place: str, refusal: Refusal) -> bool:
    s: Any = match.state
    return bool(s.units[unit_of(match, place)].moved)


def step_made(match: Match, side: str, place: str, refusal: Refusal) -> bool:
    s: Any = match.state
    return bool(s.stepped) and s.side(unit_of(match, place)) != match.sides.index(side)


def charge_far(match: Match, side: str, place: str, refusal: Refusal) -> bool:
    """[6.1] Something is missing, and the enemy is farther away than that."""
    s: Any = match.state
    mover, enemy = s.units[s.agenda[-1].u], s.units[unit_of(match, place)]
    missing = refusal.args[-1]
    far = ((mover.x - enemy.x) ** 2 + (mover.y - enemy.y) ** 2) ** 0.5
    return isinstance(missing, int) and 0 < missing < far


def not_yours(match: Match, side: str, place: str, refusal: Refusal) -> bool:
    return not standing(match, side, place, own=True)


TRUTHS: dict[str, dict[str, Truth]] = {
    "vanguard": {
        "enemy_there": enemy_there,
        "out_of_reach": out_of_reach,
        "must_close_in": must_close_in,
        "leader_in_zoc": keeps_off,
        "manoeuvre_keeps_off": keeps_off,
        "defence_keeps_off": keeps_off,
        "no_enemy": no_enemy,
    },
    "merde": {
        "march_costs": too_far,
        "too_far": too_far,
        "not_next": not_next,
        "held_by_enemy": enemy_there,
        "ends_on_friend": friend_there,
        "leaves_column": leaves_column,
        "not_yours": not_yours,
    },
    "tabletop": {
        "cavalry_first": cavalry_first,
        "moved_already": moved_already,
        "charge_whole_move": step_made,
        "charge_far": charge_far,
    },
}
