"""What only rulebook 15.1 keeps: dummy counters, and which pieces lie open to the enemy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from grognard.kernel.part import Part, each_counts

DUMMY_COUNTERS: Final = 5  # [15.1] each player


@dataclass(eq=False, repr=False)
class Veil(Part):
    """The memory of rulebook 15.1. Lists of two go by side. A game with open stacks shares one that never changes."""

    decoys: list[dict[int, int]] = each_counts()  # dummy counters by hex
    draft: list[dict[int, int] | None] = each_counts(laid=False)  # as they are being laid anew
    column: int = 0  # dummy counters that go along with the Move being made
    shown: int = 0  # pieces the enemy has seen in a combat, until the phase is over
    sieges: int = -1  # of a table as one side knows it: cities under siege; -1: to be judged by the units themselves
    backs: list[dict[int, int]] = each_counts()  # of the same: counters face down, by hex
    markers: list[dict[int, tuple[str, ...]]] = each_counts()  # what lies on those stacks, by hex


NOTHING_HIDDEN: Final = Veil()  # of every game whose stacks lie open
