"""Rulebook 12.6, 15.2 and 11.1: retreats, routs, surrender, and the guns that are left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.battles.marches import check_marches
from grognard.games.vanguard.rules.disorder.losses import damage, eliminate, leave_map, worse
from grognard.games.vanguard.rules.efficiency import roll_stack
from grognard.games.vanguard.rules.frames import OfUnit
from grognard.games.vanguard.rules.leaders import LonelyLeaders, alarms
from grognard.games.vanguard.rules.movement.terrain import standing_room
from grognard.games.vanguard.rules.stacking import room
from grognard.games.vanguard.world.roster import COALITION, FRENCH
from grognard.games.vanguard.world.state import Battle
from grognard.games.vanguard.world.world import World
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban
from grognard.kernel.frame import Frame

BY_ASSAULT: Final = 0  # [11.1] what made a unit retreat decides about the guns beside it
BY_FIRE: Final = 1
BY_NOBODY: Final = 2


def open_ground(s: Battle, u: int) -> int:
    """[12.6] R-28: the hexes that a unit could stand on: never prohibited, impassable or enemy-occupied."""
    return standing_room(s.world, s.world.roster.klass[u]) & ~s.occ[1 - s.side(u)]


def farthest(world: World, enemies: int, hexes: int) -> int:
    """[12.6] R-28: of these hexes those whose nearest enemy is farthest away."""
    best, found = -1, 0
    for h in bits(hexes):
        far = world.far_off(enemies, h)
        if far > best:
            best, found = far, 0
        if far == best:
            found |= 1 << h
    return found


def prefer(candidates: list[tuple[str, bool, int]]) -> list[str]:
    """[12.6.1] R-28: of (name, in EZoC, distance): no zone of control first, then the farthest."""
    free = [c for c in candidates if not c[1]] or candidates
    best = max(distance for _, _, distance in free)
    return [name for name, _, distance in free if distance == best]


def retreat_goals(s: Battle, u: int) -> tuple[int, bool]:
    """[12.6] R-28: where a unit may retreat by one hex, and whether that is into a zone of control.

    Overfull hexes are passed through until a legal one is found [12.6.2].
    """
    side, h = s.side(u), s.at[u]
    ground = open_ground(s, u)
    ezoc = s.zoc(1 - side)
    enemies = s.occ[1 - side]
    seen = front = 1 << h
    while front:
        ring = s.world.grid.free.spread(front) & ground & ~seen
        fits = 0
        for n in bits(ring):
            if room(s, n, 1 << u):
                fits |= 1 << n
        if fits & ~ezoc:
            return farthest(s.world, enemies, fits & ~ezoc), False
        if fits:
            return farthest(s.world, enemies, fits), True
        seen |= ring
        front = ring
    return 0, False


def may_stop_routed(s: Battle, u: int, h: int) -> bool:
    """[7.1.1] R-79: a Routed unit stops without friends, or with Routed ones within stacking."""
    friends = s.combat(h, s.side(u)) & ~(1 << u)
    return not friends or (not friends & ~s.routed and room(s, h, 1 << u))


def rout_goals(s: Battle, u: int) -> int:
    """[15.2.1] [7.1.1] R-28: two hexes away, as far from the enemy as can be. R-79: sent on farther by friends it
    stops only in a hex without any."""
    side, ground, spread = s.side(u), open_ground(s, u), s.world.grid.free.spread
    seen = 1 << s.at[u]
    ring = spread(seen) & ground & ~seen
    seen |= ring
    ring = spread(ring) & ground & ~seen
    ends = sum([1 << h for h in bits(ring) if may_stop_routed(s, u, h)])
    while ring and not ends:
        seen |= ring
        ring = spread(ring) & ground & ~seen
        ends = ring & ~s.occ[side]
    return farthest(s.world, s.occ[1 - side], ends)


def flags_near(s: Battle, u: int, hexes: int) -> bool:
    """[17.2.1] R-40: whether a retreat begins on a Neapolitan flag or reaches one."""
    if s.side(u) != COALITION or not s.world.exits:
        return False
    reach = s.world.grid.free.flood(1 << s.at[u], hexes, open_ground(s, u))
    return bool(reach & s.world.exits)


def flag_bans(s: Battle, u: int, hexes: int) -> list[Ban]:
    """[17.2.1] R-40: who may not leave the map by a flag."""
    return [] if flags_near(s, u, hexes) else [Ban("17.2.1", "no_flag_here", ALL, ())]


def flee(s: Battle, u: int, hexes: int, cause: int) -> list[Frame[Battle]]:
    """A retreat of one hex, or of two for a Routed unit; afterwards the leaders it left are asked."""
    h, side = s.at[u], s.side(u)
    s.emptied.setdefault(h, 0)
    return [Retreat(side, u, hexes, cause), LonelyLeaders(side, 1 << h)]


def step_goals(s: Battle, u: int) -> int:
    """[12.6] [12.6.1] Where a unit may retreat by one hex: never into a zone of control of its own will."""
    goals, zoc = retreat_goals(s, u)
    return 0 if zoc else goals


def retreat_bans(s: Battle, u: int, hexes: int) -> Iterable[Ban]:
    """[12.6] Where a unit that must retreat by so many hexes may not go; the last ban shuts all but the best hexes."""
    goals = rout_goals(s, u) if hexes == 2 else step_goals(s, u)
    yield Ban("12.6", "retreat_closed", ~open_ground(s, u), (s.spot,))
    if hexes == 2:
        yield Ban("7.1.1", "routed_alone", lambda h: not may_stop_routed(s, u, h), (s.spot,))
    else:
        yield Ban("12.6.2", "no_room", lambda h: not room(s, h, 1 << u), (s.spot,))
        yield Ban("12.6.1", "retreat_zoc", s.zoc(1 - s.side(u)), (s.spot,))
    yield Ban("12.6", "retreat_farther", ~goals, (s.spot,))


class Retreat(Frame[Battle]):
    """[12.6] The hex of a unit that must retreat: its owner's choice among the best."""

    rule = "12.6"

    def __init__(self, side: int, unit: int, hexes: int, cause: int) -> None:
        super().__init__(side)
        self.unit = unit
        self.hexes = hexes
        self.cause = cause

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.unit, self.hexes, self.cause)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        u = self.unit
        if state.at[u] < 0:
            return []
        found = state.world.at_hexes("retreat", rout_goals(state, u) if self.hexes == 2 else step_goals(state, u))
        if self.may(state, side, "leave"):
            found.append(state.world.lexicon.bare["leave"])
        return found

    def apply(self, state: Battle, side: int, action: Action) -> None:
        u, h = self.unit, state.at[self.unit]
        state.emptied[h] = state.emptied.get(h, 0) | 1 << u
        if action.verb == "leave":
            leave_map(state, u)
        else:
            state.put(u, action.args[0])
            state.emit("retreated", u, state.spot(h), state.spot(action.args[0]))
            state.push(*alarms(state, side, action.args[0]))
        self._guns(state, h)
        check_marches(state)

    def _guns(self, state: Battle, h: int) -> None:
        """[11.1] Driven off by an assault they leave their guns lost; because of fire these stay or go along."""
        if self.cause == BY_ASSAULT:
            doom_guns(state, h, self.side)
        if self.cause != BY_FIRE or state.troops(h, self.side):
            return
        for gun in bits(state.batteries(h, self.side)):
            if state.world.fixed >> gun & 1:
                damage(state, gun)  # [17.2.6] R-41
            elif state.at[self.unit] >= 0:
                state.push(GunsFollow(self.side, gun, self.unit))

    def finish(self, state: Battle) -> None:
        """[12.6.1] Into a zone of control: one more level; [12.6.3] [12.8.1] [15.2.1] nowhere to go: gone for good."""
        u = self.unit
        if state.at[u] < 0:
            return
        if self.hexes == 1 and retreat_goals(state, u)[0]:
            state.emit("into_zoc", u)
            worse(state, u)
            state.push(Retreat(self.side, u, 2, self.cause))
            return
        h = state.at[u]
        state.emit("nowhere_to_go", u, state.spot(h))
        eliminate(state, u, for_good=True)
        self._guns(state, h)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "retreat":
            return retreat_bans(state, self.unit, self.hexes)
        return flag_bans(state, self.unit, self.hexes) if verb == "leave" else ()

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.unit, self.hexes)


