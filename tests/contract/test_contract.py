"""The contract of every game in the catalog, checked on seeded walks, half of them uniform and half lively."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import grognard
import walks
import walks_russia1812
from grognard.kernel.action import Action, Region
from grognard.kernel.i18n import LANGUAGES
from grognard.kernel.match import Match
from toolkit1812 import Table

Case = tuple[walks.Variant, str]
CASES = [
    pytest.param((variant, policy), id=f"{variant}-{policy}")
    for variant in walks.variants()
    for policy in walks.POLICIES
]
every_case = pytest.mark.parametrize("case", CASES)


def stubborn(policy: walks.Policy) -> walks.Policy:
    """A policy by which, where several sides may answer, the one that chose last goes on."""
    last = [""]

    def choose(match: Match, rng: random.Random) -> tuple[str, Action]:
        side, action = policy(match, rng)
        while side != last[0] and last[0] in match.to_act:
            side, action = policy(match, rng)
        last[0] = side
        return side, action

    return choose


def stroll(
    case: Case, seed: str, every: int = 1, alone: bool = False, whole: bool = False
) -> Iterator[tuple[Match, str, Action, random.Random]]:
    """A walk of a case, looked at now and then: the match, the side to choose, its choice, a generator for checks.

    A game whose walks are long names how many decisions are enough (``PACE``), but for walks that must end.
    """
    variant, policy = case
    pace = None if whole else walks.brought(variant.game, "PACE")
    match = variant.start(f"{variant}/{seed}")
    chance = random.Random(f"{seed}/checks")
    chosen = stubborn(walks.POLICIES[policy]) if alone else walks.POLICIES[policy]
    for number, (side, action) in enumerate(walks.walk(match, chosen, random.Random(seed))):
        if number == pace:
            return
        if match.revision == 0 or chance.random() * every < 1:
            yield match, side, action, chance


def known(match: Match, side: str | None) -> dict[str, Any]:
    """A view but for the number of the revision."""
    view = match.view(side)
    del view["revision"]
    return view


def watchers(match: Match) -> list[str | None]:
    return [*match.sides, None]


# no dead end, bounded length, every option playable


@every_case
def test_a_walk_ends_and_every_question_is_a_choice(case: Case) -> None:
    for match, _, _, _ in stroll(case, "end", whole=True):
        walks.check(match)
        assert match.outcome is None
        for side in match.to_act:
            texts = [str(action) for action in match.options(side)]
            lone = match.options(side)[0]
            assert len(texts) > 1 or isinstance(lone, Region) or match.state.agenda[-1].must_ask(match.state)
            assert len(set(texts)) == len(texts)
            assert match.decision(side).options == match.options(side)
    walks.check(match)
    assert match.to_act == ()
    assert match.outcome.winner in {*match.sides, None}
    assert set(match.outcome.score) == set(match.sides)
    assert [list(match.options(side)) for side in match.sides] == [[] for _ in match.sides]


@every_case
def test_every_offered_option_can_be_played(case: Case) -> None:
    for match, side, _, chance in stroll(case, "play", every=12):
        before = match.fingerprint
        options = list(match.options(side))
        for action in chance.sample(options, min(8, len(options))):
            twin = match.copy()
            twin.play(side, walks.concrete(action, chance))
            walks.check(twin)
            assert twin.revision == match.revision + 1
        assert match.fingerprint == before


@every_case
def test_the_same_seed_and_choices_give_the_same_game(case: Case) -> None:
    first, second = ([match.fingerprint for match, _, _, _ in stroll(case, "twice", every=9)] for _ in range(2))
    assert first == second
    assert len(set(first)) > 10


@every_case
def test_strange_positions_are_played_to_the_end(case: Case) -> None:
    variant, policy = case
    scramble = walks.brought(variant.game, "SCRAMBLE")
    if scramble is None:
        return
    for number in range(1 if walks.brought(variant.game, "PACE") else 4):
        match, rng = variant.start(f"strange {number}"), random.Random(f"{policy} {number}")
        scramble(match, rng)
        walks.tally(match, walks.POLICIES[policy], rng)
        assert match.outcome is not None


# notation


@every_case
def test_notation_round_trips(case: Case) -> None:
    for match, side, chosen, chance in stroll(case, "text", every=6):
        parse = match.game.lexicon.parse
        for option in match.options(side):
            action = walks.concrete(option, chance)
            again = parse(str(action))
            assert again is action or (isinstance(option, Region) and again.args == action.args)
            assert str(again) == str(action)
            assert str(parse(f"  {str(action).upper()} ")) == str(action)
            assert match.why_not(side, str(action)) == []
        by_text, by_object = match.copy(), match.copy()
        assert by_text.play(side, str(chosen)) == by_object.play(side, chosen)
        assert by_text.fingerprint == by_object.fingerprint


# undo: see also test_undo


def refused_undo(match: Match, side: str) -> list[str]:
    """Take back; the keys of the refusals if that may not be done."""
    try:
        match.undo(side)
    except grognard.IllegalAction as illegal:
        return [refusal.key for refusal in illegal.refusals]
    return []


@every_case
def test_undo_goes_back_as_far_as_one_side_chose_alone(case: Case) -> None:
    """Long chains of undo cross checkpoints of the history."""
    depth = 0
    marks: list[tuple[str, str]] = []
    for match, side, _, _ in stroll(case, "chain", alone=True):
        marks = [*(marks if marks and marks[-1][0] == side else []), (side, match.fingerprint)]
        if len(marks) > 20 and len(marks) % 7 == 0:
            twin = match.copy()
            for _, before in reversed(marks[:-1]):
                if refused_undo(twin, side):
                    break
                assert twin.fingerprint == before
                depth += 1
    assert depth >= 20 or walks.brought(case[0].game, "PACE")  # a walk cut short may meet no long chain


# records


@every_case
def test_a_record_replays_to_the_same_state(case: Case) -> None:
    for match, _, _, _ in stroll(case, "record", every=150):
        again = grognard.loads(match.record.dumps())
        assert again.fingerprint == match.fingerprint
        assert again.to_act == match.to_act
    again = grognard.loads(match.record.dumps())
    assert again.record.dumps() == match.record.dumps()
    assert again.fingerprint == match.fingerprint
    assert again.outcome == match.outcome
    for who in watchers(match):
        assert again.log(who) == match.log(who)
        assert again.view(who) == match.view(who)


@every_case
def test_an_unfinished_record_goes_on_with_the_same_dice(case: Case) -> None:
    for match, _, _, _ in stroll(case, "go on", every=300):
        first, second = match.copy(), grognard.loads(match.record.dumps())
        policy = walks.POLICIES[case[1]]
        for twin in (first, second):
            steps = walks.walk(twin, policy, random.Random("on"), longest=60)
            for _, _ in zip(range(50), steps, strict=False):
                pass
        assert first.fingerprint == second.fingerprint
        assert first.record.dumps() == second.record.dumps()


# copies


@every_case
def test_copies_are_independent(case: Case) -> None:
    for match, _, _, _ in stroll(case, "copy", every=80):
        before, text = match.fingerprint, match.record.dumps()
        views = [match.view(who) for who in watchers(match)]
        twin = match.copy()
        assert twin.fingerprint == before
        played = []
        for side, action in walks.walk(twin, walks.lively, random.Random("twin")):
            if len(played) == 40:
                break
            played.append((side, action))
        assert match.fingerprint == before
        assert match.record.dumps() == text
        assert [match.view(who) for who in watchers(match)] == views
        after = match.copy()
        for side, action in played:
            after.play(side, action)
        assert after.fingerprint == twin.fingerprint


# views


@every_case
def test_views_are_plain_data_with_a_revision(case: Case) -> None:
    last = -1
    for match, _, _, _ in stroll(case, "view", every=25):
        assert match.revision > last
        last = match.revision
        for who in watchers(match):
            view = match.view(who)
            assert json.loads(json.dumps(view)) == view
            assert view["revision"] == match.seen(who)
            assert view["viewer"] == who
            assert view["game"] == case[0].game
            assert view["scenario"] == case[0].scenario
            assert view["options"] == dict(case[0].options)
            assert view["to_act"] == list(match.to_act)
            offered = list(match.options(who)) if who is not None else []
            asked = view["decision"] or {"options": [], "regions": []}
            assert asked["options"] == [str(action) for action in offered if not isinstance(action, Region)]
            regions = [action for action in offered if isinstance(action, Region)]
            assert [region["text"] for region in asked["regions"]] == [str(region) for region in regions]
            check_regions(match, who, asked["regions"])


def check_regions(match: Match, who: str | None, regions: list[dict[str, Any]]) -> None:
    """Who has only the view can answer: every example is legal, and of the region's own verb."""
    for region in regions:
        assert region["examples"]
        for example in region["examples"]:
            assert example.split()[0] == region["verb"]
            assert match.why_not(who, example) == []


