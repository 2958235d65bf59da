"""The exact odds of an attack order: every die summed up, none thrown."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_combat import combat_cards, order_cards, support_cards
from grognard.games.russia1812.rules.advanced.card_use import PlayCard
from grognard.games.russia1812.rules.advanced.command import best_cr
from grognard.games.russia1812.rules.advanced.traits import NAPOLEON_MOST
from grognard.games.russia1812.rules.combat.advance import ROUT
from grognard.games.russia1812.rules.combat.retreat import can_escape
from grognard.games.russia1812.rules.combat.values import (
    COMBINED_ARMS,
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
from grognard.games.russia1812.world.state import DEAD, Attack, Campaign
from grognard.games.russia1812.world.world import FRENCH
from grognard.kernel.action import Action
from grognard.kernel.odds import D6, NEVER, Gamble, Given, Numbers, Outcomes, Term, Unknown, settle, sum_up

Ways = dict[tuple[int, int], int]  # value and units that support adds: in how many of equally likely cases


class Helper(NamedTuple):
    """A stack that may be called: where, how likely it comes, what it adds, its undisrupted units."""

    hex: str
    chance: Fraction
    value: int
    units: int


class Combat(NamedTuple):
    """Combat once it is joined: FAV - FDV, and the hits on both."""

    difference: Numbers
    hits_on_defender: Numbers
    hits_on_attacker: Numbers


class Meeting(NamedTuple):
    """What both bring to a combat, and how it goes; ``unexamined`` as in the order."""

    attack: list[Term]
    defence: list[Term]
    ours: list[Helper]
    theirs: list[Helper]
    combat: Combat
    unexamined: tuple[int, int] | None = None


NO_COMBAT = Combat({}, {}, {})
NOBODY_MET = Meeting([], [], [], [], NO_COMBAT)


@dataclass(frozen=True, kw_only=True)
class AttackOrder(Gamble):
    """[10.2] An order to attack: it is called off or fails, or combat is joined, and lost, tied or won.

    Outcomes: abort, fail, beaten, tie, won (by one or two), routed; escaped, where cavalry may slip away; go instead,
    where there is nobody to fight or his counters lie face down. ``terms`` are the attack, ``against`` the defence.
    """

    start: int
    target: int
    cc: int
    defender_cc: int
    order: Outcomes  # abort, fail, go
    go_by_cc: list[Fraction]  # chance to go ahead for each number of Combat Commands
    attack_support: list[Helper]
    defence_support: list[Helper]
    combat: Combat
    unexamined: tuple[int, int] | None = None  # [15.1] least and most of a hidden defence, before its die

    @property
    def attack(self) -> list[Term]:
        return list(self.terms)

    @property
    def defence(self) -> list[Term]:
        return list(self.against)

    @property
    def may_escape(self) -> bool:
        return "escaped" in self.outcomes

    @property
    def difference(self) -> Numbers:
        return self.combat.difference

    @property
    def hits_on_defender(self) -> Numbers:
        return self.combat.hits_on_defender

    @property
    def hits_on_attacker(self) -> Numbers:
        return self.combat.hits_on_attacker

    @property
    def attacker_wins(self) -> Fraction:
        return self._between(1, None)

    @property
    def tie(self) -> Fraction:
        return self._between(0, 0)

    @property
    def defender_wins(self) -> Fraction:
        return self._between(None, -1)

    @property
    def must_withdraw(self) -> Fraction:
        return self._between(ROUT, None)

    def _between(self, least: int | None, most: int | None) -> Fraction:
        return between(self.difference, least, most)


def between(difference: Numbers, least: int | None, most: int | None) -> Fraction:
    """The chance of a difference from least to most, once combat is joined."""
    fits = [c for d, c in difference.items() if (least is None or d >= least) and (most is None or d <= most)]
    return sum(fits, NEVER)


def order_chances(cr: int, cc: int) -> Outcomes:
    """[10.2] Abort, fail or go ahead."""
    return dict.fromkeys(("abort", "fail", "go"), NEVER) | sum_up([order_outcome(cr, cc, die) for die in D6])


def helpers(s: Campaign, b: Attack, role: int, worth: bool) -> list[Helper]:
    """[10.4] [10.5] The stacks that could be called, with their chances and values."""
    side = b.side if role == 0 else 1 - b.side
    found = []
    for h in bits(callable_stacks(s, b, role)):
        cr, conscripts = support_numbers(s, side, h)
        hits = sum(supports(cr, b.cc[role], die, conscripts, s.edition) for die in D6)
        force = force_of(s, support_units(s, side, h, role), s.leaders(h, side))
        value = attack_support(force, ground_of(s, h, b.target)) if role == 0 else defence_support(force)
        found.append(Helper(s.world.grid.names[h], Fraction(hits, 6), value if worth else 0, force.units))
    return found


def support_ways(stacks: list[Helper]) -> Ways:
    """Every way the calls can turn out, among six cases for each stack."""
    ways: Ways = {(0, 0): 1}
    for stack in stacks:
        comes = int(stack.chance * 6)
        after: Ways = defaultdict(int)
        for (value, units), count in ways.items():
            after[value + stack.value, units + stack.units] += count * comes
            after[value, units] += count * (6 - comes)
        ways = {way: count for way, count in after.items() if count}
    return ways


# what may still be chosen


def unknowns_of(s: Campaign, b: Attack, thought: bool, blind: bool) -> list[Unknown]:
    """[10.2] [10.3] The Combat Commands of both; ``thought``: the order is not given yet, ``blind``: [15.1]."""
    found = [Unknown("cc", 0, s.cc[b.side], 0, own=True)] if thought else []
    found.append(Unknown("defender_cc", 0, s.cc[1 - b.side], 0))
    return found if blind or not b.defenders else found + combat_unknowns(s, b)


def combat_unknowns(s: Campaign, b: Attack) -> list[Unknown]:
    """[10.4] [10.5] [11.1] Whether cavalry slips away, and whether both call those who could come."""
    found = []
    if can_escape(s, b):
        found.append(Unknown("escape", 0, 1, 0))
    if callable_stacks(s, b, 0):
        found.append(Unknown("calls", 0, 1, 1, own=True))
    if callable_stacks(s, b, 1):
        found.append(Unknown("defender_calls", 0, 1, 1))
    return found + card_unknowns(s, b) if s.advanced else found


def card_unknowns(s: Campaign, b: Attack) -> list[Unknown]:
    """[16.1] Cards on the table that may be used once: those for the defence are counted, the others named."""
    found = []
    cards = defence_cards(s, b)
    if cards:
        found.append(Unknown("cards", 0, len(cards), 0))
    if support_cards(s, 1 - b.side):
        found.append(Unknown("support_card", 0, 0, 0))
    if order_cards(s, b) or support_cards(s, b.side) or len(combat_cards(s, b)) > len(cards):
        found.append(Unknown("own_cards", 0, 0, 0, own=True))
    return found


def defence_cards(s: Campaign, b: Attack) -> list[int]:
    """[16.1] What each card adds that the defender may use in this combat."""
    return [f.number for f in combat_cards(s, b) if isinstance(f, PlayCard) and f.use == "defence"]


# the gamble


def odds_of(s: Campaign, side: int, action: Action, given: Given) -> AttackOrder | None:
    """[10.2] The odds behind ``attack FROM TO`` (the whole stack) or ``commit N``; None where it is no gamble."""
    b = s.battle
    if action.verb == "attack":
        start, target = action.args
        units = s.fighters(start, side)
        if not units or not s.world.near[start] >> target & 1:
            return None
        return order_odds(s, battle(s, side, start, target, units, 0), given, thought=True)
    if action.verb == "commit" and b is not None and b.side == side and not b.fought:
        return order_odds(s, battle(s, side, b.start, b.target, b.units, action.args[0]), given, thought=False)
    return None


def attack_odds(s: Campaign, side: int, start: int, target: int, units: int, cc: int, defender_cc: int) -> AttackOrder:
    """[10] [11] An order thought of, with so many Combat Commands on both sides."""
    given = {"cc": cc, "defender_cc": defender_cc}
    return order_odds(s, battle(s, side, start, target, units, 0), given, thought=True)


def battle(s: Campaign, side: int, start: int, target: int, units: int, cc: int) -> Attack:
    b = Attack(side, start, target)
    b.units = units
    b.cc = [cc, 0]
    b.defenders = s.fighters(target, 1 - side)
    return b


def order_odds(s: Campaign, b: Attack, given: Given, thought: bool) -> AttackOrder:
    """[10] [11] The whole distribution of an order."""
    blind = s.hidden and unexamined_near(s, b.target, 1 - b.side)
    unknowns = settle(unknowns_of(s, b, thought, blind), given)
    taken = {unknown.name: unknown.assumed for unknown in unknowns}
    b.cc = [taken.get("cc", b.cc[0]), taken["defender_cc"]]
    meeting = blind_meeting(s, b) if blind else meeting_of(s, b, taken) if b.defenders else NOBODY_MET
    order, by_cc = orders_of(s, b)
    return AttackOrder(
        kind="attack",
        rule="10.2",
        outcomes=order_results(order, meeting.combat.difference, taken.get("escape")),
        unknowns=unknowns,
        terms=tuple(meeting.attack),
        against=tuple(meeting.defence),
        start=b.start,
        target=b.target,
        cc=b.cc[0],
        defender_cc=b.cc[1],
        order=order,
        go_by_cc=by_cc,
        attack_support=meeting.ours,
        defence_support=meeting.theirs,
        combat=meeting.combat,
        unexamined=meeting.unexamined,
    )


def meeting_of(s: Campaign, b: Attack, taken: Given) -> Meeting:
    """[11.3] to [11.8] Both values, who may come to help, and combat once it is joined."""
    attack, more = main_force(s, b.units, s.leaders(b.start, b.side), True)
    defence, stiffer = main_force(s, b.defenders, s.leaders(b.target, 1 - b.side), False)
    ours = helpers(s, b, 0, True) if taken.get("calls") else []
    theirs = helpers(s, b, 1, bool(defence.units)) if taken.get("defender_calls") else []
    terms = attack_terms(attack, ground_of(s, b.start, b.target), more)
    against = defence_terms(defence, stiffer)
    if cards := sum(defence_cards(s, b)[: taken["cards"]]) if "cards" in taken else 0:
        against.append(Term("16.1", "cards", cards))
    base = sum([term.value for term in terms]) - sum([term.value for term in against])
    combat = combat_odds(s.edition, base, (attack.units, defence.units), (ours, theirs))
    return Meeting(terms, against, ours, theirs, combat)


def orders_of(s: Campaign, b: Attack) -> tuple[Outcomes, list[Fraction]]:
    """[10.2] The order's die with the Combat Commands committed, and the chance to go ahead for each number of them."""
    cr = best_cr(s, s.leaders(b.start, b.side))
    return order_chances(cr, b.cc[0]), [order_chances(cr, n)["go"] for n in range(s.cc[b.side] + 1)]


