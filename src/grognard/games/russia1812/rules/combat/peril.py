"""Rulebook 11.19: commanders in danger."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.games.russia1812.rules.victory import score
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import RUSSIAN, SIDES
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban, asked
from grognard.kernel.frame import Frame, Outcome

ESCAPE_RANGE = 3


def commander_falls(die: int, shelter: bool) -> bool:
    """[11.19] Lost on a 1, or if no friendly stack is near."""
    return die == 1 or not shelter


def shelters(s: Campaign, commander: int) -> int:
    """[11.19] R-11.19b: friendly stacks with a combat unit within three hexes, as the crow flies."""
    return s.occ[s.world.side_of[commander]] & s.world.grid.disc(s.at[commander], ESCAPE_RANGE)


class Peril(Frame[Campaign]):
    """A die for each commander in danger, one after another."""

    rule = "11.19"

    def finish(self, state: Campaign) -> None:
        if not state.refugees:
            return
        commander = state.refugees[0]
        die = state.dice.d6()
        if commander_falls(die, bool(shelters(state, commander))):
            del state.refugees[0]
            state.emit("commander_lost", commander, state.at[commander], die)
            state.remove(1 << commander)
            if commander == state.world.napoleon:
                napoleon_lost(state)
            state.push(self)
        else:
            state.emit("commander_escapes", commander, die)
            state.push(Shelter(state.world.side_of[commander]), self)


class Shelter(Frame[Campaign]):
    """The owner puts the commander on a friendly stack within three hexes."""

    rule = "11.19"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        commander = state.refugees[0]
        return state.world.pairs("shelter", commander, self.open(state, side, "shelter", commander))

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        del state.refugees[0]
        state.put(action.args[0], action.args[1])
        state.emit("sheltered", action.args[0], action.args[1])

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb != "shelter":
            return ()
        commander = state.refugees[0]
        if head:
            return [Ban("11.19", "no_shelter", ~shelters(state, commander))]
        return [Ban("11.19", "not_in_danger", ~(1 << commander), (asked, commander))]

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        return (state.refugees[0],)


def napoleon_lost(s: Campaign) -> None:
    """[14.7] Napoleon eliminated under 11.19: the Russians win at once."""
    french, russian = score(s)
    s.outcome = Outcome(SIDES[RUSSIAN], "victory", {"french": french, "russian": russian}, "napoleon_lost")
    s.emit("napoleon_lost")
