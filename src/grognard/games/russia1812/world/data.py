"""The data files of 1812: what stands in them."""

from __future__ import annotations

import msgspec

from grognard.kernel import files

PACKAGE = "grognard.games.russia1812"
FILES = ("map.json", "units.json", "tables.json", "cards.json")
TERRAINS = {"clear", "city", "fortified_city", "forest", "marsh", "rough", "mountain", "lake", "sea"}


class Hex(msgspec.Struct):
    terrain: str
    territory: str
    city: str | None = None


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


class Flow(msgspec.Struct):
    """Cities farther down the same river; and down the river it flows into, where it is a tributary."""

    same_river: list[str] | None = None
    with_main_river: list[str] | None = None


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
    min: int = 0
    forced_max: int = 5
    cc_base_delta: int = 0
    scope: str = ""
    chooser: str = ""
    turns: str = ""
    condition: str = ""
    from_turn: int | str = 0
    values: list[int] = []
    filter: Filter = msgspec.field(default_factory=Filter)


class Instruction(msgspec.Struct):
    ops: list[Op]
    condition: str = ""


class CardData(msgspec.Struct):
    number: int
    deck: int
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


def touching(a: str, b: str) -> bool:
    """Whether two hexes of the sheet share a side (even columns half a hex lower)."""
    (ca, ra), (cb, rb) = ((int(h[:2]), int(h[2:])) for h in (a, b))
    ya, yb = (2 * ra + (ca % 2 == 0)), (2 * rb + (cb % 2 == 0))
    return (abs(ca - cb), abs(ya - yb)) in {(0, 2), (1, 1)}
