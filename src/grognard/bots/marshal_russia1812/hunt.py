"""Against an enemy who wanders: no army threatens what is held, and a single unit on the road stops everybody."""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812.network import scoring_cities
from grognard.bots.marshal_russia1812.plan import Goal, Plan
from grognard.bots.marshal_russia1812.situation import Situation
from grognard.games.russia1812.rules.trains import LINK
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN

OPENED: Final = 2.0  # a road that Depots can be made on again
ENOUGH: Final = 2.0  # strength sent, beside what stands there


def prized(p: Situation, h: int) -> bool:
    """[14.7] Whether a city abroad scores where no army comes to take it: then one commander is enough, who lives on
    when its garrison has starved (R-14.7c)."""
    return p.hunting and bool(p.enemy_city[FRENCH] & scoring_cities(p.edition) & 1 << h)


def severed(p: Situation) -> int:
    """[7.8] Our Depots abroad from which no road can be led on, as long as it is summer."""
    if not p.hunting or p.next.winter:
        return 0
    return p.depots[FRENCH] & p.world.russia & ~p.linked()


def bears_links(p: Situation, h: int) -> bool:
    """[7.8] Whether a Depot abroad would be cut off from home if a city were left."""
    if not p.enemy_city[FRENCH] >> h & 1 or p.next.winter:
        return False
    abroad = p.depots[FRENCH] & p.world.russia & ~(1 << h)
    return bool(abroad & p.linked() & ~p.linked(vacated=1 << h))


def reopened(plan: Plan, found: dict[int, Goal]) -> list[Goal]:
    """[7.8] The enemy, or the city nobody holds, that closes the road to our Depots: the nearest stack goes there."""
    p = plan.p
    lost = severed(p)
    led = [s for s in plan.ours if p.leaders(s.hex, FRENCH)]
    if not lost or not led:
        return []
    around = 0
    for h in bits(lost):
        around |= p.world.grid.disc(h, LINK)
    best = 0, 0
    for h in bits(around & (p.occ[RUSSIAN] | p.enemy_city[FRENCH] & ~p.pres[FRENCH]) & p.world.passable[FRENCH]):
        gained = (p.linked(manned=1 << h) & lost).bit_count()
        way = min([plan.distance(s.hex, h) for s in led])
        best = max(best, (gained * LINK - way, h))
    if best[0] <= 0:
        return []
    h = best[1]
    guard = plan.strength_near(h, RUSSIAN, 0)
    goal = Goal(h, OPENED, ENOUGH + guard, guard)
    able = [s for s in led if s.attack >= goal.need] or led
    found[min(able, key=lambda s: (plan.distance(s.hex, h), s.attack, s.hex)).hex] = goal
    return [goal]
