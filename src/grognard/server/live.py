"""Live updates: every watcher of a match is sent a fresh snapshot after each change, and only the freshest."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from grognard.server import snapshot
from grognard.server.tables import Table, Tables
from grognard.server.trouble import Trouble

PING = 20.0
Send = Callable[[str], Awaitable[None]]


class Watcher:
    """One open connection: whose seat it is, and what it has seen."""

    def __init__(self, seat: str | None, lang: str, revision: int) -> None:
        self.seat = seat
        self.lang = lang
        self.revision = revision
        self.to_act: tuple[str, ...] | None = None
        self.lines = 0  # of the log
        self.awake = asyncio.Event()
        self.thought: tuple[str, int] | None = None


class Hub:
    """Who watches which match."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watcher]] = {}
        self.tables: Tables | None = None

    def watched(self, match: str) -> bool:
        return match in self._watchers

    def changed(self, match: str) -> None:
        """Wake everybody who watches; each fetches what is new when it is ready to send it."""
        for watcher in self._watchers.get(match, ()):
            watcher.thought = None
            watcher.awake.set()

    def thinking(self, match: str, side: str, elapsed: int) -> None:
        for watcher in self._watchers.get(match, ()):
            watcher.thought = (side, elapsed)
            watcher.awake.set()

    async def serve(self, match: str, watcher: Watcher, send: Send) -> None:
        """Feed one connection until it breaks or the match is gone."""
        self._watchers.setdefault(match, set()).add(watcher)
        try:
            await self._news(match, watcher, send)
            await send('{"type":"ping"}')
            while True:
                try:
                    await asyncio.wait_for(watcher.awake.wait(), PING)
                except TimeoutError:
                    await send('{"type":"ping"}')
                watcher.awake.clear()
                await self._news(match, watcher, send)
        finally:
            self._leave(match, watcher)

    def _leave(self, match: str, watcher: Watcher) -> None:
        left = self._watchers[match]
        left.discard(watcher)
        if not left:
            del self._watchers[match]

    async def _news(self, match: str, watcher: Watcher, send: Send) -> None:
        assert self.tables is not None
        async with self.tables.hold(match) as table:
            text = ""
            known = snapshot.revision_of(table.match, watcher.seat)
            if known != watcher.revision or watcher.to_act not in (None, table.match.to_act):
                text, watcher.lines = snapshot_text(table, watcher.seat, watcher.lang, watcher.lines)
            watcher.revision, watcher.to_act = known, table.match.to_act
        if text:
            await send('{"type":"snapshot",' + text[1:])
        thought, watcher.thought = watcher.thought, None
        if thought is not None:
            await send(f'{{"type":"thinking","side":"{thought[0]}","elapsed":{thought[1]}}}')


def snapshot_text(table: Table, seat: str | None, lang: str, lines: int = 0) -> tuple[str, int]:
    """A snapshot as JSON, made once for all who see the same; and how many lines the log has."""
    table.may_see(seat)
    key = (table.match.revision, seat, lang, lines)
    if key not in table.sent:
        if table.sent and next(iter(table.sent))[0] != table.match.revision:
            table.sent.clear()
        shown = snapshot.live(table, seat, lang, lines)
        table.sent[key] = (snapshot.encode(shown).decode(), shown["log"][-1]["i"] + 1 if shown["log"] else 0)
    return table.sent[key]


def last_words(trouble: Trouble, lang: str) -> str:
    """What a connection is told before it is closed."""
    return snapshot.encode({"type": "gone", **trouble.tell(lang)}).decode()
