"""Luck: what every die or card of a match was expected to bring, and what it brought."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import erf, sqrt

from grognard.kernel.odds import D6
from grognard.kernel.wire import LuckRow


class Count:
    """One row of a tally: tries, what came of them, what was to be expected, and how much that may vary."""

    def __init__(self) -> None:
        self.tries = 0
        self.rolled = 0
        self.expected = Fraction(0)
        self.variance = Fraction(0)

    def add(self, rolled: int, mean: Fraction, variance: Fraction) -> None:
        self.tries += 1
        self.rolled += rolled
        self.expected += mean
        self.variance += variance

    def among(self, rolled: int, outcomes: Sequence[int]) -> None:
        """A number that came, and the equally likely numbers that could have come."""
        mean = Fraction(sum(outcomes), len(outcomes))
        self.add(rolled, mean, Fraction(sum(n * n for n in outcomes), len(outcomes)) - mean * mean)

    def chance(self, success: bool, chance: Fraction) -> None:
        """Something that came or did not, and how likely it was."""
        self.add(int(success), chance, chance * (1 - chance))

    @property
    def better(self) -> float:
        """By how many standard deviations more came than was to be expected."""
        return float(self.rolled - self.expected) / sqrt(self.variance) if self.variance else 0.0


class Tally:
    """The counts of a match, by kind and side."""

    def __init__(self) -> None:
        self.counts: dict[tuple[str, int], Count] = {}
        self.pips = [Count(), Count()]  # all dice of a side, turned so that more is better

    def of(self, kind: str, side: int) -> Count:
        return self.counts.setdefault((kind, side), Count())

    def pip(self, side: int, die: int, good: int = 1) -> None:
        self.pips[side].among(good * die, [good * face for face in D6])

    def rows(
        self, kinds: Mapping[str, tuple[str, int]], sides: Sequence[str], say: Callable[..., str]
    ) -> list[LuckRow]:
        """One row for each side and kind (its rule, and 1 where more is good or -1); ``better`` above zero is luck."""
        return [
            LuckRow(
                id=kind,
                side=name,
                label=say(f"luck.{kind}", count.tries),
                rule=rule,
                tries=count.tries,
                rolled=count.rolled,
                expected=round(float(count.expected), 1),
                better=round(good * count.better, 2),
            )
            for side, name in enumerate(sides)
            for kind, (rule, good) in kinds.items()
            if (count := self.counts.get((kind, side))) is not None
        ]


def tail(better: float) -> float:
    """How likely so much luck, or more, was on that side."""
    return (1 - erf(abs(better) / sqrt(2))) / 2
