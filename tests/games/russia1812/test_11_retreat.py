"""Rulebook 11.1, 11.10 to 11.13, 11.16: escape, withdrawal, pursuit and advance.

On the steppe an attack from 0416 leaves the defenders of 0316 three ways out: 0315, 0215 and 0216.
"""

import pytest

import grognard
from grognard.board.hexes import bits
from grognard.games.russia1812.rules.combat.advance import may_advance
from grognard.games.russia1812.rules.combat.retreat import Withdraw
from grognard.games.russia1812.world.state import Attack
from grognard.games.russia1812.world.world import CAPACITY, FRENCH, RUSSIAN
from toolkit1812 import Table

FOUR = "F-I-I1 F-I-I2 F-I-I3 F-I-I4"
STEPPE = "attack 0416 0316"


def lay(*stacks):
    """Pieces from words like "0416 F-I-I1 F-NEY"."""
    return {name: stack.split()[0] for stack in stacks for name in stack.split()[1:]}


def places(t, *names):
    return [t.where(name) for name in names]


def fight(*stacks, order=STEPPE, dice=(1, 1, 1), units=(), calls=(), side="french", **given):
    """Fight one battle: ``dice`` are attacker's, defender's and loser's; no stack of the defender is called."""
    t = Table(lay(*stacks), cc=(6, 6), **given)
    enemy = "russian" if side == "french" else "french"
    t.combat(side).roll(*[6] * (1 + len(calls)), *dice).play(side, order)
    if t.asked == "OrderUnits":
        t.play(side, *([f"take {name}" for name in units] + ["go"] if units else ["all"]))
    t.play(side, "commit 6")
    for question, who, answers in (
        ("CommitDefence", enemy, ["commit 0"]),
        ("CallSupport", side, [*[f"call {name}" for name in calls], "done"]),
        ("CommitDefence", enemy, ["commit 0"]),
        ("CallSupport", enemy, ["done"]),
    ):
        for answer in answers:
            if t.asked == question and t.to_act == (who,):
                t.play(who, answer)
    return t


def rout(*others, attackers=FOUR, **given):
    """Four attackers beat three infantry by three; each defender is disrupted, no attacker is hit."""
    t = fight(f"0416 {attackers}", "0316 R-1V-I1 R-1V-I2 R-1I-I1", *others, dice=(3, 1, 1), **given)
    return t.play("russian", "hit R-1V-I1", "hit R-1V-I2", "hit R-1I-I1", "done")


def narrow(*others, attackers=FOUR, **given):
    """Four attackers beat three infantry by one; R-1V-I1 is disrupted, no attacker is hit."""
    t = fight(f"0416 {attackers}", "0316 R-1V-I1 R-1V-I2 R-1I-I1", *others, dice=(1, 1, 1), **given)
    return t.play("russian", "hit R-1V-I1", "done")


def repulse(*others, attackers=FOUR, **given):
    """Three infantry beat four attackers by one; F-I-I1 is disrupted, no defender is hit."""
    t = fight(f"0416 {attackers}", "0316 R-1V-I1 R-1V-I2 R-1I-I1", *others, dice=(1, 3, 1), **given)
    return t.play("french", "hit F-I-I1", "done")


# 11.1


def test_11_1_cavalry_attacked_by_foot_may_withdraw_before_combat():
    t = fight(f"0416 {FOUR}", "0316 R-1V-C1 R-1VI-C1")
    assert (t.asked, t.to_act, t.options("russian")) == ("AskEscape", ("russian",), ["stand", "withdraw"])
    t.play("russian", "withdraw")
    assert sorted(t.options("russian")) == ["retreat 0215", "retreat 0216", "retreat 0315"]
    t.play("russian", "retreat 0216")
    assert places(t, "R-1V-C1", "R-1VI-C1") == ["0216", "0216"]


def test_11_1_after_an_escape_the_attackers_may_advance_and_no_combat_took_place():
    t = fight(f"0416 {FOUR} F-NEY", "0316 R-1V-C1").play("russian", "withdraw", "retreat 0216")
    assert (t.asked, t.to_act) == ("Advance", ("french",))
    t.play("french", "take F-I-I1", "go", "lead F-NEY")
    assert places(t, "F-I-I1", "F-NEY", "F-I-I2") == ["0316", "0316", "0416"]
    assert "combat" not in t.told
    assert t.s.fought_once == 0


def test_11_1_the_defender_commits_nothing_before_he_decides():
    t = fight("0416 F-I-I1", "0316 R-1V-C1")
    assert t.s.cc == [0, 6]
    t.play("russian", "withdraw", "retreat 0216")
    assert t.s.cc == [0, 6]


def test_11_1_cavalry_that_stands_fights():
    t = fight("0416 F-I-I1", "0316 R-1V-C1").play("russian", "stand")
    assert (t.asked, t.to_act) == ("CommitDefence", ("russian",))
    t.play("russian", "commit 0")
    assert "combat" in t.told


