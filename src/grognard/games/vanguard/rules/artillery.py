"""Rulebook 11: bombardment, before movement and against an assault."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.charts import Volley, fire_result
from grognard.games.vanguard.rules.assault.retreat import BY_FIRE, Retreat
from grognard.games.vanguard.rules.disorder.losses import damage, eliminate, worse
from grognard.games.vanguard.rules.efficiency import roll_stack
from grognard.games.vanguard.rules.ground import bombard_ground
from grognard.games.vanguard.rules.leaders import LonelyLeaders, roll_for_leaders
from grognard.games.vanguard.world.roster import DEFENCE
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame, Reason


def may_fire(s: Battle, gun: int) -> bool:
    """[11.0] On the map, not Moved, not Damaged; [17.2.6] heavy guns only beside a unit with Defence."""
    if s.at[gun] < 0 or (s.turned | s.damaged | s.fired) >> gun & 1 or s.reach_of_guns(gun) == 0:
        return False
    if s.world.fixed >> gun & 1:
        return any(s.order_of(u) == DEFENCE for u in bits(s.troops(s.at[gun], s.side(gun))))
    return True


def targets_of(s: Battle, gun: int) -> int:
    """[11.2] [11.4.3] Hexes in range and in sight with more than artillery in them."""
    h, side = s.at[gun], s.side(gun)
    seen = s.world.grid.disc(h, s.reach_of_guns(gun)) & s.world.sight(h, s.wheat) & s.occ[1 - side]
    return sum(1 << n for n in bits(seen) if s.troops(n, 1 - side))


def volley(s: Battle, guns: int, target: int, picker: int) -> Volley:
    """[11.4.3] What decides a bombardment by these stacked batteries."""
    first = bits(guns)[0]
    side = s.side(first)
    points = sum(s.pf(u) for u in bits(s.troops(target, 1 - side)))
    ground, shelter = bombard_ground(s, target, 1 - side, picker)
    distance = s.world.grid.distance(s.at[first], target)
    return Volley(sum(s.pf(g) for g in bits(guns)), points, ground, shelter, distance)


def fire_guns(s: Battle, guns: int, target: int, picker: int) -> list[Frame[Battle]]:
    """[11.4] The die, the leaders (4.5.1), and what follows."""
    side = s.side(bits(guns)[0])
    die = s.dice.d6()
    result = fire_result(s.world.tables, volley(s, guns, target, picker), die)
    s.emit("bombarded", guns, s.spot(target), die, result)
    s.fired |= guns
    s.turned |= guns & ~s.world.fixed
    if die == 6:
        roll_for_leaders(s, target, 1 - side)
    return [] if s.outcome is not None else shell(s, target, 1 - side, result)


def shell(s: Battle, h: int, side: int, result: str) -> list[Frame[Battle]]:
    """[11.4.3] R-20: results hit all infantry and cavalry of the hex, with one die."""
    if result == "-":
        return []
    if result == "1S":
        return [StepLost(side, h)]
    return shaken(s, h, side, s.troops(h, side), result)


def shaken(s: Battle, h: int, side: int, units: int, result: str) -> list[Frame[Battle]]:
    """D, D1, DR: one test for the stack; [15.1.1] levels add up."""
    if not units:
        return []
    passed = roll_stack(s, h, units, 1 if result == "D1" else 0)
    frames: list[Frame[Battle]] = []
    for u in bits(units):
        passes = bool(passed >> u & 1)
        if result != "DR" and passes:
            continue
        runs = worse(s, u)
        if result == "DR" and not passes and not runs:
            runs = worse(s, u)
        s.emptied.setdefault(h, 0)
        frames.append(Retreat(side, u, 2 if runs else 1, BY_FIRE))
    if units & ~passed:
        hurt_redoubt(s, h)
    return [*frames, LonelyLeaders(side, 1 << h)] if frames else []


def hurt_redoubt(s: Battle, h: int) -> None:
    """[17.2.6] R-41: the garrison fails a bombardment test: the heavy battery is Damaged."""
    for gun in bits(s.stack[h] & s.world.fixed & ~s.damaged):
        damage(s, gun)


class StepLost(Frame[Battle]):
    """[11.4.3] 1S: the unit with most points is Eliminated, its owner breaks ties; the others take a D1."""

    rule = "11.4.3"

    def __init__(self, side: int, h: int) -> None:
        super().__init__(side)
        self.hex = h

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.hex)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        units = bits(state.troops(self.hex, side))
        most = max(state.pf(u) for u in units)
        return [state.action("lose", u) for u in units if state.pf(u) == most]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        state.emptied.setdefault(self.hex, 0)
        eliminate(state, action.args[0])
        hurt_redoubt(state, self.hex)
        rest = state.troops(self.hex, side)
        frames = shaken(state, self.hex, side, rest, "D1")
        state.push(*(frames or [LonelyLeaders(side, 1 << self.hex)]))

    def why_not(self, state: Battle, action: Action) -> list[Reason]:
        return [("11.4.3", "not_the_biggest", (action.args[0],))] if action.verb == "lose" else []

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.spot(self.hex),)


class Bombard(Frame[Battle]):
    """[11.4] B-3: batteries of the active formation fire, one by one or two of a stack together."""

    rule = "11.4"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        guns = [g for g in bits(state.group() & state.world.guns) if may_fire(state, g)]
        found: list[Action] = []
        for gun in guns:
            found += [state.action("bombard", gun, h) for h in bits(targets_of(state, gun))]
        for pair in stacked_pairs(state, guns):
            both = targets_of(state, pair[0]) & targets_of(state, pair[1])
            found += [state.action("bombard", *pair, h) for h in bits(both)]
        return [*found, state.world.lexicon.done] if found else []

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "done":
            return
        guns = sum(1 << gun for gun in action.args[:-1])
        state.push(*fire_guns(state, guns, action.args[-1], 1 - side), self)

    def why_not(self, state: Battle, action: Action) -> list[Reason]:
        if action.verb != "bombard":
            return []
        found: list[Reason] = []
        for gun in action.args[:-1]:
            found += why_no_fire(state, gun, action.args[-1], state.group())
        if not found and len(action.args) == 3:
            found.append(("11.4.1", "not_stacked", ()))
        return found

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.active,)


def stacked_pairs(s: Battle, guns: list[int]) -> list[tuple[int, int]]:
    """[11.4.1] Batteries in one hex may add their factors."""
    return [(a, b) for i, a in enumerate(guns) for b in guns[i + 1 :] if s.at[a] == s.at[b]]


def why_no_fire(s: Battle, gun: int, h: int, group: int) -> list[Reason]:
    """[11.2] [11.3] [11.4] Everything against a bombardment."""
    if not s.world.guns >> gun & 1 or s.at[gun] < 0:
        return [("11.4", "no_battery", (gun,))]
    if not group >> gun & 1:
        return [("11.4.1", "other_formation", (gun,))]
    if not s.sky.artillery_range:
        return [("17.2.7", "storm_silences", ())]
    if s.damaged >> gun & 1:
        return [("17.2.6", "gun_damaged", (gun,))]
    if (s.turned | s.fired) >> gun & 1:
        return [("11.0", "gun_moved", (gun,))]
    if not may_fire(s, gun):
        return [("17.2.6", "no_garrison", (gun,))]
    side, spot = s.side(gun), s.spot(h)
    if s.world.grid.distance(s.at[gun], h) > s.reach_of_guns(gun):
        return [("17.2.7" if s.reach_of_guns(gun) < s.world.roster.range[gun] else "11.2", "out_of_range", (gun, spot))]
    if not s.world.sight(s.at[gun], s.wheat) >> h & 1:
        return [("11.3", "no_sight", (spot,))]
    if s.troops(h, 1 - side):
        return []
    if s.occ[1 - side] >> h & 1:
        return [("11.4.3", "only_guns", (spot,))]
    return [("11.4.3", "nobody_there", (spot,))]
