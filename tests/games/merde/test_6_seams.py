"""Chapters 6 to 24 at their seams: what single lines about plans, letters, marches and shots allow and refuse."""

from __future__ import annotations

import pytest

from grognard.games.merde.rules import generals, layout, messages, motion, setup
from grognard.games.merde.rules.fire import shelling
from grognard.games.merde.rules.movement import resolve
from grognard.games.merde.world.lexicon import GROUPS, LINE, MARCH, MOVE_COLUMN, RESERVE, SQUARE
from grognard.games.merde.world.pieces import Draft, Letter
from toolkit_merde import Table, at

FOE = {"B1": ("AU_line", "march", "0822")}


# [6] [18] [19] the plan of battle


@pytest.mark.parametrize("side", [0, 1])
def test_18_8_a_piece_joins_the_group_that_its_owner_names(side: int) -> None:
    t = Table({"A1": ("FR_line", "march", "0202"), **FOE})
    plan = layout.Layout()
    plan.member = {0: 0, 1: 1}
    make = t.game.lexicon.make
    assert setup.written(make("join", side * GROUPS + 1), layout.JOINING, side, plan) == [(layout.JOINING, 1)]
    assert setup.written(make("join"), layout.JOINING, side, plan) == [(layout.JOINING, 2)]


def test_19_2_the_order_of_a_decoy_is_written_with_its_number() -> None:
    t = Table({"A1": ("FR_line", "march", "0202"), **FOE})
    make = t.game.lexicon.make

    def note(*words: object) -> list[tuple[int, ...]]:
        return setup.written(make(*words), layout.DECOYING, 0, layout.Layout())

    assert note("order", MOVE_COLUMN) == [(layout.ORDERING, 0, MOVE_COLUMN)]
    assert note("order", RESERVE) == [(layout.DECOYING, 1, RESERVE)]
    assert note("number", MOVE_COLUMN) == [(layout.DECOYING, 2, MOVE_COLUMN)]
    assert note("decoy", at("0202")) == [(layout.DECOYING, 0, at("0202"))]
    assert note("done") == [(layout.DECOYING, -1)]


# [13] [15] formations


def test_15_1_what_nobody_has_learnt_costs_more_than_anybody_has() -> None:
    t = Table({"A1": ("FR_heavy_cav", "march", "0808"), "A2": ("FR_foot_art", "limbered", "1008"), **FOE})
    horse, guns = t.piece("A1"), t.piece("A2")
    assert motion.change_cost(t.s, horse, LINE, SQUARE) == motion.NEVER
    assert motion.front_cost(t.s, horse, SQUARE) == motion.NEVER
    assert motion.front_cost(t.s, guns, MARCH) == motion.change_cost(t.s, guns, 0, 1) == 1


# [21] letters


def test_21_5_a_letter_finds_a_general_in_the_corner_of_the_field() -> None:
    for corner, told in (("0000", ["understanding", "new_order"]), ("", ["new_order"])):
        t = Table(
            {"A1": ("FR_line", "march", "0303"), **FOE},
            generals={"AG1": ("silver", "0000", "A1")},
            groups={"gA1": ("reserve", "A1")},
        )
        general = t.general("AG1")
        t.s.commander(general).square = at(corner) if corner else -1
        t.roll(1)
        messages.deliver(t.s, 0, Letter(t.look("A1").group, MOVE_COLUMN, 1, 4, -1, general))
        assert t.told == told


def test_21_5_a_new_order_in_force_is_not_taken_back() -> None:
    t = Table({"A1": ("FR_line", "march", "0303"), **FOE}, groups={"gA1": ("reserve", "A1")})
    letter = Letter(t.look("A1").group, MOVE_COLUMN, 1, 4, -1, t.world.generals[0][0])
    assert not t.s.revealed
    messages.obey(t.s, 0, letter)
    assert t.s.revealed


def test_21_1_a_group_is_written_to_from_the_turn_of_its_release() -> None:
    t = Table({"A1": ("FR_line", "march", "0303"), **FOE}, groups={"gA1": ("reserve", "A1")}, turn=4)
    group = t.look("A1").group
    for release, key in ((4, "no_messenger"), (5, "not_released")):
        t.s.group(group).release = release
        assert messages.why_not_change(t.s, 0, group)[1] == key


# [20] [38.2] marches and works


def test_38_2_engineers_work_where_their_plan_says() -> None:
    t = Table({"A1": (["FR_engineers"], "march", "0808"), **FOE})
    t.s.drafts = [Draft(), Draft()]
    t.s.drafts[0].notes = [(t.piece("A1"), at("0809"))]
    resolve._ride(t.s)
    assert t.look("A1").trail == (at("0809"),)
    assert [(event.key, event.args) for event in t.s.events] == [("works", (t.piece("A1"), at("0809")))]


# [36] generals


def test_36_3_a_general_in_the_corner_of_the_field_is_with_his_regiment() -> None:
    t = Table({"A1": ("FR_line", "march", "0000"), **FOE}, generals={"AG1": ("silver", "0000", "A1")})
    assert generals.attached(t.s, t.general("AG1"), t.piece("A1"))
    assert not generals.attached(t.s, t.general("AG1"), t.piece("B1"))
    t.s.commander(t.general("AG1")).square = -1
    assert not generals.attached(t.s, t.general("AG1"), t.piece("A1"))


def test_36_4_nobody_succeeds_a_general_for_whom_no_successor_is_due() -> None:
    t = Table({"A1": ("FR_line", "march", "0303"), **FOE}, generals={"AG1": ("silver", "0300", "A1")}, turn=3)
    general = t.s.commander(t.general("AG1"))
    general.square = -1
    for back, due in ((0, False), (3, True), (4, False)):
        general.back = back
        assert bool(generals.successors(t.s, 0)) is due


# [39.2] shells


@pytest.mark.parametrize("blocker", ["A2", "B1"])
def test_39_2_a_way_out_is_free_of_friend_and_enemy(blocker: str) -> None:
    for place, way in (("0807", "0708"), ("0822", "0807")):
        t = Table({"A1": ("FR_line", "march", "0808"), blocker: ("FR_line", "march", place)}, terrain={"farm": "0808"})
        found = shelling.ways_out(t.s, t.piece("A1"))
        assert (at("0807") in found) is (way == "0807")
        assert len(found) == (1 if way == "0807" else 7)
