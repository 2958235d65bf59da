"""Rulebook 8.1: rally; phase 3 opens."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_march import rally_cards
from grognard.games.russia1812.rules.advanced.command import sum_cr
from grognard.games.russia1812.rules.movement.march import BeginMovement
from grognard.games.russia1812.rules.optional.unexamined import recover
from grognard.games.russia1812.world.state import Campaign
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame, Reason


class RallyAndMovement(Frame[Campaign]):
    """Phase 3 opens: all rallying comes before any movement."""

    rule = "5.1"

    def finish(self, state: Campaign) -> None:
        state.enter_phase(3)
        state.moved = state.committed = state.rallied = 0
        first = state.first()
        if state.advanced:
            state.push(
                *rally_cards(state, first),
                Rally(first),
                *rally_cards(state, 1 - first),
                Rally(1 - first),
                BeginMovement(),
            )
            return
        state.push(Rally(first), Rally(1 - first), BeginMovement())


def can_rally(s: Campaign, side: int, h: int) -> int:
    """[8.1] The units of a stack that a Train there could bring back to good order (R-8.1b: each in General Supply)."""
    leaders = s.leaders(h, side)
    if s.rallied >> h & 1 or not leaders:
        return 0
    units = s.fighters(h, side) & s.disrupted & s.supplied
    return units if units and sum_cr(s, leaders) else 0


class Rally(Frame[Campaign]):
    """A stack with a commander and a Train may spend the Train to rally; once a turn (R-8.1a)."""

    rule = "8.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        found = 0
        counters = state.counter_hexes(side)
        for h in bits(counters):
            if can_rally(state, side, h):
                found |= 1 << h
        if not found and not (state.hidden and (counters | state.rallied) & state.occ[side]):
            return ()
        return [*state.world.at_hexes("rally", found & state.train_hexes(side)), state.world.done]

    def must_ask(self, state: Campaign) -> bool:
        """[7.5] The enemy may not learn from silence that a stack's counter is a dummy, nor [15.1] its state."""
        return True

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "rally":
            h = action.args[0]
            state.rally_at = h
            state.rally_left = sum_cr(state, state.leaders(h, side))
            state.push(RallyUnits(side), self)

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        if action.verb != "rally":
            return []
        side, h = self.side, action.args[0]
        if h not in state.genuine[side]:
            return [("8.1", "no_train", (h,))]
        if not state.leaders(h, side):
            return [("8.1", "no_commander", (h,))]
        if state.rallied >> h & 1:
            return [("8.1", "rallied", (h,))]
        if not state.fighters(h, side) & state.disrupted:
            return [("8.1", "none_disrupted", (h,))]
        if not sum_cr(state, state.leaders(h, side)):
            return [("16.4", "rivals_rally_nobody", (h,))]
        return [("8.1", "not_supplied", (h,))]


class RallyUnits(Frame[Campaign]):
    """The owner picks the units, at most the sum of the commanders' CRs."""

    rule = "8.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        h = state.rally_at
        units = state.fighters(h, side) & state.disrupted & state.supplied
        begun = bool(state.rallied >> h & 1)
        if not units or not state.rally_left:
            return ()
        found = state.world.for_units("restore", units)
        if begun:
            found.append(state.world.done)
        return found

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "restore":
            u, h = action.args[0], state.rally_at
            if not state.rallied >> h & 1:
                state.rallied |= 1 << h
                state.spend_train(side, h)
                state.revealed = True
                if state.hidden:
                    state.emit("stack_rallied", side, h)
            recover(state, u)
            state.revealed = state.revealed or state.hidden  # [15.1] cavalry may have to be declared
            state.rally_left -= 1
            state.note("rallied", u, h)
            state.push(self)
        else:
            self.finish(state)

    def finish(self, state: Campaign) -> None:
        state.rally_at = -1
        state.rally_left = 0

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        if action.verb != "restore":
            return []
        u = action.args[0]
        if state.at[u] != state.rally_at:
            return [("8.1", "not_here", (u, state.rally_at))]
        if not state.disrupted >> u & 1:
            return [("8.1", "good_order", (u,))]
        return [("8.1", "unit_not_supplied", (u,))]
