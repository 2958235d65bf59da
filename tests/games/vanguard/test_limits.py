"""What a paragraph allows and, one step beyond, what it forbids: the limits of numbers, orders, levels and zones."""

from __future__ import annotations

import pytest

from grognard.games.vanguard.rules.activation import StackOrder
from grognard.games.vanguard.rules.artillery import may_fire, targets_of, why_no_fire
from grognard.games.vanguard.rules.artillery import volley as bombardment
from grognard.games.vanguard.rules.assault.before_combat import Evade, evade_hexes, may_evade
from grognard.games.vanguard.rules.assault.charts import Volley, fire_result, fire_terms
from grognard.games.vanguard.rules.assault.retreat import garrison_gone, retreat_goals
from grognard.games.vanguard.rules.battles.marches import check_marches, fulfilled
from grognard.games.vanguard.rules.cavalry import counter_stacks, may_charge
from grognard.games.vanguard.rules.disorder.losses import damage, eliminate, lose_leader
from grognard.games.vanguard.rules.disorder.rally import leader_near, order_allows, rally_bans
from grognard.games.vanguard.rules.disorder.reinforcements import return_hexes
from grognard.games.vanguard.rules.efficiency import leader_helps, modifier, passes
from grognard.games.vanguard.rules.initiative import chief_initiative, left_to_act, present
from grognard.games.vanguard.rules.movement.duties import begin_move
from grognard.games.vanguard.rules.movement.ways import Ways, may_open_order
from grognard.games.vanguard.rules.optional.columns import column_candidates
from grognard.games.vanguard.rules.optional.skirmish import clear_v, hit_top, mark_v, volley
from grognard.games.vanguard.rules.orders import battery_gains, change_bans, initiative_of, within_call
from grognard.games.vanguard.rules.sequence import next_weather
from grognard.games.vanguard.world.moving import Assault, Column, Move
from grognard.games.vanguard.world.roster import ADVANCE, ATTACK, COALITION, DEFENCE, FRENCH, MANOEUVRE, SIDES
from grognard.kernel.ban import against
from toolkit_vanguard import Table

CAMPO = "campotenese"
OPEN = {"optional_16_3": True}
COLUMNS = {"optional_16_2": True}


def keys(reasons: list[tuple[str, str, tuple[object, ...]]]) -> list[str]:
    return [key for _, key, _ in reasons]


def said(t: Table, side: str, action: str) -> list[str]:
    """The sentences that refuse an action."""
    t.rules(side, action)
    return [refusal.key for refusal in t.match.why_not(side, action)]


# [3] [6] the turn


@pytest.mark.parametrize(("dice", "winner"), [([3, 5], "french"), ([2, 5], "coalition"), ([6, 1], "french")])
def test_6_1_the_higher_total_wins_and_a_tie_is_french(dice: list[int], winner: str) -> None:
    """Lannes adds 4, Ott 2."""
    t = Table({"lannes": "3409", "l28I": "3409", "watrin": "3411", "ott": "2011", "coI": "1905"}, dice=dice)
    t.initiative()
    assert t.to_act == (winner,)


def test_6_1_a_lost_chief_adds_nothing() -> None:
    t = Table({"lannes": "3409", "ott": "2011"})
    assert (chief_initiative(t.s, 0), chief_initiative(t.s, 1)) == (4, 2)
    lose_leader(t.s, t.unit("ott"))
    assert chief_initiative(t.s, 1) == 0


@pytest.mark.parametrize(("due", "there"), [(3, True), (4, True), (5, False)])
def test_6_1_a_formation_with_nobody_on_the_map_acts_only_if_somebody_is_due(due: int, there: bool) -> None:
    t = Table({"ott": "2011"}, due={"l40I": (due, "B")})
    assert present(t.s, t.formation("watrin")) is there


def test_6_1_who_has_acted_is_not_named_again() -> None:
    t = Table({"watrin": "3411", "l40I": "3411", "chambarlhac": "3503", "coI": "1905", "ott": "2011"}, dice=[6, 1])
    t.s.activated = 1 << t.formation("watrin")
    assert t.formation("watrin") not in left_to_act(t.s)
    t.initiative()
    assert t.rules("french", "activate watrin") == ["6.1"]
    assert "activate chambarlhac" in t.options("french")
    assert t.rules("french", "activate compere") == ["6.1"], "of the other battle"


def test_6_1_a_damaged_battery_alone_is_no_formation_to_act() -> None:
    t = Table({"rid1": "2112", "carI": "2311", "volt": "1905"}, CAMPO, damaged=["rid1"])
    assert not present(t.s, t.formation("minutolo"))
    assert present(t.s, t.formation("ricci"))


def test_17_1_2_on_turn_1_of_montebello_no_austrian_is_named() -> None:
    t = Table({"l28I": "3409", "lannes": "3409", "watrin": "3411", "coI": "1905"}, turn=1).initiative()
    assert t.rules("french", "activate gottesheim") == ["17.1.2"]


