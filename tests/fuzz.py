"""Endless walks with invariants: ``python tests/fuzz.py --minutes 1 --seed 0``.

Every variant of every game in turn, lively and uniform, from the set-up and from scrambled positions. At each step the
invariants of the game; now and then an undo, a copy and a refused action; at the end of each game its record. The first
failure prints its seed and traceback, writes the record to a file and ends with status 1; ``--seed S --game N`` plays
that one game again (a scrambled game has no start in its record and can only be played again so).
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

import grognard  # noqa: E402
import walks  # noqa: E402
from grognard.kernel.action import Region  # noqa: E402
from grognard.kernel.match import Match  # noqa: E402


class Fuzz:
    """Games by number; each is the same whenever it is played again."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.plan = [
            (variant, policy, scrambled)
            for variant in walks.variants(every=True)
            for policy in walks.POLICIES
            for scrambled in (False, True)
            if not scrambled or walks.brought(variant.game, "SCRAMBLE")
        ]
        self.asked: Counter[str] = Counter()
        self.events: Counter[str] = Counter()
        self.decisions = 0
        self.match: Match | None = None

    def describe(self, number: int) -> str:
        variant, policy, scrambled = self.plan[number % len(self.plan)]
        return f"game {number} of seed {self.seed}: {variant}, {policy}{', scrambled' if scrambled else ''}"

    def play(self, number: int) -> None:
        variant, policy, scrambled = self.plan[number % len(self.plan)]
        match = self.match = variant.start(f"fuzz/{self.seed}/{number}")
        rng = random.Random(f"{self.seed}/{number}/walk")
        chance = random.Random(f"{self.seed}/{number}/checks")
        seen: dict[str, object] = {}
        if scrambled:
            walks.brought(variant.game, "SCRAMBLE")(match, rng)
        for side, action in walks.walk(match, walks.POLICIES[policy], rng):
            self.decisions += 1
            self.asked[walks.question(match)] += 1
            walks.check(match)
            if chance.random() < 0.02:
                poke(match, side, action, chance, seen)
                seen.update((str(option), option) for option in match.options(side) if not isinstance(option, Region))
        walks.check(match)
        self.events.update(event.key for _, event in match.log())
        if not scrambled:
            replay(match)


def poke(match: Match, side: str, action: object, chance: random.Random, seen: dict[str, object]) -> None:
    """Side roads that must leave the match as it was: copies, undo, refusals, views."""
    before = match.fingerprint
    for option in chance.sample(list(match.options(side)), min(4, len(match.options(side)))):
        twin = match.copy()
        twin.play(side, str(walks.concrete(option, chance)))
        walks.check(twin)
    twin = match.copy()
    twin.play(side, action)
    after = twin.fingerprint
    try:
        twin.undo(side)
    except grognard.IllegalAction:
        assert twin.fingerprint == after, "a refused undo changed the match"
    else:
        assert twin.fingerprint == before, "undo is not identity"
    for wrong in chance.sample(sorted(seen), min(5, len(seen))):
        refused = bool(match.why_not(side, wrong))
        assert refused != (seen[wrong] in match.options(side)), f"why_not and options disagree about {wrong}"
    for who in (*match.sides, None):
        assert match.view(who)["revision"] == match.revision
    assert match.fingerprint == before, "a copy, a view or a refusal changed the match"


def replay(match: Match) -> None:
    """The record of a finished game brings it back."""
    text = match.record.dumps()
    again = grognard.loads(text)
    assert again.fingerprint == match.fingerprint, "the record replays to another state"
    assert again.record.dumps() == text, "the record of the replay differs"


def report(fuzz: Fuzz, games: int, seconds: float) -> None:
    print(f"{games} games, {fuzz.decisions} decisions in {seconds:.0f} s")
    for title, counts in (("questions", fuzz.asked), ("events", fuzz.events)):
        print(f"{title}:", ", ".join(f"{name} {count}" for name, count in counts.most_common()))


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--minutes", type=float, default=1.0)
    arguments.add_argument("--seed", default="0")
    arguments.add_argument("--game", type=int, help="play only this game of the seed")
    arguments.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()), help="folder for a failing record")
    given = arguments.parse_args()
    fuzz = Fuzz(given.seed)
    start = time.monotonic()
    number = first = given.game or 0
    while time.monotonic() - start < 60 * given.minutes:
        try:
            fuzz.play(number)
        except Exception:
            traceback.print_exc()
            print(fuzz.describe(number))
            if fuzz.match is not None:
                path = given.out / f"fuzz-{given.seed}-{number}.grog"
                path.write_text(fuzz.match.record.dumps(), encoding="utf-8")
                print(f"record: {path}")
            return 1
        number += 1
        if given.game is not None:
            break
    report(fuzz, number - first, time.monotonic() - start)
    return 0


if __name__ == "__main__":
    sys.exit(main())
