"""The games. Each is a package here that exports one ``GAME``; a new folder is a new game."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from grognard.kernel.game import Game


@cache
def known() -> tuple[str, ...]:
    """The ids of all games, in the order of their names."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


@cache
def load(game: str) -> Game:
    """The game of that id."""
    found = import_module(f"{__name__}.{game}").GAME
    assert isinstance(found, Game)
    return found
