"""The campaign of the French: some axes, each with its cities in order, and the Depots that lead there."""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812.hunt import reopened
from grognard.bots.marshal_russia1812.plan import DEPOT_WORTH, LAST_DASH, Aims, Goal, Plan, Strike
from grognard.bots.marshal_russia1812.situation import Situation
from grognard.bots.marshal_russia1812.style import Road
from grognard.games.russia1812.rules.advanced.politics import unwilling
from grognard.games.russia1812.rules.movement.route import FORCED_MAX
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN

RIGHT, SOUTH = 2, 3
KIEV_NEAR: Final = 3
KIEV_NEED: Final = 3.0
KIEV_ODDS: Final = 1.0
KIEV_REACH: Final = 14
AFTERWARDS: Final = ("kiev", "st_petersburg")  # when Moscow is taken
A_MARCH: Final = 3
FAR_AWAY: Final = 99
STRAYED: Final = 6  # so much nearer to another road a stack takes that
FAR_OFF: Final = 5  # a goal nearer than that is gone for
RETAKE_NEED: Final = 3.0  # and to one of our own that the enemy is in
CITY_NEED: Final = 8.0  # strength sent to a city, beside what its defenders call for
EMPTY_NEED: Final = 2.0  # if nobody defends it
CAPITAL_NEED: Final = 50.0
CAPITAL_WORTH: Final = 3**0.7
SCATTERED_NEED: Final = 15.0
IN_TURN: Final = 2  # hexes of detour to keep to the order of the road
GUARD_FACTOR: Final = 1.3
STOP_WORTH: Final = 0.7  # a city where a Depot is to stand on the way
NEAR: Final = 2
BODY: Final = 3  # so many units hold a capital
A_BODY: Final = 3  # an attack worth sending
LAST_GUARD: Final = 1  # so few units in good order do not keep Napoleon
RELIEF_FROM: Final = 6
GUARD: Final = 0.4  # what guarding a place is worth against taking one


def french_campaign(plan: Plan) -> Aims:
    """The goals of every axis, and the goal of each stack: the next on its road, the nearest stacks first."""
    roads = [_goals_on(plan, road) for road in axes(plan)]
    axis_of = {strike.hex: _axis(plan, strike, roads) for strike in plan.ours}
    goals = {goal.hex: goal for road in roads for goal in road}
    left = {h: goal.need for h, goal in goals.items()}
    found: dict[int, Goal] = {}
    last_of: dict[int, int] = {}
    pairs, together, main = [], not scattered(plan), 0
    for strike in plan.ours:
        axis = axis_of[strike.hex]
        if together and axis in plan.style.main:
            main |= 1 << strike.hex
        if roads[axis]:
            last_of[strike.hex] = roads[axis][-1].hex
        open_to = roads[axis] if may_attack(plan, strike) else [goal for goal in roads[axis] if not goal.guard]
        for order, goal in enumerate(open_to):
            pairs.append((plan.distance(strike.hex, goal.hex) + IN_TURN * order, strike.hex, goal.hex, strike.attack))
    pairs.sort()
    for _, h, city, attack in pairs:
        if h not in found and left[city] > 0:
            found[h] = goals[city]
            left[city] -= attack
    for _, h, city, _ in pairs:
        if main >> h & 1:
            found.setdefault(h, goals[city])
    if plan.style.resolute:
        _send_the_rest(plan, roads, axis_of, found)
        _send_to_retake(plan, goals, main, found)
    if plan.style.final and not plan.p.winter:
        _back_to_the_road(plan, found)
    if plan.style.resolute:
        _hold_capitals(plan, goals, found)
        _relieve_napoleon(plan, found)
    ways = reopened(plan, found)
    south = [goal for goal in _send_to_kiev(plan, found) if goal.hex not in goals]
    guards = guard_goals(plan)
    _send_guards(plan, guards, found)
    return Aims([*goals.values(), *south, *ways, *guards], found, main, last_of)


def may_attack(plan: Plan, strike: Strike) -> bool:
    """[16.10] Whether a stack is not of Austrians alone in a game where they attack in company only."""
    return not unwilling(plan.p.s, strike.hex)


def _send_the_rest(plan: Plan, roads: list[list[Goal]], axis_of: dict[int, int], found: dict[int, Goal]) -> None:
    """Whoever is not needed on the way goes for the last city of his road, or of the first road that is still open."""
    p = plan.p
    last = [road[-1] for road in (*roads[1:], roads[0]) if road and p.world.capitals >> road[-1].hex & 1]
    for strike in plan.ours:
        if strike.hex not in found and p.leaders(strike.hex, FRENCH) and strike.attack >= A_BODY:
            road = roads[axis_of[strike.hex]]
            goal = road[-1] if road else last[0] if last else None
            if goal is not None and (may_attack(plan, strike) or not goal.guard):
                found[strike.hex] = goal


