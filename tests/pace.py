"""How closely the walks of a game are attacked in the contract."""

from __future__ import annotations

from typing import NamedTuple


class Pace(NamedTuple):
    """Actions of a walk; then one step in so many for each kind of attack."""

    steps: int = 400
    undo: int = 6
    peek: int = 12
    count: int = 20
    twin: int = 60
