"""R-49: what lies beneath a stack that nobody sees reaches the enemy, and a spectator, through no channel."""

from __future__ import annotations

import random
from typing import Any

import pytest

import grognard
import walks
import walks_vanguard
from grognard import games
from grognard.games.vanguard.rules.disorder.reinforcements import Reinforce
from grognard.games.vanguard.rules.movement.next_mover import MoveLeader, MoveUnits, _rides_off_unseen
from grognard.games.vanguard.rules.orders import ChangeOrders, GeneralTries, Rouse
from grognard.games.vanguard.world.roster import COALITION, SCENARIOS, SIDES
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.frame import Frame
from toolkit_vanguard import Table

GAME = games.load("vanguard")


def row_of(found: Any, formation: str) -> list[str]:
    """The hexes that the table of formations points at for one of them."""
    table = next(table for table in found.tables if table.id == "formations")
    number = next(n for n, row in enumerate(table.rows) if formation in row[1])
    return list(table.about[number].places)


def campotenese() -> Any:
    match = grognard.start("vanguard", "campotenese", seed="hidden")
    assert isinstance(match.state, Battle)
    return match


def test_11_3_2_the_table_of_formations_shows_a_hidden_general_to_his_owner_alone() -> None:
    s = campotenese().state
    general = s.world.roster.by_id["minutolo"]
    assert not s.seen_by(0) >> s.at[general] & 1
    here = s.world.grid.names[s.at[general]]
    assert row_of(GAME.face(s, COALITION, "en").sidebar(), "Minutolo") == [here]
    assert row_of(GAME.face(s, 0, "en").sidebar(), "Minutolo") == []
    assert row_of(GAME.face(s, -1, "en").sidebar(), "Minutolo") == []


def test_11_3_2_a_general_in_sight_is_shown_to_all() -> None:
    t = Table({"l40I": "2905", "coI": "2904", "gottesheim": "2904"})
    assert row_of(GAME.face(t.s, 0, "en").sidebar(), "Gottesheim") == ["2904"]
    assert row_of(GAME.face(t.s, -1, "en").sidebar(), "Gottesheim") == ["2904"]


def test_11_3_2_naming_an_enemy_formation_does_not_point_at_its_hidden_general() -> None:
    s = campotenese().state
    name = GAME.lexicon.parse("activate minutolo")
    general = s.world.roster.by_id["minutolo"]
    here = s.world.grid.names[s.at[general]]
    assert GAME.face(s, COALITION, "en").describe(name).place == here
    seen = GAME.face(s, 0, "en").describe(name).place
    tops = {piece["place"] for piece in GAME.view(s, 0)["units"] if piece["formation"] == "minutolo"}
    assert seen in tops


def test_11_3_2_a_click_on_a_hex_tells_only_the_formations_that_are_seen_there() -> None:
    t = Table({"l40I": "3811", "coI": "1005", "ott": "1005"}, dice=[6, 1]).initiative()
    assert t.asked == "Name"
    assert GAME.face(t.s, 0, "en").about("1005") == ["activate gottesheim"]
    assert GAME.face(t.s, 1, "en").about("1005") == ["activate gottesheim", "activate ott"]


def test_11_3_2_who_hides_is_out_of_command_for_his_owner_alone() -> None:
    """An Officer beneath a battalion that nobody sees; the battalion on top is seen, the Officer not."""
    t = Table({"watrin": "3811", "l40I": "3801", "gency": "3801", "coI": "1005"})
    t.command("watrin")
    told = [(event.to, event.args) for event in t.s.events if event.key == "out_of_command"]
    assert told == [(-1, (t.mask(["l40I"]),)), (0, (t.mask(["gency"]),))]


@pytest.mark.parametrize(("place", "offered"), [("3801", ["rouse gency", "done"]), ("3803", ["done"])])
def test_5_3_an_officer_out_of_sight_is_asked_whether_or_not_he_can_rouse(place: str, offered: list[str]) -> None:
    """The enemy must not learn from a silence that no Officer lies beneath the lost battalion."""
    t = Table(
        {"watrin": "3811", "l40I": "3801", "l22I": "3803", "gency": place, "coI": "1005"},
        lost=["l40I"],
        orders={"watrin": "manoeuvre"},
    )
    t.movement("watrin").play("french", "done")
    assert t.asked == "Rouse"
    assert t.options("french") == offered
    t.play("french", "done")
    assert t.asked != "Rouse"


def test_5_3_an_officer_whom_the_enemy_sees_is_not_asked_for_nothing() -> None:
    t = Table(
        {"watrin": "3811", "l40I": "3801", "l22I": "3803", "gency": "3805", "coI": "1005"},
        lost=["l40I"],
        orders={"watrin": "manoeuvre"},
    )
    t.movement("watrin").play("french", "done")
    assert t.asked != "Rouse"


# twins: two hidden leaders change places, and nobody but their owner sees, reads or hears any difference


