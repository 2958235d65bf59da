"""Chapters 1 to 13, 17, 20, 22, 36, 38, 41 to 46: smaller paragraphs, one situation each."""

from __future__ import annotations

import pytest

import grognard
from grognard.board.squares import distance, sector
from grognard.games.merde.rules import generals, messages, motion, orders
from grognard.games.merde.rules.combat.totals import FIRE, Stance, attack_terms, bearing_of, defence_terms, in_front
from grognard.games.merde.rules.layout import flag_squares
from grognard.games.merde.rules.movement import plans
from grognard.games.merde.rules.victory import check_cic
from grognard.games.merde.table.workshop.inspection import inspect
from grognard.games.merde.world import data
from grognard.games.merde.world.lexicon import FORMATIONS, LINE, MARCH, SQUARE
from grognard.games.merde.world.world import world
from toolkit_merde import MOVING, Table, at


def test_1_2_the_loss_of_the_cic_ends_the_battle_at_once() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")})
    assert not check_cic(t.s)
    t.s.captured = [2, 0]
    assert not check_cic(t.s)  # flags wait for their check
    t.s.cic_lost = [True, False]
    t.s.captured = [0, 0]
    assert check_cic(t.s)
    assert t.match.outcome is not None
    assert t.match.outcome.winner == "army_b"


def test_2_1_sections_of_six_sectors() -> None:
    found = world("teaching_mill_road").field
    assert (found.width, found.height, found.columns) == (18, 24, 3)
    assert len({sector(sq) for sq in found.squares}) == 12


def test_2_3_cards_from_one_to_nine() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")}, dice=[9, 1])
    assert [t.s.card(), t.s.card()] == [9, 1]


def test_2_4_distance_counts_diagonals_as_one() -> None:
    assert distance(at("0303"), at("0609")) == 6


def test_3_1_every_shipped_battle_is_laid_out_as_its_scenario_says() -> None:
    for name in data.SCENARIOS:
        match = grognard.start("merde", name, seed="lay out")
        found = {piece["unit"]: piece["squares"] for piece in match.view(None)["pieces"]}
        regiment = data.scenario(name).sides["A"].regiments[0]
        assert found[regiment.id] == [f"{x:02d}{y:02d}" for x, y in regiment.squares]


def test_3_2_one_flag_a_sector_column() -> None:
    assert [len(world(name).flags[0]) for name in data.SCENARIOS] == [3, 3, 6, 6, 9]


def test_5_2_army_a_has_the_south() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")})
    assert [t.world.forward(side, at("0803")) for side in (0, 1)] == [3, 20]
    assert t.world.ahead == (0, 2)


def test_5_3_sectors_are_counted_from_the_owners_left() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")})
    assert {sq & 63 for sq in flag_squares(t.s, 0, 0)} == set(range(6))
    assert {sq & 63 for sq in flag_squares(t.s, 1, 0)} == set(range(12, 18))


def test_5_5_terrain_lies_on_whole_squares() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")}, terrain={"hill": "0303 0304", "wood": "0304"})
    assert t.world.hill == 1 << at("0303") | 1 << at("0304")
    assert t.world.cover == 1 << at("0304")


def test_6_1_every_piece_is_in_one_group_with_one_order() -> None:
    match = grognard.start("merde", "austerlitz_pratzen_1805", {"weather": "clear"}, seed="groups")
    view = match.view("army_a")
    groups = {group["id"]: group["order"] for group in view["groups"]}
    assert all(piece["group"] in groups for piece in view["pieces"])


def test_6_3_command_markers_are_public() -> None:
    match = grognard.start("merde", "teaching_mill_road", seed="markers")
    enemy = [group for group in match.view("army_a")["groups"] if group["side"] == "army_b"]
    seen = {(group["order"], group["number"]) for group in enemy}
    assert seen == {("line", 1), ("line", 2), ("support", None)}


def test_8_1_kinds_of_unit_are_told_apart() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0808"),
            "A2": ("FR_light_cav", "march", "0908"),
            "A3": ("FR_foot_art", "limbered", "1008"),
            "A4": (["FR_engineers"], "march", "1108"),
        }
    )
    assert [t.s.arm(t.piece(name)) for name in ("A1", "A2", "A3", "A4")] == [0, 1, 2, 3]


def test_8_2_strength_two_a_battalion_one_a_battery() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "A2": ("FR_foot_art", "limbered", "1008")})
    assert (t.look("A1").men, t.look("A2").men) == ((2, 2), (1,))


def test_8_3_a_regiment_of_mixed_levels_has_the_lower() -> None:
    t = Table({"A1": (["FR_line", "FR_grenadier"], "march", "0808")})
    assert t.world.stock(t.piece("A1")).level == 6


