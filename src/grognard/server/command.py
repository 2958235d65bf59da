"""``grognard serve``: find a port, say where it is, and serve until somebody presses Ctrl-C."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import socket
import sys
import threading
from pathlib import Path

from grognard.server import words
from grognard.server.thinking import Think, think

PORT = 1812
TRIES = 50
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def data_folder() -> Path:
    """Where this user's data belong on this platform."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "grognard"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "grognard"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "grognard"


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


def serve(host: str = "127.0.0.1", port: int = PORT, data: Path | None = None, open: bool = True, lang: str = "en",
          think: Think = think) -> None:  # fmt: skip
    """Serve until interrupted. ``think``: what the bots' worker processes run."""
    folder = data or data_folder()
    try:
        listener = bind(host, port)
    except OSError as fault:
        raise ValueError(words.say("serve.cannot", lang, host, port, fault.strerror or str(fault))) from None
    found = listener.getsockname()[1]
    if port and found != port:
        print(words.say("serve.taken", lang, port, found), flush=True)
    shown = f"[{host}]" if ":" in host else "127.0.0.1" if host == "0.0.0.0" else host
    address = f"http://{shown}:{found}/"
    print(words.say("serve.address", lang, address), flush=True)
    print(words.say("serve.data", lang, folder), flush=True)
    if open:
        threading.Timer(0.4, _show, (address,)).start()
    _run(listener, folder, LOOPBACK if shown in LOOPBACK and host != "0.0.0.0" else (), think)


def _show(address: str) -> None:
    """Open the page where there is a browser; where there is none, the address has been printed."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    import webbrowser

    webbrowser.open(address)


def _run(listener: socket.socket, folder: Path, hosts: tuple[str, ...], think: Think) -> None:
    import uvicorn

    from grognard.server.app import create_app

    config = uvicorn.Config(create_app(folder, hosts=hosts, think=think), log_level="warning", ws="websockets-sansio",
                            lifespan="on", timeout_graceful_shutdown=2, server_header=False)  # fmt: skip
    signal.signal(signal.SIGTERM, _leave)
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


def _leave(*_: object) -> None:
    """uvicorn closes down and raises the signal once more: end like any program, so that nothing is left behind."""
    sys.exit(0)
