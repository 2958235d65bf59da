"""Rulebook 8.4, points 6 and 7: cavalry influence, and the friends who cover a march against it.

The steppe around Kharkov (0518) is open. Cavalry in 0416 controls 0517, 0516 and 0417. A river, bridged, parts Kursk
(0515) from 0516; the same river, unbridged, parts 0615 from 0516, 0616 and 0716. 0717 is forest.
"""

from itertools import pairwise

import pytest

from toolkit1812 import Table

NEY = {"F-III-I1": "0617", "F-NEY": "0617"}
COSSACKS = {"R-1V-C1": "0416"}


def walk(t, side, *hexes):
    for start, goal in pairwise(hexes):
        t.play(side, f"march {start} {goal}")
    return t


def flags(t, name):
    return next(piece["flags"] for piece in t.match.view(None)["units"] if piece["id"] == name)


def keys(t, side, action):
    return [refusal.key for refusal in t.match.why_not(side, action)]


def steps(t, side):
    """The hexes the column may enter next."""
    return {action.split()[2] for action in t.options(side) if action.startswith("march")}


def column(pieces, trains=("0617",), **more):
    """Ney's column stands in 0617, ready for its first step, while other pieces stand about."""
    t = Table({**NEY, **pieces}, trains=dict.fromkeys(trains, 1), **more).movement("french")
    return t.play("french", "march 0617", "lead F-NEY")


# point 6: entering


def test_8_4_a_march_stops_in_a_hex_next_to_enemy_cavalry():
    t = column(COSSACKS)
    t.play("french", "march 0617 0517")
    assert t.options("french") == ["halt", "drop F-NEY"]
    assert t.reasons("french", "march 0517 0518") == ["8.4 must_stop"]
    assert keys(t, "french", "march 0517 0518") == ["must_stop"]
    t.play("french", "halt")
    assert t.where("F-III-I1") == "0517"


def test_8_4_a_march_without_commander_is_halted_by_cavalry_at_once():
    t = Table({**NEY, **COSSACKS}, trains={"0617": 1}).movement()
    t.play("french", "march 0617", "go", "march 0617 0517")
    assert t.asked == "Rest"
    assert t.where("F-III-I1") == "0517"
    assert t.s.genuine[0] == {}


def test_8_4_a_march_may_end_in_a_controlled_hex_after_free_ones():
    t = column(COSSACKS)
    walk(t, "french", "0617", "0518", "0417")
    assert t.options("french") == ["halt", "drop F-NEY"]


@pytest.mark.parametrize("enemy", ["R-1V-I1", "R-2VII-A1"])
def test_8_4_infantry_and_artillery_stop_nobody(enemy):
    t = column({enemy: "0416"})
    t.play("french", "march 0617 0517")
    assert steps(t, "french") == {"0516", "0417", "0518", "0617", "0616"}


def test_8_4_disrupted_cavalry_stops_nobody():
    t = column(COSSACKS, disrupted=["R-1V-C1"])
    t.play("french", "march 0617 0517")
    assert "0417" in steps(t, "french")


def test_8_4_disrupted_cavalry_beside_good_infantry_stops_nobody():
    t = column({**COSSACKS, "R-1V-I1": "0416"}, disrupted=["R-1V-C1"])
    t.play("french", "march 0617 0517")
    assert "0417" in steps(t, "french")


def test_8_4_cavalry_stops_a_march_next_door_not_two_hexes_off():
    t = column({"R-1V-C1": "0316"})
    t.play("french", "march 0617 0517")
    assert "0417" in steps(t, "french")


@pytest.mark.parametrize(
    ("cavalry", "way", "onward"),
    [("0616", ("0614", "0615"), "0715"), ("0516", ("0614", "0515"), "0514")],
    ids=["unbridged", "bridged"],
)
def test_8_4_cavalry_across_a_river_stops_nobody_bridge_or_not(cavalry, way, onward):
    t = Table({"F-III-I1": way[0], "F-NEY": way[0], "R-1V-C1": cavalry}, trains={way[0]: 1}).movement()
    t.play("french", f"march {way[0]}", "lead F-NEY")
    walk(t, "french", *way)
    assert onward in steps(t, "french")


def test_8_4_each_cavalry_hex_is_judged_separately():
    t = Table({"F-III-I1": "0614", "F-NEY": "0614", "R-1V-C1": "0516", "R-1I-C1": "0415"}, trains={"0614": 1})
    t.movement().play("french", "march 0614", "lead F-NEY", "march 0614 0515")
    assert t.options("french") == ["halt", "drop F-NEY"]


