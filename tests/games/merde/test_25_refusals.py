"""What the questions of a fight refuse, and by which rule; and what single lines of movement and fight do."""

from __future__ import annotations

import pytest

from grognard.games.merde.rules import generals, messages, rally, victory, withdraw
from grognard.games.merde.rules.cavalry import charge, square
from grognard.games.merde.rules.combat import damage, engage, fights, melee, totals
from grognard.games.merde.rules.fire import shelling
from grognard.games.merde.rules.generals import Successor
from grognard.games.merde.rules.movement import plans
from grognard.games.merde.rules.movement.plans import COMMANDERS
from grognard.games.merde.world.lexicon import FACINGS, RESERVE
from grognard.games.merde.world.pieces import Letter
from grognard.games.merde.world.state import FIGHTING
from toolkit_merde import FACING, MOVING, Table, at

HORSE = {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_line", "march", "0810")}


def charged(**more: tuple[str, ...]) -> Table:
    """French heavy cavalry charges a column with two markers."""
    t = Table(HORSE | more, groups=MOVING).hand("A1", (1, 6), (1, 5)).hand("B1", (1, 1), (1, 2))
    return t.charge("A1", "B1", "0809")


# refusals


def test_31_4_only_a_marker_in_hand_is_fired_at_a_charge() -> None:
    t = charged()
    assert t.asked == "ShotAtCharge"
    assert t.rules("army_b", "fire 3") == ["31.4"]
    assert t.rules("army_b", "fire 2") == []


def test_32_1_infantry_forms_the_shape_that_it_knows() -> None:
    t = charged().play("army_b", "pass")
    assert t.asked == "TrySquare"
    assert t.options("army_b") == ["form mass", "stand"]
    for shape in ("square", "line", "mass 0811"):
        assert t.rules("army_b", f"form {shape}") == ["32.1"]


def test_31_3_only_cavalry_near_the_path_countercharges() -> None:
    t = charged(B2=("AU_heavy_cav", "march", "0910"), B3=("AU_heavy_cav", "march", "1620"))
    assert t.options("army_b") == ["counter B2", "pass"]
    for name in ("B1", "B3", "A1"):
        assert t.rules("army_b", f"counter {name}") == ["31.3"]


def test_31_3_who_countercharges_has_fought_this_turn_and_is_in_command_of_his_nerves() -> None:
    t = charged(B2=("AU_heavy_cav", "march", "0910")).roll(*[1] * 6).play("army_b", "counter B2")
    assert (t.look("B2").engaged, t.look("B2").steady) == (True, True)


def test_32_3_only_a_horse_battery_in_range_shoots_at_the_square() -> None:
    t = Table(
        HORSE
        | {
            "A2": ("FR_horse_art", "unlimbered", "0608"),
            "A3": ("FR_foot_art", "unlimbered", "0708"),
            "B1": ("PR_line", "square", "0810"),
        },
        groups=MOVING,
    ).hand("A1", (1, 6), (1, 5))
    t.charge("A1", "B1", "0809").open(square.HorseBattery(1))
    assert t.asked == "HorseBattery"
    assert t.rules("army_a", f"battery {t.token('A3')}") == ["32.3"]
    assert t.rules("army_a", f"battery {t.token('A2')}") == []


def test_31_7_a_charge_goes_on_only_at_a_target_within_reach() -> None:
    t = Table(
        {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_heavy_cav", "march", "0810")},
        groups=MOVING | {"gB1": ("column", "B1", 1)},
    )
    t.hand("A1", (6, 6), (6, 5), (5, 5)).hand("B1", (1, 1)).charge("A1", "B1", "0809")
    t.roll(*[9] * 4).play("army_b", "counter B1")
    while t.asked != "Onward":
        t.play(t.to_act[0], t.options(t.to_act[0])[-1])
    assert "return" in t.options("army_a")
    assert t.rules("army_a", "onward B1 0101") == ["31.7"]


def test_31_6_a_pursuer_stops_next_to_the_routed_enemy_or_on_his_square() -> None:
    t = Table({"A1": ("FR_light_cav", "march", "0808"), "B1": ("AU_line", "march", "0812")}, groups=MOVING).set(
        "B1", routed=True
    )
    t.open(fights.Name(0)).play("army_a", "pursue A1 B1")
    for sq in ("0809", "0814", "0101"):
        assert t.rules("army_a", f"catch {sq}") == ["31.6"]
    assert t.rules("army_a", "catch 0711") == []


@pytest.mark.parametrize(("start", "front"), [("0808", "north"), ("1112", "west"), ("0512", "east")])
def test_31_6_a_pursuer_comes_to_a_stand_with_his_front_to_the_enemy(start: str, front: str) -> None:
    t = Table({"A1": ("FR_light_cav", "march", start), "B1": ("AU_line", "march", "0812")}, groups=MOVING)
    t.set("B1", routed=True).open(fights.Name(0)).play("army_a", "pursue A1 B1", "catch 0812")
    assert (t.where("A1"), t.where("B1")) == ("0812", "")
    assert FACINGS[t.look("A1").facing] == front


def test_34_1_only_who_backs_the_group_and_stands_next_to_it_steps_in() -> None:
    t = Table(
        {
            "A1": ("FR_line", "attack", "0808"),
            "A2": ("FR_line", "attack", "0807"),
            "A3": ("FR_line", "attack", "0909"),
            "B1": ("AU_line", "line", "0809 0909".replace("0909", "0709"), "south"),
        },
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1"), "gA3": ("column", "A3", 2)},
    ).men("A1", 0, 1)
    t.hand("A1", (1, 1), (1, 2), (1, 3)).hand("B1", (6, 6), (6, 5)).engage("A1", "B1").both("fire 1", "fire 1")
    assert t.options("army_a") == ["replace A2", "pass"]
    for name in ("A3", "A1", "B1"):
        assert t.rules("army_a", f"replace {name}") == ["34.1"]


def test_37_4_only_members_of_the_group_follow_who_falls_back() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0808"),
            "A2": ("FR_line", "march", "1008"),
            "A3": ("FR_line", "march", "0908"),
            "B1": ("AU_line", "march", "0809"),
        },
        groups={"gA1": ("column", "A1 A2", 1)},
    )
    withdraw.fall_back(t.s, t.piece("A1"))
    t.open(*reversed(t.s.agenda[1:]))
    assert t.options("army_a") == ["follow A2", "done"]
    for name in ("A1", "A3", "B1"):
        assert t.rules("army_a", f"follow {name}") == ["37.4"]


