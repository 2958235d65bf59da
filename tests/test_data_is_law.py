"""What stands in a data file is read by somebody, or does not stand in its structure."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import grognard
from grognard import games
from grognard.games.tabletop.world import data
from grognard.kernel.game import DataError

pytestmark = pytest.mark.slow

SOURCE = Path(grognard.__file__).parent


def trees(folder: Path) -> Iterator[ast.AST]:
    for path in sorted(folder.rglob("*.py")):
        yield ast.parse(path.read_text(encoding="utf-8"))


def fields(game: str) -> Iterator[tuple[str, str]]:
    """The fields of every structure that a data file is decoded into."""
    for tree in trees(SOURCE / "games" / game / "world"):
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and any("Struct" in ast.unparse(base) for base in node.bases):
                for part in node.body:
                    if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                        yield node.name, part.target.id


def read(game: str) -> set[str]:
    """The attributes that a game's modules, bots and studies look at."""
    homes = [SOURCE / "games" / game, SOURCE / "bots", SOURCE / "studies"]
    return {
        node.attr
        for home in homes
        for tree in trees(home)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }


@pytest.mark.parametrize("game", games.known())
def test_every_field_of_a_data_file_is_read(game: str) -> None:
    known = list(fields(game))
    assert len(known) > 40
    seen = read(game)
    assert [f"{name}.{field}" for name, field in known if field not in seen] == []


def test_the_weather_of_the_file_decides() -> None:
    """[17.2.7] Campotenese: zones, ranges, steps and efficiency in snow come from the track in the data file."""
    state = grognard.start("vanguard", "campotenese", seed="snow").state
    assert state.zoc(1)
    guns = max(range(len(state.world.roster.range)), key=lambda u: state.world.roster.range[u])
    printed = state.reach_of_guns(guns)
    state.weather = 2
    assert (state.reach_of_guns(guns), bool(state.zoc(1))) == (1, True) != (printed, True)
    state.weather = 3
    assert (state.reach_of_guns(guns), state.zoc(1), state.sky.max_hexes_moved) == (0, 0, 1)
    was = state.world.skies
    state.world.skies = (*was[:3], msgspec.structs.replace(was[3], zoc=True, artillery_range=2))
    try:
        assert state.zoc(1)
        assert state.reach_of_guns(guns) == 2
    finally:
        state.world.skies = was


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"base_w": 2.5', b'"base_w": 3.5', "another base"),
        (b'"base_removed_every": 2', b'"base_removed_every": 3', "every second morale point"),
    ],
)
def test_a_sheet_that_contradicts_the_rules_is_refused(monkeypatch, old: bytes, new: bytes, said: str) -> None:
    whole = data.read("units.json")
    assert old in whole
    monkeypatch.setattr(data, "read", lambda name: whole.replace(old, new, 1))
    with pytest.raises(DataError, match=said):
        data.units.__wrapped__()


def test_a_footprint_that_the_formation_does_not_take_is_refused() -> None:
    army = data.scenario("crossroads").sides["A"]
    army.units[0].footprint = (5.0, 4.0)
    with pytest.raises(DataError, match="A-1"):
        data._check_army("crossroads A", army, {command.objective for command in army.commands}, data.units())
