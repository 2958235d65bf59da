"""Rulebook 7: Active Supply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_supply import conversions, open_trains
from grognard.games.russia1812.rules.advanced.card_supply import trains as card_trains
from grognard.games.russia1812.rules.advanced.numbers import trains_with_cards
from grognard.games.russia1812.rules.advanced.reserve import missing_trains
from grognard.games.russia1812.rules.movement.siege import besieged
from grognard.games.russia1812.rules.supply import closing, edge_steps, ways_past
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban, asked
from grognard.kernel.frame import Frame

DUMMIES = 2  # [7.5] each player, each turn
FORAGE_FROM = 3  # [7.6] first turn of forage markers
FORAGE_1813 = 10  # [16.13]
LINK = 5  # [7.8] hexes between Depots; three for the French in winter


def link_range(s: Campaign, side: int) -> int:
    """[7.8] Five hexes; the French three in winter."""
    return 3 if side == FRENCH and s.winter else LINK


def linked_hexes(s: Campaign, side: int) -> int:
    """[7.8] Where a Depot would be linked now: the whole chain from the source on is judged at this moment."""
    return linked_past(s, side, s.cav[1 - side])


def linked_past(s: Campaign, side: int, cavalry: int) -> int:
    """[7.8] The same, if the enemy's undisrupted cavalry stood in these hexes."""
    world, dry = s.world, s.dry(side)
    way = ways_past(s, side, cavalry)
    steps = link_range(s, side)
    sources = world.city_source[side] & ~s.occ[1 - side]  # [1.1] R-1.1b
    if side == FRENCH and s.affairs.source >= 0:
        sources |= 1 << s.affairs.source  # [16.13]
    reached = dry.flood(world.edge_source[side] & way, edge_steps(steps, s.edition), way)
    reached |= dry.flood(sources, steps, way)
    used = 0
    while fresh := s.depots[side] & (reached & way | sources) & ~used:
        used |= fresh
        reached |= dry.flood(fresh, steps, way)
    return reached & (way | sources)


def declared_on_links(s: Campaign, side: int) -> int:
    """[15.1] R-15.1d: enemy cavalry that closes a hex which a link of this side could otherwise use."""
    known, fresh = 0, -1
    while fresh:
        fresh = closing(s, side, linked_past(s, side, known) & ~s.world.city_source[side], known)
        known |= fresh
    return known


def trains_available(table: int, lost: int, depots: int) -> tuple[int, int]:
    """[7.2] How many Trains, and how many Depots the enemy may take off instead."""
    number = table - lost - depots
    return (number, 0) if number >= 0 else (0, -number)


def stacks_for_trains(s: Campaign, side: int) -> int:
    """[7.3] Stacks with a commander and a combat unit in General Supply."""
    found = 0
    good = s.supplied & s.world.fighters[side]
    for c in bits(s.world.leaders[side]):
        h = s.at[c]
        if h >= 0 and s.stack[h] & good:
            found |= 1 << h
    return found


def depot_sites(s: Campaign, side: int) -> int:
    """[7.3] Cities where a Depot may be meant: friendly, or held; never Moscow or St Petersburg for the French.

    R-7.3b: not where a Depot or an enemy combat unit stands already.
    """
    world = s.world
    sites = s.own_city(side) | s.enemy_city(side) & s.pres[side]
    if side == FRENCH:
        sites &= ~world.french_never
    return sites & ~s.depots[FRENCH] & ~s.depots[RUSSIAN] & ~s.occ[1 - side]


class ActiveSupply(Frame[Campaign]):
    """Phase 2 opens: each player may convert a Depot."""

    rule = "5.1"

    def finish(self, state: Campaign) -> None:
        state.enter_phase(2)
        first = state.first()
        state.push(*conversion_steps(state, first), *conversion_steps(state, 1 - first), CountTrains())


def conversion_steps(s: Campaign, side: int) -> list[Frame[Campaign]]:
    """[7.1] One Depot; [16.1] a card may allow one more."""
    return [ConvertDepot(side)] * (conversions(s, side) if s.advanced else 1)


class ConvertDepot(Frame[Campaign]):
    """Each player may turn one Depot under a friendly stack into a Train on that stack."""

    rule = "7.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        ready = state.depots[side] & state.occ[side]
        return [*state.world.at_hexes("convert", ready), state.world.pass_] if ready else ()

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "convert":
            h = action.args[0]
            state.depots[side] &= ~(1 << h)
            state.genuine[side][h] = 1
            state.shown[side][h] = 1
            state.emit("converted", side, h)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "convert":
            yield Ban("7.1", "no_depot", ~state.depots[side])
            yield Ban("7.1", "no_stack", ~state.occ[side])


