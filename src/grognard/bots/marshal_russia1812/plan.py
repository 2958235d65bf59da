"""The situation and what is wanted in it: who threatens what, which cities to go for or to hold, and with whom."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property, lru_cache, reduce
from operator import or_
from typing import Final, NamedTuple

from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812.gamble import Clash, attack_value, defence_value, fight_worth
from grognard.bots.marshal_russia1812.network import distances, nearer, scoring_cities
from grognard.bots.marshal_russia1812.situation import Situation
from grognard.bots.marshal_russia1812.style import Style
from grognard.games.russia1812.rules.advanced.card_march import allowance, farthest
from grognard.games.russia1812.rules.advanced.politics import unwilling
from grognard.games.russia1812.rules.combat.values import Force, Ground, defence_support, ground_terms
from grognard.games.russia1812.rules.movement.route import FORCED_MAX
from grognard.games.russia1812.world.world import FRENCH, LAST_TURN, RUSSIAN, World

SUPPORT_HOPE: Final = 0.6  # how much of a possible support one may count on
DEPOT_WORTH: Final = 0.6  # a Depot of the enemy
WORTH_HUNTING: Final = 0.2
GOES_AHEAD: Final = 0.7  # [10.2] how often an order to attack does
RISK: Final = (0.25, 0.5)  # how likely the enemy does what he could, for each side
UNLED: Final = 0.3  # [10.2] and that a stack without a commander does
AIMLESS: Final = 0.3  # and an enemy who wanders
COMERS: Final = 0.4  # how much of his support comes along
FOLLOWERS: Final = 0.4  # and of our own that is not there yet
MOST_FOLLOWERS: Final = 3
MARCHES: Final = 3  # until this phase friends may come up
MOST_COMERS: Final = 3  # beside the first
SCREEN: Final = 0.4  # cavalry that bars roads and supply
ROADBLOCK: Final = 0.5  # an enemy who stands before the French
OPENED: Final = 0.06  # a hex more in supply
MOST_OPENED: Final = 1.2
RESCUED: Final = 0.8  # a unit that comes into supply again
FAR: Final = 0.5  # what a hex of distance takes off the claim of a stack to a Train
FIRST: Final = 4.0  # the claim of the main army
NEW_DEPOTS: Final = 1  # Trains of a turn that become Depots
ALL_ARMS: Final = Force(1, 1, 1, False, 0, 0)
DECIDED_FROM: Final = 6  # from this turn on a point is worth more units every turn, to who knows it
SPENDING: Final = 0.4
UNOPPOSED: Final = 3.0  # how much more where there is no army to keep them for
DASHES_FROM: Final = 7  # from this turn on one looks where a flying column could go next turn
MOST_STRIKES: Final = 50_000  # that are kept
LAST_DASH: Final = 15  # from this turn on a city may be seized without supply


class Strike(NamedTuple):
    """What a stack could attack next, and how hard."""

    hex: int
    reach: int
    attack: int
    support: int


class Menace(NamedTuple):
    """Who could come upon a hex: how likely they do, what their attack would be, and how many would support it."""

    likely: float
    attack: float
    near: int


class Defence(NamedTuple):
    """An enemy stack as a target: its strength with support, what its ground takes off, its units, its hex's worth."""

    guard: float
    terrain: int
    units: int
    broken: int
    ground: float


class Goal(NamedTuple):
    """A city to take or to hold: its worth, the strength it asks for, and what enemies stand round it."""

    hex: int
    worth: float
    need: float
    guard: float = 0.0


class Aims(NamedTuple):
    """What a plan of campaign comes to."""

    goals: list[Goal]
    goal_of: dict[int, Goal]  # of each stack that has one, by its hex
    main: int  # the hexes of the main army
    last_of: dict[int, int]  # the last city of the road of a stack


Campaign = Callable[["Plan"], Aims]


class Intention(NamedTuple):
    """What a stack would do with a Train: who goes where, and how much better that is than staying."""

    start: int
    goal: int
    units: int
    leaders: int
    gain: float


_STRIKES: dict[tuple[int, int, int, int, int, int], Strike | None] = {}  # by value: the same stacks come again


