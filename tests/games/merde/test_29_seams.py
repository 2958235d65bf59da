"""Chapters 12 to 38 at their seams: what single lines of the rules allow and refuse."""

from __future__ import annotations

import pytest

import grognard
from grognard.board.squares import sector
from grognard.games.merde.rules import layout, messages, motion, orders, rally, sequence, setup, victory, withdraw
from grognard.games.merde.rules.cavalry import counter, pursuit
from grognard.games.merde.rules.cavalry import reach as cavalry
from grognard.games.merde.rules.combat import damage, fights, melee, totals
from grognard.games.merde.rules.combat import exchange as combat
from grognard.games.merde.rules.combat.totals import CHARGE, Stance, strength
from grognard.games.merde.rules.fire import artillery, shelling
from grognard.games.merde.rules.movement import plans
from grognard.games.merde.rules.solitaire import contingencies
from grognard.games.merde.world.lexicon import (
    FACINGS,
    GARRISON,
    GROUPS,
    LIMBERED,
    LINE,
    MARCH,
    MOVE_COLUMN,
    RESERVE,
    SUPPORT,
    UNLIMBERED,
)
from grognard.games.merde.world.pieces import Draft, Letter
from grognard.games.merde.world.state import FIGHTING, Battle
from grognard.games.merde.world.state import MOVING as MOVING_PHASE
from toolkit_merde import FACING, MOVING, Table, at

HORSE = {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_line", "march", "0810")}
FOE = {"B1": ("AU_line", "march", "0822")}


# [14] retreats and passing through


def test_14_8_the_corner_of_the_field_is_a_square_like_any_other() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0001"), "B1": ("AU_line", "march", "0100"), "B2": ("AU_line", "march", "0003")}
    )
    found = withdraw.plan_retreat(t.s, t.piece("A1"), False)
    assert found.fate == "zone"


@pytest.mark.parametrize(("phase", "later"), [(MOVING_PHASE, 0), (FIGHTING, 1)])
def test_14_5_disorder_of_the_fight_lasts_to_the_end_of_the_next_turn(phase: int, later: int) -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0809")}, turn=3)
    t.s.phase = phase
    damage.pass_through(t.s, t.piece("A1"), t.piece("A2"))
    assert [t.look(name).expires for name in ("A1", "A2")] == [3 + later] * 2
    assert [t.look(name).damage for name in ("A1", "A2")] == [1, 1]


def test_14_7_a_router_disorders_whom_he_passes_and_keeps_his_own_state() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0809")}).set("A1", routed=True)
    damage.pass_through(t.s, t.piece("A1"), t.piece("A2"))
    assert [t.look(name).damage for name in ("A1", "A2")] == [0, 1]


def test_15_4_a_line_that_goes_back_by_one_square_gathers_in_column() -> None:
    for river, formation in (("0707 0907 1007", "march"), ("", "line")):
        t = Table(
            {"A1": ("FR_line", "line", "0808 0908"), "B1": ("AU_line", "march", "0810")},
            terrain={"river": river} if river else {},
        )
        t.open(withdraw.GoBack(t.piece("A1"), False))
        while t.asked == "GoBack":
            t.play("army_a", t.options("army_a")[0])
        assert t.formation("A1") == formation
        assert len(t.look("A1").squares) == (1 if river else 2)
        assert t.look("A1").retreated


# [18] [21] orders


def test_18_6_one_driven_off_his_post_turns_where_he_stands_and_goes_nowhere() -> None:
    t = Table({"A1": ("FR_line", "line", "0808 0908"), **FOE}, groups={"gA1": ("reserve", "A1")})
    scheme = plans.new_scheme(t.s, t.piece("A1"))
    here = scheme.squares
    assert orders.post_ban(t.s, scheme, here, "18.6") is None
    assert orders.post_ban(t.s, scheme, (at("1008"),), "18.6") == ("18.6", "post", (t.piece("A1"),))
    t.set("A1", post=(at("0507"),))
    assert orders.post_ban(t.s, scheme, here, "18.6") is None
    assert orders.post_ban(t.s, scheme, here[:1], "18.6") is None
    assert orders.post_ban(t.s, scheme, (at("0907"),), "18.6") == ("18.6", "post", (t.piece("A1"),))


def test_18_4_who_is_outside_his_column_is_told_which_he_leaves() -> None:
    t = Table({"A1": ("FR_line", "march", "0803"), **FOE}, groups={"gA1": ("column", "A1", 1, 0)}).movement(1)
    t.play("army_a", "plan A1")
    (found,) = t.match.why_not("army_a", "step 0903")
    assert (found.rule, found.key, found.args[1:]) == ("18.4", "away_from_column", (1,))
    assert not t.match.why_not("army_a", "step 0703")


def test_18_2_who_is_in_his_column_is_told_which_he_would_leave() -> None:
    t = Table({"A1": ("FR_line", "march", "1103"), **FOE}, groups=MOVING).movement(1).play("army_a", "plan A1")
    (found,) = t.match.why_not("army_a", "step 1203")
    assert (found.rule, found.key, found.args[1:]) == ("18.2", "leaves_column", (2,))


def test_21_6_its_own_number_is_free_to_a_group_that_moves_and_to_no_other() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0303"),
            "A2": ("FR_line", "march", "0903"),
            "A3": ("FR_line", "march", "1503"),
            **FOE,
        },
        groups={"gA1": ("column", "A1", 4), "gA2": ("column", "A2", 6), "gA3": ("reserve", "A3")},
    )
    one, two, three = (messages.free_numbers(t.s, 0, Draft(), t.look(f"A{n}").group) for n in (1, 2, 3))
    assert [n for n in (4, 6) if n in one] == [4]
    assert [n for n in (4, 6) if n in two] == [6]
    assert [n for n in (4, 6) if n in three] == []
    assert 0 not in three
    assert 13 not in three


