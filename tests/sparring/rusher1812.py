"""The rusher of 1812: every stack at the nearest enemy or enemy city, and attacks whatever the odds."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812.situation import Situation
from sparring.soldier1812 import Mind, Soldier


def attack(mind: Mind) -> str:
    """Always, with the largest stack there is."""
    options = mind.verbs("attack")
    return mind.pick(options, lambda option: float(mind.units(option.args[0]))) if options else mind.say("decline")


def one_command(mind: Mind) -> str:
    """Half of what is left."""
    return mind.pick(mind.options, lambda option: -abs(option.args[0] - mind.p.cc[mind.p.side] / 2))


def call(mind: Mind) -> str:
    return mind.say(*[option.text for option in mind.verbs("call")], "done")


class Rusher(Soldier):
    """Goes for the enemy, wherever he is."""

    handlers = {
        **Soldier.handlers,
        "AttackOrder": attack,
        "OrderUnits": lambda mind: mind.say("all", "go"),
        "CommitAttack": one_command,
        "CallSupport": call,
        "Advance": lambda mind: mind.say("all", "go"),
    }

    def idea(self, p: Situation, h: int) -> int:
        grid = p.world.grid
        prey = [*bits(p.occ[p.foe]), *[c for c, _ in p.world.vp_cities if not p.holds(p.side, c)]]
        goal = min(prey, key=lambda n: (grid.distance(h, n), n), default=-1)
        return goal if goal >= 0 and (grid.distance(h, goal) > 1 or not p.occ[p.foe] >> goal & 1) else -1
