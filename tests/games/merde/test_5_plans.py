"""Chapters 5, 6, 14, 15, 18, 19, 20 and 38, line by line: what the plan of battle and the plan of a march may hold."""

from __future__ import annotations

import pytest

from grognard.games.merde.rules import layout, motion, orders, setup
from grognard.games.merde.rules.movement import plans
from grognard.games.merde.world.lexicon import FORMATIONS, GARRISON, LINE, MARCH, MOVE_COLUMN, OPEN, RESERVE, SUPPORT
from grognard.games.merde.world.pieces import Draft
from toolkit_merde import MOVING, Table, at

FOE = {"B1": ("AU_line", "march", "0822")}


# [5.4] [18] [38.1] the battle plan


def drawn(t: Table, *orders_given: tuple[int, int, int, int], **groups: int) -> layout.Layout:
    """A plan whose pieces stand as on the table, in these groups with these orders."""
    plan = layout.Layout()
    plan.squares = {t.piece(name): t.look(name).squares for name in t.order_of_battle if name[0] == "A"}
    plan.member = {t.piece(name): place for name, place in groups.items()}
    plan.orders = dict(enumerate(orders_given))
    return plan


def test_5_4_a_flag_stands_in_the_rear_line() -> None:
    t = Table({"A1": ("FR_line", "march", "0802")})
    for side, place, column in ((0, 0, 0), (0, 2, 2), (1, 0, 2), (1, 2, 0)):
        found = layout.flag_squares(t.s, side, place)
        assert len(found) == 36
        assert all(t.world.rear(side, sq) and (sq & 63) // 6 == column for sq in found)


ARMY = {
    "A1": ("FR_line", "march", "0202"),
    "A2": ("FR_line", "march", "0302"),
    "A3": ("FR_line", "march", "0402"),
    "A4": ("FR_line", "march", "0502"),
    "A5": ("FR_line", "march", "0802"),
    "A6": ("FR_light_cav", "march", "0203"),
    "A7": ("FR_foot_art", "limbered", "0303"),
}


@pytest.mark.parametrize(
    ("groups", "found"),
    [
        ({"A1": 0}, [0]),
        ({"A1": 0, "A2": 0, "A3": 0}, []),
        ({"A1": 0, "A2": 1, "A3": 1}, [1]),
        ({"A1": 0, "A2": 0, "A3": 1, "A4": 1}, []),
        ({"A1": 0, "A2": 1, "A3": 2, "A4": 3, "A5": 4}, []),
    ],
)
def test_18_8_groups_of_one_arm_of_three_at_most_and_close_together(groups: dict[str, int], found: list[int]) -> None:
    t = Table(ARMY)
    assert layout.joinable(t.s, 0, drawn(t, **groups)) == found


def test_18_1_batteries_have_no_number_and_nobody_backs_them_or_a_support() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0202"),
            "A2": ("FR_foot_art", "limbered", "0502"),
            "A3": ("FR_line", "march", "0802"),
        }
    )
    everybody = {"A1": 0, "A3": 1, "A2": 2}
    assert layout.order_choices(t.s, 0, drawn(t, **everybody)) == [0, 1, GARRISON, SUPPORT, RESERVE]
    first = (MOVE_COLUMN, 1, 0, -1)
    guns = drawn(t, first, (RESERVE, 0, -1, -1), **everybody)
    assert layout.order_choices(t.s, 0, guns) == [GARRISON, SUPPORT, RESERVE]
    assert layout.backable(t.s, drawn(t, first, **everybody), 1) == [0]
    assert layout.backable(t.s, drawn(t, first, (SUPPORT, 0, -1, 0), **everybody), 2) == [0]
    wide = Table(ARMY)
    backed = drawn(wide, (SUPPORT, 0, -1, 1), A1=0, A2=1, A3=2)
    assert layout.backable(wide.s, backed, 1) == [2]
    assert SUPPORT not in layout.order_choices(wide.s, 0, backed)  # it is backed itself


