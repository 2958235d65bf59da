"""Rulebook 2: the map, its terrain, rivers and edges; and the files it is read from."""

import copy
import itertools
import json

import pytest

from grognard import DataError
from grognard.games.russia1812.rules import commands, orders, reinforcements, setup, supply, trains
from grognard.games.russia1812.rules.advanced import lodging, quarters
from grognard.games.russia1812.rules.combat import peril, retreat
from grognard.games.russia1812.rules.movement import siege, steps
from grognard.games.russia1812.rules.optional import capacity, unexamined
from grognard.games.russia1812.world import checks, data
from grognard.games.russia1812.world.state import Attack
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from toolkit1812 import Table

MAP = json.loads(data.read("map.json"))
UNITS = json.loads(data.read("units.json"))
TABLES = json.loads(data.read("tables.json"))
COLUMN = {"french": ("F-III-I1", "F-NEY"), "russian": ("R-1I-I1", "R-BARCLAY")}


def marching(side: str, start: str, turn: int = 1, **given) -> Table:
    """A division and its commander in a hex, about to take their first step."""
    t = Table(dict.fromkeys(COLUMN[side], start), turn=turn, trains={start: 1}, **given).movement()
    return t.play(side, f"march {start}", f"lead {COLUMN[side][1]}")


# 2.1 hexes


def test_2_1_columns_run_from_east_to_west_and_rows_from_north_to_south():
    assert MAP["cities"]["moscow"]["hex"] == "0308"
    steps = {option.split()[2] for option in marching("russian", "1610").options("russian")}
    assert steps == {"1510", "1511", "1609", "1611", "1710", "1711"}


def test_2_1_even_columns_lie_half_a_hex_lower():
    odd = {option.split()[2] for option in marching("russian", "1709").options("russian")}
    even = {option.split()[2] for option in marching("russian", "1809").options("russian")}
    assert odd == {"1608", "1609", "1708", "1710", "1808", "1809"}
    assert even == {"1709", "1710", "1808", "1810", "1909", "1910"}


@pytest.mark.parametrize("coast", ["2306", "2607", "2205", "1904", "1801"])
def test_2_1_a_hex_that_is_partly_sea_is_an_ordinary_hex(coast):
    neighbour = {"2306": "2307", "2607": "2508", "2205": "2206", "1904": "1905", "1801": "1701"}[coast]
    assert f"march {neighbour} {coast}" in marching("french", neighbour).options("french")


def test_2_1_the_cities_worth_points():
    assert Table({}).match.view(None)["territory"] == {"french": 5, "russian": 14}


# 2.2 terrain


@pytest.mark.parametrize("side", ["french", "russian"])
@pytest.mark.parametrize(
    ("start", "goal"),
    [("2107", "2007"), ("2107", "2207"), ("1909", "1808"), ("1905", "1904")],
    ids=["clear", "city", "enemy city", "fortified city"],
)
def test_2_2_clear_ground_and_cities_are_open_to_all(side, start, goal):
    t = marching(side, start)
    t.play(side, f"march {start} {goal}", "halt")
    assert t.where(COLUMN[side][0]) == goal


@pytest.mark.parametrize(
    ("start", "goal"), [("2107", "2106"), ("1811", "1812"), ("0311", "0312")], ids=["forest", "marsh", "rough"]
)
def test_2_2_forest_marsh_and_rough_are_closed_to_the_french_only(start, goal):
    assert marching("french", start).reasons("french", f"march {start} {goal}") == ["14.6 impassable"]
    t = marching("russian", start)
    t.play("russian", f"march {start} {goal}", "halt")
    assert t.where("R-1I-I1") == goal


@pytest.mark.parametrize("side", ["french", "russian"])
@pytest.mark.parametrize(
    ("start", "goal"), [("2218", "2219"), ("1403", "1402"), ("1904", "1903")], ids=["mountain", "lake", "sea"]
)
def test_2_2_mountains_lakes_and_the_sea_are_closed_to_all(side, start, goal):
    t = marching(side, start)
    assert f"march {start} {goal}" not in t.options(side)
    (rule,) = t.rules(side, f"march {start} {goal}")
    assert rule in ({"2.1", "2.2"} if side == "russian" else {"2.1", "2.2", "14.6"})


