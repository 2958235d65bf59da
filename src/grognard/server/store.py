"""Matches in an SQLite file. An entry that has been added is on the disk when ``append`` returns."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from grognard.kernel.part import Plain
from grognard.kernel.record import Line, Position, Record, Stream
from grognard.kernel.wire import Json
from grognard.server.schema import FILE, ILL, Damage, Transaction, connect, faults, migrate

HEADER = (
    "id",
    "title",
    "lang",
    "lesson",
    "created",
    "updated",
    "revision",
    "game",
    "scenario",
    "options",
    "summary",
    "outcome",
    "chosen_seed",
)
MORE = ("ruleset", "data_hash", "streams", "opening")
CHANGES = 10  # slots of positions from here on: where a match went over to other rules
LATEST = 60_000_000_000_000  # milliseconds: no clock has ever shown more
_HEADERS = f"SELECT {', '.join(HEADER)} FROM matches"
_SEATS = "SELECT match, side, kind, seed FROM seats"


class Conflict(Exception):
    """Somebody else has added that entry: another server works on the same file."""


Columns = tuple[Plain, ...]  # a row as the database gives it


class Seat(NamedTuple):
    """Who plays a side: ``human``, ``hotseat`` or the name of a bot, and the bot's own seed."""

    side: str
    kind: str
    seed: str


class Header(NamedTuple):
    """A match without its entries. ``seed``: one that somebody chose. ``damaged``: not all of this could be read."""

    id: str
    title: str
    lang: str
    lesson: bool
    created: int
    updated: int
    revision: int
    game: str
    scenario: str
    options: Json
    summary: Json
    outcome: Json | None
    seats: tuple[Seat, ...]
    seed: str | None = None
    damaged: bool = False


class Progress(NamedTuple):
    """What goes with an entry: when it was made, and what the lobby shows of the match from then on."""

    at: int
    updated: int
    summary: Json
    outcome: Json | None


class Kept(NamedTuple):
    """How a match stood after so many entries, by which rules; ``body`` is plain data."""

    slot: int
    n: int
    ruleset: int
    data: str
    body: Json


class Memory(NamedTuple):
    """What is written besides a record: what was told of the set-up and of each entry, and how the match stands."""

    opening: Plain
    told: list[Plain]
    kept: list[Kept]


