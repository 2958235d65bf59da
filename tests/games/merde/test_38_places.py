"""Chapters 5, 19, 21, 27 and 38 to 41: places, works, rivers; messengers on their way; who counts as activated."""

from __future__ import annotations

import grognard
from grognard.games.merde.rules import layout, messages, orders, sight, withdraw
from grognard.games.merde.rules.fire import artillery, shelling, skirmish
from grognard.games.merde.rules.movement import plans
from grognard.games.merde.rules.sequence import Step
from grognard.games.merde.world.lexicon import LIMBERED, RESERVE, UNLIMBERED
from grognard.games.merde.world.pieces import Draft, Letter
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import world
from toolkit_merde import Table, at

GUN = ("FR_foot_art", "unlimbered", "0808")


# [39] places


def test_39_1_a_battery_unlimbers_in_a_fortress_and_in_no_other_place() -> None:
    for place, fires in (("fortress", True), ("settlement", False), ("farm", False), ("wood", False)):
        t = Table(
            {"A1": ("FR_foot_art", "limbered", "0808"), "B1": ("AU_line", "march", "0812")},
            terrain={place: "0808 0908"},
        )
        t.movement(14).play("army_a", "plan A1")
        assert ("form unlimbered" in t.options("army_a")) is fires
        if not fires:
            assert t.rules("army_a", "form unlimbered") == ["15.4"]
            continue
        t.play("army_a", "form unlimbered", "done").play("army_b", "done")
        assert artillery.ready(t.s, t.piece("A1"))
        assert [aim.target for aim in artillery.aims(t.s, t.piece("A1"))] == [t.piece("B1")]


def test_39_1_a_plan_of_ones_own_keeps_to_what_a_place_takes() -> None:
    t = Table(
        {"A1": GUN, "A2": ("FR_line", "march", "0901"), "A3": ("FR_line", "march", "1001")},
        terrain={"fortress": "0301 0302", "wood": "0501"},
    )
    plan = layout.Layout()
    gun, first, second = t.piece("A1"), t.piece("A2"), t.piece("A3")
    for piece, formation in ((gun, UNLIMBERED), (first, 0), (second, 0)):
        plan.formation[piece], plan.facing[piece] = formation, 0
    assert at("0301") in layout.free_spots(t.s, 0, plan, gun)
    assert at("0501") not in layout.free_spots(t.s, 0, plan, gun)
    plan.formation[gun] = LIMBERED
    assert at("0501") in layout.free_spots(t.s, 0, plan, gun)
    assert at("0301") in layout.free_spots(t.s, 0, plan, first)  # two battalions: as many as it holds
    plan.squares[first] = (at("0301"),)
    assert at("0302") not in layout.free_spots(t.s, 0, plan, second)
    assert at("0302") not in layout.free_spots(t.s, 0, plan, gun)


def test_39_2_who_is_shelled_out_onto_a_flag_takes_it() -> None:
    for flag, taken in (("0810", 1), ("0710", 0)):
        t = Table({"A1": ("FR_line", "march", "0811")}, terrain={"farm": "0811"}, flags={"B2": flag})
        t.open(shelling.ShelledOut(t.piece("A1")))
        assert t.where("A1") == "0810"
        assert t.s.captured == [taken, 0]


# [41.2] fords


def test_41_2_a_ford_is_said_to_be_one_in_the_data() -> None:
    borodino = world("borodino_1812")
    fords = [n for n, squares in enumerate(borodino.bridges) if squares == (at("0919"),)]
    assert borodino.firm == set(fords) != set()
    t = Table({"A1": GUN}, terrain={"river": "0710 0810 0910", "bridge": "0810"})
    assert t.world.firm == set()
    assert [aim.square for aim in artillery.aims(t.s, t.piece("A1"))] == [at("0810")]


# [38.2] works


def test_38_2_a_work_that_cannot_be_changed_further_is_not_offered() -> None:
    t = Table(
        {"A1": (["FR_engineers"], "march", "0808"), "B1": ("AU_line", "march", "0707")},
        terrain={"fortification": "0809 0707"},
    )
    assert sorted(plans.works_near(t.s, t.piece("A1"))) == [at("0707"), at("0809")]
    t.s.works = {at("0809"): 1, at("0707"): -1}
    assert plans.works_near(t.s, t.piece("A1")) == []
    t.s.works = {at("0809"): -1, at("0707"): 1}  # one's own is repaired, the enemy's weakened
    assert sorted(plans.works_near(t.s, t.piece("A1"))) == [at("0707"), at("0809")]


