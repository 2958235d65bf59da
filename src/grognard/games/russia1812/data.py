"""The data files of 1812 and their checks: what contradicts itself is named and refused."""

from __future__ import annotations

import msgspec

from grognard.kernel import files
from grognard.kernel.game import DataError

PACKAGE = "grognard.games.russia1812"
FILES = ("map.json", "units.json", "tables.json", "cards.json")
TERRAINS = {"clear", "city", "fortified_city", "forest", "marsh", "rough", "mountain", "lake", "sea"}
CITIES = {"city", "fortified_city"}
TERRITORIES = {"russia", "sea", "duchy_of_warsaw", "austria", "prussia", "danzig"}
PLACES = {"A", "W", "K", "StP", "Kg"}
LAST_TURN = 16
CLOSED_TO_ALL = {"mountain", "lake", "sea"}
CLOSED_TO_FRENCH = CLOSED_TO_ALL | {"forest", "marsh", "rough"}


class Hex(msgspec.Struct):
    terrain: str
    territory: str
    city: str | None = None
    edges: list[str] = []


class City(msgspec.Struct):
    hex: str
    name: str
    italian: str
    fortified: bool
    vp: int
    territory: str


class HexSide(msgspec.Struct):
    a: str
    b: str
    river: str
    bridge: bool


class Grid(msgspec.Struct):
    columns: int
    rows: int


class MapMeta(msgspec.Struct):
    grid: Grid


class Source(msgspec.Struct):
    hexes: list[str]
    cities: list[str] = []


class Sources(msgspec.Struct):
    french: Source
    russian: Source
    austrian: Source


class Places(msgspec.Struct):
    kiev: list[str]
    st_petersburg: list[str]
    kaluga: list[str]
    lemberg: list[str]


class Western(msgspec.Struct):
    hexes: list[str] = []


class River(msgspec.Struct):
    baltic: str | None = None
    cities_downstream: list[str] | None = None


class Flow(msgspec.Struct):
    """Cities farther down the same river."""

    same_river: list[str] | None = None


class MapData(msgspec.Struct):
    meta: MapMeta
    hexes: dict[str, Hex]
    cities: dict[str, City]
    hexsides: list[HexSide]
    uss: Sources
    reinforcement_hexes: Places
    rule_16_9: Western = msgspec.field(default_factory=Western)
    rivers: dict[str, River] = {}
    downstream: dict[str, dict[str, Flow]] = {}


class Group(msgspec.Struct):
    hexes: list[str]


class Arrival(msgspec.Struct):
    turn: int
    place: str


class CombatUnit(msgspec.Struct):
    id: str
    side: str
    name: str
    corps: str | None
    type: str
    nationality: str
    rules: str
    klass: str = msgspec.field(name="class")
    army: str | int | None = None
    historical_setup: Group | None = None
    arrival: Arrival | None = None
    foreign_contingent: bool = False
    guard: bool = False
    cavalry_reserve: bool = False
    third_army: bool = False
    two_year_reinforcement: bool = False


class Designation(msgspec.Struct):
    level: str = "none"
    corps: str | None = None
    army: int | None = None


class Ratings(msgspec.Struct):
    first: int = msgspec.field(name="1e")
    second: int = msgspec.field(name="2e")


class Commander(msgspec.Struct):
    id: str
    side: str
    name: str
    cr: Ratings
    nationality: str
    rules: str
    historical_setup: Group | None = None
    setup_rule: str | None = None
    arrival: Arrival | None = None
    designation: Designation = msgspec.field(default_factory=Designation)
    special: list[str] = []
    third_army: bool = False
    two_year_reinforcement: bool = False


class Filter(msgspec.Struct):
    """Which Moves, units or combats an instruction of a card speaks of."""

    nationality: list[str] = []
    corps: list[str] = []
    class_not: list[str] = []
    start_in: str = ""
    place: str = msgspec.field(name="in", default="")
    hex: str = ""
    has: str = ""
    kind: str = ""
    forced: bool = False
    disrupted: bool = False
    guard: bool = False
    city: bool = False
    not_city: bool = False
    city_or_river: bool = False
    stack_min: int = 0


class Op(msgspec.Struct):
    """One effect of a card; what each does is told in ``op_semantics`` of the file."""

    op: str
    side: str = ""
    against: str = ""
    n: int = 0
    count: int | str = 0
    max: int = 0
    uses: int = 0
    min: int = 0
    forced_max: int = 5
    cc_base_delta: int = 0
    scope: str = ""
    chooser: str = ""
    turns: str = ""
    timing: str = ""
    condition: str = ""
    from_turn: int | str = 0
    values: list[int] = []
    filter: Filter = msgspec.field(default_factory=Filter)


