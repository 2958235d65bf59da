"""What a battle is made of: counters, commanders, groups, letters, plans and engagements."""

from __future__ import annotations

from typing import Final

from grognard.games.merde.world.lexicon import DENSE, LINE, OPEN

ORDERED: Final = 0  # [30.1] damage faces
ATTACK_LESS: Final = 1
MARKER_LESS: Final = 2
Squares = tuple[int, ...]


class Piece:
    """A regiment, battery, company of engineers or decoy on the field. Without squares it is not (or no more) there."""

    def __init__(self) -> None:
        self.squares: Squares = ()
        self.formation = 0
        self.facing = 0
        self.men: tuple[int, ...] = ()
        self.group = -1
        self.post: Squares = ()  # [18.5] R-18d: where it came to stand by an order, a step or a forced move
        self.damage = ORDERED
        self.expires = 0  # [14.5] the turn at whose end a temporary face goes
        self.less = 0  # markers fewer at the next deal
        self.routed = False
        self.gone = False
        self.hits = 0  # [24.7] on a battery, [38.2] on engineers
        self.idle = 0  # [38.2] turns for which engineers are stopped
        self.shelled = 0  # [39.2] hits on the shelter since it came in
        self.hidden = False  # [19.1] flag side up
        self.hand: tuple[int, ...] = ()
        # this turn
        self.dealt = False
        self.out = False  # [10.2] out of command
        self.stepped = False
        self.wary = False  # [20.6] has left a ZOC: enters none this turn
        self.changed = False  # limbered or unlimbered
        self.hauled = False  # moved limbered
        self.spent = 0
        self.allowance = 0
        self.trail: Squares = ()  # [20.13] squares passed
        self.fired = False
        self.skirmished = False
        self.retreated = False
        self.charged = 0  # [31.2] [31.6] charges announced this turn
        self.engaged = False
        self.steady = False  # has had its first fire step of the turn
        self.paused: tuple[int, ...] = ()
        self.active = False  # its number has been activated
        self.cornered = -1  # [14.8] the sector in whose turn a retreat ended in an enemy ZOC

    def copy(self) -> Piece:
        twin = Piece()
        twin.squares, twin.formation, twin.facing, twin.men = self.squares, self.formation, self.facing, self.men
        twin.group, twin.post = self.group, self.post
        twin.damage, twin.expires, twin.less = self.damage, self.expires, self.less
        twin.routed, twin.gone, twin.hits, twin.idle = self.routed, self.gone, self.hits, self.idle
        twin.shelled, twin.hidden, twin.hand, twin.dealt = self.shelled, self.hidden, self.hand, self.dealt
        twin.out, twin.stepped, twin.wary, twin.changed = self.out, self.stepped, self.wary, self.changed
        twin.hauled, twin.spent, twin.allowance, twin.trail = self.hauled, self.spent, self.allowance, self.trail
        twin.fired, twin.skirmished, twin.retreated = self.fired, self.skirmished, self.retreated
        twin.charged, twin.engaged, twin.steady = self.charged, self.engaged, self.steady
        twin.paused, twin.active, twin.cornered = self.paused, self.active, self.cornered
        return twin

    def facts(self) -> tuple[object, ...]:
        return (
            self.squares,
            self.formation,
            self.facing,
            self.men,
            self.group,
            self.post,
            self.damage,
            self.expires,
            self.less,
            self.routed,
            self.gone,
            self.hits,
            self.idle,
            self.shelled,
            self.hidden,
            self.hand,
            self.dealt,
            self.out,
            self.stepped,
            self.wary,
            self.changed,
            self.hauled,
            self.spent,
            self.allowance,
            self.trail,
            self.fired,
            self.skirmished,
            self.retreated,
            self.charged,
            self.engaged,
            self.steady,
            self.paused,
            self.active,
            self.cornered,
        )

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


