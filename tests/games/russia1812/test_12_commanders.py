"""Rulebook 12: the movement of commanders.

The steppe around Kharkov (0518, a Russian city) is open; 0717 is forest; 0617, 0517, 0417, 0317, 0217 are a line.
"""

import pytest

from grognard.games.russia1812.rules import commands
from toolkit1812 import Table


def goals(t, side, commander):
    """Where a commander may be sent."""
    t.play(side, f"send {commander}")
    return {action.split()[2] for action in t.options(side)}


def keys(t, side, action):
    return [refusal.key for refusal in t.match.why_not(side, action)]


# 12.1 goals


def test_12_1_a_commander_goes_up_to_three_hexes_to_friendly_combat_units():
    t = Table({"F-NEY": "0617", "F-III-I1": "0517", "F-III-I2": "0317", "F-III-I3": "0217"}).commanders()
    assert goals(t, "french", "F-NEY") == {"0517", "0317"}
    assert t.reasons("french", "send F-NEY 0217") == ["12.1 too_far"]
    assert keys(t, "french", "send F-NEY 0217") == ["too_far"]
    t.play("french", "send F-NEY 0317")
    assert t.where("F-NEY") == "0317"


def test_12_1_he_does_not_end_in_the_open_alone():
    t = Table({"F-NEY": "0617", "F-DAVOUT": "0517", "F-III-I1": "0317", "F-III-I2": "0417"}).commanders()
    assert goals(t, "french", "F-NEY") == {"0317", "0417"}
    for empty in ("0616", "0517"):
        assert t.reasons("french", f"send F-NEY {empty}") == ["12.1 no_goal"]
        assert keys(t, "french", f"send F-NEY {empty}") == ["no_goal"]


def test_12_1_disrupted_and_full_stacks_are_goals():
    full = dict.fromkeys(["F-I-I1", "F-I-I2", "F-I-I3", "F-I-I4", "F-IG-I1", "F-IG-I2"], "0517")
    t = Table({"F-NEY": "0617", "F-III-I1": "0617", "F-III-I2": "0418", **full}, disrupted=list(full)).commanders()
    assert goals(t, "french", "F-NEY") == {"0517", "0418"}


def test_12_1_a_city_in_friendly_territory_is_a_goal_even_if_empty():
    t = Table({"R-PLATOV": "0617", "R-1V-I1": "0616"}).commanders("russian")
    assert {"0518", "0719", "0616"} <= goals(t, "russian", "R-PLATOV")
    t.play("russian", "send R-PLATOV 0518")
    assert t.where("R-PLATOV") == "0518"


def test_12_1_an_enemy_city_is_a_goal_only_with_a_friendly_unit_in_it():
    t = Table({"F-NEY": "0617", "F-III-I1": "0616", "F-DAVOUT": "0719"}).commanders()
    assert goals(t, "french", "F-NEY") == {"0616", "0719"}
    assert t.reasons("french", "send F-NEY 0518") == ["12.1 no_goal"]


def test_12_1_the_french_go_home_to_their_own_cities():
    t = Table({"F-NEY": "2308", "F-III-I1": "2308"}).commanders()
    assert {"2207", "2407"} <= goals(t, "french", "F-NEY")


@pytest.mark.parametrize("enemy", ["F-III-I1", "F-NEY"])
def test_12_1_a_friendly_city_with_an_enemy_unit_is_no_goal(enemy):
    t = Table({"R-PLATOV": "0617", "R-1V-I1": "0616", enemy: "0518"}).commanders("russian")
    assert "0518" not in goals(t, "russian", "R-PLATOV")
    assert t.reasons("russian", "send R-PLATOV 0518") == ["12.1 enemy_there"]
    assert keys(t, "russian", "send R-PLATOV 0518") == ["enemy_there"]


# 12.1 the path


@pytest.mark.parametrize("enemy", ["R-1V-I1", "R-PLATOV"])
def test_12_1_the_path_avoids_enemy_units_commanders_included(enemy):
    """From 0617 every way of three hexes to 0317 leads over 0517 or Kharkov, which is closed to the French."""
    pieces = {"F-NEY": "0617", "F-III-I1": "0317", "F-III-I2": "0616"}
    assert "0317" in goals(Table(pieces).commanders(), "french", "F-NEY")
    t = Table({**pieces, enemy: "0517"}).commanders()
    t.play("french", "send F-NEY")
    assert t.where("F-NEY") == "0616"


