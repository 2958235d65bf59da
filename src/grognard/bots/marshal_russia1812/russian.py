"""The campaign of the Russians: hold the cities that are threatened, take back what is weakly held."""

from __future__ import annotations

import math
from typing import Final

from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812.plan import DEPOT_WORTH, Goal, Plan
from grognard.games.russia1812.world import FRENCH

WATCH: Final = 7  # hexes from which the French threaten a city
NEAR: Final = 2
OVERDONE: Final = 0.3  # how much a goal still draws when enough have been sent
FAR: Final = 99


def russian_campaign(plan: Plan) -> tuple[list[Goal], dict[int, Goal]]:
    """The goals, and the goal of each stack."""
    goals = russian_goals(plan)
    return goals, _assign(plan, goals)


def russian_goals(plan: Plan) -> list[Goal]:
    """[14.7] Cities to hold against the French who come near, cities and Depots of theirs that are weakly held."""
    p = plan.p
    found = []
    for h, points in p.world.vp_cities:
        if p.world.russia >> h & 1:
            coming = plan.strength_near(h, FRENCH, WATCH)
            worth = float(points) ** 0.7
            if not p.pres[FRENCH] >> h & 1:
                found.append(Goal(h, worth * (0.3 + min(coming, 20) / 20), 3.0 + coming))
            else:
                near = plan.strength_near(h, FRENCH, NEAR)
                found.append(Goal(h, worth * (1.2 if near <= 5 else 0.5), 2 + 1.3 * near, near))
    for h in bits(p.depots[FRENCH]):
        near = plan.strength_near(h, FRENCH, 1)
        if near <= 4:
            found.append(Goal(h, DEPOT_WORTH, 3.0 + near, near))
    return found


def _assign(plan: Plan, goals: list[Goal]) -> dict[int, Goal]:
    """A goal for each stack, the most pressing pair of stack and goal first."""
    left = [goal.need for goal in goals]
    free = {s.hex: (s.attack, _draw(plan, goals, s.hex)) for s in plan.ours}
    found: dict[int, Goal] = {}
    while free:
        best, h, chosen = 0.0, -1, -1
        for start, (attack, draw) in free.items():
            for i, appeal in enumerate(draw):
                if appeal > best:
                    appeal *= served(left[i], attack)
                    if appeal > best:
                        best, h, chosen = appeal, start, i
        if chosen < 0:
            break
        found[h] = goals[chosen]
        left[chosen] -= free.pop(h)[0]
    return found


def _draw(plan: Plan, goals: list[Goal], h: int) -> list[float]:
    """How much each goal draws a stack that stands in a hex: the nearer and the worthier, the more."""
    draw = []
    for goal in goals:
        hexes = plan.distance(h, goal.hex)
        draw.append(goal.worth / (3 + hexes) if hexes < FAR else 0.0)
    return draw


def served(left: float, attack: int) -> float:
    """How much a goal still draws a stack of some strength: less if enough were sent, or if it would be wasted."""
    if left <= 0:
        return OVERDONE
    return max(OVERDONE, math.sqrt(min(1.0, left / max(1, attack))))
