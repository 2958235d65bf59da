"""Writing for a reader: a catalogue held at one language, and numbers as people read them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Generic, TypeVar

from grognard.kernel.i18n import Catalogue


class Pen:
    """Writes for one reader: a catalogue held at his language. Calling it says a message; a game's own adds names."""

    def __init__(self, words: Catalogue, language: str) -> None:
        self.words = words
        self.language = language

    def __call__(self, key: str, *args: object) -> str:
        return self.words.say(key, args, self.language)

    def tenth(self, number: float) -> str:
        """A number with one figure behind its point, or its comma."""
        return f"{number:.1f}".replace(".", self("number.point"))

    def has(self, key: str) -> bool:
        return key in self.words.messages["en"]

    def first(self, keys: Iterable[str], *args: object) -> str:
        """The first of these messages that the catalogue has."""
        tried = list(keys)
        return self(next((key for key in tried if self.has(key)), tried[-1]), *args)

    def named(self, key: str, default: str) -> str:
        """A message that one language may have and another not: names in the data are English."""
        found = self(key)
        return default if found == key else found


W = TypeVar("W")
P = TypeVar("P", bound=Pen)


class WorldPen(Pen, Generic[W]):
    """A pen that knows the world of one battle or campaign by its names."""

    def __init__(self, words: Catalogue, language: str, world: W) -> None:
        super().__init__(words, language)
        self.world = world


def percent(chance: Fraction | float) -> str:
    """A chance as people read it."""
    return f"{round(100 * float(chance))}%"


def percents(low: Fraction | float, high: Fraction | float) -> str:
    """A chance that somebody can still change, as people read it: 40–72%."""
    least, most = percent(low), percent(high)
    return least if least == most else f"{least[:-1]}–{most}"


def signed(number: int) -> str:
    """A modifier as it is written: +2, −1, 0."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"
