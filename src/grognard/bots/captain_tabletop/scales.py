"""The scales: what a place is worth to a battalion, by the fire it would deal and suffer there.

They are set up once for a unit and weigh many places: what cannot outweigh the best so far is put down as soon as that
is certain.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from grognard.board.plane import Rect
from grognard.bots.captain_tabletop.field import Field, bearing, span, turn
from grognard.bots.captain_tabletop.posts import FRAIL, post
from grognard.bots.captain_tabletop.reckon import RUNS, fails
from grognard.games.tabletop.rules.figures import Pose, aspect_from, centre, cover_from, footprint
from grognard.games.tabletop.rules.fire import (
    LONG,
    SHORT,
    Circumstances,
    band,
    fire_of,
    fire_percent,
    may_aim,
    muzzle_count,
    muzzle_distance,
    shooter_reasons,
)
from grognard.games.tabletop.rules.morale import FIRE
from grognard.games.tabletop.rules.movement.paces import speed
from grognard.games.tabletop.world.formations import COLUMN, DENSE, LINE, OPEN, UNLIMBERED
from grognard.games.tabletop.world.state import NOBODY, SPENT, Shot
from grognard.games.tabletop.world.world import CM

MORE: Final = 1.000001  # a bound is a bound however sums are rounded
SLIVER: Final = 1e-9  # the same
NEAR: Final = 420  # enemies farther off than this have no part in it yet
ARC: Final = 430  # tenths of a degree: who is farther off is not fired at
STRIDE: Final = 0.0016  # what a millimetre towards its post is worth, in morale points
WAITS: Final = 0.6  # an enemy who could turn to fire
RUN: Final = 120  # an enemy who has not moved comes so much nearer
FEAR: Final = 0.3  # if he wants to
JOIN: Final = 0.25  # what is left of the danger where another of ours draws the fire
NEXT: Final = 0.6  # a loss is seldom the last
PRESS: Final = 0.8  # how much it changes the worth of blows and losses to be the more
HURRY: Final = 0.3  # and to be behind or ahead when time runs out
COMES: Final = 300  # who is so near an enemy has a part in the fight with him
HELPS: Final = 200  # and who of his is so near him
FLANKED: Final = 0.4  # to be open to a charge in flank or rear
URGENT: Final = (1.0, 0.5, 0.25, 0.12, 0.06, 0.03)  # what a point of the count is worth so many turns before it
TURN: Final = 0.0004  # a tenth of a degree turned away from the nearest enemy


# an enemy, how likely he is at least and at most to have a unit before his muzzles, and what that would cost it
Risk = tuple[int, float, float, float]


class Threat(NamedTuple):
    """What an enemy may fire with, and whether he has his move still before him."""

    bases: int
    reach: int
    short: int
    moves: bool

    @property
    def farthest(self) -> int:
        return self.reach + RUN if self.moves else self.reach


class Scales:
    """Fire dealt less fire suffered on a pose, and what it is worth to be there, in morale points.

    Where ours are the more, blows count for more than losses; where they are the fewer, for less.
    """

    def __init__(self, field: Field, u: int, foes: list[int]) -> None:
        self.field = field
        self.u = u
        self.post = post(field, u)
        against = self.post.foe if self.post.foe != NOBODY else field.nearest(u, foes)
        self.bold = PRESS * edge(field, against) + HURRY * field.hurry
        self.reach = field.reach(u)
        self.short = field.short_reach(u) + 1
        self.threats = _threats(field, u, foes)
        self.chargers = {f: speed(field.info(f).type, field.unit(f).formation) * CM for f in foes if _charges(field, f)}
        self.bodies = [(f, footprint(field.s, f), self._limit(f)) for f in foes]
        self._most: dict[tuple[int, str], float] = {}  # what a base could bring, by enemy and range

    def _limit(self, f: int) -> int:
        """Beyond this an enemy has nothing to do with the unit."""
        threat = self.threats.get(f)
        return max(self.reach, threat.farthest if threat else 0, self.chargers.get(f, 0))

    def weigh(self, p: Pose, least: float = -math.inf) -> float:
        """What a pose is worth; where that is certain to be no more than ``least``, some number that is no more."""
        most = -math.inf
        for most in self.looks(p):
            if most <= least:
                break
        return most

    def looks(self, p: Pose) -> Iterator[float]:
        """What a pose is worth at the most: less with every closer look, and after the last look no less."""
        field, u, bold = self.field, self.u, self.bold
        there = field.standing(u, p)
        with there:
            there.body = body = field.s.body(u)
            gaps = self._gaps(body.foot)
            worth = self._ground(p) - FLANKED * self._open(gaps)
            hope = (1 + bold) * self._hope(gaps, muzzle_count(field.s, u)) if gaps else 0.0
        yield worth + hope
        with there:
            risks = [_risk(field, u, f, self.threats[f], gap) for f, gap in gaps.items() if f in self.threats]
        fear = (1 - bold) * sum([least * hit for _, least, _, hit in risks])
        yield worth + hope - fear + SLIVER
        if hope:
            with there:
                worth += (1 + bold) * self._dealt(gaps)
            yield worth - fear + SLIVER
        for n, risk in enumerate(risks):
            f, least, most, hit = risk
            if least < most:
                with there:
                    chance = _looked_at(field, u, risk)
                risks[n] = (f, chance, chance, hit)
                fear += (1 - bold) * (chance - least) * hit
                yield worth - fear + SLIVER
        for _, _, chance, hit in risks:
            worth -= (1 - bold) * (chance * hit)
        yield worth

    def _hope(self, gaps: dict[int, float], muzzles: int) -> float:
        """What a volley of so many bases could bring at the best."""
        return muzzles * max([self._volley(f, gap) for f, gap in gaps.items() if gap <= self.reach], default=0.0)

    def _volley(self, f: int, gap: float) -> float:
        """What a base could bring at the best at an enemy so far off."""
        carry = LONG if gap > self.short else SHORT
        found = self._most.get((f, carry))
        if found is None:
            found = self._most[f, carry] = _volley_at_most(self.field, self.u, f, carry)
        return found

    def _gaps(self, body: Rect) -> dict[int, float]:
        """How far the enemies are who are near enough to matter."""
        return {f: body.away(foe) for f, foe, limit in self.bodies if not body.apart(foe, limit)}

    def _open(self, gaps: dict[int, float]) -> bool:
        """[6.9] Whether an enemy could charge the unit in flank or rear, were he to turn to it."""
        return any(
            f in gaps and gaps[f] <= reach and self.field.exposed(f, self.u) for f, reach in self.chargers.items()
        )

    def _ground(self, p: Pose) -> float:
        """What it is worth to be there, beside the fire."""
        x, y = min([(foe.x, foe.y) for _, foe, _ in self.bodies], key=lambda at: span(at[0] - p.x, at[1] - p.y))
        wide = turn(p.facing, bearing(x - p.x, y - p.y))
        away = span(self.post.x - p.x, self.post.y - p.y)
        return presence(self.field, self.u) - STRIDE * away - TURN * max(0.0, wide - ARC)

    def _dealt(self, gaps: dict[int, float]) -> float:
        """[7.12] The volley at the nearest in the arc, or at one in short range that could bring more."""
        field, u, s = self.field, self.u, self.field.s
        muzzles, short = muzzle_count(s, u), field.short_reach(u)
        best, first = 0.0, True
        for gap, f in sorted([(gap, f) for f, gap in gaps.items() if gap <= self.reach]):
            promising = first or (gap <= short and 100 * muzzles * self._volley(f, gap) > best)
            if promising and may_aim(s, u, f):
                best = max(best, fire_of(s, Shot(u, f, muzzles)).total * weight(field, f))
                first = False
        return best / 100


def danger(field: Field, u: int, p: Pose) -> float:
    """The fire that a unit would suffer on a pose."""
    threats = _threats(field, u, [f for f in field.foes if field.away(f, p.x, p.y) <= NEAR])
    with field.standing(u, p):
        body = footprint(field.s, u)
        gaps = {f: body.away(footprint(field.s, f)) for f in threats}
        return sum([_suffered(field, u, f, threat, gaps[f]) for f, threat in threats.items()])


def edge(field: Field, f: int) -> float:
    """How much stronger ours are about an enemy than his: from -0.5, alone against many, to 0.5."""
    if f not in field.thought.edges:
        ours = sum([_strength(field, v) for v in field.own if field.near(v, f, COMES)])
        theirs = sum([_strength(field, v) for v in field.foes if field.near(v, f, HELPS)])
        field.thought.edges[f] = ours / max(1, ours + theirs) - 0.5
    return field.thought.edges[f]


def _strength(field: Field, u: int) -> int:
    """[1.5] What a unit brings to a fight of fire: its points, less those that it falls with."""
    unit, guns = field.unit(u), field.info(u).artillery
    if not unit.ready or (guns and shooter_reasons(field.s, u)):
        return 0
    return unit.pm * (2 if guns else 1)


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


def _volley_at_most(field: Field, u: int, f: int, carry: str) -> float:
    """[7.11] What a base's volley at an enemy could bring at the best: from the flank, past walls."""
    info, aim = field.info(u), field.unit(f)
    best = Circumstances(
        kind=info.type,
        klass=info.klass,
        nation=info.nation,
        band=carry,
        disordered=field.unit(u).disordered,
        cover=field.cover(f),
        dense=aim.formation in DENSE,
        loose=aim.formation in (OPEN, UNLIMBERED),
        at_cavalry=field.info(f).cavalry,
        flank=True,
    )
    return fire_percent(field.s.world, best, 1).total * weight(field, f) / 100 * MORE


