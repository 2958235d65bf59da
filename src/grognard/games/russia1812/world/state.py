"""The campaign: everything that changes, as numbers, lists and bitboards."""

from __future__ import annotations

from typing import Any, Final

from grognard.board.hexes import Sides, bits
from grognard.games.russia1812.world.affairs import PEACE, Affairs
from grognard.games.russia1812.world.veil import OPEN, Veil
from grognard.games.russia1812.world.world import CAPACITY, FRENCH, LAST_TURN, RUSSIAN, WINTER_FROM, World
from grognard.kernel.dice import Dice
from grognard.kernel.frame import Frame, State

WAITING: Final = -1  # not yet arrived
DEAD: Final = -2  # eliminated, or never in this game
UNSEEN: Final = -3  # [15.1] on the map, but the side whose knowledge this is does not know where

# Options that came after the first records: switched off they leave no trace in a fingerprint.
LATER: Final = frozenset({"advanced", "two_year", "optional_15_1", "optional_15_2", "winter_quarters_window"})

OCCUPIED: Final = 0  # [9.2] kinds of event at Moscow and St Petersburg
LEFT: Final = 1


class March:
    """[8.4] The Move being made."""

    def __init__(self, side: int, start: int) -> None:
        self.side = side
        self.start = start
        self.here = start
        self.units = 0
        self.leaders = 0  # commanders still with the column
        self.hexes = 0
        self.napoleon = False  # with the column from the start
        self.along = 0  # [16.2] commanders with the column for every hex
        self.sent_by = 0  # [16.4] R-16.4c: commanders who set it in motion
        self.driven = False  # [16.4] (6): Murat drives it too hard
        self.exempt = False  # a card spares the column its command rolls
        self.bonus = 0  # what cards do to its attrition die
        self.room = 0  # [15.2] what the Trains it carries will raise, in halves
        self.covered = False  # a friend in this hex has been committed as cover
        self.lose = 0  # attrition still to be taken
        self.disrupt = 0
        self.ended = False  # it has halted: what is left concerns its owner
        self.veiled = False  # [15.1] whether its die cost it anything, only the owner knows

    def copy(self) -> March:
        twin = March(self.side, self.start)
        twin.here, twin.units, twin.leaders, twin.hexes = self.here, self.units, self.leaders, self.hexes
        twin.napoleon, twin.covered, twin.lose, twin.disrupt = self.napoleon, self.covered, self.lose, self.disrupt
        twin.along, twin.sent_by, twin.exempt, twin.bonus = self.along, self.sent_by, self.exempt, self.bonus
        twin.room, twin.ended, twin.veiled, twin.driven = self.room, self.ended, self.veiled, self.driven
        return twin

    def facts(self) -> tuple[object, ...]:
        return (
            self.side,
            self.start,
            self.here,
            self.units,
            self.leaders,
            self.hexes,
            self.napoleon,
            self.covered,
            self.lose,
            self.disrupt,
            self.along,
            self.sent_by,
            self.exempt,
            self.bonus,
            self.room,
            self.ended,
            self.veiled,
            self.driven,
        )


class Battle:
    """[10, 11] The attack being resolved. Lists of two go by role: 0 attacker, 1 defender."""

    def __init__(self, side: int, start: int, target: int) -> None:
        self.side = side  # the attacker
        self.start = start
        self.target = target
        self.units = 0  # ordered to attack
        self.cc = [0, 0]
        self.called = [0, 0]  # hexes already asked for support
        self.helpers: list[list[int]] = [[], []]  # hexes that support
        self.defenders = 0  # combat units of the defending hex when combat was joined
        self.margin = 0  # FAV - FDV
        self.fought = False
        self.hits = [0, 0]  # still to be taken
        self.to_main = [0, 0]  # of these, at least so many by the main stack
        self.taken: dict[int, int] = {}  # hits by hex, in this combat
        self.lost = [0, 0]  # combat units eliminated
        self.all_killed = False  # every defender fell to hits
        self.withdrew = False
        self.to_hex = -1  # and where it goes
        self.pushed = 0  # units that must go one hex further
        self.led = 0  # commanders of the withdrawing stack
        self.column = 0  # pieces picked so far in a choice of several
        self.took_part = 0  # combat units of both sides in this combat
        self.bonus = [0, 0]  # what cards add to the values
        self.fort = 0  # what a card takes off the reductions of a fortified city
        self.order_bonus = 0
        self.support_bonus = 0
        self.asked = False  # the cards of this combat have been asked for
        self.hunt = 0  # pursuit by card: 1 in spite of cavalry, -1 not at all

    def copy(self) -> Battle:
        twin = Battle(self.side, self.start, self.target)
        twin.units, twin.defenders, twin.margin = self.units, self.defenders, self.margin
        twin.cc, twin.called, twin.helpers = self.cc[:], self.called[:], [self.helpers[0][:], self.helpers[1][:]]
        twin.fought, twin.hits, twin.to_main = self.fought, self.hits[:], self.to_main[:]
        twin.taken, twin.lost, twin.all_killed = dict(self.taken), self.lost[:], self.all_killed
        twin.withdrew, twin.to_hex, twin.pushed = self.withdrew, self.to_hex, self.pushed
        twin.column, twin.took_part, twin.led = self.column, self.took_part, self.led
        twin.bonus, twin.fort, twin.order_bonus = self.bonus[:], self.fort, self.order_bonus
        twin.support_bonus, twin.asked, twin.hunt = self.support_bonus, self.asked, self.hunt
        return twin

    def facts(self) -> tuple[object, ...]:
        return (
            self.side,
            self.start,
            self.target,
            self.units,
            tuple(self.cc),
            tuple(self.called),
            tuple(self.helpers[0]),
            tuple(self.helpers[1]),
            self.defenders,
            self.margin,
            self.fought,
            tuple(self.hits),
            tuple(self.to_main),
            tuple(sorted(self.taken.items())),
            tuple(self.lost),
            self.all_killed,
            self.withdrew,
            self.to_hex,
            self.pushed,
            self.column,
            self.took_part,
            self.led,
            tuple(self.bonus),
            self.fort,
            self.order_bonus,
            self.support_bonus,
            self.asked,
            self.hunt,
        )


