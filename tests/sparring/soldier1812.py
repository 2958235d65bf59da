"""What the sparring partners of 1812 have in common: they feed themselves, rally, and march as their one idea says."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from grognard.board.hexes import bits
from grognard.bots import doctrine
from grognard.bots.doctrine import Doctrine
from grognard.bots.marshal_russia1812.network import distances
from grognard.bots.marshal_russia1812.situation import Situation
from grognard.games.russia1812.rules.trains import depot_sites, linked_hexes
from grognard.games.russia1812.world.state import Campaign
from grognard.kernel.match import Match

ENOUGH_DEPOTS = 6


class Mind(doctrine.Mind):
    """One decision, and the goal that the soldier's idea gives to a hex; -1 where a stack stays."""

    def __init__(self, match: Match, side: str, seed: str, idea: Callable[[Situation, int], int]) -> None:
        super().__init__(match, side, seed)
        state = match.state
        assert isinstance(state, Campaign)
        self.p = Situation(state, self.who)
        self._idea = idea

    def goal(self, h: int) -> int:
        return self._idea(self.p, h)

    def away(self, h: int, goal: int) -> int:
        return distances(self.p.edition, self.p.side, goal)[h]

    def units(self, h: int) -> int:
        return self.p.fighters(h, self.p.side).bit_count()


def deploy(mind: Mind) -> str:
    """Where others stand already."""
    return mind.pick(mind.options, lambda option: float(mind.units(option.args[-1])))


def depots_at_first(mind: Mind) -> str:
    """A few, where troops stand."""
    options = mind.verbs("depot")
    if mind.p.depots[mind.p.side].bit_count() >= ENOUGH_DEPOTS or not options:
        return mind.say("done")
    return mind.pick(options, lambda option: float(_fed_by(mind, option.args[-1])))


def _fed_by(mind: Mind, h: int) -> int:
    """How many more units a Depot in a city would feed."""
    p = mind.p
    fed = p.supplied_hexes(p.side, depots=p.depots[p.side] | 1 << h) & ~p.supplied_hexes(p.side)
    return sum([mind.units(n) for n in bits(p.occ[p.side] & fed)])


def place_train(mind: Mind) -> str:
    """Depots for the hungry first, then a Train for each stack that wants to rally or to go."""
    p = mind.p
    sites = depot_sites(p.s, p.side) & linked_hexes(p.s, p.side)
    best, chosen = 0, ""
    for option in mind.verbs("train"):
        h = option.args[-1]
        if p.genuine.get(h):
            continue
        worth = 3 * _fed_by(mind, h) if sites >> h & 1 else 0
        if p.leaders(h, p.side) and (mind.goal(h) >= 0 or p.fighters(h, p.side) & p.disrupted):
            worth = max(worth, mind.units(h))
        if worth > best:
            best, chosen = worth, option.text
    return chosen or mind.say("pass", "done")


def make_depot(mind: Mind) -> str:
    """Where it feeds somebody."""
    return next((option.text for option in mind.verbs("depot") if _fed_by(mind, option.args[-1])), mind.say("done"))


def march(mind: Mind) -> str:
    """Whoever has a goal goes; the other Trains are given up."""
    wants = [option for option in mind.verbs("march") if mind.goal(option.args[-1]) >= 0]
    return wants[0].text if wants else mind.verbs("discard")[0].text


def everybody(mind: Mind) -> str:
    return mind.say("all", *[option.text for option in mind.verbs("take", "lead", "restore", "rally")], "go")


def route(mind: Mind) -> str:
    """Two hexes nearer to the goal, as long as there is supply."""
    p = mind.p
    m = p.s.march
    assert m is not None
    goal = mind.goal(m.start)
    fed = p.supplied_hexes(p.side)
    steps = [option for option in mind.verbs("march") if len(option.args) == 2]
    good = [option for option in steps if fed >> option.args[-1] & 1] or steps
    if goal < 0 or not good or m.hexes >= 2:
        return mind.say("halt", *[option.text for option in good])
    best = mind.best(good, lambda option: -float(mind.away(option.args[-1], goal)))
    nearer = mind.away(best.args[-1], goal) < mind.away(m.here, goal)
    return best.text if nearer or not m.hexes else mind.say("halt", best.text)


def decline(mind: Mind) -> str:
    return mind.say("decline", "pass", "done")


class Soldier(Doctrine[Mind]):
    """Plays by one idea: where a stack in a hex is to go. Attacks nobody."""

    handlers: ClassVar = {
        "Deploy": deploy,
        "FirstDepots": depots_at_first,
        "Reinforce": deploy,
        "ConvertDepot": decline,
        "PlaceTrain": place_train,
        "MakeDepot": make_depot,
        "Rally": everybody,
        "RallyUnits": everybody,
        "MoveOrder": march,
        "MarchUnits": everybody,
        "MarchLeaders": everybody,
        "Route": route,
        "AttackOrder": decline,
        "SendCommander": decline,
    }

    def mind(self, match: Match) -> Mind:
        return Mind(match, self.side, self.seed, self.idea)

    def idea(self, p: Situation, h: int) -> int:
        """The hex a stack is to go to; -1 if it stays."""
        return -1
