"""Active Supply: Depots, Trains and rally (7, 8.1)."""

from __future__ import annotations

from math import inf
from typing import Final

from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812.column import SPENT, famine, hunger, intend, value_of
from grognard.bots.marshal_russia1812.gamble import DISRUPTED
from grognard.bots.marshal_russia1812.mind import Mind
from grognard.bots.marshal_russia1812.orders import order_marches
from grognard.bots.marshal_russia1812.plan import Intention, Plan, point_worth
from grognard.bots.marshal_russia1812.quarters import lodging_worth, wintering
from grognard.bots.marshal_russia1812.situation import Situation
from grognard.games.russia1812.rules.advanced.lodging import LAST_OFFER
from grognard.games.russia1812.rules.advanced.quarters import DEPOTS
from grognard.games.russia1812.rules.movement.route import FORCED_MAX
from grognard.games.russia1812.rules.supply import supply_range
from grognard.games.russia1812.rules.trains import FORAGE_FROM, depot_sites, forage_turn, linked_hexes, needs_forage
from grognard.games.russia1812.world.world import FRENCH

LINK_WORTH: Final = 0.6  # a unit that may go on over the next Depot of a chain
KEPT_WORTH: Final = 2.0  # a point that will not be lost in winter
REACH_WORTH: Final = 2.0  # a point that a flying column could still win in winter
LINK_NEAR: Final = 3
MOST_LODGINGS: Final = 8  # [16.13] Depots to go into winter quarters with: in spring each costs a Train
LAST_MARCHES: Final = 0.3  # what marches matter just before everybody is put anew
RENT: Final = 1.2  # a Depot costs a Train every turn
MANY_DEPOTS: Final = 5  # beyond these each is dearer than the last
DEARER: Final = 0.3
FEW_DEPOTS: Final = 2  # [8.7] for the Russians, who lose for good what is ridden down
MUCH_DEARER: Final = 0.6
FEED_WORTH: Final = 0.8  # a unit brought back into supply
VANGUARD: Final = 2.0  # the stack at the head of the army is kept going before all others
RALLIED: Final = 0.8  # a unit in good order again
CHAINED: Final = 0.4  # [8.4] a unit in good order that cannot march because of them
UNLOCKED: Final = 0.6  # what a march that a rally makes possible counts
WORTH_CONVERTING: Final = 0.8  # a march for which a Depot that nobody needs is given up
CLOSE: Final = 1e-6
DOOM: Final = 1.5  # the danger in which a Depot is given up
LONELY: Final = 0.1  # how likely a single unit that holds a city will be lost if it must forage
LAST_MAN: Final = 0.3  # and a disrupted one
SHORT: Final = 2  # so many Trains to spare are enough
MOST_SHORT: Final = 3  # more than that is no reason to give up a road
SCARCE: Final = 0.6  # what each one less makes a Depot dearer
ROAD: Final = 0.4  # what a road that must be made again costs
END_OF_ROAD: Final = 4.0  # a Depot that lets all those behind it be given up
LAST_STAND: Final = 3.0  # a Depot that cannot be cut off
OFF_THE_ROAD: Final = 2.0  # a Depot that the plan does not ask for is made only in need
ENOUGH_TRAINS: Final = 5  # to go on with the marches of a hunt
BLUFF: Final = 0.25  # [7.5] how often a dummy goes before the next Train
IDLE: Final = 0.1  # a Train worth less is not placed


# [7.1] [7.2]


def convert(mind: Mind) -> str:
    """The Depot that is worth least becomes a Train, if a Train is worth more; so does one about to fall."""
    plan = mind.plan
    best, chosen = 0.0, ""
    price, more = rent(plan, plan.p.depots[plan.p.side]), 0.0 if plan.p.side == FRENCH else rent(plan, 0)
    for option in mind.verbs("convert"):
        gain = price - depot_value(plan, option.args[-1], price + more - best + CLOSE)
        if gain + more <= best:
            continue
        if _worths(plan, 1 << option.args[-1], plan.p.depots[plan.p.side] & ~(1 << option.args[-1])):
            continue
        if bears_the_road(plan, option.args[-1]) and not _trains_run_out(plan):
            continue
        if doomed(plan, option.args[-1]):
            gain += rent(plan, 0)
        if gain > best:
            best, chosen = gain, option.text
    return chosen or mind.say("pass")


