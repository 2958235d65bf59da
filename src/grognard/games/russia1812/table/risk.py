"""The price of a march before it is paid: [8.5] [8.6] exactly, and how far a stack could go by [8.4]."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_march import allowance, farthest
from grognard.games.russia1812.rules.movement.attrition import full_modifier, march_losses, march_rolls
from grognard.games.russia1812.rules.movement.steps import can_march, controlled, covering, lightest
from grognard.games.russia1812.table.pen import Pen, faces
from grognard.games.russia1812.world.state import Campaign
from grognard.kernel.wire import DiePart

DICE = range(1, 7)


class Toll(NamedTuple):
    """What a march costs for each face of its die: (eliminated, disrupted); no dice, no entries."""

    losses: list[tuple[int, int]]

    @property
    def chance(self) -> Fraction:
        """The chance of any loss."""
        return Fraction(sum(loss != (0, 0) for loss in self.losses), 6)

    @property
    def eliminated(self) -> Fraction:
        """Units eliminated on average."""
        return Fraction(sum(loss[0] for loss in self.losses), 6)


def march_toll(
    s: Campaign,
    side: int,
    units: int,
    hexes: int,
    napoleon: bool,
    along: int = 0,
    sent_by: int = 0,
    driven: bool = False,
) -> Toll:
    """[8.5] [8.6] [14.5] The price if these units ended their Move after so many hexes."""
    if not march_rolls(hexes, s.winter):
        return Toll([])
    modifier = full_modifier(s, side, units, hexes, napoleon, along, sent_by, driven)
    return Toll([suffered(s, units, die + modifier) for die in DICE])


def suffered(s: Campaign, units: int, result: int) -> tuple[int, int]:
    """[8.5] R-8.5c: what a result does to a column; artillery is immune, the rest of a loss is ignored."""
    lose, disrupt = march_losses(result, units.bit_count())
    open_to = (units & ~s.world.artillery).bit_count()
    lose = min(lose, open_to)
    return lose, min(disrupt, open_to - lose)


def price(toll: Toll, pen: Pen) -> str | None:
    """The bad faces in words: ``5-6: one lost``; None if nothing can happen."""
    return "; ".join([part.text for part in die_parts(toll, pen) if part.bad]) or None


def die_parts(toll: Toll, pen: Pen) -> list[DiePart]:
    """[8.5] What the die may bring, from its lowest face up: ``1-4: no loss``, ``5-6: one lost``.

    Nothing where it can do no harm, or no die is rolled.
    """
    if not toll.chance:
        return []
    found: dict[tuple[int, int], list[int]] = {}
    for die, loss in zip(DICE, toll.losses, strict=False):
        found.setdefault(loss, []).append(die)
    parts = [(dice, pen("loss.{}_{}".format(*loss)), any(loss)) for loss, dice in found.items()]
    return [DiePart(faces=len(dice), text=f"{faces(dice)}: {text}", bad=bad) for dice, text, bad in sorted(parts)]


class Reach(NamedTuple):
    """A hex a march could end in: its number of hexes and the hex before it."""

    hexes: int
    before: int


def march_range(
    s: Campaign, side: int, start: int, units: int, hexes: int = 0, grip: int = -1, avoid: int = 0
) -> dict[int, Reach]:
    """[8.4] Where a column could end its Move: ring by ring, shortest way first.

    A controlled hex ends the way through it unless a friend there can cover (``grip``: the hexes that end it); a column
    that began next to enemy cavalry may not take its first step into one. ``hexes`` have been marched already.
    """
    world = s.world
    within = world.passable[side] & ~s.occ[1 - side] & ~too_full(s, world.load(units)) & ~avoid
    grip = gripped(s, side, units) if grip < 0 else grip
    found: dict[int, Reach] = {}
    front = [start]
    if hexes and grip >> start & 1:
        return found
    for step in range(hexes + 1, farthest(s, units) + 1):
        shut = grip if step == 1 and s.began_near[side] >> start & 1 else 0
        ahead: list[int] = []
        for h in front:
            for n in bits(world.near[h] & within & ~shut):
                if n != start and n not in found:
                    found[n] = Reach(step, h)
                    ahead.append(n)
        front = [h for h in ahead if not grip >> h & 1]
    return found


def too_full(s: Campaign, load: int) -> int:
    """[4.1] Occupied hexes without room for so much more."""
    found = 0
    for h in bits(s.occ[0] | s.occ[1]):
        if s.load[h] + load > s.capacity(h):
            found |= 1 << h
    return found


def gripped(s: Campaign, side: int, column: int) -> int:
    """[8.4] Hexes where enemy cavalry stops a column and no friend could cover it."""
    found = controlled(s, side)
    for h in bits(found & s.occ[side]):
        if covering(s, side, h, column):
            found &= ~(1 << h)
    return found


def whole_column(s: Campaign, side: int, h: int) -> int:
    """The units that would march if all who may were named; if they fit nowhere together, the lightest of them."""
    units = can_march(s, side, h)
    if march_range(s, side, h, units):
        return units
    light = lightest(s, units)
    for u in bits(units):
        if s.world.weight[u] == light:
            return 1 << u
    return 0


def path_to(found: dict[int, Reach], start: int, goal: int) -> list[int]:
    """The hexes of a march in order, the goal last."""
    path = [goal]
    while found[path[-1]].before != start:
        path.append(found[path[-1]].before)
    return path[::-1]


def normal_hexes(s: Campaign) -> int:
    """[8.4] Hexes of a Move without a forced march."""
    return allowance(s)
