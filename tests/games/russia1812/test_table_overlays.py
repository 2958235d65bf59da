"""Overlays and tables agree with the rules, fit into a message, and tell nobody what he may not know."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

import grognard
import walks
import walks_russia1812
from grognard.board.hexes import bits
from grognard.games.russia1812.rules.movement.steps import controlled
from grognard.games.russia1812.rules.supply import route_hexes, supplied_hexes, supply_range, trace
from grognard.games.russia1812.rules.victory import score
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN, SIDES
from grognard.kernel.i18n import LANGUAGES
from grognard.kernel.match import Match
from toolkit1812 import Table

LARGEST = 60_000  # bytes of a view with its overlays


def walked(seed: str, chance: float, edition: int = 2) -> Any:
    """Positions of a lively game, some of them: (match, side asked, its number)."""
    match = grognard.start("russia1812", options={"edition": edition}, seed=f"overlays/{seed}")
    rng = random.Random(seed)
    for side, _ in walks.walk(match, walks.lively, rng):
        if rng.random() < chance:
            yield match, side, SIDES.index(side)


@pytest.mark.rules("6.1", "6.2")
@pytest.mark.parametrize("edition", [1, 2])
def test_the_supply_overlay_agrees_with_the_rules(edition: int) -> None:
    looked = cut = roads = 0
    for match, _, who in walked(f"supply{edition}", 0.1, edition):
        s, grid = match.state, match.state.world.grid
        for side in (FRENCH, RUSSIAN):
            found = match.game.face(s, who, "en").overlays().supply[SIDES[side]]
            fed = trace(s, side)
            stacks = {grid.names[h]: s.fighters(h, side) for h in bits(s.occ[side])}
            assert set(found.cut) == {h for h, units in stacks.items() if units & ~fed}
            assert set(found.routes) == {h for h, units in stacks.items() if units & fed}
            assert grid.mask(found.places) == supplied_hexes(s, side) & s.world.passable[side]
            for start, road in found.routes.items():
                check_road(s, side, grid.by_name[start], [grid.by_name[h] for h in road])
                roads += bool(road)
            cut += len(found.cut)
            looked += 1
    assert min(looked, cut, roads) > 20


def check_road(s: Campaign, side: int, start: int, road: list[int]) -> None:
    """Step by step over open hexes, no river without a bridge, a Depot (or the Austrian edge) at its end."""
    if not road:
        ends = s.depots[side] | s.world.austrian_edge
        assert ends >> start & 1
        return
    assert len(road) <= supply_range(s)
    way = route_hexes(s, side)
    here = start
    for h in road:
        assert s.world.near_dry[here] >> h & 1
        assert way >> h & 1
        here = h
    assert (s.depots[side] | (s.world.austrian_edge if side == FRENCH else 0)) >> here & 1


@pytest.mark.rules("1.1")
def test_austrians_draw_on_their_own_edge() -> None:
    t = Table({"F-AU-I1": "2117", "F-III-I1": "2217"})
    found = t.match.game.face(t.s, FRENCH, "en").overlays().supply["french"]
    assert found.cut == ["2217"]
    assert found.routes["2117"][-1] in ("2119", "2419")


@pytest.mark.rules("8.4")
def test_the_control_overlay_agrees_with_the_rules() -> None:
    looked = 0
    for match, _, who in walked("control", 0.1):
        s, grid = match.state, match.state.world.grid
        found = match.game.face(s, who, "en").overlays().control
        for side in (FRENCH, RUSSIAN):
            against = controlled(s, 1 - side) & s.world.passable[1 - side]
            assert grid.mask(found[SIDES[side]]) == against
            looked += bool(against)
    assert looked > 20


@pytest.mark.parametrize("seed", ["a", "b"])
def test_a_view_with_its_overlays_is_small(seed: str) -> None:
    largest = 0
    for match, side, who in walked(seed, 0.5):
        view = match.view(side)
        text = json.dumps(view) + json.dumps(msgspec.to_builtins(match.game.face(match.state, who, "it").overlays()))
        largest = max(largest, len(text.encode()))
    assert 20_000 < largest < LARGEST


def test_even_fourteen_marching_stacks_are_small() -> None:
    """All French infantry spread over the plains, each stack with a Train and a commander's leave to go anywhere."""
    match = grognard.start("russia1812", "free", seed="wide")
    s = match.state
    assert isinstance(s, Campaign)
    while s.turn == 0:
        side = match.to_act[0]
        for action in match.game.face(match.state, SIDES.index(side), "en").shortcuts()[0].actions:
            match.play(side, action)
        s = match.state
    chiefs = bits(s.world.leaders[FRENCH] & s.world.basic)
    units = [u for u in bits(s.world.fighters[FRENCH]) if s.at[u] >= 0]
    t = Table({}, turn=3)
    plains = [h for h in bits(t.world.passable[FRENCH]) if (t.world.near[h] & t.world.passable[FRENCH]).bit_count() > 4]
    for i, chief in enumerate(chiefs[:14]):
        h = plains[i * len(plains) // 14]
        t.s.put(chief, h)
        t.s.put(units[i], h)
        t.s.genuine[FRENCH][h] = 1
    t.s.supplied = t.world.combat
    t.movement("french")
    found = t.match.game.face(t.s, FRENCH, "en").overlays()
    assert len(found.range) == 14
    assert len(json.dumps(t.match.view("french"))) + len(json.dumps(msgspec.to_builtins(found))) < LARGEST


# tables


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_are_whole_and_in_words(language: str) -> None:
    for match, _, who in walked(f"tables-{language}", 0.03):
        bar = match.game.face(match.state, who, language).sidebar()
        armies = ["army_french", "army_russian"]
        assert [t.id for t in bar.tables] == ["trains", "own_trains", "arrivals", "points", "strength", *armies]
        assert [row.turn for row in bar.track] == list(range(1, 17))
        for table in bar.tables:
            assert table.title
            assert table.note
            assert len(table.about) == len(table.rows)
            for row in table.rows:
                assert len(row) == len(table.head)
                assert all("{" not in str(cell) and not str(cell).startswith("table.") for cell in row)
        points = bar.tables[3].rows
        assert tuple(points[-1][1:]) == score(match.state)
        for side in (1, 2):
            assert sum(int(row[side] or 0) for row in points[:-1]) == points[-1][side]


def test_the_bar_over_the_board_tells_the_turn() -> None:
    t = Table({"F-III-I1": "2108"}, turn=4)
    t.s.phase = 3
    clock = t.match.game.face(t.s, -1, "it").clock()
    assert (clock.turn, clock.month, clock.phase_name) == (4, "luglio 1812", "Riordino e movimento")
    assert [row.winter for row in clock.turns].index(True) == 10


# secrets


def told(match: Match, who: int) -> str:
    """All that the table says to a side beside its view."""
    game, s = match.game, match.state
    parts = [
        game.face(s, who, "en").overlays(),
        game.face(s, who, "en").sidebar(),
        game.face(s, who, "en").crumbs(),
        game.face(s, -1, "en").clock(),
        [game.face(s, who, "en").side_note(side) for side in (FRENCH, RUSSIAN)],
        game.face(s, who, "en").shortcuts() if who in match._acting else None,
        [game.face(s, who, "en").describe(action) for action in match.options(SIDES[who])] if who >= 0 else None,
    ]
    return json.dumps(msgspec.to_builtins(parts))


@pytest.mark.rules("7.5")
def test_nothing_at_the_table_tells_a_train_from_a_dummy() -> None:
    compared = 0
    for match, _, _ in walked("secrets", 0.3):
        for owner in (FRENCH, RUSSIAN):
            twin = match.copy()
            if not walks_russia1812.SECRETS(twin.state, owner):
                continue
            twin._offers = {}
            for reader in (1 - owner, -1):
                assert told(match, reader) == told(twin, reader)
                compared += 1
    assert compared > 50


@pytest.mark.rules("7.5")
def test_the_number_of_trains_left_is_told_to_the_owner_only() -> None:
    t = Table({"F-III-I1": "2108", "F-NEY": "2108"}, depots={"french": ["2207"]}).active_supply()
    game = t.match.game
    assert t.asked == "PlaceTrain"
    assert "13" in game.face(t.s, FRENCH, "en").side_note(FRENCH)
    assert game.face(t.s, RUSSIAN, "en").side_note(FRENCH) == game.face(t.s, -1, "en").side_note(FRENCH) == "1 unit"
    assert "own_trains" not in [table.id for table in game.face(t.s, -1, "en").sidebar().tables]