def test_21_5_a_new_order_is_told_with_its_column() -> None:
    t = Table({"A1": ("FR_line", "march", "0303"), **FOE}, groups={"gA1": ("reserve", "A1")})
    messages.obey(t.s, 0, Letter(t.look("A1").group, MOVE_COLUMN, 1, 4, -1, t.world.generals[0][0]))
    (told,) = [event.args for event in t.s.events if event.key == "new_order"]
    assert told[-3:] == (MOVE_COLUMN, 2, 4)


def test_21_1_a_cic_in_the_corner_of_the_field_writes() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0303"), **FOE},
        generals={"AG0": ("gold", "0000")},
        groups={"gA1": ("reserve", "A1")},
    )
    cic = t.world.generals[0][0]
    assert messages.may_write(t.s, 0, Draft(), cic)
    t.s.cic(0).square = -1
    assert not messages.may_write(t.s, 0, Draft(), cic)


def test_21_6_what_a_letter_may_not_say() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0303"), "A2": ("FR_line", "march", "0903"), **FOE},
        groups={"gA1": ("column", "A1", 4), "gA2": ("reserve", "A2")},
    ).orders()
    t.play("army_a", f"change {t.group('A2')}", "order column", "target 1")
    assert t.rules("army_a", "number 4") == ["21.6"]
    assert "number 5" in t.options("army_a")
    other = Table(
        {
            "A1": ("FR_line", "march", "0303"),
            "A2": ("FR_line", "march", "0903"),
            "A3": ("FR_line", "march", "1503"),
            **FOE,
        },
        groups={"gA1": ("column", "A1", 4), "gA2": ("reserve", "A2"), "gA3": ("column", "A3", 5)},
    ).orders()
    other.play("army_a", f"change {other.group('A2')}", "order support")
    assert other.rules("army_a", f"back {other.group('A2')}") == ["18.7"]
    assert f"back {other.group('A1')}" in other.options("army_a")


@pytest.mark.parametrize(("square", "columns"), [("0203", [0, 1]), ("0803", [0, 1, 2]), ("1503", [1, 2])])
def test_45_2_a_reserve_looks_at_the_columns_beside_its_own(square: str, columns: list[int]) -> None:
    t = Table({"A1": ("FR_line", "march", square), **FOE}, groups={"gA1": ("reserve", "A1")})
    (found,) = contingencies.releases(t.world.scenario, "A")
    assert (found.trigger, found.column) == ("sector_collapsed", columns)


# [5] [6] [38] the plan of battle


def test_38_1_a_work_costs_ten_points_and_ten_are_enough() -> None:
    t = Table({"A1": ("FR_light_cav", "march", "0202")})
    plan = layout.Layout()
    spare = layout.points_left(t.s, 0, plan)
    assert spare % 10 == 0
    plan.forts = [at("0302")] * (spare // 10 - 1)
    assert layout.points_left(t.s, 0, plan) == 10
    assert layout.work_actions(t.s, 0, plan)
    plan.forts.append(at("0302"))
    assert not layout.work_actions(t.s, 0, plan)


def test_38_1_a_second_work_on_a_square_is_not_offered() -> None:
    t = Table({"A1": ("FR_line", "march", "0202")}, terrain={"river": "0803"})
    plan = layout.Layout()
    plan.forts, plan.pontoons = [at("0302")], [at("0803")]
    found = {action.text for action in layout.work_actions(t.s, 0, plan)}
    assert not {"fortify 0302", "pontoon 0803"} & found
    assert "fortify 0402" in found


def test_18_1_numbers_of_a_plan_go_from_one_to_twelve() -> None:
    assert layout.numbers_free(layout.Layout()) == list(range(1, 13))


def test_18_5_in_a_plan_of_ones_own_a_garrison_has_the_sector_where_it_stands() -> None:
    t = Table({"A1": ("FR_line", "march", "0202"), "A2": ("FR_line", "march", "0802")})
    plan = layout.Layout()
    plan.squares = {t.piece(name): t.look(name).squares for name in ("A1", "A2")}
    plan.member = {t.piece("A1"): 0, t.piece("A2"): 1}
    plan.orders = {0: (GARRISON, 0, -1, -1), 1: (GARRISON, 0, -1, -1)}
    plan.formation, plan.facing = dict.fromkeys(plan.squares, MARCH), dict.fromkeys(plan.squares, 0)
    plan.flags, plan.posts = [at("0000")], [at("0302")]
    setup.lay_out(t.s, 0, plan)
    assert [t.s.group_of(t.piece(name)).sector for name in ("A1", "A2")] == [sector(at("0202")), sector(at("0802"))]
    assert [t.s.group_of(t.piece(name)).column for name in ("A1", "A2")] == [0, 1]


# [20] movement


def test_20_7_the_square_that_is_contested_is_named() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0810")},
        groups={"gA1": ("column", "A1", 1), "gB1": ("column", "B1", 1)},
    ).movement(1)
    t.play("army_a", "plan A1", "step 0809", "halt")
    t.play("army_b", "plan B1", "step 0809").roll(3, 8).play("army_b", "halt")
    assert [event.args for _, event in t.match.log() if event.key == "contested"] == [(at("0809"), 3, 8, 1)]


