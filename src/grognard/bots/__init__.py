"""Bots: anything that answers a decision from a view. ``make`` gives one, ``names`` lists them.

A bot for one game is a module here named ``<bot>_<game>`` that holds a class of the bot's name: the package
``marshal_russia1812`` with its ``Marshal``. Nothing else needs to know of it. Other distributions bring bots by an
entry point: group ``grognard.bots``, ``<bot>_<game>`` as its name, a class or function of side and seed as the object.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final, Protocol

from grognard.bots.chance import RandomBot

__all__ = ["Bot", "RandomBot", "make", "names"]


class Bot(Protocol):
    """A player who is given his side's view, never a match or a state."""

    def choose(self, view: dict[str, Any]) -> str:
        """One of ``view["decision"]["options"]``."""


Maker = Callable[[str, str], Bot]  # from side and seed
GROUP: Final = "grognard.bots"


@cache
def _players() -> dict[tuple[str, str], Callable[[], Maker]]:
    """Who plays a game under a name: what fetches the maker of a bot."""
    guests = {entry.name: entry.load for entry in entry_points(group=GROUP)}
    ours = {module.name: _fetch(module.name) for module in pkgutil.iter_modules(__path__) if "_" in module.name}
    found: dict[tuple[str, str], Callable[[], Maker]] = {}
    for name, fetch in (guests | ours).items():
        bot, _, game = name.partition("_")
        found[game, bot] = fetch
    return found


def _fetch(module: str) -> Callable[[], Maker]:
    def fetch() -> Maker:
        maker: Maker = getattr(import_module(f"{__name__}.{module}"), module.partition("_")[0].capitalize())
        return maker

    return fetch


def names(game: str) -> list[str]:
    """The bots that can play a game, the weakest first."""
    return ["random", *(bot for known, bot in _players() if known == game)]


def make(name: str, game: str, side: str, seed: str) -> Bot:
    """A bot by its name; ValueError if there is none of that name for the game."""
    if name not in names(game):
        raise ValueError(f"there is no bot {name!r} for {game}; there are {', '.join(names(game))}")
    if name == "random":
        return RandomBot(seed)
    return _players()[game, name]()(side, seed)
