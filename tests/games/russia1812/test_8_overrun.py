"""Rulebook 8.7 and 8.8: Depots and commanders overrun. Kharkov (0518) is a Russian city on open ground."""

import pytest

from toolkit1812 import Table

COLUMN = {"F-III-I1": "0617", "F-NEY": "0617"}


def start(pieces=None, dice=(), **more):
    """Ney's column stands in 0617, ready for its first step."""
    t = Table({**COLUMN, **(pieces or {})}, dice=dice, trains={"0617": 1}, **more).movement("french")
    return t.play("french", "march 0617", "lead F-NEY")


def depots(t, side):
    return t.match.view(None)["players"][side]["depots"]


def trains(t, side):
    """How many Trains a side gets in the next supply phase."""
    t.active_supply()
    numbers = [event.args for _, event in t.match.log() if event.key == "trains_available"]
    numbers += [event.args for event in t.s.events if event.key == "trains_available"]
    return dict(numbers)[("french", "russian").index(side)]


# 8.7


def test_8_7_a_depot_that_units_enter_is_lost():
    t = start(depots={"russian": ["0518", "0719"]}).play("french", "march 0617 0518")
    assert depots(t, "russian") == ["0719"]
    assert "depot_lost" in t.told
    t.play("french", "halt")
    assert t.where("F-III-I1") == "0518"


def test_8_7_a_depot_that_units_pass_is_lost():
    t = start(depots={"russian": ["0518"]}).play("french", "march 0617 0518", "march 0518 0417", "halt")
    assert t.where("F-III-I1") == "0417"
    assert depots(t, "russian") == []


@pytest.mark.parametrize(("turn", "number"), [(2, 10), (12, 9), (16, 9)])
def test_8_7_the_table_number_is_one_lower_for_the_rest_of_the_game(turn, number):
    t = start(depots={"russian": ["0518"]}).play("french", "march 0617 0518", "halt")
    assert t.match.view(None)["players"]["russian"]["lost_trains"] == 1
    t.s.turn = turn
    assert trains(t, "russian") == number


def test_8_7_each_lost_depot_counts():
    t = start(depots={"russian": ["0518", "0719"]}, dice=[1])
    t.play("french", "march 0617 0518", "march 0518 0618", "march 0618 0719", "halt")
    t.s.turn = 2
    assert trains(t, "russian") == 9


def test_8_7_the_french_lose_depots_too():
    t = Table({"R-1V-I1": "0617", "R-PLATOV": "0617"}, depots={"french": ["0518"]}, trains={"0617": 1})
    t.movement("russian").play("russian", "march 0617", "lead R-PLATOV", "march 0617 0518", "halt")
    assert depots(t, "french") == []
    t.s.turn = 2
    assert trains(t, "french") == 13


def test_8_7_ones_own_depot_is_safe():
    t = start(depots={"french": ["0518"]}).play("french", "march 0617 0518", "halt")
    assert depots(t, "french") == ["0518"]
    assert t.s.lost_trains == [0, 0]


def assault(**more):
    """Six of the Guard and the First Corps rout a disrupted battalion out of Kharkov."""
    guard = dict.fromkeys(["F-IG-I1", "F-IG-I2", "F-IG-I3", "F-IG-I4", "F-I-I1", "F-I-I2", "F-NAPOLEON"], "0617")
    t = Table({**guard, "R-1V-I1": "0518"}, disrupted=["R-1V-I1"], cc=(4, 0), dice=[6, 6, 1, 3], **more).combat()
    return t.play("french", "attack 0617 0518", "all", "commit 0")


def test_8_7_an_advance_after_combat_takes_the_depot():
    t = assault(depots={"russian": ["0518"]})
    assert t.asked == "Advance"
    assert depots(t, "russian") == ["0518"]
    t.play("french", "take F-IG-I1", "go", "go")
    assert t.where("F-IG-I1") == "0518"
    assert depots(t, "russian") == []
    assert t.s.lost_trains == [0, 1]


def test_8_7_without_an_advance_the_depot_stays():
    t = assault(depots={"russian": ["0518"]}).play("french", "go")
    assert depots(t, "russian") == ["0518"]
    assert t.s.lost_trains == [0, 0]


