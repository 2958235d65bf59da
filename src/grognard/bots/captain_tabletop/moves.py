"""Moves: where a unit should go, in which formation, and the steps that lead there."""

from __future__ import annotations

import math
from typing import Final

from grognard.bots.captain_tabletop.field import Field, Point, span, turn
from grognard.bots.captain_tabletop.fights import best_charge
from grognard.bots.captain_tabletop.posts import GATHER, holding, post, together
from grognard.bots.captain_tabletop.reckon import gain, shot
from grognard.games.tabletop.rules.movement.moves import StepRegion
from grognard.games.tabletop.rules.movement.pathing import spokes
from grognard.games.tabletop.rules.sight import sees
from grognard.games.tabletop.world.formations import LINE, MARCH, OPEN, SQUARE, UNLIMBERED
from grognard.games.tabletop.world.state import NOBODY, SPENT

NEAR_HORSE: Final = 260  # cavalry so near is to be feared by infantry in the open
FAR_FOOT: Final = 120  # and a square has time for it only while no enemy foot is nearer than this
DEPLOY: Final = 230  # from here on infantry fights in line
AWAIT: Final = 130  # and so much sooner where it waits for the enemy
SHORT: Final = 40  # nearer than this infantry stays where it is and fires
LEAST: Final = 12  # a step shorter than this is not worth making
CLOSE: Final = 34  # where infantry stops to fire at short range
MARGIN: Final = 8
AIM: Final = 70  # tenths of a degree: near enough to the way it should look
SQUARE_ON: Final = 900
SIDEWAYS: Final = 600  # beyond this a step ahead leads away
BEHIND: Final = 1350
BROADSIDE: Final = 600  # near the enemy nobody turns farther than this away from him
REACHED: Final = 150  # so near its objective a unit is on it
KEEP: Final = 600  # with the enemy so near nobody leaves the ground he is to hold
SCENT: Final = 450  # cavalry goes after what is so near, not across the whole field
STANDING: Final = 150  # a battery at its post waits for an enemy who comes within range
PRESSED: Final = 100  # cavalry does not stand under muskets
QUIET: Final = 280  # beyond this from the enemy spent horse is left in peace
SHY: Final = -0.9  # cavalry that can expect no more than this stays where it is
WATCH: Final = 190  # how far from its prey cavalry waits for its chance


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
    """The next step of a unit's move."""
    u: int = field.frame.u
    if not field.foes:
        return "end" if field.has("end") else field.first()
    charges = field.verbs("charge")
    charge = best_charge(field, u, charges)
    if charge or (charges and not field.has("end")):
        return charge or charges[0].text
    answer = {"inf": infantry, "cav": cavalry, "art": guns}[field.info(u).arm](field, u)
    return answer or ("end" if field.has("end") else field.first())


def form(field: Field, u: int, formation: str) -> str | None:
    wish = f"form {formation}"
    return wish if field.unit(u).formation != formation and field.has(wish) else None


# infantry


def infantry(field: Field, u: int) -> str | None:
    foe = field.nearest(u, field.foes)
    away = field.gap(u, foe)
    if field.s.order_of(u) == "retreat":
        return look_at(field, u, foe)
    if ridden_at(field, u) and field.cover(u) is None:
        return form(field, u, SQUARE) or look_at(field, u, foe)
    return (
        deploy(field, u, away) or fight(field, u, foe, away) or advance(field, u, foe, away) or look_at(field, u, foe)
    )


def ridden_at(field: Field, u: int) -> bool:
    """Horse that would win is near, and no foot that would profit from a square."""
    unit = field.unit(u)
    if unit.formation == OPEN or any(field.info(f).infantry and field.gap(f, u) < FAR_FOOT for f in field.foes):
        return False
    reach = NEAR_HORSE + (80 if unit.formation == SQUARE else 0)
    horse = [f for f in field.foes if field.info(f).cavalry and field.unit(f).fatigue != SPENT]
    near = [f for f in horse if field.unit(f).bases > 1 and field.gap(f, u) <= reach]
    return any(field.info(f).heavy_cavalry or unit.pm <= 5 for f in near)


