"""Rulebook 4.5, 10, 11, 12.5.4, 15 and 16.3: the same for either side, and for the first and the last of a list."""

from __future__ import annotations

import pytest

from grognard.games.vanguard.rules.activation import EndCombat, StackOrder, order_matters
from grognard.games.vanguard.rules.artillery import StepLost, shell, stacked_pairs, targets_of, volley, why_no_fire
from grognard.games.vanguard.rules.assault.attackers import available, clash, grounds
from grognard.games.vanguard.rules.assault.before_combat import Repel, RetreatsBefore, Slip
from grognard.games.vanguard.rules.assault.charts import (
    BELOW,
    Clash,
    Fighter,
    Volley,
    attack_points,
    clash_terms,
    defence_points,
    fire_column,
    fire_terms,
    odds_column,
)
from grognard.games.vanguard.rules.assault.muster import Muster
from grognard.games.vanguard.rules.assault.results import ExchangeLoss, one_level, result_frames
from grognard.games.vanguard.rules.assault.retreat import (
    BY_NOBODY,
    Retreat,
    RoutedByEnemy,
    RoutMove,
    flags_near,
    rout_goals,
)
from grognard.games.vanguard.rules.command import mark_command
from grognard.games.vanguard.rules.disorder.losses import worse
from grognard.games.vanguard.rules.disorder.reactions import arrivals
from grognard.games.vanguard.rules.efficiency import passes
from grognard.games.vanguard.rules.fog import dark, hidden_arrival, visible
from grognard.games.vanguard.rules.ground import bombard_ground
from grognard.games.vanguard.rules.leaders import Escape, FollowTroops, LonelyLeaders, Overrun, alarms
from grognard.games.vanguard.rules.movement.duties import begin_move
from grognard.games.vanguard.rules.movement.terrain import entry_cost, step_cost
from grognard.games.vanguard.rules.movement.ways import Ways, skirmish_targets
from grognard.games.vanguard.rules.optional.skirmish import ShedFatigue, hit_top
from grognard.games.vanguard.rules.orders import Rouse
from grognard.games.vanguard.rules.stacking import may_stack, room
from grognard.games.vanguard.world.moving import Assault, Column
from grognard.games.vanguard.world.roster import CLASSES
from grognard.games.vanguard.world.world import world
from toolkit_vanguard import Table

CAMPO = "campotenese"
OPEN = {"optional_16_3": True}
SIDES = ("french", "coalition")


def keys(reasons: list[tuple[str, str, tuple[object, ...]]]) -> list[str]:
    return [key for _, key, _ in reasons]


def event(t: Table, key: str) -> tuple[object, ...]:
    """What was said the last time."""
    return [e.args for e in [*(e for _, e in t.match.log()), *t.s.events] if e.key == key][-1]


def names(t: Table, mask: int) -> set[str]:
    return set(t.world.grid.list_names(mask))


# [7.1] stacking


@pytest.mark.parametrize(
    ("units", "may"),
    [
        (("l43I", "l43II"), True),
        (("le6I", "l40III"), True),
        (("h12", "l28I"), False),
        (("l28III", "le6I"), False),
        (("l40III", "le24I"), False),
        (("reII", "loba"), False),
        (("loba", "lobb"), True),
        (("lobc", "spI"), False),
        (("a_watrin", "a_herbin"), True),
        (("a_watrin", "le24I"), True),
        (("l40I", "l40II", "a_watrin"), False),
        (("coIII", "frI"), False),
        (("frIII", "ogulin"), False),
    ],
)
def test_7_1_who_may_share_a_hex_at_montebello(units: tuple[str, ...], may: bool) -> None:
    t = Table({})
    assert may_stack(t.world, t.mask(units)) is may


@pytest.mark.parametrize(
    ("units", "may"),
    [
        (("volt", "le1I"), False),
        (("ch6", "ch9"), True),
        (("cavRe", "cavPr"), False),
        (("a_3", "le23I"), True),
        (("a_3", "a_ver"), False),
        (("volt",), True),
    ],
)
def test_17_2_3_who_may_share_a_hex_at_campotenese(units: tuple[str, ...], may: bool) -> None:
    t = Table({}, CAMPO)
    assert may_stack(t.world, t.mask(units)) is may


@pytest.mark.parametrize("unit", ["spII", "l28I", "l43III", "mariassy"])
def test_7_1_room_is_counted_among_friends_alone(unit: str) -> None:
    """The last of one side and the first of the other: it is the unit's own side that fills the hex."""
    t = Table({"coI": "2904", "coII": "2904", "l40I": "2905", "l40II": "2905"})
    mine, theirs = ("2905", "2904") if t.s.side(t.unit(unit)) == 0 else ("2904", "2905")
    assert not room(t.s, t.hex(mine), 1 << t.unit(unit))
    assert room(t.s, t.hex(theirs), 1 << t.unit(unit))


