"""What a side likes on a walk. Games have their own in ``walks_<game>``."""

from __future__ import annotations

import random

from grognard.kernel.action import Action, Region
from grognard.kernel.match import Match


class Taste:
    """What a side likes; every weight is above zero, so that nothing is ever ruled out."""

    def __init__(self, match: Match, side: str) -> None:
        self.match = match
        self.side = side

    def verb(self, verb: str, count: int) -> float:
        return 1

    def action(self, action: Action) -> float:
        return 1

    def concrete(self, region: Region, rng: random.Random) -> Action:
        """An action of a region."""
        return region.sample(rng)
