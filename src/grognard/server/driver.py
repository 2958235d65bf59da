"""Bots at the tables: when one owes an answer its view goes to a worker, and the answer is played like anybody's."""

from __future__ import annotations

import asyncio
import random
import time
from concurrent.futures.process import BrokenProcessPool

from grognard.kernel.match import Match
from grognard.server import snapshot
from grognard.server.live import Hub
from grognard.server.store import Seat
from grognard.server.tables import Table, Tables
from grognard.server.thinking import Question, Thinkers, log
from grognard.server.trouble import Trouble

TICK = 0.4


class Driver:
    """One task for each match in which a bot is to act."""

    def __init__(self, tables: Tables, hub: Hub, thinkers: Thinkers, pace: float) -> None:
        self._tables = tables
        self._hub = hub
        self._thinkers = thinkers
        self._pace = pace
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def busy(self, match: str) -> bool:
        return match in self._tasks

    def wake(self, match: str) -> None:
        """See whether a bot is to act; harmless if one already is at it."""
        if match not in self._tasks:
            task = asyncio.create_task(self._drive(match))
            self._tasks[match] = task
            task.add_done_callback(lambda done: self._rest(match, done))

    def _rest(self, match: str, task: asyncio.Task[None]) -> None:
        del self._tasks[match]
        if not task.cancelled() and task.exception() is not None:
            log.error("the bots of match %s have stopped", match, exc_info=task.exception())

    async def close(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
        self._thinkers.close()

    async def _drive(self, match: str) -> None:
        while True:
            try:
                if not await self._turn(match):
                    return
            except Trouble as trouble:
                if trouble.key != "stale":  # which is another server's doing: look again
                    return  # deleted, or not to be replayed: nobody to play for
            # a person who watches should see the moves; nobody else need wait
            await asyncio.sleep(self._pace if self._hub.watched(match) else 0)

    async def _turn(self, match: str) -> bool:
        """One answer of one bot; False when no bot is to act."""
        async with self._tables.hold(match) as table:
            seat = table.bot_to_act()
            if seat is None:
                return False
            revision = table.match.revision
            view = snapshot.encode(table.match.view(seat.side))
            question = Question(seat.kind, table.match.game.id, seat.side, seat.seed, view)
        answer = await self._think(match, question)
        async with self._tables.hold(match) as table:
            if table.match.revision == revision:
                await self._play(table, seat, answer)
        return True

    async def _think(self, match: str, question: Question) -> str:
        """The bot's answer, with signs of life while it thinks; empty if it has none."""
        began = time.monotonic()
        for _ in range(2):
            answer = asyncio.wrap_future(self._thinkers.ask(question))
            while not answer.done():
                self._hub.thinking(match, question.side, int((time.monotonic() - began) * 1000))
                await asyncio.wait([answer], timeout=TICK)
            try:
                return answer.result()
            except BrokenProcessPool:
                continue
            except Exception:
                log.exception("bot %s of match %s failed", question.bot, match)
                break
        return ""

    async def _play(self, table: Table, seat: Seat, answer: str) -> None:
        """A match must go on: where a bot fails, any legal action is played for it, and the server's log says so."""
        try:
            await self._tables.commit(table, lambda match: match.play(seat.side, answer))
        except Trouble as trouble:
            if trouble.status != 422:
                raise
            log.warning("bot %s of match %s answered %r: playing any option", seat.kind, table.id, answer[:80])
            await self._tables.commit(table, lambda match: _any(match, seat.side))


def _any(match: Match, side: str) -> object:
    return match.play(side, random.choice(match.options(side)))
