"""What is under way: the move being made, the assaults declared, the columns detached."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from grognard.kernel.part import Part, passing, row

NO_DUTY: Final = 0
ADVANCING: Final = 1  # [5.1.1] counted under Advance
ATTACKING: Final = 2  # [5.1.2] counted under Attack
MARCHING: Final = 3  # [17.1.5] bound by a march order


@dataclass(eq=False, repr=False)
class Move(Part):
    """[9.1] A unit, a stack or a leader on its way."""

    side: int
    units: int
    start: int  # -1: from off the map
    here: int = -1
    spent: list[int] = row()  # in halves, one entry a unit in rising order
    hexes: int = 0
    column: bool = False
    charge: bool = False
    halted: bool = False  # nothing more than stopping (or firing) is possible
    order: int = 0  # [5.1] when it set out
    duty: int = NO_DUTY
    far: int = 0  # how far the nearest enemy (or the march target) was
    tested: int = 0  # Routed enemies that have tested because of this move [15.2]
    threat: int = -1  # [4.5.6] a leader's escape from this hex
    shot: bool = False  # [16.3]
    shaken: int = 0  # [5.1.3] R-12: units that failed their test and will lose a level
    fare: int = -1  # the entry hex of a reinforcement: -1 when on the map
    peers: int = -1  # the units of the same stage, among whom the half is counted
    excused: int = 0  # of these, who had no legal nearer hex when the move began: dropped from the list
    ways: Any = passing()  # where it may go, as far as it was found out: see ``rules/movement/ways.py``

    def __post_init__(self) -> None:
        self.here = self.start


@dataclass(eq=False, repr=False)
class Assault(Part):
    """[12.1] One declared assault."""

    targets: int  # hexes
    attackers: int = 0
    doubtful: int = 0  # of these, marked Attack? [12.2]
    charge: bool = False
    counter: bool = False  # [14.2.4] a counter-charge: the attackers are of the inactive side
    over: bool = False
    general: bool = False  # [12.4.4] the attacker's General joins in
    ground: int = -1  # [10.0] the terrain picked: index in the lexicon's grounds, and its hex
    ground_hex: int = -1
    start_hexes: int = 0  # where the attackers stood when the die was thrown
    took_part: int = 0  # [12.5.4] units of both sides


@dataclass(eq=False, repr=False)
class Column(Part):
    """[16.2] An independent column under an Officer."""

    units: int
    order: int
    formed: bool = False
