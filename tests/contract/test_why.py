"""A click on anything dark is answered: with a rule, and a sentence that speaks of this place or of what is asked."""

from __future__ import annotations

import random

import pytest
from msgspec import to_builtins

import walks
from grognard.kernel.decision import Refusal
from grognard.kernel.i18n import LANGUAGES
from grognard.kernel.match import Match
from grognard.server.why import VAGUE, InHand, lit_places, why_place
from truths import TRUTHS

STEPS = 280  # questions of a walk
EVERY = 7  # of them every so many is asked about places
PROBES = 3  # places
LEAST_TRUE = {"vanguard": 40, "merde": 10, "tabletop": 5}  # sentences that must have been compared with the state

ONE_OF_EACH = {variant.game: variant for variant in reversed(walks.variants())}


def places_of(match: Match) -> list[str]:
    """Where a click can fall: places of the board, and pieces where they are their own places."""
    scene = to_builtins(match.game.scene(match.setup, "en"))
    return list(scene.get("places") or scene["pieces"])


def check(match: Match, side: str, place: str, hand: InHand | None = None) -> list[Refusal]:
    refusals = why_place(match, side, place, hand)
    where = f"{walks.question(match)}, {side} at {place}: {refusals}"
    assert refusals, where
    for refusal in refusals:
        assert refusal.rule, where
        assert refusal.key not in VAGUE, where
        assert not refusal.key.startswith("notation."), where
        for language in LANGUAGES:
            text = refusal.say(language)
            assert " " in text, where
            assert "refusal." not in text, where
            assert "{" not in text, where
    return refusals


def check_truth(match: Match, side: str, place: str, refusal: Refusal) -> bool:
    """Whether the sentence can be told from a false one; then it is true."""
    truth = TRUTHS.get(match.game.id, {}).get(refusal.key)
    if truth is None:
        return False
    assert truth(match, side, place, refusal), f"{walks.question(match)}, {side} at {place}: {refusal.args} {refusal}"
    return True


@pytest.mark.parametrize("game", sorted(ONE_OF_EACH))
def test_a_click_on_anything_dark_is_answered_by_a_rule_and_a_sentence(game: str) -> None:
    match = ONE_OF_EACH[game].start("why not")
    chance = random.Random("dark")
    places = places_of(match)
    asked = true = 0
    for number, _ in enumerate(walks.walk(match, walks.lively, random.Random("why"))):
        if number > STEPS or match.outcome is not None:
            break
        if number % EVERY:
            continue
        for side in match.to_act:
            face = match.game.face(match.state, match.sides.index(side), "en")
            lit = lit_places(match, side, face)
            for place in [place for place in chance.sample(places, PROBES) if place not in lit]:
                true += check_truth(match, side, place, check(match, side, place)[0])
                asked += 1
    assert asked > 30
    assert true >= LEAST_TRUE.get(game, 0)


@pytest.mark.parametrize("game", sorted(ONE_OF_EACH))
def test_who_is_not_asked_hears_who_is(game: str) -> None:
    match = ONE_OF_EACH[game].start("why not")
    place = places_of(match)[0]
    for side in match.sides:
        if side not in match.to_act:
            assert [refusal.key for refusal in why_place(match, side, place)] == ["turn"]


def test_with_a_stack_in_hand_the_whole_march_is_answered_for() -> None:
    match = ONE_OF_EACH["russia1812"].start("why not")
    chance = random.Random("hands")
    places = places_of(match)[:400]
    asked = 0
    for number, _ in enumerate(walks.walk(match, walks.lively, random.Random("why"))):
        if asked > 100 or number > 12 * STEPS or match.outcome is not None:
            break
        for side in match.to_act:
            face = match.game.face(match.state, match.sides.index(side), "en")
            hands = {shown.hand for action in match.options(side) if (shown := face.describe(action)).hand}
            for hand in sorted(hands - {None})[:2]:
                column = face.column(str(hand))
                assert column is not None
                goals = {plan.place for plan in column.plans}
                for place in chance.sample(places, PROBES):
                    if place not in goals and place in match.game.lexicon.index["hex"]:
                        check(match, side, place, InHand(str(hand)))
                        asked += 1
    assert asked > 60
