"""Rulebook 12.2.1 and 12.4: putting an assault together, and what a declaration still owes (R-22, R-64).

Only what leads to an assault that may be declared is offered, so that no answer runs into a dead end.
"""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.attackers import (
    attackable,
    attackers_of,
    available,
    in_touch,
    joiners,
    must_attack,
    must_attack_now,
    odds_allow,
    promising,
    shared_hexes,
    targeted,
    threats,
)
from grognard.games.vanguard.world.moving import Assault
from grognard.games.vanguard.world.roster import ADVANCE, ATTACK
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.frame import Reason


class Muster:
    """[12.4] One assault being put together (``index``: its place among those declared, -1: a new one)."""

    def __init__(self, s: Battle, index: int = -1) -> None:
        self.s = s
        self.rest = [a for i, a in enumerate(s.assaults) if i != index]
        taken = sum(a.attackers for a in self.rest if not a.counter)
        self.free = list(bits(attackers_of(s, s.group() & ~taken)))
        self.aimed = sum(a.targets for a in self.rest)
        self._stands: dict[tuple[int, int], bool] = {}

    def others(self, a: Assault) -> list[int]:
        """Units that could still be given a target beside this assault."""
        return [u for u in self.free if not a.attackers >> u & 1]

    def joiners(self, a: Assault) -> int:
        """[12.4.1] Who may join in. R-64: what was called off is attacked again only by units ordered to attack."""
        among = self.others(a)
        if a.targets & self.s.recalled:
            among = [u for u in among if self.s.order_of(u) != ADVANCE]
        return joiners(self.s, a, among)

    def further(self, a: Assault) -> int:
        """[12.4.1] Further hexes for the same combat."""
        found = shared_hexes(self.s, a) & ~self.aimed & ~a.targets
        if any(self.s.order_of(u) == ADVANCE for u in bits(a.attackers)):
            found &= ~self.s.recalled
        return found

    def with_units(self, a: Assault, units: int) -> Assault:
        twin = a.copy()
        twin.attackers |= units
        twin.charge = bool(twin.attackers & self.s.charging)
        return twin

    def with_hex(self, a: Assault, h: int) -> Assault:
        twin = a.copy()
        twin.targets |= 1 << h
        return twin

    # what it lacks

    def lacking(self, a: Assault) -> list[Reason]:
        """[12.2.1] [12.4.2] Why an assault may not be declared as it is; empty if it may."""
        spot = self.s.spot(bits(a.targets)[0])
        if not a.attackers:
            return [("12.4", "nobody_attacks", (spot,))]
        for v in self.others(a):
            if must_attack(self.s, v) and joiners(self.s, a, [v]) and not self._has_another_place(v, a):
                return [("12.2", "must_attack", (v,))]
        if not odds_allow(self.s, a):
            return [("12.4.2", "odds_too_low", (spot,))]
        return [] if a.charge else self._left_out(a)  # [14.2.1]

    def _left_out(self, a: Assault) -> list[Reason]:
        """[12.2.1] An enemy who reaches an attacker with his zone and whom nobody else could attack."""
        further = self.further(a)
        for u in bits(a.attackers):
            for h in bits(self._alone_with(a, u)):
                if self.s.order_of(u) == ADVANCE:
                    return [("12.2.1", "doubtful_leaves_enemy", (u, self.s.spot(h)))]
                if further >> h & 1:
                    return [("12.2.1", "enemy_left", (u, self.s.spot(h)))]
        return []

    def _alone_with(self, a: Assault, u: int) -> int:
        """[12.2.1] Enemies an attacker must see attacked, that are not and that nobody outside this assault could."""
        hit = self.aimed | a.targets | self.s.shot_at
        left = bits(threats(self.s, u) & ~hit)
        return sum(1 << h for h in left if not promising(self.s, h, self._could_attack(a, h)))

    def _could_attack(self, a: Assault, h: int) -> list[int]:
        others = self.others(a)
        return [u for u in others if self.s.order_of(u) != ADVANCE] if self.s.recalled >> h & 1 else others

    def _has_another_place(self, u: int, a: Assault) -> bool:
        if attackable(self.s, u) & ~self.aimed & ~a.targets:
            return True
        return any(joiners(self.s, b, [u]) for b in self.rest if not b.counter)

    # looking ahead

    def stands(self, a: Assault) -> bool:
        """Whether the assault may be declared as it is, or with something added."""
        key = (a.attackers, a.targets)
        found = self._stands.get(key)
        if found is None:
            found = self._stands[key] = not self.lacking(a) or (not self._past_help(a) and self.grows(a))
        return found

    def grows(self, a: Assault) -> bool:
        """Whether something can be added so that the assault may be declared."""
        return bool(self.good_joiners(a, True) or self.good_hexes(a, True))

    def _past_help(self, a: Assault) -> bool:
        """[12.2.1] An Attack? unit leaves an enemy whom nothing that is added can reach."""
        further = self.further(a)
        doubtful = [u for u in bits(a.attackers) if self.s.order_of(u) == ADVANCE]
        return any(self._alone_with(a, u) & ~further for u in doubtful)

    def good_joiners(self, a: Assault, first_only: bool = False) -> int:
        """[12.4.1] Units whose joining leaves an assault that can be declared."""
        found = 0
        for u in bits(self.joiners(a)):
            if self.stands(self.with_units(a, 1 << u)):
                found |= 1 << u
                if first_only:
                    break
        return found

    def good_hexes(self, a: Assault, first_only: bool = False) -> int:
        """[12.4.1] Further hexes that leave an assault that can be declared."""
        found = 0
        for h in bits(self.further(a)):
            if self.stands(self.with_hex(a, h)):
                found |= 1 << h
                if first_only:
                    break
        return found

    def everybody(self, a: Assault) -> Assault | None:
        """[12.4] The assault with all who can join in; None if charges are among them, or fewer than two."""
        free = self.joiners(a)
        if free.bit_count() < 2 or free & self.s.charging:
            return None
        return self.with_units(a, free)

    def why_none(self, a: Assault) -> list[Reason]:
        """What an assault that cannot be declared would lack with everybody in it."""
        full = self.with_units(a, self.joiners(a))
        return self.lacking(full) if full.attackers else []


