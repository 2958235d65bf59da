"""The captain: plays the miniatures sheet, by its own rules, on a table as his side may imagine it: nothing is hidden.

He has one area for his whole army (``plan``), a post round the enemy for each battalion (``posts``), somebody on each
area towards the end (``claims``), the steps that lead there (``moves``), the place for it (``exchange``), by
what it is worth under fire (``scales``), what a charge may bring in his head (``reckon``) and an answer to every charge
and volley (``fights``).
Every question of the game has an entry in ``DOCTRINE``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from grognard.bots.captain_tabletop import fights, moves, plan, reasons
from grognard.bots.captain_tabletop.field import Field, Memory
from grognard.bots.doctrine import Doctrine, Why
from grognard.games.tabletop.world.state import Battle
from grognard.kernel.match import Match

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


class Captain(Doctrine[Field]):
    """A player for one side. What he does follows from the table; the seed decides only where he has no doctrine."""

    handlers = DOCTRINE
    reasons = reasons.REASONS

    def __init__(self, side: str, seed: str) -> None:
        super().__init__(side, seed)
        self._memory = Memory()

    def mind(self, match: Match) -> Field:
        return Field(match, self.side, self.seed, self._memory)

    def intent(self, match: Match) -> list[Why]:
        assert isinstance(match.state, Battle)
        return reasons.intent(match.state, match.sides.index(self.side))
