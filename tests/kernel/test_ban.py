"""Bans: options are what they spare, refusals name those that hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import pytest

from grognard.kernel.action import Action, Lexicon
from grognard.kernel.ban import ALL, Ban, against, allowed, asked, spared
from grognard.kernel.frame import Frame, State

LEXICON = Lexicon({"send": [("number", "number")], "halt": [()]}, {})


def test_options_are_the_candidates_less_what_is_shut() -> None:
    bans = [Ban("1", "closed", ~0b1111), Ban("2", "full", 0b0010), Ban("3", "odd", lambda n: n == 3)]
    assert spared(bans) == 0b0101
    assert spared(bans, 0b0110) == 0b0100
    assert spared([]) == ALL


def test_the_refusal_is_the_first_ban_that_holds() -> None:
    bans = [Ban("1", "closed", 0b0100), Ban("2", "full", 0b0110), Ban("3", "odd", lambda n: n == 3, ())]
    assert against(bans, 2) == [("1", "closed", (2,))]
    assert against(bans, 1) == [("2", "full", (1,))]
    assert against(bans, 3) == [("3", "odd", ())]
    assert against(bans, 0) == []


def test_what_is_spared_is_what_nothing_speaks_against() -> None:
    bans = [Ban("1", "closed", ~0b111111), Ban("2", "full", 0b1010), Ban("3", "odd", lambda n: n % 4 == 1)]
    open_to = spared(bans)
    assert [bool(open_to >> n & 1) for n in range(8)] == [against(bans, n) == [] for n in range(8)]


def test_bans_beside_each_other_are_named_together() -> None:
    first, second, last = Ban("1", "a", 0b11, beside=True), Ban("2", "b", 0b10, beside=True), Ban("3", "c", ALL)
    assert [key for _, key, _ in against([first, second, last], 1)] == ["a", "b"]
    assert [key for _, key, _ in against([first, second, last], 0)] == ["a"]
    assert [key for _, key, _ in against([first, second, last], 2)] == ["c"]
    assert [key for _, key, _ in against([Ban("0", "x", ALL), first], 1)] == ["x"]


def test_arguments_that_can_be_called_are_given_the_candidate() -> None:
    ban = Ban("1", "far", ALL, (7, asked, lambda n: f"place {n}"))
    assert against([ban], 4) == [("1", "far", (7, 4, "place 4"))]


def test_a_test_is_tried_only_on_what_is_still_open_and_nothing_after_the_last() -> None:
    tried: list[int] = []

    def bans() -> Iterator[Ban]:
        yield Ban("1", "closed", ~0b110)
        yield Ban("2", "full", lambda n: tried.append(n) is None)
        raise AssertionError("nothing was left to look at")

    assert spared(bans()) == 0
    assert tried == [1, 2]


def test_a_test_needs_a_set_before_it() -> None:
    with pytest.raises(AssertionError):
        spared([Ban("1", "full", lambda n: True)])


def test_a_bare_verb_is_shut_by_what_shuts_all() -> None:
    assert allowed([])
    assert not allowed([Ban("1", "not_yet", ALL)])
    assert against([Ban("1", "not_here", 0b1), Ban("2", "not_yet", ALL, ())], None) == [("2", "not_yet", ())]


class Journey(Frame[State]):
    """Somebody is sent somewhere; each word has its bans."""

    def options(self, state: State, side: int) -> Sequence[Action]:
        who = [n for n in range(8) if self.open(state, side, "send") >> n & 1]
        goals = [n for n in range(8) if self.open(state, side, "send", 1) >> n & 1]
        return [LEXICON.make("send", n, goal) for n in who for goal in goals]

    def bans(self, state: State, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "halt":
            return [Ban("3", "not_yet", ALL, ())]
        if head:
            return [Ban("2", "far", ~0b1100, (head[0], asked), beside=True), Ban("2", "closed", 0b100)]
        return [Ban("1", "tired", 0b1, beside=True), Ban("1", "unknown", ~0b111)]


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("send 1 3", []),
        ("send 0 3", [("1", "tired", (0,))]),
        ("send 0 0", [("1", "tired", (0,)), ("2", "far", (0, 0))]),
        ("send 4 0", [("1", "unknown", (4,))]),
        ("send 2 2", [("2", "closed", (2,))]),
        ("halt", [("3", "not_yet", ())]),
    ],
)
def test_a_question_names_the_bans_word_by_word(text: str, reasons: list[object]) -> None:
    frame, state = Journey(), State.__new__(State)
    assert frame.why_not(state, LEXICON.parse(text)) == reasons
    assert (text in [str(option) for option in frame.options(state, 0)]) is (reasons == [])
    assert not frame.may(state, 0, "halt")
