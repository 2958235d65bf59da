"""Exact odds: percentages with every modifier, and the distributions of losses and morale behind a choice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from grognard.games.tabletop.rules import charges, fire, melee, morale, orders
from grognard.games.tabletop.rules.figures import place, pose
from grognard.games.tabletop.world.formations import bases_of
from grognard.games.tabletop.world.state import NOBODY, SPENT, Battle, Contact, Shot
from grognard.kernel.action import Action
from grognard.kernel.odds import (
    NEVER,
    SURE,
    Gamble,
    Given,
    Numbers,
    Outcomes,
    Term,
    Unknown,
    combine,
    either,
    gather,
    settle,
    sum_up,
)

DESTROYED = "destroyed"
ROUND = ("french", "coalition", "locked", "nobody")
RULES = {"fire": "7.11", "melee": "8.5", "charge": "8.5", "order": "3.3", "square": "6.6"}


class Blow(NamedTuple):
    """One fire or one blow: its percentage and what the target loses by it."""

    unit: int
    target: int
    percent: fire.Percent
    losses: Numbers


class Fate(NamedTuple):
    """What a unit may come to: morale points lost, and the result of its test."""

    unit: int
    losses: Numbers
    results: Outcomes  # not_tested, hold, retreat, rout, destroyed


@dataclass(frozen=True, kw_only=True)
class Stroke(Gamble):
    """All that is known about a gamble: the blows, the fate of those they fall on, and what comes of it.

    Outcomes of a fire: the morale points lost; of a melee or charge: french, coalition, locked, nobody, and for one
    that never closes refused, repelled or evaded; of a single die: success and failure.
    """

    blows: tuple[Blow, ...] = ()
    fates: tuple[Fate, ...] = ()
    defensive: Blow | None = None  # [6.1] what a charged unit can do before contact

    @property
    def wins(self) -> Outcomes:
        return {} if self.kind == "fire" else self.outcomes


def loss_chances(p: fire.Percent) -> Numbers:
    """[7.5] [7.6] Losses of one percentage: the automatic ones, and one more with the chance of the rest."""
    if p.rest == 0:
        return {p.automatic: Fraction(1)}
    return {p.automatic: Fraction(100 - p.rest, 100), p.automatic + 1: Fraction(p.rest, 100)}


def morale_chances(modifier: int, die: int) -> Outcomes:
    """[9.2] The results of a test with so much added to a die of so many sides."""
    found = dict.fromkeys((morale.ROUT, morale.RETREAT, morale.HOLD), NEVER)
    return found | sum_up([morale.result_of(face + modifier) for face in range(1, die + 1)])


def fate(s: Battle, u: int, losses: Numbers, cause: str, by_infantry: bool = False) -> Fate:
    """[9.1] What becomes of a unit that suffers such losses."""
    pm, start = s.units[u].pm, s.info(u).bases
    steady = sum([value for name, value in morale.terms_of(s, u) if name != "bases_lost"])
    results = dict.fromkeys(("not_tested", morale.HOLD, morale.RETREAT, morale.ROUT, DESTROYED), NEVER)
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


def terms_of(kind: str, blows: Iterable[Blow], side: int, s: Battle) -> tuple[Term, ...]:
    """The modifiers of the first blow that a side strikes."""
    first = next((blow for blow in blows if s.side(blow.unit) == side), None)
    return () if first is None else tuple([Term(RULES[kind], name, value) for name, value in first.percent.terms])


def fire_odds(s: Battle, shot: Shot) -> Stroke:
    """[7.1] A fire as it stands: every modifier, the losses, the target's test."""
    p = fire.fire_of(s, shot)
    losses = loss_chances(p)
    blows = (Blow(shot.shooter, shot.target, p, losses),)
    return Stroke(
        kind="fire",
        rule=RULES["fire"],
        outcomes={str(lost): chance for lost, chance in losses.items()},
        terms=terms_of("fire", blows, s.side(shot.shooter), s),
        blows=blows,
        fates=(fate(s, shot.target, losses, morale.FIRE),),
    )


