"""Chapters 18, 20 and 42: what a change of front or formation may gain, and what not: R-18c, R-18d, R-20d, R-42a."""

from __future__ import annotations

import pytest

from grognard.games.merde.rules import rally, support
from grognard.games.merde.rules.movement.resolve import enter_square
from grognard.games.merde.world.lexicon import LIMBERED
from toolkit_merde import MOVING, Table, at

FAR = {"B1": ("AU_line", "march", "0023")}
FLAG = {"B2": "0820"}  # in the column of the middle


def planned(t: Table, *acts: str) -> Table:
    """A1 plans, halts where that must be said, and the step is carried out."""
    t.movement(1).play("army_a", "plan A1", *acts)
    if t.asked == "Movement":
        t.play("army_a", "halt" if "halt" in t.options("army_a") else "done")
    while t.asked == "Movement":
        t.play(t.to_act[0], "done")
    return t


# [42.1] [42.2] R-42a


@pytest.mark.parametrize(
    ("formation", "squares", "act"),
    [
        ("march", "0720", "form line 0820"),
        ("line", "0720 0820", "front east 1"),
        ("march", "0821", "step 0820"),
        ("line", "0719 0819", "step 0720"),
    ],
)
def test_42_1_a_flag_falls_however_a_regiment_comes_onto_it(formation: str, squares: str, act: str) -> None:
    flag = {"B2": "0719"} if act.startswith("front") else FLAG
    t = Table({"A1": ("FR_line", formation, squares), **FAR}, groups=MOVING, flags=flag)
    planned(t, act)
    assert flag["B2"] in t.where("A1")
    assert t.s.captured == [1, 0]
    assert "flag" in t.told


def test_42_1_light_troops_in_open_order_take_a_flag_too() -> None:
    t = Table({"A1": ("FR_light", "march", "0720"), **FAR}, groups=MOVING, flags=FLAG)
    planned(t, "form open 0820")
    assert t.s.captured == [1, 0]


def test_42_1_a_flag_in_whose_square_an_enemy_stands_is_defended() -> None:
    t = (
        Table(
            {"A1": ("FR_line", "march", "0720"), "B1": ("AU_foot_art", "unlimbered", "0820")}, groups=MOVING, flags=FLAG
        )
        .movement(1)
        .play("army_a", "plan A1")
    )
    assert t.rules("army_a", "form line 0820") == ["15.4"]
    assert t.rules("army_a", "step 0820") == ["20.8"]


@pytest.mark.parametrize("counter", ["FR_foot_art", "sharpshooters", "engineers"])
def test_42_1_batteries_companies_and_engineers_take_nothing(counter: str) -> None:
    given = counter if counter.endswith("_art") else [f"FR_{counter}"]
    t = Table({"A1": (given, "unlimbered" if counter.endswith("_art") else "march", "0820"), **FAR}, flags=FLAG)
    enter_square(t.s, t.piece("A1"), at("0820"))
    assert t.s.captured == [0, 0]


def test_42_1_who_routs_takes_nothing_and_who_recovers_on_a_flag_takes_it_then() -> None:
    t = Table({"A1": ("FR_line", "march", "0820"), **FAR}, flags=FLAG, generals={"AG1": ("silver", "0819", "A1")})
    t.set("A1", routed=True)
    enter_square(t.s, t.piece("A1"), at("0820"))
    assert t.s.captured == [0, 0]
    t.roll(5)
    rally.judge_routed(t.s, t.piece("A1"))
    assert t.s.captured == [1, 0]


def test_42_1_a_support_that_steps_in_on_a_flag_takes_it() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0819"), "A2": ("FR_line", "march", "0818"), "B1": ("AU_line", "march", "0820")},
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
        flags={"B2": "0819"},
    )
    t.set("A1", routed=True).hand("B1", (1, 1)).engage("B1", "A1")
    assert t.s.captured == [0, 0]
    t.roll(1)
    support.replace(t.s, 1, t.piece("A2"))
    assert t.where("A2") == "0819"
    assert t.s.captured == [1, 0]


