"""The application: everything put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
from litestar import Litestar, Response, WebSocket, websocket
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException, WebSocketDisconnect

from grognard.kernel.wire import Json
from grognard.server import api, desk, hints, seats, static, words
from grognard.server.asking import Asked, language
from grognard.server.backup import keep_up
from grognard.server.door import Doorkeeper
from grognard.server.driver import ENDLESS, Driver
from grognard.server.guard import log
from grognard.server.live import Hub, Watcher, last_words
from grognard.server.tables import Tables
from grognard.server.thinking import PATIENCE, Think, Thinkers, think
from grognard.server.trouble import Trouble

GONE = 4404
FAILED = 4500
PACE = 0.06
LARGEST = 256_000  # bytes of a request; a record may be larger
DIGITS = 15  # of a revision that somebody says he has seen


def create_app(
    data: Path,
    *,
    think: Think = think,
    pace: float = PACE,
    hosts: tuple[str, ...] = (),
    token: str | None = None,
    patience: float = PATIENCE,
    endless: int = ENDLESS,
) -> Litestar:
    """The server of one data folder.

    ``hosts``: the names under which it answers (none: any). ``token``: what one must have to come in (none: nothing).
    ``pace``: seconds between two moves of a bot that somebody watches. ``patience``: seconds that a bot may think about
    one decision; ``endless``: how many answers bots may give by themselves in one turn.
    """

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        hub = Hub()
        tables = Tables(data, lambda match: _changed(app, match), lambda match: _busy(app, match))
        driver = Driver(tables, hub, Thinkers(think, patience), pace, endless)
        hub.tables, hub.thinks = tables, driver.thinks
        app.state.update({"hub": hub, "tables": tables, "driver": driver})
        chores = [asyncio.create_task(keep_up(data)), asyncio.create_task(tables.keep_tidy())]
        try:
            yield
        finally:
            for chore in chores:
                chore.cancel()
            await driver.close()
            await tables.close()
            await asyncio.gather(*chores, return_exceptions=True)

    app = Litestar(
        [*api.HANDLERS, *seats.HANDLERS, *desk.HANDLERS, *hints.HANDLERS, *static.HANDLERS, live],
        lifespan=[running],
        exception_handlers={Trouble: _trouble, HTTPException: _refused, Exception: _failed},
        request_max_body_size=LARGEST,
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=static.SMALL, gzip_compress_level=5, exclude_opt_key="packed"
        ),
        openapi_config=None,
        logging_config=None,
    )
    app.asgi_handler = Doorkeeper(app.asgi_handler, hosts, token)  # before anything is looked for
    return app


def _changed(app: Litestar, match: str) -> None:
    app.state.hub.changed(match)
    app.state.driver.wake(match)


def _busy(app: Litestar, match: str) -> bool:
    return bool(app.state.hub.watched(match) or app.state.driver.busy(match))


# live updates


@websocket("/api/matches/{match:str}/live")
async def live(socket: WebSocket[None, None, State], match: str) -> None:
    """A connection is only talked to; what it says is not listened to, beyond its goodbye."""
    await socket.accept()
    query = socket.query_params
    lang = words.known(query.get("lang"))
    seen = query.get("revision", "")
    known = int(seen) if seen.isdecimal() and len(seen) <= DIGITS else -1
    watcher = Watcher(query.get("seat") or None, lang, known)
    feeding = asyncio.create_task(socket.app.state.hub.serve(match, watcher, socket.send_text))
    leaving = asyncio.create_task(_goodbye(socket))
    socket.app.state.driver.wake(match)
    try:
        await asyncio.wait([feeding, leaving], return_when=asyncio.FIRST_COMPLETED)
        if not leaving.done():
            await _part(socket, match, watcher, feeding.exception())
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        for task in (feeding, leaving):
            task.cancel()
        await asyncio.gather(feeding, leaving, return_exceptions=True)


async def _part(
    socket: WebSocket[None, None, State], match: str, watcher: Watcher, fault: BaseException | None
) -> None:
    """Whatever ended a connection is told to the page before it is closed."""
    if isinstance(fault, WebSocketDisconnect):
        return
    if not isinstance(fault, Trouble):
        log.error("match %s, seat %s: feeding a page failed", match, watcher.seat, exc_info=fault)
        fault = Trouble(500, "live")
    for text in last_words(fault, watcher.lang):
        await socket.send_text(text)
    await socket.close(code=GONE if fault.final else FAILED, reason="gone" if fault.final else "failed")


async def _goodbye(socket: WebSocket[None, None, State]) -> None:
    try:
        while True:
            await socket.receive_data(mode="text")
    except WebSocketDisconnect:
        return


# what goes wrong


def _answer(status: int, body: Json) -> Response[bytes]:
    headers = {"cache-control": "no-store", "x-content-type-options": "nosniff"}
    return Response(msgspec.json.encode(body), status_code=status, media_type="application/json", headers=headers)


def _trouble(request: Asked, trouble: Trouble) -> Response[bytes]:
    return _answer(trouble.status, trouble.tell(language(request)))


def _refused(request: Asked, fault: HTTPException) -> Response[bytes]:
    """What the framework refuses before we see it: no such page, no such method, a body that does not fit."""
    if fault.status_code == 404 and static.wants_page(request):
        return static.lost(request)
    key = {404: "no_page", 405: "no_page", 413: "too_large"}.get(fault.status_code, "request")
    extra = fault.extra if isinstance(fault.extra, list) else []
    what = "; ".join(f"{item.get('key', '')}: {item.get('message', '')}" for item in extra if isinstance(item, dict))
    return _answer(fault.status_code, Trouble(fault.status_code, key, what or fault.detail).tell(language(request)))


def _failed(request: Asked, fault: Exception) -> Response[bytes]:
    """Only who asked and sent nothing is promised that nothing has been changed."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=fault)
    key = "failed" if request.method in ("GET", "HEAD") else "unsure"
    return _answer(500, Trouble(500, key).tell(language(request)))
