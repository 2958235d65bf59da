"""The battle: everything that changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, cast

from grognard.board.squares import mask_of, nearest, ring, swollen
from grognard.games.merde.world.lexicon import GARRISON, MOVES, PIECES, SUPPORT
from grognard.games.merde.world.pieces import NOBODY, Clash, Draft, General, Group, Letter, Piece, Squares
from grognard.games.merde.world.survey import Ranks, Survey, posts_of
from grognard.games.merde.world.world import ARTILLERY, CAVALRY, DECOY, INFANTRY, Chain, World, side_of
from grognard.kernel.frame import Frame, State
from grognard.kernel.part import (
    AS_TUPLE,
    UNCOUNTED,
    copier,
    counts,
    each_parts,
    given,
    lent,
    part,
    parts,
    passing,
    row,
    rows,
    settled,
)

T = TypeVar("T")
P = ParamSpec("P")

# what is told of a piece that leaves the field for good
FELL: Final = frozenset(
    {"eliminated", "leaves_field", "trapped", "run_down", "surrenders", "dispersed", "battery_taken"}
)
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

NO_PIECES: Final[list[int]] = []
UNASKED: Final = object()  # a question about the field that has no answer yet
AUTOMATA: Final = {"none": -1, "army_a": 0, "army_b": 1}

SWITCHES: Final = {  # [46.1] other readings, as our rulings have them
    "barrage": True,
    "passive_defender_marker": True,
    "square_holds_without_markers": True,
    "shot_at_charger_marker": False,
    "old_defence_values": False,
    "light_cavalry_skirmish": False,
}


@dataclass(eq=False, repr=False, slots=True)
class Battle(State):
    """A battle of Merde in progress. In slots, for the reason given in ``World``."""

    world: World = given()
    options: dict[str, Any] = given()
    turn: int = 0
    phase: int = 0
    step: int = 0  # the activation number, or what follows 12
    weather: str = "clear"
    pieces: list[Piece] = parts(Piece, but=NOBODY, shared=True)
    generals: list[General | None] = parts(General, shared=True)
    groups: list[Group | None] = parts(Group, shared=True)
    flags: list[list[int]] = rows()  # squares of a side's flags still flying
    captured: list[int] = row(0, 0)  # flags a side has taken
    forts: int = 0
    crossings: int = 0
    bridges: list[Squares] = row()  # those of the scenario, then pontoons of the set-up
    bridge_hits: dict[int, int] = counts(facts=AS_TUPLE)
    works: dict[int, int] = counts(facts=AS_TUPLE)  # [38.2] what engineers added or took away
    pool: list[list[int]] = rows()
    discards: list[list[int]] = rows()
    turned: list[list[int]] = rows(facts=UNCOUNTED)  # those of the discards that lie face up: both have seen them
    intervened: list[bool] = row(False, False)  # [20.2] the free intervention is used
    scouts: list[int] = row(0, 0)
    letters: list[list[Letter]] = each_parts(Letter, shared=True)  # on their way
    sent: list[int] = row(0, 0)  # messengers of this turn
    drafts: list[Draft] = parts(Draft, shared=True)
    clash: Clash | None = part(Clash, shared=True)
    sector: int = -1
    fought: list[int] = row()  # sectors, this turn
    passes: int = 0
    shots: list[tuple[int, ...]] = row()  # being resolved
    fired_contingencies: list[int] = row()  # [45.2]
    reordered: list[int] = row()  # groups re-ordered by one
    tale: list[tuple[object, ...]] = row()  # [28.1] the attacks of the last exchange, term by term, for the table
    tests: list[tuple[int, int]] = row()  # [33.1] due: piece, what it has suffered
    shocked: list[int] = row()  # [36.3] commanders whose regiment has just lost a whole battalion
    rallied: list[int] = row()  # pieces that have tried this turn
    steadied: list[int] = row()  # groups that have
    cic_lost: list[bool] = row(False, False)
    removed: list[int] = row(0, 0)  # [1.4] points of a side's counters removed from play, in halves
    lends: bool = lent()  # pieces, generals, groups, letters and the engagement are shared with a copy
    lends_drafts: bool = lent()
    auto: int = settled(-1)  # [45] the side that the rulebook plays; -1 where two people do
    foggy: bool = settled(False)  # [19] whether hidden units are played
    ranks: Ranks | None = settled(None)  # who stood where when it was last asked
    survey: Survey | None = passing()  # while a question is put: what is known of the field
    surveyed: Survey | None = passing()  # what was found out so far for the question that is open

    def __post_init__(self) -> None:
        world = self.world
        self.auto = AUTOMATA[self.options.get("solitaire", "none")]
        self.foggy = bool(self.options.get("fog_of_war"))
        self.pieces = [NOBODY if stock is None else Piece() for stock in world.stocks]
        self.generals = [None] * len(world.staff)
        self.groups = [None] * len(world.plans)
        self.forts = world.terrain["fortification"]
        self.crossings = world.terrain["bridge"] | world.terrain["pontoon"]
        self.bridges = list(world.bridges)
        self.drafts = [Draft(), Draft()]

    def copy(self) -> Battle:
        """The parts are shared until one of the two is about to change."""
        self.lends = self.lends_drafts = True
        return State.copy(self)

    def twin(self) -> Battle:
        """A copy that takes parts of its own at once, so that this one lends it nothing."""
        before = self.lends, self.lends_drafts
        found = self.copy()
        found.wake()
        self.lends, self.lends_drafts = before
        return found

    def wake(self, sealed: bool = False) -> None:
        """Take parts of one's own; for a secret answer no more than the drafts."""
        if self.lends_drafts:
            self.lends_drafts = False
            self.drafts = [draft.copy() for draft in self.drafts]
        if self.lends and not sealed:
            self.lends = False
            copy, self.pieces = copier(Piece), self.pieces[:]
            for slot in self.world.everybody:
                self.pieces[slot] = copy(self.pieces[slot])
            self.generals = [general and general.copy() for general in self.generals]
            self.groups = [group and group.copy() for group in self.groups]
            self.letters = [[letter.copy() for letter in letters] for letters in self.letters]
            self.clash = self.clash and self.clash.copy()

    def facts(self) -> tuple[object, ...]:
        return (self.world.id, tuple(sorted(self.options.items())), *State.facts(self))

    # options

    def switch(self, name: str) -> bool:
        """[46.1] A switch; as the rulings have it unless the set-up says otherwise."""
        return bool(self.options.get(name, SWITCHES[name]))

    # agenda, cards

    def push(self, *frames: Frame[Any]) -> None:
        """Put frames on the agenda so that the first comes first."""
        self.agenda.extend(reversed(frames))

    def again(self, frame: Frame[Any]) -> None:
        """The same question once more."""
        self.agenda.append(frame)

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
        self.open_phase(self.turn, phase)

    # who is where

    def alive(self, side: int) -> list[int]:
        """The pieces of a side on the field, decoys included."""
        if self.survey is not None:
            return self.survey.alive[side]
        pieces = self.pieces
        return [p for p in self.world.slots[side] if pieces[p].squares]

    def troops(self, side: int) -> list[int]:
        """Its regiments, batteries and companies, without decoys."""
        if self.survey is not None:
            return self.survey.troops[side]
        pieces = self.pieces
        return [p for p in self.world.roster[side] if pieces[p].squares]

    def arm(self, piece: int) -> int:
        return self.world.arms[piece]

    def is_regiment(self, piece: int) -> bool:
        """Infantry or cavalry, whole or what is left of it."""
        return self.world.arms[piece] in (INFANTRY, CAVALRY)

    def occupied(self, side: int) -> dict[int, int]:
        """The squares held by a side, with the piece that holds each."""
        found: dict[int, int] = {}
        for p in self.alive(side):
            for sq in self.pieces[p].squares:
                found[sq] = p
        return found

    def held(self, side: int) -> int:
        """The same as a mask."""
        if self.survey is not None:
            return self.survey.held[side]
        found = 0
        for p in map(self.pieces.__getitem__, self.world.slots[side]):
            found |= mask_of(p.squares)
        return found

    def at(self, sq: int) -> int:
        """The piece in a square; -1 if there is none."""
        for side in (0, 1):
            for p in self.alive(side):
                if sq in self.pieces[p].squares:
                    return p
        return -1

    def within(self, squares: Squares, side: int, reach: int) -> list[int]:
        """The pieces of a side within so many squares of some squares, decoys included."""
        if not swollen(mask_of(squares), reach) & self.held(side):
            return NO_PIECES
        return [p for p in self.alive(side) if nearest(squares, self.pieces[p].squares) <= reach]

    def apart(self, reach: int) -> bool:
        """Whether no piece of a side is within so many squares of one of the other's."""
        return not self.around(0, reach) & self.held(1)

    def around(self, side: int, reach: int) -> int:
        """All squares within so many of a piece of a side, as a mask (padding included)."""
        return swollen(self.held(side), reach)

    def has_zoc(self, piece: int) -> bool:
        """[12.1] Infantry and cavalry that is not routed; batteries, companies, engineers and decoys have none."""
        return self.world.stock(piece).controls and not self.pieces[piece].routed

    def zoc(self, side: int) -> int:
        """[12.1] Every square in the ZOC of a side."""
        if self.survey is None:
            return self._zone(side)
        if side not in self.survey.zones:
            self.survey.zones[side] = self._zone(side)
        return self.survey.zones[side]

    def apparent_zoc(self, side: int) -> int:
        """The ZOC of a side as its enemy must take it: any counter that lies flag side up may be a regiment."""
        if self.survey is None:
            return self._seeming_zone(side)
        if side not in self.survey.seeming:
            self.survey.seeming[side] = self._seeming_zone(side)
        return self.survey.seeming[side]

    def _seeming_zone(self, side: int) -> int:
        if self.survey is not None:
            found = self.survey.veiled[side]
        else:
            found = 0
            for p in [self.pieces[p] for p in self.world.slots[side] if self.pieces[p].hidden]:
                found |= mask_of(p.squares)
        return self.zoc(side) | ring(found) & self.world.field.board if found else self.zoc(side)

    def _zone(self, side: int) -> int:
        found, pieces = 0, self.pieces
        for number in self.world.controllers[side]:
            p = pieces[number]
            if not p.routed:
                found |= mask_of(p.squares)
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
        if self.survey is not None:
            return self.survey.members.get(group, NO_PIECES)
        pieces, side = self.pieces, group // 56
        return [p for p in self.world.slots[side] if pieces[p].group == group and pieces[p].squares]

    def muster(self, group: int) -> tuple[int, ...]:
        """A group by its members, for messages; [19.1] while some of them are seen, by those alone."""
        members = self.members(group)
        return tuple([p for p in members if not self.pieces[p].hidden] or members)

    def stands(self, group: int) -> bool:
        """Whether anybody of a group is still on the field."""
        if self.survey is not None:
            return group in self.survey.members
        pieces = self.pieces
        return any([pieces[p].group == group and pieces[p].squares for p in self.world.slots[group // 56]])

    def standing(self) -> Ranks:
        """Who stands where; not read off anew while all stand as they stood."""
        found, posts = self.ranks, posts_of(self.world, self.pieces)
        if found is None or found.posts != posts:
            found = self.ranks = Ranks(self.world, self.pieces, posts, found)
        return found

    def chain(self, known: Survey) -> Chain:
        """[18] Who obeys whom while a question is open."""
        if known.chain is None:
            known.chain = known.roll.chain(self.groups)
        return known.chain

    def head(self, group: int) -> int:
        """[18.7] The group at the head of a chain of supports: itself where the one it backs is gone, or backs it."""
        if self.survey is None:
            return self._head(group)
        heads = (self.survey.chain or self.chain(self.survey)).heads
        found = heads.get(group, -1)
        if found < 0:
            found = heads[group] = self._head(group)
        return found

    def _head(self, group: int) -> int:
        chain = [group]
        while True:
            last = self.group(chain[-1])
            if last.order != SUPPORT or not self.stands(last.supports):
                return chain[-1]
            if last.supports in chain:
                return group
            chain.append(last.supports)

    def order_of(self, piece: int) -> int:
        """[18.2] [18.7] The order in force: who has taken the last flag of his column, or has lost the group he backs,
        is a garrison."""
        number = self.pieces[piece].group
        if self.survey is None:
            return self._order(number)
        orders = (self.survey.chain or self.chain(self.survey)).orders
        found = orders.get(number, -1)
        if found < 0:
            found = orders[number] = self._order(number)
        return found

    def _order(self, number: int) -> int:
        group = self.group(number)
        if group.holding or (group.order == SUPPORT and self.head(number) == number):
            return GARRISON
        return group.order

    def number_of(self, piece: int) -> int:
        """[25.1] Its activation number; supports count that of the group at the head of those they back [18.7]."""
        if self.survey is None:
            return self._number(piece)
        group = self.pieces[piece].group
        numbers = (self.survey.chain or self.chain(self.survey)).numbers
        found = numbers.get(group, -1)
        if found < 0:
            found = numbers[group] = self._number(piece)
        return found

    def _number(self, piece: int) -> int:
        if self.order_of(piece) == GARRISON:
            return UNNUMBERED
        first = self.group(self.head(self.pieces[piece].group))
        return first.number if first.order in MOVES and not first.holding else UNNUMBERED

    def cic(self, side: int) -> General:
        return self.commander(self.world.generals[side][0])

    def leader(self, piece: int) -> int:
        """[10.1] Who commands a piece: its corps general, or the CiC while he is missing."""
        general = self.world.leaders[piece]
        found = self.generals[general]
        if found is None or found.square < 0:
            return self.world.generals[side_of(piece)][0]
        return general

    # changing

    def put(self, piece: int, squares: Squares, formation: int, facing: int) -> None:
        """A piece comes to stand somewhere: that is its post now [18.5]."""
        self.reform(piece, squares, formation, facing)
        self.pieces[piece].post = squares

    def reform(self, piece: int, squares: Squares, formation: int, facing: int) -> None:
        """[15.4] A change of front or formation; R-18d: the post stays what it was."""
        p = self.pieces[piece]
        p.squares, p.formation, p.facing = squares, formation, facing

    def go_to(self, piece: int, squares: Squares) -> None:
        """The same formation on other squares, its post from now on [18.5]."""
        self.pieces[piece].squares = self.pieces[piece].post = squares

    def remove(self, piece: int) -> None:
        """Take a piece off the field for good; its markers go to the discards."""
        p = self.pieces[piece]
        side = side_of(piece)
        if p.squares and self.events and self.events[-1].key in FELL:
            self.explain(p.squares[0])
        self.discards[side].extend(p.hand)
        if self.clash is not None and piece in self.clash.pieces:
            self.clash.left[self.clash.pieces.index(piece)] = p.hand
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

    def count_arms(self) -> None:
        """[45.5] R-45c: how many markers both have when an engagement begins."""
        assert self.clash is not None
        self.clash.armed = [len(self.pieces[piece].hand) for piece in self.clash.pieces]

    def note_spots(self) -> None:
        """Remember how the two of an engagement stand, for those who may take their place."""
        clash = self.clash
        assert clash is not None
        clash.spots = [self.pieces[piece].squares for piece in clash.pieces]
        clash.fronts = [self.pieces[piece].facing for piece in clash.pieces]
        clash.shaken = [self.group_of(piece).shaken for piece in clash.pieces]

    def unit_at(self, piece: int, sq: int) -> int:
        """The battalion in a square of a piece in line or open order; the front one of a column."""
        p = self.pieces[piece]
        if len(p.squares) == 1:
            return p.front_unit
        return p.squares.index(sq)


def surveying(s: Battle, question: Callable[[Battle], T]) -> T:
    """The answer to a question that changes nothing on the field, which is surveyed once for it."""
    if s.survey is not None:
        return question(s)
    s.survey = Survey(None, s.standing())
    try:
        return question(s)
    finally:
        s.survey = None


def open_survey(s: Battle) -> Survey | None:
    """What was found out so far for the question that is open, where it is a secret one."""
    known = s.surveyed
    return known if known is not None and s.agenda and s.agenda[-1] is known.frame else None


def found_once(question: Callable[Concatenate[Battle, P], T]) -> Callable[Concatenate[Battle, P], T]:
    """A question about the field, asked by numbers: while it is surveyed the answer is worked out once, and may not be
    changed."""

    asked = cast(Callable[..., T], question)

    def answer(s: Battle, *numbers: object) -> object:
        survey = s.survey
        if survey is None:
            return asked(s, *numbers)
        key = (asked, numbers)
        found = survey.answers.get(key, UNASKED)
        if found is UNASKED:
            found = survey.answers[key] = asked(s, *numbers)
        return found

    return cast(Callable[Concatenate[Battle, P], T], answer)


def is_battery(s: Battle, piece: int) -> bool:
    return s.world.stock(piece).arm == ARTILLERY


def piece_number(side: int, place: int) -> int:
    return side * PIECES + place
