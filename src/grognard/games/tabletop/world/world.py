"""The table of a scenario as it is laid, and what never changes: units, generals, commands, words."""

from __future__ import annotations

from functools import cache
from math import lcm
from typing import Final

from grognard.board.plane import FULL, HALF, ONE, QUARTER, cosine, sine
from grognard.games.tabletop.world import data, formations
from grognard.games.tabletop.world.ground import Ground
from grognard.kernel.action import Action, Lexicon

SIDES: Final = ("french", "coalition")  # sides A and B of the scenarios
FRENCH: Final = 0
COALITION: Final = 1
CM: Final = 10
EDGE_HEADING: Final = {"north": 0, "east": QUARTER, "south": HALF, "west": HALF + QUARTER}
ORDERS: Final = data.ORDERS
# [5.8] one whole move in whole parts: every speed of the sheet, plain, on a road or strategic, divides it exactly
MOVE: Final = 10 * lcm(5, 6, 14, 17, 20, 21, 22, 24, 25, 28, 30, 32, 33, 35, 37, 48, 64)
UNIT_NAMES: Final = [f"{side}-{n}" for side in "AB" for n in range(1, 21)]
GENERAL_NAMES: Final = [f"{side}-{n}" for side in "AB" for n in ("G", "B1", "B2", "B3", "B4")]
COMMAND_NAMES: Final = [f"{side}{n}" for side in "AB" for n in range(1, 7)]
OBJECTIVE_NAMES: Final = [f"O{n}" for n in range(1, 7)]


class UnitInfo:
    """[1.6] What a unit is: its name, type and class, nation, command, and starting bases."""

    def __init__(self, line: data.UnitLine, side: int, nation: str, kind: data.UnitType, command: int) -> None:
        self.id = line.id
        self.name = line.name
        self.side = side
        self.nation = nation
        self.type = kind
        self.arm = kind.arm
        self.infantry = kind.arm == "inf"
        self.cavalry = kind.arm == "cav"
        self.artillery = kind.arm == "art"
        self.heavy_cavalry = kind.id in ("heavy_cav", "cuirassiers")
        self.quick = kind.may_open or self.cavalry or (self.infantry and nation == "FR")  # [5.9] to change formation
        self.klass = line.klass
        self.bases = line.bases
        self.command = command
        self.word = UNIT_NAMES.index(line.id)
        self.line = line
        self.card: dict[str, object] = {}  # what a view says of it in every battle
        self.formations: list[str] | None = None  # [2.1] [2.5] that it can take, when somebody has asked
        # [2.1] what it can form and the ground that this needs, by formation, morale points and disorder
        self.reforms: dict[tuple[str, int, bool], tuple[list[str], tuple[int, int, int, int]]] = {}
        self.rates: dict[tuple[str, str, bool], int] = {}  # [5.8] of a millimetre, by formation, ground and strategic


