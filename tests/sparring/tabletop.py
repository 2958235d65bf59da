"""Sparring partners for the miniatures sheet."""

from __future__ import annotations

from grognard.bots.captain_tabletop.field import Field
from grognard.bots.captain_tabletop.ways import Goal, go
from grognard.bots.doctrine import Mind
from sparring.drill import FIRE, QUIET, Soldier


class Passive(Soldier):
    """Stays where he is and holds his fire."""

    likes = (*QUIET, "halt")


def stand_to(mind: Mind) -> str:
    """In line and unlimbered, and no farther."""
    return next((text for text in ("unlimber", "form line") if mind.offers(text)), "end")


class Turtle(Soldier):
    """Forms his line where he stands, fires at whoever comes, tries the square."""

    likes = ("fire", "try", *QUIET)
    handlers = {
        "MoveUnit": lambda mind: stand_to(mind) if mind.offers("end") else "",
        "Troops": lambda mind: next((o.text for o in mind.verbs("move")), ""),
    }


def at_them(mind: Mind) -> str:
    """A charge if there is one, else straight at the nearest enemy."""
    charge = next((o.text for o in mind.verbs("charge")), "")
    field = Field(mind.match, mind.side, "")
    if charge or not field.foes or not mind.offers("end"):
        return charge
    u: int = field.frame.u
    x, y = field.place(field.nearest(u, field.foes))
    return go(field, u, Goal(x, y, field.toward(u, x, y))) or "end"


class Rusher(Soldier):
    """Everybody at the nearest enemy, whatever stands there."""

    likes = ("charge", "pursue", *FIRE, *QUIET)
    handlers = {"MoveUnit": at_them, "Troops": lambda mind: next((o.text for o in mind.verbs("move")), "")}
