"""Rulebook 16.1: cards in Rally and Movement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.games.russia1812.rules.advanced.card_use import PlayCard, unused
from grognard.games.russia1812.rules.advanced.effects import matching, ops, pick
from grognard.games.russia1812.rules.optional.unexamined import recover
from grognard.games.russia1812.world.data import Filter
from grognard.games.russia1812.world.state import Campaign, March
from grognard.games.russia1812.world.world import SIDES
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban
from grognard.kernel.frame import Frame

# rally


class CardRally(Frame[Campaign]):
    """Disrupted units in General Supply that a card brings back without Train or commander."""

    rule = "16.1"

    def __init__(self, side: int, left: int) -> None:
        super().__init__(side)
        self.left = left

    def key(self) -> tuple[object, ...]:
        return ("CardRally", self.side, self.left)

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        units = self.open(state, side, "restore")
        if not self.left or not (units or state.hidden):
            return ()
        return [*state.world.for_units("restore", units), state.world.done]

    def must_ask(self, state: Campaign) -> bool:
        """[15.1] The enemy may not learn from silence that nobody is in disorder."""
        return state.hidden

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "restore":
            u = action.args[0]
            recover(state, u)
            state.note("rallied", u, state.at[u])
            state.push(CardRally(side, self.left - 1))

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "restore":
            units = 0
            for force in ops(state, "free_rally"):
                if force.op.side == SIDES[side]:
                    units |= matching(state, side, force.op.filter)
            yield Ban("16.1", "card_does_not_rally", ~(units & state.disrupted & state.supplied))

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        return (self.left,)


def rally_cards(s: Campaign, side: int) -> list[Frame[Campaign]]:
    return [CardRally(side, f.op.max) for f in ops(s, "free_rally") if f.op.side == SIDES[side]]


# movement


def march_cards(s: Campaign, m: March) -> list[Frame[Campaign]]:
    """Cards somebody may use on a Move that has ended, before its attrition die; the mover's own come first."""
    found: list[Frame[Campaign]] = []
    for force in unused(s, "march_mod"):
        op = force.op
        if op.scope == "one_move" and op.side == SIDES[m.side]:
            fits = fits_march(s, m, op.filter)
            if fits or (s.hidden and fits_march(s, m, op.filter, True)):
                found.append(PlayCard(force.player, force.card, "march", op.n, not fits))
    return sorted(found, key=lambda frame: frame.side != m.side)


def fits_march(s: Campaign, m: March, wanted: Filter, cavalry: bool = False) -> bool:
    """Whether a card speaks of this Move; ``cavalry``: taken for granted, as the enemy must ([15.1])."""
    if wanted.start_in and not s.own_land(m.side) >> m.start & 1:
        return False
    if wanted.has == "cavalry" and not cavalry and not m.units & s.world.cavalry:
        return False
    return not wanted.forced or m.hexes > allowance(s)


def march_mods(s: Campaign, side: int, units: int, hexes: int) -> int:
    """[8.6] What this turn's cards do to every attrition die of a side."""
    if not s.advanced:
        return 0
    found = 0
    for force in ops(s, "march_mod"):
        op = force.op
        forced = not op.filter.forced or hexes > allowance(s)
        horse = op.filter.has != "cavalry" or bool(units & s.world.cavalry)
        if op.scope == "all" and op.side in ("both", SIDES[side]) and forced and horse:
            found += op.n
    return found


def allowance(s: Campaign) -> int:
    """[8.4] Hexes of a normal Move: three, two in winter; rain takes one."""
    normal = 2 if s.winter else 3
    for force in ops(s, "move_allowance") if s.advanced else ():
        normal = max(force.op.min, normal + force.op.n)
    return normal


def farthest(s: Campaign, units: int) -> int:
    """[8.4] Hexes of a forced march in all; [16.1] some corps may not force march."""
    if not s.advanced:
        return 5
    most = 5
    for force in ops(s, "move_allowance"):
        most = min(most, force.op.forced_max)
    return min(most, allowance(s)) if units & slow(s) else most


def slow(s: Campaign) -> int:
    """[16.1] Units that may not force march: VIII Corps until the turn after Jerome went home, and others by card."""
    world = s.world
    found = 0
    if not s.affairs.jerome or (s.turn <= s.affairs.jerome and s.affairs.year == 1812):
        found |= world.by_corps.get("VIII", 0)
    for force in ops(s, "no_forced_march"):
        found |= pick(world.by_corps, force.op.filter.corps)
    return found


def resting(s: Campaign) -> int:
    """[16.1] Units that may not Move this turn."""
    found = 0
    for force in ops(s, "no_move"):
        found |= pick(s.world.by_corps, force.op.filter.corps)
    return found


# [16.5] command


def chaos_card(s: Campaign, m: March) -> list[Frame[Campaign]]:
    """Card 1: a Russian Move without command rolls."""
    return [PlayCard(f.player, f.card, "chaos", 0) for f in unused(s, "chaos_exempt") if f.op.side == SIDES[m.side]]


def chaos_fails(s: Campaign, die: int) -> bool:
    """[16.5] On 1 or 2; the Tsar's leaving may better that."""
    faces = [1, 2]
    for force in ops(s, "chaos_fail_on"):
        faces = force.op.values
    return die in faces
