"""Rulebook 8: Rally and Movement."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.peril import Peril
from grognard.games.russia1812.state import Campaign, March
from grognard.games.russia1812.trains import besieged, mark_forage
from grognard.games.russia1812.world import CAPACITY, FRENCH, RUSSIAN
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame, Reason

ALLOWANCE = (3, 2)  # [8.4] hexes of a Move, summer and winter
FORCED_MAX = 5
FRENCH_STRAGGLE_FROM = 3  # [8.6] first turn of the French +1


class RallyAndMovement(Frame[Campaign]):
    """Phase 3 opens: all rallying comes before any movement."""

    rule = "5.1"

    def finish(self, state: Campaign) -> None:
        state.enter_phase(3)
        state.moved = state.committed = state.rallied = 0
        first = state.first()
        state.push(Rally(first), Rally(1 - first), BeginMovement())


# [8.1] rally


def can_rally(s: Campaign, side: int, h: int) -> int:
    """[8.1] The units of a stack that a Train there could bring back to good order (R-8.1b: each in General Supply)."""
    if s.rallied >> h & 1 or not s.leaders(h, side):
        return 0
    return s.fighters(h, side) & s.disrupted & s.supplied


class Rally(Frame[Campaign]):
    """A stack with a commander and a Train may spend the Train to rally; once a turn (R-8.1a)."""

    rule = "8.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        found = 0
        for h in bits(state.counter_hexes(side)):
            if can_rally(state, side, h):
                found |= 1 << h
        if not found:
            return ()
        return [*state.world.at_hexes("rally", found & state.train_hexes(side)), state.world.done]

    def must_ask(self, state: Campaign) -> bool:
        """[7.5] The enemy may not learn from silence that a stack's counter is a dummy."""
        return True

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "rally":
            h = action.args[0]
            state.rally_at = h
            state.rally_left = state.world.sum_cr(state.leaders(h, side))
            state.push(RallyUnits(side), self)

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        if action.verb != "rally":
            return []
        side, h = self.side, action.args[0]
        if h not in state.genuine[side]:
            return [("8.1", "no_train", (h,))]
        if not state.leaders(h, side):
            return [("8.1", "no_commander", (h,))]
        if state.rallied >> h & 1:
            return [("8.1", "rallied", (h,))]
        if not state.fighters(h, side) & state.disrupted:
            return [("8.1", "none_disrupted", (h,))]
        return [("8.1", "not_supplied", (h,))]


class RallyUnits(Frame[Campaign]):
    """The owner picks the units, at most the sum of the commanders' CRs."""

    rule = "8.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        h = state.rally_at
        units = state.fighters(h, side) & state.disrupted & state.supplied
        begun = bool(state.rallied >> h & 1)
        if not units or not state.rally_left:
            return ()
        found = state.world.for_units("restore", units)
        if begun:
            found.append(state.world.done)
        return found

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "restore":
            u, h = action.args[0], state.rally_at
            if not state.rallied >> h & 1:
                state.rallied |= 1 << h
                state.spend_train(side, h)
                state.revealed = True
            state.restore(1 << u)
            state.rally_left -= 1
            state.emit("rallied", u, h)
            state.push(self)
        else:
            self.finish(state)

    def finish(self, state: Campaign) -> None:
        state.rally_at = -1
        state.rally_left = 0

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        if action.verb != "restore":
            return []
        u = action.args[0]
        if state.at[u] != state.rally_at:
            return [("8.1", "not_here", (u, state.rally_at))]
        if not state.disrupted >> u & 1:
            return [("8.1", "good_order", (u,))]
        return [("8.1", "unit_not_supplied", (u,))]


# [8.4] cavalry influence


