"""Rulebook 8.5 and 8.6: march attrition and its modifiers."""

from itertools import pairwise

import pytest

from grognard.games.russia1812.rules.movement.attrition import march_losses
from toolkit1812 import Table

PATH = ["0617", "0517", "0417", "0317", "0217", "0117"]
THREE = {"french": ["F-III-I1", "F-III-I2", "F-III-I3"], "russian": ["R-1V-I1", "R-1V-I2", "R-2VIII-I1"]}
CHIEF = {"french": "F-NEY", "russian": "R-PLATOV"}


def march(side, units, hexes, turn=1, dice=(), more=None, chief=None):
    """A column goes so many hexes with its commander and halts."""
    chief = chief or CHIEF[side]
    pieces = {**dict.fromkeys([*units, chief], "0617"), **(more or {})}
    t = Table(pieces, turn=turn, dice=dice, trains={"0617": 1})
    t.movement(side).play(side, "march 0617")
    if t.asked == "MarchUnits":
        t.play(side, "all")
    t.play(side, f"lead {chief}")
    if t.asked == "MarchLeaders":
        t.play(side, "go")
    for start, goal in pairwise(PATH[: hexes + 1]):
        t.play(side, f"march {start} {goal}")
    return t.play(side, "halt")


def die(t):
    """Die, modifier and total of the attrition roll; None if there was none."""
    rolls = [event.args[1:] for _, event in t.match.log() if event.key == "attrition_die"]
    return rolls[0] if rolls else None


def lost(t, units):
    return [u for u in units if t.where(u) is None]


def disrupted(t, units):
    return [u for u in units if t.is_disrupted(u)]


# 8.5 when


@pytest.mark.parametrize(
    ("turn", "hexes", "rolls"),
    [(10, 1, False), (10, 2, False), (10, 3, True), (10, 4, True), (11, 1, False), (11, 2, True), (11, 3, True)],
)
@pytest.mark.parametrize("side", ["french", "russian"])
def test_8_5_a_die_for_three_hexes_two_in_winter(side, turn, hexes, rolls):
    t = march(side, THREE[side][:2], hexes, turn=turn, dice=[1])
    assert (die(t) is not None) is rolls
    assert t.dice.left() == (0 if rolls else 1)
    assert t.where(THREE[side][0]) == PATH[hexes]


# 8.5 the table: Russians in summer add 0, 1, 2 for 3, 4, 5 hexes; the French in winter 2 to 5 for 2 to 5 hexes

RESULTS = [
    ("russian", 1, 3, 1, 1),
    ("russian", 1, 3, 5, 5),
    ("russian", 1, 4, 4, 5),
    ("russian", 1, 3, 6, 6),
    ("russian", 1, 4, 6, 7),
    ("russian", 1, 5, 6, 8),
    ("french", 11, 3, 6, 9),
    ("french", 11, 4, 6, 10),
    ("french", 11, 5, 6, 11),
]


@pytest.mark.parametrize(("side", "turn", "hexes", "roll", "result"), RESULTS)
def test_8_5_losses_of_a_stack(side, turn, hexes, roll, result):
    eliminated, broken = {6: (1, 0), 7: (1, 0), 8: (1, 1), 9: (1, 1), 10: (2, 0), 11: (2, 0)}.get(result, (0, 0))
    units = THREE[side]
    t = march(side, units, hexes, turn=turn, dice=[roll])
    assert die(t)[2] == result
    for number in range(eliminated):
        assert t.options(side) == [f"lose {u}" for u in units[number:]]
        t.play(side, f"lose {units[number]}")
    if broken:
        assert t.options(side) == [f"disrupt {u}" for u in units[1:]]
        t.play(side, f"disrupt {units[1]}")
    assert t.asked == "Rest"
    assert lost(t, units) == units[:eliminated]
    assert disrupted(t, units) == units[1 : 1 + broken]


@pytest.mark.parametrize(("side", "turn", "hexes", "roll", "result"), RESULTS)
def test_8_5_a_single_unit_is_at_worst_disrupted(side, turn, hexes, roll, result):
    unit = THREE[side][0]
    t = march(side, [unit], hexes, turn=turn, dice=[roll])
    assert die(t)[2] == result
    assert t.where(unit) == PATH[hexes]
    assert t.is_disrupted(unit) is (result >= 6)
    assert t.asked == "Rest"


