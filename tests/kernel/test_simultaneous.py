"""Several sides answer at once, in secret and step by step: what each may know, take back and be offered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

import grognard
from grognard.kernel.action import Action, Lexicon
from grognard.kernel.dice import Dice, ScriptedDice
from grognard.kernel.frame import Frame, Outcome, State
from grognard.kernel.game import Game, Setup
from grognard.kernel.i18n import Catalogue
from grognard.kernel.match import CHECKPOINT, Match, begin
from grognard.kernel.part import row, rows
from grognard.kernel.record import RecordError, parse
from grognard.kernel.restore import replay

LEXICON = Lexicon({"open": [("number",)], "write": [("number",)], "seal": [()], "end": [()]}, {})


@dataclass(eq=False, repr=False)
class Duel(State):
    """Two sides write numbers down until they seal their letters; then both are read out and a die is rolled.

    Brief letters hold one number at most, and are read out without a die.
    """

    letters: list[list[int]] = rows()
    closed: list[bool] = row(False, False)
    mute: list[bool] = row(False, False)
    brief: bool = False
    read: list[tuple[int, ...]] = row()


class Opening(Frame[Duel]):
    """North opens an exchange of letters: 0 for both, 1 or 2 to keep one side mute, 3 for brief ones; or ends."""

    rule = "1.1"

    def options(self, state: Duel, side: int) -> Sequence[Action]:
        return [*[LEXICON.make("open", n) for n in (0, 1, 2, 3)], LEXICON.make("end")]

    def apply(self, state: Duel, side: int, action: Action) -> None:
        if action.verb == "end":
            state.outcome = Outcome(None, "draw", {"north": 0, "south": 0}, "ended")
            return
        state.brief = action.args[0] == 3
        state.mute = [action.args[0] == 1, action.args[0] == 2]
        state.emit("opened")
        state.agenda.append(Letters())


class Letters(Frame[Duel]):
    rule = "2.1"
    sealed = True

    def to_act(self, state: Duel) -> tuple[int, ...]:
        return tuple([side for side in (0, 1) if not state.closed[side]])

    def options(self, state: Duel, side: int) -> Sequence[Action]:
        if state.mute[side] or (state.brief and state.letters[side]):
            return [LEXICON.make("seal")]
        return [*[LEXICON.make("write", n) for n in (1, 2)], LEXICON.make("seal")]

    def apply(self, state: Duel, side: int, action: Action) -> None:
        if action.verb == "write":
            state.letters[side].append(action.args[0])
            state.whisper(side, "wrote", action.args[0])
        else:
            state.closed[side] = True
        if not all(state.closed):
            state.agenda.append(self)
            return
        state.read = [tuple(letter) for letter in state.letters]
        state.letters, state.closed = [[], []], [False, False]
        state.emit("read", *state.read, 0 if state.brief else state.dice.d6())
        state.agenda.append(Opening(0))


class DuelGame(Game):
    id, title, package, ruleset = "duel", "A duel of letters", "grognard.kernel", 1
    sides, editions, scenarios = ("north", "south"), (1,), ("only",)

    def __init__(self) -> None:
        self.lexicon = LEXICON
        self.words = Catalogue(self.package)
        self.data_hash = "0"

    def new(self, setup: Setup, dice: Dice) -> State:
        state = Duel(dice)
        state.agenda.append(Opening(0))
        return state

    def view(self, state: State, side: int) -> dict[str, Any]:
        assert isinstance(state, Duel)
        return {"read": [list(letter) for letter in state.read], "mine": state.letters[side] if side >= 0 else None}

    def rule_of(self, verb: str) -> str:
        return "9.9"


def duel(*dice: int, opened: bool = True) -> Match:
    game = DuelGame()
    match = begin(game, game.set_up(None, None), dice=ScriptedDice(dice or (6, 6, 6)))
    if opened:
        match.play("north", "open 0")
    return match


def refused(call: Any) -> list[str]:
    with pytest.raises(grognard.IllegalAction) as caught:
        call()
    return [refusal.key for refusal in caught.value.refusals]


def outside(match: Match, side: str | None) -> tuple[object, ...]:
    """Everything a side could notice."""
    asked = None if side is None or match.decision(side) is None else [str(a) for a in match.options(side)]
    can = []
    for move in ("undo", "redo"):
        twin = match.copy()
        try:
            getattr(twin, move)(side)
            can.append(move)
        except grognard.IllegalAction as illegal:
            can.extend(refusal.key for refusal in illegal.refusals)
    return (match.view(side), match.log(side), match.seen(side), match.steps(side), asked, can)


def test_both_are_asked_at_once_and_may_answer_in_any_order() -> None:
    one, other = duel(), duel()
    for match, order in ((one, ("north", "south")), (other, ("south", "north"))):
        assert match.to_act == ("north", "south")
        for side in order:
            match.play(side, "write 1")
        for side in order:
            match.play(side, "seal")
    assert one.fingerprint == other.fingerprint
    assert one.to_act == ("north",)


def test_nothing_of_a_secret_answer_can_be_noticed_before_it_is_whole() -> None:
    match = duel()
    before = [outside(match, who) for who in ("south", None)]
    match.play("north", "write 2")
    match.play("north", "write 1")
    match.undo("north")
    assert [outside(match, who) for who in ("south", None)] == before
    match.play("north", "seal")
    assert match.to_act == ("south",)
    assert [outside(match, who)[1:] for who in ("south", None)] == [seen[1:] for seen in before]


def test_a_side_takes_back_its_own_answer_while_the_other_still_writes() -> None:
    match = duel()
    match.play("north", "write 2")
    match.play("north", "seal")
    match.play("south", "write 1")
    match.play("south", "write 1")
    match.undo("north")
    assert match.to_act == ("north", "south")
    match.undo("north")
    match.play("north", "write 1")
    assert match.view("north")["mine"] == [1]
    assert match.view("south")["mine"] == [1, 1]


def test_one_sides_undo_and_redo_leave_the_others_alone() -> None:
    match = duel()
    match.play("south", "write 1")
    match.play("north", "write 2")
    match.undo("south")
    match.undo("north")
    match.play("north", "write 1")
    match.redo("south")
    assert match.view("south")["mine"] == [1]
    assert match.view("north")["mine"] == [1]
    assert refused(lambda: match.redo("north")) == ["undo.redo"]


def test_what_opened_the_window_cannot_be_taken_back_whoever_has_answered() -> None:
    match = duel()
    assert refused(lambda: match.undo("north")) == ["undo.secret"]
    match.play("south", "write 1")
    assert refused(lambda: match.undo("north")) == ["undo.secret"]


def test_revealed_answers_stand() -> None:
    match = duel(4)
    match.play("south", "write 1")
    match.play("south", "seal")
    match.play("north", "seal")
    assert refused(lambda: match.undo("south")) == ["undo.other"]
    assert refused(lambda: match.undo("north")) == ["undo.dice"]
    assert ("read", ((), (1,), 4)) in [(event.key, event.args) for _, event in match.log(None)]


@pytest.mark.parametrize(("mute", "asked"), [(1, "south"), (2, "north")])
def test_a_side_with_a_single_answer_gives_it_unasked(mute: int, asked: str) -> None:
    match = duel(opened=False)
    match.play("north", f"open {mute}")
    assert match.to_act == (asked,)
    match.play(asked, "seal")
    assert match.to_act == ("north",)


def test_a_record_with_interleaved_undos_replays() -> None:
    match = duel(4, 5)
    for side, action in (
        ("south", "write 1"),
        ("north", "write 2"),
        ("south", "undo"),
        ("north", "seal"),
        ("south", "write 2"),
        ("north", "undo"),
        ("south", "seal"),
        ("north", "seal"),
    ):
        if action == "undo":
            match.undo(side)
        else:
            match.play(side, action)
    again, _ = replay(match.game, parse(match.record.dumps()))
    assert again.fingerprint == match.fingerprint
    assert again.log("south") == match.log("south")
    assert [match.seen(side) for side in ("north", "south", None)] == [again.seen(s) for s in ("north", "south", None)]


def test_taking_back_crosses_checkpoints() -> None:
    match = duel()
    match.play("north", "write 2")
    for _ in range(CHECKPOINT + 3):
        match.play("south", "write 1")
    match.undo("north")
    assert match.view("north")["mine"] == []
    assert len(match.view("south")["mine"]) == CHECKPOINT + 3
    for _ in range(5):
        match.undo("south")
    assert len(match.view("south")["mine"]) == CHECKPOINT - 2


def test_the_number_of_secret_steps_is_told_when_the_game_is_over() -> None:
    match = duel(4)
    for side in ("north", "south"):
        match.play(side, "write 1")
        match.play(side, "seal")
    assert [match.seen(side) for side in match.sides] == [4, 3]
    assert match.seen(None) == 2
    assert [match.steps(side) for side in (*match.sides, None)] == [[1, 2, 3, 5], [1, 4, 5], [1, 5]]
    match.play("north", "end")
    assert match.seen(None) == match.revision == 6
    assert match.steps(None) == [1, 2, 3, 4, 5, 6]
    assert [number for number, _ in match.log(None)] == [1, 5]


def brief(*answers: tuple[str, str]) -> Match:
    """An exchange of brief letters: the second number's place is taken by the seal, which is set unasked."""
    match = duel(opened=False)
    match.play("north", "open 3")
    for side, action in answers:
        match.play(side, action)
    return match


