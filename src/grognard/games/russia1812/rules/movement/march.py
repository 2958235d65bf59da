"""Rulebook 8.2 to 8.4: whose Move it is, which stack, which units and commanders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.obey import before_route
from grognard.games.russia1812.rules.advanced.traits import drives, instigators
from grognard.games.russia1812.rules.movement.route import Route
from grognard.games.russia1812.rules.movement.siege import besieged
from grognard.games.russia1812.rules.movement.steps import (
    can_march,
    controlled,
    first_bans,
    first_steps,
    lightest,
    unit_bans,
)
from grognard.games.russia1812.rules.optional.capacity import MOST, ROOM, lapse, raisable, raise_hex
from grognard.games.russia1812.rules.optional.unexamined import MarchDummies, near_cavalry, tell_cavalry
from grognard.games.russia1812.rules.trains import mark_forage
from grognard.games.russia1812.world.state import Campaign, March
from grognard.games.russia1812.world.world import CAPACITY, FRENCH, RUSSIAN
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban, against, allowed, asked, spared
from grognard.kernel.frame import Frame

NO_RAISING = Ban("15.2", "no_raising", ALL)


class BeginMovement(Frame[Campaign]):
    """R-8.4a, R-8.4c: what stacks looked like at the end of the rally step is fixed now."""

    rule = "8.4"

    def finish(self, state: Campaign) -> None:
        s = state
        s.held_disrupted = 0
        for u in bits(s.disrupted):
            s.held_disrupted |= 1 << s.at[u]
        before = (near_cavalry(s, FRENCH), near_cavalry(s, RUSSIAN)) if s.hidden else (0, 0)
        s.began_near = [controlled(s, side) & s.occ[side] for side in (FRENCH, RUSSIAN)]
        if s.hidden:
            tell_cavalry(s, before)
        s.push(NextMove(s.first()))


class NextMove(Frame[Campaign]):
    """Players alternate while they have genuine Trains on the map; then one goes on alone."""

    rule = "8.2"

    def finish(self, state: Campaign) -> None:
        state.march = None
        if state.hidden:
            state.veil.column = 0  # of a Move that was lost
        for who in (self.side, 1 - self.side):
            if state.genuine[who]:
                state.push(MoveOrder(who))
                return
        state.push(EndMovement())


def spare_room(s: Campaign, side: int, h: int) -> int:
    """[15.2] What the Trains of a stack could raise, in halves; one of them is needed for the Move."""
    return ROOM * max(0, min(MOST, s.genuine[side].get(h, 0) - 1)) if s.raises_room else 0


def stack_bans(s: Campaign, side: int) -> Iterable[Ban]:
    """[8.2] [8.4] What keeps a stack from making a Move."""
    yield Ban("8.2", "no_stack", ~s.occ[side])
    yield Ban("8.4", "no_train", ~s.train_hexes(side), beside=True)
    yield Ban("8.4", "no_fresh_commander", lambda h: not s.leaders(h, side) & ~s.moved, beside=True)
    if s.held_disrupted:
        yield Ban("8.4", "held_disrupted", s.held_disrupted, beside=True)
    yield Ban("8.4", "besieged", lambda h: besieged(s, side, h), beside=True)
    able = spared(unit_bans(s), s.world.fighters[side])
    yield Ban("8.4", "nobody_can_march", lambda h: not s.stack[h] & able, beside=True)
    yield Ban("8.4", "no_way_out", lambda h: walled_in(s, side, h, s.stack[h] & able), beside=True)


def walled_in(s: Campaign, side: int, h: int, units: int) -> bool:
    """[8.4] R-8.4h: whether not even the lightest of some units of a stack has a first step."""
    return bool(units) and not first_steps(s, side, h, lightest(s, units), spare_room(s, side, h))


def may_march(s: Campaign, side: int, h: int) -> bool:
    """[8.2] [8.4] Whether a stack may make a Move."""
    return not against(stack_bans(s, side), h)


class MoveOrder(Frame[Campaign]):
    """A player with a genuine Train on the map makes one Move, or passes by discarding a Train."""

    rule = "8.2"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        world = state.world
        found = world.at_hexes("march", self.open(state, side, "march"))
        found = found + world.at_hexes("discard", self.open(state, side, "discard"))
        return found + world.at_hexes("raise", self.open(state, side, "raise")) if state.raises_room else found

    def must_ask(self, state: Campaign) -> bool:
        """[7.5] The enemy may not learn from silence that other counters are dummies, nor [15.1] of a stack's state."""
        return state.hidden or state.counter_hexes(self.side).bit_count() > 1

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        h = action.args[0]
        if action.verb == "march":
            state.march = March(side, h)
            if state.raises_room:
                state.push(CarryTrains(side), MarchUnits(side), NextMove(1 - side))
                return
            state.push(MarchUnits(side), NextMove(1 - side))
        elif action.verb == "raise":
            state.spend_train(side, h)
            state.revealed = True
            raise_hex(state, side, h, 1)
            state.push(NextMove(1 - side))
        else:
            state.spend_train(side, h)
            state.revealed = True
            state.emit("train_discarded_from", side, h)
            state.push(NextMove(1 - side))

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "march":
            return self._way_bans(state, side, head[0]) if head else stack_bans(state, side)
        if verb == "discard":
            return [Ban("8.2", "no_train", ~state.train_hexes(side))]
        if verb == "raise":
            return [Ban("15.2", "cannot_raise", ~raisable(state, side))] if state.raises_room else [NO_RAISING]
        return ()

    def _way_bans(self, state: Campaign, side: int, h: int) -> Iterable[Ban]:
        """[8.4] A whole step at once: what the column will meet, and what must come before."""
        units = can_march(state, side, h)
        yield Ban("8.4", "not_adjacent", ~state.world.near[h], (h, asked))
        yield from first_bans(state, side, h, lightest(state, units), spare_room(state, side, h))
        yield Ban("8.2", "name_stack_first", ALL, (h,))


