"""The client's pure modules (lines, hexes, snapping, path data) by tests in their own language, without a browser."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

NODE = Path(sys.executable).parent / "node"
ROOT = Path(__file__).parents[1]
TESTS = sorted((Path(__file__).parent / "client").glob("*.test.mjs"))


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name)
def test_client(path: Path) -> None:
    done = subprocess.run([NODE, "--no-warnings", "--test", path], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_are_some() -> None:
    assert len(TESTS) >= 4


def test_a_widget_reaches_into_no_page() -> None:
    """It is given what it shows and what a press does; but for the rulebook's drawer it knows no page."""
    found = {
        path.name: [
            page for page in re.findall(r'["\'(]\.\./pages/(\w+)', path.read_text(encoding="utf-8")) if page != "rules"
        ]
        for path in sorted((ROOT / "src/grognard/web/widgets").glob("*.js"))
    }
    assert len(found) > 15
    assert {name: pages for name, pages in found.items() if pages} == {}
