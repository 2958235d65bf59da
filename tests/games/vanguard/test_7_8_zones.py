"""Rulebook 7 and 8: stacking and zones of control."""

from __future__ import annotations

from toolkit_vanguard import Table


def test_7_1_two_of_one_kind_and_formation_or_a_battery_beside_anybody() -> None:
    t = Table(
        {"l40I": "2907", "l40II": "2906", "le24I": "2806", "h12": "3006", "a_herbin": "2905"},
        orders={"watrin": "manoeuvre"},
    ).movement("watrin")
    t.play("french", "move l40I", "go 2906")
    assert "stop" in t.options("french"), "the same regiment"
    t.play("french", "go 2806")
    assert t.rules("french", "stop") == ["7.1"], "another formation"
    t.play("french", "go 2905")
    assert "stop" in t.options("french"), "a battery of any formation"


def test_7_1_passing_through_full_hexes_is_free() -> None:
    t = Table({"l40I": "2907", "l22I": "2906", "l22II": "2906", "stI": "2105"}, orders={"watrin": "manoeuvre"})
    t.movement("watrin").play("french", "move l40I", "go 2906")
    assert t.rules("french", "stop") == ["7.1"]
    assert "go 2905" in t.options("french")


def test_7_1_1_a_routed_unit_stops_only_where_no_friend_is() -> None:
    t = Table({"coI": "2706", "coII": "2704", "stI": "2604", "a_watrin": "2906"}, disordered=["coI"], dice=[6, 6])
    t.bombard("watrin").play("french", "bombard a_watrin 2706")
    assert t.level("coI") == "routed"
    goals = [o.split()[1] for o in t.options("coalition")] or [t.where("coI")]
    assert "2704" not in goals
    assert "2604" not in goals


def test_8_0_every_unit_in_good_order_has_a_zone_and_broken_ones_none() -> None:
    t = Table({"stI": "2905", "a_gottesheim": "2505"}, disordered=["stI"])
    zone = t.s.zoc(1)
    assert not zone >> t.hex("2904") & 1
    assert zone >> t.hex("2504") & 1, "artillery too"


def test_8_0_impassable_hexes_stop_zones() -> None:
    """R-14."""
    t = Table({"carI": "1905"}, "campotenese")
    assert not t.s.zoc(1) >> t.hex("1806") & 1
    assert t.s.zoc(1) >> t.hex("1906") & 1


def test_8_2_1_a_unit_stops_on_entering_a_zone() -> None:
    t = Table({"l40I": "2908", "stI": "2905"}, orders={"watrin": "attack"}).movement("watrin")
    t.steer("french", "move l40I", "go 2907", "go 2906")
    assert t.asked != "Step"
    assert t.where("l40I") == "2906"


def test_8_2_2_leaders_enter_a_zone_only_among_friends() -> None:
    t = Table({"watrin": "2807", "l40I": "2906", "stI": "2905"}, orders={"watrin": "defence"}).movement("watrin")
    t.steer("french", "done", "move watrin")
    assert t.rules("french", "go 2806") == ["8.2.2"]
    assert "go 2906" in t.options("french")
