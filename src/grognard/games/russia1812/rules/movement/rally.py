"""Rulebook 8.1: rally; phase 3 opens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.games.russia1812.rules.advanced.card_march import rally_cards
from grognard.games.russia1812.rules.advanced.command import sum_cr
from grognard.games.russia1812.rules.movement.march import BeginMovement
from grognard.games.russia1812.rules.optional.unexamined import recover
from grognard.games.russia1812.world.state import Campaign
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban, asked, spared
from grognard.kernel.frame import Frame


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


def rally_bans(s: Campaign, side: int) -> Iterable[Ban]:
    """[8.1] Stacks that a Train there could not bring back to good order (R-8.1b: each unit in General Supply)."""
    yield Ban("8.1", "no_commander", lambda h: not s.leaders(h, side))
    yield Ban("8.1", "rallied", s.rallied)
    yield Ban("8.1", "none_disrupted", lambda h: not s.fighters(h, side) & s.disrupted)
    if s.advanced:
        yield Ban("16.4", "rivals_rally_nobody", lambda h: not sum_cr(s, s.leaders(h, side)))
    yield Ban("8.1", "not_supplied", lambda h: not s.fighters(h, side) & s.disrupted & s.supplied)


class Rally(Frame[Campaign]):
    """A stack with a commander and a Train may spend the Train to rally; once a turn (R-8.1a)."""

    rule = "8.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        counters = state.counter_hexes(side)
        found = spared(rally_bans(state, side), counters)
        if not found and not (state.hidden and (counters | state.rallied) & state.occ[side]):
            return ()
        return [*state.world.at_hexes("rally", self.open(state, side, "rally")), state.world.done]

    def must_ask(self, state: Campaign) -> bool:
        """[7.5] The enemy may not learn from silence that a stack's counter is a dummy, nor [15.1] its state."""
        return True

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "rally":
            h = action.args[0]
            state.rally_at = h
            state.rally_left = sum_cr(state, state.leaders(h, side))
            state.push(RallyUnits(side), self)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "rally":
            yield Ban("8.1", "no_train", ~state.train_hexes(side))
            yield from rally_bans(state, side)


class RallyUnits(Frame[Campaign]):
    """The owner picks the units, at most the sum of the commanders' CRs."""

    rule = "8.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        units = self.open(state, side, "restore")
        if not units or not state.rally_left:
            return ()
        found = state.world.for_units("restore", units)
        if state.rallied >> state.rally_at & 1:
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

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "restore":
            h = state.rally_at
            yield Ban("8.1", "not_here", ~state.stack[h], (asked, h))
            yield Ban("8.1", "good_order", ~state.disrupted)
            yield Ban("8.1", "unit_not_supplied", ~state.supplied)
