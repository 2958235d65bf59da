"""Rulebook 11.2 to 11.9, 11.14, 11.15, 11.17, 11.18: the values of a combat, its dice and its hits.

The numbers are plain functions of small values: the same ones resolve a battle and compute its odds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from grognard.games.russia1812.rules.advanced.card_combat import combat_cards
from grognard.games.russia1812.rules.advanced.command import combat_cr
from grognard.games.russia1812.rules.advanced.traits import extra_factors
from grognard.games.russia1812.rules.combat.retreat import Aftermath
from grognard.games.russia1812.world.state import Attack, Campaign
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban
from grognard.kernel.frame import Frame
from grognard.kernel.odds import Term

RIVER, SUPPORT_RIVER = -3, -2  # [11.4] [11.5]
COVER, SUPPORT_COVER = -2, -1
FORT_WITHOUT_ARTILLERY, FORT_WITH_ARTILLERY, SUPPORT_FORT = -2, -1, -1
COMBINED_ARMS = (0, 0, 2, 4)  # [11.3] by the number of types
LOSER_DIE = ((0, -1, -1, 0, 0, 1, 1), (0, -2, -1, 0, 0, 1, 2))  # [11.15] by edition


class Force(NamedTuple):
    """A stack as combat sees it: undisrupted units by type, weariness, and its best commander (-1: none)."""

    infantry: int
    cavalry: int
    artillery: int
    forced: bool
    prior: int
    cr: int
    broken: int = 0  # disrupted units

    @property
    def units(self) -> int:
        return self.infantry + self.cavalry + self.artillery


class Ground(NamedTuple):
    """What lies between an attacking or supporting stack and the defending hex."""

    river: bool
    fortified: bool
    cover: bool


def divisor(forced: bool, prior: int) -> int:
    """[11.2] Weariness: a forced march or one combat halves, both or two combats quarter."""
    if prior >= 2 or (forced and prior):
        return 4
    return 2 if forced or prior else 1


def stack_terms(force: Force, extra: int) -> list[Term]:
    """[11.3] [11.6] A main stack's value: factors, combined arms, less what weariness takes ([1.2]: rounded down)."""
    types = (force.infantry > 0) + (force.cavalry > 0) + (force.artillery > 0)
    whole = force.units + extra + COMBINED_ARMS[types]
    tired = whole // divisor(force.forced, force.prior) - whole
    return [
        Term("11.3", "units", force.units + extra),
        Term("11.3", "combined_arms", COMBINED_ARMS[types]),
        Term("11.2", "weariness", tired),
    ]


def ground_terms(force: Force, ground: Ground, fort_less: int = 0) -> list[Term]:
    """[11.4] River, fortress and ground against the attacking stack; [16.1] a card may make the fortress weaker."""
    fort = (FORT_WITH_ARTILLERY if force.artillery else FORT_WITHOUT_ARTILLERY) if ground.fortified else 0
    fort = min(0, fort + fort_less)
    return [
        Term("11.4", "river", RIVER if ground.river else 0),
        Term("11.4", "fortress", fort),
        Term("11.4", "cover", COVER if ground.cover else 0),
    ]


def commander_term(force: Force, rule: str) -> Term:
    """[11.5] [11.7] The best commander's CR, at most the number of (undisrupted) units."""
    return Term(rule, "commander", min(max(force.cr, 0), force.units))


def attack_terms(force: Force, ground: Ground, extra: int = 0, fort_less: int = 0) -> list[Term]:
    """[11.5] The attacker's value but for support and die."""
    return [*stack_terms(force, extra), *ground_terms(force, ground, fort_less), commander_term(force, "11.5")]


def attack_support(force: Force, ground: Ground, fort_less: int = 0) -> int:
    """[11.5] What a supporting stack adds to the attack."""
    value = force.units // divisor(force.forced, force.prior)
    value += SUPPORT_RIVER if ground.river else 0
    value += min(0, SUPPORT_FORT + fort_less) if ground.fortified and not force.artillery else 0
    value += SUPPORT_COVER if ground.cover else 0
    return value + int(force.cr >= 0)


def defence_terms(force: Force, extra: int = 0) -> list[Term]:
    """[11.6] [11.7] The defender's value but for support and die; nothing if all are disrupted ([11.18])."""
    if not force.units:
        return [Term("11.18", "all_disrupted", 0)]
    renamed = {"11.3": "11.6", "11.2": "11.2"}
    terms = [Term(renamed[rule], key, value) for rule, key, value in stack_terms(force, extra)]
    return [*terms, commander_term(force, "11.7")]


