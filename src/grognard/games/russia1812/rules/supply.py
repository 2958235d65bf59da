"""Rulebook 6: General Supply and Attrition."""

from __future__ import annotations

from grognard.board.hexes import Sides, bits
from grognard.games.russia1812.rules.advanced.card_supply import (
    forage_cards,
    forage_mod,
    loss_cards,
    river_cards,
    supply_range_mod,
)
from grognard.games.russia1812.rules.advanced.reserve import ReserveToll
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from grognard.kernel.frame import Frame

GENERAL_RANGE = (5, 3)  # [6.2] hexes of a route, summer and winter


def barred_by_cavalry(s: Campaign, side: int, cavalry: int) -> int:
    """[6.2] point 1: hexes next to undisrupted enemy cavalry.

    An unbridged river between shields them (not in the first edition), difficult ground shields them from the French.
    """
    world = s.world
    found: int | None
    if s.advanced and (s.affairs.frozen[side] or s.affairs.fords[side] or s.affairs.broken[side]):
        found = (world.free if s.edition == 1 else s.dry(side)).spread(cavalry)
        return found & ~world.difficult if side == RUSSIAN else found
    found = world.bars[side].get(cavalry)
    if found is None:
        found = (world.free if s.edition == 1 else world.dry).spread(cavalry)
        if side == RUSSIAN:
            found &= ~world.difficult  # [14.6]
        if len(world.bars[side]) > 20_000:
            world.bars[side].clear()
        world.bars[side][cavalry] = found
    return found


def route_hexes(s: Campaign, side: int) -> int:
    """[6.2] Points 1, 2 and 4: the hexes a supply route or a link of Depots may contain."""
    return ways_past(s, side, s.cav[1 - side])


def ways_past(s: Campaign, side: int, cavalry: int) -> int:
    """[6.2] The same, if the enemy's undisrupted cavalry stood in these hexes."""
    passable, barred, cities = s.world.passable[side], barred_by_cavalry(s, side, cavalry), s.enemy_city(side)
    shut = s.occ[1 - side] | barred ^ (barred & s.occ[side]) | cities ^ (cities & s.pres[side])
    return passable ^ (passable & shut)


def contested(s: Campaign, side: int) -> int:
    """[6.2] Points 1 and 2: the only hexes where it matters to a route whether friends stand there."""
    return barred_by_cavalry(s, side, s.cav[1 - side]) | s.enemy_city(side)


def supply_range(s: Campaign, side: int = RUSSIAN) -> int:
    """[6.2] point 5: five hexes, three in winter; a card may take one."""
    normal = GENERAL_RANGE[s.winter]
    return supply_range_mod(s, side, normal) if s.advanced else normal


def supplied_hexes(s: Campaign, side: int) -> int:
    """[6.1] Where a combat unit of a side is in General Supply.

    Traced backwards from the Depots: every hex of the route but the unit's own must be open, the Depot's too (R-6.2a);
    in the Depot's city itself nothing matters (R-6.2b).
    """
    dry, way, depots, most = s.dry(side), route_hexes(s, side), s.depots[side], supply_range(s, side)
    if dry is not s.world.dry:
        return _fed(dry, depots, way, most)
    kept, key = s.world.fed, (depots, way, most)
    found = kept.get(key)
    if found is None:
        if len(kept) > 20_000:
            kept.clear()
        found = kept[key] = _fed(dry, depots, way, most)
    return found


def _fed(dry: Sides, depots: int, way: int, most: int) -> int:
    return dry.spread(dry.flood(depots & way, most - 1, way)) | depots


def edge_steps(steps: int, edition: int) -> int:
    """[1.1] R-1.1a: how far a range reaches from an edge hex: it is one hex from the edge (first edition: it is the
    edge)."""
    return steps if edition == 1 else steps - 1


def austrian_hexes(s: Campaign) -> int:
    """[1.1] Where Austrians are supplied by their own map edge."""
    world = s.world
    way = route_hexes(s, FRENCH)
    dry = s.dry(FRENCH)
    reached = dry.flood(world.austrian_edge & way, edge_steps(supply_range(s, FRENCH), s.edition) - 1, way)
    return dry.spread(reached) | world.austrian_edge


def declared_on_routes(s: Campaign, side: int) -> int:
    """[15.1] R-15.1d: enemy cavalry that closes a hex which a route of this side could otherwise use; the rest of it
    changes no route and stays hidden."""
    known, fresh = 0, -1
    dry, most = s.dry(side), supply_range(s, side)
    while fresh:
        way = ways_past(s, side, known)
        reached = dry.flood(s.depots[side] & way, most - 1, way)
        if side == FRENCH:
            reached |= dry.flood(s.world.austrian_edge & way, edge_steps(most, s.edition) - 1, way)
        fresh = closing(s, side, reached, known)
        known |= fresh
    return known


def closing(s: Campaign, side: int, hexes: int, known: int) -> int:
    """[6.2] Of the enemy's undisrupted cavalry not yet known, what bars one of these hexes to a side's supply."""
    found = 0
    for c in bits(s.cav[1 - side] & ~known):
        if barred_by_cavalry(s, side, 1 << c) & hexes & ~s.occ[side]:
            found |= 1 << c
    return found


def declare_on_routes(s: Campaign) -> None:
    """[15.1] Cavalry is declared for 6.2 when supply is traced."""
    for side in (FRENCH, RUSSIAN):
        for h in bits(declared_on_routes(s, 1 - side)):
            s.emit("cavalry_declared", side, h)