# [4] [5] command and orders


def test_4_3_a_chief_with_a_formation_is_always_within_his_own_call() -> None:
    t = Table({"lannes": "3409", "watrin": "2909", "chambarlhac": "2809", "ott": "2011"})
    assert within_call(t.s, 0, t.formation("lannes"))
    assert within_call(t.s, 0, t.formation("watrin")), "five hexes"
    assert not within_call(t.s, 0, t.formation("chambarlhac")), "six"


def test_5_2_a_chief_changes_as_many_orders_as_his_initiative_and_each_once() -> None:
    t = Table({"ott": "2011", "gottesheim": "2012", "vogelsang": "2111", "schellenberg": "1911"}).orders("coalition")
    t.play("coalition", "order gottesheim attack")
    assert t.rules("coalition", "order gottesheim defence") == ["5.2"], "once"
    assert t.rules("coalition", "order lannes attack")[0] == "5.2", "not his"
    t.play("coalition", "order vogelsang attack")
    assert t.asked == "Rest", "Ott's initiative is 2"


def test_5_2_the_same_order_is_no_change() -> None:
    t = Table({"ott": "2011", "gottesheim": "2012"}, orders={"gottesheim": "attack"}).orders("coalition")
    assert t.rules("coalition", "order gottesheim attack") == ["5.2"]


@pytest.mark.parametrize(("die", "order"), [(3, "attack"), (4, "defence")])
def test_5_2_1_a_general_needs_his_initiative_or_less(die: int, order: str) -> None:
    """Gottesheim's is 3."""
    t = Table({"gottesheim": "2012", "coI": "2012", "l40I": "3411"}, orders={"gottesheim": "defence"}, dice=[die])
    t.command("gottesheim").play("coalition", "try attack")
    assert t.formation_order("gottesheim") == order
    assert t.asked == "Rest", "one try"


def test_5_3_an_officer_tries_with_his_own_initiative_his_generals_or_1() -> None:
    t = Table({"franceschi": "1905", "compere": "1905", "huard": "1905"}, CAMPO)
    assert initiative_of(t.s, t.unit("franceschi")) == 3
    assert initiative_of(t.s, t.unit("huard")) == 3
    t = Table({"gency": "2905"})
    assert initiative_of(t.s, t.unit("gency")) == 1, "no General"


def test_5_3_each_officer_tries_once_and_only_where_he_stands() -> None:
    t = Table(
        {"watrin": "3811", "l40I": "3801", "gency": "3801", "l22I": "3803", "malher": "3805", "coI": "1005"},
        lost=["l40I", "l22I"],
        orders={"watrin": "attack"},
        dice=[5],
    )
    t.movement("watrin")
    while t.asked == "MoveUnits":
        t.play("french", "done")
    assert t.rules("french", "rouse malher") == ["5.3"], "nobody stands with him"
    t.play("french", "rouse gency")
    assert "not_roused" in t.told, "5 is more than 4"
    assert "rouse gency" not in t.options("french")
    assert not t.in_command("l40I")


def test_16_2_2_a_columns_officer_is_in_command_and_nobody_else_by_him() -> None:
    t = Table(
        {"ott": "2011", "oreilly": "2012", "bach": "2012", "mariassy": "0101", "l40I": "3811"},
        options=COLUMNS,
        orders={"ott": "manoeuvre"},
    ).orders("coalition")
    t.play("coalition", "detach oreilly attack").steer("coalition", "take bach", "go", "done")
    t.command("ott")
    assert t.order("bach") == "attack"
    assert t.in_command("oreilly")
    assert not t.in_command("mariassy")


@pytest.mark.parametrize(("order", "gains"), [("defence", True), ("manoeuvre", False), ("advance", False)])
def test_11_0_a_battery_is_asked_only_where_another_order_gains_it_something(order: str, gains: bool) -> None:
    t = Table({"a_watrin": "2905", "coI": "1905"}, orders={"watrin": order})
    assert battery_gains(t.s, t.unit("a_watrin")) is gains


def test_11_0_in_a_zone_of_control_or_to_evade_it_gains() -> None:
    t = Table({"a_watrin": "2905", "coI": "2904"}, orders={"watrin": "manoeuvre"})
    assert battery_gains(t.s, t.unit("a_watrin"))
    t = Table({"garde": "2905", "coI": "1904"}, orders={"lannes": "advance"})
    assert battery_gains(t.s, t.unit("garde"))
    t = Table({"a_watrin": "2906", "l40I": "2905", "coI": "2904"}, orders={"watrin": "manoeuvre"})
    assert battery_gains(t.s, t.unit("a_watrin")), "with Defence it may join its friend in the zone"


# [11] guns


