"""A state as plain data, for a file; and back.

Fields that have come since stand as they stand in a new game; fields that have gone are passed over. So a match that
was begun under older rules goes on by the new ones from where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from sys import intern
from typing import Any

from grognard.kernel.action import Action
from grognard.kernel.dice import Dice, FastDice
from grognard.kernel.frame import Event, Frame, Outcome, State
from grognard.kernel.game import AnyGame, Setup
from grognard.kernel.match import CHECKPOINT, Entry, Match
from grognard.kernel.part import Plain, frozen
from grognard.kernel.wire import Json

AnyFrame = Frame[Any]  # of whatever game


class StoredError(ValueError):
    """Stored data of which no state can be made."""


def write(state: State) -> Json:
    """All of a state but its map, its options, its dice and its events."""
    outcome = state.outcome
    return {
        "fields": state.plain(),
        "agenda": [[type(frame).__name__, contents(frame)] for frame in state.agenda],
        "outcome": outcome and outcome._asdict(),
    }


def read(game: AnyGame, setup: Setup, data: Mapping[str, Plain], dice: Dice) -> State:
    """The state that was written down."""
    state: State = game.new(setup, FastDice("stored"))
    kinds = frames(game.package)
    try:
        state.fill(data["fields"])
        state.agenda = [_frame(kinds[name], fields) for name, fields in data["agenda"]]
        state.outcome = data["outcome"] and Outcome(**data["outcome"])
    except Exception as fault:  # data from outside, however strange, cost no more than themselves
        raise StoredError(f"the stored position of this match cannot be read: {fault!r}") from fault
    state.events, state.revealed, state.noise, state.dice = [], False, 0, dice
    return state


def write_match(match: Match) -> Json:
    """A match at its question, without its history."""
    setup = match.setup
    return {
        "game": match.game.id,
        "scenario": setup.scenario,
        "options": setup.options,
        "state": write(match.state),
        "acting": list(match._acting),
        "revision": match.revision,
        "seen": [match.revision - number for number in match._unseen],
    }


def read_match(game: AnyGame, data: Mapping[str, Plain], dice: Dice) -> Match:
    """The match that was written down."""
    setup = game.set_up(data["scenario"], data["options"])
    match = Match(game, setup, dice, [], read(game, setup, data["state"], dice))
    match.revision = data["revision"]
    match._unseen = [match.revision - number for number in data["seen"]]
    match._wait(tuple(data["acting"]))
    return match


def write_entry(entry: Entry) -> list[Plain]:
    """What a line of a record does not say of an entry of the history."""
    events = [[event.key, event.args, event.to, *([event.detail] if event.detail else [])] for event in entry.events]
    return [events, entry.revealed, entry.sealed, entry.shown, entry.told, *([True] if entry.joined else [])]


def keep(match: Match) -> Json:
    """How a match stands at its question."""
    return {"state": write(match.state), "acting": list(match._acting), "length": len(match._line)}


def kept_before(match: Match) -> list[Json]:
    """The last positions from which a match can be taken back, the newest last."""
    most = len(match._line)
    lengths = sorted([done for done in match._checkpoints if 0 < done <= most and done % CHECKPOINT == 0])[-2:]
    return [{"state": write(match._checkpoints[length]), "length": length} for length in lengths]


def told_of(match: Match, number: int) -> list[Plain]:
    """What is to be written besides a line of the record; 0 is the set-up."""
    return write_entry(match._history[number - 1] if number else match._opening)


def read_entry(side: int, action: Action | None, dice: tuple[int, ...], data: Plain) -> Entry:
    """An entry of the history, from its line and from what was written besides."""
    events, revealed, sealed, shown, told, *joined = data
    found = [Event(intern(key), frozen(args), to, *map(frozen, detail)) for key, args, to, *detail in events]
    return Entry(side, action, dice, found, revealed, sealed, shown, tuple(told), bool(joined))


def contents(frame: AnyFrame) -> Json:
    """What a frame was made with, by name."""
    return {name: getattr(frame, name) for name in _names(frame)}


def _names(frame: AnyFrame) -> list[str]:
    found = getattr(frame, "__dict__", None)
    kind: type = type(frame)
    return sorted(_slots(kind) if found is None else found)


@cache
def _slots(kind: type) -> tuple[str, ...]:
    """The attributes of a compiled class."""
    known = {name: thing for cls in reversed(kind.__mro__) for name, thing in vars(cls).items()}
    return tuple(
        [name for name, thing in known.items() if type(thing).__name__ == "getset_descriptor" and name[0] != "_"]
    )


def _frame(kind: type[AnyFrame], fields: Mapping[str, Plain]) -> AnyFrame:
    values = {name: frozen(value) for name, value in fields.items()}
    try:
        frame = kind.__new__(kind)
    except TypeError:  # a compiled class is only made by its constructor
        frame = _constructed(kind, values)
    for name, value in values.items():
        setattr(frame, name, value)
    return frame


def _constructed(kind: Callable[..., AnyFrame], values: dict[str, object]) -> AnyFrame:
    """By the constructor; one that names its side otherwise takes what is left."""
    try:
        made = kind(**values)
    except TypeError:
        made = kind(**{name: value for name, value in values.items() if name != "side"})
    return made


@cache
def frames(package: str) -> dict[str, type[AnyFrame]]:
    """The frames of a game by their names."""
    found: dict[str, type[AnyFrame]] = {}
    left: list[type[AnyFrame]] = [Frame]
    while left:
        kind = left.pop()
        left.extend(kind.__subclasses__())
        if kind.__module__.startswith(package):
            assert kind.__name__ not in found, f"two frames of {package} are called {kind.__name__}"
            found[kind.__name__] = kind
    return found
