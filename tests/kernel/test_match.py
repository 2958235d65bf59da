"""Matches: the one door, undo and redo, copies, what each side is told. A toy game shows what 1812 never asks for."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import grognard
import walks
from grognard.kernel.action import Action, Lexicon
from grognard.kernel.dice import Dice, ScriptedDice
from grognard.kernel.frame import Frame, Outcome, State
from grognard.kernel.game import Choice, Game, Setup, SetupError
from grognard.kernel.i18n import Catalogue
from grognard.kernel.match import Match, begin
from grognard.kernel.part import counts, row
from toolkit1812 import Table

ROOT = Path(__file__).resolve().parents[2]


# a toy: add numbers in turn, roll, show a card, or both choose in secret


@dataclass(eq=False, repr=False)
class Toy(State):
    total: int = 0
    cards: list[int] = row(3, 5)
    answers: dict[int, int] = counts()


class Turn(Frame[Toy]):
    """Add and hand over, keep on adding, roll, show one's card, or let both choose."""

    rule = "1.1"

    def options(self, state: Toy, side: int) -> Sequence[Action]:
        bare = [LEXICON.make(verb) for verb in ("keep", "roll", "show", "both", "end")]
        return [LEXICON.make("add", n) for n in (1, 2, 3)] + bare

    def apply(self, state: Toy, side: int, action: Action) -> None:
        follower = side
        if action.verb == "add":
            state.total += action.args[0]
            state.emit("added", side, action.args[0])
            state.whisper(side, "your_card", state.cards[side])
            follower = 1 - side
        elif action.verb == "keep":
            state.total += 1
        elif action.verb == "roll":
            state.total += state.dice.d6()
        elif action.verb == "show":
            state.revealed = True
            state.emit("shown", side, state.cards[side])
        elif action.verb == "end":
            state.outcome = Outcome(None, "draw", {"north": state.total, "south": state.total}, "ended")
        state.agenda.append(Both() if action.verb == "both" else Turn(follower))

    def why_not(self, state: Toy, action: Action) -> list[tuple[str, str, tuple[object, ...]]]:
        return [("1.2", "moment", (action.text, "1.1"))] if action.verb == "add" else []


class Both(Frame[Toy]):
    """Each side picks a number; neither sees the other's before both have chosen."""

    rule = "2.1"

    def to_act(self, state: Toy) -> tuple[int, ...]:
        return tuple(side for side in (0, 1) if side not in state.answers)

    def options(self, state: Toy, side: int) -> Sequence[Action]:
        return [LEXICON.make("pick", n) for n in (1, 2)] if side not in state.answers else []

    def apply(self, state: Toy, side: int, action: Action) -> None:
        state.answers[side] = action.args[0]
        state.whisper(side, "picked", action.args[0])
        if len(state.answers) < 2:
            state.agenda.append(self)
            return
        state.total += sum(state.answers.values())
        state.answers.clear()
        state.revealed = True
        state.agenda.append(Turn(0))


BARE: dict[str, list[tuple[str, ...]]] = {verb: [()] for verb in ("keep", "roll", "show", "both", "end")}
LEXICON = Lexicon({"add": [("number",)], "pick": [("number",)], **BARE}, {})


class ToyGame(Game):
    id, title, package, ruleset = "toy", "A toy", "grognard.kernel", 1
    sides, editions, scenarios = ("north", "south"), (1,), ("only",)
    options = (Choice("loud", (False, True), False),)

    def __init__(self) -> None:
        self.lexicon = LEXICON
        self.words = Catalogue(self.package)
        self.data_hash = "0"

    def new(self, setup: Setup, dice: Dice) -> State:
        state = Toy(dice)
        state.agenda.append(Turn(0))
        return state

    def view(self, state: State, side: int) -> dict[str, Any]:
        assert isinstance(state, Toy)
        return {"total": state.total, "card": state.cards[side] if side >= 0 else None, "mine": state.answers.get(side)}

    def rule_of(self, verb: str) -> str:
        return "9.9"


def toy(*dice: int) -> Match:
    game = ToyGame()
    return begin(game, game.set_up(None, None), dice=ScriptedDice(dice))


def campaign(steps: int = 0, seed: str = "wilno") -> Match:
    match = grognard.start("russia1812", seed=seed)
    for number, _ in enumerate(walks.walk(match, walks.lively, random.Random(seed))):
        if number == steps:
            break
    return match