@pytest.mark.parametrize(("target", "reason"), [("2908", []), ("2909", ["out_of_range"])])
def test_11_2_range_counts_the_targets_hex(target: str, reason: list[str]) -> None:
    """Watrin's guns reach 3 hexes; the open ground south of 2905."""
    t = Table({"a_watrin": "2905", "coI": target})
    seen = bool(targets_of(t.s, t.unit("a_watrin")) >> t.hex(target) & 1)
    found = keys(why_no_fire(t.s, t.unit("a_watrin"), t.hex(target), t.mask(["a_watrin"])))
    assert seen == (not reason) or "no_sight" in found
    assert reason == [] or found == reason


def test_11_4_who_has_moved_fired_or_is_broken_down_does_not_fire() -> None:
    t = Table({"a_watrin": "2905", "coI": "2904"})
    assert may_fire(t.s, t.unit("a_watrin"))
    t.s.fired = t.mask(["a_watrin"])
    assert not may_fire(t.s, t.unit("a_watrin"))
    t = Table({"a_watrin": "2905", "coI": "2904"}, moved=["a_watrin"])
    assert keys(why_no_fire(t.s, t.unit("a_watrin"), t.hex("2904"), t.mask(["a_watrin"]))) == ["gun_moved"]
    assert keys(why_no_fire(t.s, t.unit("a_watrin"), t.hex("2904"), 0)) == ["other_formation"]
    assert keys(why_no_fire(t.s, t.unit("coI"), t.hex("2904"), 0)) == ["no_battery"]


def test_11_4_3_guns_alone_are_no_target() -> None:
    t = Table({"a_watrin": "2905", "a_gottesheim": "2904"})
    assert targets_of(t.s, t.unit("a_watrin")) == 0
    assert keys(why_no_fire(t.s, t.unit("a_watrin"), t.hex("2904"), t.mask(["a_watrin"]))) == ["only_guns"]
    assert keys(why_no_fire(t.s, t.unit("a_watrin"), t.hex("2906"), t.mask(["a_watrin"]))) == ["nobody_there"]


def test_17_2_6_heavy_guns_need_a_garrison_with_defence() -> None:
    t = Table({"rid2": "2112", "carI": "2112", "volt": "2111"}, CAMPO, orders={"ricci": "defence"})
    assert may_fire(t.s, t.unit("rid2"))
    t = Table({"rid2": "2112", "carI": "2112", "volt": "2111"}, CAMPO, orders={"ricci": "attack"})
    assert not may_fire(t.s, t.unit("rid2"))
    assert keys(why_no_fire(t.s, t.unit("rid2"), t.hex("2111"), t.mask(["rid2"]))) == ["no_garrison"]


def test_17_2_6_a_redoubt_that_the_french_enter_has_its_battery_damaged() -> None:
    t = Table({"rid2": "2112"}, CAMPO)
    garrison_gone(t.s, t.hex("2112"), COALITION)
    assert not t.is_damaged("rid2")
    garrison_gone(t.s, t.hex("2111"), FRENCH)
    assert not t.is_damaged("rid2")
    garrison_gone(t.s, t.hex("2112"), FRENCH)
    assert t.is_damaged("rid2")
    assert t.s.steps_lost == [0, 1]
    damage(t.s, t.unit("rid2"))
    assert t.s.steps_lost == [0, 1], "once"


def test_11_1_1_austrians_take_guns_that_stand_alone_too() -> None:
    t = Table({"coI": "2904", "a_watrin": "2905"}, orders={"gottesheim": "attack"}, moved=["a_watrin"])
    t.combat("gottesheim").steer("coalition", "assault 2905", "go", "done")
    assert t.fate("a_watrin") == "gone"
    assert t.where("coI") == "2905"
    assert t.s.steps_lost == [1, 0]


# [12] assaults


def test_12_4_1_who_is_not_adjacent_does_not_join() -> None:
    t = Table(
        {"l40I": "2905", "l40II": "2908", "l22I": "2805", "l43I": "2804", "coI": "2904"},
        orders={"watrin": "attack"},
        disordered=["l22I"],
    ).combat("watrin")
    t.steer("french", "assault 2904")
    assert t.rules("french", "with l40II") == ["12.4.1"]
    assert t.rules("french", "with l22I") == ["15.1"]
    assert t.rules("french", "with l43I") == ["12.1"], "another formation"


def test_14_2_a_charge_is_refused_with_its_reason() -> None:
    t = Table({"h12": "2905", "stI": "0520"}, orders={"lannes": "attack"}).movement("lannes")
    t.steer("french", "move h12")
    assert said(t, "french", "charge") == ["nobody_to_charge"]
    t = Table({"l28I": "2905", "stI": "2901"}, orders={"lannes": "attack"}).movement("lannes")
    t.steer("french", "move l28I")
    assert said(t, "french", "charge") == ["only_cavalry"]
    t = Table({"h12": "2905", "stI": "2901"}, orders={"lannes": "advance"}).movement("lannes")
    t.steer("french", "move h12")
    assert said(t, "french", "charge") == ["charge_needs_attack"]