def doom_guns(s: Battle, h: int, side: int) -> None:
    """[11.1] R-51: batteries beside units that an assault eliminates or drives off are eliminated, on either side."""
    for gun in bits(s.batteries(h, side)):
        eliminate(s, gun)


class GunsFollow(Frame[Battle]):
    """[11.1] A battery whose companions retreat because of bombardment may stay, or go along and be Moved."""

    rule = "11.1"

    def __init__(self, side: int, gun: int, runner: int) -> None:
        super().__init__(side)
        self.gun = gun
        self.runner = runner

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.gun, self.runner)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        lex = state.world.lexicon
        h = state.at[self.runner]
        if state.at[self.gun] < 0 or h < 0 or not room(state, h, 1 << self.gun):
            return [lex.stay]
        return [lex.bare["follow"], lex.stay]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "follow":
            h = state.at[self.runner]
            state.put(self.gun, h)
            state.turned |= 1 << self.gun
            state.emit("guns_follow", self.gun, state.spot(h))
            state.push(*alarms(state, side, h))

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.gun,)


class RoutedByEnemy(Frame[Battle]):
    """[15.2] An enemy has come next to Routed units: they test, one die a stack, and run or surrender.

    R-47: a leader who was with them follows, or tests himself if they are all gone (4.5.4).
    """

    rule = "15.2"

    def __init__(self, side: int, hex: int, units: int) -> None:
        super().__init__(side)
        self.hex = hex
        self.units = units

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.hex, self.units)

    def finish(self, state: Battle) -> None:
        h, side = self.hex, self.side
        units = self.units & state.routed & state.stack[h]
        if not units:
            return
        passed = roll_stack(state, h, units)
        state.emptied.setdefault(h, 0)
        for u in bits(units & ~passed):
            state.emit("surrendered", u, state.spot(h))
            eliminate(state, u, for_good=True)
        runs = [Retreat(side, u, 2, BY_NOBODY) for u in bits(passed)]
        state.push(*runs, LonelyLeaders(side, 1 << h))


