"""What is asked, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import mypyc_attr

from grognard.kernel.action import Action
from grognard.kernel.frame import Reason
from grognard.kernel.i18n import Catalogue


@mypyc_attr(allow_interpreted_subclasses=True)
class Refusal:
    """Why something may not be done: the number of the rule, and a sentence."""

    def __init__(self, reason: Reason, words: Catalogue) -> None:
        self.rule, self.key, self.args = reason
        self._words = words

    @property
    def text(self) -> str:
        return self.say("en")

    def say(self, language: str) -> str:
        return self._words.say("refusal." + self.key, self.args, language)

    def __str__(self) -> str:
        return f"[{self.rule}] {self.text}" if self.rule else self.text

    def __repr__(self) -> str:
        return f"Refusal(rule={self.rule!r}, text={self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and (self.rule, self.key, self.args) == (other.rule, other.key, other.args)

    def __hash__(self) -> int:
        return hash((self.rule, self.key, self.args))


class IllegalAction(ValueError):
    """The rules forbid it, or it is no action at all; ``refusals`` say why. Nothing has changed."""

    def __init__(self, refusals: list[Refusal]) -> None:
        super().__init__("; ".join([str(refusal) for refusal in refusals]))
        self.refusals = refusals


class Decision:
    """A question to one side: the sentence that asks it, the rule it comes from and the legal answers."""

    def __init__(
        self, side: str, name: str, rule: str, options: Sequence[Action], words: Catalogue, args: tuple[object, ...]
    ) -> None:
        self.side = side
        self.name = name
        self.rule = rule
        self.options = options
        self.args = args
        self._words = words

    @property
    def prompt(self) -> str:
        return self.ask("en")

    def ask(self, language: str) -> str:
        return self._words.say("prompt." + self.name, self.args, language)

    def __repr__(self) -> str:
        return f"Decision({self.side}, [{self.rule}] {self.prompt!r}, {len(self.options)} options)"
