"""The colonel's doctrine: keep in command, take or hold the places that count, strike where the odds are good."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from grognard.bots.colonel_vanguard import assault, command, crisis, march, reasons
from grognard.bots.colonel_vanguard.mind import Memory, Thought
from grognard.bots.colonel_vanguard.plan import Plan
from grognard.bots.doctrine import Doctrine, Why
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.match import Match

DOCTRINE: Final[dict[str, Callable[[Thought], str]]] = {
    "ChangeOrders": command.change_orders,
    "ColumnUnits": command.column_units,
    "KeepColumn": command.keep_column,
    "Return": command.bring_back,
    "Name": command.name_formation,
    "WholeOrAlone": command.whole,
    "LastCall": command.last_call,
    "Reinforce": command.reinforce,
    "AdoptOrder": command.adopt,
    "GeneralTries": command.general_tries,
    "ColumnTries": command.column_tries,
    "GunOrder": command.gun_order,
    "ShedFatigue": command.shed,
    "Bombard": crisis.bombard,
    "MoveUnits": march.move_units,
    "Rouse": command.rouse,
    "MoveLeader": march.move_leader,
    "Step": march.step,
    "StackOrder": command.stack_order,
    "CounterCharge": crisis.counter_charge,
    "Declare": assault.declare,
    "Compose": assault.compose,
    "Evade": crisis.evade,
    "Slip": crisis.slip,
    "Repel": crisis.repel,
    "Resolve": assault.resolve,
    "LeadAssault": assault.lead,
    "PickGround": assault.ground,
    "Press": assault.press,
    "ExchangeLoss": crisis.lose,
    "StepLost": crisis.lose,
    "Contest": crisis.contest,
    "HoldHouses": crisis.hold_houses,
    "Advance": assault.advance,
    "ChargeIn": assault.advance,
    "Retreat": crisis.retreat,
    "RoutMove": crisis.rout_move,
    "GunsFollow": crisis.guns_follow,
    "FollowTroops": crisis.follow_troops,
    "Shelter": crisis.shelter,
    "Escape": crisis.escape,
    "FlightGoesOn": crisis.flight,
    "Overrun": crisis.flight,
    "Rally": command.rally,
}


class Colonel(Doctrine[Thought]):
    """Plays a side of either battle, by the rules themselves in a battle as his side may imagine it."""

    handlers = DOCTRINE
    reasons = reasons.REASONS

    def __init__(self, side: str, seed: str) -> None:
        super().__init__(side, seed)
        self._memory = Memory()

    def mind(self, match: Match) -> Thought:
        return Thought(match, self.side, self.seed, self._memory)

    def intent(self, match: Match) -> list[Why]:
        assert isinstance(match.state, Battle)
        return reasons.intent(Plan(match.state, match.sides.index(self.side)))
