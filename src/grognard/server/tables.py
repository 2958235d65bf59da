"""Tables: matches in memory with their seats. Every change goes through here, and is on the disk before it is told."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from grognard import bots, games
from grognard.kernel.decision import IllegalAction
from grognard.kernel.dice import DiceError, commitment
from grognard.kernel.game import Game, SetupError
from grognard.kernel.i18n import LANGUAGES
from grognard.kernel.match import Match, begin
from grognard.kernel.record import Record, RecordError, Stream, parse
from grognard.kernel.restore import restore
from grognard.server.replay import Replay, standing
from grognard.server.store import Conflict, Header, Progress, Seat, Store
from grognard.server.trouble import Trouble, no_match, stale

PEOPLE = ("human", "hotseat")
RULEBOOK = "rulebook"  # who plays a side that the rules play themselves
KEPT = 64
P = ParamSpec("P")
T = TypeVar("T")


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Table:
    """A match, its seats, and what is remembered about it while it is in memory."""

    def __init__(self, header: Header, match: Match) -> None:
        self.header = header
        self.id = header.id
        self.match = match
        self.seats = {seat.side: seat for seat in header.seats}
        self.since = header.updated
        self.lock = asyncio.Lock()
        self.gone = False
        self.sent: dict[tuple[int, str | None, str, int], tuple[str, int]] = {}
        self._replay: Replay | None = None
        self._followed = -1

    @property
    def finished(self) -> bool:
        return self.match.outcome is not None

    @property
    def sealed(self) -> bool:
        return not self.finished and keeps_secrets(self.header)

    def bot_to_act(self) -> Seat | None:
        """The first seat that owes an answer and is a bot's."""
        seats = [self.seats[side] for side in self.match.to_act]
        return next((seat for seat in seats if seat.kind not in PEOPLE), None)

    def may_see(self, seat: str | None) -> None:
        """Nobody looks into a bot's cards while the match runs."""
        if seat is None:
            return
        if seat not in self.seats:
            raise Trouble(404, "no_seat", str(seat)[:40])
        if not self.finished and self.seats[seat].kind not in PEOPLE:
            raise Trouble(409, "bots_seat")

    def may_act(self, seat: str, revision: int) -> None:
        self.may_see(seat)
        if revision != self.match.seen(seat):
            raise stale()

    def replay(self) -> Replay:
        """The way so far. Slow the first time: not for the event loop."""
        if self._replay is None:
            self._replay = Replay(self.match.game, self.match.record)
        elif self._followed != self.match.revision:
            self._replay.follow(self.match.record.lines)
        self._followed = self.match.revision
        return self._replay


def summary(match: Match) -> dict[str, Any]:
    """What the lobby shows without loading a match: the clock in every language, and who is to act."""
    clocks = {}
    for lang in LANGUAGES:
        clock = match.game.clock(match.state, lang)
        clocks[lang] = {key: clock[key] for key in ("turn", "phase", "phase_name", "month")}
    return {"clock": clocks, "to_act": list(match.to_act)}


def keeps_secrets(header: Header) -> bool:
    """Whether a match still holds what nobody at this screen may know: a bot's side of a game with secrets.

    Then neither its record nor a copy is handed out: a copy, once played to its end, would show all that went before.
    People at one screen have all seats themselves.
    """
    bots_sit = any(seat.kind not in PEOPLE for seat in header.seats)
    game = games.load(header.game) if header.game in games.known() else None
    return header.outcome is None and bots_sit and (game is None or game.secrets)


def find_game(name: str) -> Game:
    if name not in games.known():
        raise Trouble(404, "no_game", name[:40], ", ".join(games.known()))
    return games.load(name)


