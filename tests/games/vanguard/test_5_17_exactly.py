"""Rulebook 4 to 17: exactly who, where and how many, where being nearly right would not be noticed."""

from __future__ import annotations

from grognard.games.vanguard.rules.assault.muster import Muster, open_duties
from grognard.games.vanguard.rules.assault.resolution import AssaultDie, ResolveNext
from grognard.games.vanguard.rules.assault.results import result_frames
from grognard.games.vanguard.rules.assault.retreat import BY_FIRE, Retreat, RoutMove
from grognard.games.vanguard.rules.battles.marches import check_marches, fulfilled
from grognard.games.vanguard.rules.command import in_radius
from grognard.games.vanguard.rules.disorder.losses import near_leader
from grognard.games.vanguard.rules.disorder.reinforcements import Return, return_hexes
from grognard.games.vanguard.rules.fog import dark, visible
from grognard.games.vanguard.rules.leaders import Escape, Shelter
from grognard.games.vanguard.rules.movement.duties import begin_move, counted_units, excused, may_move, movable, owes
from grognard.games.vanguard.rules.movement.next_mover import mover_bans
from grognard.games.vanguard.rules.movement.steps import back_steps, companions, may_leave, stop_bans
from grognard.games.vanguard.rules.movement.terrain import ALL, entry_cost, road_cost, step_cost
from grognard.games.vanguard.rules.movement.ways import Ways
from grognard.games.vanguard.rules.optional.columns import FormColumns
from grognard.games.vanguard.rules.orders import GunOrder, Rouse
from grognard.games.vanguard.world.moving import Assault, Column
from grognard.games.vanguard.world.roster import CLASSES
from grognard.games.vanguard.world.world import world
from grognard.kernel.ban import against, allowed
from toolkit_vanguard import Table

CAMPO = "campotenese"
OPEN = {"optional_16_3": True}
ATTACK = {"watrin": "attack"}
ADVANCE = {"watrin": "advance"}


def keys(reasons: list[tuple[str, str, tuple[object, ...]]]) -> list[str]:
    return [key for _, key, _ in reasons]


def events(t: Table, key: str) -> list[tuple[object, ...]]:
    return [e.args for e in [*(e for _, e in t.match.log()), *t.s.events] if e.key == key]


def assault(t: Table, attackers: list[str], *targets: str) -> Assault:
    a = Assault(sum(1 << t.hex(name) for name in targets))
    a.attackers = t.mask(attackers)
    t.s.assaults = [*t.s.assaults, a]
    return a


# [4] [5] command and duties


def test_4_4_a_leader_not_on_the_map_has_no_radius() -> None:
    t = Table({"ch6": "1905"}, CAMPO, due={"franceschi": (4, "A")})
    assert not in_radius(t.s, t.unit("franceschi"), t.unit("ch6"))
    t.s.put(t.unit("franceschi"), t.hex("1904"))
    assert in_radius(t.s, t.unit("franceschi"), t.unit("ch6"))
    assert not in_radius(t.s, t.unit("franceschi"), t.unit("ch9")), "nor is he reached who is not there"


def test_16_2_without_its_general_a_new_column_is_void() -> None:
    """Digonet, an Officer of another formation, is near."""
    t = Table({"huard": "1905", "le1I": "1905", "digonet": "1905"}, CAMPO, options={"optional_16_2": True})
    t.s.active = t.formation("compere")
    t.s.columns[t.unit("huard")] = Column(t.mask(["le1I"]), 1)
    t.open(FormColumns(0))
    assert t.s.columns == {}
    assert "column_void" in t.told


def test_5_1_a_stack_owes_what_one_of_it_owes() -> None:
    """A battery is not counted; the battalion with it is."""
    t = Table({"a_watrin": "2905", "l40I": "2905", "coI": "2105"}, orders=ADVANCE)
    t.s.active = t.formation("watrin")
    t.s.counted = counted_units(t.s, t.s.group())
    assert t.s.counted == t.mask(["l40I"])
    assert begin_move(t.s, t.mask(["a_watrin", "l40I"])).duty == 1
    assert begin_move(t.s, t.mask(["a_watrin"])).duty == 0


