"""Rulebook 4 to 17: of several assaults, hexes and counters the right one."""

from __future__ import annotations

import pytest

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.activation import order_matters
from grognard.games.vanguard.rules.artillery import StepLost
from grognard.games.vanguard.rules.assault.before_combat import AttackTests, DefensiveFires, evade_hexes
from grognard.games.vanguard.rules.assault.declaration import why_no_assault
from grognard.games.vanguard.rules.assault.muster import Muster
from grognard.games.vanguard.rules.assault.results import Press
from grognard.games.vanguard.rules.assault.retreat import BY_FIRE, Retreat, rout_goals
from grognard.games.vanguard.rules.battles.victory import score
from grognard.games.vanguard.rules.command import mark_command
from grognard.games.vanguard.rules.disorder.losses import return_turn
from grognard.games.vanguard.rules.fog import dark
from grognard.games.vanguard.rules.initiative import begin_changes
from grognard.games.vanguard.rules.movement.duties import begin_move, movable
from grognard.games.vanguard.rules.movement.next_mover import mover_bans
from grognard.games.vanguard.rules.movement.steps import back_steps, column_bans
from grognard.games.vanguard.rules.movement.terrain import ALL, entry_cost, path_costs, step_cost
from grognard.games.vanguard.rules.movement.ways import Ways
from grognard.games.vanguard.rules.optional.columns import column_candidates
from grognard.games.vanguard.rules.orders import GeneralTries, within_call
from grognard.games.vanguard.world.moving import Assault
from grognard.games.vanguard.world.roster import CLASSES
from grognard.kernel.ban import against
from toolkit_vanguard import Table

CAMPO = "campotenese"
OPEN = {"optional_16_3": True}
ATTACK = {"watrin": "attack"}
ADVANCE = {"watrin": "advance"}


def keys(reasons: list[tuple[str, str, tuple[object, ...]]]) -> list[str]:
    return [key for _, key, _ in reasons]


def events(t: Table, key: str) -> list[tuple[object, ...]]:
    return [e.args for e in [*(e for _, e in t.match.log()), *t.s.events] if e.key == key]


def ways(t: Table, *names: str) -> Ways:
    return Ways(t.s, begin_move(t.s, t.mask(names)))


def assault(t: Table, attackers: list[str], *targets: str) -> Assault:
    a = Assault(sum(1 << t.hex(name) for name in targets))
    a.attackers = t.mask(attackers)
    t.s.assaults = [*t.s.assaults, a]
    return a


PAIR = {"l40I": "2905", "l22I": "3106", "coI": "2904", "stI": "3105"}


def test_12_1_the_combat_that_was_named_is_resolved() -> None:
    t = Table(PAIR, orders=ATTACK, dice=[3, 1, 1, 1]).combat("watrin")
    t.steer("french", "assault 2904", "go", "assault 3105", "go").play("french", "resolve 3105")
    assert events(t, "assault")[0][0] == t.s.spot(t.hex("3105"))


def test_12_2_the_assault_that_was_named_is_called_off() -> None:
    t = Table(PAIR, orders=ADVANCE).combat("watrin")
    t.play("french", "assault 2904", "go", "assault 3105", "go", "withdraw 3105")
    assert [a.targets for a in t.s.assaults] == [1 << t.hex("2904")]
    assert t.s.recalled == 1 << t.hex("3105")


def test_12_2_1_an_assault_that_would_leave_an_enemy_is_refused_for_that() -> None:
    """2 against 4 would do; but 11 points in 2703 reach the attacker, and with them it is worse than 1-5."""
    t = Table({"l28III": "2804", "coI": "2904", "miII": "2703", "reII": "2703"}, orders={"lannes": "advance"})
    t.s.active = t.formation("lannes")
    assert keys(why_no_assault(t.s, 0, t.hex("2904"))) == ["doubtful_leaves_enemy"]