def test_12_6_1_a_retreat_prefers_what_is_free_of_zones() -> None:
    t = Table({"coI": "2904", "l40I": "2905"})
    goals, into_zoc = retreat_goals(t.s, t.unit("coI"))
    assert not into_zoc
    assert set(t.world.grid.list_names(goals)) == {"2803", "2903", "3003"} or "2903" in t.world.grid.list_names(goals)
    assert not goals & t.s.zoc(0)


def test_12_6_2_through_full_hexes_to_the_next() -> None:
    """Everything round it that is free of enemies is full."""
    full = {"stI": "2903", "stII": "2903", "hoI": "2804", "hoII": "2804", "miI": "3004", "miII": "3004"}
    t = Table({"coI": "2904", "l40I": "2905", **full, "l22I": "2805", "l22II": "3005"})
    goals, _ = retreat_goals(t.s, t.unit("coI"))
    assert goals
    assert all(t.world.grid.distance(t.hex("2904"), t.hex(h)) == 2 for h in t.world.grid.list_names(goals))


@pytest.mark.parametrize(
    ("for_good", "reduced", "fate", "steps"),
    [(False, False, "track", 1), (True, False, "gone", 2), (False, True, "gone", 1)],
)
def test_12_8_steps_and_fates(for_good: bool, reduced: bool, fate: str, steps: int) -> None:
    t = Table({"l40I": "2905"}, reduced=["l40I"] if reduced else [])
    eliminate(t.s, t.unit("l40I"), for_good=for_good)
    assert t.fate("l40I") == fate
    assert t.s.steps_lost == [steps, 0]


def test_12_8_2_it_does_not_return_among_enemies_or_into_a_zone() -> None:
    t = Table({"watrin": "2905", "coI": "2803", "ott": "2906"})
    hexes = set(t.world.grid.list_names(return_hexes(t.s, t.unit("l40I"))))
    assert "2804" not in hexes, "in a zone"
    assert "2906" not in hexes, "an enemy leader stands there"
    assert "2905" in hexes


# [13] tests


@pytest.mark.parametrize(
    ("die", "eff", "change", "passed"),
    [
        (3, 3, 0, True),
        (4, 3, 0, False),
        (4, 3, -1, True),
        (5, 3, -1, False),
        (1, 0, 3, True),
        (6, 9, -3, False),
        (3, 3, 1, False),
        (5, 5, 0, True),
    ],
)
def test_13_1_efficiency_or_less_and_natural_1_and_6(die: int, eff: int, change: int, passed: bool) -> None:
    assert passes(die, eff, change) is passed


def test_13_2_a_leader_of_the_formation_or_the_chief_helps_once() -> None:
    t = Table({"l40I": "2905", "watrin": "2905", "gency": "2905", "lannes": "2905"})
    assert modifier(t.s, t.unit("l40I"), t.hex("2905")) == -1, "one leader only"
    assert modifier(t.s, t.unit("l40I"), t.hex("2905"), 1) == 0
    t = Table({"l40I": "2905", "chambarlhac": "2905"})
    assert not leader_helps(t.s, t.unit("l40I"), t.hex("2905")), "of another formation"
    t = Table({"l40I": "2905", "lannes": "2905"})
    assert leader_helps(t.s, t.unit("l40I"), t.hex("2905")), "the chief helps everybody"
    t = Table({"l40I": "2905", "watrin": "2906"})
    assert not leader_helps(t.s, t.unit("l40I"), t.hex("2905")), "not in the hex"


# [14] cavalry


@pytest.mark.parametrize(
    ("order", "level", "may"), [("attack", "good", True), ("advance", "good", False), ("attack", "disordered", False)]
)
def test_14_2_only_cavalry_in_good_order_with_attack_charges(order: str, level: str, may: bool) -> None:
    t = Table(
        {"h12": "2905", "l28I": "2905"}, orders={"lannes": order}, disordered=["h12"] if level == "disordered" else []
    )
    assert may_charge(t.s, t.mask(["h12"])) is may
    assert not may_charge(t.s, t.mask(["l28I"]))
    assert not may_charge(t.s, t.mask(["h12", "l28I"]))


def test_17_2_5_nobody_charges_at_campotenese() -> None:
    t = Table({"ch6": "1905"}, CAMPO, orders={"compere": "attack"})
    assert not may_charge(t.s, t.mask(["ch6"]))