def _trains_run_out(plan: Plan) -> bool:
    """[7.2] Whether so few Trains are left beside the Depots that no road can be gone to its end: where no enemy is to
    be beaten, marches are what is wanting."""
    return plan.p.hunting and plan.trains_to_come() < ENOUGH_TRAINS


def bears_the_road(plan: Plan, h: int) -> bool:
    """[7.8] Whether the Depots still to be made for some goal need one: the whole chain is judged when they are."""
    p = plan.p
    if not p.stations or p.winter:
        return False
    have = p.depots[p.side]
    less = have & ~(1 << h)
    return any(p.chain(goal.hex).stops and _road(p, less, goal.hex) > _road(p, have, goal.hex) for goal in plan.goals)


def rent(plan: Plan, depots: int) -> float:
    """[7.2] What a Depot costs, a Train every turn: more where Trains are short."""
    if plan.patient:
        return RENT * (1 + max(0, depots.bit_count() - FEW_DEPOTS) * MUCH_DEARER)
    short = max(0, SHORT - plan.spare)
    if plan.style.resolute and plan.p.side == FRENCH:
        short = min(short, MOST_SHORT)
    if plan.style.final and plan.p.side != FRENCH:
        short = 0  # [7.6] Russians at home need no Train to live
    return RENT * (1 + max(0, depots.bit_count() - MANY_DEPOTS) * DEARER) + SCARCE * short


def depot_value(plan: Plan, h: int, enough: float = inf) -> float:
    """What would be lost with a Depot: units fed by it alone, now or in winter, and the roads that lead on from it.

    Where it is ``enough`` before that, the roads are not looked at: nothing makes it less.
    """
    p = plan.p
    have = p.depots[p.side]
    less = have & ~(1 << h)
    worth = FEED_WORTH * (hungry(p, less) - hungry(p, have))
    if p.autumn and not (p.side == FRENCH and p.wanders):
        worth += FEED_WORTH * (hungry(p, less, True) - hungry(p, have, True))
        worth += KEPT_WORTH * (_points_fed(p, have) - _points_fed(p, less))
    if p.hunting:
        worth += KEPT_WORTH * (_points_kept(p, have) - _points_kept(p, less))
    if p.winter:
        worth += REACH_WORTH * (_points_in_reach(p, have) - _points_in_reach(p, less))
    elif p.side == FRENCH and worth < enough:
        worth += ROAD * max([_road(p, less, goal.hex) - _road(p, have, goal.hex) for goal in plan.goals], default=0.0)
    return worth if p.turn >= FORAGE_FROM else worth + FEED_WORTH


def hungry(p: Situation, depots: int, winter: bool = False) -> int:
    """How many of our units would be out of supply with these Depots."""
    fed = p.supplied_hexes(p.side, depots=depots, winter=winter)
    if p.side == FRENCH and p.wanders:
        fed |= p.world.west  # nobody comes there: who has stayed at home is of no more use
    return p.units_in(p.occ[p.side] & ~fed)


def _in_reach(p: Situation, depots: int, winter: bool = False) -> int:
    """What a forced march out of supply could get to, given some Depots."""
    way = p.world.passable[p.side]
    return p.world.free.flood(p.supplied_hexes(p.side, depots=depots, winter=winter) & way, FORCED_MAX, way)


def _road(p: Situation, depots: int, goal: int) -> float:
    """What it costs to feed a goal, given some Depots."""
    return p.chain(goal, depots).cost


def doomed(plan: Plan, h: int) -> bool:
    """The enemy is upon it and the stack there will not hold."""
    p = plan.p
    if plan.patient:
        return bool(plan.threatened >> h & 1)
    if p.side == FRENCH or plan.danger(h, p.force_at(h, p.side), 1 << h) < DOOM:
        return False
    return march_of(plan, h).gain > WORTH_CONVERTING


def take_off(mind: Mind) -> str:
    """The enemy Depot whose loss starves most."""
    p = mind.p
    options = mind.verbs("remove")
    if not options:
        return mind.say("done")

    def starved(h: int) -> float:
        fed = p.supplied_hexes(p.foe, depots=p.depots[p.foe] & ~(1 << h))
        return float(sum([p.fighters(n, p.foe).bit_count() for n in bits(p.occ[p.foe] & ~fed)]))

    return mind.pick(options, lambda option: starved(option.args[-1]))


