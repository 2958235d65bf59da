"""Rulebook 12.5.4: what a result of the Combat Table brings about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.attackers import attacking_side, defenders
from grognard.games.vanguard.rules.assault.charts import lost_in_exchange
from grognard.games.vanguard.rules.assault.retreat import BY_ASSAULT, Retreat, doom_guns, retreat_bans, step_goals
from grognard.games.vanguard.rules.disorder.losses import eliminate, worse
from grognard.games.vanguard.rules.efficiency import roll_stack
from grognard.games.vanguard.rules.frames import OfUnit
from grognard.games.vanguard.rules.ground import sheltered
from grognard.games.vanguard.rules.leaders import LonelyLeaders
from grognard.games.vanguard.world.roster import ATTACK
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban
from grognard.kernel.frame import Frame


def result_frames(s: Battle, result: str) -> list[Frame[Battle]]:
    """What a result brings about."""
    a = s.assaults[s.fight]
    side = attacking_side(s, a)
    if result == "AE":
        return destroy(s, side, a.attackers)
    if result == "DE":
        return destroy(s, 1 - side, defenders(s, a))
    if result == "AD":
        return one_level(s, side, a.attackers)
    if result == "DD":
        return one_level(s, 1 - side, defenders(s, a))
    if result == "EX":
        return [ExchangeLoss(side, a.attackers), ExchangeLoss(1 - side, defenders(s, a)), ExchangeTests(side)]
    if result == "DR":
        return [*(Contest(1 - side, h) for h in bits(a.targets)), DriveBack(1 - side)]
    keen = any(s.order_of(u) == ATTACK for u in bits(a.attackers))
    return [Press(side)] if keen else []


def hexes_of(s: Battle, units: int) -> int:
    return sum({1 << s.at[u] for u in bits(units)})


def destroy(s: Battle, side: int, units: int) -> list[Frame[Battle]]:
    """AE and DE: all are Eliminated, and the guns beside them (11.1)."""
    hexes = hexes_of(s, units)
    for h in bits(hexes):
        s.emptied.setdefault(h, 0)
    for u in bits(units):
        eliminate(s, u)
    for h in bits(hexes):
        doom_guns(s, h, side)
    return [LonelyLeaders(side, hexes)]


def one_level(s: Battle, side: int, units: int) -> list[Frame[Battle]]:
    """AD, DD and failed tests: one level each; [15.2.1] who routs runs two hexes at once."""
    hexes = hexes_of(s, units)
    frames: list[Frame[Battle]] = []
    for u in bits(units):
        if worse(s, u):
            s.emptied.setdefault(s.at[u], 0)
            frames.append(Retreat(side, u, 2, BY_ASSAULT))
    return [*frames, LonelyLeaders(side, hexes)] if frames else []


class Press(Frame[Battle]):
    """[12.5.4] NE under Attack: test the attackers for EX or AD, or accept."""

    rule = "12.5.4"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        return [state.world.lexicon.bare["press"], state.world.lexicon.bare["accept"]]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "accept":
            return
        a = state.assaults[state.fight]
        passed = 0
        for h in bits(hexes_of(state, a.attackers)):
            here = [u for u in bits(a.attackers & state.stack[h]) if state.order_of(u) == ATTACK]
            if here:
                passed |= roll_stack(state, h, sum(1 << u for u in here))
        result = pressed(bool(passed))
        state.emit("pressed", result)
        state.push(*result_frames(state, result))


def pressed(anybody_passed: bool) -> str:
    """[12.5.4] At least one unit passes: EX; otherwise AD."""
    return "EX" if anybody_passed else "AD"


class ExchangeLoss(Frame[Battle]):
    """[12.5.4] EX: each side loses its unit of highest efficiency, then most points, then its owner's choice."""

    rule = "12.5.4"

    def __init__(self, side: int, units: int) -> None:
        super().__init__(side)
        self.units = units

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.units)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        return [state.action("lose", u) for u in self._best(state)]

    def _best(self, state: Battle) -> list[int]:
        units = [u for u in bits(self.units) if state.at[u] >= 0]
        return lost_in_exchange([(u, state.pf(u), state.eff(u)) for u in units]) if units else []

    def apply(self, state: Battle, side: int, action: Action) -> None:
        u = action.args[0]
        h = state.at[u]
        state.emptied.setdefault(h, 0)
        eliminate(state, u)
        doom_guns(state, h, side)
        state.push(LonelyLeaders(side, 1 << h))

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "lose":
            yield Ban("12.5.4", "not_the_best", ~sum(1 << u for u in self._best(state)))


