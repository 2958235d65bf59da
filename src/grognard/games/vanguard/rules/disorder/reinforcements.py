"""Rulebook 15.4, 12.8.2 and 17: who comes, and who comes back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.retreat import open_ground
from grognard.games.vanguard.rules.battles.marches import check_marches
from grognard.games.vanguard.rules.frames import OfUnit
from grognard.games.vanguard.rules.leaders import alarms
from grognard.games.vanguard.rules.stacking import room
from grognard.games.vanguard.world.roster import ADVANCE, COALITION, ENTRIES, FRENCH, NO_ORDER, ORDERS
from grognard.games.vanguard.world.state import RETURN_STEP, Battle
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban
from grognard.kernel.frame import Frame

# [12.8.2] A-2: replacements


class Returns(Frame[Battle]):
    """[12.8.2] Eliminated units due this turn come back, French first."""

    rule = "12.8.2"

    def finish(self, state: Battle) -> None:
        state.enter_phase(RETURN_STEP)
        frames: list[Frame[Battle]] = []
        for side in (FRENCH, COALITION):
            due = [u for u, turn in sorted(state.track.items()) if turn <= state.turn and state.side(u) == side]
            frames += [Return(side, u) for u in due]
        state.push(*frames)


def return_hexes(s: Battle, u: int) -> int:
    """[12.8.2] Within one hex of its General, legally stacked, not in a zone of control. R-29."""
    general = s.general(s.world.roster.formation_of[u])
    if general < 0:
        return 0
    side, h = s.side(u), s.at[general]
    ground = (s.world.near[h] | 1 << h) & open_ground(s, u) & ~s.zoc(1 - side)
    return sum(1 << n for n in bits(ground) if room(s, n, 1 << u) and not s.leaders(n, 1 - side))


class Return(OfUnit):
    """[12.8.2] Where a unit comes back; R-29: without a legal hex it waits for the next A-2."""

    rule = "12.8.2"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        return [state.action("place", self.unit, h) for h in bits(self.open(state, side, "place", self.unit))]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        del state.track[self.unit]
        state.put(self.unit, action.args[1])
        state.emit("returned", self.unit, state.spot(action.args[1]))
        state.push(*alarms(state, side, action.args[1]))
        check_marches(state)

    def finish(self, state: Battle) -> None:
        state.emit("return_waits", self.unit)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb != "place":
            return ()
        if head:
            return [Ban("12.8.2", "cannot_return_there", ~return_hexes(state, self.unit), (state.spot,))]
        return [Ban("12.8.2", "not_this_unit", ~(1 << self.unit), (self.unit,))]

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.unit,)


# [15.4] B-1: reinforcements


def due_now(s: Battle) -> int:
    """[15.4] The pieces of the acting group that may enter; [17.2.9] R-44: not who acts apart from it."""
    away, due, turn = bits(s.world.guests_of[s.active] & ~s.there), s.due, s.turn
    found = sum([1 << u for u in away if u in due and due[u][0] <= turn])
    apart = s.world.lone_group & ~(s.group() | s.group_leaders())
    return found & s.world.lone_group if s.solo else found & ~apart


class Reinforce(Frame[Battle]):
    """[15.4] R-34: who of those due comes in now; R-61: or goes round by another flag."""

    rule = "15.4"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        left = self.open(state, side, "enter") if state.due else 0
        if not left:
            return []
        found = [state.world.lexicon.bare["all"], *state.world.for_units("enter", left)]
        found += [state.action("round", u, e) for u in bits(left) for e in ways_round(state, u)]
        return [*found, state.world.lexicon.done]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "done":
            state.hush(True)
            return
        if action.verb == "all":
            self._call(state, due_now(state) & ~state.entering)
        elif action.verb == "enter":
            self._call(state, 1 << action.args[0])
        else:
            u, entry = action.args
            choice = state.world.data.entry_choice
            assert choice is not None
            state.due[u] = (state.turn + choice.delay_turns, entry)
            state.emit("sent_round", u, ENTRIES[entry], state.turn + choice.delay_turns)
        state.push(self)

    def _call(self, state: Battle, pieces: int) -> None:
        """[15.4.1] R-34: in command, with Advance in this activation (Montebello: the formation's order)."""
        state.entering |= pieces
        state.lost &= ~pieces
        if not state.world.montebello and state.orders[state.active] != ADVANCE:
            state.arrived |= pieces & state.world.units
            for u in bits(pieces & state.world.units):
                state.own[u] = ADVANCE

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        left = due_now(state) & ~state.entering
        if verb == "enter":
            return [Ban("15.4", "not_due", ~left)]
        if verb != "round":
            return ()
        if not head:
            return [Ban("17.2.1", "cannot_go_round", ~left)]
        entries = sum(1 << entry for entry in ways_round(state, head[0]))
        return [Ban("17.2.1", "cannot_go_round", ~entries, (head[0],))]

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.active,)


def ways_round(s: Battle, u: int) -> list[int]:
    """[17.2.1] R-61: in the turn in which they are due at A, units may be sent to B or C, two turns later."""
    choice = s.world.data.entry_choice
    if choice is None:
        return []
    turn, entry = s.due[u]
    if turn != s.turn or ENTRIES[entry] != choice.due_at:
        return []
    return [ENTRIES.index(letter) for letter in choice.instead]


class AdoptOrder(Frame[Battle]):
    """[17.1.2] The first units of a French formation come with any order its player likes."""

    rule = "17.1.2"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        if state.orders[state.active] != NO_ORDER or not state.entering:
            return []
        return [state.action("adopt", order) for order in range(len(ORDERS))]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        state.orders[state.active] = action.args[0]
        state.emit("order_adopted", state.active, action.args[0])

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.active,)
