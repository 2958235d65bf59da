"""Rulebook 8 to 10, 14.2 and 16.3: what is refused on a move, by its rule, beside what is allowed in the same place."""

from __future__ import annotations

import pytest

from grognard.games.vanguard.rules.movement.duties import begin_move
from grognard.games.vanguard.rules.movement.next_mover import mover_bans
from grognard.games.vanguard.rules.movement.steps import back_steps
from grognard.games.vanguard.rules.movement.ways import Ways
from grognard.kernel.ban import against
from toolkit_vanguard import Table

CAMPO = "campotenese"
OPEN = {"optional_16_3": True}


def keys(reasons: list[tuple[str, str, tuple[object, ...]]]) -> list[str]:
    return [key for _, key, _ in reasons]


def ways(t: Table, *names: str) -> Ways:
    return Ways(t.s, begin_move(t.s, t.mask(names)))


# [9.1] who moves


def test_9_1_only_pieces_of_this_step_move_and_once() -> None:
    t = Table(
        {"watrin": "2909", "l40I": "2905", "l22I": "2907", "le6I": "2908", "l43I": "3005", "coI": "2105"},
        orders={"watrin": "manoeuvre"},
        lost=["le6I"],
    ).movement("watrin")
    assert t.said("french", "move l22II") == ["not_on_map"]
    assert t.said("french", "move le6I") == ["not_its_turn"], "out of command: later"
    assert t.said("french", "move watrin") == ["not_its_turn"], "after his units"
    assert t.said("french", "move l43I") == ["other_formation"]
    t.play("french", "move l40I", "go 2904", "stop")
    assert t.said("french", "move l40I") == ["already_moved"]
    assert "move l22I" in t.options("french")


def test_9_1_the_general_moves_after_them_and_nobody_else() -> None:
    t = Table({"watrin": "2909", "l40I": "2905", "gency": "2905", "coI": "2105"}, orders={"watrin": "manoeuvre"})
    t.movement("watrin").play("french", "done")
    assert t.asked == "MoveLeader"
    assert "move watrin" in t.options("french")
    assert t.said("french", "move l40I") == ["not_its_turn"]
    assert t.match.why_not("french", "stop"), "there is nothing to stop"


def test_15_2_17_2_6_routed_units_and_heavy_guns_stay_where_they_are() -> None:
    t = Table(
        {"rid2": "2112", "carI": "2112", "carII": "2312", "calI": "2314", "volt": "1905"},
        CAMPO,
        routed=["carII"],
        orders={"ricci": "manoeuvre"},
    ).movement("ricci")
    assert t.said("coalition", "move rid2") == ["fixed"]
    assert t.said("coalition", "move carII") == ["routed_stays"]
    assert "move carI" in t.options("coalition")


def test_10_1_who_stays_put_does_not_move() -> None:
    t = Table({"l40I": "3007", "l40II": "2906", "stI": "2105"}, orders={"watrin": "manoeuvre"}).movement("watrin")
    assert "move l40I" in t.options("french")
    t.play("french", "stay l40I")
    assert t.said("french", "move l40I") == ["stays_put"]
    assert t.said("french", "stay l40I") == ["cannot_stay_put"], "once"


@pytest.mark.parametrize("reason", ["pinned", "no_way"])
def test_8_1_who_cannot_set_out_is_told_why(reason: str) -> None:
    """In a storm one hex, and a battalion fills a hex at Campotenese: shut in. In an enemy zone: pinned."""
    ring = dict(
        zip(
            ("le23I", "le23II", "l6I", "l6II", "suisse", "polI"),
            ("1910", "2011", "2012", "1912", "1812", "1811"),
            strict=True,
        )
    )
    shut_in = Table({"l42I": "1911", **ring}, CAMPO, weather=3, orders={"compere": "manoeuvre"})
    pinned = Table({"l42I": "2011", "carI": "2012"}, CAMPO, orders={"compere": "advance"})
    t = pinned if reason == "pinned" else shut_in
    t.s.active = t.formation("compere")
    assert keys(against(mover_bans(t.s, t.mask(["l42I"]), 0), t.unit("l42I"))) == [reason]


# [9.1] the next step