# [10.0] the ground that counts under fire


@pytest.mark.parametrize(("skirmish", "side"), [(False, 0), (False, 1), (True, 0), (True, 1)])
def test_10_0_the_inactive_player_picks_the_ground_that_suits_him(skirmish: bool, side: int) -> None:
    """R-78: 0815 is hill and woods; 2312 hill and village, which needs Defence."""
    unit, general = ("l40I", "watrin") if side == 0 else ("coI", "gottesheim")
    t = Table({unit: "0815"})
    at = t.hex("0815")
    assert bombard_ground(t.s, at, side, side, skirmish) == ("woods", False), "the target: -1"
    assert bombard_ground(t.s, at, side, 1 - side, skirmish)[0] == "hill", "the firer: 0"
    t = Table({unit: "2312"}, orders={general: "defence"})
    assert bombard_ground(t.s, t.hex("2312"), side, side, skirmish) == ("village", True)
    assert bombard_ground(t.s, t.hex("2312"), side, 1 - side, skirmish) == ("hill", True)
    t = Table({unit: "2312"}, orders={general: "advance"})
    drm = {ground: t.world.tables.tec.hex[ground].bombard_drm for ground in ("hill", "village")}
    assert drm == {"hill": 0, "village": -1}
    assert bombard_ground(t.s, t.hex("2312"), side, side, skirmish)[1] is False


def test_10_0_of_several_hexes_only_those_with_troops_are_picked_from() -> None:
    """0614 is woods with infantry, 0714 open with guns alone."""
    t = Table({"l40I": "0713", "coI": "0614", "a_gottesheim": "0714"})
    t.s.active = t.formation("watrin")
    a = Assault(1 << t.hex("0614") | 1 << t.hex("0714"))
    assert grounds(t.s, a) == [(t.hex("0614"), "woods")]
    t.s.put(t.unit("coI"), t.hex("0101"))
    assert len(grounds(t.s, a)) == 2


def test_10_4_r_68_elsewhere_woods_count_unless_they_would_halve_the_defenders_own() -> None:
    """0815 (hill and woods) and 0814 are attacked; the open one is picked for the modifier."""
    t = Table({"h12": "0715", "stI": "0815", "stII": "0814"})
    t.s.active = t.formation("lannes")
    a = Assault(1 << t.hex("0815") | 1 << t.hex("0814"))
    a.attackers = t.mask(["h12"])
    ground = t.world.grounds[t.hex("0814")][0]
    assert attack_points(clash(t.s, a, t.hex("0814"), ground)) == 3, "woods: infantry stands there"
    t = Table({"h12": "0715", "nau1": "0815", "stII": "0814"})
    t.s.active = t.formation("lannes")
    fought = clash(t.s, a, t.hex("0814"), ground)
    assert (attack_points(fought), defence_points(fought)) == (5, 8), "his hussars would be halved too"


# [12.5] the charts


def test_12_5_1_odds_down_to_one_point() -> None:
    assert [odds_column(a, d) for a, d in ((1, 5), (1, 6), (1, 1), (3, 1), (7, 1), (2, 10), (2, 11), (4, 13))] == [
        "1-5",
        BELOW,
        "1-1",
        "3-1",
        "6-1",
        "1-5",
        BELOW,
        "1-4",
    ]


def test_12_5_2_two_plain_units_have_no_modifier() -> None:
    tables = world("montebello").tables
    plain, rider = Fighter(3, 4, False), Fighter(3, 4, True)
    assert clash_terms(tables, Clash((plain,), (plain,))) == []
    assert (attack_points(Clash((rider,), (plain,))), defence_points(Clash((plain,), (rider,)))) == (3, 3)
    assert clash_terms(tables, Clash((plain,), (plain,), "village")) == [], "houses without Defence"
    assert clash_terms(tables, Clash((plain,), (plain,), "village", True)) == [("10.0", "village", -2)]
    assert fire_terms(tables, Volley(2, 3)) == [("11.2", "range", 1)]
    assert fire_terms(tables, Volley(2, 3, "village")) == [("11.2", "range", 1)]
    assert fire_terms(tables, Volley(2, 3, skirmish=True)) == []
    assert fire_terms(tables, Volley(2, 3, skirmish=True, leader=True)) == [("16.3.2", "fire_leader", 1)]
    assert (passes(3, 3), passes(4, 3)) == (True, False)


@pytest.mark.parametrize(("points", "place"), [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (12, 4)])
def test_11_4_3_the_column_of_a_factor(points: int, place: int) -> None:
    assert fire_column(world("montebello").tables.bombardment, points) == place


LINE, FOOT_GUNS, LEADER = (CLASSES.index(k) for k in ("line", "foot_art", "leader"))


