"""Rulebook 9: Combat Commands."""

import pytest

from grognard.games.russia1812.rules import commands
from toolkit1812 import Table

MOSCOW, ST_PETERSBURG = "0308", "1101"
OUTSIDE = {MOSCOW: "0208", ST_PETERSBURG: "1102"}
FACING = {"F-III-I1": "0517", "R-1V-I1": "0416"}


def next_turn(t):
    """The next turn begins, and its Combat Commands are counted."""
    t.s.begin_turn()
    commands.settle_commands(t.s)
    return t.commands()


def numbers(t):
    """The Combat Commands of the turn, as told to all: French, Russian."""
    told = [event.args for _, event in t.match.log() if event.key == "commands"]
    told += [event.args for event in t.s.events if event.key == "commands"]
    return tuple(told[-1][:2])


def march(t, start, goal, unit=None):
    """The French march from a hex to the next one, with or without their commander."""
    t.s.genuine[0][t.hex(start)] = 1
    t.rally().play("french", f"march {start}")
    if unit:
        t.play("french", f"take {unit}", "go")
    return t.play("french", "go", f"march {start} {goal}", "halt")


# 9.1


def test_9_1_unspent_commands_are_lost_at_the_end_of_the_turn():
    t = Table({}, cc=(0, 0)).commands()
    assert t.s.cc == [4, 3]
    t.commanders()
    assert t.s.cc == [0, 0]
    next_turn(t)
    assert t.s.cc == [4, 3]


def test_9_1_spent_commands_come_back_next_turn():
    t = Table(FACING, dice=[2]).commands()
    t.play("french", "attack 0517 0416", "commit 3")
    assert t.s.cc == [1, 3]
    assert next_turn(t).s.cc == [4, 3]


def test_9_1_nobody_commits_more_than_he_has():
    t = Table(FACING).commands().play("french", "attack 0517 0416")
    assert t.options("french") == [f"commit {n}" for n in range(5)]
    assert t.reasons("french", "commit 5") == ["10.2 too_many_cc"]


# 9.2


@pytest.mark.parametrize("edition", [1, 2])
def test_9_2_the_french_have_four_and_the_russians_three(edition):
    assert numbers(Table({}, edition=edition).commands()) == (4, 3)


def decisive_victory(edition=2):
    """Six veterans wipe out three disrupted battalions."""
    guard = dict.fromkeys(["F-IG-I1", "F-IG-I2", "F-IG-I3", "F-IG-I4", "F-I-I1", "F-I-I2", "F-NAPOLEON"], "0617")
    broken = ["R-1V-I1", "R-1V-I2", "R-2VIII-I1"]
    t = Table(
        {**guard, **dict.fromkeys(broken, "0518")}, disrupted=broken, cc=(4, 0), dice=[6, 6, 1, 3], edition=edition
    ).combat()
    t.play("french", "attack 0617 0518", "all", "commit 0")
    return t.play("russian", "hit R-1V-I1", "hit R-1V-I2").play("french", "go")


@pytest.mark.parametrize("edition", [1, 2])
def test_9_2_a_decisive_victory_changes_the_numbers_for_good_from_the_next_turn(edition):
    t = decisive_victory(edition)
    assert "decisive" in t.told
    assert numbers(t.commands()) == (4, 3)
    for _ in range(3):
        assert numbers(next_turn(t)) == (5, 2)


def test_9_2_a_russian_decisive_victory_works_the_other_way():
    broken = ["F-III-I1", "F-III-I2", "F-III-I3"]
    strong = ["R-1V-I1", "R-1V-I2", "R-2VIII-I1", "R-2VIII-I2", "R-1III-I1", "R-1I-I1", "R-PLATOV"]
    pieces = {**dict.fromkeys(strong, "0617"), **dict.fromkeys(broken, "0518")}
    t = Table(pieces, disrupted=broken, cc=(0, 3), dice=[6, 6, 1, 3])
    t.combat("russian").play("russian", "attack 0617 0518", "all", "commit 0")
    t.play("french", "hit F-III-I1", "hit F-III-I2").play("russian", "go")
    assert numbers(next_turn(t)) == (3, 4)
    assert numbers(next_turn(t)) == (3, 4)


@pytest.mark.parametrize("city", [MOSCOW, ST_PETERSBURG])
def test_9_2_an_occupied_capital_counts_for_the_turn_after_only(city):
    t = Table({"F-III-I1": OUTSIDE[city], "F-NEY": OUTSIDE[city]})
    march(t, OUTSIDE[city], city)
    assert t.where("F-III-I1") == city
    assert numbers(t.commands()) == (4, 3)
    assert numbers(next_turn(t)) == (5, 2)
    assert numbers(next_turn(t)) == (4, 3)