def test_9_1_a_step_goes_to_a_neighbour_and_stopping_comes_after_one() -> None:
    t = Table({"l40I": "2905", "l40II": "2908", "stI": "2105"}, orders={"watrin": "manoeuvre"}).movement("watrin")
    t.play("french", "move l40I")
    assert t.said("french", "stop") == ["not_begun"]
    assert t.said("french", "go 2907") == ["not_adjacent"]
    assert t.said("french", "join l40II") == ["cannot_join"], "another hex"
    assert t.said("french", "leave") == ["no_flag_here"]
    assert t.said("french", "back 2906") == ["no_way_back"]
    t.play("french", "go 2906")
    assert "stop" in t.options("french")


def test_10_0_closed_ground_is_named() -> None:
    """2412 is impassable; horse does not enter a redoubt (R-76)."""
    t = Table({"l42I": "2411", "l42II": "1909", "ch6": "2212", "carI": "2820"}, CAMPO, orders={"compere": "manoeuvre"})
    t.movement("compere").play("french", "move l42I")
    assert t.said("french", "go 2412") == ["closed_ground"]
    assert "go 2311" in t.options("french"), "a redoubt is open to foot"
    assert keys(against(ways(t, "ch6").bans(), t.hex("2112"))) == ["closed_ground"]


def test_9_1_1_points_and_the_whole_move() -> None:
    """Hussars of eight points at 2613: 2513 is a hill, 2612 open, 2712 beyond the stream."""
    t = Table({"nau1": "2613", "l40I": "3804"}, orders={"ott": "manoeuvre"})
    t.s.active = t.formation("ott")
    start = ways(t, "nau1")
    assert t.hex("2513") in {h for h, _, _ in start.next_steps()}, "the first hex always"
    start.move.hexes, start.move.spent = 1, [2]
    assert keys(against(start.bans(), t.hex("2513"))) == ["whole_move"]
    start.move.spent = [15]
    assert keys(against(start.bans(), t.hex("2612"))) == ["too_dear"]
    start.move.spent = [14]
    assert t.hex("2712") not in {h for h, _, _ in start.next_steps()}, "the stream costs one more"
    assert t.hex("2612") in {h for h, _, _ in start.next_steps()}


@pytest.mark.parametrize(("order", "rule"), [("attack", "5.1.2"), ("advance", "5.1.1")])
def test_5_1_a_step_that_leads_away_from_the_enemy_is_refused_by_the_duty(order: str, rule: str) -> None:
    t = Table({"l40I": "2905", "stI": "2509"}, orders={"watrin": order})
    t.s.active = t.formation("watrin")
    t.s.counted = t.mask(["l40I"])
    move = ways(t, "l40I")
    move.move.hexes, move.move.spent = 1, [8]
    assert [(rule, "must_close_in")] == [(found, key) for found, key, _ in against(move.bans(), t.hex("3005"))]
    assert move.open_steps() >> t.hex("2906") & 1
    assert not move.open_steps() >> t.hex("3005") & 1
    t.s.counted = 0
    move = ways(t, "l40I")
    move.move.hexes, move.move.spent = 1, [8]
    assert move.open_steps() >> t.hex("3005") & 1, "who is not counted goes where he likes"


def test_7_1_a_step_into_a_full_hex_without_a_way_on_is_refused() -> None:
    t = Table({"l42I": "2011", "l6I": "2012", "carI": "2820"}, CAMPO, weather=3, orders={"compere": "manoeuvre"})
    t.s.active = t.formation("compere")
    assert keys(against(ways(t, "l42I").bans(), t.hex("2012"))) == ["no_room_on"]
    t.movement("compere").steer("french", "move l42I")
    assert t.rules("french", "go 2012") == ["7.1"]
    assert "go 2010" in t.options("french")


def test_9_1_a_unit_may_come_back_to_where_it_started() -> None:
    t = Table({"l40I": "2905", "stI": "2105"}, orders={"watrin": "attack"})
    t.s.active = t.formation("watrin")
    assert ways(t, "l40I").reach(False, False) >> t.hex("2905") & 1, "without column too"
    t.s.weather = 3
    assert not ways(t, "l40I").reach(False, False) >> t.hex("2905") & 1, "not with one hex"


# [5.1.4] [16.3] Manoeuvre and open order


