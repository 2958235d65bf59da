"""Rulebook 4 to 17: the last number, hex and counter that a paragraph covers, and the first that it does not."""

from __future__ import annotations

import pytest

from grognard.games.vanguard.rules.artillery import why_no_fire
from grognard.games.vanguard.rules.assault.advance import Advance, ChargeIn
from grognard.games.vanguard.rules.assault.attackers import must_attack_now
from grognard.games.vanguard.rules.assault.before_combat import Evade
from grognard.games.vanguard.rules.assault.charts import density, fire_row
from grognard.games.vanguard.rules.assault.declaration import Compose
from grognard.games.vanguard.rules.assault.muster import Muster
from grognard.games.vanguard.rules.assault.resolution import PickGround, Resolve
from grognard.games.vanguard.rules.assault.retreat import open_ground
from grognard.games.vanguard.rules.command import mark_command
from grognard.games.vanguard.rules.disorder.losses import worse
from grognard.games.vanguard.rules.disorder.reinforcements import Reinforce
from grognard.games.vanguard.rules.fog import dark
from grognard.games.vanguard.rules.initiative import present
from grognard.games.vanguard.rules.leaders import Escape, FollowTroops, Overrun
from grognard.games.vanguard.rules.movement.duties import begin_move, counted_units, may_move, owes
from grognard.games.vanguard.rules.movement.next_mover import MoveUnits
from grognard.games.vanguard.rules.movement.steps import column_bans
from grognard.games.vanguard.rules.movement.terrain import step_cost
from grognard.games.vanguard.rules.movement.ways import Ways
from grognard.games.vanguard.rules.optional.skirmish import hit_top, volley
from grognard.games.vanguard.rules.orders import ColumnTries, Rouse, within_call
from grognard.games.vanguard.world.moving import Assault, Column
from grognard.games.vanguard.world.roster import CLASSES
from grognard.games.vanguard.world.world import world
from grognard.kernel.ban import against
from toolkit_vanguard import Table

CAMPO = "campotenese"
OPEN = {"optional_16_3": True}


def keys(reasons: list[tuple[str, str, tuple[object, ...]]]) -> list[str]:
    return [key for _, key, _ in reasons]


def ways(t: Table, *names: str) -> Ways:
    return Ways(t.s, begin_move(t.s, t.mask(names)))


# [9.3] march column


@pytest.mark.parametrize(("place", "may"), [("2910", True), ("2907", True), ("2711", False), ("2905", False)])
def test_9_3_a_column_forms_on_major_and_minor_roads_not_on_tracks(place: str, may: bool) -> None:
    """2910 lies on the major road, 2907 on a minor one, 2711 on a track, 2905 off the road."""
    t = Table({"l40I": place, "coI": "0101"}, orders={"watrin": "manoeuvre"})
    t.s.active = t.formation("watrin")
    move = ways(t, "l40I")
    assert move.may_column(move.move.here) is may
    assert keys(against(column_bans(t.s, move.move, move), None)) == ([] if may else ["no_road"])


def test_9_3_2_a_column_keeps_out_of_zones_and_says_so() -> None:
    """At 2910 in column: 2909 is in the zone of 2908, 2911 is not."""
    t = Table({"l40I": "2910", "coI": "2908"}, orders={"watrin": "advance"})
    t.s.active = t.formation("watrin")
    move = ways(t, "l40I")
    move.move.column = True
    assert "column_in_zoc" in keys(against(move.bans(), t.hex("2909")))
    assert "column_in_zoc" not in keys(against(move.bans(), t.hex("2911")))
    assert "column_in_zoc" not in keys(against(move.bans(), t.hex("3010")))


@pytest.mark.parametrize(("enemy", "may"), [("3806", False), ("3809", True), ("3805", True)])
def test_15_4_who_enters_in_column_needs_a_flag_free_of_zones(enemy: str, may: bool) -> None:
    t = Table({"coI": enemy}, due={"l22I": (4, "B")}, orders={"watrin": "advance"})
    t.s.active, t.s.entering = t.formation("watrin"), t.mask(["l22I"])
    assert ways(t, "l22I").may_column(-1) is may
    for flag, order, road in (("A", "advance", True), ("C", "manoeuvre", True), ("A", "attack", False)):
        t = Table({"coI": "0101"}, due={"l22I": (4, flag)}, orders={"watrin": order})
        t.s.active, t.s.entering = t.formation("watrin"), t.mask(["l22I"])
        assert ways(t, "l22I").may_column(-1) is road, "a minor road will do"


