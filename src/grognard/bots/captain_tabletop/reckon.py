"""What a shot, a blow and a charge are worth: the sheet's percentages as a captain carries them in his head."""

from __future__ import annotations

from typing import Final

from grognard.bots.captain_tabletop.field import GUN_SHORT, SHORT, Field, Unit, exposed, front

CLASS: Final = {"elite": 5, "veteran": 3, "regular": 0, "recruit": -3}
COURAGE: Final = {"elite": 2, "veteran": 1, "regular": 0, "recruit": -1}
HEAVY: Final = ("heavy_cav", "cuirassiers")
LOOSE: Final = ("open", "unlimbered")
DENSE: Final = ("column", "square", "masse", "march")
FIRM: Final = {"elite": 2, "veteran": 3, "regular": 4, "recruit": 5}  # [6.6] an emergency square
CANNON: Final = {"foot_art_light": 15, "foot_art_heavy": 25}
FATIGUE: Final = {"fresh": 0, "tired": 5, "spent": 10}
REFUSED: Final = 0.35  # what it costs to be left standing before a square
UNDER_FIRE: Final = 10
IN_MELEE: Final = 6


def shot(unit: Unit, target: Unit, away: float) -> float:
    """The chance in a hundred of a loss by a unit's fire."""
    if unit["arm"] == "cav" or unit["formation"] in ("limbered", "crew") or unit["status"] != "ready":
        return 0
    each = CLASS[unit["class"]] - 3 * unit["disordered"]
    if unit["arm"] == "art":
        each += CANNON.get(unit["type"], 20) + 10 * (away <= GUN_SHORT) + 10 * (target["arm"] == "cav")
    else:
        each += 10 + 5 * (away <= (60 if unit["type"] == "rifles" else SHORT))
    bases: int = unit["bases"] if unit["cover"] == "heavy" else front(unit)
    each -= 8 if unit["cover"] == "heavy" else 0
    each += 5 * (target["formation"] in DENSE) - 5 * (target["formation"] in LOOSE)
    return float(bases * max(0, each - {"light": 5, "heavy": 10}.get(target["cover"] or "", 0)))


def blow(unit: Unit, target: Unit, charging: bool, struck_aside: bool = False, loose: bool = False) -> float:
    """The chance in a hundred of a loss that a unit deals in the first round of a melee."""
    steadied = not charging and unit["cover"] and target["arm"] == "cav"  # [8.5] in cover against charging horse
    shaken = struck_aside or ((loose or bool(unit["disordered"])) and not steadied)
    each = 10 + CLASS[unit["class"]] - 5 * shaken + 20 * (target["arm"] == "art")
    if unit["arm"] == "cav":
        each += 15 * (unit["type"] in HEAVY) + 3 * (unit["type"] in ("lancers", "cuirassiers"))
        each += 10 * (charging and not target["cover"] and not shaken) - FATIGUE[unit["fatigue"]]
    elif unit["arm"] == "art":
        each -= 10
    else:
        each += 5 * (charging and target["cover"] != "heavy")
    each -= {"light": 2, "heavy": 4}.get(target["cover"] or "", 0)
    return float(fighting(unit, target, struck_aside, shaken) * max(0, each))


def fighting(unit: Unit, target: Unit, struck_aside: bool, shaken: bool) -> int:
    """The bases that come to blows."""
    if struck_aside or unit["formation"] in ("square", "masse"):
        return 1
    if unit["formation"] == "open":
        return touching(unit, target)
    if shaken:
        return min(front(unit), front(target))
    return int(unit["bases"])


def touching(unit: Unit, target: Unit) -> int:
    """[8.2] The bases of an open order that touch the enemy's front, gaps kept."""
    bases = front(target)
    broad = 50 * bases - 25 if target["formation"] == "open" else 25 * bases
    return max(1, min(front(unit), bases, (broad + 25) // 50))


def losses(percent: float) -> list[tuple[int, float]]:
    sure, rest = divmod(percent, 100)
    return [(int(sure), 1 - rest / 100), (int(sure) + 1, rest / 100)]


def fails(field: Field, unit: Unit, lost: int, die: int) -> float:
    """The chance that a unit runs, or is gone, after a loss."""
    left = unit["pm"] - lost
    if left <= 0:
        return 1
    if not lost or left > 4:
        return 0
    steady = COURAGE[unit["class"]] + field.led(unit) + (unit["cover"] == "heavy") + (unit["nation"] == "RU")
    worst = 4 - steady + unit["start_bases"] + (-left // 2)
    return float(min(1, max(0, worst / die)))


def duel(field: Field, unit: Unit, target: Unit, loose: bool = False) -> tuple[float, float]:
    """The chances that a charge wins and that it fails, its target firing first; friends at the same target help."""
    aside = exposed(unit, target)
    helpers = [u for u in field.units.values() if u["target"] == target["id"] and u is not unit]
    volley = 0.0 if aside or helpers else shot(target, unit, 10)
    helped = sum(blow(u, target, True) for u in helpers)
    win = lose = 0.0
    for hurt, chance in losses(volley):
        broken = fails(field, unit, hurt, UNDER_FIRE)
        lose += chance * broken
        rest = chance * (1 - broken)
        after = {**unit, "pm": unit["pm"] - hurt, "bases": max(1, (unit["pm"] - hurt + 1) // 2)}
        won, lost = round_of(field, after, target, blow(after, target, True) + helped, aside, loose)
        win, lose = win + rest * won, lose + rest * lost
    return win, lose


def round_of(field: Field, unit: Unit, target: Unit, strikes: float, aside: bool, loose: bool) -> tuple[float, float]:
    """A round of melee: the chances of the one and of the other; an equal round goes against the attacker."""
    win = lose = 0.0
    for dealt, p in losses(strikes):
        gone = fails(field, target, dealt, IN_MELEE)
        for taken, q in losses(blow(target, unit, False, aside, loose)):
            runs = fails(field, unit, taken, IN_MELEE)
            stand = (1 - gone) * (1 - runs)
            even = stand * (dealt == taken)
            win += p * q * (gone * (1 - runs) + stand * (dealt > taken) + even * 0.4)
            lose += p * q * (runs * (1 - gone) + stand * (dealt < taken) + even * 0.6)
    return win, lose


def may_square(unit: Unit) -> bool:
    able = unit["arm"] == "inf" and unit["formation"] not in ("open", "square", "masse") and unit["bases"] > 1
    return bool(able) and not unit["disordered"] and unit["status"] == "ready"


def prize(unit: Unit) -> float:
    """What it means to lose a unit: the shaken do not come back, guns are hard to replace."""
    return 1 + (0.6 if unit["pm"] <= 5 else 0) + (0.3 if unit["arm"] == "art" else 0)


def gain(field: Field, unit: Unit, target: Unit) -> float:
    """What a charge is worth: above nothing, it should be made."""
    if target["status"] != "ready":
        return 0.5 if unit["arm"] == "cav" and target["status"] == "routed" else -0.1
    riders = unit["arm"] == "cav" and may_square(target)
    win, lose = duel(field, unit, target, loose=riders)
    if riders:  # half the battalions form square in time; those that do not are in disorder
        kept = (7 - FIRM[target["class"]]) / 6
        win, lose = win * (1 - kept), lose * (1 - kept) + REFUSED * kept
    skirmish = 0.3 if target["formation"] == "open" and unit["formation"] != "open" else 0.0
    return win * prize(target) - lose * prize(unit) + skirmish
