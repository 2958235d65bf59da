"""Rulebook 12: breaking an army, and the count at the turn limit."""

from __future__ import annotations

from typing import Final

from grognard.board.plane import length
from grognard.games.tabletop.rules.figures import centre, disordered
from grognard.games.tabletop.world.state import NOBODY, READY, ROUTED, Battle
from grognard.games.tabletop.world.world import SIDES
from grognard.kernel.frame import Outcome

LEAD: Final = 2
BOTH: Final = 3  # sides, by bits


def pm_lost(s: Battle, side: int) -> int:
    """[12.1] All points of units destroyed, routed or gone, and what the others have lost."""
    lost = 0
    for unit, info in zip(s.units, s.world.units, strict=True):
        if info.side == side:
            start = 2 * info.bases
            lost += start if unit.status >= ROUTED else start - unit.pm
    return lost


def broken(s: Battle, side: int) -> bool:
    """[12.1] Whether an army's losses have reached its breaking point."""
    return 100 * pm_lost(s, side) >= s.world.break_percent[side] * s.world.start_pm[side]


def holder(s: Battle, objective: int) -> int:
    """[12.3] Who holds an area: a side with a unit in good order inside and no enemy inside; -1 for nobody."""
    return holders(s)[objective]


def holders(s: Battle) -> list[int]:
    """[12.3] The same of every area."""
    return [_held_by(s, *area) for area in s.world.areas]


def _held_by(s: Battle, x: int, y: int, most: int) -> int:
    """[12.3] Who has a unit in good order around a place, where no enemy is."""
    far = most + s.world.widest
    present = steady = 0  # the sides with a unit inside, and with one in good order, by bits
    for u, unit in enumerate(s.units):
        dx, dy = unit.x - x, unit.y - y
        if unit.status > ROUTED or dx > far or -dx > far or dy > far or -dy > far:
            continue
        cx, cy = centre(s, u)
        if length(cx - x, cy - y) <= most:
            side = 1 << s.side(u)
            present |= side
            if not steady & side and unit.status == READY and not disordered(s, u):
                steady |= side
    return present - 1 if steady and present != BOTH else NOBODY


def points(s: Battle, side: int) -> int:
    """[12.2] Areas held, and one point for each tenth of the enemy's morale points destroyed."""
    return points_of(s, side, holders(s), pm_lost(s, 1 - side))


def points_of(s: Battle, side: int, held: list[int], destroyed: int) -> int:
    """[12.2] The same, where it is known who holds each area and what the enemy has lost."""
    areas = sum([area.points for i, area in enumerate(s.world.objectives) if held[i] == side])
    return areas + 10 * destroyed // s.world.start_pm[1 - side]


def score(s: Battle) -> tuple[int, int]:
    held = holders(s)
    return points_of(s, 0, held, pm_lost(s, 1)), points_of(s, 1, held, pm_lost(s, 0))


def judge(s: Battle) -> Outcome | None:
    """[12.1] [12.2] How the battle ends with this turn, if it does."""
    over = s.turn >= s.world.turn_limit or any([broken(s, side) for side in (0, 1)])
    return count(s) if over else None


def count(s: Battle) -> Outcome:
    """[12.1] [12.2] How the battle ends if it ends now."""
    ours, theirs = score(s)
    table = {SIDES[0]: ours, SIDES[1]: theirs}
    down = [side for side in (0, 1) if broken(s, side)]
    if len(down) == 2:
        return Outcome(None, "draw", table, "both_broken")
    if down:
        return Outcome(SIDES[1 - down[0]], "victory", table, "army_broken")
    if abs(ours - theirs) >= LEAD:
        return Outcome(SIDES[0 if ours > theirs else 1], "victory", table, "turn_limit")
    return Outcome(None, "draw", table, "turn_limit_draw")
