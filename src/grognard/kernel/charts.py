"""Charts: the tables that a rulebook prints, beside the board. Their words are the rulebook's own.

A paragraph without a table that lists modifiers ("elite +5; veteran +3") is a chart as well.
"""

from __future__ import annotations

import re
from functools import lru_cache

from grognard.kernel import rulebook
from grognard.kernel.wire import Table, TableRow

CHARTS = "charts"  # their topic
FEWEST = 4  # modifiers that make a list
_MARKUP = re.compile(r"\*\*\[[^\]]*\]\*\*|[*_`]|\[D\]|\[S\]")
_RULE = re.compile(r"[\s|:-]+")
_MODIFIER = re.compile(r"([^;,:.()+−-]{3,60}?) ([+−-]\d+)")


def charts(package: str, numbers: tuple[str, ...], language: str) -> list[Table]:
    """The charts of these paragraphs, in their order."""
    return list(_charts(package, numbers, language))


@lru_cache(maxsize=16)
def _charts(package: str, numbers: tuple[str, ...], language: str) -> tuple[Table, ...]:
    found = {paragraph.number: paragraph for paragraph in rulebook.read(package, language)} if numbers else {}
    return tuple(table for number in numbers for table in _of(found[number]))


def _of(paragraph: rulebook.Paragraph) -> list[Table]:
    blocks = _blocks(paragraph.text)
    if not blocks:
        rows = _modifiers(paragraph.text)
        blocks = [[["", ""], *rows]] if len(rows) >= FEWEST else []
    return [_table(paragraph, n, block) for n, block in enumerate(blocks)]


def _blocks(text: str) -> list[list[list[str]]]:
    """The tables of a text: rows of cells, the head first."""
    blocks: list[list[list[str]]] = []
    inside = False
    for line in text.splitlines():
        if not line.startswith("|"):
            inside = False
            continue
        if not inside:
            blocks.append([])
        inside = True
        if not _RULE.fullmatch(line):
            blocks[-1].append([_plain(cell) for cell in line.strip().strip("|").split("|")])
    return blocks


def _modifiers(text: str) -> list[list[str]]:
    """What is added and taken off, as a list says it before any ruling."""
    body = _plain(" ".join(text.partition("**R")[0].split()))
    return [[value.replace("-", "−"), label.strip()] for label, value in _MODIFIER.findall(body)]


def _plain(text: str) -> str:
    return _MARKUP.sub("", text).strip()


def _table(paragraph: rulebook.Paragraph, n: int, block: list[list[str]]) -> Table:
    head, *rows = block
    wide = max([len(cells) for cells in block])
    return Table(
        id=f"chart-{paragraph.number}-{n}",
        title=f"{paragraph.section.partition(' ')[2]}: {paragraph.title}",
        rule=paragraph.number,
        head=head + [""] * (wide - len(head)),
        rows=[cells + [""] * (wide - len(cells)) for cells in rows],
        mark=None,
        about=[TableRow(None, [], False) for _ in rows],
        note="",
        topic=CHARTS,
    )