def test_42_2_deploying_onto_the_square_of_the_cic_captures_him() -> None:
    t = Table({"A1": ("FR_line", "march", "0720"), **FAR}, groups=MOVING, generals={"BG0": ("gold", "0820")})
    planned(t, "form line 0820")
    assert t.match.outcome is not None
    assert (t.match.outcome.winner, t.match.outcome.reason) == ("army_a", "cic")


def test_20_9_a_general_alone_is_displaced_by_a_change_of_formation() -> None:
    t = Table({"A1": ("FR_line", "march", "0712"), **FAR}, groups=MOVING, generals={"BG1": ("silver", "0812", "B1")})
    planned(t, "form line 0812")
    assert t.s.commander(t.general("BG1")).square == at("0815")


def test_42_2_a_cic_beside_a_friend_is_safe() -> None:
    t = (
        Table(
            {"A1": ("FR_line", "march", "0720"), "B1": ("AU_foot_art", "limbered", "0820")},
            groups=MOVING,
            generals={"BG0": ("gold", "0820")},
        )
        .movement(1)
        .play("army_a", "plan A1")
    )
    assert t.look("B1").formation == LIMBERED
    assert t.rules("army_a", "form line 0820") == ["15.4"]


# [18.5] [18.6] [18.7] R-18d


def test_18_6_a_reserve_does_not_walk_by_changing_formation() -> None:
    t = Table({"A1": ("FR_light_cav", "march", "1205"), **FAR}, groups={"gA1": ("reserve", "A1")}).movement(13)
    t.play("army_a", "plan A1", "form line 1105")
    assert t.rules("army_a", "form march 1105") == ["18.6"]
    assert t.rules("army_a", "step 1106") == ["18.6"]
    assert "form march 1205" in t.options("army_a")
    t.play("army_a", "halt")
    while t.asked == "Movement":
        t.play(t.to_act[0], "done")
    assert t.where("A1") == "1205 1105"
    t.movement(13).play("army_a", "plan A1")  # nor turn by turn
    assert t.rules("army_a", "form march 1105") == ["18.6"]
    assert t.rules("army_a", "front east 2") == ["18.6"]  # the second squadron as pivot would leave the post
    assert "front east 1" in t.options("army_a")


def test_18_5_a_garrison_changes_on_its_post_until_it_is_triggered() -> None:
    pieces = {"A1": ("FR_line", "march", "0702")}
    quiet = Table(pieces | FAR).movement(13).play("army_a", "plan A1", "form line 0802")
    assert quiet.rules("army_a", "form march 0802") == ["18.5"]
    alarmed = Table(pieces | {"B1": ("AU_line", "march", "0805")}).movement(13)
    alarmed.play("army_a", "plan A1", "form line 0802")
    assert "form march 0802" in alarmed.options("army_a")


@pytest.mark.parametrize("foe", ["0023", "0605"])
def test_18_5_a_garrison_takes_no_new_square_outside_its_sector(foe: str) -> None:
    t = Table({"A1": ("FR_line", "march", "0602"), "B1": ("AU_line", "march", foe)}).movement(13)
    t.play("army_a", "plan A1")
    assert t.rules("army_a", "form line 0502") == ["18.5"]
    assert "form line 0702" in t.options("army_a")


def test_18_7_a_support_of_a_reserve_keeps_its_post() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0802"), "A2": ("FR_line", "march", "1002"), **FAR},
        groups={"gA2": ("reserve", "A2"), "gA1": ("support", "A1", "gA2")},
    ).movement(13)
    t.play("army_a", "plan A1", "form line 0902")
    assert t.rules("army_a", "form march 0902") == ["18.7"]