class Store:
    """The file. Not for several threads at once: its owner gives it one of its own."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE
        self._db = connect(self.path)
        try:
            migrate(self._db)
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
        self._db.close()

    def faults(self) -> list[str]:
        """What SQLite finds wrong with the file."""
        return faults(self._db)

    # writing

    def add(self, header: Header, record: Record, memory: Memory) -> None:
        """A new match with all entries it already has."""
        values = {
            "id": header.id,
            "game": record.game,
            "scenario": record.scenario,
            "options": _json(record.options),
            "ruleset": record.ruleset,
            "data_hash": record.data,
            "streams": _json(record.streams),
            "opening": _json(record.opening),
            "title": header.title,
            "lang": header.lang,
            "lesson": int(header.lesson),
            "created": header.created,
            "updated": header.updated,
            "revision": len(record.lines),
            "summary": _json(header.summary),
            "outcome": header.outcome and _json(header.outcome),
            "chosen_seed": header.seed,
            "told": _json(memory.opening),
        }
        with Transaction(self._db):
            places = ", ".join("?" for _ in values)
            self._db.execute(f"INSERT INTO matches ({', '.join(values)}) VALUES ({places})", tuple(values.values()))
            self._db.executemany(
                "INSERT INTO seats (match, side, place, kind, seed) VALUES (?,?,?,?,?)",
                [(header.id, seat.side, place, seat.kind, seat.seed) for place, seat in enumerate(header.seats)],
            )
            self._insert(header.id, record.lines, memory.told, header.created)
            self._keep(header.id, memory.kept)

    def append(self, match: str, lines: list[Line], told: list[Plain], kept: list[Kept], progress: Progress) -> None:
        """More entries, all or none; Conflict if there is one of such a number already."""
        try:
            with Transaction(self._db):
                self._insert(match, lines, told, progress.at)
                self._keep(match, kept)
                self._db.execute(
                    "UPDATE matches SET updated = ?, revision = ?, summary = ?, outcome = ? WHERE id = ?",
                    (
                        progress.updated,
                        lines[-1].number,
                        _json(progress.summary),
                        progress.outcome and _json(progress.outcome),
                        match,
                    ),
                )
        except sqlite3.IntegrityError:
            raise Conflict(match) from None

    def keep(self, match: str, memory: Memory) -> None:
        """How a match stands that has been rebuilt, or has gone over to other rules."""
        with Transaction(self._db):
            self._db.execute("UPDATE matches SET told = ? WHERE id = ?", (_json(memory.opening), match))
            rows = [(_json(told), match, n) for n, told in enumerate(memory.told, 1)]
            self._db.executemany("UPDATE entries SET told = ? WHERE match = ? AND n = ?", rows)
            self._keep(match, memory.kept)

    def _keep(self, match: str, kept: list[Kept]) -> None:
        rows = [(match, *each[:4], body := _json(each.body), _mark(body)) for each in kept]
        self._db.executemany("INSERT OR REPLACE INTO positions VALUES (?,?,?,?,?,?,?)", rows)

    def reseat(self, match: str, seat: Seat) -> None:
        """Somebody else plays a side from now on."""
        with Transaction(self._db):
            self._db.execute(
                "UPDATE seats SET kind = ?, seed = ? WHERE match = ? AND side = ?",
                (seat.kind, seat.seed, match, seat.side),
            )

    def rename(self, match: str, title: str) -> None:
        """A match is called so from now on."""
        with Transaction(self._db):
            self._db.execute("UPDATE matches SET title = ? WHERE id = ?", (title, match))

    def note(self, match: str, seat: str) -> str:
        """What a seat has written down; nothing if it has not."""
        query = "SELECT text FROM notes WHERE match = ? AND seat = ?"
        row = self._db.execute(query, (match, seat)).fetchone()
        return "" if row is None else str(row[0])

    def write_note(self, match: str, seat: str, text: str) -> None:
        with Transaction(self._db):
            self._db.execute("INSERT OR REPLACE INTO notes VALUES (?,?,?)", (match, seat, text))

    def remove(self, match: str) -> None:
        with Transaction(self._db):
            self._db.execute("DELETE FROM matches WHERE id = ?", (match,))

    def _insert(self, match: str, lines: Iterable[Line], told: Iterable[Plain], at: int) -> None:
        rows = [
            (match, line.number, line.side, line.text, " ".join(map(str, line.dice)), at, _json(besides))
            for line, besides in zip(lines, told, strict=True)
        ]
        self._db.executemany(
            "INSERT INTO entries (match, n, side, action, dice, at, told) VALUES (?,?,?,?,?,?,?)", rows
        )

    # reading

    def revision(self, match: str) -> int | None:
        """How many entries a match has; None if there is no such match."""
        with _reading():
            row = self._db.execute("SELECT revision FROM matches WHERE id = ?", (match,)).fetchone()
        return None if row is None else _whole(row[0])

    def headers(self) -> list[Header]:
        """All matches, the latest first. One that is damaged does not hide the others."""
        try:
            rows = self._db.execute(_HEADERS).fetchall()
            seats = self._seats(f"{_SEATS} ORDER BY place", ())
            found = [_whole_header(row, seats.get(row[0], [])) for row in rows]
        except (*ILL, Damage):
            found = [self._salvage(match) for match in self._names()]
            if not found:  # not one match is damaged but the whole list
                raise
        return sorted(found, key=lambda header: (-header.updated, header.id))

    def load(self, match: str) -> tuple[Header, Record, Memory | None] | None:
        """A match with its record, as it was written down; Damage where that cannot be read any more.

        What is written besides is None where it is missing or damaged: the record is enough.
        """
        with _reading(), Transaction(self._db, "DEFERRED"):
            row = self._db.execute(f"{_HEADERS} WHERE id = ?", (match,)).fetchone()
            if row is None:
                return None
            seats = self._seats(f"{_SEATS} WHERE match = ? ORDER BY place", (match,))
            more = self._db.execute(f"SELECT {', '.join(MORE)} FROM matches WHERE id = ?", (match,)).fetchone()
            entries = self._entries(match)
            memory = self._memory(match)
        header = _whole_header(row, seats.get(match, []))
        if [entry[0] for entry in entries] != list(range(1, header.revision + 1)):
            raise Damage(f"{header.revision} entries expected, {len(entries)} found")
        record = _record(header, more, entries)
        if memory is not None:
            changes = [kept for kept in memory.kept if kept.slot >= CHANGES]
            record.positions = [Position(kept.n, kept.ruleset, kept.data, kept.body) for kept in changes]
        return header, record, memory

    def _memory(self, match: str) -> Memory | None:
        """What is written besides a record."""
        query = "SELECT slot, n, ruleset, data_hash, body, mark FROM positions WHERE match = ? ORDER BY slot"
        try:
            kept = [
                Kept(slot, n, ruleset, data, _parsed(body, dict))
                for slot, n, ruleset, data, body, mark in self._db.execute(query, (match,))
                if mark == _mark(body)
            ]
            told = self._db.execute("SELECT told FROM entries WHERE match = ? ORDER BY n", (match,)).fetchall()
            opening = self._db.execute("SELECT told FROM matches WHERE id = ?", (match,)).fetchone()[0]
            return Memory(_parsed(opening, list), [_parsed(row[0], list) for row in told], kept)
        except (*ILL, Damage):
            return None

    def rows(self, match: str) -> Json | None:
        """Everything that can still be read of a match, as it lies there: for a damaged one."""
        if self._exists(match) is None:
            return None
        found: Json = {name: self._cell(match, name) for name in (*HEADER, *MORE)}
        try:
            found["entries"] = self._entries(match)
            found["seats"] = self._seats(f"{_SEATS} WHERE match = ? ORDER BY place", (match,)).get(match, [])
        except ILL as fault:
            found["fault"] = str(fault)
        return found

    def _exists(self, match: str) -> object:
        """Whether there is such a match at all, whatever its revision looks like."""
        return self._db.execute("SELECT id FROM matches WHERE id = ?", (match,)).fetchone()

    def _entries(self, match: str) -> list[Columns]:
        query = "SELECT n, side, action, dice FROM entries WHERE match = ? ORDER BY n"
        return self._db.execute(query, (match,)).fetchall()

    def _seats(self, query: str, args: tuple[str, ...]) -> dict[str, list[Seat]]:
        found: dict[str, list[Seat]] = {}
        for match, side, kind, seed in self._db.execute(query, args):
            found.setdefault(match, []).append(Seat(side, kind, seed))
        return found

    # what is left of a damaged file

    def _names(self) -> list[str]:
        """The matches of a file of which not everything can be read: as many as SQLite still finds."""
        found: list[str] = []
        for how in ("SELECT id FROM matches NOT INDEXED", "SELECT id FROM matches ORDER BY id"):
            try:
                for row in self._db.execute(how):
                    found.append(str(row[0]))
            except ILL:
                continue
        return list(dict.fromkeys(found))

    def _salvage(self, match: str) -> Header:
        """A header, or what is left of it."""
        try:
            row = self._db.execute(f"{_HEADERS} WHERE id = ?", (match,)).fetchone()
            seats = self._seats(f"{_SEATS} WHERE match = ? ORDER BY place", (match,))
            return _whole_header(row, seats.get(match, []))
        except (*ILL, Damage):
            title, game, scenario = [str(self._cell(match, name) or "") for name in ("title", "game", "scenario")]
            return Header(match, title, "en", False, 0, 0, 0, game, scenario, {}, {}, None, (), None, True)

    def _cell(self, match: str, name: str) -> Plain:
        try:
            row = self._db.execute(f"SELECT {name} FROM matches WHERE id = ?", (match,)).fetchone()
            return row and row[0]
        except ILL as fault:
            return f"({fault})"


@contextmanager
def _reading() -> Iterator[None]:
    """Rows that SQLite itself cannot make out are damage; a disk that fails is not."""
    try:
        yield
    except ILL as fault:
        kind = getattr(fault, "sqlite_errorcode", 0) & 0xFF
        if kind in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or "decode" in str(fault):
            raise Damage(str(fault)) from None
        raise


def _whole(value: object, most: int = 2**53) -> int:
    if not isinstance(value, int) or abs(value) > most:
        raise Damage(f"{str(value)[:40]!r} is no number that belongs there")
    return value


def _time(value: object) -> int:
    return _whole(value, LATEST)


def _parsed(text: object, kind: type) -> Plain:
    """A value that was written as JSON."""
    try:
        value = json.loads(str(text))
    except (ValueError, RecursionError):
        raise Damage(f"{str(text)[:40]!r} is no JSON") from None
    if not isinstance(value, kind):
        raise Damage(f"{str(text)[:40]!r} is not what belongs there")
    return value


def _whole_header(row: Columns, seats: list[Seat]) -> Header:
    match, title, lang, lesson, created, updated, revision, game, scenario, options, summary, outcome, seed = row
    shown = _parsed(summary, dict)
    if not isinstance(shown.get("clock"), dict) or not isinstance(shown.get("to_act"), list):
        raise Damage("the summary is not what was written")
    return Header(
        match,
        title,
        lang,
        bool(lesson),
        _time(created),
        _time(updated),
        _whole(revision),
        game,
        scenario,
        _parsed(options, dict),
        shown,
        None if outcome is None else _parsed(outcome, dict),
        tuple(seats),
        seed,
    )


def _record(header: Header, more: Columns, entries: list[Columns]) -> Record:
    ruleset, data_hash, streams, opening = more
    try:
        lines = [Line(n, side, text, tuple(map(int, dice.split())), n) for n, side, text, dice in entries]
        found = [Stream(_whole(first), str(commit), seed) for first, commit, seed in _parsed(streams, list)]
        dice = tuple(_whole(die) for die in _parsed(opening, list))
    except (TypeError, ValueError, AttributeError) as fault:
        raise Damage(str(fault)) from None
    return Record(
        header.game, _whole(ruleset), data_hash, header.scenario, header.options, found, dice, lines, header.outcome, {}
    )


def _mark(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
