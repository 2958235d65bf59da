"""Break single lines of a game's rules and see whether its rule tests notice: ``make mutants G=tabletop N=100``.

Random lines of the rule modules (those whose docstring names the Rulebook) are broken one at a time: a comparison, a
number, a condition, ``and``/``or``, the order of two statements, a returned value. The tests are collected once; for
every break a fork puts the broken function in the place of the sound one and runs the tests that run through it, the
most particular first. What they do not notice, and what stands outside of functions, is tried again by a fresh process
in a copy of the source tree, with all rule tests of the game. What survives is listed. A break that changes
nothing that a rule could tell belongs into ``data/equivalent_<game>.toml`` and is counted apart: ``[[equivalent]]``
with ``module``, ``now`` (the broken line as it is printed) and ``why``; with ``function`` instead of ``now`` for a
function that holds no rule (pictures, short cuts of measuring).
"""

from __future__ import annotations

import argparse
import ast
import functools
import gc
import importlib
import inspect
import itertools
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).parent.parent
TESTS = Path("tests/games")
LEFT_OUT = ("test_golden*", "test_table_*")  # recorded games and the words of the table are no rule tests
FIRST = 40  # so many tests of a module are tried in a fresh process before all of them
NO_RULE = ("sample", "as_data", "fallback", "stops", "key", "ask", "prompt", "facts", "copy")  # for walks and pictures
MEMORY = 4 << 30
PATIENCE = 15  # seconds on top of twice what the tests took when they were traced


class Break(NamedTuple):
    """One broken line: ``was`` and ``now`` are the line before and after."""

    module: str
    function: str
    line: int
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
        elif kind.startswith("list") and ast.unparse(node.value) not in ("[]", "NO_PIECES"):
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
        self.functions = [node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)]
        self.starts = [0]
        for row in self.source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(row))

    def span(self, node: Any) -> tuple[int, int]:
        return (self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset)

    def replaced(self, node: Any, new: bytes) -> Break:
        start, end = self.span(node)
        return self.broken(node.lineno, self.source[:start] + new + self.source[end:])

    def swapped(self, one: ast.stmt, other: ast.stmt) -> Break:
        (a, b), (c, d) = self.span(one), self.span(other)
        s = self.source
        return self.broken(one.lineno, s[:a] + s[c:d] + s[b:c] + s[a:b] + s[d:])

    def broken(self, line: int, source: bytes) -> Break:
        was, now = [s[self.starts[line - 1] :].split(b"\n", 1)[0].decode().strip() for s in (self.source, source)]
        within = [node for node in self.functions if node.lineno <= line <= (node.end_lineno or 0)]
        return Break(self.module, within[-1].name if within else "", line, was, now, source)

    def breaks(self) -> Iterator[Break]:
        """Every break of this module."""
        for node in rule_parts(self.tree):
            for new in in_place(node):
                yield self.replaced(node, b"(%s)" % ast.unparse(new).encode())
            for test in conditions(node):
                yield self.replaced(test, b"(%s)" % ast.unparse(negated(test)).encode())
            if isinstance(node, ast.FunctionDef):
                for value, new in returned(node):
                    yield self.replaced(value, b"(%s)" % ast.unparse(new).encode())
            body = getattr(node, "body", None)
            for one, other in itertools.pairwise(body) if isinstance(body, list) else ():
                if order_matters(one, other):
                    yield self.swapped(one, other)


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


@functools.cache
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


# what a break changes


class Outside(Exception):
    """A break outside of functions: what is run when a module is loaded."""