def test_10_5_a_stream_costs_one_more_and_two_for_guns() -> None:
    sheet = world("montebello")
    a, b = sheet.grid.by_name["2612"], sheet.grid.by_name["2712"]
    costs = [step_cost(sheet, klass, a, b, False, 0) for klass in (LINE, FOOT_GUNS)]
    assert [step and step[1] for step in costs] == [4, 6]


def test_15_4_an_entry_is_paid_along_its_road() -> None:
    """3807 lies on the major road: 1 on foot, half in column; a leader rides as in column."""
    sheet = world("montebello")
    flag = sheet.grid.by_name["3807"]
    assert [entry_cost(sheet, LINE, flag, True, column, 0) for column in (False, True)] == [2, 1]
    t = Table({"coI": "1905"}, due={"watrin": (4, "B"), "l22I": (4, "B")}, orders={"watrin": "manoeuvre"})
    t.s.active, t.s.entering = t.formation("watrin"), t.mask(["watrin", "l22I"])
    foot, rider = (Ways(t.s, begin_move(t.s, t.mask([name]))) for name in ("l22I", "watrin"))
    assert (foot.entries(False), foot.entries(True)) == ([(flag, [2], False)], [(flag, [1], False)])
    assert rider.entries(False) == [(flag, [1], False)]


def test_9_3_a_column_reaches_farther_and_only_where_it_may_form() -> None:
    """From 3707 along the major road to 3109: seven hexes, five points on foot."""
    for order, farther in (("manoeuvre", True), ("attack", False)):
        t = Table({"l40I": "3707", "coI": "0101"}, orders={"watrin": order})
        t.s.active = t.formation("watrin")
        reach = names(t, Ways(t.s, begin_move(t.s, t.mask(["l40I"]))).reach(False, False))
        assert ("3109" in reach) is farther
        assert "3409" in reach


# [4.5] leaders


def lonely(**pieces: str) -> Table:
    """Mariassy, the first counter of all, is on the map: nobody takes him for one of the others."""
    return Table({"mariassy": "0101", **pieces})


def test_4_5_4_after_a_surrender_the_leader_tests() -> None:
    t = lonely(coI="2904", gottesheim="2904", l40I="2905")
    t.s.set_level(t.unit("coI"), 2)
    t.roll(6, 1).open(RoutedByEnemy(1, t.hex("2904"), t.mask(["coI"])))
    assert event(t, "surrendered") == (t.unit("coI"), t.s.spot(t.hex("2904")))
    assert t.fate("gottesheim") == "gone"


def test_4_5_4_a_leader_whose_hex_was_not_emptied_is_not_asked() -> None:
    t = lonely(gottesheim="2904")
    t.open(LonelyLeaders(1, 1 << t.hex("2904")))
    assert t.asked == "Rest"
    t.s.emptied = {t.hex("2904"): 0}
    t.roll(3).open(LonelyLeaders(1, 1 << t.hex("2904")))
    assert "leader_safe" in t.told


def test_4_5_4_he_follows_only_who_ran_from_his_hex() -> None:
    t = lonely(gottesheim="2904", coI="2902", coII="2802")
    t.open(FollowTroops(1, t.unit("gottesheim"), t.mask(["coI"])))
    assert t.options("coalition") == ["follow coI", "stay"]
    assert t.said("coalition", "follow coII") == ["not_running"]
    assert t.said("coalition", "leave") == ["no_flag_here"]
    t.play("coalition", "follow coI")
    assert t.where("gottesheim") == "2902"


def test_4_5_6_an_escape_has_all_its_points_and_its_refusals() -> None:
    t = Table({"gency": "2905", "coI": "2904"})
    question = Escape(0, t.unit("gency"), t.hex("2904"))
    assert question.flight(t.s).spent == [0]
    t.open(question)
    assert t.said("french", "go 2904") == ["enemy_there"]
    assert t.said("french", "go 2908") == ["not_adjacent"]
    t.play("french", "go 2906")
    assert t.asked == "FlightGoesOn"
    assert "stop" in t.options("french")
    assert t.said("french", "go 2909") == ["not_adjacent"]
    t.play("french", "go 2907", "go 2908", "go 2909", "go 2910")
    spent = t.s.agenda[-1].spent  # type: ignore[attr-defined]
    assert spent == 10
    t.play("french", "stop")
    assert t.where("gency") == "2910"
    t = Table({"gency": "2905", "coI": "2904"})
    t.s.fled = t.mask(["gency"])
    assert t.open(Escape(0, t.unit("gency"), t.hex("2904"))).asked == "Rest", "once"


