"""Matches as an attacker goes at them, along one walk of every game, scenario and option, with everybody listening.

*Undo and redo*, tried for every side: nothing breaks, and nothing that was learnt comes back. Each try is on a copy. A
refusal leaves everything as it was; an undo brings back the state before the side's own last action (in a secret window
with the others' answers kept), and redo leads on to where one was.

*Peeks*: what a window has shown, or an action has told anybody, can never be taken back; looked for with twins.

*Twins* differ only in what a side may not know; they are compared by every channel: view, question, options in words,
tables, overlays, cards, stage, notes, sight, why, odds, forecast, rehearsal, lesson, log and its numbers, what undo and
redo say, the snapshot of the server and its size; for every seat and a spectator.

*Numbers*: a side's revisions count what it is shown, not what others do in silence.

*Cycles*: every answer changes the position, and none brings back one that another answer had closed.

*Stored positions*: each goes into a file and comes back, the same to everybody, and can be played on.
"""

from __future__ import annotations

import json

import pytest

import attack
import walks
from grognard.kernel import match as kernel
from grognard.kernel import stored
from grognard.kernel.match import Match

CYCLES = 4  # how much more often ways back are looked for than twins
STORED = 30  # one position in so many goes into a file


@pytest.fixture(autouse=True)
def short_ways_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replay from a state kept a few actions ago: the same code, many times as fast."""
    monkeypatch.setattr(kernel, "CHECKPOINT", 4)


@pytest.mark.parametrize(("variant", "policy"), attack.trails())
def test_nothing_breaks_and_nothing_leaks(variant: walks.Variant, policy: str) -> None:
    pace = attack.pace(variant.game)
    trail = attack.Trail(variant, policy, "attack", pace.steps)
    undos, numbers, seen = attack.Undos(trail), attack.Numbers(trail), Twins(trail, pace)
    been = {trail.match.fingerprint}
    faults: list[attack.Fault] = []
    stored_positions = 0
    for step in trail:
        if trail.lucky(pace.undo, 1):
            undos.check(thorough=trail.lucky(8, 1))
        if walks.brought(variant.game, "TWINS") is not None and trail.lucky(pace.peek, 1):
            undos.peek(3)
        if trail.lucky(pace.count, 1):
            numbers.check()
        seen.look(step)
        faults += cycles(trail, step, been, pace)
        if trail.number % STORED == 5:
            faults += stored_and_back(trail)
            stored_positions += 1
    faults += [*undos.faults, *numbers.faults, *seen.faults]
    assert not faults, attack.report(faults)
    assert undos.allowed > 2
    assert numbers.compared > 5
    assert seen.compared > 1
    assert stored_positions


@pytest.mark.parametrize(("variant", "policy"), attack.trails(*walks.POLICIES)[1::4])
def test_undo_and_redo_along_other_walks(variant: walks.Variant, policy: str) -> None:
    pace = attack.pace(variant.game)
    trail = attack.Trail(variant, policy, "undo", pace.steps)
    undos = attack.Undos(trail)
    for _ in trail:
        if trail.lucky(pace.undo, 1):
            undos.check(thorough=trail.lucky(8, 1))
    assert not undos.faults, attack.report(undos.faults)
    assert undos.allowed > 2


class Twins:
    """Nobody can tell twins apart by any channel."""

    def __init__(self, trail: attack.Trail, pace: attack.Pace) -> None:
        self.trail, self.pace = trail, pace
        self.compared = 0
        self.faults: list[attack.Fault] = []

    def look(self, step: attack.Step) -> None:
        trail = self.trail
        if trail.lucky(self.pace.twin, 1):
            probe = attack.Probe(step.before, [other.action for other in trail.past], trail.chance, 2)
            owner = trail.chance.randrange(len(step.before.sides))
            found = attack.check_twins(trail, step.before, probe, 1, [owner])
        elif trail.chance.random() * self.pace.count < 1:
            found = attack.check_glances(trail, step.before)
        else:
            return
        self.compared += found[0]
        self.faults += found[1]


def cycles(trail: attack.Trail, step: attack.Step, been: set[str], pace: attack.Pace) -> list[attack.Fault]:
    """No answers lead back to where one was."""
    faults = []
    now = trail.match.fingerprint
    if trail.match.last_line.dice:
        been.clear()  # a die that was thrown is not thrown again
    if now in been:
        faults.append(trail.fault("a position comes back", str(step.action)))
    been.add(now)
    if step.before.to_act == (step.side,) and trail.lucky(pace.twin / CYCLES):
        way = attack.cycle(step.before, step.side, step.action, trail.chance)
        faults += [trail.fault("a way leads back", ", ".join(way))] if way else []
    return faults


def stored_and_back(trail: attack.Trail) -> list[attack.Fault]:
    """A position goes into a file and comes back: the same facts, questions and views, and it can be played on."""
    match = trail.match
    if match.outcome is not None:
        return []
    again, text = through_a_file(match)
    if again.fingerprint != match.fingerprint:
        return [trail.fault("a stored position is another one", "fingerprint")]
    if json.dumps(stored.write(again.state)) != text:
        return [trail.fault("a stored position is written otherwise", "")]
    if found := attack.difference(attack.glances(match), attack.glances(again)):
        return [trail.fault("a stored position looks otherwise", found)]
    side, other = match.to_act[0], match.copy()
    action = match.sample(side, trail.chance)
    again.play(side, action)
    other.play(side, action)
    if again.fingerprint != other.fingerprint:
        return [trail.fault("a stored position goes on otherwise", str(action))]
    return []


def through_a_file(match: Match) -> tuple[Match, str]:
    text = json.dumps(stored.write(match.state))
    again = match.copy()
    again.state = stored.read(match.game, match.setup, json.loads(text), again.dice)
    again._offers = {}
    return again, text


def test_a_damaged_position_is_refused_with_a_sentence() -> None:
    match = walks.variants()[0].start("stored")
    whole = stored.write(match.state)
    for damage in ({}, {**whole, "agenda": [["NoSuchFrame", {}]]}, {**whole, "outcome": {"winner": 1}}):
        with pytest.raises(stored.StoredError, match="cannot be read"):
            stored.read(match.game, match.setup, damage, match.dice)