def strikes(p: Situation, side: int) -> list[Strike]:
    """[8.4] [10.1] The stacks of a side that can march and fight, and every hex they could fight for."""
    world, marched, broken = p.world, allowance(p.s), 0 if side == p.side else p.disrupted
    open_to, own, disc = world.passable[side] & ~p.occ[1 - side], world.of_side[side], world.grid.disc
    if len(_STRIKES) > MOST_STRIKES:
        _STRIKES.clear()
    found = []
    for h in bits(p.occ[side]):
        pieces, way = p.stack[h] & own, open_to & disc(h, marched)
        key = p.edition, h, pieces, pieces & broken, marched, way
        if p.s.advanced:
            strike = _strike(p, h, side, marched, way)  # [16.2] commanders elsewhere have a say in what one is worth
        elif key in _STRIKES:
            strike = _STRIKES[key]
        else:
            strike = _STRIKES[key] = _strike(p, h, side, marched, way)
        if strike is not None:
            found.append(strike)
    return found


def _strike(p: Situation, h: int, side: int, marched: int, open_to: int) -> Strike | None:
    """[8.4] [10.1] What a stack that has somebody in good order could attack, if these hexes are open to it."""
    force = p.force_at(h, side, tired=False, healed=side == p.side)
    if not force.units:
        return None
    reach = _within(p.world, h, marched if force.cr >= 0 else 0, open_to)
    return Strike(h, reach, attack_value(force), defence_support(force))


@lru_cache(maxsize=20_000)
def _within(w: World, h: int, steps: int, open_to: int) -> int:
    """[8.4] The hexes next to those that can be come to in so many steps through others."""
    return w.free.spread(w.free.flood(1 << h, steps, open_to))


@cache
def _terrain(fortified: bool, covered: bool) -> int:
    return -sum([t[2] for t in ground_terms(ALL_ARMS, Ground(False, fortified, covered))])


