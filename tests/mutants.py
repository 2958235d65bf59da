"""Break single lines of a game's rules and see whether its rule tests notice: ``make mutants G=tabletop N=100``.

Random lines of the rule modules (those whose docstring names the Rulebook) are broken one at a time in a copy of the
source tree: a comparison, a number, a condition, ``and``/``or``, the order of two statements, a returned value. The
tests that run through the line are tried first, the most particular before the others, then all rule tests of the game.
What survives is listed. A break that changes nothing that a rule could tell belongs into
``data/equivalent_<game>.toml`` and is counted apart: ``[[equivalent]]`` with ``module``, ``now`` (the broken line as it
is printed) and ``why``; with ``function`` instead of ``now`` for a function that holds no rule (pictures, short cuts of
measuring).
"""

from __future__ import annotations

import argparse
import ast
import compileall
import itertools
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
TESTS = Path("tests/games")
LEFT_OUT = ("test_golden*", "test_table_*")  # recorded games and the words of the table are no rule tests
FIRST = 40  # so many tests that run through a line are tried before all of them
NO_RULE = ("sample", "as_data", "fallback", "stops", "key", "ask", "prompt", "facts", "copy")  # for walks and pictures
MEMORY = 4 << 30
PATIENCE = 15  # seconds on top of what the tests took when they were traced


class Break(NamedTuple):
    """One broken line: ``was`` and ``now`` are the line before and after."""

    module: str
    function: str
    line: int
    lines: tuple[int, int]  # of the statement it stands in
    was: str
    now: str
    source: bytes

    @property
    def where(self) -> str:
        return f"{self.module}.py:{self.line}"


# what can be broken

COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ADDED: dict[type[ast.operator], ast.operator] = {ast.Add: ast.Sub(), ast.Sub: ast.Add()}


def negated(node: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), node)


def in_place(node: ast.AST) -> Iterator[ast.expr]:
    """Other expressions to stand where this one stands."""
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            for other in COMPARED.get(type(op), ()):
                yield ast.Compare(node.left, [*node.ops[:i], other(), *node.ops[i + 1 :]], node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.BinOp) and type(node.op) in ADDED:
        yield ast.BinOp(node.left, ADDED[type(node.op)], node.right)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield from (ast.Constant(node.value + 1), ast.Constant(node.value - 1))


def conditions(node: ast.AST) -> Iterator[ast.expr]:
    """The conditions a node hangs on."""
    if isinstance(node, (ast.If, ast.While, ast.IfExp)):
        yield node.test
    elif isinstance(node, ast.comprehension):
        yield from node.ifs


def returned(function: ast.FunctionDef) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Values a function returns, and others of the same type."""
    kind = ast.unparse(function.returns) if function.returns else ""
    for node in ast.walk(function):
        if not isinstance(node, ast.Return) or node.value is None or isinstance(node.value, ast.Constant):
            continue
        if kind == "bool":
            yield node.value, negated(node.value)
        elif kind == "int":
            yield node.value, ast.BinOp(node.value, ast.Add(), ast.Constant(1))
        elif kind.startswith("list") and ast.unparse(node.value) != "[]":
            yield node.value, ast.List([], ast.Load())


def rule_parts(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a module but annotations, decorators, assertions, imports, texts, functions without rules."""
    for name, field in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for node in field if isinstance(field, list) else [field]:
            if isinstance(node, ast.FunctionDef) and node.name in NO_RULE:
                continue
            if isinstance(node, ast.AST) and not isinstance(node, (ast.JoinedStr, ast.Assert, ast.Import)):
                yield node
                yield from rule_parts(node)


class Text:
    """A module as bytes, of which parts can be replaced."""

    def __init__(self, path: Path) -> None:
        self.module = path.stem
        self.source = path.read_bytes()
        self.tree = ast.parse(self.source)
        self.starts = [0]
        for row in self.source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(row))

    def span(self, node: Any) -> tuple[int, int]:
        return (self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset)

    def replaced(self, node: Any, statement: ast.AST, new: bytes) -> Break:
        start, end = self.span(node)
        return self.broken(node.lineno, statement, self.source[:start] + new + self.source[end:])

    def swapped(self, one: ast.stmt, other: ast.stmt) -> Break:
        (a, b), (c, d) = self.span(one), self.span(other)
        s = self.source
        return self.broken(one.lineno, other, s[:a] + s[c:d] + s[b:c] + s[a:b] + s[d:])

    def broken(self, line: int, statement: Any, source: bytes) -> Break:
        was, now = [s.splitlines()[line - 1].decode().strip() for s in (self.source, source)]
        within = [f for f in ast.walk(self.tree) if isinstance(f, ast.FunctionDef) and f.lineno <= line <= _end(f)]
        function = within[-1].name if within else ""
        lines = (min(line, statement.lineno), statement.end_lineno)
        return Break(self.module, function, line, lines, was, now, source)

    def breaks(self) -> Iterator[Break]:
        """Every break of this module."""
        statement: dict[ast.AST, ast.stmt] = {}
        for node in rule_parts(self.tree):
            if isinstance(node, ast.stmt):
                for inner in ast.walk(node):
                    statement[inner] = node  # the innermost comes last
        for node in rule_parts(self.tree):
            for new in in_place(node):
                yield self.replaced(node, _head(statement[node]), b"(%s)" % ast.unparse(new).encode())
            for test in conditions(node):
                yield self.replaced(test, test, b"(%s)" % ast.unparse(negated(test)).encode())
            if isinstance(node, ast.FunctionDef):
                for value, new in returned(node):
                    yield self.replaced(value, value, b"(%s)" % ast.unparse(new).encode())
            body = getattr(node, "body", None)
            for one, other in itertools.pairwise(body) if isinstance(body, list) else ():
                if order_matters(one, other):
                    yield self.swapped(one, other)


