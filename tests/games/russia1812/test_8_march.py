"""Rulebook 8.2 to 8.4: who moves when, how far, with whom and whereto; the open steppe around Kharkov (0518)."""

from itertools import pairwise

import pytest

from toolkit1812 import Table

PATH = ["0617", "0517", "0417", "0317", "0217", "0117"]


def walk(t, side, *hexes):
    """March from hex to hex."""
    for start, goal in pairwise(hexes):
        t.play(side, f"march {start} {goal}")
    return t


def flags(t, name):
    """The markers on a piece, as everybody sees them."""
    return next(piece["flags"] for piece in t.match.view(None)["units"] if piece["id"] == name)


def keys(t, side, action):
    """The message keys of the refusals of an action."""
    return [refusal.key for refusal in t.match.why_not(side, action)]


# 8.2 alternating Moves


@pytest.mark.parametrize(("turn", "first"), [(1, "french"), (14, "french"), (15, "russian"), (16, "russian")])
def test_8_2_the_higher_number_of_the_table_starts(turn, first):
    t = Table(
        {"F-III-I1": "2308", "F-NEY": "2308", "R-1I-I1": "1806", "R-WITTGENSTEIN": "1806"},
        turn=turn,
        trains={"2308": 1, "1806": 1},
    ).movement()
    assert (t.asked, t.to_act) == ("MoveOrder", (first,))


def test_8_2_lost_trains_do_not_change_who_starts():
    t = Table(
        {"F-III-I1": "2308", "F-NEY": "2308", "R-1I-I1": "1806", "R-WITTGENSTEIN": "1806"},
        trains={"2308": 1, "1806": 1},
    )
    t.s.lost_trains = [9, 0]
    assert t.movement().to_act == ("french",)


def test_8_2_players_alternate_and_the_one_with_trains_left_goes_on_alone():
    t = Table(
        {
            "F-III-I1": "2308",
            "F-NEY": "2308",
            "R-1I-I1": "1806",
            "R-1V-I1": "1708",
            "R-WITTGENSTEIN": "1806",
            "R-CONSTANTINE": "1708",
        },
        trains={"2308": 1, "1806": 1, "1708": 1},
    ).movement()
    t.play("french", "march 2308", "go", "march 2308 2309", "halt")
    assert t.to_act == ("russian",)
    assert t.reasons("french", "march 2309") == ["8.2 turn"]
    t.play("russian", "march 1806", "go", "march 1806 1807", "halt")
    assert (t.asked, t.to_act) == ("MoveOrder", ("russian",))
    t.play("russian", "march 1708", "go", "march 1708 1707", "halt")
    assert t.asked == "Rest"


def test_8_2_the_alternation_goes_french_russian_french():
    t = Table(
        {
            "F-III-I1": "2308",
            "F-NEY": "2308",
            "F-I-I1": "2309",
            "F-DAVOUT": "2309",
            "R-1I-I1": "1806",
            "R-WITTGENSTEIN": "1806",
        },
        trains={"2308": 1, "2309": 1, "1806": 2},
    ).movement()
    order = []
    while t.asked == "MoveOrder":
        order += t.to_act
        t.play(t.to_act[0], next(a for a in t.options(t.to_act[0]) if a.startswith("discard")))
    assert order == ["french", "russian", "french", "russian"]


def test_8_2_a_move_uses_up_one_train_of_its_hex():
    t = Table({"F-III-I1": "2308", "F-III-I2": "2308", "F-NEY": "2308"}, trains={"2308": 2}).movement()
    t.play("french", "march 2308", "take F-III-I1", "go", "go", "march 2308 2309", "halt")
    assert t.s.genuine[0] == {t.hex("2308"): 1}


