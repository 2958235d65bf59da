"""Rulebook 14.1: setting up, historical or free."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.stacking import crowded
from grognard.games.russia1812.rules.trains import declared_on_links, link_range, linked_hexes
from grognard.games.russia1812.world.state import WAITING, Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN, World
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban, asked
from grognard.kernel.frame import Frame

AT_BORDER = (("artillery", 1), ("cavalry", 3), ("infantry", 10))  # [14.1] free set-up, within seven hexes


def to_deploy(s: Campaign, side: int) -> int:
    """The next piece of a side to set up (-1: none); commanders who may join any stack come last."""
    at = s.at
    for u in s.world.set_up_first[side]:
        if at[u] == WAITING:
            return u
    return -1


def deploying(s: Campaign, side: int) -> bool:
    """[15.1] Whether an army is being set up: nothing of it is seen before it stands."""
    return s.turn == 0 and to_deploy(s, side) >= 0


def historical_hexes(s: Campaign, u: int) -> int:
    """[14.1] The hexes of a piece's group; Bagration and Platov with the 2nd Army, Murat and Grouchy with anyone."""
    world = s.world
    if u not in world.roving:
        return world.setup_board[u]
    side = world.side_of[u]
    friends = world.fighters[FRENCH] if side == FRENCH else world.second_army
    if s.advanced and side == FRENCH:
        friends = world.reserve  # [16.7]
    found = 0
    for h in bits(s.occ[side]):
        if s.stack[h] & friends:
            found |= 1 << h
    return found


def free_hexes(s: Campaign, u: int) -> int:
    """[14.1] Anywhere in one's own land; enough Russians must stand within seven hexes of the border."""
    world = s.world
    side = world.side_of[u]
    found = world.own_land[side] & world.passable[side]
    if side == RUSSIAN and world.combat >> u & 1 and border_short(s, u):
        found &= world.border
    return found


def border_short(s: Campaign, u: int) -> bool:
    """[14.1] Whether this unit and all of its type still to come are needed at the border."""
    world = s.world
    kind, at, border = world.kind[u], s.at, world.border
    counted = 0  # those who wait, and those who stand there
    for v in _of_kind(world, kind):
        if at[v] == WAITING or (at[v] >= 0 and border >> at[v] & 1):
            counted += 1
    return counted <= dict(AT_BORDER)[kind]


@cache
def _of_kind(world: World, kind: str) -> list[int]:
    """The Russian units of a type that are set up at the beginning."""
    return [v for v in bits(world.fighters[RUSSIAN]) if world.kind[v] == kind and not world.arrives[v][0]]


def allowed_hexes(s: Campaign, u: int) -> int:
    """[14.1] The hexes of the scenario for a piece."""
    return historical_hexes(s, u) if s.options["setup"] == "historical" else free_hexes(s, u)


def deploy_bans(s: Campaign, u: int) -> Iterable[Ban]:
    """[14.1] [4.1] Where a piece may not be set up: outside the scenario's hexes, or where there is no room for it."""
    yield Ban("14.1", "deploy_elsewhere", ~allowed_hexes(s, u), (u, asked))
    yield Ban("4.1", "full", ~deploy_hexes(s, u))


def deploy_hexes(s: Campaign, u: int) -> int:
    """[14.1] [4.1] Where a piece may be set up."""
    allowed = allowed_hexes(s, u)
    return allowed & ~crowded(s, allowed & s.occ[s.world.side_of[u]], s.world.weight[u])


class Deploy(Frame[Campaign]):
    """A hex for each unit and commander, one after another."""

    rule = "14.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        u = to_deploy(state, side)
        if u < 0:
            return ()
        return state.world.pairs("deploy", u, deploy_hexes(state, u))

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        state.put(action.args[0], action.args[1])
        state.note("deployed", action.args[0], action.args[1])
        state.push(self)

    def finish(self, state: Campaign) -> None:
        if state.hidden:
            state.emit("army_set_up", self.side)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb != "deploy":
            return ()
        due = to_deploy(state, side)
        return deploy_bans(state, due) if head else [Ban("14.1", "deploy_other", ~(1 << due), (due,))]

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        return (to_deploy(state, self.side),)


class FirstDepots(Frame[Campaign]):
    """Depots on friendly cities, each linked by 7.8 with those already there."""

    rule = "14.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        if state.depots[side].bit_count() >= state.world.max_depots[side]:
            return ()
        return [*state.world.at_hexes("depot", self.open(state, side, "depot")), state.world.done]

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "depot":
            before = declared_on_links(state, side) if state.hidden else 0
            state.depots[side] |= 1 << action.args[0]
            state.emit("depot_made", side, action.args[0])
            state.push(self)
            if state.hidden and declared_on_links(state, side) & ~before:
                state.revealed = True  # [15.1] a Depot may not be tried out to find cavalry

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "depot":
            yield Ban("14.1", "no_friendly_city", ~state.world.own_city[side])
            yield Ban("14.1", "depot_there", state.depots[side])
            yield Ban("7.8", "not_linked", ~linked_hexes(state, side), (asked, link_range(state, side)))

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        return (state.depots[self.side].bit_count(), state.world.max_depots[self.side])


def push_setup(s: Campaign) -> None:
    """[14.1] The Russians deploy first, with their Depots; then the French."""
    for u in bits(s.roster()):
        s.at[u] = WAITING
    s.open_phase(0, 0)
    s.push(Deploy(RUSSIAN), FirstDepots(RUSSIAN), Deploy(FRENCH), FirstDepots(FRENCH))
