"""[9.1] Stacks and formations sent by one gesture: what the table proposes the rules allow, action by action."""

from __future__ import annotations

import random
from typing import Any

from grognard.games.vanguard.game import GAME
from grognard.kernel.wire import Together
from toolkit_vanguard import Table

WATRIN = {"l40I": "3512", "l40II": "3512", "l22I": "3613", "watrin": "3512"}


def ordered(pieces: dict[str, str], order: str = "advance", **more: Any) -> Table:
    t = Table(pieces, orders={"watrin": order}, **more)
    t.movement("watrin")
    assert t.asked == "MoveUnits"
    return t


def ask(t: Table, units: list[str], goal: str = "", base: str = "", lang: str = "en") -> Together:
    twin = t.match.imagine("french", random.Random(1))
    found = GAME.face(twin.state.copy(), 0, lang).together(twin, units, base, goal)
    assert found is not None
    return found


def test_9_1_a_formation_keeps_its_shape_and_every_step_is_legal() -> None:
    t = ordered(WATRIN)
    (company,) = GAME.face(t.s, 0, "en").companies()
    units = [u for u in company.units if u != "watrin"]
    assert set(units) == {"l40I", "l40II", "l22I"}
    assert "3 units" in company.note or "4 units" in company.note
    assert "3312" in [goal.place for goal in ask(t, units, base="l40I").goals]
    plan = ask(t, units, "3312", "l40I").plan
    assert plan is not None
    assert [mover.why for mover in plan.movers] == [None] * 3
    t.play("french", *plan.actions)  # nothing of it is refused
    assert (t.where("l40I"), t.where("l40II"), t.where("l22I")) == ("3312", "3312", "3413")


def test_8_1_who_is_pinned_stays_and_says_why() -> None:
    t = ordered(WATRIN | {"stI": "3614"}, "manoeuvre")
    assert ask(t, ["l22I"], "3412").units == []
    plan = ask(t, ["l40I", "l40II", "l22I"], "3411", "l40I").plan
    assert plan is not None
    assert {mover.unit: mover.path[-1] for mover in plan.movers if mover.path} == {"l40I": "3411", "l40II": "3411"}


def test_7_1_who_finds_no_room_in_his_place_stands_beside_it_and_says_so() -> None:
    t = ordered(WATRIN | {"l22II": "3312", "l22III": "3312"})
    plan = ask(t, ["l40I", "l40II"], "3312", "l40I").plan
    assert plan is not None
    assert {mover.rule for mover in plan.movers} == {"7.1"}
    t.play("french", *plan.actions)
    assert t.where("l40I") != "3312"


def test_9_1_out_of_reach_is_said_with_its_rule() -> None:
    t = ordered(WATRIN)
    plan = ask(t, ["l40I"], "2012").plan
    assert plan is None
    far = ask(t, ["l40I", "l22I"], "3012", "l40I").plan
    if far is not None:
        assert all(mover.why and mover.rule for mover in far.movers if mover.path[-1:] not in (["3012"], ["3113"]))


def test_9_1_the_same_in_italian_and_nothing_when_another_is_asked() -> None:
    t = ordered(WATRIN)
    plan = ask(t, ["l40I", "l22I"], "3312", "l40I", "it").plan
    assert plan is not None
    assert "Muovi" in plan.label
    assert GAME.face(t.s, 1, "en").companies() == []
    assert GAME.face(t.s, 1, "en").together(t.match.copy(), ["l40I"], "", "3312") is None


def test_4_4_the_radius_is_drawn_where_the_general_would_stand() -> None:
    t = ordered(WATRIN)
    t.play("french", "done")
    plan = ask(t, ["watrin"], "3312").plan
    assert plan is not None
    assert plan.areas is not None
    (radius,) = plan.areas
    assert radius.places is not None
    assert radius.places[0] == "3312"
    assert "letter-W" in radius.style
    grid, here = t.s.world.grid, t.hex("3312")
    reach = t.s.world.roster.radius[t.unit("watrin")]
    assert max(grid.distance(here, t.hex(place)) for place in radius.places) == reach


def test_12_1_what_could_then_be_assaulted_is_told_with_its_odds() -> None:
    t = ordered(WATRIN | {"stI": "3212"}, "attack")
    plan = ask(t, ["l40I", "l40II"], "3312", "l40I").plan
    assert plan is not None
    assert plan.prospects is not None
    (fight,) = plan.prospects
    assert (fight.place, fight.tag, fight.starts) == ("3212", "2-1 +1", ["3312"])
    t.play("french", *plan.actions)
    told = GAME.face(t.s, 0, "en").forecast(GAME.lexicon.parse("assault 3212"), {})
    assert told == fight.forecast  # the same from where they then stand
    far = ask(ordered(WATRIN | {"stI": "2812"}, "attack"), ["l40I"], "3312", "l40I").plan
    assert far is not None
    assert far.prospects == []


def test_9_1_a_dark_hex_says_what_keeps_the_whole_move_from_it() -> None:
    t = ordered(WATRIN | {"stI": "3112"}, "manoeuvre")
    face = GAME.face(t.s, 0, "en")

    def why(place: str) -> list[tuple[str, str]]:
        return [(rule, key) for rule, key, _ in face.dark(place, "3512", ["l40I"])]

    assert why("3112") == [("9.1.2", "enemy_there")]
    assert why("3212") == [("5.1.4", "manoeuvre_keeps_off")]
    assert why("2012") == [("9.1", "out_of_reach")]
    t.play("french", "move l40I")
    face = GAME.face(t.s, 0, "en")
    assert why("2012") == [("9.1", "out_of_reach")]
    assert face.dark("3412") == []  # the single step answers for its neighbours
