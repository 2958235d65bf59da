"""Moves: the task of each unit this turn, the formation it needs for it, and the pose it should end in."""

from __future__ import annotations

import math
from typing import Final

from grognard.board.plane import ahead
from grognard.bots.captain_tabletop.claims import claimed, enter
from grognard.bots.captain_tabletop.exchange import place_for
from grognard.bots.captain_tabletop.field import Field, Point, bearing, span
from grognard.bots.captain_tabletop.fights import EAGER, best_charge
from grognard.bots.captain_tabletop.posts import disputants, post
from grognard.bots.captain_tabletop.reckon import gain
from grognard.bots.captain_tabletop.scales import NEAR, danger
from grognard.bots.captain_tabletop.ways import Goal, go, said
from grognard.games.tabletop.rules.figures import pose
from grognard.games.tabletop.rules.movement.paces import speed
from grognard.games.tabletop.rules.sight import sees
from grognard.games.tabletop.world.formations import LINE, MARCH, OPEN, SQUARE, UNLIMBERED
from grognard.games.tabletop.world.state import SPENT
from grognard.games.tabletop.world.world import CM, MOVE

FAR_FOOT: Final = 120  # a square has time for horse only while no enemy foot is nearer than this
DEPLOY: Final = 230  # from here on infantry fights in line
LOOSE: Final = 120  # skirmishers may come so much nearer before anybody deploys for them
AWAIT: Final = 340  # where it is at its post it forms for the enemy from here on
MARCHES: Final = 400  # a way longer than this is marched in column
ARC: Final = 350  # tenths of a degree: an enemy farther off is not fired at
GUN_ARC: Final = 200
REACHED: Final = 150  # so near its objective a unit is on it
STANDING: Final = 150  # a battery at its post waits for an enemy who comes within range
QUIET: Final = 280  # beyond this from the enemy spent horse is left in peace
SCENT: Final = 550  # cavalry goes after what is so near, not across the whole field
WATCH: Final = 170  # how far from its prey cavalry waits for its chance
BACKWARD: Final = (0, 80, 160, 240, 320)  # how far behind the place that it likes horse stands out of the fire
SLOW: Final = 0.001  # what a millimetre of that costs, in morale points
LITTLE: Final = MOVE // 6  # with so little left of its move a battalion stays where it is
RESERVE: Final = 300  # how far behind the foot it is kept


def strategic(field: Field) -> str:
    """Columns far from the enemy hurry."""
    return field.verbs("strategic")[0].text if field.verbs("strategic") else "done"


def next_unit(field: Field) -> str:
    """Those nearest the enemy first: they make room for the others."""
    units = [field.of_option(option) for option in field.verbs("move")]
    if not units:
        return field.say("done")
    chosen = min(units, key=lambda u: (min([field.gap(u, f) for f in field.foes], default=0.0), field.info(u).id))
    return f"move {field.info(chosen).id}"


def step(field: Field) -> str:
    """A charge; or the formation that a unit needs, and then its whole move."""
    u: int = field.frame.u
    end = "end" if field.has("end") else field.first()
    if not field.foes:
        return end
    charges = field.verbs("charge")
    charge = best_charge(field, u, charges)
    if charge or (charges and not field.has("end")):
        return charge or charges[0].text
    area = claimed(field, u)
    way = enter(field, u, area) if area else None
    if way:
        return said(field, way)
    return {"inf": infantry, "cav": cavalry, "art": guns}[field.info(u).arm](field, u) or end


def form(field: Field, u: int, formation: str) -> str | None:
    wish = f"form {formation}"
    return wish if field.unit(u).formation != formation and field.has(wish) else None


def facing_to(field: Field, u: int, foe: int) -> float:
    return field.toward(u, *field.place(foe))


# infantry


def infantry(field: Field, u: int) -> str | None:
    """A square before horse that can reach it; else the formation of the moment, and the place that suits it best."""
    if field.s.order_of(u) == "retreat":
        return None
    if ridden_at(field, u) and field.cover(u) is None:
        return form(field, u, SQUARE)
    changed = deploy(field, u)
    if changed or field.unit(u).left < LITTLE:
        return changed
    way = place_for(field, u)
    return said(field, way) if way else None


def rearward(field: Field, u: int, foe: int, clear: float) -> Goal:
    """Straight away from an enemy until he is so far off, and still looking at him."""
    (x, y), (ex, ey) = field.place(u), field.place(foe)
    length = max(1.0, span(x - ex, y - ey))
    far = clear + 60 - field.gap(u, foe)
    return Goal(x + (x - ex) / length * far, y + (y - ey) / length * far, facing_to(field, u, foe))


def ridden_at(field: Field, u: int) -> bool:
    """Horse that can charge it this turn or next, and would win; and no foot that would profit from a square."""
    unit = field.unit(u)
    if unit.formation == OPEN or any(field.info(f).infantry and field.gap(f, u) < FAR_FOOT for f in field.foes):
        return False
    slack = 60 if unit.formation == SQUARE else 0
    horse = [f for f in field.foes if field.info(f).cavalry and field.unit(f).fatigue != SPENT]
    near = [f for f in horse if field.unit(f).bases > 1 and can_ride_at(field, f, u, slack)]
    return any(field.info(f).heavy_cavalry or unit.pm <= 5 for f in near)


def can_ride_at(field: Field, rider: int, u: int, slack: float) -> bool:
    """Whether horse has a unit in its reach, before it or nearly, and sees it."""
    reach = speed(field.info(rider).type, field.unit(rider).formation) * CM + slack
    near = field.gap(rider, u) <= reach and field.off(rider, *field.place(u)) <= 600 + 10 * slack
    return near and sees(field.s, rider, u)