def test_8_4_french_cavalry_stops_russians_in_the_open():
    t = Table({"R-1V-I1": "0817", "R-PLATOV": "0817", "F-III-C1": "0617"}, trains={"0817": 1}).movement("russian")
    t.play("russian", "march 0817", "lead R-PLATOV", "march 0817 0718")
    assert t.options("russian") == ["halt", "drop R-PLATOV"]


def test_8_4_french_cavalry_controls_no_difficult_ground():
    t = Table({"R-1V-I1": "0817", "R-PLATOV": "0817", "F-III-C1": "0616"}, trains={"0817": 1}).movement("russian")
    t.play("russian", "march 0817", "lead R-PLATOV", "march 0817 0717")
    assert {"0718", "0617"} <= steps(t, "russian")
    t.play("russian", "march 0717 0617")
    assert t.options("russian") == ["halt", "drop R-PLATOV"]


def test_8_4_a_unit_stopped_by_cavalry_has_used_its_move():
    t = column({**COSSACKS, "F-I-I1": "0517", "F-I-I2": "0517", "F-DAVOUT": "0517"}, trains=("0617", "0517"))
    t.play("french", "march 0617 0517", "halt", "march 0517")
    assert t.reasons("french", "take F-III-I1") == ["8.3 unit_moved"]


# cover


def test_8_4_a_friend_who_stays_covers_the_passage():
    t = column({**COSSACKS, "F-I-I1": "0517"})
    t.play("french", "march 0617 0517")
    assert t.options("french") == ["halt", "cover F-I-I1", "drop F-NEY"]
    assert t.reasons("french", "march 0517 0518") == ["8.4 must_stop"]
    t.play("french", "cover F-I-I1")
    assert steps(t, "french") == {"0516", "0417", "0518", "0617", "0616"}
    t.play("french", "march 0517 0518", "halt")
    assert t.where("F-III-I1") == "0518"
    assert "committed" in flags(t, "F-I-I1")


def test_8_4_cover_holds_in_its_own_hex_only():
    t = column({**COSSACKS, "F-I-I1": "0517"})
    t.play("french", "march 0617 0517", "cover F-I-I1", "march 0517 0417")
    assert t.options("french") == ["halt", "drop F-NEY"]


def test_8_4_a_unit_used_as_cover_may_not_move_later():
    t = column({**COSSACKS, "F-I-I1": "0517", "F-DAVOUT": "0517", "F-II-I1": "0219"}, trains=("0617", "0517", "0219"))
    t.play("french", "march 0617 0517", "cover F-I-I1", "march 0517 0518", "halt")
    assert t.reasons("french", "march 0517") == ["8.4 nobody_can_march"]
    assert keys(t, "french", "march 0517") == ["nobody_can_march"]


def test_8_4_the_owner_says_which_of_several_friends_covers():
    t = column(
        {**COSSACKS, "F-I-I1": "0517", "F-I-I2": "0517", "F-I-I3": "0517", "F-DAVOUT": "0517"}, trains=("0617", "0517")
    )
    t.play("french", "march 0617 0517")
    assert t.options("french") == ["halt", "cover F-I-I1", "cover F-I-I2", "cover F-I-I3", "drop F-NEY"]
    assert t.reasons("french", "cover F-III-I1") == ["8.4 cannot_cover"]
    t.play("french", "cover F-I-I2", "march 0517 0518", "halt", "march 0517")
    assert t.options("french") == ["all", "take F-I-I1", "take F-I-I3"]
    assert t.reasons("french", "take F-I-I2") == ["8.4 unit_committed"]
    assert keys(t, "french", "take F-I-I2") == ["unit_committed"]


def test_8_4_entering_a_covered_hex_does_not_by_itself_use_the_cover():
    t = column({**COSSACKS, "F-I-I1": "0517", "F-DAVOUT": "0517"}, trains=("0617", "0517"))
    t.play("french", "march 0617 0517", "drop F-NEY", "halt")
    assert "committed" not in flags(t, "F-I-I1")
    t.play("french", "march 0517", "lead F-DAVOUT", "march 0517 0518", "halt")
    assert t.where("F-I-I1") == "0518"


def test_8_4_where_there_is_no_control_nobody_is_asked_to_cover():
    t = column({"F-I-I1": "0517"})
    t.play("french", "march 0617 0517")
    assert "cover F-I-I1" not in t.options("french")
    assert t.reasons("french", "cover F-I-I1") == ["8.4 no_cover_needed"]
    t.play("french", "march 0517 0417", "halt")
    assert "committed" not in flags(t, "F-I-I1")


