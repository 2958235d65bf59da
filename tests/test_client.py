"""The client's pure modules (lines, hexes, snapping, path data) by tests in their own language, without a browser."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

NODE = Path(sys.executable).parent / "node"
TESTS = sorted((Path(__file__).parent / "client").glob("*.test.mjs"))


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name)
def test_client(path: Path) -> None:
    done = subprocess.run([NODE, "--no-warnings", "--test", path], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_are_some() -> None:
    assert len(TESTS) >= 4