def test_37_3_only_a_shaken_group_is_steadied() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0805"), "A2": ("FR_line", "march", "1405"), "B1": ("AU_line", "march", "0822")},
        generals={"AG0": ("gold", "0804")},
        groups={"gA1": ("column", "A1", 1)},
    )
    t.s.group_of(t.piece("A1")).shaken = True
    t.rally()
    assert t.rules("army_a", f"steady {t.group('A2')}") == ["37.3"]
    assert t.rules("army_a", f"steady {t.group('A1')}") == []


def test_36_4_a_successor_takes_no_other_square() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0804"), "B1": ("AU_line", "march", "0705")},
        generals={"AG1": ("silver", "0802", "A1")},
    )
    general = t.s.commander(t.general("AG1"))
    general.square, general.back = -1, 1
    t.open(Successor(t.general("AG1")))
    for sq in ("0804", "0705", "0806", "1205"):
        assert t.rules("army_a", f"post {sq}") == ["36.4"]
    assert t.rules("army_a", "post 0803") == []


def test_20_4_a_plan_is_refused_by_the_rule_that_holds_its_regiment() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0808"),
            "A2": ("FR_line", "march", "1008"),
            "A3": ("FR_line", "march", "1208"),
            "A4": ("FR_line", "march", "1408"),
            "B1": ("AU_line", "march", "0822"),
        },
        groups={
            "gA1": ("column", "A1", 1),
            "gA2": ("column", "A2", 2),
            "gA3": ("column", "A3", 3),
            "gA4": ("column", "A4", 4),
        },
    )
    t.set("A2", routed=True).set("A3", out=True).movement(1)
    assert [t.rules("army_a", f"plan A{n}") for n in (1, 2, 3, 4)] == [[], ["37.5"], ["10.2"], ["20.1"]]
    assert t.rules("army_a", "plan B1")[:1] == ["20.4"]


