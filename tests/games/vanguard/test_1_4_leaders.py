"""Rulebook 1, 4.1 and 4.3; what becomes of leaders, guns and garrisons when things go wrong."""

from __future__ import annotations

from grognard.games.vanguard.rules.artillery import shell
from grognard.games.vanguard.rules.assault.charts import factor
from toolkit_vanguard import Table

ATTACK = {"watrin": "attack"}


def test_1_3_halves_are_rounded_up() -> None:
    assert [factor(points, False, True) for points in (1, 2, 3, 5)] == [1, 1, 2, 3]
    assert factor(5, True, True) == 5, "R-69: halved and doubled is the printed strength"


def test_4_1_a_general_helps_only_his_own_formation() -> None:
    t = Table({"l40I": "2905", "chambarlhac": "2905", "coI": "2904"}, orders=ATTACK, dice=[1]).combat("watrin")
    t.steer("french", "assault 2904", "with l40I", "go", "done")
    assert t.asked != "LeadAssault"


def test_4_1_4_the_general_moves_at_the_end_of_movement() -> None:
    t = Table({"watrin": "2905", "l40I": "2905", "gency": "2905", "stI": "2105"}, orders={"watrin": "manoeuvre"})
    t.movement("watrin")
    assert t.rules("french", "move watrin") == ["9.1"]
    assert "move gency" in t.options("french"), "R-03: an Officer moves when he likes"
    t.play("french", "done")
    assert t.asked == "MoveLeader"
    assert "move watrin" in t.options("french")


def test_4_3_1_the_chief_moves_once_a_turn_with_any_friendly_formation() -> None:
    t = Table({"watrin": "2905", "l40I": "2905", "lannes": "3105", "l28I": "3105"}, orders={"watrin": "manoeuvre"})
    t.movement("watrin").play("french", "done")
    assert t.options("french") == ["move watrin", "move lannes", "done"]
    t.play("french", "move lannes", "go 3005", "stop")
    t.movement("lannes").steer("french", "done", "done")
    assert "move lannes" not in t.options("french")


def test_4_5_4_r_47_a_leader_goes_with_running_troops_or_stays() -> None:
    """[8.2.3] If he stays and the enemy comes, he must get away."""
    for choice, hex_name in (("follow coI", "with them"), ("stay", "2904")):
        t = Table({"l40I": "2905", "l40II": "2905", "coI": "2904", "gottesheim": "2904"}, orders=ATTACK, dice=[5, 4])
        t.combat("watrin").steer("french", "assault 2904", "all", "go", "done")
        t.steer("coalition", *[o for o in t.options("coalition") if o.startswith("retreat")][:1])
        assert t.asked == "FollowTroops"
        t.play("coalition", choice)
        assert t.where("gottesheim") == (t.where("coI") if hex_name != "2904" else "2904")


def test_12_5_4_defence_in_a_village_may_hold_the_houses_after_a_passed_test() -> None:
    """Rivalta from the east at 4-1; the contest fails (6), the retreat test passes (1)."""
    t = Table(
        {"l40I": "2810", "l40II": "2810", "l40III": "2811", "l22I": "2811", "stI": "2710"},
        orders={**ATTACK, "gottesheim": "defence"},
        dice=[4, 6, 1],
    )
    t.combat("watrin").steer("french", "assault 2710", "all", "go", "done")
    t.play("coalition", "contest")
    assert t.asked == "HoldHouses"
    assert t.rules("coalition", "retreat 2711") == ["12.6.1"]
    t.play("coalition", "stay")
    assert t.where("stI") == "2710"
    assert t.level("stI") == "disordered"
    assert t.asked != "Advance"


def test_11_4_3_one_step_hits_the_biggest_unit_and_shakes_the_other() -> None:
    t = Table({"a_vogelsang": "2905", "a_schellenberg": "2905", "l40I": "2904", "l40II": "2904"})
    t.open(*shell(t.s, t.hex("2904"), 0, "1S"))
    assert t.asked == "StepLost"
    assert t.options("french") == ["lose l40I", "lose l40II"]
    t.roll(5).play("french", "lose l40II")
    assert t.fate("l40II") == "track"
    assert t.level("l40I") == "disordered", "5 + 1"


def test_15_2_2_r_55_a_routed_unit_at_the_edge_runs_off_the_map() -> None:
    """Hemmed in the corner 0101 with an enemy on its only way to anywhere farther."""
    t = Table({"stI": "0101", "l40I": "0202", "l40II": "0103"}, routed=["stI"], dice=[3, 3])
    t.end_of_turn()
    assert t.fate("stI") == "gone"
    assert t.s.steps_lost[1] == 2, "R-52: for good from a full two-sided counter"


def test_12_8_1_a_retreat_off_the_map_is_final() -> None:
    t = Table({"stI": "0101", "l40I": "0102", "l40II": "0201", "l40III": "0202", "a_watrin": "0102"}, dice=[6, 6])
    t.bombard("watrin").play("french", "bombard a_watrin 0101")
    assert t.fate("stI") == "gone"
    assert "nowhere_to_go" in t.told