@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [
        ("F-I-I1 F-IG-C1", "R-1V-C1"),
        ("F-IG-C1", "R-1V-C1"),
        ("F-I-I1", "R-1V-C1 R-1V-I1"),
        ("F-I-I1", "R-1V-C1 R-2VII-A1"),
        ("F-I-I1", "R-1V-I1"),
    ],
)
def test_11_1_no_escape_from_cavalry_or_with_foot_and_guns(attackers, defenders):
    t = fight(f"0416 {attackers}", f"0316 {defenders}")
    assert "combat" in t.told
    assert "withdrew" not in t.told


def test_11_1_one_disrupted_foot_unit_holds_the_cavalry():
    t = fight("0416 F-I-I1", "0316 R-1V-C1 R-1V-I1", disrupted=["R-1V-I1"])
    assert "combat" in t.told


def test_11_1_cavalry_that_is_not_ordered_does_not_prevent_an_fight():
    t = fight("0416 F-I-I1 F-IG-C1", "0316 R-1V-C1", units=["F-I-I1"])
    assert t.asked == "AskEscape"


@pytest.mark.parametrize("die", [1, 2])
def test_11_1_the_order_must_have_succeeded(die):
    t = Table(lay("0416 F-I-I1 F-NAPOLEON", "0316 R-1V-C1"), cc=(0, 0), dice=[die]).combat().play("french", STEPPE)
    assert t.asked == "AttackOrder"
    assert t.where("R-1V-C1") == "0316"


def test_11_1_no_escape_without_a_hex_to_go_to():
    t = fight("0218 F-I-I1", "0119 R-1V-C1", order="attack 0218 0119")
    assert "combat" in t.told


def test_11_1_disrupted_cavalry_and_commanders_go_along_and_nobody_is_ridden_down():
    t = fight("0416 F-I-I1 F-IG-C1", "0316 R-1V-C1 R-PLATOV", units=["F-I-I1"], disrupted=["R-1V-C1"])
    t.play("russian", "withdraw", "retreat 0215")
    assert places(t, "R-1V-C1", "R-PLATOV") == ["0215", "0215"]


def test_11_1_french_cavalry_escapes_too():
    t = fight("0416 R-1V-I1", "0316 F-IG-C1", side="russian").play("french", "withdraw", "retreat 0315")
    assert t.where("F-IG-C1") == "0315"


# 11.10


def test_11_10_a_winning_defender_may_stay():
    t = repulse()
    assert (t.asked, t.to_act, t.options("russian")) == ("AskWithdraw", ("russian",), ["stand", "withdraw"])
    t.play("russian", "stand")
    assert t.asked == "AttackOrder"
    assert places(t, "R-1V-I1", "F-I-I1") == ["0316", "0416"]


def test_11_10_a_winning_defender_may_withdraw_and_nobody_advances():
    t = repulse().play("russian", "withdraw", "retreat 0216")
    assert places(t, "R-1V-I1", "R-1V-I2", "R-1I-I1") == ["0216"] * 3
    assert t.asked == "Rest"
    assert places(t, *FOUR.split()) == ["0416"] * 4


def test_11_10_pursuit_follows_a_winner_who_withdraws():
    attackers = "F-I-I1 F-I-I2 F-IG-C1"
    t = fight(
        f"0416 {attackers}", "0316 R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1 R-2VIII-I1", dice=(1, 3, 1), disrupted=["R-1V-I1"]
    )
    t.play("french", "hit F-I-I1", "done").play("russian", "withdraw")
    assert t.where("R-1V-I1") is None
    assert t.asked == "Retreat"


def test_11_10_cavalry_does_not_advance_after_a_winner_who_withdraws():
    t = fight("0416 F-I-I1 F-IG-C1", "0316 R-1V-I1 R-1V-I2 R-1I-I1", dice=(1, 3, 1))
    t.play("french", "hit F-I-I1", "done").play("russian", "withdraw", "retreat 0215")
    assert t.asked == "Rest"
    assert t.where("F-IG-C1") == "0416"


# 11.11


def test_11_11_all_units_and_commanders_go_together_into_one_hex():
    t = fight(f"0416 {FOUR}", "0316 R-1V-I1 R-1V-I2 R-1I-I1 R-ESSEN R-WITTGENSTEIN", dice=(4, 1, 1))
    t.play("russian", "hit R-1V-I1", "hit R-1V-I2", "hit R-1I-I1", "done")
    assert sorted(t.options("russian")) == ["retreat 0215", "retreat 0216", "retreat 0315"]
    t.play("russian", "retreat 0215")
    assert places(t, "R-1V-I1", "R-1V-I2", "R-1I-I1", "R-ESSEN", "R-WITTGENSTEIN") == ["0215"] * 5


