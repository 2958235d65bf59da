"""Build the compiled package: a copy of src under build/compiled, its rules core turned to C by mypyc.

Sources are compiled as they are. What stays interpreted: data structs, the front of a game, bots, lab, server, cli.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "build" / "compiled"
BOARD = ("hexes", "plane", "squares")
KERNEL = ("action", "decision", "dice", "frame", "i18n", "match", "record", "restore")
INTERPRETED = {"__init__", "data", "checks", "game", "advanced"} | {  # nothing of these runs between two decisions
    "pen", "scene", "risk", "describe", "overlays", "table", "forecast", "shortcuts", "luck", "chronicle", "lesson",
    "face", "hand", "track", "stage", "areas", "rehearsal", "companion", "sheets",
    "workshop", "inspection", "parade", "faults", "suggest",
}


def modules() -> list[str]:
    """The modules worth compiling, as paths inside the copy."""
    found = [f"grognard/board/{name}.py" for name in BOARD] + [f"grognard/kernel/{name}.py" for name in KERNEL]
    for package in sorted((ROOT / "src/grognard/games").iterdir()):
        found += [
            f"grognard/games/{package.name}/{path.name}"
            for path in sorted(package.glob("*.py"))
            if path.stem not in INTERPRETED
        ]
    return found


def main() -> int:
    shutil.rmtree(TARGET, ignore_errors=True)
    shutil.copytree(ROOT / "src", TARGET, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    mypyc = Path(sys.executable).with_name("mypyc")
    return subprocess.run([str(mypyc), *modules()], cwd=TARGET, stdout=subprocess.DEVNULL).returncode


if __name__ == "__main__":
    raise SystemExit(main())
