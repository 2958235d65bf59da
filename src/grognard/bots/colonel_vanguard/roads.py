"""How far it is to a place, for those who march in column where there are roads and for those who cannot."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from grognard.board.hexes import bits
from grognard.bots.colonel_vanguard.picture import Piece
from grognard.games.vanguard.rules.movement.terrain import ALL, steps_from
from grognard.games.vanguard.world.world import World

NOWHERE: Final = 9_999
FAIR: Final = 1  # [17.2.7] the weather by which marches are planned

_fields: dict[tuple[int, int, bool, int], list[int]] = {}


def field(w: World, x: Piece, target: int) -> list[int]:
    """From every hex the way to the target in halves of a point, as a unit marches on an empty map."""
    column = not (w.data.austrian_no_march_column and x.side == 1)
    key = (w.number, x.klass, column, target)
    found = _fields.get(key)
    if found is None:
        found = _fields[key] = _measure(w, x, column, target)
    return found


def _measure(w: World, x: Piece, column: bool, target: int) -> list[int]:
    into: dict[int, list[tuple[int, int]]] = {}
    steps = steps_from(w, x.klass, column, 0 if w.montebello else FAIR)
    for a in bits(w.hexes):
        for b, cost, _ in steps[a]:
            into.setdefault(b, []).append((a, max(2, x.pm) if cost == ALL else cost))
    found = [NOWHERE] * w.grid.size
    found[target] = 0
    front = [(0, target)]
    while front:
        far, b = heappop(front)
        if far > found[b]:
            continue
        for a, cost in into.get(b, ()):
            if far + cost < found[a]:
                found[a] = far + cost
                heappush(front, (far + cost, a))
    return found
