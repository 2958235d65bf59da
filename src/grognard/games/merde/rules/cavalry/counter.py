"""Rulebook 31.3: the countercharge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.squares import mask_of, nearest, ring, sector
from grognard.games.merde.rules.cavalry.reach import COUNTER_REACH, ride_up, runs
from grognard.games.merde.rules.combat.exchange import Danger, clash_of
from grognard.games.merde.rules.combat.markers import give
from grognard.games.merde.rules.frames import Question
from grognard.games.merde.rules.motion import NEVER, entry_cost
from grognard.games.merde.rules.orders import sector_of
from grognard.games.merde.world.lexicon import GARRISON, MARCH, MOVES, PASS, RESERVE, make
from grognard.games.merde.world.pieces import Squares
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import CAVALRY, side_of
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban


def counterchargers(s: Battle) -> list[int]:
    """[31.3] Enemy cavalry within three squares of the path, with a move order or by the free intervention."""
    clash = clash_of(s)
    charger = clash.pieces[0]
    side = 1 - side_of(charger)
    path = (*clash.start[0], *s.pieces[charger].squares)
    found = []
    for piece in s.troops(side):
        p = s.pieces[piece]
        if s.arm(piece) != CAVALRY or p.routed or p.retreated or nearest(p.squares, path) > COUNTER_REACH:
            continue
        if p.out and piece != clash.pieces[1]:
            continue  # [10.2] it meets only a charge made at itself
        if s.order_of(piece) not in MOVES and s.intervened[side]:
            continue
        if (p.hand or not p.dealt) and (piece == clash.pieces[1] or meeting_squares(s, piece, charger)):
            found.append(piece)
    return found


def meeting_squares(s: Battle, piece: int, charger: int) -> Squares:
    """[31.3] Free squares next to the charger to which others than his target ride, the nearest first.

    [18.6] A reserve waits, [18.5] a garrison keeps to its sector, [20.6] and whom another enemy's ZOC holds cannot go.
    """
    side, own, zone = side_of(piece), s.pieces[piece].squares, 0
    for q in s.troops(1 - side):
        if q != charger and s.has_zoc(q):
            zone |= ring(mask_of(s.pieces[q].squares))
    order = s.order_of(piece)
    if order == RESERVE or zone & mask_of(own):
        return ()
    near = ring(mask_of(s.pieces[charger].squares))
    closed = (s.held(0) | s.held(1)) & ~mask_of(own) | s.world.cover
    reach = _ridden(s, piece, own, closed, zone | near)
    found = [sq for sq in reach if near >> sq & 1 and (order != GARRISON or sector(sq) == sector_of(s, piece))]
    return tuple(sorted(found, key=lambda sq: (reach[sq], sq)))


def _ridden(s: Battle, piece: int, own: Squares, closed: int, stops: int) -> dict[int, int]:
    """Squares that cavalry reaches in three steps over open ground, and in how many; it stops before enemies."""
    found = dict.fromkeys(own, 0)
    edge = list(own)
    for steps in range(1, COUNTER_REACH + 1):
        following = []
        for at in edge:
            for sq in s.world.field.near[at] if steps == 1 or not stops >> at & 1 else ():
                if sq not in found and not closed >> sq & 1 and entry_cost(s, piece, MARCH, at, sq) < NEVER:
                    found[sq] = steps
                    following.append(sq)
        edge = following
    return found


class Countercharge(Question):
    """[31.3] Cavalry near the path may ride against the charge."""

    rule = "31.3"

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        found = counterchargers(state)
        return [*[make("counter", p) for p in found], PASS] if found else ()

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban(self.rule, "cannot_counter", self.unoffered(state, side, verb, *head))] if verb == "counter" else ()

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "counter":
            countercharge(state, action.args[0])

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (clash_of(state).pieces[0], clash_of(state).pieces[1])


def countercharge(s: Battle, piece: int) -> None:
    """[31.3] The countercharge meets the charger; the first target waits."""
    clash = clash_of(s)
    charger, target = clash.pieces
    p = s.pieces[piece]
    if s.order_of(piece) not in MOVES:
        s.intervened[side_of(piece)] = True
    if not p.dealt:
        give(s, piece)
    clash.counter, clash.first = piece, target
    clash.start[1], clash.start_formation[1] = p.squares, p.formation
    p.engaged = p.steady = True
    clash.pieces = [charger, piece]
    s.note_spots()
    s.emit("countercharge", piece, charger)
    if piece != target:
        s.push(Meet(side_of(piece)), Danger())


class Meet(Question):
    """[31.3] Where the countercharge meets the charge."""

    rule = "31.3"

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        charger, piece = clash_of(state).pieces
        found = meeting_squares(state, piece, charger)
        return [make("meet", *run) for sq in found for run in runs(state, piece, charger, sq)]

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban(self.rule, "no_meeting", self.unoffered(state, side, verb, *head))] if verb == "meet" else ()

    def apply(self, state: Battle, side: int, action: Action) -> None:
        charger, piece = clash_of(state).pieces
        ride_up(state, piece, charger, action.args)
        state.note_spots()

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (clash_of(state).pieces[1], clash_of(state).pieces[0])
