"""Politics, the Cavalry Reserve, dummy counters, hexes raised by Trains: the lesser choices of sections 15 and 16."""

from __future__ import annotations

from grognard.bots.marshal_russia1812.cards import french_worth
from grognard.bots.marshal_russia1812.column import value_of
from grognard.bots.marshal_russia1812.mind import Mind
from grognard.games.russia1812.world.world import FRENCH
from grognard.kernel.action import Action


def dismiss(mind: Mind) -> str:
    """[16.7] [16.11] The French unit that is worth most to them."""
    return mind.pick(mind.options, lambda option: french_worth(mind.p, option.args[0]))


def declare(mind: Mind) -> str:
    """[16.9] Independence would make every city on the map a condition of victory: never, unless all but won."""
    p = mind.p
    held = sum([points for h, points in p.world.vp_cities if p.holds(FRENCH, h)])
    return mind.say("declare" if held == sum([points for _, points in p.world.vp_cities]) else "pass")


def bar_unit(mind: Mind) -> str:
    """Card 30: the Austrian who stands nearest to us."""
    p = mind.p
    ours = [strike.hex for strike in mind.plan.ours]

    def near(option: Action) -> float:
        return -float(min([p.world.grid.distance(p.at[option.args[0]], h) for h in ours], default=0))

    return mind.pick(mind.options, near)


# [15.1] dummy counters


def lay_dummies(mind: Mind) -> str:
    """The stacks the enemy could come upon, and the weakest of them first, are made to look strong."""
    p = mind.p
    laid = p.s.veil.draft[p.side] or {}
    open_to = mind.verbs("pad")
    if not open_to:
        return mind.say("done", "keep")

    def need(option: Action) -> float:
        h = option.args[-1]
        threats = sum([strike.reach >> h & 1 for strike in mind.plan.theirs])
        return min(3, threats) - 0.7 * p.able(h, p.side).bit_count() - laid.get(h, 0)

    return mind.pick(open_to, need)


def march_dummies(mind: Mind) -> str:
    """All of them go along: what moves is what the enemy looks at."""
    return mind.options[-1].text


# [15.2] room


def carry_trains(mind: Mind) -> str:
    """Trains are for marching: no hex is raised with them."""
    return mind.options[0].text


def excess(mind: Mind) -> str:
    """The enemy's best unit finds no room."""
    return mind.pick(mind.options, lambda option: float(value_of(mind.p, option.args[0])))
