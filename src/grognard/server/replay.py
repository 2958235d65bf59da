"""Positions of the past, quickly: a match is replayed once and copies of it are kept on the way."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

from grognard.kernel.dice import ScriptedDice
from grognard.kernel.game import AnyGame
from grognard.kernel.match import Match
from grognard.kernel.record import Line, Record, standing
from grognard.kernel.restore import opened

STEP = 48


class Replay:
    """The way of one match. Safe in any thread: a scrubber asks for many positions at once."""

    def __init__(self, game: AnyGame, record: Record) -> None:
        self._lines = standing(record.lines)
        self._lock = Lock()
        self._script = ScriptedDice()
        start = opened(game, record, self._script)
        self._first = start.length  # farther back than where it went over to these rules nobody can look
        self._kept: list[Match] = [start]

    @property
    def length(self) -> int:
        return len(self._lines)

    def follow(self, lines: Sequence[Line]) -> None:
        """The match has gone on, or some of it was taken back: keep what is still true."""
        after = standing(lines)
        with self._lock:
            same = 0
            for old, new in zip(self._lines, after, strict=False):
                if old != new:
                    break
                same += 1
            self._lines = after
            del self._kept[max(0, same - self._first) // STEP + 1 :]

    def at(self, number: int) -> Match:
        """A match of its own after so many actions."""
        with self._lock:
            wanted = max(self._first, min(number, len(self._lines)))
            base = (wanted - self._first) // STEP
            while len(self._kept) <= base:
                done = self._first + (len(self._kept) - 1) * STEP
                self._kept.append(self._play(self._kept[-1].copy(), done, done + STEP))
            return self._play(self._kept[base].copy(), self._first + base * STEP, wanted)

    def _play(self, match: Match, start: int, end: int) -> Match:
        for line in self._lines[start:end]:
            assert isinstance(match.dice, ScriptedDice)
            match.dice.load(line.dice)
            match.play(line.side, line.text)
        return match
