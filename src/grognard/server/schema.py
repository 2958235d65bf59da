"""The SQLite file itself: opened, brought up to date, examined. Faults come out as ``sqlite3`` raises them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

FILE = "grognard.sqlite3"
SHOWN = 3  # of the faults of a damaged file
PATIENCE = 10  # seconds that a writer waits for another


# what SQLite raises; its words about a damaged file may themselves be damaged
ILL = (sqlite3.Error, UnicodeDecodeError)


class Damage(Exception):
    """Something in the file is not what was written there."""


def connect(path: Path) -> sqlite3.Connection:
    """The file, made if there is none."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=PATIENCE)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        db.close()
        raise
    return db


def faults(db: sqlite3.Connection) -> list[str]:
    """What SQLite finds wrong with the file; nothing if it is whole."""
    try:
        found = [str(row[0]) for row in db.execute(f"PRAGMA quick_check({SHOWN})")]
    except ILL as fault:
        return [str(fault)]
    return [] if found == ["ok"] else found


class Transaction:
    """BEGIN IMMEDIATE ... COMMIT: what the standard library calls a transaction begins too late.

    Whatever fails, the commit itself too, nothing of it is kept and the next one can begin.
    """

    def __init__(self, db: sqlite3.Connection, how: str = "IMMEDIATE") -> None:
        self._db = db
        self._how = how

    def __enter__(self) -> None:
        self._db.execute(f"BEGIN {self._how}")

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                self._db.execute("COMMIT")
        finally:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")


def newest() -> int:
    """The number of the last migration that this program knows."""
    return _scripts()[-1][0]


def version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def migrate(db: sqlite3.Connection) -> None:
    """Bring a file up to date: every numbered script that it has not seen, in order."""
    for number, text in _scripts():
        _apply(db, number, text)


def _scripts() -> list[tuple[int, Callable[[], str]]]:
    folder = files("grognard.server").joinpath("migrations")
    found = [(int(path.name[:4]), path.read_text) for path in folder.iterdir() if path.name.endswith(".sql")]
    return sorted(found, key=lambda script: script[0])


def _apply(db: sqlite3.Connection, number: int, text: Callable[[], str]) -> None:
    with Transaction(db):
        if version(db) >= number:
            return
        for statement in _statements(text()):
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {number}")


def _statements(script: str) -> list[str]:
    """The statements of a script: executescript would commit on its own account."""
    found: list[str] = []
    rest = ""
    for row in script.splitlines(keepends=True):
        rest += row
        if sqlite3.complete_statement(rest):
            found.append(rest)
            rest = ""
    return found
