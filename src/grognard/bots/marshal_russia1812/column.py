"""Where a column of march would best stand: every hex it can reach weighed against staying."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Final

from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812.gamble import DISRUPTED, KILLED, commanders_taken
from grognard.bots.marshal_russia1812.hunt import bears_links
from grognard.bots.marshal_russia1812.network import distances
from grognard.bots.marshal_russia1812.plan import Goal, Intention, Plan
from grognard.bots.marshal_russia1812.quarters import lodging_worth, lodgings
from grognard.bots.marshal_russia1812.situation import Situation
from grognard.games.russia1812.rules.advanced.card_march import allowance, farthest
from grognard.games.russia1812.rules.advanced.traits import drives
from grognard.games.russia1812.rules.combat.values import Force
from grognard.games.russia1812.rules.movement.attrition import full_modifier, march_losses, march_rolls
from grognard.games.russia1812.rules.movement.steps import can_march, controlled, reach, unbound
from grognard.games.russia1812.rules.supply import forage_fails
from grognard.games.russia1812.rules.trains import FORAGE_FROM, needs_forage
from grognard.games.russia1812.world.world import FRENCH, LAST_TURN, RUSSIAN

PULL: Final = 0.6  # what a hex nearer to the goal is worth
HASTE: Final = 1.6  # how much more it is to who knows how long the way is
PULL_EARLY: Final = 0.4  # before the first forage markers
LEAST_MASS: Final = 0.3  # how much the march of a column counts, and how much more each unit makes it
UNIT_MASS: Final = 0.35
MAIN_MASS: Final = 1.5  # the main army goes before the others
PACK: Final = 0.5  # what taking part in an attack is worth, beside what it adds to it
PASSIVE: Final = 1.0  # how surely a stack without a claim to Trains gets none
BODY: Final = 3  # so many units are an army of their own; fewer keep away from a guarded place
FOR_EACH: Final = 3.0  # how much enemy defence a unit that goes for a place counts for
STARVING: Final = (2.0, 0.45)  # the cost of standing out of supply, for each unit of a side
EMPEROR: Final = 5.0  # and for Napoleon
SPENT: Final = 0.4  # and of hunger, where there is no enemy to beat: Trains and time are scarcer than units
SEASON_LEFT: Final = (0.0, 0.15, 0.4, 0.7, 1.0)  # how much of that still matters so many turns before the end
OVERRUN: Final = 1.0  # [8.7] an enemy Depot overrun
ABROAD: Final = 0.15  # what a Train a turn for a stack in Russia, outside a Depot city, is worth
TRAIN_ON_THE_WAY: Final = 0.6  # and as it is for who has somewhere to go with it
TRAIN_FOR_NOTHING: Final = 1.8  # or has not
KEEP_FROM: Final = 5  # from this turn on a city that scores is not left again; before, others will come by
DETOUR: Final = 5.0  # what is lost where a link (7.8) no longer passes a city: more than the rebate for holding it
RELIEF: Final = 0.6  # a follower takes over a city
ABROAD_ALONE: Final = 0.15
BAIT: Final = 0.3  # [13.1] a single French unit in the open
PRIZE: Final = 0.7  # how surely a city once entered will be held to the end
SPRING: Final = 0.4  # and one that could be entered from here next turn
STEP: Final = 0.05
MOVING: Final = 3  # the phase of the Moves
RIDER: Final = 0.9  # a unit sent off alone
COMMANDER_RISK: Final = 2.0  # where the enemy could come upon its commander
LOST: Final = 4.0  # turns of hunger after which nobody is left
STUCK: Final = 0.5  # a unit that can neither march nor rally for a turn or two
TOLL: Final = 2.0  # stragglers do not come back


def straggling(p: Situation, units: int, leaders: int, stacked: int, hexes: int) -> float:
    """[8.5] [8.6] The mean loss of a march, in units, if these commanders of those in the hex go along."""
    s, w = p.s, p.world
    if not march_rolls(hexes, s.winter):
        return 0.0
    napoleon = bool(leaders & _napoleon(p))
    driven = s.advanced and drives(w, stacked, leaders, leaders)
    return mean_loss(full_modifier(s, p.side, units, hexes, napoleon, leaders, leaders, driven), units.bit_count())


@cache
def mean_loss(modifier: int, units: int) -> float:
    """[8.5] The mean over the die."""
    losses = [march_losses(die + modifier, units) for die in range(1, 7)]
    return sum([lost + DISRUPTED * disrupted for lost, disrupted in losses]) / 6


def hunger(count: int) -> float:
    """[6.3] The mean loss of a stack that must forage: who finds nothing gets no Train and must forage again."""
    chance = sum([forage_fails(die, count) for die in range(1, 7)]) / 6
    return count * chance * (DISRUPTED + STUCK + KILLED * chance)


@cache
def famine(count: int) -> float:
    """[6.3] [7.3] The same to who knows that a stack out of supply is given no Train: a large one never gets away."""
    chance = sum([forage_fails(die, count) for die in range(1, 7)]) / 6
    again = chance / (1 - chance) if chance < 1 else LOST
    return count * chance * (DISRUPTED + STUCK + KILLED * min(LOST, again))


class Column:
    """Some units and commanders of a stack, and what each hex would be worth to them."""

    def __init__(self, plan: Plan, start: int, units: int, leaders: int) -> None:
        p = plan.p
        self.plan, self.p, self.start, self.units, self.leaders = plan, p, start, units, leaders
        self.count = units.bit_count()
        self.rest = p.stack[start] & ~units & ~leaders
        left = self.rest & p.world.combat
        self.vacated = 0 if left else 1 << start
        self.full = p.full_for(p.world.load(units))
        self.leaving = plan.fresh if p.phase < MOVING else 0  # those who will have gone on before
        self.depots = p.depots[p.side] | plan.coming
        self.goal = goal = plan.goal_of.get(start)
        self.haste, self.mass = self._haste(), self._mass(goal)
        self._rings: dict[tuple[int, int, int, int], list[int]] = {}
        self._ways = distances(p.edition, p.side, goal.hex) if goal is not None else []  # of every hex to the goal
        self.lodgings = lodgings(p)
        self.shut = p.enemy_city[p.side] & ~p.pres[p.side]  # the cities that nobody of ours has opened
        self.rescues = plan.style.final and p.side == FRENCH and plan.cut_off > 0
        self.dashes = plan.style.resolute and bool(plan.dashes and leaders) and self.count > (not p.hunting)

    @cached_property
    def fed(self) -> int:
        """[6.1] Where they would be in supply."""
        p = self.p
        found = p.supplied_hexes(p.side, depots=self.depots, vacated=0 if self.rest else 1 << self.start)
        return found | p.austrian_hexes() if p.side == FRENCH and not self.units & ~p.world.austrian else found

    @cached_property
    def _force(self) -> Force:
        """The column by itself, rested."""
        return self.p.force(self.units & self.p.world.combat, self.leaders & self.p.world.commanders, False)

    @cached_property
    def settled(self) -> int:
        """Where others of ours will stand."""
        return self.p.occ[self.p.side] & ~self.vacated & ~(self.plan.leaving & ~(1 << self.start))

    def _haste(self) -> float:
        """What a hex nearer to the goal is worth to each of them."""
        haste = PULL_EARLY if self.p.turn < FORAGE_FROM else PULL
        return haste * HASTE if self.plan.style.final and self.p.side == FRENCH else haste

    def _mass(self, goal: Goal | None) -> float:
        """How much it counts that they march; a few keep away from a place that is guarded."""
        mass = LEAST_MASS + UNIT_MASS * self.count
        if goal is not None and self.count < BODY:
            mass *= min(1.0, self.count / (1 + goal.guard / FOR_EACH))
        return mass * MAIN_MASS if self.plan.aims.main >> self.start & 1 else mass

    def worth(self, h: int) -> float:
        """What standing in a hex at the end of the march is worth."""
        return self.alone(h) - (self._fellow_cares(h) if self.p.side == FRENCH else 0.0)

    def alone(self, h: int) -> float:
        """The same, whatever the other stacks do."""
        p, plan = self.p, self.plan
        there = (self.rest if h == self.start else p.stack[h]) & p.world.of_side[p.side]
        whole = (self.units | there) & p.world.combat if there else self.units
        found = self._pull(h)
        if plan.lures >> h & 1:
            found += prizes(plan, h)
        if plan.exposed >> h & 1:
            force = self._force if not there else p.force(whole, (self.leaders | there) & p.world.commanders, False)
            found -= plan.danger(h, force, 1 << h | self.vacated)
        if not self.fed >> h & 1 and not (p.side == RUSSIAN and h == p.world.riga):
            found -= self._hunger * (SPENT if self._spends(h) else 1.0)
        if plan.beside >> h & 1:
            found += self._quarry(p.world.near[h] & p.occ[p.foe])
        return self._french(found, h, whole) if p.side == FRENCH else found

    def _french(self, found: float, h: int, whole: int) -> float:
        """The worth of a hex with what only the French think of: Cossacks and forage, roads opened, cities to seize."""
        p, plan = self.p, self.plan
        if p.world.russia >> h & 1:
            found -= self._french_cares(h, whole)
        if self.shut >> h & 1:
            found += plan.opening(h)
        if self.rescues:
            found += plan.rescue(h)
        if self.lodgings >> h & 1 and not whole & ~self.units:
            found += lodging_worth(p, h)
        if self.dashes and self.fed >> h & 1:
            found += SPRING * plan.in_a_dash(h)
        return found

    def weigh(self, hexes: int) -> dict[int, float]:
        """What each of some hexes would be worth, whatever the other stacks do."""
        plain, haste, mass, ways = hexes & self._plain, -self.haste, self.mass, self._ways
        found = {h: haste * ways[h] * mass for h in bits(plain)} if ways else dict.fromkeys(bits(plain), 0.0)
        starving = plain & ~self.fed
        if starving:
            for h in bits(starving):
                found[h] -= self._hunger
        if self.p.side == FRENCH and (self.count == 1 or self.units & self.p.forage):
            for h in bits(plain & self.p.world.russia):
                found[h] -= self._french_cares(h, self.units)
        if self.p.side == FRENCH:
            for h in bits(plain & self.shut):
                found[h] += self.plan.opening(h)
        for h in bits(hexes ^ plain):
            found[h] = self.alone(h)
        return found

    @cached_property
    def _plain(self) -> int:
        """The hexes where nothing counts but the way to the goal, hunger, and whether a city would be opened."""
        p, plan = self.p, self.plan
        found = plan.ordinary & ~self.lodgings
        if p.wanders or p.side == RUSSIAN:
            found &= self.fed  # hunger is not the same everywhere
        if self.goal is not None:
            found &= ~(1 << self.goal.hex)
        if self.rescues:
            found &= ~p.contested(p.side)
        return found & ~(plan.sprung & self.fed) if self.dashes else found

    def _spends(self, h: int) -> bool:
        """[6.4] Whether hunger is the price of something that an enemy who wanders leaves lying."""
        p = self.p
        foes = p.world.near[h] & p.occ[p.foe]
        if p.hunting:
            return bool((1 << h | foes) & self.plan.unheld)
        return p.side == FRENCH and p.wanders and bool(prizes(self.plan, h) or foes)

    def _pull(self, h: int) -> float:
        """The nearer to the goal the better; a goal reached is held."""
        if self.goal is None:
            return 0.0
        steps = self._ways[h]
        held = 0.8 * self.goal.worth if steps == 0 else 0.0
        return (held - self.haste * steps) * self.mass

    def _quarry(self, near: int) -> float:
        """The best attack on one of some neighbours that the column could take part in: more where it makes the
        difference."""
        plan = self.plan
        return max([PACK * plan.quarry(n) + plan.share(n, self.start) for n in bits(near)])

    @cached_property
    def _hunger(self) -> float:
        """[6.4] Out of supply next turn: disrupted, and worse after that."""
        if self.p.turn == LAST_TURN:
            return 0.0
        found = STARVING[self.p.side] * self.count + (EMPEROR if self.leaders & _napoleon(self.p) else 0.0)
        if self.plan.style.final if self.p.side == FRENCH else self.plan.style.returns:
            found *= SEASON_LEFT[min(LAST_TURN - self.p.turn, len(SEASON_LEFT) - 1)]
        return found

    def _french_cares(self, h: int, whole: int) -> float:
        """[13.1] In Russia: Cossacks round single units, and relief for those who hold a Depot."""
        p, w = self.p, self.p.world
        if p.depots[FRENCH] >> h & 1:
            return -RELIEF if (whole & ~self.units).bit_count() <= 1 and h != self.start else 0.0
        count = whole.bit_count()
        found = ABROAD_ALONE if count == 1 else 0.0
        if whole & p.forage:
            found += hunger(count)
        if count == 1 and not w.city >> h & 1:
            found += BAIT
        return found

    def _fellow_cares(self, h: int) -> float:
        """[7.6] Stacks that want a Train each turn, crowds that find no forage."""
        p, w = self.p, self.p.world
        if not w.russia >> h & 1 or p.depots[FRENCH] >> h & 1 or not p.foraging:
            return 0.0
        there = (self.rest if h == self.start else p.stack[h]) & w.of_side[p.side] & w.combat
        count = (self.units | there).bit_count()
        found = 0.0
        if count > 1 and not there:
            found += self._train_price(h) if self.plan.active >> self.start & 1 else PASSIVE * hunger(count)
        return found + (self._crowd(h, count) if p.edition == 2 else 0.0)

    def _train_price(self, h: int) -> float:
        """[7.6] What it costs to stand where a Train is wanted each turn: less for who would march on with it."""
        if not self.plan.style.thrifty:
            return ABROAD
        on_the_way = self.goal is not None and self.plan.distance(h, self.goal.hex) > 1
        return TRAIN_ON_THE_WAY if on_the_way else TRAIN_FOR_NOTHING

    def _crowd(self, h: int, count: int) -> float:
        """[7.6] What standing between two other stacks costs, and making others stand so."""
        p, w = self.p, self.p.world
        around = w.near[h] & self.settled & ~(1 << h)
        found = hunger(count) if needs_forage(True, 1, around.bit_count(), False, False) else 0.0
        for n in bits(around & w.russia & ~p.depots[FRENCH]):
            if (w.near[n] & self.settled & ~(1 << h)).bit_count() == 1:
                found += hunger(p.fighters(n, FRENCH).bit_count())
        return found

    # reach

    def rings(self, here: int, steps: int, first: int = -1) -> list[int]:
        """[8.4] The hexes that can be entered, by the number of hexes marched; ``first`` limits the first step."""
        key = here, steps, first, self.leaving
        found = self._rings.get(key)
        if found is None:
            s, side = self.p.s, self.p.side
            first = unbound(s, side, here, self.units) if first < 0 else first
            found = self._rings[key] = reach(s, side, here, steps, self.full & ~self.leaving, first)
        return found

    def best(self, here: int, marched: int, first: int = -1) -> tuple[int, float, list[int]]:
        """The best hex to end in from here, what it is worth less the stragglers, and the rings of the march."""
        p = self.p
        rings = self.rings(here, allowance(p.s) - marched, first)
        chosen, most = here, -1e9
        for steps, ring in enumerate(rings):
            toll = march_toll(self, marched + steps)
            open_to = ring & ~self.full | ring & 1 << here
            alone = self.weigh(self._hopeful(open_to, most, toll))
            for h in bits(open_to):
                if h not in alone:
                    continue
                value = alone[h] - (self._fellow_cares(h) if p.side == FRENCH else 0.0) - toll
                if value > most + 1e-9:
                    chosen, most = h, value
        return chosen, most, rings

    def _hopeful(self, hexes: int, most: float, toll: float) -> int:
        """Those of some hexes that may be worth more than so much: away from the enemy only the way to the goal and
        prizes speak for a hex to Russians, all else against it."""
        if self.p.side == FRENCH:
            return hexes
        plan = self.plan
        for h in bits(hexes & ~plan.beside):
            hope = self._pull(h) + (prizes(plan, h) if plan.lures >> h & 1 else 0.0)
            if hope - toll <= most:
                hexes ^= 1 << h
        return hexes

    def step_towards(self, goal: int, rings: list[int]) -> int:
        """The first hex of a way to the goal through the rings."""
        near = self.p.world.near
        grip = controlled(self.p.s, self.p.side)
        depth = next(k for k, ring in enumerate(rings) if ring >> goal & 1)
        here = goal
        for k in range(depth - 1, 0, -1):
            here = bits(near[here] & rings[k] & ~grip)[0]
        return here


def prizes(plan: Plan, h: int) -> float:
    """Enemy Depots ridden down, enemy cities entered."""
    found = plan.prizes.get(h)
    if found is None:
        p = plan.p
        found = OVERRUN if p.depots[p.foe] >> h & 1 else 0.0
        if plan.patient and not p.occ[p.foe] >> h & 1:
            found += commanders_taken(p, h)  # [8.8]
        for city, points in p.world.vp_cities:
            if city == h and not p.holds(p.side, h):
                found += PRIZE * points * plan.point_worth()
        plan.prizes[h] = found
    return found


def march_toll(column: Column, hexes: int) -> float:
    """[8.5] What the stragglers of a march of so many hexes are worth."""
    if not hexes:
        return 0.0
    p = column.p
    stacked = column.leaders | column.rest & p.world.leaders[p.side]
    return TOLL * straggling(p, column.units, column.leaders, stacked, hexes)


# who goes


def value_of(p: Situation, u: int) -> int:
    """How much one would rather keep a unit than another: arms first, then class."""
    w, bit = p.world, 1 << u
    kind = 4 if w.artillery & bit else 3 if w.cavalry & bit else 0
    return kind + (2 if w.veteran & bit else 1 if w.line & bit else 0)


def caretaker(plan: Plan, h: int) -> int:
    """[6.2] A commander to spare who can keep a city alone, where no enemy is near; 0 if there is none."""
    p = plan.p
    leaders = p.leaders(h, p.side) & ~p.moved
    safe = p.world.city >> h & 1 and not plan.exposed >> h & 1
    if not safe or leaders.bit_count() < 2:
        return 0
    return 1 << min(bits(leaders), key=lambda c: (p.world.cr[c], c))


def staying(plan: Plan, h: int) -> int:
    """The commanders of a hex who march nowhere where there is no enemy to beat: who keeps a capital (R-14.7c), and
    Napoleon at home, whose loss is all that there is to be feared (14.7)."""
    p = plan.p
    leaders = p.leaders(h, p.side)
    if not p.hunting or not leaders:
        return 0
    if p.world.capitals >> h & 1:
        return 1 << min(bits(leaders), key=lambda c: (c == p.world.napoleon, p.world.cr[c], c))
    return leaders & _napoleon(p) if p.world.west >> h & 1 else 0


def garrison(plan: Plan, h: int, leaving: int) -> int:
    """Of the units that would leave a hex, the one that stays if the hex must be kept and nobody else is there."""
    p = plan.p
    if leaving.bit_count() < 2 or p.fighters(h, p.side) & ~leaving or not keep_city(plan, h) or caretaker(plan, h):
        return 0
    return 1 << min(bits(leaving), key=lambda u: (value_of(p, u), u))


def keep_city(plan: Plan, h: int) -> bool:
    """Whether a hex must not be left empty: others live by it, it scores, a Depot stands there or is to stand."""
    found = plan.kept.get(h)
    if found is None:
        found = plan.kept[h] = _keep(plan, h)
    return found


def _keep(plan: Plan, h: int) -> bool:
    p = plan.p
    w = p.world
    if feeds_others(p, h):
        return True
    if not w.city >> h & 1:
        return False
    if lodgings(p) >> h & 1:
        return True
    if p.hunting and bears_links(p, h):
        return True
    if p.side == FRENCH and p.wanders and p.depots[FRENCH] >> h & 1:
        return True  # [7.1] only an occupied Depot can be given up when nobody needs it any more
    scores = any(city == h for city, _ in w.vp_cities)
    threatened = bool(plan.exposed >> h & 1)
    if not p.enemy_city[p.side] >> h & 1:
        capital = plan.patient and bool(w.capitals >> h & 1)
        return capital or (scores and threatened)
    if p.depots[p.side] >> h & 1 or (p.side == FRENCH and not _too_late_for_depots(plan) and on_road(plan, h)):
        return True
    return scores and (threatened or p.turn >= KEEP_FROM or p.hunting)


def feeds_others(p: Situation, h: int) -> bool:
    """[6.2] Whether somebody else would be out of supply if the hex were left empty."""
    if not p.contested(p.side) >> h & 1:
        return False
    others = p.occ[p.side] & ~(1 << h)
    return bool(others & p.fed & ~p.supplied_hexes(p.side, vacated=1 << h))


def on_road(plan: Plan, h: int) -> bool:
    """Whether a Depot is to be made here on the way to some goal."""
    p = plan.p
    if plan.stops >> h & 1:
        return True
    if not p.stations:
        return False
    return any(p.detour(goal.hex, h) > DETOUR for goal in plan.goals)


def _too_late_for_depots(plan: Plan) -> bool:
    """Whether no more Depots are made in the enemy's land: roads are no longer kept open for them."""
    return plan.style.resolute and plan.p.winter


