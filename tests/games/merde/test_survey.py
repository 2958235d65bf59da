"""What is kept at hand changes no answer: surveys of an open question, parts that copies share, ways by rings."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import grognard
from grognard.games.merde.rules import messages
from grognard.games.merde.rules.frames import Secret
from grognard.games.merde.world.state import Battle
from grognard.kernel.match import Match
from toolkit_merde import Table, at

LAZY = ("done", "pass", "stay")
WALKS = [
    ("teaching_mill_road", {}),
    ("maida_1806", {"fog_of_war": True}),
    ("montebello_1800", {"deployment": "free"}),
    ("teaching_mill_road", {"solitaire": "army_b", "weather": "rain"}),
]


def walk(scenario: str, options: dict[str, Any], steps: int) -> Iterator[Match]:
    """A walk that seldom passes; both sides answer in turn where both are asked."""
    match, rng = grognard.start("merde", scenario, options, seed="survey"), random.Random(scenario)
    for number in range(steps):
        if match.outcome is not None:
            return
        yield match
        side = match.to_act[number % len(match.to_act)]
        offers = [action for action in match.options(side) if action.verb not in LAZY or rng.random() < 0.2]
        match.play(side, rng.choice(offers or list(match.options(side))))


@pytest.mark.parametrize(("scenario", "options"), WALKS)
def test_a_survey_changes_no_answer(scenario: str, options: dict[str, Any]) -> None:
    """The same question put to a copy, which has surveyed nothing, and with no survey at all."""
    asked = 0
    for match in walk(scenario, options, 250):
        frame = match.state.agenda[-1]
        for side in match.to_act if isinstance(frame, Secret) else ():
            twin, who = match.state.copy(), match.sides.index(side)
            assert isinstance(twin, Battle)
            assert twin.survey is twin.surveyed is None
            assert list(match.options(side)) == list(frame.options(twin, who)) == list(frame.offers(twin, who))
            asked += 1
    assert asked > 100


def test_a_survey_belongs_to_one_question() -> None:
    """It is dropped with the answers, and nothing is asked of it outside the question."""
    seen = set()
    for match in walk("teaching_mill_road", {}, 150):
        state = match.state
        assert isinstance(state, Battle)
        assert state.survey is None
        assert state.surveyed is None or state.surveyed.frame is state.agenda[-1]
        seen.add(type(state.agenda[-1]).__name__)
    assert {"Orders", "Movement"} <= seen


@pytest.mark.parametrize(("scenario", "options"), WALKS[:2])
def test_a_copy_stays_what_it_was(scenario: str, options: dict[str, Any]) -> None:
    """Parts are shared until one of the two changes: neither is ever changed by the other, however old."""
    kept: list[tuple[Match, str]] = []
    for number, match in enumerate(walk(scenario, options, 250)):
        if number % 5 == 0:
            kept.append((match.copy(), match.fingerprint))
        if number % 9 == 0:
            twin, before = match.copy(), match.fingerprint
            for onward in range(6):
                if twin.outcome is None:
                    side = twin.to_act[onward % len(twin.to_act)]
                    twin.play(side, twin.sample(side, random.Random(number)))
            assert match.fingerprint == before
    assert all(match.fingerprint == before for match, before in kept)
    assert len(kept) > 20


def test_a_state_takes_its_own_parts_before_it_changes() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0820")})
    twin = t.s.copy()
    assert twin.pieces[t.piece("A1")] is t.s.pieces[t.piece("A1")]
    twin.wake(sealed=True)
    assert twin.drafts[0] is not t.s.drafts[0]
    assert twin.pieces[t.piece("A1")] is t.s.pieces[t.piece("A1")]
    twin.wake()
    own = twin.pieces[t.piece("A1")]
    assert own is not t.s.pieces[t.piece("A1")]
    twin.wake()
    assert twin.pieces[t.piece("A1")] is own
    assert twin.fingerprint() == t.s.fingerprint()


def plain_way(s: Battle, side: int, goal: int, closed: int) -> tuple[int, ...]:
    """[21.4] The shortest way square by square: each is entered from the first that came next to it."""
    start = s.cic(side).square
    came, edge = {start: start}, [start]
    while edge and goal not in came:
        following = []
        for here in edge:
            for sq in s.world.field.near[here]:
                if sq not in came and not closed >> sq & 1:
                    came[sq] = here
                    following.append(sq)
        edge = following
    if goal not in came:
        return ()
    path = [goal]
    while path[-1] != start:
        path.append(came[path[-1]])
    return tuple(reversed(path))


def test_21_4_the_way_of_a_messenger_is_the_first_of_the_shortest() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")}, generals={"AG0": ("gold", "0803")})
    rng, found = random.Random("ways"), 0
    for _ in range(300):
        closed = 0
        for sq in t.world.field.squares:
            closed |= (rng.random() < 0.35) << sq
        goal = rng.choice(t.world.field.squares)
        way = messages._way(t.s, 0, goal, closed)
        assert way == plain_way(t.s, 0, goal, closed)
        found += len(way) > 4
    assert found > 30
    assert messages._way(t.s, 0, at("0803"), -1) == (at("0803"),)
