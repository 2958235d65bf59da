"""The exchange of fire: what a battalion would deal and suffer on a place, and which place suits it best."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.board.plane import ahead
from grognard.bots.captain_tabletop.field import Field, bearing, span, turn
from grognard.bots.captain_tabletop.posts import CLOSE, FRAIL, axis, post
from grognard.bots.captain_tabletop.reckon import RUNS, fails
from grognard.bots.captain_tabletop.ways import Goal, Way, find
from grognard.games.tabletop.rules.figures import Pose, centre, footprint, pose
from grognard.games.tabletop.rules.fire import aim_reasons, fire_of, muzzle_count, shooter_reasons
from grognard.games.tabletop.rules.morale import FIRE
from grognard.games.tabletop.rules.movement.paces import millimetres, speed
from grognard.games.tabletop.world.formations import COLUMN, LINE
from grognard.games.tabletop.world.state import NOBODY, SPENT, Shot
from grognard.games.tabletop.world.world import CM

DISTANT: Final = 84  # and at long range
CLEAR: Final = 130  # out of musketry
NEAR: Final = 420  # enemies farther off than this have no part in it yet
ARC: Final = 430  # tenths of a degree: who is farther off is not fired at
STRIDE: Final = 0.0016  # what a millimetre towards its post is worth, in morale points
WAITS: Final = 0.6  # an enemy who could turn to fire
RUN: Final = 120  # an enemy who has not moved comes so much nearer
FEAR: Final = 0.3  # if he wants to
TRIED: Final = 6  # so many places are looked at twice
JOIN: Final = 0.25  # what is left of the danger where another of ours draws the fire
NEXT: Final = 0.6  # a loss is seldom the last
BESIDE: Final = (650, -650)  # how far from an enemy's front one is out of his fire
PRESS: Final = 0.8  # how much it changes the worth of blows and losses to be the more
HURRY: Final = 0.3  # and to be behind or ahead when time runs out
COMES: Final = 300  # who is so near an enemy has a part in the fight with him
HELPS: Final = 200  # and who of his is so near him
ENTERS: Final = 300  # who is so near an area may go and stand on it
FLANKED: Final = 0.4  # to be open to a charge in flank or rear
URGENT: Final = (1.0, 0.5, 0.25, 0.12, 0.06, 0.03)  # what a point of the count is worth so many turns before it
STEADY: Final = 0.04  # staying where it is needs no reason
TURN: Final = 0.0004  # a tenth of a degree turned away from the nearest enemy


def place_for(field: Field, u: int) -> Way | None:
    """The move to the best of some places in reach; None where it is best to stay as one is.

    The places that look best are judged again by where the unit would really end.
    """
    here = pose(field.s, u)
    foes = [f for f in field.foes if field.gap(u, f) <= NEAR]
    if not foes:
        return find(field, u, Goal(*post(field, u)[:3]))
    goals = list({_towards(field, u, here, goal): goal for goal in _goals(field, u, here, foes)}.items())
    hopes = sorted([(balance(field, u, end, foes), -n) for n, (end, _) in enumerate(goals)], reverse=True)
    best, least = None, balance(field, u, here, foes) + STEADY
    for hope, n in hopes[:TRIED]:
        way = find(field, u, goals[-n][1]) if hope > least else None
        worth = balance(field, u, way.end, foes) if way else 0.0
        if way and worth > least:
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


def _towards(field: Field, u: int, here: Pose, goal: Goal) -> Pose:
    """How it would stand after its move, if nothing is in the way."""
    away, most = span(goal.x - here.x, goal.y - here.y), 0.9 * millimetres(field.s, u, here, here.left)
    back = turn(here.facing, bearing(goal.x - here.x, goal.y - here.y)) > 1350
    share = min(1.0, most / max(1.0, away) * (0.5 if back else 1.0))
    facing = goal.facing if share == 1 or back else bearing(goal.x - here.x, goal.y - here.y)
    return here._replace(
        x=round(here.x + (goal.x - here.x) * share),
        y=round(here.y + (goal.y - here.y) * share),
        facing=round(facing) % 3600,
    )


def balance(field: Field, u: int, p: Pose, foes: list[int]) -> float:
    """Fire dealt less fire suffered on a pose, and what it is worth to be there, in morale points.

    Where ours are the more, blows count for more than losses; where they are the fewer, for less.
    """
    place = post(field, u)
    bold = PRESS * edge(field, place.foe if place.foe != NOBODY else field.nearest(u, foes)) + HURRY * field.hurry
    with field.standing(u, p):
        body = footprint(field.s, u)
        gaps = {f: body.distance(footprint(field.s, f)) for f in foes}
        suffered = sum(_suffered(field, u, f, gap) for f, gap in gaps.items())
        worth = (1 + bold) * _dealt(field, u, gaps) - (1 - bold) * suffered
        worth -= FLANKED * open_to(field, u, gaps)
        worth += presence(field, u)
    worth -= STRIDE * span(place.x - p.x, place.y - p.y)
    nearest = min(gaps, key=lambda f: (gaps[f], field.info(f).id))
    return worth - TURN * max(0.0, turn(p.facing, bearing(*_to(field, p, nearest))) - ARC)


def danger(field: Field, u: int, p: Pose) -> float:
    """The fire that a unit would suffer on a pose."""
    foes = [f for f in field.foes if field.away(f, p.x, p.y) <= NEAR]
    with field.standing(u, p):
        body = footprint(field.s, u)
        return sum(_suffered(field, u, f, body.distance(footprint(field.s, f))) for f in foes)


def edge(field: Field, f: int) -> float:
    """How much stronger ours are about an enemy than his: from -0.5, alone against many, to 0.5."""
    if f not in field.edges:
        ours = sum(_strength(field, v) for v in field.own if field.gap(v, f) <= COMES)
        theirs = sum(_strength(field, v) for v in field.foes if field.gap(v, f) <= HELPS)
        field.edges[f] = ours / max(1, ours + theirs) - 0.5
    return field.edges[f]


def _strength(field: Field, u: int) -> int:
    """[1.5] What a unit brings to a fight of fire: its points, less those that it falls with."""
    unit, guns = field.unit(u), field.info(u).artillery
    if not unit.ready or (guns and shooter_reasons(field.s, u)):
        return 0
    return unit.pm * (2 if guns else 1)


def open_to(field: Field, u: int, gaps: dict[int, float]) -> bool:
    """[6.9] Whether an enemy could charge the unit in flank or rear, were he to turn to it."""
    return any(
        gap <= speed(field.info(f).type, field.unit(f).formation) * CM and _charges(field, f) and field.exposed(f, u)
        for f, gap in gaps.items()
    )


def _charges(field: Field, f: int) -> bool:
    unit = field.unit(f)
    able = unit.formation in (LINE, COLUMN) and unit.fatigue != SPENT and not field.info(f).artillery
    return able and unit.pm > FRAIL


def presence(field: Field, u: int) -> float:
    """[12.2] [12.3] The areas that are ours, or not the enemy's, because of this unit; the nearer the end, the more."""
    x, y = centre(field.s, u)
    worth = 0.0
    for area in field.areas:
        if span(area.x - x, area.y - y) <= area.radius:
            worth += area.points * (not any(v != u for v in field.inside(area, field.who)))
    return worth * field.s.world.start_pm[1 - field.who] / 10 * URGENT[min(field.left, len(URGENT) - 1)]


