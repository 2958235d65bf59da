"""After the battle, and before it: the chronicle of a played game, the guided first turn."""

from __future__ import annotations

import random
from functools import cache

import pytest

import grognard
import walks
from grognard import games
from grognard.games.vanguard.table.chronicle import Moment, lasting
from grognard.games.vanguard.world.roster import SCENARIOS, SIDES
from grognard.kernel.frame import Event
from grognard.kernel.i18n import LANGUAGES
from grognard.kernel.match import Match
from grognard.kernel.record import standing

GAME = games.load("vanguard")


@cache
def played(scenario: str) -> Match:
    match = grognard.start("vanguard", scenario, seed="report")
    for _ in walks.walk(match, walks.lively, random.Random(f"report{scenario}")):
        pass
    assert match.outcome is not None
    return match


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chronicle_tells_a_whole_battle(scenario: str, language: str) -> None:
    match = played(scenario)
    found = GAME.chronicle(match, language)
    assert match.outcome is not None
    assert str(match.outcome.score["french"]) in found.headline
    assert found.decisions == len(standing(match.record.lines))
    assert found.dice == sum(len(line.dice) for line in match.record.lines)
    assert found.series["turns"][0] == 1
    assert len(found.series["turns"]) == len(found.charts[0].ticks)
    assert found.series["french"]["points"][-1] == match.outcome.score["french"]
    assert found.score.rows[-1][1] == match.outcome.score["french"]
    assert found.score.rule in ("17.1.8", "17.2.12")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_turning_points_can_be_gone_to(scenario: str) -> None:
    match = played(scenario)
    points = GAME.chronicle(match, "it").turning_points
    assert 0 < len(points) <= 8
    assert [point.n for point in points] == sorted(point.n for point in points)
    assert all(0 <= point.n <= len(standing(match.record.lines)) for point in points)
    assert all(point.text and point.title.startswith("Turno") for point in points)


def test_points_that_go_to_and_fro_within_a_turn_are_no_turning_point() -> None:
    def swing(number: int, turn: int, change: int) -> Moment:
        return Moment(number, turn, Event("swing", (change, 0, 0)), abs(change))

    rout = Moment(3, 2, Event("routed", ()), 1)
    told = lasting([swing(1, 2, 5), swing(2, 2, -5), rout, swing(4, 3, -4), swing(5, 3, 1), swing(6, 3, -2)])
    assert [(moment.number, moment.weight) for moment in told] == [(3, 1), (4, 4)]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_luck_of_both_sides_is_weighed(scenario: str) -> None:
    found = GAME.chronicle(played(scenario), "en")
    assert {row.side for row in found.luck} == set(SIDES)
    assert all(row.rule for row in found.luck)
    assert all(0 <= row.expected <= 6 * row.tries for row in found.luck)
    assert len(found.luck_verdict) == 2
