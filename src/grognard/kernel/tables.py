"""Tables beside the board, as the shell draws them."""

from __future__ import annotations

from collections.abc import Callable

from grognard.kernel.wire import Json


def row(*cells: object, side: str | None = None, places: list[str] | None = None, now: bool = False) -> Json:
    """A line of a table: whose it is, where it lies, whether it is of now."""
    return {"cells": list(cells), "side": side, "places": places or [], "now": now}


def table(name: str, rule: str, head: list[str], rows: list[Json], say: Callable[..., str], note: str = "") -> Json:
    """A table; ``mark`` is the row of now, ``about`` says of each row what is not in its cells."""
    now = [i for i, line in enumerate(rows) if line["now"]]
    return {
        "id": name,
        "title": say(f"table.{name}"),
        "rule": rule,
        "head": head,
        "rows": [line["cells"] for line in rows],
        "mark": now[0] if now else None,
        "about": [{"side": line["side"], "places": line["places"], "now": line["now"]} for line in rows],
        "note": note,
    }
