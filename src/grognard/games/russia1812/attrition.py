"""Rulebook 8.5 and 8.6: march attrition."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.russia1812.state import Campaign
from grognard.games.russia1812.world import FRENCH
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame, Reason

ALLOWANCE = (3, 2)  # [8.4] hexes of a Move, summer and winter
FRENCH_STRAGGLE_FROM = 3  # [8.6] first turn of the French +1


def march_rolls(hexes: int, winter: bool) -> bool:
    """[8.5] A die for a Move of three hexes, two in winter."""
    return hexes >= ALLOWANCE[winter]


def march_modifier(side: int, turn: int, winter: bool, hexes: int) -> int:
    """[8.6] The French from turn 3, winter, and each forced-march hex: +1 each."""
    straggling = int(side == FRENCH and turn >= FRENCH_STRAGGLE_FROM)
    return straggling + int(winter) + max(0, hexes - ALLOWANCE[winter])


def march_losses(result: int, units: int) -> tuple[int, int]:
    """[8.5] Units eliminated and disrupted."""
    if result <= 5:
        return 0, 0
    if units == 1:
        return 0, 1
    if result <= 7:
        return 1, 0
    return (1, 1) if result <= 9 else (2, 0)


class Attrition(Frame[Campaign]):
    """The owner chooses who falls by the wayside: infantry or cavalry of the column; eliminations first (R-8.5c)."""

    rule = "8.5"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        m = state.march
        assert m is not None
        open_to = m.units & ~state.world.artillery
        if m.lose:
            return state.world.for_units("lose", open_to)
        return state.world.for_units("disrupt", open_to & ~state.disrupted) if m.disrupt else ()

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        m = state.march
        assert m is not None
        u = action.args[0]
        if action.verb == "lose":
            m.lose -= 1
            m.units &= ~(1 << u)
            state.emit("eliminated", u, m.here)
            state.remove(1 << u)
        else:
            m.disrupt -= 1
            state.emit("disrupted", u, m.here)
            state.disrupt(1 << u)
        state.push(self)

    def finish(self, state: Campaign) -> None:
        m = state.march
        assert m is not None
        if m.lose and m.disrupt and m.units & ~state.world.artillery:
            m.lose = 0
            state.push(self)

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        m = state.march
        assert m is not None
        if action.verb not in ("lose", "disrupt"):
            return []
        u = action.args[0]
        if not m.units >> u & 1:
            return [("8.5", "not_in_column", (u,))]
        if state.world.artillery >> u & 1:
            return [("8.5", "artillery_immune", (u,))]
        return [("8.5", "losses_first", (m.lose, m.disrupt))]
