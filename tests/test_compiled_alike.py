"""The compiled build answers as the interpreter does: games of every bot, played by both, are the same to the word."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import grognard
from grognard import bots, games
from grognard.kernel import match as kernel

ROOT = Path(__file__).parents[1]
LONG = {"random": 1500}  # decisions; of bots that think fewer
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(str(kernel.__file__).endswith(".py"), reason="the rules are not compiled"),
]


def told(game: str, bot: str) -> str:
    """A game of a bot against itself in each scenario, or its beginning, as a digest."""
    found = hashlib.sha256()
    for scenario in [name for name in games.load(game).scenarios if name != "custom"][:3]:
        match = grognard.start(game, scenario, dice=grognard.FastDice(f"{scenario}/{bot}"))
        players = {side: bots.make(bot, game, side, f"{bot}/{side}") for side in match.sides}
        for _ in range(LONG.get(bot, 250)):
            if match.outcome is None:
                side = match.to_act[0]
                match.play(side, bots.answer(players[side], match, side))
        found.update(f"{match.record.dumps()} {match.fingerprint}".encode())
    return found.hexdigest()


@pytest.mark.parametrize(("game", "bot"), [(game, bot) for game in games.known() for bot in bots.names(game)])
def test_a_bot_plays_the_same_game_compiled(game: str, bot: str) -> None:
    by_hand = subprocess.run(
        [sys.executable, __file__, game, bot],
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert by_hand.stdout.split() == ["interpreted", told(game, bot)]


if __name__ == "__main__":
    print("interpreted" if str(kernel.__file__).endswith(".py") else "compiled", told(sys.argv[1], sys.argv[2]))