def garrison_gone(s: Battle, h: int, side: int) -> None:
    """[17.2.6] R-41: a redoubt entered by the French has its battery Damaged."""
    if side == FRENCH and s.world.redoubts >> h & 1:
        for gun in bits(s.stack[h] & s.world.fixed & ~s.damaged):
            damage(s, gun)


class RoutMoves(Frame[Battle]):
    """[15.2.2] Phase C: every Routed unit of both sides runs, French first (R-01). R-47: then the leaders they left."""

    rule = "15.2.2"

    def finish(self, state: Battle) -> None:
        frames: list[Frame[Battle]] = []
        state.emptied = {}
        for side in (FRENCH, COALITION):
            running = state.on_map(state.routed & state.world.of_side[side])
            for h in dict.fromkeys(state.at[u] for u in running):
                frames += [RoutMove(side, u) for u in running if state.at[u] == h]
                frames.append(LonelyLeaders(side, 1 << h))
        state.push(*frames)


class RoutMove(OfUnit):
    """[15.2.2] R-55: two hexes away from the enemy; it may stop in a village, a redoubt or with a General."""

    rule = "15.2.2"

    def _havens(self, state: Battle) -> int:
        """Where it may stop: village, farm, redoubt, or with a friendly General or commander-in-chief."""
        havens = state.world.shelters
        for leader in state.on_map(state.world.generals & state.world.of_side[self.side]):
            havens |= 1 << state.at[leader]
        return havens

    def _goals(self, state: Battle) -> int:
        u, world, enemies = self.unit, state.world, state.occ[1 - self.side]
        here = state.at[u]
        goals, now = rout_goals(state, u), world.far_off(enemies, here)
        farther = sum([1 << h for h in bits(goals) if world.far_off(enemies, h) > now])
        around = bits(open_ground(state, u) & world.near[here])
        next_to = {h: world.far_off(enemies, h) for h in around if may_stop_routed(state, u, h)}
        if not farther:
            farther = farthest(world, enemies, sum([1 << h for h, far in next_to.items() if far > now]))
        if not farther:
            return 0
        havens = self._havens(state)
        return farther | sum([1 << h for h, far in next_to.items() if havens >> h & 1 and far >= now])

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        lex = state.world.lexicon
        if state.at[self.unit] < 0:
            return []
        goals = self._goals(state)
        found = state.world.at_hexes("retreat", goals)
        if self._may_stay(state, goals):
            found.append(lex.stay)
        return [*found, lex.bare["leave"]] if self.may(state, side, "leave") else found

    def _may_stay(self, state: Battle, goals: int) -> bool:
        """In a haven; or with a flag in reach, nowhere to run and no enemy behind the edge."""
        if self._havens(state) >> state.at[self.unit] & 1:
            return True
        return not goals and flags_near(state, self.unit, 2) and not self._at_the_brink(state)

    def _at_the_brink(self, state: Battle) -> bool:
        """R-55: on the map edge, with an enemy to run from."""
        return bool(state.world.edge >> state.at[self.unit] & 1) and bool(state.occ[1 - self.side])

    def apply(self, state: Battle, side: int, action: Action) -> None:
        h = state.at[self.unit]
        if action.verb == "leave":
            leave_map(state, self.unit)
        elif action.verb == "retreat":
            state.put(self.unit, action.args[0])
            state.emit("ran", self.unit, state.spot(h), state.spot(action.args[0]))
            state.push(*alarms(state, side, action.args[0]))
            check_marches(state)
        if action.verb != "stay":
            state.emptied[h] = state.emptied.get(h, 0) | 1 << self.unit

    def finish(self, state: Battle) -> None:
        """R-55: nothing is farther: off the map from its edge [12.8.1], else it stays."""
        h = state.at[self.unit]
        if h >= 0 and self._at_the_brink(state):
            state.emptied.setdefault(h, 0)
            state.emit("ran_off", self.unit, state.spot(h))
            eliminate(state, self.unit, for_good=True)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "retreat":
            return [Ban("15.2.2", "retreat_farther", ~self._goals(state), (state.spot,))]
        if verb == "stay" and not self._may_stay(state, self._goals(state)):
            return [Ban("15.2.2", "no_haven", ALL, (state.spot(state.at[self.unit]),))]
        return flag_bans(state, self.unit, 2) if verb == "leave" else ()

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.unit,)