def order_results(order: Outcomes, difference: Numbers, escape: int | None) -> Outcomes:
    """What comes of an order in the end; ``escape``: whether cavalry slips away, None where it cannot."""
    if not difference:
        return dict(order)
    fight = NEVER if escape else order["go"]
    found = {
        "abort": order["abort"],
        "fail": order["fail"],
        "beaten": fight * between(difference, None, -1),
        "tie": fight * between(difference, 0, 0),
        "won": fight * between(difference, 1, ROUT - 1),
        "routed": fight * between(difference, ROUT, None),
    }
    return found if escape is None else found | {"escaped": order["go"] - fight}


def combat_odds(edition: int, base: int, fresh: tuple[int, int], stacks: tuple[list[Helper], list[Helper]]) -> Combat:
    """[11.8] [11.14] [11.15] Support, both combat dice and the loser's die; cases are counted, and then divided."""
    counts: tuple[dict[int, int], ...] = (defaultdict(int), defaultdict(int), defaultdict(int))
    for (av, au), ac in support_ways(stacks[0]).items():
        for (dv, du), dc in support_ways(stacks[1]).items():
            _count(edition, base + av - dv, (fresh[0] + au, fresh[1] + du), ac * dc, counts)
    whole = 6 ** (3 + len(stacks[0]) + len(stacks[1]))
    found = [{number: Fraction(n, whole) for number, n in sorted(row.items())} for row in counts]
    return Combat(found[0], found[1], found[2])


