"""Record the golden corpus: finished games that must replay for ever.

Run by ``make golden`` only when a rule has changed on purpose; then bump the ruleset and say so in the changelog.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import grognard
from grognard.lab.simulate import play_out, seat
from walks import lively

FOLDER = Path(__file__).parent / "golden" / "russia1812"
PAIRS = (("marshal", "marshal"), ("marshal", "random"), ("random", "marshal"), ("lively", "lively"))


def play(scenario: str, options: dict[str, object], pair: tuple[str, str], seed: str) -> grognard.Match:
    """One finished game with committed dice."""
    match = grognard.start("russia1812", scenario, options, seed)
    if pair[0] == "lively":
        rng = random.Random(seed)
        while match.outcome is None:
            match.play(*lively(match, rng))
    else:
        play_out(match, seat(match, pair, seed))
    return match


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.grog"):
        old.unlink()
    index = {}
    for n in range(24):
        scenario = ("historical", "free")[n // 4 % 2]
        options = {"edition": 2 if n < 16 else 1, "forage_russian": n % 8 == 3}
        pair = PAIRS[n % 4]
        name = f"{n:02}-{scenario}-{options['edition']}e-{pair[0]}-{pair[1]}"
        match = play(scenario, options, pair, f"golden-{n}")
        (FOLDER / f"{name}.grog").write_text(match.record.dumps(), encoding="utf-8")
        index[name] = match.fingerprint
        print(name, match.outcome)
    (FOLDER / "index.json").write_text(json.dumps(index, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
