"""A position of a lesson: only the pieces named, where they stand, and a turn about to begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.board.squares import square
from grognard.games.merde.rules.sequence import Turn
from grognard.games.merde.rules.setup import Opening, deploy
from grognard.games.merde.world.lexicon import FACINGS, FORMATIONS, GROUPS, ORDERS
from grognard.games.merde.world.pieces import Squares
from grognard.games.merde.world.state import Battle


def arrange(s: Battle, position: Mapping[str, Any]) -> None:
    """Pieces as "squares formation facing", generals by square, orders of groups; then the turn named begins."""
    for side in (0, 1):
        deploy(s, side)
        for p in s.world.roster[side]:
            _stand(s, p, position["pieces"].get(s.world.stock(p).id))
        for g in s.world.generals[side]:
            post = position["generals"].get(s.world.officer(g).id)
            if post is not None:
                s.commander(g).square = _squares(post)[0]
        _order(s, side, position.get("orders", {}))
    s.turn = position["turn"] - 1
    s.push(Opening(), Turn())


def _stand(s: Battle, p: int, given: str | None) -> None:
    """A piece where the lesson has it; one that is not named is not there."""
    if given is None:
        piece = s.pieces[p]
        piece.squares, piece.gone, piece.men = (), True, tuple([0] * len(piece.men))
        return
    *squares, formation, facing = given.split()
    s.put(p, _squares(*squares), FORMATIONS.index(formation), FACINGS.index(facing))


def _order(s: Battle, side: int, orders: Mapping[str, str]) -> None:
    """Orders as "order number column"; a group without members is none."""
    for (owner, name), g in s.world.group_ids.items():
        group = s.groups[g]
        if owner == side and group is not None and name in orders:
            order, number, column = orders[name].split()
            group.order, group.number, group.column = ORDERS.index(order), int(number), int(column)
    for g in range(side * GROUPS, side * GROUPS + GROUPS):
        if s.groups[g] is not None and not s.members(g):
            s.groups[g] = None


def _squares(*names: str) -> Squares:
    return tuple([square(int(name[:2]), int(name[2:])) for name in names])
