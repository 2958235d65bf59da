"""Rulebook 8.4: siege. Kharkov (0518) lies open on all sides, Kursk (0515) has a bridge to 0516, Wilno (1808) a river
without a bridge to 1908."""

import pytest

from toolkit1812 import Table

GUARD = {"F-III-I1": "0518", "F-NEY": "0518"}
ELSEWHERE = {"F-I-I1": "0119", "F-DAVOUT": "0119"}
BESIEGERS = {"R-1V-I1": "0517", "R-1V-I2": "0517"}


def besieged(pieces, city="0518", side="french", **more):
    """The refusals of an order to march out of a city, while another stack could march."""
    t = Table(
        {**ELSEWHERE, "R-1I-I1": "0101", "R-WITTGENSTEIN": "0101", **pieces},
        trains={city: 1, "0119" if side == "french" else "0101": 1},
        **more,
    ).movement(side)
    assert [refusal.key for refusal in t.match.why_not(side, f"march {city}")] in ([], ["besieged"])
    return t.rules(side, f"march {city}")


def test_8_4_siege_a_single_unit_in_a_city_next_to_two_enemies_may_not_move():
    assert besieged({**GUARD, **BESIEGERS}) == ["8.4"]


def test_8_4_siege_one_enemy_is_not_enough():
    assert besieged({**GUARD, "R-1V-I1": "0517"}) == []


def test_8_4_siege_needs_two_undisrupted_enemies():
    assert besieged({**GUARD, **BESIEGERS}, disrupted=["R-1V-I2"]) == []
    assert besieged({**GUARD, **BESIEGERS, "R-2VIII-I1": "0517"}, disrupted=["R-1V-I2"]) == ["8.4"]


def test_8_4_siege_two_enemies_in_two_hexes_do_not_besiege():
    assert besieged({**GUARD, "R-1V-I1": "0517", "R-1V-I2": "0417"}) == []


def test_8_4_siege_enemies_two_hexes_off_do_not_besiege():
    assert besieged({**GUARD, "R-1V-I1": "0516", "R-1V-I2": "0516"}) == []


def test_8_4_siege_two_units_in_the_city_are_not_besieged():
    assert besieged({**GUARD, **BESIEGERS, "F-III-I2": "0518"}) == []


def test_8_4_siege_commanders_change_nothing():
    assert besieged({**GUARD, **BESIEGERS, "F-MURAT": "0518", "F-EUGENE": "0518"}) == ["8.4"]
    assert besieged({**GUARD, "R-1V-I1": "0517", "R-PLATOV": "0517"}) == []


def test_8_4_siege_happens_only_in_cities():
    assert besieged({"F-III-I1": "0417", "F-NEY": "0417", **BESIEGERS}, city="0417") == []


def test_8_4_siege_holds_in_a_fortified_city_and_in_ones_own():
    assert besieged(
        {"R-1V-I1": "0518", "R-PLATOV": "0518", "F-III-I1": "0517", "F-III-I2": "0517"}, side="russian"
    ) == ["8.4"]
    assert besieged(
        {"R-1V-I1": "1009", "R-PLATOV": "1009", "F-III-I1": "1010", "F-III-I2": "1010"}, city="1009", side="russian"
    ) == ["8.4"]


@pytest.mark.parametrize(("city", "camp"), [("0515", "0516"), ("1808", "1908")], ids=["bridge", "no bridge"])
def test_8_4_siege_a_river_between_lifts_it(city, camp):
    pieces = {"F-III-I1": city, "F-NEY": city}
    assert besieged({**pieces, "R-1V-I1": camp, "R-1V-I2": camp}, city=city) == []


def test_8_4_siege_across_a_river_does_not_spare_one_from_the_other_side():
    pieces = {"F-III-I1": "0515", "F-NEY": "0515", "R-1V-I1": "0516", "R-1V-I2": "0516"}
    assert besieged({**pieces, "R-2VIII-I1": "0415", "R-2VIII-I2": "0415"}, city="0515") == ["8.4"]


def test_8_4_siege_is_judged_when_the_move_is_ordered():
    t = Table(
        {**GUARD, **ELSEWHERE, "R-1V-I1": "0517", "R-1V-I2": "0416", "R-PLATOV": "0416"},
        turn=15,
        trains={"0518": 1, "0119": 1, "0416": 1},
    ).movement()
    t.play("russian", "march 0416", "go", "march 0416 0517", "halt")
    assert t.reasons("french", "march 0518") == ["8.4 besieged"]


def test_8_4_siege_is_lifted_when_a_besieger_marches_off():
    t = Table({**GUARD, **BESIEGERS, "R-PLATOV": "0517"}, turn=15, trains={"0518": 1, "0517": 1}).movement()
    t.play("russian", "march 0517", "take R-1V-I1", "go", "go", "march 0517 0416", "halt")
    t.play("french", "march 0518", "lead F-NEY", "march 0518 0618", "halt")
    assert t.where("F-III-I1") == "0618"


def test_8_4_siege_closes_on_the_last_unit_when_its_comrade_marches_off():
    t = Table({**GUARD, **BESIEGERS, **ELSEWHERE, "F-III-I2": "0518"}, trains={"0518": 2, "0119": 1}).movement()
    t.play("french", "march 0518", "take F-III-I2", "go", "go", "march 0518 0618", "halt")
    assert t.reasons("french", "march 0518") == ["8.4 besieged"]


def test_8_4_siege_leaves_the_besieged_unit_free_to_attack():
    t = Table({**GUARD, **BESIEGERS}).combat("french")
    assert t.options("french") == ["attack 0518 0517", "decline"]


def test_8_4_siege_leaves_the_movements_of_the_besiegers_free():
    t = Table({**GUARD, **BESIEGERS, "R-PLATOV": "0517"}, trains={"0517": 1}).movement("russian")
    t.play("russian", "march 0517", "all", "lead R-PLATOV", "march 0517 0417", "march 0417 0418", "halt")
    assert (t.where("R-1V-I1"), t.where("R-1V-I2")) == ("0418", "0418")
