"""Rulebook 11.1, 11.10 to 11.12, 11.16: escape, withdrawal and pursuit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_combat import pursuit_cards
from grognard.games.russia1812.rules.advanced.politics import at_kiev
from grognard.games.russia1812.rules.combat.advance import ROUT, Advance, Dangers, EndBattle
from grognard.games.russia1812.rules.stacking import crowded
from grognard.games.russia1812.world.state import Attack, Campaign
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban, asked, spared
from grognard.kernel.frame import Frame


def retreat_bans(s: Campaign, b: Attack, h: int) -> Iterable[Ban]:
    """[11.11] Where units of the defender may not withdraw to from a hex; never off the map ([2.3])."""
    world, side = s.world, 1 - b.side
    around = world.near[h]
    yield Ban("11.11", "not_adjacent", ~around, (h, asked))
    yield Ban("11.11", "river", around & ~_crossable(s, side, h), beside=True)
    yield Ban("11.11", "enemy_there", around & s.pres[b.side], beside=True)
    yield Ban("11.11", "near_attacker", around & (world.near[b.start] | 1 << b.start), beside=True)
    yield Ban("14.6" if side == 0 else "11.11", "impassable", around & ~world.passable[side], beside=True)


def _crossable(s: Campaign, side: int, h: int) -> int:
    """[11.11] The neighbours not behind an unbridged river."""
    return s.dry(side).spread(1 << h) if s.advanced else s.world.near_dry[h]


def stack_bans(s: Campaign, b: Attack) -> Iterable[Ban]:
    """[11.11] The hexes closed to the defending stack; in the first edition it must also fit."""
    yield from retreat_bans(s, b, b.target)
    if s.edition == 1:
        load = s.world.load(s.fighters(b.target, 1 - b.side))
        yield Ban("11.11", "full", crowded(s, s.world.near[b.target], load))


def retreat_hexes(s: Campaign, b: Attack) -> int:
    """[11.11] The hexes open to the defending stack."""
    return spared(stack_bans(s, b))


def seeming_retreats(s: Campaign, b: Attack) -> int:
    """[11.11] The same, as the enemy can judge it: [15.1] how full a friendly hex is he does not know."""
    return spared(retreat_bans(s, b, b.target)) if s.hidden else retreat_hexes(s, b)


def stand_bans(s: Campaign, verb: str) -> list[Ban]:
    """[11.1] [11.10] The choice of a defender: who finds no room can only stand, but is asked (see ``must_ask``)."""
    b = s.battle
    assert b is not None
    if verb == "withdraw" and not retreat_hexes(s, b):
        return [Ban("11.11", "no_retreat", ALL, (b.target,))]
    return []


# [11.1] cavalry slips away


def can_escape(s: Campaign, b: Attack) -> bool:
    """[11.1] All defenders cavalry, no cavalry among the attackers, and somewhere to go."""
    cavalry = s.world.cavalry
    return not b.defenders & ~cavalry and not b.units & cavalry and bool(seeming_retreats(s, b))


class AskEscape(Frame[Campaign]):
    """Cavalry attacked by foot alone may withdraw before combat."""

    rule = "11.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        stand, withdraw = state.world.bare["stand"], state.world.bare["withdraw"]
        return [stand, withdraw] if self.may(state, side, "withdraw") else [stand]

    def must_ask(self, state: Campaign) -> bool:
        """[15.1] The enemy may not learn from silence that the next hexes are full."""
        return state.hidden

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        b = state.battle
        assert b is not None
        if action.verb == "withdraw":
            b.withdrew = True
            state.push(Retreat(side))

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return stand_bans(state, verb)

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        assert state.battle is not None
        return (state.battle.target,)


# after the hits


class Aftermath(Frame[Campaign]):
    """What the result asks of the defender: nothing in a tie, a choice, or a compulsory withdrawal."""

    rule = "11.10"

    def finish(self, state: Campaign) -> None:
        s, b = state, state.battle
        assert b is not None
        defenders = s.fighters(b.target, self.side)
        s.push(Dangers(b.side), Advance(b.side), EndBattle())
        if not defenders:
            b.all_killed = True  # [11.13]
        elif b.margin >= ROUT:
            s.push(Withdraw(self.side))
        elif b.margin and seeming_retreats(s, b):
            s.push(AskWithdraw(self.side))


class AskWithdraw(Frame[Campaign]):
    """A defender who won, or lost by one or two, may stay or withdraw."""

    rule = "11.10"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        stand, withdraw = state.world.bare["stand"], state.world.bare["withdraw"]
        return [stand, withdraw] if self.may(state, side, "withdraw") else [stand]

    def must_ask(self, state: Campaign) -> bool:
        """[15.1] The enemy may not learn from silence that the next hexes are full."""
        return state.hidden

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "withdraw":
            state.revealed = state.revealed or state.hidden  # [15.1] where it goes tells what is in it
            state.push(Withdraw(side))

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return stand_bans(state, verb)

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        assert state.battle is not None
        return (state.battle.target,)


class Withdraw(Frame[Campaign]):
    """The defender goes: pursuit first (R-11.16a), then the move; who cannot go is eliminated."""

    rule = "11.12"

    def finish(self, state: Campaign) -> None:
        b = state.battle
        assert b is not None
        b.withdrew = True
        state.push(Retreat(self.side))
        if state.edition == 1 or retreat_hexes(state, b):  # in the first edition a loss may make the stack fit
            state.push(Pursuit(self.side))
            if state.advanced:
                hunters, screen, broken = chase(state, b)
                caught = pursuit_catches(hunters, screen, broken)
                state.push(*pursuit_cards(state, b, caught, hunters > 0 and broken > 0))


def chase(s: Campaign, b: Attack) -> tuple[int, int, int]:
    """[11.16] Undisrupted cavalry of the attackers and of the defenders, and the defenders' disrupted units."""
    horse = s.world.cavalry & ~s.disrupted
    units = s.fighters(b.target, 1 - b.side)
    hunters = s.stack[b.start] & b.units & horse
    return hunters.bit_count(), (units & horse).bit_count(), (units & s.disrupted).bit_count()