@pytest.mark.parametrize("city", [MOSCOW, ST_PETERSBURG])
def test_9_2_a_capital_left_counts_for_the_turn_after_only(city):
    t = Table({"F-III-I1": city, "F-NEY": OUTSIDE[city], "F-DAVOUT": city})
    next_turn(t)
    t.s.genuine[0][t.hex(city)] = 1
    t.rally().play("french", f"march {city}", "lead F-DAVOUT", f"march {city} {OUTSIDE[city]}", "halt")
    assert numbers(t.commands()) == (5, 2)
    assert numbers(next_turn(t)) == (3, 4)
    assert numbers(next_turn(t)) == (4, 3)


def test_9_2_both_capitals_occupied_in_one_turn_add_up():
    t = Table(
        {
            "F-III-I1": OUTSIDE[MOSCOW],
            "F-NEY": OUTSIDE[MOSCOW],
            "F-I-I1": OUTSIDE[ST_PETERSBURG],
            "F-DAVOUT": OUTSIDE[ST_PETERSBURG],
        }
    )
    march(t, OUTSIDE[MOSCOW], MOSCOW)
    march(t, OUTSIDE[ST_PETERSBURG], ST_PETERSBURG)
    assert numbers(next_turn(t)) == (6, 1)


def test_9_2_a_decisive_victory_and_an_occupied_capital_add_up():
    t = decisive_victory()
    t.s.put(t.unit("F-III-I1"), t.hex(MOSCOW))
    assert numbers(next_turn(t)) == (6, 1)
    assert numbers(next_turn(t)) == (5, 2)


def test_9_2_occupied_and_left_in_the_same_turn_cancel_out():
    t = Table({"F-III-I1": "0208", "F-NEY": "0208"}, trains={"0208": 1})
    t.rally().play("french", "march 0208", "lead F-NEY", "march 0208 0308", "march 0308 0207", "halt")
    assert [key for key in t.told if key.startswith("capital")] == ["capital_taken", "capital_left"]
    assert numbers(next_turn(t)) == (4, 3)


def in_and_out(edition):
    """The French come to Moscow, leave it, come again and leave again, a turn each; the numbers of the turns after."""
    t = Table({"F-III-I1": "0208", "F-NEY": "0208"}, edition=edition)
    found = []
    for start, goal in [("0208", MOSCOW), (MOSCOW, "0208")] * 2:
        t.s.genuine[0][t.hex(start)] = 1
        t.rally().play("french", f"march {start}", "lead F-NEY", f"march {start} {goal}", "halt")
        found.append(numbers(next_turn(t)))
    return found


def test_9_2_each_event_counts_only_the_first_time_in_the_game():
    assert in_and_out(edition=2) == [(5, 2), (3, 4), (4, 3), (4, 3)]


def test_9_2_in_the_first_edition_each_event_counts_every_time():
    assert in_and_out(edition=1) == [(5, 2), (3, 4), (5, 2), (3, 4)]


def test_9_2_the_first_time_is_counted_for_each_capital_by_itself():
    t = Table({"F-III-I1": "0208", "F-NEY": "0208", "F-I-I1": "1102", "F-DAVOUT": "1102"})
    march(t, "0208", MOSCOW)
    assert numbers(next_turn(t)) == (5, 2)
    march(t, "1102", ST_PETERSBURG)
    assert numbers(next_turn(t)) == (5, 2)


def test_9_2_a_second_unit_in_a_capital_is_no_event():
    t = Table({"F-III-I1": MOSCOW, "F-I-I1": "0208", "F-DAVOUT": "0208"})
    next_turn(t)
    march(t, "0208", MOSCOW)
    assert numbers(next_turn(t)) == (4, 3)


def test_9_2_a_capital_is_left_only_when_the_last_unit_goes():
    t = Table({"F-III-I1": MOSCOW, "F-III-I2": MOSCOW, "F-NEY": MOSCOW})
    next_turn(t)
    march(t, MOSCOW, "0208", unit="F-III-I1")
    assert numbers(next_turn(t)) == (4, 3)
    march(t, MOSCOW, "0208")
    assert t.where("F-NEY") == MOSCOW
    assert numbers(next_turn(t)) == (4, 3)


def test_9_2_the_last_commander_who_rides_off_leaves_the_capital():
    t = Table({"F-NEY": MOSCOW, "F-III-I1": "0208"})
    next_turn(t)
    t.commanders("french").play("french", "send F-NEY")
    assert t.where("F-NEY") == "0208"
    assert numbers(next_turn(t)) == (3, 4)


def test_9_2_a_capital_is_left_when_the_last_unit_is_lost():
    t = Table({"F-III-I3": MOSCOW}, disrupted=["F-III-I3"])
    next_turn(t)
    t.general_supply()
    assert t.where("F-III-I3") is None
    assert numbers(next_turn(t)) == (3, 4)


