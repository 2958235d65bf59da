"""``grognard serve``: find a port, say where it is, and serve until somebody presses Ctrl-C."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import secrets
import signal
import socket
import sys
import threading
from pathlib import Path
from typing import Any

import platformdirs

from grognard.server import words
from grognard.server.backup import backups, roll, serving
from grognard.server.schema import FILE, ILL, Damage
from grognard.server.store import Store
from grognard.server.thinking import Think, think
from grognard.server.trouble import of_disk

PORT = 1812
TRIES = 50
HALF_SENT = 30.0  # seconds in which a request must have arrived whole
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def data_folder() -> Path:
    """Where this user's data belong on this platform."""
    return platformdirs.user_data_path("grognard", appauthor=False)


def bind(host: str, port: int) -> socket.socket:
    """A listening socket on the port, or on the next free one. OSError if there is none or the host is not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    fault: OSError | None = None
    for number in range(port, min(port + TRIES, 65536)):
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # so named, asyncio sets NODELAY
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            listener.listen(128)
            return listener
        except OSError as refused:
            listener.close()
            fault = refused
            if port == 0 or not _taken(refused):
                break
    raise fault or OSError("no port")


def _taken(fault: OSError) -> bool:
    return fault.errno in (errno.EADDRINUSE, errno.EACCES)


def serve(
    host: str = "127.0.0.1",
    port: int = PORT,
    data: Path | None = None,
    open: bool = True,
    lang: str = "en",
    think: Think = think,
    allow: tuple[str, ...] = (),
    **more: Any,  # what create_app takes besides
) -> None:
    """Serve until interrupted. ``think``: what the bots' worker processes run; ``allow``: more names of this machine.

    Whatever is wrong with the folder, the file or the port is said before any address is, as ValueError.
    """
    folder = data or data_folder()
    notes = prepare(folder, lang)
    listener = _listen(host, port, lang)
    found = listener.getsockname()[1]
    if port and found != port:
        print(words.say("serve.taken", lang, port, found), flush=True)
    for note in notes:
        print(note, flush=True)
    token = None if is_loopback(host) else secrets.token_urlsafe(24)
    address = f"http://{_shown(host)}:{found}/" + (f"?token={token}" if token else "")
    if token:
        print(words.say("serve.open", lang), flush=True)
    print(words.say("serve.address", lang, address), flush=True)
    print(words.say("serve.data", lang, folder), flush=True)
    if open:
        threading.Timer(0.4, _show, (address,)).start()
    hosts = (*LOOPBACK, *allow, *(() if is_loopback(host) else (host,)))
    with serving(folder):
        _run(listener, folder, think, hosts=hosts, token=token, **more)


def prepare(folder: Path, lang: str) -> list[str]:
    """Look at the folder and the file before anybody is told an address. ValueError with a sentence if they are no use;
    else what is to be said about them."""
    path = folder / FILE
    try:
        store = Store(folder)
    except (OSError, *ILL) as fault:
        raise ValueError(_hopeless(fault, folder, lang)) from None
    try:
        found = store.faults()
        broken = sum(header.damaged for header in store.headers())
    except (*ILL, Damage) as fault:
        raise ValueError(_hopeless(fault, folder, lang)) from None
    finally:
        store.close()
    if found:
        return [words.say("serve.damaged", lang, path, found[0][:200], _remedy(folder, lang))]
    roll(folder)
    return [words.say("serve.broken", lang, broken, _remedy(folder, lang))] if broken else []


def _hopeless(fault: Exception, folder: Path, lang: str) -> str:
    """Why nothing can be kept in a folder."""
    if isinstance(fault, OSError):
        return words.say("serve.folder", lang, folder, fault.strerror or str(fault))
    key = "disk_damaged" if isinstance(fault, Damage) else of_disk(fault).key
    if key == "disk_damaged":
        return words.say("serve.damaged", lang, folder / FILE, fault, _remedy(folder, lang))
    if key == "disk_full":
        return words.say("serve.full", lang, folder)
    return words.say("serve.folder", lang, folder, fault)


def _remedy(folder: Path, lang: str) -> str:
    kept = backups(folder)
    return words.say("serve.remedy", lang, kept[-1]) if kept else words.say("serve.no_backup", lang)


def _listen(host: str, port: int, lang: str) -> socket.socket:
    try:
        return bind(host, port)
    except (OSError, OverflowError, UnicodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        raise ValueError(words.say("serve.cannot", lang, host, port, reason)) from None


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _shown(host: str) -> str:
    """The host as others can write it: a listener on every address is found at this machine's own."""
    if host in ("0.0.0.0", "::", ""):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only chooses the way
            return str(probe.getsockname()[0])
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _show(address: str) -> None:
    """Open the page where there is a browser; where there is none, the address has been printed."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    import webbrowser

    webbrowser.open(address)


def _run(listener: socket.socket, folder: Path, think: Think, half_sent: float = HALF_SENT, **more: Any) -> None:
    import uvicorn

    from grognard.server.app import create_app
    from grognard.server.door import patient

    config = uvicorn.Config(
        create_app(folder, think=think, **more),
        log_level="warning",
        ws="websockets-sansio",
        http=patient(half_sent),
        lifespan="on",
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    signal.signal(signal.SIGTERM, _leave)
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


def _leave(*_: object) -> None:
    """uvicorn closes down and raises the signal once more: end like any program, so that nothing is left behind."""
    sys.exit(0)
