"""Rulebook 11.3.2, R-49: what the enemy sees of a stack that none of his combat units has in sight."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.vanguard.world.state import Battle


def visible(s: Battle, side: int) -> int:
    """[11.3.2] R-49: the pieces on the map that a side sees: its own, those in sight, the top of every other stack.

    A spectator (-1) sees of each stack what the enemy of that stack sees.
    """
    found = 0
    for who in (0, 1):
        pieces = s.world.of_side[who] & s.there
        if who == side:
            found |= pieces
            continue
        seen = s.seen_by(1 - who)
        for h in bits(places(s, pieces)):
            found |= pieces & s.stack[h] if seen >> h & 1 else 1 << s.top_of(h, who)
    return found


def places(s: Battle, pieces: int) -> int:
    """The hexes where these pieces stand."""
    found = 0
    for u in bits(pieces & s.there):
        found |= 1 << s.at[u]
    return found


def hidden_arrival(s: Battle, pieces: int, h: int) -> bool:
    """[11.3.2] R-49: a leader beneath troops that the enemy does not see: nobody tells him."""
    if pieces & ~s.world.leaders:
        return False
    side = s.world.roster.side_of[pieces.bit_length() - 1]
    return bool(s.stack[h] & s.world.units_of[side] & ~s.damaged) and not s.in_sight(h, 1 - side)


def dark(s: Battle, side: int, pieces: int, *hexes: int) -> tuple[tuple[int, bool], ...]:
    """R-49: what the enemy sees of stacks among which leaders ride beneath, out of his sight: each by its top counter
    and whether more lies beneath. Nothing at all if he would see something of the ride."""
    if pieces & ~s.world.leaders:
        return ()
    found = []
    others = s.world.of_side[side] & ~pieces
    for h in hexes:
        if not s.stack[h] & others or s.in_sight(h, 1 - side):
            return ()  # nothing to hide beneath, or he sees it
        top = s.top_of(h, side)
        if pieces >> top & 1:
            return ()
        found.append((top, bool(s.stack[h] & s.world.of_side[side] & ~(1 << top))))
    return tuple(found)


def tell_leader(s: Battle, key: str, leader: int, h: int) -> None:
    """R-49: a leader has come to a hex; the enemy hears of it if he sees him there."""
    if hidden_arrival(s, 1 << leader, h):
        s.whisper(s.side(leader), key, leader, s.spot(h))
    else:
        s.emit(key, leader, s.spot(h))


def seen_by_enemy(s: Battle, side: int, pieces: int) -> int:
    """[11.3.2] R-49: of some pieces of a side on the map, those that the enemy sees."""
    found = 0
    for u in bits(pieces & s.there):
        h, bit = s.at[u], 1 << u
        if s.stack[h] == bit or s.in_sight(h, 1 - side) or s.top_of(h, side) == u:
            found |= bit
    return found


def tell_pieces(s: Battle, side: int, pieces: int, key: str, *before: object) -> None:
    """R-49: something is said of pieces of a side: to all of those that are seen, to their owner of the others."""
    seen = seen_by_enemy(s, side, pieces)
    if seen:
        s.emit(key, *before, seen)
    if pieces & ~seen:
        s.whisper(side, key, *before, pieces & ~seen)