class CountTrains(Frame[Campaign]):
    """How many Trains each player has; a negative number costs Depots."""

    rule = "7.2"

    def finish(self, state: Campaign) -> None:
        row = state.table()
        for side in (FRENCH, RUSSIAN):
            number, short = self._available(state, side, row[side])
            state.shortfall[side] = short
            state.to_place[side] = max(0, number - len(state.genuine[side]))
            state.dummies_left[side] = 0 if state.advanced and open_trains(state, side) else DUMMIES
            state.emit("trains_available", side, state.to_place[side])
        first = state.first()
        state.push(TakeOffDepots(first), TakeOffDepots(1 - first), Allocation(first))

    def _available(self, state: Campaign, side: int, table: int) -> tuple[int, int]:
        lost, depots = state.lost_trains[side], state.depots[side].bit_count()
        if not state.advanced:
            return trains_available(table, lost, depots)
        penalty = missing_trains(state) if side == FRENCH else 0
        gains, losses = card_trains(state, side)
        return trains_with_cards(table, lost, depots, penalty, gains, losses)


class TakeOffDepots(Frame[Campaign]):
    """The enemy of a player short of Trains may take off his Depots."""

    rule = "7.2"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        if not state.shortfall[1 - side]:
            return ()
        return [*state.world.at_hexes("remove", self.open(state, side, "remove")), state.world.done]

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "remove":
            h = action.args[0]
            state.depots[1 - side] &= ~(1 << h)
            state.shortfall[1 - side] -= 1
            state.emit("depot_taken_off", 1 - side, h)
            state.push(self)
        else:
            state.shortfall[1 - side] = 0

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban("7.2", "no_depot", ~state.depots[1 - side])] if verb == "remove" else ()


class Allocation(Frame[Campaign]):
    """The step of allocation begins: who may receive is settled for the whole of it."""

    rule = "7.4"

    def finish(self, state: Campaign) -> None:
        for side in (FRENCH, RUSSIAN):
            state.receivers[side] = stacks_for_trains(state, side)
            state.sites[side] = depot_sites(state, side)
        pass_train_turn(state, self.side)


def pass_train_turn(s: Campaign, side: int) -> None:
    """[7.4] The next to place: players alternate until one is finished, then the other goes on alone."""
    for who in (side, 1 - side):
        if s.to_place[who] or s.dummies_left[who]:
            s.push(PlaceTrain(who))
            return
    s.push(ForageMarkers())


def train_sites(s: Campaign, side: int) -> int:
    """[7.3] [7.4] Where a Train may be placed while there is one."""
    return s.receivers[side] | s.sites[side] if s.to_place[side] else 0


def dummy_sites(s: Campaign, side: int) -> int:
    """[7.5] Where a dummy may be placed while there is one: on stacks."""
    return s.receivers[side] if s.dummies_left[side] else 0


class PlaceTrain(Frame[Campaign]):
    """Place a Train face down, a dummy, or pass by discarding a Train."""

    rule = "7.4"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        world = state.world
        found = world.at_hexes("train", train_sites(state, side)) + world.at_hexes("dummy", dummy_sites(state, side))
        found.append(world.pass_ if state.to_place[side] else world.done)
        return found

    def must_ask(self, state: Campaign) -> bool:
        """[15.1] The enemy may not learn from silence that no stack could receive a Train."""
        return state.hidden

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        verb = action.verb
        if verb == "train" or verb == "dummy":
            h = action.args[0]
            counters = state.genuine[side] if verb == "train" else state.dummies[side]
            counters[h] = counters.get(h, 0) + 1
            if verb == "train":
                state.to_place[side] -= 1
                if state.advanced and open_trains(state, side):
                    state.shown[side][h] = state.shown[side].get(h, 0) + 1
            else:
                state.dummies_left[side] -= 1
            state.emit("train_placed", side, h)
            state.whisper(side, "train_is_genuine" if verb == "train" else "train_is_dummy", h)
        elif verb == "pass":
            state.to_place[side] -= 1
            state.revealed = True
            state.emit("train_discarded", side)
        else:
            state.dummies_left[side] = 0
            state.emit("trains_placed", side)
        pass_train_turn(state, 1 - side)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        left = state.to_place[side]
        if verb == "train":
            if not left:
                yield Ban("7.4", "no_train_left", ALL, ())
            if side == FRENCH:
                yield Ban("7.3", "french_never", ~train_sites(state, side) & state.world.french_never)
            yield Ban("7.3", "city_taken", ~train_sites(state, side) & state.own_city(side))
            yield Ban("7.3", "no_stack_for_train", ~train_sites(state, side))
        elif verb == "dummy":
            if not state.dummies_left[side]:
                yield Ban("7.5", "no_dummy_left", ALL, ())
            yield Ban("7.5", "no_stack_for_train", ~dummy_sites(state, side))
        elif verb == "pass" and not left:
            yield Ban("7.4", "no_train_left", ALL, ())
        elif verb == "done" and left:
            yield Ban("7.4", "trains_left", ALL, (left,))


