"""Record the golden corpus: finished games that must replay for ever. ``record_golden.py [GAME...]``; else all.

Run by ``make golden`` only when a rule has changed on purpose; then bump the ruleset and say so in the changelog.
What is played stands in ``GOLDEN`` of ``walks_<game>``: scenario, options, and who plays the sides ("lively": both).
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import grognard
from grognard import games
from grognard.lab.simulate import play_out, seat
from walks import brought, lively

FOLDER = Path(__file__).parent / "golden"


def play(game: str, scenario: str, options: dict[str, Any], pair: tuple[str, str], seed: str) -> grognard.Match:
    """One finished game with committed dice."""
    match = grognard.start(game, scenario, options, seed)
    if pair[0] == "lively":
        rng = random.Random(seed)
        while match.outcome is None:
            match.play(*lively(match, rng))
    else:
        play_out(match, seat(match, pair, seed))
    return match


def title(number: int, scenario: str, options: dict[str, Any], pair: tuple[str, str]) -> str:
    """A file name that says what is inside: number, scenario, options that are on, players."""
    chosen = [f"{value}e" if name == "edition" else name for name, value in options.items() if value]
    return "-".join([f"{number:02}", scenario, *chosen, *pair]).replace("_", "")


def record(game: str) -> None:
    folder = FOLDER / game
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.grog"):
        old.unlink()
    index = {}
    for n, (scenario, options, pair) in enumerate(brought(game, "GOLDEN")):
        name = title(n, scenario, options, pair)
        match = play(game, scenario, options, pair, f"golden-{n}")
        (folder / f"{name}.grog").write_text(match.record.dumps(), encoding="utf-8")
        index[name] = match.fingerprint
        print(game, name, match.outcome)
    (folder / "index.json").write_text(json.dumps(index, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for chosen in sys.argv[1:] or games.known():
        record(chosen)
