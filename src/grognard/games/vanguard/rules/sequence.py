"""Rulebook 3: the sequence of play; 17.2.7: the weather."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.retreat import RoutMoves
from grognard.games.vanguard.rules.battles.victory import settle
from grognard.games.vanguard.rules.disorder.reinforcements import Returns
from grognard.games.vanguard.rules.initiative import Initiative, begin_changes
from grognard.games.vanguard.rules.orders import ChangeOrders
from grognard.games.vanguard.world.roster import COALITION, FRENCH
from grognard.games.vanguard.world.state import END_STEP, ORDERS_STEP, WAITING, Battle
from grognard.kernel.frame import Frame


def set_up(s: Battle) -> None:
    """[17.1] [17.2] The set-up is fixed; who is not on the map arrives later."""
    for u in bits(s.world.pieces):
        if u in s.world.setup:
            s.put(u, s.world.setup[u])
        else:
            s.at[u] = WAITING
    s.push(NextTurn())


class NextTurn(Frame[Battle]):
    """[3.1] A turn: command, action, end; [3.2] turn 1 has no command phase."""

    rule = "3.1"

    def finish(self, state: Battle) -> None:
        s = state
        s.turn += 1
        s.open_turn(s.turn)
        s.open_phase(s.turn, ORDERS_STEP)
        if s.turn == 1:
            s.push(Initiative(), EndOfTurn())
            return
        s.enter_phase(ORDERS_STEP)
        frames: list[Frame[Battle]] = []
        if not s.headquarters:  # [16.1]
            frames = [OrdersPhase(FRENCH), OrdersPhase(COALITION)]
        s.push(*frames, Returns(), Initiative(), EndOfTurn())


class OrdersPhase(Frame[Battle]):
    """[5.2] A-1 of one side."""

    rule = "5.2"

    def finish(self, state: Battle) -> None:
        begin_changes(state, self.side)
        state.push(ChangeOrders(self.side))


class EndOfTurn(Frame[Battle]):
    """[3.1] Phase C: rout moves, guns turn back, weather, leaders turn back."""

    rule = "3.1"

    def finish(self, state: Battle) -> None:
        state.enter_phase(END_STEP)
        state.open_phase(state.turn, END_STEP)
        state.push(RoutMoves(), CleanUp())


def next_weather(s: Battle, die: int) -> int:
    """[17.2.7] Where a die moves the weather marker."""
    return s.sky.on_die.get(str(die), s.weather)


class CleanUp(Frame[Battle]):
    """[3.1] C-2 to C-4; after the last turn victory is computed instead."""

    rule = "3.1"

    def finish(self, state: Battle) -> None:
        s = state
        s.turned = 0
        s.tired = 0
        s.marched = s.fought = s.fired = s.rallied = s.rode = s.evaded = s.fled = 0
        s.activated = 0
        s.hq_used = [False, False]
        s.lone_acted = False
        s.emptied = {}
        if s.turn >= s.world.last_turn:
            settle(s)
            return
        if s.weather:
            self._roll_weather(s)
        s.push(NextTurn())

    def _roll_weather(self, s: Battle) -> None:
        die = s.dice.d6()
        after = next_weather(s, die)
        s.emit("weather_stays" if after == s.weather else "weather_turns", die, after)
        s.weather = after