def _threats(field: Field, u: int, foes: list[int]) -> dict[int, Threat]:
    """[7.3] Those who can fire at all, the nearest first."""
    able = sorted([f for f in foes if not shooter_reasons(field.s, f)], key=lambda f: field.gap(u, f))
    weight(field, u)  # as it stands, wherever it would go
    return {f: Threat(muzzle_count(field.s, f), field.reach(f), field.short_reach(f), field.moves_yet(f)) for f in able}


def _suffered(field: Field, u: int, f: int, threat: Threat, gap: float) -> float:
    """What an enemy would do."""
    risk = _risk(field, u, f, threat, gap)
    return _looked_at(field, u, risk) * risk[3]


def _risk(field: Field, u: int, f: int, threat: Threat, gap: float) -> Risk:
    """What is known of an enemy's fire before it is asked what he sees.

    He has one volley, and where others of ours draw it one more is little in danger.
    """
    least, most = _chances(field, u, f, threat, gap)
    if not most:
        return f, 0.0, 0.0, 0.0
    hit = _hit(field, u, f, threat, gap)
    choice = [worse for other, worse in drawn(field, f, u) if other <= gap or other <= threat.short]
    return f, least, most, max(JOIN * hit, hit - max(choice, default=0.0))


def _chances(field: Field, u: int, f: int, threat: Threat, gap: float) -> tuple[float, float]:
    """How likely it is at least and at most that an enemy has the unit before his muzzles."""
    if gap > threat.reach:
        fear = FEAR if threat.moves and gap <= threat.reach + RUN else 0.0
        return fear, fear
    if threat.moves:
        return WAITS, 1.0
    masked = gap > threat.short and any([other < gap for other, _ in drawn(field, f, u)])
    return 0.0, 0.0 if masked else 1.0