def raid(roll, edition=2):
    """An attack order against a Depot without a garrison."""
    t = Table({**COLUMN, "R-1V-I1": "0516"}, depots={"russian": ["0518"]}, edition=edition, dice=[roll])
    return t.combat("french")


def test_8_7_a_successful_attack_on_a_lone_depot_takes_it_without_combat_or_advance():
    t = raid(5)
    t.play("french", "attack 0617 0518", "commit 0")
    assert depots(t, "russian") == []
    assert t.s.lost_trains == [0, 1]
    assert t.where("F-III-I1") == "0617"
    assert "combat" not in t.told
    piece = next(p for p in t.match.view(None)["units"] if p["id"] == "F-III-I1")
    assert "fought_once" not in piece["flags"]


@pytest.mark.parametrize("roll", [1, 4])
def test_8_7_an_aborted_or_failed_attack_leaves_the_depot(roll):
    t = raid(roll).play("french", "attack 0617 0518", "commit 0")
    assert depots(t, "russian") == ["0518"]
    assert t.s.lost_trains == [0, 0]


def test_8_7_the_first_edition_knows_no_attack_on_a_lone_depot():
    t = Table({**COLUMN, "R-1V-I1": "0516", "F-I-I1": "0517"}, depots={"russian": ["0518"]}, edition=1).combat("french")
    assert t.options("french") == ["attack 0517 0516", "decline"]
    assert t.reasons("french", "attack 0617 0518") == ["10.1 no_enemy"]


def test_8_7_a_withdrawal_onto_a_depot_takes_it():
    t = Table({"R-1V-C1": "0517", "F-III-I1": "0416", "F-NEY": "0416"}, depots={"french": ["0518"]}, dice=[6]).combat()
    t.play("french", "attack 0416 0517", "commit 0").play("russian", "withdraw", "retreat 0518")
    assert t.where("R-1V-C1") == "0518"
    assert depots(t, "french") == []
    assert t.s.lost_trains == [1, 0]


def test_8_7_a_commander_on_his_own_takes_no_depot():
    t = Table({"R-PLATOV": "0617", "R-1V-I1": "0617"}, depots={"french": ["0518"]}).commanders("russian")
    t.play("russian", "send R-PLATOV", "send R-PLATOV 0518")
    assert t.where("R-PLATOV") == "0518"
    assert depots(t, "french") == ["0518"]


# 8.8


@pytest.mark.parametrize(("roll", "goal"), [(1, None), (2, "0416"), (6, "0416")])
def test_8_8_a_commander_overrun_is_lost_on_a_one_and_else_flees(roll, goal):
    t = start({"R-PLATOV": "0517", "R-1V-I1": "0416"}, dice=[roll]).play("french", "march 0617 0517")
    assert t.where("R-PLATOV") == goal
    assert (t.where("F-III-I1"), t.asked) == ("0517", "Route")


def test_8_8_the_move_goes_on_after_an_overrun():
    t = start({"R-PLATOV": "0517", "R-1V-I1": "0416"}, dice=[6])
    t.play("french", "march 0617 0517", "march 0517 0417", "halt")
    assert t.where("F-III-I1") == "0417"
    assert t.dice.left() == 0


def test_8_8_the_owner_chooses_the_shelter():
    t = start(
        {"R-PLATOV": "0517", "R-1V-I1": "0416", "R-1V-I2": "0219", "R-2VIII-I1": "0217", "R-BARCLAY": "0415"}, dice=[6]
    )
    t.play("french", "march 0617 0517")
    assert (t.asked, t.to_act) == ("Shelter", ("russian",))
    assert t.options("russian") == ["shelter R-PLATOV 0217", "shelter R-PLATOV 0416"]
    assert t.reasons("russian", "shelter R-PLATOV 0219") == ["11.19 no_shelter"]
    assert t.reasons("russian", "shelter R-PLATOV 0415") == ["11.19 no_shelter"]
    assert t.reasons("russian", "shelter R-BARCLAY 0416") == ["11.19 not_in_danger"]
    assert t.reasons("french", "march 0517 0417") == ["11.19 turn"]
    t.play("russian", "shelter R-PLATOV 0217")
    assert t.where("R-PLATOV") == "0217"
    assert (t.asked, t.to_act) == ("Route", ("french",))


