"""The speed table: random play of every game; copies, views and simulations of 1812; interpreted and compiled.

Every figure is CPU time of one process except the last; the calibration loop is run before and after each figure, so
that figures compare between machines (PERFORMANCE: 8.5 million turns a second is the reference machine).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
COMPILED = ROOT / "build" / "compiled"
REFERENCE = 8.5e6
TURNS = 1_000_000
DECISIONS = {"russia1812": 25_000, "vanguard": 5_000, "merde": 3_000, "tabletop": 800}  # about as long each


def calibrate() -> float:
    """Turns a second of a fixed pure-Python loop."""
    x = 1
    began = time.process_time()
    for i in range(TURNS):
        x = (x * 1103515245 + i) & 0xFFFFFFFF
    return TURNS / (time.process_time() - began)


def measure(work: Callable[..., int], *given: Any) -> dict[str, float]:
    """Units of work a second of CPU, with the machine's speed around it."""
    before = calibrate()
    began = time.process_time()
    done = work(*given)
    rate = done / (time.process_time() - began)
    calibration = (before + calibrate()) / 2
    return {"rate": rate, "calibration": calibration, "reference": rate * REFERENCE / calibration}


def random_play(game: str, decisions: int) -> int:
    """Games one after another through the public API, options and play, until so many decisions are made."""
    import grognard
    from grognard.kernel.action import Region

    done = games = 0
    while done < decisions:
        rng = random.Random(games)
        match = grognard.start(game, seed=f"bench-{games}")
        games += 1
        while match.outcome is None and done < decisions:
            side = match.to_act[0]
            options = match.options(side)
            action = options[int(rng.random() * len(options))]
            match.play(side, action.sample(rng) if isinstance(action, Region) else action)
            done += 1
    return done


def middle() -> object:
    """A match in the middle of a campaign."""
    import grognard

    rng = random.Random(7)
    match = grognard.start("russia1812", seed="bench")
    for _ in range(400):
        side = match.to_act[0]
        options = match.options(side)
        match.play(side, options[int(rng.random() * len(options))])
    return match


def copies(count: int) -> int:
    state = middle().state  # type: ignore[attr-defined]
    for _ in range(count):
        state.copy()
    return count


def views(count: int) -> int:
    import msgspec

    match = middle()
    encode = msgspec.json.Encoder().encode
    for n in range(count):
        encode(match.view(("french", "russian")[n & 1]))  # type: ignore[attr-defined]
    return count


def simulation(games: int) -> dict[str, float]:
    """Whole games a second of ``sim --jobs 2`` between random bots: wall time."""
    from grognard.lab import simulate

    jobs = [simulate.Job("russia1812", "historical", {}, ("random", "random"), f"bench-{n}") for n in range(games)]
    before = calibrate()
    began = time.perf_counter()
    done = sum(1 for _ in simulate.run_all(jobs, 2))
    rate = done / (time.perf_counter() - began)
    calibration = (before + calibrate()) / 2
    return {"rate": rate, "calibration": calibration, "reference": rate * REFERENCE / calibration}


def figures(quick: bool) -> dict[str, dict[str, float]]:
    """All figures of this interpreter's grognard."""
    scale = 1 if quick else 4
    found = {}
    for game, decisions in DECISIONS.items():
        random_play(game, decisions // 10)
        found[f"random play of {game}, decisions/s"] = measure(random_play, game, decisions * scale)
    return found | {
        "copies of 1812's state/s": measure(copies, 5_000 * scale),
        "view of 1812 + JSON/s": measure(views, 500 * scale),
        "sim russia1812 --jobs 2, games/s (wall)": simulation(50 * scale),
    }


def ask(path: Path, quick: bool) -> dict[str, dict[str, float]]:
    """The figures of the package under a path, from a process of its own."""
    command = [sys.executable, __file__, "--one", *(["--quick"] if quick else [])]
    answer = subprocess.run(command, env=os.environ | {"PYTHONPATH": str(path)}, capture_output=True, text=True)
    if answer.returncode:
        raise SystemExit(answer.stderr)
    found: dict[str, dict[str, float]] = json.loads(answer.stdout)
    return found


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--one", action="store_true", help="print this interpreter's figures as JSON")
    options.add_argument("--quick", action="store_true")
    given = options.parse_args()
    if given.one:
        print(json.dumps(figures(given.quick)))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("figure", "build", "here", "calibration, M turns/s", "at 8.5 M turns/s", title="Grognard speed")
    builds = {"CPython": ROOT / "src"}
    if COMPILED.is_dir():
        builds["compiled (mypyc)"] = COMPILED
    for build, path in builds.items():
        for name, row in ask(path, given.quick).items():
            calibration = f"{row['calibration'] / 1e6:.1f}"
            table.add_row(name, build, f"{row['rate']:,.0f}", calibration, f"{row['reference']:,.0f}")
    Console().print(table)
    if "compiled (mypyc)" not in builds:
        print("(make compiled builds the compiled version; its figures then stand here too)")


if __name__ == "__main__":
    main()
