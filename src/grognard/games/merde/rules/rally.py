"""Rulebook 37: rally, routed units, shaken groups; the end of the turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.games.merde.rules.combat.markers import fill_pool
from grognard.games.merde.rules.frames import Question, Then
from grognard.games.merde.rules.generals import in_reach
from grognard.games.merde.rules.movement.resolve import enter_square
from grognard.games.merde.rules.victory import check_victory, time_is_up
from grognard.games.merde.rules.withdraw import GoBack
from grognard.games.merde.world.lexicon import DONE, RALLIES, make
from grognard.games.merde.world.pieces import ATTACK_LESS, MARKER_LESS, ORDERED
from grognard.games.merde.world.state import RALLYING, Battle
from grognard.games.merde.world.world import ENGINEERS, side_of
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban, Verdict, all_but
from grognard.kernel.frame import Reason


def recovers(value: int, card: int) -> bool:
    """[37.2] A routed unit: card + 1 against the value of its general."""
    return card + 1 <= value


class Rally(Then):
    """[4.1] Phase 6: routed units first, then who wants to rally, side A first."""

    rule = "37.2"

    def run(self, state: Battle) -> None:
        state.enter_phase(RALLYING)
        state.rallied, state.steadied = [], []
        for side in (0, 1):
            for piece in state.troops(side):
                if state.pieces[piece].routed:
                    judge_routed(state, piece)
        state.push(TryRally(0), TryRally(1), EndOfTurn())


def judge_routed(s: Battle, piece: int) -> None:
    """[37.2] Recovered units stay where they are, facing the enemy, with Attack marker -1; others are gone for good.

    R-37c: this is their test of the turn. [42.1] Who recovers on an enemy flag takes it.
    """
    p = s.pieces[piece]
    s.rallied.append(piece)
    if in_reach(s, piece) and not s.world.stock(piece).company:
        card, value = s.card(), s.commander(s.leader(piece)).value
        s.emit("rout_test", piece, card, value, int(recovers(value, card)))
        if recovers(value, card):
            p.routed, p.damage, p.expires = False, MARKER_LESS, 0
            p.facing = s.world.ahead[side_of(piece)]
            for sq in p.squares:
                enter_square(s, piece, sq)
            return
    s.emit("dispersed", piece)
    s.remove(piece)


def rally_ban(s: Battle, piece: int) -> Reason | None:
    """[37.1] [37.6] Why a unit may not try to rally. [14.5] Disorder that ends with the turn needs no rally."""
    p = s.pieces[piece]
    if p.damage == ORDERED or not p.squares or p.routed or 0 < p.expires <= s.turn:
        return ("37.1", "nothing_to_rally", (piece,))
    if not s.is_regiment(piece) or s.world.stock(piece).company:
        return ("37.6", "never_rallied", (piece,))
    if not in_reach(s, piece):
        return ("37.1", "out_of_reach_of_general", (piece,))
    if piece in s.rallied:
        return ("37.1", "rallied_once", (piece,))
    return None


def rally_bans(s: Battle, piece: int) -> list[Reason]:
    found = rally_ban(s, piece)
    return [] if found is None else [found]


def shaken_groups(s: Battle, side: int) -> list[int]:
    """[37.3] Shaken groups that have not been tested this turn."""
    found = []
    there = {s.pieces[p].group for p in s.troops(side)}
    for g in sorted([g for g in there if s.group(g).shaken]):
        members = [p for p in s.members(g) if s.is_regiment(p)]
        if members and g not in s.steadied and any(in_reach(s, p) for p in members):
            found.append(g)
    return found


class TryRally(Question):
    """[37.1] [37.3] Which marked units and shaken groups try to recover."""

    rule = "37.1"

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        pieces = state.pieces
        marked = [p for p in state.world.roster[side] if pieces[p].damage != ORDERED and pieces[p].squares]
        found = [RALLIES[p] for p in marked if rally_ban(state, p) is None]
        found += [make("steady", g) for g in shaken_groups(state, side)]
        return [*found, DONE] if found or state.foggy else ()

    def must_ask(self, state: Battle) -> bool:
        """[20.3] R-20e: who is not asked would show that none of his hidden counters is marked."""
        return state.foggy

    def question(self, state: Battle, side: int) -> tuple[object, ...]:
        return (-1 if self.idle(state, side) else 0,)

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "done":
            return
        state.push(self)
        if action.verb == "rally":
            rally(state, action.args[0])
        else:
            steady(state, action.args[0])

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "rally":
            yield Ban("37.1", "not_your_unit", lambda piece: side_of(piece) != side)
            yield Verdict(lambda piece: rally_bans(state, piece))
        elif verb == "steady":
            yield Ban("37.3", "not_shaken", all_but(shaken_groups(state, side)))


def rally(s: Battle, piece: int) -> None:
    """[37.1] A card not above the general's value removes the marker; failed, the unit loses one Attack marker."""
    p = s.pieces[piece]
    s.rallied.append(piece)
    card, value = s.card(), s.commander(s.leader(piece)).value
    s.tell_of(piece, "rally", piece, card, value, int(card <= value))
    p.expires = 0
    if card <= value:
        p.damage = ORDERED
    elif p.damage == ATTACK_LESS:
        p.damage = MARKER_LESS
    else:
        p.less += 1


def steady(s: Battle, group: int) -> None:
    """[37.3] One test for the whole group; failure: all of it falls back."""
    s.steadied.append(group)
    members = [p for p in s.members(group) if s.is_regiment(p)]
    value = s.commander(s.leader(next(p for p in members if in_reach(s, p)))).value
    card = s.card()
    s.tell_of_group(group, "steady", s.muster(group), card, value, int(card <= value))
    if card <= value:
        s.group(group).shaken = False
        return
    s.push(*[GoBack(p, False) for p in members if not s.pieces[p].routed])


class EndOfTurn(Then):
    """[4.1] Markers back to the bags, disorder ends, victory and turn limit."""

    rule = "1.4"

    def run(self, state: Battle) -> None:
        arms = state.world.arms
        for side in (0, 1):
            for piece in state.troops(side):
                p = state.pieces[piece]
                p.hand = ()
                if p.expires and p.expires <= state.turn:
                    p.damage, p.expires = ORDERED, 0
                if arms[piece] == ENGINEERS:
                    build(state, piece)
            fill_pool(state, side)
        if check_victory(state):
            return
        if state.turn >= state.world.turn_limit:
            time_is_up(state)


def build(s: Battle, piece: int) -> None:
    """[38.2] Engineers strengthen a work by one, or weaken the enemy's; never by more than one in all."""
    p = s.pieces[piece]
    if p.trail and not p.idle:
        sq = p.trail[0]
        hostile = bool(s.held(1 - side_of(piece)) >> sq & 1)
        s.works[sq] = max(-1, min(1, s.works.get(sq, 0) + (-1 if hostile else 1)))
        s.tell_of(piece, "work_done", piece, sq, s.works[sq])
    p.idle = max(0, p.idle - 1)