@pytest.mark.parametrize("goal", ["0415", "0317", "0416", "0115", "0214"])
def test_11_11_not_next_to_the_attacking_hex_and_not_further_than_one(goal):
    assert set(rout().rules("russian", f"retreat {goal}")) == {"11.11"}


def withdrawal(*stacks, order=STEPPE, **given):
    """Cavalry withdraws before foot (11.1), so that nobody is hit; the question is where to."""
    t = fight(*stacks, order=order, **given)
    return t.play("french" if given.get("side") == "russian" else "russian", "withdraw")


def test_11_11_a_bridge_may_be_crossed():
    t = withdrawal("1908 F-I-I1", "1808 R-1V-C1", order="attack 1908 1808")
    assert sorted(t.options("russian")) == ["retreat 1708", "retreat 1709", "retreat 1809"]
    t.play("russian", "retreat 1708")
    assert t.where("R-1V-C1") == "1708"


def test_11_11_not_across_an_unbridged_river():
    t = withdrawal("1807 F-I-I1", "1908 R-1V-C1", order="attack 1807 1908")
    assert sorted(t.options("russian")) == ["retreat 2007", "retreat 2008"]
    assert t.reasons("russian", "retreat 1909") == ["11.11 river"]
    assert t.reasons("russian", "retreat 1808") == ["11.11 river", "11.11 near_attacker"]


@pytest.mark.parametrize("unit", ["F-V-I1", "F-NEY"])
def test_11_11_not_into_a_hex_with_an_enemy_unit(unit):
    t = withdrawal("1908 F-I-I1", f"1709 {unit}", "1808 R-1V-C1", order="attack 1908 1808")
    assert sorted(t.options("russian")) == ["retreat 1708", "retreat 1809"]
    assert t.reasons("russian", "retreat 1709") == ["11.11 enemy_there"]


def test_11_11_all_that_shuts_a_neighbour_is_named():
    t = withdrawal("1807 F-I-I1", "1808 F-V-I1", "1908 R-1V-C1", order="attack 1807 1908")
    assert t.reasons("russian", "retreat 1808") == ["11.11 river", "11.11 enemy_there", "11.11 near_attacker"]


def test_11_11_next_to_other_enemies_is_allowed():
    t = withdrawal("1908 F-I-I1", "1709 F-V-I1", "1808 R-1V-C1", order="attack 1908 1808").play(
        "russian", "retreat 1809"
    )
    assert t.where("R-1V-C1") == "1809"


def test_11_11_russians_withdraw_into_marsh_but_not_into_a_lake():
    t = withdrawal("1202 F-I-I1", "1103 R-1V-C1", order="attack 1202 1103")
    assert sorted(t.options("russian")) == ["retreat 1002", "retreat 1104"]
    assert t.reasons("russian", "retreat 1003") == ["11.11 impassable"]


def test_11_11_french_do_not_withdraw_into_forest():
    t = withdrawal("2013 R-1V-I1", "2012 F-IG-C1", order="attack 2013 2012", side="russian")
    assert sorted(t.options("french")) == ["retreat 1912", "retreat 2011"]
    assert t.reasons("french", "retreat 2112") == ["14.6 impassable"]


def test_11_11_at_the_map_edge_a_stack_that_must_withdraw_is_lost():
    t = fight(f"0218 {FOUR}", "0119 R-1V-I1 R-1V-I2 R-1I-I1", order="attack 0218 0119", dice=(3, 1, 1))
    t.play("russian", "hit R-1V-I1", "hit R-1V-I2", "hit R-1I-I1", "done")
    assert places(t, "R-1V-I1", "R-1V-I2", "R-1I-I1") == [None] * 3
    assert t.told.count("cut_off") == 3


@pytest.mark.parametrize(("dice", "loser"), [((1, 1, 1), "russian"), ((1, 3, 1), "french")])
def test_11_11_a_withdrawal_by_choice_needs_a_legal_hex(dice, loser):
    t = fight(f"0218 {FOUR}", "0119 R-1V-I1 R-1V-I2 R-1I-I1", order="attack 0218 0119", dice=dice)
    t.play(loser, "hit R-1V-I1" if loser == "russian" else "hit F-I-I1", "done")
    assert t.asked == "AttackOrder"
    assert places(t, "R-1V-I1", "R-1V-I2", "R-1I-I1") == ["0119"] * 3


CROWD = "R-2VII-I1 R-2VIII-I1 R-2VIII-I2 R-1III-I1 R-1V-I1"  # five occupancy factors


def crowded(defenders, *others, **given):
    """The defenders (cavalry) withdraw to 0315, which holds a crowd already."""
    t = withdrawal("0416 F-I-I1", f"0316 {defenders}", f"0315 {CROWD}", *others, **given)
    return t.play("russian", "retreat 0315")


