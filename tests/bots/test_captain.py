"""The captain answers every question of the miniatures sheet legally, from his view alone, and beats chance."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import grognard
import players
from grognard import bots, games
from grognard.bots.captain_tabletop import DOCTRINE
from grognard.kernel.match import Match

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
