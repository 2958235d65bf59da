"""Rulebook 2: formations, and the ground that their bases take. Lengths in millimetres."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

LINE: Final = "line"
COLUMN: Final = "column"
MARCH: Final = "march"
SQUARE: Final = "square"
OPEN: Final = "open"
MASSE: Final = "masse"
LIMBERED: Final = "limbered"
UNLIMBERED: Final = "unlimbered"
CREW: Final = "crew"  # [9.9] gunners who have abandoned their guns

NAMES: Final = (LINE, COLUMN, MARCH, SQUARE, OPEN, MASSE, LIMBERED, UNLIMBERED, CREW)
BY_ARM: Final = {
    "inf": (LINE, COLUMN, MARCH, SQUARE, OPEN, MASSE),
    "cav": (LINE, COLUMN, MARCH),
    "art": (LIMBERED, UNLIMBERED),
}
MARCHING: Final = (MARCH, LIMBERED)  # one base wide: what roads and bridges ask for
CLOSE_ORDER: Final = (LINE, COLUMN, MARCH, SQUARE, MASSE)
DENSE: Final = (COLUMN, SQUARE, MASSE, MARCH)
SQUARE_SIDE: Final = 40
LIMBERED_DEPTH: Final = 50
BASE_WIDTH: Final = 25
CREW_DEPTH: Final = 15
PM_A_BASE: Final = 2
BASE_DEPTH: Final = {"inf": 15, "cav": 25, "art": 35}


class Layout(NamedTuple):
    """How a formation stands: the ground it takes, and its bases as (half-mm right of centre, mm behind front)."""

    width: int
    depth: int
    base_depth: int
    front: tuple[int, ...]  # middles of the front bases, in half-millimetres from the middle of the front
    ranks: tuple[int, ...]  # bases in each rank


def ranks(arm: str, formation: str, bases: int) -> tuple[int, ...]:
    """[2.1] [2.3] Bases in each rank, front first; losses come off the rear rank."""
    if formation in (MARCH, LIMBERED):
        wide = 1
    elif formation in (COLUMN, MASSE):
        wide = 2
    elif formation == LINE and arm == "cav":
        wide = 4 if bases <= 4 else -(-bases // 2)
    else:
        wide = max(1, bases)
    full, rest = divmod(max(1, bases), min(wide, max(1, bases)))
    found = (min(wide, max(1, bases)),) * full
    return (*found, rest) if rest else found


@lru_cache(maxsize=2000)
def layout(arm: str, formation: str, bases: int) -> Layout:
    """[1.4] [2.1] [2.2] The ground of a formation: base sizes, ranks, gaps of one base in open order."""
    if formation == SQUARE:
        return Layout(SQUARE_SIDE, SQUARE_SIDE, BASE_DEPTH[arm], (0,), (1,))
    rows = ranks(arm, formation, bases)
    deep = LIMBERED_DEPTH if formation == LIMBERED else CREW_DEPTH if formation == CREW else BASE_DEPTH[arm]
    step = 2 * BASE_WIDTH if formation == OPEN else BASE_WIDTH
    width = BASE_WIDTH + (rows[0] - 1) * step
    front = tuple(2 * i * step - (rows[0] - 1) * step for i in range(rows[0]))
    return Layout(width, deep * len(rows), deep, front, rows)


def radius(shape: Layout) -> int:
    """No corner of a footprint is farther than this from its front centre."""
    return shape.width // 2 + shape.depth + 1


def widest(arm: str, bases: int) -> int:
    """No corner of any footprint of a unit is farther than this from its front centre, whatever it forms or loses."""
    forms = (*BY_ARM[arm], CREW) if arm == "art" else BY_ARM[arm]
    return max([radius(layout(arm, form, n)) for form in forms for n in range(1, bases + 1)])


def bases_of(pm: int) -> int:
    """[1.5] A base stands for two morale points: one is taken off for every two lost."""
    return -(-pm // PM_A_BASE)
