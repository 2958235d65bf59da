"""Undo and redo, tried for every side along walks of every game: nothing breaks, nothing that was learnt comes back.

Each try is on a copy. A refusal leaves everything as it was; an undo brings back the state before the side's own last
action (in a secret window with the others' answers kept), and redo leads on to where one was. What a window has shown,
or an action has told anybody, can never be taken back: that is looked for with twins (``attack.Undos.peek``).
"""

from __future__ import annotations

import pytest

import attack
import walks
from grognard.kernel import match as kernel


@pytest.fixture(autouse=True)
def short_ways_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replay from a state kept a few actions ago: the same code, many times as fast."""
    monkeypatch.setattr(kernel, "CHECKPOINT", 4)


@pytest.mark.parametrize(("variant", "policy"), attack.trails(*walks.POLICIES))
def test_every_side_may_try_undo_and_redo_after_every_action(variant: walks.Variant, policy: str) -> None:
    pace = attack.pace(variant.game)
    trail = attack.Trail(variant, policy, "undo", pace.steps)
    undos = attack.Undos(trail)
    for _ in trail:
        if trail.lucky(pace.undo, 1):
            undos.check(thorough=trail.lucky(8, 1))
    assert not undos.faults, attack.report(undos.faults)
    assert undos.allowed > 2


@pytest.mark.parametrize(("variant", "policy"), attack.trails())
def test_what_an_action_has_told_anybody_cannot_be_taken_back(variant: walks.Variant, policy: str) -> None:
    if walks.brought(variant.game, "TWINS") is None:
        return
    pace = attack.pace(variant.game)
    trail = attack.Trail(variant, policy, "peek", pace.steps)
    undos = attack.Undos(trail)
    for _ in trail:
        if trail.lucky(pace.peek, 1):
            undos.peek(3)
    assert not undos.faults, attack.report(undos.faults)
