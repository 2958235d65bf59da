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
        pieces = sum(1 << u for u in s.on_map(s.world.of_side[who]))
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
    for u in s.on_map(pieces):
        found |= 1 << s.at[u]
    return found


def hidden_arrival(s: Battle, pieces: int, h: int) -> bool:
    """[11.3.2] R-49: a leader beneath troops that the enemy does not see: nobody tells him."""
    if pieces & ~s.world.leaders:
        return False
    side = s.side(bits(pieces)[0])
    return bool(s.combat(h, side)) and not s.seen_by(1 - side) >> h & 1


def dark(s: Battle, side: int, pieces: int, *hexes: int) -> tuple[tuple[int, bool], ...]:
    """R-49: what the enemy sees of stacks among which leaders ride beneath, out of his sight: each by its top counter
    and whether more lies beneath. Nothing at all if he would see something of the ride."""
    if pieces & ~s.world.leaders:
        return ()
    seen = s.seen_by(1 - side)
    if any([seen >> h & 1 for h in hexes]):
        return ()
    tops = [s.top_of(h, side) for h in hexes]
    if any([top < 0 or pieces >> top & 1 for top in tops]):
        return ()
    stacks = [s.stack[h] & s.world.of_side[side] for h in hexes]
    return tuple([(top, bool(stack & ~(1 << top))) for top, stack in zip(tops, stacks, strict=True)])


def tell_leader(s: Battle, key: str, leader: int, h: int) -> None:
    """R-49: a leader has come to a hex; the enemy hears of it if he sees him there."""
    if hidden_arrival(s, 1 << leader, h):
        s.whisper(s.side(leader), key, leader, s.spot(h))
    else:
        s.emit(key, leader, s.spot(h))


def seen_by_enemy(s: Battle, side: int, pieces: int) -> int:
    """[11.3.2] R-49: of some pieces of a side on the map, those that the enemy sees."""
    sight = s.seen_by(1 - side)
    found = 0
    for u in s.on_map(pieces):
        h = s.at[u]
        if sight >> h & 1 or s.top_of(h, side) == u:
            found |= 1 << u
    return found


def tell_pieces(s: Battle, side: int, pieces: int, key: str, *before: object) -> None:
    """R-49: something is said of pieces of a side: to all of those that are seen, to their owner of the others."""
    seen = seen_by_enemy(s, side, pieces)
    if seen:
        s.emit(key, *before, seen)
    if pieces & ~seen:
        s.whisper(side, key, *before, pieces & ~seen)
