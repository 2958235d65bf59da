"""Fire, charges and melees: the answers about them."""

from __future__ import annotations

from typing import Final

from grognard.bots.captain_tabletop.field import Field, turn
from grognard.bots.captain_tabletop.posts import FRAIL, holding
from grognard.bots.captain_tabletop.reckon import duel, gain, squares
from grognard.bots.captain_tabletop.scales import presence, weight
from grognard.games.tabletop.rules.charges import chargers_of, pursuit_run
from grognard.games.tabletop.rules.figures import disordered
from grognard.games.tabletop.rules.fire import fire_of
from grognard.games.tabletop.world.formations import OPEN, UNLIMBERED
from grognard.games.tabletop.world.state import SPENT, Shot
from grognard.kernel.action import Action, Region

EAGER: Final = 0.15  # a charge should be worth so much
BOLD: Final = 0.2  # so much to horse that rides at formed foot from the front
POSTED: Final = 0.5  # so much to one that has ground to hold, and leaves it
ROOTED: Final = 0.7  # and so much to a garrison, that leaves its walls
CANISTER: Final = 0.5  # standing under the muzzles is worse than going in
HOPELESS: Final = 0.75  # unless there is no way out: then nearly any chance is better than to be herded
ROOM: Final = 60
STAND: Final = 0.42  # who is charged with no better chance than this waits for it


def wanted(field: Field, u: int, target: int) -> float:
    """What a charge is worth above what it must be; spent horse, guns and the remnants of a battalion do not charge."""
    unit, info = field.unit(u), field.info(u)
    if unit.pm <= 2 or info.artillery or unit.fatigue == SPENT:
        return -1
    under_muzzles = field.unit(target).formation == UNLIMBERED and field.gap(u, target) <= field.short_reach(target)
    asked = ROOTED if field.cover(u) == "heavy" else POSTED if info.infantry and holding(field, u) else EAGER
    if info.cavalry and stands_firm(field, u, target):
        asked = BOLD
    return gain(field, u, target) + (CANISTER if under_muzzles else 0) - asked - presence(field, u)


def stands_firm(field: Field, u: int, target: int) -> bool:
    """Formed foot, in hand and in good order, ridden at from the front: its volley and its square come first."""
    unit = field.unit(target)
    formed = field.info(target).infantry and unit.ready and unit.formation != OPEN and not disordered(field.s, target)
    return formed and unit.pm > FRAIL and not field.exposed(u, target)


def best_charge(field: Field, u: int, options: list[Action]) -> str | None:
    """The most promising of the charges offered; None where none is worth it."""
    found = [(wanted(field, u, field.of_option(option)), option.text) for option in options]
    return max([row for row in found if row[0] > 0], default=(0.0, None))[1]


def late_charge(field: Field) -> str:
    found = []
    for option in field.verbs("charge"):
        u, target = (field.s.world.unit_at[word] for word in option.args)
        found.append((wanted(field, u, target), option.text))
    return max([row for row in found if row[0] > 0], default=(0.0, "pass"))[1]


def exploit(field: Field) -> str:
    """A broken enemy ahead is worth following; who holds an area, or would ride into muskets, stays."""
    u: int = field.frame.u
    charge = best_charge(field, u, field.verbs("charge"))
    if charge:
        return charge
    if not field.has("stay"):
        return field.first()
    x, y = field.place(u)
    holds = any(abs(x - area.x) + abs(y - area.y) < area.radius for area in field.areas)
    near = any(field.gap(u, foe) < 250 for foe in field.foes)
    return "stay" if holds or near or field.info(u).cavalry else straight_on(field)


def straight_on(field: Field) -> str:
    """The whole of a follow-up."""
    region = next((option for option in field.options if isinstance(option, Region)), None)
    return field.first() if region is None else str(region.as_data()["examples"][0])


def run_away(field: Field) -> str:
    """Front to the enemy: the next charge does not come from behind."""
    return "face front" if field.has("face front") else field.first()


def emergency_square(field: Field) -> str:
    """A battalion that stands well has its volley; one that would be ridden down tries the square."""
    u, rider = field.frame.target, field.frame.u
    if_standing = duel(field, rider, u).win
    if_trying = (1 - squares(field, u)) * duel(field, rider, u, loose=True).win
    return "try" if if_trying < if_standing and field.has("try") else "stand"


def evade(field: Field) -> str:
    """Who would lose the fight does not wait for it."""
    u: int = field.frame.u
    rider = chargers_of(field.s, u)[0]
    beaten = duel(field, rider, u).win
    stays = beaten <= (HOPELESS if hemmed_in(field, u, rider) else STAND)
    return "stand" if stays and field.has("stand") else "evade"


def hemmed_in(field: Field, u: int, rider: int) -> bool:
    """Whether friends right behind leave no room to evade."""
    away = field.toward(rider, *field.place(u))
    near = [v for v in field.own if v != u and field.gap(v, u) < ROOM]
    return any(turn(away, field.toward(u, *field.place(v))) < 700 for v in near)


def pursue(field: Field) -> str:
    """Horse rides on where it can catch; foot does not run after skirmishers."""
    u: int = field.frame.u
    prey = field.unit(u).target
    if prey < 0 or not field.info(u).cavalry:
        return "halt"
    return "pursue" if field.gap(u, prey) <= pursuit_run(field.s, u) and field.has("pursue") else "halt"


def fire(field: Field) -> str:
    """Where the volley does most; all of a garrison's bases at one enemy."""
    shots = field.verbs("fire") or field.verbs("share")
    best = max(shots, key=lambda option: (target_worth(field, option), option.text), default=None)
    if best is None:
        return field.first()
    return best.text if target_worth(field, best) > 0 or not field.has("hold") else "hold"


def target_worth(field: Field, option: Action) -> float:
    """The chance of a loss by what it does: a unit that may run for it, one that charges, horse."""
    u, target = field.frame.u, field.s.world.unit_at[option.args[0]]
    bases = option.args[1] if option.verb == "share" else field.frame.spare(field.s)
    worth = weight(field, target) + 0.6 * (field.unit(target).target == u) + 0.3 * (not field.info(target).infantry)
    return float(fire_of(field.s, Shot(u, target, bases)).total * worth)


def first_melee(field: Field) -> str:
    return field.first()