def test_9_3_2_no_column_enters_onto_a_friend() -> None:
    t = Table({"l40I": "3807", "coI": "0101"}, due={"l22I": (4, "B")}, orders={"watrin": "advance"})
    t.s.active, t.s.entering = t.formation("watrin"), t.mask(["l22I"])
    assert ways(t, "l22I").entries(True) == []
    assert ways(t, "l22I").entries(False) == [(t.hex("3807"), [2], False)]


def test_15_4_with_defence_too_a_unit_enters() -> None:
    t = Table({"l40I": "2905", "coI": "0101"}, due={"l22I": (4, "B")}, orders={"watrin": "defence"})
    t.s.entering = t.mask(["l22I"])
    t.movement("watrin").play("french", "move l22I")
    t.steer("french", "go 3807", "stop")
    assert t.where("l22I") == "3807"


# [14.2] charges


def test_14_2_the_points_left_must_suffice_for_the_enemys_hex() -> None:
    """Eight points; the clear hex of the enemy costs one."""
    t = Table({"h12": "2905", "coI": "2904"}, orders={"lannes": "attack"})
    t.s.active = t.formation("lannes")
    move = ways(t, "h12")
    assert t.world.grid.list_names(move.charge_targets(t.hex("2905"), [14])) == ["2904"]
    assert move.charge_targets(t.hex("2905"), [15]) == 0


def test_14_2_what_ground_a_charge_does_not_take() -> None:
    """From 2709: 2710 is a village, 2609 lies beyond the stream, 2809 is open."""
    t = Table({"h12": "2709", "coI": "3801"}, orders={"lannes": "attack"})
    t.s.active = t.formation("lannes")
    move = ways(t, "h12")
    move.move.charge = True
    assert keys(against(move._unit_bans(), t.hex("2710"))) == ["no_charge_ground"]
    assert keys(against(move._unit_bans(), t.hex("2609"))) == ["no_charge_ground"]
    assert against(move._unit_bans(), t.hex("2809")) == []


def test_14_2_a_charger_is_bound_without_a_zone() -> None:
    t = Table({"h12": "2905", "coI": "2601"}, orders={"lannes": "attack"})
    t.s.active = t.formation("lannes")
    assert not must_attack_now(t.s, t.unit("h12"))
    t.s.charging = t.mask(["h12"])
    assert must_attack_now(t.s, t.unit("h12"))


def test_14_2_4_one_counter_charge_after_the_other() -> None:
    t = Table({"h12": "2905", "nau1": "2904", "nau2": "3105", "l28I": "3106"}, orders={"lannes": "attack"})
    t.s.active = t.formation("lannes")
    for charger, target in (("nau1", "2905"), ("nau2", "3106")):
        a = Assault(1 << t.hex(target))
        a.attackers, a.counter, a.charge = t.mask([charger]), True, True
        t.s.assaults.append(a)
    assert [str(o) for o in Resolve(0).options(t.s, 0)] == ["resolve 2905"]


# [5.1] duties


def test_5_1_2_where_nothing_nearer_is_left_it_may_stop_though_it_could_go_on() -> None:
    """From 2407 against 2416 only 2408 is nearer within a point, and it is full."""
    for full, may in ((True, True), (False, False)):
        t = Table(
            {"l40I": "2407", "stI": "2416"} | ({"l22I": "2408", "l22II": "2408"} if full else {}),
            orders={"watrin": "attack"},
        )
        t.s.active = t.formation("watrin")
        t.s.counted = t.mask(["l40I"])
        move = ways(t, "l40I")
        move.move.hexes, move.move.spent = 1, [8]
        assert move.next_steps()
        assert move.may_end() is may


def test_5_1_1_who_owes_is_named() -> None:
    t = Table({"l40I": "2905", "l22I": "2907", "coI": "2105"}, orders={"watrin": "advance"})
    t.s.active = t.formation("watrin")
    t.s.counted = t.mask(["l40I", "l22I"])
    both = t.mask(["l40I", "l22I"])
    assert owes(t.s, both) == t.unit("l22I"), "the first of the list"
    t.s.nearer = t.mask(["l22I"])
    assert owes(t.s, both) == -1, "half of two is one"


def test_17_1_5_on_the_march_nobody_is_counted_or_stays_put() -> None:
    """2312 is a village."""
    t = Table({"frI": "2312", "frII": "2905", "l40I": "3801"}, marching=True, orders={"vogelsang": "attack"})
    t.s.active = t.formation("vogelsang")
    units = t.mask(["frI", "frII"])
    assert counted_units(t.s, units) == 0
    assert MoveUnits(1, units, 0)._may_stay(t.s) == 0
    t.s.marching = [False] * len(t.s.marching)
    assert counted_units(t.s, units) == t.mask(["frII"])
    assert MoveUnits(1, units, 0)._may_stay(t.s) == t.mask(["frI"])


