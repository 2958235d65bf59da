"""Rulebook 16.8 to 16.12: the rising in the Ukraine, independence, reluctant and deserting allies, the Swedes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_supply import dismiss
from grognard.games.russia1812.rules.advanced.numbers import swedes_join, uprising
from grognard.games.russia1812.world.state import DEAD, WAITING, Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban
from grognard.kernel.frame import Frame

DESERTION_FROM = 11  # [16.11]
SWEDES_ON = 6  # [16.12]


def at_kiev(s: Campaign) -> None:
    """[16.8] The first time a combat unit of V Corps is in Kiev, a die: the Ukraine may rise (R-16.8b)."""
    if not s.advanced or s.affairs.rising or s.world.kiev < 0:
        return
    if not s.stack[s.world.kiev] & s.world.by_corps.get("V", 0) & s.world.fighters[FRENCH]:
        return
    die = s.dice.d6()
    risen = uprising(s.turn, die)
    s.affairs.rising = s.turn if risen else -1
    s.emit("ukraine_rises" if risen else "ukraine_quiet", s.world.kiev, die)
    if risen:
        gone = sum([1 << u for u in bits(s.world.third_army) if s.at[u] != DEAD])
        s.affairs.outcasts |= s.world.third_army  # R-16.8a: those still to come too
        s.remove(gone)
        s.emit("army_dissolved", gone)


class Declare(Frame[Campaign]):
    """The turn after the rising the French may declare the western territories independent (R-16.9c: once)."""

    rule = "16.9"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        a = state.affairs
        if a.rising <= 0 or a.independence or not just_risen(state):
            return ()
        return [state.world.pass_, state.world.bare["declare"]]

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "declare":
            state.affairs.independence = True
            state.affairs.freed |= state.world.western & state.pres[FRENCH]  # R-16.9b
            state.emit("independence")


def just_risen(s: Campaign) -> bool:
    """The rising was on the turn before this one; the winter between the years counts for nothing."""
    before = s.affairs.rising
    return s.turn == before + 1 or (s.turn == 8 and s.affairs.year == 1813 and before == s.affairs.last_turn)


def deserters(s: Campaign) -> int:
    """[16.11] Foreign contingents on the map, unless the French hold Moscow or St Petersburg."""
    if s.turn < DESERTION_FROM or s.pres[FRENCH] & s.world.capitals:
        return 0
    return sum([1 << u for u in bits(s.world.foreign) if s.at[u] >= 0])


class Desertion(Frame[Campaign]):
    """From turn 11 the Russians remove a unit of a foreign contingent at the start of each turn."""

    rule = "16.11"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        return state.world.for_units("dismiss", self.open(state, side, "dismiss"))

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        dismiss(state, action.args[0])

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban("16.11", "no_contingent", ~deserters(state))] if verb == "dismiss" else ()


# [16.10] reluctant Austrians


def unwilling(s: Campaign, h: int) -> bool:
    """[16.10] Austrians attack, or support an attack, only where a combat unit of another nation is stacked with them;
    R-16.10a: whether it takes part or not, but a commander is none."""
    units = s.fighters(h, FRENCH)
    return s.advanced and bool(units) and not units & ~s.world.austrian


class Sweden(Frame[Campaign]):
    """At the end of turn 6 a Russian die: the Swedes may join the reinforcements at St Petersburg."""

    rule = "16.12"

    def finish(self, state: Campaign) -> None:
        if state.turn != SWEDES_ON or state.affairs.swedes:
            return
        die = state.dice.d6()
        joined = swedes_join(die)
        state.emit("swedes_join" if joined else "swedes_stay", die)
        if joined:
            state.affairs.swedes = True
            for u in bits(state.world.swedes):
                state.at[u] = WAITING


def start_of_turn() -> list[Frame[Campaign]]:
    """[5.1] Phase 0 of the Advanced game, before the cards."""
    return [Desertion(RUSSIAN), Declare(FRENCH)]
