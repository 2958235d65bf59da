"""Rulebook 17.1.8 and 17.2.12: who has won."""

from __future__ import annotations

from grognard.games.vanguard.world.roster import COALITION, FRENCH, SIDES
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.frame import Outcome

MOST_STEPS = 5


def holds(s: Battle, side: int, h: int) -> bool:
    """R-39: one of its combat units, not Routed, is in the hex."""
    return bool(s.combat(h, side) & ~s.routed)


def stars(s: Battle, side: int) -> int:
    return sum(vp for h, vp in s.world.objectives.items() if holds(s, side, h))


def montebello_points(stars_of: tuple[int, int], eliminated: tuple[int, int]) -> tuple[int, int]:
    """[17.1.8] Objectives, and 5 for the side that eliminated more enemy steps; equal: for nobody."""
    french, coalition = stars_of
    if eliminated[FRENCH] > eliminated[COALITION]:
        french += MOST_STEPS
    if eliminated[COALITION] > eliminated[FRENCH]:
        coalition += MOST_STEPS
    return french, coalition


def campotenese_points(stars_held: int, eliminated: int, lost: int, flags: int) -> int:
    """[17.2.12] Stars, steps eliminated minus steps lost (leaders are steps), regimental flags."""
    return stars_held + eliminated - lost + flags


def campotenese_winner(points: int) -> str | None:
    """[17.2.12] 13 or more: French; 10 to 12: a draw; 9 or less: Neapolitan."""
    if points >= 13:
        return SIDES[FRENCH]
    return None if points >= 10 else SIDES[COALITION]


def score(s: Battle) -> tuple[int, int]:
    """The points as they stand now."""
    lost = s.steps_lost
    if s.world.montebello:
        held = (stars(s, FRENCH), stars(s, COALITION))
        return montebello_points(held, (lost[COALITION], lost[FRENCH]))
    eliminated = lost[COALITION] + s.leaders_lost[COALITION]
    return campotenese_points(stars(s, FRENCH), eliminated, lost[FRENCH] + s.leaders_lost[FRENCH], s.flags), 0


def morano_and_castrovillari(s: Battle) -> bool:
    """[17.2.12] The Neapolitans occupy Morano Calabro and 3418 at the end: they win at once."""
    return all(holds(s, COALITION, h) for h in s.world.keys)


def settle(s: Battle) -> None:
    """[3.1] After the last turn."""
    s.outcome = count(s)
    s.emit("final_score", *s.outcome.score.values())


def count(s: Battle) -> Outcome:
    """[17.1.8] [17.2.12] Who has won, as the battle stands."""
    french, coalition = score(s)
    points = {SIDES[FRENCH]: french, SIDES[COALITION]: coalition}
    if s.world.montebello:
        winner = None if french == coalition else SIDES[FRENCH if french > coalition else COALITION]
        return Outcome(winner, "points" if winner else "draw", points, "montebello_points")
    if morano_and_castrovillari(s):
        return Outcome(SIDES[COALITION], "automatic", points, "morano_held")
    winner = campotenese_winner(french)
    return Outcome(winner, "points" if winner else "draw", points, "campotenese_points")
