"""What stands round the board: the log and its deeds, clock, tables, overlays, cards, stage, lessons, briefing."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel.wire.base import Open, Outline, Point, Shape


class Hurt(Shape):
    """What a fight did to a piece, in a word."""

    piece: str
    name: str
    text: str
    lost: bool = False


class Force(Shape, kw_only=True):
    """One of the two who fight."""

    side: str | None
    name: str
    note: str = ""
    pieces: list[str] = []  # who fought, as the board knows them
    more: str = ""  # who else, where pieces have no names for the reader
    struck: str = ""  # what it takes: hits, losses
    struck_rule: str | None = None
    hurt: list[Hurt] = []


class FightRow(Shape):
    """What counted in a fight: mine, its name, theirs. Faces of dice stand in the texts as \u2680 to \u2685."""

    label: str
    rule: str | None
    values: Sequence[str | float | None]
    sum: bool = False


class ScalePart(Shape):
    """A stretch of what could have come out."""

    key: str  # as of a bar of a forecast
    label: str
    width: float
    here: bool = False


class Follow(Shape):
    """What follows from a fight, in a sentence."""

    text: str
    rule: str | None = None


class Fight(Shape, kw_only=True):
    """A fight on a card: forces, dice, terms, hits, what follows."""

    title: str
    rule: str | None = None
    lead: str = ""
    forces: list[Force]
    rows: list[FightRow] = []
    result: str = ""
    result_rule: str | None = None
    scale: list[ScalePart] = []
    follows: list[Follow] = []


class Fallen(Shape):
    """Pieces that were lost, and where: a place, or a point of an open table."""

    at: str | Point
    pieces: list[str]
    count: int
    side: str | None = None


class MapTag(Shape):
    """A few words on the map: ``lost``, ``hungry``, ``fallen`` (a city), ``fought``."""

    at: str | Point
    style: str
    text: str = ""


class Deed(Shape, kw_only=True):
    """Several lines of the log in one: a march, a fight, all who starve. It stands with the first of them."""

    kind: str
    span: int  # how many lines it tells
    text: str
    side: str | None = None
    rule: str | None = None
    dice: list[int] = []
    pieces: list[str] = []
    way: Sequence[str | Point] = []  # where it went, from its start
    others: Sequence[Sequence[str | Point]] = []  # further ways of the same side
    mover: str | None = None  # whose way it is, where it is not the side's
    fallen: list[Fallen] = []
    tags: list[MapTag] = []
    fight: Fight | None = None


class LogLine(Shape, kw_only=True):
    """Something that happened."""

    n: int
    i: int
    turn: int
    phase: int
    phase_name: str
    text: str
    side: str | None
    places: list[str]
    rule: str | None
    dice: list[int]
    faces: int = 6  # of its dice; more than six are read as a number
    card: str | None = None
    thread: str | None = None  # of lines in a row with the same thread only the last is shown
    kind: str
    deed: Deed | None = None  # told with the lines after it


class SideInfo(Shape):
    """One side of the match."""

    id: str
    name: str
    seat: str
    score: float
    note: str


class Badge(Shape):
    """What holds for the whole table just now, such as the weather."""

    text: str
    title: str


class Turn(Shape):
    """A turn of the track; turn 0 is a pause between two years."""

    turn: int
    month: str
    winter: bool
    short: str | None = None
    year: int | None = None
    now: bool | None = None  # said where the number alone does not tell


class Clock(Shape):
    """Where the match stands."""

    turn: int
    phase: int
    phase_name: str
    month: str
    winter: bool | None = None  # said where there are winters
    badge: Badge | None = None
    turns: list[Turn] | None = None


class TableRow(Shape):
    """What is not in the cells of a row: whose it is, where it lies, whether it is of now."""

    side: str | None
    places: list[str]
    now: bool


class Table(Shape):
    """A table beside the board."""

    id: str
    title: str
    rule: str
    head: list[str]
    rows: Sequence[Sequence[str | float | None]]
    mark: int | None  # the row of now
    about: list[TableRow]
    note: str
    total: list[str] | None = None  # a last row of its own
    topic: str = ""  # "armies", "muster" (shown with the armies alone), "charts" of the rulebook


class Sidebar(Shape):
    """Tables one click away."""

    tables: list[Table]
    track: list[Turn]


class RangeEntry(Open):
    """A place a march may reach."""

    hexes: int  # how many it takes
    risk: str
    forced: bool
    path: list[str] | None = None
    label: str | None = None
    why: str | None = None


class SupplyOverlay(Shape):
    """Where a side is in supply, by which roads, and who is not."""

    places: list[str]
    routes: dict[str, list[str]]
    cut: list[str]


class Area(Shape, kw_only=True):
    """Places, or on an open table an outline, in a style of the map."""

    places: list[str] | None = None
    polygon: Outline | None = None
    style: str
    label: str | None = None


class Way(Shape):
    """A line on the map: through places, or on an open table through points."""

    path: Sequence[str | Point]
    style: str
    label: str | None = None
    arrow: bool = False


class PlainOverlay(Open):
    """An overlay of no special kind."""

    areas: list[Area] | None = None
    lines: list[Way] | None = None


class Overlays(Open):
    """What can be laid over the board."""

    supply: dict[str, SupplyOverlay] | None = None
    control: dict[str, list[str]] | None = None
    range: dict[str, dict[str, RangeEntry]] | None = None


class LaidCard(Shape):
    """A card on the table."""

    side: str
    card: str
    part: str | None
    state: str


class CardBacks(Shape):
    """Cards of a side that are not seen."""

    side: str
    name: str
    count: int


class CardPile(Shape):
    """A deck, or what was discarded from it."""

    kind: str
    name: str
    count: int


class CardsShown(Shape):
    """Cards as a seat sees them."""

    hand: list[str]
    table: list[LaidCard]
    backs: list[CardBacks]
    piles: list[CardPile]


class Marker(Shape):
    """A marker in somebody's own hand."""

    id: str
    red: int
    blue: int
    actions: list[str]


