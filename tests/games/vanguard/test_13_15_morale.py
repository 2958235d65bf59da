"""Rulebook 13 and 15: tests, disorder, rout, rally, reinforcements."""

from __future__ import annotations

import pytest

from grognard.games.vanguard.rules.efficiency import modifier, passes
from toolkit_vanguard import Table


def test_13_1_die_up_to_efficiency_passes_one_always_six_never() -> None:
    assert [passes(die, 3) for die in range(1, 7)] == [True, True, True, False, False, False]
    assert passes(1, 0, 3)
    assert not passes(6, 6, -3)


def test_13_2_a_leader_of_the_formation_or_the_chief_helps_by_one() -> None:
    t = Table(
        {
            "l40I": "2905",
            "gency": "2905",
            "watrin": "2905",
            "l22I": "2805",
            "herbin": "2805",
            "le6I": "2705",
            "lannes": "2705",
        }
    )
    assert [modifier(t.s, t.unit(u), t.s.at[t.unit(u)]) for u in ("l40I", "l22I", "le6I")] == [-1, 0, -1]


def test_13_1_2_one_die_for_a_stack_each_against_its_own() -> None:
    t = Table({"a_watrin": "2905", "miI": "2903", "spI": "2903"}, dice=[5, 4]).bombard("watrin")
    t.play("french", "bombard a_watrin 2903")
    assert t.level("miI") == "disordered"
    assert t.level("spI") == "good"


def test_15_1_disordered_units_cannot_attack() -> None:
    t = Table({"l40I": "2905", "coI": "2904"}, orders={"watrin": "attack"}, disordered=["l40I"]).combat("watrin")
    assert t.asked == "Rest"


def test_15_2_routed_units_do_not_move() -> None:
    t = Table({"l40I": "2905", "l40II": "3105", "l22I": "3205", "stI": "2105"}, routed=["l40I"]).movement("watrin")
    assert t.rules("french", "move l40I") == ["15.2"]


def test_15_2_2_in_phase_c_routed_units_run_two_hexes_unless_in_a_haven() -> None:
    t = Table({"stI": "2905", "l40I": "3005"}, routed=["stI"], dice=[3, 3]).end_of_turn()
    if t.asked == "RoutMove":
        t.play("coalition", t.options("coalition")[0])
    assert t.world.grid.distance(t.hex("2905"), t.hex(t.where("stI") or "")) == 2
    t = Table({"stI": "2703", "l40I": "2905"}, routed=["stI"], dice=[3, 3]).end_of_turn()
    assert "stay" in t.options("coalition"), "Robecco is a village"


@pytest.mark.parametrize(
    ("order", "allowed"), [("advance", True), ("defence", True), ("attack", False), ("manoeuvre", False)]
)
def test_15_3_the_order_must_allow_a_rally(order: str, allowed: bool) -> None:
    t = Table({"l40I": "2905", "stI": "2105"}, orders={"watrin": order}, disordered=["l40I"], dice=[2]).rally("watrin")
    assert ("rally 2905" in t.options("french")) == allowed


def test_15_3_with_manoeuvre_only_beside_a_leader_and_never_in_a_zone_or_after_acting() -> None:
    t = Table({"l40I": "2905", "gency": "2805"}, orders={"watrin": "manoeuvre"}, disordered=["l40I"], dice=[2])
    t.rally("watrin").play("french", "rally 2905")
    assert t.level("l40I") == "good"
    t = Table({"l40I": "2905", "l22I": "3105", "stI": "2904"}, disordered=["l40I", "l22I"]).rally("watrin")
    assert t.rules("french", "rally 2905") == ["15.3"]
    t = Table({"l40I": "2905", "l22I": "3105"}, disordered=["l40I", "l22I"])
    t.s.marched = t.mask(["l40I"])
    t.rally("watrin")
    assert t.rules("french", "rally 2905") == ["15.3"]


def test_15_3_1_routed_units_become_disordered_first() -> None:
    t = Table({"l40I": "2905"}, routed=["l40I"], dice=[2]).rally("watrin")
    t.steer("french", "rally 2905")
    assert t.level("l40I") == "disordered"


def test_15_4_reinforcements_enter_by_their_road_in_their_activation() -> None:
    t = Table({"stI": "2105"}, due={"watrin": (4, "C"), "l40I": (4, "C"), "l40II": (5, "C")}, turn=4)
    t.s.orders[t.formation("watrin")] = -1
    t.activate("watrin")
    assert t.rules("french", "enter l40II") == ["15.4"]
    t.play("french", "all")
    assert t.asked == "AdoptOrder"
    t.play("french", "adopt attack")
    t.steer("french", "move l40I")
    assert t.options("french") == ["go 3812"] or t.where("l40I") == "3812"
    t.steer("french", "go 3812", "stop")
    assert t.fate("l40I") == "map"
    assert t.in_command("l40I")


def test_15_4_a_blocked_flag_is_gone_round_by_the_nearest_edge() -> None:
    """R-34."""
    t = Table({"stI": "3812"}, due={"l40I": (4, "C")}, turn=4)
    t.s.entering = t.mask(["l40I"])
    t.movement("watrin").steer("french", "move l40I")
    goals = {o.split()[1] for o in t.options("french") if o.startswith("go")}
    assert goals == {"3810", "3814"}
