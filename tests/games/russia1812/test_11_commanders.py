"""Rulebook 11.19: commanders in danger."""

import pytest

from toolkit1812 import Table

FOUR = "F-I-I1 F-I-I2 F-I-I3 F-I-I4"
STEPPE = "attack 0416 0316"


def lay(*stacks):
    """Pieces from words like "0416 F-I-I1 F-NEY"."""
    return {name: stack.split()[0] for stack in stacks for name in stack.split()[1:]}


def places(t, *names):
    return [t.where(name) for name in names]


def fight(*stacks, order=STEPPE, dice, units=(), calls=(), **given):
    """Fight one battle; the dice after the order and support dice are given, those of commanders included."""
    t = Table(lay(*stacks), cc=(6, 0), **given).combat().roll(*[6] * (1 + len(calls)), *dice).play("french", order)
    if t.asked == "OrderUnits":
        t.play("french", *([f"take {name}" for name in units] + ["go"] if units else ["all"]))
    t.play("french", "commit 6", *[f"call {name}" for name in calls])
    if t.asked == "CallSupport":
        t.play(t.to_act[0], "done")
    return t


def destroyed(*others, die, commanders="R-BARCLAY", **given):
    """Four attackers destroy the only unit, disrupted, in Barclay's hex; his die falls."""
    return fight(
        f"0416 {FOUR}", f"0316 R-1V-I1 {commanders}", *others, dice=[1, 1, 1, *die], disrupted=["R-1V-I1"], **given
    )


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("die", [1, 2, 3, 6])
def test_11_19_a_commander_whose_units_are_all_eliminated_is_lost_on_a_one(edition, die):
    t = destroyed("0115 R-1V-I2", die=[die], edition=edition)
    assert t.where("R-BARCLAY") == (None if die == 1 else "0115")
    assert ("commander_lost" in t.told) is (die == 1)
    assert t.dice.left() == 0


def test_11_19_the_owner_puts_him_on_a_friendly_stack_within_three_hexes():
    t = destroyed("0215 R-1V-I2", "0314 R-1I-I1", "0313 R-2VII-I1", "0312 R-2VIII-I1", "0216 R-ESSEN", die=[2])
    assert (t.asked, t.to_act) == ("Shelter", ("russian",))
    assert sorted(t.options("russian")) == [f"shelter R-BARCLAY {name}" for name in ("0215", "0313", "0314")]
    t.play("russian", "shelter R-BARCLAY 0313")
    assert t.where("R-BARCLAY") == "0313"


def test_11_19_shelters_that_are_refused():
    t = destroyed("0215 R-1V-I2", "0314 R-1I-I1", "0312 R-2VIII-I1", "0216 R-ESSEN", die=[2])
    assert t.reasons("russian", "shelter R-BARCLAY 0312") == ["11.19 no_shelter"]
    assert t.reasons("russian", "shelter R-BARCLAY 0216") == ["11.19 no_shelter"]
    assert t.reasons("russian", "shelter R-BARCLAY 0416") == ["11.19 no_shelter"]
    assert t.reasons("russian", "shelter R-BARCLAY 0315") == ["11.19 no_shelter"]
    assert t.reasons("russian", "shelter R-ESSEN 0215") == ["11.19 not_in_danger"]
    assert t.reasons("french", "shelter R-BARCLAY 0215") == ["11.19 turn"]


@pytest.mark.parametrize("other", ["0312 R-1V-I2", "0215 R-ESSEN", "0415 F-V-I1"])
def test_11_19_without_a_stack_within_three_hexes_he_is_lost(other):
    t = destroyed(other, die=[6])
    assert t.where("R-BARCLAY") is None
    assert "commander_lost" in t.told


def test_11_19_a_full_hex_shelters_him():
    t = destroyed("0215 R-1V-I2 R-1I-I1 R-2VII-I1 R-2VIII-I1 R-2VIII-I2 R-1III-I1", die=[2])
    assert t.where("R-BARCLAY") == "0215"


def test_11_19_a_disrupted_stack_shelters_him():
    stacks = (f"0416 {FOUR}", "0316 R-1V-I1 R-BARCLAY", "0215 R-1V-I2")
    t = fight(*stacks, dice=[1, 1, 1, 2], disrupted=["R-1V-I1", "R-1V-I2"])
    assert t.where("R-BARCLAY") == "0215"


