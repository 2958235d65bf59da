"""What a match gives away: copies, lists and numbers that change nothing and tell nothing."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

import grognard
from grognard.kernel.action import Action, Lexicon
from grognard.kernel.dice import Dice, FastDice, ScriptedDice
from grognard.kernel.frame import Frame, State
from grognard.kernel.game import Game, Setup, SetupError
from grognard.kernel.i18n import Catalogue
from grognard.kernel.match import Match, begin
from grognard.kernel.part import row
from toolkit1812 import Table

LEXICON = Lexicon({"lift": [("number",)], "think": [()], "whisper": [()], "pass": [()]}, {})


@dataclass(eq=False, repr=False)
class Cups(State):
    """Three cups and a ball; north lifts them while south looks on."""

    ball: int = 2
    lifted: list[int] = row()
    thoughts: int = 0


class Lift(Frame[Cups]):
    rule = "1.1"

    def options(self, state: Cups, side: int) -> Sequence[Action]:
        cups = [LEXICON.make("lift", n) for n in (1, 2, 3) if n not in state.lifted]
        return [*cups, LEXICON.make("think"), LEXICON.make("whisper"), LEXICON.make("pass")]

    def apply(self, state: Cups, side: int, action: Action) -> None:
        if action.verb == "lift":
            state.lifted.append(action.args[0])
        state.hush(action.verb in ("think", "whisper"))
        state.thoughts += action.verb in ("think", "whisper")
        if action.verb == "whisper":
            state.whisper(1 - side, "psst")
        state.agenda.append(Lift(1 - side if action.verb == "pass" else side))


class CupGame(Game):
    id, title, package, ruleset = "cups", "Cups", "grognard.kernel", 1
    sides, editions, scenarios = ("north", "south"), (1,), ("only",)

    def __init__(self) -> None:
        self.lexicon = LEXICON
        self.words = Catalogue(self.package)
        self.data_hash = "0"

    def new(self, setup: Setup, dice: Dice) -> State:
        state = Cups(dice)
        state.agenda.append(Lift(0))
        return state

    def view(self, state: State, side: int) -> dict[str, Any]:
        assert isinstance(state, Cups)
        return {"lifted": state.lifted[:], "ball": state.ball if state.ball in state.lifted else None}

    def glimpse(self, state: State, side: int) -> frozenset[tuple[object, ...]]:
        assert isinstance(state, Cups)
        return frozenset([("ball", state.ball)] if state.ball in state.lifted else [])


def cups() -> Match:
    game = CupGame()
    return begin(game, game.set_up(None, None), dice=ScriptedDice())


def keys(call: Any) -> list[str]:
    with pytest.raises(grognard.IllegalAction) as caught:
        call()
    return [refusal.key for refusal in caught.value.refusals]


# looks cannot be taken back


def test_what_has_shown_something_cannot_be_taken_back() -> None:
    match = cups()
    match.play("north", "lift 1")
    match.undo("north")
    match.play("north", "lift 2")
    before = match.fingerprint
    assert keys(lambda: match.undo("north")) == ["undo.learnt"]
    assert match.fingerprint == before
    assert match.view("north")["ball"] == 2


def test_what_was_seen_before_may_be_left_again() -> None:
    match = cups()
    match.play("north", "lift 2")
    match.play("north", "lift 1")
    match.undo("north")
    assert match.view("north")["lifted"] == [2]


# numbers count what is shown


def test_steps_that_show_nothing_are_not_counted_for_others() -> None:
    match = cups()
    for action in ("think", "think", "lift 1", "whisper"):
        match.play("north", action)
    assert [match.seen(side) for side in ("north", "south", None)] == [4, 2, 1]
    assert [match.steps(side) for side in ("north", "south", None)] == [[1, 2, 3, 4], [3, 4], [3]]
    assert match.view("south")["revision"] == 2
    match.undo("north")
    assert [match.seen(side) for side in ("north", "south", None)] == [5, 3, 1]


def test_a_step_after_which_another_is_asked_is_counted() -> None:
    match = cups()
    match.play("north", "think")
    match.play("north", "pass")
    assert [match.seen(side) for side in ("north", "south", None)] == [2, 1, 1]


# nothing handed out can change a match


def test_lists_that_are_handed_out_are_nobody_elses() -> None:
    match = grognard.start("russia1812", seed="hands")
    illegal = match.game.lexicon.parse("deploy R-1II-I1 0308")
    assert isinstance(match.options(match.to_act[0]), tuple)
    assert isinstance(match.decision(match.to_act[0]).options, tuple)
    side = match.to_act[0]
    events = match.play(side, match.options(side)[0])
    told = match.log(side)
    events.clear()
    match.setup.options["edition"] = 7
    match.record.options["edition"] = 7
    match.record.streams.clear()
    match.log(side).clear()
    assert match.log(side) == told
    assert match.setup.options["edition"] == 2
    assert match.record.streams
    assert illegal not in match.options(match.to_act[0])


@pytest.mark.parametrize("game", ["merde", "russia1812", "tabletop", "vanguard"])
@pytest.mark.parametrize("way", [copy.deepcopy, copy.copy, lambda match: pickle.loads(pickle.dumps(match))])
@pytest.mark.parametrize("dice", [None, FastDice("fast")])
def test_every_way_to_copy_is_a_copy(game: str, way: Any, dice: Dice | None) -> None:
    match = grognard.start(game, dice=dice.copy()) if dice else grognard.start(game, seed="copies")
    rng = random.Random("copies")
    for _ in range(60):
        side = match.to_act[0]
        match.play(side, match.sample(side, rng))
    twin, other = match.copy(), way(match)
    assert other.record.dumps() == twin.record.dumps()
    for _ in range(40):
        side = twin.to_act[0]
        assert [str(action) for action in other.options(side)] == [str(action) for action in twin.options(side)]
        assert other.fingerprint == twin.fingerprint
        action = str(twin.sample(side, rng))
        assert other.why_not(side, action) == []
        assert other.play(side, action) == twin.play(side, action)
    assert [other.view(side) for side in other.sides] == [twin.view(side) for side in twin.sides]
    assert match.revision == 60


def test_a_copy_by_pickle_remembers_what_was_taken_back() -> None:
    match = grognard.start("russia1812", seed="back")
    side = match.to_act[0]
    match.play(side, match.options(side)[0])
    after = match.fingerprint
    match.undo(side)
    again = pickle.loads(pickle.dumps(match))
    again.redo(side)
    assert again.fingerprint == after


def test_a_game_without_a_package_of_its_own_cannot_be_stored() -> None:
    with pytest.raises(TypeError, match="cups is not the GAME of its package"):
        pickle.dumps(cups())


# misuse gets a sentence


def test_a_sample_is_legal_and_refused_where_nothing_is_owed() -> None:
    match = grognard.start("tabletop", seed="sample")
    rng = random.Random("sample")
    for _ in range(40):
        side = match.to_act[0]
        assert match.why_not(side, str(match.sample(side, rng))) == []
        match.play(side, match.sample(side, rng))
    idle = next(side for side in match.sides if side not in match.to_act)
    assert keys(lambda: match.sample(idle, rng)) == ["sample"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"CC": 2}, "Odds know no “CC”; what may be assumed here: cc, defender_cc"),
        ({"cc": 99}, "“cc” may be a whole number from 0 to"),
        ({"cc": -5}, "not -5"),
        ({"defender_cc": True}, "not True"),
    ],
)
def test_odds_refuse_what_they_do_not_know(given: dict[str, int], says: str) -> None:
    match = Table({"F-III-I1": "2108", "F-NEY": "2108", "R-1I-I1": "2008"}, cc=(4, 3)).combat().match
    with pytest.raises(grognard.IllegalAction, match=says):
        match.odds("french", "attack 2108 2008", **given)
    with pytest.raises(grognard.IllegalAction, match=says):
        match.spread("french", "attack 2108 2008", **given)


def test_odds_of_what_is_no_gamble_know_nothing() -> None:
    match = grognard.start("russia1812", seed="odds")
    assert match.odds("french", "attack 2108 2008") is None
    assert match.spread("french", "attack 2108 2008") == {}
    with pytest.raises(grognard.IllegalAction, match="Odds know no “cc”; what may be assumed here: -"):
        match.odds("french", "attack 2108 2008", cc=0)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ({"seed": "a", "dice": FastDice("b")}, "not both"),
        ({"dice": 5}, "dice are a Dice such as"),
        ({"options": "advanced"}, "options are written as a mapping"),
        ({"options": [("edition", 1)]}, "options are written as a mapping"),
    ],
)
def test_a_match_is_not_started_on_a_misunderstanding(args: dict[str, Any], says: str) -> None:
    with pytest.raises(SetupError, match=says):
        grognard.start("russia1812", **args)


def test_events_are_said_in_the_languages_there_are() -> None:
    match = grognard.start("russia1812", seed="say")
    (number, event), *_ = match.log()
    assert match.say(event, "it")
    with pytest.raises(ValueError, match="there is no language 'de'; there are en, it"):
        match.say(event, "de")
    with pytest.raises(TypeError, match="not tuple"):
        match.say((number, event))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("ruleset: 99", "it was played by ruleset 99 of russia1812"),
        ('data: "not the data"', "it was played with other data of russia1812"),
    ],
)
def test_a_record_of_another_version_is_refused_unless_asked_for(line: str, says: str) -> None:
    text = grognard.start("russia1812", seed="version").record.dumps()
    name = line.partition(":")[0]
    other = "\n".join(line if row.startswith(name) else row for row in text.splitlines())
    with pytest.raises(grognard.RecordError, match=says):
        grognard.loads(other)
    assert grognard.loads(other, other_versions=True).fingerprint == grognard.loads(text).fingerprint


def test_the_end_is_refused_by_the_games_own_paragraph() -> None:
    ends = {
        "russia1812": {"5.3"},
        "vanguard": {"17.1.8", "17.2.12"},
        "merde": {"1.1", "1.2", "1.4"},
        "tabletop": {"12.1", "12.2"},
    }
    for name, rules in ends.items():
        match = grognard.start(name, dice=FastDice("end"))
        rng = random.Random("end")
        while match.outcome is None:
            match.play(match.to_act[0], match.sample(match.to_act[0], rng))
        verb = next(iter(match.game.lexicon.verbs))
        bare = next((v for v, forms in match.game.lexicon.verbs.items() if () in forms), verb)
        assert {refusal.rule for refusal in match.why_not(match.sides[0], bare)} <= rules


def test_a_copys_regions_are_its_own() -> None:
    match = grognard.start("tabletop", seed="regions")
    rng = random.Random("regions")
    checked = 0
    for _ in range(120):
        side = match.to_act[0]
        twin = match.copy()
        before = twin.view(side)
        match.play(side, match.sample(side, rng))
        assert twin.view(side) == before
        checked += bool(before["decision"]["regions"])
        if match.outcome is not None:
            break
    assert checked > 10