def test_13_7_only_battalions_in_open_order_step_one_by_one() -> None:
    t = Table({"A1": ("FR_light", "march", "0808"), "B1": ("AU_line", "march", "0822")}, groups=MOVING).movement(1)
    t.play("army_a", "plan A1")
    assert t.rules("army_a", "step 1 0809") == ["13.7"]
    assert t.rules("army_a", "step 0809") == []
    assert t.rules("army_a", "form limbered") == ["13.1"]
    open_order = Table(
        {"A1": ("FR_light", "open", "0808 0908"), "B1": ("AU_line", "march", "0822")}, groups=MOVING
    ).movement(1)
    open_order.play("army_a", "plan A1")
    assert open_order.rules("army_a", "step 0809") == ["13.7"]


def test_13_1_no_formation_that_troops_have_not_learnt() -> None:
    t = Table({"A1": ("AU_line", "march", "0808"), "B1": ("AU_line", "march", "0822")}, groups=MOVING).movement(1)
    t.play("army_a", "plan A1")
    assert t.rules("army_a", "form attack") == ["13.1"]
    assert t.rules("army_a", "form mass") == []


# movement


@pytest.mark.parametrize("number", [1, 12])
def test_20_3_a_support_does_not_move_when_nobody_of_its_number_can(number: int) -> None:
    for out, asked in ((False, True), (True, False)):
        t = Table(
            {
                "A1": ("FR_line", "march", "0808"),
                "A2": ("FR_line", "march", "0807"),
                "B1": ("AU_line", "march", "0822"),
            },
            groups={"gA1": ("column", "A1", number), "gA2": ("support", "A2", "gA1")},
        ).set("A1", out=out)
        assert bool(plans.movers(t.s, 0, number)) is asked


def test_20_4_with_one_point_the_step_takes_the_whole_hour() -> None:
    t = Table(
        {"A1": ("AU_line", "line", "0808 0908"), "B1": ("AU_line", "march", "0822")}, groups=MOVING, weather="rain"
    )
    assert plans.new_scheme(t.s, t.piece("A1")).allowance == 1
    t.movement(1).play("army_a", "plan A1", "step 0809")
    (act,) = t.s.drafts[0].schemes[t.piece("A1")].acts
    assert act.time == plans.HOUR


def test_24_2_a_battery_that_steps_limbered_has_marched() -> None:
    for counter, formation, hauled in (("FR_foot_art", "limbered", True), ("FR_line", "march", False)):
        t = Table(
            {
                "A1": ("FR_line", "march", "0808"),
                "A2": (counter, formation, "0807"),
                "B1": ("AU_line", "march", "0822"),
            },
            groups=MOVING | {"gA2": ("support", "A2", "gA1")},
        ).movement(1)
        t.play("army_a", f"plan {t.token('A2')}", "step 0907", "halt", "done")
        assert (t.where("A2"), t.look("A2").hauled) == ("0907", hauled)


@pytest.mark.parametrize("hidden", ["", "A1", "A2"])
def test_19_1_that_two_have_met_is_told_of_none_that_lies_hidden(hidden: str) -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0809"), "B1": ("AU_line", "march", "0822")},
        options={"fog_of_war": True},
    )
    if hidden:
        t.set(hidden, hidden=True)
    damage.pass_through(t.s, t.piece("A1"), t.piece("A2"))
    (event,) = [event for event in t.s.events if event.key == "interpenetrates"]
    assert event.to == (0 if hidden else -1)


# letters


@pytest.mark.parametrize(("far", "caught"), [(10, True), (11, True)])
def test_21_4_a_messenger_is_caught_on_any_square_of_his_way(far: int, caught: bool) -> None:
    """A ride of exactly the radius takes one turn, one square more takes two."""
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "1710")},
        generals={"AG0": ("silver", "0800"), "AG1": ("silver", f"08{far}", "A1")},
        size=(1, 3),
    )
    radius = t.s.cic(0).radius
    assert radius == 10
    letter = Letter(t.look("A1").group, RESERVE, 1, 0, -1, t.general("AG1"))
    letter.path = messages.ride(t.s, 0, at(f"08{far}"))
    letter.arrives, letter.tested = t.s.turn + (far > radius), True
    assert messages.ridden(t.s, 0, letter) == letter.path[1:11]
    t.s.letters[0] = [letter]
    t.set("B1", squares=(at("0805"),)).roll(6, 6).open(messages.Deliver())
    assert ("messenger_lost" in t.told) is caught


# fights