def changed(was: CodeType, now: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The functions of a module or class that a break changes, before and after."""
    if _body(was) != _body(now):
        raise Outside
    for one, other in zip(_within(was), _within(now), strict=True):
        if alike(one, other):
            continue
        if one.co_flags & inspect.CO_OPTIMIZED:
            yield one, other
        else:
            yield from changed(one, other)


def alike(one: CodeType, other: CodeType) -> bool:
    pairs = zip(_within(one), _within(other), strict=False)
    return _body(one) == _body(other) and all(alike(*pair) for pair in pairs)


def _within(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def _body(code: CodeType) -> tuple[object, ...]:
    """All of a body but its line numbers and the functions within."""
    values = [None if isinstance(each, CodeType) else (type(each), repr(each)) for each in code.co_consts]
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return (code.co_code, code.co_exceptiontable, code.co_flags, names, values)


def whole_name(code: CodeType) -> str:
    """The module and the outermost function of a piece of code."""
    return f"{Path(code.co_filename).stem}:{code.co_qualname.split('.<locals>')[0]}"


# running tests in a fork


class Known(NamedTuple):
    """What a test costs and which functions it runs through."""

    seconds: float
    functions: list[str]


def patience(known: dict[str, Known], names: list[str]) -> int:
    """Seconds that these tests may take in all."""
    return 2 * PATIENCE + round(2 * sum([known[name].seconds for name in names]))


class TimeOver(BaseException):
    """A test went on for too long."""


def forked(act: Callable[[], str]) -> str | None:
    """What the act says in a process of its own; None where that process died."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(reader)
            with open(writer, "w", encoding="utf-8") as out:
                out.write(act())
            os._exit(0)
        finally:
            os._exit(1)
    os.close(writer)
    with open(reader, encoding="utf-8") as told:
        said = told.read()
    return said if os.waitpid(pid, 0)[1] == 0 else None


def _quiet() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def _bounded(seconds: int) -> None:
    """Bounds of a process, in its own time: how busy the machine is must not matter."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def _time_over(number: int, frame: FrameType | None) -> None:
    raise TimeOver


class Hunter:
    """A pytest plugin: instead of running the tests it breaks the rules and runs what might notice."""

    def __init__(self, game: str, breaks: list[Break], jobs: int, folder: Path) -> None:
        self.game, self.breaks, self.jobs, self.folder = game, breaks, jobs, folder
        self.alive: list[Break] | None = None
        self.items: dict[str, pytest.Item] = {}
        self.known: dict[str, Known] = {}
        self.through: dict[str, list[str]] = {}
        self.live: dict[tuple[str, str, int], list[FunctionType]] = {}
        self.sound: dict[str, bool] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        if not self.learn():
            return True
        print(f"{len(self.known)} tests, {len(self.breaks)} breaks", flush=True)
        workers = range(min(self.jobs, len(self.breaks)))
        pids = [self.worker(n) for n in workers]
        if not any([os.waitpid(pid, 0)[1] for pid in pids]):
            told = {n for w in workers for n in json.loads((self.folder / f"{w}.json").read_text(encoding="utf-8"))}
            self.alive = [each for n, each in enumerate(self.breaks) if n in told]
        return True

    def learn(self) -> bool:
        """Load the rules and see, in a fork that leaves nothing behind, what every test runs through; all must pass."""
        for path in rule_modules(self.game):
            importlib.import_module(".".join(path.relative_to(ROOT / "src").with_suffix("").parts))
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                self.live.setdefault(_place(each.__code__), []).append(each)
        told = json.loads(forked(self.trace) or "{}")
        if set(told) != set(self.items):
            return False
        self.known = {name: Known(*each) for name, each in told.items()}
        for name in sorted(told, key=lambda name: len(self.known[name].functions)):
            for function in self.known[name].functions:
                self.through.setdefault(function, []).append(name)
        gc.freeze()
        return True

    def trace(self) -> str:
        """The cost and the functions of every test that passes."""
        folder = str(ROOT / "src/grognard/games" / self.game) + "/"
        seen: set[CodeType] = set()

        def call(frame: FrameType, event: str, arg: object) -> None:
            seen.add(frame.f_code)

        _quiet()
        told = {}
        for item, following in _chain(list(self.items.values())):
            seen.clear()
            begun = time.process_time()
            sys.settrace(call)
            reports = runtestprotocol(item, log=False, nextitem=following)
            sys.settrace(None)
            if not any(report.failed for report in reports):
                functions = {whole_name(code) for code in seen if code.co_filename.startswith(folder)}
                told[item.nodeid] = Known(time.process_time() - begun, sorted(functions))
        return json.dumps(told)

    def worker(self, n: int) -> int:
        """A process that tries every so many-th break and writes down which ones survive."""
        pid = os.fork()
        if pid == 0:
            try:
                copy = Copy(self.folder / str(n), self.game, self.known)
                numbers = range(n, len(self.breaks), self.jobs)
                alive = [k for k in numbers if self.survives(self.breaks[k], copy)]
                (self.folder / f"{n}.json").write_text(json.dumps(alive), encoding="utf-8")
                os._exit(0)
            finally:
                os._exit(1)
        return pid

    def survives(self, each: Break, copy: Copy) -> bool:
        try:
            caught = self.noticed(self.in_place(each)) or copy.caught(each, [list(self.known)])
        except Outside:
            caught = copy.caught(each, [self.nearest(each.module), list(self.known)])
        if caught:
            return False
        print(f"{each.where}\n    was: {each.was}\n    now: {each.now}\n", end="", flush=True)
        return True

    def nearest(self, module: str) -> list[str]:
        """The most particular tests of a module."""
        names = {
            name for function, names in self.through.items() if function.startswith(f"{module}:") for name in names
        }
        return sorted(names, key=lambda name: (len(self.known[name].functions), name))[:FIRST]

    def noticed(self, pairs: list[tuple[FunctionType, CodeType]]) -> bool:
        """Whether a test that else passes fails when the broken code is put in the place of the sound one."""
        names = dict.fromkeys(name for _, now in pairs for name in self.through.get(whole_name(now), ()))
        failed = forked(lambda: self.first_failure(list(names), pairs))
        return bool(failed) and self.passes(failed or "")

    def in_place(self, each: Break) -> list[tuple[FunctionType, CodeType]]:
        """The living functions that a break changes, and their broken code."""
        (path,) = [path for path in rule_modules(self.game) if path.stem == each.module]
        codes = [compile(source, path, "exec", dont_inherit=True) for source in (path.read_bytes(), each.source)]
        pairs = []
        for was, now in changed(*codes):
            found = [function for function in self.live.get(_place(was), []) if alike(function.__code__, was)]
            if not found:
                raise Outside
            pairs += [(function, now) for function in found]
        return pairs

    def first_failure(self, names: list[str], pairs: list[tuple[FunctionType, CodeType]]) -> str:
        """The first of these tests that fails, or needs far longer than it should, with this code in place."""
        _quiet()
        _bounded(patience(self.known, names))
        for function, code in pairs:
            function.__code__ = code
        signal.signal(signal.SIGVTALRM, _time_over)
        for item, following in _chain([self.items[name] for name in names]):
            signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE + 2 * self.known[item.nodeid].seconds)
            reports = runtestprotocol(item, log=False, nextitem=following)
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            if any(report.failed for report in reports):
                return item.nodeid
        return ""

    def passes(self, name: str) -> bool:
        """Whether the test passes alone with nothing broken: else its failure says nothing."""
        if name not in self.sound:
            self.sound[name] = forked(lambda: self.first_failure([name], [])) == ""
        return self.sound[name]


def _place(code: CodeType) -> tuple[str, str, int]:
    return (code.co_filename, code.co_qualname, code.co_firstlineno)


def _chain(items: list[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    return itertools.pairwise([*items, None])  # type: ignore[arg-type, return-value]


def chosen(game: str) -> list[str]:
    return [str(TESTS / game), *[f"--ignore-glob=*/{name}" for name in LEFT_OUT]]


def pytest_arguments() -> list[str]:
    return ["-x", "-p", "no:cacheprovider", "-o", "pythonpath=", "-o", "addopts=--import-mode=importlib"]


# running tests in a fresh process


class Copy:
    """A copy of the source tree, made when first needed, in which one line at a time is broken."""

    def __init__(self, src: Path, game: str, known: dict[str, Known]) -> None:
        self.src, self.game, self.known = src, game, known
        self.env = {**os.environ, "PYTHONPATH": f"{src}:{ROOT / 'tests'}", "PYTHONDONTWRITEBYTECODE": "1"}

    def caught(self, each: Break, groups: list[list[str]]) -> bool:
        """Whether any of these groups of tests fails with the broken module."""
        if not self.src.exists():
            shutil.copytree(ROOT / "src", self.src)
        (path,) = [path for path in rule_modules(self.game) if path.stem == each.module]
        copied = self.src / path.relative_to(ROOT / "src")
        copied.write_bytes(each.source)
        try:
            return any(self.fails(names) for names in groups if names)
        finally:
            shutil.copy2(path, copied)

    def fails(self, names: list[str]) -> bool:
        tests = chosen(self.game) if len(names) == len(self.known) else names
        seconds = patience(self.known, names)
        return self.run(["-m", "pytest", *pytest_arguments(), *tests], seconds) != 0

    def run(self, arguments: list[str], seconds: int) -> int:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.env,
            check=False,
            preexec_fn=lambda: _bounded(seconds),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ).returncode


# the report


def equivalent(game: str) -> dict[tuple[str, str], str]:
    """Breaks that change nothing, by module and broken line or function, with their reason."""
    path = ROOT / "tests/data" / f"equivalent_{game}.toml"
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["equivalent"] if path.exists() else []
    return {(row["module"], row.get("now") or row["function"] + "()"): row["why"] for row in rows}


def hunt(game: str, breaks: list[Break], jobs: int) -> list[Break]:
    """The breaks that no test notices."""
    sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        hunter = Hunter(game, breaks, jobs, Path(folder))
        pytest.main(["-s", "-p", "no:terminal", *pytest_arguments(), *chosen(game)], plugins=[hunter])
    if hunter.alive is None:
        raise SystemExit(f"The rule tests of {game} must be green before anything is broken, and no worker may die.")
    return hunter.alive


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--number", type=int, default=100)
    parser.add_argument("--seed", default="mutants")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--module", default="", help="only this module")
    given = parser.parse_args()
    begun = time.monotonic()
    breaks = sample(given.game, given.number, given.seed, given.module)
    harmless = equivalent(given.game)
    effective = [b for b in breaks if not {(b.module, b.now), (b.module, b.function + "()")} & set(harmless)]
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
