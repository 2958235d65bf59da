"""Movement: which stack goes, who goes with it, and where to (8.2 to 8.5)."""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812.column import Column, marchers, value_of
from grognard.bots.marshal_russia1812.mind import Mind
from grognard.bots.marshal_russia1812.situation import Situation
from grognard.bots.marshal_russia1812.supply import march_of
from grognard.games.russia1812.rules.advanced.card_march import farthest
from grognard.games.russia1812.world.state import March
from grognard.kernel.action import Action

WORTH_A_MARCH: Final = 0.05


def move_order(mind: Mind) -> str:
    """The stack that gains most marches; a Train nobody gains by is discarded."""
    plan = mind.plan
    best, chosen = WORTH_A_MARCH, ""
    for option in mind.verbs("march"):
        gain = march_of(plan, option.args[-1]).gain
        if gain > best:
            best, chosen = gain, option.text
    if chosen:
        return chosen
    return mind.pick(mind.verbs("discard"), lambda option: -march_of(plan, option.args[-1]).gain)


def _column(p: Situation) -> March:
    """The Move being made."""
    m = p.s.march
    assert m is not None
    return m


def march_units(mind: Mind) -> str:
    """The whole stack, but for the garrison it leaves."""
    p = mind.p
    start, named = _column(p).start, _column(p).units
    wanted = march_of(mind.plan, start).units or marchers(p, start)
    if not named and wanted == marchers(p, start) and any(option.verb == "all" for option in mind.options):
        return "all"
    takes = [option for option in mind.verbs("take") if wanted >> option.args[0] & 1]
    if takes:
        return mind.pick(takes, lambda option: float(value_of(p, option.args[0])))
    return mind.say("go")


def march_leaders(mind: Mind) -> str:
    """The commanders who were meant to go with the column; one stays with a large rest if there are several."""
    p = mind.p
    start, units = _column(p).start, _column(p).units
    wanted = march_of(mind.plan, start).leaders or p.leaders(start, p.side)
    rest = p.fighters(start, p.side) & ~units
    if rest.bit_count() >= 2 and wanted.bit_count() >= 2:
        wanted &= ~(1 << min(bits(wanted), key=lambda c: (p.world.cr[c], c)))
    for option in mind.verbs("lead"):
        if wanted >> option.args[0] & 1:
            return option.text
    return mind.say("go")


def route(mind: Mind) -> str:
    """Hex by hex towards the hex the column was sent to, or else the best one in reach; halt there."""
    p = mind.p
    m = _column(p)
    start, units, here, marched = m.start, m.units, m.here, m.hexes
    steps = [option for option in mind.verbs("march") if len(option.args) == 2]
    sent = march_of(mind.plan, start)
    if not steps or (marched and here == sent.goal):
        return mind.say("halt")
    first = sum([1 << option.args[-1] for option in steps])
    column = Column(mind.plan, start, units, m.leaders)
    if sent.units == units and sent.goal != start:
        most = farthest(p.s, units) if units.bit_count() == 1 else mind.plan.pace(start, units)
        rings = column.rings(here, most - marched, first)
        if any(ring >> sent.goal & 1 for ring in rings):
            return _step(steps, column.step_towards(sent.goal, rings))
    goal, _, rings = column.best(here, marched, first)
    if goal == here:
        return mind.say("halt") if marched else mind.pick(steps, lambda option: column.worth(option.args[-1]))
    return _step(steps, column.step_towards(goal, rings))


def _step(steps: list[Action], ahead: int) -> str:
    """The option that enters a hex."""
    return next(option.text for option in steps if option.args[-1] == ahead)


def cover(mind: Mind) -> str:
    """The least of the friends there holds the hex."""
    return mind.pick(mind.options, lambda option: -float(value_of(mind.p, option.args[0])))


def attrition(mind: Mind) -> str:
    """The cheapest fall by the wayside."""
    return mind.pick(mind.options, lambda option: -float(value_of(mind.p, option.args[0])))


def close_march(mind: Mind) -> str:
    """[15.1] A formality: the enemy is not to know what the die cost."""
    return mind.say("done")
