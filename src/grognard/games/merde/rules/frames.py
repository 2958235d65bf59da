"""What the frames of Merde have in common: secret answers of both sides, and questions to one side alone.

The side that the rulebook itself plays [45] is never asked: ``WRITTEN`` and ``CHOSEN`` hold, by the name of the
question, how it answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from grognard.games.merde.world.lexicon import DONE, PASS
from grognard.games.merde.world.pieces import Draft
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.survey import Survey
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame, Reason

FIRST: Final = (0,)
SECOND: Final = (1,)
Written = Callable[[Battle, int], None]
Chosen = Callable[[Battle, int, Sequence[Action]], Action]
WRITTEN: Final[dict[str, Written]] = {}  # fills the draft of a secret answer
CHOSEN: Final[dict[str, Chosen]] = {}  # picks one of the options of an open question


class Secret(Frame[Battle]):
    """Both sides answer, step by step; nothing is known until both have closed their answers."""

    sealed = True

    def sides(self, state: Battle) -> tuple[int, ...]:
        """Who has something to decide."""
        return (0, 1)

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        return (DONE,)

    def idle(self, state: Battle, side: int) -> bool:
        """[20.3] R-20e: whether a side is asked only so that its enemy does not learn that it has nothing to decide."""
        return state.foggy and self.must_ask(state) and self.offers(state, side)[0] in (DONE, PASS)

    def take(self, state: Battle, side: int, action: Action) -> None:
        """Write one step of an answer down."""

    def reveal(self, state: Battle) -> None:
        """Both answers are in. Until something is changed on the field, what was surveyed for the question holds."""

    def to_act(self, state: Battle) -> tuple[int, ...]:
        known = state.surveyed
        if known is None or known.frame is not self or known.sides is None:
            known = self._asked(state)
        sides = known.sides
        assert sides is not None
        one, other = state.drafts
        if one.closed:
            return () if other.closed or 1 not in sides else SECOND
        return sides if not other.closed else FIRST if 0 in sides else ()

    def _asked(self, state: Battle) -> Survey:
        """The survey of this question, with the sides to which it is put."""
        known = state.survey = surveyed(state, self)
        try:
            known.sides = self.sides(state)
        finally:
            state.survey = None
        return known

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        if side == state.auto:
            return (DONE,)
        known = state.surveyed
        state.survey = known if known is not None and known.frame is self else surveyed(state, self)
        try:
            return self.offers(state, side)
        finally:
            state.survey = None

    def apply(self, state: Battle, side: int, action: Action) -> None:
        draft = state.drafts[side]
        if side == state.auto:
            WRITTEN[type(self).__name__](state, side)
            draft.closed = True
        else:
            known = state.surveyed
            state.survey = known if known is not None and known.frame is self else surveyed(state, self)
            try:
                self.take(state, side, action)
                if self.must_ask(state):
                    self._settle(state, side)
            finally:
                state.survey = None
        if not draft.closed or self.to_act(state):
            state.again(self)
        else:
            self.finish(state)

    def _settle(self, state: Battle, side: int) -> None:
        """Where even a lone answer is asked for, this holds for the first: once begun, an answer goes on by itself."""
        while not state.drafts[side].closed:
            offers = self.offers(state, side)
            if len(offers) != 1:
                return
            self.take(state, side, offers[0])

    def finish(self, state: Battle) -> None:
        state.wake()
        self.reveal(state)
        if state.surveyed is not None and state.surveyed.frame is self:
            state.surveyed = None

    def refuse(self, state: Battle, side: int, action: Action) -> list[Reason]:
        return self.banned(state, side, action)


def surveyed(state: Battle, frame: Frame[Any]) -> Survey:
    """What is known of the field for a question: begun anew when another is asked."""
    found = state.surveyed
    if found is None or found.frame is not frame:
        found = state.surveyed = Survey(frame, state.standing())
    return found


def ask(state: Battle, frame: Secret) -> None:
    """Put a question to both sides, with clean sheets."""
    state.drafts = [Draft(), Draft()]
    state.push(frame)


class Question(Frame[Battle]):
    """One side is asked in the open."""

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        return ()

    def idle(self, state: Battle, side: int) -> bool:
        """[20.3] R-20e: as with secret answers."""
        return state.foggy and self.must_ask(state) and self.offers(state, side)[0] is DONE

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        found = self.offers(state, side)
        if side == state.auto and len(found) > 1:
            return (CHOSEN[type(self).__name__](state, side, found),)
        return found

    def refuse(self, state: Battle, side: int, action: Action) -> list[Reason]:
        return self.banned(state, side, action)


class Then(Frame[Battle]):
    """A step of the rules without a question: ``run`` is what happens. Subclasses fill it in."""

    def to_act(self, state: Battle) -> tuple[int, ...]:
        return ()

    def finish(self, state: Battle) -> None:
        self.run(state)

    def run(self, state: Battle) -> None:
        raise NotImplementedError