def test_12_2_2_only_attackers_test() -> None:
    t = Table({**PAIR, "mariassy": "0101"}, orders=ADVANCE, dice=[5])
    t.s.active = t.formation("watrin")
    a = assault(t, ["l40I"], "2904")
    a.doubtful = t.mask(["l40I"])
    t.open(AttackTests(0))
    assert events(t, "tested")[0][0] == t.mask(["l40I"])
    assert events(t, "attack_called_off") == [(t.mask(["l40I"]),)]
    assert (a.attackers, a.doubtful) == (0, 0)


@pytest.mark.parametrize(
    ("over", "counter", "asked"), [(False, False, True), (True, False, False), (False, True, False)]
)
def test_11_4_4_guns_fire_only_at_an_assault_that_is_still_to_come(over: bool, counter: bool, asked: bool) -> None:
    t = Table({"l40I": "2905", "coI": "2904", "a_gottesheim": "2904"}, orders=ATTACK)
    t.s.active = t.formation("watrin")
    a = assault(t, ["l40I"], "2904")
    a.over, a.counter = over, counter
    t.open(DefensiveFires(0))
    assert (t.asked == "Repel") is asked


def test_12_5_4_who_presses_tests_with_his_own_value() -> None:
    """The 40e III has 4, the counter after it 3."""
    t = Table({"l40III": "2905", "coI": "2904"}, orders=ATTACK, dice=[4])
    t.s.active = t.formation("watrin")
    a = assault(t, ["l40III"], "2904")
    a.took_part = t.mask(["l40III", "coI"])
    t.s.fight = 0
    t.open(Press(0)).play("french", "press")
    assert events(t, "pressed") == [("EX",)]


def test_14_1_a_unit_needs_room_for_itself() -> None:
    """Beside the battalion a battery could stand, the hussars may not."""
    t = Table({"nau2": "2904", "coI": "2903", "l40I": "2905"}, orders={"ott": "defence"})
    assert set(t.world.grid.list_names(evade_hexes(t.s, t.unit("nau2")))) == {"2804", "3004"}


def test_12_8_next_turn_near_a_leader_else_the_turn_after() -> None:
    assert (return_turn(4, True), return_turn(4, False)) == (5, 6)


def test_11_1_a_garrison_with_nowhere_to_go_leaves_its_battery_damaged() -> None:
    ring = dict(
        zip(
            ("volt", "le1I", "le1II", "l42I", "l42II", "l42III"),
            ("2111", "2212", "2213", "2113", "2013", "2012"),
            strict=True,
        )
    )
    t = Table({"carI": "2112", "rid2": "2112", **ring}, CAMPO)
    t.open(Retreat(1, t.unit("carI"), 1, BY_FIRE))
    assert t.fate("carI") == "gone"
    assert t.is_damaged("rid2")


def test_11_4_3_1s_on_a_lone_unit_leaves_its_leader_to_test() -> None:
    t = Table({"mariassy": "0101", "coI": "2904", "gottesheim": "2904", "l40I": "2906"}, dice=[3])
    t.open(StepLost(1, t.hex("2904")))
    assert t.fate("coI") == "track"
    assert "leader_safe" in t.told


def test_15_2_1_with_only_neighbours_free_there_is_nowhere_to_run() -> None:
    t = Table({"coI": "0101"}, routed=["coI"])
    ring = t.world.grid.list_names(t.world.grid.ring(t.hex("0101"), 2) & t.world.hexes)
    for unit, h in zip(("l40I", "l40II", "l40III", "l22I", "l22II"), ring, strict=False):
        t.s.put(t.unit(unit), t.hex(h))
    assert rout_goals(t.s, t.unit("coI")) == 0


# [4] [6] leaders and formations


def test_4_5_5_without_its_general_nobody_of_a_formation_is_in_command() -> None:
    t = Table({"mariassy": "2011", "bach": "2011", "oreilly": "2011", "l40I": "3811"})
    t.s.active = t.formation("ott")
    mark_command(t.s)
    assert not any(t.in_command(name) for name in ("mariassy", "bach", "oreilly"))


