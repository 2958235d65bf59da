"""The bear of 1812: never seeks battle and walks home, in the north to Moscow, in the south to Kiev."""

from __future__ import annotations

from grognard.bots.marshal_russia1812.situation import Situation
from grognard.games.russia1812.world.world import RUSSIAN
from sparring.soldier1812 import Soldier

AT_HOME = 1  # hexes round a city that are home


class Bear(Soldier):
    """As the Russians he goes home; as the French he has a home already."""

    def idea(self, p: Situation, h: int) -> int:
        if p.side != RUSSIAN or h == p.world.riga:
            return -1
        grid = p.world.grid
        home = min((p.world.moscow, p.world.kiev), key=lambda city: grid.distance(h, city))
        return home if grid.distance(h, home) > AT_HOME else -1
