"""Looks as an attacker takes them: twins that differ only in what a side may not know, compared by every channel.

View, question, options in words, tables, overlays, cards, stage, notes, sight, why, odds, forecast, rehearsal, lesson,
log and its numbers, what undo and redo say, the snapshot of the server and its size; for every seat and a spectator.
And numbers that only count: a side's revisions count what it is shown, not what others do in silence.
"""

from __future__ import annotations

import pytest

import attack
import walks


@pytest.mark.parametrize(("variant", "policy"), attack.trails())
def test_nobody_can_tell_twins_apart_by_any_channel(variant: walks.Variant, policy: str) -> None:
    pace = attack.pace(variant.game)
    trail = attack.Trail(variant, policy, "twins", pace.steps)
    compared, faults = 0, []
    for step in trail:
        if trail.lucky(pace.twin, 1):
            probe = attack.Probe(step.before, [other.action for other in trail.past], trail.chance, 2)
            found = attack.check_twins(trail, step.before, probe, 1, [trail.chance.randrange(len(step.before.sides))])
        elif trail.chance.random() * pace.count < 1:
            found = attack.check_glances(trail, step.before)
        else:
            continue
        compared += found[0]
        faults += found[1]
    assert not faults, attack.report(faults)
    assert compared > 1


@pytest.mark.parametrize(("variant", "policy"), attack.trails())
def test_numbers_count_what_a_side_is_shown(variant: walks.Variant, policy: str) -> None:
    pace = attack.pace(variant.game)
    trail = attack.Trail(variant, policy, "numbers", pace.steps)
    numbers = attack.Numbers(trail)
    for _ in trail:
        if trail.lucky(pace.count, 1):
            numbers.check()
    assert not numbers.faults, attack.report(numbers.faults)
    assert numbers.compared > 5
