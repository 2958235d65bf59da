"""Rulebook 5 (and 16.1, 16.2): how orders are changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.command import in_radius, mark_command, within
from grognard.games.vanguard.rules.fog import seen_by_enemy
from grognard.games.vanguard.rules.optional.columns import (
    OFFICERS_FROM,
    ColumnUnits,
    active_columns,
    column_bans,
    column_order,
    lone_order,
)
from grognard.games.vanguard.world.moving import Column
from grognard.games.vanguard.world.roster import ATTACK, COALITION, DEFENCE, MANOEUVRE, NO_ORDER, ORDERS
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban, asked
from grognard.kernel.frame import Frame, Reason

EVERY_ORDER = (1 << len(ORDERS)) - 1
GUN_ORDERS = 1 << DEFENCE | 1 << MANOEUVRE  # [11.0] R-57


def changes_of(initiative: int, generals_in_radius: int) -> int:
    """[4.3] As many as the chief's initiative, and only those in his radius."""
    return min(initiative, generals_in_radius)


def within_call(s: Battle, side: int, f: int) -> bool:
    """[5.2] [4.3] R-04: a General inside the chief's radius; his own formation always is."""
    chief, general = s.chief(side), s.general(f)
    return chief >= 0 and general >= 0 and (chief == general or in_radius(s, chief, general))


def open_orders(current: int) -> int:
    """[5.2] Every order but the present one."""
    return EVERY_ORDER & ~(1 << current) if current >= 0 else EVERY_ORDER


def order_ban(rule: str, key: str, who: int, current: int) -> Ban:
    """[5.2] A change is to another order."""
    return Ban(rule, key, ~open_orders(current), (who, asked))


class ChangeOrders(Frame[Battle]):
    """[5.2] A-1: the commander-in-chief changes the orders of his Generals; [16.2] of columns too."""

    rule = "5.2"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        found: list[Action] = []
        for who in bits(self.open(state, side, "order")) if state.changes[side] > 0 else ():  # or all are shut
            found += [state.action("order", who, order) for order in bits(open_orders(state.orders[who]))]
        for who in bits(self.open(state, side, "detach")):
            found += [state.action("detach", who, order) for order in bits(open_orders(column_order(state, who)))]
        return [*found, state.world.lexicon.done] if found else []

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "done":
            return
        who, order = action.args
        if action.verb == "order":
            state.orders[who] = order
            state.changes[side] -= 1
            state.changed |= 1 << who
            state.emit("order_changed", who, order)
            state.push(self)
            return
        state.changed |= 1 << OFFICERS_FROM + who
        state.revealed = True  # which units a column may have tells where its Officer is
        self._detach(state, who, order)

    def _detach(self, state: Battle, officer: int, order: int) -> None:
        state.emit("column_ordered", officer, order)
        if officer == state.world.lone_leader:
            state.lone_order = order
            state.push(self)
        elif officer in state.columns:
            state.columns[officer].order = order
            state.push(self)
        else:
            state.columns[officer] = Column(0, order)
            state.push(ColumnUnits(self.side, officer), self)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "order":
            if head:
                return [order_ban("5.2", "same_order", head[0], state.orders[head[0]])]
            spent = [] if state.changes[side] > 0 else [Ban("4.3", "no_changes_left", ALL, ())]
            return [*change_bans(state, side), *spent]
        if verb == "detach":
            if head:
                return [order_ban("16.2", "same_column_order", head[0], column_order(state, head[0]))]
            return column_bans(state, side)
        return ()

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.changes[self.side],)


def change_bans(s: Battle, side: int) -> Iterable[Ban]:
    """[5.2] What keeps a chief from changing a formation's order."""
    yield Ban("5.2", "not_your_formation", ~s.world.formations_of[side])
    if s.chief(side) < 0:
        yield Ban("4.5.5", "no_chief", ALL, ())
    yield Ban("5.2", "changed_already", s.changed)
    yield Ban("4.5.5", "no_general", lambda f: s.general(f) < 0)
    yield Ban("17.1.5", "march_order_holds", s.marching_formation)
    chief = s.chief(side)
    called = within(s, chief) if chief >= 0 else 0  # as in ``within_call``, but looked up once for all
    yield Ban("5.2", "out_of_chiefs_radius", lambda f: not (s.general(f) == chief or called >> s.at[s.general(f)] & 1))


