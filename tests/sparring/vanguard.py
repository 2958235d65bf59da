"""Sparring partners for the vanguard battles."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.bots.doctrine import Mind
from grognard.games.vanguard.world.roster import ATTACK, DEFENCE
from grognard.games.vanguard.world.state import Battle
from sparring.drill import FIRE, QUIET, Soldier


def battle(mind: Mind) -> Battle:
    assert isinstance(mind.match.state, Battle)
    return mind.match.state


def ordered(mind: Mind, order: int) -> str:
    return next((o.text for o in mind.verbs("order", "try", "adopt") if o.args[-1] == order), "")


class Passive(Soldier):
    """Never moves, never attacks."""

    handlers = {name: lambda mind: ordered(mind, DEFENCE) for name in ("ChangeOrders", "GeneralTries", "AdoptOrder")}


class Turtle(Passive):
    """Stands, fires and rallies; fights for every house."""

    likes = (*FIRE, "contest", "counter", "rouse", "all", *QUIET)


def prey(mind: Mind, h: int) -> int:
    """How far the nearest enemy is."""
    s = battle(mind)
    return min((s.world.grid.distance(h, e) for e in bits(s.occ[1 - mind.who])), default=0)


def march(mind: Mind) -> str:
    s = battle(mind)
    far = [o for o in mind.verbs("move") if s.at[o.args[0]] < 0 or prey(mind, s.at[o.args[0]]) > 1]
    return far[0].text if far else ""


def step(mind: Mind) -> str:
    """Straight on, until he stands next to somebody."""
    move, ways = battle(mind).move, mind.verbs("go")
    assert move is not None
    if not ways or move.here < 0:
        return ""
    best = min(ways, key=lambda o: (prey(mind, o.args[0]), o.args))
    nearer = prey(mind, best.args[0]) < prey(mind, move.here)
    return best.text if nearer or not mind.offers("stop") else "stop"


class Rusher(Soldier):
    """At the nearest enemy, whatever the odds."""

    likes = ("rally", "assault", "all", "with", "go", "charge", "press", "advance", "lead", *FIRE, "rouse", *QUIET)
    handlers = {
        "ChangeOrders": lambda mind: ordered(mind, ATTACK),
        "GeneralTries": lambda mind: ordered(mind, ATTACK),
        "MoveUnits": march,
        "Step": step,
    }
