"""What has happened in a match, as it is kept: events and the entries of the history.

They are the most numerous things of a long match. None refers back to what holds it, so the collector passes them over.
"""

from __future__ import annotations

from typing import Final

import msgspec

from grognard.kernel.action import Action

EVERYONE: Final = -1
TURN: Final = "turn"  # the key of the event with which a turn begins: its number, and what else dates it
PHASE: Final = "phase"  # a phase begins: the number of the turn, and its own


class Event(msgspec.Struct, frozen=True, eq=False, gc=False):
    """Something that happened, told late: a message key, its arguments, and the side that may know (-1: all)."""

    key: str
    args: tuple[object, ...] = ()
    to: int = EVERYONE
    detail: tuple[object, ...] = ()  # what it was made of, for who tells of it; no part of what happened

    @property
    def opens_turn(self) -> bool:
        return self.key == TURN

    @property
    def opens_phase(self) -> bool:
        return self.key == PHASE

    def number(self, place: int) -> int:
        """An argument that is a number."""
        value = self.args[place]
        assert isinstance(value, int)
        return value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and (self.key, self.args, self.to) == (other.key, other.args, other.to)

    def __hash__(self) -> int:
        return hash((self.key, self.args, self.to))

    def __repr__(self) -> str:
        return f"Event({self.key!r}, {self.args!r})"


NOTHING: Final[list[Event]] = []  # of an entry without events; nobody may change it


class Entry(msgspec.Struct, eq=False, gc=False):
    """One line of the history: who did what, the dice it rolled, what happened. ``action`` None is an undo.

    ``sealed``: part of an answer that nobody else knows yet, given while several sides owed one. ``shown``: whether
    something changed for all to see; ``told``: the sides that were told something besides. Who was shown nothing does
    not even learn that there was a step: the number of steps would tell. ``joined``: done in one gesture with the entry
    before it.
    """

    side: int
    action: Action | None
    dice: tuple[int, ...]
    events: list[Event]
    revealed: bool
    sealed: bool = False
    shown: bool = True
    told: tuple[int, ...] = ()
    joined: bool = False

    def known_to(self, side: int) -> bool:
        """Whether a side may know that this happened."""
        return self.shown or self.side == side or side in self.told

    def add(self, event: Event) -> None:
        """Something more happened with it."""
        self.events = [*self.events, event]
