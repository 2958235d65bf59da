"""Build the compiled package: a copy of src under build/compiled, its rules core turned to C by mypyc.

Sources are compiled as they are. What stays interpreted: data structs, the front of a game, bots, lab, server, cli.
Kernel and boards are one library, each game is another, each module a file of C: all in one takes gigabytes and an hour
to compile. MYPYC_OPT_LEVEL (2 unless set) is for those in a hurry, or in none.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "build" / "compiled"
BOARD = ("hexes", "plane", "squares")
KERNEL = ("action", "ban", "decision", "dice", "frame", "i18n", "match", "part", "record", "restore")
ROOMS = ("world", "rules")  # what a table shows is not worth compiling
INTERPRETED = {"__init__", "data", "checks", "numbers", "odds"}  # nothing of these runs between two decisions
SETUP = """
from mypyc.build import mypycify
from setuptools import setup

groups = {groups!r}
files = [file for group, _ in groups for file in group]
setup(name="grognard_compiled", ext_modules=mypycify(files, opt_level={level!r}, separate=groups, multi_file=True))
"""


def groups() -> list[tuple[list[str], str]]:
    """The modules worth compiling, as paths inside the copy, by the library they go to."""
    core = [f"grognard/board/{name}.py" for name in BOARD] + [f"grognard/kernel/{name}.py" for name in KERNEL]
    found = [(core, "grognard_core")]
    for package in sorted((ROOT / "src/grognard/games").iterdir()):
        paths = [path for room in ROOMS for path in sorted((package / room).rglob("*.py"))]
        modules = [str(path.relative_to(ROOT / "src")) for path in paths if path.stem not in INTERPRETED]
        if modules:
            found.append((modules, f"grognard_{package.name}"))
    return found


def main() -> int:
    shutil.rmtree(TARGET, ignore_errors=True)
    shutil.copytree(ROOT / "src", TARGET, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    (TARGET / "build").mkdir()
    setup = TARGET / "build" / "setup.py"
    setup.write_text(SETUP.format(groups=groups(), level=os.environ.get("MYPYC_OPT_LEVEL", "2")))
    command = [sys.executable, str(setup), "--quiet", "build_ext", "--inplace", "--parallel", str(os.cpu_count() or 1)]
    flags = os.environ.get("CFLAGS", "") + " -fcommon"  # each file of a library names what it takes from another
    return subprocess.run(command, cwd=TARGET, env=os.environ | {"CFLAGS": flags}).returncode


if __name__ == "__main__":
    raise SystemExit(main())