def test_5_1_2_the_first_counter_owes_like_any_other() -> None:
    t = Table({"mariassy": "2905", "l40I": "3605", "bach": "2805"}, orders={"ott": "attack"})
    t.movement("ott")
    assert owes(t.s, t.mask(["mariassy"])) == t.unit("mariassy")
    assert owes(t.s, t.mask(["mariassy", "bach"])) == t.unit("mariassy")
    assert excused(t.s, t.mask(["mariassy", "bach"])) == 0
    assert t.rules("coalition", "done") == ["5.1.2"]
    t = Table({"mariassy": "2905", "l40I": "3605"}, orders={"ott": "attack"}).movement("ott")
    assert t.asked == "Step", "there is nothing else to do"


def test_5_1_1_sideways_is_no_nearer() -> None:
    t = Table({"l40I": "2905", "l40II": "2906", "coI": "2105"}, orders=ADVANCE).movement("watrin")
    start = t.world.far_from(t.s.occ[1])
    t.play("french", "move l40I")
    same = next(
        o for o in t.options("french") if o.startswith("go ") and start[t.hex(o.split()[1])] == start[t.hex("2905")]
    )
    t.play("french", same, "stop")
    assert t.s.nearer == 0


def test_11_0_a_battery_that_has_fired_stays_and_says_so() -> None:
    t = Table({"a_watrin": "2905", "l40I": "2907", "coI": "2105"}, orders=ADVANCE)
    t.s.active = t.formation("watrin")
    gun = t.unit("a_watrin")
    assert may_move(t.s, gun)
    t.s.fired = 1 << gun
    assert not may_move(t.s, gun)
    assert keys(against(mover_bans(t.s, 1 << gun, 0), gun)) == ["fired_stays"]
    t = Table({"a_watrin": "2905", "l40I": "2907", "coI": "2904"}, orders=ADVANCE)
    t.s.active = t.formation("watrin")
    assert keys(against(mover_bans(t.s, 1 << gun, 0), gun)) == ["pinned"], "it has not fired"


def test_9_1_the_last_of_a_formation_and_the_next_of_another() -> None:
    t = Table({"l40III": "2905", "h12": "2906", "coI": "2105"}, orders=ADVANCE, due={"l22I": (4, "B")})
    t.s.active = t.formation("watrin")
    assert keys(against(mover_bans(t.s, 0, 0), t.unit("l40III"))) == ["not_its_turn"]
    assert keys(against(mover_bans(t.s, 0, 0), t.unit("h12"))) == ["other_formation"]
    assert keys(against(mover_bans(t.s, 0, 0), t.unit("l22I"))) == ["not_on_map"]
    t.s.entering = t.mask(["l22I"])
    assert keys(against(mover_bans(t.s, 0, 0), t.unit("l22I"))) == ["not_its_turn"]


# [9.1] stacks on the move


def test_9_1_who_may_come_along() -> None:
    """Both lost: yes; one lost: no; and only where the stack finds room."""
    for lost, may in ((["l22I", "l22II"], True), ([], True), (["l22II"], False)):
        t = Table({"l22I": "2905", "l22II": "2905", "coI": "2105"}, orders={"watrin": "defence"}, lost=lost)
        t.s.active = t.formation("watrin")
        along = companions(t.s, begin_move(t.s, t.mask(["l22I"])))
        assert along == (t.mask(["l22II"]) if may else 0)
    ring = dict(
        zip(
            ("le6I", "le6II", "le6III", "l40I", "l40II", "l40III"),
            ("2904", "3005", "3006", "2906", "2806", "2805"),
            strict=True,
        )
    )
    t = Table({"l22I": "2905", "l22II": "2905", **ring, "coI": "2105"}, orders={"watrin": "defence"})
    t.s.active = t.formation("watrin")
    assert companions(t.s, begin_move(t.s, t.mask(["l22I"]))) == 0, "one finds room everywhere, two nowhere"


