"""Exact odds: what a marker, a shot, a test may bring, as far as the side that asks can know."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from grognard.games.merde.rules import rally
from grognard.games.merde.rules.cavalry import charge, square
from grognard.games.merde.rules.combat import exchange as combat
from grognard.games.merde.rules.combat.damage import severity
from grognard.games.merde.rules.combat.engage import FireStep, charge_ban, fire_ban
from grognard.games.merde.rules.combat.markers import COPIES, PAIRS, blue, red
from grognard.games.merde.rules.combat.melee import ChargeExchange, Exchange
from grognard.games.merde.rules.combat.totals import (
    CHARGE,
    FACTOR,
    FIRE,
    MELEE,
    TERM_RULES,
    Stance,
    Terms,
    attack_terms,
    defence_terms,
    total,
)
from grognard.games.merde.rules.fire import artillery, skirmish
from grognard.games.merde.world.lexicon import SHORT
from grognard.games.merde.world.state import CARDS, Battle
from grognard.games.merde.world.world import ARTILLERY
from grognard.kernel.action import Action
from grognard.kernel.odds import SURE, Gamble, Given, Outcomes, Term, Unknown, either, settle

Chances = tuple[tuple[str, Fraction], ...]
STEP_RULES: Final = {FIRE: "28.6", CHARGE: "29.3", MELEE: "29.4"}
DAMAGE: Final = ("none", "attack", "marker", "men")  # [30.1] by severity
SHOT_AT_CHARGE: Final = (Stance(step=FIRE, attacked=True), Stance(step=FIRE, charging=True))  # [31.4]


@dataclass(frozen=True, kw_only=True)
class Draw(Gamble):
    """A marker turned, a shot, a test. ``risk``: what the enemy's marker, turned at the same time, may do to oneself.

    A marker turned for its blue number alone strikes nobody: its outcomes are the risk.
    """

    strikes: bool = True
    risk: Chances = ()

    @property
    def chances(self) -> Chances:
        return tuple(self.outcomes.items()) if self.strikes else ()


class Blow(NamedTuple):
    """An attack in the exchange now asked for: what both bring to it, without their markers."""

    attack: Terms
    defence: Terms
    battery: bool  # [24.8] whether it falls on a battery


def at_most(value: int) -> Fraction:
    """[2.3] The chance that a card is not above a value."""
    return Fraction(max(0, min(CARDS, value)), CARDS)


def hit_chance(pool: int, shots: int) -> Fraction:
    """[24.5] The chance that one of the Shot markers is the Target."""
    return Fraction(shots, pool)


def unseen(s: Battle, side: int) -> list[int]:
    """The markers an enemy may hold: all that have not been turned."""
    gone = s.turned[side]
    return [marker for marker in range(PAIRS) for _ in range(COPIES - gone.count(marker))]


def damage_odds(differences: list[int]) -> Outcomes:
    """[30.1] How hard an attack strikes, for differences that are equally likely."""
    sizes = [severity(difference) for difference in differences]
    return {name: Fraction(sizes.count(size), len(sizes)) for size, name in enumerate(DAMAGE)}


def battery_odds(differences: list[int]) -> Outcomes:
    """[24.8] A battery is hit by any difference above nothing."""
    return either("hit", "miss", Fraction(len([d for d in differences if d > 0]), len(differences)))


def marker_odds(base: int) -> dict[str, Fraction]:
    """[26.3] [30.1] Both draw from full bags: hit, two or worse, lost men, for a difference of the bases."""
    sizes = [severity(base + attack - defence) for attack in range(1, 7) for defence in range(1, 7)]
    return {
        "hit": Fraction(sum([1 for n in sizes if n >= 1]), 36),
        "level2": Fraction(sum([1 for n in sizes if n >= 2]), 36),
        "men": Fraction(sum([1 for n in sizes if n >= 3]), 36),
    }


def blow_of(s: Battle, role: int) -> Blow:
    """The attack of one role on the other."""
    clash = combat.clash_of(s)
    piece, foe = clash.pieces[role], clash.pieces[1 - role]
    stances = stances_now(s, role)
    attack, defence = attack_terms(s, piece, foe, stances[0]), defence_terms(s, foe, piece, stances[1])
    return Blow(attack, defence, s.arm(foe) == ARTILLERY)


def strike_odds(blow: Blow, reds: list[int], blues: list[int]) -> Outcomes:
    """What an attack does to the other, for markers that are equally likely; nothing where none is turned."""
    base = total(blow.attack) - total(blow.defence)
    differences = [base + red_number - blue_number for red_number in reds for blue_number in blues]
    if not differences:
        return {"miss": SURE} if blow.battery else {"none": SURE}
    return battery_odds(differences) if blow.battery else damage_odds(differences)


def odds_of(s: Battle, side: int, action: Action, given: Given) -> Draw | None:
    """The gamble behind an action of the question now put; None where it is none."""
    frame = s.agenda[-1] if s.agenda else None
    verb, args = action.verb, action.args
    if s.clash is not None and verb in ("fire", "turn", "hold") and len(args) <= 1:
        return _marker_gamble(s, side, action, given)
    if isinstance(frame, artillery.Guns) and verb in ("fire", "breach", "barrage"):
        battery = artillery.next_battery(s, side, s.drafts[side])
        if battery < 0:
            return None
        declared = args[-1]
        chance = hit_chance(len(artillery.pool(s, battery, declared)), artillery.shot_count(s, battery, declared))
        kind = "shot_short" if declared == SHORT else "shot_long"
        return Draw(kind=kind, rule="24.5", outcomes=either("hit", "miss", chance))
    if isinstance(frame, skirmish.Skirmish) and verb == "shoot":
        shooter = skirmish.next_shooter(s, side, s.drafts[side])
        chance = Fraction(1, len(skirmish.skirmish_pool(s, shooter[0]))) if shooter else Fraction(0)
        return Draw(kind="skirmish", rule="27.3", outcomes=either("hit", "miss", chance))
    if isinstance(frame, square.TrySquare) and verb == "form":
        chance = at_most(square.square_level(s, frame.target(s)) - 1)
        return Draw(kind="square", rule="32.1", outcomes=either("formed", "rout", chance))
    if isinstance(frame, rally.TryRally) and verb == "rally":
        chance = at_most(s.commander(s.leader(args[0])).value)
        return Draw(kind="rally", rule="37.1", outcomes=either("rallied", "failed", chance))
    return None


def _marker_gamble(s: Battle, side: int, action: Action, given: Given) -> Draw | None:
    """[28.6] [29.3] [29.4] [31.4] A marker of one's own hand against any that the enemy may hold."""
    role = combat.role_of(s, side)
    hand = s.pieces[combat.clash_of(s).pieces[role]].hand
    place = action.args[0] - 1 if action.args else -1
    if place >= len(hand) or not isinstance(s.agenda[-1], (FireStep, Exchange, charge.ShotAtCharge)):
        return None
    mine = hand[place] if place >= 0 else -1
    unknowns = settle(_unknowns(s, role), given)
    turns = {unknown.name: unknown.assumed for unknown in unknowns}.get("marker")
    theirs = unseen(s, 1 - side) if turns else []
    strikes, struck = _who_strikes(s, role, action)
    if strikes and mine >= 0:
        return _strike(s, role, mine, theirs, struck, unknowns)
    return _held(s, role, mine, theirs, unknowns) if struck and turns is not None else None


