"""Chapters 1, 10, 19 to 21, 36, 37 and 42, line by line: letters, command, sight, generals met, the end."""

from __future__ import annotations

import pytest

from grognard.games.merde.rules import generals, messages, orders, rally, sight
from grognard.games.merde.rules.movement import plans, resolve
from grognard.games.merde.rules.sequence import BeginMovement, start_turn
from grognard.games.merde.rules.victory import check_cic, check_victory, take_flag
from grognard.games.merde.world.lexicon import GARRISON, MOVE_COLUMN, RESERVE
from grognard.games.merde.world.pieces import Draft, Group, Letter
from toolkit_merde import Table, at

FOE = {"B1": ("AU_line", "march", "1723")}


# [10] command


def test_10_2_out_of_command_a_passing_disorder_stays_and_a_battery_only_halts() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0815"),
            "A2": ("FR_foot_art", "limbered", "0915"),
            "A3": ("FR_line", "march", "1015"),
            **FOE,
        },
        generals={"AG0": ("gold", "0800")},
    )
    t.set("A1", damage=1, expires=t.s.turn).set("A3", damage=2)
    generals.command_check(t.s)
    assert [t.look(name).out for name in ("A1", "A2", "A3")] == [True, True, True]
    assert [(t.look(name).damage, t.look(name).expires) for name in ("A1", "A2", "A3")] == [(1, 0), (0, 0), (2, 0)]
    t.s.cic(0).square = at("0810")
    generals.command_check(t.s)
    assert not t.look("A1").out
    assert t.look("A1").damage == 1  # until it is rallied


def test_10_1_the_corps_of_a_general_who_was_lost_is_in_command_of_the_cic() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0812"), **FOE}, generals={"AG0": ("gold", "0800"), "AG1": ("bronze", "0811", "A1")}
    )
    assert t.s.leader(t.piece("A1")) == t.general("AG1")
    t.s.commander(t.general("AG1")).square = -1
    generals.command_check(t.s)
    assert t.s.leader(t.piece("A1")) == t.general("AG0")
    assert not t.look("A1").out  # twelve squares, his radius


# [19.1] sight


def test_19_1_routed_troops_and_commanders_uncover_nobody() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0812")},
        generals={"AG0": ("gold", "0811")},
        options={"fog_of_war": True},
    )
    t.set("A1", routed=True)
    sight.cover_up(t.s)
    assert t.look("B1").hidden
    t.set("A1", routed=False)
    sight.look_around(t.s)
    assert not t.look("B1").hidden


# [20.9] [42.2] generals met


@pytest.mark.parametrize(("start", "goal"), [("0812", "0809"), ("0801", "0800")])
def test_20_9_a_general_is_displaced_towards_his_own_edge_and_not_off_it(start: str, goal: str) -> None:
    t = Table({"A1": ("FR_line", "march", "1702"), **FOE}, generals={"AG1": ("silver", start, "A1")})
    resolve.displace(t.s, t.general("AG1"))
    assert t.s.commander(t.general("AG1")).square == at(goal)


def test_20_9_not_onto_an_enemy_nor_into_the_water() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "1702"), "B1": ("AU_line", "march", "0809")},
        generals={"AG1": ("silver", "0812", "A1")},
        terrain={"river": "0808 0708 0908 0709 0909"},
    )
    resolve.displace(t.s, t.general("AG1"))
    assert t.s.commander(t.general("AG1")).square in {at("0710"), at("0810"), at("0910")}


def test_42_2_a_battery_does_not_capture_the_cic() -> None:
    t = Table({"A1": ("FR_foot_art", "limbered", "0808"), **FOE}, generals={"BG0": ("gold", "0809")})
    resolve.meet_general(t.s, t.piece("A1"), t.general("BG0"))
    assert not t.s.cic_lost[1]
    assert t.s.cic(1).square == at("0812")


def test_1_2_a_cic_with_a_friend_is_safe_while_the_friend_is_there() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0810")},
        generals={"BG0": ("gold", "0810")},
        groups={"gA1": ("column", "A1", 1)},
    ).movement(1)
    t.play("army_a", "plan A1", "step 0809")
    assert t.rules("army_a", "step 0810") != []
    assert not any(t.s.cic_lost)


