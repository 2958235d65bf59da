"""The campaign of the Russians: each army holds the westernmost of its cities that it can, and falls back to the next.

A city that the French hold too weakly is taken back; so is a Depot of theirs that nobody guards.
"""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812.plan import DEPOT_WORTH, Aims, Goal, Plan, Strike
from grognard.games.russia1812.world.world import FRENCH, LAST_TURN, RUSSIAN

NEAR: Final = 2
HOLD: Final = 1.0  # how much stronger than an army the French near a city must be for it to be given up
RETAKE: Final = 0.6  # how weak they must be for it to be attacked
RAID: Final = 4  # the most that may guard a Depot to be raided
RAID_RANGE: Final = 5
ALARM_RANGE: Final = (5, 6)  # so near to a city so many French are a threat to it; to the patient
ALARM: Final = 5
FORESEEN: Final = 5  # hexes from which the French come upon a city within two turns
RETURN_FROM: Final = 8
PACE: Final = 2  # hexes a turn of an army that comes back
ASSAULT: Final = 1.0  # how much stronger than its guard one goes for a city
SPARE_TURNS: Final = 3  # what a point is worth, in hexes of way


def russian_campaign(plan: Plan) -> Aims:
    """The city of every army, and the goal of each stack."""
    armies = _armies(plan)
    goals: dict[int, Goal] = {}
    found: dict[int, Goal] = {}
    for (_, cities, alarm), stacks in zip(plan.style.armies, armies, strict=True):
        if stacks:
            goal = _stand(plan, _alarmed(plan, alarm) or cities, sum([s.attack for s in stacks]))
            goals[goal.hex] = goal
            found |= {s.hex: goal for s in stacks}
    back = _come_back(plan, found) if plan.patient and plan.p.turn >= RETURN_FROM else []
    raids = _raids(plan)
    for strike in plan.ours if raids else ():
        near = [goal for goal in raids if plan.distance(strike.hex, goal.hex) <= RAID_RANGE]
        near = [goal for goal in near if goal.need < strike.attack]
        if near and strike.hex in found and not (plan.patient and _overmatched(plan, strike)):
            found[strike.hex] = min(near, key=lambda goal: (plan.distance(strike.hex, goal.hex), goal.hex))
    return Aims([*goals.values(), *back, *raids], found, 0, {})


def _armies(plan: Plan) -> list[list[Strike]]:
    """The stacks of each army, by their best commander; those without one wait for one."""
    p = plan.p
    found: list[list[Strike]] = [[] for _ in plan.style.armies]
    for strike in plan.ours:
        leaders = p.leaders(strike.hex, RUSSIAN)
        led = [leaders & pieces for pieces in plan.corps]
        ratings = [p.world.best_cr(own) if own else 0 for own in led]
        if max(ratings):
            found[ratings.index(max(ratings))].append(strike)
    return found


def _alarmed(plan: Plan, cities: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some cities that the French come near to in strength."""
    city_hex = plan.p.world.city_hex
    return tuple([name for name in cities if _alarm(plan, city_hex[name])])


def _alarm(plan: Plan, h: int) -> bool:
    """Whether so many French are so near to a city that they may mean it."""
    return plan.strength_near(h, FRENCH, ALARM_RANGE[plan.patient]) >= ALARM


def _stand(plan: Plan, cities: tuple[str, ...], army: int) -> Goal:
    """The westernmost city of an army's list that it can hold or take back."""
    p = plan.p
    points = dict(p.world.vp_cities)
    last = len(cities) - 1
    for i, name in enumerate(cities):
        h = p.world.city_hex[name]
        french = plan.strength_near(h, FRENCH, FORESEEN if plan.patient else NEAR + 1)
        bearable = RETAKE if p.pres[FRENCH] >> h & 1 else HOLD
        if i == last or french <= bearable * army:
            return Goal(h, float(points[h]) ** 0.7, float(army), float(french if p.pres[FRENCH] >> h & 1 else 0))
    raise AssertionError("an army has at least one city")


def _come_back(plan: Plan, found: dict[int, Goal]) -> list[Goal]:
    """[14.7] Whom nobody presses goes for a city that the French hold weakly, if he can be there before the end."""
    p = plan.p
    free = [s for s in plan.ours if s.hex in found and not _pressed(plan, s, found[s.hex])]
    way = PACE * (LAST_TURN + 1 - p.turn)
    aims = []
    for city, points in p.world.vp_cities:
        if not p.holds(RUSSIAN, city):
            near = sorted([(plan.distance(s.hex, city), s.hex, s.attack) for s in free])
            aims.append((near[0][0] / (points + 1) if near else 99.0, city, points))
    goals = []
    for _, city, points in sorted(aims):
        guard = plan.strength_near(city, FRENCH, 1)
        goal = Goal(city, float(points) ** 0.7, ASSAULT * guard + 1, guard)
        party = _party(plan, free, goal, way)
        if party:
            goals.append(goal)
            found |= {s.hex: goal for s in party}
            free = [s for s in free if s not in party]
    return goals


def _party(plan: Plan, free: list[Strike], goal: Goal, way: int) -> list[Strike]:
    """The nearest of some stacks that together are strong enough for a city; nobody if they are not."""
    party: list[Strike] = []
    need = goal.need
    for s in sorted(free, key=lambda s: (plan.distance(s.hex, goal.hex), s.hex)):
        if need > 0 and plan.distance(s.hex, goal.hex) <= way:
            party.append(s)
            need -= s.attack
    return party if need <= 0 else []


def _pressed(plan: Plan, strike: Strike, goal: Goal) -> bool:
    """Whether the French are upon a stack, or near to the city that it stands for."""
    if _overmatched(plan, strike):
        return True
    return plan.p.holds(RUSSIAN, goal.hex) and _alarm(plan, goal.hex)


def _overmatched(plan: Plan, strike: Strike) -> bool:
    """Whether the French who can come upon a stack are stronger."""
    coming = [s.attack for s in plan.theirs if s.reach >> strike.hex & 1 and plan.p.leaders(s.hex, FRENCH)]
    return sum(coming) > strike.attack


def _raids(plan: Plan) -> list[Goal]:
    """[8.7] French Depots and cities that hardly anybody guards."""
    p = plan.p
    held = sum([1 << h for h, _ in p.world.vp_cities]) & p.pres[FRENCH] & p.world.russia
    found = []
    for h in bits(p.depots[FRENCH] | held):
        guard = plan.strength_near(h, FRENCH, 1)
        if guard <= RAID:
            found.append(Goal(h, DEPOT_WORTH, 1.0 + guard, guard))
    return found
