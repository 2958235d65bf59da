"""The war as it is followed: lines of the log folded into deeds. A march is one line, a battle one, a famine one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Final, Generic, NamedTuple

from grognard.kernel.frame import Event
from grognard.kernel.pen import P
from grognard.kernel.wire import Deed, Fallen

FACES: Final = "·⚀⚁⚂⚃⚄⚅"  # a die within a sentence; whoever shows it draws the die
LONGEST: Final = 120  # lines of one deed


class Group(NamedTuple):
    """Lines that follow each other and are told as one; a kind of "" is a line that stands for itself."""

    kind: str
    first: int
    events: list[Event]


class Teller(Generic[P]):
    """Folds what one reader was told. It knows nothing but these events, so it tells nobody's secrets.

    ``opens``: the events a deed begins with, and its kind; ``goes_on``: by kind, what else belongs to it. A method
    ``tell_<kind>`` writes the deed, or None where its lines are better read one by one.
    """

    opens: ClassVar[Mapping[str, str]] = {}
    goes_on: ClassVar[Mapping[str, frozenset[str]]] = {}

    def __init__(self, pen: P) -> None:
        self.pen = pen

    def groups(self, events: Iterable[Event]) -> list[Group]:
        """All lines, in their order, those that belong together in one group."""
        found: list[Group] = []
        for i, event in enumerate(events):
            last = found[-1] if found else None
            if last is not None and last.kind and len(last.events) < LONGEST and self.joins(last, event):
                last.events.append(event)
            else:
                found.append(Group(self.opens.get(event.key, ""), i, [event]))
        return found

    def joins(self, group: Group, event: Event) -> bool:
        """Whether an event goes on with what a group tells."""
        return event.key in self.goes_on.get(group.kind, ())

    def deed(self, group: Group) -> Deed | None:
        """A group as one line."""
        tell: Callable[[list[Event]], Deed | None] | None = getattr(self, f"tell_{group.kind}", None)
        found = tell(group.events) if tell is not None and group.kind else None
        if found is not None:
            found.kind, found.span = group.kind, len(group.events)
        return found


def with_key(events: Sequence[Event], *keys: str) -> list[Event]:
    """The events of these keys."""
    return [event for event in events if event.key in keys]


def last(events: Sequence[Event], *keys: str) -> Event | None:
    found = with_key(events, *keys)
    return found[-1] if found else None


def first(events: Sequence[Event], *keys: str) -> Event | None:
    found = with_key(events, *keys)
    return found[0] if found else None


def gathered(lost: Iterable[tuple[str | None, str, str]]) -> list[Fallen]:
    """Pieces that fell, put together by side and place: (side, place, piece)."""
    heaps: dict[tuple[str | None, str], list[str]] = {}
    for side, place, piece in lost:
        heaps.setdefault((side, place), []).append(piece)
    return [Fallen(at=at, pieces=all_, count=len(all_), side=side) for (side, at), all_ in heaps.items()]


def sentences(*parts: str) -> str:
    """What is said, one thing after another."""
    return " ".join([part for part in parts if part])


def capital(text: str) -> str:
    """A sentence begins with a capital."""
    return text[:1].upper() + text[1:]
