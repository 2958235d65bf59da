"""For people who play with real figures on a real table: only the arithmetic, from circumstances they state.

``companion`` says what can be asked and in which fields; ``reckon`` answers one form. Neither knows a battle: the
percentages come from the same pure functions as on our own table.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from grognard.games.tabletop.rules import charges, morale
from grognard.games.tabletop.rules.fire import LONG, SHORT, Circumstances, Percent, fire_percent
from grognard.games.tabletop.rules.melee import Clash, melee_percent
from grognard.games.tabletop.rules.odds import loss_chances, morale_chances
from grognard.games.tabletop.table.companion import stated
from grognard.games.tabletop.table.pen import Pen, percent
from grognard.games.tabletop.world import data
from grognard.games.tabletop.world.formations import (
    COLUMN,
    DENSE,
    LIMBERED,
    MARCH,
    MASSE,
    NAMES,
    OPEN,
    SQUARE,
    UNLIMBERED,
)
from grognard.kernel.pen import signed
from grognard.kernel.wire import Json

CLASSES: Final = ("elite", "veteran", "regular", "recruit")
NATIONS: Final = ("FR", "AU", "GB", "PR", "RU", "other")
COVERS: Final = ("none", "light", "heavy")
FATIGUE: Final = ("fresh", "tired", "spent")
CAUSES: Final = ("fire", "melee", "rally")
MOST_BASES: Final = 12
STEPS: Final = range(1, 13)
# [2.1] [7.2] [7.4] [8.3] Bases that fire and fight in formations that do not use all of them; of a square on each side.
FRONTS: Final = {COLUMN: 2, MARCH: 1, LIMBERED: 1, SQUARE: 1, MASSE: 1}
EXTRA: Final = {morale.ROUT: morale.ROUT_LOSS, morale.RETREAT: morale.RETREAT_LOSS, morale.HOLD: 0}


def companion(pen: Pen) -> Json:
    """All that the page needs: forms with their fields, the turn, kinds of unit, ready-made armies."""
    return {
        "title": pen("companion.title"),
        "about": pen("companion.about"),
        "forms": [_form(name, pen) for name in FORMS],
        "sequence": [
            {
                "number": n,
                "title": pen(f"phase.{n}"),
                "text": pen(f"companion.step_{n}"),
                "rule": STEP_RULES[n - 1],
                "forms": list(STEP_FORMS.get(n, ())),
            }
            for n in STEPS
        ],
        "roster": _unit_fields(pen),
        "armies": [army for name in data.SCENARIOS for army in _armies(name, pen)],
        "fronts": FRONTS,
        "loss": {"per_base": pen.world.data.pm_rule.pm_per_base, "rule": "1.5"},
        "sheets": [{"id": name, "title": pen(f"companion.sheet_{name}")} for name in ("roster", "reference")],
    }


STEP_RULES: Final = ("3.1", "10.3", "10.1", "8.12", "4.5", "4.4", "4.4", "6.10", "7.1", "6.11", "8.15", "12.1")
STEP_FORMS: Final = {
    1: ("order",),
    2: ("morale",),
    5: ("initiative",),
    6: ("square",),
    7: ("square",),
    8: ("square",),
    9: ("fire", "morale"),
    11: ("melee", "morale"),
}


# fields


def _choice(name: str, pen: Pen, values: list[tuple[str, str]], default: str, role: str = "", key: str = "") -> Json:
    return {
        "id": name,
        "kind": "choice",
        "label": pen(f"field.{name}"),
        "default": default,
        "role": role,
        "key": key,
        "options": [{"value": value, "name": text} for value, text in values],
    }


def _check(name: str, pen: Pen, role: str = "", key: str = "") -> Json:
    return {"id": name, "kind": "check", "label": pen(f"field.{name}"), "default": False, "role": role, "key": key}


def _number(name: str, pen: Pen, default: int, low: int, high: int, role: str = "", key: str = "") -> Json:
    return {
        "id": name,
        "kind": "number",
        "label": pen(f"field.{name}"),
        "default": default,
        "min": low,
        "max": high,
        "role": role,
        "key": key,
    }


def _types(pen: Pen, firing: bool = False) -> list[tuple[str, str]]:
    return [(t.id, pen.kind(t.id)) for t in pen.world.data.unit_types if not firing or t.fire_base is not None]


def _classes(pen: Pen) -> list[tuple[str, str]]:
    return [(name, pen(f"class.{name}")) for name in CLASSES]


def _nations(pen: Pen) -> list[tuple[str, str]]:
    return [(name, pen(f"nation.{name}")) for name in NATIONS]


def _formations(pen: Pen) -> list[tuple[str, str]]:
    return [(name, pen.formation(name)) for name in NAMES]


def _covers(pen: Pen) -> list[tuple[str, str]]:
    return [(name, pen(f"cover.{name}")) for name in COVERS]


def _fire_fields(pen: Pen) -> list[Json]:
    return [
        _choice("type", pen, _types(pen, firing=True), "line_inf", "unit", "type"),
        _choice("klass", pen, _classes(pen), "regular", "unit", "class"),
        _choice("nation", pen, _nations(pen), "FR", "unit", "nation"),
        _number("firing", pen, 4, 1, MOST_BASES, "unit", "front"),
        _choice("band", pen, [(LONG, pen("field.long")), (SHORT, pen("field.short"))], LONG),
        _check("disordered", pen, "unit", "disordered"),
        _check("from_hard_cover", pen),
        _choice("target_type", pen, _types(pen), "line_inf", "target", "type"),
        _choice("target_formation", pen, _formations(pen), "line", "target", "formation"),
        _choice("cover", pen, _covers(pen), "none"),
        _check("flank", pen),
        _number("target_pm", pen, 8, 1, 2 * MOST_BASES, "target", "pm"),
    ]


def _melee_fields(pen: Pen) -> list[Json]:
    fatigue = [(name, pen(f"fatigue.{i}")) for i, name in enumerate(FATIGUE)]
    return [
        _choice("type", pen, _types(pen), "line_inf", "unit", "type"),
        _choice("klass", pen, _classes(pen), "regular", "unit", "class"),
        _number("fighting", pen, 2, 1, MOST_BASES, "unit", "front"),
        _check("impetus", pen),
        _check("charging", pen),
        _check("disordered", pen, "unit", "disordered"),
        _choice("tiredness", pen, fatigue, "fresh", "unit", "fatigue"),
        _choice("target_type", pen, _types(pen), "line_inf", "target", "type"),
        _choice("cover", pen, _covers(pen), "none"),
        _number("target_pm", pen, 8, 1, 2 * MOST_BASES, "target", "pm"),
    ]


def _morale_fields(pen: Pen) -> list[Json]:
    return [
        _choice("cause", pen, [(name, pen(f"cause.{name}")) for name in CAUSES], "fire"),
        _choice("type", pen, _types(pen), "line_inf", "unit", "type"),
        _choice("klass", pen, _classes(pen), "regular", "unit", "class"),
        _choice("nation", pen, _nations(pen), "FR", "unit", "nation"),
        _check("general", pen),
        _check("charismatic", pen),
        _check("hard_cover", pen),
        _number("bases_lost", pen, 0, 0, MOST_BASES, "unit", "bases_lost"),
        _check("square_by_infantry", pen),
    ]


def _square_fields(pen: Pen) -> list[Json]:
    return [_choice("klass", pen, _classes(pen), "regular", "unit", "class")]


def _order_fields(pen: Pen) -> list[Json]:
    return [_number("rating", pen, 1, 0, 3), _check("within_voice", pen)]


def _initiative_fields(pen: Pen) -> list[Json]:
    return [_number("rating", pen, 1, 0, 3)]


def _unit_fields(pen: Pen) -> list[Json]:
    """What a roster keeps of a unit."""
    fatigue = [(name, pen(f"fatigue.{i}")) for i, name in enumerate(FATIGUE)]
    states = [(name, pen(f"companion.{name}")) for name in ("ready", "retreating", "routed")]
    return [
        _choice("type", pen, _types(pen), "line_inf"),
        _choice("class", pen, _classes(pen), "regular"),
        _choice("nation", pen, _nations(pen), "FR"),
        _number("bases", pen, 4, 1, MOST_BASES),
        _number("pm", pen, 8, 0, 2 * MOST_BASES),
        _choice("formation", pen, _formations(pen), "line"),
        _check("disordered", pen),
        _choice("fatigue", pen, fatigue, "fresh"),
        _choice("status", pen, states, "ready"),
    ]


FIELDS: Final = {
    "fire": _fire_fields,
    "melee": _melee_fields,
    "morale": _morale_fields,
    "square": _square_fields,
    "order": _order_fields,
    "initiative": _initiative_fields,
}
FORMS: Final = tuple(FIELDS)
FORM_RULES: Final = {
    "fire": "7.1",
    "melee": "8.1",
    "morale": "9.2",
    "square": "6.6",
    "order": "3.3",
    "initiative": "4.5",
}
ROLES: Final = {"fire": ("unit", "target"), "melee": ("unit", "target"), "morale": ("unit",), "square": ("unit",)}


def _barred(pen: Pen) -> Json:
    """[7.3] Cavalry, limbered guns, routed and retreating units do not fire."""
    horse = [kind.id for kind in pen.world.data.unit_types if kind.fire_base is None]
    return {"type": horse, "formation": [LIMBERED], "status": ["retreating", "routed"]}


def _role(form: str, role: str, pen: Pen) -> Json:
    """A part that a unit of the roster can take, and what of a unit bars it from this part."""
    fires = (form, role) == ("fire", "unit")
    return {
        "id": role,
        "label": pen(f"role.{form}_{role}"),
        "barred": _barred(pen) if fires else {},
        "why": pen("companion.no_fire") if fires else "",
    }


def _form(name: str, pen: Pen) -> Json:
    roles = [_role(name, role, pen) for role in ROLES.get(name, ())]
    return {
        "id": name,
        "title": pen(f"companion.{name}"),
        "rule": FORM_RULES[name],
        "roles": roles,
        "fields": FIELDS[name](pen),
    }


def _armies(scenario: str, pen: Pen) -> list[Json]:
    """[15.1] The armies of the scenarios, to begin a roster with."""
    found = []
    battle = data.scenario(scenario)
    for name, army in battle.sides.items():
        side = "french" if name == data.SIDES[0] else "coalition"
        title = f"{pen(f'scenario.{scenario}')}: {pen(f'army.{scenario}.{side}')}"
        chief = _chief(scenario, army, pen)
        commands = {command.id: _command(scenario, battle, army, command, pen) for command in army.commands}
        units = [
            {
                "id": line.id,
                "name": pen.named(f"unit.{scenario}.{line.id}", line.name),
                "type": line.type,
                "class": line.klass,
                "nation": army.nation,
                "bases": line.bases,
                "pm": line.pm,
                "formation": line.formation,
                "army": title,
                "chief": chief,
                "command": commands.get(line.command, ""),
            }
            for line in army.units
        ]
        found.append({"id": f"{scenario}-{name}", "name": title, "units": units})
    return found


def _chief(scenario: str, army: data.Army, pen: Pen) -> str:
    """[3.9] The general of an army with his rating: ``Victor (7), army commander``."""
    leaders = [general for general in army.generals if general.role == "army"]
    named = [f"{pen.named(f'general.{scenario}.{one.id}', one.name)} ({one.rating})" for one in leaders]
    return ", ".join([*named, pen("role.army")]) if named else ""


def _command(scenario: str, battle: data.Scenario, army: data.Army, command: data.Command, pen: Pen) -> str:
    """[3.1] A command on one line: its general with his rating, its order and its goal."""
    leaders = [general for general in army.generals if general.command == command.id]
    goals = [goal for goal in battle.objectives if goal.id == command.objective]
    said = [f"{pen.named(f'general.{scenario}.{one.id}', one.name)} ({one.rating})" for one in leaders]
    said.append(pen(f"order.{command.order}"))
    said += [pen.named(f"objective.{scenario}.{goal.id}", goal.name) for goal in goals]
    return f"{command.id}: {', '.join(said)}"


# answers


class Given:
    """What was stated in a form; what is missing counts as its default, what cannot be meant is refused."""

    def __init__(self, fields: list[Json], values: Mapping[str, object], pen: Pen) -> None:
        self.values: Json = {field["id"]: _sensible(field, values.get(field["id"]), pen) for field in fields}

    def text(self, name: str) -> str:
        return str(self.values[name])

    def number(self, name: str) -> int:
        return int(self.values[name])

    def on(self, name: str) -> bool:
        return bool(self.values[name])


def _sensible(field: Json, value: object, pen: Pen) -> object:
    """A number is brought between its limits; of the kinds of unit only cavalry that is to fire is no choice [7.3]."""
    label = field["label"]
    if field["kind"] == "check":
        return stated.flag(value, label, pen)
    if field["kind"] == "number":
        number = stated.whole(value, label, pen)
        return field["default"] if number is None else max(field["min"], min(field["max"], number))
    chosen = stated.text(value, label, pen) or field["default"]
    if chosen not in [option["value"] for option in field["options"]]:
        if field["key"] == "type" and chosen in pen.world.types:
            stated.refuse(pen, "no_fire", pen.kind(chosen))
        stated.refuse(pen, "choice", label)
    return chosen


def reckon(form: str, values: Mapping[str, object], pen: Pen) -> Json | None:
    """One form answered: every modifier, the chance, and with a die its result; None where there is no such form."""
    if form not in FIELDS:
        return None
    given = Given(FIELDS[form](pen), values, pen)
    rolled = stated.whole(values.get("die"), pen("stated.die"), pen)
    answers = {
        "fire": _fire,
        "melee": _melee,
        "morale": _morale,
        "square": _square,
        "order": _order,
        "initiative": _initiative,
    }
    found = answers[form](given, rolled, pen)
    sides = found["die"]
    if rolled is not None and sides and not 1 <= rolled <= sides:
        found["result"] = None
    return found


def _kind(pen: Pen, name: str) -> data.UnitType:
    return pen.world.types[name]


def _cover(given: Given) -> str | None:
    cover = given.text("cover")
    return None if cover == "none" else cover


def _fire(given: Given, die: int | None, pen: Pen) -> Json:
    """[7.1] [7.11] The percentage of a fire."""
    formation = given.text("target_formation")
    c = Circumstances(
        kind=_kind(pen, given.text("type")),
        klass=given.text("klass"),
        nation=given.text("nation"),
        band=given.text("band"),
        disordered=given.on("disordered"),
        cover=_cover(given),
        dense=formation in DENSE,
        loose=formation in (OPEN, UNLIMBERED),
        at_cavalry=_kind(pen, given.text("target_type")).arm == "cav",
        flank=given.on("flank"),
        from_hard_cover=given.on("from_hard_cover"),
    )
    return _percentage(fire_percent(pen.world, c, given.number("firing")), "7.11", given, die, pen)


def _melee(given: Given, die: int | None, pen: Pen) -> Json:
    """[8.1] [8.5] The percentage of a blow in melee."""
    c = Clash(
        kind=_kind(pen, given.text("type")),
        klass=given.text("klass"),
        impetus=given.on("impetus"),
        charging=given.on("charging"),
        disordered=given.on("disordered"),
        fatigue=FATIGUE.index(given.text("tiredness")),
        at_guns=_kind(pen, given.text("target_type")).arm == "art",
        cover=_cover(given),
    )
    return _percentage(melee_percent(pen.world, c, given.number("fighting")), "8.5", given, die, pen)


def _percentage(p: Percent, rule: str, given: Given, die: int | None, pen: Pen) -> Json:
    """[7.5] [7.6] Full hundreds are losses, the rest is rolled for."""
    rows = [{"label": pen("forecast.base"), "value": str(p.base), "rule": rule[0] + ".1"}]
    rows += [{"label": pen(f"term.{name}"), "value": signed(value), "rule": rule} for name, value in p.terms]
    rows.append({"label": pen("forecast.bases"), "value": f"× {p.bases}", "rule": rule[0] + ".2"})
    bars = [
        {"label": pen("forecast.loses", lost), "chance": float(chance), "text": percent(chance)}
        for lost, chance in loss_chances(p).items()
        if chance
    ]
    found: Json = {
        "rows": rows,
        "total": f"{p.total}%",
        "die": 100 if p.rest else 0,
        "bars": bars,
        "needs": pen("companion.needs_percent", p.automatic, p.rest),
        "result": None,
    }
    if die is not None or not p.rest:
        lost = p.automatic + (1 if p.rest and die is not None and die <= p.rest else 0)
        found["result"] = _losses(lost, given.number("target_pm"), rule == "7.11", pen)
    return found


def _losses(lost: int, pm: int, by_fire: bool, pen: Pen) -> Json:
    """[1.5] [9.1] What a loss does to the target, and whether it must test."""
    left = max(0, pm - lost)
    text = pen("companion.losses", lost, left)
    test = morale.needs_test(left, lost)
    if left == 0:
        text += " " + pen("companion.destroyed")
    elif test:
        text += " " + pen("companion.must_test")
    change = {"pm": -lost, "hurt": True} if lost else {}
    return {
        "text": text,
        "role": "target",
        "apply": change,
        "then": "morale" if test else None,
        "with": {"cause": "fire" if by_fire else "melee"},
        "good": lost > 0,
    }


def _morale(given: Given, die: int | None, pen: Pen) -> Json:
    """[9.2] [10.3] The die and what is added to it."""
    russian = given.text("nation") == "RU" and _kind(pen, given.text("type")).arm == "inf"
    terms = morale.terms(
        pen.world,
        given.text("klass"),
        russian,
        given.on("general"),
        given.on("charismatic"),
        given.on("hard_cover"),
        given.number("bases_lost"),
    )
    cause = given.text("cause")
    sides = morale.DIE.get(cause, 10)
    modifier = sum([value for _, value in terms])
    chances = morale_chances(modifier, sides)
    bars = [
        {"label": pen(f"result.{name}"), "chance": float(chance), "text": percent(chance)}
        for name, chance in chances.items()
        if chance
    ]
    found: Json = {
        "rows": [{"label": pen(f"term.{name}"), "value": signed(value), "rule": "9.2"} for name, value in terms],
        "total": f"D{sides} {signed(modifier)}",
        "die": sides,
        "bars": bars,
        "needs": pen("companion.needs_morale"),
        "result": None,
    }
    if die is not None:
        result = morale.result_of(die + modifier)
        if result == morale.RETREAT and cause == morale.MELEE and given.on("square_by_infantry"):
            result = morale.ROUT
        found["result"] = _tested(result, die + modifier, cause == "rally", pen)
    return found


def _tested(result: str, total: int, rally: bool, pen: Pen) -> Json:
    """[9.3] [9.4] [9.5] [10.3] The state a unit is in after its test; a rout costs morale points at once."""
    status = {morale.ROUT: "routed", morale.RETREAT: "retreating", morale.HOLD: "ready"}[result]
    change: Json = {"status": status}
    if result == morale.ROUT and not rally:
        change["pm"] = -EXTRA[result]
    if result != morale.HOLD or rally:
        change["disordered"] = True
    key = f"companion.{'rally' if rally else 'test'}_{result}"
    return {
        "text": pen(key, total),
        "role": "unit",
        "apply": change,
        "then": None,
        "with": {},
        "good": result == morale.HOLD,
    }


def _single(needs: str, chance: Fraction, sides: int, pen: Pen) -> Json:
    bars = [
        {"label": pen("companion.yes"), "chance": float(chance), "text": percent(chance)},
        {"label": pen("companion.no"), "chance": float(1 - chance), "text": percent(1 - chance)},
    ]
    return {
        "rows": [],
        "total": percent(chance),
        "die": sides,
        "needs": needs,
        "result": None,
        "bars": [bar for bar in bars if bar["chance"]],
    }


def _plain(text: str, good: bool, change: Json | None = None) -> Json:
    return {"text": text, "role": "unit", "apply": change or {}, "then": None, "with": {}, "good": good}


def _square(given: Given, die: int | None, pen: Pen) -> Json:
    """[6.6] The D6 of an emergency square; who fails is disordered."""
    needs = charges.NEEDS[given.text("klass")]
    found = _single(pen("companion.needs_least", 6, needs), Fraction(7 - needs, 6), 6, pen)
    if die is not None:
        formed = die >= needs
        change = {"formation": "square"} if formed else {"disordered": True}
        found["result"] = _plain(pen("companion.square_yes" if formed else "companion.square_no"), formed, change)
    return found


def _order(given: Given, die: int | None, pen: Pen) -> Json:
    """[3.3] An order to troops out of the general's voice."""
    if given.on("within_voice"):
        return _single(pen("companion.order_sure"), Fraction(1), 0, pen)
    needs = min(10, 4 + 2 * given.number("rating"))
    found = _single(pen("companion.needs_most", 10, needs), Fraction(needs, 10), 10, pen)
    if die is not None:
        found["result"] = _plain(pen("companion.order_yes" if die <= needs else "companion.order_no"), die <= needs)
    return found


def _initiative(given: Given, die: int | None, pen: Pen) -> Json:
    """[4.5] D6 and the rating; the higher is first."""
    rating = given.number("rating")
    found: Json = {
        "rows": [{"label": pen("field.rating"), "value": signed(rating), "rule": "4.5"}],
        "bars": [],
        "total": f"D6 {signed(rating)}",
        "die": 6,
        "needs": pen("companion.needs_initiative"),
        "result": None,
    }
    if die is not None:
        found["result"] = _plain(pen("companion.initiative_is", die + rating), True)
    return found
