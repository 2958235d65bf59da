"""What a handler of doctrine is given: the options, the picture, and the plan when it asks for one."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from grognard.bots.marshal_russia1812.french import french_campaign
from grognard.bots.marshal_russia1812.picture import Picture, numbers
from grognard.bots.marshal_russia1812.plan import Plan
from grognard.bots.marshal_russia1812.russian import russian_campaign
from grognard.games.russia1812.world.world import FRENCH


class Option(NamedTuple):
    """One answer, read: its text, its verb, and the hexes and pieces it names, as numbers."""

    text: str
    verb: str
    hexes: tuple[int, ...]
    unit: int
    number: int

    @property
    def hex(self) -> int:
        return self.hexes[-1]


class Memory:
    """The last plan, kept as long as the picture it was made for stays the same."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._plan: Plan | None = None

    def recall(self, p: Picture) -> Plan:
        """The plan for a picture."""
        key = p.key
        if self._plan is None or self._key != key:
            campaign = french_campaign if p.side == FRENCH else russian_campaign
            self._key, self._plan = key, Plan(p, campaign)
        self._plan.p = p  # the same pieces in the same places; Trains and Combat Commands may be other
        return self._plan


class Mind:
    """One decision and everything that may be asked about it."""

    def __init__(self, view: dict[str, Any], seed: str, memory: Memory) -> None:
        self.view = view
        self.p = Picture(view)
        self.name: str = view["decision"]["name"]
        self.options = [self._read(text) for text in view["decision"]["options"]]
        self._seed = seed
        self._memory = memory
        self._plan: Plan | None = None

    def _read(self, text: str) -> Option:
        verb, *words = text.split()
        if verb == "commit":
            return Option(text, verb, (), -1, int(words[0]))
        by_name, index = self.p.world.grid.by_name, numbers(self.p.edition)
        hexes = tuple([by_name[word] for word in words if word in by_name])
        unit = next((index[word] for word in words if word in index), -1)
        return Option(text, verb, hexes, unit, -1)

    @property
    def plan(self) -> Plan:
        """The plan for this picture, made once."""
        if self._plan is None:
            self._plan = self._memory.recall(self.p)
        return self._plan

    def verbs(self, *names: str) -> list[Option]:
        """The options with one of these verbs."""
        return [option for option in self.options if option.verb in names]

    def pick(self, among: list[Option], score: Callable[[Option], float]) -> str:
        """The best of some options; the seed decides between equals."""
        scores = [score(option) for option in among]
        most = max(scores)
        best = [option for option, value in zip(among, scores, strict=True) if value > most - 1e-9]
        if len(best) == 1:
            return best[0].text
        return self._dice().choice(best).text

    def _dice(self) -> random.Random:
        """A generator of this seed and this moment: the same view always gets the same answer."""
        return random.Random(f"{self._seed}/{self.view['revision']}")

    def chance(self) -> float:
        return self._dice().random()

    def say(self, *verbs: str) -> str:
        """The first of these bare verbs that is offered, or else the last option of all."""
        texts = [option.text for option in self.options]
        return next((verb for verb in verbs if verb in texts), texts[-1])
