"""Chapters 25, 26 and 28 to 37: fights, markers, fire, charge, melee, cavalry, morale, support, rally."""

from __future__ import annotations

from grognard.board.squares import sector
from grognard.games.merde.rules import morale
from grognard.games.merde.rules.cavalry import pursuit
from grognard.games.merde.rules.cavalry import reach as cavalry
from grognard.games.merde.rules.combat import exchange as combat
from grognard.games.merde.rules.combat import fights, melee, totals
from grognard.games.merde.rules.combat.damage import halve
from grognard.games.merde.rules.combat.markers import deal_size
from grognard.games.merde.rules.combat.totals import FIRE, MELEE, Stance, bearing_of, defence_terms, total
from toolkit_merde import FACING, Table, at


def duel(**more: object) -> Table:
    t = Table(dict(FACING), **more)  # type: ignore[arg-type]
    return t.hand("A1", (1, 1), (2, 2), (6, 6)).hand("B1", (1, 1), (2, 2), (3, 3)).engage("A1", "B1")


def test_25_1_a_fight_has_the_lower_number_and_the_sector_of_that_regiment() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0811"), "B1": ("AU_line", "march", "0812")}, groups={"gA1": ("column", "A1", 3)}
    )
    (found,) = fights.fights(t.s)
    assert (found.number, found.sector) == (3, 10)


def test_25_2_equal_numbers_in_two_sectors_the_higher_card_names_one() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0208"),
            "A2": ("FR_line", "march", "0808"),
            "B1": ("AU_line", "march", "0209"),
            "B2": ("AU_line", "march", "0809"),
        }
    )
    t.roll(3, 3, 2, 7).combat()
    assert t.asked == "ChooseSector"
    assert t.to_act == ("army_b",)
    assert t.options("army_b") == ["sector 9", "sector 10"]


def test_25_3_an_enemy_must_stand_in_the_front() -> None:
    t = Table({"A1": ("FR_line", "line", "0808 0908", "east"), "B1": ("AU_line", "march", "0709")})
    t.hand("A1", (1, 1))
    assert fights.engage_ban(t.s, t.piece("A1"), t.piece("B1")) == ("25.3", "not_in_front", (0, 80))


def test_25_4_two_passes_end_a_sector_and_a_pause_is_remembered() -> None:
    t = Table(dict(FACING)).hand("A1", (1, 1)).hand("B1", (1, 1)).set("A1", steady=True).set("B1", steady=True)
    t.engage("A1", "B1").both("hold", "hold")
    assert t.look("A1").paused == (t.piece("B1"),)
    assert fights.engage_ban(t.s, t.piece("A1"), t.piece("B1")) == ("25.4", "paused", (0, 80))


def test_26_1_markers_by_level_and_face() -> None:
    for counter, markers in (("FR_militia", 3), ("FR_line", 4), ("FR_guard", 5)):
        t = Table({"A1": (counter, "march", "0808")})
        assert deal_size(t.s, t.piece("A1")) == markers
        t.set("A1", damage=2)
        assert deal_size(t.s, t.piece("A1")) == markers - 1


def test_26_2_the_number_of_markers_is_public_and_their_values_are_not() -> None:
    t = Table(dict(FACING), dice=[*[1] * 8, 2, 3]).combat()
    mine = {piece["id"]: piece for piece in t.match.view("army_a")["pieces"]}
    assert len(mine["A1"]["hand"]) == 4
    assert mine["B1"]["markers"] == 4
    assert "hand" not in mine["B1"]


def test_28_6_fire_against_fire_hurts_both_together() -> None:
    t = duel().roll(9, 9)
    t.both("fire 3", "fire 3")  # A: 6+6 against 6+3 is 3; B: 6+3 against 6+6 is none
    assert t.look("B1").men == (1, 2)
    assert t.look("B1").routed or "routs" in t.told


def test_28_6_a_charger_takes_the_shot_with_its_base_defence() -> None:
    t = duel()
    t.both("fire 1", "charge")
    shot = next(event.args for _, event in t.match.log() if event.key == "attack")
    assert shot[7] == -1
    assert t.asked == "ChargeExchange"
    assert t.options("army_a")[-1] == "turn"  # passive: it may turn a marker for its defence, or none


def test_28_7_without_markers_a_regiment_falls_back() -> None:
    t = Table(dict(FACING)).hand("A1", (1, 6), (1, 5)).hand("B1", (1, 6)).engage("A1", "B1")
    t.both("fire 1", "fire 1")
    assert "no_markers_left" in t.told
    assert t.where("B1") != "0809 0909"
    assert t.where("A1") == "0808 0908"