@pytest.mark.parametrize("result", [12, 13])
def test_8_5_results_above_eleven_count_as_eleven(result):
    assert march_losses(result, 2) == march_losses(11, 2) == march_losses(10, 2) == (2, 0)
    assert march_losses(result, 1) == (0, 1)


def test_8_5_the_owner_chooses_and_eliminations_come_first():
    units = THREE["russian"]
    t = march("russian", units, 5, dice=[6])
    assert t.to_act == ("russian",)
    assert t.reasons("french", f"lose {units[0]}") == ["8.5 turn"]
    assert t.reasons("russian", f"disrupt {units[0]}") == ["8.5 losses_first"]
    t.play("russian", f"lose {units[2]}", f"disrupt {units[1]}")
    assert lost(t, units) == [units[2]]
    assert disrupted(t, units) == [units[1]]


def test_8_5_the_second_loss_falls_on_another_unit():
    t = march("russian", THREE["russian"][:2], 5, dice=[6])
    t.play("russian", "lose R-1V-I1")
    assert (t.where("R-1V-I1"), t.is_disrupted("R-1V-I2")) == (None, True)
    assert t.asked == "Rest"


def test_8_5_cavalry_may_be_chosen_and_artillery_never():
    t = march("french", ["F-IG-I1", "F-IG-C1", "F-IG-A1"], 3, dice=[6])
    assert t.options("french") == ["lose F-IG-I1", "lose F-IG-C1"]
    assert t.reasons("french", "lose F-IG-A1") == ["8.5 artillery_immune"]
    t.play("french", "lose F-IG-C1")
    assert lost(t, ["F-IG-I1", "F-IG-C1", "F-IG-A1"]) == ["F-IG-C1"]


def test_8_5_commanders_never_suffer():
    t = march("russian", THREE["russian"], 3, dice=[6])
    assert t.reasons("russian", "lose R-PLATOV") == ["8.5 not_in_column"]


@pytest.mark.parametrize("units", [["F-IG-A1"], ["F-IG-A1", "F-IG-A2"]])
def test_8_5_artillery_alone_suffers_nothing(units):
    t = march("french", units, 5, turn=11, dice=[6])
    assert die(t)[2] == 11
    assert (lost(t, units), disrupted(t, units)) == ([], [])


@pytest.mark.parametrize(("hexes", "turn"), [(3, 1), (5, 1), (5, 11)], ids=["one", "one and one", "two"])
def test_8_5_losses_that_find_no_infantry_or_cavalry_are_forgotten(hexes, turn):
    units = ["F-IG-I1", "F-IG-A1", "F-IG-A2"]
    t = march("french", units, hexes, turn=turn, dice=[6])
    assert lost(t, units) == ["F-IG-I1"]
    assert disrupted(t, units) == []
    assert t.asked == "Rest"


def test_8_5_a_gun_makes_the_column_a_stack_of_two():
    t = march("french", ["F-IG-I1", "F-IG-A1"], 3, dice=[6])
    assert t.where("F-IG-I1") is None


def test_8_5_units_left_behind_do_not_make_a_single_unit_a_stack():
    t = Table(dict.fromkeys([*THREE["russian"], "R-PLATOV"], "0617"), dice=[6], trains={"0617": 1}).movement("russian")
    t.play("russian", "march 0617", "take R-1V-I1", "go", "lead R-PLATOV")
    for start, goal in pairwise(PATH[:4]):
        t.play("russian", f"march {start} {goal}")
    t.play("russian", "halt")
    assert disrupted(t, THREE["russian"]) == ["R-1V-I1"]
    assert lost(t, THREE["russian"]) == []


def test_8_5_units_met_at_the_end_neither_count_nor_suffer():
    t = march("russian", ["R-1V-I1"], 3, dice=[6], more={"R-1V-I2": "0317"})
    assert t.is_disrupted("R-1V-I1")
    assert not t.is_disrupted("R-1V-I2")


def test_8_5_units_met_at_the_end_cannot_be_chosen():
    t = march("russian", ["R-1V-I1", "R-2VIII-I1"], 3, dice=[6], more={"R-1V-I2": "0317"})
    assert t.options("russian") == ["lose R-1V-I1", "lose R-2VIII-I1"]
    assert t.reasons("russian", "lose R-1V-I2") == ["8.5 not_in_column"]


def test_8_5_a_commander_outlives_his_column_and_stays():
    t = march("french", ["F-III-I1", "F-III-I2"], 4, turn=11, dice=[6])
    t.play("french", "lose F-III-I1")
    assert lost(t, ["F-III-I1", "F-III-I2"]) == ["F-III-I1", "F-III-I2"]
    assert t.where("F-NEY") == PATH[4]
    assert t.dice.left() == 0


