"""What a seat has not answered yet: it counts from its last choice, and says how the points stood then."""

from __future__ import annotations

from typing import Any

import grognard
from grognard.kernel.face import Holding
from grognard.kernel.match import Match
from grognard.server import snapshot
from grognard.server.store import Header, Seat
from grognard.server.table import Standing, Table, Tally


def seated(match: Match, **kinds: str) -> Table:
    """A match on a table, both sides people unless somebody says otherwise."""
    seats = tuple(Seat(side, kinds.get(side, "human"), "seed") for side in match.sides)
    scenario, options = match.setup
    return Table(Header("id", "", "en", False, 0, 0, 0, match.game.id, scenario, options, {}, None, seats), match)


def since(table: Table, seat: str) -> Any:
    return snapshot.live(table, seat, "en").since


def move(table: Table) -> str:
    """The next answer, as the server makes it."""
    before = table.standings()
    side = table.match.to_act[0]
    table.match.play(side, table.match.options(side)[-1])
    table.count(table.summary(), before)
    return side


def test_since_counts_from_the_last_choice_and_not_from_a_line_of_the_log(server: Any) -> None:
    match = server.new()
    seat = server.look(match)["view"]["to_act"][0]
    assert server.look(match, seat)["since"]["line"] == 0
    for _ in range(3):
        told = len(server.get(f"/api/matches/{match}/log", params={"seat": seat}).json())
        server.step(match)
        assert server.look(match, seat)["since"]["line"] == told
    assert "since" not in server.look(match) or server.look(match)["since"] is None


def test_where_a_turn_began_the_turn_before_is_told_with_its_points() -> None:
    match = grognard.start("russia1812", seed="points")
    table = seated(match)
    while match.state.turn < 3:  # type: ignore[attr-defined]
        mover = move(table)
    asked = match.to_act[0]
    found = since(table, asked)
    turns = [i for i, (_, event) in enumerate(match.log(asked)) if event.opens_turn]
    assert found.turn == turns[-2]
    assert {points.side for points in found.points} == set(match.sides)
    shown = match.view(asked)["score"]
    assert {points.side: points.after for points in found.points} == shown
    tally = table.tallies[asked]
    assert tally.turn is not None
    assert {points.side: points.before for points in found.points} == tally.turn.score
    assert mover in table.tallies


def test_a_place_that_changed_hands_is_named_with_its_new_owner() -> None:
    match = grognard.start("russia1812", seed="points")
    table = seated(match)
    side = match.to_act[0]
    match.play(side, match.options(side)[0])
    held = match.game.face(match.state, match.sides.index(side), "en").held()
    place, holding = next(iter(held.items()))
    other = next(name for name in match.sides if name != holding.side)
    then = Standing(match.view(side)["score"], held | {place: Holding(other, holding.name, holding.points)})
    table.tallies[side] = Tally(then)
    (taken,) = since(table, side).taken
    assert (taken.place, taken.side, taken.points) == (place, holding.side, holding.points)
    assert holding.name in taken.text
    nobody = held | {place: Holding("", holding.name, holding.points)}
    table.tallies[side] = Tally(Standing({}, nobody))
    assert [one.place for one in since(table, side).taken] == [place], "what nobody held before is taken too"


def test_a_bots_seat_is_not_tallied() -> None:
    match = grognard.start("russia1812", seed="points")
    side, other = match.to_act[0], next(name for name in match.sides if name not in match.to_act)
    table = seated(match, **{other: "marshal"})
    move(table)
    assert set(table.tallies) == {side}
