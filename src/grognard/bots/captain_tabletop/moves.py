"""Moves: where a unit should go, in which formation, and the steps that lead there."""

from __future__ import annotations

import math
from typing import Any, Final

from grognard.bots.captain_tabletop.field import (
    SHORT,
    Field,
    Point,
    Unit,
    exposed,
    gap,
    span,
    toward,
    turn,
    weapon_range,
)
from grognard.bots.captain_tabletop.fights import best_charge
from grognard.bots.captain_tabletop.posts import GATHER, holding, post, together
from grognard.bots.captain_tabletop.reckon import HEAVY, gain, shot

NEAR_HORSE: Final = 260  # cavalry so near is to be feared by infantry in the open
FAR_FOOT: Final = 120  # and a square has time for it only while no enemy foot is nearer than this
DEPLOY: Final = 230  # from here on infantry fights in line
AWAIT: Final = 130  # and so much sooner where it waits for the enemy
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
    return field.starting("strategic")[0] if field.starting("strategic") else "done"


def next_unit(field: Field) -> str:
    """Those nearest the enemy first: they make room for the others."""
    units = [field.units[o.split()[1]] for o in field.starting("move") if o.split()[1] in field.units]
    if not units:
        return "done" if field.has("done") else field.first()
    foes = field.foes()
    chosen = min(units, key=lambda u: (min([gap(u, f) for f in foes], default=0.0), u["id"]))
    return f"move {chosen['id']}"


def step(field: Field) -> str:
    """The next step of a unit's move."""
    unit = field.mover()
    if unit is None or not field.foes():
        return "end" if field.has("end") else field.first()
    charges = field.starting("charge")
    charge = best_charge(field, unit, charges)
    if charge or (charges and not field.has("end")):
        return charge or charges[0]
    answer = {"inf": infantry, "cav": cavalry, "art": guns}[unit["arm"]](field, unit)
    return answer or ("end" if field.has("end") else field.first())


def form(field: Field, unit: Unit, formation: str) -> str | None:
    wish = f"form {formation}"
    return wish if unit["formation"] != formation and field.has(wish) else None


# infantry


def infantry(field: Field, unit: Unit) -> str | None:
    foe = field.nearest(unit, field.foes())
    assert foe is not None
    away = gap(unit, foe)
    if unit["order"] == "retreat":
        return look_at(field, unit, foe)
    if ridden_at(field, unit) and unit["cover"] is None:
        return form(field, unit, "square") or look_at(field, unit, foe)
    return (
        deploy(field, unit, away)
        or fight(field, unit, foe, away)
        or advance(field, unit, foe, away)
        or look_at(field, unit, foe)
    )


def ridden_at(field: Field, unit: Unit) -> bool:
    """Horse that would win is near, and no foot that would profit from a square."""
    foes = field.foes()
    if unit["formation"] == "open" or any(f["arm"] == "inf" and gap(f, unit) < FAR_FOOT for f in foes):
        return False
    reach = NEAR_HORSE + (80 if unit["formation"] == "square" else 0)
    horse = [f for f in foes if f["arm"] == "cav" and f["fatigue"] != "spent" and gap(f, unit) <= reach]
    return any((f["type"] in HEAVY and f["bases"] > 1) or (f["bases"] > 1 and unit["pm"] <= 5) for f in horse)


def deploy(field: Field, unit: Unit, away: float) -> str | None:
    """Columns to march, lines to fire; light infantry in open order where no horse is about."""
    reach = DEPLOY + (AWAIT if holding(field, unit) else 0)
    if away > reach + 70:
        return form(field, unit, "column") if unit["formation"] in ("line", "square", "march") else None
    if unit["formation"] == "open" or (away > reach and unit["formation"] != "square"):
        return None
    horse = any(f["arm"] == "cav" and gap(f, unit) < 350 for f in field.foes())
    return (None if horse else form(field, unit, "open")) or form(field, unit, "line")


def fight(field: Field, unit: Unit, foe: Unit, away: float) -> str | None:
    """Within range: come to short range where the exchange of fire favours it, else stand and fire."""
    far = weapon_range(unit) - MARGIN
    if away > far:
        return None
    if turn(unit["facing"], toward(unit, foe["x"], foe["y"])) > 400:
        return look_at(field, unit, foe)
    if away > SHORT and not holding(field, unit) and closing_pays(field, unit, foe):
        return ahead(field, away - CLOSE) or "end"
    return None if takes(field, unit) else "end"