class Tables:
    """All matches of a data folder. ``changed`` is called after every change with the id of the match."""

    def __init__(self, folder: Path, changed: Callable[[str], None], busy: Callable[[str], bool]) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="grognard-store")
        self._store = Store(folder)
        self._changed = changed
        self._busy = busy
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table]] = {}

    async def close(self) -> None:
        await self._disk(self._store.close)
        self._thread.shutdown()

    async def _disk(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The file has a thread of its own; the event loop never waits for a disk."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: work(*args, **kwargs))

    # in memory

    @asynccontextmanager
    async def hold(self, match: str) -> AsyncIterator[Table]:
        """A table for oneself, as it is on the disk: nobody sees what has not been written down."""
        while True:
            table = await self._get(match)
            async with table.lock:
                revision = await self._disk(self._store.revision, match)
                if not table.gone and revision == table.match.revision:
                    yield table
                    return
                self._forget(table)

    async def _get(self, match: str) -> Table:
        table = self._tables.get(match)
        if table is not None:
            self._tables.move_to_end(match)
            return table
        if match not in self._loading:
            self._loading[match] = asyncio.create_task(self._load(match))
        return await asyncio.shield(self._loading[match])

    async def _load(self, match: str) -> Table:
        try:
            header, played = await self._disk(self._read, match)
            table = Table(header, played)
            self._tables[match] = table
            self._shrink()
            return table
        finally:
            del self._loading[match]

    def _read(self, match: str) -> tuple[Header, Match]:
        found = self._store.load(match)
        if found is None:
            raise no_match()
        header, record = found
        try:
            return header, restore(find_game(header.game), record)
        except (RecordError, SetupError, DiceError) as fault:
            raise Trouble(409, "other_rules", str(fault)) from fault

    def _shrink(self) -> None:
        idle = [t for t in self._tables.values() if not t.lock.locked() and not self._busy(t.id)]
        for table in idle[: max(0, len(self._tables) - KEPT)]:
            self._forget(table)

    def _forget(self, table: Table) -> None:
        table.gone = True
        if self._tables.get(table.id) is table:
            del self._tables[table.id]

    # changes

    async def act(self, match: str, seat: str, revision: int, action: str) -> int:
        """Play an action for a person; the new revision, once it is on the disk."""
        return await self._change(match, seat, revision, lambda m: m.play(seat, action))

    async def undo(self, match: str, seat: str, revision: int) -> int:
        """Take back. Not when the match is over: its dice have been shown."""
        return await self._change(match, seat, revision, lambda m: _undo(m, seat))

    async def redo(self, match: str, seat: str, revision: int) -> int:
        return await self._change(match, seat, revision, lambda m: m.redo(seat))

    async def _change(self, match: str, seat: str, revision: int, move: Callable[[Match], object]) -> int:
        async with self.hold(match) as table:
            table.may_act(seat, revision)
            await self.commit(table, move)
            return table.match.seen(seat)

    async def commit(self, table: Table, move: Callable[[Match], object]) -> int:
        """Make a move and write it down. If it cannot be written it has not been made."""
        known = table.match.seen(None)
        try:
            move(table.match)
        except IllegalAction as illegal:
            raise Trouble(422, "illegal", refusals=illegal.refusals) from None
        outcome = table.match.outcome
        progress = Progress(now(), summary(table.match), outcome and outcome._asdict())
        try:
            await self._disk(self._store.append, table.id, table.match.last_line, progress)
        except Conflict:
            self._forget(table)
            raise stale() from None
        except BaseException:
            self._forget(table)
            raise
        if table.match.seen(None) != known:  # a step in secret is nothing that others could be told the time of
            table.since = progress.at
        self._changed(table.id)
        return table.match.revision

    # matches come and go

    async def create(self, game: str, scenario: str | None, options: Mapping[str, Any] | None, seats: Mapping[str, str],
                     lang: str, seed: str | None, title: str, lesson: bool) -> str:  # fmt: skip
        found = find_game(game)
        try:
            setup = found.set_up(scenario, options)
        except SetupError as fault:
            raise Trouble(400, "setup", str(fault)) from None
        return await self._add(begin(found, setup, seed), seats, lang, title, lesson)

    async def adopt(self, text: str, seats: Mapping[str, str], lang: str, title: str = "") -> str:
        """A match from the text of its record."""
        return await self._add(await asyncio.to_thread(read_record, text), seats, lang, title, False)

    async def copy(self, match: str, at: int | None, seats: Mapping[str, str], lang: str) -> str:
        """Another match that begins like this one, with dice of its own from there on."""
        async with self.hold(match) as table:
            if table.sealed:
                raise Trouble(409, "sealed")
            record = branch(table.match.record, at, table.finished)
            game = table.match.game
            kinds = {side: seat.kind for side, seat in table.seats.items()} | dict(seats)
            title = table.header.title
        played = await asyncio.to_thread(restore, game, record)
        return await self._add(played, kinds, lang, title, False)

    async def _add(self, match: Match, seats: Mapping[str, str], lang: str, title: str, lesson: bool) -> str:
        outcome = match.outcome
        at = now()
        header = Header(secrets.token_hex(6), title, lang, lesson, at, at, match.revision, match.game.id,
                        match.setup.scenario, match.setup.options, summary(match), outcome and outcome._asdict(),
                        seat_all(match.game, seats))  # fmt: skip
        await self._disk(self._store.add, header, match.record)
        self._tables[header.id] = Table(header, match)
        self._shrink()
        self._changed(header.id)
        return header.id

    async def delete(self, match: str) -> None:
        """Even a match that this program's rules cannot replay can be deleted."""
        if await self._disk(self._store.revision, match) is None:
            raise no_match()
        await self._disk(self._store.remove, match)
        if match in self._tables:
            self._forget(self._tables[match])
        self._changed(match)

    async def headers(self) -> list[Header]:
        return await self._disk(self._store.headers)

    async def header(self, match: str) -> tuple[Header, Record]:
        """A match as it is on the disk, replayable or not."""
        found = await self._disk(self._store.load, match)
        if found is None:
            raise no_match()
        return found


def _undo(match: Match, seat: str) -> None:
    if match.outcome is not None:
        raise Trouble(409, "over")
    match.undo(seat)


def seat_all(game: Game, kinds: Mapping[str, str]) -> tuple[Seat, ...]:
    """A seat for every side; people, or bots that know the game."""
    for side, kind in kinds.items():
        if side not in game.sides:
            raise Trouble(400, "no_seat", str(side)[:40])
        if kind not in (*PEOPLE, *bots.names(game.id)):
            raise Trouble(400, "no_bot", str(kind)[:40], ", ".join((*PEOPLE, *bots.names(game.id))))
    return tuple(Seat(side, kinds.get(side, "human"), secrets.token_hex(8)) for side in game.sides)


def sitter(game: Game, options: Mapping[str, Any], side: str, kind: str) -> str:
    """Who plays a side: where the rules play it themselves it does not matter who sits there."""
    return RULEBOOK if game.automaton and options.get(game.automaton) == side else kind


def read_record(text: str) -> Match:
    """A record that somebody sent: anything may be wrong with it."""
    try:
        record = parse(text)
        for stream in record.streams:
            f"{stream.commit}{stream.seed}".encode()  # JSON can spell characters that do not exist
        return restore(find_game(record.game), record)
    except (RecordError, SetupError, DiceError, UnicodeError) as fault:
        raise Trouble(400, "record", str(fault)) from None


def branch(record: Record, at: int | None, finished: bool) -> Record:
    """The record up to an action. From there on it has a seed of its own: a copy must not foretell the dice.

    The old seeds go along only if the match is over and they are no secret any more.
    """
    all_lines = standing(record.lines)
    lines = all_lines if at is None else all_lines[: max(0, at)]
    ended = finished and len(lines) == len(all_lines)
    streams = [stream if finished else stream._replace(seed=None) for stream in record.streams]
    thrown = len(record.opening) + sum(len(line.dice) for line in lines)
    if not ended:
        seed = secrets.token_hex(16)
        streams = [stream for stream in streams if stream.first < thrown]
        streams.append(Stream(thrown, commitment(seed), seed))
    return Record(record.game, record.ruleset, record.data, record.scenario, record.options, streams, record.opening,
                  lines, record.result if ended else None, {})  # fmt: skip
