"""Rulebook 12.2 and B-5-A: the questions of the declaration."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.attackers import attacker_bans, may_attack, targeted
from grognard.games.vanguard.rules.assault.front import in_touch
from grognard.games.vanguard.rules.assault.muster import Muster, open_duties, open_hexes
from grognard.games.vanguard.world.moving import Assault
from grognard.games.vanguard.world.roster import ADVANCE
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban, against
from grognard.kernel.frame import Frame, Reason


class Declare(Frame[Battle]):
    """[12.2] The next assault: a hex to attack, one to call off, or done."""

    rule = "12.2"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        if not state.assaults and not in_touch(state):
            return [state.world.lexicon.done]
        found = state.world.at_hexes("assault", open_hexes(state))
        found += [state.action("withdraw", h) for h in self._doubtful(state)]
        if not found or self.may(state, side, "done"):
            found.append(state.world.lexicon.done)
        return found

    def _doubtful(self, state: Battle) -> list[int]:
        """R-64: the assaults that can be called off, by their first hexes."""
        return [bits(a.targets)[0] for a in state.assaults if not a.counter and a.doubtful]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "done":
            return
        h = action.args[0]
        if action.verb == "withdraw":
            call_off(state, h)
            state.push(self)
            return
        index = next((i for i, a in enumerate(state.assaults) if a.targets >> h & 1), len(state.assaults))
        grows = index < len(state.assaults)
        if not grows:
            state.assaults.append(fresh_assault(state, h))
        state.push(Compose(side, index, grows), self)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "done":
            return [Ban(rule, key, ALL, args) for rule, key, args in open_duties(state)]
        if verb != "withdraw":
            return ()
        doubtful = sum(1 << h for h in self._doubtful(state))
        stands = Ban("12.2", "attack_stands", targeted(state) & ~doubtful, (state.spot,))
        return [stands, Ban("12.2", "not_declared", ~doubtful, (state.spot,))]

    def why_not(self, state: Battle, action: Action) -> list[Reason]:
        """What an assault lacks is found by mustering it: each hex has reasons of its own."""
        if action.verb != "assault":
            return super().why_not(state, action)
        h = action.args[0]
        return [] if open_hexes(state) >> h & 1 else why_no_assault(state, self.side, h)

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.active,)


def fresh_assault(s: Battle, h: int) -> Assault:
    """[12.4] A new assault on a hex; where only one unit can make it, that unit does."""
    a, muster = Assault(1 << h), Muster(s)
    free = muster.joiners(a)
    return muster.with_units(a, free) if free.bit_count() == 1 else a


def call_off(s: Battle, h: int) -> None:
    """R-64: an Attack? is withdrawn, once: in this subphase it is declared again only by units ordered to attack."""
    a = next(a for a in s.assaults if not a.counter and a.targets >> h & 1)
    for rule, key, args in open_duties(s):
        if (rule, key) == ("12.2.1", "doubtful_leaves_enemy") and a.doubtful >> int(str(args[0])) & 1:
            s.emit("assault_leaves_enemy", *args)
    s.assaults.remove(a)
    s.recalled |= a.targets
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
    if len(found) == len(near):
        return found[:3]
    if s.recalled >> h & 1:
        return [("12.2", "called_off_already", (spot,))]
    return Muster(s).why_none(Assault(1 << h)) or [("12.4.2", "odds_too_low", (spot,))]


def why_no_attacker(s: Battle, u: int) -> list[Reason]:
    """[12.2] Why a unit does not attack."""
    return against(attacker_bans(s), u)


class Compose(Frame[Battle]):
    """[12.4] Who attacks, and whether further hexes are attacked in the same combat.

    ``grows``: the assault is declared already, and nothing has been added to it yet.
    """

    rule = "12.4"

    def __init__(self, side: int, index: int, grows: bool = False) -> None:
        super().__init__(side)
        self.index = index
        self.grows = grows

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.index, self.grows)

    def must_ask(self, state: Battle) -> bool:
        """Dice may follow at once: the attacker sees his odds first."""
        return True

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        a, muster, w = state.assaults[self.index], Muster(state, self.index), state.world
        found: list[Action] = []
        if not self.grows and not muster.lacking(a):
            found.append(w.lexicon.go)
        found += w.for_units("with", muster.good_joiners(a))
        if self._all_may(muster, a):
            found.append(w.lexicon.bare["all"])
        return found + w.at_hexes("also", muster.good_hexes(a))

    def _all_may(self, muster: Muster, a: Assault) -> bool:
        full = muster.everybody(a)
        return full is not None and muster.stands(full)

    def apply(self, state: Battle, side: int, action: Action) -> None:
        a = state.assaults[self.index]
        if action.verb == "go":
            a.doubtful = sum(1 << u for u in bits(a.attackers) if state.order_of(u) == ADVANCE)
            state.emit("assault_declared", a.attackers, state.spot(bits(a.targets)[0]), a.targets.bit_count())
            return
        if action.verb == "with":
            a.attackers |= 1 << action.args[0]
        elif action.verb == "all":
            a.attackers |= Muster(state, self.index).joiners(a)
        else:
            a.targets |= 1 << action.args[0]
        a.charge = bool(a.attackers & state.charging)
        state.push(Compose(side, self.index))

    def why_not(self, state: Battle, action: Action) -> list[Reason]:
        """What the assault would lack: found by mustering it so, as the options are."""
        a, muster = state.assaults[self.index], Muster(state, self.index)
        spot = state.spot(bits(a.targets)[0])
        if action.verb == "go" and not action.args:
            return [("12.4", "nothing_added", (spot,))] if self.grows else muster.lacking(a)
        if action.verb == "withdraw":
            return [("12.2", "not_declared_yet", (spot,))]
        if action.verb == "all":
            return [] if self._all_may(muster, a) else muster.why_none(a) or [("12.4", "nobody_joins", (spot,))]
        if action.verb == "also":
            return self._why_not_also(state, a, muster, action.args[0])
        return self._why_not_with(state, a, muster, action.args[0]) if action.verb == "with" else []

    def _why_not_also(self, state: Battle, a: Assault, muster: Muster, h: int) -> list[Reason]:
        if not muster.further(a) >> h & 1:
            return [("12.4.1", "not_adjacent_to_all", (state.spot(h),))]
        return [] if muster.good_hexes(a) >> h & 1 else muster.lacking(muster.with_hex(a, h))

    def _why_not_with(self, state: Battle, a: Assault, muster: Muster, u: int) -> list[Reason]:
        if not state.group() >> u & 1:
            return [("12.1", "other_formation", (u,))]
        if muster.joiners(a) >> u & 1:
            return [] if muster.good_joiners(a) >> u & 1 else muster.lacking(muster.with_units(a, 1 << u))
        if a.attackers and bool(state.charging >> u & 1) != a.charge and may_attack(state, u):
            return [("14.2.3", "charge_apart", (u,))]
        if a.targets & state.recalled and may_attack(state, u):
            return [("12.2", "called_off_already", (state.spot(bits(a.targets)[0]),))]
        return why_no_attacker(state, u) or [("12.4.1", "unit_not_adjacent", (u,))]

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.spot(bits(state.assaults[self.index].targets)[0]),)
