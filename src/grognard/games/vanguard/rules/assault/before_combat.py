"""Rulebook 12.1 steps 2 to 4: retreats before combat, defensive bombardment, tests of Attack? units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.artillery import fire_guns, firing, stacked_pairs
from grognard.games.vanguard.rules.assault.advance import Advance
from grognard.games.vanguard.rules.assault.attackers import defenders, defending_guns
from grognard.games.vanguard.rules.assault.retreat import open_ground
from grognard.games.vanguard.rules.battles.marches import check_marches
from grognard.games.vanguard.rules.efficiency import roll_stack
from grognard.games.vanguard.rules.frames import OfAssault, OfUnit
from grognard.games.vanguard.rules.leaders import LonelyLeaders, alarms
from grognard.games.vanguard.rules.stacking import room
from grognard.games.vanguard.world.moving import Assault
from grognard.games.vanguard.world.roster import DEFENCE, MANOEUVRE
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban, against, asked
from grognard.kernel.frame import Frame, Reason


def may_evade(s: Battle, a: Assault, u: int) -> bool:
    """[14.1] Attacked cavalry and un-Moved horse guns with Manoeuvre or Defence, if the attackers are all infantry."""
    if not s.world.mounted >> u & 1 or a.attackers & ~s.world.foot or (s.routed | s.turned) >> u & 1:
        return False
    return s.order_of(u) in (DEFENCE, MANOEUVRE)


def evade_hexes(s: Battle, u: int) -> int:
    """[14.1] R-53: one hex, within stacking, not in a zone of control."""
    side = s.side(u)
    ground = s.world.near[s.at[u]] & open_ground(s, u) & ~s.zoc(1 - side)
    return sum(1 << h for h in bits(ground) if room(s, h, 1 << u))


class RetreatsBefore(Frame[Battle]):
    """[14.1] [16.3.5] B-5-B, for all assaults."""

    rule = "14.1"

    def finish(self, state: Battle) -> None:
        other = 1 - self.side
        state.emptied = {}
        frames: list[Frame[Battle]] = []
        for index, a in enumerate(state.assaults):
            if a.counter:
                continue
            for u in bits(defenders(state, a) | defending_guns(state, a)):
                if may_evade(state, a, u):
                    frames.append(Evade(other, u))
                elif u in state.skirmished and not state.routed >> u & 1:
                    frames.append(Slip(other, u))
            frames += [LonelyLeaders(other, a.targets), NobodyLeft(self.side, index)]
        state.push(*frames)


class Evade(OfUnit):
    """[14.1] A unit leaves before the assault, or stands."""

    rule = "14.1"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        hexes = self.open(state, side, "evade", self.unit)
        found = [state.action("evade", self.unit, h) for h in bits(hexes)]
        return [*found, state.world.lexicon.bare["stand"]] if found else []

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "evade":
            h = state.at[self.unit]
            state.put(self.unit, action.args[1])
            state.evaded |= 1 << self.unit  # [15.3] R-83
            state.emptied[h] = state.emptied.get(h, 0) | 1 << self.unit
            state.emit("evaded", self.unit, state.spot(h), state.spot(action.args[1]))
            state.push(*alarms(state, side, action.args[1]))
            check_marches(state)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb != "evade":
            return ()
        if head:
            return [Ban("14.1", "cannot_evade_there", ~evade_hexes(state, self.unit), (state.spot,))]
        return [Ban("14.1", "not_this_unit", ~(1 << self.unit), (self.unit,))]

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.unit, state.spot(state.at[self.unit]))


class Slip(OfUnit):
    """[16.3.5] A unit with V may retreat before combat if it passes a test."""

    rule = "16.3.5"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        if not evade_hexes(state, self.unit):
            return []
        return [state.action("slip", self.unit), state.world.lexicon.bare["stand"]]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "slip" and roll_stack(state, state.at[self.unit], 1 << self.unit):
            state.push(Evade(side, self.unit))

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban("16.3.5", "not_this_unit", ~(1 << self.unit), (self.unit,))] if verb == "slip" else ()

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.unit, state.spot(state.at[self.unit]))


class NobodyLeft(OfAssault):
    """[14.1] If all attacked units have left, one attacker may advance and that attack is over."""

    rule = "14.1"

    def finish(self, state: Battle) -> None:
        a = state.assaults[self.index]
        if defenders(state, a) or defending_guns(state, a):
            return
        a.over = True
        state.fought |= a.attackers
        state.emit("target_gone", state.spot(bits(a.targets)[0]))
        state.push(Advance(self.side, self.index, False))


class DefensiveFires(Frame[Battle]):
    """[11.4.4] B-5-C, for all assaults."""

    rule = "11.4.4"

    def finish(self, state: Battle) -> None:
        frames = [
            Repel(1 - self.side, index, h)
            for index, a in enumerate(state.assaults)
            if not a.counter and not a.over
            for h in bits(a.targets)
        ]
        state.push(*frames)


class Repel(Frame[Battle]):
    """[11.4.4] Unmoved batteries whose hex is assaulted may bombard one hex of attackers; heavy guns never do."""

    rule = "11.4.4"

    def __init__(self, side: int, index: int, hex: int) -> None:
        super().__init__(side)
        self.index = index
        self.hex = hex

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.index, self.hex)

    def _targets(self, state: Battle) -> int:
        a = state.assaults[self.index]
        return sum({1 << state.at[u] for u in bits(a.attackers)})

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        guns, targets = self._guns(state), bits(self._targets(state))
        found = [state.action("repel", gun, h) for gun in guns for h in targets]
        found += [state.action("repel", *pair, h) for pair in stacked_pairs(state, guns) for h in targets]
        return [*found, state.world.lexicon.bare["hold"]] if found else []

    def _guns(self, state: Battle) -> list[int]:
        return firing(state, state.batteries(self.hex, self.side) & ~state.world.fixed)

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "hold":
            return
        guns = sum(1 << gun for gun in action.args[:-1])
        state.push(*fire_guns(state, guns, action.args[-1], side), self)

    def why_not(self, state: Battle, action: Action) -> list[Reason]:
        """One battery or two of them, and a hex: what speaks against the first that cannot fire."""
        if action.verb != "repel":
            return []
        *guns, h = action.args
        return next((found for gun in guns if (found := against(self._repel_bans(state, h), gun))), [])

    def _repel_bans(self, state: Battle, h: int) -> Iterable[Ban]:
        """[11.4.4] Batteries that cannot fire defensively at a hex."""
        yield Ban("17.2.6", "heavy_guns_never_repel", state.world.fixed)
        yield Ban("11.0", "gun_moved", state.turned | state.fired)
        yield Ban("11.4.4", "cannot_repel", ~sum(1 << gun for gun in self._guns(state)), (asked, state.spot(h)))
        if not self._targets(state) >> h & 1:
            yield Ban("11.4.4", "cannot_repel", ALL, (asked, state.spot(h)))

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.spot(self.hex),)


class AttackTests(Frame[Battle]):
    """[12.2.2] Every Attack? unit tests, one die a stack; who fails does not attack."""

    rule = "12.2.2"

    def finish(self, state: Battle) -> None:
        by_hex: dict[int, int] = {}
        for a in state.assaults:
            if not a.over:
                for u in bits(a.doubtful & a.attackers):
                    by_hex[state.at[u]] = by_hex.get(state.at[u], 0) | 1 << u
        for h, units in sorted(by_hex.items()):
            failed = units & ~roll_stack(state, h, units)
            if failed:
                state.emit("attack_called_off", failed)
            for a in state.assaults:
                a.attackers &= ~failed
                a.doubtful &= ~failed
