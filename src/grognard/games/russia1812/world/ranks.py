"""Rulebook 16.2: combat units and commanders as command sees them."""

from __future__ import annotations

from typing import Final, NamedTuple

SENIORITY: Final = {"A": 4, "I": 3, "C": 2, "corps": 1}  # [16.2] highest first; no designation: not in the list


class Troop(NamedTuple):
    """A combat unit as command sees it."""

    corps: str | None
    kind: str
    army: int | None = None
    guard: bool = False


class Chief(NamedTuple):
    """A commander with his designation: ``A``, ``I``, ``C``, ``corps``, or none of them."""

    name: str
    level: str
    corps: str | None = None
    cr: int = 0
    army: int | None = None

    @property
    def rank(self) -> int:
        return SENIORITY.get(self.level, 0)