# [7.7] where Depots are wanted


def depot_wishes(plan: Plan, among: int = -1) -> dict[int, float]:
    """The cities (of some hexes) where a Depot would be worth its Train every turn, and how much."""
    p = plan.p
    early = p.side == FRENCH and p.s.two_year and p.year == 1812 and p.turn < LAST_OFFER
    if early and p.depots[FRENCH].bit_count() >= DEPOTS - 1:
        return {}  # [16.13] the offer of winter quarters is made once: not before it is wanted
    sites = depot_sites(p.s, p.side) & among
    sites &= linked_hexes(p.s, p.side) if sites else 0
    first = _wishes_beside(plan, sites, 0)
    coming = sum([1 << h for h in first if h in p.genuine])  # Trains already put down for Depots
    if not coming:
        return first
    return {h: first[h] for h in bits(coming)} | _wishes_beside(plan, sites, coming)


def _wishes_beside(plan: Plan, sites: int, coming: int) -> dict[int, float]:
    """The worths of the other sites beside some Depots that are coming, thought out once for a plan."""
    key = sites, coming
    found = plan.depot_wishes.get(key)
    if found is None:
        found = _worths(plan, sites & ~coming, plan.p.depots[plan.p.side] | coming)
        plan.depot_wishes[key] = found
    return found


def _worths(plan: Plan, sites: int, depots: int) -> dict[int, float]:
    """What a Depot in each of some cities would be worth beside those that stand or are coming."""
    found: dict[int, float] = {}
    price = rent(plan, depots)
    lasting = depots & ~plan.threatened if plan.patient else depots
    last = wintering(plan.p)
    for h in bits(sites):
        if not plan.patient and _exposed(plan, h):
            continue
        if last:
            worth = lodging_worth(plan.p, h) if depots.bit_count() < MOST_LODGINGS else 0.0
        else:
            worth = _link_worth(plan, h, depots) + _feed_worth(plan.p, h, lasting) - price
        if plan.p.stations and not (plan.p.stations >> h & 1 or last):
            worth -= OFF_THE_ROAD
        if plan.style.final:
            worth += _last_stand_worth(plan.p, h)
        if plan.p.wanders and h == plan.p.world.kiev and plan.p.occ[FRENCH] >> h & 1:
            worth += END_OF_ROAD
        if worth > 0 and not _exposed(plan, h):
            found[h] = worth + _site_worth(plan.p, h)
    return found


def _site_worth(p: Situation, h: int) -> float:
    """Of two cities that would do, the one with a source of supply, then the one that is manned."""
    return 0.2 * (p.world.city_source[p.side] >> h & 1) + 0.1 * (p.occ[p.side] >> h & 1)


def _link_worth(plan: Plan, h: int, depots: int) -> float:
    """The next link of a chain: worth as much as the units near it that wait to go on."""
    p = plan.p
    if p.side != FRENCH:
        return _way_back_worth(plan, h, depots) if plan.patient else 0.0
    at_home = bool(p.stations & p.own_city[FRENCH] & 1 << h)
    if p.winter or not (at_home or p.pres[FRENCH] >> h & 1):
        return 0.0
    near = -1 if at_home else p.world.grid.disc(h, LINK_NEAR)
    ends = [goal for goal, stops in plan.ways(depots) if h in stops]
    waiting = 0.0
    if ends:
        for start, goal in plan.goal_of.items():
            if near >> start & 1 and goal.hex in ends:
                waiting += p.fighters(start, FRENCH).bit_count() * max(1.0, goal.worth)
    return LINK_WORTH * waiting


def _way_back_worth(plan: Plan, h: int, depots: int) -> float:
    """[7.7] The next Depot on the way of Russians to where they will stand, or that the French hold."""
    p = plan.p
    ends = [goal for goal, stops in plan.ways(depots & ~plan.threatened) if stops[:1] == (h,)]
    starts = [start for start, goal in plan.goal_of.items() if goal.hex in ends] if ends else []
    return LINK_WORTH * sum([p.fighters(start, p.side).bit_count() for start in starts])