class Campaign(State):
    """The state of a game of 1812. Lists of two go by side: French, Russian. Sets of pieces and hexes are ints."""

    discreet = True  # [15.1] R-15.1h

    def __init__(self, world: World, dice: Dice, options: dict[str, Any]) -> None:
        super().__init__(dice)
        self.world = world
        self.options = options
        self.edition = world.edition
        self.forage_russian = bool(options.get("forage_russian", False))
        self.advanced = bool(options.get("advanced", False))
        self.two_year = bool(options.get("two_year", False))
        self.roomy = bool(options.get("optional_15_2", False))
        self.affairs = Affairs() if self.advanced or self.roomy else PEACE
        self.hidden = bool(options.get("optional_15_1", False))
        self.veil = Veil() if self.hidden else OPEN
        self.turn = 0
        self.phase = 0
        self.winter = False
        # pieces
        self.at = [DEAD] * world.count
        self.stack = [0] * world.grid.size
        self.load = [0] * world.grid.size
        self.occ = [0, 0]  # hexes with combat units
        self.pres = [0, 0]  # hexes with any unit
        self.cav = [0, 0]  # hexes with undisrupted cavalry
        self.disrupted = 0
        self.supplied = 0  # [6.1] R-6.1a: the GS flag
        self.forage = 0
        self.moved = 0
        self.forced = 0
        self.committed = 0
        self.fought_once = 0
        self.fought_twice = 0
        # [8.4] judged at the end of the rally step
        self.held_disrupted = 0
        self.began_near = [0, 0]
        self.rallied = 0
        self.rally_at = -1
        self.rally_left = 0
        self.fed = 0  # [7.6] R-7.6e: units that stood where a genuine Train lay
        # supply
        self.depots = [0, 0]
        self.receivers = [0, 0]  # [7.3] stacks that may receive a Train in this step
        self.sites = [0, 0]  # [7.3] cities where a Depot may be meant
        self.genuine: list[dict[int, int]] = [{}, {}]
        self.dummies: list[dict[int, int]] = [{}, {}]
        self.shown: list[dict[int, int]] = [{}, {}]
        self.to_place = [0, 0]
        self.dummies_left = [0, 0]
        self.shortfall = [0, 0]
        self.lost_trains = [0, 0]
        # command and victory
        self.cc_base = world.base_cc[:]
        self.cc_pending = [0, 0]  # decisive victories of this turn, felt from the next
        self.cc_once = [0, 0]  # what happened last turn at the capitals
        self.cc = [0, 0]
        self.first_attacker = FRENCH
        self.out = [False, False]
        self.waived = [False, False]  # [15.1] R-15.1n: has said that he does not attack, having no order
        self.passes = 0
        self.seen = 0  # [9.2] first times already counted
        self.fresh: list[int] = []  # events of this turn at the capitals, felt in the next
        self.track = world.track_max
        self.march: March | None = None
        self.battle: Battle | None = None
        self.refugees: list[int] = []  # [11.19] commanders in danger

    # copying and comparing

    def copy(self) -> Campaign:
        twin = Campaign(self.world, self.dice, self.options)
        twin.agenda, twin.events = self.agenda[:], self.events[:]
        twin.revealed, twin.outcome = self.revealed, self.outcome
        twin.turn, twin.phase, twin.winter = self.turn, self.phase, self.winter
        twin.at, twin.stack, twin.load = self.at[:], self.stack[:], self.load[:]
        twin.occ, twin.pres, twin.cav = self.occ[:], self.pres[:], self.cav[:]
        twin.disrupted, twin.supplied, twin.forage = self.disrupted, self.supplied, self.forage
        twin.moved, twin.forced, twin.committed = self.moved, self.forced, self.committed
        twin.fought_once, twin.fought_twice = self.fought_once, self.fought_twice
        twin.held_disrupted, twin.began_near, twin.rallied = self.held_disrupted, self.began_near[:], self.rallied
        twin.rally_at, twin.rally_left, twin.fed = self.rally_at, self.rally_left, self.fed
        twin.depots = self.depots[:]
        twin.receivers, twin.sites = self.receivers[:], self.sites[:]
        twin.genuine = [self.genuine[0].copy(), self.genuine[1].copy()]
        twin.dummies = [self.dummies[0].copy(), self.dummies[1].copy()]
        twin.shown = [self.shown[0].copy(), self.shown[1].copy()]
        twin.to_place, twin.dummies_left = self.to_place[:], self.dummies_left[:]
        twin.shortfall, twin.lost_trains = self.shortfall[:], self.lost_trains[:]
        twin.cc_base, twin.cc_pending, twin.cc = self.cc_base[:], self.cc_pending[:], self.cc[:]
        twin.cc_once = self.cc_once[:]
        twin.first_attacker, twin.out, twin.passes = self.first_attacker, self.out[:], self.passes
        twin.seen, twin.fresh, twin.track = self.seen, self.fresh[:], self.track
        twin.waived = self.waived[:]
        twin.march = None if self.march is None else self.march.copy()
        twin.battle = None if self.battle is None else self.battle.copy()
        twin.refugees = self.refugees[:]
        if self.affairs is not PEACE:
            twin.affairs = self.affairs.copy()
        if self.hidden:
            twin.veil = self.veil.copy()
        return twin

    def facts(self) -> tuple[object, ...]:
        return (
            self.turn,
            self.phase,
            tuple(self.at),
            self.disrupted,
            self.supplied,
            self.forage,
            self.moved,
            self.forced,
            self.committed,
            self.fought_once,
            self.fought_twice,
            self.held_disrupted,
            tuple(self.began_near),
            self.rallied,
            self.rally_at,
            self.rally_left,
            self.fed,
            tuple(self.depots),
            tuple(self.receivers),
            tuple(self.sites),
            [sorted(d.items()) for d in self.genuine],
            [sorted(d.items()) for d in self.dummies],
            [sorted(d.items()) for d in self.shown],
            tuple(self.to_place),
            tuple(self.dummies_left),
            tuple(self.shortfall),
            tuple(self.lost_trains),
            tuple(self.cc_base),
            tuple(self.cc_pending),
            tuple(self.cc_once),
            tuple(self.cc),
            self.first_attacker,
            tuple(self.out),
            tuple(self.waived),
            self.passes,
            self.seen,
            tuple(self.fresh),
            self.track,
            self.march and self.march.facts(),
            self.battle and self.battle.facts(),
            tuple(self.refugees),
            sorted(self.options.items()),
            *(() if self.affairs is PEACE else self.affairs.facts()),
            *(self.veil.facts() if self.hidden else ()),
        )

    # the agenda

    def push(self, *frames: Frame[Any]) -> None:
        """Put frames on the agenda; the first named is the first played."""
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
        if not self.roomy:
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
        self.shift(1 << piece, h)

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

    def refresh(self, h: int, troops: bool = True) -> None:
        """Bring the boards up to date for one hex; without ``troops`` only commanders have come or gone."""
        world = self.world
        bit = world.bit[h]
        pieces = self.stack[h]
        capital = h == world.moscow or h == world.st_petersburg
        was_french = capital and bool(self.pres[FRENCH] & bit)
        for side in (FRENCH, RUSSIAN):
            own = pieces & world.of_side[side]
            self.pres[side] = self.pres[side] | bit if own else self.pres[side] & ~bit
            if troops:
                fighters = own & world.combat
                self.occ[side] = self.occ[side] | bit if fighters else self.occ[side] & ~bit
                ready = fighters & world.cavalry & ~self.disrupted
                self.cav[side] = self.cav[side] | bit if ready else self.cav[side] & ~bit
        if troops:
            self.load[h] = world.load(pieces)
        if self.affairs.source >= 0 and self.pres[RUSSIAN] & bit:
            self._source_in_danger(bit)
        if self.affairs.independence:
            self.affairs.freed |= world.western & self.pres[FRENCH] & bit  # [16.9] R-16.9b
        if capital and was_french != bool(self.pres[FRENCH] & bit):
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