def _end(node: Any) -> int:
    return int(node.end_lineno)


def _head(statement: ast.stmt) -> Any:
    """Of a compound statement only what stands before its body."""
    return getattr(statement, "test", None) or getattr(statement, "iter", None) or statement


def order_matters(one: ast.stmt, other: ast.stmt) -> bool:
    """Two acts, of which one may see what the other has done: not messages, nor frames, that are asked later."""
    if not all(_acts(node) for node in (one, other)) or _pushes(one) != _pushes(other):
        return False
    called = isinstance(one, ast.Expr) or isinstance(other, ast.Expr)
    return called or bool(_stored(one) & _named(other)) or bool(_stored(other) & _named(one))


def _acts(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call) and not ast.unparse(node.value.func).endswith((".emit", "__init__"))
    return isinstance(node, (ast.Assign, ast.AugAssign)) and bool(_stored(node))


def _pushes(node: ast.stmt) -> bool:
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and ast.unparse(call.func).endswith(".push")


def _stored(node: ast.stmt) -> set[str]:
    parts = [n for n in ast.walk(node) if isinstance(n, (ast.Attribute, ast.Subscript))]
    return {ast.unparse(n) for n in parts if isinstance(n.ctx, ast.Store)}


def _named(node: ast.stmt) -> set[str]:
    return {ast.unparse(n) for n in ast.walk(node) if isinstance(n, (ast.Attribute, ast.Subscript))}


def rule_modules(game: str) -> list[Path]:
    """The modules whose docstring names the Rulebook."""
    found = sorted((ROOT / "src/grognard/games" / game).rglob("*.py"), key=lambda path: path.stem)
    return [path for path in found if "Rulebook" in (ast.get_docstring(ast.parse(path.read_bytes())) or "")]


def sample(game: str, number: int, seed: str, only: str) -> list[Break]:
    """One break each of so many random lines."""
    by_line: dict[tuple[str, int], list[Break]] = {}
    for path in rule_modules(game):
        for each in Text(path).breaks() if only in ("", path.stem) else ():
            by_line.setdefault((each.module, each.line), []).append(each)
    rng = random.Random(seed)
    return [rng.choice(by_line[at]) for at in rng.sample(sorted(by_line), min(number, len(by_line)))]


# which tests run through a line