def may_leave(plan: Plan, h: int, units: int) -> bool:
    """Whether a stack may go: a hex that must be kept is not left by its last unit."""
    p = plan.p
    return bool(p.fighters(h, p.side) & ~units or caretaker(plan, h)) or not keep_city(plan, h)


def marchers(p: Situation, h: int) -> int:
    """[8.3] [8.4] The units of our stack that may still Move, once they are all in good order."""
    found = p.outlook.marchers.get(h)
    if found is None:
        found = p.outlook.marchers[h] = can_march(p.healed, p.side, h)
    return found


def intend(plan: Plan, h: int) -> Intention:
    """What our stack in a hex would do with a Train, all its units being rallied."""
    p = plan.p
    leaders = p.leaders(h, p.side) & ~p.moved
    if keep_city(plan, h):
        leaders &= ~caretaker(plan, h)
    leaders &= ~staying(plan, h)
    units = marchers(p, h)
    units &= ~garrison(plan, h, units)
    found = Intention(h, h, 0, 0, 0.0)
    if units and leaders and may_leave(plan, h, units):
        column = Column(plan, h, units, leaders)
        goal, value, _ = column.best(h, 0)
        found = Intention(h, goal, units, leaders, value - column.worth(h))
    flying = flying_column(plan, h)
    return flying if flying.gain > found.gain else found


