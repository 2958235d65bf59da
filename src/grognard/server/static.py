"""Files: the shell's pages and modules, and each game's own modules. Never stale: every answer has its ETag."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

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
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
Asked = Request[None, None, State]


@lru_cache(maxsize=256)
def _content(path: Path, changed: int, size: int) -> tuple[bytes, str]:
    """A file's bytes and its ETag; read again when the file has changed."""
    content = path.read_bytes()
    return content, f'"{hashlib.sha256(content).hexdigest()[:24]}"'


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
    content, tag = _content(path, stat.st_mtime_ns, stat.st_size)
    return send(request, content, tag, TYPES[path.suffix])


def send(request: Asked, content: bytes, tag: str, media_type: str) -> Response[bytes]:
    """The content, or 304 if the client has it already."""
    headers = {"etag": tag, "cache-control": "no-cache", "x-content-type-options": "nosniff"}
    if media_type.startswith("text/html"):
        headers["content-security-policy"] = POLICY
    if tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=media_type)
    return Response(content, headers=headers, media_type=media_type)


def send_made(request: Asked, content: bytes) -> Response[bytes]:
    """JSON that never changes while the program runs."""
    return send(request, content, f'"{hashlib.sha256(content).hexdigest()[:24]}"', "application/json")


def _web() -> Path:
    return Path(str(files("grognard").joinpath("web")))


@get(
    [
        "/",
        "/match/{match:str}",
        "/match/{match:str}/replay",
        "/match/{match:str}/report",
        "/rules/{game:str}",
        "/workshop/{game:str}",
        "/companion/{game:str}",
    ]
)
async def page(request: Asked) -> Response[bytes]:
    """Every page is the shell: it reads the address itself. ``?plain``: with its modules one by one."""
    if "plain" in request.query_params:
        return send_file(request, _file(_web(), "index.html"))
    return send_text(request, bundle.page(_index())[0].encode(), "text/html")


def _index() -> str:
    return _file(_web(), "index.html").read_text(encoding="utf-8")


def send_text(request: Asked, content: bytes, media_type: str) -> Response[bytes]:
    return send(request, content, f'"{hashlib.sha256(content).hexdigest()[:24]}"', media_type)


def wants_page(request: Asked) -> bool:
    """Whether a person typed this address, not a program."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


def lost(request: Asked) -> Response[bytes]:
    """An address that leads nowhere: the shell says so, with a way to the lobby."""
    found = send_text(request, bundle.page(_index())[0].encode(), "text/html")
    return Response(found.content, status_code=404, headers=found.headers, media_type=found.media_type)


@get("/web/bundle.js")
async def shell_bundle(request: Asked) -> Response[bytes]:
    return send_text(request, bundle.scripts(_web(), "/web/", bundle.SHELL), TYPES[".js"])


@get("/web/later.js")
async def later_bundle(request: Asked) -> Response[bytes]:
    return send_text(request, bundle.scripts(_web(), "/web/", bundle.LATER), TYPES[".js"])


@get("/web/bundle.css")
async def style_bundle(request: Asked) -> Response[bytes]:
    return send_text(request, bundle.styles(_web(), bundle.page(_index())[1]), TYPES[".css"])


@get("/games/{game:str}/web/bundle.js")
async def game_bundle(request: Asked, game: str) -> Response[bytes]:
    found = find_game(game)
    if not found.web:
        raise Trouble(404, "no_page")
    folder = Path(str(files(found.package).joinpath(found.web)))
    return send_text(request, bundle.scripts(folder, f"/games/{game}/web/", bundle.GAME), TYPES[".js"])


@get("/web/{name:path}")
async def shell_file(request: Asked, name: str) -> Response[bytes]:
    return send_file(request, _file(_web(), name))


@get("/games/{game:str}/web/{name:path}")
async def game_file(request: Asked, game: str, name: str) -> Response[bytes]:
    found = find_game(game)
    if not found.web:
        raise Trouble(404, "no_page")
    return send_file(request, _file(Path(str(files(found.package).joinpath(found.web))), name))


@get("/favicon.ico")
async def icon(request: Asked) -> Response[bytes]:
    return send_file(request, _file(_web(), "icon.svg"))


HANDLERS = [page, shell_bundle, later_bundle, style_bundle, game_bundle, shell_file, game_file, icon]
