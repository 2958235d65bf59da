"""Rulebook 5.2, 16.13: the turn track, of one year or of two with the winter between them."""

from __future__ import annotations

from typing import Final

from grognard.games.russia1812.table.pen import Pen
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import LAST_TURN, WINTER_FROM
from grognard.kernel.wire import Turn

MAY_1813: Final = 8  # [16.13] play resumes on this turn


def turns(pen: Pen, last_of_1812: int = LAST_TURN) -> list[Turn]:
    """The track as it is played: to the end of 1812, or [16.13] to the winter and on from May 1813."""
    found = [_turn(pen, turn, 1812) for turn in range(1, last_of_1812 + 1)]
    if last_of_1812 < LAST_TURN:
        rest = pen("track.winter_quarters")
        found.append(Turn(turn=0, month=rest, winter=True, short=pen("track.winter"), year=1813))
        found += [_turn(pen, turn, 1813) for turn in range(MAY_1813, LAST_TURN + 1)]
    return found


def _turn(pen: Pen, turn: int, year: int) -> Turn:
    month = pen.words.show("date", 100 * year + turn, pen.language)
    return Turn(turn=turn, month=month, winter=turn >= WINTER_FROM and year == 1812, short=month[:3], year=year)


def track(s: Campaign, pen: Pen) -> list[Turn]:
    """The track of this campaign, with the turn of now."""
    a = s.affairs
    now = (a.year, 0 if resting(s) else s.turn)
    found = turns(pen, a.last_turn if a.year == 1813 else LAST_TURN)
    for row in found:
        row.now = (row.year, row.turn) == now
    return found


def resting(s: Campaign) -> bool:
    """[16.13] Both armies are in winter quarters."""
    return s.affairs.year == 1813 and s.turn < MAY_1813


def month_of(s: Campaign, pen: Pen) -> str:
    """The month of this turn in words, or the winter between two years."""
    if resting(s):
        return pen("track.winter_quarters")
    return pen.words.show("date", s.date, pen.language) if s.month() else ""
