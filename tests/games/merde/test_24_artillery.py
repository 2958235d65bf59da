"""Chapters 24, 27, 38, 39 and 41: guns, skirmishers, shelling, works, bridges."""

from __future__ import annotations

from grognard.games.merde.rules import rally
from grognard.games.merde.rules.combat import fights
from grognard.games.merde.rules.fire import artillery, shelling, skirmish
from toolkit_merde import Table, at

GUN = ("FR_foot_art", "unlimbered", "0808")


def test_24_1_a_position_battery_fires_the_turn_after_it_unlimbers() -> None:
    for counter, fires in (("FR_position_art", False), ("FR_foot_art", True), ("FR_horse_art", True)):
        t = Table({"A1": (counter, "unlimbered", "0808")}).set("A1", changed=True)
        assert artillery.ready(t.s, t.piece("A1")) is fires


def test_24_2_a_battery_in_contact_does_not_fire() -> None:
    t = Table({"A1": GUN, "B1": ("AU_line", "march", "0809"), "B2": ("AU_line", "march", "0811")}).guns()
    assert t.asked == "Rest"


def test_24_3_what_is_no_target() -> None:
    t = Table(
        {
            "A1": GUN,
            "A2": ("FR_line", "march", "0809"),
            "B1": ("AU_line", "march", "0811"),
            "B2": ("AU_line", "march", "1010"),
            "B3": ("AU_light", "open", "0711 0712"),
        }
    )
    gun = t.piece("A1")
    assert [aim.target for aim in artillery.aims(t.s, gun)] == [t.piece("B2")]
    t.guns()
    assert t.rules("army_a", "fire 0811 long") == ["24.3"]
    assert t.rules("army_a", "fire 0805 long") == ["24.3"]
    assert t.rules("army_a", "fire 0815 long") == ["24.1"]


def test_24_3_from_a_hill_one_fires_over_friends_who_are_not_near_the_target() -> None:
    pieces = {"A1": GUN, "A2": ("FR_line", "march", "0809"), "B1": ("AU_line", "march", "0811")}
    assert artillery.aims(Table(pieces).s, Table(pieces).piece("A1")) == []
    high = Table(pieces, terrain={"hill": "0808"})
    assert [aim.target for aim in artillery.aims(high.s, high.piece("A1"))] == [high.piece("B1")]
    near = Table(pieces | {"A2": ("FR_line", "march", "0810")}, terrain={"hill": "0808"})
    assert artillery.aims(near.s, near.piece("A1")) == []


def test_24_4_barrage_at_a_unit_that_came_up_to_the_guns() -> None:
    t = Table({"A1": GUN, "B1": ("AU_light_cav", "march", "0809")})
    t.set("B1", trail=(at("0812"), at("0811"), at("0810"))).guns()
    assert "barrage B1 0811 short" in t.options("army_a")
    off = Table({"A1": GUN, "B1": ("AU_light_cav", "march", "0809")}, options={"barrage": False})
    off.set("B1", trail=(at("0811"),)).guns()
    assert off.asked == "Rest"


def test_24_5_a_shot_hits_when_a_shot_marker_is_the_target() -> None:
    for drawn, damage in ((1, 0), (3, 1)):  # the pool of a foot battery is 2 to 5
        t = Table({"A1": GUN, "B1": ("AU_line", "march", "0811")}).guns()
        assert t.rules("army_a", "shots 2 3") == ["24.5"]
        t.play("army_a", "fire 0811 long")
        assert t.options("army_a") == ["shots 2 4", "shots 2 5", "shots 3 5"]
        t.roll(drawn).play("army_a", "shots 2 4" if damage else "shots 3 5")
        assert t.look("B1").damage == damage


def test_24_5_short_range_takes_a_marker() -> None:
    t = Table({"A1": GUN, "B1": ("AU_line", "march", "0811")}).guns()
    t.play("army_a", "fire 0811 short").roll(1, 5).play("army_a", "shots 2")
    assert t.look("B1").damage == 2
    assert "morale" in t.told


def test_24_7_a_battery_that_is_hit_shoots_worse_and_is_lost_at_the_third_hit() -> None:
    t = Table({"A1": GUN})
    gun = t.piece("A1")
    artillery.hit_battery(t.s, gun)
    assert artillery.pool(t.s, gun, 0) == (2, 3, 4, 5, 6)
    artillery.hit_battery(t.s, gun)
    assert artillery.shot_count(t.s, gun, 0) == 1
    artillery.hit_battery(t.s, gun)
    assert t.where("A1") == ""


def test_24_8_an_unlimbered_battery_that_survives_contact_is_lost_if_the_enemy_can_go_on() -> None:
    t = Table(
        {"A1": ("FR_line", "attack", "0808"), "B1": ("AU_foot_art", "unlimbered", "0809")},
        terrain={"fortification": "0809"},
    )
    t.hand("A1", (1, 1), (1, 2)).engage("A1", "B1").play("army_a", "fire 1")
    assert t.where("B1") == ""


def test_27_1_light_infantry_skirmishes_and_voltigeurs_of_one_group() -> None:
    t = Table(
        {
            "A1": ("FR_light", "march", "0808"),
            "A2": ("FR_line", "march", "0909"),
            "B1": ("AU_line", "march", "0811"),
            "B2": ("AU_line", "march", "1011"),
        },
        groups={"gA1": ("column", "A1", 1), "gA2": ("column", "A2", 2)},
    ).skirmish()
    assert "skirmish A1" in t.options("army_a")
    assert f"voltigeurs {t.group('A2')}" in t.options("army_a")


