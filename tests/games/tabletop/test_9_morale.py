"""Rulebook 9 and 10: morale, rout, retreat, rally."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.games.tabletop.rules import morale, odds, rally
from grognard.games.tabletop.rules.orders import DEFEND
from grognard.games.tabletop.world.state import DESTROYED, GONE, NOBODY, READY, RETREATING, ROUTED
from toolkit_tabletop import Table, U, rect


def routed(*, y: int = 500, pm: int = 4, **more: object) -> Table:
    t = Table({"A-1": U(900, y, pm=pm), "B-1": U(900, 1100, 1800)}, **more)  # type: ignore[arg-type]
    t.unit("A-1").status = ROUTED
    return t


def test_9_1_tests_are_for_losers_with_four_points_or_fewer() -> None:
    assert [morale.needs_test(pm, lost) for pm, lost in ((5, 1), (4, 1), (4, 0), (0, 2))] == [False, True, False, False]
    assert morale.DIE == {"fire": 10, "melee": 6}


def test_9_2_modifiers_add_up() -> None:
    t = Table(
        {"A-1": U(900, 300, klass="veteran", pm=4), "B-1": U(900, 900)},
        nations=("RU", "GB"),
        terrain=[rect("settlement", 80, 25, 100, 35, "heavy")],
    )
    t.s.generals[0].unit = t.u("A-1")
    t.world.generals[0][1].charismatic = True
    assert dict(morale.terms_of(t.s, t.u("A-1"))) == {
        "veteran": 1,
        "general": 1,
        "charismatic": 1,
        "russian": 1,
        "hard_cover": 1,
        "bases_lost": -2,
    }


def test_9_2_charisma_is_that_of_a_general_who_is_there() -> None:
    laid = Table({"A-1": U(900, 300), "B-1": U(900, 900)}).world
    assert morale.terms(laid, "regular", False, False, True, False, 0) == []
    assert morale.terms(laid, "regular", False, True, False, False, 0) == [("general", 1)]
    t = Table(
        {"A-1": U(900, 300, 0, "light_cav"), "B-1": U(900, 900)},
        nations=("RU", "GB"),
        terrain=[rect("wood", 80, 25, 100, 35, "light")],
    )
    assert morale.terms_of(t.s, t.u("A-1")) == []  # no Russian infantry, no hard cover, no general


def test_9_3_a_rout_under_a_retreat_and_the_last_points() -> None:
    t = Table({"A-1": U(900, 300, pm=2), "B-1": U(900, 900)})
    morale.rout(t.s, t.u("A-1"))
    assert t.unit("A-1").status == DESTROYED
    t = Table({"A-1": U(900, 300, pm=4), "B-1": U(900, 900)}, dice=[5])
    t.unit("A-1").status, t.unit("A-1").target = ROUTED, 1
    assert morale.take_test(t.s, t.u("A-1"), "fire") == "retreat"
    assert t.unit("A-1").status == ROUTED  # a router does not become better by it
    t = Table({"A-1": U(900, 300, pm=4), "B-1": U(900, 900)}, dice=[5])
    t.unit("A-1").target = 1
    morale.take_test(t.s, t.u("A-1"), "fire")
    assert (t.unit("A-1").status, t.unit("A-1").target, t.unit("A-1").disordered) == (RETREATING, NOBODY, True)


def test_9_1_losses_by_fire_are_remembered_and_the_destroyed_do_not_test() -> None:
    t = Table({"A-1": U(900, 300, pm=4), "A-2": U(500, 300, pm=1), "A-3": U(300, 300, pm=4), "B-1": U(900, 900)})
    losses = {t.u("A-1"): 1, t.u("A-2"): 1, t.u("A-3"): 0}
    assert morale.suffer(t.s, losses, "fire") == [t.u("A-1")]
    assert [t.unit(name).hurt for name in ("A-1", "A-3")] == [True, False]
    t = Table({"A-1": U(900, 300, pm=4), "B-1": U(900, 900)})
    morale.suffer(t.s, {t.u("A-1"): 1}, "melee")
    assert not t.unit("A-1").hurt


@pytest.mark.parametrize(("total", "result"), [(2, "rout"), (3, "retreat"), (4, "retreat"), (5, "hold"), (-3, "rout")])
def test_9_3_9_4_9_5_results(total: int, result: str) -> None:
    assert morale.result_of(total) == result


def test_9_3_a_rout_costs_two_points_at_once() -> None:
    t = Table({"A-1": U(900, 300, pm=4), "B-1": U(900, 900)}, dice=[4])
    assert morale.take_test(t.s, t.u("A-1"), "fire") == "rout"
    assert (t.unit("A-1").pm, t.unit("A-1").status, t.unit("A-1").disordered) == (2, ROUTED, True)


def test_9_4_a_retreat_costs_its_point_with_the_move_and_ends_as_its_owner_likes() -> None:
    t = Table({"A-1": U(900, 500, pm=4), "B-1": U(900, 900, 1800)}, dice=[5])
    assert morale.take_test(t.s, t.u("A-1"), "fire") == "retreat"
    assert t.unit("A-1").pm == 4
    t.compulsory()
    assert t.options("french") == ["face front", "face back"]
    t.play("french", "face front")
    assert (t.unit("A-1").pm, t.unit("A-1").status, t.unit("A-1").facing) == (3, READY, 0)
    assert t.where("A-1")[1] == 360


def test_9_5_who_holds_carries_on() -> None:
    t = Table({"A-1": U(900, 300, pm=4), "B-1": U(900, 900)}, dice=[7])
    assert morale.take_test(t.s, t.u("A-1"), "fire") == "hold"
    assert t.unit("A-1").status == READY


def test_9_6_one_test_for_all_losses_and_none_for_the_extra_ones() -> None:
    t = Table({"A-1": U(900, 300, pm=6), "B-1": U(900, 900)})
    assert morale.suffer(t.s, {t.u("A-1"): 2}, "fire") == [t.u("A-1")]
    t.roll(2)
    morale.take_test(t.s, t.u("A-1"), "fire")
    assert t.told.count("morale") == 1
    assert t.unit("A-1").pm == 2


def test_9_7_the_routed_neither_move_nor_charge() -> None:
    t = Table({"A-1": U(900, 500), "A-2": U(300, 300), "B-1": U(900, 600, 1800)})
    t.unit("A-1").status = RETREATING
    t.troops("french")
    assert t.rules("french", "move A-1") == ["9.7"]


def test_9_8_a_way_shut_by_enemies_is_the_end() -> None:
    t = Table({"A-1": U(900, 500, pm=4), "B-1": U(900, 480)})
    t.unit("A-1").status = RETREATING
    t.compulsory().play("french", "face back")
    assert t.unit("A-1").status == DESTROYED
    t = Table({"A-1": U(900, 500, pm=4), "B-1": U(900, 500, 1800)})
    t.unit("A-1").status = RETREATING
    t.compulsory().play("french", "face back")  # the enemy before its front does not bar its way back
    assert t.unit("A-1").status == READY
    t = Table({"A-1": U(900, 500, pm=4), "B-1": U(900, 1100)}, terrain=[rect("impassable", 80, 40, 100, 45)])
    t.unit("A-1").status = RETREATING
    t.compulsory().play("french", "face back")
    assert t.where("A-1")[1] == 450


def test_9_9_guns_are_left_taken_and_manned_again() -> None:
    t = Table({"A-1": U(900, 500, 0, "foot_art_medium", "unlimbered", bases=3), "B-1": U(900, 1100, 1800)})
    morale.fail(t.s, t.u("A-1"), ROUTED)
    assert (t.unit("A-1").formation, len(t.s.parks)) == ("crew", 1)
    rally.halt(t.s, t.u("A-1"))
    assert (t.unit("A-1").formation, t.s.parks) == ("unlimbered", [])
    morale.fail(t.s, t.u("A-1"), ROUTED)
    t.compulsory()
    t.unit("B-1").y = 520
    t.moving("B-1").play("coalition", "advance 20", "end")
    assert t.s.parks[0].taken == 1
    assert "guns_taken" in t.told


def test_10_1_routers_run_to_their_own_edge() -> None:
    t = routed().compulsory()
    assert t.where("A-1") == (900, 266, 1800)


def test_10_2_leaving_the_table_or_contact_is_the_end() -> None:
    assert routed(y=200).compulsory().unit("A-1").status == GONE
    t = Table({"A-1": U(900, 500, 1800), "B-1": U(900, 400)})
    t.unit("A-1").status = ROUTED
    t.moving("B-1").play("coalition", "charge A-1").close()
    assert t.unit("A-1").status == DESTROYED
    assert t.s.winners == [t.u("B-1")]
    t = Table({"A-1": U(900, 500, 1800, "light_inf", "open"), "B-1": U(900, 400, 0, "light_inf", "open")})
    t.unit("A-1").status = ROUTED
    t.moving("B-1").play("coalition", "charge A-1").close()
    assert t.unit("A-1").status == ROUTED


@pytest.mark.parametrize(("die", "status"), [(7, READY), (6, RETREATING), (5, RETREATING), (4, ROUTED)])
def test_10_3_rally_by_the_modifiers_of_morale(die: int, status: int) -> None:
    t = routed(dice=[die]).rally()
    assert t.unit("A-1").status == status
    if status == READY:
        assert (t.unit("A-1").order, t.unit("A-1").disordered, t.unit("A-1").facing) == (DEFEND, True, 0)


def test_10_3_no_rally_near_the_enemy_or_with_one_point() -> None:
    t = routed(y=950, dice=[10]).rally()
    assert t.dice.left() == 1
    t = routed(pm=1, dice=[10]).rally()
    assert t.dice.left() == 1


def test_10_4_friends_that_are_crossed_are_disordered() -> None:
    t = Table({"A-1": U(900, 500, pm=4), "A-2": U(900, 400), "A-3": U(300, 400), "B-1": U(900, 1100, 1800)})
    t.unit("A-1").status = ROUTED
    t.compulsory()
    assert t.unit("A-2").disordered
    assert not t.unit("A-3").disordered


def test_9_4_a_square_beaten_by_infantry_routs() -> None:
    t = Table({"A-1": U(900, 600, formation="square", bases=2), "B-1": U(900, 600, 1800)}, dice=[3])
    assert morale.take_test(t.s, t.u("A-1"), "melee", by_infantry=True) == "rout"
    t = Table({"A-1": U(900, 600, formation="square", bases=2), "B-1": U(900, 600, 1800, "light_cav")}, dice=[3])
    assert morale.take_test(t.s, t.u("A-1"), "melee") == "retreat"
    found = odds.fate(t.s, t.u("A-1"), {1: Fraction(1)}, "melee", by_infantry=True)
    assert found.results["retreat"] == 0
    assert t.unit("A-1").target == NOBODY


def test_9_2_a_test_is_told_with_its_die_its_modifiers_and_their_sum() -> None:
    t = Table({"A-1": U(900, 300, klass="veteran"), "B-1": U(900, 800, 1800)}, dice=[5])
    result = morale.take_test(t.s, t.u("A-1"), morale.FIRE)
    change = sum(value for _, value in morale.terms_of(t.s, t.u("A-1")))
    assert change
    (found,) = [event.args for event in t.s.events if event.key == "morale"]
    assert found[1:] == (5, change, 5 + change, result)