def keys(call: Any) -> list[str]:
    """The keys of the refusals with which a call is answered."""
    with pytest.raises(grognard.IllegalAction) as caught:
        call()
    assert all(str(refusal) for refusal in caught.value.refusals)
    return [refusal.key for refusal in caught.value.refusals]


# undo and redo


def test_undo_is_identity_and_redo_plays_it_again() -> None:
    match = toy()
    start = match.fingerprint
    match.play("north", "keep")
    after = match.fingerprint
    match.undo("north")
    assert match.fingerprint == start
    assert match.view("north")["total"] == 0
    assert match.log("north") == []
    match.redo("north")
    assert match.fingerprint == after
    assert match.revision == 3


def test_undo_goes_back_step_by_step_and_redo_forward() -> None:
    match = toy()
    marks = [match.fingerprint]
    for _ in range(70):
        match.play("north", "keep")
        marks.append(match.fingerprint)
    for before in reversed(marks[:-1]):
        match.undo("north")
        assert match.fingerprint == before
    assert keys(lambda: match.undo("north")) == ["undo.nothing"]
    for after in marks[1:]:
        match.redo("north")
        assert match.fingerprint == after
    assert keys(lambda: match.redo("north")) == ["undo.redo"]


def test_undo_is_refused_after_dice() -> None:
    match = toy(4)
    match.play("north", "roll")
    before = match.fingerprint
    assert keys(lambda: match.undo("north")) == ["undo.dice"]
    assert (match.fingerprint, match.revision) == (before, 1)
    match.play("north", "keep")
    match.undo("north")
    assert match.fingerprint == before
    assert keys(lambda: match.undo("north")) == ["undo.dice"]


def test_undo_is_refused_after_a_secret_was_shown() -> None:
    match = toy()
    match.play("north", "show")
    assert keys(lambda: match.undo("north")) == ["undo.secret"]
    match.play("north", "keep")
    match.undo("north")
    assert match.view(None)["total"] == 0


def test_undo_is_refused_when_the_other_side_has_chosen_or_to_the_other_side() -> None:
    match = toy()
    match.play("north", "add 2")
    assert keys(lambda: match.undo("south")) == ["undo.other"]
    match.play("south", "add 1")
    assert keys(lambda: match.undo("north")) == ["undo.other"]
    match.undo("south")
    match.undo("north")
    assert match.view(None)["total"] == 0


def test_redo_belongs_to_who_took_back_and_ends_with_a_new_choice() -> None:
    match = toy()
    match.play("north", "keep")
    match.undo("north")
    assert keys(lambda: match.redo("south")) == ["undo.redo"]
    match.play("north", "add 3")
    assert keys(lambda: match.redo("north")) == ["undo.redo"]
    assert match.view(None)["total"] == 3


def test_the_end_of_a_game_may_be_taken_back() -> None:
    match = toy()
    match.play("north", "end")
    assert (match.to_act, match.outcome.winner) == ((), None)
    match.undo("north")
    assert match.outcome is None
    assert match.to_act == ("north",)
    match.redo("north")
    assert match.outcome.reason == "ended"


def test_undo_keeps_the_dice_to_come() -> None:
    match = toy(2, 5)
    match.play("north", "roll")
    match.play("north", "keep")
    match.undo("north")
    match.play("north", "roll")
    assert match.view(None)["total"] == 7
    assert [line.dice for line in match.record.lines] == [(2,), (), (), (5,)]


def test_undo_changes_neither_history_nor_what_a_copy_remembers() -> None:
    match = toy()
    match.play("north", "keep")
    twin = match.copy()
    match.undo("north")
    assert [line.text for line in match.record.lines] == ["keep", "undo"]
    assert [line.text for line in twin.record.lines] == ["keep"]
    assert twin.view(None)["total"] == 1


def test_a_column_that_moves_shows_that_its_train_is_genuine() -> None:
    """[8.2] Only a genuine Train lets a stack move: naming it is hidden and can be taken back, a step is not."""
    t = Table(
        {"F-III-I1": "2207", "F-III-I2": "2207", "F-NEY": "2207", "F-V-I1": "2210", "F-PONIATOWSKI": "2210"},
        trains={"2207": 1},
        dummies={"2210": 1},
    )
    t.movement("french")
    t.match._checkpoints = {0: t.s.copy()}
    before, seen = t.match.fingerprint, t.match.view("russian")
    t.play("french", "march 2207")
    assert t.match.view("russian") | {"revision": 0} == seen | {"revision": 0}
    t.match.undo("french")
    assert t.match.fingerprint == before
    t.play("french", "march 2207", "all", "lead F-NEY", "march 2207 2208")
    assert t.match.view("russian")["march"]["start"] == "2207"
    assert keys(lambda: t.match.undo("french")) == ["undo.secret"]


