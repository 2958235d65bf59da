"""Squares: distances, bearings, lines, fields."""

from __future__ import annotations

import pytest

from grognard.board import squares
from grognard.board.squares import EAST, FLANK, FRONT, NORTH, REAR, SOUTH, WEST, Field, square


def test_distance_counts_diagonals_as_one() -> None:
    assert squares.distance(square(3, 3), square(7, 5)) == 4
    assert squares.nearest((square(0, 0), square(5, 5)), (square(6, 7),)) == 2


@pytest.mark.parametrize(
    ("facing", "front", "beside", "rear"),
    [
        (NORTH, (5, 6), (6, 5), (4, 4)),
        (EAST, (6, 4), (5, 6), (4, 6)),
        (SOUTH, (6, 4), (4, 5), (5, 6)),
        (WEST, (4, 6), (5, 4), (6, 5)),
    ],
)
def test_bearings_by_facing(
    facing: int, front: tuple[int, int], beside: tuple[int, int], rear: tuple[int, int]
) -> None:
    found = [squares.bearing(square(5, 5), facing, square(*at)) for at in (front, beside, rear)]
    assert found == [FRONT, FLANK, REAR]
    assert square(*front) in squares.ahead_of(square(5, 5), facing)
    assert square(*rear) in squares.behind(square(5, 5), facing)


def test_lines_pass_through_interiors_and_not_through_corners() -> None:
    assert squares.between(square(0, 0), square(3, 3)) == (square(1, 1), square(2, 2))
    assert squares.between(square(0, 0), square(2, 1)) == (square(1, 0), square(1, 1))
    assert squares.between(square(5, 5), square(5, 6)) == ()


@pytest.mark.parametrize("goal", [(9, 2), (0, 7), (3, 11), (12, 12)])
def test_a_line_is_the_same_from_both_ends(goal: tuple[int, int]) -> None:
    one, other = square(6, 6), square(*goal)
    assert squares.between(one, other) == tuple(reversed(squares.between(other, one)))


def test_a_field_has_its_squares_and_sectors() -> None:
    field = Field(18, 12)
    assert len(field.squares) == 216
    assert not field.has(square(18, 0))
    assert not field.has(-1)
    assert len(field.near[square(0, 0)]) == 3
    assert len(field.near[square(5, 5)]) == 8
    assert squares.sector(square(17, 11)) == 11
    assert len(field.sector_squares(11)) == 36
    assert all(squares.sector(sq) == 11 for sq in field.sector_squares(11))


def test_the_ring_of_a_set() -> None:
    field = Field(18, 12)
    ring = squares.ring(1 << square(0, 0)) & field.board
    assert [sq for sq in field.squares if ring >> sq & 1] == [square(0, 0), square(1, 0), square(0, 1), square(1, 1)]


def test_facing_towards_a_goal() -> None:
    assert squares.facing_to(square(5, 5), square(5, 9), EAST) == NORTH
    assert squares.facing_to(square(5, 5), square(9, 6), NORTH) == EAST
    assert squares.facing_to(square(5, 5), square(6, 6), EAST) == EAST
    assert squares.facing_to(square(5, 5), square(6, 4), NORTH) == SOUTH
