"""Rulebook 10: combat orders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_combat import order_cards, support_cards
from grognard.games.russia1812.rules.advanced.command import best_cr
from grognard.games.russia1812.rules.advanced.politics import unwilling
from grognard.games.russia1812.rules.advanced.traits import refuses_support
from grognard.games.russia1812.rules.combat.advance import Advance
from grognard.games.russia1812.rules.combat.peril import Peril
from grognard.games.russia1812.rules.combat.retreat import AskEscape, can_escape
from grognard.games.russia1812.rules.combat.values import JoinBattle
from grognard.games.russia1812.rules.optional.unexamined import show
from grognard.games.russia1812.world.state import Attack, Campaign
from grognard.games.russia1812.world.world import RUSSIAN
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban, asked, spared
from grognard.kernel.frame import Frame

THRESHOLD = 7


def order_outcome(cr: int, cc: int, die: int) -> str:
    """[10.2] A natural 1 aborts; a total below seven fails; else the attack goes ahead."""
    if die == 1:
        return "abort"
    return "go" if cr + cc + die >= THRESHOLD else "fail"


def supports(cr: int, cc: int, die: int, conscripts: int, edition: int) -> bool:
    """[10.4] A called stack comes on seven or more; each Conscript unit in it counts one against (second edition)."""
    return cr + cc + die - (conscripts if edition == 2 else 0) >= THRESHOLD


class NextAttack(Frame[Campaign]):
    """Players alternate; who has declined or failed is out, who has no order is passed over (R-10.6a); when nobody is
    left the phase and its markers end (10.8)."""

    rule = "10.6"

    def finish(self, state: Campaign) -> None:
        state.battle = None
        for who in (self.side, 1 - self.side):
            if not state.out[who] and (can_order(state, who) or seems_able(state, who)):
                state.waived[who] = False
                state.push(AttackOrder(who))
                return
        state.forced = state.fought_once = state.fought_twice = 0  # [10.8]
        if state.hidden:
            state.veil.shown = 0  # [15.1] R-15.1h


def riga_cut_off(s: Campaign, side: int) -> int:
    """[6.4] Russians in Riga out of General Supply neither move nor attack (R-6.4a: nor support an attack)."""
    riga = s.world.riga
    return 1 << riga if side == RUSSIAN and riga >= 0 and s.fighters(riga, side) & ~s.supplied else 0


def targets(s: Campaign, side: int) -> int:
    """[10.1] Hexes with enemy units, or (second edition) with only an enemy Depot."""
    return s.pres[1 - side] | s.depots[1 - side] if s.edition == 2 else s.pres[1 - side]


def rest_bans(s: Campaign, side: int) -> Iterable[Ban]:
    """[10.1] What keeps a stack from attacking."""
    yield Ban("10.1", "no_stack", ~s.occ[side])
    if s.disrupted:
        yield Ban("10.1", "holds_disrupted", lambda h: bool(s.fighters(h, side) & s.disrupted), beside=True)
    if s.forage:
        yield Ban("10.1", "forage", lambda h: bool(s.fighters(h, side) & s.forage), beside=True)
    yield Ban("6.4", "riga", riga_cut_off(s, side), beside=True)
    if s.advanced:
        yield Ban("16.10", "unwilling", lambda h: unwilling(s, h))
        yield Ban("16.1", "barred", lambda h: not s.fighters(h, side) & ~s.affairs.barred)


def attackers(s: Campaign, side: int) -> int:
    """[10.1] The stacks of a side next to a hex that could be attacked."""
    return s.occ[side] & s.world.free.spread(targets(s, side))


def can_order(s: Campaign, side: int) -> bool:
    """[10.6] R-10.6a: whether a player has a legal attack order now."""
    return bool(spared(rest_bans(s, side), attackers(s, side)))


def seems_able(s: Campaign, side: int) -> bool:
    """[15.1] R-15.1n: the enemy must take the stacks before him for able; who has said once that they stay is not
    asked again before they are."""
    return s.hidden and not s.waived[side] and bool(attackers(s, side))


class AttackOrder(Frame[Campaign]):
    """Order one stack against an adjacent hex, or decline. [4.2] Attackers stay in their own hex.

    [10.7] Nothing here asks how often a stack has attacked or been attacked.
    """

    rule = "10.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        found: list[Action] = []
        for h in bits(spared(self.bans(state, side, "attack"), attackers(state, side))):
            found += state.world.pairs("attack", h, self.open(state, side, "attack", h))
        found.append(state.world.bare["decline"])
        return found

    def must_ask(self, state: Campaign) -> bool:
        """[15.1] The enemy may not learn from silence that the stacks before him cannot attack."""
        return state.hidden

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "attack":
            state.battle = Attack(side, action.args[0], action.args[1])
            state.revealed = state.revealed or state.hidden  # [15.1] whether units are picked tells how many there are
            state.push(OrderUnits(side), NextAttack(1 - side))
        else:
            state.out[side] = can_order(state, side)
            state.waived[side] = not state.out[side]
            state.emit("declined", side)
            state.push(NextAttack(1 - side))

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb != "attack":
            return ()
        if not head:
            return rest_bans(state, side)
        adjacent = Ban("10.1", "not_adjacent", ~state.world.near[head[0]], (head[0], asked), beside=True)
        return [adjacent, Ban("10.1", "no_enemy", ~targets(state, side), beside=True)]


class OrderUnits(Frame[Campaign]):
    """Some or all of the stack's combat units attack."""

    rule = "10.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        world = state.world
        rest = self.open(state, side, "take")
        if self.may(state, side, "go"):
            return [world.go, *world.for_units("take", rest)]
        if rest & (rest - 1) == 0:
            return [world.all_]
        return [world.all_, *world.for_units("take", rest)]

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        b = state.battle
        assert b is not None
        if action.verb == "take":
            b.units |= 1 << action.args[0]
            state.push(self)
            return
        if action.verb == "all":
            b.units = state.fighters(b.start, side) & ~state.affairs.barred
        if state.hidden:
            state.emit("attack_announced", side, b.start, b.target)
            state.whisper(side, "attack_ordered", side, b.start, b.target, b.units)
        else:
            state.emit("attack_ordered", side, b.start, b.target, b.units)
        state.push(CommitAttack(side))

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        b = state.battle
        assert b is not None
        if verb == "take":
            if state.advanced:
                yield Ban("16.1", "unit_barred", state.affairs.barred)
            yield Ban("10.1", "not_here", ~(state.fighters(b.start, side) & ~b.units), (asked, b.start))
        elif verb == "go" and not b.units:
            yield Ban("10.1", "nobody_named", ALL, ())
        elif verb == "all" and b.units:
            yield Ban("10.1", "already_named", ALL, ())