def test_4_3_1_after_the_general_the_chief_may_move() -> None:
    t = Table({"watrin": "2909", "lannes": "2910", "l40I": "2905", "coI": "0101"}, orders={"watrin": "manoeuvre"})
    t.movement("watrin").play("french", "done")
    assert set(t.options("french")) == {"move watrin", "move lannes", "done"}
    t.play("french", "move watrin", "go 2908", "stop")
    assert set(t.options("french")) == {"move lannes", "done"}
    t.play("french", "move lannes", "go 2909", "stop")
    assert t.asked != "MoveLeader"


def test_17_2_9_the_question_is_put_when_compere_is_named_and_nobody_else() -> None:
    pieces = {
        "compere": "1904",
        "l42I": "1904",
        "franceschi": "1905",
        "ch6": "1905",
        "verdier": "1906",
        "l6I": "1906",
        "ricci": "2112",
        "carI": "2112",
    }
    for name, asked in (("compere", True), ("verdier", False)):
        t = Table(pieces, CAMPO, dice=[6, 1]).initiative()
        t.play("french", f"activate {name}")
        assert (t.asked == "WholeOrAlone") is asked


@pytest.mark.parametrize(("leaders", "points"), [([1, 0], -1), ([0, 1], 1), ([2, 1], -1)])
def test_17_2_12_each_leader_is_a_step(leaders: list[int], points: int) -> None:
    t = Table({"l42I": "1906", "carI": "1911"}, CAMPO)
    t.s.leaders_lost = leaders
    assert score(t.s) == (points, 0)


# [9] movement


def test_9_1_who_has_been_halted_goes_nowhere() -> None:
    t = Table({"l40I": "2905", "coI": "2105"}, orders={"watrin": "manoeuvre"})
    t.s.active = t.formation("watrin")
    move = ways(t, "l40I")
    assert move.can_move()
    move.move.halted = True
    assert move.reach(False, False) == 0
    assert not move.can_move()
    assert move.next_steps() == []


def test_9_1_a_stack_goes_only_where_all_of_it_may() -> None:
    """R-19: from the woods of 0815 guns do not go into those of 0816; foot does."""
    t = Table({"l40I": "0815", "a_watrin": "0815", "coI": "3801"}, orders={"watrin": "manoeuvre"})
    t.s.active = t.formation("watrin")
    guns, foot, both = (
        {h: spent for h, spent, _ in ways(t, *names).next_steps()}
        for names in (("a_watrin",), ("l40I",), ("a_watrin", "l40I"))
    )
    assert t.hex("0816") in foot
    assert t.hex("0816") not in guns
    assert both == {h: [*guns[h], *foot[h]] for h in guns.keys() & foot.keys()}


def test_9_3_with_advance_a_column_is_allowed() -> None:
    for order, reasons in (("advance", []), ("attack", ["order_without_column"])):
        t = Table({"l40I": "2910", "coI": "0101"}, orders={"watrin": order})
        t.s.active = t.formation("watrin")
        move = begin_move(t.s, t.mask(["l40I"]))
        assert keys(against(column_bans(t.s, move, Ways(t.s, move)), None)) == reasons


def test_15_4_only_a_flag_in_a_zone_sends_reinforcements_round() -> None:
    """R-34: 3806 reaches the flag 3807 with its zone, 3809 does not."""
    for enemy, round_about in (("3806", True), ("3809", False)):
        t = Table({"coI": enemy}, due={"l22I": (4, "B")}, orders=ADVANCE)
        t.s.active, t.s.entering = t.formation("watrin"), t.mask(["l22I"])
        hexes = {h for h, _, _ in ways(t, "l22I").entries(False)}
        assert t.hex("3807") in hexes
        assert (len(hexes) > 1) is round_about


def test_17_1_5_the_way_of_a_march_is_without_column() -> None:
    t = Table({})
    line = CLASSES.index("line")
    assert path_costs(t.world, line, 8, t.hex("3608"))[t.hex("3707")] == 2, "half a point in column"