@pytest.mark.parametrize(
    ("flags", "lost", "winner"),
    [
        ([0, 0], [True, True], None),
        ([2, 0], [True, False], None),
        ([2, 0], [False, True], "army_a"),
        ([1, 1], [False, True], "army_a"),
        ([0, 2], [False, False], "army_b"),
    ],
)
def test_1_3_flags_and_commanders_at_the_same_check(flags: list[int], lost: list[bool], winner: str | None) -> None:
    t = Table({"A1": ("FR_line", "march", "0808")})
    t.s.captured, t.s.cic_lost = flags, lost
    assert check_cic(t.s) is any(lost)  # flags alone wait for their moment
    assert check_victory(t.s)
    assert t.match.outcome is not None
    assert t.match.outcome.winner == winner


# [21] letters


def test_21_3_a_general_in_the_enemy_half_needs_a_messenger_and_in_the_intermediate_line_none() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0803"), "B1": ("AU_line", "march", "0835")},
        size=(1, 3),
        generals={"AG1": ("silver", "0802", "A1")},
    )
    found = {}
    for row in (5, 6, 11, 12, 17, 18, 35):
        t.s.commander(t.general("AG1")).square = at(f"08{row:02d}")
        found[row] = messages.needs_messenger(t.s, t.general("AG1"))
    assert found == {5: False, 6: False, 11: False, 12: True, 17: True, 18: True, 35: True}


def test_21_6_a_new_sequence_goes_to_the_general_of_the_lowest_number_involved() -> None:
    pieces = {f"A{n}": ("FR_line", "march", f"{n * 5:02d}03") for n in (1, 2, 3)}
    t = Table(
        pieces | FOE,
        generals={"AG1": ("silver", "0302", "A1"), "AG2": ("silver", "0902", "A2 A3")},
        groups={f"gA{n}": ("column", f"A{n}", n) for n in (1, 2, 3)},
    )
    groups = [t.look(f"A{n}").group for n in (1, 2, 3)]
    assert messages.sequence_addressee(t.s, 0, groups[2], 1) == t.general("AG1")
    assert messages.sequence_addressee(t.s, 0, groups[2], 2) == t.general("AG2")
    assert messages.sequence_addressee(t.s, 0, groups[0], 3) == t.general("AG1")  # its own number is the lowest
    assert messages.renumber({0: 1, 1: 2, 2: 3}, 0, 3) == {0: 3, 1: 1, 2: 2}


def test_21_6_a_number_that_was_taken_meanwhile_gives_way_to_the_lowest_free_one() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0303"), "A2": ("FR_line", "march", "0903"), **FOE},
        groups={"gA1": ("column", "A1", 4), "gA2": ("reserve", "A2")},
    )
    cic = t.world.generals[0][0]
    messages.obey(t.s, 0, Letter(t.look("A2").group, MOVE_COLUMN, 2, 4, -1, cic))
    group = t.s.group_of(t.piece("A2"))
    assert (group.order, group.column, group.number) == (MOVE_COLUMN, 2, 1)
    assert t.s.group_of(t.piece("A1")).number == 4


def test_21_5_a_new_order_ends_the_holding_and_gives_a_garrison_its_sector() -> None:
    t = Table({"A1": ("FR_line", "march", "0814"), **FOE}, groups={"gA1": ("column", "A1", 4)})
    group = t.s.group_of(t.piece("A1"))
    group.holding, group.sector = True, 0
    messages.obey(t.s, 0, Letter(t.look("A1").group, GARRISON, 1, 0, -1, t.world.generals[0][0]))
    assert (group.order, group.holding, group.number, group.sector) == (GARRISON, False, 0, 19)


