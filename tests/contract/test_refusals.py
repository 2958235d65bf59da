"""Legality is said once: what is offered no ban shuts, and what is not offered is refused by its rule."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

import walks
from grognard.games.russia1812.rules import commands
from grognard.kernel.action import Action, Region
from grognard.kernel.ban import ALL, Ban
from grognard.kernel.i18n import LANGUAGES
from grognard.kernel.match import Match
from toolkit import interpreted

LONGEST = 700  # decisions of a walk; what was legal once is kept all the while
PROBES = 4  # old answers tried at each question, of the verbs on offer
STRAYS = 1  # and of any verb

CASES = [
    pytest.param(variant, list(walks.POLICIES)[number % 2], id=f"{variant}-{list(walks.POLICIES)[number % 2]}")
    for number, variant in enumerate(walks.variants())
]


class Memory:
    """What was legal once in a game, by verb."""

    def __init__(self) -> None:
        self.known: dict[str, dict[str, Action]] = {}

    def keep(self, action: Action) -> None:
        self.known.setdefault(action.verb, {})[action.text] = action

    def recall(self, verbs: set[str], number: int, chance: random.Random) -> list[Action]:
        found = [action for verb in sorted(verbs & set(self.known)) for action in self.known[verb].values()]
        return chance.sample(found, min(number, len(found)))


def accepted(match: Match, side: str, action: Action) -> bool:
    """Whether an action is one of the options, or lies in a region among them."""
    offers = match.options(side)
    regions = [offer for offer in offers if isinstance(offer, Region) and offer.verb == action.verb]
    return action in offers or any(region.accepts(action) for region in regions)


def check_refusal(match: Match, side: str, action: Action) -> None:
    """What is not offered is refused with a rule and a sentence; a verb on offer answers the question put now."""
    refusals = match.why_not(side, action)
    verbs = {offer.verb for offer in match.options(side)}
    where = f"{walks.question(match)}: {action}"
    assert refusals, where
    for refusal in refusals:
        assert refusal.rule, where
        assert all(refusal.say(language) for language in LANGUAGES), where
    if action.verb in verbs:
        assert "moment" not in [refusal.key for refusal in refusals], where


def check_offers(match: Match, side: str, offers: list[Action]) -> None:
    """No ban holds for what is offered."""
    frame, who = match.state.agenda[-1], match.sides.index(side)
    for action in offers:
        assert match.why_not(side, action) == []
        assert frame.refuse(match.state, who, action) == [], f"{walks.question(match)}: {action}"


def questions(variant: walks.Variant, policy: str) -> Iterator[tuple[Match, str, Action]]:
    match = variant.start(f"{variant}/refusals")
    steps = walks.walk(match, walks.POLICIES[policy], random.Random("refusals"))
    pace = walks.brought(variant.game, "PACE") or LONGEST
    for _, (side, action) in zip(range(min(LONGEST, pace)), steps, strict=False):
        yield match, side, action


@pytest.mark.parametrize(("variant", "policy"), CASES)
def test_what_was_legal_once_is_offered_or_refused_by_its_rule(variant: walks.Variant, policy: str) -> None:
    memory, chance = Memory(), random.Random("probes")
    refused = 0
    for match, side, chosen in questions(variant, policy):
        offers = [offer for offer in match.options(side) if not isinstance(offer, Region)]
        verbs = {offer.verb for offer in match.options(side)}
        for action in memory.recall(verbs, PROBES, chance) + memory.recall(set(memory.known), STRAYS, chance):
            if not accepted(match, side, action):
                check_refusal(match, side, action)
                refused += 1
        check_offers(match, side, chance.sample(offers, min(PROBES, len(offers))))
        for action in [*offers, chosen]:
            memory.keep(action)
    assert refused > 20


# the checks themselves: a ban that is missing, and one that speaks against what is offered


def nothing(state: object, side: int, commander: int) -> list[Ban]:
    return []


def everything(state: object, side: int, commander: int) -> list[Ban]:
    return [Ban("12.1", "too_far", ALL, (commander, 3))]


@interpreted
@pytest.mark.parametrize("broken", [nothing, everything])
def test_a_broken_ban_is_found(monkeypatch: pytest.MonkeyPatch, broken: Callable[..., list[Ban]]) -> None:
    variant = next(variant for variant in walks.variants() if variant.game == "russia1812")
    monkeypatch.setattr(commands, "goal_bans", broken)
    with pytest.raises(AssertionError, match="CommanderGoal"):
        test_what_was_legal_once_is_offered_or_refused_by_its_rule(variant, "uniform")