def deploy(field: Field, u: int, away: float) -> str | None:
    """Columns to march, lines to fire; light infantry in open order where no horse is about."""
    formation = field.unit(u).formation
    reach = DEPLOY + (AWAIT if holding(field, u) else 0)
    if away > reach + 70:
        return form(field, u, "column") if formation in (LINE, SQUARE, MARCH) else None
    if formation == OPEN or (away > reach and formation != SQUARE):
        return None
    horse = any(field.info(f).cavalry and field.gap(f, u) < 350 for f in field.foes)
    return (None if horse else form(field, u, OPEN)) or form(field, u, LINE)


def fight(field: Field, u: int, foe: int, away: float) -> str | None:
    """Within range: come to short range where the exchange of fire favours it, else stand and fire."""
    if away > field.reach(u) - MARGIN:
        return None
    if field.off(u, *field.place(foe)) > 400:
        return look_at(field, u, foe)
    if away > SHORT and not holding(field, u) and closing_pays(field, u, foe):
        return ahead(field, away - CLOSE) or "end"
    return None if takes(field, u) else "end"


def takes(field: Field, u: int) -> bool:
    """The battalion in the middle of the line goes on to the objective though it is under fire."""
    area = field.goal(u)
    x, y = post(field, u)
    middle = span(area.x - x, area.y - y) < 1
    return area.held == NOBODY and 20 < field.away(u, area.x, area.y) < REACHED and middle


def closing_pays(field: Field, u: int, foe: int) -> bool:
    """Two muskets to one at short range, or a foe who would not stand a charge."""
    if not field.info(foe).infantry:
        return True
    if field.unit(u).pm <= 4:
        return False
    ours = sum(shot(field, v, foe, CLOSE) for v in field.own if field.gap(v, foe) <= field.reach(v))
    return ours >= 1.2 * shot(field, foe, u, CLOSE)


def advance(field: Field, u: int, foe: int, away: float) -> str | None:
    """To its post in the line, but not into the enemy's reach before its comrades are up."""
    x, y = post(field, u)
    area, near = field.goal(u), away < GATHER
    if holding(field, u) and away < KEEP and field.away(u, area.x, area.y) < REACHED:
        return None
    if near and not holding(field, u) and not together(field, u, away):
        return None
    if near and turn(field.toward(u, x, y), field.toward(u, *field.place(foe))) > BROADSIDE:
        return sidle(field, u, x, y)
    return go(field, u, x, y)


# cavalry


def cavalry(field: Field, u: int) -> str | None:
    """Fresh horse seeks what it can beat and waits for its chance just out of musket range; spent horse keeps away."""
    nearest, unit = field.nearest(u, field.foes), field.unit(u)
    pressed = field.info(nearest).infantry and field.gap(u, nearest) < PRESSED
    if unit.fatigue == SPENT or unit.pm <= 2 or pressed:
        return withdraw(field, u, nearest)
    if unit.formation == MARCH:
        return form(field, u, LINE)
    near = {f: appetite(field, u, f) for f in field.foes if field.gap(u, f) < SCENT}
    prey = max(near, key=lambda f: (near[f], field.info(f).id), default=nearest)
    shy = (near[prey] if prey in near else appetite(field, u, prey)) < SHY
    if field.gap(u, nearest) < WATCH or shy:
        return look_at(field, u, prey)
    x, y = before(field, u, *field.place(prey), WATCH)
    return go(field, u, x, y) or look_at(field, u, prey)


def withdraw(field: Field, u: int, foe: int) -> str | None:
    """Out of reach, to come to breath."""
    if field.gap(u, foe) > QUIET:
        return None
    (x, y), (ex, ey) = field.place(u), field.place(foe)
    return go(field, u, 2 * x - ex, 2 * y - ey)


def appetite(field: Field, u: int, foe: int) -> float:
    """What a charge on an enemy would be worth, less the way to him."""
    return gain(field, u, foe) - field.gap(u, foe) / 400 + 0.2 * field.exposed(u, foe)


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
        if field.gap(u, foe) > far + STANDING:
            return "limber" if field.has("limber") else None
        return look_at(field, u, foe) if seen else None
    in_place = bool(seen) and (field.gap(u, foe) <= 0.75 * far or under_guns(field, u))
    area = field.goal(u)
    step = None if in_place else go(field, u, *before(field, u, area.x, area.y, far * 0.6))
    if step is None and field.gap(u, foe) <= far + STANDING:
        step = look_at(field, u, foe) or ("unlimber" if field.has("unlimber") else None)
    return step


