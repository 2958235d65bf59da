"""Fire, charges and melees: what a blow is worth, and the answers about it."""

from __future__ import annotations

from typing import Final

from grognard.bots.captain_tabletop.field import SHORT, Field, Unit, exposed, gap

CLASS: Final = {"elite": 5, "veteran": 3, "regular": 0, "recruit": -3}
HEAVY: Final = ("heavy_cav", "cuirassiers")
BOLD: Final = 1.15  # a charge should promise so many times the blows it takes
FIRM: Final = {"elite": 2, "veteran": 3, "regular": 4, "recruit": 5}  # [6.6] an emergency square


def blows(unit: Unit, target: Unit, charging: bool) -> float:
    """Roughly the chance in a hundred of a loss that a unit deals in a round of melee."""
    bases: int = 1 if unit["formation"] == "square" else unit["bases"]
    bonus = CLASS[unit["class"]] - 5 * unit["disordered"]
    if unit["arm"] == "cav":
        bonus += 15 if unit["type"] in HEAVY else 0
        bonus += 10 if charging and not target["cover"] and not unit["disordered"] else 0
        bonus -= {"fresh": 0, "tired": 5, "spent": 10}[unit["fatigue"]]
    elif unit["arm"] == "art":
        bonus -= 10
    elif charging and target["cover"] != "heavy":
        bonus += 5
    bonus += 20 if target["arm"] == "art" else 0
    bonus -= {"light": 2, "heavy": 4}.get(target["cover"] or "", 0)
    return float(max(1, bases) * max(0, 10 + bonus))


def taken(target: Unit, unit: Unit, flank: bool) -> float:
    """What the charger must expect: the fire before contact, and the blows."""
    if flank:
        return max(0, 10 + CLASS[target["class"]] - 5)
    shots = 0.0
    if target["status"] == "ready" and target["arm"] == "inf":
        wide = {"column": 2, "square": 1}.get(str(target["formation"]), int(target["bases"]))
        shots = wide * (15 + CLASS[target["class"]])
    elif target["arm"] == "art" and target["formation"] == "unlimbered":
        shots = target["bases"] * (30 + (10 if unit["arm"] == "cav" else 0))
    return shots + blows(target, unit, False)


def promise(unit: Unit, target: Unit) -> float:
    """How many times more a charge deals than it takes; what is shaken breaks sooner."""
    flank = exposed(unit, target)
    deals = blows(unit, target, True) * (1.6 if flank else 1)
    frail = 1.5 if target["pm"] <= 5 else 1.0
    weak = 0.7 if unit["pm"] <= 5 else 1.0
    return deals * frail * weak / max(8.0, taken(target, unit, flank))


def worth_charging(unit: Unit, target: Unit) -> bool:
    if target["status"] != "ready":
        return bool(unit["arm"] == "cav")
    if unit["pm"] <= 3 or unit["arm"] == "art":
        return False
    return promise(unit, target) >= BOLD


def best_charge(field: Field, unit: Unit, options: list[str]) -> str | None:
    """The most promising of the charges offered; None where none is worth it."""
    found = [(promise(unit, field.units[o.split()[-1]]), o) for o in options
             if o.split()[-1] in field.units and worth_charging(unit, field.units[o.split()[-1]])]  # fmt: skip
    return max(found, default=(0.0, None))[1]


def late_charge(field: Field) -> str:
    found: list[tuple[float, str]] = []
    for option in field.starting("charge"):
        _, name, goal = option.split()
        if worth_charging(field.units[name], field.units[goal]):
            found.append((promise(field.units[name], field.units[goal]), option))
    return max(found, default=(0.0, "pass"))[1]


def exploit(field: Field) -> str:
    """A broken enemy ahead is worth following; otherwise the ground won is."""
    unit = field.mover() or field.named(0)
    charge = best_charge(field, unit, field.starting("charge")) if unit else None
    if charge:
        return charge
    keep = field.objectives.values() if unit else []
    holds = unit is not None and any(abs(unit["x"] - o["x"]) + abs(unit["y"] - o["y"]) < o["radius"] for o in keep)
    return "stay" if holds and field.has("stay") else field.first()


def run_away(field: Field) -> str:
    """Front to the enemy: the next charge does not come from behind."""
    return "face front" if field.has("face front") else field.first()


def emergency_square(field: Field) -> str:
    """A battalion that stands well in line has its volley; others need the square."""
    unit, rider = field.named(0), field.named(1)
    if unit is None or rider is None:
        return field.first()
    steady = unit["pm"] > 5 and unit["formation"] == "line" and rider["type"] not in HEAVY and not exposed(rider, unit)
    hopeful = FIRM[unit["class"]] <= 4
    return "stand" if (steady or not hopeful) and field.has("stand") else "try"


def evade(field: Field) -> str:
    """Skirmishers, guns on their limbers and tired horse do not wait."""
    unit, rider = field.named(0), field.named(1)
    if unit is None or rider is None:
        return field.first()
    even = unit["arm"] == "cav" and rider["arm"] == "cav" and promise(rider, unit) < 1
    foot = unit["arm"] == "inf" and rider["arm"] == "inf" and unit["pm"] > 5
    return "stand" if (even or foot) and field.has("stand") else "evade"


def pursue(field: Field) -> str:
    """Horse catches what it can; foot does not run after skirmishers."""
    unit = field.named(0)
    return "pursue" if unit is not None and unit["arm"] == "cav" and field.has("pursue") else "halt"


def fire(field: Field) -> str:
    """The shaken first, then chargers, then whoever is nearest; all of a garrison's bases at one enemy."""
    unit = field.named(0)
    shots = field.starting("fire") or field.starting("share")
    if unit is None or not shots:
        return field.first()
    return max(shots, key=lambda option: (target_worth(field, unit, option), option))


def target_worth(field: Field, unit: Unit, option: str) -> float:
    words = option.split()
    target = field.units.get(words[1])
    if target is None:
        return 0
    worth = 10.0 + (6 if target["pm"] in (1, 2, 5, 6) else 0)
    worth += 8 if target["target"] == unit["id"] else 0
    worth += 6 if gap(unit, target) <= (100 if unit["arm"] == "art" else SHORT) else 0
    worth += 5 if target["formation"] in ("column", "square", "masse", "march") else 0
    worth -= 5 if target["formation"] in ("open", "unlimbered") else 0
    worth += 8 if unit["arm"] == "art" and target["arm"] == "cav" else 0
    worth -= {"light": 5, "heavy": 10}.get(target["cover"] or "", 0)
    return worth + (int(words[2]) if words[0] == "share" else 0)


def first_melee(field: Field) -> str:
    return field.first()
