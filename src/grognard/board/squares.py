"""Squares as bitboards: a rectangular field with eight neighbours, four facings and sectors of six by six.

A square is ``y * 64 + x``, whatever the size of the field, so that names and shifts are the same for all of them.
Fields are at most 54 wide: the rest of each row is padding, and nothing wraps round an edge.
"""

from __future__ import annotations

from functools import lru_cache
from struct import unpack
from typing import Final

STRIDE: Final = 64
WIDEST: Final = 54
DEEPEST: Final = 36
SECTOR: Final = 6

NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3
AHEAD: Final = (STRIDE, 1, -STRIDE, -1)  # by facing
RIGHT: Final = (1, -STRIDE, -1, STRIDE)
AROUND: Final = (STRIDE, STRIDE + 1, 1, 1 - STRIDE, -STRIDE, -STRIDE - 1, -1, STRIDE - 1)


BITS: Final = [1 << sq for sq in range(STRIDE * DEEPEST)]  # each square as a set
TALL: Final = [sum([1 << y * STRIDE for y in range(rows)]) for rows in range(DEEPEST + 1)]  # so many of a column

FRONT: Final = 0
FLANK: Final = 1
REAR: Final = 2


def square(x: int, y: int) -> int:
    return y * STRIDE + x


def column(sq: int) -> int:
    """The column of sectors of a square, from the west."""
    return (sq & 63) // SECTOR


def sector(sq: int) -> int:
    """The sector of a square, numbered row by row from the south-west."""
    return (sq >> 6) // SECTOR * 9 + (sq & 63) // SECTOR


def distance(one: int, other: int) -> int:
    """Squares between two squares; diagonals count one."""
    across = (one & 63) - (other & 63)
    along = (one >> 6) - (other >> 6)
    return max(across if across > 0 else -across, along if along > 0 else -along)


@lru_cache(maxsize=1 << 16)  # the same few regiments are compared again and again
def nearest(ones: tuple[int, ...], others: tuple[int, ...]) -> int:
    """The smallest distance between two sets of squares."""
    if len(ones) == 1 and len(others) == 1:
        return distance(ones[0], others[0])
    return min([distance(a, b) for a in ones for b in others])


def farthest(one: int, others: tuple[int, ...]) -> int:
    """The greatest distance to some squares."""
    if len(others) == 1:
        return distance(one, others[0])
    return max([distance(one, other) for other in others])


def adjacent(ones: tuple[int, ...], others: tuple[int, ...]) -> bool:
    return nearest(ones, others) == 1


def ring(mask: int) -> int:
    """The squares of a set and all around it (padding included: keep what is on the board)."""
    rows = mask | mask << 1 | mask >> 1
    return rows | rows << STRIDE | rows >> STRIDE


def swollen(mask: int, reach: int) -> int:
    """All squares within so many of those of a set (padding included)."""
    done = 0
    while done < reach:
        step = min(reach - done, 2 * done + 1)  # what was reached leaves no gaps then
        rows = mask | mask << step | mask >> step
        mask = rows | rows << step * STRIDE | rows >> step * STRIDE
        done += step
    return mask


@lru_cache(maxsize=1 << 16)  # the same few regiments stand in the same squares
def mask_of(squares: tuple[int, ...]) -> int:
    found = 0
    for sq in squares:
        found |= BITS[sq]
    return found


def squares_in(mask: int) -> list[int]:
    """The squares of a mask, from the south-west."""
    found: list[int] = []
    for y, row in enumerate(rows_of(mask)):
        if row:
            found += _squares_of_row(y, row)
    return found


def rows_of(mask: int) -> tuple[int, ...]:
    """The rows of a mask, each a mask of its columns."""
    high = (mask.bit_length() + STRIDE - 1) // STRIDE
    return unpack(f"<{high}Q", mask.to_bytes(8 * high, "little"))


@lru_cache(maxsize=1 << 15)  # the same rows come again and again
def _squares_of_row(y: int, row: int) -> tuple[int, ...]:
    return tuple([y * STRIDE + x for x in range(row.bit_length()) if row >> x & 1])


def ahead_of(sq: int, facing: int) -> tuple[int, int, int]:
    """The three squares before a square."""
    step, right = AHEAD[facing], RIGHT[facing]
    return (sq + step, sq + step + right, sq + step - right)


def behind(sq: int, facing: int) -> tuple[int, int, int]:
    """The three squares behind a square."""
    return ahead_of(sq, (facing + 2) % 4)


def bearing(sq: int, facing: int, other: int) -> int:
    """Where a neighbour stands as a unit with this facing sees it: before it, beside it or behind it."""
    along = ((other >> 6) - (sq >> 6), (other & 63) - (sq & 63))
    forward = (along[0], along[1], -along[0], -along[1])[facing]
    return FRONT if forward > 0 else FLANK if forward == 0 else REAR


