"""Rulebook 12.2.1 and 12.4: putting an assault together, and what a declaration still owes (R-22, R-64).

Only what leads to an assault that may be declared is offered, so that no answer runs into a dead end.
"""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.attackers import at_fair_odds
from grognard.games.vanguard.rules.assault.front import Front
from grognard.games.vanguard.world.moving import Assault
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.frame import Reason


class Muster:
    """[12.4] One assault being put together (``index``: its place among those declared, -1: a new one)."""

    def __init__(self, s: Battle, index: int = -1, front: Front | None = None) -> None:
        self.s = s
        self.front = front or Front(s)
        self.rest = [a for i, a in enumerate(s.assaults) if i != index]
        self.free = self.front.ready
        self.aimed = 0
        for a in self.rest:
            self.free &= ~a.attackers
            self.aimed |= a.targets
        self._stands: dict[tuple[int, int], bool] = {}

    def joiners(self, a: Assault) -> int:
        """[12.4.1] Who may join in. R-64: what was called off is attacked again only by units ordered to attack."""
        found = self._beside(a)
        return found & ~self.front.doubtful if a.targets & self.s.recalled else found

    def _beside(self, a: Assault) -> int:
        """[12.4.1] The free units next to all hexes of an assault. [14.2.3] No charge beside infantry."""
        found = self.free & ~a.attackers
        for h in bits(a.targets):
            found &= self.front.beside.get(h, 0)
        return self._alike(a, found) if a.attackers else found

    def _alike(self, a: Assault, units: int) -> int:
        """[14.2.3] Of some units those that charge, if it is a charge; if not, those that do not."""
        return units & self.front.charging if a.charge else units & ~self.front.charging

    def shared(self, a: Assault) -> int:
        """[12.4.1] Hexes that could be attacked in one combat: next to every attacker. [14.2] Chargers attack one."""
        if a.charge or a.counter or not a.attackers:
            return 0
        found = -1
        for u in bits(a.attackers):
            found &= self.front.goals.get(u, 0)
        return found

    def further(self, a: Assault) -> int:
        """[12.4.1] Further hexes for the same combat."""
        found = self.shared(a) & ~self.aimed & ~a.targets
        return found & ~self.s.recalled if a.attackers & self.front.doubtful else found

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
        for v in bits(self._beside(a) & self.front.bound):
            if not self._has_another_place(v, a):
                return [("12.2", "must_attack", (v,))]
        if not self.odds_allow(a):
            return [("12.4.2", "odds_too_low", (spot,))]
        return [] if a.charge else self._left_out(a)  # [14.2.1]

    def _left_out(self, a: Assault) -> list[Reason]:
        """[12.2.1] An enemy who reaches an attacker with his zone and whom nobody else could attack."""
        further = self.further(a)
        for u in bits(a.attackers):
            for h in bits(self._alone_with(a, u)):
                if self.front.doubtful >> u & 1:
                    return [("12.2.1", "doubtful_leaves_enemy", (u, self.s.spot(h)))]
                if further >> h & 1:
                    return [("12.2.1", "enemy_left", (u, self.s.spot(h)))]
        return []

    def _alone_with(self, a: Assault, u: int) -> int:
        """[12.2.1] Enemies an attacker must see attacked, that are not and that nobody outside this assault could."""
        left = self.front.threats.get(u, 0) & ~(self.aimed | a.targets | self.s.shot_at)
        for h in bits(left):
            if self.promising(h, self._could_attack(a, h)):
                left ^= 1 << h
        return left

    def _could_attack(self, a: Assault, h: int) -> int:
        others = self.free & ~a.attackers
        return others & ~self.front.doubtful if self.s.recalled >> h & 1 else others

    def _has_another_place(self, u: int, a: Assault) -> bool:
        goals = self.front.goals[u]
        if goals & ~self.aimed & ~a.targets:
            return True
        for b in self.rest:
            if not b.counter and not b.targets & ~goals and (not b.attackers or self._alike(b, 1 << u)):
                return True
        return False

    # [12.4.2] odds

    def odds_allow(self, a: Assault) -> bool:
        """[12.4.2] Worse than 1-5 is forbidden unless an Attack order forces it."""
        return bool(a.attackers & self.front.bound) or at_fair_odds(self.s, a)

    def promising(self, h: int, among: int) -> bool:
        """Whether an assault on a hex can be declared at all by those who are free."""
        among &= self.front.beside.get(h, 0)
        riders = among & self.front.charging
        for charge, attackers in ((False, among ^ riders), (True, riders)):
            if attackers:
                trial = Assault(1 << h, attackers)
                trial.charge = charge
                if self.odds_allow(trial):
                    return True
        return False

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
        doubtful = bits(a.attackers & self.front.doubtful)
        return any([self._alone_with(a, u) & ~further for u in doubtful])

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
        if free.bit_count() < 2 or free & self.front.charging:
            return None
        return self.with_units(a, free)

    def why_none(self, a: Assault) -> list[Reason]:
        """What an assault that cannot be declared would lack with everybody in it."""
        full = self.with_units(a, self.joiners(a))
        return self.lacking(full) if full.attackers else []


# [12.2.1] R-64: the whole declaration


def open_hexes(s: Battle) -> int:
    """[12.2] Hexes that may be attacked now: by a new assault, or because one that is declared can still grow."""
    muster, found = Muster(s), 0
    fresh = sum([1 << h for h, units in muster.front.beside.items() if units & muster.free])
    for h in bits(fresh & ~muster.aimed):
        if muster.promising(h, muster.free) and muster.stands(Assault(1 << h)):
            found |= 1 << h
    for index, a in enumerate(s.assaults):
        if not a.counter and Muster(s, index, muster.front).grows(a):
            found |= a.targets & -a.targets
    return found


def open_duties(s: Battle) -> list[Reason]:
    """[12.2.1] R-64: why the declaration cannot be finished; empty if it can."""
    muster = Muster(s)
    front = muster.front
    for u in bits(muster.free & front.bound):
        if _can_be_added(muster, u):
            return [("12.2", "must_attack", (u,))]
    hit = muster.aimed | s.shot_at
    for a in s.assaults:
        if a.charge:
            continue  # [14.2.1]
        for u in bits(a.attackers):
            for h in bits(front.threats.get(u, 0) & ~hit):
                if a.doubtful >> u & 1:
                    return [("12.2.1", "doubtful_leaves_enemy", (u, s.spot(h)))]
                if _can_be_hit(muster, h):
                    return [("12.2.1", "enemy_left", (u, s.spot(h)))]
    return []


def _can_be_added(muster: Muster, u: int) -> bool:
    """Whether a unit with a duty finds a place: a target of its own, or an assault to join."""
    s, front = muster.s, muster.front
    if any(_stands_with(muster, Assault(1 << h), u) for h in bits(front.goals[u] & ~muster.aimed)):
        return True
    return any(_stands_with(Muster(s, i, front), a, u) for i, a in enumerate(s.assaults) if not a.counter)


def _stands_with(muster: Muster, a: Assault, u: int) -> bool:
    return bool(muster.joiners(a) >> u & 1) and muster.stands(muster.with_units(a, 1 << u))


def _can_be_hit(muster: Muster, h: int) -> bool:
    """Whether an enemy that must be attacked still can be, by units with Attack order."""
    s, front = muster.s, muster.front
    if any(_stands_with(muster, Assault(1 << h), u) for u in bits(muster.free & front.keen)):
        return True
    for index, a in enumerate(s.assaults):
        bound = not a.charge and a.attackers & front.bound
        if bound and Muster(s, index, front).good_hexes(a) >> h & 1:
            return True
    return False