def test_11_11_who_had_to_go_on_is_not_taken_back_with_stacks_face_down():
    """[15.1] It tells the enemy how full the hex was, whose stack he has never seen."""
    t = crowded("R-1V-C1 R-1VI-C1", options={"optional_15_1": True}).play("russian", "push R-1V-C1")
    assert t.where("R-1VI-C1") == "0315"
    with pytest.raises(grognard.IllegalAction):
        t.match.undo("russian")


def test_11_11_units_over_the_limit_are_disrupted_and_go_one_hex_further():
    t = crowded("R-1V-C1 R-1I-C1 R-1VI-C3")
    assert (t.asked, sorted(t.options("russian"))) == ("Overflow", ["push R-1I-C1", "push R-1VI-C3"])
    assert t.reasons("russian", "push R-1V-C1") == ["11.11 push_to_spare"]
    t.play("russian", "push R-1I-C1")
    assert t.where("R-1V-C1") == "0315"
    assert sorted(t.options("russian")) == ["retreat 0214", "retreat 0215", "retreat 0314", "retreat 0414"]
    t.play("russian", "retreat 0214")
    assert places(t, "R-1I-C1", "R-1VI-C3") == ["0214", "0214"]
    assert [t.is_disrupted(name) for name in ("R-1V-C1", "R-1I-C1", "R-1VI-C3")] == [False, True, True]


def test_11_11_pushed_units_make_the_rest_fit_with_none_to_spare():
    t = crowded("R-1V-C1 R-1VI-C1 R-1I-C1")
    assert sorted(t.options("russian")) == ["push R-1I-C1", "push R-1V-C1", "push R-1VI-C1"]
    t.play("russian", "push R-1V-C1", "retreat 0214")
    assert places(t, "R-1V-C1", "R-1I-C1", "R-1VI-C1") == ["0214", "0214", "0315"]
    t = crowded("R-1V-C1 R-1VI-C1 R-1I-C1").play("russian", "push R-1I-C1")
    assert sorted(t.options("russian")) == ["push R-1V-C1", "push R-1VI-C1"]


def test_11_11_one_unit_is_enough_when_it_makes_room():
    t = crowded("R-1V-C1 R-1VI-C1").play("russian", "push R-1V-C1")
    assert t.asked == "PushOn"
    assert places(t, "R-1VI-C1") == ["0315"]
    assert not t.is_disrupted("R-1VI-C1")


def test_11_11_no_push_when_all_fit():
    t = crowded("R-1V-C1")
    assert t.where("R-1V-C1") == "0315"
    assert (t.asked, t.s.disrupted) == ("Advance", 0)


def test_11_11_a_pushed_unit_already_disrupted_is_eliminated():
    t = crowded("R-1V-C1 R-1VI-C1", disrupted=["R-1V-C1"]).play("russian", "push R-1V-C1")
    assert places(t, "R-1V-C1", "R-1VI-C1") == [None, "0315"]
    assert t.asked == "Advance"


@pytest.mark.parametrize("goal", ["0316", "0415", "0216", "0315"])
def test_11_11_the_second_hex_is_under_the_same_bans_and_not_the_hex_fought_over(goal):
    t = crowded("R-1V-C1 R-1VI-C1").play("russian", "push R-1V-C1")
    assert set(t.rules("russian", f"retreat {goal}")) == {"11.11"}


def test_11_11_the_second_hex_must_have_room_for_all_pushed_units():
    t = crowded("R-1V-C1 R-1I-C1 R-1VI-C3", "0214 R-1II-I1 R-1II-I2").play("russian", "push R-1I-C1")
    assert sorted(t.options("russian")) == ["retreat 0215", "retreat 0314", "retreat 0414"]
    assert t.reasons("russian", "retreat 0214") == ["11.11 full"]


def test_11_11_pushed_units_without_a_second_hex_are_eliminated():
    t = withdrawal("0319 F-I-I1", "0118 F-V-I1", "0219 R-1V-C1 R-1VI-C1", f"0119 {CROWD}", order="attack 0319 0219")
    t.play("russian", "push R-1VI-C1")
    assert places(t, "R-1V-C1", "R-1VI-C1") == ["0119", None]
    assert "cut_off" in t.told


def test_11_11_the_owner_may_choose_a_hex_that_he_overfills():
    t = withdrawal("0416 F-I-I1", "0316 R-1V-C1 R-1VI-C1", f"0315 {CROWD}")
    assert sorted(t.options("russian")) == ["retreat 0215", "retreat 0216", "retreat 0315"]


def test_11_11_commanders_stay_with_the_first_hex_or_go_on():
    t = crowded("R-1V-C1 R-1VI-C1 R-BARCLAY R-ESSEN").play("russian", "push R-1V-C1")
    assert (t.asked, sorted(t.options("russian"))) == ("PushLeaders", ["go", "lead R-BARCLAY", "lead R-ESSEN"])
    t.play("russian", "lead R-ESSEN", "go", "retreat 0214")
    assert places(t, "R-1V-C1", "R-ESSEN", "R-BARCLAY", "R-1VI-C1") == ["0214", "0214", "0315", "0315"]