def test_11_19_enemies_between_do_not_matter():
    ring = ("0315 F-IG-I1", "0215 F-IG-I2", "0216 F-IG-I3", "0317 F-IG-I4", "0415 F-V-I1")
    t = fight(f"0416 {FOUR}", "0316 R-1V-I1 R-BARCLAY", "0115 R-1V-I2", *ring, dice=[1, 1, 1, 4], disrupted=["R-1V-I1"])
    assert t.where("R-BARCLAY") == "0115"


def test_11_19_a_die_for_each_commander():
    t = destroyed("0215 R-1V-I2", commanders="R-BARCLAY R-ESSEN R-KUTUZOV", die=[3, 1, 2])
    assert t.told.count("commander_lost") == 1
    assert t.told.count("commander_escapes") == 2
    assert places(t, "R-BARCLAY", "R-ESSEN", "R-KUTUZOV").count("0215") == 2


def test_11_19_no_die_while_a_unit_is_left_in_the_hex():
    t = fight("0416 F-I-I1 F-I-I2", "0316 R-1V-I1 R-ESSEN", "0215 R-1I-I1", dice=[2, 1, 1])
    t.play("russian", "done", "stand")
    assert t.is_disrupted("R-1V-I1")
    assert t.where("R-ESSEN") == "0316"
    assert t.dice.left() == 0


def test_11_19_commanders_who_withdraw_with_their_units_are_in_no_danger():
    t = fight("0416 F-I-I1 F-I-I2", "0316 R-1V-I1 R-ESSEN", "0215 R-1I-I1", dice=[2, 1, 1])
    t.play("russian", "done", "withdraw", "retreat 0315")
    assert t.where("R-ESSEN") == "0315"
    assert t.dice.left() == 0


def test_11_19_the_attacking_hex():
    t = fight("0416 F-I-I1 F-NEY", "0517 F-V-I1", "0316 R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1", dice=[1, 1, 1, 3])
    t.play("russian", "stand")
    assert places(t, "F-I-I1", "F-NEY") == [None, "0517"]


def test_11_19_not_the_attacking_hex_while_units_not_ordered_stand_there():
    stacks = ("0416 F-I-I1 F-I-I2 F-NEY", "0517 F-V-I1", "0316 R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1")
    t = fight(*stacks, dice=[1, 1, 1], units=["F-I-I1"]).play("russian", "stand")
    assert places(t, "F-I-I1", "F-NEY") == [None, "0416"]
    assert t.dice.left() == 0


@pytest.mark.parametrize("die", [1, 5])
def test_11_19_the_supporting_hex(die):
    stacks = ("0416 F-I-I1 F-I-I3", "0415 F-I-I2 F-DAVOUT", "0513 F-V-I1", "0316 R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1")
    t = fight(*stacks, calls=["0415"], dice=[1, 5, 1, die])
    t.play("french", "hit F-I-I2", "hit F-I-I2", "hit F-I-I1", "hit F-I-I3").play("russian", "stand")
    if die == 1:
        assert places(t, "F-I-I2", "F-DAVOUT") == [None, None]
    else:
        assert sorted(t.options("french")) == ["shelter F-DAVOUT 0416", "shelter F-DAVOUT 0513"]


@pytest.mark.parametrize("die", [1, 2])
def test_11_19_the_defenders_supporting_hex(die):
    stacks = (f"0416 {FOUR}", "0316 R-1V-I1 R-1V-I2", "0216 R-1I-I1 R-PLATOV")
    t = Table(lay(*stacks), cc=(6, 6)).combat().roll(6, 6, 5, 1, 1, die)
    t.play("french", STEPPE, "all", "commit 6").play("russian", "commit 6", "call 0216")
    t.play("russian", "hit R-1I-I1", "hit R-1I-I1", "hit R-1V-I1", "hit R-1V-I2", "retreat 0315")
    assert places(t, "R-1I-I1", "R-PLATOV") == [None, None if die == 1 else "0315"]


def test_11_19_when_the_stack_cannot_withdraw():
    stacks = ("0218 F-I-I1 F-I-I2 F-I-I3 F-I-I4", "0119 R-1V-I1 R-1V-I2 R-1I-I1 R-ESSEN", "0116 R-2VII-I1")
    t = fight(*stacks, order="attack 0218 0119", dice=[4, 1, 1, 3])
    t.play("russian", "hit R-1V-I1", "hit R-1V-I2", "hit R-1I-I1", "done")
    assert places(t, "R-1V-I1", "R-ESSEN") == [None, "0116"]


