"""Rulebook 16.13: where pieces are put in winter quarters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.politics import at_kiev
from grognard.games.russia1812.rules.stacking import crowded
from grognard.games.russia1812.rules.supply import route_hexes
from grognard.games.russia1812.world.state import DEAD, WAITING, Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban, asked
from grognard.kernel.frame import Frame

LAST_OFFER = 7  # the turn of the offer at the latest
WINTER_RANGE = 3


def quarter(s: Campaign, side: int) -> None:
    """[16.13] All units of a side rally and are taken up, to be put anew; with them the French reinforcements."""
    pieces = sum([1 << u for u in bits(s.world.of_side[side]) if s.at[u] >= 0])
    s.restore(pieces & s.disrupted)
    s.remove(pieces)
    for u in bits(pieces):
        s.at[u] = WAITING
    s.affairs.lodging = pieces | (due(s, FRENCH) if side == FRENCH else 0)


def due(s: Campaign, side: int) -> int:
    """[16.13] R-16.13d: the winter reinforcements, and whoever was to come by turn 7 and has not; the rest never."""
    found = 0
    for u in bits(s.world.of_side[side] & s.roster()):
        if s.at[u] == WAITING and s.world.arrives[u][0]:
            if s.world.winter_due >> u & 1 or s.world.arrives[u][0] <= LAST_OFFER:
                found |= 1 << u
            else:
                s.at[u] = DEAD
    return found


# the hexes


def french_cities(s: Campaign) -> int:
    """[16.13] Friendly cities, and unfriendly ones with a French Depot; not where an enemy Depot stands (R-16.13k)."""
    return (s.own_city(FRENCH) | s.depots[FRENCH]) & ~s.pres[RUSSIAN] & ~s.depots[RUSSIAN] & s.world.passable[FRENCH]


def winter_supply(s: Campaign) -> int:
    """[16.13] Where Russians are in supply by [6.2] with three hexes, from the Depots standing now."""
    dry, way = s.dry(RUSSIAN), route_hexes(s, RUSSIAN)
    reached = dry.flood(s.depots[RUSSIAN] & way, WINTER_RANGE - 1, way)
    return (dry.spread(reached) | s.depots[RUSSIAN]) & s.world.passable[RUSSIAN]


def russian_hexes(s: Campaign) -> int:
    """[16.13] In winter supply, not next to a French unit, nor in a city down the river of the new French source."""
    french = s.pres[FRENCH]
    return winter_supply(s) & ~french & ~s.world.free.spread(french) & ~forbidden_cities(s) & ~s.depots[FRENCH]


def forbidden_cities(s: Campaign) -> int:
    """[16.13] Cities downstream of the new source; first edition: all cities on its rivers."""
    a = s.affairs
    if a.source < 0:
        return 0
    found = 0
    for river in s.world.baltic_flows.get(a.source, {}):
        found |= s.world.river_cities[river] if s.edition == 1 else s.world.baltic_flows[a.source][river]
    return found & ~(1 << a.source)


def muster_hexes(s: Campaign, swedes: bool = False) -> int:
    """[16.13] In or next to Kiev, Moscow and St Petersburg, unless that city is French."""
    found = 0
    for h in (s.world.st_petersburg,) if swedes else (s.world.kiev, s.world.moscow, s.world.st_petersburg):
        if h >= 0 and not s.pres[FRENCH] >> h & 1:
            found |= 1 << h | s.world.near[h]
    return found & s.world.passable[RUSSIAN] & ~s.pres[FRENCH] & ~s.depots[FRENCH]


def open_hexes(s: Campaign, u: int) -> int:
    """[16.13] [4.1] Where a piece may be put now."""
    if s.world.side_of[u] == FRENCH:
        found = with_room(s, u, french_cities(s))
    elif s.affairs.mustering:
        found = with_room(s, u, muster_hexes(s, bool(s.world.swedes >> u & 1)))
    else:
        found = with_room(s, u, russian_hexes(s)) or with_room(s, u, muster_hexes(s))  # R-16.13i
    return found


def with_room(s: Campaign, u: int, hexes: int) -> int:
    """[4.1] Of these hexes, those that can take a piece; commanders weigh nothing."""
    weight = s.world.weight[u]
    return hexes & ~crowded(s, hexes & (s.occ[FRENCH] | s.occ[RUSSIAN]), weight) if weight else hexes


class Lodge(Frame[Campaign]):
    """A hex for each piece, one after another; what finds no room is lost (R-16.13b)."""

    rule = "16.13"

    def _next(self, state: Campaign) -> int:
        rest = bits(state.affairs.lodging & state.world.of_side[self.side])
        return rest[0] if rest else -1

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        u = self._next(state)
        return state.world.pairs("place", u, self.open(state, side, "place", u)) if u >= 0 else ()

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        u, h = action.args
        state.affairs.lodging &= ~(1 << u)
        state.put(u, h)
        state.emit("lodged", u, h)
        at_kiev(state)
        state.push(self)

    def finish(self, state: Campaign) -> None:
        u = self._next(state)
        if u >= 0:
            state.affairs.lodging &= ~(1 << u)
            state.at[u] = DEAD
            state.emit("no_room", u)
            state.push(self)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb != "place":
            return ()
        u = self._next(state)
        if head:
            return [Ban("16.13", "no_quarters", ~open_hexes(state, u), (u, asked))]
        return [Ban("16.13", "deploy_other", ~(1 << u), (u,))]

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        return (self._next(state),)