# both at once


def test_both_sides_choose_at_once_and_neither_sees_the_other() -> None:
    match = toy()
    match.play("north", "both")
    assert match.to_act == ("north", "south")
    before = match.view("south")
    match.play("north", "pick 2")
    assert match.to_act == ("south",)
    after = match.view("south")
    assert (before["mine"], after["mine"], match.view("north")["mine"]) == (None, None, 2)
    assert [event.key for _, event in match.log("south")] == []
    assert [event.key for _, event in match.log("north")] == ["picked"]
    assert keys(lambda: match.play("north", "pick 1")) == ["turn"]
    match.play("south", "pick 1")
    assert match.view(None)["total"] == 3
    assert match.to_act == ("north",)


def test_the_first_secret_choice_may_be_taken_back_the_last_not() -> None:
    match = toy()
    match.play("north", "both")
    match.play("south", "pick 1")
    match.undo("south")
    assert match.to_act == ("north", "south")
    match.play("south", "pick 2")
    match.play("north", "pick 1")
    assert keys(lambda: match.undo("north")) == ["undo.secret"]


# what each side is told


def test_whispers_and_announcements() -> None:
    match = toy()
    events = match.play("north", "add 2")
    assert [(e.key, e.args, e.to) for e in events] == [("added", (0, 2), -1), ("your_card", (3,), 0)]
    match.play("south", "add 1")
    assert [(n, e.key) for n, e in match.log("north")] == [(1, "added"), (1, "your_card"), (2, "added")]
    assert [(n, e.key) for n, e in match.log("south")] == [(1, "added"), (2, "added"), (2, "your_card")]
    assert [(n, e.key) for n, e in match.log()] == [(1, "added"), (2, "added")]


def test_the_nature_of_a_train_is_whispered_to_its_owner() -> None:
    t = Table({"F-III-I1": "2207", "F-NEY": "2207", "R-1I-I1": "1808", "R-BARCLAY": "1808"}, turn=1).active_supply()
    t.play("french", "dummy 2207")
    told = {who: [event.key for _, event in t.match.log(who)] for who in ("french", "russian", None)}
    assert "train_is_dummy" in told["french"]
    for who in ("russian", None):
        assert told[who][-1] == "train_placed"
        assert not {"train_is_dummy", "train_is_genuine"} & set(told[who])


# the door


@pytest.mark.parametrize("action", [None, b"keep", 5, 1.5, ["keep"], ("keep",), {"keep": 1}, object(), Ellipsis])
def test_what_is_neither_text_nor_action(action: Any) -> None:
    match = toy()
    before = match.fingerprint
    assert keys(lambda: match.play("north", action)) == ["notation.type"]
    assert [r.key for r in match.why_not("north", action)] == ["notation.type"]
    assert type(action).__name__ in match.why_not("north", action)[0].text
    assert (match.fingerprint, match.revision) == (before, 0)


@pytest.mark.parametrize("name", ["North", "west", "", " north", "-1", "0", None, 0, True, b"north", ["north"]])
def test_a_side_that_is_none(name: Any) -> None:
    match = toy()
    calls = [
        lambda: match.play(name, "keep"),
        lambda: match.options(name),
        lambda: match.decision(name),
        lambda: match.undo(name),
        lambda: match.redo(name),
        lambda: match.odds(name, "keep"),
    ]
    if name is not None:
        calls += [lambda: match.view(name), lambda: match.log(name)]
    for call in calls:
        assert keys(call) == ["notation.side"]
    assert [r.key for r in match.why_not(name, "keep")] == ["notation.side"]
    assert "north, south" in match.why_not(name, "keep")[0].text
    assert match.revision == 0


