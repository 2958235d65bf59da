"""A study: many games of several kinds, each watched as it is played, and what was seen brought home in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from typing import NamedTuple, Protocol

import grognard
from grognard import bots
from grognard.kernel.wire import Value
from grognard.lab.simulate import seat


class Variant(NamedTuple):
    """One kind of game: a short name for files, a title, and how it is set up."""

    name: str
    title: str
    scenario: str
    options: Mapping[str, Value]


class Trace(NamedTuple):
    """What is kept of a game: how it ended, a row of numbers for each turn, and sums."""

    winner: str | None
    reason: str
    score: dict[str, int]
    decisions: int
    rows: dict[str, dict[str, float]]  # by turn, in order
    sums: dict[str, float]


class Watch(Protocol):
    """Looks on while a game is played."""

    def see(self, match: grognard.Match, events: Sequence[grognard.Event]) -> None:
        """After every action."""

    def told(self, match: grognard.Match) -> tuple[dict[str, dict[str, float]], dict[str, float]]:
        """The rows and sums, when the game is over."""


class Study(Protocol):
    """What a game's own study offers to the report (``grognard.studies.GAME``)."""

    VARIANTS: Sequence[Variant]

    def watch(self, match: grognard.Match) -> Watch:
        """Somebody to look on at a game."""

    def chapter(self, variant: Variant, traces: Sequence[Trace]) -> tuple[str, dict[str, str]]:
        """The text about a kind of game, and its pictures by file name."""

    def summary(self, found: Sequence[tuple[Variant, Sequence[Trace]]]) -> str:
        """What all kinds together show."""


def study_of(game: str) -> Study:
    """The study of a game: its own, or the broad one that fits any."""
    try:
        found: Study = import_module(f"grognard.studies.{game}")
    except ModuleNotFoundError:
        from grognard.lab.broad import Broad

        return Broad(game)
    return found


def wanted(study: Study, only: Sequence[str]) -> list[Variant]:
    """The kinds asked for, in the study's order; all when none is named."""
    known = [variant.name for variant in study.VARIANTS]
    unknown = [name for name in only if name not in known]
    if unknown:
        raise ValueError(f"there is no kind {', '.join(unknown)}; the kinds are {', '.join(known)}")
    return [variant for variant in study.VARIANTS if not only or variant.name in only]


class Errand(NamedTuple):
    """A game to be played by a worker process."""

    game: str
    variant: Variant
    bots: tuple[str, ...]
    seed: str


def play(errand: Errand) -> Trace:
    """Play a game between bots, watched."""
    study = study_of(errand.game)
    variant = errand.variant
    match = grognard.start(errand.game, variant.scenario, variant.options, dice=grognard.FastDice(errand.seed))
    players, looker, count = seat(match, errand.bots, errand.seed), study.watch(match), 0
    while match.outcome is None:
        side = match.to_act[0]
        looker.see(match, match.play(side, bots.answer(players[side], match, side)))
        count += 1
    rows, sums = looker.told(match)
    outcome = match.outcome
    return Trace(outcome.winner, outcome.reason, outcome.score, count, rows, sums)


def play_all(errands: Sequence[Errand], jobs: int) -> list[Trace]:
    """Traces in the order of the errands, whatever the number of worker processes."""
    if jobs <= 1:
        return [play(errand) for errand in errands]
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(play, errands, chunksize=4))


# numbers


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def share(traces: Sequence[Trace], side: str) -> float:
    """How many of a hundred games a side won."""
    return 100 * mean([trace.winner == side for trace in traces])


def interval(percent: float, games: int) -> tuple[float, float]:
    """Where the true share lies in 95 of 100 cases (Wilson)."""
    p, n, z = percent / 100, max(1, games), 1.96
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5 / (1 + z * z / n)
    return 100 * (middle - half), 100 * (middle + half)


def turns(traces: Sequence[Trace]) -> list[str]:
    """Every turn that some game had, in order of time."""
    found: dict[str, None] = {}
    for trace in sorted(traces, key=lambda trace: -len(trace.rows)):
        found |= dict.fromkeys(trace.rows)
    return sorted(found)


def by_turn(traces: Sequence[Trace], measure: str) -> list[float | None]:
    """The mean of a measure for each turn, over the games that had it."""
    found: list[float | None] = []
    for turn in turns(traces):
        values = [trace.rows[turn][measure] for trace in traces if turn in trace.rows]
        found.append(mean(values) if values else None)
    return found


def total(traces: Sequence[Trace], name: str) -> float:
    """The mean of a sum over all games."""
    return mean([trace.sums.get(name, 0.0) for trace in traces])
