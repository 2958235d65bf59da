"""Fixtures: a server, a browser, pages that complain about any error in the console."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed: the browser tests are left out.")
pytest.importorskip("litestar", reason="The server's packages are not installed: the browser tests are left out.")

from playwright.sync_api import Browser, Page, sync_playwright

from browser.kit import ARGS, Server, Table, chromium, played

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
# the briefing comes by itself at the first visit of a match: only where a test wants it
UNBRIEFED = """localStorage['grognard.prefs'] ??= '{"briefing":"never"}'"""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = chromium()
    if program is None:
        pytest.skip("There is no Chromium on this machine: the tests that look at the pages are left out.")
    with sync_playwright() as play:
        running = play.chromium.launch(executable_path=program, args=ARGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """For all tests that do not mind the others' matches."""
    running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


@pytest.fixture
def servers(browser: Browser) -> Iterator[list[Server]]:
    """A test's own servers. They stop after its pages are closed."""
    started: list[Server] = []
    yield started
    for one in started:
        one.stop()


@pytest.fixture
def own_server(servers: list[Server], tmp_path: Path) -> Callable[..., Server]:
    """Starts servers on this test's own folder."""

    def start(port: int = 0) -> Server:
        servers.append(Server(tmp_path / "data", port))
        return servers[-1]

    return start


@pytest.fixture
def open_page(browser: Browser, servers: list[Server]) -> Iterator[Callable[..., Page]]:
    """Fresh pages. Whatever a page complains about fails the test, unless ``page.forgive`` names it."""
    contexts = []
    complaints: list[str] = []

    def hear(text: str, where: str = "") -> None:
        complaints.append(f"{text} {where}")

    def forgive(*words: str) -> None:
        """Complaints that belong to what the test did."""
        complaints[:] = [text for text in complaints if not any(word in text for word in words)]

    def fresh(size: dict[str, int] = WIDE, briefed: bool = False, **wishes: Any) -> Page:
        wishes = {"viewport": size, "locale": "en-GB", "reduced_motion": "reduce", **wishes}
        context = browser.new_context(**wishes)
        contexts.append(context)
        if not briefed:
            context.add_init_script(UNBRIEFED)
        page = context.new_page()
        page.on("console", lambda m: hear(m.text, m.location.get("url", "")) if m.type == "error" else None)
        page.on("pageerror", lambda fault: hear(str(fault)))
        page.forgive = forgive  # type: ignore[attr-defined]
        return page

    yield fresh
    for context in contexts:
        context.close()
    assert not complaints, complaints


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    return open_page()


@pytest.fixture
def phone(open_page: Callable[..., Page]) -> Page:
    return open_page(PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)


@pytest.fixture
def sit(server: Server) -> Callable[..., Table]:
    """Sit down at a new match: ``sit(page)``; or at one that is under way: ``sit(page, record=...)``."""

    def down(page: Page, record: str = "", side: str = "french", other: str = "marshal") -> Table:
        seats = {"french": other, "russian": other, side: "human"}
        text = ",".join(f"{who}:{kind}" for who, kind in seats.items())
        match = server.adopt(record, text) if record else server.new(seats=seats)
        table = Table(page, server, match, side).open()
        table.my_turn()
        return table

    return down


@pytest.fixture(scope="session")
def finished(server: Server) -> str:
    """A campaign that is over."""
    return server.adopt(played(), "french:human,russian:marshal", "The whole campaign")