@pytest.mark.parametrize(
    ("side", "action", "key", "rule"),
    [
        ("north", "add 7", "moment", "1.2"),
        ("north", "pick 1", "moment", "9.9"),
        ("south", "add 1", "turn", "1.1"),
        ("north", "subtract 1", "notation.verb", ""),
        ("north", "add", "notation.form", ""),
        ("north", "add x", "notation.number", ""),
        ("north", "", "notation.empty", ""),
        ("north", "x" * 1_000_000, "notation.long", ""),
    ],
)
def test_why_not_and_play_agree(side: str, action: str, key: str, rule: str) -> None:
    match = toy()
    before = match.fingerprint
    refusals = match.why_not(side, action)
    assert [(r.key, r.rule) for r in refusals] == [(key, rule)]
    with pytest.raises(grognard.IllegalAction) as caught:
        match.play(side, action)
    assert caught.value.refusals == refusals
    assert str(caught.value) == str(refusals[0])
    assert (match.fingerprint, match.revision, match.record.lines) == (before, 0, [])


@pytest.mark.parametrize("again", ["all", "take F-III-I1"])
def test_a_refusal_gives_the_real_reason(again: str) -> None:
    """Both are refused because a unit is named already, not because the hexes ahead are full."""
    pieces = {"F-III-I1": "2207", "F-III-I2": "2207", "F-III-I3": "2207", "F-NEY": "2207"}
    t = Table(pieces, trains={"2207": 1}).movement("french").play("french", "march 2207", "take F-III-I1")
    assert t.rules("french", again) not in ([], ["4.1"])


def test_after_the_end_everything_is_refused_as_over() -> None:
    match = toy()
    match.play("south" if match.to_act == ("south",) else "north", "end")
    for side in match.sides:
        assert list(match.options(side)) == []
        assert [r.key for r in match.why_not(side, "keep")] == ["over"]
        assert keys(lambda side=side: match.play(side, "keep")) == ["over"]


def test_an_action_of_another_position_is_stale() -> None:
    match = campaign()
    stale = match.options("russian")[0]
    match.play("russian", stale)
    before = match.fingerprint
    assert match.why_not("russian", stale) == match.why_not("russian", str(stale)) != []
    assert match.why_not("russian", stale)[0].rule == "14.1"
    with pytest.raises(grognard.IllegalAction):
        match.play("russian", stale)
    assert match.fingerprint == before


def test_an_action_made_by_hand_counts_by_its_words() -> None:
    match, same = toy(), toy()
    match.play("north", Action("show", (1, 2, 3), "add 2"))
    same.play("north", "add 2")
    assert match.fingerprint == same.fingerprint
    assert keys(lambda: match.play("south", Action("keep", (), "jump"))) == ["notation.verb"]


def test_an_action_of_another_edition_is_the_same_action() -> None:
    first = grognard.start("russia1812", options={"edition": 1}, seed="x")
    second = grognard.start("russia1812", options={"edition": 2}, seed="x")
    assert first.options("russian")[0] is second.options("russian")[0]


def test_the_decision_says_who_is_asked_what_and_by_which_rule() -> None:
    match = campaign()
    decision = match.decision("russian")
    assert (decision.side, decision.name, decision.rule) == ("russian", "Deploy", "14.1")
    assert list(decision.options) == list(match.options("russian"))
    assert decision.prompt != decision.ask("it")
    assert "Deploy" not in decision.prompt
    assert "russian" in repr(decision)
    assert match.decision("french") is None


# copies


def test_copies_go_their_own_way_with_the_same_dice() -> None:
    match = toy(1, 2, 3)
    match.play("north", "roll")
    twin = match.copy()
    assert twin.fingerprint == match.fingerprint
    twin.play("north", "roll")
    assert (twin.view(None)["total"], match.view(None)["total"]) == (3, 1)
    match.play("north", "roll")
    assert match.fingerprint == twin.fingerprint
    assert match.record.dumps() == twin.record.dumps()


def test_a_copy_can_be_taken_back_without_its_original() -> None:
    match = toy()
    for _ in range(40):
        match.play("north", "keep")
    twin = match.copy()
    for _ in range(40):
        twin.undo("north")
    assert (twin.view(None)["total"], match.view(None)["total"]) == (0, 40)
    match.undo("north")
    assert match.view(None)["total"] == 39


def test_a_copy_remembers_what_was_undone() -> None:
    match = toy()
    match.play("north", "keep")
    match.undo("north")
    twin = match.copy()
    twin.redo("north")
    assert (twin.view(None)["total"], match.view(None)["total"]) == (1, 0)
    match.redo("north")
    assert match.fingerprint == twin.fingerprint


