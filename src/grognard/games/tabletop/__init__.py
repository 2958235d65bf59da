"""The miniatures sheet: Napoleonic battles on an open table. Modules follow the sections of the rulebook."""

from grognard.games.tabletop.game import GAME

__all__ = ["GAME"]
