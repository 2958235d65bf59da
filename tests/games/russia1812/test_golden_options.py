"""The golden corpus holds a finished game for every option, every preset and both editions of this game."""

from pathlib import Path

import pytest

import grognard
from grognard import games
from grognard.kernel.record import parse

GAME = games.load("russia1812")
CORPUS = sorted((Path(__file__).parents[2] / "golden" / GAME.id).glob("*.grog"))
HEADERS = [parse(path.read_text(encoding="utf-8")) for path in CORPUS]


@pytest.mark.parametrize("choice", GAME.options, ids=lambda choice: choice.name)
def test_every_value_of_an_option_is_played(choice):
    assert {record.options.get(choice.name, choice.default) for record in HEADERS} == set(choice.values)


@pytest.mark.parametrize("edition", GAME.editions)
@pytest.mark.parametrize("preset", GAME.presets, ids=lambda preset: preset.name)
def test_every_preset_is_played_in_both_editions(preset, edition):
    wanted = GAME.set_up(None, {**preset.options, "edition": edition}).options
    assert any(record.options == wanted for record in HEADERS)


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_every_set_up_is_played_with_the_advanced_rules(scenario):
    assert any(record.scenario == scenario and record.options.get("advanced") for record in HEADERS)


def test_16_13_some_game_goes_on_in_1813():
    spring = 0
    for path, record in zip(CORPUS, HEADERS, strict=True):
        if record.options.get("two_year"):
            match = grognard.loads(path.read_text(encoding="utf-8"))
            spring += any(event.key == "spring_1813" for _, event in match.log())
    assert spring >= 2
