"""What a handler of doctrine is given: the options, read, and the picture."""

from __future__ import annotations

import marshal
import random
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

from grognard.bots.general_merde.picture import SQ, Picture


class Option(NamedTuple):
    """One answer: its text, its verb and its words."""

    text: str
    verb: str
    words: tuple[str, ...]

    @property
    def square(self) -> int:
        """The last square it names."""
        return next((SQ[word] for word in reversed(self.words) if word in SQ), -1)

    @property
    def number(self) -> int:
        """The number it names, 0 if none."""
        return int(self.words[0]) if self.words else 0


Memory = dict[tuple[object, ...], tuple[str, ...]]  # plans by what they were made for


class Mind:
    """One decision and everything that may be asked about it."""

    def __init__(self, view: dict[str, Any], seed: str, memory: Memory) -> None:
        self.view = view
        self.memory = memory
        self.p = Picture(view)
        self.name: str = view["decision"]["name"]
        self.prompt: list[Any] = view["decision"]["prompt"]
        self.texts: list[str] = view["decision"]["options"]
        self.options = [_read(text) for text in self.texts]
        self._seed = seed

    @cached_property
    def scene(self) -> bytes:
        """Everything a plan of movement depends on, but for the plans already written."""
        keys = ("scenario", "turn", "step", "weather", "pieces", "groups", "generals", "sides", "bridges", "forts")
        return marshal.dumps([self.view[key] for key in keys], 2)

    def verbs(self, *names: str) -> list[Option]:
        return [option for option in self.options if option.verb in names]

    def pick(self, among: list[Option], score: Callable[[Option], float]) -> str:
        """The best of some options; the seed decides between equals."""
        scores = [score(option) for option in among]
        most = max(scores)
        best = [option for option, value in zip(among, scores, strict=True) if value > most - 1e-9]
        return best[0].text if len(best) == 1 else self.dice().choice(best).text

    def dice(self) -> random.Random:
        """A generator of this seed and this moment: the same view always gets the same answer."""
        return random.Random(f"{self._seed}/{self.view['revision']}")

    def say(self, *texts: str) -> str:
        """The first of these that is offered, or else the last option of all."""
        return next((text for text in texts if text in self.texts), self.texts[-1])


def _read(text: str) -> Option:
    verb, *words = text.split()
    return Option(text, verb, tuple(words))
