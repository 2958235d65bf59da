"""Tables beside the board, as the shell draws them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from grognard.kernel.wire import Table, TableRow

ARMIES = "armies"  # topics: what belongs to the order of battle,
MUSTER = "muster"  # and what is so long that it is shown there alone
Cell = str | float | None


class Row(NamedTuple):
    """A line of a table: its cells, whose it is, where it lies, whether it is of now."""

    cells: list[Cell]
    side: str | None
    places: list[str]
    now: bool


def row(*cells: Cell, side: str | None = None, places: list[str] | None = None, now: bool = False) -> Row:
    return Row(list(cells), side, places or [], now)


def table(
    name: str, rule: str, head: list[str], rows: list[Row], say: Callable[..., str], note: str = "", topic: str = ""
) -> Table:
    """A table by its name in the catalogue."""
    now = [i for i, line in enumerate(rows) if line.now]
    return Table(
        id=name,
        title=say(f"table.{name}"),
        rule=rule,
        head=head,
        rows=[line.cells for line in rows],
        mark=now[0] if now else None,
        about=[TableRow(line.side, line.places, line.now) for line in rows],
        note=note,
        topic=topic,
    )
