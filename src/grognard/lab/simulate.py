"""Many games between bots, on one core or several."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import NamedTuple, TypeVar

import grognard
from grognard import bots
from grognard.kernel.wire import Value

J = TypeVar("J")
R = TypeVar("R")
LONGEST = 200_000  # decisions of a game; the longest of thousands had fewer than 20,000


class Job(NamedTuple):
    """One game to be played: everything a worker process needs."""

    game: str
    scenario: str | None
    options: Mapping[str, Value]
    bots: tuple[str, ...]
    seed: str


class Result(NamedTuple):
    """How a game went."""

    seed: str
    winner: str | None
    reason: str
    score: dict[str, int]
    decisions: int


class Endless(ValueError):
    """A game that bots do not bring to an end."""


def play_out(match: grognard.Match, players: Mapping[str, bots.Bot], longest: int = LONGEST) -> int:
    """Let bots play a match to its end, each from its own view; returns the number of decisions.

    A game of more than ``longest`` decisions goes in circles: Endless says who was asked what.
    """
    count = 0
    while match.outcome is None:
        side = match.to_act[0]
        if count == longest:
            asked = match.decision(side)
            raise Endless(f"{match.game.id} is not over after {longest} decisions; {side} is asked {asked!r}")
        player = players[side]
        if isinstance(player, bots.RandomBot):  # looks at nothing but the options
            match.play(side, player.pick(match.options(side)))
        else:
            match.play(side, bots.answer(player, match, side))
        count += 1
    return count


def seat(match: grognard.Match, names: Sequence[str], seed: str) -> dict[str, bots.Bot]:
    """A bot for each side, in the order of the sides."""
    return {
        side: bots.make(name, match.game.id, side, f"{seed}/{side}")
        for side, name in zip(match.sides, names, strict=True)
    }


def run(job: Job) -> Result:
    """Play one game."""
    match = grognard.start(job.game, job.scenario, job.options, dice=grognard.FastDice(job.seed))
    count = play_out(match, seat(match, job.bots, job.seed))
    outcome = match.outcome
    assert outcome is not None
    return Result(job.seed, outcome.winner, outcome.reason, outcome.score, count)


def run_all(jobs: Sequence[Job], workers: int) -> Iterator[Result]:
    """Play many games; results come as they are ready."""
    for game, scenario in {(job.game, job.scenario) for job in jobs if not job.options and workers > 1}:
        grognard.start(game, scenario, seed="warm")  # maps and tables are read once, before the others are born
    return spread(run, jobs, workers)


def spread(play: Callable[[J], R], jobs: Sequence[J], workers: int) -> Iterator[R]:
    """What is to be played, over worker processes; results come as they are ready."""
    if workers <= 1:
        yield from map(play, jobs)
        return
    with ProcessPoolExecutor(workers, initializer=gc.freeze) as pool:
        chunk = max(1, len(jobs) // (workers * 16))
        parts = [pool.submit(_some, play, jobs[i : i + chunk]) for i in range(0, len(jobs), chunk)]
        for part in as_completed(parts):
            yield from part.result()


def _some(play: Callable[[J], R], jobs: Sequence[J]) -> list[R]:
    return [play(job) for job in jobs]


class Tally:
    """Results added up as they come."""

    def __init__(self, sides: Sequence[str]) -> None:
        self.sides = tuple(sides)
        self.games = 0
        self.decisions = 0
        self.wins = dict.fromkeys(sides, 0)
        self.reasons: dict[str, int] = {}
        self.points = dict.fromkeys(sides, 0)

    def add(self, result: Result) -> None:
        self.games += 1
        self.decisions += result.decisions
        if result.winner is not None:
            self.wins[result.winner] += 1
        self.reasons[result.reason] = self.reasons.get(result.reason, 0) + 1
        for side, points in result.score.items():
            self.points[side] += points
