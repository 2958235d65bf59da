"""Build the compiled package: a copy of src under build/compiled, its rules core turned to C by mypyc.

Sources are compiled as they are, but for two things that mypyc would get wrong (``suited``), and for copies of parts:
what ``kernel.part`` generates while a game runs would ask compiled parts for each field from outside (``copied``).
What stays interpreted: data structs, the front of a game or a bot, lab, server, cli. Kernel, boards and the shell of
all bots are one library, each game is another and each bot, each module a file of C: all in one takes gigabytes and an
hour to compile.
MYPYC_OPT_LEVEL (2 unless set) is for those in a hurry, or in none.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

from grognard.kernel import part

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "build" / "compiled"
BOARD = ("hexes", "plane", "squares")
KERNEL = ("action", "ban", "decision", "dice", "frame", "i18n", "match", "part", "record", "restore")
BOTS = ("doctrine",)
ROOMS = ("world", "rules")  # what a table shows is not worth compiling
INTERPRETED = {"__init__", "data", "checks", "numbers", "odds"}  # nothing of these runs between two decisions
CACHED = "cached_property"
FINAL = "Final"
SETUP = """
from mypyc.build import mypycify
from setuptools import setup

groups = {groups!r}
files = [file for group, _ in groups for file in group]
setup(name="grognard_compiled", ext_modules=mypycify(files, opt_level={level!r}, separate=groups, multi_file=True))
"""

KEPT = """{pad}{name}_known: bool = False
{pad}{name}_kept: {kind}

{pad}@property
{pad}def {name}(self) -> {kind}:
{pad}    if not self.{name}_known:
{pad}        self.{name}_kept = self.{name}_made()
{pad}        self.{name}_known = True
{pad}    return self.{name}_kept

{pad}def {name}_made(self) -> {kind}:
"""


HELPERS = """
from typing import Any
from grognard.kernel.part import _COPY, copier as _copier, shapes

"""
COPIES = """

def _copy_{name}(s: {name}) -> {name}:
    t: {name} = {name}.__new__({name})
{lines}
    return t


_COPY[{name}] = _copy_{name}
"""


def copied(module: str) -> str:
    """The functions that copy the parts of a module, as it would generate them, to be compiled with it."""
    made = vars(import_module(module))
    kinds = [kind for kind in made.values() if isinstance(kind, type) and kind.__module__ == module]
    parts = [kind for kind in kinds if issubclass(kind, part.Part) and "__dataclass_fields__" in vars(kind)]
    found = [HELPERS] if parts else []
    for kind in parts:
        lines = []
        for name, shape in part.shapes(kind):
            other = kind.__name__ if shape.kind is None else shape.kind.__name__
            near = shape.kind is None or shape.kind.__module__ == module
            if "BUT" in shape.copy:
                found.append(f"_BUT_{kind.__name__}_{name}: Any = dict(shapes({kind.__name__}))[{name!r}].but\n")
            value = shape.copy.replace("COPY", f"_copy_{other}" if near else f"_copier({other})")
            value = value.replace("BUT", f"_BUT_{kind.__name__}_{name}").format(f"s.{name}")
            lines.append(f"    t.{name} = {value}")
        found.append(COPIES.format(name=kind.__name__, lines="\n".join(lines)))
    return "".join(found)


def suited(source: str) -> str:
    """The same module without what mypyc gets wrong: cached properties are written out as fields that are filled when
    they are first asked for, a tuple of fractions is no constant (it would never be found set)."""
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and [ast.unparse(each) for each in node.decorator_list] == [CACHED]:
            assert node.returns is not None
            head, body = node.decorator_list[0].lineno - 1, node.body[0].lineno - 1
            text = KEPT.format(pad=" " * node.col_offset, name=node.name, kind=ast.unparse(node.returns))
            lines[head:body] = [text, *[""] * (body - head - 1)]
        if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Tuple) and _fraction(node.value):
            kind = ast.unparse(node.annotation)
            place, rest = node.lineno - 1, lines[node.lineno - 1][node.annotation.end_col_offset :]
            bare = "" if kind == FINAL else ": " + kind.removeprefix(FINAL + "[").removesuffix("]")
            lines[place] = ast.unparse(node.target) + bare + rest if kind.startswith(FINAL) else lines[place]
    return "".join(lines)


def _fraction(value: ast.expr) -> bool:
    """Whether a tuple begins with one."""
    while isinstance(value, ast.Tuple) and value.elts:
        value = value.elts[0]
    return any([isinstance(each, ast.Constant) and isinstance(each.value, float) for each in ast.walk(value)])


def groups() -> list[tuple[list[str], str]]:
    """The modules worth compiling, as paths inside the copy, by the library they go to."""
    shared = [("board", BOARD), ("kernel", KERNEL), ("bots", BOTS)]
    found = [([f"grognard/{part}/{name}.py" for part, names in shared for name in names], "grognard_core")]
    for package in sorted((ROOT / "src/grognard/games").iterdir()):
        found.append((modules(*[package / room for room in ROOMS]), f"grognard_{package.name}"))
    for package in sorted((ROOT / "src/grognard/bots").iterdir()):
        found.append((modules(package), f"grognard_{package.name}"))
    return [(paths, name) for paths, name in found if paths]


def modules(*folders: Path) -> list[str]:
    """What is worth compiling of some folders."""
    paths = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    return [str(path.relative_to(ROOT / "src")) for path in paths if path.stem not in INTERPRETED]


def main() -> int:
    shutil.rmtree(TARGET, ignore_errors=True)
    shutil.copytree(ROOT / "src", TARGET, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in [name for names, _ in groups() for name in names]:
        source = suited((TARGET / name).read_text(encoding="utf-8"))
        module = name.removesuffix(".py").replace("/", ".")
        (TARGET / name).write_text(source + copied(module), encoding="utf-8")
    (TARGET / "build").mkdir()
    setup = TARGET / "build" / "setup.py"
    setup.write_text(SETUP.format(groups=groups(), level=os.environ.get("MYPYC_OPT_LEVEL", "2")))
    command = [sys.executable, str(setup), "--quiet", "build_ext", "--inplace", "--parallel", str(os.cpu_count() or 1)]
    # each file of a library names what it takes from another, and calls it directly: nobody else does
    flags = os.environ.get("CFLAGS", "") + " -fcommon -fvisibility=hidden -fno-plt"
    return subprocess.run(command, cwd=TARGET, env=os.environ | {"CFLAGS": flags}).returncode


if __name__ == "__main__":
    raise SystemExit(main())
