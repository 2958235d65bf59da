"""The contract of every game in the catalog, checked on seeded walks, half of them uniform and half lively."""

from __future__ import annotations

import json
import random
import re
import traceback
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
PLAIN = {variant[:2]: variant for variant in reversed(walks.variants())}  # each scenario with its usual options
CASES = [  # these by both policies, the others by one of them in turn
    pytest.param((variant, policy), id=f"{variant}-{policy}")
    for number, variant in enumerate(walks.variants())
    for turn, policy in enumerate(walks.POLICIES)
    if variant == PLAIN[variant[:2]] or number % 2 == turn
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


class Listener:
    """One promise, looked at along a walk: one question in so many (``every``), of a long game only the first part.

    ``whole``: to its very end, however long.
    """

    every = 1
    whole = False

    def __init__(self, case: Case) -> None:
        self.variant, self.policy = case
        self.chance = random.Random(f"{type(self).__name__}/{self.variant}")

    def see(self, match: Match, side: str, action: Action) -> None:
        """A question, and how it will be answered."""

    def end(self, match: Match) -> None:
        """The game is over."""


@every_case
def test_what_every_game_promises(case: Case) -> None:
    """One walk to the end of the game; every listener looks at it."""
    variant, policy = case
    match = variant.start(f"{variant}/{policy}")
    listeners = [kind(case) for kind in Listener.__subclasses__()]
    faults: list[str] = []
    way = stubborn(walks.POLICIES[policy]) if policy == "uniform" else walks.POLICIES[policy]
    pace = walks.brought(variant.game, "PACE") or walks.LONGEST
    for number, (side, action) in enumerate(walks.walk(match, way, random.Random(policy))):
        for listener in listeners[:]:
            if (number < pace or listener.whole) and (number == 0 or listener.chance.random() * listener.every < 1):
                heed(listener, "see", (match, side, action), listeners, faults)
    for listener in listeners[:]:
        heed(listener, "end", (match,), listeners, faults)
    assert not faults, "\n\n".join(faults)


def heed(listener: Listener, what: str, given: tuple[Any, ...], listeners: list[Listener], faults: list[str]) -> None:
    """Let one listener look; one that has found a fault is heard no more, the others are."""
    try:
        getattr(listener, what)(*given)
    except Exception:
        match = given[0]
        asked = walks.question(match) if match.outcome is None else "the end"
        faults.append(f"{type(listener).__name__}, action {match.length}, {asked}:\n{traceback.format_exc(limit=-3)}")
        listeners.remove(listener)


def known(match: Match, side: str | None) -> dict[str, Any]:
    """A view but for the number of the revision."""
    view = match.view(side)
    del view["revision"]
    return view


def watchers(match: Match) -> list[str | None]:
    return [*match.sides, None]


# no dead end, bounded length, every option playable


class EveryQuestionIsAChoice(Listener):
    whole = True
    every = 2

    def see(self, match: Match, side: str, action: Action) -> None:
        walks.check(match)
        assert match.outcome is None
        for who in match.to_act:
            texts = [str(option) for option in match.options(who)]
            lone = match.options(who)[0]
            assert len(texts) > 1 or isinstance(lone, Region) or match.state.agenda[-1].must_ask(match.state)
            assert len(set(texts)) == len(texts)
            decision = match.decision(who)
            assert decision is not None
            assert decision.options == match.options(who)

    def end(self, match: Match) -> None:
        walks.check(match)
        assert match.to_act == ()
        assert match.outcome is not None
        assert match.outcome.winner in {*match.sides, None}
        assert set(match.outcome.score) == set(match.sides)
        assert [list(match.options(side)) for side in match.sides] == [[] for _ in match.sides]


class EveryOptionCanBePlayed(Listener):
    every = 12

    def see(self, match: Match, side: str, action: Action) -> None:
        before = match.fingerprint
        options = list(match.options(side))
        for option in self.chance.sample(options, min(8, len(options))):
            twin = match.copy()
            twin.play(side, walks.concrete(option, self.chance))
            walks.check(twin)
            assert twin.revision == match.revision + 1
        assert match.fingerprint == before


@every_case
def test_strange_positions_are_played_to_the_end(case: Case) -> None:
    variant, policy = case
    scramble = walks.brought(variant.game, "SCRAMBLE")
    if scramble is None:
        return
    for number in range(1 if walks.brought(variant.game, "PACE") else 2):
        match, rng = variant.start(f"strange {number}"), random.Random(f"{policy} {number}")
        scramble(match, rng)
        walks.tally(match, walks.POLICIES[policy], rng)
        assert match.outcome is not None


# notation


class NotationRoundTrips(Listener):
    every = 6

    def see(self, match: Match, side: str, action: Action) -> None:
        parse = match.game.lexicon.parse
        for option in match.options(side):
            answer = walks.concrete(option, self.chance)
            again = parse(str(answer))
            assert again is answer or (isinstance(option, Region) and again.args == answer.args)
            assert str(again) == str(answer)
            assert str(parse(f"  {str(answer).upper()} ")) == str(answer)
            assert match.why_not(side, str(answer)) == []
        by_text, by_object = match.copy(), match.copy()
        assert by_text.play(side, str(action)) == by_object.play(side, action)
        assert by_text.fingerprint == by_object.fingerprint


# undo: see also test_undo


def refused_undo(match: Match, side: str) -> list[str]:
    """Take back; the keys of the refusals if that may not be done."""
    try:
        match.undo(side)
    except grognard.IllegalAction as illegal:
        return [refusal.key for refusal in illegal.refusals]
    return []


class UndoGoesBackAsFarAsOneSideChoseAlone(Listener):
    """Long chains of undo cross checkpoints of the history."""

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self.depth = 0
        self.marks: list[tuple[str, str]] = []  # one position in three is known by its fingerprint

    def see(self, match: Match, side: str, action: Action) -> None:
        alone = self.marks if self.marks and self.marks[-1][0] == side else []
        self.marks = [*alone, (side, match.fingerprint if len(alone) % 3 == 0 else "")]
        if len(self.marks) > 20 and len(self.marks) % 23 == 0:
            twin = match.copy()
            for _, before in reversed(self.marks[:-1]):
                if refused_undo(twin, side):
                    break
                assert not before or twin.fingerprint == before
                self.depth += 1

    def end(self, match: Match) -> None:
        long_enough = self.policy == "uniform" and not walks.brought(self.variant.game, "PACE")
        assert self.depth >= 20 or not long_enough  # a walk cut short may meet no long chain


# records


class RecordsReplay(Listener):
    every = 400

    def see(self, match: Match, side: str, action: Action) -> None:
        again = grognard.loads(match.record.dumps())
        assert again.fingerprint == match.fingerprint
        assert again.to_act == match.to_act

    def end(self, match: Match) -> None:
        again = grognard.loads(match.record.dumps())
        assert again.record.dumps() == match.record.dumps()
        assert again.fingerprint == match.fingerprint
        assert again.outcome == match.outcome
        for who in watchers(match):
            assert again.log(who) == match.log(who)
            assert again.view(who) == match.view(who)


class AnUnfinishedRecordGoesOnWithTheSameDice(Listener):
    every = 600

    def see(self, match: Match, side: str, action: Action) -> None:
        first, second = match.copy(), grognard.loads(match.record.dumps())
        for twin in (first, second):
            steps = walks.walk(twin, walks.POLICIES[self.policy], random.Random("on"), longest=60)
            for _, _ in zip(range(50), steps, strict=False):
                pass
        assert first.fingerprint == second.fingerprint
        assert first.record.dumps() == second.record.dumps()


# copies


class CopiesAreIndependent(Listener):
    every = 160

    def see(self, match: Match, side: str, action: Action) -> None:
        before, text = match.fingerprint, match.record.dumps()
        views = [match.view(who) for who in watchers(match)]
        twin, bare = match.copy(), match.copy(history=False)
        assert twin.fingerprint == bare.fingerprint == before
        played = []
        for who, answer in walks.walk(twin, walks.lively, random.Random("twin")):
            if len(played) == 40:
                break
            played.append((who, answer))
        assert match.fingerprint == before
        assert match.record.dumps() == text
        assert [match.view(who) for who in watchers(match)] == views
        after = match.copy()
        for who, answer in played:
            after.play(who, answer)
            bare.play(who, answer)
        assert after.fingerprint == twin.fingerprint == bare.fingerprint


# views


class ViewsArePlainDataWithARevision(Listener):
    every = 25

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self.last = -1

    def see(self, match: Match, side: str, action: Action) -> None:
        assert match.revision > self.last
        self.last = match.revision
        for who in watchers(match):
            view = match.view(who)
            assert json.loads(json.dumps(view)) == view
            assert view["revision"] == match.seen(who)
            assert view["viewer"] == who
            assert view["game"] == self.variant.game
            assert view["scenario"] == self.variant.scenario
            assert view["options"] == dict(self.variant.options)
            assert view["to_act"] == list(match.to_act)
            offered = list(match.options(who)) if who is not None else []
            asked = view["decision"] or {"options": [], "regions": []}
            assert asked["options"] == [str(option) for option in offered if not isinstance(option, Region)]
            regions = [option for option in offered if isinstance(option, Region)]
            assert [region["text"] for region in asked["regions"]] == [str(region) for region in regions]
            check_regions(match, who, asked["regions"])


def check_regions(match: Match, who: str | None, regions: list[dict[str, Any]]) -> None:
    """Who has only the view can answer: every example is legal, and of the region's own verb."""
    for region in regions:
        assert region["examples"]
        for example in region["examples"]:
            assert example.split()[0] == region["verb"]
            assert match.why_not(who, example) == []


class ARegionAcceptsWhatItSamplesAndIsNoAnswerItself(Listener):
    every = 9

    def see(self, match: Match, side: str, action: Action) -> None:
        regions = [option for option in match.options(side) if isinstance(option, Region)]
        before = match.fingerprint if regions else ""
        for region in regions:
            for _ in range(3):
                answer = region.sample(self.chance)
                assert region.accepts(answer)
                assert answer.verb == region.verb
                assert match.why_not(side, str(answer)) == []
            check_refused(match, side, region)
        assert not regions or match.fingerprint == before


class AViewInHandDoesNotChangeWithTheGame(Listener):
    every = 60

    def see(self, match: Match, side: str, action: Action) -> None:
        views = [match.view(who) for who in watchers(match)]
        texts = [json.dumps(view) for view in views]
        twin = match.copy()
        twin.play(side, action)
        match.options(side)
        assert [json.dumps(view) for view in views] == texts


# refusals


class OptionsAreNeverRefusedAndOthersAlwaysWithAReason(Listener):
    every = 8

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self.seen: dict[str, Action] = {}

    def see(self, match: Match, side: str, action: Action) -> None:
        options = match.options(side)
        answers = [walks.concrete(option, self.chance) for option in options]
        assert all(match.why_not(side, answer) == [] for answer in answers)
        regions = {option.verb for option in options if isinstance(option, Region)}
        known = self.chance.sample(list(self.seen.values()), min(10, len(self.seen)))
        foreign = [answer for answer in known if answer not in options and answer.verb not in regions]
        mutated = [re.sub(r"\S+$", "NOWHERE", str(answer)) for answer in answers[:2] if answer.args]
        before = match.fingerprint
        for wrong in [*foreign, *map(str, foreign), *mutated, "", "nonsense", "undo"]:
            check_refused(match, side, wrong)
        assert match.fingerprint == before
        self.seen.update((str(answer), answer) for answer in answers)


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


class WhoOwesNothingIsOfferedNothingAndMayNotPlay(Listener):
    every = 10

    def see(self, match: Match, side: str, action: Action) -> None:
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


class AFinishedGameIsOverForEverybody(Listener):
    def see(self, match: Match, side: str, action: Action) -> None:
        self.last = action

    def end(self, match: Match) -> None:
        for side in match.sides:
            check_refused(match, side, self.last)
            assert [refusal.key for refusal in match.why_not(side, self.last)] == ["over"]


# words


class EveryQuestionAndEventCanBeSaidInEveryLanguage(Listener):
    def see(self, match: Match, side: str, action: Action) -> None:
        decision = match.decision(side)
        assert decision is not None
        for language in LANGUAGES:
            assert not re.search(r"[{}]|^prompt\.", decision.ask(language))
        assert re.fullmatch(r"\d+(\.\d+)+", decision.rule)

    def end(self, match: Match) -> None:
        told: dict[str, Any] = {}
        for who in watchers(match):
            told.update((event.key, event) for _, event in match.log(who))
        for event in told.values():
            for language in LANGUAGES:
                assert not re.search(r"[{}]|^event\.", match.say(event, language))
        assert len(told) > 10


# secrets: see also test_secrets


class WhispersReachOnlyTheirSide(Listener):
    whole = True
    every = walks.LONGEST

    def end(self, match: Match) -> None:
        secrets = walks.brought(self.variant.game, "SECRETS")
        assert match.game.secrets == (secrets is not None)
        whispered = 0
        for who in watchers(match):
            rank = match.sides.index(who) if who is not None else -1
            assert all(event.to in (-1, rank) for _, event in match.log(who))
            whispered += sum(event.to == rank != -1 for _, event in match.log(who))
        assert whispered or secrets is None


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