def test_9_3_column_is_offered_only_where_it_leads_on() -> None:
    """At 2910 on the major road, all round are friends: a unit passes through them, a column does not."""
    ring = dict(
        zip(
            ("l43I", "l43II", "l43III", "l96I", "l96II", "l96III"),
            ("2909", "3010", "3011", "2911", "2811", "2810"),
            strict=True,
        )
    )
    for friends, offered in (({}, True), (ring, False)):
        t = Table({"l40I": "2910", "l22I": "3801", **friends, "coI": "0101"}, orders={"watrin": "manoeuvre"})
        t.movement("watrin").play("french", "move l40I")
        assert ("column" in t.options("french")) is offered
        assert [o for o in t.options("french") if o.startswith("join")] == []


def test_14_2_at_the_start_only_a_charger_next_to_his_target_may_stop() -> None:
    for enemy, stops in (("2904", True), ("2902", False)):
        t = Table({"h12": "2905", "stI": enemy}, orders={"lannes": "attack"})
        t.s.active = t.formation("lannes")
        move = begin_move(t.s, t.mask(["h12"]))
        assert not allowed(stop_bans(t.s, move, Ways(t.s, move))), "not begun"
        move.charge = True
        assert allowed(stop_bans(t.s, move, Ways(t.s, move))) is stops


def test_15_4_who_enters_is_no_longer_due_and_is_said_to_enter() -> None:
    t = Table(
        {"l40I": "2905", "coI": "0101"}, due={"l22I": (4, "B"), "l22II": (4, "B")}, orders={"watrin": "manoeuvre"}
    )
    t.s.entering = t.mask(["l22I", "l22II"])
    t.movement("watrin").play("french", "move l22I", "go 3807")
    assert t.where("l22I") == "3807"
    assert (t.unit("l22I") in t.s.due, t.unit("l22II") in t.s.due) == (False, True)
    assert t.s.entering == t.mask(["l22II"])
    assert events(t, "entered") == [(t.mask(["l22I"]), t.s.spot(t.hex("3807")))]
    t.play("french", "go 3707")
    assert events(t, "moved") == [(t.mask(["l22I"]), t.s.spot(t.hex("3707")))]
    assert t.s.entering == t.mask(["l22II"])


def test_16_3_going_back_does_not_undo_the_duty() -> None:
    """Counted under Advance and alone: it came nearer, and back it would not be."""
    t = Table({"le6I": "2906", "coI": "2904"}, options=OPEN, orders=ADVANCE)
    t.s.active = t.formation("watrin")
    move = begin_move(t.s, t.mask(["le6I"]))
    t.s.put(t.unit("le6I"), t.hex("2905"))
    move.here, move.hexes, move.spent, move.peers = t.hex("2905"), 1, [2], t.mask(["le6I"])
    assert back_steps(t.s, move), "not counted"
    t.s.counted = t.mask(["le6I"])
    move.duty, move.far = 1, 2
    assert back_steps(t.s, move) == 0
    move.far = 3
    assert set(t.world.grid.list_names(back_steps(t.s, move))) >= {"2906"}, "two hexes off is nearer than three"


# [17.2.1] leaving by a flag


def test_17_2_1_leaving_costs_a_point_and_is_no_way_out_of_a_zone() -> None:
    t = Table({"carI": "2920", "ricci": "2920"}, CAMPO, orders={"ricci": "manoeuvre"})
    t.s.active = t.formation("ricci")

    def may(hexes: int, spent: int, halted: bool = False) -> bool:
        move = begin_move(t.s, t.mask(["carI"]))
        move.hexes, move.spent, move.halted = hexes, [spent], halted
        return may_leave(t.s, move, Ways(t.s, move))

    assert may(0, 4), "the first hex always"
    assert may(1, 2)
    assert not may(1, 3), "half a point left"
    assert not may(0, 0, halted=True)
    t.s.put(t.unit("volt"), t.hex("2919"))
    assert not may(0, 0), "pinned"
    t.s.orders[t.formation("ricci")] = 2
    t.s.put(t.unit("volt"), t.hex("2905"))
    assert may(0, 0)
    assert not may(1, 0), "Defence goes one hex"


