"""Real servers: a process of its own on a loopback port, with a real file, spoken to over HTTP and WebSockets."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import grognard

httpx = pytest.importorskip("httpx")
pytest.importorskip("litestar")
sync_client = pytest.importorskip("websockets.sync.client")

GAME = "russia1812"
HERE = Path(__file__).parent
SERVE = "from pathlib import Path; import sys; from grognard.server.command import serve; "
SERVE += "serve(port=int(sys.argv[2]), data=Path(sys.argv[1]), open=False)"


class Server:
    """One server process on one data folder."""

    def __init__(
        self,
        data: Path,
        port: int = 0,
        script: str = "",
        env: dict[str, str] | None = None,
        args: tuple[str, ...] = (),
        quiet: bool = False,
    ) -> None:
        program = [sys.executable, str(HERE / script)] if script else [sys.executable, "-c", SERVE]
        self.data = data
        errors = subprocess.DEVNULL if quiet else subprocess.PIPE
        self.process = subprocess.Popen(
            [*program, str(data), str(port), *args],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=os.environ | (env or {}),
        )
        self.said: list[str] = []
        assert self.process.stdout is not None
        while not self.said or "http://" not in self.said[-1]:
            line = self.process.stdout.readline()
            assert line, f"the server did not start: {self.process.stderr and self.process.stderr.read()}"
            self.said.append(line.strip())
        self.url = next(word for word in self.said[-1].split() if word.startswith("http://")).rstrip("/")
        self.http = httpx.Client(base_url=self.url, timeout=20)
        self.get, self.post, self.delete = self.http.get, self.http.post, self.http.delete

    @property
    def port(self) -> int:
        return int(self.url.rsplit(":", 1)[1])

    def port_of_address(self) -> int:
        """The port, also where the address has more behind it."""
        return int(self.url.rsplit(":", 1)[1].partition("/")[0])

    def new(self, **wishes: Any) -> str:
        """A new match, both sides at this screen unless somebody says otherwise."""
        answer = self.post("/api/matches", json={"game": GAME, "seed": "borodino", **wishes})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def adopt(self, text: str, seats: str = "") -> str:
        answer = self.post("/api/import", content=text, params={"seats": seats})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def look(self, match: str, seat: str | None = None, **query: Any) -> dict[str, Any]:
        answer = self.get(f"/api/matches/{match}", params={"seat": seat or "", **query})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def act(self, match: str, seat: str, revision: int, action: str) -> Any:
        return self.post(f"/api/matches/{match}/act", json={"seat": seat, "revision": revision, "action": action})

    def step(self, match: str, pick: Callable[[list[str]], str] = lambda options: options[-1]) -> int:
        """Play one action for whoever is to act; the new revision."""
        seat = self.look(match)["view"]["to_act"][0]
        seen = self.look(match, seat)
        action = pick([option["action"] for option in seen["decision"]["options"]])
        answer = self.act(match, seat, seen["revision"], action)
        assert answer.status_code == 200, answer.text
        return int(answer.json()["revision"])

    def watch(self, match: str, **query: Any) -> Any:
        text = "&".join(f"{key}={value}" for key, value in query.items())
        return sync_client.connect(f"{self.url.replace('http', 'ws')}/api/matches/{match}/live?{text}", max_size=None)

    def stop(self) -> None:
        """Ctrl-C, as it were."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """kill -9: no farewell."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        self.http.close()
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.communicate(timeout=20)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that do not mind the others' matches."""
    running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers on this test's own folder."""
    servers: list[Server] = []

    def run(**wishes: Any) -> Server:
        servers.append(Server(tmp_path / "data", **wishes))
        return servers[-1]

    yield run
    for one in servers:
        one.stop()


@cache
def played(until: str, seed: str = "1812") -> str:
    """The record of a match, played at random, up to a question (or to the end: ``"end"``).

    Not every game comes to every question: then the next is tried.
    """
    for number in range(20):
        match = grognard.start(GAME, seed=seed)
        chance = random.Random(f"{seed}-{number}" if number else seed)
        while match.outcome is None:
            side = match.to_act[0]
            decision = match.decision(side)
            assert decision is not None
            if decision.name == until:
                break
            match.play(side, chance.choice(decision.options))
        if (match.outcome is None) == (until != "end"):
            return str(match.record.dumps())
    raise AssertionError(f"nobody was asked {until}")


@pytest.fixture
def record() -> Callable[..., str]:
    return played


def until(found: Callable[[], Any], seconds: float = 60) -> Any:
    """Wait for something to come true: it is only a guard against waiting for ever."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if value := found():
            return value
        time.sleep(0.02)
    raise AssertionError("it never came true")


@pytest.fixture
def wait() -> Callable[..., Any]:
    return until


@pytest.fixture
def hear() -> Callable[..., Any]:
    """The next message of a kind on a live connection."""
    import json

    def listen(socket: Any, kind: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(socket.recv(timeout=60))
            if message["type"] == kind:
                return message

    return listen
