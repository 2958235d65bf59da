"""The rule ledger: no paragraph of a finished game is missing, no citation points nowhere, both languages agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard import games
from grognard.kernel import rulebook
from grognard.kernel.i18n import LANGUAGES
from grognard.kernel.match import ENDED
from grognard.kernel.record import parse

TESTS = Path(__file__).parent / "games"
GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("game", games.known())
def test_every_paragraph_is_enforced_or_explained(game: str) -> None:
    rows = rulebook.ledger(games.load(game).package, TESTS / game)
    assert [row.number for row in rows if row.state == "missing"] == []


@pytest.mark.parametrize("game", games.known())
def test_every_citation_points_to_a_paragraph(game: str) -> None:
    assert rulebook.strays(games.load(game).package, TESTS / game) == []


@pytest.mark.parametrize("game", games.known())
def test_the_rulebook_is_the_same_in_both_languages(game: str) -> None:
    package = games.load(game).package
    english, italian = rulebook.read(package, "en"), rulebook.read(package, "it")
    assert [(p.number, p.explained) for p in english] == [(p.number, p.explained) for p in italian]
    assert all(len(p.text) > 20 and p.title for p in english + italian)
    assert all(e.text != i.text for e, i in zip(english, italian, strict=True))


@pytest.mark.parametrize("name", games.known())
def test_every_end_of_a_game_has_its_paragraph_and_its_sentence(name: str) -> None:
    game = games.load(name)
    known = {p.number for p in rulebook.read(game.package)}
    results = [parse(path.read_text(encoding="utf-8")).result for path in (GOLDEN / name).glob("*.grog")]
    assert {result["reason"] for result in results if result} <= set(game.endings)
    assert set(game.endings.values()) <= known
    for reason in game.endings:
        assert all(f"reason.{reason}" in game.words.messages[language] for language in LANGUAGES)
    written = {key.partition(".")[2] for key in game.words.messages["en"] if key.startswith("reason.")}
    assert written - set(ENDED) == set(game.endings)  # how people end a match is no rule of a game


def test_russia1812_has_all_of_rules_1_to_14() -> None:
    rows = rulebook.read("grognard.games.russia1812")
    sizes = {
        "1": 2,
        "2": 3,
        "3": 7,
        "4": 3,
        "5": 3,
        "6": 6,
        "7": 8,
        "8": 8,
        "9": 3,
        "10": 8,
        "11": 19,
        "12": 2,
        "13": 3,
        "14": 7,
    }
    for section, size in sizes.items():
        numbers = [row.number for row in rows if row.number.split(".")[0] == section]
        assert numbers == [f"{section}.{n}" for n in range(1, size + 1)]


def test_russia1812_has_all_of_rules_15_and_16() -> None:
    numbers = [row.number for row in rulebook.read("grognard.games.russia1812")]
    assert [n for n in numbers if n.startswith("16.")] == [f"16.{n}" for n in range(1, 14)]
    assert [n for n in numbers if n.startswith("15.")] == ["15.1", "15.2"]


def test_a_broken_ledger_is_seen(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text("def test_8_4_a():\n    pass\n\n\ndef test_8_99_b():\n    pass\n")
    rows = rulebook.ledger("grognard.games.russia1812", tmp_path)
    assert [row.number for row in rows if row.state == "enforced"] == ["8.4"]
    assert rulebook.strays("grognard.games.russia1812", tmp_path) == ["8.99"]


def test_search_finds_by_number_section_and_words() -> None:
    paragraphs = rulebook.read("grognard.games.russia1812")
    assert [p.number for p in rulebook.search(paragraphs, "8.4")] == ["8.4"]
    assert [p.number for p in rulebook.search(paragraphs, "12")] == ["12.1", "12.2"]
    assert "13.1" in [p.number for p in rulebook.search(paragraphs, "cossack")]
    assert rulebook.search(paragraphs, "submarine") == []
