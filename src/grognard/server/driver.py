"""Bots at the tables: what the side of one who owes an answer may know goes to a worker; his answer is played."""

from __future__ import annotations

import asyncio
from enum import Enum

from grognard import bots
from grognard.kernel.lesson import scripted
from grognard.server.guard import log
from grognard.server.live import Hub
from grognard.server.store import Seat
from grognard.server.table import PEOPLE, Stall, Table
from grognard.server.tables import Tables
from grognard.server.thinking import Failed, Late, Question, Thinkers, across
from grognard.server.trouble import Trouble

ATTEMPTS = 2
ENDLESS = 5_000  # answers of bots without a person's answer between them and without the turn moving on
AGAIN = 2.0  # seconds until a disk that failed is tried again


class Turn(Enum):
    """What came of looking whether a bot is to act."""

    NOBODY = 0
    SILENT = 1  # nothing that anybody was shown
    SHOWN = 2


class Driver:
    """One task for each match in which a bot is to act."""

    def __init__(self, tables: Tables, hub: Hub, thinkers: Thinkers, pace: float, endless: int = ENDLESS) -> None:
        self._tables = tables
        self._hub = hub
        self.thinkers = thinkers
        self._pace = pace
        self._endless = endless
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._sides: dict[str, str] = {}
        self._again: set[str] = set()

    def busy(self, match: str) -> bool:
        return match in self._tasks

    def thinks(self, match: str) -> str | None:
        """The side for which a bot is at work now."""
        return self._sides.get(match)

    def wake(self, match: str) -> None:
        """See whether a bot is to act; harmless if one already is at it."""
        if match in self._tasks:
            self._again.add(match)
        else:
            task = asyncio.create_task(self._drive(match))
            self._tasks[match] = task
            task.add_done_callback(lambda done: self._rest(match, done))

    def _rest(self, match: str, task: asyncio.Task[None]) -> None:
        del self._tasks[match]
        self._sides.pop(match, None)
        if task.cancelled():
            return
        if task.exception() is not None:
            log.error("the bots of match %s have stopped", match, exc_info=task.exception())
        elif match in self._again:  # woken when it was about to rest
            self._again.discard(match)
            self.wake(match)

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        self.thinkers.close()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _drive(self, match: str) -> None:
        while True:
            pause = 0.0
            self._again.discard(match)
            try:
                done = await self._turn(match)
                if done is Turn.NOBODY:
                    return
                # a person who watches should see the moves; nobody else need wait, and for nothing
                pause = self._pace if done is Turn.SHOWN and self._hub.watched(match) else 0
            except Trouble as trouble:
                if trouble.status in (503, 507):  # the disk: play goes on when its fault is gone
                    pause = AGAIN
                elif trouble.key != "stale":  # which is another server's doing: look again
                    return  # deleted, or not to be replayed: nobody to play for
            await asyncio.sleep(pause)

    async def _turn(self, match: str) -> Turn:
        """One answer of one bot, or the end of its play."""
        async with self._tables.hold(match) as table:
            seat = table.bot_to_act()
            if seat is None:
                return Turn.NOBODY
            self._sides[match] = seat.side
            if table.run >= self._endless:
                return await self._stop(table, seat, "endless")
            revision, known = table.match.revision, _known(table)
            written = scripted(table.match, seat.side) if table.header.lesson else None
            if written is not None and await self._play(table, seat, written):
                return Turn.SILENT if _known(table) == known else Turn.SHOWN
            try:
                shown = across(bots.shown(table.match, seat.side))
            except Exception:
                log.exception("match %s, revision %s: nothing to show to bot %s", match, revision, seat.kind)
                return await self._stop(table, seat, "failed")
            question = Question(seat.kind, table.match.game.id, seat.side, seat.seed, shown)
        for _ in range(ATTEMPTS):
            answer = await self._ask(match, question)
            async with self._tables.hold(match) as table:
                if table.match.revision != revision or table.seats[seat.side] != seat:
                    return Turn.SILENT  # something else happened meanwhile: look again
                if answer is None:
                    return await self._stop(table, seat, "late")
                if await self._play(table, seat, answer):
                    return Turn.SILENT if _known(table) == known else Turn.SHOWN
        async with self._tables.hold(match) as table:
            return await self._stop(table, seat, "failed")

    async def _ask(self, match: str, question: Question) -> str | None:
        """The bot's answer; empty if it failed, None if it was late."""
        try:
            return await self.thinkers.ask(question)
        except Late:
            return None
        except Failed as fault:
            log.error("bot %s of match %s failed: %s", question.bot, match, fault)
            return ""

    async def _play(self, table: Table, seat: Seat, answer: str) -> bool:
        """Whether the answer could be played. Nothing else is played in its place."""
        try:
            await self._tables.commit(table, lambda match: match.play(seat.side, answer))
        except Trouble as trouble:
            if trouble.status not in (422, 500):
                raise
            log.warning("bot %s of match %s answered %r: it cannot be played", seat.kind, table.id, answer[:80])
            return False
        return True

    async def _stop(self, table: Table, seat: Seat, reason: str) -> Turn:
        log.error(
            "match %s, revision %s: bot %s of %s is stopped (%s)",
            table.id,
            table.match.revision,
            seat.kind,
            seat.side,
            reason,
        )
        await self._tables.stall(table.id, Stall(seat.side, seat.kind, reason))
        return Turn.SILENT


def _known(table: Table) -> list[int]:
    """How much each person at the table has been shown."""
    match = table.match
    return [match.seen(None), *[match.seen(seat.side) for seat in table.seats.values() if seat.kind in PEOPLE]]