def cc_bans(s: Campaign, side: int, rule: str) -> list[Ban]:
    """[10.2] [10.3] So many Combat Commands as are left, or fewer."""
    return [Ban(rule, "too_many_cc", -2 << s.cc[side], (s.cc[side],))]


class CommitAttack(Frame[Campaign]):
    """The attacker commits Combat Commands; then the die says whether the attack happens."""

    rule = "10.2"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        return state.world.numbers[: self.open(state, side, "commit").bit_length()]

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        b = state.battle
        assert b is not None
        spend(state, side, 0, action.args[0])
        if state.advanced:
            state.push(*order_cards(state, b), OrderDie(side))
        else:
            roll_order(state, b)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return cc_bans(state, side, self.rule) if verb == "commit" else ()

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        b = state.battle
        assert b is not None
        return (b.start, b.target, state.cc[self.side])


def roll_order(s: Campaign, b: Attack) -> None:
    """[10.2] The die of an attack order."""
    side = b.side
    die = s.dice.d6()
    cr = best_cr(s, s.leaders(b.start, side))
    outcome = order_outcome(cr + b.order_bonus, b.cc[0], die)
    if s.hidden and outcome != "go":
        s.emit("attack_" + outcome, side, b.target, die, b.cc[0])
        s.whisper(side, "order_" + outcome, side, b.target, die, cr + b.order_bonus, b.cc[0])
    else:
        s.emit("order_" + outcome, side, b.target, die, cr + b.order_bonus, b.cc[0])
    if outcome == "go":
        go_ahead(s, b)
    elif outcome == "fail":
        s.out[side] = True


