"""The staff's shortcuts: always legal."""

from __future__ import annotations

import random

import pytest

import grognard
import walks
from grognard import games
from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.quarters import AskQuarters
from grognard.games.russia1812.rules.supply import trace
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN, SIDES
from grognard.kernel.match import Match
from toolkit1812 import Rest

GAME = games.load("russia1812")
LUCK = "2015"


def set_up(scenario: str, edition: int = 2, more: dict[str, object] | None = None) -> Match:
    match = grognard.start("russia1812", scenario, {"edition": edition, **(more or {})}, seed="staff")
    while match.state.turn == 0:  # type: ignore[attr-defined]
        side = match.to_act[0]
        found = GAME.face(match.state, SIDES.index(side), "en").shortcuts()
        assert len(found) == 1
        for action in found[0].actions:
            match.play(side, action)
    return match


@pytest.mark.rules("14.1")
@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_the_staff_deploys_everybody_fed_and_led(scenario: str, edition: int) -> None:
    match = set_up(scenario, edition)
    s = match.state
    assert isinstance(s, Campaign)
    walks.check(match)
    for side in (FRENCH, RUSSIAN):
        units = sum(1 << u for u in bits(s.world.fighters[side]) if s.at[u] >= 0)
        fed = trace(s, side)
        assert (units & fed).bit_count() >= units.bit_count() - (0 if side == FRENCH else 2)
    if scenario == "historical":
        led = [h for h in bits(s.occ[FRENCH]) if s.leaders(h, FRENCH)]
        assert len(led) == s.occ[FRENCH].bit_count()
        assert s.depots[FRENCH].bit_count() <= 4


def winter_quarters(match: Match) -> Campaign:
    """The armies as they were set up go into winter quarters; the staff finds a place for everybody."""
    s = match.state
    assert isinstance(s, Campaign)
    s.turn = 7
    s.depots[FRENCH] |= s.world.grid.mask([LUCK])
    s.agenda.clear()
    s.push(AskQuarters(FRENCH), Rest())
    match._advance()
    match.play("french", "quarters")
    return s


def lodge(match: Match, side: str) -> int:
    """The number of pieces that are put into quarters at one click."""
    found = GAME.face(match.state, SIDES.index(side), "en").shortcuts()
    assert [plan.id for plan in found] == ["lodge"]
    for action in found[0].actions:
        assert walks.question(match) == "Lodge"
        match.play(side, action)
    assert f"({len(found[0].actions)} pieces)" in found[0].label
    return len(found[0].actions)


@pytest.mark.rules("16.13")
def test_the_staff_lodges_both_armies_at_one_click() -> None:
    match = set_up("historical", 2, {"advanced": True, "two_year": True})
    s = winter_quarters(match)
    pieces = (s.affairs.lodging & s.world.of_side[FRENCH]).bit_count()
    assert pieces > 50
    assert lodge(match, "french") == pieces
    assert walks.question(match) != "Lodge"
    assert s.fighters(s.world.grid.by_name[LUCK], FRENCH).bit_count() >= 3
    assert len({s.at[u] for u in bits(s.world.by_corps["Guard"] & s.world.combat) if s.at[u] >= 0}) == 2
    assert all(s.leaders(h, FRENCH) for h in bits(s.occ[FRENCH]))
    while walks.question(match) != "Lodge":
        match.play(match.to_act[0], match.options(match.to_act[0])[0])
    assert match.to_act == ("russian",)
    assert lodge(match, "russian") > 20
    assert s.affairs.mustering  # the army has its quarters; those who come in winter are put down apart
    lodge(match, "russian")
    assert walks.question(match) != "Lodge"
    assert s.fighters(s.world.moscow, RUSSIAN)


def test_shortcuts_are_offered_only_to_the_side_that_is_asked() -> None:
    match = grognard.start("russia1812", seed="staff")
    assert GAME.face(match.state, FRENCH, "en").shortcuts() == []
    assert GAME.face(match.state, -1, "en").shortcuts() == []
    assert GAME.face(match.state, RUSSIAN, "it").shortcuts()[0].label.startswith("Schiera")


def test_the_whole_column_is_one_shortcut() -> None:
    taken = 0
    match = grognard.start("russia1812", seed="column")
    for side, _ in walks.walk(match, walks.lively, random.Random("column")):
        if walks.question(match) == "MarchUnits":
            for plan in GAME.face(match.state, SIDES.index(side), "en").shortcuts():
                twin = match.copy()
                for action in plan.actions:
                    twin.play(side, action)
                assert walks.question(twin) == "Route"
                taken += 1
    assert taken > 20