class Instruction(msgspec.Struct):
    ops: list[Op]
    timing: str
    condition: str = ""


class CardData(msgspec.Struct):
    number: int
    deck: int
    title_en: str
    title_it: str
    single_instruction: bool
    applies_to: str | None
    french: Instruction | None
    russian: Instruction | None
    excluded_from_opening_deal: bool
    removed_in_two_year_campaign: bool


class Deck(msgspec.Struct):
    cards: list[CardData]


class PerSide(msgspec.Struct):
    french: int
    russian: int


class SetupData(msgspec.Struct):
    max_depots: PerSide
    combat_commands: PerSide


class UnitData(msgspec.Struct):
    combat_units: list[CombatUnit]
    commanders: list[Commander]
    setup: SetupData


class TrainRow(msgspec.Struct):
    turn: int
    french: int
    russian: int


class TrainTable(msgspec.Struct):
    rows: list[TrainRow]


class TrainTables(msgspec.Struct):
    second: TrainTable = msgspec.field(name="2e")


class TurnRow(msgspec.Struct):
    turn: int
    month: str


class VictoryCity(msgspec.Struct):
    name: str
    vp: int


class BattleTrack(msgspec.Struct):
    max: int


class Victory(msgspec.Struct):
    cities: list[VictoryCity]
    russian_battle_vp: BattleTrack


class Tables(msgspec.Struct):
    supply_trains_7_3: TrainTables
    supply_trains_16_13: TrainTables
    turn_track: list[TurnRow]
    victory: Victory
    turn_track_two_year_1813: list[TurnRow] = []


def all_pieces(units: UnitData) -> list[CombatUnit | Commander]:
    """Combat units first, then commanders, in the order of the file."""
    found: list[CombatUnit | Commander] = list(units.combat_units)
    found.extend(units.commanders)
    return found


def read(name: str) -> bytes:
    return files.read(PACKAGE, name)


def data_hash() -> str:
    return files.hash_of(PACKAGE, FILES)


def decode_map(raw: bytes) -> MapData:
    data = files.decode("map.json", raw, MapData)
    check_map(data)
    return data


def decode_units(raw: bytes, sheet: MapData) -> UnitData:
    data = files.decode("units.json", raw, UnitData)
    check_units(data, sheet)
    return data


def decode_tables(raw: bytes) -> Tables:
    tables = files.decode("tables.json", raw, Tables)
    for name, turns in (
        ("table 7.3", [row.turn for row in tables.supply_trains_7_3.second.rows]),
        ("turn_track", [row.turn for row in tables.turn_track]),
    ):
        if turns != list(range(1, LAST_TURN + 1)):
            raise DataError(f"tables.json: {name} must have one row for each of the turns 1 to {LAST_TURN}")
    return tables


def decode_cards(raw: bytes) -> list[CardData]:
    """[16.1] The Random Event Cards, in the order of their numbers."""
    cards = files.decode("cards.json", raw, Deck).cards
    if [card.number for card in cards] != list(range(1, len(cards) + 1)):
        raise DataError("cards.json: the cards must be numbered from 1 on")
    return cards


def touching(a: str, b: str) -> bool:
    """Whether two hexes of the sheet share a side (even columns half a hex lower)."""
    (ca, ra), (cb, rb) = ((int(h[:2]), int(h[2:])) for h in (a, b))
    ya, yb = (2 * ra + (ca % 2 == 0)), (2 * rb + (cb % 2 == 0))
    return (abs(ca - cb), abs(ya - yb)) in {(0, 2), (1, 1)}


def check_map(data: MapData) -> None:
    """Every name must exist, every river side lie between two neighbours on land, every city stand on its own hex."""
    grid = data.meta.grid
    sheet = {f"{c:02}{r:02}" for c in range(1, grid.columns + 1) for r in range(1, grid.rows + 1)}
    for name in sorted(set(data.hexes) ^ sheet):
        raise DataError(f"map.json: hex {name} does not fit a sheet of {grid.columns} by {grid.rows}, each hex once")
    for name, place in data.hexes.items():
        _check_hex(data, name, place)
    for key, city in data.cities.items():
        _check_city(data, key, city)
    _check_rivers(data)
    _check_lists(data)


