"""The campaign as the marshal thinks of it: a state that he imagines, asked by the rules.

And the same state as it might be: rested, healed, next turn, with other Depots or with hexes left or taken."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Final

from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812.network import Chain, chain, rests_on
from grognard.games.russia1812.rules.advanced.cards import clear
from grognard.games.russia1812.rules.advanced.command import best_cr, rivals, sum_cr
from grognard.games.russia1812.rules.advanced.reserve import missing_trains
from grognard.games.russia1812.rules.combat.values import Force, Ground, force_of, ground_of, main_force
from grognard.games.russia1812.rules.supply import austrian_hexes, contested, supplied_hexes
from grognard.games.russia1812.rules.trains import forage_turn, linked_hexes
from grognard.games.russia1812.rules.victory import holder
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN, World, world

MOST_RATINGS: Final = 50_000
MOST_FORCES: Final = 100_000
_RATINGS: dict[tuple[int, int, int, int], int] = {}  # kept by value: the same stacks come again and again
_FORCES: dict[tuple[int, int, int, int, int, int, int], Force] = {}
ARMIES: Final = 2  # so many stacks with a commander make an enemy who fights
ARMY: Final = 3  # so many units with a commander
IN_ARMIES: Final = 0.28  # the share of units in armies below which there is none to beat
AUTUMN: Final = 8  # from this turn on one thinks of the short routes of winter


class Outlook:
    """A state as it might be, each made when it is first asked for."""

    def __init__(self, s: Campaign) -> None:
        self._s = s
        self.fed: dict[tuple[int, int, int, int, bool], int] = {}  # by what was asked of supply
        self.contested: list[int] = [-1, -1]  # by side, as far as anybody asked
        self.links: dict[tuple[int, int, int], int] = {}
        self.forces: dict[tuple[int, int, bool, bool], Force] = {}
        self.full: dict[int, int] = {}
        self.counts: dict[int, int] = {}
        self.marchers: dict[int, int] = {}  # of our stacks

    @cached_property
    def rooms(self) -> list[tuple[int, int]]:
        """[4.1] The occupied hexes, and what there is room for, in halves of an occupancy factor."""
        s = self._s
        return [(1 << h, s.capacity(h) - s.load[h]) for h in bits(s.occ[FRENCH] | s.occ[RUSSIAN])]

    @cached_property
    def healed(self) -> Campaign:
        """Rested, and everybody in good order."""
        t = self.rested.copy()
        t.disrupted = 0
        return t

    @cached_property
    def rested(self) -> Campaign:
        """Without the weariness of this turn."""
        t = self._s.copy()
        t.forced = t.fought_once = t.fought_twice = 0
        return t

    @cached_property
    def next(self) -> Campaign:
        """The turn to come, with the pieces where they are and no card laid."""
        t = self._s.copy()
        t.begin_turn()
        if t.advanced:
            clear(t)
        return t


class Situation:
    """A state and the side that thinks of it. Lists of two go by side."""

    def __init__(self, state: Campaign, side: int) -> None:
        s = self.s = _from_its_start(state)
        self.outlook = Outlook(s)
        self.side, self.foe = side, 1 - side
        self.world: World = s.world
        self.edition = s.edition
        self.turn, self.phase, self.winter, self.year = max(1, s.turn), s.phase, s.winter, s.affairs.year
        self.at, self.stack, self.load = s.at, s.stack, s.load
        self.occ, self.pres, self.cav, self.depots = s.occ, s.pres, s.cav, s.depots
        self.disrupted, self.supplied, self.forage, self.moved = s.disrupted, s.supplied, s.forage, s.moved
        self.cc, self.genuine = s.cc, s.genuine[side]
        self.own_city = [s.own_city(FRENCH), s.own_city(RUSSIAN)]
        self.enemy_city = [s.enemy_city(FRENCH), s.enemy_city(RUSSIAN)]
        self.stations = 0  # where our plan of campaign wants Depots
        self.hunts = False  # whether we have a campaign of our own against an enemy who wanders

    @property
    def key(self) -> tuple[object, ...]:
        """Everything a plan depends on."""
        s = self.s
        trains = tuple(self.genuine) if self.phase >= 3 else ()
        flags = (s.disrupted, s.supplied, s.forage, s.moved, s.committed, s.forced, s.fought_once, s.fought_twice)
        return (self.side, self.turn, self.phase, tuple(s.at), trains, flags, *s.depots)

    # as it might be

    @property
    def healed(self) -> Campaign:
        return self.outlook.healed

    @property
    def next(self) -> Campaign:
        return self.outlook.next

    @cached_property
    def wanders(self) -> bool:
        """Whether an enemy who could set up freely wanders: few of his units stand in armies of some strength."""
        if self.s.options["setup"] != "free":
            return False
        found = [(h, self.fighters(h, self.foe).bit_count()) for h in bits(self.occ[self.foe])]
        led = sum([n for h, n in found if n >= ARMY and self.leaders(h, self.foe)])
        return led < IN_ARMIES * sum([n for _, n in found])

    @property
    def hunting(self) -> bool:
        """Whether we are French who go for the cities of an enemy who wanders."""
        return self.hunts and self.side == FRENCH and self.wanders

    @cached_property
    def scattered(self) -> bool:
        """Whether there is no army to beat."""
        armies = [h for h in bits(self.occ[self.foe]) if self.leaders(h, self.foe) and self.able(h, self.foe)]
        return self.wanders or sum([self.fighters(h, self.foe).bit_count() > 1 for h in armies]) < ARMIES

    # stacks

    def fighters(self, h: int, side: int) -> int:
        return self.stack[h] & self.world.fighters[side]

    def leaders(self, h: int, side: int) -> int:
        return self.stack[h] & self.world.leaders[side]

    def units_in(self, hexes: int) -> int:
        """How many units of ours stand in some hexes, all of them held by us."""
        found = self.outlook.counts.get(hexes)
        if found is None:
            found = self.outlook.counts[hexes] = sum([self.fighters(h, self.side).bit_count() for h in bits(hexes)])
        return found

    def able(self, h: int, side: int) -> int:
        """The combat units in good order."""
        return self.stack[h] & self.world.fighters[side] & ~self.disrupted

    def force(self, units: int, leaders: int, tired: bool = True, healed: bool = False) -> Force:
        """[11.2] Units and commanders as combat counts them; what a commander's character adds (16.4) counts as CR."""
        key = units, leaders, tired, healed
        found = self.outlook.forces.get(key)
        if found is None:
            s = self.outlook.healed if healed else self.s if tired else self.outlook.rested
            found = _force(s, units, leaders)
            if s.advanced and leaders:
                found = found._replace(cr=self._led(s, units & ~s.disrupted, leaders))
            self.outlook.forces[key] = found
        return found

    def _led(self, s: Campaign, able: int, leaders: int) -> int:
        """[16.2] [16.4] The CR of commanders over units in good order, with what their character adds."""
        key = s.edition, able, leaders, rivals(s, leaders)
        found = _RATINGS.get(key)
        if found is None:
            force, extra = main_force(s, able, leaders, True)
            found = _RATINGS[key] = force.cr + extra
            if len(_RATINGS) > MOST_RATINGS:
                _RATINGS.clear()
        return found

    def force_at(self, h: int, side: int, tired: bool = True, healed: bool = False) -> Force:
        """The whole stack of a side in a hex."""
        stack, world = self.stack[h], self.world
        return self.force(stack & world.fighters[side], stack & world.leaders[side], tired, healed)

    def best_cr(self, leaders: int) -> int:
        return best_cr(self.s, leaders)

    def sum_cr(self, leaders: int) -> int:
        return sum_cr(self.s, leaders)

    def ground(self, h: int, target: int) -> Ground:
        """[11.4] What lies between a hex and its neighbour that is attacked."""
        return ground_of(self.s, h, target)

    def full_for(self, load: int) -> int:
        """[4.1] The hexes that cannot take so much more, in halves of an occupancy factor."""
        found = self.outlook.full.get(load)
        if found is None:
            found = self.outlook.full[load] = sum([bit for bit, room in self.outlook.rooms if room < load])
        return found

    # supply, next turn

    @property
    def autumn(self) -> bool:
        """[6.2] Whether one must think of the short routes of winter."""
        return self.year == 1812 and self.turn >= AUTUMN

    @property
    def foraging(self) -> bool:
        """[7.6] Whether stacks abroad will need a Train next turn."""
        return forage_turn(self.next)

    def trains_to_come(self) -> int:
        """[7.3] The number of the table, for our next turn."""
        return self.next.table()[self.side]

    def horses_to_feed(self) -> int:
        """[16.7] The Trains that our Cavalry Reserve will cost us next turn."""
        return missing_trains(self.next) if self.side == FRENCH and self.s.advanced else 0

    def supplied_hexes(
        self, side: int, depots: int = -1, vacated: int = 0, manned: int = 0, winter: bool = False
    ) -> int:
        """[6.1] Where units of a side would be in supply, with other Depots, hexes left empty or newly held."""
        if (vacated or manned) and not (vacated | manned) & self.contested(side):
            vacated = manned = 0
        key = side, self.depots[side] if depots < 0 else depots, vacated, manned, winter
        found = self.outlook.fed.get(key)
        if found is None:
            found = self.outlook.fed[key] = self.reckon_supply(*key)
        return found

    @cached_property
    def fed(self) -> int:
        """[6.1] Where our units would be in supply, as we stand."""
        return self.supplied_hexes(self.side)

    def contested(self, side: int) -> int:
        """[6.2] The hexes where it matters to supply whether a side stands there."""
        found = self.outlook.contested[side]
        if found < 0:
            found = self.outlook.contested[side] = contested(self.next, side)
        return found

    def reckon_supply(self, side: int, depots: int, vacated: int = 0, manned: int = 0, winter: bool = False) -> int:
        """The same as the next turn has been made to look."""
        t = self.next
        kept = t.depots[side], t.occ[side], t.pres[side], t.winter
        t.depots[side] = depots
        t.occ[side], t.pres[side] = kept[1] & ~vacated | manned, kept[2] & ~vacated | manned
        t.winter = kept[3] or winter
        found = supplied_hexes(t, side)
        t.depots[side], t.occ[side], t.pres[side], t.winter = kept
        return found

    def opened_by(self, side: int, h: int) -> int:
        """[6.2] The hexes that would come into supply if no enemy stood in a hex and a friend did."""
        t, bit, foe = self.next, 1 << h, 1 - side
        kept = t.occ[foe], t.cav[foe]
        t.occ[foe], t.cav[foe] = kept[0] & ~bit, kept[1] & ~bit
        found = self.reckon_supply(side, self.depots[side], manned=bit)
        t.occ[foe], t.cav[foe] = kept
        return found & ~self.supplied_hexes(side)

    def linked(self, depots: int = -1, manned: int = 0, vacated: int = 0) -> int:
        """[7.8] Where a Depot of ours would be linked next turn, with other Depots, hexes left empty or newly held."""
        key = self.depots[self.side] if depots < 0 else depots, manned, vacated
        found = self.outlook.links.get(key)
        if found is None:
            found = self.outlook.links[key] = self._reckon_links(*key)
        return found

    def _reckon_links(self, depots: int, manned: int, vacated: int) -> int:
        t, side, foe = self.next, self.side, self.foe
        kept = t.depots[side], t.occ[side], t.pres[side], t.occ[foe], t.cav[foe]
        t.depots[side] = depots
        t.occ[side], t.pres[side] = kept[1] & ~vacated | manned, kept[2] & ~vacated | manned
        t.occ[foe], t.cav[foe] = kept[3] & ~manned, kept[4] & ~manned
        found = linked_hexes(t, side)
        t.depots[side], t.occ[side], t.pres[side], t.occ[foe], t.cav[foe] = kept
        return found

    def austrian_hexes(self) -> int:
        """[1.1] Where Austrians will be supplied by their own map edge."""
        return austrian_hexes(self.next)

    def chain(self, goal: int, depots: int = -1, without: int = 0) -> Chain:
        """[7.8] The new Depots that would bring a goal into our supply, given those that stand, or others."""
        side = self.side
        have = self.depots[side] if depots < 0 else depots
        held = self.pres[side] & self.world.city & ~without
        source = self.s.affairs.source if side == FRENCH else -1  # [16.13]
        return chain(self.edition, side, have, held, goal, self.stations, 1 << source if source >= 0 else 0)

    def detour(self, goal: int, h: int) -> float:
        """[7.8] What more it would cost to bring a goal into our supply if we did not hold a city."""
        found = self.chain(goal)
        held = self.pres[self.side] & self.world.city & self.world.enemy_city[self.side]
        if not rests_on(self.edition, self.side, found.way, held, h):
            return 0.0
        return self.chain(goal, without=1 << h).cost - found.cost

    # cities

    def holds(self, side: int, h: int) -> bool:
        """[14.7] Whether a side scores a city now."""
        return holder(self.s, h) == side

    @cached_property
    def unheld(self) -> list[tuple[int, int]]:
        """[14.7] The cities that score, and not for us, with their points."""
        return [(city, points) for city, points in self.world.vp_cities if not self.holds(self.side, city)]

    def cities(self, names: tuple[str, ...]) -> int:
        """The hexes of cities by their names."""
        return _cities(self.edition, names)

    def pieces(self, names: tuple[str, ...]) -> int:
        """Pieces by their ids; none where this edition has no such piece."""
        return _pieces(self.edition, names)