def test_a_copy_goes_on_telling_where_its_original_stood_and_neither_hears_of_the_other() -> None:
    match = toy()
    match.play("north", "add 1")
    said = match.log("north")
    twin = match.copy()
    match.play("south", "add 2")
    assert twin.log("north") == said
    twin.play("south", "add 3")
    for one in (match, twin, twin.copy()):
        for who in ("north", "south", None):
            assert one.log(who) == begun_again(one).log(who)
    assert match.log("north") != twin.log("north")


def begun_again(match: Match) -> Match:
    """The same, told by nobody yet."""
    again = toy()
    for line in match.record.lines:
        again.play(line.side, line.text)
    return again


# fingerprints

SCRIPT = """
import random, sys
sys.path[:0] = sys.argv[1:]
import grognard, walks
match = grognard.start("russia1812", "free", {"edition": 1}, seed="hash")
for number, _ in enumerate(walks.walk(match, walks.lively, random.Random(7))):
    if number % 100 == 0:
        print(match.fingerprint)
    if number == 600:
        break
"""


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_fingerprints_are_the_same_in_every_process(hash_seed: str) -> None:
    match = grognard.start("russia1812", "free", {"edition": 1}, seed="hash")
    here = []
    for number, _ in enumerate(walks.walk(match, walks.lively, random.Random(7))):
        if number % 100 == 0:
            here.append(match.fingerprint)
        if number == 600:
            break
    there = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(ROOT / "src"), str(ROOT / "tests")],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    assert there.stdout.split() == here
    assert len(set(here)) == 7


def test_a_fingerprint_is_of_the_state_not_of_the_way_there() -> None:
    one, two = toy(), toy()
    one.play("north", "keep")
    one.play("north", "add 1")
    two.play("north", "add 2")
    assert one.fingerprint == two.fingerprint
    two.play("south", "add 1")
    assert one.fingerprint != two.fingerprint


# options


def test_options_stand_in_reading_order() -> None:
    """Verbs together; within a verb hexes by column and row, pieces as the order of battle lists them."""
    seen = set()
    for variant in (v for v in walks.variants() if v.game == "russia1812"):
        match = variant.start("order")
        for side, _ in walks.walk(match, walks.lively, random.Random("order")):
            options = match.options(side)
            verbs = [action.verb for action in options]
            assert verbs == sorted(verbs, key=verbs.index)
            for verb in set(verbs):
                args = [action.args for action in options if action.verb == verb]
                assert args == sorted(args)
                seen.add(verb)
    assert len(seen) > 25


def test_hexes_in_the_order_of_their_indices_are_in_the_order_of_their_names() -> None:
    names = [name for name in grognard.games.load("russia1812").lexicon.names["hex"] if name]
    assert names == sorted(names)


# starting


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": "russia1812", "scenario": "moon"}, "no scenario 'moon'; it has historical, free"),
        ({"game": "russia1812", "options": {"speed": 1}}, "no option 'speed'; it has edition"),
        ({"game": "russia1812", "options": {"edition": 3}}, "cannot be 3; it may be 1, 2"),
        ({"game": "russia1812", "options": {"edition": True}}, "cannot be True"),
        ({"game": "russia1812", "options": {"forage_russian": 1}}, "cannot be 1"),
        ({"game": "russia1812", "seed": 5}, "a seed is text, not int"),
    ],
)
def test_a_match_that_cannot_start_says_why(args: dict[str, Any], says: str) -> None:
    with pytest.raises(SetupError, match=says):
        grognard.start(**args)


def test_without_a_seed_a_secret_one_is_drawn() -> None:
    first, second = grognard.start("russia1812"), grognard.start("russia1812")
    assert first.streams[0].seed != second.streams[0].seed
    assert len(first.streams[0].seed) >= 32
    assert first.fingerprint == second.fingerprint


def test_the_catalog_lists_what_can_be_started() -> None:
    for info in grognard.catalog():
        defaults = {choice.name: choice.default for choice in info.options}
        for scenario in info.scenarios:
            match = grognard.start(info.id, scenario, seed="catalog")
            assert match.sides == info.sides
            assert match.setup.options.items() <= defaults.items()
            assert match.to_act
        assert all(choice.default in choice.values for choice in info.options)
