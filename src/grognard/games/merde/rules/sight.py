"""Rulebook 16: lines of sight; 19: who has been seen."""

from __future__ import annotations

from typing import Final

from grognard.board.squares import SECTOR, STRIDE, between, distance
from grognard.games.merde.world.lexicon import GROUPS
from grognard.games.merde.world.state import Battle, found_once
from grognard.games.merde.world.world import DECOY

IN_COVER: Final = 2  # [16.3] how near one must be to see into a wood or a place


def vision(s: Battle, sq: int) -> int:
    """[16.1] [17.1] How far one sees from a square in this weather."""
    plain, hill = s.world.weathers[s.weather].sight
    return hill if s.world.hill >> sq & 1 else plain


def clear_line(s: Battle, start: int, goal: int) -> bool:
    """[16.2] Hills, woods and places strictly between block the line, also for an observer on a hill."""
    lines, key = s.world.lines, start << 12 | goal
    found = lines.get(key)
    if found is None:
        opaque = s.world.opaque
        found = lines[key] = all(not opaque >> sq & 1 for sq in between(start, goal))
    return found


def sees_square(s: Battle, start: int, goal: int) -> bool:
    """[16.1] Whether one sees from a square to another, whoever stands there."""
    return distance(start, goal) <= vision(s, start) and clear_line(s, start, goal)


def sees(s: Battle, start: int, piece: int) -> bool:
    """[16.1] [16.3] Whether a piece is seen from a square: in cover only from near, or after it has fired."""
    p = s.pieces[piece]
    for sq in p.squares:
        if s.world.cover >> sq & 1 and not p.fired and distance(start, sq) > IN_COVER:
            continue
        if sees_square(s, start, sq):
            return True
    return False


def seen_by(s: Battle, watcher: int, piece: int) -> bool:
    return any([sees(s, sq, piece) for sq in s.pieces[watcher].squares])


def visible_enemies(s: Battle, watcher: int, column: int) -> list[int]:
    """[16.4] The enemies in a column of sectors that a regiment's group sees."""
    return seen_from(s, s.pieces[watcher].group, column)


@found_once
def seen_from(s: Battle, group: int, column: int) -> list[int]:
    """[16.4] The enemies in a column of sectors that a group sees."""
    watchers = s.members(group)
    return [p for p in _in_column(s, 1 - group // GROUPS, column) if any(seen_by(s, w, p) for w in watchers)]


@found_once
def _in_column(s: Battle, side: int, column: int) -> list[int]:
    """The troops of a side in a column of sectors, but for those who lie flag side up."""
    pieces = s.pieces
    there = [p for p in s.troops(side) if any([sq % STRIDE // SECTOR == column for sq in pieces[p].squares])]
    return [p for p in there if not pieces[p].hidden]


# [19.1] fog of war


def look_around(s: Battle) -> None:
    """[19.1] Turn over every hidden counter that an enemy sees now; [19.2] decoys that are seen are removed."""
    if not s.foggy:
        return
    for side in (0, 1):
        watchers = [p for p in s.troops(1 - side) if not s.pieces[p].routed]
        for p in s.alive(side):
            if s.pieces[p].hidden and any(seen_by(s, w, p) for w in watchers):
                uncover(s, p)


def uncover(s: Battle, piece: int) -> None:
    """[19.1] A counter is turned over; a decoy is nothing and goes."""
    p = s.pieces[piece]
    if not p.hidden:
        return
    p.hidden = False
    s.revealed = True
    if s.arm(piece) == DECOY:
        s.emit("decoy_seen", piece // 80, p.squares[0])
        s.remove(piece)
    else:
        s.emit("uncovered", piece, p.squares[0])


def cover_up(s: Battle) -> None:
    """[19.1] At the set-up every counter out of enemy sight is laid flag side up."""
    if not s.foggy:
        return
    for side in (0, 1):
        for p in s.alive(side):
            s.pieces[p].hidden = True
    look_around(s)