def test_19_2_the_number_of_a_decoy_is_given_once() -> None:
    t = Table({"A1": ("FR_line", "march", "0202")}, groups=MOVING, options={"fog_of_war": True})
    plan = layout.Layout()
    plan.decoy_orders = [(MOVE_COLUMN, 4)]
    assert [n for n in range(1, 13) if n not in layout.decoy_numbers(t.s, 0, plan)] == [1, 4]
    plan.orders = {0: (MOVE_COLUMN, 2, 0, -1)}
    assert [n for n in range(1, 13) if n not in layout.decoy_numbers(t.s, 0, plan)] == [2, 4]
    assert [n for n in range(1, 13) if n not in layout.numbers_free(plan)] == [2, 4]


def test_38_1_works_lie_in_the_rear_line_where_there_are_none() -> None:
    ground = {"fortification": "0102", "fortress": "0502", "river": "0803 0810 0903", "bridge": "0903"}
    t = Table({"A1": ("FR_line", "march", "0202")}, terrain=ground)
    found = {action.text for action in layout.work_actions(t.s, 0, layout.Layout())}
    assert {"fortify 0202", "pontoon 0803"} <= found
    assert not {"fortify 0102", "fortify 0502", "fortify 0206", "fortify 0803", "pontoon 0810", "pontoon 0903"} & found


def test_38_1_works_of_the_plan_stand_on_the_field() -> None:
    t = Table({"A1": ("FR_line", "march", "0202")}, terrain={"river": "0803"})
    plan = drawn(t, (GARRISON, 0, -1, -1), A1=0)
    plan.formation, plan.facing = {t.piece("A1"): MARCH}, {t.piece("A1"): 0}
    plan.flags, plan.forts, plan.pontoons, plan.posts = [at("0000")], [at("0202")], [at("0803")], [at("0302")]
    setup.lay_out(t.s, 0, plan)
    assert t.s.forts >> at("0202") & 1
    assert t.s.crossings >> at("0803") & 1
    assert (at("0803"),) in t.s.bridges
    assert t.s.cic(0).square == at("0302")


# [14] steps


@pytest.mark.parametrize(
    ("counter", "formation", "place", "cost"),
    [
        ("FR_line", "march", "hill", 2),
        ("FR_light", "march", "hill", 1),
        ("FR_heavy_cav", "march", "hill", 2),
        ("FR_light_cav", "march", "hill", 1),
        ("FR_foot_art", "limbered", "hill", 2),
        ("FR_line", "march", "wood", 2),
        ("FR_light", "march", "settlement", 1),
        ("FR_heavy_cav", "march", "farm", 4),
        ("FR_light_cav", "march", "wood", 4),
        ("FR_foot_art", "limbered", "wood", 2),
        ("FR_horse_art", "limbered", "fortress", 4),
        ("FR_line", "line", "fortification", 1),
        ("FR_line", "line", "wall", 1),
        ("FR_line", "line", "wood", 99),
    ],
)
def test_14_3_what_it_costs_to_enter(counter: str, formation: str, place: str, cost: int) -> None:
    now = "limbered" if formation == "limbered" else "march"
    t = Table({"A1": (counter, now, "0808")}, terrain={place: "0809 0810"})
    form = FORMATIONS.index(formation)
    assert motion.entry_cost(t.s, t.piece("A1"), form, at("0808"), at("0809")) == cost
    if place == "hill":
        assert motion.entry_cost(t.s, t.piece("A1"), form, at("0809"), at("0810")) == 1
        assert motion.entry_cost(t.s, t.piece("A1"), form, at("0809"), at("0808")) == 1


def test_14_3_half_an_allowance_is_rounded_up() -> None:
    t = Table({"A1": ("FR_horse_art", "limbered", "0808")}, terrain={"wood": "0809"}, weather="rain")
    form = FORMATIONS.index("limbered")
    assert motion.entry_cost(t.s, t.piece("A1"), form, at("0808"), at("0809")) == 3  # half of five


@pytest.mark.parametrize(
    ("counter", "formation", "disordered"),
    [
        ("FR_line", "march", True),
        ("FR_light", "march", True),
        ("FR_light", "open", False),
        ("FR_light_cav", "open", True),
    ],
)
def test_14_5_who_steps_out_of_a_wood_is_disordered(counter: str, formation: str, disordered: bool) -> None:
    t = Table({"A1": (counter, "march", "0808")}, terrain={"wood": "0808 0809"})
    form = FORMATIONS.index(formation)
    assert motion.leaves_cover(t.s, t.piece("A1"), form, at("0808"), at("0908")) is disordered
    assert not motion.leaves_cover(t.s, t.piece("A1"), form, at("0808"), at("0809"))


