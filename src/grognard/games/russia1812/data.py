"""The data files of 1812 and their checks: what contradicts itself is named and refused."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from typing import Any

import msgspec

from grognard.kernel.game import DataError

PACKAGE = "grognard.games.russia1812"
FILES = ("map.json", "units.json", "tables.json")
TERRAINS = {"clear", "city", "fortified_city", "forest", "marsh", "rough", "mountain", "lake", "sea"}
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


class MapData(msgspec.Struct):
    meta: MapMeta
    hexes: dict[str, Hex]
    cities: dict[str, City]
    hexsides: list[HexSide]
    uss: dict[str, Any]
    reinforcement_hexes: dict[str, list[str]]


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


class Commander(msgspec.Struct):
    id: str
    side: str
    name: str
    cr: dict[str, int]
    nationality: str
    rules: str
    historical_setup: Group | None = None
    setup_rule: str | None = None
    arrival: Arrival | None = None


class UnitData(msgspec.Struct):
    combat_units: list[CombatUnit]
    commanders: list[Commander]
    setup: dict[str, Any]


def all_pieces(units: UnitData) -> list[CombatUnit | Commander]:
    """Combat units first, then commanders, in the order of the file."""
    found: list[CombatUnit | Commander] = list(units.combat_units)
    found.extend(units.commanders)
    return found


def read(name: str) -> bytes:
    return files(PACKAGE).joinpath("data", name).read_bytes()


def data_hash() -> str:
    """One hash of everything the rules read."""
    digest = hashlib.sha256()
    for name in FILES:
        digest.update(read(name))
    return digest.hexdigest()[:16]


def decode_map(raw: bytes) -> MapData:
    try:
        data = msgspec.json.decode(raw, type=MapData)
    except msgspec.MsgspecError as fault:
        raise DataError(f"map.json cannot be read: {fault}") from None
    check_map(data)
    return data


def decode_units(raw: bytes, sheet: MapData) -> UnitData:
    try:
        data = msgspec.json.decode(raw, type=UnitData)
    except msgspec.MsgspecError as fault:
        raise DataError(f"units.json cannot be read: {fault}") from None
    check_units(data, sheet)
    return data


def decode_tables(raw: bytes) -> dict[str, Any]:
    try:
        tables: dict[str, Any] = msgspec.json.decode(raw)
    except msgspec.MsgspecError as fault:
        raise DataError(f"tables.json cannot be read: {fault}") from None
    trains = tables["supply_trains_7_3"]["2e"]["rows"]
    if [row["turn"] for row in trains] != list(range(1, 17)):
        raise DataError("tables.json: table 7.3 must have one row for each of the turns 1 to 16")
    return tables


def touching(a: str, b: str) -> bool:
    """Whether two hexes of the sheet share a side (even columns half a hex lower)."""
    (ca, ra), (cb, rb) = ((int(h[:2]), int(h[2:])) for h in (a, b))
    ya, yb = (2 * ra + (ca % 2 == 0)), (2 * rb + (cb % 2 == 0))
    return (abs(ca - cb), abs(ya - yb)) in {(0, 2), (1, 1)}


def check_map(data: MapData) -> None:
    """Every name must exist, every river side lie between two neighbours on land, every city stand on its own hex."""
    for name, place in data.hexes.items():
        if place.terrain not in TERRAINS:
            raise DataError(f"map.json: hex {name} has the unknown terrain {place.terrain!r}")
        if place.city is not None and (place.city not in data.cities or data.cities[place.city].hex != name):
            raise DataError(f"map.json: hex {name} names the city {place.city!r}, which does not stand there")
    for key, city in data.cities.items():
        if city.hex not in data.hexes or data.hexes[city.hex].city != key:
            raise DataError(f"map.json: the city {key} stands on hex {city.hex}, which does not name it")
    for side in data.hexsides:
        for end in (side.a, side.b):
            if end not in data.hexes:
                raise DataError(f"map.json: the {side.river} runs along hex {end}, which does not exist")
            if data.hexes[end].terrain == "sea":
                raise DataError(f"map.json: the {side.river} runs along hex {end}, which is sea")
        if not touching(side.a, side.b):
            raise DataError(f"map.json: the {side.river} runs between {side.a} and {side.b}, which do not touch")
    lists = [*data.reinforcement_hexes.values(), *(source["hexes"] for source in data.uss.values())]
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
        closed = CLOSED_TO_FRENCH if piece.side == "french" else CLOSED_TO_ALL
        for name in piece.historical_setup.hexes if piece.historical_setup else []:
            if name not in sheet.hexes:
                raise DataError(f"units.json: {piece.id} is set up on hex {name}, which does not exist")
            if sheet.hexes[name].terrain in closed:
                raise DataError(f"units.json: {piece.id} is set up on hex {name}, which is {sheet.hexes[name].terrain}")
        if piece.arrival is not None and piece.arrival.place not in {"A", "W", "K", "StP", "Kg"}:
            raise DataError(f"units.json: {piece.id} arrives at the unknown place {piece.arrival.place!r}")
    for unit in data.combat_units:
        if unit.klass not in {"veteran", "line", "conscript"} or unit.type not in {"infantry", "cavalry", "artillery"}:
            raise DataError(f"units.json: {unit.id} is a {unit.klass} {unit.type}, which the rules do not know")
