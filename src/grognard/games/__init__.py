"""The games. Each is a package here that exports one ``GAME``; a new folder is a new game."""

from __future__ import annotations

import pkgutil
from functools import cache

from grognard.kernel.game import Game, game_of


@cache
def known() -> tuple[str, ...]:
    """The ids of all games, in the order of their names."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


@cache
def load(game: str) -> Game:
    """The game of that id."""
    return game_of(f"{__name__}.{game}")
