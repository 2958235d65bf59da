"""Rulebook 26: Attack markers, the bags they come from, and the hands of the regiments."""

from __future__ import annotations

from typing import Final

from grognard.games.merde.world.pieces import MARKER_LESS
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import side_of

PAIRS: Final = 36  # [26.3] every pair of an attack and a defence number, twice
COPIES: Final = 2
MARKERS_OF_AN_ARMY: Final = [marker for marker in range(PAIRS) for _ in range(COPIES)]
MARKERS: Final = {5: 3, 6: 4, 7: 5}  # [26.1] by level


def red(marker: int) -> int:
    """The attack number of a marker."""
    return marker // 6 + 1


def blue(marker: int) -> int:
    """The defence number of a marker."""
    return marker % 6 + 1


def marker_of(attack: int, defence: int) -> int:
    return (attack - 1) * 6 + defence - 1


# [26.3] the pool


def all_markers() -> list[int]:
    """[26.3] The 72 markers of an army."""
    return MARKERS_OF_AN_ARMY[:]


def fill_pool(s: Battle, side: int) -> None:
    """[26.3] All 72 markers back in the bag."""
    s.pool[side] = all_markers()
    s.discards[side], s.turned[side] = [], []


def draw(s: Battle, side: int) -> int:
    """[26.3] One marker at random; an empty bag takes the discards back. -1 when every marker is in hand."""
    bag = s.pool[side]
    if not bag:
        bag.extend(sorted(s.discards[side]))
        s.discards[side], s.turned[side] = [], []
    if not bag:
        return -1
    return bag.pop(s.dice.roll(len(bag)) - 1)


def spend(s: Battle, piece: int, place: int) -> int:
    """Turn the marker at a place of the hand; it goes to the discards, where it lies face up."""
    marker = _discard(s, piece, place)
    s.turned[side_of(piece)].append(marker)
    return marker


def _discard(s: Battle, piece: int, place: int) -> int:
    p = s.pieces[piece]
    marker = p.hand[place]
    p.hand = p.hand[:place] + p.hand[place + 1 :]
    s.discards[side_of(piece)].append(marker)
    return marker


def lose_marker(s: Battle, piece: int) -> bool:
    """[30.1] One marker at random is discarded; False where there is none."""
    p = s.pieces[piece]
    if not p.hand:
        return False
    _discard(s, piece, s.dice.roll(len(p.hand)) - 1)
    s.emit("marker_lost", piece, len(p.hand))
    return True


# [26.1] the deal


def deal_size(s: Battle, piece: int) -> int:
    """[26.1] Markers by level; one fewer under Attack marker -1, and what was lost in advance."""
    p = s.pieces[piece]
    size = MARKERS[s.world.stock(piece).level]
    return max(0, size - (1 if p.damage == MARKER_LESS else 0) - p.less)


def give_skirmishers(s: Battle, piece: int) -> None:
    """[27.4] A light regiment that skirmished gets its markers when it is attacked."""
    if s.pieces[piece].skirmished and not s.pieces[piece].dealt:
        give(s, piece)


def give(s: Battle, piece: int) -> None:
    """[26.2] [26.3] Markers from the army's bag; their number is public, their values are the owner's secret."""
    p = s.pieces[piece]
    side = side_of(piece)
    markers = [draw(s, side) for _ in range(deal_size(s, piece))]
    p.hand = tuple(sorted([marker for marker in markers if marker >= 0]))
    p.dealt, p.less = True, 0
    s.emit("dealt", piece, len(p.hand))
    s.whisper(side, "hand", piece, p.hand)
