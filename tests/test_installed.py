"""The package as people install it: a bare wheel, extras that are missing, games and bots of other packages."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import packages

pytestmark = pytest.mark.slow
CORE = ("msgspec", "mypy-extensions", "cyclopts", "rich", "platformdirs")


class Place:
    """A virtual environment without pip, with what we put into it."""

    def __init__(self, folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
        self.python = folder / "bin" / "python"
        (self.site,) = folder.glob("lib/python*/site-packages")
        self.folder = folder

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.python), "-I", *arguments], cwd=self.folder, capture_output=True, text=True, check=False
        )

    def says(self, code: str) -> str:
        """What a program prints."""
        done = self.run("-c", code)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """Grognard's wheel and what a bare installation brings along."""
    wheel = packages.build(packages.ROOT, tmp_path_factory.mktemp("wheel"))
    place = Place(tmp_path_factory.mktemp("bare") / "venv")
    packages.install(wheel, place.site)
    for name in set().union(*(packages.requirements(one) for one in CORE)):
        packages.lend(name, place.site)
    return place


def test_a_bare_installation_is_small_and_plays(bare: Place) -> None:
    assert bare.says("import importlib.util as u; print(u.find_spec('numpy'), u.find_spec('litestar'))") == "None None"
    known = bare.says("import grognard; print(*[game.id for game in grognard.catalog()])")
    assert known.split() == ["merde", "russia1812", "vanguard"]
    played = bare.says(
        "from grognard.lab.simulate import Job, run; "
        "print(run(Job('russia1812', None, {}, ('random', 'random'), '1')).winner)"
    )
    assert played in ("french", "russian", "None")


def test_what_needs_an_extra_says_which(bare: Place) -> None:
    done = bare.run("-c", "import grognard; grognard.start('tabletop')")
    said = done.stderr.strip().splitlines()[-1]
    assert said.partition(": ")[2] == "tabletop needs shapely: pip install 'grognard[tabletop]'"
    served = bare.run("-m", "grognard", "serve")
    assert served.returncode != 0
    assert "Traceback" not in served.stderr + served.stdout
    assert "grognard[server]" in served.stderr + served.stdout


def test_the_wheel_holds_what_runs_and_the_sdist_what_is_needed_to_build_and_test(tmp_path: Path) -> None:
    wheel = packages.build(packages.ROOT, tmp_path / "w")
    inside = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in inside if name.startswith("tests/")]
    for name in ("grognard/py.typed", "grognard/web/index.html", "grognard/games/merde/rulebook/it.md"):
        assert name in inside
    with tarfile.open(packages.build(packages.ROOT, tmp_path / "s", "sdist")) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert {"Makefile", "constraints.txt", "tests/test_installed.py", "src/grognard/cli.py", "LICENSE"} <= held


def test_a_game_and_a_bot_of_another_package_are_found_by_their_entry_points(bare: Place, tmp_path: Path) -> None:
    packages.install(packages.build(packages.GUEST, tmp_path), bare.site)
    code = """
import random, grognard
from grognard import bots
from grognard.lab.simulate import Job, run
print(*[game.id for game in grognard.catalog()])
print(*bots.names("matches"))
print(run(Job("matches", None, {}, ("miser", "random"), "1")).reason)
match = grognard.start("matches", seed="evening")
print(*match.why_not("first", "take a 9"))
match.play("first", "take a 3")
match.undo("first")
match.play("first", "take a 2")
print(grognard.loads(match.record.dumps()).fingerprint == match.fingerprint)
"""
    assert bare.says(code).splitlines() == [
        "matches merde russia1812 vanguard",
        "random miser",
        "last_match",
        "[1.2] There are 3 in heap A.",
        "True",
    ]


def test_a_package_whose_game_does_not_load_costs_no_other(bare: Place, tmp_path: Path) -> None:
    broken = bare.site / "broken_game-1.0.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-game\nVersion: 1.0\n")
    (broken / "entry_points.txt").write_text("[grognard.games]\nbroken = no_such_module:GAME\n")
    done = bare.run("-c", "import grognard; print(*[game.id for game in grognard.catalog()])")
    assert "russia1812" in done.stdout.split()
    assert "broken" not in done.stdout.split()
    assert "the game broken = no_such_module:GAME cannot be loaded" in done.stderr
