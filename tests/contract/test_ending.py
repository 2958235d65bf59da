"""A match may be given up, or ended and counted, at any moment: in every game, and its record replays with it."""

from __future__ import annotations

import random
from functools import cache

import pytest
from msgspec import to_builtins

import grognard
from grognard import games
from grognard.kernel.decision import IllegalAction
from grognard.kernel.match import Match
from grognard.kernel.record import parse
from grognard.kernel.restore import restore, verify
from walks import LONGEST

GAMES = [info.id for info in grognard.catalog()]
DEPTHS = (0, 9, 40, 160)


@cache
def _under_way(name: str, depth: int) -> Match:
    rng = random.Random(f"{name}/{depth}")
    match = grognard.start(name, seed=f"ending-{name}")
    for _ in range(min(depth, LONGEST)):
        side = rng.choice(match.to_act)
        match.play(side, match.sample(side, rng))
    assert match.outcome is None
    return match


@pytest.mark.parametrize("how", ["resign", "settle"])
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", GAMES)
def test_a_match_may_be_ended_whoever_is_asked(name: str, depth: int, how: str) -> None:
    before = _under_way(name, depth)
    for side in before.sides:
        match = before.copy()
        assert match.why_not(side, how) == []
        told = match.play(side, how)
        assert match.outcome is not None
        assert match.to_act == ()
        assert match.outcome.reason == {"resign": "resigned", "settle": "settled"}[how]
        if how == "resign":
            assert match.outcome.winner == next(other for other in match.sides if other != side)
        else:
            assert match.outcome == match.game.verdict(before.state)._replace(reason="settled")
        for lang in ("en", "it"):
            assert "{" not in match.say(told[0], lang)
            assert match.game.outcome_text(match.outcome, lang) != match.outcome.reason
        for doing in (match.undo, match.redo):
            with pytest.raises(IllegalAction):
                doing(side)
        with pytest.raises(IllegalAction):
            match.play(side, how)
        assert match.why_not(side, how)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", GAMES)
def test_an_ended_match_is_shown_told_recorded_and_replayed(name: str, depth: int) -> None:
    match = _under_way(name, depth).copy()
    side = match.sides[depth % 2]
    match.play(side, "resign")
    text = match.record.dumps()
    assert text.rstrip().endswith(f"{side} resign")
    again = restore(match.game, parse(text))
    assert again.fingerprint == match.fingerprint
    assert again.record.dumps() == text
    assert verify(match.game, parse(text)) >= 0
    game = games.load(name)
    for lang in ("en", "it"):
        for who in (-1, 0, 1):
            face = game.face(match.state, who, lang)
            to_builtins([face.clock(), face.overlays(), face.cards(), face.stage(), face.sidebar(), face.side_note(0)])
            match.view(None if who < 0 else match.sides[who])
        told = game.chronicle(match, lang)
        assert told.headline
        assert match.outcome is not None
        assert match.outcome.winner is not None
        for named in (side, match.outcome.winner):
            assert game.army_name(match.setup, named, lang) in told.headline