def test_12_5_contact_obliges_to_fire_or_charge() -> None:
    t = duel()
    assert t.rules("army_a", "hold") == ["12.5"]
    t.both("fire 1", "fire 1")
    assert "hold" in t.options("army_a")


def test_29_1_infantry_does_not_charge_cavalry_nor_does_a_square() -> None:
    t = Table({"A1": ("FR_line", "line", "0808 0908"), "B1": ("AU_heavy_cav", "march", "0809")})
    t.hand("A1", (1, 1), (1, 2)).hand("B1", (1, 1), (1, 2)).engage("A1", "B1")
    assert t.rules("army_a", "charge") == ["29.1"]


def test_29_2_in_a_village_a_charge_is_an_assault() -> None:
    t = Table(
        {"A1": ("FR_line", "attack", "0808"), "B1": ("AU_line", "march", "0809")}, terrain={"settlement": "0809 0909"}
    )
    t.hand("A1", (1, 1), (1, 2)).hand("B1", (1, 1), (1, 2)).engage("A1", "B1").both("charge", "charge")
    assert t.asked == "MeleeRound"


def test_29_5_the_second_battalion_of_a_line_converges_unless_the_flank_is_protected() -> None:
    def fight(friend: str | None) -> Table:
        pieces = {"A1": ("FR_line", "attack", "0808"), "B1": ("AU_line", "line", "0809 0909")}
        if friend:
            pieces["A2"] = ("FR_line", "attack", friend)
        t = Table(pieces).hand("A1", (1, 6), (1, 5)).hand("B1", (1, 6), (1, 5)).engage("A1", "B1")
        combat.clash_of(t.s).round = 2
        return t

    assert melee.can_converge(fight(None).s, 1)
    assert not melee.can_converge(fight("0908").s, 1)
    assert not melee.can_converge(fight("1008").s, 1)
    assert melee.can_converge(fight("0708").s, 1)


def test_29_5_from_the_second_round_the_column_has_only_its_front_battalion() -> None:
    """Also before what is left of a line."""
    for line, men in (("0809 0909", (2, 2)), ("0809", (2, 0))):
        t = Table({"A1": ("FR_line", "attack", "0808"), "B1": ("AU_line", "line", line)})
        t.s.pieces[t.piece("B1")].men = men
        counted = [
            totals.strength(t.s, t.piece("A1"), t.piece("B1"), totals.Stance(step=totals.MELEE, round=n))
            for n in (1, 2)
        ]
        assert counted == [4, 2]


def test_29_7_the_winner_may_advance_into_the_vacated_square() -> None:
    t = Table({"A1": ("FR_line", "attack", "0808"), "B1": ("AU_line", "march", "0809")})
    t.hand("A1", (6, 6), (6, 5)).hand("B1", (1, 1)).engage("A1", "B1").both("charge", "fire 1")
    t.roll(9).play("army_a", "turn 1")
    while t.asked == "GoBack":
        t.play("army_b", t.options("army_b")[0])
    assert t.asked == "Advance"
    t.play("army_a", "advance 0809")
    assert t.where("A1") == "0809"


def test_30_3_losses_are_taken_by_the_intact_battalion_first() -> None:
    t = Table({"A1": ("FR_line", "line", "0808 0908")})
    seen = []
    for _ in range(4):
        halve(t.s, t.piece("A1"))
        seen.append(t.look("A1").men)
    assert seen == [(1, 2), (1, 1), (0, 1), (0, 0)]
    assert t.where("A1") == ""


def test_31_2_a_charge_needs_two_squares_and_a_free_one_between() -> None:
    t = Table(
        {
            "A1": ("FR_heavy_cav", "march", "0808"),
            "B1": ("AU_line", "line", "0810 0910"),
            "B2": ("AU_line", "march", "1010"),
        },
        groups={"gA1": ("column", "A1", 1)},
    )
    t.hand("A1", (1, 1))
    found = [str(action) for action in cavalry.charges(t.s, t.piece("A1"))]
    assert found == ["charge A1 B1 0809 0909", "charge A1 B1 0809 0709", "charge A1 B2 0909"]


def test_31_2_cavalry_in_support_charges_only_the_shaken() -> None:
    t = Table(
        {
            "A1": ("FR_heavy_cav", "march", "0808"),
            "A2": ("FR_line", "march", "0708"),
            "B1": ("AU_line", "line", "0810 0910"),
        },
        groups={"gA2": ("column", "A2", 1), "gA1": ("support", "A1", "gA2")},
    ).hand("A1", (1, 1))
    assert cavalry.charges(t.s, t.piece("A1")) == []
    t.men("B1", 1, 2)
    assert {action.args[1] for action in cavalry.charges(t.s, t.piece("A1"))} == {t.piece("B1")}


