"""Rulebook 16.13: the two-year campaign: the offer of winter quarters, and the winter of the French."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.lodging import LAST_OFFER, Lodge, quarter
from grognard.games.russia1812.rules.advanced.numbers import napoleon_in_winter, winter_losses
from grognard.games.russia1812.rules.advanced.year1813 import (
    NapoleonReturns,
    ReturnUnit,
    RussianReserves,
    RussianReturns,
    RussianWinter,
    SpringComes,
    TurnReturns,
)
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban
from grognard.kernel.frame import Frame

DEPOTS = 8  # so many French Depots bring the offer


# the offer


def offer_due(s: Campaign) -> bool:
    """[16.13] R-16.13a: at the end of the first turn with eight French Depots, or of turn 7; ``until_turn_7``: each."""
    a = s.affairs
    if not s.two_year or a.year != 1812 or s.turn > LAST_OFFER:
        return False
    if a.offered and s.options.get("winter_quarters_window", "once") == "once":
        return False
    return a.offered or s.turn == LAST_OFFER or s.depots[FRENCH].bit_count() >= DEPOTS


class AskQuarters(Frame[Campaign]):
    """The French may go into winter quarters."""

    rule = "16.13"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        return [state.world.pass_, state.world.bare["quarters"]]

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        state.affairs.offered = True
        if action.verb == "quarters":
            begin_winter(state)

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        return (state.turn,)


def begin_winter(s: Campaign) -> None:
    """[16.13] Both sides, the French first; then May 1813. R-16.13h: markers go, hands and tracks stay."""
    a = s.affairs
    a.year, a.last_turn = 1813, s.turn
    s.winter = False
    s.forage = s.moved = s.committed = s.supplied = 0
    a.raised, a.lapsing, a.raised_by = {}, {}, {}
    if s.hidden:  # [15.1] R-15.1m: in winter everything is put openly
        s.veil.shown = (1 << s.world.count) - 1
        s.veil.decoys = [{}, {}]
    s.emit("winter_quarters")
    quarter(s, FRENCH)
    s.push(
        Lodge(FRENCH),
        ChooseSource(FRENCH),
        WinterDice(FRENCH),
        WinterLoss(FRENCH),
        LostCommander(FRENCH),
        NapoleonInWinter(FRENCH),
        RussianWinter(RUSSIAN),
        Lodge(RUSSIAN),
        RussianReturns(RUSSIAN),
        ReturnUnit(RUSSIAN),
        RussianReserves(RUSSIAN),
        Lodge(RUSSIAN),
        SpringComes(),
    )


def end_of_turn(s: Campaign) -> list[Frame[Campaign]]:
    """[16.13] What the end of a turn asks of a two-year campaign."""
    if s.affairs.year == 1813:
        return [TurnReturns(RUSSIAN), ReturnUnit(RUSSIAN), NapoleonReturns(FRENCH)]
    return [AskQuarters(FRENCH)] if offer_due(s) else []


# a new source of supply


def way_open(s: Campaign, h: int) -> bool:
    """[16.13] R-16.13l: whether no Russian is in a city down one of a city's rivers to the Baltic; one is enough."""
    return any(not down & s.pres[RUSSIAN] for down in s.world.ways_down.get(h, ()))


def source_hexes(s: Campaign) -> int:
    """[16.13] Friendly cities, and cities with a French Depot on a river open to the Baltic."""
    found = s.own_city(FRENCH) & ~s.pres[RUSSIAN]
    for h in bits(s.depots[FRENCH] & ~s.own_city(FRENCH)):
        if way_open(s, h):
            found |= 1 << h
    return found


class ChooseSource(Frame[Campaign]):
    """The French choose a city as one more source of supply, or none."""

    rule = "16.13"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        return [*state.world.at_hexes("source", self.open(state, side, "source")), state.world.pass_]

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "source":
            h = action.args[0]
            state.affairs.source = h
            state.affairs.flows = (0,) if state.own_city(FRENCH) >> h & 1 else state.world.ways_down[h]
            state.emit("new_source", h)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban("16.13", "no_source", ~source_hexes(state))] if verb == "source" else ()


# losses, Napoleon


class WinterDice(Frame[Campaign]):
    """Two dice: half of them is the number of units lost, each 1 a commander."""

    rule = "16.13"

    def finish(self, state: Campaign) -> None:
        dice = (state.dice.d6(), state.dice.d6())
        state.affairs.count, state.affairs.ones = winter_losses(dice)
        state.emit("winter_losses", dice[0], dice[1], state.affairs.count, state.affairs.ones)


class WinterLoss(Frame[Campaign]):
    """The French choose; foreign units that are not Polish before French and Polish ones."""

    rule = "16.13"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        return state.world.for_units("lose", self.open(state, side, "lose")) if state.affairs.count else ()

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        lose(state, action.args[0])
        state.affairs.count -= 1
        state.push(self)

    def finish(self, state: Campaign) -> None:
        state.affairs.count = 0

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        world = state.world
        alive = sum([1 << u for u in bits(world.fighters[FRENCH]) if state.at[u] >= 0])
        first = alive & world.foreign & ~world.by_nation.get("polish", 0) or alive
        return [Ban("16.13", "allies_first", ~first)] if verb == "lose" else ()

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        return (state.affairs.count,)


def lose(s: Campaign, u: int) -> None:
    s.emit("eliminated", u, s.at[u])
    s.affairs.outcasts |= 1 << u  # R-16.13f
    s.remove(1 << u)


class LostCommander(Frame[Campaign]):
    """R-16.13c: for each 1 a commander of the French player's choice, never Napoleon."""

    rule = "16.13"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        return state.world.for_units("lose", self.open(state, side, "lose")) if state.affairs.ones else ()

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        lose(state, action.args[0])
        state.affairs.ones -= 1
        state.push(self)

    def finish(self, state: Campaign) -> None:
        state.affairs.ones = 0

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        world = state.world
        alive = sum([1 << c for c in bits(world.leaders[side]) if state.at[c] >= 0 and c != world.napoleon])
        return [Ban("16.13", "no_commander_to_lose", ~alive)] if verb == "lose" else ()


class NapoleonInWinter(Frame[Campaign]):
    """On 1 or 2 he leaves for good, on 3 or 4 he may return, else he stays."""

    rule = "16.13"

    def finish(self, state: Campaign) -> None:
        napoleon = state.world.napoleon
        if napoleon < 0 or state.at[napoleon] < 0:
            return
        die = state.dice.d6()
        fate = napoleon_in_winter(die)
        state.emit("napoleon_" + fate, die)
        if fate == "stays":
            return
        state.remove(1 << napoleon)
        if fate == "gone":
            state.affairs.outcasts |= 1 << napoleon
        else:
            state.affairs.away = True