# [27.1] activation


def test_27_1_a_light_regiment_is_activated_with_its_number_even_without_a_plan() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_light", "march", "0807"), "B1": ("AU_line", "march", "0811")},
        groups={"gA1": ("column", "A1", 2), "gA2": ("support", "A2", "gA1")},
    )
    assert not skirmish.free_of_charge(t.s, t.piece("A2"))
    t.open(Step(1)).play("army_a", "done")
    assert skirmish.free_of_charge(t.s, t.piece("A2"))
    t.s.intervened[0] = True
    assert skirmish.light_regiments(t.s, 0) == [t.piece("A2")]


def test_27_1_a_number_nobody_could_use_activates_nobody() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_light", "march", "0807"), "B1": ("AU_line", "march", "0811")},
        groups={"gA1": ("column", "A1", 2), "gA2": ("support", "A2", "gA1")},
    ).set("A1", out=True)
    t.open(Step(1))
    while t.asked == "Movement":
        t.play(t.to_act[0], "done")
    assert not t.look("A2").active


# [21.4] [21.6] messengers


def test_21_4_a_messenger_rides_past_the_enemy_if_that_is_no_detour() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0409"), "B1": ("AU_line", "march", "0404")},
        generals={"AG0": ("gold", "0600"), "AG1": ("silver", "0608", "A1")},
    )
    path = messages.ride(t.s, 0, at("0608"))
    assert len(path) == 9
    assert not any(t.s.zoc(1) >> sq & 1 for sq in path)


def test_21_4_only_where_he_rides_this_turn_can_he_be_caught() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "1710")},
        generals={"AG0": ("silver", "0800"), "AG1": ("silver", "0815", "A1")},
        size=(1, 3),
    )
    letter = Letter(t.look("A1").group, RESERVE, 1, 0, -1, t.general("AG1"))
    letter.path = messages.ride(t.s, 0, at("0815"))
    letter.arrives, letter.tested = t.s.turn + 1, True
    assert messages.ridden(t.s, 0, letter) == letter.path[1:11]
    t.s.turn += 1
    assert messages.ridden(t.s, 0, letter) == letter.path[11:]
    t.s.letters[0] = [letter]
    t.set("B1", squares=(at("0805"),)).roll(6, 6).open(messages.Deliver())  # behind him
    assert "messenger_lost" not in t.told
    assert "understanding" in t.told


def test_21_6_the_number_of_a_group_that_is_no_more_is_free() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0303"), "A2": ("FR_line", "march", "0903"), "B1": ("AU_line", "march", "0823")},
        groups={"gA1": ("column", "A1", 1), "gA2": ("reserve", "A2")},
    )
    group = t.look("A2").group
    assert 1 not in messages.free_numbers(t.s, 0, Draft(), group)
    t.s.remove(t.piece("A1"))
    assert 1 in messages.free_numbers(t.s, 0, Draft(), group)


def test_21_6_a_letter_to_a_group_that_is_no_more_changes_nothing() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0303"), "A2": ("FR_line", "march", "0903"), "B1": ("AU_line", "march", "0823")},
        groups={"gA1": ("column", "A1", 1), "gA2": ("column", "A2", 2)},
    )
    group = t.look("A2").group
    t.s.remove(t.piece("A2"))
    messages.obey(t.s, 0, Letter(group, -1, -1, 1, -1, t.s.world.generals[0][0]))
    assert t.s.group_of(t.piece("A1")).number == 1
    assert "new_sequence" not in t.told


# [5.4] [21.1] the battle plan


def test_5_4_a_flag_may_stand_on_a_bridge_and_not_in_the_water() -> None:
    t = Table({"A1": GUN}, terrain={"river": "0703 0803 0903", "bridge": "0803"})
    found = layout.flag_squares(t.s, 0, 1)
    assert at("0803") in found
    assert at("0703") not in found


