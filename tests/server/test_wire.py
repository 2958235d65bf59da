"""What the server sends has the shapes of ``kernel/wire``, and the client's types are written from them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

import wiretypes
from grognard import games
from grognard.kernel import wire
from grognard.kernel.action import Region
from grognard.kernel.match import Match
from grognard.kernel.record import parse
from grognard.server import snapshot
from grognard.server.guard import encode
from grognard.server.replay import Replay
from grognard.server.store import Header, Seat
from grognard.server.table import Table
from pupil import LESSONS, Class

GOLDEN = Path(__file__).parents[1] / "golden"
CHOSEN = {"russia1812": ("28", "36"), "vanguard": ("09",), "merde": ("00",), "tabletop": ("00",)}
LOOKS = 4  # positions looked at in a game
T = TypeVar("T")


def received(value: object, kind: type[T]) -> T:
    """As a program reads it that knows these shapes and no others."""
    return msgspec.json.decode(encode(value), type=kind)


def positions(game: str) -> Iterator[Match]:
    """Golden games at some of their moments, the last one over."""
    for path in sorted((GOLDEN / game).glob("*.grog")):
        if path.stem[:2] in CHOSEN[game]:
            replay = Replay(games.load(game), parse(path.read_text(encoding="utf-8")))
            for look in range(LOOKS + 1):
                yield replay.at(replay.length * look // LOOKS)


def table_of(match: Match, lesson: bool = False) -> Table:
    seats = tuple(Seat(side, "human", "") for side in match.sides)
    setup = match.setup
    header = Header("m", "", "en", lesson, 0, 0, 0, match.game.id, setup.scenario, setup.options, {}, None, seats)
    return Table(header, match)


def test_the_clients_types_are_written_from_these_shapes() -> None:
    assert wiretypes.TARGET.read_text(encoding="utf-8") == wiretypes.written(), "run: python tests/wiretypes.py"


@pytest.mark.slow
@pytest.mark.parametrize("game", games.known())
def test_a_match_is_sent_as_it_is_described(game: str) -> None:
    asked = 0
    for match in positions(game):
        table = table_of(match)
        for seat in (None, *match.sides):
            shown = received(snapshot.live(table, seat, "en"), wire.Snapshot)
            assert shown.missing == []
            asked += shown.decision is not None
            if seat in match.to_act:
                ask(match, str(seat))
        past = snapshot.past(table, match, snapshot.ALL, "it", 3, 9)
        assert received(past, wire.Snapshot).at == 3
    assert asked >= LOOKS


def ask(match: Match, seat: str) -> None:
    """What can be asked about the first option and the last, and about where they are."""
    face = match.game.face(match.state, match.sides.index(seat), "en")
    options = match.options(seat)
    for option in (options[0], options[-1]):
        action = match.game.lexicon.parse(option.as_data()["examples"][0]) if isinstance(option, Region) else option
        received(face.forecast(action, {}), wire.Forecast | None)  # type: ignore[arg-type]
        received(face.rehearse(action), wire.Rehearsal | None)  # type: ignore[arg-type]
        place = None if isinstance(option, Region) else received(face.describe(option), wire.Option).place
        received(face.sight(place or ""), wire.Sight | None)  # type: ignore[arg-type]


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_a_lesson_is_sent_as_it_is_described(game: str, name: str) -> None:
    given = Class(game, name)
    told = next(given.questions(1))
    shown = received(snapshot.live(table_of(given.match, lesson=True), given.lesson.side, "en"), wire.Snapshot)
    assert shown.lesson == told


def test_catalogue_scenes_books_and_the_list_of_matches_are_sent_as_they_are_described(server: Any) -> None:
    for info in msgspec.convert(server.get("/api/catalog").json(), list[wire.GameInfo]):
        for scenario in info.scenarios:
            scene = server.get(f"/api/games/{info.id}/scene", params={"scenario": scenario.id}).json()
            assert msgspec.convert(scene, wire.Scene).kind
        book = server.get(f"/api/games/{info.id}/rulebook").json()
        assert msgspec.convert(book, wire.Rulebook).paragraphs
        server.new(game=info.id)
    assert msgspec.convert(server.get("/api/matches").json(), list[wire.MatchInfo])
