"""The data files of Merde: counters, tables, scenarios. What cannot be read or breaks a rule is named and refused."""

from __future__ import annotations

from functools import cache

import msgspec

from grognard.kernel import files
from grognard.kernel.game import DataError

Place = tuple[int, int]
PACKAGE = "grognard.games.merde"
SIDES = ("A", "B")
SECTOR = 6
SECTION = (18, 12)
ARMS = ("inf", "cav", "art")
SCENARIOS = ("teaching_mill_road", "maida_1806", "montebello_1800", "austerlitz_pratzen_1805", "borodino_1812")
CUSTOM = "custom"  # a battle of the workshop: its text travels with the match


class Skirmish(msgspec.Struct, frozen=True):
    target_pool: list[int]


class Counter(msgspec.Struct, frozen=True):
    """[8.3] The values of one kind of unit."""

    id: str
    nation: str
    type: str
    name: str
    arm: str
    level: int
    attack_markers: int
    companies: int
    strength: int
    range: int
    fire: int
    charge: int
    melee: int
    defence: int
    movement: dict[str, int]
    change_class: str
    points: int
    skirmish: Skirmish | None = None
    detaches_voltigeurs: bool | str = False


class CommanderType(msgspec.Struct, frozen=True):
    """[9.1] What a commander of a role and level is worth."""

    role: str
    level: str
    command_value: int
    command_radius: int
    points: int
    movement: int
    messengers_per_turn: int
    decoys: int
    scouts: int


class Nation(msgspec.Struct, frozen=True):
    name: str
    attack_column_from: int | None
    reaction_defence: str
    change_table: str


class ChangeCosts(msgspec.Struct, frozen=True):
    """[15.1] Rows by nation and class of troops, their columns in the order of ``columns``."""

    columns: list[str]
    FR: dict[str, list[int | None]]
    PR_GB: dict[str, list[int | None]]
    AU_RU: dict[str, list[int | None]]
    artillery_unlimber: int

    def table(self, name: str) -> dict[str, list[int | None]]:
        return {"FR": self.FR, "PR_GB": self.PR_GB, "AU_RU": self.AU_RU}[name]


class MarkerPool(msgspec.Struct, frozen=True):
    per_army: int
    pairs: list[tuple[int, int]]
    copies: int


class TargetPools(msgspec.Struct, frozen=True):
    """[24.5] [27.3] The numbers from which a Target is drawn."""

    position_long: tuple[int, ...]
    line_long: tuple[int, ...]
    short: tuple[int, ...]
    poor_visibility: tuple[int, ...]
    skirmish: tuple[int, ...]


class Allowances(msgspec.Struct, frozen=True):
    """[14.1] [27.2] What stands on no counter."""

    square: int
    mass_column: int
    voltigeur_reach: int
    commander: int


class Units(msgspec.Struct, frozen=True):
    nations: dict[str, Nation]
    change_costs: ChangeCosts
    counters: list[Counter]
    commanders: list[CommanderType]
    attack_marker_pool: MarkerPool
    target_pools: TargetPools
    special_allowances: Allowances


class Weather(msgspec.Struct, frozen=True):
    """[17.1] One row of the weather table; sight on the plain and from a hill."""

    cards: list[int]
    weather: str
    sight: tuple[int, int]
    move: dict[str, int]
    fire: dict[str, int]
    artillery_shots: int | None


class Tables(msgspec.Struct, frozen=True):
    flags: dict[str, int | str]
    movement: dict[str, dict[str, int] | int | str]
    weather: list[Weather]
    defence_terrain: dict[str, int | str]
    points: dict[str, int | str]
    messengers: dict[str, int]
    decoys: dict[str, int]
    scouts: dict[str, int]
    solitaire_shots: dict[str, int | str]


class Board(msgspec.Struct, frozen=True):
    sections_wide: int
    sections_deep: int
    width: int
    height: int


class Forecast(msgspec.Struct, frozen=True):
    """[17.1] Whether the weather is fixed or drawn."""

    mode: str
    value: str = "clear"


class Piece(msgspec.Struct, frozen=True):
    """[5.5] A piece of terrain; ``side`` has paid for it. [41.2] A ``ford`` is a bridge that cannot be destroyed."""

    type: str
    squares: list[Place]
    name: str = ""
    side: str | None = None
    ford: bool = False


class Flag(msgspec.Struct, frozen=True):
    sector: int
    square: Place


class Commander(msgspec.Struct, frozen=True):
    id: str
    name: str
    role: str
    level: str
    square: Place
    corps: str | None = None


class Battalion(msgspec.Struct, frozen=True):
    id: str
    counter: str


class Regiment(msgspec.Struct, frozen=True):
    id: str
    name: str
    units: list[Battalion]
    formation: str
    facing: str
    squares: list[Place]
    corps: str | None = None


