"""[8.4] A stack taken in hand: who goes, how far, by which way. Nothing is played before the march is confirmed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.obey import before_route
from grognard.games.russia1812.rules.movement.march import CarryTrains, MarchLeaders, MarchUnits, MoveOrder, may_march
from grognard.games.russia1812.rules.movement.route import ChooseCover, Route, commit_cover, must_stop
from grognard.games.russia1812.rules.movement.steps import can_march
from grognard.games.russia1812.rules.optional.unexamined import MarchDummies
from grognard.games.russia1812.rules.orders import AttackOrder
from grognard.games.russia1812.table.describe import describe
from grognard.games.russia1812.table.muster import marcher, sums
from grognard.games.russia1812.table.pen import Pen, Seen
from grognard.games.russia1812.table.risk import Toll, die_parts, march_toll, normal_hexes, price, whole_column
from grognard.games.russia1812.table.shortcuts import asks_to_halt, march_plans
from grognard.games.russia1812.table.strike import strike
from grognard.games.russia1812.world.state import Campaign, March
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame
from grognard.kernel.pen import percent
from grognard.kernel.wire import Column, Option, Plan


class Draft:
    """A march as it is thought of: the campaign at the end of the way chosen so far, and the answers that lead there.

    No die is thrown and nobody else is asked: where that would happen the way ends.
    """

    def __init__(self, s: Campaign, side: int) -> None:
        self.s = s.copy()
        self.side = side
        self.said: list[str] = []  # answers to be given
        self.steps: list[str] = []  # those of the way
        self.path: list[int] = []
        self.wavers = False  # [16.5] a die falls between the naming of the column and its way
        self.open = True

    @property
    def march(self) -> March:
        assert self.s.march is not None
        return self.s.march

    def say(self, frame: Frame[Campaign], action: Action) -> bool:
        """Answer a question; where it has no other answer it is not put. False: the rules forbid it."""
        options = frame.options(self.s, self.side)
        if action not in options:
            return False
        if len(options) > 1 or frame.must_ask(self.s):
            self.said.append(action.text)
        return True

    # who goes

    def name(self, start: int, units: int, leaders: int) -> bool:
        """[8.4] A column out of a stack; False where such a group has no first step."""
        s, side, world = self.s, self.side, self.s.world
        s.march = March(side, start)
        self.said.append(f"march {world.grid.names[start]}")
        if s.raises_room and (trains := CarryTrains(side).options(s, side)):
            self.say(CarryTrains(side), trains[0])
        if not self._take(start, units):
            return False
        for action in world.for_units("lead", leaders):
            self.say(MarchLeaders(side), action)
            self.march.leaders |= 1 << action.args[0]
        self.say(MarchLeaders(side), world.go)
        MarchLeaders(side).apply(s, side, world.go)
        self.wavers = s.advanced and bool(before_route(s, self.march))
        if s.hidden and (dummies := MarchDummies(side).options(s, side)):
            self.say(MarchDummies(side), dummies[-1])  # what belongs to the stack goes along
            MarchDummies(side).apply(s, side, dummies[-1])
        return True

    def _take(self, start: int, units: int) -> bool:
        s, frame, world = self.s, MarchUnits(self.side), self.s.world
        if not units:
            return False
        if units == can_march(s, self.side, start) and self.say(frame, world.all_):
            self.march.units = units
            return True
        for action in world.for_units("take", units):
            if not self.say(frame, action):
                return False
            self.march.units |= 1 << action.args[0]
        return self.say(frame, world.go)

    # which way

    def follow(self, steps: Sequence[str]) -> bool:
        """The way so far, answer by answer; False where one of them is none."""
        for text in steps:
            options = self.asked().options(self.s, self.side)
            action = next((option for option in options if option.text == text), None)
            if action is None or action.verb == "halt" or not self.open:
                return False
            self._go(action)
        return True

    def asked(self) -> Frame[Campaign]:
        m = self.march
        gripped = m.hexes == 1 and self.s.began_near[self.side] >> m.start & 1 and must_stop(self.s, m)
        return ChooseCover(self.side) if gripped else Route(self.side)

    def _go(self, action: Action) -> None:
        m, s = self.march, self.s
        self.say(self.asked(), action)
        self.steps.append(action.text)
        if action.verb == "cover":
            commit_cover(s, m, action.args[0])
        elif action.verb == "drop":
            m.leaders &= ~(1 << action.args[0])
            s.moved |= 1 << action.args[0]
        else:
            self._enter(action.args[1])

    def _enter(self, h: int) -> None:
        """[8.4] One hex, without what is met there: who meets it is asked when the march is made."""
        m, s = self.march, self.s
        m.napoleon = m.napoleon and bool(m.leaders >> s.world.napoleon & 1)
        m.along &= m.leaders
        self.open = not s.pres[1 - self.side] >> h & 1
        s.shift(m.units | m.leaders, h)
        m.here, m.hexes, m.covered = h, m.hexes + 1, False
        self.path.append(h)
        frame = self.asked()
        if isinstance(frame, ChooseCover) and not frame.must_ask(s):
            covers = frame.options(s, self.side)
            if len(covers) == 1:
                commit_cover(s, m, covers[0].args[0])


def column(
    face: Seen, place: str, units: Sequence[str] | None = None, steps: Sequence[str] = (), to: str | None = None
) -> Column | None:
    """A stack in hand; ``units``: who goes (None: all who can), ``steps``: the way so far, ``to``: and on to there."""
    s, side, pen = face.known, face.side, face.pen
    start = s.world.grid.by_name.get(place, -1)
    if s.agenda and isinstance(s.agenda[-1], AttackOrder) and s.agenda[-1].side == side:
        return strike(face, place, units)
    draft = drafted(face, place, units, steps)
    if draft is None or start < 0:
        return None
    plans = plans_of(draft, place, pen)
    if to is not None:
        onward = next((plan for plan in plans if plan.place == to), None)
        if onward is None or not draft.follow(unsaid(draft, onward)):
            return None
        plans = plans_of(draft, place, pen)
    going = draft.march.units | draft.march.leaders | left_behind(draft)
    return Column(
        place=place,
        here=s.world.grid.names[draft.march.here],
        title=pen.town(start),
        note=sums(s, draft.march.units, pen),
        members=[marcher(s, u, bool(going >> u & 1), pen) for u in bits(s.stack[start] & s.world.of_side[side])],
        path=[s.world.grid.names[h] for h in draft.path],
        steps=draft.steps,
        plans=plans,
        more=others(draft, face),
    )


def drafted(face: Seen, place: str, units: Sequence[str] | None, steps: Sequence[str]) -> Draft | None:
    """The march as somebody has it in hand; None where that stack does not march now."""
    s, side = face.known, face.side
    start = s.world.grid.by_name.get(place, -1)
    frame = s.agenda[-1] if s.agenda else None
    if start < 0 or frame is None or frame.side != side:
        return None
    draft = Draft(s, side)
    if isinstance(frame, Route):
        if draft.march.here != start:
            return None
    elif isinstance(frame, MoveOrder) and may_march(s, side, start):
        group, leaders = chosen(s, side, start, units)
        draft.open = draft.name(start, group, leaders)
    else:
        return None
    return draft if draft.follow(steps) else None


def chosen(s: Campaign, side: int, start: int, units: Sequence[str] | None) -> tuple[int, int]:
    """The units and commanders of a stack who are to go."""
    free = s.leaders(start, side) & ~s.moved
    if units is None:
        return whole_column(s, side, start), free
    index = s.world.ids
    named = sum([1 << u for u in bits(s.stack[start]) if index[u] in units])
    return can_march(s, side, start) & named, free & named


def left_behind(draft: Draft) -> int:
    """Commanders who go along and stay behind on the way."""
    index = draft.s.world.ids
    named = [text.split()[1] for text in draft.steps if text.startswith("drop ")]
    return sum([1 << index.index(name) for name in named])


# where to


def unsaid(draft: Draft, plan: Plan) -> list[str]:
    """The marches of a plan that are still to be made."""
    names = draft.s.world.grid.names
    way = [names[draft.march.here], *plan.path[len(draft.path) :]]
    return [f"march {a} {b}" for a, b in pairwise(way)]


def plans_of(draft: Draft, place: str, pen: Pen) -> list[Plan]:
    """Every hex where the march could end now; and steps after which something is asked."""
    s, side = draft.s, draft.side
    if not draft.open or isinstance(draft.asked(), ChooseCover):
        return [to_here(draft, place, pen)] if draft.path else []
    found = [] if must_stop(s, draft.march) else list(march_plans(s, side, pen))
    plans = [whole(draft, plan, place, pen) for plan in found if isinstance(plan, Plan)]
    near = [single(draft, action, place, pen) for action in Route(side).options(s, side) if action.verb == "march"]
    reached = {plan.place for plan in plans}
    plans += [plan for plan in near if plan.place not in reached]
    return [to_here(draft, place, pen), *plans] if draft.path else plans


def whole(draft: Draft, plan: Plan, place: str, pen: Pen) -> Plan:
    """A plan from where the way stands, with all that comes before it."""
    s, names = draft.s, draft.s.world.grid.names
    actions = plan.actions
    if len(Route(draft.side).options(s, draft.side)) == 1 and not Route(draft.side).must_ask(s):
        actions = actions[1:]  # the only step there is has been made unasked
    if draft.wavers:
        actions = [f"{action}?" for action in actions if action != "halt"]
    plan.actions = [*draft.said, *actions]
    plan.path = [*[names[h] for h in draft.path], *plan.path]
    plan.start = place
    plan.stops = stops(draft, len(plan.path), pen)
    plan.die = die_parts(_toll(draft, draft.march.hexes - len(draft.path) + len(plan.path)), pen) or None
    plan.short = pen("label.march_to", draft.s.world.grid.by_name[plan.path[-1]])
    return plan


def single(draft: Draft, action: Action, place: str, pen: Pen) -> Plan:
    """[8.4] [8.8] One step, after which somebody is asked: who covers it, where commanders flee to."""
    goal = draft.s.world.grid.names[action.args[1]]
    return _short(draft, place, goal, [action.text], [goal], pen("label.march_2", *action.args), pen)


def to_here(draft: Draft, place: str, pen: Pen) -> Plan:
    """The way so far, and no further."""
    s, m = draft.s, draft.march
    here = s.world.grid.names[m.here]
    more = ["halt"] if draft.open and asks_to_halt(s, draft.side, m.here, m.hexes) else []
    return _short(draft, place, here, more, [], pen("label.step", m.here, m.hexes), pen)


def _short(draft: Draft, place: str, goal: str, more: list[str], beyond: list[str], label: str, pen: Pen) -> Plan:
    names = draft.s.world.grid.names
    path = [*[names[h] for h in draft.path], *beyond]
    toll = _toll(draft, draft.march.hexes + len(beyond))
    return Plan(
        id=f"march {goal}",
        action=f"march {place} {goal}",
        actions=[*draft.said, *more],
        label=label,
        verb="march",
        group="place",
        place=goal,
        start=place,
        tag=percent(toll.chance),
        price=draft.march.hexes + len(beyond) > normal_hexes(draft.s),
        why=price(toll, pen),
        die=die_parts(toll, pen) or None,
        path=path,
        stops=stops(draft, len(path), pen),
    )


def _toll(draft: Draft, hexes: int) -> Toll:
    m = draft.march
    return march_toll(draft.s, draft.side, m.units, hexes, m.napoleon, m.along, m.sent_by, m.driven)


def stops(draft: Draft, number: int, pen: Pen) -> list[str]:
    """The risk if the march ended at each of its hexes."""
    begun = draft.march.hexes - len(draft.path)
    tolls = [_toll(draft, begun + n) for n in range(1, number + 1)]
    return [pen("note.risk", percent(toll.chance)) if toll.chance else pen("note.free") for toll in tolls]


def others(draft: Draft, face: Seen) -> list[Option]:
    """[8.4] On the way: commanders who could stay, friends who could cover."""
    if not draft.path or not draft.open:
        return []
    s, side = draft.s, draft.side
    s.agenda.pop()
    s.push(draft.asked())
    there = type(face)(s, side, face.pen)
    return [describe(there, action) for action in draft.asked().options(s, side) if action.verb in ("drop", "cover")]
