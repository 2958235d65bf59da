"""The application: everything put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.types import ASGIApp, Receive, Scope, Send

from grognard.server import api, static, words
from grognard.server.driver import Driver
from grognard.server.live import Hub, Watcher, last_words
from grognard.server.tables import Tables
from grognard.server.thinking import Think, Thinkers, log, think
from grognard.server.trouble import Trouble

GONE = 4404
PACE = 0.06
LARGEST = 256_000  # bytes of a request; a record may be larger


def create_app(data: Path, *, think: Think = think, pace: float = PACE, hosts: tuple[str, ...] = ()) -> Litestar:
    """The server of one data folder.

    ``hosts``: the names under which it answers (none: any). ``pace``: seconds between two moves of a bot that somebody
    watches.
    """

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        hub = Hub()
        tables = Tables(data, lambda match: _changed(app, match), lambda match: _busy(app, match))
        hub.tables = tables
        driver = Driver(tables, hub, Thinkers(think), pace)
        app.state.update({"hub": hub, "tables": tables, "driver": driver})
        try:
            yield
        finally:
            await driver.close()
            await tables.close()

    return Litestar(
        [*api.HANDLERS, *static.HANDLERS, live],
        lifespan=[running],
        middleware=[lambda app: Doorkeeper(app, hosts)],
        exception_handlers={Trouble: _trouble, HTTPException: _refused, Exception: _failed},
        request_max_body_size=LARGEST,
        openapi_config=None,
        logging_config=None,
    )


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
    watcher = Watcher(query.get("seat") or None, lang, int(seen) if seen.isdecimal() else -1)
    feeding = asyncio.create_task(socket.app.state.hub.serve(match, watcher, socket.send_text))
    leaving = asyncio.create_task(_goodbye(socket))
    socket.app.state.driver.wake(match)
    try:
        await asyncio.wait([feeding, leaving], return_when=asyncio.FIRST_COMPLETED)
        if feeding.done() and isinstance(trouble := feeding.exception(), Trouble):
            await socket.send_text(last_words(trouble, lang))
            await socket.close(code=GONE, reason="gone")
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        for task in (feeding, leaving):
            task.cancel()
        await asyncio.gather(feeding, leaving, return_exceptions=True)


async def _goodbye(socket: WebSocket[None, None, State]) -> None:
    try:
        while True:
            await socket.receive_data(mode="text")
    except WebSocketDisconnect:
        return


# what goes wrong


def _answer(status: int, body: dict[str, Any]) -> Response[bytes]:
    return Response(msgspec.json.encode(body), status_code=status, media_type="application/json")


def _trouble(request: Request[Any, Any, State], trouble: Trouble) -> Response[bytes]:
    return _answer(trouble.status, trouble.tell(api.language(request)))


def _refused(request: Request[Any, Any, State], fault: HTTPException) -> Response[bytes]:
    """What the framework refuses before we see it: no such page, no such method, a body that does not fit."""
    if fault.status_code == 404 and static.wants_page(request):
        return static.lost(request)
    key = {404: "no_page", 405: "no_page", 413: "too_large"}.get(fault.status_code, "request")
    extra = fault.extra if isinstance(fault.extra, list) else []
    what = "; ".join(f"{item.get('key', '')}: {item.get('message', '')}" for item in extra if isinstance(item, dict))
    return _answer(fault.status_code, Trouble(fault.status_code, key, what or fault.detail).tell(api.language(request)))


def _failed(request: Request[Any, Any, State], fault: Exception) -> Response[bytes]:
    log.error("%s %s failed", request.method, request.url.path, exc_info=fault)
    return _answer(500, Trouble(500, "failed").tell(api.language(request)))


class Doorkeeper:
    """Keeps out what other web sites send through the user's own browser: strange origins, and strange host names."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
            if not self._welcome(headers.get(b"host", ""), headers.get(b"origin")):
                raise Trouble(403, "origin")
        await self._app(scope, receive, send)

    def _welcome(self, host: str, origin: str | None) -> bool:
        if origin is not None and origin.partition("://")[2] != host:
            return False
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        return not self._hosts or name in self._hosts