def test_8_4_only_light_troops_split() -> None:
    for counter, splits in (("FR_line", False), ("FR_light", True), ("FR_heavy_cav", False), ("RU_cossack", True)):
        t = Table({"A1": (counter, "march", "0808")})
        assert ("open" in [FORMATIONS[f] for f in motion.formations_of(t.s, t.piece("A1"))]) is splits


def test_8_5_garrison_sharpshooters_hold_their_place_and_have_no_zone() -> None:
    t = Table({"A1": (["FR_sharpshooters"], "march", "0808"), "B1": ("AU_line", "march", "0809")})
    assert t.s.zoc(0) == 0
    assert plans.movers(t.s, 0, 13) == []
    t.hand("A1", (1, 1), (1, 2)).hand("B1", (1, 1), (1, 2)).engage("A1", "B1")
    assert t.rules("army_a", "charge") == ["8.5"]


def test_9_1_values_of_commanders() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808")},
        generals={"AG0": ("gold", "0802"), "AG1": ("silver", "0803", "A1"), "AG2": ("bronze", "0804", "")},
    )
    assert [(t.s.commander(g).value, t.s.commander(g).radius) for g in (0, 1, 2)] == [(7, 12), (6, 10), (5, 8)]


def test_10_3_the_distance_to_the_cic_matters_for_messengers_only() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0809")}, generals={"AG0": ("silver", "1700"), "AG1": ("silver", "0008", "A1")}
    )
    generals.command_check(t.s)
    assert not t.look("A1").out
    assert messages.travel_turns(17, 10) == 2


def test_11_1_no_mixed_arms_in_a_regiment() -> None:
    battle = data.scenario("teaching_mill_road")
    first = battle.sides["A"].regiments[0]
    mixed = data.Regiment(
        first.id,
        first.name,
        [first.units[0], data.Battalion("x", "FR_light_cav")],
        first.formation,
        first.facing,
        first.squares,
        first.corps,
    )
    army = battle.sides["A"]
    faults = inspect(_with(battle, _army(army, [mixed, *army.regiments[1:]])))
    assert "11.1" in [fault.rule for fault in faults]


def _army(army: data.Army, regiments: list[data.Regiment]) -> data.Army:
    return data.Army(
        army.nation,
        army.name,
        army.rear_rows,
        army.front_rows,
        army.flags,
        army.commanders,
        regiments,
        army.batteries,
        army.groups,
        army.points_limit,
    )


def _with(battle: data.Scenario, army: data.Army) -> data.Scenario:
    return data.Scenario(
        battle.id,
        battle.title,
        battle.year,
        battle.board,
        battle.weather,
        battle.turn_limit,
        battle.terrain,
        {"A": army, "B": battle.sides["B"]},
    )


def test_12_3_front_flank_and_rear() -> None:
    t = Table(
        {
            "A1": ("FR_line", "line", "0808 0908"),
            "B1": ("AU_line", "march", "1009"),
            "B2": ("AU_line", "march", "1008"),
            "B3": ("AU_line", "march", "0707"),
        }
    )
    found = [bearing_of(t.s, t.piece(name), t.piece("A1")) for name in ("B1", "B2", "B3")]
    assert found == [0, 1, 2]
    assert in_front(t.s, t.piece("A1"), t.piece("B1"))
    assert not in_front(t.s, t.piece("A1"), t.piece("B2"))


def test_12_4_an_enemy_in_the_sector_triggers_its_garrison() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0707"), "B1": ("AU_line", "march", "1111"), "B2": ("AU_line", "march", "0520")}
    )
    assert orders.triggered(t.s, t.piece("A1"))
    t.look("B1").squares = (at("1211"),)
    assert not orders.triggered(t.s, t.piece("A1"))


def test_13_1_one_regiment_a_square() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0809")}, groups=MOVING)
    t.movement(1).play("army_a", "plan A1", "step 0809")
    assert t.rules("army_a", "halt") == ["20.8"]


def test_13_2_bridges_take_march_columns_alone() -> None:
    river = {"river": "0709 0809 0909", "bridge": "0809"}
    for formation, passes in (("march", True), ("attack", False)):
        t = Table({"A1": ("FR_line", formation, "0808")}, terrain=river, groups=MOVING)
        assert motion.passable(t.s, t.piece("A1"), t.look("A1").formation, at("0809")) is passes


def test_13_4_a_line_steps_as_a_whole() -> None:
    t = Table({"A1": ("FR_line", "line", "0808 0908")}, groups=MOVING)
    t.movement(1).play("army_a", "plan A1", "step 0909", "halt")
    assert t.where("A1") == "0909 1009"


def test_13_5_a_square_moves_one_point_and_has_no_flank() -> None:
    t = Table({"A1": ("FR_line", "square", "0808"), "B1": ("AU_line", "march", "0807", "north")})
    assert motion.allowance(t.s, t.piece("A1"), SQUARE) == 1
    assert bearing_of(t.s, t.piece("B1"), t.piece("A1")) == 0


