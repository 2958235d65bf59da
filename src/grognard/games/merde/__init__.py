"""Merde!: battles of battalions and squadrons on a field of squares, with secret plans."""

from grognard.games.merde.game import GAME

__all__ = ["GAME"]
