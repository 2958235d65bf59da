"""[9.1] What keeps a move from ending in a hex: the reason of the whole move, not of its first step."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.games.vanguard.rules.fog import places
from grognard.games.vanguard.rules.movement.ways import Ways
from grognard.games.vanguard.table.pen import points
from grognard.games.vanguard.world.roster import ATTACK, MANOEUVRE
from grognard.kernel.ban import Reason


def barrier(ways: Ways, goal: int, reached: Iterable[int]) -> Reason:
    """Of a hex that the move cannot reach; ``reached``: where it may end."""
    s, m = ways.s, ways.move
    spot = s.spot(goal)
    if places(s, s.world.of_side[1 - m.side]) >> goal & 1:
        return "9.1.2", "enemy_there", (spot,)
    if s.world.impassable >> goal & 1:
        return "10.0", "closed_ground", (spot,)
    if ways.pinned(m.here):
        return "8.1", "pinned", (s.spot(m.here),)
    if m.halted:
        return "9.1", "halted", (s.spot(m.here),)
    if ways.must_near() and not ways.nearer(goal):
        return ("5.1.2" if m.order == ATTACK else "5.1.1"), "must_close_in", (spot,)
    return order_bar(ways, goal) or room_bar(ways, goal, reached) or distance_bar(ways, goal)


def order_bar(ways: Ways, goal: int) -> Reason | None:
    """[5.1] [8.2.2] The zones of control that an order, or his rank, keeps a mover out of."""
    m, spot = ways.move, ways.s.spot(goal)
    if ways.leader:
        return ("8.2.2", "leader_in_zoc", (spot,)) if ways.walls >> goal & 1 else None
    if not ways.barred >> goal & 1:
        return None
    return (
        ("5.1.4", "manoeuvre_keeps_off", (spot,)) if m.order == MANOEUVRE else ("5.1.3", "defence_keeps_off", (spot,))
    )


def room_bar(ways: Ways, goal: int, reached: Iterable[int]) -> Reason | None:
    """[7.1] It would come there, but could not stand there."""
    near = ways.s.world.near[goal]
    if ways.can_stop(goal, ways.move.spent) or not any([near >> h & 1 for h in reached]):
        return None
    return "7.1", "no_room", (ways.s.spot(goal),)


def distance_bar(ways: Ways, goal: int) -> Reason:
    """[9.1] [5.1.3] [17.2.7] It is too far."""
    s, m = ways.s, ways.move
    if m.here >= 0 and m.hexes + 1 >= ways.most:
        return ("17.2.7", "storm", ()) if s.sky.max_hexes_moved == ways.most else ("5.1.3", "one_hex_in_defence", ())
    left = ways.pm[0] - (m.spent[0] if m.spent else 0)
    return "9.1", "out_of_reach", (s.spot(goal), points(max(0, left)))