def test_4_5_6_he_may_not_stop_where_he_is_no_farther() -> None:
    """Wheat round 3506: from 3507 first past the enemy's flank, then away."""
    t = Table({"gency": "2905", "coI": "2904"})
    t.open(Escape(0, t.unit("gency"), t.hex("2904")))
    assert "go 2804" not in t.options("french"), "in the zone, and no farther"
    assert t.rules("french", "go 2804") != []


@pytest.mark.parametrize("side", [0, 1])
def test_8_2_3_either_sides_leader_is_overrun(side: int) -> None:
    unit, leader = ("l40I", "gottesheim") if side == 0 else ("coI", "gency")
    t = Table({unit: "2904", leader: "2904"})
    found = alarms(t.s, side, t.hex("2904"))
    assert [(type(f).__name__, f.side) for f in found] == [("Overrun", 1 - side)]
    t.open(*found)
    assert t.to_act == (SIDES[1 - side],)
    assert Overrun(1 - side, t.unit(leader))._ways(t.s).move.spent == [0]
    assert t.said(SIDES[1 - side], "go 2901") == ["not_adjacent"]
    t.play(SIDES[1 - side], "go 2905")
    assert t.where(leader) == "2905"


def test_8_2_3_surrounded_he_is_taken() -> None:
    ring = dict(
        zip(
            ("l40I", "l40II", "l40III", "l22I", "l22II", "l22III"),
            ("2903", "3004", "3005", "2905", "2805", "2804"),
            strict=True,
        )
    )
    t = Table({"le6I": "2904", "gottesheim": "2904", **ring})
    t.open(*alarms(t.s, 0, t.hex("2904")))
    assert t.fate("gottesheim") == "gone"
    assert event(t, "leader_taken") == (t.unit("gottesheim"), t.s.spot(t.hex("2904")))


# [4.4] command


def test_4_4_the_first_counter_too_can_be_out_of_command() -> None:
    t = Table({"ott": "2011", "mariassy": "0101", "bach": "2012", "l40I": "3811"})
    t.s.active = t.formation("ott")
    mark_command(t.s)
    assert (t.in_command("mariassy"), t.in_command("bach")) == (False, True)
    assert t.mask(["mariassy"]) in event(t, "out_of_command")


def test_16_2_columns_of_another_formation_change_nothing() -> None:
    t = Table(
        {"watrin": "2905", "l40I": "2905", "herbin": "2906", "le24I": "2906", "coI": "1905"},
        options={"optional_16_2": True},
    )
    t.s.columns[t.unit("herbin")] = Column(t.mask(["le24I"]), 1, formed=True)
    t.s.active = t.formation("watrin")
    mark_command(t.s)
    assert t.in_command("l40I")
    assert t.s.own[t.unit("le24I")] == -1


def test_5_3_the_enemy_who_sees_the_lost_units_learns_nothing_from_the_question() -> None:
    """R-49: asked where he sees neither the Officer nor the lost units; not where he sees these."""
    for place, asked in (("1003", True), ("2603", False)):
        t = Table({"watrin": "3801", "l40I": place, "gency": "3811", "l22I": "3811", "coI": "2601"}, lost=["l40I"])
        t.s.active = t.formation("watrin")
        assert bool(Rouse(0).options(t.s, 0)) is asked


# [11.3.2] what is seen


def test_11_3_2_of_a_stack_out_of_sight_only_the_top() -> None:
    t = Table({"l40I": "2905", "watrin": "2905", "coI": "1905", "gottesheim": "1905", "ott": "0505"})
    assert visible(t.s, 0) == t.mask(["l40I", "watrin", "coI", "ott"])
    assert visible(t.s, 1) == t.mask(["l40I", "coI", "gottesheim", "ott"])
    assert visible(t.s, -1) == t.mask(["l40I", "coI", "ott"])
    t = Table({"l40I": "2905", "watrin": "2905", "coI": "2903", "gottesheim": "2903"})
    assert visible(t.s, 0) == visible(t.s, -1) == t.mask(["l40I", "watrin", "coI", "gottesheim"])


def test_11_3_2_a_leader_comes_unseen_only_beneath_troops_out_of_sight() -> None:
    t = Table({"l40I": "2905", "coI": "1905", "stI": "2403", "le6I": "2404"})
    at = {name: t.hex(name) for name in ("2905", "2906", "2404")}
    assert hidden_arrival(t.s, t.mask(["watrin"]), at["2905"])
    assert not hidden_arrival(t.s, t.mask(["watrin"]), at["2906"]), "alone"
    assert not hidden_arrival(t.s, t.mask(["watrin"]), at["2404"]), "in sight"
    assert not hidden_arrival(t.s, t.mask(["l22I"]), at["2905"]), "a unit"
    assert not hidden_arrival(t.s, t.mask(["ott"]), at["2905"]), "not beneath the enemy's"