def test_12_1_the_path_avoids_enemy_cities_without_a_friend():
    pieces = {"F-NEY": "0618", "F-III-I1": "0417", "F-III-I2": "0617", "R-1V-I1": "0517", "R-1V-I2": "0519"}
    t = Table(pieces).commanders().play("french", "send F-NEY")
    assert t.where("F-NEY") == "0617"


@pytest.mark.parametrize("friend", ["F-DAVOUT", "F-III-I3"])
def test_12_1_any_friend_opens_an_enemy_city_on_the_way(friend):
    pieces = {"F-NEY": "0618", "F-III-I1": "0417", "F-III-I2": "0617", "R-1V-I1": "0517", "R-1V-I2": "0519"}
    t = Table({**pieces, friend: "0518"}).commanders()
    assert goals(t, "french", "F-NEY") == {"0417", "0617", "0518"}


def test_12_1_the_path_may_pass_friendly_cities():
    t = Table({"R-PLATOV": "0618", "R-1V-I1": "0417", "F-III-I1": "0517", "F-III-I2": "0519"}).commanders("russian")
    assert "0417" in goals(t, "russian", "R-PLATOV")


def test_12_1_forest_is_open_to_russian_commanders():
    t = Table({"R-PLATOV": "0616", "R-1V-I1": "0717"}).commanders("russian")
    assert "0717" in goals(t, "russian", "R-PLATOV")


def test_12_1_forest_is_closed_to_french_commanders():
    """0717 lies between 0616 and 0817; enemies in 0716 and 0718 close the short ways round it."""
    t = Table({"F-NEY": "0616", "F-III-I1": "0817", "F-I-I1": "0617", "R-1V-I1": "0716", "R-1V-I2": "0718"})
    t.commanders("french").play("french", "send F-NEY")
    assert t.where("F-NEY") == "0617"
    t = Table({"R-PLATOV": "0616", "R-1V-I1": "0817", "R-1V-I2": "0617", "F-III-I1": "0716", "F-I-I1": "0718"})
    assert "0817" in goals(t.commanders("russian"), "russian", "R-PLATOV")


def test_12_1_a_goal_in_impassable_ground_is_refused():
    t = Table({"F-NEY": "0616", "F-III-I1": "0617", "F-I-I1": "0517"}).commanders()
    assert goals(t, "french", "F-NEY") == {"0617", "0517"}
    assert t.reasons("french", "send F-NEY 0717") == ["12.1 impassable"]
    assert keys(t, "french", "send F-NEY 0717") == ["impassable"]


def test_12_1_enemy_cavalry_does_not_stop_a_commander():
    t = Table({"F-NEY": "0617", "F-III-I1": "0417", "F-III-I2": "0317", "R-1V-C1": "0416"}).commanders()
    assert goals(t, "french", "F-NEY") == {"0417", "0317"}


def test_12_1_a_river_does_not_stop_a_commander():
    t = Table({"F-NEY": "0616", "F-III-I1": "0615", "F-III-I2": "0614"}).commanders()
    assert goals(t, "french", "F-NEY") == {"0615", "0614"}


# 12.1 once, and even after a march


def test_12_1_a_commander_who_marched_may_move_again_in_this_phase():
    t = Table({"F-III-I1": "0617", "F-NEY": "0617", "F-I-I1": "0317", "F-I-I2": "0418"}, trains={"0617": 1})
    t.rally().play("french", "march 0617", "lead F-NEY", "march 0617 0517", "halt")
    t.commanders()
    assert goals(t, "french", "F-NEY") == {"0317", "0418"}


def test_12_1_a_commander_moves_once():
    t = Table({"F-NEY": "0617", "F-DAVOUT": "0617", "F-III-I1": "0617", "F-I-I1": "0517", "F-I-I2": "0417"})
    t.commanders().play("french", "send F-NEY", "send F-NEY 0517")
    assert t.options("french") == ["send F-DAVOUT", "pass"]
    assert t.reasons("french", "send F-NEY") == ["12.1 commander_moved"]
    assert keys(t, "french", "send F-NEY") == ["commander_moved"]


def test_12_1_nobody_has_to_move():
    t = Table({"F-NEY": "0617", "F-III-I1": "0517"}).commanders().play("french", "pass")
    assert t.where("F-NEY") == "0617"
    assert t.asked == "Rest"


