"""Bots at a table: whole matches played from views alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import grognard
from grognard import bots
from grognard.kernel.match import Match


def decisions(match: Match, players: dict[str, bots.Bot]) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Play a match to its end; every side, view and answer on the way, before the answer is played."""
    while match.outcome is None:
        side = match.to_act[0]
        view = match.view(side)
        answer = players[side].choose(view)
        yield side, view, answer
        match.play(side, answer)


def play_out(match: Match, players: dict[str, bots.Bot]) -> grognard.Outcome:
    for _ in decisions(match, players):
        pass
    assert match.outcome is not None
    return match.outcome