def _back_to_the_road(plan: Plan, found: dict[int, Goal]) -> None:
    """[6.2] Whom supply lets no nearer to a goal far off goes to the foremost Depot of the road there."""
    p = plan.p
    fed = p.fed & p.world.passable[FRENCH]
    for h, goal in found.items():
        way = plan.distance(h, goal.hex)
        near = fed & p.world.grid.disc(h, A_MARCH)
        if way <= FAR_OFF or not p.depots[FRENCH] or near & plan.nearer(goal.hex, way):
            continue
        head = min(bits(p.depots[FRENCH]), key=lambda depot: (plan.distance(depot, goal.hex), depot))
        if plan.distance(h, head) > A_MARCH:
            found[h] = Goal(head, goal.worth, goal.need)


def _hold_capitals(plan: Plan, goals: dict[int, Goal], found: dict[int, Goal]) -> None:
    """[14.7] Who stands in a capital stays there, unless so many do that enough of them may go."""
    p = plan.p
    for capital in bits(p.world.capitals & p.occ[FRENCH]):
        if p.fighters(capital, FRENCH).bit_count() < BODY + A_BODY:
            found[capital] = goals.setdefault(capital, _goal(plan, capital, CAPITAL_WORTH))


def _relieve_napoleon(plan: Plan, found: dict[int, Goal]) -> None:
    """[12.1] [14.7] Napoleon among the wreck of a stack cannot ride away alone: the nearest stack comes to him."""
    p = plan.p
    h = p.at[p.world.napoleon] if p.world.napoleon >= 0 else -1
    if h < 0 or not p.world.russia >> h & 1 or p.able(h, FRENCH).bit_count() > LAST_GUARD:
        return
    near = [s for s in plan.ours if s.hex != h and p.leaders(s.hex, FRENCH) and s.attack >= A_BODY]
    near = [s for s in near if plan.distance(s.hex, h) <= RELIEF_FROM]
    if near:
        nearest = min(near, key=lambda s: (plan.distance(s.hex, h), -s.attack, s.hex))
        found[nearest.hex] = Goal(h, CAPITAL_WORTH, nearest.attack)


def _send_to_retake(plan: Plan, goals: dict[int, Goal], main: int, found: dict[int, Goal]) -> None:
    """[14.7] Whoever is near turns on an enemy in a city of our own that scores."""
    p = plan.p
    for city, points in p.world.vp_cities:
        if not p.own_city[FRENCH] >> city & 1 or not p.pres[RUSSIAN] >> city & 1:
            continue
        guard = plan.strength_near(city, RUSSIAN, 1)
        goal = goals[city] = Goal(city, float(points), guard + RETAKE_NEED, guard)
        need = goal.need
        near = [s for s in plan.ours if p.leaders(s.hex, FRENCH) and not main >> s.hex & 1]
        for s in sorted(near, key=lambda s: (plan.distance(s.hex, city), s.hex)):
            if need > 0:
                found[s.hex] = goal
                need -= s.attack


def _send_to_kiev(plan: Plan, found: dict[int, Goal]) -> list[Goal]:
    """[14.7] Those whose roads are done go on to Kiev, if they are many enough for whoever stands before it."""
    p = plan.p
    kiev = p.world.kiev
    idle = [
        s
        for s in plan.ours
        if s.hex not in found
        and p.leaders(s.hex, FRENCH)
        and plan.distance(s.hex, kiev) <= KIEV_REACH
        and may_attack(plan, s)
    ]
    guard = plan.strength_near(kiev, RUSSIAN, KIEV_NEAR)
    if sum([s.attack for s in idle]) < KIEV_ODDS * (guard + KIEV_NEED):
        return []
    goals = _goals_on(plan, Road((), ("kiev",)))
    for s in idle:
        if goals:
            found[s.hex] = goals[0]
    return goals


def _axis(plan: Plan, strike: Strike, roads: list[list[Goal]]) -> int:
    """The axis of a stack: its best commander's, or the one whose next goal is nearest if that is far off.

    The right wing takes the southern road where it stands nearer to Kiev than to Minsk.
    """
    p = plan.p
    leaders = p.leaders(strike.hex, FRENCH)
    best, chosen = 0, -1
    for i, pieces in enumerate(plan.corps):
        rating = p.world.best_cr(leaders & pieces) if leaders & pieces else 0
        if rating > best:
            best, chosen = rating, i
    if chosen == RIGHT:
        kiev, minsk = [plan.distance(strike.hex, h) for h in (p.world.kiev, p.world.city_hex["minsk"])]
        if kiev < minsk:
            return SOUTH
    ways = [plan.ways_to(road[0].hex)[strike.hex] if road else FAR_AWAY for road in roads]
    nearest = ways.index(min(ways))
    if chosen < 0 or (plan.style.resolute and ways[chosen] > ways[nearest] + STRAYED):
        return nearest
    return chosen


