"""Rulebook 4.5 and 8.2: what happens to leaders among enemies and beaten troops."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.disorder.losses import leave_map, lose_leader
from grognard.games.vanguard.rules.fog import tell_leader
from grognard.games.vanguard.rules.frames import OfLeader
from grognard.games.vanguard.rules.movement.ways import Ways
from grognard.games.vanguard.world.moving import Move
from grognard.games.vanguard.world.state import SAFE, Battle
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban
from grognard.kernel.frame import Frame


def leader_falls(die: int) -> bool:
    """[4.5.3] 1 or 2: lost."""
    return die <= 2


def roll_for_leader(s: Battle, leader: int) -> bool:
    """[4.5.3] Roll for a leader; True if he is lost."""
    die = s.dice.d6()
    if leader_falls(die):
        s.emit("leader_hit", leader, die)
        lose_leader(s, leader)
        return True
    s.emit("leader_safe", leader, die)
    return False


def roll_for_leaders(s: Battle, h: int, side: int) -> None:
    """[4.5.1] A natural 6: every leader in the attacked hex tests. R-58: before the result is applied."""
    for leader in bits(s.leaders(h, side)):
        if s.outcome is None:
            roll_for_leader(s, leader)


class LonelyLeaders(Frame[Battle]):
    """[4.5.4] [4.5.1] R-47: leaders of a hex whose troops are gone test, follow or stay."""

    rule = "4.5.4"

    def __init__(self, side: int, hexes: int) -> None:
        super().__init__(side)
        self.hexes = hexes

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.hexes)

    def finish(self, state: Battle) -> None:
        """Push one question or test a leader, hex by hex."""
        frames: list[Frame[Battle]] = []
        for h in bits(self.hexes):
            if state.combat(h, self.side):
                continue
            gone = state.emptied.get(h, 0)
            runners = sum(1 << u for u in bits(gone) if state.at[u] >= 0 or state.at[u] == SAFE)
            for leader in bits(state.leaders(h, self.side)):
                if runners:
                    frames.append(FollowTroops(self.side, leader, runners))
                elif h in state.emptied:
                    frames.append(LastStand(self.side, leader))
        for h in bits(self.hexes):
            state.emptied.pop(h, None)
        state.push(*frames)


class FollowTroops(Frame[Battle]):
    """R-47: a leader whose troops run goes with one of them, by a flag too (R-40), or stays and takes his chance."""

    rule = "4.5.4"

    def __init__(self, side: int, leader: int, runners: int) -> None:
        super().__init__(side)
        self.leader = leader
        self.runners = runners

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.leader, self.runners)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        found = state.world.for_units("follow", self.open(state, side, "follow"))
        if self.may(state, side, "leave"):
            found.append(state.world.lexicon.bare["leave"])
        return [*found, state.world.lexicon.stay]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "leave":
            leave_map(state, self.leader)
        elif action.verb == "follow":
            h = state.at[action.args[0]]
            state.put(self.leader, h)
            tell_leader(state, "leader_follows", self.leader, h)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "follow":
            there = sum(1 << u for u in bits(self.runners) if state.at[u] >= 0)
            yield Ban("4.5.4", "not_running", ~there)
        elif verb == "leave" and not any(state.at[u] == SAFE for u in bits(self.runners)):
            yield Ban("17.2.1", "no_flag_here", ALL, ())

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.leader,)


class LastStand(OfLeader):
    """[4.5.4] All units of his hex are eliminated: he tests, and finds shelter if he lives."""

    rule = "4.5.4"

    def finish(self, state: Battle) -> None:
        if state.at[self.leader] >= 0 and not roll_for_leader(state, self.leader):
            state.push(Shelter(self.side, self.leader))


def shelters(s: Battle, leader: int) -> int:
    """[4.5.4] The nearest friendly unit within his movement points in hexes; else any such hex without enemies.

    R-80: his own too, for he may stay where he is.
    """
    side, h = s.side(leader), s.at[leader]
    reach = s.world.roster.pm[leader] // 2
    grid = s.world.grid
    for radius in range(reach + 1):
        found = grid.ring(h, radius) & s.occ[side]
        if found:
            return found
    return grid.disc(h, reach) & ~s.occ[1 - side] & ~s.world.impassable


class Shelter(OfLeader):
    """[4.5.4] Where the surviving leader goes."""

    rule = "4.5.4"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        return state.world.at_hexes("shelter", self.open(state, side, "shelter"))

    def apply(self, state: Battle, side: int, action: Action) -> None:
        state.put(self.leader, action.args[0])
        tell_leader(state, "leader_shelters", self.leader, action.args[0])

    def finish(self, state: Battle) -> None:
        lose_leader(state, self.leader)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "shelter":
            yield Ban("4.5.4", "no_shelter", ~shelters(state, self.leader), (state.spot,))

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.leader,)


class Escape(Frame[Battle]):
    """[4.5.6] R-10: an enemy has come next to a leader: he may move off at once, or stay."""

    rule = "4.5.6"

    def __init__(self, side: int, leader: int, threat: int) -> None:
        super().__init__(side)
        self.leader = leader
        self.threat = threat

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.leader, self.threat)

    def flight(self, state: Battle) -> Move:
        """The move he would make; he must end farther from the enemy who came."""
        flight = Move(self.side, 1 << self.leader, state.at[self.leader])
        flight.spent = [0]
        flight.threat = self.threat
        return flight

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        if state.at[self.leader] < 0 or state.fled >> self.leader & 1:
            return []
        steps = Ways(state, self.flight(state)).open_steps()
        return [*state.world.at_hexes("go", steps), state.world.lexicon.stay] if steps else []

    def apply(self, state: Battle, side: int, action: Action) -> None:
        state.fled |= 1 << self.leader
        if action.verb == "go":
            state.push(Flight(side, self.leader, self.threat, action.args[0]))

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return Ways(state, self.flight(state)).bans() if verb == "go" else ()

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.leader, state.spot(state.at[self.leader]))


class Flight(Frame[Battle]):
    """[4.5.6] The steps of an escape. The move of the enemy, if one is being made, is kept aside."""

    rule = "4.5.6"

    def __init__(
        self, side: int, leader: int, threat: int, goal: int, spent: int = 0, hexes: int = 0, start: int = -1
    ) -> None:
        super().__init__(side)
        self.leader = leader
        self.threat = threat
        self.goal = goal  # the hex he is entering
        self.spent = spent
        self.hexes = hexes
        self.start = start

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.leader, self.threat, self.goal, self.spent, self.hexes, self.start)

    def finish(self, state: Battle) -> None:
        start = state.at[self.leader] if self.start < 0 else self.start
        flight = Move(self.side, 1 << self.leader, start)
        flight.here, flight.threat, flight.spent, flight.hexes = (
            state.at[self.leader],
            self.threat,
            [self.spent],
            self.hexes,
        )
        spent = Ways(state, flight).price(self.goal)
        state.put(self.leader, self.goal)
        tell_leader(state, "leader_escapes", self.leader, self.goal)
        state.push(FlightGoesOn(self.side, self.leader, self.threat, spent[0], self.hexes + 1, start))


class FlightGoesOn(Frame[Battle]):
    """[4.5.6] Farther, or far enough."""

    rule = "4.5.6"

    def __init__(self, side: int, leader: int, threat: int, spent: int, hexes: int, start: int) -> None:
        super().__init__(side)
        self.leader = leader
        self.threat = threat
        self.spent = spent
        self.hexes = hexes
        self.start = start

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.leader, self.threat, self.spent, self.hexes, self.start)

    def _ways(self, state: Battle) -> Ways:
        flight = Move(self.side, 1 << self.leader, self.start)
        flight.here, flight.threat, flight.spent, flight.hexes = (
            state.at[self.leader],
            self.threat,
            [self.spent],
            self.hexes,
        )
        return Ways(state, flight)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        ways = self._ways(state)
        found = state.world.at_hexes("go", ways.open_steps())
        if not found or ways.may_end():
            found.insert(0, state.world.lexicon.stop)
        return found

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "go":
            state.push(Flight(side, self.leader, self.threat, action.args[0], self.spent, self.hexes, self.start))

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        ways = self._ways(state)
        if verb == "go":
            yield from ways.bans()
        elif verb == "stop" and not ways.may_end():
            yield Ban("4.5.6", "not_farther", ALL, ())

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.leader,)


def overruns(s: Battle, side: int, h: int) -> list[Frame[Battle]]:
    """[8.2.3] Units of a side are in a hex: enemy leaders there must get away."""
    leaders = s.leaders(h, 1 - side)
    return [Overrun(1 - side, leader) for leader in bits(leaders)] if leaders else []


def escapes(s: Battle, side: int, h: int) -> list[Frame[Battle]]:
    """[4.5.6] R-10: units of a side have come to a hex, however: enemy leaders next to it may get away."""
    other = 1 - side
    leaders = s.world.leaders & s.world.of_side[other] & ~s.fled
    return [Escape(other, u, h) for n in s.world.beside[h] for u in bits(leaders & s.stack[n])]


def alarms(s: Battle, side: int, h: int) -> list[Frame[Battle]]:
    """[4.5.6] [8.2.3] What a retreat to a hex means for the enemy's leaders there and next to it."""
    return overruns(s, side, h) + escapes(s, side, h)


class Overrun(OfLeader):
    """[8.2.3] An enemy enters a hex that holds only a leader: he must get away or is taken."""

    rule = "8.2.3"

    def _ways(self, state: Battle) -> Ways:
        h = state.at[self.leader]
        flight = Move(self.side, 1 << self.leader, h)
        flight.spent = [0]
        flight.threat = h
        return Ways(state, flight)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        if state.at[self.leader] < 0:
            return []
        return state.world.at_hexes("go", self._ways(state).open_steps())

    def apply(self, state: Battle, side: int, action: Action) -> None:
        state.push(Flight(side, self.leader, state.at[self.leader], action.args[0]))

    def finish(self, state: Battle) -> None:
        if state.at[self.leader] >= 0:
            state.emit("leader_taken", self.leader, state.spot(state.at[self.leader]))
            lose_leader(state, self.leader)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return self._ways(state).bans() if verb == "go" else ()

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.leader, state.spot(state.at[self.leader]))