# B-2


class CommandStep(Frame[Battle]):
    """[4.4] [5.2.1] B-2: command is marked, then orders may be changed on the spot."""

    rule = "4.4"

    def to_act(self, state: Battle) -> tuple[int, ...]:
        return ()

    def finish(self, state: Battle) -> None:
        side = self.side
        if state.solo:
            state.lone_order = lone_order(state)
        mark_command(state)
        frames: list[Frame[Battle]] = [GeneralTries(side)]
        frames += [ColumnTries(side, officer) for officer in active_columns(state)]
        guns = state.group() & state.world.guns & ~state.world.fixed
        state.push(*frames, GunOrder(side, guns & state.there))


def initiative_of(s: Battle, leader: int) -> int:
    """[5.3] R-08, R-36: his own, else his General's, else 1."""
    own = s.world.roster.initiative[leader]
    if own >= 0:
        return own
    general = s.general(s.world.roster.formation_of[leader])
    return s.world.roster.initiative[general] if general >= 0 else 1


def obeyed(die: int, initiative: int) -> bool:
    """[5.2.1] Die <= initiative."""
    return die <= initiative


class GeneralTries(Frame[Battle]):
    """[5.2.1] Once an activation a General may try to change his own order; [17.2.9] so may Franceschi alone."""

    rule = "5.2.1"

    def _leader(self, state: Battle) -> int:
        if state.solo:
            return state.world.lone_leader if state.at[state.world.lone_leader] >= 0 else -1
        return -1 if state.marching_formation(state.active) else state.general(state.active)

    def _current(self, state: Battle) -> int:
        return state.lone_order if state.solo else state.orders[state.active]

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        if self._leader(state) < 0 or self._current(state) == NO_ORDER:
            return []
        lex = state.world.lexicon
        return [lex.bare["keep"], *[lex.tries[order] for order in bits(self.open(state, side, "try"))]]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "keep":
            state.hush(True)
            return
        leader, order = self._leader(state), action.args[0]
        die = state.dice.d6()
        if not obeyed(die, initiative_of(state, leader)):
            state.emit("try_failed", leader, order, die)
            return
        state.emit("try_passed", leader, order, die)
        if state.solo:
            state.lone_order = order
            for u in bits(state.group() & ~state.lost & ~state.entering):
                state.own[u] = order
        else:
            state.orders[state.active] = order

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban("5.2.1", "has_this_order", ~open_orders(self._current(state)))] if verb == "try" else ()

    def why_not(self, state: Battle, action: Action) -> list[Reason]:
        """An Officer with his order is no answer here: its first word is no order."""
        return super().why_not(state, action) if len(action.args) <= 1 else []

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self._leader(state), self._current(state), initiative_of(state, self._leader(state)))


class ColumnTries(Frame[Battle]):
    """[16.2] R-36: an Officer tries to change the order of his column."""

    rule = "16.2"

    def __init__(self, side: int, officer: int) -> None:
        super().__init__(side)
        self.officer = officer

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.officer)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        if self.officer not in state.columns or state.at[self.officer] < 0:
            return []
        orders = bits(self.open(state, side, "try", self.officer))
        return [state.world.lexicon.bare["keep"], *[state.action("try", self.officer, order) for order in orders]]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "keep":
            return
        order = action.args[1]
        die = state.dice.d6()
        if not obeyed(die, initiative_of(state, self.officer)):
            state.emit("try_failed", self.officer, order, die)
            return
        state.emit("try_passed", self.officer, order, die)
        column = state.columns[self.officer]
        column.order = order
        for u in bits(column.units & ~state.lost):
            state.own[u] = order

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb != "try":
            return ()
        if head:
            return [Ban("16.2", "has_this_order", ~open_orders(state.columns[self.officer].order))]
        return [Ban("16.2", "not_this_column", ~(1 << self.officer), (self.officer,))]

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.officer, initiative_of(state, self.officer))


