"""Rulebook 33: morale tests, and what comes before them: the danger of attached generals [36.3]."""

from __future__ import annotations

from typing import Final

from grognard.board.squares import nearest
from grognard.games.merde.rules.combat.damage import MARKER, MEN
from grognard.games.merde.rules.frames import Then
from grognard.games.merde.rules.generals import danger
from grognard.games.merde.rules.withdraw import fall_back, rout
from grognard.games.merde.world.state import Battle

PASSED: Final = 0
FALLS_BACK: Final = 1
ROUTS: Final = 2


def verdict(level: int, card: int, cause: int) -> int:
    """[33.2] A card above the level fails: back after a lost marker, rout after lost men."""
    if card <= level:
        return PASSED
    return ROUTS if cause == MEN else FALLS_BACK


def led(s: Battle, piece: int) -> bool:
    """[33.3] [36.2] Whether its own general is in the same or an adjacent square."""
    general = s.world.stock(piece).general
    found = s.generals[general]
    return found is not None and found.square >= 0 and nearest((found.square,), s.pieces[piece].squares) <= 1


def sheltered(s: Battle, piece: int) -> bool:
    """[33.3] Behind a fortification, in a settlement, farm, fortress or wood, or on a hill."""
    ground = s.forts | s.world.cover | s.world.hill
    return any(ground >> sq & 1 for sq in s.pieces[piece].squares)


def exempt(s: Battle, piece: int) -> bool:
    """[33.3] Who does not test."""
    return led(s, piece) or sheltered(s, piece)


def due(s: Battle, piece: int, suffered: int) -> None:
    """[33.1] A test is due for a lost marker or lost men; the worse cause counts."""
    if suffered < MARKER or not s.pieces[piece].squares or not s.is_regiment(piece):
        return
    for place, (other, before) in enumerate(s.tests):
        if other == piece:
            s.tests[place] = (piece, max(before, suffered))
            return
    s.tests.append((piece, suffered))


class Morale(Then):
    """[33.1] All tests that are due, side A first; then those who failed go back."""

    rule = "33.1"

    def run(self, state: Battle) -> None:
        danger(state)
        tests, state.tests = sorted(state.tests), []
        broken: list[tuple[int, int]] = []
        for piece, suffered in tests:
            p = state.pieces[piece]
            if not p.squares or p.routed:
                continue
            if exempt(state, piece):
                state.emit("exempt", piece)
                continue
            card = state.card()
            level = state.world.stock(piece).level
            result = verdict(level, card, suffered)
            state.emit("morale", piece, card, level, result)
            if result:
                broken.append((piece, result))
        for piece, result in reversed(broken):
            if result == ROUTS:
                rout(state, piece)
            else:
                fall_back(state, piece)
