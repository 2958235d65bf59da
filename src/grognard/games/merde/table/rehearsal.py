"""Answers tried on a copy, as the match would take them: whole plans at one click are made of these."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from grognard.games.merde.rules.frames import Secret, surveyed
from grognard.games.merde.rules.layout import Layout, layout, spots
from grognard.games.merde.rules.setup import BattlePlan
from grognard.games.merde.world.lexicon import DONE, GROUPS, SUPPORT, make
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import Plan, World
from grognard.kernel.action import Action

T = TypeVar("T")


class Rehearsal:
    """A secret question answered on a copy. What has no alternative goes by itself, as in the match."""

    def __init__(self, s: Battle, side: int, frame: Secret) -> None:
        self.state = s.copy()
        self.state.wake(sealed=True)
        self.side = side
        self.frame = frame
        self.said: list[str] = []
        self._known: Sequence[Action] | None = None

    def offers(self) -> Sequence[Action]:
        """What could be answered now; worked out once between two answers."""
        if self._known is None:
            self._known = self.frame.options(self.state, self.side)
        return self._known

    def ask(self, question: Callable[[Battle], T]) -> T:
        """A question about the field, which answers in secret do not change: it is surveyed once for all of them."""
        self.state.survey = surveyed(self.state, self.frame)
        try:
            return question(self.state)
        finally:
            self.state.survey = None

    def _take(self, action: Action) -> None:
        self.frame.take(self.state, self.side, action)
        self._known = None

    def say(self, action: Action) -> bool:
        """Give an answer if it is offered; False if it is not."""
        draft = self.state.drafts[self.side]
        if draft.closed or action not in self.offers():
            return False
        self._take(action)
        self.said.append(action.text)
        self._settle()
        return True

    def _settle(self) -> None:
        draft = self.state.drafts[self.side]
        while not draft.closed:
            offers = self.offers()
            if len(offers) != 1:
                return
            self._take(offers[0])


def as_the_scenario(s: Battle, side: int, most: int) -> list[str]:
    """[3.3] The rest of one's battle plan as the scenario has it, as far as so many answers go."""
    rehearsal = Rehearsal(s, side, BattlePlan())
    draft = rehearsal.state.drafts[side]
    while not draft.closed and len(rehearsal.said) < most:
        plan = layout(rehearsal.state, side, draft)
        offers = rehearsal.offers()
        wanted = _wanted(rehearsal.state, side, plan, offers[0].verb)
        if not rehearsal.say(wanted if wanted in offers else offers[0] if DONE not in offers else DONE):
            break
    return rehearsal.said


def _wanted(s: Battle, side: int, plan: Layout, verb: str) -> Action:
    """The scenario's own answer to the question now put."""
    world = s.world
    troops, placed = world.roster[side], len(plan.squares)
    if verb == "flag":
        return make("flag", world.flags[side][len(plan.flags)])
    if verb in ("form", "front", "place"):
        stock = world.stock(troops[placed])
        if verb == "form":
            return make("form", stock.formation)
        return make("front", stock.facing) if verb == "front" else _spot(s, plan, troops[placed])
    if verb == "post":
        return make("post", world.officer(world.generals[side][len(plan.posts)]).square)
    if verb == "join":
        return _joined(world, side, plan, troops[len(plan.member)])
    return _ordered(world, side, plan, verb)


def _spot(s: Battle, plan: Layout, piece: int) -> Action:
    """Where the first unit must stand so that the piece takes the squares the scenario gives it."""
    wanted = s.world.stock(piece).squares
    for sq in wanted:
        if set(spots(s, piece, plan.formation[piece], plan.facing[piece], sq)) == set(wanted):
            return make("place", sq)
    return make("place", wanted[0])


def _joined(world: World, side: int, plan: Layout, piece: int) -> Action:
    """The group of an earlier piece that belongs to the same group in the scenario, or one of its own."""
    for other, place in plan.member.items():
        if world.group_of[other] == world.group_of[piece]:
            return make("join", side * GROUPS + place)
    return make("join")


def _ordered(world: World, side: int, plan: Layout, verb: str) -> Action:
    given = _given(world, plan, len(plan.orders))
    if given is None:
        return DONE
    if verb == "order":
        return make("order", given.order)
    if verb == "target":
        return make("target", given.column + 1)
    if verb == "back" and given.order == SUPPORT and given.supports is not None:
        backed = world.group_ids[side, given.supports]
        members = [place for piece, place in plan.member.items() if world.group_of[piece] == backed]
        return make("back", side * GROUPS + members[0]) if members else DONE
    return make("number", given.number) if verb == "number" and given.number else DONE


def _given(world: World, plan: Layout, place: int) -> Plan | None:
    """The scenario's plan for the group that is the so-and-so-many-th of one's own."""
    for piece, at in plan.member.items():
        if at == place:
            return world.plans[world.group_of[piece]]
    return None
