"""The guided first battle: a word for every question, and advice that can be taken."""

from __future__ import annotations

from grognard import bots
from grognard.games.merde.game import GAME
from grognard.games.merde.table.lesson import STEPS
from grognard.games.merde.table.margins import EVENT_RULES
from grognard.games.merde.world.state import Battle
from grognard.kernel import rulebook
from grognard.kernel.match import begin
from toolkit_merde import Table


def test_the_lesson_can_be_followed_for_three_turns() -> None:
    plan = GAME.lesson("en")
    match = begin(GAME, GAME.set_up(plan.match.scenario, plan.match.options), plan.match.seed)
    seen: set[str] = set()
    enemy = bots.make(plan.match.seats["army_b"], GAME.id, "army_b", "lesson")
    for _ in range(900):
        state = match.state
        assert isinstance(state, Battle)
        if match.outcome is not None or state.turn > 3:
            break
        if "army_a" not in match.to_act:
            match.play("army_b", bots.answer(enemy, match, "army_b"))
            continue
        step = GAME.face(state, 0, "it").lesson_step()
        assert step is not None
        assert step.text == GAME.words.say(f"lesson.{step.id}", (), "it")
        seen.add(step.id)
        cut = next((cut for cut in GAME.face(state, 0, "en").shortcuts() if cut.id == step.shortcut), None)
        if cut is not None:
            for text in cut.actions:
                match.play("army_a", text)
        else:
            match.play("army_a", step.action or match.options("army_a")[-1])
    assert {"orders", "generals", "number", "commanders", "fire"} <= seen


def test_26_2_dealing_and_naming_have_their_word_and_an_advice() -> None:
    pieces = {
        "A1": ("FR_line", "line", "0808 0908"),
        "A2": ("FR_line", "line", "1008 1108"),
        "B1": ("AU_line", "line", "0809 0909"),
        "B2": ("AU_line", "line", "1009 1109"),
    }
    t = Table(pieces, groups={"gA1": ("reserve", "A1 A2"), "gB1": ("reserve", "B1 B2")}).combat()
    step = t.game.face(t.s, 0, "en").lesson_step()
    assert step is not None
    assert (step.id, step.shortcut) == ("deal", "deal_all")
    t.roll(*[1] * 8, 2, 1).play("army_b", "done").play("army_a", "deal A1", "deal A2")
    step = t.game.face(t.s, 0, "en").lesson_step()
    assert step is not None
    assert (step.id, step.action) == ("name", "engage A1 B1")


def test_every_step_cites_a_paragraph_that_exists() -> None:
    known = {paragraph.number for paragraph in rulebook.read(GAME.package)}
    assert {step.rule for step in STEPS} <= known
    assert set(EVENT_RULES.values()) <= known


def test_after_the_lesson_nothing_is_said() -> None:
    match = begin(GAME, GAME.set_up("teaching_mill_road", {}), "late")
    state = match.state
    assert isinstance(state, Battle)
    state.turn = 5
    assert GAME.face(state, 0, "en").lesson_step() is None
    assert GAME.face(state, -1, "en").lesson_step() is None
