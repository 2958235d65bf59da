"""[8.4] Why a march cannot end in a hex: the reason of the whole march, not of its first step."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_march import farthest
from grognard.games.russia1812.rules.movement.route import FORCED_MAX, Route, must_stop
from grognard.games.russia1812.rules.movement.steps import controlled
from grognard.games.russia1812.table.column import drafted
from grognard.games.russia1812.table.pen import Seen
from grognard.games.russia1812.table.risk import Reach, path_to, too_full
from grognard.games.russia1812.table.shortcuts import unsure
from grognard.games.russia1812.world.state import Campaign, March
from grognard.games.russia1812.world.world import RUSSIAN
from grognard.kernel.ban import Reason


def dark(
    face: Seen, place: str, hand: str = "", units: Sequence[str] | None = None, steps: Sequence[str] = ()
) -> list[Reason]:
    """The reason why a march cannot end there; nothing where no march is asked for, or it can."""
    s = face.known
    goal = s.world.grid.by_name.get(place, -1)
    if goal < 0:
        return []
    frame = s.agenda[-1] if s.agenda else None
    if isinstance(frame, Route) and frame.side == face.side and s.march is not None:
        hand = hand or s.world.grid.names[s.march.here]
    draft = drafted(face, hand, units, steps) if hand else None
    if draft is None or draft.s.march is None:
        return []
    return shut(draft.s, face.side, draft.march, goal)


def shut(s: Campaign, side: int, m: March, goal: int) -> list[Reason]:
    """What keeps a column from ending its Move in a hex: what is there, or what lies between."""
    world = s.world
    if goal == m.here:
        return [("8.4", "no_step_yet", ())] if not m.hexes else []
    if not m.units:
        return [("8.4", "nobody_named", ())]
    if s.occ[1 - side] >> goal & 1:
        return [("8.4", "enemy_there", (goal,))]
    if not world.passable[side] >> goal & 1:
        return [closed(s, side, goal)]
    if too_full(s, world.load(m.units)) >> goal & 1:
        return [("4.1", "full", (goal,))]
    if must_stop(s, m):
        return [("8.4", "must_stop", (m.here,))]
    return between(s, side, m, goal)


def closed(s: Campaign, side: int, goal: int) -> Reason:
    """[2.1] [14.6] Ground that nobody enters, or not the French."""
    if side == RUSSIAN or not s.world.passable[RUSSIAN] >> goal & 1:
        return ("2.1", "impassable", (goal,))
    return ("14.6", f"closed_{s.world.terrain_of[goal]}", (goal,))


def between(s: Campaign, side: int, m: March, goal: int) -> list[Reason]:
    """[8.4] The way there: too long, stopped by cavalry, or there is none."""
    most, here = farthest(s, m.units), m.here
    ways = free_ways(s, side, here, goal)
    if goal not in ways:
        return [("8.4", "no_way_there", (here, goal))]
    hexes = m.hexes + ways[goal].hexes
    if hexes > most:
        return [("8.4" if most == FORCED_MAX else "16.1", "too_far_to_march", (hexes, most, goal))]
    path = path_to(ways, here, goal)
    crowded = [h for h in path if too_full(s, s.world.load(m.units)) >> h & 1]
    if crowded:
        return [("4.1", "full_on_the_way", (crowded[0], goal))]
    held = [h for h in path if unsure(s, side, m) >> h & 1]
    if held and held[0] != goal:
        return [("8.4", "cavalry_on_the_way", (held[0], goal))]
    if m.hexes == 0 and s.began_near[side] >> here & 1 and controlled(s, side) >> goal & 1:
        return [("8.4", "began_near_cavalry", (goal,))]
    return [("8.4", "no_way_there", (here, goal))]


def free_ways(s: Campaign, side: int, start: int, goal: int) -> dict[int, Reach]:
    """Every hex a column could come to if neither cavalry nor the number of hexes stopped it."""
    world = s.world
    within = world.passable[side] & ~s.occ[1 - side]
    found: dict[int, Reach] = {}
    front, step = [start], 0
    while front and goal not in found:
        step += 1
        ahead = []
        for h in front:
            for n in bits(world.near[h] & within):
                if n != start and n not in found:
                    found[n] = Reach(step, h)
                    ahead.append(n)
        front = ahead
    return found
