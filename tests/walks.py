"""Walks through whole games: policies that pick an answer, and what must hold at every step.

``uniform`` picks any option. ``lively`` plays so that things happen: it feeds its army, marches at the enemy, attacks,
calls support, and so comes to questions that uniform play hardly ever meets. Both work on every game; what a game wants
to prefer or to have checked at each step stands in ``walks_<game>.py``.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from typing import Any, NamedTuple

import grognard
from grognard.games import load
from grognard.kernel.action import Action, Region
from grognard.kernel.game import SetupError
from grognard.kernel.match import Match
from taste import Taste

LONGEST = 20_000  # decisions of one game
Policy = Callable[[Match, random.Random], tuple[str, Action]]


class Variant(NamedTuple):
    """One way to play a game."""

    game: str
    scenario: str
    options: Mapping[str, Any]

    def start(self, seed: str) -> Match:
        return grognard.start(self.game, self.scenario, self.options, seed=seed)

    def __str__(self) -> str:
        return "-".join([self.game, self.scenario, *(f"{name}={value}" for name, value in self.options.items())])


def variants(every: bool = False) -> list[Variant]:
    """Every game and scenario, with the default options and each other value once (``every``: all combinations)."""
    found = []
    for info in grognard.catalog():
        names = [choice.name for choice in info.options]
        default = {choice.name: choice.default for choice in info.options}
        if every:
            chosen = [dict(zip(names, row, strict=True)) for row in product(*(c.values for c in info.options))]
        else:
            others = [{**default, c.name: v} for c in info.options for v in c.values if v != c.default]
            chosen = [default, *(sensible(info.id, options) for options in others)]
        chosen = [dict(load(info.id).set_up(None, o).options) for o in chosen if makes_sense(info.id, o)]
        worth = brought(info.id, "THIN") if not every else None
        plain = dict(load(info.id).set_up(None, {}).options)
        found += [
            Variant(info.id, scenario, options)
            for scenario in info.scenarios
            for options in chosen
            if worth is None or worth(scenario, options, plain)
        ]
    return found


def sensible(game: str, options: dict[str, Any]) -> dict[str, Any]:
    """Options, with those switched on that they need."""
    beside = brought(game, "COMPANIONS") or ({},)
    return next(({**options, **more} for more in beside if makes_sense(game, {**options, **more})), options)


def makes_sense(game: str, options: Mapping[str, Any]) -> bool:
    try:
        load(game).set_up(None, options)
    except SetupError:
        return False
    return True


# policies


def uniform(match: Match, rng: random.Random) -> tuple[str, Action]:
    side = rng.choice(match.to_act)
    return side, concrete(rng.choice(match.options(side)), rng)


def concrete(option: Action, rng: random.Random) -> Action:
    """An option that can be played: of a region, one of its actions."""
    return option.sample(rng) if isinstance(option, Region) else option


def lively(match: Match, rng: random.Random) -> tuple[str, Action]:
    """A kind of action first, by the weight of its verb; then one of that kind, by what it promises."""
    side = rng.choice(match.to_act)
    kinds: dict[str, list[Action]] = {}
    for action in match.options(side):
        kinds.setdefault(action.verb, []).append(action)
    taste = (brought(match.game.id, "TASTE") or Taste)(match, side)
    verb = rng.choices(list(kinds), [taste.verb(name, len(found)) for name, found in kinds.items()])[0]
    chosen = rng.choices(kinds[verb], [taste.action(action) for action in kinds[verb]])[0]
    return side, taste.concrete(chosen, rng) if isinstance(chosen, Region) else chosen


POLICIES: dict[str, Policy] = {"uniform": uniform, "lively": lively}


# what a game brings: ``walks_<game>`` beside this file


@cache
def brought(game: str, name: str) -> Any:
    """TASTE, INVARIANTS, SCRAMBLE, SECRETS, COMPANIONS, THIN, PACE or GOLDEN of a game; None where it has none."""
    if find_spec(f"walks_{game}") is None:
        return None
    return getattr(import_module(f"walks_{game}"), name, None)


# walking


def walk(match: Match, policy: Policy, rng: random.Random, longest: int = LONGEST) -> Iterator[tuple[str, Action]]:
    """Play on to the end. Yields each choice before it is played; what is checked then stands before the choice."""
    for _ in range(longest):
        if match.outcome is not None:
            assert match.to_act == ()
            return
        assert match.to_act, "nobody is asked and nothing is decided"
        side, action = policy(match, rng)
        yield side, action
        match.play(side, action)
    raise AssertionError(f"still not over after {longest} decisions")


def question(match: Match) -> str:
    """The name of what is asked now."""
    decision = match.decision(match.to_act[0])
    assert decision is not None
    return decision.name


def check(match: Match) -> None:
    """What must hold in this game now; AssertionError otherwise."""
    invariants = brought(match.game.id, "INVARIANTS")
    if invariants is not None:
        invariants(match.state)


def tally(match: Match, policy: Policy, rng: random.Random) -> Counter[str]:
    """Play a game to its end, checking every step; how often each question was put."""
    asked: Counter[str] = Counter()
    for _ in walk(match, policy, rng):
        asked[question(match)] += 1
        check(match)
    check(match)
    return asked
