"""Stacks that lie face down (15.1), taken for something: pieces of the enemy on the map that have not been seen.

A cautious reading: every counter is a fresh unit as far as a hex can hold them, and the best commanders are with the
highest stacks. It is one of the armies that the view allows, the same each time for the same view.
"""

from __future__ import annotations

from typing import Any

from grognard.board.hexes import bits
from grognard.games.russia1812.world.world import CAPACITY, SIDES, World

LED = 3  # counters in a stack that is likely to have a commander


def guess(view: dict[str, Any], world: World) -> list[dict[str, Any]]:
    """Pieces for the counters face down, as the view would list them; none where all stacks are open."""
    backs = sorted(view.get("backs", ()), key=lambda back: (-back["count"], back["hex"]))
    if not backs:
        return []
    units, leaders = candidates(view, world, SIDES.index(backs[0]["side"]))
    found: list[dict[str, Any]] = []
    room = {back["hex"]: CAPACITY for back in backs}
    left = {back["hex"]: back["count"] for back in backs}
    for back in backs:  # nobody stands without a combat unit
        put(found, back, take(units, world, back["cavalry"]), room, left, world)
    for back in backs:
        if back["count"] >= LED and leaders:
            put(found, back, leaders.pop(0), room, left, world)
    for back in backs:
        while left[back["hex"]] and units and world.weight[units[0]] <= room[back["hex"]]:
            put(found, back, units.pop(0), room, left, world)
    return found


def candidates(view: dict[str, Any], world: World, side: int) -> tuple[list[int], list[int]]:
    """The enemy's pieces that are somewhere on the map: combat units, foot first, and commanders, the best first."""
    away = {*view["lost"], *(piece["id"] for piece in view["waiting"]), *(piece["id"] for piece in view["units"])}
    roster = world.basic
    if view["options"].get("advanced"):
        roster |= world.extra | (world.swedes if view["politics"]["swedes"] else 0)
    here = [u for u in bits(world.of_side[side] & roster) if world.ids[u] not in away]
    units = [u for u in here if world.combat >> u & 1]
    leaders = [u for u in here if world.commanders >> u & 1]
    return sorted(units, key=lambda u: (world.cavalry >> u & 1, u)), sorted(leaders, key=lambda u: (-world.cr[u], u))


def take(units: list[int], world: World, cavalry: bool) -> int:
    """The next unit for a stack; one of cavalry where cavalry is declared. -1 if nobody is left."""
    fitting = [u for u in units if world.cavalry >> u & 1] if cavalry else units
    chosen = next(iter(fitting or units), -1)
    if chosen >= 0:
        units.remove(chosen)
    return chosen


def put(
    found: list[dict[str, Any]], back: dict[str, Any], u: int, room: dict[str, int], left: dict[str, int], world: World
) -> None:
    if u < 0:
        return
    marked = back["flags"] if world.combat >> u & 1 else []
    found.append({"id": world.ids[u], "hex": back["hex"], "flags": ["supplied", *marked]})
    room[back["hex"]] -= world.weight[u]
    left[back["hex"]] -= 1
