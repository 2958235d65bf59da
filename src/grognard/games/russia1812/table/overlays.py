"""What can be laid over the board: who is in supply and by which road, whom cavalry stops, how far a march goes."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.traits import drives
from grognard.games.russia1812.rules.movement.march import MoveOrder, may_march
from grognard.games.russia1812.rules.movement.route import Route
from grognard.games.russia1812.rules.movement.steps import controlled
from grognard.games.russia1812.rules.supply import (
    austrian_hexes,
    edge_steps,
    route_hexes,
    supplied_hexes,
    supply_range,
    supply_route,
    trace,
)
from grognard.games.russia1812.table.pen import Seen
from grognard.games.russia1812.table.risk import march_range, march_toll, normal_hexes, whole_column
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN, SIDES
from grognard.kernel.pen import percent
from grognard.kernel.wire import Overlays, RangeEntry, SupplyOverlay


class Reached(RangeEntry, kw_only=True):
    """A hex a march may reach, and the hex before it on the way."""

    via: str


Reach = dict[str, RangeEntry]


def overlays(face: Seen) -> Overlays:
    """Supply and control lie open to everybody; the range of a march only to him who is asked for it."""
    s, side = face.known, face.side
    return Overlays(
        supply={SIDES[who]: supply(s, who) for who in (FRENCH, RUSSIAN)},
        control={SIDES[who]: s.world.grid.list_names(control(s, who)) for who in (FRENCH, RUSSIAN)},
        range=ranges(s, side),
    )


def supply(s: Campaign, side: int) -> SupplyOverlay:
    """[6.1] The hexes in General Supply now, the road of every stack, and the stacks cut off."""
    names, world = s.world.grid.names, s.world
    fed = trace(s, side)
    zone = supplied_hexes(s, side) & world.passable[side]
    routes: dict[str, list[str]] = {}
    cut: list[str] = []
    for h in bits(s.occ[side]):
        units = s.fighters(h, side)
        if h in s.veil.backs[side]:  # [15.1] Austrians and others are not told apart; what any stack there would have
            if zone >> h & 1:
                routes[names[h]] = [names[n] for n in road(s, side, h)]
            continue
        if units & ~fed:
            cut.append(names[h])
        if units & fed:
            routes[names[h]] = [names[n] for n in road(s, side, h)]
    return SupplyOverlay(places=world.grid.list_names(zone), routes=routes, cut=cut)


def road(s: Campaign, side: int, h: int) -> list[int]:
    """[6.1] The hexes from a stack to its Depot, the Depot's last; none in the Depot's own city."""
    if s.depots[side] >> h & 1:
        return []
    return supply_route(s, side, h) or (austrian_road(s, h) if side == FRENCH else [])


def austrian_road(s: Campaign, h: int) -> list[int]:
    """[1.1] The way of Austrians to their own map edge."""
    world = s.world
    if world.austrian_edge >> h & 1 or not austrian_hexes(s) >> h & 1:
        return []
    dry = s.dry(FRENCH)
    rings = dry.distances(1 << h, edge_steps(supply_range(s, FRENCH), s.edition), route_hexes(s, FRENCH))
    for steps, ring in enumerate(rings):
        if steps and ring & world.austrian_edge:
            here = bits(ring & world.austrian_edge)[0]
            way = [here]
            for k in range(steps - 1, 0, -1):
                here = bits(dry.spread(1 << here) & rings[k])[0]
                way.append(here)
            return way[::-1]
    return []


def control(s: Campaign, who: int) -> int:
    """[8.4] The hexes that a side's undisrupted cavalry controls against the enemy, where he could go at all."""
    return controlled(s, 1 - who) & s.world.passable[1 - who]


def ranges(s: Campaign, side: int) -> dict[str, Reach]:
    """[8.4] For each stack that may march now, or for the column on its way: where the Move could end, at what risk."""
    frame = s.agenda[-1] if s.agenda else None
    if frame is None or frame.side != side:
        return {}
    names, m = s.world.grid.names, s.march
    if isinstance(frame, MoveOrder):
        return {names[h]: stack_range(s, side, h) for h in s.genuine[side] if may_march(s, side, h)}
    if isinstance(frame, Route) and m is not None:
        led = (m.napoleon, m.along, m.sent_by, m.driven)
        return {names[m.here]: reach(s, side, m.here, m.units, m.hexes, led)}
    return {}


def stack_range(s: Campaign, side: int, h: int) -> Reach:
    """The range of all units of a stack that may march, with all its fresh commanders."""
    along, units = s.leaders(h, side) & ~s.moved, whole_column(s, side, h)
    napoleon = s.world.napoleon >= 0 and bool(along >> s.world.napoleon & 1)
    driven = s.advanced and drives(s.world, s.leaders(h, side), along, along)
    return reach(s, side, h, units, 0, (napoleon, along, along, driven))


def reach(s: Campaign, side: int, start: int, units: int, hexes: int, led: tuple[bool, int, int, bool]) -> Reach:
    """Every hex with its number of hexes, the risk if the Move ended there, and the hex before it on the way.

    ``led``: what commanders do to the die, as ``march_toll`` takes it.
    """
    names = s.world.grid.names
    risks = [percent(march_toll(s, side, units, n, *led).chance) for n in range(6)]
    return {
        names[h]: Reached(
            hexes=found.hexes, risk=risks[found.hexes], forced=found.hexes > normal_hexes(s), via=names[found.before]
        )
        for h, found in march_range(s, side, start, units, hexes).items()
    }
