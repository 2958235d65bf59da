"""Rulebook 3: orders, what they oblige to and forbid, and the generals who give them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Final

from grognard.board.plane import ONE, Point, circle, corners, cosine, length, sine
from grognard.games.tabletop.rules.figures import cover_of, footprint
from grognard.games.tabletop.world.formations import MASSE, SQUARE
from grognard.games.tabletop.world.state import NOBODY, Battle, Drawn, Step
from grognard.games.tabletop.world.world import COMMAND_NAMES, GENERAL_NAMES, OBJECTIVE_NAMES, ORDERS, SIDES, act
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban, Verdict, all_but
from grognard.kernel.frame import Reason
from grognard.kernel.wire import Json

ATTACK: Final = ORDERS.index("attack")
FORWARD: Final = ORDERS.index("forward")
DEFEND: Final = ORDERS.index("defend")
RETREAT: Final = ORDERS.index("retreat")
NEAR: Final = 10  # [5.17] no nearer to an enemy, except to charge
BYPASS: Final = 50  # [3.6]
DEFEND_RADIUS: Final = 150
VOICE: Final = 300  # [3.3] a general's orders reach so far without fail
RIDE: Final = 300  # [5.4]
SILENT_TURNS: Final = 2  # [3.9]


# what orders oblige to and forbid


def untouchable(s: Battle, u: int) -> bool:
    """[6.5] Infantry that cavalry may not charge: in square, in bataillon-masse, in cover."""
    if not s.info(u).infantry:
        return False
    return s.units[u].formation in (SQUARE, MASSE) or cover_of(s, u) is not None


def nearest_enemy(s: Battle, u: int) -> int:
    """The nearest enemy on the table; the first of several; -1 if none is left."""
    return nearest_among(s, u, s.enemies(u))


def nearest_among(s: Battle, u: int, others: list[int]) -> int:
    """The nearest of some units; the first of several; -1 for none."""
    best = footprint(s, u).nearest_of([footprint(s, other) for other in others])
    return others[best] if best >= 0 else NOBODY


def held_in_check(s: Battle, u: int) -> int:
    """[3.5] The nearest enemy, if cavalry under Attack cannot charge it and so must watch it; else -1."""
    if not s.info(u).cavalry or s.order_of(u) != "attack":
        return NOBODY
    nearest = nearest_enemy(s, u)
    return nearest if nearest >= 0 and untouchable(s, nearest) else NOBODY


def keep_off(s: Battle, u: int, other: int) -> int:
    """[5.17] [3.5] [3.6] How near a unit may come to an enemy without charging it."""
    if not s.info(u).cavalry or not s.info(other).infantry:
        return NEAR
    order = s.order_of(u)
    if order == "forward" and untouchable(s, other):
        return BYPASS
    if order == "attack" and held_in_check(s, u) == other:
        return 10 * (s.info(other).type.range_long or 1)
    return NEAR


def goes_freely(s: Battle, u: int, at: Point, mm: int) -> bool:
    """[3.6] Whether the order of a unit forbids no way of so many millimetres from a place."""
    order = s.order_of(u)
    if order == "defend":
        gx, gy = s.world.goals[s.commands[s.world.units[u].command].objective]
        return length(at[0] - gx, at[1] - gy) + mm + 1 < DEFEND_RADIUS
    return order != "retreat"


def order_forbids(s: Battle, u: int, before: Point, after: Point) -> list[Reason]:
    """[3.6] Defend keeps to its objective, Retreat goes toward its own edge."""
    order = s.order_of(u)
    if order == "defend":
        gx, gy = s.world.goals[s.commands[s.world.units[u].command].objective]
        was, will = length(before[0] - gx, before[1] - gy), length(after[0] - gx, after[1] - gy)
        if will > max(DEFEND_RADIUS, was):
            return [("3.6", "defend_far", (u, will - max(DEFEND_RADIUS, was)))]
    elif order == "retreat":
        home = s.world.home[s.side(u)]
        gain = (after[0] - before[0]) * sine(home) + (after[1] - before[1]) * cosine(home)
        if gain < -ONE:
            return [("3.6", "retreat_only", (u,))]
    return []


def order_allows(s: Battle, u: int, before: Point, ends: list[Point]) -> list[bool]:
    """[3.6] Of each of some places whether the order of a unit lets it go there: ``order_forbids`` for many at once."""
    order = s.order_of(u)
    if order == "defend":
        gx, gy = s.world.goals[s.commands[s.world.units[u].command].objective]
        most = max(DEFEND_RADIUS, length(before[0] - gx, before[1] - gy))
        limit = (2 * most + 1) ** 2  # the square of twice the length that is rounded up to a millimetre more
        return [4 * ((x - gx) * (x - gx) + (y - gy) * (y - gy)) < limit for x, y in ends]
    if order == "retreat":
        home = s.world.home[s.world.sides[u]]
        east, north = sine(home), cosine(home)
        return [(x - before[0]) * east + (y - before[1]) * north >= -ONE for x, y in ends]
    return [True] * len(ends)


# step 1


class NewOrders(Step):
    """[3.1] [4.1] [4.2] Step 1: the side that was first gives new orders, then the other."""

    rule = "3.1"

    def finish(self, state: Battle) -> None:
        state.enter_phase(1)
        state.push(OrdersOf(state.first), OrdersOf(1 - state.first))


class OrdersOf(Step):
    """[3.4] One change of orders a turn, two by a charismatic general; none while the army has lost its head."""

    rule = "3.4"

    def finish(self, state: Battle) -> None:
        g = state.world.army_general(self.side)
        general = state.generals[g]
        if general.lost and state.turn <= general.lost + SILENT_TURNS:
            state.emit("no_orders", self.side)
            return
        state.orders_left = 2 if state.charismatic(g) else 1
        state.asked = []
        state.push(GiveOrder(self.side))


def living(s: Battle, command: int) -> list[int]:
    return [u for u in s.world.members[command] if s.units[u].on_table]


def voice_reaches(s: Battle, side: int, command: int) -> bool:
    """[3.3] Whether an order is obeyed without a die: 30 cm to the brigade commander, or to one of the units."""
    g = s.world.army_general(side)
    general = s.generals[g]
    brigadier = s.world.brigadier(command)
    if brigadier >= 0:
        other = s.generals[brigadier]
        return length(other.x - general.x, other.y - general.y) <= VOICE
    troops = living(s, command)
    return any([footprint(s, u).millimetres_to(general.x, general.y) <= VOICE for u in troops])


def order_needs(s: Battle, side: int) -> int:
    """[3.3] What the D10 of a distant order must not exceed."""
    return min(10, 4 + 2 * s.generals[s.world.army_general(side)].rating)


class GiveOrder(Step):
    """[3.1] [3.3] Which command gets which order and objective."""

    rule = "3.1"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        found = []
        if state.orders_left > 0:
            for c, (who, command) in enumerate(state.world.commands):
                if who == side and c not in state.asked and living(state, c):
                    found += self._for(state, c, COMMAND_NAMES.index(command.id))
        return [*found, act("pass")] if found else []

    def _for(self, state: Battle, c: int, word: int) -> list[Action]:
        now = state.commands[c]
        found = []
        for order in (ATTACK, FORWARD, DEFEND):
            for o, objective in enumerate(state.world.objectives):
                if (order, o) != (now.order, now.objective):
                    found.append(act("order", word, order, OBJECTIVE_NAMES.index(objective.id)))
        if now.order != RETREAT:
            found.append(act("order", word, RETREAT))
        return found

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "pass":
            return
        state.orders_left -= 1
        c = state.world.command_at[action.args[0]]
        state.asked.append(c)
        state.push(GiveOrder(side))
        if not voice_reaches(state, side, c):
            needs, die = order_needs(state, side), state.dice.roll(10)
            state.emit("order_die", side, c, die, needs)
            if die > needs:
                return
        give(state, c, action.args[1], action.args[2] if len(action.args) > 2 else -1)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "order" and not head:
            at = state.world.command_at
            ours = [word for word, c in at.items() if state.world.commands[c][0] == side]
            yield Ban("3.1", "not_your_command", all_but(ours))
            yield Ban("3.4", "ordered_already", lambda word: at[word] in state.asked, (at.get,))
            yield Ban("3.2", "command_gone", lambda word: not living(state, at[word]), (at.get,))

    def forbids(self, state: Battle, action: Action) -> list[Reason]:
        """Retreat goes without an objective, every other order with one; an order is another than the present one."""
        found = super().forbids(state, action)
        if found or action.verb != "order" or action in self._for(state, *self._named(state, action)):
            return found
        if len(action.args) > 2 and action.args[2] >= len(state.world.objectives):
            return [("3.2", "no_objective", (action.args[2],))]
        if (action.args[1] == RETREAT) is (len(action.args) == 3):
            return [("3.2", "order_form", ())]
        return [("3.2", "same_order", (state.world.command_at[action.args[0]],))]

    def _named(self, state: Battle, action: Action) -> tuple[int, int]:
        return state.world.command_at[action.args[0]], action.args[0]


def give(s: Battle, c: int, order: int, objective: int) -> None:
    """[3.2] A command takes its new order; with it go the orders that single units had of their own."""
    command = s.commands[c]
    command.order = order
    if objective >= 0:
        name = OBJECTIVE_NAMES[objective]
        command.objective = s.world.objective(name)
    for u in living(s, c):
        if s.units[u].order == DEFEND:
            s.units[u].order = NOBODY
    s.emit("ordered", c, order, command.objective)


# generals


class Generals(Step):
    """[3.8] [4.1] Steps 6b and 7b: the generals of a side ride and attach themselves."""

    rule = "3.8"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        found = [
            act("general", GENERAL_NAMES.index(general.id))
            for g, (who, general) in enumerate(state.world.generals)
            if who == side and may_ride(state, g)
        ]
        return [*found, act("done")] if found else []

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "general":
            g = state.world.general_at[action.args[0]]
            state.generals[g].rode = True
            state.push(Ride(side, g), Generals(side))

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "general":
            at = state.world.general_at
            yield Ban(
                "3.8", "not_your_general", all_but([w for w, g in at.items() if state.world.generals[g][0] == side])
            )
            yield Verdict(lambda word: general_reasons(state, at[word]))


def general_reasons(s: Battle, g: int) -> list[Reason]:
    """[3.8] Why a general does not ride: once a turn; one whose unit is locked in melee stays with it."""
    general = s.generals[g]
    if general.lost:
        return [("3.9", "general_lost", (g,))]
    if general.rode:
        return [("3.8", "rode_already", (g,))]
    locked = general.unit >= 0 and s.engaged(general.unit)
    return [("8.3", "engaged", (general.unit,))] if locked else []


def may_ride(s: Battle, g: int) -> bool:
    """[3.8] Whether a general may ride now."""
    return not general_reasons(s, g)


def ride_reasons(s: Battle, g: int, x: int, y: int) -> list[Reason]:
    """[5.4] [3.8] 30 cm, on the table, not on closed ground and not among enemies."""
    general = s.generals[g]
    far = length(x - general.x, y - general.y)
    if far > RIDE:
        return [("5.4", "ride_far", (g, far - RIDE))]
    ground = s.world.ground
    if not (0 <= x <= ground.width and 0 <= y <= ground.height):
        return [("5.16", "general_off_table", (g,))]
    if ground.closed.holds(x, y):
        return [("5.15", "general_closed", (g,))]
    for u in s.own(1 - s.world.generals[g][0]):
        if footprint(s, u).nearer(x, y, NEAR - 0.5):
            return [("5.17", "general_near_enemy", (g, u))]
    return []


class RideRegion(Drawn):
    """[5.4] Where a general may ride."""

    def __init__(self, state: Battle, g: int) -> None:
        super().__init__("ride", "ride X Y")
        self.state = state
        self.g = g

    def beside(self, state: Battle) -> RideRegion:
        return RideRegion(state, self.g)

    def accepts(self, action: Action) -> bool:
        return len(action.args) == 2 and not ride_reasons(self.state, self.g, *action.args)

    def sample(self, rng: random.Random) -> Action:
        general = self.state.generals[self.g]
        for _ in range(8):
            action = act("ride", general.x + rng.randint(-RIDE, RIDE), general.y + rng.randint(-RIDE, RIDE))
            if self.accepts(action):
                return action
        return self.fallback()

    def fallback(self) -> Action:
        """Staying where one is can always be written as a ride."""
        general = self.state.generals[self.g]
        return act("ride", general.x, general.y)

    def worked_out(self) -> Json:
        general = self.state.generals[self.g]
        reach = circle(general.x, general.y, RIDE, RIDE).intersection(self.state.world.ground.board)
        reach = reach.difference(self.state.world.ground.closed.shape)
        parts = reach.geoms if hasattr(reach, "geoms") else [reach]
        return {
            "verb": "ride",
            "text": self.text,
            "general": self.state.world.generals[self.g][1].id,
            "polygons": [corners(part) for part in parts],
            "from": [general.x, general.y],
            "examples": [self.fallback().text],
        }


class Ride(Step):
    """[3.8] [5.4] One general: 30 cm anywhere, or to a unit within reach, to lead it."""

    rule = "3.8"

    def __init__(self, side: int, g: int) -> None:
        super().__init__(side)
        self.g = g

    def key(self) -> tuple[object, ...]:
        return ("Ride", self.side, self.g)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        found: list[Action] = [act("stay")]
        found += [act("attach", state.info(u).word) for u in state.own(side) if not attach_reasons(state, self.g, u)]
        region = RideRegion(state, self.g)
        if region.accepts(region.fallback()):
            found.append(region)
        return found

    def apply(self, state: Battle, side: int, action: Action) -> None:
        general = state.generals[self.g]
        if action.verb == "ride":
            general.unit = NOBODY
            general.x, general.y = action.args
            state.emit("rode", self.g, *action.args)
        elif action.verb == "attach":
            u = state.world.unit_at[action.args[0]]
            general.unit = u
            general.x, general.y = state.units[u].x, state.units[u].y
            state.emit("attached", self.g, u)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "attach":
            at = state.world.unit_at
            yield Ban("3.8", "not_your_unit", all_but([w for w, u in at.items() if state.side(u) == side]))
            yield Verdict(lambda word: attach_reasons(state, self.g, at[word]))

    def forbids(self, state: Battle, action: Action) -> list[Reason]:
        """A place on the table is judged as the region judges it."""
        return ride_reasons(state, self.g, *action.args) if action.verb == "ride" else super().forbids(state, action)

    def ask(self, state: Battle) -> tuple[object, ...]:
        return (self.g,)


def attach_reasons(s: Battle, g: int, u: int) -> list[Reason]:
    """[3.8] Contact is enough to attach: the unit must be within the general's ride, and not his already."""
    general = s.generals[g]
    if not s.units[u].on_table:
        return [("3.8", "unit_gone", (u,))]
    if general.unit == u:
        return [("3.8", "attached_already", (g, u))]
    far = footprint(s, u).millimetres_to(general.x, general.y)
    if far > RIDE:
        return [("5.4", "ride_far", (g, far - RIDE))]
    return []


