"""Chapters 29 and 31 to 37: melee, cavalry, squares, morale, support, generals, sentence by sentence."""

from __future__ import annotations

import pytest

from grognard.board.squares import sector
from grognard.games.merde.rules import generals, morale, support, withdraw
from grognard.games.merde.rules.cavalry import charge, counter, pursuit, square
from grognard.games.merde.rules.cavalry import reach as cavalry
from grognard.games.merde.rules.combat import exchange as combat
from grognard.games.merde.rules.combat import fights, melee
from grognard.games.merde.rules.combat.damage import MARKER, MEN
from toolkit_merde import FACING, MOVING, Table, at

HORSE = {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_line", "march", "0810")}


# [31] cavalry


def test_31_2_who_may_not_announce_and_at_whom() -> None:
    for fields, target, rule in (
        ({"routed": True}, {}, "cannot_charge"),
        ({"retreated": True}, {}, "cannot_charge"),
        ({}, {"routed": True}, "no_charge_target"),
        ({"charged": 2}, {}, "charged_twice"),
        ({}, {}, None),
    ):
        t = Table(HORSE, groups=MOVING).set("A1", **fields).set("B1", **target)
        found = cavalry.charge_ban(t.s, t.piece("A1"), t.piece("B1"))
        assert (found and found[1]) == rule
    touching = Table(HORSE | {"B2": ("AU_line", "march", "0709")}, groups=MOVING)
    found = cavalry.charge_ban(touching.s, touching.piece("A1"), touching.piece("B1"))
    assert found == ("31.2", "charge_from_contact", (touching.piece("A1"),))


def test_31_2_cavalry_in_support_charges_those_who_fall_back_by_the_intervention() -> None:
    pieces = HORSE | {"A2": ("FR_line", "march", "0608")}
    groups = {"gA2": ("column", "A2", 1), "gA1": ("support", "A1", "gA2")}
    t = Table(pieces, groups=groups).hand("A1", (1, 6), (1, 5)).set("B1", retreated=True)
    assert cavalry.charge_ban(t.s, t.piece("A1"), t.piece("B1")) is None
    t.charge("A1", "B1", "0809")
    assert t.s.intervened == [True, False]
    spent = Table(pieces, groups=groups).set("B1", retreated=True)
    spent.s.intervened[0] = True
    assert cavalry.charge_ban(spent.s, spent.piece("A1"), spent.piece("B1")) == ("20.2", "intervention_used", ())


def test_31_2_the_square_between_is_free_open_and_passable() -> None:
    for more, terrain, able in (
        ({}, {}, True),
        ({"A2": ("FR_line", "march", "0809")}, {}, False),
        ({}, {"wood": "0809"}, False),
        ({}, {"river": "0809"}, False),
        ({}, {"hill": "0809"}, True),
    ):
        t = Table(HORSE | more, groups=MOVING, terrain=terrain)
        assert bool(cavalry.lines(t.s, t.piece("A1"), t.piece("B1"), t.look("A1").squares)) is able


def test_31_2_no_charge_slips_between_two_river_squares() -> None:
    for river, able in (("0908 0809", False), ("0908", True)):
        t = Table(
            {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_line", "march", "1010")},
            groups=MOVING,
            terrain={"river": river},
        )
        assert bool(cavalry.lines(t.s, t.piece("A1"), t.piece("B1"), t.look("A1").squares)) is able


def test_31_2_line_against_line_needs_two_squares_abreast() -> None:
    for more, formation in (
        ({}, "line"),
        ({"A2": ("FR_line", "march", "0709"), "A3": ("FR_line", "march", "0909")}, "march"),
    ):
        t = Table(HORSE | {"B1": ("AU_line", "line", "0810 0910")} | more, groups=MOVING).hand("A1", (1, 6), (1, 5))
        t.charge("A1", "B1", "0809")
        assert t.formation("A1") == formation


def test_31_2_the_first_charge_costs_nothing_and_the_second_its_points() -> None:
    t = Table(HORSE, groups=MOVING).hand("A1", (1, 6), (1, 5)).charge("A1", "B1", "0809")
    assert (t.look("A1").spent, t.look("A1").charged) == (0, 1)
    again = Table(HORSE | {"B1": ("AU_line", "march", "0809")}, groups=MOVING).hand("A1", (1, 6)).set("A1", charged=1)
    again.charge("A1", "B1", "0808")
    assert (again.look("A1").spent, again.look("A1").charged) == (5, 2)


def test_31_3_who_may_not_countercharge() -> None:
    pieces = HORSE | {"B2": ("AU_heavy_cav", "march", "0811")}
    orders = MOVING | {"gB2": ("column", "B2", 1)}
    for fields, able in (
        ({}, True),
        ({"routed": True}, False),
        ({"retreated": True}, False),
        ({"dealt": True}, False),
        ({"squares": (at("0813"),)}, False),
    ):
        t = Table(pieces, groups=orders).hand("A1", (1, 1)).set("B2", **fields).charge("A1", "B1", "0809")
        assert bool(counter.counterchargers(t.s)) is able


def test_31_3_without_a_number_a_countercharge_is_the_free_intervention_and_is_dealt_markers() -> None:
    t = Table(HORSE | {"B2": ("AU_heavy_cav", "march", "0811")}, groups=MOVING).hand("A1", (1, 1), (1, 2))
    t.charge("A1", "B1", "0809").roll(*[1] * 4).play("army_b", "counter B2", "meet 0910")
    assert t.s.intervened == [False, True]
    assert len(t.look("B2").hand) == 4


def test_31_4_a_shot_costs_its_marker_and_needs_a_charge_through_the_front() -> None:
    t = Table(HORSE, groups=MOVING).hand("A1", (1, 6), (1, 5)).hand("B1", (1, 1), (1, 2)).charge("A1", "B1", "0809")
    t.play("army_b", "fire 1")
    assert len(t.look("B1").hand) == 1
    flank = Table(HORSE | {"B1": ("AU_line", "march", "0810", "east")}, groups=MOVING)
    flank.hand("A1", (1, 6), (1, 5)).hand("B1", (1, 1), (1, 2)).charge("A1", "B1", "0809")
    assert flank.asked == "TrySquare"


def test_31_4_one_who_is_charged_in_the_rear_routs_at_once() -> None:
    t = Table(HORSE | {"B1": ("AU_line", "march", "0810", "north")}, groups=MOVING).hand("A1", (1, 6), (1, 5))
    t.hand("B1", (1, 1)).charge("A1", "B1", "0809")
    assert "rear" in t.told
    assert t.look("B1").routed or t.where("B1") == ""


def test_31_6_a_pursuit_costs_points_stops_in_a_zone_and_needs_free_hands() -> None:
    pieces = {"A1": ("FR_light_cav", "march", "0808"), "B1": ("AU_line", "march", "0812")}
    t = Table(pieces, groups=MOVING).set("B1", routed=True)
    pursuit.pursue(t.s, t.piece("A1"), t.piece("B1"), at("0811"))
    assert t.look("A1").spent == 3
    for more, fields, able in (
        ({}, {}, True),
        ({}, {"retreated": True}, False),
        ({}, {"routed": True}, False),
        ({"B2": ("AU_line", "march", "0908")}, {}, False),
        ({}, {"spent": 8}, False),
    ):
        other = Table(pieces | more, groups=MOVING).set("B1", routed=True).set("A1", **fields)
        assert bool(pursuit.pursuits(other.s, 0)) is able
    barred = Table(
        pieces | {"B2": ("AU_line", "march", "0710"), "B3": ("AU_line", "march", "0910")},
        groups=MOVING,
        terrain={"river": "0509 1109 0409 1209 0309 1309"},
    )
    assert pursuit.pursuits(barred.set("B1", routed=True).s, 0) == []


def test_31_7_the_card_may_equal_the_level() -> None:
    for card, back in ((6, False), (7, True)):
        t = Table(
            {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_heavy_cav", "march", "0810")},
            groups=MOVING | {"gB1": ("column", "B1", 1)},
        )
        t.hand("A1", (6, 6), (6, 5)).hand("B1", (1, 1), (1, 2)).charge("A1", "B1", "0809")
        t.play("army_b", "counter B1").roll(card).play("army_a", "turn 1").play("army_b", "turn 1")
        assert t.look("B1").retreated is back
        assert t.s.tests == []
        assert (t.asked == "MeleeRound") is not back  # the loser that passes stays, and melee follows


def test_31_7_the_winner_goes_on_at_an_enemy_in_the_open_if_he_has_markers() -> None:
    pieces = {
        "A1": ("FR_heavy_cav", "march", "0808"),
        "B1": ("AU_heavy_cav", "march", "0810"),
        "B2": ("AU_line", "march", "1011"),
    }
    for terrain, hand, wanted in (
        ({}, [(6, 6), (6, 5)], True),
        ({"wood": "1011"}, [(6, 6), (6, 5)], False),
        ({}, [(6, 6)], False),
    ):
        t = Table(pieces, groups=MOVING | {"gB1": ("column", "B1", 1)}, terrain=terrain)
        t.hand("A1", *hand).hand("B1", (1, 1), (1, 2)).charge("A1", "B1", "0809").play("army_b", "counter B1").roll(9)
        while t.asked != "Onward":
            t.play(t.to_act[0], t.options(t.to_act[0])[0])
        assert ("onward B2 0910" in t.options("army_a")) is wanted


# [32] squares


def test_32_1_a_commander_helps_and_the_card_must_be_lower() -> None:
    for leader, card, formed in (("0811", 6, True), ("0811", 7, False), ("0823", 5, True), ("0823", 6, False)):
        t = Table(
            HORSE | {"B1": ("PR_line", "march", "0810")}, groups=MOVING, generals={"BG1": ("silver", leader, "B1")}
        )
        t.hand("A1", (1, 6), (1, 5)).charge("A1", "B1", "0809").roll(card, 1).play("army_b", "form square")
        assert (t.formation("B1") == "square") is formed


def test_32_1_who_is_in_square_needs_no_test() -> None:
    t = Table(HORSE | {"B1": ("PR_line", "square", "0810")}, groups=MOVING).hand("A1", (1, 6), (1, 5))
    t.charge("A1", "B1", "0809")
    assert t.asked == "ChargeExchange"


def test_32_2_a_square_formed_in_time_has_no_flank() -> None:
    t = Table(HORSE | {"B1": ("PR_line", "march", "0810", "east")}, groups=MOVING).hand("A1", (1, 6), (1, 5))
    t.hand("B1", (1, 6)).charge("A1", "B1", "0809").roll(1).play("army_b", "form square")
    assert not combat.stance(t.s, 1, 1).flank


@pytest.mark.parametrize(
    ("gun", "place", "fields", "formation", "able"),
    [
        ("FR_horse_art", "0608", {}, "square", True),
        ("FR_foot_art", "0608", {}, "square", False),
        ("FR_horse_art", "0608", {"fired": True}, "square", False),
        ("FR_horse_art", "0606", {}, "square", False),
        ("FR_horse_art", "0610", {}, "square", False),
        ("FR_horse_art", "0608", {}, "march", False),
    ],
)
def test_32_3_which_battery_fires_at_the_square(
    gun: str, place: str, fields: dict[str, bool], formation: str, able: bool
) -> None:
    t = Table(HORSE | {"A2": (gun, "unlimbered", place), "B1": ("PR_line", formation, "0810")}, groups=MOVING)
    t.set("A2", **fields).hand("A1", (1, 6), (1, 5)).charge("A1", "B1", "0809")
    t.open(square.HorseBattery(1))
    assert (t.asked == "HorseBattery") is able


# [33] morale


def test_33_1_batteries_do_not_test_and_the_worse_cause_counts() -> None:
    t = Table(FACING | {"A2": ("FR_foot_art", "unlimbered", "0807")})
    morale.due(t.s, t.piece("A2"), MEN)
    assert t.s.tests == []
    morale.due(t.s, t.piece("A1"), MARKER)
    morale.due(t.s, t.piece("A1"), MEN)
    morale.due(t.s, t.piece("A1"), MARKER)
    assert t.s.tests == [(t.piece("A1"), MEN)]


def test_33_3_another_corps_general_does_not_spare_the_test() -> None:
    for leads, spared in (("A1", True), ("A2", False)):
        t = Table(FACING | {"A2": ("FR_line", "march", "0807")}, generals={"AG1": ("silver", "0907", leads)})
        assert morale.exempt(t.s, t.piece("A1")) is spared


# [34] supports


BACKED = {
    "A1": ("FR_line", "attack", "0808"),
    "A2": ("FR_line", "attack", "0807"),
    "B1": ("AU_line", "line", "0809 0909"),
}
SUPPORTING = {"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")}


def test_34_1_who_may_step_in() -> None:
    spare = {"A3": ("FR_line", "march", "0607")}
    for groups, more, able in (
        (SUPPORTING, {}, True),
        ({"gA1": ("column", "A1", 1), "gA2": ("column", "A2", 2)}, {}, False),
        ({"gA1": ("column", "A1", 1), "gA3": ("column", "A3", 2), "gA2": ("support", "A2", "gA3")}, spare, False),
        (SUPPORTING, {"B2": ("AU_line", "march", "0907")}, False),
        (SUPPORTING, {"A2": ("FR_line", "attack", "0806")}, False),
    ):
        t = Table(BACKED | more, groups=groups).men("A1", 1, 2).hand("A1", (1, 6), (1, 5)).hand("B1", (1, 6))
        t.engage("A1", "B1")
        assert bool(support.supporters(t.s, 0)) is able


def test_34_1_not_for_one_who_is_whole_has_fallen_back_or_whose_square_is_taken() -> None:
    whole = Table(BACKED, groups=SUPPORTING).hand("A1", (1, 6), (1, 5)).hand("B1", (1, 6)).engage("A1", "B1")
    assert support.supporters(whole.s, 0) == []
    whole.men("A1", 1, 2)
    assert support.supporters(whole.s, 0) == [whole.piece("A2")]
    whole.set("A1", squares=(at("0806"),))
    assert support.supporters(whole.s, 0) == []
    gone = Table(BACKED | {"A3": ("FR_line", "march", "0608")}, groups=SUPPORTING).hand("A1", (1, 6), (1, 5))
    gone.hand("B1", (1, 6)).engage("A1", "B1").set("A1", squares=(), gone=True)
    assert support.supporters(gone.s, 0) == [gone.piece("A2")]
    gone.set("A3", squares=(at("0808"),))
    assert support.supporters(gone.s, 0) == []


def test_34_1_the_support_keeps_its_face_and_takes_the_markers_and_a_new_one() -> None:
    t = Table(BACKED, groups=SUPPORTING).men("A1", 1, 2).set("A2", damage=1)
    t.hand("A1", (1, 6), (1, 5)).hand("B1", (1, 6), (1, 5)).engage("A1", "B1").both("fire 1", "fire 1")
    t.roll(1).play("army_a", "replace A2")
    assert (len(t.look("A2").hand), t.look("A2").damage, t.look("A1").hand) == (2, 1, ())
    assert (t.order("A1"), t.order("A2")) == ("support", "column")


# [36] generals


def test_36_3_whom_a_general_is_with() -> None:
    pieces = {
        "A1": ("FR_line", "march", "0808"),
        "A2": ("FR_line", "march", "0907"),
        "A3": ("FR_line", "march", "1212"),
    }
    for place, wanted in (("0808", ["A1"]), ("0807", ["A1", "A2"]), ("0907", ["A2"]), ("0806", ["A2"]), ("0801", [])):
        t = Table(pieces, generals={"AG1": ("silver", place, "A1")})
        found = [name for name in pieces if generals.attached(t.s, t.general("AG1"), t.piece(name))]
        assert found == wanted


def test_36_3_a_card_not_above_his_value_spares_him_and_a_cic_lost_is_a_battle_lost() -> None:
    for card, lost in ((7, False), (8, True)):
        t = Table(FACING, generals={"AG0": ("gold", "0807")}).men("A1", 1, 1).hand("A1", (1, 1)).hand("B1", (6, 6))
        t.engage("A1", "B1").roll(card, 1).both("fire 1", "fire 1")
        assert t.s.cic_lost[0] is lost
        assert (t.match.outcome is not None) is lost


def test_36_4_a_bronze_general_two_turns_later() -> None:
    t = Table(FACING, generals={"AG1": ("silver", "0807", "A1")}).men("A1", 1, 1).hand("A1", (1, 1)).hand("B1", (6, 6))
    t.engage("A1", "B1").roll(7, 1).both("fire 1", "fire 1")
    general = t.s.commander(t.general("AG1"))
    assert general.back == t.s.turn + 2
    t.s.turn = general.back - 1
    assert generals.successors(t.s, 0) == []
    t.s.turn += 1
    assert generals.successors(t.s, 0) == [t.general("AG1")]
    t.open(generals.Successor(t.general("AG1"))).play("army_a", t.options("army_a")[0])
    general = t.s.commander(t.general("AG1"))
    assert (general.value, general.radius, general.back) == (5, 8, 0)


# [37.4] [37.5] the manner of going back


def test_37_4_facing_the_enemy_and_37_5_facing_home() -> None:
    for rout, facing in ((False, 0), (True, 2)):
        t = Table({"A1": ("FR_line", "march", "0808", "east"), "B1": ("AU_line", "march", "0809")})
        t.set("A1", routed=rout).open(withdraw.GoBack(t.piece("A1"), rout))
        assert (t.look("A1").facing, t.look("A1").retreated) == (facing, True)


def test_37_4_farthest_from_enemies_before_straightest() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0809"), "B2": ("AU_line", "march", "0602")}
    )
    t.open(withdraw.GoBack(t.piece("A1"), False))
    while t.asked == "GoBack":
        t.play("army_a", t.options("army_a")[0])
    assert t.where("A1") in ("1104", "1204")


def test_14_5_who_falls_back_out_of_a_wood_is_disordered() -> None:
    for rout, face in ((False, 1), (True, 0)):
        t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0809")}, terrain={"wood": "0808"})
        t.set("A1", routed=rout).open(withdraw.GoBack(t.piece("A1"), rout))
        assert t.look("A1").damage == face


# [29] melee


def test_29_4_rounds_go_on_and_the_second_battalion_converges_from_the_second() -> None:
    t = Table({"A1": ("FR_line", "attack", "0808"), "B1": ("AU_line", "line", "0809 0909")})
    t.hand("A1", (1, 6), (1, 5), (1, 4), (1, 3)).hand("B1", (1, 6), (1, 5), (1, 4), (1, 3)).engage("A1", "B1")
    t.set("B1", steady=True).both("charge", "hold").play("army_a", "turn 1").play("army_b", "turn 1")
    assert (t.asked, combat.clash_of(t.s).round) == ("MeleeRound", 1)
    t.both("turn 1", "turn 1")
    assert (t.asked, t.to_act) == ("Converge", ("army_b",))
    assert combat.clash_of(t.s).round == 2


def test_29_5_a_line_converges_on_attack_columns_only() -> None:
    for formation, squares, able in (
        ("attack", "0808", True),
        ("march", "0808", False),
        ("square", "0808", False),
        ("line", "0908 0808", False),
    ):
        t = Table({"A1": ("FR_line", formation, squares), "B1": ("AU_line", "line", "0809 0909")})
        assert melee.can_converge(t.hand("A1", (1, 6)).hand("B1", (1, 6)).engage("A1", "B1").s, 1) is able


def test_29_5_who_is_attacked_in_flank_does_not_converge() -> None:
    t = Table({"A1": ("FR_line", "attack", "0808"), "B1": ("AU_line", "line", "0809 0909")})
    t.hand("A1", (1, 6)).hand("B1", (1, 6)).engage("A1", "B1")
    assert melee.can_converge(t.s, 1)
    combat.clash_of(t.s).bearing = 1
    assert not melee.can_converge(t.s, 1)


def test_29_3_a_charger_must_turn_and_a_passive_defender_strikes_not() -> None:
    t = Table(FACING).hand("A1", (1, 6), (1, 5)).hand("B1", (6, 6), (6, 5)).set("B1", steady=True).engage("A1", "B1")
    t.both("charge", "hold")
    assert t.rules("army_a", "turn") == ["29.3"]
    t.play("army_a", "turn 1").play("army_b", "turn 1")
    assert [args[0] for args in t.s.tale] == [t.piece("A1")]  # the red number of the defender's marker does not count
    assert t.look("A1").men == (2, 2)


def test_29_4_a_pause_is_the_end_between_these_two() -> None:
    t = Table({"A1": ("FR_line", "attack", "0808"), "B1": ("AU_line", "march", "0809")}, terrain={"farm": "0809"})
    t.hand("A1", (1, 6), (1, 5)).hand("B1", (1, 6), (1, 5)).engage("A1", "B1").both("charge", "charge")
    t.both("turn", "turn")
    t.s.sector = sector(at("0808"))
    assert fights.engage_ban(t.s, t.piece("A1"), t.piece("B1")) == ("25.4", "paused", (t.piece("A1"), t.piece("B1")))


def test_31_5_both_flanks_are_flanks_even_to_one_who_looks_that_way() -> None:
    t = Table({"A1": ("FR_light_cav", "march", "0708"), "B1": ("AU_line", "march", "0810")}, groups=MOVING)
    t.hand("A1", (1, 1), (1, 2)).hand("B1", (1, 1), (1, 2))
    charge.announce(t.s, t.game.lexicon.make("flanks", t.piece("A1"), t.piece("B1")))
    assert (combat.clash_of(t.s).bearing, charge.shots_at_charge(t.s)) == (1, 0)
