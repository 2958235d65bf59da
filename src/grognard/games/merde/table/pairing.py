"""[25.3] [28] Two regiments that could fight, before they do: what each brings, and what one blow may bring."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from grognard.board.squares import FLANK, REAR
from grognard.games.merde.rules.combat.engage import volley_ban
from grognard.games.merde.rules.combat.markers import blue, red
from grognard.games.merde.rules.combat.totals import CHARGE, FIRE, Stance, attack_terms, bearing_of, defence_terms
from grognard.games.merde.rules.odds import STEP_RULES, Blow, strike_odds, unseen
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import ARTILLERY, side_of
from grognard.kernel.odds import SURE, Outcomes


class Pair(NamedTuple):
    """The first step of a fight: from where the one comes, his blow, and the one that could come back."""

    step: int
    bearing: int
    blow: Blow
    back: Blow | None


def pair(s: Battle, piece: int, foe: int) -> Pair:
    """[28.5] [29.1] Fire where it can fire, else a charge; [35.1] who is taken in flank does not strike back."""
    bearing = bearing_of(s, piece, foe) if s.is_regiment(foe) else 0
    step = FIRE if volley_ban(s, piece, foe) is None else CHARGE
    mine = Stance(step=step, attacked=False, charging=step == CHARGE)
    his = Stance(step=step, flank=bearing == FLANK)
    answers = not bearing and s.is_regiment(foe) and volley_ban(s, foe, piece) is None
    return Pair(
        step,
        bearing,
        Blow(attack_terms(s, piece, foe, mine), defence_terms(s, foe, piece, his), s.arm(foe) == ARTILLERY),
        Blow(attack_terms(s, foe, piece, Stance()), defence_terms(s, piece, foe, Stance()), False) if answers else None,
    )


def reds(s: Battle, piece: int) -> list[int]:
    """[26.1] The red numbers a regiment may strike with: those in its hand, or any that has not been turned."""
    return [red(m) for m in s.pieces[piece].hand or unseen(s, side_of(piece))]


def blues(s: Battle, foe: int, dealt: bool) -> list[int]:
    """The blue numbers an enemy may answer with; nothing where he has no marker (``dealt``: he has what he gets)."""
    return [blue(m) for m in unseen(s, side_of(foe))] if s.pieces[foe].hand or not dealt else [0]


def struck(found: Pair, mine: list[int], theirs: list[int]) -> Outcomes:
    """[28.1] [30.1] What the first blow does; [35.2] who is taken in the rear routs at once."""
    return {"rout": SURE} if found.bearing == REAR else strike_odds(found.blow, mine, theirs)


def harm(outcomes: Outcomes) -> Fraction:
    """The chance that it hurts at all."""
    return 1 - outcomes.get("none", Fraction(0)) - outcomes.get("miss", Fraction(0))


def hurt(s: Battle, piece: int, foe: int) -> Fraction:
    """How likely the first blow hurts: any marker of one's own against any that the enemy may hold."""
    dealt = bool(s.pieces[piece].hand)
    return harm(struck(pair(s, piece, foe), reds(s, piece), blues(s, foe, dealt)))


def rule_of(found: Pair) -> str:
    return "35.2" if found.bearing == REAR else STEP_RULES[found.step]
