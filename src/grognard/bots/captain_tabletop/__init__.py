"""The captain: plays the miniatures sheet from his view alone.

He has a plan for each command (``plan``), a post in its line for each battalion (``posts``), the steps that lead there
(``moves``), the sheet's percentages in his head (``reckon``) and an answer to every charge and volley (``fights``).
Every question of the game has an entry in ``DOCTRINE``.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from grognard.bots.captain_tabletop import fights, moves, plan
from grognard.bots.captain_tabletop.field import Field

__all__ = ["DOCTRINE", "Captain"]

DOCTRINE: Final[dict[str, Callable[[Field], str]]] = {
    "GiveOrder": plan.give_order,
    "Generals": plan.next_general,
    "Ride": plan.ride,
    "Strategic": moves.strategic,
    "Troops": moves.next_unit,
    "MoveUnit": moves.step,
    "LateCharges": fights.late_charge,
    "Exploit": fights.exploit,
    "RunAway": fights.run_away,
    "EmergencySquare": fights.emergency_square,
    "Evade": fights.evade,
    "Pursue": fights.pursue,
    "DeclareFire": fights.fire,
    "Melees": fights.first_melee,
}


class Captain:
    """A player for one side. What he does follows from the view; the seed is there for every bot and moves nothing."""

    def __init__(self, side: str, seed: str) -> None:
        self.side = side
        self._random = random.Random(seed)

    def choose(self, view: dict[str, Any]) -> str:
        """An option of the question, or an action that one of its regions accepts."""
        field = Field(view, self.side)
        doctrine = DOCTRINE.get(field.asked)
        return doctrine(field) if doctrine else field.first()