# [15.4] changes


def test_15_4_in_open_order_only_neighbours_close_up_and_only_those_abreast_form_line() -> None:
    t = Table({"A1": ("FR_light", "open", "0808 1008")})
    piece = t.piece("A1")
    assert motion.reformed(t.s, piece, (at("0808"), at("1008")), 0, OPEN, MARCH) == []
    assert motion.reformed(t.s, piece, (at("0808"), at("0909")), 0, OPEN, LINE) == []
    assert len(motion.reformed(t.s, piece, (at("0808"), at("0909")), 0, OPEN, MARCH)) == 2
    assert len(motion.reformed(t.s, piece, (at("0908"), at("0808")), 0, OPEN, LINE)) == 1


def test_15_4_a_line_wheels_on_either_battalion() -> None:
    squares = (at("0808"), at("0908"))
    assert motion.turned(squares, LINE, 0, 1, 0) == (at("0808"), at("0807"))
    assert motion.turned(squares, LINE, 0, 1, 1) == (at("0909"), at("0908"))
    assert motion.turned(squares, LINE, 0, 2, 0) == squares


def test_15_4_no_line_in_a_wood() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")}, terrain={"wood": "0908"}, groups=MOVING).movement(1)
    t.play("army_a", "plan A1")
    assert t.rules("army_a", "form line 0908") == ["15.4"]
    assert "form line 0708" in t.options("army_a")


def test_18_2_no_line_across_two_columns() -> None:
    t = Table({"A1": ("FR_line", "march", "0608")}, groups=MOVING).movement(1).play("army_a", "plan A1")
    assert t.rules("army_a", "form line 0508") == ["18.2"]
    assert "form line 0708" in t.options("army_a")


# [10.2] [19.2] [20] [38.2] who plans, and what


def test_20_4_who_has_fallen_back_this_turn_and_decoys_in_garrison_have_no_plan() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0908"), **FOE})
    decoy = t.world.decoy_slots[0][0]
    t.s.put(decoy, (at("1002"),), MARCH, 0)
    t.s.pieces[decoy].group = t.look("A1").group
    t.set("A1", retreated=True)
    assert plans.movers(t.s, 0, plans.GARRISONS) == [t.piece("A2")]


def test_38_2_engineers_who_were_hit_do_not_work() -> None:
    t = Table({"A1": (["FR_engineers"], "march", "0808"), **FOE}, terrain={"fortification": "0809"})
    assert plans.works_near(t.s, t.piece("A1")) == [at("0809")]
    t.set("A1", idle=1)
    assert plans.works_near(t.s, t.piece("A1")) == []


def test_20_12_a_commander_rides_by_bridges_and_into_a_zone_only_to_a_friend() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0809")},
        generals={"AG0": ("gold", "0803")},
        terrain={"river": "0005 0105 0205 0305", "bridge": "0205"},
    )
    found = plans.ride_goals(t.s, t.general("AG0"))
    assert {at("0808"), at("0807"), at("0205"), at("1311")} <= set(found)
    assert not {at("0908"), at("0809"), at("0305"), at("0803"), at("0814")} & set(found)