def controlled(s: Campaign, side: int) -> int:
    """[8.4] Hexes next to undisrupted enemy cavalry, no river between; French cavalry controls no difficult ground."""
    world = s.world
    cavalry = s.cav[1 - side]
    found = world.controls[side].get(cavalry)
    if found is None:
        found = world.level.spread(cavalry)
        if side == RUSSIAN:
            found &= ~world.difficult  # [14.6]
        if len(world.controls[side]) > 20_000:
            world.controls[side].clear()
        world.controls[side][cavalry] = found
    return found


def covering(s: Campaign, side: int, h: int, column: int) -> int:
    """[8.4] R-8.4b: friendly combat units in a hex, not of the column, that have not moved and so could cover it."""
    return s.fighters(h, side) & ~column & ~s.moved


class BeginMovement(Frame[Campaign]):
    """R-8.4a, R-8.4c: what stacks looked like at the end of the rally step is fixed now."""

    rule = "8.4"

    def finish(self, state: Campaign) -> None:
        s = state
        s.held_disrupted = 0
        for u in bits(s.disrupted):
            s.held_disrupted |= 1 << s.at[u]
        s.began_near = [controlled(s, side) & s.occ[side] for side in (FRENCH, RUSSIAN)]
        s.push(NextMove(s.first()))


class NextMove(Frame[Campaign]):
    """Players alternate while they have genuine Trains on the map; then one goes on alone."""

    rule = "8.2"

    def finish(self, state: Campaign) -> None:
        state.march = None
        for who in (self.side, 1 - self.side):
            if state.genuine[who]:
                state.push(MoveOrder(who))
                return
        state.push(EndMovement())


def can_march(s: Campaign, side: int, h: int) -> int:
    """[8.4] Points 1, 3 and [8.3]: the units of a stack that may still Move: in good order, supplied, not committed."""
    return s.fighters(h, side) & s.supplied & ~s.disrupted & ~s.moved & ~s.committed


def first_steps(s: Campaign, side: int, h: int, load: int) -> int:
    """The hexes a group of that load could enter first."""
    found = s.world.near[h]
    for _, _, shut in barred_steps(s, side, h, load, bool(s.began_near[side] >> h & 1), 0):
        found &= ~shut
    return found


def barred_steps(s: Campaign, side: int, h: int, load: int, near: bool, column: int) -> list[tuple[str, str, int]]:
    """The neighbours a column may not enter, rule by rule."""
    world = s.world
    around = world.near[h]
    full = 0
    for n in bits(around):
        if s.load[n] + load > CAPACITY:
            full |= 1 << n
    found = [
        ("2.1" if side == RUSSIAN else "14.6", "impassable", around & ~world.passable[side]),
        ("8.4", "enemy_there", around & s.occ[1 - side]),
        ("4.1", "full", full & ~s.occ[1 - side]),
    ]
    if near:
        grip = around & controlled(s, side)
        for n in bits(grip & s.occ[side]):
            if covering(s, side, n, column):
                grip &= ~(1 << n)
        found.append(("8.4", "began_near_cavalry", grip))
    return found


def why_stack_stays(s: Campaign, side: int, h: int) -> list[Reason]:
    """[8.2] [8.4] Everything that keeps a stack from making a Move; empty if it may."""
    found: list[Reason] = []
    if not s.occ[side] >> h & 1:
        return [("8.2", "no_stack", (h,))]
    if h not in s.genuine[side]:
        found.append(("8.4", "no_train", (h,)))
    if not s.leaders(h, side) & ~s.moved:
        found.append(("8.4", "no_fresh_commander", (h,)))
    if s.held_disrupted >> h & 1:
        found.append(("8.4", "held_disrupted", (h,)))
    if besieged(s, side, h):
        found.append(("8.4", "besieged", (h,)))
    units = can_march(s, side, h)
    if not units:
        found.append(("8.4", "nobody_can_march", (h,)))
    elif not first_steps(s, side, h, lightest(s, units)):
        found.append(("8.4", "no_way_out", (h,)))
    return found


def lightest(s: Campaign, units: int) -> int:
    if units & s.world.veteran:
        return 2
    return 3 if units & s.world.line else 4