def test_11_19_when_the_last_unit_is_ridden_down():
    t = fight("0416 F-I-I1 F-I-I2 F-IG-C1", "0316 R-1V-I1 R-ESSEN", "0215 R-1V-I2", dice=[1, 3, 1, 4])
    t.play("russian", "done", "withdraw")
    assert places(t, "R-1V-I1", "R-ESSEN") == [None, "0215"]
    assert (t.asked, t.options("french")) == ("Advance", ["go", "take F-IG-C1"])


def test_11_19_danger_comes_before_the_advance():
    t = destroyed("0215 R-1V-I2", "0314 R-1I-I1", die=[2])
    assert t.asked == "Shelter"
    t.play("russian", "shelter R-BARCLAY 0215")
    assert t.asked == "Advance"


# a lone commander attacked or overrun


def lone(*others, die, order_die=6, **given):
    pieces = lay("0416 F-I-I1 F-I-I2", "0316 R-ESSEN", *others)
    t = Table(pieces, cc=(1, 3), **given).combat().roll(order_die, *die)
    return t.play("french", STEPPE, "all", "commit 1")


def test_11_19_a_lone_commander_who_is_attacked_rolls_after_the_order_went_ahead():
    t = lone("0215 R-1V-I1", die=[2])
    assert t.where("R-ESSEN") == "0215"
    assert "combat" not in t.told
    assert t.s.cc == [0, 3]
    assert (t.asked, t.options("french")) == ("Advance", ["go", "all", "take F-I-I1", "take F-I-I2"])
    t.play("french", "all")
    assert places(t, "F-I-I1", "F-I-I2") == ["0316", "0316"]
    assert t.s.fought_once == 0


@pytest.mark.parametrize("order_die", [1, 5])
def test_11_19_an_attack_that_does_not_go_ahead_leaves_him_alone(order_die):
    t = lone("0215 R-1V-I1", die=[], order_die=order_die)
    assert t.where("R-ESSEN") == "0316"
    assert "commander_escapes" not in t.told


def test_11_19_a_lone_commander_is_lost_on_a_one_or_without_shelter():
    assert lone("0215 R-1V-I1", die=[1]).where("R-ESSEN") is None
    assert lone("0312 R-1V-I1", die=[6]).where("R-ESSEN") is None


def test_11_19_lone_commanders_on_a_depot_lose_it_to_the_advance_only():
    pieces = lay("0312 F-I-I1 F-NAPOLEON", "0311 R-ESSEN", "0310 R-1V-I1")
    for answers, depots in ((["take F-I-I1", "go"], 0), (["go"], 1)):
        t = (
            Table(pieces, cc=(0, 0), depots={"russian": ["0311"]}, dice=[3, 4])
            .combat()
            .play("french", "attack 0312 0311")
        )
        t.play("french", *answers)
        if t.asked == "AdvanceLeaders":
            t.play("french", "go")
        assert t.s.depots[1].bit_count() == depots
        assert t.where("R-ESSEN") == "0310"


@pytest.mark.parametrize(("die", "goal"), [(1, None), (2, "0215")])
def test_11_19_a_lone_commander_who_is_overrun_rolls_and_the_move_goes_on(die, goal):
    pieces = lay("0416 F-I-I1 F-NEY", "0316 R-ESSEN", "0215 R-1V-I1")
    t = Table(pieces, trains={"0416": 1}, dice=[die]).movement("french")
    t.play("french", "march 0416", "lead F-NEY", "march 0416 0316")
    assert t.where("R-ESSEN") == goal
    assert (t.asked, t.where("F-I-I1")) == ("Route", "0316")
    t.play("french", "march 0316 0317")
    assert t.where("F-I-I1") == "0317"


@pytest.mark.parametrize("edition", [1, 2])
def test_11_19_lack_of_supply_endangers_no_commander(edition):
    t = Table(lay("0416 F-II-I1 F-NEY", "0415 F-V-I1"), disrupted=["F-II-I1"], edition=edition).general_supply()
    assert places(t, "F-II-I1", "F-NEY") == [None, "0416"]
    assert "commander_escapes" not in t.told


@pytest.mark.parametrize("edition", [1, 2])
def test_11_19_cossacks_endanger_no_commander(edition):
    t = Table(lay("0416 F-II-I1 F-NEY"), disrupted=["F-II-I1"], edition=edition, turn=12, dice=[6]).cossacks()
    assert places(t, "F-II-I1", "F-NEY") == [None, "0416"]
    assert t.dice.left() == 0
