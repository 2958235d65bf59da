"""The breaker of rule lines: what it breaks, and where the broken code belongs."""

from __future__ import annotations

from pathlib import Path

import pytest

import mutants

SOURCE = '''"""Rulebook 1."""

LIMIT = 3


class Rule:
    most = 2

    def holds(self, n: int) -> bool:
        return any(k > n for k in (1, 2))


def total(n: int) -> int:
    return n + 1
'''


def breaks_of(folder: Path) -> dict[str, mutants.Break]:
    path = folder / "rule.py"
    path.write_text(SOURCE, encoding="utf-8")
    return {each.now: each for each in mutants.Text(path).breaks()}


def functions(each: mutants.Break) -> list[str]:
    was, now = [compile(source, "rule.py", "exec") for source in (SOURCE.encode(), each.source)]
    return [mutants.whole_name(code) for code, _ in mutants.changed(was, now)]


def test_a_break_is_shown_as_its_line_before_and_after(tmp_path: Path) -> None:
    each = breaks_of(tmp_path)["return (n - 1)"]
    assert (each.module, each.function, each.line, each.was) == ("rule", "total", 14, "return n + 1")


@pytest.mark.parametrize(
    ("now", "where"), [("return (n - 1)", "rule:total"), ("return any((k >= n) for k in (1, 2))", "rule:Rule.holds")]
)
def test_a_break_belongs_to_the_outermost_function_around_it(tmp_path: Path, now: str, where: str) -> None:
    assert functions(breaks_of(tmp_path)[now]) == [where]


@pytest.mark.parametrize("now", ["LIMIT = (4)", "most = (1)"])
def test_what_runs_when_a_module_is_loaded_is_outside_of_functions(tmp_path: Path, now: str) -> None:
    with pytest.raises(mutants.Outside):
        functions(breaks_of(tmp_path)[now])


def test_a_fork_says_what_its_act_says_and_nothing_when_it_dies() -> None:
    assert mutants.forked(lambda: "told") == "told"
    assert mutants.forked(lambda: str(1 // 0)) is None
