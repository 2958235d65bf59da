"""The table as the colonel sees it: the view turned into numbers, and the maps that follow from it."""

from __future__ import annotations

from typing import Any, Final

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.charts import Fighter
from grognard.games.vanguard.rules.stacking import may_stack
from grognard.games.vanguard.world.roster import FOOT, GUNS, HORSE, ORDERS, SIDES
from grognard.games.vanguard.world.world import World, world

STORM: Final = 3
UNSEEN: Final = 3  # points supposed to lie beneath a counter that cannot be lifted


class Piece:
    """A counter that is seen."""

    def __init__(self, w: World, seen: dict[str, Any]) -> None:
        r = w.roster
        flags: list[str] = seen["flags"]
        self.u: int = r.by_id[seen["id"]]
        self.side = SIDES.index(seen["side"])
        self.hex: int = w.grid.by_name[seen["hex"]]
        self.kind: str = seen["kind"]
        self.formation = r.formation_of[self.u]
        self.flags = frozenset(flags)
        self.leader = self.kind == "leader"
        self.pf: int = seen.get("pf", 0)
        self.eff: int = seen.get("eff", 0)
        self.order = ORDERS.index(seen["order"]) if "order" in seen else -1
        self.pm = r.pm[self.u]
        self.klass = r.klass[self.u]
        self.horse = self.kind in HORSE
        self.gun = self.kind in GUNS
        self.troops = self.horse or self.kind in FOOT
        self.disordered = "disordered" in flags
        self.routed = "routed" in flags
        self.steady = not (self.disordered or self.routed)
        self.lost = "out_of_command" in flags

    def fighter(self, charging: bool = False) -> Fighter:
        return Fighter(self.pf, self.eff, self.horse, self.disordered, self.routed, charging)


class Picture:
    """Everything that is seen, by hex and by number."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view
        self.world = w = world(view["scenario"])
        self.side = SIDES.index(view["viewer"])
        self.turn: int = view["turn"]
        self.last: int = view["last_turn"]
        self.weather: int = view["weather"] or 0
        self.active = w.roster.formations.index(view["active"]) if view["active"] else -1
        pieces = [Piece(w, seen) for seen in view["units"]]
        self.pieces = [x for x in pieces if "damaged" not in x.flags]
        self.by_number = {x.u: x for x in self.pieces}
        self.mine: dict[int, list[Piece]] = {}
        self.foes: dict[int, list[Piece]] = {}
        self.leaders: dict[int, list[Piece]] = {}
        self.occ = [0, 0]
        self.steady = [0, 0]
        self.stack: dict[int, int] = {}  # own combat units by hex, as a set
        for x in self.pieces:
            self._put(x)
        self.ezoc = self._zone(1 - self.side)
        self.far = w.far_from(self.occ[1 - self.side])
        self.friend_far = w.far_from(self.occ[self.side])

    def _put(self, x: Piece) -> None:
        own = x.side == self.side
        if x.leader:
            self.leaders.setdefault(x.hex, []).append(x)
            return
        (self.mine if own else self.foes).setdefault(x.hex, []).append(x)
        self.occ[x.side] |= 1 << x.hex
        if x.steady:
            self.steady[x.side] |= 1 << x.hex
        if own:
            self.stack[x.hex] = self.stack.get(x.hex, 0) | 1 << x.u

    def _zone(self, side: int) -> int:
        """[8.0] Where a side has zones of control, as far as is seen."""
        if self.weather == STORM:
            return 0
        return self.world.grid.free.spread(self.steady[side]) & self.world.open_to_zoc

    def hex(self, name: str) -> int:
        return self.world.grid.by_name[name]

    def units_of(self, f: int) -> list[Piece]:
        """The combat units of a formation that are on the map."""
        return [x for x in self.pieces if x.formation == f and not x.leader]

    def general(self, f: int) -> Piece | None:
        return self.by_number.get(self.world.roster.general_of[f])

    def formations(self) -> list[int]:
        r = self.world.roster
        return [f for f in self.world.formations if r.formation_side[f] == self.side]

    def order(self, f: int) -> int:
        name = self.view["formations"][self.world.roster.formations[f]]["order"]
        return -1 if name is None else ORDERS.index(name)

    def room(self, u: int, h: int) -> bool:
        """[7.1] Whether a unit may end its move in a hex."""
        return may_stack(self.world, self.stack.get(h, 0) & ~(1 << u) | 1 << u)

    def foe_points(self, h: int) -> int:
        """What defends a hex: infantry and cavalry, and a guess at what lies beneath."""
        seen = self.foes.get(h, [])
        points = sum(x.pf for x in seen if x.troops)
        return points + (UNSEEN if any("more" in x.flags for x in seen) else 0)

    def foes_within(self, h: int, reach: int) -> list[Piece]:
        near = self.world.grid.disc(h, reach) & self.occ[1 - self.side]
        return [x for n in bits(near) for x in self.foes[n]]

    def friends_within(self, h: int, reach: int) -> list[Piece]:
        near = self.world.grid.disc(h, reach) & self.occ[self.side]
        return [x for n in bits(near) for x in self.mine[n]]

    def holds(self, side: int, h: int) -> bool:
        """R-39: a unit that is not Routed stands there."""
        here = self.mine if side == self.side else self.foes
        return any(not x.routed for x in here.get(h, []))
