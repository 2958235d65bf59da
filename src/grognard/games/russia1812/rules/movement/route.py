"""Rulebook 8.4, 8.7, 8.8: the way of a column, hex by hex, and what it meets."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_march import allowance, farthest, march_cards
from grognard.games.russia1812.rules.advanced.politics import at_kiev
from grognard.games.russia1812.rules.combat.peril import Peril
from grognard.games.russia1812.rules.movement.attrition import (
    HARMLESS,
    Attrition,
    CloseMarch,
    full_modifier,
    march_losses,
    march_rolls,
    worst_modifier,
)
from grognard.games.russia1812.rules.movement.steps import barred_steps, controlled, covering
from grognard.games.russia1812.rules.optional.capacity import unload
from grognard.games.russia1812.rules.optional.unexamined import column_halts, column_leaves, near_cavalry, tell_cavalry
from grognard.games.russia1812.world.state import Campaign, March
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame, Reason

FORCED_MAX = 5  # [8.4] hexes of a forced march in all


class Route(Frame[Campaign]):
    """Hex by hex: go on, halt, drop a commander, or commit a friend as cover to pass enemy cavalry."""

    rule = "8.4"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        m = state.march
        assert m is not None
        world = state.world
        steps = self._steps(state, m) if m.hexes < farthest(state, m.units) else 0
        if m.room and state.load[m.here] > state.capacity(m.here):
            return [state.world.halt]  # [15.2] only where it ends its Move
        if not m.hexes:
            return world.pairs("march", m.here, steps)
        found = [world.halt]
        if steps and must_stop(state, m):
            found += world.for_units("cover", covering(state, side, m.here, m.units))
        else:
            found += world.pairs("march", m.here, steps)
        if m.leaders:
            found += world.for_units("drop", m.leaders)
        return found

    def must_ask(self, state: Campaign) -> bool:
        """[15.1] The enemy may not learn from silence why a column goes no other way."""
        return state.hidden

    def _steps(self, state: Campaign, m: March) -> int:
        found = state.world.near[m.here]
        for _, _, shut in self._barred(state, m):
            found &= ~shut
        return found

    def _barred(self, state: Campaign, m: March) -> list[tuple[str, str, int]]:
        near = m.hexes == 0 and bool(state.began_near[m.side] >> m.start & 1)
        return barred_steps(state, m.side, m.here, state.world.load(m.units), near, m.units, m.room)

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        m = state.march
        assert m is not None
        verb = action.verb
        if verb == "march":
            state.push(self)
            enter(state, m, action.args[1])
        elif verb == "drop":
            u = action.args[0]
            m.leaders &= ~(1 << u)
            state.moved |= 1 << u
            state.note("dropped", u, m.here)
            if state.hidden:
                state.emit("counter_dropped", side, m.here)
            state.push(self)
        elif verb == "cover":
            commit_cover(state, m, action.args[0])
            state.push(self)
        else:
            halt(state, m)

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        m = state.march
        assert m is not None
        verb = action.verb
        if verb == "march" and len(action.args) == 2:
            return self._why_not_step(state, m, action.args[0], action.args[1])
        if verb == "cover":
            if must_stop(state, m):
                return [("8.4", "cannot_cover", (action.args[0],))]
            return [("8.4", "no_cover_needed", ())]
        if verb == "drop":
            return [("8.4", "not_with_column", (action.args[0],))]
        return [("8.4", "no_step_yet", ())] if verb == "halt" else []

    def _why_not_step(self, state: Campaign, m: March, start: int, goal: int) -> list[Reason]:
        if start != m.here:
            return [("8.4", "column_elsewhere", (m.here,))]
        if m.room and state.load[m.here] > state.capacity(m.here):
            return [("15.2", "must_raise", (m.here,))]
        most = farthest(state, m.units)
        if m.hexes >= most:
            return [("8.4", "five_hexes", ())] if most == FORCED_MAX else [("16.1", "no_farther", (most,))]
        if not state.world.near[m.here] >> goal & 1:
            return [("8.4", "not_adjacent", (m.here, goal))]
        found: list[Reason] = [(rule, key, (goal,)) for rule, key, shut in self._barred(state, m) if shut >> goal & 1]
        if must_stop(state, m):
            found.append(("8.4", "must_stop", (m.here,)))
        return found

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        m = state.march
        assert m is not None
        return (m.here, m.hexes, allowance(state))


def must_stop(s: Campaign, m: March) -> bool:
    """[8.4] point 6: a column that entered a controlled hex goes no further, unless a friend there covers it."""
    if m.hexes == 0 or m.covered or not controlled(s, m.side) >> m.here & 1:
        return False
    return not covering(s, m.side, m.here, m.units) & s.committed


def commit_cover(s: Campaign, m: March, u: int) -> None:
    """[8.4] R-8.4b: a friend holds the hex against the cavalry and may not Move later this turn."""
    m.covered = True
    s.committed |= 1 << u
    s.note("covered", u, m.here)
    if s.hidden:
        s.emit("hex_covered", m.side, m.here)


def enter(s: Campaign, m: March, h: int) -> None:
    """[8.4] One hex of the Move, with what it meets: a grip of cavalry, a Depot ([8.7]), lone commanders ([8.8])."""
    side = m.side
    first_gripped = m.hexes == 0 and s.began_near[side] >> m.start & 1 and controlled(s, side) >> h & 1
    m.napoleon = m.napoleon and bool(m.leaders >> s.world.napoleon & 1)
    m.along &= m.leaders
    before = (near_cavalry(s, FRENCH), near_cavalry(s, RUSSIAN)) if s.hidden else (0, 0)
    if s.hidden and not m.hexes:
        column_leaves(s, m)
    s.shift(m.units | m.leaders, h)
    s.revealed = True  # [8.2] only a genuine Train sets a column in motion
    m.here = h
    m.hexes += 1
    m.covered = False
    if s.hidden:
        s.emit("stack_marched", side, (m.units | m.leaders).bit_count() + s.veil.column, h)
        tell_cavalry(s, before)
    else:
        s.emit("marched", m.units | m.leaders, h)
    s.overrun_depot(side, h)
    if s.advanced:
        at_kiev(s)
    if s.pres[1 - side] >> h & 1:
        s.refugees = list(bits(s.stack[h] & s.world.leaders[1 - side]))
        s.push(Peril(1 - side))
    if first_gripped and must_stop(s, m):
        s.push(ChooseCover(side))


class ChooseCover(Frame[Campaign]):
    """Point 7: the first step was possible only because a friend covers the hex; the owner says which."""

    rule = "8.4"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        m = state.march
        assert m is not None
        return state.world.for_units("cover", covering(state, side, m.here, m.units))

    def must_ask(self, state: Campaign) -> bool:
        """[15.1] The enemy may not learn from silence that there is only one to cover."""
        return state.hidden

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        assert state.march is not None
        commit_cover(state, state.march, action.args[0])

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        return [("8.4", "cannot_cover", (action.args[0],))] if action.verb == "cover" else []


def halt(s: Campaign, m: March) -> None:
    """[8.4] The Move is over: markers, attrition ([8.5], Napoleon's -1 by [14.5]), its Train removed ([8.2])."""
    m.ended = True
    s.moved |= m.units | m.leaders
    if m.hexes > allowance(s):
        s.forced |= m.units
        s.emit("forced_march", m.here, m.hexes)
    s.spend_train(m.side, m.start)
    if m.room:
        unload(s, m)
    s.revealed = True
    s.emit("march_ended", m.side, m.start, m.here)
    if s.hidden:
        s.whisper(m.side, "marched", m.units | m.leaders, m.here)
        column_halts(s, m)
    s.push(Attrition(m.side), CloseMarch(m.side))
    if march_rolls(m.hexes, s.winter):
        if s.advanced:
            s.push(*march_cards(s, m), AttritionDie(m.side))
        else:
            roll_attrition(s, m)


def roll_attrition(s: Campaign, m: March) -> None:
    """[8.5] [8.6] The die and what it costs."""
    modifier = full_modifier(s, m.side, m.units, m.hexes, m.napoleon, m.along, m.sent_by, m.driven) + m.bonus
    die = s.dice.d6()
    m.lose, m.disrupt = march_losses(die + modifier, m.units.bit_count())
    if s.hidden:  # [15.1] R-15.1k: who marches along is the owner's to know
        m.veiled = die + worst_modifier(s, m) > HARMLESS
        s.emit("attrition_rolled", m.here, die)
        s.whisper(m.side, "attrition_die", m.here, die, modifier, die + modifier)
    else:
        s.emit("attrition_die", m.here, die, modifier, die + modifier)


class AttritionDie(Frame[Campaign]):
    """Advanced game: cards come before the die."""

    rule = "8.5"

    def finish(self, state: Campaign) -> None:
        assert state.march is not None
        roll_attrition(state, state.march)
