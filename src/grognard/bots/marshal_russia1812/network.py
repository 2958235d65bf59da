"""Where Depots can stand: the cities as a network of links (7.8), and the cheapest chain of them to a city."""

from __future__ import annotations

import heapq
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.trains import LINK, linked_hexes
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, world
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


@cache
def nearer(edition: int, side: int, goal: int) -> list[int]:
    """The hexes that are nearer to a goal than so many hexes of march, by that number."""
    w = world(edition)
    found = [0]
    for ring in w.free.distances(1 << goal, 60, w.passable[side]):
        found.append(found[-1] | ring)
    return found


@lru_cache(maxsize=500)
def links(edition: int, side: int, held: int = 0) -> dict[int, dict[int, int]]:
    """[7.8] The cities that can be linked to each city, with the length, no enemy city but a held one lying between."""
    w = world(edition)
    return {h: links_of(edition, side, h, held) for h in bits(w.city & w.passable[side])}


def links_of(edition: int, side: int, h: int, held: int) -> dict[int, int]:
    """[7.8] The same for one city."""
    w = world(edition)
    if not w.passable[side] >> h & 1:
        return {}
    return _near_cities(edition, side, h, LINK, held & w.grid.disc(h, LINK) if held else 0)


@lru_cache(maxsize=10_000)
def _near_cities(edition: int, side: int, start: int, steps: int, held: int = 0) -> dict[int, int]:
    w = world(edition)
    found: dict[int, int] = {}
    front = reached = 1 << start
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
    """The new Depots that bring a goal into supply, in the order they are made, what they cost, and the way there."""

    stops: tuple[int, ...]
    cost: float
    way: tuple[int, ...] = ()  # from the source, over the Depots that stand too


class Roads:
    """The cheapest ways from the sources of supply to the cities, the cheapest first, found as far as asked for.

    New Depots are cheaper in cities that are ``held``, and where a garrison is wanted for the points. Who has chosen
    his ``stations`` makes others only where there is no other way, and lets links pass the cities that he holds.
    """

    def __init__(self, edition: int, side: int, have: int, held: int, stations: int, source: int) -> None:
        w = world(edition)
        price = _prices(edition, side, stations, 0).copy()
        rebated = _prices(edition, side, stations, -1)
        for h in bits(held & w.city):
            if h in price:
                price[h] = rebated[h]
        for h in bits(have & w.city):
            if h in price:
                price[h] = 0.0
        self._edition, self._side = edition, side
        self._have, self._price = have, price
        self._passed = held & w.enemy_city[side] if stations else 0
        self._queue = [(price[h], h, -1) for h in bits(at_source(edition, side) | source) if h in price]
        heapq.heapify(self._queue)
        self._cheapest = {h: cost for cost, h, _ in self._queue}  # that is known of those not reached yet
        self._came: dict[int, int] = {}
        self._found: list[tuple[int, float]] = []  # the cities in order, and what it costs to be fed there

    def cheapest(self, ends: int) -> Chain:
        """The way to the cheapest of some cities."""
        for h, cost in self._found:
            if ends >> h & 1:
                return self._chain(h, cost)
        while self._queue:
            cost, h, before = heapq.heappop(self._queue)
            if h not in self._came:
                self._come(cost, h, before)
                if ends >> h & 1:
                    return self._chain(h, cost)
        return Chain((), NO_WAY)

    def _come(self, cost: float, h: int, before: int) -> None:
        """A city is reached: the ways that lead on from it."""
        came, price, cheapest = self._came, self._price, self._cheapest
        came[h] = before
        self._found.append((h, cost))
        for city, length in links_of(self._edition, self._side, h, self._passed).items():
            if city not in came and city in price:
                more = cost + price[city] + length / 10
                if city not in cheapest or more <= cheapest[city]:
                    cheapest[city] = more
                    heapq.heappush(self._queue, (more, city, h))

    def _chain(self, h: int, cost: float) -> Chain:
        """The way to a city, and the Depots to be made on it."""
        found = []
        while h >= 0:
            found.append(h)
            h = self._came[h]
        found.reverse()
        return Chain(tuple([city for city in found if not self._have >> city & 1]), cost, tuple(found))


_roads = lru_cache(maxsize=500)(Roads)


@lru_cache(maxsize=20_000)
def chain(edition: int, side: int, have: int, held: int, goal: int, stations: int = 0, source: int = 0) -> Chain:
    """The cheapest way to feed a goal from the sources of supply, over the Depots there are and new ones."""
    return _roads(edition, side, have, held, stations, source).cheapest(_ends(edition, side, goal))


@lru_cache(maxsize=20_000)
def rests_on(edition: int, side: int, way: tuple[int, ...], held: int, h: int) -> bool:
    """[7.8] Whether a way would be longer, or dearer, if a city were not held: it leads over it, or a link past it."""
    if h in way:
        return True
    near = world(edition).grid.disc
    for a, b in pairwise(way):
        if near(a, LINK) >> h & 1:
            around = held & near(a, LINK)
            if _near_cities(edition, side, a, LINK, around & ~(1 << h)).get(b) != _near_cities(
                edition, side, a, LINK, around
            ).get(b):
                return True
    return False


@cache
def scoring_cities(edition: int) -> int:
    """[14.7] The cities that score."""
    return sum([1 << h for h, _ in world(edition).vp_cities])


@cache
def _prices(edition: int, side: int, stations: int, held: int) -> dict[int, float]:
    """What a new Depot costs in each city, these being held."""
    w, scoring = world(edition), scoring_cities(edition)
    found = {}
    for h in bits(w.city & ~(w.french_never if side == FRENCH else 0)):
        price = NEW_DEPOT_WITH_POINTS if scoring >> h & 1 else NEW_DEPOT
        price -= HELD_REBATE if held >> h & 1 else 0.0
        found[h] = price if not stations or stations >> h & 1 else price + NO_STATION
    return found


@cache
def _ends(edition: int, side: int, goal: int) -> int:
    """The cities whose Depot feeds the goal also in winter; the goal itself, unless no Depot may stand there (7.3)."""
    w = world(edition)
    found = sum([1 << city for city in _near_cities(edition, side, goal, WINTER_RANGE)])
    return found if side == FRENCH and w.french_never >> goal & 1 else found | 1 << goal