def test_8_2_a_pass_discards_a_train_of_any_stack():
    t = Table(
        {"F-III-I1": "2308", "F-NEY": "2308", "F-I-I1": "2309", "R-1I-I1": "1806", "R-WITTGENSTEIN": "1806"},
        trains={"2308": 1, "2309": 1, "1806": 1},
    ).movement()
    assert t.options("french") == ["march 2308", "discard 2308", "discard 2309"]
    assert t.reasons("french", "discard 2310") == ["8.2 no_train"]
    assert t.reasons("french", "discard 1806") == ["8.2 no_train"]
    t.play("french", "discard 2309")
    assert t.s.genuine[0] == {t.hex("2308"): 1}
    assert t.to_act == ("russian",)


def test_8_2_a_pass_without_a_discard_is_refused():
    t = Table({"F-III-I1": "2308", "F-NEY": "2308"}, trains={"2308": 1}).movement()
    assert t.options("french") == ["march 2308", "discard 2308"]
    assert t.untimely("french", "pass")
    assert t.untimely("french", "done")


def test_8_2_a_train_nobody_can_use_can_only_be_discarded():
    t = Table(
        {"F-III-I1": "2308", "F-I-I1": "2309", "R-1I-I1": "1806", "R-WITTGENSTEIN": "1806"},
        trains={"2308": 1, "2309": 1, "1806": 1},
    ).movement()
    assert t.options("french") == ["discard 2308", "discard 2309"]
    assert t.reasons("french", "march 2308") == ["8.4 no_fresh_commander"]
    t.play("french", "discard 2308").play("russian", "discard 1806")
    assert t.told.count("train_discarded_from") == 3
    assert t.asked == "Rest"


def test_8_2_the_step_ends_with_the_last_genuine_train_and_dummies_go():
    t = Table(
        {"F-III-I1": "2308", "F-NEY": "2308", "R-1I-I1": "1806", "R-WITTGENSTEIN": "1806"},
        trains={"2308": 1},
        dummies={"2308": 1, "1806": 2},
    ).movement()
    assert t.s.dummies[1] == {t.hex("1806"): 2}
    t.play("french", "discard 2308")
    assert t.asked == "Rest"
    assert t.s.dummies == [{}, {}]


def test_8_2_a_dummy_lets_nobody_move():
    t = Table(
        {"F-III-I1": "2308", "F-NEY": "2308", "F-I-I1": "2309", "F-DAVOUT": "2309"},
        trains={"2309": 1},
        dummies={"2308": 1},
    ).movement()
    assert t.reasons("french", "march 2308") == ["8.4 no_train"]
    assert keys(t, "french", "march 2308") == ["no_train"]
    assert t.reasons("french", "discard 2308") == ["8.2 no_train"]


def test_8_2_a_player_with_dummies_only_is_not_asked():
    t = Table({"F-III-I1": "2308", "F-NEY": "2308"}, dummies={"2308": 2}).movement()
    assert t.asked == "Rest"
    assert t.s.dummies == [{}, {}]


def test_8_2_groups_of_one_stack_move_separately_with_a_train_each():
    t = Table({"F-III-I1": "2308", "F-III-I2": "2308", "F-NEY": "2308", "F-MURAT": "2308"}, trains={"2308": 2})
    t.movement().play("french", "march 2308", "take F-III-I1", "go", "lead F-NEY", "go", "march 2308 2309", "halt")
    t.play("french", "march 2308", "lead F-MURAT", "march 2308 2208", "halt")
    assert (t.where("F-III-I1"), t.where("F-NEY")) == ("2309", "2309")
    assert (t.where("F-III-I2"), t.where("F-MURAT")) == ("2208", "2208")


def test_8_2_a_second_group_needs_a_commander_who_has_not_moved():
    t = Table(
        {"F-III-I1": "2308", "F-III-I2": "2308", "F-NEY": "2308", "F-I-I1": "2310"}, trains={"2308": 2, "2310": 1}
    ).movement()
    t.play("french", "march 2308", "take F-III-I1", "go", "lead F-NEY", "march 2308 2309", "halt")
    assert t.reasons("french", "march 2308") == ["8.4 no_fresh_commander"]
    assert keys(t, "french", "march 2308") == ["no_fresh_commander"]


