"""Rulebook 15.2.2, 15.4 and 17: entries round a held hex, runs at the edge, flags, redoubts, marches, Franceschi."""

from __future__ import annotations

import pytest

from grognard.games.vanguard.rules.artillery import shell
from toolkit_vanguard import Table

CAMPO = "campotenese"
RETZ = {"reI": "2313", "reII": "2314"}
MARCH = {"schellenberg": "manoeuvre"}


def entering(**enemies: str) -> Table:
    """l40I is due at B (3807) and comes in."""
    t = Table({"watrin": "3704", **enemies}, due={"l40I": (4, "B")}, orders={"watrin": "advance"}).activate("watrin")
    return t.steer("french", "all", "keep").steer("french", "move l40I")


def entry_hexes(t: Table) -> set[str]:
    return {o.split()[1] for o in t.options("french") if o.startswith("go")}


def test_15_4_r_34_the_free_entry_hex_is_the_only_one() -> None:
    t = entering(stI="3107")
    assert entry_hexes(t) == {"3807"}
    assert t.rules("french", "go 3806") != []


def test_15_4_r_34_a_held_entry_is_passed_round_by_the_nearest_free_edge_hex() -> None:
    """stI on 3807: its zone covers 3806 and 3808, so the nearest are 3805 and 3809."""
    t = entering(stI="3807")
    assert entry_hexes(t) == {"3805", "3809"}
    assert t.rules("french", "go 3807") != []
    assert t.rules("french", "go 3806") != []
    t.play("french", "go 3805")
    assert t.where("l40I") == "3805"


def test_15_4_r_34_into_a_zone_of_control_or_by_the_nearest_free_edge_hex() -> None:
    """stI on 3707: its zone covers 3807 and 3808. With Advance a unit may come in there, and stops."""
    t = entering(stI="3707")
    assert entry_hexes(t) == {"3806", "3807"}
    t.play("french", "go 3807").steer("french", "stop")
    assert t.where("l40I") == "3807"
    assert t.s.move is None, "it stopped in the zone"


@pytest.mark.parametrize(("order", "rule"), [("manoeuvre", "5.1.4"), ("defence", "5.1.3")])
def test_15_4_r_34_an_order_that_keeps_out_of_zones_leaves_only_the_edge_hexes(order: str, rule: str) -> None:
    """stI on 3707 and stII on 3706: the nearest free edge hexes are 3805 and 3809."""
    t = Table(
        {"watrin": "3701", "stI": "3707", "stII": "3706"}, due={"l40I": (4, "B")}, orders={"watrin": order}
    ).activate("watrin")
    t.steer("french", "all", "keep", "move l40I")
    assert entry_hexes(t) == {"3805", "3809"}
    assert t.rules("french", "go 3807") == [rule]
    assert t.rules("french", "go 3806") == ["15.4"]


def test_15_4_r_34_a_leader_comes_into_a_zone_only_beside_a_friend() -> None:
    t = Table({"watrin": "3704", "stI": "3707", "l40I": "3604"}, due={"gency": (4, "B")}, orders={"watrin": "advance"})
    t.activate("watrin").steer("french", "all", "keep", "move gency")
    assert "go 3807" not in t.options("french")
    t = Table({"watrin": "3704", "stI": "3707", "l40I": "3807"}, due={"gency": (4, "B")}, orders={"watrin": "advance"})
    t.activate("watrin").steer("french", "all", "keep", "move gency")
    assert entry_hexes(t) == {"3806", "3807"}


def test_15_4_r_34_a_disordered_enemy_beside_it_blocks_nothing() -> None:
    t = Table(
        {"watrin": "3704", "stI": "3707"}, due={"l40I": (4, "B")}, disordered=["stI"], orders={"watrin": "advance"}
    ).activate("watrin")
    t.steer("french", "all", "keep", "move l40I")
    assert entry_hexes(t) == {"3807"}


def test_15_4_r_34_they_may_be_delayed() -> None:
    t = Table({"watrin": "3704", "stI": "3107"}, due={"l40I": (4, "B")}).activate("watrin")
    assert t.asked == "Reinforce"
    t.play("french", "done")
    assert t.fate("l40I") == "waiting"


def test_15_2_2_r_55_a_run_goes_two_hexes_farther() -> None:
    t = Table({"stI": "2905", "l40I": "2908"}, routed=["stI"], dice=[6, 1]).end_of_turn()
    assert t.asked == "RoutMove"
    goals = {o.split()[1] for o in t.options("coalition")}
    assert all(t.world.grid.distance(t.hex("2905"), t.hex(g)) == 2 for g in goals)
    assert all(t.world.grid.distance(t.hex("2908"), t.hex(g)) == 5 for g in goals)
    assert t.rules("coalition", "retreat 2904") == ["15.2.2"]
    assert t.rules("coalition", "stay") == ["15.2.2"]


