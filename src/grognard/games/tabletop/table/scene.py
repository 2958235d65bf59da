"""What the table is drawn from and never changes during a battle: its ground, its units and their colours."""

from __future__ import annotations

from typing import Final

from grognard.board.plane import corners
from grognard.games.tabletop.table.pen import Pen
from grognard.games.tabletop.world.ground import Area
from grognard.games.tabletop.world.world import SIDES, World
from grognard.kernel import legend
from grognard.kernel.wire import LegendEntry, Palette, PieceFacts, Scene, SceneSide, Shape, SideColours

NATIONS: Final = {
    "FR": {"body": "#24508F", "ink": "#FFF8E7", "text": "#24508F", "text_dark": "#8FB4EC"},
    "GB": {"body": "#A6282B", "ink": "#FFF8E7", "text": "#A6282B", "text_dark": "#EE8F8C"},
    "RU": {"body": "#2E5B3B", "ink": "#FFF8E7", "text": "#2E5B3B", "text_dark": "#8CC69B"},
    "PR": {"body": "#3A3F47", "ink": "#FFF8E7", "text": "#3A3F47", "text_dark": "#B9C0CC"},
    "AU": {"body": "#FAF7EF", "ink": "#221D14", "text": "#5A5140", "text_dark": "#F1EADA"},
}
MARKS: Final = (
    "disordered",
    "tired",
    "spent",
    "routed",
    "retreating",
    "moved",
    "fired",
    "evaded",
    "fought",
    "hurt",
    "charged",
)
SHAPES: Final = ("line", "column", "march", "square", "open", "limbered", "unlimbered")
ORDER_SIGNS: Final = ("attack", "forward", "defend", "retreat")
OVERLAYS: Final = (
    ("arcs", "arcs", "a"),
    ("orders", "arrow", "d"),
    ("voice", "control", "c"),
    ("strength", "shield", "s"),
)


class Miniature(PieceFacts, kw_only=True, rename={"klass": "class"}):
    """A unit with its troops, or a general with his rating."""

    type: str | None = None
    klass: str | None = None
    bases: int | None = None
    number: int | None = None  # of the order of battle, side by side
    command: str | None = None
    chief: str | None = None  # the general of its command
    rating: int | None = None
    role: str | None = None


class GroundShown(Shape):
    """A piece of terrain by its outline; roads and streams have a line too."""

    type: str
    name: str
    cover: str | None
    outline: list[list[int]]
    line: list[list[int]] | None = None


class Goal(Shape):
    """An objective, in millimetres."""

    id: str
    name: str
    x: int
    y: int
    radius: int
    points: int


class Length(Shape):
    """What people measure in, in millimetres."""

    name: str
    size: int


class OpenTable(Scene, kw_only=True):
    """A table of so many millimetres with its ground."""

    width: int
    height: int
    rule: int
    unit: Length
    ground: str
    terrain: list[GroundShown]
    goals: list[Goal]
    terms: dict[str, str]


def scene(world: World, pen: Pen) -> OpenTable:
    """Everything static about a battle; lengths in millimetres, y towards the north."""
    return OpenTable(
        kind="plane",
        width=world.ground.width,
        height=world.ground.height,
        rule=100,
        unit=Length(name="cm", size=10),
        scenario=world.scenario.id,
        title=pen(f"scenario.{world.scenario.id}"),
        ground="summer",
        terrain=[_area(area, pen) for area in world.ground.areas],
        goals=[
            Goal(
                id=area.id,
                name=pen.objective(o),
                x=round(area.x * 10),
                y=round(area.y * 10),
                radius=round(area.radius * 10),
                points=area.points,
            )
            for o, area in enumerate(world.objectives)
        ],
        places={},
        cities={},
        columns=1,
        rows=1,
        pieces=_units(world, pen) | _generals(world, pen),
        sides=[SceneSide(id=side, name=pen.army(i)) for i, side in enumerate(SIDES)],
        palette=Palette(sides={side: _colours(world, i) for i, side in enumerate(SIDES)}),
        marks={mark: pen(f"flag.{mark}") for mark in MARKS},
        overlays=legend.buttons(OVERLAYS, pen),
        tools=["tape"],
        legend=keys(world, pen),
        terms={f"order.{name}": pen(f"order.{name}") for name in ORDER_SIGNS} | {"morale": pen("note.morale")},
    )


def keys(world: World, pen: Pen) -> list[LegendEntry]:
    """What the ground and the signs of orders and formations mean."""
    signs = [("formation", name) for name in SHAPES] + [("order", name) for name in ORDER_SIGNS]
    return [
        *legend.ground([area.type for area in world.ground.areas], pen),
        *legend.signs(("area", "arc", "path", "tag", "threat"), pen),
        *[LegendEntry(label=pen(f"{kind}.{name}"), picture=f"{kind}.{name}") for kind, name in signs],
    ]


def _area(area: Area, pen: Pen) -> GroundShown:
    return GroundShown(
        type=area.type,
        name=pen.ground(area.name),
        cover=area.cover,
        outline=corners(area.shape),
        line=None if area.line is None else [[round(x), round(y)] for x, y in area.line.coords],
    )


def _colours(world: World, side: int) -> SideColours:
    nation = world.armies[side].nation
    return SideColours(**NATIONS[nation], nation=nation, shape="square" if side == 0 else "cut")


def _units(world: World, pen: Pen) -> dict[str, Miniature]:
    return {
        info.id: Miniature(
            name=pen.unit(u),
            short=pen.unit(u),
            side=SIDES[info.side],
            kind=info.arm,
            type=info.type.id,
            klass=info.klass,
            nation=info.nation,
            bases=info.bases,
            command=world.commands[info.command][1].id,
            chief=_chief(world, info.command),
            number=1 + sum([other.side == info.side for other in world.units[:u]]),
            text=pen(
                "piece.unit", pen.kind(info.type.id), pen(f"class.{info.klass}"), world.commands[info.command][1].id
            ),
        )
        for u, info in enumerate(world.units)
    }


def _chief(world: World, command: int) -> str | None:
    brigadier = world.brigadier(command)
    return world.generals[brigadier][1].id if brigadier >= 0 else None


def _generals(world: World, pen: Pen) -> dict[str, Miniature]:
    found: dict[str, Miniature] = {}
    for g, (side, general) in enumerate(world.generals):
        key = "piece.charismatic" if general.charismatic else "piece.general"
        found[general.id] = Miniature(
            name=pen.general(g),
            short=pen.general(g),
            side=SIDES[side],
            kind="commander",
            nation=world.armies[side].nation,
            command=general.command or None,
            rating=general.rating,
            role=general.role,
            text=pen(key, pen(f"role.{general.role}"), general.rating),
        )
    return found
