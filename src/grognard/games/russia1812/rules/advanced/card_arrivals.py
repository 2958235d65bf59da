"""Rulebook 16.1: cards among Cossacks and reinforcements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.effects import ops, pick
from grognard.games.russia1812.world.state import WAITING, Campaign
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban
from grognard.kernel.frame import Frame


def cossack_mod(s: Campaign) -> int:
    return sum(f.op.n for f in ops(s, "cossack_mod")) if s.advanced else 0


def early_units(s: Campaign, side: int) -> int:
    """Card 12: combat units of the Danube army whose turn is still to come."""
    found = 0
    for force in ops(s, "advance_reinforcement"):
        for u in bits(pick(s.world.by_corps, force.op.filter.corps)):
            if s.at[u] == WAITING and s.world.arrives[u][0] > s.turn:
                found |= 1 << u
    return found


class EarlyUnit(Frame[Campaign]):
    """Card 12: the Russians choose the unit that comes before its turn."""

    rule = "16.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        return state.world.for_units("advance", self.open(state, side, "advance"))

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        state.affairs.early = 1 << action.args[0]
        state.emit("comes_early", action.args[0])

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban("16.1", "not_early", ~early_units(state, side))] if verb == "advance" else ()


def early_cards(s: Campaign) -> list[Frame[Campaign]]:
    return [EarlyUnit(f.player) for f in ops(s, "advance_reinforcement")]