def test_28_6_when_the_shots_have_been_shown_nothing_is_taken_back() -> None:
    t = Table(FACING).hand("A1", (4, 5), (1, 1)).hand("B1", (5, 3), (2, 6)).engage("A1", "B1")
    t.play("army_b", "fire 1")
    assert not t.s.revealed
    engage.FireStep().reveal(t.s)
    assert t.s.revealed


@pytest.mark.parametrize(("facing", "squares"), [("north", "0809 0909"), ("east", "0908 0907")])
def test_29_5_the_flank_of_a_column_is_on_the_side_of_the_second_battalion(facing: str, squares: str) -> None:
    """The friend covers the one side of the column alone, wherever it faces."""
    friend, towards = ("0908", 1) if facing == "north" else ("0807", -64)
    t = Table(
        {
            "A1": ("FR_line", "attack", "0808", facing),
            "A2": ("FR_light_cav", "march", friend),
            "B1": ("AU_line", "line", squares, "south" if facing == "north" else "west"),
        }
    )
    assert melee.flank_protected(t.s, t.piece("A1"), towards)
    assert not melee.flank_protected(t.s, t.piece("A1"), -towards)


def test_29_5_whichever_side_named_the_fight_its_line_may_converge() -> None:
    for named, target in (("A1", "B1"), ("B1", "A1")):
        t = Table({"A1": ("FR_line", "attack", "0808"), "B1": ("AU_line", "line", "0809 0909")})
        t.hand("A1", (1, 6), (1, 5)).hand("B1", (1, 6), (1, 5)).engage(named, target)
        assert t.s.clash is not None
        t.s.clash.round, t.s.clash.charging = 1, [True, True]
        melee.melee(t.s)
        assert "Converge" in [type(frame).__name__ for frame in t.s.agenda]


def test_30_1_a_face_that_a_hit_has_cost_does_not_come_back_by_itself() -> None:
    t = Table(FACING).hand("A1", (1, 1)).hand("B1", (1, 1))
    damage.hit(t.s, t.piece("A1"), 1, True)
    assert (t.look("A1").damage, t.look("A1").expires) == (1, 0)
    found = t.match.view("army_b")["pieces"]
    assert [row["temporary"] for row in found if row["id"] == "A1"] == [False]


def test_36_3_a_general_in_the_very_corner_is_in_danger_too() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0000"), "B1": ("AU_line", "march", "0822")},
        generals={"AG0": ("gold", "1700"), "AG1": ("silver", "0000", "A1")},
    )
    generals.shock(t.s, t.piece("A1"))
    t.roll(9)
    generals.danger(t.s)
    assert t.s.commander(t.general("AG1")).square < 0


def test_42_2_a_commander_in_chief_who_is_taken_is_off_the_field() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0822")})
    victory.capture_cic(t.s, 1, t.piece("A1"))
    assert t.s.cic(1).square < 0
    assert t.s.cic_lost == [False, True]


@pytest.mark.parametrize(("works", "needed"), [("", 2), ("0808", 3), ("0908", 2)])
def test_39_2_a_fortified_place_takes_one_hit_more(works: str, needed: int) -> None:
    ground = {"settlement": "0808"} | ({"fortification": works} if works else {})
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0822")}, terrain=ground)
    base = shelling.SHELTER[shelling.shelter_of(t.s, at("0808"))]
    shelling.shell(t.s, t.piece("A1"))
    (told,) = [event.args for event in t.s.events if event.key == "shelled"]
    assert told == (t.piece("A1"), 1, base + needed - 2)


def test_38_2_engineers_work_on_the_square_that_is_named() -> None:
    t = Table(
        {"A1": (["FR_engineers"], "march", "0808"), "B1": ("AU_line", "march", "0822")},
        terrain={"fortification": "0809 0708"},
    )
    t.movement(COMMANDERS if not plans.movers(t.s, 0, 13) else 13)
    t.play("army_a", "plan A1", "work 0809")
    t.play("army_b", "done")
    assert t.look("A1").trail == (at("0809"),)


@pytest.mark.parametrize(("friend", "refused"), [("0807", []), ("0808", []), ("0809", ["20.8"])])
def test_20_8_through_a_friend_leads_a_way_only_with_a_point_to_go_on(friend: str, refused: list[str]) -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0805"), "A2": ("FR_line", "march", friend), "B1": ("AU_line", "march", "0822")},
        groups=MOVING,
    ).movement(1)
    t.play("army_a", "plan A1")
    for y in range(6, int(friend[2:])):
        t.play("army_a", f"step 08{y:02d}")
    assert plans.new_scheme(t.s, t.piece("A1")).allowance == 4
    assert t.rules("army_a", f"step {friend}") == refused


