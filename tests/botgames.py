"""Whole games of each bot against each bot, for every scenario: nobody may fail, nobody may go on for ever.

python tests/botgames.py --games 50                        all games and scenarios
python tests/botgames.py --games 50 --only merde:borodino_1812  one of them
A line for each pair says how many were played, who won and how long they were; faults come with seed and traceback.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator

from grognard import bots, games
from grognard.lab import simulate


def tables(only: list[str]) -> Iterator[tuple[str, str]]:
    """Every game with every scenario that can be played as it stands, or those asked for."""
    for game in games.known():
        for scenario in games.load(game).scenarios:
            if scenario != "custom" and (not only or game in only or f"{game}:{scenario}" in only):
                yield game, scenario


def fight(game: str, scenario: str, pair: tuple[str, ...], number: int, seed: str) -> int:
    """The games of one pair, told in a line; returns how many failed."""
    begun = time.process_time()
    wins: Counter[str] = Counter()
    decisions = faults = 0
    for k in range(number):
        try:
            result = simulate.run(simulate.Job(game, scenario, {}, pair, f"{seed}-{k}"))
        except Exception:
            faults += 1
            print(f"FAULT {game} {scenario} {' v '.join(pair)} seed {seed}-{k}\n{traceback.format_exc()}", flush=True)
            continue
        wins[result.winner or "nobody"] += 1
        decisions += result.decisions
    played = max(1, number - faults)
    won = ", ".join(f"{who} {n}" for who, n in sorted(wins.items()))
    seconds = (time.process_time() - begun) / number
    length = f"{decisions // played} decisions, {seconds:.1f} s a game"
    print(f"{game} {scenario} {' v '.join(pair)}: {number} games, {faults} faults; {won}; {length}", flush=True)
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50, help="of each pair")
    parser.add_argument("--only", nargs="*", default=[], metavar="GAME[:SCENARIO]")
    parser.add_argument("--unlike", action="store_true", help="only pairs with random: the others play for a report")
    parser.add_argument("--seed", default="whole")
    asked = parser.parse_args()
    if not list(tables(asked.only)):
        parser.error(f"no game or scenario is called {' or '.join(asked.only)}")
    faults = sum(
        fight(game, scenario, pair, asked.games, asked.seed)
        for game, scenario in tables(asked.only)
        for pair in itertools.product(bots.names(game), repeat=2)
        if not asked.unlike or "random" in pair
    )
    print(f"{faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