def _looked_at(field: Field, u: int, risk: Risk) -> float:
    """How likely it is, when it is known whom an enemy sees."""
    f, least, most, _ = risk
    return least if least == most or not may_aim(field.s, f, u) else most


def _hit(field: Field, u: int, f: int, threat: Threat, gap: float) -> float:
    """What an enemy's volley would cost a unit; the same from many places."""
    s, foe = field.s, field.unit(f)
    close = gap <= threat.short + 1 and band(field.info(f).type, muzzle_distance(s, f, u)) == SHORT
    key = (f, u, close, cover_from(s, u, f), aspect_from(s, u, foe.x, foe.y))
    found = field.thought.hits.get(key)
    if found is None:
        found = field.thought.hits[key] = fire_of(s, Shot(f, u, threat.bases)).total / 100 * weight(field, u)
    return found


def drawn(field: Field, f: int, u: int) -> list[tuple[float, float]]:
    """Whom else of ours an enemy could fire at, as long as the unit is where it is."""
    if (f, u) not in field.thought.drawn:
        with field.standing(u, field.home(u)):
            field.thought.drawn[f, u] = [found for v, found in aimed_at(field, f).items() if v != u]
    return field.thought.drawn[f, u]


def aimed_at(field: Field, f: int) -> dict[int, tuple[float, float]]:
    """Those of ours whom an enemy could fire at: how far, and what it would cost."""
    if f not in field.thought.aims:
        s = field.s
        near = [v for v in field.own if field.near(v, f, field.reach(f)) and may_aim(s, f, v)]
        field.thought.aims[f] = {
            v: (field.gap(v, f), fire_of(s, Shot(f, v, muzzle_count(s, f))).total / 100 * weight(field, v))
            for v in near
        }
    return field.thought.aims[f]


def weight(field: Field, u: int) -> float:
    """What a loss means to a unit: the more, the likelier it runs, at once or by the next."""
    if u not in field.thought.weights:
        field.thought.weights[u] = field.stakes[field.s.side(u)] * _weight(field, u, field.unit(u).pm)
    return field.thought.weights[u]


def _weight(field: Field, u: int, pm: int, depth: int = 3) -> float:
    if pm <= 1:
        return 1.0
    runs = fails(field, u, pm, 1, FIRE)
    now = 1 + runs * (RUNS * (pm - 1) + 0.5)
    return now if depth == 0 else now + NEXT * (1 - runs) * (_weight(field, u, pm - 1, depth - 1) - 1)
