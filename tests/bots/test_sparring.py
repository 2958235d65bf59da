"""The sparring partners of the battles play by the rules, and the bots are known to the ladder beside them."""

from __future__ import annotations

import pytest

import grognard
from grognard import bots
from grognard.lab import ladder

BATTLES = [("vanguard", "campotenese"), ("merde", "maida_1806"), ("tabletop", "crossroads")]


@pytest.mark.parametrize("partner", ["Passive", "Rusher", "Turtle"])
@pytest.mark.parametrize(("game", "scenario"), BATTLES)
def test_a_sparring_partner_answers_by_the_rules(game: str, scenario: str, partner: str) -> None:
    match = grognard.start(game, scenario, dice=grognard.FastDice("spar"))
    seats = {side: ladder.make(f"sparring.{game}:{partner}", game, side, "spar") for side in match.sides}
    for _ in range(150):
        if match.outcome is not None:
            break
        side = match.to_act[0]
        answer = bots.answer(seats[side], match, side)
        assert match.why_not(side, answer) == []
        match.play(side, answer)