def pursuit_catches(attacker_cavalry: int, defender_cavalry: int, broken: int) -> bool:
    """[11.16] Attackers with undisrupted cavalry, defenders without, and a disrupted unit to catch."""
    return attacker_cavalry > 0 and defender_cavalry == 0 and broken > 0


class Pursuit(Frame[Campaign]):
    """Cavalry rides down one disrupted unit of a stack that has no cavalry left to screen it; the owner picks."""

    rule = "11.16"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        s, b = state, state.battle
        assert b is not None
        hunters, screen, broken = chase(s, b)
        if b.hunt:  # [16.1] card 33
            screen = 0
        if b.hunt < 0 or not pursuit_catches(hunters, screen, broken):
            return ()
        return s.world.for_units("lose", self.open(state, side, "lose"))

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        assert state.battle is not None
        u = action.args[0]
        state.emit("ridden_down", u, state.at[u])
        state.remove(1 << u)
        state.battle.lost[1] += 1

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        assert state.battle is not None
        broken = state.fighters(state.battle.target, side) & state.disrupted
        return [Ban("11.16", "not_broken", ~broken)] if verb == "lose" else ()


class Retreat(Frame[Campaign]):
    """The whole stack goes together into one adjacent hex; with none open it is eliminated."""

    rule = "11.11"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        assert state.battle is not None
        if not state.fighters(state.battle.target, side):
            return ()
        return state.world.at_hexes("retreat", self.open(state, side, "retreat"))

    def must_ask(self, state: Campaign) -> bool:
        """[15.1] The enemy may not learn from silence that the other hexes are full."""
        return state.hidden and state.edition == 1

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        b = state.battle
        assert b is not None
        b.to_hex = action.args[0]
        b.pushed = b.column = 0
        state.push(Overflow(side), Fall(side))

    def finish(self, state: Campaign) -> None:
        b = state.battle
        assert b is not None
        units = state.fighters(b.target, self.side)
        for u in bits(units):
            state.emit("cut_off", u, b.target)
        b.lost[1] += units.bit_count()
        state.remove(units)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        assert state.battle is not None
        return stack_bans(state, state.battle) if verb == "retreat" else ()

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        assert state.battle is not None
        return (state.battle.target,)


# the overflow


def excess_after(s: Campaign, b: Attack, side: int) -> int:
    """[11.11] How much the withdrawing units overfill the hex they go to, in halves; the pushed ones left out."""
    units = s.fighters(b.target, side) & ~b.pushed
    return s.load[b.to_hex] + s.world.load(units) - s.capacity(b.to_hex)