def supply_route(s: Campaign, side: int, h: int) -> list[int]:
    """[6.1] A shortest route from a hex to a Depot, the hex itself left out; empty if there is none."""
    way, dry, most = route_hexes(s, side), s.dry(side), supply_range(s, side)
    goal = s.depots[side] & way & ~(1 << h)
    if dry is not s.world.dry:
        return _route(dry, h, goal, most, way)
    kept, key = s.world.roads, (h, goal, most, way)
    found = kept.get(key)
    if found is None:
        if len(kept) > 20_000:
            kept.clear()
        found = kept[key] = _route(dry, h, goal, most, way)
    return found[:]


def _route(dry: Sides, h: int, goal: int, most: int, way: int) -> list[int]:
    """The hexes of a shortest way to one of some hexes, the first left out."""
    rings = dry.distances(1 << h, most, way) if goal else []
    for steps, ring in enumerate(rings):
        if ring & goal:
            here = bits(ring & goal)[0]
            route = [here]
            for k in range(steps - 1, 0, -1):
                here = bits(dry.spread(1 << here) & rings[k])[0]
                route.append(here)
            return route[::-1]
    return []


def trace(s: Campaign, side: int) -> int:
    """[6.1] The combat units of a side that are in General Supply now."""
    world = s.world
    good = supplied_hexes(s, side)
    units = 0
    for h in bits(s.occ[side] & good):
        units |= s.stack[h] & world.fighters[side]
    if side == FRENCH:
        edge = -1
        for u in bits(world.austrian & ~units):
            if s.at[u] >= 0:
                edge = austrian_hexes(s) if edge < 0 else edge
                if edge >> s.at[u] & 1:
                    units |= 1 << u
    return units


def fate_out_of_supply(side: int, veteran: bool, disrupted: bool, winter: bool, riga: bool) -> str:
    """[6.4] What lack of supply does to a unit."""
    if riga and side == RUSSIAN:
        return "no_change"
    if not disrupted:
        return "disrupted"
    if side == RUSSIAN or (veteran and not winter):
        return "stays_disrupted"
    return "eliminated"


def forage_fails(die: int, units: int) -> bool:
    """[6.3] The die must beat the number of combat units."""
    return die <= units


class GeneralSupply(Frame[Campaign]):
    """Phase 1: forage dice, routes of both sides, and their results at one moment."""

    rule = "6.5"

    def finish(self, state: Campaign) -> None:
        state.enter_phase(1)
        if state.advanced:
            state.push(*river_cards(state), ForageDice())
            return
        starving = forage(state)
        if state.hidden:
            declare_on_routes(state)
        state.supplied = (trace(state, FRENCH) | trace(state, RUSSIAN)) & ~starving
        attrition(state)


class ForageDice(Frame[Campaign]):
    """Advanced game: when the forage dice are known a card may ignore one of them; then everything goes on."""

    rule = "6.3"

    def finish(self, state: Campaign) -> None:
        forage(state)
        state.push(*forage_cards(state), SupplyCheck(), ReserveToll(), *loss_cards(state))


class SupplyCheck(Frame[Campaign]):
    """Advanced game: the routes of both sides and their results."""

    rule = "6.4"

    def finish(self, state: Campaign) -> None:
        starving = 0
        for units in state.affairs.hungry.values():
            starving |= units
        if state.hidden:
            declare_on_routes(state)
        state.supplied = (trace(state, FRENCH) | trace(state, RUSSIAN)) & ~starving
        attrition(state)


def forage(s: Campaign) -> int:
    """[6.3] Each French stack under a forage marker rolls; returns the units out of supply. All markers go."""
    world = s.world
    starving = 0
    bent = forage_mod(s) if s.advanced else 0
    if s.turn >= (4 if s.edition == 2 else 3):
        for h in bits(s.occ[FRENCH]):
            units = s.stack[h] & world.fighters[FRENCH]
            if units & s.forage:
                die = s.dice.d6()
                failed = forage_fails(die + bent, units.bit_count())
                tell_forage(s, h, die, units.bit_count(), failed)
                if failed:
                    starving |= units
                    if s.advanced:
                        s.affairs.hungry[h] = units
    s.forage = 0
    return starving


def tell_forage(s: Campaign, h: int, die: int, units: int, failed: bool) -> None:
    """[6.3] The die falls openly; [15.1] how many it was thrown for, and so its result, is the owner's to know."""
    key = "forage_failed" if failed else "forage_found"
    if s.hidden:
        s.emit("forage_rolled", h, die)
        s.whisper(FRENCH, key, h, die, units)
    else:
        s.emit(key, h, die, units)


def attrition(s: Campaign) -> None:
    """[6.4] [6.5] All units out of supply suffer together; commanders do not ([6.6])."""
    world = s.world
    in_riga = s.stack[world.riga] & world.fighters[RUSSIAN] if world.riga >= 0 else 0
    flip = gone = 0
    for side in (FRENCH, RUSSIAN):
        for u in bits(world.fighters[side] & ~s.supplied):
            if s.at[u] < 0:
                continue
            bit = 1 << u
            fate = fate_out_of_supply(
                side, bool(world.veteran & bit), bool(s.disrupted & bit), s.winter, bool(in_riga & bit)
            )
            if fate == "disrupted":
                flip |= bit
            elif fate == "eliminated":
                gone |= bit
    for u in bits(flip):
        s.note("starved_disrupted", u, s.at[u])
    for u in bits(gone):
        s.emit("starved_eliminated", u, s.at[u])
    s.disrupt(flip)
    s.remove(gone)
