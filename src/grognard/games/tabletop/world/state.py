"""The battle: everything that changes, as whole numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

import msgspec

from grognard.board.plane import Point, Rect, ahead, rect
from grognard.games.tabletop.world.formations import CREW, MARCHING, OPEN, SQUARE, Layout, bases_of, layout, radius
from grognard.games.tabletop.world.speech import named
from grognard.games.tabletop.world.world import CM, ORDERS, UnitInfo, World
from grognard.kernel.action import Action, Region
from grognard.kernel.frame import Frame, Reason, State
from grognard.kernel.part import GIVEN, SHAPE, Part, given, parts, passing, records, row
from grognard.kernel.wire import Json

READY: Final = 0
RETREATING: Final = 1
ROUTED: Final = 2
DESTROYED: Final = 3
GONE: Final = 4  # left the table

FRESH: Final = 0
TIRED: Final = 1
SPENT: Final = 2

FRONT: Final = 0
FLANK: Final = 1
REAR: Final = 2

NOBODY: Final = -1
UNASKED: Final = "?"
UNMEASURED: Final = -1e9


class Pose(NamedTuple):
    """[5.19] How a unit stands or would stand: front centre in millimetres, facing in tenths of a degree, formation,
    and what is left of its move."""

    x: int
    y: int
    facing: int
    formation: str
    left: int = 0
    turned: bool = False
    disordered: bool = False


class Arrival(NamedTuple):
    """Where a step or a way ends that a unit was found to have from a pose: its verb and numbers."""

    unit: int
    start: Pose
    verb: str
    args: tuple[int, ...]
    end: Pose


class Contact(NamedTuple):
    """[8.3] Two units in contact: who charged whom, where he struck, and how many rounds they have fought."""

    attacker: int
    defender: int
    aspect: int
    rounds: int


class Shot(NamedTuple):
    """[7.1] A fire that has been declared: so many bases of one unit at another."""

    shooter: int
    target: int
    bases: int


class Park(NamedTuple):
    """[9.9] Guns whose gunners have run: where they stand, and who holds them (a side, or -1)."""

    unit: int
    x: int
    y: int
    facing: int
    taken: int


class Body:
    """[5.19] The ground that a unit takes as it stands: its footprint, and the core of it, half a millimetre less all
    round: two units overlap when their cores do."""

    def __init__(self, unit: Unit, arm: str) -> None:
        self.x = unit.x
        self.y = unit.y
        self.facing = unit.facing
        self.formation = unit.formation
        self.stands = (unit.x, unit.y, unit.facing, unit.formation, unit.pm)  # all that it depends on
        self.layout: Layout = layout(arm, unit.formation, bases_of(unit.pm))
        width, depth = self.layout.width, self.layout.depth
        self.foot: Rect = rect(unit.x, unit.y, unit.facing, width, width, 0, 2 * depth)
        self._core: Rect | None = None
        self.radius = radius(self.layout)
        self._centre: Point | None = None
        # what the ground is to it, when somebody has asked
        self.cover: str | None = UNASKED
        self.held = -2 if arm == "inf" else NOBODY  # the settlement that it holds
        self.lined = -1  # whether a wall or hedge is so near
        self.rough = -1
        self.under = ""  # the kind of ground under its front centre
        self.clear = -1  # millimetres from its front centre to ground that could stop it
        self.plain = UNMEASURED  # millimetres that any way from its front centre runs over plain ground
        self.prices = [0, 0]  # what a millimetre costs there, in a plain and in a strategic move
        self.slabs: list[tuple[int, int, int, int, int, int, int]] | None = None
        self.fronts: list[tuple[int, int, int, int]] = []  # the sides from which it fires
        self.muzzles: list[Rect] = []
        self.aimed: Rect | None = None  # the footprint that was aimed at last
        self.aimed_mm = 0.0  # and how far it is from the muzzles
        self.eyes: list[tuple[float, float]] = []
        self.stance: Json | None = None  # as views tell it
        self.corners = b""

    @property
    def centre(self) -> Point:
        if self._centre is None:
            self._centre = ahead(self.x, self.y, self.facing, -self.layout.depth // 2)
        return self._centre

    @property
    def core(self) -> Rect:
        if self._core is None:
            width, depth = self.layout.width, self.layout.depth
            self._core = rect(self.x, self.y, self.facing, width - 1, width - 1, -1, 2 * depth - 1)
        return self._core


@dataclass(eq=False, repr=False)
class Unit(Part):
    """A unit as it stands: place of its front centre, formation, morale points and what it did this turn."""

    x: int = 0
    y: int = 0
    facing: int = 0
    formation: str = ""
    pm: int = 0
    status: int = READY
    disordered: bool = False
    since: int = 0  # the turn in which it fell into disorder
    fatigue: int = FRESH
    rest: int = 0  # full turns of rest
    order: int = NOBODY  # an order of its own, that goes before its command's
    # this turn
    left: int = 0  # [5.8] of its move
    moved: bool = False
    fired: bool = False
    evaded: bool = False
    fought: bool = False
    hurt: bool = False  # lost morale points by fire
    tried: bool = False  # [6.6] an emergency square
    turned: bool = False  # [5.9] its free about-face
    deployed: bool = False  # unlimbered this turn
    target: int = NOBODY  # [6.1] the enemy it charges
    aspect: int = FRONT
    ran: int = 0  # millimetres of its charge
    impetus: bool = False
    body: Body | None = field(default=None, metadata={SHAPE: GIVEN})  # how it stood when it was last asked

    @property
    def bases(self) -> int:
        return bases_of(self.pm)

    @property
    def on_table(self) -> bool:
        return self.status < DESTROYED

    @property
    def ready(self) -> bool:
        return self.status == READY


@dataclass(eq=False, repr=False)
class Commander(Part):
    """[3.8] A general: where he is, the unit he rides with, and since when he is lost."""

    x: int
    y: int
    rating: int
    unit: int = NOBODY
    lost: int = 0  # the turn in which he fell; 0: he is well
    rode: bool = False


@dataclass(eq=False, repr=False)
class Brigade(Part):
    """[3.2] A command: its order and objective, and whether its losses have shaken it."""

    order: int
    objective: int
    shaken: bool = False


@dataclass(eq=False, repr=False)
class Battle(State):
    """The state of a battle. Units, generals and commands go by their place in the scenario."""

    world: World = given()
    turn: int = 0
    phase: int = 0
    first: int = 0  # [4.5] the side that won the initiative (before the roll: last turn's)
    units: list[Unit] = parts(Unit)
    generals: list[Commander] = parts(Commander)
    commands: list[Brigade] = parts(Brigade)
    contacts: list[Contact] = records(Contact)
    winners: list[int] = row()  # [8.12] of last turn's melees
    shots: list[Shot] = records(Shot)
    parks: list[Park] = records(Park)
    orders_left: int = 0
    strategic: bool = False  # [5.6] the move being made is a strategic one
    stepped: bool = False  # the unit now moved has made a step
    asked: list[int] = row()  # units or commands already asked in this step
    passes: int = 0
    fought: list[int] = row()  # units whose melee has been fought this turn
    answered: list[int] = row()  # chargers whose targets have answered
    arrival: Arrival | None = passing()  # while a unit's next step is asked: what was found legal last

    def facts(self) -> tuple[object, ...]:
        return (self.world.scenario.id, *super().facts())

    def set_up(self) -> None:
        """Lay the table as the scenario has it."""
        for i, info in enumerate(self.world.units):
            unit = Unit()
            unit.x, unit.y, unit.facing = self.world.starting_place(i)
            unit.formation, unit.pm = info.line.formation, info.line.pm
            self.units.append(unit)
        for _, general in self.world.generals:
            self.generals.append(Commander(round(general.x * CM), round(general.y * CM), general.rating))
        for _, command in self.world.commands:
            self.commands.append(Brigade(ORDERS.index(command.order), self.world.objective(command.objective)))

    def emit(self, key: str, *args: object) -> None:
        super().emit(key, *named(self.world, "event." + key, args))

    def trace(self, u: int, start: tuple[int, int]) -> None:
        """Say of what was told last from where to where a unit went."""
        self.explain(*start, self.units[u].x, self.units[u].y)

    def spot(self, u: int) -> tuple[int, int]:
        """Where a unit stands, or stood last."""
        return self.units[u].x, self.units[u].y

    # agenda

    def push(self, *frames: Frame[Battle]) -> None:
        """What comes next, the first first."""
        self.agenda.extend(reversed(frames))  # type: ignore[arg-type]

    def enter_phase(self, phase: int) -> None:
        """[4.1] A step of the turn begins."""
        self.phase = phase
        self.open_phase(self.turn, phase)

    # asking

    def info(self, u: int) -> UnitInfo:
        return self.world.units[u]

    def body(self, u: int) -> Body:
        """The ground of a unit; it is measured anew when anything that it depends on has changed."""
        unit = self.units[u]
        body = unit.body
        if body is None or body.stands != (unit.x, unit.y, unit.facing, unit.formation, unit.pm):
            body = unit.body = Body(unit, self.world.units[u].arm)
        return body

    def layout(self, u: int) -> Layout:
        return self.body(u).layout

    def side(self, u: int) -> int:
        return self.world.units[u].side

    def own(self, side: int) -> list[int]:
        """The units of a side that are on the table."""
        units = self.units
        return [u for u in self.world.troops[side] if units[u].status < DESTROYED]

    def enemies(self, u: int) -> list[int]:
        return self.own(1 - self.world.units[u].side)

    def engaged(self, u: int) -> bool:
        """[8.3] In contact with an enemy: locked in a melee."""
        return bool(self.contacts) and any([u in (c.attacker, c.defender) for c in self.contacts])

    def order_of(self, u: int) -> str:
        """[3.2] The order a unit stands under: its own where it has one, else its command's."""
        unit = self.units[u]
        return ORDERS[unit.order if unit.order >= 0 else self.commands[self.world.units[u].command].order]

    def general_with(self, u: int) -> list[int]:
        """[3.8] The generals attached to a unit."""
        return [g for g, general in enumerate(self.generals) if general.unit == u and not general.lost]

    def charismatic(self, g: int) -> bool:
        """[3.4] [3.9] A charismatic general; the officer who follows him is not."""
        return self.world.generals[g][1].charismatic and self.generals[g].rating > 0

    def marching(self, u: int) -> bool:
        return self.units[u].formation in MARCHING

    def close_order(self, u: int) -> bool:
        """[2.1] Infantry shoulder to shoulder: anything but open order."""
        return self.world.units[u].arm == "inf" and self.units[u].formation != OPEN

    def in_square(self, u: int) -> bool:
        return self.units[u].formation == SQUARE

    def gunless(self, u: int) -> bool:
        return self.units[u].formation == CREW

    def disorder(self, u: int) -> None:
        """[2.4] A unit falls into disorder."""
        unit = self.units[u]
        unit.since = self.turn
        if not unit.disordered:
            unit.disordered = True
            self.emit("disordered", u)


class Drawn(Region):
    """A region whose data are worked out once: while the question is put nothing changes."""

    _kept: bytes = b""

    def as_data(self) -> Json:
        if not self._kept:
            self._kept = msgspec.json.encode(self.worked_out())
        data: Json = msgspec.json.decode(self._kept)
        return data

    def worked_out(self) -> Json:
        """What ``as_data`` gives."""
        raise NotImplementedError


class Step(Frame[Battle]):
    """A frame of this game: it speaks of units by number, and its messages name them."""

    def why_not(self, state: Battle, action: Action) -> list[Reason]:
        reasons = self.forbids(state, action)
        return [(rule, key, named(state.world, "refusal." + key, args)) for rule, key, args in reasons]

    def forbids(self, state: Battle, action: Action) -> list[Reason]:
        """The bans that hold for an action; a frame with regions judges places and angles here, by what makes them."""
        return self.banned(state, self.side, action)

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return named(state.world, "prompt." + type(self).__name__, self.ask(state))

    def ask(self, state: Battle) -> tuple[object, ...]:
        """Arguments for the message that asks the question."""
        return ()