def melee_odds(s: Battle, group: list[int], side: int = 0) -> Stroke:
    """[8.1] [8.9] [8.10] A round of melee: all blows, all fates, and who wins it."""
    blows = [Blow(u, foe, p, loss_chances(p)) for u in group for foe, p in melee.blows(s, u)]
    losses: dict[int, Numbers] = {u: {0: SURE} for u in group}
    for blow in blows:
        losses[blow.target] = combine(losses[blow.target], blow.losses)
    fates = []
    for u in group:
        by_infantry = any(s.info(v).infantry for v in melee.opponents(s, u))
        fates.append(fate(s, u, losses[u], morale.MELEE, by_infantry))
    return Stroke(
        kind="melee",
        rule=RULES["melee"],
        outcomes=_winners(s, group, losses),
        terms=terms_of("melee", blows, side, s),
        against=terms_of("melee", blows, 1 - side, s),
        blows=tuple(blows),
        fates=tuple(fates),
    )


def _outcomes(s: Battle, u: int, losses: Numbers) -> list[tuple[int, bool, Fraction]]:
    """What may happen to one unit in a round: loss, whether it still stands, chance."""
    found = []
    for lost, chance in losses.items():
        results = fate(s, u, {lost: Fraction(1)}, morale.MELEE).results
        stands = results["not_tested"] + results[morale.HOLD]
        found += [(lost, True, chance * stands), (lost, False, chance * (1 - stands))]
    return [row for row in found if row[2]]


def _winners(s: Battle, group: list[int], losses: dict[int, Numbers]) -> Outcomes:
    contacts = melee.of(s, group)
    rounds = max([c.rounds for c in contacts]) + 1
    attacker = s.side(contacts[0].attacker)
    found = dict.fromkeys(ROUND, NEVER)
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


# [6] charges


class Closed(NamedTuple):
    """A charge that comes to contact, and how likely it is to."""

    chance: Fraction
    round: Stroke


def charge_odds(s: Battle, u: int, target: int, given: Given) -> Stroke | None:
    """[6.11] [8.1] The first round of a charge, and what the charged unit may do before it closes."""
    plan = charges.plan_charge(s, u, target)
    if plan.reasons:
        return None
    twin = s.copy()
    charges.begin_charge(twin, u, target, plan)
    squares = charges.can_square(twin, u, target)
    charges.run_up(twin, u, charges.STOP)
    defensive = _defensive(twin, u, target)
    unknowns = settle(_answers(s, target, squares, defensive is not None), given)
    taken = {unknown.name: unknown.assumed for unknown in unknowns}
    formed = _squared(s, target) if taken.get("square") else NEVER
    if taken.get("square"):
        twin.disorder(target)  # [6.6] where the charge goes on the square has failed
    fired = _defensive(twin, u, target) if taken.get("fire") else None
    rounds = _closings(twin, u, target, plan.aspect, fired.losses if fired else {0: SURE})
    plain = _contact(twin, u, target, plan.aspect, 0)
    return Stroke(
        kind="charge",
        rule=RULES["charge"],
        outcomes=_charge_outcomes(taken, formed, rounds),
        unknowns=unknowns,
        terms=terms_of("charge", plain.blows, s.side(u), s),
        against=terms_of("charge", plain.blows, 1 - s.side(u), s),
        blows=plain.blows,
        fates=_mixed(rounds) if rounds else plain.fates,
        defensive=defensive,
    )


def _answers(s: Battle, target: int, squares: bool, fires: bool) -> list[Unknown]:
    """[6.1] [6.6] [6.7] What the charged unit may do before contact; [8.13] spent cavalry must evade."""
    found = []
    if squares:
        found.append(Unknown("square", 0, 1, 0))
    if charges.may_evade(s, target):
        least = int(s.units[target].fatigue == SPENT and s.info(target).cavalry)
        found.append(Unknown("evade", least, 1, least))
    if fires:
        found.append(Unknown("fire", 0, 1, 0))
    return [*found, Unknown("others", 0, 0, 0)]


