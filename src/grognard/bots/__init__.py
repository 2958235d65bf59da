"""Bots: anything that answers a decision from a view. ``make`` gives one, ``names`` lists them.

A bot for one game is a module here named ``<bot>_<game>`` that holds a class of the bot's name: the package
``marshal_russia1812`` with its ``Marshal``. Nothing else needs to know of it.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import Any, Protocol

from grognard.bots.chance import RandomBot

__all__ = ["Bot", "RandomBot", "make", "names"]


class Bot(Protocol):
    """A player who is given his side's view, never a match or a state."""

    def choose(self, view: dict[str, Any]) -> str:
        """One of ``view["decision"]["options"]``."""


@cache
def _players() -> dict[tuple[str, str], str]:
    """Which module plays a game under a name."""
    found = [module.name for module in pkgutil.iter_modules(__path__) if "_" in module.name]
    return {(game, bot): f"{__name__}.{bot}_{game}" for bot, game in (name.split("_", 1) for name in found)}


def names(game: str) -> list[str]:
    """The bots that can play a game, the weakest first."""
    return ["random", *(bot for known, bot in _players() if known == game)]


def make(name: str, game: str, side: str, seed: str) -> Bot:
    """A bot by its name; ValueError if there is none of that name for the game."""
    if name not in names(game):
        raise ValueError(f"there is no bot {name!r} for {game}; there are {', '.join(names(game))}")
    if name == "random":
        return RandomBot(seed)
    bot: Bot = getattr(import_module(_players()[game, name]), name.capitalize())(side, seed)
    return bot