@pytest.mark.parametrize(
    ("order", "level", "friend", "may"),
    [
        ("defence", "good", False, True),
        ("manoeuvre", "good", False, False),
        ("defence", "disordered", False, False),
        ("defence", "good", True, False),
    ],
)
def test_14_2_4_who_may_counter_charge(order: str, level: str, friend: bool, may: bool) -> None:
    """R-33: cavalry with Defence, in good order; the charger alone in his hex."""
    pieces = {"h12": "3109", "nau1": "3009"} | ({"l28I": "3109"} if friend else {})
    t = Table(pieces, orders={"ott": order, "lannes": "attack"}, disordered=["nau1"] if level == "disordered" else [])
    move = Move(FRENCH, t.mask(["h12"]), t.hex("3109"))
    assert bool(counter_stacks(t.s, move)) is may


@pytest.mark.parametrize(
    ("attacker", "order", "may"),
    [("l40I", "defence", True), ("l40I", "manoeuvre", True), ("l40I", "attack", False), ("h12", "defence", False)],
)
def test_14_1_cavalry_evades_infantry_alone_with_defence_or_manoeuvre(attacker: str, order: str, may: bool) -> None:
    t = Table({attacker: "2905", "nau1": "2904", "stI": "2904"}, orders={"ott": order})
    a = Assault(1 << t.hex("2904"))
    a.attackers = t.mask([attacker])
    assert may_evade(t.s, a, t.unit("nau1")) is may
    assert not may_evade(t.s, a, t.unit("stI")), "infantry"


def test_14_1_not_routed_nor_guns_that_have_moved_and_not_into_a_zone() -> None:
    t = Table(
        {"l40I": "2905", "nau1": "2904", "a_schustekh": "2804"},
        orders={"ott": "defence"},
        routed=["nau1"],
        moved=["a_schustekh"],
    )
    a = Assault(1 << t.hex("2904"))
    a.attackers = t.mask(["l40I"])
    assert not may_evade(t.s, a, t.unit("nau1"))
    assert not may_evade(t.s, a, t.unit("a_schustekh"))
    assert not evade_hexes(t.s, t.unit("nau1")) & t.s.zoc(0)


# [15.3] rally


@pytest.mark.parametrize(
    ("order", "near", "may"),
    [
        (ADVANCE, False, True),
        (ATTACK, True, False),
        (DEFENCE, False, True),
        (MANOEUVRE, True, True),
        (MANOEUVRE, False, False),
    ],
)
def test_15_3_the_order_decides(order: int, near: bool, may: bool) -> None:
    assert order_allows(order, near) is may


@pytest.mark.parametrize(("place", "near"), [("2905", True), ("2906", True), ("2907", False)])
def test_15_3_a_leader_is_near_in_the_hex_or_next_to_it(place: str, near: bool) -> None:
    t = Table({"l40I": "2905", "gency": place})
    assert leader_near(t.s, t.unit("l40I")) is near
    t = Table({"l40I": "2905", "herbin": place})
    assert not leader_near(t.s, t.unit("l40I")), "of another formation"


@pytest.mark.parametrize("mark", ["rallied", "marched", "fought", "fired", "evaded"])
def test_15_3_who_has_done_something_does_not_rally(mark: str) -> None:
    t = Table({"l40I": "2905"}, disordered=["l40I"])
    t.s.active = t.formation("watrin")
    assert against(rally_bans(t.s), t.unit("l40I")) == []
    setattr(t.s, mark, t.mask(["l40I"]))
    assert [rule for rule, _, _ in against(rally_bans(t.s), t.unit("l40I"))] == ["15.3"]


def test_15_3_nor_in_a_zone_nor_in_good_order_nor_of_another_formation() -> None:
    t = Table({"l40I": "2905", "l22I": "2908", "l43I": "2909", "coI": "2904"}, disordered=["l40I", "l43I"])
    t.s.active = t.formation("watrin")
    assert keys(against(rally_bans(t.s), t.unit("l40I"))) == ["in_enemy_zone"]
    assert keys(against(rally_bans(t.s), t.unit("l22I"))) == ["in_good_order"]
    assert keys(against(rally_bans(t.s), t.unit("l43I"))) == ["other_formation"]


@pytest.mark.parametrize(("level", "after"), [("routed", "disordered"), ("disordered", "good")])
def test_15_3_1_one_level_a_test(level: str, after: str) -> None:
    t = Table({"l40I": "2905", "coI": "1905"}, dice=[4], orders={"watrin": "defence"}, **{level: ["l40I"]})  # type: ignore[arg-type]
    t.rally("watrin").play("french", "rally 2905")
    assert t.level("l40I") == after
    assert t.asked == "Rest", "one try"


def test_15_4_a_chief_without_a_formation_comes_with_his_group() -> None:
    t = Table({"carI": "2112"}, CAMPO, turn=1, due={"reynier": (1, "A"), "volt": (1, "A"), "verdier": (1, "A")})
    t.activate("compere")
    assert "enter reynier" in t.options("french")
    assert t.rules("french", "enter verdier") == ["15.4"]


