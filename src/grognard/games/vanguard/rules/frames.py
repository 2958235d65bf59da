"""Steps that are about one counter or one assault: what their frames have in common."""

from __future__ import annotations

from grognard.games.vanguard.world.state import Battle
from grognard.kernel.frame import Frame


class OfUnit(Frame[Battle]):
    """A step about one unit."""

    def __init__(self, side: int, unit: int) -> None:
        super().__init__(side)
        self.unit = unit

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.unit)


class OfLeader(Frame[Battle]):
    """A step about one leader."""

    def __init__(self, side: int, leader: int) -> None:
        super().__init__(side)
        self.leader = leader

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.leader)


class OfAssault(Frame[Battle]):
    """A step about one of the assaults declared, by its place among them."""

    def __init__(self, side: int, index: int) -> None:
        super().__init__(side)
        self.index = index

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.index)
