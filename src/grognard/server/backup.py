"""Copies of the file of matches: made while it is in use, kept in turn, and put back."""

from __future__ import annotations

import asyncio
import contextlib
import filecmp
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from grognard.server.guard import log
from grognard.server.schema import FILE, ILL, Damage, faults, newest, version

FOLDER = "backups"
KEPT = 5
HOURS = 6.0
LOCK = "serving.lock"


def backups(folder: Path) -> list[Path]:
    """The rolling copies of a data folder, the newest last."""
    return sorted((folder / FOLDER).glob("grognard-*.sqlite3"))


def stamp() -> str:
    """Now, so written that names are sorted by their date."""
    at = time.time_ns()
    return time.strftime("%Y%m%d-%H%M%S", time.localtime(at // 10**9)) + f"-{at // 10**6 % 1000:03}"


def free(path: Path) -> Path:
    """A name that is not taken yet, beside that one."""
    found = path
    for n in range(2, 1000):
        if not found.exists():
            break
        found = path.with_name(f"{path.stem}-{n}{path.suffix}")
    return found


def save(source: Path, target: Path) -> None:
    """A whole copy, or none. Damage if the file is damaged: a bad copy must not push out good ones."""
    half = target.with_name(target.name + ".half")
    try:
        with contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as db:
            found = faults(db)
            if found:
                raise Damage("; ".join(found))
            with contextlib.closing(sqlite3.connect(half)) as copy:
                db.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
        half.replace(target)
    finally:
        half.unlink(missing_ok=True)


def roll(folder: Path) -> Path | None:
    """One more rolling copy, unless nothing has changed since the last; the oldest go. It never fails its caller."""
    try:
        if not (folder / FILE).exists():
            return None
        (folder / FOLDER).mkdir(exist_ok=True)
        before = backups(folder)
        target = free(folder / FOLDER / f"grognard-{stamp()}.sqlite3")
        save(folder / FILE, target)
        if before and filecmp.cmp(before[-1], target, shallow=False):
            target.unlink()
            return before[-1]
        for old in backups(folder)[:-KEPT]:
            old.unlink()
        return target
    except (OSError, *ILL, Damage) as fault:
        log.error("no backup of %s could be made: %s", folder / FILE, fault)
        return None


async def keep_up(folder: Path, hours: float = HOURS) -> None:
    """Roll from time to time, and once more when the server ends."""
    try:
        while True:
            await asyncio.sleep(hours * 3600)
            await asyncio.to_thread(roll, folder)
    finally:
        roll(folder)


def restore(file: Path, folder: Path) -> Path | None:
    """Put a copy in the place of the file; where the replaced one has gone. OSError, sqlite3.Error or Damage
    says why not."""
    _sound(file)
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / FILE
    fresh = target.with_name(FILE + ".fresh")
    save(file, fresh)
    aside = None
    if target.exists():
        aside = free(folder / f"replaced-{stamp()}.sqlite3")
        for tail in ("", "-wal", "-shm"):  # what is still in the log of the old file belongs to it
            part = target.with_name(FILE + tail)
            if part.exists():
                part.rename(aside.with_name(aside.name + tail))
    fresh.replace(target)
    return aside


def _sound(file: Path) -> None:
    """Whether a file is a whole file of matches that this program can read."""
    if not file.is_file():
        raise FileNotFoundError(2, os.strerror(2), str(file))
    with contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as db:
        found = faults(db)
        if found:
            raise Damage("; ".join(found))
        number = version(db)
        if not 1 <= number <= newest():
            raise Damage(f"user_version {number}")
        db.execute("SELECT id FROM matches LIMIT 1")


@contextmanager
def serving(folder: Path, alone: bool = False) -> Iterator[bool]:
    """Held by every server of a folder; ``alone`` asks whether none does. Where locks are unknown nobody objects."""
    try:
        import fcntl
    except ImportError:
        yield True
        return
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("a") as file:
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except OSError:
            yield False
            return
        yield True