class MoveOrder(Frame[Campaign]):
    """A player with a genuine Train on the map makes one Move, or passes by discarding a Train."""

    rule = "8.2"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        ready = held = 0
        for h in state.genuine[side]:
            held |= 1 << h
            if may_march(state, side, h):
                ready |= 1 << h
        return state.world.at_hexes("march", ready) + state.world.at_hexes("discard", held)

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        h = action.args[0]
        if action.verb == "march":
            state.march = March(side, h)
            state.push(MarchUnits(side), NextMove(1 - side))
        else:
            state.spend_train(side, h)
            state.revealed = True
            state.emit("train_discarded_from", side, h)
            state.push(NextMove(1 - side))

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        side = self.side
        if action.verb == "discard":
            return [("8.2", "no_train", (action.args[0],))]
        if action.verb != "march":
            return []
        h = action.args[0]
        found = why_stack_stays(state, side, h)
        if len(action.args) == 2:
            found += self._why_not_step(state, h, action.args[1]) or [("8.2", "name_stack_first", (h,))]
        return found

    def _why_not_step(self, state: Campaign, h: int, goal: int) -> list[Reason]:
        if not state.world.near[h] >> goal & 1:
            return [("8.4", "not_adjacent", (h, goal))]
        units = can_march(state, self.side, h)
        near = bool(state.began_near[self.side] >> h & 1)
        bars = barred_steps(state, self.side, h, lightest(state, units), near, 0)
        return [(rule, key, (goal,)) for rule, key, shut in bars if shut >> goal & 1]


def may_march(s: Campaign, side: int, h: int) -> bool:
    """The same conditions as ``why_stack_stays``, cheapest first."""
    if not s.leaders(h, side) & ~s.moved or s.held_disrupted >> h & 1:
        return False
    units = can_march(s, side, h)
    return bool(units) and not besieged(s, side, h) and bool(first_steps(s, side, h, lightest(s, units)))


class MarchUnits(Frame[Campaign]):
    """Which combat units go; the rest stays in the starting hex. A group must have a first step (R-8.4h)."""

    rule = "8.4"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        m = state.march
        assert m is not None
        world, h = state.world, m.start
        able = can_march(state, side, h)
        rest = able & ~m.units
        load = world.load(m.units)
        heaviest = self._heaviest(state, side, h)
        fits = 0
        for u in bits(rest):
            if load + world.weight[u] <= heaviest:
                fits |= 1 << u
        found = world.for_units("take", fits)
        if m.units:
            found.insert(0, world.go)
        elif fits == able and world.load(able) <= heaviest:
            if len(found) == 1:
                return [world.all_]
            found.insert(0, world.all_)
        return found

    def _heaviest(self, state: Campaign, side: int, h: int) -> int:
        """The largest load that some first step can take."""
        best = 0
        for n in bits(first_steps(state, side, h, 0)):
            best = max(best, CAPACITY - state.load[n])
        return best

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        m = state.march
        assert m is not None
        if action.verb == "take":
            m.units |= 1 << action.args[0]
            state.push(self)
            return
        if action.verb == "all":
            m.units = can_march(state, side, m.start)
        state.push(MarchLeaders(side))

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        m = state.march
        assert m is not None
        if action.verb == "go":
            return [("8.4", "nobody_named", ())]
        if action.verb != "take" and action.verb != "all":
            return []
        u = action.args[0] if action.args else -1
        if u >= 0 and (state.at[u] != m.start or not state.world.combat >> u & 1):
            return [("8.4", "not_in_column_hex", (u, m.start))]
        if u >= 0 and not can_march(state, self.side, m.start) >> u & 1:
            return why_unit_stays(state, u)
        if m.units and (u < 0 or m.units >> u & 1):
            return [("8.4", "already_named", ())]
        return [("4.1", "no_room_ahead", ())]


