"""Rulebook 16.13: the winter of the Russians, and the year 1813."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.lodging import due, muster_hexes, quarter, with_room
from grognard.games.russia1812.rules.advanced.numbers import returns_of_1813, winter_returns
from grognard.games.russia1812.world.state import DEAD, WAITING, Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban, asked
from grognard.kernel.frame import Frame

NAPOLEON_RETURNS = 5
BEFORE_MAY: Final = 7  # play resumes on the next turn


# the winter of the Russians


class RussianWinter(Frame[Campaign]):
    """All Russians rally and are taken up, to be put in winter supply."""

    rule = "16.13"

    def finish(self, state: Campaign) -> None:
        a = state.affairs
        a.fallen = sum(
            [
                1 << u
                for u in bits(state.world.of_side[RUSSIAN] & state.roster())
                if state.at[u] == DEAD and not a.outcasts >> u & 1
            ]
        )
        quarter(state, RUSSIAN)


class RussianReturns(Frame[Campaign]):
    """Two dice: half of them is the number of eliminated units that come back."""

    rule = "16.13"

    def finish(self, state: Campaign) -> None:
        dice = (state.dice.d6(), state.dice.d6())
        state.affairs.count = winter_returns(dice)
        state.emit("winter_returns", dice[0], dice[1], state.affairs.count)


class ReturnUnit(Frame[Campaign]):
    """The Russians choose which of the eliminated units of 1812 come back, and where."""

    rule = "16.13"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        if not state.affairs.count:
            return ()
        found: list[Action] = []
        for u in bits(self.open(state, side, "place")):
            found += state.world.pairs("place", u, self.open(state, side, "place", u))
        return [*found, state.world.done] if found else ()

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "done":
            state.affairs.count = 0
            return
        u, h = action.args
        state.affairs.count -= 1
        state.affairs.fallen &= ~(1 << u)
        state.put(u, h)
        state.emit("returned", u, h)
        state.push(self)

    def finish(self, state: Campaign) -> None:
        state.affairs.count = 0

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb != "place":
            return ()
        if not head:
            return [Ban("16.13", "not_fallen", ~state.affairs.fallen)]
        u = head[0]
        return [Ban("16.13", "no_quarters", ~with_room(state, u, muster_hexes(state)), (u, asked))]

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        return (state.affairs.count,)


class RussianReserves(Frame[Campaign]):
    """The reinforcements of the winter, and the Swedes if they have not come."""

    rule = "16.13"

    def finish(self, state: Campaign) -> None:
        a, world = state.affairs, state.world
        a.mustering = True
        if not a.swedes and not state.pres[FRENCH] >> world.st_petersburg & 1:
            a.swedes = True
            for u in bits(world.swedes):
                state.at[u] = WAITING
        a.lodging = due(state, RUSSIAN)
        state.emit("winter_reserves", a.lodging.bit_count())


class SpringComes(Frame[Campaign]):
    """Play goes on with turn 8, May 1813; card 24 is taken out, what is left of the first deck shuffled in."""

    rule = "16.13"

    def finish(self, state: Campaign) -> None:
        a = state.affairs
        a.lodging, a.mustering = 0, False
        deck = [n for n in [*a.decks[0], *a.decks[1]] if not state.world.cards[n].removed_in_two_year_campaign]
        deck.sort()
        state.dice.shuffle(deck)
        state.emit("cards_shuffled", max(0, len(deck) - 1))
        a.decks = [[], deck]
        state.turn = BEFORE_MAY
        state.emit("spring_1813")


# the end of each turn


class TurnReturns(Frame[Campaign]):
    """A die: one unit of 1812 comes back on 3 to 5, two on a 6."""

    rule = "16.13"

    def finish(self, state: Campaign) -> None:
        die = state.dice.d6()
        state.affairs.count = returns_of_1813(die)
        state.emit("units_return", die, state.affairs.count)


class NapoleonReturns(Frame[Campaign]):
    """If he may return he does so on 5 or 6, to any French stack."""

    rule = "16.13"

    def finish(self, state: Campaign) -> None:
        if not state.affairs.away:
            return
        die = state.dice.d6()
        back = die >= NAPOLEON_RETURNS
        state.emit("napoleon_returns" if back else "napoleon_away_still", die)
        if back:
            state.push(PlaceNapoleon(FRENCH))


class PlaceNapoleon(Frame[Campaign]):
    """The French choose the stack."""

    rule = "16.13"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        napoleon = state.world.napoleon
        return state.world.pairs("place", napoleon, self.open(state, side, "place", napoleon))

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        state.affairs.away = False
        state.put(action.args[0], action.args[1])
        state.emit("arrived", action.args[0], action.args[1])

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb != "place":
            return ()
        napoleon = state.world.napoleon
        if head:
            return [Ban("16.13", "no_stack", ~state.occ[side])]
        return [Ban("16.13", "deploy_other", ~(1 << napoleon), (napoleon,))]
