"""What mypyc cannot compile and Python can: found here, since the compiled build is made by hand."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

import grognard
from grognard import games
from grognard.kernel import part

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "grognard"
UNMADE = ("kernel/part.py", "kernel/stored.py")  # fill every field of what they make
MODULES = sorted(path for part in ("kernel", "board", "games", "bots") for path in (SOURCE / part).rglob("*.py"))
KEEPS = "cached_property"


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
        if isinstance(node, ast.FunctionDef):
            worn = [ast.unparse(each) for each in node.decorator_list]
            if any(KEEPS in each for each in worn) and (worn != [KEEPS] or node.returns is None):
                yield f"line {node.lineno}: the build writes out plain cached properties alone, whose type is told"
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "object" and node.simple:
            yield f"line {node.lineno}: the compiler does not find object where a field is declared; write Any"
        if isinstance(node, ast.ClassDef) and any("Frame[" in ast.unparse(base) for base in node.bases):
            yield from unkept(node)


def unkept(frame: ast.ClassDef) -> Iterator[str]:
    """A compiled frame is read from a file by its constructor: what it is given it keeps by the same name."""
    for made in frame.body:
        if isinstance(made, ast.FunctionDef) and made.name == "__init__":
            fields = {each.attr for each in ast.walk(made) if isinstance(each, ast.Attribute)}
            for given in made.args.args[1:]:
                if given.arg != "side" and given.arg not in fields:
                    yield f"line {made.lineno}: {frame.name} keeps {given.arg} by another name"


@pytest.mark.parametrize("path", MODULES, ids=[str(path.relative_to(SOURCE)) for path in MODULES])
def test_a_module_can_be_compiled(path: Path) -> None:
    found = list(trouble(ast.parse(path.read_text(encoding="utf-8"))))
    if str(path.relative_to(SOURCE)) in UNMADE:
        found = [text for text in found if not text.endswith("without its constructor")]
    assert found == []


def test_the_trouble_is_seen() -> None:
    assert len(list(trouble(ast.parse("x in (*A, b)\nT.__new__(T)\nfor y in (*A, b): pass")))) == 2
    kept = "class K:\n    @functools.cached_property\n    def f(self) -> int: ..."
    assert len(list(trouble(ast.parse(kept)))) == 1
    assert len(list(trouble(ast.parse("class K:\n    ways: object = None\n    of: Any = None")))) == 1
    frame = "class F(Frame[Battle]):\n    def __init__(self, side, h):\n        self.hex = h"
    assert list(trouble(ast.parse(frame))) == ["line 2: F keeps h by another name"]


def build_compiled() -> ModuleType:
    spec = spec_from_file_location("build_compiled", ROOT / "bench" / "build_compiled.py")
    assert spec is not None
    assert spec.loader is not None
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


WRITTEN = """
from functools import cached_property
from typing import Final

RATES: Final = (0.5, 1.0)
PAIR: Final[tuple[float, int]] = (-1.5, 2)  # more of it
WHOLE: Final = (1, 0.5)


class Reading:
    asked = 0

    @cached_property
    def found(self) -> int | None:
        \"\"\"Nothing.\"\"\"
        self.asked += 1
        return None

    @property
    def twice(self) -> int:
        return 2 * self.asked
"""


def test_what_mypyc_gets_wrong_is_written_otherwise() -> None:
    """It would ask a cached property anew each time, and never find a tuple set that begins with a fraction."""
    suited = build_compiled().suited(WRITTEN)
    assert "@cached_property" not in suited
    assert suited.count("@property") == 2
    assert "RATES = (0.5, 1.0)" in suited
    assert "PAIR: tuple[float, int] = (-1.5, 2)  # more of it" in suited
    assert "WHOLE: Final = (1, 0.5)" in suited
    names: dict[str, type] = {}
    exec(suited, names)
    reading = names["Reading"]()
    assert (reading.found, reading.found, reading.asked, reading.twice) == (None, None, 1, 2)
    assert names["RATES"] == (0.5, 1.0)


@pytest.mark.parametrize("game", games.known())
def test_compiled_parts_are_copied_as_others_are(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part, "_COPY", dict(part._COPY))  # to which they add themselves
    state = grognard.start(game, seed="copied").state
    kind = type(state)
    names = dict(vars(import_module(kind.__module__)))
    exec(build_compiled().copied(kind.__module__), names)
    found, known = names[f"_copy_{kind.__name__}"](state), state.copy()
    assert part._COPY[kind] is names[f"_copy_{kind.__name__}"]
    assert found is not state
    assert found.fingerprint() == known.fingerprint() == state.fingerprint()
    shared = {name for name, _ in part.shapes(kind) if getattr(found, name) is getattr(state, name)}
    assert shared == {name for name, _ in part.shapes(kind) if getattr(known, name) is getattr(state, name)}


def test_every_bot_with_a_house_of_its_own_is_compiled() -> None:
    built = {name for _, name in build_compiled().groups()}
    assert {f"grognard_{path.parent.name}" for path in (SOURCE / "bots").glob("*/__init__.py")} <= built
