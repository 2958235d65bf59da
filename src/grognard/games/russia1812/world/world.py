"""What never changes during a campaign: the map as bitboards, the pieces as bit numbers, the tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from grognard.board.hexes import HexGrid, Sides, bits
from grognard.games.russia1812.world import checks, data
from grognard.games.russia1812.world.ranks import Chief, Troop
from grognard.kernel.action import Action, Lexicon
from grognard.kernel.wire import Json

FRENCH: Final = 0
RUSSIAN: Final = 1
SIDES: Final = ("french", "russian")
CAPACITY: Final = 12  # [4.1] six occupancy factors, counted in halves
LAST_TURN: Final = 16
WINTER_FROM: Final = 11
LOAD: Final = {"veteran": 2, "line": 3, "conscript": 4}  # [3.2] occupancy factors in halves

VERBS: Final[dict[str, list[tuple[str, ...]]]] = {
    "deploy": [("unit", "hex")],
    "depot": [("hex",)],
    "convert": [("hex",)],
    "remove": [("hex",)],
    "train": [("hex",)],
    "dummy": [("hex",)],
    "rally": [("hex",)],
    "restore": [("unit",)],
    "march": [("hex",), ("hex", "hex")],
    "discard": [("hex",)],
    "take": [("unit",)],
    "lead": [("unit",)],
    "drop": [("unit",)],
    "cover": [("unit",)],
    "all": [()],
    "go": [()],
    "halt": [()],
    "lose": [("unit",)],
    "disrupt": [("unit",)],
    "attack": [("hex", "hex")],
    "decline": [()],
    "commit": [("number",)],
    "stand": [()],
    "withdraw": [()],
    "call": [("hex",)],
    "hit": [("unit",)],
    "extra": [("unit",)],
    "retreat": [("hex",)],
    "push": [("unit",)],
    "shelter": [("unit", "hex")],
    "send": [("unit",), ("unit", "hex")],
    "place": [("unit", "hex")],
    "card": [("number",)],
    "use": [("number",)],
    "keep": [()],
    "name": [("unit",)],
    "dismiss": [("unit",)],
    "save": [("hex",)],
    "bridge": [("hex", "hex")],
    "break": [("hex", "hex")],
    "advance": [("unit",)],
    "declare": [()],
    "raise": [("hex",)],
    "quarters": [()],
    "source": [("hex",)],
    "carry": [("number",)],
    "pad": [("hex",)],
    "bring": [("number",)],
    "pass": [()],
    "done": [()],
}


# What a World holds. Of more than thirty attributes Python keeps a table, which is slow: in slots they lie in a row.
HELD: Final = """
edition cards tables cities lexicon _hex_rows unit_rows numbers card_actions bare _offers _pairs _pair_rows controls
bars rides rides_near roads fed _crossings grid bit terrain_of hexes cover_ground difficult passable fortified city
russia west austria own_land own_city enemy_city city_at city_hex fords bridges free dry level near near_level near_dry
edge_source city_source austrian_edge moscow st_petersburg riga kiev western capitals french_never arrival_hexes
border baltic_flows ways_down river_cities count ids names side_of pbit kind klass corps nationality weight cr printed
setup_hexes setup_board arrives due basic swedes extra third_army winter_due combat commanders of_side austrian
fighters leaders napoleon second_army roving set_up_first max_depots base_cc troops chiefs traits kutuzov murat
foreign guard reserve french_horse by_corps by_nation trains trains_1813 months_1813 vp_cities track_max months all_
go halt pass_ done infantry cavalry artillery veteran line conscript _best_cr
"""


class World:
    """Map, pieces and tables of one edition."""

    __slots__ = tuple(HELD.split())

    def __init__(
        self,
        sheet: data.MapData,
        units: data.UnitData,
        tables: data.Tables,
        edition: int,
        cards: Sequence[data.CardData] = (),
    ) -> None:
        self.edition = edition
        self.cards = {card.number: card for card in cards}
        self.tables = tables
        self.cities = sheet.cities
        self._lay_map(sheet)
        self._lay_sources(sheet)
        self._count_pieces(units, edition)
        self._write_tables(tables)
        self.lexicon = lexicon(self.grid.names, self.ids)
        self._hex_rows = {v: self.lexicon.row(v, "hex") for v, forms in VERBS.items() if ("hex",) in forms}
        self.unit_rows = {v: self.lexicon.row(v, "unit") for v, forms in VERBS.items() if ("unit",) in forms}
        self.numbers = [self.lexicon.make("commit", n) for n in range(100)]
        counted = ("card", "use", "carry", "bring")
        self.card_actions = {v: [self.lexicon.make(v, n) for n in range(100)] for v in counted}
        self.bare = {v: self.lexicon.make(v) for v, forms in VERBS.items() if forms == [()]}
        self.all_, self.go, self.halt, self.pass_, self.done = (
            self.bare[v] for v in ("all", "go", "halt", "pass", "done")
        )
        self._offers: dict[tuple[str, int], list[Action]] = {}
        self._best_cr: dict[int, int] = {}
        self._pairs: dict[tuple[str, int, int], list[Action]] = {}
        self._pair_rows: dict[tuple[str, int], dict[int, Action]] = {}
        self.controls: list[dict[int, int]] = [{}, {}]
        self.bars: list[dict[int, int]] = [{}, {}]
        self.rides: dict[tuple[int, int], dict[int, int]] = {}
        self.rides_near: dict[tuple[int, int], int] = {}
        self.roads: dict[tuple[int, int, int, int], list[int]] = {}
        self.fed: dict[tuple[int, int, int], int] = {}
        self._crossings: dict[tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]], Sides] = {}

    # [2] the map

    def _lay_map(self, sheet: data.MapData) -> None:
        grid = self.grid = HexGrid(sheet.meta.grid.columns, sheet.meta.grid.rows)
        self.bit = [1 << h for h in range(grid.size)]
        terrain: dict[str, int] = dict.fromkeys(data.TERRAINS, 0)
        territory: dict[str, int] = {}
        for name, place in sheet.hexes.items():
            bit = 1 << grid.by_name[name]
            terrain[place.terrain] |= bit
            territory[place.territory] = territory.get(place.territory, 0) | bit
        self.terrain_of = {grid.by_name[name]: place.terrain for name, place in sheet.hexes.items()}
        self.hexes = grid.mask(sheet.hexes)
        self.cover_ground = terrain["forest"] | terrain["marsh"] | terrain["rough"]  # [14.6]
        self.difficult = self.cover_ground | terrain["mountain"]  # [1.1]
        closed = terrain["mountain"] | terrain["lake"] | terrain["sea"]
        self.passable = [self.hexes & ~closed & ~self.cover_ground, self.hexes & ~closed]
        self.fortified = terrain["fortified_city"]
        self.city = terrain["city"] | terrain["fortified_city"]
        self.russia = territory.get("russia", 0)
        self.west = self.hexes & ~self.russia & ~territory.get("sea", 0)
        self.austria = territory.get("austria", 0)
        self.own_land = [self.west, self.russia]
        self.own_city = [self.city & self.west, self.city & self.russia]
        self.enemy_city = [self.own_city[RUSSIAN], self.own_city[FRENCH]]
        self._lay_rivers(sheet)
        self.city_at = {grid.by_name[c.hex]: key for key, c in sheet.cities.items()}
        self.city_hex = {key: grid.by_name[c.hex] for key, c in sheet.cities.items()}

    def _lay_rivers(self, sheet: data.MapData) -> None:
        """[2.2] Rivers run along hexsides, some under a bridge."""
        grid = self.grid
        rivers = [(grid.by_name[s.a], grid.by_name[s.b]) for s in sheet.hexsides]
        fords = [(grid.by_name[s.a], grid.by_name[s.b]) for s in sheet.hexsides if not s.bridge]
        self.fords = sorted(fords)
        self.bridges = sorted(side for side in rivers if side not in fords)
        self.free: Sides = grid.free
        self.dry: Sides = grid.sides_without(fords)  # crossed without a river or over a bridge
        self.level: Sides = grid.sides_without(rivers)  # no river at all
        self.near = grid.near
        self.near_level = [self.level.spread(b) if b & self.hexes else 0 for b in self.bit]
        self.near_dry = [self.dry.spread(b) if b & self.hexes else 0 for b in self.bit]

    def _lay_sources(self, sheet: data.MapData) -> None:
        """[1.1] Where supply comes from: map edges and cities."""
        grid = self.grid
        uss = sheet.uss
        self._lay_flows(sheet)
        self.edge_source = [grid.mask(uss.french.hexes), grid.mask(uss.russian.hexes)]
        self.city_source = [grid.mask(sheet.cities[c].hex for c in s.cities) for s in (uss.french, uss.russian)]
        self.austrian_edge = grid.mask(uss.austrian.hexes)
        self.moscow = self.city_hex.get("moscow", -1)
        self.st_petersburg = self.city_hex.get("st_petersburg", -1)
        self.riga = self.city_hex.get("riga", -1)
        self.kiev = self.city_hex.get("kiev", -1)
        self.western = grid.mask(sheet.rule_16_9.hexes) & self.city  # [16.9] cities that may be freed
        self.capitals = sum(1 << h for h in (self.moscow, self.st_petersburg) if h >= 0)
        self.french_never = self.capitals  # [7.3] no French Depot there, ever
        arrive = sheet.reinforcement_hexes
        self.arrival_hexes = {
            "A": grid.mask(arrive.lemberg) & self.austria,
            "W": self.west,
            "K": grid.mask(arrive.kiev),
            "StP": grid.mask(arrive.st_petersburg),
            "Kg": grid.mask(arrive.kaluga),
        }
        # [14.1] R-14.1a: within seven hexes of the nearest land that is not Russia
        self.border = grid.free.flood(self.west, 7, grid.all) & self.russia

    def _lay_flows(self, sheet: data.MapData) -> None:
        """[16.13] Cities on rivers that flow to the Baltic, not through lakes, and the cities downstream on each."""
        place = {key: 1 << self.grid.by_name[c.hex] for key, c in sheet.cities.items()}
        self.baltic_flows: dict[int, dict[str, int]] = {}
        self.ways_down: dict[int, tuple[int, ...]] = {}  # R-16.13l: but for a tributary that ends at the city
        self.river_cities: dict[str, int] = {}
        for city, rivers in sheet.downstream.items():
            for river, flow in rivers.items():
                if city in place and sheet.rivers[river].baltic == "direct":
                    down = sum(place.get(key, 0) for key in flow.same_river or ())
                    self.baltic_flows.setdefault(self.city_hex[city], {})[river] = down
                    if down or not flow.with_main_river:
                        h = self.city_hex[city]
                        self.ways_down[h] = (*self.ways_down.get(h, ()), down)
                    self.river_cities[river] = self.river_cities.get(river, 0) | down | place[city]

    # [3] the pieces

    def _count_pieces(self, units: data.UnitData, edition: int) -> None:
        pieces = data.all_pieces(units)
        combat = len(units.combat_units)
        self.count = len(pieces)
        self.ids = [piece.id for piece in pieces]
        self.names = [piece.name for piece in pieces]
        self.side_of = [SIDES.index(piece.side) for piece in pieces]
        self.pbit = [1 << u for u in range(self.count)]
        self.kind = [u.type for u in units.combat_units] + ["commander"] * len(units.commanders)
        self.klass = [u.klass for u in units.combat_units] + [""] * len(units.commanders)
        self.corps = [u.corps or "" for u in units.combat_units] + [""] * len(units.commanders)
        self.nationality = [piece.nationality for piece in pieces]
        self.weight = [LOAD[u.klass] for u in units.combat_units] + [0] * len(units.commanders)
        # [14.2] ratings differ between the editions
        self.cr = [0] * combat + [c.cr.first if edition == 1 else c.cr.second for c in units.commanders]
        self.printed = [self._print(u, u < combat) for u in range(self.count)]
        self.setup_hexes = [p.historical_setup.hexes if p.historical_setup else [] for p in pieces]
        self.setup_board = [self.grid.mask(hexes) for hexes in self.setup_hexes]
        self.arrives = [(p.arrival.turn, p.arrival.place) if p.arrival else (0, "") for p in pieces]
        self.due = {turn: self._where([t == turn for t, _ in self.arrives]) for turn in range(1, LAST_TURN + 1)}
        self.basic = self._where([piece.rules == "basic" for piece in pieces])
        self.swedes = self._where([piece.nationality == "swedish" for piece in pieces])  # [16.12]
        self.extra = self._where([piece.rules == "advanced" for piece in pieces]) & ~self.swedes  # [16.3] [16.7]
        self.third_army = self._where([piece.third_army for piece in pieces])  # [16.8]
        self.winter_due = self._where([piece.two_year_reinforcement for piece in pieces])  # [16.13]
        self.combat = (1 << combat) - 1
        self.commanders = (1 << self.count) - 1 & ~self.combat
        self.of_side = [self._where([side == s for side in self.side_of]) for s in (FRENCH, RUSSIAN)]
        self.infantry, self.cavalry, self.artillery = (
            self._where([kind == k for kind in self.kind]) for k in ("infantry", "cavalry", "artillery")
        )
        self.veteran, self.line, self.conscript = (
            self._where([klass == k for klass in self.klass]) for k in ("veteran", "line", "conscript")
        )
        # [3.6] the only nationality that matters in the Basic game
        self.austrian = self._where([nation == "austrian" for nation in self.nationality]) & self.combat
        self._count_troops(units)
        self.fighters = [self.of_side[s] & self.combat for s in (FRENCH, RUSSIAN)]
        self.leaders = [self.of_side[s] & self.commanders for s in (FRENCH, RUSSIAN)]
        self.napoleon = self.ids.index("F-NAPOLEON") if "F-NAPOLEON" in self.ids else -1
        second_army = self._where([getattr(p, "army", None) == 2 for p in pieces]) & self.combat
        self.second_army = second_army
        self.roving = {self.ids.index(i) for i in ("R-BAGRATION", "R-PLATOV", "F-MURAT", "F-GROUCHY") if i in self.ids}
        there = [[u for u in bits(own) if not self.arrives[u][0]] for own in self.of_side]
        self.set_up_first = [sorted(own, key=self.roving.__contains__) for own in there]  # [14.1] in this order
        limits, base = units.setup.max_depots, units.setup.combat_commands
        self.max_depots = [limits.french, limits.russian]
        self.base_cc = [base.french, base.russian]

    def _print(self, u: int, fights: bool) -> Json:
        """What a view tells of a piece: what is printed on it, and a place for what changes."""
        printed: Json = {"id": self.ids[u], "side": SIDES[self.side_of[u]], "place": None, "kind": self.kind[u]}
        values: Json = {"class": self.klass[u], "corps": self.corps[u], "nationality": self.nationality[u]}
        return printed | (values if fights else {"cr": self.cr[u]}) | {"flags": None}

    def _count_troops(self, units: data.UnitData) -> None:
        """[16] What the Advanced game asks of pieces: who commands whom, and who belongs where."""
        troops, chiefs = units.combat_units, units.commanders
        self.troops = [Troop(u.corps, u.type, u.army if isinstance(u.army, int) else None, u.guard) for u in troops]
        self.chiefs: dict[int, Chief] = {}
        self.traits: dict[str, int] = {}  # [16.4] commanders by their special characteristic
        for i, c in enumerate(chiefs, len(troops)):
            level = c.designation
            self.chiefs[i] = Chief(c.name, level.level, level.corps, self.cr[i], level.army)
            for trait in c.special:
                self.traits[trait] = self.traits.get(trait, 0) | 1 << i
        self.kutuzov = self.ids.index("R-KUTUZOV") if "R-KUTUZOV" in self.ids else -1
        self.murat = self.ids.index("F-MURAT") if "F-MURAT" in self.ids else -1
        self.foreign = self._where([u.foreign_contingent for u in troops])
        self.guard = self._where([u.guard for u in troops])
        self.reserve = self._where([u.cavalry_reserve for u in troops])  # [16.7]
        self.french_horse = self._where([u.nationality == "french" and u.type == "cavalry" for u in troops])
        self.by_corps: dict[str, int] = {}
        self.by_nation: dict[str, int] = {}
        for i, u in enumerate(troops):
            self.by_corps[u.corps or ""] = self.by_corps.get(u.corps or "", 0) | 1 << i
            self.by_nation[u.nationality] = self.by_nation.get(u.nationality, 0) | 1 << i

    @staticmethod
    def _where(flags: list[bool]) -> int:
        return sum(1 << i for i, flag in enumerate(flags) if flag)

    def _write_tables(self, tables: data.Tables) -> None:
        self.trains = [(0, 0)] + [(row.french, row.russian) for row in tables.supply_trains_7_3.second.rows]
        self.trains_1813 = {row.turn: (row.french, row.russian) for row in tables.supply_trains_16_13.second.rows}
        self.months_1813 = {row.turn: row.month for row in tables.turn_track_two_year_1813}
        by_name = {city.name: self.grid.by_name[city.hex] for city in self.cities.values()}
        self.vp_cities = [(by_name[c.name], c.vp) for c in tables.victory.cities if c.name in by_name]
        self.track_max = tables.victory.russian_battle_vp.max
        self.months = {row.turn: row.month for row in tables.turn_track}

    # actions, made once and handed out by the set of hexes or pieces they are for

    def at_hexes(self, verb: str, hexes: int) -> list[Action]:
        """One action for each hex of a set. The list is shared: nobody may change it."""
        key = (verb, hexes)
        found = self._offers.get(key)
        if found is None:
            row = self._hex_rows[verb]
            found = [row[h] for h in bits(hexes)]
            if len(self._offers) > 50_000:
                self._offers.clear()
            self._offers[key] = found
        return found

    def pairs(self, verb: str, first: int, hexes: int) -> list[Action]:
        """One action for each hex of a set, all about the same piece or from the same hex. The list is shared."""
        key = (verb, first, hexes)
        found = self._pairs.get(key)
        if found is None:
            if len(self._pairs) > 20_000:
                self._pairs.clear()
            found = self._pairs[key] = self.fresh_pairs(verb, first, hexes)
        return found

    def fresh_pairs(self, verb: str, first: int, hexes: int) -> list[Action]:
        """The same for sets that hardly ever come back."""
        row, goals = self._pair_rows.setdefault((verb, first), {}), bits(hexes)
        try:
            return [row[h] for h in goals]
        except KeyError:
            for h in goals:
                row[h] = self.lexicon.make(verb, first, h)
        return [row[h] for h in goals]

    def for_units(self, verb: str, pieces: int) -> list[Action]:
        """One action for each piece of a set, in a list of its own."""
        row = self.unit_rows[verb]
        return [row[u] for u in bits(pieces)]

    def crossings(self, bridged: tuple[tuple[int, int], ...], broken: tuple[tuple[int, int], ...]) -> Sides:
        """[2.2] The hexsides without an unbridged river, some fords counted as bridged and some bridges as missing."""
        if not bridged and not broken:
            return self.dry
        key = (bridged, broken)
        found = self._crossings.get(key)
        if found is None:
            shut = [side for side in self.fords if side not in bridged]
            found = self._crossings[key] = self.grid.sides_without([*shut, *broken])
        return found

    # reading pieces

    def load(self, units: int) -> int:
        """[3.2] The occupancy of a set of combat units, in halves."""
        return (
            2 * (units & self.veteran).bit_count()
            + 3 * (units & self.line).bit_count()
            + 4 * (units & self.conscript).bit_count()
        )

    def best_cr(self, pieces: int) -> int:
        """The highest CR among the commanders of a set; 0 if there is none. [3.4] Any commander commands any unit."""
        leaders = pieces & self.commanders
        found = self._best_cr.get(leaders)
        if found is None:
            if len(self._best_cr) > 20_000:
                self._best_cr.clear()
            found = self._best_cr[leaders] = max([self.cr[c] for c in bits(leaders)], default=0)
        return found

    def sum_cr(self, pieces: int) -> int:
        return sum([self.cr[u] for u in bits(pieces & self.commanders)])


@cache
def _shared(names: tuple[str, ...], ids: tuple[str, ...]) -> Lexicon:
    return Lexicon(VERBS, {"hex": list(names), "unit": list(ids)})


def lexicon(names: list[str], ids: list[str]) -> Lexicon:
    """One lexicon for all editions, so that an action is the same object in each."""
    return _shared(tuple(names), tuple(ids))


@cache
def world(edition: int) -> World:
    """The world of an edition, read and checked once."""
    sheet = checks.decode_map(data.read("map.json"))
    units = checks.decode_units(data.read("units.json"), sheet)
    cards = checks.decode_cards(data.read("cards.json"))
    return World(sheet, units, checks.decode_tables(data.read("tables.json")), edition, cards)