def test_11_3_2_a_ride_in_the_dark_shows_tops_and_whether_more_lies_beneath() -> None:
    t = Table({"l40I": "2905", "watrin": "2905", "l22I": "2907", "coI": "1905"})
    both = (t.hex("2905"), t.hex("2907"))
    assert dark(t.s, 0, t.mask(["watrin"]), *both) == ((t.unit("l40I"), True), (t.unit("l22I"), False))
    assert dark(t.s, 0, t.mask(["l40I"]), *both) == (), "a unit"
    assert dark(t.s, 0, t.mask(["watrin"]), t.hex("2905"), t.hex("2906")) == (), "nobody to ride beneath"
    t.s.put(t.unit("coI"), t.hex("2909"))
    assert dark(t.s, 0, t.mask(["watrin"]), *both) == (), "he sees 2907"


# [11.4] fire


def test_11_4_1_two_batteries_join_only_on_what_both_reach() -> None:
    """Gottesheim's guns reach two hexes, O'Reilly's three."""
    t = Table({"a_watrin": "2905", "a_herbin": "2905", "garde": "2905", "coI": "2902"})
    pairs = stacked_pairs(t.s, [t.unit("a_watrin"), t.unit("a_herbin"), t.unit("garde")])
    assert len(pairs) == 3
    t = Table({"a_oreilly": "2905", "a_schustekh": "2905", "l40I": "2902", "l22I": "2903"}, orders={"ott": "advance"})
    t.bombard("ott")
    assert set(t.options("coalition")) == {
        "bombard a_oreilly 2902",
        "bombard a_oreilly 2903",
        "bombard a_schustekh 2903",
        "bombard a_oreilly a_schustekh 2903",
        "done",
    }
    assert t.said("coalition", "bombard a_oreilly a_schustekh 2902") == ["out_of_range"]
    t = Table({"a_oreilly": "2905", "a_schustekh": "2906", "l40I": "2904"}, orders={"ott": "advance"}).bombard("ott")
    assert t.said("coalition", "bombard a_oreilly a_schustekh 2904") == ["not_stacked"]
    assert t.match.why_not("coalition", "stop")
    assert volley(t.s, t.mask(["a_oreilly"]), t.hex("2904"), 0).factor == 2


def test_11_4_what_silences_a_battery() -> None:
    t = Table({"a_3": "2011", "carI": "2012"}, CAMPO, weather=3)
    gun = t.unit("a_3")
    assert keys(why_no_fire(t.s, gun, t.hex("2012"), 1 << gun)) == ["storm_silences"]
    t = Table({"rid2": "2112", "carI": "2112", "volt": "2111"}, CAMPO, damaged=["rid2"], orders={"ricci": "defence"})
    gun = t.unit("rid2")
    assert keys(why_no_fire(t.s, gun, t.hex("2111"), 1 << gun)) == ["gun_damaged"]
    t = Table({"a_watrin": "2905", "coI": "2901", "stI": "2902"})
    gun = t.unit("a_watrin")
    assert keys(why_no_fire(t.s, gun, t.hex("2901"), 1 << gun)) == ["out_of_range"]
    assert names(t, targets_of(t.s, gun)) == {"2902"}
    assert why_no_fire(t.s, gun, t.hex("2902"), 1 << gun) == [], "this it may"
    t = Table({"a_watrin": "3006", "coI": "3008"})
    gun = t.unit("a_watrin")
    assert keys(why_no_fire(t.s, gun, t.hex("3008"), 1 << gun)) == ["no_sight"], "behind the houses of 3007"
    t = Table({"a_ver": "2011", "carI": "2013"}, CAMPO, weather=2)
    assert why_no_fire(t.s, t.unit("a_ver"), t.hex("2013"), t.mask(["a_ver"]))[0][0] == "17.2.7"


def test_11_4_4_why_a_battery_does_not_repel() -> None:
    t = Table({"a_gottesheim": "2904", "a_vogelsang": "2904", "l40I": "2905", "l22I": "2906"}, moved=["a_vogelsang"])
    t.s.active = t.formation("watrin")
    t.s.assaults = [Assault(1 << t.hex("2904"))]
    t.s.assaults[0].attackers = t.mask(["l40I"])
    t.open(Repel(1, 0, t.hex("2904")))
    assert t.options("coalition") == ["repel a_gottesheim 2905", "hold"]
    assert t.said("coalition", "repel a_vogelsang 2905") == ["gun_moved"]
    assert t.said("coalition", "repel a_gottesheim 2906") == ["cannot_repel"]
    t = Table({"rid2": "2112", "carI": "2112", "volt": "2111"}, CAMPO, orders={"ricci": "defence"})
    t.s.active = t.formation("compere")
    make = t.world.lexicon.make
    assert keys(Repel(1, 0, t.hex("2112")).why_not(t.s, make("repel", t.unit("rid2"), t.hex("2111")))) == [
        "heavy_guns_never_repel"
    ]


