"""Chapters 13 to 21, 36 and 37 once more: chains of supports, breaking contact, plans that the enemy cuts, disorder."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.games.merde.rules import messages, motion, orders, rally
from grognard.games.merde.rules.fire import artillery
from grognard.games.merde.rules.generals import Successor
from grognard.games.merde.rules.movement import plans
from grognard.games.merde.rules.victory import take_flag
from grognard.games.merde.world.lexicon import FORMATIONS, GARRISON, MARCH, OPEN, SUPPORT
from grognard.games.merde.world.pieces import Group
from grognard.games.merde.world.state import Battle
from toolkit_merde import MOVING, Table, at

FOE = {"B1": ("AU_line", "march", "0822")}


# [13.7] [15] [17.2] allowances and changes


@pytest.mark.parametrize(
    ("counters", "points"), [(["FR_line", "FR_light"], 2), (["FR_light", "FR_line"], 2), (["FR_light", "FR_light"], 3)]
)
def test_17_2_a_regiment_in_rain_goes_at_the_pace_of_its_slower_battalion(counters: list[str], points: int) -> None:
    t = Table({"A1": (counters, "march", "0808")}, weather="rain")
    assert motion.allowance(t.s, t.piece("A1"), MARCH) == points


@pytest.mark.parametrize(
    ("counter", "formation", "points"),
    [
        ("FR_line", "line", 1),
        ("FR_foot_art", "limbered", 1),
        ("FR_foot_art", "unlimbered", 1),
        ("FR_line", "square", 1),
        ("FR_horse_art", "limbered", 5),
    ],
)
def test_17_2_rain_leaves_everybody_a_point(counter: str, formation: str, points: int) -> None:
    squares = "0808 0908" if formation == "line" else "0808"
    t = Table({"A1": (counter, formation, squares)}, weather="rain")
    assert motion.allowance(t.s, t.piece("A1"), FORMATIONS.index(formation)) == points


def test_17_2_fog_does_not_slow() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")}, weather="fog")
    assert motion.allowance(t.s, t.piece("A1"), MARCH) == 4


def test_15_3_after_a_change_that_takes_the_whole_turn_a_free_one_is_still_possible() -> None:
    t = Table({"A1": ("RU_light", "square", "0808")}, groups=MOVING, year=1805).movement(1).play("army_a", "plan A1")
    t.play("army_a", "form open 0908")
    assert {text.split()[0] for text in t.options("army_a")} == {"front", "halt"}
    assert t.rules("army_a", "step 1 0809") == ["15.3"]
    t.play("army_a", "front east", "halt")
    assert (t.formation("A1"), t.look("A1").facing) == ("open", 1)


def test_13_7_if_one_battalion_is_cut_off_the_other_stays_within_three_squares() -> None:
    """B1 comes up to the first battalion before its step; the second has gone a step too far then."""
    t = Table(
        {"A1": ("FR_light", "open", "0607 0907"), "B1": ("AU_light_cav", "march", "0510")},
        groups={"gA1": ("column", "A1", 1), "gB1": ("column", "B1", 1)},
    ).movement(1)
    t.play("army_a", "plan A1", "step 1 0708", "step 2 1008", "halt")
    t.play("army_b", "plan B1", "step 0509", "step 0508", "halt")
    assert t.where("A1") == "0607 0907"


# [18.2] [18.3] moving groups


def test_18_2_only_the_group_that_takes_the_last_flag_of_its_column_holds() -> None:
    marches = {"A1": "0821", "A2": "0720", "B1": "1720"}
    pieces = {name: ("FR_line", "march", place) for name, place in marches.items()}
    groups = {"gA1": ("column", "A1", 1), "gA2": ("column", "A2", 2)}
    t = Table(pieces, groups=groups, flags={"B2": "0822"})
    t.movement(1).play("army_a", "plan A1", "step 0822", "halt")
    assert [t.s.group_of(t.piece(name)).holding for name in ("A1", "A2")] == [True, False]
    assert [t.s.order_of(t.piece(name)) for name in ("A1", "A2")] == [GARRISON, 0]
    assert plans.step_of(t.s, t.piece("A1")) == plans.GARRISONS


def test_18_2_a_group_of_another_column_goes_on() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "1121"), "B1": ("AU_line", "march", "1723")},
        groups={"gA1": ("column", "A1", 1, 2)},
        flags={"B2": "1122"},
    )
    t.s.pieces[t.piece("A1")].squares = (at("1122"),)
    take_flag(t.s, t.piece("A1"), at("1122"))
    assert t.s.captured == [1, 0]
    assert not t.s.group_of(t.piece("A1")).holding


def test_18_3_who_stays_forms_attack_column_too_when_the_enemy_comes_near() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "1308"), "B1": ("AU_line", "march", "0814")},
        groups={"gA1": ("column", "A1", 2), "gB1": ("column", "B1", 1)},
    ).movement(1)
    t.play("army_b", "plan B1", "step 0813", "step 0812", "halt")
    assert t.formation("A1") == "march"
    t.movement(1).play("army_b", "plan B1", "step 0811", "halt")
    assert t.formation("A1") == "attack"
    assert t.formation("A2") == "march"  # a garrison


# [18.7] supports


CHAIN = {f"A{n}": ("FR_line", "march", f"080{9 - n}") for n in (1, 2, 3)} | FOE


def chain(first: tuple[object, ...], second: str = "gA1", third: str = "gA2") -> Table:
    """A3 backs A2, who backs A1."""
    return Table(CHAIN, groups={"gA1": first, "gA2": ("support", "A2", second), "gA3": ("support", "A3", third)})


def test_18_7_a_chain_of_supports_moves_with_the_number_at_its_head() -> None:
    t = chain(("column", "A1", 3))
    assert [t.s.number_of(t.piece(name)) for name in ("A1", "A2", "A3")] == [3, 3, 3]
    assert plans.movers(t.s, 0, 3) == [t.piece(name) for name in ("A1", "A2", "A3")]
    garrison = chain(("garrison", "A1"))
    assert [plans.step_of(garrison.s, garrison.piece(name)) for name in ("A2", "A3")] == [plans.GARRISONS] * 2
    assert orders.may_step(garrison.s, garrison.piece("A3")) is None


def test_18_7_a_chain_that_backs_a_reserve_does_not_move() -> None:
    t = chain(("reserve", "A1"))
    assert [orders.may_step(t.s, t.piece(name)) for name in ("A2", "A3")] == [
        ("18.7", "backs_reserve", (t.piece(name),)) for name in ("A2", "A3")
    ]


def test_18_7_a_chain_without_a_head_holds_where_it_stands() -> None:
    t = chain(("column", "A1", 3))
    t.s.remove(t.piece("A1"))
    assert [t.s.order_of(t.piece(name)) for name in ("A2", "A3")] == [GARRISON, SUPPORT]
    ring = chain(("column", "A1", 3), second="gA3", third="gA2")  # two who back each other
    assert [ring.s.order_of(ring.piece(name)) for name in ("A2", "A3")] == [GARRISON, GARRISON]
    assert plans.step_of(ring.s, ring.piece("A2")) == plans.GARRISONS


def test_18_7_a_group_does_not_leave_a_support_whose_plan_is_written() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0807"), **FOE},
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
    ).movement(1)
    t.play("army_a", "plan A2", "stay", "plan A1", "step 0809")
    assert "halt" in t.options("army_a")
    t.play("army_a", "step 0810")
    assert t.rules("army_a", "halt") == ["18.7"]
    assert "stay" in t.options("army_a")


def test_18_7_a_support_that_cannot_follow_binds_nobody() -> None:
    moat = " ".join(f"{x:02d}{y:02d}" for x in (7, 8, 9) for y in (2, 3, 4) if (x, y) != (8, 3))
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0803"), **FOE},
        terrain={"river": moat},
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
    ).movement(1)
    t.play("army_a", "plan A2", "stay", "plan A1", "step 0809")
    assert "halt" in t.options("army_a")


def test_18_7_a_support_in_open_order_must_come_up_too() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_light", "open", "0803 0903"), **FOE},
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
    ).movement(1)
    assert t.rules("army_a", "done") == ["18.7"]
    t.play("army_a", "plan A2")
    assert t.rules("army_a", "stay") == ["18.7"]
    t.play("army_a", "step 1 0702")  # a step that does not bring it nearer is no excuse
    assert t.rules("army_a", "stay") == ["18.7"]
    t.play("army_a", "step 2 0904")
    assert "halt" in t.options("army_a")


def test_18_7_a_battery_in_support_ends_in_the_column_of_its_group_or_the_next() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0102"), "A2": ("FR_horse_art", "limbered", "1002"), **FOE},
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
    ).movement(1)
    t.play("army_a", f"plan {t.token('A2')}", "step 1102", "step 1202")
    assert t.rules("army_a", "halt") == ["18.7"]


# [20.5] to [20.10] the resolution


def test_20_6_a_moving_regiment_that_breaks_contact_may_end_farther_from_the_enemy() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0809")}, groups=MOVING).movement(1)
    t.play("army_a", "plan A1", "step 0807")
    assert t.rules("army_a", "step 0806") == ["18.2"]  # the one step back that its order allows
    t.play("army_a", "halt")
    assert t.where("A1") == "0807"


def test_20_6_a_garrison_may_not_go_away_from_the_enemy_in_its_sector() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0809")}).movement(13)
    t.play("army_a", "plan A1", "step 0807")
    assert t.rules("army_a", "halt") == ["18.5"]


def test_20_6_who_is_caught_in_a_zone_before_his_first_step_stays() -> None:
    """Light cavalry rides up before infantry has finished its first step; only the rear would be open to it."""
    t = Table(
        {"A1": ("FR_line", "march", "0608"), "B1": ("AU_light_cav", "march", "0511")},
        groups={"gA1": ("column", "A1", 1), "gB1": ("column", "B1", 1)},
    ).movement(1)
    t.play("army_a", "plan A1", "step 0708", "step 0808", "halt")
    t.play("army_b", "plan B1", "step 0510", "step 0509", "halt")
    assert (t.where("A1"), t.where("B1")) == ("0608", "0509")
    assert t.look("A1").spent == 0


def test_20_6_who_has_broken_contact_does_not_run_into_a_zone_that_came_up_meanwhile() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "1008"),
            "B1": ("AU_line", "march", "1009"),
            "B2": ("AU_light_cav", "march", "1212"),
        },
        groups={"gA1": ("column", "A1", 1), "gB2": ("column", "B2", 1)},
    ).movement(1)
    t.play("army_a", "plan A1", "step 1007", "step 1107", "halt")
    t.play("army_b", "plan B2", "step 1211", "step 1210", "step 1209", "step 1208", "halt")
    assert (t.where("A1"), t.where("B2")) == ("1007", "1208")


def test_20_6_nor_does_he_leave_one_zone_for_another() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "1008"),
            "B1": ("AU_line", "march", "1009"),
            "B2": ("AU_light_cav", "march", "1210"),
        },
        groups={"gA1": ("column", "A1", 1), "gB2": ("column", "B2", 1)},
    ).movement(1)
    t.play("army_a", "plan A1", "step 1107", "halt")
    t.play("army_b", "plan B2", "step 1209", "step 1208", "halt")
    assert (t.where("A1"), t.where("B2")) == ("1008", "1208")


def test_20_10_who_was_stopped_does_not_go_on_when_the_enemy_has_passed() -> None:
    """A battery has no zone that would stop the cavalry: it is stopped and left behind."""
    t = Table(
        {
            "A1": ("FR_line", "march", "0602"),
            "A2": ("FR_horse_art", "limbered", "0806"),
            "B1": ("AU_light_cav", "march", "1009"),
        },
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1"), "gB1": ("column", "B1", 1)},
    ).movement(1)
    t.play("army_a", f"plan {t.token('A2')}", "step 0807", "step 0808", "halt", "done")
    t.play("army_b", "plan B1", "step 0908", "step 1007", "halt")
    assert (t.where("A2"), t.where("B1")) == ("0807", "1007")


def test_20_10_a_zone_stops_also_when_its_owner_gathers_at_the_same_time() -> None:
    t = Table(
        {"A1": ("FR_light_cav", "line", "0607 0707"), "B1": ("AU_light_cav", "line", "0812 0912")},
        groups={"gA1": ("line", "A1", 1), "gB1": ("line", "B1", 1)},
    ).movement(1)
    t.play("army_a", "plan A1", "step 0608", "step 0609", "step 0610", "step 0611", "halt")
    t.play("army_b", "plan B1", "step 0811", "form march 0911", "halt")
    assert (t.where("A1"), t.where("B1")) == ("0610 0710", "0911")


def test_20_7_the_cards_of_a_square_hold_for_all_who_want_it() -> None:
    t = Table(
        {
            "A1": ("FR_heavy_cav", "march", "0708"),
            "A2": ("FR_heavy_cav", "march", "0908"),
            "B1": ("AU_line", "march", "0420"),
            "B2": ("AU_horse_art", "limbered", "0810"),
        },
        groups={"gA1": ("column", "A1 A2", 1), "gB1": ("column", "B1", 1), "gB2": ("support", "B2", "gB1")},
    ).movement(1)
    t.play("army_a", "plan A1", "step 0809", "halt", "plan A2", "step 0809", "step 0910", "halt")
    t.roll(2, 5).play("army_b", f"plan {t.token('B2')}", "step 0809", "halt", "done")
    assert t.dice.left() == 0
    assert [t.where(name) for name in ("A1", "A2", "B2")] == ["0708", "0908", "0809"]


def test_20_5_a_change_whose_square_the_enemy_has_taken_is_not_made() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_light_cav", "march", "1010")},
        groups={"gA1": ("line", "A1", 1), "gB1": ("column", "B1", 1)},
    ).movement(1)
    t.play("army_a", "plan A1", "form line 0908", "halt")
    t.play("army_b", "plan B1", "step 1009", "step 0908", "halt")
    assert (t.where("A1"), t.formation("A1"), t.where("B1")) == ("0808", "march", "0908")


def test_20_7_of_two_friends_stopped_in_one_square_the_first_listed_stays() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0607"),
            "A2": ("FR_line", "march", "0707"),
            "B1": ("AU_light_cav", "march", "0511"),
        },
        groups={"gA1": ("column", "A1 A2", 1), "gB1": ("column", "B1", 1)},
    ).movement(1)
    t.play("army_a", "plan A1", "step 0608", "halt", "plan A2", "step 0608", "step 0709", "halt")
    t.play("army_b", "plan B1", "step 0510", "step 0509", "halt")
    assert (t.where("A1"), t.where("A2")) == ("0608", "0707")


def test_20_10_who_closes_up_after_a_zone_has_stopped_him_steps_no_more() -> None:
    t = Table({"A1": ("FR_light", "open", "0808 0908"), "B1": ("AU_line", "march", "1010")}, groups=MOVING).movement(1)
    t.play("army_a", "plan A1", "step 2 0909", "form march 0808")
    assert t.rules("army_a", "step 0709") == ["12.2"]


def test_20_9_a_decoy_displaces_nobody() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0202"), **FOE},
        generals={"BG1": ("silver", "0809", "")},
        options={"fog_of_war": True},
    )
    decoy = t.world.decoy_slots[0][0]
    t.s.put(decoy, (at("0808"),), MARCH, 0)
    t.s.pieces[decoy].group, t.s.pieces[decoy].hidden = 40, True
    t.s.groups[40] = Group(0, 1, 1, -1, 0)
    t.movement(1).play("army_a", "plan AD1", "step 0809", "halt")
    assert t.s.pieces[decoy].squares == (at("0809"),)
    assert t.s.commander(t.general("BG1")).square == at("0809")


def test_20_13_points_of_a_plan_that_was_cut_are_not_spent() -> None:
    t = Table(
        {"A1": ("FR_heavy_cav", "march", "0806"), "B1": ("AU_line", "march", "0811")},
        groups={"gA1": ("column", "A1", 1), "gB1": ("column", "B1", 1)},
    ).movement(1)
    t.play("army_a", "plan A1", "step 0807", "step 0808", "step 0909", "step 1009", "step 1109", "halt")
    t.play("army_b", "plan B1", "step 0810", "halt")
    assert t.where("A1") == "0909"
    assert (t.look("A1").spent, t.look("A1").allowance) == (3, 8)


def test_20_7_one_card_for_a_square_whatever_the_number_of_units() -> None:
    t = Table(
        {"A1": ("FR_line", "line", "0808 0908"), "B1": ("AU_line", "line", "0810 0910")},
        groups={"gA1": ("line", "A1", 1), "gB1": ("line", "B1", 1)},
    ).movement(1)
    t.play("army_a", "plan A1", "step 0809", "halt")
    t.roll(5, 2).play("army_b", "plan B1", "step 0809")
    assert t.dice.left() == 0
    assert (t.where("A1"), t.where("B1")) == ("0809 0909", "0810 0910")


@pytest.mark.parametrize(("formation", "squares"), [("march", "0808"), ("line", "0808 0908")])
def test_20_8_who_comes_upon_a_friend_that_was_to_leave_goes_back_whole(formation: str, squares: str) -> None:
    """A2 leaves 0809 by its plan; held there by the zone of B1, who has come up before, it stays, and A1 goes back."""
    t = Table(
        {
            "A1": ("FR_line", formation, squares),
            "A2": ("FR_line", "march", "0809"),
            "B1": ("AU_light_cav", "march", "0811"),
        },
        groups={"gA1": ("line", "A1 A2", 1), "gB1": ("column", "B1", 1)},
    ).movement(1)
    t.play("army_a", "plan A2", "step 0709", "halt", "plan A1", "step 0809", "halt")
    t.play("army_b", "plan B1", "step 0810", "halt")
    assert t.asked == "Rest"
    assert (t.where("A2"), t.where("A1"), t.formation("A1")) == ("0809", squares, formation)
    assert t.look("A1").post == t.look("A1").squares


def test_20_8_who_closes_up_on_a_friend_goes_back_whole() -> None:
    """[15.4] Both battalions were to gather where A2 was to leave: none is lost when he stays."""
    t = Table(
        {
            "A1": ("FR_light", "open", "0608 0708"),
            "A2": ("FR_line", "march", "0609"),
            "B1": ("AU_light_cav", "march", "0512"),
        },
        groups={"gA1": ("column", "A1 A2", 1), "gB1": ("column", "B1", 1)},
    ).movement(1)
    t.play("army_a", "plan A2", "step 0710", "step 0811", "halt")
    t.play("army_a", "plan A1", "step 1 0609", "form march 0609", "halt")
    t.play("army_b", "plan B1", "step 0511", "step 0510", "halt")
    assert t.where("A2") == "0609"
    assert (t.look("A1").formation, t.where("A1")) == (OPEN, "0608 0708")


def test_20_8_a_square_that_an_enemy_has_just_taken_is_not_entered() -> None:
    """A battery has no zone, but its square is held: it comes at an eighth of the time, the regiment at a quarter."""
    t = Table(
        {
            "A1": ("FR_line", "march", "0608"),
            "B1": ("AU_line", "march", "0512"),
            "B2": ("FR_horse_art", "limbered", "0610"),
        },
        groups={"gA1": ("column", "A1", 1), "gB1": ("column", "B1", 1), "gB2": ("support", "B2", "gB1")},
    ).movement(1)
    t.play("army_a", "plan A1", "step 0609", "halt")
    t.play("army_b", f"plan {t.token('B2')}", "step 0609", "halt", "done")
    assert (t.where("A1"), t.where("B2")) == ("0608", "0609")


def test_41_2_a_bridge_on_which_somebody_stands_is_not_fired_at() -> None:
    ground = {"river": "0711 0811 0911", "bridge": "0811"}
    gun = ("FR_foot_art", "unlimbered", "0808")
    free = Table({"A1": gun, **FOE}, terrain=ground)
    assert [aim.square for aim in artillery.aims(free.s, free.piece("A1"))] == [at("0811")]
    held = Table({"A1": gun, "A2": ("FR_line", "march", "0811"), **FOE}, terrain=ground)
    assert artillery.aims(held.s, held.piece("A1")) == []


# [21.3] messengers on a small field


def test_21_3_one_section_deep_a_general_in_his_own_half_needs_no_messenger() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0803"), "B1": ("AU_line", "march", "0811")},
        size=(1, 1),
        generals={"AG1": ("silver", "0805", "A1")},
    )
    assert t.world.rear(0, at("0805"))
    assert t.world.front(0, at("0805"))
    assert not messages.needs_messenger(t.s, t.general("AG1"))
    t.s.commander(t.general("AG1")).square = at("0806")
    assert messages.needs_messenger(t.s, t.general("AG1"))


# [36.4] [37] generals and rally


def test_36_4_who_waits_for_a_general_stays_in_the_rear_line() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0805"), **FOE},
        generals={"AG0": ("gold", "0804"), "AG1": ("silver", "0802", "A1")},
        groups=MOVING,
    )
    general = t.s.commander(t.general("AG1"))
    general.square, general.back = -1, 3
    t.movement(1).play("army_a", "plan A1")
    assert t.rules("army_a", "step 0806") == ["36.4"]
    assert "step 0705" in t.options("army_a")


def test_36_4_the_successor_takes_any_free_square_of_the_rear_sectors() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0804"), "B1": ("AU_line", "march", "0705")},
        generals={"AG1": ("silver", "0802", "A1")},
    )
    general = t.s.commander(t.general("AG1"))
    general.square, general.back = -1, 1
    t.open(Successor(t.general("AG1")))
    found = t.options("army_a")
    assert "post 0805" in found  # next to the enemy
    assert not {"post 0804", "post 0705", "post 0806", "post 1205"} & set(found)


@pytest.mark.parametrize(("card", "damage"), [(7, 0), (8, 2)])
def test_37_1_disorder_that_lasts_into_the_next_turn_may_be_rallied(card: int, damage: int) -> None:
    t = Table({"A1": ("FR_line", "march", "0805"), **FOE}, generals={"AG0": ("gold", "0804")})
    t.set("A1", damage=1, expires=t.s.turn)
    assert rally.rally_ban(t.s, t.piece("A1")) == ("37.1", "nothing_to_rally", (t.piece("A1"),))
    t.set("A1", expires=t.s.turn + 1).rally().roll(card).play("army_a", "rally A1")
    assert (t.look("A1").damage, t.look("A1").expires) == (damage, 0)


def test_37_3_a_group_is_steadied_by_the_general_in_whose_reach_it_is() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0805"), "A2": ("FR_line", "march", "0905"), **FOE},
        generals={"AG0": ("gold", "1722"), "AG1": ("bronze", "0804", "A2")},
        groups={"gA1": ("column", "A1 A2", 1)},
    )
    t.s.group_of(t.piece("A1")).shaken = True
    t.rally().roll(6).play("army_a", f"steady {t.group('A1')}")
    assert t.s.group_of(t.piece("A1")).shaken  # 6 is too high for the bronze general


# [6.1] a group by its members


def asked(match: grognard.Match) -> str:
    return type(match.state.agenda[-1]).__name__


def test_6_1_in_a_plan_of_ones_own_groups_are_named_by_who_is_in_them() -> None:
    """The scenario puts other regiments into the first group."""
    match = grognard.start("merde", "teaching_mill_road", {"deployment": "free"}, seed="names")
    rng = random.Random("names")
    match.play("army_b", "keep")
    match.play("army_a", "own")
    while asked(match) == "BattlePlan":
        joins = [action for action in match.options("army_a") if action.text == "join"]
        match.play("army_a", joins[0] if joins else rng.choice(match.options("army_a")))
    s = match.state
    assert isinstance(s, Battle)
    pen = match.game.pen(s.world, "en")
    for action in [action for action in match.options("army_a") if action.verb == "change"]:
        (piece,) = s.members(action.args[0])
        assert pen.piece(piece) in match.game.face(s, 0, "en").describe(action).label
    action = next(action for action in match.options("army_a") if action.verb == "change")
    (piece,) = s.members(action.args[0])
    match.play("army_a", action)
    match.play("army_a", "order reserve")
    while asked(match) == "Orders":
        match.play(match.to_act[0], "done")
    told = [match.say(event, "en") for _, event in match.log("army_a") if event.key == "letter"]
    assert [pen.piece(piece) in text for text in told] == [True]


def test_20_1_the_log_names_the_step_of_the_movement() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0302"), **FOE}, groups=MOVING)
    said = {n: [t.game.words.say("event.step", (n,), language) for language in ("en", "it")] for n in (2, 13, 14)}
    assert said == {
        2: ["Movement: number 2.", "Movimento: numero 2."],
        13: ["Movement: garrisons and reserves.", "Movimento: guarnigioni e riserve."],
        14: ["Movement: commanders and batteries.", "Movimento: comandanti e batterie."],
    }
    t.movement(13)
    (found,) = t.match.why_not("army_a", "plan A1")
    assert found.text.endswith("number 1.")
