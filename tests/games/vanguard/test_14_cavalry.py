"""Rulebook 14: cavalry."""

from __future__ import annotations

from toolkit_vanguard import Table

CHARGE = {"lannes": "attack", "gottesheim": "advance", "ott": "defence"}


def test_14_1_attacked_cavalry_with_defence_may_leave_before_infantry() -> None:
    t = Table({"l40I": "2905", "nau1": "2904"}, orders={"watrin": "attack", "ott": "defence"}).combat("watrin")
    t.steer("french", "assault 2904", "with l40I", "go", "done")
    assert t.asked == "Evade"
    assert t.rules("coalition", "evade nau1 2805") == ["14.1"], "in a zone of control"
    t.play("coalition", "evade nau1 2903")
    assert t.options("french") == ["advance l40I 2904", "pass"]
    t.play("french", "pass")
    assert "assault" not in t.told
    t = Table({"l40I": "2905", "nau1": "2904"}, orders={"watrin": "attack", "ott": "advance"}, dice=[3])
    t.combat("watrin")
    t.steer("french", "assault 2904", "with l40I", "go", "done")
    assert t.asked != "Evade", "not with Advance"


def test_14_2_a_charge_doubles_and_leaves_the_riders_disordered() -> None:
    t = Table({"h12": "2907", "stI": "2904"}, orders=CHARGE, dice=[3]).movement("lannes")
    t.steer("french", "move h12", "charge", "go 2906", "go 2905", "stop")
    assert t.where("h12") == "2905"
    t.combat("lannes").steer("french", "assault 2904", "with h12", "go", "done")
    assert t.told.count("assault") == 1
    assert t.level("h12") == "disordered"


def test_14_2_a_charge_needs_attack_and_open_ground() -> None:
    t = Table({"h12": "2907", "stI": "2904"}, orders={"lannes": "advance"}).movement("lannes")
    t.steer("french", "move h12")
    assert t.rules("french", "charge") == ["14.2"]
    t = Table({"h12": "3006", "stI": "3007"}, orders=CHARGE).movement("lannes")
    assert t.asked == "Rest" or "charge" not in t.options("french"), "a village cannot be charged"


def test_14_0_1_disordered_infantry_doubles_cavalry() -> None:
    t = Table({"h12": "2905", "stI": "2904"}, orders=CHARGE, disordered=["stI"]).combat("lannes")
    odds = t.odds("french", "assault 2904")
    assert (odds.attack, odds.defence, odds.drm) == (10, 4, 3)


def test_14_2_3_a_charge_and_infantry_never_share_a_target() -> None:
    t = Table({"h12": "2907", "l28I": "3004", "stI": "2904"}, orders=CHARGE).movement("lannes")
    t.steer("french", "move h12", "charge", "go 2906", "go 2905", "stop", "done")
    t.combat("lannes").steer("french", "assault 2904")
    t.play("french", "with h12")
    assert t.rules("french", "with l28I") == ["14.2.3"]


def test_14_2_4_cavalry_with_defence_may_counter_charge() -> None:
    t = Table({"h12": "2907", "nau1": "2904", "stI": "2903"}, orders=CHARGE, dice=[3]).movement("lannes")
    t.steer("french", "move h12", "charge", "go 2906", "go 2905")
    assert t.asked == "CounterCharge"
    t.play("coalition", "counter 2904")
    assert t.asked != "Step", "the charger stops"
    assault = t.s.assaults[0]
    assert assault.counter
    t.combat("lannes")
    assert t.level("nau1") == "disordered"
    assert t.level("h12") in ("disordered", "routed")


def test_14_2_4_not_without_defence() -> None:
    t = Table({"h12": "2907", "nau1": "2904"}, orders={"lannes": "attack", "ott": "advance"}).movement("lannes")
    t.steer("french", "move h12", "charge", "go 2906", "go 2905")
    assert t.asked != "CounterCharge"
