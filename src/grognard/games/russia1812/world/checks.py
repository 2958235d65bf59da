"""The data files of 1812 decoded and checked: what contradicts itself is named and refused."""

from __future__ import annotations

from grognard.games.russia1812.world.data import (
    TERRAINS,
    CardData,
    City,
    CombatUnit,
    Commander,
    Deck,
    Hex,
    MapData,
    Tables,
    UnitData,
    all_pieces,
    touching,
)
from grognard.kernel import files
from grognard.kernel.game import DataError

CITIES = {"city", "fortified_city"}
TERRITORIES = {"russia", "sea", "duchy_of_warsaw", "austria", "prussia", "danzig"}
PLACES = {"A", "W", "K", "StP", "Kg"}
LAST_TURN = 16
CLOSED_TO_ALL = {"mountain", "lake", "sea"}
CLOSED_TO_FRENCH = CLOSED_TO_ALL | {"forest", "marsh", "rough"}


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