def test_20_4_a_plan_must_be_ended_before_the_turn_is() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, groups=MOVING).movement(1).play("army_a", "plan A1")
    t.play("army_a", "step 0809")
    assert t.rules("army_a", "done") == ["20.4"]


def test_36_4_a_corps_without_a_general_falls_back_in_order() -> None:
    t = Table({"A1": ("FR_line", "line", "0814 0914"), **FOE}, generals={"AG1": ("silver", "0812", "A1")})
    general = t.s.commander(t.general("AG1"))
    general.square, general.back = -1, 3
    t.open(sequence.BeginMovement())
    while t.asked == "GoBack":
        t.play("army_a", t.options("army_a")[0])
    assert not t.look("A1").routed
    assert max(sq >> 6 for sq in t.look("A1").squares) < 14
    assert t.formation("A1") == "line"
    assert t.look("A1").retreated


# [24] guns


def two_guns() -> Table:
    t = Table(
        {
            "A1": ("FR_foot_art", "unlimbered", "0808"),
            "A2": ("FR_foot_art", "unlimbered", "1008"),
            "B1": ("AU_line", "march", "0811"),
            "B2": ("AU_line", "march", "1011"),
        }
    )
    return t.guns()


def test_24_6_a_battery_that_passes_does_not_fire() -> None:
    t = two_guns().play("army_a", "pass").play("army_a", "pass")
    assert "shot" not in [event.key for _, event in t.match.log()]
    assert not t.look("A1").fired
    assert not t.look("A2").fired


def test_24_5_each_battery_has_the_shots_that_were_chosen_for_it() -> None:
    t = two_guns()
    t.play("army_a", "fire 0811 short")
    first = t.options("army_a")[0]
    t.play("army_a", first).play("army_a", "fire 1011 short")
    second = t.options("army_a")[-1]
    assert first != second
    t.roll(*[1] * 8).play("army_a", second)
    shots = [event.args for _, event in t.match.log() if event.key == "shot"]
    assert [args[:2] for args in shots] == [(t.piece("A1"), t.piece("B1")), (t.piece("A2"), t.piece("B2"))]


def test_24_2_nobody_is_left_to_fire() -> None:
    frame = artillery.Guns()
    t = Table({"A1": ("FR_foot_art", "limbered", "0808"), "B1": ("AU_line", "march", "0811")})
    lexicon = t.game.lexicon
    assert frame.refuse(t.s, 0, lexicon.parse("fire 0811 short")) == [("24.2", "no_gun_ready", ())]


def test_38_2_engineers_are_lost_at_the_third_hit() -> None:
    t = Table({"A1": (["FR_engineers"], "march", "0808"), "B1": ("AU_line", "march", "0820")})
    found = []
    for _ in range(3):
        artillery.hit_engineers(t.s, t.piece("A1"))
        found.append((t.where("A1"), t.look("A1").idle))
    assert [where for where, _ in found] == ["0808", "0808", ""]
    assert [idle for _, idle in found[:2]] == [2, 3]


def test_38_2_only_engineers_build() -> None:
    t = Table({"A1": (["FR_engineers"], "march", "0808"), "A2": ("FR_line", "march", "1008"), **FOE})
    t.set("A1", trail=(at("0809"),)).set("A2", trail=(at("1009"),))
    t.open(rally.EndOfTurn())
    assert t.s.works == {at("0809"): 1}


# [25] [31] charges


def test_25_2_another_sector_is_not_chosen() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0808"),
            "B1": ("AU_line", "march", "0809"),
            "A2": ("FR_line", "march", "1408"),
            "B2": ("AU_line", "march", "1409"),
        },
        groups=MOVING,
    )
    frame = fights.ChooseSector(0, (7, 8))
    lexicon = t.game.lexicon
    assert frame.why_not(t.s, lexicon.parse("sector 1")) == [("25.2", "not_this_sector", ())]
    assert frame.why_not(t.s, lexicon.parse("pass")) == []


def test_31_2_either_side_charges() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_heavy_cav", "march", "0810")},
        groups={"gB1": ("column", "B1", 1)},
    ).hand("B1", (1, 1))
    assert [str(action) for action in cavalry.charges(t.s, t.piece("B1"))] == ["charge B1 A1 0809"]
    assert cavalry.charges(t.s, t.piece("A1")) == []


@pytest.mark.parametrize(("x", "facing"), [(x, facing) for x in (8, 9) for facing in range(4)])
def test_31_2_a_charger_looks_straight_at_a_line_before_him(x: int, facing: int) -> None:
    t = Table(
        {"A1": ("FR_heavy_cav", "march", "0808", FACINGS[facing]), "B1": ("AU_line", "line", "0810 0910")},
        groups=MOVING,
    )
    assert cavalry.front_at(t.s, t.piece("A1"), t.piece("B1"), at(f"{x:02d}09")) == 0


def test_31_4_who_has_fired_at_a_charge_has_had_his_first_step() -> None:
    t = Table(HORSE, groups=MOVING).hand("A1", (1, 6), (1, 5)).hand("B1", (1, 1), (1, 2)).charge("A1", "B1", "0809")
    assert not t.look("B1").steady
    t.play("army_b", "fire 1")
    assert t.look("B1").steady


def met(own: tuple[int, int], his: tuple[int, int]) -> Table:
    """A charge at infantry that other cavalry has met before it."""
    t = Table(HORSE | {"B2": ("AU_heavy_cav", "march", "0910")}, groups=MOVING | {"gB2": ("column", "B2", 1)})
    t.hand("A1", own, (5, 5)).hand("B1", (1, 1), (1, 2)).hand("B2", his).set("B2", dealt=False)
    return t.charge("A1", "B1", "0809")


