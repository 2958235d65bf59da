"""Ways: the whole move of a unit thought out at once by the rules' own steps, and said in one answer if that can be."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from grognard.bots.captain_tabletop.field import Field, bearing, span, turn
from grognard.games.tabletop.rules.figures import Pose, wheeled
from grognard.games.tabletop.rules.movement import paces
from grognard.games.tabletop.rules.movement.moves import GotoRegion, StepRegion, written
from grognard.games.tabletop.rules.movement.pathing import ABOUT, Leg, attempt, passable
from grognard.games.tabletop.rules.movement.room import Room
from grognard.games.tabletop.world.world import MOVE

WORTH: Final = 15  # millimetres: what gains less is not done
LEAST: Final = 5  # millimetres: no step is shorter
FINE: Final = 40  # tenths of a degree: no wheel is smaller
DETOURS: Final = (0, 300, -300)  # beside the straight way, where that is shut
TURNED: Final = 0.08  # millimetres that a tenth of a degree away from the wished facing is worth
BEHIND: Final = 1100  # what lies so far off is gone to after an about-face
ROUNDED: Final = 4  # millimetres: an end errs by less
FAR: Final = 400  # beyond this the facing at the end does not matter yet


class Goal(NamedTuple):
    """Where a unit should stand, and the way it should look."""

    x: float
    y: float
    facing: float


class Way(NamedTuple):
    """Some steps and the pose they end in."""

    legs: tuple[Leg, ...]
    end: Pose


def missing(goal: Goal, p: Pose) -> float:
    """What a pose lacks: the way still to go and the turn still to make."""
    return _lacks(span(goal.x - p.x, goal.y - p.y), turn(p.facing, goal.facing))


def go(field: Field, u: int, goal: Goal) -> str | None:
    """The first answer of the best move towards a goal; None where the unit had better stay as it is."""
    way = find(field, u, goal)
    return None if way is None else said(field, way)


def find(field: Field, u: int, goal: Goal) -> Way | None:
    """The best move towards a goal. Who has begun his way goes straight on: he does not wheel again."""
    room = _room(field)
    if room is None or missing(goal, room.start) < WORTH:
        return None
    return Search(field, u, goal, room).best()


def _lacks(away: float, wide: float) -> float:
    """What is missing so far from a goal, and turned so far away from how it should look: the more, the farther."""
    return away + TURNED * wide * max(0.0, 1 - away / FAR)


def _room(field: Field) -> Room | None:
    return next((option.room for option in field.options if isinstance(option, StepRegion | GotoRegion)), None)


def said(field: Field, way: Way) -> str:
    """One step by its name; several at one stroke if the rules find the same way, else the first of them."""
    if len(way.legs) > 1:
        region = next((option for option in field.options if isinstance(option, GotoRegion)), None)
        text = f"goto {way.end.x} {way.end.y} {way.end.facing}"
        if region is not None and region.accepts(field.match.game.lexicon.parse(text)):
            return text
    return written(way.legs[0]).text


class Search:
    """The ways of a unit towards a goal, one after the other; what cannot be better than the best is left out."""

    def __init__(self, field: Field, u: int, goal: Goal, room: Room) -> None:
        self.s = field.s
        self.u = u
        self.goal = goal
        self.room = room
        self.shape = room.layout(room.start)
        self.begun = room.start.left not in (MOVE, MOVE - paces.change_cost(field.s, u))
        self.found: Way | None = None
        self.least = missing(goal, room.start) - WORTH  # what the best way lacks, or what any must not

    def best(self) -> Way | None:
        """There and as it should look, if that can be; else as far towards it as one of some ways leads."""
        s, p, goal = self.s, self.room.start, self.goal
        x, y, facing = round(goal.x), round(goal.y), round(goal.facing) % 3600
        if span(x - p.x, y - p.y) * paces.price_here(s, self.u, p) <= 1.2 * p.left:
            found = passable(s, self.u, x, y, facing, self.room)
            if found is not None and found.legs:
                self._offer(Way(tuple(found.legs), found.end))
                return self.found
        wide = turn(p.facing, bearing(x - p.x, y - p.y))
        near = span(x - p.x, y - p.y) < WORTH
        if near or wide <= BEHIND:
            self._ahead(Way((), p))
            self._oblique(Way((), p))
        if wide > 900 and not near:
            turned = self._stepped(Way((), p), ABOUT)
            if turned is not None:
                self._ahead(turned)
                self._oblique(turned)
        self._sideways()
        return self.found

    def _offer(self, way: Way) -> None:
        """Keep a way that is better than the best so far."""
        lacks = missing(self.goal, way.end)
        better = lacks < self.least if self.found else lacks <= self.least
        if better and way.legs and not (self.begun and way.legs[0].verb == "wheel"):
            self.found, self.least = way, lacks

    def _hopeless(self, p: Pose, away: float) -> bool:
        """Whether nothing that ends so far from the goal, give or take what is rounded, and looks as a pose does is
        better than the best so far."""
        return _lacks(max(0.0, away - ROUNDED), turn(p.facing, self.goal.facing)) > self.least

    def _astray(self, p: Pose, beside: float) -> bool:
        """Whether it is hopeless to go straight on where that leads so far past the goal, looked back or not."""
        wide = turn(p.facing, self.goal.facing)
        swung = self.shape.width * math.sin(math.radians(wide / 20)) + ROUNDED  # the way of its front centre
        return self._hopeless(p, beside) and _lacks(max(0.0, beside - swung - ROUNDED), 0.0) > self.least

    def _ahead(self, begun: Way) -> None:
        """A wheel towards the goal or beside it, straight on as far as it goes, and a wheel to look as it should."""
        s, u, p, goal, room = self.s, self.u, begun.end, self.goal, self.room
        if span(goal.x - p.x, goal.y - p.y) < WORTH:
            self._look(begun)
            return
        there = bearing(goal.x - p.x, goal.y - p.y)
        wheels = [round((there + detour - p.facing + 1800) % 3600 - 1800) for detour in DETOURS]
        if self.begun and not begun.legs and all([abs(wheel) >= FINE for wheel in wheels]):
            return
        for detour, wheel in zip(DETOURS, wheels, strict=True):
            straight = abs(wheel) < FINE
            q = p if straight else wheeled(self.shape, p, wheel, p.left)
            off = math.radians(turn(q.facing, bearing(goal.x - q.x, goal.y - q.y)) / 10)
            along = math.cos(off) * span(goal.x - q.x, goal.y - q.y)
            if round(along) < LEAST or (detour and self._astray(q, math.tan(off) * along)):
                continue
            way = begun if straight else self._stepped(begun, Leg("wheel", wheel))
            if way is None:
                continue
            mm = round(min(paces.furthest(s, u, way.end, room), along))
            if mm >= LEAST:
                way = self._stepped(way, Leg("advance", mm)) or way
                self._offer(way)
                self._look(way)
                if detour == 0 and mm >= 0.8 * p.left / paces.price_here(s, u, p):
                    return

    def _oblique(self, begun: Way) -> None:
        """Ahead and to the side without a wheel, that is dear to a wide front; or to the side first, round a friend."""
        s, u, p, room = self.s, self.u, begun.end, self.room
        along, aside, away = self._apart(p)
        share = min(1.0, p.left / paces.price_here(s, u, p) / max(1.0, along + 2 * abs(aside)))
        if along * share < LEAST or abs(aside) * share < LEAST or self._hopeless(p, away * (1 - share)):
            return
        for verbs in (("advance", "shift"), ("shift", "advance")):
            way: Way | None = begun
            for verb in verbs:
                if way is not None and verb == "shift":
                    way = self._stepped(way, Leg("shift", round(aside * share)))
                elif way is not None:
                    mm = min(round(along * share), paces.furthest(s, u, way.end, room))
                    way = self._stepped(way, Leg("advance", mm)) if mm >= LEAST else None
            if way is not None:
                self._offer(way)

    def _apart(self, p: Pose) -> tuple[float, float, float]:
        """How far ahead of a pose the goal is, how far to its right, and how far off."""
        away = span(self.goal.x - p.x, self.goal.y - p.y)
        angle = math.radians((bearing(self.goal.x - p.x, self.goal.y - p.y) - p.facing) / 10)
        return math.cos(angle) * away, math.sin(angle) * away, away

    def _look(self, way: Way) -> None:
        """Turned as it should look."""
        wheel = round((self.goal.facing - way.end.facing + 1800) % 3600 - 1800)
        turned = self._stepped(way, Leg("wheel", wheel)) if abs(wheel) >= FINE else None
        if turned:
            self._offer(turned)

    def _sideways(self) -> None:
        """To the side or back, facing as before."""
        p = self.room.start
        along, aside, _ = self._apart(p)
        most = p.left // (2 * paces.price_here(self.s, self.u, p))
        for verb, wanted, other in (("shift", aside, along), ("back", -along, aside)):
            mm = round(max(-most, min(most, wanted)))
            if abs(mm) >= LEAST and (verb == "shift" or mm > 0) and not self._hopeless(p, span(wanted - mm, other)):
                way = self._stepped(Way((), p), Leg(verb, mm))
                if way:
                    self._offer(way)

    def _stepped(self, way: Way, leg: Leg) -> Way | None:
        """A way with a step more, if it is legal."""
        tried = attempt(self.s, self.u, way.end, leg, self.room)
        return None if tried.reasons else Way((*way.legs, leg), tried.pose)