def test_17_2_1_who_cannot_move_may_still_leave() -> None:
    """2920 with all round it held: by enemies for a leader, by friends in a storm for a battalion."""
    ring = ("2919", "3020", "2820")
    t = Table({"ricci": "2920", **dict(zip(("volt", "le1I", "le1II"), ring, strict=True))}, CAMPO)
    assert movable(t.s, t.mask(["ricci"])) == t.mask(["ricci"])
    t = Table({"compere": "2920", **dict(zip(("carI", "carII", "calI"), ring, strict=True))}, CAMPO)
    assert movable(t.s, t.mask(["compere"])) == 0, "the French have no flags"
    t = Table({"carI": "2920", **dict(zip(("priI", "priII", "sanI"), ring, strict=True))}, CAMPO, weather=3)
    t.s.active = t.formation("ricci")
    assert may_move(t.s, t.unit("carI"))


def test_17_2_1_in_a_rout_a_flag_is_within_two_hexes() -> None:
    for place, leaves in (("2918", True), ("2917", False)):
        t = Table({"carI": place, "volt": "2912"}, CAMPO, routed=["carI"]).open(RoutMove(1, 85))
        assert t.unit("carI") == 85
        assert ("leave" in t.options("coalition")) is leaves


def test_15_2_2_the_brink_is_the_edge_with_an_enemy_behind() -> None:
    """R-55."""
    for place, brink in (("2001", True), ("2002", False), ("2020", True)):
        t = Table({"l40I": place, "coI": "2010"}, routed=["l40I"])
        assert RoutMove(0, t.unit("l40I"))._at_the_brink(t.s) is brink
    t = Table({"l40I": "2001"}, routed=["l40I"])
    assert not RoutMove(0, t.unit("l40I"))._at_the_brink(t.s), "nobody to run from"


def test_15_2_2_the_leader_of_one_who_ran_off_tests() -> None:
    """Mariassy, the first counter of all, is on the map: nobody follows him."""
    t = Table({"l40I": "3801", "stI": "3501", "gency": "3801", "stII": "3805", "mariassy": "0101"}, routed=["l40I"])
    t.roll(6).open(RoutMove(0, t.unit("l40I")))
    assert t.s.emptied == {t.hex("3801"): 0}
    assert events(t, "ran_off") == [(t.unit("l40I"), t.s.spot(t.hex("3801")))]


# [11.3.2] what is seen


def test_11_3_2_the_stack_in_a_village_is_seen_from_next_to_it() -> None:
    t = Table({"l40I": "3007", "watrin": "3007", "coI": "3006"})
    assert not t.s.seen_by(1) >> t.hex("3008") & 1, "the houses hide what is behind"
    assert visible(t.s, 1) == t.mask(["l40I", "watrin", "coI"])
    t = Table({"l40I": "3008", "watrin": "3008", "coI": "3006"})
    assert visible(t.s, 1) == t.mask(["l40I", "coI"])


def test_11_3_2_a_leader_who_lies_on_top_does_not_ride_unseen() -> None:
    t = Table({"watrin": "2905", "gency": "2905", "l40I": "2906", "coI": "1905"})
    assert dark(t.s, 0, t.mask(["watrin"]), t.hex("2905"), t.hex("2906")) == ()
    assert dark(t.s, 0, t.mask(["gency"]), t.hex("2905"), t.hex("2906")) != (), "beneath Watrin"


def test_17_1_5_a_march_ends_by_what_its_units_see_from_where_they_are() -> None:
    """From 3006 the houses of 3007 hide 3008."""
    assert fulfilled(1, 1)
    for place, holds in (("3006", True), ("3007", False)):
        t = Table({"frI": place, "l40I": "3008"}, marching=True, orders={"vogelsang": "manoeuvre"})
        check_marches(t.s)
        assert t.s.marching_formation(t.formation("vogelsang")) is holds


# [4.5] leaders