def needs_forage(outside: bool, trains: int, friends: int, depot_city: bool, under_siege: bool) -> bool:
    """[7.6] A stack abroad without a Train, or between two others (second edition), but not in a free Depot city."""
    return outside and (trains == 0 or friends >= 2) and (not depot_city or under_siege)


class ForageMarkers(Frame[Campaign]):
    """From turn 3, after allocation. (First edition: after movement, and only for want of a Train.)"""

    rule = "7.6"

    def finish(self, state: Campaign) -> None:
        s = state
        s.revealed = True  # [7.6] the markers tell where genuine Trains lie
        s.fed = 0
        for side in (FRENCH, RUSSIAN):
            for h in s.genuine[side]:
                s.fed |= s.fighters(h, side)
        if s.edition == 2:
            mark_forage(s, FRENCH)
            if s.forage_russian:
                mark_forage(s, RUSSIAN)
        first = s.first()
        s.push(MakeDepot(first), MakeDepot(1 - first), ClearTrains())


def forage_turn(s: Campaign) -> bool:
    """[7.6] From turn 3 on; [16.13] in 1813 from turn 10."""
    return s.turn >= (FORAGE_1813 if s.advanced and s.affairs.year == 1813 else FORAGE_FROM)


def mark_forage(s: Campaign, side: int) -> None:
    """[7.6] Put the markers on a side's stacks."""
    if not forage_turn(s):
        return
    world = s.world
    for h in bits(s.occ[side] & ~s.own_land(side)):
        units = s.fighters(h, side)
        friends = (world.near[h] & s.occ[side]).bit_count() if s.edition == 2 else 0
        trains = int(bool(units & s.fed))
        depot = bool(s.depots[side] >> h & 1)
        if needs_forage(True, trains, friends, depot, depot and besieged(s, side, h)):
            s.forage |= units
            s.emit("forage_marker", h)


def depot_bans(s: Campaign, side: int) -> Iterable[Ban]:
    """[7.7] Where a Train cannot be made a Depot now: no fit city, besieged, not linked."""
    if side == FRENCH:
        yield Ban("7.3", "french_never", s.world.french_never)
    yield Ban("7.7", "no_depot_site", ~depot_sites(s, side))
    yield Ban("7.7", "besieged", lambda h: besieged(s, side, h), beside=True)
    linked = depot_hexes(s, side, ALL)
    yield Ban("7.8", "not_linked", ~linked, (asked, link_range(s, side)))


def depot_hexes(s: Campaign, side: int, hexes: int) -> int:
    """[7.7] [7.8] Of these hexes, those where a Train could be made a Depot now."""
    found = hexes & depot_sites(s, side)
    for h in bits(found) if found else ():
        if besieged(s, side, h):
            found &= ~(1 << h)
    return found & linked_hexes(s, side) if found else 0


class MakeDepot(Frame[Campaign]):
    """Turn Trains on cities into Depots, one after another."""

    rule = "7.7"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        ready = depot_hexes(state, side, state.counter_hexes(side))
        if not ready:
            return ()
        return [*state.world.at_hexes("depot", ready & state.train_hexes(side)), state.world.done]

    def must_ask(self, state: Campaign) -> bool:
        """[7.5] The enemy may not learn from silence that the counter in a city is a dummy."""
        return True

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "depot":
            h = action.args[0]
            state.spend_train(side, h)
            state.depots[side] |= 1 << h
            state.revealed = True
            state.emit("depot_made", side, h)
            state.push(self)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "depot":
            yield Ban("7.7", "no_train", ~state.train_hexes(side))
            yield from depot_bans(state, side)


class ClearTrains(Frame[Campaign]):
    """R-7.7c: a Train on a city without a stack that was not made a Depot is lost."""

    rule = "7.7"

    def finish(self, state: Campaign) -> None:
        for side in (FRENCH, RUSSIAN):
            for h in [h for h in state.genuine[side] if not state.occ[side] >> h & 1]:
                del state.genuine[side][h]
                state.shown[side].pop(h, None)
                state.emit("train_lost", side, h)
        state.receivers = [0, 0]
        state.sites = [0, 0]
