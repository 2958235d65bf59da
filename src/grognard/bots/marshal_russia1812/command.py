"""Commanders: who goes to which stack (12), and who shelters where (11.19)."""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812.column import keep_city, open_cities, straggling
from grognard.bots.marshal_russia1812.hunt import prized
from grognard.bots.marshal_russia1812.mind import Mind
from grognard.bots.marshal_russia1812.plan import Plan
from grognard.bots.marshal_russia1812.situation import Situation
from grognard.games.russia1812.rules.advanced.card_march import allowance
from grognard.games.russia1812.rules.commands import commander_goals
from grognard.games.russia1812.world.world import FRENCH, LAST_TURN

WORTH_A_RIDE: Final = 0.15
SECOND_FROM: Final = 8  # from this turn on a second commander goes where a flying column could be sent off
SECOND: Final = 0.5
SOLE_HOLDER: Final = 3.0  # a city that must be kept and would stand empty without him
HELD: Final = 0.5  # what a commander in a city that scores is worth, for each point
HELD_ALONE: Final = 0.8  # the same where nobody comes with an army: he is there when the garrison has starved
HELD_LAST: Final = 2.0  # and to who knows that it will
LONE_EMPEROR: Final = 5.0  # Napoleon where the enemy could take him
STARVED_EMPEROR: Final = 3.0
ABROAD_EMPEROR: Final = 6.0  # and in the enemy's land, if there is no army to beat
OWN_CORPS: Final = 3.0  # [16.2] a straggler spared on a march by commanders whose own troops these are
LATE: Final = 13  # from this turn on a commander also holds a city by himself (R-14.7c)


def command_worth(plan: Plan, h: int, leaders: int) -> float:
    """What commanders are worth to the stack in a hex."""
    if not leaders:
        return 0.0
    found = plan.command.get((h, leaders))
    if found is None:
        found = plan.command[h, leaders] = _reckon_command(plan, h, leaders)
    return found


def _reckon_command(plan: Plan, h: int, leaders: int) -> float:
    p = plan.p
    w = p.world
    units = p.fighters(h, p.side)
    in_reach = bool(plan.exposed >> h & 1)
    found = 0.05 * leaders.bit_count()
    if units:
        found += _stack_worth(plan, h, units, leaders)
    else:
        found -= 1.0 if in_reach else 0.3
    if p.side == FRENCH and (p.turn >= LATE or p.wanders) and w.russia >> h & 1:
        held = HELD_LAST if p.hunting else HELD_ALONE if p.wanders else HELD
        found += held * sum([points for city, points in w.vp_cities if city == h])
    if w.napoleon >= 0 and leaders >> w.napoleon & 1:
        found += _imperial_worth(plan, h, units, in_reach) - plan.danger(h, p.force(units, leaders), 1 << h)
    return found


def _imperial_worth(plan: Plan, h: int, units: int, in_reach: bool) -> float:
    """[14.5] Napoleon belongs to many units in good order who will be fed, away from the enemy if they are not."""
    p = plan.p
    able = (units & ~p.disrupted).bit_count()
    found = 0.3 * able
    if p.hunting and p.world.russia >> h & 1:
        found -= ABROAD_EMPEROR
    if p.turn < LAST_TURN and not p.supplied_hexes(FRENCH) >> h & 1:
        found -= STARVED_EMPEROR
    elif in_reach and units & p.forage:
        found -= STARVED_EMPEROR * min(1.0, able / 6)
    return found - (LONE_EMPEROR if in_reach and able <= 1 else 0.0)


def _stack_worth(plan: Plan, h: int, units: int, leaders: int) -> float:
    """What they do for the units there: march, fight, rally, send off a flying column."""
    p = plan.p
    count, broken = units.bit_count(), (units & p.disrupted).bit_count()
    found = 0.5 + 0.2 * count + 0.15 * min(p.force(units, leaders).cr, count)
    found += 0.2 * min(p.sum_cr(leaders), broken) if broken else 0.0
    if count - broken >= 2:
        found += 0.1 if h in plan.goal_of else 0.0
        found += SECOND if leaders & (leaders - 1) and p.turn >= SECOND_FROM and open_cities(plan, h) else 0.0
    if p.s.advanced:
        found += OWN_CORPS * spared(p, units, leaders)
    return found


def spared(p: Situation, units: int, leaders: int) -> float:
    """[16.2] [16.4] The stragglers that some commanders spare their column on a full march, in units."""
    hexes = allowance(p.s)
    return straggling(p, units, 0, 0, hexes) - straggling(p, units, leaders, leaders, hexes)


def ride(plan: Plan, c: int, goal: int) -> float:
    """What is gained if a commander rides to a hex."""
    p = plan.p
    bit, new = 1 << c, p.leaders(goal, p.side)
    gain = command_worth(plan, goal, new | bit) - command_worth(plan, goal, new)
    missed, price = plan.departures.get(c) or departure(plan, c)
    return gain + missed - price


def departure(plan: Plan, c: int) -> tuple[float, float]:
    """What it changes where a commander is that he leaves, and the price where nobody else holds the hex."""
    p = plan.p
    here, bit = p.at[c], 1 << c
    old = p.leaders(here, p.side)
    missed = command_worth(plan, here, old & ~bit) - command_worth(plan, here, old)
    alone = p.stack[here] & p.world.of_side[p.side] == bit and keep_city(plan, here)
    needed = alone or (old == bit and prized(p, here))
    found = plan.departures[c] = missed, SOLE_HOLDER if needed else 0.0
    return found


def goals(plan: Plan, c: int) -> int:
    """[12.1] Where it is of use that a commander rides to: who is with troops rides to troops."""
    p = plan.p
    found = commander_goals(p.s, p.side, p.at[c])
    return found & p.occ[p.side] if p.occ[p.side] >> p.at[c] & 1 else found


def send_commander(mind: Mind) -> str:
    """The ride that gains most, if it is worth one."""
    plan = mind.plan
    best, chosen = WORTH_A_RIDE, "pass"
    for option in mind.verbs("send"):
        for h in bits(goals(plan, option.args[0])):
            gain = ride(plan, option.args[0], h)
            if gain > best + 1e-9:
                best, chosen = gain, option.text
    return chosen


def commander_goal(mind: Mind) -> str:
    """Where the chosen commander gains most."""
    plan = mind.plan
    return mind.pick(mind.options, lambda option: ride(plan, option.args[0], option.args[-1]))


def shelter(mind: Mind) -> str:
    """The stack that needs him most."""
    plan, p = mind.plan, mind.p
    return mind.pick(
        mind.options,
        lambda option: (
            command_worth(plan, option.args[-1], p.leaders(option.args[-1], p.side) | 1 << option.args[0])
            - command_worth(plan, option.args[-1], p.leaders(option.args[-1], p.side))
        ),
    )