def test_4_5_6_the_last_leader_of_the_list_escapes_too() -> None:
    t = Table({"rivaudo": "2905", "coI": "2904"})
    t.open(Escape(0, t.unit("rivaudo"), t.hex("2904"))).play("french", "go 2906")
    assert t.asked == "FlightGoesOn"
    assert t.said("french", "retreat 2907") == ["moment"]
    t.play("french", "stop")
    assert t.where("rivaudo") == "2906"


def test_4_5_4_where_a_survivor_does_not_go() -> None:
    t = Table({"gottesheim": "2904", "coI": "2902", "coII": "3003"})
    t.open(Shelter(1, t.unit("gottesheim")))
    assert t.options("coalition") == ["shelter 2902", "shelter 3003"]
    assert t.said("coalition", "shelter 2905") == ["no_shelter"]
    assert t.said("coalition", "go 2905") == ["moment"]


def test_12_8_a_leader_is_near_up_to_the_edge_of_his_radius() -> None:
    """Watrin's is 4."""
    for place, near in (("2909", True), ("2910", False), ("2901", True)):
        t = Table({"l40I": place, "watrin": "2905"})
        assert near_leader(t.s, t.unit("l40I")) is near


# [12] assaults


def test_12_4_an_assault_on_several_hexes_is_told_by_its_first() -> None:
    first = ("2904", "3005")
    t = Table({"l40I": "2905", "coI": "2904", "coII": "3005"}, orders=ATTACK)
    t.s.active = t.formation("watrin")
    a = assault(t, ["l40I"], *first)
    a.ground_hex, a.ground, t.s.fight = t.hex("2904"), 0, 0
    spot = t.s.spot(t.hex("2904"))
    t.roll(3, 1, 1, 1).open(AssaultDie(0))
    assert events(t, "assault")[0][0] == spot
    t = Table({"coI": "2904", "coII": "3005"}, orders=ATTACK)
    t.s.active = t.formation("watrin")
    a = assault(t, [], *first)
    assert Muster(t.s, 0).lacking(a) == [("12.4", "nobody_attacks", (spot,))]
    t.open(ResolveNext(0))
    assert events(t, "assault_cancelled") == [(spot,)]


def test_11_1_1_batteries_of_two_hexes_are_taken_and_a_leader_with_them_tests() -> None:
    t = Table(
        {"mariassy": "0101", "l40I": "2905", "a_gottesheim": "2904", "a_vogelsang": "3005", "ott": "3005"},
        orders=ATTACK,
    )
    t.s.active = t.formation("watrin")
    assault(t, ["l40I"], "2904", "3005")
    t.s.fight = 0
    t.roll(3).open(AssaultDie(0))
    assert t.fate("a_gottesheim") == t.fate("a_vogelsang") == "gone"
    assert events(t, "guns_taken") == [(t.s.spot(t.hex("2904")),)]
    assert "leader_safe" in t.told


def test_12_2_3_who_attacked_has_fought_and_who_was_attacked_was_struck() -> None:
    t = Table({"l40I": "2905", "coI": "2904"}, orders=ATTACK, dice=[4]).combat("watrin")
    t.steer("french", "assault 2904", "go", "pass")
    assert t.s.fought == t.mask(["l40I"])
    assert t.s.struck == t.mask(["coI"])
    t = Table({"h12": "2905", "nau1": "2904"}, orders={"lannes": "attack", "ott": "defence"}, dice=[4])
    t.s.active = t.formation("lannes")
    a = assault(t, ["nau1"], "2905")
    a.counter = a.charge = True
    t.s.charging = t.mask(["h12", "nau1"])
    t.open(ResolveNext(0))
    assert t.s.fought == t.mask(["h12", "nau1"]), "a counter-charge is the fight of both"