def test_16_3_with_manoeuvre_light_troops_enter_a_zone_only_next_to_somebody_to_fire_at() -> None:
    """R-56: a lone battery has a zone, but nobody fires at guns."""
    t = Table(
        {"le6I": "2907", "l22I": "2909", "a_gottesheim": "2905", "coI": "2105"},
        options=OPEN,
        orders={"watrin": "manoeuvre"},
    ).movement("watrin")
    t.play("french", "move le6I")
    assert t.said("french", "go 2906") == ["manoeuvre_keeps_off"]
    t = Table(
        {"le6I": "2907", "l22I": "2907", "coI": "2905", "coII": "3006"}, options=OPEN, orders={"watrin": "manoeuvre"}
    )
    t.movement("watrin").play("french", "move le6I", "go 2906")
    assert t.said("french", "stop") == ["must_fire"], "it came to fire"
    assert "shoot 2905" in t.options("french")
    assert t.said("french", "shoot 2805") == ["no_target"]
    assert keys(against(ways(t, "l22I").bans(), t.hex("2906"))) == ["manoeuvre_keeps_off"], "line infantry"


def test_16_3_after_fire_only_one_hex_back() -> None:
    t = Table({"le6I": "2906", "l22I": "2909", "coI": "2905"}, options=OPEN, orders={"watrin": "manoeuvre"}, dice=[1])
    t.movement("watrin").play("french", "move le6I", "shoot 2905")
    assert t.said("french", "go 2907") == ["fired_only_back"]
    assert t.said("french", "back 2908") == ["no_way_back"]
    assert t.said("french", "back 2806") == ["no_way_back"], "that is in the zone"
    assert "back 2907" in t.options("french")


def test_16_3_back_takes_points_room_and_no_zone_without_a_friend() -> None:
    t = Table({"le6I": "2906", "l22I": "3006", "coI": "2905"}, options=OPEN, orders={"watrin": "manoeuvre"})
    t.s.active = t.formation("watrin")
    move = begin_move(t.s, t.mask(["le6I"]))
    back = set(t.world.grid.list_names(back_steps(t.s, move)))
    assert back == {"2907", "2807", "3007", "3006"}, "3006 lies in the zone, but a friend is there"
    move.hexes, move.spent = 1, [11]
    assert back_steps(t.s, move) == 0, "half a point left"
    move.spent = [10]
    assert t.world.grid.list_names(back_steps(t.s, move))


# [5.1.3] from zone to zone with Defence


ZONES = {"coI": "2805", "coII": "2905"}


def test_5_1_3_a_disordered_unit_that_fails_is_routed_and_runs_from_its_new_hex() -> None:
    """R-12: from 2806 to 2906, both in the zones of the Colloredo."""
    t = Table(
        {"l40I": "2806", "coI": "2804", "coII": "2905", "stI": "2705"},
        disordered=["l40I"],
        orders={"watrin": "defence"},
        dice=[6],
    ).movement("watrin")
    t.steer("french", "move l40I").play("french", "go 2906")
    assert t.level("l40I") == "routed"
    assert t.asked == "Retreat"
    goals = [o.split()[1] for o in t.options("french")]
    assert all(t.world.grid.distance(t.hex("2906"), t.hex(h)) == 2 for h in goals)


@pytest.mark.parametrize(
    ("unit", "dice", "level"), [("l40I", [4], "good"), ("l40I", [5], "disordered"), ("a_watrin", [], "good")]
)
def test_5_1_3_foot_tests_and_guns_do_not(unit: str, dice: list[int], level: str) -> None:
    t = Table({unit: "2806", "coII": "2905", "stI": "2705"}, orders={"watrin": "defence"}, dice=dice)
    t.movement("watrin").steer("french", f"move {unit}").play("french", "go 2906")
    assert t.where(unit) == "2906"
    assert t.level(unit) == level
    assert t.dice.left() == 0


# [14.2] charges


CHARGE = {"h12": "3109", "l28I": "3409", "stI": "3009"}


def test_14_2_a_charger_goes_on_until_he_can_strike() -> None:
    t = Table({"h12": "3107", "stI": "3009"}, orders={"lannes": "attack"}).movement("lannes")
    t.steer("french", "move h12").play("french", "charge", "go 3108")
    assert (t.where("h12"), t.asked) == ("3108", "Rest"), "next to 3009 he strikes"
    t = Table({"h12": "2804", "stI": "2808"}, orders={"lannes": "attack"}).movement("lannes")
    t.steer("french", "move h12").play("french", "charge", "go 2805")
    assert t.said("french", "stop") == ["charge_goes_on"]
    t = Table({"h12": "2804", "stI": "2808"}, orders={"lannes": "attack"}).movement("lannes")
    t.steer("french", "move h12").play("french", "go 2805")
    assert t.said("french", "charge") == ["charge_at_start"]


