"""Where rules meet: escapes from whoever arrives, command of Officers, leaders of routed troops, orders that end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grognard.games.vanguard.rules.assault.attackers import clash
from grognard.games.vanguard.rules.assault.before_combat import Evade
from grognard.games.vanguard.rules.assault.charts import attack_points, defence_points
from grognard.games.vanguard.rules.assault.retreat import BY_NOBODY, Retreat, RoutedByEnemy, rout_goals
from grognard.games.vanguard.rules.disorder.losses import near_leader
from grognard.games.vanguard.world.moving import Assault
from toolkit_vanguard import Table

CAMPO = "campotenese"


def far(t: Table, a: str, b: str) -> int:
    return t.world.grid.distance(t.hex(a), t.hex(b))


def names(t: Table, mask: int) -> set[str]:
    return set(t.world.grid.list_names(mask))


# [15.2.2] breaking off a rout at the map edge


CORNER = {"l40I": "3801", "stI": "3501"}  # nothing is farther from 3501 than the corner


def test_15_2_2_a_routed_unit_with_its_general_at_the_edge_breaks_off_its_rout() -> None:
    t = Table({**CORNER, "watrin": "3801", "stII": "3805"}, routed=["l40I"], dice=[6, 1]).end_of_turn()
    assert t.where("l40I") == "3801"
    assert "ran_off" not in t.told


def test_15_2_2_without_one_it_runs_off_the_map() -> None:
    t = Table({**CORNER, "stII": "3805"}, routed=["l40I"], dice=[6, 1]).end_of_turn()
    assert "ran_off" in t.told
    assert t.fate("l40I") == "gone"


def test_15_2_2_an_officer_is_no_reason_to_stop() -> None:
    t = Table({**CORNER, "gency": "3801", "stII": "3805"}, routed=["l40I"], dice=[6, 6, 1]).end_of_turn()
    assert t.fate("l40I") == "gone"


def test_15_2_2_a_village_at_the_edge_is_a_haven() -> None:
    """2301 is a village on the northern edge."""
    t = (
        Table({"carI": "2301", "volt": "2304", "le1I": "2003", "le1II": "2603"}, CAMPO, routed=["carI"], dice=[1, 6, 1])
        .end_of_turn()
        .steer("coalition", "stay")
    )
    assert t.where("carI") == "2301"
    assert "ran_off" not in t.told


def test_15_2_2_where_it_can_run_it_may_still_choose() -> None:
    t = Table({"l40I": "2905", "watrin": "2905", "stI": "2903"}, routed=["l40I"], dice=[6, 1]).end_of_turn()
    assert t.asked == "RoutMove"
    assert "stay" in t.options("french")
    t = Table({"l40I": "2905", "stI": "2903"}, routed=["l40I"], dice=[6, 1]).end_of_turn()
    assert t.asked == "RoutMove"
    assert t.rules("french", "stay") == ["15.2.2"]


# [7.1.1] R-79: where a Routed unit stops


def test_7_1_1_a_routed_unit_may_stop_with_a_routed_friend() -> None:
    """stI flees north from 2905; at 2903 there is stII."""
    t = Table(
        {"stI": "2905", "stII": "2903", "l40I": "2906", "l40II": "2805", "l40III": "3005"}, routed=["stI", "stII"]
    )
    assert "2903" in names(t, rout_goals(t.s, t.unit("stI")))


@pytest.mark.parametrize("level", ["good", "disordered"])
def test_7_1_1_but_not_with_one_in_good_order_or_disordered(level: str) -> None:
    t = Table(
        {"stI": "2905", "stII": "2903", "l40I": "2906", "l40II": "2805", "l40III": "3005"},
        routed=["stI"],
        disordered=["stII"] if level == "disordered" else [],
    )
    assert "2903" not in names(t, rout_goals(t.s, t.unit("stI")))
    t.open(Retreat(1, t.unit("stI"), 2, BY_NOBODY))
    assert t.rules("coalition", "retreat 2903") == ["7.1.1"]


def test_7_1_1_nor_beyond_what_may_stack() -> None:
    """Two Routed battalions fill a hex."""
    t = Table(
        {"stI": "2905", "stII": "2903", "stIII": "2903", "l40I": "2906", "l40II": "2805", "l40III": "3005"},
        routed=["stI", "stII", "stIII"],
    )
    assert "2903" not in names(t, rout_goals(t.s, t.unit("stI")))


def test_7_1_1_sent_on_past_two_hexes_it_needs_an_empty_hex() -> None:
    """R-79: two hexes away all is closed by steady friends; at three a Routed friend does not do."""
    t = Table({"stI": "3801", "l40I": "3601"}, routed=["stI"])
    for name, h in {"coI": "3602", "coII": "3702", "coIII": "3803", "stII": "3804"}.items():
        t.s.put(t.unit(name), t.hex(h))
    t.s.set_level(t.unit("stII"), 2)
    assert names(t, rout_goals(t.s, t.unit("stI"))) == {"3703"}, "not 3804, where the Routed friend is"
    t.s.put(t.unit("stII"), t.hex("3001"))
    assert names(t, rout_goals(t.s, t.unit("stI"))) == {"3804"}


def test_15_2_1_who_cannot_complete_two_hexes_is_gone_for_good() -> None:
    """All six neighbours are enemies'."""
    ring = dict(
        zip(
            ("l40I", "l40II", "l40III", "l22I", "l22II", "l22III"),
            ("2708", "2809", "2810", "2710", "2610", "2609"),
            strict=True,
        )
    )
    t = Table({"coI": "2709", **ring}, routed=["coI"])
    t.open(Retreat(1, t.unit("coI"), 2, BY_NOBODY))
    assert t.fate("coI") == "gone"
    assert t.s.steps_lost[1] == 2