def test_15_2_2_r_55_cornered_away_from_the_edge_it_stays() -> None:
    """Every hex within two is no farther from the enemies around."""
    ring = {"l40I": "2902", "l40II": "2908", "l22I": "2604", "l22II": "3204", "le6I": "2607", "le6II": "3207"}
    t = Table({"stI": "2905", **ring}, routed=["stI"], dice=[6, 1]).end_of_turn()
    assert t.where("stI") == "2905"
    assert t.s.steps_lost == [0, 0]


def test_15_2_2_r_55_at_the_edge_with_something_farther_it_runs_on_the_map() -> None:
    t = Table({"stI": "0105", "l40I": "0107"}, routed=["stI"], dice=[6, 1]).end_of_turn()
    t.steer("coalition", *t.options("coalition")[:1])
    assert t.fate("stI") == "map"
    assert t.world.grid.distance(t.hex("0105"), t.hex(t.where("stI") or "")) == 2


def test_15_2_2_it_may_stay_in_a_village_or_stop_in_one_on_its_way() -> None:
    """Verzate is 3007."""
    t = Table({"stI": "3007", "l40I": "3010"}, routed=["stI"], dice=[6, 1]).end_of_turn()
    assert "stay" in t.options("coalition")
    t = Table({"stI": "3008", "l40I": "3011"}, routed=["stI"], dice=[6, 1]).end_of_turn()
    assert "retreat 3007" in t.options("coalition")


def test_15_2_2_a_village_towards_the_enemy_is_not_on_its_way() -> None:
    t = Table({"stI": "3006", "l40I": "3010"}, routed=["stI"], dice=[6, 1]).end_of_turn()
    assert t.rules("coalition", "retreat 3007") == ["15.2.2"]


def test_17_2_1_r_40_a_retreat_that_begins_on_a_flag_may_leave() -> None:
    t = Table({"carI": "3820", "volt": "3418"}, CAMPO, dice=[6])
    t.open(*shell(t.s, t.hex("3820"), 1, "D"))
    assert "leave" in t.options("coalition")
    t.play("coalition", "leave")
    assert t.fate("carI") == "safe"
    assert t.s.steps_lost == [0, 0]


def test_17_2_1_r_40_one_hex_must_reach_the_flag() -> None:
    """One hex off the retreat reaches it; two hexes off only a rout does."""
    beside, off = "3819", "3818"
    t = Table({"carI": beside, "volt": "3518"}, CAMPO, dice=[6])
    t.open(*shell(t.s, t.hex(beside), 1, "D"))
    assert "leave" in t.options("coalition")
    t = Table({"carI": off, "volt": "3518"}, CAMPO, dice=[6])
    t.open(*shell(t.s, t.hex(off), 1, "D"))
    assert "leave" not in t.options("coalition")
    t = Table({"carI": off, "volt": "3518"}, CAMPO, dice=[6])
    t.open(*shell(t.s, t.hex(off), 1, "DR"))
    assert "leave" in t.options("coalition"), "routed: two hexes"


def test_17_2_1_r_40_the_french_have_no_flags_to_leave_by() -> None:
    t = Table({"volt": "3820", "carI": "3418"}, CAMPO, dice=[6])
    t.open(*shell(t.s, t.hex("3820"), 0, "D"))
    assert "leave" not in t.options("french")
    assert t.fate("volt") == "map"


def test_17_2_1_r_40_a_leader_may_leave_with_his_troops_and_need_not_test() -> None:
    """R-47 with R-40: nobody was eliminated."""
    for answer, fate in (("leave", "safe"), ("stay", "map")):
        t = Table({"carI": "3820", "mj_car": "3820", "volt": "3418"}, CAMPO, dice=[6])
        t.open(*shell(t.s, t.hex("3820"), 1, "D"))
        t.play("coalition", "leave")
        assert t.asked == "FollowTroops"
        assert t.options("coalition") == ["leave", "stay"]
        t.play("coalition", answer)
        assert t.fate("mj_car") == fate
        assert t.s.leaders_lost == [0, 0]


def test_17_2_1_r_40_troops_that_stay_on_the_map_give_their_leader_no_flag() -> None:
    t = Table({"carI": "3820", "mj_car": "3820", "volt": "3418"}, CAMPO, dice=[6])
    t.open(*shell(t.s, t.hex("3820"), 1, "D"))
    t.play("coalition", next(o for o in t.options("coalition") if o.startswith("retreat")))
    assert t.options("coalition") == ["follow carI", "stay"]
    assert t.rules("coalition", "leave") == ["17.2.1"]


def test_17_2_6_r_41_a_garrison_that_marches_out_leaves_a_silent_battery_with_a_zone() -> None:
    t = Table({"rid1": "1911", "priI": "1911", "volt": "1908"}, CAMPO, orders={"minutolo": "manoeuvre"})
    t.movement("minutolo").play("coalition", "move priI", "go 1912", "stop")
    assert t.where("rid1") == "1911"
    assert not t.is_damaged("rid1")
    assert t.s.zoc(1) >> t.hex("1910") & 1
    t.bombard("minutolo")
    assert t.asked == "Rest", "it fires only beside a unit with Defence"


