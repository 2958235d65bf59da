"""What a handler of doctrine is given: the decision, and the field."""

from __future__ import annotations

from functools import cached_property
from random import Random

from grognard.bots import doctrine
from grognard.bots.general_merde.field import Field
from grognard.games.merde.rules.layout import Layout
from grognard.games.merde.world.pieces import Draft
from grognard.games.merde.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.match import Match

Scene = tuple[object, ...]


class Memory:
    """What need not be thought out again: plans by what they were made for, and the last guess at what lies hidden."""

    def __init__(self) -> None:
        self.plans: dict[Scene, tuple[Action, ...]] = {}
        self.campaign: tuple[Scene, dict[int, int]] | None = None
        self.design: tuple[Layout | None] | None = None  # the battle plan, if one of his own can be made
        self.posts: tuple[Scene, dict[int, float]] | None = None  # the worth of squares to a commander
        self.guess: tuple[Scene, Battle] | None = None


class Mind(doctrine.Mind):
    """One decision and everything that may be asked about it."""

    def __init__(self, match: Match, side: str, seed: str, memory: Memory) -> None:
        super().__init__(match, side, seed)
        self.memory = memory
        assert isinstance(match.state, Battle)
        self.s = match.state
        if self.s.foggy and self.name == "Movement":
            self._settle()

    def _settle(self) -> None:
        """[19.1] The same guess of what lies hidden for as long as one writes: plans are not begun for another."""
        s, guess = self.s, self.memory.guess
        seen = [*s.alive(self.who), *[p for p in s.troops(1 - self.who) if not s.pieces[p].hidden]]
        known = tuple([(p, s.pieces[p].squares, s.pieces[p].formation) for p in seen])
        scene = (s.world.id, s.turn, s.phase, s.step, s.held(1 - self.who), known)
        if guess is None or guess[0] != scene:
            state = self.match.imagine(self.side, Random(f"{self._seed}/{s.turn}/{s.phase}/{s.step}")).state
            assert isinstance(state, Battle)
            guess = self.memory.guess = (scene, state)
        self.s = guess[1]
        self.s.drafts[self.who] = s.drafts[self.who].copy()

    @cached_property
    def f(self) -> Field:
        return Field(self.s, self.who)

    @property
    def draft(self) -> Draft:
        """What one has written so far."""
        return self.s.drafts[self.who]

    @property
    def written(self) -> Scene:
        """The plans already written, but for the one in hand: acts never change."""
        draft = self.draft
        return tuple([(p, *scheme.acts) for p, scheme in draft.schemes.items() if p != draft.chosen])

    @cached_property
    def scene(self) -> tuple[object, ...]:
        """Everything a plan of movement depends on, but for the plans already written."""
        s = self.s
        pieces = tuple(
            [
                (p, q.squares, q.formation, q.facing, q.men, q.damage, q.routed, q.out, q.hidden, q.retreated, q.post)
                for side in (0, 1)
                for p in s.alive(side)
                for q in (s.pieces[p],)
            ]
        )
        generals = tuple([-1 if general is None else general.square for general in s.generals])
        return (s.world.id, s.turn, s.step, s.weather, s.crossings, s.forts, *s.captured, pieces, generals)
