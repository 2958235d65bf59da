"""Lines of a log folded into deeds, and where a side's last choice stands in its log."""

from __future__ import annotations

import random
from itertools import accumulate

import pytest

import grognard
from grognard.kernel.frame import EVERYONE, Event
from grognard.kernel.i18n import Catalogue
from grognard.kernel.match import Match
from grognard.kernel.pen import Pen
from grognard.kernel.tale import LONGEST, Teller, capital, first, gathered, last, sentences, with_key
from grognard.kernel.wire import Deed


class Walks(Teller[Pen]):
    """Steps until a halt are a walk; a shout stands for itself."""

    opens = {"step": "walk", "rest": "rest"}
    goes_on = {"walk": frozenset({"step", "halt"}), "rest": frozenset({"rest"})}

    def tell_walk(self, events: list[Event]) -> Deed:
        return Deed(kind="", span=0, text=f"{len(with_key(events, 'step'))} steps")


@pytest.fixture
def teller() -> Walks:
    return Walks(Pen(Catalogue("grognard.kernel"), "en"))


def test_lines_that_belong_together_are_one_deed(teller: Walks) -> None:
    events = [Event(key) for key in ("shout", "step", "step", "halt", "shout", "step")]
    groups = teller.groups(events)
    assert [(group.kind, group.first, len(group.events)) for group in groups] == [
        ("", 0, 1),
        ("walk", 1, 3),
        ("", 4, 1),
        ("walk", 5, 1),
    ]
    told = [teller.deed(group) for group in groups]
    assert [deed and (deed.kind, deed.span, deed.text) for deed in told] == [
        None,
        ("walk", 3, "2 steps"),
        None,
        ("walk", 1, "1 steps"),
    ]


def test_a_kind_that_nobody_tells_stays_lines(teller: Walks) -> None:
    (group,) = teller.groups([Event("rest"), Event("rest")])
    assert group.kind == "rest"
    assert teller.deed(group) is None


def test_no_deed_is_endless(teller: Walks) -> None:
    groups = teller.groups([Event("step")] * (LONGEST + 5))
    assert [len(group.events) for group in groups] == [LONGEST, 5]


def test_small_words() -> None:
    events = [Event("a", (1,)), Event("b"), Event("a", (2,))]
    assert (first(events, "a"), last(events, "a"), last(events, "c")) == (events[0], events[2], None)
    assert sentences("One.", "", "Two.") == "One. Two."
    assert (capital("the French"), capital("")) == ("The French", "")
    heaps = gathered([("french", "0101", "A"), ("french", "0102", "B"), ("french", "0101", "C")])
    assert [(heap.at, heap.pieces, heap.count) for heap in heaps] == [("0101", ["A", "C"], 2), ("0102", ["B"], 1)]


def test_since_a_choice_counts_from_the_first_action_of_its_gesture() -> None:
    """Not from a line in the side's colour: the log tells of a side also what it did not choose."""
    match = grognard.start("russia1812", seed="since")
    assert [match.heard(side) for side in match.sides] == [0, 0]
    side = match.to_act[0]
    other = next(name for name in match.sides if name != side)
    lines = []
    for _ in range(3):
        lines.append(len(match.log(side)))
        match.play(side, match.options(side)[0])
        assert match.heard(side) == lines[-1]
        assert match.heard(other) == 0
    match.join(2)
    assert match.heard(side) == lines[1]
    match.undo(side)
    assert match.heard(side) == lines[1]
    match.undo(side)
    assert match.heard(side) == lines[0]


def retold(match: Match, who: int, whole: bool) -> list[tuple[int, Event]]:
    """The log of a side made anew from every answer that counts."""
    entries = [match._opening, *match._line]
    numbers = list(accumulate([bool(n) and (whole or entry.known_to(who)) for n, entry in enumerate(entries)]))
    return [
        (number, event)
        for number, entry in zip(numbers, entries, strict=True)
        for event in entry.events
        if event.to in (EVERYONE, who)
    ]


@pytest.mark.parametrize("game", ["russia1812", "merde"])
def test_a_story_is_kept_up_with_what_is_played_and_taken_back(game: str) -> None:
    match, rng = grognard.start(game, seed="story"), random.Random(3)
    taken_back = 0
    for n in range(160):
        side = rng.choice(match.to_act)
        if n % 3 == 2 and match.can_undo(side):
            match.undo(side)
            taken_back += 1
        else:
            match.play(side, match.sample(side, rng))
        for who, name in enumerate(match.sides):
            story = match.story(name)
            assert story.lines == match.log(name) == retold(match, who, False)
            assert story.turns == [i for i, (_, event) in enumerate(story.lines) if event.opens_turn]
            assert story.phases == [i for i, (_, event) in enumerate(story.lines) if event.opens_phase]
        assert match.log(None, afterwards=True) == retold(match, EVERYONE, True)
    assert taken_back
    assert match.copy().log(match.sides[0]) == match.log(match.sides[0])
    match.log(match.sides[0]).clear()  # what is handed out changes nothing
    assert match.log(match.sides[0])
