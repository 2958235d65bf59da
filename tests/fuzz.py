"""Games played at random and attacked at every step: ``python tests/fuzz.py --minutes 60 --jobs 2 --seed 0``.

All games in turn, each in all its scenarios and options, lively and uniform, from the set-up and from strange
positions. After every action undo and redo are tried for every side, and the invariants of the game are checked; now
and then twins are compared by every channel, looks that could be taken back are searched for, numbers are counted,
options played and wrong actions refused; at the end of each game its record is replayed.

Faults do not stop it: each kind is printed with its number and a way to reach it again, and the status is 1.
``--number N`` plays that one game of the seed again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

import attack  # noqa: E402
import grognard  # noqa: E402
import walks  # noqa: E402
from grognard.kernel import match as kernel  # noqa: E402
from grognard.kernel.action import Region  # noqa: E402
from grognard.kernel.match import Match  # noqa: E402

COLUMNS = ("games", "decisions", "undo tries", "undone", "looks", "twins", "numbers", "faults")
MOST = 1200  # decisions of one game, so that all games have their turn
PEEK, COUNT, TWIN, POKE = 6, 8, 25, 50  # one step in so many


class Game(NamedTuple):
    """One game of a plan."""

    variant: walks.Variant
    policy: str
    scrambled: bool


class Plan:
    """Games by number: the four in turn, each in all its ways; the same whenever it is made from a seed."""

    def __init__(self, seed: str, game: str | None = None) -> None:
        first, every = attack.variants(), walks.variants(every=True)
        names = [info.id for info in grognard.catalog() if game in (None, info.id)]
        self.ways = [
            self.mixed(seed, [v for v in first if v.game == name], [v for v in every if v.game == name])
            for name in names
        ]

    def mixed(self, seed: str, first: list[walks.Variant], every: list[walks.Variant]) -> list[Game]:
        """Each way to play once, the common ones first."""
        found = []
        for n, variants in enumerate((first, every)):
            ways = [Game(variant, policy, False) for variant in variants for policy in walks.POLICIES]
            if n and walks.brought(variants[0].game, "SCRAMBLE"):
                ways += [way._replace(scrambled=True) for way in ways]
            random.Random(f"{seed}/{n}").shuffle(ways)
            found += ways
        return found

    def game(self, number: int) -> Game:
        ways = self.ways[number % len(self.ways)]
        return ways[number // len(self.ways) % len(ways)]


class Result:
    """What some games have shown."""

    def __init__(self) -> None:
        self.rows: dict[str, Counter[str]] = {}
        self.faults: list[attack.Fault] = []
        self.asked: Counter[str] = Counter()

    def add(self, other: Result) -> None:
        for game, row in other.rows.items():
            self.rows.setdefault(game, Counter()).update(row)
        self.faults += other.faults
        self.asked.update(other.asked)


def play(seed: str, number: int, game: Game, end: float) -> Result:
    """One game, to its end or as far as the time allows."""
    kernel.CHECKPOINT = 4 if number % 2 else 32  # short ways back are cheap, long ones cross what is kept
    trail = attack.Trail(game.variant, game.policy, f"fuzz/{seed}/{number}", MOST, game.scrambled)
    undos, numbers = attack.Undos(trail), attack.Numbers(trail)
    result, row = Result(), Counter[str]()
    met: dict[str, object] = {}
    try:
        for step in trail:
            row["decisions"] += 1
            walks.check(trail.match)
            undos.check(trail.lucky(12))
            look(trail, undos, numbers, row, result)
            met[str(step.action)] = step.action
            if trail.chance.random() * POKE < 1:
                poke(step, trail.chance, met)
            if time.monotonic() > end:
                break
        if not game.scrambled:
            replay(trail.match)
    except Exception as fault:
        where = trail.where if trail.past else str(game)
        text = f"{type(fault).__name__}: {fault}\n{traceback.format_exc(limit=-4)}"
        result.faults.append(attack.Fault("play fails", trail.past[-1].asked if trail.past else "start", text, where))
    result.faults += [*undos.faults, *numbers.faults]
    row += Counter(
        {
            "games": 1,
            "undo tries": undos.tries,
            "undone": undos.allowed,
            "looks": undos.peeks,
            "numbers": numbers.compared,
            "faults": len(result.faults),
        }
    )
    result.faults = [fault._replace(where=f"--seed {seed} --number {number}; {fault.where}") for fault in result.faults]
    result.rows[game.variant.game] = row
    result.asked.update(trail.asked)
    return result


def look(trail: attack.Trail, undos: attack.Undos, numbers: attack.Numbers, row: Counter[str], result: Result) -> None:
    """Twins, looks that can be taken back, numbers: each now and then."""
    step = trail.past[-1]
    if trail.lucky(PEEK):
        undos.peek(3)
    if trail.lucky(COUNT):
        numbers.check()
    if trail.lucky(TWIN, 1):
        met = [other.action for other in trail.past]
        compared, faults = attack.check_twins(trail, step.before, attack.Probe(step.before, met, trail.chance, 5), 3)
        row["twins"] += compared
        result.faults += faults


def poke(step: attack.Step, chance: random.Random, met: dict[str, object]) -> None:
    """Options can be played, what is not offered is refused, and neither changes the match."""
    match, side = step.before, step.side
    before = match.fingerprint
    options = list(match.options(side))
    for option in chance.sample(options, min(4, len(options))):
        twin = match.copy()
        twin.play(side, str(walks.concrete(option, chance)))
        walks.check(twin)
    regions = {option.verb for option in options if isinstance(option, Region)}
    for wrong in chance.sample(sorted(met), min(5, len(met))):
        if met[wrong].verb not in regions:
            refused = bool(match.why_not(side, wrong))
            assert refused != (met[wrong] in options), f"why_not and options disagree about {wrong}"
    assert match.fingerprint == before, "a copy or a refusal changed the match"


def replay(match: Match) -> None:
    """The record brings the match back."""
    text = match.record.dumps()
    again = grognard.loads(text)
    assert again.fingerprint == match.fingerprint, "the record replays to another state"
    assert again.record.dumps() == text, "the record of the replay differs"


def work(seed: str, only: str | None, first: int, jobs: int, minutes: float) -> Result:
    """Every so many-th game until the time is over."""
    plan, end, number = Plan(seed, only), time.monotonic() + 60 * minutes, first
    result = Result()
    while time.monotonic() < end:
        result.add(play(seed, number, plan.game(number), end))
        number += jobs
    return result


def show(result: Result) -> None:
    print(f"{'':12}" + "".join(f"{name:>12}" for name in COLUMNS))
    for game, row in [*sorted(result.rows.items()), ("all", sum(result.rows.values(), Counter()))]:
        print(f"{game:12}" + "".join(f"{row[name]:>12}" for name in COLUMNS))
    print("questions:", ", ".join(f"{name} {count}" for name, count in result.asked.most_common()))
    if result.faults:
        print(attack.report(result.faults, 200))


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--minutes", type=float, default=1.0)
    arguments.add_argument("--jobs", type=int, default=1)
    arguments.add_argument("--seed", default="0")
    arguments.add_argument("--game", help="only this game")
    arguments.add_argument("--number", type=int, help="play only this game of the seed")
    given = arguments.parse_args()
    result = Result()
    if given.number is not None:
        game = Plan(given.seed, given.game).game(given.number)
        result.add(play(given.seed, given.number, game, time.monotonic() + 60 * given.minutes))
    elif given.jobs == 1:
        result = work(given.seed, given.game, 0, 1, given.minutes)
    else:
        with ProcessPoolExecutor(given.jobs, get_context("spawn")) as pool:
            tasks = [pool.submit(work, given.seed, given.game, n, given.jobs, given.minutes) for n in range(given.jobs)]
            for task in tasks:
                result.add(task.result())
    show(result)
    return 1 if result.faults else 0


if __name__ == "__main__":
    sys.exit(main())
