"""Rulebook 16.7: the Cavalry Reserve and its price."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_supply import dismiss
from grognard.games.russia1812.rules.advanced.numbers import reserve_penalty
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import RUSSIAN
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban
from grognard.kernel.frame import Frame

TOLL_UNTIL = 2  # last turn of the toll; the Trains are missing from the next on


def toll_units(s: Campaign) -> int:
    """[16.7] Whom the Russians may remove: the Reserve first, then other cavalry of French nationality (R-16.7a)."""
    alive = sum([1 << u for u in bits(s.world.reserve) if s.at[u] >= 0])
    return alive or sum([1 << u for u in bits(s.world.french_horse) if s.at[u] >= 0])


class ReserveToll(Frame[Campaign]):
    """At the end of General Supply of turns 1 and 2 a French die says how many units the Russians remove."""

    rule = "16.7"

    def finish(self, state: Campaign) -> None:
        if state.turn > TOLL_UNTIL:
            return
        die = state.dice.d6()
        state.affairs.toll = die
        state.emit("reserve_toll", die)
        state.push(ReserveLoss(RUSSIAN))


class ReserveLoss(Frame[Campaign]):
    """The Russians remove them one by one; if nobody is left the rest is waived."""

    rule = "16.7"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        return state.world.for_units("dismiss", self.open(state, side, "dismiss")) if state.affairs.toll else ()

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        state.affairs.toll -= 1
        state.affairs.reserve_lost += 1
        dismiss(state, action.args[0])
        state.push(self)

    def finish(self, state: Campaign) -> None:
        state.affairs.toll = 0

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban("16.7", "reserve_first", ~toll_units(state))] if verb == "dismiss" else ()

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        return (state.affairs.toll,)


def missing_trains(s: Campaign) -> int:
    """[16.7] Trains the French lack from turn 3 on (not in 1813): horses that live must eat."""
    if not s.advanced or s.turn <= TOLL_UNTIL or s.affairs.year == 1813:
        return 0
    return reserve_penalty(s.affairs.reserve_lost)