def test_8_2_undisrupted_cavalry_next_to_a_march_lies_open():
    t = Table({"F-III-I1": "0617", "F-NEY": "0617", "R-1V-C1": "0416", "R-1V-I1": "0416"}, trains={"0617": 1})
    t.movement().play("french", "march 0617", "lead F-NEY", "march 0617 0517")
    seen = {p["id"]: p for p in t.match.view("french")["units"] if p["hex"] == "0416"}
    assert {name: piece["kind"] for name, piece in seen.items()} == {"R-1V-C1": "cavalry", "R-1V-I1": "infantry"}
    assert "disrupted" not in seen["R-1V-C1"]["flags"]


# 8.3 one Move a turn


def test_8_3_a_combat_unit_moves_once_a_turn():
    t = Table(
        {"F-III-I1": "0617", "F-NEY": "0617", "F-III-I2": "0517", "F-I-I1": "0517", "F-MURAT": "0517"},
        trains={"0617": 1, "0517": 1},
    ).movement()
    t.play("french", "march 0617", "go", "march 0617 0517", "halt", "march 0517")
    assert t.options("french") == ["all", "take F-I-I1", "take F-III-I2"]
    assert t.reasons("french", "take F-III-I1") == ["8.3 unit_moved"]
    t.play("french", "all", "go", "march 0517 0417", "halt")
    assert (t.where("F-III-I1"), t.where("F-III-I2")) == ("0517", "0417")


def test_8_3_a_stack_that_has_moved_cannot_use_a_fresh_commander_and_train():
    t = Table(
        {"F-III-I1": "0617", "F-NEY": "0617", "F-III-I2": "0517", "F-MURAT": "0517", "F-I-I1": "0219"},
        trains={"0617": 1, "0517": 2, "0219": 1},
    ).movement()
    t.play("french", "march 0617", "go", "march 0617 0517", "halt")
    t.play("french", "march 0517", "go", "march 0517 0417", "halt")
    assert t.where("F-MURAT") == "0517"
    assert t.reasons("french", "march 0517") == ["8.4 nobody_can_march"]
    assert keys(t, "french", "march 0517") == ["nobody_can_march"]


def test_8_3_a_commander_does_not_move_alone():
    t = Table({"F-NEY": "0617", "F-I-I1": "0517", "F-DAVOUT": "0517"}, trains={"0517": 1})
    t.s.genuine[0][t.hex("0617")] = 1
    t.movement()
    assert t.options("french") == ["march 0517", "discard 0517", "discard 0617"]
    assert t.reasons("french", "march 0617") == ["8.2 no_stack"]


def test_8_3_a_move_needs_a_combat_unit_before_a_commander():
    t = Table({"F-III-I1": "0617", "F-III-I2": "0617", "F-NEY": "0617"}, trains={"0617": 1}).movement()
    t.play("french", "march 0617")
    assert t.options("french") == ["all", "take F-III-I1", "take F-III-I2"]
    assert t.reasons("french", "go") == ["8.4 nobody_named"]
    assert t.untimely("french", "lead F-NEY") == ["8.4"]
    assert t.reasons("french", "take F-NEY") == ["8.4 not_in_column_hex"]


def test_8_3_next_turn_the_unit_moves_again():
    t = Table({"F-III-I1": "0617", "F-NEY": "0617"}, trains={"0617": 1})
    t.rally().play("french", "march 0617", "lead F-NEY", "march 0617 0517", "halt")
    t.s.genuine[0][t.hex("0517")] = 1
    t.rally().play("french", "march 0517", "lead F-NEY", "march 0517 0417", "halt")
    assert (t.where("F-III-I1"), t.where("F-NEY")) == ("0417", "0417")


# 8.4 how far