def test_9_2_russians_in_the_capitals_are_no_event():
    t = Table({"R-1V-I1": "0208", "R-PLATOV": "0208"}, trains={"0208": 1})
    t.rally().play("russian", "march 0208", "lead R-PLATOV", "march 0208 0308", "march 0308 0207", "halt")
    assert numbers(next_turn(t)) == (4, 3)


def test_9_2_other_cities_are_no_event():
    t = Table({"F-III-I1": "0617", "F-NEY": "0617"})
    march(t, "0617", "0518")
    assert numbers(next_turn(t)) == (4, 3)


@pytest.mark.parametrize(
    ("base", "second", "first"),
    [((7, 1), (7, 1), (7, 1)), ((8, 0), (7, 1), (8, 1)), ((10, -3), (7, 1), (10, 1)), ((0, 8), (1, 7), (1, 8))],
)
def test_9_2_never_below_one_nor_above_seven_in_the_second_edition(base, second, first):
    for edition, expected in ((2, second), (1, first)):
        t = Table({}, edition=edition)
        t.s.cc_base = list(base)
        assert numbers(t.commands()) == expected


def test_9_2_only_the_number_of_the_turn_is_clamped():
    t = Table({"F-III-I1": MOSCOW, "F-NEY": MOSCOW})
    t.s.cc_base = [8, 0]
    assert numbers(next_turn(t)) == (7, 1)
    t.s.genuine[0][t.hex(MOSCOW)] = 1
    t.rally().play("french", f"march {MOSCOW}", "lead F-NEY", f"march {MOSCOW} 0208", "halt")
    assert numbers(next_turn(t)) == (7, 1)
    assert t.s.cc_base == [8, 0]
    t.s.cc_pending = [-2, 2]
    assert numbers(next_turn(t)) == (6, 2)


# 9.3


@pytest.mark.parametrize(
    ("base", "edition", "first"),
    [
        ((4, 3), 2, "french"),
        ((4, 4), 2, "french"),
        ((3, 4), 2, "russian"),
        ((1, 2), 2, "russian"),
        ((7, 9), 2, "french"),
        ((7, 9), 1, "russian"),
        ((-2, 0), 2, "french"),
        ((-2, 0), 1, "french"),
    ],
)
def test_9_3_who_has_more_commands_attacks_first_and_moves_commanders_first(base, edition, first):
    t = Table({**FACING, "F-NEY": "0517", "F-I-I1": "0617", "R-PLATOV": "0416", "R-1V-I2": "0316"}, edition=edition)
    t.s.cc_base = list(base)
    t.open(commands.CombatCommands(), commands.CommandersMovement())
    second = "russian" if first == "french" else "french"
    assert (t.asked, t.to_act) == ("AttackOrder", (first,))
    t.play(first, "decline").play(second, "decline")
    assert (t.asked, t.to_act) == ("SendCommander", (first,))


def test_9_3_the_events_of_the_turn_before_decide_who_attacks_first():
    t = Table({**FACING, "F-I-I1": MOSCOW, "F-DAVOUT": MOSCOW})
    assert next_turn(t).to_act == ("french",)
    t.s.genuine[0][t.hex(MOSCOW)] = 1
    t.rally().play("french", f"march {MOSCOW}", "lead F-DAVOUT", f"march {MOSCOW} 0208", "halt")
    assert next_turn(t).to_act == ("russian",)


@pytest.mark.parametrize("options", [{}, {"advanced": True}])
def test_5_1_combat_commands_are_phase_4_and_combat_is_phase_5(options):
    t = Table({"F-I-I1": "2108"}, turn=3, options=options).commands()
    phases = [event.args for event in [event for _, event in t.match.log()] + t.s.events if event.key == "phase"]
    assert phases[-2:] == [(3, 4), (3, 5)]
    assert phases.count((3, 4)) == 1


def test_10_6_nobody_has_waived_his_attack_when_combat_begins():
    t = Table({"F-I-I1": "0517", "F-DAVOUT": "0517", "R-1V-I1": "0416", "R-BARCLAY": "0416"})
    t.s.waived, t.s.out = [True, True], [True, True]
    t.commands()
    assert (t.s.waived, t.s.out) == ([False, False], [False, False])


def test_10_2_what_is_committed_is_told_and_nothing_else():
    for number, told in ((0, 0), (2, 1)):
        t = Table({"F-I-I1": "0517", "F-DAVOUT": "0517", "R-1V-I1": "0416", "R-BARCLAY": "0416"}, dice=[6] * 9)
        t.combat("french").play("french", "attack 0517 0416")
        while t.asked != "CommitAttack":
            t.play("french", t.options("french")[0])
        t.play("french", f"commit {number}")
        found = [event.args for _, event in t.match.log() if event.key == "committed"]
        assert [args for args in found if args[0] == 0] == [(0, number)] * told