def test_8_4_a_unit_that_has_moved_does_not_cover():
    t = Table({**NEY, **COSSACKS, "F-I-I1": "0618", "F-DAVOUT": "0618"}, trains={"0617": 1, "0618": 1}).movement()
    t.play("french", "march 0618", "go", "march 0618 0518", "march 0518 0517")
    t.play("french", "march 0617", "lead F-NEY", "march 0617 0517")
    assert t.options("french") == ["halt", "drop F-NEY"]
    assert t.reasons("french", "cover F-I-I1") == ["8.4 cannot_cover"]


def test_8_4_a_lone_commander_does_not_cover():
    t = column({**COSSACKS, "F-DAVOUT": "0517"})
    t.play("french", "march 0617 0517")
    assert t.options("french") == ["halt", "drop F-NEY"]
    assert t.reasons("french", "cover F-DAVOUT") == ["8.4 cannot_cover"]


def test_8_4_a_disrupted_friend_without_supply_covers():
    t = column({**COSSACKS, "F-I-I1": "0517"}, disrupted=["F-I-I1"], unsupplied=["F-I-I1"])
    t.play("french", "march 0617 0517", "cover F-I-I1", "march 0517 0518", "halt")
    assert t.where("F-III-I1") == "0518"


def test_8_4_a_committed_friend_covers_the_next_column_too():
    t = column({**COSSACKS, "F-I-I1": "0517", "F-I-I2": "0618", "F-DAVOUT": "0618"}, trains=("0617", "0618"))
    t.play("french", "march 0617 0517", "cover F-I-I1", "march 0517 0518", "halt")
    t.play("french", "march 0618", "lead F-DAVOUT", "march 0618 0617", "march 0617 0517")
    assert steps(t, "french") == {"0516", "0417", "0518", "0617", "0616"}
    assert t.reasons("french", "cover F-I-I1") == ["8.4 no_cover_needed"]


def test_8_4_russians_cover_each_other_against_french_cavalry():
    t = Table({"R-1V-I1": "0817", "R-PLATOV": "0817", "F-III-C1": "0617", "R-1V-I2": "0718"}, trains={"0817": 1})
    t.movement().play("russian", "march 0817", "lead R-PLATOV", "march 0817 0718", "cover R-1V-I2", "march 0718 0719")
    t.play("russian", "halt")
    assert t.where("R-1V-I1") == "0719"
    assert "committed" in flags(t, "R-1V-I2")


def test_8_4_a_committed_unit_is_free_again_next_turn():
    t = Table({**NEY, **COSSACKS, "F-I-I1": "0517", "F-DAVOUT": "0517"}, trains={"0617": 1})
    t.rally().play("french", "march 0617", "lead F-NEY", "march 0617 0517", "cover F-I-I1", "march 0517 0518", "halt")
    t.s.genuine[0][t.hex("0517")] = 1
    t.rally().play("french", "march 0517", "lead F-DAVOUT", "march 0517 0617", "halt")
    assert t.where("F-I-I1") == "0617"


# point 7: leaving

BEGAN_NEAR = {"F-III-I1": "0517", "F-NEY": "0517", "R-1V-C1": "0416"}


def leaving(pieces, turn=1, **more):
    """Ney in 0517 begins next to cavalry in 0416 and is about to take his first step."""
    t = Table({**BEGAN_NEAR, **pieces}, turn=turn, trains={"0517": 1}, **more).movement("french")
    return t.play("french", "march 0517", "lead F-NEY")


def test_8_4_units_that_began_next_to_cavalry_do_not_step_into_a_controlled_hex():
    t = leaving({})
    assert steps(t, "french") == {"0518", "0617", "0616"}
    for goal in ("0516", "0417"):
        assert t.reasons("french", f"march 0517 {goal}") == ["8.4 began_near_cavalry"]
        assert keys(t, "french", f"march 0517 {goal}") == ["began_near_cavalry"]


def test_8_4_only_the_first_step_is_restricted():
    t = leaving({})
    t.play("french", "march 0517 0518")
    assert "0417" in steps(t, "french")
    t.play("french", "march 0518 0417")
    assert t.options("french") == ["halt", "drop F-NEY"]


def test_8_4_the_order_to_march_names_the_cavalry_before_the_stack_is_named():
    t = Table(BEGAN_NEAR, trains={"0517": 1}).movement()
    assert t.reasons("french", "march 0517 0417") == ["8.4 began_near_cavalry"]
    assert keys(t, "french", "march 0517 0417") == ["began_near_cavalry"]


