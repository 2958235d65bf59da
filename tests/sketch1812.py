"""A sketch of a map for 1812: a few hexes with their edges, laid on the real grid where they touch exactly so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from grognard.board.hexes import bits
from grognard.games.russia1812.world import checks, data
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN, SIDES, WINTER_FROM, World, world
from toolkit1812 import Table


def place(names: Sequence[str], edges: Sequence[Sequence[str]]) -> dict[str, str]:
    """Hexes of the sheet for the names, so that two touch exactly if they share an edge; found by backtracking."""
    linked = {frozenset(edge[:2]) for edge in edges}
    near = world(2).grid.near
    hexes = world(2).grid.names
    order: list[str] = []
    for name in names:
        order += [n for n in reach(name, names, linked) if n not in order]
    middle = world(2).grid.by_name["1410"]

    def options(name: str, found: dict[str, int]) -> Sequence[int]:
        tied = [other for other in found if frozenset((name, other)) in linked]
        if tied:
            return bits(near[found[tied[0]]])
        return (middle,) if not found else bits(world(2).grid.all)

    def fits(name: str, h: int, found: dict[str, int]) -> bool:
        return all(
            other_h != h and bool(near[h] >> other_h & 1) == (frozenset((name, other)) in linked)
            for other, other_h in found.items()
        )

    def search(found: dict[str, int]) -> dict[str, int] | None:
        if len(found) == len(order):
            return found
        name = order[len(found)]
        for h in options(name, found):
            if fits(name, h, found):
                done = search({**found, name: h})
                if done is not None:
                    return done
        return None

    found = search({})
    assert found is not None, "the graph does not fit a hex grid"
    return {name: hexes[h] for name, h in found.items()}


def reach(start: str, names: Sequence[str], linked: set[frozenset[str]]) -> list[str]:
    """The names connected with the first, nearest first."""
    found = [start]
    for here in found:
        found += [n for n in names if n not in found and frozenset((here, n)) in linked]
    return found


@cache
def all_units() -> data.UnitData:
    return msgspec.json.decode(data.read("units.json"), type=data.UnitData)


def sketch_map(
    spots: dict[str, str],
    spec: dict[str, dict[str, Any]],
    edges: Sequence[Sequence[str]],
    side: str,
    edge_hexes: Sequence[str] = (),
) -> data.MapData:
    """A sheet on which only these hexes are land."""
    land = {"french": "duchy_of_warsaw", "russian": "russia"}
    enemy = SIDES[1 - SIDES.index(side)]
    hexes = {name: data.Hex("sea", "sea") for name in world(2).grid.by_name}
    cities = {}
    for name, facts in spec.items():
        town, hex_name = facts.get("city"), spots[name]
        owner = side if town == "friendly" or facts.get("friendly_territory") else enemy
        ground = "city" if town else facts.get("terrain", "clear")
        hexes[hex_name] = data.Hex(ground, land[owner], name if town else None)
        if town:
            cities[name] = data.City(hex_name, name, name, False, 0, land[owner])
    sides = [data.HexSide(spots[a], spots[b], "river", kind == "bridge") for a, b, kind in edges if kind != "none"]
    source = [spots[name] for name in edge_hexes]
    uss = data.Sources(**{name: data.Source(source if name == side else []) for name in (*SIDES, "austrian")})
    grid = data.Grid(world(2).grid.columns, world(2).grid.rows)
    arrivals = data.Places(kiev=[], st_petersburg=[], kaluga=[], lemberg=[])
    sheet = data.MapData(data.MapMeta(grid), hexes, cities, sides, uss, arrivals)
    checks.check_map(sheet)
    return sheet


class Sketch(Table):
    """A Table on a map of a few named hexes. ``spec`` says what each holds, in the words of the vectors."""

    def __init__(
        self,
        spec: dict[str, dict[str, Any]],
        edges: Sequence[Sequence[str]],
        side: str,
        *,
        edition: int = 2,
        turn: int = 1,
        dice: Sequence[int] = (),
        edge_hexes: Sequence[str] = (),
        options: dict[str, Any] | None = None,
    ) -> None:
        super().__init__({}, edition=edition, turn=turn, dice=dice, options=options)
        self.spots = place(list(spec), edges)
        self.world = World(
            sketch_map(self.spots, spec, edges, side, edge_hexes), all_units(), world(edition).tables, edition
        )
        s = Campaign(self.dice, self.world, dict(self.s.options))
        s.turn, s.winter, s.supplied = turn, turn >= WINTER_FROM, self.world.combat
        self.s = self.match.state = s
        self.side = SIDES.index(side)
        self.pools = {
            (who, kind): self._pool(who, kind)
            for who in (FRENCH, RUSSIAN)
            for kind in ("infantry", "cavalry", "artillery", "commander")
        }
        for name, facts in spec.items():
            self._fill(name, facts)

    def _pool(self, side: int, kind: str) -> Iterator[int]:
        own = self.world.of_side[side] & self.world.basic & ~self.world.austrian
        return iter([u for u in bits(own) if self.world.kind[u] == kind])

    def _fill(self, name: str, facts: dict[str, Any]) -> None:
        foe = 1 - self.side
        for fact, value in facts.items():
            if fact in ("city", "terrain", "friendly_territory"):
                continue
            if fact == "depot":
                self.s.depots[self.side] |= 1 << self.spot(name)
            elif fact in ("friendly_units", "friendly_static"):
                self.add(self.side, "infantry", name, value)
            elif fact == "friendly_commander":
                self.add(self.side, "commander", name, value)
            elif fact in ("enemy_units", "enemy_disrupted"):
                self.s.disrupt(self.add(foe, "infantry", name, value) if fact == "enemy_disrupted" else 0)
                if fact == "enemy_units":
                    self.add(foe, "infantry", name, value)
            elif fact in ("enemy_cavalry", "enemy_cavalry_disrupted"):
                units = self.add(foe, "cavalry", name, value)
                self.s.disrupt(units if fact == "enemy_cavalry_disrupted" else 0)
            elif fact == "enemy_commander":
                self.add(foe, "commander", name, value)
            else:
                raise KeyError(fact)

    def add(self, side: int, kind: str, name: str, count: int = 1) -> int:
        """Put fresh pieces on a named hex; returns them as a set."""
        found = 0
        for _ in range(count):
            u = next(u for u in self.pools[side, kind] if self.s.at[u] < 0)
            self.s.put(u, self.spot(name))
            found |= 1 << u
        return found

    def add_class(self, side: int, klass: str, name: str) -> int:
        """Put the next unused unit of a class on a named hex."""
        units = bits(self.world.fighters[side] & self.world.basic)
        u = next(u for u in units if self.world.klass[u] == klass and self.s.at[u] < 0)
        self.s.put(u, self.spot(name))
        return 1 << u

    def weary(self, units: int, facts: dict[str, Any]) -> None:
        """Mark units with a forced march and earlier combats."""
        self.s.forced |= units if facts["forced"] else 0
        self.s.fought_once |= units if facts["prior_combats"] else 0
        self.s.fought_twice |= units if facts["prior_combats"] >= 2 else 0

    def spot(self, name: str) -> int:
        return self.hex(self.spots[name])