def test_18_5_the_post_is_where_the_order_found_it_and_a_change_does_not_move_it() -> None:
    t = (
        Table({"A1": ("FR_line", "line", "0802 0902"), **FAR}, generals={"AG0": ("gold", "0801")}, groups=MOVING)
        .set("A1", post=(at("0802"),))
        .orders()
    )
    t.play("army_a", f"change {t.group('A1')}", "order reserve")
    for side in t.to_act:
        t.play(side, "done")
    assert t.look("A1").post == (at("0802"), at("0902"))
    t.movement(13).play("army_a", "plan A1")
    assert {"form march 0802", "form march 0902"} <= set(t.options("army_a"))


def test_18_5_a_forced_move_gives_a_new_post_and_a_square_by_card_does_not() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0809")}).hand("A1", (1, 6), (1, 5))
    t.hand("B1", (1, 6)).engage("A1", "B1").both("fire 1", "fire 1")
    assert t.look("B1").post == t.look("B1").squares != (at("0809"),)
    horse = Table({"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("PR_line", "line", "0810 0910")}, groups=MOVING)
    horse.hand("A1", (1, 6), (1, 5)).hand("B1", (1, 6)).charge("A1", "B1", "0809").play("army_b", "pass").roll(1)
    horse.play("army_b", "form square 0910")
    assert horse.look("B1").post == (at("0810"), at("0910"))


# [18.2] R-18c


def test_18_2_a_change_does_not_carry_a_moving_group_back() -> None:
    t = Table({"A1": ("FR_line", "line", "0808 0809", "east"), **FAR}, groups=MOVING).movement(1)
    t.play("army_a", "plan A1")
    assert t.rules("army_a", "form march 0808") == ["18.2"]
    assert t.rules("army_a", "front north 1") == ["18.2"]
    assert {"form march 0809", "front north 2"} <= set(t.options("army_a"))


def test_18_2_what_steps_have_gained_a_change_may_give_back() -> None:
    t = Table({"A1": ("FR_light_cav", "line", "0808 0809", "east"), **FAR}, groups=MOVING).movement(1)
    t.play("army_a", "plan A1", "step 0809")
    assert {"form march 0809", "form march 0810"} <= set(t.options("army_a"))  # it began with 0809 as its foremost
    t.play("army_a", "form march 0809")
    assert t.rules("army_a", "step 0808") == ["18.2"]


def test_18_2_in_the_sector_of_a_flag_still_to_take_it_goes_in_all_directions() -> None:
    t = Table({"A1": ("FR_line", "march", "0821"), **FAR}, groups=MOVING, flags=FLAG).movement(1)
    t.play("army_a", "plan A1", "step 0820")
    assert t.s.flags[1]  # it is taken when the plans are carried out
    t.play("army_a", "step 0819", "step 0818")
    assert t.rules("army_a", "step 0817") == ["18.2"]  # out of the sector of the flag
    taken = Table({"A1": ("FR_line", "march", "0821"), **FAR}, groups=MOVING, flags=FLAG)
    taken.s.flags[1].remove(at("0820"))
    assert taken.movement(1).play("army_a", "plan A1").rules("army_a", "step 0820") == ["18.2"]
    below = Table({"A1": ("FR_line", "march", "0816"), **FAR}, groups=MOVING, flags=FLAG).movement(1)
    assert below.play("army_a", "plan A1").rules("army_a", "step 0815") == ["18.2"]  # another sector
    beside = Table({"A1": ("FR_line", "march", "0821"), **FAR}, groups=MOVING, flags={"B2": "0623", "B3": "0020"})
    assert "step 0820" in beside.movement(1).play("army_a", "plan A1").options("army_a")
    other = Table({"A1": ("FR_line", "march", "0821"), **FAR}, groups={"gA1": ("column", "A1", 1, 2)}, flags=FLAG)
    assert other.movement(1).play("army_a", "plan A1").rules("army_a", "step 0820") == ["18.2"]  # not of its column


def test_18_2_in_the_sector_of_the_flag_it_may_turn_and_gather_backwards() -> None:
    t = Table({"A1": ("FR_line", "line", "0821 0822", "east"), **FAR}, groups=MOVING, flags=FLAG).movement(1)
    t.play("army_a", "plan A1")
    assert "form march 0821" in t.options("army_a")


# [20.6] R-20d


def contact(facing: str = "north") -> Table:
    """A line of two battalions, the western one in the ZOC of an enemy."""
    return (
        Table({"A1": ("FR_line", "line", "0808 0908", facing), "B1": ("AU_line", "march", "0709")}, groups=MOVING)
        .movement(1)
        .play("army_a", "plan A1")
    )


def test_20_6_gathering_out_of_a_zoc_frees_nobody_for_a_step_forwards() -> None:
    t = contact().play("army_a", "form march 0908")
    assert t.rules("army_a", "step 0909") == ["20.6"]
    assert t.rules("army_a", "step 1008") == ["20.6"]
    assert "step 1007" in t.options("army_a")


def test_20_6_the_rear_is_that_of_the_front_it_had() -> None:
    t = Table({"A1": ("FR_light", "march", "0808"), "B1": ("AU_line", "march", "0709")}, groups=MOVING).movement(1)
    t.play("army_a", "plan A1", "front west")
    assert t.rules("army_a", "step 0908") == ["20.6"]
    assert "step 0907" in t.options("army_a")


def test_20_6_whoever_has_left_a_zoc_enters_none_by_a_change() -> None:
    t = Table(
        {"A1": ("FR_light", "march", "0808"), "B1": ("AU_line", "march", "0709"), "B2": ("AU_line", "march", "1108")},
        groups=MOVING,
    ).movement(1)
    t.play("army_a", "plan A1", "step 0907")
    assert t.rules("army_a", "form line 1007") == ["20.6"]
    assert "form line 0807" in t.options("army_a")


def test_20_6_in_open_order_each_battalion_is_held_for_itself() -> None:
    t = Table({"A1": ("FR_light", "open", "0808 1008"), "B1": ("AU_line", "march", "0709")}, groups=MOVING).movement(1)
    t.play("army_a", "plan A1")
    assert t.rules("army_a", "step 1 0809") == ["20.6"]
    assert "step 2 1009" in t.options("army_a")


def test_20_6_a_front_turned_on_the_way_does_not_cut_the_step_to_the_old_rear() -> None:
    t = Table({"A1": ("FR_light", "march", "0808"), "B1": ("AU_line", "march", "0709")}, groups=MOVING).movement(1)
    t.play("army_a", "plan A1", "front east", "step 0907", "halt")
    assert t.where("A1") == "0907"


def test_20_6_a_change_is_cut_where_an_enemy_has_come_up_meanwhile() -> None:
    t = Table(
        {"A1": ("FR_light", "march", "0808"), "B1": ("AU_line", "march", "0709"), "B2": ("FR_light", "march", "1110")},
        groups={"gA1": ("column", "A1", 1), "gB2": ("column", "B2", 1)},
    ).movement(1)
    t.play("army_a", "plan A1", "step 0907", "form line 1007", "halt")
    t.play("army_b", "plan B2", "step 1109", "step 1108", "halt")
    assert (t.where("A1"), t.where("B2")) == ("0907", "1108")


def test_18_5_a_step_gives_a_triggered_garrison_a_new_post() -> None:
    t = Table({"A1": ("FR_line", "march", "0702"), "B1": ("AU_line", "march", "0805")}).movement(13)
    t.play("army_a", "plan A1", "step 0803", "halt")
    while t.asked == "Movement":
        t.play(t.to_act[0], "done")
    assert t.look("A1").post == (at("0803"),)


def test_20_6_a_gathered_regiment_steps_to_the_rear_and_is_wary() -> None:
    t = contact().play("army_a", "form march 0908", "step 1007", "halt")
    assert t.where("A1") == "1007"
    assert t.look("A1").wary
