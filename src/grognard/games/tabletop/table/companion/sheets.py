"""Sheets to print for a table of real miniatures: the roster, and the rules that are looked up again and again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from grognard.games.tabletop.rules import morale
from grognard.games.tabletop.rules.charges import NEEDS
from grognard.games.tabletop.rules.fire import SHORT, Circumstances, Term, fire_terms
from grognard.games.tabletop.rules.melee import Clash, melee_terms
from grognard.games.tabletop.table.companion import stated
from grognard.games.tabletop.table.companion.desk import CLASSES, MOST_BASES, STEP_RULES, STEPS
from grognard.games.tabletop.table.pen import Pen
from grognard.games.tabletop.world.data import UnitType
from grognard.games.tabletop.world.state import SPENT, TIRED
from grognard.kernel.pen import signed
from grognard.kernel.wire import Json

MOST_UNITS: Final = 60
LONGEST: Final = 60
BOX: Final = "□"  # drawn as a box to be ticked
LOST: Final = "☒"


def sheet(kind: str, roster: Mapping[str, object], pen: Pen) -> Json | None:
    """A document as blocks: headings, texts and tables; None where there is no such sheet."""
    if kind == "roster":
        return roster_sheet(roster, pen)
    return reference_sheet(pen) if kind == "reference" else None


def _table(head: list[str], rows: list[list[str]], widths: list[int]) -> Json:
    return {"kind": "table", "head": head, "rows": rows, "widths": widths}


def _heading(text: str) -> Json:
    return {"kind": "heading", "text": text}


# the roster


def roster_sheet(roster: Mapping[str, object], pen: Pen) -> Json:
    """[1.5] Every unit on one line, with a box for each morale point; a bar after every second: a base goes with it."""
    units = stated.lines(roster.get("units"), pen("sheet.units"), pen)
    if len(units) > MOST_UNITS:
        stated.refuse(pen, "many", pen("sheet.units"), MOST_UNITS)
    title = stated.text(roster.get("title"), pen("sheet.title"), pen)[:LONGEST] or pen("companion.sheet_roster")
    blocks = [block for army in _groups(units, "army", pen) or [[]] for block in _army(army, pen)]
    return {"title": title, "file": "roster", "blocks": [*blocks, {"kind": "text", "text": pen("sheet.roster_note")}]}


def _groups(units: Sequence[Mapping[str, object]], name: str, pen: Pen) -> list[list[Mapping[str, object]]]:
    """Units of one army, or of one command, together, in the order in which they come first."""
    found: dict[str, list[Mapping[str, object]]] = {}
    for unit in units:
        found.setdefault(_text(unit, name, "unit", pen), []).append(unit)
    return list(found.values())


def _army(units: list[Mapping[str, object]], pen: Pen) -> list[Json]:
    """[3.1] An army under its name, each command under its general and order, with room to write a new one."""
    head = [pen(f"sheet.{name}") for name in ("unit", "kind", "class", "bases", "pm", "formation", "notes")]
    name = _text(units[0], "army", "unit", pen) if units else ""
    blocks = [_heading(name)] if name else []
    chief = _text(units[0], "chief", "unit", pen) if units else ""
    blocks += [{"kind": "text", "text": chief}] if chief else []
    for command in _groups(units, "command", pen) or [[]]:
        said = _text(command[0], "command", "unit", pen) if command else ""
        if said:
            blocks.append({"kind": "text", "text": f"{said}   {pen('sheet.orders')}"})
        blocks.append(_table(head, [_roster_row(unit, pen) for unit in command], [22, 19, 9, 6, 26, 10, 8]))
    return blocks


def _text(unit: Mapping[str, object], name: str, word: str, pen: Pen) -> str:
    return stated.text(unit.get(name), pen(f"sheet.{word}"), pen)[:LONGEST]


def _whole(unit: Mapping[str, object], name: str, pen: Pen) -> int:
    return max(0, min(2 * MOST_BASES, stated.whole(unit.get(name), pen(f"sheet.{name}"), pen) or 0))


def _roster_row(unit: Mapping[str, object], pen: Pen) -> list[str]:
    name, kind = _text(unit, "name", "unit", pen), _text(unit, "type", "kind", pen)
    klass, formation = _text(unit, "class", "class", pen), _text(unit, "formation", "formation", pen)
    bases, pm = _whole(unit, "bases", pen), _whole(unit, "pm", pen)
    boxes = " | ".join([" ".join([BOX if 2 * n + i < pm else LOST for i in range(2)]) for n in range(bases)])
    return [
        name,
        pen.kind(kind) if kind in pen.world.types else kind,
        pen(f"class.{klass}") if klass in CLASSES else klass,
        str(bases),
        boxes,
        pen.named(f"formation.{formation}", formation),
        "",
    ]


# the reference


def reference_sheet(pen: Pen) -> Json:
    """[4.1] [5.1] [7.7] [7.11] [8.5] [9.2] The turn and the tables of the sheet."""
    return {
        "title": pen("companion.sheet_reference"),
        "file": "reference",
        "blocks": [
            _heading(pen("sheet.turn")),
            sequence(pen),
            _heading(pen("sheet.moves")),
            moves(pen),
            {"kind": "text", "text": pen("sheet.moves_note")},
            _heading(pen("sheet.fire")),
            {"kind": "text", "text": pen("sheet.fire_note")},
            modifiers(fire_lines(pen), pen),
            _heading(pen("sheet.melee")),
            {"kind": "text", "text": pen("sheet.melee_note")},
            modifiers(melee_lines(pen), pen),
            _heading(pen("sheet.morale")),
            {"kind": "text", "text": pen("sheet.morale_note")},
            modifiers(morale_lines(pen), pen),
            _heading(pen("sheet.charges")),
            {"kind": "text", "text": pen("sheet.charges_note")},
            squares(pen),
        ],
    }


def sequence(pen: Pen) -> Json:
    rows = [[str(n), pen(f"phase.{n}"), pen(f"companion.step_{n}"), STEP_RULES[n - 1]] for n in STEPS]
    return _table(["", pen("table.step"), "", "§"], rows, [4, 24, 64, 8])


def moves(pen: Pen) -> Json:
    """[5.1] [7.7] Speeds and ranges in centimetres."""
    names = ("line", "column", "square", "open", "limbered", "unlimbered", "rout")
    head = [pen("sheet.kind"), *[pen(f"sheet.{name}") for name in names], pen("sheet.range")]
    rows = []
    for kind in pen.world.data.unit_types:
        cells = [str(kind.speed[name]) if kind.speed.get(name) is not None else "-" for name in names]
        rows.append([pen.kind(kind.id), *cells, _range(kind)])
    return _table(head, rows, [27, 9, 9, 9, 9, 9, 10, 8, 10])


def _range(kind: UnitType) -> str:
    return "-" if kind.range_long is None else f"{kind.range_short} / {kind.range_long}"


def modifiers(terms: list[Term], pen: Pen) -> Json:
    """Two modifiers a line: the sheet is to fit on few pages."""
    cells = [[pen(f"term.{name}"), signed(value)] for name, value in terms]
    if len(cells) % 2:
        cells.append(["", ""])
    rows = [cells[i] + cells[i + 1] for i in range(0, len(cells), 2)]
    return _table(["", "", "", ""], rows, [38, 12, 38, 12])


def _once(terms: list[Term]) -> list[Term]:
    return list(dict.fromkeys(terms))


def fire_lines(pen: Pen) -> list[Term]:
    """[7.11] Each modifier with its value, read off the rule itself."""
    world = pen.world
    foot, gun = world.types["line_inf"], world.types["foot_art_medium"]
    cases = [Circumstances(foot, klass) for klass in CLASSES]
    cases += [
        Circumstances(foot, disordered=True),
        Circumstances(foot, cover="light"),
        Circumstances(foot, cover="heavy"),
        Circumstances(foot, band=SHORT),
        Circumstances(gun, band=SHORT),
        Circumstances(foot, nation="RU"),
        Circumstances(foot, dense=True),
        Circumstances(foot, loose=True),
        Circumstances(gun, at_cavalry=True),
        Circumstances(foot, flank=True),
        Circumstances(foot, from_hard_cover=True),
    ]
    return _once([term for case in cases for term in fire_terms(world, case) if term[0] != "calibre"])


def melee_lines(pen: Pen) -> list[Term]:
    """[8.5] Likewise for melees."""
    world = pen.world
    foot = world.types["line_inf"]
    cases = [Clash(foot, klass) for klass in CLASSES]
    cases += [
        Clash(foot, impetus=True),
        Clash(foot, charging=True),
        Clash(foot, disordered=True),
        Clash(foot, fatigue=TIRED),
        Clash(foot, fatigue=SPENT),
        Clash(foot, at_guns=True),
        Clash(foot, cover="light"),
        Clash(foot, cover="heavy"),
    ]
    cases += [Clash(kind) for kind in world.data.unit_types if kind.arm == "cav"]
    return _once([term for case in cases for term in melee_terms(world, case)])


def morale_lines(pen: Pen) -> list[Term]:
    """[9.2] Likewise for tests of morale."""
    world = pen.world
    cases = [morale.terms(world, klass, False, False, False, False, 0) for klass in CLASSES]
    cases += [morale.terms(world, "regular", True, True, True, True, 1)]
    return _once([term for case in cases for term in case])


def squares(pen: Pen) -> Json:
    """[6.6] The D6 of an emergency square."""
    return _table(
        [pen(f"class.{klass}") for klass in CLASSES], [[f"{NEEDS[klass]}+" for klass in CLASSES]], [25, 25, 25, 25]
    )
