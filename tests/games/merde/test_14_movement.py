"""Chapters 10 to 16: command, zones, formations, steps, changes, sight."""

from __future__ import annotations

from grognard.games.merde.rules import generals, motion, sight
from grognard.games.merde.world.lexicon import FORMATIONS, MARCH
from toolkit_merde import MOVING, Table, at


def one(counter: str = "FR_line", formation: str = "march", squares: str = "0808", **more: object) -> Table:
    """A1 alone with a move order, its plan begun."""
    t = Table({"A1": (counter, formation, squares)}, groups=MOVING, **more)  # type: ignore[arg-type]
    return t.movement(1).play("army_a", "plan A1")


def test_10_1_a_unit_outside_the_radius_of_its_general_is_out_of_command() -> None:
    t = Table(
        {"A1": ("FR_line", "line", "0808 0908"), "A2": ("FR_line", "march", "0208")},
        generals={"AG1": ("bronze", "0802", "A1 A2")},
    )
    generals.command_check(t.s)
    assert not t.look("A1").out
    assert not t.look("A2").out
    t.s.commander(t.general("AG1")).square = at("0800")
    generals.command_check(t.s)
    assert not t.look("A1").out  # eight squares to the farthest square
    t.s.commander(t.general("AG1")).square = at("0000")
    generals.command_check(t.s)
    assert t.look("A1").out
    assert t.look("A1").damage == 1


def test_10_2_who_is_out_of_command_takes_no_part_in_the_movement() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0908")}, groups={"gA1": ("column", "A1 A2", 1)}
    ).set("A1", out=True)
    t.movement(1)
    assert t.options("army_a") == ["plan A2", "done"]
    assert t.rules("army_a", "plan A1") == ["10.2"]


def test_12_1_a_zone_of_control_is_the_eight_squares_around_and_routed_units_have_none() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "A2": ("FR_foot_art", "unlimbered", "0308")})
    zone = [sq for sq in t.world.field.squares if t.s.zoc(0) >> sq & 1]
    assert len(zone) == 9
    assert at("0909") in zone
    t.set("A1", routed=True)
    assert t.s.zoc(0) == 0


def test_12_2_entering_a_zone_ends_the_movement() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0910")}, groups=MOVING)
    t.movement(1).play("army_a", "plan A1", "step 0809")
    assert t.rules("army_a", "step 0810") == ["12.2"]
    t.play("army_a", "halt")
    assert t.where("A1") == "0809"


def test_13_3_attack_columns_by_nation_and_year() -> None:
    cases = (
        ("FR_line", 1800, True),
        ("RU_line", 1805, False),
        ("RU_line", 1807, True),
        ("PR_line", 1812, False),
        ("PR_line", 1813, True),
        ("GB_line", 1815, False),
    )
    for counter, year, known in cases:
        t = Table({"A1": (counter, "march", "0808")}, year=year)
        assert ("attack" in [FORMATIONS[f] for f in motion.formations_of(t.s, t.piece("A1"))]) is known


def test_14_1_allowances() -> None:
    for counter, formation, points in (
        ("FR_line", "march", 4),
        ("FR_line", "line", 3),
        ("FR_light", "open", 4),
        ("FR_heavy_cav", "march", 8),
        ("FR_light_cav", "line", 8),
        ("FR_horse_art", "limbered", 8),
        ("FR_foot_art", "unlimbered", 1),
    ):
        squares = "0808 0908" if formation in ("line", "open") else "0808"
        t = Table({"A1": (counter, formation, squares)})
        assert motion.allowance(t.s, t.piece("A1"), t.look("A1").formation) == points


def test_14_2_a_step_goes_to_a_neighbour_and_costs_points() -> None:
    t = one()
    assert t.rules("army_a", "step 0810") == ["14.2"]
    t.play("army_a", "step 0909", "step 0810", "step 0911", "step 0812")
    assert t.rules("army_a", "step 0813") == ["14.1"]
    t.play("army_a", "halt")
    assert t.where("A1") == "0812"


def test_14_3_rivers_are_crossed_on_bridges_only() -> None:
    t = one(terrain={"river": "0709 0809 0909", "bridge": "0909"})
    assert t.rules("army_a", "step 0809") == ["14.3"]
    t.play("army_a", "step 0909")


def test_14_3_no_step_between_two_river_squares_that_touch_at_a_corner() -> None:
    t = one(terrain={"river": "0809 0908"})
    assert t.rules("army_a", "step 0909") == ["14.3"]


def test_14_4_a_line_does_not_enter_a_wood() -> None:
    t = one(formation="line", squares="0808 0908", terrain={"wood": "0909"})
    assert t.rules("army_a", "step 0809") == ["14.3"]


def test_14_4_a_square_is_formed_in_a_wood_but_not_taken_into_it() -> None:
    t = one("FR_light", "square", "0808", terrain={"wood": "0809"})
    assert t.rules("army_a", "step 0809") == ["14.3"]
    inside = one("FR_light", "march", "0809", terrain={"wood": "0809"}).play("army_a", "form square")
    assert inside.formation("A1") == "square"


