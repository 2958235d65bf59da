"""What is sent to whoever shows a match: the one description of it. ``web/types.d.ts`` is written from these classes.

A field with a default is left out where it has that value. What is ``Open`` may hold more than is named here, which the
game's own module draws. Nothing here names a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict

import msgspec

Json = dict[str, Any]  # plain data whose shape is a game's own affair
Value = Any  # what an option is set to: text, a number, yes or no; of which of them it is its game knows
Point = Sequence[float]
Outline = Sequence[Point]


class Shape(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Exactly these fields."""


class Open(msgspec.Struct, omit_defaults=True):
    """These fields at least."""


# the question


class Option(Shape, rename={"start": "from"}):
    """An answer that may be given."""

    action: str
    label: str
    verb: str
    group: Literal["place", "unit", "number", "card", "button"]
    place: str | None = None
    places: list[str] | None = None  # all it is about, where they are several; a click on any of them means it
    start: str | None = None
    unit: str | None = None
    card: str | None = None
    primary: bool = False
    minor: bool = False  # seldom wanted: kept among the further choices
    tag: str | None = None
    price: bool = False
    why: str | None = None
    heading: str | None = None
    picture: str | None = None  # drawn by the game (optionPicture); such options are also offered beside their place
    hand: str | None = None  # a click there takes its stack in hand: who goes and how far is asked for (``Column``)
    then: list[str] | None = None  # answered with it at the same click
    number: int | None = None  # of a row of small buttons: what stands on it
    small: str | None = None  # a second figure below its tag
    aside: bool = False  # meant by a click with Shift or a long press where another answer has the same place


class Shortcut(Shape):
    """A long answer at one click."""

    id: str
    label: str
    actions: list[str]
    verbs: list[str] | None = None  # a proposal, shown before it is made: answers of these kinds may be changed in it
    note: str | None = None


class Plan(Option, kw_only=True):
    """Several actions in one gesture, such as a whole march: shown like an option, confirmed once."""

    id: str = ""
    actions: list[str]
    path: list[str]
    stops: list[str] | None = None  # what the march would cost if it ended there, stop by stop


class Member(Shape):
    """Somebody of a stack that is taken in hand."""

    unit: str
    name: str
    note: str
    goes: bool
    why: str | None = None  # what keeps him, by which rule
    rule: str | None = None


class Column(Shape, kw_only=True):
    """A stack taken in hand: who goes, where it could go at one gesture, the way chosen so far."""

    place: str
    here: str  # where that way ends
    title: str
    note: str
    members: list[Member]
    path: list[str]
    steps: list[str]  # the way so far as answers
    plans: list[Plan]
    more: list[Option]  # what else may be answered on the way


class Company(Shape):
    """Pieces that may be sent together, by one gesture."""

    id: str
    label: str
    note: str
    units: list[str]
    picture: str | None = None  # drawn by the game (optionPicture)


class Mover(Shape):
    """What one of several does who are sent together."""

    unit: str
    path: list[str]  # from where it stands to where it ends; empty: it stays
    tag: str | None = None
    why: str | None = None  # it stays, or does not come to its place
    rule: str | None = None


class JointPlan(Plan, kw_only=True):
    """A plan that moves several pieces, each by its own way."""

    movers: list[Mover]


class Together(Shape):
    """Where pieces may be sent together, and what comes of one goal."""

    units: list[str]
    goals: list[Option]
    plan: JointPlan | None = None


class Pick(Shape):
    """One of a few ways in which a piece may stand."""

    value: str
    label: str
    picture: str


class Berth(Shape):
    """A piece of an army that is being laid out: how it stands, and where; no place: it lies in the tray."""

    unit: str
    form: str
    front: str
    place: str | None
    label: str
    picture: str
    forms: list[Pick]
    fronts: list[Pick]


class Laying(Shape):
    """An army laid out in any order, and said at once when everybody has his place."""

    berths: list[Berth]
    goals: list[Option]  # where the piece in hand may stand
    units: list[Json]  # what has been laid, as the view has pieces
    actions: list[str]  # empty while somebody has no place
    label: str


class TableArea(Shape, rename={"start": "from"}):
    """Ground on an open table, in its millimetres."""

    polygon: Outline
    style: str
    label: str | None = None
    place: str | None = None
    start: str | None = None


class Region(Open, kw_only=True, rename={"start": "from"}):
    """An answer that is a place, a pose or a number."""

    verb: str
    label: str
    gesture: Literal["pose", "point", "amount", ""]
    template: str  # the notation of an answer, with {x} {y} {facing} or {n} in it
    place: str = ""  # whose it is
    start: Point | None = None
    min: float | None = None
    max: float | None = None
    step: float | None = None
    suffix: str | None = None
    polygons: Sequence[Outline] | None = None
    off: dict[str, float] | None = None  # how near it may come to each of these pieces
    examples: list[str]


