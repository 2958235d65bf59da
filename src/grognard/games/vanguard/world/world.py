"""What never changes during a battle: the map as bitboards, who belongs to whom, the charts."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from operator import itemgetter
from typing import Any, Final

from grognard.board.hexes import Nearness, bits
from grognard.games.vanguard.world import checks, data
from grognard.games.vanguard.world.lexicon import sheet, words
from grognard.games.vanguard.world.roster import (
    COALITION,
    ENTRIES,
    FOOT,
    FRENCH,
    GUNS,
    HORSE,
    NATIONS,
    SCENARIOS,
    roster,
    side_number,
)
from grognard.kernel.action import Action

MAJOR: Final = 0
MINOR: Final = 1
TRACK: Final = 2
ROADS: Final = ("major", "minor", "track")
SPOT: Final = 1 << 16  # [1.2] a hex in a message carries its map: see ``World.spot``

# What a World holds. Of more than thirty attributes Python keeps a table, which is slow: in slots they lie in a row.
HELD: Final = """
scenario number sheet montebello roster data tables grid near lexicon last_turn skies nation hexes bit beside
around grounds level of_terrain villages redoubts shelters impassable open_to_zoc edge charge_ground screens
place_at objectives keys road road_at paved wet bridged pieces of_side ranks leaders units units_of foot horse guns
troops horse_guns fixed mounted formations formations_of troops_of chiefs_of company_of cinc officers generals
light entry_hex arrival guests_of setup exits march_units march_of march_formation march_target marchers
march_goals lone_leader lone_units lone_formation lone_group sights _seen _courses _nearness _asked _zones
zone guesses companies _offers
"""


class World:
    """One battle: its map, its counters, its tables."""

    __slots__ = tuple(HELD.split())

    def __init__(self, scenario: str) -> None:
        self.scenario = scenario
        self.number = SCENARIOS.index(scenario)
        self.sheet = (self.number + 1) * SPOT
        self.montebello = scenario == "montebello"
        self.roster = roster()
        self.data = self.roster.scenarios[self.number]
        self.tables = checks.load_tables()
        self.grid = sheet()
        self.near = self.grid.near
        self.lexicon = words()
        self.last_turn = self.data.turns.count
        track = next(each.weather for each in self.roster.scenarios if each.weather is not None)
        self.skies = (data.FAIR, track.snowfall, track.blizzard, track.storm)  # by weather; Montebello's stays fair
        self.nation = (0, 1 if self.montebello else 2)
        self._lay_ground()
        self._lay_roads()
        self._lay_streams()
        self._count_pieces()
        self._plan_arrivals()
        self._plan_specials()
        self.sights = [[0] * self.grid.size, [0] * self.grid.size]  # without and with wheat: see ``sight``
        self._seen: dict[tuple[int, bool], int] = {}
        self._courses: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
        self._nearness: dict[int, Nearness] = {}
        self._asked = Nearness(self.grid, 0)  # the last one: it is asked again and again
        self._zones: dict[int, int] = {}
        self.zone = (0, 0)  # the last one, with whose it is
        self.guesses: dict[tuple[Any, ...], Any] = {}  # what a side imagines: see ``rules/imagine.py``
        self.companies: dict[int, bool] = {}  # [7.1] who may share a hex
        self._offers: dict[str, dict[int, list[Action]]] = {verb: {} for verb in self.lexicon.by_hex}

    # [10.0] the map

    def _lay_ground(self) -> None:
        grid, sheet_of = self.grid, self.data.hexes
        self.hexes = grid.all
        self.bit = [1 << h for h in range(grid.size)]
        self.beside = [bits(near) for near in grid.near]
        self.around = [itemgetter(h, *beside) for h, beside in enumerate(self.beside)]  # of a list by hexes
        self.grounds: list[tuple[str, ...]] = [()] * grid.size
        self.level = [0] * grid.size
        self.of_terrain: dict[str, int] = dict.fromkeys(data.TERRAINS, 0)
        for name, place in sheet_of.items():
            h = grid.by_name[name]
            self.grounds[h] = tuple(place.terrains)
            self.level[h] = place.level
            for terrain in place.terrains:
                self.of_terrain[terrain] |= 1 << h
        self.villages = self.of_terrain["village"] | self.of_terrain["farm"]
        self.redoubts = self.of_terrain["redoubt"]
        self.shelters = self.villages | self.redoubts
        self.impassable = self.of_terrain["impassable"]
        self.open_to_zoc = self.hexes & ~self.redoubts & ~self.impassable  # [8.0] R-14
        self.edge = 0
        for h in bits(self.hexes):
            if self.near[h].bit_count() < 6:
                self.edge |= 1 << h
        chart = self.tables.tec.hex
        self.charge_ground = 0  # [14.2] every terrain of the hex must allow it
        for h in bits(self.hexes):
            if all(chart[terrain].charge for terrain in self.grounds[h]):
                self.charge_ground |= 1 << h
        self.screens = 0  # [11.3.1] what hides whatever lies behind
        for terrain in ("redoubt", "village", "farm", "woods"):
            self.screens |= self.of_terrain[terrain]
        self.place_at: dict[int, str] = {}
        for site in self.data.places:
            if site.kind not in ("river", "area"):
                for name in site.hexes:
                    self.place_at[grid.by_name[name]] = site.name
        self.objectives = {grid.by_name[name]: vp for name, vp in self.data.objectives.items()}
        self.keys = () if self.montebello else (grid.by_name["2714"], grid.by_name["3418"])  # [17.2.12]

    def _lay_roads(self) -> None:
        self.road: dict[tuple[int, int], int] = {}  # the best road between two neighbours
        self.road_at = [9] * self.grid.size  # the best road through a hex; 9: none
        for road in self.data.roads:
            kind = ROADS.index(road.kind)
            path = [self.grid.by_name[name] for name in road.path]
            for h in path:
                self.road_at[h] = min(self.road_at[h], kind)
            for a, b in pairwise(path):
                best = min(kind, self.road.get((a, b), 9))
                self.road[a, b] = self.road[b, a] = best
        self.paved = sum([1 << h for h in bits(self.hexes) if self.road_at[h] <= MINOR])

    def _lay_streams(self) -> None:
        """Bridges are sides of streams too: both count as streams in an assault."""
        self.wet: set[tuple[int, int]] = set()
        self.bridged: set[tuple[int, int]] = set()
        for stream in self.data.streams:
            for side in stream.sides:
                self._both_ways(self.wet, side)
        for side in self.data.bridges:
            self._both_ways(self.bridged, side)

    def _both_ways(self, sides: set[tuple[int, int]], name: str) -> None:
        a, b = (self.grid.by_name[end] for end in data.ends(name))
        sides.add((a, b))
        sides.add((b, a))

    # [2.1] [2.2] the counters

    def _count_pieces(self) -> None:
        r = self.roster
        mine = [u for u in range(r.count) if r.scenario_of[u] == self.number]
        self.pieces = sum(1 << u for u in mine)
        self.of_side = [sum(1 << u for u in mine if r.side_of[u] == side) for side in (FRENCH, COALITION)]
        self.ranks = [itemgetter(*bits(side)) for side in self.of_side]  # what a list by pieces says of a side's own
        self.leaders = sum(1 << u for u in mine if r.kind[u] == "leader")
        self.units = self.pieces & ~self.leaders
        self.units_of = [self.units & side for side in self.of_side]
        self.foot = sum(1 << u for u in mine if r.kind[u] in FOOT)
        self.horse = sum(1 << u for u in mine if r.kind[u] in HORSE)
        self.guns = sum(1 << u for u in mine if r.kind[u] in GUNS)
        self.troops = self.foot | self.horse
        self.horse_guns = sum(1 << u for u in mine if r.kind[u] == "horse_art")
        self.fixed = sum(1 << u for u in mine if r.kind[u] == "redoubt_art")
        self.mounted = self.horse | self.horse_guns  # [4.6] whom a cavalry Officer commands
        self.formations = [f for f in range(len(r.formations)) if r.formation_scenario[f] == self.number]
        self.formations_of = [sum(1 << f for f in self.formations if r.formation_side[f] == side) for side in (0, 1)]
        self.troops_of = [0] * len(r.formations)  # combat units of a formation, guns included
        self.chiefs_of = [0] * len(r.formations)  # its leaders
        for u in mine:
            f = r.formation_of[u]
            if f >= 0:
                group = self.chiefs_of if self.leaders >> u & 1 else self.troops_of
                group[f] |= 1 << u
        self.company_of = [units | chiefs for units, chiefs in zip(self.troops_of, self.chiefs_of, strict=True)]
        self.cinc = [next(u for u in mine if r.rank[u] == "cinc" and r.side_of[u] == side) for side in (0, 1)]
        self.officers = sum(1 << u for u in mine if r.rank[u] == "officer")
        self.generals = self.leaders & ~self.officers
        light = [u for u in mine if r.light[u] or (not self.montebello and r.kind[u] in FOOT and r.pm[u] == 6)]
        self.light = sum(1 << u for u in light)  # [16.3] [17.2.11]

    def _plan_arrivals(self) -> None:
        by_name = self.grid.by_name
        self.entry_hex = {letter: by_name[entry.hexes[0]] for letter, entry in self.data.entries.items()}
        self.arrival: dict[int, tuple[int, int]] = {}  # piece -> turn, entry
        for arrival in self.data.reinforcements:
            for name in arrival.ids:
                self.arrival[self.roster.by_id[name]] = (arrival.turn, ENTRIES.index(arrival.entry))
        self.guests_of = [0] * len(self.roster.formations)  # who enters with a formation
        for u in bits(self.pieces):
            if (f := self._host_of(u)) >= 0:
                self.guests_of[f] |= 1 << u
        self.setup = {self.roster.by_id[name]: by_name[h] for name, h in self.data.setup.items()}
        self.exits = 0  # [17.2.1] R-40: Neapolitan flags
        for entry in self.data.entries.values():
            if side_number(entry.side) == COALITION:
                self.exits |= self.grid.mask(entry.hexes)

    def _host_of(self, u: int) -> int:
        """The formation with which a piece enters: a chief without one comes with the group he is listed in (4.3)."""
        r = self.roster
        if r.formation_of[u] >= 0:
            return r.formation_of[u]
        for arrival in self.data.reinforcements:
            ids = [r.by_id[name] for name in arrival.ids]
            if u in ids:
                return next(r.formation_of[v] for v in ids if r.formation_of[v] >= 0)
        return -1

    def _plan_specials(self) -> None:
        """[17.1.5] march orders; [17.2.9] Franceschi."""
        self.march_units: list[int] = []
        self.march_of = [-1] * self.roster.count  # by piece: its march order
        self.march_formation: list[int] = []
        self.march_target: list[int] = []
        self.marchers = 0
        named = 0
        for order in self.data.march_orders:
            if isinstance(order.units, list):
                named |= sum(1 << self.roster.by_id[name] for name in order.units)
        for order in self.data.march_orders:
            f = next(f for f in self.formations if self.roster.letters[f] == order.formation)
            if isinstance(order.units, list):
                units = sum(1 << self.roster.by_id[name] for name in order.units)
            else:
                units = self.troops_of[f] & ~named
            for u in bits(units):
                self.march_of[u] = len(self.march_units)
            self.march_units.append(units)
            self.marchers |= units
            self.march_formation.append(f)
            self.march_target.append(self.grid.by_name[order.target])
        self.march_goals = [self.grid.disc(target, 1) for target in self.march_target]
        lone = self.data.independent_option
        self.lone_leader = -1 if lone is None else self.roster.by_id[lone.leader]
        self.lone_units = 0 if lone is None else sum(1 << self.roster.by_id[name] for name in lone.units)
        self.lone_formation = -1 if lone is None else self.roster.formation_of[self.lone_leader]
        self.lone_group = 0 if lone is None else self.lone_units | 1 << self.lone_leader

    # looking things up

    def spot(self, h: int) -> int:
        """A hex for a message: the same number stands for different places on the two maps."""
        return h + self.sheet

    def nearness(self, goals: int) -> Nearness:
        """How far hexes lie from these; kept by value."""
        found = self._asked
        if found.goals != goals:
            known = self._nearness.get(goals)
            if known is None:
                if len(self._nearness) > 300:
                    self._nearness.clear()
                known = self._nearness[goals] = Nearness(self.grid, goals)
            found = self._asked = known
        return found

    def far_from(self, enemies: int) -> list[int]:
        """For each hex, how far the nearest of these hexes is; 99 where there is none."""
        return self.nearness(enemies).far()

    def closer_to(self, enemies: int, most: int) -> list[int]:
        """For each distance up to one, the hexes that lie nearer to the nearest of these hexes."""
        return self.nearness(enemies).closer(most)

    def far_off(self, enemies: int, h: int) -> int:
        """How far the nearest of these hexes is from a hex; 99 where there is none."""
        return self.nearness(enemies).off(h)

    def zone_of(self, steady: int) -> int:
        """[8.0] The hexes under the zones of control of units in good order, by where they stand."""
        found = self._zones.get(steady)
        if found is None:
            if len(self._zones) > 1000:
                self._zones.clear()
            found = self._zones[steady] = self.grid.free.spread(steady) & self.open_to_zoc
        self.zone = (steady, found)
        return found

    def sight(self, h: int, wheat: bool) -> int:
        """[11.3] The hexes that can be seen from a hex, itself included; and from which it can be seen."""
        found = self.sights[wheat][h]
        if not found:
            for target in bits(self.grid.disc(h, self.data.los_limit)):
                if self._clear_line(h, target, wheat):
                    found |= 1 << target
            self.sights[wheat][h] = found
        return found

    def seen_from(self, hexes: int, wheat: bool) -> int:
        """[11.3] Everything in sight of these hexes; kept by value, for stacks move less often than people look."""
        key = (hexes, wheat)
        found = self._seen.get(key)
        if found is None:
            if len(self._seen) > 2000:
                self._seen.clear()
            found = 0
            for h in bits(hexes):
                found |= self.sight(h, wheat)
            self._seen[key] = found
        return found

    def _clear_line(self, a: int, b: int, wheat: bool) -> bool:
        """[11.3.1] The line walked twice, nudged to either side: where the walks differ, both hexes must block."""
        for one, other in zip(self.line(a, b, 1), self.line(a, b, -1), strict=True):
            if self.hides(one, a, b, wheat) and (one == other or self.hides(other, a, b, wheat)):
                return False
        return True

    def line(self, a: int, b: int, nudge: int) -> list[int]:
        """The hexes strictly between two on a line nudged to one side; -1 where it leaves the map."""
        stride, names = self.grid.stride, self.grid.names
        aq, ar = a // stride, a % stride
        found = []
        for q, r in self._course(b // stride - aq, b % stride - ar, nudge):
            inside = 0 <= aq + q < self.grid.columns and 0 <= ar + r < stride
            h = (aq + q) * stride + ar + r
            found.append(h if inside and names[h] else -1)
        return found

    def _course(self, q: int, r: int, nudge: int) -> list[tuple[int, int]]:
        """The steps of a nudged line to a hex so many columns and rows away, its ends left out; the same everywhere."""
        key = (q, r, nudge)
        found = self._courses.get(key)
        if found is None:
            steps = max(abs(q), abs(r), abs(q + r))
            shares = [i / steps for i in range(1, steps)]
            found = [_rounded(q * share + nudge * 1e-4, r * share + nudge * 2e-4) for share in shares]
            self._courses[key] = found
        return found

    def hides(self, h: int, a: int, b: int, wheat: bool) -> bool:
        """[11.3.1] Whether a hex on the line hides b from a. R-46: off the map nothing does. R-18: nor does wheat."""
        if h < 0:
            return False
        hidden = self.screens | (self.of_terrain["wheat"] if wheat else 0)
        return bool(hidden >> h & 1) or self.level[h] > max(self.level[a], self.level[b])

    # actions in reading order

    def at_hexes(self, verb: str, mask: int) -> list[Action]:
        """One action for each hex of a set, by column and row; a fresh list."""
        known = self._offers[verb]
        found = known.get(mask)
        if found is None:
            if len(known) > 30_000:
                known.clear()
            row = self.lexicon.by_hex[verb]
            found = known[mask] = [row[h] for h in bits(mask)]  # stored by column and row, as they are read
        return found[:]

    def for_units(self, verb: str, mask: int) -> list[Action]:
        if not mask:
            return []
        row = self.lexicon.by_unit[verb]
        return [row[u] for u in bits(mask)]

    def nation_name(self, side: int) -> str:
        return NATIONS[self.nation[side]]


def _rounded(q: float, r: float) -> tuple[int, int]:
    """The hex that holds a point in axial coordinates."""
    t = -q - r
    rq, rr, rt = round(q), round(r), round(t)
    dq, dr, dt = abs(rq - q), abs(rr - r), abs(rt - t)
    if dq > dr and dq > dt:
        rq = -rr - rt
    elif dr > dt:
        rr = -rq - rt
    return rq, rr


@cache
def world(scenario: str) -> World:
    return World(scenario)
