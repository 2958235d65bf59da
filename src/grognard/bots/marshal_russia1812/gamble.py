"""What an attack is worth: the dice of 10 and 11 summed up, in the worth of combat units."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812.situation import Situation
from grognard.games.russia1812.rules.combat.advance import ROUT
from grognard.games.russia1812.rules.combat.peril import commander_falls, shelters
from grognard.games.russia1812.rules.combat.retreat import pursuit_catches, retreat_hexes
from grognard.games.russia1812.rules.combat.values import (
    Force,
    Ground,
    attack_support,
    attack_terms,
    defence_support,
    defence_terms,
    force_of,
    loser_hits,
    main_force,
    support_units,
    winner_hits,
)
from grognard.games.russia1812.rules.orders import callable_stacks, order_outcome, support_numbers, supports
from grognard.games.russia1812.rules.victory import DECISIVE
from grognard.games.russia1812.world.state import Attack

DISRUPTED: Final = 0.45  # what a unit loses by being disrupted
KILLED: Final = 0.55  # and by being eliminated then
DECISIVE_WORTH: Final = 2.0  # [14.7] a point of the battle track and a Combat Command each way
EMPEROR_TAKEN: Final = 20.0  # [14.7] it wins the war
COMMANDER_TAKEN: Final = 1.0
DICE: Final = range(1, 7)
OPEN: Final = Ground(False, False, False)


class Helper(NamedTuple):
    """A stack that may support: how likely it comes, what it adds, its units in good order."""

    chance: float
    value: int
    units: int


class Clash(NamedTuple):
    """An attack as its dice see it."""

    base: int  # attack less defence, support and dice left out
    attackers: int  # units in good order
    defenders: int
    broken: int  # disrupted defenders
    trapped: bool  # the defenders have nowhere to withdraw to
    hunted: bool  # [11.16] cavalry against none


@cache
def attack_value(force: Force) -> int:
    """[11.5] An attacking stack on open ground."""
    return force.units and sum([t[2] for t in attack_terms(force, OPEN)])


@cache
def defence_value(force: Force) -> int:
    """[11.7] A defending stack."""
    return sum([t[2] for t in defence_terms(force)])


@cache
def go_chance(cr: int, cc: int) -> float:
    """[10.2] How likely an order goes ahead."""
    return sum([order_outcome(cr, cc, die) == "go" for die in DICE]) / 6


@cache
def support_chance(cr: int, conscripts: int, cc: int, edition: int) -> float:
    """[10.4] How likely a called stack comes."""
    return sum([supports(cr, cc, die, conscripts, edition) for die in DICE]) / 6


def helpers(p: Situation, b: Attack, role: int, cc: int, only: int = -1) -> list[Helper]:
    """[10.4] [10.5] The stacks of a role (``only`` those in some hexes) that have come, or could be called and be of
    use."""
    s, side = p.s, b.side if role == 0 else 1 - b.side
    found = []
    for h in bits((callable_stacks(s, b, role) | sum([1 << h for h in b.helpers[role]])) & only):
        force = force_of(s, support_units(s, side, h, role), s.leaders(h, side))
        value = attack_support(force, p.ground(h, b.target)) if role == 0 else defence_support(force)
        if value > 0:
            chance = 1.0 if h in b.helpers[role] else support_chance(*support_numbers(s, side, h), cc, s.edition)
            found.append(Helper(chance, value, force.units))
    return found


def clash(p: Situation, b: Attack) -> Clash:
    """[11.5] [11.7] An attack, read from the map."""
    s, foe = p.s, 1 - b.side
    defenders = s.fighters(b.target, foe)
    attack, more = main_force(s, b.units, s.leaders(b.start, b.side), True)
    defence, stiffer = main_force(s, defenders, s.leaders(b.target, foe), False)
    base = sum([t[2] for t in attack_terms(attack, p.ground(b.start, b.target), more)])
    base -= sum([t[2] for t in defence_terms(defence, stiffer)])
    horse = s.world.cavalry & ~s.disrupted
    hunted = pursuit_catches((b.units & horse).bit_count(), (defenders & horse).bit_count(), 1)
    return Clash(base, attack.units, defence.units, defence.broken, not retreat_hexes(s, b), hunted)


def sums(stacks: list[Helper]) -> dict[tuple[int, int], float]:
    """Every way the calls can turn out: (value added, units added)."""
    ways = {(0, 0): 1.0}
    for stack in stacks:
        after: dict[tuple[int, int], float] = {}
        for (value, units), chance in ways.items():
            here = (value + stack.value, units + stack.units)
            after[here] = after.get(here, 0.0) + chance * stack.chance
            after[value, units] = after.get((value, units), 0.0) + chance * (1 - stack.chance)
        ways = after
    return ways


def commanders_taken(p: Situation, h: int) -> float:
    """[11.19] What it is worth to come upon the enemy commanders in a hex without troops."""
    found = 0.0
    for c in bits(p.leaders(h, p.foe)):
        found += fall_chance(p, c) * (EMPEROR_TAKEN if c == p.world.napoleon else COMMANDER_TAKEN)
    return found


def fall_chance(p: Situation, commander: int) -> float:
    """[11.19] How likely a commander without troops is lost when he is driven from where he is."""
    return sum([commander_falls(die, bool(shelters(p.s, commander))) for die in DICE]) / 6


def battle_worth(c: Clash, ours: list[Helper], theirs: list[Helper], ground: float, edition: int) -> float:
    """The mean worth of a combat to the attacker; ``ground`` is what the hex is worth to him."""
    total = 0.0
    against = sums(theirs if c.defenders else [])
    for (value, units), chance in sums(ours).items():
        for (other, more), part in against.items():
            if chance * part > 0.01:
                met = c._replace(
                    base=c.base + value - other, attackers=c.attackers + units, defenders=c.defenders + more
                )
                total += chance * part * fight_worth(met, c.defenders, ground, edition)
    return total


@lru_cache(maxsize=100_000)
def fight_worth(c: Clash, main: int, ground: float, edition: int) -> float:
    """The mean over both combat dice, all support being known; ``main`` units defend the hex itself."""
    return sum([(6 - abs(s)) / 36 * margin_worth(c, c.base + s, main, ground, edition) for s in range(-5, 6)])


def margin_worth(c: Clash, margin: int, main: int, ground: float, edition: int) -> float:
    """What a combat won or lost by so much is worth to the attacker."""
    if margin == 0:
        return -DISRUPTED  # [11.9]
    size = abs(margin)
    if margin < 0:
        back = sum([loser_hits(size, c.attackers, die, edition) for die in DICE]) / 6
        return harm(back, main, c.broken) - harm(winner_hits(size, c.defenders, edition), c.attackers, 0)
    hits = winner_hits(size, c.attackers, edition)
    back = sum([loser_hits(size, c.defenders, die, edition) for die in DICE]) / 6
    gained, dead = _spoils(c, margin, hits, main)
    if margin >= ROUT or dead >= main + c.broken:
        gained += ground
    return gained - harm(back, c.attackers, 0) + (DECISIVE_WORTH if dead >= DECISIVE else 0.0)


def _spoils(c: Clash, margin: int, hits: int, main: int) -> tuple[float, int]:
    """What a beaten defender loses, in worth and in units eliminated."""
    whole = main + c.broken
    dead = max(0, min(hits - main, whole))
    if margin >= ROUT and c.trapped:
        return main + KILLED * c.broken, whole
    if margin >= ROUT and c.hunted and min(hits, main) + c.broken > dead:
        return harm(hits, main, c.broken) + KILLED, dead + 1  # [11.16]
    return harm(hits, main, c.broken), dead


def harm(hits: float, good: int, broken: int) -> float:
    """[11.17] What so many hits cost their owner: he disrupts first, then eliminates."""
    first = min(hits, good)
    second = min(hits - first, good + broken)
    return DISRUPTED * first + KILLED * second