def least_bearing(squares: tuple[int, ...], facing: int, others: tuple[int, ...]) -> int:
    """The most favourable bearing of all pairs of squares: squares are numbered row by row."""
    if facing == NORTH:
        forward = (max(others) >> 6) - (min(squares) >> 6)
    elif facing == SOUTH:
        forward = (max(squares) >> 6) - (min(others) >> 6)
    else:
        east, west = (others, squares) if facing == EAST else (squares, others)
        forward = max([sq & 63 for sq in east]) - min([sq & 63 for sq in west])
    return FRONT if forward > 0 else FLANK if forward == 0 else REAR


def facing_to(start: int, goal: int, preferred: int) -> int:
    """The facing that has the goal ahead; of two that do, the preferred one or else the one along the field."""
    north, east = (goal >> 6) - (start >> 6), (goal & 63) - (start & 63)
    fitting = [f for f, reach in ((NORTH, north), (EAST, east), (SOUTH, -north), (WEST, -east)) if reach > 0]
    size = {NORTH: abs(north), SOUTH: abs(north), EAST: abs(east), WEST: abs(east)}
    longest = max(size[f] for f in fitting)
    best = [f for f in fitting if size[f] == longest]
    if preferred in best:
        return preferred
    return NORTH if NORTH in best else SOUTH if SOUTH in best else best[0]


def between(start: int, goal: int) -> tuple[int, ...]:
    """The squares whose interior the segment between two centres crosses, both ends left out, in its order.

    Passing exactly through a corner enters neither neighbour.
    """
    x, y = start & 63, start >> 6
    across, along = (goal & 63) - x, (goal >> 6) - y
    wide, high = abs(across), abs(along)
    sx, sy = (1 if across > 0 else -1), (1 if along > 0 else -1)
    found: list[int] = []
    i = j = 0
    while (i, j) != (wide, high):
        # the segment leaves column i at (2i+1)/2w of its way and row j at (2j+1)/2h
        side, top = (2 * i + 1) * high, (2 * j + 1) * wide
        if side <= top and wide:
            i += 1
        if top <= side and high:
            j += 1
        if (i, j) != (wide, high):
            found.append(square(x + sx * i, y + sy * j))
    return tuple(found)


class Field:
    """The size of a battlefield: what lies on it, and how it is divided."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.columns = width // SECTOR
        row = (1 << width) - 1
        self.board = 0
        for y in range(height):
            self.board |= row << y * STRIDE
        self.squares = tuple([square(x, y) for y in range(height) for x in range(width)])
        self.on = frozenset(self.squares)
        self.near: dict[int, tuple[int, ...]] = {
            sq: tuple([sq + step for step in AROUND if self.has(sq + step)]) for sq in self.squares
        }
        # what lies outside a column of sectors, or a sector, as masks
        self.off_column = [self.board & ~self.block(n * SECTOR, 0, SECTOR, height) for n in range(self.columns)]
        self.off_sector = {
            sector(square(x, y)): self.board & ~self.block(x, y, SECTOR, SECTOR)
            for y in range(0, height, SECTOR)
            for x in range(0, width, SECTOR)
        }

    def block(self, x: int, y: int, width: int, height: int) -> int:
        """All squares of a rectangle that are on the field; ``x`` and ``y``: of its south-west corner."""
        left, low = max(0, x), max(0, y)
        wide, high = min(self.width, x + width) - left, min(self.height, y + height) - low
        return ((1 << wide) - 1) * TALL[high] << square(left, low) if wide > 0 and high > 0 else 0

    def box(self, sq: int, reach: int) -> int:
        """All squares within so many of a square."""
        return self.block((sq & 63) - reach, (sq >> 6) - reach, 2 * reach + 1, 2 * reach + 1)

    def has(self, sq: int) -> bool:
        return sq in self.on

    def has_all(self, squares: tuple[int, ...]) -> bool:
        return self.on.issuperset(squares)

    def sector_squares(self, number: int) -> tuple[int, ...]:
        """The squares of a sector, from the south-west."""
        row, col = divmod(number, 9)
        return tuple([square(col * SECTOR + x, row * SECTOR + y) for y in range(SECTOR) for x in range(SECTOR)])


def names() -> list[str]:
    """Every square of the widest field by its name XXYY; holes are empty."""
    found = [""] * (STRIDE * DEEPEST)
    for y in range(DEEPEST):
        for x in range(WIDEST):
            found[square(x, y)] = f"{x:02d}{y:02d}"
    return found
