"""Claims: towards the end each area has somebody who goes and stands on it, so that it counts for us or for nobody."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from grognard.board.plane import ahead
from grognard.bots.captain_tabletop.field import Area, Field, span
from grognard.bots.captain_tabletop.ways import Goal, Way, find
from grognard.games.tabletop.rules.figures import layout_of, pose
from grognard.games.tabletop.rules.movement.paces import ground_here, speed
from grognard.games.tabletop.world.world import CM

SOON: Final = 3  # so many turns before the last areas are claimed
EDGE: Final = 0.6  # of the radius: so far from its middle one is well within an area
ROUND: Final = 8  # places to stand on beside the middle


def claimed(field: Field, u: int) -> Area | None:
    """The area that a unit must go to now, if it is to be there in time."""
    if field.left > SOON:
        return None
    if field.claims is None:
        field.claims = _claims(field)
    return field.claims.get(u)


def _claims(field: Field) -> dict[int, Area]:
    """The unit that is soonest there, and can best be spared, for each area where none of ours stands."""
    found: dict[int, Area] = {}
    for area in sorted(field.areas, key=lambda area: (-area.points, area.number)):
        if field.inside(area, field.who):
            continue
        able = [u for u in field.own if u not in found and _free(field, u, area)]
        late = {u: turns(field, u, area) for u in able}
        goes = min(able, key=lambda u: (late[u], field.unit(u).pm, field.info(u).id), default=None)
        if goes is not None and field.left <= late[goes] <= field.left + 1:
            found[goes] = area
    return found


def turns(field: Field, u: int, area: Area) -> int:
    """How many turns from now a unit is within an area; who has moved begins with the next."""
    away = max(1.0, field.away(u, area.x, area.y) - EDGE * area.radius)
    unit = field.unit(u)
    return math.ceil(away / (speed(field.info(u).type, unit.formation) * CM)) + unit.moved


def _free(field: Field, u: int, area: Area) -> bool:
    """Whether a unit may go: in hand, not fighting, not on an area itself; only foot goes into houses."""
    s, unit = field.s, field.unit(u)
    if not unit.ready or s.engaged(u) or s.order_of(u) in ("retreat", "defend"):
        return False
    there = pose(s, u)._replace(x=round(area.x), y=round(area.y))
    if not field.info(u).infantry and ground_here(s, there) == "settlement":
        return False
    return not any(field.inside(other, field.who) == [u] for other in field.areas)


def enter(field: Field, u: int, area: Area) -> Way | None:
    """The move that ends within an area; else the one that leads nearest to its middle."""
    here = pose(field.s, u)
    ways = [way for goal in _stands(field, u, area) for way in [find(field, u, goal)] if way]
    deep = layout_of(field.s, u, here).depth // 2

    def outside(way: Way) -> float:
        x, y = ahead(way.end.x, way.end.y, way.end.facing, -deep)
        return span(x - area.x, y - area.y)

    best = min(ways, key=outside, default=None)
    return best if best and outside(best) < outside(Way((), here)) else None


def _stands(field: Field, u: int, area: Area) -> Iterator[Goal]:
    looks = field.toward(u, area.x, area.y)
    yield Goal(area.x, area.y, looks)
    for n in range(ROUND):
        yield Goal(*ahead(round(area.x), round(area.y), 3600 * n // ROUND, round(EDGE * area.radius)), looks)