def why_unit_stays(s: Campaign, u: int) -> list[Reason]:
    """[8.3] [8.4] Why a unit may not make a Move."""
    found: list[Reason] = []
    if s.disrupted >> u & 1:
        found.append(("3.3", "unit_disrupted", (u,)))
    if not s.supplied >> u & 1:
        found.append(("8.4", "unit_not_supplied", (u,)))
    if s.moved >> u & 1:
        found.append(("8.3", "unit_moved", (u,)))
    if s.committed >> u & 1:
        found.append(("8.4", "unit_committed", (u,)))
    return found


class MarchLeaders(Frame[Campaign]):
    """Commanders who have not moved may come along."""

    rule = "8.4"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        m = state.march
        assert m is not None
        return [*state.world.for_units("lead", self._fresh(state, m)), state.world.go]

    def _fresh(self, state: Campaign, m: March) -> int:
        return state.leaders(m.start, m.side) & ~state.moved & ~m.leaders

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        m = state.march
        assert m is not None
        if action.verb == "lead":
            m.leaders |= 1 << action.args[0]
            state.push(self)
        else:
            m.napoleon = state.world.napoleon >= 0 and bool(m.leaders >> state.world.napoleon & 1)
            state.push(Route(side))

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        return [("8.4", "no_such_commander", (action.args[0],))] if action.verb == "lead" else []


class Route(Frame[Campaign]):
    """Hex by hex: go on, halt, drop a commander, or commit a friend as cover to pass enemy cavalry."""

    rule = "8.4"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        m = state.march
        assert m is not None
        world = state.world
        steps = self._steps(state, m) if m.hexes < FORCED_MAX else 0
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

    def _steps(self, state: Campaign, m: March) -> int:
        found = state.world.near[m.here]
        for _, _, shut in self._barred(state, m):
            found &= ~shut
        return found

    def _barred(self, state: Campaign, m: March) -> list[tuple[str, str, int]]:
        near = m.hexes == 0 and bool(state.began_near[m.side] >> m.start & 1)
        return barred_steps(state, m.side, m.here, state.world.load(m.units), near, m.units)

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
            state.emit("dropped", u, m.here)
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
        if m.hexes >= FORCED_MAX:
            return [("8.4", "five_hexes", ())]
        if not state.world.near[m.here] >> goal & 1:
            return [("8.4", "not_adjacent", (m.here, goal))]
        found: list[Reason] = [
            (rule, key, (goal,)) for rule, key, shut in self._barred(state, m) if shut >> goal & 1
        ]
        if must_stop(state, m):
            found.append(("8.4", "must_stop", (m.here,)))
        return found

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        m = state.march
        assert m is not None
        return (m.here, m.hexes, ALLOWANCE[state.winter])


def must_stop(s: Campaign, m: March) -> bool:
    """[8.4] point 6: a column that entered a controlled hex goes no further, unless a friend there covers it."""
    if m.hexes == 0 or m.covered or not controlled(s, m.side) >> m.here & 1:
        return False
    return not covering(s, m.side, m.here, m.units) & s.committed


def commit_cover(s: Campaign, m: March, u: int) -> None:
    """[8.4] R-8.4b: a friend holds the hex against the cavalry and may not Move later this turn."""
    m.covered = True
    s.committed |= 1 << u
    s.emit("covered", u, m.here)


def enter(s: Campaign, m: March, h: int) -> None:
    """[8.4] One hex of the Move, with what it meets: a grip of cavalry, a Depot ([8.7]), lone commanders ([8.8])."""
    side = m.side
    first_gripped = m.hexes == 0 and s.began_near[side] >> m.start & 1 and controlled(s, side) >> h & 1
    m.napoleon = m.napoleon and bool(m.leaders >> s.world.napoleon & 1)
    s.shift(m.units | m.leaders, h)
    s.revealed = True  # [8.2] only a genuine Train sets a column in motion
    m.here = h
    m.hexes += 1
    m.covered = False
    s.emit("marched", m.units | m.leaders, h)
    s.overrun_depot(side, h)
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

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        assert state.march is not None
        commit_cover(state, state.march, action.args[0])

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        return [("8.4", "cannot_cover", (action.args[0],))] if action.verb == "cover" else []


