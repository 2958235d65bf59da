"""Rulebook 5.1 (R-48), 12.2.1 with mixed orders, 16.2 and 16.3.4 over several steps and turns."""

from __future__ import annotations

from grognard.games.vanguard.rules.disorder.losses import lose_leader
from toolkit_vanguard import Table

COLUMNS = {"optional_16_2": True}
OPEN = {"optional_16_3": True}
FAR = {"l40I": "3005", "l40II": "3105", "l40III": "3205", "stI": "2305"}
STAFF = {"lannes": "2905", "watrin": "2805", "gency": "2705", "l40I": "2705", "l22I": "2805"}


def test_5_1_1_r_48_half_rounds_up_and_the_others_may_do_as_they_like() -> None:
    """Three counted under Advance: two must come nearer."""
    t = Table(FAR, orders={"watrin": "advance"}).movement("watrin")
    assert t.rules("french", "done") == ["5.1.1"]
    t.play("french", "move l40III", "go 3305", "stop")
    assert t.rules("french", "done") == ["5.1.1"]
    t.play("french", "move l40II", "go 3205")
    assert t.rules("french", "stop") == ["5.1.1"], "now the other two are needed"
    t.play("french", "go 3105", "go 3005", "stop")
    assert t.asked == "Step", "nobody else is left who could meet the duty: l40I sets out unasked"
    t.play("french", "go 3105")
    assert t.rules("french", "stop") == ["5.1.1"]


def test_5_1_1_r_48_two_of_three_are_enough() -> None:
    t = Table(FAR, orders={"watrin": "advance"}).movement("watrin")
    t.play("french", "move l40I", "go 2905", "stop", "move l40II", "go 3005", "stop")
    assert "done" in t.options("french")
    t.play("french", "move l40III", "go 3305", "stop")
    assert t.where("l40III") == "3305"


def test_5_1_2_r_48_under_attack_every_counted_unit_closes_in() -> None:
    t = Table(FAR, orders={"watrin": "attack"}).movement("watrin")
    t.play("french", "move l40I", "go 3004")
    t.steer("french", "go 2904", "stop")
    assert t.rules("french", "done") == ["5.1.2"]
    t.play("french", "move l40III", "go 3305")
    assert t.rules("french", "stop") == ["5.1.2"]


def test_5_1_5_r_48_what_is_not_counted_does_not_raise_the_half() -> None:
    """Of three one is Disordered, one stands in Verzate (3007): one of one must come nearer."""
    t = Table({**FAR, "l40III": "3007"}, orders={"watrin": "advance"}, disordered=["l40II"]).movement("watrin")
    assert t.s.counted == t.mask(["l40I"])
    t.play("french", "move l40I", "go 2905", "stop")
    assert "done" in t.options("french")


def test_12_2_1_mixed_orders_the_keen_must_and_the_doubtful_may_help() -> None:
    """A column has Attack, the rest Advance: l40I must attack both threats or be helped by l22I."""
    pieces = {"l40I": "2905", "l22I": "2804", "coI": "2904"}
    t = Table(pieces, orders={"watrin": "advance"}, own={"l40I": "attack"}, dice=[6, 3]).combat("watrin")
    t.steer("french", "assault 2904")
    t.play("french", "with l22I")
    assert t.rules("french", "go") == ["12.2"], "l40I has no other place"
    t.play("french", "with l40I", "go").steer("french", "done")
    assert t.told.count("attack_called_off") == 1, "only l22I tests"
    assert t.told.count("assault") == 1


def test_12_2_1_mixed_orders_a_doubtful_attack_must_go_if_it_leaves_an_enemy() -> None:
    """l22I would leave coII alone; l40I (Attack) cannot reach coII and fights on."""
    pieces = {"l40I": "2905", "l22I": "2804", "coI": "2904", "coII": "2803"}
    t = Table(pieces, orders={"watrin": "advance"}, own={"l40I": "attack"}, dice=[3]).combat("watrin")
    assert t.rules("french", "done") == ["12.2"], "l40I has to attack"
    t.play("french", "assault 2904")
    assert t.rules("french", "all") == ["12.2.1"]
    t.play("french", "with l40I")
    assert t.options("french") == ["go"]
    assert t.rules("french", "with l22I") == ["12.2.1"]
    t.play("french", "go", "done")
    assert t.told.count("assault") == 1
    assert "attack_called_off" not in t.told


def test_12_2_1_every_threat_may_be_met_by_a_friend() -> None:
    pieces = {"l40I": "2905", "l22I": "3006", "coI": "2904", "coII": "3005"}
    t = Table(pieces, orders={"watrin": "attack"}, dice=[3, 3]).combat("watrin")
    t.play("french", "assault 2904", "go")
    assert t.rules("french", "done") == ["12.2"]
    t.steer("french", "assault 3005", "with l22I", "go", "done")
    assert t.asked != "Declare"


