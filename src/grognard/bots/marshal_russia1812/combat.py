"""Combat: which attacks to order, what to commit, whom to call, who takes the hits, and where to go then (10, 11)."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812.column import Column, garrison, may_leave, value_of
from grognard.bots.marshal_russia1812.gamble import (
    Clash,
    Helper,
    battle_worth,
    clash,
    commanders_taken,
    go_chance,
    helpers,
)
from grognard.bots.marshal_russia1812.mind import Mind
from grognard.bots.marshal_russia1812.plan import Plan
from grognard.bots.marshal_russia1812.situation import Situation
from grognard.games.russia1812.rules.combat.advance import may_advance
from grognard.games.russia1812.rules.combat.retreat import retreat_hexes
from grognard.games.russia1812.world.state import Attack
from grognard.games.russia1812.world.world import RUSSIAN
from grognard.kernel.action import Action

WORTH_AN_ATTACK: Final = 0.15
COMMAND: Final = 0.05  # what a Combat Command kept is worth
KEPT_COMMAND: Final = 0.15  # and if there is something else to attack
LATER: Final = 0.8  # how much of that is lost with a failed order
DEPOT_TAKEN: Final = 0.8
COMMANDER_TAKEN: Final = 0.4
NAPOLEON_TAKEN: Final = 4.0


# [10.1] orders


def attack_order(mind: Mind) -> str:
    """The attack that is worth most, if any is worth its risk."""
    best, chosen = WORTH_AN_ATTACK, "decline"
    for option in mind.verbs("attack"):
        start, target = option.args
        _, worth = best_commitment(mind.plan, start, target, mind.p.fighters(start, mind.p.side))
        if worth > best:
            best, chosen = worth, option.text
    return chosen


def best_commitment(plan: Plan, start: int, target: int, units: int) -> tuple[int, float]:
    """[10.2] How many Combat Commands to commit to an attack, and what it is then worth.

    A failed order ends our attacks of this turn, and a Command kept is only good for another one: so both cost as
    much as the best attack elsewhere is worth.
    """
    p = plan.p
    cr = p.best_cr(p.leaders(start, p.side))
    other = _other_attack(plan, target)
    keep = KEPT_COMMAND * min(1.0, other) + COMMAND * bool(plan.theirs)
    best, chosen = -1e9, 0
    foreseen = _foresee(plan, Attack(p.side, start, target, units))
    for cc in range(p.cc[p.side] + 1):
        go = go_chance(cr, cc)
        worth = go * attack_worth(plan, foreseen, cc) - keep * cc
        worth -= LATER * other * max(0.0, 5 / 6 - go)
        if worth > best + 1e-9:
            best, chosen = worth, cc
    return chosen, best


def _other_attack(plan: Plan, target: int) -> float:
    """What the best attack on another hex would be worth now, by those who stand next to it."""
    p = plan.p
    best = 0.0
    for h, worth in plan.prey.items():
        if h != target and worth > best and any(plan.fit(n, h) for n in bits(p.world.near[h] & p.occ[p.side])):
            best = worth
    return best


class Foreseen(NamedTuple):
    """An attack that one thinks of: what is the same with any number of Combat Commands."""

    attack: Attack
    clash: Clash | None  # none where nobody defends
    theirs: list[Helper]
    ground: float


def _foresee(plan: Plan, b: Attack) -> Foreseen:
    p = plan.p
    if not p.occ[p.foe] >> b.target & 1:
        return Foreseen(b, None, [], 0.0)
    return Foreseen(b, clash(p, b), helpers(p, b, 1, min(p.cc[p.foe], 2)), round(plan.ground(b.target), 1))


def attack_worth(plan: Plan, foreseen: Foreseen, cc: int) -> float:
    """What an attack that goes ahead is worth with so many Combat Commands."""
    p, (b, met, theirs, ground) = plan.p, foreseen
    if met is None:
        return _easy_prey(plan, b.target)
    return battle_worth(met, helpers(p, b, 0, cc), theirs, ground, p.edition)


def _easy_prey(plan: Plan, target: int) -> float:
    """[8.7] [11.19] A Depot or commanders without troops."""
    p = plan.p
    worth = DEPOT_TAKEN if p.depots[p.foe] >> target & 1 else 0.0
    if plan.patient:
        return worth + commanders_taken(p, target) + plan.ground(target)
    for c in bits(p.leaders(target, p.foe)):
        worth += NAPOLEON_TAKEN if c == p.world.napoleon else COMMANDER_TAKEN
    return worth


def order_units(mind: Mind) -> str:
    """Everybody."""
    return mind.say("all", "go")


def _battle(p: Situation) -> Attack:
    """The attack being made."""
    b = p.s.battle
    assert b is not None
    return b


def commit_attack(mind: Mind) -> str:
    """[10.2] The number that was thought of when the order was chosen."""
    b = _battle(mind.p)
    number, _ = best_commitment(mind.plan, b.start, b.target, b.units)
    return mind.pick(mind.options, lambda option: -abs(option.args[0] - number))


def commit_defence(mind: Mind) -> str:
    """[10.3] As many as make the attack least pleasant, each being worth something for later."""
    p = mind.p
    b = _battle(p)
    c = clash(p, b)
    theirs = helpers(p, b, 0, b.cc[0])

    def left(option: Action) -> float:
        ours = helpers(p, b, 1, option.args[0])
        return -battle_worth(c, theirs, ours, 1.0, p.edition) - COMMAND * option.args[0]

    return mind.pick(mind.options, left)


def call_support(mind: Mind) -> str:
    """Whoever adds something."""
    p = mind.p
    b = _battle(p)
    role = 0 if b.side == p.side else 1
    best, chosen = 0.0, "done"
    for option in mind.verbs("call"):
        stack = helpers(p, b, role, b.cc[role], only=1 << option.args[-1])
        worth = sum([s.chance * s.value for s in stack])
        if worth > best:
            best, chosen = worth, option.text
    return chosen


# [11.17] hits


def take_hits(mind: Mind) -> str:
    """Disrupt before eliminating, the cheap before the dear."""
    p = mind.p
    return mind.pick(
        mind.options, lambda option: -value_of(p, option.args[0]) - 100.0 * (p.disrupted >> option.args[0] & 1)
    )


def decline_more(mind: Mind) -> str:
    """No hit more than must be."""
    return mind.say("done")


# [11.1] [11.10] to stay or to go


def ask_escape(mind: Mind) -> str:
    """Cavalry slips away from foot that is stronger."""
    p = mind.p
    b = _battle(p)
    worth = battle_worth(clash(p, b), helpers(p, b, 0, 1), helpers(p, b, 1, 1), 0.5, p.edition)
    return mind.say("withdraw" if worth > 0 else "stand")


def ask_withdraw(mind: Mind) -> str:
    """Stay, unless nobody in good order is left to stay and there is supply behind."""
    p = mind.p
    b = _battle(p)
    if p.able(b.target, p.side):
        return mind.say("stand")
    away = retreat_hexes(p.s, b) & p.supplied_hexes(p.side, vacated=1 << b.target)
    return mind.say("withdraw" if away else "stand")


def retreat(mind: Mind) -> str:
    """To supply, to friends with room, out of reach."""
    return mind.pick(mind.options, lambda option: _haven(mind, option.args[-1]))


def _haven(mind: Mind, h: int) -> float:
    """How good a hex is for the defending stack to withdraw to."""
    p, plan = mind.p, mind.plan
    target = _battle(p).target
    units, leaders = p.fighters(target, p.side), p.leaders(target, p.side)
    there = p.fighters(h, p.side)
    score = 3.0 if p.supplied_hexes(p.side, vacated=1 << target) >> h & 1 else 0.0
    score -= plan.danger(h, p.force(units | there, leaders | p.leaders(h, p.side)), 1 << target | 1 << h)
    room = p.s.room(h, units)
    score += 0.5 if there and room else 0.0
    score -= 0.0 if room else 2.0
    score += 0.3 if p.world.city >> h & 1 else 0.0
    goal = plan.goal_of.get(target)
    return score - (0.1 * plan.distance(h, goal.hex) if goal else 0.0)


def push(mind: Mind) -> str:
    """The cheapest are pushed on."""
    return mind.pick(mind.options, lambda option: -float(value_of(mind.p, option.args[0])))


def push_leaders(mind: Mind) -> str:
    """Commanders stay with the stack."""
    return mind.say("go")


def push_on(mind: Mind) -> str:
    """The second hex: supply and safety."""
    p, plan = mind.p, mind.plan
    fed = p.supplied_hexes(p.side)
    return mind.pick(
        mind.options,
        lambda option: 2.0 * (fed >> option.args[-1] & 1) - sum([s.reach >> option.args[-1] & 1 for s in plan.theirs]),
    )


# [11.12] advance


def advance(mind: Mind) -> str:
    """Into the vacated hex if it is the better place to stand; a hex that must be kept is not left empty behind."""
    p, plan = mind.p, mind.plan
    b = _battle(p)
    start, target = b.start, b.target
    able = may_advance(p.s, b)
    units = able & ~garrison(plan, start, able)
    if not b.column:
        column = Column(plan, start, units, p.leaders(start, p.side))
        if not units or not may_leave(plan, start, units) or column.worth(target) <= column.worth(start):
            return mind.say("go")
        if units == able:
            return mind.say("all", mind.options[-1].text)
    takes = [option for option in mind.verbs("take") if units >> option.args[0] & 1]
    return takes[0].text if takes else mind.say("go")


def advance_leaders(mind: Mind) -> str:
    """Commanders go along, unless troops stay who need one."""
    p = mind.p
    leads = mind.verbs("lead")
    stay = p.able(_battle(p).start, p.side).bit_count()
    if not leads or (stay >= 3 and len(leads) == 1 and p.side == RUSSIAN):
        return mind.say("go")
    return leads[0].text
