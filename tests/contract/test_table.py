"""What every game sends to the table has the shape that the shell draws."""

from __future__ import annotations

import pytest
from msgspec import to_builtins

import grognard
from grognard import games
from grognard.kernel.briefing import briefing
from grognard.kernel.charts import charts
from grognard.kernel.rulebook import read


@pytest.mark.parametrize("name", [info.id for info in grognard.catalog()])
def test_tables_have_a_cell_under_every_head(name: str) -> None:
    game = games.load(name)
    for scenario in game.scenarios:
        match = grognard.start(name, scenario, seed="tables")
        for side in range(-1, len(game.sides)):
            for table in game.face(match.state, side, "en").sidebar().tables:
                assert table.rows == [] or {len(cells) for cells in table.rows} == {len(table.head)}
                assert all(isinstance(cell, str | int) for cells in table.rows for cell in cells)
                assert len(table.about) == len(table.rows)


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("name", [info.id for info in grognard.catalog()])
def test_the_legend_names_ground_and_counters(name: str, lang: str) -> None:
    game = games.load(name)
    for scenario in game.scenarios:
        scene = to_builtins(game.scene(game.set_up(scenario, None), lang))
        entries = scene["legend"]
        assert {key for entry in entries for key in entry} - {"label"} >= {"ground"}
        for entry in entries:
            assert len({"ground", "piece", "picture", "sign"} & set(entry)) == 1
            assert entry["label"]
            assert not entry["label"].startswith(("terrain.", "kind.", "flag.", "formation.", "legend.", "order."))
            known = entry.get("piece", {}).get("id")
            assert not known or known in scene["pieces"]


@pytest.mark.parametrize("name", [info.id for info in grognard.catalog()])
def test_a_piece_has_a_place_and_still_goes_by_the_old_name_for_other_peoples_programs(name: str) -> None:
    match = grognard.start(name, seed="places")
    for side in (None, *match.sides):
        pieces = [piece for kind in ("units", "generals", "backs") for piece in match.view(side).get(kind, ())]
        assert pieces or side is None
        assert all(piece["hex"] == piece.get("place") for piece in pieces)


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("name", [info.id for info in grognard.catalog()])
def test_every_game_has_its_charts_and_its_order_of_battle_in_both_languages(name: str, lang: str) -> None:
    game = games.load(name)
    match = grognard.start(name, seed="tables")
    own = game.face(match.state, 0, lang).sidebar().tables
    printed = charts(game.package, game.charts, lang)
    assert len({table.id for table in own + printed}) == len(own) + len(printed)
    assert len([table for table in own if table.id in ("combat", "terrain", "bombardment")]) + len(printed) >= 3
    for table in printed:
        assert len(table.rows) >= 1, table.title
        assert {len(cells) for cells in table.rows} == {len(table.head)}
        assert not any(mark in cell for cells in table.rows for cell in cells for mark in ("**", "|"))
    army = [table for table in own if table.topic in ("armies", "muster")]
    assert {about.side for table in army for about in table.about} >= set(game.sides)


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("name", [info.id for info in grognard.catalog()])
def test_the_briefing_of_every_side_says_who_what_and_how_long(name: str, lang: str) -> None:
    game = games.load(name)
    for scenario in game.scenarios:
        match = grognard.start(name, scenario, seed="briefing")
        for side in match.sides:
            told = briefing(match, side, lang)
            army = game.army_name(match.setup, side, lang)
            assert army in told.you
            assert min(map(len, (told.about, told.wins, told.long, told.special, told.standing))) > 20
            assert len(told.phases) >= 5
            assert told.rule in {paragraph.number for paragraph in read(game.package, lang)}
        assert briefing(match, None, lang).you == ""
