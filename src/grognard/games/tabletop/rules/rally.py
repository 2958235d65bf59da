"""Rulebook 10 and steps 2 to 4: rally, compulsory moves, breakthrough and advance."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from grognard.board.plane import FULL, SLACK, ahead, corners
from grognard.games.tabletop.rules import morale
from grognard.games.tabletop.rules.charges import charger_reasons, plan_charge
from grognard.games.tabletop.rules.figures import facing_pose, footprint, layout_of, place, pose, stand, sweep, toward
from grognard.games.tabletop.rules.flight import (
    CAUGHT,
    destroy,
    disorder_crossed,
    fly,
    homeward,
    leave_table,
    run_length,
    take_parks,
)
from grognard.games.tabletop.rules.movement.paces import advance, place_reasons
from grognard.games.tabletop.rules.orders import DEFEND, nearest_enemy
from grognard.games.tabletop.rules.reactions import Declared, Reactions
from grognard.games.tabletop.world.formations import CREW, UNLIMBERED
from grognard.games.tabletop.world.state import READY, RETREATING, ROUTED, Battle, Step
from grognard.games.tabletop.world.world import MOVE, act
from grognard.kernel.action import Action, Region
from grognard.kernel.frame import Reason
from grognard.kernel.wire import Json

SAFE: Final = 150  # [10.3] no enemy nearer
REMAN: Final = 50  # [9.9]
BREAKTHROUGH_CHARGE: Final = 150  # [8.12]


class Rally(Step):
    """[4.1] [10.3] Step 2: every routed unit that may be rallied tests."""

    rule = "10.3"

    def finish(self, state: Battle) -> None:
        state.enter_phase(2)
        for side in (state.first, 1 - state.first):
            for u in state.own(side):
                if can_rally(state, u):
                    rally(state, u)


def can_rally(s: Battle, u: int) -> bool:
    """[10.3] Routed, with two morale points at least and no enemy within 15 cm."""
    unit = s.units[u]
    if unit.status != ROUTED or unit.pm < 2:
        return False
    return not any(footprint(s, u).within(footprint(s, other), SAFE) for other in s.enemies(u))


def rally(s: Battle, u: int) -> None:
    """[10.3] D10 with the modifiers of morale: rallied, retreating, or still in rout."""
    die = s.dice.roll(10)
    total = die + sum([value for _, value in morale.terms_of(s, u)])
    result = morale.result_of(total)
    s.emit("rally", u, die, total - die, total, result)
    if result == morale.HOLD:
        halt(s, u)
    elif result == morale.RETREAT:
        s.units[u].status = RETREATING


def halt(s: Battle, u: int) -> None:
    """[10.3] [9.9] Rallied: facing the enemy, in disorder, under Defend; gunners near their guns man them again."""
    unit = s.units[u]
    unit.status = READY
    unit.order = DEFEND
    s.disorder(u)
    foe = nearest_enemy(s, u)
    if foe >= 0:
        turned = facing_pose(s, u, toward(s, u, foe))
        if not place_reasons(s, u, turned):
            place(s, u, turned)
    remanned(s, u)


def remanned(s: Battle, u: int) -> bool:
    """[9.9] Gunners within 5 cm of their own guns, not taken by the enemy, man them again."""
    unit = s.units[u]
    for park in s.parks:
        if park.unit != u or park.taken >= 0 or unit.formation != CREW:
            continue
        back = pose(s, u)._replace(x=park.x, y=park.y, facing=park.facing, formation=UNLIMBERED)
        guns = layout_of(s, u, back)
        if stand(guns, back).within(footprint(s, u), REMAN + SLACK) and not place_reasons(s, u, back):
            place(s, u, back)
            s.parks.remove(park)
            s.emit("guns_manned", u)
            return True
    return False


# step 3


class CompulsoryMoves(Step):
    """[4.1] [10.1] Step 3: routed and retreating units move to the rear, the first side's before the other's."""

    rule = "10.1"

    def finish(self, state: Battle) -> None:
        state.enter_phase(3)
        movers = [u for side in (state.first, 1 - state.first) for u in state.own(side) if not state.units[u].ready]
        state.push(*[RunAway(state.side(u), u) for u in movers])


class RunAway(Step):
    """[10.1] [9.4] One unit runs; a retreating one ends with front or back to the enemy as its owner likes."""

    rule = "9.4"

    def __init__(self, side: int, u: int) -> None:
        super().__init__(side)
        self.u = u

    def key(self) -> tuple[object, ...]:
        return ("RunAway", self.side, self.u)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        if state.units[self.u].status != RETREATING:
            return []
        return [act("face", 0), act("face", 1)]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        retreat(state, self.u, action.args[0] == 0)

    def finish(self, state: Battle) -> None:
        if state.units[self.u].status == ROUTED:
            run(state, self.u)

    def ask(self, state: Battle) -> tuple[object, ...]:
        return (self.u,)


def run(s: Battle, u: int) -> None:
    """[10.1] [10.2] A routed unit runs one move toward its own edge, through friends; off the table it is gone."""
    start, p = s.spot(u), homeward(s, u)
    found = fly(s, u, p, run_length(s, u, p, MOVE, routed=True), through=True, leave=True)
    s.units[u].moved = True
    if found.enemy and found.mm < CAUGHT:
        s.emit("cut_off", u)
        destroy(s, u)
        return
    disorder_crossed(s, found.crossed)
    if found.off:
        leave_table(s, u)
        return
    place(s, u, found.pose)
    s.emit("ran", u, found.mm)
    s.trace(u, start)


def retreat(s: Battle, u: int, front: bool) -> None:
    """[9.4] [9.8] A retreating unit makes one move to the rear, loses a morale point and is free again."""
    unit = s.units[u]
    s.emit("retreats", u)
    morale.lose(s, u, morale.RETREAT_LOSS)
    if not unit.on_table:
        return
    start, p = s.spot(u), homeward(s, u)
    found = fly(s, u, p, run_length(s, u, p, MOVE, routed=False), through=True)
    if found.enemy and found.mm < CAUGHT:
        s.emit("cut_off", u)
        destroy(s, u)
        return
    disorder_crossed(s, found.crossed)
    place(s, u, found.pose)
    unit.status = READY
    unit.moved = True
    unit.left = 0
    if front:
        turned = facing_pose(s, u, (found.pose.facing + 1800) % FULL)
        if not place_reasons(s, u, turned):
            place(s, u, turned)
    s.emit("ran", u, found.mm)
    s.trace(u, start)
    remanned(s, u)


# step 4


class FollowUp(Step):
    """[4.1] [8.12] Step 4: the winners of last turn's melees, the first side's before the other's."""

    rule = "8.12"

    def finish(self, state: Battle) -> None:
        state.enter_phase(4)
        able = [u for side in (state.first, 1 - state.first) for u in sorted(state.winners) if state.side(u) == side]
        state.winners = []
        state.push(*[Exploit(state.side(u), u) for u in able])
        take_parks(state)