@pytest.mark.parametrize(("refuge", "goal"), [("0217", "0217"), ("0118", None)])
def test_8_8_shelter_lies_within_three_hexes(refuge, goal):
    t = start({"R-PLATOV": "0517", "R-1V-I1": refuge}, dice=[6]).play("french", "march 0617 0517")
    assert t.where("R-PLATOV") == goal


def test_8_8_enemies_between_do_not_matter():
    t = start(
        {
            "R-PLATOV": "0517",
            "R-1V-I1": "0317",
            "F-I-I1": "0416",
            "F-I-I2": "0417",
            "F-I-I3": "0516",
            "F-I-I4": "0518",
            "F-IG-I1": "0616",
        },
        dice=[6],
    )
    t.play("french", "march 0617 0517")
    assert t.where("R-PLATOV") == "0317"


def test_8_8_a_full_or_disrupted_stack_shelters_a_commander():
    full = dict.fromkeys(["R-1II-I1", "R-1II-I2", "R-1II-A1", "R-1I-I2"], "0416")
    t = start({"R-PLATOV": "0517", **full}, dice=[6], disrupted=list(full)).play("french", "march 0617 0517")
    assert t.where("R-PLATOV") == "0416"


def test_8_8_without_a_stack_at_hand_a_commander_is_lost_whatever_the_die():
    t = start({"R-PLATOV": "0517", "R-BARCLAY": "0416"}, dice=[6]).play("french", "march 0617 0517")
    assert t.where("R-PLATOV") is None
    assert t.where("R-BARCLAY") == "0416"
    assert "commander_lost" in t.told


def test_8_8_each_commander_has_his_own_die():
    t = start({"R-BARCLAY": "0517", "R-BAGRATION": "0517", "R-PLATOV": "0517", "R-1V-I1": "0416"}, dice=[3, 1, 6])
    t.play("french", "march 0617 0517")
    assert [t.where(c) for c in ("R-BARCLAY", "R-BAGRATION", "R-PLATOV")] == ["0416", None, "0416"]
    assert t.dice.left() == 0


def test_8_8_a_depot_and_a_commander_are_both_overrun():
    t = start({"R-PLATOV": "0518", "R-1V-I1": "0416"}, dice=[1], depots={"russian": ["0518"]})
    t.play("french", "march 0617 0518")
    assert depots(t, "russian") == []
    assert t.where("R-PLATOV") is None


def test_8_8_a_commander_with_a_combat_unit_is_not_overrun():
    t = start({"R-PLATOV": "0517", "R-1V-I1": "0517"}, disrupted=["R-1V-I1"])
    assert t.reasons("french", "march 0617 0517") == ["8.4 enemy_there"]


def test_8_8_ones_own_commander_is_in_no_danger():
    t = start({"F-DAVOUT": "0517"}).play("french", "march 0617 0517", "halt")
    assert t.where("F-DAVOUT") == "0517"


def test_8_8_napoleon_overrun_and_lost_ends_the_game():
    t = Table(
        {"R-1V-I1": "0617", "R-PLATOV": "0617", "F-NAPOLEON": "0517", "F-III-I1": "0416"}, dice=[1], trains={"0617": 1}
    ).movement("russian")
    t.play("russian", "march 0617", "lead R-PLATOV", "march 0617 0517")
    assert t.where("F-NAPOLEON") is None
    assert (t.match.outcome.winner, t.match.outcome.reason) == ("russian", "napoleon_lost")
    assert t.to_act == ()


def test_8_8_napoleon_overrun_escapes_to_a_stack():
    t = Table(
        {"R-1V-I1": "0617", "R-PLATOV": "0617", "F-NAPOLEON": "0517", "F-III-I1": "0416"}, dice=[2], trains={"0617": 1}
    ).movement("russian")
    t.play("russian", "march 0617", "lead R-PLATOV", "march 0617 0517")
    assert t.where("F-NAPOLEON") == "0416"
    assert t.match.outcome is None
