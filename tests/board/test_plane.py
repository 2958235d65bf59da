"""The open table: sines, bearings, rectangles. Whole numbers that come out the same everywhere."""

from __future__ import annotations

import hashlib
import math

import pytest

from grognard.board.plane import (
    FULL,
    ONE,
    ahead,
    arc,
    aside,
    bearing,
    circle,
    corners,
    cosine,
    edge,
    length,
    local,
    nearest,
    outline,
    rectangle,
    sine,
    turned,
)


def test_the_table_of_sines_is_the_same_on_every_machine() -> None:
    text = ",".join(str(sine(h)) for h in range(FULL))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "1d9ff8a3151d51f4"
    assert all(abs(sine(h) - math.sin(math.radians(h / 10)) * ONE) <= 0.51 for h in range(FULL))
    assert all(sine(h) ** 2 + cosine(h) ** 2 == pytest.approx(ONE * ONE, rel=1e-8) for h in range(0, FULL, 7))


def test_headings_go_clockwise_from_north() -> None:
    assert [ahead(0, 0, h, 100) for h in (0, 900, 1800, 2700)] == [(0, 100), (100, 0), (0, -100), (-100, 0)]
    assert aside(0, 0, 0, 30) == (30, 0)
    assert aside(0, 0, 900, 30) == (0, -30)
    assert ahead(5, 5, 450, -100) == (5 - 71, 5 - 71)


def test_left_and_right_round_alike() -> None:
    for h in range(0, FULL, 13):
        x, y = ahead(0, 0, h, 77)
        assert ahead(0, 0, h + 1800, 77) == (-x, -y)
        assert ahead(0, 0, h, -77) == (-x, -y)


def test_a_bearing_is_the_heading_that_leads_there() -> None:
    for h in range(FULL):
        assert bearing(*ahead(0, 0, h, 100_000)) == h
    assert bearing(0, 0) == 0
    assert bearing(1, 1) == 450
    assert bearing(-3, 0) == 2700


def test_the_smaller_turn_is_taken() -> None:
    assert turned(100, 3500) == -200
    assert turned(3500, 100) == 200
    assert turned(0, 1800) == -1800
    assert turned(900, 900) == 0


def test_lengths_and_arcs() -> None:
    assert length(3, 4) == 5
    assert length(1, 1) == 1
    assert length(7, 7) == 10
    assert arc(100, 900) == 158
    assert arc(100, -900) == 158
    assert arc(50, 10) == 1


def test_halves_go_up_and_a_hair_less_than_half_too() -> None:
    assert [nearest(mm) for mm in (10.4, 10.5, 10.4999999, 10.6, 0.0)] == [10, 11, 11, 11, 0]


def test_a_rectangle_stands_behind_its_front() -> None:
    assert corners(rectangle(100, 200, 0, 100, 100, 0, 60)) == [[50, 200], [150, 200], [150, 170], [50, 170]]
    assert corners(rectangle(100, 200, 900, 100, 100, 0, 60)) == [[100, 250], [100, 150], [70, 150], [70, 250]]
    assert rectangle(0, 0, 333, 100, 100, 20, 60).area == pytest.approx(100 * 40)
    assert edge(0, 0, 0, 50, 50).length == pytest.approx(50)


def test_local_sees_right_and_ahead() -> None:
    assert local(10, 10, 900, 30, 10) == pytest.approx((0, 20))
    assert local(10, 10, 900, 10, 30) == pytest.approx((-20, 0))


def test_an_ellipse_has_seventy_two_corners() -> None:
    assert len(corners(circle(0, 0, 160, 80))) == 72
    assert circle(0, 0, 160, 80).area == pytest.approx(math.pi * 160 * 80, rel=0.01)


def test_an_outline_is_the_rectangle_in_whole_numbers() -> None:
    for heading in range(0, FULL, 77):
        exact = rectangle(100, 200, heading, 51, 49, 7, 60).exterior.coords[:4]
        assert [
            abs(a - x) <= 0.51 and abs(b - y) <= 0.51
            for (a, b), (x, y) in zip(outline(100, 200, heading, 51, 49, 7, 60), exact, strict=True)
        ] == [True] * 4