def test_31_7_the_winner_goes_on_at_his_first_target_from_where_he_stands() -> None:
    t = met((6, 6), (1, 3))
    assert t.asked == "Countercharge"
    t.roll(*[1] * 6).play("army_b", "counter B2")
    while t.asked == "Meet":
        t.play("army_b", t.options("army_b")[0])
    t.roll(*[9] * 6)
    while t.asked not in ("Onward", "Rest"):
        side = t.to_act[0]
        t.play(side, "turn 1" if "turn 1" in t.options(side) else t.options(side)[0])
    assert t.asked == "Onward"
    here = t.where("A1")
    assert f"onward B1 {here}" in t.options("army_a")
    assert not [text for text in t.options("army_a") if text.startswith("onward B2")]
    t.play("army_a", f"onward B1 {here}")
    assert t.where("A1") == here
    assert combat.clash_of(t.s).pieces == [t.piece("A1"), t.piece("B1")]
    assert t.asked in ("ShotAtCharge", "TrySquare")


@pytest.mark.parametrize(("terrain", "cost"), [({}, 3), ({"hill": "0811"}, 4)])
def test_31_6_what_it_costs_to_ride_down_a_routed_enemy(terrain: dict[str, str], cost: int) -> None:
    t = Table(
        {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_line", "march", "0811")}, groups=MOVING, terrain=terrain
    ).set("B1", routed=True)
    pursuit.pursue(t.s, t.piece("A1"), t.piece("B1"), at("0811"))
    assert t.look("A1").spent == cost
    assert t.where("A1") == "0811"
    assert t.where("B1") == ""


@pytest.mark.parametrize(("friend", "able"), [("A2", True), ("B2", False)])
def test_31_6_nobody_rides_through_the_zone_of_an_enemy_and_his_own_is_none(friend: str, able: bool) -> None:
    kind = "FR_line" if friend == "A2" else "AU_line"
    t = Table(
        {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_line", "march", "0812"), friend: (kind, "march", "0611")},
        groups=MOVING,
    ).set("B1", routed=True)
    reach = {at("0711"): 3}
    assert (at("0812") in pursuit.catches(t.s, t.piece("A1"), t.piece("B1"), reach)) is able


def test_31_3_a_countercharge_is_made_by_whom_its_owner_names() -> None:
    t = Table(
        HORSE | {"B2": ("AU_heavy_cav", "march", "0711"), "B3": ("AU_heavy_cav", "march", "0911")},
        groups=MOVING | {"gB2": ("column", "B2", 1), "gB3": ("column", "B3", 2)},
    )
    t.hand("A1", (1, 1)).charge("A1", "B1", "0809")
    assert set(counter.counterchargers(t.s)) == {t.piece("B2"), t.piece("B3")}
    t.roll(*[1] * 8).play("army_b", "counter B3")
    assert combat.clash_of(t.s).counter == t.piece("B3")


# [29] of a line the battalion in contact


@pytest.mark.parametrize(("column", "count"), [("0808", 1), ("0908", 2)])
def test_29_3_of_a_line_the_battalion_in_contact_meets_a_column(column: str, count: int) -> None:
    t = Table({"A1": ("FR_line", "attack", column), "B1": ("AU_line", "line", "0809 0909")})
    squares = t.look("B1").squares
    men = (1, 2) if squares[0] == at("0809") else (2, 1)
    t.men("B1", *men)
    assert strength(t.s, t.piece("B1"), t.piece("A1"), Stance(step=CHARGE)) == count


def test_29_3_who_turns_no_marker_does_not_strike() -> None:
    t = Table(FACING).hand("A1", (1, 6), (1, 5)).hand("B1", (1, 6), (1, 5)).set("A1", steady=True)
    t.set("B1", steady=True).engage("A1", "B1").both("charge", "hold")
    t.roll(1, 1, 1, 1).play("army_a", "turn 1").play("army_b", "turn")
    assert t.asked == "MeleeRound"
    before = len([event for _, event in t.match.log() if event.key == "attack"])
    t.both("turn 1", "turn")
    after = [event.args[0] for _, event in t.match.log() if event.key == "attack"][before:]
    assert after == [t.piece("A1")]


# [1.4] time is up


@pytest.mark.parametrize(("flags", "winner"), [([1, 0], "army_a"), ([0, 1], "army_b")])
def test_1_4_who_has_taken_more_flags_wins_when_time_is_up(flags: list[int], winner: str) -> None:
    t = Table(FACING)
    t.s.captured = flags
    victory.time_is_up(t.s)
    assert t.s.outcome is not None
    assert t.match.outcome is not None
    assert (t.match.outcome.winner, t.match.outcome.reason) == (winner, "turn_limit")


def test_14_4_no_line_stands_in_a_wood_nor_anybody_in_a_river() -> None:
    ground = {"wood": "0908", "river": "1008 1108", "bridge": "1108"}
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, terrain=ground)
    piece = t.piece("A1")
    found = {
        name: [motion.passable(t.s, piece, formation, at(name)) for formation in (MARCH, LINE)]
        for name in ("0708", "0908", "1008", "1108")
    }
    assert found == {"0708": [True, True], "0908": [True, False], "1008": [False, False], "1108": [True, False]}


# [29.5] converging


@pytest.mark.parametrize(("answer", "converged"), [("converge", True), ("pass", False)])
def test_29_5_the_second_battalion_converges_if_its_owner_says_so(answer: str, converged: bool) -> None:
    t = Table({"A1": ("FR_line", "attack", "0808"), "B1": ("AU_line", "line", "0809 0909")})
    t.hand("A1", (1, 6)).hand("B1", (1, 6)).engage("A1", "B1").open(melee.Converge(1))
    assert t.options("army_b") == ["converge", "pass"]
    t.play("army_b", answer)
    assert t.s.clash is None or t.s.clash.converged == [False, converged]
    assert ("converges" in t.told) is converged


# [6] a plan of one's own


def planning() -> grognard.Match:
    match = grognard.start("merde", "teaching_mill_road", {"deployment": "free"}, seed="plan")
    match.play("army_b", "keep")
    match.play("army_a", "own")
    return match


def refused(match: grognard.Match, action: str) -> list[tuple[str, str]]:
    return [(found.rule, found.key) for found in match.why_not("army_a", action)]


def test_6_2_what_a_plan_may_not_hold_is_refused_with_its_rule() -> None:
    match = planning()
    seen = {}
    for _ in range(200):
        if not match.options("army_a"):
            break
        verb = match.options("army_a")[0].verb
        if verb not in seen:
            if verb == "flag":
                seen[verb] = refused(match, "flag 0023")
            elif verb == "place":
                seen[verb] = refused(match, "place 0023")
            elif verb == "post":
                seen[verb] = refused(match, "post 0023")
            elif verb in ("fortify", "pontoon"):
                seen[verb] = refused(match, "fortify 0023")
            elif verb == "order":
                seen[verb] = refused(match, "number 1")
            else:
                seen[verb] = []
        options = match.options("army_a")
        match.play("army_a", next((option for option in options if option.verb == "done"), options[0]))
    assert seen["flag"] == [("5.4", "setup_flag")]
    assert seen["place"] == [("6.2", "setup_place")]
    assert seen["post"] == [("6.2", "setup_post")]
    assert seen["order"] == [("18.1", "setup_number")]


def test_18_1_a_plan_says_column_and_number_of_those_who_move_alone() -> None:
    match = planning()
    s = match.state
    assert isinstance(s, Battle)
    told: list[tuple[int, ...]] = []
    for _ in range(300):
        options = match.options("army_a")
        if not options or match.to_act != ("army_a",) or type(s.agenda[-1]).__name__ != "BattlePlan":
            break
        texts = [str(option) for option in options]
        orders_open = [text for text in texts if text.startswith("order ")]
        wanted = next((text for text in ("done", "join") if text in texts), texts[0])
        if orders_open:
            wanted = "order column" if not told and "order column" in texts else "order reserve"
            if wanted == "order column":
                told.append(())
        elif texts[0].startswith("target "):
            wanted = "target 2"
        elif texts[0].startswith("number "):
            wanted = "number 5"
        match.play("army_a", wanted)
        s = match.state
        assert isinstance(s, Battle)
    groups = [s.group(g) for g in range(12) if s.groups[g] is not None and s.members(g)]
    assert [(group.column, group.number) for group in groups if group.order == MOVE_COLUMN] == [(1, 5)]
    assert {group.number for group in groups if group.order == RESERVE} == {0}


def test_19_2_the_numbers_of_decoys_go_from_one_to_twelve() -> None:
    t = Table({"A1": ("FR_line", "march", "0202")}, options={"fog_of_war": True})
    assert layout.decoy_numbers(t.s, 0, layout.Layout()) == list(range(1, 13))


# [14] [20] steps


def test_14_2_nobody_stands_off_the_field() -> None:
    t = Table({"A1": ("FR_line", "march", "0800"), **FOE}, groups=MOVING)
    for name, able in (("1700", True), ("1800", False), ("0023", True), ("0024", False)):
        assert motion.passable(t.s, t.piece("A1"), MARCH, at(name)) is able


@pytest.mark.parametrize(("weather", "rules"), [("rain", ["20.8"]), ("clear", [])])
def test_20_8_through_a_friend_only_with_points_for_the_square_beyond(weather: str, rules: list[str]) -> None:
    t = Table(
        {"A1": ("FR_line", "line", "0808 0908"), "A2": ("FR_line", "march", "0809"), **FOE},
        weather=weather,
        groups={"gA1": ("column", "A1", 1), "gA2": ("reserve", "A2")},
    ).movement(1)
    t.play("army_a", "plan A1")
    assert t.rules("army_a", "step 0809") == rules


def test_18_7_only_a_support_too_far_away_that_can_come_nearer_must() -> None:
    for place, river, must in (
        ("0802", "", True),
        ("0806", "", False),
        ("0802", "0701 0801 0901 0702 0902 0703 0803 0903", False),
    ):
        t = Table(
            {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", place), **FOE},
            terrain={"river": river} if river else {},
            groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
        )
        t.s.step = 1
        assert plans.must_close(t.s, 0, t.s.drafts[0], t.piece("A2")) is must
        assert not plans.must_close(t.s, 0, t.s.drafts[0], t.piece("A1"))


def test_20_12_a_ride_is_told_of_him_who_rides() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, generals={"AG1": ("silver", "0806", "A1")}).movement(14)
    t.play("army_a", "lead AG1", "ride 0807")
    while t.asked == "Movement":
        t.play(t.to_act[0], "done")
    rides = [event.args for _, event in t.match.log() if event.key == "rides"]
    assert rides == [(t.general("AG1"), at("0807"))]


@pytest.mark.parametrize(("friend", "able"), [("B2", True), ("A2", False)])
def test_31_6_the_same_for_the_other_side(friend: str, able: bool) -> None:
    kind = "FR_line" if friend == "A2" else "AU_line"
    t = Table(
        {"B1": ("AU_heavy_cav", "march", "0815"), "A1": ("FR_line", "march", "0812"), friend: (kind, "march", "0613")},
        groups={"gB1": ("column", "B1", 1)},
    )
    t.set("A1", routed=True)
    assert (at("0812") in pursuit.catches(t.s, t.piece("B1"), t.piece("A1"), {at("0713"): 3})) is able


# [24] [28] [31] against guns, engineers and bridges


@pytest.mark.parametrize(("foe", "squares", "most"), [("AU_foot_art", "0809", 99), ("AU_line", "0809", 3)])
def test_24_8_a_battery_takes_as_many_hits_as_the_attack_is_better(foe: str, squares: str, most: int) -> None:
    formation = "unlimbered" if foe.endswith("_art") else "march"
    t = Table({"A1": ("FR_line", "attack", "0808"), "B1": (foe, formation, squares)}).hand("A1", (6, 6))
    t.engage("A1", "B1")
    marker = t.look("A1").hand[0]
    found = combat.strike(t.s, 0, CHARGE, [marker, -1])
    difference = [event.args[5] for event in t.s.events if event.key == "attack"][-1]
    assert difference > 3
    assert found == min(most, difference)


@pytest.mark.parametrize(
    ("foe", "able"),
    [
        (("AU_foot_art", "unlimbered", "0810"), True),
        (("AU_line", "march", "0810"), True),
        ((["AU_engineers"], "march", "0810"), False),
    ],
)
def test_31_2_regiments_and_batteries_are_charged_and_engineers_are_not(foe: tuple[object, ...], able: bool) -> None:
    t = Table({"A1": ("FR_heavy_cav", "march", "0808"), "B1": foe}, groups=MOVING)
    found = cavalry.charge_ban(t.s, t.piece("A1"), t.piece("B1"))
    assert found == (None if able else ("31.2", "no_charge_target", (t.piece("B1"),)))


def test_41_2_two_hits_destroy_a_bridge_and_its_first_square_names_it() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, terrain={"river": "0812 0813", "bridge": "0812 0813"})
    bridge = next(n for n, squares in enumerate(t.s.bridges) if at("0812") in squares)
    squares = t.s.bridges[bridge]
    artillery.hit_bridge(t.s, bridge)
    assert t.s.crossings >> at("0812") & 1
    artillery.hit_bridge(t.s, bridge)
    assert not t.s.crossings >> at("0812") & 1
    assert [event.args for event in t.s.events if event.key == "bridge_destroyed"] == [(squares[0],)]


