"""The campaign: everything that changes, as numbers, lists and bitboards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from grognard.board.hexes import Sides, bits
from grognard.games.russia1812.world.affairs import NO_AFFAIRS, Affairs
from grognard.games.russia1812.world.veil import NOTHING_HIDDEN, Veil
from grognard.games.russia1812.world.world import CAPACITY, FRENCH, LAST_TURN, RUSSIAN, WINTER_FROM, World
from grognard.kernel.frame import Frame, State
from grognard.kernel.part import AS_TUPLE, UNCOUNTED, Part, counts, derived, each_counts, given, part, row, rows

WAITING: Final = -1  # not yet arrived
DEAD: Final = -2  # eliminated, or never in this game
UNSEEN: Final = -3  # [15.1] on the map, but the side whose knowledge this is does not know where
OFF_MAP: Final = (WAITING, DEAD, UNSEEN)
BOTH: Final = (FRENCH, RUSSIAN)
ONLY: Final = ((FRENCH,), (RUSSIAN,))

# Options that came after the first records: switched off they leave no trace in a fingerprint.
LATER_OPTIONS: Final = frozenset({"advanced", "two_year", "optional_15_1", "optional_15_2", "winter_quarters_window"})

OCCUPIED: Final = 0  # [9.2] kinds of event at Moscow and St Petersburg
LEFT: Final = 1


@dataclass(eq=False, repr=False)
class March(Part):
    """[8.4] The Move being made."""

    side: int
    start: int
    here: int = -1
    units: int = 0
    leaders: int = 0  # commanders still with the column
    hexes: int = 0
    napoleon: bool = False  # with the column from the start
    covered: bool = False  # a friend in this hex has been committed as cover
    lose: int = 0  # attrition still to be taken
    disrupt: int = 0
    along: int = 0  # [16.2] commanders with the column for every hex
    sent_by: int = 0  # [16.4] R-16.4c: commanders who set it in motion
    exempt: bool = False  # a card spares the column its command rolls
    bonus: int = 0  # what cards do to its attrition die
    room: int = 0  # [15.2] what the Trains it carries will raise, in halves
    ended: bool = False  # it has halted: what is left concerns its owner
    veiled: bool = False  # [15.1] whether its die cost it anything, only the owner knows
    driven: bool = False  # [16.4] (6): Murat drives it too hard

    def __post_init__(self) -> None:
        self.here = self.start


@dataclass(eq=False, repr=False)
class Attack(Part):
    """[10, 11] The attack being resolved. Lists of two go by role: 0 attacker, 1 defender."""

    side: int  # the attacker
    start: int
    target: int
    units: int = 0  # ordered to attack
    cc: list[int] = row(0, 0)
    called: list[int] = row(0, 0)  # hexes already asked for support
    helpers: list[list[int]] = rows(facts="*map(tuple, {0})")  # hexes that support
    defenders: int = 0  # combat units of the defending hex when combat was joined
    margin: int = 0  # FAV - FDV
    fought: bool = False
    hits: list[int] = row(0, 0)  # still to be taken
    to_main: list[int] = row(0, 0)  # of these, at least so many by the main stack
    taken: dict[int, int] = counts(facts=AS_TUPLE)  # hits by hex, in this combat
    lost: list[int] = row(0, 0)  # combat units eliminated
    all_killed: bool = False  # every defender fell to hits
    withdrew: bool = False
    to_hex: int = -1  # and where it goes
    pushed: int = 0  # units that must go one hex further
    column: int = 0  # pieces picked so far in a choice of several
    took_part: int = 0  # combat units of both sides in this combat
    led: int = 0  # commanders of the withdrawing stack
    bonus: list[int] = row(0, 0)  # what cards add to the values
    fort: int = 0  # what a card takes off the reductions of a fortified city
    order_bonus: int = 0
    support_bonus: int = 0
    asked: bool = False  # the cards of this combat have been asked for
    hunt: int = 0  # pursuit by card: 1 in spite of cavalry, -1 not at all


@dataclass(eq=False, repr=False, slots=True)
class Campaign(State):
    """The state of a game of 1812. Lists of two go by side: French, Russian. Sets of pieces and hexes are ints.
    In slots, for the reason given in ``World``."""

    world: World = given()
    options: dict[str, Any] = given()
    turn: int = 0
    phase: int = 0
    winter: bool = derived(False)
    # pieces
    at: list[int] = row()
    stack: list[int] = row(facts=UNCOUNTED)
    load: list[int] = row(facts=UNCOUNTED)
    occ: list[int] = row(0, 0, facts=UNCOUNTED)  # hexes with combat units
    pres: list[int] = row(0, 0, facts=UNCOUNTED)  # hexes with any unit
    cav: list[int] = row(0, 0, facts=UNCOUNTED)  # hexes with undisrupted cavalry
    disrupted: int = 0
    supplied: int = 0  # [6.1] R-6.1a: the GS flag
    forage: int = 0
    moved: int = 0
    forced: int = 0
    committed: int = 0
    fought_once: int = 0
    fought_twice: int = 0
    # [8.4] judged at the end of the rally step
    held_disrupted: int = 0
    began_near: list[int] = row(0, 0)
    rallied: int = 0
    rally_at: int = -1
    rally_left: int = 0
    fed: int = 0  # [7.6] R-7.6e: units that stood where a genuine Train lay
    # supply
    depots: list[int] = row(0, 0)
    receivers: list[int] = row(0, 0)  # [7.3] stacks that may receive a Train in this step
    sites: list[int] = row(0, 0)  # [7.3] cities where a Depot may be meant
    genuine: list[dict[int, int]] = each_counts()
    dummies: list[dict[int, int]] = each_counts()
    shown: list[dict[int, int]] = each_counts()
    to_place: list[int] = row(0, 0)
    dummies_left: list[int] = row(0, 0)
    shortfall: list[int] = row(0, 0)
    lost_trains: list[int] = row(0, 0)
    # command and victory
    cc_base: list[int] = row()
    cc_pending: list[int] = row(0, 0)  # decisive victories of this turn, felt from the next
    cc_once: list[int] = row(0, 0)  # what happened last turn at the capitals
    cc: list[int] = row(0, 0)
    first_attacker: int = FRENCH
    out: list[bool] = row(False, False)
    waived: list[bool] = row(False, False)  # [15.1] R-15.1n: has said that he does not attack, having no order
    passes: int = 0
    seen: int = 0  # [9.2] first times already counted
    fresh: list[int] = row()  # events of this turn at the capitals, felt in the next
    track: int = 0
    march: March | None = part(March)
    battle: Attack | None = part(Attack)
    refugees: list[int] = row()  # [11.19] commanders in danger
    affairs: Affairs = part(Affairs, facts=UNCOUNTED, but=NO_AFFAIRS)
    veil: Veil = part(Veil, facts=UNCOUNTED, but=NOTHING_HIDDEN)
    # the options, at hand
    edition: int = derived()
    forage_russian: bool = derived(False)
    advanced: bool = derived(False)
    two_year: bool = derived(False)
    raises_room: bool = derived(False)
    hidden: bool = derived(False)

    def __post_init__(self) -> None:
        world, options = self.world, self.options
        self.edition = world.edition
        self.forage_russian = bool(options.get("forage_russian", False))
        self.advanced = bool(options.get("advanced", False))
        self.two_year = bool(options.get("two_year", False))
        self.raises_room = bool(options.get("optional_15_2", False))
        self.hidden = bool(options.get("optional_15_1", False))
        self.affairs = Affairs() if self.advanced or self.raises_room else NO_AFFAIRS
        self.veil = Veil() if self.hidden else NOTHING_HIDDEN
        self.at = [DEAD] * world.count
        self.stack = [0] * world.grid.size
        self.load = [0] * world.grid.size
        self.cc_base = world.base_cc[:]
        self.track = world.track_max

    def facts(self) -> tuple[object, ...]:
        """What only some games keep counts where they keep it."""
        return (
            *State.facts(self),
            sorted(self.options.items()),
            *(() if self.affairs is NO_AFFAIRS else self.affairs.facts()),
            *(self.veil.facts() if self.hidden else ()),
        )

    # the agenda

    def push(self, *frames: Frame[Any]) -> None:
        """Put frames on the agenda; the first named is the first played."""
        if len(frames) == 1:
            self.agenda.append(frames[0])
        else:
            self.agenda.extend(reversed(frames))

    def enter_phase(self, phase: int) -> None:
        """What ends a phase stands: its markers, and who has nothing to do in the next, tell of Trains and stacks."""
        self.revealed = True
        self.phase = phase
        self.open_phase(self.turn, phase)

    def begin_turn(self) -> None:
        self.turn += 1
        self.winter = self.turn >= WINTER_FROM and not (self.advanced and self.affairs.year == 1813)

    # reading

    def fighters(self, h: int, side: int) -> int:
        """The combat units of a side in a hex. [4.3] R-4.3a: a stack that fights or receives needs one."""
        return self.stack[h] & self.world.fighters[side]

    def leaders(self, h: int, side: int) -> int:
        return self.stack[h] & self.world.leaders[side]

    def room(self, h: int, units: int) -> bool:
        """[4.1] Whether these units fit into a hex beside what stands there."""
        return self.load[h] + self.world.load(units) <= self.capacity(h)

    def capacity(self, h: int) -> int:
        """[4.1] Six occupancy factors, in halves; [15.2] more where Trains have raised a hex."""
        if not self.raises_room:
            return CAPACITY
        a = self.affairs
        owner = a.raised_by.get(h, -1)
        if owner < 0 or not self.occ[owner] >> h & 1:
            return CAPACITY
        return CAPACITY + max(a.raised.get(h, 0), a.lapsing.get(h, 0))

    def table(self) -> tuple[int, int]:
        """[7.3] [16.13] The Trains of this turn as printed: French, Russian."""
        turn = min(self.turn, LAST_TURN)
        if self.advanced and self.affairs.year == 1813:
            return self.world.trains_1813.get(turn, self.world.trains[turn])
        return self.world.trains[turn]

    @property
    def date(self) -> int:
        """Year and turn as one number, 181305: a two-year campaign counts its turns twice."""
        return self.affairs.year * 100 + self.turn

    def month(self) -> str:
        """The month of this turn, as the track has it."""
        if self.advanced and self.affairs.year == 1813:
            return self.world.months_1813.get(self.turn, "")
        return self.world.months.get(self.turn, "")

    def roster(self) -> int:
        """The pieces of this game: [14.1] the Basic game uses neither extra commanders nor the Cavalry Reserve."""
        if not self.advanced:
            return self.world.basic
        return self.world.basic | self.world.extra | (self.world.swedes if self.affairs.swedes else 0)

    def own_city(self, side: int) -> int:
        """[1.1] Friendly cities, whoever stands in them; [16.9] alone can change that."""
        freed = self.affairs.freed
        if not freed:
            return self.world.own_city[side]
        return self.world.own_city[side] | freed if side == FRENCH else self.world.own_city[side] & ~freed

    def enemy_city(self, side: int) -> int:
        return self.own_city(1 - side) if self.affairs.freed else self.world.enemy_city[side]

    def own_land(self, side: int) -> int:
        """[1.1] Friendly territory; [16.9] R-16.9d: the hex of a freed city is French."""
        freed = self.affairs.freed
        if not freed:
            return self.world.own_land[side]
        return self.world.own_land[side] | freed if side == FRENCH else self.world.own_land[side] & ~freed

    def dry(self, side: int) -> Sides:
        """[2.2] The hexsides that supply and withdrawal may cross; cards may bridge rivers or break bridges."""
        if not self.advanced:
            return self.world.dry
        a = self.affairs
        if a.frozen[side]:
            return self.world.free
        return self.world.crossings(a.fords[side], a.broken[side])

    def first(self) -> int:
        """[7.4] R-5a: the side with the higher number in table 7.3, unadjusted; the French on a tie."""
        french, russian = self.table()
        return FRENCH if french >= russian else RUSSIAN

    def train_hexes(self, side: int) -> int:
        found = 0
        for h in self.genuine[side]:
            found |= 1 << h
        return found

    def counter_hexes(self, side: int) -> int:
        """Hexes with a Train counter of a side, genuine or not: what the enemy sees."""
        found = self.train_hexes(side)
        for h in self.dummies[side]:
            found |= 1 << h
        return found

    # changing

    def put(self, piece: int, h: int) -> None:
        """Set a piece on a hex, from wherever it was."""
        bit, old = self.world.pbit[piece], self.at[piece]
        if old >= 0:
            self.stack[old] &= ~bit
        self.at[piece] = h
        self.stack[h] |= bit
        side = self.world.side_of[piece]
        troops, own = bool(bit & self.world.combat), ONLY[side]
        if not (troops or self.advanced or self.hidden) and old >= 0:
            self._ride(old, h, side)
            return
        self.refresh(h, troops, own)
        if old >= 0 and old != h:
            self.refresh(old, troops, own)

    def _ride(self, start: int, h: int, side: int) -> None:
        """Bring the boards up to date when a commander has gone from hex to hex: as a rule others were, and are, in
        both."""
        bit, own = self.world.bit, self.world.of_side[side]
        if not self.pres[side] & bit[h]:
            self.refresh(h, False, ONLY[side])
        if not self.stack[start] & own:
            self.refresh(start, False, ONLY[side])

    def shift(self, pieces: int, h: int) -> None:
        """Bring pieces to a hex."""
        stack, at = self.stack, self.at
        left: list[int] = []
        for u in bits(pieces):
            old = at[u]
            if old >= 0:
                stack[old] &= ~self.world.pbit[u]
                if old != h and old not in left:
                    left.append(old)
            at[u] = h
        stack[h] |= pieces
        troops = bool(pieces & self.world.combat)
        for changed in [h, *left]:
            self.refresh(changed, troops)

    def refresh(self, h: int, troops: bool = True, sides: tuple[int, ...] = BOTH) -> None:
        """Bring the boards up to date for one hex; without ``troops`` only commanders have come or gone. ``sides``:
        whose pieces have."""
        world, pres, affairs = self.world, self.pres, self.affairs
        bit = world.bit[h]
        pieces = self.stack[h]
        capital = h == world.moscow or h == world.st_petersburg
        was_french = capital and bool(pres[FRENCH] & bit)
        for side in sides:
            own = pieces & world.of_side[side]
            if bool(own) != bool(pres[side] & bit):
                pres[side] ^= bit
            if troops:
                fighters = own & world.combat
                if bool(fighters) != bool(self.occ[side] & bit):
                    self.occ[side] ^= bit
                ready = fighters & world.cavalry & ~self.disrupted
                if bool(ready) != bool(self.cav[side] & bit):
                    self.cav[side] ^= bit
        if troops:
            self.load[h] = world.load(pieces)
        if affairs.source >= 0 and pres[RUSSIAN] & bit:
            self._source_in_danger(bit)
        if affairs.independence:
            affairs.freed |= world.western & pres[FRENCH] & bit  # [16.9] R-16.9b
        if capital and was_french != bool(pres[FRENCH] & bit):
            self._capital_changed(h, LEFT if was_french else OCCUPIED)
        if self.hidden:
            self._fewer_decoys(h)

    def decoy_limit(self, pieces: int) -> int:
        """[15.1] No more dummies than combat units (first edition: than counters; R-15.1f: never without a unit)."""
        units = (pieces & self.world.combat).bit_count()
        return pieces.bit_count() if units and self.edition == 1 else units

    def _fewer_decoys(self, h: int) -> None:
        """[15.1] R-15.1b: dummy counters over the limit go back to their owner."""
        for side in (FRENCH, RUSSIAN):
            decoys = self.veil.decoys[side]
            if h in decoys:
                most = self.decoy_limit(self.stack[h] & self.world.of_side[side])
                if decoys[h] > most:
                    decoys[h] = most
                if not most:
                    del decoys[h]

    def _source_in_danger(self, bit: int) -> None:
        """[16.13] R-16.13l: Russians are in the extra source, or down each of its rivers: it ends for good."""
        a = self.affairs
        if bit == 1 << a.source or all([mask & self.pres[RUSSIAN] for mask in a.flows]):
            self.emit("source_lost", a.source)
            a.source = -1

    def _capital_changed(self, h: int, what: int) -> None:
        """[9.2] R-9.2b: the French came to a capital or left it; only the first edition counts every time."""
        event = 2 * what + (1 if h == self.world.st_petersburg else 0)
        if self.edition == 1 or not self.seen >> event & 1:
            self.seen |= 1 << event
            self.fresh.append(event)
            self.emit("capital_left" if what == LEFT else "capital_taken", h)

    def remove(self, pieces: int) -> None:
        """Take pieces out of the game."""
        keep = ~pieces
        touched = 0
        for u in bits(pieces):
            h = self.at[u]
            self.at[u] = DEAD
            if h >= 0:
                self.stack[h] &= keep
                touched |= 1 << h
        self.disrupted &= keep
        self.supplied &= keep
        self.forage &= keep
        self.moved &= keep
        self.forced &= keep
        self.committed &= keep
        self.fought_once &= keep
        self.fought_twice &= keep
        for h in bits(touched):
            self.refresh(h)

    def disrupt(self, units: int) -> None:
        """[3.3] Turn units to their disrupted side."""
        self.disrupted |= units
        for u in bits(units & self.world.cavalry):
            self.refresh(self.at[u])

    def restore(self, units: int) -> None:
        self.disrupted &= ~units
        for u in bits(units & self.world.cavalry):
            self.refresh(self.at[u])

    def hit(self, u: int) -> bool:
        """[11.17] One hit on a unit: disrupted, or eliminated if it was so already. True if it is gone."""
        if self.disrupted >> u & 1:
            self.emit("eliminated", u, self.at[u])
            self.remove(1 << u)
            return True
        self.note("disrupted", u, self.at[u])
        self.disrupt(1 << u)
        return False

    def note(self, key: str, u: int, *args: object) -> None:
        """[15.1] Tell all of a piece that lies open, and only its owner of one that does not."""
        if self.hidden and not self.veil.shown >> u & 1:
            self.whisper(self.world.side_of[u], key, u, *args)
        else:
            self.emit(key, u, *args)

    # Trains and Depots

    def spend_train(self, side: int, h: int) -> None:
        """Take one genuine Train off a hex."""
        _less(self.genuine[side], h)
        if h in self.shown[side]:
            _less(self.shown[side], h)

    def lose_depot(self, side: int, h: int) -> None:
        """[8.7] A Depot is taken by the enemy: gone, and its owner's table number is one lower for good."""
        self.depots[side] &= ~(1 << h)
        self.lost_trains[side] += 1
        self.emit("depot_lost", side, h)

    def overrun_depot(self, side: int, h: int) -> None:
        """[8.7] Units of a side have come to a hex: an enemy Depot there is lost."""
        if self.depots[1 - side] >> h & 1:
            self.lose_depot(1 - side, h)


def _less(counts: dict[int, int], h: int) -> None:
    if counts[h] == 1:
        del counts[h]
    else:
        counts[h] -= 1