def test_16_3_who_may_decline_goes_back_where_he_likes() -> None:
    """R-48: three counted, the two others still to move: this one need not come nearer."""
    t = Table({"le6I": "2905", "le6II": "2908", "le6III": "2909", "coI": "2904"}, options=OPEN, orders=ADVANCE)
    t.s.active = t.formation("watrin")
    move = begin_move(t.s, t.mask(["le6I"]))
    move.hexes, move.spent, move.duty, move.far = 1, [2], 1, 2
    t.s.counted = move.peers = t.mask(["le6I", "le6II", "le6III"])
    assert back_steps(t.s, move) >> t.hex("2906") & 1
    t.s.counted = move.peers = t.mask(["le6I"])
    assert back_steps(t.s, move) == 0


def test_16_3_3_the_order_of_an_austrian_stack_matters_by_the_same_rule() -> None:
    t = Table({"coI": "2905", "coII": "2905", "l40I": "2903"})
    assert not order_matters(t.s, t.hex("2905"), 1), "in sight"
    t = Table({"coI": "2905", "coII": "2905", "l40I": "2903", "le6I": "3801"}, options=OPEN)
    assert order_matters(t.s, t.hex("2905"), 1)
    t = Table({"l40I": "3007", "l40II": "3007", "coI": "3006"})
    assert not order_matters(t.s, t.hex("3007"), 0), "seen, though what lies behind the houses is not"


def test_17_2_6_the_last_heavy_battery_does_not_move_either() -> None:
    t = Table({"rid3": "2311", "a_nap": "2310", "volt": "1905"}, CAMPO)
    t.s.active = t.formation("tschudy")
    assert keys(against(mover_bans(t.s, t.mask(["rid3"]), 0), t.unit("rid3"))) == ["fixed"]
    t.s.active = t.formation("ricci")
    assert keys(against(mover_bans(t.s, t.mask(["a_nap"]), 0), t.unit("a_nap"))) != ["fixed"]


def test_15_4_an_entry_along_a_track_costs_what_the_track_does() -> None:
    """R-16: horse pays two points in the hills; off the road its whole move."""
    t = Table({})
    riders = CLASSES.index("light_cav")
    hill = next(h for h in range(t.world.grid.size) if t.world.grounds[h] == ("hill",) and t.world.road_at[h] == 2)
    assert entry_cost(t.world, riders, hill, True, False, 0) == 4
    assert entry_cost(t.world, riders, hill, False, False, 0) == ALL


def test_12_6_2_a_retreat_needs_room_for_the_unit_itself() -> None:
    t = Table({"nau2": "2904", "coI": "2903", "l40I": "2905"}).open(Retreat(1, 8, 1, BY_FIRE))
    assert t.unit("nau2") == 8
    assert t.said("coalition", "retreat 2903") == ["no_room"], "a battery would find room"


def test_12_2_what_was_called_off_is_left_to_those_ordered_to_attack() -> None:
    """R-64."""
    t = Table({"l40I": "2905", "l22I": "2905", "coI": "2904"}, orders=ADVANCE, own={"l22I": "attack"})
    t.s.active = t.formation("watrin")
    muster, a = Muster(t.s), Assault(1 << t.hex("3005"))
    both = t.mask(["l22I", "l40I"])
    assert muster._could_attack(a, t.hex("2904")) == both
    t.s.recalled = 1 << t.hex("2904")
    assert muster._could_attack(a, t.hex("2904")) == t.mask(["l22I"])
    assert muster._could_attack(a, t.hex("2903")) == both


def test_17_2_9_franceschi_tries_for_himself() -> None:
    t = Table({"franceschi": "1905", "ch6": "1905", "carI": "2112"}, CAMPO, orders={"compere": "advance"}, dice=[3])
    t.s.active, t.s.solo, t.s.lone_order = t.formation("compere"), True, 0
    t.open(GeneralTries(0)).play("french", "try attack")
    assert events(t, "try_passed")[0][0] == t.unit("franceschi")
    t = Table({"ch6": "1905", "carI": "2112"}, CAMPO)
    t.s.active, t.s.solo, t.s.lone_order = t.formation("compere"), True, 0
    assert t.open(GeneralTries(0)).asked == "Rest", "he is not there"


