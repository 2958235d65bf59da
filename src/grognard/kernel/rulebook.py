"""Rulebooks and the rule ledger.

A rulebook is a Markdown file in our own words, one ``### 8.4 Title`` heading a numbered paragraph. The ledger sets each
paragraph against the code that cites it (``"8.4"`` or ``[8.4]`` in a game's modules) and the tests named after it
(``test_8_4_...`` or ``@pytest.mark.rules("8.4")``). Where 8.4.2 is no paragraph of its own it is a part of 8.4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

EXPLAINED = "<!-- explained -->"
_HEADING = re.compile(r"### (\d+\.\d+(?:\.\d+)?) (.+)")
_SECTION = re.compile(r"## (\d+) (.+)")
_CITED = re.compile(r'["\[](\d{1,2}\.\d{1,2}(?:\.\d{1,2})?)["\]]')
_TESTED = re.compile(r"def test_(\d{1,2})_(\d{1,2})(?=_)(?:_(\d{1,2})(?=_))?")
_MARKED = re.compile(r"mark\.rules\(([^)]*)\)")


class Paragraph(NamedTuple):
    """One numbered paragraph of a rulebook."""

    number: str
    title: str
    section: str
    text: str
    explained: bool


class Entry(NamedTuple):
    """A paragraph's state in the ledger: enforced, explained or missing; how often code and tests cite it."""

    number: str
    title: str
    state: str
    code: int
    tests: int


def read(package: str, language: str = "en") -> list[Paragraph]:
    """The paragraphs of a game's rulebook in the order of the text."""
    return parse(files(package).joinpath("rulebook", f"{language}.md").read_text(encoding="utf-8"))


def parse(text: str) -> list[Paragraph]:
    """Markdown to paragraphs."""
    found: list[Paragraph] = []
    section = ""
    for row in text.splitlines():
        heading = _HEADING.fullmatch(row)
        if opened := _SECTION.fullmatch(row):
            section = f"{opened[1]} {opened[2]}"
        elif heading:
            found.append(Paragraph(heading[1], heading[2], section, "", False))
        elif row.strip() == EXPLAINED:
            found[-1] = found[-1]._replace(explained=True)
        elif found:
            found[-1] = found[-1]._replace(text=f"{found[-1].text}{row}\n")
    return [paragraph._replace(text=paragraph.text.strip()) for paragraph in found]


def search(paragraphs: list[Paragraph], words: str) -> list[Paragraph]:
    """A paragraph by number, a section by its number, or all paragraphs that hold every word."""
    wanted = words.casefold().split()
    by_number = [p for p in paragraphs if p.number == words or p.number.startswith(f"{words}.")]
    if by_number:
        return by_number
    return [p for p in paragraphs if all(word in f"{p.title} {p.text}".casefold() for word in wanted)]


def home(number: str, known: set[str]) -> str:
    """The paragraph a number belongs to: itself, or the one it is a part of."""
    return number if number in known or number.count(".") < 2 else number.rpartition(".")[0]


def cited_by_code(package: str) -> dict[str, int]:
    """How often each paragraph is cited in a game's modules."""
    counts: dict[str, int] = {}
    known = {p.number for p in read(package)}
    for module in _modules(files(package)):
        for cited in _CITED.findall(module.read_text(encoding="utf-8")):
            number = home(cited, known)
            counts[number] = counts.get(number, 0) + 1
    return counts


def _modules(folder: Traversable) -> Iterator[Traversable]:
    for part in folder.iterdir():
        if part.is_dir():
            yield from _modules(part)
        elif part.name.endswith(".py"):
            yield part


def cited_by_tests(folder: Path, known: set[str]) -> dict[str, int]:
    """How many tests are named after each paragraph."""
    counts: dict[str, int] = {}
    for path in sorted(folder.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        numbers = [".".join(part for part in found if part) for found in _TESTED.findall(text)]
        for marked in _MARKED.findall(text):
            numbers += re.findall(r"\d{1,2}\.\d{1,2}(?:\.\d{1,2})?", marked)
        for cited in numbers:
            number = home(cited, known)
            counts[number] = counts.get(number, 0) + 1
    return counts


def ledger(package: str, tests: Path | None) -> list[Entry]:
    """Every paragraph with its state. Without a folder of tests only the code is asked."""
    paragraphs = read(package)
    code = cited_by_code(package)
    checked = cited_by_tests(tests, {p.number for p in paragraphs}) if tests is not None else None
    found = []
    for p in paragraphs:
        proven = checked is None or p.number in checked
        state = "explained" if p.explained else "enforced" if p.number in code and proven else "missing"
        found.append(Entry(p.number, p.title, state, code.get(p.number, 0), (checked or {}).get(p.number, 0)))
    return found


def strays(package: str, tests: Path) -> list[str]:
    """Citations of paragraphs that do not exist, in sections that the rulebook has."""
    known = {p.number for p in read(package)}
    sections = {number.split(".")[0] for number in known}
    cited = set(cited_by_code(package)) | set(cited_by_tests(tests, known))
    wholes = {number.rpartition(".")[0] for number in known}
    return sorted(number for number in cited - known - wholes if number.split(".")[0] in sections)
