"""What a seat has not answered yet: it counts from its last choice, and says how the points stood then."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import grognard
from grognard.kernel.match import Match
from grognard.server import snapshot
from grognard.server.store import Header, Seat
from grognard.server.table import Standing, Table, Tally, tallies_of
from grognard.server.tables import Tables


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
    owners = {at: found.side for at, found in held.items()}
    then = Standing(match.view(side)["score"], owners | {place: other})
    table.tallies[side] = Tally(then)
    (taken,) = since(table, side).taken
    assert (taken.place, taken.side, taken.points) == (place, holding.side, holding.points)
    assert holding.name in taken.text
    table.tallies[side] = Tally(Standing({}, owners | {place: ""}))
    assert [one.place for one in since(table, side).taken] == [place], "what nobody held before is taken too"


def test_a_bots_seat_is_not_tallied() -> None:
    match = grognard.start("russia1812", seed="points")
    side, other = match.to_act[0], next(name for name in match.sides if name not in match.to_act)
    table = seated(match, **{other: "marshal"})
    move(table)
    assert set(table.tallies) == {side}


def test_how_it_stood_before_is_known_after_a_restart(tmp_path: Path) -> None:
    """It is written with the position, and read with it."""

    async def sit_down() -> tuple[str, dict[str, Tally]]:
        tables = Tables(tmp_path, lambda match: None, lambda match: False)
        match = await tables.create("russia1812", None, {}, {}, "en", "points", "", False)
        async with tables.hold(match) as table:
            for _ in range(40):
                side = table.match.to_act[0]
                await tables.commit(table, lambda m, side=side: m.play(side, m.options(side)[-1]))  # type: ignore[misc]
            found = table.tallies
        await tables.close()
        return match, found

    async def come_back(match: str) -> dict[str, Tally]:
        tables = Tables(tmp_path, lambda match: None, lambda match: False)
        async with tables.hold(match) as table:
            found = table.tallies
        await tables.close()
        return found

    match, before = asyncio.run(sit_down())
    assert all(tally.choice for tally in before.values())
    assert asyncio.run(come_back(match)) == before


def test_tallies_are_the_same_from_a_file() -> None:
    now, then = Standing({"french": 5}, {"1209": "french"}), Standing({"french": 4}, {"1209": ""})
    found = {"french": Tally(now, None, then), "russian": Tally()}
    assert tallies_of({seat: tally.plain() for seat, tally in found.items()}) == found
