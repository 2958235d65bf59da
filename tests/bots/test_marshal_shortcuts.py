"""What the marshal of 1812 does not think out must be nothing that he would think otherwise: shortcuts against the long
way round."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import grognard
from grognard import bots
from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812 import Marshal
from grognard.bots.marshal_russia1812.column import Column, march_toll, marchers
from grognard.bots.marshal_russia1812.mind import Mind
from grognard.bots.marshal_russia1812.supply import CLOSE, depot_value
from grognard.games.russia1812.rules.advanced.card_march import allowance
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import SIDES
from grognard.kernel.wire import Value

GAME = "russia1812"
WAYS: list[tuple[str, dict[str, Value]]] = [
    ("historical", {}),
    ("free", {}),
    ("historical", {"advanced": True, "two_year": True}),
]
TURNS = (2, 5, 9, 14)


def minds(scenario: str, options: dict[str, Value], question: str) -> Iterator[Mind]:
    """What the marshal thinks with when each side is first asked something on some turns of a game against himself."""
    match = grognard.start(GAME, scenario, options, dice=grognard.FastDice("shortcuts"))
    players = {side: bots.make("marshal", GAME, side, side) for side in SIDES}
    seen = set[tuple[str, int]]()
    while match.outcome is None:
        side, s = match.to_act[0], match.state
        assert isinstance(s, Campaign)
        asked = match.decision(side)
        assert asked is not None
        if asked.name == question and s.turn in TURNS and (side, s.turn) not in seen:
            seen.add((side, s.turn))
            yield Marshal(side, "mind").mind(bots.shown(match, side))
        if s.turn > TURNS[-1]:
            return
        match.play(side, bots.answer(players[side], match, side))


def columns(mind: Mind) -> Iterator[Column]:
    p, plan = mind.p, mind.plan
    for h in bits(p.occ[p.side]):
        units, leaders = marchers(p, h), p.leaders(h, p.side)
        if units and leaders:
            yield Column(plan, h, units, leaders)
            yield Column(plan, h, units & -units, leaders)


@pytest.mark.parametrize(("scenario", "options"), WAYS)
def test_hexes_weighed_together_are_worth_what_each_is_by_itself(scenario: str, options: dict[str, Value]) -> None:
    seen = 0
    for mind in minds(scenario, options, "PlaceTrain"):
        for column in columns(mind):
            for ring in column.rings(column.start, allowance(mind.p.s)):
                assert column.weigh(ring) == {h: column.alone(h) for h in bits(ring)}
                seen += ring.bit_count()
    assert seen > 300


@pytest.mark.parametrize(("scenario", "options"), WAYS)
def test_the_best_hex_is_the_best_of_all(scenario: str, options: dict[str, Value]) -> None:
    for mind in minds(scenario, options, "PlaceTrain"):
        for column in columns(mind):
            chosen, most = column.start, -1e9
            for steps, ring in enumerate(column.rings(column.start, allowance(mind.p.s))):
                for h in bits(ring & ~column.full | ring & 1 << column.start):
                    value = column.worth(h) - march_toll(column, steps)
                    if value > most + 1e-9:
                        chosen, most = h, value
            assert column.best(column.start, 0)[:2] == (chosen, most)


@pytest.mark.parametrize(("scenario", "options"), WAYS)
def test_6_2_supply_is_the_same_where_it_does_not_matter_who_stands(scenario: str, options: dict[str, Value]) -> None:
    for mind in minds(scenario, options, "PlaceTrain"):
        p = mind.p
        for h in bits(p.occ[p.side]):
            have = p.depots[p.side]
            assert p.supplied_hexes(p.side, vacated=1 << h) == p.reckon_supply(p.side, have, vacated=1 << h)
            for n in bits(p.world.near[h] & p.world.passable[p.side]):
                assert p.supplied_hexes(p.side, manned=1 << n) == p.reckon_supply(p.side, have, manned=1 << n)


@pytest.mark.parametrize(("scenario", "options"), WAYS)
def test_7_1_a_depot_is_worth_no_less_than_was_enough(scenario: str, options: dict[str, Value]) -> None:
    for mind in minds(scenario, options, "PlaceTrain"):
        for h in bits(mind.p.depots[mind.p.side]):
            whole = depot_value(mind.plan, h)
            for enough in (0.5, 1.0, 2.0, 4.0):
                found = depot_value(mind.plan, h, enough)
                assert found == whole or enough <= found <= whole + CLOSE