def test_17_2_6_r_41_alone_it_is_taken_without_a_die_and_damaged() -> None:
    t = Table({"rid1": "1911", "volt": "1910"}, CAMPO, orders={"compere": "attack"}).combat("compere")
    t.steer("french", "assault 1911", "with volt", "go", "done")
    t.steer("french", "advance volt 1911")
    assert t.is_damaged("rid1")
    assert t.where("volt") == "1911"
    assert t.s.steps_lost == [0, 1]
    assert not t.s.zoc(1)


def test_17_2_6_r_41_alone_it_is_not_simply_marched_into() -> None:
    t = Table({"rid1": "1911", "volt": "1909", "le1I": "1907"}, CAMPO, orders={"compere": "advance"})
    t.movement("compere").steer("french", "move volt", "go 1910")
    assert t.rules("french", "go 1911") != []
    t.steer("french", "stop")
    assert t.where("volt") == "1910"


def test_17_1_5_one_group_fulfilled_the_other_marches_on() -> None:
    """Retz has arrived at Mairano; Schellenberg's own half still has to go to Casteggio."""
    t = Table(
        {**RETZ, "hoI": "1311", "hoII": "1312", "schellenberg": "1311", "retz": "2313"}, marching=True, orders=MARCH
    )
    numbers = {u: t.s.march_of(t.unit(u)) for u in ("reI", "hoI")}
    assert numbers["reI"] != numbers["hoI"]
    t.movement("schellenberg").play("coalition", "move hoI")
    while t.s.move is not None:
        t.play("coalition", next(o for o in t.options("coalition") if o == "stop" or o.startswith("go")))
    assert t.told.count("march_fulfilled") == 1
    assert t.s.march_of(t.unit("reI")) == -1
    assert t.s.march_of(t.unit("hoII")) >= 0
    assert t.rules("coalition", "done") == ["17.1.5"], "hoII is still bound"
    t.s.put(t.unit("ott"), t.hex("1311"))
    t.orders("coalition")
    assert t.asked == "Rest" or t.rules("coalition", "order schellenberg attack") == ["17.1.5"], "R-62"


def test_17_1_5_r_62_an_enemy_seen_by_the_arrived_group_ends_the_other_march_too() -> None:
    t = Table({**RETZ, "hoI": "1311", "hoII": "1312", "l40I": "2515"}, marching=True, orders=MARCH)
    t.s.marching[t.s.march_of(t.unit("reI"))] = False
    assert t.s.march_of(t.unit("hoI")) >= 0
    t.movement("watrin").steer("french", "move l40I", "go 2415", "stop", "done")
    assert "march_cancelled" in t.told
    assert t.s.march_of(t.unit("hoI")) == -1
    assert t.formation_order("schellenberg") == "defence"


BRIGADE = {"compere": "1904", "le1I": "1904", "franceschi": "1905", "ch6": "1905", "ch9": "1905", "carI": "2714"}


def test_17_2_9_r_60_alone_he_has_at_first_comperes_order() -> None:
    t = Table(BRIGADE, CAMPO, orders={"compere": "manoeuvre"}).command("compere", alone=True)
    t.play("french", "keep")
    assert t.order("ch6") == t.order("ch9") == "manoeuvre"
    assert t.in_command("ch6")


def test_17_2_9_r_60_he_changes_it_by_his_own_initiative_and_keeps_it() -> None:
    t = Table(BRIGADE, CAMPO, orders={"compere": "manoeuvre"}, dice=[1]).command("compere", alone=True)
    t.play("french", "try attack")
    assert t.order("ch6") == "attack"
    assert t.formation_order("compere") == "manoeuvre"
    t.command("compere", alone=True)
    assert t.rules("french", "try attack") == ["5.2.1"], "it is his order now"
    t.play("french", "keep")
    assert t.order("ch6") == "attack"
    t = Table(BRIGADE, CAMPO, orders={"compere": "manoeuvre"}, dice=[6]).command("compere", alone=True)
    t.play("french", "try attack")
    assert t.order("ch6") == "manoeuvre"


def test_17_2_9_r_60_a_chief_in_reach_changes_it_in_a_1_without_the_columns_rule() -> None:
    t = Table({**BRIGADE, "reynier": "1904"}, CAMPO, orders={"compere": "manoeuvre"}).orders("french")
    assert t.rules("french", "detach franceschi manoeuvre") == ["16.2"]
    t.play("french", "detach franceschi attack")
    assert t.rules("french", "detach huard attack") == ["16.2"]
    t.steer("french", "done")
    t.command("compere", alone=True).steer("french", "keep")
    assert t.order("ch6") == "attack"
    t = Table({**BRIGADE, "reynier": "0202"}, CAMPO, orders={"compere": "manoeuvre"}).orders("french")
    assert t.asked == "Rest" or t.rules("french", "detach franceschi attack") == ["16.2"], "out of his radius"


def test_17_2_9_r_60_his_regiments_are_in_command_only_within_his_radius() -> None:
    t = Table({**BRIGADE, "ch9": "1914"}, CAMPO, orders={"compere": "manoeuvre"}).command("compere", alone=True)
    t.steer("french", "keep")
    assert t.in_command("ch6")
    assert not t.in_command("ch9")
    assert t.order("ch9") == "defence"