def test_24_7_a_battery_that_is_hit_takes_no_morale_test_and_is_lost_at_the_third_hit() -> None:
    t = Table({"A1": ("FR_foot_art", "unlimbered", "0808"), **FOE})
    found = []
    for _ in range(3):
        artillery.hit_battery(t.s, t.piece("A1"))
        found.append((t.where("A1"), t.look("A1").damage))
    assert [where for where, _ in found] == ["0808", "0808", ""]
    assert [face for _, face in found[:2]] == [1, 1]
    assert t.s.tests == []


def test_13_8_to_limber_costs_the_same_both_ways() -> None:
    t = Table({"A1": ("FR_foot_art", "limbered", "0808"), **FOE})
    piece = t.piece("A1")
    assert motion.change_cost(t.s, piece, LIMBERED, UNLIMBERED) == motion.LIMBER
    assert motion.change_cost(t.s, piece, UNLIMBERED, LIMBERED) == motion.LIMBER


def test_39_2_who_was_shelled_out_starts_afresh_with_a_marker_less() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, terrain={"farm": "0808"}).set("A1", shelled=2)
    shelling.evict(t.s, t.piece("A1"), at("0807"))
    assert (t.look("A1").shelled, t.look("A1").less, t.where("A1")) == (0, 1, "0807")