def test_2_2_difficult_ground_costs_a_russian_column_nothing():
    t = marching("russian", "2107", dice=[5])
    t.play("russian", "march 2107 2106", "march 2106 2105", "march 2105 2104", "halt")
    assert t.where("R-1I-I1") == "2104"
    assert "forced_march" not in t.told


# 2.2 rivers


@pytest.mark.parametrize(
    "way", [["2108", "2007", "1908", "1909"], ["2108", "2008", "1908", "1807"]], ids=["unbridged", "bridged"]
)
def test_2_2_a_river_costs_nothing_in_movement(way):
    t = marching("french", way[0], dice=[5])
    for here, there in itertools.pairwise(way):
        t.play("french", f"march {here} {there}")
    t.play("french", "halt")
    assert t.where("F-III-I1") == way[-1]
    assert "forced_march" not in t.told


def test_2_2_an_unbridged_river_cuts_a_supply_route_and_a_bridge_does_not():
    depots = {"french": ["2207"]}
    assert Table({"F-III-I1": "2007"}, depots=depots).general_supply().is_supplied("F-III-I1")
    assert not Table({"F-III-I1": "1909"}, depots=depots).general_supply().is_supplied("F-III-I1")


def test_2_2_a_river_weakens_an_attack_bridge_or_no_bridge():
    values = {}
    for target in ("2007", "2008", "2109"):
        t = Table({"F-III-I1": "2108", "R-1I-I1": target}, dice=[3, 3, 3, 3]).combat()
        t.play("french", f"attack 2108 {target}", "commit 4")
        t.play("russian", "commit 0")
        values[target] = next(e.args[2] for _, e in t.match.log() if e.key == "combat")
    assert values == {"2007": -2, "2008": -2, "2109": 1}


def test_2_2_a_river_shields_a_hex_from_the_influence_of_cavalry():
    t = marching("french", "2109", dice=[1])
    t.s.put(t.unit("R-1I-C1"), t.hex("2007"))
    t.play("french", "march 2109 2108")
    assert "march 2108 2208" in t.options("french")


@pytest.mark.parametrize(("besiegers", "free"), [("2007", True), ("2109", True), ("1909", False)])
def test_2_2_a_river_lifts_a_siege_bridge_or_no_bridge(besiegers, free):
    pieces = {"F-III-I1": "2008", "F-NEY": "2008", "R-1I-I1": besiegers, "R-1I-I2": besiegers, "F-I-I1": "2209"}
    t = Table(pieces, trains={"2008": 1, "2209": 1}).movement()
    assert ("march 2008" in t.options("french")) is free
    assert t.rules("french", "march 2008") == ([] if free else ["8.4"])


# 2.3 from hex to hex, and off the map


@pytest.mark.parametrize("goal", ["1908", "2310", "2108"])
def test_2_3_movement_goes_to_an_adjacent_hex(goal):
    assert marching("french", "2108").reasons("french", f"march 2108 {goal}") == ["8.4 not_adjacent"]


@pytest.mark.parametrize(
    ("side", "edge", "on_the_map"),
    [
        ("french", "2811", {"2711", "2712", "2810", "2812"}),
        ("russian", "0119", {"0118", "0218", "0219"}),
        ("russian", "1101", {"1001", "1102", "1201"}),
    ],
)
def test_2_3_no_unit_leaves_the_map_by_choice(side, edge, on_the_map):
    assert {option.split()[2] for option in marching(side, edge).options(side)} == on_the_map


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize(("start", "target", "fate"), [("0218", "0119", None), ("0217", "0118", "0119")])
def test_2_3_a_unit_forced_off_the_map_is_eliminated(edition, start, target, fate):
    """Beaten by three in the corner 0119 the Russians have no hex left; in 0118 the corner is open to them."""
    defenders = ["R-1I-I1", "R-1I-I2", "R-1V-I1"]
    pieces = {"F-III-I1": start, "F-III-I2": start, "F-I-I1": start, "F-NEY": start, **dict.fromkeys(defenders, target)}
    t = Table(pieces, edition=edition, dice=[5, 5, 4, 1]).combat()
    t.play("french", f"attack {start} {target}", "all", "commit 0").play("russian", "commit 0")
    t.play("russian", *[f"hit {name}" for name in defenders], "done")
    assert [t.where(name) for name in defenders] == [fate] * 3
    assert t.told.count("cut_off") == (3 if fate is None else 0)


