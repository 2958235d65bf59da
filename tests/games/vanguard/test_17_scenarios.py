"""Rulebook 17: what is special at Montebello and at Campotenese."""

from __future__ import annotations

import pytest

import grognard
from grognard.games.vanguard.rules.battles.victory import score, settle
from grognard.games.vanguard.rules.disorder.losses import lose_leader
from grognard.games.vanguard.rules.sequence import next_weather
from toolkit_vanguard import Table

CAMPO = "campotenese"


def test_17_1_2_only_the_french_act_on_turn_one() -> None:
    match = grognard.start("vanguard", "montebello", seed="one")
    while match.state.turn == 1:
        assert match.state.active < 0 or match.state.acting_side() == 0
        side = match.to_act[0]
        match.play(side, match.options(side)[0])


def test_17_1_4_austrians_never_use_column() -> None:
    t = Table({"hoI": "1311"}, orders={"schellenberg": "manoeuvre"}).movement("schellenberg")
    t.steer("coalition", "move hoI")
    assert t.rules("coalition", "column") == ["17.1.4"]


def test_17_1_5_a_march_order_makes_units_shorten_their_way() -> None:
    t = Table(
        {"frI": "1715", "frII": "1416", "frIII": "1616", "vogelsang": "1315"},
        marching=True,
        orders={"vogelsang": "manoeuvre"},
    )
    t.movement("vogelsang")
    assert t.rules("coalition", "done") == ["17.1.5"]
    t.s.put(t.unit("ott"), t.hex("1315"))
    t.orders("coalition")
    assert t.rules("coalition", "order vogelsang attack") == ["17.1.5"]


def test_17_1_8_objectives_and_the_five_points_for_steps() -> None:
    t = Table({"l40I": "2011", "stI": "1413", "l40II": "1911"}, routed=["l40II"])
    t.s.steps_lost = [3, 4]
    assert score(t.s) == (4 + 5, 5)
    settle(t.s)
    assert t.s.outcome is not None
    assert t.s.outcome.winner == "french"


def test_17_2_3_never_two_infantry_in_a_hex() -> None:
    t = Table({"volt": "2009", "le1I": "2010", "compere": "2010"}, CAMPO, orders={"compere": "manoeuvre"})
    t.movement("compere").play("french", "move volt", "go 2010")
    assert t.rules("french", "stop") == ["7.1"]


def test_17_2_5_there_are_no_charges() -> None:
    t = Table({"ch6": "2009", "ch9": "1809", "carI": "2011"}, CAMPO, orders={"compere": "attack"}).movement("compere")
    t.steer("french", "move ch6")
    assert t.rules("french", "charge") == ["17.2.5"]


def test_17_2_6_heavy_guns_fire_beside_defence_and_are_damaged_when_the_garrison_fails() -> None:
    t = Table({"rid1": "1911", "priI": "1911", "volt": "1909"}, CAMPO, orders={"minutolo": "defence"}, dice=[1])
    t.bombard("minutolo").play("coalition", "bombard rid1 1909")
    assert not t.is_moved("rid1")
    t = Table({"rid1": "1911", "priI": "1911", "volt": "1909"}, CAMPO, orders={"minutolo": "advance"})
    t.bombard("minutolo")
    assert t.asked == "Rest"
    t = Table({"rid1": "1911", "priI": "1911", "a_3": "1910"}, CAMPO, orders={"minutolo": "defence"}, dice=[6, 6])
    t.bombard("compere").play("french", "bombard a_3 1911")
    assert t.is_damaged("rid1")
    assert t.s.steps_lost == [0, 1]


def test_17_2_7_the_weather_marker_moves_on_ones_and_sixes() -> None:
    t = Table({}, CAMPO, weather=1)
    assert [next_weather(t.s, die) for die in range(1, 7)] == [1, 1, 1, 1, 1, 2]
    t.s.weather = 2
    assert [next_weather(t.s, die) for die in range(1, 7)] == [1, 2, 2, 2, 2, 3]
    t.s.weather = 3
    assert [next_weather(t.s, die) for die in range(1, 7)] == [1, 3, 3, 3, 3, 2]