# [5.1.1] R-48: who still counts for the half


def walled(t: Table, mover: str, wall: Sequence[str]) -> None:
    """Close every nearer hex of a unit by friends of another formation."""
    s, u = t.s, t.unit(mover)
    enemies = t.world.far_from(s.occ[1])
    nearer = [h for h in range(len(enemies)) if t.world.near[s.at[u]] >> h & 1 and enemies[h] < enemies[s.at[u]]]
    for name, h in zip(wall, nearer, strict=False):
        s.put(t.unit(name), h)


def behind_a_wall(free: bool) -> Table:
    """In a storm units go one hex, and one battalion fills a hex: l42I is walled in, volt is free."""
    t = Table(
        {"compere": "1904", "volt": "2204", "l42I": "1805", "carI": "2112"},
        CAMPO,
        weather=3,
        orders={"compere": "advance"},
    )
    if not free:
        walled(t, "l42I", ("le23I", "le23II", "l6I", "l6II"))
    return t.movement("compere")


def test_5_1_1_a_unit_without_a_nearer_hex_does_not_excuse_the_only_one_that_can_advance() -> None:
    t = behind_a_wall(free=False)
    assert t.s.counted == t.mask(["volt", "l42I"])
    assert t.rules("french", "done") == ["5.1.1"]
    t.play("french", "move volt")
    start = far(t, "2204", "2112")
    goes = [o.split()[1] for o in t.options("french") if o.startswith("go ")]
    assert goes
    assert all(far(t, h, "2112") < start for h in goes)


def test_5_1_1_while_another_can_still_advance_it_may_step_away() -> None:
    t = behind_a_wall(free=True)
    t.play("french", "move volt")
    start = far(t, "2204", "2112")
    goes = [o.split()[1] for o in t.options("french") if o.startswith("go ")]
    assert any(far(t, h, "2112") >= start for h in goes)


# [4.5.6] R-10: whoever arrives, however


def retreating(leader: str, fled: bool = False) -> Table:
    """The first Colloredo battalion is driven from 2904 to 2903."""
    t = Table({"coI": "2904", "gency": leader, "l40I": "2905"})
    t.s.fled = t.mask(["gency"] if fled else [])
    t.open(Retreat(1, t.unit("coI"), 1, BY_NOBODY)).steer("coalition", "retreat 2903")
    assert t.where("coI") == "2903"
    return t


def test_4_5_6_an_enemy_who_retreats_next_to_a_leader_lets_him_escape() -> None:
    t = retreating("2901")
    assert t.asked == "Rest", "two hexes off"
    t = retreating("2902")
    assert t.asked == "Escape"
    assert t.options("french") == ["go 2802", "go 2901", "go 3002", "stay"]
    assert t.rules("french", "go 2903") != []
    t.play("french", "go 2901", "stop")
    assert far(t, t.where("gency") or "", "2903") == 2
    assert t.asked == "Rest"


def test_4_5_6_once_an_activation() -> None:
    assert retreating("2902", fled=True).asked == "Rest"


