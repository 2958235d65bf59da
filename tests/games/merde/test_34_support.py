"""Chapters 31, 34, 35, 37 and 42: who steps in for whom, who rides on, and what those who go back come upon."""

from __future__ import annotations

from grognard.games.merde.rules import withdraw
from grognard.games.merde.rules.cavalry import pursuit
from grognard.games.merde.rules.combat import melee
from grognard.games.merde.rules.combat.damage import wipe_out
from grognard.games.merde.rules.support import supporters
from toolkit_merde import Table, at

REAR = {
    "A1": ("FR_line", "march", "0810", "south"),
    "B1": ("AU_line", "line", "0809 0909"),
    "B2": ("AU_line", "march", "0808"),
    "B3": ("AU_line", "march", "1520"),
}
BACKED = {"gB1": ("line", "B1 B3", 1), "gB2": ("support", "B2", "gB1")}


def go(t: Table) -> Table:
    """Those who run do so by the first way."""
    while t.asked in ("GoBack", "FollowBack"):
        t.play(t.to_act[0], t.options(t.to_act[0])[-1])
    return t


def test_34_1_a_support_steps_in_for_one_who_was_taken_in_the_rear() -> None:
    t = Table(REAR, groups=BACKED).hand("A1", (1, 6), (1, 5)).hand("B1", (2, 2)).engage("A1", "B1")
    go(t)
    assert t.told.count("rear") == 1
    assert t.look("B1").routed or t.where("B1") == ""
    assert t.options("army_b") == ["replace B2", "pass"]
    t.roll(1).play("army_b", "replace B2")
    assert (t.where("B2"), t.formation("B2"), t.look("B2").facing) == ("0809 0909", "line", 0)  # R-34a: it faces about
    assert len(t.look("B2").hand) == 2  # the marker left, and a new one
    assert not t.s.group_of(t.piece("B3")).shaken  # [37.3]
    assert t.asked == "FireStep"
    assert t.rules("army_b", "fire 1") == []


def test_34_1_nobody_steps_in_and_the_group_is_shaken() -> None:
    for order in ("support", "reserve"):
        groups = BACKED | {"gB2": (order, "B2", "gB1") if order == "support" else (order, "B2")}
        t = go(Table(REAR, groups=groups).hand("A1", (1, 6)).hand("B1", (2, 2)).engage("A1", "B1"))
        assert (t.asked == "Replace") is (order == "support")
        if order == "support":
            t.play("army_b", "pass")
        assert t.asked == "Rest"
        assert t.s.group_of(t.piece("B3")).shaken


def test_37_3_a_support_does_not_mend_an_earlier_rout_of_the_group() -> None:
    t = Table(REAR, groups=BACKED).hand("A1", (1, 6)).hand("B1", (2, 2))
    t.s.group_of(t.piece("B1")).shaken = True
    go(t.engage("A1", "B1")).roll(1).play("army_b", "replace B2")
    assert t.s.group_of(t.piece("B3")).shaken


def test_34_1_the_markers_of_an_eliminated_regiment_are_taken_over() -> None:
    t = Table(
        {
            "A1": ("FR_line", "attack", "0808"),
            "A2": ("FR_line", "attack", "0807"),
            "B1": ("AU_line", "line", "0809 0909"),
        },
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
    ).men("A1", 0, 1)
    t.hand("A1", (1, 1), (1, 2), (1, 3)).hand("B1", (6, 6), (6, 5)).engage("A1", "B1").both("fire 1", "fire 1")
    assert t.where("A1") == ""
    t.roll(1).play("army_a", "replace A2")
    assert len(t.look("A2").hand) == 3
    assert len(t.s.discards[0]) == 1


def test_34_1_a_lone_battalion_takes_the_square_that_is_in_contact() -> None:
    t = Table(
        {
            "A1": ("FR_line", "line", "0808 0908"),
            "A2": ("FR_line", "march", "0807"),
            "B1": ("AU_line", "march", "1009"),
        },
        groups={"gA1": ("line", "A1", 1), "gA2": ("support", "A2", "gA1")},
    ).men("A2", 0, 2)
    t.hand("A1", (1, 6)).hand("B1", (1, 6), (1, 5)).engage("A1", "B1").both("fire 1", "fire 1")
    t.roll(1).play("army_a", "replace A2")
    assert t.where("A2") == "0908"
    assert t.asked == "FireStep"


def test_34_1_once_in_an_engagement_and_never_by_one_in_contact() -> None:
    t = Table(REAR | {"A2": ("FR_line", "march", "0707", "south")}, groups=BACKED)
    t.hand("A1", (1, 6)).engage("A1", "B1")
    go(t)
    assert t.asked == "Rest"
    again = Table(REAR, groups=BACKED).hand("A1", (1, 6), (1, 5)).hand("B1", (2, 2)).engage("A1", "B1")
    go(again).roll(1).play("army_b", "replace B2")
    again.men("B2", 1, 2)
    assert supporters(again.s, 1) == []


CHARGED = {
    "A1": ("FR_heavy_cav", "march", "0811", "south"),
    "B1": ("PR_line", "march", "0809"),
    "B2": ("PR_line", "march", "0808"),
}

ORDERED = {"gA1": ("column", "A1", 1), "gB1": ("column", "B1", 1), "gB2": ("support", "B2", "gB1")}


