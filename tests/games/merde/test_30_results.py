"""Chapters 24 and 28 to 37 and 45: smaller paragraphs of combat and of what follows it."""

from __future__ import annotations

import pytest

from grognard.board.squares import sector
from grognard.games.merde.rules import morale, rally, withdraw
from grognard.games.merde.rules.cavalry import charge
from grognard.games.merde.rules.cavalry import reach as cavalry
from grognard.games.merde.rules.combat import exchange as combat
from grognard.games.merde.rules.combat import fights
from grognard.games.merde.rules.combat.damage import FACE, MARKER, MEN, hit, severity
from grognard.games.merde.rules.combat.totals import (
    CHARGE,
    FIRE,
    MELEE,
    Stance,
    attack_terms,
    defence_terms,
    factor,
    fighting_units,
    strength,
    total,
)
from grognard.games.merde.rules.solitaire import answers as solitaire
from toolkit_merde import FACING, MOVING, Table, at


def test_14_8_an_orderly_retreat_into_a_zone_fights_or_surrenders() -> None:
    pieces = {
        "A1": ("FR_line", "march", "0809"),
        "B1": ("AU_line", "line", "0811 0911"),
        "B2": ("AU_line", "march", "0807"),
        "B3": ("AU_line", "march", "0607"),
        "B4": ("AU_line", "march", "1007"),
    }
    bare = Table(pieces)
    assert withdraw.plan_retreat(bare.s, bare.piece("A1"), False).fate == "zone"
    bare.open(withdraw.GoBack(bare.piece("A1"), False))
    if bare.asked == "GoBack":
        bare.play("army_a", bare.options("army_a")[0])
    assert "surrenders" in bare.told
    armed = Table(pieces).hand("A1", (1, 1))
    armed.open(withdraw.GoBack(armed.piece("A1"), False))
    if armed.asked == "GoBack":
        armed.play("army_a", armed.options("army_a")[0])
    assert armed.where("A1") in ("0708", "0808", "0908")


def test_24_6_all_shots_fall_before_any_damage_is_taken() -> None:
    """Two batteries that fire at each other both fire, though each would be the other's third hit."""
    t = Table({"A1": ("FR_foot_art", "unlimbered", "0808"), "B1": ("AU_foot_art", "unlimbered", "0811")})
    t.set("A1", hits=2).set("B1", hits=2).guns()
    t.play("army_a", "fire 0811 short").play("army_b", "fire 0808 short")
    t.play("army_a", "shots 2").roll(1, 1).play("army_b", "shots 2")
    assert (t.where("A1"), t.where("B1")) == ("", "")


def test_28_2_in_line_both_battalions_count_in_column_the_front_one() -> None:
    t = Table(
        {
            "A1": ("FR_line", "line", "0808 0908"),
            "A2": ("FR_line", "attack", "1008"),
            "B1": ("AU_line", "line", "0909 1009"),
        }
    )
    one, two, foe = t.piece("A1"), t.piece("A2"), t.piece("B1")
    assert [factor(t.s, p, foe, Stance(), "fire") for p in (one, two)] == [2, 1]
    assert [strength(t.s, p, foe, Stance()) for p in (one, two)] == [4, 4]


def test_28_4_terms_of_the_attack() -> None:
    t = Table(dict(FACING)).set("A1", damage=1, skirmished=True)
    t.s.group_of(t.piece("A1")).shaken = True
    terms = attack_terms(t.s, t.piece("A1"), t.piece("B1"), Stance(step=FIRE))
    assert terms == [("strength", 4), ("fire", 2), ("damage", -1), ("shaken", -1), ("skirmished", -1)]


