"""Rulebook 4.4, 5 and steps 6 to 8: strategic moves, moves unit by unit and step by step, late charges."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Final

import shapely

from grognard.board.plane import corners
from grognard.games.tabletop.rules.charges import (
    charge_targets,
    may_charge,
    obliged,
    obliged_to,
    pinned_by,
    plan_charge,
)
from grognard.games.tabletop.rules.figures import Pose, footprint, layout_of, place, pose, stand
from grognard.games.tabletop.rules.flight import take_parks
from grognard.games.tabletop.rules.movement import paces as movement
from grognard.games.tabletop.rules.movement.pathing import Leg, Route, attempt, passable, route, spokes, taken
from grognard.games.tabletop.rules.movement.room import Room
from grognard.games.tabletop.rules.orders import Generals
from grognard.games.tabletop.rules.reactions import Declared, Reactions
from grognard.games.tabletop.world.formations import LIMBERED, MARCHING, NAMES, UNLIMBERED
from grognard.games.tabletop.world.state import NOBODY, Arrival, Battle, Drawn, Step
from grognard.games.tabletop.world.world import CHARGES, MOVE, MOVES, STRATEGIC, act
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban, Verdict, because
from grognard.kernel.frame import Reason
from grognard.kernel.wire import Json

LEFT: Final = 0
RIGHT: Final = 1
PARTS: Final = (1, 2, 3, 4, 6, 8, 10, 12, 14)  # sixteenths of a step, the short ones closer together
SMALLEST: Final = {"advance": 1, "back": 1, "shift": 1, "wheel": 10}
END: Final = act("end")
DONE: Final = act("done")
TURN: Final = act("turn")
FORMS: Final = {formation: act("form", number) for number, formation in enumerate(NAMES)}
WORD_OF: Final = {1: RIGHT, -1: LEFT}
HANDS: Final = {0: "", 1: " right", -1: " left"}
STEP_TEXTS: Final = {(v, hand): f"{v}{HANDS[hand]} {'ANGLE' if v == 'wheel' else 'MM'}" for v, hand in movement.STEPS}


def leg_of(action: Action) -> Leg:
    """A step as it is written, with the left as negative."""
    if action.verb in ("wheel", "shift"):
        return Leg(action.verb, action.args[1] if action.args[0] == RIGHT else -action.args[1])
    return Leg(action.verb, action.args[0] if action.args else 0)


def written(leg: Leg) -> Action:
    if leg.verb in ("wheel", "shift"):
        return act(leg.verb, RIGHT if leg.amount > 0 else LEFT, abs(leg.amount))
    return act(leg.verb, leg.amount) if leg.verb != "turn" else act("turn")


class StepRegion(Drawn):
    """[5.9] One kind of step, of any length or angle that is legal."""

    def __init__(self, state: Battle, room: Room, verb: str, hand: int) -> None:
        self.verb, self.args, self.text = verb, (), STEP_TEXTS[verb, hand]
        self.state = state
        self.room = room
        self.u = room.u
        self.hand = hand
        self.seen = 0  # a wheel so wide meets nothing on its way
        self.tried: dict[int, Pose | None] = {}

    def beside(self, state: Battle) -> StepRegion:
        return StepRegion(state, self.room.beside(state), self.verb, self.hand)

    def leg(self, amount: int) -> Leg:
        return Leg(self.verb, -amount if self.hand < 0 else amount)

    def answer(self, amount: int) -> Action:
        """The step of such a length or angle as it is written."""
        return act(self.verb, WORD_OF[self.hand], amount) if self.hand else act(self.verb, amount)

    def legal(self, amount: int) -> bool:
        return self.end(amount) is not None

    def end(self, amount: int) -> Pose | None:
        """Where the step leads, if it is legal."""
        if amount not in self.tried:
            tried = self._try(amount)
            self.tried[amount] = None if tried.reasons else tried.pose
        return self.tried[amount]

    def _try(self, amount: int) -> movement.Try:
        s, u, room = self.state, self.u, self.room
        if self.verb == "shift":
            return movement.shift(s, u, room.start, self.hand * amount, room)
        if self.verb != "wheel":
            step = movement.advance if self.verb == "advance" else movement.back
            return step(s, u, room.start, amount, room)
        looks = (amount - 1) // movement.WHEEL_STEP * movement.WHEEL_STEP
        found = movement.wheel(s, u, room.start, self.hand * amount, self.hand * min(looks, self.seen), room)
        if not found.reasons and looks > self.seen:
            self.seen = looks
        return found

    def accepts(self, action: Action) -> bool:
        amount = action.args[-1]
        if amount <= 0 or (self.hand and action.args[0] != WORD_OF[self.hand]):
            return False
        end = self.end(amount)
        self.state.arrival = None if end is None else Arrival(self.u, self.room.start, self.verb, action.args, end)
        return end is not None

    def most(self) -> int:
        """What the rest of the move pays for, if nothing stands in the way."""
        s, p = self.state, self.room.start
        if self.verb == "advance":
            return movement.affordable(s, self.u, p)
        mm = p.left // movement.price_here(s, self.u, p)
        if self.verb == "wheel":
            return min(movement.WIDEST_WHEEL, mm * 1800 * 113 // (355 * layout_of(s, self.u, p).width))
        return mm // 2

    def longest(self) -> int:
        """The longest legal step, found by halving."""
        if self.verb == "advance":
            return max(1, movement.furthest(self.state, self.u, self.room.start, self.room))
        low, high = SMALLEST[self.verb], max(SMALLEST[self.verb], self.most())
        if self.legal(high):
            return high
        while high - low > 1:
            middle = (low + high) // 2
            if self.legal(middle):
                low = middle
            else:
                high = middle
        return low

    def sample(self, rng: random.Random) -> Action:
        """Any length that the move pays for; where that is not legal, half of it, and so on."""
        least = SMALLEST[self.verb]
        amount = rng.randint(least, max(least, self.most()))
        while amount > least and not self.legal(amount):
            amount = max(least, amount // 2)
        return self.answer(amount)

    def worked_out(self) -> Json:
        s, p = self.state, self.room.start
        longest = self.longest()
        end = taken(s, self.u, p, self.leg(longest))
        shape = layout_of(s, self.u, p)
        reach = stand(shape, p).shape.union(stand(shape, end).shape).convex_hull
        return {
            "verb": self.verb,
            "text": self.text,
            "unit": s.info(self.u).id,
            "hand": self.hand,
            "min": SMALLEST[self.verb],
            "max": longest,
            "polygons": [corners(reach)],
            "end": [end.x, end.y, end.facing],
            "stops": self.stops(longest),
            "examples": [self.answer(longest).text],
        }

    def stops(self, longest: int) -> list[int]:
        """Amounts that are legal for certain: not every shorter step need be (a place may be taken on the way)."""
        parts = sorted({max(SMALLEST[self.verb], longest * k // 16) for k in PARTS} - {longest})
        return [*[amount for amount in parts if self.legal(amount)], longest]


AT_MOST_LESS = 4  # millimetres


class GotoRegion(Drawn):
    """[5.20] Everywhere a unit can go with a wheel, an advance and a wheel."""

    def __init__(self, state: Battle, room: Room) -> None:
        super().__init__("goto", "goto X Y FACING")
        self.state = state
        self.room = room
        self.u = room.u
        self.tried: dict[tuple[int, ...], Arrival | None] = {}

    def beside(self, state: Battle) -> GotoRegion:
        return GotoRegion(state, self.room.beside(state))

    def accepts(self, action: Action) -> bool:
        goal = action.args
        if goal not in self.tried:
            self.tried[goal] = self.found(*goal)
        self.state.arrival = self.tried[goal]
        return self.state.arrival is not None

    def found(self, x: int, y: int, facing: int) -> Arrival | None:
        """The way to a place and facing, if there is one."""
        way = passable(self.state, self.u, x, y, facing, self.room) if 0 <= facing < 3600 else None
        return None if way is None else Arrival(self.u, self.room.start, "goto", (x, y, facing), way.end)

    def sample(self, rng: random.Random) -> Action:
        """A wheel and an advance by chance, else an advance alone, of any length that the move pays for."""
        for angle in (rng.randint(-600, 600), 0):
            end = self.onward(angle, rng)
            if end is not None:
                action = act("goto", end.x, end.y, end.facing)
                if self.accepts(action):
                    return action
        return self.ahead()

    def onward(self, angle: int, rng: random.Random) -> Pose | None:
        """Where a wheel and a legal advance by chance lead."""
        s, u, room = self.state, self.u, self.room
        tried = attempt(s, u, room.start, Leg("wheel", angle), room) if angle else movement.Try(room.start, [])
        if tried.reasons:
            return None
        mm = rng.randint(0, movement.affordable(s, u, tried.pose))
        while mm:
            there = attempt(s, u, tried.pose, Leg("advance", mm), room)
            if not there.reasons:
                return there.pose
            mm //= 2
        return tried.pose if angle else None

    def ahead(self) -> Action:
        """Straight on as far as it goes; a little less where a place written in millimetres lies past a limit."""
        s, u, p = self.state, self.u, self.room.start
        mm = movement.furthest(s, u, p, self.room)
        for shorter in range(AT_MOST_LESS):
            end = movement.advanced(s, u, p, mm - shorter) if mm > shorter else p
            action = act("goto", end.x, end.y, end.facing)
            if self.accepts(action):
                return action
        return action

    def worked_out(self) -> Json:
        s = self.state
        rim = spokes(s, self.u)
        p = pose(s, self.u)
        outline = shapely.Polygon([(p.x, p.y), *[(q.x, q.y) for q in rim]]) if len(rim) > 1 else None
        if outline is not None and not outline.is_valid:
            outline = outline.buffer(0)
        parts = [] if outline is None else list(outline.geoms) if hasattr(outline, "geoms") else [outline]
        return {
            "verb": "goto",
            "text": self.text,
            "unit": s.info(self.u).id,
            "from": [p.x, p.y, p.facing],
            "polygons": [corners(part) for part in parts if part.area > 1],
            "facing": [0, 3599],
            "left_mm": movement.millimetres(s, self.u, p, p.left),
            "rim": [[q.x, q.y, q.facing] for q in rim],
            "examples": [self.ahead().text],
        }


# the phases


class Phase(Step):
    """[4.1] [4.4] Steps 6 and 7: one side moves, the other evades."""

    rule = "4.4"

    def __init__(self, side: int, number: int) -> None:
        super().__init__(side)
        self.number = number

    def key(self) -> tuple[object, ...]:
        return ("Phase", self.side, self.number)

    def finish(self, state: Battle) -> None:
        state.enter_phase(self.number)
        state.asked = []
        side = self.side
        state.push(Strategic(side), Generals(side), Troops(side, True), Troops(side, False), Reactions(side))


def unit_reasons(s: Battle, u: int) -> list[Reason]:
    """[5.7] Why a unit does not move any more: out of hand, locked in melee, evaded, moved."""
    unit = s.units[u]
    if not unit.ready:
        return [("9.7", "not_in_hand", (u,))]
    if s.engaged(u):
        return [("8.3", "engaged", (u,))]
    if unit.evaded:
        return [("6.8", "evaded_no_move", (u,))]
    return [("5.7", "moved_already", (u,))] if unit.moved or u in s.asked else []


def can_move(s: Battle, u: int) -> bool:
    """[5.7] In hand, not yet moved, not locked in melee, not evaded."""
    return not unit_reasons(s, u)


def mover_reasons(s: Battle, side: int, word: int) -> list[Reason]:
    """[5.7] Why a unit may not be moved."""
    u = s.world.unit_at.get(word, NOBODY)
    if u < 0 or not s.units[u].on_table:
        return [("5.7", "no_such_unit", (word,))]
    if s.side(u) != side:
        return [("5.7", "not_your_unit", (word,))]
    return unit_reasons(s, u)


class Strategic(Step):
    """[5.6] Steps 6a and 7a: strategic moves, unit by unit."""

    rule = "5.6"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        marching = [u for u in state.own(side) if state.units[u].formation in MARCHING]
        able = [u for u in marching if can_move(state, u) and may_start(state, u)]
        return [*[STRATEGIC[state.world.units[u].word] for u in able], DONE] if able else []

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action is not DONE:
            u = state.world.unit_at[action.args[0]]
            state.strategic = True
            state.stepped = False
            state.push(MoveUnit(side, u), Strategic(side))

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "strategic":
            yield Verdict(lambda word: mover_reasons(state, side, word))
            yield Verdict(lambda word: start_reasons(state, state.world.unit_at[word]))
        elif verb == "move":
            yield Ban("5.6", "strategic_first", ALL, ())


def start_reasons(s: Battle, u: int) -> list[Reason]:
    """[5.6] March order, and more than 40 cm from every enemy in sight."""
    if s.units[u].formation not in MARCHING:
        return [("5.6", "not_marching", (u,))]
    other = movement.strategic_watcher(s, u)
    if other < 0:
        return []
    return [("5.6", "strategic_near", (u, other, footprint(s, other).millimetres(footprint(s, u))))]


def may_start(s: Battle, u: int) -> bool:
    """[5.6] Whether a unit can begin a strategic move."""
    return s.units[u].formation in MARCHING and movement.strategic_watcher(s, u) < 0


class Troops(Step):
    """[4.4] [5.7] Steps 6c and 7c: the cavalry, then the rest; [3.5] who must charge does so before the end."""

    rule = "5.7"

    def __init__(self, side: int, cavalry: bool) -> None:
        super().__init__(side)
        self.cavalry = cavalry

    def key(self) -> tuple[object, ...]:
        return ("Troops", self.side, self.cavalry)

    def able(self, state: Battle) -> list[int]:
        mine = [u for u in state.own(self.side) if state.info(u).cavalry == self.cavalry and can_move(state, u)]
        charged = {unit.target for unit in state.units}
        return [u for u in mine if u not in charged or not pinned_by(state, u) or charge_targets(state, u)]

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        able = self.able(state)
        if not able:
            return []
        found = [MOVES[state.world.units[u].word] for u in able]
        bound = any([state.order_of(u) == "attack" and may_charge(state, u) for u in able])
        return found if bound else [*found, DONE]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action is DONE:
            return
        state.stepped = False
        state.push(MoveUnit(side, state.world.unit_at[action.args[0]]), Troops(side, self.cavalry))

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "done":
            able = self.able(state)
            yield from because([("3.5", "must_charge", (u, obliged(state, u))) for u in able if obliged(state, u) >= 0])
        elif verb == "move":
            yield Verdict(lambda word: mover_reasons(state, side, word))
            yield Verdict(lambda word: self._why_it_waits(state, state.world.unit_at[word]))

    def _why_it_waits(self, state: Battle, u: int) -> list[Reason]:
        if u in self.able(state):
            return []
        chasers = pinned_by(state, u)
        if chasers:
            return [("6.1", "pinned", (u, chasers[0]))]
        return [("4.4", "cavalry_first" if self.cavalry else "cavalry_done", (u,))]


class MoveUnit(Step):
    """[5.9] The move of one unit, step by step; or its charge."""

    rule = "5.9"

    def __init__(self, side: int, u: int) -> None:
        super().__init__(side)
        self.u = u

    def key(self) -> tuple[object, ...]:
        return ("MoveUnit", self.side, self.u)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        u = self.u
        found: list[Action] = []
        if not state.stepped and not state.strategic:
            targets = charge_targets(state, u)
            must = obliged_to(state, u, targets)
            if must >= 0:
                return [CHARGES[state.world.units[must].word]]
            found += [CHARGES[state.world.units[t].word] for t in targets]
        if state.stepped or not pinned_by(state, u):  # who may step is not pinned, and nobody else moves meanwhile
            room = Room(state, u)
            found += self.changes(state, room)
            steps = self.steps(state, room)
            found += steps
            if steps and steps[0].verb == "advance":
                found.append(GotoRegion(state, room))
        return [END, *found] if found else []

    def steps(self, state: Battle, room: Room) -> list[StepRegion]:
        """[5.9] The steps of which the smallest is legal."""
        u = self.u
        begun = movement.beginnings(state, u, room)
        regions = [StepRegion(state, room, verb, hand) for verb, hand in begun]
        if not begun or movement.unbound(state, u, room):
            return regions
        watched = state.strategic and bool(room.spotters)
        return [
            region
            for region in regions
            if not (watched or movement.hindered(state, u, room, region.verb, region.hand))
            or region.legal(SMALLEST[region.verb])
        ]

    def changes(self, state: Battle, room: Room) -> list[Action]:
        """[5.9] About-face, other formations, limbering; none of them in a strategic move but the about-face."""
        u, p = self.u, room.start
        found: list[Action] = []
        if not state.strategic:
            if state.info(u).artillery:
                for verb, formation in (("limber", LIMBERED), ("unlimber", UNLIMBERED)):
                    if not movement.limber(state, u, p, formation, room).reasons:
                        found.append(act(verb))
            else:  # what needs most ground is asked first, so that it is looked at once
                found = [FORMS[formation] for formation in movement.forms(state, u, room)]
        return [TURN, *found] if movement.may_turn(state, u, room) else found

    def apply(self, state: Battle, side: int, action: Action) -> None:
        u = self.u
        if action is END:
            self.finish(state)
            return
        if action.verb == "charge":
            state.push(Declared(side, u, state.world.unit_at[action.args[0]]))
            return
        self.step(state, action)
        state.stepped = True
        state.push(MoveUnit(side, u))

    def step(self, state: Battle, action: Action) -> None:
        u, p = self.u, pose(state, self.u)
        unit = state.units[u]
        if action.verb == "goto":
            after = self.arrived(state, p, action) or self.way(state, action).end
            state.emit("went", u, after.x, after.y, after.facing)
        elif action.verb == "form":
            after = movement.formed(state, u, p, NAMES[action.args[0]])
            state.emit("formed", u, after.formation)
        elif action.verb in ("limber", "unlimber"):
            after = movement.limbered(p, LIMBERED if action.verb == "limber" else UNLIMBERED)
            unit.deployed = action.verb == "unlimber"
            state.emit("formed", u, after.formation)
        else:
            after = self.arrived(state, p, action) or taken(state, u, p, leg_of(action))
            amount = action.args[-1] if action.args else 0
            left = action.args[0] == LEFT if len(action.args) > 1 else not amount
            state.emit(f"step_{action.verb}", u, amount, LEFT if left else RIGHT)
        place(state, u, after)
        state.trace(u, (p.x, p.y))
        if after.disordered and not unit.disordered:
            state.disorder(u)

    def way(self, state: Battle, action: Action) -> Route:
        """[5.20] The way to a place and facing."""
        x, y, facing = action.args
        return route(state, self.u, x, y, facing)

    def arrived(self, state: Battle, p: Pose, action: Action) -> Pose | None:
        """Where it leads, if that was found a moment ago, when the answer was checked."""
        known, state.arrival = state.arrival, None
        if known is None or known.unit != self.u or known.verb != action.verb or known.args != action.args:
            return None
        return known.end if known.start == p else None

    def finish(self, state: Battle) -> None:
        """The unit's move is over; one that did nothing may still make a late charge."""
        state.asked.append(self.u)
        state.units[self.u].moved = state.stepped
        state.strategic = False
        take_parks(state)

    def forbids(self, state: Battle, action: Action) -> list[Reason]:
        u, p = self.u, pose(state, self.u)
        must = NOBODY if state.stepped or state.strategic else obliged(state, u)
        if must >= 0:
            return [("3.5", "must_charge", (u, must))]
        if action.verb == "charge":
            return self.why_no_charge(state, action)
        if pinned_by(state, u):
            return [("6.1", "pinned", (u, pinned_by(state, u)[0]))]
        if action.verb == "goto":
            in_range = 0 <= action.args[2] < 3600
            return self.way(state, action).reasons if in_range else [("5.19", "facing_range", ())]
        if action.verb == "form":
            return self.no_change(state) or movement.form(state, u, p, NAMES[action.args[0]]).reasons
        if action.verb in ("limber", "unlimber"):
            after = LIMBERED if action.verb == "limber" else UNLIMBERED
            return self.no_change(state) or movement.limber(state, u, p, after).reasons
        if action.verb in SMALLEST:
            return self.why_no_step(state, action)
        if action.verb == "turn":
            return movement.turn(state, u, p).reasons or ([("5.9", "turned_already", (u,))] if p.turned else [])
        return []

    def no_change(self, state: Battle) -> list[Reason]:
        return [("5.6", "strategic_march", (self.u,))] if state.strategic else []

    def why_no_step(self, state: Battle, action: Action) -> list[Reason]:
        if action.args[-1] <= 0:
            return [("5.9", "nothing", ())]
        return attempt(state, self.u, pose(state, self.u), leg_of(action)).reasons or [("5.9", "blocked", (self.u,))]

    def why_no_charge(self, state: Battle, action: Action) -> list[Reason]:
        target = state.world.unit_at.get(action.args[-1], NOBODY)
        if target < 0:
            return [("6.1", "no_such_unit", (action.args[-1],))]
        if state.stepped or state.strategic:
            return [("6.2", "charge_whole_move" if state.stepped else "charge_strategic", (self.u,))]
        return plan_charge(state, self.u, target).reasons

    def ask(self, state: Battle) -> tuple[object, ...]:
        p = pose(state, self.u)
        return (self.u, movement.millimetres(state, self.u, p, p.left))