def column(order: str = "attack") -> Table:
    t = Table(STAFF, options=COLUMNS, orders={"watrin": "manoeuvre"})
    t.orders("french").play("french", f"detach gency {order}").steer("french", "take l40I", "go", "done")
    return t.command("watrin").steer("french", "keep", "keep", "keep")


def test_16_2_a_column_whose_officer_is_lost_is_out_of_command() -> None:
    t = column()
    assert t.order("l40I") == "attack"
    lose_leader(t.s, t.unit("gency"))
    assert t.s.columns == {}
    assert t.order("l40I") == "defence"
    assert not t.in_command("l40I")
    t.movement("watrin")
    assert t.order("l22I") == "manoeuvre"
    t.steer("french", "done")
    t.steer("french", "move l40I", "go 2605")
    assert t.s.move is None or t.options("french") == ["stop"], "one hex with Defence"


def test_16_2_after_the_loss_the_next_b_2_finds_the_units_again() -> None:
    t = column()
    lose_leader(t.s, t.unit("gency"))
    t.command("watrin").steer("french", "keep")
    assert t.in_command("l40I"), "Watrin is near"
    assert t.order("l40I") == "manoeuvre"


def test_16_2_lost_before_the_column_forms_nothing_is_left_of_it() -> None:
    t = Table(STAFF, options=COLUMNS, orders={"watrin": "manoeuvre"})
    t.orders("french").play("french", "detach gency attack").steer("french", "take l40I", "go", "done")
    lose_leader(t.s, t.unit("gency"))
    t.command("watrin").steer("french", "keep")
    assert t.order("l40I") == "manoeuvre"
    assert t.in_command("l40I")


def test_16_2_the_chief_changes_a_columns_order_in_a_1_once_and_without_counting() -> None:
    t = column()
    t.s.changed = 0
    t.orders("french")
    changes = list(t.s.changes)
    assert t.rules("french", "detach gency attack") == ["16.2"], "it has that order"
    t.play("french", "detach gency defence")
    assert t.s.changes == changes
    assert t.rules("french", "detach gency advance") == ["16.2"]
    assert t.s.columns[t.unit("gency")].units == t.mask(["l40I"]), "the same units"
    t.steer("french", "done")
    t.command("watrin").steer("french", "keep", "keep", "keep")
    assert t.order("l40I") == "defence"


def test_16_2_out_of_the_chiefs_radius_only_his_own_initiative_helps() -> None:
    """R-36: he rolls against his own initiative, else the General's."""
    t = column()
    t.s.put(t.unit("lannes"), t.hex("3805"))
    t.s.changed = 0
    t.orders("french")
    assert t.asked == "Rest" or t.rules("french", "detach gency defence") == ["16.2"]
    t.command("watrin").play("french", "keep", "keep")
    assert t.asked == "ColumnTries"
    t.roll(6).play("french", "try gency defence")
    assert t.order("l40I") == "attack"
    t.command("watrin").play("french", "keep", "keep")
    t.roll(1).play("french", "try gency defence")
    assert t.order("l40I") == "defence"


def test_16_3_4_v_stays_until_the_combat_of_the_next_activation() -> None:
    t = Table({"le6I": "2905", "coI": "2904"}, options=OPEN, skirmished={"le6I": 4}, turn=4)
    t.combat("watrin")
    assert t.s.skirmished == {t.unit("le6I"): 4}, "the combat of the turn in which it fired"
    t = Table({"le6I": "2905", "coI": "2803"}, options=OPEN, skirmished={"le6I": 4}, turn=5)
    t.combat("watrin")
    assert t.s.skirmished == {}


def test_16_3_4_a_pause_of_one_turn_keeps_it_fresh() -> None:
    for last, tired in ((3, True), (2, False)):
        t = Table({"le6I": "2905", "coI": "2904"}, options=OPEN, skirmished={"le6I": last}, turn=4, dice=[1])
        t.movement("watrin").steer("french", "move le6I", "shoot 2904", "stop", "done")
        assert bool(t.s.fatigued) == tired
        assert (t.unit("le6I") in t.s.skirmished) != tired, "F instead of V"


def test_16_3_4_f_lasts_until_a_test_is_passed() -> None:
    """Failing it has Defence this turn and may try again in the next."""
    t = Table({"le6I": "2906", "watrin": "2905", "coI": "2904"}, options=OPEN, fatigued=["le6I"], dice=[6, 6, 1, 1])
    t.command("watrin").play("french", "keep", "shed le6I")
    assert t.order("le6I") == "defence"
    t.movement("watrin")
    t.steer("french", "move le6I")
    assert t.rules("french", "shoot 2904") != []
    t.end_of_turn()
    t.command("watrin").play("french", "keep", "shed le6I")
    assert t.s.fatigued == 0
    assert t.order("le6I") == "advance"


def test_16_3_4_resting_is_defence_too() -> None:
    t = Table({"le6I": "2906", "watrin": "2905"}, options=OPEN, fatigued=["le6I"]).command("watrin")
    t.play("french", "keep", "rest le6I")
    assert t.order("le6I") == "defence"
    assert t.s.fatigued == t.mask(["le6I"])