def test_14_2_4_only_a_charge_is_met_by_a_counter_charge() -> None:
    """Hussars with Defence at 2808: the 12e comes next to them, with and without a charge."""
    for charge, asked in (("charge", "CounterCharge"), ("", "Rest")):
        t = Table({"h12": "2805", "nau1": "2808"}, orders={"lannes": "attack", "ott": "defence"}).movement("lannes")
        t.steer("french", "move h12", charge, "go 2806", "go 2807", "stop")
        assert (t.asked == "CounterCharge") == bool(charge), asked


# [15.4] entering


def test_15_4_a_leader_does_not_enter_into_a_zone_without_a_friend() -> None:
    t = Table(
        {"coI": "3707", "l40I": "3201"}, due={"watrin": (4, "B"), "l22I": (4, "B")}, orders={"watrin": "manoeuvre"}
    )
    t.s.active = t.formation("watrin")
    t.s.entering = t.mask(["watrin", "l22I"])
    flag = t.hex("3807")
    assert t.s.zoc(1) >> flag & 1
    assert keys(against(ways(t, "watrin").bans(), flag)) == ["leader_in_zoc"]
    assert keys(against(ways(t, "l22I").bans(), flag)) == ["manoeuvre_keeps_off"]
    assert keys(against(ways(t, "l22I").bans(), t.hex("3803"))) == ["not_the_entry"]
    t.s.put(t.unit("coI"), flag)
    assert keys(against(ways(t, "watrin").bans(), flag)) == ["enemy_there"]


# [5.1] where the duty is met, or cannot be


def bound(spent: int, here: str, friends: bool) -> Ways:
    """The 40e I set out from 2407 under Attack, against 2416; 2409 is wheat, 2508 may be full."""
    t = Table(
        {"l40I": here, "stI": "2416"} | ({"l22I": "2508", "l22II": "2508"} if friends else {}),
        orders={"watrin": "attack"},
    )
    t.s.active = t.formation("watrin")
    t.s.counted = t.mask(["l40I"])
    move = begin_move(t.s, t.mask(["l40I"]))
    move.far, move.hexes, move.spent = t.world.far_from(t.s.occ[1])[t.hex("2407")], 1, [spent]
    return Ways(t.s, move)


def test_5_1_2_who_has_come_nearer_may_stop_but_not_turn_back() -> None:
    there = bound(8, "2408", friends=True)
    assert there.may_end()
    assert there.must_near()
    assert there.open_steps() == 0, "one point: the wheat is too dear, 2508 full, and 2407 no nearer"
    free = bound(8, "2408", friends=False)
    assert free.s.world.grid.list_names(free.open_steps()) == ["2508"]
    assert "2409" in free.s.world.grid.list_names(bound(6, "2408", friends=True).open_steps())


def test_5_1_2_who_can_come_no_nearer_goes_where_he_likes() -> None:
    """R-48: at the start, with one point left: nothing nearer is within reach."""
    start = bound(9, "2407", friends=False)
    assert not start.must_near()
    assert start.may_end(), "past doing"
    assert not bound(0, "2407", friends=False).may_end(), "it still can"


def test_5_1_2_a_unit_that_is_walled_in_may_step_away() -> None:
    """In a storm, the nearer hexes of 1805 full: l42I goes elsewhere although it has Attack."""
    t = Table(
        {"l42I": "1904", "l6I": "1905", "l6II": "1805", "suisse": "2005", "carI": "1911"},
        CAMPO,
        weather=3,
        orders={"compere": "attack"},
    )
    t.s.active = t.formation("compere")
    t.s.counted = t.mask(["l42I"])
    walled = ways(t, "l42I")
    assert not walled.must_near()
    assert "1903" in t.world.grid.list_names(walled.open_steps())
    t.s.put(t.unit("l6I"), t.hex("1701"))
    assert t.world.grid.list_names(ways(t, "l42I").open_steps()) == ["1905"], "now it can"


def test_5_1_1_two_who_decline_together_are_two() -> None:
    """R-48: of three counted units two are needed; one may go away, a stack of two may not."""
    t = Table({"l40I": "2905", "l40II": "2905", "l22I": "2907", "stI": "2105"}, orders={"watrin": "advance"})
    t.movement("watrin")
    assert t.s.counted == t.mask(["l40I", "l40II", "l22I"])
    t.play("french", "move l40I")
    assert "go 3005" in t.options("french"), "one of three"
    t.play("french", "join l40II")
    assert t.rules("french", "go 3005") == [], "it may come back nearer"
    t.play("french", "go 3005")
    assert t.said("french", "stop") == ["must_close_in"]
