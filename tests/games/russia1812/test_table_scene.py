"""What the board is drawn from, and what the log points at."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from msgspec import to_builtins

import grognard
import walks
from grognard import games
from grognard.board.hexes import bits
from grognard.games.russia1812.game import Russia1812
from grognard.games.russia1812.table.margins import EVENTS
from grognard.games.russia1812.world.data import touching
from grognard.kernel import rulebook
from grognard.kernel.face import plain_option
from grognard.kernel.game import Game
from grognard.kernel.i18n import LANGUAGES
from grognard.kernel.wire import Overlays, Scene

GAME = games.load("russia1812")
assert isinstance(GAME, Russia1812)
WORLD = GAME.world


def scene(language: str, edition: int = 2) -> Any:
    """As a page is sent it."""
    return to_builtins(GAME.scene(GAME.set_up("historical", {"edition": edition}), language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_scene_is_whole(language: str) -> None:
    found = scene(language)
    assert (found["kind"], found["columns"], found["rows"], found["east_left"]) == ("hexes", 28, 19, False)
    assert len(found["places"]) == 28 * 19
    assert len(found["cities"]) == len(WORLD.cities)
    assert set(found["pieces"]) == {WORLD.ids[u] for u in bits(WORLD.basic)}
    assert all(piece["name"] and piece["label"] and piece["short"] for piece in found["pieces"].values())
    assert len(found["regions"]) >= 8
    assert {region["place"] for region in found["regions"]} <= set(found["places"])
    assert sum(city["vp"] for city in found["cities"].values()) == sum(vp for _, vp in WORLD.vp_cities)


def test_the_scene_speaks_both_languages() -> None:
    english, italian = scene("en"), scene("it")
    assert (english["cities"]["0308"]["name"], italian["cities"]["0308"]["name"]) == ("Moscow", "Mosca")
    assert italian["pieces"]["F-NAPOLEON"]["name"] == "Napoleone"
    assert english["pieces"]["F-I-I1"] | {"label": ""} == {
        "name": "1st Div (Morand)",
        "short": "Morand",
        "side": "french",
        "kind": "infantry",
        "nation": "french",
        "label": "",
        "class": "veteran",
        "corps": "I",
        "of": 1,
        "cf": 1,
    }
    assert english["pieces"]["F-V-I2"]["code"] == "PL"
    assert {r["place"] for r in english["regions"]} == {r["place"] for r in italian["regions"]}


def test_commanders_carry_the_rating_of_the_edition() -> None:
    assert [scene("en", edition)["pieces"]["R-WITTGENSTEIN"]["cr"] for edition in (1, 2)] == [2, 1]


@pytest.mark.rules("2.2")
def test_rivers_run_in_one_line_and_bridges_are_those_of_the_rules() -> None:
    sides = 0
    for river in scene("en")["rivers"]:
        for a, b, bridge in river["sides"]:
            ha, hb = WORLD.grid.by_name[a], WORLD.grid.by_name[b]
            assert touching(a, b)
            assert not WORLD.near_level[ha] >> hb & 1
            assert bool(WORLD.near_dry[ha] >> hb & 1) == bridge
            sides += 1
        for one, other in pairwise(river["sides"]):
            assert set(one[:2]) & set(other[:2]), f"the {river['name']} breaks off at {one}"
    assert sides > 250


def test_coast_and_frontier_lie_between_neighbours() -> None:
    found = scene("en")
    for sea, land in found["coast"]:
        assert touching(sea, land)
        assert found["places"][sea]["terrain"] == "sea" != found["places"][land]["terrain"]
    for west, russia in found["frontier"]:
        assert touching(west, russia)
        assert found["places"][russia]["territory"] == "russia" != found["places"][west]["territory"]


def test_roads_go_from_hex_to_hex() -> None:
    for road in scene("en")["roads"]:
        assert all(touching(a, b) for a, b in pairwise(road)), road


# names


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_a_lobby_needs_has_a_name(language: str) -> None:
    assert len(GAME.blurb(language)) > 80
    assert GAME.name(language)
    assert len(GAME.short_name(language)) < 30
    texts = [GAME.side_name(side, language) for side in GAME.sides]
    texts += [GAME.scenario_name(scenario, language) for scenario in GAME.scenarios]
    texts += [GAME.option_name(choice.name, language) for choice in GAME.options]
    texts += [GAME.value_name(choice.name, value, language) for choice in GAME.options for value in choice.values]
    assert len(set(texts)) == len(texts)
    assert not set(texts) & {"french", "russian", "historical", "edition", "forage_russian", "1", "2", "true", "false"}


def test_both_languages_have_the_same_messages_with_the_same_arguments() -> None:
    english, italian = (GAME.words.messages[language] for language in LANGUAGES)
    assert set(english) == set(italian)
    for key, text in english.items():
        slots = [{part.split("}")[0].split(":")[0] for part in t.split("{")[1:]} for t in (text, italian[key])]
        assert slots[0] == slots[1], key


def test_a_game_without_a_face_can_still_be_shown() -> None:
    plain, match = Game(), grognard.start("russia1812", seed="plain")
    action = match.options("russian")[0]
    assert plain.face(match.state, 1, "en").describe(action) == plain_option(action)
    assert plain.scene(match.setup, "en") == Scene(kind="none")
    assert plain.face(match.state, 0, "en").overlays() == Overlays()
    assert plain.lessons == {}
    assert plain.chronicle(match).turning_points == []


# the log


def test_every_line_of_the_log_points_at_what_it_is_about() -> None:
    known = {paragraph.number for paragraph in rulebook.read(GAME.package)}
    seen = set()
    for seed in "ab":
        match = grognard.start("russia1812", seed=f"log/{seed}")
        for _ in walks.walk(match, walks.lively, random.Random(seed)):
            pass
        for side in (None, *match.sides):
            for _, event in match.log(side):
                found = GAME.focus(event)
                assert event.key in EVENTS
                assert len(EVENTS[event.key][0]) == len(event.args)
                assert found.rule in known
                assert set(found.places) <= set(WORLD.grid.by_name)
                assert not found.places or found.places[-1] in match.say(event) or event.key == "order_fail"
                assert all(1 <= die <= 6 for die in found.dice)
                seen.add(event.key)
    assert len(seen) > 35
    told = {key.removeprefix("event.") for key in GAME.words.messages["en"] if key.startswith("event.")}
    assert set(EVENTS) == told - {"logged", "new_rules", "resigned", "settled"}, "the kernel's own lines point nowhere"


def test_the_dice_of_the_log_are_the_dice_of_the_record() -> None:
    match = grognard.start("russia1812", seed="log/dice")
    for _ in walks.walk(match, walks.lively, random.Random("dice")):
        pass
    told = [die for _, event in match.log() for die in GAME.focus(event).dice]
    assert told == [die for line in match.record.lines for die in line.dice]
