"""What a side may imagine looks like what it sees, owes nothing to the truth, and can be played on by the rules."""

from __future__ import annotations

import json
import random

import pytest

import attack
import walks
from grognard import games
from grognard.kernel import stored
from grognard.kernel.match import Match

CASES = [pytest.param(variant, id=str(variant)) for variant in walks.variants()]
STEPS, EVERY, ON = 240, 12, 12


def written(match: Match) -> str:
    """All of a position, without what belongs to no side's knowledge: how often each has answered."""
    return json.dumps(stored.write(match.state))


@pytest.mark.parametrize("variant", CASES)
def test_an_imagined_match(variant: walks.Variant) -> None:
    match = variant.start("imagine")
    looked = 0
    for number, _ in enumerate(walks.walk(match, walks.lively, random.Random("imagine"))):
        if number == STEPS:
            break
        if number % EVERY == 0:
            before = written(match)
            for side in match.sides:
                look(match, side, number)
                looked += 1
            assert written(match) == before
    assert looked


def offers(match: Match, side: str) -> list[str]:
    """What the rules offer a side in this state, whatever the match remembers."""
    if side not in match.to_act:
        return []
    return [str(option) for option in match.state.agenda[-1].options(match.state, match.sides.index(side))]


def look(match: Match, side: str, number: int) -> None:
    one = match.imagine(side, random.Random(number))
    assert one.view(side) == match.view(side)
    assert offers(one, side) == [str(option) for option in match.options(side)]
    again = match.imagine(side, random.Random(-1 - number))
    assert written(one.imagine(side, random.Random(-1 - number))) == written(again), "it depends on the truth"
    chance = random.Random(number)
    for kind, twin in attack.twins(match, 1 - match.sides.index(side), chance, 3):
        if twin.view(side) == match.view(side):
            assert written(twin.imagine(side, random.Random(-1 - number))) == written(again), f"it knows of {kind}"
    for _ in range(ON):
        if one.outcome is not None:
            break
        who = chance.choice(one.to_act)
        one.play(who, one.sample(who, chance))


@pytest.mark.parametrize("game", [name for name in games.known() if games.load(name).secrets])
def test_what_is_hidden_is_drawn_anew(game: str) -> None:
    """In some position of the game's variants one imagines several things."""
    for variant in [variant for variant in walks.variants() if variant.game == game]:
        match = variant.start("drawn")
        for number, _ in enumerate(walks.walk(match, walks.lively, random.Random("drawn"))):
            if number == STEPS:
                break
            if number % EVERY == 0:
                for side in match.sides:
                    if len({written(match.imagine(side, random.Random(n))) for n in range(4)}) > 1:
                        return
    raise AssertionError("nothing is ever drawn")


@pytest.mark.parametrize("variant", CASES[:1])
def test_the_dice_to_come_are_others(variant: walks.Variant) -> None:
    match = variant.start("dice")
    side = match.sides[0]
    rolls = [[match.imagine(side, random.Random(n)).dice.d6() for _ in range(8)] for n in range(8)]
    assert len({tuple(roll) for roll in rolls}) > 1
    assert match.imagine(side, random.Random(3)).dice.d6() == match.imagine(side, random.Random(3)).dice.d6()


def test_an_imagined_match_crosses_to_another_process() -> None:
    variant = walks.variants()[0]
    match = variant.start("process")
    side = match.to_act[0]
    one = match.imagine(side, random.Random(1))
    again = stored.read_match(match.game, json.loads(json.dumps(stored.write_match(one))), one.dice.copy())
    assert again.view(side) == one.view(side) == match.view(side)
    assert again.fingerprint == one.fingerprint
    with pytest.raises(ValueError, match="without its history"):
        _ = one.record