@pytest.mark.parametrize(
    ("turn", "hexes", "forced"),
    [
        (10, 1, False),
        (10, 3, False),
        (10, 4, True),
        (10, 5, True),
        (11, 1, False),
        (11, 2, False),
        (11, 3, True),
        (11, 5, True),
    ],
)
def test_8_4_three_hexes_two_in_winter_and_five_by_forced_march(turn, hexes, forced):
    t = Table({"R-1V-I1": "0617", "R-1V-I2": "0617", "R-CONSTANTINE": "0617"}, turn=turn, trains={"0617": 1}, dice=[1])
    t.movement().play("russian", "march 0617", "take R-1V-I1", "go", "lead R-CONSTANTINE")
    walk(t, "russian", *PATH[: hexes + 1]).play("russian", "halt")
    assert (t.where("R-1V-I1"), t.where("R-CONSTANTINE")) == (PATH[hexes], PATH[hexes])
    assert ("forced" in flags(t, "R-1V-I1")) is forced
    assert "forced" not in flags(t, "R-1V-I2")
    assert ("forced_march" in t.told) is forced


@pytest.mark.parametrize("turn", [10, 11])
def test_8_4_a_sixth_hex_is_refused(turn):
    t = Table({"R-1V-I1": "0617", "R-CONSTANTINE": "0617"}, turn=turn, trains={"0617": 1}, dice=[1])
    t.movement().play("russian", "march 0617", "lead R-CONSTANTINE")
    walk(t, "russian", *PATH)
    assert t.options("russian") == ["halt", "drop R-CONSTANTINE"]
    assert t.reasons("russian", "march 0117 0116") == ["8.4 five_hexes"]
    assert keys(t, "russian", "march 0117 0116") == ["five_hexes"]


def test_8_4_the_forced_march_marker_lasts_to_the_end_of_combat():
    t = Table({"R-1V-I1": "0617", "R-CONSTANTINE": "0617", "F-III-I1": "0316"}, trains={"0617": 1}, dice=[1])
    t.movement().play("russian", "march 0617", "lead R-CONSTANTINE")
    walk(t, "russian", "0617", "0517", "0518", "0417", "0317").play("russian", "halt")
    t.combat("french")
    assert (t.asked, t.to_act) == ("AttackOrder", ("french",))
    assert "forced" in flags(t, "R-1V-I1")
    t.play("french", "decline")
    assert "forced" in flags(t, "R-1V-I1")
    t.play("russian", "decline")
    assert "forced" not in flags(t, "R-1V-I1")


def test_8_4_a_move_goes_from_hex_to_adjacent_hex():
    t = Table({"R-1V-I1": "0617", "R-CONSTANTINE": "0617"}, trains={"0617": 1}).movement()
    assert t.reasons("russian", "march 0617 0417") == ["8.4 not_adjacent"]
    t.play("russian", "march 0617", "lead R-CONSTANTINE")
    assert t.reasons("russian", "march 0617 0417") == ["8.4 not_adjacent"]
    t.play("russian", "march 0617 0517")
    assert t.reasons("russian", "march 0517 0317") == ["8.4 not_adjacent"]
    assert t.reasons("russian", "march 0617 0616") == ["8.4 column_elsewhere"]


def test_8_4_a_move_has_at_least_one_hex():
    t = Table({"R-1V-I1": "0617", "R-CONSTANTINE": "0617"}, trains={"0617": 1}).movement()
    t.play("russian", "march 0617", "lead R-CONSTANTINE")
    assert "halt" not in t.options("russian")
    assert t.reasons("russian", "halt") == ["8.4 no_step_yet"]
    assert t.reasons("russian", "drop R-CONSTANTINE") == ["8.4 not_with_column"]
    t.play("russian", "march 0617 0517", "halt")
    assert t.where("R-1V-I1") == "0517"


# 8.4 point 1: Train and General Supply


def test_8_4_the_units_start_with_a_train():
    t = Table({"F-III-I1": "0617", "F-NEY": "0617", "F-I-I1": "0417", "F-DAVOUT": "0417"}, trains={"0417": 1})
    t.movement()
    assert t.reasons("french", "march 0617") == ["8.4 no_train"]
    assert t.rules("french", "march 0417") == []


