"""Rulebook 13: Cossacks and reinforcements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_arrivals import cossack_mod, early_cards
from grognard.games.russia1812.rules.advanced.politics import Sweden
from grognard.games.russia1812.rules.stacking import crowded
from grognard.games.russia1812.world.state import DEAD, WAITING, Campaign
from grognard.games.russia1812.world.world import FRENCH
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban, asked
from grognard.kernel.frame import Frame

COSSACKS_BOLD_FROM = 7  # [13.1] first turn of 5-6


def cossacks_strike(die: int, turn: int, winter: bool, edition: int) -> bool:
    """[13.1] On a 6; on 5 or 6 from turn 7 (first edition: in winter, which 1813 has not, R-13.1b)."""
    bold = winter if edition == 1 else turn >= COSSACKS_BOLD_FROM
    return die >= (5 if bold else 6)


def exposed(s: Campaign) -> list[int]:
    """[13.1] French combat units alone in a hex of Russia that is no city (first edition: anywhere)."""
    open_land = s.world.hexes & ~s.world.city
    if s.edition == 2:
        open_land &= s.world.russia
    found = []
    for h in bits(s.occ[FRENCH] & open_land):
        units = s.fighters(h, FRENCH)
        if units & (units - 1) == 0:
            found.append(units.bit_length() - 1)
    return found


class Cossacks(Frame[Campaign]):
    """Phase 7: Cossack dice (R-13.1a: never a danger to commanders), then reinforcements."""

    rule = "13.1"

    def finish(self, state: Campaign) -> None:
        state.enter_phase(7)
        for u in exposed(state):
            if state.advanced and u == state.affairs.named:  # [16.1] card 29
                continue
            die = state.dice.d6()
            struck = cossacks_strike(die + cossack_mod(state), state.turn, state.winter, state.edition)
            tell_cossacks(state, u, die, struck)
            if struck:
                state.hit(u)
        first = state.first()
        news = [Sweden(), *early_cards(state)] if state.advanced else []
        state.push(*news, Reinforce(first), Reinforce(1 - first))


def tell_cossacks(s: Campaign, u: int, die: int, struck: bool) -> None:
    """[13.1] [15.1] R-15.1l: the French say which stacks are a single unit, not which unit it is."""
    if s.hidden:
        s.emit("cossacks_raid" if struck else "cossacks_near", s.at[u], die)
        s.whisper(FRENCH, "cossacks_strike" if struck else "cossacks_miss", u, s.at[u], die)
    else:
        s.emit("cossacks_strike" if struck else "cossacks_miss", u, s.at[u], die)


def arriving(s: Campaign, side: int) -> int:
    """[13.2] The pieces due this turn and not yet placed."""
    found = 0
    due = s.world.due.get(s.turn, 0)
    if s.advanced:
        due = due | s.affairs.early if s.affairs.year == 1812 else s.affairs.early  # [16.13] no table 13.2 in 1813
    for u in bits(s.world.of_side[side] & due):
        if s.at[u] == WAITING:
            found |= 1 << u
    return found


def arrival_bans(s: Campaign, u: int) -> Iterable[Ban]:
    """[13.3] Where a piece may not arrive: not its place, closed ground, an enemy unit there or next door, no room."""
    world = s.world
    side, place = world.side_of[u], world.arrival_hexes[world.arrives[u][1]]
    yield Ban("13.3", "arrives_elsewhere", ~place, (u, asked))
    yield Ban("13.3", "impassable", ~world.passable[side])
    yield Ban("13.3", "enemy_near", near_enemies(s, side))
    yield Ban("4.1", "full", ~arrival_hexes(s, u))


def near_enemies(s: Campaign, side: int) -> int:
    """[13.3] The hexes with an enemy unit in them or next to them."""
    enemy = s.pres[1 - side]
    return enemy | s.world.free.spread(enemy)


def arrival_hexes(s: Campaign, u: int) -> int:
    """[13.3] [4.1] Where a piece may arrive."""
    world = s.world
    side, weight = world.side_of[u], world.weight[u]
    found = world.arrival_hexes[world.arrives[u][1]] & world.passable[side] & ~near_enemies(s, side)
    return found & ~crowded(s, found & s.occ[side], weight) if weight else found


class Reinforce(Frame[Campaign]):
    """The owner puts each arriving piece on a hex it may arrive at; what finds no room is lost for good."""

    rule = "13.2"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        found: list[Action] = []
        world = state.world
        known: dict[tuple[str, int], int] = {}  # what comes to the same place and weighs the same finds the same room
        for u in bits(arriving(state, side)):
            kind = (world.arrives[u][1], world.weight[u])
            if kind not in known:
                known[kind] = arrival_hexes(state, u)
            found += world.pairs("place", u, known[kind])
        return found

    def must_ask(self, state: Campaign) -> bool:
        """[15.1] The enemy may not learn from silence where there is room."""
        return state.hidden

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        u, h = action.args
        state.put(u, h)
        state.note("arrived", u, h)
        if state.hidden:
            state.emit("counter_arrived", side, h)
        if state.world.combat >> u & 1:
            state.overrun_depot(side, h)  # R-13.3c
        state.push(self)

    def finish(self, state: Campaign) -> None:
        for u in bits(arriving(state, self.side) & ~state.affairs.early):
            state.at[u] = DEAD
            if state.advanced:
                state.affairs.outcasts |= 1 << u  # R-16.13f: it never arrived
            state.emit("no_room", u)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb != "place":
            return ()
        return arrival_bans(state, head[0]) if head else [Ban("13.2", "not_due", ~arriving(state, side))]
