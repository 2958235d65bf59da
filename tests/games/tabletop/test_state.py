"""Copies, facts and views of a battle cover everything that changes."""

from __future__ import annotations

import json
import random
from dataclasses import fields
from typing import Any

import pytest

import grognard
import walks
from grognard.games.tabletop.rules.movement import moves, paces
from grognard.games.tabletop.rules.movement.room import Room
from grognard.games.tabletop.rules.view import view
from grognard.games.tabletop.world.formations import layout
from grognard.games.tabletop.world.state import Battle, Contact, Park, Shot, Unit
from toolkit_tabletop import Table, U


def battle() -> Table:
    return Table({"A-1": U(900, 300), "B-1": U(900, 900, 1800)})


def other(value: Any) -> Any:
    """A value of the same kind that differs."""
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else "column"


@pytest.mark.parametrize("name", [field.name for field in fields(Unit) if field.name != "body"])
def test_every_field_of_a_unit_is_copied_and_counted(name: str) -> None:
    t = battle()
    before, unit = t.s.fingerprint(), t.unit("A-1")
    setattr(unit, name, other(getattr(unit, name)))
    assert t.s.fingerprint() != before
    assert t.s.copy().fingerprint() == t.s.fingerprint()


@pytest.mark.parametrize(
    ("name", "value"), [("x", 910), ("y", 310), ("facing", 450), ("formation", "column"), ("pm", 4)]
)
def test_a_body_is_measured_anew_when_anything_it_depends_on_has_changed(name: str, value: Any) -> None:
    t = battle()
    body, twin = t.s.body(0), t.s.copy()
    assert t.s.body(0) is body
    assert twin.body(0) is body
    setattr(t.unit("A-1"), name, value)
    unit, found = t.unit("A-1"), t.s.body(0)
    assert found is not body
    assert found.stands == (unit.x, unit.y, unit.facing, unit.formation, unit.pm)
    assert found.layout == layout("inf", unit.formation, unit.bases)
    assert found.foot.bounds != body.foot.bounds
    assert twin.body(0) is body


CHANGES: dict[str, Any] = {
    "turn": 9,
    "phase": 9,
    "first": 1,
    "contacts": [Contact(0, 1, 0, 0)],
    "winners": [1],
    "shots": [Shot(0, 1, 2)],
    "parks": [Park(0, 1, 2, 3, -1)],
    "orders_left": 7,
    "strategic": True,
    "stepped": True,
    "asked": [0],
    "answered": [1],
    "passes": 5,
    "fought": [1],
}


def test_no_field_of_the_battle_is_forgotten() -> None:
    kernel = {"agenda", "dice", "events", "revealed", "noise", "outcome"}
    declared = {field.name for field in fields(Battle)}
    at_hand = {"arrival"}
    assert declared - kernel - at_hand - {"world", "units", "generals", "commands"} == set(CHANGES)


def test_what_was_found_legal_last_is_taken_for_that_answer_alone() -> None:
    t = Table({"A-1": U(500, 300), "B-1": U(1500, 1100, 1800)}).moving("A-1")
    assert t.match.why_not("french", "goto 500 350 0") == []
    assert t.s.arrival is not None
    assert t.s.arrival.end[:3] == (500, 350, 0)
    assert t.s.copy().arrival is None
    t.play("french", "advance 20")
    assert t.where("A-1") == (500, 320, 0)
    assert t.s.arrival is None
    t.play("french", "goto 500 350 0")
    assert t.where("A-1") == (500, 350, 0)
    assert t.left("A-1") < 1


@pytest.mark.parametrize("name", sorted(CHANGES))
def test_every_field_of_the_battle_is_copied_and_counted(name: str) -> None:
    s = battle().s
    before = s.fingerprint()
    setattr(s, name, CHANGES[name])
    assert s.fingerprint() != before
    twin = s.copy()
    assert twin.fingerprint() == s.fingerprint()
    if isinstance(CHANGES[name], list):
        getattr(twin, name).clear()
        assert getattr(s, name) == CHANGES[name]


@pytest.mark.parametrize(
    ("group", "name"),
    [
        *(("generals", name) for name in ("x", "y", "rating", "unit", "lost", "rode")),
        *(("commands", name) for name in ("order", "objective", "shaken")),
    ],
)
def test_generals_and_commands_are_copied_and_counted(group: str, name: str) -> None:
    s = battle().s
    before, twin = s.fingerprint(), s.copy()
    thing = getattr(s, group)[0]
    setattr(thing, name, other(getattr(thing, name)))
    assert s.fingerprint() != before
    assert twin.fingerprint() == before
    assert s.copy().fingerprint() == s.fingerprint()


def test_the_view_is_the_same_for_everybody_and_plain() -> None:
    match = grognard.start("tabletop", "barrosa_1811", seed="view")
    for count, _ in enumerate(walks.walk(match, walks.lively, random.Random("view"))):
        if count == 150:
            break
    assert isinstance(match.state, Battle)
    seen = view(match.state, 0)
    assert seen == view(match.state, 1) == view(match.state, -1)
    assert json.loads(json.dumps(seen)) == seen
    unit = seen["units"][0]
    assert len(unit["figures"]) == unit["bases"]
    assert len(unit["outline"]) == 4
    assert {"x", "y", "facing", "formation", "order", "left_mm", "flags", "cover"} <= set(unit)


def test_a_record_of_free_numbers_replays_to_the_millimetre() -> None:
    match = grognard.start("tabletop", "crossroads", seed="record")
    for count, _ in enumerate(walks.walk(match, walks.uniform, random.Random("record"))):
        if count == 200:
            break
    again = grognard.loads(match.record.dumps())
    assert again.fingerprint == match.fingerprint


@pytest.mark.parametrize("scenario", ["crossroads", "barrosa_1811"])
def test_the_steps_that_are_offered_are_those_of_which_the_smallest_is_legal(scenario: str) -> None:
    """Looked at all round, by a room that nobody has asked before."""
    match, rng = grognard.start("tabletop", scenario, seed="steps"), random.Random(5)
    asked = 0
    while match.outcome is None and asked < 150:
        side = match.to_act[0]
        frame, s = match.state.agenda[-1], match.state
        if isinstance(frame, moves.MoveUnit) and isinstance(s, Battle):
            offered = {(step.verb, step.hand) for step in match.options(side) if isinstance(step, moves.StepRegion)}
            regions = [moves.StepRegion(s, Room(s, frame.u), *step) for step in paces.STEPS]
            assert offered == {(each.verb, each.hand) for each in regions if each.legal(moves.SMALLEST[each.verb])}
            asked += 1
        match.play(side, match.sample(side, rng))
