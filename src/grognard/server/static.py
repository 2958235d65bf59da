"""Files: the shell's pages and modules, and each game's own modules. Never stale: every answer has its ETag."""

from __future__ import annotations

import base64
import gzip
import hashlib
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from litestar import Request, Response, get
from litestar.datastructures import State

from grognard.server import bundle
from grognard.server.tables import find_game
from grognard.server.trouble import Trouble

TYPES = {
    ".html": "text/html",  # the framework adds the charset to all that is text
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
POLICY = (
    "default-src 'self'; script-src 'self' 'sha256-{}'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
PACKED = ("image/jpeg", "image/png", "image/webp", "font/woff2")  # by themselves
SMALL = 800  # bytes that are sent as they are
Asked = Request[None, None, State]


class Sent(NamedTuple):
    """Bytes as they are, packed for the line (where that is any use), and their ETag."""

    plain: bytes
    packed: bytes
    tag: str


@lru_cache(maxsize=128)
def _packed(content: bytes) -> Sent:
    """What is sent again and again is packed once, and well."""
    packed = gzip.compress(content, 9, mtime=0) if len(content) >= SMALL else content
    return Sent(content, packed, f'"{hashlib.sha256(content).hexdigest()[:24]}"')


@lru_cache(maxsize=256)
def _content(path: Path, changed: int, size: int) -> bytes:
    """A file's bytes; read again when the file has changed."""
    return path.read_bytes()


def _file(root: Path, name: str) -> Path:
    """A file below a folder, and nothing else on this machine."""
    try:
        path = (root / name.strip("/")).resolve()
        if path.is_relative_to(root.resolve()) and path.suffix in TYPES and path.is_file():
            return path
    except (OSError, ValueError):  # a name that no file can have
        pass
    raise Trouble(404, "no_page")


def send_file(request: Asked, path: Path) -> Response[bytes]:
    stat = path.stat()
    return send(request, _content(path, stat.st_mtime_ns, stat.st_size), TYPES[path.suffix])


def send(request: Asked, content: bytes, media_type: str) -> Response[bytes]:
    """The content, or 304 if the client has it already."""
    sent = _packed(content)
    headers = {"etag": sent.tag, "cache-control": "no-cache", "x-content-type-options": "nosniff"}
    if media_type.startswith("text/html"):
        headers["content-security-policy"] = policy()
    if sent.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=media_type)
    if len(sent.packed) < len(content) and media_type not in PACKED:
        headers["vary"] = "Accept-Encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(sent.packed, headers=headers | {"content-encoding": "gzip"}, media_type=media_type)
    return Response(content, headers=headers, media_type=media_type)


def send_made(request: Asked, content: bytes) -> Response[bytes]:
    """JSON that never changes while the program runs."""
    return send(request, content, "application/json")


def _web() -> Path:
    return Path(str(files("grognard").joinpath("web")))


def policy() -> str:
    """What a page may do: nothing from elsewhere, and of scripts in the page only ours."""
    return POLICY.format(base64.b64encode(hashlib.sha256(bundle.early(_web()).encode()).digest()).decode())


@get(
    [
        "/",
        "/match/{match:str}",
        "/match/{match:str}/replay",
        "/match/{match:str}/report",
        "/rules/{game:str}",
        "/workshop/{game:str}",
        "/companion/{game:str}",
    ],
    packed=True,
)
async def page(request: Asked) -> Response[bytes]:
    """Every page is the shell: it reads the address itself. ``?plain``: with its modules one by one."""
    if "plain" in request.query_params:
        return send_file(request, _file(_web(), "index.html"))
    return send(request, _shell(), TYPES[".html"])


def _shell() -> bytes:
    return bundle.page(_index(), bundle.early(_web()))[0].encode()


def _index() -> str:
    return _file(_web(), "index.html").read_text(encoding="utf-8")


def wants_page(request: Asked) -> bool:
    """Whether a person typed this address, not a program."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


def lost(request: Asked) -> Response[bytes]:
    """An address that leads nowhere: the shell says so, with a way to the lobby."""
    headers = {"cache-control": "no-cache", "x-content-type-options": "nosniff", "content-security-policy": policy()}
    return Response(_shell(), status_code=404, headers=headers, media_type=TYPES[".html"])


@get("/web/bundle.css", packed=True)
async def style_bundle(request: Asked) -> Response[bytes]:
    return send(request, bundle.styles(_web(), bundle.page(_index(), "")[1]), TYPES[".css"])


@get("/games/{game:str}/web/bundle.js", packed=True)
async def game_bundle(request: Asked, game: str) -> Response[bytes]:
    made = bundle.game_scripts(_game_web(game), f"/games/{game}/web/", _web(), "/web/")
    return send(request, made, TYPES[".js"])


def _game_web(game: str) -> Path:
    found = find_game(game)
    if not found.web:
        raise Trouble(404, "no_page")
    return Path(str(files(found.package).joinpath(found.web)))


@get("/web/{name:path}", packed=True)
async def shell_file(request: Asked, name: str) -> Response[bytes]:
    part = name.strip("/").removesuffix(".js")
    if name.endswith(".js") and "/" not in part and part in bundle.parts(_web()):
        return send(request, bundle.scripts(_web(), "/web/", part), TYPES[".js"])
    return send_file(request, _file(_web(), name))


@get("/games/{game:str}/web/{name:path}", packed=True)
async def game_file(request: Asked, game: str, name: str) -> Response[bytes]:
    return send_file(request, _file(_game_web(game), name))


@get("/favicon.ico", packed=True)
async def icon(request: Asked) -> Response[bytes]:
    return send_file(request, _file(_web(), "icon.svg"))


HANDLERS = [page, style_bundle, game_bundle, shell_file, game_file, icon]