def test_4_5_6_so_does_one_who_evades() -> None:
    t = Table({"nau1": "2904", "gency": "2902", "l40I": "2905"}, orders={"ott": "defence"})
    t.open(Evade(1, t.unit("nau1")))
    t.play("coalition", "evade nau1 2903")
    assert t.asked == "Escape"
    assert t.to_act == ("french",)
    t.play("french", "stay")
    assert t.where("gency") == "2902"


def test_4_5_6_so_does_one_who_steps_back_after_fire() -> None:
    t = Table(
        {"le6I": "2905", "coI": "2904", "ott": "2907"},
        options={"optional_16_3": True},
        orders={"watrin": "advance"},
        dice=[1],
    ).movement("watrin")
    t.steer("french", "move le6I").play("french", "shoot 2904", "back 2906")
    assert t.asked == "Escape"
    assert t.to_act == ("coalition",)


def test_4_5_6_so_does_a_rout_in_phase_c() -> None:
    t = Table({"coI": "2904", "gency": "2901", "l40I": "2906"}, routed=["coI"], dice=[6, 1]).end_of_turn()
    t.play("coalition", "retreat 2902")
    assert t.asked == "Escape"
    assert t.to_act == ("french",)


# [4.2] [4.4.2] R-05: the command of Officers


def test_4_2_an_officer_is_not_in_command_by_another_officers_radius() -> None:
    """Gency six hexes from Watrin, two from Malher, who is in command."""
    t = Table({"watrin": "2905", "malher": "2505", "gency": "2305", "l40I": "2105"}).command("watrin")
    assert t.in_command("malher")
    assert not t.in_command("gency")
    assert not t.in_command("l40I")


def test_4_2_a_unit_is() -> None:
    t = Table({"watrin": "2905", "malher": "2505", "l40I": "2305"}).command("watrin")
    assert t.in_command("l40I")


def test_4_4_2_an_officer_is_in_command_by_the_chain() -> None:
    """Next to a battalion that Malher's radius reaches."""
    t = Table({"watrin": "2905", "malher": "2505", "l22I": "2305", "gency": "2205", "l40I": "2005"}).command("watrin")
    assert t.in_command("l22I")
    assert t.in_command("gency")
    assert t.in_command("l40I"), "in command he spreads his own radius"
    t = Table({"watrin": "2905", "malher": "2505", "gency": "2405"}).command("watrin")
    assert t.in_command("gency"), "next to an Officer in command"


def test_4_6_no_officer_is_in_command_through_a_cavalry_officer() -> None:
    """R-77: Mainoni next to J. Rivaud, who is in command of Lannes."""
    t = Table({"lannes": "3405", "rivaudj": "2905", "mainoni": "2806"}).command("lannes")
    assert t.in_command("rivaudj")
    assert not t.in_command("mainoni")
    t = Table({"lannes": "3405", "rivaudj": "2905", "h12": "2805", "mainoni": "2705"}).command("lannes")
    assert t.in_command("mainoni"), "but through a regiment he is"


@pytest.mark.parametrize(("unit", "near"), [("h12", True), ("garde", True), ("l28I", False)])
def test_12_8_a_cavalry_officers_radius_counts_for_the_mounted_alone(unit: str, near: bool) -> None:
    t = Table({"rivaudj": "2905", unit: "2906"})
    assert near_leader(t.s, t.unit(unit)) is near
    t = Table({"mainoni": "2905", unit: "2906"})
    assert near_leader(t.s, t.unit(unit))


# [4.5.4] R-47: leaders of troops that surrender, run or are gone


def test_4_5_4_surrender_of_all_his_troops_makes_a_leader_test() -> None:
    t = Table({"coI": "2904", "gottesheim": "2904", "stI": "2902"}, routed=["coI"], dice=[6, 3])
    t.open(RoutedByEnemy(1, t.hex("2904"), t.mask(["coI"])))
    assert t.told == ["tested", "surrendered", "eliminated", "leader_safe", "leader_shelters"]
    assert t.where("gottesheim") == "2902"
    t = Table({"coI": "2904", "gottesheim": "2904"}, routed=["coI"], dice=[6, 2])
    t.open(RoutedByEnemy(1, t.hex("2904"), t.mask(["coI"])))
    assert t.fate("gottesheim") == "gone"


def test_4_5_4_while_other_troops_stay_he_does_not() -> None:
    t = Table({"coI": "2904", "coII": "2904", "gottesheim": "2904"}, routed=["coI"], dice=[6])
    t.open(RoutedByEnemy(1, t.hex("2904"), t.mask(["coI"])))
    assert t.fate("coI") == "gone"
    assert "leader_safe" not in t.told
    assert t.asked == "Rest"