def test_11_11_commanders_of_the_receiving_hex_do_not_withdraw():
    t = crowded("R-1V-C1 R-1VI-C1 R-ESSEN", "0315 R-BARCLAY").play("russian", "push R-1V-C1")
    assert sorted(t.options("russian")) == ["go", "lead R-ESSEN"]
    assert t.reasons("russian", "lead R-BARCLAY") == ["11.11 no_such_commander"]


def test_11_11_in_the_first_edition_a_hex_it_would_overfill_is_closed():
    t = withdrawal("0416 F-I-I1", "0316 R-1V-C1 R-1VI-C1", f"0315 {CROWD}", edition=1)
    assert sorted(t.options("russian")) == ["retreat 0215", "retreat 0216"]
    assert t.reasons("russian", "retreat 0315") == ["11.11 full"]
    t = withdrawal("0416 F-I-I1", "0316 R-1V-C1", f"0315 {CROWD}", edition=1)
    assert sorted(t.options("russian")) == ["retreat 0215", "retreat 0216", "retreat 0315"]


def test_11_11_in_the_first_edition_a_stack_without_room_anywhere_is_lost_if_it_must_go():
    broken = ["R-1V-I2", "R-1I-I1", "R-1IV-I1"]
    for edition in (1, 2):
        t = fight(
            f"0319 {FOUR}",
            f"0219 {' '.join(broken)}",
            f"0119 {CROWD}",
            order="attack 0319 0219",
            dice=(3, 1, 1),
            edition=edition,
        )
        t.play("russian", *[f"hit {name}" for name in broken], "done")
        assert t.asked == ("Advance" if edition == 1 else "Overflow")
        assert t.told.count("cut_off") == (3 if edition == 1 else 0)


def test_11_11_units_that_withdraw_onto_an_enemy_depot_remove_it():
    t = withdrawal("0409 F-I-I1", "0310 R-1V-C1", order="attack 0409 0310", depots={"french": ["0311"]})
    t.play("russian", "retreat 0311")
    assert t.s.depots[0] == 0
    assert t.s.lost_trains == [1, 0]


def test_11_11_units_pushed_onto_an_enemy_depot_remove_it():
    t = withdrawal(
        "0409 F-I-I1",
        "0310 R-1V-C1 R-1VI-C1",
        f"0210 {CROWD}",
        order="attack 0409 0310",
        depots={"french": ["0110", "0311"]},
    )
    t.play("russian", "retreat 0210", "push R-1V-C1", "retreat 0110")
    assert t.where("R-1V-C1") == "0110"
    assert t.s.depots[0] == 1 << t.hex("0311")
    assert t.s.lost_trains == [1, 0]


# 11.12


def test_11_12_beaten_by_three_the_defenders_must_withdraw():
    t = rout()
    assert (t.asked, t.to_act) == ("Retreat", ("russian",))
    assert t.untimely("russian", "stand") == ["11.10"]


@pytest.mark.parametrize(("dice", "count"), [((1, 1, 1), 1), ((2, 1, 1), 2)])
def test_11_12_beaten_by_one_or_two_they_may_stay(dice, count):
    t = fight(f"0416 {FOUR}", "0316 R-1V-I1 R-1V-I2 R-1I-I1", dice=dice)
    t.play("russian", *["hit R-1V-I1", "hit R-1V-I2"][:count], *(["done"] if count == 1 else []))
    assert (t.asked, t.options("russian")) == ("AskWithdraw", ["stand", "withdraw"])
    t.play("russian", "stand")
    assert t.where("R-1I-I1") == "0316"
    assert t.asked == "AttackOrder"


def test_11_12_after_a_rout_any_undisrupted_attacker_may_advance():
    t = rout().play("russian", "retreat 0215")
    assert t.options("french") == ["go", "all", *[f"take {name}" for name in FOUR.split()]]
    t.play("french", "all")
    assert places(t, *FOUR.split()) == ["0316"] * 4


def test_11_12_an_advance_may_be_partial_or_left_out():
    t = rout().play("russian", "retreat 0215").play("french", "take F-I-I2", "go")
    assert places(t, *FOUR.split()) == ["0416", "0316", "0416", "0416"]
    t = rout().play("russian", "retreat 0215").play("french", "go")
    assert places(t, *FOUR.split()) == ["0416"] * 4


