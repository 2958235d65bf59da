"""Rulebook 30: damage faces, lost markers, lost men; 14.5 disorder for a turn; 14.7 passing through friends."""

from __future__ import annotations

from typing import Final

from grognard.games.merde.rules.combat.markers import lose_marker
from grognard.games.merde.rules.generals import shock
from grognard.games.merde.world.lexicon import LINE, OPEN
from grognard.games.merde.world.pieces import ATTACK_LESS, MARKER_LESS, ORDERED
from grognard.games.merde.world.state import MOVING, Battle

UNHURT: Final = 0
FACE: Final = 1  # only the face Attack -1
MARKER: Final = 2  # [33.1] the face Attack marker -1 was taken: a test for a lost marker
MEN: Final = 3  # men were lost: a test that may end in a rout


# [30.1] hits


def severity(difference: int) -> int:
    """[30.1] How bad a difference is: 0 none, 1 Attack -1, 2 Attack marker -1, 3 lost men."""
    return max(0, min(3, difference))


def disorder(s: Battle, piece: int, until: int) -> None:
    """[14.5] R-14e: the face Attack -1 until the end of a turn; nothing to one who shows a face already."""
    p = s.pieces[piece]
    if not s.is_regiment(piece) or p.damage != ORDERED:
        return
    p.damage, p.expires = ATTACK_LESS, until
    s.tell_of(piece, "disordered", piece)


def pass_through(s: Battle, piece: int, friend: int) -> None:
    """[14.7] A regiment that passes through another disorders both, unless one of them is in open order.

    A router keeps its own state. [14.5] Caused in the movement phase the disorder ends with the turn, else with the
    next.
    """
    for p in (piece, friend):
        if not s.is_regiment(p) or s.pieces[p].formation == OPEN:
            return
    until = s.turn if s.phase <= MOVING else s.turn + 1
    if not s.pieces[piece].routed:
        disorder(s, piece, until)
    disorder(s, friend, until)
    s.tell_of(piece if s.pieces[piece].hidden else friend, "interpenetrates", piece, friend)


def consequence(face: int, size: int, markers: int, fighting: bool) -> tuple[int, int]:
    """[30.1] [30.2] What a hit of a size makes of a regiment: the face that it shows, and what it loses.

    Outside combat [30.4] nobody is halved for want of markers.
    """
    if size <= 0:
        return face, UNHURT
    if size >= 3 or face == MARKER_LESS:
        return face, MEN
    if face == ORDERED and size == 1:
        return ATTACK_LESS, FACE
    return MARKER_LESS, MARKER if markers or face == ORDERED or not fighting else MEN


def hit(s: Battle, piece: int, size: int, fighting: bool) -> int:
    """[30.1] [30.2] One hit of a size from 1 to 3 on a regiment; what happened, for the morale test."""
    p = s.pieces[piece]
    face, lost = consequence(p.damage, size, len(p.hand), fighting)
    if face != p.damage:
        p.damage, p.expires = face, 0
        s.emit("face", piece, face)
    if lost == MARKER:
        lose_marker(s, piece)
    elif lost == MEN:
        halve(s, piece)
    return lost


def halve(s: Battle, piece: int) -> None:
    """[30.3] Two companies are lost, by the intact battalion first."""
    p = s.pieces[piece]
    men = list(p.men)
    full = s.world.stock(piece).men
    intact = [unit for unit, left in enumerate(men) if left == full[unit] and left > 1]
    unit = intact[0] if intact else next((u for u, left in enumerate(men) if left), 0)
    men[unit] -= 1
    s.set_men(piece, tuple(men))
    s.emit("men_lost", piece, sum(men))
    if not men[unit]:
        shock(s, piece)
    if not any(men):
        s.emit("eliminated", piece)
        s.remove(piece)
    elif men[unit] == 0 and len(p.squares) == 2 and p.formation in (LINE, OPEN):
        p.squares = (p.squares[1 - unit],)


def wipe_out(s: Battle, piece: int) -> None:
    """A piece is eliminated, whatever was left of it."""
    s.emit("eliminated", piece)
    s.remove(piece)
