"""Live updates: every watcher of a match is sent a fresh snapshot after each change, and only the freshest."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from grognard.server import snapshot
from grognard.server.tables import Table, Tables
from grognard.server.trouble import Trouble

PING = 20.0
BEAT = 0.4  # seconds between signs of life of a bot that thinks
Send = Callable[[str], Awaitable[None]]


class Watcher:
    """One open connection: whose seat it is, and what it has seen."""

    def __init__(self, seat: str | None, lang: str, revision: int) -> None:
        self.seat = seat
        self.lang = lang
        self.revision = revision
        self.standing: object = None  # who is to act, who sits where, whose bot was stopped
        self.lines = 0  # of the log
        self.shown = time.monotonic()
        self.awake = asyncio.Event()
        self.thought: str | None = None
        self.fault = ""  # what it was told last instead of a snapshot


class Hub:
    """Who watches which match."""

    def __init__(self, thinks: Callable[[str], str | None] = lambda match: None) -> None:
        self._watchers: dict[str, set[Watcher]] = {}
        self._beats: dict[str, asyncio.Task[None]] = {}
        self.thinks = thinks
        self.tables: Tables | None = None

    def watched(self, match: str) -> bool:
        return match in self._watchers

    def changed(self, match: str) -> None:
        """Wake everybody who watches; each fetches what is new when it is ready to send it."""
        for watcher in self._watchers.get(match, ()):
            watcher.awake.set()

    async def _beat(self, match: str) -> None:
        """Signs of life on a beat of their own: they do not tell how many steps a bot makes in silence."""
        while True:
            await asyncio.sleep(BEAT)
            side = self.thinks(match)
            if side is not None:
                for watcher in self._watchers.get(match, ()):
                    watcher.thought = side
                    watcher.awake.set()

    async def serve(self, match: str, watcher: Watcher, send: Send) -> None:
        """Feed one connection until it breaks or the match is gone."""
        self._watchers.setdefault(match, set()).add(watcher)
        if match not in self._beats:
            self._beats[match] = asyncio.create_task(self._beat(match))
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
            self._beats.pop(match).cancel()

    async def _news(self, match: str, watcher: Watcher, send: Send) -> None:
        assert self.tables is not None
        async with self.tables.hold(match) as table:
            text = self._fresh(table, watcher)
        if text:
            await send(text)
        thought, watcher.thought = watcher.thought, None
        if thought is not None:
            elapsed = int((time.monotonic() - watcher.shown) * 1000)
            await send(f'{{"type":"thinking","side":"{thought}","elapsed":{elapsed}}}')

    def _fresh(self, table: Table, watcher: Watcher) -> str:
        """What is new to a watcher: a snapshot, or why there is none now; then it waits for better times."""
        table.may_see(watcher.seat)
        known = snapshot.revision_of(table.match, watcher.seat)
        standing = (table.match.to_act, table.stalled, tuple(table.seats.values()), table.offer)
        news = table.stalled is not None or table.offer is not None
        same = watcher.standing == standing or (watcher.standing is None and not news)
        if known == watcher.revision and same:
            watcher.standing = standing
            return ""
        try:
            text, watcher.lines = snapshot_text(table, watcher.seat, watcher.lang, watcher.lines)
        except Trouble as trouble:
            if trouble.final:
                raise
            text = fault_text(trouble, watcher.lang)
            told, watcher.fault = watcher.fault, text
            return "" if told == text else text
        watcher.revision, watcher.standing, watcher.fault = known, standing, ""
        watcher.shown, watcher.thought = time.monotonic(), None
        return '{"type":"snapshot",' + text[1:]


def snapshot_text(table: Table, seat: str | None, lang: str, lines: int = 0) -> tuple[str, int]:
    """A snapshot as JSON, made once for all who see the same; and how many lines the log has."""
    table.may_see(seat)
    key = (table.match.revision, seat, lang, lines)
    if key not in table.sent:
        if table.sent and next(iter(table.sent))[0] != table.match.revision:
            table.sent.clear()
        table.sent[key] = _written(table, seat, lang, lines)
    return table.sent[key]


def _written(table: Table, seat: str | None, lang: str, lines: int) -> tuple[str, int]:
    shown = snapshot.live(table, seat, lang, lines)
    try:
        text = snapshot.encode(shown)
    except Exception:  # some part is no data: find out which, and leave it out
        shown = snapshot.live(table, seat, lang, lines, careful=True)
        text = snapshot.encode(shown)
    return text.decode(), shown.log[-1].i + 1 if shown.log else 0


def fault_text(trouble: Trouble, lang: str) -> str:
    """Why a page is shown nothing new. ``final``: it is no use to come back."""
    return snapshot.encode({"type": "fault", "text": trouble.tell(lang)["error"], "final": trouble.final}).decode()


def last_words(trouble: Trouble, lang: str) -> list[str]:
    """What a connection is told before it is closed."""
    gone = snapshot.encode({"type": "gone", **trouble.tell(lang)}).decode()
    return [fault_text(trouble, lang), *([gone] if trouble.final else [])]
