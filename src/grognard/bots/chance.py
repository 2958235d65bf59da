"""The random player: any option, each as likely as the next. Works for every game. And lots that nobody may draw."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import Any

from grognard.kernel.action import Action, Region
from grognard.kernel.wire import Json


class RandomBot:
    """Chooses uniformly among the options, with a generator of its own."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def choose(self, view: Json) -> str:
        """One of the options of the view's decision; of a region one of its examples."""
        asked = view["decision"]
        options: list[str] = asked["options"]
        regions: list[Json] = asked.get("regions", [])
        chosen = self._random.randrange(len(options) + len(regions))
        if chosen < len(options):
            return options[chosen]
        example: str = self._random.choice(regions[chosen - len(options)]["examples"])
        return example

    def pick(self, options: Sequence[Action]) -> Action:
        """One of some options: all that this bot looks at."""
        return picked(options, self._random)


def picked(options: Sequence[Action], dice: random.Random) -> Action:
    """Any option, each as likely as the next; of a region one that it accepts."""
    found = dice.choice(options)
    return found.sample(dice) if isinstance(found, Region) else found


class Lots:
    """A generator by a seed, which is made when somebody draws from it: to make one costs more than many a question.

    Numbers by bits, of which other seeds are made, it has without.
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._taken = 0

    def getrandbits(self, k: int) -> int:
        """So many bits, up to 256."""
        self._taken += 1
        digest = hashlib.sha256(f"{self._seed}#{self._taken}".encode()).digest()
        return int.from_bytes(digest, "big") >> 256 - k

    def __getattr__(self, name: str) -> Any:
        if name == "_generator":
            self._generator = random.Random(self._seed)
            return self._generator
        found = getattr(self._generator, name)
        setattr(self, name, found)  # asked once
        return found
