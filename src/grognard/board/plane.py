"""An open table: places in whole millimetres, headings in whole tenths of a degree, and oriented rectangles on it.

Heading 0 looks along +y (north), 900 along +x (east), clockwise. What is kept is always whole numbers; sines come from
a table of whole numbers made once, so that a move ends on the same millimetre on every machine. Shapes are made from
those numbers: they answer questions (distance, overlap, area) and are never facts of a state. A ``Rect`` answers by
plain arithmetic what is clear; what lies within a hair of the edge is judged by shapely, on polygons of the same
corners.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import shapely

FULL: Final = 3600  # tenths of a degree in a circle
QUARTER: Final = 900
HALF: Final = 1800
ONE: Final = 10**9  # the scale of the table of sines
MIDDLE: Final = ONE // 2
SLACK: Final = 0.5  # millimetres: half the unit of measure; comparisons of lengths forgive so much
HAIR: Final = 0.001  # millimetres: what is nearer to a limit than this is judged by shapely
Shape = Any  # a shapely geometry: the library brings no types
Point = tuple[int, int]

_FIRST: Final = [round(math.sin(math.radians(i / 10)) * ONE) for i in range(QUARTER + 1)]
_RISE: Final = _FIRST + _FIRST[-2:0:-1]  # the first half of the circle, whole tenths from 0 to 1799
_SINE: Final = _RISE + [-value for value in _RISE]
_SINES: Final = [value / ONE for value in _SINE]
_COSINES: Final = _SINES[QUARTER:] + _SINES[:QUARTER]


def sine(heading: int) -> int:
    """The sine of a heading, times ``ONE``."""
    return _SINE[heading % FULL]


def cosine(heading: int) -> int:
    return _SINE[(heading + QUARTER) % FULL]


def sines(heading: int) -> tuple[float, float]:
    """Sine and cosine of a heading from 0 to 3599, as fractions."""
    return _SINES[heading], _COSINES[heading]


def ahead(x: int, y: int, heading: int, mm: int) -> Point:
    """The place so far ahead (behind, if negative), to the nearest millimetre."""
    across, along = mm * _SINE[heading % FULL], mm * _SINE[(heading + QUARTER) % FULL]
    return (
        x + ((across + MIDDLE) // ONE if across >= 0 else -((MIDDLE - across) // ONE)),
        y + ((along + MIDDLE) // ONE if along >= 0 else -((MIDDLE - along) // ONE)),
    )


_PACES: Final = [ahead(0, 0, heading, 1) for heading in range(FULL)]


def pace(x: int, y: int, heading: int) -> Point:
    """The place a millimetre ahead."""
    dx, dy = _PACES[heading % FULL]
    return x + dx, y + dy


def aside(x: int, y: int, heading: int, mm: int) -> Point:
    """The place so far to the right (left, if negative) of one who looks along the heading."""
    return ahead(x, y, heading + QUARTER, mm)


def swung(x: int, y: int, heading: int, half: int, after: int) -> Point:
    """Where a place comes to lie that is turned to another heading around the point so far to its right (left, if
    negative), each rounded to the nearest millimetre."""
    right = (heading + QUARTER) % FULL
    across, along = half * _SINE[right], half * _SINE[(right + QUARTER) % FULL]
    x += (across + MIDDLE) // ONE if across >= 0 else -((MIDDLE - across) // ONE)
    y += (along + MIDDLE) // ONE if along >= 0 else -((MIDDLE - along) // ONE)
    right = (after + QUARTER) % FULL
    across, along = -half * _SINE[right], -half * _SINE[(right + QUARTER) % FULL]
    return (
        x + ((across + MIDDLE) // ONE if across >= 0 else -((MIDDLE - across) // ONE)),
        y + ((along + MIDDLE) // ONE if along >= 0 else -((MIDDLE - along) // ONE)),
    )


def _round(scaled: int) -> int:
    """To the nearest whole number, halves away from zero, so that left and right are alike."""
    return (scaled + MIDDLE) // ONE if scaled >= 0 else -((MIDDLE - scaled) // ONE)


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
    low = min(QUARTER - 1, int(math.atan2(dx, dy) * HALF / math.pi))  # a guess, set right by whole numbers
    while low > 0 and dx * _SINE[low + QUARTER] < dy * _SINE[low]:
        low -= 1
    while low < QUARTER - 1 and dx * _SINE[low + 1 + QUARTER] >= dy * _SINE[low + 1]:
        low += 1
    high = low + 1
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


@lru_cache(maxsize=4_000)
def rectangle(x: int, y: int, heading: int, left: int, right: int, front: int, back: int) -> Shape:
    """A rectangle around a place, its sides so many half-millimetres to the left, right, front and back of it."""
    return shapely.Polygon(_corners(x, y, heading, left, right, front, back))


def _corners(x: int, y: int, heading: int, left: int, right: int, front: int, back: int) -> list[tuple[float, float]]:
    s, c = sine(heading) / (2 * ONE), cosine(heading) / (2 * ONE)
    found = ((-left, front), (right, front), (right, -back), (-left, -back))
    return [(x + a * c + b * s, y - a * s + b * c) for a, b in found]


class Rect:
    """An oriented rectangle: its middle, half its sides, and half of the upright rectangle around it."""

    def __init__(self, x: int, y: int, heading: int, left: int, right: int, front: int, back: int) -> None:
        self.slab = (x, y, heading, left, right, front, back)
        s, c = _SINES[heading % FULL], _COSINES[heading % FULL]
        across, along = (right - left) * 0.25, (front - back) * 0.25
        wide, deep, rise, run = abs((left + right) * 0.25), abs((front + back) * 0.25), abs(s), abs(c)
        self.s: float = s
        self.c: float = c
        self.x: float = x + across * c + along * s
        self.y: float = y - across * s + along * c
        self.wide: float = wide
        self.deep: float = deep
        self.ex: float = wide * run + deep * rise
        self.ey: float = wide * rise + deep * run
        self._shape: Shape = None
        self._corners: list[tuple[float, float]] | None = None

    @property
    def shape(self) -> Shape:
        """The polygon of its corners."""
        if self._shape is None:
            self._shape = rectangle(*self.slab)
        return self._shape

    @property
    def corners(self) -> list[tuple[float, float]]:
        """Front left, front right, back right, back left; to the last bit those of the polygon."""
        if self._corners is None:
            self._corners = _corners(*self.slab)
        return self._corners

    @property
    def area(self) -> float:
        return 4 * self.wide * self.deep

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        return self.x - self.ex, self.y - self.ey, self.x + self.ex, self.y + self.ey

    def gap(self, other: Rect) -> float:
        """The widest strip between two rectangles along the sides of either, never more than their distance; negative:
        they overlap by so much."""
        dx, dy = other.x - self.x, other.y - self.y
        s, c, s2, c2 = self.s, self.c, other.s, other.c
        m, n = abs(c * c2 + s * s2), abs(s * c2 - c * s2)
        wide, deep, wide2, deep2 = self.wide, self.deep, other.wide, other.deep
        found = abs(dx * c - dy * s) - wide - wide2 * m - deep2 * n
        strip = abs(dx * s + dy * c) - deep - wide2 * n - deep2 * m
        if strip > found:
            found = strip
        strip = abs(dx * c2 - dy * s2) - wide2 - wide * m - deep * n
        if strip > found:
            found = strip
        strip = abs(dx * s2 + dy * c2) - deep2 - wide * n - deep * m
        return strip if strip > found else found

    def apart(self, other: Rect, mm: float) -> bool:
        """Whether the upright rectangles around both leave so much between them: the cheapest of all looks."""
        dx, dy = other.x - self.x, other.y - self.y
        ex, ey = self.ex + other.ex + mm, self.ey + other.ey + mm
        return dx > ex or -dx > ex or dy > ey or -dy > ey

    def intersects(self, other: Rect) -> bool:
        """Whether two rectangles have a point in common."""
        if self.apart(other, HAIR):
            return False
        gap = self.gap(other)
        if gap > HAIR:
            return False
        return gap < -HAIR or bool(self.shape.intersects(other.shape))

    def distance(self, other: Rect) -> float:
        """Millimetres between their nearest points, to the last bit as shapely measures them."""
        return float(self.shape.distance(other.shape))

    def away(self, other: Rect) -> float:
        """Millimetres between their nearest points, to a hair; for rectangles that overlap, not more than a hair."""
        dx, dy = other.x - self.x, other.y - self.y
        s, c, s2, c2 = self.s, self.c, other.s, other.c
        wide, deep, wide2, deep2 = self.wide, self.deep, other.wide, other.deep
        m, n = c * c2 + s * s2, s * c2 - c * s2
        x, y, x2, y2 = dx * c - dy * s, dx * s + dy * c, dx * c2 - dy * s2, dx * s2 + dy * c2
        p, q = abs(m), abs(n)
        if (
            abs(x) - wide - wide2 * p - deep2 * q <= 0
            and abs(y) - deep - wide2 * q - deep2 * p <= 0
            and abs(x2) - wide2 - wide * p - deep * q <= 0
            and abs(y2) - deep2 - wide * q - deep * p <= 0
        ):
            return 0.0
        least = _corner_away(x, y, wide2 * m, wide2 * n, -deep2 * n, deep2 * m, wide, deep)
        return math.sqrt(min(least, _corner_away(x2, y2, wide * m, -wide * n, deep * n, deep * m, wide2, deep2)))

    def within(self, other: Rect, limit: float) -> bool:
        """Whether their distance is no greater than a limit."""
        dx, dy = other.x - self.x, other.y - self.y
        clear = limit - HAIR
        if clear > 0 and dx * dx + dy * dy < clear * clear:
            return True
        if self.apart(other, limit + HAIR) or self.gap(other) > limit + HAIR:
            return False
        away = self.away(other)
        return away < limit if abs(away - limit) > HAIR else self.distance(other) <= limit

    def nearest_of(self, others: Sequence[Rect]) -> int:
        """Which of some rectangles is nearest: the first of several; -1 where there are none."""
        best, least = -1, math.inf
        for i, other in enumerate(others):
            if self.gap(other) > least + HAIR:
                continue
            away = self.away(other)
            if away < least - HAIR or (away <= least + HAIR and self.distance(other) < self.distance(others[best])):
                best, least = i, away
        return best

    def millimetres(self, other: Rect) -> int:
        """Their distance, rounded."""
        away = self.away(other)
        return round(away) if abs(away % 1 - 0.5) > HAIR else round(self.distance(other))

    def distance_to(self, x: int, y: int) -> float:
        """Millimetres from a place to the nearest point of the rectangle, to a hair."""
        dx, dy = x - self.x, y - self.y
        across = max(0.0, abs(dx * self.c - dy * self.s) - self.wide)
        along = max(0.0, abs(dx * self.s + dy * self.c) - self.deep)
        return math.sqrt(across * across + along * along)

    def nearer(self, x: int, y: int, limit: float) -> bool:
        """Whether a place is nearer to the rectangle than a limit."""
        away = self.distance_to(x, y)
        return away < limit if abs(away - limit) > HAIR else bool(self.shape.distance(shapely.Point(x, y)) < limit)

    def millimetres_to(self, x: int, y: int) -> int:
        """The distance of a place, rounded."""
        away = self.distance_to(x, y)
        return round(away) if abs(away % 1 - 0.5) > HAIR else round(self.shape.distance(shapely.Point(x, y)))


def _corner_away(x: float, y: float, ax: float, ay: float, bx: float, by: float, wide: float, deep: float) -> float:
    """The square of the distance from a rectangle, seen along its sides from its middle, to the nearest corner of
    another: of a middle and half its sides."""
    px, py, qx, qy = x + ax, y + ay, x - ax, y - ay
    least = math.inf
    for right, forward in ((px + bx, py + by), (px - bx, py - by), (qx + bx, qy + by), (qx - bx, qy - by)):
        across, along = abs(right) - wide, abs(forward) - deep
        if along <= 0:
            away = across * across if across > 0 else 0.0
        else:
            away = across * across + along * along if across > 0 else along * along
        if away < least:
            least = away
    return least


@lru_cache(maxsize=4_000)
def rect(x: int, y: int, heading: int, left: int, right: int, front: int, back: int) -> Rect:
    """``rectangle`` as numbers."""
    return Rect(x, y, heading, left, right, front, back)


@lru_cache(maxsize=4_000)
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