def test_8_4_units_without_the_supply_flag_do_not_move():
    t = Table(
        {"F-III-I1": "0617", "F-III-I2": "0617", "F-III-I3": "0617", "F-NEY": "0617"},
        unsupplied=["F-III-I2"],
        trains={"0617": 1},
    ).movement()
    t.play("french", "march 0617")
    assert t.reasons("french", "take F-III-I2") == ["8.4 unit_not_supplied"]
    t.play("french", "all", "go", "march 0617 0517", "halt")
    assert [t.where(u) for u in ("F-III-I1", "F-III-I2", "F-III-I3")] == ["0517", "0617", "0517"]


def test_8_4_a_stack_wholly_out_of_supply_does_not_move():
    t = Table(
        {"F-III-I1": "0617", "F-NEY": "0617", "F-I-I1": "0417"}, unsupplied=["F-III-I1"], trains={"0617": 1, "0417": 1}
    ).movement()
    assert t.reasons("french", "march 0617") == ["8.4 nobody_can_march"]
    assert keys(t, "french", "march 0617") == ["nobody_can_march"]


# 8.4 point 2: commanders


def test_8_4_the_units_start_with_a_commander():
    t = Table({"F-III-I1": "0617", "F-NEY": "0517", "F-I-I1": "0417"}, trains={"0617": 1, "0417": 1}).movement()
    assert t.reasons("french", "march 0617") == ["8.4 no_fresh_commander"]
    assert keys(t, "french", "march 0617") == ["no_fresh_commander"]


def test_8_4_commanders_of_the_stack_come_along_or_stay():
    t = Table({"F-III-I1": "0617", "F-NEY": "0617", "F-MURAT": "0617", "F-DAVOUT": "0517"}, trains={"0617": 1})
    t.movement().play("french", "march 0617")
    assert t.options("french") == ["lead F-NEY", "lead F-MURAT", "go"]
    assert t.reasons("french", "lead F-DAVOUT") == ["8.4 no_such_commander"]
    t.play("french", "lead F-MURAT", "go", "march 0617 0616", "halt")
    assert (t.where("F-MURAT"), t.where("F-NEY")) == ("0616", "0617")
    assert "moved" in flags(t, "F-MURAT")
    assert "moved" not in flags(t, "F-NEY")


def test_8_4_a_commander_may_drop_off_on_the_way():
    t = Table({"F-III-I1": "0617", "F-NEY": "0617"}, trains={"0617": 1}).movement()
    t.play("french", "march 0617", "lead F-NEY", "march 0617 0517")
    assert t.reasons("french", "drop F-MURAT") == ["8.4 not_with_column"]
    t.play("french", "drop F-NEY", "march 0517 0417", "halt")
    assert (t.where("F-III-I1"), t.where("F-NEY")) == ("0417", "0517")


def test_8_4_a_commander_who_dropped_off_has_moved():
    t = Table(
        {"F-III-I1": "0617", "F-NEY": "0617", "F-I-I1": "0517", "F-II-I1": "0219"},
        trains={"0617": 1, "0517": 1, "0219": 1},
    ).movement()
    t.play("french", "march 0617", "lead F-NEY", "march 0617 0517", "drop F-NEY", "march 0517 0417", "halt")
    assert keys(t, "french", "march 0517") == ["no_fresh_commander"]
    assert t.reasons("french", "march 0517") == ["8.4 no_fresh_commander"]


def test_8_4_a_commander_moves_once_in_the_phase():
    t = Table(
        {"F-III-I1": "0617", "F-NEY": "0617", "F-I-I1": "0517", "F-DAVOUT": "0517"}, trains={"0617": 1, "0517": 1}
    ).movement()
    t.play("french", "march 0617", "lead F-NEY", "march 0617 0517", "halt", "march 0517")
    assert t.options("french") == ["lead F-DAVOUT", "go"]
    assert t.reasons("french", "lead F-NEY") == ["8.4 no_such_commander"]


