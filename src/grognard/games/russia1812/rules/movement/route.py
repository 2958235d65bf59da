"""Rulebook 8.4, 8.7, 8.8: the way of a column, hex by hex, and what it meets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
from grognard.games.russia1812.rules.movement.steps import controlled, covering, step_bans
from grognard.games.russia1812.rules.optional.capacity import unload
from grognard.games.russia1812.rules.optional.unexamined import column_halts, column_leaves, near_cavalry, tell_cavalry
from grognard.games.russia1812.world.state import Campaign, March
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban, asked, spared
from grognard.kernel.frame import Frame

FORCED_MAX = 5  # [8.4] hexes of a forced march in all


class Route(Frame[Campaign]):
    """Hex by hex: go on, halt, drop a commander, or commit a friend as cover to pass enemy cavalry."""

    rule = "8.4"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        m = state.march
        assert m is not None
        world = state.world
        found = [world.halt] if self.may(state, side, "halt") else []
        if must_stop(state, m):
            found += world.for_units("cover", self.open(state, side, "cover"))
        else:
            found += world.pairs("march", m.here, self.open(state, side, "march", m.here))
        return found + world.for_units("drop", self.open(state, side, "drop")) if m.leaders else found

    def must_ask(self, state: Campaign) -> bool:
        """[15.1] The enemy may not learn from silence why a column goes no other way."""
        return state.hidden

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

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        m = state.march
        assert m is not None
        if verb == "march":
            return self._step_bans(state, m) if head else [Ban("8.4", "column_elsewhere", ~(1 << m.here), (m.here,))]
        if verb == "halt":
            return [] if m.hexes or overfull(state, m) else [Ban("8.4", "no_step_yet", ALL, ())]
        if verb == "drop":
            return self._drop_bans(state, m)
        return self._cover_bans(state, m) if verb == "cover" else ()

    def _step_bans(self, state: Campaign, m: March) -> Iterable[Ban]:
        if must_stop(state, m):
            yield Ban("8.4", "must_stop", ALL, (m.here,), beside=True)
        yield from self._way_bans(state, m)

    def _way_bans(self, state: Campaign, m: March) -> Iterable[Ban]:
        """[8.4] Where the column cannot go on to, the grip of cavalry on its own hex apart."""
        most = farthest(state, m.units)
        if overfull(state, m):
            yield Ban("15.2", "must_raise", ALL, (m.here,))
        if m.hexes >= most:
            yield Ban("8.4", "five_hexes", ALL, ()) if most == FORCED_MAX else Ban("16.1", "no_farther", ALL, (most,))
        yield Ban("8.4", "not_adjacent", ~state.world.near[m.here], (m.here, asked))
        near = m.hexes == 0 and bool(state.began_near[m.side] >> m.start & 1)
        yield from step_bans(state, m.side, m.here, state.world.load(m.units), near, m.units, m.room)

    def _drop_bans(self, state: Campaign, m: March) -> Iterable[Ban]:
        if overfull(state, m):
            yield Ban("15.2", "must_raise", ALL, (m.here,))
        yield Ban("8.4", "not_with_column", ~m.leaders if m.hexes else ALL)

    def _cover_bans(self, state: Campaign, m: March) -> Iterable[Ban]:
        if overfull(state, m):
            yield Ban("15.2", "must_raise", ALL, (m.here,))
        if not must_stop(state, m) or not spared(self._way_bans(state, m)):
            yield Ban("8.4", "no_cover_needed", ALL, ())
        yield Ban("8.4", "cannot_cover", ~covering(state, m.side, m.here, m.units))

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        m = state.march
        assert m is not None
        return (m.here, m.hexes, allowance(state))


def overfull(s: Campaign, m: March) -> bool:
    """[15.2] Whether the column, with Trains to raise the hex, stands where there is no room for it yet."""
    return m.room > 0 and s.load[m.here] > s.capacity(m.here)


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
        return state.world.for_units("cover", self.open(state, side, "cover"))

    def must_ask(self, state: Campaign) -> bool:
        """[15.1] The enemy may not learn from silence that there is only one to cover."""
        return state.hidden

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        assert state.march is not None
        commit_cover(state, state.march, action.args[0])

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        m = state.march
        assert m is not None
        return [Ban("8.4", "cannot_cover", ~covering(state, side, m.here, m.units))] if verb == "cover" else ()


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