def test_20_6_from_zone_to_zone_nobody_steps_and_only_the_first_step_leaves_one() -> None:
    pieces = {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0809")}
    t = Table(pieces, groups=MOVING).movement(1).play("army_a", "plan A1")
    assert "step 0707" in t.options("army_a")
    caught = Table(pieces | {"B2": ("AU_line", "march", "0606")}, groups=MOVING).movement(1).play("army_a", "plan A1")
    assert caught.rules("army_a", "step 0707") == ["20.6"]
    late = Table(pieces, groups=MOVING).set("A1", stepped=True).movement(1).play("army_a", "plan A1")
    assert late.rules("army_a", "step 0707") == ["20.6"]


def test_20_8_through_a_friend_only_with_the_points_to_go_on() -> None:
    t = Table(
        {
            "A1": ("FR_heavy_cav", "line", "0808 0908"),
            "A2": ("FR_line", "line", "0810 0910"),
            "B1": ("AU_line", "march", "1011"),
        },
        groups=MOVING,
    ).movement(1)
    t.play("army_a", "plan A1", "step 0809")
    assert t.rules("army_a", "step 0810") == ["20.8"]  # in the zone of B1 it would have to stop on him


# [18.4] to [18.8] orders


def test_18_4_not_deeper_into_the_enemy_half_and_not_into_a_zone() -> None:
    t = (
        Table(
            {"A1": ("FR_line", "march", "0413"), "B1": ("AU_line", "march", "0615")},
            groups={"gA1": ("column", "A1", 1, 1)},
        )
        .movement(1)
        .play("army_a", "plan A1")
    )
    assert t.rules("army_a", "step 0514") == ["18.4"]
    assert "step 0513" in t.options("army_a")
    own = (
        Table(
            {"A1": ("FR_line", "march", "0408"), "B1": ("AU_line", "march", "0609")},
            groups={"gA1": ("column", "A1", 1, 1)},
        )
        .movement(1)
        .play("army_a", "plan A1")
    )
    assert own.rules("army_a", "step 0508") == ["18.4"]
    assert "step 0409" in own.options("army_a")


def test_18_5_the_sector_of_a_garrison_is_where_most_of_its_squares_stand() -> None:
    assert orders.home_sector((at("0508"), at("0608"), at("0708"))) == 10
    assert orders.home_sector((at("0508"), at("0408"), at("0608"))) == 9
    t = Table(
        {"A1": ("FR_line", "march", "0508"), "A2": ("FR_line", "line", "0608 0708"), **FOE},
        groups={"gA1": ("garrison", "A1 A2", None, 1)},
    )
    assert orders.sector_of(t.s, t.piece("A1")) == 10


@pytest.mark.parametrize(
    ("counter", "place", "near"),
    [
        ("FR_line", "0806", True),
        ("FR_line", "0805", False),
        ("FR_heavy_cav", "0802", True),
        ("FR_heavy_cav", "0801", False),
    ],
)
def test_18_7_infantry_within_two_squares_cavalry_within_six(counter: str, place: str, near: bool) -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": (counter, "march", place), **FOE},
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
    )
    found = orders.support_ban(t.s, plans.new_scheme(t.s, t.piece("A2")), {})
    assert (found is None) is near
    assert plans.must_close(t.s, 0, Draft(), t.piece("A2")) is not near


def test_18_7_a_support_comes_up_when_its_group_has_planned_to_march_away() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0806"), **FOE},
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
    ).movement(1)
    assert "done" in t.options("army_a")
    t.play("army_a", "plan A1", "step 0809", "halt")
    found = t.options("army_a")  # its plan is begun at once: nothing else may be written
    assert "step 0807" in found
    assert not {"done", "stay"} & {*found}


def test_18_3_in_the_enemy_half_a_column_is_an_attack_column() -> None:
    t = Table({"A1": ("FR_line", "march", "0811"), **FOE}, groups=MOVING).movement(1)
    t.play("army_a", "plan A1", "step 0812", "halt")
    assert t.formation("A1") == "attack"
    line = Table({"A1": ("FR_line", "march", "0811"), **FOE}, groups={"gA1": ("line", "A1", 1)}).movement(1)
    line.play("army_a", "plan A1", "step 0812", "halt")
    assert line.formation("A1") == "march"


def test_18_8_a_routed_member_is_no_company() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0908")}, groups={"gA1": ("garrison", "A1 A2")}
    )
    assert orders.cohesive(t.s, t.piece("A1"))
    t.set("A2", routed=True)
    assert not orders.cohesive(t.s, t.piece("A1"))


def test_14_3_no_stride_leads_where_nobody_can_go() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")}, terrain={"river": "0709 0809 0909"})
    found = motion.strides(t.s, t.piece("A1"), MARCH, (at("0808"),)).able
    assert {at("0709"), at("0809"), at("0909")}.isdisjoint(goal for goal, _, _, _ in found)
    assert all(cost < motion.NEVER for _, _, cost, _ in found)
    assert at("0807") in {goal for goal, _, _, _ in found}
