"""Grognard: Napoleonic wargames played by their own rulebooks.

``catalog`` lists the games, ``start`` begins a match, ``loads`` brings one back from its record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from grognard import games
from grognard.kernel.action import Action, Region
from grognard.kernel.decision import Decision, IllegalAction, Refusal
from grognard.kernel.dice import CommittedDice, Dice, FastDice, ScriptedDice
from grognard.kernel.frame import Event, Outcome
from grognard.kernel.game import AnyGame, Choice, DataError, SetupError
from grognard.kernel.match import Match, begin
from grognard.kernel.record import Record, RecordError, parse
from grognard.kernel.restore import other_version, restore
from grognard.kernel.wire import Value

__version__ = "0.2.0.dev0"

__all__ = [
    "Action",
    "Choice",
    "CommittedDice",
    "DataError",
    "Decision",
    "Dice",
    "Event",
    "FastDice",
    "GameInfo",
    "IllegalAction",
    "Match",
    "Outcome",
    "Record",
    "RecordError",
    "Refusal",
    "Region",
    "ScriptedDice",
    "SetupError",
    "catalog",
    "loads",
    "start",
]


class GameInfo(NamedTuple):
    """A game of the catalog: what can be played, and how."""

    id: str
    title: str
    sides: tuple[str, ...]
    editions: tuple[int, ...]
    scenarios: tuple[str, ...]
    options: tuple[Choice, ...]


def catalog() -> list[GameInfo]:
    """Every game: id, title, sides, editions, scenarios, options with their defaults."""
    found = [games.load(name) for name in games.known()]
    return [GameInfo(g.id, g.title, g.sides, g.editions, g.scenarios, g.options) for g in found]


def _game(name: str) -> AnyGame:
    return games.load(name)


def start(
    game: str,
    scenario: str | None = None,
    options: Mapping[str, Value] | None = None,
    seed: str | None = None,
    dice: Dice | None = None,
) -> Match:
    """A new match. Without a seed a secret one is drawn; ``dice`` replaces the committed stream (tests, simulation)."""
    found = _game(game)
    if seed is not None and not isinstance(seed, str):
        raise SetupError(f"a seed is text, not {type(seed).__name__}")
    if dice is not None and not isinstance(dice, Dice):
        raise SetupError(f"dice are a Dice such as FastDice('seed'), not {type(dice).__name__}")
    if seed is not None and dice is not None:
        raise SetupError("a match has a seed or dice of its own, not both")
    return begin(found, found.set_up(scenario, options), seed, dice)


def loads(text: str, *, other_versions: bool = False) -> Match:
    """A match from its record, replayed and checked line by line; raises RecordError.

    A record of another ruleset or other data is refused; ``other_versions`` goes on with it by today's rules, from how
    it stood where it says so (``match.lasting``), else with every line tried.
    """
    record = parse(text)
    try:
        game = _game(record.game)
    except SetupError as fault:
        raise RecordError(str(fault)) from None
    other = "" if other_versions else other_version(game, record)
    if other:
        raise RecordError(f"this record cannot be continued: {other}")
    return restore(game, record)
