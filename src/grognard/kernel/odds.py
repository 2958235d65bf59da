"""Gambles: what an action may bring, exactly, and what somebody may still choose before it does."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final, NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)
Given = Mapping[str, int]
Outcomes = dict[str, Fraction]
Numbers = dict[int, Fraction]
Ranges = dict[str, tuple[Fraction, Fraction]]
NEVER: Final = Fraction(0)
SURE: Final = Fraction(1)
D6: Final = range(1, 7)


class Term(NamedTuple):
    """What goes into a value: its rule, its name in the catalogue, and by how much."""

    rule: str
    key: str
    value: int


class Unknown(NamedTuple):
    """What somebody may still choose: its range in whole numbers, and what is assumed of it.

    ``own``: it is the choice of the side that asks; else of its enemy. Where least and most are one number nothing else
    can be reckoned with, and the forecast says so in words.
    """

    name: str
    least: int
    most: int
    assumed: int
    own: bool = False

    @property
    def values(self) -> range:
        return range(self.least, self.most + 1)


@dataclass(frozen=True, kw_only=True)
class Gamble:
    """What an action may bring: each outcome by its name, the chances adding up to one.

    ``terms`` are the modifiers of him who dares, ``against`` those of the other where he has a value of his own.
    ``unknowns`` are assumed to be as they say; ``spread`` tells what the enemy can make of it.
    """

    kind: str
    rule: str
    outcomes: Outcomes
    unknowns: tuple[Unknown, ...] = ()
    terms: tuple[Term, ...] = ()
    against: tuple[Term, ...] = ()

    def chance(self, *names: str) -> Fraction:
        """How likely it is to come to one of these outcomes."""
        return sum([self.outcomes.get(name, NEVER) for name in names], NEVER)

    def assumed(self, name: str) -> int:
        """What is assumed of an unknown; KeyError where it is none of this gamble."""
        return {unknown.name: unknown.assumed for unknown in self.unknowns}[name]


G = TypeVar("G", bound=Gamble)


# unknowns


def settle(unknowns: Iterable[Unknown], given: Given) -> tuple[Unknown, ...]:
    """Unknowns with what is given of them; of the others the usual is assumed."""
    return tuple([unknown._replace(assumed=given.get(unknown.name, unknown.assumed)) for unknown in unknowns])


def enemy_ways(gamble: Gamble, given: Given) -> list[dict[str, int]]:
    """Every way in which the enemy may still choose, beside what is given."""
    open_ones = [unknown for unknown in gamble.unknowns if not unknown.own and unknown.name not in given]
    names = [unknown.name for unknown in open_ones]
    rows = product(*[unknown.values for unknown in open_ones])
    return [{**given, **dict(zip(names, row, strict=True))} for row in rows]


def possible(ask: Callable[[Given], G | None], given: Given) -> list[G]:
    """A gamble as it is assumed to be, and then all that the enemy can make of it; none where it is no gamble."""
    assumed = ask(given)
    if assumed is None:
        return []
    ways = enemy_ways(assumed, given)
    others = [ask(way) for way in ways] if len(ways) > 1 else []
    return [assumed, *[gamble for gamble in others if gamble is not None]]


def spread(rows: Sequence[Mapping[str, Fraction]]) -> Ranges:
    """Of each outcome the least and the greatest chance in any of these distributions."""
    names = list(dict.fromkeys([name for row in rows for name in row]))
    found = {}
    for name in names:
        chances = [row.get(name, NEVER) for row in rows]
        found[name] = (min(chances), max(chances))
    return found


# the arithmetic of chances


def gather(parts: Iterable[tuple[K, Fraction]]) -> dict[K, Fraction]:
    """Chances added up by what they bring, in the order in which it is first met."""
    found: dict[K, Fraction] = {}
    for name, chance in parts:
        found[name] = found.get(name, NEVER) + chance
    return found


def sum_up(results: Sequence[K]) -> dict[K, Fraction]:
    """Equally likely results as chances."""
    return gather([(result, Fraction(1, len(results))) for result in results])


def either(yes: str, no: str, chance: Fraction) -> Outcomes:
    """One of two: it succeeds, or it does not."""
    return {yes: chance, no: SURE - chance}


def combine(one: Numbers, other: Numbers) -> Numbers:
    """The sum of two independent numbers."""
    found = gather([(a + b, pa * pb) for (a, pa), (b, pb) in product(one.items(), other.items())])
    return dict(sorted(found.items()))


def mean(chances: Numbers) -> Fraction:
    """What is to be expected of a number."""
    return sum([number * chance for number, chance in chances.items()], NEVER)
