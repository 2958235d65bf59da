"""Where a battalion goes: of some places in reach the one that weighs most on the scales."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from typing import Final

from grognard.board.plane import ahead
from grognard.bots.captain_tabletop.field import Field, bearing, span, turn
from grognard.bots.captain_tabletop.posts import CLOSE, axis, post
from grognard.bots.captain_tabletop.scales import NEAR, Scales
from grognard.bots.captain_tabletop.ways import Goal, Way, find
from grognard.games.tabletop.rules.figures import Pose, pose
from grognard.games.tabletop.rules.movement.paces import millimetres

DISTANT: Final = 84  # and at long range
CLEAR: Final = 130  # out of musketry
TRIED: Final = 6  # so many places are looked at twice
BESIDE: Final = (650, -650)  # how far from an enemy's front one is out of his fire
ENTERS: Final = 300  # who is so near an area may go and stand on it
COARSE: Final = 15  # millimetres: places so near each other are taken for one
TURN: Final = 100  # and so are headings
STEADY: Final = 0.04  # staying where it is needs no reason


def place_for(field: Field, u: int) -> Way | None:
    """The move to the best of some places in reach; None where it is best to stay as one is.

    The places that look best are judged again by where the unit would really end.
    """
    here = pose(field.s, u)
    foes = [f for f in field.foes if field.near(u, f, NEAR)]
    if not foes:
        return find(field, u, Goal(*post(field, u)[:3]))
    scales = Scales(field, u, foes)
    most = 0.9 * millimetres(field.s, u, here, here.left)
    ends = [(_towards(here, goal, most), goal) for goal in _goals(field, u, here, foes)]
    goals = list({(p.x // COARSE, p.y // COARSE, p.facing // TURN): (p, goal) for p, goal in ends}.values())
    best, least, tried = None, scales.weigh(here) + STEADY, 0
    looks = [scales.looks(end) for end, _ in goals]
    hopes = [(-next(look), False, n) for n, look in enumerate(looks)]  # those that hope for most are looked at closer
    heapify(hopes)
    while hopes and -hopes[0][0] > least and tried < TRIED:
        hope, certain, n = heappop(hopes)
        if not certain:
            closer = next(looks[n], None)
            heappush(hopes, (hope, True, n) if closer is None else (-closer, False, n))
            continue
        tried += 1
        way = find(field, u, goals[n][1])
        worth = scales.weigh(way.end, least) if way else least
        if worth > least:
            best, least = way, worth
    return best


def _goals(field: Field, u: int, here: Pose, foes: list[int]) -> Iterator[Goal]:
    """Its post; short and long range of the nearest enemies; out of the fire."""
    for area in field.areas:
        away = field.away(u, area.x, area.y)
        if away < ENTERS:
            share = max(0.0, 1 - 0.6 * area.radius / max(1.0, away))
            yield Goal(area.x, area.y, axis(field, area))
            yield Goal(here.x + (area.x - here.x) * share, here.y + (area.y - here.y) * share, axis(field, area))
    near = sorted(foes, key=lambda f: (field.gap(u, f), field.info(f).id))[:3]
    looks = field.toward(u, *field.place(near[0]))
    x, y, facing, _ = post(field, u)
    yield Goal(x, y, facing)
    yield Goal(x, y, looks)
    yield Goal(here.x, here.y, looks)
    for f in near:
        away = field.gap(u, f)
        for wanted in (CLOSE, DISTANT, CLEAR):
            if wanted != CLEAR or away < CLEAR:
                yield _along(field, u, f, away - wanted)
        if field.info(f).infantry and away < DISTANT + field.width(f):
            yield from (_beside(field, f, angle) for angle in BESIDE)


def _along(field: Field, u: int, f: int, mm: float) -> Goal:
    """So far nearer to an enemy (or farther from him), and looking at him."""
    (x, y), (ex, ey) = field.place(u), field.place(f)
    length = max(1.0, span(x - ex, y - ey))
    return Goal(x + (ex - x) / length * mm, y + (ey - y) / length * mm, field.toward(u, ex, ey))


def _beside(field: Field, f: int, angle: int) -> Goal:
    """Short range of an enemy from out of his arc, looking at him."""
    unit, shape = field.unit(f), field.s.layout(f)
    far = CLOSE + shape.width / 2
    x, y = ahead(unit.x, unit.y, (unit.facing + angle) % 3600, round(far))
    return Goal(x, y, bearing(unit.x - x, unit.y - y))


def _towards(here: Pose, goal: Goal, most: float) -> Pose:
    """How it would stand after a move of so many millimetres, if nothing is in the way."""
    away = span(goal.x - here.x, goal.y - here.y)
    back = turn(here.facing, bearing(goal.x - here.x, goal.y - here.y)) > 1350
    share = min(1.0, most / max(1.0, away) * (0.5 if back else 1.0))
    facing = goal.facing if share == 1 or back else bearing(goal.x - here.x, goal.y - here.y)
    x, y = round(here.x + (goal.x - here.x) * share), round(here.y + (goal.y - here.y) * share)
    return Pose(x, y, round(facing) % 3600, here.formation, here.left, here.turned, here.disordered)
