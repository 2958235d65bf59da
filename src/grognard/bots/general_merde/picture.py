"""The field as the general sees it: his view, read into numbers."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

from grognard.board.squares import SECTOR, distance, nearest, sector
from grognard.games.merde.data import CUSTOM
from grognard.games.merde.lexicon import FACINGS, FORMATIONS, LEXICON, MARCH, SIDES
from grognard.games.merde.orders import home_sector
from grognard.games.merde.workshop import world_of
from grognard.games.merde.world import CAVALRY, INFANTRY, Kind, Stock, World, world

Json = dict[str, Any]
Squares = tuple[int, ...]
DAMAGE: Final = {"ordered": 0, "attack": 1, "marker": 2}
MARKERS: Final = {5: 3, 6: 4, 7: 5}
SQ: Final = LEXICON.index["square"]
PIECE: Final = LEXICON.index["piece"]
UNKNOWN_MEN: Final = (2, 2)  # what the back of a counter may hide


def squares_of(names: list[str]) -> Squares:
    return tuple([SQ[name] for name in names])


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
        self.crossings = sum([1 << SQ[name] for name in view["bridges"]])
        self.forts = sum([1 << SQ[name] for name in view["forts"]])
        self.ends = {plan["piece"]: squares_of(plan["squares"]) for plan in (view["mine"] or {}).get("plans", [])}

    # who stands where

    def at(self, unit: Unit) -> Squares:
        """Where one of ours will stand by the plans written so far."""
        return self.ends.get(unit.id, unit.squares)

    @cached_property
    def fighters(self) -> list[Unit]:
        """Enemies in order who can attack."""
        return [foe for foe in self.foes if foe.regiment and not foe.routed]

    @cached_property
    def enemy_held(self) -> set[int]:
        return {sq for foe in self.foes for sq in foe.squares}

    @cached_property
    def zone(self) -> set[int]:
        """[12.1] Squares in the ZOC of enemies."""
        near = self.world.field.near
        return {sq for foe in self.fighters for at in foe.squares for sq in near[at]}

    def friends_held(self, unit: Unit) -> set[int]:
        return {sq for friend in self.own if friend is not unit for sq in self.at(friend)}

    def order_of(self, unit: Unit) -> Command:
        """[18.7] The order a unit acts by: a support without its group holds."""
        return self.groups[unit.group]

    def members(self, group: str | None) -> list[Unit]:
        return [unit for unit in self.own if unit.group == group]

    def backed(self, unit: Unit) -> list[Unit]:
        return self.members(self.groups[unit.group].supports)

    def nearest_foe(self, squares: Squares, among: list[Unit] | None = None) -> int:
        return min([nearest(squares, foe.squares) for foe in (self.fighters if among is None else among)], default=99)

    def triggered(self, unit: Unit) -> bool:
        """[18.5] An enemy is in the sector of a garrison, or next to it."""
        own = home_sector(unit.squares)
        return any(sector(sq) == own for sq in self.enemy_held) or self.nearest_foe(unit.squares, self.foes) <= 1

    def with_general(self, unit: Unit, squares: Squares) -> bool:
        """[36.2] Its own general next to its group."""
        officer = self.officers.get(unit.general)
        if officer is None or officer.square < 0:
            return False
        mates = [mate.squares for mate in self.units.values() if mate.group == unit.group and mate is not unit]
        return any(nearest((officer.square,), place) <= 1 for place in [squares, *mates])

    def forward(self, sq: int) -> int:
        return self.world.forward(self.side, sq)

    def column_flags(self, column: int) -> list[int]:
        return [sq for sq in self.prizes if (sq & 63) // SECTOR == column]

    def danger(self, sq: int) -> int:
        """Distance of the nearest enemy in order."""
        return min([distance(sq, at) for foe in self.fighters for at in foe.squares], default=99)
