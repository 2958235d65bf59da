"""Records: a game as its set-up and its list of actions, each with the dice it rolled. A PGN for wargames.

The text names the format, the game, its ruleset and the hash of its data, and holds no sentence of any language::

    grognard: 1
    game: "some_game"
    ...
    --
    ; turn 1 phase 2
    12 north march 2207
    57 north attack 2207 2208 [5 3]
    58 north undo
    59 south resign
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from grognard.kernel.wire import Json

FORMAT = 1
UNDO = "undo"  # stands in the place of an action
RESIGN = "resign"  # a side gives up; no answer to any question, and always open
SETTLE = "settle"  # the match ends and is counted as it stands, where its rules can count
_LINE = re.compile(r"(\d{1,7}) ([a-z_]{1,20}) ([^\[\];]{1,200}?)(?: \[([0-9 ]{1,2000})\])?")
_HEADER = ("grognard", "game", "ruleset", "data", "scenario", "options", "streams", "opening", "result")
_CHANGES = "positions"  # only where a match went over to other rules
_NOW = "stands"  # only where somebody wants the record to outlive the rules


class RecordError(ValueError):
    """A record that cannot be read or that disagrees with the rules; the sentence names the line."""


class Stream(NamedTuple):
    """The dice from number ``first`` on: what was committed to, and the seed once it may be known."""

    first: int
    commit: str
    seed: str | None


class Line(NamedTuple):
    """One action as written: number, side, notation (or ``undo``), dice, and its line in the text (0: none)."""

    number: int
    side: str
    text: str
    dice: tuple[int, ...]
    at: int = 0


class Position(NamedTuple):
    """Where a match went over to other rules: after so many lines, to which ruleset and data, and how it stood."""

    after: int
    ruleset: int
    data: str
    state: Json


def standing(lines: Sequence[Line]) -> list[Line]:
    """The actions that count, numbered anew: an undo takes back the last line of its side."""
    found: list[Line] = []
    for line in lines:
        if line.text == UNDO:
            del found[max(i for i, done in enumerate(found) if done.side == line.side)]
        else:
            found.append(line)
    return [line._replace(number=number, at=number) for number, line in enumerate(found, 1)]


class Record:
    """Everything needed to show, check and continue a match."""

    def __init__(
        self,
        game: str,
        ruleset: int,
        data: str,
        scenario: str,
        options: Json,
        streams: list[Stream],
        opening: tuple[int, ...],
        lines: list[Line],
        result: Json | None,
        marks: dict[int, str],
        positions: list[Position] | None = None,
        now: Json | None = None,
    ) -> None:
        self.game = game
        self.ruleset = ruleset
        self.data = data
        self.scenario = scenario
        self.options = options
        self.streams = streams
        self.opening = opening
        self.lines = lines
        self.result = result
        self.marks = marks
        self.positions = positions or []
        self.now = now  # how it stands, so that it can go on by other rules too

    @property
    def rules(self) -> tuple[int, str]:
        """The ruleset and the data by which its last lines were played."""
        return self.positions[-1][1:3] if self.positions else (self.ruleset, self.data)

    def dumps(self, seed: bool = True) -> str:
        """The record as text. Without ``seed`` the dice can be checked only after somebody reveals it."""
        streams = [[s.first, s.commit, s.seed if seed else None] for s in self.streams]
        values = [
            FORMAT,
            self.game,
            self.ruleset,
            self.data,
            self.scenario,
            self.options,
            streams,
            list(self.opening),
            self.result,
        ]
        text = [f"{name}: {json.dumps(value)}" for name, value in zip(_HEADER, values, strict=True)]
        if self.positions:
            text.append(f"{_CHANGES}: {json.dumps(self.positions)}")
        if self.now is not None:
            text.append(f"{_NOW}: {json.dumps(self.now)}")
        text.append("--")
        for line in self.lines:
            if line.number in self.marks:
                text.append(f"; {self.marks[line.number]}")
            dice = f" [{' '.join(map(str, line.dice))}]" if line.dice else ""
            text.append(f"{line.number} {line.side} {line.text}{dice}")
        return "\n".join(text) + "\n"


def parse(text: object) -> Record:
    """Text to record; every fault is a RecordError that names its line."""
    if not isinstance(text, str):
        raise RecordError(f"a record is text, not {type(text).__name__}")
    rows = text.splitlines()
    if "--" not in rows:
        raise RecordError("this is no Grognard record: the line -- between header and actions is missing")
    body = rows.index("--")
    head = _header(rows[:body])
    try:
        return Record(
            game=_text(head["game"]),
            ruleset=int(head["ruleset"]),
            data=_text(head["data"]),
            scenario=_text(head["scenario"]),
            options=dict(head["options"]),
            streams=[Stream(int(f), _text(c), None if s is None else _text(s)) for f, c, s in head["streams"]],
            opening=tuple(int(d) for d in head["opening"]),
            lines=_lines(rows, body + 1),
            result=head["result"],
            marks={},
            positions=[_position(*row) for row in head.get(_CHANGES, ())],
            now=_stands(head.get(_NOW)),
        )
    except (TypeError, AttributeError, ValueError, OverflowError) as fault:
        if isinstance(fault, RecordError):
            raise
        raise RecordError(f"the header of this record is damaged: {fault}") from None


def _position(after: object, ruleset: object, data: object, state: object) -> Position:
    if not isinstance(after, int) or not isinstance(ruleset, int) or not isinstance(state, dict):
        raise RecordError("the header of this record is damaged: a stored position is no position")
    return Position(after, ruleset, _text(data), state)


def _stands(value: object) -> Json | None:
    if value is not None and not isinstance(value, dict):
        raise RecordError("the header of this record is damaged: how it stands is no position")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise RecordError(f"the header of this record is damaged: {value!r} should be text")
    return value


def _header(rows: list[str]) -> Json:
    head: Json = {}
    for at, row in enumerate(rows, 1):
        if not row.strip() or row.startswith(";"):
            continue
        name, _, value = row.partition(": ")
        try:
            head[name] = json.loads(value)
        except (ValueError, RecursionError):
            raise RecordError(f"line {at}: {row[:60]!r} is no header of a record") from None
    missing = [name for name in _HEADER if name not in head]
    if missing:
        raise RecordError(f"the header lacks {', '.join(missing)}")
    if head["grognard"] != FORMAT:
        raise RecordError(f"this record has format {head['grognard']}; this program reads format {FORMAT}")
    return head


def _lines(rows: list[str], start: int) -> list[Line]:
    found: list[Line] = []
    for at in range(start, len(rows)):
        row = rows[at].strip()
        if not row or row.startswith(";"):
            continue
        match = _LINE.fullmatch(row)
        if match is None:
            raise RecordError(f"line {at + 1}: {row[:60]!r} is no action; one looks like: 12 SIDE ACTION [3 5]")
        dice = tuple(int(d) for d in (match[4] or "").split())
        found.append(Line(int(match[1]), match[2], match[3], dice, at + 1))
    return found