def test_31_2_who_is_off_the_field_is_not_charged_and_charges_nobody() -> None:
    for gone in ("A1", "B2"):
        t = Table(
            HORSE | {"B2": ("AU_line", "march", "1010"), "A2": ("FR_heavy_cav", "march", "0708")},
            groups=MOVING | {"gA2": ("column", "A2", 2)},
        )
        t.hand("A1", (1, 1)).hand("A2", (1, 2))
        t.s.remove(t.piece(gone))
        action = t.game.lexicon.make("charge", t.piece("A1"), t.piece("B2"), at("1009"))
        assert [rule for rule, _, _ in fights.Name(0).why_not(t.s, action)] == ["31.2"]


def test_37_3_a_group_that_is_not_steadied_falls_back_and_does_not_rout() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0908"), "B1": ("AU_line", "march", "0822")},
        generals={"AG0": ("gold", "0807")},
        groups={"gA1": ("column", "A1 A2", 1)},
    )
    t.s.group_of(t.piece("A1")).shaken = True
    t.rally().roll(9).play("army_a", f"steady {t.group('A1')}")
    assert t.asked == "Rest"
    assert ("falls_back_to" in t.told, "routs_to" in t.told) == (True, False)
    for name in ("A1", "A2"):
        assert (FACINGS[t.look(name).facing], t.look(name).retreated) == ("north", True)


def test_26_2_who_has_done_gives_the_others_no_markers() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0808"),
            "A2": ("FR_line", "march", "1008"),
            "B1": ("AU_line", "march", "0809"),
            "B2": ("AU_line", "march", "1009"),
        },
        groups={f"g{name}": ("reserve", name) for name in ("A1", "A2", "B1", "B2")},
    )
    t.s.phase, t.s.sector = FIGHTING, fights.fights(t.s)[0].sector
    t.roll(*[1] * 12).secret(fights.Deal())
    assert t.options("army_a") == ["deal A1", "deal A2", "done"]
    t.play("army_a", "deal A2", "done")
    assert t.to_act == ("army_b",)
    t.play("army_b", "done")
    assert t.asked == "Rest"
    assert [t.look(name).dealt for name in ("A1", "A2", "B1", "B2")] == [False, True, False, False]


@pytest.mark.parametrize("target", [1, 2, 3])
def test_21_2_a_letter_names_the_column_that_was_named(target: int) -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0822")},
        generals={"AG0": ("gold", "0809")},
        groups={"gA1": ("reserve", "A1")},
    )
    t.orders().play("army_a", f"change {t.group('A1')}", "order column", f"target {target}", "number 5")
    t.play("army_b", "done")
    group = t.s.group_of(t.piece("A1"))
    assert (t.order("A1"), group.column, group.number) == ("column", target - 1, 5)


def test_37_1_a_commander_who_is_off_the_field_reaches_nobody_however_wide_it_is() -> None:
    t = Table({"A1": ("FR_line", "march", "5300"), "B1": ("AU_line", "march", "0822")}, size=(3, 2))
    t.s.cic(0).square = at("5200")
    assert rally.in_reach(t.s, t.piece("A1"))
    t.s.cic(0).square = -1
    assert not rally.in_reach(t.s, t.piece("A1"))


def test_37_3_a_shaken_group_has_one_less_in_attack_and_in_defence() -> None:
    t = Table(FACING).hand("A1", (1, 1)).hand("B1", (1, 1)).engage("A1", "B1")
    stance = totals.Stance()
    calm = [totals.total(of(t.s, 0, t.piece("B1"), stance)) for of in (totals.attack_terms, totals.defence_terms)]
    t.s.group_of(t.piece("A1")).shaken = True
    now = [totals.total(of(t.s, 0, t.piece("B1"), stance)) for of in (totals.attack_terms, totals.defence_terms)]
    assert now == [calm[0] - 1, calm[1] - 1]


