"""Posts: where each battalion belongs: one on the objective, the others round the enemies who dispute it.

The line bends round the enemy: each battalion takes the nearest free place at short range of one of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from grognard.board.plane import ahead, sines
from grognard.bots.captain_tabletop.field import Area, Field, Post, bearing, span, turn
from grognard.games.tabletop.rules.figures import centre, pose
from grognard.games.tabletop.rules.movement.paces import place_reasons
from grognard.games.tabletop.rules.movement.room import Around
from grognard.games.tabletop.world.formations import OPEN
from grognard.games.tabletop.world.state import NOBODY

AROUND: Final = 400  # enemies so near an area are those who dispute it
THERE: Final = 220  # and those so near it are fought for it
NEAR: Final = 110  # or so near one of ours
CLOSE: Final = 34  # where infantry stops to fire at short range
FRAIL: Final = 5
BENDS: Final = (0, 450, -450, 900, -900)  # from how many sides an enemy is fired at
MASS: Final = 1.6  # so many times his points are sent against an enemy, and no more
CROWD: Final = 0.9  # of two fronts: nearer than this they do not fit beside each other
ASTRAY: Final = 0.8  # a millimetre from the objective, in millimetres of way
BENT: Final = 0.04  # a tenth of a degree round the enemy, in the same coin
BEHIND: Final = 120  # how far a second line is behind the first
GROUND: Final = Around([], ground=True)  # to look at, and nobody on it
WINGS: Final = 2  # battalions on each side of the one on the objective, while there is no enemy


def holding(field: Field, u: int) -> bool:
    """Whether a command has what it wants and need only keep it."""
    return field.goal(u).held == field.who or field.s.order_of(u) == "defend"


def disputants(field: Field, area: Area) -> list[int]:
    return [f for f in field.foes if field.away(f, area.x, area.y) <= AROUND] or field.foes


def axis(field: Field, area: Area) -> float:
    """The way to look from an objective: to those who dispute it."""
    x, y = field.middle(disputants(field, area))
    return bearing(x - area.x, y - area.y)


def post(field: Field, u: int) -> Post:
    """The place of a battalion."""
    if u not in field.thought.posts:
        field.thought.posts.update(_dealt_out(field, field.goal(u), field.mates(u)))
    return field.thought.posts[u]


def _dealt_out(field: Field, area: Area, mates: list[int]) -> dict[int, Post]:
    """One battalion to the objective, the nearest places round the enemies to the others, the wings to the rest."""
    looks = axis(field, area)
    taker = _taker(field, area, mates)
    posts = {} if taker == NOBODY else {taker: Post(area.x, area.y, looks)}
    left = [u for u in mates if u not in posts]
    places = [place for f in _opponents(field, area, mates) for place in _round(field, f, left)]
    fights = [Fight(n, place, *_about(field, area, place)) for n, place in enumerate(places)]
    choice = sorted([choice for u in left for choice in _choices(field, u, fights)])
    wanted = {place.foe: _enough(field, area, place.foe) for place in places}
    wide = {u: CROWD * field.width(u) / 2 for u in mates}
    shut: dict[int, bool] = {}  # whether a place is on bad ground, by its number; who cannot come to it need not ask
    for _, _, n, u in choice:
        place = places[n]
        if u in posts or shut.get(n) or wanted[place.foe] <= 0:
            continue
        near = [span(place.x - taken.x, place.y - taken.y) < wide[u] + wide[v] for v, taken in posts.items()]
        if any(near):
            continue
        if n not in shut:
            shut[n] = not open_ground(field, left[0], round(place.x), round(place.y), round(place.facing))
        if not shut[n]:
            posts[u] = place
            wanted[place.foe] -= field.unit(u).pm
    return posts | _wings(field, area, looks, [u for u in left if u not in posts])


def _enough(field: Field, area: Area, f: int) -> float:
    """How many points against an enemy will do: twice his; without limit against who stands on the objective."""
    return math.inf if f in field.inside(area, 1 - field.who) else MASS * field.unit(f).pm


def _taker(field: Field, area: Area, mates: list[int]) -> int:
    """Who stands on the objective himself: the nearest, but not a frail one; nobody while an enemy is there."""
    if any(field.away(f, area.x, area.y) < area.radius for f in field.foes):
        return NOBODY
    return min(
        mates, key=lambda u: (field.away(u, area.x, area.y) + 300 * frail(field, u), field.info(u).id), default=NOBODY
    )


def _opponents(field: Field, area: Area, mates: list[int]) -> list[int]:
    """Enemies about an objective, or in reach of those who are to take it; horse and skirmishers are not run after."""

    def fought(f: int) -> bool:
        if field.info(f).cavalry:
            return False
        away = field.away(f, area.x, area.y)
        loose = field.unit(f).formation == OPEN
        return away <= (area.radius if loose else THERE) or any(field.near(u, f, NEAR) for u in mates)

    return [f for f in field.foes if fought(f)]


def _round(field: Field, f: int, mates: list[int]) -> Iterator[Post]:
    """The places at short range round an enemy, on the side where ours are, whatever the ground."""
    if not mates:
        return
    x, y = centre(field.s, f)
    ours = field.middle(mates)
    base = bearing(ours[0] - x, ours[1] - y)
    shape, facing = field.s.layout(f), field.unit(f).facing
    for bend in BENDS:
        angle = round(base + bend) % 3600
        across, along = sines((angle - facing) % 3600)
        away = CLOSE + (shape.width * abs(across) + shape.depth * abs(along)) / 2
        yield Post(*ahead(x, y, angle, round(away)), (angle + 1800) % 3600, f)


def open_ground(field: Field, u: int, x: int, y: int, facing: int) -> bool:
    """[5.12] [5.15] [5.16] Whether a place is on the table, and neither closed nor in houses where somebody is."""
    if field.s.world.ground.clearance(x, y, field.info(u).arm) > field.s.body(u).radius:
        return True
    there = pose(field.s, u)._replace(x=x, y=y, facing=facing)
    return not place_reasons(field.s, u, there, around=GROUND)


class Fight(NamedTuple):
    """A place against an enemy: its number, his middle, and what it costs that he is not where the battle is."""

    n: int
    place: Post
    x: float
    y: float
    astray: float


def _about(field: Field, area: Area, place: Post) -> tuple[float, float, float]:
    x, y = centre(field.s, place.foe)
    return x, y, ASTRAY * span(x - area.x, y - area.y)


def _choices(field: Field, u: int, fights: list[Fight]) -> Iterator[tuple[float, str, int, int]]:
    """What each place costs a battalion: the way there, and how far its enemy is from where the battle is."""
    (x, y), name = field.place(u), field.info(u).id
    foe, toward = NOBODY, 0.0
    for n, place, foe_x, foe_y, astray in fights:
        if place.foe != foe:  # the places round one enemy follow each other
            foe, toward = place.foe, bearing(foe_x - x, foe_y - y)
        yield span(x - place.x, y - place.y) + astray + BENT * turn(toward, place.facing), name, n, u


def _wings(field: Field, area: Area, looks: float, rest: list[int]) -> dict[int, Post]:
    """Beside the one on the objective, each on the side where he is; the others behind them."""
    right = round(looks + 900) % 3600
    across, along = sines(right)

    def aside(u: int) -> float:
        return (field.unit(u).x - area.x) * across + (field.unit(u).y - area.y) * along

    found = {}
    for hand in (1, -1):
        row = sorted([u for u in rest if (aside(u) > 0) == (hand > 0)], key=lambda u: (abs(aside(u)), field.info(u).id))
        for n, u in enumerate(row):
            rank, place = divmod(n, WINGS)
            x, y = ahead(round(area.x), round(area.y), right, round(hand * (place + 1) * field.width(u)))
            found[u] = Post(*ahead(x, y, right + 900, BEHIND * rank), looks)
    return found


def frail(field: Field, u: int) -> bool:
    """[9.1] Whether the next loss puts a battalion to the test, with bases gone already."""
    unit = field.unit(u)
    return unit.pm <= FRAIL and unit.bases < field.info(u).bases and field.cover(u) != "heavy"