# [14] [18] [20] [42]


@pytest.mark.parametrize(
    ("start", "goal"),
    [("0808", "0909"), ("0909", "0808"), ("0809", "0908"), ("0908", "0809"), ("0707", "0808"), ("0808", "0707")],
)
def test_14_3_no_diagonal_step_between_two_river_squares(start: str, goal: str) -> None:
    corners = [f"{start[:2]}{goal[2:]}", f"{goal[:2]}{start[2:]}"]
    for river, barred in ((" ".join(corners), True), (corners[0], False), (corners[1], False)):
        t = Table({"A1": ("FR_line", "march", "0301"), **FOE}, terrain={"river": river})
        assert motion.river_corner(t.s, at(start), at(goal)) is barred
        assert not motion.river_corner(t.s, at(start), at(corners[0]))


def test_18_7_a_support_that_stands_before_its_group_may_stay_and_not_go_on() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0809"), **FOE},
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
    )
    scheme = plans.new_scheme(t.s, t.piece("A2"))
    assert orders.support_ban(t.s, scheme, {}) is None
    scheme.squares = (at("0810"),)
    assert orders.support_ban(t.s, scheme, {}) == ("18.7", "ahead_of_group", (t.piece("A2"),))


@pytest.mark.parametrize(("unit", "goal", "ends"), [(1, "0804", "0804 0903"), (2, "0904", "0803 0904")])
def test_13_7_either_battalion_of_open_order_steps_alone(unit: int, goal: str, ends: str) -> None:
    t = Table({"A1": ("FR_light", "open", "0803 0903"), **FOE}, groups=MOVING).movement(1)
    t.play("army_a", "plan A1", f"step {unit} {goal}", "halt")
    while t.asked == "Movement":
        t.play(t.to_act[0], "done")
    assert t.where("A1") == ends


