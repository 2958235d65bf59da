"""What is under way: the move being made, the assaults declared, the columns detached."""

from __future__ import annotations

from typing import Final

NO_DUTY: Final = 0
ADVANCING: Final = 1  # [5.1.1] counted under Advance
ATTACKING: Final = 2  # [5.1.2] counted under Attack
MARCHING: Final = 3  # [17.1.5] bound by a march order


class Move:
    """[9.1] A unit, a stack or a leader on its way."""

    def __init__(self, side: int, units: int, start: int) -> None:
        self.side = side
        self.units = units
        self.start = start  # -1: from off the map
        self.here = start
        self.spent: list[int] = []  # in halves, one entry a unit in rising order
        self.hexes = 0
        self.column = False
        self.charge = False
        self.halted = False  # nothing more than stopping (or firing) is possible
        self.order = 0  # [5.1] when it set out
        self.duty = NO_DUTY
        self.far = 0  # how far the nearest enemy (or the march target) was
        self.tested = 0  # Routed enemies that have tested because of this move [15.2]
        self.threat = -1  # [4.5.6] a leader's escape from this hex
        self.shot = False  # [16.3]
        self.shaken = 0  # [5.1.3] R-12: units that failed their test and will lose a level
        self.peers = -1  # the units of the same stage, among whom the half is counted
        self.excused = 0  # of these, who had no legal nearer hex when the move began: dropped from the list
        self.fare = -1  # the entry hex of a reinforcement: -1 when on the map

    def copy(self) -> Move:
        twin = Move(self.side, self.units, self.start)
        twin.here, twin.spent, twin.hexes = self.here, self.spent[:], self.hexes
        twin.column, twin.charge, twin.halted = self.column, self.charge, self.halted
        twin.order, twin.duty, twin.far, twin.tested = self.order, self.duty, self.far, self.tested
        twin.threat, twin.shot, twin.shaken, twin.fare = self.threat, self.shot, self.shaken, self.fare
        twin.peers, twin.excused = self.peers, self.excused
        return twin

    def facts(self) -> tuple[object, ...]:
        return (
            self.side,
            self.units,
            self.start,
            self.here,
            tuple(self.spent),
            self.hexes,
            self.column,
            self.charge,
            self.halted,
            self.order,
            self.duty,
            self.far,
            self.tested,
            self.threat,
            self.shot,
            self.shaken,
            self.fare,
            self.peers,
            self.excused,
        )


class Assault:
    """[12.1] One declared assault."""

    def __init__(self, targets: int) -> None:
        self.targets = targets  # hexes
        self.attackers = 0
        self.doubtful = 0  # of these, marked Attack? [12.2]
        self.charge = False
        self.counter = False  # [14.2.4] a counter-charge: the attackers are of the inactive side
        self.over = False
        self.general = False  # [12.4.4] the attacker's General joins in
        self.ground = -1  # [10.0] the terrain picked: index in the lexicon's grounds, and its hex
        self.ground_hex = -1
        self.start_hexes = 0  # where the attackers stood when the die was thrown
        self.took_part = 0  # [12.5.4] units of both sides

    def copy(self) -> Assault:
        twin = Assault(self.targets)
        twin.attackers, twin.doubtful, twin.charge, twin.counter = (
            self.attackers,
            self.doubtful,
            self.charge,
            self.counter,
        )
        twin.over, twin.general, twin.ground, twin.ground_hex = self.over, self.general, self.ground, self.ground_hex
        twin.start_hexes, twin.took_part = self.start_hexes, self.took_part
        return twin

    def facts(self) -> tuple[object, ...]:
        return (
            self.targets,
            self.attackers,
            self.doubtful,
            self.charge,
            self.counter,
            self.over,
            self.general,
            self.ground,
            self.ground_hex,
            self.start_hexes,
            self.took_part,
        )


class Column:
    """[16.2] An independent column under an Officer."""

    def __init__(self, units: int, order: int, formed: bool = False) -> None:
        self.units = units
        self.order = order
        self.formed = formed

    def copy(self) -> Column:
        return Column(self.units, self.order, self.formed)

    def facts(self) -> tuple[object, ...]:
        return (self.units, self.order, self.formed)