def test_11_12_after_a_narrow_win_only_cavalry_advances():
    t = fight("0416 F-I-I1 F-I-I2 F-IG-C1 F-IV-C1", "0316 R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1", dice=(1, 2, 1))
    t.play("russian", "hit R-1V-I1", "done", "withdraw", "retreat 0216")
    assert sorted(t.options("french")) == ["all", "go", "take F-IG-C1", "take F-IV-C1"]
    assert t.reasons("french", "take F-I-I1") == ["11.12 only_cavalry"]
    t.play("french", "take F-IG-C1", "go")
    assert places(t, "F-IG-C1", "F-IV-C1", "F-I-I1") == ["0316", "0416", "0416"]


def test_11_12_after_a_narrow_win_foot_alone_does_not_advance():
    t = narrow().play("russian", "withdraw", "retreat 0216")
    assert t.asked == "Rest"
    assert "advanced" not in t.told
    assert places(t, *FOUR.split()) == ["0416"] * 4


def test_11_12_disrupted_attackers_and_units_not_ordered_stay():
    t = fight(f"0416 {FOUR} F-IG-I1", "0316 R-1V-I1 R-1V-I2 R-1I-I1", dice=(3, 1, 4), units=FOUR.split())
    t.play("russian", "hit R-1V-I1", "hit R-1V-I2", "hit R-1I-I1", "done")
    t.play("french", "hit F-I-I1", "hit F-I-I2").play("russian", "retreat 0215")
    assert t.options("french") == ["go", "all", "take F-I-I3", "take F-I-I4"]
    assert t.reasons("french", "take F-I-I1") == ["11.12 unit_disrupted"]
    assert t.reasons("french", "take F-IG-I1") == ["11.12 did_not_attack"]


def test_11_12_supporting_stacks_never_advance():
    t = fight(
        "0416 F-I-I1 F-I-I2 F-I-I3", "0415 F-I-I4", "0316 R-1V-I1 R-1V-I2 R-1I-I1", calls=["0415"], dice=(3, 1, 1)
    )
    t.play("russian", "hit R-1V-I1", "hit R-1V-I2", "hit R-1I-I1", "done", "retreat 0215")
    assert t.reasons("french", "take F-I-I4") == ["11.12 did_not_attack"]
    t.play("french", "all")
    assert t.where("F-I-I4") == "0415"


def test_11_12_a_stack_that_cannot_withdraw_is_eliminated_and_its_hex_taken():
    t = fight(f"0218 {FOUR}", "0119 R-1V-I1 R-1V-I2 R-1I-I1", order="attack 0218 0119", dice=(3, 1, 1))
    t.play("russian", "hit R-1V-I1", "hit R-1V-I2", "hit R-1I-I1", "done").play("french", "all")
    assert places(t, "R-1V-I1", "F-I-I1") == [None, "0119"]


def test_11_12_commanders_of_the_attacking_hex_may_go_with_advancing_units():
    t = fight("0416 F-I-I1 F-I-I2 F-NEY F-DAVOUT", "0415 F-JUNOT", "0316 R-1V-I1 R-1V-I2 R-1I-I1", dice=(3, 1, 1))
    t.play("russian", "hit R-1V-I1", "hit R-1V-I2", "hit R-1I-I1", "done", "retreat 0215").play("french", "all")
    assert (t.asked, t.options("french")) == ("AdvanceLeaders", ["go", "lead F-DAVOUT", "lead F-NEY"])
    assert t.reasons("french", "lead F-JUNOT") == ["11.13 no_such_commander"]
    t.play("french", "lead F-NEY", "go")
    assert places(t, "F-I-I1", "F-NEY", "F-DAVOUT") == ["0316", "0316", "0416"]


def test_11_12_commanders_do_not_advance_without_units():
    t = fight("0416 F-I-I1 F-I-I2 F-NEY", "0316 R-1V-I1 R-1V-I2 R-1I-I1", dice=(3, 1, 1))
    t.play("russian", "hit R-1V-I1", "hit R-1V-I2", "hit R-1I-I1", "done", "retreat 0215")
    assert t.asked == "Advance"
    assert t.untimely("french", "lead F-NEY")
    t.play("french", "go")
    assert t.where("F-NEY") == "0416"


def test_11_12_an_advance_takes_an_enemy_depot():
    t = fight(
        "0312 " + FOUR,
        "0311 R-1V-I1 R-1V-I2 R-1I-I1",
        order="attack 0312 0311",
        dice=(3, 1, 1),
        depots={"russian": ["0311"]},
    )
    t.play("russian", "hit R-1V-I1", "hit R-1V-I2", "hit R-1I-I1", "done", "retreat 0310")
    t.play("french", "take F-I-I1", "go")
    assert t.s.depots[1] == 0
    assert t.s.lost_trains == [0, 1]


