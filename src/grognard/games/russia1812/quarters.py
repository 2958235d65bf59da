"""Rulebook 16.13: the two-year campaign: winter quarters, and the year 1813."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.board.hexes import bits
from grognard.games.russia1812.advanced import napoleon_in_winter, returns_of_1813, winter_losses, winter_returns
from grognard.games.russia1812.politics import at_kiev
from grognard.games.russia1812.state import DEAD, WAITING, Campaign
from grognard.games.russia1812.supply import route_hexes
from grognard.games.russia1812.world import FRENCH, RUSSIAN
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame, Reason

DEPOTS = 8  # so many French Depots bring the offer
LAST_OFFER = 7  # the turn of the offer at the latest
WINTER_RANGE = 3
NAPOLEON_RETURNS = 5
BEFORE_MAY: Final = 7  # play resumes on the next turn


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
    s.emit("winter_quarters")
    quarter(s, FRENCH)
    s.push(
        Lodge(FRENCH), ChooseSource(FRENCH), WinterDice(FRENCH), WinterLoss(FRENCH), LostCommander(FRENCH),
        NapoleonInWinter(FRENCH), RussianWinter(RUSSIAN), Lodge(RUSSIAN), RussianReturns(RUSSIAN), ReturnUnit(RUSSIAN),
        RussianReserves(RUSSIAN), Lodge(RUSSIAN), SpringComes(),
    )  # fmt: skip


def quarter(s: Campaign, side: int) -> None:
    """[16.13] All units of a side rally and are taken up, to be put anew; with them the French reinforcements."""
    pieces = sum([1 << u for u in bits(s.world.of_side[side]) if s.at[u] >= 0])
    s.restore(pieces & s.disrupted)
    s.remove(pieces)
    for u in bits(pieces):
        s.at[u] = WAITING
    s.affairs.lodging = pieces | (due(s, FRENCH) if side == FRENCH else 0)


def due(s: Campaign, side: int) -> int:
    """[16.13] R-16.13d: the winter reinforcements, and whoever was to come by turn 7 and has not; the rest never."""
    found = 0
    for u in bits(s.world.of_side[side] & s.roster()):
        if s.at[u] == WAITING and s.world.arrives[u][0]:
            if s.world.winter_due >> u & 1 or s.world.arrives[u][0] <= LAST_OFFER:
                found |= 1 << u
            else:
                s.at[u] = DEAD
    return found


# where pieces are put


def french_cities(s: Campaign) -> int:
    """[16.13] Friendly cities, and unfriendly ones with a French Depot; not where an enemy Depot stands (R-16.13k)."""
    return (s.own_city(FRENCH) | s.depots[FRENCH]) & ~s.pres[RUSSIAN] & ~s.depots[RUSSIAN] & s.world.passable[FRENCH]


def winter_supply(s: Campaign) -> int:
    """[16.13] Where Russians are in supply by [6.2] with three hexes, from the Depots standing now."""
    dry, way = s.dry(RUSSIAN), route_hexes(s, RUSSIAN)
    reached = dry.flood(s.depots[RUSSIAN] & way, WINTER_RANGE - 1, way)
    return (dry.spread(reached) | s.depots[RUSSIAN]) & s.world.passable[RUSSIAN]


def russian_hexes(s: Campaign) -> int:
    """[16.13] In winter supply, not next to a French unit, nor in a city down the river of the new French source."""
    french = s.pres[FRENCH]
    return winter_supply(s) & ~french & ~s.world.free.spread(french) & ~forbidden_cities(s) & ~s.depots[FRENCH]


def forbidden_cities(s: Campaign) -> int:
    """[16.13] Cities downstream of the new source; first edition: all cities on its rivers."""
    a = s.affairs
    if a.source < 0:
        return 0
    found = 0
    for river in s.world.baltic_flows.get(a.source, {}):
        found |= s.world.river_cities[river] if s.edition == 1 else s.world.baltic_flows[a.source][river]
    return found & ~(1 << a.source)


def muster_hexes(s: Campaign, swedes: bool = False) -> int:
    """[16.13] In or next to Kiev, Moscow and St Petersburg, unless that city is French."""
    found = 0
    for h in (s.world.st_petersburg,) if swedes else (s.world.kiev, s.world.moscow, s.world.st_petersburg):
        if h >= 0 and not s.pres[FRENCH] >> h & 1:
            found |= 1 << h | s.world.near[h]
    return found & s.world.passable[RUSSIAN] & ~s.pres[FRENCH] & ~s.depots[FRENCH]


def open_hexes(s: Campaign, u: int) -> int:
    """[16.13] [4.1] Where a piece may be put now."""
    if s.world.side_of[u] == FRENCH:
        found = with_room(s, u, french_cities(s))
    elif s.affairs.mustering:
        found = with_room(s, u, muster_hexes(s, bool(s.world.swedes >> u & 1)))
    else:
        found = with_room(s, u, russian_hexes(s)) or with_room(s, u, muster_hexes(s))  # R-16.13i
    return found


def with_room(s: Campaign, u: int, hexes: int) -> int:
    weight = s.world.weight[u]
    for h in bits(hexes & (s.occ[FRENCH] | s.occ[RUSSIAN])) if weight else ():
        if s.load[h] + weight > s.capacity(h):
            hexes &= ~(1 << h)
    return hexes


class Lodge(Frame[Campaign]):
    """A hex for each piece, one after another; what finds no room is lost (R-16.13b)."""

    rule = "16.13"

    def _next(self, state: Campaign) -> int:
        rest = bits(state.affairs.lodging & state.world.of_side[self.side])
        return rest[0] if rest else -1

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        u = self._next(state)
        return state.world.pairs("place", u, open_hexes(state, u)) if u >= 0 else ()

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        u, h = action.args
        state.affairs.lodging &= ~(1 << u)
        state.put(u, h)
        state.emit("lodged", u, h)
        at_kiev(state)
        state.push(self)

    def finish(self, state: Campaign) -> None:
        u = self._next(state)
        if u >= 0:
            state.affairs.lodging &= ~(1 << u)
            state.at[u] = DEAD
            state.emit("no_room", u)
            state.push(self)

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        if action.verb != "place":
            return []
        u, h = action.args
        if u != self._next(state):
            return [("16.13", "deploy_other", (self._next(state),))]
        return [("16.13", "no_quarters", (u, h))]

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        return (self._next(state),)


# French: a new source of supply, losses, Napoleon


def open_flows(s: Campaign, h: int) -> tuple[int, ...]:
    """[16.13] The cities down the rivers of a city that flow to the Baltic, if no Russian is in one (R-16.13j)."""
    rivers = s.world.baltic_flows.get(h, {})
    down = 0
    for mask in rivers.values():
        down |= mask
    return (down,) if rivers and not down & s.pres[RUSSIAN] else ()


def source_hexes(s: Campaign) -> int:
    """[16.13] Friendly cities, and cities with a French Depot on a river open to the Baltic."""
    found = s.own_city(FRENCH) & ~s.pres[RUSSIAN]
    for h in bits(s.depots[FRENCH] & ~s.own_city(FRENCH)):
        if open_flows(s, h):
            found |= 1 << h
    return found


class ChooseSource(Frame[Campaign]):
    """The French choose a city as one more source of supply, or none."""

    rule = "16.13"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        return [*state.world.at_hexes("source", source_hexes(state)), state.world.pass_]

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "source":
            h = action.args[0]
            state.affairs.source = h
            state.affairs.flows = (0,) if state.own_city(FRENCH) >> h & 1 else open_flows(state, h)
            state.emit("new_source", h)

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        return [("16.13", "no_source", (action.args[0],))] if action.verb == "source" else []


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
        return state.world.for_units("lose", self._open(state)) if state.affairs.count else ()

    def _open(self, state: Campaign) -> int:
        world = state.world
        alive = sum([1 << u for u in bits(world.fighters[FRENCH]) if state.at[u] >= 0])
        return alive & world.foreign & ~world.by_nation.get("polish", 0) or alive

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        lose(state, action.args[0])
        state.affairs.count -= 1
        state.push(self)

    def finish(self, state: Campaign) -> None:
        state.affairs.count = 0

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        return [("16.13", "allies_first", (action.args[0],))] if action.verb == "lose" else []

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
        if not state.affairs.ones:
            return ()
        alive = sum([1 << c for c in bits(state.world.leaders[side]) if state.at[c] >= 0 and c != state.world.napoleon])
        return state.world.for_units("lose", alive)

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        lose(state, action.args[0])
        state.affairs.ones -= 1
        state.push(self)

    def finish(self, state: Campaign) -> None:
        state.affairs.ones = 0

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        return [("16.13", "no_commander_to_lose", (action.args[0],))] if action.verb == "lose" else []


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


# Russians


class RussianWinter(Frame[Campaign]):
    """All Russians rally and are taken up, to be put in winter supply."""

    rule = "16.13"

    def finish(self, state: Campaign) -> None:
        a = state.affairs
        a.fallen = sum([
            1 << u for u in bits(state.world.of_side[RUSSIAN] & state.roster())
            if state.at[u] == DEAD and not a.outcasts >> u & 1
        ])  # fmt: skip
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
        for u in bits(state.affairs.fallen):
            found += state.world.pairs("place", u, with_room(state, u, muster_hexes(state)))
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

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        if action.verb != "place":
            return []
        u, h = action.args
        if not state.affairs.fallen >> u & 1:
            return [("16.13", "not_fallen", (u,))]
        return [("16.13", "no_quarters", (u, h))]

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


# the end of each turn of 1813


def end_of_turn(s: Campaign) -> list[Frame[Campaign]]:
    """[16.13] What the end of a turn asks of a two-year campaign."""
    if s.affairs.year == 1813:
        return [TurnReturns(RUSSIAN), ReturnUnit(RUSSIAN), NapoleonReturns(FRENCH)]
    return [AskQuarters(FRENCH)] if offer_due(s) else []


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
        return state.world.pairs("place", state.world.napoleon, state.occ[FRENCH])

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        state.affairs.away = False
        state.put(action.args[0], action.args[1])
        state.emit("arrived", action.args[0], action.args[1])

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        return [("16.13", "no_stack", (action.args[1],))] if action.verb == "place" else []
