"""The shell of the bots: a handler for each question, the first option where there is none or it says nonsense."""

from __future__ import annotations

import grognard
from grognard import bots
from grognard.bots.doctrine import Doctrine, Mind
from grognard.kernel.match import Match


class Recruit(Doctrine[Mind]):
    def mind(self, match: Match) -> Mind:
        return Mind(match, self.side, self.seed)


class Sergeant(Recruit):
    handlers = {"Deploy": lambda mind: mind.pick(mind.options, lambda option: option.args[-1])}


class Gambler(Recruit):
    handlers = {"Deploy": lambda mind: mind.pick(mind.verbs("deploy"), lambda option: 0.0)}


class Madman(Recruit):
    handlers = {"Deploy": lambda mind: "march on Vienna"}


def start() -> Match:
    return grognard.start("russia1812", dice=grognard.FastDice("doctrine"))


def test_a_question_gets_its_handler_or_the_first_option() -> None:
    match = start()
    side = match.to_act[0]
    options = match.options(side)
    assert bots.answer(Recruit(side, "x"), match, side) == options[0].text
    assert bots.answer(Sergeant(side, "x"), match, side) == max(options, key=lambda option: option.args[-1]).text


def test_an_answer_against_the_rules_is_never_given() -> None:
    match = start()
    side = match.to_act[0]
    assert bots.answer(Madman(side, "x"), match, side) == match.options(side)[0].text


def test_of_equals_the_seed_decides_and_always_alike() -> None:
    match = start()
    side = match.to_act[0]
    found = {seed: bots.answer(Gambler(side, seed), match, side) for seed in map(str, range(20))}
    assert len(set(found.values())) > 1
    assert all(bots.answer(Gambler(side, seed), match, side) == said for seed, said in found.items())


def test_a_mind_says_what_is_offered_or_the_last_option() -> None:
    match = start()
    side = match.to_act[0]
    mind = Mind(match, side, "x")
    assert mind.say("nonsense", mind.options[1].text) == mind.options[1].text
    assert mind.say("nonsense") == mind.options[-1].text
    assert mind.best(mind.options, lambda option: -option.args[-1]).args[-1] == min(o.args[-1] for o in mind.options)