class Decision(Shape, kw_only=True):
    """The question put to a seat."""

    name: str
    rule: str
    prompt: str
    side: str
    options: list[Option]
    regions: list[Region]  # options that stand for many actions: places and angles on an open table
    areas: list[TableArea]  # ground the question is about
    crumbs: list[str]
    overlay: str | None  # laid over the map by itself while this is asked
    plans: list[Plan]
    shortcuts: list[Shortcut]  # without a way on the map
    companies: list[Company]  # who may be sent together: see ``together``
    laying: Laying | None  # an army to be laid out in any order: see ``lay``
    tags: str = ""  # what the tags of the choices say


class Threat(Shape):
    """Who is shot at, and how well."""

    place: str
    tag: str
    text: str


class Leg(Shape):
    """A step of a long move."""

    text: str
    cost: str


class Rehearsal(Open):
    """What an action would lead to."""

    unit: str
    pose: Point
    legs: list[Leg]
    way: Outline
    left: str
    areas: list[TableArea]
    sees: list[str]
    threatens: list[Threat]
    threatened: list[Threat]


class Refusal(Shape):
    """Why the rules forbid something."""

    rule: str
    text: str


class Bar(Shape):
    """One outcome of a gamble, and how likely it is."""

    key: str
    label: str
    chance: float
    outcome: str = ""  # its name in the gamble
    low: float | None = None  # from here to ``high`` where the enemy can still change it
    high: float | None = None


class UnknownRow(Shape):
    """What somebody may still choose before a gamble is decided, and what is assumed of it."""

    name: str
    label: str
    least: int
    most: int
    assumed: int
    own: bool  # the choice of the side that asks


class ForecastRow(Shape):
    """A number that counts in a gamble."""

    rule: str | None
    label: str
    attack: str | float | None
    defence: str | float | None


class Arrow(Shape, rename={"start": "from"}):
    """Somebody who may come to help in a gamble."""

    start: str
    place: str
    side: str
    tag: str


class IfHe(Shape):
    """How a gamble stands for one value of what the enemy may choose."""

    value: int
    good: float  # the chance that it comes out well
    text: str


class MoreBars(Shape):
    """Further outcomes under a title of their own."""

    title: str
    bars: list[Bar]


class Forecast(Open):
    """The odds of a gamble."""

    rows: list[ForecastRow]
    bars: list[Bar]
    heads: list[str] | None = None  # names of the two columns
    more: list[MoreBars] | None = None
    unknowns: list[UnknownRow] | None = None
    text: str | None = None
    title: str | None = None
    subtitle: str | None = None
    switch: str | None = None  # the unknown that may be switched, and how its values change the whole
    by_value: list[IfHe] | None = None
    by_head: str | None = None
    places: list[str] | None = None  # what the card may not lie on
    helpers: list[Arrow] | None = None


# the table


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


# the snapshot


class Piece(TypedDict):
    """A counter on the board."""

    id: str
    side: str
    place: NotRequired[str | None]
    kind: NotRequired[str]
    flags: NotRequired[list[str]]
    squares: NotRequired[list[str]]  # all places it takes, where it takes more than one


class View(TypedDict):
    """What a seat may know of the board, as the rules say it: plain data, which bots read too."""

    revision: int
    to_act: list[str]
    score: NotRequired[dict[str, float]]
    units: NotRequired[list[Piece]]
    backs: NotRequired[list[Piece]]  # stacks face down: how many counters, and whatever else is known of them
    generals: NotRequired[list[Piece]]  # where they are no units
    routes: NotRequired[list[Way]]  # always drawn, such as plans already written


class Stalled(Shape):
    """A bot that failed or never ended, and who could sit there instead."""

    side: str
    bot: str
    reason: str
    text: str
    bots: list[str]


class Waiting(Shape, rename={"sides": "for"}):
    """For whom the table waits."""

    sides: list[str]
    bot: bool
    since: int
    stalled: Stalled | None


class Points(Shape):
    """A side's points, then and now."""

    side: str
    before: float
    after: float


class Taken(Shape):
    """A place that counts has changed hands."""

    place: str
    name: str
    side: str
    points: float
    text: str


class Since(Shape):
    """What the seat has not answered yet: everything from here on happened since its last choice."""

    line: int  # of the log, counted from the beginning
    turn: int  # the first line of the turn before, where a turn began since; else -1
    points: list[Points] = []
    taken: list[Taken] = []


class Missing(Shape):
    """A part that could not be made."""

    part: str
    text: str


class StreamShown(Shape):
    """What was promised of the dice from this one on."""

    first: int
    commit: str


class DiceShown(Shape):
    """The dice; a chosen seed is known to all, another when the match is over."""

    streams: list[StreamShown]
    seed: str | None


class Ended(Shape):
    """How it ended."""

    winner: str | None
    level: str
    score: dict[str, int]
    reason: str
    text: str


