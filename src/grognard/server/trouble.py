"""What goes wrong, as a status and a sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel.decision import Refusal
from grognard.server import words

LONGEST = 400


class Trouble(Exception):
    """A request that cannot be granted: HTTP status, message key and arguments, and the rules against it."""

    def __init__(self, status: int, key: str, *args: object, refusals: Sequence[Refusal] = (), lang: str = "") -> None:
        super().__init__(key, *args)
        self.status = status
        self.key = key
        self.values = args
        self.refusals = refusals
        self.lang = lang

    def tell(self, lang: str) -> dict[str, object]:
        """The answer's body. Where the rules refuse, their first sentence is the error."""
        language = self.lang or lang
        refusals = [{"rule": refusal.rule, "text": refusal.say(language)} for refusal in self.refusals]
        sentence = str(refusals[0]["text"]) if refusals else words.say("error." + self.key, language, *self.values)
        return {"error": sentence[:LONGEST], "refusals": refusals}


def no_match() -> Trouble:
    return Trouble(404, "no_match")


def stale() -> Trouble:
    return Trouble(409, "stale")
