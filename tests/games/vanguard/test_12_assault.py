"""Rulebook 12: declaration, odds, results, retreat, advance, elimination."""

from __future__ import annotations

import pytest

from toolkit_vanguard import Table

ATTACK = {"watrin": "attack"}


def fight(pieces: dict[str, str], target: str, *dice: int, **more: object) -> Table:
    """Everybody of Watrin's division next to a hex assaults it."""
    more.setdefault("orders", ATTACK)
    t = Table(pieces, dice=dice, **more)  # type: ignore[arg-type]
    t.combat("watrin")
    return t.steer("french", f"assault {target}", "all", "with l40I", "go", "done")


def test_12_2_attack_order_units_in_a_zone_must_attack() -> None:
    t = Table({"l40I": "2905", "l40II": "3105", "coI": "2904", "coII": "3104"}, orders=ATTACK, dice=[3, 3])
    t.combat("watrin")
    assert t.asked == "Declare"
    assert t.rules("french", "done") == ["12.2"]
    t.play("french", "assault 2904").steer("french", "with l40I", "go")
    assert t.rules("french", "done") == ["12.2"] or t.asked != "Declare"


def test_12_2_2_advance_units_test_before_they_attack() -> None:
    t = fight({"l40I": "2905", "l40II": "2905", "coI": "2904"}, "2904", 6, orders={"watrin": "advance"})
    assert "attack_called_off" in t.told
    assert "assault" not in t.told
    t = fight({"l40I": "2905", "l40II": "2905", "coI": "2904"}, "2904", 2, 3, 3, orders={"watrin": "advance"})
    assert "assault" in t.told


@pytest.mark.parametrize("order", ["defence", "manoeuvre"])
def test_12_2_manoeuvre_and_defence_cannot_attack(order: str) -> None:
    t = Table({"l40I": "2905", "coI": "2904"}, orders={"watrin": order}).combat("watrin")
    assert t.asked == "Rest"


def test_12_2_1_all_who_reach_the_attacker_with_their_zone_must_be_attacked() -> None:
    """Both can only be attacked by the same battalion: one combat against two hexes."""
    t = Table({"l40I": "2905", "coI": "2904", "coII": "3005"}, orders=ATTACK, dice=[3]).combat("watrin")
    t.play("french", "assault 2904")
    assert t.rules("french", "go") == ["12.2.1"]
    t.play("french", "also 3005").steer("french", "go", "done")
    assert "assault" in t.told


def test_12_2_1_an_attack_that_leaves_such_an_enemy_must_be_withdrawn_under_advance() -> None:
    t = Table({"l40I": "2905", "coI": "2904", "coII": "3005"}, orders={"watrin": "advance"}).combat("watrin")
    t.play("french", "assault 2904")
    assert t.rules("french", "go") == ["12.2.1"]
    assert t.options("french") == ["also 3005"]
    assert t.rules("french", "withdraw 2904") == ["12.2"], "it is not declared yet"
    t.play("french", "also 3005", "go", "withdraw 2904")
    assert t.asked == "Rest", "nothing was left to declare"


def test_12_4_1_one_combat_only_where_all_touch_all() -> None:
    t = Table({"l40I": "2905", "l40II": "2805", "l22I": "2804", "coI": "2904", "coII": "3005"}, orders=ATTACK)
    t.combat("watrin").play("french", "assault 2904", "with l40I")
    assert "also 3005" in t.options("french")
    t.play("french", "with l40II")
    assert t.rules("french", "also 3005") == ["12.4.1"]


def test_12_4_2_worse_than_one_to_five_may_not_be_declared_unless_forced() -> None:
    pieces = {"l40I": "2905", "hoI": "2904", "miII": "2904"}
    t = Table(pieces, orders={"watrin": "advance"}, reduced=["l40I"]).combat("watrin")
    odds = t.odds("french", "assault 2904")
    assert odds is None or odds.column == "1-5"
    t = fight({"l40I": "2905", "reII": "2904", "miII": "2904"}, "2904", reduced=["l40I"])
    assert "assault_hopeless" in t.told, "2 against 11 under Attack: AE without a die"
    assert t.fate("l40I") == "gone"


def test_12_3_efficiency_and_generals_modify_the_die() -> None:
    t = Table({"l40I": "2905", "l40II": "2905", "watrin": "2905", "coI": "2904", "gottesheim": "2904"}, orders=ATTACK)
    t.combat("watrin").steer("french", "assault 2904", "with l40I", "with l40II")
    t.steer("french", "go", "done")
    odds, alone = t.odds("french", "lead"), {("efficiency", 1), ("defending_general", -1)}
    assert {(key, value) for _, key, value in odds.terms} == alone | {("general", 1)}
    assert (odds.attack, odds.defence, odds.column, odds.drm) == (8, 4, "2-1", 1)
    assert sum(odds.results.values()) == 1
    assert {(key, value) for _, key, value in t.odds("french", "spare").terms} == alone


def test_12_4_4_an_officer_gives_no_modifier() -> None:
    t = Table({"l40I": "2905", "gency": "2905", "coI": "2904"}, orders=ATTACK, dice=[1]).combat("watrin")
    t.steer("french", "assault 2904", "with l40I", "go", "done")
    assert t.asked != "LeadAssault"


