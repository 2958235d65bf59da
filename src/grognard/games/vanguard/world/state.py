"""The battle: everything that changes, as numbers, lists and bitboards.

A set of pieces is one int (bit = number in the roster), a set of hexes another (bit = hex of the sheet). Hexes in
messages go through ``spot``, because the two maps share their numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from grognard.board.hexes import bits
from grognard.games.vanguard.world.data import Weather
from grognard.games.vanguard.world.moving import Assault, Column, Move
from grognard.games.vanguard.world.roster import ADVANCE, COALITION, DEFENCE, MANOEUVRE, NO_ORDER
from grognard.games.vanguard.world.world import World
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame, State
from grognard.kernel.part import AS_LIST, UNCOUNTED, Plain, a_set, counts, derived, given, part, parts, parts_by, row

WAITING: Final = -1  # a reinforcement still to come
DEAD: Final = -2  # out of the game
ON_TRACK: Final = -3  # [12.8] eliminated, comes back reduced
SAFE: Final = -4  # [17.2.1] R-40: left by a retreat flag

# the steps of a turn, [3.1]
ORDERS_STEP: Final = 1
RETURN_STEP: Final = 2
INITIATIVE_STEP: Final = 3
ENTRY_STEP: Final = 4
COMMAND_STEP: Final = 5
BOMBARD_STEP: Final = 6
MOVE_STEP: Final = 7
COMBAT_STEP: Final = 8
RALLY_STEP: Final = 9
END_STEP: Final = 10


@dataclass(eq=False, repr=False, slots=True)
class Battle(State):
    """One battle in progress. In slots, for the reason given in ``World``."""

    world: World = given()
    options: dict[str, Any] = given()
    turn: int = 0
    phase: int = 0
    weather: int = 0
    # counters
    at: list[int] = row()
    own: list[int] = row()  # [5.1] a unit's own order
    reduced: int = 0
    disordered: int = 0
    routed: int = 0
    turned: int = 0  # [11.0] guns on their Moved side
    damaged: int = 0  # [17.2.6]
    lost: int = 0  # [4.4] out of command
    tired: int = 0  # [16.3.4] Defence until the end of the turn
    marched: int = 0  # moved this turn
    fought: int = 0  # [12.2.3] attacked this turn
    fired: int = 0  # bombarded or shot this turn
    rallied: int = 0
    evaded: int = 0  # [15.3] R-83: retreated before combat this turn
    rode: int = 0  # leaders who moved this turn
    fled: int = 0  # [4.5.6] R-10: leaders who were offered their escape in this activation
    planted: int = 0  # [10.1] units that chose to stay put in this activation
    charging: int = 0
    charge_goals: dict[int, int] = counts()  # [14.2] R-54: hexes that a charger may name
    struck: int = 0  # [12.2.3] units attacked in this combat subphase
    skirmished: dict[int, int] = counts()  # [16.3.4] V, with the turn it was earned
    fatigued: int = 0  # F
    tops: int = 0  # [16.3.3] R-37: units put on top by their owner
    piled: frozenset[tuple[int, int, int]] = a_set()  # stacks whose order stands
    # formations
    orders: list[int] = row()
    activated: int = 0
    marching: list[bool] = row()  # [17.1.5]
    columns: dict[int, Column] = parts_by(Column)
    lone_order: int = NO_ORDER  # [17.2.9] R-60
    lone_acted: bool = False
    held: bool = False  # [17.2.9] R-44: Franceschi is held back while Compère's formation acts
    # sides
    changes: list[int] = row(0, 0)  # order changes left in A-1
    changed: int = 0  # formations (and by officer number the columns) changed in this A-1
    hq_used: list[bool] = row(False, False)
    due: dict[int, tuple[int, int]] = counts()
    track: dict[int, int] = counts()  # unit -> turn of return
    steps_lost: list[int] = row(0, 0)
    leaders_lost: list[int] = row(0, 0)
    flags: int = 0
    # the activation
    active: int = -1
    solo: bool = False  # Franceschi alone
    entering: int = 0
    arrived: int = 0  # [15.4.1] R-34: reinforcements with Advance in this activation alone
    tried: bool = False
    counted: int = 0  # [5.1.1] R-48
    nearer: int = 0
    shot_at: int = 0  # hexes under skirmish fire in this activation: they count as attacked [12.1]
    move: Move | None = part(Move)
    assaults: list[Assault] = parts(Assault, facts=AS_LIST)
    recalled: int = 0  # [12.2] R-64: hexes whose assault was called off in this declaration
    fight: int = -1  # the assault being resolved
    emptied: dict[int, int] = counts()  # hex -> units that left it in the result being applied
    # where they stand, by hex
    stack: list[int] = row(facts=UNCOUNTED)
    occ: list[int] = row(0, 0, facts=UNCOUNTED)  # hexes with combat units
    steady: list[int] = row(0, 0, facts=UNCOUNTED)  # hexes with combat units in good order
    there: int = derived()  # the pieces on the map
    # the options, at hand
    headquarters: bool = derived(False)
    independent: bool = derived(False)
    open_order: bool = derived(False)
    wheat: bool = derived(False)

    def __post_init__(self) -> None:
        world, options, r = self.world, self.options, self.world.roster
        self.headquarters = bool(options.get("optional_16_1", False))
        self.independent = bool(options.get("optional_16_2", False))
        self.open_order = bool(options.get("optional_16_3", False))
        self.wheat = bool(options.get("wheat_blocks_los", False))
        self.weather = world.data.weather_start
        self.at = [DEAD] * r.count
        self.stack = [0] * world.grid.size
        self.own = [NO_ORDER] * r.count
        self.orders = r.first_order[:]
        self.marching = [True] * len(world.march_units)
        self.due = dict(world.arrival)

    def facts(self) -> tuple[object, ...]:
        return (*State.facts(self), sorted(self.options.items()))

    def fill(self, data: Mapping[str, Plain]) -> None:
        State.fill(self, data)
        self.there = sum([1 << u for u, h in enumerate(self.at) if h >= 0])  # older files do not have it

    # the agenda

    def push(self, *frames: Frame[Any]) -> None:
        """Put frames on the agenda; the first named is the first played."""
        if len(frames) == 1:
            self.agenda.append(frames[0])
        else:
            self.agenda.extend(reversed(frames))

    def enter_phase(self, phase: int) -> None:
        """[3.1] The log is headed by the steps of the turn.

        What ends one stands: who has nothing to do in the next tells of leaders that lie beneath (R-49).
        """
        if phase != self.phase:
            self.revealed = True
            self.open_phase(self.turn, phase)
        self.phase = phase

    # reading

    def side(self, piece: int) -> int:
        return self.world.roster.side_of[piece]

    def spot(self, h: int) -> int:
        return h + self.world.sheet

    def combat(self, h: int, side: int) -> int:
        """The combat units of a side in a hex; [17.2.6] R-41: a Damaged battery is none."""
        return self.stack[h] & self.world.units_of[side] & ~self.damaged

    def troops(self, h: int, side: int) -> int:
        """Its infantry and cavalry."""
        return self.stack[h] & self.world.troops & self.world.of_side[side]

    def batteries(self, h: int, side: int) -> int:
        return self.stack[h] & self.world.guns & self.world.of_side[side] & ~self.damaged

    def leaders(self, h: int, side: int) -> int:
        return self.stack[h] & self.world.leaders & self.world.of_side[side]

    def on_map(self, pieces: int) -> list[int]:
        return list(bits(pieces & self.there))

    def pf(self, u: int) -> int:
        """[2.1] The strength printed on the side that is up."""
        r = self.world.roster
        return r.pf_reduced[u] if self.reduced >> u & 1 else r.pf[u]

    def eff(self, u: int) -> int:
        """[13.1] Efficiency; [17.2.7] R-42: snow helps Neapolitans who have Defence."""
        found = self.world.roster.eff[u]
        if self.weather and self.side(u) == COALITION and self.order_of(u) == DEFENCE:
            found += self.sky.neapolitan_defence_efficiency
        return found

    def order_of(self, u: int) -> int:
        """[5.1] The order of a unit at this moment."""
        found = self.own[u]
        if (self.tired | self.lost) >> u & 1:
            if self.tired >> u & 1:
                return DEFENCE
            if found == NO_ORDER:
                return MANOEUVRE if self.march_of(u) >= 0 else DEFENCE
        elif found == NO_ORDER:
            found = self.orders[self.world.roster.formation_of[u]]
        return ADVANCE if found == NO_ORDER else found

    def march_of(self, u: int) -> int:
        """[17.1.5] The march order that still binds a unit; -1 if none does."""
        number = self.world.march_of[u]
        return number if number >= 0 and self.marching[number] else -1

    def on_march(self) -> int:
        """[17.1.5] The units that a march order still binds."""
        found = 0
        if True in self.marching:
            for units, on in zip(self.world.march_units, self.marching, strict=True):
                if on:
                    found |= units
        return found

    def marching_formation(self, f: int) -> bool:
        """[17.1.5] R-62: its order is Manoeuvre and cannot be changed."""
        return any([on and self.world.march_formation[n] == f for n, on in enumerate(self.marching)])

    @property
    def sky(self) -> Weather:
        """[17.2.7] What the weather does now."""
        return self.world.skies[self.weather]

    def zoc(self, side: int) -> int:
        """[8.0] The hexes under a side's zones of control; [17.2.7] in a storm nobody has any."""
        world, steady = self.world, self.steady[side]
        if not world.skies[self.weather].zoc:
            return 0
        whose, zone = world.zone  # most often it is asked again
        return zone if whose == steady else world.zone_of(steady)

    def chief(self, side: int) -> int:
        """[4.3] The commander-in-chief if he is on the map; else -1."""
        u = self.world.cinc[side]
        return u if self.at[u] >= 0 else -1

    def chief_gone(self, side: int) -> bool:
        """[4.5.5] R-09: lost, or [17.2.1] R-40: gone."""
        return self.at[self.world.cinc[side]] in (DEAD, SAFE)

    def general(self, f: int) -> int:
        """The General of a formation if he is on the map; else -1."""
        u = self.world.roster.general_of[f]
        return u if self.at[u] >= 0 else -1

    def general_lost(self, f: int) -> bool:
        return self.at[self.world.roster.general_of[f]] in (DEAD, SAFE)

    def group(self) -> int:
        """The combat units that act now: the formation, or Franceschi's two regiments alone."""
        if self.solo:
            return self.world.lone_units
        world = self.world
        units = world.troops_of[self.active]
        return units & ~world.lone_units if self.active == world.lone_formation and self.lone_apart() else units

    def lone_apart(self) -> bool:
        """[17.2.9] R-44: Compère's formation acts, and Franceschi has acted or is held back."""
        return (self.lone_acted or self.held) and self.active == self.world.lone_formation

    def group_leaders(self) -> int:
        if self.solo:
            return 1 << self.world.lone_leader
        found = self.world.chiefs_of[self.active]
        return found & ~(1 << self.world.lone_leader) if self.lone_apart() else found

    def acting_side(self) -> int:
        return self.world.roster.formation_side[self.active]

    def top_of(self, h: int, side: int) -> int:
        """[16.3.3] R-37: the piece that lies on top of a stack; -1 if there is none."""
        pieces = self.stack[h] & self.world.of_side[side]
        troops = pieces & self.world.troops
        chosen = troops & self.tops
        if chosen:
            return chosen.bit_length() - 1
        if troops:
            several = troops & (troops - 1)
            return max(bits(troops), key=self._rank_in_stack) if several else troops.bit_length() - 1
        rest = pieces & self.world.guns & ~self.damaged or pieces & self.world.leaders or pieces
        return (rest & -rest).bit_length() - 1

    def _rank_in_stack(self, u: int) -> tuple[int, int]:
        return (self.pf(u), -u)

    def seen_by(self, side: int) -> int:
        """[11.3] The hexes in sight of a side's combat units."""
        return self.world.seen_from(self.occ[side], self.wheat)

    def in_sight(self, h: int, side: int) -> bool:
        """[11.3] Whether a hex is in sight of a side's combat units: who is seen from there sees it."""
        world, wheat = self.world, self.wheat
        return bool((world.sights[wheat][h] or world.sight(h, wheat)) & self.occ[side])

    def reach_of_guns(self, u: int) -> int:
        """[11.2] Range; [17.2.7] in a blizzard 1, in a storm nothing."""
        return min(self.world.roster.range[u], self.sky.artillery_range)

    # changing

    def put(self, piece: int, h: int) -> None:
        """Set a piece on a hex, from wherever it was."""
        world, at, stack = self.world, self.at, self.stack
        old, bit = at[piece], 1 << piece
        if old >= 0:
            stack[old] ^= bit
        else:
            self.there |= bit
        at[piece] = h
        stack[h] |= bit
        if bit & world.leaders:
            return
        side, broken = world.roster.side_of[piece], self.disordered | self.routed
        occ, steady, there = self.occ[side], self.steady[side], world.bit[h]
        occ |= there
        if not bit & broken:
            steady |= there
        if old >= 0:
            left, there = stack[old] & world.units_of[side] & ~self.damaged, world.bit[old]
            if not left:
                occ ^= there
            if left & broken == left:  # a hex is taken out of a set that has it: "and not" costs four times as much
                steady = (steady | there) ^ there
        self.occ[side], self.steady[side] = occ, steady

    def refresh(self, h: int) -> None:
        """Bring the boards up to date for one hex."""
        there, bit = self.stack[h] & ~self.damaged, self.world.bit[h]
        for side, army in enumerate(self.world.units_of):
            units = there & army
            occ, steady = self.occ[side] | bit, self.steady[side] | bit
            if not units:
                occ ^= bit
            if not units & ~(self.disordered | self.routed):
                steady ^= bit
            self.occ[side], self.steady[side] = occ, steady

    def take_off(self, piece: int, where: int) -> None:
        """Take a piece off the map, with all its markers."""
        h = self.at[piece]
        self.at[piece] = where
        keep = ~(1 << piece)
        self.there &= keep
        self.disordered &= keep
        self.routed &= keep
        self.turned &= keep
        self.lost &= keep
        self.charging &= keep
        self.tops &= keep
        self.fatigued &= keep
        self.entering &= keep
        self.counted &= keep
        self.own[piece] = NO_ORDER
        self.skirmished.pop(piece, None)
        for assault in self.assaults:
            assault.attackers &= keep
            assault.doubtful &= keep
        if h >= 0:
            self.stack[h] &= keep
            self.refresh(h)

    def set_level(self, u: int, level: int) -> None:
        """[15.1] 0 good order, 1 Disordered, 2 Routed."""
        bit = 1 << u
        self.disordered = self.disordered | bit if level == 1 else self.disordered & ~bit
        self.routed = self.routed | bit if level == 2 else self.routed & ~bit
        if self.at[u] >= 0:
            self.refresh(self.at[u])

    def level(self, u: int) -> int:
        return 2 if self.routed >> u & 1 else self.disordered >> u & 1

    def action(self, verb: str, *args: int) -> Action:
        return self.world.lexicon.make(verb, *args)