def _count(edition: int, base: int, fresh: tuple[int, int], weight: int, counts: tuple[dict[int, int], ...]) -> None:
    """Both combat dice and the loser's die, for one outcome of the support calls."""
    difference, on_defender, on_attacker = counts
    for swing in range(-5, 6):
        cases = weight * (6 - abs(swing))
        margin = base + swing
        difference[margin] += 6 * cases
        if margin == 0:
            on_attacker[1] += 6 * cases  # [11.9]
            on_defender[0] += 6 * cases
            continue
        winner = 0 if margin > 0 else 1
        struck, back = (on_defender, on_attacker) if margin > 0 else (on_attacker, on_defender)
        struck[winner_hits(abs(margin), fresh[winner], edition)] += 6 * cases
        for die in D6:
            back[loser_hits(abs(margin), fresh[1 - winner], die, edition)] += cases


# [15.1] against stacks that lie face down


def unexamined_near(s: Campaign, target: int, enemy: int) -> bool:
    """Whether counters lie face down in the defending hex, or in one that could support it."""
    backs = s.veil.backs[enemy]
    return target in backs or (bool(s.occ[enemy] >> target & 1) and any(h in backs for h in bits(s.world.near[target])))


def blind_meeting(s: Campaign, b: Attack) -> Meeting:
    """[15.1] What is known of an attack on counters face down: one's own value, bounds for theirs."""
    attack, more = main_force(s, b.units, s.leaders(b.start, b.side), True)
    terms = attack_terms(attack, ground_of(s, b.start, b.target), more)
    return Meeting(terms, [], helpers(s, b, 0, True), [], NO_COMBAT, defence_bounds(s, b.target, 1 - b.side))


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
