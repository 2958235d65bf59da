"""Bots: anything that answers a decision from what its side may know. ``make`` gives one, ``names`` lists them.

A bot is given its side's view (``choose``), or a match as its side may imagine it (``think``): what others hide and the
dice to come are drawn anew in it, so that it can be looked at, asked and played on by the real rules.

A bot for one game is a module here named ``<bot>_<game>`` that holds a class of the bot's name: the package
``marshal_russia1812`` with its ``Marshal``. Nothing else needs to know of it. Other distributions bring bots by an
entry point: group ``grognard.bots``, ``<bot>_<game>`` as its name, a class or function of side and seed as the object.
"""

from __future__ import annotations

import pkgutil
import random
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Final, Protocol, TypeGuard, cast

from grognard.bots.chance import Lots, RandomBot
from grognard.kernel.action import Region
from grognard.kernel.match import Match
from grognard.kernel.wire import Json

__all__ = ["Bot", "Chooser", "RandomBot", "Thinker", "answer", "make", "names", "reply", "shown"]


class Chooser(Protocol):
    """A player who is given his side's view, never a match or a state."""

    def choose(self, view: Json) -> str:
        """One of ``view["decision"]["options"]``."""


class Thinker(Protocol):
    """A player who is given a match as his side may imagine it, never the match itself."""

    def think(self, match: Match) -> str:
        """An answer to the question put to his side. ``match.imagine`` gives him others that look the same."""


Bot = Chooser | Thinker
Maker = Callable[[str, str], Bot]  # from side and seed
GROUP: Final = "grognard.bots"
EASY: Final = ("cadet", "major")  # easier than the best of a game, the easiest first


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
    """The bots that can play a game, the easiest first."""
    found = [bot for known, bot in _players() if known == game]
    return ["random", *sorted(found, key=lambda bot: EASY.index(bot) if bot in EASY else len(EASY))]


def make(name: str, game: str, side: str, seed: str) -> Bot:
    """A bot by its name; ValueError if there is none of that name for the game."""
    if name not in names(game):
        raise ValueError(f"there is no bot {name!r} for {game}; there are {', '.join(names(game))}")
    if name == "random":
        return RandomBot(seed)
    return _players()[game, name]()(side, seed)


def shown(match: Match, side: str) -> Match:
    """A match as a side may imagine it: what its bot is given. It keeps to what it imagines for the moment."""
    moment = match.game.moment(match.state)
    seed = f"{match.game.id}/{side}/{match.seen(side) if moment is None else moment}"
    return match.imagine(side, cast(random.Random, Lots(seed)))


def _thinks(bot: Bot) -> TypeGuard[Thinker]:
    """Whether a bot is given a match: to hold it against the whole protocol at every decision takes its time."""
    return hasattr(bot, "think")


def reply(bot: Bot, imagined: Match, side: str) -> str:
    """What a bot answers to the question put to a side, given an imagined match."""
    return bot.think(imagined) if _thinks(bot) else cast(Chooser, bot).choose(imagined.view(side))


def answer(bot: Bot, match: Match, side: str) -> str:
    """What a bot answers to the question put to a side. It is shown nothing that the side may not know.

    Where there is one answer it need not think.
    """
    if not _thinks(bot):
        return cast(Chooser, bot).choose(match.view(side))
    options = match.options(side)
    if len(options) == 1 and not isinstance(options[0], Region):
        return options[0].text
    return bot.think(shown(match, side))
