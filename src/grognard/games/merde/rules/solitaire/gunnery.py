"""Rulebook 45: the batteries of the army that the rulebook plays: their posts, who makes room for them, their fire."""

from __future__ import annotations

from grognard.board.squares import SECTOR, between, distance, nearest
from grognard.games.merde.rules.fire import artillery
from grognard.games.merde.rules.fire.artillery import in_field_of_fire, in_range
from grognard.games.merde.world.lexicon import LONG, SHORT, SUPPORT, UNLIMBERED
from grognard.games.merde.world.pieces import Squares, dense
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import ARTILLERY


def takes_post(s: Battle, side: int, battery: int) -> bool:
    """[45.3] It unlimbers, or stays so: enemies of its column are in its range, or it covers its group from a hill."""
    at = s.pieces[battery].squares[0]
    reach = s.world.stock(battery).kinds[0].reach
    column = (at & 63) // SECTOR
    for q in s.troops(1 - side):
        squares = s.pieces[q].squares
        if nearest((at,), squares) <= reach and any((sq & 63) // SECTOR == column for sq in squares):
            return True
    if at not in hills(s, side, battery):
        return False
    return any(nearest((at,), s.pieces[p].squares) <= reach for p in s.members(s.group_of(battery).supports))


def hills(s: Battle, side: int, battery: int) -> Squares:
    """[45.3] The first hill of the front-line sector where its group marches: its free squares not yet passed."""
    if s.order_of(battery) != SUPPORT:
        return ()
    at = s.pieces[battery].squares[0]
    column = s.group(s.group_of(battery).supports).column
    taken = s.held(0) | s.held(1)
    found = [
        sq
        for sq in s.world.field.squares
        if s.world.hill >> sq & 1
        and s.world.front(side, sq)
        and (sq & 63) // SECTOR == column
        and (sq == at or not taken >> sq & 1)
        and not (s.world.cover | s.world.river) >> sq & 1
        and s.world.forward(side, sq) >= s.world.forward(side, at)
    ]
    first = min([s.world.forward(side, sq) for sq in found], default=0)
    return tuple([sq for sq in found if s.world.forward(side, sq) == first])


def lane(s: Battle, side: int, piece: int) -> Squares:
    """[45.3] The squares that a group leaves free in the turn in which its battery unlimbers on the level behind it.

    In the next turn it closes them.
    """
    found: list[int] = []
    group = s.pieces[piece].group
    for battery, scheme in s.drafts[side].schemes.items():
        if s.arm(battery) != ARTILLERY or s.order_of(battery) != SUPPORT or s.group_of(battery).supports != group:
            continue
        fresh = scheme.formation == UNLIMBERED and s.pieces[battery].formation != UNLIMBERED
        if fresh and not s.world.hill >> scheme.squares[0] & 1:
            found += _line_of_fire(s, side, battery)
    return tuple(found)


def _line_of_fire(s: Battle, side: int, battery: int) -> Squares:
    """The way of a shot at the nearest enemy whom only friends cover."""
    at = s.pieces[battery].squares[0]
    blocks = s.held(1 - side) | s.world.opaque
    lines = [
        (distance(at, sq), sq)
        for q in s.troops(1 - side)
        for sq in s.pieces[q].squares
        if in_field_of_fire(s, battery, sq)
        and in_range(s, battery, sq)
        and not any(blocks >> mid & 1 for mid in between(at, sq))
    ]
    return between(at, min(lines)[1]) if lines else ()


# [45.4] fire


def write_guns(s: Battle, side: int) -> None:
    """[45.4] Nearest target first, then the densest formation; short whenever possible; random Shots.

    Bridges are no targets of its own accord: it means to cross them.
    """
    draft = s.drafts[side]
    while True:
        battery = artillery.next_battery(s, side, draft)
        if battery < 0:
            return
        at = s.pieces[battery].squares[0]
        found = [aim for aim in artillery.aims(s, battery) if aim.kind == artillery.AT_PIECE]
        if not found:
            draft.notes.append((battery, -1))
            continue
        aim = min(found, key=lambda a: (distance(at, a.square), not dense(s.pieces[a.target]), a.target))
        declared = SHORT if distance(at, aim.square) <= artillery.SHORT_RANGE else LONG
        choices = artillery.shot_choices(
            artillery.pool(s, battery, declared), artillery.shot_count(s, battery, declared)
        )
        shots = choices[s.dice.roll(len(choices)) - 1]
        draft.notes.append((battery, aim.kind, aim.target, aim.square, declared, *shots))
