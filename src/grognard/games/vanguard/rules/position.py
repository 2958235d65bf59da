"""A position of a lesson: only the counters named, and a turn about to begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.games.vanguard.rules.sequence import NextTurn
from grognard.games.vanguard.world.roster import ORDERS
from grognard.games.vanguard.world.state import DEAD, Battle


def arrange(s: Battle, position: Mapping[str, Any]) -> None:
    """Counters by hex, the orders of formations (by General), who is disordered; then the turn named begins."""
    r, by_name = s.world.roster, s.world.grid.by_name
    for u in range(r.count):
        if s.at[u] >= 0:
            s.take_off(u, DEAD)
        else:
            s.at[u] = DEAD
    s.due = {}
    s.marching = [False] * len(s.marching)
    for hex_name, names in position["pieces"].items():
        for name in names:
            s.put(r.by_id[name], by_name[hex_name])
    for f in s.world.formations:
        s.orders[f] = max(0, s.orders[f])
    for general, order in position["orders"].items():
        s.orders[r.formations.index(general)] = ORDERS.index(order)
    for name in position.get("disordered", ()):
        s.set_level(r.by_id[name], 1)
    s.turn = position["turn"] - 1
    s.push(NextTurn())
