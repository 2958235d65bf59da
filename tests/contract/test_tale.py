"""Every game tells its battles alike: deeds cover lines of the log, in both languages, from what a side was told."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice

import pytest

import grognard
import walks
from grognard import games
from grognard.kernel.match import Match
from grognard.kernel.wire import Deed, LogLine
from grognard.server.snapshot import log_of

GAMES = [info.id for info in grognard.catalog()]
LENGTH = {"merde": 900, "tabletop": 500}
ODD = ("tale.", "event.", "term.", "forecast.", "{", "say}", "crossroads/")


@cache
def walked(name: str) -> Match:
    """A game at random, as far as there is something to tell of."""
    match = grognard.start(name, seed="tale")
    steps = walks.walk(match, walks.lively, random.Random("tale"))
    for _ in islice(steps, LENGTH.get(name, 1500)):
        pass
    return match


@cache
def told(name: str, side: str | None, lang: str) -> list[LogLine]:
    return log_of(walked(name), side, lang)


def deeds(lines: list[LogLine]) -> list[Deed]:
    return [line.deed for line in lines if line.deed is not None]


def words(deed: Deed) -> list[str]:
    found = [deed.text, *[tag.text for tag in deed.tags]]
    if deed.fight is not None:
        fight = deed.fight
        found += [fight.title, fight.lead, fight.result, *[row.label for row in fight.rows]]
        found += [follow.text for follow in fight.follows] + [part.label for part in fight.scale]
        for force in fight.forces:
            found += [force.name, force.note, force.struck, *[hurt.name + hurt.text for hurt in force.hurt]]
    return found


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("name", GAMES)
def test_a_deed_covers_lines_and_none_is_covered_twice(name: str, lang: str) -> None:
    for side in (*games.load(name).sides, None):
        lines = told(name, side, lang)
        assert [line.i for line in lines] == list(range(len(lines)))
        free = 0
        for line in lines:
            if line.deed is None:
                continue
            assert line.i >= free
            free = line.i + line.deed.span
            assert line.deed.span >= 1
            assert free <= len(lines)
            assert len({(one.turn, one.phase) for one in lines[line.i : free]}) == 1


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("name", GAMES)
def test_everything_is_said_in_words(name: str, lang: str) -> None:
    found = deeds(told(name, games.load(name).sides[0], lang))
    if games.load(name).teller(walked(name).setup, lang) is None:
        assert found == []
        return
    assert {deed.kind for deed in found} >= {"march"}
    for deed in found:
        assert deed.text
        for text in words(deed):
            assert not any(odd in text for odd in ODD), text


@pytest.mark.parametrize("name", GAMES)
def test_what_is_folded_is_the_same_whether_all_is_asked_for_or_the_end(name: str) -> None:
    """A watcher who has most lines is sent the rest: nothing is cut, and nothing is told otherwise."""
    match, side = walked(name), games.load(name).sides[1]
    whole = told(name, side, "en")
    for known in (len(whole) - 1, len(whole) - 30, len(whole) // 2):
        if known > 0:
            late = log_of(match, side, "en", known)
            assert late == whole[late[0].i :]


@pytest.mark.parametrize("name", GAMES)
def test_a_deed_names_nothing_that_its_lines_do_not(name: str) -> None:
    """Who may not read a line learns nothing of it by the deed: it is made of the reader's own lines alone."""
    match = walked(name)
    teller = match.game.teller(match.setup, "en")
    if teller is None:
        return
    for side in match.sides:
        heard = [event for _, event in match.log(side, afterwards=True)]
        rank = match.sides.index(side)
        assert all(event.to in (-1, rank) for event in heard)
        again = [deed for group in teller.groups(heard) if (deed := teller.deed(group)) is not None]
        assert [deed.text for deed in again if deed.kind == "fight"] == [
            deed.text for deed in deeds(told(name, side, "en")) if deed.kind == "fight"
        ]


@pytest.mark.parametrize("name", GAMES)
def test_a_card_has_two_columns_and_no_more(name: str) -> None:
    for deed in deeds(told(name, None, "en")):
        if deed.fight is None:
            continue
        assert 1 <= len(deed.fight.forces) <= 2
        assert all(len(row.values) == 2 for row in deed.fight.rows)
        assert [part.here for part in deed.fight.scale].count(True) == bool(deed.fight.scale)
