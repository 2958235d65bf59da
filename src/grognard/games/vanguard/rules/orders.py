"""Rulebook 5 (and 16.1, 16.2): how orders are changed."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.command import in_radius, mark_command
from grognard.games.vanguard.rules.fog import visible
from grognard.games.vanguard.rules.optional.columns import (
    OFFICERS_FROM,
    ColumnUnits,
    active_columns,
    column_order,
    lone_order,
    why_no_column,
)
from grognard.games.vanguard.world.moving import Column
from grognard.games.vanguard.world.roster import ATTACK, COALITION, DEFENCE, MANOEUVRE, NO_ORDER, ORDERS
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame, Reason


def changes_of(initiative: int, generals_in_radius: int) -> int:
    """[4.3] As many as the chief's initiative, and only those in his radius."""
    return min(initiative, generals_in_radius)


def within_call(s: Battle, side: int, f: int) -> bool:
    """[5.2] [4.3] R-04: a General inside the chief's radius; his own formation always is."""
    chief, general = s.chief(side), s.general(f)
    return chief >= 0 and general >= 0 and (chief == general or in_radius(s, chief, general))


def open_orders(current: int) -> list[int]:
    return [order for order in range(len(ORDERS)) if order != current]


class ChangeOrders(Frame[Battle]):
    """[5.2] A-1: the commander-in-chief changes the orders of his Generals; [16.2] of columns too."""

    rule = "5.2"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        found: list[Action] = []
        if state.changes[side] > 0:
            for f in state.world.formations:
                if why_no_change(state, side, f):
                    continue
                found += [state.action("order", f, order) for order in open_orders(state.orders[f])]
        found += self._detachments(state, side)
        return [*found, state.world.lexicon.done] if found else []

    def _detachments(self, state: Battle, side: int) -> list[Action]:
        """[16.2] [17.2.9] R-60: orders for Officers who lead, or shall lead, on their own."""
        found: list[Action] = []
        for officer in bits(state.world.officers & state.world.of_side[side]):
            if not why_no_column(state, side, officer):
                found += [state.action("detach", officer, o) for o in open_orders(column_order(state, officer))]
        return found

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

    def why_not(self, state: Battle, action: Action) -> list[Reason]:
        if action.verb == "order":
            f, order = action.args
            if state.orders[f] == order:
                return [("5.2", "same_order", (f, order))]
            return why_no_change(state, self.side, f) or [("4.3", "no_changes_left", ())]
        if action.verb == "detach":
            officer, order = action.args
            return why_no_column(state, self.side, officer) or [("16.2", "same_column_order", (officer, order))]
        return []

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.changes[self.side],)


def why_no_change(s: Battle, side: int, f: int) -> list[Reason]:
    """[5.2] What keeps a chief from changing a formation's order."""
    r = s.world.roster
    if r.formation_scenario[f] != s.world.number or r.formation_side[f] != side:
        return [("5.2", "not_your_formation", (f,))]
    if s.chief(side) < 0:
        return [("4.5.5", "no_chief", ())]
    if s.changed >> f & 1:
        return [("5.2", "changed_already", (f,))]
    if s.general(f) < 0:
        return [("4.5.5", "no_general", (f,))]
    if s.marching_formation(f):
        return [("17.1.5", "march_order_holds", (f,))]
    if not within_call(s, side, f):
        return [("5.2", "out_of_chiefs_radius", (f,))]
    return []


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
        state.push(*frames, GunOrder(side, sum(1 << gun for gun in state.on_map(guns))))


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
        found = [state.action("try", order) for order in open_orders(self._current(state))]
        return [state.world.lexicon.bare["keep"], *found]

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

    def why_not(self, state: Battle, action: Action) -> list[Reason]:
        if action.verb != "try" or len(action.args) != 1:
            return []
        return [("5.2.1", "has_this_order", (action.args[0],))]

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
        column = state.columns.get(self.officer)
        if column is None or state.at[self.officer] < 0:
            return []
        found = [state.action("try", self.officer, order) for order in open_orders(column.order)]
        return [state.world.lexicon.bare["keep"], *found]

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

    def why_not(self, state: Battle, action: Action) -> list[Reason]:
        if action.verb == "try":
            return [("16.2", "not_this_column", (self.officer,))]
        return []

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
        found = [
            state.action("battery", gun, order)
            for gun in bits(self.guns)
            if state.march_of(gun) < 0 and battery_gains(state, gun)
            for order in (DEFENCE, MANOEUVRE)
            if order != state.order_of(gun)
        ]
        return [state.world.lexicon.bare["keep"], *found] if found else []

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "battery":
            gun, order = action.args
            state.own[gun] = order
            state.emit("battery_order", gun, order)
            state.push(GunOrder(side, self.guns & ~(1 << gun)))

    def why_not(self, state: Battle, action: Action) -> list[Reason]:
        if action.verb != "battery":
            return []
        gun, order = action.args
        if not self.guns >> gun & 1:
            return [("11.0", "not_this_unit", (gun,))]
        if state.march_of(gun) >= 0:
            return [("17.1.5", "march_order_holds", (state.active,))]
        key = "guns_own_orders" if battery_gains(state, gun) else "order_gains_nothing"
        return [("11.0", key, (order,))]

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
        for officer in state.on_map(state.group_leaders() & state.world.officers & ~state.rode):
            tried = state.changed >> OFFICERS_FROM + officer & 1
            if officer not in state.columns and lost_with(state, officer) and not tried:
                found |= 1 << officer
        return found

    def _may_seem(self, state: Battle) -> bool:
        """R-49: whether the enemy, who sees neither, must think that an Officer stands with lost units."""
        seen = visible(state, 1 - self.side)
        lost = state.on_map(state.group() & state.lost)
        officers = state.on_map(state.group_leaders() & state.world.officers & ~state.rode & ~seen)
        covered = [u for u in lost if not state.seen_by(1 - self.side) >> state.at[u] & 1]
        return bool(covered) and any(not state.changed >> OFFICERS_FROM + officer & 1 for officer in officers)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        found = state.world.for_units("rouse", self._officers(state))
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

    def why_not(self, state: Battle, action: Action) -> list[Reason]:
        return [("5.3", "nobody_to_rouse", (action.args[0],))] if action.verb == "rouse" else []


def lost_with(s: Battle, officer: int) -> int:
    """Out-of-command units of his formation in an Officer's hex whom he may lead."""
    units = s.group() & s.lost & s.stack[s.at[officer]]
    return units & s.world.mounted if s.world.roster.cavalry_officer[officer] else units
