"""A stack in hand: what is offered at one gesture can be played to its end, and what cannot says why.

The steppe around Kharkov (0518) is open. Cavalry in 0416 controls 0517, 0516 and 0417.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

import grognard
import walks
from grognard.kernel.match import Match
from grognard.kernel.pen import percent
from grognard.kernel.wire import Column, Plan
from grognard.server.why import InHand, why_place
from toolkit1812 import Table

NEY = {"F-III-I1": "0617", "F-III-I2": "0617", "F-NEY": "0617"}
COSSACKS = {"R-1V-C1": "0416"}


def in_hand(match: Match, side: str, place: str, units: Sequence[str] | None = None, *steps: str, **to: str) -> Column:
    found = match.game.face(match.state, match.sides.index(side), "en").column(place, units, steps, to.get("to"))
    assert found is not None
    return found


def goal(column: Column, place: str) -> Plan:
    return next(plan for plan in column.plans if plan.place == place)


def carry_out(match: Match, side: str, plan: Plan) -> Match:
    """Every answer of a plan, as the server plays a gesture; cavalry nobody had seen (15.1) ends it."""
    twin = match.copy()
    for number, action in enumerate(plan.actions):
        if number and match.state.hidden and "must_stop" in [r.key for r in twin.why_not(side, action)]:
            break
        if action.endswith("?") and twin.why_not(side, action[:-1]):
            continue
        twin.play(side, action.removesuffix("?"))
    return twin


def ready(pieces: dict[str, str], **more: Any) -> Table:
    return Table({**NEY, **pieces}, trains={"0617": 1}, **more).movement("french")


@pytest.mark.rules("8.2", "8.4")
@pytest.mark.parametrize(
    "options",
    [{}, {"edition": 1}, {"optional_15_2": True}, {"advanced": True}],
    ids=["basic", "1e", "15.2", "advanced"],
)
def test_8_4_every_plan_of_every_stack_is_played_to_its_end(options: dict[str, Any]) -> None:
    match = grognard.start("russia1812", options=options, seed="in hand")
    rng = random.Random("in hand")
    tried = ended = 0
    for number, _ in enumerate(walks.walk(match, walks.lively, rng)):
        if tried > 90 or number > 3000:
            break
        side = match.to_act[0]
        asked = match.decision(side)
        if asked is None or asked.name not in ("MoveOrder", "AttackOrder") or rng.random() > 0.4:
            continue
        face = match.game.face(match.state, match.sides.index(side), "en")
        hands = sorted({shown.hand for action in match.options(side) if (shown := face.describe(action)).hand})
        column = face.column(rng.choice(hands)) if hands else None
        for plan in rng.sample(column.plans, min(3, len(column.plans))) if column else []:
            after = carry_out(match, side, plan)
            tried += 1
            ended += not after.to_act or after.decision(after.to_act[0]).name not in ("MarchUnits", "MarchLeaders")
    assert tried > 15
    assert ended == tried


@pytest.mark.rules("8.4", "3.2")
def test_8_4_who_goes_is_ticked_and_summed_up() -> None:
    t = ready({"F-III-C1": "0617"})
    whole = in_hand(t.match, "french", "0617")
    assert whole.note == "3 units, CF 3, OF 3½, in supply"
    assert {member.unit: member.goes for member in whole.members}["F-NEY"]
    one = in_hand(t.match, "french", "0617", ["F-III-I1"])
    assert one.note.startswith("1 unit, CF 1")
    after = carry_out(t.match, "french", goal(one, "0618"))
    pieces = {piece["id"]: piece["place"] for piece in after.view(None)["units"]}
    assert pieces["F-III-I1"] == "0618"
    assert {pieces["F-III-I2"], pieces["F-NEY"]} == {"0617"}
    assert in_hand(t.match, "french", "0617", ["F-NEY"]).plans == []


@pytest.mark.rules("8.4")
def test_8_4_a_way_of_ones_own_leads_over_its_way_points() -> None:
    t = ready({})
    over = in_hand(t.match, "french", "0617", None, to="0618")
    assert over.path == ["0618"]
    assert over.steps == ["march 0617 0618"]
    there = goal(over, "0518")
    assert there.path == ["0618", "0518"]
    assert goal(over, "0618").actions[-1] == "halt"
    after = carry_out(t.match, "french", there)
    assert next(p["place"] for p in after.view(None)["units"] if p["id"] == "F-III-I1") == "0518"
    assert t.match.game.face(t.match.state, 0, "en").column("0617", None, ["march 0617 0208"]) is None


@pytest.mark.rules("8.4")
def test_8_4_a_commander_stays_behind_on_the_way() -> None:
    t = ready({})
    over = in_hand(t.match, "french", "0617", None, to="0618")
    assert [option.action for option in over.more] == ["drop F-NEY"]
    dropped = in_hand(t.match, "french", "0617", None, *over.steps, "drop F-NEY")
    after = carry_out(t.match, "french", goal(dropped, "0518"))
    places = {piece["id"]: piece["place"] for piece in after.view(None)["units"]}
    assert (places["F-NEY"], places["F-III-I1"]) == ("0618", "0518")


@pytest.mark.rules("8.4")
def test_8_4_somebody_is_named_as_cover_on_the_way() -> None:
    t = ready({**COSSACKS, "F-IV-I1": "0517"})
    assert "0517" not in goal(in_hand(t.match, "french", "0617"), "0417").path
    over = in_hand(t.match, "french", "0617", None, to="0517")
    assert "cover F-IV-I1" in [option.action for option in over.more]
    covered = in_hand(t.match, "french", "0617", None, *over.steps, "cover F-IV-I1")
    beyond = goal(covered, "0417")
    assert beyond.path == ["0517", "0417"]
    after = carry_out(t.match, "french", beyond)
    assert next(p["place"] for p in after.view(None)["units"] if p["id"] == "F-III-I1") == "0417"


def why(t: Table, place: str) -> list[str]:
    return [f"{refusal.rule} {refusal.key}" for refusal in why_place(t.match, "french", place, InHand("0617"))]


@pytest.mark.rules("8.4", "14.6")
def test_8_4_a_dark_hex_is_answered_for_the_whole_march() -> None:
    t = ready(COSSACKS)
    assert why(t, "0416") == ["8.4 enemy_there"]
    assert why(t, "0717") == ["14.6 closed_forest"]
    assert why(t, "0617") == ["8.4 no_step_yet"]
    assert why(t, "2208") == ["8.4 too_far_to_march"]
    assert why(t, "0417") == ["8.4 cavalry_on_the_way"]


@pytest.mark.rules("10.1")
def test_10_1_some_of_a_stack_attack() -> None:
    t = Table({**NEY, "F-III-C1": "0617", "R-1V-C1": "0517"}).combat("french")
    whole = in_hand(t.match, "french", "0617")
    assert goal(whole, "0517").actions == ["attack 0617 0517", "all"]
    two = goal(in_hand(t.match, "french", "0617", ["F-III-I1", "F-III-C1"]), "0517")
    assert two.label == "Attack 0517 with 2 units"
    after = carry_out(t.match, "french", two)
    assert after.decision("french").name == "CommitAttack"
    assert in_hand(t.match, "french", "0617", []).plans == []


@pytest.mark.rules("7.4")
def test_7_4_a_train_to_each_stack_is_proposed_and_may_be_changed() -> None:
    match = grognard.start("russia1812", seed="trains")
    for _ in walks.walk(match, walks.lively, random.Random("trains")):
        asked = match.decision("french") if "french" in match.to_act else None
        if asked is not None and asked.name == "PlaceTrain":
            break
    (cut,) = match.game.face(match.state, 0, "en").shortcuts()
    assert cut.verbs == ["train", "dummy"]
    assert len(cut.actions) == len(set(cut.actions)) > 5
    for action in cut.actions:
        assert match.why_not("french", action) == []


@pytest.mark.rules("10.2", "10.3", "10.4")
def test_10_4_a_forecast_shows_who_may_come_and_each_number_the_defender_may_commit() -> None:
    t = Table({**NEY, "R-1V-C1": "0517", "R-BARCLAY": "0517", "F-IV-I1": "0518", "F-EUGENE": "0518"}).combat("french")
    t.s.cc[1] = 2
    order = t.match._read("attack 0617 0517")
    shown = t.match.game.face(t.match.state, 0, "en").forecast(order, {})
    assert shown is not None
    assert [(arrow.start, arrow.place, arrow.side) for arrow in shown.helpers] == [("0518", "0517", "french")]
    assert shown.places[:2] == ["0617", "0517"]
    assert [row.value for row in shown.by_value] == [0, 1, 2]
    assert next(row.label for row in shown.unknowns if row.name == "defender_cc").startswith("If Barclay")


@pytest.mark.rules("10.2")
def test_10_2_the_usual_number_of_commands_is_the_least_that_helps_most() -> None:
    t = Table({**NEY, "R-1V-C1": "0517"}).combat("french")
    t.play("french", "attack 0617 0517", "all")
    face = t.match.game.face(t.match.state, 0, "en")
    shown = [face.describe(action) for action in t.match.options("french")]
    usual = [option.number for option in shown if option.primary]
    chances = [int(str(option.tag).rstrip("%")) for option in shown]
    assert usual == [chances.index(max(chances))]


def test_8_5_the_die_of_a_plan_has_as_many_bad_faces_as_its_tag_says() -> None:
    pieces = dict.fromkeys(["F-III-I1", "F-III-I2", "F-NEY"], "2108")
    t = Table(pieces, turn=5, trains={"2108": 1}).movement("french")
    column = t.match.game.face(t.s, 0, "en").column("2108", None, [], None)
    assert column is not None
    assert len({plan.tag for plan in column.plans}) > 2
    for plan in column.plans:
        parts = plan.die or []
        assert sum(part.faces for part in parts) in (0, 6)
        assert percent(Fraction(sum(part.faces for part in parts if part.bad), 6)) == plan.tag
        assert plan.short is not None
        assert plan.label.startswith(plan.short)