class GunOrder(Frame[Battle]):
    """[11.0] R-57: batteries may take Manoeuvre or Defence for themselves, until their next B-2."""

    rule = "11.0"

    def __init__(self, side: int, guns: int) -> None:
        super().__init__(side)
        self.guns = guns

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.guns)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        if not self.guns:
            return []
        found = [
            state.action("battery", gun, order)
            for gun in bits(self.open(state, side, "battery"))
            for order in bits(self.open(state, side, "battery", gun))
        ]
        return [state.world.lexicon.bare["keep"], *found] if found else []

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "battery":
            gun, order = action.args
            state.own[gun] = order
            state.emit("battery_order", gun, order)
            state.push(GunOrder(side, self.guns & ~(1 << gun)))

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb != "battery":
            return
        if not head:
            yield Ban("11.0", "not_this_unit", ~self.guns)
            yield Ban("17.1.5", "march_order_holds", lambda gun: state.march_of(gun) >= 0, (state.active,))
            return
        gun = head[0]
        if not battery_gains(state, gun):
            yield Ban("11.0", "order_gains_nothing", ALL)
        yield Ban("11.0", "guns_own_orders", ~GUN_ORDERS)
        yield Ban("11.0", "guns_own_orders", ~open_orders(state.order_of(gun)))

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.active,)


def battery_gains(s: Battle, gun: int) -> bool:
    """[11.0] [5.1] Whether an order of its own lets a battery do anything that its present one does not."""
    now, side, h = s.order_of(gun), s.side(gun), s.at[gun]
    zone = s.zoc(1 - side)
    if now == DEFENCE or zone >> h & 1:
        return True  # Manoeuvre moves farther than one hex; Defence leaves a zone of control
    if now == MANOEUVRE:
        return bool(s.world.near[h] & zone & s.occ[side])  # [5.1.3] into a zone, where a friend is
    evades = bool(s.world.horse_guns >> gun & 1)  # [14.1] before an assault
    return evades or (now == ATTACK and not (s.world.data.austrian_no_march_column and side == COALITION))


class Rouse(Frame[Battle]):
    """[5.3] R-08: in B-4 an Officer stacked with lost units of his formation may try to give them its order."""

    rule = "5.3"

    def _officers(self, state: Battle) -> int:
        found = 0
        for officer in bits(state.group_leaders() & state.world.officers & state.there & ~state.rode):
            tried = state.changed >> OFFICERS_FROM + officer & 1
            if officer not in state.columns and lost_with(state, officer) and not tried:
                found |= 1 << officer
        return found

    def _may_seem(self, state: Battle) -> bool:
        """R-49: whether the enemy, who sees neither, must think that an Officer stands with lost units."""
        officers = state.group_leaders() & state.world.officers & ~state.rode & ~(state.changed >> OFFICERS_FROM)
        hidden = officers & state.there and officers & ~seen_by_enemy(state, self.side, officers)
        if not hidden & state.there:
            return False
        lost = state.on_map(state.group() & state.lost)
        return not all([state.in_sight(state.at[u], 1 - self.side) for u in lost])

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        if not state.group() & state.lost:
            return []
        found = state.world.for_units("rouse", self.open(state, side, "rouse"))
        return [*found, state.world.lexicon.done] if found or self._may_seem(state) else []

    def must_ask(self, state: Battle) -> bool:
        """Not to be asked would tell the enemy that no hidden Officer stands with the lost units."""
        return True

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "done":
            state.hush(True)
            return
        officer = action.args[0]
        state.changed |= 1 << OFFICERS_FROM + officer
        die = state.dice.d6()
        if obeyed(die, initiative_of(state, officer)):
            units = lost_with(state, officer)
            state.lost &= ~units
            state.emit("roused", officer, units, die)
        else:
            state.emit("not_roused", officer, die)
        state.push(self)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban("5.3", "nobody_to_rouse", ~self._officers(state))] if verb == "rouse" else ()


def lost_with(s: Battle, officer: int) -> int:
    """Out-of-command units of his formation in an Officer's hex whom he may lead."""
    units = s.group() & s.lost & s.stack[s.at[officer]]
    return units & s.world.mounted if s.world.roster.cavalry_officer[officer] else units