def test_28_5_cuirassiers_have_no_fire() -> None:
    t = Table({"A1": ("FR_cuirassier", "march", "0808"), "B1": ("AU_line", "line", "0809 0909")})
    t.hand("A1", (1, 1), (1, 2)).hand("B1", (1, 1), (1, 2)).set("A1", steady=True).engage("A1", "B1")
    assert t.rules("army_a", "fire 1") == ["28.5"]
    assert t.options("army_a") == ["charge", "hold", "hold 1", "hold 2"]


def test_29_3_column_against_line_counts_the_battalions_in_contact() -> None:
    t = Table({"A1": ("FR_line", "attack", "0808"), "B1": ("AU_line", "line", "0809 0909")})
    one, foe = t.piece("A1"), t.piece("B1")
    assert fighting_units(t.s, one, foe, Stance(step=CHARGE)) == ([0, 1], [0])
    assert fighting_units(t.s, foe, one, Stance(step=CHARGE)) == ([0], [0])


def test_29_4_both_none_pauses_the_melee() -> None:
    t = Table({"A1": ("FR_line", "attack", "0808"), "B1": ("AU_line", "march", "0809")}, terrain={"farm": "0809"})
    t.hand("A1", (1, 6), (1, 5)).hand("B1", (1, 6), (1, 5)).engage("A1", "B1").both("charge", "charge")
    assert t.asked == "MeleeRound"
    t.both("turn", "turn")
    assert "paused" in t.told


def test_29_5_from_the_second_round_a_column_counts_its_front_battalion() -> None:
    t = Table({"A1": ("FR_line", "attack", "0808"), "B1": ("AU_line", "line", "0809 0909")})
    one, foe = t.piece("A1"), t.piece("B1")
    assert strength(t.s, one, foe, Stance(step=MELEE, round=1)) == 4
    assert strength(t.s, one, foe, Stance(step=MELEE, round=2)) == 2
    assert strength(t.s, foe, one, Stance(step=MELEE, round=2, converging=True)) == 4
    assert ("converged", -2) in defence_terms(t.s, one, foe, Stance(step=MELEE, round=2, converged_on=True))


def test_29_6_a_square_without_markers_stays_before_cavalry() -> None:
    for holds in (True, False):
        t = Table(
            {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("PR_line", "square", "0810")},
            groups=MOVING,
            options={"square_holds_without_markers": holds},
        )
        t.hand("A1", (1, 6), (1, 5), (1, 4)).charge("A1", "B1", "0809")
        t.play("army_a", "turn 1")
        assert ("no_markers_left" in t.told) is not holds


def test_30_1_damage_by_the_difference() -> None:
    assert [severity(n) for n in (-2, 0, 1, 2, 3, 8)] == [0, 0, 1, 2, 3, 3]


def test_30_2_a_second_hit_is_worse() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")}).hand("A1", (1, 1), (1, 2)).roll(1, 1)
    found = [hit(t.s, t.piece("A1"), 1, True) for _ in range(3)]
    assert found == [FACE, MARKER, MEN]
    assert (len(t.look("A1").hand), t.look("A1").men) == (1, (1, 2))


def test_30_4_outside_combat_nobody_is_halved_for_want_of_markers() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")})
    assert [hit(t.s, t.piece("A1"), 1, False) for _ in range(2)] == [FACE, MARKER]
    assert t.look("A1").men == (2, 2)


def test_31_1_heavy_and_light_cavalry_pay_differently_for_a_second_charge() -> None:
    for counter, cost in (("FR_heavy_cav", 5), ("FR_cuirassier", 5), ("FR_light_cav", 4), ("FR_lancer", 4)):
        t = Table({"A1": (counter, "march", "0808")})
        assert cavalry.second_charge_cost(t.s, t.piece("A1")) == cost