def test_11_4_3_1s_takes_the_strongest_and_shakes_the_rest() -> None:
    t = Table({"mariassy": "0101", "miII": "2904", "reI": "2904", "schellenberg": "2904", "l40I": "2906"}, dice=[1])
    t.open(*shell(t.s, t.hex("2904"), 1, "1S"))
    assert t.fate("miII") == "track"
    assert t.level("reI") == "good", "the 1 passes"
    t = Table({"coI": "2904", "coII": "2904", "l40I": "2906"})
    t.open(StepLost(1, t.hex("2904")))
    assert t.options("coalition") == ["lose coI", "lose coII"]
    t.s.reduced = t.mask(["coI"])
    t.roll(1).open(StepLost(1, t.hex("2904")))
    assert t.fate("coII") == "track"


# [12.5.4] results, with the Austrians attacking


def against_houses(*dice: int, order: str = "defence", **more: str) -> Table:
    """Colloredo against the reduced 40e I in the village of 3007."""
    t = Table(
        {"l40I": "3007", "coI": "3008", "coII": "3008", "mariassy": "0101", **more},
        reduced=["l40I"],
        orders={"gottesheim": "attack", "watrin": order},
        dice=dice,
    )
    t.s.active = t.formation("gottesheim")
    a = Assault(1 << t.hex("3007"))
    a.attackers, a.took_part = t.mask(["coI", "coII"]), t.mask(["coI", "coII", "l40I"])
    t.s.assaults, t.s.fight = [a], 0
    return t


def test_10_1_1_french_in_a_village_contest_too() -> None:
    t = against_houses(5, 3)
    t.open(*result_frames(t.s, "DR"))
    assert (t.asked, t.to_act) == ("Contest", ("french",))
    t.play("french", "contest")
    assert "contested" not in t.told, "5 is more than 4: Mariassy does not count"
    assert t.asked == "HoldHouses"
    assert t.level("l40I") == "disordered", "3 passes"
    assert t.options("french")[0] == "stay"
    assert t.said("french", "retreat 3008") == ["retreat_closed"]
    goal = t.options("french")[1]
    t.play("french", goal)
    assert t.where("l40I") == goal.split()[1]


def test_10_1_1_without_defence_there_is_nothing_to_contest() -> None:
    t = against_houses(3, order="advance")
    t.open(*result_frames(t.s, "DR"))
    assert t.asked == "Retreat"
    assert t.level("l40I") == "disordered"


def test_12_5_4_dd_routs_who_is_disordered_and_his_leader_stays_or_goes() -> None:
    t = against_houses(gency="3007")
    t.s.set_level(t.unit("l40I"), 1)
    t.open(*result_frames(t.s, "DD"))
    assert t.level("l40I") == "routed"
    assert (t.asked, t.to_act) == ("Retreat", ("french",))
    goals = [o.split()[1] for o in t.options("french")]
    assert all(t.world.grid.distance(t.hex("3007"), t.hex(h)) == 2 for h in goals)
    t.play("french", t.options("french")[0])
    assert t.options("french") == ["follow l40I", "stay"]
    assert one_level(t.s, 1, t.mask(["coI"])) == [], "Disordered, nobody runs"
    assert t.level("coI") == "disordered"


def test_12_5_4_ex_takes_the_best_and_his_lonely_leader_tests() -> None:
    t = against_houses(gency="3007")
    t.open(ExchangeLoss(1, t.mask(["coI", "coII"])))
    assert t.said("coalition", "lose stI") == ["not_the_best"]
    t.roll(2).open(ExchangeLoss(0, t.mask(["l40I"])))
    assert t.fate("l40I") == "gone"
    assert t.fate("gency") == "gone", "alone in the hex: a 2"
    t = against_houses()
    t.roll(1).open(*result_frames(t.s, "DE"))
    assert t.fate("l40I") == "gone"


def test_12_5_4_ae_takes_the_austrians_and_their_general_tests() -> None:
    t = against_houses(5, gottesheim="3008", a_gottesheim="3010")
    t.open(*result_frames(t.s, "AE"))
    assert t.fate("coI") == t.fate("coII") == "track"
    assert "leader_safe" in t.told
    assert t.fate("a_gottesheim") == "map"


def test_12_5_3_a_combat_that_is_over_is_not_looked_at_again() -> None:
    t = Table({"l40I": "2905", "coI": "2904"}, orders={"watrin": "attack"}, dice=[3, 1, 1]).combat("watrin")
    t.steer("french", "assault 2904", "go", "lose l40I", "lose coI", "pass")
    while t.asked not in ("Rest", ""):
        t.play(t.to_act[0], t.options(t.to_act[0])[-1])
    assert "target_gone" not in t.told
    assert t.told.count("assault") == 1
    assert (t.s.fight, t.s.assaults, t.s.charging, t.s.charge_goals, t.s.recalled) == (-1, [], 0, {}, 0)
    assert EndCombat(0).to_act(t.s) == ()


