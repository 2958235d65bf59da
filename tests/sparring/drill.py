"""What the sparring partners of the battles have in common: verbs they like, and a few questions of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from grognard.bots.doctrine import Mind
from grognard.kernel.action import Region
from grognard.kernel.match import Match

QUIET = ("done", "pass", "stay", "keep", "end", "hold", "halt", "stop", "stand", "decline", "accept", "spare")
FIRE = ("rally", "fire", "bombard", "repel", "barrage", "shoot", "skirmish", "voltigeurs")


class Soldier:
    """Answers a question by its handler, or by the first verb he likes; else with the first option."""

    likes: ClassVar[tuple[str, ...]] = QUIET
    handlers: ClassVar[Mapping[str, Callable[[Mind], str]]] = {}

    def __init__(self, side: str, seed: str) -> None:
        self.side = side
        self.seed = seed

    def think(self, match: Match) -> str:
        mind = Mind(match, self.side, self.seed)
        handler = self.handlers.get(mind.name)
        answer = handler(mind) if handler else ""
        answer = "" if answer and match.why_not(self.side, answer) else answer
        return answer or liked(mind, *self.likes) or mind.first()


def liked(mind: Mind, *verbs: str) -> str:
    """The first option with the first of these verbs that is offered; nothing where none is."""
    for verb in verbs:
        for option in mind.verbs(verb):
            return option.sample(mind.dice()).text if isinstance(option, Region) else option.text
    return ""