class Snapshot(msgspec.Struct, forbid_unknown_fields=True):
    """What one seat sees of a match at one moment."""

    match: str
    revision: int
    seat: str | None
    lang: str
    title: str
    game: str
    scenario: str
    scenario_name: str
    options: dict[str, Value]
    sides: list[SideInfo]
    clock: Clock
    view: View
    decision: Decision | None
    waiting: Waiting | None
    sealed: bool  # it holds a bot's secrets: no record, no copy
    secrets: bool  # whether a side of this game may know what another may not
    missing: list[Missing]
    dice: DiceShown
    log: list[LogLine]
    since: Since | None
    can_undo: bool
    can_redo: bool
    can_settle: bool  # the match could be ended now and counted as it stands
    outcome: Ended | None
    overlays: Overlays
    cards: CardsShown | None
    stage: Stage | None
    lesson: LessonShown | None
    at: int | msgspec.UnsetType = msgspec.UNSET  # a position of the past, and how many there are
    length: int | msgspec.UnsetType = msgspec.UNSET


# after the game


class ChartLine(Shape):
    """A measure of a side, turn by turn."""

    side: str
    measure: str
    dash: int  # 0: drawn through
    values: list[int]
    label: str


class ChartMark(Shape):
    """Something written beside the lines of a chart."""

    at: int  # the place on the axis, after that turn
    turn: int
    label: str


class Chart(Shape):
    """Measures of both sides."""

    id: str
    title: str
    ticks: list[str]
    lines: list[ChartLine]
    shade: list[int] | None  # from here to there: winter, foul weather
    shade_label: str
    marks: list[ChartMark]


class LuckRow(Shape):
    """What came of one kind of dice against what was to be expected; ``better`` above zero is luck."""

    id: str
    side: str
    label: str
    rule: str
    tries: int
    rolled: int
    expected: float
    better: float


class LuckVerdict(Shape):
    """All dice of a side in a sentence."""

    side: str
    text: str
    dice: int | None = None
    mean: float | None = None
    better: float | None = None


class TurningPoint(Shape):
    """Something worth telling."""

    n: int  # the action it came with
    turn: int
    side: str | None
    title: str
    text: str
    places: list[str]
    rule: str | None


class Chronicle(Shape, kw_only=True):
    """A game told after its end."""

    headline: str = ""
    caption: str = ""
    text: str = ""
    story: str = ""  # the game in a paragraph
    dice: int = 0
    decisions: int = 0
    series: dict[str, list[int] | dict[str, list[int]]] = {}
    score: Table | None = None
    charts: list[Chart] = []
    luck: list[LuckRow] = []
    luck_verdict: list[LuckVerdict] = []
    turning_points: list[TurningPoint] = []


class StreamOpened(StreamShown):
    """What was promised of the dice, and what they came from."""

    seed: str | None


class Verified(Shape):
    """Whether the dice are those that were promised."""

    ok: bool
    dice: int
    fault: str | None
    streams: list[StreamOpened]


class Report(Chronicle, kw_only=True):
    """The page after a game."""

    match: str
    sides: list[SideInfo]
    ended: str  # when
    title: str
    game: str
    scenario: str
    outcome: Ended | None
    verified: Verified
    missing: list[Missing]


# the board


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


# the lobby and the books


class Named(Shape):
    """Something with a name."""

    id: str
    name: str


class ScenarioInfo(Shape):
    """A scenario that may be chosen."""

    id: str
    name: str
    sides: dict[str, str]
    palette: Palette


class ValueInfo(Shape):
    """A value an option may have."""

    value: Value
    name: str


class OptionInfo(Shape):
    """An option of a new match."""

    name: str
    title: str
    values: list[ValueInfo]
    default: Value
    about: str
    needs: dict[str, Value]
    needs_text: str


class PresetInfo(Shape):
    """A published way to play."""

    id: str
    name: str
    about: str
    options: dict[str, Value]


class BotInfo(Named):
    """Somebody to play against."""

    about: str


class GameInfo(Shape):
    """A game that may be played."""

    id: str
    title: str
    short: str
    blurb: str
    sides: list[Named]
    scenarios: list[ScenarioInfo]
    automaton: str  # the option that names the side the rules themselves play
    options: list[OptionInfo]
    presets: list[PresetInfo]
    bots: list[BotInfo]  # the strongest first
    scene_url: str
    web: str
    lessons: list[LessonInfo]
    workshop: bool
    companion: bool
    time: str  # a whole match, in words
    weight: str  # how much there is to learn
    kind: str  # a few words: when, where, on what kind of map


class MatchInfo(Shape):
    """A match as the lobby lists it."""

    id: str
    title: str
    game: str
    scenario: str
    scenario_name: str
    seats: dict[str, str]
    clock: Clock
    turns: int  # the last one; 0 where nobody can tell
    to_act: list[str]
    outcome: Ended | None
    created: str
    updated: str
    finished: bool
    lesson: bool
    sealed: bool  # it holds a bot's secrets: no record, no copy
    seed_chosen: bool
    broken: str | None  # why it cannot be opened


class Section(Shape):
    """A section of a rulebook."""

    number: str
    title: str


class Paragraph(Shape):
    """A numbered paragraph of a rulebook."""

    number: str
    title: str
    section: str
    html: str


class Rulebook(Shape):
    """A whole rulebook."""

    title: str
    sections: list[Section]
    paragraphs: list[Paragraph]


def pieces(view: Json) -> list[Json]:
    """Everything on a board that a view tells of."""
    return [piece for kind in ("units", "generals", "backs") for piece in view.get(kind, ())]
