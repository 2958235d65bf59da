"""[15.1] Pieces dealt over stacks face down: as many counters as each has, within its capacity (4.1)."""

from __future__ import annotations

import random
from functools import cache

from grognard.board.hexes import bits
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import world

DEALS = 6  # ways of dealing that are tried before a stack may be too full
RELIEFS = 40  # exchanges that may make room
ANYWHERE = 5  # after this turn a piece may be anywhere
STRIDE = 2  # hexes that a piece goes in a turn, one turn with another


class Pile:
    """The counters of a stack that lie face down, and what can be said of them."""

    def __init__(self, h: int, counters: int, room: int, troops: int) -> None:
        self.hex = h
        self.counters = counters
        self.room = room  # halves of an occupancy factor
        self.troops = troops  # combat units that lie open beside them
        self.others = 0  # commanders that lie open beside them
        self.least = 0 if troops else 1  # combat units among them
        self.most = counters
        self.good = 0  # so many of them at least are in good order
        self.at_most_good = 99
        self.horse = False  # there must be cavalry
        self.no_horse = False  # there must be none in good order
        self.led = False  # there ought to be a commander
        self.steady = False  # nobody is in disorder
        self.marks: tuple[str, ...] = ()
        self.clear()

    def clear(self) -> None:
        """Nothing has been dealt to it."""
        self.units: list[int] = []
        self.leaders: list[int] = []
        self.free = self.counters  # counters that are dummies yet
        self.left = self.room

    def lay(self, u: int, weight: int) -> None:
        """A piece is dealt to it; a commander weighs nothing."""
        (self.units if weight else self.leaders).append(u)
        self.free -= 1
        self.left -= weight

    def lift(self, u: int, weight: int) -> None:
        """A piece is taken away again."""
        (self.units if weight else self.leaders).remove(u)
        self.free += 1
        self.left += weight


def deal(t: Campaign, piles: list[Pile], hidden: int, arrived: list[int], rng: random.Random) -> None:
    """Pieces to piles; if all ways that are tried leave somebody without room, some stack is too full."""
    for attempt in range(DEALS if piles else 0):
        for pile in piles:
            pile.clear()
        if _deal(t, piles, hidden, arrived, attempt, rng):
            return


def _deal(t: Campaign, piles: list[Pile], hidden: int, arrived: list[int], attempt: int, rng: random.Random) -> bool:
    """What must be first; then commanders, and the other units, the heaviest first."""
    weight = t.world.weight
    units, leaders = list(bits(hidden & t.world.combat)), list(bits(hidden & t.world.commanders))
    rng.shuffle(units)
    rng.shuffle(leaders)
    _give_arrived(t, piles, [u for u in arrived if weight[u]], rng)
    _give_horse(t, piles, units)
    _give_least(t, piles, units)
    _give_arrived(t, piles, [u for u in arrived if not weight[u]], rng)
    _give_leaders(t, piles, leaders, attempt, rng)
    units.sort(key=lambda u: -weight[u])
    for u in units:
        _choose(t, piles, u, attempt, rng).lay(u, weight[u])
    return _relieve(t, piles) and all([_mend(t, pile, piles) for pile in piles])


def _give_arrived(t: Campaign, piles: list[Pile], arrived: list[int], rng: random.Random) -> None:
    """[13.3] Who has come this turn stands where he may come."""
    for u in arrived:
        place, weight = t.world.arrival_hexes[t.world.arrives[u][1]], t.world.weight[u]
        near = [pile for pile in piles if pile.free > 0 and place >> pile.hex & 1 and weight <= pile.left]
        rng.choice(near or [pile for pile in piles if pile.free > 0]).lay(u, weight)


def _give_horse(t: Campaign, piles: list[Pile], units: list[int]) -> None:
    """Cavalry where it is declared."""
    weight = t.world.weight
    for pile in piles:
        riders = [u for u in units if t.world.cavalry >> u & 1] if pile.horse else []
        if riders:
            u = min(riders, key=lambda u: (weight[u] > pile.left, away(t, u, pile.hex)))
            units.remove(u)
            pile.lay(u, weight[u])


