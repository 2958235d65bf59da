"""Why the colonel answers as he does, with the numbers he thought of: for those who ask for his counsel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from grognard.board.hexes import bits
from grognard.bots.colonel_vanguard.escort import Escort
from grognard.bots.colonel_vanguard.look import points, steady
from grognard.bots.colonel_vanguard.mind import Thought
from grognard.bots.colonel_vanguard.plan import Plan, Task
from grognard.bots.doctrine import GAMBLE, Why
from grognard.games.vanguard.rules.odds import Throw
from grognard.games.vanguard.world.roster import ADVANCE, ATTACK, DEFENCE
from grognard.kernel.action import Action

CHANCES: Final[Why] = (GAMBLE, ())


# orders


def order_of(plan: Plan, f: int) -> Why:
    """Why a formation should have the order that its task asks for."""
    task, s = plan.task(f), plan.s
    order = task.order()
    able = sum(s.pf(u) for u in task.troops if steady(s, u))
    striking = sum(s.pf(u) for u in task.troops if u in task.prey)
    shaken = sum(not steady(s, u) for u in task.troops)
    if order == ATTACK:
        return "order_attack", (f, striking, able, task.near)
    if order == DEFENCE and shaken and (task.taking or 2 * shaken > len(task.troops)):
        return "order_shaken", (f, shaken, len(task.troops))
    if order == ADVANCE:
        if shaken and task.prey:
            return "order_rally", (f, shaken, striking)
        few = 0 < 5 * striking < 3 * able
        return ("order_few", (f, striking, able)) if few else ("order_advance", (f, s.world.spot(task.target)))
    return ("order_defence" if order == DEFENCE else "order_manoeuvre"), (f, s.world.spot(task.target))


def given(m: Thought, action: Action) -> list[Why]:
    """[5.2] The order that the task of a formation asks for."""
    if action.verb not in ("order", "try", "detach"):
        return [("no_order", ())]
    f = action.args[0] if action.verb == "order" else m.w.lone_formation if action.verb == "detach" else m.s.active
    return [order_of(m.plan, f), *([CHANCES] if action.verb == "try" else [])]


def named(m: Thought, action: Action) -> list[Why]:
    """[6.1] Who has most to win, or is nearest to the enemy; of enemies who can do least harm."""
    if action.verb != "activate":
        own = [f for f in m.w.formations if m.w.roster.formation_side[f] == m.who]
        misled = [f for f in own if m.s.orders[f] != m.plan.task(f).order()]
        return [order_of(m.plan, misled[0])] if misled else []
    f = action.args[0]
    if m.w.roster.formation_side[f] != m.who:
        return [("harmless", (f,))]
    task = m.plan.task(f)
    if task.prey:
        return [("can_strike", (f, len(set(task.prey.values())), sum(m.s.pf(u) for u in task.prey)))]
    return [("nearest_enemy", (f, task.near))] if task.near < 99 else []


# movement


def moved(m: Thought, action: Action) -> list[Why]:
    """[9.1] What the piece that moves is after."""
    move = m.s.move
    if action.verb == "done":
        return [("no_move", ())]
    u = action.args[0] if action.verb in ("move", "stay") else bits(move.units)[0] if move is not None else -1
    if u < 0 or action.verb in ("leave", "column") or m.s.at[u] < 0:
        return []
    if m.w.leaders >> u & 1:
        return led(m, u, action.args[0] if action.verb == "go" else m.s.at[u])
    here = action.args[0] if action.verb == "go" else m.s.at[u]
    task = m.plan.task(m.w.roster.formation_of[u])
    return [*([CHANCES] if action.verb == "shoot" else []), errand(task, u, here)]


def errand(task: Task, u: int, here: int) -> Why:
    """The enemy it goes for, its post, or the goal of its formation; how far it is from where it then stands."""
    s = task.s
    if u in task.prey:
        h = task.prey[u]
        ours = sum(s.pf(v) for v, at in task.prey.items() if at == h)
        return "errand_goes", (s.world.spot(h), points(s, s.combat(h, 1 - task.side)), ours)
    h = task.target_of(u)
    if s.disordered >> u & 1:
        return "errand_shaken", (u,)
    counts = s.world.objectives.get(h, 0)
    if u in task.posts:
        return ("errand_counts", (s.world.spot(h), counts)) if counts else ("errand_post", (s.world.spot(h),))
    return "errand_marches", (s.world.spot(h), s.world.grid.distance(here, h))


def led(m: Thought, u: int, h: int) -> list[Why]:
    """[4.4] Whom a leader keeps in command where he goes."""
    escort = Escort(m.s, u, m.plan)
    if not escort.weights:
        return []
    held = escort.commanded(h)
    return [("commands", (u, m.w.spot(h), sum(held >> v & 1 for v in escort.weights), len(escort.weights)))]


# assaults


def attacked(m: Thought, action: Action) -> list[Why]:
    """[12.2] The points of both, what the hex counts, and the chances."""
    odds = m.match.odds(m.side, action)
    if not isinstance(odds, Throw):
        return []
    targets = [action.args[0]] if action.verb in ("assault", "resolve") else bits(m.s.assaults[-1].targets)
    best = max(targets, key=lambda h: m.w.objectives.get(h, 0))
    worth: list[Why] = [("counts", (m.w.spot(best), m.w.objectives[best]))] if best in m.w.objectives else []
    if odds.kind == "guns":
        return [("guns_alone", (m.w.spot(targets[0]),)), *worth]
    return [("against", (m.w.spot(targets[0]), odds.attack, odds.defence)), *worth, CHANCES]


def stake(m: Thought, action: Action) -> list[Why]:
    """[12.4.4] [12.5.4] What there is to be won where the fight is."""
    fight = m.s.assaults[m.s.fight]
    h = max(bits(fight.targets), key=lambda target: m.w.objectives.get(target, 0))
    if action.verb == "spare" and isinstance(m.args[0], int) and m.w.roster.ids[m.args[0]] == "lannes":
        return [("precious", (m.args[0],))]
    found: Why = ("counts", (m.w.spot(h), m.w.objectives[h])) if m.w.objectives.get(h) else ("idle", (m.w.spot(h),))
    if m.name != "Press":
        return [found]
    return [("steadiness", (min(m.s.eff(u) for u in bits(fight.attackers)),)), found]


def advanced(m: Thought, action: Action) -> list[Why]:
    """[12.7] What the hex counts, and who stands round it."""
    if action.verb != "advance":
        return [("stays_safe", ())]
    h = action.args[-1]
    counts = m.w.objectives.get(h, 0)
    around = bits(m.w.near[h] & m.s.occ[1 - m.who])
    against = sum(points(m.s, m.s.combat(e, 1 - m.who)) for e in around)
    return [("counts", (m.w.spot(h), counts))] if counts else [("ground", (m.w.spot(h), against))]


# in the enemy's turn


def stood(m: Thought, action: Action) -> list[Why]:
    """[14.1] How many come against how many."""
    h = m.s.at[m.frame.unit]
    coming = [a for a in m.s.assaults if a.targets >> h & 1 and not a.over]
    attackers = max([points(m.s, a.attackers) for a in coming], default=0)
    found: Why = ("attacked_by", (m.w.spot(h), attackers, points(m.s, m.s.combat(h, m.who))))
    return [found, *(refuge(m, action) if action.verb in ("evade", "slip") and action.args else [])]


def refuge(m: Thought, action: Action) -> list[Why]:
    """[12.6] How far a place is from the nearest enemy, and whether it gives cover."""
    if not action.args:
        return []
    h = action.args[-1]
    return [("shelter" if m.w.shelters >> h & 1 else "refuge", (m.w.spot(h), m.far[h]))]


def fled(m: Thought, action: Action) -> list[Why]:
    """[4.5] How far he gets from the enemy."""
    h = m.s.at[action.args[0]] if action.verb == "follow" else action.args[-1] if action.args else -1
    return [("refuge", (m.w.spot(h), m.far[h]))] if h >= 0 else []


def countered(m: Thought, action: Action) -> list[Why]:
    """[14.2.4] The points that ride against the charger."""
    move = m.s.move
    if move is None:
        return []
    return [("charger", (m.w.spot(move.here), points(m.s, move.units)))]


def lost(m: Thought, action: Action) -> list[Why]:
    """[12.5.4] What the unit that can best be spared loses."""
    u = action.args[0]
    left = 0 if m.s.reduced >> u & 1 else m.w.roster.pf_reduced[u]
    return [("spared", (u, m.s.pf(u) - left))]


def contested(m: Thought, action: Action) -> list[Why]:
    """[10.1.1] What the houses count, and how good the troops in them are."""
    h: int = m.frame.hex
    counts = m.w.objectives.get(h, 0)
    best = max([m.s.eff(u) for u in bits(m.s.combat(h, m.who))], default=0)
    return [("counts", (m.w.spot(h), counts)) if counts else ("steadiness", (best,))]


def gambled(m: Thought, action: Action) -> list[Why]:
    """The chances alone."""
    return [CHANCES] if m.match.odds(m.side, action) is not None else []


REASONS: Final[dict[str, Callable[[Thought, Action], list[Why]]]] = {
    "ChangeOrders": given,
    "GeneralTries": given,
    "ColumnTries": given,
    "Name": named,
    "MoveUnits": moved,
    "MoveLeader": moved,
    "Step": moved,
    "Declare": attacked,
    "Compose": attacked,
    "Resolve": attacked,
    "LeadAssault": stake,
    "Press": stake,
    "PickGround": gambled,
    "Advance": advanced,
    "ChargeIn": advanced,
    "Bombard": gambled,
    "Repel": gambled,
    "Rouse": gambled,
    "Rally": gambled,
    "Evade": stood,
    "Slip": stood,
    "CounterCharge": countered,
    "ExchangeLoss": lost,
    "StepLost": lost,
    "Contest": contested,
    "Retreat": refuge,
    "RoutMove": refuge,
    "Return": refuge,
    "Shelter": fled,
    "Escape": fled,
    "FlightGoesOn": fled,
    "Overrun": fled,
    "FollowTroops": fled,
}

# What explains itself: everybody comes on as soon as he may, guns follow their troops, the formation acts as a whole.
PLAIN: Final = (
    "ColumnUnits",
    "KeepColumn",
    "WholeOrAlone",
    "LastCall",
    "Reinforce",
    "AdoptOrder",
    "GunOrder",
    "ShedFatigue",
    "StackOrder",
    "HoldHouses",
    "GunsFollow",
)


def intent(plan: Plan) -> list[Why]:
    """What each formation on the map is up to: its goal or its posts, and whom it can strike now."""
    found: list[Why] = []
    for f in plan.s.world.formations:
        if plan.s.world.roster.formation_side[f] == plan.side:
            task = plan.task(f)
            if task.troops:
                found.append(_purpose(plan, task))
    return found


def _purpose(plan: Plan, task: Task) -> Why:
    s, strikers = plan.s, sum(plan.s.pf(u) for u in task.prey)
    place, order = s.world.spot(task.target), task.order()
    shaken = sum(not steady(s, u) for u in task.troops)
    if 2 * shaken > len(task.troops):
        return "intent_shaken", (task.f, order, shaken, len(task.troops))
    if task.prey:
        key = "intent_strikes" if task.taking else "intent_sallies"
        return key, (task.f, order, place, strikers, len(set(task.prey.values())))
    if task.taking:
        return "intent_marches", (task.f, order, place)
    return ("intent_back" if task.withdraws else "intent_holds"), (task.f, order, place)