def test_13_1_2_two_routed_units_of_a_hex_test_with_one_die() -> None:
    t = Table({"coI": "2904", "coII": "2904", "gottesheim": "2904"}, routed=["coI", "coII"], dice=[6, 1])
    t.open(RoutedByEnemy(1, t.hex("2904"), t.mask(["coI", "coII"])))
    assert t.told.count("surrendered") == 2
    assert t.fate("gottesheim") == "gone"


def test_4_5_4_a_leader_follows_troops_that_run_in_phase_c() -> None:
    t = Table({"coI": "2904", "gottesheim": "2904", "l40I": "2906"}, routed=["coI"], dice=[6, 1]).end_of_turn()
    t.play("coalition", next(o for o in t.options("coalition") if o.startswith("retreat")))
    assert t.asked == "FollowTroops"
    assert t.options("coalition") == ["follow coI", "stay"]
    t.play("coalition", "follow coI")
    assert t.where("gottesheim") == t.where("coI")


def test_4_5_4_who_stays_with_others_is_not_asked() -> None:
    t = Table(
        {"coI": "2904", "a_gottesheim": "2904", "gottesheim": "2904", "l40I": "2906"}, routed=["coI"], dice=[6, 1]
    ).end_of_turn()
    t.play("coalition", next(o for o in t.options("coalition") if o.startswith("retreat")))
    assert t.asked != "FollowTroops"


def test_4_5_4_the_last_unit_runs_off_the_map_and_its_officer_tests() -> None:
    t = Table({**CORNER, "gency": "3801", "stII": "3805"}, routed=["l40I"], dice=[2, 6, 1]).end_of_turn()
    assert "ran_off" in t.told
    assert t.fate("gency") == "gone"
    t = Table({**CORNER, "gency": "3801", "stII": "3805"}, routed=["l40I"], dice=[3, 6, 1]).end_of_turn()
    assert "leader_safe" in t.told


def test_4_5_4_a_survivor_with_nobody_near_may_stay() -> None:
    """R-80: no friend within his six hexes."""
    t = Table({"coI": "2904", "gottesheim": "2904"}, routed=["coI"], dice=[6, 3])
    t.open(RoutedByEnemy(1, t.hex("2904"), t.mask(["coI"])))
    assert t.asked == "Shelter"
    assert "shelter 2904" in t.options("coalition")
    t.play("coalition", "shelter 2904")
    assert t.where("gottesheim") == "2904"
    t = Table({"coI": "2904", "gottesheim": "2904", "stI": "2902", "stII": "2906"}, routed=["coI"], dice=[6, 3])
    t.open(RoutedByEnemy(1, t.hex("2904"), t.mask(["coI"])))
    assert t.rules("coalition", "shelter 2904") == ["4.5.4"], "with friends in reach he goes to them"


def test_4_5_4_a_leader_may_ride_off_with_cavalry_that_evades() -> None:
    """R-47: a retreat before combat is a retreat."""
    t = Table({"nau1": "2904", "ott": "2904", "l40I": "2905"}, orders={"ott": "defence", "watrin": "attack"})
    t.combat("watrin").steer("french", "assault 2904", "go", "done")
    t.play("coalition", next(o for o in t.options("coalition") if o.startswith("evade")))
    assert t.asked == "FollowTroops"
    t.play("coalition", "follow nau1")
    assert t.where("ott") == t.where("nau1")


# [12.7.3] R-81


def led(**more: object) -> Table:
    """The 40e I attacks, the 40e II of the same hex does not, Gency is with them."""
    t = Table(
        {"l40I": "2905", "l40II": "2905", "gency": "2905", "l22I": "2804", "l22II": "2804", "coI": "2904"},
        orders={"watrin": "attack"},
        own={"l40II": "manoeuvre"},
        dice=[6],
        **more,
    )  # type: ignore[arg-type]
    t.combat("watrin")
    return t.steer("french", "assault 2904", "all", "go", "done")


def test_12_7_3_all_steady_units_of_the_hex_go_with_the_leader() -> None:
    t = led()
    assert t.asked == "Advance"
    assert "advance l40II 2904" not in t.options("french"), "alone it did not attack"
    t.play("french", "advance gency 2904")
    assert t.where("l40I") == t.where("l40II") == t.where("gency") == "2904"