# the files


def refusal(raw: object, decode) -> str:
    with pytest.raises(DataError) as refused:
        decode(raw if isinstance(raw, bytes) else json.dumps(raw).encode())
    return str(refused.value)


def units_of(raw: bytes) -> data.UnitData:
    return checks.decode_units(raw, checks.decode_map(data.read("map.json")))


def piece(units: dict, name: str) -> dict:
    return next(p for p in units["combat_units"] + units["commanders"] if p["id"] == name)


def changed(file: dict, path: str, value: object) -> dict:
    """A copy of a file with one value changed; the path's words are keys, list numbers and ids of pieces."""
    twin = copy.deepcopy(file)
    *way, last = path.split("/")
    here = twin
    for word in way:
        if word.startswith("@"):
            here = piece(here, word[1:])
        else:
            here = here[int(word)] if isinstance(here, list) else here[word]
    if value is None:
        del here[last]
    else:
        here[int(last) if isinstance(here, list) else last] = value
    return twin


def test_2_1_the_real_files_are_sound():
    sheet = checks.decode_map(data.read("map.json"))
    assert len(sheet.hexes) == 28 * 19
    assert len(data.all_pieces(checks.decode_units(data.read("units.json"), sheet))) == len(
        UNITS["combat_units"] + UNITS["commanders"]
    )


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"null", b"Wilno", b"\xff\xfe", b'{"hexes": {}}'])
@pytest.mark.parametrize(
    ("decode", "name"),
    [(checks.decode_map, "map.json"), (units_of, "units.json"), (checks.decode_tables, "tables.json")],
)
def test_2_1_a_file_that_cannot_be_read_is_named(raw, decode, name):
    assert name in refusal(raw, decode)


@pytest.mark.parametrize(
    ("path", "value", "culprits"),
    [
        ("hexes/2108/terrain", "swamp", ["2108", "swamp"]),
        ("hexes/2108/terrain", 7, ["terrain"]),
        ("hexes/2108/terrain", None, ["terrain"]),
        ("hexes/2108/city", "wilno", ["2108", "wilno"]),
        ("hexes/2108/city", "atlantis", ["2108", "atlantis"]),
        ("cities/wilno/hex", "1809", ["wilno"]),
        ("cities/wilno/hex", "9999", ["wilno"]),
        ("cities/wilno/vp", "many", ["vp"]),
        ("cities/wilno", None, ["1808", "wilno"]),
        ("hexsides/0/a", "9999", ["9999"]),
        ("hexsides/0/b", "2002", [MAP["hexsides"][0]["river"], "2002", "sea"]),
        ("hexsides/0/b", "0110", [MAP["hexsides"][0]["a"], "0110", "touch"]),
        ("hexsides/0/bridge", "yes", ["bridge"]),
        ("hexsides/0/river", None, ["river"]),
        ("uss/french/hexes/0", "9999", ["9999"]),
        ("uss/austrian/hexes/0", "9999", ["9999"]),
        ("reinforcement_hexes/kiev/0", "9999", ["9999"]),
        ("reinforcement_hexes/kiev", "1317", ["reinforcement_hexes"]),
        ("meta/grid/rows", None, ["rows"]),
        ("hexes", None, ["hexes"]),
    ],
)
def test_2_1_a_map_file_that_contradicts_itself_is_refused_by_name(path, value, culprits):
    text = refusal(changed(MAP, path, value), checks.decode_map)
    assert all(culprit in text for culprit in ["map.json", *culprits])


