"""Rulebook 12.7: advance after combat."""

from __future__ import annotations

from collections.abc import Sequence

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
from grognard.kernel.frame import Frame, Reason


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
        a = state.assaults[self.index]
        hexes = emptied_hexes(state, a)
        found: list[Action] = []
        for u in bits(fresh(state, a)):
            found += [state.action("advance", u, h) for h in bits(self._open(state, 1 << u, hexes))]
        leaders = {leader for u in bits(fresh(state, a)) for leader in bits(state.leaders(state.at[u], side))}
        for leader in sorted(leaders):
            units = led_by(state, a, leader)
            found += [state.action("advance", leader, h) for h in bits(self._open(state, units, hexes))]
        if not found or self.compulsory:
            return found
        return [*found, state.world.lexicon.pass_]

    def _open(self, state: Battle, units: int, hexes: int) -> int:
        """The hexes next to the units that they may enter and stand in."""
        found = hexes
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

    def why_not(self, state: Battle, action: Action) -> list[Reason]:
        if action.verb == "pass":
            return [("11.1.1", "advance_compulsory", ())]
        if action.verb != "advance":
            return []
        u, h = action.args
        a = state.assaults[self.index]
        if not emptied_hexes(state, a) >> h & 1:
            return [("12.7", "not_emptied", (state.spot(h),))]
        if (state.disordered | state.routed) >> u & 1:
            return [("12.7.1", "broken", (u,))]
        if state.world.guns >> u & 1:
            return [("12.7.1", "guns_only_bombard", (u,))]
        return [("12.7", "cannot_advance", (u, state.spot(h)))]

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
        a = state.assaults[self.index]
        if not emptied_hexes(state, a):
            return []
        h, waiting = bits(a.targets)[0], self._waiting(state)
        if waiting and room(state, h, waiting):
            return [state.action("advance", bits(waiting)[0], h)]  # all go in: nothing to choose
        return [state.action("advance", u, h) for u in bits(waiting) if room(state, h, 1 << u)]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        h = action.args[1]
        everybody = self._waiting(state)
        units = everybody if room(state, h, everybody) else 1 << action.args[0]
        state.push(self)
        go_in(state, units, h)

    def why_not(self, state: Battle, action: Action) -> list[Reason]:
        if action.verb != "advance":
            return []
        return [("14.2", "cannot_advance", (action.args[0], state.spot(action.args[1])))]

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.spot(bits(state.assaults[self.index].targets)[0]),)
