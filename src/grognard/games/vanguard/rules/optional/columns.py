"""Rulebook 16.2 (and 17.2.9): Officers with orders of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.command import in_radius, within
from grognard.games.vanguard.rules.disorder.losses import disband
from grognard.games.vanguard.rules.fog import tell_pieces
from grognard.games.vanguard.world.roster import NO_ORDER
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban
from grognard.kernel.frame import Frame

OFFICERS_FROM = 64  # columns changed in A-1 are marked above the formations


def column_order(s: Battle, officer: int) -> int:
    if officer == s.world.lone_leader:
        return lone_order(s)
    column = s.columns.get(officer)
    return NO_ORDER if column is None else column.order


def lone_order(s: Battle) -> int:
    """[17.2.9] R-60: Franceschi's own order, at first Compère's."""
    return s.orders[s.world.lone_formation] if s.lone_order == NO_ORDER else s.lone_order


def column_candidates(s: Battle, officer: int) -> int:
    """[16.2] [16.2.3] R-36: units of his formation within his radius; a cavalry Officer leads only the mounted."""
    r = s.world.roster
    units = s.world.troops_of[r.formation_of[officer]] & ~s.world.fixed
    if r.cavalry_officer[officer]:
        units &= s.world.mounted
    taken = sum(column.units for o, column in s.columns.items() if o != officer)
    reach = within(s, officer)
    return sum(1 << u for u in bits(units & ~taken) if s.at[u] >= 0 and reach >> s.at[u] & 1)


def column_bans(s: Battle, side: int) -> Iterable[Ban]:
    """[16.2] [17.2.9] What keeps an Officer from an order of his own."""
    w, chief = s.world, s.chief(side)
    lone, formation = 1 << w.lone_leader if w.lone_leader >= 0 else 0, w.roster.formation_of.__getitem__
    if not s.independent:
        yield Ban("16.2", "no_columns", ~lone, ())
    yield Ban("16.2", "no_officer", ~(w.officers & w.of_side[side]))
    yield Ban("16.2", "no_officer", lambda u: s.at[u] < 0)
    yield Ban("16.2", "column_changed_already", s.changed >> OFFICERS_FROM)
    if chief < 0:
        yield Ban("4.5.5", "no_chief", ALL, ())
    yield Ban("16.2", "officer_out_of_radius", lambda u: not in_radius(s, chief, u))
    yield Ban("17.1.5", "march_order_holds", lambda u: s.marching_formation(formation(u)), (formation,))
    led = lone | sum(1 << officer for officer in s.columns)
    yield Ban("16.2", "nobody_to_lead", lambda u: not led >> u & 1 and not column_candidates(s, u))


class ColumnUnits(Frame[Battle]):
    """[16.2] R-36: the units of a new column are named."""

    rule = "16.2"

    def __init__(self, side: int, officer: int) -> None:
        super().__init__(side)
        self.officer = officer

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.officer)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        found = state.world.for_units("take", self.open(state, side, "take"))
        if self.may(state, side, "go"):
            found.insert(0, state.world.lexicon.go)
        return found

    def apply(self, state: Battle, side: int, action: Action) -> None:
        column = state.columns[self.officer]
        if action.verb == "take":
            column.units |= 1 << action.args[0]
            state.push(self)
        else:
            tell_pieces(state, side, column.units, "column_named", self.officer)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        column = state.columns[self.officer]
        if verb == "take":
            yield Ban("16.2", "not_for_column", ~(column_candidates(state, self.officer) & ~column.units))
        elif verb == "go" and not column.units:
            yield Ban("16.2", "nobody_named", ALL, ())

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.officer,)


def active_columns(s: Battle) -> list[int]:
    """Officers of the active formation who lead a column."""
    if s.solo or not s.columns:
        return []
    return sorted(o for o in s.columns if s.world.roster.formation_of[o] == s.active)


class FormColumns(Frame[Battle]):
    """[16.2] A new column forms if its Officer begins within his General's radius, else the order is void."""

    rule = "16.2"

    def finish(self, state: Battle) -> None:
        general = state.general(state.active)
        frames: list[Frame[Battle]] = []
        for officer in active_columns(state):
            near = general >= 0 and in_radius(state, general, officer)
            if not state.columns[officer].formed and near:
                state.columns[officer].formed = True
            elif not state.columns[officer].formed:
                del state.columns[officer]
                state.emit("column_void", officer)
            elif near:
                frames.append(KeepColumn(self.side, officer))
        state.push(*frames)


class KeepColumn(Frame[Battle]):
    """[16.2.1] At the beginning of its activation and within the superior's radius a column may be dissolved."""

    rule = "16.2.1"

    def __init__(self, side: int, officer: int) -> None:
        super().__init__(side)
        self.officer = officer

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.officer)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        return [state.world.lexicon.bare["keep"], state.action("dissolve", self.officer)]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "dissolve":
            disband(state, self.officer)
            state.emit("column_dissolved", self.officer)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban("16.2.1", "not_this_column", ~(1 << self.officer), (self.officer,))] if verb == "dissolve" else ()

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.officer,)
