"""Chapters 18 and 24 to 36: a third reading, sentence by sentence; what happens and what is refused."""

from __future__ import annotations

import pytest

from grognard.games.merde.rules import layout
from grognard.games.merde.rules.combat import exchange as combat
from grognard.games.merde.rules.combat import melee
from grognard.games.merde.rules.combat.totals import CHARGE, MELEE, Stance, attack_terms, defence_terms
from grognard.games.merde.rules.fire import artillery, skirmish
from grognard.games.merde.rules.support import supporters
from grognard.games.merde.world.lexicon import GARRISON
from toolkit_merde import FACING, MOVING, Table, at

# [18.5] position artillery


def test_18_5_position_artillery_gets_garrison_orders_and_no_others() -> None:
    pieces = {
        "A1": ("FR_line", "march", "1002"),
        "A2": ("FR_position_art", "limbered", "0802"),
        "A3": ("FR_foot_art", "limbered", "0902"),
        "B1": ("AU_line", "march", "0820"),
    }
    t = Table(pieces).orders()
    for name, refused in (("A2", ["18.5"]), ("A3", [])):
        assert t.rules("army_a", f"change {t.group(name)}") == refused
    plan = layout.Layout()
    plan.member = {t.piece("A2"): 0, t.piece("A1"): 1}
    assert layout.order_choices(t.s, 0, plan) == [GARRISON]
    plan.member = {t.piece("A3"): 0, t.piece("A1"): 1}
    assert len(layout.order_choices(t.s, 0, plan)) == 3


def test_20_12_position_artillery_changes_its_post_with_the_commanders() -> None:
    t = Table({"A1": ("FR_position_art", "limbered", "0803"), "B1": ("AU_line", "march", "0820")})
    t.movement(14).play("army_a", "plan A1", "step 0804", "halt", "done").play("army_b", "done")
    assert t.where("A1") == "0804"


# [27.2] how skirmishers come near


def test_27_2_skirmishers_pass_friends_but_stop_on_a_free_square() -> None:
    """The only way to B1 leads over A2; beyond it there is one square from which to shoot."""
    pieces = {
        "A1": ("FR_light", "march", "0808"),
        "A2": ("FR_line", "march", "0809"),
        "B1": ("AU_line", "march", "0812"),
    }
    walls = {"river": "0709 0909 0710 0910 0610 1010 0711 0911"}
    t = Table(pieces, groups=MOVING, terrain=walls)
    assert skirmish.targets(t.s, t.piece("A1"), 0) == [t.piece("B1")]
    held = Table(pieces | {"A3": ("FR_line", "march", "0811")}, groups=MOVING, terrain=walls)
    assert skirmish.targets(held.s, held.piece("A1"), 0) == []


def test_27_2_skirmishers_do_not_slip_through_an_enemy_zone() -> None:
    pieces = {
        "A1": ("FR_light", "march", "0808"),
        "B1": ("AU_line", "march", "0811"),
        "B2": ("AU_line", "march", "0813"),
    }
    t = Table(pieces, groups=MOVING, terrain={"river": "0609 0610 0611 1009 1010 1011"})
    assert skirmish.targets(t.s, t.piece("A1"), 0) == [t.piece("B1")]
    t.set("B1", routed=True)  # [12.1] who routs has no ZOC
    assert skirmish.targets(t.s, t.piece("A1"), 0) == [t.piece("B1"), t.piece("B2")]


# [28.3] [35.3] who is attacked


