"""Movement: which stack goes, who goes with it, and where to (8.2 to 8.5)."""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812.column import Column, marchers, value_of
from grognard.bots.marshal_russia1812.mind import Mind, Option
from grognard.bots.marshal_russia1812.picture import Picture, numbers
from grognard.bots.marshal_russia1812.supply import march_of
from grognard.games.russia1812.rules.movement.route import FORCED_MAX

WORTH_A_MARCH: Final = 0.05


def move_order(mind: Mind) -> str:
    """The stack that gains most marches; a Train nobody gains by is discarded."""
    plan = mind.plan
    best, chosen = WORTH_A_MARCH, ""
    for option in mind.verbs("march"):
        gain = march_of(plan, option.hex).gain
        if gain > best:
            best, chosen = gain, option.text
    if chosen:
        return chosen
    return mind.pick(mind.verbs("discard"), lambda option: -march_of(plan, option.hex).gain)


def _column(p: Picture) -> tuple[int, int, int]:
    """The Move being made: start, units, commanders named so far."""
    march = p.view["march"]
    index = numbers(p.edition)
    units = sum([1 << index[name] for name in march["units"]])
    leaders = sum([1 << index[name] for name in march["leaders"]])
    return p.hex(march["start"]), units, leaders


def march_units(mind: Mind) -> str:
    """The whole stack, but for the garrison it leaves."""
    p = mind.p
    start, named, _ = _column(p)
    wanted = march_of(mind.plan, start).units or marchers(p, start)
    if not named and wanted == marchers(p, start) and any(option.verb == "all" for option in mind.options):
        return "all"
    takes = [option for option in mind.verbs("take") if wanted >> option.unit & 1]
    if takes:
        return mind.pick(takes, lambda option: float(value_of(p, option.unit)))
    return mind.say("go")


def march_leaders(mind: Mind) -> str:
    """The commanders who were meant to go with the column; one stays with a large rest if there are several."""
    p = mind.p
    start, units, _ = _column(p)
    wanted = march_of(mind.plan, start).leaders or p.leaders(start, p.side)
    rest = p.fighters(start, p.side) & ~units
    if rest.bit_count() >= 2 and wanted.bit_count() >= 2:
        wanted &= ~(1 << min(bits(wanted), key=lambda c: (p.world.cr[c], c)))
    for option in mind.verbs("lead"):
        if wanted >> option.unit & 1:
            return option.text
    return mind.say("go")


def route(mind: Mind) -> str:
    """Hex by hex towards the hex the column was sent to, or else the best one in reach; halt there."""
    p = mind.p
    march = p.view["march"]
    start, units, leaders = _column(p)
    here, marched = p.hex(march["here"]), int(march["hexes"])
    steps = [option for option in mind.verbs("march") if len(option.hexes) == 2]
    sent = march_of(mind.plan, start)
    if not steps or (marched and here == sent.goal):
        return mind.say("halt")
    first = sum([1 << option.hex for option in steps])
    column = Column(mind.plan, start, units, leaders)
    if sent.units == units and sent.goal != start:
        most = FORCED_MAX if units.bit_count() == 1 else p.allowance
        rings = column.rings(here, most - marched, first)
        if any(ring >> sent.goal & 1 for ring in rings):
            return _step(steps, column.step_towards(sent.goal, rings))
    goal, _, rings = column.best(here, marched, first)
    if goal == here:
        return mind.say("halt") if marched else mind.pick(steps, lambda option: column.worth(option.hex))
    return _step(steps, column.step_towards(goal, rings))


def _step(steps: list[Option], ahead: int) -> str:
    """The option that enters a hex."""
    return next(option.text for option in steps if option.hex == ahead)


def cover(mind: Mind) -> str:
    """The least of the friends there holds the hex."""
    return mind.pick(mind.options, lambda option: -float(value_of(mind.p, option.unit)))


def attrition(mind: Mind) -> str:
    """The cheapest fall by the wayside."""
    return mind.pick(mind.options, lambda option: -float(value_of(mind.p, option.unit)))


def close_march(mind: Mind) -> str:
    """[15.1] A formality: the enemy is not to know what the die cost."""
    return mind.say("done")
