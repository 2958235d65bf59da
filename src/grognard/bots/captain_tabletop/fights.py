"""Fire, charges and melees: the answers about them."""

from __future__ import annotations

from typing import Final

from grognard.bots.captain_tabletop.field import GUN_SHORT, Field, Unit, exposed, gap, toward, turn
from grognard.bots.captain_tabletop.posts import holding
from grognard.bots.captain_tabletop.reckon import FIRM, duel, fails, gain, shot

EAGER: Final = 0.15  # a charge should be worth so much
POSTED: Final = 0.5  # so much to one that has ground to hold, and leaves it
ROOTED: Final = 0.7  # and so much to a garrison, that leaves its walls
CANISTER: Final = 0.5  # standing under the muzzles is worse than going in
HOPELESS: Final = 0.75  # unless there is no way out: then nearly any chance is better than to be herded
ROOM: Final = 60
STAND: Final = 0.42  # who is charged with no better chance than this waits for it


def wanted(field: Field, unit: Unit, target: Unit) -> float:
    """What a charge is worth above what it must be; spent horse, guns and the remnants of a battalion do not charge."""
    if unit["pm"] <= 2 or unit["arm"] == "art" or unit["fatigue"] == "spent":
        return -1
    under_muzzles = target["formation"] == "unlimbered" and gap(unit, target) <= GUN_SHORT
    asked = ROOTED if unit["cover"] == "heavy" else POSTED if unit["arm"] == "inf" and holding(field, unit) else EAGER
    return gain(field, unit, target) + (CANISTER if under_muzzles else 0) - asked


def best_charge(field: Field, unit: Unit, options: list[str]) -> str | None:
    """The most promising of the charges offered; None where none is worth it."""
    known = [(o, field.units[o.split()[-1]]) for o in options if o.split()[-1] in field.units]
    found = [(wanted(field, unit, target), option) for option, target in known]
    return max([row for row in found if row[0] > 0], default=(0.0, None))[1]


def late_charge(field: Field) -> str:
    found: list[tuple[float, str]] = []
    for option in field.starting("charge"):
        _, name, goal = option.split()
        found.append((wanted(field, field.units[name], field.units[goal]), option))
    return max([row for row in found if row[0] > 0], default=(0.0, "pass"))[1]


def exploit(field: Field) -> str:
    """A broken enemy ahead is worth following; who holds an area, or would ride into muskets, stays."""
    unit = field.mover() or field.named(0)
    charge = best_charge(field, unit, field.starting("charge")) if unit else None
    if charge:
        return charge
    if unit is None or not field.has("stay"):
        return field.first()
    areas = field.objectives.values()
    holds = any(abs(unit["x"] - o["x"]) + abs(unit["y"] - o["y"]) < o["radius"] for o in areas)
    near = any(gap(unit, foe) < 250 for foe in field.foes())
    return "stay" if holds or near or unit["arm"] == "cav" else field.first()


def run_away(field: Field) -> str:
    """Front to the enemy: the next charge does not come from behind."""
    return "face front" if field.has("face front") else field.first()


def emergency_square(field: Field) -> str:
    """A battalion that stands well has its volley; one that would be ridden down tries the square."""
    unit, rider = field.named(0), field.named(1)
    if unit is None or rider is None:
        return field.first()
    kept = (7 - FIRM[unit["class"]]) / 6
    if_standing = duel(field, rider, unit)[0]
    if_trying = (1 - kept) * duel(field, rider, unit, loose=True)[0]
    return "try" if if_trying < if_standing and field.has("try") else "stand"


def evade(field: Field) -> str:
    """Who would lose the fight does not wait for it."""
    unit, rider = field.named(0), field.named(1)
    if unit is None or rider is None:
        return field.first()
    beaten = duel(field, rider, unit)[0]
    stays = beaten <= (HOPELESS if hemmed_in(field, unit, rider) else STAND)
    return "stand" if stays and field.has("stand") else "evade"


def hemmed_in(field: Field, unit: Unit, rider: Unit) -> bool:
    """Whether friends right behind leave no room to evade."""
    away = toward(rider, unit["x"], unit["y"])
    near = [u for u in field.own if u is not unit and gap(u, unit) < ROOM]
    return any(turn(away, toward(unit, u["x"], u["y"])) < 700 for u in near)


def pursue(field: Field) -> str:
    """Horse rides on where it can catch; foot does not run after skirmishers."""
    unit, prey = field.named(0), field.named(1)
    if unit is None or prey is None or unit["arm"] != "cav":
        return "halt"
    return "pursue" if gap(unit, prey) <= unit["left_mm"] and field.has("pursue") else "halt"


def fire(field: Field) -> str:
    """Where the volley does most; all of a garrison's bases at one enemy."""
    unit = field.named(0)
    shots = field.starting("fire") or field.starting("share")
    if unit is None or not shots:
        return field.first()
    return max(shots, key=lambda option: (target_worth(field, unit, option), option))


def target_worth(field: Field, unit: Unit, option: str) -> float:
    """The chance of a loss by what it does: a unit that may run for it, one that charges, horse."""
    words = option.split()
    target = field.units.get(words[1])
    if target is None:
        return 0
    weight = 1 + 2 * fails(field, target, 1, 10) + 0.6 * (target["target"] == unit["id"])
    weight += 0.3 * (target["arm"] != "inf") + 0.3 * exposed(unit, target)
    worth = shot(unit, target, gap(unit, target)) * weight
    return float(worth + (int(words[2]) if words[0] == "share" else 0))


def first_melee(field: Field) -> str:
    return field.first()