def pushable(s: Campaign, b: Attack, side: int) -> int:
    """[11.11] R-11.11c: units that belong to some set that makes the rest fit, with none to spare."""
    world = s.world
    group = bits(s.fighters(b.target, side))
    need = s.load[b.to_hex] + world.load(s.fighters(b.target, side)) - s.capacity(b.to_hex)
    found = 0
    for choice in range(1 << len(group)):
        chosen = [u for i, u in enumerate(group) if choice >> i & 1]
        mask = sum([1 << u for u in chosen])
        if mask & b.pushed != b.pushed:
            continue
        weights = [world.weight[u] for u in chosen]
        if sum(weights) >= need > sum(weights) - min(weights, default=0):
            found |= mask
    return found & ~b.pushed


class Overflow(Frame[Campaign]):
    """Units that make the hex too full are disrupted, or eliminated, and go one hex further; the owner picks."""

    rule = "11.11"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        b = state.battle
        assert b is not None
        if excess_after(state, b, side) <= 0:
            return ()
        return state.world.for_units("push", self.open(state, side, "push"))

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        assert state.battle is not None
        state.battle.pushed |= 1 << action.args[0]
        state.push(self)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        assert state.battle is not None
        return [Ban("11.11", "push_to_spare", ~pushable(state, state.battle, side))] if verb == "push" else ()

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        assert state.battle is not None
        return (state.battle.to_hex,)


class Fall(Frame[Campaign]):
    """The withdrawal is carried out; pushed units suffer first, then the survivors look for a second hex."""

    rule = "11.11"

    def finish(self, state: Campaign) -> None:
        s, b, side = state, state.battle, self.side
        assert b is not None
        state.revealed = state.revealed or state.hidden  # [15.1] how many had to go on tells how full the hex was
        survivors = b.pushed
        for u in bits(b.pushed):
            if s.hit(u):
                b.lost[1] += 1
                survivors &= ~(1 << u)
        staying = s.fighters(b.target, side) & ~b.pushed
        b.led = s.leaders(b.target, side)
        s.shift(staying | b.led, b.to_hex)
        s.emit("withdrew", side, b.target, b.to_hex)
        s.overrun_depot(side, b.to_hex)
        if s.advanced:
            at_kiev(s)
        b.pushed = survivors
        if survivors:
            s.push(*([PushLeaders(side)] if second_hexes(s, b) else []), PushOn(side))


def second_bans(s: Campaign, b: Attack) -> Iterable[Ban]:
    """[11.11] R-11.11a: where pushed units may not go on to: the same bans (they close the hex fought over), and no$
    room for all."""
    yield from retreat_bans(s, b, b.to_hex)
    yield Ban("11.11", "full", crowded(s, s.world.near[b.to_hex], s.world.load(b.pushed)))


def second_hexes(s: Campaign, b: Attack) -> int:
    """[11.11] R-11.11a: where pushed units may go on to."""
    return spared(second_bans(s, b))


class PushLeaders(Frame[Campaign]):
    """Commanders stay with the first hex or go on with the pushed units, as the owner likes."""

    rule = "11.11"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        return [state.world.go, *state.world.for_units("lead", self.open(state, side, "lead"))]

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        assert state.battle is not None
        if action.verb == "lead":
            state.battle.column |= 1 << action.args[0]
            state.push(self)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        b = state.battle
        assert b is not None
        return [Ban("11.11", "no_such_commander", ~(b.led & ~b.column))] if verb == "lead" else ()


class PushOn(Frame[Campaign]):
    """The pushed units go together into one second hex; those that cannot are eliminated."""

    rule = "11.11"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        return state.world.at_hexes("retreat", self.open(state, side, "retreat"))

    def must_ask(self, state: Campaign) -> bool:
        """[15.1] The enemy may not learn from silence that the other hexes are full."""
        return state.hidden

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        b = state.battle
        assert b is not None
        h = action.args[0]
        state.shift(b.pushed | b.column, h)
        state.emit("pushed_on", b.pushed, h)
        state.overrun_depot(side, h)
        if state.advanced:
            at_kiev(state)
        b.pushed = b.column = 0

    def finish(self, state: Campaign) -> None:
        b = state.battle
        assert b is not None
        for u in bits(b.pushed):
            state.emit("cut_off", u, b.to_hex)
        b.lost[1] += b.pushed.bit_count()
        state.remove(b.pushed)
        b.pushed = b.column = 0

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        assert state.battle is not None
        return second_bans(state, state.battle) if verb == "retreat" else ()

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        assert state.battle is not None
        return (state.battle.to_hex,)