class OrderDie(Frame[Campaign]):
    """Advanced game: cards come before the die."""

    rule = "10.2"

    def finish(self, state: Campaign) -> None:
        assert state.battle is not None
        roll_order(state, state.battle)


def spend(s: Campaign, side: int, role: int, number: int) -> None:
    b = s.battle
    assert b is not None
    b.cc[role] = number
    s.cc[side] -= number
    if number:
        s.emit("committed", side, number)


def go_ahead(s: Campaign, b: Attack) -> None:
    """[10.2] case c: against a lone Depot ([8.7]), lone commanders ([11.19]), cavalry that may slip away ([11.1])."""
    enemy = 1 - b.side
    b.defenders = s.fighters(b.target, enemy)
    if s.hidden and b.defenders:
        show(s, b.side, b.start, b.units)
        show(s, enemy, b.target)
    if not s.pres[enemy] >> b.target & 1:
        s.lose_depot(enemy, b.target)  # R-8.7a: no combat, no advance
    elif not b.defenders:
        b.all_killed = True
        s.refugees = list(bits(s.leaders(b.target, enemy)))
        s.push(Peril(enemy), Advance(b.side))
    elif can_escape(s, b):
        s.push(AskEscape(enemy), Muster())
    else:
        s.push(Muster())


class Muster(Frame[Campaign]):
    """Who commits and who calls, in the order of the edition (10.3 first; in the first edition between the calls)."""

    rule = "10.3"

    def finish(self, state: Campaign) -> None:
        b = state.battle
        assert b is not None
        if b.withdrew:
            state.push(Advance(b.side))
            return
        attacker, defender = b.side, 1 - b.side
        if state.edition == 1:
            state.push(CallSupport(attacker, 0), CommitDefence(defender), CallSupport(defender, 1), JoinBattle())
        else:
            state.push(CommitDefence(defender), CallSupport(attacker, 0), CallSupport(defender, 1), JoinBattle())


class CommitDefence(Frame[Campaign]):
    """The defender commits Combat Commands, for his support rolls."""

    rule = "10.3"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        return state.world.numbers[: self.open(state, side, "commit").bit_length()]

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        spend(state, side, 1, action.args[0])

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return cc_bans(state, side, self.rule) if verb == "commit" else ()

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        b = state.battle
        assert b is not None
        return (b.start, b.target, state.cc[self.side])


def call_bans(s: Campaign, b: Attack, role: int) -> Iterable[Ban]:
    """[10.4] [10.5] Who cannot be called: stacks next to the defending hex come, if one of their units is undisrupted
    (R-10.4a); those of the attacker not under a forage marker."""
    side = b.side if role == 0 else 1 - b.side
    rule = "10.4" if role == 0 else "10.5"
    yield Ban(rule, "called", b.called[role])
    yield Ban(rule, "not_beside", ~(s.world.near[b.target] & s.occ[side] & ~(1 << b.start)), (asked, b.target))
    yield Ban(rule, "all_disrupted", lambda h: not s.fighters(h, side) & ~s.disrupted)
    if role == 0:
        yield Ban("10.1", "forage", lambda h: bool(s.fighters(h, side) & s.forage))
        yield Ban("6.4", "riga", riga_cut_off(s, side), beside=True)
    if s.advanced:
        yield from refusal_bans(s, b, side, role)


