"""What can be laid over the board, and that it tells no secret."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import games
from grognard.games.vanguard.table.overlays import chain, screens, visible
from grognard.kernel.wire import PlainOverlay, Way
from toolkit_vanguard import Table

GAME = games.load("vanguard")


def overlays(t: Table, side: int) -> Any:
    return GAME.face(t.s, side, "en").overlays()


def test_4_4_command_runs_from_the_general_through_officers_and_neighbours() -> None:
    t = Table({"watrin": "3311", "gency": "2911", "le6I": "2811", "le6II": "2711", "l22I": "2011", "stI": "0101"})
    links = chain(t.s, t.formation("watrin"))
    ids = {t.world.roster.ids[u] for u in links}
    assert ids == {"gency", "le6I", "le6II"}
    assert links[t.unit("le6I")] == (t.hex("2911"), t.hex("2811"))
    shown = overlays(t, 0).command
    assert Way(path=["3311", "2911"], style="side:french") in shown.lines
    lost = [area for area in shown.areas if area.style == "cut"]
    assert [area.places for area in lost] == [["2011"]]


def test_command_is_shown_only_to_its_own_side() -> None:
    t = Table({"watrin": "3311", "le6I": "3211", "ott": "1011", "bach": "1012"})
    assert {area.style for area in overlays(t, 0).command.areas} == {"radius letter-W"}
    assert {area.style for area in overlays(t, 1).command.areas} == {"radius letter-R"}
    assert overlays(t, -1).command == PlainOverlay(areas=[], lines=[])


def test_formations_are_named_with_their_order() -> None:
    t = Table({"watrin": "3311", "le6I": "3211", "stI": "1012"}, orders={"watrin": "attack", "gottesheim": "defence"})
    found = {area.label: area.places for area in overlays(t, 0).formations.areas}
    assert found == {"W · Attack": ["3311", "3211"], "G · Defence": ["1012"]}


def test_8_0_zones_are_those_of_units_in_good_order() -> None:
    t = Table({"l40I": "2509", "stI": "1012", "stII": "1612"}, disordered=["stII"])
    control = overlays(t, 0).control
    assert set(control["french"]) == {"2508", "2609", "2610", "2510", "2410", "2409"}
    assert "1611" not in control["coalition"]
    assert "1011" in control["coalition"]


def test_11_3_a_stack_out_of_sight_shows_its_top_alone() -> None:
    t = Table({"stI": "1012", "gottesheim": "1012", "l40I": "3509"})
    far = visible(t.s, 0)
    assert far >> t.unit("stI") & 1
    assert not far >> t.unit("gottesheim") & 1
    near = visible(Table({"stI": "1012", "gottesheim": "1012", "l40I": "1112"}).s, 0)
    assert near >> t.unit("gottesheim") & 1


def test_overlays_tell_nothing_that_lies_beneath_an_unseen_counter() -> None:
    with_guns = Table({"stI": "1012", "a_gottesheim": "1012", "l40I": "3509"}, disordered=["stI"])
    without = Table({"stI": "1012", "l40I": "3509"}, disordered=["stI"])
    assert overlays(with_guns, 0) == overlays(without, 0)
    assert overlays(with_guns, 1) != overlays(without, 1)


@pytest.mark.parametrize("start", ["2909", "2413", "1314", "0101"])
def test_11_3_sight_says_of_every_hex_near_whether_it_is_seen(start: str) -> None:
    t = Table({"l40I": "2509"})
    found = GAME.face(t.s, 0, "en").sight(start)
    assert found is not None
    seen, hidden = set(found.seen), set(found.hidden)
    near = set(t.world.grid.list_names(t.world.grid.disc(t.hex(start), 3))) - {start}
    assert not seen & hidden
    assert near <= seen | hidden
    assert all(found.hidden[name].by for name in near & hidden)


def test_11_3_a_village_between_hides() -> None:
    t = Table({"l40I": "2509"})
    found = GAME.face(t.s, 0, "en").sight("2810")
    assert found is not None
    blocked = found.hidden["2611"]
    assert blocked.by == ["2710"]
    assert blocked.text == "The view is blocked by village at Rivalta, 2710"
    assert blocked.rule == "11.3.1"
    assert screens(t.world, t.hex("2810"), t.hex("2910"), False) == []


def farthest(scenario: str, start: str) -> int:
    t = Table({"l40I": "2509"} if scenario == "montebello" else {"volt": "2005"}, scenario)
    found = GAME.face(t.s, 0, "en").sight(start)
    assert found is not None
    return max(t.world.grid.distance(t.hex(start), t.hex(name)) for name in found.seen)


def test_17_1_3_the_eye_reaches_three_hexes_at_montebello() -> None:
    assert farthest("montebello", "3005") == 3


def test_17_2_4_the_eye_reaches_two_hexes_at_campotenese() -> None:
    assert farthest("campotenese", "2010") == 2


def test_sight_ends_where_the_eye_does() -> None:
    found = GAME.face(Table({"l40I": "2509"}).s, 0, "it").sight("2505")
    assert found is not None
    assert found.hidden["2509"].rule == "11.3"
    assert "3 esagoni" in found.hidden["2509"].text
    assert "2510" not in found.hidden
    assert GAME.face(Table({"volt": "2005"}, "campotenese").s, 0, "en").sight("9999") is None