def test_12_4_1_all_who_could_join_and_all_further_hexes_are_offered() -> None:
    t = Table(
        {"l40I": "2905", "l40II": "2905", "l22I": "2905", "coI": "2904", "coII": "3005", "stI": "2805"}, orders=ATTACK
    )
    t.s.active = t.formation("watrin")
    muster, a = Muster(t.s), Assault(1 << t.hex("2904"))
    assert muster.good_joiners(a) == t.mask(["l40I", "l40II", "l22I"])
    a.attackers = t.mask(["l40I", "l40II", "l22I"])
    assert set(t.world.grid.list_names(muster.good_hexes(a))) == {"3005", "2805"}
    assert muster.good_hexes(a, True).bit_count() == 1


def redoubt(own: str) -> Table:
    """The 42e I is in the redoubt 2112, into which no zone reaches; the others attack 1910 and leave 2012."""
    t = Table(
        {"l42I": "2112", "l42II": "2011", "l42III": "1909", "carI": "2012", "carII": "1910", "calI": "2212"},
        CAMPO,
        orders={"compere": "attack"},
        own={"l42I": own},
    )
    t.s.active = t.formation("compere")
    assault(t, ["l42II", "l42III"], "1910")
    return t


def test_12_2_1_an_enemy_is_left_while_somebody_ordered_to_attack_could_attack_him() -> None:
    """R-64: neither an Attack? nor an assault made by one need grow for that."""
    t = redoubt("attack")
    assert keys(open_duties(t.s)) == ["enemy_left"]
    t = redoubt("advance")
    assert open_duties(t.s) == []
    assault(t, ["l42I"], "2212").doubtful = t.mask(["l42I"])
    assert open_duties(t.s) == []


def test_12_2_what_is_not_offered_is_refused_by_name() -> None:
    t = Table(
        {"l40I": "2905", "l40II": "2804", "coI": "2904", "coII": "3005", "l22I": "3106", "stI": "3105"}, orders=ADVANCE
    ).combat("watrin")
    t.play("french", "assault 3105", "go", "withdraw 3105")
    assert t.said("french", "assault 3105") == ["called_off_already"]
    t.play("french", "assault 2904", "with l40I")
    assert t.said("french", "pass") == ["moment"]
    assert t.said("french", "also 3105") == ["not_adjacent_to_all"]
    t.play("french", "also 3005")
    assert "go" in t.options("french")


def test_10_0_ground_that_is_not_there_is_not_picked() -> None:
    t = Table(
        {"l40I": "2810", "l40II": "2810", "stI": "2710", "stII": "2709"},
        orders={"watrin": "attack", "gottesheim": "defence"},
        dice=[3],
    ).combat("watrin")
    t.play("french", "assault 2710", "all", "also 2709").steer("french", "go", "done")
    assert t.said("coalition", "ground 2810 clear") == ["no_such_ground"]
    assert t.said("coalition", "lose stI") == ["moment"]


def test_10_1_1_only_the_units_of_the_village_contest() -> None:
    """Hoch und Deutschmeister has 3; Mariassy, with 4, is elsewhere."""
    t = Table({"mariassy": "0101", "hoI": "2011", "l40I": "2111"}, orders={"schellenberg": "defence"}, dice=[4, 3])
    t.s.active = t.formation("watrin")
    assault(t, ["l40I"], "2011")
    t.s.fight = 0
    t.open(*result_frames(t.s, "DR")).play("coalition", "contest")
    assert "contested" not in t.told
    assert "disordered" in t.told
    assert "routed" not in t.told
    t = Table({"hoI": "2011", "l40I": "2111"}, orders={"schellenberg": "defence"}, dice=[6])
    t.s.active = t.formation("watrin")
    assault(t, ["l40I"], "2011")
    t.s.fight = 0
    t.open(*result_frames(t.s, "DR")[1:])
    assert "routed" in t.told
    assert "disordered" not in t.told


def test_17_2_6_a_garrison_that_fire_drives_off_leaves_its_battery_damaged() -> None:
    t = Table({"carI": "2112", "rid2": "2112", "volt": "2109"}, CAMPO)
    t.open(Retreat(1, t.unit("carI"), 1, BY_FIRE)).steer("coalition", "retreat 2113")
    if t.asked == "Retreat":
        t.play("coalition", t.options("coalition")[0])
    assert t.is_damaged("rid2")
    assert t.asked == "Rest", "it does not follow"


