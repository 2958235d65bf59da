"""The colonel's doctrine: keep in command, take or hold the places that count, strike where the odds are good."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from grognard.bots.colonel_vanguard import assault, command, crisis, march
from grognard.bots.colonel_vanguard.mind import Memory, Mind

DOCTRINE: Final[dict[str, Callable[[Mind], str]]] = {
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


class Colonel:
    """Plays a side of either battle from its view alone. The same seed and views always get the same answers."""

    def __init__(self, side: str, seed: str) -> None:
        self.side = side
        self._seed = seed
        self._memory = Memory()

    def choose(self, view: dict[str, Any]) -> str:
        """One of the options of the view's decision; the first where doctrine says nothing."""
        options: list[str] = view["decision"]["options"]
        handler = DOCTRINE.get(view["decision"]["name"])
        if handler is None or len(options) == 1:
            return options[0]
        answer = handler(Mind(view, self._seed, self._memory))
        return answer if answer in options else options[0]
