"""Rulebook 14.7: victory."""

from __future__ import annotations

from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN

DECISIVE = 3


def holder(s: Campaign, h: int) -> int:
    """[14.7] a: who scores a city: its own side unless an enemy unit is there; commanders count (R-14.7c)."""
    owner = RUSSIAN if s.own_land(RUSSIAN) >> h & 1 else FRENCH
    return 1 - owner if s.pres[1 - owner] >> h & 1 else owner


def territory(s: Campaign) -> tuple[int, int]:
    """[14.7] a: the points of the cities that each side holds."""
    points = [0, 0]
    for h, value in s.world.vp_cities:
        points[holder(s, h)] += value
    return points[FRENCH], points[RUSSIAN]


def score(s: Campaign) -> tuple[int, int]:
    """[14.7] French: territory. Russian: territory and the battle track."""
    french, russian = territory(s)
    return french, russian + s.track


def decisive(winner_lost: int, loser_lost: int) -> bool:
    """[14.7] b: the losing side lost at least three units more."""
    return loser_lost - winner_lost >= DECISIVE


def track_after(track: int, winner: int, limit: int) -> int:
    """[14.7] b: one up for a Russian, one down for a French decisive victory, within 0 and 12."""
    return min(limit, track + 1) if winner == RUSSIAN else max(0, track - 1)


def winner_of(french: int, russian: int) -> int:
    """[14.7] The higher total; a tie goes to the French."""
    return FRENCH if french >= russian else RUSSIAN
