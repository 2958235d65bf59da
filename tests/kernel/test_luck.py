"""Luck: counts, and what is told of them."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel.luck import Count, Tally, tail
from grognard.kernel.odds import D6
from grognard.kernel.wire import LuckRow


def test_a_count_knows_mean_and_spread() -> None:
    count = Count()
    count.among(6, D6)
    assert (count.expected, count.variance) == (Fraction(7, 2), Fraction(35, 12))
    assert round(count.better, 2) == 1.46
    assert Count().better == 0


def test_a_chance_is_a_count_of_one_or_none() -> None:
    count = Count()
    count.chance(True, Fraction(1, 3))
    count.chance(False, Fraction(1, 3))
    assert (count.tries, count.rolled, count.expected, count.variance) == (2, 1, Fraction(2, 3), Fraction(4, 9))


def test_rows_come_side_by_side_and_know_what_is_good() -> None:
    tally = Tally()
    tally.of("losses", 1).among(6, D6)
    tally.of("orders", 0).chance(True, Fraction(1, 2))
    kinds = {"orders": ("10.2", 1), "losses": ("8.5", -1)}
    rows = tally.rows(kinds, ("north", "south"), lambda key, tries: f"{key} {tries}")
    assert rows == [
        LuckRow("orders", "north", "luck.orders 1", "10.2", tries=1, rolled=1, expected=0.5, better=1.0),
        LuckRow("losses", "south", "luck.losses 1", "8.5", tries=1, rolled=6, expected=3.5, better=-1.46),
    ]


def test_pips_are_turned_so_that_more_is_better() -> None:
    tally = Tally()
    tally.pip(0, 6, -1)
    assert round(tally.pips[0].better, 2) == -1.46
    assert (tail(0.0), round(tail(-1.96), 3)) == (0.5, 0.025)
