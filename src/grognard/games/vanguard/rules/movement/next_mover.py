"""Rulebook 9 and B-4: who moves next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.fog import dark
from grognard.games.vanguard.rules.movement.duties import begin_move, excused, movable, owes, rest_bans
from grognard.games.vanguard.rules.movement.steps import STEP
from grognard.games.vanguard.rules.movement.ways import Ways
from grognard.games.vanguard.world.moving import Move
from grognard.games.vanguard.world.roster import ATTACK, DEFENCE
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban
from grognard.kernel.frame import Frame


class MoveUnits(Frame[Battle]):
    """[9.1] The next unit or Officer to move, in one of the stages of B-4: in command, lost, or a column."""

    rule = "9.1"

    def __init__(self, side: int, units: int, officers: int) -> None:
        super().__init__(side)
        self.units = units
        self.officers = officers

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.units, self.officers)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        w, able = state.world, movable(state, self.units | self.officers)
        found = w.for_units("move", able & self.units)
        if stay := self._may_stay(state):
            found += w.for_units("stay", stay)
        if riding := able & self.officers:
            found += w.for_units("move", riding)
        if not found or owes(state, self.units) < 0:
            found.append(w.lexicon.done)
        return found

    def _may_stay(self, state: Battle) -> int:
        """[10.1] [17.2.6] R-17: units in a village, a farm or a redoubt may stay put whatever the order.

        Guns have orders of their own (R-57); a march order (17.1.5) overrules.
        """
        inside, found = 0, 0
        housed = state.world.shelters & state.occ[self.side]
        for h in bits(housed) if housed else ():
            inside |= state.stack[h]
        inside &= self.units & state.world.troops
        for u in bits(inside & ~(state.marched | state.routed | state.planted)) if inside else ():
            if state.march_of(u) < 0 and state.order_of(u) != DEFENCE:
                found |= 1 << u
        return found

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "done":
            state.hush(True)
            return
        u = action.args[0]
        if action.verb == "stay":
            state.own[u] = DEFENCE
            state.planted |= 1 << u
            state.emit("stays_put", u, state.spot(state.at[u]))
            state.push(self)
            return
        state.move = self.set_out(state, u)
        state.hush(bool(self.officers >> u & 1) and _rides_off_unseen(state, u))
        state.push(STEP[side], self)

    def set_out(self, state: Battle, u: int) -> Move:
        """R-48: the move of one of them, which owes to its order what the others leave to it."""
        move = begin_move(state, 1 << u)
        move.peers = self.units
        move.excused = excused(state, self.units & ~(1 << u))
        return move

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "move":
            pieces = self.units | self.officers
            yield from mover_bans(state, pieces, movable(state, pieces))
        elif verb == "stay":
            yield Ban("10.1", "cannot_stay_put", ~self._may_stay(state))
        elif verb == "done":
            u = owes(state, self.units)
            if u >= 0:
                rule = "17.1.5" if state.march_of(u) >= 0 else "5.1.2" if state.order_of(u) == ATTACK else "5.1.1"
                yield Ban(rule, "duty_open", ALL, (u,))

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.active,)


def mover_bans(s: Battle, now: int, able: int) -> Iterable[Ban]:
    """[9.1] Why a piece does not move now, if these are asked and some of them can."""
    yield Ban("9.1", "not_on_map", ~s.world.pieces)
    yield Ban("9.1", "not_on_map", lambda u: s.at[u] < 0 and not s.entering >> u & 1)
    yield Ban("9.1", "not_its_turn", ~now & (s.group() | s.group_leaders()))
    yield Ban("9.1", "other_formation", ~now)
    yield from rest_bans(s)
    yield Ban("8.1", "pinned", lambda u: not able >> u & 1 and _pinned(s, u), (lambda u: s.spot(s.at[u]),))
    yield Ban("9.1", "no_way", ~able)


def _pinned(s: Battle, u: int) -> bool:
    ways = Ways(s, begin_move(s, 1 << u))
    return ways.pinned(ways.move.here)


def _rides_off_unseen(s: Battle, u: int) -> bool:
    """R-49: a leader beneath troops out of sight is not seen to be named."""
    at = s.at[u]
    return at >= 0 and bool(s.world.leaders >> u & 1 and dark(s, s.side(u), 1 << u, at))


class MoveLeader(Frame[Battle]):
    """[4.1.4] [4.3.1] The General, and then the commander-in-chief if his player wishes, move at the end of B-4."""

    rule = "4.1.4"

    def __init__(self, side: int, leaders: tuple[int, ...]) -> None:
        super().__init__(side)
        self.leaders = leaders  # in the order of the rule: who is passed over stays where he is

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.leaders)

    def _leaders(self) -> int:
        return sum(1 << leader for leader in self.leaders)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        row = state.world.lexicon.by_unit["move"]
        able = movable(state, self._leaders())
        found = [row[leader] for leader in self.leaders if able >> leader & 1]
        return [*found, state.world.lexicon.done] if found else []

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "move":
            leader = action.args[0]
            after = self.leaders[self.leaders.index(leader) + 1 :]
            state.move = begin_move(state, 1 << leader)
            state.hush(_rides_off_unseen(state, leader))
            state.push(STEP[side], MoveLeader(side, after))
        else:
            state.hush(True)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        leaders = self._leaders()
        return mover_bans(state, leaders, movable(state, leaders)) if verb == "move" else ()

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (movable(state, self._leaders()),)
