"""The shell of the bots: a handler for each question, the first option where there is none or it says nonsense."""

from __future__ import annotations

import random

import grognard
from grognard import bots
from grognard.bots.chance import Lots
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


def test_where_there_is_one_answer_nobody_need_think() -> None:
    class Sleeper:
        def think(self, match: Match) -> str:
            raise AssertionError("he was woken")

    match, rng = grognard.start("vanguard", seed="alone"), random.Random("alone")
    while len(match.options(match.to_act[0])) > 1:
        match.play(match.to_act[0], match.sample(match.to_act[0], rng))
    side = match.to_act[0]
    assert bots.answer(Sleeper(), match, side) == match.options(side)[0].text


def test_a_side_keeps_to_what_it_imagines_in_an_activation_but_not_to_its_dice() -> None:
    match, rng = grognard.start("vanguard", seed="kept"), random.Random("kept")
    while match.state.phase < 7:
        match.play(match.to_act[0], match.sample(match.to_act[0], rng))
    side = match.to_act[0]
    rolls = set()
    moment = match.game.moment(match.state)
    while match.to_act == (side,) and match.game.moment(match.state) == moment:
        one = bots.shown(match, side)
        assert one.view(side) == match.view(side)
        rolls.add(tuple([one.dice.d6() for _ in range(8)]))
        match.play(side, match.sample(side, rng))
    assert len(rolls) > 1


def test_lots_are_those_of_a_generator_and_bits_need_none() -> None:
    lots, others, generator = Lots("x"), Lots("x"), random.Random("x")
    assert [lots.getrandbits(64) for _ in range(4)] == [others.getrandbits(64) for _ in range(4)]
    assert Lots("x").getrandbits(64) != Lots("y").getrandbits(64)
    assert lots.sample(range(90), 5) == generator.sample(range(90), 5)
    assert [lots.random() for _ in range(4)] == [generator.random() for _ in range(4)]
