"""One part that fails never costs the rest: it is left out, written into the log, and named to the reader."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import msgspec

from grognard.kernel.wire import Missing
from grognard.server import words
from grognard.server.trouble import Trouble

log = logging.getLogger("grognard.server")
T = TypeVar("T")
D = TypeVar("D")
_encoder = msgspec.json.Encoder(enc_hook=float)  # what JSON has no word for are fractions


def encode(value: object) -> bytes:
    return _encoder.encode(value)


class Parts:
    """The parts of one answer. ``missing``: those that could not be made, as the client is told.

    ``careful``: each part is also tried as JSON. That is slow: it is for the second attempt, when the whole cannot be.
    """

    def __init__(self, where: str, lang: str, careful: bool = False) -> None:
        self._where = where
        self._lang = lang
        self._careful = careful
        self.missing: list[Missing] = []

    def get(self, part: str, default: D, make: Callable[[], T]) -> T | D:
        """A part, or its harmless default."""
        try:
            return self._tried(make())
        except Exception:
            log.exception("%s: %s could not be made", self._where, part)
            self._miss(part)
            return default

    def need(self, make: Callable[[], T], data: bool = True) -> T:
        """What a match cannot be shown without."""
        try:
            return self._tried(make()) if data else make()
        except Exception as fault:
            log.exception("%s: it cannot be shown", self._where)
            raise Trouble(500, "unshowable", type(fault).__name__) from fault

    def _tried(self, value: T) -> T:
        if self._careful:
            encode(value)
        return value

    def _miss(self, part: str) -> None:
        if part not in [one.part for one in self.missing]:
            name = words.say(f"part.{part}", self._lang)
            self.missing.append(Missing(part=part, text=words.say("part.missing", self._lang, name)))


@contextmanager
def answering(where: str, part: str) -> Iterator[None]:
    """Around the one thing that was asked for: if it fails, the log has the traceback and the reader a sentence."""
    try:
        yield
    except Trouble:
        raise
    except Exception as fault:
        log.exception("%s: %s could not be made", where, part)
        raise Trouble(500, "unanswered") from fault
