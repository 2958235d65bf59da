"""The games. Each is a package here that exports one ``GAME``; a new folder is a new game.

Other distributions bring games by an entry point: group ``grognard.games``, the id of the game as its name, its
``GAME`` as the object.
"""

from __future__ import annotations

import logging
import pkgutil
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Final

from grognard.kernel.game import AnyGame, Game, SetupError, game_of

logger = logging.getLogger(__name__)
GROUP: Final = "grognard.games"
NEEDED: Final = {"tabletop": "shapely"}  # beyond a bare installation; the extra has the name of the game


@cache
def _ours() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


@cache
def _guests() -> dict[str, AnyGame]:
    """Games of other distributions; one that cannot be loaded costs no other."""
    found = {}
    for entry in entry_points(group=GROUP):
        try:
            game = entry.load()
            if isinstance(game, Game) and game.id == entry.name and entry.name not in _ours():
                found[entry.name] = game
            else:
                logger.warning("%s = %s is not a game of that name", entry.name, entry.value)
        except Exception:
            logger.exception("the game %s = %s cannot be loaded", entry.name, entry.value)
    return found


@cache
def _lacking() -> dict[str, str]:
    """Games of ours that cannot be played here, with what they want."""
    return {game: module for game, module in NEEDED.items() if find_spec(module) is None}


@cache
def known() -> tuple[str, ...]:
    """The ids of all games that can be played, in the order of their names."""
    return tuple(sorted(name for name in (*_ours(), *_guests()) if name not in _lacking()))


@cache
def load(game: str) -> AnyGame:
    """The game of that id; SetupError says what is missing."""
    if game in _lacking():
        raise SetupError(f"{game} needs {_lacking()[game]}: pip install 'grognard[{game}]'")
    if game in _ours():
        return game_of(f"{__name__}.{game}")
    if game not in _guests():
        raise SetupError(f"there is no game {game!r}; there are {', '.join(known())}")
    return _guests()[game]
