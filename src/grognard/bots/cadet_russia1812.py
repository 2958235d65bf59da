"""The cadet of 1812: knows what the major knows, but answers every tenth question without a thought."""

from __future__ import annotations

from typing import Final

from grognard.bots.major_russia1812 import Major
from grognard.kernel.action import Region
from grognard.kernel.match import Match

CARELESS: Final = 0.1


class Cadet(Major):
    """Plays by the major's plans, carelessly."""

    def think(self, match: Match) -> str:
        """An answer, thought out or not."""
        mind = self.mind(match)
        dice = mind.dice()
        if dice.random() >= CARELESS:
            return super().think(match)
        found = dice.choice(mind.options)
        return found.sample(dice).text if isinstance(found, Region) else found.text
