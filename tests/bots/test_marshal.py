"""The marshal of 1812: what he has learnt since he was a major, and the sparring partners whom he beats."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import grognard
from grognard import bots
from grognard.bots.marshal_russia1812 import Marshal
from grognard.bots.marshal_russia1812.column import Column, marchers
from grognard.bots.marshal_russia1812.mind import Mind
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, SIDES
from grognard.kernel.match import Match
from grognard.lab.ladder import make
from players import decisions, play_out

GAME = "russia1812"


def start(seed: str, scenario: str = "historical") -> Match:
    return grognard.start(GAME, scenario, {"edition": 2}, dice=grognard.FastDice(seed))


def played(seed: str, french: str, russian: str) -> Iterator[tuple[str, str, Match, Campaign]]:
    """A game between two bots, seen before each answer: the side, the question, the match and its state."""
    match = start(seed)
    players = {side: bots.make(name, GAME, side, seed) for side, name in zip(SIDES, (french, russian), strict=True)}
    for side, view, _ in decisions(match, players):
        assert isinstance(match.state, Campaign)
        yield side, view["decision"]["name"], match, match.state


def mind_of(match: Match, side: str) -> Mind:
    return Marshal(side, "mind").mind(bots.shown(match, side))


def test_no_french_corps_is_without_a_task() -> None:
    seen = 0
    for side, name, match, s in played("tasks", "marshal", "major"):
        if side == "french" and name == "MoveOrder" and s.turn in (4, 7):
            plan = mind_of(match, side).plan
            led = [strike.hex for strike in plan.ours if s.leaders(strike.hex, FRENCH) and strike.attack >= 3]
            assert all(h in plan.goal_of for h in led)
            seen += 1
        if s.turn > 7:
            break
    assert seen > 4


def test_7_6_a_stack_that_has_arrived_does_not_stand_where_it_wants_a_train_every_turn() -> None:
    for side, name, match, s in played("thrift", "marshal", "major"):
        if side == "french" and name == "MoveOrder" and s.turn == 4:
            plan = mind_of(match, side).plan
            for h, goal in plan.goal_of.items():
                column = Column(plan, h, marchers(plan.p, h), s.leaders(h, FRENCH))
                far = next(n for n in range(s.world.grid.size) if plan.distance(n, goal.hex) > 1)
                assert column._train_price(goal.hex) > column._train_price(far)
            return


def test_14_7_the_guard_goes_for_st_petersburg_and_the_right_wing_for_moscow() -> None:
    for side, name, match, _ in played("capitals", "marshal", "major"):
        if side == "french" and name == "PlaceTrain":
            plan = mind_of(match, side).plan
            goals = {goal.hex for goal in plan.goals}
            assert goals >= {plan.p.world.moscow, plan.p.world.city_hex["st_petersburg"]}
            return


SPARRING = ("sparring.passive1812:Passive", "sparring.bear1812:Bear", "sparring.turtle1812:Turtle")


@pytest.mark.parametrize("partner", [*SPARRING, "sparring.rusher1812:Rusher"])
@pytest.mark.parametrize("seat", SIDES)
def test_the_marshal_beats_his_sparring_partners(partner: str, seat: str) -> None:
    match = start(f"{partner}/{seat}")
    players = {side: make("marshal" if side == seat else partner, GAME, side, side) for side in SIDES}
    assert play_out(match, players).winner == seat


def test_the_marshal_takes_russia_from_a_random_player_in_a_free_set_up() -> None:
    match = start("free", "free")
    players = {
        "french": bots.make("marshal", GAME, "french", "f"),
        "russian": bots.make("random", GAME, "russian", "r"),
    }
    assert play_out(match, players).winner == "french"