def channels(match: Any, side: int) -> dict[str, Any]:
    """Everything that is shown to a side (-1: a spectator)."""
    s = match.state
    found: dict[str, Any] = {
        "view": GAME.view(s, side),
        "tables": GAME.face(s, side, "en").sidebar(),
        "overlays": GAME.face(s, side, "en").overlays(),
        "clock": GAME.face(s, -1, "en").clock(),
        "notes": [GAME.face(s, side, "en").side_note(who) for who in (0, 1)],
    }
    if side >= 0:
        places = [name for name in s.world.grid.names if name][::37]
        found["crumbs"] = GAME.face(s, side, "en").crumbs()
        found["shortcuts"] = GAME.face(s, side, "en").shortcuts()
        found["about"] = [GAME.face(s, side, "en").about(place) for place in places]
        options = match.options(SIDES[side]) if SIDES[side] in match.to_act else []
        found["options"] = [GAME.face(s, side, "en").describe(action) for action in options]
        found["forecasts"] = [GAME.face(s, side, "en").forecast(action, {}) for action in options]
        names = [GAME.lexicon.parse(f"activate {s.world.roster.formations[f]}") for f in s.world.formations]
        found["names"] = [GAME.face(s, side, "en").describe(action) for action in names]
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_11_3_2_twins_with_other_hidden_leaders_look_alike_to_everybody_else(scenario: str) -> None:
    options = {"optional_16_1": True, "optional_16_2": True, "optional_16_3": True}
    match = grognard.start("vanguard", scenario, options, seed="twins")
    compared = 0
    for count, _ in enumerate(walks.walk(match, walks.lively, random.Random(f"twins{scenario}"))):
        if count % 23 == 0:
            for owner in (0, 1):
                twin = match.copy()
                if not walks_vanguard.swap_secrets(twin.state, owner):
                    continue
                compared += 1
                for looker in (1 - owner, -1):
                    mine, other = channels(match, looker), channels(twin, looker)
                    assert [name for name in mine if mine[name] != other[name]] == []
        if count > 900:
            break
    assert compared > 20


def test_11_3_2_the_steps_of_a_leader_whom_nobody_sees_are_not_counted_for_others() -> None:
    """He rides from beneath two battalions to beneath two others; then one out into the open."""
    t = Table(
        {
            "watrin": "3811",
            "l40I": "3801",
            "l40II": "3801",
            "l22I": "3802",
            "l22II": "3802",
            "gency": "3801",
            "coI": "1005",
        },
        orders={"watrin": "manoeuvre"},
    )
    t.movement("watrin")
    before = [t.match.seen(side) for side in (*SIDES, None)]
    t.play("french", "move gency", "go 3802")
    if t.asked == "Step":
        t.play("french", "stop")
    mine = t.match.seen("french") - before[0]
    assert mine >= 2
    assert [t.match.seen(side) for side in (SIDES[1], None)] == before[1:]


def test_11_3_2_the_steps_of_a_battalion_are_counted_for_all() -> None:
    t = Table({"watrin": "3811", "l40I": "3801", "coI": "1005"}, orders={"watrin": "manoeuvre"}).movement("watrin")
    before = t.match.seen(SIDES[1])
    t.play("french", "move l40I")
    assert t.match.seen(SIDES[1]) == before + 1


@pytest.mark.parametrize("question", ["GeneralTries", "Rouse", "MoveUnits", "MoveLeader", "Reinforce"])
def test_11_3_2_who_passes_shows_nothing(question: str) -> None:
    """R-49: that a player did nothing is no step that others count."""
    t = Table(
        {"watrin": "3801", "l40I": "3801", "gency": "3801", "coI": "1005"},
        lost=["l40I"],
        due={"l22I": (4, "B")},
        orders={"watrin": "manoeuvre"},
    )
    t.s.active = t.formation("watrin")
    frames: dict[str, Frame[Any]] = {
        "GeneralTries": GeneralTries(0),
        "Rouse": Rouse(0),
        "MoveUnits": MoveUnits(0, t.mask(["l40I"]), 0),
        "MoveLeader": MoveLeader(0, (t.unit("watrin"),)),
        "Reinforce": Reinforce(0),
    }
    t.open(frames[question], frames[question])
    before = [t.match.seen(side) for side in SIDES]
    t.play("french", "keep" if question == "GeneralTries" else "done")
    assert t.asked == question, "the second time"
    assert [t.match.seen(side) for side in SIDES] == [before[0] + 1, before[1]]


def test_11_3_2_a_leader_beneath_troops_out_of_sight_is_not_seen_to_be_named() -> None:
    """Rivaud is the last leader of his battle: the next counter is a battalion."""
    t = Table({"l96I": "3801", "rivaudo": "3801", "chambarlhac": "3811", "coI": "1005"})
    assert [_rides_off_unseen(t.s, t.unit(u)) for u in ("rivaudo", "chambarlhac", "l96I")] == [True, False, False]
    t.s.put(t.unit("coI"), t.hex("3803"))
    assert not _rides_off_unseen(t.s, t.unit("rivaudo")), "now he is in sight"


def test_16_2_who_names_a_column_has_shown_where_its_officer_is() -> None:
    t = Table({"ott": "2011", "oreilly": "2012", "bach": "2012", "l40I": "3811"}, options={"optional_16_2": True})
    t.orders("coalition")
    t.s.revealed = False
    ChangeOrders(1).apply(t.s, 1, t.world.lexicon.make("detach", t.unit("oreilly"), 1))
    assert t.s.revealed
