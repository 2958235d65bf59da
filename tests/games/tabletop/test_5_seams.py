"""Chapters 5 to 8 at their seams: what single lines about ways, wheels and sight allow and refuse."""

from __future__ import annotations

import pytest

from grognard.games.tabletop.rules import orders, rally, sight
from grognard.games.tabletop.rules.figures import pose
from grognard.games.tabletop.rules.movement import moves, paces, pathing
from grognard.games.tabletop.rules.movement.pathing import Leg
from grognard.games.tabletop.rules.movement.room import Room
from grognard.games.tabletop.world.world import MOVE
from toolkit_tabletop import Table, U

# [5.20] the ways that are tried


@pytest.mark.parametrize("right", [-1, 0, 1])
def test_5_20_a_place_straight_ahead_is_tried_by_an_advance_and_a_millimetre_less(right: int) -> None:
    t = Table({"A-1": U(500, 300)})
    found = list(pathing.ways(t.s, 0, pose(t.s, 0), 500 + right, 350, 0))
    assert found[:2] == [[Leg("advance", 50)], [Leg("advance", 49)]]


def test_5_20_a_place_a_millimetre_ahead_is_one_advance() -> None:
    t = Table({"A-1": U(500, 300)})
    found = list(pathing.ways(t.s, 0, pose(t.s, 0), 500, 301, 0))
    assert found[0] == [Leg("advance", 1)]
    assert [Leg("advance", 0)] not in found


def test_5_20_a_place_straight_behind_is_tried_backward_and_then_with_an_about_face() -> None:
    t = Table({"A-1": U(500, 300)})
    found = list(pathing.ways(t.s, 0, pose(t.s, 0), 500, 270, 0))
    assert found[0] == [Leg("back", 30)]
    assert [legs[0].verb for legs in found[1:]] == ["turn", "wheel", "wheel"]
    assert [legs[-1].verb for legs in found[1:]] == ["wheel", "turn", "wheel"]


def test_5_20_a_place_beside_it_is_tried_by_a_shift() -> None:
    t = Table({"A-1": U(500, 300)})
    for forward in (-1, 0, 1):
        assert next(pathing.ways(t.s, 0, pose(t.s, 0), 530, 300 + forward, 0)) == [Leg("shift", 30)]
    assert [Leg("shift", 30)] not in pathing.ways(t.s, 0, pose(t.s, 0), 530, 302, 0)


def test_5_20_a_place_ahead_is_tried_by_wheels_before_an_about_face() -> None:
    t = Table({"A-1": U(500, 300)})
    found = list(pathing.ways(t.s, 0, pose(t.s, 0), 540, 360, 0))
    assert found[0][0].verb == "wheel"
    assert "turn" in [leg.verb for legs in found[1:] for leg in legs]


def test_5_20_where_no_way_is_legal_the_first_one_is_refused() -> None:
    t = Table({"A-1": U(500, 300)})
    found = pathing.route(t.s, 0, 500, 900, 0)
    assert found.legs == [Leg("advance", 600)]
    assert [rule for rule, _, _ in found.reasons] == ["5.8"]


# [5.8] [5.9] what a move pays for


def test_5_8_who_can_pay_for_one_millimetre_goes_one() -> None:
    t = Table({"A-1": U(500, 300)})
    p = pose(t.s, 0)
    each = paces.rate(t.s, 0, p, paces.ground_here(t.s, p))
    for millimetres in (0, 1, 2, 7):
        assert paces.furthest(t.s, 0, p._replace(left=millimetres * each)) == millimetres


def test_5_9_the_widest_wheel_is_what_the_outer_end_of_the_front_can_walk() -> None:
    t = Table({"A-1": U(500, 300)})
    region = moves.StepRegion(t.s, Room(t.s, 0), "wheel", 1)
    p = pose(t.s, 0)
    mm = paces.millimetres(t.s, 0, p, p.left)
    width = paces.layout_of(t.s, 0, p).width
    assert region.most() == min(1800, int(mm * 1800 / (width * 355 / 113)))
    assert paces.arc(width, region.most()) <= mm


def test_8_12_the_move_of_a_winner_leaves_no_less_than_nothing() -> None:
    t = Table({"A-1": U(500, 300)})
    p = pose(t.s, 0)
    cost = 40 * paces.rate(t.s, 0, p, paces.ground_here(t.s, p))
    for left, after in ((0, 0), (cost, 0), (MOVE, MOVE - cost)):
        t = Table({"A-1": U(500, 300)})
        t.unit("A-1").left = left
        rally.go(t.s, 0, 40, "follows_up")
        assert (t.where("A-1"), t.unit("A-1").left) == ((500, 340, 0), after)


# [5.17] [7.4] generals and sight


@pytest.mark.parametrize(("own", "enemy"), [("A", "B"), ("B", "A")])
def test_5_17_no_general_rides_up_to_an_enemy(own: str, enemy: str) -> None:
    t = Table({f"{enemy}-1": U(900, 700), f"{own}-1": U(300, 300)})
    (general,) = [g for g, (side, *_) in enumerate(t.world.generals) if side == "AB".index(own)]
    at = t.s.generals[general]
    at.x, at.y = 900, 600
    u = t.u(f"{enemy}-1")
    assert orders.ride_reasons(t.s, general, 900, 690) == [("5.17", "general_near_enemy", (general, u))]
    assert orders.ride_reasons(t.s, general, 900, 620) == []


def test_7_9_the_arc_begins_at_both_ends_of_the_front() -> None:
    body = sight.fan(500, 300, 0, 100, 200, 450)
    corners = [(round(x), round(y)) for x, y in body.exterior.coords[:-1]]
    assert corners[0] == (450, 300)
    assert corners[3] == (550, 300)
    assert corners[1:3] == [(251, 499), (749, 499)]
