"""Chapters 6, 10 and 16 at their seams: what single lines look at."""

from __future__ import annotations

import pytest

from grognard.games.russia1812.rules.advanced import card_march, effects
from grognard.games.russia1812.rules.movement.steps import unit_bans
from grognard.games.russia1812.rules.sequence import EndOfTurn
from grognard.games.russia1812.world.data import Filter
from grognard.games.russia1812.world.world import FRENCH
from grognard.kernel.ban import against
from toolkit1812 import Table


@pytest.mark.parametrize(("place", "found"), [("2016", True), ("2107", True), ("2017", False), ("2108", False)])
def test_16_1_a_card_that_speaks_of_russia_means_the_hexes_of_russia(place: str, found: bool) -> None:
    t = Table({"F-I-I1": place}, options={"advanced": True})
    assert bool(t.s.world.russia >> t.hex(place) & 1) is found
    assert bool(effects.matching(t.s, FRENCH, Filter(place="russia"))) is found
    assert effects.matching(t.s, FRENCH, Filter())


@pytest.mark.parametrize(("turn", "hexes"), [(1, 3), (10, 3), (11, 2), (16, 2)])
def test_8_4_three_hexes_a_move_and_two_in_winter(turn: int, hexes: int) -> None:
    for advanced in (False, True):
        t = Table({"F-I-I1": "2108"}, turn=turn, options={"advanced": advanced})
        assert card_march.allowance(t.s) == hexes


def test_5_3_the_end_of_the_turn_is_its_eighth_phase() -> None:
    t = Table({"F-I-I1": "2108", "R-1V-I1": "0416"}, turn=3)
    EndOfTurn().finish(t.s)
    assert [event.args for event in t.s.events if event.key == "phase"][:1] == [(3, 8)]
    assert t.s.turn == 4


def test_8_3_a_unit_that_may_not_move_for_two_reasons_is_told_both() -> None:
    t = Table({"F-I-I1": "2108", "F-I-I2": "2108"}, disrupted=["F-I-I1"], unsupplied=["F-I-I1", "F-I-I2"])
    both, one = t.unit("F-I-I1"), t.unit("F-I-I2")
    t.s.moved = t.s.committed = 1 << both
    keys = [key for _, key, *_ in against(unit_bans(t.s), both)]
    assert keys == ["unit_disrupted", "unit_not_supplied", "unit_moved", "unit_committed"]
    assert [rule for rule, *_ in against(unit_bans(t.s), one)] == ["8.4"]
