"""What the board is drawn from: the map, its names and the counters, in the reader's language. It never changes."""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.games.vanguard.table.pen import Pen
from grognard.games.vanguard.world.data import Place, ends
from grognard.games.vanguard.world.roster import GUNS, ORDERS, SIDES
from grognard.games.vanguard.world.world import World
from grognard.kernel import legend
from grognard.kernel.wire import (
    City,
    GroundName,
    LegendEntry,
    Palette,
    PieceFacts,
    River,
    Scene,
    SceneSide,
    Shape,
    SideColours,
    Turn,
)
from grognard.kernel.wire import Place as PlaceShown

SETTLED: Final = ("town", "village", "farm", "redoubt")
WRITTEN: Final = ("peak", "area")
MOUTHS: Final = {"Mercure": "Battendiero"}  # every other stream leaves the sheet
BODIES: Final = {
    "french": SideColours(body="#24508F", ink="#FFF8E7"),
    "austrian": SideColours(body="#FAF7EF", ink="#221D14"),
    "neapolitan": SideColours(body="#8A5A1E", ink="#FFF8E7"),
}
OVERLAYS: Final = (
    ("command", "command", "c"),
    ("formations", "formations", "p"),
    ("control", "control", "z"),
    ("sight", "sight", "v"),
)
GROUND: Final = ("wheat", "woods", "hill", "impassable")  # as drawn
FLAGS: Final = (
    "reduced",
    "disordered",
    "routed",
    "moved",
    "damaged",
    "out_of_command",
    "charge",
    "attack",
    "attack_test",
    "skirmish",
    "fatigue",
    "activated",
    "column",
    "more",
    "done",
)


class Counter(PieceFacts, kw_only=True):
    """A unit with its values on both sides, or a leader with his."""

    formation: str | None
    letter: str
    pm: int
    rank: str | None = None
    initiative: int | None = None
    radius: int | None = None
    pf: int | None = None
    pf_reduced: int | None = None
    eff: int | None = None
    range: int | None = None
    light: bool | None = None


class Road(Shape):
    """A road by its kind and hexes."""

    kind: str
    path: list[str]


class Flag(Shape):
    """[15.4] Where reinforcements enter; R-40: where Neapolitans leave."""

    place: str
    label: str
    side: str
    title: str


class FormationShown(Shape):
    """A formation and its General."""

    name: str
    letter: str
    side: str
    general: str


class BattleMap(Scene, kw_only=True):
    """The sheet of hexes of a battle."""

    orientation: str
    offset: str
    east_left: bool
    ground: str
    levels: int
    rivers: list[River]
    roads: list[Road]
    regions: list[GroundName]
    flags: list[Flag]
    formations: dict[str, FormationShown]
    orders: dict[str, str]
    terms: dict[str, dict[str, str]]


def scene(world: World, pen: Pen) -> BattleMap:
    """Everything static about a match."""
    data = world.data
    return BattleMap(
        kind="hexes",
        columns=data.grid.cols,
        rows=data.grid.rows,
        orientation="flat",
        offset="odd-down",
        east_left=True,
        scenario=world.scenario,
        ground="summer" if world.montebello else "snow",
        places=hexes(world),
        levels=max(place.level for place in data.hexes.values()),
        cities=cities(world, pen),
        rivers=rivers(world),
        roads=[Road(kind=road.kind, path=road.path) for road in data.roads],
        regions=[region(place, pen) for place in data.places if place.kind in WRITTEN],
        flags=flags(world, pen),
        pieces={world.roster.ids[u]: piece(world, u, pen) for u in bits(world.pieces)},
        formations={world.roster.formations[f]: formation(world, f, pen) for f in world.formations},
        orders={order: pen(f"order.{order}") for order in ORDERS},
        palette=Palette(sides={SIDES[side]: BODIES[world.nation_name(side)] for side in (0, 1)}),
        marks={flag: pen(f"flag.{flag}") for flag in FLAGS},
        sides=[SceneSide(id=side, name=pen.army(i), nation=world.nation_name(i)) for i, side in enumerate(SIDES)],
        turns=turns(world),
        terms=terms(pen),
        legend=keys(world, pen),
        overlays=legend.buttons(OVERLAYS, pen),
    )


def keys(world: World, pen: Pen) -> list[LegendEntry]:
    """What the ground and the counters mean."""
    shown = {kind for place in world.data.hexes.values() for kind in place.terrains}
    pieces = {world.roster.ids[u]: piece(world, u, pen) for u in bits(world.pieces)}
    return [
        *legend.ground([kind for kind in GROUND if kind in shown], pen),
        *legend.signs(("road", "river", "bridge", "points", "path", "cost", "threat"), pen),
        *legend.counters(pieces, ("reduced", "disordered", "routed", "moved"), pen),
        *legend.pictures(ORDERS, pen),
        *[LegendEntry(label=pen.formation(f), picture=world.roster.formations[f]) for f in world.formations],
        *[LegendEntry(label=pen.formation(f), picture=world.roster.formations[f]) for f in world.formations],
    ]


