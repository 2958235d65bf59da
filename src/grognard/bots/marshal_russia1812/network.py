"""Where Depots can stand: the cities as a network of links (7.8), and the cheapest chain of them to a city."""

from __future__ import annotations

import heapq
from functools import cache, lru_cache
from typing import Final, NamedTuple

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.trains import LINK, linked_hexes
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, World, world
from grognard.kernel.dice import FastDice

NEW_DEPOT: Final = 10.0  # the price of one more Depot, in hexes of road
NEW_DEPOT_WITH_POINTS: Final = 7.0  # less where a garrison is wanted anyway
HELD_REBATE: Final = 4.0  # and where we stand already
NO_STATION: Final = 12.0  # and elsewhere than at the stations of the plan
NO_WAY: Final = 1000.0
WINTER_RANGE: Final = 3  # what is fed from so near stays fed in winter


@cache
def distances(edition: int, side: int, goal: int) -> list[int]:
    """March distance of every hex to a goal for a side, enemies left out; 99 where there is no way."""
    w = world(edition)
    found = [99] * w.grid.size
    for steps, ring in enumerate(w.free.distances(1 << goal, 60, w.passable[side])):
        for h in bits(ring):
            found[h] = steps
    return found


@lru_cache(maxsize=500)
def links(edition: int, side: int, held: int = 0) -> dict[int, dict[int, int]]:
    """[7.8] The cities that can be linked to each city, with the length, no enemy city but a held one lying between."""
    w = world(edition)
    return {h: _near_cities(w, side, 1 << h, LINK, held) for h in bits(w.city & w.passable[side])}


def _near_cities(w: World, side: int, start: int, steps: int, held: int = 0) -> dict[int, int]:
    found: dict[int, int] = {}
    front = reached = start
    for length in range(1, steps + 1):
        front = w.dry.spread(front) & w.passable[side] & ~reached
        reached |= front
        for city in bits(front & w.city):
            found[city] = length
        front &= ~w.enemy_city[side] | held
    return found


@cache
def at_source(edition: int, side: int) -> int:
    """[1.1] The cities that can be linked to a source of supply directly."""
    empty = Campaign(FastDice("empty"), world(edition), {})
    return linked_hexes(empty, side) & empty.world.city


class Chain(NamedTuple):
    """The new Depots that bring a goal into supply, in the order they are made, and what they cost."""

    stops: tuple[int, ...]
    cost: float


@lru_cache(maxsize=20_000)
def chain(edition: int, side: int, have: int, held: int, goal: int, stations: int = 0) -> Chain:
    """The cheapest way to feed a goal from the sources of supply, over the Depots there are and new ones.

    New ones are cheaper in cities that are ``held``, and where a garrison is wanted for the points. Who has chosen his
    ``stations`` makes others only where there is no other way, and lets links pass the cities that he holds.
    """
    w = world(edition)
    ends = _ends(w, side, goal)
    price = _prices(edition, have, held, w.city & ~(w.french_never if side == FRENCH else 0))
    if stations:
        price = {h: cost if not cost or stations >> h & 1 else cost + NO_STATION for h, cost in price.items()}
    roads = links(edition, side, held & w.enemy_city[side] if stations else 0)
    queue = [(price[h], h, -1) for h in bits(at_source(edition, side)) if h in price]
    heapq.heapify(queue)
    came: dict[int, int] = {}
    while queue:
        cost, h, before = heapq.heappop(queue)
        if h in came:
            continue
        came[h] = before
        if ends >> h & 1:
            return Chain(_way(came, h, have), cost)
        for city, length in roads.get(h, {}).items():
            if city not in came and city in price:
                heapq.heappush(queue, (cost + price[city] + length / 10, city, h))
    return Chain((), NO_WAY)


@cache
def _scoring(edition: int) -> int:
    """[14.7] The cities that score."""
    return sum([1 << h for h, _ in world(edition).vp_cities])


def _prices(edition: int, have: int, held: int, cities: int) -> dict[int, float]:
    """What a Depot costs in each city: nothing where one stands."""
    scoring = _scoring(edition)
    found = {}
    for h in bits(cities):
        price = NEW_DEPOT_WITH_POINTS if scoring >> h & 1 else NEW_DEPOT
        found[h] = 0.0 if have >> h & 1 else price - (HELD_REBATE if held >> h & 1 else 0.0)
    return found


def _ends(w: World, side: int, goal: int) -> int:
    """The cities whose Depot feeds the goal also in winter; the goal itself, unless no Depot may stand there (7.3)."""
    found = sum([1 << city for city in _near_cities(w, side, 1 << goal, WINTER_RANGE)])
    return found if side == FRENCH and w.french_never >> goal & 1 else found | 1 << goal


def _way(came: dict[int, int], h: int, have: int) -> tuple[int, ...]:
    found = []
    while h >= 0:
        if not have >> h & 1:
            found.append(h)
        h = came[h]
    return tuple(reversed(found))