def _check_hex(data: MapData, name: str, place: Hex) -> None:
    if place.terrain not in TERRAINS:
        raise DataError(f"map.json: hex {name} has the unknown terrain {place.terrain!r}")
    if place.territory not in TERRITORIES or (place.territory == "sea") != (place.terrain == "sea"):
        raise DataError(f"map.json: hex {name} is {place.terrain} in the territory {place.territory!r}")
    if place.city is not None and (place.city not in data.cities or data.cities[place.city].hex != name):
        raise DataError(f"map.json: hex {name} names the city {place.city!r}, which does not stand there")
    if (place.city is None) == (place.terrain in CITIES):
        raise DataError(f"map.json: hex {name} is {place.terrain} and has the city {place.city!r}")


def _check_city(data: MapData, key: str, city: City) -> None:
    place = data.hexes.get(city.hex)
    if place is None or place.city != key:
        raise DataError(f"map.json: the city {key} stands on hex {city.hex}, which does not name it")
    if city.fortified != (place.terrain == "fortified_city"):
        raise DataError(f"map.json: the city {key} and its hex {city.hex} do not agree whether it is fortified")
    if city.territory != place.territory:
        raise DataError(f"map.json: the city {key} lies in {city.territory}, its hex {city.hex} in {place.territory}")


def _check_rivers(data: MapData) -> None:
    seen: set[frozenset[str]] = set()
    for side in data.hexsides:
        for end in (side.a, side.b):
            if end not in data.hexes:
                raise DataError(f"map.json: the {side.river} runs along hex {end}, which does not exist")
            if data.hexes[end].terrain == "sea":
                raise DataError(f"map.json: the {side.river} runs along hex {end}, which is sea")
        if not touching(side.a, side.b):
            raise DataError(f"map.json: the {side.river} runs between {side.a} and {side.b}, which do not touch")
        if frozenset((side.a, side.b)) in seen:
            raise DataError(f"map.json: the side between {side.a} and {side.b} is listed twice")
        seen.add(frozenset((side.a, side.b)))


def _check_lists(data: MapData) -> None:
    places = data.reinforcement_hexes
    lists = [places.kiev, places.st_petersburg, places.kaluga, places.lemberg]
    for source in (data.uss.french, data.uss.russian, data.uss.austrian):
        lists.append(source.hexes)
        for city in source.cities:
            if city not in data.cities:
                raise DataError(f"map.json: the source of supply {city!r} is no city")
    for name in (name for names in lists for name in names):
        if name not in data.hexes:
            raise DataError(f"map.json: hex {name} is listed but does not exist")


def check_units(data: UnitData, sheet: MapData) -> None:
    """Ids are unique; set-up hexes exist and are open to their owner; classes, types and sides are known."""
    seen: set[str] = set()
    for piece in all_pieces(data):
        if piece.id in seen:
            raise DataError(f"units.json: the id {piece.id} is used twice")
        seen.add(piece.id)
        if piece.side not in {"french", "russian"}:
            raise DataError(f"units.json: {piece.id} belongs to the unknown side {piece.side!r}")
        _check_start(piece, sheet)
    for unit in data.combat_units:
        if unit.klass not in {"veteran", "line", "conscript"} or unit.type not in {"infantry", "cavalry", "artillery"}:
            raise DataError(f"units.json: {unit.id} is a {unit.klass} {unit.type}, which the rules do not know")


def _check_start(piece: CombatUnit | Commander, sheet: MapData) -> None:
    """Where a piece comes from: set-up hexes, or an arrival, or (commanders) a rule of its own."""
    french = piece.side == "french"
    for name in piece.historical_setup.hexes if piece.historical_setup else []:
        if name not in sheet.hexes:
            raise DataError(f"units.json: {piece.id} is set up on hex {name}, which does not exist")
        place = sheet.hexes[name]
        if place.terrain in (CLOSED_TO_FRENCH if french else CLOSED_TO_ALL):
            raise DataError(f"units.json: {piece.id} is set up on hex {name}, which is {place.terrain}")
        if (place.territory == "russia") == french:
            raise DataError(f"units.json: {piece.id} is set up on hex {name}, which is enemy land")
    arrival = piece.arrival
    if arrival is not None and arrival.place not in PLACES:
        raise DataError(f"units.json: {piece.id} arrives at the unknown place {arrival.place!r}")
    if arrival is not None and not 1 <= arrival.turn <= LAST_TURN:
        raise DataError(f"units.json: {piece.id} arrives on turn {arrival.turn}, which is never played")
    placed = piece.historical_setup is not None and bool(piece.historical_setup.hexes)
    if arrival is None and not placed and isinstance(piece, CombatUnit):
        raise DataError(f"units.json: {piece.id} has neither set-up hexes nor an arrival")