def test_27_2_two_battalions_shoot_at_two_regiments() -> None:
    t = Table(
        {"A1": ("FR_light", "march", "0808"), "B1": ("AU_line", "march", "0811"), "B2": ("AU_line", "march", "1011")},
        groups={"gA1": ("column", "A1", 1)},
    ).skirmish()
    t.play("army_a", "skirmish A1").roll(1, 2, 3, 3).play("army_a", "shoot B1")
    # the other battalion has one target left, and takes it unasked
    assert (t.look("B1").damage, t.look("B2").damage) == (0, 1)


def test_27_3_target_and_shot_are_drawn_from_the_same_numbers() -> None:
    t = (
        Table(
            {"A1": ("FR_light", "march", "0808"), "B1": ("AU_line", "march", "0811")},
            groups={"gA1": ("column", "A1", 1)},
        )
        .skirmish()
        .roll(2, 2, 1, 3)
    )
    t.play("army_a", "skirmish A1")
    assert t.look("B1").damage == 1
    assert t.look("A1").skirmished
    assert t.s.intervened == [True, False]
    rifles = Table({"A1": ("GB_rifle", "march", "0808")})
    assert skirmish.skirmish_pool(rifles.s, rifles.piece("A1")) == (1, 2)
    wet = Table({"A1": ("FR_light", "march", "0808")}, weather="rain")
    assert skirmish.skirmish_pool(wet.s, wet.piece("A1")) == (1, 2, 3, 4)


def test_27_4_who_has_skirmished_names_nothing_but_gets_markers_when_attacked() -> None:
    t = Table({"A1": ("FR_light", "march", "0808"), "B1": ("AU_line", "line", "0809 0909")}).set("A1", skirmished=True)
    t.hand("B1", (1, 1)).roll(*[1] * 5).engage("B1", "A1")
    assert len(t.look("A1").hand) == 5
    assert fights.engage_ban(t.s, t.piece("A1"), t.piece("B1")) == ("27.4", "has_skirmished", (t.piece("A1"),))


def test_27_4_also_when_cavalry_charges() -> None:
    t = Table(
        {"A1": ("FR_light", "march", "0810"), "B1": ("AU_heavy_cav", "march", "0812")},
        groups={"gB1": ("column", "B1", 1)},
    ).set("A1", skirmished=True)
    t.hand("B1", (1, 1)).roll(*[1] * 5).charge("B1", "A1", "0811")
    assert len(t.look("A1").hand) == 5
    assert t.asked == "ShotAtCharge"


def test_27_1_light_troops_of_a_number_need_no_intervention_unless_their_group_is_in_contact() -> None:
    for place, free in (("1012", True), ("1010", False)):
        t = Table(
            {
                "A1": ("FR_light", "march", "0809"),
                "A2": ("FR_light", "march", "0909"),
                "B1": ("AU_line", "march", place),
            },
            groups={"gA1": ("column", "A1 A2", 1)},
        )
        t.set("A1", active=True)
        assert skirmish.free_of_charge(t.s, t.piece("A1")) is free


def test_38_2_engineers_change_a_work_by_one_and_no_more() -> None:
    t = Table({"A1": (["FR_engineers"], "march", "0808")}, terrain={"fortification": "0809"})
    for _ in range(3):
        t.set("A1", trail=(at("0809"),))
        rally.build(t.s, t.piece("A1"))
    assert t.s.works == {at("0809"): 1}
    artillery.hit_engineers(t.s, t.piece("A1"))
    assert t.look("A1").idle == 2


def test_39_1_a_fortress_holds_two_units() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0909")},
        terrain={"fortress": "0809 0909"},
        groups={"gA1": ("column", "A1", 1)},
    )
    t.movement(1).play("army_a", "plan A1")
    assert t.rules("army_a", "step 0809") == ["39.1"]


def test_39_2_shelling_counts_and_does_no_other_damage() -> None:
    t = Table({"B1": ("AU_line", "march", "0811")}, terrain={"farm": "0811"})
    assert artillery.strike(t.s, t.piece("B1"), 1) == []
    assert t.look("B1").damage == 0
    assert artillery.strike(t.s, t.piece("B1"), 1) == [t.piece("B1")]
    t.open(shelling.ShelledOut(t.piece("B1")))
    assert t.where("B1") == "0812"
    assert t.look("B1").less == 1
    assert t.s.tests == [(t.piece("B1"), 2)]


def test_40_1_woods_are_not_cleared_by_shells() -> None:
    t = Table({"B1": ("AU_line", "march", "0811")}, terrain={"wood": "0811"})
    artillery.strike(t.s, t.piece("B1"), 0)
    assert t.look("B1").damage == 1
    assert t.look("B1").shelled == 0


def test_41_2_two_hits_destroy_a_bridge_and_fords_stay() -> None:
    t = Table({"A1": GUN}, terrain={"river": "0710 0810 0910", "bridge": "0810"}).guns()
    assert t.options("army_a") == ["breach 0810 long", "breach 0810 short", "pass"]
    t.play("army_a", "breach 0810 short").roll(1).play("army_a", "shots 2")
    assert t.s.crossings >> at("0810") & 1
    t.set("A1", fired=False).guns().play("army_a", "breach 0810 short").roll(1).play("army_a", "shots 2")
    assert not t.s.crossings >> at("0810") & 1
    ford = Table({"A1": GUN}, terrain={"river": "0710 0810 0910", "bridge": "0810"})
    ford.world.firm.add(0)
    assert artillery.aims(ford.s, ford.piece("A1")) == []
