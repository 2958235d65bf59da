"""Tables: all matches of a data folder. Every change goes through here, and is on the disk before it is told."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import ParamSpec, TypeVar

from grognard.kernel.decision import IllegalAction, Refusal
from grognard.kernel.dice import DiceError
from grognard.kernel.game import AnyGame, SetupError
from grognard.kernel.lesson import OPTION
from grognard.kernel.match import Match, begin
from grognard.kernel.record import SETTLE, Record, RecordError
from grognard.kernel.restore import restore
from grognard.kernel.stored import told_of
from grognard.kernel.wire import Value
from grognard.server.guard import log
from grognard.server.memory import Chain, kept_of, memory_of, taken_up, tallied
from grognard.server.records import branch, read_record, sealed, sealed_rows
from grognard.server.schema import ILL, Damage
from grognard.server.store import Conflict, Header, Memory, Progress, Seat, Store
from grognard.server.table import (
    Stall,
    Table,
    find_game,
    keeps_secrets,
    known_bot,
    now,
    seat_all,
    sitter,
    summary,
    tallies_of,
)
from grognard.server.trouble import Trouble, no_match, of_disk, stale

__all__ = ["Table", "Tables", "find_game", "keeps_secrets", "sitter"]
KEPT = 64
MAYBE = "?"
IDLE = 60.0  # seconds after which a match that nobody looks at leaves memory: it opens again as it was kept
TRIES = 8  # how often another server may write between our reading and our looking
P = ParamSpec("P")
T = TypeVar("T")


class Gesture:
    """Several actions at once. One with a question mark may have been done unasked meanwhile, where it was the only
    legal answer: then it is passed over."""

    def __init__(self, seat: str, actions: tuple[str, ...]) -> None:
        self.seat = seat
        self.actions = actions
        self.refusals: list[Refusal] = []  # of the first that could not be played after others had been

    def play(self, match: Match) -> None:
        done = 0
        for action in self.actions:
            try:
                match.play(self.seat, action.removesuffix(MAYBE))
            except IllegalAction as illegal:
                if action.endswith(MAYBE):
                    continue
                if not done:
                    raise
                self.refusals = illegal.refusals
                break
            done += 1
        match.join(done)


class Tables:
    """All matches of a data folder. ``changed`` is called after every change with the id of the match."""

    def __init__(self, folder: Path, changed: Callable[[str], None], busy: Callable[[str], bool]) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="grognard-store")
        self._store = Store(folder)
        self._changed = changed
        self._busy = busy
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._stalls: dict[str, Stall] = {}
        self._broken: dict[str, Trouble] = {}

    async def close(self) -> None:
        await self._disk(self._store.close)
        self._thread.shutdown()

    async def _disk(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The file has a thread of its own; the event loop never waits for a disk."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._thread, lambda: work(*args, **kwargs))
        except ILL as fault:
            log.error("the file of the matches: %s", fault)
            raise of_disk(fault) from fault

    # in memory

    @asynccontextmanager
    async def hold(self, match: str) -> AsyncIterator[Table]:
        """A table for oneself, as it is on the disk: nobody sees what has not been written down."""
        for _ in range(TRIES):
            table = await self._get(match)
            async with table.lock:
                revision = await self._revision(match)
                if not table.gone and revision == table.match.revision:
                    yield table
                    return
                self._forget(table)
        raise stale()

    async def _revision(self, match: str) -> int | None:
        try:
            return await self._disk(self._store.revision, match)
        except Damage as fault:
            raise self._break(match, Trouble(409, "damaged", str(fault))) from None

    async def _get(self, match: str) -> Table:
        table = self._tables.get(match)
        if table is not None:
            self._tables.move_to_end(match)
            table.touched = time.monotonic()
            return table
        if match not in self._loading:
            self._loading[match] = asyncio.create_task(self._load(match))
        return await asyncio.shield(self._loading[match])

    async def _load(self, match: str) -> Table:
        """Only the reading is the store's: a long match is replayed where it keeps nobody waiting."""
        try:
            header, record, memory = await self.header(match)
            chain = Chain(record)
            played, fresh = await asyncio.to_thread(self._opened, match, header, record, chain, memory)
            if fresh:
                await self._disk(self._store.keep, match, memory_of(played, chain))
            table = Table(header, played, self._stalls.get(match), chain)
            table.tallies = {} if fresh else tallies_of(tallied(memory))
            self._tables[match] = table
            self._broken.pop(match, None)
            self._shrink()
            return table
        finally:
            del self._loading[match]

    def _opened(
        self, match: str, header: Header, record: Record, chain: Chain, memory: Memory | None
    ) -> tuple[Match, bool]:
        """A match from how it was kept, or by replaying it; and whether that is news for the disk."""
        try:
            game = find_game(header.game)
        except Trouble as trouble:
            raise self._break(match, trouble) from None
        if {seat.side for seat in header.seats} != set(game.sides):
            raise self._break(match, Trouble(409, "damaged", ", ".join(game.sides)))
        try:
            found = None if memory is None else taken_up(game, record, chain, memory)
        except Exception:
            log.exception("match %s cannot be opened as it was kept: it is replayed", match)
            found = None
        return (self._replayed(match, game, header, record), True) if found is None else found

    def _replayed(self, match: str, game: AnyGame, header: Header, record: Record) -> Match:
        try:
            return restore(game, record)
        except Exception as fault:
            if not isinstance(fault, RecordError | SetupError | DiceError):
                log.exception("match %s cannot be replayed", match)
            other = (record.ruleset, record.data) != (game.ruleset, game.data_hash)
            key = "other_rules" if other else "disagrees"
            what = str(fault) or type(fault).__name__
            where = what.partition(":")[0] if keeps_secrets(header) else what  # a line may name what nobody may know
            raise self._break(match, Trouble(409, key, where)) from fault

    def _break(self, match: str, trouble: Trouble) -> Trouble:
        """A match that cannot be opened: the lobby says so from now on."""
        log.error("match %s cannot be opened: %s %s", match, trouble.key, trouble.values)
        self._broken[match] = trouble
        return trouble

    def _shrink(self) -> None:
        idle = [t for t in self._tables.values() if not t.lock.locked() and not self._busy(t.id)]
        for table in idle[: max(0, len(self._tables) - KEPT)]:
            self._forget(table)

    def tidy(self, since: float) -> None:
        """Matches that nobody has touched since then leave memory; of those that are looked at, what was sent does."""
        for table in [t for t in self._tables.values() if t.touched < since and not t.lock.locked()]:
            table.rest()
            if not self._busy(table.id):
                self._forget(table)

    async def keep_tidy(self) -> None:
        while True:
            await asyncio.sleep(IDLE / 2)
            self.tidy(time.monotonic() - IDLE)

    def _forget(self, table: Table) -> None:
        table.gone = True
        if self._tables.get(table.id) is table:
            del self._tables[table.id]

    # changes

    async def act(self, match: str, seat: str, revision: int, *actions: str) -> int:
        """Play the actions of one gesture for a person; the new revision, once they are on the disk.

        Where one of them is refused those before it stand: dice may have fallen, and cannot be thrown again.
        """
        if SETTLE in actions:  # takes two: see ``offers``
            raise Trouble(400, "request", SETTLE)
        gesture = Gesture(seat, actions)
        done = await self._change(match, seat, revision, gesture.play)
        if gesture.refusals:
            raise Trouble(422, "illegal", refusals=gesture.refusals)
        return done

    async def undo(self, match: str, seat: str, revision: int) -> int:
        """Take back. Not when the match is over: its dice have been shown."""
        return await self._change(match, seat, revision, lambda m: _undo(m, seat))

    async def redo(self, match: str, seat: str, revision: int) -> int:
        return await self._change(match, seat, revision, lambda m: m.redo(seat, gesture=True))

    async def _change(self, match: str, seat: str, revision: int, move: Callable[[Match], object]) -> int:
        async with self.hold(match) as table:
            table.may_act(seat, revision)
            await self.commit(table, move)
            return table.match.seen(seat)

    async def commit(self, table: Table, move: Callable[[Match], object]) -> int:
        """Make a move and write it down. If it cannot be written it has not been made: memory is what the disk is."""
        known, begun, length = table.match.seen(None), table.match.revision, table.match.length
        before = table.standings()
        self._move(table, move)
        numbers = range(begun + 1, table.match.revision + 1)
        if not numbers:
            return begun
        try:
            at = now()
            told = table.match.seen(None) != known or not table.sealed
            shown, outcome = table.summary(), table.match.outcome
            progress = Progress(at, at if told else table.since, shown, outcome and outcome._asdict())
            lines = [table.match.line(number) for number in numbers]
            for line in lines:
                table.chain.add(line)
            table.count(shown, before)
            tallies = {seat: tally.plain() for seat, tally in table.tallies.items()}
            kept = kept_of(table.match, table.chain, length, tallies)
            told_besides = [told_of(table.match, number) for number in numbers]
            await self._disk(self._store.append, table.id, lines, told_besides, kept, progress)
        except BaseException as fault:
            self._forget(table)
            if isinstance(fault, Conflict):
                raise stale() from None
            raise
        if table.match.seen(None) != known:  # a step in secret is nothing that others could be told the time of
            table.since = at
        table.offer = None  # who plays on has answered
        if table.stall is not None and table.stalled is None:  # its answer is not owed any more
            self._stalls.pop(table.id, None)
            table.stop(None)
        self._changed(table.id)
        return table.match.revision

    def _move(self, table: Table, move: Callable[[Match], object]) -> None:
        """A move in memory. A refusal comes before anything is touched; after any other fault nothing is trusted."""
        match = table.match
        before = (match.revision, match.state, match.to_act, len(match.state.agenda))
        try:
            match.mark()
            move(match)
        except IllegalAction as illegal:
            if (match.revision, match.state, match.to_act, len(match.state.agenda)) != before:
                self._forget(table)
            raise Trouble(422, "illegal", refusals=illegal.refusals) from None
        except Trouble:
            raise
        except BaseException as fault:
            self._forget(table)
            if not isinstance(fault, Exception):
                raise
            log.exception("match %s, revision %s: a move failed", table.id, before[0])
            raise Trouble(500, "failed") from fault

    def changed(self, match: str) -> None:
        """Something is new at a table that is no move."""
        self._changed(match)

    # bots that were stopped

    async def stall(self, match: str, stall: Stall) -> None:
        """A bot is stopped: everybody at the table is told, and nothing goes on by itself."""
        self._stalls[match] = stall
        if match in self._tables:
            self._tables[match].stop(stall)
        self._changed(match)

    async def unstall(self, match: str, side: str, kind: str | None) -> None:
        """What a person decided about a bot that was stopped: None asks it again, else somebody else takes the seat."""
        async with self.hold(match) as table:
            if side not in table.seats:
                raise Trouble(404, "no_seat", side[:40])
            if table.stalled is None or table.stalled.side != side:
                raise Trouble(409, "not_stalled")
            if kind is not None:
                kind = kind if kind == "human" else known_bot(table.match.game, kind)
                seat = Seat(side, kind, secrets.token_hex(8))
                await self._disk(self._store.reseat, match, seat)
                table.sit(seat)
            self._stalls.pop(match, None)
            table.stop(None)
        self._changed(match)

    # matches come and go

    async def create(
        self,
        game: str,
        scenario: str | None,
        options: Mapping[str, Value] | None,
        seats: Mapping[str, str],
        lang: str,
        seed: str | None,
        title: str,
        lesson: bool,
    ) -> str:
        found = find_game(game)
        try:
            setup = found.set_up(scenario, options)
        except SetupError as fault:
            raise Trouble(400, "setup", str(fault)) from None
        return await self._add(begin(found, setup, seed), seats, lang, title, lesson, seed)

    async def adopt(self, text: str, seats: Mapping[str, str], lang: str, title: str = "") -> str:
        """A match from the text of its record."""
        played, seed = await asyncio.to_thread(read_record, text)
        return await self._add(played, seats, lang, title, seed=seed)

    async def copy(self, match: str, at: int | None, seats: Mapping[str, str], lang: str) -> str:
        """Another match that begins like this one, with dice of its own from there on."""
        async with self.hold(match) as table:
            if table.sealed:
                raise Trouble(409, "sealed")
            record = branch(table.match.record, at, table.finished)
            game = table.match.game
            kinds = {side: seat.kind for side, seat in table.seats.items()} | dict(seats)
            title = table.header.title
        try:
            played = await asyncio.to_thread(restore, game, record)
        except (RecordError, SetupError, DiceError) as fault:
            raise Trouble(409, "disagrees", str(fault)) from fault
        return await self._add(played, kinds, lang, title)

    async def rematch(self, match: str, change: bool, lang: str) -> str:
        """The same set-up once more, with dice of its own; ``change``: the players change sides."""
        async with self.hold(match) as table:
            game, setup, title = table.match.game, table.match.setup, table.header.title
            kinds = [seat.kind for seat in table.seats.values()]
        if change:
            kinds.reverse()
        return await self._add(begin(game, setup), dict(zip(game.sides, kinds, strict=True)), lang, title)

    async def rename(self, match: str, title: str) -> None:
        async with self.hold(match) as table:
            await self._disk(self._store.rename, match, title)
            table.header = table.header._replace(title=title)
            table.sent.clear()

    async def note(self, match: str, seat: str) -> str:
        """What a seat has written down for itself."""
        async with self.hold(match) as table:
            table.may_see(seat)
            return await self._disk(self._store.note, match, seat)

    async def write_note(self, match: str, seat: str, text: str) -> None:
        async with self.hold(match) as table:
            table.may_see(seat)
            await self._disk(self._store.write_note, match, seat, text)

    async def _add(
        self,
        match: Match,
        seats: Mapping[str, str],
        lang: str,
        title: str,
        lesson: bool = False,
        seed: str | None = None,
    ) -> str:
        outcome = match.outcome
        at = now()
        header = Header(
            secrets.token_hex(6),
            title,
            lang,
            lesson,
            at,
            at,
            match.revision,
            match.game.id,
            match.setup.scenario,
            match.setup.options,
            summary(match),
            outcome and outcome._asdict(),
            seat_all(match.game, seats, str(match.setup.options.get(OPTION, ""))),
            seed,
        )
        chain = Chain(match.record)
        await self._disk(self._store.add, header, match.record, memory_of(match, chain))
        self._tables[header.id] = Table(header, match, None, chain)
        self._shrink()
        self._changed(header.id)
        return header.id

    async def delete(self, match: str) -> None:
        """Even a match that this program's rules cannot replay can be deleted."""
        if await self._disk(self._store.rows, match) is None:
            raise no_match()
        await self._disk(self._store.remove, match)
        self._stalls.pop(match, None)
        self._broken.pop(match, None)
        if match in self._tables:
            self._forget(self._tables[match])
        self._changed(match)

    # as they are on the disk

    async def headers(self) -> list[tuple[Header, Trouble | None]]:
        """All matches, and why one cannot be opened where that is known."""
        try:
            found = await self._disk(self._store.headers)
        except Damage as fault:
            raise Trouble(500, "disk_damaged") from fault
        return [(header, self._wrong(header)) for header in found]

    def _wrong(self, header: Header) -> Trouble | None:
        if header.damaged:
            return Trouble(409, "damaged", "")
        try:
            find_game(header.game)
        except Trouble as trouble:
            return trouble
        return self._broken.get(header.id)

    async def header(self, match: str) -> tuple[Header, Record, Memory | None]:
        """A match, replayable or not."""
        try:
            found = await self._disk(self._store.load, match)
        except Damage as fault:
            raise self._break(match, Trouble(409, "damaged", str(fault))) from None
        if found is None:
            raise no_match()
        return found

    async def sealed(self, match: str, lang: str) -> str:
        """All of a match, or what is left of it, as a file for a bug report."""
        try:
            _, record, _ = await self.header(match)
        except Trouble as trouble:
            rows = await self._disk(self._store.rows, match)
            if rows is None:
                raise no_match() from trouble
            return sealed_rows(rows, lang)
        return sealed(record, lang)


def _undo(match: Match, seat: str) -> None:
    if match.outcome is not None:
        raise Trouble(409, "over")
    match.undo(seat, gesture=True)