def test_8_4_a_commander_who_stays_may_send_off_another_group():
    t = Table({"F-III-I1": "0617", "F-III-I2": "0617", "F-NEY": "0617"}, trains={"0617": 2}).movement()
    t.play("french", "march 0617", "take F-III-I1", "go", "go", "march 0617 0517", "halt")
    t.play("french", "march 0617", "lead F-NEY", "march 0617 0618", "halt")
    assert [t.where(u) for u in ("F-III-I1", "F-III-I2", "F-NEY")] == ["0517", "0618", "0618"]


# 8.4 point 3: together


def test_8_4_units_are_left_behind_only_in_the_starting_hex():
    t = Table({"F-III-I1": "0617", "F-III-I2": "0617", "F-III-I3": "0617", "F-NEY": "0617"}, trains={"0617": 1})
    t.movement().play("french", "march 0617", "take F-III-I1", "take F-III-I3", "go", "lead F-NEY", "march 0617 0517")
    assert t.where("F-III-I2") == "0617"
    assert t.reasons("french", "drop F-III-I1") == ["8.4 not_with_column"]
    t.play("french", "march 0517 0417", "halt")
    assert (t.where("F-III-I1"), t.where("F-III-I3"), t.where("F-NEY")) == ("0417", "0417", "0417")


def test_8_4_units_left_behind_may_move_later():
    t = Table(
        {"F-III-I1": "0617", "F-III-I2": "0617", "F-NEY": "0617", "R-1V-I1": "0119", "R-PLATOV": "0119"},
        trains={"0617": 2, "0119": 1},
    ).movement()
    t.play("french", "march 0617", "take F-III-I1", "go", "go", "march 0617 0517", "halt")
    t.play("russian", "discard 0119")
    t.play("french", "march 0617", "go", "march 0617 0618", "halt")
    assert (t.where("F-III-I1"), t.where("F-III-I2")) == ("0517", "0618")


# 8.4 point 4: nobody disrupted


def test_8_4_a_disrupted_unit_in_the_hex_holds_the_whole_stack():
    t = Table(
        {"F-III-I1": "0617", "F-III-I2": "0617", "F-NEY": "0617", "F-I-I1": "0417"},
        disrupted=["F-III-I2"],
        trains={"0617": 1, "0417": 1},
    ).movement()
    assert t.reasons("french", "march 0617") == ["8.4 held_disrupted"]
    assert keys(t, "french", "march 0617") == ["held_disrupted"]


def test_8_4_a_unit_rallied_in_time_does_not_hold_its_stack():
    t = Table({"F-III-I1": "0617", "F-III-I2": "0617", "F-NEY": "0617"}, disrupted=["F-III-I2"], trains={"0617": 2})
    t.rally().play("french", "rally 0617", "march 0617", "all", "lead F-NEY", "march 0617 0517", "halt")
    assert (t.where("F-III-I1"), t.where("F-III-I2")) == ("0517", "0517")


def test_8_4_a_unit_disrupted_on_its_march_does_not_hold_the_stack_it_joins():
    t = Table(
        {"F-III-I1": "0317", "F-NEY": "0317", "F-I-I1": "0617", "F-DAVOUT": "0617"},
        trains={"0317": 1, "0617": 1},
        dice=[6],
    ).movement()
    t.play("french", "march 0317", "go")
    walk(t, "french", "0317", "0417", "0517", "0617").play("french", "halt")
    assert t.is_disrupted("F-III-I1")
    t.play("french", "march 0617")
    assert t.options("french") == ["lead F-DAVOUT", "go"]
    t.play("french", "lead F-DAVOUT", "march 0617 0618", "halt")
    assert (t.where("F-I-I1"), t.where("F-III-I1")) == ("0618", "0617")


def test_3_3_a_disrupted_unit_that_arrived_is_not_taken_along():
    t = Table(
        {"F-III-I1": "0317", "F-NEY": "0317", "F-I-I1": "0617", "F-I-I2": "0617", "F-DAVOUT": "0617"},
        trains={"0317": 1, "0617": 1},
        dice=[6],
    ).movement()
    t.play("french", "march 0317", "go")
    walk(t, "french", "0317", "0417", "0517", "0617").play("french", "halt", "march 0617")
    assert "3.3" in t.rules("french", "take F-III-I1")