def test_a_window_closed_by_an_answer_given_unasked_is_closed() -> None:
    """The letter is the last answer, the seal follows by itself: both letters are read, and nobody writes anew."""
    match = brief(("south", "write 2"), ("north", "write 1"))
    assert match.view("north")["read"] == [[1], [2]]
    for side in match.sides:
        before = match.fingerprint
        assert refused(lambda side=side: match.undo(side)) in (["undo.secret"], ["undo.other"])
        assert match.fingerprint == before
    assert [match.seen(side) for side in (*match.sides, None)] == [2, 3, 2]


def test_undo_never_walks_into_a_window_that_was_carried_out() -> None:
    match = brief(("south", "write 2"), ("north", "write 1"), ("north", "open 0"), ("south", "write 1"))
    before = match.fingerprint
    assert refused(lambda: match.undo("north")) == ["undo.secret"]
    assert match.fingerprint == before
    match.undo("south")
    assert match.view("south")["mine"] == []
    assert match.view("north")["read"] == [[1], [2]]


def test_a_seal_set_unasked_in_an_open_window_goes_back_with_its_letter() -> None:
    match = brief(("north", "write 1"))
    assert match.to_act == ("south",)
    match.undo("north")
    assert match.to_act == ("north", "south")
    assert match.view("north")["mine"] == []


def test_a_record_with_an_undo_that_was_a_peek_is_refused_with_its_line() -> None:
    match = brief(("south", "write 2"), ("north", "write 1"))
    text = match.record.dumps() + "4 north undo\n"
    with pytest.raises(RecordError, match=r"line \d+: north undo: .*cannot be taken back"):
        replay(match.game, parse(text))


def test_an_undo_that_fails_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = duel(opened=False)
    match.play("north", "open 0")
    match.play("north", "write 1")
    match.play("north", "write 2")
    before, line = match.fingerprint, match.record.dumps()

    def fail(*_: object) -> None:
        raise KeyError(-1)

    with monkeypatch.context() as broken:
        broken.setattr(Letters, "apply", fail)
        with pytest.raises(KeyError):
            match.undo("north")
    assert (match.fingerprint, match.record.dumps(), match.revision) == (before, line, 3)
    match.play("north", "seal")
    match.play("south", "seal")
    assert match.view(None)["read"] == [[1, 2], []]
    replay(match.game, parse(match.record.dumps()))