def _give_least(t: Campaign, piles: list[Pile], units: list[int]) -> None:
    """Every stack has a combat unit, and some have more; the fullest choose first."""
    for pile in sorted(piles, key=lambda pile: (pile.left / pile.counters, pile.hex)):
        while len(pile.units) < pile.least and units and pile.free > 0:
            u = _neighbour(t, pile, units)
            units.remove(u)
            pile.lay(u, t.world.weight[u])


def _neighbour(t: Campaign, pile: Pile, units: list[int]) -> int:
    """The first unit that fits and may have come here, or else the one that comes from nearest."""
    for u in units:
        if _fits(t, pile, u) and not away(t, u, pile.hex):
            return u
    return min(units, key=lambda u: (not _fits(t, pile, u), away(t, u, pile.hex)))


def _give_leaders(t: Campaign, piles: list[Pile], leaders: list[int], attempt: int, rng: random.Random) -> None:
    """Commanders: one where Trains lie, or units cannot be all there is; the others by the height of the stacks."""
    for pile in sorted(piles, key=lambda pile: (pile.most >= pile.counters, -pile.counters, pile.hex)):
        wanted = max(int(pile.led and not pile.others), pile.free - max(0, pile.most - len(pile.units)))
        for _ in range(min(wanted, len(leaders), pile.free)):
            c = min(leaders, key=lambda c: away(t, c, pile.hex))
            leaders.remove(c)
            pile.lay(c, 0)
    for c in leaders:
        open_to = [pile for pile in piles if pile.free > 0]
        odds = [_crowded(pile) ** (1 + attempt) for pile in open_to]
        rng.choices(open_to, _by_distance(t, c, odds, open_to))[0].lay(c, 0)


def _crowded(pile: Pile) -> float:
    """How likely one commander more is in a pile: the more counters are left, the fewer of him are there."""
    return pile.free * pile.free / (1 + 2 * len(pile.leaders))


def _choose(t: Campaign, piles: list[Pile], u: int, attempt: int, rng: random.Random) -> Pile:
    """A pile for a unit, not far from where it comes from: heavy ones where there is much room for each counter."""
    heavy, horse, barred = t.world.weight[u], t.world.cavalry >> u & 1, t.world.kiev if rises(t, u) else -1
    free = [pile for pile in piles if pile.free > 0]
    takers = [
        pile for pile in free if len(pile.units) < pile.most and not (horse and pile.no_horse) and pile.hex != barred
    ]
    if not takers:
        takers = [pile for pile in free if len(pile.units) < pile.most] or free  # cavalry in disorder, or a rumour
    open_to = [pile for pile in takers if pile.left >= heavy] or takers
    odds = [max(0, pile.left) + 1e-9 for pile in open_to]
    if attempt:
        odds = [n * (n / pile.free) ** (2 * attempt) for n, pile in zip(odds, open_to, strict=True)]
    return rng.choices(open_to, _by_distance(t, u, odds, open_to))[0]


def _by_distance(t: Campaign, u: int, odds: list[float], piles: list[Pile]) -> list[float]:
    """Odds for piles, as far as a piece may have come to each of them."""
    if t.turn > ANYWHERE or t.options.get("setup") != "historical":
        return odds
    far, edition = STRIDE * (t.turn + 1), t.edition
    steps = [from_home(edition, u, pile.hex) - far for pile in piles]
    return [n if more <= 0 else n / (1 + more) ** 2 for n, more in zip(odds, steps, strict=True)]


def _fits(t: Campaign, pile: Pile, u: int) -> bool:
    """Whether a unit may lie in a pile as far as room and what is known go."""
    return t.world.weight[u] <= pile.left and _takes(t, pile, u)


def _takes(t: Campaign, pile: Pile, u: int) -> bool:
    """The same, room or not."""
    if pile.free <= 0 or len(pile.units) >= pile.most or (pile.no_horse and t.world.cavalry >> u & 1):
        return False
    return pile.hex != t.world.kiev or not rises(t, u)


