"""Rulebook 11.2 to 11.9, 11.14, 11.15, 11.17, 11.18: values, dice and hits.

The steppe around 0316 is open ground without rivers or cities; orders always go ahead (six Combat Commands, die 6).
"""

import pytest

from grognard.games.russia1812.rules.combat import values as combat
from toolkit1812 import Table

SIX = "F-I-I1 F-I-I2 F-I-I3 F-I-I4 F-IG-C1 F-IG-A1"  # four infantry, cavalry, artillery
FIVE = "R-1V-I1 R-1V-I2 R-1I-I1 R-1V-C1 R-2VII-A1"  # three infantry, cavalry, artillery
STEPPE = "attack 0416 0316"


def lay(*stacks):
    """Pieces from words like "0416 F-I-I1 F-NEY"."""
    return {name: stack.split()[0] for stack in stacks for name in stack.split()[1:]}


def bits_of(t, names):
    return sum(1 << t.unit(name) for name in names)


def last(t, key):
    return [event.args for _, event in t.match.log() if event.key == key][-1]


def fight(
    *stacks,
    order=STEPPE,
    dice=(1, 1, 1),
    calls=(),
    replies=(),
    units=(),
    side="french",
    forced=(),
    once=(),
    twice=(),
    **given,
):
    """Fight one battle: ``dice`` are attacker's, defender's and loser's; every stack called comes."""
    t = Table(lay(*stacks), cc=(6, 6), **given)
    t.s.forced, t.s.fought_once = bits_of(t, forced), bits_of(t, [*once, *twice])
    t.s.fought_twice = bits_of(t, twice)
    enemy = "russian" if side == "french" else "french"
    t.combat(side).roll(*[6] * (1 + len(calls) + len(replies)), *dice)
    t.play(side, order)
    if t.asked == "OrderUnits":
        t.play(side, *([f"take {name}" for name in units] + ["go"] if units else ["all"]))
    t.play(side, "commit 6")
    for question, who, answers in (
        ("AskEscape", enemy, ["stand"]),
        ("CommitDefence", enemy, ["commit 6"]),
        ("CallSupport", side, [*[f"call {name}" for name in calls], "done"]),
        ("CommitDefence", enemy, ["commit 6"]),
        ("CallSupport", enemy, [*[f"call {name}" for name in replies], "done"]),
    ):
        for answer in answers:
            if t.asked == question and t.to_act == (who,):
                t.play(who, answer)
    return t


def fav(t):
    """The attacker's value but for his die."""
    return last(t, "combat")[2]


def fdv(t):
    return last(t, "combat")[4]


def margin(t):
    return last(t, "combat")[6]


def hits(t):
    """(hits on the loser, hits on the winner)."""
    args = last(t, "hits")
    return args[1], args[3]


# 11.2

WEARY = [
    ({}, 1),
    ({"forced": True}, 2),
    ({"once": True}, 2),
    ({"twice": True}, 4),
    ({"forced": True, "once": True}, 4),
    ({"forced": True, "twice": True}, 4),
]
WEARY_IDS = ["fresh", "forced", "one combat", "two combats", "forced and one", "forced and two"]


@pytest.mark.parametrize(("marks", "divisor"), WEARY, ids=WEARY_IDS)
def test_11_2_fatigue_divides_the_attacking_stack(marks, divisor):
    t = fight(f"0416 {SIX}", "0316 R-1V-I1", **{mark: SIX.split() for mark in marks})
    assert fav(t) == 10 // divisor


@pytest.mark.parametrize(("marks", "divisor"), WEARY, ids=WEARY_IDS)
def test_11_2_fatigue_divides_the_defending_stack(marks, divisor):
    t = fight("0416 F-I-I1", f"0316 {FIVE}", **{mark: FIVE.split() for mark in marks})
    assert fdv(t) == 9 // divisor


