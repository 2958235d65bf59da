"""What is sent to whoever shows a match: the shape of it."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]  # plain data whose shape is a game's own affair


def pieces(view: Json) -> list[Json]:
    """Everything on a board that a view tells of."""
    return [piece for kind in ("units", "generals", "backs") for piece in view.get(kind, ())]