def test_8_1_an_austrian_in_a_zone_does_not_move() -> None:
    for order, may in (("attack", False), ("defence", True)):
        t = Table({"coI": "2904", "l40I": "2905"}, orders={"gottesheim": order})
        t.s.active = t.formation("gottesheim")
        assert may_move(t.s, t.unit("coI")) is may


def test_5_1_3_into_a_zone_with_a_friend_there_is_no_test() -> None:
    t = Table({"l40I": "2806", "l22I": "2906", "coII": "2905", "stI": "2705"}, orders={"watrin": "defence"})
    t.movement("watrin").play("french", "move l40I", "go 2906")
    assert t.where("l40I") == "2906"
    assert "tested" not in t.told


# [4] command


def test_4_4_cavalry_too_can_be_out_of_command() -> None:
    t = Table({"lannes": "3409", "h12": "2405", "l28I": "3409", "coI": "0101"})
    t.s.active = t.formation("lannes")
    mark_command(t.s)
    assert (t.in_command("h12"), t.in_command("l28I")) == (False, True)


def test_5_2_without_a_chief_nobody_is_within_call() -> None:
    """Digonet, the last counter of all, stands with Verdier: he is no chief."""
    t = Table({"verdier": "1905", "digonet": "1905", "l6I": "1905"}, CAMPO)
    assert not within_call(t.s, 0, t.formation("verdier"))
    t.s.put(t.unit("reynier"), t.hex("1905"))
    assert within_call(t.s, 0, t.formation("verdier"))


def test_15_4_each_piece_comes_with_its_own_formation() -> None:
    t = Table({})
    assert t.world.guests_of[t.formation("ott")] >> t.unit("mariassy") & 1
    assert t.world.guests_of[t.formation("watrin")] >> t.unit("l40I") & 1
    t = Table({"carI": "2112"}, CAMPO, turn=2, due={"l6II": (1, "A")})
    refused = Reinforce(0).why_not(t.s, t.world.lexicon.make("round", t.unit("l6II"), 2))
    assert refused == [("17.2.1", "cannot_go_round", (t.unit("l6II"),))]


# [4.5] leaders


def test_4_5_6_in_a_storm_he_goes_one_hex() -> None:
    t = Table({"huard": "1905", "carI": "1904"}, CAMPO, weather=3)
    t.open(Escape(0, t.unit("huard"), t.hex("1904"))).play("french", "go 1906")
    assert t.where("huard") == "1906"
    assert t.asked == "Rest", "one hex only"


def test_4_5_6_other_questions_are_refused_as_such() -> None:
    t = Table({"gency": "2905", "coI": "2904"})
    t.open(Escape(0, t.unit("gency"), t.hex("2904")))
    assert t.said("french", "retreat 2906") == ["moment"]
    t = Table({"le6I": "2905", "gency": "2904", "coI": "2904"})
    t.open(Overrun(0, t.unit("gency")))
    assert t.said("french", "retreat 2906") == ["moment"]
    t = Table({"gency": "2904", "l40I": "2902"})
    t.open(FollowTroops(0, t.unit("gency"), t.mask(["l40I"])))
    assert t.said("french", "go 2902") == ["moment"]


def test_8_2_3_the_last_officer_of_the_list_gets_away_too() -> None:
    t = Table({"rivaudo": "2904", "coI": "2904"})
    assert Overrun(0, t.unit("rivaudo"))._ways(t.s).leader
    t.open(Overrun(0, t.unit("rivaudo"))).play("french", "go 2905")
    assert t.where("rivaudo") == "2905"


# [11] [16.3] fire


@pytest.mark.parametrize(("points", "drm"), [(2, -1), (3, 0), (6, 0), (7, 1), (9, 1), (10, 2)])
def test_11_4_3_density(points: int, drm: int) -> None:
    assert density(world("montebello").tables, points) == drm


def test_11_4_3_rows_beyond_the_table_are_its_first_and_last() -> None:
    chart = world("montebello").tables.bombardment
    rows = [fire_row(chart, row) for row in (-2, 1, 2, 7, 8, 12)]
    assert rows == [chart.rows[0], chart.rows[0], "2", "7", chart.rows[-1], chart.rows[-1]]


