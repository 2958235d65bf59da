"""The general's doctrine for Merde: march on the flags, fight in line, strike flanks, keep what is held."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from grognard.bots.general_merde import fight, guns, march, orders
from grognard.bots.general_merde.mind import Memory, Mind

DOCTRINE: Final[dict[str, Callable[[Mind], str]]] = {
    "BattlePlan": orders.battle_plan,
    "Orders": orders.orders,
    "Scouting": orders.scouting,
    "Successor": orders.successor,
    "Movement": march.movement,
    "Guns": guns.guns,
    "HorseBattery": guns.horse_battery,
    "Skirmish": guns.skirmish,
    "ChooseSector": fight.choose_sector,
    "Deal": fight.deal,
    "Name": fight.name,
    "FireStep": fight.fire_step,
    "ChargeExchange": fight.charge_exchange,
    "MeleeRound": fight.melee_round,
    "CavalryClash": fight.cavalry_clash,
    "Replace": fight.replace,
    "Converge": fight.converge,
    "Advance": fight.advance,
    "Countercharge": fight.countercharge,
    "Meet": fight.meet,
    "Overtake": fight.overtake,
    "ShelledOut": fight.go_back,
    "ShotAtCharge": fight.shot_at_charge,
    "TrySquare": fight.try_square,
    "Onward": fight.onward,
    "GoBack": fight.go_back,
    "FollowBack": fight.follow_back,
    "TryRally": fight.rally,
}


class General:
    """Plays a side of Merde from its view alone. The same seed and view always get the same answer."""

    def __init__(self, side: str, seed: str) -> None:
        self.side = side
        self._seed = seed
        self._memory: Memory = {}

    def choose(self, view: dict[str, Any]) -> str:
        """One of the options of the view's decision; the first where doctrine says nothing."""
        options: list[str] = view["decision"]["options"]
        handler = DOCTRINE.get(view["decision"]["name"])
        if handler is None or len(options) == 1:
            return options[0]
        answer = handler(Mind(view, self._seed, self._memory))
        return answer if answer in options else options[0]
