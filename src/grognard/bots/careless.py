"""An easier opponent: one who knows what another bot knows, but now and then answers without a thought."""

from __future__ import annotations

from typing import ClassVar

from grognard.bots.chance import picked
from grognard.bots.doctrine import Doctrine, M
from grognard.kernel.match import Match


class Careless(Doctrine[M]):
    """Stands before the bot that it spoils: ``class Cadet(Careless[Thought], Colonel)``."""

    share: ClassVar[float] = 0.1  # of its answers: any option

    def think(self, match: Match) -> str:
        """An answer, thought out or not."""
        mind = self.mind(match)
        dice = mind.dice()
        if dice.random() >= self.share:
            return super().think(match)
        return picked(mind.options, dice).text
