"""What people state in forms and rosters: what is missing counts as not said, what cannot be meant is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from grognard.games.tabletop.table.pen import Pen
from grognard.kernel.game import SetupError


def refuse(pen: Pen, key: str, *args: object) -> NoReturn:
    """A sentence in the reader's language; the server tells it as a fault of the asker."""
    raise SetupError(pen(f"stated.{key}", *args))


def whole(value: object, label: str, pen: Pen) -> int | None:
    """A whole number, or nothing."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        refuse(pen, "number", label)
    return value


def flag(value: object, label: str, pen: Pen) -> bool:
    """Yes or no; nothing is no."""
    if value is not None and not isinstance(value, bool):
        refuse(pen, "check", label)
    return bool(value)


def text(value: object, label: str, pen: Pen) -> str:
    """A text; nothing is an empty one."""
    if value is not None and not isinstance(value, str):
        refuse(pen, "text", label)
    return value or ""


def lines(value: object, label: str, pen: Pen) -> list[Mapping[str, object]]:
    """A list of things with fields; nothing is an empty one."""
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(line, dict) for line in value):
        refuse(pen, "list", label)
    return value
