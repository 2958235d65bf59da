"""Hexes as bitboards.

A set of hexes is one Python int. Hexes lie in vertical columns (flat-topped), even columns half a hex lower (or odd
ones, where a sheet is cut so), and are named CCRR. They are stored in axial order with a padding row at both ends of
every column, so each of the six neighbours is a constant shift and nothing wraps round an edge. What lies *between*
hexes (rivers, bridges) is a ``Sides``: six masks, one a direction, of the hexes that may be left that way.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

DIRECTIONS: Final = 6
OPPOSITE: Final = (1, 0, 3, 2, 5, 4)  # direction 0 (up) is undone by 1 (down), and so on


ROOM: Final = 1_024  # hexes of a sheet, and pieces of a game, are fewer as a rule
_BITS: Final = [1 << place for place in range(ROOM)]
_members: Final[dict[int, tuple[int, ...]]] = {}


def bits(mask: int) -> tuple[int, ...]:
    """The members of a set, in rising order. Sets come back again and again, so answers are kept by value."""
    found = _members.get(mask)
    if found is None:
        if len(_members) > 50_000:
            _members.clear()
        found = _members[mask] = _count_out(mask)
    return found


def _count_out(mask: int) -> tuple[int, ...]:
    found: list[int] = []
    while mask >> ROOM:
        top = mask.bit_length() - 1
        found.append(top)
        mask ^= 1 << top
    while mask:  # from the top: no negative numbers, which cost thrice as much
        top = mask.bit_length() - 1
        found.append(top)
        mask ^= _BITS[top]
    found.reverse()
    return tuple(found)


class Sides:
    """The hexsides that may be crossed: for each direction, the hexes from which a step that way is open."""

    def __init__(self, stride: int, out: list[int]) -> None:
        self.stride = stride
        self.up, self.down, self.in_a, self.out_a, self.in_b, self.out_b = out

    def out(self) -> list[int]:
        return [self.up, self.down, self.in_a, self.out_a, self.in_b, self.out_b]

    def spread(self, mask: int) -> int:
        """Every hex one open step away from the set."""
        stride = self.stride
        return (
            (mask & self.up) >> 1
            | (mask & self.down) << 1
            | (mask & self.in_a) >> stride
            | (mask & self.out_a) << stride
            | (mask & self.in_b) >> stride - 1
            | (mask & self.out_b) << stride - 1
        )

    def flood(self, start: int, steps: int, within: int) -> int:
        """The set and all that can be reached from it in so many steps, every hex entered lying in ``within``."""
        stride, around = self.stride, self.stride - 1
        up, down, in_a, out_a, in_b, out_b = self.up, self.down, self.in_a, self.out_a, self.in_b, self.out_b
        reached = front = start
        left = within ^ (within & start)
        while steps > 0 and front:  # as in ``spread``, which is a call too many here
            front = (
                (front & up) >> 1
                | (front & down) << 1
                | (front & in_a) >> stride
                | (front & out_a) << stride
                | (front & in_b) >> around
                | (front & out_b) << around
            )
            front &= left
            left ^= front
            reached |= front
            steps -= 1
        return reached

    def march(self, start: int, steps: int, within: int, halting: int) -> int:
        """The hexes a mover can end in: like a flood, but a hex of ``halting`` ends the way through it."""
        reached = 0
        front, left = start, within
        while steps > 0 and front:
            front = self.spread(front) & left
            left ^= front
            reached |= front
            front ^= front & halting
            steps -= 1
        return reached ^ (reached & start)

    def distances(self, start: int, steps: int, within: int) -> list[int]:
        """Rings of the flood: element k holds the hexes first reached in k steps."""
        rings = [start]
        left = within ^ (within & start)
        for _ in range(steps):
            front = self.spread(rings[-1]) & left
            if not front:
                break
            left ^= front
            rings.append(front)
        return rings


class HexGrid:
    """A rectangular sheet of hexes, numbered CCRR from column 1 and row 1."""

    def __init__(self, columns: int, rows: int, odd_lower: bool = False) -> None:
        self.columns = columns
        self.rows = rows
        self.odd_lower = odd_lower
        self.lift = (columns + 1) // 2  # raises the axial row of the last column to 1
        self.stride = rows + self.lift + 1
        self.size = columns * self.stride
        self.names: list[str] = [""] * self.size
        self.all = 0
        for column in range(1, columns + 1):
            for row in range(1, rows + 1):
                index = self.index(column, row)
                self.names[index] = f"{column:02}{row:02}"
                self.all |= 1 << index
        self.by_name = {name: index for index, name in enumerate(self.names) if name}
        self.free = Sides(self.stride, self._inner_sides())
        self.near = [self.free.spread(1 << h) if self.names[h] else 0 for h in range(self.size)]
        self._discs: dict[tuple[int, int], int] = {}

    def _rise(self, column: int) -> int:
        """How far the top of a column lies above that of the first, in axial rows."""
        return column // 2 if self.odd_lower else (column + (column & 1)) // 2

    def index(self, column: int, row: int) -> int:
        """Where the hex is stored: axial row within its column."""
        return (column - 1) * self.stride + row - self._rise(column) + self.lift

    def _shift(self, mask: int, direction: int) -> int:
        stride = self.stride
        amount = (1, 1, stride, stride, stride - 1, stride - 1)[direction]
        return mask << amount if direction & 1 else mask >> amount

    def _inner_sides(self) -> list[int]:
        """For each direction the hexes that have a neighbour on the sheet that way."""
        return [self._shift(self._shift(self.all, d) & self.all, OPPOSITE[d]) for d in range(DIRECTIONS)]

    def direction(self, a: int, b: int) -> int:
        """The direction from a hex to its neighbour; -1 if the two do not touch."""
        for d in range(DIRECTIONS):
            if self._shift(1 << a, d) == 1 << b:
                return d
        return -1

    def sides_without(self, closed: Iterable[tuple[int, int]]) -> Sides:
        """All inner hexsides but those named, closed in both directions."""
        out = self.free.out()
        for a, b in closed:
            d = self.direction(a, b)
            if d < 0:
                raise ValueError(f"{self.names[a]} and {self.names[b]} do not touch")
            out[d] &= ~(1 << a)
            out[OPPOSITE[d]] &= ~(1 << b)
        return Sides(self.stride, out)

    def column_row(self, index: int) -> tuple[int, int]:
        column = index // self.stride + 1
        return column, index % self.stride - self.lift + self._rise(column)

    def distance(self, a: int, b: int) -> int:
        """Plain hex distance."""
        dq = a // self.stride - b // self.stride
        dr = a % self.stride - b % self.stride
        if dq < 0:
            dq, dr = -dq, -dr
        return dq + dr if dr >= 0 else max(dq, -dr)

    def disc(self, centre: int, radius: int) -> int:
        """All hexes of the sheet within the radius, centre included."""
        key = (centre, radius)
        found = self._discs.get(key)
        if found is None:
            found = self.free.flood(1 << centre, radius, self.all)
            self._discs[key] = found
        return found

    def ring(self, centre: int, radius: int) -> int:
        """The hexes at exactly that distance."""
        if radius == 0:
            return 1 << centre
        return self.disc(centre, radius) & ~self.disc(centre, radius - 1)

    def mask(self, names: Iterable[str]) -> int:
        """A set from hex names; an unknown name raises KeyError."""
        found = 0
        for name in names:
            found |= 1 << self.by_name[name]
        return found

    def list_names(self, mask: int) -> list[str]:
        return sorted(self.names[h] for h in bits(mask))


class Nearness:
    """How far hexes lie from the nearest of some hexes: found out as far as it is asked."""

    def __init__(self, grid: HexGrid, goals: int) -> None:
        self.goals = goals
        self._grid = grid
        self._closer = [0, goals]
        self._off: dict[int, int] = {}
        self._far: list[int] = []

    def closer(self, most: int) -> list[int]:
        """For each distance up to one, the hexes that lie nearer."""
        found = self._closer
        while len(found) <= most:
            found.append(found[-1] | self._grid.free.spread(found[-1]))
        return found

    def off(self, h: int) -> int:
        """How far a hex is; 99 where there is nothing to be near to."""
        found = self._off.get(h)
        if found is None:
            found = self._off[h] = self._count_steps(h) if self.goals else 99
        return found

    def _count_steps(self, h: int) -> int:
        closer, steps = self.closer(8), 0
        while not closer[steps + 1] >> h & 1:
            steps += 1
            if steps + 1 == len(closer):
                self.closer(steps + 8)
        return steps

    def far(self) -> list[int]:
        """The same for every hex."""
        found = self._far
        if not found:
            found = self._far = [99] * self._grid.size
            for steps, ring in enumerate(self._grid.free.distances(self.goals, 60, self._grid.all)):
                for h in bits(ring):
                    found[h] = steps
        return found
