"""The inspection of scenarios: those that ship keep every rule; a fault names its rule and its culprit."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from grognard.games.merde.game import GAME
from grognard.games.merde.table.workshop.faults import Fault, lines
from grognard.games.merde.table.workshop.inspection import inspect, price
from grognard.games.merde.world import data
from grognard.kernel.game import DataError

Json = dict[str, Any]
MILL = json.loads(data.read("scenarios/teaching_mill_road.json"))


def spoilt(change: Callable[[Json], object]) -> list[Fault]:
    battle = copy.deepcopy(MILL)
    change(battle)
    return inspect(data.decode_scenario("test", json.dumps(battle).encode()))


def regiment(battle: Json, n: int = 0, side: str = "A") -> Json:
    found: Json = battle["sides"][side]["regiments"][n]
    return found


def group(battle: Json, n: int = 0, side: str = "A") -> Json:
    found: Json = battle["sides"][side]["groups"][n]
    return found


def contingency(battle: Json) -> Json:
    found: Json = battle["solitaire"]["contingencies"][0]
    return found


def sharpshooters(battle: Json, companies: int) -> None:
    units = [{"id": f"A-L1/{n}", "counter": "FR_sharpshooters"} for n in range(1, companies + 1)]
    regiment(battle).update(units=units, formation="march_column")


def bridged(battle: Json, squares: list[list[int]]) -> None:
    battle["terrain"] += [{"type": "river", "squares": squares}, {"type": "bridge", "squares": squares}]
    regiment(battle, 3)["squares"] = squares


@pytest.mark.parametrize("name", data.SCENARIOS)
def test_shipped_scenarios_keep_every_rule(name: str) -> None:
    assert inspect(data.scenario(name)) == []


@pytest.mark.parametrize("name", data.SCENARIOS)
def test_44_1_prices_are_those_of_the_scenario_files(name: str) -> None:
    written = json.loads(data.read(f"scenarios/{name}.json"))
    assert [price(data.scenario(name), side) for side in data.SIDES] == [
        written["sides"][side]["points_used"] for side in data.SIDES
    ]


def test_5_1_lines_of_one_two_and_three_sections() -> None:
    assert lines("A", 12) == ((0, 5), (0, 5))
    assert lines("B", 12) == ((6, 11), (6, 11))
    assert lines("A", 24) == ((0, 5), (6, 11))
    assert lines("B", 24) == ((18, 23), (12, 17))
    assert lines("A", 36) == ((0, 5), (12, 17))
    assert lines("B", 36) == ((30, 35), (18, 23))


FAULTS: dict[str, tuple[Callable[[Json], object], str, str]] = {
    "too many sections": (lambda b: b["board"].update(sections_wide=4), "5.1", "board_sections"),
    "wrong size": (lambda b: b["board"].update(width=20), "2.1", "board_size"),
    "no turns": (lambda b: b.update(turn_limit=0), "1.4", "turn_limit"),
    "snow": (lambda b: b["weather"].update(value="snow"), "17.1", "weather"),
    "wrong lines": (lambda b: b["sides"]["A"].update(rear_rows=[0, 4]), "5.1", "lines"),
    "lava": (lambda b: b["terrain"].append({"type": "lava", "squares": [[0, 0]]}), "5.5", "terrain_type"),
    "one house": (lambda b: b["terrain"].append({"type": "settlement", "squares": [[0, 9]]}), "5.5", "village"),
    "dry bridge": (lambda b: b["terrain"].append({"type": "bridge", "squares": [[0, 9]]}), "5.5", "dry_bridge"),
    "terrain off the field": (
        lambda b: b["terrain"].append({"type": "wood", "squares": [[99, 9]]}),
        "5.5",
        "off_board",
    ),
    "nobody's work": (
        lambda b: b["terrain"].append({"type": "fortification", "squares": [[0, 1]]}),
        "38.1",
        "work_owner",
    ),
    "unknown counter": (lambda b: regiment(b)["units"][0].update(counter="FR_elephant"), "44.2", "unknown_counter"),
    "three battalions": (
        lambda b: regiment(b)["units"].append({"id": "A-L1/2b", "counter": "FR_light"}),
        "8.2",
        "regiment_size",
    ),
    "mixed arms": (lambda b: regiment(b)["units"][1].update(counter="FR_light_cav"), "11.1", "mixed_arms"),
    "two CiCs": (lambda b: b["sides"]["A"]["commanders"][1].update(corps=None, role="minor_cic"), "44.2", "one_cic"),
    "silver generals": (lambda b: b["sides"]["A"]["commanders"][1].update(level="silver"), "43.1", "minor_general"),
    "no general": (lambda b: regiment(b).update(corps="IX"), "44.2", "no_general"),
    "flag away": (lambda b: b["sides"]["A"]["flags"].pop(), "3.2", "flag_missing"),
    "flag in front": (lambda b: b["sides"]["A"]["flags"][0].update(square=[3, 9]), "5.4", "flag_place"),
    "flag misnumbered": (lambda b: b["sides"]["B"]["flags"][0].update(sector=3), "5.3", "flag_sector"),
    "line in a row": (lambda b: regiment(b, 3).update(squares=[[13, 5], [13, 4]]), "13.4", "abreast"),
    "line in one square": (lambda b: regiment(b, 3).update(squares=[[13, 5]]), "13.1", "squares_of"),
    "cavalry square": (lambda b: regiment(b, 4).update(formation="square"), "13.5", "defensive"),
    "French mass": (lambda b: regiment(b, 1).update(formation="mass_column"), "13.6", "defensive"),
    "Austrian attack column": (
        lambda b: regiment(b, 0, "B").update(formation="attack_column"),
        "13.3",
        "attack_column",
    ),
    "open line infantry": (
        lambda b: regiment(b, 1).update(formation="open", squares=[[8, 5], [7, 5]]),
        "13.7",
        "open_order",
    ),
    "far away": (lambda b: regiment(b, 0).update(squares=[[0, 0]]), "10.1", "out_of_command"),
    "crowd": (lambda b: regiment(b, 0).update(squares=[[8, 5]]), "13.1", "crowded"),
    "no order": (lambda b: group(b).update(order="charge!"), "18.1", "order"),
    "number missing": (lambda b: group(b).update(activation=None), "18.1", "number_needed"),
    "number twice": (lambda b: group(b, 1).update(activation=1), "18.1", "number_twice"),
    "number 13": (lambda b: group(b).update(activation=13), "18.1", "number_range"),
    "support of nobody": (lambda b: group(b, 2).update(supports="A9"), "18.7", "supports"),
    "left out": (lambda b: b["sides"]["A"]["groups"].pop(), "6.1", "no_group"),
    "in two groups": (lambda b: group(b, 1)["members"].append("A-R1"), "6.1", "two_groups"),
    "arms in a group": (lambda b: group(b, 1)["members"].append("A-C1"), "18.8", "group_arms"),
    "other column": (lambda b: group(b).update(target_column=0), "18.2", "outside_column"),
    "over the limit": (lambda b: b["sides"]["A"].update(points_limit=100), "44.2", "too_dear"),
    "senseless contingency": (
        lambda b: b["solitaire"]["contingencies"][0]["change"].update(group="B99"),
        "45.2",
        "contingency",
    ),
    "a whole nation in arms": (
        lambda b: b["sides"]["A"]["regiments"].extend([regiment(b)] * 90),
        "44.2",
        "too_many_troops",
    ),
    "too many chiefs": (
        lambda b: b["sides"]["A"]["commanders"].extend(b["sides"]["A"]["commanders"] * 10),
        "44.2",
        "too_many_staff",
    ),
    "too many groups": (lambda b: b["sides"]["A"]["groups"].extend([group(b)] * 60), "44.2", "too_many_groups"),
    "id twice": (lambda b: regiment(b, 1).update(id="A-L1"), "44.2", "id_twice"),
    "no such trigger": (lambda b: contingency(b).update(trigger="rain"), "45.2", "contingency_trigger"),
    "a late turn": (lambda b: contingency(b).update(trigger="turn", value=99), "45.2", "contingency_turn"),
    "no column": (lambda b: contingency(b).update(column=[]), "45.2", "contingency_columns"),
    "a column too far": (lambda b: contingency(b).update(column=[3]), "45.2", "contingency_columns"),
    "a march without a number": (
        lambda b: contingency(b)["change"].update(activation=None),
        "45.2",
        "contingency_number",
    ),
    "a march off the field": (lambda b: contingency(b)["change"].update(target_column=7), "18.2", "column"),
    "a contingency backs itself": (
        lambda b: contingency(b)["change"].update(order="support", supports="B2"),
        "18.7",
        "supports",
    ),
    "a battery that marches": (
        lambda b: contingency(b)["change"].update(group="B5", activation=2),
        "18.1",
        "battery_moves",
    ),
    "a dry ford": (lambda b: b["terrain"].append({"type": "hill", "squares": [[0, 9]], "ford": True}), "41.2", "ford"),
    "two companies": (lambda b: sharpshooters(b, 2), "8.5", "company_alone"),
    "marching companies": (lambda b: sharpshooters(b, 1), "8.5", "company_order"),
    "unequal armies": (
        lambda b: (b.update(historical=False), b["sides"]["B"].update(points_limit=220)),
        "3.1",
        "unequal_limits",
    ),
    "flag in the water": (
        lambda b: b["terrain"].append({"type": "river", "squares": [b["sides"]["A"]["flags"][0]["square"]]}),
        "5.4",
        "flag_in_river",
    ),
    "line on a bridge": (lambda b: bridged(b, [[13, 5], [14, 5]]), "14.4", "on_bridge"),
    "guns in a wood": (
        lambda b: (
            b["terrain"].append({"type": "wood", "squares": [[10, 5]]}),
            b["sides"]["A"]["batteries"][0].update(limbered=False),
        ),
        "14.4",
        "guns_in_cover",
    ),
    "full fortress": (
        lambda b: b["terrain"].append({"type": "fortress", "squares": [[8, 5], [10, 5]]}),
        "39.1",
        "full",
    ),
    "never released": (lambda b: group(b).update(release_turn=40), "21.1", "release"),
    "battery with a number": (
        lambda b: group(b, 4).update(order="move_column", activation=9, supports=None),
        "18.1",
        "battery_moves",
    ),
    "position battery in support": (
        lambda b: b["sides"]["A"]["batteries"][0].update(counter="FR_position_art"),
        "18.5",
        "position_order",
    ),
    "support of a support": (lambda b: group(b, 2).update(supports="A4"), "18.7", "backs_support"),
    "sisters apart": (lambda b: regiment(b).update(formation="open", squares=[[2, 5], [7, 5]]), "13.7", "open_apart"),
    "bad name": (lambda b: regiment(b).update(name=""), "44.2", "bad_name"),
    # [48] what every scenario file keeps
    "regiment off the field": (lambda b: regiment(b).update(squares=[[18, 5]]), "6.2", "off_board"),
    "general off the field": (lambda b: b["sides"]["A"]["commanders"][0].update(square=[9, 24]), "6.2", "off_board"),
    "regiment in a river": (
        lambda b: b["terrain"].append({"type": "river", "squares": [regiment(b)["squares"][0]]}),
        "14.4",
        "in_river",
    ),
    "guns in a river": (
        lambda b: b["terrain"].append({"type": "river", "squares": b["sides"]["A"]["batteries"][0]["squares"]}),
        "14.4",
        "in_river",
    ),
    "general in a river": (
        lambda b: b["terrain"].append({"type": "river", "squares": [b["sides"]["A"]["commanders"][0]["square"]]}),
        "14.4",
        "in_river",
    ),
    "river under a hill": (
        lambda b: (
            b["terrain"] and b["terrain"].extend([{"type": kind, "squares": [[0, 9]]} for kind in ("river", "hill")])
        ),
        "5.5",
        "river_under",
    ),
    "line in a wood": (
        lambda b: b["terrain"].append({"type": "wood", "squares": [regiment(b, 3)["squares"][1]]}),
        "14.4",
        "line_in_cover",
    ),
    "line in a village": (
        lambda b: b["terrain"].append({"type": "settlement", "squares": regiment(b, 3)["squares"]}),
        "14.4",
        "line_in_cover",
    ),
    "Russian columns before 1807": (
        lambda b: (
            b.update(year=1806),
            regiment(b, 1).update(units=[{"id": f"A-R1/{n}", "counter": "RU_line"} for n in (1, 2)]),
        ),
        "13.3",
        "attack_column",
    ),
    "four regiments": (lambda b: group(b)["members"].extend(["A-R3", "A-L1"]), "18.8", "group_size"),
    "scattered": (lambda b: regiment(b, 2).update(squares=[[11, 5]]), "18.8", "scattered"),
    "garrison elsewhere": (lambda b: group(b, 1, "B").update(target_column=0), "18.2", "outside_column"),
    "line across two columns": (lambda b: regiment(b, 3).update(squares=[[11, 5], [12, 5]]), "18.2", "outside_column"),
    "two flags in a sector": (
        lambda b: b["sides"]["A"]["flags"].append({"sector": 1, "square": [0, 0]}),
        "5.4",
        "flag_twice",
    ),
    "wrong sum": (lambda b: b["sides"]["A"].update(points_used=1), "44.1", "points_used"),
    "a piece of nothing": (lambda b: b["terrain"].append({"type": "wood", "squares": []}), "5.5", "no_squares"),
    "an endless name": (lambda b: b.update(title="x" * 61), "3.1", "long_name"),
    "nobody in a regiment": (
        lambda b: regiment(b, 1).update(units=[], formation="attack_column"),
        "8.2",
        "regiment_size",
    ),
    "another nation": (lambda b: b["sides"]["A"].update(nation="XX"), "44.2", "unknown_nation"),
    "a turn to the sky": (lambda b: regiment(b).update(facing="UP"), "12.3", "facing"),
    "unknown formation": (lambda b: regiment(b).update(formation="crowd"), "13.1", "formation"),
    "gold corps general": (lambda b: b["sides"]["A"]["commanders"][1].update(level="gold"), "9.1", "commander_level"),
    "work in the front line": (
        lambda b: (
            b.update(historical=False),
            b["terrain"].append({"type": "fortification", "side": "A", "squares": [[0, 9]]}),
        ),
        "38.1",
        "work_place",
    ),
    "somebody else's army": (lambda b: b["solitaire"].update(enemy="C"), "45.1", "solitaire_side"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_broken_rule_is_named(name: str) -> None:
    change, rule, key = FAULTS[name]
    found = spoilt(change)
    assert (rule, key) in [(fault.rule, fault.key) for fault in found]


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_is_a_sentence_in_both_languages(name: str, language: str) -> None:
    for fault in spoilt(FAULTS[name][0]):
        text = GAME.words.say(f"fault.{fault.key}", fault.args, language)
        assert text != f"fault.{fault.key}"
        assert "{" not in text


def test_2_1_a_fault_names_squares_as_the_board_does() -> None:
    (fault,) = [f for f in spoilt(FAULTS["regiment off the field"][0]) if f.key == "off_board"]
    assert "1805" in GAME.words.say("fault.off_board", fault.args, "en")
    assert "1805" in GAME.words.say("fault.off_board", fault.args, "it")


def test_6_2_only_history_starts_outside_the_rear_line() -> None:
    def forward(battle: Json, historical: bool) -> None:
        battle["historical"] = historical
        regiment(battle, 4)["squares"] = [[16, 8]]

    assert [f.key for f in spoilt(lambda b: forward(b, False))] == ["not_in_rear"]
    assert spoilt(lambda b: forward(b, True)) == []


def test_44_2_only_history_mixes_nations() -> None:
    def prussians(battle: Json, historical: bool) -> None:
        battle["historical"] = historical
        for unit in regiment(battle, 1)["units"]:
            unit["counter"] = "PR_line"
        regiment(battle, 1)["formation"] = "march_column"

    assert {f.key for f in spoilt(lambda b: prussians(b, False))} == {"foreign"}
    assert spoilt(lambda b: prussians(b, True)) == []


def test_a_file_that_cannot_be_read_names_its_entry() -> None:
    battle = copy.deepcopy(MILL)
    battle["sides"]["A"]["regiments"][2]["squares"] = "here"
    with pytest.raises(DataError, match="A-R2"):
        data.decode_scenario("mill", json.dumps(battle).encode())
    with pytest.raises(DataError, match="sides A and B"):
        data.decode_scenario("mill", json.dumps(battle | {"sides": {}}).encode())


def test_units_that_contradict_themselves_are_refused() -> None:
    units = msgspec.json.decode(data.read("units.json"))
    units["counters"][3]["level"] = 9
    with pytest.raises(DataError, match="GB_line has level 9"):
        data.decode_units(json.dumps(units).encode())
