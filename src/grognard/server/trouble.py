"""What goes wrong, as a status and a sentence in the reader's language."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from grognard.kernel.decision import Refusal
from grognard.server import words

LONGEST = 400


class Trouble(Exception):
    """A request that cannot be granted: HTTP status, message key and arguments, and the rules against it."""

    def __init__(self, status: int, key: str, *args: object, refusals: Sequence[Refusal] = (), lang: str = "") -> None:
        super().__init__(key, *args)
        self.status = status
        self.key = key
        self.values = args
        self.refusals = refusals
        self.lang = lang

    @property
    def final(self) -> bool:
        """Whether it is no use to try again: the match is gone, or cannot be played by this program."""
        return self.status < 500 and self.key != "stale"

    def tell(self, lang: str) -> dict[str, object]:
        """The answer's body. Where the rules refuse, their first sentence is the error."""
        language = self.lang or lang
        refusals = [{"rule": refusal.rule, "text": refusal.say(language)} for refusal in self.refusals]
        sentence = str(refusals[0]["text"]) if refusals else self.say(language)
        return {"error": sentence[:LONGEST], "refusals": refusals}

    def say(self, lang: str) -> str:
        return words.say("error." + self.key, lang, *self.values)[:LONGEST]


def no_match() -> Trouble:
    return Trouble(404, "no_match")


def stale() -> Trouble:
    return Trouble(409, "stale")


_DISK = {
    sqlite3.SQLITE_FULL: (507, "disk_full"),
    sqlite3.SQLITE_BUSY: (503, "disk_busy"),
    sqlite3.SQLITE_READONLY: (503, "disk_readonly"),
    sqlite3.SQLITE_CORRUPT: (500, "disk_damaged"),
    sqlite3.SQLITE_NOTADB: (500, "disk_damaged"),
}


def of_disk(fault: Exception) -> Trouble:
    """A fault of the file or the disk, in words; what was asked for has not been done."""
    if isinstance(fault, UnicodeDecodeError):
        return Trouble(500, "disk_damaged")
    code = getattr(fault, "sqlite_errorcode", 0) & 0xFF  # the kind; the other bits go into detail
    status, key = _DISK.get(code, (503, "disk"))
    return Trouble(status, key, str(fault))