@pytest.mark.parametrize(("name", "square", "side"), [("A1", "0819", 0), ("B1", "0804", 1)])
def test_42_1_a_flag_taken_is_counted_for_him_who_took_it(name: str, square: str, side: int) -> None:
    pieces = {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0815")}
    t = Table(pieces, flags={"A2": "0804", "B2": "0819"}).set(name, squares=(at(square),))
    victory.take_flag(t.s, t.piece(name), at(square))
    assert t.s.captured == [1 - side, side]
    assert [event.args[:3] for event in t.s.events if event.key == "flag"] == [(t.piece(name), at(square), 1)]
    assert at(square) not in t.s.flags[1 - side]


def test_31_6_a_pursuer_does_not_stop_on_a_friend() -> None:
    t = Table(
        {
            "A1": ("FR_heavy_cav", "march", "0808"),
            "A2": ("FR_line", "march", "0809"),
            "B1": ("AU_line", "march", "0810"),
        },
        groups=MOVING,
    ).set("B1", routed=True)
    found = {str(action) for action in pursuit.Overtake(t.piece("A1"), t.piece("B1")).offers(t.s, 0)}
    assert "catch 0709" in found
    assert "catch 0810" in found
    assert "catch 0809" not in found


def test_6_2_a_piece_finds_room_on_free_dry_ground_of_the_rear_line() -> None:
    t = Table({"A1": ("FR_line", "march", "0202"), "A2": ("FR_line", "march", "0302")}, terrain={"river": "0402"})
    plan = layout.Layout()
    plan.squares = {t.piece("A2"): (at("0302"),)}
    plan.formation, plan.facing = {t.piece("A1"): MARCH}, {t.piece("A1"): 0}
    found = layout.free_spots(t.s, 0, plan, t.piece("A1"))
    assert at("0502") in found
    assert not {at("0302"), at("0402"), at("0206"), at("0220")} & set(found)


# [36] [20] steps and generals


def test_36_2_a_general_who_was_lost_helps_nobody() -> None:
    t = Table(FACING, generals={"AG1": ("silver", "0807", "A1")})
    assert totals.general_with_group(t.s, t.piece("A1"))
    assert not totals.general_with_group(t.s, t.piece("B1"))
    t.s.commander(t.general("AG1")).square = -1
    assert not totals.general_with_group(t.s, t.piece("A1"))


@pytest.mark.parametrize(("step", "asks"), [(plans.EARLY, True), (plans.COMMANDERS + 1, False)])
def test_20_1_before_number_one_commanders_ride_and_after_them_nobody(step: int, asks: bool) -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, generals={"AG1": ("silver", "0806", "A1")})
    t.s.step = 7
    t.open(sequence.Step(step))
    assert (t.asked == "Movement") is asks
    assert t.s.step == (plans.EARLY if asks else 7)


def test_20_12_a_commander_may_stay() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, generals={"AG0": ("gold", "0803")}).movement(14)
    t.play("army_a", "lead AG0", "stay")
    assert not t.s.drafts[0].schemes
    assert "lead AG0" not in (t.options("army_a") if "army_a" in t.to_act else [])
    assert t.s.cic(0).square == at("0803")


def test_18_7_who_backs_nobody_is_said_to_back_nobody() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0807"), **FOE},
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
    )
    assert t.s.group_of(t.piece("A1")).supports == -1
    assert t.s.group_of(t.piece("A2")).supports == t.look("A1").group
    assert t.s.group_of(t.piece("B1")).supports == -1


def test_13_7_a_battalion_left_alone_in_open_order_marches() -> None:
    t = Table({"A1": ("FR_light", "open", "0803 0903"), **FOE}, groups=MOVING).men("A1", 2, 0).movement(1)
    t.play("army_a", "plan A1")
    step = next(text for text in t.options("army_a") if text.startswith("step") and text.endswith("0804"))
    t.play("army_a", step)
    assert "halt" in t.options("army_a")


def test_27_2_a_target_out_of_reach_is_refused() -> None:
    t = Table(
        {
            "A1": ("FR_light", "march", "0808"),
            "B1": ("AU_line", "march", "0811"),
            "B2": ("AU_line", "march", "0820"),
            "B3": ("AU_line", "march", "0911"),
        },
        groups=MOVING,
    )
    t.skirmish().play("army_a", "skirmish A1")
    assert {"shoot B1", "shoot B3"} <= set(t.options("army_a"))
    assert t.rules("army_a", "shoot B2") == ["27.2"]


def test_24_3_nobody_fires_off_the_field() -> None:
    t = Table({"A1": ("FR_foot_art", "unlimbered", "1708"), "B1": ("AU_line", "march", "1711")}).guns()
    (found,) = t.match.why_not("army_a", "fire 1808 short")
    assert (found.rule, found.key) == ("24.3", "no_target")


def written(side: str, answers: dict[str, list[str]], options: dict[str, object]) -> Battle:
    """A plan of one's own in which some questions get these answers, in turn, and all others the first."""
    match = grognard.start("merde", "teaching_mill_road", {"deployment": "free", **options}, seed="plan")
    other = "army_b" if side == "army_a" else "army_a"
    match.play(side, "own")
    for _ in range(400):
        if side not in match.to_act or match.decision(side).name != "BattlePlan":  # type: ignore[union-attr]
            break
        texts = [str(option) for option in match.options(side)]
        verb = texts[0].split()[0]
        wanted = answers.get(verb, [])
        answer = wanted.pop(0) if len(wanted) > 1 else wanted[0] if wanted else "done" if "done" in texts else texts[0]
        match.play(side, answer if answer in texts else "join" if "join" in texts else texts[0])
    while match.decision(other) is not None and match.decision(other).name == "BattlePlan":  # type: ignore[union-attr]
        texts = [str(option) for option in match.options(other)]
        match.play(other, "keep" if "keep" in texts else "done" if "done" in texts else texts[0])
    s = match.state
    assert isinstance(s, Battle)
    return s