def test_31_5_light_cavalry_attacks_both_flanks() -> None:
    t = Table({"A1": ("FR_light_cav", "march", "0708"), "B1": ("AU_line", "march", "0810")}, groups=MOVING)
    t.hand("A1", (1, 1), (1, 2)).hand("B1", (1, 1), (1, 2))
    assert "flanks A1 B1" in [str(action) for action in cavalry.charges(t.s, t.piece("A1"))]
    heavy = Table({"A1": ("FR_heavy_cav", "march", "0708"), "B1": ("AU_line", "march", "0810")}, groups=MOVING)
    assert cavalry.flank_squares(heavy.s, heavy.piece("A1"), heavy.piece("B1")) == ()
    charge.announce(t.s, t.game.lexicon.make("flanks", t.piece("A1"), t.piece("B1")))
    assert sorted(t.where("A1").split()) == ["0710", "0910"]
    assert not combat.may_attack(t.s, 1)
    assert ("flank", -2) in defence_terms(t.s, t.piece("B1"), t.piece("A1"), combat.stance(t.s, 1, CHARGE))
    assert strength(t.s, t.piece("A1"), t.piece("B1"), combat.stance(t.s, 0, CHARGE)) == 4


@pytest.mark.parametrize(
    ("formation", "start", "target", "more", "found"),
    [
        ("march", "0808", "0810", {}, ""),  # a knight's step to either flank
        ("march", "0708", "0810", {}, "0710 0910"),  # straight to one, diagonally to the other
        ("march", "0708", "0810", {"A2": ("FR_line", "march", "0809")}, ""),  # a friend in the way
        ("march", "0708", "0810", {"B2": ("AU_line", "march", "0910")}, ""),  # a flank that is held
        ("open", "0708 0908", "0810", {}, "0710 0910"),
        ("line", "0708 0808", "0810", {}, ""),  # the second squadron has no run
        ("line", "0708 0808", "0810 0910", {}, "0710 1010"),
        ("open", "0708 1008", "0810 0910", {}, "0710 1010"),
        ("open", "0707 0908", "0810", {}, ""),
    ],
)  # the first starts three squares away
def test_31_5_each_squadron_has_a_run_of_two_squares_to_its_flank(
    formation: str, start: str, target: str, more: dict[str, tuple[str, ...]], found: str
) -> None:
    pieces = {
        "A1": ("FR_light_cav", formation, start),
        "B1": ("AU_line", "line" if " " in target else "march", target),
        **more,
    }
    t = Table(pieces, groups=MOVING).hand("A1", (1, 1))
    squares = cavalry.flank_squares(t.s, t.piece("A1"), t.piece("B1"))
    assert sorted(squares) == sorted([at(name) for name in found.split()])
    t.s.sector = sector(at(start.split()[0]))
    t.s.fought = [t.s.sector]
    t.open(fights.Name(0))
    refused = t.rules if t.asked == "Name" else t.misplaced
    assert refused("army_a", "flanks A1 B1") == ([] if found else ["31.5"])