def test_14_5_off_a_bridge_a_regiment_is_disordered_for_the_turn() -> None:
    t = one(squares="0809", terrain={"river": "0709 0809 0909", "bridge": "0809"})
    t.play("army_a", "step 0810", "halt")
    assert t.look("A1").damage == 1
    assert t.look("A1").expires == t.s.turn


def test_14_7_passing_through_a_friend_disorders_both() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0809")}, groups=MOVING)
    t.movement(1).play("army_a", "plan A1", "step 0809")
    assert "halt" not in t.options("army_a")
    assert t.rules("army_a", "halt") == ["20.8"]
    t.play("army_a", "step 0810", "halt")
    assert (t.look("A1").damage, t.look("A2").damage) == (1, 1)


def test_14_7_open_order_passes_without_effect() -> None:
    t = Table({"A1": ("FR_light", "open", "0808 0908"), "A2": ("FR_line", "march", "0809")}, groups=MOVING)
    t.movement(1).play("army_a", "plan A1", "step 1 0809", "step 1 0810", "halt")
    assert (t.look("A1").damage, t.look("A2").damage) == (0, 0)


def test_15_1_changes_cost_what_the_nation_pays() -> None:
    for counter, cost in (("FR_line", 1), ("GB_line", 2), ("AU_line", 3), ("AU_light", 2)):
        t = Table({"A1": (counter, "march", "0808")})
        assert motion.change_cost(t.s, t.piece("A1"), MARCH, FORMATIONS.index("line")) == cost


def test_15_2_after_a_change_the_new_formation_limits_the_points() -> None:
    t = one()
    t.play("army_a", "step 0809", "form line 0909")
    assert t.match.view("army_a")["mine"]["plans"][0]["left"] == 1
    t.play("army_a", "step 0810")  # nothing is left but to halt
    assert t.where("A1") == "0810 0910"


def test_15_3_a_change_dearer_than_the_allowance_takes_the_whole_turn() -> None:
    t = one("AU_line", "line", "0808 0908")
    t.play("army_a", "front east 1")  # and that is all
    assert t.where("A1") == "0808 0807"


def test_15_3_but_not_after_a_step() -> None:
    t = one("AU_line", "line", "0808 0908").play("army_a", "step 0809")
    assert t.rules("army_a", "front east 1") == ["15.1"]


def test_15_4_column_to_line_takes_a_free_lateral_square() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0908")}, groups=MOVING)
    t.movement(1).play("army_a", "plan A1")
    assert "form line 0708" in t.options("army_a")
    assert t.rules("army_a", "form line 0908") == ["15.4"]


def test_16_1_sight_is_five_squares_and_seven_from_a_hill() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0813"), "B2": ("AU_line", "march", "0814")}
    )
    assert sight.sees(t.s, at("0808"), t.piece("B1"))
    assert not sight.sees(t.s, at("0808"), t.piece("B2"))
    high = Table({"A1": ("FR_line", "march", "0808"), "B2": ("AU_line", "march", "0815")}, terrain={"hill": "0808"})
    assert sight.sees(high.s, at("0808"), high.piece("B2"))


def test_16_2_woods_between_block_sight_and_corners_do_not() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")}, terrain={"wood": "0810 0909"})
    assert not sight.clear_line(t.s, at("0808"), at("0812"))
    assert sight.clear_line(t.s, at("0808"), at("0810"))
    assert not sight.clear_line(t.s, at("0808"), at("1010"))
    corner = Table({"A1": ("FR_line", "march", "0808")}, terrain={"wood": "0809 0908"})
    assert sight.clear_line(corner.s, at("0808"), at("1010"))


def test_16_3_inside_a_wood_troops_are_seen_from_near_or_when_they_have_fired() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0811")}, terrain={"wood": "0811"})
    assert not sight.sees(t.s, at("0808"), t.piece("B1"))
    assert sight.sees(t.s, at("0809"), t.piece("B1"))
    t.set("B1", fired=True)
    assert sight.sees(t.s, at("0808"), t.piece("B1"))


def test_16_4_a_moving_regiment_may_not_end_farther_from_the_enemy_it_sees() -> None:
    t = Table({"A1": ("FR_line", "march", "0608"), "B1": ("AU_line", "march", "0810")}, groups=MOVING)
    t.movement(1).play("army_a", "plan A1", "step 0708", "step 0808")
    t.play("army_a", "step 0908", "step 1008")
    assert t.options("army_a").count("halt") == 1
    far = Table({"A1": ("FR_line", "march", "0908"), "B1": ("AU_line", "march", "0612")}, groups=MOVING)
    far.movement(1).play("army_a", "plan A1", "step 1008", "step 1108")
    assert far.rules("army_a", "halt") == ["16.4"]
