"""Writing for a reader: the catalogue of one language and one battle, and what is said again and again at the table."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from grognard.games.tabletop.world.state import Battle
from grognard.games.tabletop.world.world import ORDERS, SIDES, World
from grognard.kernel.face import PenFace
from grognard.kernel.i18n import Catalogue
from grognard.kernel.pen import WorldPen


class Pen(WorldPen[World]):
    """What is said of one battle, by the names it uses."""

    def __init__(self, words: Catalogue, language: str, world: World) -> None:
        super().__init__(words, language, world)
        self.scenario = world.scenario.id

    # names of this battle

    def unit(self, u: int) -> str:
        info = self.world.units[u]
        return self.named(f"unit.{self.scenario}.{info.id}", info.name)

    def units(self, units: Iterable[int]) -> str:
        return ", ".join([self.unit(u) for u in units])

    def general(self, g: int) -> str:
        info = self.world.generals[g][1]
        return self.named(f"general.{self.scenario}.{info.id}", info.name)

    def command(self, c: int) -> str:
        """A command by its brigadier where it has one: ``A1, Ruffin``; else by its troops: ``A3, Foot battery``."""
        name, brigadier = self.world.commands[c][1].id, self.world.brigadier(c)
        if brigadier >= 0:
            return f"{name}, {self.general(brigadier)}"
        return f"{name}, {self.units([u for u, unit in enumerate(self.world.units) if unit.command == c])}"

    def objective(self, o: int) -> str:
        area = self.world.objectives[o]
        return self.named(f"objective.{self.scenario}.{area.id}", area.name)

    def ground(self, name: str) -> str:
        """A piece of ground by its name; the catalogue knows it without blanks."""
        return self.named(f"ground.{name.lower().replace(' ', '_')}", name)

    def army(self, side: int) -> str:
        return self(f"army.{self.scenario}.{SIDES[side]}")

    def order(self, order: int) -> str:
        return self(f"order.{ORDERS[order]}")

    def formation(self, name: str) -> str:
        return self(f"formation.{name}")

    def kind(self, name: str) -> str:
        return self(f"kind.{name}")

    # numbers

    def tenths(self, value: int) -> str:
        """Tenths as people write them: 125 is 12.5, or 12,5."""
        whole, rest = divmod(abs(value), 10)
        mark = "," if self.language == "it" else "."
        return f"{'−' if value < 0 else ''}{whole}{mark + str(rest) if rest else ''}"

    def cm(self, mm: int) -> str:
        return f"{self.tenths(mm)} cm"

    def degrees(self, tenths: int) -> str:
        return f"{self.tenths(tenths)}°"


def percent(chance: Fraction | float) -> str:
    """A chance as people read it: never 0 % for what can happen, nor 100 % for what can fail."""
    whole = round(100 * float(chance))
    if whole == 0 and chance > 0:
        return "<1%"
    return "99%" if whole == 100 and chance < 1 else f"{whole}%"


Seen = PenFace[Battle, Pen]  # a battle as one side is shown it
