"""Exact odds: percentages with every modifier, and the distributions of losses and morale behind a choice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import NamedTuple

from grognard.games.tabletop.rules import charges, fire, melee, morale, orders
from grognard.games.tabletop.rules.figures import place, pose
from grognard.games.tabletop.world.formations import bases_of
from grognard.games.tabletop.world.state import NOBODY, Battle, Contact, Shot
from grognard.kernel.action import Action

Chances = dict[int, Fraction]
Results = dict[str, Fraction]
STANDS, FAILS, DESTROYED = "stands", "fails", "destroyed"


class Blow(NamedTuple):
    """One fire or one blow: its percentage and what the target loses by it."""

    unit: int
    target: int
    percent: fire.Percent
    losses: Chances


class Fate(NamedTuple):
    """What a unit may come to: morale points lost, and the result of its test."""

    unit: int
    losses: Chances
    results: Results  # not_tested, hold, retreat, rout, destroyed


class Odds(NamedTuple):
    """All that is known about a gamble: the blows, the fate of those they fall on, and who wins."""

    kind: str
    blows: list[Blow]
    fates: list[Fate]
    wins: Results  # melees: french, coalition, locked, nobody; single dice: success
    defensive: Blow | None = None  # [6.1] what a charged unit can do before contact


def loss_chances(p: fire.Percent) -> Chances:
    """[7.5] [7.6] Losses of one percentage: the automatic ones, and one more with the chance of the rest."""
    if p.rest == 0:
        return {p.automatic: Fraction(1)}
    return {p.automatic: Fraction(100 - p.rest, 100), p.automatic + 1: Fraction(p.rest, 100)}


def add(one: Chances, other: Chances) -> Chances:
    """The sum of two independent losses."""
    found: Chances = {}
    for (a, pa), (b, pb) in product(one.items(), other.items()):
        found[a + b] = found.get(a + b, Fraction(0)) + pa * pb
    return dict(sorted(found.items()))


def morale_chances(modifier: int, die: int) -> Results:
    """[9.2] The results of a test with so much added to a die of so many sides."""
    found = {morale.ROUT: Fraction(0), morale.RETREAT: Fraction(0), morale.HOLD: Fraction(0)}
    for face in range(1, die + 1):
        found[morale.result_of(face + modifier)] += Fraction(1, die)
    return found


def fate(s: Battle, u: int, losses: Chances, cause: str, by_infantry: bool = False) -> Fate:
    """[9.1] What becomes of a unit that suffers such losses."""
    pm, start = s.units[u].pm, s.info(u).bases
    steady = sum([value for name, value in morale.terms_of(s, u) if name != "bases_lost"])
    results = dict.fromkeys(("not_tested", morale.HOLD, morale.RETREAT, morale.ROUT, DESTROYED), Fraction(0))
    for lost, chance in losses.items():
        left = pm - lost
        if left <= 0:
            results[DESTROYED] += chance
        elif not morale.needs_test(left, lost):
            results["not_tested"] += chance
        else:
            for result, part in morale_chances(steady - (start - bases_of(left)), morale.DIE[cause]).items():
                results[result] += chance * part
    if by_infantry and cause == morale.MELEE and s.in_square(u):
        results[morale.ROUT] += results.pop(morale.RETREAT)
        results[morale.RETREAT] = Fraction(0)
    return Fate(u, losses, results)


def fire_odds(s: Battle, shot: Shot) -> Odds:
    """[7.1] A fire as it stands: every modifier, the losses, the target's test."""
    p = fire.fire_of(s, shot)
    losses = loss_chances(p)
    return Odds("fire", [Blow(shot.shooter, shot.target, p, losses)], [fate(s, shot.target, losses, morale.FIRE)], {})


def melee_odds(s: Battle, group: list[int]) -> Odds:
    """[8.1] [8.9] [8.10] A round of melee: all blows, all fates, and who wins it."""
    blows = []
    losses: dict[int, Chances] = {u: {0: Fraction(1)} for u in group}
    for u in group:
        for foe, p in melee.blows(s, u):
            blows.append(Blow(u, foe, p, loss_chances(p)))
            losses[foe] = add(losses[foe], blows[-1].losses)
    fates = []
    for u in group:
        by_infantry = any(s.info(v).infantry for v in melee.opponents(s, u))
        fates.append(fate(s, u, losses[u], morale.MELEE, by_infantry))
    return Odds("melee", blows, fates, _winners(s, group, losses))