class World:
    """A scenario's table and armies."""

    def __init__(self, scenario: data.Scenario, units: data.Units) -> None:
        self.scenario = scenario
        self.data = units
        self.types = {t.id: t for t in units.unit_types}
        self.turn_limit = scenario.turn_limit
        self.ground = Ground(scenario)
        self.objectives = scenario.objectives
        self.areas = [(round(o.x * CM), round(o.y * CM), round(o.radius * CM)) for o in scenario.objectives]
        self.goals = [(x, y) for x, y, _ in self.areas]
        self.armies = [scenario.sides[name] for name in data.SIDES]
        self.home = [EDGE_HEADING[army.edge] for army in self.armies]
        self.break_percent = [round(army.break_fraction * 100) for army in self.armies]
        self.commands: list[tuple[int, data.Command]] = []
        self.generals: list[tuple[int, data.General]] = []
        self.units: list[UnitInfo] = []
        for side, army in enumerate(self.armies):
            first = len(self.commands)
            names = [c.id for c in army.commands]
            self.commands += [(side, c) for c in army.commands]
            self.generals += [(side, g) for g in army.generals]
            self.units += [
                UnitInfo(line, side, army.nation, self.types[line.type], first + names.index(line.command))
                for line in army.units
            ]
        self.widest = max([formations.widest(info.arm, info.bases) for info in self.units], default=0) + 2
        self.fires: dict[tuple[object, ...], list[tuple[str, int]]] = {}  # [7.11] modifiers, by what they depend on
        self.sides = [info.side for info in self.units]
        who = range(len(self.units))
        self.members = [[u for u in who if self.units[u].command == c] for c in range(len(self.commands))]
        self.troops = [[u for u in who if self.sides[u] == side] for side in (0, 1)]
        self.unit_at = {info.word: i for i, info in enumerate(self.units)}
        self.general_at = {GENERAL_NAMES.index(g.id): i for i, (_, g) in enumerate(self.generals)}
        self.command_at = {COMMAND_NAMES.index(c.id): i for i, (_, c) in enumerate(self.commands)}
        self.start_pm = [sum(2 * u.bases for u in self.units if u.side == side) for side in (0, 1)]

    def brigadier(self, command: int) -> int:
        """[3.3] The general who leads a command of his own, or -1."""
        wanted = self.commands[command][1].id
        return next((i for i, (_, g) in enumerate(self.generals) if g.command == wanted), -1)

    def army_general(self, side: int) -> int:
        return next(i for i, (who, g) in enumerate(self.generals) if who == side and g.role == "army")

    def objective(self, name: str) -> int:
        return next(i for i, o in enumerate(self.objectives) if o.id == name)

    def starting_place(self, unit: int) -> tuple[int, int, int]:
        """The front centre and facing of a unit: data give the centre of its footprint."""
        info = self.units[unit]
        shape = formations.layout(info.arm, info.line.formation, info.bases)
        facing = round(info.line.facing_deg * 10) % FULL
        x, y = round(info.line.x * CM), round(info.line.y * CM)
        return *place_front(x, y, facing, shape.depth), facing


def place_front(x: int, y: int, facing: int, depth: int) -> tuple[int, int]:
    """From the centre of a footprint to the middle of its front."""
    return x + round(depth * sine(facing) / (2 * ONE)), y + round(depth * cosine(facing) / (2 * ONE))


LEXICON: Final = Lexicon(
    {
        "order": [("command", "order"), ("command", "order", "objective")],
        "end": [()],
        "pass": [()],
        "done": [()],
        "stay": [()],
        "face": [("way",)],
        "breakthrough": [()],
        "strategic": [("unit",)],
        "general": [("general",)],
        "ride": [("mm", "mm")],
        "attach": [("unit",)],
        "move": [("unit",)],
        "advance": [("mm",)],
        "back": [("mm",)],
        "shift": [("hand", "mm")],
        "wheel": [("hand", "angle")],
        "turn": [()],
        "form": [("formation",)],
        "limber": [()],
        "unlimber": [()],
        "goto": [("mm", "mm", "angle")],
        "charge": [("unit",), ("unit", "unit")],
        "try": [()],
        "stand": [()],
        "evade": [()],
        "pursue": [()],
        "halt": [()],
        "fire": [("unit",)],
        "share": [("unit", "number")],
        "hold": [()],
        "fight": [("unit",)],
    },
    {
        "command": COMMAND_NAMES,
        "order": list(ORDERS),
        "objective": OBJECTIVE_NAMES,
        "way": ["front", "back"],
        "unit": UNIT_NAMES,
        "general": GENERAL_NAMES,
        "hand": ["left", "right"],
        "formation": list(formations.NAMES),
    },
)


def act(verb: str, *args: int) -> Action:
    return LEXICON.make(verb, *args)


MOVES: Final = LEXICON.row("move", "unit")
CHARGES: Final = LEXICON.row("charge", "unit")
STRATEGIC: Final = LEXICON.row("strategic", "unit")


@cache
def world(scenario: str) -> World:
    return World(data.scenario(scenario), data.units())
