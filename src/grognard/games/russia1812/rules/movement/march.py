"""Rulebook 8.2 to 8.4: whose Move it is, which stack, which units and commanders."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_march import resting
from grognard.games.russia1812.rules.advanced.obey import before_route
from grognard.games.russia1812.rules.advanced.traits import drives, instigators
from grognard.games.russia1812.rules.movement.route import Route
from grognard.games.russia1812.rules.movement.siege import besieged
from grognard.games.russia1812.rules.movement.steps import barred_steps, can_march, controlled, first_steps, lightest
from grognard.games.russia1812.rules.optional.capacity import MOST, ROOM, lapse, raisable, raise_hex
from grognard.games.russia1812.rules.optional.unexamined import MarchDummies, near_cavalry, tell_cavalry
from grognard.games.russia1812.rules.trains import mark_forage
from grognard.games.russia1812.world.state import Campaign, March
from grognard.games.russia1812.world.world import CAPACITY, FRENCH, RUSSIAN
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame, Reason


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
    return ROOM * max(0, min(MOST, s.genuine[side].get(h, 0) - 1)) if s.roomy else 0


def why_stack_stays(s: Campaign, side: int, h: int) -> list[Reason]:
    """[8.2] [8.4] Everything that keeps a stack from making a Move; empty if it may."""
    found: list[Reason] = []
    if not s.occ[side] >> h & 1:
        return [("8.2", "no_stack", (h,))]
    if h not in s.genuine[side]:
        found.append(("8.4", "no_train", (h,)))
    if not s.leaders(h, side) & ~s.moved:
        found.append(("8.4", "no_fresh_commander", (h,)))
    if s.held_disrupted >> h & 1:
        found.append(("8.4", "held_disrupted", (h,)))
    if besieged(s, side, h):
        found.append(("8.4", "besieged", (h,)))
    units = can_march(s, side, h)
    if not units:
        found.append(("8.4", "nobody_can_march", (h,)))
    elif not first_steps(s, side, h, lightest(s, units), spare_room(s, side, h)):
        found.append(("8.4", "no_way_out", (h,)))
    return found


def may_march(s: Campaign, side: int, h: int) -> bool:
    """The same conditions as ``why_stack_stays``, cheapest first."""
    if not s.leaders(h, side) & ~s.moved or s.held_disrupted >> h & 1:
        return False
    units = can_march(s, side, h)
    if not units or besieged(s, side, h):
        return False
    return bool(first_steps(s, side, h, lightest(s, units), spare_room(s, side, h)))


class MoveOrder(Frame[Campaign]):
    """A player with a genuine Train on the map makes one Move, or passes by discarding a Train."""

    rule = "8.2"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        ready = held = 0
        for h in state.genuine[side]:
            held |= 1 << h
            if may_march(state, side, h):
                ready |= 1 << h
        found = state.world.at_hexes("march", ready) + state.world.at_hexes("discard", held)
        if state.roomy:
            found = found + state.world.at_hexes("raise", raisable(state, side))
        return found

    def must_ask(self, state: Campaign) -> bool:
        """[7.5] The enemy may not learn from silence that other counters are dummies, nor [15.1] of a stack's state."""
        return state.hidden or state.counter_hexes(self.side).bit_count() > 1

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        h = action.args[0]
        if action.verb == "march":
            state.march = March(side, h)
            if state.roomy:
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

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        side = self.side
        if action.verb == "discard":
            return [("8.2", "no_train", (action.args[0],))]
        if action.verb == "raise":
            return [("15.2", "cannot_raise" if state.roomy else "no_raising", (action.args[0],))]
        if action.verb != "march":
            return []
        h = action.args[0]
        found = why_stack_stays(state, side, h)
        if len(action.args) == 2:
            found += self._why_not_step(state, h, action.args[1]) or [("8.2", "name_stack_first", (h,))]
        return found

    def _why_not_step(self, state: Campaign, h: int, goal: int) -> list[Reason]:
        if not state.world.near[h] >> goal & 1:
            return [("8.4", "not_adjacent", (h, goal))]
        units = can_march(state, self.side, h)
        near = bool(state.began_near[self.side] >> h & 1)
        bars = barred_steps(state, self.side, h, lightest(state, units), near, 0, spare_room(state, self.side, h))
        return [(rule, key, (goal,)) for rule, key, shut in bars if shut >> goal & 1]


