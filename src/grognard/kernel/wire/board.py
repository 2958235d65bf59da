"""What a board is drawn from and does not change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.kernel.wire.base import Json, Open, Shape
from grognard.kernel.wire.table import Turn


class CardPart(Shape):
    """What a card says to one side."""

    side: str | None
    name: str
    text: str


class CardFace(Shape):
    """A card by its face."""

    number: int
    title: str
    deck: str
    rule: str
    note: str
    parts: list[CardPart]


class Place(Shape):
    """A hex or square of the board."""

    terrain: str
    territory: str
    also: list[str] | None = None  # what else there is
    level: int | None = None
    at: list[int] | None = None  # column and row of a square, from the south-west


class City(Shape):
    """A town on the map."""

    name: str
    fortified: bool
    vp: float
    label: str | None = None
    sign: str | None = None
    source: bool | None = None
    kind: str | None = None


class PieceFacts(Open, kw_only=True):
    """What is known of a counter from the beginning."""

    name: str
    side: str
    kind: str
    short: str | None = None
    nation: str | None = None
    label: str | None = None  # read aloud
    text: str | None = None  # what stands beside its name


class River(Shape):
    """A river or stream: two hexes and whether a bridge spans the side, in order downstream."""

    id: str
    name: str
    sides: Sequence[Sequence[str | bool]]
    mouth: str


class GroundName(Shape):
    """A name on the ground: a region in capitals, or "area" and "peak" in small writing."""

    name: str
    place: str
    id: str
    style: str | None = None


class LegendEntry(Shape):
    """A line of the legend: what it means, and one of a kind of ground, a sign of the map, a counter, a picture."""

    label: str
    ground: str | None = None
    piece: Json | None = None
    picture: str | None = None
    sign: str | None = None


class OverlayButton(Shape):
    """Something that can be laid over the board, with the letter that presses it."""

    id: str
    icon: str
    label: str
    key: str


class SideColours(Open):
    """How a side is painted."""

    body: str
    text: str | None = None
    text_dark: str | None = None
    shape: str | None = None
    ink: str | None = None
    nation: str | None = None


class Palette(Open):
    """The colours of a scenario."""

    sides: dict[str, SideColours]


class SceneSide(Shape):
    """A side by the name it bears in a scenario."""

    id: str
    name: str
    nation: str | None = None


class Scene(Open, kw_only=True):
    """What the board is drawn from and never changes during a match."""

    kind: str
    scenario: str = ""
    title: str | None = None
    columns: int | None = None
    rows: int | None = None
    places: dict[str, Place] | None = None
    cities: dict[str, City] | None = None
    pieces: Mapping[str, PieceFacts] | None = None
    palette: Palette | None = None
    sides: list[SceneSide] | None = None
    marks: dict[str, str] | None = None
    cards: dict[str, CardFace] | None = None
    turns: list[Turn] | None = None
    overlays: list[OverlayButton] | None = None
    legend: list[LegendEntry] | None = None
    tools: list[str] | None = None  # instruments of the board, such as "tape"