def test_15_4_only_what_is_due_comes_in() -> None:
    t = Table({"watrin": "3704", "coI": "1905"}, due={"l40I": (4, "B"), "l40II": (3, "B"), "l40III": (5, "B")})
    t.activate("watrin")
    assert {"enter l40I", "enter l40II"} <= set(t.options("french"))
    assert t.rules("french", "enter l40III") == ["15.4"]


# [16.3] open order


def test_16_3_4_two_turns_running_is_one_too_many() -> None:
    t = Table(
        {"le6I": "2905", "le6II": "2905", "le6III": "2906"}, options=OPEN, turn=5, skirmished={"le6I": 4, "le6II": 3}
    )
    for name in ("le6I", "le6II", "le6III"):
        mark_v(t.s, t.unit(name))
    assert t.s.fatigued == t.mask(["le6I"])
    assert t.s.skirmished == {t.unit("le6II"): 5, t.unit("le6III"): 5}


def test_16_3_4_a_v_of_this_turn_stays_an_older_one_goes() -> None:
    t = Table({"le6I": "2905", "le6II": "2905"}, options=OPEN, turn=5, skirmished={"le6I": 4, "le6II": 5})
    clear_v(t.s, t.mask(["le6I", "le6II"]))
    assert t.s.skirmished == {t.unit("le6II"): 5}


@pytest.mark.parametrize(("leader", "helps"), [("gency", True), ("watrin", True), ("chambarlhac", False)])
def test_16_3_2_an_officer_or_its_own_general_steadies_the_fire(leader: str, helps: bool) -> None:
    t = Table({"le6I": "2905", leader: "2905", "coI": "2904"}, options=OPEN)
    assert volley(t.s, t.unit("le6I"), t.hex("2904")).leader is helps
    t = Table({"le6I": "2905", leader: "2906", "coI": "2904"}, options=OPEN)
    assert not volley(t.s, t.unit("le6I"), t.hex("2904")).leader


@pytest.mark.parametrize(
    ("result", "die", "level"),
    [
        ("D", 3, "good"),
        ("D", 4, "disordered"),
        ("D1", 2, "good"),
        ("D1", 3, "disordered"),
        ("DR", 3, "disordered"),
        ("DR", 4, "routed"),
    ],
)
def test_16_3_3_what_fire_does_to_the_top_unit(result: str, die: int, level: str) -> None:
    """Colloredo has efficiency 3."""
    t = Table({"coI": "2904", "l40I": "2905"}, options=OPEN, dice=[die])
    frames = hit_top(t.s, t.hex("2904"), COALITION, result)
    assert t.level("coI") == level
    assert bool(frames) == (level != "good"), "who is shaken goes back"


# [17] the battles


@pytest.mark.parametrize(
    ("units", "reached", "done"), [(4, 2, True), (4, 1, False), (5, 3, True), (5, 2, False), (0, 0, False)]
)
def test_17_1_5_half_the_units(units: int, reached: int, done: bool) -> None:
    assert fulfilled(units, reached) is done


def test_17_1_5_reached_is_within_one_hex() -> None:
    orders = {"vogelsang": "manoeuvre"}
    t = Table({"frI": "2815", "frII": "2814", "frIII": "1416"}, marching=True, orders=orders)
    check_marches(t.s)
    assert "march_fulfilled" in t.told, "two of three"
    t = Table({"frI": "2815", "frII": "2813", "frIII": "1416"}, marching=True, orders=orders)
    check_marches(t.s)
    assert "march_fulfilled" not in t.told


@pytest.mark.parametrize(
    ("now", "die", "after"),
    [(1, 6, 2), (1, 5, 1), (1, 1, 1), (2, 6, 3), (2, 1, 1), (2, 3, 2), (3, 6, 2), (3, 1, 1), (3, 4, 3)],
)
def test_17_2_7_the_weather_die(now: int, die: int, after: int) -> None:
    assert next_weather(Table({"carI": "2112"}, CAMPO, weather=now).s, die) == after


@pytest.mark.parametrize(("leader", "die", "flags"), [("mj_car", 4, 1), ("mj_car", 3, 0)])
def test_17_2_12_a_majors_flag_falls_on_4_and_more(leader: str, die: int, flags: int) -> None:
    t = Table({leader: "2112"}, CAMPO, dice=[die])
    lose_leader(t.s, t.unit(leader))
    assert t.s.flags == flags
    t = Table({"ricci": "2112"}, CAMPO)
    lose_leader(t.s, t.unit("ricci"))
    assert t.s.flags == 0, "no die for a General"