def deploy(field: Field, u: int) -> str | None:
    """Columns to march, lines to fire; light infantry in open order where no horse is about."""
    formation = field.unit(u).formation
    away = min([field.gap(u, f) + (LOOSE if field.unit(f).formation == OPEN else 0) for f in field.foes], default=NEAR)
    if formation in (SQUARE, MARCH) and away > DEPLOY:
        return form(field, u, "column")
    way = field.away(u, *post(field, u)[:2]) if away > DEPLOY else 0.0  # nearer he forms wherever his post is
    if formation == LINE and away > AWAIT and way > MARCHES:
        return form(field, u, "column")
    if formation == OPEN or away > (AWAIT if way < REACHED else DEPLOY):
        return None
    horse = any(field.info(f).cavalry and field.gap(f, u) < 350 for f in field.foes)
    return (None if horse else form(field, u, OPEN)) or form(field, u, LINE)


def turned(field: Field, u: int, foe: int) -> str | None:
    """Looking at an enemy who is out of the arc."""
    wide = GUN_ARC if field.info(u).artillery else ARC
    idle = not field.info(u).artillery and field.gap(u, foe) > DEPLOY
    if idle or field.off(u, *field.place(foe)) <= wide or field.unit(u).formation == SQUARE:
        return None
    return go(field, u, Goal(*field.place(u), facing_to(field, u, foe)))


# cavalry


def cavalry(field: Field, u: int) -> str | None:
    """Fresh horse goes for what it can beat; else it waits behind the foot; spent horse keeps away."""
    nearest, unit = field.nearest(u, field.foes), field.unit(u)
    if unit.fatigue == SPENT or unit.pm <= 2:
        return go(field, u, rearward(field, u, nearest, QUIET)) if field.gap(u, nearest) < QUIET else None
    if unit.formation == MARCH:
        return form(field, u, "column")
    near = {f: appetite(field, u, f) for f in field.foes if field.gap(u, f) < SCENT}
    prey = max(near, key=lambda f: (near[f], field.info(f).id), default=nearest)
    goal = reserve(field, u)
    if near.get(prey, -1) > EAGER:
        goal = Goal(*before(field, u, *field.place(prey), WATCH), facing_to(field, u, prey))
    return go(field, u, sheltered(field, u, goal))


def sheltered(field: Field, u: int, goal: Goal) -> Goal:
    """A place as near as may be to where horse should wait, but out of the fire."""
    home, here = field.s.world.home[field.who], pose(field.s, u)

    x, y = round(goal.x), round(goal.y)
    least, best = math.inf, (x, y)
    for back in BACKWARD:
        if SLOW * back >= least:  # farther back it cannot be better
            break
        there = ahead(x, y, home, back)
        cost = danger(field, u, here._replace(x=there[0], y=there[1])) + SLOW * back
        if cost < least:
            least, best = cost, there
    return Goal(*best, goal.facing)


def appetite(field: Field, u: int, foe: int) -> float:
    """What a charge on an enemy would be worth, less the way to him."""
    return gain(field, u, foe) - field.gap(u, foe) / 1500 + 0.2 * field.exposed(u, foe)


def reserve(field: Field, u: int) -> Goal:
    """Behind the foot that is nearest to the objective, looking where it looks; who is near them stays."""
    area = field.goal(u)
    foot = [v for v in field.own if field.info(v).infantry and field.unit(v).ready]
    near = sorted(foot, key=lambda v: (field.away(v, area.x, area.y), field.info(v).id))[:3]
    x, y = field.middle(near) if near else field.place(u)
    ex, ey = field.middle(disputants(field, area))
    length = max(1.0, span(ex - x, ey - y))
    ahead_x, ahead_y = (ex - x) / length, (ey - y) / length
    if field.away(u, x, y) < RESERVE and (field.unit(u).x - x) * ahead_x + (field.unit(u).y - y) * ahead_y < 0:
        return Goal(*field.place(u), bearing(ahead_x, ahead_y))
    return Goal(x - ahead_x * RESERVE * 0.7, y - ahead_y * RESERVE * 0.7, bearing(ahead_x, ahead_y))


def before(field: Field, u: int, x: float, y: float, distance: float) -> Point:
    """The point so far short of a place, on the straight way to it."""
    here_x, here_y = field.place(u)
    length = max(1.0, field.away(u, x, y))
    share = max(0.0, length - distance) / length
    return here_x + (x - here_x) * share, here_y + (y - here_y) * share


# guns


def guns(field: Field, u: int) -> str | None:
    """Guns go to within good range with a clear view, unlimber, and stay while they have something to fire at."""
    far = field.reach(u)
    seen = [f for f in field.foes if field.gap(u, f) <= far and sees(field.s, u, f, over=True)]
    foe = field.nearest(u, seen or field.foes)
    if field.unit(u).formation == UNLIMBERED:
        if not seen and field.gap(u, foe) > far + STANDING:
            return "limber" if field.has("limber") else None
        return turned(field, u, foe) if seen else None
    in_place = bool(seen) and (field.gap(u, foe) <= 0.85 * far or under_guns(field, u))
    area = field.goal(u)
    looks = facing_to(field, u, foe)
    way = None if in_place else go(field, u, Goal(*before(field, u, area.x, area.y, far * 0.5), looks))
    if way is None and field.gap(u, foe) <= far + STANDING:
        return turned(field, u, foe) or ("unlimber" if field.has("unlimber") else None)
    return way


def under_guns(field: Field, u: int) -> bool:
    """Within reach of enemy guns a limbered battery only suffers."""
    pieces = [f for f in field.foes if field.unit(f).formation == UNLIMBERED]
    return any(field.gap(f, u) <= field.reach(f) for f in pieces)