def takes(field: Field, unit: Unit) -> bool:
    """The battalion in the middle of the line goes on to the objective though it is under fire."""
    area = field.goal(unit)
    left = span(area["x"] - unit["x"], area["y"] - unit["y"])
    return (
        area["held"] is None
        and 20 < left < REACHED
        and span(area["x"] - post(field, unit)[0], area["y"] - post(field, unit)[1]) < 1
    )


def closing_pays(field: Field, unit: Unit, foe: Unit) -> bool:
    """Two muskets to one at short range, or a foe who would not stand a charge."""
    if foe["arm"] != "inf":
        return True
    ours = sum(shot(u, foe, CLOSE) for u in field.own if gap(u, foe) <= weapon_range(u))
    return ours >= 1.2 * shot(foe, unit, CLOSE) and unit["pm"] > 4


def advance(field: Field, unit: Unit, foe: Unit, away: float) -> str | None:
    """To its post in the line, but not into the enemy's reach before its comrades are up."""
    x, y = post(field, unit)
    area, near = field.goal(unit), away < GATHER
    if holding(field, unit) and away < KEEP and span(area["x"] - unit["x"], area["y"] - unit["y"]) < REACHED:
        return None
    if near and not holding(field, unit) and not together(field, unit, away):
        return None
    if near and turn(toward(unit, x, y), toward(unit, foe["x"], foe["y"])) > BROADSIDE:
        return sidle(field, unit, x, y)
    return go(field, unit, x, y)


# cavalry


def cavalry(field: Field, unit: Unit) -> str | None:
    """Fresh horse seeks what it can beat and waits for its chance just out of musket range; spent horse keeps away."""
    nearest = field.nearest(unit, field.foes())
    assert nearest is not None
    pressed = nearest["arm"] == "inf" and gap(unit, nearest) < PRESSED
    if unit["fatigue"] == "spent" or unit["pm"] <= 2 or pressed:
        return withdraw(field, unit, nearest)
    if unit["formation"] == "march":
        return form(field, unit, "line")
    near = [f for f in field.foes() if gap(unit, f) < SCENT]
    prey = max(near, key=lambda f: (appetite(field, unit, f), f["id"]), default=nearest)
    if gap(unit, nearest) < WATCH or appetite(field, unit, prey) < SHY:
        return look_at(field, unit, prey)
    x, y = before(unit, prey, WATCH)
    return go(field, unit, x, y) or look_at(field, unit, prey)


def withdraw(field: Field, unit: Unit, foe: Unit) -> str | None:
    """Out of reach, to come to breath."""
    if gap(unit, foe) > QUIET:
        return None
    return go(field, unit, 2 * unit["x"] - foe["x"], 2 * unit["y"] - foe["y"])


def appetite(field: Field, unit: Unit, foe: Unit) -> float:
    """What a charge on an enemy would be worth, less the way to him."""
    return gain(field, unit, foe) - gap(unit, foe) / 400 + 0.2 * exposed(unit, foe)


def before(unit: Unit, foe: Unit, distance: float) -> Point:
    """The place so far short of an enemy, on the straight way to him."""
    dx, dy = foe["x"] - unit["x"], foe["y"] - unit["y"]
    length = max(1.0, span(dx, dy))
    share = max(0.0, length - distance) / length
    return unit["x"] + dx * share, unit["y"] + dy * share


# guns


def guns(field: Field, unit: Unit) -> str | None:
    """Guns go to within good range with a clear view, unlimber, and stay while they have something to fire at."""
    far = weapon_range(unit)
    seen = [f for f in field.foes() if gap(unit, f) <= far and not masked(field, unit, f)]
    foe = field.nearest(unit, seen or field.foes())
    assert foe is not None
    if unit["formation"] == "unlimbered":
        if gap(unit, foe) > far + STANDING:
            return "limber" if field.has("limber") else None
        return look_at(field, unit, foe) if seen else None
    in_place = bool(seen) and (gap(unit, foe) <= 0.75 * far or under_guns(field, unit))
    step = None if in_place else go(field, unit, *before(unit, field.goal(unit), far * 0.6))
    if step is None and gap(unit, foe) <= far + STANDING:
        step = look_at(field, unit, foe) or ("unlimber" if field.has("unlimber") else None)
    return step


