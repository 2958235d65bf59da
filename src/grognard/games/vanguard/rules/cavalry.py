"""Rulebook 14: charges and counter-charges. (14.1, retreat before combat, stands with the assaults.)"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.vanguard.world.moving import Assault, Move
from grognard.games.vanguard.world.roster import ATTACK, DEFENCE
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban
from grognard.kernel.frame import Frame


def may_charge(s: Battle, units: int) -> bool:
    """[14.2] Cavalry in good order with Attack; [17.2.5] never at Campotenese."""
    if s.world.data.no_charges or units & ~s.world.horse or units & (s.disordered | s.routed):
        return False
    return all(s.order_of(u) == ATTACK for u in bits(units))


def counter_stacks(s: Battle, m: Move) -> int:
    """[14.2.4] R-33: hexes of enemy cavalry with Defence, in good order, next to a charger who is alone in his hex."""
    side, h = m.side, m.here
    if s.combat(h, side) & ~m.units or not s.world.charge_ground >> h & 1:
        return 0
    found = 0
    for n in bits(s.world.near[h] & s.occ[1 - side]):
        if (n, h) not in s.world.wet and counter_chargers(s, n, 1 - side):
            found |= 1 << n
    return found


def counter_chargers(s: Battle, h: int, side: int) -> int:
    units = s.combat(h, side) & s.world.horse & ~s.disordered & ~s.routed & ~s.charging
    return sum(1 << u for u in bits(units) if s.order_of(u) == DEFENCE)


def offer_counter(s: Battle, m: Move) -> Frame[Battle] | None:
    """[14.2.4] A charger has entered a hex: may somebody ride against him?"""
    if not m.charge or m.units & s.charging or not counter_stacks(s, m):
        return None
    return CounterCharge(1 - m.side)


class CounterCharge(Frame[Battle]):
    """[14.2.4] The owner picks one stack, or lets the charge come."""

    rule = "14.2.4"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        found = state.world.at_hexes("counter", self.open(state, side, "counter"))
        return [*found, state.world.lexicon.bare["decline"]]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        m = state.move
        assert m is not None
        if action.verb == "decline":
            return
        riders = counter_chargers(state, action.args[0], side)
        assault = Assault(1 << m.here)
        assault.attackers = riders
        assault.charge = assault.counter = True
        state.assaults.append(assault)
        state.charging |= riders | m.units
        state.emit("counter_charge", riders, state.spot(m.here))

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "counter":
            assert state.move is not None
            yield Ban("14.2.4", "no_counter", ~counter_stacks(state, state.move), (state.spot,))

    def prompt(self, state: Battle) -> tuple[object, ...]:
        assert state.move is not None
        return (state.move.units, state.spot(state.move.here))