def refusal_bans(s: Campaign, b: Attack, side: int, role: int) -> Iterable[Ban]:
    """[16.4] (1) rival commanders; [16.10] Austrians alone; [16.1] a unit kept back by a card."""
    main = s.leaders(b.start if role == 0 else b.target, side)
    yield Ban("16.4", "rivals", lambda h: refuses_support(s, s.leaders(h, side), main))
    if role == 0:
        yield Ban("16.10", "unwilling", lambda h: unwilling(s, h))
        yield Ban("16.1", "barred", lambda h: not s.fighters(h, side) & ~s.disrupted & ~s.affairs.barred)


def callable_stacks(s: Campaign, b: Attack, role: int) -> int:
    """[10.4] [10.5] The stacks that can be called for support."""
    return spared(call_bans(s, b, role))


class CallSupport(Frame[Campaign]):
    """Call stacks next to the defending hex, one at a time, a die for each; stop at will (R-10.4c)."""

    rule = "10.4"

    def __init__(self, side: int, role: int) -> None:
        super().__init__(side)
        self.role = role

    def key(self) -> tuple[object, ...]:
        return ("CallSupport", self.side, self.role)

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        b = state.battle
        assert b is not None
        found = self.open(state, side, "call")
        if not found and not (state.hidden and self._beside(state, b)):
            return ()
        return [*state.world.at_hexes("call", found), state.world.done]

    def _beside(self, state: Campaign, b: Attack) -> int:
        """Stacks the enemy sees beside the defending hex, called already or not."""
        return state.world.near[b.target] & state.occ[self.side] & ~b.called[self.role] & ~(1 << b.start)

    def must_ask(self, state: Campaign) -> bool:
        """[15.1] The enemy may not learn from silence that a stack cannot come."""
        return state.hidden

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        b = state.battle
        assert b is not None
        if action.verb == "done":
            return
        h = action.args[0]
        b.called[self.role] |= 1 << h
        state.push(self)
        if state.advanced:
            state.push(*support_cards(state, side), SupportDie(side, self.role, h))
        else:
            roll_support(state, b, side, self.role, h)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        assert state.battle is not None
        return call_bans(state, state.battle, self.role) if verb == "call" else ()

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        b = state.battle
        assert b is not None
        return (b.target,)


def roll_support(s: Campaign, b: Attack, side: int, role: int, h: int) -> None:
    """[10.4] The die of a stack that is called."""
    die = s.dice.d6()
    cr, conscripts = support_numbers(s, side, h)
    cr += b.support_bonus
    b.support_bonus = 0
    comes = supports(cr, b.cc[role], die, conscripts, s.edition)
    if comes:
        b.helpers[role].append(h)
        if s.hidden:
            show(s, side, h)
    elif s.hidden:
        s.emit("call_unheard", side, h, die, b.cc[role])
        s.whisper(side, "support_stays", side, h, die, cr, b.cc[role], conscripts)
        return
    s.emit("support_comes" if comes else "support_stays", side, h, die, cr, b.cc[role], conscripts)


class SupportDie(Frame[Campaign]):
    """Advanced game: cards come before the die."""

    rule = "10.4"

    def __init__(self, side: int, role: int, called: int) -> None:
        super().__init__(side)
        self.role = role
        self.called = called

    def key(self) -> tuple[object, ...]:
        return ("SupportDie", self.side, self.role, self.called)

    def finish(self, state: Campaign) -> None:
        assert state.battle is not None
        roll_support(state, state.battle, self.side, self.role, self.called)


def support_numbers(s: Campaign, side: int, h: int) -> tuple[int, int]:
    """The CR of a stack called for support, and its Conscript units (R-10.4b: disrupted ones too)."""
    conscripts = (s.fighters(h, side) & s.world.conscript).bit_count()
    return best_cr(s, s.leaders(h, side)), conscripts