@pytest.mark.parametrize(("marks", "divisor"), WEARY, ids=WEARY_IDS)
def test_11_2_fatigue_divides_supporting_stacks_of_both_sides(marks, divisor):
    ours, theirs = "F-I-I2 F-I-I3 F-I-I4", "R-1V-I2 R-1I-I1 R-2VII-I1"
    tired = {mark: [*ours.split(), *theirs.split()] for mark in marks}
    stacks = ("0416 F-I-I1", f"0415 {ours}", "0316 R-1V-I1", f"0216 {theirs}")
    t = fight(*stacks, calls=["0415"], replies=["0216"], **tired)
    assert (fav(t), fdv(t)) == (1 + 3 // divisor, 1 + 3 // divisor)


def test_11_2_one_tired_unit_tires_its_stack():
    t = fight(f"0416 {SIX}", "0316 R-1V-I1 R-1V-I2", forced=["F-I-I4"], twice=["R-1V-I2"])
    assert (fav(t), fdv(t)) == (5, 0)


def test_11_2_marks_of_different_units_add_up():
    t = fight(f"0416 {SIX}", "0316 R-1V-I1", forced=["F-I-I4"], once=["F-I-I1"])
    assert fav(t) == 2


def test_11_2_only_the_units_ordered_are_the_attacking_stack():
    t = fight("0416 F-I-I1 F-I-I2 F-I-I3 F-IG-C1", "0316 R-1V-I1", units=["F-I-I1", "F-I-I2"], twice=["F-I-I3"])
    assert fav(t) == 2


def test_11_2_of_the_defending_hex_all_units_count():
    for marks in ({"forced": ["R-1I-I1"]}, {"once": ["R-1I-I1"]}):
        t = fight("0416 F-I-I1", "0316 R-1V-I1 R-1V-I2 R-1I-I1", disrupted=["R-1I-I1"], **marks)
        assert fdv(t) == 1
    t = fight("0416 F-I-I1", "0316 R-1V-I1 R-1V-I2 R-1I-I1", disrupted=["R-1I-I1"], twice=["R-1I-I1"])
    assert fdv(t) == 0


def test_11_2_a_real_forced_march_tires():
    t = Table(lay("0316 R-1V-I1", "0519 F-I-I1 F-I-I2 F-NAPOLEON"), trains={"0519": 1}, cc=(0, 0), dice=[1]).movement()
    t.play("french", "march 0519", "all", "lead F-NAPOLEON")
    t.play("french", "march 0519 0419", "march 0419 0418", "march 0418 0417", "march 0417 0416", "halt")
    assert t.s.forced == bits_of(t, ["F-I-I1", "F-I-I2"])
    t.combat().roll(3, 6, 1, 3).play("french", STEPPE, "all")
    assert fav(t) == 2 // 2 + 2


def test_11_2_combats_of_this_turn_are_counted_for_all_who_took_part():
    t = fight(
        "0416 F-I-I1 F-I-I2",
        "0415 F-I-I3",
        "0317 F-V-I1",
        "0316 R-1V-I1 R-1V-I2",
        "0216 R-1I-I1",
        calls=["0415"],
        replies=["0216"],
        units=["F-I-I1"],
        dice=(4, 1, 1),
    )
    assert margin(t) == 2
    t.play("russian", "hit R-1V-I1", "hit R-1V-I2", "stand")
    assert t.s.fought_once == bits_of(t, ["F-I-I1", "F-I-I3", "R-1V-I1", "R-1V-I2", "R-1I-I1"])
    assert t.s.fought_twice == 0


def test_11_2_a_stack_whose_support_did_not_come_has_not_fought():
    t = Table(lay("0416 F-I-I1 F-NAPOLEON", "0415 F-I-I3", "0316 R-1V-I1"), cc=(0, 0), dice=[3, 6, 1, 1, 1]).combat()
    t.play("french", STEPPE, "call 0415").play("russian", "done", "stand")
    assert "support_stays" in t.told
    assert t.s.fought_once == bits_of(t, ["F-I-I1", "R-1V-I1"])


def test_11_2_a_second_attack_of_the_same_stack_is_halved_and_a_third_quartered():
    t = Table(lay("0416 F-I-I1 F-I-I2 F-I-I3 F-I-I4 F-NAPOLEON", "0316 R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1"), cc=(0, 0))
    t.combat()
    values = []
    for defence_die, broken in ((4, "R-1V-I1"), (5, "R-1V-I2"), (4, "R-1I-I1")):
        t.roll(3, 1, defence_die, 1).play("french", STEPPE, "all")
        values.append((fav(t), fdv(t), margin(t)))
        t.play("russian", f"hit {broken}")
        if len(values) < 3:
            t.play("russian", "done", "stand")
    assert values == [(4 + 4, 4, 1), (4 // 2 + 4, 3 // 2, 1), (4 // 4 + 4, 2 // 4, 2)]


# 11.3


@pytest.mark.parametrize(
    ("units", "value"),
    [
        ("F-I-I1", 1),
        ("F-I-I1 F-I-I2", 2),
        ("F-I-I1 F-II-I1 F-II-I3", 3),
        ("F-I-I1 F-IG-C1", 4),
        ("F-I-I1 F-IG-A1", 4),
        ("F-IG-C1 F-IG-A1", 4),
        ("F-IG-A1 F-IG-A2", 2),
        ("F-I-I1 F-IG-C1 F-IG-A1", 7),
        ("F-I-I1 F-I-I2 F-IG-C1 F-IG-A1 F-IG-A2", 9),
    ],
)
def test_11_3_factors_and_combined_arms(units, value):
    assert fav(fight(f"0416 {units}", "0316 R-1V-I1")) == value


def test_11_3_combined_arms_count_the_attacking_units_only():
    t = fight(f"0416 {SIX}", "0316 R-1V-I1", units=["F-I-I1", "F-I-I2"])
    assert fav(t) == 2


def test_11_3_the_sum_is_divided_and_rounded_down():
    units = "F-I-I1 F-I-I2 F-I-I3 F-IG-C1 F-V-C1"
    assert fav(fight(f"0416 {units}", "0316 R-1V-I1", forced=units.split())) == 3


# 11.4

GROUND = [
    ("2108", "2007", -3, -3),
    ("2108", "2008", -3, -3),
    ("1110", "1009", -2, -1),
    ("1109", "1009", -5, -4),
    ("2212", "2112", -2, -2),
    ("1811", "1812", -2, -2),
    ("0411", "0312", -2, -2),
    ("2109", "2009", -5, -5),
    ("1611", "1610", 0, 0),
    ("0416", "0316", 0, 0),
]
GROUND_IDS = [
    "river",
    "bridge",
    "fortress",
    "fortress and bridge",
    "forest",
    "marsh",
    "rough",
    "river and forest",
    "open city",
    "open",
]


@pytest.mark.parametrize(("start", "goal", "foot", "guns"), GROUND, ids=GROUND_IDS)
def test_11_4_ground_and_river_count_against_the_attack(start, goal, foot, guns):
    t = fight(f"{start} F-I-I1 F-I-I2", f"{goal} R-1V-I1", order=f"attack {start} {goal}")
    assert fav(t) == 2 + foot
    t = fight(f"{start} F-I-I1 F-IG-A1", f"{goal} R-1V-I1", order=f"attack {start} {goal}")
    assert fav(t) == 4 + guns


def test_11_4_artillery_that_does_not_attack_does_not_help_against_a_fortress():
    stacks = ("1110 F-I-I1 F-I-I2 F-IG-A1", "1009 R-1V-I1")
    assert fav(fight(*stacks, order="attack 1110 1009", units=["F-I-I1", "F-I-I2"])) == 0


def test_11_4_russian_attackers_suffer_the_same():
    t = fight("2115 R-1V-I1 R-1V-I2", "2215 F-I-I1", order="attack 2115 2215", side="russian")
    assert fav(t) == 2 - 3 - 2
    t = fight("2212 R-1V-I1 R-1V-I2", "2112 F-I-I1", order="attack 2212 2112", side="russian")
    assert fav(t) == 2 - 2


def test_11_4_divide_first_then_subtract():
    units = "F-I-I1 F-I-I2 F-I-I3 F-I-I4"
    t = fight(f"2108 {units}", "2007 R-1V-I1", order="attack 2108 2007", forced=units.split())
    assert fav(t) == 4 // 2 - 3


# 11.5


@pytest.mark.parametrize(("count", "bonus"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 4)])
def test_11_5_the_commanders_rating_at_most_the_attacking_units(count, bonus):
    units = " ".join(["F-I-I1", "F-I-I2", "F-I-I3", "F-I-I4", "F-IG-I1"][:count])
    assert fav(fight(f"0416 {units} F-NAPOLEON", "0316 R-1V-I1")) == count + bonus


def test_11_5_only_units_ordered_limit_the_rating():
    t = fight("0416 F-I-I1 F-I-I2 F-I-I3 F-I-I4 F-NAPOLEON", "0316 R-1V-I1", units=["F-I-I1", "F-I-I2"])
    assert fav(t) == 2 + 2


def test_11_5_the_highest_rated_commander_counts_alone():
    t = fight("0416 F-I-I1 F-I-I2 F-I-I3 F-I-I4 F-NEY F-DAVOUT F-JUNOT", "0316 R-1V-I1")
    assert fav(t) == 4 + 3


SUPPORT = [
    ("0416 0316", "0415", "F-I-I2", 1),
    ("0416 0316", "0415", "F-I-I2 F-I-I3 F-I-I4", 3),
    ("0416 0316", "0415", "F-I-I2 F-IG-C1 F-IG-A1", 3),
    ("0416 0316", "0415", "F-I-I2 F-I-I3 F-NAPOLEON", 3),
    ("0416 0316", "0415", "F-I-I2 F-I-I3 F-NEY F-JUNOT", 3),
    ("2107 2007", "2108", "F-I-I2 F-I-I3", 0),
    ("2107 2007", "2008", "F-I-I2 F-I-I3", 0),
    ("2107 2007", "2006", "F-I-I2 F-I-I3", 2),
    ("1110 1009", "1010", "F-I-I2 F-I-I3", 1),
    ("1110 1009", "1010", "F-I-I2 F-IG-A1", 2),
    ("1110 1009", "0909", "F-I-I2 F-I-I3", -1),
    ("1110 1009", "0909", "F-I-I2 F-IG-A1", 0),
    ("2212 2112", "2211", "F-I-I2 F-I-I3", 1),
    ("2212 2112", "2211", "F-I-I2 F-IG-A1", 1),
    ("2212 2112", "2111", "F-I-I2 F-I-I3", -1),
    ("2212 2112", "2111", "F-I-I2 F-I-I3 F-NEY", 0),
    ("1811 1812", "1912", "F-I-I2 F-I-I3", 1),
    ("0411 0312", "0311", "F-I-I2 F-I-I3", 1),
]


@pytest.mark.parametrize(("order", "beside", "units", "value"), SUPPORT)
def test_11_5_what_a_supporting_stack_adds(order, beside, units, value):
    start, goal = order.split()
    stacks = (f"{start} F-I-I1", f"{beside} {units}", f"{goal} R-1V-I1")
    alone = fav(fight(*stacks, order=f"attack {order}"))
    assert fav(fight(*stacks, order=f"attack {order}", calls=[beside])) == alone + value


def test_11_5_negative_support_stays_negative():
    stacks = ("2212 F-I-I1 F-I-I2 F-IG-C1 F-JUNOT", "2111 F-I-I3", "2112 R-1V-I1")
    t = fight(*stacks, order="attack 2212 2112", calls=["2111"], forced=["F-I-I3"], dice=(6, 1, 1))
    assert fav(t) == 5 - 2 + 1 - 3


def test_11_5_a_negative_attack_value_stays_negative():
    t = fight("1109 F-I-I1", "1009 R-1V-I1", order="attack 1109 1009")
    assert fav(t) == 1 - 3 - 2


def test_11_5_only_undisrupted_units_of_a_supporting_stack_count():
    stacks = ("0416 F-I-I1", "0415 F-I-I2 F-I-I3 F-I-I4", "0316 R-1V-I1")
    assert fav(fight(*stacks, calls=["0415"], disrupted=["F-I-I4"])) == 1 + 2


def test_11_5_disrupted_artillery_of_a_supporting_stack_does_not_help_against_a_fortress():
    stacks = ("1110 F-I-I1", "1010 F-I-I2 F-I-I3 F-IG-A1", "1009 R-1V-I1")
    t = fight(*stacks, order="attack 1110 1009", calls=["1010"], disrupted=["F-IG-A1"])
    assert fav(t) == 1 - 2 + 2 - 1


def test_11_5_all_supporting_stacks_add_up():
    stacks = ("0416 F-I-I1", "0415 F-I-I2", "0317 F-I-I3 F-I-I4 F-NEY", "0316 R-1V-I1")
    assert fav(fight(*stacks, calls=["0415", "0317"])) == 1 + 1 + 3


def test_11_5_only_stacks_that_came_add():
    stacks = ("0416 F-I-I1", "0415 F-I-I2", "0317 F-I-I3 F-I-I4 F-NEY", "0316 R-1V-I1")
    assert fav(fight(*stacks, calls=["0415"])) == 1 + 1


@pytest.mark.parametrize(("attack_die", "defence_die", "result"), [(1, 6, -4), (6, 1, 6), (3, 4, 0), (2, 5, -2)])
def test_11_5_each_side_adds_its_die_the_attacker_first(attack_die, defence_die, result):
    t = fight("0416 F-I-I1 F-I-I2", "0316 R-1V-I1", dice=(attack_die, defence_die, 3))
    assert last(t, "combat")[2:7] == (2, attack_die, 1, defence_die, result)


def test_11_5_the_worked_example_at_smolensk():
    stacks = (
        "1109 F-I-I1 F-I-I2 F-I-I3 F-I-I4 F-IG-C1 F-IG-A1 F-DAVOUT",
        "0909 F-III-I1 F-III-I2 F-III-I3 F-IG-A2 F-NEY",
        "1009 R-1V-I1 R-1V-I2 R-1V-C1 R-CONSTANTINE",
        "0910 R-1I-I1 R-2VII-I1 R-2VIII-I1 R-PLATOV",
        "1010 R-1III-I1 R-WITTGENSTEIN",
    )
    tired = ["F-III-I1", "F-III-I2", "F-III-I3", "F-IG-A2", "R-1I-I1", "R-2VII-I1", "R-2VIII-I1"]
    given = {"order": "attack 1109 1009", "calls": ["0909"], "replies": ["0910", "1010"], "forced": tired}
    for edition, wounds in ((2, (3, 2)), (1, (3, 1))):
        t = fight(*stacks, dice=(5, 2, 3), edition=edition, **given)
        assert last(t, "combat")[2:7] == (10, 5, 10, 2, 3)
        assert hits(t) == wounds


# 11.6


@pytest.mark.parametrize(
    ("units", "disrupted", "value"),
    [
        ("R-1V-I1 R-1V-I2", (), 2),
        ("R-1V-I1 R-1V-I2", ("R-1V-I2",), 1),
        ("R-1V-I1 R-1V-C1", (), 4),
        ("R-1V-I1 R-1V-C1", ("R-1V-C1",), 1),
        ("R-1V-I1 R-1V-C1 R-2VII-A1", (), 7),
        ("R-1V-I1 R-1V-C1 R-2VII-A1", ("R-2VII-A1",), 4),
        ("R-1V-I1 R-1V-C1 R-2VII-A1", ("R-1V-I1", "R-1V-C1"), 1),
        ("R-1V-I1 R-1V-I2 R-1V-C1", ("R-1V-I2",), 4),
    ],
)
def test_11_6_undisrupted_units_and_undisrupted_types(units, disrupted, value):
    assert fdv(fight("0416 F-I-I1", f"0316 {units}", disrupted=disrupted)) == value


def test_11_6_the_defence_value_is_divided_and_rounded_down():
    t = fight("0416 F-I-I1", f"0316 {FIVE}", once=["R-1V-I1"])
    assert fdv(t) == 4


# 11.7


@pytest.mark.parametrize(
    ("units", "disrupted", "value"),
    [
        ("R-1V-I1 R-KUTUZOV", (), 1 + 1),
        ("R-1V-I1 R-1V-I2 R-KUTUZOV", (), 2 + 2),
        ("R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1 R-KUTUZOV", (), 4 + 3),
        ("R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1 R-KUTUZOV", ("R-1V-I1", "R-1V-I2"), 2 + 2),
        ("R-1V-I1 R-1V-I2 R-1I-I1 R-BARCLAY R-ESSEN", (), 3 + 2),
    ],
)
def test_11_7_the_commanders_rating_at_most_the_undisrupted_units(units, disrupted, value):
    assert fdv(fight("0416 F-I-I1", f"0316 {units}", disrupted=disrupted)) == value


@pytest.mark.parametrize(
    ("units", "disrupted", "value"),
    [
        ("R-1V-I2", (), 1),
        ("R-1V-I2 R-1I-I1 R-1V-C1", (), 3),
        ("R-1V-I2 R-1I-I1", ("R-1I-I1",), 1),
        ("R-1V-I2 R-ESSEN", (), 2),
        ("R-1V-I2 R-ESSEN R-KUTUZOV", (), 2),
    ],
)
def test_11_7_what_a_supporting_stack_adds(units, disrupted, value):
    t = fight("0416 F-I-I1", "0316 R-1V-I1", f"0216 {units}", replies=["0216"], disrupted=disrupted)
    assert fdv(t) == 1 + value


@pytest.mark.parametrize(
    ("start", "goal"), [("2109", "2009"), ("1109", "1009"), ("1811", "1812"), ("0411", "0312"), ("2108", "2008")]
)
def test_11_7_ground_adds_nothing_to_the_defence(start, goal):
    t = fight(f"{start} F-I-I1", f"{goal} R-1V-I1 R-1V-I2", order=f"attack {start} {goal}")
    assert fdv(t) == 2


def test_11_7_rivers_and_ground_take_nothing_from_defending_support():
    stacks = ("2107 F-I-I1", "2007 R-1V-I1", "2108 R-1V-I2 R-1I-I1", "2008 R-2VII-I1")
    assert fdv(fight(*stacks, order="attack 2107 2007", replies=["2108", "2008"])) == 1 + 2 + 1
    stacks = ("2212 F-I-I1", "2112 R-1V-I1", "2111 R-1V-I2")
    assert fdv(fight(*stacks, order="attack 2212 2112", replies=["2111"])) == 1 + 1


# 11.18


def test_11_18_a_wholly_disrupted_stack_defends_with_its_die_alone():
    stacks = ("0416 F-I-I1", "0316 R-1V-I1 R-1V-I2 R-KUTUZOV", "0216 R-1I-I1 R-2VII-I1 R-2VIII-I1 R-BARCLAY")
    t = fight(*stacks, disrupted=["R-1V-I1", "R-1V-I2"], replies=["0216"], dice=(1, 4, 1))
    assert last(t, "combat")[2:7] == (1, 1, 0, 4, -2)


def test_11_18_supporting_stacks_may_be_called_to_absorb_losses():
    stacks = ("0416 F-I-I1 F-I-I2 F-I-I3 F-I-I4", "0316 R-1V-I1 R-1V-I2", "0216 R-1I-I1")
    t = fight(*stacks, disrupted=["R-1V-I1", "R-1V-I2"], replies=["0216"], dice=(1, 1, 1))
    assert (margin(t), hits(t)) == (4, (4, 0))
    assert t.options("russian") == ["hit R-1I-I1", "hit R-1V-I1", "hit R-1V-I2"]


def test_11_18_one_undisrupted_unit_brings_rating_and_support_back():
    stacks = ("0416 F-I-I1", "0316 R-1V-I1 R-1V-I2 R-KUTUZOV", "0216 R-1I-I1")
    t = fight(*stacks, disrupted=["R-1V-I1"], replies=["0216"])
    assert fdv(t) == 1 + 1 + 1


# 11.8


def test_11_8_the_higher_value_wins():
    t = fight("0416 F-I-I1 F-I-I2", "0316 R-1V-I1 R-1V-I2", dice=(4, 3, 3))
    assert last(t, "hits")[:3] == (1, 1, 0)
    t = fight("0416 F-I-I1 F-I-I2", "0316 R-1V-I1 R-1V-I2", dice=(3, 4, 3))
    assert last(t, "hits")[:3] == (0, 1, 1)


# 11.9


def test_11_9_a_tie_costs_the_attacking_stack_one_hit_and_nothing_else():
    t = fight("0416 F-I-I1 F-I-I2", "0316 R-1V-I1 R-1V-I2", dice=(3, 3))
    assert t.dice.left() == 0
    assert "hits" not in t.told
    assert (t.asked, t.to_act) == ("TakeHits", ("french",))
    assert (t.s.battle.hits, t.s.battle.to_main) == ([1, 0], [1, 0])
    assert t.options("french") == ["hit F-I-I1", "hit F-I-I2"]
    t.play("french", "hit F-I-I2", "done")
    assert t.asked == "AttackOrder"
    assert t.s.disrupted == bits_of(t, ["F-I-I2"])
    assert (t.where("F-I-I1"), t.where("R-1V-I1")) == ("0416", "0316")


def test_11_9_the_hit_of_a_tie_falls_on_the_units_ordered():
    stacks = ("0416 F-I-I1 F-I-I2 F-I-I3", "0415 F-I-I4", "0316 R-1V-I1 R-1V-I2")
    t = fight(*stacks, units=["F-I-I1", "F-I-I2"], calls=["0415"], dice=(3, 4))
    assert (margin(t), t.options("french")) == (0, ["hit F-I-I1", "hit F-I-I2"])
    assert t.reasons("french", "hit F-I-I3") == ["11.17 not_in_combat"]
    assert t.reasons("french", "hit F-I-I4") == ["11.17 half_to_main"]
    assert t.reasons("russian", "hit R-1V-I1") == ["11.17 turn"]


def test_11_9_in_a_tie_nobody_withdraws_or_advances():
    t = fight("0416 F-I-I1", "0316 R-1V-I1", dice=(3, 3))
    t.play("french", "done")
    assert (t.asked, t.to_act) == ("AttackOrder", ("russian",))
    assert "withdrew" not in t.told


# 11.14


@pytest.mark.parametrize(
    ("attack_die", "defence_die", "difference", "second", "first"),
    [(1, 6, 1, 1, 1), (1, 4, 3, 3, 3), (1, 3, 4, 4, 3), (1, 1, 6, 6, 3), (2, 1, 7, 6, 3), (6, 1, 11, 6, 3)],
)
def test_11_14_hits_by_the_winner_at_most_twice_his_undisrupted_units(
    attack_die, defence_die, difference, second, first
):
    stacks = ("0416 F-I-I1 F-IG-C1 F-IG-A1 F-NAPOLEON", "0316 R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1")
    for edition, number in ((2, second), (1, first)):
        t = fight(*stacks, dice=(attack_die, defence_die, 3), edition=edition)
        assert (margin(t), hits(t)[0]) == (difference, number)


def test_11_14_supporters_who_came_raise_the_limit():
    stacks = ("0416 F-I-I1 F-NAPOLEON", "0415 F-I-I2 F-I-I3", "0316 R-1V-I1")
    assert hits(fight(*stacks, dice=(6, 1, 3)))[0] == 2
    t = fight(*stacks, calls=["0415"], dice=(6, 1, 3), disrupted=["R-1V-I1"])
    assert (margin(t), hits(t)[0]) == (2 + 2 + 6 - 1, 6)


@pytest.mark.parametrize(("edition", "number"), [(2, 4), (1, 2)])
def test_11_14_a_winning_defender_is_limited_too(edition, number):
    stacks = ("2108 F-I-I1 F-I-I2 F-I-I3 F-I-I4", "2007 R-1V-I1 R-1V-I2 R-1I-I1")
    t = fight(*stacks, order="attack 2108 2007", dice=(1, 6, 3), disrupted=["R-1I-I1"], edition=edition)
    assert (margin(t), hits(t)[0]) == (-6, number)


def test_11_14_disrupted_defenders_never_inflict_hits():
    stacks = ("2108 F-I-I1 F-I-I2", "2007 R-1V-I1")
    t = fight(*stacks, order="attack 2108 2007", dice=(1, 6, 3), disrupted=["R-1V-I1"])
    assert (margin(t), hits(t)[0]) == (-6, 0)


# 11.15


@pytest.mark.parametrize(("die", "second", "first"), [(1, 0, 1), (2, 1, 1), (3, 2, 2), (4, 2, 2), (5, 3, 3), (6, 4, 3)])
def test_11_15_half_the_difference_bent_by_a_die(die, second, first):
    stacks = ("0416 F-I-I1 F-I-I2 F-I-I3 F-I-I4", "0316 R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1")
    assert hits(fight(*stacks, dice=(5, 1, die)))[1] == second
    assert hits(fight(*stacks, dice=(5, 1, die), edition=1))[1] == first


@pytest.mark.parametrize(("difference", "second", "first"), [(1, 1, 0), (2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2)])
def test_11_15_half_is_rounded_up_and_in_the_first_edition_down(difference, second, first):
    stacks = ("0416 F-I-I1 F-I-I2 F-I-I3 F-I-I4", "0316 R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1")
    for edition, number in ((2, second), (1, first)):
        t = fight(*stacks, dice=(1 + difference, 1, 3), edition=edition)
        assert (margin(t), hits(t)[1]) == (difference, number)


@pytest.mark.parametrize(("edition", "die"), [(2, 1), (1, 1), (1, 2)])
def test_11_15_never_less_than_none(edition, die):
    stacks = ("0416 F-I-I1 F-I-I2", "0316 R-1V-I1 R-1V-I2")
    assert hits(fight(*stacks, dice=(2, 1, die), edition=edition))[1] == 0


@pytest.mark.parametrize("edition", [1, 2])
def test_11_15_at_most_the_losers_undisrupted_units(edition):
    stacks = ("0416 F-I-I1 F-IG-C1 F-IG-A1 F-NAPOLEON", "0316 R-1V-I1 R-1V-I2 R-1I-I1", "0216 R-2VII-I1")
    given = {"dice": (6, 1, 6), "disrupted": ["R-1I-I1"], "edition": edition}
    assert hits(fight(*stacks, **given))[1] == 2
    assert hits(fight(*stacks, **given, replies=["0216"]))[1] == 3


def test_11_15_the_raw_difference_is_halved_not_the_capped_hits():
    stacks = ("1109 F-I-I1 F-I-I2 F-I-I3 F-I-I4", "1009 R-1V-I1")
    t = fight(*stacks, order="attack 1109 1009", dice=(1, 6, 3))
    assert (margin(t), hits(t)) == (-7, (2, 4))


def test_11_15_the_losers_die_falls_after_both_combat_dice():
    t = fight("0416 F-I-I1 F-I-I2", "0316 R-1V-I1 R-1V-I2", dice=(2, 4, 5))
    assert (last(t, "combat")[3], last(t, "combat")[5], last(t, "hits")[4]) == (2, 4, 5)
    assert t.dice.left() == 0


# 11.17


def overrun(*, disrupted=(), replies=("0216",), dice=(1, 1, 1)):
    """Six French and Napoleon (14) against three Russians in 0316 and two in support in 0216 (5)."""
    stacks = (f"0416 {SIX} F-NAPOLEON", "0316 R-1V-I1 R-1V-I2 R-1I-I1", "0216 R-2VII-I1 R-2VIII-I1")
    return fight(*stacks, replies=list(replies), disrupted=disrupted, dice=dice)


def test_11_17_at_least_half_of_the_hits_rounded_up_go_to_the_main_stack():
    t = overrun(dice=(1, 5, 1))
    assert hits(t)[0] == 5
    assert len(t.options("russian")) == 5
    t.play("russian", "hit R-2VII-I1", "hit R-2VII-I1")
    assert t.options("russian") == ["hit R-1I-I1", "hit R-1V-I1", "hit R-1V-I2"]
    assert t.reasons("russian", "hit R-2VIII-I1") == ["11.17 half_to_main"]
    assert (t.where("R-2VII-I1"), t.is_disrupted("R-2VIII-I1")) == (None, False)


def test_11_17_all_hits_may_go_to_the_main_stack():
    t = overrun(dice=(1, 5, 1)).play("russian", *["hit R-1V-I1", "hit R-1V-I1", "hit R-1V-I2", "hit R-1V-I2"])
    t.play("russian", "hit R-1I-I1")
    assert (t.where("R-1V-I1"), t.where("R-1V-I2"), t.is_disrupted("R-1I-I1")) == (None, None, True)
    assert not t.is_disrupted("R-2VII-I1")


def test_11_17_an_even_number_is_halved_exactly():
    t = overrun(dice=(1, 4, 1))
    assert hits(t)[0] == 6
    t.play("russian", "hit R-2VII-I1", "hit R-2VII-I1", "hit R-2VIII-I1")
    assert t.reasons("russian", "hit R-2VIII-I1") == ["11.17 half_to_main"]
    assert len(t.options("russian")) == 3


def test_11_17_once_half_is_in_the_main_stack_the_rest_is_free():
    t = overrun(dice=(1, 5, 1)).play("russian", "hit R-1V-I1", "hit R-1V-I2", "hit R-1I-I1")
    names = ["R-1I-I1", "R-1V-I1", "R-1V-I2", "R-2VII-I1", "R-2VIII-I1"]
    assert sorted(t.options("russian")) == [f"hit {name}" for name in names]


def test_11_17_a_hit_disrupts_and_a_second_one_eliminates():
    t = overrun(dice=(1, 5, 1)).play("russian", "hit R-1V-I1")
    assert (t.is_disrupted("R-1V-I1"), t.where("R-1V-I1")) == (True, "0316")
    t.play("russian", "hit R-1V-I1")
    assert (t.is_disrupted("R-1V-I1"), t.where("R-1V-I1")) == (False, None)


def test_11_17_a_disrupted_unit_may_be_chosen_before_undisrupted_ones():
    t = overrun(disrupted=["R-1V-I1"], dice=(1, 6, 1)).play("russian", "hit R-1V-I1")
    assert t.where("R-1V-I1") is None
    assert not t.is_disrupted("R-1V-I2")


def test_11_17_the_owner_allocates():
    t = overrun()
    assert t.to_act == ("russian",)
    assert t.reasons("french", "hit R-1V-I1") == ["11.17 turn"]
    assert t.reasons("russian", "hit F-I-I1") == ["11.17 not_in_combat"]


def test_11_17_the_loser_allocates_first_then_the_winner():
    t = fight("0416 F-I-I1 F-I-I2", "0316 R-1V-I1 R-1V-I2", dice=(2, 1, 4))
    assert (hits(t), t.to_act) == ((1, 1), ("russian",))
    t.play("russian", "hit R-1V-I1", "done")
    assert (t.asked, t.to_act) == ("TakeHits", ("french",))
    t = fight("0416 F-I-I1 F-I-I2", "0316 R-1V-I1 R-1V-I2", dice=(1, 2, 4))
    assert (hits(t), t.to_act) == ((1, 1), ("french",))
    t.play("french", "hit F-I-I1", "done")
    assert (t.asked, t.to_act) == ("TakeHits", ("russian",))


def test_11_17_units_not_ordered_to_attack_are_not_hit():
    stacks = ("0416 F-I-I1 F-I-I2 F-I-I3", "0316 R-1V-I1 R-1V-I2")
    t = fight(*stacks, units=["F-I-I1", "F-I-I2"], dice=(1, 4, 3))
    assert t.options("french") == ["hit F-I-I1", "hit F-I-I2"]
    assert t.reasons("french", "hit F-I-I3") == ["11.17 not_in_combat"]


def test_11_17_stacks_that_did_not_support_are_not_hit():
    t = overrun(replies=(), dice=(1, 5, 1))
    assert t.reasons("russian", "hit R-2VII-I1") == ["11.17 not_in_combat"]


def test_11_17_half_of_the_attackers_hits_go_to_the_attacking_stack():
    stacks = ("2108 F-I-I1 F-I-I2", "2107 F-I-I3 F-I-I4", "2007 R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1")
    t = fight(*stacks, order="attack 2108 2007", calls=["2107"], dice=(1, 2, 1))
    assert (margin(t), hits(t)) == (-4, (4, 0))
    t.play("french", "hit F-I-I3", "hit F-I-I4")
    assert t.options("french") == ["hit F-I-I1", "hit F-I-I2"]
    assert t.reasons("french", "hit F-I-I3") == ["11.17 half_to_main"]


def test_11_17_hits_the_main_stack_cannot_take_pass_to_the_supporters():
    stacks = (f"0416 {SIX} F-NAPOLEON", "0316 R-1V-I1", "0216 R-2VII-I1 R-2VIII-I1")
    t = fight(*stacks, replies=["0216"], disrupted=["R-1V-I1"], dice=(1, 6, 1))
    assert hits(t)[0] == 9
    assert len(t.options("russian")) == 3
    t.play("russian", "hit R-2VII-I1", "hit R-2VII-I1", "hit R-2VIII-I1", "hit R-2VIII-I1")
    assert [t.where(name) for name in ("R-1V-I1", "R-2VII-I1", "R-2VIII-I1")] == [None] * 3


def test_11_17_the_main_stack_need_not_take_more_than_it_can():
    stacks = ("0416 F-I-I1 F-I-I2 F-I-I3 F-I-I4", "0316 R-1V-I1", "0216 R-2VII-I1 R-2VIII-I1")
    t = fight(*stacks, replies=["0216"], disrupted=["R-1V-I1"], dice=(2, 1, 1))
    assert hits(t)[0] == 5
    t.play("russian", "hit R-2VII-I1", "hit R-2VII-I1", "hit R-2VIII-I1", "hit R-2VIII-I1")
    assert [t.where(name) for name in ("R-1V-I1", "R-2VII-I1", "R-2VIII-I1")] == [None] * 3


def test_11_17_hits_that_nobody_can_take_are_lost():
    t = fight(f"0416 {SIX} F-NAPOLEON", "0316 R-1V-I1", "0216 R-1V-I2", dice=(6, 1, 1), disrupted=["R-1V-I1"])
    assert hits(t)[0] == 12
    assert t.where("R-1V-I1") is None
    assert not t.is_disrupted("R-1V-I2")
    assert t.asked == "Advance"


def test_11_17_a_stack_with_an_odd_number_of_hits_may_take_one_more_to_eliminate():
    t = fight("0416 F-I-I1 F-I-I2", "0316 R-1V-I1 R-1V-I2", dice=(2, 1, 1)).play("russian", "hit R-1V-I1")
    assert (t.asked, t.options("russian")) == ("ExtraHit", ["done", "extra R-1V-I1"])
    assert t.reasons("russian", "extra R-1V-I2") == ["11.17 no_extra"]
    t.play("russian", "extra R-1V-I1")
    assert t.where("R-1V-I1") is None
    assert t.asked == "AskWithdraw"


def test_11_17_the_extra_hit_may_fall_on_any_disrupted_unit_of_the_stack():
    t = fight("0416 F-I-I1 F-I-I2", "0316 R-1V-I1 R-1V-I2 R-1I-I1", dice=(2, 1, 1), disrupted=["R-1I-I1"])
    t.play("russian", "hit R-1V-I1")
    assert sorted(t.options("russian")) == ["done", "extra R-1I-I1", "extra R-1V-I1"]
    t.play("russian", "extra R-1I-I1")
    assert (t.where("R-1I-I1"), t.where("R-1V-I1")) == (None, "0316")


def test_11_17_no_extra_hit_after_an_even_number():
    t = fight("0416 F-I-I1 F-I-I2", "0316 R-1V-I1 R-1V-I2", dice=(3, 1, 1)).play(
        "russian", "hit R-1V-I1", "hit R-1V-I2"
    )
    assert t.asked == "AskWithdraw"
    assert t.untimely("russian", "extra R-1V-I1") == ["11.17"]


def test_11_17_no_extra_hit_without_a_disrupted_unit():
    t = fight("0416 F-I-I1 F-I-I2", "0316 R-1V-I1 R-1V-I2", dice=(2, 1, 1), disrupted=["R-1V-I1"])
    t.play("russian", "hit R-1V-I1")
    assert t.where("R-1V-I1") is None
    assert t.asked == "AskWithdraw"


def test_11_17_each_stack_counts_its_own_hits():
    t = overrun(dice=(1, 4, 1))
    t.play("russian", "hit R-2VII-I1", "hit R-2VIII-I1", "hit R-2VIII-I1", "hit R-1V-I1", "hit R-1V-I2", "hit R-1I-I1")
    assert t.options("russian") == ["done", "extra R-1I-I1", "extra R-1V-I1", "extra R-1V-I2"]
    t.play("russian", "done")
    assert t.options("russian") == ["done", "extra R-2VII-I1"]
    t.play("russian", "extra R-2VII-I1")
    assert t.where("R-2VII-I1") is None


def test_11_17_the_extra_hit_spares_units_not_ordered():
    stacks = ("0416 F-I-I1 F-I-I2", "0316 R-1V-I1 R-1V-I2")
    t = fight(*stacks, units=["F-I-I1"], dice=(1, 1, 1))
    assert (margin(t), t.asked, t.options("french")) == (-1, "ExtraHit", ["done", "extra F-I-I1"])
    t.play("french", "extra F-I-I1")
    assert (t.where("F-I-I1"), t.where("F-I-I2"), t.is_disrupted("F-I-I2")) == (None, "0416", False)


def test_11_17_the_extra_hit_is_open_to_the_attacker_in_a_tie():
    t = fight("0416 F-I-I1 F-I-I2", "0316 R-1V-I1 R-1V-I2", dice=(3, 3)).play("french", "hit F-I-I1")
    assert (t.asked, t.options("french")) == ("ExtraHit", ["done", "extra F-I-I1"])


def test_11_3_without_a_commander_s_factors_and_cards_nothing_is_added():
    stack = combat.Force(2, 1, 0, False, 0, 1, 0)
    fortress = combat.Ground(False, True, False)
    assert combat.attack_terms(stack, fortress) == combat.attack_terms(stack, fortress, 0, 0)
    assert combat.ground_terms(stack, fortress) == combat.ground_terms(stack, fortress, 0)
    assert combat.attack_support(stack, fortress) == combat.attack_support(stack, fortress, 0) == 3 - 1 + 1
    assert combat.defence_terms(stack) == combat.defence_terms(stack, 0)
    assert sum(term[2] for term in combat.defence_terms(stack)) == 3 + 2 + 1