def test_10_4_guns_go_into_woods_but_not_from_woods_to_woods() -> None:
    """R-19, on the whole map, off the roads."""
    sheet = Table({}).world
    woods, guns = sheet.of_terrain["woods"], CLASSES.index("foot_art")
    for a in bits(sheet.hexes):
        for b in bits(sheet.near[a] & woods):
            if (a, b) not in sheet.road:
                assert (step_cost(sheet, guns, a, b, False, 0) is None) == bool(woods >> a & 1)


def test_15_3_each_unit_of_the_hex_says_why_it_does_not_rally() -> None:
    t = Table(
        {"l40I": "2905", "l40II": "2905", "l22I": "3801", "coI": "1905"},
        disordered=["l40II", "l22I"],
        orders={"watrin": "defence"},
    )
    t.s.rallied = t.mask(["l40II"])
    t.rally("watrin")
    assert t.said("french", "rally 2905") == ["in_good_order", "tried_already"]
    t = Table({"l40I": "2905", "l22I": "2804", "le6I": "3004", "coI": "2904"}, orders={"watrin": "defence"})
    t.s.active = t.formation("watrin")
    assert keys(why_no_assault(t.s, 0, t.hex("2904"))) == ["order_forbids_attack"] * 3


@pytest.mark.parametrize(("die", "tests"), [(6, True), (5, False)])
def test_4_5_1_on_a_6_the_leaders_of_the_attacked_hex_test(die: int, tests: bool) -> None:
    t = Table({"l40I": "2905", "coI": "2904", "gottesheim": "2904"}, orders=ATTACK, dice=[die, 3, 1, 1])
    t.combat("watrin").steer("french", "assault 2904", "go")
    assert ("leader_safe" in t.told) is tests


def test_11_3_2_a_ride_in_sight_is_no_ride_in_the_dark() -> None:
    """3007 is seen from 3006; 3008, behind its houses, is not."""
    t = Table({"l40I": "3007", "watrin": "3007", "l22I": "3008", "gency": "3008", "coI": "3006"})
    assert dark(t.s, 0, t.mask(["watrin"]), t.hex("3007")) == ()
    assert dark(t.s, 0, t.mask(["gency"]), t.hex("3008")) == ((t.unit("l22I"), True),)


def test_5_2_a_formation_without_its_general_is_not_within_call() -> None:
    t = Table({"reynier": "1905", "digonet": "1905", "l6I": "1905"}, CAMPO)
    assert not within_call(t.s, 0, t.formation("verdier"))
    t = Table({"verdier": "1905"}, CAMPO)
    begin_changes(t.s, 0)
    assert t.s.changes[0] == 0, "no chief, no changes"


def test_9_1_a_leader_who_has_not_been_called_does_not_move() -> None:
    t = Table({"l40I": "2905"}, due={"watrin": (4, "B")})
    assert movable(t.s, t.mask(["watrin"])) == 0
    t.s.entering = t.mask(["watrin"])
    assert movable(t.s, t.mask(["watrin"])) == t.mask(["watrin"])


def test_16_2_a_column_is_made_of_units_up_to_the_edge_of_his_radius() -> None:
    """O'Reilly's is 4."""
    t = Table({"oreilly": "2005", "bach": "2009", "amende": "2010", "l40I": "3801"}, options={"optional_16_2": True})
    assert column_candidates(t.s, t.unit("oreilly")) == t.mask(["bach"])


def test_4_4_marking_command_shows_where_leaders_are() -> None:
    """R-49: it cannot be taken back."""
    t = Table({"watrin": "2905", "l40I": "2905", "coI": "1905"})
    t.s.active, t.s.revealed = t.formation("watrin"), False
    mark_command(t.s)
    assert t.s.revealed


def test_10_0_when_austrians_attack_the_french_pick_the_ground() -> None:
    """2312 is hill and village: with Defence the village is worth -2."""
    t = Table(
        {"coI": "2311", "coII": "2311", "l40I": "2312"},
        orders={"gottesheim": "attack", "watrin": "defence"},
        dice=[3, 1, 1, 1],
    ).combat("gottesheim")
    t.steer("coalition", "assault 2312", "all", "go")
    assert (t.asked, t.to_act) == ("PickGround", ("french",))
    assert {o.split()[-1] for o in t.options("french")} == {"hill", "village"}
