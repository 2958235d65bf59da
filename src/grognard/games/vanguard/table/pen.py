"""Writing for a reader: the catalogue of one language, and what is said again and again at the table."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.vanguard.world.roster import ORDERS, SIDES
from grognard.games.vanguard.world.state import Battle
from grognard.games.vanguard.world.world import World
from grognard.kernel.face import PenFace
from grognard.kernel.pen import WorldPen


class Pen(WorldPen[World]):
    """What is said of one battle, by the names it uses."""

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
        return points(halves)


def points(halves: int) -> str:
    """Movement points, counted in halves: ``2½``."""
    whole, half = divmod(halves, 2)
    if not half:
        return str(whole)
    return f"{whole}½" if whole else "½"


Seen = PenFace[Battle, Pen]  # a battle as one side is shown it
