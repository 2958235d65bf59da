"""The captain answers every question of the miniatures sheet legally, from his view alone, and beats chance."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import grognard
import players
from grognard import bots, games
from grognard.bots.captain_tabletop import DOCTRINE, reckon
from grognard.games.tabletop.rules import fire, melee
from grognard.games.tabletop.world.state import Shot
from grognard.kernel.match import Match
from toolkit_tabletop import Table, U, rect

GAME = "tabletop"
SCENARIOS = games.load(GAME).scenarios


def decisions(match: Match, names: tuple[str, str], seed: str) -> Iterator[tuple[str, dict[str, Any], str]]:
    seats = {side: bots.make(name, GAME, side, seed) for side, name in zip(match.sides, names, strict=True)}
    return players.decisions(match, seats)


def start(scenario: str, seed: str) -> Match:
    return grognard.start(GAME, scenario, dice=grognard.FastDice(seed))


def winner(scenario: str, names: tuple[str, str], seed: str) -> str | None:
    match = start(scenario, seed)
    for _ in decisions(match, names, seed):
        pass
    assert match.outcome is not None
    return match.outcome.winner


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_captains_play_a_whole_battle_with_legal_answers(scenario: str) -> None:
    match, asked = start(scenario, "whole"), set()
    for side, view, answer in decisions(match, ("captain", "captain"), "whole"):
        assert match.why_not(side, answer) == []
        asked.add(view["decision"]["name"])
    assert asked >= {"GiveOrder", "Troops", "MoveUnit", "DeclareFire"}
    assert asked <= set(DOCTRINE)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("side", [0, 1])
def test_the_captain_beats_chance(scenario: str, side: int) -> None:
    names = ("captain", "random") if side == 0 else ("random", "captain")
    sides = games.load(GAME).sides
    assert [winner(scenario, names, f"chance {n}") for n in range(2)] == [sides[side]] * 2


def test_the_same_view_gets_the_same_answer_through_json_and_from_a_fresh_bot() -> None:
    match = start(SCENARIOS[0], "twice")
    for number, (side, view, answer) in enumerate(decisions(match, ("captain", "captain"), "t")):
        if number > 150:
            break
        told = json.loads(json.dumps(view))
        assert bots.make("captain", GAME, side, "other seed").choose(told) == answer


def test_a_question_without_doctrine_gets_the_first_option() -> None:
    view = start(SCENARIOS[0], "strange").view("french")
    view["decision"] = {"name": "Parley", "rule": "0", "prompt": [], "options": ["accept", "refuse"], "regions": []}
    assert bots.make("captain", GAME, "french", "x").choose(view) == "accept"


def answered(t: Table, name: str) -> str:
    """What the captain does with a unit that is being moved."""
    return bots.make("captain", GAME, "french", "x").choose(t.moving(name).match.view("french"))


def test_a_shaken_line_is_charged_and_a_fresh_one_is_not() -> None:
    column = U(900, 300, formation="column")
    assert not answered(Table({"A-1": column, "B-1": U(900, 400, 1800)}), "A-1").startswith("charge")
    assert answered(Table({"A-1": column, "B-1": U(900, 400, 1800, pm=4)}), "A-1") == "charge B-1"


def test_skirmishers_are_driven_off() -> None:
    t = Table({"A-1": U(900, 300, formation="column"), "B-1": U(900, 400, 1800, "rifles", "open")})
    assert answered(t, "A-1") == "charge B-1"


def test_infantry_in_the_open_squares_before_heavy_cavalry() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 500, 1800, "heavy_cav")})
    assert answered(t, "A-1") == "form square"
    t = Table({"A-1": U(900, 300), "B-1": U(900, 500, 1800, "heavy_cav"), "B-2": U(900, 380, 1800)})
    assert answered(t, "A-1") != "form square"


def test_guns_are_stormed_rather_than_faced() -> None:
    battery = U(900, 390, 1800, "foot_art_medium", "unlimbered", bases=3)
    assert answered(Table({"A-1": U(900, 300), "B-1": battery}), "A-1") == "charge B-1"


@pytest.mark.parametrize(
    ("shooter", "target"),
    [
        (U(900, 300), U(900, 335, 1800)),
        (U(900, 300), U(900, 370, 1800, formation="column")),
        (U(900, 300, 0, "rifles", "open", "veteran"), U(900, 350, 1800, "light_inf", "open")),
        (U(900, 300, 0, "foot_art_heavy", "unlimbered", bases=2), U(900, 380, 1800, "light_cav")),
        (U(900, 300, 0, "horse_art", "unlimbered", bases=2), U(900, 520, 1800)),
    ],
)
def test_the_captain_reckons_fire_as_the_rules_do(shooter: U, target: U) -> None:
    t = Table({"A-1": shooter, "B-1": target})
    mine, theirs = t.match.view("french")["units"]
    bases = fire.muzzle_count(t.s, t.u("A-1"))
    percent = fire.fire_of(t.s, Shot(t.u("A-1"), t.u("B-1"), bases)).total
    assert reckon.shot(mine, theirs, fire.muzzle_distance(t.s, t.u("A-1"), t.u("B-1"))) == percent


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (U(900, 300), U(900, 300, 1800)),
        (U(900, 300, formation="column"), U(900, 300, 1800, klass="elite")),
        (U(900, 300, 0, "cuirassiers"), U(900, 300, 1800, "lancers")),
        (U(900, 300, 0, "light_cav"), U(900, 300, 1800)),
        (U(900, 300), U(900, 300, 1800, "foot_art_light", "unlimbered", bases=2)),
        (U(900, 300), U(900, 300, 1800, "light_inf", "open")),
        (U(900, 300, bases=2), U(900, 300, 1800, "rifles", "open", bases=3)),
        (U(900, 300, 0, "light_inf", "open"), U(900, 300, 1800, "rifles", "open")),
        (U(900, 300), U(900, 300, 1800, formation="square")),
    ],
)
def test_the_captain_reckons_blows_as_the_rules_do(one: U, other: U) -> None:
    t = Table({"A-1": one, "B-1": other}).contact("A-1", "B-1")
    t.unit("A-1").ran, t.unit("A-1").impetus = 100, t.s.info(t.u("A-1")).cavalry
    mine, theirs = t.match.view("french")["units"]
    assert reckon.blow(mine, theirs, charging=True) == melee.blows(t.s, t.u("A-1"))[0][1].total
    assert reckon.blow(theirs, mine, charging=False) == melee.blows(t.s, t.u("B-1"))[0][1].total


def test_the_captain_counts_disorder_in_cover_but_not_against_horse() -> None:
    wood = rect("wood", 80, 30, 100, 40, "light")
    for kind in ("line_inf", "heavy_cav"):
        t = Table({"A-1": U(900, 300, 0, kind), "B-1": U(900, 300, 1800, "light_cav")}, terrain=[wood])
        t.contact("A-1", "B-1")
        t.unit("A-1").ran, t.unit("A-1").impetus, t.unit("B-1").disordered = 100, kind == "heavy_cav", True
        mine, theirs = t.match.view("french")["units"]
        assert reckon.blow(theirs, mine, charging=False) == melee.blows(t.s, t.u("B-1"))[0][1].total