def _goals_on(plan: Plan, road: Road) -> list[Goal]:
    """[14.7] The cities of an axis that are not held, each after the stop that a Depot needs before it."""
    p = plan.p
    points = dict(p.world.vp_cities)
    found: list[Goal] = []
    later = (*road.then, *(AFTERWARDS if _secured(plan, p.world.moscow) else ()))
    for name in (*road.cities, *later):
        h = p.world.city_hex[name]
        if found and name in later:
            break
        stop = -1 if _secured(plan, h) else _first_stop(p, h)
        if stop >= 0 and stop != h and all(goal.hex != stop for goal in found):
            found.append(_goal(plan, stop, STOP_WORTH))
        if stop >= 0 and all(goal.hex != h for goal in found):
            found.append(_goal(plan, h, float(points[h]) ** 0.7))
    return _worth_of_stops(found, points) if p.hunting else found


def _worth_of_stops(road: list[Goal], points: dict[int, int]) -> list[Goal]:
    """[7.8] A stop on a road is worth all the cities behind it, where nobody is to be beaten before them."""
    found: list[Goal] = []
    behind = 0.0
    for goal in reversed(road):
        behind += goal.worth if goal.hex in points else 0.0
        found.append(goal if goal.hex in points else goal._replace(worth=behind))
    return found[::-1]


def _secured(plan: Plan, h: int) -> bool:
    """Whether a city is ours and stays so: a flying column out of supply is no garrison, nor a few men in a capital
    that an army could come back to. If there is no army, a commander is enough."""
    p = plan.p
    if not p.pres[FRENCH] >> h & 1:
        return False
    if p.wanders:
        lasting = h == p.world.kiev  # its Depot is what lets those on the road there go
        kept = bool(p.leaders(h, FRENCH)) and not lasting
        return kept or bool(p.supplied_hexes(FRENCH, winter=lasting) >> h & 1)
    if p.world.capitals >> h & 1:
        fed = p.supplied_hexes(FRENCH, winter=p.autumn)
        return bool(fed >> h & 1) and p.fighters(h, FRENCH).bit_count() >= (1 if scattered(plan) else BODY)
    return bool(p.fed >> h & 1)


def _goal(plan: Plan, h: int, worth: float) -> Goal:
    """A city to be taken, with the strength that its defenders call for."""
    guard = plan.strength_near(h, RUSSIAN, NEAR)
    need = CITY_NEED if guard or not plan.style.resolute else EMPTY_NEED
    if plan.p.world.capitals >> h & 1:
        need = SCATTERED_NEED if scattered(plan) else CAPITAL_NEED
    return Goal(h, worth, need + GUARD_FACTOR * guard, guard)


def axes(plan: Plan) -> tuple[Road, ...]:
    """The roads of the campaign: others against an enemy who wanders."""
    return plan.style.hunt if plan.p.wanders and plan.style.hunt else plan.style.axes


def scattered(plan: Plan) -> bool:
    """Whether there is no Russian army to beat: then a few corps take a capital and the others go elsewhere."""
    return plan.p.scattered


def _first_stop(p: Situation, goal: int) -> int:
    """The next city of the chain of Depots that is not ours yet; -1 if the goal is out of reach for this year.

    [7.8] In winter no more Depots are made: what counts is whether a last forced march could get there.
    """
    fed = p.fed
    if p.turn >= LAST_DASH or fed >> goal & 1:
        return goal
    if p.winter:
        way = p.world.passable[FRENCH]
        return goal if p.world.free.flood(fed & way, FORCED_MAX, way) >> goal & 1 else -1
    for city in p.chain(goal).stops:
        if not p.pres[FRENCH] >> city & 1 and not p.own_city[FRENCH] >> city & 1:
            return city
    return goal


# the rear


def guard_goals(plan: Plan) -> list[Goal]:
    """Our own cities that score, and our Depots, where the enemy comes near and nobody stands."""
    p = plan.p
    points = dict(p.world.vp_cities)
    found = []
    for h in bits((p.own_city[FRENCH] | p.depots[FRENCH]) & ~p.occ[FRENCH]):
        worth = GUARD * (points.get(h, 0) + (DEPOT_WORTH if p.depots[FRENCH] >> h & 1 else 0.0))
        if worth and plan.exposed >> h & 1:
            guard = plan.strength_near(h, RUSSIAN, NEAR)
            found.append(Goal(h, worth, 1.0 + guard, guard))
    return found


def _send_guards(plan: Plan, guards: list[Goal], found: dict[int, Goal]) -> None:
    """The nearest stack turns back to each place that is in danger."""
    for goal in guards:
        near = [s for s in plan.ours if plan.distance(s.hex, goal.hex) <= 2 * NEAR and plan.p.leaders(s.hex, FRENCH)]
        if near:
            found[min(near, key=lambda s: (plan.distance(s.hex, goal.hex), s.attack, s.hex)).hex] = goal
