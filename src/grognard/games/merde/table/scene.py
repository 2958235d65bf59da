"""What the board is drawn from: field, terrain, pieces and colours of a battle, in the reader's language."""

from __future__ import annotations

import re
from typing import Final

from grognard.board.squares import SECTOR
from grognard.games.merde.table.pen import Pen
from grognard.games.merde.world import data
from grognard.games.merde.world.lexicon import NAMES, SIDES
from grognard.games.merde.world.world import ARTILLERY, CAVALRY, DECOY, ENGINEERS, INFANTRY, Stock, World
from grognard.kernel import legend
from grognard.kernel.wire import (
    City,
    Json,
    LegendEntry,
    Palette,
    PieceFacts,
    Place,
    Scene,
    SceneSide,
    Shape,
    SideColours,
)

NATIONS: Final = {
    "FR": {"body": "#24508F", "ink": "#FFF8E7", "text": "#24508F", "text_dark": "#8FB4EC"},
    "GB": {"body": "#A6282B", "ink": "#FFF8E7", "text": "#A6282B", "text_dark": "#EE8F8C"},
    "RU": {"body": "#2E5B3B", "ink": "#FFF8E7", "text": "#2E5B3B", "text_dark": "#8CC69B"},
    "PR": {"body": "#3A3F47", "ink": "#FFF8E7", "text": "#3A3F47", "text_dark": "#B9C0CC"},
    "AU": {"body": "#FAF7EF", "ink": "#221D14", "text": "#5A5140", "text_dark": "#F1EADA"},
}
KINDS: Final = {INFANTRY: "inf", CAVALRY: "cav", ARTILLERY: "art", ENGINEERS: "engineers", DECOY: "inf"}
MARKS: Final = ("routed", "hidden", "out", "temporary", "shaken", "skirmished")
OVERLAYS: Final = (
    ("command", "control", "c"),
    ("zoc", "shield", "z"),
    ("sight", "scope", "v"),
    ("arcs", "arcs", "a"),
    ("orders", "arrow", "d"),
    ("guns", "target", "g"),
)
LEGEND: Final[tuple[tuple[str, Json], ...]] = (
    *[(f"formation.{name}", {"formation": name}) for name in ("line", "attack", "march", "square", "mass", "open")],
    ("legend.cavalry", {"kind": "cav", "formation": "line"}),
    *[(f"formation.{name}", {"kind": "art", "formation": name}) for name in ("unlimbered", "limbered")],
    ("legend.commander", {"kind": "commander", "value": 6, "metal": "silver"}),
    ("legend.half", {"men": [1, 1]}),
    *[(f"flag.{name}", {"damage": name}) for name in ("attack", "marker")],
    *[(f"flag.{name}", {"flags": [name]}) for name in ("routed", "out")],
    ("flag.hidden", {"formation": "", "flags": ["hidden"]}),
    ("legend.command", {"command": "2"}),
    ("legend.hand", {"markers": 4}),
)
ROMAN: Final = re.compile(r"[IVX]+")
SHORT: Final = 5  # letters of a word that says little by itself: Light, Young
COVERED: Final = ("settlement", "farm", "fortress", "wood", "river")


class Regiment(PieceFacts, kw_only=True):
    """A regiment or battery with what its men can do, or a general with his radius."""

    level: int | None = None
    full: list[int] | None = None
    corps: str | None = None
    troop: str | None = None
    factors: list[int] | None = None
    metal: str | None = None
    value: int | None = None
    radius: int | None = None


class Feature(Shape):
    """A piece of terrain and its squares."""

    kind: str
    name: str
    places: list[str]


class Field(Scene, kw_only=True):
    """A field of squares in sectors and sections."""

    sector: int
    section: list[int]
    features: list[Feature]
    terms: dict[str, str]


def scene(world: World, pen: Pen) -> Field:
    """Everything static about a match."""
    scenario = world.scenario
    return Field(
        kind="squares",
        columns=world.field.width,
        rows=world.field.height,
        sector=SECTOR,
        section=list(data.SECTION),
        scenario=scenario.id,
        title=pen.named(f"scenario.{scenario.id}", scenario.title),
        places=_squares(world),
        features=[
            Feature(kind=piece.type, name=pen.feature(piece.name), places=[_name(*at) for at in piece.squares])
            for piece in scenario.terrain
        ],
        cities=_names(world, pen),
        pieces=_pieces(world, pen),
        palette=Palette(sides={side: _colours(world, i) for i, side in enumerate(SIDES)}),
        sides=[SceneSide(id=side, name=pen.side(i)) for i, side in enumerate(SIDES)],
        marks={mark: pen(f"flag.{mark}") for mark in MARKS},
        overlays=legend.buttons(OVERLAYS, pen),
        legend=keys(world, pen),
        terms={f"formation.{name}": pen(f"formation.{name}") for name in NAMES["formation"]}
        | {"strength": pen("legend.strength")},
    )


