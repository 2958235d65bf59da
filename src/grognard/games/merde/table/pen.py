"""Writing for a reader: the catalogue of one language, and what is said again and again at the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from grognard.board.squares import SECTOR
from grognard.games.merde.world.lexicon import FACINGS, FORMATIONS, NAMES, ORDERS
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import World
from grognard.kernel.face import PenFace
from grognard.kernel.i18n import Catalogue
from grognard.kernel.pen import WorldPen


class Pen(WorldPen[World]):
    """What is said of one battle, by the names it uses."""

    def shown(self, kind: str, value: int) -> str:
        """An argument as it is read: what has a name in this battle by its name."""
        named = NAMED.get(kind)
        return self.words.show(kind, value, self.language) if named is None else named(self, value)

    def square(self, sq: int) -> str:
        """A square for the eye and the ear: the place that stands on it, then column and row."""
        name = self.place(sq)
        at = NAMES["square"][sq]
        return f"{name}, {at}" if name else at

    def place(self, sq: int) -> str:
        """The name of the village, farm or hill on a square, if it has one."""
        name = self.world.name_of.get(sq)
        return self.feature(name) if name else ""

    def feature(self, name: str) -> str:
        return self.named(f"place.{slug(name)}", name)

    def piece(self, piece: int) -> str:
        stock = self.world.stocks[piece]
        if stock is None or not stock.name:
            return self("piece.decoy")
        return self.troops(stock.name)

    def troops(self, name: str) -> str:
        return self.named(f"piece.{slug(name)}", name)

    def general(self, general: int) -> str:
        officer = self.world.staff[general]
        return "" if officer is None else self.named(f"piece.{slug(officer.name)}", officer.name)

    def group(self, group: int) -> str:
        """A group by its members: ``2nd line, 3rd line``."""
        members = [piece for piece, of in self.world.group_of.items() if of == group]
        return ", ".join([self.piece(piece) for piece in members]) or NAMES["group"][group]

    def formation(self, formation: int) -> str:
        return self(f"formation.{FORMATIONS[formation]}")

    def facing(self, facing: int) -> str:
        return self(f"facing.{FACINGS[facing]}")

    def order(self, order: int) -> str:
        return self(f"order.{ORDERS[order]}")

    def side(self, side: int) -> str:
        army = self.world.scenario.sides["AB"[side]]
        return self.named(f"army.{slug(army.name)}", army.name)

    def sector(self, sector: int) -> str:
        """A sector by its place on the board, counted from the south-west."""
        row, column = divmod(sector, 9)
        return self("note.sector", column + 1, row + 1)

    def gunner(self, piece: int) -> str:
        """[24.5] The question to a battery."""
        return self("gunner.ask", self.piece(piece))

    def planner(self, step: int) -> str:
        """[20.4] The question for a step of the movement."""
        return self("planner.ask", self(f"movestep.{step}"))

    def skirmisher(self, piece: int) -> str:
        """[27.2] The question to a regiment whose skirmishers are out."""
        return self("skirmisher.ask", self.piece(piece))

    def column(self, column: int) -> str:
        return self("note.column", column + 1, column * SECTOR, column * SECTOR + SECTOR - 1)


NAMED: Final[dict[str, Callable[[Pen, int], str]]] = {
    "square": Pen.square,
    "piece": Pen.piece,
    "general": Pen.general,
    "group": Pen.group,
    "sector": Pen.sector,
    "side": Pen.side,
    "gunner": Pen.gunner,
    "planner": Pen.planner,
    "skirmisher": Pen.skirmisher,
}


@lru_cache(maxsize=4000)
def slug(name: str) -> str:
    """A name as a key of the catalogue."""
    return "".join([c if c.isalnum() and c.isascii() else "_" for c in name.lower()]).strip("_")


class Showing:
    """How arguments of messages are shown in one battle, whose pieces have names; the rest is the game's own affair."""

    def __init__(self, words: Catalogue, world: World) -> None:
        self.words = words
        self.pens = {language: Pen(words, language, world) for language in words.messages}

    def __call__(self, kind: str, value: object, language: str) -> str:
        if kind == "group" and isinstance(value, tuple):
            return ", ".join([self.pens[language].piece(piece) for piece in value])
        if not isinstance(value, int) or value < 0:
            return self.words.show(kind, value, language)
        return self.pens[language].shown(kind, value)


Seen = PenFace[Battle, Pen]  # a battle as one side is shown it