def test_11_12_supporting_stacks_never_withdraw():
    t = Table(lay(f"0416 {FOUR}", "0316 R-1V-I1 R-1V-I2 R-1I-I1", "0216 R-2VII-I1"), cc=(6, 6)).combat()
    t.roll(6, 6, 4, 1, 1).play("french", STEPPE, "all", "commit 6").play("russian", "commit 6", "call 0216")
    t.play("russian", "hit R-1V-I1", "hit R-1V-I2", "hit R-1I-I1", "done", "retreat 0315")
    assert places(t, "R-1V-I1", "R-2VII-I1") == ["0315", "0216"]


# 11.13


def test_11_13_when_all_defenders_fall_to_hits_anyone_may_advance_whatever_the_margin():
    t = fight("0416 F-I-I1 F-I-I2", "0316 R-1V-I1", dice=(1, 2, 1), disrupted=["R-1V-I1"])
    assert t.where("R-1V-I1") is None
    assert (t.asked, t.options("french")) == ("Advance", ["go", "all", "take F-I-I1", "take F-I-I2"])


def test_11_13_also_when_the_defender_won():
    t = fight("0416 F-I-I1 F-I-I2 F-I-I3", "0316 R-1V-I1", dice=(1, 6, 3), disrupted=["R-1V-I1"])
    assert t.where("R-1V-I1") is None
    assert t.asked == "Advance"
    t.play("french", "all")
    assert t.where("F-I-I1") == "0316"


def test_11_13_units_hit_in_the_combat_do_not_advance():
    t = fight("0416 F-I-I1 F-I-I2", "0316 R-1V-I1", dice=(4, 1, 6))
    assert t.where("R-1V-I1") is None
    t.play("french", "hit F-I-I1", "done")
    assert sorted(t.options("french")) == ["go", "take F-I-I2"]
    assert t.reasons("french", "take F-I-I1") == ["11.12 unit_disrupted"]


def test_11_13_commanders_may_go_along():
    t = fight("0416 F-I-I1 F-I-I2 F-NEY", "0316 R-1V-I1", dice=(1, 2, 1), disrupted=["R-1V-I1"])
    t.play("french", "all", "lead F-NEY")
    assert places(t, "F-I-I1", "F-NEY") == ["0316", "0316"]


def test_11_13_the_french_do_not_advance_into_difficult_terrain():
    t = fight("2212 F-I-I1 F-I-I2", "2112 R-1V-I1", order="attack 2212 2112", dice=(4, 1, 1), disrupted=["R-1V-I1"])
    assert t.where("R-1V-I1") is None
    assert t.asked == "Rest"
    assert places(t, "F-I-I1", "F-I-I2") == ["2212", "2212"]


def test_11_13_the_russians_do():
    t = fight(
        "2212 R-1V-I1 R-1V-I2",
        "2112 F-I-I1",
        order="attack 2212 2112",
        side="russian",
        dice=(4, 1, 1),
        disrupted=["F-I-I1"],
    )
    t.play("russian", "all")
    assert places(t, "R-1V-I1", "R-1V-I2") == ["2112", "2112"]


# 11.16

HORSE = "F-I-I1 F-I-I2 F-IG-C1"  # worth five


def pursuit(defenders, *hits, attackers=HORSE, dice=(3, 1, 1), **given):
    """The attackers beat the defenders by at least three and take no hit themselves; these hits are taken."""
    t = fight(f"0416 {attackers}", f"0316 {defenders}", dice=dice, **given)
    return t.play("russian", *[f"hit {name}" for name in hits])


def test_11_16_cavalry_rides_down_one_disrupted_unit_of_the_owners_choice():
    t = pursuit("R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1", "R-1V-I1", "R-1V-I2", "R-1I-I1").play("russian", "done")
    assert (t.asked, t.to_act) == ("Pursuit", ("russian",))
    assert sorted(t.options("russian")) == ["lose R-1I-I1", "lose R-1V-I1", "lose R-1V-I2"]
    assert t.reasons("russian", "lose R-2VII-I1") == ["11.16 not_broken"]
    t.play("russian", "lose R-1V-I2")
    assert t.where("R-1V-I2") is None
    assert t.asked == "Retreat"
    t.play("russian", "retreat 0215")
    assert places(t, "R-1V-I1", "R-1I-I1", "R-2VII-I1") == ["0215"] * 3


def test_11_16_not_without_attacking_cavalry():
    assert rout().asked == "Retreat"


def test_11_16_not_with_cavalry_that_was_not_ordered_or_only_supports():
    assert rout("0416 F-IG-C1", units=FOUR.split()).asked == "Retreat"
    t = fight(
        "0416 F-I-I1 F-I-I2 F-I-I3", "0415 F-IG-C1", "0316 R-1V-I1 R-1V-I2 R-1I-I1", calls=["0415"], dice=(3, 1, 1)
    )
    assert t.play("russian", "hit R-1V-I1", "hit R-1V-I2", "hit R-1I-I1", "done").asked == "Retreat"


