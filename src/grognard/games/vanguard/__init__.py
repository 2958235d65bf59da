"""Arrivano i francesi!: Montebello 1800 and Campotenese 1806."""

from grognard.games.vanguard.game import GAME

__all__ = ["GAME"]
