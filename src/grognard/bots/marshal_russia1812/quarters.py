"""[16.13] The autumn before winter quarters: only what lodges in a city with a Depot stays in the enemy's land."""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812.network import distances, links
from grognard.bots.marshal_russia1812.situation import Situation
from grognard.games.russia1812.rules.advanced.lodging import LAST_OFFER
from grognard.games.russia1812.world.world import FRENCH

WITHIN_REACH: Final = 1  # so many points short one goes on in 1812
SEEN: Final = 2  # turns before the offer from which on one goes for lodgings
LODGING: Final = 2.0  # a city to lodge in, and as much again for each point that it keeps
FORWARD: Final = 0.5  # a hex nearer to a capital
FAR: Final = 16  # from which on it is too far


def wants_quarters(p: Situation) -> bool:
    """A year more in supply and without a winter, unless the campaign is as good as won (14.7)."""
    held = sum([points for h, points in p.world.vp_cities if p.holds(FRENCH, h)])
    if p.hunting:
        return False  # what is held stays held, and would be given up
    needed = (sum([points for _, points in p.world.vp_cities]) + p.s.track + 1) // 2
    return needed - held > WITHIN_REACH


def autumn_left(p: Situation) -> int:
    """How many turns there are until the French go into winter quarters; -1 if they will not."""
    if not p.s.two_year or p.side != FRENCH or p.year != 1812 or p.turn > LAST_OFFER or not wants_quarters(p):
        return -1
    return LAST_OFFER - p.turn


def wintering(p: Situation) -> bool:
    """Whether the quarters come at the end of this turn: everybody will rally and be put anew."""
    return autumn_left(p) == 0


def lodgings(p: Situation) -> int:
    """The enemy's cities where a Depot could be made on the turn of the offer, if somebody stood there."""
    if not 0 < autumn_left(p) <= SEEN:
        return 0
    found = 0
    for ways in [links(p.edition, FRENCH, p.pres[FRENCH] & p.world.city).get(h, {}) for h in bits(p.depots[FRENCH])]:
        found |= sum([1 << h for h in ways])
    return found & p.enemy_city[FRENCH] & ~p.depots[FRENCH] & ~p.world.french_never


def lodging_worth(p: Situation, h: int) -> float:
    """What a Depot in a city will be worth in winter: more the nearer it is to a capital."""
    if not p.enemy_city[FRENCH] >> h & 1:
        return 0.0
    way = min([distances(p.edition, FRENCH, capital)[h] for capital in bits(p.world.capitals)])
    return LODGING * (1 + dict(p.world.vp_cities).get(h, 0)) + FORWARD * (FAR - way)