def test_21_1_without_his_cic_nobody_writes_and_a_promised_number_is_taken() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0303"), "A2": ("FR_line", "march", "0903"), **FOE},
        groups={"gA1": ("reserve", "A1"), "gA2": ("reserve", "A2")},
    )
    draft, cic = Draft(), t.world.generals[0][0]
    assert messages.open_groups(t.s, 0, draft) == [t.look("A1").group, t.look("A2").group]
    draft.letters.append(Letter(t.look("A1").group, MOVE_COLUMN, 1, 3, -1, cic))
    assert messages.open_groups(t.s, 0, draft) == [t.look("A2").group]
    assert 3 not in messages.free_numbers(t.s, 0, draft, t.look("A2").group)
    t.s.cic(0).square = -1
    assert messages.open_groups(t.s, 0, draft) == []


def test_21_4_a_messenger_arrives_when_the_distance_is_ridden() -> None:
    assert [messages.travel_turns(far, 10) for far in (0, 1, 10, 11, 20, 21)] == [1, 1, 1, 2, 2, 3]
    t = Table(
        {"A1": ("FR_line", "march", "0808"), **FOE},
        generals={"AG0": ("gold", "0800")},
        terrain={"river": " ".join(f"{x:02d}04" for x in range(18)), "bridge": "1504"},
    )
    assert len(messages.ride(t.s, 0, at("0808"))) == 15  # by the bridge
    t.s.crossings = 0
    assert messages.ride(t.s, 0, at("0808")) == ()


def test_21_6_a_letter_to_those_who_are_gone_changes_nothing() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0303"), "A2": ("FR_line", "march", "0903"), **FOE},
        groups={"gA1": ("column", "A1", 4), "gA2": ("reserve", "A2")},
    )
    group = t.look("A2").group
    t.s.remove(t.piece("A2"))
    messages.obey(t.s, 0, Letter(group, MOVE_COLUMN, 1, 2, -1, t.world.generals[0][0]))
    assert t.s.group(group).order == RESERVE
    assert "new_order" not in t.told


# [36] [37]


def test_36_1_a_new_turn_lets_everybody_move_again() -> None:
    t = Table({"A1": ("FR_line", "march", "0803"), **FOE})
    t.s.cic(0).moved, t.s.intervened = True, [True, True]
    t.set("A1", stepped=True, retreated=True, wary=True, spent=3)
    start_turn(t.s)
    assert not t.s.cic(0).moved
    assert t.s.intervened == [False, False]
    p = t.look("A1")
    assert (p.stepped, p.retreated, p.wary, p.spent) == (False, False, False, 0)


def test_36_4_no_successor_for_a_corps_that_is_no_more() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0803"), "A2": ("FR_line", "march", "0903"), **FOE},
        generals={"AG1": ("silver", "0802", "A1")},
    )
    general = t.s.commander(t.general("AG1"))
    general.square, general.back = -1, t.s.turn
    assert generals.successors(t.s, 0) == [t.general("AG1")]
    t.s.remove(t.piece("A1"))
    assert generals.successors(t.s, 0) == []


@pytest.mark.parametrize(
    ("square", "company", "left"), [("0802", False, True), ("0820", False, False), ("0802", True, False)]
)
def test_37_2_only_a_general_in_reach_recovers_and_never_a_company(square: str, company: bool, left: bool) -> None:
    counters = ["FR_sharpshooters"] if company else ["FR_line", "FR_line"]
    t = Table({"A1": (counters, "march", "0804", "south"), **FOE}, generals={"AG0": ("gold", square)})
    t.set("A1", routed=True).roll(6)
    rally.judge_routed(t.s, t.piece("A1"))
    assert bool(t.look("A1").squares) is left
    if left:
        assert (t.look("A1").facing, t.look("A1").damage, t.look("A1").routed) == (0, 2, False)


def test_37_1_a_second_failure_costs_a_marker_at_the_next_deal() -> None:
    t = Table({"A1": ("FR_line", "march", "0804"), **FOE}, generals={"AG0": ("gold", "0802")}).set("A1", damage=2)
    t.rally().roll(8).play("army_a", "rally A1")
    assert (t.look("A1").damage, t.look("A1").less) == (2, 1)
    assert rally.rally_ban(t.s, t.piece("A1")) is not None  # once a turn


# [18.7] [19.3] [21.6] what may be written, and where scouts look