class Party(Shape):
    """One of those who clash. Of the other's hand only the number is known."""

    side: str
    name: str
    unit: str
    note: str
    count: int
    ready: bool
    hand: list[Marker]


class Turned(Shape):
    """A marker that was turned; without numbers none was."""

    side: str
    word: str
    red: int | None
    blue: int | None


class StageRow(Shape):
    """What counted in a clash."""

    label: str
    rule: str
    values: Sequence[str | float | None]


class LastClash(Shape):
    """How the last round ended."""

    key: str
    title: str
    rule: str
    text: str
    columns: list[str]
    turned: list[Turned]
    rows: list[StageRow]


class Stage(Shape):
    """A clash beside the board."""

    title: str
    note: str
    rule: str
    key: str
    over: bool  # it is fought; only how it ended is still shown
    parties: list[Party]
    last: LastClash | None


class LessonInfo(Shape):
    """A lesson as it is offered."""

    id: str
    title: str
    blurb: str
    minutes: int
    side: str


class LessonPage(Shape):
    """What is told before a lesson's first question and after its last, and the lessons to go on with."""

    text: str
    next: list[LessonInfo]


class LessonPoint(Shape):
    """A step of a lesson: what it is about."""

    name: str


class LessonShown(Shape):
    """What a lesson says now: the step, its aim, why; the gesture that it advises; a page of its own."""

    id: str
    title: str
    minutes: int
    step: int
    steps: list[LessonPoint]
    text: str
    why: str
    rule: str
    aside: str  # of a question that the step does not speak of
    strayed: bool  # the last answer was another than advised
    hint: str | None
    actions: list[str]
    action: str | None
    place: str | None
    veil: list[str]
    opening: LessonPage | None
    closing: LessonPage | None


class Ahead(Shape):
    """A piece where it would stand on an open table, and its way there."""

    unit: str
    pose: Point  # with its facing
    way: Outline


class Hint(Shape):
    """What a bot would do here, and why: a gesture, told in words and marked on the map."""

    text: str
    why: list[str]
    actions: list[str]
    places: list[str]
    path: list[str]
    start: str | None = None
    ahead: Ahead | None = None


class BriefSide(Shape):
    """A side in the briefing: its points as they stand."""

    id: str
    name: str
    score: float
    note: str


class BriefPhase(Shape):
    """A phase of the turn."""

    name: str
    now: bool


class Briefing(Shape):
    """Who somebody is at this table, what wins, how long it takes, the shape of a turn."""

    title: str
    you: str
    about: str
    wins: str
    rule: str
    sides: list[BriefSide]
    standing: str
    long: str
    special: str
    phases: list[BriefPhase]


class Sight(Shape, rename={"start": "from"}):
    """What is seen from a place, and what hides the rest."""

    start: str
    seen: list[str]
    hidden: dict[str, Hidden]


class Hidden(Shape):
    """Why a place is not seen."""

    by: list[str]
    text: str
    rule: str
