"""The luck audit: what every die of a battle was expected to bring, and what it brought."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Final

from grognard.games.tabletop.rules import morale
from grognard.games.tabletop.table.pen import Pen
from grognard.games.tabletop.world import data
from grognard.games.tabletop.world.world import SIDES
from grognard.kernel.frame import Event
from grognard.kernel.luck import Tally
from grognard.kernel.odds import D6
from grognard.kernel.wire import LuckRow, LuckVerdict

# What is counted and the rule it comes from; more of it is good for the side it is counted for.
KINDS: Final = {"fire": "7.1", "blows": "8.1", "morale": "9.2", "rally": "10.3", "initiative": "4.5", "squares": "6.6"}
FIRE_STEP: Final = 9


class Audit(Tally):
    """Counts every die of a battle, event by event."""

    def __init__(self) -> None:
        super().__init__()
        self.phase = 0

    def read(self, event: Event) -> None:
        """Take an event with the dice it tells of."""
        args = [arg if isinstance(arg, int) else 0 for arg in event.args]
        if event.opens_phase:
            self.phase = args[1]
        elif event.key in ("fire", "blow"):
            self._percent("fire" if event.key == "fire" else "blows", _side(event), args[2], args[4])
        elif event.key == "morale":
            self._test("morale", _side(event), args[2], event.args[4], 10 if self.phase == FIRE_STEP else 6)
        elif event.key == "rally":
            self._test("rally", _side(event), args[2], event.args[4], 10)
        elif event.key == "initiative_die":
            self.of("initiative", args[0]).among(args[1], D6)
        elif event.key == "square_die":
            self.of("squares", _side(event)).chance(args[1] >= args[2], Fraction(7 - args[2], 6))

    def _percent(self, kind: str, side: int, total: int, lost: int) -> None:
        """[7.5] [7.6] The rest over full hundreds is a chance."""
        rest = Fraction(total % 100, 100)
        self.of(kind, side).add(lost, Fraction(total, 100), rest * (1 - rest))

    def _test(self, kind: str, side: int, modifier: int, result: object, die: int) -> None:
        """[9.2] Whether a unit holds."""
        chance = Fraction(sum([morale.result_of(n + modifier) == morale.HOLD for n in range(1, die + 1)]), die)
        self.of(kind, side).chance(result == morale.HOLD, chance)


def _side(event: Event) -> int:
    """The side of the unit an event begins with: ``crossroads/A-1``."""
    return data.SIDES.index(str(event.args[0]).partition("/")[2][:1])


def rows(audit: Audit, pen: Pen) -> list[LuckRow]:
    """Kind by kind, one side beside the other."""
    return [row for kind, rule in KINDS.items() for row in audit.rows({kind: (rule, 1)}, SIDES, pen)]


def verdict(audit: Audit, pen: Pen) -> list[LuckVerdict]:
    """One sentence a side: all its dice together."""
    found = []
    for side, name in enumerate(SIDES):
        mine = [count for (_, who), count in audit.counts.items() if who == side and count.variance]
        if mine:
            mean = sum([count.better for count in mine]) / sqrt(len(mine))
            key = "good" if mean > 1 else "bad" if mean < -1 else "fair"
            found.append(LuckVerdict(side=name, text=pen(f"luck.{key}", pen.army(side))))
    return found