@cache
def _cities(edition: int, names: tuple[str, ...]) -> int:
    return sum([1 << world(edition).city_hex[name] for name in names])


@cache
def _pieces(edition: int, names: tuple[str, ...]) -> int:
    index = world(edition).lexicon.index["unit"]
    return sum([1 << index[name] for name in names if name in index])


def _force(s: Campaign, units: int, leaders: int) -> Force:
    """[11.2] The numbers of a stack."""
    key = (
        s.edition,
        units,
        leaders,
        units & s.disrupted,
        units & s.forced,
        units & s.fought_once,
        units & s.fought_twice,
    )
    found = _FORCES.get(key)
    if found is None:
        if len(_FORCES) > MOST_FORCES:
            _FORCES.clear()
        found = _FORCES[key] = force_of(s, units, leaders)
    return found


def surmised(state: Campaign, foe: int) -> Campaign:
    """[6.4] [15.1] Stacks face down that the map leaves without supply are in disorder, as far as can be told: not
    those whose cavalry is declared, nor who is in Riga."""
    w = state.world
    starved = w.fighters[foe] & ~state.supplied & ~state.disrupted
    kept = state.cav[foe] | (1 << w.riga if foe == RUSSIAN else 0)
    starved &= sum([state.stack[h] for h in bits(state.occ[foe] & ~kept)])
    if state.turn < 1 or not starved:
        return state
    t = state.copy()
    t.disrupted |= starved
    return t


def _from_its_start(state: Campaign) -> Campaign:
    """A Move being made is still thought of from where it began, so that every step follows the same plan."""
    m = state.march
    if m is None or not m.hexes:
        return state
    t = state.copy()
    t.shift((m.units | m.leaders) & t.stack[m.here], m.start)
    return t
