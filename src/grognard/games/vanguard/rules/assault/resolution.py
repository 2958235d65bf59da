"""Rulebook 12.5: assaults are resolved one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.advance import Advance, ChargeIn
from grognard.games.vanguard.rules.assault.attackers import (
    attacking_side,
    clash,
    defenders,
    defending_guns,
    general_beside,
    grounds,
)
from grognard.games.vanguard.rules.assault.charts import (
    BELOW,
    Clash,
    attack_points,
    clash_column,
    clash_drm,
    clash_result,
    clash_terms,
    defence_points,
)
from grognard.games.vanguard.rules.assault.results import result_frames
from grognard.games.vanguard.rules.assault.retreat import doom_guns
from grognard.games.vanguard.rules.frames import OfAssault
from grognard.games.vanguard.rules.leaders import LonelyLeaders, roll_for_leader, roll_for_leaders
from grognard.games.vanguard.world.data import Tables
from grognard.games.vanguard.world.lexicon import GROUNDS
from grognard.games.vanguard.world.moving import Assault
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban
from grognard.kernel.frame import Frame


class ResolveNext(Frame[Battle]):
    """[12.1] [12.4.2] R-24: what has lost its attackers or its target is off; then the attacker names the next one."""

    rule = "12.1"

    def finish(self, state: Battle) -> None:
        for a in state.assaults:
            if a.over:
                continue
            spot = state.spot(bits(a.targets)[0])
            if not a.attackers:
                a.over = True
                state.emit("assault_cancelled", spot)
            elif not defenders(state, a) and not defending_guns(state, a):
                a.over = True
                state.fought |= a.attackers
                state.emit("target_gone", spot)
        if any([not a.over for a in state.assaults]):
            state.push(Resolve(self.side), self)


class Resolve(Frame[Battle]):
    """[12.1] The attacker resolves his combats in the order he likes; [14.2.4] counter-charges come first."""

    rule = "12.1"

    def _waiting(self, state: Battle) -> list[Assault]:
        waiting = [a for a in state.assaults if not a.over]
        return [a for a in waiting if a.counter][:1] or waiting

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        return [state.action("resolve", bits(a.targets)[0]) for a in self._waiting(state)]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        a = next(a for a in state.assaults if not a.over and a.targets >> action.args[0] & 1)
        state.fight = state.assaults.index(a)
        attacker = attacking_side(state, a)
        state.push(LeadAssault(attacker), PickGround(1 - state.acting_side()), AssaultDie(attacker))

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "resolve":
            waiting = sum(1 << bits(a.targets)[0] for a in self._waiting(state))
            if any(a.counter and not a.over for a in state.assaults):
                yield Ban("14.2.4", "counter_first", ~waiting, ())
            yield Ban("12.1", "not_declared", ~waiting, (state.spot,))


class LeadAssault(Frame[Battle]):
    """[12.4.4] One General stacked with a unit of his formation may add 1; it exposes him (4.5.2)."""

    rule = "12.4.4"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        a = state.assaults[state.fight]
        if not defenders(state, a) or general_beside(state, a.attackers) < 0:
            return []
        return [state.world.lexicon.bare["lead"], state.world.lexicon.bare["spare"]]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        state.assaults[state.fight].general = action.verb == "lead"

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (general_beside(state, state.assaults[state.fight].attackers),)


class PickGround(Frame[Battle]):
    """[10.0] R-59, R-74: of several terrains or hexes the inactive player picks the one that counts."""

    rule = "10.0"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        return [state.action("ground", h, terrain) for h, terrain in self._grounds(state)]

    def _grounds(self, state: Battle) -> list[tuple[int, int]]:
        """The first hex and terrain of each effect that the ground can have."""
        a = state.assaults[state.fight]
        if not defenders(state, a):
            return []
        found: dict[tuple[str, int], tuple[int, int]] = {}
        for h, terrain in grounds(state, a):
            values = clash(state, a, h, terrain)
            effect = (clash_column(values), clash_drm(state.world.tables, values))
            found.setdefault(effect, (h, GROUNDS.index(terrain)))
        return list(found.values())

    def apply(self, state: Battle, side: int, action: Action) -> None:
        a = state.assaults[state.fight]
        a.ground_hex, a.ground = action.args

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "ground" and head:
            here = sum(1 << terrain for h, terrain in self._grounds(state) if h == head[0])
            yield Ban("10.0", "no_such_ground", ~here, (state.spot(head[0]),))

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.spot(bits(state.assaults[state.fight].targets)[0]),)


class AssaultDie(Frame[Battle]):
    """[12.5] The die, the leaders, the result."""

    rule = "12.5"

    def finish(self, state: Battle) -> None:
        a = state.assaults[state.fight]
        state.emptied = {}
        against = defenders(state, a)
        a.took_part = a.attackers | against
        a.start_hexes = sum({1 << state.at[u] for u in bits(a.attackers)})
        if not against:
            self._take_guns(state, a)
            return
        result = self._roll(state, a)
        if state.outcome is None:
            state.push(*result_frames(state, result), AfterCombat(self.side))

    def _take_guns(self, state: Battle, a: Assault) -> None:
        """[11.1.1] Guns alone: an automatic DE, and one attacker must advance."""
        enemy = 1 - self.side
        state.emit("guns_taken", state.spot(bits(a.targets)[0]))
        for h in bits(a.targets):
            doom_guns(state, h, enemy)
            state.emptied.setdefault(h, 0)
        state.push(LonelyLeaders(enemy, a.targets), AfterCombat(self.side, True))

    def _roll(self, state: Battle, a: Assault) -> str:
        """[12.4.2] Worse than 1-5: AE without a die; [4.5.1] [4.5.2] R-58: leaders test before the result."""
        tables = state.world.tables
        values = clash(state, a, a.ground_hex, GROUNDS[a.ground])
        column = clash_column(values)
        spot = state.spot(bits(a.targets)[0])
        points = (attack_points(values), defence_points(values))
        if column == BELOW:
            state.emit("assault_hopeless", spot, *points)
            state.explain(a.attackers, defenders(state, a), _counted(tables, values))
            return "AE"
        general = general_beside(state, a.attackers) if a.general else -1
        die = state.dice.d6()
        result = clash_result(tables, values, die)
        state.emit("assault", spot, *points, column, clash_drm(tables, values), die, result)
        state.explain(a.attackers, defenders(state, a), _counted(tables, values))
        if die == 6:
            for h in bits(a.targets):
                roll_for_leaders(state, h, 1 - self.side)
        if die == 1 and general >= 0 and state.outcome is None:
            roll_for_leader(state, general)
        return result


def _counted(tables: Tables, values: Clash) -> tuple[tuple[str, str, int], ...]:
    """[12.5.2] The modifiers of a clash, for who tells of it."""
    return tuple([(term.rule, term.key, term.value) for term in clash_terms(tables, values)])


class AfterCombat(Frame[Battle]):
    """[12.5.3] [14.2.2] The assault is over: advance, or the chargers ride in; chargers end Disordered."""

    rule = "12.5.3"

    def __init__(self, side: int, compulsory: bool = False) -> None:
        super().__init__(side)
        self.compulsory = compulsory

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.compulsory)

    def finish(self, state: Battle) -> None:
        index = state.fight
        a = state.assaults[index]
        a.over = True
        state.fought |= a.took_part & state.world.of_side[self.side]
        state.struck |= a.took_part & state.world.of_side[1 - self.side]
        if a.counter:
            state.fought |= a.took_part
        if a.charge:
            state.push(ChargeIn(self.side, index), AfterCharge(self.side, index))
        else:
            state.push(Advance(self.side, index, self.compulsory), EndFight(self.side))


class AfterCharge(OfAssault):
    """[14.2.2] All chargers in good order become Disordered, on both sides of a counter-charge."""

    rule = "14.2.2"

    def finish(self, state: Battle) -> None:
        a = state.assaults[self.index]
        riders = a.took_part & state.charging
        for u in bits(riders):
            if state.at[u] >= 0 and state.level(u) == 0:
                state.set_level(u, 1)
                state.emit("blown", u, state.spot(state.at[u]))
        state.charging &= ~riders
        state.fight = -1


class EndFight(Frame[Battle]):
    """[12.1] Back to the next combat."""

    rule = "12.1"

    def finish(self, state: Battle) -> None:
        state.fight = -1
