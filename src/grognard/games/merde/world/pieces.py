"""What a battle is made of: counters, commanders, groups, letters, plans and engagements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from grognard.games.merde.world.lexicon import DENSE, LINE, OPEN
from grognard.kernel.part import IN_ORDER, Part, parts, parts_by, row

ORDERED: Final = 0  # [30.1] damage faces
ATTACK_LESS: Final = 1
MARKER_LESS: Final = 2
Squares = tuple[int, ...]


class Aim(NamedTuple):
    """[24.3] What a battery may fire at: a piece or a bridge, the square, and whether it is a square of its path."""

    kind: int
    target: int
    square: int
    barrage: bool


@dataclass(eq=False, repr=False, slots=True)
class Piece(Part):
    """A regiment, battery, company of engineers or decoy on the field. Without squares it is not (or no more) there."""

    squares: Squares = ()
    formation: int = 0
    facing: int = 0
    men: tuple[int, ...] = ()
    group: int = -1
    post: Squares = ()  # [18.5] R-18d: where it came to stand by an order, a step or a forced move
    damage: int = ORDERED
    expires: int = 0  # [14.5] the turn at whose end a temporary face goes
    less: int = 0  # markers fewer at the next deal
    routed: bool = False
    gone: bool = False
    hits: int = 0  # [24.7] on a battery, [38.2] on engineers
    idle: int = 0  # [38.2] turns for which engineers are stopped
    shelled: int = 0  # [39.2] hits on the shelter since it came in
    hidden: bool = False  # [19.1] flag side up
    hand: tuple[int, ...] = ()
    # this turn
    dealt: bool = False
    out: bool = False  # [10.2] out of command
    stepped: bool = False
    wary: bool = False  # [20.6] has left a ZOC: enters none this turn
    changed: bool = False  # limbered or unlimbered
    hauled: bool = False  # moved limbered
    spent: int = 0
    allowance: int = 0
    trail: Squares = ()  # [20.13] squares passed
    fired: bool = False
    skirmished: bool = False
    retreated: bool = False
    charged: int = 0  # [31.2] [31.6] charges announced this turn
    engaged: bool = False
    steady: bool = False  # has had its first fire step of the turn
    paused: tuple[int, ...] = ()
    active: bool = False  # its number has been activated
    cornered: int = -1  # [14.8] the sector in whose turn a retreat ended in an enemy ZOC

    def new_turn(self) -> None:
        """What is forgotten when a turn begins."""
        self.dealt = self.stepped = self.wary = self.changed = self.hauled = False
        self.spent = self.allowance = 0
        self.trail = ()
        self.fired = self.skirmished = self.retreated = self.engaged = self.steady = False
        self.charged = 0
        self.paused = ()
        self.active = False
        self.cornered = -1

    @property
    def strength(self) -> int:
        return sum(self.men)

    @property
    def front_unit(self) -> int:
        """The battalion at the head of a column: the first that still has men."""
        for unit, men in enumerate(self.men):
            if men:
                return unit
        return 0


@dataclass(eq=False, repr=False)
class General(Part):
    """A commander on the field."""

    square: int  # -1: not on the field
    value: int
    radius: int
    moved: bool = False
    back: int = 0  # [36.4] the turn in which his successor appears


@dataclass(eq=False, repr=False)
class Group(Part):
    """[6.1] A group with its Command marker."""

    order: int
    number: int
    column: int
    supports: int
    release: int
    sector: int = -1  # [18.5] of a garrison
    holding: bool = False  # [18.2] has taken the last flag of its column
    shaken: bool = False  # [37.3]
    withdrawing: bool = False  # [36.4] its corps falls back to the rear line


@dataclass(eq=False, repr=False)
class Letter(Part):
    """[21.2] A change of orders, written and perhaps on its way."""

    group: int
    order: int  # -1: only a new sequence
    column: int
    number: int
    supports: int
    general: int  # to whom it goes
    arrives: int = 0  # the turn
    tested: bool = False  # delivered by a messenger: needs the first test
    path: Squares = ()


@dataclass(eq=False, repr=False)
class Act(Part):
    """[20.4] One action of a plan: what the unit looks like before and after it, and when it is completed."""

    step: bool
    unit: int  # the battalion in open order; -1 the whole regiment
    squares: Squares
    formation: int
    facing: int
    spent: int
    time: int
    before: Squares
    was: int  # the formation before it


@dataclass(eq=False, repr=False)
class Scheme(Part):
    """[20.4] The plan of one piece: its actions, and where it stands after them. Acts never change once written."""

    piece: int
    squares: Squares
    formation: int
    facing: int
    allowance: int
    spent: list[int] = row(0, 0)  # by battalion; a closed regiment uses the first
    limit: int = 0  # points that may be spent in all [15.2]
    stopped: list[bool] = row(False, False)  # in an enemy ZOC, as the owner sees it
    whole: bool = False  # [15.3] a change that took the whole turn
    acts: list[Act] = parts(Act, shared=True)

    def __post_init__(self) -> None:
        self.limit = self.allowance


@dataclass(eq=False, repr=False)
class Draft(Part):
    """What a side has written down in secret and not yet shown."""

    closed: bool = False
    chosen: int = -1  # the piece, group or commander now spoken of
    stage: int = 0
    schemes: dict[int, Scheme] = parts_by(Scheme, facts=IN_ORDER)
    notes: list[tuple[int, ...]] = row()
    letters: list[Letter] = parts(Letter)


@dataclass(eq=False, repr=False)
class Clash(Part):
    """[25.3] The engagement being fought. Lists of two go by role: 0 the one who named it, 1 the other."""

    pieces: list[int] = row(-1, -1)
    choice: list[int] = row(0, 0)  # of the fire step or exchange, once given
    marker: list[int] = row(-1, -1)  # turned
    charging: list[bool] = row(False, False)
    bearing: int = 0  # where the one who named stands, as the other sees it
    run: bool = False  # [31.2] an announced charge of cavalry
    start: list[Squares] = row((), ())  # where the cavalry of a charge and countercharge came from
    start_formation: list[int] = row(0, 0)
    round: int = 0  # of melee
    converged: list[bool] = row(False, False)
    replaced: bool = False
    both_flanks: bool = False  # [31.5]
    closed: bool = False  # it came to a charge or melee
    counter: int = -1  # [31.3] cavalry that countercharges
    spots: list[Squares] = row((), ())  # where they stood before the exchange
    first: int = -1  # [31.3] the target the charge was announced at, when a countercharge came between
    volleys: list[int] = row(0, 0)  # [45.5] shots fired in this engagement
    armed: list[int] = row(0, 0)  # [45.5] R-45c: markers in hand when it began
    fronts: list[int] = row(0, 0)  # where they faced then
    shaken: list[bool] = row(False, False)  # [37.3] whether their groups were, before the exchange
    left: list[tuple[int, ...]] = row((), ())  # [34.1] markers of one who was eliminated


NOBODY: Final = Piece()
NOBODY.gone = True


def living(p: Piece) -> int:
    """Battalions that still have men."""
    return sum([1 for men in p.men if men])


def begun(p: Piece, unit: int) -> Squares:
    """[20.6] R-20d: the squares that count when a plan begins; in open order each battalion stands for itself."""
    return (p.squares[unit],) if unit >= 0 and p.formation == OPEN and len(p.squares) == 2 else p.squares


def spread(p: Piece) -> bool:
    """Whether its battalions stand in squares of their own."""
    return p.formation in (LINE, OPEN) and living(p) == 2


def dense(p: Piece) -> bool:
    return p.formation in DENSE
