"""The kernel, the boards, the laboratory, the server and the shell know no game by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import grognard

SOURCE = Path(grognard.__file__).parent
GENERAL = [
    path
    for folder in ("kernel", "board", "lab", "server", "web")
    for path in sorted((SOURCE / folder).rglob("*"))
    if path.suffix in {".py", ".js", ".ts", ".css", ".html", ".toml", ".sql"}
]


def names() -> set[str]:
    found = set()
    for info in grognard.catalog():
        found |= {info.id, *info.sides}
    return found


@pytest.mark.parametrize("path", GENERAL, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_game_is_named(path: Path) -> None:
    words = set(re.findall(r"[a-z0-9_]+", path.read_text(encoding="utf-8").lower()))
    assert not words & names()