def _to(field: Field, p: Pose, f: int) -> tuple[float, float]:
    x, y = field.place(f)
    return x - p.x, y - p.y


def _dealt(field: Field, u: int, gaps: dict[int, float]) -> float:
    """[7.12] The volley at the nearest in the arc, or at one in short range."""
    s, short = field.s, field.short_reach(u)
    near = sorted([(gap, f) for f, gap in gaps.items() if gap <= field.reach(u)])
    best, first = 0.0, True
    for gap, f in near:
        if (first or gap <= short) and not aim_reasons(s, u, f):
            best = max(best, fire_of(s, Shot(u, f, muzzle_count(s, u))).total * weight(field, f))
            first = False
    return best / 100


def _suffered(field: Field, u: int, f: int, gap: float) -> float:
    """What an enemy would do: he has one volley, and where others of ours draw it one more is little in danger."""
    s, reach = field.s, field.reach(f)
    yet = field.moves_yet(f)
    if shooter_reasons(s, f) or gap > reach + (RUN if yet else 0):
        return 0.0
    hit = fire_of(s, Shot(f, u, muzzle_count(s, f))).total / 100 * weight(field, u)
    drawn = aimed_at(field, f, u)
    short = field.short_reach(f)
    if gap > reach:
        chance = FEAR
    elif aim_reasons(s, f, u):
        chance = WAITS if yet else 0.0
    elif not yet and gap > short and any(other < gap for other, _ in drawn):
        chance = 0.0
    else:
        chance = 1.0
    choice = [worse for other, worse in drawn if other <= max(short, gap)]
    return chance * max(JOIN * hit, hit - max(choice, default=0.0))


def aimed_at(field: Field, f: int, u: int) -> list[tuple[float, float]]:
    """Those of ours, beside one, whom an enemy could fire at: how far, and what it would cost."""
    if f not in field.aims:
        s = field.s
        near = [(v, field.gap(v, f)) for v in field.own if field.gap(v, f) <= field.reach(f)]
        field.aims[f] = {
            v: (gap, fire_of(s, Shot(f, v, muzzle_count(s, f))).total / 100 * weight(field, v))
            for v, gap in near
            if not aim_reasons(s, f, v)
        }
    return [found for v, found in field.aims[f].items() if v != u]


def weight(field: Field, u: int) -> float:
    """What a loss means to a unit: the more, the likelier it runs, at once or by the next."""
    if u not in field.weights:
        field.weights[u] = field.stakes[field.s.side(u)] * _weight(field, u, field.unit(u).pm)
    return field.weights[u]


def _weight(field: Field, u: int, pm: int, depth: int = 3) -> float:
    if pm <= 1:
        return 1.0
    runs = fails(field, u, pm, 1, FIRE)
    now = 1 + runs * (RUNS * (pm - 1) + 0.5)
    return now if depth == 0 else now + NEXT * (1 - runs) * (_weight(field, u, pm - 1, depth - 1) - 1)