class Tracer:
    """A pytest plugin: the lines of a game that every test runs through, and how long it takes."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.seen: set[tuple[CodeType, int]] = set()
        self.tests: dict[str, tuple[float, list[str]]] = {}

    def call(self, frame: FrameType, event: str, arg: object) -> Any:
        return self.step if frame.f_code.co_filename.startswith(self.folder) else None

    def step(self, frame: FrameType, event: str, arg: object) -> Any:
        self.seen.add((frame.f_code, frame.f_lineno))
        return self.step

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        self.seen = set()
        begun = time.monotonic()
        sys.settrace(self.call)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            lines = {f"{Path(code.co_filename).stem}:{line}" for code, line in self.seen}
            self.tests[item.nodeid] = (time.monotonic() - begun, sorted(lines))


def trace(game: str, out: str) -> int:
    """Run all rule tests of a game once and write down what they run through."""
    import grognard

    tracer = Tracer(str(Path(grognard.__file__).parent / "games" / game) + "/")
    code = pytest.main([*pytest_arguments(), *chosen(game)], plugins=[tracer])
    Path(out).write_text(json.dumps(tracer.tests), encoding="utf-8")
    return int(code)


def chosen(game: str) -> list[str]:
    return [str(TESTS / game), *[f"--ignore-glob=*/{name}" for name in LEFT_OUT]]


def pytest_arguments() -> list[str]:
    return ["-q", "-x", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-o", "pythonpath="]


class Copy:
    """A copy of the source tree, in which one line at a time is broken."""

    def __init__(self, folder: Path) -> None:
        self.src = folder / "src"
        shutil.copytree(ROOT / "src", self.src, ignore=shutil.ignore_patterns("__pycache__"))
        compileall.compile_dir(self.src, quiet=1)
        self.env = {
            **os.environ,
            "PYTHONPATH": f"{self.src}:{ROOT / 'tests'}",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        }

    def run(self, arguments: list[str], limit: float | None) -> int:
        """The exit status; -1 where the time was over."""
        try:
            return subprocess.run(
                [sys.executable, *arguments],
                cwd=ROOT,
                env=self.env,
                timeout=limit,
                check=False,
                preexec_fn=_bounded,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            ).returncode
        except subprocess.TimeoutExpired:
            return -1

    def caught(self, game: str, each: Break, known: dict[str, tuple[float, list[str]]]) -> bool:
        (path,) = (self.src / "grognard/games" / game).rglob(f"{each.module}.py")
        whole = path.read_bytes()
        path.write_bytes(each.source)
        for old in (path.parent / "__pycache__").glob(f"{each.module}.*.pyc"):
            old.unlink()
        try:
            return self._noticed(game, each, known)
        finally:
            path.write_bytes(whole)
            compileall.compile_file(path, quiet=1, force=True)

    def _noticed(self, game: str, each: Break, known: dict[str, tuple[float, list[str]]]) -> bool:
        lines = {f"{each.module}:{n}" for n in range(each.lines[0], each.lines[1] + 1)}
        through = [name for name, (_, seen) in known.items() if lines.intersection(seen)]
        through = sorted(through, key=lambda name: len(known[name][1]))[:FIRST]
        spent = sum(known[name][0] for name in through)
        pytest_run = ["-m", "pytest", *pytest_arguments()]
        if through and self.run([*pytest_run, *through], PATIENCE + 2 * spent) in (-1, 1, 2, 3):
            return True
        everything = sum(seconds for seconds, _ in known.values())
        return self.run([*pytest_run, *chosen(game)], PATIENCE + 2 * everything) != 0


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


# the report


def equivalent(game: str) -> dict[tuple[str, str], str]:
    """Breaks that change nothing, by module and broken line or function, with their reason."""
    path = ROOT / "tests/data" / f"equivalent_{game}.toml"
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["equivalent"] if path.exists() else []
    return {(row["module"], row.get("now") or row["function"] + "()"): row["why"] for row in rows}


def hunt(game: str, breaks: list[Break], jobs: int) -> list[Break]:
    """The breaks that no test notices."""
    with tempfile.TemporaryDirectory() as folder:
        copies: Queue[Copy] = Queue()
        for n in range(jobs):
            copies.put(Copy(Path(folder) / str(n)))
        first = copies.get()
        if first.run([__file__, game, "--trace", f"{folder}/lines.json"], None) != 0:
            raise SystemExit(f"The rule tests of {game} must be green before anything is broken.")
        copies.put(first)
        known = json.loads(Path(folder, "lines.json").read_text(encoding="utf-8"))
        print(f"{len(known)} tests, {len(breaks)} breaks", flush=True)

        def survives(each: Break) -> bool:
            copy = copies.get()
            try:
                caught = copy.caught(game, each, known)
            finally:
                copies.put(copy)
            print("" if caught else f"{each.where}\n    was: {each.was}\n    now: {each.now}\n", end="", flush=True)
            return not caught

        with ThreadPoolExecutor(jobs) as pool:
            return [each for each, alive in zip(breaks, pool.map(survives, breaks), strict=True) if alive]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--number", type=int, default=100)
    parser.add_argument("--seed", default="mutants")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--module", default="", help="only this module")
    parser.add_argument("--trace", default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.trace:
        return trace(given.game, given.trace)
    begun = time.monotonic()
    breaks = sample(given.game, given.number, given.seed, given.module)
    alike = equivalent(given.game)
    effective = [b for b in breaks if not {(b.module, b.now), (b.module, b.function + "()")} & set(alike)]
    alive = hunt(given.game, effective, given.jobs)
    share = 100 * (1 - len(alive) / max(1, len(effective)))
    print(
        f"{given.game}, seed {given.seed}: {len(breaks)} breaks, {len(breaks) - len(effective)} without effect, "
        f"{len(effective) - len(alive)} of {len(effective)} caught ({share:.0f} %), "
        f"{len(alive)} survived; {time.monotonic() - begun:.0f} s"
    )
    return 0 if share >= 95 else 1


if __name__ == "__main__":
    sys.exit(main())