def _feed_worth(p: Situation, h: int, depots: int) -> float:
    """Units it would bring into supply that these Depots do not, now or in the winter to come; and cities kept."""
    lacking = p.occ[p.side] & ~p.supplied_hexes(p.side, depots=depots)
    near = lacking & p.world.grid.disc(h, supply_range(p.next, p.side))  # others it cannot feed
    worth = FEED_WORTH * (hungry(p, depots) - hungry(p, depots | 1 << h)) if near else 0.0
    if p.autumn and not p.winter and not (p.side == FRENCH and p.wanders):
        worth += 0.5 * FEED_WORTH * (hungry(p, depots, True) - hungry(p, depots | 1 << h, True))
        worth += KEPT_WORTH * (_points_fed(p, depots | 1 << h) - _points_fed(p, depots))
        worth += REACH_WORTH * (_points_in_reach(p, depots | 1 << h) - _points_in_reach(p, depots))
    if p.hunting:
        worth += KEPT_WORTH * (_points_kept(p, depots | 1 << h) - _points_kept(p, depots))
    return worth


def _last_stand_worth(p: Situation, h: int) -> float:
    """[1.1] [7.8] A Russian Depot at the source: it feeds the garrison whatever is ridden down elsewhere."""
    source = p.world.city_source[p.side] & p.occ[p.side]
    return LAST_STAND if p.side != FRENCH and source >> h & 1 else 0.0


def _points_fed(p: Situation, depots: int) -> int:
    """[14.7] The points of the cities abroad whose garrisons these Depots would bring through the winter."""
    fed = p.supplied_hexes(p.side, depots=depots, winter=True) & p.occ[p.side] & ~p.world.own_land[p.side]
    return sum([points for city, points in p.world.vp_cities if fed >> city & 1])


def _points_kept(p: Situation, depots: int) -> int:
    """[14.7] R-14.7c: the points of the cities abroad whose garrisons no commander would outlive."""
    held = p.supplied_hexes(p.side, depots=depots, winter=p.autumn) & p.occ[p.side] & p.enemy_city[p.side]
    return sum([points for city, points in p.world.vp_cities if held >> city & 1 and not p.leaders(city, p.side)])


def _points_in_reach(p: Situation, depots: int) -> int:
    """[14.7] The points that a flying column could still go for in winter, given some Depots."""
    reach = _in_reach(p, depots, True)
    return sum([points for city, points in p.unheld if reach >> city & 1])


def _exposed(plan: Plan, h: int) -> bool:
    """A Depot the enemy would ride down at once."""
    p = plan.p
    if plan.patient:
        return plan.falls(h)
    if p.occ[p.side] >> h & 1:
        return False
    return bool(plan.exposed >> h & 1)


# [7.4] Trains


def wishes(plan: Plan, h: int, depot: float) -> list[tuple[float, str]]:
    """What Trains in a hex would be good for, the best use first; the first one also keeps the stack from hunger."""
    found = plan.train_wishes.get((h, depot))
    if found is None:
        found = plan.train_wishes[h, depot] = _think_of_wishes(plan, h, depot)
    return found


def _think_of_wishes(plan: Plan, h: int, depot: float) -> list[tuple[float, str]]:
    found = sorted(_uses(plan, h, depot), reverse=True)
    care = _forage_care(plan, h, plan.p.fighters(h, plan.p.side))
    if care > 0:
        worth, use = found[0] if found else (0.0, "feed")
        found[:1] = [(worth + care, use)]
    if plan.vanguard >> h & 1:
        return [(VANGUARD * worth, use) for worth, use in found]
    return found


def _uses(plan: Plan, h: int, depot: float) -> list[tuple[float, str]]:
    """[7.7] [8.1] [8.2] A Depot, a rally, a march: what each would be worth in a hex."""
    p = plan.p
    found = [(depot, "depot")] if depot > 0 else []
    units, leaders = p.fighters(h, p.side), p.leaders(h, p.side)
    broken = units & p.disrupted & p.supplied
    if wintering(p):
        gain = LAST_MARCHES * march_of(plan, h).gain if not units & p.disrupted else 0.0
        return [*found, (gain, "march")] if leaders and gain > IDLE else found
    if leaders and broken:
        healed = min(p.sum_cr(leaders), broken.bit_count())
        whole = healed == (units & p.disrupted).bit_count()
        gain = march_of(plan, h).gain if whole else 0.0
        each = RALLIED if plan.style.thrifty and p.side == FRENCH else DISRUPTED
        chained = (units & ~p.disrupted).bit_count() if whole and plan.style.final and p.side == FRENCH else 0
        found.append((healed * each + UNLOCKED * gain + CHAINED * chained, "rally"))
        if gain > UNLOCKED:
            found.append((UNLOCKED * gain, "march"))
    elif leaders and not units & p.disrupted and march_of(plan, h).gain > IDLE / 2:
        found.append((march_of(plan, h).gain, "march"))
    return found


