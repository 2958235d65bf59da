"""Chapter 19 from the other side: what may lie under the counters that show only their backs."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from grognard.board.squares import RIGHT, distance
from grognard.games.merde.rules import sight
from grognard.games.merde.rules.unseen import Place, Unseen
from grognard.games.merde.rules.withdraw import FollowBack, GoBack
from grognard.games.merde.world.lexicon import (
    FACINGS,
    FORMATIONS,
    GARRISON,
    GROUPS,
    LINE,
    MOVE_COLUMN,
    OPEN,
    RESERVE,
    SUPPORT,
)
from grognard.games.merde.world.pieces import ATTACK_LESS, Group
from grognard.games.merde.world.state import MOVING, RALLYING, SHELLING, Battle
from grognard.games.merde.world.world import DECOY
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame
from toolkit_merde import Rest, Table, at, state_action
from walks_merde import check_merde

FOG = {"fog_of_war": True}
FAR = {"A1": ("FR_line", "march", "0801")}
TIMES = 24


def laid(pieces: dict[str, tuple[Any, ...]], decoys: dict[str, tuple[int, int]] | None = None, **more: Any) -> Table:
    """Army B far away and flag side up; ``decoys``: square -> order and number of the marker beside it."""
    t = Table(FAR | pieces, options=FOG, **more)
    for slot, (name, (order, number)) in zip(t.world.decoy_slots[1], (decoys or {}).items(), strict=False):
        group = next(g for g in range(2 * GROUPS - 1, GROUPS, -1) if t.s.groups[g] is None)
        t.s.put(slot, (at(name),), 0, t.world.ahead[1])
        t.s.pieces[slot].group, t.s.pieces[slot].men = group, ()
        t.s.groups[group] = Group(order, number, int(name[:2]) // 6, -1, 0)
    sight.cover_up(t.s)
    return t


def guesses(t: Table, times: int = TIMES, side: int = 0) -> list[Battle]:
    """What a side may think, each time looking to it as the truth does, and each lawful."""
    found, name = [], t.match.sides[side]
    for n in range(times):
        one = t.match.imagine(name, random.Random(n))
        assert one.view(name) == t.match.view(name)
        assert isinstance(one.state, Battle)
        check_merde(one.state)
        assert markers(one.state, 1 - side) == markers(t.s, 1 - side)
        found.append(one.state)
    return found


def markers(s: Battle, side: int) -> dict[int, tuple[int, int]]:
    """The Command marker beside each hidden square of a side."""
    hidden = [p for p in s.alive(side) if s.pieces[p].hidden]
    return {sq: (s.group_of(p).order, s.group_of(p).number) for p in hidden for sq in s.pieces[p].squares}


def decoy_squares(s: Battle) -> set[int]:
    return {s.pieces[p].squares[0] for p in s.alive(1) if s.arm(p) == DECOY}


def wide(s: Battle) -> list[tuple[int, ...]]:
    return [s.pieces[p].squares for p in s.troops(1) if len(s.pieces[p].squares) == 2]


# [13.3] [13.7] two squares for one counter


def test_19_1_two_squares_are_a_line_or_a_column_beside_a_decoy() -> None:
    t = laid({"B1": ("AU_line", "line", "0820 0920")})
    found = guesses(t)
    assert {len(decoy_squares(s)) for s in found} == {0, 1}
    for s in found:
        p = s.pieces[t.piece("B1")]
        if decoy_squares(s):
            assert p.formation not in (LINE, OPEN)
        else:
            assert (p.formation, p.squares, FACINGS[p.facing]) == (LINE, (at("0920"), at("0820")), "south")


@pytest.mark.parametrize("squares", ["0820 0821", "0821 0820"])
def test_13_3_a_line_on_two_ranks_looks_east_or_west(squares: str) -> None:
    t = laid({"B1": ("AU_line", "line", squares, "east" if squares == "0821 0820" else "west")})
    fronts = set()
    for s in guesses(t):
        p = s.pieces[t.piece("B1")]
        if len(p.squares) == 2:
            fronts.add(FACINGS[p.facing])
            assert p.squares[1] - p.squares[0] == RIGHT[p.facing]
    assert fronts == {"east", "west"}


@pytest.mark.parametrize(
    ("counter", "squares", "parted"),
    [
        ("AU_light", "0820 0921", True),
        ("AU_light", "0820 1120", True),
        ("AU_light", "0820 1220", False),
        ("AU_line", "0820 0921", False),
    ],
)
def test_13_7_only_light_troops_stand_apart_and_never_more_than_three_squares(
    counter: str, squares: str, parted: bool
) -> None:
    one, other = squares.split()
    t = laid({"B1": (counter, "march", one)}, {other: (GARRISON, 0)})
    found = guesses(t)
    assert any(wide(s) for s in found) is parted
    assert any(decoy_squares(s) for s in found)
    for s in found:
        for pair in wide(s):
            assert s.pieces[t.piece("B1")].formation == OPEN
            assert distance(*pair) <= 3


def test_19_1_two_squares_of_one_counter_share_its_marker() -> None:
    t = laid(
        {
            "B1": ("AU_line", "march", "0820"),
            "B2": ("AU_line", "march", "0920"),
            "B3": ("AU_line", "line", "1420 1520"),
        },
        groups={"gB1": ("column", "B1", 1), "gB2": ("column", "B2", 2)},
    )
    for s in guesses(t):
        assert all(pair == (at("1520"), at("1420")) for pair in wide(s))


def test_13_3_a_line_in_a_wood_is_not_thought_of() -> None:
    t = laid({"B1": ("AU_line", "march", "0820")}, {"0920": (GARRISON, 0)}, terrain={"wood": "0820"})
    assert {len(wide(s)) for s in guesses(t)} == {0}
    assert {len(wide(s)) for s in guesses(laid({"B1": ("AU_line", "march", "0820")}, {"0920": (GARRISON, 0)}))} == {
        0,
        1,
    }


def test_19_1_one_battalion_alone_holds_one_square() -> None:
    t = laid({"B1": (("AU_line",), "march", "0820")}, {"0920": (GARRISON, 0)})
    assert {len(wide(s)) for s in guesses(t)} == {0}


def test_19_2_what_is_more_than_four_decoys_are_lines() -> None:
    rows = ("0820 0920", "1020 1120", "1320 1420", "0822 0922", "1122 1222", "1422 1522")
    t = laid({f"B{n}": ("AU_line", "line", squares) for n, squares in enumerate(rows, 1)})
    found = guesses(t)
    assert all(len(decoy_squares(s)) == 6 - len(wide(s)) <= 4 for s in found)
    assert {len(wide(s)) for s in found} == {2, 3, 4}


@pytest.mark.parametrize(("level", "most"), [("gold", 4), ("silver", 2)])
def test_19_2_the_commander_in_chief_says_how_many_decoys_there_may_be(level: str, most: int) -> None:
    rows = ("0820 0920", "1120 1220", "1420 1520", "0822 0922", "1122 1222", "1422 1522")
    pieces = {f"B{n}": ("AU_line", "line", squares) for n, squares in enumerate(rows, 1)}
    found = guesses(laid(pieces, generals={"BG0": (level, "0023")}))
    assert max(len(decoy_squares(s)) for s in found) <= most
    assert min(len(wide(s)) for s in found) == 6 - most
    fewest = [sorted(wide(s)) for s in found if len(wide(s)) == 6 - most]
    assert any(pairs != fewest[0] for pairs in fewest)  # any of them may be the decoys


class Unlucky(random.Random):
    """Lays first what leaves squares over: of four in a row the two in the middle."""

    def sample(self, population: Any, k: int, **more: Any) -> list[Any]:
        found = super().sample(population, k, **more)
        return sorted(found, key=lambda each: not (getattr(each, "squares", (0,))[0] & 1))


@pytest.mark.parametrize("counter", ["AU_line", "AU_light"])
def test_19_2_lines_are_found_also_where_the_first_ones_leave_too_few_squares(counter: str) -> None:
    rows = ("0818 0918", "1018 1118", "0820 0920", "1020 1120", "0822 0922", "1022 1122")
    pieces = {f"B{n}": (counter, "line", squares) for n, squares in enumerate(rows, 1)}
    t = laid(pieces, generals={"BG0": ("silver", "0023")})
    for n in range(6):
        s = t.match.imagine("army_a", Unlucky(n)).state
        assert isinstance(s, Battle)
        check_merde(s)
        assert len(wide(s)) == 6 - len(decoy_squares(s)) >= 4
        assert len({sq for pair in wide(s) for sq in pair}) == 2 * len(wide(s))


def test_19_2_four_squares_with_one_number_are_two_lines_and_no_decoys() -> None:
    """Two squares in the middle would be a line as well, but leave two of which neither can be a decoy."""
    t = laid(
        {"B1": ("AU_line", "line", "0820 0920"), "B2": ("AU_line", "line", "1020 1120")},
        groups={"gB1": ("column", "B1 B2", 1)},
    )
    assert {(len(wide(s)), len(decoy_squares(s))) for s in guesses(t)} == {(2, 0)}


def test_19_1_as_many_counters_as_squares_are_no_lines() -> None:
    t = laid({"B1": ("AU_line", "march", "0820"), "B2": ("AU_line", "march", "0920")})
    assert all(not wide(s) for s in guesses(t))


def test_13_7_no_more_counters_stand_apart_than_there_are_light_regiments() -> None:
    t = laid(
        {"B1": ("AU_light", "march", "0820"), "B2": ("AU_line", "march", "1420")},
        {"0922": (GARRISON, 0), "1522": (GARRISON, 0)},
    )
    assert {len(wide(s)) for s in guesses(t, 40)} == {0, 1}


# [19.2] decoys


def test_19_2_a_decoy_has_a_marker_of_its_own() -> None:
    t = laid(
        {
            "B1": ("AU_line", "march", "0420"),
            "B2": ("AU_line", "march", "0620"),
            "B3": ("AU_line", "march", "0820"),
            "B4": ("AU_line", "march", "1020"),
            "B5": ("AU_line", "march", "1220"),
            "B6": ("AU_line", "march", "1420"),
            "B7": ("AU_line", "march", "1620"),
        },
        {"0422": (MOVE_COLUMN, 7)},
        groups={
            "gB1": ("column", "B1 B2", 1),
            "gB3": ("column", "B3", 2),
            "gB4": ("line", "B4", 3),
            "gB5": ("reserve", "B5"),
            "gB6": ("support", "B6", "gB3"),
        },
    )
    found = guesses(t, 40)
    assert all(len(decoy_squares(s)) == 1 for s in found)
    assert {sq for s in found for sq in decoy_squares(s)} == {at("0820"), at("1620"), at("0422")}
    for s in found:
        for p in s.alive(1):
            if s.arm(p) == DECOY:
                assert s.members(s.pieces[p].group) == [p]
                assert s.pieces[p].post == s.pieces[p].squares
                assert FACINGS[s.pieces[p].facing] == "south"


def test_19_2_a_number_that_is_seen_elsewhere_is_no_decoys() -> None:
    t = laid(
        {"B1": ("AU_line", "march", "0305"), "B2": ("AU_line", "march", "0820"), "B3": ("AU_line", "march", "1420")},
        {"1422": (GARRISON, 0)},
        groups={"gB1": ("column", "B1 B2", 1), "gB3": ("reserve", "B3")},
    )
    assert not t.look("B1").hidden
    for s in guesses(t):
        assert decoy_squares(s) == {at("1422")}
        assert s.group_of(t.piece("B1")).supports == -1  # he backs nobody, as everybody sees


def test_19_2_a_decoys_group_has_nothing_of_the_battle_as_written() -> None:
    t = laid({"B1": ("AU_line", "march", "1420")}, {"0822": (GARRISON, 0)}, groups={"gA1": ("garrison", "A1", 1, 2)})
    for s in guesses(t):
        for p in s.alive(1):
            if s.arm(p) == DECOY:
                assert s.group_of(p).column == (s.pieces[p].squares[0] & 63) // 6
                assert s.group_of(p).supports < 0


def test_19_2_a_decoy_that_was_seen_is_gone() -> None:
    t = laid({"B1": ("AU_line", "march", "0820"), "B2": ("AU_line", "march", "1420")}, {"1422": (GARRISON, 0)})
    slot = t.world.decoy_slots[1][0]
    t.s.pieces[slot].hidden = True
    sight.uncover(t.s, slot)
    assert all(not decoy_squares(s) for s in guesses(t))


# who lies where


def test_19_1_most_likely_everybody_lies_where_the_battle_as_written_has_him() -> None:
    t = laid(
        {"B1": ("AU_line", "march", "0220"), "B2": ("AU_line", "march", "1520"), "B3": ("AU_light", "march", "0922")},
        groups={"gB1": ("column", "B1", 1), "gB2": ("column", "B2", 2), "gB3": ("column", "B3", 3)},
    )
    found = guesses(t, 100)
    for name in ("B1", "B2", "B3"):
        spots = Counter([s.pieces[t.piece(name)].squares for s in found])
        assert spots.most_common(1)[0][0] == t.look(name).squares
        assert 70 < spots[t.look(name).squares] < 100


def test_19_1_who_has_marched_is_thought_to_lie_with_his_order() -> None:
    """Two regiments have changed places: the marker with the number speaks for the one that has it as written."""
    t = laid(
        {"B1": ("AU_line", "march", "0820"), "B2": ("AU_line", "march", "1020")},
        groups={"gB1": ("column", "B1", 1), "gB2": ("column", "B2", 2)},
    )
    t.s.put(t.piece("B1"), (at("1420"),), 0, 2)
    t.s.put(t.piece("B2"), (at("1422"),), 0, 2)
    for name in ("B1", "B2"):
        t.look(name).hidden = True
    found = guesses(t, 100)
    assert 70 < sum([s.pieces[t.piece("B1")].squares == (at("1420"),) for s in found]) < 100


@pytest.mark.parametrize("number", [1, 7])
@pytest.mark.parametrize("counter", ["AU_foot_art", "AU_position_art"])
def test_19_1_guns_are_hardly_ever_thought_to_march(counter: str, number: int) -> None:
    t = laid(
        {"B1": ("AU_line", "march", "0820"), "B2": (counter, "unlimbered", "0822")},
        groups={"gB1": ("column", "B1", number), "gB2": ("garrison", "B2")},
    )
    t.s.groups[t.look("B1").group], t.s.groups[t.look("B2").group] = (
        t.s.group_of(t.piece("B2")),
        t.s.group_of(t.piece("B1")),
    )
    assert sum([s.order_of(t.piece("B2")) == MOVE_COLUMN for s in guesses(t, 60)]) <= 6


def test_19_1_losses_hands_and_faces_of_those_who_lie_hidden() -> None:
    t = laid(
        {"B1": ("AU_line", "march", "0820"), "B2": ("AU_line", "march", "1420"), "B3": ("AU_line", "march", "0222")}
    )
    t.s.remove(t.piece("B3"))
    t.hand("B1", (2, 3), (4, 4))
    for s in guesses(t):
        assert s.pieces[t.piece("B3")].gone
        assert not s.pieces[t.piece("B3")].squares
        assert (len(s.pieces[t.piece("B1")].hand), s.pieces[t.piece("B1")].dealt) == (2, True)
        assert (s.pieces[t.piece("B2")].hand, s.pieces[t.piece("B2")].dealt) == ((), False)
        for name in ("B1", "B2"):
            p = s.pieces[t.piece(name)]
            assert p.post == p.squares
            assert p.hidden
            assert p.men == t.look(name).men


# [13] how they stand


@pytest.mark.parametrize(
    ("counter", "formation", "wood", "seen"),
    [
        ("FR_line", "attack", False, {"attack"}),
        ("FR_line", "march", False, {"march"}),
        ("FR_line", "line", False, {"march", "line"}),
        (("FR_line",), "square", False, {"square"}),
        (("FR_line",), "line", True, {"march"}),
    ],
)
def test_13_they_stand_as_written_where_one_square_and_the_ground_allow_it(
    counter: Any, formation: str, wood: bool, seen: set[str]
) -> None:
    squares = "0820 0920" if formation == "line" and isinstance(counter, str) else "0820"
    t = laid({"B1": (counter, formation, squares)}, terrain={"wood": "0820"} if wood else {})
    assert {FORMATIONS[s.pieces[t.piece("B1")].formation] for s in guesses(t)} == seen


@pytest.mark.parametrize(
    ("order", "wood", "seen"),
    [
        (("garrison", "B1"), False, {"unlimbered"}),
        (("garrison", "B1"), True, {"limbered"}),
        (("reserve", "B1"), False, {"limbered", "unlimbered"}),
        (("column", "B1", 1), False, {"limbered", "unlimbered"}),
    ],
)
def test_13_8_a_battery_in_garrison_has_unlimbered_and_others_may_have(
    order: tuple[Any, ...], wood: bool, seen: set[str]
) -> None:
    t = laid(
        {"B1": ("AU_foot_art", "limbered", "0820")}, groups={"gB1": order}, terrain={"wood": "0820"} if wood else {}
    )
    assert {FORMATIONS[s.pieces[t.piece("B1")].formation] for s in guesses(t)} == seen


@pytest.mark.parametrize(
    ("phase", "step", "active"), [(MOVING, 1, ""), (MOVING, 2, "B1"), (MOVING, 5, "B1 B2"), (SHELLING, 1, "B1 B2")]
)
def test_20_1_whose_number_has_been_called_has_moved(phase: int, step: int, active: str) -> None:
    t = laid(
        {"B1": ("AU_line", "march", "0820"), "B2": ("AU_line", "march", "1420"), "B3": ("AU_line", "march", "0222")},
        groups={"gB1": ("column", "B1", 2), "gB2": ("line", "B2", 5)},
    )
    t.s.phase, t.s.step = phase, step
    called = {at({"B1": "0820", "B2": "1420"}[name]) for name in active.split()}
    for s in guesses(t):
        assert {s.pieces[p].squares[0] for p in s.troops(1) if s.pieces[p].active} == called


@pytest.mark.parametrize(("square", "turn", "out"), [("0808", 1, True), ("0814", 1, False), ("0808", 0, False)])
def test_10_2_whoever_lies_far_from_his_general_is_out_of_command(square: str, turn: int, out: bool) -> None:
    t = laid(
        {"B1": ("AU_line", "march", "0820"), "B2": ("AU_foot_art", "unlimbered", "0821")},
        generals={"BG0": ("gold", "0023"), "BG1": ("bronze", square, "B1 B2")},
        turn=turn,
    )
    radius = t.s.commander(t.general("BG1")).radius
    assert (distance(at(square), at("0820")) > radius) is (square == "0808")
    for s in guesses(t):
        one, other = s.pieces[t.piece("B1")], s.pieces[t.piece("B2")]
        assert (one.out, one.damage) == (out, ATTACK_LESS if out else 0)
        assert (other.out, other.damage) == (out, 0)


def test_10_2_exactly_at_the_end_of_the_radius_one_is_in_command() -> None:
    t = laid({"B1": ("AU_line", "march", "0820")}, generals={"BG0": ("gold", "0023"), "BG1": ("bronze", "0820", "B1")})
    general = t.s.commander(t.general("BG1"))
    general.square = at(f"08{20 - general.radius:02d}")
    assert not any(s.pieces[t.piece("B1")].out for s in guesses(t, 4))
    general.square -= 64
    assert all(s.pieces[t.piece("B1")].out for s in guesses(t, 4))


def test_10_2_a_general_in_the_very_corner_commands_as_any_other() -> None:
    t = laid(
        {"A1": ("FR_line", "march", "1722"), "B1": ("AU_line", "march", "0001")},
        generals={"AG0": ("gold", "1723"), "BG0": ("gold", "0023"), "BG1": ("bronze", "0000", "B1")},
    )
    assert not any(s.pieces[t.piece("B1")].out for s in guesses(t, 4))


# [6.1] groups


def test_6_1_counters_with_one_number_are_one_group_with_the_column_as_written() -> None:
    t = laid(
        {
            "B1": ("AU_line", "march", "0820"),
            "B2": ("AU_line", "march", "0821"),
            "B3": ("AU_line", "march", "0302"),
            "B4": ("AU_line", "march", "0222"),
        },
        groups={"gB1": ("column", "B1 B2", 1, 2), "gB3": ("column", "B3 B4", 4, 0)},
    )
    assert not t.look("B3").hidden
    for s in guesses(t):
        of = {sq: s.pieces[p].group for p in s.troops(1) for sq in s.pieces[p].squares}
        assert of[at("0820")] == of[at("0821")] != of[at("0222")]
        assert of[at("0222")] == of[at("0302")] == t.look("B3").group
        assert s.group(of[at("0820")]).column in (2, 0)
    assert {s.group(s.pieces[t.piece("B1")].group).column for s in guesses(t)} >= {2}


def test_18_5_garrisons_of_two_arms_are_two_groups_and_hold_the_sector_where_they_lie() -> None:
    t = laid(
        {
            "B1": ("AU_line", "march", "0820"),
            "B2": ("AU_foot_art", "unlimbered", "0821"),
            "B3": ("AU_line", "march", "1420"),
        }
    )
    for s in guesses(t):
        for p in s.troops(1):
            assert s.arm(s.members(s.pieces[p].group)[0]) == s.arm(p)
            x, y = s.pieces[p].squares[0] & 63, s.pieces[p].squares[0] >> 6
            assert s.group_of(p).sector == x // 6 + 9 * (y // 6)


def test_6_1_two_garrisons_that_are_one_group_as_written_may_be_so() -> None:
    t = laid(
        {"B1": ("AU_line", "march", "0820"), "B2": ("AU_line", "march", "0821"), "B3": ("AU_line", "march", "0222")},
        groups={"gB1": ("garrison", "B1 B2", 1)},
    )
    for s in guesses(t):
        one, two, three = [s.pieces[t.piece(name)].group for name in ("B1", "B2", "B3")]
        assert one == two == t.look("B1").group
        assert three == t.look("B3").group


@pytest.mark.parametrize(("order", "kept"), [(("column", "B1", 1, 2), True), (("line", "B1", 1, 2), False)])
def test_6_1_column_and_release_are_those_as_written_if_the_order_is(order: tuple[Any, ...], kept: bool) -> None:
    t = laid({"B1": ("AU_line", "march", "0820")}, groups={"gB1": order})
    plan = t.world.plans[t.look("B1").group]
    assert plan is not None
    plan.release = 3
    t.s.group_of(t.piece("B1")).order = MOVE_COLUMN
    for s in guesses(t, 4):
        group = s.group_of(t.piece("B1"))
        assert (group.column, group.release) == ((2, 3) if kept else (1, 0))


def test_18_7_who_has_nobody_left_to_back_backs_nobody() -> None:
    t = laid(
        {"B1": ("AU_line", "march", "0820"), "B2": ("AU_line", "march", "1420")},
        groups={"gB1": ("column", "B1", 1), "gB2": ("support", "B2", "gB1")},
    )
    t.s.remove(t.piece("B1"))
    assert {s.group_of(t.piece("B2")).supports for s in guesses(t)} == {-1}


def test_18_7_army_b_guesses_likewise_also_about_the_very_first_group() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0801"),
            "A2": ("FR_line", "march", "0318"),
            "A3": ("FR_line", "march", "1401"),
            "B1": ("AU_line", "march", "0821"),
        },
        groups={"gA1": ("column", "A1", 1, 2), "gA2": ("support", "A2", "gA1"), "gA3": ("column", "A3", 4)},
        options=FOG,
    )
    sight.cover_up(t.s)
    assert (t.look("A1").group, t.look("A2").hidden, t.look("A1").hidden) == (0, False, True)
    for s in guesses(t, side=1):
        assert s.group_of(t.piece("A2")).supports == 0
        assert all(s.pieces[p].hidden for p in s.members(0))
        assert s.group(0).column in (1, 2)
    assert any(s.group(0).column == 2 for s in guesses(t, side=1))


@pytest.mark.parametrize("hidden", [True, False])
def test_18_7_a_hidden_support_may_back_whom_one_sees_and_one_in_sight_only_the_hidden(hidden: bool) -> None:
    """Whom a support in sight backs would be told, were he seen."""
    where = "1421" if hidden else "0405"
    t = laid(
        {"B1": ("AU_line", "march", "0305"), "B2": ("AU_line", "march", "0821"), "B3": ("AU_line", "march", where)},
        groups={"gB1": ("column", "B1", 1), "gB2": ("column", "B2", 2), "gB3": ("garrison", "B3")},
    )
    group = t.s.group_of(t.piece("B3"))
    group.order, group.supports = SUPPORT, t.look("B2").group
    assert [t.look(name).hidden for name in ("B1", "B2", "B3")] == [False, True, hidden]
    backed = set()
    for s in guesses(t, 40):
        who = next(p for p in s.troops(1) if s.order_of(p) == SUPPORT)
        backed |= {s.pieces[p].hidden for p in s.members(s.group_of(who).supports)}
    assert backed == ({True, False} if hidden else {True})


def test_18_7_whoever_has_been_ordered_to_back_somebody_may_back_any() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0801"),
            "A2": ("FR_line", "march", "0802"),
            "A3": ("FR_line", "march", "1401"),
            "B1": ("AU_line", "march", "0821"),
        },
        groups={"gA1": ("column", "A1", 1), "gA2": ("garrison", "A2"), "gA3": ("column", "A3", 4)},
        options=FOG,
    )
    group = t.s.group_of(t.piece("A2"))
    group.order, group.supports = SUPPORT, t.look("A3").group
    sight.cover_up(t.s)
    numbers = set()
    for s in guesses(t, side=1):
        who = next(p for p in s.troops(0) if s.order_of(p) == SUPPORT)
        numbers.add(s.group(s.group_of(who).supports).number)
    assert numbers == {1, 4}


def test_34_1_whom_a_support_backs_stays_known_where_that_group_has_given_up_its_men() -> None:
    t = laid(
        {"B1": ("AU_line", "march", "0820"), "B2": ("AU_line", "march", "1420"), "B3": ("AU_line", "march", "0305")},
        groups={"gB2": ("column", "B2", 2), "gB3": ("support", "B3", "gB2"), "gB1": ("column", "B1", 1)},
    )
    empty = t.look("B2").group
    t.set("B2", group=t.look("B1").group)
    t.s.group(empty).order = GARRISON
    for s in guesses(t):
        assert s.group_of(t.piece("B3")).supports == empty
        assert not s.members(empty)


def test_18_7_who_is_hidden_and_backs_somebody_backs_whom_the_battle_as_written_says() -> None:
    t = laid(
        {
            "B1": ("AU_line", "march", "0820"),
            "B2": ("AU_line", "march", "1420"),
            "B3": ("AU_light", "march", "0822"),
            "B4": ("AU_foot_art", "unlimbered", "0222"),
        },
        groups={"gB1": ("column", "B1", 1), "gB2": ("column", "B2", 2), "gB3": ("support", "B3", "gB2")},
    )
    for s in guesses(t):
        for p in s.troops(1):
            if s.order_of(p) == SUPPORT:
                backed = s.members(s.group_of(p).supports)
                assert [s.order_of(q) for q in backed] == [MOVE_COLUMN] * len(backed)
                assert backed
    as_written = [s for s in guesses(t) if s.order_of(t.piece("B3")) == SUPPORT]
    assert as_written
    assert all(s.group_of(t.piece("B3")).supports == s.world.group_ids[(1, "gB2")] for s in as_written)


def test_6_1_the_group_of_the_fallen_is_nobodys() -> None:
    t = laid(
        {"B1": ("AU_line", "march", "0820"), "B2": ("AU_line", "march", "1420"), "B3": ("AU_line", "march", "0305")},
        groups={"gB2": ("column", "B2", 2), "gB3": ("support", "B3", "gB2")},
    )
    fallen = t.look("B2").group
    t.s.remove(t.piece("B2"))
    for s in guesses(t):
        assert (s.group(fallen).order, s.group(fallen).number) == (GARRISON, 0)  # forgotten
        assert not s.members(fallen)
        assert s.group_of(t.piece("B3")).supports == fallen  # which everybody sees


def test_6_1_where_all_groups_are_in_use_a_counter_joins_one_with_its_marker() -> None:
    """None of the fallen; where no other has the marker one whom everybody sees."""
    t = laid({"B1": ("AU_line", "march", "0820"), "B2": ("AU_line", "march", "0305")})
    s = t.s.copy()
    s.wake()
    guess, first = Unseen(s, 1), GROUPS
    for g in range(first, first + GROUPS):
        s.groups[g] = Group(MOVE_COLUMN, 2, 0, -1, 0) if g == first + 5 else Group(GARRISON, 0, 0, -1, 0)
    guess.known, guess.dead = {first + 2, first + 3}, {first, first + 1}
    assert guess._new_group(-1, Place((at("0820"),), (MOVE_COLUMN, 2))) == first + 5
    assert guess._new_group(-1, Place((at("0820"),), (GARRISON, 0))) == first + 2
    assert guess._new_group(-1, Place((at("0820"),), (MOVE_COLUMN, 9))) == first + 2
    s.groups[first + 9] = None
    assert guess._new_group(-1, Place((at("0820"),), (RESERVE, 0))) == first + 9
    assert s.group(first + 9).order == RESERVE


def test_19_1_what_is_on_the_agenda_about_hidden_counters_goes_and_nothing_else() -> None:
    """A1 is the very first counter of all."""
    t = Table({"A1": ("FR_line", "march", "0801"), "B1": ("AU_line", "march", "0821")}, options=FOG)
    sight.cover_up(t.s)
    top = FollowBack(t.piece("A1"), ())
    for last, about in ((Rest(), None), (top, top)):
        s = t.s.copy()
        s.wake()
        s.agenda = [Rest(), GoBack(t.piece("A1"), False), GoBack(t.piece("B1"), False), last]
        guess = Unseen(s, 0)
        assert [type(frame).__name__ for frame in s.agenda] == ["Rest", "GoBack", type(last).__name__]
        assert getattr(s.agenda[1], "piece", -1) == t.piece("B1")
        assert guess.about is about


def test_37_1_who_has_rallied_and_what_is_steady_is_known_only_of_those_who_are_seen() -> None:
    t = laid({"B1": ("AU_line", "march", "0820"), "B2": ("AU_line", "march", "0305")})
    hidden, seen, own = t.piece("B1"), t.piece("B2"), t.piece("A1")
    t.s.rallied = [hidden, seen, own]
    t.s.steadied = [t.look("B1").group, t.look("B2").group, t.look("A1").group]
    for s in guesses(t):
        assert s.rallied == [seen, own]
        assert s.steadied == [t.look("B2").group, t.look("A1").group]


# what is asked


@pytest.mark.parametrize("rout", [False, True])
def test_37_4_who_is_asked_to_go_back_may_be_any_who_can(rout: bool) -> None:
    t = laid({"B1": ("AU_line", "march", "0415"), "B2": ("AU_line", "march", "1415")})
    t.s.phase = RALLYING
    t.s.agenda.append(GoBack(t.piece("B1"), rout))
    t.match._wait((1,))
    asked = []
    for s in guesses(t):
        top = s.agenda[-1]
        assert isinstance(top, GoBack)
        assert top.rout is rout
        asked.append(top.piece)
    assert set(asked) == {t.piece("B1"), t.piece("B2")}


def test_37_4_who_may_follow_belongs_to_a_group_of_several() -> None:
    t = laid(
        {"B1": ("AU_line", "march", "0415"), "B2": ("AU_line", "march", "1415"), "B3": ("AU_line", "march", "1422")},
        groups={"gB1": ("column", "B1 B2", 1)},
    )
    t.s.agenda.append(FollowBack(t.piece("B1"), ()))
    t.match._wait((1,))
    spots = set()
    for s in guesses(t):
        top = s.agenda[-1]
        assert isinstance(top, FollowBack)
        assert len(s.members(s.pieces[top.piece].group)) == 2
        spots.add((s.pieces[t.piece("B1")].squares, top.piece))
    assert len(spots) > 2


class Watched(Frame[Battle]):
    """A question to army A whose answers hang on how many squares B1 holds."""

    rule = "19.1"

    def __init__(self, piece: int) -> None:
        self.watched = piece

    def to_act(self, state: Battle) -> tuple[int, ...]:
        return (0,)

    def question(self, state: Battle, side: int) -> tuple[object, ...]:
        return ("watched",)

    def options(self, state: Battle, side: int) -> list[Action]:
        return [state_action("pass"), state_action("done")][: len(state.pieces[self.watched].squares)]


@pytest.mark.parametrize("squares", ["0820 0920", "0820"])
def test_19_1_what_one_may_do_tells_what_lies_there(squares: str) -> None:
    decoys = {"0920": (GARRISON, 0)} if squares == "0820" else {}
    t = laid({"B1": ("AU_line", "line" if len(squares) > 4 else "march", squares)}, decoys)
    t.s.agenda.append(Watched(t.piece("B1")))
    for n in range(TIMES):
        s = t.match.imagine("army_a", random.Random(n)).state
        assert isinstance(s, Battle)
        check_merde(s)
        assert len(s.pieces[t.piece("B1")].squares) == len(squares.split())
        assert len(decoy_squares(s)) == len(decoys)
        assert len([g for g in range(GROUPS, 2 * GROUPS) if s.groups[g] is not None]) == 1 + len(decoys)


def test_37_4_a_question_about_one_who_is_seen_stays_as_it_is() -> None:
    t = laid({"B1": ("AU_line", "march", "0415"), "B2": ("AU_line", "march", "0305")})
    t.s.agenda.append(GoBack(t.piece("B2"), False))
    t.match._wait((1,))
    for s in guesses(t):
        top = s.agenda[-1]
        assert isinstance(top, GoBack)
        assert top.piece == t.piece("B2")


def test_19_1_a_reserve_is_a_group_of_its_own() -> None:
    t = laid(
        {"B1": ("AU_line", "march", "0820"), "B2": ("AU_line", "march", "1420")},
        groups={"gB1": ("reserve", "B1"), "gB2": ("reserve", "B2")},
    )
    for s in guesses(t):
        assert {s.order_of(p) for p in s.troops(1)} == {RESERVE}
        assert s.pieces[t.piece("B1")].group != s.pieces[t.piece("B2")].group
