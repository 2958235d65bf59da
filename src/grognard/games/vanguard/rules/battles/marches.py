"""Rulebook 17.1.5: the march orders of the Austrians, which lapse on sight of the enemy."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.vanguard.world.roster import COALITION, DEFENCE, FRENCH
from grognard.games.vanguard.world.state import Battle


def reached_target(s: Battle, u: int) -> bool:
    """R-38: within one hex of the target of its march order."""
    world = s.world
    return bool(world.march_goals[s.march_of(u)] & world.bit[s.at[u]])


def fulfilled(units: int, reached: int) -> bool:
    """[17.1.5] At least half the units have reached it."""
    return units > 0 and reached >= (units + 1) // 2


def check_marches(s: Battle) -> None:
    """R-62: after every finished move, retreat, advance or entry: an enemy in sight ends the march orders."""
    if True not in s.marching:
        return
    world, austrians, watching = s.world, s.occ[COALITION], _who_sees_french(s)
    for number, formation in enumerate(world.march_formation):
        if not s.marching[number]:
            continue
        if watching & world.troops_of[formation]:
            _release(s, formation)
            continue
        goal = world.march_goals[number]
        if not goal & austrians:
            continue
        units = s.on_map(world.march_units[number])
        reached = sum([goal >> s.at[u] & 1 for u in units])
        if fulfilled(len(units), reached):
            s.marching[number] = False
            s.emit("march_fulfilled", formation, s.spot(world.march_target[number]))


def _who_sees_french(s: Battle) -> int:
    """[11.3] Those who have a French combat unit in line of sight."""
    beyond = s.world.data.los_limit + 1
    found = 0
    french, sights, wheat = s.occ[FRENCH], s.world.sights[s.wheat], s.wheat
    for h in bits(s.world.closer_to(french, beyond)[beyond] & s.occ[COALITION]):
        if (sights[h] or s.world.sight(h, wheat)) & french:
            found |= s.stack[h]
    return found


def _release(s: Battle, formation: int) -> None:
    for number, marcher in enumerate(s.world.march_formation):
        if marcher == formation:
            s.marching[number] = False
    s.orders[formation] = DEFENCE
    s.emit("march_cancelled", formation)