class General:
    """A commander on the field."""

    def __init__(self, square: int, value: int, radius: int) -> None:
        self.square = square  # -1: not on the field
        self.value = value
        self.radius = radius
        self.moved = False
        self.back = 0  # [36.4] the turn in which his successor appears

    def copy(self) -> General:
        twin = General(self.square, self.value, self.radius)
        twin.moved, twin.back = self.moved, self.back
        return twin

    def facts(self) -> tuple[object, ...]:
        return (self.square, self.value, self.radius, self.moved, self.back)


class Group:
    """[6.1] A group with its Command marker."""

    def __init__(self, order: int, number: int, column: int, supports: int, release: int) -> None:
        self.order = order
        self.number = number
        self.column = column
        self.supports = supports
        self.release = release
        self.sector = -1  # [18.5] of a garrison
        self.holding = False  # [18.2] has taken the last flag of its column
        self.shaken = False  # [37.3]
        self.withdrawing = False  # [36.4] its corps falls back to the rear line

    def copy(self) -> Group:
        twin = Group(self.order, self.number, self.column, self.supports, self.release)
        twin.sector, twin.holding, twin.shaken = self.sector, self.holding, self.shaken
        twin.withdrawing = self.withdrawing
        return twin

    def facts(self) -> tuple[object, ...]:
        return (
            self.order,
            self.number,
            self.column,
            self.supports,
            self.release,
            self.sector,
            self.holding,
            self.shaken,
            self.withdrawing,
        )


class Letter:
    """[21.2] A change of orders, written and perhaps on its way."""

    def __init__(self, group: int, order: int, column: int, number: int, supports: int, general: int) -> None:
        self.group = group
        self.order = order  # -1: only a new sequence
        self.column = column
        self.number = number
        self.supports = supports
        self.general = general  # to whom it goes
        self.arrives = 0  # the turn
        self.tested = False  # delivered by a messenger: needs the first test
        self.path: Squares = ()

    def copy(self) -> Letter:
        twin = Letter(self.group, self.order, self.column, self.number, self.supports, self.general)
        twin.arrives, twin.tested, twin.path = self.arrives, self.tested, self.path
        return twin

    def facts(self) -> tuple[object, ...]:
        return (
            self.group,
            self.order,
            self.column,
            self.number,
            self.supports,
            self.general,
            self.arrives,
            self.tested,
            self.path,
        )


class Act:
    """[20.4] One action of a plan: what the unit looks like before and after it, and when it is completed."""

    def __init__(
        self,
        step: bool,
        unit: int,
        squares: Squares,
        formation: int,
        facing: int,
        spent: int,
        time: int,
        before: Squares,
        was: int,
    ) -> None:
        self.step = step
        self.unit = unit  # the battalion in open order; -1 the whole regiment
        self.squares = squares
        self.formation = formation
        self.facing = facing
        self.spent = spent
        self.time = time
        self.before = before
        self.was = was  # the formation before it

    def facts(self) -> tuple[object, ...]:
        return (
            self.step,
            self.unit,
            self.squares,
            self.formation,
            self.facing,
            self.spent,
            self.time,
            self.before,
            self.was,
        )


class Scheme:
    """[20.4] The plan of one piece: its actions, and where it stands after them. Acts never change once written."""

    def __init__(self, piece: int, squares: Squares, formation: int, facing: int, allowance: int) -> None:
        self.piece = piece
        self.squares = squares
        self.formation = formation
        self.facing = facing
        self.allowance = allowance
        self.spent = [0, 0]  # by battalion; a closed regiment uses the first
        self.limit = allowance  # points that may be spent in all [15.2]
        self.stopped = [False, False]  # in an enemy ZOC, as the owner sees it
        self.whole = False  # [15.3] a change that took the whole turn
        self.acts: list[Act] = []

    def copy(self) -> Scheme:
        twin = Scheme(self.piece, self.squares, self.formation, self.facing, self.allowance)
        twin.spent, twin.limit, twin.stopped, twin.whole = self.spent[:], self.limit, self.stopped[:], self.whole
        twin.acts = self.acts[:]
        return twin

    def facts(self) -> tuple[object, ...]:
        return (
            self.piece,
            self.squares,
            self.formation,
            self.facing,
            self.allowance,
            tuple(self.spent),
            self.limit,
            tuple(self.stopped),
            self.whole,
            tuple([act.facts() for act in self.acts]),
        )