def test_21_1_who_is_released_later_waits_in_reserve_in_a_plan_of_ones_own_too() -> None:
    match = grognard.start("merde", "maida_1806", {"deployment": "free"}, seed="landing")
    s = match.state
    assert isinstance(s, Battle)
    late = next(p for p in s.world.roster[1] if s.group_of(p).release == 3)
    plan = layout.Layout()
    plan.member = {late: 0}
    assert layout.order_choices(s, 1, plan) == [RESERVE]
    assert layout.release_of(s, plan, 0) == 3
    plan.member = {next(p for p in s.world.roster[1] if not s.group_of(p).release): 0}
    assert len(layout.order_choices(s, 1, plan)) > 1


# [19.1] fog of war


def test_19_1_who_passes_through_the_enemys_sight_is_seen() -> None:
    """It is in sight only on its way: before and after, a wood lies between."""
    t = Table(
        {"A1": ("FR_light_cav", "march", "0310"), "B1": ("AU_line", "march", "0714")},
        terrain={"wood": "0411 0511 0611 0412 0512 0612 0413 0513 0613 0911 1011 0912 1012 0913 1013 1112"},
        groups={"gA1": ("column", "A1", 1, 2)},
        options={"fog_of_war": True},
    )
    sight.cover_up(t.s)
    assert t.look("A1").hidden
    t.movement(1).play("army_a", "plan A1")
    steps = [f"step {x:02d}10" for x in range(4, 13)]
    t.play("army_a", *steps, "halt")
    assert t.where("A1") == "1210"
    assert not sight.seen_by(t.s, t.piece("B1"), t.piece("A1"))
    assert "uncovered" in t.told


# [14.8] [16.4] [18.5] [39.1] movement by group


def test_14_8_a_retreat_does_not_stop_short_of_a_zone() -> None:
    """All its ways of four squares lead through the zone of the enemies behind it."""
    pieces = {
        "A1": ("FR_line", "march", "0809"),
        "B1": ("AU_line", "march", "0810"),
        "B2": ("AU_line", "line", "0605 0705"),
        "B3": ("AU_line", "line", "0905 1005"),
    }
    t = Table(pieces).hand("A1", (1, 1))
    found = withdraw.plan_retreat(t.s, t.piece("A1"), False)
    assert found.fate == "zone"
    assert {way.squares[0] >> 6 for way in found.ways} == {6}
    assert withdraw.plan_retreat(t.s, t.piece("A1"), True).fate == "zone"
    t.set("A1", routed=True).open(withdraw.GoBack(t.piece("A1"), True))
    assert "run_down" in t.told
    open_field = Table(pieces | {"B3": ("AU_line", "line", "1505 1605")}).hand("A1", (1, 1))
    assert withdraw.plan_retreat(open_field.s, open_field.piece("A1"), False).fate == "go"


def test_16_4_what_one_regiment_sees_its_group_attacks() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0608"), "A2": ("FR_line", "march", "0708"), "B1": ("AU_line", "march", "0612")},
        terrain={"wood": "0709"},
        groups={"gA1": ("column", "A1 A2", 1)},
    )
    assert [sight.seen_by(t.s, t.piece(name), t.piece("B1")) for name in ("A1", "A2")] == [True, False]
    assert sight.visible_enemies(t.s, t.piece("A2"), 1) == [t.piece("B1")]
    t.movement(1).play("army_a", "plan A2", "step 0808", "step 0908", "step 1008", "step 1108")
    assert t.rules("army_a", "halt") == ["16.4"]


def test_18_5_a_garrison_is_triggered_as_a_group() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0805"), "A2": ("FR_line", "march", "0804"), "B1": ("AU_line", "march", "0806")},
        groups={"gA1": ("garrison", "A1 A2")},
    )
    assert [orders.triggered(t.s, t.piece(name)) for name in ("A1", "A2")] == [True, True]
    t.set("B1", squares=(at("0807"),))
    assert [orders.triggered(t.s, t.piece(name)) for name in ("A1", "A2")] == [False, False]


def test_39_1_nobody_falls_back_or_advances_into_a_full_fortress() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0907"), "B1": ("AU_line", "march", "0809")},
        terrain={"fortress": "0707 0807 0907"},
    )
    assert withdraw.plan_retreat(t.s, t.piece("A1"), False).fate == "stay"
    empty = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "1507"), "B1": ("AU_line", "march", "0809")},
        terrain={"fortress": "0707 0807 0907"},
    )
    assert withdraw.plan_retreat(empty.s, empty.piece("A1"), False).fate == "go"