class ExchangeTests(Frame[Battle]):
    """[12.5.4] EX: every other participant tests, failing = one level."""

    rule = "12.5.4"

    def finish(self, state: Battle) -> None:
        a = state.assaults[state.fight]
        frames: list[Frame[Battle]] = []
        for side in (self.side, 1 - self.side):
            units = a.took_part & state.world.of_side[side]
            left = sum(1 << u for u in bits(units) if state.at[u] >= 0)
            for h in bits(hexes_of(state, left)):
                here = left & state.stack[h]
                frames += one_level(state, side, here & ~roll_stack(state, h, here))
        state.push(*frames)


class Contest(Frame[Battle]):
    """[10.1.1] R-27: with Defence in a village or farm the owner may try to turn DR into EX."""

    rule = "10.1.1"

    def __init__(self, side: int, hex: int) -> None:
        super().__init__(side)
        self.hex = hex

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.hex)

    def _units(self, state: Battle) -> int:
        a = state.assaults[state.fight]
        return defenders(state, a) & state.stack[self.hex]

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        units = self._units(state)
        if not units or not state.world.villages >> self.hex & 1 or not sheltered(state, self.hex, side):
            return []
        return [state.world.lexicon.bare["contest"], state.world.lexicon.bare["yield"]]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "yield" or not roll_stack(state, self.hex, self._units(state)):
            return
        state.emit("contested", state.spot(self.hex))
        while not isinstance(state.agenda[-1], DriveBack):
            state.agenda.pop()
        state.agenda.pop()
        state.push(*result_frames(state, "EX"))

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.spot(self.hex),)


def driven_back(level: int, passed: bool) -> tuple[int, int]:
    """[12.5.4] DR, R-26: the level after it, and how many hexes the unit goes in all."""
    after = min(2, level + 1) if passed else 2
    return after, 2 if after == 2 else 1


class DriveBack(Frame[Battle]):
    """[12.5.4] DR: one die for each hex before anybody leaves, then the retreats. R-67."""

    rule = "12.5.4"

    def finish(self, state: Battle) -> None:
        a = state.assaults[state.fight]
        against = defenders(state, a)
        frames: list[Frame[Battle]] = []
        for h in bits(a.targets):
            units = against & state.stack[h]
            if not units:
                continue
            passed = roll_stack(state, h, units)
            stout = bool(state.world.shelters >> h & 1) and sheltered(state, h, self.side)
            for u in bits(units):
                frames.append(self._driven(state, u, bool(passed >> u & 1), stout))
            state.emptied.setdefault(h, 0)
        state.push(*frames, LonelyLeaders(self.side, a.targets))

    def _driven(self, state: Battle, u: int, passed: bool, stout: bool) -> Frame[Battle]:
        level, hexes = driven_back(state.level(u), passed)
        state.set_level(u, level)
        state.emit("routed" if level == 2 else "disordered", u, state.spot(state.at[u]))
        if stout and level == 1:
            return HoldHouses(self.side, u)
        return Retreat(self.side, u, hexes, BY_ASSAULT)


class HoldHouses(OfUnit):
    """[12.5.4] Defence in a village, farm or redoubt, test passed: stay, or retreat after all."""

    rule = "12.5.4"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        return [state.world.lexicon.stay, *state.world.at_hexes("retreat", step_goals(state, self.unit))]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "retreat":
            Retreat(side, self.unit, 1, BY_ASSAULT).apply(state, side, action)
        else:
            state.emit("holds_houses", self.unit, state.spot(state.at[self.unit]))

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return retreat_bans(state, self.unit, 1) if verb == "retreat" else ()

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.unit,)