@pytest.mark.parametrize("side", ["army_a", "army_b"])
def test_18_7_in_a_plan_of_ones_own_a_support_backs_whom_it_names(side: str) -> None:
    first = "GA1" if side == "army_a" else "GB1"
    s = written(
        side,
        {
            "order": ["order column", "order support"],
            "target": ["target 2"],
            "number": ["number 5"],
            "back": [f"back {first}"],
            "join": ["join"],
        },
        {},
    )
    number = ("army_a", "army_b").index(side)
    groups = [g for g in range(number * GROUPS, number * GROUPS + GROUPS) if s.groups[g] is not None and s.members(g)]
    lead = s.group(groups[0])
    assert (lead.order, lead.column, lead.number, lead.supports) == (MOVE_COLUMN, 1, 5, -1)
    backing = [s.group(g) for g in groups[1:] if s.group(g).order == SUPPORT]
    assert backing
    assert {group.supports for group in backing} == {groups[0]}


# [12] [18] [21] [31] [38] once more


def test_21_4_without_a_bridge_there_is_no_way_to_a_general() -> None:
    river = {"river": " ".join(f"{x:02d}04" for x in range(18)), "bridge": "1504"}
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, generals={"AG0": ("gold", "0800")}, terrain=river)
    assert messages.reachable(t.s, 0, at("0808"))
    t.s.crossings = 0
    assert not messages.reachable(t.s, 0, at("0808"))
    assert messages.reachable(t.s, 0, at("0803"))


def test_31_6_a_second_charge_starts_from_a_free_square_behind() -> None:
    t = Table(
        {
            "A1": ("FR_heavy_cav", "march", "0808"),
            "A2": ("FR_line", "march", "0907"),
            "B1": ("AU_line", "march", "0707"),
        },
        groups=MOVING,
    )
    assert cavalry.starts(t.s, t.piece("A1")) == (at("0808"),)
    assert cavalry.starts(t.set("A1", charged=1).s, t.piece("A1")) == (at("0807"),)


def test_25_4_both_have_fought_once_their_fight_has_begun() -> None:
    t = Table(FACING).hand("A1", (1, 6)).hand("B1", (1, 6)).engage("A1", "B1")
    assert (t.look("A1").engaged, t.look("B1").engaged) == (True, True)
    ridden = Table(HORSE, groups=MOVING).hand("A1", (1, 6)).hand("B1", (1, 6)).charge("A1", "B1", "0809")
    assert (ridden.look("A1").engaged, ridden.look("B1").engaged) == (True, True)


def test_30_2_in_a_fight_the_second_hit_costs_a_marker() -> None:
    t = Table(FACING).hand("A1", (1, 6), (1, 5)).hand("B1", (1, 6), (1, 5)).set("B1", damage=1).engage("A1", "B1")
    t.roll(1)
    combat.apply_damage(t.s, [0, 1])
    assert [len(t.look(name).hand) for name in ("A1", "B1")] == [2, 1]
    assert (t.look("A1").damage, t.look("B1").damage) == (0, 2)


@pytest.mark.parametrize(("square", "column", "holds"), [("1219", 2, True), ("1119", 1, True), ("1219", 1, False)])
def test_18_2_who_takes_the_last_flag_of_his_column_holds(square: str, column: int, holds: bool) -> None:
    flag = {f"B{3 - int(square[:2]) // 6}": square}
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, groups={"gA1": ("column", "A1", 1, column)}, flags=flag)
    t.set("A1", squares=(at(square),))
    t.s.flags[1] = [at(square)]
    victory.take_flag(t.s, t.piece("A1"), at(square))
    assert t.s.group_of(t.piece("A1")).holding is holds


@pytest.mark.parametrize(("terrain", "formation"), [({}, "attack"), ({"river": "0808", "bridge": "0808"}, "march")])
def test_18_3_no_attack_column_is_formed_on_a_bridge(terrain: dict[str, str], formation: str) -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0811")}, groups=MOVING, terrain=terrain)
    orders.close_up(t.s, t.piece("A1"))
    assert t.formation("A1") == formation


def test_20_8_the_last_point_pays_for_the_square_beyond_a_friend() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0809"), **FOE},
        weather="rain",
        groups={"gA1": ("column", "A1", 1), "gA2": ("reserve", "A2")},
    ).movement(1)
    t.play("army_a", "plan A1")
    assert t.rules("army_a", "step 0809") == []
    t.play("army_a", "step 0809")
    assert t.rules("army_a", "halt") == ["20.8"]
    assert "step 0810" in t.options("army_a")


def test_18_7_one_way_to_come_nearer_is_enough() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0802"), **FOE},
        terrain={"river": "0701 0801 0901 0702 0902 0703 0903"},
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
    )
    t.s.step = 1
    assert plans.must_close(t.s, 0, t.s.drafts[0], t.piece("A2"))


def test_38_2_engineers_are_offered_the_works_beside_them() -> None:
    t = Table({"A1": (["FR_engineers"], "march", "0808"), **FOE}, terrain={"fortification": "0809 0812"})
    t.movement(plans.COMMANDERS if not plans.movers(t.s, 0, 13) else 13)
    t.play("army_a", "plan A1")
    assert t.options("army_a") == ["work 0809", "stay"]
