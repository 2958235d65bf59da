"""Rulebook 39.2: hits on settlements, farms and fortresses, and those who are driven out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from grognard.board.squares import behind
from grognard.games.merde.rules.combat.damage import MARKER, wipe_out
from grognard.games.merde.rules.frames import Question
from grognard.games.merde.rules.morale import due
from grognard.games.merde.rules.motion import passable
from grognard.games.merde.rules.movement.resolve import enter_square
from grognard.games.merde.world.lexicon import make
from grognard.games.merde.world.pieces import Squares
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import side_of
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban, all_but

SHELTER: Final = {"settlement": 3, "farm": 2, "fortress": 4}  # [39.2]


def shelter_of(s: Battle, sq: int) -> str:
    """The kind of place on a square that shells may clear; empty if none."""
    for name in ("fortress", "settlement", "farm"):
        if s.world.terrain[name] >> sq & 1:
            return name
    return ""


def shells_needed(shelter: str, fortified: bool) -> int:
    """[39.2] Hits that drive troops out of a place; one more if it is fortified."""
    return SHELTER[shelter] + (1 if fortified else 0)


def shell(s: Battle, piece: int) -> list[int]:
    """[39.2] A hit on a shelter counts, and does no other damage."""
    p = s.pieces[piece]
    sq = next(at for at in p.squares if s.world.houses >> at & 1)
    p.shelled += 1
    needed = shells_needed(shelter_of(s, sq), bool(s.forts >> sq & 1))
    s.emit("shelled", piece, p.shelled, needed)
    return [piece] if p.shelled == needed else []


def resettle(s: Battle, piece: int, before: Squares) -> None:
    """[39.2] The count starts anew for who comes into a place, or leaves it."""
    p = s.pieces[piece]
    if s.world.place_of.get(before[0]) != s.world.place_of.get(p.squares[0]):
        p.shelled = 0


def ways_out(s: Battle, piece: int) -> Squares:
    """[39.2] The square straight behind; if that is not free, any free one out of the place."""
    p = s.pieces[piece]
    at = p.squares[0]
    place = s.world.place_of.get(at)
    taken = s.held(0) | s.held(1)
    out = [
        sq
        for sq in s.world.field.near[at]
        if not taken >> sq & 1 and passable(s, piece, p.formation, sq) and s.world.place_of.get(sq) != place
    ]
    straight = behind(at, p.facing)[0]
    side = side_of(piece)
    return (straight,) if straight in out else tuple(sorted(out, key=lambda sq: (s.world.forward(side, sq), sq)))


class ShelledOut(Question):
    """[39.2] The occupants leave; where they have no way out they are lost."""

    rule = "39.2"

    def __init__(self, piece: int) -> None:
        super().__init__(side_of(piece))
        self.piece = piece

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.piece)

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        return [make("leave", sq) for sq in ways_out(state, self.piece)] if state.pieces[self.piece].squares else ()

    def apply(self, state: Battle, side: int, action: Action) -> None:
        evict(state, self.piece, action.args[0])

    def finish(self, state: Battle) -> None:
        if state.pieces[self.piece].squares:
            wipe_out(state, self.piece)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "leave":
            yield Ban("39.2", "no_way_out", all_but(ways_out(state, self.piece)), (self.piece,))

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.piece,)


def evict(s: Battle, piece: int, goal: int) -> None:
    """[39.2] R-39c: they lose a marker at the next deal, and test for it."""
    p = s.pieces[piece]
    start = p.squares[0]
    s.go_to(piece, (goal,))
    p.shelled = 0
    p.less += 1
    s.emit("shelled_out", piece, start, goal)
    enter_square(s, piece, goal)
    due(s, piece, MARKER)