def defence_support(force: Force) -> int:
    """[11.7] What a supporting stack adds to the defence."""
    return force.units // divisor(force.forced, force.prior) + int(force.cr >= 0)


def winner_hits(difference: int, undisrupted: int, edition: int) -> int:
    """[11.14] The difference, at most twice (first edition: once) the winner's undisrupted units."""
    return min(difference, undisrupted * edition)


def loser_hits(difference: int, undisrupted: int, die: int, edition: int) -> int:
    """[11.15] Half the difference (up; first edition down), bent by a die, at most the loser's undisrupted units."""
    half = (difference + 1) // 2 if edition == 2 else difference // 2
    return max(0, min(half + LOSER_DIE[edition - 1][die], undisrupted))


def least_to_main(hits: int, capacity: int) -> int:
    """[11.17] R-11.17d: at least half, rounded up, as far as the main stack can take them."""
    return min((hits + 1) // 2, capacity)


# reading the map


def force_of(s: Campaign, units: int, leaders: int) -> Force:
    """A stack's numbers. R-11.2a: its weariness is that of its most tired unit."""
    world = s.world
    able = units & ~s.disrupted
    prior = 2 if units & s.fought_twice else int(bool(units & s.fought_once))
    return Force(
        (able & world.infantry).bit_count(),
        (able & world.cavalry).bit_count(),
        (able & world.artillery).bit_count(),
        bool(units & s.forced),
        prior,
        world.best_cr(leaders) if leaders else -1,
        (units & s.disrupted).bit_count(),
    )


def main_force(s: Campaign, units: int, leaders: int, attacking: bool) -> tuple[Force, int]:
    """An attacking or defending stack, and the factors its commander adds ([16.4]; none in the Basic game)."""
    force = force_of(s, units, leaders)
    if not s.advanced:
        return force, 0
    return force._replace(cr=combat_cr(s, units, leaders)), extra_factors(s, units, leaders, attacking)


def ground_of(s: Campaign, h: int, target: int) -> Ground:
    world = s.world
    return Ground(
        not world.near_level[h] >> target & 1,
        bool(world.fortified >> target & 1),
        bool(world.cover_ground >> target & 1),
    )


def main_units(s: Campaign, b: Attack, role: int) -> int:
    """[11.2] R-11.2b: only the units ordered to attack; of the defending hex all combat units."""
    if role == 0:
        return s.stack[b.start] & b.units
    return s.fighters(b.target, 1 - b.side)


def helping_units(s: Campaign, b: Attack, role: int) -> int:
    side = b.side if role == 0 else 1 - b.side
    found = 0
    for h in b.helpers[role]:
        found |= support_units(s, side, h, role)
    return found


def support_units(s: Campaign, side: int, h: int, role: int) -> int:
    """[11.2] Of a supporting hex all combat units; [16.1] but for one that a card keeps from attacking."""
    units = s.fighters(h, side)
    return units & ~s.affairs.barred if role == 0 else units


class JoinBattle(Frame[Campaign]):
    """Both values with a die each; the winner's hits, the loser's die and hits."""

    rule = "11.8"

    def finish(self, state: Campaign) -> None:
        s, b = state, state.battle
        assert b is not None
        enemy = 1 - b.side
        if s.advanced and not b.asked:
            b.asked = True
            s.push(*combat_cards(s, b), self)
            return
        attack, more = main_force(s, b.units, s.leaders(b.start, b.side), True)
        defence, stiffer = main_force(s, b.defenders, s.leaders(b.target, enemy), False)
        mine = attack_terms(attack, ground_of(s, b.start, b.target), more, b.fort)
        theirs = defence_terms(defence, stiffer)
        fav = sum([t[2] for t in mine]) + b.bonus[0]
        fdv = sum([t[2] for t in theirs]) + b.bonus[1]
        helped: list[tuple[int, int, int]] = []
        fresh = [attack.units, defence.units]
        for role, side in ((0, b.side), (1, enemy)):
            for h in b.helpers[role]:
                force = force_of(s, support_units(s, side, h, role), s.leaders(h, side))
                fresh[role] += force.units
                if role == 0:
                    helped.append((role, h, attack_support(force, ground_of(s, h, b.target), b.fort)))
                elif defence.units:
                    helped.append((role, h, defence_support(force)))
        fav += sum([value for role, _, value in helped if role == 0])
        fdv += sum([value for role, _, value in helped if role == 1])
        b.took_part = b.units | b.defenders | helping_units(s, b, 0) | helping_units(s, b, 1)
        b.fought = True
        led = (s.leaders(b.start, b.side), s.leaders(b.target, enemy))
        terms = [tuple([tuple(term) for term in terms]) for terms in (mine, theirs)]
        counted = (*terms, tuple(b.bonus), tuple(helped), b.units | led[0], b.defenders | led[1])
        self._roll(s, b, fav, fdv, fresh, counted)

    def _roll(self, s: Campaign, b: Attack, fav: int, fdv: int, fresh: list[int], counted: tuple[object, ...]) -> None:
        """``counted``: what the values were made of, for whoever tells of the battle."""
        attack_die, defence_die = s.dice.d6(), s.dice.d6()
        b.margin = fav + attack_die - fdv - defence_die
        s.emit("combat", b.start, b.target, fav, attack_die, fdv, defence_die, b.margin)
        s.explain(*counted)
        if b.margin == 0:
            b.hits = [1, 0]  # [11.9]
            b.to_main = [1, 0]
            s.push(TakeHits(b.side, 0), ExtraHit(b.side, 0), Aftermath(1 - b.side))
            return
        winner = 0 if b.margin > 0 else 1
        loser = 1 - winner
        die = s.dice.d6()
        size = abs(b.margin)
        b.hits[loser] = winner_hits(size, fresh[winner], s.edition)
        b.hits[winner] = loser_hits(size, fresh[loser], die, s.edition)
        for role in (0, 1):
            main = main_units(s, b, role)
            capacity = main.bit_count() + (main & ~s.disrupted).bit_count()
            b.to_main[role] = least_to_main(b.hits[role], capacity)
        sides = (b.side, 1 - b.side)
        s.emit("hits", sides[loser], b.hits[loser], sides[winner], b.hits[winner], die)
        s.push(
            TakeHits(sides[loser], loser),
            ExtraHit(sides[loser], loser),
            TakeHits(sides[winner], winner),
            ExtraHit(sides[winner], winner),
            Aftermath(1 - b.side),
        )


class RoleFrame(Frame[Campaign]):
    """A frame that speaks for one role of a battle: 0 attacker, 1 defender."""

    def __init__(self, side: int, role: int) -> None:
        super().__init__(side)
        self.role = role

    def key(self) -> tuple[object, ...]:
        return (type(self).__name__, self.side, self.role)


class TakeHits(RoleFrame):
    """The owner spreads his hits: at least half on the main stack, the rest there or on supporting stacks."""

    rule = "11.17"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        assert state.battle is not None
        return state.world.for_units("hit", self.open(state, side, "hit")) if state.battle.hits[self.role] else ()

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        b, role = state.battle, self.role
        assert b is not None
        u = action.args[0]
        if main_units(state, b, role) >> u & 1 and b.to_main[role]:
            b.to_main[role] -= 1
        h = state.at[u]
        b.taken[h] = b.taken.get(h, 0) + 1
        b.hits[role] -= 1
        b.lost[role] += state.hit(u)
        state.push(self)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        b, role = state.battle, self.role
        assert b is not None
        if verb != "hit":
            return
        main, helping = main_units(state, b, role), helping_units(state, b, role)
        if main and b.hits[role] <= b.to_main[role]:
            yield Ban("11.17", "half_to_main", helping, (b.to_main[role],))
        yield Ban("11.17", "not_in_combat", ~(main | helping))

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        b = state.battle
        assert b is not None
        return (b.hits[self.role], b.to_main[self.role])


class ExtraHit(RoleFrame):
    """A stack that took an odd number of hits may take one more to rid itself of a disrupted unit."""

    rule = "11.17"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        if self._odd(state) < 0:
            return ()
        return [state.world.done, *state.world.for_units("extra", self.open(state, side, "extra"))]

    def _odd(self, state: Campaign) -> int:
        """The first hex still to be asked about; -1 if there is none."""
        b = state.battle
        assert b is not None
        main = b.start if self.role == 0 else b.target
        for h in [main, *b.helpers[self.role]]:
            if b.taken.get(h, 0) & 1 and self._broken(state, h):
                return h
        return -1

    def _broken(self, state: Campaign, h: int) -> int:
        b = state.battle
        assert b is not None
        units = b.units if self.role == 0 and h == b.start else -1
        return state.fighters(h, self.side) & state.disrupted & units

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        b = state.battle
        assert b is not None
        b.taken[self._odd(state)] = 0
        if action.verb == "extra":
            b.lost[self.role] += state.hit(action.args[0])
        state.push(self)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "extra":
            yield Ban("11.17", "no_extra", ~self._broken(state, self._odd(state)))

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        return (self._odd(state),)
