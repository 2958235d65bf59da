"""Rulebook 15.1: dummy counters and unexamined stacks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.movement.siege import declared, tell_sieges
from grognard.games.russia1812.rules.setup import FirstDepots, deploying
from grognard.games.russia1812.rules.supply import declared_on_routes
from grognard.games.russia1812.rules.trains import declared_on_links
from grognard.games.russia1812.world.state import Campaign, March
from grognard.games.russia1812.world.veil import DUMMY_COUNTERS
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban
from grognard.kernel.frame import Frame

# what lies open


def open_pieces(s: Campaign, side: int) -> int:
    """[15.1] The pieces of a side the enemy knows: seen in combat, or (R-15.1c) commanders without a combat unit."""
    if deploying(s, side):
        return 0
    found = s.veil.shown & s.world.of_side[side]
    for h in bits(s.pres[side] & ~s.occ[side]):
        found |= s.stack[h] & s.world.of_side[side]
    return found


def height(s: Campaign, side: int, h: int, opened: int) -> int:
    """[15.1] R-15.1b: the counters of a stack that lie face down, units and dummies alike."""
    number = (s.stack[h] & s.world.of_side[side] & ~opened).bit_count() + s.veil.decoys[side].get(h, 0)
    m = s.march
    return number + s.veil.column if m is not None and m.side == side and m.hexes and m.here == h else number


def open_cavalry(s: Campaign, side: int) -> int:
    """[15.1] Stacks whose undisrupted cavalry is declared now, for 6.2 (R-15.1d) and for 8.2 (R-15.1g)."""
    if s.phase == 0:
        top = s.agenda[-1] if s.agenda else None
        return declared_on_links(s, 1 - side) if isinstance(top, FirstDepots) and top.side != side else 0
    if s.phase == 2:
        return declared_on_routes(s, 1 - side) | declared_on_links(s, 1 - side)
    return near_cavalry(s, side) if s.phase == 3 else 0


def near_cavalry(s: Campaign, side: int) -> int:
    """[8.2] Cavalry next to an enemy stack; R-15.1g: and what controls a hex round one that point 7 of [8.4] binds."""
    world, enemy = s.world, 1 - side
    held = s.began_near[enemy] & s.occ[enemy]
    return s.cav[side] & (world.free.spread(s.occ[enemy]) | world.level.spread(world.free.spread(held)))


def tell_cavalry(s: Campaign, before: tuple[int, int]) -> None:
    """[8.2] The log names cavalry that has come to be declared."""
    for side in (FRENCH, RUSSIAN):
        for h in bits(near_cavalry(s, side) & ~before[side]):
            s.emit("cavalry_declared", side, h)


def recover(s: Campaign, u: int) -> None:
    """[8.1] A unit goes back to good order; [15.1] [8.2] [8.4] its stack may have to declare cavalry, or a siege."""
    before = (near_cavalry(s, FRENCH), near_cavalry(s, RUSSIAN)) if s.hidden else (0, 0)
    besieged = declared(s)
    s.restore(1 << u)
    if s.hidden:
        tell_cavalry(s, before)
        tell_sieges(s, besieged)


def break_up(s: Campaign, u: int) -> None:
    """[3.3] A unit is disrupted on the march; [15.1] with it may go declared cavalry [8.2], or a siege [8.4]."""
    before = s.cav[s.world.side_of[u]] if s.hidden else 0
    seen = near_cavalry(s, s.world.side_of[u]) if s.hidden else 0
    besieged = declared(s)
    s.disrupt(1 << u)
    tell_sieges(s, besieged)
    if before & ~s.cav[s.world.side_of[u]] & seen:
        s.emit("cavalry_broken", s.world.side_of[u], s.at[u])


def show(s: Campaign, side: int, h: int, units: int = -1) -> None:
    """[15.1] R-15.1h: a stack that takes part in a combat is shown, its commanders with it; its dummies go back."""
    pieces = s.stack[h] & (s.world.fighters[side] & units | s.world.leaders[side])
    s.veil.decoys[side].pop(h, None)
    if pieces & ~s.veil.shown:
        s.veil.shown |= pieces
        s.emit("stack_shown", side, h, pieces)


# dummies on the march


def column_leaves(s: Campaign, m: March) -> None:
    """[15.1] R-15.1b: the dummies that go along leave the starting hex with the first step."""
    decoys = s.veil.decoys[m.side]
    if s.veil.column:
        left = decoys[m.start] - s.veil.column
        if left:
            decoys[m.start] = left
        else:
            del decoys[m.start]


def column_halts(s: Campaign, m: March) -> None:
    """[15.1] The dummies of a column join the stack where it ends; those over the limit go back."""
    if s.veil.column:
        decoys = s.veil.decoys[m.side]
        decoys[m.here] = decoys.get(m.here, 0) + s.veil.column
        s.veil.column = 0
        s.refresh(m.here)


class MarchDummies(Frame[Campaign]):
    """How many dummy counters of the stack go along with the column."""

    rule = "15.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        number = self.open(state, side, "bring").bit_length()
        return state.world.card_actions["bring"][:number] if number > 1 else ()

    def _most(self, state: Campaign) -> int:
        m = state.march
        assert m is not None
        return min(state.veil.decoys[m.side].get(m.start, 0), state.decoy_limit(m.units | m.leaders))

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        state.veil.column = action.args[0]

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        most = self._most(state)
        return [Ban("15.1", "too_many_dummies", -2 << most, (most,))] if verb == "bring" else ()

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        return (self._most(state),)


# laying them


class LayDummies(Frame[Campaign]):
    """Each player lays his dummy counters anew, or leaves them; the enemy sees the stacks when it is done (R-15.1b)."""

    rule = "15.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        world = state.world
        if not state.occ[side]:
            return ()
        found = [world.bare["keep"]] if self.may(state, side, "keep") else []
        return [*found, *world.at_hexes("pad", self.open(state, side, "pad")), world.done]

    def _left(self, state: Campaign) -> int:
        return DUMMY_COUNTERS - sum((state.veil.draft[self.side] or {}).values())

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        veil = state.veil
        if action.verb == "pad":
            draft = veil.draft[side] or {}
            draft[action.args[0]] = draft.get(action.args[0], 0) + 1
            veil.draft[side] = draft
            state.push(self)
            return
        if action.verb == "done":
            veil.decoys[side] = veil.draft[side] or {}
        veil.draft[side] = None
        state.revealed = True
        state.emit("dummies_laid", side)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        draft = state.veil.draft[side]
        if verb == "keep" and (draft is not None or not state.veil.decoys[side]):
            yield Ban("15.1", "no_dummies_to_keep", ALL, ())
        elif verb == "pad":
            laid = draft or {}
            yield Ban("15.1", "no_stack", ~state.occ[side])
            if not self._left(state):
                yield Ban("15.1", "no_counter_left", ALL, (DUMMY_COUNTERS,))
            yield Ban("15.1", "dummies_over_limit", lambda h: laid.get(h, 0) >= state.decoy_limit(state.stack[h]))

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        return (self._left(state),)
