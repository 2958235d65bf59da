"""What the board is drawn from: the map, its names and the pieces, in the reader's language. It never changes."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

from grognard.board.hexes import bits
from grognard.games.russia1812.table.hand import faces
from grognard.games.russia1812.table.pen import Pen
from grognard.games.russia1812.table.track import turns
from grognard.games.russia1812.world import data
from grognard.games.russia1812.world.world import SIDES, World
from grognard.kernel import legend
from grognard.kernel.wire import (
    City,
    GroundName,
    Json,
    LegendEntry,
    Palette,
    PieceFacts,
    Place,
    River,
    Scene,
    SceneSide,
    Shape,
    SideColours,
)

# Period names with the hex they are written around; chosen for empty stretches of the map.
REGIONS: Final = {
    "courland": "2105",
    "livonia": "1703",
    "lithuania": "1908",
    "white_russia": "1411",
    "polesia": "1714",
    "volhynia": "1816",
    "little_russia": "1018",
    "muscovy": "0407",
    "east_prussia": "2509",
    "warsaw": "2413",
    "galicia": "2418",
    "baltic": "2404",
}
CODES: Final = {
    "polish": "PL",
    "italian": "IT",
    "bavarian": "BA",
    "saxon": "SX",
    "westphalian": "WE",
    "prussian": "PR",
    "austrian": "AU",
    "swiss": "CH",
    "swedish": "SE",
}
FLASHES: Final = {
    "polish": ("#B3123D", "#FFFFFF"),
    "italian": ("#1E7A3C", "#FFFFFF"),
    "bavarian": ("#6FB1DE", "#FFFFFF"),
    "saxon": ("#FFFFFF", "#2E8B57"),
    "westphalian": ("#FFFFFF", "#2F5FA8"),
    "prussian": ("#1B1B1B", "#FFFFFF"),
    "austrian": ("#F2C230", "#1B1B1B"),
    "swiss": ("#C8202F", "#FFFFFF"),
    "swedish": ("#1F5FA8", "#F2C230"),
}
BODIES: Final = {
    "french": SideColours(body="#24508F", ink="#FFF8E7", text_dark="#8FB4EC", shape="square"),
    "russian": SideColours(body="#2E5B3B", ink="#FFF8E7", text_dark="#8CC69B", shape="cut"),
}
CORPS: Final = {"Guard": "Gd", "Austrian": "AU", "CavRes": "CR", "Swedish": "SE"}
HIGHEST: Final = 40  # counters in a hex, all commanders of a side among them
FACTORS: Final = {"veteran": 1, "line": 1.5, "conscript": 2}


@cache
def sheet() -> Json:
    """The map file as it is written, with what only a drawing needs."""
    found: Json = msgspec.json.decode(data.read("map.json"))
    return found


MARKERS: Final = ("train", "hidden", "depot", "forage", "forced", "fought", "count", "broken")  # beside a stack
GROUND: Final = ("forest", "marsh", "rough", "mountain", "lake", "sea")  # as drawn, for the legend
MARKS = {
    "disrupted": "flag.disrupted",
    "depot": "marker.depot",
    "trains": "marker.train",
    "hidden": "marker.hidden_train",
    "forage": "marker.forage",
    "forced": "marker.forced",
    "fought": "marker.fought",
    "decoys": "marker.dummy_counters",
}


class Counter(PieceFacts, kw_only=True, rename={"klass": "class"}):
    """A unit with its class and corps, or a commander with his rating."""

    code: str | None = None
    cr: int | None = None
    klass: str | None = None
    corps: str | None = None
    of: float | None = None
    cf: int | None = None


class Flash(Shape):
    """How the counters of a nation are marked."""

    name: str
    flash: list[str]
    code: str


class Armies(Palette, kw_only=True):
    """The colours of both sides and of the nations among them."""

    nations: dict[str, Flash]


class Backs(Shape):
    """[15.1] What a stack face down is called: by its height, and where its cavalry was declared."""

    stack: list[str]
    cavalry: str


class RussiaMap(Scene, kw_only=True):
    """The sheet of hexes from the Vistula to Moscow."""

    orientation: str
    offset: str
    east_left: bool
    edition: int
    rivers: list[River]
    roads: list[list[str]]
    coast: list[list[str]]
    frontier: list[list[str]]
    regions: list[GroundName]
    backs: Backs
    terms: dict[str, dict[str, str]]


def scene(world: World, scenario: str, pen: Pen, advanced: bool = False) -> RussiaMap:
    """Everything static about a match."""
    grid = sheet()["meta"]["grid"]
    roster = world.basic | (world.extra | world.swedes if advanced else 0)
    return RussiaMap(
        kind="hexes",
        columns=grid["columns"],
        rows=grid["rows"],
        orientation="flat",
        offset="even-down",
        east_left=False,
        scenario=scenario,
        edition=world.edition,
        places={n: Place(terrain=h["terrain"], territory=h["territory"]) for n, h in sheet()["hexes"].items()},
        cities=cities(world, pen),
        rivers=rivers(pen),
        roads=list(sheet()["roads"].values()),
        coast=borders(world, sea_of(world), land_of(world)),
        frontier=borders(world, world.west, world.russia),
        regions=[GroundName(name=pen(f"region.{key}"), place=name, id=key) for key, name in REGIONS.items()],
        pieces={world.ids[u]: piece(world, u, pen) for u in bits(roster)},
        palette=Armies(sides=BODIES, nations=flashes(pen)),
        marks={mark: pen(key) for mark, key in MARKS.items()},
        backs=backs(pen),
        sides=[SceneSide(id=side, name=pen(f"player.{side}")) for side in SIDES],
        overlays=legend.buttons([(o, o, o[0]) for o in ("supply", "control")], pen),
        turns=turns(pen),
        legend=keys(world, roster, pen),
        terms=terms(pen),
        cards=faces(world, pen) if advanced else {},
    )


def keys(world: World, roster: int, pen: Pen) -> list[LegendEntry]:
    """What the ground and the counters mean."""
    pieces = {world.ids[u]: piece(world, u, pen) for u in bits(roster)}
    kinds = {place["terrain"] for place in sheet()["hexes"].values()}
    return [
        *legend.ground([kind for kind in GROUND if kind in kinds], pen),
        *legend.signs(
            ("road", "river", "bridge", "frontier", "city", "fortress", "points", "path", "tag", "threat"), pen
        ),
        *legend.counters(pieces, ("disrupted",), pen),
        *[
            LegendEntry(label=pen(f"legend.{klass}"), piece={"id": first, "flags": []})
            for klass in FACTORS
            if (first := next((name for name, fact in pieces.items() if getattr(fact, "klass", "") == klass), ""))
        ],
        *legend.pictures([f"marker.{name}" for name in MARKERS], pen),
    ]


def backs(pen: Pen) -> Backs:
    return Backs(stack=[pen("marker.backs", n) for n in range(HIGHEST + 1)], cavalry=pen("marker.horse"))


def cities(world: World, pen: Pen) -> dict[str, City]:
    """Cities by hex; ``label`` is the full name for a screen reader."""
    worth = dict(world.vp_cities)
    found: dict[str, City] = {}
    for city in world.cities.values():
        h = world.grid.by_name[city.hex]
        found[city.hex] = City(
            name=city.italian if pen.language == "it" else city.name,
            fortified=city.fortified,
            vp=worth.get(h, 0),
            label=pen.place(h),
            source=bool(world.city_source[1] >> h & 1),
        )
    return found


def rivers(pen: Pen) -> list[River]:
    """Rivers from source to mouth: the two hexes of each side and whether a bridge spans it."""
    sides: dict[str, list[Json]] = {}
    for side in sheet()["hexsides"]:
        sides.setdefault(side["river"], []).append(side)
    return [
        River(
            id=key,
            name=river["italian"] if pen.language == "it" else river["name"],
            sides=[[s["a"], s["b"], s["bridge"]] for s in sorted(sides.get(key, []), key=lambda s: int(s["n"]))],
            mouth=river["mouth"],
        )
        for key, river in sheet()["rivers"].items()
    ]


def sea_of(world: World) -> int:
    return world.grid.mask([name for name, place in sheet()["hexes"].items() if place["terrain"] == "sea"])


def land_of(world: World) -> int:
    return world.hexes & ~sea_of(world)


def borders(world: World, one: int, other: int) -> list[list[str]]:
    """The hexsides between two sets of hexes: a hex of the first, its neighbour in the second."""
    names = world.grid.names
    return [[names[h], names[n]] for h in bits(one) for n in bits(world.near[h] & other)]


def piece(world: World, u: int, pen: Pen) -> Counter:
    """A counter: what is printed on it, and its full name."""
    nation = world.nationality[u]
    found = Counter(
        name=pen.unit(u),
        short=short(pen.unit(u)),
        side=SIDES[world.side_of[u]],
        kind=world.kind[u],
        nation=nation,
        code=CODES.get(nation),
        label=f"{pen.unit(u)}, {pen.troop(u)}",
    )
    if world.commanders >> u & 1:
        found.cr = world.cr[u]
        return found
    corps = world.corps[u]
    found.klass, found.corps = world.klass[u], CORPS.get(corps, corps)
    found.of, found.cf = FACTORS[world.klass[u]], 1
    return found


def short(name: str) -> str:
    """A division by its general, as people say it: what stands in brackets, or the whole name."""
    inner = name.partition("(")[2].rstrip(")")
    return inner.partition(",")[0] or name


def flashes(pen: Pen) -> dict[str, Flash]:
    return {
        nation: Flash(name=pen(f"nation.{nation}"), flash=list(FLASHES[nation]), code=code)
        for nation, code in CODES.items()
    }


def terms(pen: Pen) -> dict[str, dict[str, str]]:
    """Words for what the drawing distinguishes."""
    return {
        group: {name: pen(f"{group}.{name}") for name in names}
        for group, names in {
            "kind": ("infantry", "cavalry", "artillery", "commander"),
            "class": ("veteran", "line", "conscript"),
            "terrain": tuple(sorted(data.TERRAINS)),
            "territory": ("russia", "duchy_of_warsaw", "prussia", "danzig", "austria", "sea"),
            "flag": (
                "disrupted",
                "supplied",
                "unsupplied",
                "forage",
                "moved",
                "forced",
                "committed",
                "fought_once",
                "fought_twice",
            ),
            "marker": ("train", "hidden_train", "dummy", "depot", "forage", "forced", "fought"),
        }.items()
    }
