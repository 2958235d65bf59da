"""The data files of the two battles read and checked: what contradicts itself is named and refused."""

from __future__ import annotations

from functools import cache
from typing import Final

from grognard.games.vanguard.world.data import (
    TERRAINS,
    CombatTable,
    FireTable,
    FormationData,
    Hex,
    LeaderData,
    Road,
    ScenarioData,
    Tables,
    Terrain,
    UnitData,
    all_pieces,
    ends,
    read,
    touching,
)
from grognard.kernel import files
from grognard.kernel.game import DataError

ORDERS: Final = ("Advance", "Attack", "Defence", "Manoeuvre")
RANKS: Final = {"cinc", "general", "officer"}
KINDS: Final = {"line", "light", "grenadier", "light_cav", "heavy_cav", "foot_art", "horse_art", "redoubt_art"}
GUNS: Final = {"foot_art", "horse_art", "redoubt_art"}
ROADS: Final = {"major", "minor", "track"}
DICE: Final = range(1, 7)


def load_scenario(scenario: str) -> ScenarioData:
    return decode_scenario(f"{scenario}.json", read(f"{scenario}.json"))


@cache
def load_tables() -> Tables:
    return decode_tables(read("tables.json"))


def decode_scenario(file: str, raw: bytes) -> ScenarioData:
    data = files.decode(file, raw, ScenarioData)
    check_map(file, data)
    check_pieces(file, data)
    check_arrivals(file, data)
    check_specials(file, data)
    return data


def decode_tables(raw: bytes) -> Tables:
    data = files.decode("tables.json", raw, Tables)
    check_combat_table(data.crt)
    for name, fire in (("bombardment", data.bombardment), ("infantry_fire", data.infantry_fire)):
        check_fire_table(name, fire)
    check_terrain(data.tec)
    return data


# the map


def check_map(file: str, data: ScenarioData) -> None:
    """Every hex once; roads and streams run between neighbours; every bridge spans a stream that a road crosses."""
    grid = data.grid
    sheet = {f"{c:02}{r:02}" for c in range(1, grid.cols + 1) for r in range(1, grid.rows + 1)}
    for name in sorted(set(data.hexes) ^ sheet):
        raise DataError(f"{file}: hex {name} does not fit a sheet of {grid.cols} by {grid.rows}, each hex once")
    for name, place in data.hexes.items():
        _check_hex(file, data, name, place)
    for road in data.roads:
        _check_road(file, data, road)
    _check_streams(file, data)
    _check_lists(file, data)


def _check_hex(file: str, data: ScenarioData, name: str, place: Hex) -> None:
    unknown = [terrain for terrain in place.terrains if terrain not in TERRAINS]
    if unknown or not place.terrains:
        raise DataError(f"{file}: hex {name} has the terrain {place.terrains}, which the chart does not know")
    if not 0 <= place.level <= 4:
        raise DataError(f"{file}: hex {name} lies on level {place.level}, there are 0 to 4")
    if ("redoubt" in place.terrains) != (name in data.redoubts):
        raise DataError(f"{file}: hex {name} and the list of redoubts do not agree")


def _check_road(file: str, data: ScenarioData, road: Road) -> None:
    if road.kind not in ROADS:
        raise DataError(f"{file}: the road {road.name} is of the unknown kind {road.kind!r}")
    for name in road.path:
        if name not in data.hexes:
            raise DataError(f"{file}: the road {road.name} runs through hex {name}, which does not exist")
        if "impassable" in data.hexes[name].terrains:
            raise DataError(f"{file}: the road {road.name} runs through hex {name}, which is impassable")
    for a, b in zip(road.path, road.path[1:], strict=False):
        if not touching(a, b):
            raise DataError(f"{file}: the road {road.name} jumps from {a} to {b}")


def road_steps(data: ScenarioData) -> set[frozenset[str]]:
    return {frozenset(step) for road in data.roads for step in zip(road.path, road.path[1:], strict=False)}


def _check_streams(file: str, data: ScenarioData) -> None:
    wet: set[str] = set()
    for stream in data.streams:
        for side in stream.sides:
            a, b = ends(side)
            if a not in data.hexes or b not in data.hexes or not touching(a, b):
                raise DataError(f"{file}: the {stream.name} runs along {side}, which is no side of two hexes")
            if side in wet or a > b:
                raise DataError(f"{file}: the {stream.name} has the side {side} twice or turned round")
            wet.add(side)
    roads = road_steps(data)
    for side in data.bridges:
        if side not in wet or frozenset(ends(side)) not in roads:
            raise DataError(f"{file}: the bridge {side} needs a stream under it and a road over it")


def _check_lists(file: str, data: ScenarioData) -> None:
    named = [(f"the place {place.name}", name) for place in data.places for name in place.hexes]
    named += [(f"the entry {letter}", name) for letter, entry in data.entries.items() for name in entry.hexes]
    named += [("an objective", name) for name in data.objectives]
    for what, name in named:
        if name not in data.hexes:
            raise DataError(f"{file}: {what} names hex {name}, which does not exist")


# pieces


def check_pieces(file: str, data: ScenarioData) -> None:
    """Ids are unique, formations and Generals exist, values make sense, and nobody starts on closed ground."""
    seen: set[str] = set()
    formations = {formation.id: formation for formation in data.formations}
    for piece in all_pieces(data):
        if piece.id in seen:
            raise DataError(f"{file}: the id {piece.id} is used twice")
        seen.add(piece.id)
        formation = formations.get(piece.formation or "")
        if piece.formation is not None and (formation is None or formation.side != piece.side):
            raise DataError(f"{file}: {piece.id} belongs to the formation {piece.formation!r}, not one of his side")
    for unit in data.units:
        _check_unit(file, unit)
    for leader in data.leaders:
        _check_leader(file, leader)
    for formation in data.formations:
        _check_formation(file, data, formation)
    _check_setup(file, data, seen)


