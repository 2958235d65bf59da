"""An open table: places in whole millimetres, headings in whole tenths of a degree, and oriented rectangles on it.

Heading 0 looks along +y (north), 900 along +x (east), clockwise. What is kept is always whole numbers; sines come from
a table of whole numbers made once, so that a move ends on the same millimetre on every machine. Shapes are shapely
polygons made from those numbers: they answer questions (distance, overlap, area) and are never kept in a state.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, Final

import shapely

FULL: Final = 3600  # tenths of a degree in a circle
QUARTER: Final = 900
HALF: Final = 1800
ONE: Final = 10**9  # the scale of the table of sines
SLACK: Final = 0.5  # millimetres: half the unit of measure; comparisons of lengths forgive so much
Shape = Any  # a shapely geometry: the library brings no types
Point = tuple[int, int]

_FIRST: Final = [round(math.sin(math.radians(i / 10)) * ONE) for i in range(QUARTER + 1)]
_RISE: Final = _FIRST + _FIRST[-2:0:-1]  # the first half of the circle, whole tenths from 0 to 1799
_SINE: Final = _RISE + [-value for value in _RISE]


def sine(heading: int) -> int:
    """The sine of a heading, times ``ONE``."""
    return _SINE[heading % FULL]


def cosine(heading: int) -> int:
    return _SINE[(heading + QUARTER) % FULL]


def ahead(x: int, y: int, heading: int, mm: int) -> Point:
    """The place so far ahead (behind, if negative), to the nearest millimetre."""
    return x + _round(mm * sine(heading)), y + _round(mm * cosine(heading))


def aside(x: int, y: int, heading: int, mm: int) -> Point:
    """The place so far to the right (left, if negative) of one who looks along the heading."""
    return ahead(x, y, heading + QUARTER, mm)


def _round(scaled: int) -> int:
    """To the nearest whole number, halves away from zero, so that left and right are alike."""
    return (scaled + ONE // 2) // ONE if scaled >= 0 else -((-scaled + ONE // 2) // ONE)


def nearest(mm: float) -> int:
    """A measured length in whole millimetres; halves go up even where measuring fell a hair short of them."""
    return math.floor(mm + 0.500001)


def length(dx: int, dy: int) -> int:
    """The length of a vector, to the nearest millimetre."""
    return (math.isqrt(4 * (dx * dx + dy * dy)) + 1) // 2


def bearing(dx: int, dy: int) -> int:
    """The heading of a vector, to the nearest tenth of a degree (0 for no vector), by whole numbers alone."""
    if dx == 0 and dy == 0:
        return 0
    turn = 0
    while not (dx >= 0 and dy > 0):  # into the first quarter
        dx, dy, turn = -dy, dx, turn + QUARTER
    low, high = 0, QUARTER
    while high - low > 1:
        middle = (low + high) // 2
        if dx * cosine(middle) - dy * sine(middle) >= 0:
            low = middle
        else:
            high = middle
    over, under = dx * cosine(low) - dy * sine(low), dy * sine(high) - dx * cosine(high)
    return ((low if over <= under else high) + turn) % FULL


def turned(before: int, after: int) -> int:
    """The smallest turn from one heading to another: negative to the left; half a circle counts as left."""
    return (after - before + HALF) % FULL - HALF


def arc(radius: int, angle: int) -> int:
    """The length of an arc, rounded up to the millimetre: 355/113 stands for pi."""
    return -(-radius * abs(angle) * 355 // (HALF * 113))


def circle(x: int, y: int, rx: int, ry: int) -> Shape:
    """An ellipse as a polygon of 72 corners."""
    return shapely.Polygon([(x + rx * sine(h) / ONE, y + ry * cosine(h) / ONE) for h in range(0, FULL, 50)])


@lru_cache(maxsize=50_000)
def rectangle(x: int, y: int, heading: int, left: int, right: int, front: int, back: int) -> Shape:
    """A rectangle around a place, its sides so many half-millimetres to the left, right, front and back of it."""
    s, c = sine(heading) / (2 * ONE), cosine(heading) / (2 * ONE)
    corners = ((-left, front), (right, front), (right, -back), (-left, -back))
    return shapely.Polygon([(x + a * c + b * s, y - a * s + b * c) for a, b in corners])


@lru_cache(maxsize=50_000)
def edge(x: int, y: int, heading: int, left: int, right: int) -> Shape:
    """The line across a heading through a place, so many half-millimetres to its left and right."""
    s, c = sine(heading) / (2 * ONE), cosine(heading) / (2 * ONE)
    return shapely.LineString([(x - left * c, y + left * s), (x + right * c, y - right * s)])


def local(x: int, y: int, heading: int, px: float, py: float) -> tuple[float, float]:
    """A point as one at (x, y) who looks along the heading sees it: how far to the right, how far ahead."""
    s, c = sine(heading) / ONE, cosine(heading) / ONE
    dx, dy = px - x, py - y
    return dx * c - dy * s, dx * s + dy * c


@lru_cache(maxsize=20_000)
def outline(x: int, y: int, heading: int, left: int, right: int, front: int, back: int) -> tuple[Point, ...]:
    """The corners of ``rectangle`` in whole millimetres."""
    s, c = sine(heading), cosine(heading)
    found = ((-left, front), (right, front), (right, -back), (-left, -back))
    return tuple([(x + _round((a * c + b * s) // 2), y + _round((b * c - a * s) // 2)) for a, b in found])


def corners(shape: Shape) -> list[list[int]]:
    """A polygon's outline in whole millimetres, for views."""
    return [[round(a), round(b)] for a, b in shape.exterior.coords[:-1]]