def test_12_5_4_ae_eliminates_the_attackers_and_their_guns() -> None:
    """[11.1] R-51: 2 against 11 under Attack."""
    t = fight({"l40I": "2905", "a_watrin": "2905", "reII": "2904", "miII": "2904"}, "2904", reduced=["l40I"])
    assert t.fate("l40I") == t.fate("a_watrin") == "gone"


def test_12_5_4_dr_passed_is_disordered_and_one_hex() -> None:
    """8 against 4: 2-1, +1; die 4, row 5: DR."""
    t = fight({"l40I": "2905", "l40II": "2905", "coI": "2904"}, "2904", 4, 3)
    assert t.level("coI") == "disordered"
    t.steer("coalition", *t.options("coalition")[:1])
    assert t.world.grid.distance(t.hex("2904"), t.hex(t.where("coI") or "")) == 1
    assert t.asked == "Advance"


def test_12_5_4_dr_failed_is_routed_and_two_hexes() -> None:
    t = fight({"l40I": "2905", "l40II": "2905", "coI": "2904"}, "2904", 4, 5)
    assert t.level("coI") == "routed"
    t.steer("coalition", *t.options("coalition")[:1])
    assert t.world.grid.distance(t.hex("2904"), t.hex(t.where("coI") or "")) == 2


def test_12_5_4_ne_under_attack_may_be_pressed() -> None:
    """8 against 4, +1: die 1 is row 2: NE."""
    t = fight({"l40I": "2905", "l40II": "2905", "coI": "2904"}, "2904", 1, 4, 3)
    assert t.asked == "Press"
    t.play("french", "press")
    assert t.asked == "ExchangeLoss", "4 <= 4: EX; two battalions are equal"
    t = fight({"l40I": "2905", "l40II": "2905", "coI": "2904"}, "2904", 1, 5)
    t.play("french", "press")
    assert t.level("l40I") == t.level("l40II") == "disordered"


def test_12_5_4_ex_costs_each_side_its_best_and_tests_the_rest() -> None:
    """8 against 4, +1: die 2 is row 3: EX."""
    t = fight({"l40I": "2905", "l40II": "2905", "coI": "2904"}, "2904", 2, 5)
    t.play("french", "lose l40II")
    assert t.fate("l40II") == t.fate("coI") == "track"
    assert t.level("l40I") == "disordered"
    assert t.s.steps_lost == [1, 1]


def test_12_6_3_surrounded_units_are_gone_for_good() -> None:
    ring = {"l22I": "2804", "l22II": "2803", "l22III": "2903", "le6I": "3003", "le6II": "3004"}
    t = fight({"l40I": "2905", "l40II": "2905", "coI": "2904", **ring}, "2904", 4, 3, 3, 3, orders=ATTACK)
    assert t.fate("coI") in ("gone", "track")


def test_12_6_the_retreat_ends_as_far_from_the_enemy_as_can_be() -> None:
    t = fight({"l40I": "2905", "l40II": "2905", "coI": "2904"}, "2904", 4, 3)
    assert t.rules("coalition", "retreat 2805") == ["12.6.1"], "in a zone of control, and there are others"
    assert t.rules("coalition", "retreat 2905") == ["12.6"]
    assert "retreat 2903" in t.options("coalition") or t.where("coI") == "2903"


def test_12_7_one_attacker_may_advance_or_all_of_a_hex_with_a_leader() -> None:
    t = fight({"l40I": "2905", "l40II": "2905", "gency": "2905", "coI": "2904"}, "2904", 4, 3)
    t.steer("coalition", *t.options("coalition")[:1])
    assert t.options("french") == ["advance l40I 2904", "advance l40II 2904", "advance gency 2904", "pass"]
    t.play("french", "advance gency 2904")
    assert t.where("l40I") == t.where("l40II") == t.where("gency") == "2904"


def test_12_7_1_disordered_attackers_do_not_advance() -> None:
    t = fight({"l40I": "2905", "l40II": "2905", "coI": "2904"}, "2904", 2, 5)
    t.play("french", "lose l40II")
    assert t.asked != "Advance"


def test_12_8_a_full_unit_comes_back_reduced_and_a_reduced_one_never() -> None:
    t = fight({"l40I": "2905", "l40II": "2905", "l40III": "3004", "l22I": "3004", "coI": "2904"}, "2904", 5, turn=6)
    assert t.fate("coI") == "track"
    assert t.s.track[t.unit("coI")] == 8, "no leader near: two turns on"
    assert t.is_reduced("coI")


def test_12_8_2_it_returns_within_one_hex_of_its_general() -> None:
    t = Table({"watrin": "2905", "stI": "2903"}, track={"l40I": 4}).returns()
    hexes = {o.split()[2] for o in t.options("french")}
    assert hexes == {"2905", "2805", "2806", "2906", "3005", "3006"}
    assert t.rules("french", "place l40I 2904") == ["12.8.2"]
    t.play("french", "place l40I 2905")
    assert t.where("l40I") == "2905"
    assert t.in_command("l40I")


def test_12_2_3_no_unit_attacks_twice_a_turn() -> None:
    t = Table({"l40I": "2905", "coI": "2904"}, orders=ATTACK)
    t.s.fought = t.mask(["l40I"])
    t.combat("watrin")
    assert t.asked == "Rest"