# step 8


class LateCharges(Step):
    """[6.10] [4.1] Step 8: units that have not moved may charge, alternately, until both sides pass."""

    rule = "6.10"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        found = [
            act("charge", state.info(u).word, state.info(t).word)
            for u in state.own(side)
            if not late_reasons(state, u)
            for t in charge_targets(state, u)
        ]
        return [*found, act("pass")]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "pass":
            state.passes += 1
            if state.passes < 2:
                state.push(LateCharges(1 - side))
            return
        state.passes = 0
        u, target = (state.world.unit_at[word] for word in action.args)
        state.push(Declared(side, u, target), Reactions(side), LateCharges(1 - side))

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb != "charge":
            return
        unit_at = state.world.unit_at
        yield Ban("6.1", "no_such_unit", lambda word: word not in unit_at)
        if head:
            yield Verdict(lambda word: plan_charge(state, unit_at[head[0]], unit_at[word]).reasons)
        else:
            yield Ban("6.1", "not_your_unit", lambda word: state.side(unit_at[word]) != side)
            yield Verdict(lambda word: late_reasons(state, unit_at[word]))


def late_reasons(s: Battle, u: int) -> list[Reason]:
    """[6.10] Only units that have neither moved nor evaded."""
    unit = s.units[u]
    if unit.moved or unit.evaded or unit.left < MOVE:
        return [("6.10", "late_moved", (u,))]
    return []


class BeginLateCharges(Step):
    """[6.10] The first side begins."""

    rule = "6.10"

    def finish(self, state: Battle) -> None:
        state.enter_phase(8)
        state.passes = 0
        state.push(LateCharges(state.first))
