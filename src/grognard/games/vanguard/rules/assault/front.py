"""Rulebook 12.1 and 12.2: who of the acting group could attack what, found out once for a whole question."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.attackers import attackers_of, countered, goals_of
from grognard.games.vanguard.world.roster import ADVANCE, ATTACK
from grognard.games.vanguard.world.state import Battle


class Front:
    """The units of the acting group that may attack from where they stand, and what each of them may and must do."""

    def __init__(self, s: Battle) -> None:
        side, shut = s.acting_side(), countered(s)
        enemies, steady, zone = s.occ[1 - side] & ~shut, s.steady[1 - side] & ~shut, s.zoc(1 - side)
        self.ready = attackers_of(s, in_touch(s))  # [12.2] those that may attack
        self.charging = s.charging & self.ready
        self.bound = self.charging  # [12.2] R-22: those that must
        self.keen = self.doubtful = 0  # by order: Attack, Advance
        self.goals: dict[int, int] = {}  # [12.1] by unit: the hexes that it may attack
        self.threats: dict[int, int] = {}  # [12.2.1] by unit: those from where a zone of control reaches it
        self.beside: dict[int, int] = {}  # by hex: the units that may attack it
        for u in bits(self.ready):
            bit, h, order = 1 << u, s.at[u], s.order_of(u)
            if order == ATTACK:
                self.keen |= bit
            elif order == ADVANCE:
                self.doubtful |= bit
            if zone >> h & 1:
                self.threats[u] = s.world.near[h] & steady
                if order == ATTACK:
                    self.bound |= bit
            self.goals[u] = hexes = goals_of(s, u, enemies)
            for n in bits(hexes):
                self.beside[n] = self.beside.get(n, 0) | bit


def in_touch(s: Battle) -> int:
    """The units of the acting group that could attack somebody: enemies are next to them, or they charge."""
    side, group = s.acting_side(), s.group()
    found = s.charging & group
    for h in bits(s.world.closer_to(s.occ[1 - side], 2)[2] & s.occ[side]):
        found |= s.stack[h] & group
    return found
