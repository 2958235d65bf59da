"""The data files of the tabletop game and their checks: what contradicts itself is named and refused."""

from __future__ import annotations

from functools import cache

import msgspec

from grognard.games.tabletop.world import formations
from grognard.kernel import files
from grognard.kernel.game import DataError
from grognard.kernel.wire import Json

PACKAGE = "grognard.games.tabletop"
SCENARIOS = ("crossroads", "barrosa_1811")
LESSONS = ("lesson_first", "lesson_charges")  # tables that only lessons are given on
TABLES = SCENARIOS + LESSONS
SIDES = ("A", "B")
EDGES = {"south", "north", "west", "east"}
TERRAINS = {
    "hill",
    "wood",
    "broken",
    "settlement",
    "road",
    "wall",
    "hedge",
    "stream",
    "river",
    "impassable",
    "bridge",
    "defile",
    "works",
}
ORDERS: tuple[str, ...] = ("attack", "forward", "defend", "retreat")


class UnitType(msgspec.Struct):
    """[1] [5] [7] What a kind of unit can do."""

    id: str
    arm: str
    name: str
    speed: dict[str, int | None]
    range_short: int | None
    range_long: int | None
    base_w: float
    base_d: float
    fire_base: int | None
    melee_base: int
    may_open: bool = False
    may_evade: bool = False
    fire_class_modifier: int = 0
    melee_bonus: int = 0


class Classes(msgspec.Struct):
    fire: dict[str, int]
    melee: dict[str, int]
    morale: dict[str, int]


class MoraleRule(msgspec.Struct):
    pm_per_base: int
    base_removed_every: int
    test_threshold: int
    rout_extra_loss: int
    retreat_extra_loss: int


class Prices(msgspec.Struct):
    """[11] Points of an army list."""

    infantry_base: dict[str, int]
    cavalry_base: dict[str, int]
    artillery_base: dict[str, int]
    additions: dict[str, int]
    general: int
    charismatic_general: int
    brigade_commander: int


class Units(msgspec.Struct):
    classes: Classes
    nations: dict[str, Json]
    unit_types: list[UnitType]
    pm_rule: MoraleRule
    points: Prices


class Form(msgspec.Struct):
    """The outline of a piece of ground: a rectangle, an ellipse, or a line with a width; centimetres."""

    kind: str
    x0: float = 0
    y0: float = 0
    x1: float = 0
    y1: float = 0
    x: float = 0
    y: float = 0
    rx: float = 0
    ry: float = 0
    points: list[tuple[float, float]] = []
    width: float = 0


class Terrain(msgspec.Struct):
    type: str
    name: str
    shape: Form
    cover: str | None = None


class Objective(msgspec.Struct):
    id: str
    name: str
    x: float
    y: float
    radius: float
    points: int


class General(msgspec.Struct):
    id: str
    name: str
    role: str
    rating: int
    x: float
    y: float
    charismatic: bool = False
    command: str | None = None


class Command(msgspec.Struct):
    id: str
    order: str
    objective: str


class UnitLine(msgspec.Struct, rename={"klass": "class"}):
    id: str
    name: str
    type: str
    klass: str
    bases: int
    pm: int
    formation: str
    x: float
    y: float
    facing_deg: float
    command: str
    footprint: tuple[float, float]


class Army(msgspec.Struct):
    name: str
    nation: str
    edge: str
    break_fraction: float
    points: int
    generals: list[General]
    commands: list[Command]
    units: list[UnitLine]


class TableSize(msgspec.Struct):
    width: float
    height: float


class Scenario(msgspec.Struct):
    id: str
    title: str
    year: int
    table: TableSize
    turn_limit: int
    terrain: list[Terrain]
    objectives: list[Objective]
    sides: dict[str, Army]


def read(name: str) -> bytes:
    return files.read(PACKAGE, name)


@cache
def units() -> Units:
    """The unit types, classes, prices and sizes of the sheet."""
    found = files.decode("units.json", read("units.json"), Units)
    if found.pm_rule.base_removed_every != formations.PM_A_BASE:
        raise DataError("units.json: [1.5] a base goes with every second morale point")
    for kind in found.unit_types:
        if (10 * kind.base_w, 10 * kind.base_d) != (formations.BASE_WIDTH, formations.BASE_DEPTH[kind.arm]):
            raise DataError(f"units.json: {kind.id}: the sheet has another base for this arm")
    return found


def scenario(name: str) -> Scenario:
    """A scenario that is sound in itself; the checks that need geometry are made when its table is laid."""
    file = f"scenarios/{name}.json"
    found = files.decode(file, read(file), Scenario)
    check(found, units())
    return found


def data_hash() -> str:
    return files.hash_of(PACKAGE, ("units.json", *[f"scenarios/{name}.json" for name in SCENARIOS]))


def check(s: Scenario, u: Units) -> None:
    """[15.1] Names that must exist, strengths that must agree, prices that must add up."""
    if tuple(sorted(s.sides)) != SIDES:
        raise DataError(f"{s.id}: the sides must be A and B")
    for ground in s.terrain:
        if ground.type not in TERRAINS:
            raise DataError(f"{s.id}: {ground.name} is of the unknown type {ground.type!r}")
    for side, army in s.sides.items():
        _check_army(f"{s.id} {side}", army, {o.id for o in s.objectives}, u)


def _check_army(where: str, army: Army, objectives: set[str], u: Units) -> None:
    types = {t.id: t for t in u.unit_types}
    commands = {c.id for c in army.commands}
    if army.edge not in EDGES:
        raise DataError(f"{where}: there is no edge {army.edge!r}")
    for command in army.commands:
        if command.order not in ORDERS or command.objective not in objectives:
            raise DataError(f"{where} {command.id}: order {command.order!r} or objective {command.objective!r} unknown")
    for general in army.generals:
        if general.command is not None and general.command not in commands:
            raise DataError(f"{where} {general.id}: there is no command {general.command!r}")
    for unit in army.units:
        if unit.type not in types or unit.klass not in u.classes.fire:
            raise DataError(f"{where} {unit.id}: type {unit.type!r} or class {unit.klass!r} unknown")
        if unit.pm != u.pm_rule.pm_per_base * unit.bases:
            raise DataError(f"{where} {unit.id}: {unit.pm} PM, but {unit.bases} bases give another number")
        ground = formations.layout(types[unit.type].arm, unit.formation, unit.bases)
        if unit.footprint != (ground.width / 10, ground.depth / 10):
            raise DataError(f"{where} {unit.id}: it takes {ground.width} by {ground.depth} mm, the list says otherwise")
        if unit.command not in commands:
            raise DataError(f"{where} {unit.id}: there is no command {unit.command!r}")
    total = price(army, u)
    if total != army.points:
        raise DataError(f"{where}: the army costs {total} points, the list says {army.points}")


def price(army: Army, u: Units) -> int:
    """[11.1] [11.2] What an army costs: its bases by arm and class with their additions, and its generals."""
    types = {t.id: t for t in u.unit_types}
    total = sum(unit_price(types[line.type], line.klass, line.bases, u) for line in army.units)
    for general in army.generals:
        if general.role != "army":
            total += u.points.brigade_commander
        else:
            total += u.points.charismatic_general if general.charismatic else u.points.general
    return total


def unit_price(kind: UnitType, klass: str, bases: int, u: Units) -> int:
    """[11.1] The price of one unit."""
    p = u.points
    by_arm = {"inf": p.infantry_base, "cav": p.cavalry_base, "art": p.artillery_base}[kind.arm]
    return bases * (by_arm[klass] + p.additions.get(kind.id, 0))
