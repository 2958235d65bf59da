"""Why the captain answers as he does, with the numbers he thought of: for those who ask for his counsel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from grognard.bots.captain_tabletop.claims import claimed
from grognard.bots.captain_tabletop.field import Area, Field
from grognard.bots.captain_tabletop.fights import EAGER, hemmed_in
from grognard.bots.captain_tabletop.moves import SCENT, appetite
from grognard.bots.captain_tabletop.plan import charge_of, far, shaken
from grognard.bots.captain_tabletop.reckon import duel, fails, shot, squares
from grognard.bots.doctrine import GAMBLE, Why
from grognard.games.tabletop.rules.charges import chargers_of, pursuit_run
from grognard.games.tabletop.rules.fire import fire_of
from grognard.games.tabletop.rules.morale import FIRE
from grognard.games.tabletop.rules.victory import holder
from grognard.games.tabletop.world.formations import PM_A_BASE
from grognard.games.tabletop.world.speech import named
from grognard.games.tabletop.world.state import SPENT, Battle, Shot
from grognard.games.tabletop.world.world import OBJECTIVE_NAMES
from grognard.kernel.action import Action

CHANCES: Final[Why] = (GAMBLE, ())


def say(s: Battle, key: str, *args: object) -> Why:
    """A reason with names for numbers."""
    return key, named(s.world, f"counsel.{key}", args)


def hundred(chance: float) -> int:
    return round(100 * chance)


# orders and generals


def ordered(field: Field, action: Action) -> list[Why]:
    """[3.2] What the area counts, who holds it, and how far it is."""
    if action.verb != "order" or len(action.args) < 3:
        return [say(field.s, "no_order")]
    s, command = field.s, field.s.world.command_at[action.args[0]]
    area = field.areas[s.world.objective(OBJECTIVE_NAMES[action.args[2]])]
    units = [u for u in field.own if field.info(u).command == command and field.unit(u).ready]
    x, y = field.middle(units)
    found = [say(s, "errand_task", area.number, area.points, round(((area.x - x) ** 2 + (area.y - y) ** 2) ** 0.5))]
    return [*found, *([CHANCES] if field.match.odds(field.side, action) is not None else [])]


def rode(field: Field, action: Action) -> list[Why]:
    """[3.8] The unit that needs the general: one that is shaken, or the foremost."""
    if action.verb not in ("general", "attach"):
        return []
    g = field.s.world.general_at[action.args[0]] if action.verb == "general" else field.frame.g
    u = charge_of(field, g) if action.verb == "general" else field.of_option(action)
    if u < 0:
        return []
    if shaken(field, u):
        return [say(field.s, "ride_shaken", u, field.unit(u).pm, PM_A_BASE * field.info(u).bases)]
    return [say(field.s, "ride_front", u, round(far(field, u)))]


# moves


def hurried(field: Field, action: Action) -> list[Why]:
    """[5.6] How far the enemy is."""
    return nearest(field, field.of_option(action)) if action.verb == "strategic" and action.args else []


def chosen(field: Field, action: Action) -> list[Why]:
    return errand(field, field.of_option(action)) if action.verb == "move" else []


def moved(field: Field, action: Action) -> list[Why]:
    """The step of a unit: a charge by its chances, a square by the horse that is near, else its task."""
    u: int = field.frame.u
    if not field.foes:
        return []
    if action.verb == "charge":
        return charged(field, action)
    if action.text == "form square":
        horse = [f for f in field.foes if field.info(f).cavalry]
        return [say(field.s, "errand_horse", rider := field.nearest(u, horse), round(field.gap(u, rider)))]
    return errand(field, u)


def errand(field: Field, u: int) -> list[Why]:
    """What a unit is about: enemies in range, its prey, or the area of its command."""
    if not field.foes:
        return []
    info, unit, foe = field.info(u), field.unit(u), field.nearest(u, field.foes)
    away, area = field.gap(u, foe), claimed(field, u)
    if area is not None:
        return [task(field, u, area)]
    if info.cavalry and (unit.fatigue == SPENT or unit.pm <= 2):
        return [say(field.s, "errand_spent", u)]
    if info.cavalry:
        return [ridden(field, u, foe)]
    fire = [min(100, round(shot(field, one, other, away))) for one, other in ((u, foe), (foe, u))]
    if away <= field.reach(u) and fire[0]:
        return [say(field.s, "errand_fire", foe, round(away), *fire)]
    return [task(field, u, field.goal(u))]


def task(field: Field, u: int, area: Area) -> Why:
    """[12.2] The area that a unit is for."""
    return say(field.s, "errand_task", area.number, area.points, round(field.away(u, area.x, area.y)))


def ridden(field: Field, u: int, foe: int) -> Why:
    """Horse goes for what it can beat; else it is kept behind the foot."""
    near = {f: appetite(field, u, f) for f in field.foes if field.gap(u, f) < SCENT}
    prey = max(near, key=lambda f: (near[f], field.info(f).id), default=foe)
    if near.get(prey, -1.0) > EAGER:
        return say(field.s, "errand_prey", prey, round(field.gap(u, prey)), hundred(duel(field, u, prey).win))
    return say(field.s, "errand_kept", foe, round(field.gap(u, foe)))


def nearest(field: Field, u: int) -> list[Why]:
    if not field.foes:
        return []
    foe = field.nearest(u, field.foes)
    return [say(field.s, "nearest", foe, round(field.gap(u, foe)))]


# charges, fire, melees


def charged(field: Field, action: Action) -> list[Why]:
    """[6.1] How the captain thinks a charge would end; horse and square are part of it."""
    if action.verb != "charge":
        return declined(field)
    target = field.of_option(action)
    u = field.s.world.unit_at[action.args[0]] if len(action.args) > 1 else field.frame.u
    if not field.unit(target).ready:
        return [say(field.s, "errand_broken", target)]
    win, lose, _ = duel(field, u, target)
    return [say(field.s, "errand_charge", target, hundred(win), hundred(lose))]


def declined(field: Field) -> list[Why]:
    """The best of the charges that are not made."""
    found = []
    for option in field.verbs("charge"):
        u = field.s.world.unit_at[option.args[0]] if len(option.args) > 1 else field.frame.u
        found.append((duel(field, u, field.of_option(option)).win, field.of_option(option)))
    best = max(found, default=None)
    return [say(field.s, "no_charge", best[1], hundred(best[0]))] if best is not None else []


def squared(field: Field, action: Action) -> list[Why]:
    """[6.6] Standing against trying."""
    u, rider = field.frame.target, field.frame.u
    return [say(field.s, "square", u, hundred(duel(field, rider, u).win), hundred(squares(field, u)))]


def evaded(field: Field, action: Action) -> list[Why]:
    """[6.7] How often the charge would win."""
    u: int = field.frame.u
    rider = chargers_of(field.s, u)[0]
    found = [say(field.s, "charged_by", rider, hundred(duel(field, rider, u).win))]
    return [*found, *([say(field.s, "hemmed", u)] if hemmed_in(field, u, rider) else [])]


def pursued(field: Field, action: Action) -> list[Why]:
    """[6.8] Whether the prey can be caught."""
    u: int = field.frame.u
    prey = field.unit(u).target
    if prey < 0:
        return []
    return [say(field.s, "pursuit", prey, round(field.gap(u, prey)), round(pursuit_run(field.s, u)))]


def fired(field: Field, action: Action) -> list[Why]:
    """[7.1] The chance of a loss, and of what it may do."""
    if action.verb not in ("fire", "share"):
        return []
    u, target = field.frame.u, field.s.world.unit_at[action.args[0]]
    bases = action.args[1] if action.verb == "share" else field.frame.spare(field.s)
    sure, percent = divmod(round(fire_of(field.s, Shot(u, target, bases)).total), 100)
    if sure:
        return [say(field.s, "volley_sure", target, sure, percent)]
    breaks = hundred(fails(field, target, field.unit(target).pm, 1, FIRE))
    return [say(field.s, "volley_test", target, percent, breaks) if breaks else say(field.s, "volley", target, percent)]


REASONS: Final[dict[str, Callable[[Field, Action], list[Why]]]] = {
    "GiveOrder": ordered,
    "Generals": rode,
    "Ride": rode,
    "Strategic": hurried,
    "Troops": chosen,
    "MoveUnit": moved,
    "LateCharges": charged,
    "Exploit": charged,
    "EmergencySquare": squared,
    "Evade": evaded,
    "Pursue": pursued,
    "DeclareFire": fired,
}

PLAIN: Final = ("RunAway", "Melees")  # front to the enemy; which melee comes first is all one


def intent(s: Battle, who: int) -> list[Why]:
    """What each command is for: its order, its area, who holds that, and how many of it are in hand."""
    found = []
    for c, command in enumerate(s.commands):
        units = [u for u in s.own(who) if s.world.units[u].command == c]
        if units:
            held = holder(s, command.objective)
            key = "intent_ours" if held == who else "intent_theirs" if held == 1 - who else "intent_open"
            ready = sum(s.units[u].ready for u in units)
            found.append(say(s, key, c, command.order, command.objective, ready, len(units)))
    return found
