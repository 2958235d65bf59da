"""The general's doctrine for Merde: march on the flags, fight in line, strike flanks, keep what is held."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from grognard.bots.doctrine import Doctrine, Why
from grognard.bots.general_merde import fight, guns, march, orders, reasons
from grognard.bots.general_merde.field import Field
from grognard.bots.general_merde.mind import Memory, Mind
from grognard.games.merde.world.state import Battle
from grognard.kernel.match import Match

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


class General(Doctrine[Mind]):
    """Plays a side of Merde in battles as that side may imagine them."""

    handlers = DOCTRINE
    reasons = reasons.REASONS

    def __init__(self, side: str, seed: str) -> None:
        super().__init__(side, seed)
        self._memory = Memory()

    def mind(self, match: Match) -> Mind:
        return Mind(match, self.side, self.seed, self._memory)

    def intent(self, match: Match) -> list[Why]:
        assert isinstance(match.state, Battle)
        return reasons.intent(Field(match.state, match.sides.index(self.side)))