def test_8_0_in_a_storm_and_with_broken_troops_there_is_no_zone() -> None:
    assert Table({"carI": "2114"}, CAMPO, weather=2).s.zoc(1)
    assert not Table({"carI": "2114"}, CAMPO, weather=3).s.zoc(1)
    assert not Table({"carI": "2114"}, CAMPO, disordered=["carI"]).s.zoc(1)
    assert not Table({"rid2": "2112"}, CAMPO, damaged=["rid2"]).s.zoc(1)


def test_14_1_the_question_is_about_one_unit() -> None:
    t = Table({"nau1": "2904", "nau2": "2904", "l40I": "2905"}, orders={"ott": "defence"})
    t.open(Evade(COALITION, t.unit("nau1")))
    assert said(t, "coalition", "evade nau2 2903") == ["not_this_unit"]
    assert said(t, "coalition", "evade nau1 2905") == ["cannot_evade_there"]
    assert "evade nau1 2903" in t.options("coalition")


def test_16_3_3_only_what_lies_beneath_is_put_on_top() -> None:
    t = Table({"l40I": "2905", "l40II": "2905", "l22I": "2908", "coI": "0101"}, orders={"watrin": "defence"})
    t.s.active = t.formation("watrin")
    t.open(StackOrder(FRENCH))
    assert said(t, "french", "top l22I") == ["not_beneath"]
    assert [o for o in t.options("french") if o != "done"] == ["top l40II"]


def test_17_2_9_he_acts_alone_and_is_said_to() -> None:
    t = Table(
        {"compere": "1904", "le1I": "1904", "franceschi": "1905", "ch6": "1905", "carI": "2112"}, CAMPO, dice=[6, 1]
    ).initiative()
    t.play("french", "activate compere", "alone")
    assert t.told.count("activated_alone") == 1
    assert "activated" not in t.told
    assert t.rules("french", "move le1I") == ["9.1"] or t.asked != "MoveUnits"


def test_12_1_an_assault_without_attackers_is_cancelled_and_nobody_is_resolved() -> None:
    t = Table({"l40I": "2905", "coI": "2904"}, orders={"watrin": "advance"}, dice=[6]).combat("watrin")
    t.steer("french", "assault 2904", "go", "done")
    assert t.told.count("assault_cancelled") == 1
    assert t.asked == "Rest"
    assert not t.s.fought, "it did not attack"


@pytest.mark.parametrize(
    ("change", "may"),
    [
        ({}, True),
        ({"fatigued": ["le6I"]}, False),
        ({"disordered": ["le6I"]}, False),
        ({"orders": {"watrin": "attack"}}, False),
    ],
)
def test_16_3_who_may_skirmish(change: dict[str, object], may: bool) -> None:
    t = Table({"le6I": "2905", "l40I": "2905", "coI": "2904"}, options=OPEN, **change)  # type: ignore[arg-type]
    assert may_open_order(t.s, t.unit("le6I")) is may
    assert not may_open_order(t.s, t.unit("l40I")), "line infantry"
    t.s.fired = t.mask(["le6I"])
    assert not may_open_order(t.s, t.unit("le6I")), "once a turn"
    assert not may_open_order(Table({"le6I": "2905"}).s, t.unit("le6I")), "an optional rule"


def test_12_2_who_must_attack_may_do_so_in_another_assault() -> None:
    """The 22e I (Attack) touches 2904 and 2703: with 2703 declared it need not join the assault on 2904."""
    t = Table(
        {"l40I": "2905", "l22I": "2804", "l22II": "2603", "coI": "2904", "coII": "2703"}, orders={"watrin": "attack"}
    ).combat("watrin")
    t.play("french", "assault 2703", "with l22II", "go")
    t.play("french", "assault 2904", "with l40I")
    assert "go" in t.options("french"), "the 22e I still has a place: the assault on 2703"
    t.play("french", "go")
    assert t.rules("french", "done") == ["12.2"], "but it must take one of them"


def test_8_2_1_a_unit_stops_on_entering_a_zone_of_control() -> None:
    t = Table({"l40I": "2907", "coI": "2904"}, orders={"watrin": "advance"}).movement("watrin")
    t.steer("french", "move l40I").play("french", "go 2906", "go 2905")
    assert t.where("l40I") == "2905"
    assert t.s.move is None, "there was nothing left to do but stop"


@pytest.mark.parametrize(("order", "weather", "rule"), [("defence", 1, "5.1.3"), ("manoeuvre", 3, "17.2.7")])
def test_5_1_3_one_hex_and_no_more(order: str, weather: int, rule: str) -> None:
    t = Table({"ch6": "1905", "l42I": "1908", "carI": "2615"}, CAMPO, weather=weather, orders={"compere": order})
    t.movement("compere").play("french", "move ch6")
    t.play("french", "go 1906")
    assert t.where("ch6") == "1906"
    assert t.s.move is None
    t = Table({"ch6": "1905", "l42I": "1908", "carI": "2615"}, CAMPO, weather=weather, orders={"compere": order})
    t.s.active = t.formation("compere")
    move = begin_move(t.s, t.mask(["ch6"]))
    move.hexes, move.spent = 1, [2]
    assert [r for r, _, _ in against(Ways(t.s, move).bans(), t.hex("1906"))] == [rule]