class AdvanceRegion(Region):
    """[8.12] The straight advance of victorious infantry: any distance up to half a move."""

    def __init__(self, state: Battle, u: int, most: int) -> None:
        super().__init__("advance", "advance MM")
        self.state = state
        self.u = u
        self.most = most

    def beside(self, state: Battle) -> AdvanceRegion:
        return AdvanceRegion(state, self.u, self.most)

    def accepts(self, action: Action) -> bool:
        return len(action.args) == 1 and 1 <= action.args[0] <= self.most and self.free(action.args[0])

    def free(self, mm: int) -> bool:
        """[5.18] Open order goes through friends, but does not stop among them."""
        p = pose(self.state, self.u)
        x, y = ahead(p.x, p.y, p.facing, mm)
        return not place_reasons(self.state, self.u, p._replace(x=x, y=y), storming=True)

    def sample(self, rng: random.Random) -> Action:
        mm = rng.randint(1, self.most)
        return act("advance", mm if self.free(mm) else self.most)

    def as_data(self) -> Json:
        p = pose(self.state, self.u)
        reach = sweep(layout_of(self.state, self.u, p), p, self.most)
        return {
            "verb": "advance",
            "text": self.text,
            "unit": self.state.info(self.u).id,
            "min": 1,
            "max": self.most,
            "polygons": [corners(reach.shape)],
            "examples": [f"advance {self.most}"],
        }


