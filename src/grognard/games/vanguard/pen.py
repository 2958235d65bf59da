"""Writing for a reader: the catalogue of one language, and what is said again and again at the table."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from grognard.board.hexes import bits
from grognard.games.vanguard.roster import ORDERS, SIDES
from grognard.games.vanguard.world import World
from grognard.kernel.i18n import Catalogue


class Pen:
    """A catalogue held at one language and one battle. Calling it says a message."""

    def __init__(self, words: Catalogue, language: str, world: World) -> None:
        self.words = words
        self.language = language
        self.world = world

    def __call__(self, key: str, *args: object) -> str:
        return self.words.say(key, args, self.language)

    def has(self, key: str) -> bool:
        return key in self.words.messages["en"]

    def first(self, keys: Iterable[str], *args: object) -> str:
        """The first of these messages that the catalogue has."""
        tried = list(keys)
        return self(next((key for key in tried if self.has(key)), tried[-1]), *args)

    def named(self, key: str, default: str) -> str:
        return self(key) if self.has(key) else default

    def place(self, h: int) -> str:
        """A hex by name and number: ``Rivalta, 2710``; ``off the map`` where there is none."""
        if h < 0:
            return self("note.off_map")
        town = self.world.place_at.get(h)
        number = self.world.grid.names[h]
        return f"{self.named(f'place.{town}', town)}, {number}" if town else number

    def unit(self, u: int) -> str:
        name = self.world.roster.ids[u]
        return self.named(f"piece.{name}", self.world.roster.names[u])

    def units(self, pieces: int) -> str:
        return ", ".join([self.unit(u) for u in bits(pieces)])

    def short(self, u: int) -> str:
        return self.named(f"short.{self.world.roster.ids[u]}", self.unit(u))

    def order(self, order: int) -> str:
        return self(f"order.{ORDERS[order]}") if order >= 0 else self("note.no_order")

    def formation(self, f: int) -> str:
        return self.named(f"formation.{self.world.roster.formations[f]}", self.world.roster.formation_names[f])

    def army(self, side: int) -> str:
        """The side by the name it has in this battle."""
        return self(f"army.{self.world.nation_name(side)}")

    def sides(self) -> list[str]:
        return [self.army(side) for side in range(len(SIDES))]

    def points(self, halves: int) -> str:
        """Movement points, counted in halves: ``2½``."""
        whole, half = divmod(halves, 2)
        if not half:
            return str(whole)
        return f"{whole}½" if whole else "½"


def percent(chance: Fraction | float) -> str:
    """A chance as people read it."""
    return f"{round(100 * float(chance))}%"


def signed(number: int) -> str:
    """A modifier as it is written: +2, −1, 0."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def faces(dice: list[int]) -> str:
    """Faces of a die in a row: ``5-6``, ``4``; gaps with a comma."""
    parts: list[str] = []
    run: list[int] = []
    for die in [*dice, 0]:
        if run and die != run[-1] + 1:
            parts.append(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}")
            run = []
        run.append(die)
    return ", ".join(parts)
