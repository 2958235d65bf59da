"""Rulebook 11: bombardment, before movement and against an assault."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.charts import Volley, fire_result, fire_terms
from grognard.games.vanguard.rules.assault.retreat import BY_FIRE, Retreat
from grognard.games.vanguard.rules.disorder.losses import damage, eliminate, worse
from grognard.games.vanguard.rules.efficiency import roll_stack
from grognard.games.vanguard.rules.ground import bombard_ground
from grognard.games.vanguard.rules.leaders import LonelyLeaders, roll_for_leaders
from grognard.games.vanguard.world.roster import DEFENCE
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban, against, spared
from grognard.kernel.frame import Frame, Reason


def gun_bans(s: Battle) -> Iterable[Ban]:
    """[11.0] [17.2.6] [17.2.7] Batteries that do not fire now: not on the map, in a storm, Damaged, Moved, alone."""
    yield Ban("11.4", "no_battery", ~(s.world.guns & s.there))
    yield Ban("17.2.7", "storm_silences", 0 if s.sky.artillery_range else ALL, ())
    yield Ban("17.2.6", "gun_damaged", s.damaged)
    yield Ban("11.0", "gun_moved", s.turned | s.fired)
    if s.world.fixed:
        yield Ban("17.2.6", "no_garrison", lambda gun: bool(s.world.fixed >> gun & 1) and not _garrisoned(s, gun))


def _garrisoned(s: Battle, gun: int) -> bool:
    """[17.2.6] Heavy guns fire only beside a unit with Defence."""
    return any(s.order_of(u) == DEFENCE for u in bits(s.troops(s.at[gun], s.side(gun))))


def firing(s: Battle, guns: int) -> list[int]:
    """[11.0] Of these batteries, those that may fire."""
    return list(bits(spared(gun_bans(s), guns))) if guns & s.there else []


def may_fire(s: Battle, gun: int) -> bool:
    """[11.0] Whether a battery may fire."""
    return bool(firing(s, 1 << gun))


def targets_of(s: Battle, gun: int) -> int:
    """[11.2] [11.4.3] Hexes in range and in sight with more than artillery in them."""
    near = s.world.grid.disc(s.at[gun], s.reach_of_guns(gun)) & s.occ[1 - s.side(gun)]
    return spared(target_bans(s, gun), near) if near else 0


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
    shot = volley(s, guns, target, picker)
    result = fire_result(s.world.tables, shot, die)
    s.emit("bombarded", guns, s.spot(target), die, result)
    s.explain(*counted(s, shot), s.troops(target, 1 - side))
    s.fired |= guns
    s.turned |= guns & ~s.world.fixed
    if die == 6:
        roll_for_leaders(s, target, 1 - side)
    return [] if s.outcome is not None else shell(s, target, 1 - side, result)


def counted(s: Battle, shot: Volley) -> tuple[object, ...]:
    """[11.4.3] Factor, points of the target and modifiers, for who tells of it."""
    terms = tuple([(term.rule, term.key, term.value) for term in fire_terms(s.world.tables, shot)])
    return shot.factor, shot.target_pf, terms


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

    def __init__(self, side: int, hex: int) -> None:
        super().__init__(side)
        self.hex = hex

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.hex)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        return state.world.for_units("lose", self.open(state, side, "lose"))

    def apply(self, state: Battle, side: int, action: Action) -> None:
        state.emptied.setdefault(self.hex, 0)
        eliminate(state, action.args[0])
        hurt_redoubt(state, self.hex)
        rest = state.troops(self.hex, side)
        frames = shaken(state, self.hex, side, rest, "D1")
        state.push(*(frames or [LonelyLeaders(side, 1 << self.hex)]))

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "lose":
            units = bits(state.troops(self.hex, side))
            most = max(state.pf(u) for u in units)
            yield Ban("11.4.3", "not_the_biggest", ~sum(1 << u for u in units if state.pf(u) == most))

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.spot(self.hex),)


class Bombard(Frame[Battle]):
    """[11.4] B-3: batteries of the active formation fire, one by one or two of a stack together."""

    rule = "11.4"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        guns = firing(state, state.group() & state.world.guns)
        if not guns:
            return []
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
        """Of each battery what speaks against it, or against its target; two fire only together from one hex."""
        if action.verb != "bombard":
            return []
        *guns, h = action.args
        found = [reason for gun in guns for reason in why_no_fire(state, gun, h, state.group())]
        apart = len(guns) == 2 and (guns[0], guns[1]) not in stacked_pairs(state, guns)
        return found or ([("11.4.1", "not_stacked", ())] if apart else [])

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.active,)


def stacked_pairs(s: Battle, guns: list[int]) -> list[tuple[int, int]]:
    """[11.4.1] Batteries in one hex may add their factors."""
    return [(a, b) for i, a in enumerate(guns) for b in guns[i + 1 :] if s.at[a] == s.at[b]]


def why_no_fire(s: Battle, gun: int, h: int, group: int) -> list[Reason]:
    """[11.4] Everything against a bombardment of a hex by a battery of these."""
    mine = Ban("11.4.1", "other_formation", s.world.guns & ~group)
    found = against([mine, *gun_bans(s)], gun)
    return found or against(target_bans(s, gun), h)


def target_bans(s: Battle, gun: int) -> Iterable[Ban]:
    """[11.2] [11.3] [11.4.3] Hexes that a battery cannot bombard."""
    h, reach, enemies = s.at[gun], s.reach_of_guns(gun), s.occ[1 - s.side(gun)]
    rule = "17.2.7" if reach < s.world.roster.range[gun] else "11.2"
    yield Ban(rule, "out_of_range", ~s.world.grid.disc(h, reach), (gun, s.spot))
    yield Ban("11.3", "no_sight", ~s.world.sight(h, s.wheat), (s.spot,))
    yield Ban("11.4.3", "nobody_there", ~enemies, (s.spot,))
    yield Ban("11.4.3", "only_guns", lambda n: not s.troops(n, 1 - s.side(gun)), (s.spot,))