@pytest.mark.parametrize(
    ("path", "value", "culprits"),
    [
        ("hexes/2920", MAP["hexes"]["2108"], ["2920"]),
        ("hexes/2108/territory", "atlantis", ["2108", "atlantis"]),
        ("hexes/1808/terrain", "clear", ["1808"]),
        ("hexes/1809/terrain", "city", ["1809"]),
        ("cities/wilno/fortified", True, ["wilno"]),
        ("cities/wilno/territory", "prussia", ["wilno"]),
        ("hexsides/1", {**MAP["hexsides"][0], "bridge": not MAP["hexsides"][0]["bridge"]}, [MAP["hexsides"][0]["a"]]),
        ("uss/french/hexes", None, ["french"]),
        ("uss/russian", None, ["russian"]),
        ("uss/russian/cities/0", "atlantis", ["atlantis"]),
        ("reinforcement_hexes/kiev", None, ["kiev"]),
    ],
)
def test_2_1_a_map_file_the_world_cannot_be_built_from_is_refused_by_name(path, value, culprits):
    text = refusal(changed(MAP, path, value), checks.decode_map)
    assert all(culprit in text for culprit in ["map.json", *culprits])


@pytest.mark.parametrize(
    ("path", "value", "culprits"),
    [
        ("@F-III-I1/id", "F-III-I2", ["F-III-I2", "twice"]),
        ("@F-NEY/id", "F-III-I1", ["F-III-I1", "twice"]),
        ("@F-III-I1/historical_setup/hexes", ["2002"], ["F-III-I1", "2002", "sea"]),
        ("@F-NEY/historical_setup/hexes", ["2002"], ["F-NEY", "2002", "sea"]),
        ("@F-III-I1/historical_setup/hexes", ["2106"], ["F-III-I1", "2106", "forest"]),
        ("@R-1I-I1/historical_setup/hexes", ["1402"], ["R-1I-I1", "1402", "lake"]),
        ("@R-1I-I1/historical_setup/hexes", ["2219"], ["R-1I-I1", "2219", "mountain"]),
        ("@F-III-I1/historical_setup/hexes", ["9999"], ["F-III-I1", "9999"]),
        ("@F-III-I1/side", "prussian", ["F-III-I1", "prussian"]),
        ("@F-NEY/side", "prussian", ["F-NEY", "prussian"]),
        ("@F-III-I1/class", "elite", ["F-III-I1", "elite"]),
        ("@F-III-I1/type", "navy", ["F-III-I1", "navy"]),
        ("@F-AU-I1/arrival/place", "Paris", ["F-AU-I1", "Paris"]),
        ("@F-AU-I1/arrival/turn", "soon", ["turn"]),
        ("@F-III-I1/type", None, ["type"]),
        ("@F-NEY/cr", 2, ["cr"]),
        ("commanders", None, ["commanders"]),
    ],
)
def test_2_1_a_unit_file_that_contradicts_itself_is_refused_by_name(path, value, culprits):
    text = refusal(changed(UNITS, path, value), units_of)
    assert all(culprit in text for culprit in ["units.json", *culprits])


def test_2_1_russians_may_be_set_up_in_a_forest():
    units = units_of(json.dumps(changed(UNITS, "@R-1I-I1/historical_setup/hexes", ["2106"])).encode())
    assert next(unit for unit in units.combat_units if unit.id == "R-1I-I1").historical_setup.hexes == ["2106"]


@pytest.mark.parametrize(
    ("path", "value", "culprits"),
    [
        ("@F-NEY/cr", {"1e": 2}, ["F-NEY"]),
        ("@F-AU-I1/arrival/turn", 99, ["F-AU-I1"]),
        ("@F-III-I1/historical_setup/hexes", [], ["F-III-I1"]),
        ("setup/max_depots", None, ["max_depots"]),
        ("setup/combat_commands/french", None, ["combat_commands"]),
    ],
)
def test_2_1_a_unit_file_the_world_cannot_be_built_from_is_refused_by_name(path, value, culprits):
    text = refusal(changed(UNITS, path, value), units_of)
    assert all(culprit in text for culprit in ["units.json", *culprits])