class CarryTrains(Frame[Campaign]):
    """A stack about to march may take Trains along to raise the hex where it ends its Move."""

    rule = "15.2"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        m = state.march
        assert m is not None
        spare = spare_room(state, side, m.start) // ROOM
        row = state.world.card_actions["carry"][: spare + 1]
        load = lightest(state, can_march(state, side, m.start))
        return [row[n] for n in range(spare + 1) if first_steps(state, side, m.start, load, n * ROOM)] if spare else ()

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        assert state.march is not None
        state.march.room = action.args[0] * ROOM

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        if action.verb != "carry":
            return []
        assert state.march is not None
        if action.args[0] > spare_room(state, self.side, state.march.start) // ROOM:
            return [("15.2", "cannot_carry", ())]
        return [("4.1", "no_room_ahead", ())]


class MarchUnits(Frame[Campaign]):
    """Which combat units go; the rest stays in the starting hex. A group must have a first step (R-8.4h)."""

    rule = "8.4"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        m = state.march
        assert m is not None
        world, h = state.world, m.start
        able = can_march(state, side, h)
        rest = able & ~m.units
        load = world.load(m.units)
        heaviest = self._heaviest(state, side, h)
        fits = 0
        for u in bits(rest):
            if load + world.weight[u] <= heaviest:
                fits |= 1 << u
        found = world.for_units("take", fits)
        if m.units:
            found.insert(0, world.go)
        elif fits == able and world.load(able) <= heaviest:
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

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        m = state.march
        assert m is not None
        if action.verb == "go":
            return [("8.4", "nobody_named", ())]
        if action.verb != "take" and action.verb != "all":
            return []
        u = action.args[0] if action.args else -1
        if u >= 0 and (state.at[u] != m.start or not state.world.combat >> u & 1):
            return [("8.4", "not_in_column_hex", (u, m.start))]
        if u >= 0 and not can_march(state, self.side, m.start) >> u & 1:
            return why_unit_stays(state, u)
        if m.units and (u < 0 or m.units >> u & 1):
            return [("8.4", "already_named", ())]
        return [("4.1", "no_room_ahead", ())]


def why_unit_stays(s: Campaign, u: int) -> list[Reason]:
    """[8.3] [8.4] Why a unit may not make a Move."""
    found: list[Reason] = []
    if s.disrupted >> u & 1:
        found.append(("3.3", "unit_disrupted", (u,)))
    if not s.supplied >> u & 1:
        found.append(("8.4", "unit_not_supplied", (u,)))
    if s.moved >> u & 1:
        found.append(("8.3", "unit_moved", (u,)))
    if s.committed >> u & 1:
        found.append(("8.4", "unit_committed", (u,)))
    if s.advanced and resting(s) >> u & 1:
        found.append(("16.1", "card_halts", (u,)))
    return found


class MarchLeaders(Frame[Campaign]):
    """Commanders who have not moved may come along."""

    rule = "8.4"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        m = state.march
        assert m is not None
        return [*state.world.for_units("lead", self._fresh(state, m)), state.world.go]

    def _fresh(self, state: Campaign, m: March) -> int:
        return state.leaders(m.start, m.side) & ~state.moved & ~m.leaders

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

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        return [("8.4", "no_such_commander", (action.args[0],))] if action.verb == "lead" else []


class EndMovement(Frame[Campaign]):
    """No genuine Train is left: dummies go (R-8.2a). First edition: forage markers now."""

    rule = "8.2"

    def finish(self, state: Campaign) -> None:
        state.dummies = [{}, {}]
        state.shown = [{}, {}]
        state.held_disrupted = 0
        state.began_near = [0, 0]
        if state.roomy:
            state.push(*lapse(state))
        if state.edition == 1:
            mark_forage(state, FRENCH)
