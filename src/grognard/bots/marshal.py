"""The marshal: a first sensible player. What is sensible is each game's own doctrine, looked up here."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from grognard.bots import Bot

DOCTRINES: Final = {"russia1812": "grognard.bots.marshal_russia1812"}


def knows(game: str) -> bool:
    """Whether there is a doctrine for a game."""
    return game in DOCTRINES


def marshal(game: str, side: str, seed: str) -> Bot:
    """The marshal for a side of a game he knows."""
    found: Bot = import_module(DOCTRINES[game]).Marshal(side, seed)
    return found
