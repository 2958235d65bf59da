"""Nothing handed out can change a match; a deep copy and a pickle are copies."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

import attack
import grognard
import walks
from grognard.kernel.action import Action, Region
from grognard.kernel.match import Match

DEEP = 12


def spoil(found: Any, depth: int = 0) -> None:
    """Overwrite, add to and clear whatever can be changed, as deep as it goes. What refuses is as it should be."""
    if depth > DEEP or found is None or isinstance(found, str | int | float | bytes | bool | Action | type):
        return
    if isinstance(found, dict):
        for value in list(found.values()):
            spoil(value, depth + 1)
        attempt(lambda: found.update({"spoilt": "spoilt"}), found.clear)
        return
    if isinstance(found, list | tuple | set | frozenset):
        for value in list(found):
            spoil(value, depth + 1)
        attempt(
            lambda: found.__setitem__(0, "spoilt"),
            lambda: found.append("spoilt"),
            lambda: found.add("spoilt"),
            lambda: found.clear(),
        )
        return
    for name in [name for name in vars(found) if not name.startswith("_")] if hasattr(found, "__dict__") else []:
        spoil(getattr(found, name), depth + 1)


def attempt(*deeds: Callable[[], Any]) -> None:
    for deed in deeds:
        try:
            deed()
        except (AttributeError, TypeError, IndexError, KeyError):
            continue


def handed_out(match: Match, action: Action) -> dict[str, Callable[[], Any]]:
    """Everything a match hands out, each asked for anew."""
    side = match.to_act[0]
    return {
        "options": lambda: match.options(side),
        "decision.options": lambda: match.decision(side).options,
        "decision.args": lambda: match.decision(side).args,
        "view": lambda: [match.view(seat) for seat in attack.watchers(match)],
        "log": lambda: match.log(side),
        "to_act": lambda: match.to_act,
        "steps": lambda: match.steps(side),
        "odds": lambda: match.odds(side, action),
        "why_not": lambda: match.why_not(side, "nonsense"),
        "sides": lambda: match.sides,
        "record.lines": lambda: match.record.lines,
        "record.marks": lambda: match.record.marks,
        "record.streams": lambda: match.record.streams,
        "record.options": lambda: match.record.options,
        "setup.options": lambda: match.setup.options,
    }


def told(match: Match, action: Action) -> Any:
    """What must not change."""
    side = match.to_act[0] if match.to_act else match.sides[0]
    return (
        match.fingerprint,
        attack.glances(match),
        match.record.dumps(),
        dict(match.setup.options),
        [match.seen(seat) for seat in attack.watchers(match)],
        str(match.odds(side, action)),
    )


def spoilt(match: Match, action: Action, found: Any) -> str:
    """What has changed of a match when something it handed out was spoilt; empty if nothing."""
    was = repr(told(match, action))
    spoil(found)
    try:
        now = repr(told(match, action))
    except Exception as fault:
        return f"the match is broken: {type(fault).__name__}: {fault}"
    at = next((n for n, (a, b) in enumerate(zip(was, now, strict=False)) if a != b), 0)
    return "" if was == now else f"{was[max(0, at - 60) : at + 60]} | {now[max(0, at - 60) : at + 60]}"


def looked_at(variant: walks.Variant, policy: str, seed: str) -> list[attack.Step]:
    """A few steps of a walk, early and late."""
    pace = attack.pace(variant.game)
    trail = attack.Trail(variant, policy, seed, pace.steps // 3)
    marks = {1, pace.steps // 3}
    return [step for step in trail if trail.number in marks]


@pytest.mark.parametrize(("variant", "policy"), attack.trails())
def test_nothing_handed_out_can_change_a_match(variant: walks.Variant, policy: str) -> None:
    faults = []
    for step in looked_at(variant, policy, "handed out"):
        match = step.before.copy()
        happened = match.play(step.side, step.action)
        if found := spoilt(match, step.action, happened):
            faults.append(f"what play returns, at {step.asked}: {found}")
        match = step.before.copy()
        for name, ask in handed_out(match, step.action).items():
            if found := spoilt(match, step.action, ask()):
                faults.append(f"{name} at {step.asked}: {found}")
                if "broken" in found:
                    break
    assert not faults, "\n".join(faults[:8])


@pytest.mark.parametrize(("variant", "policy"), attack.trails())
def test_an_action_put_among_the_options_stays_illegal(variant: walks.Variant, policy: str) -> None:
    for step in looked_at(variant, policy, "smuggled"):
        match, side = step.before.copy(), step.side
        assert isinstance(match.options(side), tuple)
        assert isinstance(match.decision(side).options, tuple)
        wrong = smuggled(match, side)
        was = match.fingerprint
        spoil_with(match.options(side), wrong)
        spoil_with(match.decision(side).options, wrong)
        assert match.why_not(side, wrong)
        with pytest.raises(grognard.IllegalAction):
            match.play(side, wrong)
        assert match.fingerprint == was


def smuggled(match: Match, side: str) -> Action:
    """An action of this game that is not legal now."""
    make, verbs = match.game.lexicon.make, match.game.lexicon.verbs
    regions = {option.verb for option in match.options(side) if isinstance(option, Region)}
    bare = [make(verb) for verb, forms in verbs.items() if () in forms and verb not in regions]
    return next(action for action in bare if action not in match.options(side))


def spoil_with(options: Any, wrong: Action) -> None:
    attempt(lambda: options.append(wrong))


COPIES: dict[str, Callable[[Match], Match]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda match: pickle.loads(pickle.dumps(match)),
}


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize(("variant", "policy"), attack.trails())
def test_a_deep_copy_and_a_pickle_are_copies(variant: walks.Variant, policy: str, way: str) -> None:
    steps = looked_at(variant, policy, "copies")
    for step in steps[:-1]:
        early = COPIES[way](step.before)
        assert early.fingerprint == step.before.fingerprint
        assert not attack.difference(attack.glances(step.before), attack.glances(early))
    step = steps[-1]
    match = step.before
    again, plain = COPIES[way](match), match.copy()
    assert again.fingerprint == match.fingerprint
    assert again.record.dumps() == match.record.dumps()
    assert not attack.difference(attack.glances(plain), attack.glances(again))
    chance = random.Random("options")
    for side in match.to_act:
        answers = [walks.concrete(option, chance) for option in again.options(side)][:40]
        assert [answer for answer in answers if again.why_not(side, answer)] == []
    ends = []
    for twin in (plain, again):
        onward = walks.walk(twin, walks.POLICIES[policy], random.Random("on"))
        for _ in zip(range(min(50, attack.pace(variant.game).steps // 4)), onward, strict=False):
            pass
        ends.append((twin.fingerprint, twin.record.dumps()))
    assert ends[0] == ends[1]
    assert match.fingerprint == step.before.fingerprint


@pytest.mark.parametrize(("variant", "policy"), attack.trails())
def test_a_copy_answers_for_itself_when_the_match_goes_on(variant: walks.Variant, policy: str) -> None:
    """What a copy offers, and what it accepts, does not follow the original."""
    for step in looked_at(variant, policy, "apart"):
        one = step.before.copy()
        wanted = attack.glances(one)
        gone = step.before.copy()
        twin = gone.copy()
        gone.play(step.side, step.action)
        assert not attack.difference(wanted, attack.glances(twin))


def test_a_region_samples_what_it_accepts_at_the_edge_of_an_order() -> None:
    """[3.6] Who defends stands so near his limit that the longest advance, written as a place, lies beyond it."""
    match = attack.reach(walks.Variant("tabletop", "crossroads", {}), "lively", "fuzz/99/2", 500).match
    side = match.to_act[0]
    for region in [option for option in match.options(side) if isinstance(option, Region)]:
        for n in range(20):
            assert match.why_not(side, str(region.sample(random.Random(n)))) == []
