"""The two kinds of shapes, and plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

Json = dict[str, Any]  # plain data whose shape is a game's own affair
Value = Any  # what an option is set to: text, a number, yes or no; of which of them it is its game knows
Point = Sequence[float]
Outline = Sequence[Point]


class Shape(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Exactly these fields."""


class Open(msgspec.Struct, omit_defaults=True):
    """These fields at least."""