def test_31_3_cavalry_near_the_path_countercharges() -> None:
    t = Table(
        {
            "A1": ("FR_heavy_cav", "march", "0808"),
            "B1": ("AU_line", "march", "0810"),
            "B2": ("AU_heavy_cav", "march", "0811"),
        },
        groups={"gA1": ("column", "A1", 1), "gB2": ("column", "B2", 1)},
    )
    t.hand("A1", (1, 1), (1, 2)).hand("B2", (1, 1), (1, 2)).charge("A1", "B1", "0809")
    assert t.asked == "Countercharge"
    t.play("army_b", "counter B2", "meet 0910")
    assert t.where("B2") == "0910"
    assert t.asked == "CavalryClash"
    assert t.to_act == ("army_a", "army_b")


def test_31_4_charged_infantry_may_fire_and_form_square() -> None:
    t = Table(
        {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("PR_line", "line", "0810 0910")},
        groups={"gA1": ("column", "A1", 1)},
    )
    t.hand("A1", (1, 6), (1, 5)).hand("B1", (1, 1), (1, 2)).charge("A1", "B1", "0809")
    assert t.formation("A1") == "line"
    assert t.asked == "ShotAtCharge"
    t.play("army_b", "pass")
    assert t.asked == "TrySquare"
    t.roll(5).play("army_b", "form square 0810")
    assert t.formation("B1") == "square"
    terms = dict(defence_terms(t.s, t.piece("B1"), t.piece("A1"), Stance(step=1)))
    assert terms["square"] == 3


def test_31_6_a_second_charge_if_the_points_allow_and_never_a_third() -> None:
    t = Table(
        {"A1": ("FR_light_cav", "march", "0808"), "B1": ("AU_line", "march", "0809")},
        groups={"gA1": ("column", "A1", 1)},
    ).hand("A1", (1, 1))
    for charged, spent, ban in ((1, 6, None), (1, 7, "no_second_charge"), (2, 0, "charged_twice")):
        t.set("A1", charged=charged, spent=spent)
        found = cavalry.charge_ban(t.s, t.piece("A1"), t.piece("B1"))
        assert (found and found[1]) == ban
    t.s.sector = sector(at("0808"))
    t.set("A1", engaged=True).open(fights.Name(0))
    assert t.rules("army_a", "charge A1 B1 0808") == ["31.6"]


def test_31_6_pursuit_eliminates_a_routed_enemy() -> None:
    t = Table(
        {
            "A1": ("FR_light_cav", "march", "0808"),
            "B1": ("AU_line", "march", "0812"),
            "B2": ("AU_line", "march", "1520"),
        },
        groups={"gA1": ("column", "A1", 1)},
    )
    t.set("B1", routed=True)
    assert [str(action) for action in pursuit.pursuits(t.s, 0)] == ["pursue A1 B1"]
    t.open(fights.Name(0)).play("army_a", "pursue A1 B1")
    assert t.asked == "Overtake"
    assert t.options("army_a")[:2] == ["catch 0711", "catch 0811"]  # the owner says where it stops, even in his square
    assert t.options("army_a")[-1] == "catch 0812"
    t.play("army_a", "catch 0812")
    assert (t.where("A1"), t.where("B1")) == ("0812", "")