def test_12_7_3_but_no_disordered_one() -> None:
    t = led(disordered=["l40II"])
    t.play("french", "advance gency 2904")
    assert t.where("l40II") == "2905"
    assert t.where("l40I") == "2904"


def test_12_7_3_nor_one_with_an_assault_of_its_own_to_come() -> None:
    t = Table(
        {
            "l40I": "2905",
            "l40II": "2905",
            "gency": "2905",
            "l22I": "2804",
            "l22II": "2804",
            "coI": "2904",
            "coII": "3006",
        },
        orders={"watrin": "attack"},
        dice=[6, 1, 1, 1, 1],
    )
    t.combat("watrin").play("french", "assault 2904", "with l40I", "with l22I", "with l22II", "go")
    t.steer("french", "assault 3006", "with l40II", "go", "done", "resolve 2904")
    assert t.asked == "Advance"
    t.play("french", "advance gency 2904")
    assert t.where("l40I") == "2904"
    assert t.where("l40II") == "2905"


# [15.3] R-83


def test_15_3_who_retreated_before_combat_does_not_rally_that_turn() -> None:
    t = Table({"nau1": "2904", "l40I": "2907", "ott": "2903"}, orders={"ott": "defence"}, disordered=["nau1"])
    t.s.evaded = t.mask(["nau1"])
    t.rally("ott")
    assert t.asked == "Rest"
    t = Table({"nau1": "2904", "l40I": "2907", "ott": "2903"}, orders={"ott": "defence"}, disordered=["nau1"])
    t.rally("ott")
    assert t.options("coalition") == ["rally 2904", "done"]


def test_15_3_evading_is_remembered_until_the_turn_ends() -> None:
    t = Table(
        {"nau1": "2904", "nau2": "2904", "l40I": "2905", "bach": "2701"},
        orders={"ott": "defence"},
        disordered=["nau1", "bach"],
        dice=[6, 1],
    )
    t.open(Evade(1, t.unit("nau1"))).play("coalition", "evade nau1 2903")
    t.s.put(t.unit("l40I"), t.hex("3505"))
    t.rally("ott")
    assert t.options("coalition") == ["rally 2701", "done"]
    assert t.rules("coalition", "rally 2903") == ["15.3"]
    t.end_of_turn()
    assert not t.s.evaded


# [15.4.1] R-34


def late(order: str) -> Table:
    """l42I comes in by A on turn 2 while Compère's formation has an order."""
    t = Table(
        {"compere": "1904", "volt": "1904", "carI": "2615"},
        CAMPO,
        turn=2,
        due={"l42I": (2, "A")},
        orders={"compere": order},
    ).activate("compere")
    return t.steer("french", "all", "keep")


def test_15_4_1_a_late_reinforcement_has_advance_while_it_enters_and_then_the_formations_order() -> None:
    t = late("defence")
    assert t.order("l42I") == "advance"
    assert t.order("volt") == "defence"
    t.play("french", "move l42I")
    while t.s.active >= 0:
        side = t.to_act[0]
        t.play(side, next(o for o in ("stop", "done", "keep", *t.options(side)) if o in t.options(side)))
    assert t.where("l42I") is not None
    assert t.order("l42I") == "defence"


def test_15_4_1_under_advance_nothing_changes() -> None:
    t = late("advance")
    assert t.order("l42I") == "advance"
    assert t.s.arrived == 0


# [10.4]: each hex halves its own


def two_hexes(t: Table, attackers: list[str], *targets: str) -> Assault:
    a = Assault(sum(1 << t.hex(name) for name in targets))
    a.attackers = t.mask(attackers)
    t._act("watrin", False)
    return a


def test_10_4_cavalry_is_halved_where_it_stands_whatever_ground_is_picked() -> None:
    """0614 is woods, its neighbour 0714 is open: hussars of 4 in each."""
    t = Table({"l40I": "0713", "nau1": "0614", "nau2": "0714"})
    assert "woods" in t.world.grounds[t.hex("0614")]
    assert "woods" not in t.world.grounds[t.hex("0714")]
    a = two_hexes(t, ["l40I"], "0614", "0714")
    for name in ("0614", "0714"):
        for terrain in t.world.grounds[t.hex(name)]:
            assert defence_points(clash(t.s, a, t.hex(name), terrain)) == 2 + 4


