"""Sparring partners for Merde!."""

from __future__ import annotations

from grognard.board.squares import nearest
from grognard.bots.doctrine import Mind
from grognard.games.merde.world.state import Battle
from sparring.drill import FIRE, QUIET, Soldier


class Passive(Soldier):
    """Stays as he was set up; who is attacked holds."""

    likes = (*QUIET, "turn")


class Turtle(Soldier):
    """Stands and shoots."""

    likes = ("deal", "counter", *FIRE, *QUIET, "turn")


def prey(mind: Mind, squares: tuple[int, ...]) -> int:
    s = mind.match.state
    assert isinstance(s, Battle)
    return min((nearest(squares, s.pieces[p].squares) for p in s.troops(1 - mind.who)), default=0)


def march(mind: Mind) -> str:
    """Piece by piece, each as near to the enemy as it comes."""
    s = mind.match.state
    assert isinstance(s, Battle)
    if mind.verbs("plan"):
        return mind.verbs("plan")[0].text
    steps = mind.verbs("step")
    draft = s.drafts[mind.who]
    if not steps or draft.chosen not in draft.schemes:
        return ""
    here = prey(mind, draft.schemes[draft.chosen].squares)
    best = min(steps, key=lambda o: (prey(mind, (o.args[-1],)), o.args))
    nearer = prey(mind, (best.args[-1],)) < here
    return best.text if nearer or not (mind.offers("halt") or mind.offers("stay")) else ""


class Rusher(Soldier):
    """At the nearest enemy; never holds, never stays back."""

    likes = ("rally", "pursue", "charge", "engage", "flanks", "deal", "advance", "turn", *FIRE, *QUIET)
    handlers = {"Movement": march}