def test_13_6_the_mass_column_is_austrian() -> None:
    for counter, known in (("AU_line", True), ("FR_line", False), ("RU_line", False)):
        t = Table({"A1": (counter, "march", "0808")})
        assert ("mass" in [FORMATIONS[f] for f in motion.formations_of(t.s, t.piece("A1"))]) is known


def test_13_7_the_battalions_of_open_order_stay_within_three_squares() -> None:
    t = Table({"A1": ("FR_light", "open", "0808 0908")}, groups=MOVING).movement(1).play("army_a", "plan A1")
    t.play("army_a", "step 1 0709", "step 1 0610", "step 2 1008")
    assert t.rules("army_a", "halt") == ["13.7"]


def test_13_8_to_limber_costs_a_point() -> None:
    t = Table({"A1": ("FR_foot_art", "unlimbered", "0808")}).movement(14)
    t.play("army_a", "plan A1", "form limbered", "done").play("army_b", "done")
    assert t.formation("A1") == "limbered"


def test_14_6_inside_a_wood_line_infantry_fights_worse() -> None:
    for counter, penalty in (("FR_line", True), ("FR_light", False), ("FR_guard", False), ("FR_light_cav", True)):
        t = Table({"A1": (counter, "march", "0808"), "B1": ("AU_line", "march", "0809")}, terrain={"wood": "0808"})
        terms = dict(attack_terms(t.s, t.piece("A1"), t.piece("B1"), Stance(step=FIRE)))
        assert ("inside" in terms) is penalty


def test_15_5_out_of_a_square_costs_what_it_cost_into_it() -> None:
    t = Table({"A1": ("GB_line", "square", "0808")})
    costs = [motion.change_cost(t.s, t.piece("A1"), *change) for change in ((SQUARE, LINE), (MARCH, SQUARE))]
    assert costs == [2, 2]


@pytest.mark.parametrize(
    ("counter", "points"), [("FR_line", 2), ("FR_light", 3), ("FR_heavy_cav", 4), ("FR_light_cav", 8)]
)
def test_17_2_rain_slows(counter: str, points: int) -> None:
    t = Table({"A1": (counter, "march", "0808")}, weather="rain")
    assert motion.allowance(t.s, t.piece("A1"), MARCH) == points


def test_17_3_fog_costs_musketry_two() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0809")}, weather="fog")
    assert ("weather", -2) in attack_terms(t.s, t.piece("A1"), t.piece("B1"), Stance(step=FIRE))


def test_18_1_numbers_are_given_once() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0803"), "A2": ("FR_line", "march", "0903"), "B1": ("AU_line", "march", "0820")},
        groups={"gA1": ("column", "A1", 4), "gA2": ("reserve", "A2")},
    ).orders()
    t.play("army_a", f"change {t.group('A2')}", "order line", "target 2")
    assert t.rules("army_a", "number 4") == ["21.6"]
    assert "number 5" in t.options("army_a")


def test_18_8_a_regiment_away_from_its_group_loses_its_benefits() -> None:
    pieces = {
        "A1": ("FR_line", "line", "0808 0908"),
        "A2": ("FR_line", "line", "1008 1108"),
        "B1": ("AU_line", "march", "0809"),
    }
    near = Table(pieces, groups={"gA1": ("garrison", "A1 A2")})
    assert ("group", 1) in defence_terms(near.s, near.piece("A1"), near.piece("B1"), Stance())
    far = Table({**pieces, "A2": ("FR_line", "line", "1108 1208")}, groups={"gA1": ("garrison", "A1 A2")})
    assert ("group", 1) not in defence_terms(far.s, far.piece("A1"), far.piece("B1"), Stance())


def test_20_2_one_free_intervention_a_turn() -> None:
    t = Table(
        {"A1": ("FR_light", "march", "0808"), "A2": ("FR_line", "march", "0708"), "B1": ("AU_line", "march", "0811")},
        groups={"gA2": ("garrison", "A2"), "gA1": ("support", "A1", "gA2")},
    )
    t.s.intervened = [True, False]
    t.skirmish()
    assert t.asked == "Rest"


def test_20_3_a_number_nobody_can_use_is_skipped() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_light", "march", "0807")},
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
    ).set("A1", out=True)
    assert plans.movers(t.s, 0, 1) == []


def test_20_6_a_regiment_breaks_contact_to_the_rear_and_enters_no_zone_again() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0809")}, groups=MOVING)
    t.movement(1).play("army_a", "plan A1")
    assert t.rules("army_a", "step 0709") == ["20.6"]
    t.play("army_a", "step 0807")
    assert t.rules("army_a", "step 0808") == ["20.6"]