# [5.3] [6.1] [11.0] [12.8.2] [16.3] who is asked, and what is said


def test_6_1_both_totals_are_told() -> None:
    t = Table({"lannes": "3409", "l28I": "3409", "watrin": "3411", "ott": "2011", "coI": "1905"}, dice=[2, 5])
    t.initiative()
    assert events(t, "initiative")[0][:4] == (2, 6, 5, 7)
    t.s.activated = 1 << t.formation("watrin")
    t.roll(6, 1).initiative()
    assert t.said("french", "activate watrin") == ["activated_already"]
    assert t.said("french", "activate compere") == ["not_in_this_battle"]


def test_5_2_the_reasons_in_a_1() -> None:
    t = Table(
        {"ott": "2011", "gottesheim": "2012", "oreilly": "2012", "bach": "2012"},
        orders={"gottesheim": "attack"},
        options={"optional_16_2": True},
    ).orders("coalition")
    assert t.said("coalition", "order gottesheim attack") == ["same_order"]
    t.s.columns[t.unit("oreilly")] = Column(t.mask(["bach"]), 1, formed=True)
    t.orders("coalition")
    assert t.said("coalition", "detach oreilly attack") == ["same_column_order"]
    assert "detach oreilly defence" in t.options("coalition")


def test_16_1_with_headquarters_there_is_no_a_1() -> None:
    pieces = {"lannes": "3409", "l28I": "3409", "watrin": "3411", "ott": "2011", "coI": "1905", "gottesheim": "2011"}
    t = Table(pieces, dice=[6, 1]).end_of_turn()
    assert t.asked == "ChangeOrders"
    t = Table(pieces, dice=[6, 1], options={"optional_16_1": True}).end_of_turn()
    assert t.asked == "Name"


def test_5_3_who_is_not_with_lost_units_rouses_nobody() -> None:
    t = Table({"watrin": "3811", "l40I": "3801", "gency": "3801", "malher": "3805", "coI": "1005"}, lost=["l40I"])
    t.s.active = t.formation("watrin")
    t.open(Rouse(0))
    assert t.said("french", "rouse malher") == ["nobody_to_rouse"]
    assert t.said("french", "move gency") == ["moment"]
    t = Table({"watrin": "3811", "l40I": "3801", "gency": "3811", "l22I": "3811", "coI": "1005"}, lost=["l40I"])
    t.s.active = t.formation("watrin")
    assert Rouse(0)._may_seem(t.s)
    t.s.changed = 1 << 64 + t.unit("gency")
    assert not Rouse(0)._may_seem(t.s), "he has tried"


def test_11_0_each_battery_is_asked_once_and_none_on_the_march() -> None:
    t = Table({"a_watrin": "2905", "coI": "2904"}, orders={"watrin": "attack"})
    t.s.active = t.formation("watrin")
    t.open(GunOrder(0, t.mask(["a_watrin"]))).play("french", "battery a_watrin manoeuvre")
    assert t.asked == "Rest"
    for general, gun in (("vogelsang", "a_vogelsang"), ("schellenberg", "a_schellenberg")):
        t = Table({gun: "1414", "l40I": "3801"}, orders={general: "defence"}, marching=True)
        t.s.active = t.formation(general)
        assert GunOrder(1, t.mask([gun])).options(t.s, 1) == []
        t.s.marching = [False] * len(t.s.marching)
        assert GunOrder(1, t.mask([gun])).options(t.s, 1) != []


def test_12_8_2_an_austrian_returns_like_a_frenchman() -> None:
    t = Table({"gottesheim": "2905", "l40I": "2804"})
    hexes = set(t.world.grid.list_names(return_hexes(t.s, t.unit("coI"))))
    assert hexes == {"2905", "3005", "3006", "2906", "2806"}, "2904 and 2805 are in the zone of the 40e"
    make = t.world.lexicon.make
    refused = Return(1, t.unit("coI")).why_not(t.s, make("place", t.unit("coI"), t.hex("2909")))
    assert refused == [("12.8.2", "cannot_return_there", (t.s.spot(t.hex("2909")),))]


