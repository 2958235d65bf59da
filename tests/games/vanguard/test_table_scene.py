"""The data files, what the board is drawn from, and what the log points at."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from msgspec import to_builtins

import grognard
import walks
from grognard import games
from grognard.games.vanguard.table.margins import EVENTS
from grognard.games.vanguard.world import checks, data
from grognard.games.vanguard.world.data import ScenarioData, touching
from grognard.games.vanguard.world.roster import SCENARIOS, roster
from grognard.kernel import rulebook
from grognard.kernel.frame import Event
from grognard.kernel.game import DataError
from grognard.kernel.i18n import LANGUAGES

GAME = games.load("vanguard")


def scene(scenario: str, language: str = "en") -> Any:
    """As a page is sent it."""
    return to_builtins(GAME.scene(GAME.set_up(scenario, None), language))


# the data


def test_1_2_both_maps_have_38_columns_of_20_hexes_odd_ones_lower() -> None:
    for name in SCENARIOS:
        assert len(checks.load_scenario(name).hexes) == 38 * 20
    assert touching("1905", "2006")
    assert touching("2006", "1906")
    assert not touching("2006", "1904")


def break_file(file: str, change: Callable[[Any], None]) -> bytes:
    found = msgspec.json.decode(data.read(file))
    change(found)
    return msgspec.json.encode(found)


def fault(scenario: str, change: Callable[[Any], None]) -> str:
    file = f"{scenario}.json"
    with pytest.raises(DataError) as caught:
        checks.decode_scenario(file, break_file(file, change))
    return str(caught.value)


@pytest.mark.parametrize(
    ("culprit", "change"),
    [
        ("0101", lambda d: d["hexes"].pop("0101")),
        ("0101", lambda d: d["hexes"]["0101"].update(t=["swamp"])),
        ("Via Emilia", lambda d: d["roads"][0]["path"].insert(3, "3820")),
        ("Coppa", lambda d: d["streams"][0]["sides"].append("0101|3820")),
        ("0611|0710", lambda d: d["streams"][2]["sides"].remove("0611|0710")),
        ("mariassy", lambda d: d["units"].append(d["units"][0])),
        ("bach", lambda d: d["units"][1].update(pf_reduced=9)),
        ("a_oreilly", lambda d: d["units"][9].update(range=0)),
        ("garde", lambda d: d["units"][38].update(kind="balloon")),
        ("lannes", lambda d: d["formations"][4].update(general="mainoni")),
        ("ott", lambda d: d["leaders"][0].update(initiative=None)),
        ("l28I", lambda d: d["reinforcements"][0]["ids"].remove("l28I")),
        ("frI", lambda d: d["setup"].update(frI="9999")),
        ("mainoni", lambda d: d["entries"]["B"].update(side="Austrian")),
        ("Vogelsang", lambda d: d["march_orders"][0].update(target="0000")),
    ],
)
def test_a_broken_data_file_names_the_culprit(culprit: str, change: Callable[[Any], None]) -> None:
    said = fault("montebello", change)
    assert culprit in said or (culprit in ("garde", "lannes", "mainoni") and "montebello.json" in said)


def test_broken_tables_are_refused_with_the_row() -> None:
    def no_row(tables: Any) -> None:
        del tables["crt"]["table"]["4"]["2-1"]

    def no_class(tables: Any) -> None:
        del tables["tec"]["hex"]["woods"]["move"]["light_cav"]

    for change, culprit in ((no_row, "row 4, column 2-1"), (no_class, "woods")):
        with pytest.raises(DataError, match=culprit):
            checks.decode_tables(break_file("tables.json", change))


def test_what_is_no_json_is_said_to_be_unreadable() -> None:
    with pytest.raises(DataError, match=r"montebello.json cannot be read"):
        checks.decode_scenario("montebello.json", b"{")
    assert len(data.data_hash()) == 16


# the rulebook


def test_every_ruling_stands_in_the_paragraph_it_belongs_to() -> None:
    for language in LANGUAGES:
        paragraphs = rulebook.read(GAME.package, language)
        texts = " ".join(p.text for p in paragraphs if p.number != "18.1")
        listed = next(p.text for p in paragraphs if p.number == "18.1")
        for number in range(1, 84):
            assert f"R-{number:02}" in texts
            assert f"R-{number:02}" in listed


def test_the_tables_of_the_rulebook_are_those_that_are_rolled_on() -> None:
    tables = checks.load_tables()
    for language in LANGUAGES:
        text = next(p.text for p in rulebook.read(GAME.package, language) if p.number == "12.5")
        for number in tables.crt.rows:
            cells = [tables.crt.table[str(number)][column] for column in tables.crt.columns]
            assert f"| {number} | {' | '.join(cells)} |" in text


# the scene


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_scene_is_whole(scenario: str, language: str) -> None:
    found = scene(scenario, language)
    world: ScenarioData = checks.load_scenario(scenario)
    assert (found["kind"], found["columns"], found["rows"], found["offset"]) == ("hexes", 38, 20, "odd-down")
    assert set(found["places"]) == set(world.hexes)
    assert set(found["pieces"]) == {piece.id for piece in data.all_pieces(world)}
    assert all(piece["name"] and piece["label"] and piece["short"] for piece in found["pieces"].values())
    assert sum(city["vp"] for city in found["cities"].values()) == sum(world.objectives.values())
    assert {flag["place"] for flag in found["flags"]} == {h for entry in world.entries.values() for h in entry.hexes}
    assert len(found["turns"]) == world.turns.count


def test_roads_streams_and_levels_lie_on_neighbours() -> None:
    for scenario in SCENARIOS:
        found = scene(scenario)
        for road in found["roads"]:
            assert road["kind"] in ("major", "minor", "track")
            assert all(touching(a, b) for a, b in pairwise(road["path"]))
        for river in found["rivers"]:
            assert all(touching(a, b) for a, b, _ in river["sides"])
        assert found["levels"] == max(h["level"] for h in found["places"].values())
    assert sum(bridge for river in scene("montebello")["rivers"] for _, _, bridge in river["sides"]) == 12


def test_casteggio_carries_its_name_once_and_its_stars_three_times() -> None:
    cities = scene("montebello")["cities"]
    assert [cities[h]["name"] for h in ("2011", "1911", "2012")] == ["Casteggio", "", ""]
    assert [cities[h]["vp"] for h in ("2011", "1911", "2012")] == [4, 1, 1]


def test_the_other_side_bears_the_name_of_its_battle() -> None:
    names = [GAME.army_name(GAME.set_up(s, None), "coalition", "it") for s in SCENARIOS]
    assert names == ["Austriaci", "Napoletani"]
    assert [scene(s)["sides"][1]["nation"] for s in SCENARIOS] == ["austrian", "neapolitan"]
    assert scene("campotenese", "it")["pieces"]["graI"]["name"] == "Granatieri Reali I"
    assert scene("montebello")["turns"][3]["month"] == "12:30"


def test_2_1_a_counter_shows_both_sides_and_the_range_of_guns() -> None:
    pieces = scene("montebello")["pieces"]
    stuart = pieces["stI"]
    assert [stuart[key] for key in ("letter", "pf", "pf_reduced", "eff", "pm", "range")] == ["G", 4, 2, 3, 4, 0]
    assert (pieces["mariassy"]["pf_reduced"], pieces["garde"]["range"]) == (0, 3)
    assert "range 3" in pieces["garde"]["label"]


def test_2_2_a_leader_shows_rank_initiative_and_radius() -> None:
    lannes, mainoni = (scene("montebello")["pieces"][name] for name in ("lannes", "mainoni"))
    assert (lannes["rank"], lannes["initiative"], lannes["radius"]) == ("cinc", 4, 5)
    assert (mainoni["rank"], mainoni["initiative"], mainoni["radius"]) == ("officer", -1, 2)


def test_17_2_2_leaders_ride_less_far_in_the_snow() -> None:
    for scenario, points in (("montebello", 6), ("campotenese", 3)):
        leaders = [piece for piece in scene(scenario)["pieces"].values() if piece["kind"] == "leader"]
        assert {piece["pm"] for piece in leaders} == {points}


def test_17_1_7_light_infantry_bears_its_mark() -> None:
    light = {name for name, piece in scene("montebello")["pieces"].items() if piece.get("light")}
    assert {"le6I", "le24III", "otocac", "mariassy"} <= light
    assert not light & {"l28I", "stI", "h12", "garde"}


def test_17_2_11_all_infantry_with_three_points_is_light() -> None:
    pieces = scene("campotenese")["pieces"].values()
    foot = [piece for piece in pieces if piece["kind"] in ("line", "light", "grenadier")]
    assert all(piece["light"] == (piece["pm"] == 3) for piece in foot)


# the log


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_line_of_the_log_points_somewhere(scenario: str) -> None:
    match = grognard.start("vanguard", scenario, {"optional_16_3": True}, seed="log")
    rules = {p.number for p in rulebook.read(GAME.package)}
    for _ in zip(walks.walk(match, walks.lively, random.Random("log")), range(900), strict=False):
        pass
    seen = {event.key for _, event in match.log(None)}
    assert seen <= set(EVENTS)
    assert len(seen) > 15
    for _, event in match.log(None):
        found = GAME.focus(event)
        assert all(name in scene(scenario)["places"] for name in found.places)
        assert rulebook.home(found.rule, rules) in rules
        assert all(1 <= die <= 6 for die in found.dice)


def test_the_steps_of_one_move_are_one_line() -> None:
    bach, stuart = (1 << roster().by_id[name] for name in ("bach", "stI"))
    threads = [GAME.focus(Event("moved", (units, 65536 + h))).thread for units in (bach, stuart) for h in (5, 6)]
    assert threads[0] == threads[1] != threads[2] == threads[3]
    assert GAME.focus(Event("routed", (roster().by_id["stI"], 65536 + 5))).thread is None


def test_3_1_the_log_is_headed_by_the_steps_of_the_turn() -> None:
    match = grognard.start("vanguard", "montebello", seed="heads")
    match.play("french", "all")
    match.play("french", "adopt advance")
    heads = [event.args for _, event in match.log(None) if event.key == "phase"]
    assert heads[-1] == (1, match.state.phase)  # type: ignore[attr-defined]
    assert len(set(heads)) == len(heads) > 2


def test_an_event_of_a_unit_belongs_to_its_side() -> None:
    r = roster()
    found = GAME.focus(Event("routed", (r.by_id["stI"], 65536 + 5)))
    assert (found.side, found.rule) == ("coalition", "15.2")