def test_34_1_a_support_meets_the_charge_that_came_in_the_rear() -> None:
    t = Table(CHARGED, groups=ORDERED)
    t.hand("A1", (1, 6), (1, 5)).hand("B1", (1, 1)).charge("A1", "B1", "0810")
    go(t).roll(1).play("army_b", "replace B2")
    assert t.where("B2") == "0809"
    assert t.asked == "ShotAtCharge"
    t.play("army_b", "pass")
    assert t.asked == "TrySquare"


def test_34_1_a_support_steps_in_when_the_square_is_not_formed() -> None:
    t = Table(
        CHARGED
        | {
            "A1": ("FR_heavy_cav", "march", "0806"),
            "B1": ("PR_line", "march", "0808"),
            "B2": ("PR_line", "march", "0809"),
        },
        groups=ORDERED,
    )
    t.hand("A1", (1, 6), (1, 5)).charge("A1", "B1", "0807").roll(9).play("army_b", "form square")
    go(t)
    assert t.options("army_b") == ["replace B2", "pass"]
    t.play("army_b", "pass")
    assert t.asked == "Advance"
    t.play("army_a", "pass")
    assert t.asked == "Rest"  # it is asked once


# [29.5] [31.6] [31.7]


def test_29_5_nobody_converges_on_a_square() -> None:
    for formation, wanted in (("attack", True), ("square", False)):
        t = Table({"A1": ("FR_line", formation, "0808"), "B1": ("AU_line", "line", "0809 0909")})
        t.hand("A1", (1, 6)).hand("B1", (1, 6)).engage("A1", "B1")
        assert melee.can_converge(t.s, 1) is wanted


def test_31_6_a_garrison_pursues_in_its_sector_by_the_free_intervention() -> None:
    pieces = {
        "A1": ("FR_light_cav", "march", "0802"),
        "B1": ("AU_line", "march", "0805"),
        "B2": ("AU_line", "march", "0820"),
    }
    t = Table(pieces).set("B1", routed=True)
    assert [str(action) for action in pursuit.pursuits(t.s, 0)] == ["pursue A1 B1"]
    pursuit.pursue(t.s, t.piece("A1"), t.piece("B1"), at("0804"))
    assert t.s.intervened == [True, False]
    t.s.intervened[0] = True
    t.set("B2", routed=True)
    assert pursuit.pursuits(t.s, 0) == []
    outside = Table(pieces | {"B1": ("AU_line", "march", "0807")}).set("B1", routed=True)
    assert pursuit.pursuits(outside.s, 0) == []
    reserve = Table(pieces, groups={"gA1": ("reserve", "A1")}).set("B1", routed=True)
    assert pursuit.pursuits(reserve.s, 0) == []


def test_31_6_a_flag_falls_to_cavalry_that_rides_over_its_routed_guard() -> None:
    pieces = {
        "A1": ("FR_light_cav", "march", "0818"),
        "B1": ("AU_line", "march", "0822"),
        "B2": ("AU_line", "march", "1520"),
    }
    for last, taken in (("0821", 0), ("0822", 1)):
        t = Table(pieces, groups={"gA1": ("column", "A1", 1)}, flags={"B2": "0822"}).set("B1", routed=True)
        pursuit.pursue(t.s, t.piece("A1"), t.piece("B1"), at(last))
        assert t.s.captured == [taken, 0]


def test_31_7_a_countercharge_that_wins_may_ride_back() -> None:
    t = Table(
        {
            "A1": ("FR_heavy_cav", "march", "0808"),
            "B1": ("AU_line", "march", "0810"),
            "B2": ("AU_heavy_cav", "march", "0912"),
        },
        groups={"gA1": ("column", "A1", 1), "gB2": ("column", "B2", 1)},
    )
    t.hand("A1", (1, 1)).hand("B2", (6, 6), (6, 5)).charge("A1", "B1", "0809").play("army_b", "counter B2")
    t.roll(9)
    while t.asked != "Onward":
        t.play(t.to_act[0], t.options(t.to_act[0])[-1])
    assert t.options("army_b") == ["return", "pass"]
    t.play("army_b", "return")
    assert t.where("B2") == "0912"


# [42.1] [42.2]


def test_42_1_a_retreat_in_order_takes_a_flag_and_a_rout_does_not() -> None:
    for rout, taken in ((False, 1), (True, 0)):
        t = Table({"A1": ("FR_line", "march", "0822"), "B1": ("AU_line", "march", "0823")}, flags={"B2": "0819"})
        t.set("A1", routed=rout).open(withdraw.GoBack(t.piece("A1"), rout))
        go(t)
        assert t.where("A1") in ("0718", "0818", "0918")
        assert t.s.captured == [taken, 0]


def test_42_2_who_routs_does_not_capture_the_cic() -> None:
    for rout in (False, True):
        t = Table({"A1": ("FR_line", "march", "0812")}, generals={"BG0": ("gold", "0811")})
        t.set("A1", routed=rout).open(withdraw.GoBack(t.piece("A1"), rout))
        go(t)
        assert t.s.cic_lost == [False, not rout]


def test_34_1_who_is_gone_for_other_reasons_leaves_no_markers_behind() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")}).hand("A1", (1, 1))
    wipe_out(t.s, t.piece("A1"))
    assert len(t.s.pool[0]) + len(t.s.discards[0]) == 72
    assert at("0808") not in t.s.occupied(0)