def keys(world: World, pen: Pen) -> list[LegendEntry]:
    """What the ground, the shapes of the troops and their signs mean; a shape that no army here knows is left out."""
    nations = {side.nation for side in world.scenario.sides.values()}
    plain: Json = {
        "id": "",
        "side": SIDES[0],
        "nation": world.scenario.sides["A"].nation,
        "kind": "inf",
        "level": 6,
        "facing": "north",
        "men": [2, 2],
        "flags": [],
        "formation": "attack",
    }
    shown = [entry for entry in LEGEND if entry[0] != "formation.mass" or "AU" in nations]
    return [
        *legend.ground([piece.type for piece in world.scenario.terrain], pen),
        *legend.signs(("flag", "sector", "path", "tag", "threat"), pen),
        *[LegendEntry(label=pen(key), piece=plain | look) for key, look in shown],
    ]


def _name(x: int, y: int) -> str:
    return f"{x:02d}{y:02d}"


def _squares(world: World) -> dict[str, Place]:
    """Each square with the terrain that decides its colour from afar, and the half it lies in."""
    found: dict[str, Place] = {}
    half = world.field.height // 2
    for sq in world.field.squares:
        x, y = sq & 63, sq >> 6
        kinds = [kind for kind in (*COVERED, "hill") if world.terrain[kind] >> sq & 1]
        found[_name(x, y)] = Place(
            terrain=kinds[0] if kinds else "clear", territory=SIDES[0 if y < half else 1], at=[x, y]
        )
    return found


def _names(world: World, pen: Pen) -> dict[str, City]:
    """Names on the map, each under the lowest middle square of its piece."""
    found: dict[str, City] = {}
    for piece in world.scenario.terrain:
        if not piece.name or piece.type in ("bridge", "pontoon", "wall"):
            continue
        low = min(y for _, y in piece.squares)
        row = sorted(x for x, y in piece.squares if y == low)
        name = pen.feature(piece.name)
        at = _name(row[len(row) // 2], low)
        if at not in found or piece.type != "hill":
            found[at] = City(name=name, fortified=False, vp=0, label=name, kind=piece.type)
    return found


def _colours(world: World, side: int) -> SideColours:
    nation = world.scenario.sides["AB"[side]].nation
    return SideColours(**NATIONS[nation], nation=nation, shape="square" if side == 0 else "cut")


def _pieces(world: World, pen: Pen) -> dict[str, Regiment]:
    found: dict[str, Regiment] = {}
    for number, stock in enumerate(world.stocks):
        if stock is not None:
            found[NAMES["piece"][number]] = _piece(world, number, stock, pen)
    for number, officer in enumerate(world.staff):
        if officer is not None:
            nation = world.scenario.sides["AB"[officer.side]].nation
            name = pen.general(number)
            found[NAMES["general"][number]] = Regiment(
                name=name,
                side=SIDES[officer.side],
                kind="commander",
                nation=nation,
                metal=officer.level,
                value=officer.value,
                radius=officer.radius,
                short=name.split(" (")[0],
                text=pen("piece.commander", officer.value, officer.radius),
            )
    return found


def _piece(world: World, number: int, stock: Stock, pen: Pen) -> Regiment:
    """Facts of a regiment or battery: what its units are and what they can do."""
    nation = stock.kinds[0].nation if stock.kinds else world.scenario.sides["AB"[stock.side]].nation
    name = pen.piece(number)
    found = Regiment(
        name=name,
        side=SIDES[stock.side],
        kind=KINDS[stock.arm],
        nation=nation,
        level=stock.level,
        short=shortened(name),
        full=list(stock.men),
        corps=stock.corps,
    )
    if stock.kinds:
        kind = stock.kinds[0]
        found.label, found.troop = label(name), kind.type
        found.factors = [kind.fire, kind.charge, kind.melee, kind.defence]
        found.text = pen(
            "piece.values",
            f"troop.{kind.type}",
            f"level.{kind.level}",
            kind.fire,
            kind.charge,
            kind.melee,
            kind.defence,
        )
    return found


def shortened(name: str) -> str:
    """A name that fits below a counter: whole, else without what stands in brackets, else cut."""
    bare = name if len(name) <= 18 else name.split(" (")[0]
    return bare if len(bare) <= 23 else f"{bare[:21].rstrip()}…"


def label(name: str) -> str:
    """What a counter bears of a regiment's name: its number, else its commander's name or its own in short."""
    number = re.search(r"\d+", name)
    if number:
        return number.group()
    words = [word for word in name.split() if len(word) > 2 or ROMAN.fullmatch(word)] or [name]
    if ROMAN.fullmatch(words[0]):
        return words[0]
    inner = re.search(r"\((?:\w\. )?(\w+)", name)
    if inner is None and len(words) > 1 and len(words[0]) <= SHORT:
        return "".join([word[0].upper() for word in words[:2]])
    whole = inner.group(1) if inner else words[0]
    return whole if len(whole) <= 4 else f"{whole[:3]}."
