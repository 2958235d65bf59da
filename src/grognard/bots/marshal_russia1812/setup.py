"""Setting up, and bringing up reinforcements (14.1, 13.2)."""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812.command import spared
from grognard.bots.marshal_russia1812.mind import Mind
from grognard.bots.marshal_russia1812.network import distances
from grognard.bots.marshal_russia1812.situation import Situation
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from grognard.kernel.action import Action

MAGAZINES: Final = ("modlin", "tilsit")  # of the French, in the line of advance: each costs a Train every turn
INFANTRY_SHARE: Final = 9  # of the room in a hex; the rest is for cavalry and artillery
SOUTHERN: Final = ("modlin", "tilsit", "lublin", "brody")  # with an army of its own for Kiev
KEPT: Final = ("modlin", "lublin")  # each with a unit, so that the Depot can be given up (7.1)
KEEPER: Final = 100.0
KIEV_CORPS: Final = ("V", "VI", "VII", "VIII")
KIEV_ROAD: Final = 3  # of the hunt
FRONT: Final = ("wilno", "smolensk")  # where the armies look to when they deploy
OWN_CORPS: Final = 0.6  # [16.2] a unit more of the same corps
LED: Final = 20.0  # [16.2] a straggler spared by a commander whose own troops these are
FULL_COLUMN: Final = 4  # units of a column that sets out against an enemy who wanders
APART: Final = 50.0  # a commander with the other army
ELSEWHERE: Final = (1.0, 100.0)  # outside one's group, for each side: in a free set-up too the Russians stay there


def deploy(mind: Mind) -> str:
    """A hex for each piece: in its own group, with all three arms, towards the front; commanders to the big stacks."""
    if mind.p.world.commanders >> mind.options[0].args[0] & 1:
        return mind.pick(mind.options, lambda option: _command_need(mind, option))
    return mind.pick(mind.options, lambda option: _place_in_line(mind, option))


def _elsewhere(mind: Mind, option: Action) -> float:
    """What it costs a piece to stand outside its own group; the army of Kiev stands before Kiev."""
    p = mind.p
    if southern(mind, option.args[0]):
        return 0.0
    group = p.world.setup_hexes[option.args[0]]
    return ELSEWHERE[p.side] if group and p.world.grid.names[option.args[-1]] not in group else 0.0


def southern(mind: Mind, u: int) -> bool:
    """Whether a piece is of the army that goes for Kiev before its own reinforcements come there, if nobody bars it."""
    if not mind.p.hunting:
        return False
    p, names = mind.p, mind.style.hunt[KIEV_ROAD].names
    return p.world.ids[u] in names if p.world.commanders >> u & 1 else p.world.troops[u].corps in KIEV_CORPS


def _place_in_line(mind: Mind, option: Action) -> float:
    """How well a combat unit stands in a hex."""
    p, u, h = mind.p, option.args[0], option.args[-1]
    w = p.world
    there = p.fighters(h, p.side)
    arms = [w.infantry, w.cavalry, w.artillery]
    own_arm = next(arm for arm in arms if arm >> u & 1)
    score = 1.5 if there and not there & own_arm else 0.0
    if p.s.advanced:
        score += OWN_CORPS * _comrades(p, u, there)
    score += 0.4 * there.bit_count()
    massed = p.side == RUSSIAN and mind.style.returns  # who is left beside the led stacks is left to the enemy
    if not massed and own_arm == w.infantry and w.load(there) + w.weight[u] > INFANTRY_SHARE:
        score -= 2.5
    if p.hunting and not there and w.infantry & ~w.veteran & 1 << u and p.cities(KEPT) >> h & 1:
        score += KEEPER * (not southern(mind, u))
    front = "kiev" if southern(mind, u) else FRONT[p.side]
    score -= 0.5 * distances(p.edition, p.side, w.city_hex[front])[h]
    return score - _elsewhere(mind, option)


def _comrades(p: Situation, u: int, there: int) -> float:
    """[16.2] How many of some units are of the corps of another, less those of others; the Guard follows anybody."""
    troops = p.world.troops
    own = troops[u]
    if own.guard:
        return 0.0
    return sum([1.0 if troops[n].corps == own.corps else -1.0 for n in bits(there) if not troops[n].guard])


def _command_need(mind: Mind, option: Action) -> float:
    """How much the stack of a hex needs a commander."""
    p, h = mind.p, option.args[-1]
    units = p.fighters(h, p.side).bit_count()
    leaders = p.leaders(h, p.side).bit_count()
    column = units * units / FULL_COLUMN if p.hunting else units  # who leads far leaves some of them behind
    score = column / (1.0 + leaders) + 0.1 * p.world.cr[option.args[0]] * units * (leaders == 0)
    if p.hunting and option.args[0] == p.world.napoleon:
        return units * (KEEPER if p.cities(KEPT) >> h & 1 else 1.0)
    if units:
        score -= APART * (southern(mind, option.args[0]) != southern(mind, bits(p.fighters(h, p.side))[0]))
    if p.s.advanced:
        troops, there = p.fighters(h, p.side), p.leaders(h, p.side)
        score += LED * (spared(p, troops, there | 1 << option.args[0]) - spared(p, troops, there))
    return score - _elsewhere(mind, option)


def first_depots(mind: Mind) -> str:
    """The magazines of 1812, no more."""
    ours = SOUTHERN if mind.p.hunting else MAGAZINES
    names = ours if mind.p.side == FRENCH else mind.plan.style.magazines
    wanted = [mind.p.world.city_hex.get(name, -1) for name in names]
    for option in mind.verbs("depot"):
        if option.args[-1] in wanted:
            return option.text
    return mind.say("done")


def reinforce(mind: Mind) -> str:
    """New units come up where they are fed, together, near a commander and the front."""
    return mind.pick(mind.options, lambda option: _arrival(mind, option))


def _arrival(mind: Mind, option: Action) -> float:
    """How good it is for a piece to arrive in a hex."""
    p, h = mind.p, option.args[-1]
    w = p.world
    score = 2.0 if p.supplied_hexes(p.side) >> h & 1 else 0.0
    if p.leaders(h, p.side):
        score += 1.0
    score += 0.3 * p.fighters(h, p.side).bit_count()
    if w.city >> h & 1:
        score += 0.5 if p.side == FRENCH else 1.5
    if p.depots[p.side] >> h & 1:
        score += 0.5
    if p.side == FRENCH and mind.plan.goals:
        score -= 0.3 * min([mind.plan.ways_to(goal.hex)[h] for goal in mind.plan.goals])
    if p.side == RUSSIAN and mind.plan.exposed >> h & 1:
        score -= 1.0
    commander = p.world.commanders >> option.args[0] & 1
    return score + (0.2 if not commander else 0.5 * bool(p.fighters(h, p.side)))