# 8.4 point 5, and what else closes a hex


def test_8_4_a_hex_with_an_enemy_combat_unit_is_closed():
    t = Table({"F-III-I1": "0617", "F-NEY": "0617", "R-1V-I1": "0517"}, disrupted=["R-1V-I1"], trains={"0617": 1})
    t.movement()
    assert t.reasons("french", "march 0617 0517") == ["8.4 enemy_there"]
    t.play("french", "march 0617", "lead F-NEY")
    assert "march 0617 0517" not in t.options("french")
    assert t.reasons("french", "march 0617 0517") == ["8.4 enemy_there"]
    assert keys(t, "french", "march 0617 0517") == ["enemy_there"]


def test_8_4_hexes_with_only_an_enemy_depot_or_commander_are_open():
    t = Table(
        {"F-III-I1": "0617", "F-NEY": "0617", "R-PLATOV": "0517"},
        trains={"0617": 1},
        dice=[1],
        depots={"russian": ["0518"]},
    ).movement()
    t.play("french", "march 0617", "lead F-NEY", "march 0617 0517", "march 0517 0518", "halt")
    assert t.where("F-III-I1") == "0518"


FULL_0517 = {f"F-I-I{n}": "0517" for n in (1, 2, 3, 4)} | {"F-IG-I1": "0517", "F-IG-I2": "0517"}


def test_4_1_a_march_does_not_even_pass_a_full_hex():
    t = Table({"F-III-I1": "0617", "F-NEY": "0617", **FULL_0517}, trains={"0617": 1}).movement()
    t.play("french", "march 0617", "lead F-NEY")
    assert t.reasons("french", "march 0617 0517") == ["4.1 full"]


def test_4_1_a_march_may_fill_a_hex_to_six():
    pieces = {name: h for name, h in FULL_0517.items() if name != "F-IG-I2"}
    t = Table({"F-III-I1": "0617", "F-III-I2": "0617", "F-NEY": "0617", **pieces}, trains={"0617": 1}).movement()
    t.play("french", "march 0617", "take F-III-I1", "go", "lead F-NEY", "march 0617 0517", "halt")
    assert t.s.load[t.hex("0517")] == 12


def test_4_1_a_column_of_two_does_not_enter_where_one_would_fit():
    pieces = {name: h for name, h in FULL_0517.items() if name != "F-IG-I2"}
    t = Table({"F-III-I1": "0617", "F-III-I2": "0617", "F-NEY": "0617", **pieces}, trains={"0617": 1}).movement()
    t.play("french", "march 0617", "all", "lead F-NEY")
    assert t.reasons("french", "march 0617 0517") == ["4.1 full"]


def test_14_6_the_french_do_not_march_into_forest_and_the_russians_do():
    t = Table(
        {"F-III-I1": "0617", "F-NEY": "0617", "R-1V-I1": "0818", "R-PLATOV": "0818"}, trains={"0617": 1, "0818": 1}
    ).movement("french")
    t.play("french", "march 0617", "lead F-NEY")
    assert t.reasons("french", "march 0617 0717") == ["14.6 impassable"]
    t.play("french", "march 0617 0517", "halt")
    t.play("russian", "march 0818", "lead R-PLATOV", "march 0818 0817", "march 0817 0717", "halt")
    assert t.where("R-1V-I1") == "0717"


@pytest.mark.parametrize(("start", "goal"), [("2218", "2219"), ("1302", "1402"), ("1803", "1903")])
def test_2_1_mountain_lake_and_sea_are_closed_to_the_russians_too(start, goal):
    t = Table({"R-1V-I1": start, "R-PLATOV": start}, trains={start: 1}).movement()
    t.play("russian", f"march {start}", "lead R-PLATOV")
    assert t.reasons("russian", f"march {start} {goal}") == ["2.1 impassable"]


# R-8.4h: a group needs a first step

