"""A bot of an earlier day: ``colonel@f599b4e5`` is the colonel as he was at that commit, to measure today's against.

His whole house is taken from the history of the repository and stands in a process of its own; he is shown the match as
his side may imagine it, as across the border to any bot's process. Nothing of the past stays in the tree.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from grognard.kernel.match import Match
from grognard.kernel.stored import write_match
from grognard.kernel.wire import Json

DOORMAN = """
import json, sys
from grognard import bots, games
seats = {}
for line in sys.stdin:
    (name, game, side, seed), view, stored = json.loads(line)
    try:
        if (name, game, side, seed) not in seats:
            seats = {(name, game, side, seed): bots.make(name, game, side, seed), **dict(list(seats.items())[:7])}
        bot, answer = seats[name, game, side, seed], ''
        if stored and hasattr(bot, 'think'):
            from grognard.kernel.dice import FastDice
            from grognard.kernel.stored import read_match
            answer = bot.think(read_match(games.load(game), stored, FastDice(seed)))
        elif view:
            answer = bot.choose(view)
        print(json.dumps({'answer': str(answer)}), flush=True)
    except Exception as fault:
        print(json.dumps({'fault': f'{type(fault).__name__}: {fault}'}), flush=True)
"""


class Past:
    """A bot as it was at a commit."""

    def __init__(self, name: str, commit: str, game: str, side: str, seed: str) -> None:
        self.house = _house(_full(commit), os.getpid())
        self.seat = (name, game, side, seed)
        self.house.asked(self.seat)

    def think(self, match: Match) -> str:
        """What it would have answered."""
        return self.house.asked(self.seat, match.view(self.seat[2]), write_match(match))


class House(NamedTuple):
    """A process in which the whole program stands as it was."""

    commit: str
    process: subprocess.Popen[bytes]

    def asked(self, seat: tuple[str, ...], view: Json | None = None, stored: Json | None = None) -> str:
        """Put a question through the door; without a view it is only whether there is such a bot."""
        pipe = self.process
        assert pipe.stdin
        assert pipe.stdout
        pipe.stdin.write(msgspec.json.encode([seat, view, stored]) + b"\n")
        pipe.stdin.flush()
        told: dict[str, str] = msgspec.json.decode(pipe.stdout.readline() or b'{"fault": "it has fallen silent"}')
        if "fault" in told:
            raise ValueError(f"{seat[0]}@{self.commit[:8]}: {told['fault']}")
        return told["answer"]


@cache
def _house(commit: str, _process: int) -> House:
    """The house of a commit: each of our processes has its own."""
    env = os.environ | {"PYTHONPATH": str(_tree(commit))}
    command = [sys.executable, "-c", DOORMAN]
    return House(commit, subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE))


def _tree(commit: str) -> Path:
    """The sources of a commit, taken out of the history once."""
    root = _root()
    tree = root / "build" / "past" / commit
    if not tree.is_dir():
        tree.parent.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(dir=tree.parent))
        with zipfile.ZipFile(io.BytesIO(_git(root, "archive", "--format=zip", commit, "src"))) as archive:
            archive.extractall(part)
        try:
            (part / "src").rename(tree)
        except OSError:  # another process was quicker
            assert tree.is_dir()
        shutil.rmtree(part)
    return tree


def _full(commit: str) -> str:
    return (
        _git(_root(), "rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}").decode().strip()
    )


@cache
def _root() -> Path:
    return Path(_git(Path(__file__).parent, "rev-parse", "--show-toplevel").decode().strip())


def _git(folder: Path, *words: str) -> bytes:
    try:
        return subprocess.run(["git", "-C", str(folder), *words], check=True, capture_output=True).stdout
    except (OSError, subprocess.CalledProcessError):
        raise ValueError(
            f"bots of the past are taken from the history of the repository: no {words[-1]!r} there"
        ) from None
