"""Rulebook 11.12, 11.13, 11.19: commanders in danger, advance, and the end of a combat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.politics import at_kiev
from grognard.games.russia1812.rules.combat.peril import Peril
from grognard.games.russia1812.rules.victory import decisive, track_after
from grognard.games.russia1812.world.state import Attack, Campaign
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban
from grognard.kernel.frame import Frame

ROUT = 3  # [11.12] a margin that drives the defender off


class Dangers(Frame[Campaign]):
    """Commanders of every hex of the battle that lost all its combat units are in danger."""

    rule = "11.19"

    def finish(self, state: Campaign) -> None:
        s, b = state, state.battle
        assert b is not None
        for side, hexes in ((b.side, [b.start, *b.helpers[0]]), (1 - b.side, [b.target, *b.helpers[1]])):
            for h in hexes:
                if not s.occ[side] >> h & 1:
                    s.refugees += bits(s.leaders(h, side))
        s.push(Peril(b.side))


# the advance


def may_advance(s: Campaign, b: Attack) -> int:
    """[11.12] [11.13] The attacking units that may enter the vacated hex."""
    if s.pres[1 - b.side] >> b.target & 1 or not s.world.passable[b.side] >> b.target & 1:
        return 0
    units = s.stack[b.start] & b.units & ~s.disrupted
    if not b.fought or b.all_killed or b.margin >= ROUT:
        return units
    return units & s.world.cavalry if b.withdrew and b.margin > 0 else 0


class Advance(Frame[Campaign]):
    """Attackers may enter the vacated hex: all after a rout, else only cavalry; always as they please."""

    rule = "11.12"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        s, b = state, state.battle
        assert b is not None
        rest = may_advance(s, b)
        if not rest:
            return ()
        found = [s.world.go]
        if rest & (rest - 1) and self.may(s, side, "all"):
            found.append(s.world.all_)
        return found + s.world.for_units("take", self.open(s, side, "take"))

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        b = state.battle
        assert b is not None
        if action.verb == "take":
            b.column |= 1 << action.args[0]
            state.push(self)
            return
        if action.verb == "all":
            b.column = may_advance(state, b)
        if b.column:
            state.push(AdvanceLeaders(side))
        elif not b.fought:
            state.emit("no_advance", side, b.target)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        b = state.battle
        assert b is not None
        if verb == "take":
            yield Ban("11.12", "did_not_attack", ~b.units)
            yield Ban("11.12", "unit_disrupted", state.disrupted)
            yield Ban("11.12", "only_cavalry", ~may_advance(state, b), ())
            yield Ban("11.12", "already_named", b.column, ())
            if state.raises_room:  # [15.2] a raised hex may hold more than the next one takes
                there = b.column & state.world.combat
                yield Ban("4.1", "full", lambda u: not state.room(b.target, there | 1 << u), (b.target,))
        elif verb == "all":
            if b.column:
                yield Ban("11.12", "already_named", ALL, ())
            if not state.room(b.target, may_advance(state, b)):
                yield Ban("4.1", "full", ALL, (b.target,))

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        assert state.battle is not None
        return (state.battle.target,)


class AdvanceLeaders(Frame[Campaign]):
    """R-11.12a: commanders of the attacking stack may go with advancing units."""

    rule = "11.13"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        return [state.world.go, *state.world.for_units("lead", self.open(state, side, "lead"))]

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        b = state.battle
        assert b is not None
        if action.verb == "lead":
            b.column |= 1 << action.args[0]
            state.push(self)
            return
        state.shift(b.column, b.target)
        if state.hidden and b.column & ~state.veil.shown:  # [15.1] against commanders alone there was no combat
            state.emit("stack_advanced", side, b.column.bit_count(), b.target)
            state.whisper(side, "advanced", b.column, b.target)
        else:
            state.emit("advanced", b.column, b.target)
        state.overrun_depot(side, b.target)
        if state.advanced:
            at_kiev(state)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        b = state.battle
        assert b is not None
        left = state.leaders(b.start, side) & ~b.column
        return [Ban("11.13", "no_such_commander", ~left)] if verb == "lead" else ()


class EndBattle(Frame[Campaign]):
    """Everybody who took part is marked; a decisive victory is counted (14.7)."""

    rule = "14.7"

    def finish(self, state: Campaign) -> None:
        s, b = state, state.battle
        assert b is not None
        alive = 0
        for u in bits(b.took_part):
            if s.at[u] >= 0:
                alive |= 1 << u
        s.fought_twice |= s.fought_once & alive
        s.fought_once |= alive
        s.emit("combat_over", b.target)
        if b.margin == 0:
            return
        winner, loser = (0, 1) if b.margin > 0 else (1, 0)
        if decisive(b.lost[winner], b.lost[loser]):
            side = b.side if winner == 0 else 1 - b.side
            s.track = track_after(s.track, side, s.world.track_max)
            s.cc_pending[side] += 1
            s.cc_pending[1 - side] -= 1
            s.emit("decisive", side, b.lost[loser], b.lost[winner])