def test_20_8_nobody_enters_a_square_held_by_the_enemy() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_foot_art", "unlimbered", "0809")}, groups=MOVING)
    t.movement(1).play("army_a", "plan A1")
    assert t.rules("army_a", "step 0809") == ["20.8"]


def test_20_10_a_change_that_follows_at_once_is_still_made() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0812")},
        groups={"gA1": ("line", "A1", 1), "gB1": ("line", "B1", 1)},
    ).movement(1)
    t.play("army_a", "plan A1", "step 0809", "step 0810", "form line 0910")
    t.play("army_b", "plan B1", "step 0811", "halt")
    assert (t.where("A1"), t.formation("A1")) == ("0810 0910", "line")


def test_20_11_garrisons_plan_after_number_twelve() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "A2": ("FR_foot_art", "limbered", "0908")})
    assert plans.movers(t.s, 0, 13) == [t.piece("A1")]
    assert plans.movers(t.s, 0, 14) == [t.piece("A2")]


def test_20_13_the_squares_passed_are_remembered() -> None:
    t = Table({"A1": ("FR_heavy_cav", "march", "0808")}, groups=MOVING)
    t.movement(1).play("army_a", "plan A1", "step 0809", "step 0810", "halt")
    assert t.look("A1").trail == (at("0808"), at("0809"))
    assert (t.look("A1").spent, t.look("A1").allowance) == (2, 8)


def test_21_1_no_order_before_a_group_is_released() -> None:
    match = grognard.start("merde", "maida_1806", seed="landing")
    group = next(g["id"] for g in match.view("army_b")["groups"] if g["release"])
    assert [r.rule for r in match.why_not("army_b", f"change {group}")] == ["21.1"]


def test_22_1_units_of_a_plan_of_ones_own_start_in_the_rear_line() -> None:
    match = grognard.start("merde", "teaching_mill_road", {"deployment": "free"}, seed="rear")
    match.play("army_a", "own")
    for flag in ("flag 0000", "flag 0600", "flag 1200"):
        match.play("army_a", flag)
    match.play("army_a", "done")
    match.play("army_a", "form march")
    match.play("army_a", "front north")
    assert [r.rule for r in match.why_not("army_a", "place 0006")] == ["6.2"]
    match.play("army_a", "place 0005")


def test_36_1_a_general_moves_once_a_turn() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")}, generals={"AG0": ("gold", "0803")})
    t.movement(0).play("army_a", "lead AG0", "ride 0807").play("army_b", "done")
    assert t.s.cic(0).moved
    assert plans.riders(t.s, 0, 14) == []


def test_38_1_works_cost_ten_points_each() -> None:
    match = grognard.start("merde", "teaching_mill_road", {"deployment": "free"}, seed="works")
    match.play("army_a", "own")
    for flag in ("flag 0000", "flag 0600", "flag 1200"):
        match.play("army_a", flag)
    match.play("army_a", "fortify 0305")
    match.play("army_a", "fortify 0405")  # 174 of 200 points: a third is too dear
    assert {action.verb for action in match.options("army_a")} == {"form"}


def test_41_1_a_regiment_on_a_bridge_is_a_march_column() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0809"), "B1": ("AU_line", "march", "0810")},
        terrain={"river": "0709 0809 0909", "bridge": "0809"},
        groups=MOVING,
    )
    assert ("march_column", -2) in defence_terms(t.s, t.piece("A1"), t.piece("B1"), Stance())
    orders.close_up(t.s, t.piece("A1"))
    assert t.formation("A1") == "march"


def test_42_2_a_cic_is_taken_by_a_regiment_that_enters_his_square() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")}, generals={"BG0": ("gold", "0809")}, groups=MOVING)
    t.movement(1).play("army_a", "plan A1", "step 0809", "halt")
    assert t.match.outcome is not None
    assert t.match.outcome.reason == "cic"


def test_43_1_a_general_acts_as_cic() -> None:
    t = grognard.start("merde", "teaching_mill_road", seed="minor")
    assert t.view("army_a")["sides"]["army_a"]["messengers"] == 2


def test_46_1_switches_that_are_as_the_rulings_have_them_leave_no_trace() -> None:
    match = grognard.start("merde", None, {"barrage": True, "old_defence_values": True}, seed="switch")
    assert "barrage" not in match.setup.options
    assert match.setup.options["old_defence_values"] is True
    for place, old in (("fortress", 4), ("settlement", 3), ("wood", 3), ("farm", 3), ("fortification", 3), ("hill", 1)):
        t = Table(
            {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0809")},
            terrain={place: "0809"},
            options={"old_defence_values": True},
        )
        assert ("ground", old) in defence_terms(t.s, t.piece("B1"), t.piece("A1"), Stance())