def _strike(s: Battle, role: int, mine: int, theirs: list[int], struck: bool, unknowns: tuple[Unknown, ...]) -> Draw:
    """A marker turned to strike, which defends as well."""
    step, blow = step_now(s), blow_of(s, role)
    return Draw(
        kind=FACTOR[step],
        rule=STEP_RULES[step],
        outcomes=strike_odds(blow, [red(mine)], [blue(marker) for marker in theirs] or [0]),
        unknowns=unknowns,
        terms=(*_terms(blow.attack), Term("26.1", "marker", red(mine))),
        against=_terms(blow.defence),
        risk=tuple(_risk(s, role, mine, theirs).items()) if struck and theirs else (),
    )


def _held(s: Battle, role: int, mine: int, theirs: list[int], unknowns: tuple[Unknown, ...]) -> Draw:
    """A marker turned for its blue number, or none."""
    step, risk = step_now(s), _risk(s, role, mine, theirs)
    return Draw(
        kind=FACTOR[step],
        rule=STEP_RULES[step],
        outcomes=risk,
        unknowns=unknowns,
        strikes=False,
        risk=tuple(risk.items()),
    )


def _risk(s: Battle, role: int, mine: int, theirs: list[int]) -> Outcomes:
    """What the enemy's marker does to oneself."""
    return strike_odds(blow_of(s, 1 - role), [red(n) for n in theirs], [blue(mine) if mine >= 0 else 0])


def _terms(terms: Terms) -> tuple[Term, ...]:
    return tuple([Term(TERM_RULES.get(name, ""), name, value) for name, value in terms])


def _unknowns(s: Battle, role: int) -> list[Unknown]:
    """[28.6] [29.3] Whether the enemy turns a marker, too; [29.1] a charge comes after the shots."""
    frame, foe = s.agenda[-1], 1 - role
    if isinstance(frame, charge.ShotAtCharge):
        return []
    found = []
    if s.pieces[combat.clash_of(s).pieces[foe]].hand:
        found.append(_marker_unknown(s, foe))
    if isinstance(frame, FireStep) and charge_ban(s, foe) is None:
        found.append(Unknown("onset", 0, 0, 0))
    return found


def _marker_unknown(s: Battle, foe: int) -> Unknown:
    """[29.3] A charging regiment must turn one; [46.1] by a switch a passive defender turns none."""
    frame = s.agenda[-1]
    if not isinstance(frame, Exchange):
        return Unknown("marker", 0, 1, 1)
    if isinstance(frame, ChargeExchange) and not frame.attacks(s, foe) and not s.switch("passive_defender_marker"):
        return Unknown("marker", 0, 0, 0)
    return Unknown("marker", int(frame.must_turn(s, foe)), 1, 1)


def _who_strikes(s: Battle, role: int, action: Action) -> tuple[bool, bool]:
    """Whether the red numbers count: of the marker chosen, and of the one the enemy may turn."""
    frame = s.agenda[-1]
    if isinstance(frame, Exchange):
        return frame.attacks(s, role), frame.attacks(s, 1 - role)
    return action.verb == "fire", isinstance(frame, FireStep) and fire_ban(s, 1 - role) is None


def step_now(s: Battle) -> int:
    """Which factors the exchange now asked for uses."""
    frame = s.agenda[-1]
    return frame.step if isinstance(frame, Exchange) else FIRE


def stances_now(s: Battle, role: int) -> tuple[Stance, Stance]:
    """[28.3] Both as they are when the one in this role strikes: the other is attacked."""
    if isinstance(s.agenda[-1], charge.ShotAtCharge):
        return SHOT_AT_CHARGE
    step = step_now(s)
    return combat.stance(s, role, step), combat.stance(s, 1 - role, step)._replace(attacked=True)
