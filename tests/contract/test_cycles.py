"""No answer leads nowhere: every one changes the position, and none brings back one that another answer had closed."""

from __future__ import annotations

import pytest

import attack
import walks

EVERY = 4  # how much more often than twins are compared


@pytest.mark.parametrize(("variant", "policy"), attack.trails())
def test_no_answers_lead_back_to_where_one_was(variant: walks.Variant, policy: str) -> None:
    pace = attack.pace(variant.game)
    trail = attack.Trail(variant, policy, "cycles", pace.steps)
    faults, been = [], {trail.match.fingerprint}
    for step in trail:
        now = trail.match.fingerprint
        if trail.match.last_line.dice:
            been.clear()  # a die that was thrown is not thrown again
        if now in been:
            faults.append(trail.fault("a position comes back", str(step.action)))
        been.add(now)
        if step.before.to_act == (step.side,) and trail.lucky(pace.twin / EVERY):
            way = attack.cycle(step.before, step.side, step.action, trail.chance)
            faults += [trail.fault("a way leads back", ", ".join(way))] if way else []
    assert not faults, attack.report(faults)
