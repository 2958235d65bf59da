"""Rulebook 36: generals with their troops, their danger and their loss; 10: the command radius."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from grognard.board.squares import farthest, nearest
from grognard.games.merde.rules.frames import Question
from grognard.games.merde.world.lexicon import GENERALS, make
from grognard.games.merde.world.pieces import ATTACK_LESS, ORDERED
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import DECOY, side_of
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban

DELAY: Final = 2  # [36.4] turns until a successor appears
BRONZE: Final = (5, 8)  # [7.1] [36.4] his value and radius


def in_reach(s: Battle, piece: int) -> bool:
    """[10.1] [37.1] R-37b: within the radius of its own general."""
    general = s.generals[s.leader(piece)]
    assert general is not None
    at = general.square
    return at >= 0 and farthest(at, s.pieces[piece].squares) <= general.radius


def command_check(s: Battle) -> None:
    """[10.1] [10.2] Who is outside the radius of his general halts, and takes the face Attack -1."""
    pieces = s.pieces
    for side in (0, 1):
        for piece in s.troops(side):
            p = pieces[piece]
            p.out = not in_reach(s, piece)
            if p.out:
                s.tell_of(piece, "out_of_command", piece)
                if p.damage == ORDERED and s.is_regiment(piece):
                    p.damage, p.expires = ATTACK_LESS, 0
                elif p.damage == ATTACK_LESS:
                    p.expires = 0


def attached(s: Battle, general: int, piece: int) -> bool:
    """[36.3] In the regiment's square, or next to it if he is alone in his."""
    at = s.commander(general).square
    if at < 0 or side_of(piece) != general // GENERALS:
        return False
    if at in s.pieces[piece].squares:
        return True
    return s.at(at) < 0 and nearest((at,), s.pieces[piece].squares) == 1


def shock(s: Battle, piece: int) -> None:
    """[36.3] A regiment loses a whole battalion, perhaps its last: note who is with it while it still stands there."""
    for general in s.world.generals[side_of(piece)]:
        if s.generals[general] is not None and general not in s.shocked and attached(s, general, piece):
            s.shocked.append(general)


def danger(s: Battle) -> None:
    """[36.3] A commander whose regiment has just lost a whole battalion: a card above his value, and he is lost."""
    shocked, s.shocked = s.shocked, []
    for general in shocked:
        if s.commander(general).square >= 0:
            _expose(s, general)


def _expose(s: Battle, general: int) -> None:
    officer = s.commander(general)
    card = s.card()
    if card <= officer.value:
        s.emit("general_unhurt", general, card, officer.value)
        return
    s.emit("general_lost", general, card, officer.value)
    officer.square, officer.back = -1, s.turn + DELAY
    side = general // GENERALS
    if general == s.world.generals[side][0]:
        s.cic_lost[side] = True


def leaderless(s: Battle, piece: int) -> bool:
    """[36.4] Whether its corps has lost its general and waits for another."""
    general = s.generals[s.world.leaders[piece]]
    return general is not None and general.square < 0 and general.back > 0


def bereft(s: Battle, side: int) -> bool:
    """[36.4] Whether any corps of a side waits for a general."""
    generals = [s.generals[g] for g in s.world.generals[side]]
    return any([general is not None and general.square < 0 and general.back > 0 for general in generals])


def successors(s: Battle, side: int) -> list[int]:
    """[36.4] Generals whose successor appears this turn, if their corps still has troops."""
    found = []
    for g in s.world.generals[side]:
        general = s.commander(g)
        if general.square < 0 and 0 < general.back <= s.turn and corps(s, g):
            found.append(g)
    return found


def corps(s: Battle, general: int) -> list[int]:
    """The pieces of a general's corps on the field."""
    return [p for p in s.troops(general // GENERALS) if s.world.stock(p).general == general and s.arm(p) != DECOY]


class Successor(Question):
    """[36.4] A bronze general takes over: on any free square of the corps' rear sectors."""

    rule = "36.4"

    def __init__(self, general: int) -> None:
        super().__init__(general // GENERALS)
        self.general = general

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.general)

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        columns = {(sq & 63) // 6 for p in corps(state, self.general) for sq in state.pieces[p].squares}
        taken = state.held(0) | state.held(1) | state.world.river
        return [
            make("post", sq)
            for sq in state.world.field.squares
            if state.world.rear(side, sq) and (sq & 63) // 6 in columns and not taken >> sq & 1
        ]

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban(self.rule, "no_post", self.unoffered(state, side, verb, *head))] if verb == "post" else ()

    def apply(self, state: Battle, side: int, action: Action) -> None:
        general = state.commander(self.general)
        general.square, general.back = action.args[0], 0
        general.value, general.radius = BRONZE
        state.emit("successor", self.general, action.args[0])

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.general,)
