"""Exact odds: what a marker, a shot, a test may bring, as far as the side that asks can know."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from grognard.games.merde.rules import rally
from grognard.games.merde.rules.cavalry import charge, square
from grognard.games.merde.rules.combat import exchange as combat
from grognard.games.merde.rules.combat.damage import severity
from grognard.games.merde.rules.combat.engage import FireStep, fire_ban
from grognard.games.merde.rules.combat.markers import COPIES, PAIRS, blue, red
from grognard.games.merde.rules.combat.melee import Exchange
from grognard.games.merde.rules.combat.totals import FIRE, Stance, attack_terms, defence_terms, total
from grognard.games.merde.rules.fire import artillery, skirmish
from grognard.games.merde.world.lexicon import SHORT
from grognard.games.merde.world.state import CARDS, Battle
from grognard.games.merde.world.world import ARTILLERY
from grognard.kernel.action import Action

Chances = tuple[tuple[str, Fraction], ...]
SHOT_AT_CHARGE: Final = (Stance(step=FIRE, attacked=True), Stance(step=FIRE, charging=True))  # [31.4]


class Gamble(NamedTuple):
    """A gamble: its kind, the chance of each result by the key of its name, and what the enemy may do at the same time.

    A marker turned for its blue number alone strikes nobody: it has only the risk.
    """

    kind: str
    chances: Chances
    risk: Chances = ()

    def chance(self, name: str) -> Fraction:
        return dict(self.chances).get(name, Fraction(0))


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


def damage_odds(differences: list[int]) -> Chances:
    """[30.1] How hard an attack strikes, for differences that are equally likely."""
    counts = [0, 0, 0, 0]
    for difference in differences:
        counts[severity(difference)] += 1
    return tuple(
        [
            (name, Fraction(count, len(differences)))
            for name, count in zip(("none", "attack", "marker", "men"), counts, strict=True)
        ]
    )


def battery_odds(differences: list[int]) -> Chances:
    """[24.8] A battery is hit by any difference above nothing."""
    chance = Fraction(sum([1 for difference in differences if difference > 0]), len(differences))
    return (("hit", chance), ("miss", 1 - chance))


def marker_odds(base: int) -> dict[str, Fraction]:
    """[26.3] [30.1] Both draw from full bags: hit, two or worse, lost men, for a difference of the bases."""
    sizes = [severity(base + attack - defence) for attack in range(1, 7) for defence in range(1, 7)]
    return {
        "hit": Fraction(sum([1 for n in sizes if n >= 1]), 36),
        "level2": Fraction(sum([1 for n in sizes if n >= 2]), 36),
        "men": Fraction(sum([1 for n in sizes if n >= 3]), 36),
    }


def strike_odds(s: Battle, role: int, reds: list[int], blues: list[int]) -> Chances:
    """What an attack does to the other, for markers that are equally likely."""
    clash = combat.clash_of(s)
    piece, foe = clash.pieces[role], clash.pieces[1 - role]
    stances = stances_now(s, role)
    base = total(attack_terms(s, piece, foe, stances[0])) - total(defence_terms(s, foe, piece, stances[1]))
    differences = [base + red_number - blue_number for red_number in reds for blue_number in blues]
    return battery_odds(differences) if s.arm(foe) == ARTILLERY else damage_odds(differences)


def odds_of(s: Battle, side: int, action: Action) -> Gamble | None:
    """The gamble behind an action of the question now put; None where it is none."""
    frame = s.agenda[-1] if s.agenda else None
    verb, args = action.verb, action.args
    if s.clash is not None and verb in ("fire", "turn", "hold") and len(args) <= 1:
        return _marker_gamble(s, side, action)
    if isinstance(frame, artillery.Guns) and verb in ("fire", "breach", "barrage"):
        battery = artillery.next_battery(s, side, s.drafts[side])
        if battery < 0:
            return None
        declared = args[-1]
        chance = hit_chance(len(artillery.pool(s, battery, declared)), artillery.shot_count(s, battery, declared))
        return Gamble("shot_short" if declared == SHORT else "shot_long", (("hit", chance), ("miss", 1 - chance)))
    if isinstance(frame, skirmish.Skirmish) and verb == "shoot":
        shooter = skirmish.next_shooter(s, side, s.drafts[side])
        chance = Fraction(1, len(skirmish.skirmish_pool(s, shooter[0]))) if shooter else Fraction(0)
        return Gamble("skirmish", (("hit", chance), ("miss", 1 - chance)))
    if isinstance(frame, square.TrySquare) and verb == "form":
        chance = at_most(square.square_level(s, frame.target(s)) - 1)
        return Gamble("square", (("formed", chance), ("rout", 1 - chance)))
    if isinstance(frame, rally.TryRally) and verb == "rally":
        chance = at_most(s.commander(s.leader(args[0])).value)
        return Gamble("rally", (("rallied", chance), ("failed", 1 - chance)))
    return None


def _marker_gamble(s: Battle, side: int, action: Action) -> Gamble | None:
    """[28.6] [29.3] [29.4] [31.4] A marker of one's own hand against any that the enemy may hold."""
    frame = s.agenda[-1]
    role = combat.role_of(s, side)
    pieces = combat.clash_of(s).pieces
    hand = s.pieces[pieces[role]].hand
    place = action.args[0] - 1 if action.args else -1
    if place >= len(hand) or not isinstance(frame, (FireStep, Exchange, charge.ShotAtCharge)):
        return None
    mine = hand[place] if place >= 0 else -1
    alone = isinstance(frame, charge.ShotAtCharge)
    theirs = unseen(s, 1 - side) if s.pieces[pieces[1 - role]].hand and not alone else []
    strikes, struck = _who_strikes(s, role, action)
    chances: Chances = ()
    risk: Chances = ()
    if strikes and mine >= 0:
        chances = strike_odds(s, role, [red(mine)], [blue(marker) for marker in theirs] or [0])
    if struck and theirs:
        risk = strike_odds(s, 1 - role, [red(marker) for marker in theirs], [blue(mine) if mine >= 0 else 0])
    return Gamble(("fire", "charge", "melee")[step_now(s)], chances, risk) if chances or risk else None


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