def test_12_4_the_attacker_sees_his_odds_before_a_lone_answer() -> None:
    t = Table({"l40I": "2905", "coI": "2904"}, orders={"watrin": "advance"}).combat("watrin")
    t.play("french", "assault 2904")
    assert t.asked == "Compose"
    assert t.options("french") == ["go"]


def test_4_5_5_without_a_chief_nobody_changes_orders_from_above() -> None:
    t = Table({"gottesheim": "2012"})
    assert keys(against(change_bans(t.s, COALITION), t.formation("gottesheim"))) == ["no_chief"]
    t = Table({"ott": "2011", "coI": "2012"})
    assert keys(against(change_bans(t.s, COALITION), t.formation("gottesheim"))) == ["no_general"]
    t = Table({"ott": "2011", "gottesheim": "2812"})
    assert keys(against(change_bans(t.s, COALITION), t.formation("gottesheim"))) == ["out_of_chiefs_radius"]
    t = Table({"ott": "2011", "gottesheim": "2012"})
    assert against(change_bans(t.s, COALITION), t.formation("gottesheim")) == []


def test_16_2_a_unit_belongs_to_one_column() -> None:
    t = Table({"watrin": "2905", "gency": "2905", "malher": "2905", "l40I": "2905", "l22I": "2906"}, options=COLUMNS)
    t.s.columns[t.unit("gency")] = Column(t.mask(["l40I"]), ATTACK)
    assert column_candidates(t.s, t.unit("malher")) == t.mask(["l22I"])
    assert column_candidates(t.s, t.unit("gency")) == t.mask(["l40I", "l22I"]), "its own it keeps"


@pytest.mark.parametrize(("guns", "target"), [("a_watrin", "coI"), ("a_gottesheim", "l40I")])
def test_10_0_under_bombardment_the_target_picks_its_ground(guns: str, target: str) -> None:
    """2516 is hill and woods: for whichever side stands there the better counts."""
    general, side = {"a_watrin": ("watrin", 0), "a_gottesheim": ("gottesheim", 1)}[guns]
    t = Table({guns: "2515", target: "2516"})
    results = [
        [fire_result(t.world.tables, bombardment(t.s, t.mask([guns]), t.hex("2516"), who), die) for die in range(1, 7)]
        for who in (1 - side, side)
    ]
    die = next(die for die in range(1, 7) if results[0][die - 1] != results[1][die - 1])
    t.bombard(general).roll(die, 1, 1, 1).play(SIDES[side], f"bombard {guns} 2516")
    fired = next(event for _, event in t.match.log() if event.key == "bombarded")
    assert fired.args[-1] == results[0][die - 1]


def test_10_4_guns_stop_where_they_enter_woods() -> None:
    """0614 is woods, 0714 is open; the Guard's horse guns have six points."""
    t = Table({"garde": "0714", "l28I": "0711", "coI": "3801"}, orders={"lannes": "manoeuvre"}).movement("lannes")
    t.play("french", "move garde", "go 0614")
    assert t.where("garde") == "0614"
    assert t.s.move is None, "with four points left it stops"
    t = Table({"h12": "0714", "l28I": "0711", "coI": "3801"}, orders={"lannes": "manoeuvre"}).movement("lannes")
    t.play("french", "move h12", "go 0614")
    assert t.s.move is not None, "cavalry goes on"


@pytest.mark.parametrize(("sheltered", "terms"), [(True, [("10.0", "village", -1)]), (False, [])])
def test_10_1_houses_shelter_from_fire_only_with_defence(sheltered: bool, terms: list[tuple[str, str, int]]) -> None:
    """At two hexes on three points neither range nor density counts."""
    tables = Table({"coI": "2904"}).world.tables
    fire = Volley(2, 3, "village", sheltered, 2)
    assert [term for term in fire_terms(tables, fire) if term[0] == "10.0"] == terms


def test_11_1_1_one_attacker_must_enter_the_battery() -> None:
    t = Table(
        {"l40I": "2905", "l40II": "2905", "a_gottesheim": "2904"}, orders={"watrin": "attack"}, moved=["a_gottesheim"]
    ).combat("watrin")
    t.steer("french", "assault 2904", "all", "go", "done")
    assert t.asked == "Advance"
    assert said(t, "french", "pass") == ["advance_compulsory"]


def test_5_2_1_a_general_does_not_try_for_the_order_he_has() -> None:
    t = Table({"gottesheim": "2012", "coI": "2012", "l40I": "3411"}, orders={"gottesheim": "defence"})
    t.command("gottesheim")
    assert said(t, "coalition", "try defence") == ["has_this_order"]
