"""Dice, through one port.

Every die a rulebook asks for comes from ``Dice.roll``, whoever stands behind it: the committed stream of a fair match,
a script in a test or a replay, a fast generator for simulation. Each remembers what it rolled until it is taken.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from functools import lru_cache
from itertools import takewhile
from typing import Any, Final

from mypy_extensions import mypyc_attr

WORD: Final = 1 << 32
SCRIPT: Final = "dice"  # the first word of a seed with dice written in it


class DiceError(Exception):
    """A scripted throw that cannot be made."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """The port. Subclasses answer ``draw``."""

    def __init__(self) -> None:
        self.rolled: list[int] = []

    def draw(self, sides: int) -> int:
        raise DiceError("this port has no dice behind it")

    def roll(self, sides: int) -> int:
        """A number from 1 to ``sides``."""
        value = self.draw(sides)
        self.rolled.append(value)
        return value

    def d6(self) -> int:
        return self.roll(6)

    def shuffle(self, cards: list[int]) -> None:
        """Fisher and Yates, with throws of this port."""
        for last in range(len(cards) - 1, 0, -1):
            other = self.roll(last + 1) - 1
            cards[last], cards[other] = cards[other], cards[last]

    def take(self) -> tuple[int, ...]:
        """What was rolled since the last taking."""
        if not self.rolled:
            return ()
        taken = tuple(self.rolled)
        self.rolled = []
        return taken

    def copy(self) -> Dice:
        raise DiceError("these dice cannot be copied")


def commitment(seed: str) -> str:
    """What is published when a match starts: the SHA-256 of its secret seed."""
    return hashlib.sha256(seed.encode()).hexdigest()


@lru_cache(64)
def script_of(seed: str) -> tuple[int, ...]:
    """The dice that a seed such as "dice 3 6 0 1 name" names; 0: as it falls. Of other seeds none."""
    words = seed.split(" ")
    if words[0] != SCRIPT:
        return ()
    return tuple([int(word) for word in takewhile(str.isdecimal, words[1:])])


def die(seed: str, number: int, sides: int) -> int:
    """Die ``number`` of a seed, as anyone can recompute it.

    HMAC-SHA256 keyed with the seed over the text "number.attempt"; the first four bytes as a big-endian word; words in
    the unfinished last block are thrown away, so that every face is equally likely. A seed that says so has its first
    dice written in it (``script_of``): the dice of a lesson.
    """
    written = script_of(seed)
    if number < len(written) and 1 <= written[number] <= sides:
        return written[number]
    limit = WORD - WORD % sides
    attempt = 0
    while True:
        digest = hmac.digest(seed.encode(), b"%d.%d" % (number, attempt), "sha256")
        word = int.from_bytes(digest[:4], "big")
        if word < limit:
            return word % sides + 1
        attempt += 1


class CommittedDice(Dice):
    """The stream of a seed, from die ``count`` on."""

    def __init__(self, seed: str, count: int = 0) -> None:
        super().__init__()
        self.seed = seed
        self.count = count

    def draw(self, sides: int) -> int:
        value = die(self.seed, self.count, sides)
        self.count += 1
        return value

    def copy(self) -> Dice:
        return CommittedDice(self.seed, self.count)

    def __reduce__(self) -> str | tuple[object, ...]:
        return (CommittedDice, (self.seed, self.count))


@mypyc_attr(allow_interpreted_subclasses=True)
class ScriptedDice(Dice):
    """Dice that fall as written: for tests and for replaying a record."""

    def __init__(self, script: list[int] | tuple[int, ...] = ()) -> None:
        super().__init__()
        self.script = list(script)
        self.next = 0

    def load(self, script: tuple[int, ...]) -> None:
        self.script = list(script)
        self.next = 0

    def left(self) -> int:
        return len(self.script) - self.next

    def draw(self, sides: int) -> int:
        if self.next >= len(self.script):
            raise DiceError(f"the script of {len(self.script)} dice is used up")
        value = self.script[self.next]
        if not 1 <= value <= sides:
            raise DiceError(f"die {self.next + 1} of the script shows {value}, but it has {sides} sides")
        self.next += 1
        return value

    def copy(self) -> Dice:
        return ScriptedDice(self.script[self.next :])

    def __reduce__(self) -> str | tuple[object, ...]:
        return (ScriptedDice, (self.script[self.next :],))


class FastDice(Dice):
    """A quick generator for simulation; not for matches between people."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self._seed = seed
        self._random: random.Random | None = None  # made at the first throw: most dice of a thought are never thrown

    def draw(self, sides: int) -> int:
        generator = self._random
        if generator is None:
            generator = self._random = random.Random(self._seed)
        return int(generator.random() * sides) + 1

    def copy(self) -> Dice:
        return _fast_dice(self._seed, None if self._random is None else self._random.getstate())

    def __reduce__(self) -> str | tuple[object, ...]:
        return (_fast_dice, (self._seed, None if self._random is None else self._random.getstate()))


def _fast_dice(seed: str, state: Any) -> FastDice:
    """Quick dice that go on from where others are; no state: from the beginning."""
    dice = FastDice(seed)
    if state is not None:
        dice._random = random.Random()
        dice._random.setstate(state)
    return dice
