"""What only rulebook 15.1 keeps: dummy counters, and which pieces lie open to the enemy."""

from __future__ import annotations

from typing import Final

DUMMY_COUNTERS: Final = 5  # [15.1] each player


class Veil:
    """The memory of rulebook 15.1. Lists of two go by side. A game with open stacks shares one that never changes."""

    def __init__(self) -> None:
        self.decoys: list[dict[int, int]] = [{}, {}]  # dummy counters by hex
        self.draft: list[dict[int, int] | None] = [None, None]  # as they are being laid anew
        self.column = 0  # dummy counters that go along with the Move being made
        self.shown = 0  # pieces the enemy has seen in a combat, until the phase is over
        # of a table as one side knows it
        self.backs: list[dict[int, int]] = [{}, {}]  # counters face down, by hex
        self.markers: list[dict[int, tuple[str, ...]]] = [{}, {}]  # what lies on those stacks, by hex
        self.sieges = -1  # cities under siege; -1: to be judged by the units themselves

    def copy(self) -> Veil:
        twin = Veil()
        twin.decoys = [self.decoys[0].copy(), self.decoys[1].copy()]
        twin.draft = [None if draft is None else draft.copy() for draft in self.draft]
        twin.column, twin.shown, twin.sieges = self.column, self.shown, self.sieges
        twin.backs = [self.backs[0].copy(), self.backs[1].copy()]
        twin.markers = [self.markers[0].copy(), self.markers[1].copy()]
        return twin

    def facts(self) -> tuple[object, ...]:
        return (
            [sorted(side.items()) for side in self.decoys],
            [None if draft is None else sorted(draft.items()) for draft in self.draft],
            self.column,
            self.shown,
            self.sieges,
            [sorted(side.items()) for side in self.backs],
            [sorted(side.items()) for side in self.markers],
        )


OPEN: Final = Veil()  # of every game whose stacks lie open