# [12.2.1] R-64: the whole declaration


def open_hexes(s: Battle) -> int:
    """[12.2] Hexes that may be attacked now: by a new assault, or because one that is declared can still grow."""
    if not s.assaults and not in_touch(s):
        return 0
    muster = Muster(s)
    free, fresh, found = muster.free, 0, 0
    for u in free:
        fresh |= attackable(s, u)
    for h in bits(fresh & ~targeted(s)):
        if promising(s, h, free) and muster.stands(Assault(1 << h)):
            found |= 1 << h
    for index, a in enumerate(s.assaults):
        if not a.counter and Muster(s, index).grows(a):
            found |= a.targets & -a.targets
    return found


def open_duties(s: Battle) -> list[Reason]:
    """[12.2.1] R-64: why the declaration cannot be finished; empty if it can."""
    if not s.assaults and not in_touch(s):
        return []
    free = available(s)
    for u in free:
        if must_attack(s, u) and _can_be_added(s, u):
            return [("12.2", "must_attack", (u,))]
    hit = targeted(s) | s.shot_at
    keen = [u for u in free if s.order_of(u) == ATTACK]
    for a in s.assaults:
        if a.charge:
            continue  # [14.2.1]
        for u in bits(a.attackers):
            for h in bits(threats(s, u) & ~hit):
                if a.doubtful >> u & 1:
                    return [("12.2.1", "doubtful_leaves_enemy", (u, s.spot(h)))]
                if _can_be_hit(s, h, keen):
                    return [("12.2.1", "enemy_left", (u, s.spot(h)))]
    return []


def _can_be_added(s: Battle, u: int) -> bool:
    """Whether a unit with a duty finds a place: a target of its own, or an assault to join."""
    muster = Muster(s)
    if any(_stands_with(muster, Assault(1 << h), u) for h in bits(attackable(s, u) & ~targeted(s))):
        return True
    return any(_stands_with(Muster(s, i), a, u) for i, a in enumerate(s.assaults) if not a.counter)


def _stands_with(muster: Muster, a: Assault, u: int) -> bool:
    return bool(muster.joiners(a) >> u & 1) and muster.stands(muster.with_units(a, 1 << u))


def _can_be_hit(s: Battle, h: int, keen: list[int]) -> bool:
    """Whether an enemy that must be attacked still can be, by units with Attack order."""
    muster = Muster(s)
    if any(_stands_with(muster, Assault(1 << h), u) for u in keen):
        return True
    for index, a in enumerate(s.assaults):
        bound = not a.charge and any(must_attack_now(s, u) for u in bits(a.attackers))
        if bound and Muster(s, index).good_hexes(a) >> h & 1:
            return True
    return False
