"""The door: who may come in, and for how long one may stand in it."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import re
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, quote, urlencode

import msgspec
from litestar import Request
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from grognard.server.asking import Asked, language
from grognard.server.trouble import Trouble

COOKIE = "grognard"
TOKEN = "token"
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?")


class Doorkeeper:
    """Keeps out what other web sites send through the user's own browser: strange origins, and strange host names.

    ``hosts``: the names under which the server answers (none: any); an address in numbers is nobody's to rename, so
    with a ``token`` it is always welcome. With a token nobody else comes in: it is in the address that was printed,
    and afterwards in a cookie. Litestar's AllowedHosts will not do: it compares the header letter by letter, port and
    all, knows no addresses in numbers, answers without a sentence and speaks HTTP to a WebSocket.
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...], token: str | None) -> None:
        self._app = app
        self._hosts = tuple(host.lower() for host in hosts)
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if not self._welcome(headers.get(b"host", "").lower(), headers.get(b"origin")):
            await _refuse(scope, receive, send, Trouble(403, "origin"))
            return
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if self._token and not self._holds(_cookie(headers.get(b"cookie", ""))):
            if not self._holds(dict(query).get(TOKEN, "")):
                await _refuse(scope, receive, send, Trouble(401, "no_token"))
                return
            if scope.get("method") == "GET" and not scope["path"].startswith("/api/"):
                await self._let_in(scope["path"], query, headers, send)
                return
        await self._app(scope, receive, _plainly(send))

    def _welcome(self, host: str, origin: str | None) -> bool:
        found = _HOST.fullmatch(host)
        if found is None or (origin is not None and origin.lower().partition("://")[2] != host):
            return False
        return not self._hosts or found[1] in self._hosts or (self._token is not None and _is_number(found[1]))

    def _holds(self, token: str) -> bool:
        return hmac.compare_digest(token.encode("utf-8", "replace"), (self._token or "").encode())

    async def _let_in(self, path: str, query: list[tuple[str, str]], headers: dict[bytes, str], send: Send) -> None:
        """The token goes into a cookie and out of the address. A browser that comes from elsewhere sends strict cookies
        only with what a page of ours asks for: it is given a page that asks."""
        rest = urlencode([(name, value) for name, value in query if name != TOKEN])
        target = ("/" + quote(path.lstrip("/\\")) + (f"?{rest}" if rest else "")).encode()
        cookie = f"{COOKIE}={self._token}; Path=/; HttpOnly; SameSite=Strict".encode()
        elsewhere = headers.get(b"sec-fetch-site", "none") == "cross-site"
        more = (b"refresh", b"0; url=" + target) if elsewhere else (b"location", target)
        kept = [
            (b"set-cookie", cookie),
            (b"cache-control", b"no-store"),
            (b"content-length", b"0"),
            (b"referrer-policy", b"no-referrer"),
            more,
        ]
        await send({"type": "http.response.start", "status": 200 if elsewhere else 303, "headers": kept})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _refuse(scope: Scope, receive: Receive, send: Send, trouble: Trouble) -> None:
    """A page gets a sentence; a live connection is not even opened."""
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.close", "code": 4000 + trouble.status, "reason": trouble.key})
        return
    asked: Asked = Request(scope, receive, send)
    page = "text/html" in asked.headers.get("accept", "")  # a person reads this
    body = trouble.say(language(asked)).encode() if page else msgspec.json.encode(trouble.tell(language(asked)))
    kind = b"text/plain; charset=utf-8" if page else b"application/json"
    kept = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": trouble.status, "headers": kept})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _cookie(text: str) -> str:
    try:
        found = SimpleCookie(text).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def _plainly(send: Send) -> Send:
    """Nobody guesses what kind of thing an answer is."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", []))
            if b"x-content-type-options" not in [name.lower() for name, _ in headers]:
                message["headers"] = [*headers, (b"x-content-type-options", b"nosniff")]
        await send(message)

    return sending


def patient(patience: float) -> type[asyncio.Protocol]:
    """uvicorn's HTTP protocol, closing the door on a request that does not arrive whole in so many seconds."""
    import h11
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class Patient(H11Protocol):
        _waits: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._wait()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if not self._half_sent():
                self._rest()
            elif self._waits is None:
                self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._rest()
            super().connection_lost(exc)

        def _half_sent(self) -> bool:
            if self.transport.get_protocol() is not self:  # a WebSocket by now
                return False
            state = self.conn.their_state
            return state is h11.SEND_BODY or (state is h11.IDLE and bool(self.conn.trailing_data[0]))

        def _wait(self) -> None:
            self._waits = self.loop.call_later(patience, self.transport.close)

        def _rest(self) -> None:
            if self._waits is not None:
                self._waits.cancel()
                self._waits = None

    return Patient
