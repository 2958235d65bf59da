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


class Story:
    """What one side (-1: a spectator) was told, line by line: kept up with the answers that count, not made anew.

    ``whole``: the numbers of the actions count every one, also those it did not know of while the match ran.
    """

    def __init__(self, who: int, whole: bool, opening: Entry) -> None:
        self._who = who
        self._whole = whole
        self._entries = [opening]  # all that is told so far,
        self._ends = [0]  # how many lines it has after each,
        self._numbers = [0]  # and the number of its action
        self.lines: list[tuple[int, Event]] = []
        self.turns: list[int] = []  # lines with which a turn begins,
        self.phases: list[int] = []  # or a phase
        self._tell(opening, 0)
        self._ends[0] = len(self.lines)

    def copy(self) -> Story:
        """The same, to go on otherwise."""
        twin = Story(self._who, self._whole, self._entries[0])
        twin._entries, twin._ends, twin._numbers = self._entries[:], self._ends[:], self._numbers[:]
        twin.lines, twin.turns, twin.phases = self.lines[:], self.turns[:], self.phases[:]
        return twin

    def follow(self, line: list[Entry]) -> None:
        """Tell of these answers: what was taken back is forgotten, what is new is told. An answer is one object."""
        done = self._entries
        while len(done) > 1 and (len(done) - 1 > len(line) or done[-1] is not line[len(done) - 2]):
            for rows in (done, self._ends, self._numbers):
                rows.pop()
        self._cut(self._ends[-1])
        for entry in line[len(done) - 1 :]:
            number = self._numbers[-1] + (self._whole or entry.known_to(self._who))
            self._tell(entry, number)
            done.append(entry)
            self._numbers.append(number)
            self._ends.append(len(self.lines))

    def before(self, place: int) -> int:
        """How many lines there were before an answer, by its place among those that count."""
        return self._ends[place]

    def _tell(self, entry: Entry, number: int) -> None:
        for event in entry.events:
            if event.to in (EVERYONE, self._who):
                if event.opens_turn:
                    self.turns.append(len(self.lines))
                elif event.opens_phase:
                    self.phases.append(len(self.lines))
                self.lines.append((number, event))

    def _cut(self, length: int) -> None:
        del self.lines[length:]
        for places in (self.turns, self.phases):
            while places and places[-1] >= length:
                places.pop()
