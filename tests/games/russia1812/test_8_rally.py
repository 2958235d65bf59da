"""Rulebook 8.1: rally."""

import pytest

from toolkit1812 import Table

VETERANS = ["F-IG-I1", "F-IG-I2", "F-IG-I3", "F-IG-I4", "F-I-I1", "F-I-I2"]


def test_8_1_a_train_brings_a_disrupted_unit_back_to_good_order():
    t = Table({"F-III-I1": "2308", "F-NEY": "2308"}, disrupted=["F-III-I1"], trains={"2308": 1})
    t.rally()
    assert t.options("french") == ["rally 2308", "done"]
    t.play("french", "rally 2308")
    assert not t.is_disrupted("F-III-I1")
    assert t.s.genuine[0] == {}
    assert t.asked == "Rest"


def test_8_1_rally_is_a_choice_and_keeps_the_train_if_declined():
    t = Table({"F-III-I1": "2308", "F-NEY": "2308"}, disrupted=["F-III-I1"], trains={"2308": 2})
    t.rally().play("french", "done")
    assert t.is_disrupted("F-III-I1")
    assert t.told.count("train_discarded_from") == 2


@pytest.mark.parametrize(
    ("commanders", "limit"),
    [
        (["F-JUNOT"], 1),
        (["F-NEY"], 2),
        (["F-DAVOUT"], 3),
        (["F-NAPOLEON"], 4),
        (["F-JUNOT", "F-SCHWARZENBERG"], 2),
        (["F-DAVOUT", "F-NEY"], 5),
        (["F-NAPOLEON", "F-DAVOUT"], 6),
    ],
)
def test_8_1_at_most_the_sum_of_the_ratings_rally(commanders, limit):
    pieces = dict.fromkeys(VETERANS + commanders, "2308")
    t = Table(pieces, disrupted=VETERANS, trains={"2308": 1}).rally()
    t.play("french", "rally 2308")
    for unit in VETERANS[:limit]:
        assert t.asked == "RallyUnits"
        t.play("french", f"restore {unit}")
    assert t.asked == "Rest"
    assert [u for u in VETERANS if t.is_disrupted(u)] == VETERANS[limit:]


@pytest.mark.parametrize(("edition", "left"), [(1, []), (2, ["R-1I-I2"])])
def test_8_1_wittgenstein_rallies_two_in_the_first_edition_one_in_the_second(edition, left):
    units = ["R-1I-I1", "R-1I-I2"]
    pieces = dict.fromkeys([*units, "R-WITTGENSTEIN"], "1806")
    t = Table(pieces, edition=edition, disrupted=units, trains={"1806": 1}).rally()
    t.play("russian", "rally 1806", "restore R-1I-I1")
    if edition == 1:
        t.play("russian", "restore R-1I-I2")
    assert [u for u in units if t.is_disrupted(u)] == left
    assert t.asked == "Rest"


def test_8_1_commanders_of_other_hexes_add_nothing():
    units = ["F-VIII-I1", "F-VIII-C1"]
    t = Table(
        {**dict.fromkeys([*units, "F-JUNOT"], "2308"), "F-NAPOLEON": "2309", "F-III-I1": "2309"},
        disrupted=units,
        trains={"2308": 1},
    )
    t.rally().play("french", "rally 2308", "restore F-VIII-C1")
    assert t.asked == "Rest"
    assert t.is_disrupted("F-VIII-I1")


def test_8_1_the_owner_picks_the_units_and_may_stop_early():
    units = VETERANS[:3]
    t = Table(dict.fromkeys([*units, "F-DAVOUT"], "2308"), disrupted=units, trains={"2308": 1}).rally()
    t.play("french", "rally 2308")
    assert t.options("french") == [f"restore {u}" for u in units]
    assert t.reasons("russian", f"restore {units[0]}") == ["8.1 turn"]
    t.play("french", f"restore {units[1]}", "done")
    assert [t.is_disrupted(u) for u in units] == [True, False, True]


def test_8_1_only_disrupted_combat_units_of_the_stack_are_restored():
    t = Table(
        {**dict.fromkeys(["F-IG-I1", "F-IG-I2", "F-IG-I3", "F-DAVOUT"], "2308"), "F-I-I1": "2309"},
        disrupted=["F-IG-I1", "F-IG-I2", "F-I-I1"],
        trains={"2308": 1},
    )
    t.rally().play("french", "rally 2308")
    assert t.options("french") == ["restore F-IG-I1", "restore F-IG-I2"]
    assert t.reasons("french", "restore F-IG-I3") == ["8.1 good_order"]
    assert t.reasons("french", "restore F-I-I1") == ["8.1 not_here"]
    assert t.reasons("french", "restore F-DAVOUT") == ["8.1 good_order"]


@pytest.fixture
def lacking():
    """One stack that may rally, and around it stacks that each lack one thing."""
    pieces = {
        "F-III-I1": "2308",
        "F-NEY": "2308",
        "F-I-I1": "2309",
        "F-I-I2": "2408",
        "F-DAVOUT": "2408",
        "F-I-I3": "2409",
        "F-EUGENE": "2409",
        "F-I-I4": "2508",
        "F-JUNOT": "2508",
    }
    return Table(
        pieces,
        disrupted=["F-III-I1", "F-I-I1", "F-I-I2", "F-I-I4"],
        unsupplied=["F-I-I4"],
        trains={"2308": 1, "2309": 1, "2409": 1, "2508": 1},
        dummies={"2408": 1},
    ).rally()