def test_12_2_the_first_counter_attacks_like_any_other() -> None:
    t = Table({"mariassy": "2905", "bach": "2905", "l40I": "2904"}, orders={"ott": "attack"})
    t.s.active = t.formation("ott")
    assert available(t.s) == [t.unit("mariassy"), t.unit("bach")]
    t.s.assaults = [Assault(1 << t.hex("2904"))]
    t.s.assaults[0].attackers = t.mask(["bach"])
    assert available(t.s) == [t.unit("mariassy")]


def test_12_2_what_was_called_off_is_no_further_hex_for_an_attack_in_doubt() -> None:
    """R-64."""
    t = Table({"l40I": "2905", "coI": "2904", "coII": "3005"}, orders={"watrin": "advance"})
    t.s.active = t.formation("watrin")
    a = Assault(1 << t.hex("2904"))
    a.attackers = t.mask(["l40I"])
    assert names(t, Muster(t.s).further(a)) == {"3005"}
    t.s.recalled = 1 << t.hex("3005")
    assert Muster(t.s).further(a) == 0
    t.s.own[t.unit("l40I")] = 1
    assert names(t, Muster(t.s).further(a)) == ({"3005"} if t.order("l40I") == "attack" else set())


# [15] rout and rally


def test_15_1_1_a_routed_unit_cannot_fall_lower_but_runs() -> None:
    t = Table({"l40I": "2905"}, routed=["l40I"])
    assert worse(t.s, t.unit("l40I"))
    assert t.level("l40I") == "routed"
    assert worse(t.s, t.unit("l40I"))


def test_15_2_whoever_comes_next_to_the_first_counter_routed_makes_it_test() -> None:
    t = Table({"mariassy": "2904", "l40I": "2905"}, routed=["mariassy"])
    assert [type(f).__name__ for f in arrivals(t.s, 0, t.hex("2905"))] == ["RoutedByEnemy"]
    t.s.set_level(t.unit("mariassy"), 1)
    assert arrivals(t.s, 0, t.hex("2905")) == []


def test_15_3_one_die_for_those_of_the_hex_and_nobody_else() -> None:
    t = Table(
        {"l40I": "2905", "l40II": "2905", "coI": "1905"}, disordered=["l40I"], dice=[4], orders={"watrin": "defence"}
    ).rally("watrin")
    assert t.said("french", "rally 2904") == ["nobody_to_rally"]
    assert t.rules("french", "rally 2905") == []
    t.play("french", "rally 2905")
    assert event(t, "tested")[0] == t.mask(["l40I"])
    assert event(t, "rallied") == (t.unit("l40I"), t.s.spot(t.hex("2905")))


def test_15_2_1_in_a_pocket_the_second_hex_is_the_last() -> None:
    """Enemies stand on every hex three away from the corner."""
    t = Table({"coI": "0101"}, routed=["coI"])
    ring = t.world.grid.ring(t.hex("0101"), 3) & t.world.hexes
    french = ("l40I", "l40II", "l40III", "l22I", "l22II", "l22III")
    for unit, h in zip(french, t.world.grid.list_names(ring), strict=False):
        t.s.put(t.unit(unit), t.hex(h))
    goals = names(t, rout_goals(t.s, t.unit("coI")))
    assert goals
    assert all(t.world.grid.distance(t.hex("0101"), t.hex(h)) == 2 for h in goals)


def test_17_2_1_a_retreat_that_reaches_a_flag() -> None:
    """R-40: 2920 is a Neapolitan flag; the French have none."""
    t = Table({"carI": "2919", "carII": "2918", "volt": "2917", "le1I": "2819"}, CAMPO)
    assert flags_near(t.s, t.unit("carI"), 1)
    assert not flags_near(t.s, t.unit("carII"), 1)
    assert flags_near(t.s, t.unit("carII"), 2)
    assert not flags_near(t.s, t.unit("le1I"), 2)
    t.s.put(t.unit("le1I"), t.hex("1905"))
    t.open(Retreat(1, t.unit("carII"), 2, BY_NOBODY))
    assert "leave" in t.options("coalition")
    t.play("coalition", "leave")
    assert (t.fate("carII"), t.s.steps_lost) == ("safe", [0, 0])
    assert t.s.emptied == {t.hex("2918"): t.mask(["carII"])}


