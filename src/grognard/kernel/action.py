"""Actions and their notation: one line of text an action, parsed back exactly.

Actions are interned: the same words always give the same object, so a legality check is a search by identity and no
text is built while a game is played.
"""

from __future__ import annotations

from typing import Final

LONGEST: Final = 200


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

    def make(self, verb: str, *args: int) -> Action:
        """The action of these words; the same object every time."""
        key = (verb, args)
        found = self._known.get(key)
        if found is None:
            found = Action(verb, args, " ".join([verb, *self._tokens(verb, args)]))
            self._known[key] = found
        return found

    def row(self, verb: str, kind: str) -> list[Action]:
        """One action for each name of a kind, by index; a hole in the names is filled with the bare verb."""
        return [self.make(verb, i) if token else self.make(verb) for i, token in enumerate(self.names[kind])]

    def _tokens(self, verb: str, args: tuple[int, ...]) -> list[str]:
        for signature in self.verbs[verb]:
            if len(signature) == len(args):
                return [
                    str(arg) if kind == "number" else self.names[kind][arg]
                    for kind, arg in zip(signature, args, strict=True)
                ]
        return []

    def parse(self, text: str) -> Action:
        """Notation to action; raises NotationError with what is wrong and what would be right."""
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
        found = self.index[kind].get(word.upper())
        if found is None:
            raise NotationError("notation." + kind, word[:40])
        return found
