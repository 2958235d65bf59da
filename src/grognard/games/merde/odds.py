"""Exact odds: what a marker, a shot, a test may bring, as far as the side that asks can know."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from grognard.games.merde import artillery, combat, rally, skirmish, square
from grognard.games.merde.damage import severity
from grognard.games.merde.engage import FireStep
from grognard.games.merde.lexicon import SHORT
from grognard.games.merde.markers import COPIES, PAIRS, blue, red
from grognard.games.merde.melee import ChargeExchange, MeleeRound
from grognard.games.merde.state import CARDS, Battle
from grognard.games.merde.totals import CHARGE, FIRE, MELEE, attack_terms, defence_terms, total
from grognard.games.merde.world import side_of
from grognard.kernel.action import Action


class Gamble(NamedTuple):
    """A gamble: its kind, and the chance of each result by the key of its name."""

    kind: str
    chances: tuple[tuple[str, Fraction], ...]

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
    gone = s.discards[side]
    return [marker for marker in range(PAIRS) for _ in range(COPIES - gone.count(marker))]


def damage_odds(difference: int, blues: list[int]) -> tuple[tuple[str, Fraction], ...]:
    """[30.1] How hard an attack strikes: ``difference`` before the blue number, which is one of these."""
    counts = [0, 0, 0, 0]
    for number in blues:
        counts[severity(difference - number)] += 1
    return tuple([(name, Fraction(count, len(blues)))
                  for name, count in zip(("none", "attack", "marker", "men"), counts, strict=True)])  # fmt: skip


def marker_odds(base: int) -> dict[str, Fraction]:
    """[26.3] [30.1] Both draw from full bags: hit, two or worse, lost men, for a difference of the bases."""
    sizes = [severity(base + attack - defence) for attack in range(1, 7) for defence in range(1, 7)]
    return {"hit": Fraction(sum([1 for n in sizes if n >= 1]), 36),
            "level2": Fraction(sum([1 for n in sizes if n >= 2]), 36),
            "men": Fraction(sum([1 for n in sizes if n >= 3]), 36)}  # fmt: skip


def strike_odds(s: Battle, role: int, step: int, marker: int, answered: bool) -> tuple[tuple[str, Fraction], ...]:
    """What turning a marker does to the enemy: if he turns one of those he may hold, or none."""
    clash = combat.clash_of(s)
    piece, foe = clash.pieces[role], clash.pieces[1 - role]
    attack = total(attack_terms(s, piece, foe, combat.stance(s, role, step))) + red(marker)
    defence = total(defence_terms(s, foe, piece, combat.stance(s, 1 - role, step)))
    blues = [blue(m) for m in unseen(s, side_of(foe))] if answered and s.pieces[foe].hand else [0]
    return damage_odds(attack - defence, blues)


def odds_of(s: Battle, side: int, action: Action) -> Gamble | None:
    """The gamble behind an action of the question now put; None where it is none."""
    frame = s.agenda[-1] if s.agenda else None
    verb, args = action.verb, action.args
    if isinstance(frame, (FireStep, ChargeExchange, MeleeRound)) and verb in ("fire", "turn") and len(args) == 1:
        return _marker_gamble(s, side, frame, args[0] - 1)
    if isinstance(frame, artillery.Guns) and verb in ("fire", "breach", "barrage"):
        battery = artillery.next_battery(s, side, s.drafts[side])
        declared = args[-1]
        chance = hit_chance(len(artillery.pool(s, battery, declared)), artillery.shot_count(s, battery, declared))
        return Gamble("shot_short" if declared == SHORT else "shot_long", (("hit", chance), ("miss", 1 - chance)))
    if isinstance(frame, skirmish.Skirmish) and verb == "shoot":
        shooter = skirmish.next_shooter(s, side, s.drafts[side])
        chance = Fraction(1, len(skirmish.skirmish_pool(s, shooter[0]))) if shooter else Fraction(0)
        return Gamble("skirmish", (("hit", chance), ("miss", 1 - chance)))
    if isinstance(frame, square.TrySquare) and verb == "form":
        chance = at_most(square.square_level(s, combat.clash_of(s).pieces[1]) - 1)
        return Gamble("square", (("formed", chance), ("rout", 1 - chance)))
    if isinstance(frame, rally.TryRally) and verb == "rally":
        chance = at_most(s.commander(s.leader(args[0])).value)
        return Gamble("rally", (("rallied", chance), ("failed", 1 - chance)))
    return None


def _marker_gamble(s: Battle, side: int, frame: object, place: int) -> Gamble | None:
    role = combat.role_of(s, side)
    hand = s.pieces[combat.clash_of(s).pieces[role]].hand
    if not 0 <= place < len(hand):
        return None
    step = FIRE if isinstance(frame, FireStep) else CHARGE if isinstance(frame, ChargeExchange) else MELEE
    kind = ("fire", "charge", "melee")[step]
    return Gamble(kind, strike_odds(s, role, step, hand[place], True))
