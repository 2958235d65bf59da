"""Rulebook 5.1 and 9.1: setting out, and what a move owes to its order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.battles.marches import reached_target
from grognard.games.vanguard.rules.cavalry import may_charge
from grognard.games.vanguard.rules.movement.terrain import nears, path_costs, standing_room
from grognard.games.vanguard.rules.movement.ways import Ways, marchers, may_open_order, nearer_to, skirmish_targets
from grognard.games.vanguard.world.moving import ADVANCING, ATTACKING, MARCHING, Move
from grognard.games.vanguard.world.roster import ADVANCE, ATTACK, COALITION, DEFENCE, ENTRIES
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.ban import ALL, Ban


def begin_move(s: Battle, units: int) -> Move:
    """A move of these units (or of one leader) from where they stand."""
    first = lowest(units)
    at = s.at[first]
    world = s.world
    move = Move(world.roster.side_of[first], units, at if at >= 0 else -1)
    move.spent = [0] * units.bit_count()
    if at < 0:
        move.fare = entry_of(s, first)
    if units & world.units:
        move.order = s.order_of(first)
        if at >= 0 and units & (s.counted | world.marchers):
            _take_duty(s, move, lowest(units & s.counted or units))
    return move


def lowest(pieces: int) -> int:
    """The first of some pieces, by number."""
    return (pieces & -pieces).bit_length() - 1


def _take_duty(s: Battle, move: Move, u: int) -> None:
    """[5.1.1] [5.1.2] [17.1.5] What the move owes, and how far it starts from it."""
    marching = marchers(s, move.units, move.start) if move.units & s.world.marchers else []
    if marching:
        move.duty = MARCHING
        move.far = path_costs(s.world, *marching[0])[move.start]
    elif s.counted >> u & 1:
        move.duty = ATTACKING if move.order == ATTACK else ADVANCING
        move.far = s.world.far_off(s.occ[1 - move.side], move.start)


RESTS: Final = (
    ("15.2", "routed_stays"),
    ("17.2.6", "fixed"),
    ("10.1", "stays_put"),
    ("9.1", "already_moved"),
    ("11.0", "fired_stays"),
)


def _rests(s: Battle) -> tuple[int, int, int, int, int]:
    """[9.1] [10.1] [11.0] [15.2] [17.2.6] The pieces that move no more in this activation, or never: see ``RESTS``."""
    w = s.world
    return s.routed, w.fixed | s.damaged, s.planted, s.marched | s.rode, w.guns & s.fired


def rest_bans(s: Battle) -> Iterable[Ban]:
    """Why a piece moves no more."""
    return [Ban(rule, key, shut) for (rule, key), shut in zip(RESTS, _rests(s), strict=True)]


def unspent(s: Battle, pieces: int) -> int:
    """Of these pieces, those on the map or about to enter that no ban keeps from moving."""
    pieces &= s.there | s.entering
    if not pieces:
        return 0
    routed, fixed, planted, moved, fired = _rests(s)
    return pieces & ~(routed | fixed | planted | moved | fired)


def movable(s: Battle, pieces: int) -> int:
    """[9.1] Of these pieces of a side, those that have any move to make."""
    waiting = unspent(s, pieces)
    if not waiting:
        return 0
    found = step_out(s, waiting)
    if found != waiting:
        for u in bits(waiting & ~found):
            if _has_way(s, u):
                found |= 1 << u
    return found


def elbow_room(s: Battle, zone: int) -> int:
    """The hexes that any piece of a side may enter and stand in where the ground allows: nobody is there, and no zone
    of control lies over it."""
    taken = s.occ[0] | s.occ[1] | zone
    return (s.world.hexes | taken) ^ taken


def step_out(s: Battle, pieces: int, among: int = ALL) -> int:
    """Of some pieces of a side, on the map or [15.4] about to enter it, those that find elbow room at once; [8.1] if
    they may leave theirs. ``among``: in one of these hexes."""
    w, at = s.world, s.at
    side = w.roster.side_of[pieces.bit_length() - 1]
    near, zone = nears(w), s.zoc(1 - side)
    free = elbow_room(s, zone)
    if among != ALL:
        free &= among
    here = pieces & s.there
    found = sum([1 << u for u in bits(here) if near[u][at[u]] & free])
    for h in bits(zone & s.occ[side]):
        for u in bits(found & s.stack[h] & w.units):
            if s.order_of(u) != DEFENCE:
                found ^= 1 << u
    for u in bits(pieces ^ here) if pieces != here else ():
        if standing_room(w, w.roster.klass[u]) & free & w.bit[entry_of(s, u)]:
            found |= 1 << u
    return found


def entry_of(s: Battle, u: int) -> int:
    """[15.4] The hex of the flag by which a piece enters."""
    return s.world.entry_hex[ENTRIES[s.due[u][1]]]


def may_move(s: Battle, u: int) -> bool:
    """[9.1] Whether a unit has any move to make."""
    return bool(movable(s, 1 << u))


def _has_way(s: Battle, u: int) -> bool:
    h, side = s.at[u], s.side(u)
    if h >= 0 and s.world.exits & s.world.bit[h] and side == COALITION:
        return True
    if h < 0 or s.world.leaders >> u & 1:
        return Ways(s, begin_move(s, 1 << u)).can_move()
    pinned = s.zoc(1 - side) & s.world.bit[h] and s.order_of(u) != DEFENCE  # [8.1]
    return (not pinned and Ways(s, begin_move(s, 1 << u)).can_move()) or _can_act_in_place(s, u)


def _can_act_in_place(s: Battle, u: int) -> bool:
    """[16.3] R-56 fire without moving; [14.2] R-54 charge without a run-up."""
    if may_open_order(s, u) and skirmish_targets(s, s.side(u), s.at[u]):
        return True
    return may_charge(s, 1 << u) and charge_possible(s, 1 << u)


def charge_possible(s: Battle, units: int) -> bool:
    move = begin_move(s, units)
    move.charge = True
    ways = Ways(s, move)
    return bool(ways.charge_targets(move.here, move.spent)) or ways.can_move()


# [5.1] duties


def counted_units(s: Battle, units: int) -> int:
    """[5.1.5] R-11: the units that owe something under Advance or Attack at the beginning of B-4."""
    found = 0
    world, enemies = s.world, s.occ[1 - s.acting_side()]
    barred = world.guns | s.lost | s.disordered | s.routed
    for u in bits(units & s.there & ~barred):
        h = s.at[u]
        if world.near[h] & enemies or world.shelters & world.bit[h]:
            continue
        if s.order_of(u) not in (ADVANCE, ATTACK) or s.march_of(u) >= 0:
            continue
        found |= 1 << u
    return found


def can_come_nearer(s: Battle, u: int) -> bool:
    """Whether a unit under a duty has a legal hex that is nearer."""
    return Ways(s, begin_move(s, 1 << u)).comes_nearer(False)


def excused(s: Battle, units: int) -> int:
    """R-48: counted units still to move that have no legal nearer hex: they are dropped from the list."""
    waiting = s.counted & units & ~s.nearer & ~s.marched
    return waiting & ~_able(s, waiting, waiting.bit_count()) if waiting else 0


def _able(s: Battle, waiting: int, enough: int) -> int:
    """Of counted units still to move, those that have a legal nearer hex: the first of them, until there are enough."""
    side, world = s.acting_side(), s.world
    zone, near = s.zoc(1 - side), nears(world)
    free = elbow_room(s, zone)
    enemies = world.nearness(s.occ[1 - side])
    found = 0
    for u in bits(waiting):
        h = s.at[u]
        room, far = near[u][h] & free, enemies.off(h)
        at_once = room and room & enemies.closer(far)[far] and not zone & world.bit[h] and s.march_of(u) < 0
        if at_once or can_come_nearer(s, u):
            found |= 1 << u
            enough -= 1
            if not enough:
                return found
    return found


def _marches_on(s: Battle, u: int) -> bool:
    """[17.1.5] Whether a unit on its march can come nearer to its target."""
    (marcher,) = marchers(s, 1 << u, s.at[u])
    return bool(step_out(s, 1 << u, nearer_to(s.world, marcher, s.at[u]))) or can_come_nearer(s, u)


def owes(s: Battle, units: int) -> int:
    """R-48: a unit that keeps this step open because a duty can still be met; -1 if there is none."""
    bound = units & s.world.marchers and units & s.on_march() & s.there & ~(s.marched | s.routed | s.planted)
    for u in bits(bound) if bound else ():
        if not reached_target(s, u) and _marches_on(s, u):
            return u
    counted = s.counted & units
    still = counted & ~s.nearer & ~s.marched
    if not still:
        return -1
    keen = sum([1 << u for u in bits(still) if s.order_of(u) == ATTACK])
    attacker = _able(s, keen, 1) if keen else 0
    if attacker:
        return lowest(attacker)
    nearer = (counted & s.nearer).bit_count()
    if nearer >= (counted.bit_count() + 1) // 2:
        return -1  # enough of them, whoever else is able
    owing = max(1, 2 * nearer + 1 - (counted & ~still).bit_count())  # if so many are able, half the list is more
    able = _able(s, still & ~keen, owing)
    return lowest(able) if able.bit_count() == owing else -1
