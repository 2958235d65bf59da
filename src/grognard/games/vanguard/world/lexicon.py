"""The words of the game: every action is a verb with pieces, hexes, formations or orders."""

from __future__ import annotations

from functools import cache
from typing import Final

from grognard.board.hexes import HexGrid
from grognard.games.vanguard.world.data import TERRAINS
from grognard.games.vanguard.world.roster import ENTRIES, ORDERS, roster
from grognard.kernel.action import Action, Lexicon

COLUMNS: Final = 38
ROWS: Final = 20
GROUNDS: Final = tuple(sorted(TERRAINS))

VERBS: Final[dict[str, list[tuple[str, ...]]]] = {
    # A: command
    "order": [("formation", "order")],
    "detach": [("unit", "order")],
    "take": [("unit",)],
    "place": [("unit", "hex")],
    "activate": [("formation",)],
    "headquarters": [()],
    "whole": [()],
    "without": [()],
    "alone": [()],
    # B-1, B-2
    "enter": [("unit",)],
    "all": [()],
    "round": [("unit", "entry")],
    "adopt": [("order",)],
    "try": [("order",), ("unit", "order")],
    "keep": [()],
    "dissolve": [("unit",)],
    "battery": [("unit", "order")],
    "shed": [("unit",)],
    "rest": [("unit",)],
    # B-3
    "bombard": [("unit", "hex"), ("unit", "unit", "hex")],
    # B-4
    "move": [("unit",)],
    "join": [("unit",)],
    "go": [(), ("hex",)],
    "column": [()],
    "charge": [()],
    "stop": [()],
    "stay": [(), ("unit",)],
    "shoot": [("hex",)],
    "back": [("hex",)],
    "leave": [()],
    "rouse": [("unit",)],
    "top": [("unit",)],
    "counter": [("hex",)],
    "decline": [()],
    # B-5
    "assault": [("hex",)],
    "with": [("unit",)],
    "also": [("hex",)],
    "withdraw": [("hex",)],
    "evade": [("unit", "hex")],
    "slip": [("unit",)],
    "stand": [()],
    "repel": [("unit", "hex"), ("unit", "unit", "hex")],
    "hold": [()],
    "resolve": [("hex",)],
    "lead": [()],
    "spare": [()],
    "ground": [("hex", "terrain")],
    "press": [()],
    "accept": [()],
    "contest": [()],
    "yield": [()],
    "lose": [("unit",)],
    "retreat": [("hex",)],
    "follow": [(), ("unit",)],
    "advance": [("unit", "hex")],
    "shelter": [("hex",)],
    # B-6
    "rally": [("hex",)],
    "pass": [()],
    "done": [()],
}


@cache
def sheet() -> HexGrid:
    """[1.2] Both maps: 38 columns of 20, odd columns half a hex further south."""
    return HexGrid(COLUMNS, ROWS, odd_lower=True)


class Words(Lexicon):
    """The lexicon with its rows at hand: lists of actions by hex or piece, and the bare verbs."""

    def __init__(self) -> None:
        r = roster()
        super().__init__(
            VERBS,
            {
                "hex": sheet().names,
                "unit": r.ids,
                "formation": r.formations,
                "order": list(ORDERS),
                "entry": list(ENTRIES),
                "terrain": list(GROUNDS),
            },
        )
        self.by_hex = {v: self.row(v, "hex") for v, forms in VERBS.items() if ("hex",) in forms}
        self.by_unit = {v: self.row(v, "unit") for v, forms in VERBS.items() if ("unit",) in forms}
        self.activate = self.row("activate", "formation")
        self.tries = self.row("try", "order")
        self.bare = {v: self.make(v) for v, forms in VERBS.items() if () in forms}
        self.done: Action = self.bare["done"]
        self.stop: Action = self.bare["stop"]
        self.stay: Action = self.bare["stay"]
        self.go: Action = self.bare["go"]
        self.pass_: Action = self.bare["pass"]


@cache
def words() -> Words:
    return Words()
