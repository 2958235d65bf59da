"""What a handler of doctrine is given: the options, the picture, and the plan when it asks for one."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from grognard.bots.colonel_vanguard.picture import Picture
from grognard.bots.colonel_vanguard.plan import Plan


class Option(NamedTuple):
    """One answer, read: its text, its verb, and the pieces and hex that it names, as numbers."""

    text: str
    verb: str
    words: tuple[str, ...]
    units: tuple[int, ...]
    hex: int


class Memory:
    """The last picture and its plan, kept as long as nothing on the table has changed."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._picture: Picture | None = None
        self._plan: Plan | None = None

    def recall(self, view: dict[str, Any]) -> tuple[Picture, Plan]:
        """The picture of a view and the plan for it."""
        key = (view["turn"], view["active"], view["viewer"], view["scenario"], view["formations"], view["units"])
        if self._picture is None or self._plan is None or key != self._key:
            self._key = key
            self._picture = Picture(view)
            self._plan = Plan(self._picture)
        self._picture.view = view
        return self._picture, self._plan


class Mind:
    """One decision and everything that may be asked about it."""

    def __init__(self, view: dict[str, Any], seed: str, memory: Memory) -> None:
        self.view = view
        self.p, self.plan = memory.recall(view)
        self.asked: dict[str, Any] = view["decision"]
        self.options = [self._read(text) for text in self.asked["options"]]
        self._seed = seed

    def _read(self, text: str) -> Option:
        verb, *words = text.split()
        w = self.p.world
        units = tuple([w.roster.by_id[word] for word in words if word in w.roster.by_id])
        place = next((w.grid.by_name[word] for word in words if word in w.grid.by_name), -1)
        return Option(text, verb, tuple(words), units, place)

    def verbs(self, *names: str) -> list[Option]:
        """The options with one of these verbs."""
        return [option for option in self.options if option.verb in names]

    def best(self, among: list[Option], score: Callable[[Option], float]) -> Option:
        """The best of some options; of equals the first."""
        return max(among, key=score)

    def offers(self, text: str) -> bool:
        return text in self.asked["options"]

    def say(self, *texts: str) -> str:
        """The first of these answers that is offered, or else the last option of all."""
        return next((text for text in texts if self.offers(text)), self.options[-1].text)

    def prompted(self) -> int:
        """The piece that the question is about."""
        number: int = self.asked["prompt"][0]
        return number

    def any_of(self, among: list[Option]) -> str:
        """One of some options by the seed and the moment: the way out where doctrine has none."""
        return random.Random(f"{self._seed}/{self.view['revision']}").choice(among).text
