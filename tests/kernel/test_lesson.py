"""How far a pupil has come: it follows from what happened, counts up, and goes back only with what is taken back."""

from __future__ import annotations

import pytest

from grognard import games
from grognard.kernel.files import lessons
from grognard.kernel.game import DataError, SetupError
from grognard.kernel.lesson import Place, may, scripted
from pupil import Class, lesson_match

RUSSIA = ("russia1812", "first")


def steps(given: Class) -> int:
    return Place(given.lesson, given.match).step


def test_answers_begin_the_next_step_and_events_one_that_lies_ahead() -> None:
    given = Class(*RUSSIA)
    told = next(given.questions(1))
    assert (told.step, steps(given)) == (2, 0)
    given.give("train 1410")
    assert steps(given) == 0, "one Train of three is no new step"
    for _ in given.questions(20):
        if given.match.decision("french").name not in ("PlaceTrain", "MakeDepot"):  # type: ignore[union-attr]
            break
        given.give("pass" if may(given.match, "french", ("pass",)) else "done")
    assert given.told("en").step == 4
    assert given.lesson.steps[steps(given)].id == "march", "the phase of movement has come without a Depot"


def test_another_answer_is_a_way_of_ones_own_and_the_advice_goes_on() -> None:
    given = Class(*RUSSIA)
    first = next(given.questions(1))
    given.give("train 1410")
    while given.match.to_act == ("russian",):
        given.answer_for_the_enemy()
    assert not given.told("en").strayed, "another of the advised answers is not astray"
    given.give("train 2511")
    while given.match.to_act == ("russian",):
        given.answer_for_the_enemy()
    now = given.told("en")
    assert now.strayed
    assert now.actions == first.actions == ["train 1210"]


def test_a_gesture_that_was_begun_by_hand_is_advised_to_its_end() -> None:
    given = Class(*RUSSIA)
    for told in given.questions(20):
        if told.actions[0] == "march 1210":
            break
        given.obey(told)
    given.give("march 1210")
    given.give("all")
    rest = given.told("en").actions
    assert rest[-3:] == ["march 1210 1110", "march 1110 1109", "halt?"]
    assert "march 1210" not in rest
    given.give("lead F-NAPOLEON")
    given.give("march 1210 1310")
    assert given.told("en").strayed


def test_the_enemy_keeps_to_his_script_while_the_lesson_lasts() -> None:
    given = Class(*RUSSIA)
    given.obey(next(given.questions(1)))
    assert scripted(given.match, "russian") == "train 1208"
    assert scripted(given.match, "french") is None, "nobody answers for the pupil"
    for told in given.questions(60):
        given.obey(told)
    assert told.closing is not None
    while "russian" not in given.match.to_act:
        given.give(given.match.options("french")[-1].text)
    assert scripted(given.match, "russian") is None


def test_a_gesture_is_advised_only_if_all_of_it_can_be_done() -> None:
    match, _ = lesson_match("vanguard", "first")
    assert may(match, "french", ("order watrin attack",))
    assert may(match, "french", ("order watrin attack", "done"))
    assert not may(match, "french", ("order watrin attack", "order watrin attack"))
    assert may(match, "french", ("order watrin attack", "order watrin attack?", "done"))
    assert not may(match, "french", ("fly",))
    assert not may(match, "coalition", ("done",))


def test_a_lesson_is_an_option_only_of_its_own_game() -> None:
    game = games.load("vanguard")
    assert game.set_up("montebello", {"lesson": "first"}).options["lesson"] == "first"
    with pytest.raises(SetupError):
        game.set_up("montebello", {"lesson": "russians"})
    with pytest.raises(SetupError):
        games.load("tabletop").set_up("lesson_first", {})


def test_a_file_that_is_no_lesson_names_the_culprit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.kernel.files.read", lambda *_: b'{"id": "x", "minutes": "ten"}')
    with pytest.raises(DataError, match=r"lessons/x\.json"):
        lessons("grognard.games.vanguard", "x")
