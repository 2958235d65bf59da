"""Bots: anything that answers a decision from a view. ``make`` gives one, ``names`` lists them."""

from __future__ import annotations

from typing import Any, Protocol

from grognard.bots.chance import RandomBot
from grognard.bots.marshal import knows, marshal

__all__ = ["Bot", "RandomBot", "make", "names"]


class Bot(Protocol):
    """A player who is given his side's view, never a match or a state."""

    def choose(self, view: dict[str, Any]) -> str:
        """One of ``view["decision"]["options"]``."""


def names(game: str) -> list[str]:
    """The bots that can play a game."""
    return ["random", "marshal"] if knows(game) else ["random"]


def make(name: str, game: str, side: str, seed: str) -> Bot:
    """A bot by its name; ValueError if there is none of that name for the game."""
    if name not in names(game):
        raise ValueError(f"there is no bot {name!r} for {game}; there are {', '.join(names(game))}")
    return marshal(game, side, seed) if name == "marshal" else RandomBot(seed)
