"""A position goes into a file and comes back: the same facts, questions and views, and it can be played on."""

from __future__ import annotations

import json
import random

import pytest

import walks
from grognard.kernel import stored

CASES = [pytest.param(variant, id=str(variant)) for variant in walks.variants()]
STEPS, EVERY = 160, 20


@pytest.mark.parametrize("variant", CASES)
def test_a_stored_position_is_the_same_position(variant: walks.Variant) -> None:
    match = variant.start("stored")
    looked = 0
    for number, _ in enumerate(walks.walk(match, walks.lively, random.Random("stored"))):
        if number == STEPS:
            break
        if number % EVERY == 0:
            text = json.dumps(stored.write(match.state))
            again = match.copy()
            again.state = stored.read(match.game, match.setup, json.loads(text), again.dice)
            again._offers = {}
            assert again.fingerprint == match.fingerprint
            assert json.dumps(stored.write(again.state)) == text
            for side in (*match.sides, None):
                assert again.view(side) == match.view(side)
            side = match.to_act[0]
            action = match.sample(side, random.Random(number))
            again.play(side, action)
            other = match.copy()
            other.play(side, action)
            assert again.fingerprint == other.fingerprint
            looked += 1
    assert looked


def test_a_damaged_position_is_refused_with_a_sentence() -> None:
    match = walks.variants()[0].start("stored")
    whole = stored.write(match.state)
    for damage in ({}, {**whole, "agenda": [["NoSuchFrame", {}]]}, {**whole, "outcome": {"winner": 1}}):
        with pytest.raises(stored.StoredError, match="cannot be read"):
            stored.read(match.game, match.setup, damage, match.dice)
