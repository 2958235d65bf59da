"""Rectangles by plain arithmetic: the answers of shapely for polygons of the same corners, on the edge too."""

from __future__ import annotations

import random

import pytest
import shapely

from grognard.board.plane import HAIR, Rect

SEED = 1815


def some(rng: random.Random) -> Rect:
    """A rectangle such as units and their ways take, often along the sides of the table."""
    heading = rng.choice([0, 900, 1800, 2700, 450, rng.randrange(3600), rng.randrange(3600)])
    wide, deep, more = rng.choice([25, 50, 75, 100, 260]), rng.choice([15, 30, 40, 45]), rng.choice([0, 0, 40, 200])
    less = rng.choice([0, 1])
    slab = (wide - less, wide - less, more - less, 2 * deep - less)
    return Rect(rng.randint(0, 300), rng.randint(0, 300), heading, *slab)


def pairs(number: int) -> list[tuple[Rect, Rect]]:
    rng = random.Random(SEED)
    return [(some(rng), some(rng)) for _ in range(number)]


def test_rectangles_meet_where_their_polygons_do() -> None:
    found = [(a.intersects(b), bool(a.shape.intersects(b.shape))) for a, b in pairs(3000)]
    assert {mine for mine, _ in found} == {True, False}
    assert all(mine == theirs for mine, theirs in found)


@pytest.mark.parametrize(("gap", "meets"), [(-1, True), (0, True), (1, False)])
@pytest.mark.parametrize("heading", [0, 900, 1800, 2700])
def test_rectangles_that_touch_meet(gap: int, meets: bool, heading: int) -> None:
    right = {0: (1, 0), 900: (0, -1), 1800: (-1, 0), 2700: (0, 1)}[heading]
    a = Rect(500, 500, heading, 50, 50, 0, 30)
    b = Rect(500 + right[0] * (50 + gap), 500 + right[1] * (50 + gap), heading, 50, 50, 0, 30)
    assert a.intersects(b) is meets
    assert a.distance(b) == max(0, gap)


def test_distances_are_those_of_their_polygons() -> None:
    for a, b in pairs(2000):
        far = a.shape.distance(b.shape)
        assert a.distance(b) == far
        assert a.away(b) == pytest.approx(far, abs=HAIR)
        assert a.gap(b) <= far + HAIR
        assert a.millimetres(b) == round(far)
        assert not a.apart(b, far + HAIR)


def test_a_limit_is_kept_to_the_last_bit() -> None:
    for a, b in pairs(1000):
        far = a.shape.distance(b.shape)
        assert [a.within(b, limit) for limit in (far, far + 1, 600.5)] == [True, True, far <= 600.5]
        assert not far or not a.within(b, far - 1e-9)


def test_places_are_measured_to_a_rectangle() -> None:
    rng = random.Random(SEED)
    for a, _ in pairs(1000):
        x, y = rng.randint(0, 400), rng.randint(0, 400)
        far = a.shape.distance(shapely.Point(x, y))
        assert a.distance_to(x, y) == pytest.approx(far, abs=HAIR)
        assert a.millimetres_to(x, y) == round(far)
        assert [a.nearer(x, y, limit) for limit in (far, far + 1e-9, 9.5)] == [False, True, far < 9.5]


def test_the_box_and_the_corners_are_those_of_the_polygon() -> None:
    for a, _ in pairs(200):
        assert a.bounds == pytest.approx(a.shape.bounds, abs=HAIR)
        assert a.area == pytest.approx(a.shape.area, abs=HAIR)
        assert a.corners == list(a.shape.exterior.coords[:4])