def rises(t: Campaign, u: int) -> bool:
    """[16.8] V Corps has not seen Kiev before the die is thrown."""
    return t.advanced and not t.affairs.rising and bool(t.world.by_corps.get("V", 0) >> u & 1)


def away(t: Campaign, u: int, h: int) -> int:
    """[14.1] How much farther a hex is from where a piece was set up than it is likely to have come since."""
    if t.turn > ANYWHERE or t.options.get("setup") != "historical":
        return 0
    return max(0, from_home(t.edition, u, h) - STRIDE * (t.turn + 1))


@cache
def from_home(edition: int, u: int, h: int) -> int:
    """[14.1] How far a hex is from where a piece is set up; nothing for one that comes later."""
    w = world(edition)
    home = w.setup_hexes[u]
    return w.grid.distance(w.grid.by_name[home[0]], h) if home else 0


# making room


def _relieve(t: Campaign, piles: list[Pile]) -> bool:
    """[4.1] Units of stacks too full change places with lighter ones, with commanders or with dummies."""
    weight = t.world.weight
    for _ in range(RELIEFS):
        full = min(piles, key=lambda pile: pile.left)
        if full.left >= 0:
            return True
        found = _exchange(t, full, piles)
        if not found:
            return False
        u, other, v = found
        full.lift(u, weight[u])
        other.lay(u, weight[u])
        if v >= 0:
            other.lift(v, weight[v])
            full.lay(v, weight[v])
    return False


def _exchange(t: Campaign, full: Pile, piles: list[Pile]) -> tuple[int, Pile, int] | None:
    """What helps a full stack most and makes no other too full: who goes, where to, who comes (-1: nobody)."""
    weight, best, found = t.world.weight, 0, None
    for other in piles:
        if other is full:
            continue
        fewer = len(full.units) > max(1, full.least) and len(other.units) < other.most
        comers = [*other.units, *(other.leaders if fewer else ()), *((-1,) if fewer and other.free > 0 else ())]
        for u in full.units:
            for v in comers:
                gain = weight[u] - (weight[v] if v >= 0 else 0)
                if best < gain <= other.left and _alike(t, full, u, other, v):
                    best, found = gain, (u, other, v)
    return found


def _alike(t: Campaign, full: Pile, u: int, other: Pile, v: int) -> bool:
    """Whether an exchange leaves cavalry where it is known to be, and none where there is none."""
    kiev, horse = t.world.kiev, t.world.cavalry
    if horse >> u & 1 and (full.horse or other.no_horse) and not (v >= 0 and horse >> v & 1):
        return False
    if v >= 0 and horse >> v & 1 and (other.horse or full.no_horse) and not horse >> u & 1:
        return False
    return not (other.hex == kiev and rises(t, u)) and not (full.hex == kiev and v >= 0 and rises(t, v))


def _too_many(t: Campaign, pile: Pile) -> int:
    """[15.1] Dummies over the limit."""
    units = len(pile.units) + pile.troops
    limit = units + len(pile.leaders) + pile.others if t.edition == 1 and units else units
    return pile.free - limit


def _mend(t: Campaign, pile: Pile, piles: list[Pile]) -> bool:
    """[15.1] Pieces from other piles, which can do with a dummy more, for dummies over the limit."""
    for other in piles if _too_many(t, pile) > 0 else ():
        while other is not pile and _too_many(t, pile) > 0 and _spares(t, other):
            u = other.leaders[-1] if other.leaders else _spare_unit(t, other, pile)
            if u < 0:
                break
            other.lift(u, t.world.weight[u])
            pile.lay(u, t.world.weight[u])
    return _too_many(t, pile) <= 0


def _spares(t: Campaign, pile: Pile) -> bool:
    """Whether one piece fewer would do."""
    more = 1 if pile.leaders else 2
    return _too_many(t, pile) + more <= 0 and (bool(pile.leaders) or len(pile.units) > max(1, pile.least))


def _spare_unit(t: Campaign, other: Pile, pile: Pile) -> int:
    """A unit that would do as well in another pile; -1 if there is none."""
    for u in other.units:
        if not (other.horse and t.world.cavalry >> u & 1) and _fits(t, pile, u):
            return u
    return -1
