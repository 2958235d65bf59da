"""Rulebook 5: orders, what they compel and allow."""

from __future__ import annotations

import pytest

from toolkit_vanguard import Table


def test_5_1_1_under_advance_half_the_counted_units_must_come_nearer() -> None:
    t = Table({"l40I": "2905", "l40II": "2906", "l40III": "2907", "watrin": "2906", "stI": "2105"})
    t.movement("watrin")
    assert t.rules("french", "done") == ["5.1.1"]
    t.play("french", "move l40I", "go 2805", "stop")
    assert t.rules("french", "done") == ["5.1.1"], "two of three, rounded up"
    t.play("french", "move l40II", "go 2806", "stop")
    t.play("french", "done")
    assert t.asked != "MoveUnits"


def test_5_1_1_a_unit_may_decline_only_while_the_others_suffice() -> None:
    t = Table({"l40I": "2905", "l40II": "2906", "watrin": "2906", "stI": "2105"}).movement("watrin")
    t.play("french", "move l40I", "go 3005", "stop")
    t.steer("french", "move l40II")
    t.play("french", "go 3006")
    assert t.rules("french", "stop") == ["5.1.1"]


def test_5_1_2_under_attack_every_counted_unit_must_come_nearer() -> None:
    t = Table({"l40I": "2905", "l40II": "2906", "watrin": "2906", "stI": "2105"}, orders={"watrin": "attack"})
    t.movement("watrin").play("french", "move l40I", "go 2805", "stop")
    if t.asked == "MoveUnits":
        assert t.rules("french", "done") == ["5.1.2"]
    t.steer("french", "move l40II", "go 3006")
    assert t.rules("french", "stop") == ["5.1.2"]


def test_5_1_5_guns_lost_broken_and_sheltered_units_are_not_counted() -> None:
    t = Table(
        {"a_watrin": "2905", "l40I": "3007", "l40II": "2906", "l22I": "2806", "watrin": "2906", "stI": "2105"},
        orders={"watrin": "attack"},
        disordered=["l40II"],
        lost=["l22I"],
    ).movement("watrin")
    assert "done" in t.options("french")


def test_5_1_3_with_defence_one_hex_is_all() -> None:
    t = Table({"l40I": "2905", "watrin": "2905", "stI": "2105"}, orders={"watrin": "defence"}).movement("watrin")
    t.play("french", "move l40I", "go 2904")
    assert t.where("l40I") == "2904"
    assert t.asked != "Step", "it has stopped by itself"


def test_5_1_3_with_defence_a_zone_is_entered_only_where_a_friend_stands() -> None:
    t = Table({"l40I": "2807", "l40II": "2906", "stI": "2905"}, orders={"watrin": "defence"}).movement("watrin")
    t.play("french", "move l40I")
    assert t.rules("french", "go 2806") == ["5.1.3"]
    assert "go 2906" in t.options("french")


def test_5_1_3_from_zone_to_zone_without_a_friend_takes_a_test() -> None:
    """R-12: rolled first, the move is made in any case, then the level is lost."""
    t = Table({"l40I": "2906", "stI": "2905", "stII": "2705"}, orders={"watrin": "defence"}, dice=[6])
    t.movement("watrin").steer("french", "move l40I", "go 2806", "stop")
    assert t.where("l40I") == "2806"
    assert t.level("l40I") == "disordered"
    t = Table({"l40I": "2906", "stI": "2905", "stII": "2705"}, orders={"watrin": "defence"}, dice=[1])
    t.movement("watrin").steer("french", "move l40I", "go 2806", "stop")
    assert t.level("l40I") == "good"


def test_5_1_4_with_manoeuvre_no_zone_is_entered() -> None:
    t = Table({"l40I": "2907", "stI": "2905"}, orders={"watrin": "manoeuvre"}).movement("watrin")
    t.play("french", "move l40I")
    assert t.rules("french", "go 2906") == ["5.1.4"]


@pytest.mark.parametrize(
    ("order", "may"), [("advance", False), ("attack", False), ("defence", True), ("manoeuvre", False)]
)
def test_8_1_only_defence_leaves_a_zone(order: str, may: bool) -> None:
    t = Table({"l40I": "2906", "l40II": "3210", "watrin": "2906", "stI": "2905"}, orders={"watrin": order})
    t.movement("watrin")
    assert ("move l40I" in t.options("french")) == may
    if not may and t.asked == "MoveUnits":
        assert t.rules("french", "move l40I") == ["8.1"]


def test_5_2_a_chief_changes_orders_in_his_radius_as_often_as_his_initiative() -> None:
    """Ott: initiative 2, radius 5."""
    t = Table({"ott": "2905", "gottesheim": "2705", "vogelsang": "2405", "schellenberg": "2305", "stI": "2705"})
    t.orders("coalition")
    assert t.rules("coalition", "order schellenberg attack") == ["5.2"], "six hexes away"
    assert t.rules("coalition", "order watrin attack") == ["5.2"]
    t.play("coalition", "order gottesheim attack", "order ott attack")
    assert t.asked == "Rest", "two changes, his own formation included (R-04)"
    assert t.formation_order("gottesheim") == t.formation_order("ott") == "attack"


def test_5_2_1_a_general_may_try_once_for_an_order_of_his_own() -> None:
    for die, order in ((4, "attack"), (5, "advance")):
        t = Table({"watrin": "2905", "l40I": "2905", "stI": "2105"}, dice=[die]).command("watrin")
        assert t.asked == "GeneralTries"
        t.play("french", "try attack")
        assert t.formation_order("watrin") == order
        assert t.asked == "Rest"


def test_5_3_an_officer_may_give_lost_units_the_order() -> None:
    """R-08: the General's initiative, once, before they move."""
    for die, order in ((4, "attack"), (5, "defence")):
        t = Table(
            {"watrin": "3509", "gency": "2905", "l40I": "2905", "stI": "2105"},
            orders={"watrin": "attack"},
            dice=[die],
            lost=["l40I", "gency"],
        )
        t.movement("watrin").steer("french", "done")
        assert t.asked == "Rouse"
        t.play("french", "rouse gency")
        assert t.order("l40I") == order
        assert t.rules("french", "rouse gency") != []


def test_5_3_a_unit_out_of_command_has_defence() -> None:
    t = Table({"watrin": "3509", "l40I": "2905"}, orders={"watrin": "attack"}).command("watrin")
    assert t.order("l40I") == "defence"


def test_5_3_units_in_command_do_not_wait_for_the_lost_ones() -> None:
    """[3.1] B-4: first those in command, then the lost ones; who has stayed does not move in the second stage."""
    t = Table(
        {"watrin": "3509", "l40I": "3409", "l22I": "2905", "stI": "2105"}, orders={"watrin": "manoeuvre"}, lost=["l22I"]
    ).movement("watrin")
    assert t.rules("french", "move l22I") == ["9.1"]
    t.play("french", "done")
    assert t.rules("french", "move l40I") == ["9.1"]
    assert "move l22I" in t.options("french")