def test_32_1_a_failed_test_is_a_rout() -> None:
    t = Table(
        {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_line", "line", "0810 0910")},
        groups={"gA1": ("column", "A1", 1)},
    )
    t.hand("A1", (1, 6)).charge("A1", "B1", "0809")
    assert t.options("army_b") == ["form mass 0810", "form mass 0910", "stand"]
    t.roll(6).play("army_b", "form mass 0810")
    assert "routs" in t.told


def test_33_3_who_does_not_test() -> None:
    led = Table({"A1": ("FR_line", "march", "0808")}, generals={"AG1": ("silver", "0907", "A1")})
    assert morale.exempt(led.s, led.piece("A1"))
    for ground, spared in (("hill", True), ("wood", True), ("farm", True), ("fortification", True), ("wall", False)):
        t = Table({"A1": ("FR_line", "march", "0808")}, terrain={ground: "0808"})
        assert morale.exempt(t.s, t.piece("A1")) is spared


def test_34_1_a_support_takes_the_place_of_a_regiment_in_difficulty() -> None:
    t = Table(
        {
            "A1": ("FR_line", "attack", "0808"),
            "A2": ("FR_line", "attack", "0807"),
            "B1": ("AU_line", "line", "0809 0909"),
        },
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
    )
    t.hand("A1", (1, 6)).hand("B1", (1, 6), (1, 5), (1, 4)).engage("A1", "B1").both("fire 1", "fire 1")
    assert t.asked == "Replace"
    t.roll(1).play("army_a", "replace A2")
    assert t.where("A2") == "0808"
    assert t.where("A1") == "0807"
    assert t.order("A1") == "support"
    assert len(t.look("A2").hand) == 1
    assert t.asked == "FireStep"


def test_35_1_a_flank_attack_costs_two_and_cannot_be_answered() -> None:
    t = Table({"A1": ("FR_line", "march", "0809", "east"), "B1": ("AU_line", "line", "0909 1009")})
    t.hand("A1", (1, 1), (1, 2)).hand("B1", (1, 1), (1, 2)).engage("A1", "B1")
    assert t.rules("army_b", "fire 1") == ["35.1"]
    terms = dict(defence_terms(t.s, t.piece("B1"), t.piece("A1"), combat.stance(t.s, 1, FIRE)))
    assert terms["flank"] == -2


def test_35_2_an_attack_in_the_rear_routs() -> None:
    t = Table({"A1": ("FR_line", "march", "0810", "south"), "B1": ("AU_line", "line", "0809 0909")})
    assert bearing_of(t.s, t.piece("A1"), t.piece("B1")) == 2
    t.hand("A1", (1, 1)).engage("A1", "B1")
    assert "rear" in t.told


def test_36_3_a_general_whose_regiment_loses_a_battalion_is_in_danger() -> None:
    t = Table(
        {"A1": ("FR_line", "line", "0808 0908"), "B1": ("AU_line", "line", "0809 0909")},
        generals={"AG1": ("silver", "0807", "A1")},
    ).men("A1", 1, 1)
    t.hand("A1", (1, 1)).hand("B1", (6, 6), (6, 5)).engage("A1", "B1").roll(7, 1)
    t.both("fire 1", "fire 2")
    assert "general_lost" in t.told
    assert t.s.commander(t.general("AG1")).square < 0


def test_36_3_also_when_it_was_the_last_battalion() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "line", "0809 0909")},
        generals={"AG1": ("silver", "0808", "A1")},
    ).men("A1", 0, 1)
    t.hand("A1", (1, 1)).hand("B1", (6, 6), (6, 5)).engage("A1", "B1").roll(7)
    t.both("fire 1", "fire 2")
    assert t.where("A1") == ""
    assert "general_lost" in t.told


def test_37_1_a_failed_rally_worsens_the_face() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")}, generals={"AG1": ("silver", "0807", "A1")}).set("A1", damage=1)
    t.rally().roll(7).play("army_a", "rally A1")
    assert t.look("A1").damage == 2
    assert t.look("A1").less == 0


def test_37_2_routed_units_recover_or_are_gone() -> None:
    for card, stays in ((5, True), (6, False)):
        t = Table({"A1": ("FR_line", "march", "0808")}, generals={"AG1": ("silver", "0807", "A1")})
        t.set("A1", routed=True).roll(card).rally()
        assert (t.where("A1") == "0808") is stays
        assert not stays or t.look("A1").damage == 2


def test_37_4_a_retreat_goes_to_the_own_edge_with_the_full_allowance() -> None:
    t = Table(dict(FACING)).hand("A1", (1, 6), (1, 5)).hand("B1", (1, 6)).engage("A1", "B1").both("fire 1", "fire 1")
    assert t.where("B1") == "0812 0912"
    assert t.look("B1").retreated


def test_42_1_a_flag_falls_to_a_regiment_that_enters_its_square() -> None:
    t = Table({"A1": ("FR_line", "march", "0821")}, groups={"gA1": ("column", "A1", 1)}, flags={"B2": "0822"})
    t.movement(1).play("army_a", "plan A1", "step 0822", "halt")
    assert sorted(t.s.flags[1]) == [at("0023"), at("1223")]


def test_28_3_terms_of_the_defence() -> None:
    t = Table(
        {"A1": ("FR_grenadier", "line", "0808 0908"), "B1": ("AU_line", "line", "0809 0909")},
        terrain={"hill": "0808"},
        generals={"AG1": ("silver", "0907", "A1")},
    )
    terms = defence_terms(t.s, t.piece("A1"), t.piece("B1"), Stance(step=MELEE))
    assert terms == [("strength", 4), ("defence", 2), ("general", 1), ("grenadiers", 1), ("ground", 1)]
    assert total(terms) == 9
