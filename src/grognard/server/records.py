"""Records that come and go: read from outside, branched, sealed for a bug report."""

from __future__ import annotations

import base64
import binascii
import json
import secrets
import zlib

import grognard
from grognard.kernel.dice import DiceError, commitment
from grognard.kernel.game import AnyGame, SetupError
from grognard.kernel.match import Match
from grognard.kernel.record import Record, RecordError, Stream, parse, standing
from grognard.kernel.restore import other_version, restore
from grognard.kernel.wire import Json
from grognard.server import words
from grognard.server.table import find_game
from grognard.server.trouble import Trouble

CUT = "--"
WIDTH = 76


def read_record(text: str) -> tuple[Match, str | None]:
    """A record that somebody sent: anything may be wrong with it. And the seed of its dice, where it brings that along:
    whoever sent it knows what will be thrown."""
    try:
        record = parse(text)
        for stream in record.streams:
            f"{stream.commit}{stream.seed}".encode()  # JSON can spell characters that do not exist
        match = replayed(find_game(record.game), record)
    except (RecordError, SetupError, DiceError, UnicodeError) as fault:
        raise Trouble(400, "record", str(fault)) from None
    known = record.streams[-1].seed if record.streams and match.outcome is None else None
    return match, known


def replayed(game: AnyGame, record: Record) -> Match:
    """The match of a record by the rules of this program; one of another version must say how it stood."""
    other = other_version(game, record)
    if other and (record.now is None or record.result is not None):
        raise RecordError(other)
    return restore(game, record)


def branch(record: Record, at: int | None, finished: bool) -> Record:
    """The record up to an action. From there on it has a seed of its own: a copy must not foretell the dice.

    The old seeds go along only if the match is over and they are no secret any more.
    """
    all_lines = standing(record.lines)
    positions = [each._replace(after=len(standing(record.lines[: each.after]))) for each in record.positions]
    first = positions[-1].after if positions else 0  # farther back than other rules nobody can go
    lines = all_lines if at is None else all_lines[: max(first, at)]
    ended = finished and len(lines) == len(all_lines)
    streams = [stream if finished else stream._replace(seed=None) for stream in record.streams]
    thrown = len(record.opening) + sum(len(line.dice) for line in lines)
    if not ended:
        seed = secrets.token_hex(16)
        streams = [stream for stream in streams if stream.first < thrown]
        streams.append(Stream(thrown, commitment(seed), seed))
    return Record(
        record.game,
        record.ruleset,
        record.data,
        record.scenario,
        record.options,
        streams,
        record.opening,
        lines,
        record.result if ended else None,
        {},
        positions,
    )


# sealed: all of a match as a file that shows nothing at a glance


def sealed(record: Record, lang: str) -> str:
    """A match with all its secrets, for those who mend the program."""
    return _seal(record.dumps(), record.game, record.ruleset, lang)


def sealed_rows(rows: Json, lang: str) -> str:
    """What is left of a damaged match, row by row."""
    text = json.dumps(rows, indent=1, default=str)
    return _seal(text, str(rows.get("game"))[:40], str(rows.get("ruleset"))[:40], lang)


def _seal(text: str, game: str, ruleset: object, lang: str) -> str:
    packed = base64.b64encode(zlib.compress(text.encode("utf-8", "backslashreplace"), 9)).decode()
    head = [
        words.say("sealed.title", lang),
        words.say("sealed.text", lang),
        f"game: {json.dumps(game)}",
        f"ruleset: {ruleset}",
        f"version: {grognard.__version__}",
        CUT,
    ]
    return "\n".join([*head, *[packed[i : i + WIDTH] for i in range(0, len(packed), WIDTH)]]) + "\n"


def unseal(text: str, lang: str) -> str:
    """The plain text of a sealed file; ValueError if it is none."""
    rows = text.splitlines()
    try:
        packed = "".join(rows[rows.index(CUT) + 1 :])
        return zlib.decompress(base64.b64decode(packed, validate=True)).decode()
    except (ValueError, binascii.Error, zlib.error) as fault:
        raise ValueError(words.say("sealed.none", lang)) from fault