def under_guns(field: Field, unit: Unit) -> bool:
    """Within reach of enemy guns a limbered battery only suffers."""
    pieces = [f for f in field.foes() if f["arm"] == "art" and f["formation"] == "unlimbered"]
    return any(gap(f, unit) <= weapon_range(f) for f in pieces)


def masked(field: Field, unit: Unit, foe: Unit) -> bool:
    """Whether friends stand between a battery and an enemy."""
    dx, dy = foe["x"] - unit["x"], foe["y"] - unit["y"]
    length = max(1.0, span(dx, dy))
    for friend in field.own:
        fx, fy = friend["x"] - unit["x"], friend["y"] - unit["y"]
        along, off = (fx * dx + fy * dy) / length, abs(fx * dy - fy * dx) / length
        if friend is not unit and 20 < along < length and off < 12 * friend["bases"]:
            return True
    return False


# steps


def go(field: Field, unit: Unit, x: float, y: float) -> str | None:
    """Wheel towards the place, then straight on; a unit that cannot wheel goes ahead as long as it comes nearer."""
    here = span(x - unit["x"], y - unit["y"])
    if here < 2 * LEAST:
        return None
    heading = toward(unit, x, y)
    wide = turn(unit["facing"], heading)
    if unit["formation"] == "open":
        return drift(field, unit, x, y)
    if wide > AIM and leads_on(field, unit, heading):
        found = wheel(field, unit, heading)
        if found:
            return found
    return (ahead(field, here) if wide <= SIDEWAYS else None) or sidle(field, unit, x, y)


def drift(field: Field, unit: Unit, x: float, y: float) -> str | None:
    """Skirmishers turn about for nothing and wheel at great cost: they go ahead and aside."""
    wide = turn(unit["facing"], toward(unit, x, y))
    if wide > SQUARE_ON and field.has("turn"):
        return "turn"
    along = math.cos(math.radians(wide / 10)) * span(x - unit["x"], y - unit["y"])
    return (ahead(field, along) if wide <= SIDEWAYS else None) or sidle(field, unit, x, y)


def leads_on(field: Field, unit: Unit, heading: float) -> bool:
    """Whether there is a way ahead after a wheel to a heading: the rim of the unit's reach shows it."""
    region = field.region("goto")
    if region is None or turn(unit["facing"], heading) > BEHIND:
        return True
    x, y, _ = min(region["rim"], key=lambda end: turn(end[2], heading), default=(unit["x"], unit["y"], 0))
    return span(x - unit["x"], y - unit["y"]) > len(unit["figures"]) * 12 + LEAST


def sidle(field: Field, unit: Unit, x: float, y: float) -> str | None:
    """To the side, facing as before: out of a jam, or along the enemy's front."""
    off = math.sin(math.radians((toward(unit, x, y) - unit["facing"]) / 10)) * span(x - unit["x"], y - unit["y"])
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


def stop_near(region: dict[str, Any], wanted: float) -> int:
    """The amount nearest to what is wanted that is legal for certain."""
    return min([int(stop) for stop in region["stops"]], key=lambda stop: (abs(stop - wanted), stop))


def wheel(field: Field, unit: Unit, facing: float) -> str | None:
    """A wheel towards a heading, as far as it goes; about-face first for one that lies behind."""
    wide = turn(unit["facing"], facing)
    if wide > BEHIND and field.has("turn"):
        return "turn"
    hand = 1 if (facing - unit["facing"]) % 3600 < 1800 else -1
    region: dict[str, Any] | None = field.region("wheel", hand)
    if region is None or int(region["max"]) < 50:
        return None
    angle = stop_near(region, wide)
    return f"wheel {'right' if hand > 0 else 'left'} {angle}" if abs(angle - wide) < wide else None


def look_at(field: Field, unit: Unit, foe: Unit) -> str | None:
    """Wheel towards an enemy who is out of the arc."""
    facing = toward(unit, foe["x"], foe["y"])
    if turn(unit["facing"], facing) <= (250 if unit["arm"] == "art" else 400) or unit["formation"] == "square":
        return None
    return wheel(field, unit, facing)