CORNER = {"R-1V-I1": "0118", "R-1V-I2": "0218"}


def test_8_4_a_stack_that_is_shut_in_makes_no_move():
    t = Table(
        {"F-III-I1": "0119", "F-NEY": "0119", **CORNER, "R-2VIII-I1": "0219", "F-I-I1": "0617"},
        trains={"0119": 1, "0617": 1},
    ).movement()
    assert t.reasons("french", "march 0119") == ["8.4 no_way_out"]
    assert keys(t, "french", "march 0119") == ["no_way_out"]


def test_8_4_a_group_is_named_only_if_it_has_a_first_step():
    friends = ["F-I-I1", "F-I-I2", "F-I-I3", "F-I-I4"]
    t = Table(
        {
            **dict.fromkeys(["F-III-I1", "F-III-I2", "F-III-I3", "F-NEY"], "0119"),
            **CORNER,
            **dict.fromkeys(friends, "0219"),
        },
        trains={"0119": 1},
    ).movement()
    t.play("french", "march 0119")
    assert t.options("french") == ["take F-III-I1", "take F-III-I2", "take F-III-I3"]
    assert t.reasons("french", "all") == ["4.1 no_room_ahead"]
    t.play("french", "take F-III-I1")
    assert t.options("french") == ["go", "take F-III-I2"]
    assert t.reasons("french", "take F-III-I3") == ["4.1 no_room_ahead"]


def test_8_4_a_stack_whose_lightest_unit_fits_nowhere_makes_no_move():
    lines = ["F-II-I1", "F-II-I2", "F-I-I5", "F-IV-I2"]
    t = Table(
        {"F-III-I1": "0119", "F-NEY": "0119", **CORNER, **dict.fromkeys(lines, "0219"), "F-I-I1": "0617"},
        trains={"0119": 1, "0617": 1},
    ).movement()
    assert t.reasons("french", "march 0119") == ["8.4 no_way_out"]


def test_8_4_only_combat_units_of_the_hex_are_named_for_the_column():
    t = (
        Table(
            {"F-III-I1": "0617", "F-III-I2": "0617", "F-NEY": "0617", "F-I-I1": "0619", "F-DAVOUT": "0619"},
            trains={"0617": 1, "0619": 1},
        )
        .movement("french")
        .play("french", "march 0617")
    )
    for name in ("F-I-I1", "F-NEY", "F-DAVOUT"):
        assert t.reasons("french", f"take {name}") == ["8.4 not_in_column_hex"]
    assert not t.reasons("french", "take F-III-I1")


def test_8_4_a_unit_is_named_once_and_all_are_named_at_once_or_not_at_all():
    t = Table({"F-III-I1": "0617", "F-III-I2": "0617", "F-III-I3": "0617", "F-NEY": "0617"}, trains={"0617": 1})
    t.movement("french").play("french", "march 0617", "take F-III-I1")
    assert t.reasons("french", "take F-III-I1") == ["8.4 already_named"]
    assert t.reasons("french", "all") == ["8.4 already_named"]
    assert not t.reasons("french", "take F-III-I2")


def test_8_4_the_first_unit_of_the_list_is_refused_like_any_other():
    t = (
        Table(
            {"F-IG-I1": "0617", "F-III-I1": "0617", "F-III-I2": "0617", "F-NEY": "0617"},
            trains={"0617": 1},
            unsupplied=["F-IG-I1"],
        )
        .movement("french")
        .play("french", "march 0617")
    )
    assert t.reasons("french", "take F-IG-I1") == ["8.4 unit_not_supplied"]


def test_8_4_a_friend_covers_the_first_step_also_as_the_first_unit_of_the_list():
    pieces = {"F-III-I1": "0617", "F-NEY": "0617", "F-IG-I1": "0517", "R-1V-C1": "0416", "R-1I-C1": "0618"}
    t = Table(pieces, trains={"0617": 1}).movement("french")
    assert "8.4 began_near_cavalry" not in t.reasons("french", "march 0617 0517")