@every_case
def test_a_region_accepts_what_it_samples_and_is_no_answer_itself(case: Case) -> None:
    for match, side, _, chance in stroll(case, "region", every=9):
        before = match.fingerprint
        for region in [option for option in match.options(side) if isinstance(option, Region)]:
            for _ in range(3):
                action = region.sample(chance)
                assert region.accepts(action)
                assert action.verb == region.verb
                assert match.why_not(side, str(action)) == []
            check_refused(match, side, region)
        assert match.fingerprint == before


@every_case
def test_a_view_in_hand_does_not_change_with_the_game(case: Case) -> None:
    for match, side, action, _ in stroll(case, "frozen", every=60):
        views = [match.view(who) for who in watchers(match)]
        texts = [json.dumps(view) for view in views]
        twin = match.copy()
        twin.play(side, action)
        match.options(side)
        assert [json.dumps(view) for view in views] == texts


# refusals


@every_case
def test_options_are_never_refused_and_others_always_with_a_reason(case: Case) -> None:
    seen: dict[str, Action] = {}
    for match, side, _, chance in stroll(case, "why", every=5):
        options = match.options(side)
        answers = [walks.concrete(option, chance) for option in options]
        assert all(match.why_not(side, action) == [] for action in answers)
        regions = {option.verb for option in options if isinstance(option, Region)}
        known = chance.sample(list(seen.values()), min(10, len(seen)))
        foreign = [action for action in known if action not in options and action.verb not in regions]
        mutated = [re.sub(r"\S+$", "NOWHERE", str(action)) for action in answers[:2] if action.args]
        before = match.fingerprint
        for wrong in [*foreign, *map(str, foreign), *mutated, "", "nonsense", "undo"]:
            check_refused(match, side, wrong)
        assert match.fingerprint == before
        seen.update((str(action), action) for action in answers)


