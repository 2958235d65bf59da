"""Exact odds: percentages with every modifier, and the distributions of losses and morale behind a choice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

Odds = dict[str, Any]


def odds_of(s: Any, side: int, action: Any) -> Odds | None:
    return None
