"""Why the marshal answers as he does, with the numbers he thought of: for those who ask for his counsel.

All that is told of the plan comes from ``bound_for``, ``quarry`` and the situation; chances are the rules' own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from grognard.board.hexes import bits
from grognard.bots.doctrine import GAMBLE, Why
from grognard.bots.marshal_russia1812.gamble import fall_chance
from grognard.bots.marshal_russia1812.mind import Mind
from grognard.bots.marshal_russia1812.situation import Situation
from grognard.games.russia1812.rules.orders import support_numbers, supports
from grognard.kernel.action import Action

CHANCES: Final[Why] = (GAMBLE, ())
ARMIES: Final = 3  # goals told of an intent
DICE: Final = range(1, 7)


# the plan


def bound_for(mind: Mind, h: int) -> int:
    """The place that a stack is sent to; -1 where it has no errand."""
    goal = mind.plan.goal_of.get(h)
    return -1 if goal is None else goal.hex


def quarry(mind: Mind) -> int:
    """The enemy stack that is best worth attacking; -1 if none is."""
    prey = mind.plan.prey
    return max(prey, key=lambda h: (prey[h], h), default=-1)


def points(p: Situation, h: int) -> int:
    """[14.7] What a city counts."""
    return sum([value for city, value in p.world.vp_cities if city == h])


def counts(p: Situation, h: int) -> list[Why]:
    return [("counts", (h, points(p, h)))] if points(p, h) else []


def errand(mind: Mind, start: int, here: int) -> list[Why]:
    """Where a stack is bound for, and how far it still has to go from a hex."""
    goal = bound_for(mind, start)
    if goal < 0:
        return []
    way = mind.plan.distance(here, goal)
    if way == 0:
        return [("errand_there", (goal, points(mind.p, goal))) if points(mind.p, goal) else ("errand_post", (goal,))]
    found = points(mind.p, goal)
    return [("errand_city", (goal, found, way)) if found else ("errand", (goal, way))]


# supply


def fed(mind: Mind, action: Action) -> list[Why]:
    """[7.8] How many hexes more a Depot brings into supply."""
    if action.verb != "depot":
        return []
    p, h = mind.p, action.args[-1]
    now = p.supplied_hexes(p.side)
    then = p.supplied_hexes(p.side, depots=p.depots[p.side] | 1 << h)
    return [("feeds", (h, (then & ~now).bit_count())), *counts(p, h)]


def train(mind: Mind, action: Action) -> list[Why]:
    """[7.6] Who lives or marches by a Train."""
    if action.verb != "train":
        return []
    p, h = mind.p, action.args[-1]
    units = p.fighters(h, p.side).bit_count()
    return [("train", (h, units)), *errand(mind, h, h)]


def rallied(mind: Mind, action: Action) -> list[Why]:
    """[8.1] How many are disrupted there."""
    if action.verb != "rally":
        return []
    p, h = mind.p, action.args[-1]
    return [("disrupted", (h, (p.fighters(h, p.side) & p.disrupted).bit_count()))]


# marches


def marched(mind: Mind, action: Action) -> list[Why]:
    """[8.2] Where the column is bound for; whom it meets."""
    p = mind.p
    if action.verb == "discard":
        return [("no_march", ())]
    if action.verb not in ("march", "halt") or (action.verb == "halt" and p.s.march is None):
        return []
    start, here = (p.s.march.start, p.s.march.here) if p.s.march is not None else (action.args[0], action.args[0])
    here = action.args[-1] if action.args else here
    caught = catches(mind, here) if action.args else []
    near = [e for e in bits(p.world.near[here] & p.occ[p.foe]) if e in mind.plan.prey] if not p.s.hidden else []
    prey: list[Why] = [("prey", (near[0], p.fighters(near[0], p.foe).bit_count()))] if near else []
    return [*caught, *errand(mind, start, here), *prey]


def catches(mind: Mind, h: int) -> list[Why]:
    """[11.19] The enemy commander without troops in a hex who would be the greatest loss."""
    p = mind.p
    if p.occ[p.foe] >> h & 1 or not p.leaders(h, p.foe):
        return []
    commander = max(bits(p.leaders(h, p.foe)), key=lambda c: (p.world.cr[c], c))
    return [("catches", (commander, h, round(100 * fall_chance(p, commander))))]


def fell(mind: Mind, action: Action) -> list[Why]:
    """[8.5] [11.17] Disruption before elimination, the cheap before the dear."""
    units = [u for u in action.args[:1] if not mind.p.disrupted >> u & 1]
    return [("spared", (units[0],))] if units else []


# combat


def attacked(mind: Mind, action: Action) -> list[Why]:
    """[10.2] What the hex counts, and the chances."""
    if action.verb not in ("attack", "commit"):
        return declined(mind)
    b = mind.p.s.battle
    target = action.args[-1] if action.verb == "attack" else b.target if b is not None else -1
    found = [*catches(mind, target), *counts(mind.p, target)] if target >= 0 else []
    return [*found, *([CHANCES] if mind.match.odds(mind.side, action) is not None else [])]


def declined(mind: Mind) -> list[Why]:
    """The best of the attacks that are not made."""
    found = []
    for option in mind.verbs("attack"):
        odds = mind.match.odds(mind.side, option)
        if odds is not None:
            found.append((float(odds.chance("won", "routed", "go")), option.args[-1]))
    best = max(found, default=None)
    return [("no_attack", (best[1], round(100 * best[0])))] if best is not None else []


def defended(mind: Mind, action: Action) -> list[Why]:
    """[10.3] [11.1] Who attacks whom, as far as one knows."""
    p = mind.p
    b = p.s.battle
    if b is None or p.s.hidden:
        return []
    ours = p.fighters(b.target, p.side)
    return [("attacked", (b.target, b.units.bit_count(), (ours & ~p.disrupted).bit_count(), ours.bit_count()))]


def called(mind: Mind, action: Action) -> list[Why]:
    """[10.4] How likely a stack comes."""
    p = mind.p
    b = p.s.battle
    if b is None or action.verb != "call":
        return []
    h = action.args[-1]
    role = 0 if b.side == p.side else 1
    cr, conscripts = support_numbers(p.s, p.side, h)
    comes = sum([supports(cr, b.cc[role], die, conscripts, p.s.edition) for die in DICE])
    return [("comes", (h, round(100 * comes / 6), p.fighters(h, p.side).bit_count()))]


def withdrew(mind: Mind, action: Action) -> list[Why]:
    """[11.13] Whether there is supply, and friends."""
    p = mind.p
    h = action.args[-1]
    b = p.s.battle
    supplied = p.supplied_hexes(p.side, vacated=1 << b.target if b is not None else 0) >> h & 1
    friends = p.fighters(h, p.side).bit_count()
    return [("haven_fed" if supplied else "haven_hungry", (h, friends))]


def advanced(mind: Mind, action: Action) -> list[Why]:
    """[11.12] What the hex counts."""
    b = mind.p.s.battle
    return counts(mind.p, b.target) if b is not None and action.verb in ("all", "take") else []


def rode(mind: Mind, action: Action) -> list[Why]:
    """[12.1] The troops that a commander rides to."""
    if len(action.args) < 2:
        return []
    p, (c, h) = mind.p, (action.args[0], action.args[-1])
    units = p.fighters(h, p.side).bit_count()
    return [("rides", (c, h, units))] if units else counts(p, h)


REASONS: Final[dict[str, Callable[[Mind, Action], list[Why]]]] = {
    "FirstDepots": fed,
    "MakeDepot": fed,
    "PlaceTrain": train,
    "Rally": rallied,
    "MoveOrder": marched,
    "Route": marched,
    "Attrition": fell,
    "TakeHits": fell,
    "AttackOrder": attacked,
    "CommitAttack": attacked,
    "CommitDefence": defended,
    "AskEscape": defended,
    "AskWithdraw": defended,
    "CallSupport": called,
    "Retreat": withdrew,
    "Advance": advanced,
    "SendCommander": rode,
    "CommanderGoal": rode,
    "Shelter": rode,
}

# What explains itself, or has only one sensible reason: that of the rule that asks.
PLAIN: Final = (
    "Deploy",
    "Reinforce",
    "ConvertDepot",
    "TakeOffDepots",
    "RallyUnits",
    "MarchUnits",
    "MarchLeaders",
    "ChooseCover",
    "CloseMarch",
    "OrderUnits",
    "ExtraHit",
    "Pursuit",
    "Overflow",
    "PushLeaders",
    "PushOn",
    "AdvanceLeaders",
    "LayCard",
    "PlayCard",
    "NameUnit",
    "SaveForage",
    "CardLoss",
    "CardRally",
    "EarlyUnit",
    "BridgeRiver",
    "BreakBridge",
    "BarUnit",
    "ReserveLoss",
    "Desertion",
    "Declare",
    "LayDummies",
    "MarchDummies",
    "CarryTrains",
    "Excess",
    "AskQuarters",
    "Lodge",
    "ChooseSource",
    "WinterLoss",
    "LostCommander",
    "ReturnUnit",
    "PlaceNapoleon",
)


def intent(mind: Mind) -> list[Why]:
    """The goals of most troops, the enemy who is to be beaten, and those who have nothing to go for."""
    p = mind.p
    sent: dict[int, list[int]] = {}
    idle = 0
    for h in bits(p.occ[p.side]):
        goal = bound_for(mind, h)
        if goal >= 0:
            sent.setdefault(goal, []).append(h)
        else:
            idle += p.fighters(h, p.side).bit_count()
    found = sorted([_army(mind, goal, stacks) for goal, stacks in sent.items()], key=lambda row: (-row[1], row[0]))
    told: list[Why] = [_purpose(p, *row) for row in found[:ARMIES] if row[1]]
    target = quarry(mind)
    if target >= 0 and not p.s.hidden:
        told.append(("intent_beat", (target, p.fighters(target, p.foe).bit_count())))
    return told or ([("intent_idle", (idle,))] if idle else [])


def _army(mind: Mind, goal: int, stacks: list[int]) -> tuple[int, int, int]:
    """A goal, how many units are sent there, and how far the nearest of them has to go."""
    p = mind.p
    units = sum([p.fighters(h, p.side).bit_count() for h in stacks])
    return goal, units, min([mind.plan.distance(h, goal) for h in stacks])


def _purpose(p: Situation, goal: int, units: int, way: int) -> Why:
    value = points(p, goal)
    if way == 0:
        return ("intent_holds", (goal, units, value)) if value else ("intent_post", (goal, units))
    return ("intent_city", (goal, units, way, value)) if value else ("intent_goes", (goal, units, way))
