"""What is asked, and how it may be answered: options, plans, pieces in hand, forecasts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from grognard.kernel.wire.base import Json, Open, Outline, Point, Shape
from grognard.kernel.wire.table import Area


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
    twice: bool = False  # it passes the hand on and cannot be taken back: it is chosen, then confirmed
    aside: bool = False  # meant by a click with Shift or a long press where another answer has the same place


class Shortcut(Shape):
    """A long answer at one click."""

    id: str
    label: str
    actions: list[str]
    verbs: list[str] | None = None  # a proposal, shown before it is made: answers of these kinds may be changed in it
    note: str | None = None


class DiePart(Shape):
    """Faces of a die that bring the same."""

    faces: int  # how many
    text: str
    bad: bool = False


class Plan(Option, kw_only=True):
    """Several actions in one gesture, such as a whole march: shown like an option, confirmed once."""

    id: str = ""
    actions: list[str]
    path: list[str]
    stops: list[str] | None = None  # what the march would cost if it ended there, stop by stop
    die: list[DiePart] | None = None  # what its die may bring, best first
    short: str | None = None  # what stands on its button where the rest is said above it


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


class Prospect(Shape):
    """A fight that could follow from where pieces are sent."""

    place: str
    label: str
    tag: str | None  # the odds in short; none: not known
    starts: list[str]  # where those who would fight stand then
    forecast: Forecast | None


class JointPlan(Plan, kw_only=True):
    """A plan that moves several pieces, each by its own way."""

    movers: list[Mover]
    areas: list[Area] | None = None  # ground that matters where they would stand
    prospects: list[Prospect] | None = None


class Together(Shape):
    """Where pieces may be sent together, and what comes of one goal."""

    units: list[str]
    goals: list[Option]
    plan: JointPlan | None = None


class RollRow(Shape):
    """One of those who belong together."""

    unit: str
    label: str
    note: str
    state: str  # what it has done, or is to do
    now: bool = False  # it is the one that is asked


class Roll(Shape):
    """Those who belong together with the one that is asked."""

    title: str
    note: str
    rows: list[RollRow]


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
    roll: Roll | None  # those who belong together with the one that is asked
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


class Host(Shape, kw_only=True):
    """One of the two of a gamble: who, and what it spends of what it holds."""

    side: str
    name: str
    pieces: list[str]
    spent: int = 0
    held: int = 0
    note: str = ""  # what is spent, in words


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
    hosts: list[Host] | None = None