def test_11_4_3_austrian_guns_do_not_fire_at_guns_alone() -> None:
    t = Table({"a_oreilly": "2905", "a_watrin": "2904"})
    gun = t.unit("a_oreilly")
    assert keys(why_no_fire(t.s, gun, t.hex("2904"), 1 << gun)) == ["only_guns"]
    assert keys(why_no_fire(t.s, gun, t.hex("2906"), 1 << gun)) == ["nobody_there"]


def test_16_3_3_the_top_unit_tests_with_its_own_value() -> None:
    """The second Nauendorf has 4, the counter after it 3."""
    t = Table({"nau2": "2904", "l40I": "2905"}, options=OPEN, dice=[4])
    assert hit_top(t.s, t.hex("2904"), 1, "D") == []
    assert t.level("nau2") == "good"


@pytest.mark.parametrize(("order", "sheltered"), [("defence", True), ("advance", False)])
def test_16_3_2_houses_shelter_from_skirmishers_with_defence(order: str, sheltered: bool) -> None:
    t = Table({"le6I": "3008", "coI": "3007"}, options=OPEN, orders={"gottesheim": order})
    assert volley(t.s, t.unit("le6I"), t.hex("3007")).sheltered is sheltered
    t = Table({"bach": "3008", "l40I": "3007"}, options=OPEN, orders={"watrin": order})
    assert volley(t.s, t.unit("bach"), t.hex("3007")).sheltered is sheltered


# [12] combat


def test_11_4_4_who_is_broken_before_the_die_drops_out_and_in_the_fight_he_does_not() -> None:
    """R-21."""
    for fight, left in ((-1, 0), (0, 1)):
        t = Table({"l40I": "2905", "coI": "2904"})
        a = Assault(1 << t.hex("2904"))
        a.attackers = a.doubtful = t.mask(["l40I"])
        t.s.assaults, t.s.fight = [a], fight
        worse(t.s, t.unit("l40I"))
        assert (a.attackers.bit_count(), a.doubtful.bit_count()) == (left, left)


def test_12_7_cavalry_does_not_advance_into_a_redoubt() -> None:
    """R-76."""
    t = Table({"ch6": "2111", "l42I": "2111", "carI": "2720"}, CAMPO, orders={"compere": "attack"})
    t.s.active = t.formation("compere")
    a = Assault(1 << t.hex("2112"))
    a.attackers, a.over = t.mask(["ch6", "l42I"]), True
    t.s.assaults = [a]
    t.open(Advance(0, 0, False))
    assert t.options("french") == ["advance l42I 2112", "pass"]
    a.attackers = t.mask(["ch6"])
    assert t.open(Advance(0, 0, False)).asked == "Rest"


def test_12_6_no_retreat_into_closed_ground() -> None:
    """2412 is impassable, 2112 a redoubt."""
    t = Table({"ch6": "2111", "l42I": "2411", "carI": "2212"}, CAMPO)
    rider, foot = open_ground(t.s, t.unit("ch6")), open_ground(t.s, t.unit("l42I"))
    assert [bool(rider >> t.hex(h) & 1) for h in ("2112", "2412", "2411", "2212", "2110")] == [
        False,
        False,
        True,
        False,
        True,
    ]
    assert [bool(foot >> t.hex(h) & 1) for h in ("2112", "2412", "2413", "2212")] == [True, False, True, False]
    assert foot & ~t.world.hexes == 0


def test_14_1_where_it_cannot_go_is_named() -> None:
    t = Table({"nau1": "2904", "l40I": "2905"}, orders={"ott": "defence"})
    refused = Evade(1, t.unit("nau1")).why_not(t.s, t.world.lexicon.make("evade", t.unit("nau1"), t.hex("2905")))
    assert refused == [("14.1", "cannot_evade_there", (t.s.spot(t.hex("2905")),))]


# [9.2] tracks


def test_9_2_along_a_track_horse_climbs_a_hill_for_two() -> None:
    """R-16."""
    sheet = world("montebello")
    riders = CLASSES.index("light_cav")
    tracks = [(a, b) for (a, b), road in sheet.road.items() if road == 2 and sheet.grounds[b] == ("hill",)]
    assert tracks
    assert {step_cost(sheet, riders, a, b, False, 0) for a, b in tracks} == {(b, 4, False) for _, b in tracks}


# the other side, and the next in the list


def test_5_3_austrian_officers_out_of_sight_are_asked_too() -> None:
    """R-49: O'Reilly stands beneath Bach, far from every Frenchman; with the enemy near he is seen, and not asked."""
    for enemy, asked in (("3801", True), ("0303", False)):
        t = Table(
            {"ott": "2011", "mariassy": "0101", "oreilly": "0301", "bach": "0301", "l40I": enemy}, lost=["mariassy"]
        )
        t.s.active = t.formation("ott")
        assert Rouse(1)._may_seem(t.s) is asked