def test_35_3_who_named_the_engagement_is_attacked_only_by_a_charge_or_a_shot() -> None:
    """A march column that assaults a farm: in the melee its passive enemy does not make it an attacked column."""
    for answer, caught in (("fire 1", False), ("charge", True)):
        t = Table(
            {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0809")},
            terrain={"farm": "0809", "hill": "0808"},
        )
        t.hand("A1", (1, 6), (1, 5), (1, 4)).hand("B1", (1, 6), (1, 5), (1, 4)).engage("A1", "B1")
        t.both("charge", answer)
        assert t.asked == "MeleeRound"
        terms = defence_terms(t.s, t.piece("A1"), t.piece("B1"), combat.stance(t.s, 0, MELEE))
        assert (("march_column", -2) in terms) is caught


def test_35_3_a_shot_at_a_march_column_finds_it_attacked() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "line", "0809 0909")})
    t.hand("A1", (1, 6), (1, 5)).hand("B1", (1, 6), (1, 5)).engage("A1", "B1").both("fire 1", "fire 1")
    taken = [args[5] for args in t.s.tale if args[1] == t.piece("A1")]
    assert ("march_column", -2) in taken[0]


def test_13_2_cavalry_that_countercharges_in_column_is_not_caught_in_it() -> None:
    t = Table(
        {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_heavy_cav", "march", "0810")},
        groups=MOVING | {"gB1": ("column", "B1", 1)},
    )
    t.hand("A1", (1, 1), (1, 2)).hand("B1", (1, 1), (1, 2)).charge("A1", "B1", "0809").play("army_b", "counter B1")
    for role, pair in ((0, ("A1", "B1")), (1, ("B1", "A1"))):
        pieces = (t.piece(pair[0]), t.piece(pair[1]))
        for step in (CHARGE, MELEE):
            assert "march_column" not in dict(attack_terms(t.s, *pieces, combat.stance(t.s, role, step)))
            assert "march_column" not in dict(defence_terms(t.s, *pieces, combat.stance(t.s, role, step)))


def test_13_2_cavalry_that_waits_for_the_charge_in_column_is_caught() -> None:
    t = Table({"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_heavy_cav", "march", "0810")}, groups=MOVING)
    t.hand("A1", (1, 1), (1, 2)).hand("B1", (1, 1), (1, 2)).charge("A1", "B1", "0809").play("army_b", "pass")
    assert t.asked == "ChargeExchange"
    assert ("march_column", -2) in defence_terms(t.s, t.piece("B1"), t.piece("A1"), combat.stance(t.s, 1, CHARGE))
    assert "march_column" not in dict(defence_terms(t.s, t.piece("A1"), t.piece("B1"), combat.stance(t.s, 0, CHARGE)))


# [29.3] the switch of the passive defender


def test_29_3_by_a_switch_a_passive_defender_turns_none_in_the_charge_but_does_in_melee() -> None:
    for on in (True, False):
        t = Table(FACING, options={"passive_defender_marker": on}, terrain={"fortification": "0809 0909"})
        t.hand("A1", (1, 6), (1, 5), (1, 4)).hand("B1", (1, 6), (1, 5), (1, 4)).engage("A1", "B1")
        t.both("charge", "fire 1")
        assert t.asked == "ChargeExchange"
        assert ("army_b" in t.to_act) is on  # with nothing to choose it is not asked
        t.play("army_a", "turn 1")
        if on:
            t.play("army_b", "turn")
        assert t.asked == "MeleeRound"
        assert t.options("army_b") == ["turn 1", "turn 2", "turn"]


# [29.6] squares


def test_29_6_a_square_before_infantry_too_falls_back() -> None:
    pieces = {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("PR_line", "square", "0810")}
    for more, falls in (({}, False), ({"A2": ("FR_line", "march", "0909")}, True)):
        t = Table(pieces | more, groups=MOVING).hand("A1", (1, 6), (1, 5), (1, 4)).charge("A1", "B1", "0809")
        t.play("army_a", "turn 1")
        assert ("no_markers_left" in t.told) is falls


# [34.1] supports


def test_34_1_cavalry_does_not_step_into_a_group_of_infantry() -> None:
    for counter, able in (("FR_line", True), ("FR_heavy_cav", False)):
        t = Table(
            {
                "A1": ("FR_line", "attack", "0808"),
                "A2": (counter, "march", "0807"),
                "B1": ("AU_line", "line", "0809 0909"),
            },
            groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
        ).men("A1", 1, 2)
        t.hand("A1", (1, 6)).hand("B1", (1, 6)).engage("A1", "B1")
        assert bool(supporters(t.s, 0)) is able