@pytest.mark.parametrize(
    ("path", "value", "culprit"),
    [
        ("supply_trains_7_3/2e/rows/0", None, "7.3"),
        ("supply_trains_7_3/2e/rows/15", None, "7.3"),
        ("supply_trains_7_3/2e/rows/3/turn", 3, "7.3"),
    ],
)
def test_2_1_a_table_file_with_a_turn_missing_is_refused_by_name(path, value, culprit):
    tables = copy.deepcopy(TABLES)
    if value is None:
        del tables["supply_trains_7_3"]["2e"]["rows"][int(path.rsplit("/", 1)[1])]
    else:
        tables = changed(TABLES, path, value)
    text = refusal(tables, checks.decode_tables)
    assert "tables.json" in text
    assert culprit in text


@pytest.mark.parametrize("path", ["supply_trains_7_3", "supply_trains_7_3/2e", "victory", "turn_track"])
def test_2_1_a_table_file_with_a_table_missing_is_refused_by_name(path):
    text = refusal(changed(TABLES, path, None), checks.decode_tables)
    assert "tables.json" in text
    assert path.split("/")[0] in text


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("hidden", [False, True])
def test_2_1_nothing_reaches_beyond_the_map(edition, hidden):
    """Supply, links, grips, rides, withdrawals, arrivals, winter quarters: every hex that is found has a name."""
    pieces = {
        "F-III-I1": "0617",
        "F-III-C1": "0617",
        "F-NEY": "0617",
        "F-I-I1": "2108",
        "F-DAVOUT": "2108",
        "R-1V-I1": "0517",
        "R-1V-C1": "0416",
        "R-BARCLAY": "0416",
        "R-1I-I1": "0308",
    }
    t = Table(
        pieces,
        edition=edition,
        depots={"french": ["2407"], "russian": ["0308"]},
        trains={"2108": 1},
        options={"optional_15_1": hidden},
    )
    s = t.s
    s.phase = 3
    s.battle = b = Attack(FRENCH, t.hex("0617"), t.hex("0517"))
    b.units, b.defenders = s.fighters(b.start, FRENCH), s.fighters(b.target, RUSSIAN)
    found = {
        f"{f.__name__} {side}": f(s, side)
        for side in (FRENCH, RUSSIAN)
        for f in (
            steps.controlled,
            supply.route_hexes,
            supply.supplied_hexes,
            supply.declared_on_routes,
            trains.linked_hexes,
            trains.declared_on_links,
            trains.stacks_for_trains,
            trains.depot_sites,
            capacity.raisable,
            orders.targets,
            orders.attackers,
            commands.commander_ways,
            commands.commander_ends,
            unexamined.near_cavalry,
            unexamined.open_cavalry,
        )
    }
    found |= {f.__name__: f(s, b) for f in (retreat.retreat_hexes, retreat.seeming_retreats)}
    found |= {
        f.__name__: f(s)
        for f in (
            supply.austrian_hexes,
            lodging.french_cities,
            lodging.winter_supply,
            lodging.russian_hexes,
            lodging.muster_hexes,
            quarters.source_hexes,
            siege.sieges,
            siege.declared,
        )
    }
    found |= {f"calls {role}": orders.callable_stacks(s, b, role) for role in (0, 1)}
    found |= {
        f"{f.__name__} {name}": f(s, t.unit(name))
        for name in ("F-I-I1", "R-1V-I1")
        for f in (setup.free_hexes, setup.historical_hexes, lodging.open_hexes)
    }
    found["arrivals"] = reinforcements.arrival_hexes(s, t.unit("R-DAN-I4"))
    found["depots"] = trains.depot_hexes(s, FRENCH, t.world.hexes)
    found["shelters"] = peril.shelters(s, t.unit("R-BARCLAY"))
    found["steps"] = steps.first_steps(s, FRENCH, t.hex("0617"), 2, 0)
    found["goals"] = commands.commander_goals(s, FRENCH, t.hex("0617"))
    assert {name for name, hexes in found.items() if hexes & ~t.world.hexes} == set()