def test_12_1_combat_units_do_not_move_in_this_phase():
    t = Table({"F-NEY": "0617", "F-III-I1": "0517", "F-III-I2": "0617"}).commanders()
    assert t.reasons("french", "send F-III-I1") == ["12.1 no_such_commander"]
    assert t.reasons("french", "send R-PLATOV") == ["12.1 no_such_commander"]


def test_12_1_a_commander_with_nowhere_to_go_is_not_offered():
    t = Table({"F-NEY": "0617", "F-III-I1": "0517", "F-DAVOUT": "0106", "F-MURAT": "0206"}).commanders()
    assert t.options("french") == ["send F-NEY", "pass"]
    assert t.reasons("french", "send F-DAVOUT") == ["12.1 nowhere_to_go"]
    assert keys(t, "french", "send F-DAVOUT") == ["nowhere_to_go"]


# 12.2


BOTH = {
    "F-NEY": "0617",
    "F-DAVOUT": "0617",
    "F-III-I1": "0617",
    "F-I-I1": "0618",
    "R-PLATOV": "0317",
    "R-BARCLAY": "0317",
    "R-1V-I1": "0317",
    "R-1V-I2": "0217",
}


@pytest.mark.parametrize(("first", "second"), [("french", "russian"), ("russian", "french")])
def test_12_2_players_alternate_one_commander_each(first, second):
    orders = {"french": ["send F-NEY", "send F-DAVOUT"], "russian": ["send R-PLATOV 0217", "send R-BARCLAY 0217"]}
    t = Table(BOTH).commanders(first)
    for number in (0, 1):
        for side in (first, second):
            assert (t.asked, t.to_act) == ("SendCommander", (side,))
            order = orders[side][number]
            t.play(side, " ".join(order.split()[:2]))
            if side == "russian":
                t.play(side, order)
    assert t.asked == "Rest"
    assert [t.where(c) for c in ("F-NEY", "F-DAVOUT", "R-PLATOV", "R-BARCLAY")] == ["0618", "0618", "0217", "0217"]


def test_12_2_the_other_player_waits_for_his_turn():
    t = Table(BOTH).commanders("french")
    assert t.reasons("russian", "send R-PLATOV") == ["12.2 turn"]


def test_12_2_two_passes_in_a_row_end_the_phase():
    t = Table(BOTH).commanders("french")
    t.play("french", "pass")
    assert t.to_act == ("russian",)
    t.play("russian", "pass")
    assert t.asked == "Rest"


def test_12_2_a_pass_answered_by_a_move_does_not_end_the_phase():
    t = Table(BOTH).commanders("french")
    t.play("french", "pass").play("russian", "send R-PLATOV", "send R-PLATOV 0217")
    assert (t.asked, t.to_act) == ("SendCommander", ("french",))
    t.play("french", "send F-NEY").play("russian", "pass")
    assert (t.asked, t.to_act) == ("SendCommander", ("french",))
    t.play("french", "pass")
    assert t.asked == "Rest"


def test_12_2_who_has_been_named_must_be_sent():
    t = Table({"F-NEY": "0617", "F-DAVOUT": "0617", "F-III-I1": "0517", "F-I-I1": "0417"}).commanders()
    t.play("french", "send F-NEY")
    assert t.options("french") == ["send F-NEY 0417", "send F-NEY 0517"]
    assert t.reasons("french", "send F-DAVOUT 0517") == ["12.2 other_commander"]


def test_12_2_the_phase_ends_by_itself_when_nobody_is_left_to_move():
    t = Table({"F-III-I1": "0617", "F-NEY": "0617", "F-I-I1": "0517"}).commanders("french")
    t.play("french", "send F-NEY")
    assert (t.where("F-NEY"), t.asked) == ("0517", "Rest")


def test_12_1_a_ride_is_of_three_hexes_in_the_open():
    t = Table({"F-NEY": "0517"})
    start = t.hex("0517")
    ways = t.world.passable[0]
    found = commands.ride(t.s, start, ways)
    assert found == t.world.free.flood(1 << start, 3, ways) & ~(1 << start)
    assert not found & ~t.world.hexes
    assert (found >> t.hex("0217") & 1, found >> t.hex("0117") & 1) == (1, 0)
    assert commands.SendCommander(0).open(t.s, 0, "send") == 0
    t.s.put(t.unit("F-I-I1"), t.hex("0518"))
    assert commands.SendCommander(0).open(t.s, 0, "send") == 1 << t.unit("F-NEY")