def test_31_7_cavalry_that_is_hurt_tests_and_falls_back() -> None:
    t = Table(
        {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_heavy_cav", "march", "0810")},
        groups={"gA1": ("column", "A1", 1), "gB1": ("column", "B1", 1)},
    )
    t.hand("A1", (6, 6), (6, 5)).hand("B1", (1, 1), (1, 2)).charge("A1", "B1", "0809")
    t.play("army_b", "counter B1").roll(9).play("army_a", "turn 1").play("army_b", "turn 1")
    assert "falls_back" in t.told
    assert t.look("B1").retreated


HORSE = {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_heavy_cav", "march", "0810")}
BOTH_MOVE = {"gA1": ("column", "A1", 1), "gB1": ("column", "B1", 1)}


def test_31_7_cavalry_with_its_general_is_hurt_and_stays() -> None:
    t = Table(HORSE, groups=BOTH_MOVE, generals={"BG1": ("silver", "0811", "B1")})
    t.hand("A1", (6, 6), (6, 5)).hand("B1", (1, 1), (1, 2)).charge("A1", "B1", "0809")
    t.play("army_b", "counter B1").play("army_a", "turn 1").play("army_b", "turn 1")
    assert "exempt" in t.told
    assert not t.look("B1").retreated


def test_31_7_a_general_is_in_danger_among_cavalry_too() -> None:
    t = Table(HORSE, groups=BOTH_MOVE, generals={"BG1": ("silver", "0810", "B1")}).men("B1", 1, 1)
    t.hand("A1", (6, 6), (6, 5)).hand("B1", (1, 1), (1, 2)).charge("A1", "B1", "0809")
    t.play("army_b", "counter B1").roll(7, 1).play("army_a", "turn 1").play("army_b", "turn 1")
    assert "general_lost" in t.told


def test_31_7_the_winner_may_return_without_markers_left() -> None:
    t = Table(HORSE, groups=BOTH_MOVE)
    t.hand("A1", (6, 6)).hand("B1", (1, 1)).charge("A1", "B1", "0809")
    t.roll(9).play("army_b", "counter B1")
    while t.asked != "Onward":
        t.play(t.to_act[0], t.options(t.to_act[0])[-1])
    assert t.options("army_a") == ["return", "pass"]
    t.play("army_a", "return")
    assert t.where("A1") == "0808"


def test_32_2_a_mass_column_has_no_flanks_for_two_squadrons() -> None:
    t = Table({"A1": ("FR_light_cav", "march", "0708"), "B1": ("AU_line", "march", "0810")}, groups=MOVING)
    t.hand("A1", (1, 1), (1, 2)).hand("B1", (1, 1), (1, 2))
    charge.announce(t.s, t.game.lexicon.make("flanks", t.piece("A1"), t.piece("B1")))
    t.open(charge.TrySquare(1)).roll(1).play("army_b", "form mass")
    assert combat.may_attack(t.s, 1)
    assert not combat.stance(t.s, 1, CHARGE).flank


def test_25_2_a_charge_waits_for_the_turn_of_its_sector() -> None:
    t = Table(
        {
            "A1": ("FR_heavy_cav", "march", "0808"),
            "B1": ("AU_line", "march", "0810"),
            "A2": ("FR_line", "march", "0208"),
            "B2": ("AU_line", "march", "0209"),
        },
        groups=MOVING,
    )
    t.hand("A1", (1, 1)).hand("A2", (1, 1)).set("A2", engaged=True)
    for square, wanted in (("0208", False), ("0808", True)):
        t.s.sector = sector(at(square))
        t.open(fights.Name(0))
        assert ("charge A1 B1 0809" in t.options("army_a")) is wanted
        assert t.rules("army_a", "charge A1 B1 0809") == ([] if wanted else ["25.1"])


def test_32_2_lancers_take_most_of_the_bonus_away() -> None:
    for counter, bonus in (("FR_heavy_cav", 3), ("FR_lancer", 1)):
        t = Table({"A1": (counter, "march", "0808"), "B1": ("PR_line", "square", "0809")})
        assert ("square", bonus) in defence_terms(t.s, t.piece("B1"), t.piece("A1"), Stance(step=CHARGE))


def test_32_3_a_horse_battery_fires_at_the_square_before_the_charge() -> None:
    t = Table(
        {
            "A1": ("FR_heavy_cav", "march", "0808"),
            "A2": ("FR_horse_art", "unlimbered", "0608"),
            "B1": ("PR_line", "square", "0810"),
        },
        groups=MOVING,
    )
    t.hand("A1", (1, 6), (1, 5)).hand("B1", (1, 6), (1, 5)).charge("A1", "B1", "0809")
    t.play("army_b", "pass")
    assert t.asked == "HorseBattery"
    t.roll(1, 1, 1, 1).play("army_a", f"battery {t.token('A2')}")
    assert t.look("B1").damage == 2
    assert t.look("A2").fired


def test_33_1_a_test_is_due_for_a_lost_marker_or_lost_men() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")})
    for suffered, due in ((FACE, 0), (MARKER, 1), (MEN, 1)):
        t.s.tests = []
        morale.due(t.s, t.piece("A1"), suffered)
        assert len(t.s.tests) == due


def test_33_2_back_after_a_lost_marker_rout_after_lost_men() -> None:
    assert [morale.verdict(6, card, cause) for card in (6, 7) for cause in (MARKER, MEN)] == [0, 0, 1, 2]


def test_35_3_a_march_column_that_is_attacked() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "line", "0809 0909")})
    pair = (t.piece("A1"), t.piece("B1"))
    assert total(defence_terms(t.s, *pair, Stance())) - total(defence_terms(t.s, *pair, Stance(attacked=False))) == -2
    assert total(attack_terms(t.s, *pair, Stance())) - total(attack_terms(t.s, *pair, Stance(attacked=False))) == -1


