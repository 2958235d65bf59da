"""Bots at a table: whole matches, each side played from what it may know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import grognard
from grognard import bots
from grognard.kernel.match import Match
from grognard.lab.study import Study, Trace, Variant
from walks import lively


def decisions(match: Match, players: dict[str, bots.Bot]) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Play a match to its end; every side, view and answer on the way, before the answer is played."""
    while match.outcome is None:
        side = match.to_act[0]
        view = match.view(side)
        answer = bots.answer(players[side], match, side)
        yield side, view, answer
        match.play(side, answer)


def play_out(match: Match, players: dict[str, bots.Bot]) -> grognard.Outcome:
    for _ in decisions(match, players):
        pass
    assert match.outcome is not None
    return match.outcome


def watched(study: Study, game: str, variant: Variant, seed: str) -> tuple[Match, Trace]:
    """A lively game of one kind, looked on at by the study."""
    match = grognard.start(game, variant.scenario, variant.options, dice=grognard.FastDice(seed))
    rng, watch = random.Random(seed), study.watch(match)
    while match.outcome is None:
        watch.see(match, match.play(*lively(match, rng)))
    outcome = match.outcome
    return match, Trace(outcome.winner, outcome.reason, outcome.score, 1, *watch.told(match))