def _outcomes(s: Battle, u: int, losses: Chances) -> list[tuple[int, bool, Fraction]]:
    """What may happen to one unit in a round: loss, whether it still stands, chance."""
    found = []
    for lost, chance in losses.items():
        results = fate(s, u, {lost: Fraction(1)}, morale.MELEE).results
        stands = results["not_tested"] + results[morale.HOLD]
        found += [(lost, True, chance * stands), (lost, False, chance * (1 - stands))]
    return [row for row in found if row[2]]


def _winners(s: Battle, group: list[int], losses: dict[int, Chances]) -> Results:
    contacts = melee.of(s, group)
    rounds = max([c.rounds for c in contacts]) + 1
    attacker = s.side(contacts[0].attacker)
    found = dict.fromkeys(("french", "coalition", "locked", "nobody"), Fraction(0))
    for rows in product(*[_outcomes(s, u, losses[u]) for u in group]):
        chance = Fraction(1)
        lost, standing = [0, 0], [0, 0]
        for u, (gone, stands, part) in zip(group, rows, strict=True):
            chance *= part
            lost[s.side(u)] += gone
            standing[s.side(u)] += stands
        found[_winner(standing, (lost[0], lost[1]), rounds, attacker)] += chance
    return found


def _winner(standing: list[int], lost: tuple[int, int], rounds: int, attacker: int) -> str:
    if not standing[0] or not standing[1]:
        return "french" if standing[0] else "coalition" if standing[1] else "nobody"
    loser = melee.worsted_side(lost, rounds, attacker)
    return "locked" if loser == NOBODY else ("coalition", "french")[loser]


def charge_odds(s: Battle, u: int, target: int) -> Odds | None:
    """[6.11] [8.1] The first round if the charge closes as things stand, and the fire it may meet before."""
    plan = charges.plan_charge(s, u, target)
    if plan.reasons:
        return None
    twin = s.copy()
    charges.begin_charge(twin, u, target, plan)
    charges.run_up(twin, u, charges.STOP)
    defensive = _defensive(twin, u, target)
    flush = charges.lined_up(twin, u, target)
    if charges.touches(twin, u, flush, target):
        place(twin, u, flush)
    else:
        place(twin, u, pose(twin, u))
    twin.contacts = [Contact(u, target, plan.aspect, 0)]
    return melee_odds(twin, sorted([u, target]))._replace(kind="charge", defensive=defensive)


def _defensive(s: Battle, u: int, target: int) -> Blow | None:
    """[6.1] The fire of a charged unit at 1 cm."""
    if fire.shooter_reasons(s, target) or fire.aim_reasons(s, target, u):
        return None
    p = fire.fire_of(s, Shot(target, u, fire.muzzle_count(s, target)))
    return Blow(target, u, p, loss_chances(p))


def odds_of(s: Battle, side: int, action: Action) -> Odds | None:
    """The odds of an action as an answer to the question now put; None where it is no gamble."""
    asked = s.agenda[-1] if s.agenda else None
    units = [s.world.unit_at.get(word, NOBODY) for word in action.args[:2]] if action.verb in VERBS_WITH_UNITS else []
    if units and (units[0] < 0 or (action.verb == "charge" and units[-1] < 0)):
        return None
    if action.verb in ("fire", "share") and isinstance(asked, fire.DeclareFire):
        bases = action.args[1] if action.verb == "share" else asked.spare(s)
        return fire_odds(s, Shot(asked.u, units[0], bases))
    if action.verb == "charge":
        u = units[0] if len(action.args) == 2 else getattr(asked, "u", NOBODY)
        return charge_odds(s, u, units[-1]) if u >= 0 else None
    if action.verb == "fight":
        group = next((group for group in melee.melees(s) if units[0] in group), None)
        return None if group is None else melee_odds(s, group)
    return _single(s, side, action, getattr(asked, "target", NOBODY))


VERBS_WITH_UNITS = ("fire", "share", "charge", "fight")


def _single(s: Battle, side: int, action: Action, target: int) -> Odds | None:
    """[3.3] [6.6] Gambles of one die: an order shouted from afar, an emergency square."""
    if action.verb == "order" and action.args[0] in s.world.command_at:
        c = s.world.command_at[action.args[0]]
        sure = orders.voice_reaches(s, side, c)
        return Odds("order", [], [], {"success": Fraction(1) if sure else Fraction(orders.order_needs(s, side), 10)})
    if action.verb == "try" and target >= 0:
        needs = charges.NEEDS[s.info(target).klass]
        return Odds("square", [], [], {"success": Fraction(7 - needs, 6)})
    return None
