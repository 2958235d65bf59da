"""What a handler of doctrine is given: one decision in an imagined battle, and the plan when it asks for one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final

from grognard.board.hexes import Nearness, bits
from grognard.bots.colonel_vanguard.plan import Plan
from grognard.bots.doctrine import A, Mind
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.match import Match


class Memory:
    """The last plans, kept as long as the battle they were made for stays the same."""

    KEPT: Final = 3

    def __init__(self) -> None:
        self._plans: list[tuple[tuple[object, ...], Plan]] = []

    def recall(self, s: Battle, side: int) -> Plan:
        """The plan for a battle."""
        key = (s.world.number, side, s.facts())
        for known, plan in self._plans:
            if known == key:
                return plan
        self._plans.insert(0, (key, Plan(s, side)))
        for _, plan in self._plans[self.KEPT :]:
            plan.forget()
        del self._plans[self.KEPT :]
        return self._plans[0][1]


class Thought(Mind):
    """One decision and everything that may be asked about it."""

    def __init__(self, match: Match, side: str, seed: str, memory: Memory) -> None:
        super().__init__(match, side, seed)
        assert isinstance(match.state, Battle)
        self.s = match.state
        self.w = match.state.world
        self.frame: Any = match.state.agenda[-1]  # which frame it is its doctrine knows
        self._memory = memory

    @cached_property
    def settled(self) -> Battle:
        """The battle as it was when the move now made began: whoever is on his way keeps to what he set out for."""
        move = self.s.move
        if move is None:
            return self.s
        before = self.s.copy()
        before.move = None
        for u in bits(move.units) if move.start >= 0 else ():
            before.put(u, move.start)
        return before

    @cached_property
    def plan(self) -> Plan:
        return self._memory.recall(self.settled, self.who)

    @property
    def far(self) -> list[int]:
        """For each hex how far the nearest enemy is."""
        return self.plan.far

    @property
    def friends(self) -> Nearness:
        """How far the nearest friend is from a hex."""
        return self.plan.friends

    def best(self, among: Sequence[A], score: Callable[[A], float]) -> A:
        """The best of some options; of equals the first."""
        return max(among, key=score) if len(among) > 1 else among[0]

    def any_of(self, among: Sequence[Action]) -> str:
        """One of some options by the seed and the moment: the way out where doctrine has none."""
        return self.dice().choice(among).text