class Battery(msgspec.Struct, frozen=True):
    id: str
    name: str
    counter: str
    facing: str
    squares: list[Place]
    limbered: bool = True
    corps: str | None = None
    fortified: bool = False


class Group(msgspec.Struct, frozen=True):
    """[18.1] A group with its order."""

    id: str
    order: str
    members: list[str]
    target_column: int
    activation: int | None = None
    supports: str | None = None
    release_turn: int = 0


class Army(msgspec.Struct, frozen=True):
    nation: str
    name: str
    rear_rows: tuple[int, int]
    front_rows: tuple[int, int]
    flags: list[Flag]
    commanders: list[Commander]
    regiments: list[Regiment]
    batteries: list[Battery]
    groups: list[Group]
    points_limit: int
    points_used: int | None = None


class Change(msgspec.Struct, frozen=True):
    group: str
    order: str
    target_column: int
    activation: int | None = None
    supports: str | None = None


class Contingency(msgspec.Struct, frozen=True):
    """[45.2] When the enemy changes an order: at a turn, or when one of these columns collapses."""

    trigger: str
    change: Change
    value: int = 0
    column: list[int] = []


class Solitaire(msgspec.Struct, frozen=True):
    enemy: str = "B"
    plan: list[str] = []
    contingencies: list[Contingency] = []


class Scenario(msgspec.Struct, frozen=True):
    """A battle: field, armies, plans. ``historical`` lets units start outside the rear line [6.2]."""

    id: str
    title: str
    year: int
    board: Board
    weather: Forecast
    turn_limit: int
    terrain: list[Piece]
    sides: dict[str, Army]
    fog_of_war: bool = False
    historical: bool = True
    solitaire: Solitaire = Solitaire()


def read(name: str) -> bytes:
    return files.read(PACKAGE, name)


def data_hash() -> str:
    return files.hash_of(PACKAGE, ("units.json", "tables.json", *[f"scenarios/{name}.json" for name in SCENARIOS]))


@cache
def units() -> Units:
    """Counters, commanders, marker pools."""
    return decode_units(read("units.json"))


@cache
def tables() -> Tables:
    found = files.decode("tables.json", read("tables.json"), Tables)
    cards = sorted(card for row in found.weather for card in row.cards)
    if cards != list(range(1, 10)):
        raise DataError(f"tables.json: the weather table [17.1] must name each card from 1 to 9 once, not {cards}")
    return found


@cache
def counters() -> dict[str, Counter]:
    return {counter.id: counter for counter in units().counters}


@cache
def commander_types() -> dict[tuple[str, str], CommanderType]:
    return {(kind.role, kind.level): kind for kind in units().commanders}


def decode_units(raw: bytes) -> Units:
    """[8.3] Ids are unique; nations, arms, levels and change classes exist."""
    found = files.decode("units.json", raw, Units)
    seen: set[str] = set()
    for counter in found.counters:
        if counter.id in seen:
            raise DataError(f"units.json: the counter {counter.id} is listed twice")
        seen.add(counter.id)
        _check_counter(counter, found)
    if len(found.attack_marker_pool.pairs) * found.attack_marker_pool.copies != found.attack_marker_pool.per_army:
        raise DataError("units.json: attack_marker_pool [26.3] does not have the number of markers it says")
    return found


def _check_counter(counter: Counter, found: Units) -> None:
    if counter.nation not in found.nations:
        raise DataError(f"units.json: {counter.id} belongs to the unknown nation {counter.nation!r}")
    if counter.arm not in ARMS:
        raise DataError(f"units.json: {counter.id} is of the unknown arm {counter.arm!r} [8.1]")
    if counter.level not in (5, 6, 7):
        raise DataError(f"units.json: {counter.id} has level {counter.level}; levels are 5, 6 and 7 [8.3]")
    table = found.change_costs.table(found.nations[counter.nation].change_table)
    if counter.change_class != "none" and counter.change_class not in table:
        raise DataError(f"units.json: {counter.id} has no row {counter.change_class!r} in the table of changes [15.1]")


def decode_scenario(name: str, raw: bytes) -> Scenario:
    """The shape alone; whether it keeps the rules is for ``inspection`` to say."""
    found = files.decode(name, raw, Scenario)
    if tuple(sorted(found.sides)) != SIDES:
        raise DataError(f"{name}: a battle has the sides A and B, not {', '.join(sorted(found.sides)) or 'none'}")
    return found


@cache
def scenario(name: str) -> Scenario:
    """A scenario that ships with the game."""
    if name not in SCENARIOS:
        raise DataError(f"there is no scenario {name!r}")
    return decode_scenario(f"scenarios/{name}.json", read(f"scenarios/{name}.json"))