def test_8_5_the_die_falls_after_the_move_and_before_the_other_player():
    t = march("russian", THREE["russian"], 3, dice=[6], more={"F-I-I1": "2308", "F-DAVOUT": "2308"})
    t.s.genuine[0][t.hex("2308")] = 1
    assert (t.asked, t.where("R-1V-I1")) == ("Attrition", PATH[3])
    t.play("russian", "lose R-1V-I1")
    assert (t.asked, t.to_act) == ("MoveOrder", ("french",))


# 8.6


@pytest.mark.parametrize(
    ("side", "turn", "hexes", "modifier"),
    [
        ("french", 2, 3, 0),
        ("french", 3, 3, 1),
        ("french", 10, 3, 1),
        ("russian", 3, 3, 0),
        ("russian", 10, 3, 0),
        ("french", 11, 2, 2),
        ("russian", 11, 2, 1),
        ("french", 16, 2, 2),
        ("russian", 16, 2, 1),
        ("french", 2, 4, 1),
        ("french", 2, 5, 2),
        ("french", 3, 4, 2),
        ("french", 3, 5, 3),
        ("russian", 10, 4, 1),
        ("russian", 10, 5, 2),
        ("french", 11, 3, 3),
        ("french", 11, 4, 4),
        ("french", 11, 5, 5),
        ("russian", 11, 3, 2),
        ("russian", 11, 4, 3),
        ("russian", 11, 5, 4),
    ],
)
def test_8_6_modifiers_are_cumulative(side, turn, hexes, modifier):
    t = march(side, THREE[side][:1], hexes, turn=turn, dice=[2])
    assert die(t) == (2, modifier, 2 + modifier)


@pytest.mark.parametrize(("turn", "hexes", "modifier"), [(1, 3, -1), (3, 3, 0), (3, 5, 2), (11, 2, 1)])
def test_8_6_napoleon_with_the_column_takes_one_off(turn, hexes, modifier):
    t = march("french", ["F-IG-I1", "F-IG-I2"], hexes, turn=turn, dice=[2], chief="F-NAPOLEON")
    assert die(t) == (2, modifier, 2 + modifier)


def test_8_6_napoleon_saves_a_unit():
    t = march("french", ["F-IG-I1", "F-IG-I2"], 3, dice=[6], chief="F-NAPOLEON")
    assert die(t) == (6, -1, 5)
    assert lost(t, ["F-IG-I1", "F-IG-I2"]) == []


def test_8_6_napoleon_must_go_along():
    t = march("french", ["F-IG-I1"], 3, dice=[2], more={"F-NAPOLEON": "0617"})
    assert t.where("F-NAPOLEON") == "0617"
    assert die(t) == (2, 0, 2)


def test_8_6_napoleon_must_go_all_the_way():
    t = Table(dict.fromkeys(["F-IG-I1", "F-NAPOLEON"], "0617"), dice=[2], trains={"0617": 1}).movement("french")
    t.play("french", "march 0617", "lead F-NAPOLEON", "march 0617 0517", "march 0517 0417", "drop F-NAPOLEON")
    t.play("french", "march 0417 0317", "halt")
    assert t.where("F-NAPOLEON") == "0417"
    assert die(t) == (2, 0, 2)


def test_8_6_napoleon_met_on_the_way_does_not_count():
    t = march("french", ["F-IG-I1"], 3, dice=[2], more={"F-NAPOLEON": "0517", "F-IG-I2": "0517"})
    assert die(t) == (2, 0, 2)


def test_14_5_other_commanders_take_nothing_off():
    t = march("french", ["F-IG-I1"], 3, dice=[2], chief="F-DAVOUT")
    assert die(t) == (2, 0, 2)


def test_14_5_napoleon_who_parts_in_the_last_hex_went_all_the_way():
    pieces = {"F-III-I1": "2208", "F-III-I2": "2208", "F-NAPOLEON": "2208"}
    t = Table(pieces, turn=1, trains={"2208": 1}, dice=[6]).movement("french")
    t.play("french", "march 2208", "all", "lead F-NAPOLEON", "march 2208 2209", "march 2209 2208", "march 2208 2209")
    t.play("french", "drop F-NAPOLEON", "halt")
    assert next(e.args[1:] for _, e in t.match.log() if e.key == "attrition_die") == (6, -1, 5)