def test_17_2_7_a_storm_takes_zones_guns_and_marches() -> None:
    t = Table({"carI": "2010", "a_nap": "2010", "volt": "2009"}, CAMPO, weather=3)
    assert t.s.zoc(0) == t.s.zoc(1) == 0
    t.bombard("ricci")
    assert t.asked == "Rest"


def test_17_2_8_snow_decides_what_roads_cost() -> None:
    t = Table({"volt": "1904"}, CAMPO, weather=1, orders={"compere": "manoeuvre"}).movement("compere")
    t.play("french", "move volt", "column", "go 1905", "go 1906", "go 1907", "go 1908")
    assert t.s.move is not None
    assert t.s.move.spent == [4]
    t = Table({"volt": "1904"}, CAMPO, weather=2, orders={"compere": "manoeuvre"}).movement("compere")
    t.play("french", "move volt", "column", "go 1905", "go 1906")
    assert t.s.move is not None
    assert t.s.move.spent == [4]


def test_17_2_9_franceschi_may_act_alone_and_compere_after_him() -> None:
    t = Table(
        {"compere": "1904", "le1I": "1904", "franceschi": "1905", "ch6": "1905", "ch9": "1905", "carI": "2112"},
        CAMPO,
        dice=[6, 1, 6, 1],
    )
    t.initiative().play("french", "activate compere")
    assert t.options("french") == ["whole", "without", "alone"]
    t.play("french", "alone")
    assert t.s.solo
    while t.s.solo:
        side = t.to_act[0]
        t.play(side, next(o for o in ("keep", "done", "stop", *t.options(side)) if o in t.options(side)))
    assert not t.s.activated
    assert "activate compere" in t.options(t.to_act[0]) or t.s.active == t.formation("compere")


def finished(t: Table) -> Table:
    """Answer as little as can be until the activation is over."""
    while t.s.active >= 0:
        side = t.to_act[0]
        t.play(side, next(o for o in ("keep", "done", "stop", *t.options(side)) if o in t.options(side)))
    return t


BRIGADE = {
    "compere": "1904",
    "le1I": "1904",
    "franceschi": "1905",
    "ch6": "1905",
    "ch9": "1905",
    "carI": "2112",
    "ricci": "2112",
}


def test_17_2_9_a_french_winner_may_name_him_although_compere_is_a() -> None:
    """R-44: held back, then named by himself while Ricci has still to act."""
    t = Table(BRIGADE, CAMPO, dice=[6, 1, 6, 1, 6, 1])
    t.initiative().play("french", "activate compere", "without")
    finished(t)
    assert t.asked == "Name"
    assert t.options("french") == ["activate ricci", "alone"]
    t.play("french", "alone")
    assert t.s.solo
    finished(t)
    assert t.s.lone_acted
    assert t.s.active == -1 or t.s.active == t.formation("ricci")


def test_17_2_9_the_enemy_may_not_name_him() -> None:
    """R-44: the French need not use him."""
    t = Table({**BRIGADE, "minutolo": "2314", "priI": "2314"}, CAMPO, dice=[6, 1, 1, 6])
    t.initiative().play("french", "activate compere", "without")
    finished(t)
    assert t.asked == "Name"
    assert t.to_act == ("coalition",)
    assert "alone" not in t.options("coalition")
    assert t.rules("coalition", "alone") == ["17.2.9"]


@pytest.mark.parametrize("answer", ["whole", "alone"])
def test_17_2_9_he_acts_once_a_turn(answer: str) -> None:
    t = Table(BRIGADE, CAMPO, dice=[6, 1, 6, 1, 6, 1, 6, 1])
    t.initiative().play("french", "activate compere", answer)
    finished(t)
    assert t.s.lone_acted
    if t.asked == "Name":
        assert "alone" not in t.options("french")
        assert t.rules("french", "alone") == ["17.2.9"]


def test_17_2_9_before_compere_has_acted_he_is_named_through_him() -> None:
    t = Table(BRIGADE, CAMPO, dice=[6, 1]).initiative()
    assert "alone" not in t.options("french")
    assert t.rules("french", "alone") == ["17.2.9"]


