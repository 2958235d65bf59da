"""The data files of the two battles: what stands in them."""

from __future__ import annotations

from typing import Final

import msgspec

from grognard.kernel import files

PACKAGE: Final = "grognard.games.vanguard"
SCENARIOS: Final[tuple[str, ...]] = ("montebello", "campotenese")
FILES: Final = ("montebello.json", "campotenese.json", "tables.json")
TERRAINS: Final = {"clear", "wheat", "woods", "hill", "village", "farm", "redoubt", "impassable"}


class Hex(msgspec.Struct):
    terrains: list[str] = msgspec.field(name="t")
    level: int = msgspec.field(name="lvl")
    name: str | None = None


class Grid(msgspec.Struct):
    cols: int
    rows: int


class Turns(msgspec.Struct):
    count: int
    minutes: int
    start: str
    first_turn_only_side: str | None = None


class Road(msgspec.Struct):
    kind: str
    name: str
    path: list[str]


class Stream(msgspec.Struct):
    """Hexsides, written ``AAAA|BBBB``, in order from the source or from an edge."""

    name: str
    sides: list[str]


class Place(msgspec.Struct):
    name: str
    kind: str
    hexes: list[str]


class Entry(msgspec.Struct):
    hexes: list[str]
    side: str
    text: str


class FormationData(msgspec.Struct):
    id: str
    name: str
    side: str
    general: str
    initial_order: str | None = None
    march_target: str | None = None


class LeaderData(msgspec.Struct):
    id: str
    name: str
    side: str
    formation: str | None
    rank: str
    initiative: int | None
    radius: int
    mp: int
    cavalry_officer: bool
    major: bool = False


class UnitData(msgspec.Struct):
    id: str
    name: str
    side: str
    formation: str
    kind: str
    pf: int
    pf_reduced: int | None
    eff: int
    mp: int
    light: bool
    range: int = 0


class Arrival(msgspec.Struct):
    turn: int
    entry: str
    ids: list[str]


class EntryChoice(msgspec.Struct):
    due_at: str
    instead: list[str]
    delay_turns: int


class Independent(msgspec.Struct):
    leader: str
    units: list[str]


class MarchOrder(msgspec.Struct):
    """``units`` a list of ids, or a phrase: all of the formation that no other march order names."""

    who: str
    formation: str
    target: str
    units: list[str] | str = ""
    leader: str | None = None


class Weather(msgspec.Struct):
    """[17.2.7] What a kind of weather does, and where a die moves the marker from it."""

    on_die: dict[str, int]
    artillery_range: int = 99
    max_hexes_moved: int = 99
    open_order: bool = True
    zoc: bool = True
    neapolitan_defence_efficiency: int = 0


FAIR: Final = Weather({})


class WeatherTrack(msgspec.Struct):
    snowfall: Weather = msgspec.field(name="1")
    blizzard: Weather = msgspec.field(name="2")
    storm: Weather = msgspec.field(name="3")


class ScenarioData(msgspec.Struct):
    name: str
    grid: Grid
    turns: Turns
    los_limit: int
    hexes: dict[str, Hex]
    roads: list[Road]
    streams: list[Stream]
    bridges: list[str]
    places: list[Place]
    objectives: dict[str, int]
    entries: dict[str, Entry]
    formations: list[FormationData]
    leaders: list[LeaderData]
    units: list[UnitData]
    setup: dict[str, str]
    reinforcements: list[Arrival]
    austrian_no_march_column: bool = False
    no_charges: bool = False
    redoubts: list[str] = []
    march_orders: list[MarchOrder] = []
    weather_start: int = 0
    weather: WeatherTrack | None = None
    road_costs_by_weather: dict[str, float | str] = {}
    entry_choice: EntryChoice | None = None
    independent_option: Independent | None = None


class CombatTable(msgspec.Struct):
    columns: list[str]
    rows: list[int]
    drm_cap: int
    table: dict[str, dict[str, str]]


class Density(msgspec.Struct):
    pf_max: int
    drm: int


class FireTable(msgspec.Struct):
    columns: list[str]
    rows: list[str]
    table: dict[str, list[str]]
    leader_drm: int = 0
    range_drm: dict[str, int] = {}
    density_drm: list[Density] | str = ""


class Ground(msgspec.Struct):
    """A terrain of the chart; ``all`` = the whole move, ``no`` = closed; sight is stopped always, never or by level."""

    move: dict[str, int | str]
    assault_drm: int = 0
    bombard_drm: int = 0
    fire_drm: int = 0
    charge: bool = False
    blocks_los: bool | str = False
    needs_defence_order: bool = False
    cavalry_halved: bool = False


class RoadCost(msgspec.Struct):
    """What a hex along the road costs, whatever the ground."""

    move_normal: int
    move_column: float


class Roads(msgspec.Struct):
    """Minor roads and tracks have no numbers of their own [9.3.1]."""

    major: RoadCost


class Terrain(msgspec.Struct):
    unit_classes: list[str]
    hex: dict[str, Ground]
    hexside: dict[str, Ground]
    road: Roads


class Tables(msgspec.Struct):
    crt: CombatTable
    bombardment: FireTable
    infantry_fire: FireTable
    tec: Terrain


Piece = UnitData | LeaderData


def read(name: str) -> bytes:
    return files.read(PACKAGE, name)


def data_hash() -> str:
    return files.hash_of(PACKAGE, FILES)


def all_pieces(data: ScenarioData) -> list[Piece]:
    """Combat units first, then leaders, in the order of the file."""
    found: list[Piece] = list(data.units)
    found.extend(data.leaders)
    return found


def touching(a: str, b: str) -> bool:
    """[1.2] Whether two hexes share a side: flat tops, odd columns half a hex further south."""
    (ca, ra), (cb, rb) = ((int(h[:2]), int(h[2:])) for h in (a, b))
    ya, yb = 2 * ra + ca % 2, 2 * rb + cb % 2
    return (abs(ca - cb), abs(ya - yb)) in {(0, 2), (1, 1)}


def ends(side: str) -> tuple[str, str]:
    """The two hexes of a hexside."""
    a, _, b = side.partition("|")
    return a, b