def test_18_7_a_letter_makes_nobody_back_a_support_a_battery_or_a_decoy() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0303"),
            "A2": ("FR_line", "march", "0903"),
            "A3": ("FR_foot_art", "limbered", "1503"),
            "A4": ("FR_line", "march", "1003"),
            **FOE,
        },
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
    )
    decoy = t.world.decoy_slots[0][0]
    t.s.put(decoy, (at("1202"),), 0, 0)
    t.s.pieces[decoy].group = 40
    t.s.groups[40] = Group(GARRISON, 0, 2, -1, 0)
    assert messages.backable(t.s, t.look("A4").group) == [t.look("A1").group]
    t.orders().play("army_a", f"change {t.group('A4')}", "order support")
    assert t.rules("army_a", f"back {t.group('A2')}") == ["18.7"]


def test_18_1_a_battery_is_given_no_number() -> None:
    t = Table({"A1": ("FR_line", "march", "0303"), "A2": ("FR_foot_art", "limbered", "0902"), **FOE}).orders()
    t.play("army_a", f"change {t.group('A2')}")
    assert t.options("army_a") == ["order garrison", "order support", "order reserve"]
    assert t.rules("army_a", "order column") == ["18.1"]


def test_21_6_one_new_sequence_at_a_time() -> None:
    pieces = {f"A{n}": ("FR_line", "march", f"{n * 3:02d}03") for n in range(1, 4)}
    t = Table(pieces | FOE, groups={f"gA{n}": ("column", f"A{n}", n) for n in range(1, 4)}).orders()
    t.play("army_a", f"resequence {t.group('A3')}", "number 1")
    assert not any(text.startswith("resequence") for text in t.options("army_a"))


def test_19_3_a_scout_looks_at_the_front_line_alone() -> None:
    t = Table({"A1": ("FR_line", "march", "0802"), "B1": ("AU_line", "march", "0818")}, options={"fog_of_war": True})
    sight.cover_up(t.s)
    assert messages.scout_squares(t.s, 0) == [at("0717"), at("0817"), at("0917")]  # rows 12 to 17


# [14.5] [36.4] [42.1] once more


def test_42_1_a_flag_with_a_defender_stays_and_who_takes_one_is_seen() -> None:
    t = Table({"A1": ("FR_line", "march", "0821"), "B1": ("AU_foot_art", "limbered", "0822")}, flags={"B2": "0822"})
    take_flag(t.s, t.piece("A1"), at("0822"))
    assert t.s.captured == [0, 0]
    t.s.remove(t.piece("B1"))
    t.set("A1", hidden=True)
    take_flag(t.s, t.piece("A1"), at("0822"))
    assert t.s.captured == [1, 0]
    assert not t.look("A1").hidden


def test_14_5_disorder_ends_in_its_own_turn() -> None:
    t = Table({"A1": ("FR_line", "march", "0803"), "A2": ("FR_line", "march", "0903"), **FOE})
    t.set("A1", damage=1, expires=t.s.turn).set("A2", damage=1, expires=t.s.turn + 1).open(rally.EndOfTurn())
    assert [(t.look(name).damage, t.look(name).expires) for name in ("A1", "A2")] == [(0, 0), (1, t.s.turn + 1)]


def test_36_4_who_is_in_the_rear_line_falls_back_no_farther_and_guns_are_free() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0805"),
            "A2": ("FR_line", "march", "0907"),
            "A3": ("FR_foot_art", "limbered", "1005"),
            "B1": ("AU_line", "march", "1100"),
        },
        generals={"AG1": ("silver", "0802", "A1 A2 A3")},
        groups={"gA3": ("support", "A3", "gA1")},
    )
    general = t.s.commander(t.general("AG1"))
    general.square, general.back = -1, 3
    gun = plans.new_scheme(t.s, t.piece("A3"))
    assert orders.step_ban(t.s, gun, (at("1006"),), False) is None
    assert orders.step_ban(t.s, plans.new_scheme(t.s, t.piece("A1")), (at("0806"),), False) is not None
    t.open(BeginMovement())
    assert (t.where("A1"), t.look("A1").retreated, t.look("A2").retreated) == ("0805", False, True)