class Exploit(Step):
    """[8.12] Cavalry may break through or charge a new target within 15 cm; infantry may advance half a move."""

    rule = "8.12"

    def __init__(self, side: int, u: int) -> None:
        super().__init__(side)
        self.u = u

    def key(self) -> tuple[object, ...]:
        return ("Exploit", self.side, self.u)

    def able(self, state: Battle) -> bool:
        unit = state.units[self.u]
        return unit.ready and not state.engaged(self.u) and not state.info(self.u).artillery

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        if not self.able(state):
            return []
        if state.info(self.u).cavalry:
            return self.cavalry(state)
        most = half_move(state, self.u)
        return [act("stay"), AdvanceRegion(state, self.u, most)] if most else []

    def cavalry(self, state: Battle) -> list[Action]:
        found = [act("charge", state.info(t).word) for t in self.new_targets(state)]
        if full_move(state, self.u) > 0:
            found.append(act("breakthrough"))
        bound = found and state.order_of(self.u) == "attack"
        return found if bound or not found else [*found, act("stay")]

    def new_targets(self, state: Battle) -> list[int]:
        """[8.12] Enemies that a breakthrough can charge: within 15 cm."""
        if charger_reasons(state, self.u):
            return []
        body, reach = footprint(state, self.u), BREAKTHROUGH_CHARGE + 0.5
        near = [t for t in state.enemies(self.u) if body.within(footprint(state, t), reach)]
        return [t for t in near if not plan_charge(state, self.u, t, BREAKTHROUGH_CHARGE).reasons]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "charge":
            target = state.world.unit_at[action.args[0]]
            state.push(Declared(side, self.u, target, impetus=False), Reactions(side))
        elif action.verb == "breakthrough":
            go(state, self.u, full_move(state, self.u), "broke_through")
        elif action.verb == "advance":
            go(state, self.u, action.args[0], "advanced")

    def forbids(self, state: Battle, action: Action) -> list[Reason]:
        """A distance is judged as the region judges it, a charge by its plan."""
        if action in self.options(state, self.side):
            return []
        if action.verb == "stay":
            return [("4.7", "attack_obliges", (self.u,))]
        if action.verb == "charge":
            target = state.world.unit_at.get(action.args[-1], -1)
            if target < 0:
                return [("6.1", "no_such_unit", (action.args[-1],))]
            return plan_charge(state, self.u, target, BREAKTHROUGH_CHARGE).reasons
        if action.verb == "advance":
            most = half_move(state, self.u)
            if 1 <= action.args[0] <= most:
                return [("5.18", "blocked", (self.u,))]
            return [("8.12", "advance_half", (self.u, max(1, action.args[0] - most)))]
        return []

    def ask(self, state: Battle) -> tuple[object, ...]:
        return (self.u,)


def half_move(s: Battle, u: int) -> int:
    """[8.12] How far victorious infantry may go straight ahead: half a move, less where something stands in the way."""
    return _straight(s, u, MOVE // 2)


def full_move(s: Battle, u: int) -> int:
    return _straight(s, u, MOVE)


def _straight(s: Battle, u: int, parts: int) -> int:
    p = pose(s, u)
    return fly(s, u, p, run_length(s, u, p, parts, routed=False), through=False).mm


def go(s: Battle, u: int, mm: int, key: str) -> None:
    """[8.12] The move of a winner; it counts toward the unit's one move of the turn."""
    unit = s.units[u]
    p = pose(s, u)
    cost = advance(s, u, p._replace(left=MOVE), mm).pose.left
    x, y = ahead(p.x, p.y, p.facing, mm)
    place(s, u, p._replace(x=x, y=y, left=max(0, unit.left - (MOVE - cost))))
    unit.moved = s.info(u).cavalry
    s.emit(key, u, mm)
    take_parks(s)
