"""Rulebook 15.2: Trains that raise the capacity of a hex."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.optional.unexamined import show
from grognard.games.russia1812.rules.trains import stacks_for_trains
from grognard.games.russia1812.world.state import Campaign, March
from grognard.games.russia1812.world.world import CAPACITY
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban
from grognard.kernel.frame import Frame

ROOM = 6  # three occupancy factors a Train, in halves
MOST = 2  # Trains a stack


def own_raise(s: Campaign, side: int, h: int) -> int:
    """[15.2] What a side's Trains of this turn have raised a hex by, in halves; the enemy's are of no use to it."""
    return s.affairs.raised.get(h, 0) if s.affairs.raised_by.get(h) == side else 0


def fits_raised(s: Campaign, side: int, h: int, load: int, room: int) -> bool:
    """[15.2] Whether a raised hex, or one the column will raise by so much, takes it.

    The Trains of one turn add up, two at most; to a raise of last turn they add nothing, they renew it (R-15.2a).
    """
    most = s.capacity(h)
    if room:
        most = max(most, CAPACITY + min(MOST * ROOM, own_raise(s, side, h) + room))
    return s.load[h] + load <= most


def raisable(s: Campaign, side: int) -> int:
    """[15.2] Stacks by [7.3] with a genuine Train that have not yet raised their hex twice this turn."""
    found = s.train_hexes(side) & stacks_for_trains(s, side)
    for h in bits(found):
        if own_raise(s, side, h) >= MOST * ROOM:
            found &= ~(1 << h)
    return found


def raise_hex(s: Campaign, side: int, h: int, trains: int) -> None:
    """[15.2] Room for three more factors a Train, from now on."""
    a = s.affairs
    if a.raised_by.get(h) != side:
        a.lapsing.pop(h, None)
    a.raised[h] = min(MOST * ROOM, own_raise(s, side, h) + trains * ROOM)
    a.raised_by[h] = side
    s.emit("hex_raised", side, h, (CAPACITY + a.raised[h]) // 2)


def unload(s: Campaign, m: March) -> None:
    """[15.2] The Move is over: the Trains carried raise the hex."""
    for _ in range(m.room // ROOM):
        s.spend_train(m.side, m.start)
    raise_hex(s, m.side, m.here, m.room // ROOM)


def lapse(s: Campaign) -> list[Frame[Campaign]]:
    """[15.2] R-15.2a: last turn's raises end now unless renewed; the enemy chooses who finds no room."""
    a = s.affairs
    a.lapsing, a.raised = a.raised, {}
    a.raised_by = {h: side for h, side in a.raised_by.items() if h in a.lapsing}
    if s.hidden:
        for side in (0, 1):
            for h in bits(s.occ[side]):
                if s.load[h] > s.capacity(h):
                    show(s, side, h)  # [15.1] R-15.1m: who chooses must see
    return [Excess(side) for side in (0, 1)]


class Excess(Frame[Campaign]):
    """Units over the limit are eliminated, one after another, as the enemy chooses."""

    rule = "15.2"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        return state.world.for_units("lose", self.open(state, side, "lose"))

    def _over(self, state: Campaign, enemy: int) -> int:
        """The units of the first hex over its limit."""
        for h in bits(state.occ[enemy]):
            if state.load[h] > state.capacity(h):
                return state.fighters(h, enemy)
        return 0

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        u = action.args[0]
        state.emit("eliminated", u, state.at[u])
        state.remove(1 << u)
        state.push(self)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban("15.2", "not_over", ~self._over(state, 1 - side))] if verb == "lose" else ()
