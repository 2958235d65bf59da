"""The random player: any option, each as likely as the next. Works for every game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class RandomBot:
    """Chooses uniformly among the options, with a generator of its own."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def choose(self, view: dict[str, Any]) -> str:
        """One of the options of the view's decision."""
        options: list[str] = view["decision"]["options"]
        return self.pick(options)

    def pick(self, options: Sequence[T]) -> T:
        """One of some options: all that this bot looks at."""
        return self._random.choice(options)
