"""The battle: everything that changes, piece by piece."""

from __future__ import annotations

from typing import Any, Final

from grognard.board.squares import ring
from grognard.games.merde.lexicon import DENSE, GARRISON, LINE, MOVES, OPEN, PIECES, SUPPORT
from grognard.games.merde.world import ARTILLERY, CAVALRY, DECOY, INFANTRY, World, side_of
from grognard.kernel.dice import Dice
from grognard.kernel.frame import Frame, State

CARDS: Final = 9  # [2.3] the Morale deck counts as a die of nine
LAST_NUMBER: Final = 12
UNNUMBERED: Final = 13  # [25.1] garrisons and reserves

SETTING_UP: Final = 0  # [4.1] phases
COMMANDING: Final = 1
MOVING: Final = 2
SHELLING: Final = 3
SKIRMISHING: Final = 4
FIGHTING: Final = 5
RALLYING: Final = 6

ORDERED: Final = 0  # [30.1] damage faces
ATTACK_LESS: Final = 1
MARKER_LESS: Final = 2

SWITCHES: Final = {  # [46.1] other readings, as our rulings have them
    "barrage": True, "passive_defender_marker": True, "square_holds_without_markers": True,
    "shot_at_charger_marker": False, "old_defence_values": False, "light_cavalry_skirmish": False,
}  # fmt: skip
Squares = tuple[int, ...]


class Piece:
    """A regiment, battery, company of engineers or decoy on the field. Without squares it is not (or no more) there."""

    def __init__(self) -> None:
        self.squares: Squares = ()
        self.formation = 0
        self.facing = 0
        self.men: tuple[int, ...] = ()
        self.group = -1
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
        self.charged = False
        self.engaged = False
        self.steady = False  # has had its first fire step of the turn
        self.paused: tuple[int, ...] = ()
        self.active = False  # its number has been activated

    def copy(self) -> Piece:
        twin = Piece.__new__(Piece)
        twin.squares, twin.formation, twin.facing, twin.men = self.squares, self.formation, self.facing, self.men
        twin.group, twin.damage, twin.expires, twin.less = self.group, self.damage, self.expires, self.less
        twin.routed, twin.gone, twin.hits, twin.idle = self.routed, self.gone, self.hits, self.idle
        twin.shelled, twin.hidden, twin.hand, twin.dealt = self.shelled, self.hidden, self.hand, self.dealt
        twin.out, twin.stepped, twin.wary, twin.changed = self.out, self.stepped, self.wary, self.changed
        twin.hauled, twin.spent, twin.allowance, twin.trail = self.hauled, self.spent, self.allowance, self.trail
        twin.fired, twin.skirmished, twin.retreated = self.fired, self.skirmished, self.retreated
        twin.charged, twin.engaged, twin.steady = self.charged, self.engaged, self.steady
        twin.paused, twin.active = self.paused, self.active
        return twin

    def facts(self) -> tuple[object, ...]:
        return (self.squares, self.formation, self.facing, self.men, self.group, self.damage, self.expires, self.less,
                self.routed, self.gone, self.hits, self.idle, self.shelled, self.hidden, self.hand, self.dealt,
                self.out, self.stepped, self.wary, self.changed, self.hauled, self.spent, self.allowance, self.trail,
                self.fired, self.skirmished, self.retreated, self.charged, self.engaged, self.steady, self.paused,
                self.active)  # fmt: skip

    def new_turn(self) -> None:
        """What is forgotten when a turn begins."""
        self.dealt = self.stepped = self.wary = self.changed = self.hauled = False
        self.spent = self.allowance = 0
        self.trail = ()
        self.fired = self.skirmished = self.retreated = self.charged = self.engaged = self.steady = False
        self.paused = ()
        self.active = False

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
        self.hidden = False

    def copy(self) -> General:
        twin = General(self.square, self.value, self.radius)
        twin.moved, twin.back, twin.hidden = self.moved, self.back, self.hidden
        return twin

    def facts(self) -> tuple[object, ...]:
        return (self.square, self.value, self.radius, self.moved, self.back, self.hidden)


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
        return (self.order, self.number, self.column, self.supports, self.release, self.sector, self.holding,
                self.shaken, self.withdrawing)  # fmt: skip


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
        return (self.group, self.order, self.column, self.number, self.supports, self.general, self.arrives,
                self.tested, self.path)  # fmt: skip