def test_11_16_not_with_cavalry_disrupted_in_this_combat():
    t = fight(f"0416 {HORSE}", "0316 R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1", dice=(3, 1, 4))
    t.play("russian", "hit R-1V-I1", "hit R-1V-I2", "hit R-1I-I1", "done")
    t.play("french", "hit F-IG-C1", "hit F-I-I1")
    assert t.asked == "Retreat"


def test_11_16_undisrupted_cavalry_screens_the_defenders():
    t = pursuit("R-1V-I1 R-1V-I2 R-1V-C1", "R-1V-I1", "R-1V-I2", "R-1V-I1", dice=(4, 1, 1)).play("russian", "done")
    assert t.asked == "Retreat"
    assert "ridden_down" not in t.told


def test_11_16_cavalry_disrupted_in_this_combat_is_no_screen():
    t = pursuit("R-1V-I1 R-1V-I2 R-1V-C1", "R-1V-C1", "R-1V-I1", "R-1V-I2", dice=(4, 1, 1)).play("russian", "done")
    assert sorted(t.options("russian")) == ["lose R-1V-C1", "lose R-1V-I1", "lose R-1V-I2"]


def test_11_16_only_a_disrupted_unit_can_be_caught():
    t = fight("0416 F-I-I1 F-I-I2 F-IG-C1", "0316 R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1", dice=(1, 1, 1))
    t.play("russian", "hit R-1V-I1", "extra R-1V-I1", "withdraw")
    assert t.asked == "Retreat"
    assert places(t, "R-1V-I2", "R-1I-I1", "R-2VII-I1") == ["0316"] * 3


def test_11_16_also_after_a_withdrawal_by_choice():
    t = fight("0416 F-I-I1 F-I-I2 F-IG-C1", "0316 R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1", dice=(1, 1, 1))
    t.play("russian", "hit R-1V-I1", "done", "withdraw")
    assert t.where("R-1V-I1") is None
    assert "ridden_down" in t.told


def test_11_16_not_if_the_defenders_stay():
    t = fight("0416 F-I-I1 F-I-I2 F-IG-C1", "0316 R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1", dice=(1, 1, 1))
    t.play("russian", "hit R-1V-I1", "done", "stand")
    assert t.where("R-1V-I1") == "0316"


def test_11_16_pursuit_comes_before_the_move_and_its_overflow():
    crowd = "0315 R-2VII-I1 R-2VIII-I1 R-2VIII-I2 R-1III-I1"
    t = fight(f"0416 {HORSE}", "0316 R-1V-I1 R-1V-I2 R-1I-I1", crowd, dice=(1, 2, 1))
    t.play("russian", "hit R-1V-I1", "done", "withdraw", "retreat 0315")
    assert places(t, "R-1V-I1", "R-1V-I2", "R-1I-I1") == [None, "0315", "0315"]
    assert not t.is_disrupted("R-1V-I2")


def test_11_16_in_the_first_edition_a_pursuit_may_make_the_stack_fit():
    """Two foot in disorder, room for one: the hunted one is lost and the other gets away; 2e: both are lost."""
    for edition, left in ((1, 1), (2, 0)):
        t = Table(
            {"F-III-C1": "0416", "F-I-C1": "0416", "R-1V-I1": "0517", "R-1V-I2": "0517"},
            edition=edition,
            disrupted=["R-1V-I1", "R-1V-I2"],
        )
        for h in bits(t.world.near[t.hex("0517")]):
            t.s.load[h] = CAPACITY
        t.s.load[t.hex("0617")] = CAPACITY - t.world.weight[t.unit("R-1V-I1")]
        t.s.battle = b = Attack(FRENCH, t.hex("0416"), t.hex("0517"))
        b.units, b.defenders = t.s.fighters(t.hex("0416"), FRENCH), t.s.fighters(t.hex("0517"), RUSSIAN)
        b.margin, b.fought = 3, True
        t.open(Withdraw(RUSSIAN))
        assert ("ridden_down" in t.told) == (edition == 1 and t.asked != "Pursuit")
        while t.asked in ("Pursuit", "Retreat"):
            t.play("russian", t.options("russian")[0])
        alive = [name for name in ("R-1V-I1", "R-1V-I2") if t.where(name)]
        assert len(alive) == left


@pytest.mark.parametrize("side", [FRENCH, RUSSIAN])
def test_11_12_nobody_advances_into_a_hex_where_an_enemy_is_left(side):
    unit, enemy = (("F-III-C1", "R-BARCLAY"), ("R-1V-C1", "F-NEY"))[side]
    for left, found in ((True, 0), (False, 1)):
        t = Table({unit: "0416", **({enemy: "0517"} if left else {})})
        b = Attack(side, t.hex("0416"), t.hex("0517"))
        b.units, b.fought, b.all_killed = 1 << t.unit(unit), True, True
        assert may_advance(t.s, b) == found << t.unit(unit)