@pytest.mark.parametrize(
    ("hex_name", "key"),
    [("2309", "no_commander"), ("2408", "no_train"), ("2409", "none_disrupted"), ("2508", "not_supplied")],
)
def test_8_1_a_stack_without_commander_train_supply_or_disrupted_unit_does_not_rally(lacking, hex_name, key):
    assert lacking.options("french") == ["rally 2308", "done"]
    assert lacking.rules("french", f"rally {hex_name}") == ["8.1"]
    assert [refusal.key for refusal in lacking.match.why_not("french", f"rally {hex_name}")] == [key]


def test_8_1_general_supply_is_asked_of_each_unit():
    units = VETERANS[:3]
    t = Table(
        dict.fromkeys([*units, "F-NAPOLEON"], "2308"), disrupted=units, unsupplied=[units[2]], trains={"2308": 1}
    ).rally()
    t.play("french", "rally 2308")
    assert t.options("french") == [f"restore {u}" for u in units[:2]]
    assert t.reasons("french", f"restore {units[2]}") == ["8.1 unit_not_supplied"]
    t.play("french", f"restore {units[0]}", f"restore {units[1]}")
    assert t.is_disrupted(units[2])
    assert t.asked == "Rest"


def test_8_1_a_supplied_comrade_does_not_help_a_unit_out_of_supply():
    t = Table(
        {"F-III-I1": "2308", "F-III-I2": "2308", "F-NEY": "2308", "F-I-I1": "2309", "F-DAVOUT": "2309"},
        disrupted=["F-III-I1", "F-I-I1"],
        unsupplied=["F-III-I1"],
        trains={"2308": 1, "2309": 1},
    ).rally()
    assert t.reasons("french", "rally 2308") == ["8.1 not_supplied"]


def test_8_1_a_stack_rallies_once_a_turn_even_with_a_second_train():
    t = Table(
        {"F-VIII-I1": "2308", "F-VIII-C1": "2308", "F-JUNOT": "2308", "F-I-I1": "2309", "F-DAVOUT": "2309"},
        disrupted=["F-VIII-I1", "F-VIII-C1", "F-I-I1"],
        trains={"2308": 2, "2309": 1},
    )
    t.rally().play("french", "rally 2308", "restore F-VIII-I1")
    assert t.options("french") == ["rally 2309", "done"]
    assert t.reasons("french", "rally 2308") == ["8.1 rallied"]
    assert t.is_disrupted("F-VIII-C1")


def test_8_1_several_stacks_may_rally_each_with_its_own_train():
    t = Table(
        {"F-III-I1": "2308", "F-NEY": "2308", "F-I-I1": "2309", "F-DAVOUT": "2309"},
        disrupted=["F-III-I1", "F-I-I1"],
        trains={"2308": 1, "2309": 1},
    )
    t.rally().play("french", "rally 2309", "rally 2308")
    assert not t.is_disrupted("F-III-I1")
    assert not t.is_disrupted("F-I-I1")
    assert t.s.genuine[0] == {}


@pytest.mark.parametrize(("turn", "first", "second"), [(1, "french", "russian"), (15, "russian", "french")])
def test_8_1_both_players_rally_in_the_order_of_the_table_before_anybody_moves(turn, first, second):
    stacks = {"french": "2308", "russian": "1806"}
    t = Table(
        {"F-III-I1": "2308", "F-NEY": "2308", "R-1I-I1": "1806", "R-WITTGENSTEIN": "1806"},
        turn=turn,
        disrupted=["F-III-I1", "R-1I-I1"],
        trains={"2308": 2, "1806": 2},
    ).rally()
    assert (t.asked, t.to_act) == ("Rally", (first,))
    assert t.untimely(first, f"march {stacks[first]}") == ["8.2"]
    t.play(first, f"rally {stacks[first]}")
    assert (t.asked, t.to_act) == ("Rally", (second,))
    t.play(second, f"rally {stacks[second]}")
    assert (t.asked, t.to_act) == ("MoveOrder", (first,))
    assert t.untimely(first, f"rally {stacks[first]}") == ["8.1"]


def test_8_1_a_commander_who_helped_to_rally_has_not_moved():
    t = Table({"F-III-I1": "2308", "F-NEY": "2308"}, disrupted=["F-III-I1"], trains={"2308": 2})
    t.rally().play("french", "rally 2308", "march 2308", "lead F-NEY", "march 2308 2309", "halt")
    assert (t.where("F-III-I1"), t.where("F-NEY")) == ("2309", "2309")
    assert t.s.genuine[0] == {}


def test_8_1_the_flags_of_the_turn_before_do_not_bar_a_rally():
    t = Table({"F-III-I1": "2308", "F-NEY": "2308"}, disrupted=["F-III-I1"], trains={"2308": 1})
    t.rally().play("french", "rally 2308")
    t.s.disrupt(1 << t.unit("F-III-I1"))
    t.s.genuine[0][t.hex("2308")] = 1
    t.s.turn += 1
    t.rally()
    assert t.options("french") == ["rally 2308", "done"]


def test_8_1_when_a_stack_has_rallied_nothing_is_left_of_its_ratings():
    t = Table(
        {"F-III-I1": "2108", "F-III-I2": "2108", "F-I-I1": "2109", "F-NEY": "2108"},
        trains={"2108": 1},
        disrupted=["F-III-I1", "F-III-I2"],
    ).rally()
    t.play("french", "rally 2108", "restore F-III-I1")
    while t.asked == "RallyUnits":
        t.play("french", t.options("french")[0])
    assert (t.s.rally_at, t.s.rally_left) == (-1, 0)
