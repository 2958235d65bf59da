"""Replay, report, rulebook and accessibility of Arrivano i francesi!"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.kit import PATIENCE, Server
from browser.vanguard_kit import SEATS, battle

axe_module = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")


@pytest.fixture(scope="module")
def over(server: Server) -> str:
    return server.adopt(battle(scenario="campotenese"), SEATS)


@pytest.fixture(scope="module")
def running(server: Server) -> str:
    return server.adopt(battle("MoveUnits", 3), SEATS)


def findings(page: Page) -> list[str]:
    """What axe calls serious or critical, in a line each."""
    found: dict[str, Any] = axe_module.Axe().run(page, options={"resultTypes": ["violations"]}).response
    return [
        f"{fault['impact']}: {fault['id']}: {node['target']} {node.get('failureSummary', '')}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"][:4]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["table", "replay", "report", "rules"])
def test_axe_finds_nothing_serious(
    open_page: Callable[..., Page], server: Server, over: str, running: str, name: str, theme: str
) -> None:
    page = open_page(color_scheme=theme)
    address = {
        "table": f"/match/{running}",
        "replay": f"/match/{over}/replay?at=200",
        "report": f"/match/{over}/report",
        "rules": "/rules/vanguard",
    }[name]
    page.goto(server.url + address)
    page.wait_for_selector("html[data-ready=yes]", timeout=PATIENCE)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    assert findings(page) == []


def test_the_replay_walks_through_the_battle(page: Page, server: Server, over: str) -> None:
    page.goto(f"{server.url}/match/{over}/replay?at=120")
    expect(page.locator("#scrubber")).to_have_value("120", timeout=PATIENCE)
    expect(page.locator(".hexmap .counters .place").first).to_be_attached()
    page.get_by_role("button", name="One action on").click()
    expect(page.locator("#scrubber")).to_have_value("121")
    expect(page.locator(".question")).to_contain_text("Neapolitans")


def test_the_report_tells_the_battle(page: Page, server: Server, over: str) -> None:
    page.goto(f"{server.url}/match/{over}/report")
    expect(page.locator(".result h1")).to_contain_text("French points", timeout=PATIENCE)
    expect(page.locator(".chart")).to_have_count(2)
    expect(page.locator(".luck tbody tr").first).to_be_visible()
    expect(page.locator(".points li").first).to_be_visible()
    expect(page.locator("h2.good")).to_be_visible()


def test_the_rulebook_can_be_searched(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/rules/vanguard")
    expect(page.locator("#rule-17\\.2\\.7")).to_be_attached(timeout=PATIENCE)
    page.get_by_role("searchbox").fill("blizzard")
    expect(page.locator("article.rule").first).to_contain_text("lizzard")
    expect(page.locator("article.rule")).not_to_have_count(77)