def _check_unit(file: str, unit: UnitData) -> None:
    if unit.kind not in KINDS:
        raise DataError(f"{file}: {unit.id} is of the unknown kind {unit.kind!r}")
    if (unit.kind in GUNS) != (unit.range > 0):
        raise DataError(f"{file}: {unit.id} is {unit.kind} and has range {unit.range}")
    if unit.pf_reduced is not None and not 0 < unit.pf_reduced < unit.pf:
        raise DataError(f"{file}: {unit.id} has {unit.pf} points and {unit.pf_reduced} on its reduced side")
    if unit.eff not in DICE or unit.pf < 1:
        raise DataError(f"{file}: {unit.id} has strength {unit.pf} and efficiency {unit.eff}")


def _check_leader(file: str, leader: LeaderData) -> None:
    if leader.rank not in RANKS:
        raise DataError(f"{file}: {leader.id} has the unknown rank {leader.rank!r}")
    if leader.rank != "officer" and leader.initiative is None:
        raise DataError(f"{file}: {leader.id} is a {leader.rank} and has no initiative")
    if leader.rank != "cinc" and leader.formation is None:
        raise DataError(f"{file}: {leader.id} is a {leader.rank} and has no formation")


def _check_formation(file: str, data: ScenarioData, formation: FormationData) -> None:
    general = next((leader for leader in data.leaders if leader.id == formation.general), None)
    if general is None or general.formation != formation.id or general.rank == "officer":
        raise DataError(f"{file}: the formation {formation.id} is led by {formation.general}, who is no General of it")
    if formation.initial_order is not None and formation.initial_order not in ORDERS:
        raise DataError(f"{file}: the formation {formation.id} starts with the unknown order {formation.initial_order}")


def _check_setup(file: str, data: ScenarioData, known: set[str]) -> None:
    for piece, name in data.setup.items():
        if piece not in known:
            raise DataError(f"{file}: the set-up names {piece}, which is no piece")
        if name not in data.hexes or "impassable" in data.hexes[name].terrains:
            raise DataError(f"{file}: {piece} is set up on hex {name}, where nobody can stand")
    arriving = [piece for arrival in data.reinforcements for piece in arrival.ids]
    for piece in sorted(known):
        if (piece in data.setup) + arriving.count(piece) != 1:
            raise DataError(f"{file}: {piece} must either be set up or arrive, once")


# what only one of the battles has


def check_arrivals(file: str, data: ScenarioData) -> None:
    sides = {piece.id: piece.side for piece in all_pieces(data)}
    for arrival in data.reinforcements:
        entry = data.entries.get(arrival.entry)
        if entry is None or not 1 <= arrival.turn <= data.turns.count:
            raise DataError(f"{file}: reinforcements of turn {arrival.turn} at {arrival.entry} can never come")
        for piece in arrival.ids:
            if sides.get(piece) != entry.side:
                raise DataError(f"{file}: {piece} arrives at {arrival.entry}, which is not an entry of his side")


def check_specials(file: str, data: ScenarioData) -> None:
    """[17.1] [17.2] March orders, Franceschi's brigade, the way round and the weather name what exists."""
    ids = {piece.id for piece in all_pieces(data)}
    for order in data.march_orders:
        units = order.units if isinstance(order.units, list) else []
        if order.target not in data.hexes or not ids.issuperset(units):
            raise DataError(f"{file}: the march order of {order.who} names a hex or a unit that does not exist")
    lone = data.independent_option
    if lone is not None and not ids.issuperset([lone.leader, *lone.units]):
        raise DataError(f"{file}: the independent brigade of {lone.leader} names a piece that does not exist")
    choice = data.entry_choice
    if choice is not None and not set(data.entries).issuperset([choice.due_at, *choice.instead]):
        raise DataError(f"{file}: the choice of entry names a flag that is not on the map")
    if (data.weather is None) != (data.weather_start == 0):
        raise DataError(f"{file}: weather needs a track and a start on it")


# tables


def check_combat_table(crt: CombatTable) -> None:
    """[12.5] Every row that a die and its modifiers can reach has a result in every column."""
    reachable = range(1 - crt.drm_cap, 7 + crt.drm_cap)
    if crt.rows != list(reachable):
        raise DataError(f"tables.json: the combat table must have the rows {reachable[0]} to {reachable[-1]}")
    for row in crt.rows:
        cells = crt.table.get(str(row), {})
        for column in crt.columns:
            if cells.get(column) not in {"AE", "AD", "NE", "EX", "DD", "DR", "DE"}:
                raise DataError(f"tables.json: the combat table has no result in row {row}, column {column}")


def check_fire_table(name: str, fire: FireTable) -> None:
    for row in fire.rows:
        cells = fire.table.get(row, [])
        if len(cells) != len(fire.columns) or not {"-", "D", "D1", "DR", "1S"}.issuperset(cells):
            raise DataError(f"tables.json: {name} has a broken row {row}")


def check_terrain(chart: Terrain) -> None:
    """[9.2] Every terrain has a cost for every class of unit."""
    for name in sorted(TERRAINS ^ set(chart.hex)):
        raise DataError(f"tables.json: the terrain chart and the maps do not agree about {name}")
    for name, ground in (chart.hex | chart.hexside).items():
        for kind in chart.unit_classes:
            cost = ground.move.get(kind)
            if not isinstance(cost, int) and cost not in ("all", "no"):
                raise DataError(f"tables.json: {name} has no cost of movement for {kind}")
