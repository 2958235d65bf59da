"""The shell of a bot: a side, a seed, and a handler for every question that it has been taught.

A bot for a game is a ``Doctrine`` with a table of ``handlers`` by the name of the question. A handler is given a
``Mind``: one decision in a match as the side may imagine it. A game's own mind adds what its handlers think with::

    class Corporal(Doctrine[Thought]):
        handlers = {"Advance": fight.advance}

        def mind(self, match: Match) -> Thought:
            return Thought(match, self.side, self.seed)

Why it answers as it does is told by the functions of ``reasons``, when somebody asks for counsel; ``intent`` tells what
it is up to. Both give messages: keys of ``[counsel]`` in the game's catalogue, or in that of the bot's own ``locale``.

The same seed and the same imagined match always get the same answer: chance comes from ``Mind.dice`` alone, and what a
bot remembers is nothing but what it would think out again without it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from grognard.kernel.action import Action, Region
from grognard.kernel.match import Match

Why = tuple[str, tuple[object, ...]]  # a message ``counsel.KEY`` of the game's catalogue, and what it names
GAMBLE: Final = "gamble"  # the reason that is told by the forecast of the answer itself
A = TypeVar("A", bound=Action)


@mypyc_attr(allow_interpreted_subclasses=True)
class Mind:
    """One decision of a side, in a match as it may imagine it."""

    def __init__(self, match: Match, side: str, seed: str) -> None:
        asked = match.decision(side)
        assert asked is not None, f"{side} is asked nothing"
        self.match = match
        self.side = side
        self.who = match.sides.index(side)
        self.name = asked.name
        self.args = asked.args
        self.options: Sequence[Action] = asked.options
        self._seed = seed

    def verbs(self, *names: str) -> list[Action]:
        """The options with one of these verbs."""
        if len(names) == 1:
            name = names[0]
            return [option for option in self.options if option.verb == name]
        return [option for option in self.options if option.verb in names]

    def offers(self, text: str) -> bool:
        """Whether an answer is one of the options, word for word."""
        return text in [option.text for option in self.options]

    def dice(self) -> random.Random:
        """A generator of this seed and this moment: the same knowledge always gets the same answer."""
        return random.Random(f"{self._seed}/{self.match.seen(self.side)}")

    def best(self, among: Sequence[A], score: Callable[[A], float]) -> A:
        """The best of some options; the seed decides between equals."""
        scores = [score(option) for option in among]
        most = max(scores)
        best = [option for option, value in zip(among, scores, strict=True) if value > most - 1e-9]
        return best[0] if len(best) == 1 else self.dice().choice(best)

    def pick(self, among: Sequence[A], score: Callable[[A], float]) -> str:
        """The best of some options, as an answer."""
        return self.best(among, score).text

    def say(self, *texts: str) -> str:
        """The first of these answers that is offered, or else the last option of all."""
        return next((text for text in texts if self.offers(text)), self.options[-1].text)

    def first(self) -> str:
        """The first answer there is; of a region one that it accepts."""
        found = self.options[0]
        return found.sample(self.dice()).text if isinstance(found, Region) else found.text


M = TypeVar("M", bound=Mind)


@mypyc_attr(allow_interpreted_subclasses=True)
class Doctrine(Generic[M]):
    """Plays a side by its handlers; what they leave open, or answer against the rules, gets the first option."""

    handlers: ClassVar[Mapping[str, Callable[..., str]]] = {}
    reasons: ClassVar[Mapping[str, Callable[..., list[Why]]]] = {}
    locale: ClassVar[str] = ""  # a package whose ``locale/counsel.LANGUAGE.toml`` has its messages, if not the game's

    def __init__(self, side: str, seed: str) -> None:
        self.side = side
        self.seed = seed

    def mind(self, match: Match) -> M:
        """What the handlers are given."""
        raise NotImplementedError

    def think(self, match: Match) -> str:
        """An answer to the question put to the side."""
        mind = self.mind(match)
        handler = self.handlers.get(mind.name)
        if handler is None or (len(mind.options) == 1 and not isinstance(mind.options[0], Region)):
            return mind.first()
        answer = handler(mind)
        return answer if mind.offers(answer) or not match.why_not(self.side, answer) else mind.first()

    def why(self, match: Match, answer: str) -> list[Why]:
        """Why it gives an answer to the question now put: what it thinks of, with its numbers.

        Where it has nothing of its own to say and the answer is a gamble, its chances.
        """
        mind, action = self.mind(match), match.game.lexicon.parse(answer)
        explain = self.reasons.get(mind.name)
        found = [] if explain is None else explain(mind, action)
        return found or ([(GAMBLE, ())] if match.odds(self.side, action) is not None else [])

    def intent(self, match: Match) -> list[Why]:
        """What it is up to at the beginning of a turn, for those who look back at a game."""
        return []


AnyDoctrine = Doctrine[Any]