def hexes(world: World) -> dict[str, PlaceShown]:
    """Ground by hex: the first terrain, what else there is, and the level; open ground on a height is a plateau."""
    found: dict[str, PlaceShown] = {}
    for name, place in world.data.hexes.items():
        also = list(place.terrains[1:])
        if not world.montebello and place.level and "hill" not in place.terrains and place.terrains != ["impassable"]:
            also.append("plateau")
        found[name] = PlaceShown(terrain=place.terrains[0], territory="", also=also, level=place.level)
    return found


def cities(world: World, pen: Pen) -> dict[str, City]:
    """Villages, farms and redoubts by hex; of a place of several hexes only the first carries the name."""
    found: dict[str, City] = {}
    for place in world.data.places:
        if place.kind not in SETTLED:
            continue
        for i, name in enumerate(place.hexes):
            found[name] = City(
                name="" if i else pen.named(f"place.{place.name}", place.name),
                fortified=place.kind == "redoubt",
                sign=place.kind,
                vp=world.data.objectives.get(name, 0),
                label=pen.place(world.grid.by_name[name]),
            )
    return found


def rivers(world: World) -> list[River]:
    """Streams from source to mouth: the two hexes of each side and whether a bridge spans it."""
    bridges = set(world.data.bridges)
    return [
        River(
            id=stream.name,
            name=stream.name,
            sides=[[*ends(side), side in bridges] for side in stream.sides],
            mouth=MOUTHS.get(stream.name, "edge"),
        )
        for stream in world.data.streams
    ]


def region(place: Place, pen: Pen) -> GroundName:
    return GroundName(
        name=pen.named(f"place.{place.name}", place.name), place=place.hexes[0], id=place.name, style=place.kind
    )


def flags(world: World, pen: Pen) -> list[Flag]:
    return [
        Flag(
            place=name,
            label=letter,
            side=SIDES[0 if entry.side == "French" else 1],
            title=pen(f"entry.{world.scenario}.{letter}"),
        )
        for letter, entry in world.data.entries.items()
        for name in entry.hexes
    ]


def piece(world: World, u: int, pen: Pen) -> Counter:
    """A counter: what is printed on it, and its full name.

    [17.2.2] Leaders have the movement of their battle; [17.1.7] [17.2.11] light infantry bears its mark.
    """
    r = world.roster
    f = r.formation_of[u]
    found = Counter(
        name=pen.unit(u),
        short=pen.short(u),
        side=SIDES[r.side_of[u]],
        nation=world.nation_name(r.side_of[u]),
        kind=r.kind[u],
        formation=r.formations[f] if f >= 0 else None,
        letter=r.letters[f] if f >= 0 else "",
        pm=r.pm[u] // 2,
        label=label(world, u, pen),
    )
    if r.kind[u] == "leader":
        found.rank, found.initiative, found.radius = r.rank[u], r.initiative[u], r.radius[u]
        return found
    found.pf, found.pf_reduced = r.pf[u], r.pf_reduced[u]
    found.eff, found.range = r.eff[u], r.range[u]
    found.light = bool(world.light >> u & 1)
    return found


def label(world: World, u: int, pen: Pen) -> str:
    """A counter read aloud: ``28e de Ligne I, line infantry, strength 3, efficiency 4, movement 5``."""
    r = world.roster
    if r.kind[u] == "leader":
        initiative = str(r.initiative[u]) if r.initiative[u] >= 0 else "-"
        return pen("note.leader_values", pen.unit(u), pen(f"rank.{r.rank[u]}"), initiative, r.radius[u])
    said = pen("note.unit_values", pen.unit(u), pen(f"kind.{r.kind[u]}"), r.pf[u], r.eff[u], r.pm[u] // 2)
    return f"{said}, {pen('note.range', r.range[u])}" if r.kind[u] in GUNS else said


def formation(world: World, f: int, pen: Pen) -> FormationShown:
    r = world.roster
    return FormationShown(
        name=pen.formation(f), letter=r.letters[f], side=SIDES[r.formation_side[f]], general=r.ids[r.general_of[f]]
    )


def turns(world: World) -> list[Turn]:
    """The turn track by the clock: 11:00, 11:30, ..."""
    return [
        Turn(turn=turn, month=hour(world, turn), winter=False, short=hour(world, turn))
        for turn in range(1, world.last_turn + 1)
    ]


def hour(world: World, turn: int) -> str:
    data = world.data.turns
    start, minutes = data.start.split(":")
    past = 60 * int(start) + int(minutes) + (turn - 1) * data.minutes
    return f"{past // 60}:{past % 60:02}"


def terms(pen: Pen) -> dict[str, dict[str, str]]:
    """Words for what the drawing distinguishes."""
    return {
        group: {name: pen(f"{group}.{name}") for name in names}
        for group, names in {
            "kind": ("line", "light", "grenadier", "light_cav", "heavy_cav", "foot_art", "horse_art", "redoubt_art"),
            "rank": ("cinc", "general", "officer"),
            "terrain": ("clear", "wheat", "woods", "hill", "village", "farm", "redoubt", "impassable"),
            "flag": FLAGS,
        }.items()
    }