class Act:
    """[20.4] One action of a plan: what the unit looks like before and after it, and when it is completed."""

    def __init__(self, step: bool, unit: int, squares: Squares, formation: int, facing: int, spent: int, time: int,
                 before: Squares, was: int) -> None:  # fmt: skip
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
        return (self.step, self.unit, self.squares, self.formation, self.facing, self.spent, self.time, self.before,
                self.was)  # fmt: skip


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
        return (self.piece, self.squares, self.formation, self.facing, self.allowance, tuple(self.spent), self.limit,
                tuple(self.stopped), self.whole, tuple([act.facts() for act in self.acts]))  # fmt: skip


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
        return (self.closed, self.chosen, self.stage, tuple([self.schemes[p].facts() for p in sorted(self.schemes)]),
                tuple(self.notes), tuple([letter.facts() for letter in self.letters]))  # fmt: skip


class Clash:
    """[25.3] The engagement being fought. Lists of two go by role: 0 the one who named it, 1 the other."""

    def __init__(self, named: int, target: int) -> None:
        self.pieces = [named, target]
        self.choice = [0, 0]  # of the fire step or exchange, once given
        self.marker = [-1, -1]  # turned
        self.answered = [False, False]
        self.charging = [False, False]
        self.bearing = 0  # where the one who named stands, as the other sees it
        self.run = False  # [31.2] an announced charge of cavalry
        self.start: Squares = ()  # where its cavalry came from
        self.start_formation = 0
        self.round = 0  # of melee
        self.converged = [False, False]
        self.replaced = False
        self.both_flanks = False  # [31.5]
        self.fell_back = [False, False]
        self.closed = False  # it came to a charge or melee
        self.counter = -1  # [31.3] cavalry that countercharges
        self.fired_at_run = False
        self.spots: list[Squares] = [(), ()]  # where they stood before the exchange
        self.fronts = [0, 0]  # and where they faced
        self.first = -1  # [31.3] the target the charge was announced at, when a countercharge came between
        self.volleys = [0, 0]  # [45.5] shots fired in this engagement

    def copy(self) -> Clash:
        twin = Clash(self.pieces[0], self.pieces[1])
        twin.pieces = self.pieces[:]
        twin.choice, twin.marker, twin.answered = self.choice[:], self.marker[:], self.answered[:]
        twin.charging, twin.bearing, twin.run = self.charging[:], self.bearing, self.run
        twin.start, twin.start_formation, twin.round = self.start, self.start_formation, self.round
        twin.converged, twin.replaced, twin.both_flanks = self.converged[:], self.replaced, self.both_flanks
        twin.fell_back, twin.closed, twin.counter = self.fell_back[:], self.closed, self.counter
        twin.fired_at_run, twin.spots, twin.first = self.fired_at_run, self.spots[:], self.first
        twin.volleys, twin.fronts = self.volleys[:], self.fronts[:]
        return twin

    def facts(self) -> tuple[object, ...]:
        return (tuple(self.pieces), tuple(self.choice), tuple(self.marker), tuple(self.answered),
                tuple(self.charging), self.bearing, self.run, self.start, self.start_formation, self.round,
                tuple(self.converged), self.replaced, self.both_flanks, tuple(self.fell_back), self.closed,
                self.counter, self.fired_at_run, tuple(self.spots), self.first, tuple(self.volleys),
                tuple(self.fronts))  # fmt: skip


NOBODY: Final = Piece()
NOBODY.gone = True


