"""The exchange of fire: what a battalion would deal and suffer on a place, and which place suits it best."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.board.plane import ahead
from grognard.bots.captain_tabletop.field import Field, bearing, span, turn
from grognard.bots.captain_tabletop.posts import axis, post
from grognard.bots.captain_tabletop.reckon import fails
from grognard.bots.captain_tabletop.ways import Goal
from grognard.games.tabletop.rules.figures import Pose, footprint, pose
from grognard.games.tabletop.rules.fire import aim_reasons, fire_of, muzzle_count, shooter_reasons
from grognard.games.tabletop.rules.morale import FIRE
from grognard.games.tabletop.rules.movement.paces import millimetres
from grognard.games.tabletop.world.state import NOBODY, Shot

CLOSE: Final = 34  # where infantry stops to fire at short range
DISTANT: Final = 84  # and at long range
CLEAR: Final = 130  # out of musketry
NEAR: Final = 420  # enemies farther off than this have no part in it yet
ARC: Final = 430  # tenths of a degree: who is farther off is not fired at
STRIDE: Final = 0.0016  # what a millimetre towards its post is worth, in morale points
WAITS: Final = 0.6  # an enemy who could turn to fire
RUN: Final = 120  # an enemy who has not moved comes so much nearer
FEAR: Final = 0.3  # if he wants to
JOIN: Final = 0.25  # what is left of the danger where another of ours draws the fire
RUNS: Final = 0.67  # who runs is counted lost altogether, if he does not rally
NEXT: Final = 0.6  # a loss is seldom the last
BESIDE: Final = (650, -650)  # how far from an enemy's front one is out of his fire
TAKEN: Final = 0.5  # what it is worth to stand on an objective that nobody holds
STEADY: Final = 0.04  # staying where it is needs no reason
TURN: Final = 0.0004  # a tenth of a degree turned away from the nearest enemy


def place_for(field: Field, u: int) -> Goal | None:
    """The best of some places in reach; None where it is best to stay as one is."""
    here = pose(field.s, u)
    foes = [f for f in field.foes if field.gap(u, f) <= NEAR]
    if not foes:
        return Goal(*post(field, u), bearing(*axis(field, u)))
    choice: list[tuple[float, int, Goal | None]] = [(balance(field, u, here, foes) + STEADY, 0, None)]
    for n, goal in enumerate(_goals(field, u, here, foes), 1):
        choice.append((balance(field, u, _towards(field, u, here, goal), foes), -n, goal))
    return max(choice, key=lambda found: found[:2])[2]


def _goals(field: Field, u: int, here: Pose, foes: list[int]) -> Iterator[Goal]:
    """Its post; short and long range of the nearest enemies; out of the fire."""
    near = sorted(foes, key=lambda f: (field.gap(u, f), field.info(f).id))[:3]
    looks = field.toward(u, *field.place(near[0]))
    x, y = post(field, u)
    yield Goal(x, y, bearing(*axis(field, u)))
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
    """Fire dealt less fire suffered on a pose, and what it is worth to be there, in morale points."""
    with field.standing(u, p):
        body = footprint(field.s, u)
        gaps = {f: body.distance(footprint(field.s, f)) for f in foes}
        worth = _dealt(field, u, gaps) - sum(_suffered(field, u, f, gap) for f, gap in gaps.items())
    x, y = post(field, u)
    worth -= STRIDE * span(x - p.x, y - p.y)
    nearest = min(gaps, key=lambda f: (gaps[f], field.info(f).id))
    worth -= TURN * max(0.0, turn(p.facing, bearing(*_to(field, p, nearest))) - ARC)
    area = field.goal(u)
    if area.held == NOBODY and span(area.x - p.x, area.y - p.y) < area.radius:
        worth += TAKEN
    return worth


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
        field.weights[u] = _weight(field, u, field.unit(u).pm)
    return field.weights[u]


def _weight(field: Field, u: int, pm: int, depth: int = 3) -> float:
    if pm <= 1:
        return 1.0
    runs = fails(field, u, pm, 1, FIRE)
    now = 1 + runs * (RUNS * (pm - 1) + 0.5)
    return now if depth == 0 else now + NEXT * (1 - runs) * (_weight(field, u, pm - 1, depth - 1) - 1)