def flying_column(plan: Plan, h: int) -> Intention:
    """[8.5] [14.7] A single unit on a forced march to a city that scores and that nobody defends.

    A single unit is at worst disrupted on the way, and its commander holds the city without supply (R-14.7c).
    """
    p = plan.p
    best = Intention(h, h, 0, 0, 0.0)
    if not plan.near_open >> h & 1:
        return best
    aims = open_cities(plan, h)
    units, leader = marchers(p, h), _outrider(plan, h)
    alone = units.bit_count() == 1
    if not units or not leader or (alone and not (p.hunting and may_leave(plan, h, units))):
        return best
    rider = 1 << min(bits(units), key=lambda u: (value_of(p, u), u))
    for steps, ring in enumerate(Column(plan, h, rider, leader).rings(h, farthest(p.s, rider))):
        for city in bits(ring & sum([1 << city for city in aims])):
            risk = COMMANDER_RISK if plan.exposed >> city & 1 else 0.0
            gain = PRIZE * aims[city] * plan.point_worth() - RIDER - risk - STEP * steps
            if gain > best.gain:
                best = Intention(h, city, rider, leader, gain)
    return best


def open_cities(plan: Plan, h: int) -> dict[int, int]:
    """The cities near a hex that score, are not ours and are not defended, with their points."""
    return {city: points for city, points, near in plan.open_cities if near >> h & 1}


def _outrider(plan: Plan, h: int) -> int:
    """The commander to send off with a flying column: the least, and Napoleon only at the very end."""
    p = plan.p
    leaders = p.leaders(h, p.side) & ~p.moved & ~staying(plan, h)
    if p.turn < LAST_TURN:
        leaders &= ~_napoleon(p)
    return 1 << min(bits(leaders), key=lambda c: (p.world.cr[c], c)) if leaders else 0


def _napoleon(p: Situation) -> int:
    return 1 << p.world.napoleon if p.world.napoleon >= 0 else 0
