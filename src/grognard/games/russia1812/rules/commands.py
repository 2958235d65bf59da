"""Rulebook 9 and 12: Combat Commands and the movement of commanders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_combat import sledge_cards
from grognard.games.russia1812.rules.advanced.effects import total
from grognard.games.russia1812.rules.orders import NextAttack
from grognard.games.russia1812.world.state import LEFT, OFF_MAP, Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban, all_but, asked
from grognard.kernel.frame import Frame

MINIMUM = 1
MAXIMUM = (99, 7)  # [9.2] no upper limit in the first edition
COMMANDER_RANGE = 3


def settle_commands(s: Campaign) -> None:
    """[9.2] What happened last turn takes effect: decisive victories for good, events at the capitals for a turn."""
    s.cc_once = [0, 0]
    for event in s.fresh:
        gain = -1 if event // 2 == LEFT else 1
        s.cc_once[FRENCH] += gain
        s.cc_once[RUSSIAN] -= gain
    s.fresh = []
    for side in (FRENCH, RUSSIAN):
        s.cc_base[side] += s.cc_pending[side]
    s.cc_pending = [0, 0]


def clamp(number: int, edition: int) -> int:
    """[9.2] Never below one, never above seven (R-9.2a: only the turn's number is limited)."""
    return max(MINIMUM, min(MAXIMUM[edition - 1], number))


class CombatCommands(Frame[Campaign]):
    """Phase 4: the turn's Combat Commands; who has more attacks first, the French on a tie. Phase 5 follows."""

    rule = "9.2"

    def __init__(self, side: int = 0, counted: bool = False) -> None:
        super().__init__(side)
        self.counted = counted  # [16.1] card 34 has been asked for

    def key(self) -> tuple[object, ...]:
        return ("CombatCommands", self.side, self.counted) if self.counted else ("CombatCommands", self.side)

    def finish(self, state: Campaign) -> None:
        if not self.counted:
            state.enter_phase(4)
        for side in (FRENCH, RUSSIAN):
            state.cc[side] = clamp(state.cc_base[side] + state.cc_once[side], state.edition)
        if not self.counted:
            state.first_attacker = first_to_attack(state.cc)
        if state.advanced:
            if not self.counted:
                state.push(*sledge_cards(state), CombatCommands(counted=True))
                return
            for side in (FRENCH, RUSSIAN):  # [9.3] cards come after who attacks first is known
                number = state.cc_base[side] + state.cc_once[side]
                state.cc[side] = clamp(clamp(number, state.edition) + total(state, "cc", side), state.edition)
        state.emit("commands", state.cc[FRENCH], state.cc[RUSSIAN], state.first_attacker)
        state.enter_phase(5)
        state.out = [False, False]
        state.waived = [False, False]
        state.push(NextAttack(state.first_attacker))


def first_to_attack(cc: list[int]) -> int:
    """[9.3] More Combat Commands; the French on a tie."""
    return FRENCH if cc[FRENCH] >= cc[RUSSIAN] else RUSSIAN


class CommandersMovement(Frame[Campaign]):
    """Phase 6: each commander may move once, whether he marched before or not. [9.1] Unspent CCs are lost."""

    rule = "12.1"

    def finish(self, state: Campaign) -> None:
        state.enter_phase(6)
        state.cc = [0, 0]
        state.moved = 0
        state.passes = 0
        state.push(SendCommander(state.first_attacker))


def commander_ways(s: Campaign, side: int) -> int:
    """[12.1] Hexes a commander may pass: open ground, no enemy unit, no enemy city without a friend in it (R-12.1b)."""
    return ways_and_ends(s, side)[0]


def commander_ends(s: Campaign, side: int) -> int:
    """[12.1] Where a commander may end: with a friendly combat unit, or in a city he may enter."""
    return ways_and_ends(s, side)[1]


def ways_and_ends(s: Campaign, side: int) -> tuple[int, int]:
    """[12.1] Both: most decisions of a game ask for them."""
    world, pres = s.world, s.pres
    if s.affairs.freed:
        cities, own = s.enemy_city(side), s.own_city(side)
    else:
        cities, own = world.enemy_city[side], world.own_city[side]
    passable, entered = world.passable[side], cities & pres[side]
    return passable ^ (passable & (pres[1 - side] | cities ^ entered)), s.occ[side] | own | entered


def goals_known(s: Campaign, ways: int, ends: int) -> dict[int, int]:
    """[12.1] Where commanders may go, by the hex they are in, as far as was asked; kept by the value of the boards."""
    kept = s.world.rides
    found = kept.get((ways, ends))
    if found is None:
        if len(kept) > 256:
            kept.clear()
        found = kept[ways, ends] = dict.fromkeys(OFF_MAP, 0)
    return found


def ride(s: Campaign, h: int, ways: int) -> int:
    """[12.1] The hexes within three of a hex along certain ways: only those near it matter."""
    near = ways & s.world.grid.disc(h, COMMANDER_RANGE)
    kept = s.world.rides_near
    found = kept.get((h, near))
    if found is None:
        if len(kept) > 20_000:
            kept.clear()
        bit = s.world.bit[h]
        found = kept[h, near] = s.world.free.flood(bit, COMMANDER_RANGE, near) ^ bit
    return found


def commander_goals(s: Campaign, side: int, h: int) -> int:
    """[12.1] Where a commander in a hex may go."""
    ways, ends = ways_and_ends(s, side)
    found = goals_known(s, ways, ends).get(h)
    return ride(s, h, ways) & ends if found is None else found


def riders(s: Campaign, side: int) -> list[int]:
    """[12.1] The commanders who have not moved and have somewhere to go."""
    ways, ends = ways_and_ends(s, side)
    known, at, moved = goals_known(s, ways, ends), s.at, s.moved
    found = []
    for c in bits(s.world.leaders[side]):  # sets of those who have not moved hardly ever come back
        if moved >> c & 1:
            continue
        h = at[c]
        goals = known.get(h)  # off the map there are none
        if goals is None:
            goals = known[h] = ride(s, h, ways) & ends
        if goals:
            found.append(c)
    return found


def goal_bans(s: Campaign, side: int, c: int) -> Iterable[Ban]:
    """[12.1] Where a commander cannot end."""
    yield Ban("12.1", "impassable", ~s.world.passable[side])
    yield Ban("12.1", "enemy_there", s.pres[1 - side])
    yield Ban("12.1", "no_goal", ~commander_ends(s, side))
    yield Ban("12.1", "too_far", ~commander_goals(s, side, s.at[c]), (asked, COMMANDER_RANGE))


class SendCommander(Frame[Campaign]):
    """Players alternate, one commander each; two passes in a row end the phase (R-12.2a)."""

    rule = "12.2"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        row = state.world.unit_rows["send"]
        found = [row[c] for c in riders(state, side)]
        found.append(state.world.pass_)
        return found

    def must_ask(self, state: Campaign) -> bool:
        """[15.1] The enemy may not learn from silence that no commander is there to be sent."""
        return state.hidden

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "send":
            state.push(_goal_of(side, action.args[0]))
            return
        state.passes += 1
        if state.passes < 2:
            state.push(_SENDING[1 - side])

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb != "send":
            return
        if head:
            yield from goal_bans(state, side, head[0])
            yield Ban("12.2", "name_commander_first", ALL, (head[0],))
            return
        yield Ban("12.1", "no_such_commander", ~state.world.leaders[side])
        yield Ban("12.1", "no_such_commander", lambda c: state.at[c] < 0)
        yield Ban("12.1", "commander_moved", state.moved)
        yield Ban("12.1", "nowhere_to_go", all_but(riders(state, side)))


class CommanderGoal(Frame[Campaign]):
    """The chosen commander's goal."""

    rule = "12.1"

    def __init__(self, side: int, commander: int) -> None:
        super().__init__(side)
        self.commander = commander

    def key(self) -> tuple[object, ...]:
        return ("CommanderGoal", self.side, self.commander)

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        c = self.commander
        return state.world.fresh_pairs("send", c, commander_goals(state, side, state.at[c]))

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        c, h = action.args
        start = state.at[c]
        state.put(c, h)
        state.moved |= 1 << c
        state.passes = 0
        state.note("commander_moved", c, h)
        if state.hidden:
            state.emit("counter_rode", side, start, h)
        state.push(_SENDING[1 - side])

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb != "send":
            return ()
        c = self.commander
        return goal_bans(state, side, c) if head else [Ban("12.2", "other_commander", ~(1 << c), (c,))]

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        return (self.commander,)


_SENDING: Final = (SendCommander(FRENCH), SendCommander(RUSSIAN))  # asked all the time, and the same every time


@cache
def _goal_of(side: int, commander: int) -> CommanderGoal:
    return CommanderGoal(side, commander)
