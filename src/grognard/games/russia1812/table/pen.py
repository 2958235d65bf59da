"""Writing for a reader: the catalogue of one language, and what is said again and again at the table."""

from __future__ import annotations

from functools import cached_property

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.optional.known import known
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import World
from grognard.kernel.face import PenFace
from grognard.kernel.pen import WorldPen


class Pen(WorldPen[World]):
    """What is said of the campaign, by its names."""

    def place(self, h: int) -> str:
        """A hex by city and number: ``Kowno, 2008``."""
        return self.words.show("place", h, self.language)

    def town(self, h: int) -> str:
        """A hex by its city if it has one, else by number."""
        return self.words.show("town", h, self.language)

    def unit(self, u: int) -> str:
        return self.words.show("unit", u, self.language)

    def units(self, pieces: int) -> str:
        return ", ".join([self.unit(u) for u in bits(pieces)])

    def troop(self, u: int) -> str:
        """What a piece is: ``veteran infantry``, or a commander with his rating."""
        world = self.world
        if world.commanders >> u & 1:
            return self("troop.commander", world.cr[u])
        return self(f"troop.{world.klass[u]}_{world.kind[u]}")

    def count(self, number: int) -> str:
        return self("note.units", number)


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


class Seen(PenFace[Campaign, Pen]):
    """The campaign as one side is shown it: ``known`` is what it knows of it (15.1)."""

    @cached_property
    def known(self) -> Campaign:
        return known(self.state, self.side)
