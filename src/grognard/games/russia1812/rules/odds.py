"""The exact odds of an attack order: every die summed up, none thrown."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.command import best_cr
from grognard.games.russia1812.rules.advanced.traits import NAPOLEON_MOST
from grognard.games.russia1812.rules.combat.advance import ROUT
from grognard.games.russia1812.rules.combat.retreat import can_escape
from grognard.games.russia1812.rules.combat.values import (
    COMBINED_ARMS,
    Term,
    attack_support,
    attack_terms,
    defence_support,
    defence_terms,
    force_of,
    ground_of,
    loser_hits,
    main_force,
    support_units,
    winner_hits,
)
from grognard.games.russia1812.rules.orders import callable_stacks, order_outcome, support_numbers, supports
from grognard.games.russia1812.world.state import DEAD, Battle, Campaign
from grognard.games.russia1812.world.world import FRENCH

DICE = range(1, 7)
Chances = dict[int, Fraction]


class Helper(NamedTuple):
    """A stack that may be called: where, how likely it comes, what it adds, its undisrupted units."""

    hex: str
    chance: Fraction
    value: int
    units: int


class Odds(NamedTuple):
    """The distribution of one attack order, every eligible stack of both sides being called."""

    cc: int
    defender_cc: int
    order: dict[str, Fraction]  # abort, fail, go
    go_by_cc: list[Fraction]  # chance to go ahead for each number of Combat Commands
    attack: list[Term]
    defence: list[Term]
    attack_support: list[Helper]
    defence_support: list[Helper]
    may_escape: bool
    difference: Chances  # FAV - FDV, once combat is joined
    hits_on_defender: Chances
    hits_on_attacker: Chances
    attacker_wins: Fraction
    tie: Fraction
    defender_wins: Fraction
    must_withdraw: Fraction
    unexamined: tuple[int, int] | None = None  # [15.1] least and most of a hidden defence, before its die


def order_chances(cr: int, cc: int) -> dict[str, Fraction]:
    """[10.2] Abort, fail or go ahead."""
    found = dict.fromkeys(("abort", "fail", "go"), Fraction(0))
    for die in DICE:
        found[order_outcome(cr, cc, die)] += Fraction(1, 6)
    return found


def helpers(s: Campaign, b: Battle, role: int, worth: bool) -> list[Helper]:
    """[10.4] [10.5] The stacks that could be called, with their chances and values."""
    side = b.side if role == 0 else 1 - b.side
    found = []
    for h in bits(callable_stacks(s, b, role)):
        cr, conscripts = support_numbers(s, side, h)
        hits = sum(supports(cr, b.cc[role], die, conscripts, s.edition) for die in DICE)
        force = force_of(s, support_units(s, side, h, role), s.leaders(h, side))
        value = attack_support(force, ground_of(s, h, b.target)) if role == 0 else defence_support(force)
        found.append(Helper(s.world.grid.names[h], Fraction(hits, 6), value if worth else 0, force.units))
    return found


def combine(stacks: list[Helper]) -> dict[tuple[int, int], Fraction]:
    """Every way the calls can turn out: (value added, undisrupted units added)."""
    ways = {(0, 0): Fraction(1)}
    for stack in stacks:
        after: dict[tuple[int, int], Fraction] = {}
        for (value, units), chance in ways.items():
            outcomes = (((value + stack.value, units + stack.units), stack.chance), ((value, units), 1 - stack.chance))
            for key, part in outcomes:
                if part:
                    after[key] = after.get(key, Fraction(0)) + chance * part
        ways = after
    return ways


def _add(chances: Chances, key: int, chance: Fraction) -> None:
    chances[key] = chances.get(key, Fraction(0)) + chance


def attack_odds(s: Campaign, side: int, start: int, target: int, units: int, cc: int, defender_cc: int) -> Odds:
    """[10] [11] The whole distribution of an order with so many Combat Commands on both sides."""
    b = Battle(side, start, target)
    b.units = units
    b.cc = [cc, defender_cc]
    b.defenders = s.fighters(target, 1 - side)
    if s.hidden and unexamined_near(s, target, 1 - side):
        return blind_odds(s, b)
    cr = best_cr(s, s.leaders(start, side))
    attack, more = main_force(s, units, s.leaders(start, side), True)
    defence, stiffer = main_force(s, b.defenders, s.leaders(target, 1 - side), False)
    fought = bool(b.defenders)
    ours = helpers(s, b, 0, True) if fought else []
    theirs = helpers(s, b, 1, bool(defence.units)) if fought else []
    attack_list = attack_terms(attack, ground_of(s, start, target), more) if fought else []
    defence_list = defence_terms(defence, stiffer) if fought else []
    difference: Chances = {}
    on_defender: Chances = {}
    on_attacker: Chances = {}
    if fought:
        base = sum(t[2] for t in attack_list) - sum(t[2] for t in defence_list)
        for (av, au), ac in combine(ours).items():
            for (dv, du), dc in combine(theirs).items():
                _battle(
                    s.edition,
                    base + av - dv,
                    attack.units + au,
                    defence.units + du,
                    ac * dc,
                    difference,
                    on_defender,
                    on_attacker,
                )
    return Odds(
        cc=cc,
        defender_cc=defender_cc,
        order=order_chances(cr, cc),
        go_by_cc=[order_chances(cr, n)["go"] for n in range(s.cc[side] + 1)],
        attack=attack_list,
        defence=defence_list,
        attack_support=ours,
        defence_support=theirs,
        may_escape=fought and can_escape(s, b),
        difference=dict(sorted(difference.items())),
        hits_on_defender=dict(sorted(on_defender.items())),
        hits_on_attacker=dict(sorted(on_attacker.items())),
        attacker_wins=sum((c for d, c in difference.items() if d > 0), Fraction(0)),
        tie=difference.get(0, Fraction(0)),
        defender_wins=sum((c for d, c in difference.items() if d < 0), Fraction(0)),
        must_withdraw=sum((c for d, c in difference.items() if d >= ROUT), Fraction(0)),
    )


# [15.1] against stacks that lie face down


def unexamined_near(s: Campaign, target: int, enemy: int) -> bool:
    """Whether counters lie face down in the defending hex, or in one that could support it."""
    backs = s.veil.backs[enemy]
    return target in backs or (bool(s.occ[enemy] >> target & 1) and any(h in backs for h in bits(s.world.near[target])))


def blind_odds(s: Campaign, b: Battle) -> Odds:
    """[15.1] What is known of an attack on counters face down: the order's die, one's own value, bounds for theirs."""
    side, start, target = b.side, b.start, b.target
    cr = best_cr(s, s.leaders(start, side))
    attack, more = main_force(s, b.units, s.leaders(start, side), True)
    none: Chances = {}
    return Odds(
        cc=b.cc[0],
        defender_cc=b.cc[1],
        order=order_chances(cr, b.cc[0]),
        go_by_cc=[order_chances(cr, n)["go"] for n in range(s.cc[side] + 1)],
        attack=attack_terms(attack, ground_of(s, start, target), more),
        defence=[],
        attack_support=helpers(s, b, 0, True),
        defence_support=[],
        may_escape=False,
        difference=none,
        hits_on_defender=none,
        hits_on_attacker=none,
        attacker_wins=Fraction(0),
        tie=Fraction(0),
        defender_wins=Fraction(0),
        must_withdraw=Fraction(0),
        unexamined=defence_bounds(s, target, 1 - side),
    )


def defence_bounds(s: Campaign, target: int, enemy: int) -> tuple[int, int]:
    """[11.7] From nothing ([11.18], all disrupted) to the best that so many counters could be, with all support."""
    best = max([s.world.cr[c] for c in bits(s.world.leaders[enemy] & s.roster()) if s.at[c] != DEAD], default=0)
    most = main_bound(s, target, enemy, best)
    for h in bits(s.world.near[target] & s.occ[enemy]):
        most += support_bound(s, h, enemy)
    return 0, most


def main_bound(s: Campaign, h: int, enemy: int, best: int) -> int:
    """The most a stack could be worth in its own hex: one counter a commander, or none, the others fresh units."""
    shown, backs = s.fighters(h, enemy), s.veil.backs[enemy].get(h, 0)
    extra = NAPOLEON_MOST if s.advanced and enemy == FRENCH else 0
    if not backs:
        force, more = main_force(s, shown, s.leaders(h, enemy), False)
        return sum(term[2] for term in defence_terms(force, more))
    found = 0
    for units in (backs, backs - 1):
        number = (shown & ~s.disrupted).bit_count() + units
        led = best if units < backs or s.leaders(h, enemy) else 0
        found = max(found, number + COMBINED_ARMS[min(number, 3)] + min(led, number) + (extra if led else 0))
    return found


def support_bound(s: Campaign, h: int, enemy: int) -> int:
    """The most a supporting stack could add: every counter a fresh unit, or one of them a commander."""
    able = (s.fighters(h, enemy) & ~s.disrupted).bit_count() + s.veil.backs[enemy].get(h, 0)
    return able + int(bool(s.leaders(h, enemy)))


def _battle(
    edition: int,
    base: int,
    attackers: int,
    defenders: int,
    weight: Fraction,
    difference: Chances,
    on_defender: Chances,
    on_attacker: Chances,
) -> None:
    """Both combat dice and the loser's die, for one outcome of the support calls."""
    for swing in range(-5, 6):
        chance = weight * Fraction(6 - abs(swing), 36)
        margin = base + swing
        _add(difference, margin, chance)
        if margin == 0:
            _add(on_attacker, 1, chance)  # [11.9]
            _add(on_defender, 0, chance)
            continue
        won = margin > 0
        hits = winner_hits(abs(margin), attackers if won else defenders, edition)
        _add(on_defender if won else on_attacker, hits, chance)
        for die in DICE:
            back = loser_hits(abs(margin), defenders if won else attackers, die, edition)
            _add(on_attacker if won else on_defender, back, chance / 6)