def check_refused(match: Match, side: str, wrong: Any) -> None:
    refusals = match.why_not(side, wrong)
    assert refusals, f"{wrong} is not offered and not refused"
    for refusal in refusals:
        assert re.fullmatch(r"(\d+(\.\d+)+)?", refusal.rule)
        for language in LANGUAGES:
            said = refusal.say(language)
            assert said
            assert not re.search(r"[{}]|refusal\.", said), said
    with pytest.raises(grognard.IllegalAction) as caught:
        match.play(side, wrong)
    assert caught.value.refusals == refusals


@every_case
def test_who_owes_nothing_is_offered_nothing_and_may_not_play(case: Case) -> None:
    for match, side, action, _ in stroll(case, "other", every=10):
        before = match.fingerprint
        for other in set(match.sides) - set(match.to_act):
            assert list(match.options(other)) == []
            assert match.decision(other) is None
            assert match.view(other)["decision"] is None
            check_refused(match, other, action)
            with pytest.raises(grognard.IllegalAction):
                match.play(other, str(action))
        assert match.fingerprint == before
        assert side in match.to_act


def test_a_finished_game_is_over_for_everybody() -> None:
    for variant in walks.variants()[:1]:
        match = variant.start("over")
        last = list(walks.walk(match, walks.uniform, random.Random(0)))[-1]
        for side in match.sides:
            check_refused(match, side, last[1])
            assert [r.key for r in match.why_not(side, last[1])] == ["over"]


# words


@every_case
def test_every_question_and_event_can_be_said_in_every_language(case: Case) -> None:
    told: dict[str, Any] = {}
    for match, side, _, _ in stroll(case, "words"):
        decision = match.decision(side)
        for language in LANGUAGES:
            assert not re.search(r"[{}]|^prompt\.", decision.ask(language))
        assert re.fullmatch(r"\d+(\.\d+)+", decision.rule)
    for who in watchers(match):
        told.update((event.key, event) for _, event in match.log(who))
    for event in told.values():
        for language in LANGUAGES:
            assert not re.search(r"[{}]|^event\.", match.say(event, language))
    assert len(told) > 10


# secrets: see also test_secrets


@every_case
def test_a_game_says_whether_it_has_secrets(case: Case) -> None:
    match = case[0].start("open or not")
    assert match.game.secrets == (walks.brought(case[0].game, "SECRETS") is not None)


@every_case
def test_whispers_reach_only_their_side(case: Case) -> None:
    whispered = 0
    match = [match for match, _, _, _ in stroll(case, "whisper", every=100, whole=True)][-1]
    assert match.outcome is not None
    for who in watchers(match):
        rank = match.sides.index(who) if who is not None else -1
        assert all(event.to in (-1, rank) for _, event in match.log(who))
        whispered += sum(event.to == rank != -1 for _, event in match.log(who))
    assert whispered or walks.brought(case[0].game, "SECRETS") is None


# what strange positions have shown, in small


def test_1812_reinforcements_leave_no_enemy_depot_under_their_feet() -> None:
    """R-8.7b, by its reason: opposing pieces never share a hex. Either Kiev is closed to them, or the Depot is lost."""
    t = Table({}, turn=2, depots={"french": ["1317"]})
    t.wait("R-DAN-I1")
    t.cossacks()
    if "place R-DAN-I1 1317" in t.options("russian"):
        t.play("russian", "place R-DAN-I1 1317")
        assert t.s.lost_trains == [1, 0]
    walks_russia1812.check_supply(t.s)
