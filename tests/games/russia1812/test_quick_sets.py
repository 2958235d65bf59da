"""Sets that a question needs in haste, against their plain definitions, along random campaigns."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import grognard
from grognard.board.hexes import bits
from grognard.games.russia1812.rules.commands import commander_goals, riders
from grognard.games.russia1812.rules.movement.siege import besieged
from grognard.games.russia1812.rules.reinforcements import Reinforce, arrival_hexes, arriving
from grognard.games.russia1812.rules.setup import Deploy, deploy_hexes, to_deploy
from grognard.games.russia1812.rules.trains import ConvertDepot, depot_hexes, depot_sites, linked_hexes
from grognard.games.russia1812.world.state import WAITING, Campaign
from grognard.kernel.ban import spared

OPTIONS: list[Mapping[str, Any]] = [{}, {"optional_15_2": True}, {"advanced": True, "optional_15_1": True}]


def walked(scenario: str, options: Mapping[str, Any], seed: int, decisions: int) -> Iterator[Campaign]:
    match = grognard.start("russia1812", scenario, options, seed=f"quick {seed}")
    rng = random.Random(seed)
    for _ in range(decisions):
        if match.outcome is not None:
            return
        assert isinstance(match.state, Campaign)
        yield match.state
        side = match.to_act[0]
        match.play(side, rng.choice(match.options(side)))


@pytest.mark.parametrize("scenario", ["historical", "free"])
@pytest.mark.parametrize("options", OPTIONS)
def test_what_is_offered_is_what_the_bans_leave_open(scenario: str, options: Mapping[str, Any]) -> None:
    for s in walked(scenario, options, 2, 500):
        frame, side = s.agenda[-1], s.agenda[-1].side
        if isinstance(frame, Deploy):
            u = to_deploy(s, side)
            assert [a.args for a in frame.options(s, side)] == [(u, h) for h in bits(deploy_hexes(s, u))]
            assert frame.open(s, side, "deploy", u) == deploy_hexes(s, u)
        elif isinstance(frame, Reinforce):
            due = [(u, h) for u in bits(arriving(s, side)) for h in bits(arrival_hexes(s, u))]
            assert [a.args for a in frame.options(s, side)] == due
        for who in (0, 1):
            convert = ConvertDepot(who)
            assert [a.args[0] for a in convert.options(s, who)[:-1]] == list(bits(convert.open(s, who, "convert")))
            sites = [h for h in bits(depot_sites(s, who)) if not besieged(s, who, h)]
            linked = sum(1 << h for h in sites) & linked_hexes(s, who)
            assert depot_hexes(s, who, s.world.hexes) == linked
            free = [c for c in bits(s.world.leaders[who] & ~s.moved) if s.at[c] >= 0]
            assert riders(s, who) == [c for c in free if commander_goals(s, who, s.at[c])]


@pytest.mark.parametrize("options", OPTIONS)
def test_13_3_a_piece_arrives_where_no_ban_keeps_it_off(options: Mapping[str, Any]) -> None:
    seen = 0
    for s in walked("historical", options, 5, 600):
        frame = s.agenda[-1]
        if isinstance(frame, Reinforce):
            for u in bits(arriving(s, frame.side)):
                assert spared(frame.bans(s, frame.side, "place", u)) == arrival_hexes(s, u)
                seen += 1
    assert seen


@pytest.mark.parametrize("options", OPTIONS)
def test_the_boards_say_where_the_pieces_stand(options: Mapping[str, Any]) -> None:
    for s in walked("free", options, 7, 400):
        for side in (0, 1):
            own = s.world.of_side[side]
            standing = [u for u in bits(own) if s.at[u] >= 0]
            assert s.pres[side] == sum({1 << s.at[u] for u in standing})
            assert s.occ[side] == sum({1 << s.at[u] for u in standing if s.world.combat >> u & 1})


def test_14_1_pieces_are_set_up_in_their_order_and_those_who_may_join_any_stack_come_last() -> None:
    for s in walked("historical", {}, 1, 120):
        for side in (0, 1):
            waiting = [u for u in bits(s.world.of_side[side]) if s.at[u] == WAITING and not s.world.arrives[u][0]]
            bound = [u for u in waiting if u not in s.world.roving]
            assert to_deploy(s, side) == next(iter(bound or waiting), -1)