def test_10_4_in_a_single_hex_the_terrain_picked_decides() -> None:
    """R-74: 0815 is hill and woods."""
    t = Table({"l40I": "0814", "nau1": "0815"})
    a = two_hexes(t, ["l40I"], "0815")
    assert defence_points(clash(t.s, a, t.hex("0815"), "woods")) == 2
    assert defence_points(clash(t.s, a, t.hex("0815"), "hill")) == 4


def test_10_4_cavalry_that_attacks_woods_among_others_is_halved() -> None:
    t = Table({"h12": "0713", "stI": "0614", "stII": "0714"})
    t.s.active = t.formation("lannes")
    a = Assault(1 << t.hex("0614") | 1 << t.hex("0714"))
    a.attackers = t.mask(["h12"])
    assert attack_points(clash(t.s, a, t.hex("0714"), t.world.grounds[t.hex("0714")][0])) == 3
    b = Assault(1 << t.hex("0714"))
    b.attackers = t.mask(["h12"])
    assert attack_points(clash(t.s, b, t.hex("0714"), t.world.grounds[t.hex("0714")][0])) == 5


# [16.1] R-35


HQ = {"optional_16_1": True}


def test_16_1_the_headquarters_may_act_on_turn_1_if_the_chief_is_there() -> None:
    t = Table({"lannes": "3409", "l28I": "3409", "ott": "2011"}, turn=1, options=HQ).initiative()
    assert t.options("french") == ["activate lannes", "headquarters"]
    t.play("french", "headquarters")
    assert t.asked == "ChangeOrders"
    t.play("french", "done")
    assert t.s.active == t.formation("lannes"), "nothing else was left to name"
    t = Table({"lannes": "3409", "l28I": "3409", "watrin": "3411", "ott": "2011"}, turn=1, options=HQ).initiative()
    t.play("french", "headquarters", "done")
    assert t.rules("french", "headquarters") == ["16.1"], "once a turn"


def test_16_1_not_before_he_is_on_the_map() -> None:
    t = Table({"l28I": "3409", "ott": "2011", "watrin": "3411"}, turn=1, options=HQ, due={"lannes": (1, "B")})
    t.initiative()
    assert "headquarters" not in t.options("french")
    assert t.rules("french", "headquarters") == ["16.1"]


def test_16_1_without_the_option_there_is_none() -> None:
    t = Table({"lannes": "3409", "l28I": "3409", "watrin": "3411", "ott": "2011"}, dice=[6, 1]).initiative()
    assert t.rules("french", "headquarters") == ["16.1"]


# [16.3.4] R-82


OPEN = {"optional_16_3": True}


@pytest.mark.parametrize("order", ["manoeuvre", "defence"])
def test_16_3_4_under_manoeuvre_or_defence_a_tired_unit_keeps_its_order_and_may_not_fire(order: str) -> None:
    t = Table(
        {"le6I": "2905", "watrin": "2905", "l40I": "2908", "coI": "2904"},
        options=OPEN,
        fatigued=["le6I"],
        orders={"watrin": order},
    ).command("watrin")
    t.steer("french", "keep")
    assert t.asked == "ShedFatigue"
    t.play("french", "rest le6I")
    assert t.order("le6I") == order
    assert t.s.fatigued == t.mask(["le6I"])
    t.movement("watrin")
    if order == "manoeuvre":
        assert t.rules("french", "move le6I") == ["8.1"], "it may not fire, and is held by the zone"
    else:
        t.play("french", "move le6I")
        assert t.rules("french", "shoot 2904") == ["16.3"]


@pytest.mark.parametrize("order", ["advance", "attack"])
def test_16_3_4_under_advance_or_attack_without_a_test_it_has_defence(order: str) -> None:
    t = Table(
        {"le6I": "2905", "watrin": "2905", "coI": "2904"}, options=OPEN, fatigued=["le6I"], orders={"watrin": order}
    ).command("watrin")
    t.steer("french", "keep").play("french", "rest le6I")
    assert t.order("le6I") == "defence"


@pytest.mark.parametrize(("die", "order", "tired"), [(3, "manoeuvre", False), (6, "defence", True)])
def test_16_3_4_it_may_test_all_the_same(die: int, order: str, tired: bool) -> None:
    t = Table(
        {"le6I": "2905", "watrin": "2905", "coI": "2904"},
        options=OPEN,
        fatigued=["le6I"],
        dice=[die],
        orders={"watrin": "manoeuvre"},
    ).command("watrin")
    t.steer("french", "keep").play("french", "shed le6I")
    assert t.order("le6I") == order
    assert bool(t.s.fatigued) is tired
