"""Records outlive rules: every finished game of the corpus replays to the same end, and its dice can be verified."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import grognard
from grognard import games
from grognard.kernel.record import parse
from grognard.kernel.restore import verify

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parent / "golden"
RECORDS = sorted(GOLDEN.rglob("*.grog"))


def test_the_corpus_has_at_least_twenty_finished_games_a_game() -> None:
    for game in games.known():
        index = json.loads((GOLDEN / game / "index.json").read_text(encoding="utf-8"))
        assert sorted(index) == sorted(path.stem for path in (GOLDEN / game).glob("*.grog"))
        assert len(index) >= 20


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden_game_replays_to_the_same_end(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    match = grognard.loads(text)
    index = json.loads((path.parent / "index.json").read_text(encoding="utf-8"))
    assert match.outcome is not None
    assert match.outcome._asdict() == parse(text).result
    assert match.fingerprint == index[path.stem]
    assert match.record.dumps() == text


@pytest.mark.parametrize("path", RECORDS[:4], ids=lambda path: path.stem)
def test_golden_dice_come_from_their_seed(path: Path) -> None:
    record = parse(path.read_text(encoding="utf-8"))
    assert verify(games.load(record.game), record) == sum(len(line.dice) for line in record.lines) > 0
