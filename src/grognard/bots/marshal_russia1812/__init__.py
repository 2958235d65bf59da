"""The marshal's doctrine for 1812: keep in supply, concentrate, strike at good odds, march on the cities that score."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from grognard.bots.doctrine import Doctrine, Why
from grognard.bots.marshal_russia1812 import affairs, cards, combat, command, march, reasons, setup, supply, winter
from grognard.bots.marshal_russia1812.mind import Memory, Mind
from grognard.bots.marshal_russia1812.style import MARSHAL, Style
from grognard.kernel.match import Match

DOCTRINE: Final[dict[str, Callable[[Mind], str]]] = {
    "Deploy": setup.deploy,
    "FirstDepots": setup.first_depots,
    "Reinforce": setup.reinforce,
    "ConvertDepot": supply.convert,
    "TakeOffDepots": supply.take_off,
    "PlaceTrain": supply.place_train,
    "MakeDepot": supply.make_depot,
    "Rally": supply.rally,
    "RallyUnits": supply.rally_units,
    "MoveOrder": march.move_order,
    "MarchUnits": march.march_units,
    "MarchLeaders": march.march_leaders,
    "Route": march.route,
    "ChooseCover": march.cover,
    "Attrition": march.attrition,
    "CloseMarch": march.close_march,
    "AttackOrder": combat.attack_order,
    "OrderUnits": combat.order_units,
    "CommitAttack": combat.commit_attack,
    "CommitDefence": combat.commit_defence,
    "CallSupport": combat.call_support,
    "TakeHits": combat.take_hits,
    "ExtraHit": combat.decline_more,
    "AskEscape": combat.ask_escape,
    "AskWithdraw": combat.ask_withdraw,
    "Pursuit": march.attrition,
    "Retreat": combat.retreat,
    "Overflow": combat.push,
    "PushLeaders": combat.push_leaders,
    "PushOn": combat.push_on,
    "Advance": combat.advance,
    "AdvanceLeaders": combat.advance_leaders,
    "SendCommander": command.send_commander,
    "CommanderGoal": command.commander_goal,
    "Shelter": command.shelter,
    "LayCard": cards.lay_card,
    "PlayCard": cards.play_card,
    "NameUnit": cards.name_unit,
    "SaveForage": cards.save_forage,
    "CardLoss": cards.card_loss,
    "CardRally": cards.card_rally,
    "EarlyUnit": cards.early_unit,
    "BridgeRiver": cards.bridge_river,
    "BreakBridge": cards.break_bridge,
    "BarUnit": affairs.bar_unit,
    "ReserveLoss": affairs.dismiss,
    "Desertion": affairs.dismiss,
    "Declare": affairs.declare,
    "LayDummies": affairs.lay_dummies,
    "MarchDummies": affairs.march_dummies,
    "CarryTrains": affairs.carry_trains,
    "Excess": affairs.excess,
    "AskQuarters": winter.ask_quarters,
    "Lodge": winter.lodge,
    "ChooseSource": winter.choose_source,
    "WinterLoss": winter.winter_loss,
    "LostCommander": winter.winter_loss,
    "ReturnUnit": winter.return_unit,
    "PlaceNapoleon": winter.place_napoleon,
}


class Marshal(Doctrine[Mind]):
    """Plays a side of 1812 in a match as it may imagine it."""

    handlers = DOCTRINE
    reasons = reasons.REASONS
    style: ClassVar[Style] = MARSHAL

    def __init__(self, side: str, seed: str) -> None:
        super().__init__(side, seed)
        self._memory = Memory(self.style)

    def mind(self, match: Match) -> Mind:
        return Mind(match, self.side, self.seed, self._memory)

    def intent(self, match: Match) -> list[Why]:
        return reasons.intent(self.mind(match))
