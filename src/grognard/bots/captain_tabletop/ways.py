"""Ways: the whole move of a unit thought out at once by the rules' own steps, and said in one answer if that can be."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from grognard.bots.captain_tabletop.field import Field, bearing, span, turn
from grognard.games.tabletop.rules.figures import Pose
from grognard.games.tabletop.rules.movement import paces
from grognard.games.tabletop.rules.movement.moves import GotoRegion, StepRegion, written
from grognard.games.tabletop.rules.movement.pathing import ABOUT, Leg, attempt, route
from grognard.games.tabletop.rules.movement.room import Room
from grognard.games.tabletop.world.world import MOVE

WORTH: Final = 15  # millimetres: what gains less is not done
LEAST: Final = 5  # millimetres: no step is shorter
FINE: Final = 40  # tenths of a degree: no wheel is smaller
DETOURS: Final = (0, 300, -300)  # beside the straight way, where that is shut
TURNED: Final = 0.08  # millimetres that a tenth of a degree away from the wished facing is worth
BEHIND: Final = 1100  # what lies so far off is gone to after an about-face
FAR: Final = 400  # beyond this the facing at the end does not matter yet


class Goal(NamedTuple):
    """Where a unit should stand, and the way it should look."""

    x: float
    y: float
    facing: float


class Way(NamedTuple):
    """Some steps and the pose they end in."""

    legs: tuple[Leg, ...]
    end: Pose


def missing(goal: Goal, p: Pose) -> float:
    """What a pose lacks: the way still to go and the turn still to make."""
    away = span(goal.x - p.x, goal.y - p.y)
    return away + TURNED * turn(p.facing, goal.facing) * max(0.0, 1 - away / FAR)


def go(field: Field, u: int, goal: Goal) -> str | None:
    """The first answer of the best move towards a goal; None where the unit had better stay as it is."""
    way = find(field, u, goal)
    return None if way is None else said(field, way)


def find(field: Field, u: int, goal: Goal) -> Way | None:
    """The best move towards a goal. Who has begun his way goes straight on: he does not wheel again."""
    room = _room(field)
    if room is None or missing(goal, room.start) < WORTH:
        return None
    begun = room.start.left not in (MOVE, MOVE - paces.change_cost(field.s, u))
    ways = [way for way in _ways(field, u, goal, room) if way.legs and not (begun and way.legs[0].verb == "wheel")]
    best = min(ways, key=lambda way: missing(goal, way.end), default=None)
    if best is None or missing(goal, best.end) > missing(goal, room.start) - WORTH:
        return None
    return best


def _room(field: Field) -> Room | None:
    return next((option.room for option in field.options if isinstance(option, StepRegion | GotoRegion)), None)


def said(field: Field, way: Way) -> str:
    """One step by its name; several at one stroke if the rules find the same way, else the first of them."""
    if len(way.legs) > 1:
        region = next((option for option in field.options if isinstance(option, GotoRegion)), None)
        text = f"goto {way.end.x} {way.end.y} {way.end.facing}"
        if region is not None and region.accepts(field.match.game.lexicon.parse(text)):
            return text
    return written(way.legs[0]).text


def _ways(field: Field, u: int, goal: Goal, room: Room) -> Iterator[Way]:
    """There and as it should look, if that can be; else as far towards it as each of some ways leads."""
    s, p = field.s, room.start
    x, y, facing = round(goal.x), round(goal.y), round(goal.facing) % 3600
    if span(x - p.x, y - p.y) * paces.price_here(s, u, p) <= 1.2 * p.left:
        found = route(s, u, x, y, facing, room)
        if not found.reasons and found.legs:
            yield Way(tuple(found.legs), found.end)
            return
    wide = turn(p.facing, bearing(x - p.x, y - p.y))
    near = span(x - p.x, y - p.y) < WORTH
    if near or wide <= BEHIND:
        yield from _ahead(field, u, goal, room, Way((), p))
        yield from _oblique(field, u, goal, room, Way((), p))
    if wide > 900 and not near:
        turned = _stepped(field, u, room, Way((), p), ABOUT)
        if turned is not None:
            yield from _ahead(field, u, goal, room, turned)
            yield from _oblique(field, u, goal, room, turned)
    yield from _sideways(field, u, goal, room)


def _ahead(field: Field, u: int, goal: Goal, room: Room, begun: Way) -> Iterator[Way]:
    """A wheel towards the goal or beside it, straight on as far as it goes, and a wheel to look as it should."""
    s, p = field.s, begun.end
    if span(goal.x - p.x, goal.y - p.y) < WORTH:
        yield from _look(field, u, goal, room, begun)
        return
    for detour in DETOURS:
        wheel = round((bearing(goal.x - p.x, goal.y - p.y) + detour - p.facing + 1800) % 3600 - 1800)
        way = begun if abs(wheel) < FINE else _stepped(field, u, room, begun, Leg("wheel", wheel))
        if way is None:
            continue
        q = way.end
        along = math.cos(math.radians(turn(q.facing, bearing(goal.x - q.x, goal.y - q.y)) / 10))
        mm = round(min(paces.furthest(s, u, q, room), along * span(goal.x - q.x, goal.y - q.y)))
        if mm >= LEAST:
            way = _stepped(field, u, room, way, Leg("advance", mm)) or way
            yield way
            yield from _look(field, u, goal, room, way)
            if detour == 0 and mm >= 0.8 * p.left / paces.price_here(s, u, p):
                return


def _oblique(field: Field, u: int, goal: Goal, room: Room, begun: Way) -> Iterator[Way]:
    """Ahead and to the side without a wheel, which is dear to a wide front; or to the side first, round a friend."""
    s, p = field.s, begun.end
    away, angle = span(goal.x - p.x, goal.y - p.y), math.radians((bearing(goal.x - p.x, goal.y - p.y) - p.facing) / 10)
    along, aside = math.cos(angle) * away, math.sin(angle) * away
    share = min(1.0, p.left / paces.price_here(s, u, p) / max(1.0, along + 2 * abs(aside)))
    if along * share < LEAST or abs(aside) * share < LEAST:
        return
    for verbs in (("advance", "shift"), ("shift", "advance")):
        way: Way | None = begun
        for verb in verbs:
            if way is not None and verb == "shift":
                way = _stepped(field, u, room, way, Leg("shift", round(aside * share)))
            elif way is not None:
                mm = min(round(along * share), paces.furthest(s, u, way.end, room))
                way = _stepped(field, u, room, way, Leg("advance", mm)) if mm >= LEAST else None
        if way is not None:
            yield way


def _look(field: Field, u: int, goal: Goal, room: Room, way: Way) -> Iterator[Way]:
    """Turned as it should look."""
    wheel = round((goal.facing - way.end.facing + 1800) % 3600 - 1800)
    turned = _stepped(field, u, room, way, Leg("wheel", wheel)) if abs(wheel) >= FINE else None
    if turned:
        yield turned


def _sideways(field: Field, u: int, goal: Goal, room: Room) -> Iterator[Way]:
    """To the side or back, facing as before."""
    s, p = field.s, room.start
    angle = math.radians((bearing(goal.x - p.x, goal.y - p.y) - p.facing) / 10)
    away, most = span(goal.x - p.x, goal.y - p.y), p.left // (2 * paces.price_here(s, u, p))
    for verb, wanted in (("shift", math.sin(angle) * away), ("back", -math.cos(angle) * away)):
        mm = round(max(-most, min(most, wanted)))
        if abs(mm) >= LEAST and (verb == "shift" or mm > 0):
            way = _stepped(field, u, room, Way((), p), Leg(verb, mm))
            if way:
                yield way


def _stepped(field: Field, u: int, room: Room, way: Way, leg: Leg) -> Way | None:
    """A way with a step more, if it is legal."""
    tried = attempt(field.s, u, way.end, leg, room)
    return None if tried.reasons else Way((*way.legs, leg), tried.pose)