class Plan:
    """One reading of the situation."""

    def __init__(self, p: Situation, campaign: Campaign, style: Style) -> None:
        self.p, self.style = p, style
        self.ours = strikes(p, p.side)
        self.theirs = strikes(p, p.foe)
        self.exposed = reduce(or_, [s.reach for s in self.theirs], 0)  # the hexes they could fight for
        self._opened: dict[int, float] = {}
        self._rescues: dict[int, float] = {}
        self._own = {s.hex: s for s in self.ours}
        self._defences: dict[int, Defence] = {}
        self._far: dict[int, list[int]] = {}
        self._quarries: dict[int, float] = {}
        self._shares: dict[tuple[int, int], float] = {}
        self._menaces: dict[int, Menace] = {}
        self._comers: dict[int, tuple[int, int, list[tuple[int, int]]]] = {}
        self._supports: dict[tuple[int, int], int] = {}
        self._strengths: list[dict[int, int]] = [{}, {}]  # of both sides, as far as anybody asked
        scoring = scoring_cities(p.edition)
        self.lures = p.depots[p.foe] | scoring | p.pres[p.foe] & ~p.occ[p.foe]  # the hexes where there may be a prize
        self._ways: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
        self.prizes: dict[int, float] = {}  # what is to be had in the hexes, as far as anybody asked
        self.kept: dict[int, bool] = {}  # the hexes that must not be left empty, as far as anybody asked
        self.coming = 0  # where Depots are about to be made: marches may count on them
        self._campaign = campaign
        ready, fit = p.supplied & ~p.moved, ~p.disrupted
        self._mobile = [s for s in self.ours if self._fresh(s.hex, ready, fit)]  # the best support first
        self._mobile.sort(key=lambda s: (s.support, s.hex), reverse=True)
        self.fresh = sum([1 << s.hex for s in self._mobile])
        self.intentions: dict[int, Intention] = {}
        self.ordered = False  # whether the marches have been thought out together
        self.depot_wishes: dict[tuple[int, int], dict[int, float]] = {}
        self.command: dict[tuple[int, int], float] = {}  # what commanders are worth in a hex
        self.departures: dict[int, tuple[float, float]] = {}  # and what it costs that one leaves
        self.train_wishes: dict[tuple[int, float], list[tuple[float, str]]] = {}

    @cached_property
    def aims(self) -> Aims:
        """The plan of campaign, thought of when somebody asks for it."""
        return self._campaign(self)

    @property
    def goals(self) -> list[Goal]:
        """The cities to take or to hold."""
        return self.aims.goals

    @property
    def goal_of(self) -> dict[int, Goal]:
        """The goal of each stack that has one, by its hex."""
        return self.aims.goal_of

    @cached_property
    def corps(self) -> list[int]:
        """The commanders of each French axis, or of each Russian army."""
        p, style = self.p, self.style
        roads = style.armies if p.side != FRENCH else style.hunt if p.wanders and style.hunt else style.axes
        return [p.pieces(road.names) for road in roads]

    def ways(self, depots: int) -> list[tuple[int, tuple[int, ...]]]:
        """[7.8] The hexes that some stack goes for, and the new Depots that would lead there beside these."""
        found = self._ways.get(depots)
        if found is None:
            ends = dict.fromkeys([goal.hex for goal in self.goal_of.values()])
            found = self._ways[depots] = [(end, self.p.chain(end, depots).stops) for end in ends]
        return found

    @cached_property
    def stops(self) -> int:
        """[7.8] Where Depots are to be made on the way to the goals."""
        return reduce(or_, [1 << h for goal in self.goals for h in self.p.chain(goal.hex).stops], 0)

    @property
    def patient(self) -> bool:
        """Whether we are Russians who keep their army and come back with it."""
        return self.style.returns and self.p.side == RUSSIAN

    @cached_property
    def threatened(self) -> int:
        """[8.7] Our Depots that the enemy could ride down this turn."""
        return sum([1 << h for h in bits(self.p.depots[self.p.side]) if self.falls(h)])

    def falls(self, h: int) -> bool:
        """Whether the enemy could take a hex this turn from whoever is there."""
        p = self.p
        guard = defence_value(p.force_at(h, p.side)) if p.occ[p.side] >> h & 1 else 0
        return any(s.reach >> h & 1 and s.attack > guard for s in self.theirs if p.leaders(s.hex, p.foe))

    def distance(self, h: int, goal: int) -> int:
        """March distance from a hex to a goal, for us."""
        return self.ways_to(goal)[h]

    def ways_to(self, goal: int) -> list[int]:
        """March distance from every hex to a goal, for us."""
        found = self._far.get(goal)
        if found is None:
            found = self._far[goal] = distances(self.p.edition, self.p.side, goal)
        return found

    def nearer(self, goal: int, way: int) -> int:
        """The hexes from which a goal is less far than so many hexes of march, for us."""
        found = nearer(self.p.edition, self.p.side, goal)
        return found[min(way, len(found) - 1)]

    def point_worth(self) -> float:
        """What a victory point is worth to us now, in units."""
        found = point_worth(self.p.turn, self.style.final and self.p.side == FRENCH)
        return found * UNOPPOSED if self.p.side == FRENCH and self.p.wanders else found

    def strength_near(self, h: int, side: int, radius: int) -> int:
        """What a side could defend with within so many hexes."""
        p = self.p
        around = p.occ[side] & p.world.grid.disc(h, radius)
        return sum([self._strength(n, side) for n in bits(around)]) if around else 0

    def _strength(self, h: int, side: int) -> int:
        """What a stack could defend with."""
        found = self._strengths[side].get(h)
        if found is None:
            found = self._strengths[side][h] = defence_value(self.p.force_at(h, side, tired=False))
        return found

    @cached_property
    def open_cities(self) -> list[tuple[int, int, int]]:
        """The cities that score, are not ours and are not defended: the hex, the points, the hexes near it."""
        p, near = self.p, self.p.world.grid.disc
        return [(city, points, near(city, FORCED_MAX)) for city, points in p.unheld if not p.occ[p.foe] >> city & 1]

    @cached_property
    def near_open(self) -> int:
        """The hexes near to some open city."""
        return reduce(or_, [near for _, _, near in self.open_cities], 0)

    @cached_property
    def unheld(self) -> int:
        """[14.7] The cities that score and are not ours."""
        return sum([1 << city for city, _ in self.p.unheld])

    @cached_property
    def spare(self) -> int:
        """[7.6] How many Trains of the next turn are left when every stack abroad has one."""
        p = self.p
        stacks = bits(p.occ[p.side] & p.world.russia & ~p.depots[p.side])
        return self.trains_to_come() - sum([p.fighters(h, p.side).bit_count() > 1 for h in stacks])

    def trains_to_come(self) -> int:
        """[7.2] The Trains of our next turn that will not become Depots."""
        p = self.p
        table = p.trains_to_come() - p.s.lost_trains[p.side]
        if self.style.resolute:
            table -= p.horses_to_feed()
        return table - p.depots[p.side].bit_count() - NEW_DEPOTS

    def pace(self, h: int, units: int) -> int:
        """[8.4] How many hexes a column marches: by forced march at the head of the army, and all on the last turn."""
        p = self.p
        plain = allowance(p.s)
        if p.side != FRENCH or not self.style.resolute or not (self.vanguard >> h & 1 or p.turn == LAST_TURN):
            return plain
        return max(plain, farthest(p.s, units))

    def forget_marches(self) -> None:
        """What was thought of the marches, when something else is known about supply."""
        self.intentions.clear()
        self.train_wishes.clear()
        self.ordered = False

    @cached_property
    def active(self) -> int:
        """[7.6] The hexes of the stacks that may live by Trains abroad: the main army, then the strong and the near."""
        p = self.p
        able = [
            s
            for s in self.ours
            if p.leaders(s.hex, p.side) and s.hex in self.goal_of and p.fighters(s.hex, p.side).bit_count() > 1
        ]
        able.sort(key=lambda s: (self._urgency(s), s.hex))
        return sum([1 << s.hex for s in able[: max(2, self.trains_to_come())]])

    @cached_property
    def leaving(self) -> int:
        """The hexes of those of them who still march this turn, and have somewhere to go."""
        return self.fresh & self.active & sum([1 << h for h in self.goal_of if self._will_leave(h)])

    def _will_leave(self, h: int) -> bool:
        """Whether a stack still has some way to go."""
        return self.distance(h, self.goal_of[h].hex) > 1

    def _urgency(self, s: Strike) -> float:
        goal = self.goal_of[s.hex]
        return FAR * self.distance(s.hex, goal.hex) - s.attack - (FIRST if self.aims.main >> s.hex & 1 else 0.0)

    @cached_property
    def vanguard(self) -> int:
        """The hexes of the French stacks nearest to the capitals they go for, until those are taken."""
        p = self.p
        names = (*self.style.capitals, "kiev") if p.wanders and self.style.hunt else self.style.capitals
        capitals = [p.world.city_hex[name] for name in names if not p.pres[FRENCH] >> p.world.city_hex[name] & 1]
        if p.side != FRENCH or not capitals:
            return 0
        able = [s.hex for s in self.ours if p.leaders(s.hex, FRENCH) and p.fighters(s.hex, FRENCH).bit_count() >= 2]
        found = 0
        for capital in capitals if self.style.final else capitals[:1]:
            sent = [h for h in able if not self.style.final or self.aims.last_of.get(h) == capital] or able
            head = min(sent, key=lambda h: (self.distance(h, capital), h), default=-1)
            found |= 1 << head if head >= 0 else 0
        return found

    # what may be hit, and by whom we may be hit

    @cached_property
    def prey(self) -> dict[int, float]:
        """The enemy stacks that it would be worth to attack."""
        hunted = [(target, self.quarry(target)) for target in bits(self.p.occ[self.p.foe])]
        return {target: worth for target, worth in hunted if worth > 0}

    def quarry(self, target: int) -> float:
        """What attacking an enemy stack would be worth, if those of ours who can come up did; 0 if it is not much."""
        found = self._quarries.get(target)
        if found is None:
            comers = [s for s in self.ours if s.reach >> target & 1 and self.fit(s.hex, target)]
            found = self._prey_worth(target, comers)
            found = self._quarries[target] = found if found > WORTH_HUNTING else 0.0
        return found

    def share(self, target: int, h: int) -> float:
        """What a stack of ours adds to the attack on a target by coming up, beside those who stand there already."""
        key = target, h
        found = self._shares.get(key)
        if found is None:
            p = self.p
            me, found = self._own.get(h), 0.0
            if me is not None and self.fit(h, target):
                beside = bits(p.world.near[target] & p.occ[p.side] & ~self.fresh & ~(1 << h))
                there = [self._own[n] for n in beside if n in self._own and self.fit(n, target)]
                found = self._prey_worth(target, [*there, me]) - max(0.0, self._prey_worth(target, there))
            self._shares[key] = found = max(0.0, found)
        return found

    def fit(self, h: int, target: int) -> bool:
        """Whether a stack could take part in an attack this turn."""
        p = self.p
        units = p.fighters(h, p.side)
        if units & (p.forage | p.disrupted) or (p.side == FRENCH and unwilling(p.s, h)):
            return False
        if p.world.near[h] >> target & 1:
            return True
        ready = bool(units & p.supplied & ~p.moved)
        return ready and (p.phase < 3 or h in p.genuine)

    def _prey_worth(self, target: int, comers: list[Strike]) -> float:
        """What an attack by the strongest who can come, with the others in support, would be worth."""
        if not comers:
            return 0.0
        if len(comers) > 1:
            comers = sorted(comers, key=lambda s: -s.attack)[:4]
        guard, terrain, units, broken, ground = self._defences.get(target) or self._defence(target)
        attack = comers[0].attack + SUPPORT_HOPE * sum([s.support for s in comers[1:]])
        c = Clash(round(attack - guard - terrain), 4 + 2 * len(comers[1:]), units, broken, False, False)
        return GOES_AHEAD * fight_worth(c, units, ground, self.p.edition)

    def _defence(self, target: int) -> Defence:
        """What an enemy stack could be defended with, and what its hex is worth."""
        p = self.p
        force = p.force_at(target, p.foe)
        guard = defence_value(force) + SUPPORT_HOPE * self.support_around(target, p.foe, 0)
        found = Defence(guard, self.terrain(target), force.units, force.broken, self.ground(target))
        self._defences[target] = found
        return found

    def support_around(self, h: int, side: int, without: int) -> int:
        """The support a defender of a hex could get from his neighbours."""
        p = self.p
        around = p.world.near[h] & p.occ[side] & ~without
        if not around:
            return 0
        found = self._supports.get((around, side))
        if found is None:
            found = sum([defence_support(p.force_at(n, side)) for n in bits(around)])
            self._supports[around, side] = found
        return found

    def terrain(self, h: int) -> int:
        """[11.4] What the ground of a hex takes off an attack."""
        w = self.p.world
        return _terrain(bool(w.fortified >> h & 1), bool(w.cover_ground >> h & 1))

    def ground(self, h: int) -> float:
        """What it is worth to us to take a hex from the enemy."""
        p = self.p
        worth = DEPOT_WORTH if p.depots[p.foe] >> h & 1 else 0.0
        if p.side == FRENCH:
            worth += self.opening(h) + ROADBLOCK
        if p.cav[p.foe] >> h & 1:
            worth += SCREEN
        for city, points in p.world.vp_cities:
            if city == h:
                worth += points * self.point_worth()
        return worth

    def in_a_dash(self, h: int) -> float:
        """[8.4] [14.7] What the best of the open cities is worth that a flying column could enter from a hex."""
        return max([worth for around, worth in self.dashes if around >> h & 1], default=0.0)

    @cached_property
    def dashes(self) -> list[tuple[int, float]]:
        """The hexes from which each city that scores and that nobody defends is a forced march away, and its worth."""
        p = self.p
        way = p.world.passable[p.side]
        if not DASHES_FROM <= p.turn < LAST_TURN:
            return []
        return [
            (p.world.free.flood(1 << city, FORCED_MAX, way & ~p.occ[p.foe]), points * self.point_worth())
            for city, points, _ in self.open_cities
        ]

    def opening(self, h: int) -> float:
        """What it is worth that our supply could pass a hex, where an enemy or an unheld city bars it."""
        found = self._opened.get(h)
        if found is None:
            opened = self.p.opened_by(self.p.side, h) & self.p.world.passable[self.p.side]
            found = min(MOST_OPENED, OPENED * opened.bit_count())
            if self.style.final:
                found += RESCUED * self._units_in(opened)
            self._opened[h] = found
        return found

    @cached_property
    def cut_off(self) -> int:
        """The hexes of ours that would be out of supply."""
        p = self.p
        return p.occ[p.side] & ~p.fed

    @cached_property
    def beside(self) -> int:
        """The hexes next to an enemy stack."""
        p = self.p
        return p.world.free.spread(p.occ[p.foe])

    @cached_property
    def ordinary(self) -> int:
        """The hexes where there is no prize and no danger, no friend and no enemy."""
        p, side = self.p, self.p.side
        return ~(self.lures | self.exposed | self.beside | p.pres[side] | p.depots[side])

    @cached_property
    def sprung(self) -> int:
        """The hexes from which a flying column could enter some open city."""
        return reduce(or_, [around for around, _ in self.dashes], 0)

    def rescue(self, h: int) -> float:
        """[6.2] What it is worth to stand in a hex so that others come into supply over it."""
        p = self.p
        lost = self.cut_off & ~(1 << h)
        if not lost:
            return 0.0
        found = self._rescues.get(h)
        if found is None:
            found = self._rescues[h] = RESCUED * self._units_in(lost & p.supplied_hexes(p.side, manned=1 << h))
        return found

    def _units_in(self, hexes: int) -> int:
        """How many units of ours stand in some hexes."""
        p = self.p
        return p.units_in(hexes & p.occ[p.side])

    def danger(self, h: int, force: Force, without: int) -> float:
        """What the enemy could do to a force in a hex; ``without`` our stacks in these hexes."""
        infantry, cavalry, artillery, _, _, _, broken = force
        units = infantry + cavalry + artillery
        if not self.exposed >> h & 1 or not units + broken:
            return 0.0
        p = self.p
        likely, attack, near = self._menaces.get(h) or self._menace(h)
        guard = defence_value(force) + SUPPORT_HOPE * self.support_around(h, p.side, without)
        if p.phase <= MARCHES:
            starts, best, comers = self._comers.get(h) or self._followers(h)
            if starts & without:
                best = sum([support for support, start in comers if not without >> start & 1][:MOST_FOLLOWERS])
            guard += FOLLOWERS * best
        return likely * _peril(round(attack - guard), near, units, broken, p.edition)

    def _menace(self, h: int) -> Menace:
        """The enemies who could come upon a hex together."""
        p, coming = self.p, list[Strike]()
        for s in self._theirs_by_rank:
            if s.reach >> h & 1:
                coming.append(s)
                if len(coming) > MOST_COMERS:
                    break
        first, near = coming[0], coming[1:]
        likely = RISK[p.side] if p.leaders(first.hex, p.foe) else UNLED * RISK[p.side]
        if p.hunting:
            likely *= AIMLESS
        attack = first.attack + COMERS * sum([s.support for s in near]) - self.terrain(h)
        found = self._menaces[h] = Menace(likely, attack, len(near))
        return found

    @cached_property
    def _theirs_by_rank(self) -> list[Strike]:
        """The enemies who could strike: those with a commander first, then the strong."""
        p = self.p
        return sorted(self.theirs, key=lambda s: (not p.leaders(s.hex, p.foe), -s.attack))

    def _followers(self, h: int) -> tuple[int, int, list[tuple[int, int]]]:
        """Support from friends who could still come up next to a hex this turn: their hexes, what the best of them
        bring, and each with his hex."""
        p = self.p
        close = p.world.near[h] & p.occ[p.side]
        comers = [(s.support, s.hex) for s in self._mobile if s.reach >> h & 1 and not close >> s.hex & 1]
        starts = sum([1 << start for _, start in comers]) if comers else 0
        found = starts, sum([support for support, _ in comers[:MOST_FOLLOWERS]]), comers
        self._comers[h] = found
        return found

    def _fresh(self, h: int, ready: int, fit: int) -> bool:
        """Whether a stack may still march this turn: some of it is ready, all of it fit, and somebody leads it."""
        p = self.p
        stack = p.stack[h]
        units = stack & p.world.fighters[p.side]
        if not units & ready or units & ~fit or not stack & p.world.leaders[p.side]:
            return False
        return p.phase < 3 or h in p.genuine


@cache
def _peril(base: int, near: int, units: int, broken: int, edition: int) -> float:
    """What an attack by enemies who come upon a force is worth to them, if it is worth anything."""
    clash = Clash(base, 4 + 2 * near, units, broken, False, True)
    return max(0.0, fight_worth(clash, units, 0.0, edition))


def point_worth(turn: int, final: bool = False) -> float:
    """What a victory point is worth in units: more towards the end, when it counts and they do not."""
    return 1.0 + turn / 8 + (max(0, turn - DECIDED_FROM) * SPENDING if final else 0.0)
