"""Keep a running match of the present ruleset of each game, before its rules change: ``make age``.

Writes ``ages/<game>-<ruleset>.json`` for games that have none yet: the record, what was told of each line, and how the
match stands. ``test_ages`` opens it for ever after.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import grognard
import walks
from grognard import games
from grognard.kernel.stored import keep, told_of

AGES = Path(__file__).parent / "ages"
STEPS = 250


def main() -> None:
    for name in games.known():
        path = AGES / f"{name}-{games.load(name).ruleset}.json"
        if path.exists():
            continue
        match = grognard.start(name, seed="an older match")
        for number, _ in enumerate(walks.walk(match, walks.lively, random.Random("older"))):
            if number == STEPS:
                break
        told = [told_of(match, number) for number in range(1, match.revision + 1)]
        data = {"record": match.record.dumps(), "opening": told_of(match, 0), "told": told, "now": keep(match)}
        path.write_text(json.dumps(data, separators=(",", ":")), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