class CarryTrains(Frame[Campaign]):
    """A stack about to march may take Trains along to raise the hex where it ends its Move."""

    rule = "15.2"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        assert state.march is not None
        if not spare_room(state, side, state.march.start):
            return ()
        row = state.world.card_actions["carry"]
        return [row[n] for n in bits(self.open(state, side, "carry"))]

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        assert state.march is not None
        state.march.room = action.args[0] * ROOM

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        m = state.march
        assert m is not None
        if verb == "carry":
            start, spare = m.start, spare_room(state, side, m.start) // ROOM
            load = lightest(state, can_march(state, side, start))
            yield Ban("15.2", "cannot_carry", -2 << spare, ())
            yield Ban("4.1", "no_room_ahead", lambda n: not first_steps(state, side, start, load, n * ROOM), ())


class MarchUnits(Frame[Campaign]):
    """Which combat units go; the rest stays in the starting hex. A group must have a first step (R-8.4h)."""

    rule = "8.4"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        world, m = state.world, state.march
        assert m is not None
        heaviest = self._heaviest(state, side, m.start)
        found = world.for_units("take", spared(self._take_bans(state, side, m, heaviest)))
        if m.units:
            found.insert(0, world.go)
        elif allowed(self._all_bans(state, side, m, heaviest)):
            if len(found) == 1:
                return [world.all_]
            found.insert(0, world.all_)
        return found

    def _heaviest(self, state: Campaign, side: int, h: int) -> int:
        """The largest load that some first step can take."""
        best = 0
        assert state.march is not None
        room = state.march.room
        for n in bits(first_steps(state, side, h, 0, room)):
            limit = state.capacity(n) if not room else min(CAPACITY + MOST * ROOM, state.capacity(n) + room)
            best = max(best, limit - state.load[n])
        return best

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        m = state.march
        assert m is not None
        if action.verb == "take":
            m.units |= 1 << action.args[0]
            state.push(self)
            return
        if action.verb == "all":
            m.units = can_march(state, side, m.start)
        state.push(MarchLeaders(side))

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        m = state.march
        assert m is not None
        if verb == "take":
            return self._take_bans(state, side, m, self._heaviest(state, side, m.start))
        if verb == "all":
            return self._all_bans(state, side, m, self._heaviest(state, side, m.start))
        return [Ban("8.4", "nobody_named", ALL, ())] if verb == "go" and not m.units else []

    def _take_bans(self, state: Campaign, side: int, m: March, heaviest: int) -> Iterable[Ban]:
        weight, left = state.world.weight, heaviest - state.world.load(m.units)
        yield Ban("8.4", "not_in_column_hex", ~state.fighters(m.start, side), (asked, m.start))
        yield from unit_bans(state)
        if m.units:
            yield Ban("8.4", "already_named", m.units, ())
        yield Ban("4.1", "no_room_ahead", lambda u: weight[u] > left, ())

    def _all_bans(self, state: Campaign, side: int, m: March, heaviest: int) -> Iterable[Ban]:
        if m.units:
            yield Ban("8.4", "already_named", ALL, ())
        if state.world.load(can_march(state, side, m.start)) > heaviest:
            yield Ban("4.1", "no_room_ahead", ALL, ())


class MarchLeaders(Frame[Campaign]):
    """Commanders who have not moved may come along."""

    rule = "8.4"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        return [*state.world.for_units("lead", self.open(state, side, "lead")), state.world.go]

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        m = state.march
        assert m is not None
        if action.verb == "lead":
            m.leaders |= 1 << action.args[0]
            state.push(self)
        else:
            m.napoleon = state.world.napoleon >= 0 and bool(m.leaders >> state.world.napoleon & 1)
            if state.advanced:
                m.along, m.sent_by = m.leaders, instigators(state, m)
                m.driven = drives(state.world, state.leaders(m.start, side), m.leaders, m.sent_by)
                state.push(*(before_route(state, m) or [Route(side)]))
            else:
                state.push(Route(side))
            if state.hidden:
                state.push(MarchDummies(side))

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        m = state.march
        assert m is not None
        fresh = state.leaders(m.start, m.side) & ~state.moved & ~m.leaders
        return [Ban("8.4", "no_such_commander", ~fresh)] if verb == "lead" else ()


class EndMovement(Frame[Campaign]):
    """No genuine Train is left: dummies go (R-8.2a). First edition: forage markers now."""

    rule = "8.2"

    def finish(self, state: Campaign) -> None:
        state.dummies = [{}, {}]
        state.shown = [{}, {}]
        state.held_disrupted = 0
        state.began_near = [0, 0]
        if state.raises_room:
            state.push(*lapse(state))
        if state.edition == 1:
            mark_forage(state, FRENCH)
