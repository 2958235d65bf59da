"""What a charge is worth before it is made: the sheet's own percentages for blows that are still to come.

The tables, the tests of morale and the emergency square are the rules'; what is guessed is how many bases will meet.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from grognard.bots.captain_tabletop.field import Field
from grognard.games.tabletop.rules.charges import NEEDS, STOP, can_square, chargers_of, may_evade
from grognard.games.tabletop.rules.figures import disordered
from grognard.games.tabletop.rules.fire import LONG, band, circumstances, fire_percent, muzzle_count, shooter_reasons
from grognard.games.tabletop.rules.melee import Clash, melee_percent
from grognard.games.tabletop.rules.morale import DIE, FIRE, HOLD, MELEE, needs_test, terms_of
from grognard.games.tabletop.rules.movement.paces import speed
from grognard.games.tabletop.rules.odds import morale_chances
from grognard.games.tabletop.world.formations import BASE_WIDTH, MASSE, OPEN, SQUARE, bases_of
from grognard.games.tabletop.world.state import ROUTED
from grognard.games.tabletop.world.world import CM

REFUSED: Final = 0.2  # what it costs to be left standing before a square
DRIVEN: Final = 0.6  # how much of their fire it spares to drive off skirmishers
RUNS: Final = 0.67  # who runs is counted lost altogether, if he does not rally
WORSTED: Final = 0.4  # to fall back in disorder
GONE: Final = 2.0  # a broken enemy ridden down does not come back


def shot(field: Field, u: int, target: int, away: float) -> float:
    """[7.1] The chance in a hundred of a loss by a unit's fire from so far."""
    s = field.s
    if shooter_reasons(s, u):
        return 0
    how = circumstances(s, u, target)._replace(band=band(field.info(u).type, away) or LONG)
    return float(fire_percent(s.world, how, muzzle_count(s, u)).total)


def blow(field: Field, u: int, target: int, pm: int, charging: bool, aside: bool = False, loose: bool = False) -> float:
    """[8.1] The chance in a hundred of a loss that a unit with so many morale points deals in the first round.

    ``aside``: it has been struck in flank or rear; ``loose``: it is in disorder by then.
    """
    s, info, foe = field.s, field.info(u), field.info(target)
    steadied = not charging and field.cover(u) is not None and foe.cavalry  # [8.5] in cover against charging horse
    shaken = aside or ((loose or disordered(s, u)) and not steadied)
    clash = Clash(
        kind=info.type,
        klass=info.klass,
        impetus=charging and info.cavalry and not shaken,
        charging=charging and info.infantry,
        disordered=shaken,
        fatigue=field.unit(u).fatigue,
        at_guns=foe.artillery,
        cover=field.cover(target),
    )
    return float(melee_percent(s.world, clash, meeting(field, u, target, pm, aside, shaken)).total)


def meeting(field: Field, u: int, target: int, pm: int, aside: bool, shaken: bool) -> int:
    """[8.2] [8.4] The bases that are likely to come to blows."""
    formation = field.unit(u).formation
    if aside or formation in (SQUARE, MASSE):
        return 1
    if formation == OPEN:
        touching = (field.s.layout(target).width + BASE_WIDTH) // (2 * BASE_WIDTH)
        return max(1, min(field.front(u), field.front(target), touching))
    return min(field.front(u), field.front(target)) if shaken else bases_of(pm)


def losses(percent: float) -> list[tuple[int, float]]:
    sure, rest = divmod(percent, 100)
    return [(int(sure), 1 - rest / 100), (int(sure) + 1, rest / 100)]


def fails(field: Field, u: int, pm: int, lost: int, cause: str) -> float:
    """[9.1] The chance that a unit with so many morale points runs, or is gone, after a loss."""
    left = pm - lost
    if left <= 0:
        return 1
    if not needs_test(left, lost):
        return 0
    steady = sum([value for name, value in terms_of(field.s, u) if name != "bases_lost"])
    return _runs(steady - field.info(u).bases + bases_of(left), DIE[cause])