class Battle(State):
    """A battle of Merde in progress."""

    def __init__(self, world: World, dice: Dice, options: dict[str, Any]) -> None:
        super().__init__(dice)
        self.world = world
        self.options = options
        self.turn = 0
        self.phase = 0
        self.step = 0  # the activation number, or what follows 12
        self.weather = "clear"
        self.pieces: list[Piece] = [NOBODY if stock is None else Piece() for stock in world.stocks]
        self.generals: list[General | None] = [None] * len(world.staff)
        self.groups: list[Group | None] = [None] * len(world.plans)
        self.flags: list[list[int]] = [[], []]  # squares of a side's flags still flying
        self.captured = [0, 0]  # flags a side has taken
        self.forts = world.terrain["fortification"]
        self.crossings = world.terrain["bridge"] | world.terrain["pontoon"]
        self.bridges: list[Squares] = list(world.bridges)  # those of the scenario, then pontoons of the set-up
        self.bridge_hits: dict[int, int] = {}
        self.works: dict[int, int] = {}  # [38.2] what engineers added or took away
        self.pool: list[list[int]] = [[], []]
        self.discards: list[list[int]] = [[], []]
        self.intervened = [False, False]  # [20.2] the free intervention is used
        self.scouts = [0, 0]
        self.scouted: list[list[int]] = [[], []]  # corps whose scout has ridden
        self.letters: list[list[Letter]] = [[], []]  # on their way
        self.sent = [0, 0]  # messengers of this turn
        self.drafts = [Draft(), Draft()]
        self.clash: Clash | None = None
        self.sector = -1
        self.fought: list[int] = []  # sectors, this turn
        self.passes = 0
        self.shots: list[tuple[int, ...]] = []  # being resolved
        self.fired_contingencies: list[int] = []  # [45.2]
        self.reordered: list[int] = []  # groups re-ordered by one
        self.tests: list[tuple[int, int]] = []  # [33.1] due: piece, what it has suffered
        self.shocked: list[int] = []  # [36.3] regiments that have just lost a whole battalion
        self.rallied: list[int] = []  # pieces that have tried this turn
        self.steadied: list[int] = []  # groups that have
        self.cic_lost = [False, False]
        self.tale: list[tuple[object, ...]] = []  # [28.1] the attacks of the last exchange, term by term, for the table
        self.removed = [0, 0]  # [1.4] points of a side's counters removed from play, in halves

    # options

    @property
    def auto(self) -> int:
        """[45] The side that the rulebook plays; -1 where two people do."""
        return {"army_a": 0, "army_b": 1}.get(self.options.get("solitaire", "none"), -1)

    @property
    def foggy(self) -> bool:
        """[19] Whether hidden units are played."""
        return bool(self.options.get("fog_of_war"))

    def switch(self, name: str) -> bool:
        """[46.1] A switch; as the rulings have it unless the set-up says otherwise."""
        return bool(self.options.get(name, SWITCHES[name]))

    # copying

    def copy(self) -> Battle:
        twin = Battle.__new__(Battle)
        twin.agenda, twin.dice, twin.events = self.agenda[:], self.dice, self.events[:]
        twin.revealed, twin.outcome = self.revealed, self.outcome
        twin.world, twin.options = self.world, self.options
        twin.turn, twin.phase, twin.step, twin.weather = self.turn, self.phase, self.step, self.weather
        twin.pieces = [piece if piece is NOBODY else piece.copy() for piece in self.pieces]
        twin.generals = [None if general is None else general.copy() for general in self.generals]
        twin.groups = [None if group is None else group.copy() for group in self.groups]
        twin.flags, twin.captured = [self.flags[0][:], self.flags[1][:]], self.captured[:]
        twin.forts, twin.crossings = self.forts, self.crossings
        twin.bridges, twin.bridge_hits, twin.works = self.bridges[:], dict(self.bridge_hits), dict(self.works)
        twin.pool = [self.pool[0][:], self.pool[1][:]]
        twin.discards = [self.discards[0][:], self.discards[1][:]]
        twin.intervened, twin.scouts = self.intervened[:], self.scouts[:]
        twin.scouted = [self.scouted[0][:], self.scouted[1][:]]
        twin.letters = [[letter.copy() for letter in letters] for letters in self.letters]
        twin.sent = self.sent[:]
        twin.drafts = [self.drafts[0].copy(), self.drafts[1].copy()]
        twin.clash = None if self.clash is None else self.clash.copy()
        twin.sector, twin.fought, twin.passes = self.sector, self.fought[:], self.passes
        twin.shots = self.shots[:]
        twin.fired_contingencies, twin.reordered = self.fired_contingencies[:], self.reordered[:]
        twin.tests, twin.cic_lost, twin.removed = self.tests[:], self.cic_lost[:], self.removed[:]
        twin.tale = self.tale[:]
        twin.shocked, twin.rallied, twin.steadied = self.shocked[:], self.rallied[:], self.steadied[:]
        return twin

    def facts(self) -> tuple[object, ...]:
        return (self.world.id, tuple(sorted(self.options.items())), self.turn, self.phase, self.step, self.weather,
                tuple([piece.facts() for piece in self.pieces if piece is not NOBODY]),
                tuple([general and general.facts() for general in self.generals]),
                tuple([group and group.facts() for group in self.groups]),
                tuple(map(tuple, self.flags)), tuple(self.captured), self.forts, self.crossings,
                tuple(self.bridges), tuple(sorted(self.bridge_hits.items())), tuple(sorted(self.works.items())),
                tuple(map(tuple, self.pool)), tuple(map(tuple, self.discards)), tuple(self.intervened),
                tuple(self.scouts), tuple(map(tuple, self.scouted)),
                tuple([tuple([letter.facts() for letter in letters]) for letters in self.letters]), tuple(self.sent),
                tuple([draft.facts() for draft in self.drafts]), self.clash and self.clash.facts(), self.sector,
                tuple(self.fought), self.passes, tuple(self.shots), tuple(self.fired_contingencies),
                tuple(self.reordered), tuple(self.tale), tuple(self.tests), tuple(self.shocked), tuple(self.rallied),
                tuple(self.steadied), tuple(self.cic_lost),
                tuple(self.removed))  # fmt: skip

    # agenda, cards

    def push(self, *frames: Frame[Any]) -> None:
        """Put frames on the agenda so that the first comes first."""
        self.agenda.extend(reversed(frames))

    def card(self) -> int:
        """[2.3] A Morale card, always put back."""
        return self.dice.roll(CARDS)

    def tell_of(self, piece: int, key: str, *args: object) -> None:
        """[19.1] What happens to a counter that lies flag side up only its owner is told."""
        if self.pieces[piece].hidden:
            self.whisper(side_of(piece), key, *args)
        else:
            self.emit(key, *args)

    def tell_of_group(self, group: int, key: str, *args: object) -> None:
        """The same of a group: its owner alone is told while all of it is hidden."""
        members = self.members(group)
        if members and all(self.pieces[p].hidden for p in members):
            self.whisper(side_of(members[0]), key, *args)
        else:
            self.emit(key, *args)

    def enter_phase(self, phase: int) -> None:
        self.phase = phase
        self.emit("phase", self.turn, phase)

    # who is where

    def alive(self, side: int) -> list[int]:
        """The pieces of a side on the field, decoys included."""
        pieces = self.pieces
        return [p for p in self.world.roster[side] + self.world.decoy_slots[side] if pieces[p].squares]

    def troops(self, side: int) -> list[int]:
        """Its regiments, batteries and companies, without decoys."""
        pieces = self.pieces
        return [p for p in self.world.roster[side] if pieces[p].squares]

    def arm(self, piece: int) -> int:
        return self.world.stock(piece).arm

    def is_regiment(self, piece: int) -> bool:
        """Infantry or cavalry, whole or what is left of it."""
        return self.world.stock(piece).arm in (INFANTRY, CAVALRY)

    def occupied(self, side: int) -> dict[int, int]:
        """The squares held by a side, with the piece that holds each."""
        found: dict[int, int] = {}
        for p in self.alive(side):
            for sq in self.pieces[p].squares:
                found[sq] = p
        return found

    def held(self, side: int) -> int:
        """The same as a mask."""
        found = 0
        for p in self.alive(side):
            for sq in self.pieces[p].squares:
                found |= 1 << sq
        return found

    def at(self, sq: int) -> int:
        """The piece in a square; -1 if there is none."""
        for side in (0, 1):
            for p in self.alive(side):
                if sq in self.pieces[p].squares:
                    return p
        return -1

    def has_zoc(self, piece: int) -> bool:
        """[12.1] Infantry and cavalry that is not routed; batteries, companies, engineers and decoys have none."""
        stock = self.world.stock(piece)
        return stock.arm in (INFANTRY, CAVALRY) and not stock.company and not self.pieces[piece].routed

    def zoc(self, side: int) -> int:
        """[12.1] Every square in the ZOC of a side."""
        found = 0
        for p in self.troops(side):
            if self.has_zoc(p):
                for sq in self.pieces[p].squares:
                    found |= 1 << sq
        return ring(found) & self.world.field.board

    def apparent_zoc(self, side: int) -> int:
        """The ZOC of a side as its enemy must take it: any counter that lies flag side up may be a regiment."""
        found = 0
        for p in self.alive(side):
            if self.pieces[p].hidden or self.has_zoc(p):
                for sq in self.pieces[p].squares:
                    found |= 1 << sq
        return ring(found) & self.world.field.board

    def commander(self, general: int) -> General:
        found = self.generals[general]
        assert found is not None
        return found

    def group(self, group: int) -> Group:
        found = self.groups[group]
        assert found is not None
        return found

    def group_of(self, piece: int) -> Group:
        return self.group(self.pieces[piece].group)

    def members(self, group: int) -> list[int]:
        """The pieces of a group still on the field, in their order."""
        side = group // 56
        return [p for p in self.alive(side) if self.pieces[p].group == group]

    def order_of(self, piece: int) -> int:
        """[18.2] [18.7] The order in force: who has taken the last flag of his column, or has lost the group he backs,
        is a garrison."""
        group = self.group_of(piece)
        if group.holding:
            return GARRISON
        if group.order == SUPPORT and not self.members(group.supports):
            return GARRISON
        return group.order

    def number_of(self, piece: int) -> int:
        """[25.1] Its activation number; supports count that of the group they back."""
        group = self.group_of(piece)
        order = self.order_of(piece)
        if order == SUPPORT:
            backed = self.group(group.supports)
            return backed.number if backed.order in MOVES and not backed.holding else UNNUMBERED
        return group.number if order in MOVES else UNNUMBERED

    def cic(self, side: int) -> General:
        return self.commander(self.world.generals[side][0])

    def leader(self, piece: int) -> int:
        """[10.1] Who commands a piece: its corps general, or the CiC while he is missing."""
        general = self.world.stock(piece).general
        found = self.generals[general]
        if found is None or found.square < 0:
            return self.world.generals[side_of(piece)][0]
        return general

    # changing

    def put(self, piece: int, squares: Squares, formation: int, facing: int) -> None:
        p = self.pieces[piece]
        p.squares, p.formation, p.facing = squares, formation, facing

    def remove(self, piece: int) -> None:
        """Take a piece off the field for good; its markers go to the discards."""
        p = self.pieces[piece]
        side = side_of(piece)
        self.discards[side].extend(p.hand)
        p.hand, p.squares, p.routed, p.gone = (), (), False, True
        if self.arm(piece) != DECOY:
            stock = self.world.stock(piece)
            for unit, men in enumerate(p.men):
                self._score(side, stock.kinds[unit].points, stock.men[unit], men, 0)
        p.men = tuple([0] * len(p.men))

    def set_men(self, piece: int, men: tuple[int, ...]) -> None:
        """New strengths; what is lost counts for the enemy at the turn limit."""
        p, stock = self.pieces[piece], self.world.stock(piece)
        for unit, left in enumerate(men):
            self._score(side_of(piece), stock.kinds[unit].points, stock.men[unit], p.men[unit], left)
        p.men = men

    def _score(self, side: int, points: int, full: int, before: int, after: int) -> None:
        """[1.4] Points removed from play, in halves: a halved unit counts half."""
        self.removed[side] += 2 * points * (before - after) // full if full > 1 else 2 * points * (before - after)

    def note_spots(self) -> None:
        """Remember where the two of an engagement stand, for those who may take their place."""
        clash = self.clash
        assert clash is not None
        clash.spots = [self.pieces[piece].squares for piece in clash.pieces]
        clash.fronts = [self.pieces[piece].facing for piece in clash.pieces]

    def unit_at(self, piece: int, sq: int) -> int:
        """The battalion in a square of a piece in line or open order; the front one of a column."""
        p = self.pieces[piece]
        if len(p.squares) == 1:
            return p.front_unit
        return p.squares.index(sq)


def living(p: Piece) -> int:
    """Battalions that still have men."""
    return sum([1 for men in p.men if men])


def spread(p: Piece) -> bool:
    """Whether its battalions stand in squares of their own."""
    return p.formation in (LINE, OPEN) and living(p) == 2


def dense(p: Piece) -> bool:
    return p.formation in DENSE


def is_battery(s: Battle, piece: int) -> bool:
    return s.world.stock(piece).arm == ARTILLERY


def piece_number(side: int, place: int) -> int:
    return side * PIECES + place