def test_11_3_2_beneath_the_first_counter_a_leader_rides_unseen_too() -> None:
    t = Table({"mariassy": "0101", "ott": "0101", "bach": "0102", "l40I": "3801"})
    found = dark(t.s, 1, t.mask(["ott"]), t.hex("0101"), t.hex("0102"))
    assert found == ((t.unit("mariassy"), True), (t.unit("bach"), False))


def test_16_3_austrians_with_manoeuvre_come_to_fire_too() -> None:
    t = Table({"bach": "2907", "l40I": "2905"}, options=OPEN, orders={"ott": "manoeuvre"})
    t.s.active = t.formation("ott")
    move = ways(t, "bach")
    assert move.lurking
    assert not move.barred >> t.hex("2906") & 1
    t = Table({"bach": "2907", "a_watrin": "2905"}, options=OPEN, orders={"ott": "manoeuvre"})
    t.s.active = t.formation("ott")
    assert ways(t, "bach").barred >> t.hex("2906") & 1, "nobody fires at guns"


@pytest.mark.parametrize(
    ("unit", "formation", "there"),
    [("l40III", "watrin", True), ("a_herbin", "watrin", False), ("a_herbin", "chambarlhac", True)],
)
def test_6_1_who_is_due_counts_for_his_own_formation(unit: str, formation: str, there: bool) -> None:
    t = Table({"coI": "1905"}, due={unit: (4, "B")})
    assert present(t.s, t.formation(formation)) is there


def test_16_2_an_officer_who_is_gone_tries_nothing() -> None:
    t = Table({"ott": "2011", "bach": "2012"}, options={"optional_16_2": True})
    t.s.active = t.formation("ott")
    t.s.columns[t.unit("oreilly")] = Column(t.mask(["bach"]), 1, formed=True)
    assert ColumnTries(1, t.unit("oreilly")).options(t.s, 1) == []
    t.s.put(t.unit("oreilly"), t.hex("2012"))
    assert len(ColumnTries(1, t.unit("oreilly")).options(t.s, 1)) == 4
    assert ColumnTries(1, t.unit("schustekh")).options(t.s, 1) == []


def test_12_4_1_a_further_hex_that_may_not_be_added_says_what_it_lacks() -> None:
    """2 against 4 may be declared, 2 against 15 may not."""
    t = Table({"l28III": "2905", "coI": "2904", "miII": "3005", "reII": "3005"}, orders={"lannes": "attack"})
    t.s.active = t.formation("lannes")
    a = Assault(1 << t.hex("2904"))
    a.attackers = t.mask(["l28III"])
    t.s.assaults = [a]
    t.s.own[t.unit("l28III")] = 0
    muster = Muster(t.s, 0)
    question = Compose(0, 0)
    assert keys(question._why_not_also(t.s, a, muster, t.hex("3005"))) == ["odds_too_low"]
    assert keys(question._why_not_also(t.s, a, muster, t.hex("3004"))) == ["not_adjacent_to_all"]


def test_14_2_and_10_0_a_refusal_names_the_hex() -> None:
    t = Table({"h12": "2905", "coI": "2601"}, orders={"lannes": "attack"})
    t.s.assaults = [Assault(1 << t.hex("2601"))]
    t.s.assaults[0].attackers = t.mask(["h12"])
    make = t.world.lexicon.make
    refused = ChargeIn(0, 0).why_not(t.s, make("advance", t.unit("h12"), t.hex("2904")))
    assert refused == [("14.2", "cannot_advance", (t.unit("h12"), t.s.spot(t.hex("2904"))))]
    refused = PickGround(1).why_not(t.s, make("ground", t.hex("2904"), 0))
    assert refused == [("10.0", "no_such_ground", (t.s.spot(t.hex("2904")),))]


def test_9_1_each_of_a_stack_pays_by_its_own_table() -> None:
    """From 0713 into the woods of 0614, across the stream: foot 3 points, guns 4 and they stop."""
    t = Table({"l40I": "0713", "a_watrin": "0713", "coI": "3801"}, orders={"watrin": "manoeuvre"})
    t.s.active = t.formation("watrin")
    found = {h: (spent, halt) for h, spent, halt in ways(t, "a_watrin", "l40I").next_steps()}
    assert found[t.hex("0614")] == ([8, 6], True)
    assert found[t.hex("0712")] == ([4, 4], False)