def test_4_3_a_chief_without_a_formation_belongs_to_the_group_that_lists_him() -> None:
    t = Table({"carI": "2112"}, CAMPO)
    assert t.world.guests_of[t.formation("compere")] >> t.unit("reynier") & 1
    assert t.world.guests_of[t.formation("verdier")] >> t.unit("l6I") & 1


def test_16_3_fire_counts_as_an_attack_on_its_hex() -> None:
    t = Table({"le6I": "2905", "l22I": "3801", "coI": "2904"}, options=OPEN, orders=ADVANCE, dice=[1])
    t.movement("watrin").play("french", "move le6I", "shoot 2904")
    assert t.s.shot_at == 1 << t.hex("2904")
    t = Table({"l40I": "2905", "le6I": "2906", "coI": "2904"}, options=OPEN, orders=ADVANCE)
    t.movement("watrin").steer("french", "move le6I")
    assert t.said("french", "shoot 2905") == ["no_target"]
    t = Table({"l40I": "2905", "l22I": "2907", "coI": "2904"}, options=OPEN, orders={"watrin": "manoeuvre"})
    t.movement("watrin").play("french", "move l22I")
    assert t.said("french", "shoot 2904") == ["not_light"]
    t = Table({"l40I": "2905", "l22I": "2907", "coI": "2904"}, orders={"watrin": "manoeuvre"})
    t.movement("watrin").play("french", "move l22I")
    assert t.said("french", "shoot 2904") == ["no_open_order"]


# [9.2] [9.3] what roads cost


LINE, HUSSARS, FOOT_GUNS = (CLASSES.index(k) for k in ("line", "light_cav", "foot_art"))


def test_9_3_1_along_roads_with_and_without_column() -> None:
    """Halves of a point: 0 is a major road, 1 a minor one, 2 a track."""
    sheet, snow = world("montebello"), world("campotenese")
    out = [[road_cost(sheet, base, road, False, 0) for road in (0, 1, 2)] for base in (2, 4, ALL)]
    assert out == [[2, 2, 2], [2, 4, 4], [2, 4, 4]]
    column = [[road_cost(sheet, base, road, True, 0) for road in (0, 1, 2)] for base in (2, 4, 6, ALL)]
    assert column == [[1, 2, 2], [1, 2, 2], [1, 4, 4], [1, 2, 2]]
    weather = [[road_cost(snow, 4, road, True, w) for road in (0, 1, 2)] for w in (1, 2, 3)]
    assert weather == [[1, 1, 2], [2, 2, 2], [ALL, ALL, 2]]
    assert road_cost(snow, 4, 1, False, 3) == 4


def test_9_2_a_step_names_its_hex_and_whether_it_ends_the_move() -> None:
    sheet = world("montebello")
    at = sheet.grid.by_name

    def step(klass: int, a: str, b: str, column: bool = False) -> object:
        return step_cost(sheet, klass, at[a], at[b], column, 0)

    assert step(HUSSARS, "2613", "2513") == (at["2513"], ALL, True)
    assert step(LINE, "2905", "2904") == (at["2904"], 2, False)
    assert step(FOOT_GUNS, "0714", "0614") == (at["0614"], 8, True), "woods, across the stream"
    assert step(LINE, "3707", "3608", True) == (at["3608"], 1, False)
    assert step(LINE, "3707", "3608") == (at["3608"], 2, False)
    assert step_cost(world("campotenese"), LINE, at["2411"], at["2412"], False, 1) is None


def test_15_4_off_the_listed_flag_an_entry_costs_its_ground() -> None:
    sheet = world("montebello")
    at = sheet.grid.by_name
    assert entry_cost(sheet, LINE, at["3802"], False, True, 0) == 4, "wheat"
    assert entry_cost(sheet, LINE, at["3801"], True, True, 0) == 2, "no road there"
    assert entry_cost(sheet, LINE, at["3803"], True, True, 0) == 2
