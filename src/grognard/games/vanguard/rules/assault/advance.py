"""Rulebook 12.7: advance after combat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.attackers import attacking_side
from grognard.games.vanguard.rules.assault.retreat import open_ground
from grognard.games.vanguard.rules.battles.marches import check_marches
from grognard.games.vanguard.rules.disorder.reactions import arrivals
from grognard.games.vanguard.rules.frames import OfAssault
from grognard.games.vanguard.rules.stacking import room
from grognard.games.vanguard.world.moving import Assault
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban
from grognard.kernel.frame import Frame


def emptied_hexes(s: Battle, a: Assault) -> int:
    """[12.7] Attacked hexes that hold no enemy combat unit any more."""
    enemy = 1 - attacking_side(s, a)
    return a.targets & ~s.occ[enemy]


def fresh(s: Battle, a: Assault) -> int:
    """[12.7.1] Attackers who may advance: on the map and in good order."""
    units = a.attackers & ~s.disordered & ~s.routed
    return sum(1 << u for u in bits(units) if s.at[u] >= 0)


def led_by(s: Battle, a: Assault, leader: int) -> int:
    """[12.7.3] R-81: all steady infantry and cavalry of a leader's hex go with him, whether they attacked or not.

    Who has an assault of his own still to be resolved stays.
    """
    h = s.at[leader]
    here = s.troops(h, s.side(leader)) & ~s.disordered & ~s.routed
    for b in s.assaults:
        if b is not a and not b.over:
            here &= ~(s.stack[h] if b.targets >> h & 1 else b.attackers)  # [14.2.4] or is himself charged
    return here


class Advance(Frame[Battle]):
    """[12.7] One attacker, or all of one hex with a leader, may enter a hex that was emptied."""

    rule = "12.7"

    def __init__(self, side: int, index: int, compulsory: bool) -> None:
        super().__init__(side)
        self.index = index
        self.compulsory = compulsory  # [11.1.1]

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.index, self.compulsory)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        found = [
            state.action("advance", u, h)
            for u in self._movers(state, side)
            for h in bits(self.open(state, side, "advance", u))
        ]
        if not found or self.compulsory:
            return found
        return [*found, state.world.lexicon.pass_]

    def _movers(self, state: Battle, side: int) -> list[int]:
        """[12.7] [12.7.3] The attackers in good order, and leaders stacked with them, who take others along."""
        units = bits(fresh(state, state.assaults[self.index]))
        leaders = {leader for u in units for leader in bits(state.leaders(state.at[u], side))}
        return [*units, *sorted(leaders)]

    def _room_for(self, state: Battle, who: int) -> int:
        """The hexes that a unit, or a leader with his units, stands next to and may enter."""
        a = state.assaults[self.index]
        units = led_by(state, a, who) if state.world.leaders >> who & 1 else 1 << who
        found = emptied_hexes(state, a)
        for u in bits(units):
            found &= state.world.near[state.at[u]] & open_ground(state, u)
        return sum(1 << h for h in bits(found) if room(state, h, units))

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "pass":
            return
        a = state.assaults[self.index]
        who, h = action.args
        units = 1 << who
        if state.world.leaders >> who & 1:
            units |= led_by(state, a, who)
        go_in(state, units, h)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "pass" and self.compulsory:
            yield Ban("11.1.1", "advance_compulsory", ALL, ())
        if verb != "advance":
            return
        if not head:
            yield Ban("12.7.1", "broken", state.disordered | state.routed)
            yield Ban("12.7.1", "guns_only_bombard", state.world.guns)
            return
        u = head[0]
        yield Ban("12.7", "not_emptied", ~emptied_hexes(state, state.assaults[self.index]), (state.spot,))
        goals = self._room_for(state, u) if u in self._movers(state, side) else 0
        yield Ban("12.7", "cannot_advance", ~goals, (u, state.spot))

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.spot(bits(state.assaults[self.index].targets)[0]),)


def go_in(s: Battle, pieces: int, h: int) -> None:
    """[12.7] Enter at once, ignoring zones of control; the neighbours react."""
    for u in bits(pieces):
        s.put(u, h)
    s.emit("advanced", pieces, s.spot(h))
    side = s.side(bits(pieces)[0])
    check_marches(s)
    s.push(*arrivals(s, side, h, None))


class ChargeIn(OfAssault):
    """[14.2] R-32: the chargers are in the hex that they have emptied, as many as may stack there."""

    rule = "14.2"

    def _waiting(self, state: Battle) -> int:
        a = state.assaults[self.index]
        outside = [u for u in bits(a.attackers & ~state.routed) if state.at[u] >= 0]
        return sum(1 << u for u in outside if not a.targets >> state.at[u] & 1)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        h, waiting = self._goal(state), self._waiting(state)
        if h < 0:
            return []
        if waiting and room(state, h, waiting):
            return [state.action("advance", bits(waiting)[0], h)]  # all go in: nothing to choose
        return [state.action("advance", u, h) for u in bits(waiting) if self.open(state, side, "advance", u)]

    def _goal(self, state: Battle) -> int:
        a = state.assaults[self.index]
        return bits(a.targets)[0] if emptied_hexes(state, a) else -1

    def apply(self, state: Battle, side: int, action: Action) -> None:
        h = action.args[1]
        everybody = self._waiting(state)
        units = everybody if room(state, h, everybody) else 1 << action.args[0]
        state.push(self)
        go_in(state, units, h)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "advance" and head:
            u, h = head[0], self._goal(state)
            fits = h >= 0 and self._waiting(state) >> u & 1 and room(state, h, 1 << u)
            yield Ban("14.2", "cannot_advance", ~(1 << h) if fits else ALL, (u, state.spot))

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.spot(bits(state.assaults[self.index].targets)[0]),)