class Draft:
    """What a side has written down in secret and not yet shown."""

    def __init__(self) -> None:
        self.closed = False
        self.chosen = -1  # the piece, group or commander now spoken of
        self.stage = 0
        self.schemes: dict[int, Scheme] = {}
        self.notes: list[tuple[int, ...]] = []
        self.letters: list[Letter] = []

    def copy(self) -> Draft:
        twin = Draft()
        twin.closed, twin.chosen, twin.stage = self.closed, self.chosen, self.stage
        twin.schemes = {piece: scheme.copy() for piece, scheme in self.schemes.items()}
        twin.notes = self.notes[:]
        twin.letters = [letter.copy() for letter in self.letters]
        return twin

    def facts(self) -> tuple[object, ...]:
        return (
            self.closed,
            self.chosen,
            self.stage,
            tuple([self.schemes[p].facts() for p in sorted(self.schemes)]),
            tuple(self.notes),
            tuple([letter.facts() for letter in self.letters]),
        )


class Clash:
    """[25.3] The engagement being fought. Lists of two go by role: 0 the one who named it, 1 the other."""

    def __init__(self, named: int, target: int) -> None:
        self.pieces = [named, target]
        self.choice = [0, 0]  # of the fire step or exchange, once given
        self.marker = [-1, -1]  # turned
        self.charging = [False, False]
        self.bearing = 0  # where the one who named stands, as the other sees it
        self.run = False  # [31.2] an announced charge of cavalry
        self.start: list[Squares] = [(), ()]  # where the cavalry of a charge and countercharge came from
        self.start_formation = [0, 0]
        self.round = 0  # of melee
        self.converged = [False, False]
        self.replaced = False
        self.both_flanks = False  # [31.5]
        self.closed = False  # it came to a charge or melee
        self.counter = -1  # [31.3] cavalry that countercharges
        self.spots: list[Squares] = [(), ()]  # where they stood before the exchange
        self.fronts = [0, 0]  # and where they faced
        self.first = -1  # [31.3] the target the charge was announced at, when a countercharge came between
        self.volleys = [0, 0]  # [45.5] shots fired in this engagement
        self.armed = [0, 0]  # [45.5] R-45c: markers in hand when it began
        self.shaken = [False, False]  # [37.3] whether their groups were, before the exchange
        self.left: list[tuple[int, ...]] = [(), ()]  # [34.1] markers of one who was eliminated

    def copy(self) -> Clash:
        twin = Clash(self.pieces[0], self.pieces[1])
        twin.pieces = self.pieces[:]
        twin.choice, twin.marker = self.choice[:], self.marker[:]
        twin.charging, twin.bearing, twin.run = self.charging[:], self.bearing, self.run
        twin.start, twin.start_formation, twin.round = self.start[:], self.start_formation[:], self.round
        twin.converged, twin.replaced, twin.both_flanks = self.converged[:], self.replaced, self.both_flanks
        twin.closed, twin.counter, twin.spots, twin.first = self.closed, self.counter, self.spots[:], self.first
        twin.volleys, twin.armed, twin.fronts = self.volleys[:], self.armed[:], self.fronts[:]
        twin.shaken, twin.left = self.shaken[:], self.left[:]
        return twin

    def facts(self) -> tuple[object, ...]:
        return (
            tuple(self.pieces),
            tuple(self.choice),
            tuple(self.marker),
            tuple(self.charging),
            self.bearing,
            self.run,
            tuple(self.start),
            tuple(self.start_formation),
            self.round,
            tuple(self.converged),
            self.replaced,
            self.both_flanks,
            self.closed,
            self.counter,
            tuple(self.spots),
            self.first,
            tuple(self.volleys),
            tuple(self.armed),
            tuple(self.fronts),
            tuple(self.shaken),
            tuple(self.left),
        )


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