def test_15_2_2_why_a_routed_unit_does_not_stay() -> None:
    t = Table({"l40I": "2905", "coI": "2903"}, routed=["l40I"])
    t.open(RoutMove(0, t.unit("l40I")))
    assert t.said("french", "stay") == ["no_haven"]
    assert t.said("french", "retreat 2904") == ["retreat_farther"]
    t.play("french", t.options("french")[0])
    assert t.s.emptied == {t.hex("2905"): t.mask(["l40I"])}
    assert event(t, "ran")[:2] == (t.unit("l40I"), t.s.spot(t.hex("2905")))


# [16.3] open order


def test_16_3_austrian_light_troops_fire_at_the_french() -> None:
    t = Table(
        {"bach": "2905", "l40I": "2904", "a_watrin": "3005", "mariassy": "0101"},
        options=OPEN,
        orders={"ott": "advance"},
        dice=[6, 6],
    )
    assert names(t, skirmish_targets(t.s, 1, t.hex("2905"))) == {"2904"}, "nobody fires at guns"
    assert names(t, skirmish_targets(t.s, 0, t.hex("2904"))) == {"2905"}
    t.movement("ott").steer("coalition", "move bach").play("coalition", "shoot 2904")
    assert t.level("l40I") == "disordered"
    assert (t.asked, t.to_act) == ("Retreat", ("french",))
    goals = [o.split()[1] for o in t.options("french")]
    assert all(t.world.grid.distance(t.hex("2904"), t.hex(h)) == 1 for h in goals)


@pytest.mark.parametrize(("result", "die", "hexes"), [("D", 4, 1), ("D1", 3, 1), ("DR", 3, 1), ("DR", 4, 2)])
def test_16_3_3_how_far_who_is_hit_goes(result: str, die: int, hexes: int) -> None:
    t = Table({"coI": "2904", "l40I": "2905"}, options=OPEN, dice=[die])
    retreat = hit_top(t.s, t.hex("2904"), 1, result)[0]
    assert isinstance(retreat, Retreat)
    assert (retreat.unit, retreat.hexes) == (t.unit("coI"), hexes)


@pytest.mark.parametrize(("die", "tired"), [(4, False), (5, True)])
def test_16_3_4_who_sheds_his_fatigue_tests_himself(die: int, tired: bool) -> None:
    t = Table(
        {"le6III": "2905", "l22I": "2905", "coI": "1905"},
        options=OPEN,
        fatigued=["le6III"],
        dice=[die],
        orders={"watrin": "advance"},
    )
    t.s.active = t.formation("watrin")
    t.open(ShedFatigue(0, t.unit("le6III")))
    assert t.said("french", "shed le6I") == ["not_this_unit"]
    assert t.said("french", "rest le6I") == ["not_this_unit"]
    t.play("french", "shed le6III")
    assert event(t, "tested")[0] == t.mask(["le6III"])
    assert bool(t.s.fatigued) is tired
    assert t.order("le6III") == ("defence" if tired else "advance")


def test_16_3_5_a_routed_unit_does_not_slip_away() -> None:
    for routed in (False, True):
        t = Table(
            {"le6I": "2904", "coI": "2905"},
            options=OPEN,
            skirmished={"le6I": 4},
            routed=["le6I"] if routed else [],
            orders={"watrin": "advance"},
        )
        t.s.active = t.formation("gottesheim")
        t.s.assaults = [Assault(1 << t.hex("2904"))]
        t.s.assaults[0].attackers = t.mask(["coI"])
        t.open(RetreatsBefore(1))
        assert (t.asked == "Slip") is not routed
    t = Table({"le6I": "2904", "le6II": "2904", "coI": "2905"}, options=OPEN)
    t.open(Slip(0, t.unit("le6I")))
    assert t.said("french", "slip le6II") == ["not_this_unit"]
    t.roll(4).play("french", "slip le6I")
    assert t.asked == "Evade"
    t.open(Slip(0, t.unit("le6I"))).roll(5).play("french", "slip le6I")
    assert t.asked == "Rest"


def test_16_3_3_the_order_of_a_stack_matters_where_it_is_not_seen_or_may_be_fired_at() -> None:
    t = Table({"l40I": "2905", "l40II": "2905", "coI": "2903", "l22I": "2907"})
    assert not order_matters(t.s, t.hex("2905"), 0), "in sight"
    assert not order_matters(t.s, t.hex("2907"), 0), "one unit"
    t = Table({"l40I": "2905", "l40II": "2905", "coI": "2903", "bach": "1001"}, options=OPEN)
    assert order_matters(t.s, t.hex("2905"), 0), "there are light troops"
    t = Table({"l40I": "2905", "l40II": "2905", "coI": "1003"})
    assert order_matters(t.s, t.hex("2905"), 0), "out of sight"
    t.s.active = t.formation("watrin")
    t.open(StackOrder(0)).play("french", "top l40II")
    assert t.s.tops == t.mask(["l40II"])
    assert t.asked == "Rest", "once"
    assert not order_matters(t.s, t.hex("2905"), 0)