def halt(s: Campaign, m: March) -> None:
    """[8.4] The Move is over: markers, attrition ([8.5], Napoleon's -1 by [14.5]), its Train removed ([8.2])."""
    s.moved |= m.units | m.leaders
    if m.hexes > ALLOWANCE[s.winter]:
        s.forced |= m.units
        s.emit("forced_march", m.here, m.hexes)
    s.spend_train(m.side, m.start)
    s.revealed = True
    s.emit("march_ended", m.side, m.start, m.here)
    s.push(Attrition(m.side))
    if march_rolls(m.hexes, s.winter):
        modifier = march_modifier(m.side, s.turn, s.winter, m.hexes) - int(m.napoleon)
        die = s.dice.d6()
        m.lose, m.disrupt = march_losses(die + modifier, m.units.bit_count())
        s.emit("attrition_die", m.here, die, modifier, die + modifier)


# [8.5] march attrition


def march_rolls(hexes: int, winter: bool) -> bool:
    """[8.5] A die for a Move of three hexes, two in winter."""
    return hexes >= ALLOWANCE[winter]


def march_modifier(side: int, turn: int, winter: bool, hexes: int) -> int:
    """[8.6] The French from turn 3, winter, and each forced-march hex: +1 each."""
    straggling = int(side == FRENCH and turn >= FRENCH_STRAGGLE_FROM)
    return straggling + int(winter) + max(0, hexes - ALLOWANCE[winter])


def march_losses(result: int, units: int) -> tuple[int, int]:
    """[8.5] Units eliminated and disrupted."""
    if result <= 5:
        return 0, 0
    if units == 1:
        return 0, 1
    if result <= 7:
        return 1, 0
    return (1, 1) if result <= 9 else (2, 0)


class Attrition(Frame[Campaign]):
    """The owner chooses who falls by the wayside: infantry or cavalry of the column; eliminations first (R-8.5c)."""

    rule = "8.5"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        m = state.march
        assert m is not None
        open_to = m.units & ~state.world.artillery
        if m.lose:
            return state.world.for_units("lose", open_to)
        return state.world.for_units("disrupt", open_to & ~state.disrupted) if m.disrupt else ()

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        m = state.march
        assert m is not None
        u = action.args[0]
        if action.verb == "lose":
            m.lose -= 1
            m.units &= ~(1 << u)
            state.emit("eliminated", u, m.here)
            state.remove(1 << u)
        else:
            m.disrupt -= 1
            state.emit("disrupted", u, m.here)
            state.disrupt(1 << u)
        state.push(self)

    def finish(self, state: Campaign) -> None:
        m = state.march
        assert m is not None
        if m.lose and m.disrupt and m.units & ~state.world.artillery:
            m.lose = 0
            state.push(self)

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        m = state.march
        assert m is not None
        if action.verb not in ("lose", "disrupt"):
            return []
        u = action.args[0]
        if not m.units >> u & 1:
            return [("8.5", "not_in_column", (u,))]
        if state.world.artillery >> u & 1:
            return [("8.5", "artillery_immune", (u,))]
        return [("8.5", "losses_first", (m.lose, m.disrupt))]


class EndMovement(Frame[Campaign]):
    """No genuine Train is left: dummies go (R-8.2a). First edition: forage markers now."""

    rule = "8.2"

    def finish(self, state: Campaign) -> None:
        state.dummies = [{}, {}]
        state.shown = [{}, {}]
        state.held_disrupted = 0
        state.began_near = [0, 0]
        if state.edition == 1:
            mark_forage(state, FRENCH)
