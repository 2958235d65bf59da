"""Faults of a scenario, and what their search has in common."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from grognard.games.merde.world.data import SECTOR, Place, Scenario
from grognard.games.merde.world.lexicon import DECOYS, FIRST_DECOY, GENERALS, GROUPS

TERRAIN: Final = (
    "hill",
    "wood",
    "settlement",
    "farm",
    "fortress",
    "river",
    "bridge",
    "pontoon",
    "fortification",
    "wall",
)
COVER: Final = ("wood", "settlement", "farm", "fortress")
ORDERS: Final = ("move_column", "move_line", "garrison", "support", "reserve")
MOVES: Final = ("move_column", "move_line")
FORMATIONS: Final = ("march_column", "attack_column", "line", "square", "mass_column", "open")
LIGHT: Final = ("light_inf", "light_cav")
AHEAD: Final = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
NUMBERS: Final = 12
GROUP: Final = 3
SISTERS: Final = 3  # [13.7] squares between the battalions of open order
FORTRESS: Final = 2  # [39.1] units
LONGEST_NAME: Final = 60
MOST: Final = {"troops": FIRST_DECOY, "staff": GENERALS, "groups": GROUPS - DECOYS}  # room in the notation
PLAIN_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,11}(/[12])?")


class Fault(NamedTuple):
    """A broken rule: its number, the message that says how, its arguments, and the squares concerned."""

    rule: str
    key: str
    args: tuple[object, ...] = ()
    squares: tuple[Place, ...] = ()


def lines(side: str, height: int) -> tuple[Place, Place]:
    """[5.1] The rows of the rear line and of the front line, first and last; one section deep they are the same."""
    depth = height // 2
    low = [(0, SECTOR - 1), (max(0, depth - SECTOR), depth - 1)]
    if side == "A":
        return low[0], low[1]
    rear, front = [(height - 1 - last, height - 1 - first) for first, last in low]
    return rear, front


def ground_of(battle: Scenario) -> dict[Place, set[str]]:
    found: dict[Place, set[str]] = {}
    for piece in battle.terrain:
        for square in piece.squares:
            found.setdefault(square, set()).add(piece.type)
    return found


def on_board(battle: Scenario, square: Place) -> bool:
    return 0 <= square[0] < battle.board.width and 0 <= square[1] < battle.board.height


def is_water(ground: dict[Place, set[str]], square: Place) -> bool:
    return "river" in ground.get(square, ()) and not ground[square] & {"bridge", "pontoon"}


def apart(a: Place, b: Place) -> int:
    """[2.4] Diagonals count 1."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))