def test_34_1_nobody_has_converged_on_a_regiment_that_has_just_stepped_in() -> None:
    t = Table(
        {
            "A1": ("FR_line", "attack", "0808"),
            "A2": ("FR_line", "attack", "0707"),
            "B1": ("AU_line", "line", "0809 0909"),
        },
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
    )
    t.hand("A1", (1, 6)).hand("B1", (1, 6), (1, 5), (1, 4)).engage("A1", "B1")
    combat.clash_of(t.s).converged = [False, True]
    t.both("fire 1", "fire 1").roll(1).play("army_a", "replace A2")
    assert melee.can_converge(t.s, 1)
    assert not combat.stance(t.s, 0, MELEE).converged_on


# [39.2] the count of shells


def test_39_2_the_count_starts_anew_for_who_advances_out_of_a_place() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0809")}, terrain={"farm": "0808"})
    t.set("A1", shelled=1).hand("A1", (6, 6), (6, 5)).hand("B1", (1, 1)).engage("A1", "B1").both("charge", "fire 1")
    t.roll(9).play("army_a", "turn 1")
    while t.asked == "GoBack":
        t.play("army_b", t.options("army_b")[0])
    t.play("army_a", "advance 0809")
    assert t.look("A1").shelled == 0


def test_39_2_the_count_starts_anew_for_a_support_that_steps_in() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0808"),
            "A2": ("FR_line", "march", "0807"),
            "B1": ("AU_line", "line", "0809 0909"),
        },
        terrain={"farm": "0808"},
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
    )
    t.set("A1", shelled=1).hand("A1", (1, 6)).hand("B1", (1, 6), (1, 5)).engage("A1", "B1").both("fire 1", "fire 1")
    t.roll(1).play("army_a", "replace A2")
    assert (t.where("A2"), t.look("A1").shelled, t.look("A2").shelled) == ("0808", 0, 0)


@pytest.mark.parametrize(("formation", "where"), [("limbered", True), ("unlimbered", False)])
def test_24_8_a_limbered_battery_falls_back_and_an_unlimbered_one_is_lost(formation: str, where: bool) -> None:
    t = Table(
        {"A1": ("FR_line", "attack", "0808"), "B1": ("AU_foot_art", formation, "0809")},
        terrain={"fortification": "0809"},
    )
    t.hand("A1", (1, 1), (1, 2)).engage("A1", "B1").play("army_a", "fire 1")
    assert (t.where("B1") != "") is where
    last = Table(
        {"A1": ("FR_line", "attack", "0808"), "B1": ("AU_foot_art", formation, "0809")},
        terrain={"fortification": "0809"},
    )
    last.hand("A1", (1, 1)).engage("A1", "B1")
    assert last.where("B1") == "0809"  # its attacker cannot go on


def test_28_3_grenadiers_that_have_routed_are_no_help() -> None:
    for routed in (False, True):
        t = Table(
            FACING | {"A2": ("FR_grenadier", "march", "0807"), "A3": ("FR_line", "march", "0907")},
            groups={"gA1": ("column", "A1 A2 A3", 1)},
        ).set("A2", routed=routed)
        terms = dict(defence_terms(t.s, t.piece("A1"), t.piece("B1"), Stance()))
        assert ("grenadiers" in terms) is not routed


def test_24_3_where_the_guns_point() -> None:
    for facing, square, legal in (
        ("north", "1010", True),
        ("north", "1210", False),
        ("north", "0808", False),
        ("north", "0807", False),
        ("east", "1110", True),
        ("east", "1112", False),
        ("east", "0808", False),
    ):
        t = Table({"A1": ("FR_foot_art", "unlimbered", "0908", facing)})
        assert artillery.in_field_of_fire(t.s, t.piece("A1"), at(square)) is legal