@cache
def _runs(modifier: int, die: int) -> float:
    """[9.3] [9.4] The chance that a test fails."""
    return 1 - float(morale_chances(modifier, die)[HOLD])


class Fight(NamedTuple):
    """The chances that a charge wins and that it fails, and what it is worth in morale points."""

    win: float
    lose: float
    worth: float


def harm(field: Field, u: int, pm: int, lost: int, cause: str) -> float:
    """What a loss costs: its points, and the rest of the unit where it runs."""
    gone = lost + RUNS * fails(field, u, pm, lost, cause) * (pm - lost) if lost < pm else pm
    return field.stakes[field.s.side(u)] * gone


def duel(field: Field, u: int, target: int, loose: bool = False) -> Fight:
    """How a charge is likely to end, its target firing first; friends at the same target help."""
    aside = field.exposed(u, target)
    helpers = [v for v in chargers_of(field.s, target) if v != u]
    volley = 0.0 if aside or helpers else shot(field, target, u, STOP)
    helped = sum(blow(field, v, target, field.unit(v).pm, True) for v in helpers)
    win = lose = worth = 0.0
    for hurt, chance in losses(volley):
        pm = field.unit(u).pm - hurt
        broken = fails(field, u, field.unit(u).pm, hurt, FIRE)
        lose += chance * broken
        worth -= chance * harm(field, u, field.unit(u).pm, hurt, FIRE)
        rest = chance * (1 - broken)
        if rest and pm > 0:
            found = round_of(field, u, target, pm, blow(field, u, target, pm, True) + helped, aside, loose)
            win, lose, worth = win + rest * found.win, lose + rest * found.lose, worth + rest * found.worth
    return Fight(win, lose, worth)


def round_of(field: Field, u: int, target: int, pm: int, strikes: float, aside: bool, loose: bool) -> Fight:
    """A round of melee: the chances of the one and of the other; an equal round goes against the attacker."""
    win = lose = worth = 0.0
    theirs = field.unit(target).pm
    answer = losses(blow(field, target, u, theirs, False, aside, loose))
    for dealt, p in losses(strikes):
        gone = fails(field, target, theirs, dealt, MELEE)
        won = harm(field, target, theirs, dealt, MELEE)
        for taken, q in answer:
            runs = fails(field, u, pm, taken, MELEE)
            stand = (1 - gone) * (1 - runs)
            even = stand * (dealt == taken)
            ahead, behind = stand * (dealt > taken) + even * 0.4, stand * (dealt < taken) + even * 0.6
            win += p * q * (gone * (1 - runs) + ahead)
            lose += p * q * (runs * (1 - gone) + behind)
            worth += p * q * (won - harm(field, u, pm, taken, MELEE) + WORSTED * (ahead - behind))
    return Fight(win, lose, worth)


def squares(field: Field, target: int) -> float:
    """[6.6] The chance that a battalion forms square in time."""
    return (7 - NEEDS[field.info(target).klass]) / 6


def gain(field: Field, u: int, target: int) -> float:
    """What a charge is worth, in morale points: above nothing, it should be made."""
    if not field.unit(target).ready:
        return GONE if field.info(u).cavalry and field.unit(target).status == ROUTED else -0.1
    volley, away = 0.0, field.gap(u, target)
    if away <= field.reach(u):  # who charges does not fire
        volley = shot(field, u, target, away) / 100 * harm(field, target, field.unit(target).pm, 1, FIRE)
    if escapes(field, u, target):
        return DRIVEN * shot(field, target, u, away) / 100 - volley
    riders = can_square(field.s, u, target)
    worth = duel(field, u, target, loose=riders).worth
    if riders:  # some battalions form square in time; those that do not are in disorder
        kept = squares(field, target)
        worth = worth * (1 - kept) - REFUSED * kept
    return worth - volley


def escapes(field: Field, u: int, target: int) -> bool:
    """[6.7] Whether a target will evade, and is not caught: it runs as far as the charger, with a start."""
    if not may_evade(field.s, target):
        return False
    fast = speed(field.info(u).type, field.unit(u).formation) * CM
    return fast - field.gap(u, target) < speed(field.info(target).type, field.unit(target).formation) * CM