@pytest.mark.parametrize("enemy", ["R-1V-I1", "R-2VII-A1"])
def test_8_4_units_that_began_next_to_infantry_or_artillery_step_where_they_like(enemy):
    t = Table({"F-III-I1": "0517", "F-NEY": "0517", enemy: "0416", "R-1V-C1": "0316"}, trains={"0517": 1}).movement()
    t.play("french", "march 0517", "lead F-NEY")
    assert steps(t, "french") == {"0516", "0417", "0518", "0617", "0616"}


def test_8_4_units_that_began_next_to_disrupted_cavalry_step_where_they_like():
    t = leaving({}, disrupted=["R-1V-C1"])
    assert {"0516", "0417"} <= steps(t, "french")


def test_8_4_cavalry_that_rallied_this_turn_restricts_the_first_step():
    t = Table({**BEGAN_NEAR, "R-PLATOV": "0416"}, disrupted=["R-1V-C1"], trains={"0517": 1, "0416": 1}).rally()
    t.play("russian", "rally 0416").play("french", "march 0517", "lead F-NEY")
    assert t.reasons("french", "march 0517 0417") == ["8.4 began_near_cavalry"]


def test_8_4_cavalry_across_a_river_does_not_restrict_the_first_step():
    t = Table({"F-III-I1": "0615", "F-NEY": "0615", "R-1V-C1": "0616"}, trains={"0615": 1}).movement()
    t.play("french", "march 0615", "lead F-NEY", "march 0615 0516")
    assert t.options("french") == ["halt", "drop F-NEY"]


def test_8_4_cavalry_across_a_bridge_does_not_restrict_the_first_step():
    t = Table({"F-III-I1": "0515", "F-NEY": "0515", "R-1V-C1": "0516"}, trains={"0515": 1}).movement()
    t.play("french", "march 0515", "lead F-NEY", "march 0515 0415")
    assert t.options("french") == ["halt", "drop F-NEY"]


def test_8_4_the_first_step_may_put_a_river_between():
    t = Table({"F-III-I1": "0516", "F-NEY": "0516", "R-1V-C1": "0616"}, trains={"0516": 1}).movement()
    t.play("french", "march 0516", "lead F-NEY")
    assert t.reasons("french", "march 0516 0517") == ["8.4 began_near_cavalry"]
    t.play("french", "march 0516 0615")
    assert "0614" in steps(t, "french")


def test_8_4_russians_who_begin_in_the_open_next_to_french_cavalry_are_held():
    t = Table({"R-1V-I1": "0517", "R-PLATOV": "0517", "F-III-C1": "0616"}, trains={"0517": 1}).movement()
    t.play("russian", "march 0517", "lead R-PLATOV")
    assert steps(t, "russian") == {"0416", "0417", "0518"}
    assert t.reasons("russian", "march 0517 0617") == ["8.4 began_near_cavalry"]


def test_8_4_russians_who_begin_in_the_forest_are_not_held_by_french_cavalry():
    t = Table({"R-1V-I1": "0717", "R-PLATOV": "0717", "F-III-C1": "0616"}, trains={"0717": 1}).movement()
    t.play("russian", "march 0717", "lead R-PLATOV", "march 0717 0617")
    assert t.options("russian") == ["halt", "drop R-PLATOV"]


def test_8_4_russians_may_step_from_french_cavalry_into_the_forest():
    t = Table({"R-1V-I1": "0617", "R-PLATOV": "0617", "F-III-C1": "0616"}, trains={"0617": 1}).movement()
    t.play("russian", "march 0617", "lead R-PLATOV")
    assert "0717" in steps(t, "russian")
    assert "0517" not in steps(t, "russian")


def test_8_4_cavalry_that_comes_up_later_does_not_restrict_the_first_step():
    t = Table(
        {"F-III-I1": "0517", "F-NEY": "0517", "R-1V-C1": "0315", "R-PLATOV": "0315"},
        turn=15,
        trains={"0517": 1, "0315": 1},
        dice=[1],
    ).movement()
    t.play("russian", "march 0315", "go", "march 0315 0316", "march 0316 0416", "halt")
    t.play("french", "march 0517", "lead F-NEY")
    assert {"0516", "0417"} <= steps(t, "french")
    t.play("french", "march 0517 0417")
    assert t.options("french") == ["halt", "drop F-NEY"]


def test_8_4_whether_the_first_hex_is_controlled_is_judged_at_the_move():
    t = Table({**BEGAN_NEAR, "R-PLATOV": "0416"}, turn=15, trains={"0517": 1, "0416": 1}).movement()
    t.play("russian", "march 0416", "go", "march 0416 0316", "halt")
    t.play("french", "march 0517", "lead F-NEY")
    assert steps(t, "french") == {"0516", "0417", "0518", "0617", "0616"}
    assert t.reasons("french", "march 0517 0416") == ["8.4 began_near_cavalry"]


