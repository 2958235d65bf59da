"""Actions and their notation: one line of text an action, parsed back exactly.

Actions are interned: the same words always give the same object, so a legality check is a search by identity and no
text is built while a game is played. Only actions with free numbers (places and angles on an open table) are made anew
each time: there are too many to keep. They are offered as a ``Region``: one option that stands for all of them.
"""

from __future__ import annotations

import random
from typing import Any, Final

from mypy_extensions import mypyc_attr

from grognard.kernel.wire import Json

LONGEST: Final = 200
FREE: Final = {"mm": 6, "angle": 4}  # kinds of free whole numbers, and how many digits they may have


@mypyc_attr(allow_interpreted_subclasses=True)
class Action:
    """One answer to a decision. ``str(action)`` is its notation."""

    def __init__(self, verb: str, args: tuple[int, ...], text: str) -> None:
        self.verb = verb
        self.args = args
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __reduce__(self) -> str | tuple[object, ...]:
        return (Action, (self.verb, self.args, self.text))


@mypyc_attr(allow_interpreted_subclasses=True)
class Region(Action):
    """An option that stands for many actions of one verb: the places a piece may go to, the angles it may turn.

    ``text`` names the region and is no notation: a region is answered by an action that it accepts. Every region
    accepts at least one, and ``sample`` finds such a one.
    """

    def __init__(self, verb: str, text: str) -> None:
        self.verb = verb
        self.args = ()
        self.text = text

    def accepts(self, action: Action) -> bool:
        """Whether an action of the region's verb lies in it."""
        raise NotImplementedError

    def sample(self, rng: random.Random) -> Action:
        """An accepted action, chosen by chance."""
        raise NotImplementedError

    def beside(self, state: Any) -> Region | None:
        """The same region of another state, that looks to its side as this one does; None: it must be asked anew."""
        return None

    def as_data(self) -> Json:
        """The region as plain data for views: ``verb``, ``text``, ``examples`` (accepted actions in notation, at least
        one), and what the game adds: the unit, polygons, limits."""
        raise NotImplementedError

    def __reduce__(self) -> str | tuple[object, ...]:
        raise TypeError("a region belongs to the decision that offers it")


class NotationError(Exception):
    """Text that is no action of this game; carries the message key and its arguments."""

    def __init__(self, key: str, *args: object) -> None:
        super().__init__(key, *args)
        self.key = key
        self.values = args


class Lexicon:
    """A game's verbs with their signatures, and the names of each kind that they take."""

    def __init__(self, verbs: dict[str, list[tuple[str, ...]]], names: dict[str, list[str]]) -> None:
        self.verbs = verbs
        self.names = names
        self.index = {kind: {t.upper(): i for i, t in enumerate(tokens) if t} for kind, tokens in names.items()}
        self._known: dict[tuple[str, tuple[int, ...]], Action] = {}
        self._by_text: dict[str, Action] = {}
        self._last: Action | None = None  # the last one with free numbers: what was made is often read next

    def make(self, verb: str, *args: int) -> Action:
        """The action of these words; the same object every time."""
        key = (verb, args)
        found = self._known.get(key)
        if found is None:
            signature = self._signature(verb, args)
            found = Action(verb, args, " ".join([verb, *self._tokens(signature, args)]))
            if any([kind in FREE for kind in signature]):
                self._last = found
            else:
                self._known[key] = self._by_text[found.text] = found
        return found

    def row(self, verb: str, kind: str) -> list[Action]:
        """One action for each name of a kind, by index; a hole in the names is filled with the bare verb."""
        return [self.make(verb, i) if token else self.make(verb) for i, token in enumerate(self.names[kind])]

    def _signature(self, verb: str, args: tuple[int, ...]) -> tuple[str, ...]:
        for signature in self.verbs[verb]:
            if len(signature) == len(args):
                return signature
        return ()

    def _tokens(self, signature: tuple[str, ...], args: tuple[int, ...]) -> list[str]:
        return [
            str(arg) if kind == "number" or kind in FREE else self.names[kind][arg]
            for kind, arg in zip(signature, args, strict=False)
        ]

    def parse(self, text: str) -> Action:
        """Notation to action; raises NotationError with what is wrong and what would be right."""
        if self._last is not None and self._last.text == text:
            return self._last
        known = self._by_text.get(text)
        if known is not None:
            return known
        if len(text) > LONGEST:
            raise NotationError("notation.long", len(text), LONGEST)
        words = text.split()
        if not words:
            raise NotationError("notation.empty")
        verb = words[0].lower()
        if verb not in self.verbs:
            raise NotationError("notation.verb", words[0][:40], ", ".join(sorted(self.verbs)))
        for signature in self.verbs[verb]:
            if len(signature) == len(words) - 1:
                return self.make(verb, *[self._index(k, w) for k, w in zip(signature, words[1:], strict=True)])
        forms = [" ".join([verb, *(kind.upper() for kind in signature)]) for signature in self.verbs[verb]]
        raise NotationError("notation.form", verb, " / ".join(forms))

    def _index(self, kind: str, word: str) -> int:
        if kind == "number":
            if not word.isdecimal() or len(word) > 3:
                raise NotationError("notation.number", word[:40])
            return int(word)
        if kind in FREE:
            return _whole(kind, word)
        found = self.index[kind].get(word.upper())
        if found is None:
            raise NotationError("notation." + kind, word[:40])
        return found


def _whole(kind: str, word: str) -> int:
    """A free whole number with its sign; one way to write each, so that notation stays unique."""
    digits = word[1:] if word[:1] == "-" else word
    if not digits.isascii() or not digits.isdecimal() or len(digits) > FREE[kind] or str(int(word)) != word:
        raise NotationError("notation." + kind, word[:40])
    return int(word)