def test_35_4_a_fresh_regiment_attacks_one_that_has_fought() -> None:
    t = Table({**FACING, "A2": ("FR_line", "march", "1008")}).hand("A2", (1, 1)).set("B1", engaged=True)
    t.s.sector = fights.home_sector(t.look("A2").squares)
    assert fights.engage_ban(t.s, t.piece("A2"), t.piece("B1")) is None


def test_36_2_a_general_next_to_the_group_gives_one() -> None:
    for square, bonus in (("0907", True), ("0805", False)):
        t = Table(dict(FACING), generals={"AG1": ("silver", square, "A1")})
        assert (("general", 1) in defence_terms(t.s, t.piece("A1"), t.piece("B1"), Stance())) is bonus


def test_37_3_a_rout_shakes_the_group_until_it_is_steadied() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0908"), "B1": ("AU_line", "march", "0820")},
        groups={"gA1": ("column", "A1 A2", 1)},
        generals={"AG1": ("silver", "0806", "A1 A2")},
    )
    withdraw.rout(t.s, t.piece("A1"))
    assert t.s.group_of(t.piece("A2")).shaken
    t.open(withdraw.GoBack(t.piece("A1"), True))
    t.roll(9).rally()
    t.roll(6).play("army_a", f"steady {t.group('A2')}")
    assert not t.s.group_of(t.piece("A2")).shaken


def test_37_5_a_rout_off_the_board_is_a_loss() -> None:
    t = Table({"A1": ("FR_line", "march", "0801")})
    withdraw.rout(t.s, t.piece("A1"))
    t.open(withdraw.GoBack(t.piece("A1"), True))
    assert t.where("A1") == ""
    assert "leaves_field" in t.told


def test_37_6_batteries_are_never_rallied() -> None:
    t = Table({"A1": ("FR_foot_art", "unlimbered", "0808")}, generals={"AG1": ("silver", "0807", "A1")})
    t.set("A1", damage=1)
    found = rally.rally_ban(t.s, t.piece("A1"))
    assert found is not None
    assert found[0] == "37.6"


def test_45_4_the_enemys_guns_fire_at_the_nearest_at_short_range() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0811"),
            "A2": ("FR_line", "march", "0809"),
            "B1": ("AU_foot_art", "unlimbered", "0813"),
        },
        options={"solitaire": "army_b"},
    )
    t.roll(1, 1, 1).guns()
    shot = next(event.args for event in t.s.events if event.key == "shot")
    assert shot[1] == t.piece("A1")
    assert shot[7] == 1


def test_45_6_the_enemy_rallies_the_worst_first() -> None:
    t = Table(
        {"B1": ("AU_line", "march", "0815"), "B2": ("AU_line", "march", "0915"), "A1": ("FR_line", "march", "0801")}
    )
    t.set("B1", damage=1).set("B2", damage=2)
    make = t.game.lexicon.make
    found = solitaire.rally_all(t.s, 1, [make("rally", t.piece("B1")), make("rally", t.piece("B2")), make("done")])
    assert found.args[0] == t.piece("B2")
