"""What a handler of doctrine is given: one decision in an imagined battle, and the plan when it asks for one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from grognard.bots.colonel_vanguard.look import enemy_far
from grognard.bots.colonel_vanguard.plan import Plan
from grognard.bots.doctrine import A, Mind
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.match import Match


class Thought(Mind):
    """One decision and everything that may be asked about it."""

    def __init__(self, match: Match, side: str, seed: str) -> None:
        super().__init__(match, side, seed)
        assert isinstance(match.state, Battle)
        self.s = match.state
        self.w = match.state.world
        self.frame: Any = match.state.agenda[-1]  # which frame it is its doctrine knows

    @cached_property
    def plan(self) -> Plan:
        return Plan(self.s, self.who)

    @cached_property
    def far(self) -> list[int]:
        """For each hex how far the nearest enemy is."""
        return enemy_far(self.s, self.who)

    @cached_property
    def friend_far(self) -> list[int]:
        """For each hex how far the nearest friend is."""
        return enemy_far(self.s, 1 - self.who)

    def best(self, among: Sequence[A], score: Callable[[A], float]) -> A:
        """The best of some options; of equals the first."""
        return max(among, key=score)

    def any_of(self, among: Sequence[Action]) -> str:
        """One of some options by the seed and the moment: the way out where doctrine has none."""
        return self.dice().choice(among).text
