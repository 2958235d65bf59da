"""Rulebook 12.2 and B-5-A: the questions of the declaration."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexes import bits
from grognard.games.vanguard.assault import (
    attackable,
    available,
    incomplete,
    joiners,
    may_attack,
    more_hexes,
    odds_allow,
    open_duties,
    promising,
    targeted,
)
from grognard.games.vanguard.moving import Assault
from grognard.games.vanguard.roster import ADVANCE, ATTACK
from grognard.games.vanguard.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame, Reason


class Declare(Frame[Battle]):
    """[12.2] The next assault: a hex to attack, one to think again about, or done."""

    rule = "12.2"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        free = available(state)
        fresh = 0
        for u in free:
            fresh |= attackable(state, u)
        fresh &= ~targeted(state)
        hexes = sum(1 << h for h in bits(fresh) if promising(state, h, free))
        declared = [a for a in state.assaults if not a.counter]
        for a in declared:
            if joiners(state, a, free) or more_hexes(state, a):
                hexes |= a.targets & -a.targets
        found = state.world.at_hexes("assault", hexes)
        found += [state.action("withdraw", bits(a.targets)[0]) for a in declared if a.doubtful]
        if not found or not open_duties(state):
            found.append(state.world.lexicon.done)
        return found

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "done":
            return
        h = action.args[0]
        if action.verb == "withdraw":
            drop(state, h)
            state.push(self)
            return
        index = next((i for i, a in enumerate(state.assaults) if a.targets >> h & 1), len(state.assaults))
        if index == len(state.assaults):
            state.assaults.append(fresh_assault(state, h))
        state.push(Compose(side, index), self)

    def why_not(self, state: Battle, action: Action) -> list[Reason]:
        if action.verb == "done":
            return open_duties(state)
        if action.verb == "withdraw":
            h = action.args[0]
            stands = targeted(state) >> h & 1
            return [("12.2", "attack_stands" if stands else "not_declared", (state.spot(h),))]
        return why_no_assault(state, self.side, action.args[0]) if action.verb == "assault" else []

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.active,)


def fresh_assault(s: Battle, h: int) -> Assault:
    """[12.4] A new assault on a hex; where only one unit can make it, that unit does."""
    a = Assault(1 << h)
    free = joiners(s, a, available(s))
    if free.bit_count() == 1:
        a.attackers = free
        a.charge = bool(free & s.charging)
    return a


def drop(s: Battle, h: int) -> None:
    s.assaults = [a for a in s.assaults if a.counter or not a.targets >> h & 1]
    s.emit("assault_withdrawn", s.spot(h))


def why_no_assault(s: Battle, side: int, h: int) -> list[Reason]:
    """[12.1] Why a hex cannot be attacked now."""
    spot = s.spot(h)
    if not s.occ[1 - side] >> h & 1:
        return [("12.1", "no_enemy", (spot,))]
    near = [u for u in bits(s.group()) if s.at[u] >= 0 and s.world.near[h] >> s.at[u] & 1]
    if not near:
        return [("12.1", "nobody_adjacent", (spot,))]
    if targeted(s) >> h & 1:
        return [("12.4.1", "one_assault_a_hex", (spot,))]
    found = [reason for u in near for reason in why_no_attacker(s, u)]
    return found[:3] or [("12.4.2", "odds_too_low", (spot,))]


def why_no_attacker(s: Battle, u: int) -> list[Reason]:
    """[12.2] Why a unit does not attack."""
    if may_attack(s, u):
        return []
    if s.world.guns >> u & 1:
        return [("11.0.2", "guns_only_bombard", (u,))]
    if (s.disordered | s.routed) >> u & 1:
        return [("15.1", "broken", (u,))]
    if s.fought >> u & 1:
        return [("12.2.3", "attacked_already", (u,))]
    if s.fired >> u & 1:
        return [("16.3.1", "has_skirmished", (u,))]
    if s.order_of(u) not in (ADVANCE, ATTACK):
        return [("12.2", "order_forbids_attack", (u, s.order_of(u)))]
    return [("14.2.4", "counter_charged", (u,))]


class Compose(Frame[Battle]):
    """[12.4] Who attacks, and whether further hexes are attacked in the same combat."""

    rule = "12.4"

    def __init__(self, side: int, index: int) -> None:
        super().__init__(side)
        self.index = index

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.index)

    def must_ask(self, state: Battle) -> bool:
        """Dice may follow at once: the attacker sees his odds first."""
        return True

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        a = state.assaults[self.index]
        w = state.world
        free = joiners(state, a, available(state))
        found: list[Action] = []
        ready = bool(a.attackers) and odds_allow(state, a) and not incomplete(state, a)
        if ready:
            found.append(w.lexicon.go)
        found += w.for_units("with", free)
        if free.bit_count() > 1 and not free & state.charging:
            found.append(w.lexicon.bare["all"])
        found += w.at_hexes("also", more_hexes(state, a))
        if not ready:
            found.append(state.action("withdraw", bits(a.targets)[0]))
        return found

    def apply(self, state: Battle, side: int, action: Action) -> None:
        a = state.assaults[self.index]
        if action.verb == "withdraw":
            drop(state, action.args[0])
            return
        if action.verb == "go":
            a.doubtful = sum(1 << u for u in bits(a.attackers) if state.order_of(u) == ADVANCE)
            state.emit("assault_declared", a.attackers, state.spot(bits(a.targets)[0]), a.targets.bit_count())
            return
        if action.verb == "with":
            a.attackers |= 1 << action.args[0]
        elif action.verb == "all":
            a.attackers |= joiners(state, a, available(state))
        else:
            a.targets |= 1 << action.args[0]
        a.charge = bool(a.attackers & state.charging)
        state.push(self)

    def why_not(self, state: Battle, action: Action) -> list[Reason]:
        a = state.assaults[self.index]
        if action.verb == "go" and not action.args:
            return incomplete(state, a) or [("12.4.2", "odds_too_low", (state.spot(bits(a.targets)[0]),))]
        if action.verb == "also":
            return [("12.4.1", "not_adjacent_to_all", (state.spot(action.args[0]),))]
        if action.verb != "with":
            return []
        u = action.args[0]
        if not state.group() >> u & 1:
            return [("12.1", "other_formation", (u,))]
        if a.attackers and bool(state.charging >> u & 1) != a.charge and may_attack(state, u):
            return [("14.2.3", "charge_apart", (u,))]
        return why_no_attacker(state, u) or [("12.4.1", "unit_not_adjacent", (u,))]

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.spot(bits(state.assaults[self.index].targets)[0]),)
