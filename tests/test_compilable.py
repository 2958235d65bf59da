"""What mypyc cannot compile and Python can: found here, since the compiled build is made by hand."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "grognard"
UNMADE = ("kernel/part.py", "kernel/stored.py")  # fill every field of what they make
MODULES = sorted(path for part in ("kernel", "board", "games") for path in (SOURCE / part).rglob("*.py"))


def trouble(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            for right in node.comparators:
                if isinstance(right, ast.Tuple | ast.List | ast.Set) and any(
                    isinstance(item, ast.Starred) for item in right.elts
                ):
                    yield f"line {node.lineno}: a star in a membership test; name the tuple instead"
        if isinstance(node, ast.Attribute) and node.attr == "__new__":
            yield f"line {node.lineno}: an object made without its constructor"


@pytest.mark.parametrize("path", MODULES, ids=[str(path.relative_to(SOURCE)) for path in MODULES])
def test_a_module_can_be_compiled(path: Path) -> None:
    found = list(trouble(ast.parse(path.read_text(encoding="utf-8"))))
    if str(path.relative_to(SOURCE)) in UNMADE:
        found = [text for text in found if not text.endswith("without its constructor")]
    assert found == []


def test_the_trouble_is_seen() -> None:
    assert len(list(trouble(ast.parse("x in (*A, b)\nT.__new__(T)\nfor y in (*A, b): pass")))) == 2
