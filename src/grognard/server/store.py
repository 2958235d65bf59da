"""Matches in an SQLite file. An entry that has been added is on the disk when ``append`` returns."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from grognard.kernel.record import Line, Record, Stream

FILE = "grognard.sqlite3"


class Conflict(Exception):
    """Somebody else has added that entry: another server works on the same file."""


class Seat(NamedTuple):
    """Who plays a side: ``human``, ``hotseat`` or the name of a bot, and the bot's own seed."""

    side: str
    kind: str
    seed: str


class Header(NamedTuple):
    """A match without its entries."""

    id: str
    title: str
    lang: str
    lesson: bool
    created: int
    updated: int
    revision: int
    game: str
    scenario: str
    options: dict[str, Any]
    summary: dict[str, Any]
    outcome: dict[str, Any] | None
    seats: tuple[Seat, ...]


class Progress(NamedTuple):
    """What the lobby shows of a match, kept beside it with every entry."""

    at: int
    summary: dict[str, Any]
    outcome: dict[str, Any] | None


class Store:
    """The file. Not for several threads at once: its owner gives it one of its own."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE
        self._db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=10)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")
        migrate(self._db)

    def close(self) -> None:
        self._db.close()

    # writing

    def add(self, header: Header, record: Record) -> None:
        """A new match with all entries it already has."""
        with _Transaction(self._db):
            self._db.execute(
                "INSERT INTO matches (id, game, scenario, options, ruleset, data_hash, streams, opening, title, lang,"
                " lesson, created, updated, revision, summary, outcome) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                (header.id, record.game, record.scenario, _json(record.options), record.ruleset, record.data,
                 _json(record.streams), _json(record.opening), header.title, header.lang, int(header.lesson),
                 header.created, header.updated, len(record.lines), _json(header.summary),
                 header.outcome and _json(header.outcome)),
            )  # fmt: skip
            self._db.executemany(
                "INSERT INTO seats (match, side, place, kind, seed) VALUES (?,?,?,?,?)",
                [(header.id, seat.side, place, seat.kind, seat.seed) for place, seat in enumerate(header.seats)],
            )
            self._insert(header.id, record.lines, header.created)

    def append(self, match: str, line: Line, progress: Progress) -> None:
        """One more entry; Conflict if there is one of that number already."""
        try:
            with _Transaction(self._db):
                self._insert(match, [line], progress.at)
                self._db.execute(
                    "UPDATE matches SET updated = ?, revision = ?, summary = ?, outcome = ? WHERE id = ?",
                    (progress.at, line.number, _json(progress.summary), progress.outcome and _json(progress.outcome),
                     match),
                )  # fmt: skip
        except sqlite3.IntegrityError:
            raise Conflict(match) from None

    def remove(self, match: str) -> None:
        with _Transaction(self._db):
            self._db.execute("DELETE FROM matches WHERE id = ?", (match,))

    def _insert(self, match: str, lines: Iterable[Line], at: int) -> None:
        self._db.executemany(
            "INSERT INTO entries (match, n, side, action, dice, at) VALUES (?,?,?,?,?,?)",
            [(match, line.number, line.side, line.text, " ".join(map(str, line.dice)), at) for line in lines],
        )

    # reading

    def revision(self, match: str) -> int | None:
        """How many entries a match has; None if there is no such match."""
        row = self._db.execute("SELECT revision FROM matches WHERE id = ?", (match,)).fetchone()
        return None if row is None else int(row[0])

    def headers(self) -> list[Header]:
        """All matches, the latest first."""
        rows = self._db.execute(f"{_HEADERS} ORDER BY updated DESC, id").fetchall()
        seats = self._seats("SELECT match, side, kind, seed FROM seats ORDER BY place", ())
        return [_header(row, seats.get(row[0], [])) for row in rows]

    def load(self, match: str) -> tuple[Header, Record] | None:
        """A match with its record, as it was written down."""
        row = self._db.execute(f"{_HEADERS} WHERE id = ?", (match,)).fetchone()
        if row is None:
            return None
        seats = self._seats("SELECT match, side, kind, seed FROM seats WHERE match = ? ORDER BY place", (match,))
        more = self._db.execute("SELECT ruleset, data_hash, streams, opening FROM matches WHERE id = ?", (match,))
        ruleset, data_hash, streams, opening = more.fetchone()
        entries = self._db.execute("SELECT n, side, action, dice FROM entries WHERE match = ? ORDER BY n", (match,))
        lines = [Line(n, side, text, tuple(map(int, dice.split())), n) for n, side, text, dice in entries]
        header = _header(row, seats.get(match, []))
        record = Record(header.game, ruleset, data_hash, header.scenario, header.options,
                        [Stream(*stream) for stream in json.loads(streams)], tuple(json.loads(opening)), lines,
                        header.outcome, {})  # fmt: skip
        return header, record

    def _seats(self, query: str, args: tuple[str, ...]) -> dict[str, list[Seat]]:
        found: dict[str, list[Seat]] = {}
        for match, side, kind, seed in self._db.execute(query, args):
            found.setdefault(match, []).append(Seat(side, kind, seed))
        return found


_HEADERS = (
    "SELECT id, title, lang, lesson, created, updated, revision, game, scenario, options, summary, outcome FROM matches"
)


def _header(row: tuple[Any, ...], seats: list[Seat]) -> Header:
    match, title, lang, lesson, created, updated, revision, game, scenario, options, summary, outcome = row
    return Header(match, title, lang, bool(lesson), created, updated, revision, game, scenario, json.loads(options),
                  json.loads(summary), outcome and json.loads(outcome), tuple(seats))  # fmt: skip


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


class _Transaction:
    """BEGIN IMMEDIATE ... COMMIT: what the standard library calls a transaction begins too late."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def __enter__(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, *_: object) -> None:
        self._db.execute("COMMIT" if kind is None else "ROLLBACK")


def migrate(db: sqlite3.Connection) -> None:
    """Bring a file up to date: every numbered script that it has not seen, in order."""
    scripts = sorted(
        (path for path in files("grognard.server").joinpath("migrations").iterdir() if path.name.endswith(".sql")),
        key=lambda path: path.name,
    )
    for script in scripts:
        _apply(db, int(script.name[:4]), script.read_text)


def _apply(db: sqlite3.Connection, number: int, text: Callable[[], str]) -> None:
    with _Transaction(db):
        if db.execute("PRAGMA user_version").fetchone()[0] >= number:
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
