"""The field as the general sees it: his view, read into numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from grognard.board.squares import SECTOR, mask_of, nearest, ring, sector, squares_in
from grognard.games.merde.rules.movement.plans import HOUR
from grognard.games.merde.rules.orders import home_sector
from grognard.games.merde.rules.victory import MARGIN
from grognard.games.merde.table.workshop.desk import world_of
from grognard.games.merde.world.data import CUSTOM
from grognard.games.merde.world.lexicon import FACINGS, FORMATIONS, LEXICON, MARCH, SIDES
from grognard.games.merde.world.world import CAVALRY, INFANTRY, Kind, Stock, World, world

Json = dict[str, Any]
Squares = tuple[int, ...]
DAMAGE: Final = {"ordered": 0, "attack": 1, "marker": 2}
MARKERS: Final = {5: 3, 6: 4, 7: 5}
SQ: Final = LEXICON.index["square"]
PIECE: Final = LEXICON.index["piece"]
NOBODY: Final = 99  # a distance beyond every field
UNKNOWN_MEN: Final = (2, 2)  # what the back of a counter may hide


def squares_of(names: list[str]) -> Squares:
    return tuple([SQ[name] for name in names])


@lru_cache(maxsize=64)
def gaps(held: int, board: int) -> dict[int, int]:
    """How far every square of a board is from the nearest of those held; kept by the value of both."""
    found: dict[int, int] = {}
    known, fresh, size = 0, held & board, 0
    while fresh:
        known |= fresh
        for sq in squares_in(fresh):
            found[sq] = size
        fresh = ring(known) & board & ~known
        size += 1
    return found


class Track(NamedTuple):
    """[20.5] Where a piece is at which time of a movement."""

    start: Squares
    moves: tuple[tuple[int, Squares], ...]

    def at(self, time: int) -> Squares:
        return next((squares for when, squares in reversed(self.moves) if when <= time), self.start)


def track_of(start: Squares, points: int, trail: Sequence[tuple[int, Squares]]) -> Track:
    """A track from the points spent at each action and the squares held after it."""
    return Track(start, tuple([(HOUR * spent // points, squares) for spent, squares in trail] if points else []))


def crosses(one: Track, other: Track) -> bool:
    """[14.7] Whether two friends are ever in the same square."""
    times = {time for time, _ in (*one.moves, *other.moves)}
    return any(sq in other.at(time) for time in times for sq in one.at(time))


class Unit:
    """A counter on the field; of a hidden enemy only where it lies."""

    def __init__(self, data: Json, field: World) -> None:
        self.id: str = data["id"]
        self.side: int = SIDES.index(data["side"])
        self.squares = squares_of(data["squares"])
        self.group: str = data["group"]
        self.hidden: bool = data["hidden"]
        self.known = "arm" in data
        self.stock: Stock | None = field.stock(PIECE[self.id]) if self.known else None
        self.arm: int = data.get("arm", INFANTRY)
        self.level: int = data.get("level", 6)
        self.formation = FORMATIONS.index(data["formation"]) if self.known else MARCH
        self.facing = FACINGS.index(data["facing"]) if self.known else field.ahead[self.side]
        self.men: Squares = tuple(data["men"]) if self.known else UNKNOWN_MEN
        self.full: Squares = tuple(data["full"]) if self.known else UNKNOWN_MEN
        self.damage = DAMAGE[data.get("damage", "ordered")]
        self.routed: bool = data.get("routed", False)
        self.out: bool = data.get("out", False)
        self.hits: int = data.get("hits", 0)
        self.markers: int = data.get("markers", 0)
        self.general: str = data.get("general", "")
        self.marks: list[str] = data.get("flags", [])
        self.post: Squares = squares_of(data.get("post", []))  # [18.5] known of one's own
        self.hand: list[tuple[int, int]] = [(red, blue) for red, blue in data.get("hand", [])]

    @property
    def regiment(self) -> bool:
        return self.arm in (INFANTRY, CAVALRY)

    @property
    def kinds(self) -> list[Kind]:
        """The battalions that are left."""
        if self.stock is None:
            return []
        return [kind for kind, men in zip(self.stock.kinds, self.men, strict=True) if men]

    @property
    def light(self) -> bool:
        return self.stock is not None and self.stock.light

    @property
    def strength(self) -> int:
        return sum(self.men)

    @property
    def lost(self) -> int:
        return sum(self.full) - sum(self.men)

    @property
    def due(self) -> int:
        """Markers it holds, or will be dealt."""
        if "dealt" in self.marks:
            return self.markers
        return MARKERS[self.level] - (1 if self.damage == DAMAGE["marker"] else 0)


class Command:
    """A group and its Command marker."""

    def __init__(self, data: Json) -> None:
        self.id: str = data["id"]
        self.order: str = data["order"]
        self.number: int = data["number"] or 13
        self.column: int = (data["column"] or 0) - 1
        self.supports: str | None = data["supports"]
        self.release: int = data["release"] or 0
        self.holding: bool = data["holding"]
        self.shaken: bool = data["shaken"]

    @property
    def moves(self) -> bool:
        return self.order in ("column", "line")


class Officer:
    """A commander in the field."""

    def __init__(self, data: Json) -> None:
        self.id: str = data["id"]
        self.side: int = SIDES.index(data["side"])
        self.cic: bool = data["corps"] is None
        self.value: int = data["value"]
        self.radius: int = data["radius"]
        self.square: int = SQ[data["square"]] if data["square"] else -1


class Picture:
    """Everything the general knows, by number."""

    def __init__(self, view: Json) -> None:
        self.view = view
        self.world = world_of(view["options"]["battle"]) if view["scenario"] == CUSTOM else world(view["scenario"])
        self.side = SIDES.index(view["viewer"])
        self.turn: int = view["turn"]
        self.weather: str = view["weather"] or "clear"
        units = [Unit(data, self.world) for data in view["pieces"]]
        self.units = {unit.id: unit for unit in units}
        self.own = [unit for unit in units if unit.side == self.side]
        self.foes = [unit for unit in units if unit.side != self.side]
        self.groups = {data["id"]: Command(data) for data in view["groups"]}
        self.officers = {data["id"]: Officer(data) for data in view["generals"]}
        names = [SIDES[self.side], SIDES[1 - self.side]]
        self.flags, self.prizes = (squares_of(view["sides"][name]["flags"]) for name in names)
        mine, his = (view["sides"][name] for name in names)
        self.left = max(0, self.world.turn_limit - self.turn)
        self.lead: int = mine["captured"] - his["captured"]
        self.margin: float = his["removed"] - mine["removed"]
        self.spare: int = mine["needed"] - his["captured"] - 1  # flags one may lose without losing the battle
        self.crossings = sum([1 << SQ[name] for name in view["bridges"]])
        self.forts = sum([1 << SQ[name] for name in view["forts"]])
        plans = (view["mine"] or {}).get("plans", [])
        self.ends = {plan["piece"]: squares_of(plan["squares"]) for plan in plans}
        self.tracks = {plan["piece"]: self._track(plan) for plan in plans}

    def _track(self, plan: Json) -> Track:
        trail = [(act[3], squares_of(act[4:])) for act in plan["acts"]]
        return track_of(self.units[plan["piece"]].squares, plan["allowance"], trail)

    # who stands where

    def at(self, unit: Unit) -> Squares:
        """Where one of ours will stand by the plans written so far."""
        return self.ends.get(unit.id, unit.squares)

    @cached_property
    def standing(self) -> int:
        """[1.4] Who would win if the battle ended now: 1 oneself, 0 nobody, -1 the enemy."""
        if self.lead:
            return 1 if self.lead > 0 else -1
        limit = max([army.points_limit for army in self.world.scenario.sides.values()])
        if abs(self.margin) * 100 < MARGIN * limit:
            return 0
        return 1 if self.margin > 0 else -1

    @cached_property
    def fighters(self) -> list[Unit]:
        """Enemies in order who can attack."""
        return [foe for foe in self.foes if foe.regiment and not foe.routed]

    @cached_property
    def enemy_held(self) -> set[int]:
        return {sq for foe in self.foes for sq in foe.squares}

    @cached_property
    def gap(self) -> dict[int, int]:
        """Distance of every square from the nearest enemy in order; empty when there is none."""
        return self._gaps(self.fighters)

    @cached_property
    def near_any(self) -> dict[int, int]:
        """The same from any enemy, batteries and routed troops too."""
        return self._gaps(self.foes)

    def _gaps(self, units: list[Unit]) -> dict[int, int]:
        return gaps(mask_of(tuple([sq for unit in units for sq in unit.squares])), self.world.field.board)

    @cached_property
    def zone(self) -> set[int]:
        """[12.1] Squares in the ZOC of enemies."""
        near = self.world.field.near
        return {sq for foe in self.fighters for at in foe.squares for sq in near[at]}

    @cached_property
    def _engaged(self) -> set[str]:
        near = self._gaps([unit for unit in self.own if unit.regiment and not unit.routed])
        return {foe.id for foe in self.fighters if min([near.get(sq, NOBODY) for sq in foe.squares]) <= 1}

    def pinned(self, foe: Unit) -> bool:
        """[20.6] Whether an enemy stands in the ZOC of ours: he may only step back."""
        return foe.id in self._engaged

    def friends_held(self, unit: Unit) -> set[int]:
        return {sq for friend in self.own if friend is not unit for sq in self.at(friend)}

    def order_of(self, unit: Unit) -> Command:
        """[18.7] The order a unit acts by: a support without its group holds."""
        return self.groups[unit.group]

    def members(self, group: str | None) -> list[Unit]:
        return [unit for unit in self.own if unit.group == group]

    def backed(self, unit: Unit) -> list[Unit]:
        return self.members(self.groups[unit.group].supports)

    def nearest_foe(self, squares: Squares) -> int:
        """Distance of the nearest enemy in order."""
        gap = self.gap
        return min([gap.get(sq, NOBODY) for sq in squares])

    def triggered(self, unit: Unit) -> bool:
        """[18.5] An enemy is in the sector of a garrison, or next to it."""
        own = home_sector(unit.squares)
        beside = min([self.near_any.get(sq, NOBODY) for sq in unit.squares]) <= 1
        return beside or any(sector(sq) == own for sq in self.enemy_held)

    def with_general(self, unit: Unit, squares: Squares) -> bool:
        """[36.2] Its own general next to its group."""
        officer = self.officers.get(unit.general)
        if officer is None or officer.square < 0:
            return False
        mates = [mate.squares for mate in self.units.values() if mate.group == unit.group and mate is not unit]
        return any(nearest((officer.square,), place) <= 1 for place in [squares, *mates])

    def spread(self, unit: Unit) -> tuple[int, int, int, int, int]:
        """[10.1] The box of squares that its general's other troops fill (west, east, south, north), and his reach."""
        officer = self.officers.get(unit.general)
        mates = [mate for mate in self.own if mate is not unit and mate.general == unit.general and not mate.routed]
        held = [sq for mate in mates for sq in self.at(mate)]
        if officer is None or not held:
            return (NOBODY, -NOBODY, NOBODY, -NOBODY, NOBODY)
        across, along = [sq & 63 for sq in held], [sq >> 6 for sq in held]
        return (min(across), max(across), min(along), max(along), 2 * officer.radius)

    def forward(self, sq: int) -> int:
        return self.world.forward(self.side, sq)

    def column_flags(self, column: int) -> list[int]:
        return [sq for sq in self.prizes if (sq & 63) // SECTOR == column]

    def danger(self, sq: int) -> int:
        """Distance of the nearest enemy in order."""
        return self.gap.get(sq, NOBODY)