def test_8_4_cavalry_that_came_up_controls_the_first_hex_of_units_that_began_near_others():
    t = Table(
        {"F-III-I1": "0517", "F-NEY": "0517", "R-1V-C1": "0416", "R-1I-C1": "0719", "R-PLATOV": "0719"},
        turn=15,
        trains={"0517": 1, "0719": 1},
    ).movement()
    t.play("russian", "march 0719", "go", "march 0719 0618", "halt")
    assert keys(t, "french", "march 0517 0518") == ["began_near_cavalry"]
    assert t.reasons("french", "march 0517 0617") == ["8.4 began_near_cavalry"]
    t.play("french", "march 0517", "lead F-NEY")
    assert t.where("F-III-I1") == "0616"


def test_8_4_a_stack_whose_only_way_is_controlled_makes_no_move():
    t = Table(
        {"F-III-I1": "0119", "F-NEY": "0119", "R-1V-C1": "0118", "R-1V-I1": "0219", "F-I-I1": "0617"},
        trains={"0119": 1, "0617": 1},
    ).movement()
    assert t.reasons("french", "march 0119") == ["8.4 no_way_out"]
    assert keys(t, "french", "march 0119") == ["no_way_out"]


def test_8_4_a_friend_opens_the_first_step_and_is_committed():
    t = leaving({"F-I-I1": "0417"})
    assert steps(t, "french") == {"0417", "0518", "0617", "0616"}
    t.play("french", "march 0517 0417")
    assert "committed" in flags(t, "F-I-I1")
    assert "0317" in steps(t, "french")
    t.play("french", "halt")
    assert "committed" in flags(t, "F-I-I1")


def test_8_4_a_friend_met_at_the_second_step_is_not_committed_by_it():
    t = leaving({"F-I-I1": "0417"})
    walk(t, "french", "0517", "0518", "0417")
    assert t.options("french") == ["halt", "cover F-I-I1", "drop F-NEY"]
    t.play("french", "halt")
    assert "committed" not in flags(t, "F-I-I1")


def test_8_4_a_friend_committed_by_a_first_step_may_not_move_later():
    t = Table(
        {**BEGAN_NEAR, "F-I-I1": "0417", "F-DAVOUT": "0417", "F-II-I1": "0219"},
        trains={"0517": 1, "0417": 1, "0219": 1},
    ).movement()
    t.play("french", "march 0517", "lead F-NEY", "march 0517 0417", "halt")
    assert t.reasons("french", "march 0417") == ["8.4 nobody_can_march"]


def test_8_4_the_owner_says_which_friend_opens_the_first_step():
    t = leaving({"F-I-I1": "0417", "F-I-I2": "0417"})
    t.play("french", "march 0517 0417")
    assert t.asked == "ChooseCover"
    assert t.options("french") == ["cover F-I-I1", "cover F-I-I2"]
    assert t.reasons("french", "cover F-III-I1") == ["8.4 cannot_cover"]
    t.play("french", "cover F-I-I2")
    assert "committed" not in flags(t, "F-I-I1")
    assert "committed" in flags(t, "F-I-I2")
    assert t.asked == "Route"


def test_8_4_a_lone_commander_opens_no_first_step():
    t = leaving({"F-DAVOUT": "0417"})
    assert t.reasons("french", "march 0517 0417") == ["8.4 began_near_cavalry"]


def test_8_4_a_friend_who_has_moved_opens_no_first_step():
    t = Table({**BEGAN_NEAR, "F-I-I1": "0418", "F-DAVOUT": "0418"}, trains={"0517": 1, "0418": 1}).movement()
    t.play("french", "march 0418", "go", "march 0418 0417")
    t.play("french", "march 0517", "lead F-NEY")
    assert t.reasons("french", "march 0517 0417") == ["8.4 began_near_cavalry"]


def test_8_4_a_friend_already_committed_opens_the_first_step_unasked():
    t = Table(
        {**BEGAN_NEAR, "F-I-I1": "0417", "F-I-I2": "0417", "F-I-I3": "0418", "F-DAVOUT": "0418"},
        trains={"0517": 1, "0418": 1},
    ).movement()
    t.play("french", "march 0418", "lead F-DAVOUT", "march 0418 0417", "cover F-I-I1", "march 0417 0318", "halt")
    t.play("french", "march 0517", "lead F-NEY", "march 0517 0417")
    assert t.asked == "Route"
    assert "committed" not in flags(t, "F-I-I2")
    assert "0318" in steps(t, "french")
