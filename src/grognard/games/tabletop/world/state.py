"""The battle: everything that changes, as whole numbers."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.games.tabletop.world.formations import CREW, MARCHING, OPEN, SQUARE, Layout, bases_of, layout
from grognard.games.tabletop.world.speech import named
from grognard.games.tabletop.world.world import CM, ORDERS, UnitInfo, World
from grognard.kernel.action import Action
from grognard.kernel.dice import Dice
from grognard.kernel.frame import Frame, Reason, State

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


class Unit:
    """A unit as it stands: place of its front centre, formation, morale points and what it did this turn."""

    def __init__(self) -> None:
        self.x = 0
        self.y = 0
        self.facing = 0
        self.formation = ""
        self.pm = 0
        self.status = READY
        self.disordered = False
        self.since = 0  # the turn in which it fell into disorder
        self.fatigue = FRESH
        self.rest = 0  # full turns of rest
        self.order = NOBODY  # an order of its own, that goes before its command's
        # this turn
        self.left = 0  # [5.8] of its move
        self.moved = False
        self.fired = False
        self.evaded = False
        self.fought = False
        self.hurt = False  # lost morale points by fire
        self.tried = False  # [6.6] an emergency square
        self.turned = False  # [5.9] its free about-face
        self.deployed = False  # unlimbered this turn
        self.target = NOBODY  # [6.1] the enemy it charges
        self.aspect = FRONT
        self.ran = 0  # millimetres of its charge
        self.impetus = False

    def copy(self) -> Unit:
        twin = Unit()
        twin.x, twin.y, twin.facing, twin.formation = self.x, self.y, self.facing, self.formation
        twin.pm, twin.status, twin.disordered, twin.since = self.pm, self.status, self.disordered, self.since
        twin.fatigue, twin.rest, twin.order = self.fatigue, self.rest, self.order
        twin.left, twin.moved, twin.fired, twin.evaded = self.left, self.moved, self.fired, self.evaded
        twin.fought, twin.hurt, twin.tried, twin.turned = self.fought, self.hurt, self.tried, self.turned
        twin.deployed, twin.target, twin.aspect = self.deployed, self.target, self.aspect
        twin.ran, twin.impetus = self.ran, self.impetus
        return twin

    def facts(self) -> tuple[object, ...]:
        return (
            self.x,
            self.y,
            self.facing,
            self.formation,
            self.pm,
            self.status,
            self.disordered,
            self.since,
            self.fatigue,
            self.rest,
            self.order,
            self.left,
            self.moved,
            self.fired,
            self.evaded,
            self.fought,
            self.hurt,
            self.tried,
            self.turned,
            self.deployed,
            self.target,
            self.aspect,
            self.ran,
            self.impetus,
        )

    @property
    def bases(self) -> int:
        return bases_of(self.pm)

    @property
    def on_table(self) -> bool:
        return self.status < DESTROYED

    @property
    def ready(self) -> bool:
        return self.status == READY


class Commander:
    """[3.8] A general: where he is, the unit he rides with, and since when he is lost."""

    def __init__(self, x: int, y: int, rating: int) -> None:
        self.x = x
        self.y = y
        self.rating = rating
        self.unit = NOBODY
        self.lost = 0  # the turn in which he fell; 0: he is well
        self.rode = False

    def copy(self) -> Commander:
        twin = Commander(self.x, self.y, self.rating)
        twin.unit, twin.lost, twin.rode = self.unit, self.lost, self.rode
        return twin

    def facts(self) -> tuple[object, ...]:
        return (self.x, self.y, self.rating, self.unit, self.lost, self.rode)


class Brigade:
    """[3.2] A command: its order and objective, and whether its losses have shaken it."""

    def __init__(self, order: int, objective: int) -> None:
        self.order = order
        self.objective = objective
        self.shaken = False

    def copy(self) -> Brigade:
        twin = Brigade(self.order, self.objective)
        twin.shaken = self.shaken
        return twin

    def facts(self) -> tuple[object, ...]:
        return (self.order, self.objective, self.shaken)


class Battle(State):
    """The state of a battle. Units, generals and commands go by their place in the scenario."""

    def __init__(self, world: World, dice: Dice) -> None:
        super().__init__(dice)
        self.world = world
        self.turn = 0
        self.phase = 0
        self.first = 0  # [4.5] the side that won the initiative (before the roll: last turn's)
        self.units: list[Unit] = []
        self.generals: list[Commander] = []
        self.commands: list[Brigade] = []
        self.contacts: list[Contact] = []
        self.winners: list[int] = []  # [8.12] of last turn's melees
        self.shots: list[Shot] = []
        self.parks: list[Park] = []
        self.orders_left = 0
        self.strategic = False  # [5.6] the move being made is a strategic one
        self.stepped = False  # the unit now moved has made a step
        self.asked: list[int] = []  # units or commands already asked in this step
        self.answered: list[int] = []  # chargers whose targets have answered
        self.passes = 0
        self.fought: list[int] = []  # units whose melee has been fought this turn

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

    def copy(self) -> Battle:
        twin = Battle(self.world, self.dice)
        twin.agenda, twin.events = self.agenda[:], self.events[:]
        twin.revealed, twin.outcome = self.revealed, self.outcome
        twin.turn, twin.phase, twin.first = self.turn, self.phase, self.first
        twin.units = [unit.copy() for unit in self.units]
        twin.generals = [general.copy() for general in self.generals]
        twin.commands = [command.copy() for command in self.commands]
        twin.contacts, twin.winners, twin.shots = self.contacts[:], self.winners[:], self.shots[:]
        twin.parks, twin.orders_left, twin.strategic = self.parks[:], self.orders_left, self.strategic
        twin.stepped, twin.asked, twin.passes = self.stepped, self.asked[:], self.passes
        twin.fought, twin.answered = self.fought[:], self.answered[:]
        return twin

    def facts(self) -> tuple[object, ...]:
        return (
            self.world.scenario.id,
            self.turn,
            self.phase,
            self.first,
            tuple([u.facts() for u in self.units]),
            tuple([g.facts() for g in self.generals]),
            tuple([c.facts() for c in self.commands]),
            tuple(tuple(c) for c in self.contacts),
            tuple(self.winners),
            tuple(tuple(x) for x in self.shots),
            tuple(tuple(p) for p in self.parks),
            self.orders_left,
            self.strategic,
            self.stepped,
            tuple(self.asked),
            self.passes,
            tuple(self.fought),
            tuple(self.answered),
        )

    def emit(self, key: str, *args: object) -> None:
        super().emit(key, *named(self.world, "event." + key, args))

    # agenda

    def push(self, *frames: Frame[Battle]) -> None:
        """What comes next, the first first."""
        self.agenda.extend(reversed(frames))  # type: ignore[arg-type]

    def enter_phase(self, phase: int) -> None:
        """[4.1] A step of the turn begins."""
        self.phase = phase
        self.emit("phase", self.turn, phase)

    # asking

    def info(self, u: int) -> UnitInfo:
        return self.world.units[u]

    def layout(self, u: int) -> Layout:
        unit = self.units[u]
        return layout(self.world.units[u].arm, unit.formation, unit.bases)

    def side(self, u: int) -> int:
        return self.world.units[u].side

    def own(self, side: int) -> list[int]:
        """The units of a side that are on the table."""
        return [u for u, unit in enumerate(self.units) if unit.on_table and self.world.units[u].side == side]

    def enemies(self, u: int) -> list[int]:
        return self.own(1 - self.world.units[u].side)

    def engaged(self, u: int) -> bool:
        """[8.3] In contact with an enemy: locked in a melee."""
        return any(u == c.attacker or u == c.defender for c in self.contacts)

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