def march_of(plan: Plan, h: int) -> Intention:
    """What a stack intends, thought out once for a plan."""
    if plan.style.together and plan.p.side == FRENCH and not plan.ordered:
        order_marches(plan)
    found = plan.intentions.get(h)
    if found is None:
        found = plan.intentions[h] = intend(plan, h)
    return found


def _forage_care(plan: Plan, h: int, units: int) -> float:
    """[7.6] What a first Train spares a French stack abroad: hunger, and the ban on attacking."""
    p = plan.p
    w = p.world
    if p.side != FRENCH or not forage_turn(p.s) or not units or w.west >> h & 1 or p.depots[FRENCH] >> h & 1:
        return 0.0
    if p.edition == 2 and needs_forage(True, 1, (w.near[h] & p.occ[FRENCH]).bit_count(), False, False):
        return 0.0
    if not p.leaders(h, FRENCH) and not w.city >> h & 1:
        return 0.0
    if p.hunting and not p.supplied_hexes(FRENCH) >> h & 1:
        return 0.0  # [6.2] no route: it starves with a Train too
    count = units.bit_count()
    fight = max([plan.quarry(n) for n in bits(w.near[h] & p.occ[p.foe])], default=0.0)
    points = sum([n for city, n in w.vp_cities if city == h]) if count == 1 and not p.leaders(h, FRENCH) else 0
    garrison = point_worth(p.turn) * points * (LAST_MAN if units & p.disrupted else LONELY)
    if p.wanders:
        goal = plan.goal_of.get(h)
        return 0.5 * fight + (SPENT * hunger(count) if goal is not None and goal.hex != h else 0.0)
    return (famine if plan.style.final else hunger)(count) + 0.5 * fight + garrison


def place_train(mind: Mind) -> str:
    """Each Train where it is worth most; a dummy now and then among them."""
    p, plan = mind.p, mind.plan
    dummies = [option for option in mind.verbs("dummy") if option.args[-1] not in p.genuine]
    if dummies and (not p.s.to_place[p.side] or mind.chance() < BLUFF):
        return mind.pick(dummies, lambda option: float(p.fighters(option.args[-1], p.side).bit_count()))
    depots = depot_wishes(plan)
    _expect(plan, depots)
    best, chosen = IDLE, ""
    for option in mind.verbs("train"):
        uses = wishes(plan, option.args[-1], depots.get(option.args[-1], 0.0))
        already = p.genuine.get(option.args[-1], 0)
        if already < len(uses) and uses[already][0] > best:
            best, chosen = uses[already][0], option.text
    return chosen or mind.say("pass", "done")


def _expect(plan: Plan, depots: dict[int, float]) -> None:
    """[7.7] Depots are made before anybody marches: so the marches of this turn are thought of with the next one."""
    coming = sum([1 << h for h in depots if h in plan.p.genuine])
    if not coming and depots:
        coming = 1 << max(depots, key=lambda h: (depots[h], h))
    if coming != plan.coming:
        plan.coming = coming
        plan.forget_marches()


def make_depot(mind: Mind) -> str:
    """The Trains that were placed for it become Depots."""
    p, plan = mind.p, mind.plan
    depots = depot_wishes(plan, p.s.train_hexes(p.side))
    for option in [option for option in mind.verbs("depot") if option.args[-1] in depots]:
        h = option.args[-1]
        if any(use == "depot" for _, use in wishes(plan, h, depots[h])[: p.genuine.get(h, 0)]):
            return option.text
    return mind.say("done")


# [8.1] rally


def rally(mind: Mind) -> str:
    """Every stack that can."""
    options = mind.verbs("rally")
    if not options:
        return mind.say("done")
    p = mind.p
    return mind.pick(options, lambda option: float((p.fighters(option.args[-1], p.side) & p.disrupted).bit_count()))


def rally_units(mind: Mind) -> str:
    """The best units first, as many as the commanders can."""
    options = mind.verbs("restore")
    if not options:
        return mind.say("done")
    return mind.pick(options, lambda option: float(value_of(mind.p, option.args[0])))
