"""Gambles: outcomes, unknowns, what the enemy can make of them, and the arithmetic of chances."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from grognard.kernel.forecast import assumption, bars
from grognard.kernel.i18n import Catalogue
from grognard.kernel.odds import (
    Gamble,
    Unknown,
    combine,
    either,
    enemy_ways,
    gather,
    mean,
    possible,
    settle,
    spread,
    sum_up,
)
from grognard.kernel.pen import Pen, percents
from grognard.kernel.wire import Bar

HALF = Fraction(1, 2)
UNKNOWNS = (Unknown("shield", 0, 2, 0), Unknown("oath", 0, 1, 1, own=True), Unknown("wind", 0, 0, 0))


def duel(given: Mapping[str, int]) -> Gamble:
    """A shield of two turns every blow; an oath makes nothing worse."""
    unknowns = settle(UNKNOWNS, given)
    shield = {unknown.name: unknown.assumed for unknown in unknowns}["shield"]
    return Gamble(kind="duel", rule="1", outcomes=either("hit", "miss", HALF - Fraction(shield, 4)), unknowns=unknowns)


def test_a_gamble_knows_its_chances_and_what_is_assumed() -> None:
    gamble = duel({"shield": 1})
    assert gamble.chance("hit") == Fraction(1, 4)
    assert gamble.chance("hit", "miss") == 1
    assert gamble.chance("draw") == 0
    assert (gamble.assumed("shield"), gamble.assumed("oath")) == (1, 1)
    with pytest.raises(KeyError):
        gamble.assumed("sword")


def test_the_enemy_chooses_what_is_his_and_not_given() -> None:
    assert enemy_ways(duel({}), {"oath": 0}) == [{"oath": 0, "shield": n, "wind": 0} for n in (0, 1, 2)]
    assert enemy_ways(duel({}), {"shield": 2}) == [{"shield": 2, "wind": 0}]


def test_the_spread_is_over_all_that_the_enemy_may_choose() -> None:
    every = possible(duel, {})
    assert every[0] == duel({})
    assert spread([gamble.outcomes for gamble in every]) == {"hit": (Fraction(0), HALF), "miss": (HALF, Fraction(1))}
    fixed = possible(duel, {"shield": 1})
    assert spread([gamble.outcomes for gamble in fixed])["hit"] == (Fraction(1, 4), Fraction(1, 4))
    assert possible(lambda given: None, {}) == []


def test_an_outcome_that_some_lack_may_not_come_at_all() -> None:
    assert spread([{"a": Fraction(1)}, {"b": Fraction(1)}]) == {"a": (0, 1), "b": (0, 1)}


def test_chances_add_up() -> None:
    assert gather([("a", HALF), ("b", Fraction(1, 4)), ("a", Fraction(1, 4))]) == {
        "a": Fraction(3, 4),
        "b": Fraction(1, 4),
    }
    assert sum_up(["a", "b", "a"]) == {"a": Fraction(2, 3), "b": Fraction(1, 3)}
    assert either("yes", "no", Fraction(1, 3)) == {"yes": Fraction(1, 3), "no": Fraction(2, 3)}
    die = sum_up([1, 2, 3, 4, 5, 6])
    assert mean(die) == Fraction(7, 2)
    two = combine(die, die)
    assert (two[2], two[7], sum(two.values())) == (Fraction(1, 36), Fraction(1, 6), 1)
    assert list(two) == sorted(two)


def test_bars_are_the_outcomes_with_what_the_enemy_can_make_of_them() -> None:
    gamble = duel({"shield": 2})
    ranges = spread([way.outcomes for way in possible(duel, {})])
    shown = bars(gamble.outcomes, ranges, {"miss": "tie", "hit": "won"}, str.title)
    assert shown == [
        Bar(key="tie", label="Miss", chance=1.0, outcome="miss", low=0.5, high=1.0),
        Bar(key="won", label="Hit", chance=0.0, outcome="hit", low=0.0, high=0.5),
    ]
    certain = bars(gamble.outcomes, {}, {"miss": "tie"}, str.title)
    assert certain == [Bar(key="tie", label="Miss", chance=1.0, outcome="miss")]


def test_an_assumption_is_said_by_its_value_or_by_its_name() -> None:
    messages = {"assumed.shield": "{0} of {2} shields.", "assumed.shield_0": "No shield."}
    pen = Pen(Catalogue("grognard.kernel", messages={"en": messages}), "en")
    assert assumption(Unknown("shield", 0, 2, 0), pen) == "No shield."
    assert assumption(Unknown("shield", 0, 2, 1), pen) == "1 of 2 shields."


def test_a_range_is_written_once() -> None:
    assert percents(Fraction(2, 5), Fraction(18, 25)) == "40–72%"
    assert percents(HALF, HALF) == "50%"
    assert percents(0.401, 0.404) == "40%"