def _squared(s: Battle, target: int) -> Fraction:
    """[6.6] The chance of an emergency square."""
    return Fraction(7 - charges.NEEDS[s.info(target).klass], 6)


def _closings(s: Battle, u: int, target: int, aspect: int, shots: Numbers) -> list[Closed]:
    """[6.1] [9.1] Fire before contact: whoever is destroyed by it, retreats or routs does not close."""
    found = []
    for lost, chance in shots.items():
        results = fate(s, u, {lost: SURE}, morale.FIRE).results
        stands = results["not_tested"] + results[morale.HOLD]
        if stands:
            found.append(Closed(chance * stands, _contact(s, u, target, aspect, lost)))
    return found


def _contact(s: Battle, u: int, target: int, aspect: int, lost: int) -> Stroke:
    """[6.11] The first round of a charger who has lost so much before it."""
    twin = s.copy()
    if lost:
        morale.lose(twin, u, lost)
    flush = charges.lined_up(twin, u, target)
    place(twin, u, flush if charges.touches(twin, u, flush, target) else pose(twin, u))
    twin.contacts = [Contact(u, target, aspect, 0)]
    return melee_odds(twin, sorted([u, target]))


def _charge_outcomes(taken: dict[str, int], formed: Fraction, rounds: list[Closed]) -> Outcomes:
    """Who wins the first round, and what keeps a charge from it."""
    on = NEVER if taken.get("evade") else SURE - formed
    parts = [(name, on * c.chance * chance) for c in rounds for name, chance in c.round.outcomes.items()]
    found = dict.fromkeys(ROUND, NEVER) | gather(parts)
    if "square" in taken:
        found["refused"] = formed
    if "fire" in taken:
        found["repelled"] = on * (SURE - sum([closed.chance for closed in rounds], NEVER))
    if "evade" in taken:
        found["evaded"] = SURE if taken["evade"] else NEVER
    return found


def _mixed(rounds: list[Closed]) -> tuple[Fate, ...]:
    """The fates of those who fight, once the charge has closed, whatever was lost before."""
    whole = sum([closed.chance for closed in rounds], NEVER)
    found = []
    for same in zip(*[closed.round.fates for closed in rounds], strict=True):
        weighed = [(closed.chance / whole, fate) for closed, fate in zip(rounds, same, strict=True)]
        losses = gather([(lost, part * chance) for part, fate in weighed for lost, chance in fate.losses.items()])
        results = gather([(name, part * chance) for part, fate in weighed for name, chance in fate.results.items()])
        found.append(Fate(same[0].unit, dict(sorted(losses.items())), results))
    return tuple(found)


def _defensive(s: Battle, u: int, target: int) -> Blow | None:
    """[6.1] The fire of a charged unit at 1 cm."""
    if fire.shooter_reasons(s, target) or fire.aim_reasons(s, target, u):
        return None
    p = fire.fire_of(s, Shot(target, u, fire.muzzle_count(s, target)))
    return Blow(target, u, p, loss_chances(p))


def odds_of(s: Battle, side: int, action: Action, given: Given) -> Stroke | None:
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
        return charge_odds(s, u, units[-1], given) if u >= 0 else None
    if action.verb == "fight":
        group = next((group for group in melee.melees(s) if units[0] in group), None)
        return None if group is None else melee_odds(s, group, side)
    return _single(s, side, action, getattr(asked, "target", NOBODY))


VERBS_WITH_UNITS = ("fire", "share", "charge", "fight")


def _single(s: Battle, side: int, action: Action, target: int) -> Stroke | None:
    """[3.3] [6.6] Gambles of one die: an order shouted from afar, an emergency square."""
    if action.verb == "order" and action.args[0] in s.world.command_at:
        c = s.world.command_at[action.args[0]]
        sure = orders.voice_reaches(s, side, c)
        return _die("order", SURE if sure else Fraction(orders.order_needs(s, side), 10))
    return _die("square", _squared(s, target)) if action.verb == "try" and target >= 0 else None


def _die(kind: str, chance: Fraction) -> Stroke:
    return Stroke(kind=kind, rule=RULES[kind], outcomes=either("success", "failure", chance))
