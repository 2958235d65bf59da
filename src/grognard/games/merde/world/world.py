"""A battle's unchanging side: the field with its terrain, the counters and commanders of both armies, their plan."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from grognard.board.squares import NORTH, SOUTH, Field, square
from grognard.games.merde.world import data
from grognard.games.merde.world.lexicon import (
    DECOYS,
    FACING_OF,
    FIRST_DECOY,
    FORMATION_OF,
    GENERALS,
    GROUPS,
    LIMBERED,
    ORDER_OF,
    PIECES,
    UNLIMBERED,
)
from grognard.kernel.action import Action

INFANTRY: Final = 0
CAVALRY: Final = 1
ARTILLERY: Final = 2
ENGINEERS: Final = 3
DECOY: Final = 4
ARM_OF: Final = {"inf": INFANTRY, "cav": CAVALRY, "art": ARTILLERY}

LEVELS: Final = {"gold": 7, "silver": 6, "bronze": 5}


class Kind:
    """[8.3] The values of one counter."""

    def __init__(self, counter: data.Counter, year: int) -> None:
        nation = data.units().nations[counter.nation]
        self.counter = counter
        self.id = counter.id
        self.nation = counter.nation
        self.type = counter.type
        self.arm = ARM_OF[counter.arm]
        if counter.type == "engineers":
            self.arm = ENGINEERS
        self.company = counter.companies == 1 and self.arm == INFANTRY  # [8.5] garrison sharpshooters
        self.level = counter.level
        self.markers = counter.attack_markers
        self.strength = counter.strength
        self.reach = counter.range
        self.fire = counter.fire
        self.charge = counter.charge
        self.melee = counter.melee
        self.defence = counter.defence
        self.points = counter.points
        self.klass = counter.change_class
        self.light = counter.change_class in ("light_inf", "light_cav")
        self.lancer = counter.type == "lancer"
        self.grenadier = counter.type == "grenadier"
        self.pool = tuple(counter.skirmish.target_pool) if counter.skirmish else ()
        volt = counter.detaches_voltigeurs
        self.voltigeurs = volt if isinstance(volt, bool) else year >= int(volt.split()[1])
        self.attack_column = (
            self.arm == INFANTRY and nation.attack_column_from is not None and year >= nation.attack_column_from
        )
        self.mass = self.arm == INFANTRY and nation.reaction_defence == "mass_column"
        self.moves = {FORMATION_OF[name]: pm for name, pm in counter.movement.items() if name in FORMATION_OF}
        if "limbered" in counter.movement:
            self.moves = {LIMBERED: counter.movement["limbered"], UNLIMBERED: counter.movement["by_hand"]}
        costs = data.units().change_costs
        self.changes: dict[str, int | None] = {}
        if self.klass in costs.table(nation.change_table):
            row = costs.table(nation.change_table)[self.klass]
            self.changes = dict(zip(costs.columns, row, strict=True))


class Change(NamedTuple):
    """[15] What a piece looks like after a change of front or formation, the square or pivot that was chosen, and the
    squares on which it did not stand before."""

    squares: tuple[int, ...]
    formation: int
    facing: int
    chosen: int = -1
    fresh: tuple[int, ...] = ()


Entry = tuple[Action, Change, int]  # an action, what it makes of a piece, and the cost


ALL: Final = -1  # the squares of a piece, as those that it keeps


class Shift(NamedTuple):
    """[15.4] A change as it is drilled: which of its squares a piece keeps, and how far from the first the one lies
    that it takes besides (0: none). ``action`` None: it is named by the square that is taken, or kept alone."""

    kept: int
    fresh: int
    action: Action | None


class Drill(NamedTuple):
    """[15.1] The changes to another front, or to one formation: what they cost and all of them; ``in_place``: their
    actions, where none needs another square."""

    cost: int
    formation: int
    in_place: list[Action] | None
    shifts: list[Shift]


Drills = dict[tuple[int, int, int, int, bool], list[Drill]]  # by formation, facing, squares and the gap between them,
# and if both battalions are there


class Stock:
    """A regiment, a battery, engineers or a decoy as the scenario gives it."""

    def __init__(
        self,
        id: str,
        name: str,
        side: int,
        kinds: tuple[Kind, ...],
        corps: str | None,
        formation: int,
        facing: int,
        squares: tuple[int, ...],
    ) -> None:
        self.id = id
        self.name = name
        self.side = side
        self.kinds = kinds
        self.corps = corps
        self.formation = formation
        self.facing = facing
        self.squares = squares
        self.arm = kinds[0].arm if kinds else DECOY
        self.level = min([kind.level for kind in kinds]) if kinds else 6
        self.men = tuple([kind.strength for kind in kinds])
        self.counters = tuple([kind.id for kind in kinds])
        self.company = any(kind.company for kind in kinds)
        self.controls = self.arm in (INFANTRY, CAVALRY) and not self.company  # [12.1]
        self.stays = (  # [8.5] [18.5] [38.2] as a garrison
            self.company or self.arm == ENGINEERS or (self.arm == ARTILLERY and kinds[0].type == "position_art")
        )
        self.light = bool(kinds) and all(kind.light for kind in kinds)
        self.skirmishers = self.arm == INFANTRY and all(kind.pool for kind in kinds)  # [27.1]
        self.general = -1  # who commands it: an index of generals
        # what the rules have worked out from the values above
        self.drills: Drills = {}  # [15.1] shared by regiments of the same kinds
        self.formations: list[int] | None = None  # [13]
        self.paces: dict[tuple[str, int], int] = {}  # [14.1] by weather and formation
        self.front_costs: dict[int, int] = {}  # [15.1] by formation
        self.change_costs: dict[tuple[int, int], int] = {}  # [15.1] by formation, before and after


class Staff:
    """[9.1] A commander as the scenario gives him."""

    def __init__(self, given: data.Commander, side: int) -> None:
        kind = data.commander_types()[(given.role, given.level)]
        self.id = given.id
        self.name = given.name
        self.side = side
        self.role = given.role
        self.level = given.level
        self.value = kind.command_value
        self.radius = kind.command_radius
        self.corps = given.corps
        self.square = square(*given.square)
        self.messengers = kind.messengers_per_turn
        self.decoys = kind.decoys
        self.scouts = kind.scouts
        self.points = kind.points


class Plan:
    """[6.1] A group and its order as the scenario gives them."""

    def __init__(self, given: data.Group) -> None:
        self.id = given.id
        self.order = ORDER_OF[given.order]
        self.number = given.activation or 0
        self.column = given.target_column
        self.members = tuple(given.members)
        self.supports = given.supports
        self.release = given.release_turn


# [14.3] a step of a regiment: the first goal, all goals, the cost, and the goals as a mask
Stride = tuple[int, tuple[int, ...], int, int]


class Strides:
    """[14.3] Every step that a formation can make from some squares, and the mask of these and all around them.

    Those that an order allows are kept by what it holds the piece to.
    """

    def __init__(self, able: list[Stride], near: int) -> None:
        self.able = able
        self.near = near
        self.ordered: dict[tuple[int, ...], list[Stride]] = {}


class Ways:
    """[14.3] What steps cost a formation: from a square into each neighbour, and for all squares of a regiment."""

    def __init__(self) -> None:
        self.costs: dict[int, dict[int, int]] = {}
        self.strides: dict[tuple[int, ...], Strides] = {}


class Chain:
    """[18] Who obeys whom while no order changes and no group is lost: filled in by the rules as it is asked for."""

    def __init__(self) -> None:
        self.heads: dict[int, int] = {}  # [18.7] by group
        self.orders: dict[int, int] = {}
        self.numbers: dict[int, int] = {}  # [25.1]
        self.steps: dict[int, dict[int, list[int]]] = {}  # [20.1] pieces by side and step


# What a World holds. Of more than thirty attributes Python keeps a table, which is slow: in slots they lie in a row.
HELD: Final = """
scenario id year field turn_limit ahead rear_rows front_rows stocks staff plans roster decoy_slots generals flags
group_ids group_of arms leaders slots everybody controllers batteries lights closing flags_needed weathers
weather_of_card grounds reforms ways banks lines arcs roads terrain place_of bridges firm name_of hill wood settlement
farm fortress river wall cover houses rough opaque broken
"""


class World:
    """Everything about a battle that never changes while it is fought."""

    __slots__ = tuple(HELD.split())

    def __init__(self, scenario: data.Scenario) -> None:
        self.scenario = scenario
        self.id = scenario.id
        self.year = scenario.year
        self.field = Field(scenario.board.width, scenario.board.height)
        self.turn_limit = scenario.turn_limit
        self._lay_terrain(scenario)
        self.ahead = (NORTH, SOUTH)
        self.rear_rows = tuple([scenario.sides[letter].rear_rows for letter in data.SIDES])
        self.front_rows = tuple([scenario.sides[letter].front_rows for letter in data.SIDES])
        self.stocks: list[Stock | None] = [None] * (2 * PIECES)
        self.staff: list[Staff | None] = [None] * (2 * GENERALS)
        self.plans: list[Plan | None] = [None] * (2 * GROUPS)
        self.roster: list[tuple[int, ...]] = []
        self.decoy_slots: list[tuple[int, ...]] = []
        self.generals: list[tuple[int, ...]] = []
        self.flags: list[tuple[int, ...]] = []
        self.group_ids: dict[tuple[int, str], int] = {}
        self.group_of: dict[int, int] = {}
        for side, letter in enumerate(data.SIDES):
            self._muster(side, scenario.sides[letter])
        self.arms = [DECOY if stock is None else stock.arm for stock in self.stocks]
        self.leaders = [-1 if stock is None else stock.general for stock in self.stocks]
        self.slots = [own + decoys for own, decoys in zip(self.roster, self.decoy_slots, strict=True)]
        self.everybody = self.slots[0] + self.slots[1]
        self.controllers = self._those(lambda stock: stock.controls)  # [12.1]
        self.batteries = self._those(lambda stock: stock.arm == ARTILLERY)
        self.lights = self._those(lambda stock: stock.skirmishers or (stock.arm == CAVALRY and stock.light))  # [27.1]
        self.closing = self._those(lambda stock: all([kind.attack_column for kind in stock.kinds]))  # [18.3]
        self.flags_needed = 2 * len(self.flags[0]) // 3
        tables = data.tables()
        self.weathers = {row.weather: row for row in tables.weather}
        self.weather_of_card = {card: row.weather for row in tables.weather for card in row.cards}
        # what the rules have read off the map: [14.3] ground and costs of steps, [15.4] changes of formation,
        # [21.4] banks of rivers, [16.2] lines of sight, [24.3] fields of fire
        self.grounds: dict[int, list[frozenset[int]]] = {}
        self.reforms: dict[tuple[tuple[int, ...], int, int, bool], list[Change]] = {}
        self.ways: dict[tuple[int, int, int, bool, int], Ways] = {}
        self.banks: dict[int, list[int]] = {}
        self.lines: dict[int, bool] = {}
        self.arcs: dict[tuple[int, int, int], int] = {}
        self.roads: dict[tuple[object, ...], object] = {}  # [45.3] of the rulebook's army

    # the field

    def _lay_terrain(self, scenario: data.Scenario) -> None:
        """[5.5] One mask for each kind of terrain."""
        self.terrain: dict[str, int] = dict.fromkeys(
            ("hill", "wood", "settlement", "farm", "fortress", "river", "bridge", "pontoon", "fortification", "wall"), 0
        )
        self.place_of: dict[int, int] = {}  # the number of the piece of cover on a square
        hills: dict[int, str] = {}
        places: dict[int, str] = {}
        self.bridges: list[tuple[int, ...]] = []
        self.firm: set[int] = set()  # bridges that artillery cannot destroy
        for number, piece in enumerate(scenario.terrain):
            squares = tuple([square(*place) for place in piece.squares])
            for sq in squares:
                self.terrain[piece.type] |= 1 << sq
                if piece.name and piece.type == "hill":
                    hills[sq] = piece.name
                elif piece.name:
                    places.setdefault(sq, piece.name)
                if piece.type in ("wood", "settlement", "farm", "fortress"):
                    self.place_of[sq] = number
            if piece.type in ("bridge", "pontoon"):
                if piece.ford:
                    self.firm.add(len(self.bridges))
                self.bridges.append(squares)
        self.name_of = hills | places  # of the village or farm on a square, else of the hill
        self.hill = self.terrain["hill"]
        self.wood = self.terrain["wood"]
        self.settlement = self.terrain["settlement"]
        self.farm = self.terrain["farm"]
        self.fortress = self.terrain["fortress"]
        self.river = self.terrain["river"]
        self.wall = self.terrain["wall"]
        self.cover = self.wood | self.settlement | self.farm | self.fortress
        self.houses = self.settlement | self.farm | self.fortress  # [29.1] no charges there
        self.rough = self.wood | self.settlement | self.farm  # [14.6] troops fight worse inside
        self.opaque = self.hill | self.cover
        self.broken = self.opaque | self.river  # [14.3] on all other ground a step costs one point

    # the armies

    def _muster(self, side: int, army: data.Army) -> None:
        counters = data.counters()
        here: list[int] = []
        of_id: dict[str, int] = {}
        drills: dict[tuple[Kind, ...], Drills] = {}
        for regiment in army.regiments:
            kinds = tuple([kind_of(counters[unit.counter], self.year) for unit in regiment.units])
            stock = Stock(
                regiment.id,
                regiment.name,
                side,
                kinds,
                regiment.corps,
                FORMATION_OF[regiment.formation],
                FACING_OF[regiment.facing],
                tuple([square(*at) for at in regiment.squares]),
            )
            of_id[regiment.id] = self._enlist(side, stock, here)
            stock.drills = drills.setdefault(kinds, stock.drills)
        for battery in army.batteries:
            kinds = (kind_of(counters[battery.counter], self.year),)
            stock = Stock(
                battery.id,
                battery.name,
                side,
                kinds,
                battery.corps,
                LIMBERED if battery.limbered else UNLIMBERED,
                FACING_OF[battery.facing],
                tuple([square(*at) for at in battery.squares]),
            )
            of_id[battery.id] = self._enlist(side, stock, here)
        self.roster.append(tuple(here))
        self._commission(side, army)
        self._plan(side, army, of_id)
        self.flags.append(tuple([square(*flag.square) for flag in army.flags]))

    def _enlist(self, side: int, stock: Stock, here: list[int]) -> int:
        number = side * PIECES + len(here)
        self.stocks[number] = stock
        here.append(number)
        return number

    def _commission(self, side: int, army: data.Army) -> None:
        """[10.1] Commanders, the CiC first; every unit gets the general of its corps, or the CiC."""
        ranked = [g for g in army.commanders if g.corps is None] + [g for g in army.commanders if g.corps is not None]
        numbers = []
        of_corps: dict[str | None, int] = {}
        for place, given in enumerate(ranked):
            number = side * GENERALS + place
            self.staff[number] = Staff(given, side)
            of_corps[given.corps] = number
            numbers.append(number)
        self.generals.append(tuple(numbers))
        for piece in self.roster[side]:
            stock = self.stock(piece)
            stock.general = of_corps.get(stock.corps, numbers[0])
        cic = self.staff[numbers[0]]
        assert cic is not None
        slots = []
        for n in range(min(cic.decoys, DECOYS)):
            number = side * PIECES + FIRST_DECOY + n
            decoy = Stock(f"decoy{n + 1}", "", side, (), None, FORMATION_OF["march_column"], self.ahead[side], ())
            decoy.general = numbers[0]
            self.stocks[number] = decoy
            slots.append(number)
        self.decoy_slots.append(tuple(slots))

    def _plan(self, side: int, army: data.Army, of_id: dict[str, int]) -> None:
        """[6.1] Groups by their number; who belongs to which."""
        for place, given in enumerate(army.groups):
            number = side * GROUPS + place
            self.plans[number] = Plan(given)
            self.group_ids[(side, given.id)] = number
            for member in given.members:
                self.group_of[of_id[member]] = number

    def _those(self, test: Callable[[Stock], bool]) -> list[tuple[int, ...]]:
        """The regiments and batteries of each side that pass a test."""
        return [tuple([p for p in own if test(self.stock(p))]) for own in self.roster]

    # asking

    def stock(self, piece: int) -> Stock:
        found = self.stocks[piece]
        assert found is not None
        return found

    def officer(self, general: int) -> Staff:
        found = self.staff[general]
        assert found is not None
        return found

    def rear(self, side: int, sq: int) -> bool:
        """Whether a square is in a side's rear line."""
        low, high = self.rear_rows[side]
        return low <= sq >> 6 <= high

    def front(self, side: int, sq: int) -> bool:
        low, high = self.front_rows[side]
        return low <= sq >> 6 <= high

    def enemy_half(self, side: int, sq: int) -> bool:
        """[18.3] Whether a square lies in the half of the side's enemy."""
        north = (sq >> 6) >= self.field.height // 2
        return north if side == 0 else not north

    def forward(self, side: int, sq: int) -> int:
        """[5.2] How far a square is from the side's own edge: A's is the south, B's the north."""
        return sq >> 6 if side == 0 else self.field.height - 1 - (sq >> 6)


@cache
def _kind(id: str, year: int) -> Kind:
    return Kind(data.counters()[id], year)


def kind_of(counter: data.Counter, year: int) -> Kind:
    return _kind(counter.id, year)


@cache
def world(name: str) -> World:
    """The world of a scenario that ships with the game."""
    return World(data.scenario(name))


def side_of(piece: int) -> int:
    return piece // PIECES


def side_of_general(general: int) -> int:
    return general // GENERALS


def side_of_group(group: int) -> int:
    return group // GROUPS