def test_31_7_a_charger_returns_only_to_squares_that_nobody_has_taken() -> None:
    for taken, offers in (("", ["return", "pass"]), ("0808", [])):
        t = Table(
            {
                "A1": ("FR_heavy_cav", "march", "0808"),
                "A2": ("FR_line", "march", "0202"),
                "B1": ("AU_heavy_cav", "march", "0810"),
            },
            groups=MOVING | {"gB1": ("column", "B1", 1)},
        )
        t.hand("A1", (6, 6)).hand("B1", (1, 1)).charge("A1", "B1", "0809")
        t.roll(9).play("army_b", "counter B1")
        while t.asked not in ("Onward", "Rest"):
            t.play(t.to_act[0], t.options(t.to_act[0])[-1])
        if taken:
            t.s.put(t.piece("A2"), (at(taken),), 0, 0)
        assert [str(each) for each in charge.Onward(0).offers(t.s, 0)] == offers


@pytest.mark.parametrize(
    ("act", "active", "spent"), [("voltigeurs", False, True), ("skirmish", False, True), ("skirmish", True, False)]
)
def test_27_1_companies_and_regiments_without_their_number_use_up_the_intervention(
    act: str, active: bool, spent: bool
) -> None:
    t = Table(
        {
            "A1": ("FR_light", "march", "0808"),
            "A2": ("FR_line", "march", "1008"),
            "B1": ("AU_line", "march", "0810"),
            "B2": ("AU_line", "march", "1010"),
        },
        groups={"gA1": ("column", "A1", 1), "gA2": ("column", "A2", 2)},
    )
    t.set("A1", active=active).set("A2", active=active).skirmish()
    t.roll(*[1] * 12).play(
        "army_a", f"skirmish {t.token('A1')}" if act == "skirmish" else f"voltigeurs {t.group('A2')}"
    )
    sender = t.piece("A1" if act == "skirmish" else "A2")
    while t.asked == "Skirmish" and "army_a" in t.to_act:
        if t.options("army_a")[0].startswith("shoot"):
            assert t.s.agenda[-1].question(t.s, 0) == (sender,)
        t.play("army_a", t.options("army_a")[0] if t.options("army_a")[0].startswith("shoot") else "done")
    while t.asked == "Skirmish":
        t.play("army_b", "done")
    assert t.s.intervened[0] is spent


def test_39_2_who_steps_out_of_a_place_is_counted_anew() -> None:
    """Outside, or in another place that touches it; within the same place the count goes on."""
    for goal, left in (("0809", 0), ("0708", 2), ("0908", 0)):
        t = Table(
            {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0822")},
            terrain={"farm1": "0808 0708", "farm2": "0908"},
            groups=MOVING,
        ).set("A1", shelled=2)
        t.movement(1).play("army_a", "plan A1", f"step {goal}", "halt")
        assert (t.where("A1"), t.look("A1").shelled) == (goal, left)


@pytest.mark.parametrize(("bridge", "goal"), [("0809 0909", "0909"), ("0809 0810", "0810")])
def test_14_3_along_a_bridge_of_two_squares_one_marches_straight(bridge: str, goal: str) -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0809"), "B1": ("AU_line", "march", "0822")},
        terrain={"river": bridge, "bridge": bridge},
        groups=MOVING,
    ).movement(1)
    t.play("army_a", "plan A1")
    assert t.rules("army_a", f"step {goal}") == []


def test_18_1_a_letter_that_orders_support_gives_no_number() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0908"), "B1": ("AU_line", "march", "0822")},
        generals={"AG0": ("gold", "0809")},
        groups={"gA1": ("column", "A1", 4), "gA2": ("reserve", "A2")},
    )
    t.orders().play("army_a", f"change {t.group('A2')}", "order support", "done")
    t.play("army_b", "done")  # there is one group to back, which is taken unasked
    group = t.s.group_of(t.piece("A2"))
    assert (t.order("A2"), group.number, group.supports) == ("support", 0, t.look("A1").group)


@pytest.mark.parametrize(("card", "won"), [(6, 1), (7, 1), (8, 0)])
def test_37_1_a_card_not_above_the_generals_value_is_told_as_a_success(card: int, won: int) -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0805"), "B1": ("AU_line", "march", "0822")}, generals={"AG0": ("gold", "0804")}
    )
    assert t.s.cic(0).value == 7
    t.set("A1", damage=1).rally().roll(card).play("army_a", "rally A1")
    told = [event.args for _, event in t.match.log() if event.key == "rally"]
    assert told == [(t.piece("A1"), card, 7, won)]
    assert (t.look("A1").damage == 0) is bool(won)