def under_guns(field: Field, u: int) -> bool:
    """Within reach of enemy guns a limbered battery only suffers."""
    pieces = [f for f in field.foes if field.unit(f).formation == UNLIMBERED]
    return any(field.gap(f, u) <= field.reach(f) for f in pieces)


# steps


def go(field: Field, u: int, x: float, y: float) -> str | None:
    """Wheel towards the place, then straight on; a unit that cannot wheel goes ahead as long as it comes nearer."""
    here = field.away(u, x, y)
    if here < 2 * LEAST:
        return None
    if field.unit(u).formation == OPEN:
        return drift(field, u, x, y)
    heading, wide = field.toward(u, x, y), field.off(u, x, y)
    if wide > AIM and leads_on(field, u, heading):
        found = wheel(field, u, heading)
        if found:
            return found
    return (ahead(field, here) if wide <= SIDEWAYS else None) or sidle(field, u, x, y)


def drift(field: Field, u: int, x: float, y: float) -> str | None:
    """Skirmishers turn about for nothing and wheel at great cost: they go ahead and aside."""
    wide = field.off(u, x, y)
    if wide > SQUARE_ON and field.has("turn"):
        return "turn"
    along = math.cos(math.radians(wide / 10)) * field.away(u, x, y)
    return (ahead(field, along) if wide <= SIDEWAYS else None) or sidle(field, u, x, y)


def leads_on(field: Field, u: int, heading: float) -> bool:
    """Whether there is a way ahead after a wheel to a heading: the rim of the unit's reach shows it."""
    if not field.verbs("goto") or turn(field.unit(u).facing, heading) > BEHIND:
        return True
    end = min(spokes(field.s, u), key=lambda pose: turn(pose.facing, heading))
    return field.away(u, end.x, end.y) > field.unit(u).bases * 12 + LEAST


def sidle(field: Field, u: int, x: float, y: float) -> str | None:
    """To the side, facing as before: out of a jam, or along the enemy's front."""
    angle = math.radians((field.toward(u, x, y) - field.unit(u).facing) / 10)
    off = math.sin(angle) * field.away(u, x, y)
    region = field.region("shift", 1 if off > 0 else -1)
    if region is None or abs(off) < 2 * LEAST:
        return None
    length = stop_near(region, abs(off))
    return f"shift {'right' if off > 0 else 'left'} {length}" if length >= LEAST else None


def ahead(field: Field, wanted: float) -> str | None:
    """Straight on, about so far."""
    region = field.region("advance")
    length = stop_near(region, wanted) if region else 0
    return f"advance {length}" if length >= LEAST else None


def stop_near(region: StepRegion, wanted: float) -> int:
    """The amount nearest to what is wanted that is legal for certain."""
    return min(region.stops(region.longest()), key=lambda stop: (abs(stop - wanted), stop))


def wheel(field: Field, u: int, facing: float) -> str | None:
    """A wheel towards a heading, as far as it goes; about-face first for one that lies behind."""
    now = field.unit(u).facing
    wide = turn(now, facing)
    if wide > BEHIND and field.has("turn"):
        return "turn"
    hand = 1 if (facing - now) % 3600 < 1800 else -1
    region = field.region("wheel", hand)
    if region is None or region.longest() < 50:
        return None
    angle = stop_near(region, wide)
    return f"wheel {'right' if hand > 0 else 'left'} {angle}" if abs(angle - wide) < wide else None


def look_at(field: Field, u: int, foe: int) -> str | None:
    """Wheel towards an enemy who is out of the arc."""
    most = 250 if field.info(u).artillery else 400
    if field.off(u, *field.place(foe)) <= most or field.unit(u).formation == SQUARE:
        return None
    return wheel(field, u, field.toward(u, *field.place(foe)))