def general_in_danger(s: Battle, u: int) -> None:
    """[3.9] A unit with a general has lost morale points: on a 1 of the D10 he is lost."""
    for g in s.general_with(u):
        die = s.dice.roll(10)
        if die == 1:
            lose_general(s, g)
        else:
            s.emit("general_safe", g, die)


def lose_general(s: Battle, g: int) -> None:
    s.generals[g].lost = s.turn
    s.generals[g].unit = NOBODY
    s.emit("general_lost", g)


def replace_generals(s: Battle) -> None:
    """[3.9] A fallen brigade commander is followed next turn by one of rating 0; the army's, after two turns."""
    for g, (side, general) in enumerate(s.world.generals):
        commander = s.generals[g]
        wait = SILENT_TURNS + 1 if general.role == "army" else 1
        if commander.lost and s.turn >= commander.lost + wait:
            commander.lost = 0
            commander.rating = 0
            s.emit("general_replaced", g, side)


def shaken_commands(s: Battle) -> None:
    """[3.7] A command that has lost half its morale points goes over to Defend, unless its commander holds it to it."""
    for c, (_, info) in enumerate(s.world.commands):
        command = s.commands[c]
        start = sum([2 * s.world.units[u].bases for u in s.world.members[c]])
        left = sum([s.units[u].pm for u in living(s, c)])
        if command.shaken or 2 * left > start or not living(s, c):
            continue
        command.shaken = True
        brigadier = s.world.brigadier(c)
        if command.order in (DEFEND, RETREAT):
            continue
        if brigadier >= 0 and not s.generals[brigadier].lost:
            die = s.dice.d6()
            s.emit("shaken_die", c, die)
            if die >= 4:
                continue
        command.order = DEFEND
        s.emit("shaken", c, COMMAND_NAMES.index(info.id))


__all__ = ["SIDES", "Generals", "NewOrders", "keep_off", "order_forbids"]
