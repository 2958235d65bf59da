"""The turtle of 1812: everybody into the nearest city of his own that scores, and stays there."""

from __future__ import annotations

from grognard.bots.marshal_russia1812.situation import Situation
from sparring.soldier1812 import Soldier

AT_HOME = 1


class Turtle(Soldier):
    """Holds his own cities and attacks nobody."""

    def idea(self, p: Situation, h: int) -> int:
        grid = p.world.grid
        own = [
            city
            for city, _ in p.world.vp_cities
            if p.world.own_land[p.side] >> city & 1 and not p.occ[p.foe] >> city & 1
        ]
        home = min(own, key=lambda city: (grid.distance(h, city), city), default=h)
        return home if grid.distance(h, home) > AT_HOME else -1
