"""[3.3] [6.2] An army of one's own laid out in any order: what the table takes down, the rules take as it is."""

from __future__ import annotations

import grognard
from grognard.games.merde.game import GAME
from grognard.kernel.face import Stand
from grognard.kernel.match import Match
from grognard.kernel.wire import Laying


def planning() -> Match:
    match = grognard.start("merde", None, {"deployment": "free"}, seed="own plan")
    match.play("army_a", "own")
    while (asked := match.decision("army_a")) is not None and asked.options[0].verb in ("flag", "fortify", "pontoon"):
        done = [option for option in asked.options if option.verb == "done"]
        match.play("army_a", (done or list(asked.options))[0])
    return match


def ask(match: Match, placed: dict[str, Stand], unit: str = "", lang: str = "en") -> Laying:
    found = GAME.face(match.state, 0, lang).lay(placed, unit)
    assert found is not None
    return found


def test_6_2_units_are_laid_in_any_order_facing_the_enemy() -> None:
    match = planning()
    first = ask(match, {})
    assert len(first.berths) >= 4
    assert {berth.front for berth in first.berths} == {"north"}
    assert first.actions == []
    placed: dict[str, Stand] = {}
    for berth in reversed(first.berths):
        goals = ask(match, placed, berth.unit).goals
        assert goals
        placed[berth.unit] = Stand(berth.form, berth.front, goals[0].place or "")
    last = ask(match, placed)
    where = {berth.unit: berth.place for berth in last.berths}
    assert None not in where.values()
    for action in last.actions:
        match.play("army_a", action)  # nothing of it is refused
    view = {unit["id"]: unit["place"] for unit in match.view("army_a")["units"]}
    assert {unit: view[unit] for unit in where} == where
    assert GAME.face(match.state, 0, "en").lay({}, "") is None


def test_6_2_no_two_in_one_square_and_nobody_outside_the_rear_line() -> None:
    match = planning()
    one, two, *_ = ask(match, {}).berths
    goal = ask(match, {}, one.unit).goals[0].place
    assert goal is not None
    placed = {b.unit: Stand(b.form, b.front, goal) for b in (one, two)}
    found = {berth.unit: berth.place for berth in ask(match, placed).berths}
    assert (found[one.unit], found[two.unit]) == (goal, None)
    away = {one.unit: Stand("none", "up", "9999")}
    assert ask(match, away).berths[0].place is None


def test_13_1_another_formation_and_front_are_kept() -> None:
    match = planning()
    berth = next(found for found in ask(match, {}).berths if len(found.forms) > 1)
    other = next(pick.value for pick in berth.forms if pick.value != berth.form)
    wish = {berth.unit: Stand(other, "west")}
    found = next(b for b in ask(match, wish, lang="it").berths if b.unit == berth.unit)
    assert (found.form, found.front) == (other, "west")


def test_3_3_nobody_else_sees_the_tray() -> None:
    match = planning()
    assert GAME.face(match.state, -1, "en").lay({}, "") is None