def test_17_2_9_held_back_he_owes_nothing_and_rallies_nobody() -> None:
    """R-44: no duties, no B-2, no rally."""
    t = Table({**BRIGADE, "ch6": "0101"}, CAMPO, dice=[6, 1, 6, 1], orders={"compere": "advance"}, disordered=["ch9"])
    t.initiative().play("french", "activate compere", "without").steer("french", "keep")
    assert t.s.counted == t.mask(["le1I"])
    assert t.in_command("ch6"), "not looked at in this B-2"
    assert t.rules("french", "move franceschi") == ["9.1"]
    finished(t)
    assert t.level("ch9") == "disordered"
    assert "rally 1905" not in t.told


def test_17_2_9_held_back_his_reinforcements_wait() -> None:
    t = Table(
        {"compere": "1904", "carI": "2112"},
        CAMPO,
        turn=2,
        dice=[6, 1],
        due={"franceschi": (2, "A"), "ch6": (2, "A"), "l42I": (2, "A")},
    ).initiative()
    t.play("french", "activate compere", "without")
    assert t.asked == "Reinforce"
    assert "enter l42I" in t.options("french")
    assert t.rules("french", "enter ch6") == ["15.4"]


def test_17_2_12_stars_steps_leaders_and_flags() -> None:
    t = Table({"volt": "2714", "carI": "2110", "mj_car": "2010"}, CAMPO, dice=[4])
    t.s.steps_lost = [2, 5]
    lose_leader(t.s, t.unit("mj_car"))
    assert t.s.flags == 1
    assert score(t.s)[0] == 4 + (5 + 1) - 2 + 1


def test_17_2_12_morano_and_castrovillari_save_the_neapolitans() -> None:
    t = Table({"carI": "2714", "calI": "3418"}, CAMPO)
    settle(t.s)
    assert t.s.outcome is not None
    assert (t.s.outcome.winner, t.s.outcome.reason) == ("coalition", "morano_held")


def test_17_2_1_neapolitans_leave_by_their_flags_unharmed() -> None:
    t = Table({"carI": "3820", "calI": "3418"}, CAMPO, orders={"ricci": "manoeuvre"}).movement("ricci")
    t.play("coalition", "move carI", "leave")
    assert t.fate("carI") == "safe"
    assert t.s.steps_lost == [0, 0]
    t.steer("coalition", "move calI")
    assert t.rules("coalition", "leave") == ["17.2.1"]


def test_17_2_1_units_due_at_a_may_go_round() -> None:
    """R-61."""
    t = Table({"carI": "2112"}, CAMPO, due={"volt": (4, "A"), "le1I": (3, "A")}, turn=4).activate("compere")
    t.play("french", "round volt B")
    assert t.s.due[t.unit("volt")] == (6, 1)
    assert t.rules("french", "round le1I B") == ["17.2.1"], "overdue"


def test_17_1_5_in_a_stack_every_unit_must_shorten_its_own_way() -> None:
    """R-38: from 3413 the guns come nearer to Corvino by 3513, the infantry does not; by 3312 both do."""
    pieces = {"a_vogelsang": "3413", "frI": "3413", "frII": "3414", "frIII": "3415", "vogelsang": "3413"}
    t = Table(pieces, marching=True, orders={"vogelsang": "manoeuvre"}).movement("vogelsang")
    t.play("coalition", "move a_vogelsang")
    assert "go 3513" in t.options("coalition")  # alone they may
    t.play("coalition", "join frI")
    assert "go 3312" in t.options("coalition")
    assert t.rules("coalition", "go 3513")


def test_17_1_5_in_a_stack_of_two_march_orders_each_unit_keeps_its_own() -> None:
    """Of two battalions in 2113 the one marches to Casteggio (2011), the other with Retz to Mairano (2312)."""
    pieces = {"hoI": "2113", "miI": "2113", "schellenberg": "2113", "retz": "2113"}
    alone = Table(pieces, marching=True, orders={"schellenberg": "manoeuvre"}).movement("schellenberg")
    alone.play("coalition", "move hoI", "go 2112")
    assert "stop" in alone.options("coalition")
    both = Table(pieces, marching=True, orders={"schellenberg": "manoeuvre"}).movement("schellenberg")
    both.play("coalition", "move hoI", "join miI", "go 2112")
    assert "stop" not in both.options("coalition")
    assert both.where("hoI") == both.where("miI") != "2112"  # on to where both are nearer
