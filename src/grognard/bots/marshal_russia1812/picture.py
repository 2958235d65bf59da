"""The table as a player sees it: a view read into numbers and bitboards, and the plain questions asked of it."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from grognard.board.hexes import Sides
from grognard.bots.marshal_russia1812.network import Chain, chain
from grognard.bots.marshal_russia1812.rank import column_bonus, stack_cr
from grognard.bots.marshal_russia1812.unseen import guess
from grognard.games.russia1812.rules.combat.values import Force, Ground
from grognard.games.russia1812.rules.movement.attrition import ALLOWANCE
from grognard.games.russia1812.rules.supply import GENERAL_RANGE, edge_steps
from grognard.games.russia1812.rules.trains import FORAGE_FROM, LINK
from grognard.games.russia1812.world.world import CAPACITY, FRENCH, LAST_TURN, RUSSIAN, SIDES, WINTER_FROM, World, world

FLAGS: Final = ("disrupted", "supplied", "forage", "moved", "forced", "committed", "fought_once", "fought_twice")
AUTUMN: Final = 8
SPRING: Final = 8  # [16.13] of 1813: no forage on this turn and the next
RAIN: Final = 5  # [16.1] the card


@cache
def numbers(edition: int) -> dict[str, int]:
    """The bit number of every piece, by its id."""
    return {name: u for u, name in enumerate(world(edition).ids)}


class Picture:
    """What a side knows of the map, as boards. Lists of two go by side."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view
        self.edition: int = view["options"]["edition"]
        self.world: World = world(self.edition)
        self.turn: int = max(1, view["turn"])
        self.winter: bool = view["winter"]
        self.side = SIDES.index(view["viewer"])
        self.foe = 1 - self.side
        self._read_affairs(view)
        self.stack: dict[int, int] = {}
        self.disrupted = self.supplied = self.forage = self.moved = 0
        self.forced = self.committed = self.fought_once = self.fought_twice = 0
        self._read_units([*view["units"], *guess(view, self.world)])
        self._read_players(view["players"])
        self._lay_boards()
        self.dry: list[Sides] = [self.world.dry, self.world.dry]  # what supply may cross, by side
        self._full: dict[int, int] = {}
        self._supplied: list[int] = [-1, -1]

    # reading

    def _read_affairs(self, view: dict[str, Any]) -> None:
        """[16] What the Advanced game changes: the year, whose the cities are, the cards of this turn."""
        w = self.world
        self.advanced: bool = bool(view["options"].get("advanced"))
        self.two_year: bool = bool(view["options"].get("two_year"))
        politics = view.get("politics", {})
        self.year: int = politics.get("year", 1812)
        freed = w.grid.mask(politics.get("freed", ()))
        self.own_city = [w.own_city[FRENCH] | freed, w.own_city[RUSSIAN] & ~freed]
        self.enemy_city = [w.enemy_city[FRENCH] & ~freed, w.enemy_city[RUSSIAN] | freed]
        self.rain = any(card["laid"] == RAIN for card in view.get("cards", {}).values())

    def _read_units(self, units: list[dict[str, Any]]) -> None:
        index, by_name, stack = numbers(self.edition), self.world.grid.by_name, self.stack
        masks = dict.fromkeys(FLAGS, 0)
        column, start = self._column()
        self.at: dict[int, int] = {}
        for piece in units:
            u = index[piece["id"]]
            h = start if piece["id"] in column else by_name[piece["hex"]]
            self.at[u] = h
            stack[h] = stack.get(h, 0) | 1 << u
            for flag in piece["flags"]:
                masks[flag] |= 1 << u
        for name in FLAGS:
            setattr(self, name, masks[name])

    def _column(self) -> tuple[set[str], int]:
        """A Move being made is still thought of from where it began, so that every step follows the same plan."""
        march = self.view["march"]
        if march is None:
            return set(), -1
        return {*march["units"], *march["leaders"]}, self.world.grid.by_name[march["start"]]

    def _read_players(self, players: dict[str, Any]) -> None:
        grid = self.world.grid
        self.depots = [grid.mask(players[name]["depots"]) for name in SIDES]
        self.cc = [int(players[name]["cc"]) for name in SIDES]
        self.cc_base = [int(players[name]["cc_base"]) for name in SIDES]
        self.lost_trains = [int(players[name]["lost_trains"]) for name in SIDES]
        own = players[SIDES[self.side]]
        self.genuine: dict[int, int] = {grid.by_name[name]: n for name, n in own["genuine"].items()}
        self.to_place = int(own["to_place"])
        self.dummies_left = int(own["dummies_left"])

    def _lay_boards(self) -> None:
        world = self.world
        self.occ, self.pres, self.cav = [0, 0], [0, 0], [0, 0]
        self.load: dict[int, int] = {}
        ready = world.cavalry & ~self.disrupted
        for h, pieces in self.stack.items():
            bit = 1 << h
            self.load[h] = world.load(pieces)
            for side in (FRENCH, RUSSIAN):
                own = pieces & world.of_side[side]
                if own:
                    self.pres[side] |= bit
                    if own & world.combat:
                        self.occ[side] |= bit
                    if own & ready:
                        self.cav[side] |= bit

    @property
    def key(self) -> tuple[object, ...]:
        """Everything a plan depends on."""
        trains = tuple(self.genuine) if self.view["phase"] >= 3 else ()
        return (
            self.side,
            self.turn,
            self.view["phase"],
            tuple(sorted(self.stack.items())),
            trains,
            self.disrupted,
            self.supplied,
            self.forage,
            self.moved,
            self.committed,
            self.forced,
            self.fought_once,
            self.fought_twice,
            *self.depots,
        )

    # stacks

    def fighters(self, h: int, side: int) -> int:
        """The combat units of a side in a hex."""
        return self.stack.get(h, 0) & self.world.fighters[side]

    def leaders(self, h: int, side: int) -> int:
        """The commanders of a side in a hex."""
        return self.stack.get(h, 0) & self.world.leaders[side]

    def able(self, h: int, side: int) -> int:
        """The combat units in good order."""
        return self.fighters(h, side) & ~self.disrupted

    def force(self, units: int, leaders: int, tired: bool = True, healed: bool = False) -> Force:
        """Units and commanders as combat counts them (11.2).

        ``tired`` False looks beyond this turn's weariness, ``healed`` True beyond disruption.
        """
        world = self.world
        able = units if healed else units & ~self.disrupted
        prior = (2 if units & self.fought_twice else int(bool(units & self.fought_once))) if tired else 0
        return Force(
            (able & world.infantry).bit_count(),
            (able & world.cavalry).bit_count(),
            (able & world.artillery).bit_count(),
            tired and bool(units & self.forced),
            prior,
            self.cr(able, leaders) if leaders else -1,
            (units & ~able).bit_count(),
        )

    def cr(self, able: int, leaders: int) -> int:
        """[11.5] [16.2] What commanders add to a stack in combat; in the Advanced game they must command its units."""
        return stack_cr(self.edition, able, leaders) if self.advanced else self.world.best_cr(leaders)

    def march_bonus(self, units: int, leaders: int, stacked: int) -> int:
        """[14.5] [16.2] [16.4] What commanders do to the attrition die: those who go along, and all of the hex."""
        if self.advanced:
            return column_bonus(self.edition, units, leaders, stacked)
        return -1 if self.world.napoleon >= 0 and leaders >> self.world.napoleon & 1 else 0

    def force_at(self, h: int, side: int, tired: bool = True, healed: bool = False) -> Force:
        """The whole stack of a side in a hex."""
        return self.force(self.fighters(h, side), self.leaders(h, side), tired, healed)

    def ground(self, h: int, target: int) -> Ground:
        """What lies between a hex and its neighbour that is attacked (11.4)."""
        world = self.world
        return Ground(
            not world.near_level[h] >> target & 1,
            bool(world.fortified >> target & 1),
            bool(world.cover_ground >> target & 1),
        )

    # marching

    @property
    def allowance(self) -> int:
        """[8.4] Hexes of a Move without forcing the march; rain takes one."""
        return ALLOWANCE[self.winter] - self.rain

    def controlled(self, side: int) -> int:
        """[8.4] Hexes where enemy cavalry stops a march."""
        found = self.world.level.spread(self.cav[1 - side])
        return found & ~self.world.difficult if side == RUSSIAN else found

    def full_for(self, load: int) -> int:
        """[4.1] The hexes that cannot take so much more, in halves of an occupancy factor."""
        found = self._full.get(load)
        if found is None:
            found = 0
            for h, there in self.load.items():
                if there + load > CAPACITY:
                    found |= 1 << h
            self._full[load] = found
        return found

    # supply

    def route_hexes(self, side: int, occ: int, pres: int) -> int:
        """[6.2] The hexes a supply route of a side may contain, if its units stood like this."""
        world = self.world
        barred = (world.free if self.edition == 1 else world.dry).spread(self.cav[1 - side])
        if side == RUSSIAN:
            barred &= ~world.difficult
        shut = self.occ[1 - side] | barred & ~occ | self.enemy_city[side] & ~pres
        return world.passable[side] & ~shut

    @property
    def supply_range(self) -> int:
        """[6.2] The length of a route in the next turn's General Supply phase."""
        return GENERAL_RANGE[self.year == 1812 and self.turn >= WINTER_FROM - 1]

    @property
    def autumn(self) -> bool:
        """[6.2] Whether one must think of the short routes of winter."""
        return self.year == 1812 and self.turn >= AUTUMN

    @property
    def foraging(self) -> bool:
        """[7.6] Whether stacks abroad will need a Train next turn."""
        return self.turn >= FORAGE_FROM - 1 and (self.year == 1812 or self.turn > SPRING)

    def trains_at(self, turn: int, side: int) -> int:
        """[7.3] [16.13] The number of Trains in the table, for a turn of this year."""
        table = self.world.trains if self.year == 1812 else self.world.trains_1813
        return table[min(turn, LAST_TURN)][side]

    def opened_by(self, side: int, h: int) -> int:
        """[6.2] The hexes that would come into supply if no enemy stood in a hex and a friend did."""
        bit = 1 << h
        foe_occ, foe_cav = self.occ[1 - side], self.cav[1 - side]
        self.occ[1 - side] &= ~bit
        self.cav[1 - side] &= ~bit
        found = self.supplied_hexes(side, manned=bit)
        self.occ[1 - side], self.cav[1 - side] = foe_occ, foe_cav
        return found & ~self.supplied_hexes(side)

    def supplied_hexes(self, side: int, depots: int = -1, vacated: int = 0, manned: int = 0, steps: int = 0) -> int:
        """[6.1] Where units of a side would be in supply, with other Depots, hexes left empty or newly held."""
        plain = depots < 0 and not vacated and not manned and not steps
        if plain and self._supplied[side] >= 0:
            return self._supplied[side]
        own = self.depots[side] if depots < 0 else depots
        dry = self.dry[side]
        way = self.route_hexes(side, self.occ[side] & ~vacated | manned, self.pres[side] & ~vacated | manned)
        found = dry.spread(dry.flood(own & way, (steps or self.supply_range) - 1, way)) | own
        if plain:
            self._supplied[side] = found
        return found

    def austrian_hexes(self) -> int:
        """[1.1] Where Austrians will be supplied by their own map edge."""
        world = self.world
        way = self.route_hexes(FRENCH, self.occ[FRENCH], self.pres[FRENCH])
        reached = world.dry.flood(world.austrian_edge & way, edge_steps(self.supply_range, self.edition) - 1, way)
        return world.dry.spread(reached) | world.austrian_edge

    def linked_hexes(self, side: int) -> int:
        """[7.8] Where a new Depot would be linked to the sources of supply now."""
        world = self.world
        way = self.route_hexes(side, self.occ[side], self.pres[side])
        steps = 3 if side == FRENCH and self.winter else LINK
        sources = world.city_source[side] & ~self.occ[1 - side]
        reached = world.dry.flood(world.edge_source[side] & way, edge_steps(steps, self.edition), way)
        reached |= world.dry.flood(sources, steps, way)
        used = 0
        while fresh := self.depots[side] & (reached & way | sources) & ~used:
            used |= fresh
            reached |= world.dry.flood(fresh, steps, way)
        return reached & (way | sources)

    # cities

    def chain(self, goal: int, depots: int = -1) -> Chain:
        """[7.8] The new Depots that would bring a goal into our supply, given those that stand, or others."""
        side = self.side
        have = self.depots[side] if depots < 0 else depots
        return chain(self.edition, side, have, self.pres[side] & self.world.city, goal)

    def holds(self, side: int, h: int) -> bool:
        """[14.7] Whether a side scores a city now."""
        if self.own_city[side] >> h & 1:
            return not self.pres[1 - side] >> h & 1
        return bool(self.pres[side] >> h & 1)

    def retreats(self, target: int, start: int, side: int) -> int:
        """[11.11] Where a stack of a side could withdraw to when attacked in a hex from another."""
        world = self.world
        shut = self.pres[1 - side] | world.near[start] | 1 << start
        return world.near_dry[target] & world.passable[side] & ~shut

    def name(self, h: int) -> str:
        return self.world.grid.names[h]

    def hex(self, name: str) -> int:
        return self.world.grid.by_name[name]
