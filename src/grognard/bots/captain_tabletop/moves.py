"""Moves: where a unit should go, in which formation, and the steps that lead there."""

from __future__ import annotations

from typing import Any, Final

from grognard.bots.captain_tabletop.field import MUSKET, Field, Unit, bearing, exposed, gap, gun_range, span, turn
from grognard.bots.captain_tabletop.fights import best_charge

NEAR_HORSE: Final = 260  # cavalry so near is to be feared by infantry in the open
DEPLOY: Final = 190  # from here on infantry fights in line
LEAST: Final = 12  # a step shorter than this is not worth making
STAND_OFF: Final = 36  # where infantry stops to fire
AIM: Final = 100  # tenths of a degree: near enough to the way it should look
SIDEWAYS: Final = 600  # beyond this a step ahead leads away
BEHIND: Final = 1350


def strategic(field: Field) -> str:
    """Columns far from the enemy hurry."""
    return field.starting("strategic")[0] if field.starting("strategic") else "done"


def next_unit(field: Field) -> str:
    """Cavalry and guns first, then those nearest the enemy; who cannot better his place is left alone."""
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


def threatened(field: Field, unit: Unit) -> bool:
    """Whether enemy horse could be on a unit this turn or the next."""
    horse = [f for f in field.foes() if f["arm"] == "cav" and f["fatigue"] != "spent"]
    return any(gap(f, unit) <= NEAR_HORSE for f in horse)


def infantry(field: Field, unit: Unit) -> str | None:
    foe = field.nearest(unit, field.foes())
    assert foe is not None
    away = gap(unit, foe)
    x, y = destination(field, unit, foe)
    if threatened(field, unit) and away < NEAR_HORSE and foe["arm"] == "cav" and unit["formation"] != "open" \
            and unit["cover"] is None and unit["pm"] <= 6:  # fmt: skip
        return form(field, unit, "square") or look_at(field, unit, foe)
    if unit["formation"] == "square" and not threatened(field, unit):
        return form(field, unit, "line" if away < DEPLOY else "column")
    if away <= DEPLOY and unit["formation"] in ("column", "march") and unit["cover"] is None:
        found = form(field, unit, "line")
        if found:
            return found
    if away > DEPLOY + 60 and unit["formation"] == "line":
        found = form(field, unit, "column")
        if found:
            return found
    if away <= MUSKET - 10 and foe["arm"] != "art":
        return look_at(field, unit, foe)
    return go(field, unit, x, y) or look_at(field, unit, foe)


def destination(field: Field, unit: Unit, foe: Unit) -> tuple[float, float]:
    """The objective; or musket range of an enemy who stands nearer than it; or its own ground when it is to defend."""
    gx, gy = field.goal(unit)
    if unit["order"] == "retreat":
        return unit["x"], unit["y"]
    to_goal = span(gx - unit["x"], gy - unit["y"])
    if unit["order"] == "defend" and to_goal < 120:
        return unit["x"], unit["y"]
    if gap(unit, foe) < max(220.0, to_goal):
        return before(unit, foe, STAND_OFF)
    return gx, gy


def before(unit: Unit, foe: Unit, distance: float) -> tuple[float, float]:
    """The place so far short of an enemy, on the straight way to him."""
    dx, dy = foe["x"] - unit["x"], foe["y"] - unit["y"]
    length = max(1.0, span(dx, dy))
    share = max(0.0, length - distance - 20) / length
    return unit["x"] + dx * share, unit["y"] + dy * share


def cavalry(field: Field, unit: Unit) -> str | None:
    """Fresh horse seeks guns, broken troops and flanks; it keeps out of musket range of what it cannot charge."""
    if unit["fatigue"] == "spent" or unit["pm"] <= 3:
        return None
    prey = min(field.foes(), key=lambda f: (gap(unit, f) - 250 * (f["arm"] == "art") - 150 * (f["pm"] <= 5)
                                            - 100 * exposed(unit, f), f["id"]))  # fmt: skip
    if unit["formation"] == "march":
        found = form(field, unit, "line")
        if found:
            return found
    reach = 150 if prey["arm"] == "inf" else 120
    x, y = before(unit, prey, reach)
    nearest = field.nearest(unit, field.foes())
    if nearest is not None and gap(unit, nearest) < reach:
        return look_at(field, unit, prey)
    return go(field, unit, x, y) or look_at(field, unit, prey)


def guns(field: Field, unit: Unit) -> str | None:
    """Guns go to within good range, unlimber, and stay while they have something to fire at."""
    foe = field.nearest(unit, field.foes())
    assert foe is not None
    away, far = gap(unit, foe), gun_range(unit)
    if unit["formation"] == "unlimbered":
        if away > far and field.has("limber"):
            return "limber"
        return look_at(field, unit, foe) if away <= far else None
    if away <= far * 0.75:
        facing = bearing(foe["x"] - unit["x"], foe["y"] - unit["y"])
        if turn(unit["facing"], facing) > 300:
            return look_at(field, unit, foe) or ("unlimber" if field.has("unlimber") else None)
        return "unlimber" if field.has("unlimber") else None
    x, y = before(unit, foe, far * 0.6)
    return go(field, unit, x, y)


def go(field: Field, unit: Unit, x: float, y: float) -> str | None:
    """Wheel towards the place, then straight on; a unit that cannot wheel goes ahead as long as it comes nearer."""
    here = span(x - unit["x"], y - unit["y"])
    if here < LEAST:
        return None
    wide = turn(unit["facing"], bearing(x - unit["x"], y - unit["y"]))
    if wide > AIM:
        found = wheel(field, unit, bearing(x - unit["x"], y - unit["y"]))
        if found:
            return found
    ahead = field.region("advance")
    if ahead is None or wide > SIDEWAYS:
        return None
    length = stop_near(ahead, here)
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
    return f"wheel {'right' if hand > 0 else 'left'} {stop_near(region, wide)}"


def look_at(field: Field, unit: Unit, foe: Unit) -> str | None:
    """Wheel towards an enemy who is out of the arc."""
    facing = bearing(foe["x"] - unit["x"], foe["y"] - unit["y"])
    if turn(unit["facing"], facing) <= (250 if unit["arm"] == "art" else 400) or unit["formation"] == "square":
        return None
    return wheel(field, unit, facing)
