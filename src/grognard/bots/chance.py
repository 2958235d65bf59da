"""The random player: any option, each as likely as the next. Works for every game."""

from __future__ import annotations

import random
from collections.abc import Sequence

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
