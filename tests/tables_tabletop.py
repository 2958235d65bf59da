"""Tables drawn at random from a seed, for tests that compare quick measuring with the plain way.

Pieces of ground of every form, and places, figures and lines in whole millimetres, many of them on edges and corners.
"""

from __future__ import annotations

import random

from grognard.board.plane import Rect, Shape, ahead
from grognard.games.tabletop.world import data
from grognard.games.tabletop.world.formations import BY_ARM, OPEN
from grognard.games.tabletop.world.ground import Ground
from toolkit_tabletop import Table, U, line, rect

SEED = 1809
KINDS = ("hill", "wood", "settlement", "works", "broken", "river", "impassable", "bridge", "defile", "road")
LINES = ("wall", "hedge", "stream", "road", "river")
CROWDED = 9  # pieces of ground on a small table
SIDE = 60  # centimetres of a small table


def oval(kind: str, x: float, y: float, rx: float, ry: float) -> data.Terrain:
    """An ellipse of ground, centimetres."""
    return data.Terrain(kind, kind, data.Form(kind="ellipse", x=x, y=y, rx=rx, ry=ry), None)


def piece(rng: random.Random) -> data.Terrain:
    """A piece of ground of any form."""
    x, y = rng.randint(5, SIDE - 10), rng.randint(5, SIDE - 10)
    cover = rng.choice([None, "light", "heavy"])
    form = rng.randrange(4)
    if form < 2:
        return rect(rng.choice(KINDS), x, y, x + rng.choice([1, 3, 8, 12]), y + rng.choice([1, 3, 8, 12]), cover)
    if form == 2:
        return oval(rng.choice(KINDS), x, y, rng.choice([2, 4, 6]), rng.choice([2, 4, 6]))
    ends = [(x, y), (x + rng.choice([0, 10]), y + rng.choice([0, 10, 20])), (x + 12, y + rng.choice([0, 7]))]
    points = list(dict.fromkeys(ends))[: rng.choice([2, 2, 3])]
    return line(rng.choice(LINES), *points, width=rng.choice([1, 2, 3]), cover=cover)


def table(rng: random.Random, pieces: int = CROWDED) -> Ground:
    size = (SIDE, SIDE)
    return Table({"A-1": U(10, 10)}, terrain=[piece(rng) for _ in range(pieces)], size=size).world.ground


def tables(number: int, pieces: int = CROWDED) -> list[tuple[Ground, random.Random]]:
    return [(table(random.Random(SEED + n), pieces), random.Random(n)) for n in range(number)]


TYPES = {"line_inf": "inf", "light_inf": "inf", "heavy_cav": "cav", "light_cav": "cav", "foot_art_medium": "art"}


def unit(rng: random.Random) -> U:
    """A unit anywhere on a small table, often along the sides of it."""
    kind = rng.choice(list(TYPES))
    x, y, facing = rng.randint(30, 10 * SIDE - 30), rng.randint(30, 10 * SIDE - 30), rng.randrange(3600)
    formation = rng.choice([f for f in BY_ARM[TYPES[kind]] if f != OPEN or kind == "light_inf"])
    return U(x, y, rng.choice([0, 900, 1800, 2700, facing, facing]), kind, formation, bases=rng.choice([1, 2, 3, 4]))


def field(seed: int, units: int = 8, pieces: int = 4) -> Table:
    """Units of both sides on a small table with ground: they may stand on one another."""
    rng = random.Random(SEED + seed)
    names = [f"{'AB'[n % 2]}-{n // 2 + 1}" for n in range(units)]
    ground = [piece(rng) for _ in range(pieces)]
    return Table({name: unit(rng) for name in names}, terrain=ground, size=(SIDE, SIDE))


def place(rng: random.Random, ground: Ground) -> tuple[int, int]:
    """A place on a table, often on an edge, a corner or the rim of some ground."""
    x, y = rng.randint(0, ground.width), rng.randint(0, ground.height)
    if ground.areas and rng.random() < 0.7:
        left, low, right, high = (round(side) for side in rng.choice(ground.areas).bounds)
        x = rng.choice([x, left, right, (left + right) // 2, rng.randint(left, right)])
        y = rng.choice([y, low, high, (low + high) // 2, rng.randint(low, high)])
    return x, y


def figure(rng: random.Random, ground: Ground) -> Rect:
    """A footprint or a way, often along the sides of the table and on the edge of some ground."""
    x, y = place(rng, ground)
    wide, deep, more = rng.choice([25, 50, 75, 100, 200]), rng.choice([15, 30, 40, 50]), rng.choice([0, 0, 0, 100])
    heading = rng.choice([0, 900, 1800, 2700, 450, rng.randrange(3600), rng.randrange(3600)])
    less = rng.choice([0, 0, 1])
    across, along = rng.choice([(0, 0), (0, 0), (wide // 2, 0), (0, deep), (-(wide // 2), 0)])
    x, y = ahead(*ahead(x, y, heading + 900, across), heading, along)
    return Rect(x, y, heading, wide - less, wide - less, more - less, 2 * deep - less)


def way(rng: random.Random, ground: Ground) -> tuple[float, float, float, float]:
    """A line between two places, at times along a side of the table, with ends in half millimetres."""
    (x, y), (x2, y2) = place(rng, ground), place(rng, ground)
    half = rng.choice([0.0, 0.0, 0.5])
    return rng.choice([(x, y, x2, y2), (x, y, x, y2 + half), (x, y, x2 + half, y), (x + half, y, x2, y2), (x, y, x, y)])


class Mute(Rect):
    """A rectangle whose polygon must not be asked for: what is clear is told without it."""

    @property
    def shape(self) -> Shape:
        raise AssertionError("shapely was asked about what is clear")
