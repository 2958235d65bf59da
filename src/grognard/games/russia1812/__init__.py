"""Napoleon's Greatest Gamble: the Invasion of Russia (1812). Modules follow the sections of the rulebook."""

from grognard.games.russia1812.game import GAME

__all__ = ["GAME"]
