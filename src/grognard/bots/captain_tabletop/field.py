"""The field as the captain looks over it: who is where, how far apart, and the question put."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from grognard.board.plane import Rect
from grognard.bots.doctrine import Mind
from grognard.games.tabletop.rules.figures import Pose, aspect_from, centre, cover_of, footprint, pose
from grognard.games.tabletop.rules.movement.moves import StepRegion
from grognard.games.tabletop.rules.victory import LEAD, holders, pm_lost, score
from grognard.games.tabletop.world.formations import OPEN, layout
from grognard.games.tabletop.world.state import FRONT, NOBODY, Battle, Body, Unit
from grognard.games.tabletop.world.world import CM, UnitInfo
from grognard.kernel.action import Action
from grognard.kernel.match import Match

Point = tuple[float, float]
FAR = 700  # millimetres: beyond this nobody measures to the edges
STAKE = 4.0  # how much more the last point before an army breaks weighs
LATE = 7  # turns before the end from which on time presses
ROOM = 20  # between a battalion and its neighbour


class Area(NamedTuple):
    """[12.2] An objective: its place, and who holds it."""

    number: int
    x: float
    y: float
    radius: float
    points: int
    held: int


class Post(NamedTuple):
    """A place, the way to look there, and the enemy it is meant for."""

    x: float
    y: float
    facing: float
    foe: int = NOBODY


class Standing:
    """A unit on another place for a moment."""

    def __init__(self, unit: Unit, there: Pose, body: Body | None) -> None:
        self.unit = unit
        self.there = there
        self.body = body
        self.before = unit.x, unit.y, unit.facing, unit.body

    def __enter__(self) -> None:
        unit, there = self.unit, self.there
        unit.x, unit.y, unit.facing, unit.body = there.x, there.y, there.facing, self.body or unit.body

    def __exit__(self, *trouble: object) -> None:
        unit = self.unit
        unit.x, unit.y, unit.facing, unit.body = self.before


class Thought:
    """What he has thought of units as they stand."""

    def __init__(self) -> None:
        self.feet: dict[int, Rect] = {}
        self.gaps: dict[tuple[int, int], float] = {}
        self.cover: dict[int, str | None] = {}
        self.areas: list[Area] = []
        self.posts: dict[int, Post] = {}  # of battalions, as posts.post finds them
        self.weights: dict[int, float] = {}  # what a loss means to a unit, as the scales reckon it
        self.edges: dict[int, float] = {}  # how much stronger ours are about an enemy, as the scales reckon it
        # what a volley would cost, by all that it depends on
        self.hits: dict[tuple[int, int, bool, str | None, int], float] = {}
        # whom an enemy could fire at, as the scales find them; and whom beside one of ours
        self.aims: dict[int, dict[int, tuple[float, float]]] = {}
        self.drawn: dict[tuple[int, int], list[tuple[float, float]]] = {}


class Memory:
    """The last scene and what he thought of it: nothing but what he would think again, while nobody has moved."""

    def __init__(self) -> None:
        self.scene: tuple[object, ...] = ()
        self.thought = Thought()

    def recall(self, s: Battle, who: int) -> Thought:
        """What has been thought of this scene; nothing yet, if it is another."""
        scene = _scene(s, who)
        if scene != self.scene:
            self.scene, self.thought = scene, Thought()
        return self.thought


def _scene(s: Battle, who: int) -> tuple[object, ...]:
    """All that a ``Thought`` depends on."""
    units = [
        (q.x, q.y, q.facing, q.formation, q.pm, q.status, q.disordered, q.fatigue, q.order, q.target, q.ran)
        for q in s.units
    ]
    done = [(q.evaded, q.deployed) for q in s.units]
    generals = [(g.x, g.y, g.unit, g.lost, g.rating) for g in s.generals]
    commands = [(command.order, command.objective) for command in s.commands]
    return s.world, who, s.turn, units, done, generals, commands, s.contacts[:]


class Field(Mind):
    """One decision, and what the captain sees when he makes it."""

    def __init__(self, match: Match, side: str, seed: str, memory: Memory | None = None) -> None:
        super().__init__(match, side, seed)
        assert isinstance(match.state, Battle)
        self.s = match.state
        self.thought = (memory or Memory()).recall(self.s, self.who)
        self.frame: Any = match.state.agenda[-1]  # which frame it is its doctrine knows
        self.own = self.s.own(self.who)
        self.enemies = self.s.own(1 - self.who)
        self._feet = self.thought.feet
        self._gaps = self.thought.gaps
        self._home: dict[int, Pose] = {}
        self._inside: dict[tuple[int, int], list[int]] = {}
        self.claims: dict[int, Area] | None = None  # who goes to which area before the end, as claims finds them

    # the question

    def has(self, text: str) -> bool:
        return self.offers(text)

    def of_option(self, action: Action) -> int:
        """The unit that an option names last."""
        return self.s.world.unit_at[action.args[-1]]

    def region(self, verb: str, hand: int = 0) -> StepRegion | None:
        steps = [option for option in self.options if isinstance(option, StepRegion)]
        return next((step for step in steps if step.verb == verb and step.hand == hand), None)

    # the units

    def unit(self, u: int) -> Unit:
        return self.s.units[u]

    def info(self, u: int) -> UnitInfo:
        return self.s.world.units[u]

    def place(self, u: int) -> Point:
        unit = self.s.units[u]
        return unit.x, unit.y

    def cover(self, u: int) -> str | None:
        cover = self.thought.cover
        if u not in cover:
            cover[u] = cover_of(self.s, u)
        return cover[u]

    @cached_property
    def foes(self) -> list[int]:
        """Enemies who still fight."""
        return [u for u in self.enemies if self.unit(u).ready] or self.enemies

    def nearest(self, u: int, among: Iterable[int]) -> int:
        return min(among, key=lambda other: (self.gap(u, other), self.info(other).id))

    def mates(self, u: int) -> list[int]:
        """The units of an arm that are in hand and have one objective, the unit among them."""
        area, arm = self.goal(u), self.info(u).arm
        return [v for v in self.own if self.info(v).arm == arm and self.unit(v).ready and self.goal(v) == area]

    def gap(self, a: int, b: int) -> float:
        """The distance between two footprints, to a hair."""
        key = (a, b) if a < b else (b, a)
        found = self._gaps.get(key)
        if found is None:
            rough = self.away(a, *self.place(b))
            found = rough - 100 if rough > FAR else between(self.foot(a), self.foot(b))
            self._gaps[key] = found
        return found

    def foot(self, u: int) -> Rect:
        """The footprint of a unit where it stands."""
        found = self._feet.get(u)
        if found is None:
            found = self._feet[u] = footprint(self.s, u)
        return found

    def near(self, a: int, b: int, mm: float) -> bool:
        """Whether two units are no farther apart than so."""
        return not self.foot(a).apart(self.foot(b), mm) and self.gap(a, b) <= mm

    def standing(self, u: int, p: Pose, body: Body | None = None) -> Standing:
        """The same field with a unit on another place, as long as it lasts; ``body``: its ground there, if known."""
        if u not in self._home:
            self._home[u] = pose(self.s, u)
            self.foot(u)
        return Standing(self.s.units[u], p, body)

    def home(self, u: int) -> Pose:
        """Where a unit stands in truth."""
        return self._home.get(u) or pose(self.s, u)

    def moves_yet(self, f: int) -> bool:
        """Whether an enemy has still his move in this turn."""
        unit = self.unit(f)
        return self.s.phase < 7 and self.s.first == self.who and not unit.moved and not unit.evaded

    def away(self, u: int, x: float, y: float) -> float:
        """From a unit to a place."""
        unit = self.s.units[u]
        return span(unit.x - x, unit.y - y)

    def toward(self, u: int, x: float, y: float) -> float:
        """The heading from a unit to a place."""
        unit = self.s.units[u]
        return bearing(x - unit.x, y - unit.y)

    def off(self, u: int, x: float, y: float) -> float:
        """How far a unit would have to turn to look at a place."""
        return turn(self.unit(u).facing, self.toward(u, x, y))

    def exposed(self, attacker: int, target: int) -> bool:
        """[6.9] Whether one comes at another's flank or rear."""
        return aspect_from(self.s, target, *self.place(attacker)) != FRONT

    def front(self, u: int) -> int:
        """The bases of the first rank."""
        return self.s.layout(u).ranks[0]

    def width(self, u: int) -> int:
        """The front that a unit takes when it fights, with the room to its neighbour."""
        formation = OPEN if self.unit(u).formation == OPEN else "line"
        return layout("inf", formation, self.unit(u).bases).width + ROOM

    def reach(self, u: int) -> int:
        """[7.7] How far a unit's weapons carry."""
        return CM * (self.info(u).type.range_long or 0)

    def short_reach(self, u: int) -> int:
        return CM * (self.info(u).type.range_short or 0)

    # the ground

    @cached_property
    def areas(self) -> list[Area]:
        if not self.thought.areas:
            held = holders(self.s)
            for o, area in enumerate(self.s.world.objectives):
                found = Area(o, area.x * CM, area.y * CM, area.radius * CM, area.points, held[o])
                self.thought.areas.append(found)
        return self.thought.areas

    @cached_property
    def left(self) -> int:
        """The turns still to come after this one."""
        return max(0, self.s.world.turn_limit - self.s.turn)

    @cached_property
    def stakes(self) -> list[float]:
        """[12.1] What a point lost weighs for each side: the nearer an army is to its breaking point, the more."""
        s = self.s
        left = [s.world.break_percent[i] * s.world.start_pm[i] / 100 - pm_lost(s, i) for i in (0, 1)]
        return [1 + STAKE / (1 + max(0.0, points)) for points in left]

    @cached_property
    def hurry(self) -> float:
        """[12.2] How late it is for a side that does not lead by enough; below nothing for one that does."""
        ours, theirs = score(self.s)[:: 1 if self.who == 0 else -1]
        late = max(0.0, 1 - self.left / LATE)
        return -late if ours - theirs >= LEAD else late

    def inside(self, area: Area, side: int) -> list[int]:
        """[12.3] The units of a side in hand within an area."""
        if (area.number, side) not in self._inside:
            units = [u for u in self.s.own(side) if self.unit(u).ready]
            self._inside[area.number, side] = [
                u for u in units for x, y in [centre(self.s, u)] if span(x - area.x, y - area.y) <= area.radius
            ]
        return self._inside[area.number, side]

    def goal(self, u: int) -> Area:
        """The objective of a unit's command."""
        return self.areas[self.s.commands[self.info(u).command].objective]

    def enemies_near(self, x: float, y: float, reach: int) -> bool:
        return any(self.unit(u).ready and self.away(u, x, y) <= reach for u in self.enemies)

    def middle(self, units: list[int]) -> Point:
        count = len(units)
        return sum(self.unit(u).x for u in units) / count, sum(self.unit(u).y for u in units) / count


@lru_cache(maxsize=20_000)
def between(a: Rect, b: Rect) -> float:
    """The distance of two footprints: most units stand where they stood when it was asked last."""
    return a.away(b)


def span(dx: float, dy: float) -> float:
    return math.hypot(dx, dy)


def bearing(dx: float, dy: float) -> float:
    """Tenths of a degree, 0 to the north, clockwise."""
    return math.degrees(math.atan2(dx, dy)) * 10 % 3600


def turn(before: float, after: float) -> float:
    """The smallest turn between two headings, unsigned."""
    return abs((after - before + 1800) % 3600 - 1800)
