"""Rulebook 34: a support takes the place of a regiment in difficulty."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.squares import FRONT, REAR, RIGHT, adjacent, nearest
from grognard.games.merde.rules.combat.markers import draw
from grognard.games.merde.rules.combat.totals import bearing_of
from grognard.games.merde.rules.fire.shelling import resettle
from grognard.games.merde.rules.frames import Question
from grognard.games.merde.rules.motion import knows, passable
from grognard.games.merde.rules.movement.plans import in_contact
from grognard.games.merde.rules.movement.resolve import enter_square
from grognard.games.merde.world.lexicon import LINE, MARCH, OPEN, PASS, SUPPORT, make
from grognard.games.merde.world.pieces import Squares, living
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import side_of
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban, all_but


def in_difficulty(s: Battle, piece: int) -> bool:
    """[34.1] It has lost companies or all its markers, or has just routed or been eliminated."""
    p = s.pieces[piece]
    if not p.squares or p.routed:
        return True
    return not p.hand or p.men != s.world.stock(piece).men


def supporters(s: Battle, role: int) -> list[int]:
    """[34.1] Supports of its group next to where it fought, not in contact, whose square it can take."""
    assert s.clash is not None
    piece = s.clash.pieces[role]
    spots = s.clash.spots[role]
    if not s.is_regiment(piece) or s.clash.replaced or not in_difficulty(s, piece):
        return []
    if s.pieces[piece].squares and not s.pieces[piece].routed and s.pieces[piece].squares != spots:
        return []  # it has fallen back already
    if any(s.at(sq) not in (-1, piece) for sq in spots):
        return []
    found = []
    for p in s.troops(side_of(piece)):
        q = s.pieces[p]
        group = s.group_of(p)
        if p == piece or s.arm(p) != s.arm(piece) or q.routed or q.out:
            continue  # [18.8] a group has one arm; [10.2] who is out of command stays where it is
        backs = group.order == SUPPORT and group.supports == s.pieces[piece].group  # also a group just wiped out
        if backs and adjacent(q.squares, spots) and not in_contact(s, p):
            found.append(p)
    return found


class Replace(Question):
    """[34.1] Let a support take over the fight."""

    rule = "34.1"

    def __init__(self, role: int) -> None:
        super().__init__(0)
        self.role = role

    def key(self) -> tuple[object, ...]:
        return (type(self).__name__, self.role)

    def to_act(self, state: Battle) -> tuple[int, ...]:
        assert state.clash is not None
        return (side_of(state.clash.pieces[self.role]),)

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        found = supporters(state, self.role)
        return [*[make("replace", p) for p in found], PASS] if found else ()

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban("34.1", "cannot_replace", all_but(supporters(state, self.role)))] if verb == "replace" else ()

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "replace":
            replace(state, self.role, action.args[0])

    def prompt(self, state: Battle) -> tuple[object, ...]:
        assert state.clash is not None
        return (state.clash.pieces[self.role],)


def replace(s: Battle, role: int, fresh: int) -> None:
    """[34.1] The support takes over square, front and markers, and one new marker; the other takes its order."""
    clash = s.clash
    assert clash is not None
    tired = clash.pieces[role]
    p, q = s.pieces[tired], s.pieces[fresh]
    side = side_of(tired)
    formation, home = p.formation, q.squares
    if p.squares and not p.routed:
        _stand_down(s, tired, home)
    elif not clash.shaken[role]:
        s.group(p.group).shaken = False  # [37.3] it steps in at once
    _take_over(s, role, fresh, formation)
    q.hand = tuple(sorted([*q.hand, *_markers_left(s, role), *_new_marker(s, side)]))
    q.group, p.group = p.group, q.group
    q.dealt = q.engaged = q.steady = True
    clash.pieces[role] = fresh
    clash.armed[role], clash.volleys[role] = len(q.hand), 0  # [45.5] R-45c: for it the engagement begins
    clash.spots[role] = q.squares
    clash.replaced, clash.converged = True, [False, False]
    for one, squares in ((fresh, home), (tired, clash.spots[role])):
        if s.pieces[one].squares:
            resettle(s, one, squares)
            s.go_to(one, s.pieces[one].squares)
    for sq in q.squares:
        enter_square(s, fresh, sq)  # [42.1]
    clash.bearing = bearing_of(s, *clash.pieces) if s.is_regiment(clash.pieces[1]) else FRONT
    s.emit("replaces", fresh, tired)
    s.whisper(side, "hand", fresh, q.hand)


def _markers_left(s: Battle, role: int) -> tuple[int, ...]:
    """[34.1] What the replaced regiment still held, also if it has just been eliminated."""
    assert s.clash is not None
    p = s.pieces[s.clash.pieces[role]]
    left, p.hand = p.hand, ()
    if p.gone:
        left = s.clash.left[role]
        for marker in left:
            s.discards[side_of(s.clash.pieces[role])].remove(marker)
    return left


def _new_marker(s: Battle, side: int) -> tuple[int, ...]:
    marker = draw(s, side)
    return (marker,) if marker >= 0 else ()


def _stand_down(s: Battle, piece: int, home: Squares) -> None:
    """The tired regiment goes to the support's square."""
    p = s.pieces[piece]
    p.squares = home[:1]
    if living(p) == 2 or not passable(s, piece, p.formation, home[0]):
        p.formation = MARCH


def _take_over(s: Battle, role: int, piece: int, formation: int) -> None:
    """The fresh one stands as the other stood, as far as it can; R-34a: where that one was taken in the rear, it faces
    about."""
    clash = s.clash
    assert clash is not None
    p, spots, foe = s.pieces[piece], clash.spots[role], clash.spots[1 - role]
    p.facing = (clash.fronts[role] + 2) % 4 if role == 1 and clash.bearing == REAR else clash.fronts[role]
    abreast = len(spots) == 2 and abs(spots[1] - spots[0]) == abs(RIGHT[p.facing])
    if living(p) == 2 and abreast:
        p.squares, p.formation = spots, LINE
        return
    known = all(knows(kind, formation) for kind in s.world.stock(piece).kinds)
    p.squares = (min(spots, key=lambda sq: (nearest((sq,), foe), spots.index(sq))),)
    p.formation = formation if known and formation not in (LINE, OPEN) else MARCH
