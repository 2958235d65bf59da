"""The speed table: every figure beside its bar, interpreted and compiled; each run is added to ``history.csv``.

    python bench/run.py                      everything: some minutes
    python bench/run.py --only play server   some of it: play, bots, server, sim, growth
    python bench/run.py --quick              shorter, rougher, and not written down

Figures are scaled to a machine that turns a fixed loop 8.5 million times a second, so that they compare.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMPILED = ROOT / "build" / "compiled"
HISTORY = ROOT / "bench" / "history.csv"
COLUMNS = ("date", "version", "commit", "build", "figure", "here", "calibration", "reference", "bar")
PARTS = ("play", "bots", "server", "sim", "growth")
GAIN = 1.7  # of the compiled build


def measured(parts: list[str], quick: bool) -> Iterator[dict[str, object]]:
    """The figures of this interpreter's grognard, as they are ready."""
    import figures

    seconds = 0.5 if quick else 3.0
    works = {
        "play": lambda: figures.played(seconds),
        "bots": lambda: figures.opposed(seconds * 2),
        "server": lambda: figures.served(quick),
        "sim": lambda: figures.simulated(50 if quick else 200),
        "growth": lambda: figures.grown(seconds),
    }
    for part in parts:
        for figure in works[part]():
            yield figure._asdict() | {"reference": figure.reference, "reached": figure.reached}


def ask(path: Path, parts: list[str], quick: bool) -> Iterator[dict[str, object]]:
    """The figures of the package under a path, from a process of its own."""
    command = [sys.executable, __file__, "--one", "--only", *parts, *(["--quick"] if quick else [])]
    with subprocess.Popen(
        command, env=os.environ | {"PYTHONPATH": str(path)}, stdout=subprocess.PIPE, text=True
    ) as work:
        assert work.stdout is not None
        for line in work.stdout:
            yield json.loads(line)
    if work.returncode:
        raise SystemExit(work.returncode)


def tell(build: str, figure: dict[str, object], plain: dict[str, float]) -> None:
    """A figure as a line: as it is at 8.5 million turns a second, its bar, and what compiling gains."""
    name, value, bar = str(figure["name"]), float(str(figure["reference"])), float(str(figure["bar"]))
    mark = "" if not bar else f"bar {bar:,.0f} {'reached' if figure['reached'] else 'MISSED'}"
    gain = ""
    if name in plain:
        times = plain[name] / value if figure["less"] else value / plain[name]
        gain = f"x {times:.2f}"
    shown = f"{value:,.0f}" if value >= 100 else f"{value:,.2f}"
    print(f"{name:78} {build:9} {shown:>10}  {gain:7} {mark}", flush=True)


def write_down(build: str, found: list[dict[str, object]]) -> None:
    """A loss is seen in what the same machine, or another, gave before."""
    from importlib.metadata import version

    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout
    fresh = not HISTORY.exists()
    with HISTORY.open("a", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        if fresh:
            rows.writerow(COLUMNS)
        for figure in found:
            numbers = [f"{float(str(figure[key])):.4g}" for key in ("value", "calibration", "reference", "bar")]
            today = date.today().isoformat()
            rows.writerow([today, version("grognard"), commit.strip(), build, figure["name"], *numbers])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--one", action="store_true", help="print this interpreter's figures as lines of JSON")
    options.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    options.add_argument("--quick", action="store_true")
    given = options.parse_args()
    if given.one:
        for figure in measured(given.only, given.quick):
            print(json.dumps(figure), flush=True)
        return
    builds = {"CPython": ROOT / "src"} | ({"compiled": COMPILED} if COMPILED.is_dir() else {})
    plain: dict[str, float] = {}
    for build, path in builds.items():
        found = []
        for figure in ask(path, given.only, given.quick):
            tell(build, figure, plain)
            found.append(figure)
        plain = plain or {str(figure["name"]): float(str(figure["reference"])) for figure in found}
        if not given.quick:
            write_down(build, found)
    if len(builds) == 1:
        print("(make compiled builds the compiled version; its figures then stand here too)")


if __name__ == "__main__":
    main()
